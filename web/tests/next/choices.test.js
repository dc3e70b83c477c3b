/// Choices are offered where players expect them, and only if they are possible: rows of the
/// course, exercises of the trainer.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Stage, axe, board } from '../stage.js';

/** @type {Stage} */ let stage;
before(async () => { stage = await Stage.open(); });
after(() => stage.close());

test('a lesson opens by a tap anywhere on its row, which is as high as a finger', async () => {
  const { page, trouble, context } = await stage.reader({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await page.goto('/play/sudoku/course');
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'X-Wing', exact: true }) });
  await row.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await row.boundingBox();
  assert.ok(height >= 44, `the row is ${height} pixels high`);
  assert.deepEqual(await axe(page), []);
  await page.touchscreen.tap(x + width - 6, y + height - 6);
  await page.waitForURL(/\/course\/x-wing$/);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('the trainer does not offer exercises from games before one was reviewed, and says why', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/connect-four');
  const puzzle = await board(page, 'gridlore-connect-four');
  await puzzle.getByRole('button', { name: 'Train' }).click();
  const own = puzzle.getByRole('combobox', { name: 'Exercises' }).getByRole('option', { name: 'From your games (none yet: review a game that you played)' });
  await own.waitFor({ state: 'attached' });
  assert.ok(await own.isDisabled());
  assert.deepEqual(trouble, []);
  await context.close();
});
