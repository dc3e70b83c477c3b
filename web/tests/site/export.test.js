/// The static export on ordinary hosts: nginx, Caddy and Python's server, at the root and below a
/// path, with and without an address. A server that is not installed is reported as skipped.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { freePort, nginxFolders, program } from '../servers.js';
import { Stage, axe, board, more } from '../stage.js';

const run = promisify(execFile);
const BINARY = process.env.GRIDLORE_BINARY ?? '';
/** @type {Stage} */
let stage;
/** @type {string} */
let files;
/** The data folder of a site with a page, an earlier slug and links of each kind. @type {string} */
let data;

const POST = `+++
title = "Every kind of link"
published = 2026-01-02
aliases = ["an-earlier-name"]
tags = ["two words"]
+++
[root](/blogs/demo/nine-buttons) [relative](solving-sudoku.md#the-words) [play](/play/sudoku) [own](/blogs/demo#x)
[host](//example.org/x) [foreign](https://example.org/y) [search](/search?q=zanzibar)

Zanzibar.
`;

/** A post from another site, whose old address leads to the post. */
const FEED = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Old</title><link href="https://old.example/"/><entry><title>An old post</title>
<link href="https://old.example/2020/01/an-old-post.html"/><id>https://old.example/2020/01/an-old-post.html</id><published>2020-01-01T09:00:00Z</published>
<updated>2020-01-01T09:00:00Z</updated><content type="html">&lt;p&gt;Old words&lt;/p&gt;</content></entry></feed>`;

before(async () => {
  stage = await Stage.open();
  files = await mkdtemp(join(tmpdir(), 'gridlore-hosts-'));
  data = join(files, 'data');
  await run(BINARY, ['blog', 'new', 'second', '--title', 'Second', '--data', data]);
  await writeFile(join(files, 'old.xml'), FEED);
  await run(BINARY, ['blog', 'import', 'second', join(files, 'old.xml'), '--data', data]);
  await mkdir(join(data, 'posts/demo'), { recursive: true });
  await writeFile(join(data, 'posts/demo/links.md'), POST);
  await writeFile(join(data, 'posts/demo/about.md'), '+++\ntitle = "About us"\npage = true\n+++\nThis is a page.\n');
});
after(async () => { await stage.close(); await rm(files, { recursive: true }); });

/** Exports the site into a new folder; returns the lines on standard error. */
async function exported(folder, ...options) {
  const { stderr } = await run(BINARY, ['export', folder, '--data', data, ...options]);
  return stderr;
}

/** Starts each server on a port for a folder of files. */
const START = {
  async nginx(path, root, port, folder, below) {
    // Use the two usual configurations: one redirects to the folder, and one does not.
    const tried = below ? '$uri $uri/ =404' : '$uri $uri/index.html =404';
    // If root starts a server, its workers may not be allowed to read temporary folders.
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const server = `server { listen 127.0.0.1:${port}; root ${root}; location / { try_files ${tried}; } error_page 404 /404.html; }`;
    const types = 'types { text/html html; text/css css; text/javascript js; application/wasm wasm; image/svg+xml svg; image/png png; application/json json; }';
    await writeFile(join(folder, 'conf'), `${user} daemon off; pid ${folder}/pid; events {} http { ${types} access_log off; ${nginxFolders(folder)} ${server} }`);
    return spawn(path, ['-c', join(folder, 'conf'), '-e', join(folder, 'error.log')], { stdio: 'ignore' });
  },
  caddy: async (path, root, port, folder, _below) => spawn(path, ['file-server', '--root', root, '--listen', `127.0.0.1:${port}`], { stdio: 'ignore', env: { ...process.env, HOME: folder } }),
  python3: async (path, root, port, _folder, _below) => spawn(path, ['-m', 'http.server', String(port), '--bind', '127.0.0.1', '--directory', root], { stdio: 'ignore' }),
};

/** Waits until a server answers. @param {string} base */
async function listening(base) {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await fetch(base).catch(() => null)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${base} does not answer`);
}

/** Returns the addresses on its own host to which a page links, without fragments. */
function linksOf(html, address) {
  const found = [...html.matchAll(/ (?:href|src|play|index)="([^"]*)"/g)].map(([, link]) => new URL(link.replaceAll('&amp;', '&'), address));
  return found.filter((link) => link.origin === new URL(address).origin).map((link) => link.origin + link.pathname);
}

/** Requests the front page and all pages and files reachable from it, which must exist. */
async function crawl(start) {
  const known = new Set([start]);
  for (const address of known) {
    const answer = await fetch(address);
    assert.equal(answer.status, 200, address);
    const body = await answer.text();
    if (!answer.headers.get('content-type')?.startsWith('text/html')) continue;
    for (const link of linksOf(body, answer.url)) known.add(link);
  }
  return known;
}

/** Returns the heading of the page at an address, with or without a slash at its end. */
async function headingAt(address) {
  const answer = await fetch(address);
  return /<h1>(.*?)<\/h1>/.exec(await answer.text())?.[1] ?? `status ${answer.status}`;
}

