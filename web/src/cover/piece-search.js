// @ts-check
/// The search for the solutions of a packing, in its own worker. It runs in short requests, so that
/// it can be stopped and continued without losing its place.

import { Conversation } from '../engine/conversation.js';

/**
 * The answers of the engine, as the crate gridlore-wasm serialises them.
 * @typedef {{ error?: string, isBroken?: boolean, text?: string, packing?: { items: number, options: number, solutions: import('./tiling.js').Solution[], found: number, distinct: number, isOver: boolean, partDone: number | null } }} PackingAnswer
 */

/** Target duration of a request. */
const SLICE_MS = 60;
/** Maximum number of solutions that are kept for Previous and Next; further ones are counted. */
export const MAX_KEPT = 1000;

export class PieceSearch {
  /** @type {Conversation<PackingAnswer>} */ #worker = new Conversation();
  /** The id whose search the worker keeps. @type {string | undefined} */ #id;
  #nodes = 20_000;
  /** @type {import('./tiling.js').Solution[]} */ solutions = [];
  found = 0;
  distinct = 0;
  isOver = false;
  /** The fraction of the search that is done, if it can be estimated. @type {number | null} */ partDone = null;

  /** Forgets the search. */
  clear() {
    if (this.#id !== undefined) this.#worker.close();
    this.#id = undefined;
    this.solutions = [];
    [this.found, this.distinct, this.isOver, this.partDone] = [0, 0, false, null];
  }

  /**
   * Searches until there are `wanted` solutions, the search ends, or the signal is aborted. An
   * abort during the preparation rejects with the signal's reason.
   * @param {string} id
   * @param {number} wanted
   * @param {AbortSignal} signal
   * @param {() => void} progress called after each request
   */
  async run(id, wanted, signal, progress) {
    if (this.#id !== id) {
      this.clear();
      this.#take(await this.#send(`pack\n${id}`, signal));
      this.#id = id;
    }
    while (!this.isOver && this.found < wanted && !signal.aborted) {
      const start = performance.now();
      const answer = await this.#send(`next ${this.#nodes} ${Math.min(wanted - this.found, MAX_KEPT)}`);
      // Another packing was opened meanwhile.
      if (this.#id !== id) return;
      this.#take(answer);
      const ms = performance.now() - start;
      if (ms > 2 * SLICE_MS) this.#nodes = Math.max(1000, this.#nodes >> 1);
      else if (ms < SLICE_MS / 2) this.#nodes = Math.min(50_000_000, this.#nodes * 2);
      progress();
    }
  }

  /** Returns the problem in Knuth's format. @param {string} id */
  async knuth(id) { return (await this.#send(`knuth\n${id}`)).text ?? ''; }

  /** @param {string} request @param {AbortSignal} [signal] */
  async #send(request, signal) {
    const { answer } = await this.#worker.send({ kind: 'packing', request }, signal);
    if (answer.error) throw new Error(answer.error);
    return answer;
  }

  /** @param {PackingAnswer} answer */
  #take({ packing }) {
    if (!packing) return;
    this.solutions.push(...packing.solutions.slice(0, MAX_KEPT - this.solutions.length));
    ({ found: this.found, distinct: this.distinct, isOver: this.isOver, partDone: this.partDone } = packing);
  }
}
