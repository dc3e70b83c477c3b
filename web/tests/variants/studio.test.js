/// Three variant sudokus from an empty grid to a published post and a reader who solves them with
/// hints: a killer, thermometers with dots, and a jigsaw with arrows. Also drafts, conflicts, and
/// analysis for setters.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Stage, axe, becomes, board, eventually, solveByHints } from '../stage.js';

const PAGE = '/play/variant-sudoku/workshop';
const KIND = 'gridlore-variant-sudoku';
const PASSWORD = 'nine grids of lamps';

/** @type {Stage} */ let stage;
/** The page of the site's owner. @type {import('playwright-core').Page} */ let owner;
before(async () => {
  stage = await Stage.open();
  owner = (await stage.reader()).page;
  await owner.goto(stage.setup);
  await owner.getByLabel('Username').fill('ann');
  await owner.getByLabel('Display name').fill('Ann');
  await owner.getByLabel('Password (at least').fill(PASSWORD);
  await owner.getByLabel('Repeat the password').fill(PASSWORD);
  await owner.getByRole('button', { name: 'Create account' }).click();
  await owner.waitForURL('**/admin');
});
after(() => stage.close());

/** Returns the editor with an empty board of this side. */
async function opened(side, options) {
  // Bring the whole board into view, for the mouse.
  const reader = await stage.reader({ viewport: { width: 1280, height: 1000 }, ...options });
  const { page } = reader;
  await page.goto(PAGE);
  const studio = page.locator(`${KIND}-workshop[ready]`);
  await studio.waitFor();
  await studio.getByRole('combobox', { name: 'Size' }).selectOption(`${side}x${side}`);
  await becomes(() => studio.getByRole('gridcell').count(), side * side);
  const at = (name) => studio.getByRole('gridcell', { name: new RegExp(`^${name},`) });
  const rules = () => studio.getByRole('list', { name: 'Rules of the puzzle' }).locator('li button.quiet').allTextContents();
  return { ...reader, studio, at, rules };
}

/** Drags over cells in order. */
async function drag({ page, at }, names) {
  for (const [index, name] of names.entries()) {
    // The verdict on an earlier change may replace the cells.
    const { x, y, width, height } = await becomes(() => at(name).boundingBox(), (box) => box !== null);
    await page.mouse.move(x + width / 2, y + height / 2);
    if (!index) await page.mouse.down();
  }
  await page.mouse.up();
}

/** Adds a rule with the mouse, and waits until it is listed. */
async function add(editor, tool, names, value) {
  const { studio, rules } = editor;
  const before = (await rules()).length;
  await studio.getByRole('combobox', { name: 'Tool' }).selectOption(tool);
  if (value !== undefined) await studio.getByRole('textbox', { name: /^(Sum|Number|Digits)/ }).fill(value);
  await drag(editor, names);
  await studio.getByRole('button', { name: 'Add', exact: true }).click();
  await becomes(async () => (await rules()).length > before, true);
}

const verdict = (studio, text) => eventually(studio.locator('.verdict'), text);

