// @ts-check
/// The moves of a game as a list: the main line, and variations indented below the move that they
/// replace. Arrow keys move from move to move; variations can be promoted and deleted.

import { dialog } from '../page/dialog.js';
import { button, element } from '../page/element.js';
import { svgElement } from '../page/svg.js';
import { count } from '../page/words.js';
import { textOf } from './moves-text.js';
import { SIDES, moveText } from './sides.js';

/** @typedef {import('../engine/engine.js').Reviewed} Reviewed */
/** @typedef {import('./variations.js').Variations} Variations */

const MARKS = { best: '', inaccuracy: ' ?!', mistake: ' ?' };

/** The icons of the buttons that step through the moves. */
const ARROWS = {
  'First move': 'M6 5v14M18 5l-9 7l9 7z', 'Previous move': 'M16 5l-9 7l9 7z',
  'Next move': 'M8 5l9 7l-9 7z', 'Last move': 'M18 5v14M6 5l9 7l-9 7z',
};

/**
 * @typedef {object} Reader
 * @property {(line: string, count: number) => void} jump shows a line after this many of its moves
 * @property {(text: string) => Promise<{ at: number, text: string } | undefined>} enter plays moves given as text from the empty board; returns the first error and its position
 * @property {() => void} promote promotes the variation that is shown
 * @property {() => void} remove deletes it
 * @property {() => void} restore restores the variation that was deleted last
 * @property {(text: string) => void} say
 * @property {() => void} focusBoard
 */

/**
 * What the list shows: all lines, the position on the board, the number of moves that belong to the
 * puzzle itself, and the review of each position.
 * @typedef {{ variations: Variations, shown: string, start: number, isNarrow: boolean, markOf: (position: string) => Reviewed | undefined }} Shown
 */

