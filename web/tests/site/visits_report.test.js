/// The page that `gridlore logs report --html` writes, with scripts: days, visitors and tables can
/// be chosen on the page, and its counts match those of the command line for the same days.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Stage, axe } from '../stage.js';

const gridlore = String(process.env.GRIDLORE_BINARY);
const attack = '</script><script>document.title="attacked"</script>';
const agents = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'curl/8.5.0',
];

/** @type {Stage} */
let stage;
/** @type {string} */
let folder;
before(async () => {
  stage = await Stage.open();
  folder = await mkdtemp(join(tmpdir(), 'gridlore-visits-'));
  let log = '';
  for (let hit = 0; hit < 4000; hit += 1) {
    const day = String((hit % 28) + 1).padStart(2, '0');
    const page = hit % 97 === 0 ? `/${attack}` : `/page${hit % 41}`;
    log += `192.0.2.${hit % 50} - - [${day}/Feb/2026:0${hit % 10}:00:00 +0000] "GET ${page} HTTP/1.1" ${hit % 13 ? 200 : 404} ${hit} "https://site${hit % 9}.example/" "${agents[hit % 4]}"\n`;
  }
  await writeFile(join(folder, 'access.log'), log);
  execFileSync(gridlore, ['logs', 'report', join(folder, 'access.log'), '--html', join(folder, 'report.html')]);
});
after(async () => { await stage.close(); await rm(folder, { recursive: true }); });

/**
 * Returns the rows of a command's table, as cells.
 * @param {string[]} command
 */
function rowsOfCommand(...command) {
  const text = execFileSync(gridlore, ['logs', ...command, '--json', join(folder, 'access.log')], { encoding: 'utf8' });
  return text.trim().split('\n').map((line) => JSON.parse(line));
}

/**
 * Returns the rows of a table that the page counted, as strings without spaces between digits.
 * @param {import('playwright-core').Page} page
 * @param {string} title
 */
async function rowsOfPage(page, title) {
  const rows = page.locator('.chosen section').filter({ has: page.getByRole('heading', { name: title, exact: true }) }).locator('tbody tr');
  return rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => String(cell.textContent).replaceAll('\u202f', ''))));
}

test('the counts for chosen days are those of the command line', async () => {
  const { page, trouble } = await stage.reader({ javaScriptEnabled: true });
  await page.goto(`file://${join(folder, 'report.html')}`);
  assert.equal(await page.title(), join(folder, 'access.log'));
  assert.ok(await page.locator('.whole').isVisible());
  await page.locator('[name=from]').fill('2026-02-05');
  await page.locator('[name=to]').fill('2026-02-11');
  assert.ok(!(await page.locator('.whole').isVisible()));
  const days = ['--from', '2026-02-05', '--to', '2026-02-11'];
  const expected = (/** @type {Record<string, unknown>[]} */ rows, /** @type {string} */ key, /** @type {string} */ count) => rows.filter((row) => Number(row[count]) > 0 || 'others' in row).map((row) => ['others' in row ? `(${row['others']} others)` : String(row[key]), String(row[count])]);
  for (const [title, command, key, count] of /** @type {const} */ ([['Pages', ['pages'], 'page', 'views'], ['Referring sites', ['referrers'], 'site', 'views'], ['Browsers', ['browsers'], 'browser', 'views'], ['Systems', ['systems'], 'system', 'views']])) {
    assert.deepEqual(await rowsOfPage(page, title), expected(rowsOfCommand(...command, ...days), key, count), title);
  }
  // Statuses and hits are counted for people only, as chosen.
  assert.deepEqual(await rowsOfPage(page, 'Status codes'), expected(rowsOfCommand('statuses', ...days, '--programs', 'without'), 'status', 'hits'));
  const facts = await page.locator('.chosen dd').allTextContents();
  const total = rowsOfCommand('days', ...days, '--programs', 'without');
  const sum = (/** @type {string} */ key) => String(total.reduce((all, row) => all + row[key], 0));
  assert.deepEqual(facts.slice(0, 3).map((text) => text.replaceAll('\u202f', '')), [sum('hits'), sum('views'), sum('visitors')]);
  assert.deepEqual(trouble, []);
});

test('crawlers and tables are chosen, and the whole report comes back', async () => {
  const { page, trouble } = await stage.reader({ javaScriptEnabled: true });
  await page.goto(`file://${join(folder, 'report.html')}`);
  await page.getByText('Visitors', { exact: true }).first().click();
  await page.locator('label', { hasText: 'People' }).locator('input').uncheck();
  await page.locator('label', { hasText: 'GPTBot' }).locator('input').check();
  const crawlers = rowsOfCommand('crawlers').filter((row) => row['program'] === 'GPTBot');
  assert.deepEqual(await rowsOfPage(page, 'Crawlers and other programs'), [['GPTBot', String(crawlers[0]['hits'])]]);
  assert.deepEqual(await rowsOfPage(page, 'Browsers'), []);
  await page.locator('summary', { hasText: 'Tables' }).click();
  await page.locator('[name=table][value=Pages]').uncheck();
  assert.deepEqual(await rowsOfPage(page, 'Pages'), []);
  await page.getByRole('button', { name: 'Whole report' }).click();
  await page.locator('.whole').waitFor({ state: 'visible' });
  assert.ok(!(await page.locator('.chosen').isVisible()));
  assert.deepEqual(trouble, []);
});

for (const [name, options] of /** @type {const} */ ([['wide', {}], ['in dark mode', { colorScheme: 'dark' }], ['on a phone', { viewport: { width: 360, height: 740 } }]])) {
  test(`the choice is accessible ${name}, by keyboard alone`, async () => {
    const { page, trouble } = await stage.reader({ javaScriptEnabled: true, ...options });
    await page.goto(`file://${join(folder, 'report.html')}`);
    assert.deepEqual(await axe(page), []);
    await page.getByText('Visitors', { exact: true }).first().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    assert.ok(await page.locator('.chosen').isVisible());
    assert.deepEqual(await axe(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'it scrolls sideways');
    assert.deepEqual(trouble, []);
  });
}

test('what visitors send does not run, and without scripts the report is whole', async () => {
  const html = await readFile(join(folder, 'report.html'), 'utf8');
  assert.equal(html.match(/<script/g)?.length, 2);
  const { page } = await stage.reader({ javaScriptEnabled: false });
  await page.goto(`file://${join(folder, 'report.html')}`);
  assert.ok(await page.locator('.whole').isVisible());
  assert.ok(!(await page.locator('form').isVisible()));
});
