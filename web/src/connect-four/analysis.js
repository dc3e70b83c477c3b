// @ts-check
/// The analysis of a game: its moves with all variations, and the review.

import { BusyIndicator } from '../engine/busy.js';
import { ask } from '../engine/engine.js';
import { element } from '../page/element.js';
import { count, messageOf } from '../page/words.js';
import { loadStyle } from '../scheme/late-style.js';
import { Notation } from './notation.js';
import { Review } from './review.js';
import { Variations, movesOf, savedLine, savedPosition } from './variations.js';

/** @typedef {import('../engine/engine.js').Game} Game */

/**
 * @typedef {object} Host
 * @property {string} kind
 * @property {(text: string) => void} say
 * @property {(save: string) => Promise<void>} show shows a position of the present game
 * @property {(save: string, message: string) => void} load replaces the game
 * @property {() => boolean} isOver whether the element was removed from the page
 * @property {() => Game | undefined} game the game that is shown
 * @property {(side: number) => boolean} isHuman whether a person plays this side
 * @property {() => void} focusBoard
 */

export class Analysis {
  #variations = new Variations();
  #busy = new BusyIndicator(() => this.#host.focusBoard());
  #host;
  #notation;
  #review;
  /** @type {HTMLElement} */ element;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    this.#notation = new Notation({
      jump: (line, count) => this.#jump(line, count),
      enter: (text) => this.#enter(text),
      say: host.say,
      focusBoard: host.focusBoard,
    });
    this.#review = new Review({ ...host, changed: () => this.#draw() });
    this.element = element('div', { class: 'analysis' }, this.#review.element, this.#busy.element, this.#notation.element);
  }

  /** Creates an analysis with its style sheet. @param {Host} host */
  static async open(host) {
    await loadStyle(new URL('./analysis.css', import.meta.url));
    return new Analysis(host);
  }

  /** Reviews the line that is shown, to its end. */
  async review() {
    const game = this.#host.game();
    const { line } = this.#variations;
    if (game) await this.#review.begin(movesOf(game), line);
  }

  /** Adds the line of best play from the present position. */
  async bestLine() {
    const { kind, say, game: currentGame } = this.#host;
    const game = currentGame();
    if (!game) return;
    if (game.solved) return say(`${game.status}. There is no move to play.`);
    const { base, shown } = movesOf(game);
    const stop = new AbortController();
    try {
      const { game: end, error, message } = await this.#busy.during(stop, (signal) => ask(kind, { op: 'solve', game: savedPosition(base + shown) }, signal), 'Computing the best line…');
      const line = end && movesOf(end).shown;
      if (!line || line === shown) return say(error ?? message ?? 'No line found.');
      // The player can have moved on meanwhile.
      if (currentGame()?.share !== game.share) return;
      this.#variations.add(line);
      await this.#jump(line, shown.length);
      const result = end.status.includes(' won ') ? end.status.replace(' won ', ' wins ') : 'a draw';
      say(`Best line, ${count(line.length - shown.length, 'move')}: ${result}. Press Redo to follow it.`);
    } catch (error) {
      say(stop.signal.aborted ? 'Stopped.' : messageOf(error));
    }
  }

  /**
   * Follows the game to another position.
   * @param {Game} game
   * @param {string} op the kind of request that led to it
   */
  follow(game, op) {
    this.#variations.follow(game, op);
    this.#draw();
  }

  #draw() {
    const game = this.#host.game();
    if (!game) return;
    const { shown, start } = movesOf(game);
    this.#review.draw(game, this.#variations.line, shown.length);
    this.#notation.draw({ variations: this.#variations, shown, start: start.length, marks: this.#review.marks });
  }

  /** Shows a line after this many of its moves. @param {string} line @param {number} shown */
  async #jump(line, shown) {
    const game = this.#host.game();
    if (!game) return;
    const fields = savedLine(movesOf(game), line, shown).split(';');
    fields[2] = game.save.split(';')[2];
    await this.#host.show(fields.join(';'));
  }

  /**
   * Plays moves from the empty board.
   * @param {string} text
   * @returns {Promise<{ at: number, text: string } | undefined>} the first error
   */
  async #enter(text) {
    const game = this.#host.game();
    if (!game) return undefined;
    // Spaces, commas and the numbers of moves, such as `3.`, are allowed between moves, and the
    // players before their columns, as in the list of moves.
    const isNarrow = game.columns <= 9;
    const between = isNarrow ? /\d+\.(?=\s|\D|$)|[xo](?=\d)|[\s,;]|(.)/giu : /\d+\.(?=\s|\D|$)|[\s,;]|(.)/gu;
    const places = [...text.matchAll(between)].flatMap(({ 1: letter, index }) => (letter ? [{ letter: letter.toLowerCase(), index }] : []));
    const line = places.map(({ letter }) => letter).join('');
    if (!line) return { at: 0, text: 'Found no moves, expected columns such as 4453.' };
    const other = isNarrow ? places.findIndex(({ letter }) => !(Number(letter) >= 1 && Number(letter) <= game.columns)) : -1;
    if (other >= 0) return { at: places[other].index, text: `Move ${other + 1}: found "${places[other].letter}", expected a column from 1 to ${game.columns}.` };
    const moves = { ...movesOf(game), start: '' };
    const { error } = await ask(this.#host.kind, { op: 'open', id: moves.base + line });
    if (!error) {
      const id = moves.base;
      this.#host.load(savedLine({ ...moves, base: id }, line, line.length), `Position after move ${line.length}.`);
      return undefined;
    }
    // The engine names the place in the id, which has a character per move.
    const [, column, what] = /column (\d+): (.*)$/s.exec(error) ?? [];
    const number = column === undefined ? 1 : Number(column) - moves.base.length;
    return { at: places[number - 1]?.index ?? 0, text: column === undefined ? error : `Move ${number}: ${what}.` };
  }
}
