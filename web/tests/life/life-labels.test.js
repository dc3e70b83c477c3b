/// Labels of Life patterns: adding, changing, moving and removing them by pointer and by keys,
/// undo, saves and links, and files in LifeViewer's notation.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { GLIDER, cellPlace, dragCells, life, paste, press, said, status } from '../life-stage.js';
import { Stage, axe, becomes, eventually, heard, more } from '../stage.js';

/** @type {Stage} */
let stage;
before(async () => { stage = await Stage.open(); });
after(() => stage.close());

const SCRIPT = '#N Two labels\n#C [[ ZOOM 8 LABEL 1 -2 14 "first\\nline" ]]\n#C [[\n#C LABEL 5.5 5 -2 "far" THEME 3\n#C ]]\nx = 3, y = 3, rule = B3/S23\nbo$2bo$3o!';
/** Returns the names of the buttons in the list of labels. */
const listed = (viewer) => viewer.locator('.labels button').evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
/** Fills in the dialog for a label, and saves it. */
const write = async (page, title, text) => {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('textbox', { name: 'Text' }).fill(text);
  await dialog.getByRole('button', { name: 'Save' }).click();
};
/** Returns the text of a downloaded pattern file. */
const downloaded = async (page, viewer, ending) => {
  await viewer.getByLabel('Format').selectOption(ending);
  const [download] = await Promise.all([page.waitForEvent('download'), press(viewer, 'Download')]);
  return readFile(await download.path(), 'utf8');
};

