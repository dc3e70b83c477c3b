// @ts-check
/// The page's side of the engine that runs a pattern. The engine keeps the pattern and its memoised
/// results, which make long jumps fast.

import { Conversation } from '../engine/conversation.js';
import { megabytes } from '../engine/memory.js';

/**
 * The answers of the engine, as the crate gridlore-wasm serialises them.
 * @typedef {{ generation: string, start: string, rule: string, states: number, engine: string, name: string | null, canUndo: boolean, canRedo: boolean, edges: [number, number, number, number] | null }} World
 * @typedef {{ name: string, title: string, about: string, picture: string }} Named
 * @typedef {{ error?: string, isBroken?: boolean, world?: World, reached?: boolean, to?: string, text?: string, computed?: number, size?: [number, number],
 *   measure?: { population: string, bounds: [number, number, number, number] | null }, patterns?:
 *   Named[], rules?: Named[] }} Answer
 * @typedef {{ x: number, y: number, scale: number, columns: number, rows: number }} Window
 */

/** Megabytes for the engine's memoised results; less on phones. */
const MEMORY_LIMIT_MB = megabytes(128, 512);

/** Maximum number of cells that one request changes. */
const CELLS_PER_REQUEST = 20_000;

export class LifeEngine {
  /** @type {Conversation<Answer>} */ #worker = new Conversation();

  /** @param {string} request @returns {Promise<Answer>} */
  async ask(request) {
    return (await this.#worker.send({ kind: 'life', request })).answer;
  }

  /** @param {string} id */
  open(id) {
    return this.ask(`open ${MEMORY_LIMIT_MB}\n${id}`);
  }

  /**
   * Sets the states of any number of cells, in one step of the history.
   * @param {[number, number, number][]} cells
   * @param {boolean} [isContinued] whether they belong to the last step
   */
  async draw(cells, isContinued = false) {
    /** @type {Answer} */
    let answer = {};
    for (let from = 0; from < cells.length && !answer.error; from += CELLS_PER_REQUEST) {
      answer = await this.ask(`draw ${isContinued || from ? 1 : 0} ${cells.slice(from, from + CELLS_PER_REQUEST).flat().join(' ')}`);
    }
    return answer;
  }

  /** Returns the bytes of a window, one per block. @param {Window} window @param {boolean} aged */
  async bytesOf({ x, y, scale, columns, rows }, aged) {
    const request = `look ${BigInt(x)} ${BigInt(y)} ${scale} ${columns} ${rows} ${aged ? 1 : 0}`;
    return (await this.#worker.send({ kind: 'life', request, hasPicture: true })).picture;
  }

  /** Returns the states of the cells of a rectangle, row by row. @param {{ x: number, y: number, columns: number, rows: number }} area */
  async copy({ x, y, columns, rows }) {
    const request = `look ${BigInt(x)} ${BigInt(y)} 0 ${columns} ${rows} 2`;
    const { answer, picture } = await this.#worker.send({ kind: 'life', request, hasPicture: true });
    if (!picture) throw new Error(answer.error);
    return picture;
  }

  /** Reads a pattern without opening it: its size, and its states row by row. @param {string} text */
  async read(text) {
    const { answer, picture } = await this.#worker.send({ kind: 'life', request: `read\n${text}`, hasPicture: true });
    return { answer, states: picture };
  }

  close() {
    this.#worker.close();
  }
}
