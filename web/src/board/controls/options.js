// @ts-check
/// The player's options, stored in the browser and shared by all boards: how mistakes are shown,
/// how much a hint shows at first, how digits are entered, the colours, and where the keys are.

import { element } from '../../page/element.js';
import { loadStored, store } from '../../page/storage.js';

/**
 * Each option: its key, its label, and its values with their labels; the first value is the
 * default.
 * @type {[string, string, [string, string][]][]}
 */
const CHOICES = [
  ['mistakes', 'Mistakes', [['clashes', 'Show clashes only'], ['solution', 'Show wrong digits immediately'], ['none', 'Hide until I press Check']]],
  ['hints', 'Hints start with', [['place', 'Where to look'], ['whole', 'The whole step']]],
  ['entry', 'Entry', [['cell', 'Cells first, then a digit'], ['digit', 'A digit first, then cells']]],
  ['tab', 'Tab key on the board', [['leave', 'Goes to the next control'], ['pen', 'Selects the next entry mode (to leave the board, press Escape, then Tab)']]],
  ['scheme', 'Colours', [['system', 'Same as the system'], ['light', 'Light'], ['dark', 'Dark']]],
  ['bars', 'Title bar', [['keep', 'Folds away in full screen and in short windows'], ['fold', 'Folds away while I play']]],
  ['digits', 'Keypad starts with', [['one', '1 2 3'], ['seven', '7 8 9, as on a keyboard']]],
  ['hand', 'Controls', [['right', 'Right of the board'], ['left', 'Left of the board']]],
];

export class Options {
  /** @type {HTMLElement} */ element = element('div', { class: 'options' });

  /** @param {() => void} changed */
  constructor(changed) {
    for (const [name, title, values] of CHOICES) {
      const select = element('select', {}, ...values.map(([value, text]) => element('option', { value }, text)));
      select.value = this.#value(name);
      select.addEventListener('change', () => {
        store(`option:${name}`, select.value);
        document.dispatchEvent(new Event('gridlore:scheme'));
        changed();
      });
      this.element.append(element('label', {}, `${title} `, select));
    }
  }

  /** @param {string} name */
  #value(name) {
    const values = CHOICES.find(([known]) => known === name)?.[2] ?? [];
    const value = loadStored(`option:${name}`);
    return values.some(([known]) => known === value) ? value ?? '' : values[0][0];
  }

  /** `clashes`, `solution` or `none`. */
  get mistakes() { return this.#value('mistakes'); }
  /** `keep` or `fold`. */
  get bars() { return this.#value('bars'); }
  /** `one` or `seven`. */
  get digits() { return this.#value('digits'); }
  /** `right` or `left`. */
  get hand() { return this.#value('hand'); }
  /** `cell` or `digit`. */
  get entry() { return this.#value('entry'); }
  /** `leave` or `pen`. */
  get tab() { return this.#value('tab'); }
  /** `place` or `whole`. */
  get hints() { return this.#value('hints'); }
}
