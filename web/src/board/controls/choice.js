// @ts-check
/// What the next puzzle will be: a preset from the list, or a value on the kind's scale. The choice
/// is kept in the browser.

import { element } from '../../page/element.js';
import { loadStored, store } from '../../page/storage.js';

/**
 * What a kind can generate, as an engine lists it.
 * @typedef {{ presets?: { params: string, title: string }[], usual?: string, scale?: { title: string, prefix: string, values: string[] } }} Offer
 */

/** The value of the list's entry that shows the scale. */
const BY_SCALE = 'scale';

export class Choice {
  /** The list and, beside it, the scale. @type {HTMLElement} */ element;
  /** @type {HTMLSelectElement} */ #list = element('select');
  #slider = element('input', { type: 'range', min: '0', step: '1' });
  #value = element('output');
  #scaleRow = element('label', { class: 'scale', hidden: '' }, this.#slider, this.#value);
  /** @type {Offer['scale']} */ #scale;
  #key = '';

  /**
   * @param {string} label the name of the list
   * @param {() => void} changed called when the player has chosen something else
   */
  constructor(label, changed) {
    this.#list.setAttribute('aria-label', label);
    this.element = element('div', { class: 'row' }, element('span', { class: 'next', 'aria-hidden': 'true' }, 'Next:'), this.#list, this.#scaleRow);
    this.#list.addEventListener('change', () => {
      this.#show();
      changed();
    });
    this.#slider.addEventListener('input', () => this.#show());
    this.#slider.addEventListener('change', changed);
  }

  /**
   * Lists what a kind can generate, and selects what the player chose last.
   * @param {Offer} offer
   * @param {string} kind
   */
  fill({ presets = [], usual = '', scale }, kind) {
    this.#key = `preset:${kind}`;
    this.#scale = scale;
    this.#list.replaceChildren(...presets.map(({ params, title }) => element('option', { value: params }, title)));
    if (scale) {
      this.#list.append(element('option', { value: BY_SCALE }, `By ${scale.title}`));
      this.#slider.max = String(scale.values.length - 1);
      this.#slider.value = String(Math.floor(scale.values.length / 3));
      this.#slider.setAttribute('aria-label', scale.title);
    }
    const last = loadStored(this.#key);
    const at = scale && last?.startsWith(scale.prefix) ? scale.values.indexOf(last.slice(scale.prefix.length)) : -1;
    if (at >= 0) this.#slider.value = String(at);
    this.#list.value = at >= 0 ? BY_SCALE : last ?? usual;
    if (this.#list.selectedIndex < 0) this.#list.value = usual;
    if (this.#list.selectedIndex < 0) this.#list.selectedIndex = 0;
    this.#show();
  }

  /** The parameters of the next puzzle. */
  get params() { return this.#isOnScale && this.#scale ? this.#scale.prefix + this.#at : this.#list.value; }

  /** The choice in words, without the remark in brackets. */
  get name() { return this.#isOnScale ? `rating ${this.#at}` : (this.#list.selectedOptions[0]?.textContent ?? '').replace(/ \(.*/, '').toLowerCase(); }

  get #isOnScale() { return this.#list.value === BY_SCALE; }

  /** The value that the slider is at. */
  get #at() { return this.#scale?.values[Number(this.#slider.value)] ?? ''; }

  #show() {
    this.#scaleRow.hidden = !this.#isOnScale;
    this.#value.textContent = this.#at;
    this.#slider.setAttribute('aria-valuetext', this.#at);
    if (this.params) store(this.#key, this.params);
  }
}
