/// The page that `gridlore logs report --html` writes: it is self-contained, and axe finds no
/// problems in it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Stage, axe } from '../stage.js';

/** @type {Stage} */
let stage;
/** @type {string} */
let files;
before(async () => {
  stage = await Stage.open();
  files = await mkdtemp(join(tmpdir(), 'gridlore-logs-'));
  let log = 'no record <script>\n';
  for (let day = 1; day <= 28; day += 1) {
    for (let hit = 0; hit < 40; hit += 1) {
      const site = `https://site${hit % 7}.example/`;
      log += `192.0.2.${hit} - - [${String(day).padStart(2, '0')}/Feb/2026:0${hit % 10}:00:00 +0000] "GET /page${(hit * day) % 13}/<b>${'long'.repeat(hit % 9)} HTTP/1.1" 200 10 "${site}" "Agent ${hit % 3}"\n`;
    }
  }
  execFileSync(String(process.env.GRIDLORE_BINARY), ['logs', 'report', '-', '--html', join(files, 'report.html')], { input: log });
});
after(async () => { await stage.close(); await rm(files, { recursive: true }); });

for (const [name, options] of /** @type {const} */ ([['wide', {}], ['in dark mode', { colorScheme: 'dark' }], ['on a phone', { viewport: { width: 360, height: 740 } }]])) {
  test(`the report works ${name}, without a server`, async () => {
    const { page, trouble } = await stage.reader({ ...options });
    const requests = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`file://${join(files, 'report.html')}`);
    assert.deepEqual(await axe(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'it scrolls sideways');
    assert.equal(requests.length, 1, String(requests));
    // The page contains the data and the script that recounts it, but no visitor's input as a
    // script.
    assert.equal(await page.locator('script').count(), 2);
    // There is a bar for each of the 28 days, and the drawing contains every referred view.
    assert.equal(await page.locator('svg').first().locator('rect').count(), 28);
    const bands = await page.locator('svg path.band title').allTextContents();
    const drawn = bands.map((text) => Number(text.split(': ').pop())).reduce((sum, views) => sum + views, 0);
    assert.equal(drawn, 28 * 40);
    assert.deepEqual(trouble, []);
  });
}
