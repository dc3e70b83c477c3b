/// The life of a site in the browser: set up, write, schedule, upload, comment, moderate, restore a
/// revision, back up, restore the backup elsewhere, export, and play on the exported page. axe
/// checks every page along the way.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { picture } from '../picture.js';
import { Stage, axe, becomes, board, more, pictured } from '../stage.js';

const PASSWORD = 'nine grids of lamps';
/** @type {Stage} */
let stage;
/** @type {string} */
let files;
before(async () => { stage = await Stage.open(); files = await mkdtemp(join(tmpdir(), 'gridlore-files-')); });
after(async () => { await stage.close(); await rm(files, { recursive: true }); });

/** Opens a page and checks it with axe. */
async function see(page, path) {
  if (path) await page.goto(path);
  assert.deepEqual(await axe(page), [], page.url());
  await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${page.url()} scrolls sideways`);
}

/** Returns a WAV file with half a second of silence: one channel, 8,000 Hz, 8 bits per sample. */
function sound() {
  const bytes = Buffer.alloc(44 + 4000, 0x80);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + 4000, 4);
  bytes.write('WAVEfmt ', 8);
  for (const [place, value] of [[16, 16], [24, 8000], [28, 8000], [40, 4000]]) bytes.writeUInt32LE(value, place);
  for (const [place, value] of [[20, 1], [22, 1], [32, 1], [34, 8]]) bytes.writeUInt16LE(value, place);
  bytes.write('data', 36);
  return bytes;
}

test('a site is set up, written, read, moderated and backed up, with a picture of the editor', { timeout: 240_000 }, async () => {
  const { page, trouble } = await stage.reader();

  // Create the first owner.
  await see(page, stage.setup);
  await page.getByLabel('Username').fill('ann');
  await page.getByLabel('Display name').fill('Ann');
  await page.getByLabel('Password (at least').fill(PASSWORD);
  await page.getByLabel('Repeat the password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/admin');
  await see(page);

  // Write a post with every kind of puzzle and a picture dropped onto the text.
  await page.getByRole('link', { name: /New post in/ }).click();
  await page.getByLabel('Title', { exact: true }).fill('Every kind');
  const text = page.getByLabel('Text (Markdown');
  await text.fill('First words.\n');
  const buttons = page.locator('button[data-kind]');
  const kinds = await buttons.evaluateAll((all) => all.map((button) => button.dataset.kind));
  assert.ok(kinds.length >= 2, String(kinds));
  for (const kind of kinds) {
    await page.locator(`button[data-kind="${kind}"]`).click();
    // Some elements start only when they are visible.
    await page.locator(`.preview gridlore-${kind}`).scrollIntoViewIfNeeded();
    await page.locator(`.preview gridlore-${kind}[ready]`).waitFor();
  }
  await text.evaluate((area, bytes) => {
    const carried = new DataTransfer();
    carried.items.add(new File([new Uint8Array(bytes)], 'grey_[x].png', { type: 'image/png' }));
    area.dispatchEvent(new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true }));
  }, [...picture()]);
  await page.locator('.preview .enlarge img[src^="/uploads/"]').waitFor();
  const dropped = await text.inputValue();
  assert.match(dropped, /!\[grey x\]\(\/uploads\/[0-9a-f]+-900x300\.png\)/);
  // A picture can also be chosen as a file, and the browser's undo removes it.
  await page.getByLabel('Files').setInputFiles({ name: 'chosen.png', mimeType: 'image/png', buffer: picture() });
  await page.locator('.preview .enlarge img').nth(1).waitFor();
  await becomes(() => text.inputValue(), /!\[chosen\]/);
  await text.press('Control+z');
  await becomes(() => text.inputValue(), dropped);
  await see(page);
  await page.setViewportSize({ width: 1700, height: 1000 });
  await page.evaluate(() => scrollTo(0, 0));
  await see(page);
  await pictured(page, 'editor.png');
  await page.setViewportSize({ width: 1280, height: 720 });

  // Autosave keeps the text.
  await text.press('Control+s');
  await page.getByText(/^Autosaved at/).waitFor();
  const second = await page.context().newPage();
  await second.goto(page.url());
  await second.getByText('“Every kind” from').waitFor();
  await second.getByRole('link', { name: 'Restore it' }).click();
  await becomes(() => second.getByLabel('Title', { exact: true }).inputValue(), 'Every kind');
  await second.close();

  // A scheduled post appears at the scheduled time, and in all feeds.
  const soon = new Date(Date.now() + 5000);
  // The browser omits the seconds of a full minute, so the field would not match.
  if (soon.getSeconds() === 0) soon.setSeconds(1);
  const time = soon.toISOString().slice(0, 19);
  await page.getByLabel('Publish date (UTC; ').fill(time);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Readers will see it from its publish date').waitFor();
  const reader = await stage.reader();
  await reader.page.goto('/');
  await becomes(() => reader.page.getByText('Every kind').count(), 0);
  for (let tries = 0; tries < 60 && !(await reader.page.getByText('Every kind').count()); tries += 1) {
    await reader.page.waitForTimeout(250);
    await reader.page.goto('/');
  }
  await see(reader.page, '/blogs/demo/every-kind');
  for (const kind of kinds) await board(reader.page, `gridlore-${kind}`);
  await becomes(() => reader.page.locator('article .enlarge img').evaluate((img) => img.naturalWidth > 0 && img.width > 100), true);
  for (const format of ['atom', 'rss', 'json']) {
    const feed = await reader.page.evaluate(async (address) => (await fetch(address)).text(), `/blogs/demo/feed.${format}`);
    assert.ok(feed.includes('Every kind') && feed.includes('First words.') && !feed.includes('gridlore-sudoku'), format);
  }

  // A reader comments; an editor approves the comment.
  await reader.page.getByRole('link', { name: 'Write a comment' }).click();
  await see(reader.page);
  await reader.page.getByLabel('Name (shown with your comment)').fill('Dee');
  await reader.page.getByLabel(/^Comment/).fill('A *fine* post');
  await reader.page.waitForTimeout(3200);
  await reader.page.getByRole('button', { name: 'Post comment', exact: true }).click();
  await reader.page.getByText('waiting for moderation').waitFor();
  await see(reader.page);
  await page.goto('/admin');
  await page.getByRole('link', { name: '1 comment is waiting for moderation' }).click();
  await see(page);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  // The writer adds a comment and a reply.
  for (const link of ['Write a comment', 'Reply to Dee']) {
    await page.goto('/blogs/demo/every-kind');
    await page.getByRole('link', { name: link }).click();
    await page.getByLabel(/^Comment/).fill('From the writer');
    await page.getByRole('button', { name: 'Post comment', exact: true }).click();
    await page.waitForURL('**#comment-*');
    await see(page);
  }
  await see(page, '/admin/comments?state=shown');
  await see(reader.page, '/blogs/demo/every-kind');
  await becomes(() => reader.page.locator('.words em').innerText(), 'fine');

  // Edit the post, and restore the previous revision.
  await page.goto('/admin/posts/demo/every-kind');
  await page.getByLabel('Text (Markdown').fill('Spoiled.');
  await page.locator('form.editor').getByRole('button', { name: 'Update' }).click();
  await page.getByText('Readers can see it now').waitFor();
  await see(page);
  await page.getByRole('link', { name: 'Revisions' }).click();
  await see(page);
  await page.locator('.revisions a').nth(1).click();
  await see(page);
  await becomes(() => page.locator('.diff del').first().innerText(), /First words/);
  await page.getByRole('button', { name: 'Restore this revision' }).click();
  await page.getByText('Readers can see it now').waitFor();

  // After a change of slug, the old address redirects, and the comments are kept.
  for (const name of ['every-sort', 'every-kind']) {
    await page.getByLabel('Slug').fill(name);
    await page.locator('form.editor').getByRole('button', { name: 'Update' }).click();
    await page.waitForURL(`**/${name}?saved=1`);
    await reader.page.goto('/blogs/demo/every-kind');
    assert.equal(new URL(reader.page.url()).pathname, `/blogs/demo/${name}`);
    await becomes(() => reader.page.locator('.words em').innerText(), 'fine');
  }
  await see(page);

  // Write a post as a file.
  await mkdir(join(stage.data, 'posts/demo'), { recursive: true });
  await writeFile(join(stage.data, 'posts/demo/filed.md'), '+++\ndraft = true\ntitle = "In a file"\n+++\n```sudoku\neasy#7\n```\n');
  for (let tries = 0; tries < 40 && !(await page.getByRole('link', { name: 'In a file' }).count()); tries += 1) {
    await page.waitForTimeout(100);
    await page.goto('/admin?find=in+a+file&state=draft');
  }
  await see(page);
  await page.getByRole('link', { name: 'In a file' }).click();
  await board(page);
  await see(page);

  for (const path of ['/admin/uploads', '/admin/blogs', '/admin/blogs/demo', '/admin/visits', '/admin/people', '/admin/account', '/admin/log', '/admin/copies', '/search?q=kind', '/search?q=xyzzy', '/blogs/demo/archive', '/blogs/demo/tags']) await see(page, path);

  // Restore a backup on a new site.
  await page.goto('/admin/copies');
  const [backup] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download backup' }).click()]);
  await backup.saveAs(join(files, 'backup.tar.gz'));
  const other = await stage.site();
  const there = await stage.reader({ baseURL: other.base });
  await there.page.goto(other.setup);
  await there.page.getByText('Or restore a backup').click();
  await writeFile(join(files, 'none.txt'), 'no backup');
  await there.page.getByLabel('Backup file').setInputFiles(join(files, 'none.txt'));
  await there.page.getByRole('button', { name: 'Restore backup' }).click();
  await there.page.getByText('Nothing was changed').waitFor();
  await there.page.goto(other.setup);
  await there.page.getByText('Or restore a backup').click();
  await see(there.page);
  await there.page.getByLabel('Backup file').setInputFiles(join(files, 'backup.tar.gz'));
  await there.page.getByRole('button', { name: 'Restore backup' }).click();
  await there.page.waitForURL('**/login');
  await see(there.page);
  await there.page.getByLabel('Username').fill('ann');
  await there.page.getByLabel('Password').fill(PASSWORD);
  await there.page.getByRole('button', { name: 'Sign in' }).click();
  await there.page.waitForURL('**/admin');
  await there.page.goto('/blogs/demo/every-kind');
  await there.page.getByText('First words.').waitFor();
  await becomes(() => there.page.locator('.words em').innerText(), 'fine', 'the comment is in the backup');
  // The picture is also restored; it loads when it is nearly visible.
  await there.page.locator('article .enlarge img').scrollIntoViewIfNeeded();
  await there.page.waitForFunction(() => document.querySelector('article .enlarge img').naturalWidth > 0);

  // Serve the static export from another host.
  await page.goto('/admin/copies');
  const [site] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download static site' }).click()]);
  await site.saveAs(join(files, 'site.tar.gz'));
  execFileSync('tar', ['-xzf', 'site.tar.gz', '--one-top-level=site'], { cwd: files });
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.png': 'image/png' };
  const host = createServer(async (request, response) => {
    const path = new URL(request.url ?? '', 'http://x').pathname.replace(/\/$/, '/index.html');
    const body = await readFile(join(files, 'site', path)).catch(() => null);
    response.writeHead(body ? 200 : 404, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(body);
  });
  await new Promise((resolve) => host.listen(0, '127.0.0.1', () => resolve(undefined)));
  const static_ = await stage.reader({ baseURL: `http://127.0.0.1:${host.address().port}` });
  await see(static_.page, '/blogs/demo/every-kind/');
  const puzzle = await board(static_.page);
  await more(puzzle, 'Solve');
  await static_.page.waitForFunction(() => [...document.querySelectorAll('gridlore-sudoku .live [role="gridcell"]')].filter((cell) => /[1-9]/.test(cell.textContent ?? '')).length === 81);
  await see(static_.page, '/');
  await static_.page.getByRole('link', { name: 'Play', exact: true }).click();
  await static_.page.getByRole('link', { name: 'Sudoku', exact: true }).click();
  await board(static_.page);
  host.close();
  // The test provokes responses with status 404 and 422, which the browser logs as errors.
  for (const lines of [trouble, reader.trouble, there.trouble, static_.trouble]) {
    assert.deepEqual(lines.filter((line) => !/status of (404|422)/.test(line)), []);
  }
});

