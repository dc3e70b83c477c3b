/// The setup of every browser test: the real binary serving a new site, and a real headless
/// Chromium.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const require = createRequire(import.meta.url);
const { GRIDLORE_BINARY, GRIDLORE_CHROMIUM, GRIDLORE_FRESH_WASM } = process.env;
if (!GRIDLORE_BINARY || !GRIDLORE_CHROMIUM) {
  throw new Error('GRIDLORE_BINARY and GRIDLORE_CHROMIUM are not set; run these tests with cargo xtask test');
}

/** The folder of the engines under test: freshly built ones if available. */
export const ENGINES = GRIDLORE_FRESH_WASM ?? new URL('../pkg/', import.meta.url).pathname;

/** The site and the browser of one test file. */
export class Stage {
  static async open() {
    const stage = new Stage();
    Object.assign(stage, await stage.site());
    stage.browser = await chromium.launch({
      executablePath: GRIDLORE_CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    });
    return stage;
  }

  sites = [];

  /**
   * Starts a new site; returns its address, the path of the link that creates the first owner, and
   * its data folder.
   */
  async site(options = [], listen = '127.0.0.1:0') {
    const data = await mkdtemp(join(tmpdir(), 'gridlore-browser-'));
    const server = spawn(GRIDLORE_BINARY, ['serve', '--listen', listen, '--data', data, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.sites.push({ server, data });
    const lines = createInterface(server.stdout)[Symbol.asyncIterator]();
    const base = `http://${(await lines.next()).value.split(' ').pop()}`;
    await lines.next();
    const setup = new URL((await lines.next()).value.split(' ').pop());
    return { base, setup: setup.pathname + setup.search, data };
  }

  async close() {
    await this.browser.close();
    for (const { server, data } of this.sites) {
      server.kill('SIGINT');
      await new Promise((resolve) => server.once('exit', resolve));
      await rm(data, { recursive: true });
    }
  }

  /** Opens a page in its own browser context. `trouble` collects the browser's console errors. */
  async reader(options = {}) {
    // Use the user agent of a regular browser, because the site counts headless browsers as
    // programs.
    const version = this.browser.version();
    const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36`;
    const context = await this.browser.newContext({ baseURL: this.base, userAgent, ...options });
    if (GRIDLORE_FRESH_WASM) {
      await context.route(/\.wasm$/, async (route) => {
        const name = new URL(route.request().url()).pathname.split('/').pop().replace(/\.[0-9a-f]+\./, '.');
        await route.fulfill({ body: await readFile(join(GRIDLORE_FRESH_WASM, name)), contentType: 'application/wasm' });
      });
    }
    const page = await context.newPage();
    const trouble = [];
    page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()));
    page.on('pageerror', (error) => trouble.push(String(error)));
    return { context, page, trouble };
  }
}

/** Returns the accessibility violations that axe finds once no colour changes, as lines. */
export async function axe(page) {
  await page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const isEnding = (one) => one.playState === 'running' && Number.isFinite(one.effect?.getComputedTiming().endTime);
    const ends = document.getAnimations().filter(isEnding);
    // A page may also keep animations running.
    const limit = new Promise((resolve) => setTimeout(resolve, 500));
    await Promise.race([limit, Promise.all(ends.map((one) => one.finished.catch(() => null)))]);
  });
  // The page's content security policy blocks foreign scripts, but not those evaluated by the
  // debugging protocol.
  await page.evaluate(await readFile(require.resolve('axe-core/axe.min.js'), 'utf8'));
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`));
}

/** Returns the first board of a kind on a page, once it is ready. */
export async function board(page, kind = 'gridlore-sudoku') {
  const puzzle = page.locator(kind).first();
  // Some elements start only when they are visible.
  await puzzle.scrollIntoViewIfNeeded();
  await puzzle.locator('xpath=self::*[@ready]').waitFor();
  return puzzle;
}

/** Returns the cell in this row and column, from 1. */
export const cell = (puzzle, row, column) => puzzle.getByRole('gridcell', { name: new RegExp(`^row ${row}, column ${column},`) });

/** Requests a hint and shows all of it. */
export async function wholeHint(puzzle) {
  await puzzle.getByRole('button', { name: 'Hint' }).click();
  await puzzle.locator('.why button').first().waitFor();
  // Until the last stage, there is only one button.
  for (const name of ['Show all', 'Show more']) {
    const further = puzzle.locator('.why').getByRole('button', { name });
    if (await further.count()) await further.click();
  }
}

/** Applies the step of the current hint, and waits until the board shows it. */
export async function doStep(puzzle) {
  await puzzle.locator('.why .row button').first().click();
  // The click hides the hint, possibly long before the engine has responded.
  await puzzle.locator('.why').waitFor({ state: 'hidden' });
  await puzzle.evaluate((board) => board.settled);
}

/** Applies hint after hint until the board is solved. Returns the text of each hint. */
export async function solveByHints(puzzle, limit) {
  const texts = [];
  while (!await puzzle.evaluate((board) => board.hasAttribute('solved'))) {
    assert.ok(texts.length < limit, `not solved after ${limit} hints`);
    await wholeHint(puzzle);
    texts.push(await puzzle.locator('.why').textContent());
    await doStep(puzzle);
  }
  return texts;
}

/** Returns the live region, which holds the last announcement of a screen reader. */
export const heard = (puzzle) => puzzle.getByRole('status');

/** Time limit for a page to show what a test expects. */
const TIMEOUT_MS = 30_000;

/**
 * Polls a value on the page until it is as expected, and returns it. Pages update asynchronously,
 * so every assertion after an interaction uses this function or `eventually`.
 * @template T
 * @param {() => T | Promise<T>} ask
 * @param {unknown} expected a value, a pattern that the text matches, or a predicate
 * @param {string} [message]
 */
export async function becomes(ask, expected, message) {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    try {
      const found = await ask();
      if (expected instanceof RegExp) assert.match(String(found), expected, message);
      else if (typeof expected === 'function') assert.ok(expected(found), `${message ?? ''} found ${found}, expected ${expected}`.trim());
      else assert.deepEqual(found, expected, message);
      return found;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/**
 * Waits until `locator` contains a string. A number at its start must match as a whole: "6 alive"
 * is not found in "36 alive".
 */
export async function eventually(locator, pattern) {
  const hasText = typeof pattern === 'string' && /^\d/.test(pattern) ? wholeNumber(pattern) : pattern;
  try {
    await locator.filter({ hasText }).waitFor({ state: 'attached', timeout: TIMEOUT_MS });
  } catch (error) {
    throw new Error(`expected ${pattern}, found ${JSON.stringify(await locator.allTextContents())}`, { cause: error });
  }
}

/** Returns the bounding box of an element once its layout is the same in two consecutive frames. */
export async function settledBox(locator) {
  return await locator.evaluate(async (element) => {
    for (let last = '';;) {
      const { x, y, width, height } = element.getBoundingClientRect();
      const found = [x, y, width, height].join();
      if (found === last) return { x, y, width, height };
      last = found;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
  });
}

/** @param {string} text starts with a number */
const wholeNumber = (text) => new RegExp(`(?<![\\d.,])${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`, 'i');

/**
 * Chooses an item of the More menu of a board.
 * @param {import('playwright-core').Locator} puzzle
 * @param {string} name
 */
export async function more(puzzle, name) {
  await puzzle.locator('.more > summary').click();
  await puzzle.locator('.menu').getByRole('button', { name }).click();
}

/**
 * Sets an option of a board in its dialog.
 * @param {import('playwright-core').Locator} puzzle
 * @param {string} name
 * @param {string} value
 */
export async function option(puzzle, name, value) {
  await more(puzzle, 'Options');
  const dialog = puzzle.getByRole('dialog', { name: 'Options' });
  await dialog.getByRole('combobox', { name }).selectOption(value);
  await dialog.getByRole('button', { name: 'Close' }).click();
}

/** Takes a picture of the page for the README; only `cargo xtask screenshot` writes the file. */
export async function pictured(page, name) {
  const folder = process.env.GRIDLORE_PICTURES;
  const picture = await page.screenshot(folder ? { path: join(folder, name) } : {});
  if (picture.length < 10_000) throw new Error(`the picture ${name} is blank`);
}
