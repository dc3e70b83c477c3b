/// The sudoku player's features: five pens, multiple selection, mistake options, undo to before a
/// mistake, and boards of every size.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Stage, axe, becomes, board, cell, doStep, eventually, heard, more, option, wholeHint } from '../stage.js';

const PUZZLE = '...6...2....9.3....1.5...34..97..86..7..9....1..32..7....2...15.92..57.66.......3';
const HOME = `/play/sudoku#1;sudoku:${PUZZLE};0;0`;
/** A 12×12 board with boxes of four rows and three columns. */
const LARGE = '..AB.537.C......1.9.......42...5.1..1.87.A...3.......2..9.8..8.3...C....2.....7.4....49..B.6..A5....71...A....54.689A........3.4..1...C.....5..4';
/** @type {Stage} */
let stage;
before(async () => { stage = await Stage.open(); });
after(() => stage.close());

const label = (puzzle, row, column) => cell(puzzle, row, column).getAttribute('aria-label');
const chosen = (puzzle) => puzzle.locator('[role=gridcell][aria-selected=true]').count();

test('an undo that is answered late does not move the selection', async () => {
  const { page, context, trouble } = await stage.reader();
  await page.goto(HOME);
  const puzzle = await board(page);
  await cell(puzzle, 1, 1).click();
  await page.keyboard.press('4');
  await becomes(() => label(puzzle, 1, 1), /^row 1, column 1, 4/);
  // The player goes to another cell before the engine has answered.
  await cell(puzzle, 1, 1).evaluate(() => {
    for (const keys of [{ key: 'z', code: 'KeyZ', ctrlKey: true }, { key: 'ArrowRight', code: 'ArrowRight' }]) {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { ...keys, bubbles: true, cancelable: true }));
    }
  });
  await becomes(() => label(puzzle, 1, 1), /^row 1, column 1, blank/);
  await page.keyboard.press('5');
  await becomes(() => label(puzzle, 1, 2), /^row 1, column 2, 5/);
  await becomes(() => label(puzzle, 1, 1), /^row 1, column 1, blank/);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('five pens by key, by button and by Shift, Ctrl and Alt, in several cells at once', async () => {
  const { page, context, trouble } = await stage.reader();
  await page.goto(HOME);
  const puzzle = await board(page);
  await cell(puzzle, 1, 1).click();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await becomes(() => chosen(puzzle), 3);
  for (const key of ['Shift+Digit4', 'Control+Digit5', 'Alt+Digit2']) await page.keyboard.press(key);
  await eventually(heard(puzzle), '3 cells; row 1, column 3, notes 5, corner notes 4, colour 2');
  await becomes(() => label(puzzle, 1, 1), 'row 1, column 1, notes 5, corner notes 4, colour 2');
  // One undo reverts a change of several cells.
  await page.keyboard.press('Control+z');
  await puzzle.getByRole('gridcell', { name: 'row 1, column 2, notes 5, corner notes 4', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await becomes(() => chosen(puzzle), 1);

  const pens = { x: ['Corner', 'corner notes 1'], c: ['Centre', 'notes 1'], b: ['Cross', 'crossed out 1'], z: ['Digit', '1'] };
  for (const [key, [name, label]] of Object.entries(pens)) {
    await cell(puzzle, 5, 9).click();
    await page.keyboard.press(key);
    await becomes(() => puzzle.getByRole('button', { name, exact: true }).getAttribute('aria-pressed'), 'true');
    await page.keyboard.press('1');
    await eventually(heard(puzzle), `row 5, column 9, ${label}`);
    await page.keyboard.press('Backspace');
    await eventually(heard(puzzle), 'row 5, column 9, blank');
  }
  await page.keyboard.press('v');
  await puzzle.getByRole('button', { name: 'Colour 3' }).click();
  await eventually(heard(puzzle), 'row 5, column 9, blank, colour 3');
  await becomes(() => cell(puzzle, 5, 9).evaluate((shown) => getComputedStyle(shown).backgroundImage), /gradient/);
  // A given accepts colours only.
  await cell(puzzle, 1, 4).click();
  await page.keyboard.press('1');
  await eventually(heard(puzzle), 'row 1, column 4, 6, given, colour 1');
  await page.keyboard.press('z');
  await page.reload();
  await board(page);
  await becomes(() => label(puzzle, 1, 4), 'row 1, column 4, 6, given, colour 1', 'colours are kept');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('crossed-out digits are not candidates: hints use them, a wrong one is reported, filling candidates omits them', async () => {
  const { page, context, trouble } = await stage.reader();
  await page.goto(HOME);
  const puzzle = await board(page);
  // Row 1, column 1 has the candidates 3, 4, 5, 7, 8 and 9; the solution is 5.
  await cell(puzzle, 1, 1).click();
  await page.keyboard.press('b');
  for (const key of ['3', '4', '7']) await page.keyboard.press(key);
  await eventually(heard(puzzle), 'row 1, column 1, crossed out 3 4 7');
  await becomes(() => cell(puzzle, 1, 1).locator('.crossed').count(), 3);
  await page.keyboard.press('n');
  for (const key of ['8', '9']) await page.keyboard.press(key);
  await eventually(heard(puzzle), 'row 1, column 1, notes 8 9, crossed out 3 4 7');
  await page.emulateMedia({ media: 'print' });
  await becomes(() => puzzle.locator('table td').first().innerHTML(), /<small>89 <s>347<\/s><\/small>/);
  await page.emulateMedia({ media: 'screen' });
  await page.keyboard.press('b');
  await page.keyboard.press('5');
  await eventually(heard(puzzle), 'crossed out 3 4 5 7');
  await wholeHint(puzzle);
  await eventually(puzzle.locator('.why'), 'A wrong cross-out');
  await puzzle.getByRole('button', { name: 'Undo to before the mistake' }).click();
  await eventually(heard(puzzle), 'notes 8 9, crossed out 3 4 7');
  await more(puzzle, 'Fill candidates');
  await puzzle.locator('.crossed').first().waitFor({ state: 'detached' });
  await becomes(async () => /notes.* [347]\b/.test(await label(puzzle, 1, 1) ?? ''), false);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a drag, a click with Ctrl and a double click select cells', async () => {
  const { page, context } = await stage.reader();
  await page.goto(HOME);
  const puzzle = await board(page);
  const middle = async (row, column) => {
    const { x, y, width, height } = await cell(puzzle, row, column).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.mouse.move(...await middle(2, 1));
  await page.mouse.down();
  for (const column of [2, 3, 4]) await page.mouse.move(...await middle(2, column), { steps: 3 });
  await page.mouse.up();
  await becomes(() => chosen(puzzle), 4);
  await cell(puzzle, 9, 9).click({ modifiers: ['Control'] });
  await becomes(() => chosen(puzzle), 5);
  await cell(puzzle, 2, 2).click({ modifiers: ['Control'] });
  await becomes(() => chosen(puzzle), 4);
  // Select all cells of a digit.
  await cell(puzzle, 1, 4).dblclick();
  await becomes(() => chosen(puzzle), [...PUZZLE].filter((sign) => sign === '6').length);
  await page.keyboard.press('Control+a');
  await becomes(() => chosen(puzzle), 81);
  await cell(puzzle, 5, 5).click();
  await becomes(() => chosen(puzzle), 1);
  await context.close();
});

test('by touch, taps select several cells in multi-select mode', async () => {
  const { page, context } = await stage.reader({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
  await page.goto(HOME);
  const puzzle = await board(page);
  await cell(puzzle, 1, 1).tap();
  await puzzle.getByRole('button', { name: 'Multi: select several cells' }).tap();
  await cell(puzzle, 1, 2).tap();
  await cell(puzzle, 1, 3).tap();
  await cell(puzzle, 1, 2).tap();
  await becomes(() => chosen(puzzle), 2);
  await puzzle.getByRole('button', { name: 'Corner' }).tap();
  await puzzle.getByRole('button', { name: /^5\b/ }).tap();
  await eventually(heard(puzzle), '2 cells; row 1, column 3, corner notes 5');
  await becomes(() => label(puzzle, 1, 2), 'row 1, column 2, blank');
  await context.close();
});

test('mistakes are shown as the player chooses: clashes, wrong digits, or nothing until Check', async () => {
  const { page, context } = await stage.reader();
  await page.goto(HOME);
  const puzzle = await board(page);
  const type = async (row, column, digit) => {
    await cell(puzzle, row, column).click();
    await page.keyboard.press(digit);
  };
  await option(puzzle, 'Mistakes', 'solution');
  const wrong = () => puzzle.locator('.cell.wrong').count();
  await type(1, 1, '5');
  await eventually(heard(puzzle), 'row 1, column 1, 5');
  await type(1, 1, '8');
  await eventually(heard(puzzle), 'row 1, column 1, 8, wrong');
  await type(1, 1, '2');
  await eventually(heard(puzzle), 'row 1, column 1, 2, clash, wrong');
  await puzzle.locator('.cell.wrong').waitFor();
  await becomes(wrong, 1);
  await option(puzzle, 'Mistakes', 'none');
  await puzzle.locator('.cell.clash').waitFor({ state: 'detached' });
  await becomes(() => label(puzzle, 1, 1), 'row 1, column 1, 2');
  await type(1, 3, '2');
  await eventually(heard(puzzle), 'row 1, column 3, 2');
  await becomes(() => puzzle.locator('.said').innerText(), '');
  await puzzle.getByRole('button', { name: 'Check' }).click();
  await eventually(puzzle.locator('.said'), '2 digits are wrong (marked).');
  await becomes(wrong, 2);
  await option(puzzle, 'Mistakes', 'clashes');
  await puzzle.locator('.cell.clash').first().waitFor();
  // The option applies to every board.
  await option(puzzle, 'Mistakes', 'solution');
  await page.goto('/blogs/demo/solving-sudoku');
  const other = await board(page);
  await more(other, 'Options');
  await becomes(() => other.getByRole('combobox', { name: 'Mistakes' }).inputValue(), 'solution');
  await context.close();
});

test('a hint about a mistake offers to undo it', async () => {
  const { page, context } = await stage.reader();
  await page.goto(HOME);
  const puzzle = await board(page);
  await wholeHint(puzzle);
  await puzzle.getByRole('button', { name: 'Do this step' }).click();
  await eventually(puzzle.locator('.status'), '52 left');
  const blank = puzzle.getByRole('gridcell', { name: /blank$/ }).first();
  const name = (await blank.getAttribute('aria-label')).replace(', blank', '');
  // At least one of these digits is wrong.
  for (const digit of ['4', '8']) {
    await puzzle.getByRole('gridcell', { name: new RegExp(`^${name},`) }).click();
    await page.keyboard.press(digit);
    await eventually(puzzle.locator('.status'), '51 left');
    await puzzle.getByRole('button', { name: 'Hint' }).click();
    await puzzle.locator('.why button').first().waitFor();
    const back = puzzle.getByRole('button', { name: 'Undo to before the mistake' });
    if (!await back.count()) continue;
    await back.click();
    await eventually(heard(puzzle), 'Undone to before the mistake.');
    await eventually(puzzle.locator('.status'), /5[12] left/);
    await context.close();
    return;
  }
  assert.fail('neither digit was wrong');
});

for (const [params, side] of [['2x2', 4], ['2x3-hard', 6], ['3x4', 12], ['4x4-easy', 16]]) {
  test(`a board of ${side} by ${side} is generated, played with hints, restored and solved`, async () => {
    const { page, context, trouble } = await stage.reader();
    await page.goto('/play/sudoku');
    const puzzle = await board(page);
    await page.getByRole('combobox', { name: 'Difficulty' }).selectOption(params);
    await page.getByRole('button', { name: 'New puzzle' }).click();
    await eventually(heard(puzzle), 'New puzzle:');
    await becomes(() => puzzle.getByRole('gridcell').count(), side * side);
    // Boards of more than nine digits use letters: on this one, C is a digit and not a pen.
    if (side > 11) {
      await puzzle.getByRole('gridcell', { name: /blank$/ }).first().click();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Escape');
      await page.keyboard.press('c');
      await eventually(heard(puzzle), /, C\b|^Two Cs in /);
      await page.keyboard.press('Control+z');
    }
    for (let step = 0; step < 5; step++) {
      await wholeHint(puzzle);
      await doStep(puzzle);
    }
    const shown = await puzzle.getByRole('grid').innerText();
    await page.reload();
    await becomes(async () => await (await board(page)).getByRole('grid').innerText(), shown);
    await more(puzzle, 'Solve');
    await eventually(puzzle.locator('.status'), 'Solved');
    assert.deepEqual(trouble, []);
    await context.close();
  });
}

test('a hard 12×12 board is larger, and its hints use chains and the symbols of the board', async () => {
  const { page, context, trouble } = await stage.reader({ viewport: { width: 1280, height: 900 } });
  await page.goto(`/play/sudoku#1;sudoku:4x3:${LARGE};0;0`);
  const puzzle = await board(page);
  const { width } = await puzzle.getByRole('grid').boundingBox() ?? { width: 0 };
  assert.ok(width > 600, `${width}`);
  await more(puzzle, 'Fill candidates');
  const titles = [];
  while (!/Chain|Loop/.test(titles.at(-1) ?? '')) {
    await wholeHint(puzzle);
    titles.push(await puzzle.locator('.why').getByText(/./).first().innerText());
    assert.ok(titles.length < 60, titles.join(', '));
    if (!/Chain|Loop/.test(titles.at(-1) ?? '')) {
      await doStep(puzzle);
    }
  }
  await becomes(() => puzzle.locator('.why').innerText(), /\([1-9ABC]=?[1-9ABC]?\)r/);
  await puzzle.getByRole('button', { name: 'Show on board' }).click();
  await becomes(() => puzzle.locator('svg.large').evaluate((drawn) => drawn.textContent ?? ''), /C/);
  assert.deepEqual(trouble, []);
  await context.close();
});

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing in colours, corner marks and hint stages: ${colorScheme}`, async () => {
    const { page, context } = await stage.reader({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(HOME);
    const puzzle = await board(page);
    await more(puzzle, 'Options');
    assert.deepEqual(await axe(page), []);
    await page.keyboard.press('Escape');
    for (let tint = 1; tint <= 6; tint++) {
      await cell(puzzle, 1, tint).click();
      for (const key of [`Alt+Digit${tint}`, 'Shift+Digit4', 'Shift+Digit5', 'Control+Digit8']) await page.keyboard.press(key);
    }
    await eventually(heard(puzzle), 'colour 6');
    await cell(puzzle, 5, 9).click();
    for (const key of ['b', '7']) await page.keyboard.press(key);
    await eventually(heard(puzzle), 'crossed out 7');
    await page.keyboard.press('z');
    await page.keyboard.press('Control+a');
    assert.deepEqual(await axe(page), []);
    await page.keyboard.press('Escape');
    await page.keyboard.press('v');
    await puzzle.getByRole('button', { name: 'Hint' }).click();
    await eventually(puzzle.locator('.why'), 'Look at');
    assert.deepEqual(await axe(page), []);
    await context.close();
  });
}
