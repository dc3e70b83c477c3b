/// Players lose no work, and controls show their effect: undo and redo across puzzles, the puzzle
/// of the day next to another puzzle, imports, the workshop after a reload, variations in two tabs,
/// multi-select mode.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Stage, becomes, board, cell, eventually, heard, more } from '../stage.js';

/** @type {Stage} */ let stage;
before(async () => { stage = await Stage.open(); });
after(() => stage.close());

/** Enters a centre mark into the first blank cell; returns the cell's name. */
async function mark(page, puzzle, digit) {
  const label = await puzzle.getByRole('gridcell', { name: /blank$/ }).first().getAttribute('aria-label');
  const name = label.replace(', blank', '');
  await puzzle.getByRole('gridcell', { name: `${name},` }).click();
  await page.keyboard.press(`Control+Digit${digit}`);
  await puzzle.getByRole('gridcell', { name: `${name}, notes ${digit}` }).waitFor();
  return name;
}

test('Undo leads back through puzzles, even unplayed ones, and Redo leads forward again', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/sudoku');
  const puzzle = await board(page);
  const shown = () => puzzle.getByRole('gridcell').evaluateAll((cells) => cells.map((each) => each.getAttribute('aria-label')).join());
  const first = await shown();
  await page.getByRole('button', { name: 'New puzzle' }).click();
  await becomes(shown, (labels) => labels !== first);
  const second = await shown();
  await puzzle.getByRole('button', { name: 'Undo' }).click();
  await eventually(heard(puzzle), 'Back to the previous puzzle.');
  await becomes(shown, first);
  await puzzle.getByRole('button', { name: 'Redo' }).click();
  await eventually(heard(puzzle), 'Forward to the next puzzle.');
  await becomes(shown, second);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('the puzzle of the day is today’s, even after another puzzle', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/sudoku');
  const puzzle = await board(page);
  const today = await page.locator('.titlebar .meta').textContent();
  assert.match(today, /^Puzzle of /);
  await page.getByRole('button', { name: 'New puzzle' }).click();
  await eventually(heard(puzzle), 'New puzzle:');
  const other = await mark(page, puzzle, 3);
  await page.goto('/');
  await page.getByRole('link', { name: 'Play this board' }).click();
  await board(page);
  await becomes(() => page.locator('.titlebar .meta').textContent(), /^Puzzle of /);
  await page.goto('/');
  await page.getByRole('button', { name: 'Play the sudoku of the day here' }).click();
  const here = await board(page);
  assert.equal(await here.getByRole('gridcell', { name: `${other}, notes 3` }).count(), 0);
  // The sudoku page still has the other puzzle.
  await page.goto('/play');
  await page.goto('/play/sudoku');
  await more(await board(page), 'Your games');
  await becomes(() => page.getByRole('dialog').getByRole('listitem').count(), 1);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('an import without a unique solution says so', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/sudoku');
  const puzzle = await board(page);
  for (const [text, expected] of [[`1${'.'.repeat(80)}`, 'Several solutions.'], [`11${'.'.repeat(79)}`, 'Clash.']]) {
    await more(puzzle, 'Import');
    await page.getByRole('dialog').getByLabel('Puzzle').first().fill(text);
    await page.getByRole('dialog').getByRole('button', { name: 'Open' }).click();
    await eventually(heard(puzzle), `Puzzle imported. ${expected}`);
  }
  assert.deepEqual(trouble, []);
  await context.close();
});

test('the workshop shows its puzzle again after a reload', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/sudoku/workshop');
  await page.locator('[ready]').first().waitFor();
  await page.getByRole('button', { name: 'Load example' }).click();
  await page.getByRole('button', { name: 'Next step' }).waitFor();
  const text = await page.getByLabel('Puzzle').first().inputValue();
  await page.reload();
  await page.getByRole('button', { name: 'Next step' }).waitFor();
  assert.equal(await page.getByLabel('Puzzle').first().inputValue(), text);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('Connect Four: a move in another tab leaves the variations as they are', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/connect-four');
  const first = await board(page, 'gridlore-connect-four');
  for (const side of ['Player X', 'Player O']) await first.getByRole('combobox', { name: side }).selectOption('person');
  await page.locator('.cell').first().focus();
  for (const key of ['4', '4', '3', '5']) {
    const before = await first.locator('.board.live .disc[data-stone]').count();
    await page.keyboard.press(key);
    await becomes(() => first.locator('.board.live .disc[data-stone]').count(), before + 1);
  }
  const moves = (puzzle) => puzzle.locator('.analysis').first().textContent();
  await becomes(() => moves(first), /X3.*O5/s);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await becomes(() => first.locator('.board.live .disc[data-stone]').count(), 2);
  await page.keyboard.press('2');
  await becomes(() => moves(first), /X2/);
  const other = await context.newPage();
  await other.goto('/play/connect-four');
  const second = await board(other, 'gridlore-connect-four');
  await becomes(() => moves(second), /X3.*X2|X2.*X3/s);
  await page.bringToFront();
  await page.keyboard.press('1');
  await becomes(() => moves(first), /O1/);
  await eventually(heard(second), 'Updated from another tab.');
  for (const puzzle of [first, second]) {
    await becomes(() => moves(puzzle), /X3/);
    await becomes(() => moves(puzzle), /O5/);
    await becomes(() => moves(puzzle), /O1/);
  }
  await page.reload();
  const again = await board(page, 'gridlore-connect-four');
  await becomes(() => moves(again), /O5/);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('on a phone, multi-select mode shows that it is on, and dragging a finger selects cells', async () => {
  const { page, trouble, context } = await stage.reader({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto('/play/sudoku');
  const puzzle = await board(page);
  const multi = puzzle.getByRole('button', { name: 'Multi' });
  await multi.tap();
  await puzzle.getByRole('button', { name: 'Corner' }).tap();
  assert.equal(await multi.getAttribute('aria-pressed'), 'true');
  await cell(puzzle, 1, 1).tap();
  await cell(puzzle, 2, 2).tap();
  await becomes(async () => await puzzle.locator('.cell.selected').count() >= 2, true);
  await multi.tap();
  assert.equal(await multi.getAttribute('aria-pressed'), 'false');
  const session = await context.newCDPSession(page);
  const middle = async (row, column) => {
    const { x, y, width, height } = await cell(puzzle, row, column).boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const top = await page.evaluate(() => scrollY);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [await middle(4, 4)] });
  for (const row of [5, 6, 7]) await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [await middle(row, 4)] });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await becomes(() => puzzle.locator('.cell.selected').count(), 4);
  assert.equal(await page.evaluate(() => scrollY), top);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('posts open at their top', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/');
  const posts = await page.locator('.cards h3 a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  assert.ok(posts.length >= 8, `${posts.length} posts`);
  for (const post of posts) {
    await page.goto(post);
    await page.waitForLoadState('networkidle');
    assert.equal(await page.evaluate(() => scrollY), 0, post);
  }
  assert.deepEqual(trouble, []);
  await context.close();
});
