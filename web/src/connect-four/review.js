// @ts-check
/// The review of a game: its moves with their marks, the graph of its worth, and what is said of
/// the move that is shown.

import { ask } from '../engine/engine.js';
import { button, element } from '../page/element.js';
import { count } from '../page/words.js';
import { graph } from './graph.js';
import { SIDES } from './sides.js';

/** @typedef {import('../engine/engine.js').Game} Game */
/** @typedef {import('../engine/engine.js').Reviewed} Reviewed */

/** Nodes of one request: what takes longer is asked for again. */
const SLICE = 800_000;
const MARKS = { best: '', inaccuracy: ' ?!', mistake: ' ?' };

/**
 * @typedef {object} Table
 * @property {(text: string) => void} say
 * @property {(count: number) => void} jump the game is to be shown after so many of its moves
 * @property {() => boolean} isOver nobody looks any more
 * @property {() => Game | undefined} game the game that is shown
 */

/** The fields of a saved game: four, and then its moves, of which the last field of the four tells how many are shown. @param {Game} game */
const fieldsOf = (game) => game.save.split(';');

/** The moves of a saved game, without what is shown of them and the time. @param {Game} game */
const movesOf = (game) => [game.id, ...fieldsOf(game).slice(4)].join(';');

export class Review {
  /** @type {HTMLElement} */ element = element('div', { class: 'review', hidden: '' });
  /** The game whose moves were looked at, and what was found. @type {{ moves: string, found: Reviewed[], isAll: boolean } | undefined} */ #found;
  #table;

  /** @param {Table} table */
  constructor(table) {
    this.#table = table;
  }

  /** Looks at all moves of the game, those that were taken back with them. @param {string} kind */
  async begin(kind) {
    const { say, isOver, game: present } = this.#table;
    const game = present();
    if (!game) return;
    const fields = fieldsOf(game);
    const all = fields.length - 4;
    if (!all) return say('There is no move to review yet.');
    fields[3] = String(all);
    const moves = movesOf(game);
    this.#found = { moves, found: [], isAll: false };
    say('Looking at the moves, the last one first.');
    while (this.#found?.moves === moves && !this.#found.isAll && !isOver()) {
      const { review, more, error } = await ask(kind, { op: 'review', game: fields.join(';'), nodes: SLICE });
      if (error) return say(error);
      if (this.#found?.moves !== moves) return;
      this.#found = { moves, found: (review ?? []).reverse(), isAll: !more };
      const now = present();
      if (now) this.#draw(now, this.#found);
    }
    if (this.#found?.moves !== moves) return;
    const { found } = this.#found;
    const marked = (/** @type {string} */ mark, /** @type {number} */ side) => found.filter((one) => one.mark === mark && one.side === side).length;
    const told = SIDES.map((name, side) => `${name}: ${count(marked('mistake', side), 'mistake')}, ${count(marked('inaccuracy', side), 'inaccuracy', 'inaccuracies')}`);
    say(`Reviewed. ${told.join('; ')}.`);
  }

  /** Another position is shown; another game has another review. @param {Game} game */
  follow(game) {
    if (!this.#found) return;
    if (this.#found.moves === movesOf(game)) return this.#draw(game, this.#found);
    this.#found = undefined;
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  /** @param {Game} game @param {{ found: Reviewed[], isAll: boolean }} review */
  #draw(game, { found, isAll }) {
    const fields = fieldsOf(game);
    const before = fields.length - 4;
    const now = Number(fields[3]);
    const first = (found.at(-1)?.number ?? before) - before;
    const list = element('ol', {}, ...found.map((one) => {
      const name = game.presses[one.press].name;
      const made = button(`${one.number}. ${SIDES[one.side]}${name}${MARKS[one.mark]}`, () => this.#table.jump(one.number - first), {
        'data-mark': one.mark, 'data-number': String(one.number), title: one.told });
      made.append(element('span', { class: 'away' }, ` ${one.told}`));
      if (one.number - first === now) made.setAttribute('aria-current', 'step');
      return element('li', {}, made);
    }));
    const one = found.find(({ number }) => number - first === now);
    const waiting = isAll ? '' : `${found.length} of ${(found.at(-1)?.number ?? 0)} looked at…`;
    const focus = document.activeElement instanceof HTMLElement && this.element.contains(document.activeElement) ? document.activeElement.dataset.number : undefined;
    this.element.replaceChildren(graph(found, game.presses.length * game.rows, now + first), element('p', {}, waiting || (one?.told ?? 'Choose a move: its place in the graph is its worth for X.')), list);
    this.element.hidden = false;
    const again = focus ? list.querySelector(`[data-number="${focus}"]`) : null;
    if (again instanceof HTMLElement) again.focus();
  }
}
