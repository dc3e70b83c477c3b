/// Input in the variant player: lines drawn with pointer, keypad and keys, a digit chosen before
/// its cells, Tab and Space for pens, and branches of undone moves.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Stage, axe, becomes, board, cell, eventually, heard, more, option } from '../stage.js';

const PUZZLE = '...6...2....9.3....1.5...34..97..86..7..9....1..32..7....2...15.92..57.66.......3';
const HOME = `/play/sudoku#1;sudoku:${PUZZLE};0;0`;
const VARIANT = '/play/variant-sudoku';
/** @type {Stage} */
let stage;
before(async () => { stage = await Stage.open(); });
after(() => stage.close());

const label = (puzzle, row, column) => cell(puzzle, row, column).getAttribute('aria-label');
const lines = (puzzle) => puzzle.locator('.board.live > .lines g path').evaluateAll((all) => all.map((path) => path.getAttribute('d')));
const pen = (puzzle) => puzzle.locator('.pens [data-pen][aria-pressed=true]').getAttribute('data-pen');
const saved = (page, id) => page.evaluate((name) => localStorage.getItem(`gridlore:${name}`), id);

/** Returns a point in a cell, given as fractions of the cell's width and height. */
async function point(shown, across = 0.5, down = 0.5) {
  const { x, y, width, height } = await shown.boundingBox();
  return [x + width * across, y + height * down];
}

async function drag(page, points) {
  await page.mouse.move(...points[0]);
  await page.mouse.down();
  for (const to of points.slice(1)) await page.mouse.move(...to, { steps: 4 });
  await page.mouse.up();
}

async function opened(address = HOME, kind = 'gridlore-sudoku', options = {}) {
  const reader = await stage.reader(options);
  await reader.page.goto(address);
  return { ...reader, puzzle: await board(reader.page, kind) };
}

