// @ts-check
/// What a page shows while a request takes its time: that it is running, and a way to stop it.

import { button, element } from '../page/element.js';

/** A request that takes longer than this shows that it is running. */
const PATIENCE_MS = 300;

export class Patience {
  /** @type {HTMLElement} */ element = element('div', { class: 'row few', hidden: '' });
  /** @type {AbortController | undefined} */ #stop;
  #left;

  /** @param {() => void} [left] called before the buttons vanish while one of them has the focus */
  constructor(left = () => {}) {
    this.#left = left;
  }

  /** Runs something that Stop, or `stop` itself, ends. @template T @param {AbortController} stop @param {(signal: AbortSignal) => Promise<T>} act */
  async during(stop, act) {
    this.#stop = stop;
    const slow = setTimeout(() => this.show(stop, 'Working…'), PATIENCE_MS);
    try {
      return await act(stop.signal);
    } finally {
      clearTimeout(slow);
      // Another request may have begun meanwhile.
      if (this.#stop === stop) this.#hide();
    }
  }

  /** Shows that something is running until the next request of `during` ends. @param {AbortController} stop @param {string} [text] */
  show(stop, text = '') {
    this.element.replaceChildren(...(text ? [element('span', {}, text)] : []), button('Stop', () => stop.abort(new Error('stopped')), { class: 'quiet' }));
    this.element.hidden = false;
  }

  #hide() {
    if (this.element.contains(document.activeElement)) this.#left();
    this.element.hidden = true;
  }
}
