/// The exact cover page: stepping through a search by pointer, keys and touch, problems that the
/// user enters, links, and pages without scripts.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Stage, axe, becomes, board, eventually, heard } from '../stage.js';

const ESSAY = '/blogs/demo/dancing-links';
/** @type {Stage} */
let stage;
before(async () => { stage = await Stage.open(); });
after(() => stage.close());

const cover = (page) => board(page, 'gridlore-cover');
const press = (element, name) => element.getByRole('button', { name, exact: true }).click();
const said = (element, text) => eventually(element.locator('.said'), text);
const status = (element, text) => eventually(element.locator('.status'), text);
/** Returns the numbers of the rows in a state. */
const rows = (element, state) => element.locator(`.matrix tbody tr.${state} th`).allInnerTexts();
const tiles = (element) => element.locator('.tiles span').allInnerTexts();

test('the packing of three pieces is stepped through forward and back', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto(ESSAY);
  const element = await cover(page);
  await said(element, 'No option is chosen yet. Next item: L, with 2 options left; no item has fewer.');
  await press(element, 'Step');
  await said(element, 'Chose option 1 for L (1 of 2). Next item: S, with one option left.');
  await becomes(() => rows(element, 'chosen'), ['1']);
  await becomes(() => rows(element, 'out'), ['2', '3', '4', '5', '7', '8', '9', '10']);
  await becomes(() => tiles(element), ['L', 'L', 'L', 'L', '', '', '', '', '']);
  await becomes(() => element.locator('.matrix .left td').allInnerTexts(), ['', '1', '5', '', '', '', '', '2', '2', '1', '2', '2'], 'options left for each item');
  await press(element, 'Next solution');
  await said(element, 'Every item is covered. Solution 1: options 1, 6, 13.');
  await becomes(() => tiles(element), ['L', 'L', 'L', 'L', 'S', 'S', 'O', 'S', 'S']);
  await press(element, 'Next solution');
  await said(element, 'Search complete: 1 solution in 10 steps.');
  await element.locator('.matrix').press('n');
  await said(element, 'Already at the end.');
  for (let step = 0; step < 3; step++) await press(element, 'Back');
  await said(element, 'Chose option 2 for L (2 of 2). No option is left for S.');
  await becomes(() => rows(element, 'tried'), ['1']);
  await press(element, 'Go to start');
  await status(element, 'step 0 of 10');
  await element.locator('.matrix').press('b');
  await said(element, 'Already at the start.');
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('by keyboard: steps, solutions, start, end and play', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/cover');
  const element = await cover(page);
  await element.locator('.matrix').focus();
  await page.keyboard.press('n');
  await page.keyboard.press('n');
  await status(element, 'step 2 of 10');
  await eventually(heard(element), /Chosen: option 1 for L, option 6 for S\./);
  await page.keyboard.press('b');
  await status(element, 'step 1 of 10');
  await page.keyboard.press('End');
  await status(element, 'step 10 of 10');
  await page.keyboard.press('Home');
  await status(element, 'step 0 of 10');
  await page.keyboard.press('s');
  await said(element, 'solution 1');
  await element.getByLabel('Speed').fill('6');
  await element.locator('.matrix').focus();
  await page.keyboard.press('Space');
  await status(element, 'step 10 of 10');
  await element.getByRole('button', { name: 'Play' }).waitFor();
  await element.locator('input[type=range]').first().fill('4');
  await said(element, 'solution 1');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('other problems, a typed problem, a link, and the restored state', async () => {
  const { page, trouble, context } = await stage.reader({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/play/cover');
  const element = await cover(page);
  await element.getByLabel('Problem', { exact: true }).selectOption('Latin squares of order 3');
  await status(element, 'step 0 of 176');
  await press(element, 'Next solution');
  await said(element, 'Solution 1:');
  await becomes(() => tiles(element), ['1', '2', '3', '2', '3', '1', '3', '1', '2']);
  await element.getByLabel('Problem', { exact: true }).selectOption('Random');
  await said(element, 'No option is chosen yet.');
  await element.getByText('Enter your own problem').click();
  await element.getByLabel('Your own problem').fill('| a comment\na b | X\na X:red\nb X:red\nb X\n');
  await press(element, 'Open problem');
  await eventually(element.locator('.matrix thead th[scope=col]').nth(2), 'X');
  await status(element, 'step 0 of');
  await becomes(() => element.locator('.matrix thead th[scope=col]').allInnerTexts(), ['a', 'b', 'X']);
  await press(element, 'Next solution');
  await said(element, 'Solution 1: options 1, 2.');
  await press(element, 'Share');
  await said(element, 'Link to this step copied.');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await element.getByLabel('Your own problem').fill('a b\na c\n');
  await press(element, 'Open problem');
  await said(element, 'line 2, column 3: Unknown item name');
  await page.reload();
  const again = await cover(page);
  await said(again, 'Restored from your last visit. Every item is covered. Solution 1: options 1, 2.');
  await press(again, 'Back to this page’s problem');
  await status(again, 'step 0 of 10');
  const other = await context.newPage();
  await other.goto(link);
  await said(await cover(other), 'Search loaded from the link. Every item is covered. Solution 1: options 1, 2.');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('on a phone, by touch, nothing scrolls sideways but the matrix', async () => {
  const { page, trouble, context } = await stage.reader({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  await page.goto(ESSAY);
  const element = await cover(page);
  await element.getByRole('button', { name: 'Step', exact: true }).tap();
  await status(element, 'step 1 of 10');
  await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('without scripts, and without its engine, the matrix is a table', async () => {
  const plain = await stage.reader({ javaScriptEnabled: false });
  await plain.page.goto(ESSAY);
  const table = plain.page.locator('gridlore-cover table').first();
  await becomes(() => table.isVisible(), true);
  await becomes(() => table.locator('tbody tr').count(), 15);
  await becomes(() => plain.page.locator('button').count(), 0);
  await plain.context.close();
  const { page, context } = await stage.reader();
  await context.route(/\.wasm$/, (route) => route.abort());
  await page.goto(ESSAY);
  const element = page.locator('gridlore-cover').first();
  await said(element, 'This search could not be started');
  await becomes(() => element.locator('table').isVisible(), true);
  await context.close();
});

test('nothing is lost: another problem, a typed one, a link, Back, Undo and a reload', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/cover');
  const element = await cover(page);
  await element.getByText('Enter your own problem').click();
  await element.getByLabel('Your own problem').fill('a b c\na b\nc\nb c\na\n');
  await press(element, 'Open problem');
  await eventually(element.locator('figcaption'), '4 options, 3 items');
  await press(element, 'Step');
  await status(element, 'step 1 of');
  await becomes(() => decodeURIComponent(new URL(page.url()).hash), '#1;cover:a,b,c/a,b/c/b,c/a;1');
  // Open another problem, and return with the button, the browser, and the keys.
  await element.getByLabel('Problem', { exact: true }).selectOption('Four queens');
  await eventually(element.locator('figcaption'), 'four queens');
  await press(element, 'Undo');
  await eventually(element.locator('figcaption'), '4 options, 3 items');
  await status(element, 'step 1 of');
  await eventually(element.locator('.said'), 'Undone: opening Four queens.');
  await press(element, 'Redo');
  await eventually(element.locator('figcaption'), 'four queens');
  await page.goBack();
  await eventually(element.locator('figcaption'), '4 options, 3 items');
  await status(element, 'step 1 of');
  await page.evaluate(() => { location.hash = '#1;cover:seven;3'; });
  await status(element, 'step 3 of');
  await element.locator('.matrix').focus();
  await page.keyboard.press('Control+z');
  await eventually(element.locator('figcaption'), '4 options, 3 items');
  await status(element, 'step 1 of');
  // The typed text is still in its field after a reload.
  await page.reload();
  const again = await cover(page);
  await status(again, 'step 1 of');
  await becomes(() => again.getByLabel('Your own problem').inputValue(), 'a b c\na b\nc\nb c\na\n');
  await press(again, 'Back to this page’s problem');
  await status(again, 'step 0 of 10');
  await press(again, 'Your games');
  await again.getByRole('dialog', { name: 'Your games' }).getByRole('button', { name: '4 options, 3 items' }).click();
  await eventually(again.locator('figcaption'), '4 options, 3 items');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a walk of more than half a second shows that it works, and can be stopped', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/cover#1;cover:pack:board,7x8/pieces,I2*28;0');
  const element = await cover(page);
  await status(element, 'step 0 of 100,000');
  // Press Stop as soon as it appears; on a fast machine, the walk may end before that.
  await element.evaluate((host) => {
    const watch = () => {
      const stop = [...host.querySelectorAll('button')].find((made) => made.textContent === 'Stop' && made.checkVisibility());
      if (stop) stop.click();
      else requestAnimationFrame(watch);
    };
    watch();
  });
  const began = Date.now();
  await element.locator('.matrix').press('End');
  const texts = await becomes(async () => [await element.locator('.said').innerText(), await element.locator('.status').innerText()],
    ([line, place]) => line.includes('Stopped.') || place.includes('step 100,000'));
  if (texts[0].includes('Stopped.')) {
    await status(element, 'step 0 of 100,000');
    await press(element, 'Step');
    await status(element, 'step 1 of 100,000');
  } else assert.ok(Date.now() - began < 2000, `${Date.now() - began} ms without Stop`);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a link keeps item names with commas', async () => {
  const { page, trouble, context } = await stage.reader({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/play/cover');
  const element = await cover(page);
  await element.getByText('Enter your own problem').click();
  await element.getByLabel('Your own problem').fill('a,b c\na,b\nc\n');
  await press(element, 'Open problem');
  await becomes(() => element.locator('.matrix thead th[scope=col]').allInnerTexts(), ['a,b', 'c']);
  await press(element, 'Share');
  await said(element, 'Link to this step copied.');
  const other = await context.newPage();
  await other.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await becomes(async () => (await cover(other)).locator('.matrix thead th[scope=col]').allInnerTexts(), ['a,b', 'c']);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('the search tree grows with the search', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/cover');
  const element = await cover(page);
  const tree = element.locator('.tree svg');
  await press(element, 'Step');
  await becomes(() => tree.getAttribute('aria-label'), 'Search tree: 1 choice so far, 0 dead ends, 0 solutions. Current path: options 1.');
  await becomes(() => tree.locator('.chosen').count(), 1);
  // Option 2 for the same item is still to be tried.
  await becomes(() => tree.locator('.not').count(), 1);
  await press(element, 'Next solution');
  await becomes(() => tree.getAttribute('aria-label'), 'Search tree: 3 choices so far, 0 dead ends, 1 solution. Current path: options 1, 6, 13.');
  await becomes(() => tree.locator('.last .mark').allTextContents(), ['✓']);
  await press(element, 'Next solution');
  await becomes(() => tree.getAttribute('aria-label'), 'Search tree: 4 choices so far, 1 dead end, 1 solution. No option is chosen.');
  await becomes(() => tree.locator('.dead').allTextContents(), ['✗']);
  await press(element, 'Go to start');
  await becomes(() => element.locator('.tree').isVisible(), false);
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('on a phone, matrix, message and buttons are visible together', async () => {
  const { page, trouble, context } = await stage.reader({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await page.goto('/play/cover');
  const element = await cover(page);
  await element.getByLabel('Problem', { exact: true }).selectOption('Latin squares of order 3');
  await status(element, 'step 0 of 176');
  await element.getByRole('button', { name: 'Next solution' }).tap();
  await said(element, 'Solution 1:');
  await page.evaluate(() => scrollTo(0, 0));
  const isInView = (locator) => locator.evaluate((shown) => shown.getBoundingClientRect().top >= 0 && shown.getBoundingClientRect().bottom <= innerHeight);
  for (const shown of [element.locator('.matrix'), element.locator('.said'), ...['Back', 'Step', 'Play', 'Next solution'].map((name) => element.getByRole('button', { name, exact: true }))]) await becomes(() => isInView(shown), true);
  // The matrix scrolls to the choice by itself.
  await becomes(() => element.locator('.matrix').evaluate((matrix) => {
    const row = [...matrix.querySelectorAll('tr.chosen')].pop().getBoundingClientRect();
    const box = matrix.getBoundingClientRect();
    return row.top >= box.top && row.bottom <= box.bottom;
  }), true);
  await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  assert.deepEqual(trouble, []);
  await context.close();
});
