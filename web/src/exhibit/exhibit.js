// @ts-check
/// The base element of exhibits: elements that show something named by an id but are not game
/// boards. They start when they are nearly in view, open links and report events.

import { element, isForControl } from '../page/element.js';
import { copyLink, isFirst, linkedLine } from '../page/link.js';
import { Announcer } from '../page/announcer.js';

export class Exhibit extends HTMLElement {
  #announcer = new Announcer();
  /** The visible status line. */
  get statusLine() { return this.#announcer.line; }
  /** The live region that screen readers announce. */
  get liveRegion() { return this.#announcer.liveRegion; }

  /** Starts the element when it is nearly in view: a post can contain many. */
  #observer = new IntersectionObserver(([entry]) => {
    if (!entry.isIntersecting) return;
    this.#observer.disconnect();
    this.start();
  }, { rootMargin: '400px' });

  #visibilityChanged = () => { if (document.hidden) this.suspend(); };
  #left = () => this.suspend();
  /** @type {(event: Event) => void} */ #help = (event) => {
    if (!(event instanceof KeyboardEvent) || event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isForControl(event)) return;
    event.preventDefault();
    this.showShortcuts();
  };
  #followLink = () => {
    const line = this.sharedLine();
    // Back and Forward return to a state of the timeline.
    if (line && !history.state?.[this.kind]) this.openLink(line);
  };

  /** The id that the page gives this element. */
  get home() { return this.getAttribute('game') ?? `${this.kind}#1`; }
  /** The kind in its ids. */
  get kind() { return this.localName.slice('gridlore-'.length); }
  /** Whether the page shows only this exhibit. */
  get isPage() { return this.previousElementSibling?.classList.contains('titlebar') ?? false; }

  connectedCallback() {
    this.lang = 'en';
    addEventListener('hashchange', this.#followLink);
    document.addEventListener('visibilitychange', this.#visibilityChanged);
    addEventListener('pagehide', this.#left);
    (this.isPage ? document.documentElement : this).addEventListener('keydown', this.#help);
    if (!this.querySelector('.side')) this.build();
    this.#observer.observe(this);
  }

  disconnectedCallback() {
    removeEventListener('hashchange', this.#followLink);
    document.removeEventListener('visibilitychange', this.#visibilityChanged);
    removeEventListener('pagehide', this.#left);
    this.#observer.disconnect();
    for (const scope of [document.documentElement, this]) scope.removeEventListener('keydown', this.#help);
    this.suspend();
  }

  // ---- overridden by each kind ------------------------------------------------------------------

  /** Builds the controls, inside an element of class `side`. */
  build() {}
  /** Loads the engine and becomes interactive. */
  start() {}
  /** Opens the state that a link names. @param {string} _line */
  openLink(_line) {}
  /** Shows the keyboard shortcuts: by default, expands their list. */
  showShortcuts() {
    const [summary] = [...this.querySelectorAll('details > summary')].filter((found) => found.textContent === 'Keyboard shortcuts' && found.checkVisibility());
    if (!(summary instanceof HTMLElement)) return;
    summary.parentElement?.setAttribute('open', '');
    summary.focus();
  }
  /** Pauses: the page is hidden, or the element was removed. */
  suspend() {}

  // ---- shared -----------------------------------------------------------------------------------

  /**
   * Returns the saved line in the address, such as `1;cover:seven;5`; only the first element of its
   * kind on the page uses it.
   */
  sharedLine() {
    return isFirst(this) ? linkedLine(`1;${this.kind}:`, `1;${this.kind}#`) : undefined;
  }

  /**
   * Copies a link to the current state.
   * @param {string} line
   * @param {string} what noun for what the link opens
   */
  async copyLink(line, what) {
    this.say(await copyLink(line, what));
  }

  /** Replaces the controls with an error message; the static content stays. @param {string} text */
  showFailure(text) {
    this.querySelector('.side')?.replaceChildren(element('p', { class: 'said', role: 'alert' }, text));
  }

  /**
   * Shows a message and announces it.
   * @param {string} text
   * @param {string} [spoken] what screen readers announce instead
   */
  say(text, spoken = text) { this.#announcer.say(text, spoken); }
}
