/// A newsletter in the browser, wide and narrow, without scripts where readers need none:
/// subscribe, confirm with the link in the message, receive a new post once, and unsubscribe with
/// one click. The test's own mail server receives the messages.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Stage, axe, becomes } from '../stage.js';

const PASSWORD = 'nine grids of lamps';
const ADDRESS = 'https://puzzles.example';
/** @type {Stage} */
let stage;
/** @type {{ to: string, raw: string }[]} */
const received = [];
const smtp = createServer((socket) => {
  let [to, rest, raw] = ['', '', /** @type {string | undefined} */ (undefined)];
  socket.on('error', () => {});
  socket.write('220 test\r\n');
  socket.on('data', (bytes) => {
    rest += bytes.toString('utf8');
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 2);
      if (raw !== undefined && line !== '.') {
        raw += `${line}\r\n`;
      } else if (raw !== undefined) {
        received.push({ to, raw });
        raw = undefined;
        socket.write('250 taken\r\n');
      } else if (/^DATA/i.test(line)) {
        raw = '';
        socket.write('354 go\r\n');
      } else {
        if (/^RCPT/i.test(line)) to = line.replace(/.*<|>.*/g, '');
        socket.write(/^QUIT/i.test(line) ? '221 bye\r\n' : '250 ok\r\n');
      }
    }
  });
});
let folder = '';

before(async () => {
  await new Promise((resolve) => smtp.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (smtp.address());
  folder = await mkdtemp(join(tmpdir(), 'gridlore-mail-'));
  const config = join(folder, 'site.toml');
  await writeFile(config, `address = "${ADDRESS}"\n[mail]\nserver = "127.0.0.1"\nport = ${port}\nsecurity = "none"\nfrom = "Puzzles <puzzles@puzzles.example>"\nper_minute = 6000\nnewsletter_delay = 0\n`);
  stage = await Stage.open();
  Object.assign(stage, await stage.site(['--config', config]));
  const owner = new URL(stage.setup, stage.base);
  stage.setup = owner.pathname + owner.search;
});
after(async () => {
  await stage.close();
  smtp.close();
  await rm(folder, { recursive: true });
});

/** Checks a page at both widths. */
async function see(page) {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const where = `${page.url()}, ${width} wide`;
    assert.deepEqual(await axe(page), [], where);
    await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${where}: scrolls sideways`);
  }
}

/** Waits for a number of messages; returns the last one. */
async function message(count) {
  await becomes(() => received.length, count);
  return received[count - 1];
}

/** Returns the first link to a path in a message, as a path of the site under test. */
function link({ raw }, path) {
  const text = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const found = text.slice(text.indexOf(`${ADDRESS}${path}`)).split(/[\s>"]/)[0];
  assert.ok(found.startsWith(ADDRESS), raw);
  return found.slice(ADDRESS.length).replaceAll('&amp;', '&');
}

test('a reader subscribes, gets a post once and leaves', async () => {
  const { page: owner, context: first, trouble } = await stage.reader();
  await owner.goto(stage.setup);
  await owner.getByLabel('Username').fill('ann');
  await owner.getByLabel('Password (at least').fill(PASSWORD);
  await owner.getByLabel('Repeat the password').fill(PASSWORD);
  await owner.getByRole('button', { name: 'Create account' }).click();
  await owner.goto('/admin/blogs/demo');
  await owner.getByRole('button', { name: 'Turn the newsletter on' }).click();
  await owner.getByRole('button', { name: 'Turn the newsletter off' }).waitFor();
  await see(owner);

  const { page, context } = await stage.reader({ javaScriptEnabled: false });
  await page.goto('/blogs/demo/solving-sudoku');
  const form = page.getByRole('region', { name: 'New posts by e-mail' });
  await form.getByLabel('E-mail address').fill('dee@example.org');
  await form.getByRole('button', { name: 'Subscribe' }).click();
  assert.equal(await page.getByLabel('E-mail address').inputValue(), 'dee@example.org');
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await page.getByRole('button', { name: 'Send me the link' }).click();
  assert.equal(await page.locator('h1').innerText(), 'Check your e-mail');
  const confirmation = await message(1);
  assert.equal(confirmation.to, 'dee@example.org');
  await page.goto(link(confirmation, '/subscription?token='));
  await page.getByRole('button', { name: 'Subscribe' }).click();
  assert.equal(await page.locator('h1').innerText(), 'You are subscribed');

  await owner.goto('/admin/posts/demo');
  await owner.getByLabel('Title', { exact: true }).fill('A new board');
  await owner.locator('textarea[name=markdown]').fill('Solve this:\n\n```flipper\n000\n000\n001\n```\n');
  await owner.getByRole('button', { name: 'Publish', exact: true }).click();
  const post = await message(2);
  assert.equal(post.to, 'dee@example.org');
  assert.match(post.raw, /\r\nSubject: A new board\r\n/);
  assert.match(post.raw, /\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n/);
  assert.match(post.raw, /<table/);
  await owner.goto('/admin/blogs/demo/subscribers');
  await owner.getByText('dee@example.org', { exact: true }).first().waitFor();
  await see(owner);

  const leave = link(post, '/unsubscribe?id=');
  await page.goto(leave);
  await page.getByRole('button', { name: 'Unsubscribe' }).waitFor();
  const oneClick = await fetch(stage.base + leave, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
  assert.equal(oneClick.status, 200);
  await page.goto(leave);
  assert.equal(await page.locator('h1').innerText(), 'Not subscribed');
  await owner.reload();
  await owner.getByText('No subscribers yet.').waitFor();
  assert.equal(received.length, 2, 'the post arrived once');
  assert.deepEqual(trouble, []);
  await context.close();
  await first.close();
});

test('the pages about mail are accessible and fit a narrow screen', async () => {
  const { page, context } = await stage.reader();
  for (const path of ['/blogs/demo/solving-sudoku', '/newsletter/demo', '/forgotten', '/login']) {
    await page.goto(path);
    await see(page);
  }
  await page.goto('/forgotten');
  await page.getByLabel('Username or e-mail address').fill('nobody');
  await page.getByRole('button', { name: 'Send the link' }).click();
  assert.equal(await page.locator('h1').innerText(), 'Check your e-mail');
  await page.goto('/login');
  await page.getByLabel('Username').fill('ann');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  for (const path of ['/admin/account', '/admin/people']) {
    await page.goto(path);
    await see(page);
  }
  await context.close();
});