test('a drag draws a line through cells; the same line again removes it; undo, redo and a reload keep it', async () => {
  const { page, puzzle, context, trouble } = await opened();
  await page.keyboard.press('l');
  await becomes(() => pen(puzzle), 'line');
  const middles = async (...cells) => Promise.all(cells.map(([row, column]) => point(cell(puzzle, row, column))));
  await drag(page, await middles([1, 1], [1, 2], [2, 3]));
  await eventually(heard(puzzle), 'Line from row 1, column 1 to row 2, column 3');
  await becomes(() => lines(puzzle), ['M1 1L3 1L5 3']);
  assert.equal(await label(puzzle, 1, 2), 'row 1, column 2, blank, line to row 1, column 1 and row 2, column 3');
  // A line may cross a given, and a fast drag skips no cell.
  await page.mouse.move(...(await middles([5, 2]))[0]);
  await page.mouse.down();
  await page.mouse.move(...(await middles([5, 5]))[0]);
  await page.mouse.up();
  await becomes(async () => (await lines(puzzle)).includes('M3 9L5 9L7 9L9 9'), true);
  // Moving back over the last cell while drawing removes it.
  await drag(page, await middles([7, 1], [7, 2], [7, 3], [7, 2]));
  await eventually(heard(puzzle), 'Line from row 7, column 1 to row 7, column 2');
  await drag(page, await middles([7, 2], [7, 1]));
  await eventually(heard(puzzle), 'Line removed.');
  await becomes(async () => (await lines(puzzle)).length, 2);
  for (const [key, count] of [['Control+z', 3], ['Control+z', 2], ['Control+z', 1], ['Control+z', 0], ['Control+y', 1], ['Control+y', 2]]) {
    await page.keyboard.press(key);
    await becomes(async () => (await lines(puzzle)).length, count);
  }
  assert.deepEqual(await axe(page), []);
  await page.reload();
  await board(page);
  await becomes(async () => (await lines(puzzle)).length, 2, 'lines are kept');
  // The line pen erases lines only.
  await page.keyboard.press('l');
  await cell(puzzle, 5, 2).click();
  await page.keyboard.press('Backspace');
  await becomes(() => label(puzzle, 5, 3), 'row 5, column 3, blank, line to row 5, column 4');
  await cell(puzzle, 1, 1).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await becomes(() => lines(puzzle), []);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('lines along the sides of cells: from a side with the mouse, by keypad and by keys', async () => {
  const { page, puzzle, context, trouble } = await opened();
  await puzzle.getByRole('button', { name: 'Line', exact: true }).click();
  // Draw from corner to corner along the top of the first two cells, then down.
  await drag(page, [await point(cell(puzzle, 2, 1), 0.02, 0.02), await point(cell(puzzle, 2, 2), 0.98, 0.02), await point(cell(puzzle, 2, 2), 0.98, 0.98)]);
  await eventually(heard(puzzle), 'Border line from the top left of row 2, column 1 to the top left of row 3, column 3');
  await becomes(() => lines(puzzle), ['M0 2L2 2L4 2L4 4']);
  assert.match(await label(puzzle, 1, 1), /border line below$/);
  assert.match(await label(puzzle, 2, 2), /border line above, border line on the right$/);
  await page.keyboard.press('Control+z');
  await becomes(() => lines(puzzle), []);
  // A click on a side draws a line there.
  await page.mouse.click(...await point(cell(puzzle, 4, 4), 0.02, 0.5));
  await becomes(() => lines(puzzle), ['M6 6L6 8']);
  await page.mouse.click(...await point(cell(puzzle, 4, 4), 0.02, 0.5));
  await becomes(() => lines(puzzle), []);
  // The keys are Shift with the arrows, the number pad, and 5 for sides.
  await cell(puzzle, 9, 8).click();
  await page.keyboard.press('Shift+ArrowRight');
  await eventually(heard(puzzle), 'Line from row 9, column 8 to row 9, column 9');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('7');
  await eventually(heard(puzzle), 'Line from row 8, column 8 to row 9, column 8');
  await becomes(() => lines(puzzle), ['M15 15L17 17L15 17']);
  await page.keyboard.press('5');
  await becomes(() => puzzle.getByRole('button', { name: 'Along the sides of cells' }).getAttribute('aria-pressed'), 'true');
  await page.keyboard.press('8');
  await becomes(async () => (await lines(puzzle)).length, 2);
  assert.match(await label(puzzle, 7, 8), /border line below$/);
  await puzzle.getByRole('button', { name: 'Border line above' }).click();
  await eventually(heard(puzzle), 'Line removed.');
  assert.equal(await puzzle.locator('.pad button:disabled').count(), 4, 'sides have no diagonals');
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('by touch on a phone, lines are drawn in dark mode and printed on light paper', async () => {
  const { page, puzzle, context, trouble } = await opened(VARIANT, 'gridlore-variant-sudoku', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' });
  const at = (name) => puzzle.getByRole('gridcell', { name: new RegExp(`^${name},`) });
  await puzzle.getByRole('button', { name: 'Line', exact: true }).tap();
  // The tap may have scrolled the page to bring the button into view.
  const scrolled = await page.evaluate(() => scrollY);
  const points = await Promise.all(['r1c1', 'r2c2', 'r3c2'].map((name) => point(at(name))));
  const touch = await context.newCDPSession(page);
  const send = (type, touchPoints) => touch.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [{ x: points[0][0], y: points[0][1] }]);
  for (const [x, y] of points.slice(1)) await send('touchMove', [{ x, y }]);
  await send('touchEnd', []);
  await eventually(heard(puzzle), 'Line from r1c1 to r3c2');
  await becomes(() => lines(puzzle), ['M1 1L3 3L3 5']);
  await becomes(() => page.evaluate(() => scrollY), scrolled, 'the finger draws and does not scroll');
  const colour = () => puzzle.locator('.lines g path').evaluate((path) => getComputedStyle(path).stroke);
  const dark = await colour();
  await puzzle.getByRole('button', { name: 'Line to the right' }).tap();
  await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await page.emulateMedia({ media: 'print' });
  await becomes(async () => await puzzle.locator('.board.live .lines').isVisible() && await colour() !== dark, true);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a printed sudoku with lines shows them', async () => {
  const { page, puzzle, context } = await opened();
  await page.emulateMedia({ media: 'print' });
  await becomes(() => puzzle.locator('table').isVisible(), true);
  await page.emulateMedia({ media: 'screen' });
  await page.keyboard.press('l');
  await cell(puzzle, 1, 1).click();
  await page.keyboard.press('Shift+ArrowDown');
  await becomes(async () => (await lines(puzzle)).length, 1);
  await page.emulateMedia({ media: 'print' });
  await becomes(async () => [await puzzle.locator('table').isVisible(), await puzzle.locator('.lines').isVisible()], [false, true]);
  await context.close();
});

test('a digit first: it is held, and taps and drags write it with every pen, by mouse, touch and keyboard', async () => {
  const { page, puzzle, context, trouble } = await opened();
  await option(puzzle, 'Entry', 'digit');
  const key = (name) => puzzle.getByRole('button', { name });
  await key(/^5\b/).click();
  await becomes(() => key(/^5\b/).getAttribute('aria-pressed'), 'true');
  await eventually(heard(puzzle), '5 selected. Choose cells.');
  await becomes(() => puzzle.locator('.cell.same').count(), [...PUZZLE].filter((sign) => sign === '5').length, 'cells with the digit are highlighted');
  await cell(puzzle, 1, 1).click();
  await becomes(() => label(puzzle, 1, 1), /, 5\b/);
  await cell(puzzle, 1, 1).click();
  await becomes(() => label(puzzle, 1, 1), 'row 1, column 1, blank');
  // A given stays unchanged, and no input is refused.
  await cell(puzzle, 1, 4).click();
  await becomes(() => label(puzzle, 1, 4), 'row 1, column 4, 6, given');
  await page.keyboard.press('x');
  await drag(page, await Promise.all([1, 2, 3].map((column) => point(cell(puzzle, 1, column)))));
  await becomes(() => label(puzzle, 1, 2), 'row 1, column 2, corner notes 5');
  await becomes(() => label(puzzle, 1, 3), 'row 1, column 3, corner notes 5');
  // The eraser can also be held.
  await key('Erase').click();
  await cell(puzzle, 1, 3).click();
  await becomes(() => label(puzzle, 1, 3), 'row 1, column 3, blank');
  // With the keyboard, a digit is held, Enter writes it, and Escape releases it.
  await page.keyboard.press('c');
  await page.keyboard.press('7');
  await eventually(heard(puzzle), '7 selected. Choose cells.');
  await page.keyboard.press('Enter');
  await becomes(() => label(puzzle, 1, 3), 'row 1, column 3, notes 7');
  await page.keyboard.press('Escape');
  await becomes(() => puzzle.locator('.pad [aria-pressed=true]').count(), 0);
  await cell(puzzle, 2, 1).click();
  await becomes(() => label(puzzle, 2, 1), 'row 2, column 1, blank', 'without a digit, a tap selects');
  await page.keyboard.press('v');
  await puzzle.getByRole('button', { name: 'Colour 3' }).click();
  await cell(puzzle, 1, 4).click();
  await becomes(() => label(puzzle, 1, 4), 'row 1, column 4, 6, given, colour 3');
  assert.deepEqual(await axe(page), []);
  await page.reload();
  await board(page);
  await key(/^4\b/).click();
  await becomes(() => key(/^4\b/).getAttribute('aria-pressed'), 'true', 'the option is kept');
  await option(puzzle, 'Entry', 'cell');
  await becomes(() => puzzle.locator('.pad [aria-pressed=true]').count(), 0);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a digit first by touch', async () => {
  const { puzzle, context, trouble } = await opened(HOME, 'gridlore-sudoku', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await option(puzzle, 'Entry', 'digit');
  await puzzle.getByRole('button', { name: /^8\b/ }).tap();
  for (const column of [1, 2]) {
    await cell(puzzle, 1, column).tap();
    await becomes(() => label(puzzle, 1, column), /, 8\b/);
  }
  assert.deepEqual(trouble, []);
  await context.close();
});

test('Space and Shift+Space change the pen; Tab does so if the player wants it, and leaves after Escape', async () => {
  const { page, puzzle, context, trouble } = await opened();
  await cell(puzzle, 1, 1).click();
  const after = async (key, name) => {
    await page.keyboard.press(key);
    await becomes(() => pen(puzzle), name);
  };
  await after('Space', 'corner');
  await after('Shift+Space', 'digit');
  await after('Shift+Space', 'line');
  await after('Space', 'digit');
  const isOnBoard = () => page.evaluate(() => document.activeElement?.getAttribute('role') === 'gridcell');
  await page.keyboard.press('Tab');
  await becomes(isOnBoard, false, 'Tab leaves the board');
  await option(puzzle, 'Tab key on the board', 'pen');
  await cell(puzzle, 1, 1).click();
  await after('Tab', 'corner');
  await after('Tab', 'centre');
  await after('Shift+Tab', 'corner');
  assert.equal(await isOnBoard(), true);
  await page.keyboard.press('Escape');
  await eventually(heard(puzzle), 'Tab now leaves the board.');
  await page.keyboard.press('Tab');
  await becomes(isOnBoard, false);
  await page.keyboard.press('Shift+Tab');
  await becomes(isOnBoard, true);
  await page.keyboard.press('ArrowRight');
  await after('Tab', 'centre');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('moves that were undone stay as branches, even after a reload, and each can be opened again', async () => {
  const { page, puzzle, context, trouble } = await opened();
  const history = async () => {
    await more(puzzle, 'History');
    const dialog = puzzle.getByRole('dialog', { name: 'History' });
    await dialog.waitFor();
    return dialog;
  };
  let dialog = await history();
  await eventually(dialog, 'No branches yet.');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await cell(puzzle, 1, 1).click();
  await page.keyboard.press('5');
  await cell(puzzle, 1, 2).click();
  await page.keyboard.press('8');
  await cell(puzzle, 1, 3).click();
  await page.keyboard.press('Shift+Digit4');
  await becomes(() => label(puzzle, 1, 3), /corner notes 4/);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await becomes(() => label(puzzle, 1, 2), /blank/);
  await cell(puzzle, 1, 2).click();
  await page.keyboard.press('3');
  await becomes(() => label(puzzle, 1, 2), /, 3\b/);
  await page.reload();
  await board(page);
  dialog = await history();
  const item = dialog.getByRole('button', { name: /After move 1: 8 in r1c2 2 moves · \d+ left/ });
  await item.waitFor();
  await eventually(dialog, 'On the board');
  assert.deepEqual(await axe(page), []);
  await item.click();
  await eventually(heard(puzzle), /Branch opened/);
  await becomes(() => label(puzzle, 1, 2), /, 8\b/);
  await becomes(() => label(puzzle, 1, 3), /corner notes 4/);
  // The undone moves are now a branch.
  dialog = await history();
  await dialog.getByRole('button', { name: /After move 1: 3 in r1c2/ }).click();
  await becomes(() => label(puzzle, 1, 2), /, 3\b/);
  assert.match(await saved(page, `sudoku:${PUZZLE}`), /;2;0=5;1=3;@1;1=8;2\^4$/);
  assert.deepEqual(trouble, []);
  await context.close();
});
