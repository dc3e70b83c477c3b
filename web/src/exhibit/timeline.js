// @ts-check
/// The states of an exhibit over time. Each state that another one replaces can be restored by
/// *Undo*, and is an entry of the browser's history, so that Back returns to it and a reload keeps
/// it.
///
/// In text fields, Ctrl+Z reverts typing first. Text that has not changed since the last
/// replacement is reverted with the whole state.

import { button, element } from '../page/element.js';
import { isFirst, linkedLine } from '../page/link.js';
import { randomSeed } from '../page/random.js';

/**
 * A state with the message about the action that replaced it.
 * @template State
 * @typedef {{ state: State, what: string }} Replaced
 */

/**
 * An entry of the browser's history: its random key, the state, and the key of the first entry of
 * its visit. Entries that only lead to a place on the page belong to the visit of the previous
 * entry.
 * @template State
 * @typedef {{ key: number, visit: number, state: State }} Entry
 */

/** Maximum number of states that can be restored. */
const MAX = 50;

/** @template State a value that can be cloned */
export class Timeline {
  #host;
  #read;
  #show;
  /** @type {Replaced<State>[]} */ #undo = [];
  /** @type {Replaced<State>[]} */ #redo = [];
  /** The text of each field as it was last set. @type {Map<HTMLTextAreaElement, string>} */ #texts = new Map();
  #undoButton = button('Undo', () => this.undo(), { class: 'quiet' });
  #redoButton = button('Redo', () => this.redo(), { class: 'quiet' });
  /** The buttons, hidden until a state is replaced. */ element = element('div', { class: 'row few', hidden: '' }, this.#undoButton, this.#redoButton);
  /** Whether this element has entries in the browser's history. */ #hasEntries = false;
  /** The key of the entry that was shown last. */ #entry = 0;
  #visit = 0;
  #isMoving = false;
  /** The queue of replacements. @type {Promise<void>} */ #queue = Promise.resolve();

  /**
   * @param {HTMLElement & { kind: string, isPage: boolean }} host
   * @param {() => { state: State, link?: string } | undefined} read the current state, and the line
   *   that names it in a link, if that is short
   * @param {(state: State, message: string) => Promise<unknown>} show
   */
  constructor(host, read, show) {
    this.#host = host;
    this.#read = read;
    this.#show = show;
  }

  /** Listens for Back, Forward and the keys; returns the state from before a reload, if any. @returns {State | undefined} */
  connect() {
    this.#hasEntries = isFirst(this.#host);
    addEventListener('popstate', this.#followHistory);
    this.#keyScope.addEventListener('keydown', this.#key);
    const entry = this.#hasEntries ? this.#entryOf(history.state) : undefined;
    if (entry) [this.#entry, this.#visit] = [entry.key, entry.visit];
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

  /** Starts with the state that is shown first. */
  begin() {
    this.keepTexts();
    if (!this.#entryOf(history.state)) this.#write('new', this.#read(), true);
    this.record();
  }

  /** Stores the current state in the current entry of the browser's history. */
  record() {
    // A replacement in progress writes its own result.
    if (!this.#isMoving) this.#write('same', this.#read());
  }

  /**
   * Replaces the state, after replacements in progress. Undo and Back return to the previous state.
   * @param {string} what the action, such as `reset`
   * @param {() => Promise<unknown>} act resolves to whether the state was replaced
   * @param {'new' | 'followed'} [entry] `new` adds an entry to the browser's history, which has one
   *   already if a link was followed
   */
  replace(what, act, entry = 'new') {
    return this.#enqueue(async () => {
      const before = this.#read()?.state;
      this.keepTexts();
      if (await act()) this.#replaced(before, what, entry);
      else if (entry === 'followed') this.#write('new', this.#read());
    });
  }

  /** Performs a change that Undo reverts, but Back does not. @param {string} what @param {() => void} act */
  change(what, act) {
    const before = this.#read()?.state;
    this.keepTexts();
    act();
    this.#replaced(before, what, 'same');
  }

  /** @param {() => Promise<void>} act */
  #enqueue(act) {
    const done = this.#queue.then(async () => {
      this.#isMoving = true;
      try {
        await act();
      } finally {
        this.#isMoving = false;
      }
    });
    this.#queue = done.catch(() => {});
    return done;
  }

  /** Remembers the text of each field; Ctrl+Z reverts typing back to it. Called after the fields are set. */
  keepTexts() { this.#texts = new Map([...this.#host.querySelectorAll('textarea')].map((area) => [area, area.value])); }

  /** @param {State | undefined} before @param {string} what @param {'new' | 'followed' | 'same'} entry */
  #replaced(before, what, entry) {
    const now = this.#read();
    if (before === undefined || JSON.stringify(before) === JSON.stringify(now?.state)) {
      // A link to the current state can be followed twice.
      return this.#write(entry === 'followed' && !this.#entryOf(history.state) ? 'new' : 'same', now);
    }
    this.#undo = [...this.#undo, { state: before, what }].slice(-MAX);
    this.#redo = [];
    this.#update();
    if (entry === 'new') {
      this.#write('same', { state: before }, true);
      this.#write('new', now, false, true);
    } else {
      this.#write(entry === 'followed' ? 'new' : 'same', now);
    }
  }

  /**
   * Writes an entry of the browser's history. If the reader has meanwhile moved to an entry that is
   * not shown yet, that entry is left unchanged.
   * @param {'new' | 'same'} visit
   * @param {{ state: State, link?: string } | undefined} now
   * @param {boolean} [keepsAddress]
   * @param {boolean} [isPushed] whether the entry is added
   */
  #write(visit, now, keepsAddress = false, isPushed = false) {
    if (!this.#hasEntries || !now) return;
    const { kind, isPage } = this.#host;
    const linked = linkedLine(`1;${kind}`);
    const entry = this.#entryOf(history.state);
    // A new entry without a link leads to a place on the page.
    const isOwn = entry ? entry.key === this.#entry && visit === 'same' : visit === 'new' || linked === undefined;
    if (visit === 'new' || (isOwn && !entry)) this.#entry = randomSeed();
    if (visit === 'new') this.#visit = this.#entry;
    if (!isOwn && !isPushed) return;
    const address = new URL(location.href);
    if (!keepsAddress && linked !== now.link) {
      // Remove a link that no longer names the current state.
      if (linked !== undefined) address.hash = '';
      if (isPage && now.link) address.hash = now.link.replaceAll('%', '%25');
    }
    try {
      history[isPushed ? 'pushState' : 'replaceState']({ ...history.state, [kind]: { key: this.#entry, visit: this.#visit, state: now.state } }, '', address);
    } catch {
      // The browser limits the size and the rate of entries; a later attempt succeeds.
    }
  }

  undo() { return this.#enqueue(() => this.#move(this.#undo, 'Undone')); }
  redo() { return this.#enqueue(() => this.#move(this.#redo, 'Redone')); }

  /** @param {Replaced<State>[]} from @param {string} verb */
  async #move(from, verb) {
    const to = from === this.#undo ? this.#redo : this.#undo;
    const last = from.pop();
    const now = this.#read();
    if (!last || !now) return;
    to.push({ state: now.state, what: last.what });
    // Write immediately: the reader may leave this entry while the state is being opened.
    this.#write('same', { state: last.state }, true);
    await this.#show(last.state, `${verb}: ${last.what}.`);
    this.#update();
    this.#write('same', this.#read());
  }

  #update() {
    this.element.hidden = this.#undo.length + this.#redo.length === 0;
    for (const [made, verb, states] of /** @type {const} */ ([[this.#undoButton, 'Undo', this.#undo], [this.#redoButton, 'Redo', this.#redo]])) {
      made.setAttribute('aria-disabled', String(states.length === 0));
      made.title = states.length ? `${verb}: ${states[states.length - 1].what}` : '';
    }
  }

  /** Shows the state of an entry of the browser's history. @param {PopStateEvent} event */
  #followHistory = ({ state }) => {
    const entry = this.#entryOf(state);
    if (!this.#hasEntries || !entry) return;
    this.#enqueue(async () => {
      if (entry.visit === this.#visit) {
        this.#entry = entry.key;
        return this.#write('same', this.#read());
      }
      const before = this.#read()?.state;
      await this.#show(entry.state, '');
      [this.#entry, this.#visit] = [entry.key, entry.visit];
      this.#replaced(before, 'going back or forward', 'same');
    });
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
    // A replacement in progress can be undone when it is finished. A dialog has its own fields.
    if (!(this.#isMoving || (isRedo ? this.#redo : this.#undo).length) || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    if (isRedo) this.redo();
    else this.undo();
  };
}
