/// Connect Four as a tool for analysis: the engine lines, the list of moves with variations,
/// entering and copying moves, bounds on scores, and the trainer.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DEFENCES, WINS } from '../../src/connect-four/four-exercises.js';
import { Stage, axe, becomes, board, eventually, heard, more } from '../stage.js';

const PAGE = '/play/connect-four';
/** @type {Stage} */
let stage;
before(async () => { stage = await Stage.open(); });
after(() => stage.close());

const status = (puzzle, text) => eventually(puzzle.locator('.status'), text);
const head = (puzzle, column) => puzzle.locator('.head button').nth(column - 1);
/** Returns the discs on the board, row by row. */
const discs = (puzzle) => puzzle.locator('.board.live .cell').evaluateAll((cells) => cells.map((cell) => cell.querySelector('.disc')?.getAttribute('data-stone') ?? '.').join(''));
const moves = (puzzle) => puzzle.locator('.notation li button');
/** Returns the names of the moves, in list order. */
const written = (puzzle) => moves(puzzle).evaluateAll((all) => all.map((one) => /[XO]\w/.exec(one.textContent)[0]).join(' '));
/** Returns the engine lines. */
const rows = (puzzle) => puzzle.locator('.engine li');
const current = (puzzle) => puzzle.locator('.notation [aria-current=step]');

/** Opens the page for two people. */
async function opened(options) {
  const reader = await stage.reader(options);
  await reader.page.goto(PAGE);
  const puzzle = await board(reader.page, 'gridlore-connect-four');
  await puzzle.getByRole('combobox', { name: 'Player O' }).selectOption('person');
  await puzzle.locator('.notation').waitFor();
  return { ...reader, puzzle };
}

/** Enters moves in the dialog. */
async function enter(puzzle, text) {
  await puzzle.getByRole('button', { name: 'Enter moves' }).click();
  const dialog = puzzle.getByRole('dialog', { name: 'Enter moves' });
  await dialog.getByRole('textbox').fill(text);
  await dialog.getByRole('button', { name: 'Show position' }).click();
  return dialog;
}

