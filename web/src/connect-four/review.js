// @ts-check
/// The review of a game: its moves with their marks, the score graph, and the comment on the move
/// that is shown.

import { ask } from '../engine/engine.js';
import { button, element } from '../page/element.js';
import { count } from '../page/words.js';
import { graph } from './graph.js';
import { SIDES } from './sides.js';

/** @typedef {import('../engine/engine.js').Game} Game */
/** @typedef {import('../engine/engine.js').Reviewed} Reviewed */

/** Search nodes per request. A review that needs more is requested again. */
const NODES_PER_REQUEST = 800_000;
const MARKS = { best: '', inaccuracy: ' ?!', mistake: ' ?' };

/**
 * @typedef {object} Host
 * @property {(text: string) => void} say
 * @property {(count: number) => void} jump shows the game after this many of its moves
 * @property {() => boolean} isOver whether the element was removed from the page
 * @property {() => Game | undefined} game the game that is shown
 */

/**
 * The fields of a saved game: four fields, the last being the number of moves shown, and then its
 * moves.
 * @param {Game} game
 */
const fieldsOf = (game) => game.save.split(';');

/**
 * A key for the puzzle and moves of a saved game, without the time and the number of moves shown.
 * @param {Game} game
 */
const movesOf = (game) => [game.id, ...fieldsOf(game).slice(4)].join(';');

export class Review {
  /** @type {HTMLElement} */ element = element('div', { class: 'review', hidden: '' });
  /** The key of the reviewed game, and its reviewed moves so far. @type {{ key: string, moves: Reviewed[], isComplete: boolean } | undefined} */ #review;
  #host;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
  }

  /** Reviews all moves of the game, including those that were undone. @param {string} kind */
  async begin(kind) {
    const { say, isOver, game: currentGame } = this.#host;
    const game = currentGame();
    if (!game) return;
    const fields = fieldsOf(game);
    const all = fields.length - 4;
    if (!all) return say('No moves to review yet.');
    fields[3] = String(all);
    const key = movesOf(game);
    this.#review = { key, moves: [], isComplete: false };
    say('Reviewing the moves, last one first…');
    while (this.#review?.key === key && !this.#review.isComplete && !isOver()) {
      const { review, more, error } = await ask(kind, { op: 'review', game: fields.join(';'), nodes: NODES_PER_REQUEST });
      if (error) return say(error);
      if (this.#review?.key !== key) return;
      this.#review = { key, moves: (review ?? []).reverse(), isComplete: !more };
      const now = currentGame();
      if (now) this.#draw(now, this.#review);
    }
    if (this.#review?.key !== key) return;
    const { moves } = this.#review;
    const marked = (/** @type {string} */ mark, /** @type {number} */ side) => moves.filter((move) => move.mark === mark && move.side === side).length;
    const summary = SIDES.map((name, side) => `${name}: ${count(marked('mistake', side), 'mistake')}, ${count(marked('inaccuracy', side), 'inaccuracy', 'inaccuracies')}`);
    say(`Review complete. ${summary.join('; ')}.`);
  }

  /**
   * Follows the game to another position; a different game removes the review.
   * @param {Game} game
   */
  follow(game) {
    if (!this.#review) return;
    if (this.#review.key === movesOf(game)) return this.#draw(game, this.#review);
    this.#review = undefined;
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  /** @param {Game} game @param {{ moves: Reviewed[], isComplete: boolean }} review */
  #draw(game, { moves, isComplete }) {
    const fields = fieldsOf(game);
    const saved = fields.length - 4;
    const now = Number(fields[3]);
    // Moves of the puzzle's own starting position, which are not in the saved game.
    const offset = (moves.at(-1)?.number ?? saved) - saved;
    const list = element('ol', {}, ...moves.map((move) => {
      const name = game.presses[move.press].name;
      const made = button(`${move.number}. ${SIDES[move.side]}${name}${MARKS[move.mark]}`, () => this.#host.jump(move.number - offset), {
        'data-mark': move.mark, 'data-number': String(move.number), title: move.text });
      made.append(element('span', { class: 'away' }, ` ${move.text}`));
      if (move.number - offset === now) made.setAttribute('aria-current', 'step');
      return element('li', {}, made);
    }));
    const shown = moves.find(({ number }) => number - offset === now);
    const progress = isComplete ? '' : `${moves.length} of ${count(moves.at(-1)?.number ?? 0, 'move')} reviewed…`;
    const focus = document.activeElement instanceof HTMLElement && this.element.contains(document.activeElement) ? document.activeElement.dataset.number : undefined;
    this.element.replaceChildren(graph(moves, game.presses.length * game.rows, now + offset), element('p', {}, progress || (shown?.text ?? 'Choose a move to see its comment. The graph shows the score for X.')), list);
    this.element.hidden = false;
    const again = focus ? list.querySelector(`[data-number="${focus}"]`) : null;
    if (again instanceof HTMLElement) again.focus();
  }
}
