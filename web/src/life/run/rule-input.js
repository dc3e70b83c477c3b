// @ts-check
/// The field for the rule, with the known rules as suggestions.

import { element } from '../../page/element.js';
import { labelled } from '../../page/panel.js';

/** The number of fields so far: each has a list of suggestions with its own id. */
let made = 0;

export class RuleInput {
  #id = `life-rules-${++made}`;
  #input = element('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none', 'aria-label': 'Rule', list: this.#id });
  #known = element('datalist', { id: this.#id });
  rows = [labelled('Rule', this.#input), this.#known];

  /** @param {(rule: string) => unknown} set */
  constructor(set) {
    this.#input.addEventListener('change', () => set(this.#input.value));
  }

  /** Sets the suggestions. @param {import('../life-engine.js').Named[]} rules */
  fill(rules) {
    this.#known.replaceChildren(...rules.map(({ name, title, about }) => element('option', { value: name }, `${title}: ${about}`)));
  }

  /** Shows the rule of the pattern, unless the reader is typing another one. @param {string} rule */
  show(rule) {
    if (document.activeElement !== this.#input) this.#input.value = rule;
  }
}
