/// Web servers that tests start: finds their programs, and free ports for them.

import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';

/** Returns the path of a program, unpacked for the tests or installed. @param {string} name */
export function program(name) {
  const folders = [process.env.GRIDLORE_PROXIES, ...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.filter(Boolean).map((folder) => join(String(folder), name)).find(existsSync);
}

/** Returns a free port. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Returns the nginx directives for temporary files. @param {string} folder */
export const nginxFolders = (folder) => ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
