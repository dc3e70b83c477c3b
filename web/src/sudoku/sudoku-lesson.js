// @ts-check
/// `<gridlore-sudoku-lesson technique="X-Wing" slug="x-wing" boards="5">`: boards on which the
/// player looks for a technique. Each mark is compared with the steps that the technique has there.
/// After the lesson's own boards, the element searches for further ones; some lessons have only
/// those.
/// `rare` marks a technique that is never the next step.

import { ask } from '../engine/engine.js';
import { button, element, linesOf } from '../page/element.js';
import { randomSeed } from '../page/random.js';
import { readSvg } from '../page/svg.js';
import { count } from '../page/words.js';
import { Sudoku } from './sudoku.js';
import { recordBoard, solvedBoards } from './progress.js';

/** @typedef {import('../engine/engine.js').Game} Game */
/** @typedef {import('../engine/engine.js').TutorStep} TutorStep */

const TUTOR = 'sudoku-tutor';
/** A game that names the kind of puzzle in requests that need no board. */
const EMPTY = `1;sudoku:${'.'.repeat(81)};0;0`;
/** Number of puzzles searched per request for a board beyond those of the lesson. */
const PUZZLES_PER_ROUND = 40;
/**
 * Number of rounds in which the technique must be the next step; later rounds also accept boards
 * with easier steps.
 */
const STRICT_ROUNDS = 50;

/** Returns a candidate as a string. @param {number} cell @param {string} symbol */
const keyOf = (cell, symbol) => `${cell} ${symbol}`;

class SudokuLesson extends Sudoku {
  get kind() { return 'sudoku'; }
  get isKept() { return false; }
  get hasStatistics() { return false; }
  get opening() { return `Find the ${this.technique}.`; }
  get technique() { return this.getAttribute('technique') ?? ''; }

  /** The number of the board, from 0. Boards after the lesson's own come from a search. */ #number = 0;
  /** The board as it was when opened. @type {Game | undefined} */ #start;
  /** The steps of the technique on this board. @type {TutorStep[]} */ #steps = [];
  #isDone = false;
  /** Stops the search for a board. */ #stop = new AbortController();

  #task = element('p', { class: 'task' });
  #boards = element('ol', { class: 'boards', 'aria-label': 'Boards' });
  #result = element('div', { class: 'result', 'aria-live': 'polite' });
  #answer = button('Show it', () => this.#finish(this.#steps[0], true), { class: 'quiet' });
  #next = button('Next board', () => this.#open(this.#number + 1), { class: 'main' });

  get #slug() { return this.getAttribute('slug') ?? ''; }
  get #isRare() { return this.hasAttribute('rare'); }
  get #count() { return Number(this.getAttribute('boards')); }

  connectedCallback() {
    super.connectedCallback();
    this.querySelector(':scope > p')?.remove();
    this.querySelector('.side')?.prepend(element('div', { class: 'lesson-task' }, this.#task, element('div', { class: 'row few' }, this.#boards, this.#answer), this.#result));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#stop.abort(new Error('removed from the page'));
  }

  async firstGame() {
    const solved = solvedBoards(this.#slug);
    const open = Array.from({ length: this.#count }, (_, number) => number).find((number) => !solved.has(number));
    return this.#fetch(open ?? 0).catch(() => {
      this.replaceChildren(element('p', { role: 'status' }, 'Stopped.'));
      return undefined;
    });
  }

  /** @param {number} number */
  async #open(number) {
    this.#stop.abort(new Error('replaced by another board'));
    this.#stop = new AbortController();
    try {
      const game = await this.#fetch(number);
      if (game) this.loadGame(game, this.opening);
      this.focusBoard();
    } catch (error) {
      if (this.isConnected && this.#stop.signal.aborted) this.say('Stopped.');
    }
  }

  /**
   * Returns the saved line of a board, with the steps of the technique on it.
   * @param {number} number
   */
  async #fetch(number) {
    const game = number < this.#count ? (await ask(TUTOR, { op: 'lesson', technique: this.technique, number })).games?.[0] : await this.#search();
    if (!game) return undefined;
    const { steps } = await ask(TUTOR, { op: 'steps', game, technique: this.technique });
    this.#number = number;
    this.#steps = steps ?? [];
    this.#start = undefined;
    this.#isDone = false;
    return game;
  }

  /** Searches for a board beyond those of the lesson; *Stop* ends the search. */
  async #search() {
    const stop = this.#stop;
    const seed = randomSeed();
    for (let round = 0; ; round++) {
      const { games, error } = await ask(TUTOR, { op: 'exercise', game: EMPTY, technique: this.technique, early: this.#isRare || round >= STRICT_ROUNDS, seed: seed + round * PUZZLES_PER_ROUND, nodes: PUZZLES_PER_ROUND }, stop.signal);
      if (error) return void this.say(error);
      if (games?.length) return games[0];
      this.#result.replaceChildren(element('p', {}, `Looking for another board: ${count((round + 1) * PUZZLES_PER_ROUND, 'puzzle')} searched so far. `,
        button('Stop', () => stop.abort(new Error('stopped')), { class: 'quiet' })));
    }
  }

  /** @param {Game} game @param {string} op */
  gameChanged(game, op) {
    super.gameChanged(game, op);
    if (!this.#start) {
      this.#start = game;
      this.#showTask();
    } else if (op === 'undo' && !game.canUndo) {
      // The first move of the saved line leads to the board of the lesson.
      this.request({ op: 'redo' }, () => this.say('The lesson’s board begins here.'));
    } else if (op === 'restart') this.#open(this.#number);
    else if (!this.#isDone) this.#judge(game, op);
  }

  #showTask() {
    const solved = solvedBoards(this.#slug);
    const isPlacing = this.#steps.some((step) => step.isPlacing);
    const which = this.#number < this.#count ? `Board ${this.#number + 1} of ${this.#count}.` : this.#isRare ? 'Easier steps are also possible.' : 'No easier step is possible.';
    this.#task.replaceChildren(element('b', {}, `Find the ${this.technique}. `), which, ' ',
      isPlacing ? 'Enter the digit that it gives.' : 'Cross out the candidates that it rules out.');
    this.#boards.replaceChildren(...Array.from({ length: this.#count }, (_, number) => {
      const isSolved = solved.has(number);
      const made = button(isSolved ? '✓' : String(number + 1), () => this.#open(number), { 'aria-label': `Board ${number + 1}${isSolved ? ', solved' : ''}`, class: isSolved ? 'solved' : '' });
      if (number === this.#number) made.setAttribute('aria-current', 'true');
      return element('li', {}, made);
    }));
    this.#result.replaceChildren();
    this.#answer.hidden = false;
    this.choosePen(isPlacing ? 'digit' : 'cross');
  }

