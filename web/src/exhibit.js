// @ts-check
/// What elements have in common that show something by an id and are not boards of a game: they wake up when they are nearly in sight, follow links, and tell what happens.

import { element } from './element.js';

export class Exhibit extends HTMLElement {
  /** @type {HTMLElement} */ said = element('p', { class: 'said' });
  /** @type {HTMLElement} */ heard = element('div', { class: 'away', role: 'status', 'aria-live': 'polite' });

  /** A post may hold many: each wakes up when it is nearly in sight. */
  #wakes = new IntersectionObserver(([entry]) => {
    if (!entry.isIntersecting) return;
    this.#wakes.disconnect();
    this.wake();
  }, { rootMargin: '400px' });

  #hidden = () => { if (document.hidden) this.rest(); };
  #following = () => {
    const line = this.sharedLine();
    if (line) this.follow(line);
  };

  /** The id that the page has put here. */
  get home() { return this.getAttribute('game') ?? `${this.kind}#1`; }
  /** Its kind of id. */
  get kind() { return this.localName.slice('gridlore-'.length); }

  connectedCallback() {
    addEventListener('hashchange', this.#following);
    document.addEventListener('visibilitychange', this.#hidden);
    if (!this.querySelector('.side')) this.build();
    this.#wakes.observe(this);
  }

  disconnectedCallback() {
    removeEventListener('hashchange', this.#following);
    document.removeEventListener('visibilitychange', this.#hidden);
    this.#wakes.disconnect();
    this.rest();
  }

  // ---- what each kind does -----------------------------------------------------------------------------------------

  /** Makes what one can do, `.side` around it. */
  build() {}
  /** Comes alive. */
  wake() {}
  /** Goes where a link leads. @param {string} _line */
  follow(_line) {}
  /** Nobody looks any more. */
  rest() {}

  // ---- what all do -------------------------------------------------------------------------------------------------

  /** The line in the address, such as `1;cover:seven;5`; it belongs to the first of its kind on the page. */
  sharedLine() {
    let text = '';
    try {
      text = decodeURIComponent(location.hash.slice(1));
    } catch {
      // Not an address of ours.
    }
    const isOurs = text.startsWith(`1;${this.kind}:`) || text.startsWith(`1;${this.kind}#`);
    return isOurs && document.querySelector(this.localName) === this ? text : undefined;
  }

  /** Copies a link that leads back here. @param {string} line @param {string} what what it leads to, in words */
  async copyLink(line, what) {
    const address = new URL(location.href);
    address.hash = line;
    try {
      await navigator.clipboard.writeText(address.href);
      this.say(`The link to this ${what} is copied.`);
    } catch {
      history.replaceState(null, '', address);
      this.say(`The address of this page now leads to this ${what}.`);
    }
  }

  /** It can't come alive: what stood here stays, and nothing that does nothing. @param {string} text */
  giveUp(text) {
    this.querySelector('.side')?.replaceChildren(element('p', { class: 'said', role: 'alert' }, text));
  }

  /** @param {string} text @param {string} [heard] what a screen reader hears of it */
  say(text, heard = text) {
    this.said.textContent = text;
    // The same words once more are heard once more.
    if (heard) this.heard.textContent = heard === this.heard.textContent ? `${heard}\u00a0` : heard;
  }
}
