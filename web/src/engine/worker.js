// @ts-check
/// The worker that runs engines, so the page never freezes. A game's engine keeps no state: every
/// request carries the game, and the page can terminate this worker at any time to cancel a long
/// search. The engines of Life, Prolog and packings keep their state, each in its own worker.

import { messageOf } from '../page/words.js';
import { answer, loadEngine } from './wasm.js';

/** The wasm file of each kind, loaded on its first request. */
const ENGINES = {
  sudoku: new URL('../../pkg/sudoku.wasm', import.meta.url),
  'sudoku-tutor': new URL('../../pkg/sudoku-tutor.wasm', import.meta.url),
  'variant-sudoku': new URL('../../pkg/variant-sudoku.wasm', import.meta.url),
  'variant-hints': new URL('../../pkg/variant-hints.wasm', import.meta.url),
  'variant-studio': new URL('../../pkg/variant-studio.wasm', import.meta.url),
  flipper: new URL('../../pkg/flipper.wasm', import.meta.url),
  'connect-four': new URL('../../pkg/connect-four.wasm', import.meta.url),
  cover: new URL('../../pkg/cover.wasm', import.meta.url),
  packing: new URL('../../pkg/packing.wasm', import.meta.url),
  prolog: new URL('../../pkg/prolog.wasm', import.meta.url),
  life: new URL('../../pkg/life.wasm', import.meta.url),
};

/**
 * The next larger engine for each engine: a board’s engine only plays, the next one checks, solves
 * and gives hints, and the studio’s also edits. Each is loaded on the first request that needs it.
 * @type {Record<string, string>}
 */
const FULL = { sudoku: 'sudoku-tutor', 'variant-sudoku': 'variant-hints', 'variant-hints': 'variant-studio' };
const NOT_LOADED = 'The engine for hints and solutions could not be loaded. Your game is kept. Check the connection, then try again.';

/** @typedef {import('./wasm.js').Exports} Exports */

/**
 * A request: the kind of engine, the request as an object (sent as JSON) or plain text, and whether
 * the answer comes with picture bytes.
 * @typedef {{ kind: string, request: object | string, hasPicture?: boolean }} Message
 */

/** @type {Map<string, Promise<Exports>>} */
const engines = new Map();

/** Returns the engine of a kind, loaded once. @param {string} kind @returns {Promise<Exports>} */
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
  if (!Object.hasOwn(ENGINES, kind)) throw new Error(`unknown engine "${kind}", expected one of ${Object.keys(ENGINES).join(', ')}`);
  return loadEngine(ENGINES[/** @type {keyof ENGINES} */ (kind)]);
}

/** Returns a full engine. @param {string} kind @returns {Promise<Exports>} */
async function fullEngine(kind) {
  try {
    return await engine(kind);
  } catch {
    throw new Error(NOT_LOADED);
  }
}

self.addEventListener('message', async (/** @type {MessageEvent<{ ticket: number } & Message>} */ event) => {
  const { ticket, kind, request, hasPicture } = event.data;
  let asked = kind;
  try {
    let exports = await engine(kind);
    const text = typeof request === 'string' ? request : JSON.stringify(request);
    let result = answer(exports, text);
    while (result.needsFullEngine && FULL[asked]) {
      asked = FULL[asked];
      exports = await fullEngine(asked);
      result = answer(exports, text);
    }
    if (!hasPicture || result.error || !exports.picture_buffer || !exports.picture_length) return self.postMessage({ ticket, answer: result });
    const picture = new Uint8Array(exports.memory.buffer, exports.picture_buffer(), exports.picture_length()).slice();
    // The buffer is transferred to the page, not copied a second time.
    /** @type {(message: unknown, transfer: Transferable[]) => void} */ (self.postMessage.bind(self))({ ticket, answer: result, picture }, [picture.buffer]);
  } catch (error) {
    // A trap leaves the engine in an unknown state, so the next request loads a new one.
    engines.delete(asked);
    self.postMessage({ ticket, answer: { error: messageOf(error), isBroken: true } });
  }
});
