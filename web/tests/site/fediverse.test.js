/// Federation between two Gridlore sites and an independent server: following, changing and
/// deleting posts, moderating replies, and counting likes. Pages are checked wide and narrow, light
/// and dark.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Peer } from '../fediverse-peer.js';
import { Stage, axe, becomes } from '../stage.js';

const PASSWORD = 'nine grids of lamps';
/** @type {Stage} */
let stage;
let [folder, peer, ann, bea] = ['', null, null, null];

/** Returns a port that is currently free. */
async function freePort() {
  const probe = createServer();
  await new Promise((resolve) => probe.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
  await new Promise((resolve) => probe.close(() => resolve(undefined)));
  return port;
}

/** Starts a site that other servers can reach at its address; returns it and its owner’s page. */
async function site(name) {
  const port = await freePort();
  const config = join(folder, `${name}.toml`);
  await writeFile(config, `address = "http://127.0.0.1:${port}"\nprivate_networks = true\n`);
  const { base, setup } = await stage.site(['--config', config], `127.0.0.1:${port}`);
  const { page, trouble } = await stage.reader({ baseURL: base });
  await page.goto(new URL(setup, base).href);
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password (at least').fill(PASSWORD);
  await page.getByLabel('Repeat the password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/admin');
  await page.goto('/admin/blogs/demo');
  await page.getByRole('button', { name: 'Turn federation on' }).press('Enter');
  await page.getByRole('button', { name: 'Turn federation off' }).waitFor();
  return { page, trouble, base, handle: `demo@127.0.0.1:${port}` };
}

/** Loads a page until a value on it is as expected. */
const reloaded = (page, path, ask, expected) => becomes(async () => {
  await page.goto(path);
  return ask();
}, expected);

async function publish(page, path, title, text) {
  await page.goto(path);
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Text (Markdown').fill(text);
  await page.getByRole('button', { name: /^(Publish|Update)$/ }).first().click();
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gridlore-fediverse-'));
  stage = await Stage.open();
  peer = await Peer.open();
  [ann, bea] = [await site('ann'), await site('bea')];
});
after(async () => {
  await stage.close();
  await peer.close();
  await rm(folder, { recursive: true });
});

test('a server that is not ours follows a blog, gets its posts, replies and likes', { timeout: 240_000 }, async () => {
  const account = await peer.find(ann.base, ann.handle);
  assert.equal(account.preferredUsername, 'demo');
  await peer.follow(account);
  await becomes(() => peer.received.map(({ kind }) => kind), ['Accept']);
  await publish(ann.page, '/admin/posts/demo', 'Lamps at night', 'Text with a board.');
  await becomes(() => peer.received.map(({ kind, title }) => `${kind} ${title}`.trim()), ['Accept', 'Create Lamps at night']);
  const { id, url } = peer.received[1];
  assert.equal(url, `${ann.base}/blogs/demo/lamps-at-night`);
  const article = await peer.read(id);
  assert.equal(article.constructor.name, 'Article');
  assert.match(String(article.content), /<p>Text with a board\.<\/p>/);

  await publish(ann.page, '/admin/posts/demo/lamps-at-night', 'Lamps at dawn', 'Text with a board.');
  await becomes(() => peer.received.map(({ kind, title }) => `${kind} ${title}`.trim()).slice(2), ['Update Lamps at dawn']);

  const note = await peer.reply(account, article.id, '<p>Nice <b>lamps</b></p>');
  await peer.like(account, article.id);
  await reloaded(ann.page, '/admin/comments', () => ann.page.getByText('Nice lamps').count(), 1);
  assert.deepEqual(await axe(ann.page), []);
  const { page: reader, trouble } = await stage.reader({ baseURL: ann.base, colorScheme: 'dark', viewport: { width: 360, height: 740 } });
  await reloaded(reader, url, () => reader.getByText('1 like').count(), 1);
  assert.equal(await reader.getByText('Nice lamps').count(), 0, 'waits for moderation');
  await ann.page.getByRole('button', { name: 'Approve' }).first().click();
  await reloaded(reader, url, () => reader.getByText('Nice lamps').count(), 1);
  assert.deepEqual(await axe(reader), []);
  assert.equal(await reader.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  assert.deepEqual(trouble, []);

  await peer.withdraw(account, note);
  await reloaded(reader, url, () => reader.getByText('Nice lamps').count(), 0);
  await ann.page.goto('/admin/posts/demo/lamps-at-night');
  await ann.page.getByText('Delete this post').click();
  await ann.page.getByRole('button', { name: 'Delete post' }).first().click();
  await becomes(() => peer.received.map(({ kind }) => kind).slice(3), ['Delete']);
  assert.equal(peer.received[3].id, id);
  await peer.unfollow(account);
  await reloaded(ann.page, '/admin/blogs/demo', () => ann.page.getByText(/Followers: 0\./).count(), 1);
});

test('a site of ours follows another one, and an account elsewhere', { timeout: 240_000 }, async () => {
  const { page } = bea;
  const path = '/admin/blogs/demo/following';
  const line = (handle) => page.locator('.people li', { hasText: handle }).innerText();
  for (const handle of [ann.handle, `@${peer.handle}`, `none@${ann.handle.split('@')[1]}`]) {
    await page.goto(path);
    await page.getByLabel('Account').fill(handle);
    await page.getByRole('button', { name: 'Follow', exact: true }).press('Enter');
    await page.waitForURL(`**${path}`);
  }
  await reloaded(page, path, () => line(ann.handle), /following/);
  await reloaded(page, path, () => line('none@'), /failed: .* has no such account \(status 404\)/);
  // The other server leaves the decision to its users.
  await reloaded(page, path, () => line(peer.handle), /requested/);
  assert.ok(peer.received.some(({ kind }) => kind === 'Follow'));

  await publish(ann.page, '/admin/posts/demo', 'Seen from afar', 'Text');
  await reloaded(page, path, () => page.getByRole('link', { name: 'Seen from afar' }).count(), 1);
  assert.equal(await page.getByRole('link', { name: 'Seen from afar' }).getAttribute('href'), `${ann.base}/blogs/demo/seen-from-afar`);
  await publish(ann.page, '/admin/posts/demo/seen-from-afar', 'Seen from near', 'Text');
  await reloaded(page, path, () => page.getByRole('link', { name: 'Seen from near' }).count(), 1);
  await reloaded(ann.page, '/admin/blogs/demo/followers', () => ann.page.locator('.people li').allInnerTexts(), (lines) => lines.length === 1 && lines[0].includes(bea.handle));
  for (const options of [{}, { colorScheme: 'dark', viewport: { width: 360, height: 740 } }]) {
    for (const [owner, where] of [[bea, path], [ann, '/admin/blogs/demo/followers'], [ann, '/admin/blogs/demo']]) {
      const { colorScheme, viewport } = { colorScheme: 'light', viewport: { width: 1280, height: 720 }, ...options };
      await owner.page.emulateMedia({ colorScheme });
      await owner.page.setViewportSize(viewport);
      await owner.page.goto(where);
      assert.deepEqual(await axe(owner.page), [], where);
      assert.equal(await owner.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, where);
    }
  }
  await page.goto(path);
  await page.getByRole('button', { name: `Remove ${ann.handle}` }).press('Enter');
  await reloaded(ann.page, '/admin/blogs/demo/followers', () => ann.page.locator('.people li').count(), 0);
  await reloaded(page, path, () => page.getByRole('link', { name: 'Seen from near' }).count(), 0);
  assert.deepEqual([...ann.trouble, ...bea.trouble].filter((text) => !text.includes('404')), []);
});
