// @ts-check
/// `<gridlore-connect-four game="connect-four:4453">`: a game for two sides, each played by a
/// person or by the computer at a chosen level, with column scores and hints. The list of moves,
/// the review and the trainer are loaded when they are needed.

import { GridPuzzle } from '../board/grid.js';
import { ask } from '../engine/engine.js';
import { randomSeed } from '../page/random.js';
import { button, element } from '../page/element.js';
import { loadStored, store } from '../page/storage.js';
import { prefersReducedMotion } from '../page/motion.js';
import { messageOf } from '../page/words.js';
import { Scoring } from './scoring.js';
import { SIDES } from './sides.js';
import { movesOf, positionOf } from './variations.js';

/** @typedef {import('../engine/engine.js').Game} Game */

/**
 * Search nodes per request, few enough that the worker can answer other requests in between. A
 * search that needs more is requested again.
 */
const NODES_PER_REQUEST = 400_000;
/** Milliseconds before the computer's disc drops, so that the player sees their own drop first. */
const PAUSE_MS = 350;

/** Maximum number of moves shown in the name of a game. */
const NAMED_MOVES = 8;

/** The initial level of the computer, which plays O. */
const OPPONENT = 'casual';

/** The name under which the browser stores the last position shown from an engine line. */
const LOOKED_AT = 'connect-four:looked-at';
/** The name under which the browser stores the number of engine lines. */
const LINE_COUNT = 'connect-four:line-count';
/** Maximum and initial number of engine lines. */
const [MAX_LINES, LINES] = [5, 3];

/** @typedef {import('./scoring.js').Scored} Scored */

/** `+3`, `−2`, `0`. @param {number} score */
const signed = (score) => (score > 0 ? `+${score}` : score < 0 ? `\u2212${-score}` : '0');

/**
 * Returns a score as a number and in words: `+3` and `win`, or `≥ 0` and `no loss` for a bound.
 * @param {Scored} scored
 * @returns {[string, string]}
 */
function shortened({ lower, upper }) {
  if (lower === upper) return [signed(lower), lower > 0 ? 'win' : lower < 0 ? 'loss' : 'draw'];
  if (lower >= 0) return [`\u2265\u202f${signed(lower)}`, lower > 0 ? 'win' : 'no loss'];
  if (upper <= 0) return [`\u2264\u202f${signed(upper)}`, upper < 0 ? 'loss' : 'no win'];
  return ['…', ''];
}

class ConnectFour extends GridPuzzle {
  get title() { return 'Connect Four'; }
  get choices() { return 'Board size'; }
  get noun() { return 'game'; }
  /** The players, and how the game begins. */
  get gameName() {
    const moves = this.game ? movesOf(this.game).shown : '';
    return `${this.#seats.map((seat) => seat.selectedOptions[0]?.textContent).join(' v ')}: ${moves.slice(0, NAMED_MOVES)}${moves.length > NAMED_MOVES ? '…' : ''}`;
  }
  get hasStatistics() { return false; }
  /** The engine lines show the solution and leave the list of moves unchanged. */
  get hasSolve() { return false; }
  get opening() { return 'X plays first: choose a column.'; }
  /** @returns {[string, string][]} */
  get keys() {
    return [
      ['S', 'Show column scores'], ['L', 'Show engine lines'], ['Arrow keys in the list', 'Step through the moves'],
      ['P, Delete in the list', 'Promote or delete the variation'],
    ];
  }

