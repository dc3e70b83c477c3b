// @ts-check
/// How a worker loads an engine and speaks with it: text into a buffer of the engine's, text out of
/// another.

/**
 * What an engine exports. What makes the answer has a name for each manner of engine: the first for
 * games, the others for a pattern of Life, the walk through a search, and a program.
 * @typedef {{ memory: WebAssembly.Memory, request_buffer(length: number): number, answer_length(): number,
 *   answer_buffer?(): number, watched_buffer?(): number, walked_buffer?(): number, asked_buffer?():
 *   number, picture_buffer?(): number, picture_length?(): number }} Exports
 */

/** The exports of an engine's file. @param {URL} address @returns {Promise<Exports>} */
export async function loaded(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the engine did not load: ${response.status}`);
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer());
  return /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
}

/** One request, one answer in JSON. @param {Exports} exports @param {string} request */
export function answer(exports, request) {
  const bytes = new TextEncoder().encode(request);
  const at = exports.request_buffer(bytes.length);
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  const makeAnswer = exports.watched_buffer ?? exports.walked_buffer ?? exports.asked_buffer ?? exports.answer_buffer;
  if (!makeAnswer) throw new Error('the engine does not answer');
  const start = makeAnswer();
  return JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, start, exports.answer_length())));
}
