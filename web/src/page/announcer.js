// @ts-check
/// The status line of an element, and the live region that screen readers announce.

import { element } from './element.js';

export class Announcer {
  /** The visible status line. @type {HTMLElement} */ line = element('p', { class: 'said' });
  /** @type {HTMLElement} */ liveRegion = element('div', { class: 'away', role: 'status', 'aria-live': 'polite' });

  /**
   * Shows a message and announces it.
   * @param {string} text
   * @param {string} [spoken] what screen readers announce instead
   */
  say(text, spoken = text) {
    this.line.textContent = text;
    this.announce(spoken);
  }

  /** Announces text without showing it. @param {string} text */
  announce(text) {
    // Screen readers ignore unchanged text; the added space makes them announce a repeated message.
    if (text) this.liveRegion.textContent = text === this.liveRegion.textContent ? `${text}\u00a0` : text;
  }
}
