/// Playing Flipper by keyboard and pointer, previewing moves, and designing puzzles in the
/// workshop.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Stage, axe, becomes, board, cell, eventually, heard, more, pictured, wholeHint } from '../stage.js';

const ESSAY = '/blogs/demo/nine-buttons';
/** @type {Stage} */
let stage;
before(async () => { stage = await Stage.open(); });
after(() => stage.close());

const flipper = (page) => board(page, 'gridlore-flipper');
const status = (puzzle, text) => eventually(puzzle.locator('.status'), text);
/** Returns the numbers (from 1) of the squares that a press would toggle. */
const ringed = (puzzle) => puzzle.locator('[role=gridcell]').evaluateAll((cells) => cells.flatMap((shown, index) => (shown.classList.contains('turns') ? [index + 1] : [])));

test('a whole game by keyboard: preview, press, undo, hint, solved dialog, play again', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto(ESSAY);
  const puzzle = await flipper(page);
  await status(puzzle, '0 presses · 4 squares differ');
  await cell(puzzle, 1, 1).focus();
  await becomes(() => cell(puzzle, 1, 3).getAttribute('aria-label'), 'row 1, column 3, dark, should be lit');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await becomes(() => ringed(puzzle), [1, 3, 5, 7, 9], 'the focus previews a press');
  await page.keyboard.press('2');
  await eventually(heard(puzzle), 'Move 2: 1 press · 5 squares differ');
  await page.keyboard.press('Enter');
  await status(puzzle, '2 presses');
  await page.keyboard.press('Control+z');
  await status(puzzle, '1 press · 5');
  for (const key of ['3', '4', '6']) await page.keyboard.press(key);
  await status(puzzle, '4 presses · 3 squares differ');
  await page.keyboard.press('h');
  await eventually(heard(puzzle), '1 press to go. Look at row 3.');
  assert.equal(await puzzle.getByText('Press 8').count(), 0, 'the first stage does not give the press away');
  await page.keyboard.press('h');
  await eventually(puzzle.locator('.why'), '1 press to go');
  await eventually(puzzle.locator('.why'), 'Press 8. That solves it.');
  await becomes(() => cell(puzzle, 3, 2).getAttribute('class'), /target/);
  await page.reload();
  const again = await flipper(page);
  await status(again, '4 presses · 3 squares differ');
  await cell(again, 3, 2).focus();
  await page.keyboard.press(' ');
  const next = again.getByRole('group', { name: 'What next' });
  await next.waitFor();
  await eventually(heard(again), /Solved in \d+:\d\d\. 5 presses, the fewest possible\. Press N/);
  assert.deepEqual(await axe(page), []);
  await next.getByRole('button', { name: 'Play again' }).press('Enter');
  await status(again, '0 presses · 4 squares differ');
  await next.waitFor({ state: 'hidden' });
  await becomes(() => page.evaluate(() => document.activeElement.matches('[role=gridcell]')), true, 'the focus is back on the board');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a whole game by mouse: hover, click, restart, new puzzle', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto(ESSAY);
  const puzzle = await flipper(page);
  await cell(puzzle, 1, 1).hover();
  await becomes(() => ringed(puzzle), [1, 2, 4, 5], 'the pointer previews a press');
  await cell(puzzle, 3, 3).hover();
  await becomes(() => ringed(puzzle), [5, 6, 8, 9]);
  for (const [row, column] of [[1, 1], [1, 1], [1, 2], [1, 3], [2, 1], [2, 3]]) await cell(puzzle, row, column).click();
  await status(puzzle, '6 presses · 3 squares differ');
  await more(puzzle, 'Restart');
  await status(puzzle, '0 presses · 4 squares differ');
  for (const [row, column] of [[3, 2], [1, 1], [1, 1], [1, 2], [1, 3], [2, 1], [2, 3]]) await cell(puzzle, row, column).click();
  const next = puzzle.getByRole('group', { name: 'What next' });
  await eventually(puzzle.locator('.said'), '7 presses; the fewest possible is 5.');
  await next.getByRole('button', { name: 'Next puzzle' }).click();
  await eventually(heard(puzzle), 'New puzzle: flipper.');
  await status(puzzle, '0 presses');
  await puzzle.getByRole('combobox', { name: 'Puzzle' }).selectOption('Lights Out 5 by 5, six presses');
  await puzzle.getByRole('button', { name: 'New puzzle' }).click();
  await puzzle.locator('[role=gridcell]').nth(24).waitFor();
  await puzzle.getByRole('button', { name: 'Hint' }).click();
  await eventually(puzzle.locator('.why'), /6 presses to go\. Look at row [1-5]\./);
  await puzzle.getByRole('button', { name: 'Show more' }).click();
  await eventually(puzzle.locator('.why'), /^Press \d+( \(row \d, column \d\))?\.Show more/);
  await puzzle.getByRole('button', { name: 'Show more' }).click();
  await eventually(puzzle.locator('.why'), /Press \d+( \(row \d, column \d\))?, then .* in any order/);
  await puzzle.getByRole('button', { name: 'Do this step' }).click();
  await status(puzzle, '1 press');
  await more(puzzle, 'Back to this page’s puzzle');
  await eventually(heard(puzzle), 'Back to this page’s puzzle.');
  await becomes(() => puzzle.locator('[role=gridcell]').count(), 9);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a solution plays press by press, can be stopped, and is shown at once with reduced motion', async () => {
  const { page, context } = await stage.reader();
  await page.goto(ESSAY);
  const puzzle = await flipper(page);
  await more(puzzle, 'Solve');
  await eventually(puzzle.locator('.status'), /[1-4] press/);
  await puzzle.getByRole('button', { name: 'Stop' }).click();
  await more(puzzle, 'Solve');
  await eventually(heard(puzzle), 'Solution shown: Solved · 5 presses.');
  await puzzle.getByRole('button', { name: 'Undo' }).click();
  await status(puzzle, '4 presses');
  await context.close();
  const still = await stage.reader({ reducedMotion: 'reduce' });
  await still.page.goto(ESSAY);
  const calm = await flipper(still.page);
  await more(calm, 'Solve');
  await eventually(heard(calm), 'Solution shown.');
  await status(calm, 'Solved · 5 presses');
  await calm.getByRole('button', { name: 'Undo' }).click();
  await status(calm, '0 presses');
  await still.context.close();
});

