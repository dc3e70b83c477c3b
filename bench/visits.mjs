/// Measures how long the page of `gridlore logs report --html` takes to recount, in Chromium.
/// Arguments: the page, and the path of the browser. Prints one line per choice: its name, the
/// milliseconds that the page itself measured (the highest of five), and the bytes of the page.

import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const require = createRequire(new URL('../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');
const [file, executablePath] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage();
await page.goto(`file://${resolve(file)}`);
const { size } = await stat(file);
const [first, last] = await page.locator('.dates input').evaluateAll((inputs) => inputs.map((input) => /** @type {HTMLInputElement} */ (input).value));
const measured = async () => Number(await page.locator('gridlore-visits').getAttribute('data-milliseconds'));

/** Chooses days and measures the recount. */
async function days(from, to) {
  await page.locator('[name=to]').fill(to);
  await page.locator('[name=from]').fill(from);
  return measured();
}

const all = await page.locator('[name=kind]').all();
const choices = {
  'one day': () => days(last, last),
  'all days': async () => { await days(last, last); return days(first, last); },
  'all days, everybody': async () => {
    for (const box of all) await box.evaluate((input) => { input.checked = true; });
    return days(first, last);
  },
};
console.log('choice\tms\tbytes of the page');
for (const [name, choose] of Object.entries(choices)) {
  let most = 0;
  for (let round = 0; round < 5; round += 1) {
    await days(first, first);
    most = Math.max(most, await choose());
  }
  console.log(`${name}\t${most.toFixed(1)}\t${size}`);
}
await browser.close();