test('admin pages work on a phone and in dark mode', { timeout: 240_000 }, async () => {
  const site = await stage.site();
  const { page, trouble } = await stage.reader({ baseURL: site.base, colorScheme: 'dark', viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  await see(page, site.setup);
  await page.getByLabel('Username').fill('ann');
  await page.getByLabel('Password (at least').fill(PASSWORD);
  await page.getByLabel('Repeat the password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/admin');
  // The other themes have their own test in looks.test.js.
  for (const theme of ['slate', 'moss', 'plum', 'paper']) {
    await page.goto('/admin/blogs/demo');
    await page.getByLabel('Theme').selectOption(theme);
    await page.getByRole('button', { name: 'Save' }).click();
    for (const scheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto('/blogs/demo/solving-sudoku');
      await board(page);
      await see(page);
    }
  }
  for (const path of ['/admin', '/admin/posts/demo', '/admin/posts/demo/solving-sudoku', '/admin/uploads', '/admin/comments', '/admin/visits', '/admin/people', '/admin/account', '/admin/log', '/admin/copies', '/blogs/demo/solving-sudoku/comment']) await see(page, path);
  assert.deepEqual(trouble, []);

  // Pictures are uploaded one by one; a refused picture does not hold up the others.
  await page.goto('/admin/uploads');
  const file = (name, buffer) => ({ name, mimeType: 'image/png', buffer });
  const sent = page.getByLabel('Files to upload');
  await sent.setInputFiles([file('dark.png', picture(0x11)), file('none.png', Buffer.from('no picture')), file('light.png', picture(0xee))]);
  await page.getByRole('button', { name: 'Upload', exact: true }).press('Enter');
  await page.getByText('Uploaded 2 files.').waitFor();
  await becomes(() => page.getByRole('alert').innerText(), /^none\.png: /);
  await page.locator('.pictures li').nth(1).waitFor();
  await becomes(() => page.locator('.pictures li').count(), 2);
  assert.equal(await page.getByText('No files yet').count(), 0);
  await see(page);
  await sent.setInputFiles([file('grey.png', picture())]);
  await page.getByRole('button', { name: 'Upload', exact: true }).press('Enter');
  await page.getByText('Uploaded 1 file.').waitFor();
  await becomes(() => page.getByRole('alert').count(), 0);
  await becomes(() => page.locator('.pictures li').count(), 3);
  // Sound is stored unchanged, and the browser can play it.
  await sent.setInputFiles([{ name: 'tone.wav', mimeType: 'audio/wav', buffer: sound() }]);
  await page.getByRole('button', { name: 'Upload', exact: true }).press('Enter');
  await becomes(() => page.locator('.pictures code').allInnerTexts(), /<audio src="\/uploads\/[0-9a-f]{16}\.wav"><\/audio>/);
  const seconds = page.locator('.pictures audio').evaluate((player) => new Promise((resolve) => {
    player.addEventListener('loadedmetadata', () => resolve(player.duration));
    player.addEventListener('error', () => resolve(player.error?.message));
    player.preload = 'metadata';
    player.load();
  }));
  assert.equal(await seconds, 0.5);
  await see(page);
  assert.deepEqual(trouble.filter((line) => !/status of 422/.test(line)), []);
});

test('the page of visits follows the log while Live is on', { timeout: 120_000 }, async () => {
  const site = await stage.site();
  const { page, trouble } = await stage.reader({ baseURL: site.base });
  await page.goto(site.setup);
  await page.getByLabel('Username').fill('ann');
  await page.getByLabel('Password (at least').fill(PASSWORD);
  await page.getByLabel('Repeat the password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/admin');
  const { page: reader } = await stage.reader({ baseURL: site.base, extraHTTPHeaders: { referer: 'https://forum.example/t/81' } });
  await reader.goto('/blogs/demo/solving-sudoku');
  await page.goto('/admin/visits');
  const pages = page.locator('section', { has: page.getByRole('heading', { name: 'Pages', exact: true }) });
  await becomes(() => pages.locator('tbody tr').allInnerTexts(), ['/blogs/demo/solving-sudoku\t1'], 'admin pages are left out');
  await page.getByRole('cell', { name: 'https://forum.example/t/81' }).waitFor();
  const live = page.getByRole('button', { name: 'Live' });
  await live.press('Enter');
  await becomes(() => live.getAttribute('aria-pressed'), 'true');
  await see(page);
  await reader.goto('/blogs/demo/archive');
  await pages.getByRole('cell', { name: '/blogs/demo/archive', exact: true }).waitFor({ timeout: 15_000 });
  await live.click();
  await becomes(() => live.getAttribute('aria-pressed'), 'false');
  assert.deepEqual(trouble, []);
});

test('writing works without scripts', async () => {
  const site = await stage.site();
  const { page } = await stage.reader({ baseURL: site.base, javaScriptEnabled: false });
  await page.goto(site.setup);
  await page.getByLabel('Username').fill('ann');
  await page.getByLabel('Password (at least').fill(PASSWORD);
  await page.getByLabel('Repeat the password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.goto('/admin/posts/demo');
  await becomes(() => page.locator('.picker').isVisible(), false, 'no buttons without scripts');
  await page.getByLabel('Title', { exact: true }).fill('Plain');
  await page.getByLabel('Text (Markdown').fill('Words');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.goto('/blogs/demo/plain');
  await page.getByText('Words', { exact: true }).waitFor();
});
