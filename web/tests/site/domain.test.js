/// A blog at its own domain: its pages, boards and comments, and its links to the site.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { freePort } from '../servers.js';
import { Stage, axe, board } from '../stage.js';

const PASSWORD = 'nine grids of lamps';
/** @type {Stage} */
let stage;
/** @type {string} */
let folder;
/** @type {import('node:http').Server} */
let proxy;
/** The addresses of the site and of the blog, which browsers resolve to this machine. */
let home = '';
let lamps = '';
/** @type {import('playwright-core').Page} */
let page;
/** @type {string[]} */
let trouble;

before(async () => {
  stage = await Stage.open();
  folder = await mkdtemp(join(tmpdir(), 'gridlore-domain-'));
  const port = await freePort();
  home = `http://site.localhost:${port}`;
  lamps = `http://lamps.localhost:${port}`;
  const config = join(folder, 'gridlore.toml');
  await writeFile(config, `address = "${home}"\n`);
  const site = await stage.site(['--config', config]);
  const target = new URL(site.base);
  proxy = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const forwarded = request({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  await new Promise((resolve) => proxy.listen(port, '127.0.0.1', () => resolve(undefined)));
  ({ page, trouble } = await stage.reader({ baseURL: home }));
  await page.goto(site.setup);
  await page.getByLabel('Username').fill('ann');
  await page.getByLabel('Password (at least').fill(PASSWORD);
  await page.getByLabel('Repeat the password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(`${home}/admin`);
});
after(async () => {
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
  await stage.close();
  await rm(folder, { recursive: true });
});

test('an owner gives a blog a domain, and readers see it there', { timeout: 240_000 }, async () => {
  await page.goto('/admin/blogs/demo');
  await page.getByLabel('Domain').fill(`${home}`);
  await page.getByRole('button', { name: 'Save blog' }).click();
  await page.getByRole('alert').filter({ hasText: 'the site’s own address' }).waitFor();
  assert.deepEqual(await axe(page), []);
  await page.getByLabel('Domain').fill(lamps);
  await page.getByRole('button', { name: 'Save blog' }).click();
  await page.waitForURL(`${home}/admin/blogs`);
  await page.getByRole('link', { name: lamps, exact: true }).waitFor();
  trouble.splice(0);

  const { page: reader, trouble: errors } = await stage.reader({ baseURL: lamps });
  await reader.goto(`${home}/blogs/demo/solving-sudoku`);
  assert.equal(reader.url(), `${lamps}/solving-sudoku`);
  await board(reader);
  assert.deepEqual(await axe(reader), []);
  await reader.getByRole('contentinfo').getByRole('link', { name: 'Archive' }).click();
  await reader.waitForURL(`${lamps}/archive`);
  await reader.locator('.titles a[href$="/solving-sudoku"]').click();
  await reader.waitForURL(`${lamps}/solving-sudoku`);
  const pictures = await reader.evaluate(() => [...document.images].filter((image) => image.complete && image.naturalWidth === 0).map((image) => image.src));
  assert.deepEqual(pictures, []);

  await reader.getByRole('link', { name: 'Write a comment' }).click();
  await reader.waitForURL(`${lamps}/solving-sudoku/comment`);
  await reader.waitForTimeout(3100);
  await reader.getByLabel('Name (').fill('Dee');
  await reader.getByLabel('Comment (').fill('Seen at the domain');
  await reader.getByRole('button', { name: 'Post comment' }).click();
  await reader.getByText('moderation').first().waitFor();

  await reader.goto('/play/sudoku');
  assert.equal(reader.url(), `${lamps}/play/sudoku`);
  await board(reader);
  await reader.goto('/');
  await reader.locator('header .name').click();
  await reader.waitForURL(`${home}/`);
  await reader.goto(`${lamps}/admin`);
  assert.match(reader.url(), new RegExp(`^${home}/login`));
  assert.deepEqual(errors, []);
});
