// @ts-check
/// `<gridlore-connect-four game="connect-four:4453">`: a game for two, of whom each is a person or
/// a level; with scores, hints and a review.

import { GridPuzzle } from '../board/grid.js';
import { ask } from '../engine/engine.js';
import { randomSeed } from '../page/chance.js';
import { button, element } from '../page/element.js';
import { keep, kept } from '../page/keep.js';
import { wantsNoMotion } from '../page/motion.js';
import { Review } from './review.js';
import { SIDES } from './sides.js';

/** @typedef {import('../engine/engine.js').Game} Game */

/** Nodes of one request: the worker answers others in between, and a search that takes longer is asked for again. */
const SLICE = 400_000;
/** Before an opponent's stone falls, so that one sees one's own. */
const PAUSE_MS = 350;

/** `+3`, `−2`, `0`. @param {number} score */
const signed = (score) => (score > 0 ? `+${score}` : score < 0 ? `\u2212${-score}` : '0');

class ConnectFour extends GridPuzzle {
  get title() { return 'Connect Four'; }
  get choices() { return 'Board'; }
  get renewal() { return { button: 'New game', said: 'A new game' }; }
  get celebrates() { return false; }
  get opening() { return 'X begins: choose a column.'; }
  /** @returns {[string, string][]} */
  get keys() { return [['S', 'scores of the columns']]; }

  /** @type {HTMLButtonElement[]} */ #columns = [];
  /** @type {HTMLSelectElement[]} */ #seats = SIDES.map((side) => element('select', { 'aria-label': `${side} is played by` }));
  #scores = button('Scores', () => this.#turnScores(), { 'aria-pressed': 'false' });
  #review = new Review({ say: (text) => this.say(text), jump: (count) => this.#jump(count), isOver: () => !this.isConnected, game: () => this.game });
  /** What is asked now ends when this changes. */ #round = 0;
  #seed = randomSeed();

  // ---- what it has besides ----------------------------------------------------------------------

  extras() {
    const chosen = (kept('connect-four:seats') ?? 'person,person').split(',');
    this.#seats.forEach((seat, side) => {
      seat.append(element('option', { value: 'person' }, 'A person'));
      seat.addEventListener('change', () => this.#sit());
      ask(this.kind, { op: 'levels', id: 'connect-four:' }).then(({ levels }) => {
        seat.append(...(levels ?? []).map(({ params, title }) => element('option', { value: params }, title)));
        seat.value = chosen[side] ?? 'person';
        if (!seat.value) seat.value = 'person';
        if (this.game) this.#reply(this.game, 'open');
      });
    });
    return [
      element('div', { class: 'seats' }, ...this.#seats.flatMap((seat, side) => [element('span', {}, SIDES[side]), seat])),
      element('div', { class: 'row' }, this.#scores, button('Review', () => this.#review.begin(this.kind)), button('Swap', () => this.#swap())),
      this.#review.element,
    ];
  }

  /** A button a column: its number, and its score where scores are on. @param {Game} game */
  head(game) {
    this.#columns = game.presses.map(({ name }, press) => {
      const made = button('', () => { if (made.getAttribute('aria-disabled') !== 'true') this.press(press); });
      // What is only heard stands between what is seen.
      const heard = (/** @type {string} */ text) => element('span', { class: 'away' }, text);
      made.append(heard('column '), element('small', {}, name), heard(''), element('b'), heard(''));
      this.pointAt(made, press);
      return made;
    });
    return element('div', { class: 'head', role: 'group', 'aria-label': 'Columns' }, ...this.#columns);
  }

  /** @param {string} key */
  pressedKey(key) {
    if (key !== 's') return false;
    this.#turnScores();
    return true;
  }

  /** @param {number} press @param {Game} before */
  told(press, before) {
    return `${SIDES[before.side ?? 0]} in column ${before.presses[press].name}. ${this.game?.status}`;
  }

  /** @param {Game} game @param {string} op */
  shown(game, op) {
    this.#round++;
    for (const [press, column] of this.#columns.entries()) {
      const isOpen = game.presses[press].turns.length > 0;
      column.setAttribute('aria-disabled', String(!isOpen));
      this.#write(press, undefined);
    }
    this.#review.follow(game);
    this.#score(game);
    this.#reply(game, op);
  }

  // ---- opponents --------------------------------------------------------------------------------

