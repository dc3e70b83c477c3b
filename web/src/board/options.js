// @ts-check
/// What a player prefers, the same on every board, kept in the browser: how mistakes are shown, and
/// how much a hint tells at first.

import { element } from '../page/element.js';
import { keep, kept } from '../page/keep.js';

/** Each with its name, what it is for people, and its values with theirs; the first is the usual one. @type {[string, string, [string, string][]][]} */
const CHOICES = [
  ['mistakes', 'Mistakes', [['clashes', 'Show what clashes'], ['solution', 'Show wrong digits at once'], ['none', 'Show none until I check']]],
  ['hints', 'Hints begin with', [['place', 'where to look'], ['whole', 'the whole step']]],
];

export class Options {
  /** @type {HTMLElement} */ element = element('details', { class: 'keys options' }, element('summary', {}, 'Options'));

  /** @param {() => void} changed */
  constructor(changed) {
    for (const [name, title, values] of CHOICES) {
      const select = element('select', {}, ...values.map(([value, text]) => element('option', { value }, text)));
      select.value = this.#value(name);
      select.addEventListener('change', () => {
        keep(`option:${name}`, select.value);
        changed();
      });
      this.element.append(element('label', {}, `${title} `, select));
    }
  }

  /** @param {string} name */
  #value(name) {
    const values = CHOICES.find(([known]) => known === name)?.[2] ?? [];
    const value = kept(`option:${name}`);
    return values.some(([known]) => known === value) ? value ?? '' : values[0][0];
  }

  /** `clashes`, `solution` or `none`. */
  get mistakes() { return this.#value('mistakes'); }
  /** `place` or `whole`. */
  get hints() { return this.#value('hints'); }
}
