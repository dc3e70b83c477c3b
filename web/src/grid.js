// @ts-check
/// The base of every grid puzzle: a board that is played by keyboard, pointer, touch and screen reader, and the panel of
/// what one can do. It knows cells, symbols and presses, not rules; a puzzle's own element says what is special about it.

import { Clock, time } from './clock.js';
import { dialog } from './dialog.js';
import { button, element } from './element.js';
import { ask } from './engine.js';
import { keep, kept } from './keep.js';
import { Options } from './options.js';
import { buildPaper, edges, paintCell, paintPaper } from './paint.js';
import { Selection } from './selection.js';
import { Told } from './told.js';

/** @typedef {import('./engine.js').Game} Game */
/** @typedef {'digit' | 'corner' | 'centre' | 'colour' | 'cross'} Pen */
/** @typedef {import('./engine.js').Answer} Answer */

/** A request that takes longer than this shows that it is running, with a way to stop it. */
const PATIENCE_MS = 300;
/** Between two presses of a solution that is shown. */
const STEP_MS = 450;
/** What keys can write, with the key that chooses it. @type {[Pen, string, string][]} */
const PENS = [['digit', 'Digit', 'z'], ['corner', 'Corner', 'x'], ['centre', 'Centre', 'c'], ['colour', 'Colour', 'v'], ['cross', 'Cross', 'b']];
/** How many colours there are. */
const TINTS = 6;

export class GridPuzzle extends HTMLElement {
  /** The kind in game ids. */
  get kind() { return this.localName.replace(/^gridlore-/, ''); }
  /** The name of the board for screen readers. */
  get title() { return this.kind; }
  /** What a new puzzle's choices are. */
  get choices() { return 'Difficulty'; }
  /** What to do first. */
  get opening() { return 'Choose a cell, then a digit.'; }

