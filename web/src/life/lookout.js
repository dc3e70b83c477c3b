// @ts-check
/// Keeps a field as new as the pattern: asks for what is in sight, one look at a time, and colours
/// it.

import { colouring, paletteOf } from './colours.js';

/**
 * @typedef {object} Sight
 * @property {import('./life-engine.js').LifeEngine} engine
 * @property {() => number} states how many states a cell has
 * @property {() => boolean} wantsAge whether cells are to be coloured by age
 * @property {() => boolean} isOver nobody looks any more
 * @property {() => void} seen the field shows what was asked for
 * @property {(error: unknown) => void} broken
 */

export class Lookout {
  #field;
  #sight;
  #isLooking = false;
  #wantsLook = false;
  /** What the colours of the field are for now. */ #coloured = '';

  /** @param {import('./field.js').Field} field @param {Sight} sight */
  constructor(field, sight) {
    this.#field = field;
    this.#sight = sight;
    field.onLook = () => this.refresh();
    field.onColours = () => {
      this.#coloured = '';
      this.refresh();
    };
  }

  /** A look is under way at most once, and once more if something has changed meanwhile. */
  refresh() {
    if (this.#isLooking) {
      this.#wantsLook = true;
      return;
    }
    this.look().catch((error) => this.#sight.broken(error));
  }

  /** Shows what is in sight now. */
  async look() {
    this.#isLooking = true;
    this.#wantsLook = false;
    const window = this.#field.window();
    const isAged = this.#sight.wantsAge() && window.scale === 0 && this.#sight.states() === 2;
    const bytes = await this.#sight.engine.look(window, isAged);
    this.#isLooking = false;
    if (bytes) {
      this.#colour(window.scale, isAged);
      this.#field.isAged = isAged;
      this.#field.show(window, bytes);
      this.#sight.seen();
    }
    if (this.#wantsLook && !this.#sight.isOver()) this.refresh();
  }

  /** @param {number} scale @param {boolean} isAged */
  #colour(scale, isAged) {
    const meaning = { states: this.#sight.states(), scale, isAged };
    const token = (/** @type {string} */ name) => this.#field.token(name);
    const key = `${colouring(meaning)} ${token('--alive')}`;
    if (key === this.#coloured) return;
    this.#coloured = key;
    this.#field.setPalette(paletteOf(meaning, token));
  }
}
