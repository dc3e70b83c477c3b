// @ts-check
/// Code that is written where it stands in colours: a text area that cannot be seen over the same
/// text in colours, line by line.
///
/// What the colours are comes from an engine, a moment later. Until then what was typed stands
/// there plain, and all around it keeps its colours.

import { element } from '../page/element.js';

/** A class for each letter of the engine's answer. */
const CLASSES = /** @type {Record<string, string>} */ ({ c: 'comment', s: 'string', n: 'number', k: 'keyword', f: 'function', v: 'variable', o: 'constant', p: '' });

/** A class, and how many characters have it. @typedef {[string, number]} Piece */
/** Something about a place, both counted from 1. @typedef {{ line: number, column: number, isError: boolean, text: string }} Note */

/** Pieces as an engine tells them: `f3p1v1`. @param {string} told @returns {Piece[]} */
export const piecesOf = (told) => [...told.matchAll(/([a-z])(\d+)/g)].map(([, letter, length]) => [CLASSES[letter] ?? '', Number(length)]);

/** Pieces from one place to another. @param {Piece[]} pieces @param {number} from @param {number} to */
function cut(pieces, from, to) {
  /** @type {Piece[]} */
  const some = [];
  let at = 0;
  for (const [name, length] of pieces) {
    const inside = Math.min(at + length, to) - Math.max(at, from);
    if (inside > 0) some.push([name, inside]);
    at += length;
  }
  return some;
}

export class CodeField {
  #text;
  #shown = element('pre', { 'aria-hidden': 'true' });
  /** The text that is shown. */ #value = '';
  /** @type {Piece[]} */ #pieces = [];
  /** Lines as they are shown: their keys, to see which have changed. @type {string[]} */ #keys = [];
  /** @type {Map<number, Note>} */ #notes = new Map();

  /** @param {Record<string, string>} attributes of the text area @param {(text: string) => Promise<Piece[]>} colours */
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

  /** Puts in another text, so that the browser can take it back. @param {string} value */
  replace(value) {
    this.#text.focus();
    this.#text.select();
    if (!document.execCommand('insertText', false, value)) this.value = value;
  }

  /** Shows which lines something is said of. @param {Note[]} notes */
  note(notes) {
    this.#notes.clear();
    // Of several the worst.
    for (const note of notes) if (note.isError || !this.#notes.has(note.line)) this.#notes.set(note.line, note);
    [...this.#shown.children].forEach((line, at) => this.#mark(line, at));
  }

  /** @param {Element} line @param {number} at */
  #mark(line, at) {
    const note = this.#notes.get(at + 1);
    line.classList.toggle('wrong', note?.isError === true);
    line.classList.toggle('doubtful', note?.isError === false);
  }

  /** Goes to a place. @param {number} line @param {number} column */
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
    // Somebody may have typed on meanwhile.
    if (!pieces || text !== this.#text.value) return;
    this.#pieces = pieces;
    this.#show();
  }

  /** Shows a changed text at once: what is the same at both ends keeps its colours. @param {string} text */
  #keepColours(text) {
    const old = this.#value;
    const most = Math.min(old.length, text.length);
    let head = 0;
    while (head < most && old[head] === text[head]) head++;
    let tail = 0;
    while (tail < most - head && old[old.length - 1 - tail] === text[text.length - 1 - tail]) tail++;
    /** @type {Piece[]} */
    const middle = [['', text.length - head - tail]];
    this.#pieces = [...cut(this.#pieces, 0, head), ...middle, ...cut(this.#pieces, old.length - tail, old.length)];
    this.#value = text;
    this.#show();
  }

  /** Lines that have changed are made anew. */
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
    const most = Math.min(keys.length, this.#keys.length);
    let head = 0;
    while (head < most && keys[head] === this.#keys[head]) head++;
    let tail = 0;
    while (tail < most - head && keys[keys.length - 1 - tail] === this.#keys[this.#keys.length - 1 - tail]) tail++;
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
