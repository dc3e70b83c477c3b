/// The piece editor of the exact cover page: drawing boards and pieces by pointer, touch and keys,
/// solutions as pictures, counting with Stop, links, Undo and the list of games.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Stage, axe, becomes, board, eventually, heard } from '../stage.js';

/** @type {Stage} */
let stage;
before(async () => { stage = await Stage.open(); });
after(() => stage.close());

const press = (element, name) => element.getByRole('button', { name, exact: true }).click();
const said = (element, text) => eventually(element.locator('.said'), text);
const status = (element, text) => eventually(element.locator('.status'), text);
const picture = (element) => element.locator('.picture svg');
/** Returns the names of the pieces in each row of a solution, without its number. */
const solution = async (element) => (await picture(element).getAttribute('aria-label')).replace(/^Solution \d+\. /, '');
const boardCell = (element, row, column) => element.getByRole('grid', { name: 'Board' }).getByRole('gridcell', { name: new RegExp(`^row ${row}, column ${column},`) });

/** Opens the editor. */
async function pieces(page, address = '/play/cover') {
  await page.goto(address);
  const element = await board(page, 'gridlore-cover');
  if (!address.includes('#')) await press(element, 'Pieces');
  await element.locator('.packing').waitFor();
  return element;
}

test('pentominoes fill a rectangle: solutions as pictures, next, previous, and their number', async () => {
  const { page, trouble, context } = await stage.reader();
  const element = await pieces(page);
  await element.getByLabel('Examples').selectOption('Pentominoes in 3 × 20');
  await status(element, '12 pieces for 60 cells');
  await press(element, 'Solve');
  await picture(element).waitFor();
  const first = await solution(element);
  // The solution fills three rows of twenty cells, and every piece has five cells.
  const cells = first.match(/(?<=: )[^.]+/g).map((row) => row.split(' '));
  assert.deepEqual(cells.map((row) => row.length), [20, 20, 20]);
  for (const name of 'FILNPTUVWXYZ') assert.equal(cells.flat().filter((other) => other === name).length, 5, name);
  await press(element, 'Next solution');
  await status(element, 'solution 2 of 2 so far');
  assert.notEqual(await solution(element), first);
  await press(element, 'Previous');
  await becomes(() => solution(element), first);
  await press(element, 'Count all');
  await said(element, '8 solutions; 2 up to rotation and reflection.');
  for (let at = 1; at < 8; at++) await press(element, 'Next solution');
  await status(element, 'solution 8 of 8');
  await becomes(() => element.getByRole('button', { name: 'Next solution' }).getAttribute('aria-disabled'), 'true');
  assert.deepEqual(await axe(page), []);
  await press(element, 'Edit board');
  await boardCell(element, 1, 1).waitFor();
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('another board keeps the pieces; a board without cells is kept, too', async () => {
  const { page, trouble, context } = await stage.reader();
  const element = await pieces(page);
  await element.getByLabel('Board', { exact: true }).and(page.locator('select')).selectOption('8 × 8 without the middle');
  await status(element, '12 pieces for 60 cells');
  await becomes(() => boardCell(element, 4, 4).getAttribute('aria-selected'), 'false');
  for (const label of ['Rows', 'Columns']) {
    await element.getByLabel(label).fill('1');
    await element.getByLabel(label).press('Enter');
  }
  await boardCell(element, 1, 1).click();
  await status(element, 'pieces with 60 cells, board with 0');
  await press(element, 'Solve');
  await said(element, 'The board has no cells.');
  await page.reload();
  const again = await board(page, 'gridlore-cover');
  await status(again, 'pieces with 60 cells, board with 0');
  await press(again, 'Fill board');
  await status(again, 'pieces with 60 cells, board with 1');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('by keyboard: a board and a piece are drawn, solved, and opened as a matrix', async () => {
  const { page, trouble, context } = await stage.reader();
  const element = await pieces(page);
  for (const [label, value] of [['Rows', '3'], ['Columns', '3']]) {
    await element.getByLabel(label).fill(value);
    await element.getByLabel(label).press('Enter');
  }
  await element.getByRole('button', { name: 'Remove all' }).press('Enter');
  await status(element, 'pieces with 0 cells, board with 9');
  // The middle cell is removed from the board.
  await boardCell(element, 1, 1).focus();
  for (const key of ['ArrowDown', 'ArrowRight', 'Space']) await page.keyboard.press(key);
  await eventually(heard(element), /board with 8\. Add pieces first\./);
  await becomes(() => boardCell(element, 2, 2).getAttribute('aria-label'), 'row 2, column 2, removed');
  // Use a piece of four cells, twice.
  await element.getByRole('button', { name: 'New piece' }).press('Enter');
  const dialog = element.getByRole('dialog', { name: 'New piece' });
  for (const key of ['Space', 'ArrowRight', 'Space', 'ArrowRight', 'Space', 'ArrowDown', 'Space']) await page.keyboard.press(key);
  await becomes(() => dialog.getByRole('gridcell', { selected: true }).count(), 4);
  assert.deepEqual(await axe(page), []);
  await dialog.getByLabel('Name').fill('Hook');
  await dialog.getByLabel('Number of copies').fill('2');
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await element.getByRole('button', { name: 'Piece Hook, 4 cells, 2 copies: edit' }).waitFor();
  await status(element, '2 pieces for 8 cells');
  await element.getByRole('button', { name: 'Count all' }).press('Enter');
  await said(element, '4 solutions; 1 up to rotation and reflection.');
  await becomes(() => picture(element).getAttribute('aria-label'), /Row 2: Hook outside Hook\./);
  // Pieces that may not be turned cannot fill the ring.
  await element.getByLabel('Pieces may be').selectOption('As drawn');
  await element.getByRole('button', { name: 'Solve' }).press('Enter');
  await said(element, 'No solution: the pieces cannot fill this board.');
  await page.keyboard.press('Control+z');
  await becomes(() => element.getByLabel('Pieces may be').inputValue(), 'over');
  await element.getByRole('button', { name: 'Open as matrix' }).press('Enter');
  await element.locator('.matrix').waitFor();
  await becomes(() => element.locator('.matrix thead th[scope=col]').allInnerTexts(), ['00', '01', '02', '10', '12', '20', '21', '22']);
  await element.getByRole('button', { name: 'Next solution' }).press('Enter');
  await becomes(() => element.locator('.tiles span').allInnerTexts(), ['Hook', 'Hook', 'Hook', 'Hook', '', 'Hook', 'Hook', 'Hook', 'Hook']);
  await press(element, 'Undo');
  await eventually(element.locator('.said'), 'Undone: opening the matrix.');
  await boardCell(element, 1, 1).waitFor();
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a long count is stopped and continued; impossible pieces are explained', async () => {
  const { page, trouble, context } = await stage.reader();
  const element = await pieces(page, '/play/cover#1;cover:pack:board,12x12/pieces,I2*72;pieces');
  await said(element, 'Pieces loaded from the link.');
  // Wait for the counter first, because Stop could otherwise precede the first solution.
  const counted = async () => Number((await element.locator('.status > span').last().innerText()).match(/([\d,]+) (?:solutions|so far)/)?.[1].replaceAll(',', '') ?? 0);
  const stopped = async () => Number((await element.locator('.said').innerText()).match(/Stopped at ([\d,]+) solutions\. Press Count all to continue\./)?.[1].replaceAll(',', '') ?? 0);
  await press(element, 'Count all');
  await becomes(counted, (found) => found > 0);
  await press(element, 'Stop');
  const before = await becomes(stopped, (found) => found > 0);
  await press(element, 'Count all');
  await becomes(counted, (found) => found > before);
  await press(element, 'Stop');
  await becomes(stopped, (found) => found > before);
  await element.getByLabel('Add pieces').selectOption('Single cell');
  await press(element, 'Solve');
  await said(element, 'The pieces have 1 cell too many for the board.');
  await press(element, 'Remove all');
  await element.getByLabel('Add pieces').selectOption('12 pentominoes');
  await press(element, 'Solve');
  await said(element, 'The pieces leave 84 cells of the board empty. Add pieces, or allow empty cells.');
  await element.getByLabel('Cells may stay empty').check();
  await press(element, 'Solve');
  await picture(element).waitFor();
  await becomes(async () => (await solution(element)).match(/empty/g).length, 84);
  await press(element, 'Open as matrix');
  await said(element, 'expected at most 60 items and 150 options');
  await becomes(() => picture(element).isVisible(), true);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('pieces survive a reload, travel in a link, and are undone, copied, deleted and listed', async () => {
  const { page, trouble, context } = await stage.reader({ permissions: ['clipboard-read', 'clipboard-write'] });
  const element = await pieces(page);
  await element.getByLabel('Examples').selectOption('Three pieces in 3 × 3');
  const list = (shown) => shown.getByRole('list', { name: 'Pieces' }).getByRole('button').evaluateAll((made) => made.map((each) => each.getAttribute('aria-label').split(',')[0]));
  await becomes(() => list(element), ['Piece P', 'Piece V3', 'Piece I1']);
  // A stroke across three cells of the board is one change.
  const [from, to] = [await boardCell(element, 1, 1).boundingBox(), await boardCell(element, 1, 3).boundingBox()];
  await page.mouse.move(from.x + 9, from.y + 9);
  await page.mouse.down();
  await page.mouse.move(to.x - from.width / 2, to.y + 9, { steps: 4 });
  await page.mouse.move(to.x + 9, to.y + 9, { steps: 4 });
  await page.mouse.up();
  await status(element, 'pieces with 9 cells, board with 6');
  await page.keyboard.press('Control+z');
  await status(element, '3 pieces for 9 cells');
  await element.getByRole('button', { name: 'Piece P, 5 cells' }).click();
  await element.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
  await becomes(() => list(element), ['Piece P', 'Piece V3', 'Piece I1', 'Piece P2']);
  await element.getByRole('button', { name: 'Piece P2' }).click();
  await element.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await becomes(() => list(element), ['Piece P', 'Piece V3', 'Piece I1']);
  await press(element, 'Undo');
  await becomes(() => list(element), ['Piece P', 'Piece V3', 'Piece I1', 'Piece P2']);
  await page.reload();
  const again = await board(page, 'gridlore-cover');
  await becomes(() => list(again), ['Piece P', 'Piece V3', 'Piece I1', 'Piece P2']);
  await press(again, 'Share');
  await said(again, 'Link to this piece set copied.');
  const other = await context.newPage();
  const linked = await pieces(other, await page.evaluate(() => navigator.clipboard.readText()));
  await becomes(() => list(linked), ['Piece P', 'Piece V3', 'Piece I1', 'Piece P2']);
  // Another set does not replace these pieces in the list of games.
  await linked.getByLabel('Examples').selectOption('Pentominoes in 6 × 10');
  await press(linked, 'Solve');
  await picture(linked).waitFor();
  await press(linked, 'Your games');
  const dialog = linked.getByRole('dialog', { name: 'Your games' });
  await eventually(dialog.getByRole('listitem').first(), '12 pieces for 60 cells');
  await dialog.getByRole('button', { name: 'pieces with 14 cells, board with 9' }).first().click();
  await becomes(() => list(linked), ['Piece P', 'Piece V3', 'Piece I1', 'Piece P2']);
  const download = other.waitForEvent('download');
  await linked.getByLabel('Examples').selectOption('Three pieces in 3 × 3');
  await press(linked, 'Save in Knuth’s format');
  assert.equal((await download).suggestedFilename(), 'exact-cover.txt');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('on a phone, by touch and in dark mode, board and buttons are visible together', async () => {
  const { page, trouble, context } = await stage.reader({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme: 'dark' });
  const element = await pieces(page);
  await boardCell(element, 1, 1).tap();
  await status(element, 'pieces with 60 cells, board with 59');
  await boardCell(element, 1, 1).tap();
  await status(element, '12 pieces for 60 cells');
  await element.getByRole('button', { name: 'Solve' }).tap();
  await picture(element).waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  const isInView = (locator) => locator.evaluate((shown) => shown.getBoundingClientRect().top >= 0 && shown.getBoundingClientRect().bottom <= innerHeight);
  for (const shown of [picture(element), ...['Previous', 'Next solution', 'Count all', 'Edit board'].map((name) => element.getByRole('button', { name }))]) await becomes(() => isInView(shown), true);
  await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(trouble, []);
  await context.close();
});
