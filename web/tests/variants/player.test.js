/// Playing variant sudokus: drawn rules, links from other programs, hints by the rules, export,
/// light and dark, phone and desktop, with keyboard and screen reader.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Stage, axe, becomes, board, doStep, eventually, heard, more, solveByHints, wholeHint } from '../stage.js';

const PAGE = '/play/variant-sudoku';
const KIND = 'gridlore-variant-sudoku';
/** A small puzzle with several kinds of rules. */
const SMALL = 'size 4x4\ntitle: Small steps\nauthor: The tests\n....\n....\n.2..\n...3\ncage 5: r1c1 r1c2\nthermometer: r2c1 r3c1 r4c1\nwhite dot: r2c2 r2c3\narrow: r1c3 = r1c4 r2c4\nskyscraper 3: row 1 from the right\n';

/** @type {Stage} */ let stage;
before(async () => { stage = await Stage.open(); });
after(() => stage.close());

/** Opens the page and enters a puzzle as text in the dialog. */
async function opened(text, options) {
  const reader = await stage.reader(options);
  await reader.page.goto(PAGE);
  const puzzle = await board(reader.page, KIND);
  await open(puzzle, text);
  return { ...reader, puzzle };
}

async function open(puzzle, text) {
  await more(puzzle, 'Open a puzzle');
  const dialog = puzzle.getByRole('dialog', { name: 'Import' });
  await dialog.getByLabel('Puzzle').first().fill(text);
  await dialog.getByRole('button', { name: 'Open' }).click();
  await eventually(heard(puzzle), 'Puzzle opened.');
}

const at = (puzzle, name) => puzzle.getByRole('gridcell', { name: new RegExp(`^${name},`) });

