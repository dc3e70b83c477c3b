// @ts-check
/// The row with the generation, the engine and the population. Large numbers are shortened;
/// pressing one copies all its digits, and hovering over it or focusing it shows them.

import { button, element } from '../../page/element.js';
import { number } from '../../page/words.js';
import { readable } from '../readable.js';

/** A number that can be copied, with a word before or after it. */
class Figure {
  #value = '0';
  #write;
  element;

  /**
   * @param {string} what the name of the number
   * @param {(shown: string) => string} write
   * @param {(text: string) => void} say
   */
  constructor(what, write, say) {
    this.#write = write;
    this.element = button('', async () => {
      const isCopied = await (navigator.clipboard?.writeText(this.#value) ?? Promise.reject()).then(() => true, () => false);
      say(`${what} ${number(BigInt(this.#value))}${isCopied ? ' copied' : ''}.`);
    }, { class: 'figure' });
    // Hidden until its first number: before that, it has no label.
    this.element.hidden = true;
  }

  /** @param {string} value its digits @param {string} [more] added to the title */
  show(value, more = '') {
    this.#value = value;
    this.element.hidden = false;
    const exact = number(BigInt(value));
    const text = this.#write(readable(value));
    if (this.element.textContent !== text) this.element.textContent = text;
    this.element.title = `${exact}${more}; press to copy`;
    // The style sheet shows all digits when the button has the focus.
    if (text.includes(exact)) delete this.element.dataset.exact;
    else this.element.dataset.exact = exact;
  }

  get text() { return this.element.textContent ?? ''; }
}

export class StatusRow {
  #generation;
  #population;
  /** @type {HTMLElement} */ #engine = element('span', { title: 'Engine in use: HashLife for long jumps, the tile engine for short steps' });
  element;
  isEmpty = false;

  /** @param {(text: string) => void} say */
  constructor(say) {
    this.#generation = new Figure('Generation', (shown) => `generation ${shown}`, say);
    this.#population = new Figure('Population', (shown) => `${shown} alive`, say);
    this.element = element('div', { class: 'status' }, this.#generation.element, this.#engine, this.#population.element);
  }

  /** The population in words, such as `36 alive`. */
  get population() { return this.#population.text; }

  /** @param {string} generation @param {string | undefined} engine */
  showGeneration(generation, engine) {
    this.#generation.show(generation);
    this.#engine.textContent = engine === 'hash' ? 'HashLife' : 'tile engine';
  }

  /** @param {string} population @param {[number, number, number, number] | null} bounds */
  showPopulation(population, bounds) {
    this.isEmpty = population === '0';
    const [west, north, east, south] = bounds ?? [0, 0, 0, 0];
    this.#population.show(population, bounds ? `; bounding box ${readable(BigInt(east) - BigInt(west) + 1n)} by ${readable(BigInt(south) - BigInt(north) + 1n)} cells` : '');
  }
}
