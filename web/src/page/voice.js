// @ts-check
/// What an element says: a line to read, and what a screen reader hears.

import { element } from './element.js';

export class Voice {
  /** @type {HTMLElement} */ said = element('p', { class: 'said' });
  /** @type {HTMLElement} */ heard = element('div', { class: 'away', role: 'status', 'aria-live': 'polite' });

  /** Shows a message and has it read out. @param {string} text @param {string} [heard] what a screen reader hears of it */
  say(text, heard = text) {
    this.said.textContent = text;
    this.hear(heard);
  }

  /** Has a text read out that is not shown. @param {string} text */
  hear(text) {
    // The same words once more are heard once more.
    if (text) this.heard.textContent = text === this.heard.textContent ? `${text}\u00a0` : text;
  }
}
