// @ts-check
/// `<gridlore-live>`: a button that keeps a part of the page up to date by fetching the page every
/// few seconds. Without scripts there is no button.

import { freshPart } from './part.js';

/** Milliseconds between two updates. */
const INTERVAL_MS = 5000;

class Live extends HTMLElement {
  /** @type {HTMLButtonElement | undefined} */ #button;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #next;

  connectedCallback() {
    if (this.#button) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button';
    button.textContent = 'Live';
    button.title = 'Update this page every 5 seconds';
    button.setAttribute('aria-pressed', 'false');
    button.addEventListener('click', () => {
      const isOn = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', String(isOn));
      clearTimeout(this.#next);
      if (isOn) this.#update();
    });
    this.#button = button;
    this.append(button);
  }

  disconnectedCallback() {
    clearTimeout(this.#next);
  }

  /** Updates the part of the page and schedules the next update; a hidden page is not updated. */
  async #update() {
    if (!document.hidden) {
      const part = this.getAttribute('part-of-page') ?? '';
      const fresh = await freshPart(location.href, part);
      const shown = document.querySelector(part);
      // Without an answer (signed out, or no server) the page stays, marked as out of date.
      this.toggleAttribute('stale', !fresh);
      if (fresh && shown && fresh.innerHTML !== shown.innerHTML) shown.replaceChildren(...fresh.childNodes);
    }
    if (this.isConnected && this.#button?.getAttribute('aria-pressed') === 'true') this.#next = setTimeout(() => this.#update(), INTERVAL_MS);
  }
}

customElements.define('gridlore-live', Live);
