/// State that a Life viewer keeps and shows: undo after a reload, the name of an edited pattern,
/// all digits of large numbers, the graph after a jump back, and copies with blank margins.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { GLIDER, cellPlace, dragCells, jump, life, paste, press, said, status } from '../life-stage.js';
import { Stage, becomes, eventually, heard, more } from '../stage.js';

/** @type {Stage} */
let stage;
before(async () => { stage = await Stage.open(); });
after(() => stage.close());

/** Returns the name that the list of patterns shows. */
const named = (viewer, name) => becomes(() => viewer.getByLabel('Patterns', { exact: true }).evaluate((list) => list.selectedOptions[0].text), name);
const canUndo = (viewer, expected) => becomes(() => viewer.getByRole('button', { name: 'Undo', exact: true }).isEnabled(), expected);

test('after a reload, undo and redo continue with the steps of the last visit', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/life');
  const viewer = await life(page);
  await canUndo(viewer, false);
  await viewer.getByLabel('Patterns', { exact: true }).selectOption('acorn');
  await status(viewer, '7 alive');
  await jump(viewer, '100');
  await status(viewer, 'generation 100');
  const alive = /\d+ alive/.exec(await viewer.locator('.status').innerText())[0];
  await press(viewer, 'Clear');
  await status(viewer, '0 alive');
  await paste(viewer, GLIDER);
  await status(viewer, '5 alive');
  await press(viewer, 'Undo');
  await status(viewer, '0 alive');
  await page.reload();
  const again = await life(page);
  await status(again, '0 alive');
  await press(again, 'Redo');
  await status(again, '5 alive');
  for (const [population, generation, name] of [['0 alive', 0, 'Choose…'], [alive, 100, 'Acorn'], ['7 alive', 0, 'Acorn']]) {
    await press(again, 'Undo');
    await status(again, population);
    await status(again, `generation ${generation}`);
    await named(again, name);
  }
  await press(again, 'Redo');
  await status(again, 'generation 100');
  // A change drops the steps that could be redone, and is itself one step, in the engine too.
  await again.locator('canvas.field').focus();
  await page.keyboard.press('s');
  await page.keyboard.press('Control+a');
  await eventually(heard(again), 'Selected');
  await page.keyboard.press('Control+x');
  await status(again, '0 alive');
  await becomes(() => again.getByRole('button', { name: 'Redo', exact: true }).isEnabled(), false);
  await page.keyboard.press('Control+z');
  await status(again, alive);
  await page.keyboard.press('Control+z');
  await status(again, 'generation 0');
  await page.keyboard.press('Control+z');
  await canUndo(again, false);
  await named(again, 'Choose…');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('undo leads from a linked pattern back to the reader’s own', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/life');
  const viewer = await life(page);
  await paste(viewer, '#N Mine\n3o2b3o!');
  await status(viewer, '6 alive');
  // Visit a second time, through a link.
  await page.goto('about:blank');
  await page.goto('/play/life#1;life:2o$2o!;0;0');
  const shared = await life(page);
  await said(shared, 'Pattern loaded from the link.');
  await status(shared, '4 alive');
  await press(shared, 'Undo');
  await status(shared, '6 alive');
  await named(shared, 'Mine');
  await page.reload();
  await status(await life(page), '6 alive');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('the name of a pattern says that it was edited, until undo', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/life');
  const viewer = await life(page);
  await viewer.getByLabel('Patterns', { exact: true }).selectOption('gosper-glider-gun');
  await status(viewer, '36 alive');
  await press(viewer, 'Step');
  await status(viewer, 'generation 1');
  await named(viewer, 'Gosper glider gun');
  await viewer.locator('canvas.field').focus();
  await page.keyboard.press('Space');
  await viewer.getByRole('button', { name: 'Pause' }).waitFor();
  await page.keyboard.press('d');
  await page.keyboard.press('Enter');
  await said(viewer, 'Paused: the pattern was changed. Press Run to continue.');
  await viewer.getByRole('button', { name: 'Run', exact: true }).waitFor();
  await named(viewer, 'Edited: Gosper glider gun');
  await becomes(() => viewer.locator('canvas.field').getAttribute('aria-label'), /^Gosper glider gun, edited, under B3\/S23/);
  await page.reload();
  const again = await life(page);
  await named(again, 'Edited: Gosper glider gun');
  await press(again, 'Undo');
  await named(again, 'Gosper glider gun');
  await viewer.getByLabel('Rule', { exact: true }).fill('B36/S23');
  await viewer.getByLabel('Rule', { exact: true }).press('Enter');
  await named(again, 'Edited: Gosper glider gun');
  // Setting the same rule again does not add an undo step.
  await viewer.getByLabel('Rule', { exact: true }).fill('b36s23');
  await viewer.getByLabel('Rule', { exact: true }).press('Enter');
  await said(viewer, 'Rule set to b36s23');
  await press(again, 'Undo');
  await becomes(() => viewer.getByLabel('Rule', { exact: true }).inputValue(), 'B3/S23');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('large numbers show and copy all their digits; the graph stays in order after a jump back', async () => {
  const { page, trouble, context } = await stage.reader({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/play/life');
  const viewer = await life(page);
  await viewer.getByLabel('Patterns', { exact: true }).selectOption('gosper-glider-gun');
  await jump(viewer, '2^50');
  const generation = viewer.getByRole('button', { name: 'generation 1.126 × 10^15' });
  await becomes(() => generation.getAttribute('title'), '1,125,899,906,842,624; press to copy');
  await generation.press('Enter');
  await eventually(heard(viewer), 'Generation 1,125,899,906,842,624 copied.');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), '1125899906842624');
  await becomes(() => generation.evaluate((figure) => getComputedStyle(figure, '::after').content), '"1,125,899,906,842,624"');
  await viewer.getByRole('button', { name: '1.876 × 10^14 alive' }).click();
  await said(viewer, 'Population 187,649,984,473,821 copied.');
  await jump(viewer, '10^15');
  await status(viewer, '1.000 × 10^15');
  await jump(viewer, '60');
  await status(viewer, 'generation 60');
  const graph = viewer.locator('.population');
  await eventually(graph, 'generations 0 to 1.126 × 10^15');
  await eventually(graph, 'at most 1.876 × 10^14');
  const xs = await graph.locator('polyline').evaluate((line) => line.getAttribute('points').split(' ').map((point) => Number(point.split(',')[0])));
  assert.deepEqual(xs, xs.toSorted((one, other) => one - other));
  assert.equal(xs.length, 4);
  // The marker of the current generation is at the left end.
  await becomes(() => graph.locator('.now:not([hidden])').getAttribute('x1'), '3.0');
  // The view fits the pattern again, so its cells are visible.
  await becomes(() => viewer.locator('canvas.field').evaluate((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at + 2] - data[at] > 20) count++;
    return count;
  }), (count) => count > 500);
  // A change drops the later generations.
  await viewer.locator('canvas.field').focus();
  await page.keyboard.press('d');
  await page.keyboard.press('Enter');
  await eventually(graph, 'generations 0 to 60');
  await page.keyboard.press(']');
  for (let power = 1; power < 10; power++) await page.keyboard.press(']');
  await eventually(heard(viewer), '1,024 generations per step.');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a copy keeps its blank margins, and a blank one replaces nothing', async () => {
  const { page, trouble, context } = await stage.reader({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/play/life');
  const viewer = await life(page);
  await paste(viewer, GLIDER);
  await status(viewer, '5 alive');
  await press(viewer, 'Select');
  // There are two blank columns on the left and one blank row above; the glider is in the corner.
  await dragCells(page, viewer, [-3, -2], [1, 1]);
  await said(viewer, 'Selected 5 by 4 cells.');
  await press(viewer, 'Copy');
  await more(viewer, 'Paste');
  await said(viewer, 'Pasting 5 by 4 cells');
  const at = await cellPlace(viewer);
  await page.mouse.click(...at(9, 0));
  await status(viewer, '10 alive');
  await becomes(() => page.evaluate(() => navigator.clipboard.readText()), /^x = 5, y = 4/);
  // The copied glider is right of the middle of its block, because two blank columns are on its
  // left.
  await page.keyboard.press('Control+a');
  await said(viewer, 'Selected 13 by 3 cells.');
  await page.keyboard.press('Escape');
  await dragCells(page, viewer, [-10, 4], [-8, 6]);
  await said(viewer, 'Selected 3 by 3 cells.');
  await press(viewer, 'Copy');
  await said(viewer, 'Copied 3 by 3 cells, 0 alive.');
  await more(viewer, 'Paste');
  await said(viewer, 'Pasting 3 by 3 cells');
  await page.mouse.click(...at(0, 0));
  await status(viewer, '10 alive');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a drag made while the editor of selections is loading selects its cells', async () => {
  const { page, trouble, context } = await stage.reader();
  let dragged;
  const isDragged = new Promise((resolve) => { dragged = resolve; });
  await page.route(/life-editor[^/]*\.js/, async (route) => { await isDragged; await route.continue(); });
  await page.goto('/play/life');
  const viewer = await life(page);
  await paste(viewer, GLIDER);
  await status(viewer, '5 alive');
  await press(viewer, 'Select');
  await dragCells(page, viewer, [-3, -2], [1, 1]);
  dragged();
  await said(viewer, 'Selected 5 by 4 cells.');
  assert.deepEqual(trouble, []);
  await context.close();
});
