// @ts-check
/// The choice of the next puzzle: a preset from the list, a value on the kind's scale, or a size.
/// It is stored in the browser.

import { element } from '../../page/element.js';
import { loadStored, store } from '../../page/storage.js';

/**
 * What a kind can generate, as an engine lists it.
 * @typedef {{ presets?: { params: string, title: string }[], usual?: string, scale?: { title: string, prefix: string, values: string[] }, sizes?: { title: string, prefix: string, min: number, max: number } }} Offer
 */

/** The value of the list entry that shows the scale. */
const BY_SCALE = 'scale';
/** The value of the list entry that shows the sizes. */
const BY_SIZE = 'size';
/** The number of columns and rows before the player chooses. */
const USUAL_SIDE = 9;

export class Choice {
  /** The list and, next to it, the scale or the sizes. @type {HTMLElement} */ element;
  /** @type {HTMLSelectElement} */ #list = element('select');
  #slider = element('input', { type: 'range', min: '0', step: '1' });
  #value = element('output');
  #scaleRow = element('label', { class: 'scale', hidden: '' }, this.#slider, this.#value);
  #columns = element('select', { 'aria-label': 'Columns' });
  #rows = element('select', { 'aria-label': 'Rows' });
  #sizeRow = element('div', { class: 'size', hidden: '' }, this.#columns, element('span', { 'aria-hidden': 'true' }, '×'), this.#rows);
  /** @type {Offer['scale']} */ #scale;
  /** @type {Offer['sizes']} */ #sizes;
  #key = '';

  /**
   * @param {string} label the name of the list
   * @param {() => void} changed called when the player has changed the choice
   */
  constructor(label, changed) {
    this.#list.setAttribute('aria-label', label);
    this.element = element('div', { class: 'row' }, element('span', { class: 'next', 'aria-hidden': 'true' }, 'Next:'), this.#list, this.#scaleRow, this.#sizeRow);
    for (const list of [this.#list, this.#columns, this.#rows]) {
      list.addEventListener('change', () => {
        this.#show();
        changed();
      });
    }
    this.#slider.addEventListener('input', () => this.#show());
    this.#slider.addEventListener('change', changed);
  }

  /**
   * Lists what a kind can generate, and selects what the player chose last.
   * @param {Offer} offer
   * @param {string} kind
   */
  fill({ presets = [], usual = '', scale, sizes }, kind) {
    this.#key = `preset:${kind}`;
    this.#scale = scale;
    this.#sizes = sizes;
    this.#list.replaceChildren(...presets.map(({ params, title }) => element('option', { value: params }, title)));
    if (scale) {
      this.#list.append(element('option', { value: BY_SCALE }, `By ${scale.title}`));
      this.#slider.max = String(scale.values.length - 1);
      this.#slider.value = String(Math.floor(scale.values.length / 3));
      this.#slider.setAttribute('aria-label', scale.title);
    }
    const last = loadStored(this.#key);
    const [columns, rows] = this.#fillSizes(presets.some(({ params }) => params === last) ? undefined : last);
    const at = scale && last?.startsWith(scale.prefix) ? scale.values.indexOf(last.slice(scale.prefix.length)) : -1;
    if (at >= 0) this.#slider.value = String(at);
    this.#list.value = at >= 0 ? BY_SCALE : columns && rows ? BY_SIZE : last ?? usual;
    if (this.#list.selectedIndex < 0) this.#list.value = usual;
    if (this.#list.selectedIndex < 0) this.#list.selectedIndex = 0;
    this.#show();
  }

  /** Lists the sizes; returns the last choice if it was a size. @param {string | undefined} last */
  #fillSizes(last) {
    const sizes = this.#sizes;
    if (!sizes) return [];
    this.#list.append(element('option', { value: BY_SIZE }, sizes.title));
    const chosen = last?.startsWith(sizes.prefix) ? /^(\d+),(\d+)$/.exec(last.slice(sizes.prefix.length))?.slice(1) ?? [] : [];
    const isOffered = chosen.length > 0 && chosen.every((side) => Number(side) >= sizes.min && Number(side) <= sizes.max);
    [this.#columns, this.#rows].forEach((list, index) => {
      const sides = Array.from({ length: sizes.max - sizes.min + 1 }, (_, step) => String(sizes.min + step));
      list.replaceChildren(...sides.map((side) => element('option', { value: side }, side)));
      list.value = isOffered ? chosen[index] : String(USUAL_SIDE);
    });
    return isOffered ? chosen : [];
  }

  /** The parameters of the next puzzle. */
  get params() {
    if (this.#isBySize && this.#sizes) return `${this.#sizes.prefix}${this.#columns.value},${this.#rows.value}`;
    return this.#isOnScale && this.#scale ? this.#scale.prefix + this.#at : this.#list.value;
  }

  /** The choice in words, without the remark in brackets. */
  get name() { return this.#isBySize ? `${this.#columns.value} by ${this.#rows.value}` : this.#isOnScale ? `rating ${this.#at}` : (this.#list.selectedOptions[0]?.textContent ?? '').replace(/ \(.*/, '').toLowerCase(); }

  /** The lowest and the highest rating that the choice names. @returns {[number, number] | undefined} */
  get range() {
    const [, low, high] = /SE ([\d.]+) to ([\d.]+)/.exec(this.#list.selectedOptions[0]?.textContent ?? '') ?? [];
    return low ? [Number(low), Number(high)] : undefined;
  }

  /** Chooses the option with this name, if it is offered. @param {string | undefined} name */
  choose(name) {
    const before = [this.#list.value, this.#slider.value, this.#columns.value, this.#rows.value];
    const [, columns, rows] = /^(\d+) by (\d+)$/.exec(name ?? '') ?? [];
    const at = this.#scale?.values.indexOf(/^rating (.*)$/.exec(name ?? '')?.[1] ?? '') ?? -1;
    if (at >= 0) this.#slider.value = String(at);
    if (columns) [this.#columns.value, this.#rows.value] = [columns, rows];
    for (const { value } of this.#list.options) {
      this.#list.value = value;
      if (this.name === name) return this.#show();
    }
    [this.#list.value, this.#slider.value, this.#columns.value, this.#rows.value] = before;
  }

  get #isOnScale() { return this.#list.value === BY_SCALE; }

  get #isBySize() { return this.#list.value === BY_SIZE; }

  /** The current value of the slider. */
  get #at() { return this.#scale?.values[Number(this.#slider.value)] ?? ''; }

  #show() {
    this.#scaleRow.hidden = !this.#isOnScale;
    this.#sizeRow.hidden = !this.#isBySize;
    this.#value.textContent = this.#at;
    this.#slider.setAttribute('aria-valuetext', this.#at);
    if (this.params) store(this.#key, this.params);
  }
}
