// @ts-check
/// The buttons that choose what the pointer does.

import { button, element } from '../../page/element.js';

/** @typedef {'move' | 'draw' | 'select' | 'label'} Mode */

/** @type {[Mode, string, string][]} */
const MODES = [['move', 'Move', 'Drag to move the view (M)'], ['draw', 'Draw', 'Draw cells (D)'], ['select', 'Select', 'Select cells to copy, turn or delete (S)'],
  ['label', 'Label', 'Add labels, and change or move them (L)']];

export class Modes {
  /** @type {Mode} */ mode = 'move';
  #buttons;
  #label;
  /** @type {HTMLElement} */ row;

  /** @param {(mode: Mode) => void} choose */
  constructor(choose) {
    this.#buttons = MODES.map(([mode, text, title]) => button(text, () => choose(mode), { title, 'aria-pressed': String(mode === this.mode) }));
    this.#label = this.#buttons[MODES.length - 1];
    this.row = element('div', { class: 'row pens', role: 'group', 'aria-label': 'What the pointer does' }, ...this.#buttons);
  }

  /** @param {Mode} mode */
  show(mode) {
    this.mode = mode;
    this.#buttons.forEach((shown, at) => shown.setAttribute('aria-pressed', String(MODES[at][0] === mode)));
  }

  /** Puts the button for labels where there is room for it. @param {HTMLElement | undefined} other `undefined` for the row of modes */
  place(other) {
    if (other) other.prepend(this.#label);
    else this.row.append(this.#label);
  }
}
