// @ts-check
/// Reports what the current pattern is: its identification, and a count of its objects.

import { readable } from '../readable.js';
import { ProgressRow } from './progress-row.js';

export class Inspector {
  row = new ProgressRow();
  /** Changes whenever the identification in progress has to end. */ #round = 0;
  #engine;
  #generation;
  #say;

  /**
   * @param {import('../life-engine.js').LifeEngine} engine
   * @param {() => bigint} generation the current one
   * @param {(text: string) => void} say
   */
  constructor(engine, generation, say) {
    this.#engine = engine;
    this.#generation = generation;
    this.#say = say;
  }

  async identify() {
    const generation = this.#generation();
    const round = ++this.#round;
    const { identification } = await import('./identify.js');
    const text = await identification(this.#engine, this.row, () => round !== this.#round, () => this.stop());
    if (text === undefined) return this.#say('Identification stopped.');
    this.#say(generation === this.#generation() ? text : `Generation ${readable(generation)}: ${text}`);
  }

  stop() { this.#round++; }

  async countObjects() {
    const { measure } = await this.#engine.ask('measure');
    const { census } = await import('../record/census.js');
    this.#say(await census(this.#engine, measure?.bounds ?? null));
  }
}
