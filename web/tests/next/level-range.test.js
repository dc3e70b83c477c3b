/// Puzzles stay within the range of ratings that their level states.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Stage, board, eventually, heard } from '../stage.js';

/** @type {Stage} */ let stage;
before(async () => { stage = await Stage.open(); });
after(() => stage.close());

test('a puzzle below the range of its level is passed over', async () => {
  const { page, trouble, context } = await stage.reader();
  // Medium is SE 2.0 to 3.4. The puzzles of the first three seeds have HoDoKu's level Medium, but
  // SE 1.7; the puzzle of seed 1 has SE 2.6.
  await page.addInitScript(() => {
    const seeds = [34, 110, 132];
    const original = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = (array) => {
      if (!(array instanceof Uint32Array)) return original(array);
      array[0] = seeds.shift() ?? 1;
      return array;
    };
  });
  await page.goto('/play/sudoku');
  const puzzle = await board(page);
  await page.getByRole('button', { name: 'New puzzle' }).click();
  await eventually(heard(puzzle), 'New puzzle: medium.');
  await eventually(page.locator('.titlebar .meta'), /^HoDoKu Medium \(\d+\) · SE 2\.6$/);
  assert.deepEqual(trouble, []);
  await context.close();
});
