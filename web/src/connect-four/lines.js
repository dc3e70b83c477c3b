// @ts-check
/// The engine lines: the best columns, each with its result and the best play of both sides to the
/// end of the game. Arrow keys move from move to move; Enter shows the position.

import { button, element } from '../page/element.js';
import { count as counted } from '../page/words.js';
import { SIDES, moveText, resultIn } from './sides.js';
import { movesOf } from './variations.js';

/** @typedef {import('../engine/engine.js').Game} Game */
/** @typedef {import('./scoring.js').Scoring} Scoring */

/**
 * @typedef {object} Host
 * @property {(position: string) => void} show shows the position after a move of a line
 * @property {(text: string) => void} say
 * @property {() => void} focusBoard
 */

/**
 * A line: its first column, the result in words, and its moves. Until the result is exact,
 * only the first move is known.
 * @typedef {{ press: number, result: string, title: string, moves: string }} Row
 */

export class EngineLines {
  #host;
  #list = element('ol', { 'aria-label': 'Engine lines: use the arrow keys to step through the moves and Enter to show the position' });
  /** @type {HTMLElement} */ element = element('div', { class: 'engine', hidden: '' }, this.#list);
  /** A key for the drawn lines. */ #drawn = '';
  /** The position whose lines are drawn. @type {string | undefined} */ #position;
  /** The columns whose lines are expanded. @type {Set<string>} */ #unfolded = new Set();
  /** Whether the best line is announced as soon as it is known. */ #isAwaited = false;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    this.#list.addEventListener('keydown', (event) => this.#key(event));
    // The tab stop follows the focus.
    this.#list.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof HTMLButtonElement) || target.closest('.unfold')) return;
      for (const one of this.#moves()) one.tabIndex = one === target ? 0 : -1;
    });
    new ResizeObserver(() => this.#measure()).observe(this.#list);
  }

  /** Announces the best line as soon as it is known. */
  announce() {
    this.#isAwaited = true;
  }

  /**
   * @param {Game} game
   * @param {Scoring | undefined} scoring what is known about the position; `undefined` hides the lines
   * @param {number} count
   */
  draw(game, scoring, count) {
    this.element.hidden = !scoring;
    if (!scoring) {
      this.#drawn = '';
      this.#position = undefined;
      if (this.#list.contains(document.activeElement)) this.#host.focusBoard();
      this.#list.replaceChildren();
      return;
    }
    const { shown } = movesOf(game);
    // The player asked about another position.
    if (this.#position !== undefined && this.#position !== shown) this.#isAwaited = false;
    this.#position = shown;
    const { scores, lines } = scoring.of(game);
    const isOver = game.side === undefined;
    const rows = scoring.best(game, count).map((press) => {
      const title = scores.get(press)?.text ?? '';
      const isKnown = title !== '' && title !== 'not known yet';
      return { press, title, result: isKnown ? resultIn(title, shown.length) : scoring.isSearching ? '…' : 'not known', moves: lines.get(press) ?? game.presses[press].name };
    });
    this.#sayBest(game, rows, scoring);
    const drawn = JSON.stringify([shown, isOver, rows]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const focused = document.activeElement instanceof HTMLElement && this.#list.contains(document.activeElement) ? document.activeElement : undefined;
    const { position: kept, column } = focused?.dataset ?? {};
    this.#list.replaceChildren(...(isOver ? [element('li', { class: 'about' }, `${game.status}.`)] : rows.map((row) => this.#row(row, shown))));
    const moves = this.#moves();
    const stop = moves.find((one) => one.dataset.position === kept) ?? moves[0];
    if (stop) stop.tabIndex = 0;
    // After the player has followed a move, the next move of the best line has the focus.
    const again = column === undefined ? stop : this.#list.querySelector(`[data-column="${column}"]`) ?? stop;
    if (focused && again instanceof HTMLElement) again.focus({ preventScroll: true });
    else if (focused) this.#host.focusBoard();
    this.#measure();
  }

  /** Announces the best line if the player asked for it. @param {Game} game @param {Row[]} rows @param {Scoring} scoring */
  #sayBest(game, [best], scoring) {
    if (!this.#isAwaited || !best || game.side === undefined) return;
    const { lines, scores } = scoring.of(game);
    const scored = scores.get(best.press);
    const line = lines.get(best.press);
    if (line === undefined && scoring.isSearching) return;
    // The search of the other columns may still find a better one.
    if (scoring.isSearching && [...scores.values()].some(({ upper }) => scored && upper > scored.lower)) return;
    this.#isAwaited = false;
    if (line !== undefined) this.#host.say(`Best line, ${counted(line.length, 'move')}: ${best.title}.`);
  }

  /** @param {Row} row @param {string} shown */
  #row({ result, title, moves }, shown) {
    const first = moves[0];
    const isUnfolded = this.#unfolded.has(first);
    const made = element('li', { class: isUnfolded ? 'unfolded' : '' });
    const line = element('span', { class: 'line' }, ...[...moves].map((_, index) => {
      const position = shown + moves.slice(0, index + 1);
      const move = button('', () => this.#host.show(position), { tabindex: '-1', 'data-position': position });
      move.append(...moveText(position, index === 0));
      if (index === 0) move.append(element('span', { class: 'away' }, `, ${title || result}`));
      return move;
    }));
    const side = SIDES.find((name) => result.startsWith(`${name} wins`));
    const unfold = button('', () => {
      const isOpen = made.classList.toggle('unfolded');
      if (isOpen) this.#unfolded.add(first);
      else this.#unfolded.delete(first);
      unfold.setAttribute('aria-expanded', String(isOpen));
      this.#measure();
    }, { class: 'unfold', 'data-column': first, 'aria-expanded': String(isUnfolded), 'aria-label': `Whole line of column ${first}`, title: 'Show the whole line' });
    made.append(element('b', { title, ...(side ? { 'data-winner': side } : {}) }, result), line, unfold);
    return made;
  }

  /** Shows the buttons that expand the lines that do not fit. */
  #measure() {
    for (const row of this.#list.querySelectorAll('li:not(.about)')) {
      const [line, unfold] = [row.querySelector('.line'), row.querySelector('.unfold')];
      if (line && unfold) unfold.classList.toggle('unneeded', !row.classList.contains('unfolded') && line.scrollWidth <= line.clientWidth);
    }
  }

  /** Returns the buttons for the moves. @returns {HTMLElement[]} */
  #moves() {
    return [...this.#list.querySelectorAll('button')].filter((one) => one.dataset.position !== undefined);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement) || target.dataset.position === undefined) return;
    const rows = [...this.#list.querySelectorAll('.line')];
    const at = rows.findIndex((row) => row.contains(target));
    const moves = [...rows[at].children];
    const index = moves.indexOf(target);
    /** @type {Record<string, Element | undefined>} */
    const next = {
      ArrowLeft: moves[index - 1], ArrowRight: moves[index + 1], Home: moves[0], End: moves.at(-1),
      ArrowUp: at > 0 ? rows[at - 1].children[Math.min(index, rows[at - 1].children.length - 1)] : undefined,
      ArrowDown: rows[at + 1]?.children[Math.min(index, rows[at + 1].children.length - 1)],
    };
    if (!Object.hasOwn(next, event.key)) return;
    event.preventDefault();
    const to = next[event.key];
    if (to instanceof HTMLElement) to.focus();
  }
}
