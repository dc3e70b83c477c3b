// @ts-check
/// The review of a line: the marks of its moves, the score graph, and the comment on the move that
/// is shown. The browser keeps the latest reviews.

import { ask } from '../engine/engine.js';
import { BusyIndicator } from '../engine/busy.js';
import { element } from '../page/element.js';
import { count, messageOf } from '../page/words.js';
import { loadStored, store } from '../page/storage.js';
import { addMissed } from './four-progress.js';
import { graph } from './graph.js';
import { SIDES } from './sides.js';
import { savedLine, savedPosition } from './variations.js';

/** @typedef {import('../engine/engine.js').Game} Game */
/** @typedef {import('../engine/engine.js').Reviewed} Reviewed */
/** @typedef {import('./variations.js').Moves} Moves */

/** Search nodes per request. A review that needs more is requested again. */
const NODES_PER_REQUEST = 800_000;
/** The name of the reviews in the browser's storage, and the maximum number of them. */
const NAME = 'connect-four:reviews';
const MAX_REVIEWS = 12;

/**
 * The reviewed moves of a line so far. A running review that is loaded again was interrupted.
 * @typedef {{ moves: Reviewed[], state: 'running' | 'stopped' | 'complete' }} Reviewing
 */

/** Returns the stored reviews by the id of the last position, oldest first. @returns {Map<string, Reviewing>} */
function loadReviews() {
  try {
    const all = JSON.parse(loadStored(NAME) ?? '[]');
    const good = Array.isArray(all) ? all.filter((one) => typeof one?.[0] === 'string' && Array.isArray(one[1]?.moves)) : [];
    return new Map(good.map(([id, { moves, state }]) => [id, { moves, state: state === 'complete' ? state : 'stopped' }]));
  } catch {
    return new Map();
  }
}

/**
 * @typedef {object} Host
 * @property {string} kind
 * @property {(text: string) => void} say
 * @property {() => boolean} isOver whether the element was removed from the page
 * @property {(side: number) => boolean} isHuman whether a person plays this side
 * @property {() => void} changed called when the review has changed
 * @property {(count: number) => void} go shows the position of the reviewed line after this many moves
 * @property {() => void} focusBoard
 */

export class Review {
  #report = element('div', { class: 'report' });
  #busy = new BusyIndicator(() => this.#host.focusBoard());
  /** @type {HTMLElement} */ element = element('div', { class: 'review', hidden: '' }, this.#report, this.#busy.element);
  /** The reviews of all lines. @type {Map<string, Reviewing>} */ #reviews = loadReviews();
  /** The running review. @type {Reviewing | undefined} */ #running;
  /** The review of each position, including those on other lines of the game. @type {Map<string, Reviewed>} */ #marks = new Map();
  #host;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    for (const [id, review] of this.#reviews) this.#mark(id, review);
  }

  /** Returns the review of a position. @param {string} id */
  markOf(id) {
    return this.#marks.get(id);
  }

