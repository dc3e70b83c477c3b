// @ts-check
/// The indicator for a slow request: a message and a Stop button.

import { button, element } from '../page/element.js';

/** Milliseconds before a running request shows the indicator. */
const SHOW_AFTER_MS = 200;

export class BusyIndicator {
  /** @type {HTMLElement} */ element = element('div', { class: 'row few', hidden: '' });
  /** The controller of the current request. @type {AbortController | undefined} */ #current;
  #onFocusLost;

  /** @param {() => void} [onFocusLost] called before the indicator hides while its button has the focus */
  constructor(onFocusLost = () => {}) {
    this.#onFocusLost = onFocusLost;
  }

  /**
   * Runs a request that the Stop button or `stop` itself can abort.
   * @template T
   * @param {AbortController} stop
   * @param {(signal: AbortSignal) => Promise<T>} act
   * @param {string} [text]
   */
  async during(stop, act, text = 'Working…') {
    this.#current = stop;
    const slow = setTimeout(() => this.show(stop, text), SHOW_AFTER_MS);
    try {
      return await act(stop.signal);
    } finally {
      clearTimeout(slow);
      // A later request may have started meanwhile.
      if (this.#current === stop) {
        this.#current = undefined;
        this.#hide();
      }
    }
  }

  /**
   * Shows the indicator until the next request of `during` ends.
   * @param {AbortController} stop
   * @param {string} [text]
   */
  show(stop, text = '') {
    // The button may still be visible when the next request has begun; it then also stops that
    // request.
    const end = () => [stop, this.#current].forEach((controller) => controller?.abort(new Error('stopped')));
    this.element.replaceChildren(...(text ? [element('span', {}, text)] : []), button('Stop', end, { class: 'quiet' }));
    this.element.hidden = false;
  }

  #hide() {
    if (this.element.contains(document.activeElement)) this.#onFocusLost();
    this.element.hidden = true;
  }
}
