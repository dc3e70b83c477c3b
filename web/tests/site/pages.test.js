/// Checks every kind of page with axe: without scripts, in dark mode, in print and on a phone.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { ENGINES, Stage, axe, becomes, board, cell } from '../stage.js';

/** Returns the names of the files in a folder, without their extension. */
const names = (folder, ending) => readdirSync(folder).filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length));
/** Every puzzle, every essay, and one page of each other kind. */
const PAGES = [
  '/', '/blogs/demo', '/play', '/play/flipper/workshop', '/nowhere', '/blogs/nowhere',
  ...names(ENGINES, '.wasm').filter((kind) => !/-(tutor|hints|studio)$/.test(kind)).map((kind) => `/play/${kind}`),
  ...names(new URL('../../../docs/essays/', import.meta.url), '.md').map((essay) => `/blogs/demo/${essay}`),
];
/** @type {Stage} */
let stage;
before(async () => { stage = await Stage.open(); });
after(() => stage.close());

for (const [name, options] of Object.entries({
  light: {}, dark: { colorScheme: 'dark' }, phone: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
})) {
  test(`axe finds nothing: ${name}`, async () => {
    const { page, context, trouble } = await stage.reader(options);
    for (const path of PAGES) {
      await page.goto(path);
      if (await page.locator('gridlore-sudoku').count()) await board(page);
      assert.deepEqual(await axe(page), [], path);
      await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${path} scrolls sideways`);
    }
    // The browser logs a 404 for a missing page, which is expected here.
    assert.deepEqual(trouble.filter((line) => !line.includes('404')), []);
    await context.close();
  });
}

test('without scripts the board is a plain table', async () => {
  const { page, context } = await stage.reader({ javaScriptEnabled: false });
  await page.goto('/blogs/demo/solving-sudoku');
  const table = page.locator('gridlore-sudoku table').first();
  await becomes(() => table.isVisible(), true);
  await becomes(() => table.locator('td').count(), 81);
  await becomes(() => table.locator('tr').first().innerText(), '8\t\t5\t\t7\t\t6\t\t');
  await becomes(() => page.locator('button').count(), 0, 'no buttons without scripts');
  await context.close();
});

test('without scripts a row of blanks is as high as the others', async () => {
  const { page, context } = await stage.reader({ javaScriptEnabled: false });
  await page.goto('/play/sudoku');
  const heights = await page.locator('table.board tr').evaluateAll((rows) => {
    // Not every puzzle of the day has a row of blanks.
    for (const cell of rows[3].cells) cell.textContent = '';
    return rows.map((row) => row.getBoundingClientRect().height);
  });
  assert.equal(heights.length, 9);
  assert.ok(Math.max(...heights) - Math.min(...heights) < 4, String(heights));
  await context.close();
});

test('in print the board is a plain table with the player’s entries, without buttons', async () => {
  const { page, context } = await stage.reader();
  await page.goto('/blogs/demo/solving-sudoku');
  const puzzle = await board(page);
  const table = puzzle.locator('table');
  await becomes(() => table.isHidden(), true, 'one board on the screen');
  for (const key of ['4', 'ArrowDown', 'Control+Digit2', 'Control+Digit7']) {
    if (key === '4') await cell(puzzle, 1, 2).focus();
    await page.keyboard.press(key);
  }
  await cell(puzzle, 2, 2).filter({ has: page.locator('[data-mark="7"]') }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await becomes(() => table.isVisible(), true);
  await becomes(() => puzzle.locator('.board.live').isHidden(), true);
  await becomes(async () => (await table.locator('td').allTextContents()).slice(0, 11), ['8', '4', '5', '', '7', '', '6', '', '', '', '27']);
  await becomes(() => puzzle.locator('.side').isHidden(), true);
  await context.close();
});

test('in a feed the board is a table', async () => {
  const { page, context } = await stage.reader();
  await page.goto('/');
  const address = await page.locator('link[type="application/atom+xml"]').getAttribute('href');
  const feed = await page.evaluate(async (address) => {
    const text = await (await fetch(address)).text();
    const tree = new DOMParser().parseFromString(text, 'application/xml');
    const entry = [...tree.querySelectorAll('entry')].find((entry) => entry.querySelector('title').textContent.includes('What cannot go where'));
    const content = new DOMParser().parseFromString(entry.querySelector('content').textContent, 'text/html');
    return { broken: tree.querySelectorAll('parsererror').length, cells: content.querySelectorAll('table.board td').length, live: content.querySelectorAll('gridlore-sudoku, script').length };
  }, address);
  assert.deepEqual(feed, { broken: 0, cells: 243, live: 0 });
  await context.close();
});

for (const [post, kind] of [['solving-sudoku', 'sudoku'], ['nine-buttons', 'flipper'], ['back-of-the-envelope', 'flipper'], ['four-in-a-row', 'connect-four'], ['a-billion-generations', 'life'], ['dancing-links', 'cover'], ['puzzles-told-as-rules', 'prolog'], ['from-candidates-to-chains', 'sudoku'], ['cages-and-arrows', 'variant-sudoku']]) test(`a post is light: at most 100,000 bytes, the engine at most 150,000, those of Life, variants and Prolog more: ${post}`, async () => {
  const { page, context } = await stage.reader();
  await page.goto(`/blogs/demo/${post}`);
  await board(page, `gridlore-${kind}`);
  const sizes = await page.evaluate(async (kind) => {
    const entries = () => performance.getEntriesByType('resource').map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize]);
    // The worker's requests are not among the page's entries, so the page fetches the same file.
    const worker = await (await fetch(entries().find(([name]) => /\/worker\./.test(name))[0])).text();
    await (await fetch(new URL(new RegExp(`'(\\./${kind}\\.[0-9a-f]+\\.wasm)'`).exec(worker)[1], `${location.origin}/assets/`))).arrayBuffer();
    const [page] = performance.getEntriesByType('navigation');
    return Object.fromEntries([...entries(), ['page', page.encodedBodySize]]);
  }, kind);
  const engine = Object.entries(sizes).find(([name]) => name.endsWith('.wasm'));
  // A freshly built engine is served uncompressed; cargo xtask measures its compressed size
  // instead.
  if (!process.env.GRIDLORE_FRESH_WASM) assert.ok(engine[1] > 10_000 && engine[1] <= ({ life: 214_000, prolog: 430_000, 'variant-sudoku': 238_000 }[kind] ?? 150_000), String(engine));
  const others = Object.values(sizes).reduce((sum, size) => sum + size, 0) - engine[1];
  assert.ok(others > 5_000 && others <= 100_000, `${others} bytes besides the engine`);
  await context.close();
});

test('if the engine for hints fails to load, the game continues, and a later hint works', async () => {
  const { page, context } = await stage.reader();
  let isOffline = true;
  await context.route(/sudoku-tutor[^/]*\.wasm$/, (route) => (isOffline ? route.abort() : route.continue()));
  await page.goto('/blogs/demo/solving-sudoku');
  const puzzle = await board(page);
  const status = await puzzle.locator('.status').innerText();
  await puzzle.getByRole('button', { name: 'Hint', exact: true }).click();
  await puzzle.locator('.said', { hasText: 'could not be loaded. Your game is kept.' }).waitFor();
  await becomes(() => puzzle.locator('.status').innerText().then((text) => text.split('\n')[0]), status.split('\n')[0]);
  const blank = puzzle.locator('[role="gridcell"][aria-label*="blank"]').first();
  await blank.click();
  await page.keyboard.press('1');
  await becomes(() => puzzle.getByRole('button', { name: 'Undo', exact: true }).getAttribute('aria-disabled'), 'false');
  isOffline = false;
  await puzzle.getByRole('button', { name: 'Undo', exact: true }).click();
  await puzzle.getByRole('button', { name: 'Hint', exact: true }).click();
  await puzzle.locator('.why').filter({ visible: true }).waitFor();
  await context.close();
});

test('if the engine fails to load, the board is still readable and the failure is reported', async () => {
  const { page, context } = await stage.reader();
  await context.route(/\.wasm$/, (route) => route.abort());
  await page.goto('/blogs/demo/solving-sudoku');
  const puzzle = page.locator('gridlore-sudoku').first();
  await puzzle.getByRole('alert').filter({ hasText: 'could not be started' }).waitFor();
  await becomes(() => puzzle.locator('table').isVisible(), true);
  await context.close();
});
