// @ts-check
/// The worker in which engines run, so that the page never freezes. The engine of a game keeps no
/// state of it: that travels with every request, and the page may throw this worker away at any
/// moment to cancel a long search. A pattern of Life and a Prolog program are kept by their
/// engines, each in a worker of its own.

import { messageOf } from '../page/words.js';
import { answer, loaded } from './wasm.js';

/** Where the engine of each kind is; a file is loaded when its first request comes. */
const ENGINES = {
  sudoku: new URL('../../pkg/sudoku.wasm', import.meta.url),
  'sudoku-tutor': new URL('../../pkg/sudoku-tutor.wasm', import.meta.url),
  flipper: new URL('../../pkg/flipper.wasm', import.meta.url),
  'connect-four': new URL('../../pkg/connect-four.wasm', import.meta.url),
  cover: new URL('../../pkg/cover.wasm', import.meta.url),
  prolog: new URL('../../pkg/prolog.wasm', import.meta.url),
  life: new URL('../../pkg/life.wasm', import.meta.url),
};

/** @typedef {import('./wasm.js').Exports} Exports */

/**
 * What is asked: the kind of engine, a request in JSON or in words, and whether bytes come with the
 * answer.
 * @typedef {{ kind: string, request: object | string, hasPicture?: boolean }} Message
 */

/** @type {Map<string, Promise<Exports>>} */
const engines = new Map();

/** @param {string} kind @returns {Promise<Exports>} */
function engine(kind) {
  let exports = engines.get(kind);
  if (!exports) {
    exports = load(kind);
    engines.set(kind, exports);
    exports.catch(() => engines.delete(kind));
  }
  return exports;
}

/** @param {string} kind @returns {Promise<Exports>} */
async function load(kind) {
  if (!Object.hasOwn(ENGINES, kind)) throw new Error(`found the puzzle "${kind}", expected one of ${Object.keys(ENGINES)}`);
  return loaded(ENGINES[/** @type {keyof ENGINES} */ (kind)]);
}

self.addEventListener('message', async (/** @type {MessageEvent<{ ticket: number } & Message>} */ event) => {
  const { ticket, kind, request, hasPicture } = event.data;
  try {
    const exports = await engine(kind);
    const answered = answer(exports, typeof request === 'string' ? request : JSON.stringify(request));
    if (!hasPicture || answered.error || !exports.picture_buffer || !exports.picture_length) return self.postMessage({ ticket, answer: answered });
    const picture = new Uint8Array(exports.memory.buffer, exports.picture_buffer(), exports.picture_length()).slice();
    // The bytes move to the page and are not copied once more.
    /** @type {(message: unknown, moved: Transferable[]) => void} */ (self.postMessage.bind(self))({ ticket, answer: answered, picture }, [picture.buffer]);
  } catch (error) {
    // A trap leaves the engine in an unknown state: the next request gets a fresh one.
    engines.delete(kind);
    self.postMessage({ ticket, answer: { error: messageOf(error), isBroken: true } });
  }
});
