/// The sudoku workshop, and import and export in the player.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Stage, axe, becomes, board, cell, eventually, heard, more } from '../stage.js';

const PUZZLE = '...6...2....9.3....1.5...34..97..86..7..9....1..32..7....2...15.92..57.66.......3';
/** A puzzle beyond the techniques of HoDoKu's order. */
const EXTREME = '98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6';
/** @type {Stage} */
let stage;
before(async () => { stage = await Stage.open(); });
after(() => stage.close());

async function workshop(page) {
  const shown = page.locator('gridlore-sudoku-workshop[ready]');
  await shown.waitFor();
  return shown;
}

test('a pasted puzzle is stepped through by buttons, keys and the list', async () => {
  const { page, context, trouble } = await stage.reader();
  await page.goto('/play/sudoku');
  await board(page);
  await page.getByRole('link', { name: 'Solve step by step' }).click();
  const shown = await workshop(page);
  // The link contains the player's board.
  await eventually(shown.locator('.said'), 'steps to the solution.');
  await shown.getByRole('textbox').fill(`+---+---+---+\n${PUZZLE.match(/.{9}/g).join('\n')}`);
  await shown.getByRole('button', { name: 'Solve step by step' }).click();
  await eventually(shown.locator('.rated'), /^(Hard|Unfair), \d+/);
  await eventually(shown.locator('.rated'), /Sudoku Explainer 1\.2\.1: \d\.\d\/\d\.\d\/\d\.\d/);
  await becomes(() => shown.locator('.way li').count(), (count) => count > 55);
  await becomes(() => shown.locator('.why b').innerText(), /^1\. /);
  await shown.getByRole('button', { name: 'Next step' }).click();
  await becomes(() => shown.locator('.why b').innerText(), /^2\. /);
  await page.keyboard.press('ArrowRight');
  await becomes(() => shown.locator('.why b').innerText(), /^3\. /);
  // The chain is drawn with its links, and given in Eureka notation.
  await shown.locator('.way').getByRole('button', { name: 'XY-Chain' }).first().click();
  await becomes(() => shown.locator('.stepped path[stroke-dasharray]').count(), (count) => count > 2);
  await eventually(shown.locator('.notation'), /^XY-Chain: .* => r\dc\d/);
  await shown.getByRole('button', { name: 'Next digit' }).click();
  const at = Number((await shown.locator('.why b').innerText()).split('.')[0]);
  await becomes(() => shown.locator('.way li').nth(at - 2).innerHTML(), /placing/, 'a digit was placed just before');
  await page.keyboard.press('End');
  await becomes(() => shown.locator('.why b').innerText(), 'Solved');
  await becomes(() => shown.locator('.way [aria-current]').count(), 1);

  // The other order chooses the easiest explanation first; its rating is a number.
  await shown.getByRole('combobox', { name: 'Solving order' }).selectOption('own');
  await eventually(shown.locator('.rated'), /^\d\.\d/);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('problems are reported: bad input, mistakes, several solutions, and the end of the techniques', async () => {
  const { page, context } = await stage.reader();
  await page.goto('/play/sudoku/workshop');
  const shown = await workshop(page);
  const solve = async (text) => {
    await shown.getByRole('textbox').fill(text);
    await shown.getByRole('button', { name: 'Solve step by step' }).click();
  };
  const said = shown.locator('.said');
  await solve('');
  await eventually(said, 'No puzzle yet');
  await solve('53x');
  await eventually(said, 'Could not read the puzzle: line 1, column 3: found \'x\', expected a digit');
  await solve(`55${PUZZLE.slice(2)}`);
  await eventually(said, 'These 5s see each other: r1c1 and r1c2.');
  await solve(PUZZLE.replace('6...2', '.....'));
  await eventually(said, /then no technique in this order applies.*several solutions/);
  await shown.locator('.way button').last().click();
  await becomes(() => shown.locator('.why b').innerText(), /Stuck/);
  await eventually(shown.locator('.rated'), 'Extreme');
  // If its techniques are exhausted, HoDoKu takes a digit from the solution.
  await solve(EXTREME);
  await eventually(said, 'steps to the solution');
  await becomes(() => shown.locator('.way li').first().innerText(), /Brute Force\s*10000/);
  await eventually(shown.locator('.rated'), /Extreme, \d{5}/);
  await solve(`${PUZZLE}\n${EXTREME}\n`);
  await shown.getByRole('combobox', { name: 'Choose a puzzle' }).waitFor();
  await eventually(said, 'steps to the solution');
  await shown.getByRole('combobox', { name: 'Choose a puzzle' }).selectOption({ index: 1 });
  await eventually(shown.locator('.way li').first(), 'Brute Force');
  // The other order includes nets within nets and explains each trial within them.
  await shown.getByRole('combobox', { name: 'Solving order' }).selectOption('own');
  await shown.locator('.way').getByRole('button', { name: 'Forcing Net with Nets within' }).first().click();
  await shown.locator('.why summary').click();
  await becomes(() => shown.locator('.why').innerText(), /1\. Suppose that r\dc\d is \d\..*\n\s*(\d+)\.1\. Suppose that r\dc\d is \d\./s);
  await becomes(() => shown.locator('.why').innerText(), /\{r\dc\d=\d -> /);
  await context.close();
});

test('all steps of a position, play from here, and practice boards', async () => {
  const { page, context } = await stage.reader();
  await page.goto(`/play/sudoku/workshop#1;sudoku:${PUZZLE};0;0`);
  const shown = await workshop(page);
  await eventually(shown.locator('.said'), 'steps to the solution');
  await shown.locator('.way').getByRole('button', { name: 'XY-Chain' }).first().click();
  await shown.getByRole('button', { name: 'All steps from here' }).click();
  await eventually(shown.locator('.said'), 'steps available here');
  const names = new Set(await shown.locator('.way button span').allInnerTexts());
  assert.ok(names.size > 4 && [...names].some((name) => name.includes('XY-Chain')), [...names].join());
  // Filter by one technique, then remove the filter.
  const filter = shown.getByRole('combobox', { name: 'Filter steps' });
  await filter.selectOption('XY-Chain');
  await becomes(async () => new Set(await shown.locator('.way button span').allInnerTexts()), new Set(['XY-Chain']));
  await eventually(shown.locator('.why'), 'XY-Chain');
  await filter.selectOption('');
  await becomes(async () => new Set(await shown.locator('.way button span').allInnerTexts()).size, names.size);
  await shown.getByRole('link', { name: 'Play from here' }).click();
  const puzzle = await board(page);
  await puzzle.locator('.notes i[data-mark]').first().waitFor();
  await puzzle.getByRole('button', { name: 'Hint' }).click();
  await puzzle.getByRole('button', { name: 'Show more' }).click();
  await eventually(puzzle.locator('.why'), 'XY-Chain');

  await page.goto('/play/sudoku/workshop');
  await workshop(page);
  await shown.getByRole('combobox', { name: 'Technique' }).selectOption('Swordfish');
  await shown.getByRole('button', { name: 'Find a board' }).click();
  const practice = shown.locator('gridlore-sudoku-lesson');
  await practice.locator('p.task', { hasText: 'Find the Swordfish.' }).waitFor({ timeout: 60000 });
  await practice.getByRole('button', { name: 'Hint' }).click();
  await practice.getByRole('button', { name: 'Show all' }).click();
  await practice.getByRole('button', { name: 'Do this step' }).click();
  await eventually(practice.getByRole('status'), 'This was the Swordfish.');
  await practice.getByRole('button', { name: 'Another board' }).click();
  await practice.locator('p.task', { hasText: 'Find the Swordfish.' }).waitFor({ timeout: 60000 });

  // For a technique that is never the next step, the board offers it among several steps.
  await shown.getByRole('combobox', { name: 'Technique' }).selectOption('Mutant Swordfish');
  await shown.getByRole('button', { name: 'Find a board' }).click();
  await practice.getByText('Easier steps are also possible.').waitFor({ timeout: 60000 });
  await practice.getByRole('button', { name: 'Show it' }).click();
  await eventually(practice.getByRole('status'), 'This was the Mutant Swordfish.');
  assert.equal(await practice.locator('.result figure svg').count(), 1);
  assert.deepEqual(await axe(page), []);
  await context.close();
});

test('puzzles are imported and exported in the formats of other programs', async () => {
  const { page, context } = await stage.reader({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/play/sudoku');
  const puzzle = await board(page);
  const dialog = page.getByRole('dialog');
  await more(puzzle, 'Import');
  await dialog.getByRole('textbox', { name: 'Puzzle' }).fill('12');
  await dialog.getByRole('button', { name: 'Open' }).click();
  await eventually(dialog.getByRole('alert'), 'Could not read the puzzle: line 1, column 1: found 2 characters in 1 group, expected 81 cells');
  await dialog.getByLabel('File').setInputFiles({ name: 'one.sdk', mimeType: 'text/plain', buffer: Buffer.from(`[Puzzle]\n${PUZZLE.match(/.{9}/g).join('\n')}\n`) });
  await page.waitForFunction((field) => field.value.startsWith('[Puzzle]'), await dialog.getByRole('textbox', { name: 'Puzzle' }).elementHandle());
  await dialog.getByRole('button', { name: 'Open' }).click();
  await eventually(heard(puzzle), 'Puzzle imported.');
  await becomes(() => cell(puzzle, 1, 4).getAttribute('aria-label'), /6, given$/);
  await cell(puzzle, 1, 1).click();
  await page.keyboard.press('9');
  await eventually(puzzle.locator('.status'), '52 left');
  await more(puzzle, 'Export');
  await dialog.getByRole('combobox', { name: 'Format' }).selectOption('library');
  const text = dialog.getByRole('textbox');
  await page.waitForFunction((field) => field.value.startsWith(':0000'), await text.elementHandle());
  await becomes(() => text.inputValue(), /^:0000:x:\+9\.\.6/);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  // The size of a board is determined by the number of its cells.
  await more(puzzle, 'Import');
  await dialog.getByRole('textbox', { name: 'Puzzle' }).fill('1...\n..3.\n.4..\n...2');
  await dialog.getByRole('button', { name: 'Open' }).click();
  await eventually(heard(puzzle), 'Puzzle imported.');
  await becomes(() => puzzle.getByRole('gridcell').count(), 16);
  await context.close();
});

for (const [name, options] of Object.entries({ light: { colorScheme: 'light' }, dark: { colorScheme: 'dark' }, phone: { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true } })) {
  test(`axe finds nothing in the workshop, and nothing is wider than the screen: ${name}`, async () => {
    const { page, context } = await stage.reader({ reducedMotion: 'reduce', ...options });
    await page.goto(`/play/sudoku/workshop#1;sudoku:${PUZZLE};0;0`);
    const shown = await workshop(page);
    await eventually(shown.locator('.rated'), 'SukakuExplainer');
    await shown.locator('.way').getByRole('button', { name: 'XY-Chain' }).first().click();
    assert.deepEqual(await axe(page), []);
    await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'the page scrolls sideways');
    const small = await shown.locator('button:visible, select:visible').evaluateAll((buttons) =>
      buttons.map((button) => [button.textContent, button.getBoundingClientRect()]).filter(([, box]) => box.width < 44 || box.height < 44).map(([text]) => text));
    assert.deepEqual(small, []);
    await context.close();
  });
}
