// @ts-check
/// The data that the browser stores about a pattern: its saved line, the steps of undo and redo,
/// its notes, and its entry in the list of games.

import { dropLink } from '../../page/link.js';
import { loadStored, store } from '../../page/storage.js';
import { Entry } from './entry.js';
import { UndoSteps } from './undo-steps.js';
import { NO_NOTES, notesOf, withNotes } from '../label/notes.js';

/** @typedef {import('../label/notes.js').Notes} Notes */

/** The longest saved line in the browser's storage, in characters. */
const MAX_STORED = 500_000;
/** The name under which the history of the last edited pattern is stored. */
const HISTORY = 'life:history';

export class PatternMemory {
  /** @type {Notes} */ #notes = NO_NOTES;
  #history = new UndoSteps();
  #hasNewSteps = false;
  /** The saved line of the current state. @type {string | undefined} */ #line;
  /** Whether the pattern came with a link and has not been changed: it is not stored. */ #isBorrowed = false;
  #entry;
  #home;
  #engine;
  #notesChanged;
  /** When the pattern was last saved. */ savedAt = 0;

  /**
   * @param {() => string} home the id that the page gives the element
   * @param {import('../life-engine.js').LifeEngine} engine
   * @param {() => import('../life-engine.js').World | undefined} world
   * @param {() => void} notesChanged called when the notes have changed
   * @param {(error: unknown) => void} failed
   */
  constructor(home, engine, world, notesChanged, failed) {
    this.#home = home;
    this.#engine = engine;
    this.#notesChanged = notesChanged;
    this.#entry = new Entry(home, engine, world, (max) => this.lineOf(max), () => this.#notes.name, failed);
  }

  // ---- notes ------------------------------------------------------------------------------------

  get notes() { return this.#notes; }

  /** Replaces the notes. @param {Notes} notes */
  note(notes) {
    this.#notes = notes;
    this.#notesChanged();
  }

  // ---- saving -----------------------------------------------------------------------------------

  /** Returns the saved line of the current state, or the reason why there is none. @param {number} max its maximum length */
  async lineOf(max) {
    const { text, error } = await this.#engine.ask(`line ${max}`);
    const line = text && withNotes(text, this.#notes);
    return line && line.length > max ? { error: 'the labels are too long for a link; save the pattern as a file instead' } : { text: line, error };
  }

  /** Stores the current state as the state before the next step. */
  async keep() {
    this.#line = (await this.lineOf(MAX_STORED)).text;
  }

  /** Records the current state, and stores it in the browser unless it came with a link. */
  async save() {
    this.savedAt = Date.now();
    await this.keep();
    if (this.#isBorrowed) return;
    store(this.#name, this.#line);
    if (!this.#hasNewSteps) return;
    this.#hasNewSteps = false;
    store(HISTORY, JSON.stringify({ home: this.#home(), ...this.#history.text(), entries: this.#entry.replacements() }));
  }

  get #name() { return `at:${this.#home()}`; }

  /**
   * Returns the line that was stored in an earlier visit, if any. Undo continues with the steps of
   * that visit. With a link, the reader's own pattern is the step before the linked one.
   * @param {boolean} hasLink
   */
  resume(hasLink) {
    const line = loadStored(this.#name);
    const stored = this.#storedHistory();
    if (hasLink && line) stored.past = [...(Array.isArray(stored.past) ? stored.past : []), [line, 'replacement']];
    this.#history.restore(hasLink ? { past: stored.past } : stored, notesOf);
    if (line) this.#entry.resume(stored.entries, hasLink);
    if (hasLink) this.#isBorrowed = true;
    return line;
  }

  /** Returns the history that an earlier visit stored. @returns {{ past?: unknown, future?: unknown, entries?: unknown }} */
  #storedHistory() {
    try {
      const stored = JSON.parse(loadStored(HISTORY) ?? '{}');
      return stored.home === this.#home() ? stored : {};
    } catch {
      return {};
    }
  }

  /** Makes a linked pattern the reader's own after the first change: a reload must not bring the link back. */
  adopt() {
    this.#isBorrowed = false;
    dropLink('life');
  }

  // ---- steps ------------------------------------------------------------------------------------

  get canUndo() { return this.#history.canUndo; }
  get canRedo() { return this.#history.canRedo; }

  /** Records a step that the engine has added to its history. @param {import('./undo-steps.js').Kind} [kind] */
  stepped(kind = 'moment') {
    this.#history.add({ line: this.#line, notes: this.#notes, kind });
    this.#hasNewSteps = true;
    this.#entry.pushed();
  }

  /** Records a step that changed the pattern. */
  edited() {
    this.stepped('edit');
    this.touched();
  }

  /** Records a change within a step. */
  touched() {
    if (!this.#notes.isEdited) this.note({ ...this.#notes, isEdited: true });
    this.#entry.changed();
  }

  /**
   * Records a step that replaced the pattern.
   * @param {Notes} notes of the new one
   * @param {boolean} [isOwn] whether the reader brought it
   * @param {boolean} [isBorrowed] whether it came with a link
   */
  replaced(notes, isOwn = false, isBorrowed = false) {
    this.#history.add({ line: this.#line, notes: this.#notes, kind: 'replacement' });
    this.#hasNewSteps = true;
    this.#isBorrowed = isBorrowed;
    this.#entry.replaced();
    this.note(notes);
    if (isOwn) this.#entry.changed();
  }

  /**
   * Takes one step back or forward, here and in the engine. If the engine has forgotten the state,
   * the result has a `line` from which to restore it.
   * @param {'undo' | 'redo'} way
   */
  async move(way) {
    const step = this.#history.move(way, { line: this.#line, notes: this.#notes });
    if (!step) return {};
    const { isInEngine, line, kind, notes } = step;
    const answer = isInEngine ? await this.#engine.ask(way) : {};
    if (isInEngine && !answer.reached && !line) {
      // The engine failed: nothing has changed.
      this.#history.move(way === 'undo' ? 'redo' : 'undo', step);
      return { answer };
    }
    this.#hasNewSteps = true;
    if (way === 'undo') this.#entry.undone();
    else this.#entry.redone();
    this.note(notes);
    return answer.reached ? { answer, kind } : { line, kind };
  }

  /** Undoes the last step, which then cannot be redone. */
  async revert() {
    const { answer } = await this.move('undo');
    this.#history.dropFuture();
    return answer ?? {};
  }

  /** Updates the entry in the list of games if a change is pending. */
  flush() { return this.#entry.flush(); }
  /** Updates the entry before another pattern replaces this one. */
  leave() { return this.#entry.leave(); }
  update() { return this.#entry.update(); }
  close() { this.#entry.close(); }
}
