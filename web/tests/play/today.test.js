/// The board of the day on the front page, the picture to share, collapsible bars, and
/// announcements for keyboard players.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { Stage, axe, becomes, board, eventually, heard, more, solveByHints, wholeHint } from '../stage.js';

/** @type {Stage} */ let stage;
before(async () => { stage = await Stage.open(); });
after(() => stage.close());

/** Returns the name of the first blank cell of a board, such as `row 1, column 1`. */
async function firstBlank(puzzle) {
  const label = await puzzle.getByRole('gridcell', { name: /blank$/ }).first().getAttribute('aria-label');
  return label.replace(', blank', '');
}

test('the board of the day is played on the front page, by pointer and by keyboard, and is the same on its own page', async () => {
  for (const options of [{ viewport: { width: 1280, height: 900 } }, { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' }]) {
    const { page, trouble, context } = await stage.reader(options);
    await page.goto('/');
    const picture = page.getByRole('button', { name: 'Play the sudoku of the day here' });
    const [before] = [await picture.boundingBox()];
    if (options.hasTouch) await picture.tap();
    else {
      await picture.focus();
      await page.keyboard.press('Enter');
    }
    const puzzle = await board(page);
    const shown = await puzzle.locator('.board.live').boundingBox();
    if (!options.hasTouch) assert.ok(Math.abs(shown.x - before.x) < 2 && Math.abs(shown.y - before.y) < 2, `the board moved from ${before.x}, ${before.y} to ${shown.x}, ${shown.y}`);
    await becomes(() => page.evaluate(() => document.activeElement?.getAttribute('role')), 'gridcell');
    const name = await firstBlank(puzzle);
    await puzzle.getByRole('gridcell', { name: `${name},` }).click();
    await puzzle.getByRole('button', { name: 'Centre' }).click();
    await page.keyboard.press('4');
    await puzzle.getByRole('gridcell', { name: `${name}, notes 4` }).waitFor();
    assert.deepEqual(await axe(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page scrolls sideways');
    await page.goto('/play/sudoku');
    await (await board(page)).getByRole('gridcell', { name: `${name}, notes 4` }).waitFor();
    await page.goto('/');
    await page.getByRole('link', { name: 'Continue this board' }).waitFor();
    assert.deepEqual(trouble, []);
    await context.close();
  }
});

test('the picture to share is a PNG file that shows no digits', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.addInitScript(() => { navigator.canShare = () => false; });
  await page.goto('/play/sudoku');
  const puzzle = await board(page);
  await solveByHints(puzzle, 100);
  await eventually(heard(puzzle), /Today’s puzzle solved in \d\d:\d\d\. To share your result, open Puzzles of the day\./);
  await more(puzzle, 'Puzzles of the day');
  const download = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Share picture' }).click();
  const file = await download;
  assert.match(file.suggestedFilename(), /^sudoku-\d{8}\.png$/);
  const bytes = await readFile(await file.path());
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
  assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [840, 1000]);
  await eventually(heard(puzzle), /^Picture saved as sudoku-\d{8}\.png\.$/);
  const colours = await page.evaluate(async (base64) => {
    const file = new Blob([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))]);
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [720, 720];
    const pen = canvas.getContext('2d');
    pen.drawImage(await createImageBitmap(file), -60, -60);
    return Array.from({ length: 81 }, (_, cell) => {
      const pixels = new Uint32Array(pen.getImageData(cell % 9 * 80 + 10, Math.floor(cell / 9) * 80 + 10, 60, 60).data.buffer);
      return [...new Set(pixels)].join();
    });
  }, bytes.toString('base64'));
  // Each cell is plain, and there are two kinds of cells.
  assert.ok(colours.every((colour) => /^\d+$/.test(colour)), colours.join(' '));
  assert.equal(new Set(colours).size, 2);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('the bars fold away in full screen and, if the player has chosen that option, while playing', async () => {
  const { page, trouble, context } = await stage.reader({ viewport: { width: 1280, height: 720 } });
  await page.goto('/play/sudoku');
  const puzzle = await board(page);
  const height = () => puzzle.locator('.board.live').evaluate((shown) => Math.round(shown.getBoundingClientRect().height));
  const small = await height();
  await more(puzzle, 'Full screen');
  await page.locator('.titlebar').waitFor({ state: 'hidden' });
  assert.equal(await page.getByRole('banner').isVisible(), false);
  // The choice of the next puzzle is still available.
  await puzzle.getByRole('combobox', { name: 'Difficulty' }).waitFor();
  await becomes(height, (now) => now > small + 40);
  await more(puzzle, 'Full screen');
  await page.locator('.titlebar').waitFor();
  await more(puzzle, 'Options');
  await page.getByRole('combobox', { name: 'Title bar' }).selectOption({ label: 'Folds away while I play' });
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.locator('.titlebar').waitFor();
  await puzzle.getByRole('gridcell', { name: /blank$/ }).first().click();
  await puzzle.getByRole('button', { name: 'Centre' }).click();
  await page.keyboard.press('4');
  await page.locator('.titlebar').waitFor({ state: 'hidden' });
  await puzzle.getByRole('button', { name: 'New puzzle' }).click();
  await page.locator('.titlebar').waitFor();
  assert.deepEqual(trouble, []);
  await context.close();
});

test('Enter does the step of a whole hint, and the entry mode is announced', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/sudoku');
  const puzzle = await board(page);
  await puzzle.getByRole('gridcell', { name: /blank$/ }).first().click();
  await page.keyboard.press('x');
  await eventually(heard(puzzle), 'Entry mode: Corner');
  await page.keyboard.press('z');
  await eventually(heard(puzzle), 'Entry mode: Digit');
  const left = () => puzzle.locator('.status > :first-child').textContent();
  const before = await left();
  await wholeHint(puzzle);
  await eventually(heard(puzzle), /Press Enter to do this step\.$/);
  await puzzle.locator('.board.live [tabindex="0"]').focus();
  await page.keyboard.press('Enter');
  await becomes(left, (text) => text !== before);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('with forced colours, the selection and the states of buttons can be seen, and axe finds nothing', async () => {
  const { page, trouble, context } = await stage.reader({ forcedColors: 'active' });
  for (const address of ['/', '/play', '/play/sudoku', '/play/connect-four', '/play/flipper', '/play/life', '/play/cover', '/play/prolog']) {
    await page.goto(address);
    if (address.startsWith('/play/')) await page.locator('main [ready]').first().waitFor();
    assert.deepEqual(await axe(page), [], address);
  }
  await page.goto('/play/sudoku');
  const puzzle = await board(page);
  const chosen = puzzle.locator('.cell.selected');
  assert.notEqual(await chosen.evaluate((shown) => getComputedStyle(shown).outlineStyle), 'none');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('nothing moves while a page loads', async () => {
  for (const viewport of [{ width: 1280, height: 900 }, { width: 390, height: 844 }]) {
    const { page, context } = await stage.reader({ viewport });
    await page.addInitScript(() => {
      globalThis.moved = 0;
      new PerformanceObserver((list) => { for (const { value } of list.getEntries()) globalThis.moved += value; }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const address of ['/', '/play', '/play/sudoku', '/play/connect-four', '/play/flipper', '/play/life', '/play/cover', '/play/prolog']) {
      // If a page takes more than a few seconds to load, its controls appear before the game opens
      // and then move, so a slow machine gets another attempt.
      let moved = 1;
      for (let attempts = 0; attempts < 3 && moved > 0.02; attempts++) {
        await page.goto(address);
        if (address.startsWith('/play/')) await page.locator('main > [ready]').first().waitFor();
        await page.waitForLoadState('networkidle');
        moved = await page.evaluate(() => globalThis.moved);
      }
      assert.ok(moved <= 0.02, `${address} at ${viewport.width} pixels: layout shift ${moved}, at most 0.02 expected`);
    }
    await context.close();
  }
});

test('undoing a new puzzle returns to the game with its time', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/sudoku');
  const puzzle = await board(page);
  const time = () => puzzle.locator('.status > :last-child').textContent();
  await puzzle.getByRole('gridcell', { name: /blank$/ }).first().click();
  await puzzle.getByRole('button', { name: 'Centre' }).click();
  await page.keyboard.press('4');
  await becomes(time, (shown) => shown >= '00:02');
  const played = await time();
  await page.getByRole('button', { name: 'New puzzle' }).click();
  await eventually(heard(puzzle), 'New puzzle:');
  await becomes(time, '00:00');
  await page.keyboard.press('Control+z');
  await eventually(heard(puzzle), 'Back to the previous puzzle.');
  assert.ok(await time() >= played, `${await time()} is before ${played}`);
  assert.deepEqual(trouble, []);
  await context.close();
});
