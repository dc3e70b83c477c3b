// @ts-check
/// `<gridlore-connect-four game="connect-four:4453">`: a game for two sides, each played by a
/// person or by the computer at a chosen level; with column scores, hints and a review.

import { GridPuzzle } from '../board/grid.js';
import { ask } from '../engine/engine.js';
import { randomSeed } from '../page/random.js';
import { button, element } from '../page/element.js';
import { loadStored, store } from '../page/storage.js';
import { prefersReducedMotion } from '../page/motion.js';
import { Review } from './review.js';
import { SIDES } from './sides.js';

/** @typedef {import('../engine/engine.js').Game} Game */

/**
 * Search nodes per request, so that the worker can answer others in between. A search that needs
 * more is requested again.
 */
const NODES_PER_REQUEST = 400_000;
/** Milliseconds before the computer's disc drops, so that the player sees their own first. */
const PAUSE_MS = 350;

/** The level of the computer that plays O at first. */
const OPPONENT = 'casual';

/** `+3`, `−2`, `0`. @param {number} score */
const signed = (score) => (score > 0 ? `+${score}` : score < 0 ? `\u2212${-score}` : '0');

class ConnectFour extends GridPuzzle {
  get title() { return 'Connect Four'; }
  get choices() { return 'Board size'; }
  get noun() { return 'game'; }
  get hasStatistics() { return false; }
  get showsSolvedDialog() { return false; }
  get opening() { return 'X plays first: choose a column.'; }
  /** @returns {[string, string][]} */
  get keys() { return [['S', 'Show column scores']]; }

  /** @type {HTMLButtonElement[]} */ #columns = [];
  /** The scores below the board, for the eye; the column buttons name them for screen readers. */ #scoreRow = element('ol', { class: 'scores', 'aria-hidden': 'true' });
  #discs = SIDES.map((side) => element('span', { class: 'disc', 'data-stone': side, 'aria-hidden': 'true' }));
  /** @type {HTMLSelectElement[]} */ #seats = SIDES.map((side) => element('select', { 'aria-label': `Player ${side}` }));
  #scores = button('Scores', () => this.#toggleScores(), { 'aria-pressed': 'false' });
  #review = new Review({ say: (text) => this.say(text), jump: (count) => this.#jump(count), isOver: () => !this.isConnected, game: () => this.game });
  /** Changes with every position; pending searches of an earlier round end. */ #round = 0;
  #seed = randomSeed();

  // ---- additional controls ----------------------------------------------------------------------

