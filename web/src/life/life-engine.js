// @ts-check
/// The page's side of the engine in which a pattern goes. It keeps the pattern: what it has found
/// out is what makes the next billion generations quick.

import { Conversation } from '../engine/conversation.js';
import { megabytes } from '../engine/memory.js';

/**
 * What the engine answers; the shapes are those of the crate gridlore-wasm.
 * @typedef {{ generation: string, start: string, rule: string, states: number, engine: string, name: string | null, canUndo: boolean, canRedo: boolean, edges: [number, number, number, number] | null }} World
 * @typedef {{ name: string, title: string, about: string }} Named
 * @typedef {{ error?: string, isBroken?: boolean, world?: World, reached?: boolean, to?: string, text?: string,
 *   measure?: { population: string, bounds: [number, number, number, number] | null }, patterns?:
 *   Named[], rules?: Named[] }} Answer
 * @typedef {{ x: number, y: number, scale: number, columns: number, rows: number }} Window
 */

/** Megabytes for what the engine knows of a pattern; phones have less. */
const MEGABYTES = megabytes(128, 512);

export class LifeEngine {
  /** @type {Conversation<Answer>} */ #worker = new Conversation();

  /** @param {string} request @returns {Promise<Answer>} */
  async ask(request) {
    return (await this.#worker.send({ kind: 'life', request })).answer;
  }

  /** @param {string} id */
  open(id) {
    return this.ask(`open ${MEGABYTES}\n${id}`);
  }

  /** What is in sight, a byte a block. @param {Window} window @param {boolean} aged */
  async look({ x, y, scale, columns, rows }, aged) {
    const request = `look ${BigInt(x)} ${BigInt(y)} ${scale} ${columns} ${rows} ${aged ? 1 : 0}`;
    return (await this.#worker.send({ kind: 'life', request, hasPicture: true })).picture;
  }

  close() {
    this.#worker.close();
  }
}
