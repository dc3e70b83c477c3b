/// Puzzle pages: sizes in common windows, keys wherever the focus is, and games that are never
/// lost.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Stage, axe, becomes, board, cell, eventually, heard, more, wholeHint } from '../stage.js';

/** @type {Stage} */
let stage;
before(async () => { stage = await Stage.open(); });
after(() => stage.close());

for (const [width, height, least] of [[1280, 900, 640], [1920, 1080, 760], [1280, 720, 560], [1366, 640, 480]]) {
  test(`the board takes the height of a window of ${width} by ${height}, and nothing is below it`, async () => {
    const { page, context } = await stage.reader({ viewport: { width, height } });
    for (const kind of ['sudoku', 'connect-four']) {
      await page.goto(`/play/${kind}`);
      const puzzle = await board(page, `gridlore-${kind}`);
      const box = await puzzle.getByRole('grid').boundingBox();
      const title = await page.getByRole('heading', { level: 1 }).boundingBox();
      if (kind === 'sudoku') assert.ok(box.width >= least, `${box.width}`);
      assert.ok(box.y + box.height <= height, `${kind} ends at ${box.y + box.height}`);
      assert.ok(Math.abs(box.x - title.x) < 1, `${kind}: one left edge, ${box.x} and ${title.x}`);
      if (kind === 'connect-four') {
        const scores = await puzzle.locator('.scores').boundingBox();
        assert.ok(scores.y + scores.height <= height, `the scores end at ${scores.y + scores.height}`);
      }
      const foot = await puzzle.locator('.more').boundingBox();
      assert.ok(foot.y + foot.height <= height, `${kind}: the controls end at ${foot.y + foot.height}`);
    }
    await context.close();
  });
}

