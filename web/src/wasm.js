// @ts-check
/// How a worker loads an engine and speaks with it: text into a buffer of the engine's, text out of another.

/** @typedef {{ memory: WebAssembly.Memory, request_buffer(length: number): number, answer_length(): number }} Exports */

/** The exports of an engine's file. @param {URL} address @returns {Promise<unknown>} */
export async function loaded(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the engine did not load: ${response.status}`);
  return (await WebAssembly.instantiate(await response.arrayBuffer())).instance.exports;
}

/** One request, one answer in JSON. @param {Exports} exports @param {() => number} answerBuffer makes the answer and says where it begins @param {string} request */
export function answer(exports, answerBuffer, request) {
  const bytes = new TextEncoder().encode(request);
  const at = exports.request_buffer(bytes.length);
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  const start = answerBuffer();
  return JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, start, exports.answer_length())));
}
