// @ts-check
/// Loads an engine and exchanges text with it: the request is written to one buffer of the engine,
/// and the answer is read from another.

/**
 * The exports of an engine. The function that computes the answer is `answer_buffer` for games,
 * `watched_buffer` for Life, `walked_buffer` for exact cover and `asked_buffer` for Prolog.
 * @typedef {{ memory: WebAssembly.Memory, request_buffer(length: number): number, answer_length(): number,
 *   answer_buffer?(): number, watched_buffer?(): number, walked_buffer?(): number, asked_buffer?():
 *   number, picture_buffer?(): number, picture_length?(): number }} Exports
 */

/** Loads an engine's wasm file. @param {URL} address @returns {Promise<Exports>} */
export async function loadEngine(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the engine did not load: ${response.status}`);
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer());
  return /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
}

/**
 * Sends one request and returns its parsed answer.
 * @param {Exports} exports
 * @param {string} request
 */
export function answer(exports, request) {
  const bytes = new TextEncoder().encode(request);
  const pointer = exports.request_buffer(bytes.length);
  new Uint8Array(exports.memory.buffer, pointer, bytes.length).set(bytes);
  const makeAnswer = exports.watched_buffer ?? exports.walked_buffer ?? exports.asked_buffer ?? exports.answer_buffer;
  if (!makeAnswer) throw new Error('the engine exports no function that answers requests');
  const start = makeAnswer();
  return JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, start, exports.answer_length())));
}
