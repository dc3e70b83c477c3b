// @ts-check
/// A code editor with syntax highlighting: a text area with transparent text over the same text in
/// colours, line by line.
///
/// The engine computes the colours, with a short delay. Until they arrive, typed text is plain and
/// the text around it keeps its colours.

import { element } from '../page/element.js';

/** The class for each letter of the engine's answer. */
const CLASSES = /** @type {Record<string, string>} */ ({ c: 'comment', s: 'string', n: 'number', k: 'keyword', f: 'function', v: 'variable', o: 'constant', p: '' });

/** A class and the number of characters that have it. @typedef {[string, number]} Piece */
/**
 * A message about a place; line and column are counted from 1.
 * @typedef {{ line: number, column: number, isError: boolean, text: string }} Note
 */

/**
 * Parses pieces in the engine's notation, such as `f3p1v1`.
 * @param {string} text
 * @returns {Piece[]}
 */
export const piecesOf = (text) => [...text.matchAll(/([a-z])(\d+)/g)].map(([, letter, length]) => [CLASSES[letter] ?? '', Number(length)]);

/**
 * Returns the pieces between two offsets.
 * @param {Piece[]} pieces
 * @param {number} from
 * @param {number} to
 */
function cut(pieces, from, to) {
  /** @type {Piece[]} */
  const part = [];
  let at = 0;
  for (const [name, length] of pieces) {
    const inside = Math.min(at + length, to) - Math.max(at, from);
    if (inside > 0) part.push([name, inside]);
    at += length;
  }
  return part;
}

export class CodeField {
  #text;
  #shown = element('pre', { 'aria-hidden': 'true' });
  /** The highlighted text. */ #value = '';
  /** @type {Piece[]} */ #pieces = [];
  /** A key for each line that is shown, to find the lines that have changed. @type {string[]} */ #keys = [];
  /** @type {Map<number, Note>} */ #notes = new Map();

  /**
   * @param {Record<string, string>} attributes of the text area
   * @param {(text: string) => Promise<Piece[]>} colours
   */
  constructor(attributes, colours) {
    this.colours = colours;
    this.#text = element('textarea', { spellcheck: 'false', autocapitalize: 'none', autocomplete: 'off', autocorrect: 'off', wrap: 'off', rows: '1', ...attributes });
    this.#text.addEventListener('input', () => this.#paint());
    this.root = element('div', { class: 'code-field' }, this.#shown, this.#text);
  }

  get text() { return this.#text; }
  get value() { return this.#text.value; }
  set value(value) {
    this.#text.value = value;
    this.#paint();
  }

  /** Replaces the text in a way that the browser's undo can revert. @param {string} value */
  replace(value) {
    this.#text.focus();
    this.#text.select();
    if (!document.execCommand('insertText', false, value)) this.value = value;
  }

  /** Marks the lines of these messages. @param {Note[]} notes */
  setNotes(notes) {
    this.#notes.clear();
    // An error takes precedence over a warning on the same line.
    for (const note of notes) if (note.isError || !this.#notes.has(note.line)) this.#notes.set(note.line, note);
    [...this.#shown.children].forEach((line, at) => this.#mark(line, at));
  }

  /** @param {Element} line @param {number} at */
  #mark(line, at) {
    const note = this.#notes.get(at + 1);
    line.classList.toggle('wrong', note?.isError === true);
    line.classList.toggle('doubtful', note?.isError === false);
  }

  /** Moves the cursor to a place. @param {number} line @param {number} column */
  goTo(line, column) {
    const before = this.value.split('\n').slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    const rest = [...this.value.slice(before).split('\n')[0]].slice(0, column - 1).join('').length;
    this.#text.focus();
    this.#text.setSelectionRange(before + rest, before + rest);
    this.#shown.children[line - 1]?.scrollIntoView({ block: 'nearest' });
  }

  async #paint() {
    const text = this.#text.value;
    this.#keepColours(text);
    const pieces = await this.colours(text).catch(() => undefined);
    // The text may have changed meanwhile.
    if (!pieces || text !== this.#text.value) return;
    this.#pieces = pieces;
    this.#show();
  }

  /**
   * Shows changed text immediately: its unchanged start and end keep their colours.
   * @param {string} text
   */
  #keepColours(text) {
    const old = this.#value;
    const shorter = Math.min(old.length, text.length);
    let head = 0;
    while (head < shorter && old[head] === text[head]) head++;
    let tail = 0;
    while (tail < shorter - head && old[old.length - 1 - tail] === text[text.length - 1 - tail]) tail++;
    /** @type {Piece[]} */
    const middle = [['', text.length - head - tail]];
    this.#pieces = [...cut(this.#pieces, 0, head), ...middle, ...cut(this.#pieces, old.length - tail, old.length)];
    this.#value = text;
    this.#show();
  }

  /** Rebuilds the lines that have changed. */
  #show() {
    /** @type {Piece[][]} */
    const lines = [[]];
    let at = 0;
    for (const [name, length] of this.#pieces) {
      this.#value.slice(at, at + length).split('\n').forEach((part, index) => {
        if (index > 0) lines.push([]);
        if (part) lines[lines.length - 1].push([name, part.length]);
      });
      at += length;
    }
    const texts = this.#value.split('\n');
    const keys = texts.map((text, line) => `${(lines[line] ?? []).join(' ')} ${text}`);
    const shorter = Math.min(keys.length, this.#keys.length);
    let head = 0;
    while (head < shorter && keys[head] === this.#keys[head]) head++;
    let tail = 0;
    while (tail < shorter - head && keys[keys.length - 1 - tail] === this.#keys[this.#keys.length - 1 - tail]) tail++;
    const made = texts.slice(head, texts.length - tail).map((text, index) => this.#line(text, lines[head + index] ?? []));
    const after = this.#shown.children[this.#keys.length - tail] ?? null;
    for (let line = head; line < this.#keys.length - tail; line++) this.#shown.children[head].remove();
    for (const line of made) this.#shown.insertBefore(line, after);
    this.#keys = keys;
    if (this.#notes.size) [...this.#shown.children].forEach((line, index) => this.#mark(line, index));
  }

  /** @param {string} text @param {Piece[]} pieces */
  #line(text, pieces) {
    let at = 0;
    const parts = pieces.map(([name, length]) => {
      const part = text.slice(at, at += length);
      return name ? element('span', { class: name }, part) : part;
    });
    return element('span', { class: 'line' }, ...parts, '\n');
  }
}