  /** What makes another one. */
  get renewal() { return 'New puzzle'; }
  /** Whether a dialog tells that it is solved. */
  get celebrates() { return true; }
  /** Whether cells have pencil marks. */
  get hasNotes() { return false; }
  /** What this puzzle has besides, below the keypad. @returns {Node[]} */
  extras() { return []; }
  /**
   * Deeds of its own, among those at the end.
   * @param {(name: string, text: string, act: () => void, attributes?: Record<string, string>) => HTMLElement} _make
   * @returns {Node[]}
   */
  deeds(_make) { return []; }
  /** Does what the engine calls so. @param {'notes'} op */
  turnTo(op) { this.#turnTo(op); }
  /** What stands above the board. @param {Game} _game @returns {HTMLElement | undefined} */
  head(_game) { return undefined; }
  /** Keys of its own, with what they do: for the list of keys. @returns {[string, string][]} */
  get keys() { return []; }
  /** A key of its own; whether it was one. @param {string} _key */
  pressedKey(_key) { return false; }
  /** A game is shown that was not shown before, after a request of this kind. @param {Game} _game @param {string} _op */
  shown(_game, _op) {}

  /** Whether the board draws `other` as one that `cell` sees. @param {number} _cell @param {number} _other @param {Game} _game */
  sees(_cell, _other, _game) { return false; }

  /** @type {Game | undefined} */ #game;
  /** @type {HTMLElement[]} */ #cells = [];
  /** What each cell shows, so that it is drawn again only when it changes. @type {string[]} */ #drawn = [];
  #selection = new Selection(() => this.#paint());
  /** @type {Pen} */ #pen = 'digit';
  #told = new Told(this, {
    step: (hint) => {
      this.#focusBoard();
      // The digit at the end of a way is not what the next hint would do.
      if (hint.isWay && hint.target) this.#turnTo('enter', { cells: [hint.target[0]], symbol: hint.target[1] });
      else this.#turnTo('step');
    },
    way: () => this.#do({ op: 'to-symbol' }, ({ hint }) => { if (hint) this.#told.show({ ...hint, isWay: true }, true); }),
    rewind: () => {
      this.#focusBoard();
      this.#turnTo('rewind');
    },
    close: () => {
      this.#forget();
      this.#paint();
      this.#buttons.hint.focus();
    },
    tell: (text, isWhole) => this.#tell(text, isWhole),
  });
  #options = new Options(() => {
    this.#wrong.clear();
    this.#paint();
    this.#do({ op: 'restore' });
  });
  /** @type {Set<number>} */ #wrong = new Set();
  /** Requests run one after another, each on the game that the one before left. */
  #turn = Promise.resolve();
  #clock = new Clock(() => this.#showClock());
  /** @type {Record<string, HTMLButtonElement>} */ #buttons = {};
  /** @type {HTMLElement} */ #left = element('span');
  /** @type {HTMLElement} */ #time = element('span');
  /** @type {HTMLElement} */ #said = element('p', { class: 'said' });
  /** @type {HTMLElement} */ #heard = element('div', { class: 'away', role: 'status', 'aria-live': 'polite' });
  /** @type {HTMLElement} */ #pad = element('div', { class: 'pad', role: 'group', 'aria-label': 'Symbols' });
  /** @type {HTMLElement} */ #busy = element('div', { class: 'row few', hidden: '' });
  /** @type {HTMLElement} */ #modes = element('div', { class: 'row pens', role: 'group', 'aria-label': 'What the keys write' });
  /** @type {HTMLSelectElement} */ #preset = element('select');
  /** The board that is built: its size and what it is played with. */
  #shape = '';
  /** The press whose squares light up, by the pointer or a button that has the focus. @type {number | undefined} */ #pointed;
  /** A solution is being shown, press by press. */
  #showing = false;
  /** @type {HTMLElement} */ #keys = element('details', { class: 'keys' }, element('summary', {}, 'Keys'));
  /** The game came with a link and nothing was done yet: it must not take the place of the reader's own. */
  #borrowed = false;
  #leaving = () => this.#keep();
  #following = () => {
    const game = this.#sharedGame();
    if (game) this.#change({ op: 'restore', game }, 'The board of the link.', true);
  };

  connectedCallback() {
    addEventListener('pagehide', this.#leaving);
    addEventListener('hashchange', this.#following);
    document.addEventListener('visibilitychange', this.#leaving);
    if (this.querySelector('.side')) return;
    this.#buildSide();
    this.#open();
  }

  disconnectedCallback() {
    removeEventListener('pagehide', this.#leaving);
    removeEventListener('hashchange', this.#following);
    document.removeEventListener('visibilitychange', this.#leaving);
    this.#clock.stop();
  }

  /** The puzzle of the page; what is kept in the browser is filed under it. */
  get #home() { return this.getAttribute('game') ?? ''; }

  // ---- opening, keeping --------------------------------------------------------------------------------------------

  async #open() {
    const shared = this.#sharedGame();
    const tries = [shared, this.#kept()].filter((save) => save !== undefined).map((game) => ({ op: 'restore', game }));
    let trouble = '';
    try {
      for (const request of [...tries, { op: 'open', id: this.#home }]) {
        const answer = await ask(this.kind, request);
        if (answer.game) {
          this.#borrowed = 'game' in request && request.game === shared;
          this.#show(answer);
          if (answer.game) this.shown(answer.game, 'open');
          for (const made of Object.values(this.#buttons)) made.disabled = false;
          if (!answer.game.canUndo) this.#said.textContent = this.opening;
          if (trouble) this.#say(`The saved game could not be read: ${trouble}`);
          const { presets } = await ask(this.kind, { op: 'presets', kind: this.kind });
          this.#preset.replaceChildren(...(presets ?? []).map(({ params, title }) => element('option', { value: params }, title)));
          this.toggleAttribute('ready', true);
          return;
        }
        trouble = answer.error ?? '';
      }
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error);
    }
    // The table stays: the board can still be read.
    this.querySelector('.side')?.replaceChildren(element('p', { class: 'said', role: 'alert' }, `This board cannot be played here: ${trouble}`));
  }

  /** A game in the address belongs to the first board of its kind on the page. */
  #sharedGame() {
    let text = '';
    try {
      text = decodeURIComponent(location.hash.slice(1));
    } catch {
      // Not an address of ours.
    }
    return text.startsWith(`1;${this.kind}:`) && document.querySelector(this.localName) === this ? text : undefined;
  }

  /** The game that this board showed last: the page's own, or one that took its place. */
  #kept() {
    const id = kept(`at:${this.#home}`) ?? this.#home;
    return kept(id);
  }

  /** Files the game under its id, so that the page's own is still there when a new one has taken its place. */
  #keep() {
    if (!this.#game || this.#borrowed) return;
    // The third field is the time; it alone may have changed since the engine answered.
    const fields = this.#game.save.split(';');
    fields[2] = String(this.#game.elapsedMs + this.#clock.read());
    keep(this.#game.id, fields.join(';'));
    keep(`at:${this.#home}`, this.#game.id === this.#home ? undefined : this.#game.id);
  }

  /** Another game comes: one that is not the page's own has no other place and goes. */
  #leave() {
    const id = this.#game?.id;
    if (id && id !== this.#home) keep(id, undefined);
  }

  // ---- asking ------------------------------------------------------------------------------------------------------

  /** The game that is shown. */
  get game() { return this.#game; }
  /** Whether a solution is being shown, press by press. */
  get isShowing() { return this.#showing; }
  /** Puts a stone, presses a button: what a click on a cell does. @param {number} press */
  press(press) { return this.#press(press); }
  /** What is heard after a press. @param {number} press @param {Game} _before */
  told(press, _before) { return `Move ${this.#game?.presses[press].name}: ${this.#game?.status}`; }
  /** What is heard and read after a move. @param {string} text */
  say(text) { this.#say(text); }
  /** Lights up what a press would turn. @param {HTMLElement} target @param {number} press */
  pointAt(target, press) { this.#pointAt(target, press); }

  /** Another game takes the place of the present one. @param {string} game a saved line @param {string} said */
  take(game, said) { this.#change({ op: 'restore', game }, said); }
  /** The focus goes to the board. */
  focusBoard() { this.#focusBoard(); }

  /**
   * A request of its own, about the present game.
   * @param {Record<string, unknown> & { op: string }} request
   * @param {(answer: Answer, before: Game) => void} [then]
   */
  request(request, then) {
    this.#forget();
    return this.#do(request, then);
  }

  /**
   * Asks the engine about the present game and shows the answer. Resolves when it is shown.
   * @param {Record<string, unknown> & { op: string }} request
   * @param {(answer: Answer, before: Game) => void} [then]
   */
  #do(request, then) {
    this.#turn = this.#turn.then(async () => {
      const before = this.#game;
      if (!before) return;
      const ms = this.#clock.read();
      const stop = new AbortController();
      const slow = setTimeout(() => this.#showBusy(stop), PATIENCE_MS);
      try {
        // A request that names no game is about the present one.
        const isOwn = !('id' in request) && !('game' in request);
        const answer = await ask(this.kind, isOwn ? { ...request, game: before.save, ms } : request, stop.signal);
        if (answer.game) this.#clock.spend(ms);
        this.#forgetLink();
        this.#borrowed = false;
        this.#show(answer, before);
        then?.(answer, before);
        this.#keep();
        await this.#judge(answer);
        if (answer.game && answer.game.save !== before.save) this.shown(answer.game, request.op);
      } catch (error) {
        this.#say(stop.signal.aborted ? 'Stopped. Your board is as it was.' : String(error));
      } finally {
        clearTimeout(slow);
        if (this.#busy.contains(document.activeElement)) this.#focusBoard();
        this.#busy.hidden = true;
      }
    });
    return this.#turn;
  }

  /** @param {AbortController} stop */
  #showBusy(stop) {
    this.#busy.replaceChildren(element('span', {}, 'Working…'), button('Stop', () => stop.abort(new Error('stopped')), { class: 'quiet' }));
    this.#busy.hidden = false;
  }

  /** Writes into the chosen cells. @param {string} symbol @param {Pen} pen */
  #write(symbol, pen) {
    const cells = this.#selection.cells;
    this.#clock.start();
    this.#forget();
    this.#do(pen === 'digit' ? { op: 'enter', cells, symbol } : { op: 'mark', pen, cells, symbol }, () => this.#hearCells(cells));
  }

  #clear() {
    const cells = this.#selection.cells;
    this.#forget();
    this.#do({ op: 'clear', cells }, () => this.#hearCells(cells));
  }

  /** What was written is heard: of one cell all that it holds, of several how many there are. @param {number[]} cells */
  #hearCells(cells) {
    if (this.#said.textContent) return;
    const label = this.#label(this.#game?.cells[this.#selection.cursor].label ?? '');
    this.#hear(cells.length > 1 ? `${cells.length} cells; ${label}` : label);
  }

  /** Where wrong digits are to be shown at once, they are looked for after every move. @param {Answer} answer */
  async #judge(answer) {
    if (!this.hasNotes || this.#options.mistakes !== 'solution' || !answer.game || answer.wrong) return;
    const { wrong } = await ask(this.kind, { op: 'check', game: answer.game.save });
    this.#wrong = new Set(wrong);
    this.#paint();
    const at = this.#selection.cursor;
    if (this.#wrong.has(at)) this.#hear(`${this.#game?.cells[at].label}, not right`);
  }

  /** How a cell is told: clashes only where they are to be shown. @param {string} label */
  #label(label) {
    return this.hasNotes && this.#options.mistakes === 'none' ? label.replace(', clash', '') : label;
  }

  /** @param {number} press */
  #press(press) {
    this.#clock.start();
    this.#forget();
    this.#do({ op: 'press', press }, (answer, before) => {
      if (answer.game?.solved) this.#celebrate(answer, before);
      else if (!answer.message) this.#hear(this.told(press, before));
    });
  }

  /** A dialog for who solved it by pressing. @param {Answer} answer @param {Game} before */
  #celebrate(answer, before) {
    if (!this.celebrates || before.solved || !answer.game?.solved || !answer.game.presses.length) return;
    dialog(this, 'Solved', [element('p', {}, answer.message ?? '')], [
      ['New puzzle', 'main', () => this.#newPuzzle()],
      ['Play again', '', () => this.#turnTo('restart')],
      ['Close', 'quiet', () => {}],
    ], () => this.#focusBoard());
  }

  /** Shows a solution: press by press where that is how it is played and motion is welcome. */
  async #showSolution() {
    if (this.#showing) return this.#forget();
    if (!this.#game?.presses.length || matchMedia('(prefers-reduced-motion: reduce)').matches) return this.#turnTo('solve');
    this.#forget();
    this.#showing = true;
    this.#buttons.solve.textContent = 'Stop';
    while (this.#showing && this.isConnected && !this.#game.solved) {
      const before = this.#game;
      await this.#do({ op: 'step' });
      // No step: the answer said why.
      if (this.#game.save === before.save) break;
      await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    }
    if (this.#showing && this.#game.solved) this.#say(`Solved for you: ${this.#game.status}. Undo takes it back, press by press.`);
    this.#stopShowing();
  }

  #stopShowing() {
    this.#showing = false;
    this.#buttons.solve.textContent = 'Solve';
  }

  /** What hint and check marked is stale after a move. */
  #forget() {
    this.#stopShowing();
    this.#wrong.clear();
    this.#told.forget();
  }

  /** @param {'undo' | 'redo' | 'restart' | 'solve' | 'step' | 'notes' | 'rewind' | 'enter'} op @param {Record<string, unknown>} [what] */
  #turnTo(op, what = {}) {
    this.#forget();
    this.#do({ op, ...what }, (answer, before) => {
      const { message } = answer;
      if (op === 'step') this.#celebrate(answer, before);
      // The eye and the ear go where something changed.
      const now = this.#game?.cells ?? [];
      const changed = (/** @type {'symbol' | 'marks' | 'crosses'} */ what) => now.flatMap((cell, index) => (cell[what] === before.cells[index]?.[what] ? [] : [index]));
      const [first, ...others] = [changed('symbol'), changed('marks'), changed('crosses')].find((cells) => cells.length) ?? [];
      if (first === undefined || others.length) return;
      this.#lead(first);
      this.#hear(`${message ?? ''} ${now[first].label}`.trim());
    });
  }

  /** Selects a cell; the focus goes along if it is on the board. @param {number} index */
  #lead(index) {
    const isOnBoard = this.#cells.includes(/** @type {HTMLElement} */ (document.activeElement));
    this.#selection.only(index);
    this.#paint();
    if (isOnBoard) this.#focusBoard();
  }

  #focusBoard() {
    this.#cells[this.#selection.cursor]?.focus();
  }

  #askHint() {
    if (this.#told.hasMore) return this.#told.more();
    this.#do({ op: 'hint' }, ({ hint }) => {
      if (!hint) return;
      this.#wrong.clear();
      this.#told.show(hint, this.#options.hints === 'whole');
    });
  }

  /** A stage of a hint is shown: its cells are marked, and in the end the selection goes where the step is. @param {string} text @param {boolean} isWhole */
  #tell(text, isWhole) {
    this.#said.textContent = '';
    this.#hear(text);
    const marked = this.#told.marked;
    const pressed = marked?.press == null ? -1 : this.#game?.cells.findIndex((cell) => cell.press === marked.press) ?? -1;
    if (isWhole && marked) this.#lead(marked.target?.[0] ?? (pressed >= 0 ? pressed : marked.cells[0] ?? this.#selection.cursor));
    else this.#paint();
  }

  #check() {
    this.#forget();
    this.#do({ op: 'check' }, ({ wrong }) => {
      this.#wrong = new Set(wrong);
      this.#paint();
    });
  }

  #newPuzzle() {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    this.#change({ op: 'open', id: `${this.kind}:${this.#preset.value}#${seed}` },
      `${this.renewal.replace('New', 'A new')}: ${this.#preset.selectedOptions[0]?.textContent?.toLowerCase() ?? ''}.`);
  }

  #back() {
    const game = kept(this.#home);
    this.#change(game ? { op: 'restore', game } : { op: 'open', id: this.#home }, 'Back to the puzzle of this page.');
  }

  /**
   * Another game takes the place of the present one.
   * @param {Record<string, unknown> & { op: string }} request
   * @param {string} said
   * @param {boolean} [isBorrowed] the game came with a link
   */
  #change(request, said, isBorrowed = false) {
    this.#forget();
    this.#keep();
    this.#leave();
    this.#do(request, (answer) => {
      if (!answer.game) return;
      this.#borrowed = isBorrowed;
      this.#clock.reset();
      this.#showClock();
      if (document.activeElement === this.#buttons.back) this.#focusBoard();
      this.#buttons.back.hidden = answer.game.id === this.#home;
      this.#say(said);
    });
  }

  /** A link in the address shows a board as it was; once it has changed, a reload must not bring that back. */
  #forgetLink() {
    if (location.hash.startsWith(`#1;${this.kind}:`)) history.replaceState(null, '', location.pathname + location.search);
  }

  async #share() {
    if (!this.#game) return;
    const address = new URL(location.href);
    address.hash = this.#game.share;
    try {
      await navigator.clipboard.writeText(address.href);
      this.#say('The link to this board is copied.');
    } catch {
      history.replaceState(null, '', address);
      this.#say('The address of this page now leads to this board.');
    }
  }

  // ---- showing -----------------------------------------------------------------------------------------------------

  #buildSide() {
    const make = (/** @type {string} */ name, /** @type {string} */ text, /** @type {() => void} */ act, attributes = {}) => {
      const made = button(text, act, { disabled: '', ...attributes });
      this.#buttons[name] = made;
      return made;
    };
    this.#modes.append(...PENS.map(([pen, text]) => make(pen, text, () => this.#choosePen(pen), { 'aria-pressed': String(pen === 'digit') })));
    this.#preset.setAttribute('aria-label', this.choices);
    const side = element('div', { class: 'side' },
      element('div', { class: 'status' }, this.#left, this.#time),
      this.#said, this.#heard,
      this.#modes, this.#pad,
      element('div', { class: 'row' },
        make('undo', 'Undo', () => this.#turnTo('undo')),
        make('redo', 'Redo', () => this.#turnTo('redo')),
        make('check', 'Check', () => this.#check()),
        make('hint', 'Hint', () => this.#askHint(), { class: 'main' })),
      this.#told.element, this.#busy,
      ...this.extras(),
      element('div', { class: 'row' }, this.#preset, make('new', this.renewal, () => this.#newPuzzle())),
      element('div', { class: 'row few' },
        make('solve', 'Solve', () => this.#showSolution(), { class: 'quiet' }),
        ...this.deeds(make),
        make('restart', 'Start over', () => this.#turnTo('restart'), { class: 'quiet' }),
        make('share', 'Share', () => this.#share(), { class: 'quiet' }),
        make('print', 'Print', () => print(), { class: 'quiet' }),
        make('back', 'Back to this page’s puzzle', () => this.#back(), { class: 'quiet', hidden: '' })),
      ...(this.hasNotes ? [this.#options.element] : []),
      this.#keys);
    this.append(side);
  }

  /** @param {Pen} pen */
  #choosePen(pen) {
    this.#pen = pen;
    for (const [name] of PENS) this.#buttons[name].setAttribute('aria-pressed', String(name === pen));
    if (!this.#game) return;
    this.#buildPad(this.#game);
    this.#paint();
  }

  /** Builds the board and what it is played with, anew when a game of another shape comes. @param {Game} game */
  #build(game) {
    const shape = [game.rows, game.columns, game.symbols.length, game.presses.length, game.colours, game.cells[0]?.press].join();
    if (shape === this.#shape) return;
    this.#shape = shape;
    const isFocused = this.#cells.includes(/** @type {HTMLElement} */ (document.activeElement));
    this.querySelector('.board.live')?.remove();
    this.querySelector(':scope > .head')?.remove();
    const head = this.head(game);
    this.prepend(...(head ? [head] : []), this.#board(game));
    this.#drawn = [];
    this.#pointed = undefined;
    this.#selection.begin(Math.max(0, game.cells.findIndex((cell) => !cell.symbol)));
    this.#buildPad(game);
    const table = this.querySelector('table');
    if (table) buildPaper(table, game);
    if (isFocused) this.#focusBoard();
  }

  /** @param {Game} game */
  #board(game) {
    const { rows, columns } = game;
    const board = element('div', { class: 'board live', role: 'grid', 'aria-label': `${this.title} board`, 'aria-rowcount': String(rows), 'aria-colcount': String(columns) });
    board.style.gridTemplate = `repeat(${rows}, minmax(0, 1fr)) / repeat(${columns}, minmax(0, 1fr))`;
    board.style.aspectRatio = `${columns} / ${rows}`;
    board.classList.toggle('lamps', game.colours > 0);
    board.classList.toggle('discs', game.areDiscs);
    const isWritten = !game.presses.length;
    if (isWritten) board.setAttribute('aria-multiselectable', 'true');
    board.style.setProperty('--side', String(columns));
    this.#cells = [];
    const region = (/** @type {number} */ index) => game.cells[index].region;
    for (let row = 0; row < rows; row++) {
      const line = element('div', { role: 'row' });
      for (let column = 0; column < columns; column++) {
        const index = row * columns + column;
        const cell = element('div', { role: 'gridcell', class: 'cell' });
        edges(cell, index, rows, columns, region);
        cell.addEventListener('focus', () => this.#select(index));
        if (!isWritten) cell.addEventListener('pointerdown', () => cell.focus({ preventScroll: true }));
        const press = game.cells[index].press;
        if (press !== null) {
          cell.addEventListener('click', () => this.#press(press));
          this.#pointAt(cell, press);
        }
        this.#cells.push(cell);
        line.append(cell);
      }
      board.append(line);
    }
    if (isWritten) this.#selection.follow(board, this.#cells, (index) => this.#alike(index));
    board.addEventListener('keydown', (event) => this.#key(event));
    for (const change of ['focusin', 'focusout']) board.addEventListener(change, () => this.#paint());
    return board;
  }

  /** The cells that hold what this one holds: its digit, or the same marks. @param {number} index */
  #alike(index) {
    const cells = this.#game?.cells ?? [];
    const { symbol, marks, corners, crosses } = cells[index];
    if (!symbol && !marks && !corners && !crosses) return [index];
    const isAlike = (/** @type {import('./engine.js').Cell} */ cell) => (symbol ? cell.symbol === symbol : !cell.symbol && cell.marks === marks && cell.corners === corners && cell.crosses === crosses);
    return cells.flatMap((cell, other) => (isAlike(cell) ? [other] : []));
  }

  /** What a press turns lights up while the pointer is on it. @param {HTMLElement} target @param {number} press */
  #pointAt(target, press) {
    target.addEventListener('pointerenter', (event) => {
      // A finger that touches has pressed already.
      if (event.pointerType !== 'touch') this.#point(press);
    });
    target.addEventListener('pointerleave', () => this.#point(undefined));
  }

  /** @param {number | undefined} press */
  #point(press) {
    this.#pointed = press;
    this.#paint();
  }

  /** The keypad, where symbols are written; a button a move, where moves have no square; the list of keys. @param {Game} game */
  #buildPad(game) {
    const isPressed = game.presses.length > 0;
    const isByCells = isPressed && game.cells.some((cell) => cell.press !== null);
    this.#modes.hidden = isPressed;
    this.#pad.hidden = isByCells;
    this.#pad.classList.toggle('moves', isPressed);
    this.#pad.setAttribute('aria-label', isPressed ? 'Moves' : 'Symbols');
    if (isPressed) {
      this.#pad.replaceChildren(...(isByCells ? [] : game.presses.map(({ name }, press) => {
        const made = button(name, () => this.#press(press));
        this.#pointAt(made, press);
        made.addEventListener('focus', () => this.#point(press));
        made.addEventListener('blur', () => this.#point(undefined));
        return made;
      })));
    } else {
      const several = button('Several', () => {
        this.#selection.isAdding = !this.#selection.isAdding;
        several.setAttribute('aria-pressed', String(this.#selection.isAdding));
      }, { 'aria-pressed': String(this.#selection.isAdding), title: 'Choose several cells by tapping' });
      const tints = Array.from({ length: TINTS }, (_, index) => String(index + 1));
      this.#pad.dataset.across = game.symbols.length > 9 ? '4' : '3';
      this.#pad.replaceChildren(
        ...(this.#pen === 'colour' ? tints.map((tint) => button(tint, () => this.#write(tint, 'colour'), { 'data-tint': tint, 'aria-label': `Colour ${tint}` }))
          : game.symbols.map(({ symbol }) => button(symbol, () => this.#write(symbol, this.#pen), { 'data-symbol': symbol }))),
        button('Clear', () => this.#clear(), { class: 'wide' }), several);
    }
    const symbols = `${game.symbols[0]?.symbol} to ${game.symbols.at(-1)?.symbol}`;
    const own = isPressed
      ? [...(isByCells ? [['Enter, Space', 'press the square']] : []), [`1 to ${Math.min(9, game.presses.length)}`, 'press that move']]
      : [[symbols, 'write, or take out again'], ['Shift, Ctrl, Alt with these', 'in a corner, in the centre, a colour'],
        [this.#penKeys(game).map((key) => key.toUpperCase()).join(' '), 'digits, corners, centres, colours, crosses'], ['N', 'centres or digits'],
        ['Shift with arrows, Ctrl+A', 'choose several cells'], ['Escape', 'one cell again'], ['Backspace', 'clear']];
    const keys = [['arrows, Home, End', 'move'], ...own, ...this.keys, ['Ctrl+Z, Ctrl+Y', 'undo, redo'], ['H', 'hint']];
    this.#keys.querySelector('dl')?.remove();
    this.#keys.append(element('dl', {}, ...keys.flatMap(([key, what]) => [element('dt', {}, key), element('dd', {}, what)])));
  }

  /** The keys that choose a pen: those that are no symbols here. @param {Game} game */
  #penKeys(game) {
    return PENS.map(([, , key]) => key).filter((key) => !game.symbols.some(({ symbol }) => symbol.toLowerCase() === key));
  }

  #showClock() {
    this.#time.textContent = time((this.#game?.elapsedMs ?? 0) + this.#clock.read());
  }

  /** @param {Answer} answer @param {Game} [before] */
  #show(answer, before) {
    if (answer.error) return this.#say(answer.error);
    if (answer.game) {
      this.#build(answer.game);
      this.#game = answer.game;
      this.#clock.still = answer.game.solved;
    }
    this.#paint();
    this.#showClock();
    // What clashes is told after a move, unless mistakes are not to be shown.
    const isQuiet = this.hasNotes && this.#options.mistakes === 'none' && !answer.wrong && answer.game?.clashes.length && answer.game.save !== before?.save;
    // A hint tells itself, in stages.
    this.#say(answer.hint || isQuiet ? '' : answer.message ?? '');
  }

  #paint() {
    const game = this.#game;
    if (!game) return;
    const { cursor, isSeveral } = this.#selection;
    const chosen = game.cells[cursor];
    const marked = this.#told.marked;
    const removed = new Map();
    for (const [cell, symbol] of marked?.removed ?? []) removed.set(cell, (removed.get(cell) ?? '') + symbol);
    const looked = new Set(marked?.cells);
    const isFocused = this.#cells.includes(/** @type {HTMLElement} */ (document.activeElement));
    const pointed = this.#pointed ?? (isFocused ? chosen.press : null);
    const turns = new Set(pointed === null ? [] : game.presses[pointed].turns);
    const isByPlace = !game.cells.some(({ corners }) => corners);
    const showsClashes = !this.hasNotes || this.#options.mistakes !== 'none';
    game.cells.forEach((cell, index) => {
      const shown = this.#cells[index];
      const is = {
        given: cell.given,
        clash: cell.clash && showsClashes,
        wrong: this.#wrong.has(index),
        selected: this.#selection.has(index),
        target: marked?.target?.[0] === index || (cell.press !== null && marked?.press === cell.press),
        turns: turns.has(index),
        look: looked.has(index),
        same: !marked && chosen.symbol !== null && cell.symbol === chosen.symbol && index !== cursor,
        peer: !marked && !isSeveral && this.sees(cursor, index, game),
      };
      for (const [name, on] of Object.entries(is)) shown.classList.toggle(name, on);
      shown.tabIndex = index === cursor ? 0 : -1;
      shown.setAttribute('aria-label', is.wrong ? `${this.#label(cell.label)}, not right` : this.#label(cell.label));
      shown.setAttribute('aria-selected', String(is.selected));
      shown.setAttribute('aria-readonly', String(cell.given || game.presses.length > 0));
      // What is drawn already stays: a click must find, on its way up, what it found on its way down.
      const drawing = [cell.symbol, cell.marks, cell.corners, cell.crosses, cell.tints, isByPlace, cell.colour, cell.goal, cell.highlight, cell.last, removed.get(index)].join('|');
      if (this.#drawn[index] !== drawing) paintCell(shown, cell, game, removed.get(index) ?? '');
      this.#drawn[index] = drawing;
    });
    // The marks of the digit that the cursor is on stand out, too.
    for (const mark of this.querySelectorAll('.board.live .notes i')) {
      mark.classList.toggle('same', !marked && chosen.symbol !== null && mark instanceof HTMLElement && (mark.dataset.mark ?? '').includes(chosen.symbol));
    }
    for (const { symbol, left } of game.symbols) {
      const key = this.#pad.querySelector(`[data-symbol="${symbol}"]`);
      if (!(key instanceof HTMLElement)) continue;
      key.replaceChildren(symbol, element('span', { class: 'away' }, ', '),
        element('small', {}, String(left), element('span', { class: 'away' }, ' left')));
      key.classList.toggle('done', left === 0);
    }
    // Not `disabled`: that would take the focus from the button that was just pressed.
    this.#buttons.undo.setAttribute('aria-disabled', String(!game.canUndo));
    this.#buttons.redo.setAttribute('aria-disabled', String(!game.canRedo));
    if (document.activeElement !== this.#buttons.back) this.#buttons.back.hidden = game.id === this.#home;
    const table = this.querySelector('table');
    if (table) paintPaper(table, game, this.title);
    this.#left.textContent = game.status;
    this.#said.classList.toggle('good', game.solved);
    this.toggleAttribute('solved', game.solved);
  }

  /** Shows a message, and has it read out. @param {string} text */
  #say(text) {
    this.#said.textContent = text;
    this.#hear(text);
  }

  /** @param {string} text */
  #hear(text) {
    // The same words again are news again.
    if (text) this.#heard.textContent = text === this.#heard.textContent ? `${text}\u00a0` : text;
  }

  // ---- keys --------------------------------------------------------------------------------------------------------

  /** @param {number} index */
  #select(index) {
    if (index !== this.#selection.cursor) this.#selection.only(index);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const game = this.#game;
    if (!game) return;
    const { rows, columns } = game;
    const at = this.#selection.cursor;
    const [row, column] = [Math.floor(at / columns), at % columns];
    const control = event.ctrlKey || event.metaKey;
    const moves = /** @type {Record<string, number | undefined>} */ ({
      ArrowLeft: control ? undefined : row * columns + ((column + columns - 1) % columns),
      ArrowRight: control ? undefined : row * columns + ((column + 1) % columns),
      ArrowUp: control ? undefined : ((row + rows - 1) % rows) * columns + column,
      ArrowDown: control ? undefined : ((row + 1) % rows) * columns + column,
      Home: control ? 0 : row * columns,
      End: control ? rows * columns - 1 : row * columns + columns - 1,
    });
    const to = event.altKey ? undefined : moves[event.key];
    const key = event.key.toLowerCase();
    // With Shift a digit key writes another character; its code still tells the digit.
    const symbol = /^(?:Digit|Numpad)([0-9])$/.exec(event.code)?.[1] ?? event.key.toUpperCase();
    const isPlain = !control && !event.altKey;
    const isWritten = !game.presses.length;
    const isSymbol = isWritten && game.symbols.some((known) => known.symbol === symbol);
    const isDigit = /^[0-9]$/.test(symbol);
    if (isPlain && this.pressedKey(key)) {
      event.preventDefault();
      return;
    }
    if (to !== undefined && isWritten && event.shiftKey) {
      this.#selection.add(to);
      this.#focusBoard();
    } else if (to !== undefined) {
      this.#selection.only(to);
      this.#cells[to].focus();
    } else if (event.altKey && !control && isWritten && isDigit && Number(symbol) >= 1 && Number(symbol) <= TINTS) this.#write(symbol, 'colour');
    else if (event.altKey) return;
    else if (control && isSymbol && isDigit) this.#write(symbol, 'centre');
    else if (control && key === 'z') this.#turnTo(event.shiftKey ? 'redo' : 'undo');
    else if (control && key === 'y') this.#turnTo('redo');
    else if (control && key === 'a' && isWritten) this.#selection.these(game.cells.map((_, index) => index));
    else if (control) return;
    else if (!isWritten) {
      const press = event.key === 'Enter' || event.key === ' ' ? game.cells[at].press : Number(symbol) - 1;
      if (press !== null && press in game.presses) this.#press(press);
      else if (key === 'h') this.#askHint();
      else return;
    }
    else if (this.#pen === 'colour' && isDigit && !event.shiftKey && Number(symbol) >= 1 && Number(symbol) <= TINTS) this.#write(symbol, 'colour');
    else if (isSymbol) this.#write(symbol, event.shiftKey ? 'corner' : this.#pen === 'colour' ? 'digit' : this.#pen);
    else if (['backspace', 'delete', '0'].includes(key)) this.#clear();
    else if (key === 'escape' && this.#selection.isSeveral) this.#selection.only(at);
    else if (this.hasNotes && key === 'n') this.#choosePen(this.#pen === 'centre' ? 'digit' : 'centre');
    else if (this.hasNotes && this.#penKeys(game).includes(key)) this.#choosePen(PENS.find(([, , known]) => known === key)?.[0] ?? 'digit');
    else if (key === 'h') this.#askHint();
    else return;
    event.preventDefault();
  }
}