test('moves are listed; another move after a takeback is a variation, and both lines stay', async () => {
  const { page, puzzle, trouble, context } = await opened();
  for (const column of [4, 4, 3, 5]) await head(puzzle, column).click();
  await becomes(() => written(puzzle), 'X4 O4 X3 O5');
  await becomes(() => current(puzzle).textContent(), /O5/);
  await puzzle.getByRole('button', { name: 'Undo' }).click();
  await becomes(() => current(puzzle).textContent(), /X3/);
  await becomes(() => written(puzzle), 'X4 O4 X3 O5', 'the move that was taken back is still listed');
  await puzzle.getByRole('button', { name: 'Undo' }).click();
  await head(puzzle, 1).click();
  await head(puzzle, 2).click();
  await becomes(() => written(puzzle), 'X4 O4 X3 X1 O2 O5', 'the new line is indented below the move that it replaces');
  await becomes(() => puzzle.locator('.notation .variation button').count(), 2);
  const variation = await discs(puzzle);
  // A click reopens the first line.
  await moves(puzzle).last().click();
  await status(puzzle, 'X to move · move 5');
  await becomes(() => current(puzzle).textContent(), /O5/);
  assert.notEqual(await discs(puzzle), variation);
  // Arrow keys, Home and End move within the line; Up and Down change to another line.
  await page.keyboard.press('ArrowLeft');
  await status(puzzle, 'O to move · move 4');
  await page.keyboard.press('ArrowDown');
  await becomes(() => current(puzzle).textContent(), /X1/);
  await page.keyboard.press('End');
  await becomes(() => discs(puzzle), variation);
  await page.keyboard.press('Home');
  await status(puzzle, 'X to move · move 1');
  await puzzle.getByRole('button', { name: 'Next move' }).click();
  await status(puzzle, 'O to move · move 2');
  await puzzle.getByRole('button', { name: 'Last move' }).click();
  await becomes(() => discs(puzzle), variation);
  assert.deepEqual(await axe(page), []);
  await page.reload();
  const again = await board(page, 'gridlore-connect-four');
  await becomes(() => written(again), 'X4 O4 X3 X1 O2 O5', 'all lines are kept');
  await becomes(() => current(again).textContent(), /O2/);
  // A new game has its own list. Undo returns to the previous game, with its lines.
  await page.getByRole('button', { name: 'New game' }).click();
  await becomes(() => moves(again).count(), 0);
  await again.getByRole('button', { name: 'Undo' }).click();
  await becomes(() => written(again), 'X4 O4 X3 X1 O2 O5');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('moves are entered and copied; errors say what was found and where', async () => {
  const { page, puzzle, trouble, context } = await opened();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const dialog = await enter(puzzle, '44 4444 4');
  await eventually(dialog.getByRole('alert'), 'Move 7: found a move into column 4, which is full, expected a column with an empty cell.');
  const selected = () => dialog.getByRole('textbox').evaluate((field) => [field.selectionStart, field.selectionEnd]);
  assert.deepEqual(await selected(), [8, 9], 'the wrong move is selected');
  for (const [text, error] of [['448', 'Move 3: found "8", expected a column from 1 to 7.'], ['', 'Found no moves, expected columns such as 4453.'], ['12121212', 'Move 8: found a move after X has won, expected the end of the game.']]) {
    await dialog.getByRole('textbox').fill(text);
    await dialog.getByRole('button', { name: 'Show position' }).click();
    await eventually(dialog.getByRole('alert'), error);
  }
  assert.deepEqual(await axe(page), []);
  await dialog.getByRole('textbox').fill('1. 4 4 2. 5 3');
  await page.keyboard.press('Enter');
  await status(puzzle, 'X to move · move 5');
  await becomes(() => written(puzzle), 'X4 O4 X5 O3');
  await puzzle.getByRole('button', { name: 'Copy moves' }).click();
  await eventually(heard(puzzle), '4 moves copied: 4453.');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), '4453');
  // Entered moves can be taken back one by one.
  await puzzle.getByRole('button', { name: 'Undo' }).click();
  await status(puzzle, 'O to move · move 4');
  // Columns beyond the ninth are letters.
  await page.goto(`${PAGE}#1;connect-four:12x4:;0;0`);
  const wide = await board(page, 'gridlore-connect-four');
  await enter(wide, '1Aab');
  await becomes(() => written(wide), 'X1 Oa Xa Ob');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('scores show bounds before they are known, and the computation can be stopped', async () => {
  const { page, puzzle, trouble, context } = await opened();
  await enter(puzzle, '4321234');
  await status(puzzle, 'O to move · move 8');
  const scores = () => puzzle.locator('.scores').textContent();
  await puzzle.getByRole('button', { name: 'Scores' }).click();
  await becomes(scores, /≥\u202f0no loss|≤\u202f0no win|≥\u202f\+\d+win|≤\u202f−\d+loss/);
  await becomes(scores, '−4loss−3loss−2loss+1win−6loss−5loss−5loss');
  await becomes(() => puzzle.getByRole('button', { name: 'Stop' }).isVisible(), false);
  await page.getByRole('combobox', { name: 'Board size' }).selectOption('9x7x5');
  await page.getByRole('button', { name: 'New game' }).click();
  await eventually(puzzle.locator('.side'), 'Computing the scores…');
  await puzzle.getByRole('button', { name: 'Stop' }).click();
  await eventually(heard(puzzle), 'Stopped. The scores and bounds found so far are shown.');
  await becomes(scores, '?????????');
  // When scores are switched off, their computation also stops.
  await puzzle.getByRole('button', { name: 'Scores' }).click();
  await becomes(scores, '');
  await puzzle.getByRole('button', { name: 'Scores' }).click();
  await puzzle.getByRole('button', { name: 'Stop' }).waitFor();
  await puzzle.getByRole('button', { name: 'Scores' }).click();
  await becomes(() => puzzle.getByRole('button', { name: 'Stop' }).isVisible(), false);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('the trainer: a wrong move is answered, the right one explained, and the player’s own game comes back', async () => {
  const { page, puzzle, trouble, context } = await opened();
  for (const column of [4, 4, 3]) await head(puzzle, column).click();
  await status(puzzle, 'O to move · move 4');
  const own = await discs(puzzle);
  await puzzle.getByRole('button', { name: 'Train' }).click();
  const trainer = puzzle.getByRole('region', { name: 'Trainer' });
  await eventually(trainer.locator('.task'), 'X to move. Only one column wins. Which one?');
  await becomes(async () => [...await discs(puzzle)].filter((disc) => disc !== '.').length, WINS[0][0].length);
  assert.deepEqual(await axe(page), []);
  const position = await discs(puzzle);
  const [, right] = WINS[0];
  // Choose the first open column that is not the solution.
  const wrong = await puzzle.locator('.head button').evaluateAll((all, right) => all.findIndex((one, at) => at + 1 !== right && one.getAttribute('aria-disabled') !== 'true'), right) + 1;
  await page.keyboard.press(String(wrong));
  await eventually(trainer.locator('.why'), new RegExp(`Not column ${wrong}.*O replies in column \\d and (wins|holds the draw)\\.`, 's'));
  await becomes(async () => [...await discs(puzzle)].filter((disc) => disc !== '.').length, WINS[0][0].length + 2, 'the reply is on the board');
  await eventually(heard(puzzle), `Not column ${wrong}.`);
  assert.deepEqual(await axe(page), []);
  await trainer.getByRole('button', { name: 'Try again' }).click();
  await becomes(() => discs(puzzle), position);
  // No takebacks, hints or scores while an exercise is shown.
  for (const key of ['h', 's', 'Control+z']) await page.keyboard.press(key);
  await head(puzzle, right).click();
  await eventually(trainer.locator('.why'), new RegExp(`Right: column ${right}.*X wins in 2 moves\\.`, 's'));
  await becomes(() => trainer.locator('.tally').innerText(), /Solved\s+0 of 60\s+Tried\s+1\s+In a row\s+0/, 'only the first answer counts');
  await trainer.getByRole('button', { name: 'Next exercise' }).click();
  await eventually(trainer.locator('.about'), 'Exercise 2 of 60');
  await head(puzzle, WINS[1][1]).click();
  await becomes(() => trainer.locator('.tally').innerText(), /Solved\s+1 of 60\s+Tried\s+2\s+In a row\s+1/);
  await trainer.getByRole('combobox', { name: 'Exercises' }).selectOption('Find the only saving move');
  await eventually(trainer.locator('.task'), 'Only one column saves the game.');
  await trainer.getByRole('button', { name: 'Show the answer' }).click();
  await eventually(trainer.locator('.why'), new RegExp(`The answer is column ${DEFENCES[0][1]}.*This saves the draw\\. Every other column loses\\.`, 's'));
  await trainer.getByRole('button', { name: 'Leave the trainer' }).click();
  await becomes(() => discs(puzzle), own);
  await status(puzzle, 'O to move · move 4');
  await becomes(() => written(puzzle), 'X4 O4 X3');
  // A reload in the middle of an exercise loses neither the game nor the progress.
  await puzzle.getByRole('button', { name: 'Train' }).click();
  await eventually(trainer.locator('.task'), 'saves the game');
  await page.reload();
  const again = await board(page, 'gridlore-connect-four');
  await becomes(() => discs(again), own);
  await again.getByRole('button', { name: 'Train' }).click();
  await becomes(() => again.locator('.trainer .tally').innerText(), /Solved\s+1 of 60\s+Tried\s+2/);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('mistakes that a review finds come up in the trainer', async () => {
  const { page, puzzle, trouble, context } = await opened();
  await puzzle.getByRole('button', { name: 'Train' }).click();
  const trainer = puzzle.getByRole('region', { name: 'Trainer' });
  assert.ok(await trainer.getByRole('option', { name: 'From your games (none yet: review a game that you played)' }).isDisabled());
  await trainer.getByRole('button', { name: 'Leave the trainer' }).click();
  // O must respond to the three discs of X in column 1.
  await enter(puzzle, '1213141');
  await status(puzzle, 'X won at move 7');
  await puzzle.getByRole('button', { name: 'Review' }).click();
  await eventually(heard(puzzle), /Review complete\..* added to the trainer\./);
  await puzzle.getByRole('button', { name: 'Train' }).click();
  await trainer.getByRole('combobox', { name: 'Exercises' }).selectOption('own');
  await eventually(trainer.locator('.about'), /Exercise 1 of \d+\. In your game you played column \d\./);
  await trainer.getByRole('button', { name: 'Show the answer' }).click();
  await eventually(trainer.locator('.why'), /The answer is column \d/);
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('the engine lines: one to five, with results; a move shows its position and leaves the game as it is', async () => {
  const { page, puzzle, trouble, context } = await opened();
  await enter(puzzle, '444443354');
  await moves(puzzle).nth(7).click();
  await status(puzzle, 'X to move · move 9');
  await puzzle.getByRole('button', { name: 'Check' }).click();
  const [, end] = /With best play: X wins at move (\d+)\./.exec(await becomes(() => puzzle.locator('.said').textContent(), /X wins at move \d+/));
  await page.keyboard.press('l');
  await eventually(heard(puzzle), `Best line, ${Number(end) - 8} moves: X wins at move ${end}.`);
  await becomes(() => rows(puzzle).count(), 3);
  const best = rows(puzzle).first();
  await becomes(() => best.locator('b').textContent(), `X wins in ${Math.ceil((Number(end) - 8) / 2)}`);
  await becomes(() => best.locator('.line button').count(), Number(end) - 8);
  const game = 'X4 O4 X4 O4 X4 O3 X3 O5 X4';
  assert.equal(await written(puzzle), game, 'the list has the moves of the game only');
  await puzzle.getByRole('combobox', { name: 'Number of lines' }).selectOption('5 best lines');
  await becomes(() => rows(puzzle).count(), 5);
  // Every line ends the game with the result that it names.
  await becomes(() => rows(puzzle).evaluateAll((all) => all.filter((row) => !/^(X|O) wins in \d+$|^draw$/.test(row.querySelector('b').textContent) || row.querySelectorAll('.line button').length < 2).length), 0);
  const unfold = best.getByRole('button', { name: /^Whole line of column/ });
  await unfold.click();
  await becomes(() => unfold.getAttribute('aria-expanded'), 'true');
  assert.deepEqual(await axe(page), []);
  // The list has one tab stop, and arrow keys and Enter work within it.
  await becomes(() => puzzle.locator('.engine [tabindex="0"]').count(), 1);
  const [first, second] = (await best.locator('.line button').evaluateAll((all) => all.map((one) => /[XO](\d)/.exec(one.textContent)[1]))).slice(0, 2);
  await best.locator('.line button').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await status(puzzle, 'X to move · move 11');
  await becomes(() => written(puzzle), `X4 O4 X4 O4 X4 O3 X3 O5 X4 X${first} O${second}`);
  await becomes(() => current(puzzle).textContent(), new RegExp(`O${second}`));
  await becomes(() => page.evaluate(() => document.activeElement?.closest('.engine') !== null), true, 'the next move of the line has the focus');
  // The lines follow the position.
  await becomes(() => best.locator('.line button').count(), Number(end) - 10);
  await moves(puzzle).nth(8).click();
  await status(puzzle, 'O to move · move 10');
  // The choice is remembered; a line has no place in a finished game.
  await puzzle.getByRole('combobox', { name: 'Number of lines' }).selectOption('Best line');
  await becomes(() => rows(puzzle).count(), 1);
  await page.reload();
  const again = await board(page, 'gridlore-connect-four');
  await becomes(() => again.getByRole('button', { name: 'Lines' }).getAttribute('aria-pressed'), 'true');
  await becomes(() => rows(again).count(), 1);
  await enter(again, '1212121');
  await eventually(again.locator('.engine'), 'X won at move 7.');
  await more(again, 'Best line from here');
  await eventually(heard(again), 'X won at move 7. There is no move to play.');
  await again.getByRole('button', { name: 'Lines' }).click();
  await becomes(() => again.locator('.engine').isVisible(), false);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('an engine line is not a move in a game against the computer', async () => {
  const { page, puzzle, trouble, context } = await opened({ reducedMotion: 'reduce' });
  await enter(puzzle, '44444333');
  await status(puzzle, 'X to move · move 9');
  await puzzle.getByRole('combobox', { name: 'Player O' }).selectOption('beginner');
  await more(puzzle, 'Best line from here');
  await becomes(() => rows(puzzle).first().locator('.line button').count(), (count) => count > 2);
  // It is O's turn there, but the game has not reached that position yet.
  await rows(puzzle).first().locator('.line button').first().click();
  await status(puzzle, 'O to move · move 10');
  await becomes(() => puzzle.locator('.notation .variation button').count(), 1, 'it is a variation');
  await moves(puzzle).nth(7).click();
  await status(puzzle, 'X to move · move 9');
  assert.equal(await puzzle.locator('.notation .variation button').count(), 1, 'the computer did not answer');
  await page.reload();
  const again = await board(page, 'gridlore-connect-four');
  await status(again, 'X to move · move 9');
  // The game continues where it was, even with the same move.
  await becomes(() => rows(again).first().locator('.line button').count(), (count) => count > 2);
  const [, column] = /X(\d)/.exec(await rows(again).first().locator('.line button').first().textContent());
  await head(again, column).click();
  await status(again, 'X to move · move 11');
  await becomes(() => again.locator('.notation .variation button').count(), 0);
  await becomes(() => moves(again).count(), 10);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('on a large board the lines show bounds, or that nothing is known, and can be stopped', async () => {
  const { page, puzzle, trouble, context } = await opened();
  await page.getByRole('combobox', { name: 'Board size' }).selectOption('9x7x5');
  await page.getByRole('button', { name: 'New game' }).click();
  await becomes(() => head(puzzle, 9).count(), 1);
  await puzzle.getByRole('button', { name: 'Lines' }).click();
  await becomes(() => rows(puzzle).locator('b').allTextContents(), ['…', '…', '…']);
  // The board does not wait for the search.
  await head(puzzle, 5).click();
  await status(puzzle, 'O to move · move 2');
  await eventually(puzzle.locator('.side'), 'Computing the scores…');
  await puzzle.getByRole('button', { name: 'Stop' }).click();
  await eventually(heard(puzzle), 'Stopped. The scores and bounds found so far are shown.');
  await becomes(() => rows(puzzle).locator('b').allTextContents(), ['not known', 'not known', 'not known']);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a variation is promoted, deleted and restored, by button and by key', async () => {
  const { page, puzzle, trouble, context } = await opened();
  await enter(puzzle, '4435');
  await puzzle.getByRole('button', { name: 'Undo' }).click();
  for (const column of [1, 2]) await head(puzzle, column).click();
  const both = 'X4 O4 X3 O5 O1 X2';
  await becomes(() => written(puzzle), both);
  const [promote, remove] = ['Promote variation', 'Delete variation'].map((name) => puzzle.getByRole('button', { name }));
  await remove.click();
  await becomes(() => written(puzzle), 'X4 O4 X3 O5');
  await eventually(heard(puzzle), 'Variation deleted. Undo restores it.');
  await status(puzzle, 'O to move · move 4');
  await puzzle.getByRole('button', { name: 'Undo' }).click();
  await becomes(() => written(puzzle), both);
  await status(puzzle, 'O to move · move 6');
  await becomes(() => current(puzzle).textContent(), /X2/);
  // Delete by key. After another move, Undo applies to moves, but the deletion can still be
  // restored.
  await current(puzzle).focus();
  await page.keyboard.press('Delete');
  await becomes(() => written(puzzle), 'X4 O4 X3 O5');
  await head(puzzle, 5).click();
  await status(puzzle, 'X to move · move 5');
  await page.keyboard.press('Control+z');
  await status(puzzle, 'O to move · move 4');
  assert.equal(await written(puzzle), 'X4 O4 X3 O5');
  await page.reload();
  const again = await board(page, 'gridlore-connect-four');
  await again.getByRole('button', { name: 'Restore variation' }).click();
  await becomes(() => written(again), both);
  await becomes(() => again.getByRole('button', { name: 'Restore variation' }).isVisible(), false);
  // Nothing is deleted from the main line.
  await becomes(() => remove.getAttribute('aria-disabled'), 'true');
  await current(again).focus();
  await page.keyboard.press('Delete');
  await eventually(heard(again), 'Only a variation can be deleted. This move is in the main line.');
  assert.equal(await written(again), both);
  await moves(again).last().click();
  await becomes(() => promote.getAttribute('aria-disabled'), 'false');
  await promote.click();
  await becomes(() => written(again), 'X4 O4 X3 O1 O5 X2');
  await eventually(heard(again), 'This is the main line now. Undo reverses it.');
  await becomes(() => again.locator('.notation .variation button').allTextContents().then((all) => all.join()), '4. O5');
  await page.keyboard.press('Control+z');
  await becomes(() => written(again), both);
  await current(again).focus();
  await page.keyboard.press('p');
  await becomes(() => written(again), 'X4 O4 X3 O1 O5 X2');
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a reload keeps the scores, the review and its graph; a click on the graph shows a position', async () => {
  const { page, puzzle, trouble, context } = await opened();
  await page.keyboard.press('s');
  await enter(puzzle, '1213141');
  await puzzle.getByRole('button', { name: 'Review' }).click();
  await eventually(heard(puzzle), 'Review complete.');
  const marked = (one) => one.locator('.notation [data-mark=mistake]').allTextContents();
  const mistakes = await marked(puzzle);
  assert.notEqual(mistakes.length, 0);
  await page.reload();
  const again = await board(page, 'gridlore-connect-four');
  await becomes(() => marked(again), mistakes);
  await becomes(() => again.locator('.review svg').isVisible(), true);
  await becomes(() => again.getByRole('button', { name: 'Scores' }).getAttribute('aria-pressed'), 'true');
  const graph = again.locator('.review svg');
  const box = await graph.boundingBox();
  await graph.click({ position: { x: box.width / 2, y: box.height / 2 } });
  await eventually(again.locator('.status'), /to move · move [45]/);
  await becomes(() => again.locator('.scores b').allTextContents().then((all) => all.filter((text) => /\d/.test(text)).length), 7, 'the scores of the position are shown');
  // A different board has its own marks.
  await page.getByRole('combobox', { name: 'Board size' }).selectOption('6x5');
  await page.getByRole('button', { name: 'New game' }).click();
  await becomes(() => head(again, 7).count(), 0);
  await enter(again, '1213141');
  await becomes(() => moves(again).count(), 7);
  assert.deepEqual(await marked(again), []);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('the trainer says when an exercise has a different size from the board, and the board is kept', async () => {
  const { page, puzzle, trouble, context } = await opened();
  const trainer = puzzle.getByRole('region', { name: 'Trainer' });
  await puzzle.getByRole('button', { name: 'Train' }).click();
  await eventually(trainer.locator('.task'), 'Only one column wins.');
  await becomes(() => trainer.locator('.notice').isVisible(), false, 'the board has the same size');
  await trainer.getByRole('button', { name: 'Leave the trainer' }).click();
  await page.getByRole('combobox', { name: 'Board size' }).selectOption('5x5');
  await page.getByRole('button', { name: 'New game' }).click();
  await becomes(() => head(puzzle, 6).count(), 0);
  await head(puzzle, 1).click();
  await puzzle.getByRole('button', { name: 'Train' }).click();
  const notice = 'This exercise has a board of 7 by 6. Your board of 5 by 5 is kept; press Leave to return to it.';
  await eventually(trainer.locator('.notice'), notice);
  await eventually(heard(puzzle), notice);
  assert.deepEqual(await trainer.getByRole('combobox', { name: 'Exercises' }).locator('option').allTextContents(), ['Find the only winning move (7 by 6)', 'Find the only saving move (7 by 6)', 'From your games (none yet: review a game that you played)']);
  await trainer.getByRole('button', { name: 'Leave the trainer' }).click();
  await becomes(() => head(puzzle, 5).count(), 1);
  await becomes(() => written(puzzle), 'X1');
  // A mistake on this board becomes an exercise for it, and is shown first.
  await enter(puzzle, '1213141');
  await puzzle.getByRole('button', { name: 'Review' }).click();
  await eventually(heard(puzzle), /Review complete\..* added to the trainer\./);
  await puzzle.getByRole('button', { name: 'Train' }).click();
  await eventually(trainer.locator('.about'), 'In your game you played column');
  await becomes(() => trainer.locator('.notice').isVisible(), false);
  assert.match(await trainer.getByRole('combobox', { name: 'Exercises' }).locator('option').last().textContent(), /^From your games \((\d+), \1 on 5 by 5\)$/);
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a long review can be stopped, and what was reviewed stays', async () => {
  const { page, puzzle, trouble, context } = await opened();
  await page.getByRole('combobox', { name: 'Board size' }).selectOption('8x7');
  await page.getByRole('button', { name: 'New game' }).click();
  await enter(puzzle, '1213141');
  await status(puzzle, 'X won at move 7');
  await puzzle.getByRole('button', { name: 'Review' }).click();
  await eventually(puzzle.locator('.report'), /[1-6] of 7 moves reviewed…/);
  await puzzle.getByRole('button', { name: 'Stop' }).click();
  await eventually(heard(puzzle), /Stopped\. [1-6] moves? reviewed\./);
  await eventually(puzzle.locator('.report'), 'Move 7, X in column 1: best. X wins at move 7.');
  await becomes(() => puzzle.getByRole('button', { name: 'Stop' }).isVisible(), false);
  await moves(puzzle).first().click();
  await eventually(puzzle.locator('.report'), 'This move has not been reviewed.');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('on a phone the exercise, its answer and the buttons fit, and every control can be touched', async () => {
  const { page, puzzle, trouble, context } = await opened({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark', reducedMotion: 'reduce' });
  await head(puzzle, 4).tap();
  const tooSmall = () => puzzle.locator('button:visible, select:visible').evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 43.9).map((one) => one.textContent));
  await becomes(() => moves(puzzle).count(), 1);
  assert.deepEqual(await tooSmall(), []);
  // Collapse and expand a variation and the engine lines.
  await puzzle.getByRole('button', { name: 'Undo' }).tap();
  await head(puzzle, 3).tap();
  await puzzle.getByRole('button', { name: 'Lines' }).tap();
  await becomes(() => rows(puzzle).evaluateAll((all) => all.filter((row) => row.querySelectorAll('.line button').length > 6).length), 3);
  assert.deepEqual(await tooSmall(), []);
  await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await rows(puzzle).first().getByRole('button', { name: /^Whole line/ }).tap();
  await rows(puzzle).first().locator('.line button').nth(6).tap();
  await status(puzzle, 'X to move · move 9');
  // An expanded line changes its height once its moves are known, and the buttons below move.
  await becomes(() => rows(puzzle).filter({ hasText: '…' }).count(), 0);
  await puzzle.getByRole('button', { name: 'Delete variation' }).tap();
  await status(puzzle, 'X to move · move 1');
  await puzzle.getByRole('button', { name: 'Lines' }).tap();
  await puzzle.getByRole('button', { name: 'Train' }).tap();
  const trainer = puzzle.getByRole('region', { name: 'Trainer' });
  await eventually(trainer.locator('.task'), 'Only one column wins.');
  await page.evaluate(() => scrollTo(0, 0));
  await head(puzzle, WINS[0][1]).tap();
  const next = trainer.getByRole('button', { name: 'Next exercise' });
  const box = await next.boundingBox();
  assert.ok(box.y + box.height <= 844, `the button ends at ${box.y + box.height}`);
  assert.deepEqual(await tooSmall(), []);
  await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(trouble, []);
  await context.close();
});
