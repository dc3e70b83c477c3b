// @ts-check
/// The page's side of the worker in which a pattern goes.

import { Conversation } from './conversation.js';

/**
 * What the engine answers; the shapes are those of the crate gridlore-wasm.
 * @typedef {{ generation: string, start: string, rule: string, states: number, engine: string, name: string | null, canUndo: boolean, canRedo: boolean, edges: [number, number, number, number] | null }} World
 * @typedef {{ name: string, title: string, about: string }} Named
 * @typedef {{ error?: string, isBroken?: boolean, world?: World, reached?: boolean, to?: string, text?: string,
 *   measure?: { population: string, bounds: [number, number, number, number] | null }, patterns?: Named[], rules?: Named[] }} Answer
 * @typedef {{ x: number, y: number, scale: number, columns: number, rows: number }} Window
 */

/** Megabytes for what the engine knows of a pattern; phones have less. */
const MEGABYTES = Number(/** @type {{ deviceMemory?: number }} */ (navigator).deviceMemory ?? 4) < 4 ? 128 : 512;

export class LifeEngine {
  /** @type {Conversation<{ answer: Answer, picture?: Uint8Array }>} */
  #worker = new Conversation(new URL('./life-worker.js', import.meta.url));

  /** @param {string} request @returns {Promise<Answer>} */
  async ask(request) {
    return (await this.#worker.send({ request })).answer;
  }

  /** @param {string} id */
  open(id) {
    return this.ask(`open ${MEGABYTES}\n${id}`);
  }

  /** What is in sight, a byte a block. @param {Window} window @param {boolean} aged */
  async look({ x, y, scale, columns, rows }, aged) {
    return (await this.#worker.send({ request: `look ${BigInt(x)} ${BigInt(y)} ${scale} ${columns} ${rows} ${aged ? 1 : 0}` })).picture;
  }

  close() {
    this.#worker.close();
  }
}
