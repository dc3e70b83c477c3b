// @ts-check
/// A row that shows the progress of long work, with a Stop button.

import { button, element } from '../../page/element.js';

/** Milliseconds after which work shows its progress. */
const SHOW_AFTER_MS = 200;

export class ProgressRow {
  #text = element('span');
  #progress = element('progress', { max: '1', 'aria-label': 'Progress' });
  #stop = () => {};
  /** @type {HTMLElement} */ element = element('div', { class: 'row few', hidden: '' }, this.#text, this.#progress, button('Stop', () => this.#stop(), { class: 'quiet' }));
  #since = 0;

  /** Begins work; the row appears only if the work takes a while. @param {string} text @param {() => void} stop */
  begin(text, stop) {
    this.#since = performance.now();
    this.#text.textContent = text;
    this.#stop = stop;
    this.#progress.removeAttribute('value');
  }

  /** Shows the completed fraction, from 0 to 1; returns whether the row is visible. @param {number} share */
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
