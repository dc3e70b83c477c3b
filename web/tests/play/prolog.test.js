/// The Prolog page: answers one by one and all at once, boards, errors at their lines, and stopping
/// endless programs, by pointer, keys and touch, with links, and without scripts.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Stage, axe, becomes, board, eventually, heard } from '../stage.js';

const ESSAY = '/blogs/demo/puzzles-told-as-rules';
/** @type {Stage} */
let stage;
before(async () => { stage = await Stage.open(); });
after(() => stage.close());

const prolog = (page) => board(page, 'gridlore-prolog');
const press = (element, name) => element.getByRole('button', { name, exact: true }).click();
const program = (element) => element.locator('.numbered textarea');
const query = (element) => element.getByRole('textbox', { name: 'Query' });
const answers = (element) => element.locator('.answers');
const said = (element, text) => eventually(answers(element), text);
const isOff = (element, name) => element.getByRole('button', { name, exact: true }).getAttribute('aria-disabled');
/** Returns the answers in the list, one per line. */
const list = (element) => answers(element).locator('.answer').allInnerTexts().then((texts) => texts.map((text) => text.replace(/\s+/g, ' ')));

test('a map is coloured: one answer, the next, all answers as a table, and no answer', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto(ESSAY);
  const element = await prolog(page);
  await press(element, 'Run query');
  await said(element, 'A = red');
  await becomes(() => list(element), ['A = red, B = green, C = blue, D = red, E = green']);
  await eventually(heard(element), 'Answer 1: A = red, B = green, C = blue, D = red, E = green');
  await press(element, 'Next');
  await eventually(element.locator('.status'), '2 answers');
  await becomes(async () => (await list(element)).length, 2);
  await press(element, 'All');
  await eventually(element.locator('.status'), '6 answers');
  const table = answers(element).locator('table.found');
  await becomes(() => table.locator('thead th').allInnerTexts(), ['A', 'B', 'C', 'D', 'E']);
  await becomes(() => table.locator('tbody tr').count(), 6);
  await becomes(() => table.locator('tbody tr').nth(1).locator('td').allInnerTexts(), ['red', 'blue', 'green', 'red', 'blue']);
  await becomes(() => isOff(element, 'Next'), 'true');
  await press(element, 'Table view');
  await becomes(async () => (await list(element)).length, 6);
  await element.getByLabel('Queries').selectOption('map(A, A, C, D, E).');
  await said(element, 'false: no answers.');
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('residual constraints and output are shown, and a sudoku is drawn as a board', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/prolog');
  const element = await prolog(page);
  await press(element, 'Run query');
  const cells = answers(element).locator('table.board td');
  await cells.nth(80).waitFor();
  await becomes(async () => (await cells.allInnerTexts()).join(''), '812753649943682175675491283154237896369845721287169534521974368438526917796318452');
  await becomes(() => cells.nth(2).evaluate((cell) => cell.className), 'right');
  await query(element).fill('X #> 3, X #< 9, Y = [1, 2].');
  await query(element).press('Enter');
  await said(element, 'X in 4..8');
  await becomes(() => list(element), ['Y = [1, 2], X in 4..8']);
  await query(element).fill('format("~w and ~a~n", [f(X), b]), member(X, [1, 2]).');
  await query(element).press('Enter');
  await becomes(() => answers(element).locator('.printed').innerText(), /^f\(_\w*\) and b\s*$/);
  await becomes(() => list(element), ['X = 1']);
  await query(element).fill('magic(N).\n');
  await query(element).press('Enter');
  await said(element, 'Unknown procedure: magic/1');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('errors are shown at their lines, in the program and in the query', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/prolog');
  const element = await prolog(page);
  await program(element).fill('p(X) :- q(X, Y).\np(1.\nq(1, 2).\n');
  const messages = element.locator('.messages li');
  await eventually(messages.nth(1), 'Line 2, column 4');
  await becomes(() => messages.nth(0).innerText(), /Line 1, column \d+\s+Warning: Singleton variables: \[Y\]/);
  await becomes(() => messages.nth(1).innerText(), /Error: Syntax error/);
  await becomes(() => element.locator('.line.wrong').innerText(), 'p(1.\n');
  await becomes(() => element.locator('.line.doubtful').innerText(), 'p(X) :- q(X, Y).\n');
  await messages.nth(1).getByRole('button').click();
  await becomes(() => program(element).evaluate((area) => area.selectionStart), 20);
  await page.keyboard.type(')');
  await eventually(element.locator('.messages'), 'Line 1');
  await element.locator('.line.wrong').waitFor({ state: 'detached' });
  await query(element).fill('p(X), Y = "é" ].');
  await press(element, 'Run query');
  await said(element, 'Error in the query, column 15: ');
  await becomes(() => query(element).evaluate((area) => area.selectionStart), 14);
  await query(element).fill('p(X)');
  await press(element, 'Run query');
  await said(element, 'X = 1');
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('syntax colours match the Prolog reader, and follow typing', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/prolog');
  const element = await prolog(page);
  await program(element).fill('');
  await program(element).focus();
  await page.keyboard.type('p(X) :- X > "a", /* b\nc */ q. % d', { delay: 5 });
  await eventually(element.locator('.numbered .comment').last(), '% d');
  const pieces = (name) => element.locator(`.numbered .line .${name}`).allInnerTexts();
  await becomes(() => pieces('comment'), ['/* b', 'c */', '% d']);
  await becomes(async () => [await pieces('function'), await pieces('variable'), await pieces('string'), await pieces('keyword')], [['p'], ['X', 'X'], ['"a"'], [':-']]);
  // The highlighted text is exactly the text of the field.
  for (const text of ['a :- b.\n\n\tc(𝄞, "ä").\n', 'x', '']) {
    await program(element).fill(text);
    await becomes(async () => (await element.locator('.numbered .line').allTextContents()).join(''), `${text}\n`);
  }
  assert.deepEqual(trouble, []);
  await context.close();
});

test('by keyboard: a program is written, queried, continued, and stopped', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/prolog');
  const element = await prolog(page);
  await program(element).fill('p(1). p(2). p(3).\nforever :- forever.\n');
  await page.keyboard.press('Tab');
  await query(element).fill('p(X).');
  await page.keyboard.press('Control+Enter');
  await said(element, 'X = 1');
  await element.getByRole('button', { name: 'Run query', exact: true }).focus();
  await page.keyboard.press(';');
  await said(element, 'X = 2');
  await page.keyboard.press('a');
  await said(element, 'No more answers.');
  await query(element).fill('p(X), forever.');
  await page.keyboard.press('Enter');
  await eventually(element.locator('.status'), /[\d,]{7,} inferences/);
  await page.keyboard.press('Escape');
  await said(element, 'Stopped. Press Next to continue.');
  await becomes(() => isOff(element, 'Next'), 'false');
  await page.keyboard.press('Shift+Tab');
  await query(element).fill('p(X), X > 2.');
  await query(element).press('Enter');
  await said(element, 'X = 3');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a program that fills the memory or never ends is stopped; the page and the next query still work', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/prolog');
  const element = await prolog(page);
  await program(element).fill('deep(X) :- deep(f(X, X, X, X)), true.\nnoise :- write(noise), nl, noise.\ndouble(0, x) :- !.\ndouble(N, f(X, X)) :- N1 is N - 1, double(N1, X).\n');
  for (const [text, message] of [['deep(a).', 'Not enough resources: memory'], ['double(60, T), copy_term(T, U).', 'Not enough resources: memory'], ['noise.', 'Stopped after 500,000 characters of output'], ['length(L, 100000000).', 'Not enough resources: memory']]) {
    await query(element).fill(text);
    await press(element, 'Run query');
    await said(element, message);
  }
  await query(element).fill('X is 6 * 7.');
  await press(element, 'Run query');
  await said(element, 'X = 42');
  // A directive that never ends has an inference limit; Stop ends it sooner.
  await program(element).fill('loop :- loop.\n:- loop.\n');
  await press(element, 'Run query');
  await element.locator('xpath=self::*[@running]').waitFor();
  await press(element, 'Stop');
  await eventually(answers(element), /Stopped\.|X = 42/);
  // A query does not see clauses that an earlier query asserted, and the output of directives
  // appears each time.
  await program(element).fill(':- dynamic(left/1).\n:- initialization((write(hello), nl)).\n');
  for (const answer of ['L = []', 'L = []']) {
    await query(element).fill('findall(X, left(X), L), assertz(left(1)).');
    await press(element, 'Run query');
    await said(element, answer);
    await becomes(async () => (await answers(element).locator('.printed').innerText()).trim(), 'hello');
  }
  await program(element).fill('p(1).\n');
  await query(element).fill('p(X).');
  await press(element, 'Run query');
  await said(element, 'X = 1');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('other programs, a link, the restored program, and a reset', async () => {
  const { page, trouble, context } = await stage.reader({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/play/prolog');
  const element = await prolog(page);
  const library = element.getByRole('combobox', { name: 'Program' });
  await library.selectOption('Queens that do not attack each other');
  await eventually(element.locator('.numbered pre'), 'safe([]).');
  await query(element).fill('queens(6, Qs), label(Qs).');
  await press(element, 'All');
  await eventually(element.locator('.status'), '4 answers');
  await press(element, 'Share');
  await eventually(element.locator('.said'), 'Link to this program copied.');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#1;prolog:[^\s]+$/);
  await page.waitForTimeout(900);
  await page.reload();
  const again = await prolog(page);
  await eventually(again.locator('.said'), 'Restored from your last visit.');
  await becomes(() => query(again).inputValue(), 'queens(6, Qs), label(Qs).');
  await press(again, 'Reset');
  await becomes(() => query(again).inputValue(), 'queens(8, Qs), label(Qs).');
  const other = await context.newPage();
  await other.goto(link);
  const linked = await prolog(other);
  await eventually(linked.locator('.said'), 'Program loaded from the link.');
  await becomes(() => query(linked).inputValue(), 'queens(6, Qs), label(Qs).');
  await becomes(() => program(linked).inputValue(), /^% Place N queens/);
  await other.goto('/play/prolog');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('nothing that was written is lost: another program, a link, a reset, Back, and a reload', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/prolog');
  const element = await prolog(page);
  const library = element.getByRole('combobox', { name: 'Program' });
  const mine = 'mine(1).\nmine(2).';
  await program(element).fill(mine);
  await query(element).fill('mine(X).');
  // Open another program, return with the button, and redo.
  await library.selectOption('Queens that do not attack each other');
  await eventually(element.locator('.numbered pre'), 'safe([]).');
  await becomes(() => new URL(page.url()).hash, '#1;prolog:queens');
  await press(element, 'Undo');
  await becomes(() => program(element).inputValue(), mine);
  await becomes(() => query(element).inputValue(), 'mine(X).');
  await eventually(heard(element), 'Undone: opening Queens that do not attack each other.');
  await press(element, 'Redo');
  await eventually(element.locator('.numbered pre'), 'safe([]).');
  // Use the browser's Back button after a link in the address.
  await page.evaluate(() => { location.hash = '#1;prolog:linked(a).%0A%0A?-%20linked(X).'; });
  await becomes(() => program(element).inputValue(), 'linked(a).');
  await page.goBack();
  await becomes(() => program(element).inputValue(), /^% Place N queens/);
  await page.goForward();
  await becomes(() => program(element).inputValue(), 'linked(a).');
  // A reload keeps an edited program and its query.
  await program(element).fill('linked(a).\nlinked(b).');
  await query(element).fill('linked(Y), Y \\= a.');
  await becomes(() => new URL(page.url()).hash, '', 'the link no longer names the program');
  await page.reload();
  const again = await prolog(page);
  await becomes(() => program(again).inputValue(), 'linked(a).\nlinked(b).');
  await becomes(() => query(again).inputValue(), 'linked(Y), Y \\= a.');
  // Keys revert a reset only where they would not revert typing.
  await program(again).press('End');
  await press(again, 'Reset');
  await becomes(() => program(again).inputValue(), 'linked(a).');
  await program(again).press('End');
  await page.keyboard.type('x');
  await page.keyboard.press('Control+z');
  await becomes(() => program(again).inputValue(), 'linked(a).');
  await page.keyboard.press('Control+z');
  await becomes(() => program(again).inputValue(), 'linked(a).\nlinked(b).');
  await becomes(() => query(again).inputValue(), 'linked(Y), Y \\= a.');
  // A key pressed while a reset is still in progress reverts it.
  await program(again).evaluate(async (field) => {
    const all = [...(field.closest('gridlore-prolog')?.shadowRoot ?? document).querySelectorAll('button')];
    all.find((made) => made.textContent === 'Reset')?.click();
    while (/** @type {HTMLTextAreaElement} */ (field).value !== 'linked(a).') await new Promise((resolve) => setTimeout(resolve));
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, composed: true, cancelable: true }));
  });
  await becomes(() => program(again).inputValue(), 'linked(a).\nlinked(b).');
  // Open the list of all programs written so far.
  await press(again, 'Your games');
  const dialog = again.getByRole('dialog', { name: 'Your games' });
  await eventually(dialog.getByRole('listitem').first(), 'linked(a).');
  assert.deepEqual(await axe(page), []);
  await dialog.getByRole('button', { name: 'mine(1).' }).click();
  await becomes(() => program(again).inputValue(), mine);
  await becomes(() => query(again).inputValue(), 'mine(X).');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('in a post, links to places on the page are not programs: Back from one keeps text and answers', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto(ESSAY);
  const element = await prolog(page);
  await press(element, 'Run query');
  await said(element, 'A = red');
  await page.evaluate(() => { location.hash = '#main'; });
  await query(element).fill('map(red, B, C, D, E).');
  await element.getByRole('button', { name: 'Run query' }).click();
  await said(element, 'B = green');
  await page.goBack();
  await becomes(() => new URL(page.url()).hash, '');
  await becomes(() => query(element).inputValue(), 'map(red, B, C, D, E).');
  await becomes(() => list(element), ['B = green, C = blue, D = red, E = green']);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a typed query stays in the list when another one is chosen', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto(ESSAY);
  const element = await prolog(page);
  await query(element).fill('map(red, B, C, D, E).');
  await element.getByLabel('Queries').selectOption('map(A, A, C, D, E).');
  await said(element, 'false: no answers.');
  await element.getByLabel('Queries').selectOption('map(red, B, C, D, E).');
  await said(element, 'B = green');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('on a phone, by touch and in dark mode, nothing scrolls sideways but code', async () => {
  const { page, trouble, context } = await stage.reader({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, colorScheme: 'dark' });
  await page.goto(ESSAY);
  const element = await prolog(page);
  await element.getByRole('button', { name: 'All', exact: true }).tap();
  await eventually(element.locator('.status'), '6 answers');
  await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('without scripts, and without its engine, the program is code', async () => {
  const plain = await stage.reader({ javaScriptEnabled: false });
  await plain.page.goto(ESSAY);
  const code = plain.page.locator('gridlore-prolog pre').first();
  await becomes(() => code.isVisible(), true);
  await becomes(() => code.innerText(), /\?- map\(A, B, C, D, E\)\./);
  await becomes(() => plain.page.locator('button').count(), 0);
  await plain.context.close();
  const { page, context } = await stage.reader();
  await context.route(/\.wasm$/, (route) => route.abort());
  await page.goto(ESSAY);
  const element = page.locator('gridlore-prolog').first();
  await eventually(element.locator('.said'), 'This program could not be started');
  await becomes(() => element.locator('pre').first().isVisible(), true);
  await context.close();
});
