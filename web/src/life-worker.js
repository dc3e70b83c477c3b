// @ts-check
/// The worker in which one pattern goes. It keeps the pattern: what its engine has found out is what makes the next billion generations quick.

import { answer, loaded } from './wasm.js';

/** @typedef {import('./wasm.js').Exports & { watched_buffer(): number, picture_buffer(): number, picture_length(): number }} Exports */

/** @type {Promise<Exports> | undefined} */
let loading;

self.addEventListener('message', async (/** @type {MessageEvent<{ ticket: number, request: string }>} */ event) => {
  const { ticket, request } = event.data;
  try {
    loading ??= /** @type {Promise<Exports>} */ (loaded(new URL('./life.wasm', import.meta.url)));
    const exports = await loading;
    const told = answer(exports, exports.watched_buffer, request);
    if (!request.startsWith('look ') || told.error) return self.postMessage({ ticket, answer: told });
    const picture = new Uint8Array(exports.memory.buffer, exports.picture_buffer(), exports.picture_length()).slice();
    // The bytes move to the page and are not copied once more.
    /** @type {(message: unknown, moved: Transferable[]) => void} */ (self.postMessage.bind(self))({ ticket, answer: told, picture }, [picture.buffer]);
  } catch (error) {
    loading = undefined;
    self.postMessage({ ticket, answer: { error: String(error instanceof Error ? error.message : error), isBroken: true } });
  }
});