/** Publishes the puzzle in a post; returns the address of the post. */
async function published(editor, title) {
  const { page, studio } = editor;
  await studio.getByRole('textbox', { name: 'Title' }).fill(title);
  await studio.getByRole('textbox', { name: 'Title' }).press('Tab');
  await eventually(studio.getByRole('combobox', { name: 'Drafts' }), title);
  await studio.getByRole('button', { name: 'Put into a post' }).click();
  const block = await page.getByRole('dialog').getByLabel('Block for a post').inputValue();
  assert.match(block, /^```variant-sudoku\nsize /);
  assert.match(block, new RegExp(`title: ${title}`));
  await owner.goto('/admin');
  await owner.getByRole('link', { name: /New post in/ }).click();
  await owner.getByLabel('Title', { exact: true }).fill(title);
  await owner.getByLabel('Text (Markdown').fill(`A puzzle.\n\n${block}`);
  await owner.getByRole('button', { name: 'Publish' }).click();
  return `/blogs/demo/${title.toLowerCase().replaceAll(' ', '-')}`;
}

/** Solves a post's puzzle with hints alone, as another reader. */
async function solved(address, side) {
  const { page, context, trouble } = await stage.reader();
  await page.goto(address);
  const puzzle = await board(page, KIND);
  assert.equal(await puzzle.getByRole('gridcell').count(), side * side);
  const texts = await solveByHints(puzzle, 400);
  await eventually(puzzle.locator('.status'), 'Solved');
  assert.deepEqual(trouble, []);
  await context.close();
  return texts.join('\n');
}

test('a killer of 9 by 9: cages drawn, made unique, published, solved with hints about cages', { timeout: 400_000 }, async () => {
  const editor = await opened(9);
  const { studio, trouble, context, rules } = editor;
  await verdict(studio, /^Several solutions: two of them differ in \d+ cells\.$/);
  const cages = [['r1c1 r1c2', '17'], ['r1c3 r2c3 r3c3', '6'], ['r2c1 r3c1', '9'], ['r1c8 r1c9', '10'], ['r5c4 r5c5 r5c6', '24'], ['r9c1 r9c2', '3'], ['r8c8 r9c8 r9c9', '23'], ['r4c9 r5c9', '5'], ['r7c5 r8c5 r9c5', '7'], ['r6c1 r7c1', '14']];
  for (const [names, sum] of cages) await add(editor, 'Cage', names.split(' '), sum);
  assert.deepEqual(await rules(), cages.map(([names, sum]) => `cage ${sum}: ${names}`));
  await verdict(studio, /^Several/);
  await studio.getByRole('button', { name: 'Make unique' }).click();
  await verdict(studio, /^Unique solution\. Difficulty: (Easy|Medium|Hard|Extreme), \d\.\d \(/);
  const address = await published(editor, 'Cages for nine');
  assert.match(await solved(address, 9), /cage of/);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('thermometers and dots on 9 by 9: drawn with the keyboard alone', { timeout: 400_000 }, async () => {
  const editor = await opened(9);
  const { page, studio, at, trouble, context, rules } = editor;
  const tool = (name) => studio.getByRole('combobox', { name: 'Tool' }).selectOption(name);
  const drawn = async (from, ...keys) => {
    const before = (await rules()).length;
    await at(from).focus();
    for (const key of keys) await page.keyboard.press(`Shift+Arrow${key}`);
    await page.keyboard.press('Enter');
    await becomes(async () => (await rules()).length, before + 1);
  };
  await tool('Thermometer');
  await drawn('r1c1', 'Right', 'Right', 'Down', 'Down', 'Right');
  await drawn('r5c5', 'Down', 'Down', 'Right', 'Right');
  await drawn('r9c3', 'Left', 'Up', 'Up', 'Left', 'Up');
  await tool('White dot');
  await drawn('r4c3', 'Right');
  await drawn('r1c7', 'Right');
  await tool('Black dot');
  await drawn('r5c8', 'Down');
  assert.deepEqual(await rules(), [
    'thermometer: r1c1 r1c2 r1c3 r2c3 r3c3 r3c4', 'thermometer: r5c5 r6c5 r7c5 r7c6 r7c7', 'thermometer: r9c3 r9c2 r8c2 r7c2 r7c1 r6c1',
    'white dot: r4c3 r4c4', 'white dot: r1c7 r1c8', 'black dot: r5c8 r6c8']);
  // With the tool for givens, a digit enters a given; Undo and Redo also have keys.
  await tool('Given digits');
  await at('r9c9').focus();
  await page.keyboard.press('2');
  await becomes(() => at('r9c9').getAttribute('aria-label'), /^r9c9, 2, given/);
  await page.keyboard.press('Control+z');
  await becomes(() => at('r9c9').getAttribute('aria-label'), /^r9c9, (notes|blank)/);
  await page.keyboard.press('Control+y');
  await becomes(() => at('r9c9').getAttribute('aria-label'), /^r9c9, 2, given/);
  await verdict(studio, /solution/);
  await studio.getByRole('button', { name: 'Make unique' }).click();
  await verdict(studio, /^Unique solution\. Difficulty: /);
  assert.deepEqual(await axe(page), []);
  const address = await published(editor, 'Warm dots');
  assert.match(await solved(address, 9), /thermometer/i);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a jigsaw with arrows on 9 by 9: regions painted, givens in a half turn', { timeout: 400_000 }, async () => {
  const editor = await opened(9);
  const { studio, page, trouble, context } = editor;
  await studio.getByRole('combobox', { name: 'Tool' }).selectOption('Regions');
  // In each band, the first two boxes exchange a cell.
  const left = ['r1c1', 'r1c2', 'r1c3', 'r1c4', 'r2c3', 'r2c2', 'r2c1', 'r3c1', 'r3c2'];
  const right = ['r3c3', 'r3c4', 'r3c5', 'r3c6', 'r2c6', 'r1c6', 'r1c5', 'r2c5', 'r2c4'];
  const down = (names, rows) => names.map((name) => `r${Number(name[1]) + rows}${name.slice(2)}`);
  for (const rows of [0, 3, 6]) {
    for (const names of [left, right]) {
      await drag(editor, down(names, rows));
      await studio.getByRole('button', { name: 'Add', exact: true }).click();
      await becomes(() => studio.locator('.said').textContent(), '');
      await page.waitForFunction(() => document.querySelector('.verdict')?.textContent !== 'Solving…');
    }
  }
  const text = await studio.getByRole('textbox', { name: 'Puzzle as text', includeHidden: true }).inputValue();
  assert.match(text, /^regions: 1111/m);
  await add(editor, 'Arrow', ['r2c2', 'r1c1', 'r1c2']);
  await add(editor, 'Arrow', ['r5c5', 'r4c5', 'r3c5', 'r2c5']);
  await add(editor, 'Arrow', ['r9c9', 'r8c8', 'r7c7']);
  await verdict(studio, /^Several/);
  await studio.getByRole('combobox', { name: 'Symmetry of givens' }).selectOption('Half turn');
  await studio.getByRole('button', { name: 'Make unique' }).click();
  await verdict(studio, /^Unique solution\. Difficulty: /);
  const isGiven = await studio.getByRole('gridcell').evaluateAll((cells) => cells.map((cell) => cell.classList.contains('given')));
  assert.ok(isGiven.filter(Boolean).length > 5);
  assert.deepEqual(isGiven, [...isGiven].reverse());
  const address = await published(editor, 'Crooked arrows');
  assert.match(await solved(address, 9), /arrow/i);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('two solutions are shown over each other, and a given opens its image under a symmetry', async () => {
  const editor = await opened(4);
  const { page, studio, at, trouble, context } = editor;
  await verdict(studio, /^Several solutions: two of them differ in (\d+) cells\.$/);
  const differ = Number(/(\d+) cells/.exec(await studio.locator('.verdict').textContent())[1]);
  await studio.getByRole('combobox', { name: 'Blank cells show' }).selectOption('Solutions');
  await becomes(() => studio.locator('.symbol.pair').count(), differ);
  await becomes(() => studio.locator('.cell.look').count(), differ);
  assert.match(await studio.locator('.cell:has(.pair)').first().getAttribute('aria-label'), /, \d in one solution, \d in the other$/);
  await studio.getByRole('combobox', { name: 'Symmetry of givens' }).selectOption('Quarter turn');
  await at('r1c2').click();
  await page.keyboard.press('3');
  for (const name of ['r2c4', 'r4c3', 'r3c1']) await becomes(() => at(name).getAttribute('aria-label'), new RegExp(`^${name}, .*open for a given$`));
  await studio.getByRole('combobox', { name: 'Symmetry of givens' }).selectOption('None');
  await becomes(() => at('r2c4').getAttribute('aria-label'), /solution/);
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('digits are the number of a cage, diagonal drags are exact, edges take dots, and a rule is changed', async () => {
  const editor = await opened(9);
  const { page, studio, at, rules, trouble, context } = editor;
  const tool = (name) => studio.getByRole('combobox', { name: 'Tool' }).selectOption(name);
  await tool('Cage');
  await drag(editor, ['r1c1', 'r1c2', 'r1c3']);
  for (const key of ['1', '5', 'Enter']) await page.keyboard.press(key);
  await becomes(rules, ['cage 15: r1c1 r1c2 r1c3']);
  // A stroke next to the exact diagonal touches the corners of other cells.
  await tool('Thermometer');
  const { x, y, width } = await at('r5c4').boundingBox();
  await page.mouse.move(x + width / 2 + 5, y + width / 2);
  await page.mouse.down();
  await page.mouse.move(x + 3.5 * width + 5, y - 2.5 * width, { steps: 40 });
  await page.mouse.up();
  await page.keyboard.press('Enter');
  await becomes(rules, ['cage 15: r1c1 r1c2 r1c3', 'thermometer: r5c4 r4c5 r3c6 r2c7']);
  await tool('White dot');
  const edge = await at('r7c7').boundingBox();
  await page.mouse.click(edge.x + edge.width - 2, edge.y + edge.height / 2);
  await becomes(rules, ['cage 15: r1c1 r1c2 r1c3', 'thermometer: r5c4 r4c5 r3c6 r2c7', 'white dot: r7c7 r7c8']);
  // Press a rule to change it.
  await studio.getByRole('button', { name: 'cage 15: r1c1 r1c2 r1c3', exact: true }).click();
  assert.equal(await studio.getByRole('textbox', { name: 'Sum' }).inputValue(), '15');
  await page.keyboard.press('Backspace');
  for (const key of ['7', 'Enter']) await page.keyboard.press(key);
  await becomes(rules, ['cage 17: r1c1 r1c2 r1c3', 'thermometer: r5c4 r4c5 r3c6 r2c7', 'white dot: r7c7 r7c8']);
  // Delete removes the rule of the tool at the cursor, and Ctrl+Z brings it back.
  await at('r1c2').click();
  await page.keyboard.press('Delete');
  await becomes(rules, ['thermometer: r5c4 r4c5 r3c6 r2c7', 'white dot: r7c7 r7c8']);
  await page.keyboard.press('Control+z');
  await becomes(async () => (await rules()).length, 3);
  await studio.getByRole('button', { name: 'Remove white dot: r7c7 r7c8' }).click();
  await becomes(async () => (await rules()).length, 2);
  await page.keyboard.press('Control+z');
  await becomes(async () => (await rules()).length, 3);
  // A line does not jump over cells.
  await tool('Renban');
  await at('r9c1').click();
  await at('r9c4').click({ modifiers: ['Control'] });
  await studio.getByRole('button', { name: 'Add', exact: true }).click();
  await eventually(studio.locator('.said'), 'r9c1 and r9c4 do not touch.');
  assert.equal((await rules()).length, 3);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a typed title is kept without leaving the field, and full storage is reported', async () => {
  const editor = await opened(4);
  const { page, studio, trouble, context } = editor;
  await studio.getByRole('textbox', { name: 'Title' }).pressSequentially('Half a na');
  await page.reload();
  await becomes(() => studio.getByRole('textbox', { name: 'Title' }).inputValue(), 'Half a na');
  await page.evaluate(() => {
    Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
  });
  await add(editor, 'Cage', ['r1c1', 'r1c2'], '3');
  await eventually(studio.getByRole('alert'), /^Not saved: the browser.s storage is full or blocked\./);
  await studio.getByRole('button', { name: 'Delete draft' }).click();
  await eventually(studio.locator('.said'), 'The draft was not deleted');
  await becomes(() => studio.getByRole('textbox', { name: 'Title' }).inputValue(), 'Half a na');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a conflict is explained, unnecessary clues are listed, and drafts are never lost', { timeout: 120_000 }, async () => {
  const editor = await opened(4);
  const { page, studio, rules, trouble, context } = editor;
  await add(editor, 'Cage', ['r1c1', 'r1c2'], '3');
  await add(editor, 'Thermometer', ['r1c3', 'r1c4']);
  await add(editor, 'Cage', ['r1c3', 'r1c4'], '4');
  await verdict(studio, 'No solution. Smallest set of conflicting clues: 2 clues, marked.');
  await eventually(studio.locator('.clues'), 'add up to 3');
  await studio.getByRole('button', { name: 'Remove cage 4: r1c3 r1c4' }).click();
  await becomes(rules, ['cage 3: r1c1 r1c2', 'thermometer: r1c3 r1c4']);
  await verdict(studio, /^Several/);
  await studio.getByRole('button', { name: 'Fill the rest' }).click();
  await verdict(studio, /^Unique solution\./);
  await studio.getByRole('button', { name: 'Unnecessary clues' }).click();
  await eventually(studio.locator('.said'), /^Any one of \d+ clues can be removed\.$/);
  // A rule that cannot be drawn changes nothing.
  await studio.getByRole('combobox', { name: 'Tool' }).selectOption('Cage');
  await studio.getByRole('textbox', { name: /^Sum/ }).fill('many');
  await drag(editor, ['r4c1', 'r4c2']);
  await studio.getByRole('button', { name: 'Add', exact: true }).click();
  await eventually(studio.locator('.said'), /found|expected/);
  assert.equal((await rules()).length, 2);
  // The draft is kept after a reload; if it is deleted, it can be restored.
  await page.reload();
  await becomes(rules, ['cage 3: r1c1 r1c2', 'thermometer: r1c3 r1c4']);
  await studio.getByRole('button', { name: 'Delete draft' }).click();
  await eventually(studio.locator('.said'), 'Draft deleted.');
  await becomes(async () => (await rules()).length, 0);
  await studio.getByRole('button', { name: 'Restore draft' }).click();
  await becomes(rules, ['cage 3: r1c1 r1c2', 'thermometer: r1c3 r1c4']);
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('fog is drawn with a tool, and published with the solution that clears it', { timeout: 120_000 }, async () => {
  const editor = await opened(4);
  const { page, studio, at, rules, trouble, context } = editor;
  const include = studio.getByLabel('Include the solution');
  const choose = (tool) => studio.getByRole('combobox', { name: 'Tool' }).selectOption(tool);
  assert.equal(await include.isChecked(), false);
  await choose('Fog');
  await at('r1c1').click();
  await studio.getByRole('button', { name: 'Add', exact: true }).click();
  await becomes(rules, ['fog: r1c1']);
  assert.equal(await include.isChecked(), true);
  // The setter sees the whole board; fog is only shaded.
  const shaded = () => studio.locator('.fog-shade').evaluate((shade) => shade.getAttribute('d').split('M').length - 1);
  assert.equal(await shaded(), 15);
  // Several solutions: none is included, and the dialog says so.
  await verdict(studio, /^Several/);
  await studio.getByRole('button', { name: 'Put into a post' }).click();
  const dialog = page.getByRole('dialog');
  await eventually(dialog.getByRole('status'), 'This puzzle has several solutions. No single solution is known, so none is included. Without a solution, every digit clears the fog.');
  assert.doesNotMatch(await dialog.getByLabel('Block for a post').inputValue(), /solution/);
  await dialog.getByRole('button', { name: 'Close' }).click();
  // The choice survives a reload although there is no solution yet.
  await page.reload();
  await becomes(rules, ['fog: r1c1']);
  assert.equal(await include.isChecked(), true);
  await studio.getByRole('button', { name: 'Make unique' }).click();
  await verdict(studio, /^Unique solution\. Difficulty/);
  const givens = await studio.locator('.cell.given .symbol').count();
  assert.ok(givens >= 4, String(givens));
  await studio.getByRole('button', { name: 'Put into a post' }).click();
  const block = await dialog.getByLabel('Block for a post').inputValue();
  const [, solution] = /^solution: (\d{16})$/m.exec(block) ?? [];
  for (const line of [0, 1, 2, 3]) assert.equal(new Set(solution.slice(4 * line, 4 * line + 4)).size, 4, block);
  assert.match(block, /^fog: r1c1$/m);
  await dialog.getByRole('button', { name: 'Close' }).click();
  // A fog link: the correct digit in r1c1 clears r4c4 alone.
  await choose('Fog link');
  await at('r1c1').click();
  await at('r4c4').click({ modifiers: ['Control'] });
  await studio.getByRole('button', { name: 'Add', exact: true }).click();
  await becomes(rules, ['fog: r1c1', 'fog link: r1c1 = r4c4']);
  await studio.getByRole('button', { name: 'fog link: r1c1 = r4c4', exact: true }).click();
  assert.equal(await studio.getByRole('combobox', { name: 'Tool' }).inputValue(), 'Fog link');
  assert.deepEqual(await axe(page), []);
  await studio.getByRole('button', { name: 'Play' }).click();
  await page.waitForURL('**/play/variant-sudoku#**');
  const puzzle = await board(page, KIND);
  await becomes(() => puzzle.locator('.cell.fog').count(), 15);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a writer opens a post, and the puzzle is inserted', { timeout: 120_000 }, async () => {
  const page = await owner.context().newPage();
  await page.goto(PAGE);
  const studio = page.locator(`${KIND}-workshop[ready]`);
  await studio.waitFor();
  await studio.getByRole('combobox', { name: 'Size' }).selectOption('4x4');
  await becomes(() => studio.getByRole('gridcell').count(), 16);
  await studio.getByRole('button', { name: 'Put into a post' }).click();
  const block = await page.getByLabel('Block for a post').inputValue();
  await page.getByRole('button', { name: 'Open a post' }).click();
  await page.waitForURL('**/admin');
  await page.getByRole('link', { name: /New post in/ }).click();
  const text = page.getByLabel('Text (Markdown');
  await becomes(() => text.inputValue(), block);
  await eventually(page.locator('gridlore-editor output'), 'The puzzle was inserted at the end. Undo removes it.');
  await text.press('Control+z');
  await becomes(() => text.inputValue(), '');
  // It is inserted only once.
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await page.locator('gridlore-editor[ready]').waitFor();
  assert.equal(await text.inputValue(), '');
  await page.close();
});

test('a puzzle keeps its solution when it is edited, if it still breaks no rule', { timeout: 120_000 }, async () => {
  const editor = await opened(4);
  const { page, studio, trouble, context } = editor;
  const include = studio.getByLabel('Include the solution');
  const status = async () => {
    await studio.getByRole('button', { name: 'Put into a post' }).click();
    const dialog = page.getByRole('dialog');
    const block = await dialog.getByLabel('Block for a post').inputValue();
    await dialog.getByRole('button', { name: 'Close' }).click();
    return /^solution: .*$/m.exec(block)?.[0];
  };
  await studio.getByText('Puzzle as text').click();
  const text = studio.getByLabel('Puzzle as text');
  await text.fill('size 4x4\nsolution: 1234341221434321\n....\n....\n....\n....\n');
  await text.press('Tab');
  await becomes(() => include.isChecked(), true);
  // One of many solutions, as the setter stored it.
  assert.equal(await status(), 'solution: 1234341221434321');
  await add(editor, 'Thermometer', ['r1c1', 'r1c2', 'r1c3']);
  assert.equal(await status(), 'solution: 1234341221434321');
  await add(editor, 'Cage', ['r2c1', 'r2c2'], '3');
  assert.equal(await status(), undefined);
  await studio.getByRole('button', { name: 'Undo' }).click();
  await becomes(status, 'solution: 1234341221434321');
  await include.uncheck();
  assert.equal(await status(), undefined);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('on a phone the editor fits, and dragging a finger draws a line', async () => {
  const editor = await opened(4, { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true, colorScheme: 'dark' });
  const { page, trouble, context } = editor;
  await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await add(editor, 'Renban', ['r2c1', 'r2c2', 'r2c3']);
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(trouble, []);
  await context.close();
});