test('labels are added, changed, moved and removed by pointer; each is undone, and kept after a reload and in a link', async () => {
  const { page, trouble, context } = await stage.reader({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/play/life');
  const viewer = await life(page);
  await paste(viewer, GLIDER);
  await status(viewer, '5 alive');
  await press(viewer, 'Label');
  const at = await cellPlace(viewer);
  // The centre of the field is the middle cell of the glider: column 1, row 1.
  await page.mouse.click(...at(4, -3));
  await write(page, 'Add label', 'glider');
  await said(viewer, 'Label “glider” added at column 5, row -2.');
  await page.mouse.click(...at(4, -3));
  await write(page, 'Change label', 'a glider');
  await said(viewer, 'Label “a glider” changed at column 5, row -2.');
  await dragCells(page, viewer, [4, -3], [7, 2]);
  await said(viewer, 'Label “a glider” moved to column 8, row 3.');
  await becomes(() => listed(viewer), ['a glider, column 8, row 3']);
  await becomes(() => viewer.locator('canvas.field').getAttribute('aria-label'), /5 alive, 1 label$/);
  for (const names of [['a glider, column 5, row -2'], ['glider, column 5, row -2'], []]) {
    await press(viewer, 'Undo');
    await becomes(() => listed(viewer), names);
  }
  for (let step = 0; step < 3; step++) await press(viewer, 'Redo');
  await becomes(() => listed(viewer), ['a glider, column 8, row 3']);
  await press(viewer, 'Step');
  await status(viewer, 'generation 1');
  await more(viewer, 'Share');
  await said(viewer, 'Link to this pattern copied.');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.reload();
  const again = await life(page);
  await said(again, 'Restored from your last visit.');
  await becomes(() => listed(again), ['a glider, column 8, row 3']);
  assert.deepEqual(await axe(page), []);
  // The list also opens the label.
  await again.locator('summary', { hasText: 'Labels (1)' }).click();
  await again.getByRole('button', { name: 'a glider, column 8, row 3' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change label' });
  await dialog.waitFor();
  assert.deepEqual(await axe(page), []);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await said(again, 'Label “a glider” removed.');
  await becomes(() => listed(again), []);
  const other = await stage.reader();
  await other.page.goto(link.replace(/^https?:\/\/[^/]+/, ''));
  const shared = await life(other.page);
  await status(shared, 'generation 1');
  await becomes(() => listed(shared), ['a glider, column 8, row 3']);
  assert.deepEqual([...trouble, ...other.trouble], []);
  await context.close();
  await other.context.close();
});

test('by keyboard alone, labels are added at the cursor, announced and removed', async () => {
  const { page, trouble, context } = await stage.reader({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  await page.goto('/play/life');
  const viewer = await life(page);
  await paste(viewer, GLIDER);
  await status(viewer, '5 alive');
  await viewer.locator('canvas.field').focus();
  await page.keyboard.press('l');
  await eventually(heard(viewer), 'Click a cell to add a label');
  await page.keyboard.press('ArrowRight');
  await eventually(heard(viewer), 'column 2, row 1, alive');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Add label' }).waitFor();
  await page.keyboard.type('nose');
  await page.keyboard.press('Enter');
  await eventually(heard(viewer), 'Label “nose” added at column 2, row 1.');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await eventually(heard(viewer), 'column 2, row 1, alive, label “nose”');
  // Cancel changes nothing.
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Change label' }).waitFor();
  await page.keyboard.type('other');
  await page.keyboard.press('Escape');
  await becomes(() => page.getByRole('dialog').count(), 0);
  await becomes(() => listed(viewer), ['nose, column 2, row 1']);
  await page.keyboard.press('Delete');
  await eventually(heard(viewer), 'Label “nose” removed.');
  await page.keyboard.press('Delete');
  await eventually(heard(viewer), 'There is no label at column 2, row 1.');
  await page.keyboard.press('Control+z');
  await becomes(() => listed(viewer), ['nose, column 2, row 1']);
  await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'nothing is wider than the phone');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('labels are read from the scripts of pattern files and written into downloads', async () => {
  const { page, trouble, context } = await stage.reader();
  await page.goto('/play/life');
  const viewer = await life(page);
  await paste(viewer, SCRIPT);
  await status(viewer, '5 alive');
  const names = ['first\nline, column 1, row -2', 'far, column 5.5, row 5'];
  await becomes(() => listed(viewer), names);
  const rle = await downloaded(page, viewer, 'rle');
  assert.match(rle, /^#N Two labels\n#C \[\[ LABEL 1 -2 14 "first\\nline" \]\]\n#C \[\[ LABEL 5\.5 5 0\.5 "far" \]\]\nx = 3/);
  // Every format that has comments preserves the labels. A glider moves the corner of the file.
  for (const generation of ['generation 0', 'generation 4']) {
    for (const ending of ['rle', 'mc', 'lif', 'cells', 'mcl']) {
      const file = await downloaded(page, viewer, ending);
      if (ending === 'cells') {
        // The format stores no position: its labels are counted from the corner of the pattern.
        assert.ok(file.includes(`\n! [[ LABEL ${generation === 'generation 0' ? '1 -2' : '0 -3'} 14 "first`), file);
        continue;
      }
      await paste(viewer, 'xs4_33');
      await becomes(() => listed(viewer), []);
      await paste(viewer, file);
      await becomes(() => listed(viewer), names);
      for (let step = 0; step < 2; step++) await press(viewer, 'Undo');
      await status(viewer, generation);
      await becomes(() => listed(viewer), names);
    }
    for (let step = 0; step < 4; step++) await press(viewer, 'Step');
  }
  await viewer.getByLabel('Format').selectOption('life');
  await Promise.all([page.waitForEvent('download'), press(viewer, 'Download')]);
  await said(viewer, 'It has no labels: life files have no comments.');
  // A pattern from the library has no labels.
  await viewer.getByLabel('Patterns', { exact: true }).selectOption('acorn');
  await becomes(() => listed(viewer), []);
  assert.deepEqual(trouble, []);
  await context.close();
});

test('PNG files in a ZIP are recorded with the labels, and a recording can be stopped', async () => {
  const { page, trouble, context } = await stage.reader({ viewport: { width: 900, height: 700 } });
  await page.goto('/play/life');
  const viewer = await life(page);
  await paste(viewer, SCRIPT);
  await status(viewer, '5 alive');
  const record = async (frames) => {
    await more(viewer, 'Record');
    const dialog = page.getByRole('dialog', { name: 'Record' });
    await dialog.getByLabel('File').selectOption('PNG files in a ZIP');
    await becomes(() => dialog.getByLabel('Frames per second').isVisible(), false);
    await dialog.getByLabel('Frames', { exact: true }).fill(String(frames));
    await dialog.getByRole('button', { name: 'Record' }).click();
  };
  const waiting = page.waitForEvent('download');
  await record(5);
  const saved = await waiting;
  await said(viewer, /Recorded 5 frames of [\d,]+ by [\d,]+ pixels\./);
  await status(viewer, 'generation 4');
  assert.match(saved.suggestedFilename(), /^two-labels-4\.zip$/);
  const zip = await readFile(await saved.path());
  // Read the entries of the central directory, whose position is in the last 22 bytes.
  const count = zip.readUInt16LE(zip.length - 12);
  assert.equal(count, 5);
  const files = [];
  for (let entry = 0, at = zip.readUInt32LE(zip.length - 6); entry < count; entry++) {
    assert.equal(zip.readUInt32LE(at), 0x02014b50);
    const [size, length, start] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)];
    const name = zip.toString('utf8', at + 46, at + 46 + length);
    files.push({ name, bytes: zip.subarray(start + 30 + length, start + 30 + length + size) });
    at += 46 + length;
  }
  assert.deepEqual(files.map(({ name }) => name), ['0001.png', '0002.png', '0003.png', '0004.png', '0005.png']);
  // The browser reads each picture; each contains the glider and the label, and no two are the
  // same.
  const inked = await page.evaluate(async (pictures) => {
    const counts = [];
    for (const base64 of pictures) {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      let count = 0;
      for (let at = 0; at < data.length; at += 4) if (data[at + 2] - data[at] > 20) count++;
      counts.push(count);
    }
    return counts;
  }, files.map(({ bytes }) => bytes.toString('base64')));
  const cells = 5 * 13 * 13;
  assert.ok(inked.every((count) => count > cells + 100 && count < 4 * cells), String(inked));
  assert.equal(new Set(files.map(({ bytes }) => bytes.toString('base64'))).size, 5);
  // Stop keeps the frames drawn so far.
  const stopped = page.waitForEvent('download');
  await record(1000);
  await viewer.getByRole('button', { name: 'Stop' }).click();
  await stopped;
  await said(viewer, /Recorded \d+ frames of .* Stopped\./);
  await page.keyboard.press('Control+z');
  await status(viewer, 'generation 4');
  assert.deepEqual(trouble, []);
  await context.close();
});

test('a pattern that grew to the north-west, and its label, keep their places after a reload and in a link', async () => {
  const { page, trouble, context } = await stage.reader({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/play/life');
  const viewer = await life(page);
  await paste(viewer, GLIDER);
  await status(viewer, '5 alive');
  await press(viewer, 'Label');
  const at = await cellPlace(viewer);
  await page.mouse.click(...at(4, -3));
  await write(page, 'Add label', 'glider');
  await said(viewer, 'Label “glider” added at column 5, row -2.');
  await press(viewer, 'Draw');
  await page.mouse.click(...at(-10, -8));
  await status(viewer, '6 alive');
  const file = await downloaded(page, viewer, 'rle');
  assert.match(file, /^#CXRLE Pos=-9,-7/m);
  // In a file, labels are counted from the corner of the pattern.
  assert.match(file, /LABEL 14 5 /);
  await more(viewer, 'Share');
  await said(viewer, 'Link to this pattern copied.');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.reload();
  const again = await life(page);
  await status(again, '6 alive');
  assert.equal(await downloaded(page, again, 'rle'), file);
  const other = await context.newPage();
  await other.goto(link);
  const linked = await life(other);
  await status(linked, '6 alive');
  assert.equal(await downloaded(other, linked, 'rle'), file);
  assert.deepEqual(trouble, []);
  await context.close();
});
