// @ts-check
/// Identifies a pattern in short requests: the page stays usable, shows the progress, and can stop.

import { number } from '../../page/words.js';
import { ProgressRow } from './progress-row.js';
import { Slices } from './slices.js';

/** The last generation to examine. */
const GENERATIONS = 20_000;
/** The most nodes to spend, which also bounds the memory of a pattern that grows. */
const MAX_NODES = 200_000_000;

export class Identify {
  #row = new ProgressRow();
  #slices = new Slices();
  /** Changes whenever the identification in progress has to end. */ #round = 0;

  get element() { return this.#row.element; }

  stop() { this.#round++; }

  /**
   * What the present pattern is, in a sentence or an error message; `undefined` if it was stopped
   * or another one began. The pattern can be changed meanwhile: the engine examines a copy.
   * @param {import('../life-engine.js').LifeEngine} engine
   */
  async text(engine) {
    const round = ++this.#round;
    this.#row.begin('Identifying…', () => this.stop());
    this.#slices.sum = 0;
    for (let isContinued = 0; ; isContinued = 1) {
      const { text, error, computed } = await this.#slices.next((nodes) => engine.ask(`identify ${GENERATIONS} ${nodes} ${isContinued}`));
      // A newer identification uses the row.
      if (round !== this.#round && text === undefined) return this.#end(undefined);
      if (text ?? error) return this.#end(text ?? error);
      if (this.#slices.sum > MAX_NODES) return this.#end(`No repeat found within ${number(computed ?? 0)} generations, and the pattern is too large to go on.`);
      this.#row.update((computed ?? 0) / GENERATIONS);
    }
  }

  /** @param {string | undefined} text */
  #end(text) {
    this.#row.end();
    return text;
  }
}