  extraControls() {
    const chosen = (loadStored(this.#seatsKey) ?? (this.isPage && !location.hash ? `person,${OPPONENT}` : 'person,person')).split(',');
    this.#seats.forEach((seat, side) => {
      seat.append(element('option', { value: 'person' }, 'Human'));
      seat.addEventListener('change', () => this.#seatsChanged());
      ask(this.kind, { op: 'levels', id: 'connect-four:' }).then(({ levels }) => {
        seat.append(...(levels ?? []).map(({ params, title }) => element('option', { value: params }, title)));
        seat.value = chosen[side] ?? 'person';
        if (!seat.value) seat.value = 'person';
        if (this.game) this.#reply(this.game, 'open');
      });
    });
    return [
      element('div', { class: 'seats' }, ...this.#seats.flatMap((seat, side) => [this.#discs[side], seat])),
      element('div', { class: 'row' }, this.#scores, button('Review', () => this.#review.begin(this.kind)), button('Swap sides', () => this.#swap())),
      this.#review.element,
    ];
  }

  /**
   * A button for each column: its number, and its score while scores are shown.
   * @param {Game} game
   */
  header(game) {
    this.#columns = game.presses.map(({ name }, press) => {
      const made = button('', () => { if (made.getAttribute('aria-disabled') !== 'true') this.press(press); });
      // Text for screen readers around the visible number.
      const hidden = (/** @type {string} */ text) => element('span', { class: 'away' }, text);
      made.append(hidden('column '), element('small', {}, name), hidden(''), element('span', { class: 'disc', 'aria-hidden': 'true' }));
      this.pointAt(made, press);
      return made;
    });
    this.#scoreRow.replaceChildren(...game.presses.map(() => element('li')));
    return element('div', { class: 'head', role: 'group', 'aria-label': 'Columns' }, ...this.#columns);
  }

  connectedCallback() {
    super.connectedCallback();
    this.addEventListener('pointerover', ({ target }) => this.#showColumn(target));
    this.addEventListener('pointerleave', () => this.#showColumn(document.activeElement));
    this.addEventListener('focusin', ({ target }) => this.#showColumn(target));
    this.addEventListener('focusout', ({ relatedTarget }) => this.#showColumn(relatedTarget));
  }

  /**
   * Highlights the column that the pointer or the focus is on, with the disc that would fall there.
   * @param {EventTarget | null} target
   */
  #showColumn(target) {
    const part = target instanceof Element && this.contains(target) ? target.closest('.head button, .cell') : null;
    const cells = [...this.querySelectorAll('.cell')];
    const width = this.#columns.length;
    const index = part ? this.#columns.findIndex((column) => column === part) : -1;
    const column = index >= 0 || !part ? index : cells.indexOf(part) % width;
    this.#columns.forEach((head, at) => head.classList.toggle('over', at === column));
    cells.forEach((cell, at) => cell.classList.toggle('over', at % width === column));
  }

  /** @param {string} key */
  handleKey(key) {
    if (key !== 's') return false;
    this.#toggleScores();
    return true;
  }

  /** @param {number} press @param {Game} before */
  pressMessage(press, before) {
    return `${SIDES[before.side ?? 0]} in column ${before.presses[press].name}. ${this.game?.status}`;
  }

  /** @param {Game} game @param {string} op */
  gameChanged(game, op) {
    this.#round++;
    for (const [press, column] of this.#columns.entries()) {
      const isOpen = game.presses[press].turns.length > 0;
      column.setAttribute('aria-disabled', String(!isOpen));
      const disc = column.querySelector('.disc');
      if (disc instanceof HTMLElement) disc.dataset.stone = SIDES[game.side ?? 0];
      this.#showScore(press, undefined);
    }
    this.#discs.forEach((disc, side) => disc.classList.toggle('turn', side === game.side));
    this.querySelector(':scope > .board.live')?.after(this.#scoreRow);
    if (['press', 'reply', 'redo', 'step'].includes(op)) this.#drop(game);
    this.#review.follow(game);
    this.#computeScores(game);
    this.#reply(game, op);
  }

  /** Lets the last disc fall to its cell. @param {Game} game */
  #drop(game) {
    const disc = this.querySelector('.disc.last-stone');
    if (!(disc instanceof HTMLElement)) return;
    disc.style.setProperty('--rows', String(1 + Math.floor(game.cells.findIndex((cell) => cell.last) / game.columns)));
    disc.classList.add('falls');
  }

  // ---- opponents --------------------------------------------------------------------------------

  /** Boards in posts show positions, so they have their own players. */
  get #seatsKey() { return this.isPage ? 'connect-four:seats' : 'connect-four:seats:post'; }

  #seatsChanged() {
    store(this.#seatsKey, this.#seats.map((seat) => seat.value).join());
    if (this.game) this.#reply(this.game, 'seats');
  }

  #swap() {
    const [first, second] = this.#seats.map((seat) => seat.value);
    [this.#seats[0].value, this.#seats[1].value] = [second, first];
    this.#seatsChanged();
    this.say(`X: ${this.#seats[0].selectedOptions[0].textContent}. O: ${this.#seats[1].selectedOptions[0].textContent}.`);
  }

  /**
   * Plays the computer's move if it is its turn. Undo and redo also undo or redo the computer's
   * reply.
   * @param {Game} game
   * @param {string} op
   */
  async #reply(game, op) {
    // No reply while the player looks at an earlier position.
    if (game.side === undefined || this.isPlayingSolution || (op === 'restore' && game.canRedo)) return;
    // Nor for a position that came with a link, until the reader plays on.
    if (op === 'open' && location.hash) return;
    const level = this.#seats[game.side].value;
    if (!level || level === 'person') return;
    const hasNoHuman = this.#seats.every((seat) => seat.value !== 'person');
    if (op === 'undo' && game.canUndo && !hasNoHuman) return this.request({ op: 'undo' });
    if (op === 'redo' && game.canRedo && !hasNoHuman) return this.request({ op: 'redo' });
    if (op === 'undo' && hasNoHuman) return;
    const round = this.#round;
    if (!prefersReducedMotion()) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    for (let isMore = true; isMore;) {
      if (round !== this.#round || !this.isConnected || this.game !== game || this.#seats[game.side].value !== level) return;
      isMore = false;
      await this.request({ op: 'reply', level, seed: this.#seed, nodes: 5 * NODES_PER_REQUEST }, (answer, before) => {
        isMore = answer.more ?? false;
        const after = this.game;
        if (isMore) {
          // Only the clock has changed.
          if (after) game = after;
          this.say(`${SIDES[before.side ?? 0]} is thinking…`);
        } else if (!answer.message && after) {
          const column = after.cells.findIndex((cell) => cell.last) % after.columns;
          this.say(this.pressMessage(column, before));
        }
      });
    }
  }

  // ---- scores -----------------------------------------------------------------------------------

  #toggleScores() {
    const isOn = this.#scores.getAttribute('aria-pressed') !== 'true';
    this.#scores.setAttribute('aria-pressed', String(isOn));
    this.#round++;
    for (const press of this.#columns.keys()) this.#showScore(press, undefined);
    if (this.game) {
      this.#computeScores(this.game);
      this.#reply(this.game, 'open');
    }
  }

  /**
   * @param {number} press
   * @param {{ score: number, text: string } | undefined} scored
   * @param {boolean} [isWaiting]
   */
  #showScore(press, scored, isWaiting = false) {
    const column = this.#columns[press];
    const shown = scored ? signed(scored.score) : isWaiting ? '…' : '';
    column.children[2].textContent = `${shown ? `: ${shown}` : ''}${scored ? `, ${scored.text}` : ''}`;
    column.title = scored?.text ?? '';
    const cell = this.#scoreRow.children[press];
    cell.classList.remove('best');
    const word = scored ? scored.score > 0 ? 'win' : scored.score < 0 ? 'loss' : 'draw' : '';
    cell.replaceChildren(element('b', {}, shown), element('small', {}, word));
  }

  /**
   * Computes the score of each column, from the centre outwards, and shows each as soon as it is
   * known.
   * @param {Game} game
   */
  async #computeScores(game) {
    if (this.#scores.getAttribute('aria-pressed') !== 'true' || game.side === undefined) return;
    const round = this.#round;
    const middle = (game.columns - 1) / 2;
    let open = [...game.presses.keys()].filter((press) => game.presses[press].turns.length)
      .sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
    for (const press of open) this.#showScore(press, undefined, true);
    /** @type {Map<number, number>} */
    const scores = new Map();
    for (let nodes = NODES_PER_REQUEST; open.length; nodes = Math.min(2 * nodes, 8 * NODES_PER_REQUEST)) {
      const rest = [];
      for (const press of open) {
        const { scored, more } = await ask(this.kind, { op: 'score', game: game.save, press, nodes });
        if (round !== this.#round || !this.isConnected) return;
        if (more) rest.push(press);
        if (!scored) continue;
        scores.set(press, scored.score);
        this.#showScore(press, scored);
        const best = Math.max(...scores.values());
        for (const [other, score] of scores) this.#scoreRow.children[other].classList.toggle('best', score === best);
      }
      open = rest;
    }
  }

  // ---- review -----------------------------------------------------------------------------------

  /** Shows the game after this many of its moves. @param {number} count */
  #jump(count) {
    const fields = (this.game?.save ?? '').split(';');
    fields[3] = String(count);
    this.request({ op: 'restore', game: fields.join(';') }, () => {});
  }
}

customElements.define('gridlore-connect-four', ConnectFour);
