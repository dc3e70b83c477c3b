/// Playing sudoku by keyboard, pointer and touch; saving, sharing and hints.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Stage, axe, becomes, board, cell, doStep, eventually, heard, more, pictured, wholeHint } from '../stage.js';

const ESSAY = '/blogs/demo/solving-sudoku';
/** @type {Stage} */
let stage;
before(async () => { stage = await Stage.open(); });
after(() => stage.close());

test('a whole game by keyboard: digit, clash, undo, hint, solve, and a reload', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto(ESSAY);
  const puzzle = await board(page);

  // The grid has one tab stop; arrow keys, Home and End move inside it.
  await cell(puzzle, 1, 2).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  await becomes(() => page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'row 2, column 1, blank');
  await becomes(() => puzzle.locator('[role=gridcell][tabindex="0"]').count(), 1);
  await page.keyboard.press('Control+End');
  await becomes(() => page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'row 9, column 9, 7, given');
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowRight');

  await page.keyboard.press('4');
  await eventually(heard(puzzle), 'row 1, column 2, 4');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('8');
  await eventually(heard(puzzle), 'Two 8s in row 2 (columns 2 and 6).');
  await eventually(puzzle.locator('.said'), 'Two 8s in row 2');
  await becomes(() => cell(puzzle, 2, 2).getAttribute('aria-label'), 'row 2, column 2, 8, clash');
  await becomes(() => cell(puzzle, 2, 2).getAttribute('class'), /clash/);

  await page.keyboard.press('Control+z');
  await eventually(heard(puzzle), 'Undone. row 2, column 2, blank');
  await becomes(() => cell(puzzle, 2, 2).getAttribute('aria-label'), 'row 2, column 2, blank');
  await page.keyboard.press('Control+Shift+z');
  await eventually(heard(puzzle), 'Redone.');
  await page.keyboard.press('Control+z');

  // The stages of a hint are the area, the technique, the cells, and the whole step. Each press
  // shows the next stage.
  const stages = ['Look at box 1.', 'Hidden Single in box 1.', 'Hidden Single. Which cell in box 1 holds 7?', /^Hidden Single/];
  for (const [index, stage] of stages.entries()) {
    await page.keyboard.press('h');
    await eventually(puzzle.locator('.why'), stage);
    await eventually(heard(puzzle), stage);
    await becomes(() => puzzle.locator('.cell.look').count(), 9);
    await becomes(() => puzzle.locator('.cell.target').count(), index < 3 ? 0 : 1);
  }
  await eventually(puzzle.locator('.why'), 'In box 1, 7 can only go in row 2, column 2.');
  await becomes(() => page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'row 2, column 2, blank', 'the focus moves to the cell of the hint');
  await puzzle.getByRole('button', { name: 'Do this step' }).click();
  await cell(puzzle, 2, 2).filter({ hasText: '7' }).waitFor();
  const focused = () => page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  await becomes(focused, 'row 2, column 2, 7', 'the focus is on the cell of the step');

  await page.reload();
  const again = await board(page);
  await cell(again, 1, 2).filter({ hasText: '4' }).waitFor();
  await cell(again, 2, 2).filter({ hasText: '7' }).waitFor();
  await again.getByRole('button', { name: 'Undo' }).click();
  await eventually(heard(again), 'Undone.');
  await becomes(() => cell(again, 2, 2).textContent(), '', 'history is kept, not only the board');
  await again.getByRole('button', { name: 'Undo' }).press('Enter');
  await eventually(heard(again), 'Undone. row 1, column 2, blank');
  await again.getByRole('button', { name: 'Undo' }).press('Enter');
  await eventually(heard(again), 'Nothing to undo.');
  await becomes(() => again.getByRole('button', { name: 'Undo' }).evaluate((undo) => undo === document.activeElement), true, 'the focus stays');
  await again.getByRole('button', { name: 'Redo' }).press('Enter');
  await eventually(heard(again), 'Redone. row 1, column 2, 4');

  await again.getByRole('button', { name: 'Check' }).click();
  await eventually(heard(again), 'No mistakes so far, 46 cells left.');
  await more(again, 'Solve');
  await eventually(heard(again), 'Solution shown.');
  await eventually(again.locator('.status'), 'Solved');
  await page.reload();
  await eventually((await board(page)).locator('.status'), 'Solved');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('the last digit shows a message with the time', async () => {
  const { page, context } = await stage.reader();
  await page.goto(ESSAY);
  const puzzle = await board(page);
  await more(puzzle, 'Solve');
  await eventually(heard(puzzle), 'Solution shown.');
  const last = cell(puzzle, 1, 2);
  const digit = await last.textContent();
  await last.focus();
  await page.keyboard.press('Delete');
  await eventually(puzzle.locator('.status'), '1 left');
  await page.keyboard.press(digit);
  await eventually(heard(puzzle), /Solved in \d+:\d\d\. Well done\./);
  await context.close();
});

test('pencil marks are written by Ctrl and by mode, and removed by digits', async () => {
  const { page, context } = await stage.reader();
  await page.goto(ESSAY);
  const puzzle = await board(page);
  await cell(puzzle, 2, 1).focus();
  await page.keyboard.press('Control+Digit6');
  await page.keyboard.press('n');
  await becomes(() => puzzle.getByRole('button', { name: 'Centre' }).getAttribute('aria-pressed'), 'true');
  await page.keyboard.press('2');
  await eventually(heard(puzzle), 'row 2, column 1, notes 2 6');
  await page.keyboard.press('n');
  await cell(puzzle, 1, 2).focus();
  await page.keyboard.press('2');
  await eventually(heard(puzzle), 'row 1, column 2, 2');
  await becomes(() => cell(puzzle, 2, 1).getAttribute('aria-label'), 'row 2, column 1, notes 6');
  await context.close();
});

test('candidates are filled in, hints use them, and a step removes its candidates', async () => {
  const { page, context } = await stage.reader();
  const hard = '...6...2....9.3....1.5...34..97..86..7..9....1..32..7....2...15.92..57.66.......3';
  await page.goto(`/play/sudoku#1;sudoku:${hard};0;0`);
  const puzzle = await board(page);
  await more(puzzle, 'Fill candidates');
  await eventually(heard(puzzle), 'All candidates filled in. Undo removes them.');
  await becomes(() => cell(puzzle, 1, 1).getAttribute('aria-label'), 'row 1, column 1, notes 3 4 5 7 8 9');
  let notes = await puzzle.locator('.notes i[data-mark]').count();
  let struck = 0;
  for (let step = 0; step < 60 && struck < 3; step++) {
    await wholeHint(puzzle);
    const doIt = puzzle.getByRole('button', { name: 'Do this step' });
    await doIt.waitFor();
    const dropped = await puzzle.locator('.drop').count();
    const left = await puzzle.locator('.status').innerText();
    await doStep(puzzle);
    await page.waitForFunction(([puzzle]) => !puzzle.querySelector('.drop'), [await puzzle.elementHandle()]);
    const marks = () => puzzle.locator('.notes i[data-mark]').count();
    if (dropped) {
      notes = await becomes(marks, notes - dropped);
      struck++;
    } else {
      await becomes(() => puzzle.locator('.status').innerText(), (text) => text !== left);
      notes = await marks();
    }
  }
  assert.equal(struck, 3);
  await context.close();
});

test('changing a given is refused with a message', async () => {
  const { page, context } = await stage.reader();
  await page.goto(ESSAY);
  const puzzle = await board(page);
  await becomes(() => cell(puzzle, 1, 1).getAttribute('aria-readonly'), 'true');
  await cell(puzzle, 1, 1).click();
  await page.keyboard.press('5');
  await eventually(heard(puzzle), 'Row 1, column 1 is a given and cannot be changed.');
  await context.close();
});

test('Check marks wrong digits, and not by colour alone', async () => {
  const { page, context } = await stage.reader();
  await page.goto(ESSAY);
  const puzzle = await board(page);
  await cell(puzzle, 1, 2).click();
  await puzzle.getByRole('button', { name: /^2\b/ }).click();
  await puzzle.getByRole('button', { name: 'Check' }).click();
  await eventually(heard(puzzle), '1 digit is wrong (marked).');
  await becomes(() => cell(puzzle, 1, 2).getAttribute('aria-label'), 'row 1, column 2, 2, wrong');
  const line = await cell(puzzle, 1, 2).locator('.symbol').evaluate((symbol) => getComputedStyle(symbol).textDecorationLine);
  assert.equal(line, 'line-through');
  await context.close();
});

test('by touch on a phone: all targets are large enough, and nothing is wider than the screen', async () => {
  const { page, context } = await stage.reader({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await page.goto('/play/sudoku');
  const puzzle = await board(page);
  const blank = puzzle.getByRole('gridcell', { name: /blank$/ }).first();
  const name = (await blank.getAttribute('aria-label')).replace(', blank', '');
  await blank.tap();
  await puzzle.getByRole('button', { name: /^1\b/ }).tap();
  await eventually(puzzle.getByRole('gridcell', { name: new RegExp(`^${name}, 1`) }), '1');
  await puzzle.getByRole('button', { name: 'Erase' }).tap();
  await puzzle.getByRole('gridcell', { name: `${name}, blank` }).waitFor();
  const small = await puzzle.locator('.side').locator('button:visible, select:visible').evaluateAll((buttons) =>
    buttons.map((button) => [button.textContent, button.getBoundingClientRect()]).filter(([, box]) => box.width < 44 || box.height < 44).map(([name]) => name));
  assert.deepEqual(small, []);
  await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'the page scrolls sideways');
  await context.close();
});

test('a new puzzle of a chosen difficulty, and back', async () => {
  const { page, context } = await stage.reader();
  await page.goto(ESSAY);
  const puzzle = await board(page);
  const shown = () => puzzle.getByRole('grid').innerText();
  const before = await shown();
  await becomes(() => puzzle.getByRole('combobox').locator('option').allTextContents(), ['Gentle', 'Easy (SE 1.2 to 2.0)', 'Medium (SE 2.0 to 3.4)', 'Hard (SE 4.2 to 7.1)', 'Unfair (SE 6.7 to 7.3)', 'Extreme (SE 7.1 to 8.4)', 'Singles only', 'Pairs', 'Any difficulty', '4 by 4', '6 by 6', '6 by 6, hard', '12 by 12', '16 by 16, easy', '16 by 16', 'By SE rating']);
  await puzzle.getByRole('combobox').selectOption('rated-hard');
  await puzzle.getByRole('button', { name: 'New puzzle' }).click();
  await eventually(heard(puzzle), 'New puzzle: hard.');
  await becomes(shown, (text) => text !== before);
  await page.reload();
  await board(page);
  await becomes(shown, (text) => text !== before, 'the new puzzle is kept');
  await more(puzzle, 'Back to this page’s puzzle');
  await eventually(heard(puzzle), 'Back to this page’s puzzle.');
  await becomes(shown, before);
  await context.close();
});

test('a shared link shows the current board to another reader', async () => {
  const first = await stage.reader({ permissions: ['clipboard-read', 'clipboard-write'] });
  await first.page.goto(ESSAY);
  const puzzle = await board(first.page);
  await cell(puzzle, 1, 2).focus();
  await first.page.keyboard.press('4');
  await eventually(heard(puzzle), 'row 1, column 2, 4');
  await more(puzzle, 'Share');
  await eventually(heard(puzzle), /this board/);
  const link = await first.page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#1;sudoku:/);
  assert.equal(new URL(first.page.url()).hash, '', 'the page keeps its address, and so its history');
  await first.context.close();

  // Another reader has started the same puzzle. Opening the link does not overwrite their game.
  const second = await stage.reader();
  await second.page.goto(ESSAY);
  await cell(await board(second.page), 1, 2).focus();
  await second.page.keyboard.press('2');
  await cell(await board(second.page), 1, 2).filter({ hasText: '2' }).waitFor();
  // The link opens on the same page, so the board changes without a reload.
  await second.page.evaluate((link) => { location.href = link; }, link);
  await cell(await board(second.page), 1, 2).filter({ hasText: '4' }).waitFor();
  await second.page.reload();
  await cell(await board(second.page), 1, 2).filter({ hasText: '2' }).waitFor();
  await second.context.close();
  const third = await stage.reader();
  await third.page.goto(ESSAY);
  await cell(await board(third.page), 1, 2).focus();
  await third.page.keyboard.press('2');
  await eventually(heard(await board(third.page)), 'row 1, column 2, 2');
  await third.page.goto('about:blank');
  await third.page.goto(link);
  await cell(await board(third.page), 1, 2).filter({ hasText: '4' }).waitFor();
  await third.page.goto('about:blank');
  await third.page.goto(ESSAY);
  await cell(await board(third.page), 1, 2).filter({ hasText: '2' }).waitFor();
  await third.context.close();
});

test('a damaged save is reported, and the puzzle opens', async () => {
  const { page, context } = await stage.reader();
  await page.goto(`${ESSAY}#1;sudoku:53;0;0`);
  const puzzle = await board(page);
  await eventually(heard(puzzle), 'The saved game could not be read: the puzzle of the saved game: line 1, column 10: found 2 cells, expected 81');
  await cell(puzzle, 1, 1).filter({ hasText: '8' }).waitFor();
  await page.goto('about:blank');
  await page.goto(`${ESSAY}#%E0%A4%A`);
  await cell(await board(page), 1, 1).filter({ hasText: '8' }).waitFor();
  await context.close();
});

test('a long search leaves the page responsive, and can be cancelled', async () => {
  const { page, context } = await stage.reader();
  await page.goto(ESSAY);
  const puzzle = await board(page);
  const source = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name).find((name) => /\/engine\./.test(name)));
  const result = await page.evaluate(async (source) => {
    const { ask } = await import(source);
    const stop = new AbortController();
    // Counting the solutions of the empty board would never finish.
    const search = ask('sudoku', { op: 'count', id: `sudoku:${'.'.repeat(81)}`, limit: 10 ** 12 }, stop.signal);
    const waiting = ask('sudoku', { op: 'open', id: 'sudoku:easy#7' });
    const start = performance.now();
    let frames = 0;
    while (frames <= 10 && performance.now() - start < 10_000) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      frames += 1;
    }
    stop.abort(new Error('enough'));
    const reason = await search.catch((error) => error.message);
    return { reason, frames, other: (await waiting).game.blank };
  }, source);
  assert.equal(result.reason, 'enough');
  assert.ok(result.frames > 10, `the page ran ${result.frames} timers in ten seconds`);
  assert.equal(result.other, 47, 'the other request is sent again');
  await wholeHint(puzzle);
  await eventually(puzzle.locator('.why'), 'Hidden Single');
  await context.close();
});

