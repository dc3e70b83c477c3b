// @ts-check
/// Runs a pattern to a generation in short requests, so that it can be stopped between them. A long
/// run shows its progress.

import { button, element } from '../page/element.js';
import { readable } from './readable.js';

/** Target duration of one request to the engine. */
const SLICE_MS = 14;
/** A run that takes longer shows its progress. */
const SHOW_AFTER_MS = 300;
/** Bounds of the nodes per request. */
const MIN_NODES = 2000;
const MAX_NODES = 20_000_000;

/**
 * @typedef {object} Listener
 * @property {(answer: import('./life-engine.js').Answer) => boolean} take processes an answer;
 * returns whether it contains the state of the pattern
 * @property {() => boolean} isOver whether the run has been superseded
 * @property {() => void} progressed called after each request of a long run
 * @property {() => void} stop called when Stop is pressed
 */

export class Journey {
  /** @type {HTMLElement} */ element = element('div', { class: 'row few', hidden: '' });
  #progress = element('progress', { max: '1', 'aria-label': 'Progress' });
  #nodes = 20_000;

  /**
   * Runs forward or back to a generation; returns whether it got there before it was stopped.
   * @param {import('./life-engine.js').LifeEngine} engine
   * @param {bigint} from
   * @param {bigint} to
   * @param {Listener} listener
   */
  async go(engine, from, to, listener) {
    const start = performance.now();
    try {
      for (;;) {
        const answer = await this.#slice(engine, to);
        if (!listener.take(answer)) return false;
        if (answer.reached) return true;
        if (listener.isOver()) return false;
        if (performance.now() - start > SHOW_AFTER_MS) {
          if (this.element.hidden) this.#show(to, listener.stop);
          const share = Number(BigInt(answer.world?.generation ?? '0') - from) / Number(to - from || 1n);
          if (share > 0 && share <= 1) this.#progress.value = share;
          listener.progressed();
        }
      }
    } finally {
      this.element.hidden = true;
    }
  }

  /**
   * Sends one request, and adjusts the nodes of the next one towards the target duration.
   * @param {import('./life-engine.js').LifeEngine} engine
   * @param {bigint} to
   */
  async #slice(engine, to) {
    const start = performance.now();
    const answer = await engine.ask(`run ${to} ${this.#nodes}`);
    const took = performance.now() - start;
    const factor = Math.min(2, Math.max(0.5, SLICE_MS / Math.max(took, 1)));
    if (answer.world) this.#nodes = Math.round(Math.min(MAX_NODES, Math.max(MIN_NODES, this.#nodes * factor)));
    return answer;
  }

  /** @param {bigint} to @param {() => void} stop */
  #show(to, stop) {
    this.#progress.removeAttribute('value');
    this.element.replaceChildren(element('span', {}, `Going to generation ${readable(to)}…`), this.#progress, button('Stop', stop, { class: 'quiet' }));
    this.element.hidden = false;
  }
}
