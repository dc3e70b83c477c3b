// @ts-check
/// `<gridlore-live>`: a button that keeps a part of the page as new as the server's, asking for the
/// page anew every few seconds. Without scripts it is not there.

import { freshPart } from './part.js';

/** Milliseconds between two looks. */
const EVERY = 5000;

class Live extends HTMLElement {
  /** @type {HTMLButtonElement | undefined} */ #button;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #next;

  connectedCallback() {
    if (this.#button) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button';
    button.textContent = 'Live';
    button.title = 'Keep this as new as the log';
    button.setAttribute('aria-pressed', 'false');
    button.addEventListener('click', () => {
      const isOn = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', String(isOn));
      clearTimeout(this.#next);
      if (isOn) this.#look();
    });
    this.#button = button;
    this.append(button);
  }

  disconnectedCallback() {
    clearTimeout(this.#next);
  }

  /** Takes what the server has by now, and looks again after a while; a page that nobody sees waits. */
  async #look() {
    if (!document.hidden) {
      const part = this.getAttribute('part-of-page') ?? '';
      const there = await freshPart(location.href, part);
      const here = document.querySelector(part);
      // Signed out, or no server: what is here stays, and the button says that it is old.
      this.toggleAttribute('stale', !there);
      if (there && here && there.innerHTML !== here.innerHTML) here.replaceChildren(...there.childNodes);
    }
    if (this.isConnected && this.#button?.getAttribute('aria-pressed') === 'true') this.#next = setTimeout(() => this.#look(), EVERY);
  }
}

customElements.define('gridlore-live', Live);