test('the puzzle of the day is drawn, and the drawing follows a new puzzle with other rules', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto(PAGE);
  const puzzle = await board(page, KIND);
  const drawing = () => puzzle.locator('.board.live > svg').first().evaluate((svg) => svg.innerHTML);
  const first = await drawing();
  assert.ok(await puzzle.locator('.board.live > svg .stroke').count() > 0, 'thermometers are lines');
  await page.getByRole('combobox', { name: 'Rules' }).selectOption('kropki-negative');
  await page.getByRole('button', { name: 'New puzzle' }).click();
  await eventually(heard(puzzle), 'New puzzle: kropki with all dots.');
  assert.notEqual(await drawing(), first);
  assert.ok(await puzzle.locator('.board.live > svg.above .dot').count() > 3, 'dots lie above the digits');
  await eventually(puzzle.getByRole('group', { name: 'Rules of this puzzle' }), 'A white dot joins consecutive digits.');
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a text block opens with its title and rules; labels name the rules of each cell', async () => {
  const { page, puzzle, trouble, context } = await opened(SMALL);
  await eventually(page.locator('.titlebar .meta'), 'Small steps by The tests');
  const rules = puzzle.getByRole('group', { name: 'Rules of this puzzle' });
  await eventually(rules, 'Digits on a thermometer increase from the bulb.');
  // Each kind of rule is beside its drawing, which screen readers skip.
  assert.equal(await rules.locator('li.pictured > svg[aria-hidden=true]').count(), 5);
  assert.equal(await rules.locator('li', { hasText: 'thermometer' }).locator('svg .line').count(), 1);
  const label = (name) => at(puzzle, name).getAttribute('aria-label');
  assert.equal(await label('r1c1'), 'r1c1, blank, cage 5 with r1c2');
  assert.equal(await label('r3c1'), 'r3c1, blank, on a thermometer that starts at r2c1');
  assert.equal(await label('r1c3'), 'r1c3, blank, circle of an arrow to r2c4');
  assert.equal(await label('r1c4'), 'r1c4, blank, on an arrow that starts at r1c3, skyscraper 3 to r1c1');
  // A broken rule is named while the board is not full.
  await at(puzzle, 'r1c1').click();
  await page.keyboard.press('1');
  await at(puzzle, 'r1c2').click();
  await page.keyboard.press('3');
  await eventually(heard(puzzle), 'Broken: The digits in r1c1 and r1c2 are different and add up to 5');
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('fog covers givens and rules until correct digits clear it, and comes back with undo', async () => {
  const foggy = 'size 4x4\ntitle: Foggy\nsolution: 1234341221434321\nfog: r1c1\n....\n3...\n....\n....\ncage 6: r3c3 r4c3\nthermometer: r3c4 r2c3\n';
  for (const options of [{}, { colorScheme: 'dark' }]) {
    const { page, puzzle, trouble, context } = await opened(foggy, options);
    const fogged = puzzle.locator('.cell.fog');
    await becomes(() => fogged.count(), (count) => count === 15);
    assert.equal(await at(puzzle, 'r2c1').getAttribute('aria-label'), 'r2c1, fog');
    assert.equal(await at(puzzle, 'r2c1').innerText(), '');
    // The layers are clipped to the clear cells: the cage and its sum cannot be seen.
    const isDrawn = (selector, row, column) => puzzle.locator(`.board.live > svg ${selector}`).first().evaluate((part, [x, y]) => {
      const clip = part.getAttribute('clip-path')?.slice(5, -1) ?? '';
      return /** @type {SVGGeometryElement} */ (document.getElementById(clip)?.firstChild).isPointInFill(new DOMPoint(x, y));
    }, [column * 48 - 24, row * 48 - 24]);
    assert.equal(await isDrawn('.cage', 3, 3), false);
    assert.equal(await isDrawn('.cage', 1, 1), true);
    assert.deepEqual(await axe(page), []);
    await at(puzzle, 'r1c1').click();
    await page.keyboard.press('1');
    await becomes(() => fogged.count(), (count) => count === 12);
    assert.equal(await at(puzzle, 'r2c1').innerText(), '3');
    await page.keyboard.press('Control+z');
    await becomes(() => fogged.count(), (count) => count === 15);
    // A wrong digit clears nothing.
    await page.keyboard.press('2');
    await eventually(at(puzzle, 'r1c1'), '2');
    assert.equal(await fogged.count(), 15);
    await page.keyboard.press('Control+z');
    for (const [cell, digit] of [['r2c2', 4], ['r3c3', 4], ['r4c4', 1]]) {
      await at(puzzle, cell).click();
      await page.keyboard.press(String(digit));
    }
    await becomes(() => fogged.count(), (count) => count === 2);
    assert.equal(await isDrawn('.cage', 3, 3), true);
    assert.deepEqual(trouble, []);
    await context.close();
  }
});

test('hints use the rules and lead to the solution', async () => {
  const { puzzle, trouble, context } = await opened(SMALL);
  const texts = await solveByHints(puzzle, 60);
  await eventually(puzzle.locator('.status'), 'Solved');
  assert.ok(texts.some((text) => /cage|thermometer|arrow|dot|skyscraper/i.test(text)), texts.join('\n'));
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a hint is drawn over the board, with what it removes crossed out', async () => {
  const { puzzle, trouble, context } = await opened(SMALL);
  let crossed = 0;
  for (let step = 0; step < 60 && !(await puzzle.locator('.status').innerText()).includes('Solved'); step++) {
    await wholeHint(puzzle);
    await puzzle.locator('.why').getByRole('button', { name: 'Show on board' }).click();
    const drawing = puzzle.locator('.drawing');
    await becomes(() => drawing.locator('svg.puzzle .cage').count(), 1, 'the rules are in the drawing');
    const [marked, placed] = [await drawing.locator('.strike').count(), await drawing.locator('.goal').count()];
    assert.ok(marked > 0 || placed === 1, await puzzle.locator('.why').innerText());
    assert.equal(await puzzle.locator('.drop').count(), marked, 'the notes of the board are struck out in the same way');
    crossed += marked;
    const [over, under] = [await drawing.boundingBox(), await puzzle.locator('.board.live').boundingBox()];
    assert.ok(over && under && Math.abs(over.x - under.x) < 1 && Math.abs(over.y - under.y) < 1 && Math.abs(over.width - under.width) < 2, 'it covers the board');
    await doStep(puzzle);
    await becomes(() => drawing.count(), 0, 'a move removes the drawing');
  }
  await eventually(puzzle.locator('.status'), 'Solved');
  assert.ok(crossed > 0);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('every format that is exported opens again as the same puzzle', async () => {
  const { page, puzzle, trouble, context } = await opened(SMALL);
  const id = () => puzzle.evaluate((element) => /** @type {any} */ (element).game.cells.map((cell) => cell.label).join('|'));
  const before = await id();
  await more(puzzle, 'Export');
  const dialog = puzzle.getByRole('dialog', { name: 'Export' });
  await dialog.waitFor();
  const formats = await dialog.getByRole('combobox', { name: 'Format' }).locator('option').evaluateAll((all) => all.map((option) => option.value));
  assert.equal(formats.length, 5);
  const texts = [];
  for (const format of formats) {
    const last = texts.at(-1);
    await dialog.getByRole('combobox', { name: 'Format' }).selectOption(format);
    texts.push(await becomes(() => dialog.getByLabel('Exported text').inputValue(), (text) => text !== '' && text !== last));
  }
  await dialog.getByRole('button', { name: 'Close' }).click();
  for (const [index, text] of texts.entries()) {
    await open(puzzle, text);
    const now = await id();
    // SudokuPad and Penpa-edit store drawings, so names of rules may differ.
    if (['f-puzzles', 'iss', 'text'].includes(formats[index])) assert.equal(now, before, formats[index]);
    assert.equal(await puzzle.getByRole('gridcell').count(), 16, formats[index]);
  }
  assert.deepEqual(trouble, []);
  await page.close();
  await context.close();
});

test('a pasted link starts a puzzle; what cannot be read is named', async () => {
  const { page, puzzle, trouble, context } = await opened(SMALL);
  const paste = (text) => page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  await paste('.Shape~6x6.Cage~8~R1C1~R1C2.Thermo~R3C3~R4C4~R5C5');
  await becomes(() => puzzle.getByRole('gridcell').count(), 36);
  await paste('https://sudokupad.app/short');
  await eventually(heard(puzzle), /Could not read the pasted text: /);
  await becomes(() => puzzle.getByRole('gridcell').count(), 36, 'the puzzle stays');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('on a phone in dark mode the board and its clues fit, and the drawing is printed with the digits', async () => {
  const { page, puzzle, trouble, context } = await opened(SMALL, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' });
  await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  const [outer, clue] = await Promise.all([puzzle.locator('.board.live').boundingBox(), puzzle.locator('.board.live .clue').first().boundingBox()]);
  assert.ok(clue.x >= outer.x && clue.x + clue.width <= outer.x + outer.width, 'the clue is on the board');
  const [cage] = await puzzle.locator('.board.live .cage').evaluateAll((all) => all.map((one) => getComputedStyle(one).stroke));
  assert.equal(cage, 'rgb(185, 188, 196)', 'cages are light in dark mode');
  assert.deepEqual(await axe(page), []);
  await page.emulateMedia({ media: 'print' });
  await becomes(() => puzzle.locator('.board.live').isVisible(), true);
  await becomes(() => puzzle.locator('.board.live .cage').first().evaluate((one) => getComputedStyle(one).stroke), 'rgb(76, 78, 85)', 'paper is light');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a pause hides the board, and play continues after it', async () => {
  const { page, puzzle, trouble, context } = await opened(SMALL);
  await at(puzzle, 'r1c1').click();
  await page.keyboard.press('1');
  await more(puzzle, 'Pause');
  const dialog = puzzle.getByRole('dialog', { name: 'Paused' });
  await dialog.waitFor();
  const { x, y } = await at(puzzle, 'r1c1').boundingBox();
  assert.equal(await page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.localName, [x + 4, y + 4]), 'dialog', 'the board is behind the dialog');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.keyboard.press('Control+z');
  await becomes(() => at(puzzle, 'r1c1').getAttribute('aria-label'), /^r1c1, blank/);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('without scripts the drawing, its rules and its description are shown', async () => {
  const { page, context } = await stage.reader({ javaScriptEnabled: false });
  await page.goto(PAGE);
  await page.locator(`${KIND} figure svg`).waitFor();
  assert.match(await page.locator(`${KIND} figure svg desc`).textContent(), /thermometer/);
  await eventually(page.locator(`${KIND} figcaption`), 'Digits on a thermometer increase from the bulb.');
  await context.close();
});
