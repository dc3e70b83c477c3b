/// The Life viewer: drawing, running, jumping, stepping back, undo, paste, links and reloads, by
/// pointer, keys and touch, and with reduced motion.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { GLIDER, cellPlace, dragCells, jump, life, paste, press, said, status } from '../life-stage.js';
import { Stage, axe, becomes, board, eventually, heard, more, pictured } from '../stage.js';

const ESSAY = '/blogs/demo/a-billion-generations';
/** @type {Stage} */
let stage;
before(async () => { stage = await Stage.open(); });
after(() => stage.close());

/** Returns the number of the field's pixels that show live cells. */
const inked = (viewer) => viewer.locator('canvas.field').evaluate((canvas) => {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let count = 0;
  // Live cells are dark or light blue; paper and lines are grey.
  for (let at = 0; at < data.length; at += 4) if (data[at + 2] - data[at] > 20) count++;
  return count;
});
/**
 * Waits until the number of pixels of live cells meets the condition, and returns it. A worker
 * paints the field asynchronously.
 */
const inkedUntil = (viewer, condition) => becomes(() => inked(viewer), condition);
const pasteFrom = async (viewer, text) => {
  await viewer.locator('canvas.field').focus();
  await viewer.locator('canvas.field').evaluate((canvas, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    canvas.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
};

test('a glider is drawn by pointer, runs, is undone, and survives a reload', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/life');
  const viewer = await life(page);
  await press(viewer, 'Clear');
  await status(viewer, '0 alive');
  await press(viewer, 'Fit');
  await press(viewer, 'Draw');
  const field = viewer.locator('canvas.field');
  const box = await field.boundingBox();
  const [x, y] = [box.x + box.width / 2 + 3, box.y + box.height / 2 + 3];
  const side = 14;
  await page.mouse.click(x + side, y);
  await status(viewer, '1 alive');
  await page.mouse.click(x + 2 * side, y + side);
  // Draw the lower row in one stroke.
  await page.mouse.move(x, y + 2 * side);
  await page.mouse.down();
  await page.mouse.move(x + 2 * side, y + 2 * side, { steps: 3 });
  await page.mouse.up();
  await status(viewer, '5 alive');
  await more(viewer, 'Identify');
  await said(viewer, 'A spaceship of period 4 and speed c/4 diagonal, with 5 cells; apgcode xq4_153.');
  await press(viewer, 'Undo');
  await status(viewer, '2 alive');
  await press(viewer, 'Redo');
  await status(viewer, '5 alive');
  await field.focus();
  for (let step = 0; step < 4; step++) await page.keyboard.press('n');
  await status(viewer, 'generation 4');
  await page.keyboard.press('Space');
  await page.waitForFunction(() => Number(/generation ([\d,]+)/.exec(document.querySelector('gridlore-life .status').textContent)[1].replace(',', '')) > 12);
  await page.keyboard.press('Space');
  await eventually(heard(viewer), /Paused\. Generation \d+, 5 alive/);
  const shown = await viewer.locator('.status').innerText();
  await page.reload();
  const again = await life(page);
  await said(again, 'Restored from your last visit.');
  await becomes(() => again.locator('.status').innerText(), shown);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a gun jumps a quadrillion generations, and back', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto(ESSAY);
  const viewer = await life(page);
  await status(viewer, '36 alive');
  await jump(viewer, '2^50');
  await status(viewer, '1.126 × 10^15');
  // The number of gliders that have left by then, one in thirty generations.
  await status(viewer, '1.876 × 10^14 alive');
  await jump(viewer, '90');
  await status(viewer, 'generation 90');
  await viewer.locator('canvas.field').focus();
  await page.keyboard.press('b');
  await status(viewer, 'generation 89');
  await page.keyboard.press(']');
  await page.keyboard.press(']');
  await eventually(heard(viewer), '4 generations per step.');
  await page.keyboard.press('n');
  await status(viewer, 'generation 93');
  await press(viewer, 'Restart');
  await status(viewer, 'generation 0');
  await page.keyboard.press('b');
  await jump(viewer, 'soon');
  await said(viewer, 'Found “soon”, expected a generation such as 1000000, 10^6 or 2^40, up to 2^62.');
  // A gun outgrows the field during the jump; the failed jump leaves no trace.
  const before = await viewer.locator('.status').innerText();
  await jump(viewer, '2^62');
  await said(viewer, /^Found a pattern wider .* The pattern is unchanged\.$/);
  assert.equal(await viewer.locator('.status').innerText(), before);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('zooming and panning: by wheel at the pointer, by keys, by dragging', async () => {
  const { page, context } = await stage.reader();
  await page.goto('/play/life');
  const viewer = await life(page);
  await paste(viewer, GLIDER);
  await status(viewer, '5 alive');
  const field = viewer.locator('canvas.field');
  await field.scrollIntoViewIfNeeded();
  const before = await inkedUntil(viewer, (pixels) => pixels > 300);
  const box = await field.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, -300);
  await inkedUntil(viewer, (pixels) => pixels > 2 * before);
  await field.focus();
  for (let step = 0; step < 8; step++) await page.keyboard.press('-');
  await inkedUntil(viewer, (pixels) => pixels < before && pixels > 0);
  await page.keyboard.press('f');
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 3000, box.y + box.height / 2, { steps: 3 });
  await page.mouse.up();
  await inkedUntil(viewer, (pixels) => pixels === 0);
  await press(viewer, 'Fit');
  await inkedUntil(viewer, (pixels) => pixels > 300);
  await context.close();
});

test('patterns of any format are pasted, opened and downloaded; an unreadable one is reported and changes nothing', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/life');
  const viewer = await life(page);
  await paste(viewer, '#N Two blinkers\nx = 7, y = 1, rule = B36/S23\n3ob3o!');
  await status(viewer, '6 alive');
  await becomes(() => viewer.getByLabel('Rule', { exact: true }).inputValue(), 'B36/S23');
  await pasteFrom(viewer, 'x = 3, y = 3\nbo$2bq');
  await said(viewer, 'Pasted text: line 2, column 1: found the end of the file after a count');
  await status(viewer, '6 alive');
  await paste(viewer, '[M2] (test)\n#R B3/S23\n$$$$.***$$$$\n');
  await status(viewer, '3 alive');
  await paste(viewer, 'xp15_4r4z4r4');
  await status(viewer, '12 alive');
  // Open a gzipped file.
  await viewer.locator('input[type=file]').setInputFiles({ name: 'glider.rle.gz', mimeType: 'application/gzip', buffer: gzipSync(GLIDER) });
  await status(viewer, '5 alive');
  // A rule file replaces the rule; under this rule, all cells die.
  await viewer.locator('input[type=file]').setInputFiles({ name: 'Gone.rule', mimeType: 'text/plain', buffer: Buffer.from('@RULE Gone\n@TABLE\nn_states:2\nneighborhood:Moore\nsymmetries:permute\n1,0,0,0,0,0,0,0,0,0\nvar a={0,1}\nvar b={a}\nvar c={a}\nvar d={a}\nvar e={a}\nvar f={a}\nvar g={a}\nvar h={a}\n1,a,b,c,d,e,f,g,h,0\n') });
  await press(viewer, 'Step');
  await status(viewer, '0 alive');
  await more(viewer, 'Share');
  await said(viewer, 'the rule Gone comes from a file');
  await viewer.getByLabel('Patterns', { exact: true }).selectOption('lightweight-spaceship');
  await status(viewer, '9 alive');
  for (const [ending, start] of [['rle', '#N Lightweight spaceship'], ['mc', '[M2]'], ['png', '\x89PNG']]) {
    await viewer.getByLabel('Format').selectOption(ending);
    const [download] = await Promise.all([page.waitForEvent('download'), press(viewer, 'Download')]);
    assert.match(download.suggestedFilename(), new RegExp(`^lightweight-spaceship-\\d+\\.${ending}$`));
    const file = await readFile(await download.path());
    assert.ok(file.toString('latin1').startsWith(start), ending);
  }
  const rule = viewer.getByLabel('Rule', { exact: true });
  await rule.fill('B3/S2x');
  await rule.press('Enter');
  await said(viewer, 'column 6');
  await rule.fill('Day & Night');
  await rule.press('Enter');
  await said(viewer, 'Rule set to');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a link shows the shared pattern, and does not replace the reader’s own', async () => {
  const { page, trouble, context } = await stage.reader({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/play/life');
  const viewer = await life(page);
  await paste(viewer, 'x = 3, y = 3, rule = B3/S23:T30,20\nbo$2bo$3o!');
  await jump(viewer, '1003');
  await status(viewer, 'generation 1,003');
  await more(viewer, 'Share');
  await said(viewer, 'Link to this pattern copied.');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const before = await inkedUntil(viewer, (pixels) => pixels > 0);
  const other = await stage.reader();
  await other.page.goto(link.replace(/^https?:\/\/[^/]+/, ''));
  const shared = await life(other.page);
  await status(shared, 'generation 1,003');
  await said(shared, 'Pattern loaded from the link.');
  await status(shared, '5 alive');
  await inkedUntil(shared, (pixels) => Math.abs(pixels - before) < before / 3);
  await other.page.goto('/play/life');
  await status(await life(other.page), 'generation 0');
  await other.page.goto('/play/life#1;life:bogus;0;9');
  await other.page.reload();
  await said(await life(other.page), 'The saved pattern could not be read');
  assert.deepEqual([...trouble, ...other.trouble], []);
  await context.close();
  await other.context.close();
});

test('by keyboard alone: a cursor draws, and its position is announced', async () => {
  const { page, context } = await stage.reader({ reducedMotion: 'reduce' });
  await page.goto('/play/life');
  const viewer = await life(page);
  // The page's own pattern changes every day, and its rule may change as well.
  await paste(viewer, GLIDER);
  await press(viewer, 'Clear');
  await status(viewer, '0 alive');
  const field = viewer.locator('canvas.field');
  await field.focus();
  await page.keyboard.press('d');
  for (let cell = 0; cell < 3; cell++) {
    await page.keyboard.press('Enter');
    await status(viewer, `${cell + 1} alive`);
    await page.keyboard.press('ArrowRight');
  }
  await eventually(heard(viewer), /column \d+, row \d+, dead/);
  await page.keyboard.press('ArrowLeft');
  await eventually(heard(viewer), /column \d+, row \d+, alive/);
  await page.keyboard.press('Control+z');
  await status(viewer, '2 alive');
  await page.keyboard.press('Control+y');
  await more(viewer, 'Identify');
  await said(viewer, 'An oscillator of period 2, with 3 cells; apgcode xp2_7.');
  await becomes(() => field.getAttribute('aria-label'), /under B3\/S23: generation 0, 3 alive/);
  await context.close();
});

test('nothing runs on its own, and a long run can be stopped', async () => {
  const { page, context } = await stage.reader({ reducedMotion: 'reduce' });
  await page.goto(ESSAY);
  const viewer = await life(page);
  await page.waitForTimeout(700);
  await status(viewer, 'generation 0');
  // Use a chaotic soup that takes a long time to run, so that Stop can interrupt it.
  const soup = page.locator('gridlore-life').nth(2);
  await soup.scrollIntoViewIfNeeded();
  await soup.locator('xpath=self::*[@ready]').waitFor();
  await soup.getByLabel('Rule', { exact: true }).fill('B2/S');
  await soup.getByLabel('Rule', { exact: true }).press('Enter');
  await jump(soup, '2^40');
  await soup.getByRole('button', { name: 'Stop' }).click();
  await eventually(soup.locator('.status'), /generation [\d,.]+/);
  await press(soup, 'Restart');
  await status(soup, 'generation 0');
  await context.close();
});

test('two fingers zoom in', async () => {
  const { page, context } = await stage.reader({ hasTouch: true, viewport: { width: 390, height: 840 } });
  await page.goto('/play/life');
  const viewer = await life(page);
  await paste(viewer, GLIDER);
  await status(viewer, '5 alive');
  const before = await inkedUntil(viewer, (pixels) => pixels > 0);
  const field = viewer.locator('canvas.field');
  await field.evaluate((canvas) => {
    const box = canvas.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    canvas.setPointerCapture = () => {};
    const send = (type, pointerId, dx) => canvas.dispatchEvent(new PointerEvent(type, { pointerId, pointerType: 'touch', clientX: x + dx, clientY: y, bubbles: true }));
    send('pointerdown', 1, -20);
    send('pointerdown', 2, 20);
    for (let far = 20; far <= 60; far += 10) {
      send('pointermove', 1, -far);
      send('pointermove', 2, far);
    }
    send('pointerup', 1, -60);
    send('pointerup', 2, 60);
  });
  await inkedUntil(viewer, (pixels) => pixels > 3 * before);
  await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'nothing is wider than the phone');
  await context.close();
});

test('axe finds nothing in any state, light and dark, wide and narrow', async () => {
  for (const options of [{}, { colorScheme: 'dark', viewport: { width: 360, height: 800 } }]) {
    const { page, context } = await stage.reader(options);
    await page.goto('/play/life');
    const viewer = await life(page);
    assert.deepEqual(await axe(page), []);
    await press(viewer, 'Draw');
    await viewer.locator('summary', { hasText: 'Paste a pattern' }).click();
    await viewer.getByLabel('Patterns', { exact: true }).selectOption('wireworld-clock');
    await status(viewer, '27 alive');
    assert.deepEqual(await axe(page), []);
    await viewer.locator('.more > summary').click();
    await viewer.getByLabel('Colours').selectOption('fire');
    assert.deepEqual(await axe(page), []);
    await viewer.locator('.menu').getByRole('button', { name: 'Select all' }).click();
    await viewer.locator('.editing').waitFor();
    assert.deepEqual(await axe(page), []);
    await context.close();
  }
});

test('without scripts the pattern is a picture', async () => {
  const { page, context } = await stage.reader({ javaScriptEnabled: false });
  await page.goto(ESSAY);
  await becomes(() => page.locator('gridlore-life figure svg.field').first().isVisible(), true);
  await becomes(() => page.locator('gridlore-life figcaption').first().innerText(), /^Life: Gosper glider gun, 36 cells$/);
  await becomes(() => page.locator('gridlore-life button').count(), 0);
  await context.close();
});

test('a picture of the viewer', async () => {
  const { page, context } = await stage.reader({ viewport: { width: 1200, height: 760 } });
  await page.goto('/play/life');
  const viewer = await life(page);
  await viewer.getByLabel('Patterns', { exact: true }).selectOption('gosper-glider-gun');
  await jump(viewer, '400');
  await status(viewer, 'generation 400');
  await press(viewer, 'Fit');
  await page.waitForTimeout(400);
  await viewer.evaluate((element) => element.scrollIntoView());
  await pictured(page, 'life.png');
  await context.close();
});

test('identifying a long-lived pattern leaves the page usable, shows its progress and can be stopped', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/life');
  const viewer = await life(page);
  // Use a pattern that explodes and never settles.
  await paste(viewer, 'x = 4, y = 4, rule = B2/S\n2o$2b2o$o2bo!');
  await status(viewer, '6 alive');
  await more(viewer, 'Identify');
  const stop = viewer.getByRole('button', { name: 'Stop' });
  await stop.waitFor();
  await becomes(() => viewer.locator('progress').evaluateAll((all) => all.some((bar) => bar.value > 0)), true);
  // In the meantime, the pattern advances.
  await press(viewer, 'Step');
  await status(viewer, 'generation 1');
  await stop.click();
  await said(viewer, 'Identification stopped.');
  await becomes(() => stop.count(), 0);
  await viewer.getByLabel('Patterns', { exact: true }).selectOption('acorn');
  await status(viewer, '7 alive');
  await more(viewer, 'Identify');
  await said(viewer, 'From generation 5206 on, the population repeats with period 1.');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('cells are selected, copied, turned, pasted and deleted by pointer, each undone by Ctrl+Z', async () => {
  const { page, trouble, context } = await stage.reader({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/play/life');
  const viewer = await life(page);
  await paste(viewer, GLIDER);
  await status(viewer, '5 alive');
  await press(viewer, 'Select');
  await said(viewer, 'Drag to select cells');
  // The glider's centre is the cell in the centre of the field; these are the three rows.
  await dragCells(page, viewer, [-2, -2], [2, 2]);
  await said(viewer, 'Selected 5 by 5 cells.');
  await press(viewer, 'Copy');
  await said(viewer, 'Copied 5 by 5 cells, 5 alive.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /^x = 5, y = 5, rule = B3\/S23\n/);
  await more(viewer, 'Paste');
  // A copy keeps the size of the selection, with its blank margins.
  await said(viewer, 'Pasting 5 by 5 cells: click or press Enter to place them, Escape to cancel.');
  await press(viewer, 'Flip left to right');
  const at = await cellPlace(viewer);
  await page.mouse.click(...at(10, 0));
  await status(viewer, '10 alive');
  await press(viewer, 'Rotate');
  await status(viewer, '10 alive');
  await press(viewer, 'Delete');
  await status(viewer, '5 alive');
  for (const alive of [10, 10, 5]) {
    await page.keyboard.press('Control+z');
    await status(viewer, `${alive} alive`);
  }
  await page.keyboard.press('Control+Shift+z');
  await status(viewer, '10 alive');
  // The two gliders are mirror images: the pattern is its own image after a flip.
  await page.keyboard.press('Control+a');
  await said(viewer, 'Selected 13 by 3 cells.');
  await page.keyboard.press('Control+c');
  const before = await becomes(() => page.evaluate(() => navigator.clipboard.readText()), /^x = 13, y = 3/);
  await page.keyboard.press('x');
  await said(viewer, 'Flipped.');
  await page.keyboard.press('Control+c');
  await said(viewer, 'Copied 13 by 3 cells, 10 alive.');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), before);
  await page.keyboard.press('y');
  await said(viewer, 'Flipped.');
  await page.keyboard.press('Control+x');
  await said(viewer, 'Cut 10 live cells.');
  await status(viewer, '0 alive');
  assert.notEqual(await page.evaluate(() => navigator.clipboard.readText()), before);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('by keyboard alone, cells are selected with Shift and arrow keys, filled and pasted', async () => {
  const { page, context } = await stage.reader();
  await page.goto('/play/life');
  const viewer = await life(page);
  await paste(viewer, GLIDER);
  await status(viewer, '5 alive');
  await viewer.locator('canvas.field').focus();
  await page.keyboard.press('s');
  await eventually(heard(viewer), 'hold Shift with the arrow keys');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(`Shift+${key}`);
  await eventually(heard(viewer), 'Selected 3 by 2 cells.');
  await page.keyboard.press('Delete');
  await eventually(heard(viewer), /Deleted \d live cells/);
  await page.keyboard.press('Control+z');
  await status(viewer, '5 alive');
  await page.keyboard.press('Escape');
  await becomes(() => viewer.locator('.editing').isVisible(), false);
  await pasteFrom(viewer, '3o!');
  await eventually(heard(viewer), 'Pasting 3 by 1 cells');
  await page.keyboard.press('t');
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowDown');
  await eventually(heard(viewer), /First cell at column -?\d+, row -?\d+\./);
  await page.keyboard.press('Escape');
  await eventually(heard(viewer), 'Nothing was pasted.');
  await status(viewer, '5 alive');
  await pasteFrom(viewer, '3o!');
  await eventually(heard(viewer), 'Pasting 3 by 1 cells');
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await status(viewer, '8 alive');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Shift+R');
  await eventually(heard(viewer), 'Filled at random');
  await page.keyboard.press('Control+z');
  await status(viewer, '8 alive');
  await context.close();
});

test('a replaced pattern comes back by Undo and from the list of games; runs and jumps are undone', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/life');
  const viewer = await life(page);
  await paste(viewer, '#N Mine\n3o2b3o!');
  await status(viewer, '6 alive');
  await jump(viewer, '1001');
  await status(viewer, 'generation 1,001');
  await press(viewer, 'Undo');
  await status(viewer, 'generation 0');
  await press(viewer, 'Redo');
  await status(viewer, 'generation 1,001');
  await press(viewer, 'Step');
  await press(viewer, 'Step');
  await status(viewer, 'generation 1,003');
  // Undo treats a series of steps as one.
  await page.keyboard.press('Control+z');
  await status(viewer, 'generation 1,001');
  await viewer.getByLabel('Patterns', { exact: true }).selectOption('gosper-glider-gun');
  await status(viewer, '36 alive');
  await press(viewer, 'Run');
  await eventually(viewer.locator('.population'), /at most \d+/);
  await press(viewer, 'Pause');
  await page.keyboard.press('Control+z');
  await status(viewer, 'generation 0');
  await page.keyboard.press('Control+z');
  await status(viewer, '6 alive');
  await more(viewer, 'Back to this page');
  await said(viewer, 'Back to this page’s pattern.');
  await page.keyboard.press('Control+z');
  await status(viewer, '6 alive');
  await press(viewer, 'Clear');
  await status(viewer, '0 alive');
  await more(viewer, 'Your games');
  const games = page.getByRole('dialog', { name: 'Your games' });
  const mine = games.getByRole('button', { name: /Mine/ }).first();
  await eventually(mine, 'Generation 1,001, 6 alive');
  await becomes(() => mine.locator('path').first().getAttribute('d'), /^M0 0h10v10h-10z/);
  await mine.click();
  await status(viewer, '6 alive');
  await status(viewer, 'generation 1,001');
  await page.keyboard.press('Control+z');
  await status(viewer, '0 alive');
  // A changed pattern keeps its list entry after a reload.
  await paste(viewer, '#N Second\n3o!');
  await status(viewer, '3 alive');
  const isListedOnce = async (viewer, name, alive) => {
    await more(viewer, 'Your games');
    await eventually(games.getByRole('listitem').filter({ hasText: name }), alive);
    assert.equal(await games.getByRole('listitem').filter({ hasText: name }).count(), 1);
    await games.getByRole('button', { name: 'Close' }).click();
  };
  await isListedOnce(viewer, 'Second', '3 alive');
  await page.reload();
  const again = await life(page);
  await status(again, '3 alive');
  await again.locator('canvas.field').focus();
  await page.keyboard.press('d');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await status(again, /[24] alive/);
  await isListedOnce(again, 'Second', /[24] alive/);
  // After Undo, changes belong to the earlier pattern, not to its replacement.
  await paste(again, '#N Third\n5o!');
  await status(again, '5 alive');
  await page.keyboard.press('Control+z');
  await status(again, /[24] alive/);
  await again.locator('canvas.field').focus();
  await page.keyboard.press('Control+z');
  await status(again, '3 alive');
  await isListedOnce(again, 'Third', '5 alive');
  await isListedOnce(again, 'Second', '3 alive');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('cells are selected and pasted by touch, and nothing is wider than the phone', async () => {
  const { page, context } = await stage.reader({ hasTouch: true, viewport: { width: 390, height: 844 } });
  await page.goto('/play/life');
  const viewer = await life(page);
  await paste(viewer, GLIDER);
  await status(viewer, '5 alive');
  const field = viewer.locator('canvas.field');
  await field.scrollIntoViewIfNeeded();
  await press(viewer, 'Select');
  await said(viewer, 'Drag to select cells');
  const touch = (from, to) => field.evaluate((canvas, [from, to]) => {
    const box = canvas.getBoundingClientRect();
    canvas.setPointerCapture = () => {};
    const send = (type, [column, row]) => canvas.dispatchEvent(new PointerEvent(type, { pointerId: 1, pointerType: 'touch', button: type === 'pointermove' ? -1 : 0, clientX: box.left + box.width / 2 + 14 * column + 3, clientY: box.top + box.height / 2 + 14 * row + 3, bubbles: true }));
    send('pointerdown', from);
    send('pointermove', to);
    send('pointerup', to);
  }, [from, to]);
  await touch([-2, -2], [1, 1]);
  await said(viewer, 'Selected 4 by 4 cells.');
  await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await pasteFrom(viewer, '2o$2o!');
  await said(viewer, 'Pasting 2 by 2 cells');
  await becomes(() => viewer.getByRole('button', { name: 'Cancel' }).evaluate((button) => button.getBoundingClientRect().right <= innerWidth), true);
  // A drag moves the cells; Place puts them down.
  await touch([0, 0], [0, 6]);
  await status(viewer, '5 alive');
  await press(viewer, 'Place');
  await status(viewer, '9 alive');
  await context.close();
});

test('a pattern is recorded as an animated GIF, and its objects are counted', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/life');
  const viewer = await life(page);
  await paste(viewer, 'x = 14, y = 12\n3o5b2o$8b2o3$bo$obo$obo$bo2$10bo$8bobo$9b2o!');
  await status(viewer, '18 alive');
  await more(viewer, 'Count objects');
  await said(viewer, '1 blinker, 1 block, 1 beehive, 1 glider.');
  await more(viewer, 'Record');
  const dialog = page.getByRole('dialog', { name: 'Record' });
  await dialog.getByLabel('Frames', { exact: true }).fill('9');
  const [saved] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Record' }).click()]);
  await said(viewer, /Recorded 9 frames of \d+ by \d+ pixels\./);
  await status(viewer, 'generation 8');
  assert.match(saved.suggestedFilename(), /\.gif$/);
  const bytes = await readFile(await saved.path());
  // The browser's decoder reads all frames; live cells are darker than the background.
  const { frames, dark } = await page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const decoder = new ImageDecoder({ data, type: 'image/gif' });
    await Promise.all([decoder.tracks.ready, decoder.completed]);
    const dark = [];
    for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack.frameCount; frameIndex++) {
      const { image } = await decoder.decode({ frameIndex });
      const context = new OffscreenCanvas(image.displayWidth, image.displayHeight).getContext('2d');
      context.drawImage(image, 0, 0);
      const { data: pixels } = context.getImageData(0, 0, image.displayWidth, image.displayHeight);
      let count = 0;
      for (let at = 0; at < pixels.length; at += 4) if (pixels[at + 2] - pixels[at] > 20) count++;
      dark.push(count);
    }
    return { frames: dark.length, dark };
  }, bytes.toString('base64'));
  assert.equal(frames, 9);
  // Every frame has 18 live cells of the same size.
  assert.deepEqual(dark, Array(9).fill(dark[0]));
  assert.ok(dark[0] > 18 * 16 && dark[0] % 18 === 0, String(dark[0]));
  await page.keyboard.press('Control+z');
  await status(viewer, 'generation 0');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('patterns are chosen from pictures and found by words', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/life');
  const viewer = await board(page, 'gridlore-life');
  await viewer.getByRole('button', { name: 'Show patterns as pictures' }).click();
  const gallery = page.getByRole('dialog', { name: 'Patterns' });
  await becomes(() => gallery.getByRole('listitem').count(), (shown) => shown > 30);
  await becomes(() => gallery.locator('li path').count(), (shown) => shown > 30, 'each has a picture');
  assert.deepEqual(await axe(page), []);
  await gallery.getByRole('searchbox').fill('glider gun');
  await becomes(() => gallery.getByRole('listitem').count(), (shown) => shown >= 1 && shown < 10);
  await gallery.getByRole('listitem').filter({ hasText: 'Gosper' }).getByRole('button').click();
  await eventually(viewer.locator('.status'), '36 alive');
  await press(viewer, 'Run');
  await eventually(viewer.locator('.population'), /at most \d+/);
  assert.deepEqual(trouble, []);
  await context.close();
});
