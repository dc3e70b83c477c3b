// @ts-check
/// `<gridlore-connect-four game="connect-four:4453">`: a game for two, of whom each is a person or a level; with scores, hints and a review.

import { button, element } from './element.js';
import { ask } from './engine.js';
import { GridPuzzle } from './grid.js';
import { keep, kept } from './keep.js';

/** @typedef {import('./engine.js').Game} Game */
/** @typedef {import('./engine.js').Reviewed} Reviewed */

/** Nodes of one request: the worker answers others in between, and a search that takes longer is asked for again. */
const SLICE = 400_000;
/** Before an opponent's stone falls, so that one sees one's own. */
const PAUSE_MS = 350;
const SIDES = ['X', 'O'];
const MARKS = { best: '', inaccuracy: ' ?!', mistake: ' ?' };

/** `+3`, `−2`, `0`. @param {number} score */
const signed = (score) => (score > 0 ? `+${score}` : score < 0 ? `\u2212${-score}` : '0');

/** The moves of a saved game, without what is shown of them and the time. @param {Game} game */
const movesOf = (game) => [game.id, ...game.save.split(';').slice(4)].join(';');

/** How many of its moves are shown. @param {Game} game */
const shownOf = (game) => Number(game.save.split(';')[3]);

class ConnectFour extends GridPuzzle {
  get title() { return 'Connect Four'; }
  get choices() { return 'Board'; }
  get renewal() { return 'New game'; }
  get celebrates() { return false; }
  get opening() { return 'X begins: choose a column.'; }
  /** @returns {[string, string][]} */
  get keys() { return [['S', 'scores of the columns']]; }

  /** @type {HTMLButtonElement[]} */ #columns = [];
  /** @type {HTMLSelectElement[]} */ #seats = SIDES.map((side) => element('select', { 'aria-label': `${side} is played by` }));
  #scores = button('Scores', () => this.#turnScores(), { 'aria-pressed': 'false' });
  #look = button('Review', () => this.#review());
  /** @type {HTMLElement} */ #reviewed = element('div', { class: 'review', hidden: '' });
  /** The game whose moves were looked at, and what was found. @type {{ moves: string, found: Reviewed[], isAll: boolean } | undefined} */ #found;
  /** What is asked now ends when this changes. */ #round = 0;
  #seed = crypto.getRandomValues(new Uint32Array(1))[0];

