// @ts-check
/// Files that the page makes itself.

import { element } from './element.js';

/** Milliseconds for which the browser may still fetch what it was given. */
const FETCHED_WITHIN = 10_000;

/** Saves a file to the reader's disk. @param {Blob} file @param {string} name */
export function download(file, name) {
  const link = element('a', { href: URL.createObjectURL(file), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), FETCHED_WITHIN);
}
