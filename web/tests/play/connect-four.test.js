/// Playing Connect Four: two people, or one person against the computer on either side; column
/// scores, hints, reviews and links.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Stage, axe, becomes, board, eventually, heard, more, pictured } from '../stage.js';

const ESSAY = '/blogs/demo/four-in-a-row';
/** @type {Stage} */
let stage;
before(async () => { stage = await Stage.open(); });
after(() => stage.close());

const four = (page) => board(page, 'gridlore-connect-four');
const status = (puzzle, text) => eventually(puzzle.locator('.status'), text);
const cell = (puzzle, column, row) => puzzle.getByRole('gridcell', { name: new RegExp(`^column ${column}, row ${row},`) });
const head = (puzzle, column) => puzzle.locator('.head button').nth(column - 1);
/** Chooses who plays a side. */
const seat = (puzzle, side, who) => puzzle.getByRole('combobox', { name: `Player ${side}` }).selectOption(who);
const stones = (puzzle) => puzzle.locator('.board.live .disc[data-stone]').count();
/** Waits until this many discs are on the board. */
const fallen = (puzzle, count) => becomes(() => stones(puzzle), count);

test('two people by keyboard: a whole game with undo, a hint and a reload', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto(ESSAY);
  const puzzle = await four(page);
  await status(puzzle, 'X to move · move 1');
  await cell(puzzle, 1, 6).focus();
  await page.keyboard.press('Enter');
  await eventually(heard(puzzle), 'X in column 1. O to move · move 2');
  await becomes(() => cell(puzzle, 1, 1).getAttribute('aria-label'), 'column 1, row 1, X');
  await page.keyboard.press('ArrowRight');
  await becomes(() => cell(puzzle, 2, 1).getAttribute('class'), /turns/, 'the landing cell is shown');
  await page.keyboard.press(' ');
  for (const key of ['1', '2', '1', '2']) await page.keyboard.press(key);
  await status(puzzle, 'X to move · move 7');
  await page.keyboard.press('Control+z');
  await status(puzzle, 'O to move · move 6');
  await page.keyboard.press('Control+y');
  await page.keyboard.press('h');
  await eventually(puzzle.locator('.why'), 'X connects four in column 1, rows 1 to 4.');
  await becomes(() => cell(puzzle, 1, 4).getAttribute('class'), /target/);
  assert.deepEqual(await axe(page), []);
  await page.reload();
  const again = await four(page);
  await status(again, 'X to move · move 7');
  await cell(again, 1, 4).focus();
  await page.keyboard.press('8');
  await page.keyboard.press('1');
  await status(again, 'X won at move 7');
  await eventually(heard(again), 'X won at move 7: four in column 1, rows 1 to 4.');
  await becomes(() => again.locator('.disc.row-of-stones').count(), 4);
  await becomes(() => cell(again, 1, 4).getAttribute('aria-label'), /part of the winning line/);
  await becomes(() => page.getByRole('dialog').count(), 0, 'no dialog covers the board');
  await page.keyboard.press('3');
  await eventually(heard(again), 'The game is over: X has won.');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a person against the computer, on either side, to the end; undo also takes back the computer’s move', async () => {
  for (const [person, level] of [['X', 'O'], ['O', 'X']]) {
    const { page, trouble, context } = await stage.reader({ reducedMotion: 'reduce' });
    await page.goto(ESSAY);
    const puzzle = await four(page);
    await seat(puzzle, level, 'beginner');
    const begun = person === 'X' ? 0 : 1;
    await fallen(puzzle, begun);
    await head(puzzle, 4).click();
    await fallen(puzzle, begun + 2);
    await puzzle.getByRole('button', { name: 'Undo' }).click();
    await fallen(puzzle, begun);
    await puzzle.getByRole('button', { name: 'Redo' }).click();
    await fallen(puzzle, begun + 2);
    // The person plays the first open column until the game is over.
    for (let count = begun + 2; !/won|draw/.test(await puzzle.locator('.status').textContent()); count += 2) {
      await puzzle.locator('.head button:not([aria-disabled=true])').first().click();
      await status(puzzle, new RegExp(`won|draw|^${person} to move · move ${count + 3}`));
    }
    await status(puzzle, /won at move|A draw/);
    await puzzle.getByRole('button', { name: 'New game' }).click();
    await fallen(puzzle, begun);
    await page.reload();
    await becomes(async () => await (await four(page)).getByRole('combobox', { name: `Player ${level}` }).inputValue(), 'beginner', 'the players are restored');
    assert.deepEqual(trouble, []);
    await context.close();
  }
});

