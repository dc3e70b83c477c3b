/// The course of sudoku techniques: lessons, their boards, and the reader's progress.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Stage, axe, becomes, cell, eventually, heard } from '../stage.js';

/** @type {Stage} */ let stage;
before(async () => { stage = await Stage.open(); });
after(() => stage.close());

/** Opens a lesson; returns its board. */
async function lesson(page, slug) {
  await page.goto(`/play/sudoku/course/${slug}`);
  const puzzle = page.locator('gridlore-sudoku-lesson[ready]');
  await puzzle.waitFor();
  return puzzle;
}

/** Returns the candidates that the technique's steps remove on a board, according to the engine. */
const stepsOf = (page, technique, number) => page.evaluate(async ([technique, number]) => {
  const script = [...document.scripts].find(({ src }) => /engine|sudoku-lesson/.test(src)).src;
  const source = await (await fetch(script)).text();
  const { ask } = await import(new URL(/["'](\.\/engine[^"']*)["']/.exec(source)[1], script));
  const { games } = await ask('sudoku-tutor', { op: 'lesson', technique, number });
  const { steps } = await ask('sudoku-tutor', { op: 'steps', game: games[0], technique });
  return steps;
}, [technique, number]);

/** Crosses out a candidate by keyboard. */
async function cross(page, puzzle, index, symbol) {
  await cell(puzzle, Math.floor(index / 9) + 1, (index % 9) + 1).click();
  await page.keyboard.press(symbol);
}

test('a Skyscraper is found: a wrong cross gets advice, the right ones finish the board, and progress is kept', async () => {
  const { page, trouble, context } = await stage.reader();
  const puzzle = await lesson(page, 'skyscraper');
  await puzzle.getByText('Board 1 of 5.').waitFor();
  assert.deepEqual(await axe(page), []);
  const [step] = await stepsOf(page, 'Skyscraper', 0);
  const [[index, symbol]] = step.removed;
  const all = (await stepsOf(page, 'Skyscraper', 0)).flatMap(({ removed }) => removed);
  // Choose a candidate that no Skyscraper rules out.
  const labels = await puzzle.getByRole('gridcell').evaluateAll((cells) => cells.map((one) => one.getAttribute('aria-label')));
  const noted = labels.map((label, at) => [at, /notes (\w+)/.exec(label)?.[1] ?? '']).filter(([at, notes]) => notes && !all.some(([other]) => other === at));
  await cross(page, puzzle, noted[0][0], noted[0][1][0]);
  await eventually(heard(puzzle), /No Skyscraper rules out \d in row \d, column \d\./);
  await page.keyboard.press('Control+z');
  for (const [at, sign] of step.removed) await cross(page, puzzle, at, sign);
  assert.ok(index >= 0 && symbol);
  await eventually(heard(puzzle), 'Found: Skyscraper.');
  await puzzle.getByText('Found.', { exact: true }).waitFor();
  assert.deepEqual(await axe(page), []);
  await puzzle.getByRole('button', { name: 'Next board' }).click();
  await puzzle.getByText('Board 2 of 5.').waitFor();
  await page.goto('/play/sudoku/course');
  await eventually(page.locator('[data-lesson=skyscraper]'), '1 board solved');
  assert.deepEqual(await axe(page), []);
  await lesson(page, 'skyscraper');
  await puzzle.getByText('Board 2 of 5.').waitFor();
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a lesson about singles is solved by a digit, and Undo never goes back behind its board', async () => {
  const { page, trouble, context } = await stage.reader();
  const puzzle = await lesson(page, 'hidden-single');
  const before = await puzzle.getByRole('gridcell').allInnerTexts();
  await puzzle.getByRole('button', { name: 'Undo' }).click();
  await eventually(heard(puzzle), 'board begins here');
  await becomes(() => puzzle.getByRole('gridcell').allInnerTexts(), before);
  const [step] = await stepsOf(page, 'Hidden Single', 0);
  const [[index, symbol]] = step.placed;
  await cross(page, puzzle, index, symbol);
  await eventually(heard(puzzle), 'Found: Hidden Single.');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a step made by a hint does not count as found', async () => {
  const { page, context } = await stage.reader();
  const puzzle = await lesson(page, 'x-wing');
  await puzzle.getByRole('button', { name: 'Hint' }).click();
  await puzzle.getByRole('button', { name: 'Show all' }).click();
  await puzzle.getByRole('button', { name: 'Do this step' }).click();
  await eventually(heard(puzzle), 'This was the X-Wing.');
  await page.goto('/play/sudoku/course');
  await page.getByRole('link', { name: 'X-Wing', exact: true }).waitFor();
  assert.equal(await page.locator('[data-lesson=x-wing] .progress').count(), 0);
  await context.close();
});

test('without scripts a lesson has its idea and its drawn example', async () => {
  const { page, context } = await stage.reader({ javaScriptEnabled: false });
  await page.goto('/play/sudoku/course/xy-wing');
  await page.getByRole('heading', { name: 'XY-Wing' }).waitFor();
  assert.equal(await page.locator('.lesson figure svg').count(), 1);
  await page.getByText('These boards need JavaScript.').waitFor();
  await page.getByRole('link', { name: 'XYZ-Wing' }).click();
  await page.getByRole('heading', { name: 'XYZ-Wing' }).waitFor();
  await context.close();
});
