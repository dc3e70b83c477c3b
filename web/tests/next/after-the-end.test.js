/// Actions after a solved puzzle or a finished game, all by keyboard: the next puzzle, a review,
/// the result as text and as a picture.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { Stage, axe, becomes, board, eventually, heard, wholeHint } from '../stage.js';

/** @type {Stage} */ let stage;
before(async () => { stage = await Stage.open(); });
after(() => stage.close());

/** Returns the text of the focused control. */
const focused = (page) => page.evaluate(() => document.activeElement?.textContent);

/** Returns the bytes of the picture that a press of the button saves, and its name. */
async function savedPicture(page, next) {
  const [file] = await Promise.all([page.waitForEvent('download'), next.getByRole('button', { name: 'Share picture' }).click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('after a sudoku: the next one of the same level by keyboard, the solution path, and a result that gives nothing away', async () => {
  const { page, trouble, context } = await stage.reader({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.addInitScript(() => { navigator.canShare = () => false; });
  await page.goto('/play/sudoku');
  const puzzle = await board(page);
  const levels = page.getByRole('combobox', { name: 'Difficulty' });
  await levels.selectOption('2x2');
  await page.getByRole('button', { name: 'New puzzle' }).click();
  await eventually(heard(puzzle), 'New puzzle: 4 by 4.');
  // The result names the level of the solved puzzle, not the level chosen since.
  await levels.selectOption('easy');
  const next = puzzle.getByRole('group', { name: 'What next' });
  const left = puzzle.locator('.status > :first-child');
  while (await left.innerText() !== 'Solved') {
    assert.equal(await next.count(), 0, 'nothing to choose before the end');
    const before = await left.innerText();
    await wholeHint(puzzle);
    await puzzle.getByRole('button', { name: 'Do this step' }).click();
    await becomes(() => left.innerText(), (text) => text !== before);
  }
  await next.waitFor();
  await eventually(heard(puzzle), /Press N to choose what to do next\.$/);
  await becomes(() => puzzle.getByRole('group', { name: 'Keypad' }).count(), 0);
  assert.deepEqual(await axe(page), []);
  const solved = await left.innerText();
  await next.getByRole('button', { name: 'Copy result' }).click();
  await eventually(heard(puzzle), /^Copied with a link: Sudoku, 4 by 4: \d\d:\d\d$/);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const { name, bytes } = await savedPicture(page, next);
  assert.equal(name, 'sudoku-result.png');
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
  // Undo hides the choice; solving the puzzle again shows it.
  await puzzle.locator('.board.live [tabindex="0"]').focus();
  await page.keyboard.press('Control+z');
  await next.waitFor({ state: 'hidden' });
  await page.keyboard.press('Control+y');
  await next.waitFor();
  assert.equal(await left.innerText(), solved);
  await page.keyboard.press('n');
  assert.equal(await focused(page), 'Next puzzle: 4 by 4');
  await page.keyboard.press('Enter');
  await eventually(heard(puzzle), 'New puzzle: 4 by 4.');
  await next.waitFor({ state: 'hidden' });
  await becomes(() => page.evaluate(() => document.activeElement.getAttribute('role')), 'gridcell', 'the focus is on the board');
  assert.equal(await levels.inputValue(), '2x2');
  // The copied link opens the puzzle from its start.
  const link = copied.split('\n').at(-1);
  const other = await context.newPage();
  await other.goto(link);
  await eventually((await board(other)).locator('.status'), /left|blank|empty/);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('the review of a sudoku is its solution path, also after a reload of the solved board', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/sudoku');
  const puzzle = await board(page);
  await page.getByRole('combobox', { name: 'Difficulty' }).selectOption('2x2');
  await page.getByRole('button', { name: 'New puzzle' }).click();
  await eventually(heard(puzzle), 'New puzzle: 4 by 4.');
  await puzzle.locator('.more > summary').click();
  await puzzle.locator('.menu').getByRole('button', { name: 'Solve' }).click();
  const next = puzzle.getByRole('group', { name: 'What next' });
  await next.waitFor();
  await page.reload();
  await board(page);
  await next.getByRole('link', { name: 'Review' }).click();
  await page.waitForURL(/\/sudoku\/workshop#/);
  await eventually(page.locator('gridlore-sudoku-workshop'), /Full house|Naked single|Hidden single/i);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('after Flipper: the result counts presses, and the puzzle can be played again', async () => {
  const { page, trouble, context } = await stage.reader({ viewport: { width: 390, height: 844 }, hasTouch: true, permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/play/flipper');
  const puzzle = await board(page, 'gridlore-flipper');
  const next = puzzle.getByRole('group', { name: 'What next' });
  while (await puzzle.evaluate((shown) => !shown.hasAttribute('solved'))) {
    const before = await puzzle.locator('.status').innerText();
    await wholeHint(puzzle);
    await puzzle.getByRole('button', { name: 'Do this step' }).tap();
    await becomes(() => puzzle.locator('.status').innerText(), (text) => text !== before);
  }
  await next.waitFor();
  const place = await next.boundingBox();
  assert.ok(place.y + place.height <= 844, `the choice ends ${place.y + place.height} pixels below the top`);
  await next.getByRole('button', { name: 'Copy result' }).tap();
  await eventually(heard(puzzle), /^Copied with a link: Flipper, .*: Solved · \d+ press/);
  assert.equal(await next.getByRole('link').count(), 0, 'Flipper has no review');
  await next.getByRole('button', { name: 'Play again' }).tap();
  await eventually(puzzle.locator('.status'), '0 presses');
  await next.waitFor({ state: 'hidden' });
  assert.deepEqual(trouble, []);
  await context.close();
});

test('after Connect Four: the next game and the review, but not while the player steps through the moves', async () => {
  const { page, trouble, context } = await stage.reader({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.addInitScript(() => { navigator.canShare = () => false; });
  await page.goto('/play/connect-four');
  const puzzle = await board(page, 'gridlore-connect-four');
  await puzzle.getByRole('combobox', { name: 'Player O' }).selectOption('person');
  await page.getByRole('combobox', { name: 'Board size' }).selectOption('5 by 5, four in a row');
  await page.getByRole('button', { name: 'New game' }).click();
  await becomes(() => puzzle.getByRole('gridcell').count(), 25);
  const next = puzzle.getByRole('group', { name: 'What next' });
  await puzzle.locator('.board.live [tabindex="0"]').focus();
  for (const [count, key] of [...'1212121'].entries()) {
    await page.keyboard.press(key);
    await becomes(() => puzzle.locator('.board.live .disc[data-stone]').count(), count + 1);
  }
  await next.waitFor();
  await eventually(heard(puzzle), /^.*X won at move 7.* Press N to choose what to do next\.$/);
  assert.deepEqual(await axe(page), []);
  await next.getByRole('button', { name: 'Copy result' }).click();
  await eventually(heard(puzzle), /^Copied with a link: Connect Four, 5 by 5, four in a row: X won at move 7$/);
  assert.equal((await savedPicture(page, next)).name, 'connect-four-result.png');
  await next.getByRole('button', { name: 'Review' }).click();
  await eventually(heard(puzzle), 'Review complete. X: ');
  await puzzle.getByRole('button', { name: 'Previous move' }).click();
  await next.waitFor({ state: 'hidden' });
  await puzzle.getByRole('button', { name: 'Next move' }).click();
  await becomes(() => puzzle.locator('.board.live .disc[data-stone]').count(), 7);
  assert.ok(await next.isHidden(), 'the arrows would move away from the pointer');
  assert.deepEqual(trouble, []);
  await context.close();
});
