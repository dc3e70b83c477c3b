/// Difficulty: levels by rating, the slider of ratings, and puzzles generated ahead of time.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Stage, axe, becomes, board, eventually, heard, more } from '../stage.js';

/** @type {Stage} */ let stage;
before(async () => { stage = await Stage.open(); });
after(() => stage.close());

/** Returns the facts in the title bar, such as `HoDoKu Hard (1014) · SE 6.6`. */
const about = (page) => page.locator('.titlebar .meta');

test('each board has the rating of its level', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/sudoku');
  const puzzle = await board(page);
  const list = page.getByRole('combobox', { name: 'Difficulty' });
  assert.equal(await list.inputValue(), 'rated-medium');
  await eventually(about(page), /HoDoKu Medium \(\d+\) · SE [1-4]\.\d$/);
  for (const level of ['Easy', 'Hard', 'Unfair', 'Extreme']) {
    await list.selectOption(`rated-${level.toLowerCase()}`);
    await page.getByRole('button', { name: 'New puzzle' }).click();
    await eventually(heard(puzzle), `New puzzle: ${level.toLowerCase()}.`);
    await eventually(about(page), new RegExp(`^HoDoKu ${level} \\(\\d+\\) · SE \\d`));
  }
  assert.deepEqual(await axe(page), []);
  await page.reload();
  await board(page);
  await becomes(() => list.inputValue(), 'rated-extreme', 'the choice is kept');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('the slider chooses a rating, which the new puzzle has', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/sudoku');
  const puzzle = await board(page);
  const slider = page.getByRole('slider', { name: 'SE rating' });
  assert.equal(await slider.count(), 0);
  await page.getByRole('combobox', { name: 'Difficulty' }).selectOption({ label: 'By SE rating' });
  await slider.focus();
  await page.keyboard.press('Home');
  await becomes(() => slider.getAttribute('aria-valuetext'), '1.2');
  for (const key of ['Home', 'PageUp', 'End']) {
    await page.keyboard.press(key);
    const rating = await slider.getAttribute('aria-valuetext');
    await page.getByRole('button', { name: 'New puzzle' }).click();
    await eventually(heard(puzzle), `New puzzle: rating ${rating}.`);
    await eventually(about(page), new RegExp(`SE ${rating}$`));
    await slider.focus();
  }
  assert.ok(Number(await slider.getAttribute('aria-valuetext')) >= 9);
  assert.deepEqual(await axe(page), []);
  await page.reload();
  await board(page);
  await slider.waitFor();
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a puzzle that was generated ahead of time appears within 200 ms', async () => {
  const { page, context } = await stage.reader();
  await page.goto('/play/sudoku');
  const puzzle = await board(page);
  await page.getByRole('combobox', { name: 'Difficulty' }).selectOption('rated-extreme');
  await page.getByRole('button', { name: 'New puzzle' }).click();
  await eventually(heard(puzzle), 'New puzzle: extreme.');
  const times = [];
  for (let round = 0; round < 5; round++) {
    // The next puzzle is computed before the rating, so it is ready once the rating is shown.
    await eventually(about(page), /^HoDoKu Extreme/);
    times.push(await page.evaluate(async () => {
      const shown = () => document.querySelector('[role=grid]')?.textContent;
      const [before, start] = [shown(), performance.now()];
      [...document.querySelectorAll('button')].find((made) => made.textContent === 'New puzzle')?.click();
      while (shown() === before && performance.now() - start < 5000) await new Promise((resolve) => requestAnimationFrame(resolve));
      return performance.now() - start;
    }));
    await eventually(heard(puzzle), 'New puzzle: extreme.');
  }
  times.sort((one, other) => one - other);
  assert.ok(times[2] < 200, `milliseconds: ${times.map(Math.round)}`);
  await context.close();
});