  // ---- what it has besides -----------------------------------------------------------------------------------------

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
      element('div', { class: 'row' }, this.#scores, this.#look, button('Swap', () => this.#swap())),
      this.#reviewed,
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
    if (this.#found && this.#found.moves !== movesOf(game)) this.#forgetReview();
    this.#drawReview();
    this.#score(game);
    this.#reply(game, op);
  }

  // ---- opponents ---------------------------------------------------------------------------------------------------

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
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
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

  // ---- scores ------------------------------------------------------------------------------------------------------

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

  // ---- review ------------------------------------------------------------------------------------------------------

  async #review() {
    const game = this.game;
    if (!game) return;
    // All moves of the game, those that were taken back with them.
    const fields = game.save.split(';');
    const all = fields.length - 4;
    if (!all) return this.say('There is no move to review yet.');
    fields[3] = String(all);
    const moves = movesOf(game);
    this.#found = { moves, found: [], isAll: false };
    this.say('Looking at the moves, the last one first.');
    while (this.#found?.moves === moves && !this.#found.isAll && this.isConnected) {
      const { review, more, error } = await ask(this.kind, { op: 'review', game: fields.join(';'), nodes: 2 * SLICE });
      if (error) return this.say(error);
      if (this.#found?.moves !== moves) return;
      this.#found = { moves, found: (review ?? []).reverse(), isAll: !more };
      this.#drawReview();
    }
    if (this.#found?.moves !== moves) return;
    const count = (/** @type {string} */ mark, /** @type {number} */ side) => this.#found?.found.filter((one) => one.mark === mark && one.side === side).length ?? 0;
    const told = SIDES.map((name, side) => `${name}: ${count('mistake', side)} mistakes, ${count('inaccuracy', side)} inaccuracies`);
    this.say(`Reviewed. ${told.join('; ')}.`.replace(/\b1 mistakes/g, '1 mistake').replace(/\b1 inaccuracies/g, '1 inaccuracy'));
  }

  #forgetReview() {
    this.#found = undefined;
    this.#reviewed.hidden = true;
    this.#reviewed.replaceChildren();
  }

  #drawReview() {
    const game = this.game;
    const found = this.#found;
    if (!game || !found) return;
    const before = game.save.split(';').length - 4;
    const now = shownOf(game);
    const first = (found.found.at(-1)?.number ?? before) - before;
    const list = element('ol', {}, ...found.found.map((one) => {
      const name = game.presses[one.press].name;
      const made = button(`${one.number}. ${SIDES[one.side]}${name}${MARKS[one.mark]}`, () => this.#jump(one.number - first), {
        'data-mark': one.mark, 'data-number': String(one.number), title: one.told });
      made.append(element('span', { class: 'away' }, ` ${one.told}`));
      if (one.number - first === now) made.setAttribute('aria-current', 'step');
      return element('li', {}, made);
    }));
    const one = found.found.find(({ number }) => number - first === now);
    const waiting = found.isAll ? '' : `${found.found.length} of ${(found.found.at(-1)?.number ?? 0)} looked at…`;
    const focus = document.activeElement instanceof HTMLElement && this.#reviewed.contains(document.activeElement) ? document.activeElement.dataset.number : undefined;
    this.#reviewed.replaceChildren(graph(found.found, game.presses.length * game.rows, now + first), element('p', {}, waiting || (one?.told ?? 'Choose a move: its place in the graph is its worth for X.')), list);
    this.#reviewed.hidden = false;
    const again = focus ? list.querySelector(`[data-number="${focus}"]`) : null;
    if (again instanceof HTMLElement) again.focus();
  }

  /** Shows the game after so many of its moves. @param {number} count */
  #jump(count) {
    const fields = (this.game?.save ?? '').split(';');
    fields[3] = String(count);
    this.request({ op: 'restore', game: fields.join(';') }, () => {});
  }
}

/** The worth of the game for X after each move: above the middle X wins, below O does. @param {Reviewed[]} found @param {number} cells @param {number} now */
function graph(found, cells, now) {
  const [width, height] = [300, 120];
  const last = found.at(-1)?.number ?? 1;
  const x = (/** @type {number} */ number) => 20 + (number / Math.max(last, 1)) * (width - 40);
  // Any win is clearly off the middle, a sooner one farther.
  const y = (/** @type {number} */ score) => height / 2 - (Math.sign(score) * 14 + (score / (cells / 2)) * 40);
  const worth = (/** @type {Reviewed} */ one) => (one.side === 0 ? one.score : -one.score);
  const make = (/** @type {string} */ name, /** @type {Record<string, string | number>} */ attributes, text = '') => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    made.textContent = text;
    return made;
  };
  const svg = make('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': 'The worth of the game after each move: above the middle X wins, below it O' });
  svg.append(make('line', { class: 'middle', x1: 20, x2: width - 20, y1: height / 2, y2: height / 2 }));
  svg.append(make('text', { x: 4, y: 14 }, 'X wins'), make('text', { x: 4, y: height - 6 }, 'O wins'));
  if (now > 0 && now <= last) svg.append(make('line', { class: 'now', x1: x(now), x2: x(now), y1: 4, y2: height - 4 }));
  svg.append(make('polyline', { class: 'line', points: found.map((one) => `${x(one.number).toFixed(1)},${y(worth(one)).toFixed(1)}`).join(' ') }));
  for (const one of found) {
    if (one.mark === 'best') continue;
    const [cx, cy] = [x(one.number), y(worth(one))];
    svg.append(one.mark === 'mistake'
      ? make('path', { class: 'mistake', d: `M${cx - 5} ${cy + 4}h10l-5 -9z` })
      : make('circle', { class: 'inaccuracy', cx, cy, r: 3.5 }));
  }
  return svg;
}

customElements.define('gridlore-connect-four', ConnectFour);
