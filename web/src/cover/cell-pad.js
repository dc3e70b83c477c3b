// @ts-check
/// A grid of cells to draw on, by pointer, touch or keys: a stroke inverts the first cell and sets
/// every cell that it crosses to the same state.

import { element } from '../page/element.js';

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class CellPad {
  element;
  #rows = 0;
  #columns = 0;
  /** @type {boolean[]} */ #cells = [];
  /** @type {HTMLElement[]} */ #shown = [];
  #cursor = 0;
  /** The stroke in progress: the value that it sets, and the cells before it. @type {{ value: boolean, before: boolean[] } | undefined} */ #stroke;
  #names;
  #changed;

  /**
   * @param {string} label
   * @param {[string, string]} names words for a cell that is on and off, such as `filled`
   * @param {(cells: boolean[]) => void} changed called after each stroke
   */
  constructor(label, names, changed) {
    this.#names = names;
    this.#changed = changed;
    this.element = element('div', { class: 'cell-pad', role: 'grid', 'aria-label': label, 'aria-multiselectable': 'true' });
    this.element.addEventListener('keydown', (event) => this.#key(event));
    this.element.addEventListener('pointerdown', (event) => {
      const at = this.#cellOf(event);
      if (at === undefined || event.button !== 0) return;
      event.preventDefault();
      this.element.setPointerCapture(event.pointerId);
      this.#stroke = { value: !this.#cells[at], before: [...this.#cells] };
      this.#set(at, this.#stroke.value);
      this.#moveTo(at);
    });
    this.element.addEventListener('pointermove', (event) => {
      const at = this.#stroke && this.#cellOf(event);
      if (at !== undefined && this.#stroke) this.#set(at, this.#stroke.value);
    });
    this.element.addEventListener('pointerup', () => {
      if (!this.#stroke) return;
      this.#stroke = undefined;
      this.#changed([...this.#cells]);
    });
    // A touch that scrolls the page draws nothing.
    this.element.addEventListener('pointercancel', () => {
      this.#stroke?.before.forEach((isOn, at) => this.#set(at, isOn));
      this.#stroke = undefined;
    });
  }

  /** @param {number} rows @param {number} columns @param {boolean[]} cells row by row */
  show(rows, columns, cells) {
    this.#cells = [...cells];
    if (rows !== this.#rows || columns !== this.#columns) {
      [this.#rows, this.#columns] = [rows, columns];
      this.#cursor = Math.min(this.#cursor, rows * columns - 1);
      this.#shown = Array.from({ length: rows * columns }, (_, at) => element('div', { role: 'gridcell', tabindex: at === this.#cursor ? '0' : '-1' }));
      this.element.style.setProperty('--columns', String(columns));
      this.element.style.setProperty('--rows', String(rows));
      this.element.replaceChildren(...Array.from({ length: rows }, (_, row) => element('div', { role: 'row' }, ...this.#shown.slice(row * columns, row * columns + columns))));
    }
    this.#cells.forEach((_, at) => this.#paint(at));
  }

  focus() { this.#shown[this.#cursor]?.focus(); }

  /** Returns the cell under a pointer, which may have left the cell where the stroke began. @param {PointerEvent} event */
  #cellOf({ clientX, clientY }) {
    const under = document.elementFromPoint(clientX, clientY);
    const at = under instanceof HTMLElement ? this.#shown.indexOf(under) : -1;
    return at < 0 ? undefined : at;
  }

  /** @param {number} at @param {boolean} isOn */
  #set(at, isOn) {
    this.#cells[at] = isOn;
    this.#paint(at);
  }

  /** @param {number} at */
  #paint(at) {
    const isOn = this.#cells[at];
    this.#shown[at].setAttribute('aria-selected', String(isOn));
    this.#shown[at].setAttribute('aria-label', `row ${Math.floor(at / this.#columns) + 1}, column ${at % this.#columns + 1}, ${this.#names[isOn ? 0 : 1]}`);
  }

  /** @param {number} at */
  #moveTo(at) {
    this.#shown[this.#cursor]?.setAttribute('tabindex', '-1');
    this.#cursor = at;
    this.#shown[at].setAttribute('tabindex', '0');
    this.#shown[at].focus();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) {
      const row = Math.min(Math.max(Math.floor(this.#cursor / this.#columns) + arrow[0], 0), this.#rows - 1);
      const column = Math.min(Math.max(this.#cursor % this.#columns + arrow[1], 0), this.#columns - 1);
      this.#moveTo(row * this.#columns + column);
    } else if (event.key === ' ' || event.key === 'Enter') {
      this.#set(this.#cursor, !this.#cells[this.#cursor]);
      this.#changed([...this.#cells]);
    } else {
      return;
    }
    event.preventDefault();
  }
}