test('on a phone, board, keypad, Undo and Hint fit without scrolling', async () => {
  const { page, context } = await stage.reader({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  for (const kind of ['sudoku', 'connect-four', 'flipper']) {
    await page.goto(`/play/${kind}`);
    const puzzle = await board(page, `gridlore-${kind}`);
    for (const name of ['Undo', 'Hint']) {
      const box = await puzzle.getByRole('button', { name, exact: true }).boundingBox();
      assert.ok(box.y + box.height <= 844 && box.height >= 44, `${kind}: ${name} ends at ${box.y + box.height}`);
    }
    const { width } = await puzzle.getByRole('grid').boundingBox();
    assert.ok(width >= 370, `${kind}: ${width}`);
    await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${kind} scrolls sideways`);
  }
  await context.close();
});

test('keys reach the board wherever the focus is, except in fields and menus', async () => {
  const { page, context } = await stage.reader();
  await page.goto('/play/sudoku');
  const puzzle = await board(page);
  const blank = puzzle.getByRole('gridcell', { name: /blank$/ }).first();
  const name = (await blank.getAttribute('aria-label')).replace(', blank', '');
  await blank.click();
  await puzzle.getByRole('button', { name: 'Corner' }).click();
  await page.keyboard.press('5');
  await eventually(heard(puzzle), 'corner');
  await page.keyboard.press('Control+z');
  await becomes(() => puzzle.getByRole('gridcell', { name: `${name}, blank` }).count(), 1);
  await page.locator('body').click({ position: { x: 5, y: 5 } });
  await page.keyboard.press('ArrowDown');
  await becomes(() => page.evaluate(() => document.activeElement.getAttribute('role')), 'gridcell');
  // Lists and dialogs handle their own keys.
  const list = page.getByRole('combobox', { name: 'Difficulty' });
  await list.focus();
  await page.keyboard.press('h');
  await becomes(() => list.inputValue(), 'rated-hard');
  await becomes(() => puzzle.locator('.why').isVisible(), false);
  await more(puzzle, 'Keyboard shortcuts');
  await page.keyboard.press('h');
  await becomes(() => puzzle.locator('.why').isVisible(), false);
  await page.keyboard.press('Escape');
  await page.keyboard.press('h');
  await puzzle.locator('.why').waitFor();
  await context.close();
});

test('a new puzzle loses nothing: Undo returns to the game, and it is listed and can be continued', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/sudoku');
  const puzzle = await board(page);
  const blank = puzzle.getByRole('gridcell', { name: /blank$/ }).first();
  const name = (await blank.getAttribute('aria-label')).replace(', blank', '');
  await blank.click();
  await puzzle.getByRole('button', { name: 'Centre' }).click();
  await page.keyboard.press('7');
  await puzzle.getByRole('gridcell', { name: `${name}, notes 7` }).waitFor();
  const start = page.getByRole('button', { name: 'New puzzle' });
  await start.click();
  await eventually(heard(puzzle), 'New puzzle:');
  await page.keyboard.press('Control+z');
  await eventually(heard(puzzle), 'Back to the previous puzzle.');
  await puzzle.getByRole('gridcell', { name: `${name}, notes 7` }).waitFor();
  await start.click();
  await eventually(heard(puzzle), 'New puzzle:');
  await more(puzzle, 'Your games');
  const games = page.getByRole('dialog', { name: 'Your games' });
  await becomes(() => games.getByRole('listitem').count(), 1);
  assert.deepEqual(await axe(page), []);
  await games.getByRole('button', { name: /^Sudoku/ }).click();
  await puzzle.getByRole('gridcell', { name: `${name}, notes 7` }).waitFor();
  await start.click();
  await eventually(heard(puzzle), 'New puzzle:');
  for (const list of ['/play', '/']) {
    await page.goto(list);
    if (list === '/play') await eventually(page.locator('.continue'), /Continue: Sudoku/);
    else {
      // Today's puzzle is drawn at the top, as the reader left it.
      await page.getByRole('link', { name: 'Continue this board' }).waitFor();
      assert.equal(await page.locator('.daily svg.played').count(), 1);
    }
    assert.deepEqual(await axe(page), []);
    await page.getByRole('link', { name: /^Continue/ }).click();
    await (await board(page)).getByRole('gridcell', { name: `${name}, notes 7` }).waitFor();
  }
  assert.deepEqual(trouble, []);
  await context.close();
});

test('Connect Four: the computer plays O, a disc hovers over the column and falls, and the page shows whose turn it is', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/connect-four');
  const puzzle = await board(page, 'gridlore-connect-four');
  await becomes(() => puzzle.getByRole('combobox', { name: 'Player O' }).inputValue(), 'casual');
  const head = puzzle.locator('.head button').nth(3);
  await head.hover();
  await becomes(() => head.locator('.disc').evaluate((disc) => [disc.dataset.stone, getComputedStyle(disc).display]), (found) => String(found) === 'X,grid');
  await becomes(() => puzzle.locator('.board.live .cell.over').count(), 6);
  await head.click();
  await becomes(() => puzzle.locator('.board.live .disc.falls').count(), 1);
  await becomes(() => puzzle.locator('.board.live .disc[data-stone=O]').count(), 1);
  await becomes(() => puzzle.locator('.seats .disc.turn').getAttribute('data-stone'), 'X');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('Connect Four: finished games stay in the list, each as its own entry', async () => {
  const { page, context } = await stage.reader();
  await page.goto('/play/connect-four');
  const puzzle = await board(page, 'gridlore-connect-four');
  await puzzle.getByRole('combobox', { name: 'Player O' }).selectOption('person');
  for (const keys of ['1212121', '4545454']) {
    for (const key of keys) await page.keyboard.press(key);
    await eventually(puzzle.locator('.status'), 'X won');
    await page.getByRole('button', { name: 'New game' }).click();
    await eventually(puzzle.locator('.status'), 'move 1');
  }
  await page.keyboard.press('7');
  await eventually(puzzle.locator('.status'), 'move 2');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await more(puzzle, 'Your games');
  const games = page.getByRole('dialog', { name: 'Your games' });
  await becomes(() => games.getByRole('listitem').count(), 3);
  await games.getByRole('listitem').nth(2).getByRole('button', { name: /^Connect Four/ }).click();
  await eventually(puzzle.locator('.status'), 'X won');
  await becomes(() => puzzle.getByRole('gridcell', { name: /^column 1, row 4, X/ }).count(), 1);
  await more(puzzle, 'Your games');
  await becomes(() => games.getByRole('listitem').count(), 3);
  await context.close();
});

test('Connect Four: a shared position waits for its reader, even with the computer to move', async () => {
  const { page, context } = await stage.reader();
  await page.goto('/play/connect-four#1;connect-four:7x6:4;0;0');
  const puzzle = await board(page, 'gridlore-connect-four');
  await eventually(puzzle.locator('.status'), 'O to move');
  await page.waitForTimeout(1500);
  await becomes(() => puzzle.locator('.board.live .disc[data-stone]').count(), 1);
  await context.close();
});

test('the puzzle of the day: an archive by date, the same for everyone; a solved day and the streak are kept', async () => {
  const { page, trouble, context } = await stage.reader({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/play/flipper');
  const puzzle = await board(page, 'gridlore-flipper');
  const meta = page.locator('.titlebar .meta');
  const today = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });
  await becomes(() => meta.textContent(), `Puzzle of ${today}`);
  const shown = () => puzzle.getByRole('gridcell').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')).join());
  const first = await shown();
  // Open another day, and go back.
  await more(puzzle, 'Puzzles of the day');
  const days = page.getByRole('dialog', { name: 'Puzzles of the day' });
  await eventually(days, /0 days solved\. Everyone gets the same puzzle/);
  assert.deepEqual(await axe(page), []);
  await days.getByRole('button', { name: 'Earlier' }).click();
  await days.getByRole('button', { name: /^17 / }).click();
  await becomes(() => meta.textContent(), /^Puzzle of 17 /);
  await becomes(shown, (labels) => labels !== first);
  await more(puzzle, 'Puzzles of the day');
  await days.getByRole('button', { name: today, exact: true }).click();
  await becomes(shown, first);
  for (let steps = 0; steps < 20 && !await puzzle.evaluate((board) => board.hasAttribute('solved')); steps++) {
    const before = await shown();
    await wholeHint(puzzle);
    await puzzle.getByRole('button', { name: 'Do this step' }).click();
    await becomes(shown, (labels) => labels !== before);
  }
  await eventually(heard(puzzle), /Today’s puzzle solved in \d\d:\d\d\. To share your result, open Puzzles of the day\./);
  await more(puzzle, 'Puzzles of the day');
  await eventually(days, /1 day solved\. Everyone gets the same puzzle/);
  await days.getByRole('button', { name: new RegExp(`^${today}, solved in `) }).waitFor();
  await days.getByRole('button', { name: 'Copy today’s result' }).click();
  await eventually(heard(puzzle), `Copied: Flipper, ${today}:`);
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^Flipper, .*: \d\d:\d\d\nhttp.*\/play\/flipper$/);
  // Showing the solution is not counted as solving the puzzle.
  await more(puzzle, 'Puzzles of the day');
  await days.getByRole('button', { name: 'Earlier' }).click();
  await days.getByRole('button', { name: /^16 / }).click();
  await becomes(() => meta.textContent(), /^Puzzle of 16 /);
  assert.deepEqual(trouble, []);
  await context.close();

  const other = await stage.reader();
  await other.page.goto('/play/flipper');
  const again = await board(other.page, 'gridlore-flipper');
  await becomes(() => again.getByRole('gridcell').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')).join()), first);
  await other.context.close();
});

test('two tabs show the same game, and none loses the other’s move', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/sudoku');
  const first = await board(page);
  const other = await context.newPage();
  await other.goto('/play/sudoku');
  const second = await board(other);
  const blanks = first.getByRole('gridcell', { name: /blank$/ });
  const names = (await blanks.evaluateAll((cells) => cells.slice(0, 2).map((cell) => cell.getAttribute('aria-label')))).map((name) => name.replace(', blank', ''));
  const enter = async (tab, puzzle, name, digit) => {
    await tab.bringToFront();
    await puzzle.getByRole('gridcell', { name: `${name},` }).click();
    await puzzle.getByRole('button', { name: 'Centre' }).click();
    await tab.keyboard.press(digit);
    await puzzle.getByRole('gridcell', { name: `${name}, notes ${digit}` }).waitFor();
  };
  await enter(page, first, names[0], '1');
  await second.getByRole('gridcell', { name: `${names[0]}, notes 1` }).waitFor();
  await eventually(heard(second), 'Updated from another tab.');
  await enter(other, second, names[1], '2');
  await first.getByRole('gridcell', { name: `${names[1]}, notes 2` }).waitFor();
  await page.reload();
  await (await board(page)).getByRole('gridcell', { name: `${names[0]}, notes 1` }).waitFor();
  assert.deepEqual(trouble, []);
  await context.close();
});

test('SudokuPad’s keys: Space for the next pen, Ctrl with arrows for more cells, Ctrl and Shift for colours', async () => {
  const { page, context } = await stage.reader();
  await page.goto('/play/sudoku');
  const puzzle = await board(page);
  await cell(puzzle, 5, 5).click();
  const top = await page.evaluate(() => scrollY);
  await page.keyboard.press(' ');
  await becomes(() => puzzle.getByRole('button', { name: 'Corner' }).getAttribute('aria-pressed'), 'true');
  await becomes(() => page.evaluate(() => scrollY), top, 'the page does not scroll');
  await page.keyboard.press('Control+ArrowRight');
  await becomes(() => puzzle.locator('.cell.selected').count(), 2);
  await page.keyboard.press('Control+Shift+Digit3');
  await becomes(() => puzzle.locator('.cell[data-tints="3"]').count(), 2);
  await context.close();
});
