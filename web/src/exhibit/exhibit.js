// @ts-check
/// What elements have in common that show something by an id and are not boards of a game: they
/// wake up when they are nearly in sight, follow links, and tell what happens.

import { element } from '../page/element.js';
import { copyLink, isFirst, linkedLine } from '../page/link.js';
import { Voice } from '../page/voice.js';

export class Exhibit extends HTMLElement {
  #voice = new Voice();
  /** The line that is read. */
  get said() { return this.#voice.said; }
  /** What a screen reader hears. */
  get heard() { return this.#voice.heard; }

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

  // ---- what each kind does ----------------------------------------------------------------------

  /** Makes what one can do, `.side` around it. */
  build() {}
  /** Comes alive. */
  wake() {}
  /** Goes where a link leads. @param {string} _line */
  follow(_line) {}
  /** Nobody looks any more. */
  rest() {}

  // ---- what all do ------------------------------------------------------------------------------

  /** The line in the address, such as `1;cover:seven;5`; it belongs to the first of its kind on the page. */
  sharedLine() {
    return isFirst(this) ? linkedLine(`1;${this.kind}:`, `1;${this.kind}#`) : undefined;
  }

  /** Copies a link that leads back here. @param {string} line @param {string} what what it leads to, in words */
  async copyLink(line, what) {
    this.say(await copyLink(line, what));
  }

  /** It can't come alive: what stood here stays, and nothing that does nothing. @param {string} text */
  giveUp(text) {
    this.querySelector('.side')?.replaceChildren(element('p', { class: 'said', role: 'alert' }, text));
  }

  /** @param {string} text @param {string} [heard] what a screen reader hears of it */
  say(text, heard = text) { this.#voice.say(text, heard); }
}