test('hints remove candidates where there is no single', async () => {
  const { page, context } = await stage.reader();
  await page.goto(ESSAY);
  await board(page);
  const puzzle = page.locator('gridlore-sudoku').nth(2);
  const stops = [];
  for (let step = 0; step < 60 && !(await puzzle.locator('.status').innerText()).includes('Solved'); step++) {
    await wholeHint(puzzle);
    const doIt = puzzle.getByRole('button', { name: 'Do this step' });
    await doIt.waitFor();
    const title = await puzzle.locator('.why b').innerText();
    if (!title.includes('Single') && title !== 'Full House') {
      stops.push(title);
      await becomes(() => puzzle.locator('.drop').count(), (count) => count > 0, 'candidates are removed');
    }
    const left = await puzzle.locator('.status').innerText();
    await doIt.click();
    await page.waitForFunction(([side, left]) => side.innerText !== left, [await puzzle.locator('.status').elementHandle(), left]);
  }
  assert.equal(stops.length, 3, `the essay says three: ${stops}`);
  await context.close();
});

test('a hard puzzle is solved by hints: chains, fish and uniqueness, step by step', async () => {
  const { page, context } = await stage.reader();
  const hard = '...6...2....9.3....1.5...34..97..86..7..9....1..32..7....2...15.92..57.66.......3';
  await page.goto(`/play/sudoku#1;sudoku:${hard};0;0`);
  const puzzle = await board(page);
  const titles = new Set();
  let [crossed, ways] = [0, 0];
  for (let step = 0; step < 120 && !(await puzzle.locator('.status').innerText()).includes('Solved'); step++) {
    await wholeHint(puzzle);
    let doIt = puzzle.getByRole('button', { name: 'Do this step' });
    await doIt.waitFor();
    const title = await puzzle.locator('.why b').innerText();
    titles.add(title);
    assert.notEqual(title, 'From the solution');
    if (title === 'XY-Chain') {
      const text = await puzzle.locator('.why .step').innerText();
      assert.match(text, /In Eureka notation: \(.*\)r\dc\d/);
      const dropped = await puzzle.locator('.drop').count();
      assert.ok(dropped > 0, 'candidates are struck out');
      // The chain is drawn over the board until the player hides it.
      await puzzle.locator('.why').getByRole('button', { name: 'Show on board' }).click();
      const drawing = puzzle.locator('.drawing');
      await becomes(() => drawing.count(), 1);
      await becomes(() => drawing.locator('title').innerHTML(), /^XY-Chain: .* =&gt; r\d/);
      await becomes(() => drawing.locator('path[stroke-dasharray]').count(), (count) => count > 2, 'weak links are dashed');
      await becomes(async () => {
        const [over, under] = [await drawing.boundingBox(), await puzzle.locator('.board.live').boundingBox()];
        return over && under && Math.abs(over.x - under.x) < 1 && Math.abs(over.y - under.y) < 1 && Math.abs(over.width - under.width) < 2;
      }, true, 'it covers the board');
      await puzzle.getByRole('button', { name: 'Hide drawing' }).click();
      await becomes(() => drawing.count(), 0);
      await puzzle.locator('.why').getByRole('button', { name: 'Show on board' }).click();
      crossed = dropped;
    } else if (!ways && await puzzle.getByRole('button', { name: 'All steps to the next digit' }).count()) {
      // Show all steps to the next digit, with one line per step and one drawing at a time.
      await puzzle.getByRole('button', { name: 'All steps to the next digit' }).click();
      doIt = puzzle.getByRole('button', { name: 'Do these steps' });
      await doIt.waitFor();
      const lines = await puzzle.locator('.why li').allInnerTexts();
      assert.ok(lines.length > 1 && /^\w+ Single: .* is \d\./.test(lines[lines.length - 1]), String(lines));
      for (const line of [lines.length - 1, 0]) await puzzle.locator('.why li').nth(line).getByRole('button', { name: 'Show on board' }).click();
      await becomes(() => puzzle.locator('.drawing').count(), 1);
      ways += 1;
    }
    const [left, isWay] = [await puzzle.locator('.status').innerText(), (await doIt.innerText()) === 'Do these steps'];
    const setsDigit = isWay || await puzzle.locator('.drop').count() === 0;
    await doStep(puzzle);
    await becomes(() => puzzle.locator('.drawing').count(), 0, 'a move removes the drawing');
    if (setsDigit) await page.waitForFunction(([side, left]) => side.innerText !== left, [await puzzle.locator('.status').elementHandle(), left]);
    else if (title === 'XY-Chain') await puzzle.locator('.crossed').first().waitFor();
  }
  await becomes(() => puzzle.locator('.status').innerText(), /Solved/);
  assert.ok(titles.has('XY-Chain') && crossed > 0 && ways > 0, `${[...titles].join(', ')}; ${crossed} crossed out, ${ways} ways`);
  await context.close();
});

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing in any state of a game: ${colorScheme}`, async () => {
    const { page, context } = await stage.reader({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('/blogs/demo/a-board-in-your-post');
    const puzzle = await board(page);
    const sound = async (state) => assert.deepEqual(await axe(page), [], state);
    const blank = puzzle.getByRole('gridcell', { name: /blank$/ });
    await blank.first().focus();
    for (const key of ['Control+Digit1', 'Control+Digit5', 'Control+Digit9']) await page.keyboard.press(key);
    await eventually(heard(puzzle), /notes 1 5 9/);
    await more(puzzle, 'Keyboard shortcuts');
    await sound('notes and keys');
    await page.keyboard.press('Escape');
    await puzzle.locator('.more > summary').click();
    await sound('the menu');
    await page.keyboard.press('Escape');
    const given = await puzzle.locator('.given .symbol').first().textContent();
    const row = puzzle.getByRole('row').filter({ has: page.locator('.given') }).first();
    await row.getByRole('gridcell', { name: /blank$/ }).last().focus();
    await page.keyboard.press(given);
    await eventually(heard(puzzle), /(two|three|four) .*s in /i);
    await sound('a clash');
    await puzzle.getByRole('button', { name: 'Check' }).click();
    await eventually(puzzle.locator('.cell.wrong'), given);
    await sound('a wrong digit');
    await wholeHint(puzzle);
    await eventually(puzzle.locator('.why'), 'Clash');
    await sound('a hint about a clash');
    await page.keyboard.press('Escape');
    await more(puzzle, 'Restart');
    await wholeHint(puzzle);
    await eventually(puzzle.locator('.why'), 'single');
    await sound('a hint');
    await more(puzzle, 'Solve');
    await eventually(heard(puzzle), 'Solution shown.');
    await sound('solved');
    await context.close();
  });
}

test('the picture of the README', async () => {
  const { page, context } = await stage.reader({ viewport: { width: 1100, height: 760 }, deviceScaleFactor: 1 });
  await page.goto('/blogs/demo/solving-sudoku');
  const puzzle = await board(page);
  await cell(puzzle, 1, 2).focus();
  for (const key of ['4', 'ArrowDown', '7', 'ArrowLeft', 'Control+Digit6', 'Control+Digit2']) await page.keyboard.press(key);
  await eventually(heard(puzzle), 'row 2, column 1, notes 2 6');
  await wholeHint(puzzle);
  await eventually(puzzle.locator('.why'), 'single');
  assert.deepEqual(await axe(page), []);
  await puzzle.evaluate((shown) => shown.scrollIntoView({ block: 'start' }));
  await page.evaluate(() => scrollBy(0, -120));
  await page.mouse.move(5, 5);
  await pictured(page, 'board.png');
  await context.close();
});