  /** Marks the positions of a review. @param {string} id @param {Reviewing} review */
  #mark(id, { moves }) {
    const length = id.length - (id.lastIndexOf(':') + 1);
    for (const move of moves) this.#marks.set(id.slice(0, id.length - length + move.number), move);
  }

  /** Marks a review and stores it as the latest one. @param {string} id @param {Reviewing} review */
  #keep(id, review) {
    this.#mark(id, review);
    // Another tab may have added reviews.
    const all = new Map([...loadReviews(), ...this.#reviews]);
    all.delete(id);
    all.set(id, review);
    this.#reviews = new Map([...all].slice(-MAX_REVIEWS));
    store(NAME, JSON.stringify([...this.#reviews]));
  }

  /**
   * Reviews all moves of a line, including those that were taken back.
   * @param {Moves} game
   * @param {string} line
   */
  async begin(game, line) {
    const { kind, say, isOver, changed } = this.#host;
    if (line.length <= game.start.length) return say('No moves to review yet.');
    const id = game.base + line;
    /** @type {Reviewing} */
    const review = { moves: [], state: 'running' };
    // A running review of another line stops there.
    if (this.#running) this.#running.state = 'stopped';
    this.#running = review;
    this.#reviews.set(id, review);
    changed();
    say('Reviewing the moves, last one first…');
    const stop = new AbortController();
    const save = savedLine(game, line, line.length);
    try {
      await this.#busy.during(stop, async (signal) => {
        while (review.state === 'running') {
          const answer = await ask(kind, { op: 'review', game: save, nodes: NODES_PER_REQUEST }, signal);
          if (answer.error) throw new Error(answer.error);
          if (this.#running !== review || isOver()) return;
          review.moves = (answer.review ?? []).reverse();
          if (!answer.more) review.state = 'complete';
          this.#keep(id, review);
          changed();
        }
        const missed = await this.#missed(game, { line, ...review }, signal);
        const marked = (/** @type {string} */ mark, /** @type {number} */ side) => review.moves.filter((move) => move.mark === mark && move.side === side).length;
        const summary = SIDES.map((name, side) => `${name}: ${count(marked('mistake', side), 'mistake')}, ${count(marked('inaccuracy', side), 'inaccuracy', 'inaccuracies')}`);
        const added = addMissed(missed);
        say(`Review complete. ${summary.join('; ')}.${added ? ` ${count(added, 'position')} added to the trainer.` : ''}`);
      });
    } catch (error) {
      review.state = 'stopped';
      if (this.#running !== review) return;
      this.#keep(id, review);
      changed();
      say(stop.signal.aborted ? `Stopped. ${count(review.moves.length, 'move')} reviewed.` : messageOf(error));
    }
  }

  /**
   * Returns the positions in which a person made a mistake and only one move was right, as
   * exercises.
   * @param {Moves} game
   * @param {{ line: string, moves: Reviewed[] }} review
   * @param {AbortSignal} signal
   */
  async #missed({ base }, { line, moves }, signal) {
    const missed = [];
    for (const { number, side, press, mark, best, bestScore } of moves) {
      if (mark !== 'mistake' || best.length !== 1 || !this.#host.isHuman(side)) continue;
      const id = base + line.slice(0, number - 1);
      // A slower win is also right.
      if (bestScore > 0 && await this.#hasOtherWin(id, best[0], signal)) continue;
      missed.push({ id, press: best[0], played: press, isWin: bestScore > 0 });
    }
    return missed;
  }

  /**
   * Returns whether a column other than the best one wins.
   * @param {string} id
   * @param {number} best
   * @param {AbortSignal} signal
   */
  async #hasOtherWin(id, best, signal) {
    const { game } = await ask(this.#host.kind, { op: 'open', id }, signal);
    for (const press of game?.presses.keys() ?? []) {
      if (press === best) continue;
      for (;;) {
        const { scored } = await ask(this.#host.kind, { op: 'score', game: savedPosition(id), press, nodes: NODES_PER_REQUEST }, signal);
        if (scored && scored.lower > 0) return true;
        // Either the column is full, or it does not win.
        if (!scored || scored.upper <= 0) break;
      }
    }
    return false;
  }

  /**
   * Shows the review if its line is shown.
   * @param {Game} game
   * @param {Moves} moves
   * @param {string} line
   */
  draw(game, { base, shown: position }, line) {
    const review = this.#reviews.get(base + line);
    this.element.hidden = !review;
    if (!review) return;
    const now = position.length;
    const { moves, state } = review;
    const shown = moves.find(({ number }) => number === now);
    const text = state === 'running' ? `${moves.length} of ${count(line.length, 'move')} reviewed…`
      : shown?.text ?? (now > 0 && moves.length < line.length ? 'This move has not been reviewed. Press Review to continue.' : 'Choose a move to see its comment. The graph shows the score for X.');
    this.#report.replaceChildren(graph(moves, game.presses.length * game.rows, now, (number) => this.#host.go(number)), element('p', {}, text));
  }
}
