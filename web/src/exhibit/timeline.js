// @ts-check
/// The states of an exhibit over time. Each state that another one replaces can be brought back by
/// *Undo*, and is an entry of the browser's history, so that Back returns to it and a reload keeps
/// it.
///
/// In text fields, Ctrl+Z reverts typing first. A text that is as the last replacement left it goes
/// back with the whole state.

import { button, element } from '../page/element.js';
import { isFirst, linkedLine } from '../page/link.js';

/**
 * A state with the message about the action that replaced it.
 * @template State
 * @typedef {{ state: State, what: string }} Replaced
 */

/**
 * An entry of the browser's history: the state, and the number of the visit that it belongs to.
 * Entries that only lead to a place on the page belong to the same visit.
 * @template State
 * @typedef {{ visit: number, state: State }} Entry
 */

/** Maximum number of states that can be brought back. */
const MAX = 50;

/** @template State a value that can be cloned */
export class Timeline {
  #host;
  #read;
  #show;
  /** @type {Replaced<State>[]} */ #undo = [];
  /** @type {Replaced<State>[]} */ #redo = [];
  /** The texts of the fields after the last replacement. @type {Map<HTMLTextAreaElement, string>} */ #texts = new Map();
  #undoButton = button('Undo', () => this.undo(), { class: 'quiet' });
  #redoButton = button('Redo', () => this.redo(), { class: 'quiet' });
  /** The buttons, hidden until a state is replaced. */ element = element('div', { class: 'row few', hidden: '' }, this.#undoButton, this.#redoButton);
  /** Whether this element has entries in the browser's history. */ #hasEntries = false;
  #visit = Date.now();

  /**
   * @param {HTMLElement & { kind: string, isPage: boolean }} host
   * @param {() => { state: State, link?: string } | undefined} read the present state, and the line
   *   that names it in a link, if that is short
   * @param {(state: State, message: string) => Promise<unknown>} show
   */
  constructor(host, read, show) {
    this.#host = host;
    this.#read = read;
    this.#show = show;
  }

  /** Listens for Back, Forward and the keys; returns the state that a reload left. @returns {State | undefined} */
  connect() {
    this.#hasEntries = isFirst(this.#host);
    addEventListener('popstate', this.#followHistory);
    this.#keyScope.addEventListener('keydown', this.#key);
    const entry = this.#hasEntries ? this.#entryOf(history.state) : undefined;
    this.#visit = entry?.visit ?? this.#visit;
    return entry?.state;
  }

  disconnect() {
    removeEventListener('popstate', this.#followHistory);
    this.#keyScope.removeEventListener('keydown', this.#key);
  }

  /** @returns {Pick<HTMLElement, 'addEventListener' | 'removeEventListener'>} */
  get #keyScope() { return this.#host.isPage ? document.documentElement : this.#host; }

  /** @param {any} state of the browser's history @returns {Entry<State> | undefined} */
  #entryOf(state) { return state?.[this.#host.kind]; }

  /** The present state, to be passed to `replaced` after another one is shown. */
  now() { return this.#read()?.state; }

  /** Stores the present state in the current entry of the browser's history. */
  record() { this.#write('replaceState', this.#read()); }

  /**
   * Makes the state before a replacement available to Undo and to Back.
   * @param {State | undefined} before
   * @param {string} what what replaced it, such as `reset`
   * @param {'new' | 'followed' | 'same'} [entry] `new` adds an entry to the browser's history, which
   *   has one already if a link was followed; `same` is for changes to which Back does not return
   */
  replaced(before, what, entry = 'new') {
    this.#texts = new Map([...this.#host.querySelectorAll('textarea')].map((area) => [area, area.value]));
    const now = this.#read();
    if (before === undefined || JSON.stringify(before) === JSON.stringify(now?.state)) return this.record();
    this.#undo = [...this.#undo, { state: before, what }].slice(-MAX);
    this.#redo = [];
    this.#update();
    if (entry === 'new') this.#write('replaceState', { state: before }, true);
    if (entry !== 'same') this.#visit = Date.now();
    this.#write(entry === 'new' ? 'pushState' : 'replaceState', now);
  }

  /** @param {'pushState' | 'replaceState'} method @param {{ state: State, link?: string } | undefined} now @param {boolean} [keepsAddress] */
  #write(method, now, keepsAddress = false) {
    if (!this.#hasEntries || !now) return;
    const { kind, isPage } = this.#host;
    const address = new URL(location.href);
    if (!keepsAddress && linkedLine(`1;${kind}`) !== now.link) {
      // A link that no longer names what is shown is removed.
      if (linkedLine(`1;${kind}`) !== undefined) address.hash = '';
      if (isPage && now.link) address.hash = now.link.replaceAll('%', '%25');
    }
    try {
      history[method]({ ...history.state, [kind]: { visit: this.#visit, state: now.state } }, '', address);
    } catch {
      // The browser limits the size and the rate of entries; a later one succeeds.
    }
  }

  undo() { return this.#move(this.#undo, this.#redo, 'Undone'); }
  redo() { return this.#move(this.#redo, this.#undo, 'Redone'); }

  /** @param {Replaced<State>[]} from @param {Replaced<State>[]} to @param {string} verb */
  async #move(from, to, verb) {
    const last = from.pop();
    const now = this.now();
    if (!last || now === undefined) return;
    to.push({ state: now, what: last.what });
    await this.#show(last.state, `${verb}: ${last.what}.`);
    this.#texts = new Map([...this.#host.querySelectorAll('textarea')].map((area) => [area, area.value]));
    this.#update();
    this.record();
  }

  #update() {
    this.element.hidden = this.#undo.length + this.#redo.length === 0;
    for (const [made, verb, states] of /** @type {const} */ ([[this.#undoButton, 'Undo', this.#undo], [this.#redoButton, 'Redo', this.#redo]])) {
      made.setAttribute('aria-disabled', String(states.length === 0));
      made.title = states.length ? `${verb}: ${states[states.length - 1].what}` : '';
    }
  }

  /** Shows the state of an entry of the browser's history. @param {PopStateEvent} event */
  #followHistory = async ({ state }) => {
    const entry = this.#entryOf(state);
    if (!this.#hasEntries || !entry) return;
    if (entry.visit === this.#visit) return this.record();
    const before = this.now();
    await this.#show(entry.state, '');
    this.#visit = entry.visit;
    this.replaced(before, 'going back or forward', 'same');
  };

  /** @param {Event} event */
  #key = (event) => {
    if (!(event instanceof KeyboardEvent) || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
    if (!isRedo && key !== 'z') return;
    const { target } = event;
    const isText = target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && /^(text|search|number)$/.test(target.type));
    if (isText && !(target instanceof HTMLTextAreaElement && this.#texts.get(target) === target.value)) return;
    // A dialog has its own fields.
    if (!(isRedo ? this.#redo : this.#undo).length || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    if (isRedo) this.redo();
    else this.undo();
  };
}
