// @ts-check
/// The worker in which engines run, so that the page never freezes. It keeps no state of a game: that travels with every
/// request, and the page may throw this worker away at any moment to cancel a long search. A Prolog program is kept by its engine, in a worker of its own.

import { answer, loaded } from './wasm.js';

/** Where the engine of each kind is; a file is loaded when its first request comes. */
const ENGINES = {
  sudoku: new URL('./sudoku.wasm', import.meta.url),
  'sudoku-tutor': new URL('./sudoku-tutor.wasm', import.meta.url),
  flipper: new URL('./flipper.wasm', import.meta.url),
  'connect-four': new URL('./connect-four.wasm', import.meta.url),
  cover: new URL('./cover.wasm', import.meta.url),
  prolog: new URL('./prolog.wasm', import.meta.url),
};

/** @typedef {import('./wasm.js').Exports & { answer_buffer(): number, walked_buffer?(): number, asked_buffer?(): number }} Exports */

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
  return /** @type {Exports} */ (await loaded(ENGINES[/** @type {keyof ENGINES} */ (kind)]));
}

self.addEventListener('message', async (/** @type {MessageEvent<{ ticket: number, kind: string, request: object | string }>} */ event) => {
  const { ticket, kind, request } = event.data;
  try {
    const exports = await engine(kind);
    self.postMessage({ ticket, answer: answer(exports, exports.walked_buffer ?? exports.asked_buffer ?? exports.answer_buffer, typeof request === 'string' ? request : JSON.stringify(request)) });
  } catch (error) {
    // A trap leaves the engine in an unknown state: the next request gets a fresh one.
    engines.delete(kind);
    self.postMessage({ ticket, answer: { error: String(error instanceof Error ? error.message : error), isBroken: true } });
  }
});
