/// A board responds quickly: a key or a click updates only the cells whose appearance changes, each
/// once, and the table for print is written only before printing.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Stage, becomes, board, cell, eventually } from '../stage.js';

/** @type {Stage} */ let stage;
before(async () => { stage = await Stage.open(); });
after(() => stage.close());

const GAME = '#1;sudoku:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79;0;0';

test('a cursor move touches no unchanged cell, and no cell twice', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto(`/play/sudoku${GAME}`);
  const puzzle = await board(page);
  await cell(puzzle, 1, 3).click();
  await becomes(() => cell(puzzle, 1, 3).getAttribute('aria-selected'), 'true');
  await page.evaluate(() => {
    globalThis.touched = [];
    const observer = new MutationObserver((records) => {
      for (const { target, attributeName } of records) globalThis.touched.push(`${target.getAttribute?.('aria-label') ?? target.nodeName} ${attributeName}`);
    });
    observer.observe(document.querySelector('gridlore-sudoku'), { attributes: true, childList: true, subtree: true, attributeFilter: ['aria-label', 'aria-selected'] });
  });
  await page.keyboard.press('ArrowRight');
  await becomes(() => cell(puzzle, 1, 4).getAttribute('aria-selected'), 'true');
  const touched = await page.evaluate(() => globalThis.touched);
  // Row 9, column 9 is a peer of neither cell; row 1, column 9 is a peer of both.
  for (const place of ['row 9, column 9', 'row 1, column 9']) assert.deepEqual(touched.filter((name) => name.startsWith(`${place},`)), [], place);
  assert.equal(new Set(touched).size, touched.length, 'each once');
  assert.ok(!touched.some((name) => /^T/.test(name)), 'the printed table stays as it is');
  // The table is up to date by the time it is printed.
  await page.keyboard.press('2');
  await eventually(puzzle.locator('.status'), '50 left');
  await page.emulateMedia({ media: 'print' });
  await becomes(() => puzzle.locator('table td').nth(3).innerText(), '2');
  assert.deepEqual(trouble, []);
  await context.close();
});
