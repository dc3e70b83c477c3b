// @ts-check
/// The page's side of the engines: asks the worker, and cancels by throwing the worker away.

/**
 * What an engine answers; the shapes are those of the crate gridlore-wasm.
 * @typedef {{ symbol: string | null, marks: string, corners: string, crosses: string, tints: string, colour: number | null, goal: number | null, press: number | null, given: boolean, clash: boolean, highlight: boolean, last: boolean, region: number, label: string }} Cell
 * @typedef {{ save: string, share: string, id: string, elapsedMs: number, canUndo: boolean, canRedo: boolean, rows: number,
 *   columns: number, cells: Cell[], symbols: { symbol: string, left: number }[],
 *   presses: { name: string, turns: number[] }[], colours: number, areDiscs: boolean, side?: number, clashes: string[], status: string, blank: number,
 *   solved: boolean }} Game
 * @typedef {{ title: string, text: string, stages: { text: string, cells: number[] }[], isMistake: boolean, cells: number[], removed: [number, string][], pictures: string[], target: [number, string] | null, press: number | null, acts: boolean, hasWay: boolean, isWay?: boolean }} Hint
 * @typedef {{ name: string, cost: string, notation: string, text: string, picture: string, isPlacing: boolean, before: string }} Told
 * @typedef {{ tutor?: { guides: { params: string, title: string }[], techniques: string[], others: string[], formats: { params: string, title: string }[] },
 *   way?: { steps: Told[], rating: string, isWhole: boolean, note: string, last: string, picture: string }, steps?: Told[], ratings?: [string, string][], games?: string[], written?: string }} Lesson
 * @typedef {Lesson & { error?: string, message?: string, game?: Game, hint?: Hint, wrong?: number[],
 *   count?: { solutions: number, nodes: number }, presets?: { params: string, title: string }[],
 *   scored?: { score: number, told: string }, review?: Reviewed[], levels?: { params: string, title: string }[], more?: boolean }} Answer
 * @typedef {{ number: number, side: number, press: number, mark: 'best' | 'inaccuracy' | 'mistake', score: number, bestScore: number, best: number[], told: string }} Reviewed
 */

/** @typedef {{ kind: string, request: object | string, resolve: (answer: Answer) => void, reject: (why: unknown) => void }} Waiting */

/** @type {Worker | undefined} */
let worker;
/** @type {Map<number, Waiting>} */
const waiting = new Map();
let tickets = 0;

function running() {
  if (!worker) {
    worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker.addEventListener('message', (/** @type {MessageEvent<{ ticket: number, answer: Answer }>} */ event) => {
      waiting.get(event.data.ticket)?.resolve(event.data.answer);
      waiting.delete(event.data.ticket);
    });
    worker.addEventListener('error', () => {
      for (const asked of waiting.values()) asked.reject(new Error('the engine did not start'));
      waiting.clear();
      worker?.terminate();
      worker = undefined;
    });
  }
  return worker;
}

/**
 * Asks an engine. With a signal, aborting stops the search at once: the promise is rejected with the signal's reason,
 * and other questions that were waiting are asked again of a fresh worker.
 * @param {string} kind
 * @param {object | string} request in words where the engine takes words
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
export function ask(kind, request, signal) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const ticket = ++tickets;
    waiting.set(ticket, { kind, request, resolve, reject });
    signal?.addEventListener('abort', () => {
      if (!waiting.delete(ticket)) return;
      worker?.terminate();
      worker = undefined;
      for (const [other, asked] of waiting) running().postMessage({ ticket: other, kind: asked.kind, request: asked.request });
      reject(signal.reason);
    });
    running().postMessage({ ticket, kind, request });
  });
}
