// @ts-check
/// Runs a pattern to a generation in short requests, so that it can be stopped between them. A long
/// run shows its progress.

import { readable } from '../readable.js';
import { ProgressRow } from './progress-row.js';
import { Slices } from './slices.js';

/**
 * @typedef {object} Listener
 * @property {(answer: import('../life-engine.js').Answer) => boolean} take processes an answer;
 * returns whether it contains the state of the pattern
 * @property {() => boolean} isOver whether the run has been superseded
 * @property {() => void} progressed called after each request of a long run
 * @property {() => void} stop called when Stop is pressed
 */

export class Journey {
  #row = new ProgressRow();
  #slices = new Slices();

  get element() { return this.#row.element; }

  /**
   * Runs forwards or backwards to a generation; returns whether it got there before it was stopped.
   * @param {import('../life-engine.js').LifeEngine} engine
   * @param {bigint} from
   * @param {bigint} to
   * @param {Listener} listener
   */
  async go(engine, from, to, listener) {
    this.#row.begin(`Going to generation ${readable(to)}…`, listener.stop);
    try {
      for (;;) {
        const answer = await this.#slices.next((nodes) => engine.ask(`run ${to} ${nodes}`));
        if (!listener.take(answer)) return false;
        if (answer.reached) return true;
        if (listener.isOver()) return false;
        const share = Number(BigInt(answer.world?.generation ?? '0') - from) / Number(to - from || 1n);
        if (this.#row.update(share)) listener.progressed();
      }
    } finally {
      this.#row.end();
    }
  }
}
