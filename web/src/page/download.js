// @ts-check
/// Downloads of files that the page generates.

import { element } from './element.js';

/** Milliseconds before the object URL is revoked: time for the browser to fetch it. */
const REVOKE_AFTER_MS = 10_000;

/** Offers a file for download. @param {Blob} file @param {string} name */
export function download(file, name) {
  const link = element('a', { href: URL.createObjectURL(file), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
}