export class Notation {
  #list = element('div', { class: 'lines', role: 'group', 'aria-label': 'Moves: use the arrow keys to step through them' });
  #arrows = Object.entries(ARROWS).map(([name, path], index) => {
    const made = button('', () => this.#go(index), { 'aria-label': name, title: name, class: 'arrow' });
    made.append(svgElement('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svgElement('path', { d: path })));
    return made;
  });
  #copy = button('Copy moves', () => this.#copyMoves(), { title: 'Copy the moves of this line' });
  #copyAll = button('Copy all', () => this.#copyGame(), { title: 'Copy the game with its variations as text', 'aria-label': 'Copy all variations' });
  #enter = button('Enter moves', () => this.#openEntry(), { title: 'Enter or paste moves' });
  #promote = button('Promote', () => this.#reader.promote(), { title: 'Promote this variation (P)', 'aria-label': 'Promote variation' });
  #remove = button('Delete', () => this.#reader.remove(), { title: 'Delete this variation (Delete)', 'aria-label': 'Delete variation' });
  #restore = button('Restore', () => this.#reader.restore(), { title: 'Restore the last deleted variation', 'aria-label': 'Restore variation' });
  /** The buttons for variations, once there are any. */ #edits = element('div', { class: 'tools edits', role: 'group', 'aria-label': 'Variation', hidden: '' }, this.#promote, this.#remove, this.#restore, this.#copyAll);
  /** @type {HTMLElement} */ element = element('div', { class: 'notation' }, this.#list, this.#edits, element('div', { class: 'tools' }, ...this.#arrows, this.#copy, this.#enter));
  /** @type {Shown | undefined} */ #shown;
  #reader;

  /** @param {Reader} reader */
  constructor(reader) {
    this.#reader = reader;
    this.#list.addEventListener('keydown', (event) => this.#key(event));
  }

  /** @param {Shown} shown */
  draw(shown) {
    this.#shown = shown;
    const focused = document.activeElement;
    const hadFocus = this.#list.contains(focused);
    const { variations, shown: now, start } = shown;
    const { lines } = variations;
    const isVariation = variations.isVariation(now);
    for (const edit of [this.#promote, this.#remove]) edit.setAttribute('aria-disabled', String(!isVariation));
    this.#restore.hidden = !variations.hasDeleted;
    this.#edits.hidden = lines.length < 2 && !variations.hasDeleted;
    this.#list.replaceChildren(...(lines.some((line) => line.length > start) ? [this.#branch(lines, start)] : [element('p', { class: 'about' }, 'Moves appear here. Take back a move and play another: both lines are kept.')]));
    const current = this.#list.querySelector('[aria-current]');
    // One tab stop: the current move, or the first one.
    const stop = current ?? this.#list.querySelector('button');
    if (stop instanceof HTMLElement) {
      stop.tabIndex = 0;
      if (hadFocus || (focused === this.#restore && this.#restore.hidden)) stop.focus();
      // Positions are measured in the next frame, which lays out the page anyway.
      requestAnimationFrame(() => this.#reveal(stop));
    }
    const isAt = [now.length <= start, now.length >= variations.line.length];
    this.#arrows.forEach((arrow, index) => arrow.setAttribute('aria-disabled', String(isAt[index >> 1])));
    this.#copy.setAttribute('aria-disabled', String(variations.line === ''));
  }

  /** Scrolls the list, but not the page, to a move. @param {HTMLElement} move */
  #reveal(move) {
    if (!move.isConnected) return;
    const [box, view] = [move.getBoundingClientRect(), this.#list.getBoundingClientRect()];
    if (box.top < view.top || box.bottom > view.bottom) this.#list.scrollTop += box.top - view.top - (view.height - box.height) / 2;
  }

  /**
   * Renders the moves of these lines after the first `from` moves, which they share. The first line
   * is the main line.
   * @param {string[]} lines
   * @param {number} from
   * @returns {HTMLElement}
   */
  #branch(lines, from) {
    const list = element('ol');
    const [main] = lines;
    let rest = lines;
    let isNumbered = true;
    for (let at = from; at < main.length; at += 1) {
      list.append(element('li', {}, this.#move(main.slice(0, at + 1), isNumbered)));
      isNumbered = false;
      const others = rest.filter((line) => line[at] !== main[at] && line.length > at);
      rest = rest.filter((line) => line[at] === main[at]);
      for (const letter of new Set(others.map((line) => line[at]))) {
        isNumbered = true;
        list.append(element('li', { class: 'variation' }, this.#branch(others.filter((line) => line[at] === letter), at)));
      }
    }
    // These variations continue after the end of the main line.
    rest = rest.filter((line) => line.length > main.length);
    for (const letter of new Set(rest.map((line) => line[main.length]))) {
      list.append(element('li', { class: 'variation' }, this.#branch(rest.filter((line) => line[main.length] === letter), main.length)));
    }
    return list;
  }

  /**
   * Creates the button for the last move of a position.
   * @param {string} position
   * @param {boolean} isNumbered whether its number is shown even if it is a move of O
   */
  #move(position, isNumbered) {
    const { shown, markOf, variations } = /** @type {Shown} */ (this.#shown);
    const reviewed = markOf(position);
    const made = button('', () => this.#jump(position), { tabindex: '-1', 'data-side': SIDES[(position.length - 1) % 2] });
    // Each pair of moves has a number, and so has the first move of a variation and the first one
    // after it.
    made.append(...moveText(position, isNumbered), reviewed ? MARKS[reviewed.mark] : '');
    if (reviewed) {
      made.dataset.mark = reviewed.mark;
      made.title = reviewed.text;
      made.append(element('span', { class: 'away' }, ` ${reviewed.text}`));
    }
    if (position === shown) made.setAttribute('aria-current', 'step');
    else if (variations.line.startsWith(position)) made.classList.add('present');
    return made;
  }

  /**
   * Shows a position, within the line that is shown if that line contains the position.
   * @param {string} position
   */
  #jump(position) {
    const { variations } = /** @type {Shown} */ (this.#shown);
    this.#reader.jump(variations.through(position), position.length);
  }

  /** Moves to the first, previous, next or last position of the line. @param {number} where from 0 */
  #go(where) {
    if (!this.#shown) return;
    const { variations, shown, start } = this.#shown;
    const { line } = variations;
    const count = [start, Math.max(start, shown.length - 1), Math.min(line.length, shown.length + 1), line.length][where];
    if (count !== shown.length) this.#reader.jump(line, count);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const where = ['Home', 'ArrowLeft', 'ArrowRight', 'End'].indexOf(event.key);
    if (where >= 0) this.#go(where);
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') this.#change(event.key === 'ArrowUp' ? -1 : 1);
    else if (event.key === 'Delete' || event.key === 'Backspace') this.#reader.remove();
    else if (event.key.toLowerCase() === 'p') this.#reader.promote();
    else return;
    event.preventDefault();
  }

  /**
   * Moves to the alternative to the current move in the next or previous line.
   * @param {number} step
   */
  #change(step) {
    if (!this.#shown) return;
    const { variations, shown } = this.#shown;
    const before = shown.slice(0, -1);
    const moves = [...new Set(variations.lines.filter((line) => line.startsWith(before) && line.length >= shown.length).map((line) => line.slice(0, shown.length)))];
    if (moves.length > 1) this.#jump(moves[(moves.indexOf(shown) + step + moves.length) % moves.length]);
  }

  async #copyMoves() {
    const line = this.#shown?.variations.line;
    if (!line) return;
    try {
      await navigator.clipboard.writeText(line);
      this.#reader.say(`${count(line.length, 'move')} copied: ${line}.`);
    } catch {
      // The field shows the moves, ready to copy by hand.
      this.#openEntry(line);
    }
  }

  /** Copies all lines in the format that *Enter moves* reads. */
  async #copyGame() {
    if (!this.#shown) return;
    const { variations, isNarrow } = this.#shown;
    const text = textOf(variations.lines, isNarrow);
    try {
      await navigator.clipboard.writeText(text);
      this.#reader.say(`Game copied with ${count(variations.lines.length - 1, 'variation')}.`);
    } catch {
      this.#openEntry(text);
    }
  }

  /** Opens the field for moves. @param {string} [text] */
  #openEntry(text = this.#shown?.shown ?? '') {
    const error = element('p', { class: 'entry-error', role: 'alert', id: 'entry-error' });
    const field = element('input', { type: 'text', id: 'entry', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', 'aria-describedby': 'entry-error' });
    field.value = text;
    field.addEventListener('input', () => { error.textContent = ''; field.removeAttribute('aria-invalid'); });
    const form = element('form', { class: 'entry' },
      element('label', { for: 'entry' }, 'Columns from the first move, such as 4453. Variations are in brackets: 445(2)3.'), field, error,
      element('div', { class: 'row few' }, element('button', { type: 'submit', class: 'main' }, 'Show position'), button('Cancel', () => made.close(), { class: 'quiet' })));
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const wrong = await this.#reader.enter(field.value);
      if (!wrong) return made.close();
      error.textContent = wrong.text;
      field.setAttribute('aria-invalid', 'true');
      field.focus();
      field.setSelectionRange(wrong.at, wrong.at + 1);
    });
    const made = dialog(this.element, 'Enter moves', [form], [], () => this.#reader.focusBoard());
    field.select();
  }
}
