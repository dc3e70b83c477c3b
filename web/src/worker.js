// @ts-check
/// The worker in which engines run, so that the page never freezes. It keeps no state: a game travels with every
/// request, and the page may throw this worker away at any moment to cancel a long search.

/** Where the engine of each kind is; a file is loaded when its first request comes. */
const ENGINES = {
  sudoku: new URL('./sudoku.wasm', import.meta.url),
  flipper: new URL('./flipper.wasm', import.meta.url),
  'connect-four': new URL('./connect-four.wasm', import.meta.url),
};

/** @typedef {{ memory: WebAssembly.Memory, request_buffer(length: number): number, answer_buffer(): number, answer_length(): number }} Exports */

/** @type {Map<string, Promise<Exports>>} */
const loaded = new Map();

/** @param {string} kind @returns {Promise<Exports>} */
function engine(kind) {
  let exports = loaded.get(kind);
  if (!exports) {
    exports = load(kind);
    loaded.set(kind, exports);
    exports.catch(() => loaded.delete(kind));
  }
  return exports;
}

/** @param {string} kind @returns {Promise<Exports>} */
async function load(kind) {
  if (!Object.hasOwn(ENGINES, kind)) throw new Error(`found the puzzle "${kind}", expected one of ${Object.keys(ENGINES)}`);
  const response = await fetch(ENGINES[/** @type {keyof ENGINES} */ (kind)]);
  if (!response.ok) throw new Error(`the engine did not load: ${response.status}`);
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer());
  return /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
}

/** One request in JSON, one answer in JSON. @param {Exports} exports @param {string} request */
function answer(exports, request) {
  const bytes = new TextEncoder().encode(request);
  const at = exports.request_buffer(bytes.length);
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  const start = exports.answer_buffer();
  return new TextDecoder().decode(new Uint8Array(exports.memory.buffer, start, exports.answer_length()));
}

self.addEventListener('message', async (/** @type {MessageEvent<{ ticket: number, kind: string, request: object }>} */ event) => {
  const { ticket, kind, request } = event.data;
  try {
    const exports = await engine(kind);
    self.postMessage({ ticket, answer: JSON.parse(answer(exports, JSON.stringify(request))) });
  } catch (error) {
    // A trap leaves the engine in an unknown state: the next request gets a fresh one.
    loaded.delete(kind);
    self.postMessage({ ticket, answer: { error: String(error instanceof Error ? error.message : error) } });
  }
});

export {};
