// @ts-check
/// The choice of the state that drawing sets, under rules with more than two states.

import { element } from '../../page/element.js';

export class Pen {
  #field;
  element = element('select', { 'aria-label': 'Drawing state', hidden: '' });

  /** @param {import('../field.js').Field} field */
  constructor(field) {
    this.#field = field;
    this.element.addEventListener('change', () => { field.pen = Number(this.element.value); });
  }

  /** Offers the states of a rule. @param {number} states */
  show(states) {
    const living = states - 1;
    if (this.element.options.length !== living) {
      this.element.replaceChildren(...Array.from({ length: living }, (_, at) => element('option', { value: String(at + 1) }, `State ${at + 1}`)));
      this.#field.pen = 1;
    }
    this.element.hidden = living < 2 || !this.#field.isDrawing;
  }
}
