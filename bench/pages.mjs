/// Measures how pages load and respond in Chromium with the processor slowed down four times, as
/// Lighthouse does: the largest contentful paint, the layout shift, and the slowest response to a
/// click or key.
//
//   node bench/pages.mjs BINARY CHROMIUM >> bench/record/DATE/pages.tsv
//
// BINARY is a release build of `gridlore`. Each page is loaded five times with an empty cache; the
// median is printed. The interactions are those of a player: cells, digits, notes, hints, undo.

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [binary, executablePath] = process.argv.slice(2);
if (!binary || !executablePath) throw new Error('expected two arguments: the path of gridlore and the path of Chromium');
const { chromium } = createRequire(new URL('../web/package.json', import.meta.url))('playwright-core');
const RUNS = 5;
const SLOWDOWN = 4;

const data = await mkdtemp(join(tmpdir(), 'gridlore-pages-'));
const server = spawn(binary, ['serve', '--listen', '127.0.0.1:0', '--data', data], { stdio: ['ignore', 'pipe', 'inherit'] });
const first = await createInterface(server.stdout)[Symbol.asyncIterator]().next();
const base = `http://${first.value.split(' ').pop()}`;
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });

/** Plays a sudoku: cells, digits, a note, hints, undo. */
async function playSudoku(page) {
  for (let column = 0; column < 9; column++) {
    await page.locator('.board.live .cell').nth(column).click();
    await page.keyboard.press(String(column + 1));
    await page.keyboard.press('Shift+Digit5');
    await page.keyboard.press('ArrowDown');
  }
  for (const key of ['h', 'h', 'h', 'Escape', 'Control+z', 'Control+z', 'x', 'z']) await page.keyboard.press(key);
  await page.getByRole('button', { name: 'New puzzle' }).click();
  await page.waitForTimeout(500);
}

/** Plays discs in three columns. */
async function playFour(page) {
  for (const column of [4, 4, 3]) {
    await page.locator('.board.live .cell').nth(column - 1).click();
    await page.waitForTimeout(600);
  }
}

/** Presses four squares of a Flipper. */
async function playFlipper(page) {
  for (const square of [0, 1, 4, 8]) await page.locator('.board.live .cell').nth(square).click();
  await page.waitForTimeout(300);
}

const PAGES = [['/', undefined], ['/play', undefined], ['/play/sudoku', playSudoku], ['/play/connect-four', playFour], ['/play/flipper', playFlipper], ['/play/life', undefined]];

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function measure(address, play) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.addInitScript(() => {
    globalThis.found = { lcp: 0, cls: 0, inp: 0 };
    new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) globalThis.found.lcp = startTime; }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => { for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) globalThis.found.cls += value; }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => { for (const { interactionId, duration } of list.getEntries()) if (interactionId) globalThis.found.inp = Math.max(globalThis.found.inp, duration); }).observe({ type: 'event', buffered: true, durationThreshold: 16 });
  });
  await page.goto(base + address, { waitUntil: 'load' });
  if (play) await page.locator('main [ready]').first().waitFor();
  // Late scripts, fonts and pictures can still move the page.
  await page.waitForTimeout(1500);
  const loaded = await page.evaluate(() => ({ ...globalThis.found }));
  await play?.(page);
  const { inp, cls } = await page.evaluate(() => globalThis.found);
  await context.close();
  return { lcp: loaded.lcp, cls, inp };
}

try {
  console.log('page\tLCP ms\tCLS\tslowest response ms');
  for (const [address, play] of PAGES) {
    const runs = [];
    for (let run = 0; run < RUNS; run++) runs.push(await measure(address, play));
    const of = (name) => median(runs.map((found) => found[name]));
    console.log(`${address}\t${of('lcp').toFixed(0)}\t${of('cls').toFixed(4)}\t${play ? of('inp').toFixed(0) : ''}`);
  }
} finally {
  await browser.close();
  server.kill('SIGINT');
  await new Promise((resolve) => server.once('exit', resolve));
  await rm(data, { recursive: true });
}
