// @ts-check
/// The puzzle that waits to be inserted into a post. The browser keeps it while the writer signs in
/// or chooses a blog, for an hour at most.

import { loadStored, store } from '../page/storage.js';

const NAME = 'block-for-post';
const KEPT_MS = 3_600_000;

/** Keeps a fenced block for the next post that is opened. Returns whether that was possible. @param {string} block */
export const keepBlock = (block) => store(NAME, `${Date.now()}\n${block}`);

/** Returns the block that waits, if there is one, and forgets it. */
export function takeBlock() {
  const [time, ...lines] = (loadStored(NAME) ?? '').split('\n');
  if (time) store(NAME, undefined);
  return Date.now() - Number(time) < KEPT_MS ? lines.join('\n') : '';
}