test('an unsolvable board gets a proof, marked on the board', async () => {
  const { page, context } = await stage.reader();
  await page.goto(ESSAY);
  const puzzle = page.locator('gridlore-flipper[ready]').nth(2);
  await puzzle.getByRole('button', { name: 'Hint' }).click();
  await eventually(puzzle.locator('.why'), 'No solution');
  await eventually(puzzle.locator('.why'), 'every move toggles an even number of the squares 1 3 5');
  await becomes(() => puzzle.locator('.cell.look').count(), 12);
  await more(puzzle, 'Solve');
  await eventually(heard(puzzle), 'The goal cannot be reached');
  await becomes(() => puzzle.getByRole('button', { name: 'Stop' }).count(), 0);
  await context.close();
});

test('a shared link carries board, moves and count to another reader', async () => {
  const { page, context } = await stage.reader({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/play/flipper');
  const puzzle = await flipper(page);
  await cell(puzzle, 2, 2).click();
  await cell(puzzle, 1, 2).click();
  await status(puzzle, '2 presses');
  await more(puzzle, 'Share');
  await eventually(heard(puzzle), 'Link to this board copied.');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const text = await puzzle.locator('.status').textContent();
  await context.close();
  const other = await stage.reader();
  await other.page.goto(link);
  const theirs = await flipper(other.page);
  await status(theirs, text.slice(0, text.indexOf('differ')));
  await other.context.close();
});

test('a puzzle is designed in the workshop and played', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/flipper');
  await page.getByRole('link', { name: 'Design your own puzzle' }).click();
  await page.getByRole('combobox', { name: 'Rows' }).selectOption('2');
  await page.getByRole('combobox', { name: 'Columns' }).selectOption('2');
  await page.getByRole('combobox', { name: 'Each move toggles' }).selectOption('Only its square');
  await page.getByRole('button', { name: 'Move 2' }).click();
  await page.getByRole('button', { name: 'row 2, column 2, toggled by move 2' }).click();
  await page.getByRole('button', { name: 'row 1, column 1, goal dark' }).click();
  assert.deepEqual(await axe(page), []);
  await page.getByRole('button', { name: 'Show code for a post' }).click();
  await eventually(page.locator('.made pre'), /^```flipper\nown,2,2,2,1000,1000,0101,0010,0001:[01]{4}\n```$/);
  await eventually(page.locator('.made'), 'every board has exactly one solution');
  await page.getByRole('button', { name: 'Play this puzzle' }).click();
  const puzzle = await flipper(page);
  await cell(puzzle, 1, 2).hover();
  await becomes(() => ringed(puzzle), [2, 4]);
  for (let presses = 0; !await puzzle.evaluate((shown) => shown.hasAttribute('solved'));) {
    await wholeHint(puzzle);
    await puzzle.getByRole('button', { name: 'Do this step' }).click();
    presses += 1;
    await status(puzzle, new RegExp(`(?<!\\d)${presses} press`));
  }
  assert.deepEqual(trouble, []);
  await context.close();
});

test('by touch on a phone nothing is wider than the screen, and a tap presses', async () => {
  const { page, context } = await stage.reader({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  for (const path of [ESSAY, '/play/flipper/workshop']) {
    await page.goto(path);
    await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, path);
  }
  await page.goto(ESSAY);
  const puzzle = await flipper(page);
  await cell(puzzle, 1, 1).tap();
  await status(puzzle, '1 press');
  for (const box of await puzzle.locator('[role=gridcell], .side button:visible').evaluateAll((all) => all.map((shown) => shown.getBoundingClientRect().toJSON()))) {
    assert.ok(box.width >= 24 && box.height >= 24, JSON.stringify(box));
  }
  await context.close();
});

test('a board of any size is chosen; its address opens the same board for everyone', async () => {
  const { page, trouble, context } = await stage.reader({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/play/flipper');
  const puzzle = await flipper(page);
  const bar = page.locator('.titlebar');
  await bar.getByRole('combobox', { name: 'Puzzle' }).selectOption('Lights Out of any size');
  await bar.getByRole('combobox', { name: 'Columns' }).selectOption('25');
  await bar.getByRole('combobox', { name: 'Rows' }).selectOption('7');
  await eventually(heard(puzzle), 'Next puzzle: 25 by 7.');
  await bar.getByRole('button', { name: 'New puzzle' }).press('Enter');
  await eventually(heard(puzzle), 'New puzzle: 25 by 7.');
  await becomes(() => puzzle.locator('[role=gridcell]').count(), 175);
  await eventually(bar, /Lights Out 25 × 7, seed \d+/);
  await becomes(() => new URL(page.url()).search, /^\?size=25x7&seed=\d+$/);
  const search = new URL(page.url()).search;
  await more(puzzle, 'Share');
  await eventually(heard(puzzle), 'Link to this board copied.');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url(), 'before the first press, the link is the address');
  const labels = (board) => board.locator('[role=gridcell]').evaluateAll((cells) => cells.map((shown) => shown.getAttribute('aria-label')).join());
  const start = await labels(puzzle);
  await cell(puzzle, 1, 1).click();
  await status(puzzle, '1 press');
  // A reload keeps the moves and the address; another reader sees the initial board.
  await page.reload();
  await status(await flipper(page), '1 press');
  assert.equal(new URL(page.url()).search, search);
  const other = await stage.reader();
  await other.page.goto(`/play/flipper${search}`);
  const theirs = await flipper(other.page);
  await status(theirs, '0 presses');
  assert.equal(await labels(theirs), start);
  // A linked board that was not played does not replace the reader's own puzzle.
  await other.page.goto('/play/flipper');
  await becomes(async () => (await flipper(other.page)).locator('[role=gridcell]').count(), 9);
  assert.equal(new URL(other.page.url()).search, '');
  await other.context.close();
  // Another puzzle removes the size from the address; going back restores it.
  await more(await flipper(page), 'Back to this page’s puzzle');
  await becomes(() => new URL(page.url()).search, '');
  await (await flipper(page)).getByRole('button', { name: 'Undo' }).click();
  await becomes(() => new URL(page.url()).search, search);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('the largest boards have proved hints, and a bad size in the address says what is wrong', async () => {
  const { page, trouble, context } = await stage.reader();
  for (const [size, presses] of [['25x25', 327], ['19x19', undefined], ['15x23', undefined]]) {
    await page.goto(`/play/flipper?size=${size}&seed=7`);
    const puzzle = await flipper(page);
    await puzzle.getByRole('button', { name: 'Check' }).click();
    await eventually(heard(puzzle), /Solvable in \d+ presses, the fewest possible\./);
    await wholeHint(puzzle);
    if (presses) await eventually(puzzle.locator('.why'), `${presses} presses to go`);
    await eventually(puzzle.locator('.why'), /Press \d+ \(row \d+, column \d+\)\. \d+ more presses follow\. This is a shortest solution/);
    const left = Number(/\d+/.exec(await puzzle.locator('.why').textContent())[0]);
    await puzzle.getByRole('button', { name: 'Do this step' }).click();
    await status(puzzle, '1 press');
    await puzzle.getByRole('button', { name: 'Hint' }).click();
    await eventually(puzzle.locator('.why'), `${left - 1} presses to go. Look at row`);
  }
  assert.deepEqual(trouble, []);
  await page.goto('/play/flipper?size=99x99&seed=7');
  const puzzle = await flipper(page);
  await eventually(heard(puzzle), 'at most 2500 squares');
  await status(puzzle, 'presses');
  await context.close();
});

test('on a phone the largest board is enlarged, scrolls, and can be shown whole', async () => {
  const { page, trouble, context } = await stage.reader({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto('/play/flipper?size=25x25&seed=7');
  const puzzle = await flipper(page);
  const zoom = puzzle.getByRole('button', { name: 'Zoom' });
  await becomes(() => zoom.getAttribute('aria-pressed'), 'true');
  const side = async () => (await cell(puzzle, 1, 1).boundingBox()).width;
  assert.ok(await side() >= 44, `${await side()} px`);
  await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await cell(puzzle, 25, 25).tap();
  await status(puzzle, '1 press');
  // The hint scrolls the board to the square that it names.
  await wholeHint(puzzle);
  await eventually(puzzle.locator('.why'), 'Press 1 (row 1, column 1)');
  const isInView = () => puzzle.evaluate((shown) => {
    const [outer, inner] = [shown.querySelector('.board'), shown.querySelector('.cell.target')].map((found) => found.getBoundingClientRect());
    return inner.left >= outer.left - 1 && inner.top >= outer.top - 1 && inner.right <= outer.right + 1 && inner.bottom <= outer.bottom + 1;
  });
  await becomes(isInView, true, 'the square of the hint is in view');
  assert.deepEqual(await axe(page), []);
  await zoom.tap();
  await becomes(() => zoom.getAttribute('aria-pressed'), 'false');
  await becomes(() => puzzle.evaluate((shown) => { const { scrollWidth, clientWidth } = shown.querySelector('.board'); return scrollWidth <= clientWidth; }), true, 'the whole board is visible');
  assert.deepEqual(trouble, []);
  await context.close();
  // With a mouse, only squares that are too small to click are enlarged.
  for (const [width, isEnlarged] of [[800, true], [1280, false]]) {
    const window = await stage.reader({ viewport: { width, height: 800 } });
    await window.page.goto('/play/flipper?size=25x25&seed=7');
    const shown = await flipper(window.page);
    assert.equal(await shown.getByRole('button', { name: 'Zoom' }).isVisible(), isEnlarged, `${width} px`);
    assert.ok((await cell(shown, 1, 1).boundingBox()).width >= 24);
    await window.context.close();
  }
});

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing in the states of a game: ${colorScheme}`, async () => {
    const { page, context } = await stage.reader({ colorScheme });
    await page.goto(ESSAY);
    const puzzle = await flipper(page);
    await page.locator('gridlore-flipper[ready]').nth(4).waitFor();
    await cell(puzzle, 2, 2).focus();
    assert.deepEqual(await axe(page), []);
    await puzzle.getByRole('button', { name: 'Hint' }).click();
    await puzzle.locator('.why').waitFor();
    assert.deepEqual(await axe(page), []);
    await wholeHint(puzzle);
    await puzzle.locator('.why b').waitFor();
    assert.deepEqual(await axe(page), []);
    await page.goto('/play/flipper/workshop');
    await page.locator('.sizes').waitFor();
    assert.deepEqual(await axe(page), []);
    await context.close();
  });
}

test('the picture of the README: Flipper', async () => {
  const { page, context } = await stage.reader({ viewport: { width: 1100, height: 560 }, deviceScaleFactor: 1 });
  await page.goto(ESSAY);
  const puzzle = await flipper(page);
  await cell(puzzle, 2, 2).focus();
  await page.keyboard.press('2');
  await status(puzzle, '1 press');
  await page.keyboard.press('h');
  await eventually(puzzle.locator('.why'), '4 presses to go');
  await puzzle.evaluate((shown) => shown.scrollIntoView({ block: 'start' }));
  await page.evaluate(() => scrollBy(0, -60));
  await page.mouse.move(5, 5);
  await pictured(page, 'flipper.png');
  await context.close();
});
