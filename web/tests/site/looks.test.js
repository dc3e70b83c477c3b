/// The look of a blog, and features for its writers: themes, a style sheet, a logo, related posts,
/// links to the editor, and keys in the text field.

import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { picture as pixels } from '../picture.js';
import { Stage, axe, becomes, board } from '../stage.js';

const PASSWORD = 'nine grids of lamps';

/** @type {Stage} */
let stage;
/** The signed-in owner’s page. */
let ann;
before(async () => {
  stage = await Stage.open();
  const { page, trouble } = await stage.reader();
  ann = { page, trouble };
  await page.goto(stage.setup);
  await page.getByLabel('Username').fill('ann');
  await page.getByLabel('Password (at least').fill(PASSWORD);
  await page.getByLabel('Repeat the password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/admin');
});
after(() => stage.close());

test('each theme is readable in light and dark mode and on a phone', { timeout: 240_000 }, async () => {
  for (const theme of ['journal', 'console', 'poster']) {
    await ann.page.goto('/admin/blogs/demo');
    await ann.page.getByLabel('Theme').selectOption(theme);
    await ann.page.getByRole('button', { name: 'Save blog' }).click();
    await ann.page.waitForURL('**/admin/blogs');
    for (const options of [{}, { colorScheme: 'dark' }, { viewport: { width: 360, height: 740 } }]) {
      const { page, context, trouble } = await stage.reader(options);
      for (const path of ['/', '/blogs/demo/puzzles-told-as-rules', '/blogs/demo/archive']) {
        await page.goto(path);
        if (await page.locator('article gridlore-sudoku').count()) await board(page);
        assert.deepEqual(await axe(page), [], `${theme} ${path}`);
        await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${theme} ${path} scrolls sideways`);
      }
      // No label of a board's controls is cut off.
      await page.goto('/blogs/demo/solving-sudoku');
      const sudoku = await board(page);
      const cut = () => sudoku.locator('.pens button').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
      await becomes(cut, [], theme);
      assert.deepEqual(trouble.filter((line) => !line.includes('404')), []);
      await context.close();
    }
  }
});

test('a style sheet, a logo and an icon apply to the pages of readers', { timeout: 240_000 }, async () => {
  const { page } = ann;
  await page.goto('/admin/uploads');
  await page.getByLabel('Files to upload').setInputFiles([{ name: 'red.png', mimeType: 'image/png', buffer: pixels() }]);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.locator('.pictures li').first().waitFor();
  const picture = await page.locator('.pictures img').first().getAttribute('src');
  await page.goto('/admin/blogs/demo');
  await page.getByLabel('Theme').selectOption('paper');
  await page.getByLabel('Logo (').fill(picture);
  await page.getByLabel('Style sheet').fill('.prose h1 { color: rgb(160, 32, 32) } body { background: url(https://other.example/x.png) }');
  await page.getByRole('button', { name: 'Save blog' }).click();
  await becomes(() => page.getByRole('alert').innerText(), /Style sheet: line 1: found url\(https:\/\/other\.example\/x\.png\), expected the address of a file of this site/);
  assert.match(await page.getByLabel('Style sheet').inputValue(), /^\.prose h1/, 'nothing is lost');
  await page.getByLabel('Style sheet').fill('.prose h1 { color: rgb(160, 32, 32) }');
  await page.getByRole('button', { name: 'Save blog' }).click();
  await page.waitForURL('**/admin/blogs');
  await page.getByLabel('Icon (').fill(picture);
  await page.getByRole('button', { name: 'Save site settings' }).click();
  const reader = await stage.reader();
  await reader.page.goto('/blogs/demo/solving-sudoku');
  await becomes(() => reader.page.locator('h1').evaluate((title) => getComputedStyle(title).color), 'rgb(160, 32, 32)');
  const size = (image) => ({ name: image.alt, isLoaded: image.naturalWidth > 0 });
  await becomes(() => reader.page.locator('.masthead .logo img').evaluate(size), (/** @type {any} */ found) => found.name === 'Gridlore' && found.isLoaded);
  await becomes(() => reader.page.locator('.top .name img').evaluate(size), (/** @type {any} */ found) => found.isLoaded);
  assert.deepEqual(await axe(reader.page), []);
  assert.deepEqual(reader.trouble, []);
  const icon = await reader.page.request.get('/favicon.ico');
  assert.equal(icon.headers()['content-type'], 'image/x-icon');
  await reader.context.close();
});

test('related posts come first, and no post is listed twice', async () => {
  const folder = join(stage.data, 'posts', 'demo');
  await mkdir(folder, { recursive: true });
  const published = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  for (const [slug, tags] of [['one', '"rare thing", "x"'], ['two', '"rare thing"'], ['three', '"x"']]) {
    await writeFile(join(folder, `${slug}.md`), `+++\ntitle = "Post ${slug}"\npublished = ${published}\ntags = [${tags}]\n+++\nText.\n`);
  }
  const { page, context } = await stage.reader();
  await becomes(async () => (await page.goto('/blogs/demo/two')).status(), 200);
  const related = page.getByRole('region', { name: 'Related posts' });
  await becomes(() => related.getByRole('heading', { level: 3 }).allInnerTexts(), ['Post one']);
  await becomes(() => page.locator('.cards a[href="/blogs/demo/one"]').count(), 1);
  await page.goto('/blogs/demo/one');
  await becomes(() => related.getByRole('heading', { level: 3 }).allInnerTexts(), ['Post three', 'Post two'].sort());
  await page.goto('/');
  await becomes(() => page.locator('link[type="application/atom+xml"]').getAttribute('href'), '/blogs/demo/feed.atom');
  assert.match(await (await page.request.get('/feed.atom')).text(), /<title>Gridlore<\/title>/);
  await context.close();
});

test('people who write here find the editor on the page', async () => {
  const { page } = ann;
  await page.goto('/blogs/demo/solving-sudoku');
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Admin' }).waitFor();
  assert.deepEqual(await axe(page), []);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.waitForURL('**/admin/posts/demo/solving-sudoku');
  const reader = await stage.reader();
  await reader.page.goto('/blogs/demo/solving-sudoku');
  await board(reader.page);
  assert.equal(await reader.page.getByRole('link', { name: 'Edit', exact: true }).count(), 0);
  await reader.context.close();
});

test('keys write Markdown, and undo reverts them', async () => {
  const { page } = ann;
  await page.goto('/admin/posts/demo');
  const text = page.getByLabel('Text (Markdown');
  const select = (start, end) => text.evaluate((field, [start, end]) => { /** @type {HTMLTextAreaElement} */ (field).focus(); /** @type {HTMLTextAreaElement} */ (field).setSelectionRange(start, end); }, [start, end]);
  await text.fill('one two three');
  await select(4, 7);
  await text.press('Control+b');
  await becomes(() => text.inputValue(), 'one **two** three');
  await text.press('Control+i');
  await becomes(() => text.inputValue(), 'one ***two*** three');
  await text.press('Control+i');
  await text.press('Control+b');
  await becomes(() => text.inputValue(), 'one two three');
  await text.press('Control+k');
  await becomes(() => text.inputValue(), 'one [two]() three');
  await page.keyboard.type('/play');
  await becomes(() => text.inputValue(), 'one [two](/play) three');
  await text.fill('one two three');
  await select(4, 7);
  await text.press('Control+e');
  await becomes(() => text.inputValue(), 'one `two` three');
  await text.press('Control+z');
  await becomes(() => text.inputValue(), 'one two three');
  await select(4, 7);
  await text.evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'https://a.example/b');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await becomes(() => text.inputValue(), 'one [two](https://a.example/b) three');
  await page.getByText('Keyboard shortcuts').click();
  await becomes(() => page.locator('.keys dt').count(), 5);
  assert.deepEqual(await axe(page), []);
});
