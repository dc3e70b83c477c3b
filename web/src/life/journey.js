// @ts-check
/// The way to a generation, slice by slice, so that it can be stopped after each; what takes long
/// is shown on its way.

import { button, element } from '../page/element.js';
import { readable } from './readable.js';

/** A request to the engine takes about so long. */
const SLICE_MS = 14;
/** What takes longer is shown. */
const PATIENCE_MS = 300;
/** Nodes of a slice, at least and at most. */
const LEAST_NODES = 2000;
const MOST_NODES = 20_000_000;

/**
 * @typedef {object} Traveller
 * @property {(answer: import('./life-engine.js').Answer) => boolean} take takes up what an answer says; whether it says where the pattern is
 * @property {() => boolean} isOver whether something else is wanted by now
 * @property {() => void} onWay a long way has come a slice farther
 * @property {() => void} stop somebody has pressed Stop
 */

export class Journey {
  /** @type {HTMLElement} */ element = element('div', { class: 'row few', hidden: '' });
  #progress = element('progress', { max: '1', 'aria-label': 'On the way' });
  #nodes = 20_000;

  /**
   * Goes on or back to a generation; whether it got there before it was stopped.
   * @param {import('./life-engine.js').LifeEngine} engine
   * @param {bigint} from
   * @param {bigint} to
   * @param {Traveller} traveller
   */
  async go(engine, from, to, traveller) {
    const start = performance.now();
    try {
      for (;;) {
        const answer = await this.#slice(engine, to);
        if (!traveller.take(answer)) return false;
        if (answer.reached) return true;
        if (traveller.isOver()) return false;
        if (performance.now() - start > PATIENCE_MS) {
          if (this.element.hidden) this.#show(to, traveller.stop);
          const share = Number(BigInt(answer.world?.generation ?? '0') - from) / Number(to - from || 1n);
          if (share > 0 && share <= 1) this.#progress.value = share;
          traveller.onWay();
        }
      }
    } finally {
      this.element.hidden = true;
    }
  }

  /** One request; the next takes more nodes or fewer, as this one was quick or slow. @param {import('./life-engine.js').LifeEngine} engine @param {bigint} to */
  async #slice(engine, to) {
    const asked = performance.now();
    const answer = await engine.ask(`run ${to} ${this.#nodes}`);
    const took = performance.now() - asked;
    const factor = Math.min(2, Math.max(0.5, SLICE_MS / Math.max(took, 1)));
    if (answer.world) this.#nodes = Math.round(Math.min(MOST_NODES, Math.max(LEAST_NODES, this.#nodes * factor)));
    return answer;
  }

  /** @param {bigint} to @param {() => void} stop */
  #show(to, stop) {
    this.#progress.removeAttribute('value');
    this.element.replaceChildren(element('span', {}, `To generation ${readable(to)}…`), this.#progress, button('Stop', stop, { class: 'quiet' }));
    this.element.hidden = false;
  }
}
