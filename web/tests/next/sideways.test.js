/// A phone held sideways: the board and the controls that are needed most are visible together.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Stage, axe, becomes, board } from '../stage.js';

/** @type {Stage} */ let stage;
before(async () => { stage = await Stage.open(); });
after(() => stage.close());

const PHONE = { viewport: { width: 844, height: 390 }, isMobile: true, hasTouch: true };

/** Fails unless a part of the page is entirely visible in the window without scrolling. */
async function isInView(part, name) {
  const { x, y, width, height } = await part.boundingBox();
  assert.ok(x >= 0 && y >= 0 && x + width <= 844.5 && y + height <= 390.5, `${name} ends at ${x + width}, ${y + height}`);
  return { width, height };
}

test('Life sideways: the field, its tools and the buttons that run it', async () => {
  const { page, trouble, context } = await stage.reader(PHONE);
  await page.goto('/play/life');
  const viewer = await board(page, 'gridlore-life');
  await page.evaluate(() => scrollTo(0, 0));
  const { height } = await isInView(viewer.locator('canvas.field'), 'the field');
  assert.ok(height >= 200, `the field is ${height} pixels high`);
  for (const name of ['Draw', 'Undo', 'Run']) await isInView(viewer.getByRole('button', { name, exact: true }), name);
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('Connect Four sideways: a board as high as the window allows, Hint, Undo, players, and scores below the board', async () => {
  const { page, trouble, context } = await stage.reader({ ...PHONE, colorScheme: 'dark' });
  await page.goto('/play/connect-four');
  const puzzle = await board(page, 'gridlore-connect-four');
  await puzzle.getByRole('combobox', { name: 'Player O' }).selectOption('person');
  await page.evaluate(() => scrollTo(0, 0));
  const { height } = await isInView(puzzle.locator('.board.live'), 'the board');
  assert.ok(height >= 220, `the board is ${height} pixels high`);
  for (const name of ['Hint', 'Undo', 'Scores', 'Lines']) await isInView(puzzle.getByRole('button', { name, exact: true }), name);
  assert.deepEqual(await axe(page), []);
  await puzzle.getByRole('button', { name: 'Scores', exact: true }).tap();
  await becomes(() => puzzle.locator('.scores b').first().innerText(), /\d/);
  await page.evaluate(() => scrollTo(0, 0));
  await isInView(puzzle.locator('.board.live'), 'the board with scores');
  await isInView(puzzle.locator('.scores'), 'the scores');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('Sudoku sideways: a large board beside its title, all buttons, and a hint that leaves the board in view', async () => {
  for (const viewport of [PHONE.viewport, { width: 740, height: 360 }]) {
    const { page, trouble, context } = await stage.reader({ ...PHONE, viewport });
    await page.goto('/play/sudoku');
    const puzzle = await board(page);
    await page.evaluate(() => scrollTo(0, 0));
    const square = puzzle.locator('.board.live');
    /** Fails unless the board is as high as the window allows and entirely in view. */
    const isLarge = async () => {
      const { x, y, width, height } = await square.boundingBox();
      assert.ok(height >= viewport.height - 64 && Math.abs(width - height) < 1, `the board is ${width} by ${height}`);
      assert.ok(x >= 0 && y >= 0 && y + height <= viewport.height, `the board is at ${y} and ${height} high`);
    };
    await isLarge();
    for (const name of ['New puzzle', 'Hint', 'Undo', 'Check', 'Erase']) {
      const { x, y, width, height } = await page.getByRole('button', { name, exact: true }).boundingBox();
      assert.ok(x >= 0 && y >= 0 && x + width <= viewport.width && y + height <= viewport.height, `${name} ends at ${x + width}, ${y + height}`);
    }
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page is wider than the window');
    await puzzle.getByRole('button', { name: 'Hint', exact: true }).tap();
    await puzzle.getByRole('button', { name: 'Show all' }).tap();
    await puzzle.getByRole('button', { name: 'Do this step' }).waitFor();
    await isLarge();
    assert.deepEqual(await axe(page), []);
    assert.deepEqual(trouble, []);
    await context.close();
  }
});