  /**
   * Compares what the player has removed or entered with the steps of the technique.
   * @param {Game} game
   * @param {string} op
   */
  #judge(game, op) {
    const start = this.#start?.cells ?? [];
    /** @type {Set<string>} */ const removed = new Set();
    /** @type {Set<string>} */ const placed = new Set();
    game.cells.forEach((now, cell) => {
      const before = start[cell];
      if (before.symbol) return;
      if (now.symbol) placed.add(keyOf(cell, now.symbol));
      else for (const symbol of before.marks) if (!now.marks.includes(symbol) || now.crosses.includes(symbol)) removed.add(keyOf(cell, symbol));
    });
    const keys = (/** @type {[number, string][]} */ list) => list.map(([cell, symbol]) => keyOf(cell, symbol));
    const isPlacing = this.#steps.some((step) => step.isPlacing);
    const made = isPlacing ? placed : removed;
    const wanted = (/** @type {TutorStep} */ step) => keys(isPlacing ? step.placed : step.removed);
    const allowed = new Set(this.#steps.flatMap(wanted));
    const wrong = [...made].filter((key) => !allowed.has(key));
    const found = this.#steps.find((step) => wanted(step).every((key) => made.has(key)));
    if (wrong.length) return this.say(this.#correction(wrong[wrong.length - 1], allowed, isPlacing));
    if (!isPlacing && placed.size) return this.say(`This exercise places no digit: the ${this.technique} rules candidates out. Undo it.`);
    if (found) return this.#finish(found, op === 'step');
    const hits = [...made].length;
    if (hits) this.say(`Right. The ${this.technique} rules out more than ${hits === 1 ? 'this' : 'these'}.`);
  }

  /**
   * Explains what is wrong with a mark without giving the step away.
   * @param {string} key
   * @param {Set<string>} allowed
   * @param {boolean} isPlacing
   */
  #correction(key, allowed, isPlacing) {
    const [cell, symbol] = key.split(' ');
    const name = this.#start?.cells[Number(cell)].label.split(',').slice(0, 2).join(',') ?? '';
    const what = isPlacing ? `No ${this.technique} gives ${symbol} in ${name}` : `No ${this.technique} rules out ${symbol} in ${name}`;
    const [cells, symbols] = [[...allowed].map((one) => one.split(' ')[0]), [...allowed].map((one) => one.split(' ')[1])];
    const advice = symbols.includes(symbol) ? 'The digit is right; look at other cells.'
      : cells.includes(cell) ? 'The cell is right; look at its other candidates.' : 'Look elsewhere, or ask for a hint.';
    return `${what}. ${advice} Undo takes it back.`;
  }

  /**
   * Shows the step that was found and offers the next board.
   * @param {TutorStep} step
   * @param {boolean} isShown whether the player did not find it
   */
  #finish(step, isShown) {
    this.#isDone = true;
    const isFromLesson = this.#number < this.#count;
    if (isFromLesson && !isShown) recordBoard(this.#slug, this.#number);
    const solved = solvedBoards(this.#slug).size;
    const all = isFromLesson && solved === this.#count ? ` All ${this.#count} boards of this lesson are solved.` : '';
    this.#showTask();
    const hadFocus = document.activeElement === this.#answer;
    this.#answer.hidden = true;
    this.#next.textContent = this.#number + 1 < this.#count ? 'Next board' : 'Another board';
    this.#result.replaceChildren(element('p', {}, element('b', {}, isShown ? 'This was it.' : 'Found.'), all), ...linesOf(step.text, 'p'), ...(isShown ? [element('figure', {}, readSvg(step.picture))] : []), this.#next);
    if (hadFocus) this.#next.focus();
    this.say(isShown ? `This was the ${this.technique}.` : `Found: ${this.technique}.${all}`);
  }
}

customElements.define('gridlore-sudoku-lesson', SudokuLesson);
