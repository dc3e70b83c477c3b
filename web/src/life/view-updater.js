// @ts-check
/// Keeps the field up to date: requests the visible window from the engine, one request at a time,
/// and sets the colours.

import { colouring, paletteOf } from './colours.js';

/**
 * @typedef {object} Source
 * @property {import('./life-engine.js').LifeEngine} engine
 * @property {() => number} states the number of states of a cell
 * @property {() => boolean} wantsAge whether cells are coloured by age
 * @property {() => boolean} isOver whether the element was removed from the page
 * @property {() => void} updated called when the field shows a new window
 * @property {(error: unknown) => void} failed
 */

export class ViewUpdater {
  #field;
  #source;
  #isUpdating = false;
  #needsUpdate = false;
  /** The key of the palette in use. */ #paletteKey = '';

  /** @param {import('./field.js').Field} field @param {Source} source */
  constructor(field, source) {
    this.#field = field;
    this.#source = source;
    field.onViewChange = () => this.refresh();
    field.onColoursChange = () => {
      this.#paletteKey = '';
      this.refresh();
    };
  }

  /** Starts an update; if one is running, another follows it. */
  refresh() {
    if (this.#isUpdating) {
      this.#needsUpdate = true;
      return;
    }
    this.update().catch((error) => this.#source.failed(error));
  }

  /** Returns the bytes of the visible window, and whether they are ages. */
  async #bytes() {
    const window = this.#field.window();
    const isAged = this.#source.wantsAge() && window.scale === 0 && this.#source.states() === 2;
    return { window, isAged, bytes: await this.#source.engine.bytesOf(window, isAged) };
  }

  /** Fetches, shows and returns the visible window. */
  async update() {
    this.#isUpdating = true;
    this.#needsUpdate = false;
    const { window, isAged, bytes } = await this.#bytes();
    this.#isUpdating = false;
    if (bytes) {
      this.#colour(window.scale, isAged);
      this.#field.isAged = isAged;
      this.#field.show(window, bytes);
      this.#source.updated();
    }
    if (this.#needsUpdate && !this.#source.isOver()) this.refresh();
    return { window, isAged, bytes };
  }

  /** Sets the palette if it has changed. @param {number} scale @param {boolean} isAged */
  #colour(scale, isAged) {
    const meaning = { states: this.#source.states(), scale, isAged };
    const token = (/** @type {string} */ name) => this.#field.token(name);
    const key = `${colouring(meaning)} ${token('--alive')}`;
    if (key === this.#paletteKey) return;
    this.#paletteKey = key;
    this.#field.setPalette(paletteOf(meaning, token));
  }
}