  /** @type {HTMLButtonElement[]} */ #columns = [];
  /** The visible scores below the board; the column buttons name them for screen readers. */ #scoreRow = element('ol', { class: 'scores', 'aria-hidden': 'true' });
  #discs = SIDES.map((side) => element('span', { class: 'disc', 'data-stone': side, 'aria-hidden': 'true' }));
  /** @type {HTMLSelectElement[]} */ #seats = SIDES.map((side) => element('select', { 'aria-label': `Player ${side}` }));
  #scores = button('Scores', () => this.#toggleScores(), { 'aria-pressed': 'false' });
  #lines = button('Lines', () => this.#toggleLines(), { 'aria-pressed': 'false', title: 'The best play after the best columns' });
  #lineCount = element('select', { 'aria-label': 'Number of lines' }, ...Array.from({ length: MAX_LINES }, (_, index) => element('option', { value: String(index + 1) }, index ? `${index + 1} best lines` : 'Best line')));
  #scoring = new Scoring({
    kind: this.kind,
    say: (text) => this.say(text),
    focusBoard: () => this.focusBoard(),
    changed: () => this.#drawKnown(),
  });
  /** The list of moves and the review, once they are loaded. @type {import('./analysis.js').Analysis | undefined} */ #analysis;
  /** @type {Promise<import('./analysis.js').Analysis> | undefined} */ #loadingAnalysis;
  /** Where the list of moves and the trainer appear. */ #analysisPlace = element('div', { class: 'analysis' });
  /** The trainer, once it is loaded. @type {import('./four-trainer.js').Trainer | undefined} */ #trainer;
  /** Changes with every position; pending searches of an earlier round end. */ #round = 0;
  #seed = randomSeed();
  /** The board size that is chosen for the next game. */ #size = '';

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
    const [scores, lines] = (loadStored(this.#viewKey) ?? '').split(',');
    this.#scores.setAttribute('aria-pressed', String(scores === 'true'));
    this.#lines.setAttribute('aria-pressed', String(lines === 'true'));
    this.#lineCount.value = loadStored(LINE_COUNT) ?? String(LINES);
    if (!this.#lineCount.value) this.#lineCount.value = String(LINES);
    this.#lineCount.hidden = !this.#hasLines;
    this.#lineCount.addEventListener('change', () => {
      store(LINE_COUNT, this.#lineCount.value);
      this.#search();
    });
    if (this.isPage || this.#hasLines) this.#loadAnalysis().catch(() => {});
    return [
      element('div', { class: 'seats' }, ...this.#seats.flatMap((seat, side) => [this.#discs[side], seat]), button('\u21c5', () => this.#swap(), { class: 'swap', 'aria-label': 'Swap sides', title: 'Swap sides' })),
      element('div', { class: 'row even' }, this.#scores, this.#lines, button('Review', () => this.#review()), ...(this.isPage ? [button('Train', () => this.#train())] : [])),
      element('div', { class: 'row searching' }, this.#lineCount, this.#scoring.element), this.#analysisPlace,
    ];
  }

  /**
   * @param {(name: string, text: string, act: () => void) => HTMLElement} make
   */
  extraButtons(make) {
    return [make('line', 'Best line from here', () => this.#showBestLine())];
  }

  /**
   * Creates a button for each column: its number, and its score while scores are shown.
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
    this.addEventListener('focusin', ({ target }) => {
      // Arrow keys continue from the column that has the focus.
      const column = this.#columns.findIndex((head) => head === target);
      if (column >= 0) this.moveCursor(column);
      this.#showColumn(target);
    });
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

  /** Drops a disc; while an exercise is shown, it is the answer. @param {number} press */
  press(press) {
    if (this.isExercise) this.#trainer?.drop(press);
    else super.press(press);
  }

  /** @param {string} size */
  choiceChanged(size) {
    this.#size = size;
  }

  /** @param {string} key */
  handleKey(key) {
    // On a wide board a letter is a column.
    if (this.isExercise || (key !== 's' && key !== 'l') || this.game?.presses.some(({ name }) => name === key)) return false;
    if (key === 's') this.#toggleScores();
    else this.#toggleLines();
    return true;
  }

  review() { return button('Review', () => this.#review()); }

  /** Undo right after a change to the list of moves reverts that change. @type {GridPuzzle['perform']} */
  perform(op, parameters) {
    if (op === 'undo' && !this.isExercise && this.#analysis?.undoEdit()) return;
    super.perform(op, parameters);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#scoring.end();
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
    this.toggleAttribute('training', this.isExercise);
    if (this.isExercise) return;
    if (this.#trainer?.element.isConnected) this.#closeTrainer();
    this.#analysis?.follow(game, op);
    this.#search();
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
    store(LOOKED_AT, undefined);
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
    if (game.side === undefined || (['restore', 'tab'].includes(op) && game.canRedo)) return;
    if (op === 'press') store(LOOKED_AT, undefined);
    // Nor for a position from a link until the reader makes a move, nor for a position in an engine
    // line.
    if ((op === 'open' && location.hash) || loadStored(LOOKED_AT) === positionOf(game)) return;
    if (this.isExercise) return;
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

  /** Whether scores and lines are shown; each board in a post has its own. */
  get #viewKey() { return this.isPage ? 'connect-four:view' : `connect-four:view:${this.getAttribute('game')}`; }
  get #hasScores() { return this.#scores.getAttribute('aria-pressed') === 'true'; }
  get #hasLines() { return this.#lines.getAttribute('aria-pressed') === 'true'; }

  #toggleScores() {
    this.#setView(!this.#hasScores, this.#hasLines);
    this.announce(this.#hasScores ? 'Scores shown above the columns.' : 'Scores hidden.');
  }

  #toggleLines() {
    if (!this.#hasLines) return this.#showBestLine();
    this.#setView(this.#hasScores, false);
    this.announce('Lines hidden.');
  }

  /** Shows the engine lines and announces the best one. */
  async #showBestLine() {
    if (this.game?.solved) this.say(`${this.game.status}. There is no move to play.`);
    try {
      (await this.#loadAnalysis()).announceLine();
    } catch (error) {
      return this.say(messageOf(error));
    }
    if (this.#hasLines) this.#drawKnown();
    else this.#setView(this.#hasScores, true);
  }

  /** @param {boolean} hasScores @param {boolean} hasLines */
  #setView(hasScores, hasLines) {
    this.#scores.setAttribute('aria-pressed', String(hasScores));
    this.#lines.setAttribute('aria-pressed', String(hasLines));
    this.#lineCount.hidden = !hasLines;
    store(this.#viewKey, hasScores || hasLines ? `${hasScores},${hasLines}` : undefined);
    this.#search();
  }

  /**
   * @param {number} press
   * @param {Scored | undefined} scored
   * @param {string} [instead] what to show if nothing is known about the score
   */
  #showScore(press, scored, instead = '') {
    const column = this.#columns[press];
    const isKnown = scored !== undefined && (scored.lower === scored.upper || scored.lower >= 0 || scored.upper <= 0);
    const [shown, word] = isKnown ? shortened(scored) : [instead, ''];
    const text = isKnown ? scored.text : '';
    column.children[2].textContent = `${shown ? `: ${shown}` : ''}${text ? `, ${text}` : ''}`;
    column.title = text;
    const cell = this.#scoreRow.children[press];
    cell.classList.remove('best');
    cell.replaceChildren(element('b', {}, shown), element('small', {}, word));
  }

  /** Searches the position for the scores and lines that are shown. */
  #search() {
    const { game } = this;
    if (!game || this.isExercise) return;
    if (this.#hasScores || this.#hasLines) this.#scoring.search(game, this.#hasLines ? Number(this.#lineCount.value) : 0);
    else {
      this.#scoring.end();
      this.#drawKnown();
    }
  }

  /** Shows the known scores and lines of the position. */
  #drawKnown() {
    const { game } = this;
    if (!game || this.isExercise) return;
    const { scores } = this.#scoring.of(game);
    for (const press of this.#columns.keys()) this.#showScore(press, this.#hasScores ? scores.get(press) : undefined, !this.#hasScores || !game.presses[press].turns.length ? '' : this.#scoring.isSearching ? '…' : '?');
    const best = Math.max(...[...scores.values()].map(({ lower }) => lower));
    if (this.#hasScores) for (const [press, { lower, upper }] of scores) this.#scoreRow.children[press].classList.toggle('best', lower === best && upper === best);
    this.#analysis?.showLines(this.#hasLines ? this.#scoring : undefined, Number(this.#lineCount.value));
  }

  // ---- moves, review, trainer -------------------------------------------------------------------

  #loadAnalysis() {
    this.#loadingAnalysis ??= import('./analysis.js').then(async ({ Analysis }) => {
      this.#analysis = await Analysis.open({
        kind: this.kind,
        say: (text) => this.say(text),
        // The clock continues: a line has no time of its own.
        show: (game) => this.request({ op: 'restore', game: game.split(';').with(2, String(this.game?.elapsedMs ?? 0)).join(';') }, () => {}),
        look: (position) => store(LOOKED_AT, position),
        load: (game, message) => this.loadGame(game, message),
        isOver: () => !this.isConnected,
        game: () => this.game,
        isHuman: (side) => this.#seats[side].value === 'person',
        focusBoard: () => this.focusBoard(),
      });
      this.#analysisPlace.append(this.#analysis.element);
      if (this.game && !this.isExercise) this.#analysis.follow(this.game, 'open');
      this.#drawKnown();
      return this.#analysis;
    });
    // A failure is not final: the next attempt loads again.
    this.#loadingAnalysis.catch(() => { this.#loadingAnalysis = undefined; });
    return this.#loadingAnalysis;
  }

  /** Reviews the game. */
  async #review() {
    try {
      await (await this.#loadAnalysis()).review();
    } catch (error) {
      this.say(messageOf(error));
    }
  }

  /** Opens the trainer. The player's own game is kept until they leave the trainer. */
  async #train() {
    try {
      const { Trainer, sizeOf } = await import('./four-trainer.js');
      this.#trainer ??= await Trainer.open({
        kind: this.kind,
        show: (id) => this.#showExercise(id),
        play: (press) => this.request({ op: 'press', press }, () => {}),
        game: () => this.game,
        say: (text) => this.say(text),
        announce: (text) => this.announce(text),
        leave: () => this.leaveExercise(),
        focusBoard: () => this.focusBoard(),
      });
      this.#analysisPlace.before(this.#trainer.element);
      // The size of the game, or the size chosen for the next game.
      this.#trainer.begin(this.game?.canUndo || !this.#size ? sizeOf(this.game?.id ?? '') : this.#size);
    } catch (error) {
      this.say(messageOf(error));
    }
  }

  /** @param {string} id */
  #showExercise(id) {
    // The computer must not reply in the exercise.
    this.#round++;
    this.#scoring.end();
    return this.showExercise(id);
  }

  /** Removes the trainer after the return to the player's own game. */
  #closeTrainer() {
    this.#trainer?.end();
    this.#trainer?.element.remove();
    this.say('Back to your game.');
    this.focusBoard();
  }
}

customElements.define('gridlore-connect-four', ConnectFour);