test('column scores stay on between moves and have explanations', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto(ESSAY);
  const puzzle = await four(page);
  for (const column of [4, 4, 4, 4, 4, 3, 3, 5, 2, 6, 3, 2]) await head(puzzle, column).click();
  await status(puzzle, 'X to move · move 13');
  await puzzle.getByRole('button', { name: 'Scores' }).click();
  const scores = () => puzzle.locator('.scores b').allTextContents();
  const wanted = ['+4', '+13', '+12', '+4', '+4', '+4', '+4'];
  await eventually(puzzle.locator('.head'), /1: \+4.*2: \+13.*3: \+12.*4: \+4.*5: \+4.*6: \+4.*7: \+4/);
  await becomes(scores, wanted);
  await becomes(() => puzzle.getByRole('button', { name: /^column 2\s?:\s\+13\s?, X wins at move 17$/ }).count(), 1);
  await becomes(() => puzzle.locator('.scores .best').count(), 1);
  assert.deepEqual(await axe(page), []);
  await pictured(page, 'connect-four.png');
  await head(puzzle, 2).click();
  await eventually(puzzle.locator('.head'), /\u2212\d+, X wins at move 17/);
  await puzzle.getByRole('gridcell').first().focus();
  await page.keyboard.press('s');
  await becomes(async () => (await scores()).join(''), '');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a game is reviewed: mistakes, score graph and each position', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto(ESSAY);
  const puzzle = await four(page);
  await puzzle.getByRole('button', { name: 'Review' }).click();
  await eventually(heard(puzzle), 'No moves to review yet.');
  await puzzle.getByRole('combobox', { name: 'Board' }).selectOption('5 by 5, four in a row');
  await puzzle.getByRole('button', { name: 'New game' }).click();
  await page.waitForFunction(() => document.querySelector('gridlore-connect-four').querySelectorAll('.head button').length === 5);
  for (const column of [1, 2, 1, 2, 1, 3, 1]) await head(puzzle, column).click();
  await status(puzzle, 'X won at move 7');
  await puzzle.getByRole('group', { name: 'What next' }).getByRole('button', { name: 'Review' }).click();
  await eventually(heard(puzzle), 'Review complete. X: ');
  await eventually(heard(puzzle), 'O: 1 mistake');
  const moves = puzzle.locator('.notation li button');
  await becomes(() => moves.count(), 7);
  await becomes(() => puzzle.locator('.notation [data-mark=mistake]').allTextContents().then((all) => all.join()), /^6\. O3 \? Move 6, O in column 3: a mistake\.[^,]*$/);
  await becomes(() => puzzle.locator('.review svg .mistake').count(), 1);
  assert.deepEqual(await axe(page), []);
  await moves.nth(5).click();
  await status(puzzle, 'X to move · move 7');
  await eventually(puzzle.locator('.report p'), /Move 6, O in column 3: a mistake\. X wins at move 7 instead of .*Better: column 1\./);
  await becomes(() => moves.count(), 7, 'the review stays while its positions are shown');
  await puzzle.getByRole('button', { name: 'Undo' }).click();
  await status(puzzle, 'O to move · move 6');
  await head(puzzle, 1).click();
  await status(puzzle, 'X to move · move 7');
  await becomes(() => puzzle.locator('.review').isVisible(), false, 'the review is of the other line');
  await moves.last().click();
  await becomes(() => puzzle.locator('.review').isVisible(), true, 'the reviewed line shows its review again');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a link opens the board; on a phone everything fits and is large enough to touch', async () => {
  const { page, trouble, context } = await stage.reader({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: 'dark' });
  await page.goto(ESSAY);
  const puzzle = await four(page);
  for (const column of [4, 4, 3]) await head(puzzle, column).tap();
  await status(puzzle, 'O to move · move 4');
  await more(puzzle, 'Share');
  await eventually(heard(puzzle), /link|address/i);
  await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  const small = await puzzle.locator('button:visible, select:visible, .head button').evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 43.9).map((one) => one.textContent));
  assert.deepEqual(small, []);
  assert.deepEqual(await axe(page), []);
  const link = await page.evaluate(() => location.href.includes('#') ? location.href : undefined);
  if (link) {
    const other = await stage.reader();
    await other.page.goto(link);
    await status(await four(other.page), 'O to move · move 4');
    await other.context.close();
  }
  assert.deepEqual(trouble, []);
  await context.close();
});