  #sit() {
    keep('connect-four:seats', this.#seats.map((seat) => seat.value).join());
    if (this.game) this.#reply(this.game, 'open');
  }

  #swap() {
    const [first, second] = this.#seats.map((seat) => seat.value);
    [this.#seats[0].value, this.#seats[1].value] = [second, first];
    this.#sit();
    this.say(`X is played by ${this.#seats[0].selectedOptions[0].textContent}, O by ${this.#seats[1].selectedOptions[0].textContent}.`);
  }

  /** Whoever is no person moves by itself; who takes a move back takes back what it was answered with. @param {Game} game @param {string} op */
  async #reply(game, op) {
    // Whoever looks at an earlier position is not played on.
    if (game.side === undefined || this.isShowing || (op === 'restore' && game.canRedo)) return;
    const level = this.#seats[game.side].value;
    if (!level || level === 'person') return;
    const isAlone = this.#seats.every((seat) => seat.value !== 'person');
    if (op === 'undo' && game.canUndo && !isAlone) return this.request({ op: 'undo' });
    if (op === 'redo' && game.canRedo && !isAlone) return this.request({ op: 'redo' });
    if (op === 'undo' && isAlone) return;
    const round = this.#round;
    if (!wantsNoMotion()) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    for (let isMore = true; isMore;) {
      if (round !== this.#round || !this.isConnected || this.game !== game || this.#seats[game.side].value !== level) return;
      isMore = false;
      await this.request({ op: 'reply', level, seed: this.#seed, nodes: 5 * SLICE }, (answer, before) => {
        isMore = answer.more ?? false;
        const after = this.game;
        if (isMore) {
          // Nothing has moved but the clock.
          if (after) game = after;
          this.say(`${SIDES[before.side ?? 0]} is thinking…`);
        } else if (!answer.message && after) {
          const column = after.cells.findIndex((cell) => cell.last) % after.columns;
          this.say(this.told(column, before));
        }
      });
    }
  }

  // ---- scores -----------------------------------------------------------------------------------

  #turnScores() {
    const isOn = this.#scores.getAttribute('aria-pressed') !== 'true';
    this.#scores.setAttribute('aria-pressed', String(isOn));
    this.#round++;
    for (const press of this.#columns.keys()) this.#write(press, undefined);
    if (this.game) {
      this.#score(this.game);
      this.#reply(this.game, 'open');
    }
  }

  /** @param {number} press @param {{ score: number, told: string } | undefined} scored @param {boolean} [isWaiting] */
  #write(press, scored, isWaiting = false) {
    const column = this.#columns[press];
    const [, , colon, shown, meaning] = column.children;
    shown.textContent = scored ? signed(scored.score) : isWaiting ? '…' : '';
    colon.textContent = shown.textContent ? ': ' : '';
    meaning.textContent = scored ? `, ${scored.told}` : '';
    column.classList.remove('best');
    column.title = scored?.told ?? '';
  }

  /** The score of each column, each as soon as it is found; the nearest to the middle first. @param {Game} game */
  async #score(game) {
    if (this.#scores.getAttribute('aria-pressed') !== 'true' || game.side === undefined) return;
    const round = this.#round;
    const middle = (game.columns - 1) / 2;
    let open = [...game.presses.keys()].filter((press) => game.presses[press].turns.length)
      .sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
    for (const press of open) this.#write(press, undefined, true);
    /** @type {Map<number, number>} */
    const found = new Map();
    for (let nodes = SLICE; open.length; nodes = Math.min(2 * nodes, 8 * SLICE)) {
      const rest = [];
      for (const press of open) {
        const { scored, more } = await ask(this.kind, { op: 'score', game: game.save, press, nodes });
        if (round !== this.#round || !this.isConnected) return;
        if (more) rest.push(press);
        if (!scored) continue;
        found.set(press, scored.score);
        this.#write(press, scored);
        const best = Math.max(...found.values());
        for (const [other, score] of found) this.#columns[other].classList.toggle('best', score === best);
      }
      open = rest;
    }
  }

  // ---- review -----------------------------------------------------------------------------------

  /** Shows the game after so many of its moves. @param {number} count */
  #jump(count) {
    const fields = (this.game?.save ?? '').split(';');
    fields[3] = String(count);
    this.request({ op: 'restore', game: fields.join(';') }, () => {});
  }
}

customElements.define('gridlore-connect-four', ConnectFour);
