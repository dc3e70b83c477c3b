// @ts-check
/// The worker in which one pattern goes. It keeps the pattern: what its engine has found out is what makes the next billion generations quick.

/** @typedef {{ memory: WebAssembly.Memory, request_buffer(length: number): number, watched_buffer(): number, answer_length(): number, picture_buffer(): number, picture_length(): number }} Exports */

/** @type {Promise<Exports> | undefined} */
let loading;

/** @returns {Promise<Exports>} */
async function load() {
  const response = await fetch(new URL('./life.wasm', import.meta.url));
  if (!response.ok) throw new Error(`the engine did not load: ${response.status}`);
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer());
  return /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
}

/** @param {Exports} exports @param {string} request */
function answer(exports, request) {
  const bytes = new TextEncoder().encode(request);
  const at = exports.request_buffer(bytes.length);
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  const start = exports.watched_buffer();
  return JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, start, exports.answer_length())));
}

self.addEventListener('message', async (/** @type {MessageEvent<{ ticket: number, request: string }>} */ event) => {
  const { ticket, request } = event.data;
  try {
    loading ??= load();
    const exports = await loading;
    const told = answer(exports, request);
    if (!request.startsWith('look ') || told.error) return self.postMessage({ ticket, answer: told });
    const picture = new Uint8Array(exports.memory.buffer, exports.picture_buffer(), exports.picture_length()).slice();
    // The bytes move to the page and are not copied once more.
    /** @type {(message: unknown, moved: Transferable[]) => void} */ (self.postMessage.bind(self))({ ticket, answer: told, picture }, [picture.buffer]);
  } catch (error) {
    loading = undefined;
    self.postMessage({ ticket, answer: { error: String(error instanceof Error ? error.message : error), isBroken: true } });
  }
});

export {};
