/// Webmentions between two sites in the browser: a post on the first links to a post on the second,
/// whose owner sees the mention, approves it, and finds it under the post. Both sites run behind
/// the test's own proxy, so that their addresses are known before they start.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Stage, axe, becomes } from '../stage.js';

const PASSWORD = 'nine grids of lamps';
/** @type {Stage} */
let stage;
let folder = '';
/** @type {import('node:http').Server[]} */
const proxies = [];

/** Starts a site behind a proxy; returns its public address and the path of its setup link. */
async function site(name) {
  let target = '';
  const proxy = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const passed = request(target + url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  proxies.push(proxy);
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (proxy.address());
  const base = `http://127.0.0.1:${port}`;
  const config = join(folder, `${name}.toml`);
  await writeFile(config, `address = "${base}"\ntitle = "${name}"\nprivate_networks = true\n`);
  const started = await stage.site(['--config', config]);
  target = started.base;
  return { base, setup: started.setup };
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gridlore-mentions-'));
  stage = await Stage.open();
});
after(async () => {
  await stage.close();
  for (const proxy of proxies) {
    proxy.closeAllConnections();
    proxy.close();
  }
  await rm(folder, { recursive: true });
});

/** Checks a page in light and dark mode, wide and narrow. */
async function see(page) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      const where = `${page.url()}, ${colorScheme}, ${width} wide`;
      assert.deepEqual(await axe(page), [], where);
      await becomes(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${where}: scrolls sideways`);
    }
  }
}

/** Creates the owner of a site and turns webmentions on; returns the signed-in page. */
async function owner({ base, setup }, name) {
  const { page, context, trouble } = await stage.reader({ baseURL: base });
  await page.goto(setup);
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password (at least').fill(PASSWORD);
  await page.getByLabel('Repeat the password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.goto('/admin/blogs/demo');
  await page.getByLabel('Send and receive webmentions').check();
  await page.getByRole('button', { name: 'Save webmentions and WebSub' }).click();
  await becomes(() => page.getByLabel('Send and receive webmentions').isChecked(), true);
  return { page, context, trouble };
}

test('a post on one site is mentioned under a post on the other', async () => {
  const [one, two] = [await site('Squares'), await site('Lamps')];
  const ann = await owner(one, 'ann');
  const bob = await owner(two, 'bob');
  const target = `${two.base}/blogs/demo/solving-sudoku`;

  await ann.page.goto('/admin/posts/demo');
  await ann.page.getByLabel('Title', { exact: true }).fill('An answer to an essay');
  await ann.page.locator('textarea[name=markdown]').fill(`Read [this essay](${target}) first.\n`);
  await ann.page.getByRole('button', { name: 'Publish', exact: true }).click();

  await becomes(async () => {
    await bob.page.goto('/admin/comments');
    return bob.page.getByRole('link', { name: 'An answer to an essay' }).count();
  }, 1);
  await see(bob.page);
  await bob.page.getByRole('button', { name: 'Approve' }).click();

  await becomes(async () => {
    await ann.page.goto('/admin/blogs/demo');
    return ann.page.getByRole('region', { name: 'Webmentions sent' }).innerText();
  }, /sent \(202\)/);
  await see(ann.page);

  const { page, context, trouble } = await stage.reader({ baseURL: two.base, javaScriptEnabled: false });
  await page.goto('/blogs/demo/solving-sudoku');
  const link = page.getByRole('region', { name: '1 comment' }).getByRole('link', { name: 'An answer to an essay' });
  assert.equal(await link.getAttribute('rel'), 'nofollow ugc noopener');
  assert.ok((await link.getAttribute('href'))?.startsWith(`${one.base}/blogs/demo/`));
  await see(bob.page);
  await context.close();

  const reader = await stage.reader({ baseURL: two.base });
  await reader.page.goto('/blogs/demo/solving-sudoku');
  await see(reader.page);
  assert.deepEqual([...trouble, ...reader.trouble, ...ann.trouble, ...bob.trouble], []);
  await reader.context.close();
  await ann.context.close();
  await bob.context.close();
});

test('a blog’s hub is named in its feeds and is notified of a new post', async () => {
  const heard = [];
  const hub = createServer((incoming, outgoing) => {
    let body = '';
    incoming.on('data', (bytes) => { body += bytes; });
    incoming.on('end', () => {
      heard.push(new URLSearchParams(body).get('hub.url'));
      outgoing.writeHead(204).end();
    });
  });
  proxies.push(hub);
  await new Promise((resolve) => hub.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (hub.address());
  const address = `http://127.0.0.1:${port}/hub`;
  const three = await site('Cells');
  const { page, context, trouble } = await owner(three, 'cem');
  await page.getByLabel('WebSub hub').fill('hub.example');
  await page.getByRole('button', { name: 'Save webmentions and WebSub' }).click();
  await page.getByText('WebSub hub: expected an address that begins with http:// or https://').waitFor();
  await page.getByLabel('WebSub hub').fill(address);
  await page.getByRole('button', { name: 'Save webmentions and WebSub' }).click();
  await becomes(() => page.getByLabel('WebSub hub').inputValue(), address);
  const feed = await fetch(`${three.base}/blogs/demo/feed.atom`);
  assert.equal(feed.headers.get('link'), `<${address}>; rel="hub", <${three.base}/blogs/demo/feed.atom>; rel="self"`);
  assert.ok((await feed.text()).includes(`<link rel="hub" href="${address}"/>`));
  await page.goto('/admin/posts/demo');
  await page.getByLabel('Title', { exact: true }).fill('News');
  await page.locator('textarea[name=markdown]').fill('Text');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await becomes(() => [...heard].sort(), ['atom', 'json', 'rss'].map((format) => `${three.base}/blogs/demo/feed.${format}`));
  await becomes(async () => {
    await page.goto('/admin/blogs/demo');
    return page.getByRole('region', { name: 'Messages to the hub' }).innerText();
  }, /sent \(204\)/);
  await see(page);
  // The response to the refused form has status 422, which browsers report.
  assert.deepEqual(trouble.filter((text) => !text.includes('422')), []);
  await context.close();
});
