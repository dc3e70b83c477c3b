/// The list of games: how its entries are distinguished, deleted and restored. Also the contents of
/// an exported sudoku.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Stage, axe, becomes, board, eventually, heard, more } from '../stage.js';

/** @type {Stage} */ let stage;
before(async () => { stage = await Stage.open(); });
after(() => stage.close());

const PUZZLE = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......';

/** Imports a sudoku and enters a digit into its second cell. */
async function importAndPlay(page, puzzle, text, name, digit) {
  await more(puzzle, 'Import');
  const dialog = page.getByRole('dialog', { name: 'Import' });
  await dialog.getByRole('textbox', { name: 'Puzzle' }).fill(text);
  if (name) await dialog.getByRole('textbox', { name: /^Name/ }).fill(name);
  await dialog.getByRole('button', { name: 'Open' }).click();
  await eventually(heard(puzzle), 'Puzzle imported.');
  await puzzle.getByRole('gridcell', { name: /^row 1, column 2,/ }).click();
  await page.keyboard.press(digit);
  await puzzle.getByRole('gridcell', { name: new RegExp(`^row 1, column 2, ${digit}`) }).waitFor();
}

test('Your games: imports have names, and a deleted game is restored by keyboard, even later', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/sudoku');
  const puzzle = await board(page);
  await importAndPlay(page, puzzle, PUZZLE, 'From the paper', '1');
  await importAndPlay(page, puzzle, PUZZLE.split('').reverse().join(''), '', '9');
  await more(puzzle, 'Your games');
  const games = page.getByRole('dialog', { name: 'Your games' });
  await games.getByRole('button', { name: /^Sudoku, From the paper \d+ left · .*today at \d\d:\d\d$/ }).waitFor();
  await games.getByRole('button', { name: /^Sudoku, imported on the board · \d+ left/ }).waitFor();
  assert.equal(await games.locator('li svg.played').count(), 2, 'each has a picture');
  assert.deepEqual(await axe(page), []);
  // The game on the board cannot be deleted, because it would be listed again with its next move.
  assert.equal(await games.getByRole('button', { name: /^Delete/ }).count(), 1);
  await games.getByRole('button', { name: 'Delete Sudoku, From the paper' }).press('Enter');
  await eventually(games.getByRole('status'), 'Sudoku, From the paper: deleted. It can be restored below.');
  await becomes(() => games.getByRole('button', { name: /^Sudoku, / }).count(), 1);
  await becomes(() => page.evaluate(() => document.activeElement?.closest('li') !== null), true, 'the focus stays in the list');
  assert.deepEqual(await axe(page), []);
  await page.keyboard.press('Escape');
  await page.reload();
  const again = await board(page);
  await more(again, 'Your games');
  await games.getByText('Deleted games').press('Enter');
  await games.getByRole('button', { name: 'Restore Sudoku, From the paper' }).press('Enter');
  await eventually(games.getByRole('status'), 'Sudoku, From the paper: restored.');
  assert.ok(await games.getByText('Deleted games').isHidden(), 'no game is deleted');
  await games.getByRole('button', { name: /^Sudoku, From the paper/ }).click();
  await again.getByRole('gridcell', { name: 'row 1, column 2, 1' }).waitFor();
  assert.deepEqual(trouble, []);
  await context.close();
});

test('Your games: entries of Connect Four name the players and the moves', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/connect-four');
  const puzzle = await board(page, 'gridlore-connect-four');
  await puzzle.getByRole('combobox', { name: 'Player O' }).selectOption('person');
  await puzzle.locator('.board.live [tabindex="0"]').focus();
  for (const key of '4453') await page.keyboard.press(key);
  await eventually(puzzle.locator('.status'), 'move 5');
  await page.getByRole('button', { name: 'New game' }).click();
  await eventually(puzzle.locator('.status'), 'move 1');
  await puzzle.locator('.board.live [tabindex="0"]').focus();
  for (const key of '12') await page.keyboard.press(key);
  await eventually(puzzle.locator('.status'), 'move 3');
  await more(puzzle, 'Your games');
  const games = page.getByRole('dialog', { name: 'Your games' });
  await games.getByRole('button', { name: /^Connect Four, Human v Human: 12 on the board · X to move · move 3/ }).waitFor();
  await games.getByRole('button', { name: /^Connect Four, Human v Human: 4453 X to move · move 5/ }).waitFor();
  assert.deepEqual(trouble, []);
  await context.close();
});

test('an export says which digits it holds, and leaves out the player’s own digits if they would look like givens', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/sudoku');
  const puzzle = await board(page);
  await importAndPlay(page, puzzle, PUZZLE, '', '1');
  await more(puzzle, 'Export');
  const dialog = page.getByRole('dialog', { name: 'Export' });
  const text = dialog.getByRole('textbox', { name: 'Exported text' });
  const [format, digits] = ['Format', 'Digits'].map((name) => dialog.getByRole('combobox', { name }));
  await becomes(() => text.inputValue(), `${PUZZLE}\n`);
  await eventually(dialog.getByRole('status'), '17 givens, without your own digits.');
  await digits.selectOption('With your digits');
  await becomes(() => text.inputValue(), `41${PUZZLE.slice(2)}\n`);
  await eventually(dialog.getByRole('status'), '17 givens and 1 digit of your own. In this format they look alike.');
  await format.selectOption('.sdk (SadMan, SudoCue)');
  await eventually(dialog.getByRole('status'), '17 givens and 1 digit of your own, marked as such.');
  await becomes(() => text.inputValue(), /^\[Puzzle\]\n4\.\.[^]*\[State\]\n41\./);
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(trouble, []);
  await context.close();
});
