// @ts-check
/// The analysis of a game: the engine lines, the moves with all variations, and the review.

import { ask } from '../engine/engine.js';
import { element } from '../page/element.js';
import { loadStyle } from '../scheme/late-style.js';
import { EngineLines } from './lines.js';
import { linesIn } from './moves-text.js';
import { Notation } from './notation.js';
import { Review } from './review.js';
import { Variations, movesOf, savedLine } from './variations.js';

/** @typedef {import('../engine/engine.js').Game} Game */

/** Maximum number of columns for which each column has a single digit as its name. */
const MAX_NARROW = 9;

/**
 * @typedef {object} Host
 * @property {string} kind
 * @property {(text: string) => void} say
 * @property {(save: string) => Promise<void>} show shows a position of the current game
 * @property {(position: string) => void} look called before a position in an engine line is shown
 * @property {(save: string, message: string) => Promise<void>} load replaces the game
 * @property {() => boolean} isOver whether the element was removed from the page
 * @property {() => Game | undefined} game the game that is shown
 * @property {(side: number) => boolean} isHuman whether a person plays this side
 * @property {() => void} focusBoard
 */

export class Analysis {
  #variations = new Variations();
  #host;
  #lines;
  #notation;
  #review;
  /** Where the player was before the last deletion or promotion. */ #edited = { line: '', position: '' };
  /** @type {HTMLElement} */ element;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    this.#notation = new Notation({
      jump: (line, count) => {
        this.#variations.settle();
        this.#jump(line, count);
      },
      promote: () => this.#promote(),
      remove: () => this.#remove(),
      restore: () => this.#restore(),
      enter: (text) => this.#enter(text),
      say: host.say,
      focusBoard: host.focusBoard,
    });
    this.#review = new Review({
      ...host,
      changed: () => this.#draw(),
      go: (count) => this.#jump(this.#variations.line, count),
    });
    this.#lines = new EngineLines({ ...host, show: (position) => this.#look(position) });
    this.element = element('div', { class: 'analysis' }, this.#lines.element, this.#review.element, this.#notation.element);
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

  /** Announces the best line as soon as it is known. */
  announceLine() {
    this.#lines.announce();
  }

  /**
   * Shows the engine lines for the position on the board; hides them without `scoring`.
   * @param {import('./scoring.js').Scoring | undefined} scoring
   * @param {number} count
   */
  showLines(scoring, count) {
    const game = this.#host.game();
    if (game) this.#lines.draw(game, scoring, count);
  }

  /** Undoes a deletion or promotion that has just been made; returns whether there was one. */
  undoEdit() {
    if (!this.#variations.canUndo) return false;
    this.#variations.undo();
    const { line, position } = this.#edited;
    this.#host.say('Move list restored.');
    this.#showAgain(line, position);
    return true;
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
    const moves = movesOf(game);
    const { base, shown, start } = moves;
    this.#review.draw(game, moves, this.#variations.line);
    this.#notation.draw({ variations: this.#variations, shown, start: start.length, isNarrow: game.columns <= MAX_NARROW, markOf: (position) => this.#review.markOf(base + position) });
  }

  /** Shows a position in an engine line, whose moves are added as a variation. @param {string} position */
  #look(position) {
    const game = this.#host.game();
    if (!game) return;
    this.#variations.settle();
    this.#variations.add(position);
    this.#host.look(movesOf(game).base + position);
    this.#jump(this.#variations.through(position), position.length);
  }

  /** Deletes the variation that is shown. */
  #remove() {
    const game = this.#host.game();
    if (!game) return;
    const { shown } = movesOf(game);
    this.#edited = { line: this.#variations.line, position: shown };
    const parent = this.#variations.remove(shown);
    if (parent === undefined) return this.#host.say('Only a variation can be deleted. This move is in the main line.');
    this.#showAgain(this.#variations.through(parent), parent);
    this.#host.say('Variation deleted. Undo restores it.');
  }

  /** Promotes the variation that is shown. */
  #promote() {
    const game = this.#host.game();
    if (!game) return;
    const { shown } = movesOf(game);
    this.#edited = { line: this.#variations.line, position: shown };
    const isMain = this.#variations.promote(shown);
    if (isMain === undefined) return this.#host.say('This move is already in the main line.');
    this.#host.say(isMain ? 'This is the main line now. Undo reverses it.' : 'Variation promoted. Undo reverses it.');
    this.#draw();
  }

  /** Restores the variation that was deleted last. */
  #restore() {
    const line = this.#variations.restore();
    if (line === undefined) return;
    this.#host.say('Variation restored.');
    this.#draw();
  }

  /** Shows a line and draws the list, even if the position stays the same. @param {string} line @param {string} position */
  #showAgain(line, position) {
    this.#jump(line, position.length).then(() => this.#draw());
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
   * Plays moves from the empty board, with their variations.
   * @param {string} text
   * @returns {Promise<{ at: number, text: string } | undefined>} the first error
   */
  async #enter(text) {
    const game = this.#host.game();
    if (!game) return undefined;
    const isNarrow = game.columns <= MAX_NARROW;
    const { lines, error } = linesIn(text, isNarrow);
    if (error) return error;
    if (!lines[0].length) return { at: 0, text: 'Found no moves, expected columns such as 4453.' };
    const moves = { ...movesOf(game), start: '' };
    for (const places of lines) {
      const wrong = await this.#errorIn(places, moves.base, isNarrow ? game.columns : 0);
      if (wrong) return wrong;
    }
    const [line, ...variations] = lines.map((places) => places.map(({ letter }) => letter).join(''));
    // The computer does not answer a position that was entered.
    this.#host.look(moves.base + line);
    await this.#host.load(savedLine(moves, line, line.length), `Position after move ${line.length}.`);
    for (const variation of variations) this.#variations.add(variation);
    if (variations.length) this.#draw();
    return undefined;
  }

  /**
   * Returns the error in a line of moves, if there is one.
   * @param {import('./moves-text.js').Move[]} places
   * @param {string} base the id of the empty board
   * @param {number} columns the number of columns if each has a single digit, or 0
   */
  async #errorIn(places, base, columns) {
    const other = columns ? places.findIndex(({ letter }) => !(Number(letter) >= 1 && Number(letter) <= columns)) : -1;
    if (other >= 0) return { at: places[other].index, text: `Move ${other + 1}: found "${places[other].letter}", expected a column from 1 to ${columns}.` };
    const { error } = await ask(this.#host.kind, { op: 'open', id: base + places.map(({ letter }) => letter).join('') });
    if (!error) return undefined;
    // The engine reports the place in the id, which has one character per move.
    const [, column, what] = /column (\d+): (.*)$/s.exec(error) ?? [];
    const number = column === undefined ? 1 : Number(column) - base.length;
    return { at: places[number - 1]?.index ?? 0, text: column === undefined ? error : `Move ${number}: ${what}.` };
  }
}
