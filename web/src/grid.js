// @ts-check
/// The base of every grid puzzle: a board that is played by keyboard, pointer, touch and screen reader, and the panel of
/// what one can do. It knows cells, symbols and presses, not rules; a puzzle's own element says what is special about it.

import { Clock, time } from './clock.js';
import { button, element } from './element.js';
import { ask } from './engine.js';
import { keep, kept } from './keep.js';
import { drawn, undraw } from './picture.js';

/** @typedef {import('./engine.js').Game} Game */
/** @typedef {import('./engine.js').Hint} Hint */
/** @typedef {import('./engine.js').Answer} Answer */

/** A request that takes longer than this shows that it is running, with a way to stop it. */
const PATIENCE_MS = 300;
/** Between two presses of a solution that is shown. */
const STEP_MS = 450;

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
  #selected = 0;
  #marking = false;
  /** @type {Hint | undefined} */ #hint;
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
  /** @type {HTMLElement} */ #why = element('div', { class: 'why', hidden: '' });
  /** @type {HTMLElement} */ #busy = element('div', { class: 'row few', hidden: '' });
  /** @type {HTMLElement} */ #modes = element('div', { class: 'row', role: 'group', 'aria-label': 'What the keys write' });
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
        this.#show(answer);
        then?.(answer, before);
        this.#keep();
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

  /** @param {number} cell @param {string} symbol @param {boolean} mark */
  #enter(cell, symbol, mark) {
    this.#clock.start();
    this.#forget();
    this.#do({ op: mark ? 'mark' : 'enter', cell, symbol }, (answer) => {
      if (!answer.message) this.#hear(this.#game?.cells[cell].label ?? '');
    });
  }

  /** @param {number} cell */
  #clear(cell) {
    this.#forget();
    this.#do({ op: 'clear', cell }, (answer) => {
      if (!answer.message) this.#hear(this.#game?.cells[cell].label ?? '');
    });
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
    const text = element('p', {}, answer.message ?? '');
    const dialog = element('dialog', { class: 'won', 'aria-label': 'Solved' }, element('h2', {}, 'Solved'), text);
    const leave = (/** @type {() => void} */ then) => () => {
      dialog.close();
      then();
    };
    dialog.append(element('div', { class: 'row few' },
      button('New puzzle', leave(() => this.#newPuzzle()), { class: 'main' }),
      button('Play again', leave(() => this.#turnTo('restart'))),
      button('Close', leave(() => {}), { class: 'quiet' })));
    dialog.addEventListener('close', () => {
      dialog.remove();
      this.#focusBoard();
    });
    this.append(dialog);
    dialog.showModal();
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
    this.#hint = undefined;
    this.#wrong.clear();
    this.#why.hidden = true;
    undraw(this);
  }

  /** @param {'undo' | 'redo' | 'restart' | 'solve' | 'step' | 'notes'} op */
  #turnTo(op) {
    this.#forget();
    this.#do({ op }, (answer, before) => {
      const { message } = answer;
      if (op === 'step') this.#celebrate(answer, before);
      // The eye and the ear go where something changed.
      const now = this.#game?.cells ?? [];
      const changed = (/** @type {'symbol' | 'marks'} */ what) => now.flatMap((cell, index) => (cell[what] === before.cells[index]?.[what] ? [] : [index]));
      const [first, ...others] = changed('symbol').length ? changed('symbol') : changed('marks');
      if (first === undefined || others.length) return;
      this.#lead(first);
      this.#hear(`${message ?? ''} ${now[first].label}`.trim());
    });
  }

  /** Selects a cell; the focus goes along if it is on the board. @param {number} index */
  #lead(index) {
    const isOnBoard = this.#cells.includes(/** @type {HTMLElement} */ (document.activeElement));
    this.#selected = index;
    this.#paint();
    if (isOnBoard) this.#focusBoard();
  }

  #focusBoard() {
    this.#cells[this.#selected]?.focus();
  }

  #askHint() {
    this.#do({ op: 'hint' }, ({ hint }) => {
      if (!hint) return;
      this.#hint = hint;
      this.#wrong.clear();
      const doIt = button('Do this step', () => {
        this.#focusBoard();
        this.#turnTo('step');
      });
      const close = button('Close', () => {
        this.#forget();
        this.#paint();
        this.#buttons.hint.focus();
      }, { class: 'quiet' });
      const lines = hint.text.split('\n');
      const told = lines.map((line, index) => [line, ...drawn(this, hint.pictures[index])]);
      const text = lines.length > 1 ? element('ol', {}, ...told.map((parts) => element('li', {}, ...parts))) : element('div', { class: 'step' }, ...told[0]);
      this.#why.replaceChildren(element('b', {}, hint.title), text,
        element('div', { class: 'row few' }, ...(hint.acts ? [doIt] : []), close));
      this.#why.hidden = false;
      this.#said.textContent = '';
      const pressed = hint.press === null ? -1 : this.#game?.cells.findIndex((cell) => cell.press === hint.press) ?? -1;
      this.#lead(hint.target?.[0] ?? (pressed >= 0 ? pressed : hint.cells[0] ?? this.#selected));
    });
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
    this.#modes.append(
      make('digit', 'Digit', () => this.#setMarking(false), { 'aria-pressed': 'true' }),
      make('notes', 'Notes', () => this.#setMarking(true), { 'aria-pressed': 'false' }));
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
      this.#why, this.#busy,
      ...this.extras(),
      element('div', { class: 'row' }, this.#preset, make('new', this.renewal, () => this.#newPuzzle())),
      element('div', { class: 'row few' },
        make('solve', 'Solve', () => this.#showSolution(), { class: 'quiet' }),
        ...(this.hasNotes ? [make('all', 'Note all candidates', () => this.#turnTo('notes'), { class: 'quiet' })] : []),
        make('restart', 'Start over', () => this.#turnTo('restart'), { class: 'quiet' }),
        make('share', 'Share', () => this.#share(), { class: 'quiet' }),
        make('print', 'Print', () => print(), { class: 'quiet' }),
        make('back', 'Back to this page’s puzzle', () => this.#back(), { class: 'quiet', hidden: '' })),
      this.#keys);
    this.append(side);
  }

  /** @param {boolean} marking */
  #setMarking(marking) {
    this.#marking = marking;
    this.#buttons.digit.setAttribute('aria-pressed', String(!marking));
    this.#buttons.notes.setAttribute('aria-pressed', String(marking));
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
    this.#selected = Math.max(0, game.cells.findIndex((cell) => !cell.symbol));
    this.#buildPad(game);
    this.#buildPaper(game);
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
    this.#cells = [];
    const region = (/** @type {number} */ index) => game.cells[index].region;
    for (let row = 0; row < rows; row++) {
      const line = element('div', { role: 'row' });
      for (let column = 0; column < columns; column++) {
        const index = row * columns + column;
        const cell = element('div', { role: 'gridcell', class: 'cell' });
        if (column + 1 === columns) cell.classList.add('last');
        else if (region(index + 1) !== region(index)) cell.classList.add('right');
        if (row + 1 < rows && region(index + columns) !== region(index)) cell.classList.add('below');
        cell.addEventListener('focus', () => this.#select(index));
        cell.addEventListener('pointerdown', () => cell.focus({ preventScroll: true }));
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
    board.addEventListener('keydown', (event) => this.#key(event));
    for (const change of ['focusin', 'focusout']) board.addEventListener(change, () => this.#paint());
    return board;
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
      this.#pad.replaceChildren(
        ...game.symbols.map(({ symbol }) => button(symbol, () => this.#enter(this.#selected, symbol, this.#marking), { 'data-symbol': symbol })),
        button('Clear', () => this.#clear(this.#selected), { class: 'wide' }));
    }
    const symbols = `${game.symbols[0]?.symbol} to ${game.symbols.at(-1)?.symbol}`;
    const own = isPressed
      ? [...(isByCells ? [['Enter, Space', 'press the square']] : []), [`1 to ${Math.min(9, game.presses.length)}`, 'press that move']]
      : [[symbols, 'write, or take out again'], [`Shift with ${symbols}`, 'write a note'], ['N', 'notes or digits'], ['Backspace', 'clear']];
    const keys = [['arrows, Home, End', 'move'], ...own, ...this.keys, ['Ctrl+Z, Ctrl+Y', 'undo, redo'], ['H', 'hint']];
    this.#keys.querySelector('dl')?.remove();
    this.#keys.append(element('dl', {}, ...keys.flatMap(([key, what]) => [element('dt', {}, key), element('dd', {}, what)])));
  }

  /** The table stays for paper; it has as many cells as the board. @param {Game} game */
  #buildPaper(game) {
    const body = this.querySelector('table')?.tBodies[0];
    if (!body) return;
    body.parentElement?.classList.add('paper');
    if (body.rows.length === game.rows && body.rows[0]?.cells.length === game.columns) return;
    body.replaceChildren(...Array.from({ length: game.rows }, () =>
      element('tr', {}, ...Array.from({ length: game.columns }, () => element('td')))));
  }

  #showClock() {
    this.#time.textContent = time((this.#game?.elapsedMs ?? 0) + this.#clock.read());
  }

  /** @param {Answer} answer */
  #show(answer) {
    if (answer.error) return this.#say(answer.error);
    if (answer.game) {
      this.#build(answer.game);
      this.#game = answer.game;
      this.#clock.still = answer.game.solved;
    }
    this.#paint();
    this.#showClock();
    this.#say(answer.hint ? '' : answer.message ?? '');
    if (answer.hint) this.#hear(answer.message ?? '');
  }

  #paint() {
    const game = this.#game;
    if (!game) return;
    const chosen = game.cells[this.#selected];
    const removed = new Map();
    for (const [cell, symbol] of this.#hint?.removed ?? []) removed.set(cell, (removed.get(cell) ?? '') + symbol);
    const looked = new Set(this.#hint?.cells);
    const isFocused = this.#cells.includes(/** @type {HTMLElement} */ (document.activeElement));
    const pointed = this.#pointed ?? (isFocused ? chosen.press : null);
    const turns = new Set(pointed === null ? [] : game.presses[pointed].turns);
    game.cells.forEach((cell, index) => {
      const shown = this.#cells[index];
      const is = {
        given: cell.given,
        clash: cell.clash,
        wrong: this.#wrong.has(index),
        selected: index === this.#selected,
        target: this.#hint?.target?.[0] === index || (cell.press !== null && this.#hint?.press === cell.press),
        turns: turns.has(index),
        look: looked.has(index),
        same: !this.#hint && chosen.symbol !== null && cell.symbol === chosen.symbol && index !== this.#selected,
        peer: !this.#hint && this.sees(this.#selected, index, game),
      };
      for (const [name, on] of Object.entries(is)) shown.classList.toggle(name, on);
      shown.tabIndex = index === this.#selected ? 0 : -1;
      shown.setAttribute('aria-label', is.wrong ? `${cell.label}, not right` : cell.label);
      shown.setAttribute('aria-selected', String(index === this.#selected));
      shown.setAttribute('aria-readonly', String(cell.given || game.presses.length > 0));
      // What is drawn already stays: a click must find, on its way up, what it found on its way down.
      const drawing = `${cell.symbol}|${cell.marks}|${cell.colour}|${cell.goal}|${cell.highlight}|${cell.last}|${removed.get(index) ?? ''}`;
      if (this.#drawn[index] !== drawing) {
        if (game.areDiscs) this.#paintDisc(shown, cell);
        else if (game.colours > 0) this.#paintLamp(shown, cell, game);
        else this.#paintSymbol(shown, cell, game, removed.get(index) ?? '');
      }
      this.#drawn[index] = drawing;
    });
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
    this.#paintPaper(game);
    this.#left.textContent = game.status;
    this.#said.classList.toggle('good', game.solved);
    this.toggleAttribute('solved', game.solved);
  }

  /** The table that is printed shows what the board shows. @param {Game} game */
  #paintPaper(game) {
    const table = this.querySelector('table');
    if (!table) return;
    const given = game.cells.filter((cell) => cell.given).length;
    if (table.caption) table.caption.textContent = game.colours > 0 || game.areDiscs ? `${this.title}, ${game.status}` : `${this.title}, ${given} given`;
    table.querySelectorAll('td').forEach((shown, index) => {
      const cell = game.cells[index];
      shown.classList.toggle('placed', !cell.given);
      if (cell.colour !== null) shown.dataset.colour = String(cell.colour);
      if (game.areDiscs) shown.dataset.stone = cell.symbol ?? '';
      shown.replaceChildren(cell.symbol ?? (cell.colour !== null ? sign(cell.colour, game.colours)
        : cell.marks ? element('small', {}, cell.marks) : ''));
    });
  }

  /** A square of a colour, and in its middle the colour that it has to have. @param {HTMLElement} shown @param {import('./engine.js').Cell} cell @param {Game} game */
  #paintLamp(shown, cell, game) {
    const lamp = element('span', { class: 'lamp', 'data-colour': String(cell.colour) });
    // The label says it all; the style sheet draws the signs.
    if (game.colours > 2) lamp.append(element('b', { 'data-mark': String(cell.colour) }));
    if (cell.goal !== cell.colour) lamp.append(element('i', { 'data-colour': String(cell.goal), 'data-mark': game.colours > 2 ? String(cell.goal) : '' }));
    if (cell.press !== null && game.presses.length <= 9) lamp.append(element('small', { 'data-mark': game.presses[cell.press].name }));
    shown.replaceChildren(lamp);
  }

  /** A hole, or a stone with its sign. @param {HTMLElement} shown @param {import('./engine.js').Cell} cell */
  #paintDisc(shown, cell) {
    const disc = element('span', { class: 'disc' });
    if (cell.symbol) disc.dataset.stone = cell.symbol;
    disc.classList.toggle('row-of-stones', cell.highlight);
    disc.classList.toggle('last-stone', cell.last);
    shown.replaceChildren(disc);
  }

  /** @param {HTMLElement} shown @param {import('./engine.js').Cell} cell @param {Game} game @param {string} dropped */
  #paintSymbol(shown, cell, game, dropped) {
    if (cell.symbol) {
      shown.replaceChildren(element('span', { class: 'symbol' }, cell.symbol));
    } else if (cell.marks || dropped) {
      const notes = element('span', { class: 'notes' });
      for (const { symbol } of game.symbols) {
        const drop = dropped.includes(symbol);
        // The label says the marks; the style sheet draws them.
        const mark = element('i', drop ? { class: 'drop' } : {});
        if (drop || cell.marks.includes(symbol)) mark.dataset.mark = symbol;
        notes.append(mark);
      }
      shown.replaceChildren(notes);
    } else {
      shown.replaceChildren();
    }
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
    if (index === this.#selected) return;
    this.#selected = index;
    this.#paint();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const game = this.#game;
    if (!game || event.altKey) return;
    const { rows, columns } = game;
    const at = this.#selected;
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
    const to = moves[event.key];
    const key = event.key.toLowerCase();
    // With Shift a digit key writes another character; its code still tells the digit.
    const symbol = /^(?:Digit|Numpad)([0-9])$/.exec(event.code)?.[1] ?? event.key;
    if (!control && this.pressedKey(key)) {
      event.preventDefault();
      return;
    }
    if (to !== undefined) this.#cells[to].focus();
    else if (control && key === 'z') this.#turnTo(event.shiftKey ? 'redo' : 'undo');
    else if (control && key === 'y') this.#turnTo('redo');
    else if (control) return;
    else if (game.presses.length) {
      const press = event.key === 'Enter' || event.key === ' ' ? game.cells[at].press : Number(symbol) - 1;
      if (press !== null && press in game.presses) this.#press(press);
      else if (key === 'h') this.#askHint();
      else return;
    }
    else if (game.symbols.some((known) => known.symbol === symbol)) this.#enter(at, symbol, this.#marking || event.shiftKey);
    else if (['backspace', 'delete', '0'].includes(key)) this.#clear(at);
    else if (key === 'n') this.#setMarking(!this.#marking);
    else if (key === 'h') this.#askHint();
    else return;
    event.preventDefault();
  }
}

/** A colour as a sign, for paper: dark and lit, or its number. @param {number} colour @param {number} colours */
function sign(colour, colours) {
  return colours > 2 ? String(colour) : colour ? '\u25a0' : '\u25a1';
}
