/// The site behind real HTTPS proxies, nginx and Caddy, configured as docs/configuration.md shows.
/// A proxy that is not installed is reported as skipped.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { freePort, nginxFolders, program } from '../servers.js';
import { Stage, board } from '../stage.js';

const PASSWORD = 'nine grids of lamps';
/** @type {Stage} */
let stage;
/** @type {string} */
let files;
/** The configurations in the documentation, by the proxy's name. @type {Record<string, string>} */
let documented;

before(async () => {
  stage = await Stage.open();
  files = await mkdtemp(join(tmpdir(), 'gridlore-proxy-'));
  const blocks = (await readFile(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')).split('```\n');
  documented = {
    caddy: blocks.find((block) => block.includes('reverse_proxy')) ?? '',
    nginx: blocks.find((block) => block.includes('proxy_pass')) ?? '',
  };
});
after(async () => { await stage.close(); await rm(files, { recursive: true }); });

/** Adapts a documented configuration to this machine; fails if a replaced text is missing. */
function changed(text, changes) {
  for (const [from, to] of changes) {
    assert.ok(text.includes(from), `docs/configuration.md has no ${from}`);
    text = text.replace(from, to);
  }
  return text;
}

/** Starts each proxy on a port, with the documented configuration. */
const START = {
  async nginx(path, folder, port, site) {
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost', '-keyout', join(folder, 'key'), '-out', join(folder, 'certificate')], { stdio: 'ignore' });
    const server = changed(documented.nginx, [
      ['listen 443 ssl;', `listen 127.0.0.1:${port} ssl; ssl_certificate ${folder}/certificate; ssl_certificate_key ${folder}/key;`],
      ['server_name puzzles.example;', 'server_name localhost;'],
      ['http://127.0.0.1:8080', site],
    ]);
    await writeFile(join(folder, 'conf'), `daemon off; pid ${folder}/pid; events {} http { access_log ${folder}/access.log combined; ${nginxFolders(folder)} ${server} }`);
    return spawn(path, ['-c', join(folder, 'conf'), '-e', join(folder, 'error.log')], { stdio: 'ignore' });
  },
  async caddy(path, folder, port, site) {
    const server = changed(documented.caddy, [['puzzles.example {', `https://localhost:${port} {\n\ttls internal\n\tlog {\n\t\toutput file ${folder}/access.log\n\t}`], ['127.0.0.1:8080', new URL(site).host]]);
    const options = `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tstorage file_system ${folder}/kept\n}\n`;
    await writeFile(join(folder, 'Caddyfile'), options + server);
    return spawn(path, ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], { stdio: 'ignore', env: { ...process.env, HOME: folder } });
  },
};

/** Sends an HTTPS request from a local address, accepting the self-signed certificate. */
function ask(url, headers = {}, localAddress = '127.0.0.1') {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { rejectUnauthorized: false, family: 4, localAddress, headers, agent: false }, (answer) => {
      let text = '';
      answer.on('data', (piece) => { text += piece; });
      answer.on('end', () => resolve({ status: answer.statusCode, text }));
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

async function listening(url) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    try {
      return await ask(url);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error(`${url} does not answer`);
}

for (const name of /** @type {const} */ (['nginx', 'caddy'])) {
  const path = program(name);
  const skip = !path ? `${name} is not installed` : name === 'nginx' && !program('openssl') ? 'openssl is not installed' : false;
  test(`a site works over HTTPS behind ${name}`, { timeout: 240_000, skip }, async () => {
    const folder = join(files, name);
    await mkdir(folder);
    const port = await freePort();
    const home = `https://localhost:${port}`;
    const config = join(folder, 'gridlore.toml');
    await writeFile(config, `address = "${home}"\ntrusted_proxies = ["127.0.0.1"]\n`);
    const site = await stage.site(['--config', config]);
    const proxy = await START[name](path, folder, port, site.base);
    try {
      assert.equal((await listening(`${home}/healthz`)).text, 'ok\n');
      const { page, trouble } = await stage.reader({ baseURL: home, ignoreHTTPSErrors: true });
      await page.goto(site.setup);
      await page.getByLabel('Username').fill('ann');
      await page.getByLabel('Password (at least').fill(PASSWORD);
      await page.getByLabel('Repeat the password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.waitForURL(`${home}/admin`);
      const [cookie] = await page.context().cookies();
      assert.deepEqual([cookie.name, cookie.secure, cookie.httpOnly, cookie.sameSite], ['__Host-gridlore', true, true, 'Lax']);
      await page.goto('/admin/posts/demo');
      await page.getByLabel('Title', { exact: true }).fill('Through a proxy');
      await page.getByLabel('Text (Markdown').fill('```sudoku\neasy#7\n```');
      await page.getByRole('button', { name: 'Publish' }).click();
      await page.waitForURL('**saved=1');
      await page.goto('/blogs/demo/through-a-proxy');
      await board(page);
      assert.deepEqual(trouble, []);

      const feed = await ask(`${home}/blogs/demo/feed.atom`);
      assert.ok(feed.text.includes(`<link href="${home}/blogs/demo/through-a-proxy"/>`), feed.text.slice(0, 2000));
      // The site ignores a visitor's own forwarding headers and trusts those of the proxy.
      await ask(`${home}/blogs/demo/archive`, { 'x-forwarded-for': '6.6.6.6', 'x-forwarded-proto': 'http' }, '127.0.0.2');
      const log = (await readFile(join(site.data, 'access.log'), 'utf8')).split('\n').filter((line) => line.includes('/blogs/demo/archive'));
      assert.equal(log.length, 1);
      assert.ok(log[0].startsWith('127.0.0.2 - - ['), log[0]);
    } finally {
      proxy.kill('SIGTERM');
      await new Promise((resolve) => (proxy.exitCode === null ? proxy.once('exit', resolve) : resolve(undefined)));
    }
    // The proxy's own log, in its default format, agrees with the site's.
    /** @param {string} log */
    const report = (log) => JSON.parse(execFileSync(String(process.env.GRIDLORE_BINARY), ['logs', 'report', log, '--json', '--top', '999', '--own', 'localhost']).toString());
    const [outside, inside] = [report(join(folder, 'access.log')), report(join(site.data, 'access.log'))];
    assert.deepEqual([outside.malformed, outside.common, inside.malformed], [0, 0, 0], JSON.stringify([outside.malformed_reasons, inside.malformed_reasons]));
    // A proxy also logs requests that the client aborted, for example by leaving the page.
    const answered = outside.ok - (outside.per_status[0] ?? 0) - (outside.per_status[499] ?? 0);
    assert.ok(answered > 20 && answered <= inside.ok, `${answered} of ${inside.ok}`);
    for (const page of ['/admin/posts/demo', '/blogs/demo/through-a-proxy', '/blogs/demo/archive']) {
      /** @param {{top_pages: [string, number][]}} all */
      const views = (all) => all.top_pages.find(([name]) => name === page)?.[1];
      assert.ok(Number(views(outside)) > 0 && views(outside) === views(inside), `${page}: ${views(outside)} and ${views(inside)}`);
    }
    assert.ok(outside.top_addresses.some((/** @type {[string, number]} */ [address, hits]) => address === '127.0.0.2' && hits === 1));
    assert.equal(outside.visitors, inside.visitors);
  });
}
