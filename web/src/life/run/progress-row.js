// @ts-check
/// A row that shows how far long work has got, with a Stop button.

import { button, element } from '../../page/element.js';

/** Work that takes longer shows its progress. */
const SHOW_AFTER_MS = 200;

export class ProgressRow {
  #text = element('span');
  #progress = element('progress', { max: '1', 'aria-label': 'Progress' });
  #stop = () => {};
  /** @type {HTMLElement} */ element = element('div', { class: 'row few', hidden: '' }, this.#text, this.#progress, button('Stop', () => this.#stop(), { class: 'quiet' }));
  #since = 0;

  /** Begins work, which is not shown before it has taken a while. @param {string} text @param {() => void} stop */
  begin(text, stop) {
    this.#since = performance.now();
    this.#text.textContent = text;
    this.#stop = stop;
    this.#progress.removeAttribute('value');
  }

  /** Shows the share that is done, from 0 to 1; returns whether the row is visible. @param {number} share */
  update(share) {
    if (performance.now() - this.#since < SHOW_AFTER_MS) return false;
    this.element.hidden = false;
    if (share > 0 && share <= 1) this.#progress.value = share;
    return true;
  }

  end() {
    this.element.hidden = true;
  }
}
