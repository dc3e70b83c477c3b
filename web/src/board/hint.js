// @ts-check
/// A hint in stages: where to look, which technique, which cells, the whole step. The player
/// decides how far to go.

import { button, element, linesOf } from '../page/element.js';
import { NARROW } from '../page/narrow.js';
import { drawingButton, hideDrawing } from './picture.js';

/** @typedef {import('../engine/engine.js').Hint} Hint */

/**
 * What the board marks while a hint is shown.
 * @typedef {Pick<Hint, 'cells' | 'removed' | 'target' | 'press'>} Marked
 */

/**
 * @typedef {object} Listener
 * @property {(hint: Hint) => void} step applies the step
 * @property {() => void} way requests all steps up to the next digit
 * @property {() => void} rewind undoes all moves from the mistake on
 * @property {() => void} close
 * @property {(text: string, isWhole: boolean) => void} shown called when a stage is shown
 */

export class HintPanel {
  /** @type {HTMLElement} */ element = element('div', { class: 'why', hidden: '' });
  /** @type {Hint | undefined} */ #hint;
  #stage = 0;
  #puzzle;
  #listener;

  /** @param {HTMLElement} puzzle @param {Listener} listener */
  constructor(puzzle, listener) {
    this.#puzzle = puzzle;
    this.#listener = listener;
  }

  /** What the board marks for the current stage. @returns {Marked | undefined} */
  get marked() {
    const stage = this.#hint?.stages[this.#stage];
    return stage ? { cells: stage.cells, removed: [], target: null, press: null } : this.#hint;
  }

  /** Whether the hint has further stages. */
  get hasMore() { return this.#hint !== undefined && this.#stage < this.#hint.stages.length; }

  /** Whether the whole hint is shown. */
  get isWhole() { return this.#hint !== undefined && !this.hasMore; }

  /** Whether the whole hint is shown and has a step to apply. */
  get isStep() { return this.isWhole && this.#hint?.acts === true; }

  /** Applies the step of the hint. */
  doStep() { if (this.#hint) this.#listener.step(this.#hint); }

  /** Moves the focus to the first button of the hint, which applies the step. */
  focusStep() {
    const first = this.element.querySelector('.row button');
    if (first instanceof HTMLElement) first.focus();
  }

  /** @param {Hint} hint @param {boolean} isWhole */
  show(hint, isWhole) {
    this.#hint = hint;
    this.#stage = isWhole ? hint.stages.length : 0;
    this.#paint();
  }

  /** Shows the next stage. */
  more() {
    this.#stage += 1;
    this.#paint();
  }

  /** Hides the hint. */
  clear() {
    this.#hint = undefined;
    this.element.hidden = true;
    hideDrawing(this.#puzzle);
  }

  #paint() {
    const hint = this.#hint;
    if (!hint) return;
    const stage = hint.stages[this.#stage];
    const hadFocus = this.element.contains(document.activeElement);
    const close = button('Close', () => this.#listener.close(), { class: 'quiet' });
    const row = element('div', { class: 'row few' });
    if (stage) {
      const all = button('Show all', () => {
        this.#stage = hint.stages.length;
        this.#paint();
      });
      row.append(button('Show more', () => this.more()), ...(this.#stage + 1 < hint.stages.length ? [all] : []), close);
      this.element.replaceChildren(element('div', { class: 'step' }, stage.text), row);
    } else {
      const lines = hint.text.split('\n');
      const drawing = (/** @type {number} */ index) => drawingButton(this.#puzzle, hint.pictures[index]);
      // The lines of a sequence are its steps; those of a single step are its sentences.
      const text = hint.isWay && lines.length > 1
        ? element('ol', {}, ...lines.map((line, index) => element('li', {}, line, ...drawing(index))))
        : element('div', { class: 'step' }, ...linesOf(hint.text, 'div'), ...drawing(0));
      if (hint.acts) row.append(button(hint.isWay ? 'Do these steps' : 'Do this step', () => this.#listener.step(hint)));
      if (hint.hasWay) row.append(button('All steps to the next digit', () => this.#listener.way()));
      if (hint.isMistake) row.append(button('Undo to before the mistake', () => this.#listener.rewind()));
      row.append(close);
      this.element.replaceChildren(element('b', {}, hint.title), text, row);
    }
    this.element.hidden = false;
    // Below a board, scrolling to the hint would hide the cells that it is about.
    if (!NARROW.matches) this.element.scrollIntoView({ block: 'nearest' });
    this.#listener.shown(stage?.text ?? `${hint.title}. ${hint.text}`, !stage);
    if (hadFocus) row.querySelector('button')?.focus();
  }
}