for (const name of /** @type {const} */ (['nginx', 'caddy', 'python3'])) {
  const path = program(name);
  for (const [place, below] of [['at the root', ''], ['below a path', '/deep/down']]) {
    test(`every address of an export exists on ${name} ${place}`, { timeout: 240_000, skip: path ? false : `${name} is not installed` }, async () => {
      const folder = join(files, `${name}${below.length}`);
      const root = join(folder, 'www');
      await mkdir(root, { recursive: true });
      const port = await freePort();
      const host = `http://127.0.0.1:${port}`;
      assert.equal(await exported(root + below, '--address', host + below), '');
      const server = await START[name](path ?? '', root, port, folder, below);
      try {
        await listening(host);
        const known = await crawl(`${host}${below}/`);
        assert.ok(known.size > 100, `${known.size}`);
        // Every address of the live site also works in the export, exactly as written.
        const map = await readFile(join(root + below, 'sitemap.xml'), 'utf8');
        const mapped = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
        assert.ok(mapped.length > 40 && mapped.every((address) => address.startsWith(host + below)), `${mapped}`);
        for (const address of mapped) assert.equal((await fetch(address)).status, 200, address);
        assert.equal(await headingAt(`${host}${below}/blogs/demo/links`), 'Every kind of link');
        assert.equal(await headingAt(`${host}${below}/blogs/demo/links/`), 'Every kind of link');
        assert.equal(await headingAt(`${host}${below}/blogs/demo/about`), 'About us');
        const old = await (await fetch(`${host}${below}/2020/01/an-old-post.html`)).text();
        assert.ok(old.includes(`content="0; url=${below}/blogs/second/an-old-post/"`), old);
        assert.equal((await fetch(`${host}${below}/blogs/demo/nothing`)).status, 404);
      } finally {
        server.kill('SIGKILL');
      }
    });
  }
}

test('readers of an export play, search and follow an earlier address', { timeout: 240_000, skip: program('python3') ? false : 'python3 is not installed' }, async () => {
  const folder = join(files, 'reader');
  // Without an address, links are relative, so the files work at any location.
  const warnings = await exported(join(folder, 'any/place'));
  assert.match(warnings, /^gridlore: warning: feeds, the sitemap and link previews were left out because they need the site's address; use --address URL\n$/);
  const port = await freePort();
  const server = await START.python3(program('python3') ?? '', folder, port, folder, '');
  try {
    await listening(`http://127.0.0.1:${port}`);
    const { page, trouble } = await stage.reader({ baseURL: `http://127.0.0.1:${port}` });
    await page.goto('/any/place/blogs/demo/an-earlier-name/');
    await page.getByRole('heading', { name: 'Every kind of link' }).waitFor();
    await page.waitForURL('**/any/place/blogs/demo/links/');
    await page.getByRole('link', { name: 'relative' }).click();
    await page.waitForURL('**/any/place/blogs/demo/solving-sudoku/#the-words');
    await more(await board(page), 'Solve');
    await page.waitForFunction(() => [...document.querySelectorAll('gridlore-sudoku .live')][0]?.textContent?.match(/[1-9]/g)?.length === 81);
    // Words typed before the script is loaded are kept.
    /** @type {() => void} */
    let load = () => {};
    const typed = new Promise((resolve) => { load = () => resolve(null); });
    await page.route(/static-search/, async (route) => { await typed; await route.continue(); });
    await page.getByRole('link', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('zanz');
    load();
    await page.locator('gridlore-static-search:defined').waitFor();
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('heading', { name: '1 post' }).waitFor();
    assert.deepEqual(await axe(page), []);
    await page.getByRole('link', { name: 'Every kind of link' }).click();
    await page.waitForURL('**/any/place/blogs/demo/links/');
    await page.goto('/any/place/search/?q=zanzibar+nowhere');
    await page.getByRole('heading', { name: 'No results' }).waitFor();
    assert.deepEqual(trouble.filter((line) => !line.includes('status of 404')), []);
  } finally {
    server.kill('SIGKILL');
  }
});

test('broken links are warnings, and errors with --strict', async () => {
  const broken = join(data, 'posts/demo/broken.md');
  await writeFile(broken, '+++\npublished = 2026-01-01\n+++\n[gone](/blogs/demo/gone) [host](//example.org/x)\n');
  try {
    const address = ['--address', 'https://puzzles.example'];
    assert.equal(await exported(join(files, 'warned'), ...address), 'gridlore: warning: /blogs/demo/broken links to /blogs/demo/gone, which does not exist\n');
    const error = await exported(join(files, 'strict'), '--strict', ...address).catch((failure) => failure);
    assert.equal(error.code, 2);
    assert.match(error.stderr, /\/blogs\/demo\/broken links to \/blogs\/demo\/gone, which does not exist\nnothing was exported, because 1 link is broken\n$/);
    await assert.rejects(readFile(join(files, 'strict/index.html')));
  } finally {
    await rm(broken);
  }
});
