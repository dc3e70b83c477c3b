/// A game with its variations as text: copying it, entering it again, and the positions of errors.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { linesIn, textOf } from '../../src/connect-four/moves-text.js';
import { Stage, axe, becomes, board, eventually, heard } from '../stage.js';

/** @type {Stage} */ let stage;
before(async () => { stage = await Stage.open(); });
after(() => stage.close());

/** Returns the lines of an exported game without the positions of their moves. */
const linesOf = (text, isNarrow = true) => linesIn(text, isNarrow).lines.map((line) => line.map(({ letter }) => letter).join(''));

test('lines are written with variations in brackets, and read back', () => {
  const lines = ['4453', '445261', '44527', '42', '44537'];
  const text = textOf(lines, true);
  assert.equal(text, '1. X4 O4 (2. O2) 3. X5 O3 (4. O2 5. X6 (5. X7) 6. O1) (… 5. X7)');
  assert.deepEqual(linesOf(text).toSorted(), lines.toSorted());
  assert.equal(linesOf(text)[0], '4453', 'the main line is first');
  assert.deepEqual(linesOf(textOf(['ab1', 'a2'], false), false), ['ab1', 'a2']);
  assert.deepEqual(linesOf('4453'), ['4453']);
  assert.deepEqual(linesOf('445(2)3'), ['4453', '442']);
  assert.deepEqual(linesIn('44)5', true).error, { at: 2, text: 'Found ")" without "(".' });
  assert.deepEqual(linesIn('4(45', true).error, { at: 1, text: 'Found "(" without ")".' });
});

test('a game is copied with its variations and entered in another browser; the list has room beside the engine lines', async () => {
  const { page, trouble, context } = await stage.reader({ viewport: { width: 1280, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/play/connect-four');
  const puzzle = await board(page, 'gridlore-connect-four');
  await puzzle.getByRole('combobox', { name: 'Player O' }).selectOption('person');
  await puzzle.locator('.board.live [tabindex="0"]').focus();
  for (const key of '4453') await page.keyboard.press(key);
  await eventually(puzzle.locator('.status'), 'move 5');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  for (const key of '26') await page.keyboard.press(key);
  await becomes(() => puzzle.locator('.notation li button').count(), 6);
  await puzzle.getByRole('button', { name: 'Copy all variations' }).click();
  await eventually(heard(puzzle), 'Game copied with 1 variation.');
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(text, '1. X4 O4 3. X5 (3. X2 O6) 4. O3');
  await page.keyboard.press('l');
  await puzzle.locator('.engine li .line button').first().waitFor();
  const { height } = await puzzle.locator('.notation .lines').boundingBox();
  assert.ok(height >= 120, `the list is ${height} pixels high`);
  assert.deepEqual(await axe(page), []);
  const other = await stage.reader();
  await other.page.goto('/play/connect-four');
  const again = await board(other.page, 'gridlore-connect-four');
  await again.getByRole('button', { name: 'Enter moves' }).click();
  const dialog = other.page.getByRole('dialog', { name: 'Enter moves' });
  const field = dialog.getByRole('textbox');
  await field.fill(text.replace('O6', 'O9'));
  await field.press('Enter');
  await eventually(dialog.getByRole('alert'), 'Move 4: found "9", expected a column from 1 to 7.');
  await becomes(() => field.evaluate(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd)), '9');
  await field.fill(text);
  await field.press('Enter');
  await eventually(heard(again), 'Position after move 4.');
  await becomes(() => again.locator('.notation li button').count(), 6);
  await becomes(() => again.locator('.notation .variation button').count(), 2);
  assert.deepEqual([...trouble, ...other.trouble], []);
  await other.context.close();
  await context.close();
});