test('statistics count a solved puzzle with its level, time and hints, once, and are saved as CSV', async () => {
  const { page, trouble, context } = await stage.reader({ acceptDownloads: true });
  await page.goto('/play/sudoku');
  const puzzle = await board(page);
  await page.getByRole('combobox', { name: 'Difficulty' }).selectOption('2x2');
  await page.getByRole('button', { name: 'New puzzle' }).click();
  await eventually(heard(puzzle), 'New puzzle: 4 by 4.');
  await more(puzzle, 'Statistics');
  const figures = page.getByRole('dialog', { name: 'Statistics' });
  await figures.getByText('No puzzle solved yet.').waitFor();
  await figures.getByRole('button', { name: 'Close' }).click();
  const left = puzzle.locator('.status > :first-child');
  while (await left.innerText() !== 'Solved') {
    const before = await left.innerText();
    await puzzle.getByRole('button', { name: 'Hint' }).click();
    await puzzle.getByRole('button', { name: 'Show all' }).click();
    await puzzle.getByRole('button', { name: 'Do this step' }).click();
    await becomes(() => left.innerText(), (text) => text !== before);
  }
  for (let round = 0; round < 2; round++) {
    await more(puzzle, 'Statistics');
    assert.match(await figures.getByRole('row', { name: /^4 by 4/ }).innerText(), /^4 by 4\s+1\s+0\s+00:\d\d\s+00:\d\d$/);
    assert.deepEqual(await axe(page), []);
    if (!round) {
      await figures.getByRole('button', { name: 'Close' }).click();
      // Solving the puzzle again is not counted.
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+y');
    }
  }
  const [saved] = await Promise.all([page.waitForEvent('download'), figures.getByRole('button', { name: 'Save as CSV' }).click()]);
  const text = await (await import('node:fs/promises')).readFile(await saved.path(), 'utf8');
  assert.match(text, /^solved,seconds,level,hints,puzzle\n\d{4}-[^,]+,[\d.]+,"4 by 4",[1-9]\d*,"sudoku:[^"]+"\n$/);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('options move the controls to the left and flip the keypad, and are kept', async () => {
  const { page, trouble, context } = await stage.reader({ reducedMotion: 'reduce' });
  await page.goto('/play/sudoku');
  const puzzle = await board(page);
  const left = async (locator) => (await locator.boundingBox()).x;
  const keypad = puzzle.getByRole('group', { name: 'Keypad' });
  const isLeft = async () => await left(keypad) < await left(puzzle.getByRole('grid'));
  assert.equal(await isLeft(), false);
  await more(puzzle, 'Options');
  const options = page.getByRole('dialog', { name: 'Options' });
  await options.getByLabel(/^Controls/).selectOption('left');
  await options.getByLabel('Keypad starts with').selectOption('seven');
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await paper();
  await options.getByLabel('Colours').selectOption('dark');
  await becomes(paper, (colour) => colour !== light);
  assert.deepEqual(await axe(page), []);
  await options.getByRole('button', { name: 'Close' }).click();
  for (let round = 0; round < 2; round++) {
    await becomes(isLeft, true);
    await becomes(async () => (await keypad.getByRole('button').allInnerTexts()).map((text) => text[0]).join(''), '789456123');
    assert.notEqual(await paper(), light);
    await page.reload();
    await board(page);
  }
  await page.goto('/');
  assert.notEqual(await paper(), light, 'on every page');
  await page.emulateMedia({ media: 'print' });
  assert.equal(await paper(), 'rgb(255, 255, 255)');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('on a phone, the notes of a board of 16 by 16 are readable', async () => {
  const { page, trouble, context } = await stage.reader({ viewport: { width: 390, height: 844 } });
  await page.goto('/play/sudoku');
  const puzzle = await board(page);
  await page.getByRole('combobox', { name: 'Difficulty' }).selectOption('4x4-easy');
  await page.getByRole('button', { name: 'New puzzle' }).click();
  await eventually(heard(puzzle), 'New puzzle: 16 by 16, easy.');
  await more(puzzle, 'Fill candidates');
  const grid = puzzle.getByRole('grid');
  const smallest = () => grid.evaluate((shown) => Math.min(...[...shown.querySelectorAll('.notes i')].map((mark) => parseFloat(getComputedStyle(mark).fontSize))));
  await becomes(smallest, (size) => size >= 8);
  // The keyboard and a tap reach a cell outside the visible part of the board.
  await puzzle.getByRole('gridcell', { name: /^row 1, column 1,/ }).click();
  await page.keyboard.press('End');
  const isShown = (name) => puzzle.getByRole('gridcell', { name }).evaluate((one) => {
    const [cell, whole] = [one.getBoundingClientRect(), one.closest('[role=grid]').getBoundingClientRect()];
    return cell.left >= whole.left - 1 && cell.right <= whole.right + 1 && cell.top >= whole.top - 1 && cell.bottom <= whole.bottom + 1;
  });
  await becomes(() => isShown(/^row 1, column 16,/), true);
  assert.deepEqual(await axe(page), []);
  // The whole board is visible, with dots in place of notes.
  const zoom = puzzle.getByRole('button', { name: 'Zoom' });
  await zoom.click();
  assert.equal(await zoom.getAttribute('aria-pressed'), 'false');
  await becomes(async () => await isShown(/^row 1, column 16,/) && await isShown(/^row 16, column 1,/), true);
  assert.equal(await grid.evaluate((shown) => getComputedStyle(shown.querySelector('.notes i'), '::before').content), '"•"');
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  assert.deepEqual(trouble, []);
  await context.close();
});
