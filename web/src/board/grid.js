// @ts-check
/// The base of every grid puzzle: a board that is played by keyboard, pointer, touch and screen
/// reader, and the panel of what one can do. It knows games and requests, not rules; a puzzle's own
/// element says what is special about it. What is drawn is in `cells.js` and `pad.js`, what a key
/// means in `keyboard.js`, what is kept in `saves.js`.

import { ask } from '../engine/engine.js';
import { Patience } from '../engine/patience.js';
import { randomSeed } from '../page/chance.js';
import { dialog } from '../page/dialog.js';
import { button, element } from '../page/element.js';
import { copyLink } from '../page/link.js';
import { wantsNoMotion } from '../page/motion.js';
import { keyList, keyRows } from '../page/panel.js';
import { Voice } from '../page/voice.js';
import { count, messageOf } from '../page/words.js';
import { Cells, labelOf } from './cells.js';
import { Clock, time } from './clock.js';
import { HintPanel } from './hint.js';
import { commandOf, keysOf } from './keyboard.js';
import { Options } from './options.js';
import { Pad } from './pad.js';
import { buildPaper, paintPaper } from './paint.js';
import { Saves } from './saves.js';
import { Selection } from './selection.js';

/** @typedef {import('../engine/engine.js').Game} Game */
/** @typedef {import('../engine/engine.js').Answer} Answer */
/** @typedef {Record<string, unknown> & { op: string }} Request */

/** Between two presses of a solution that is shown. */
const STEP_MS = 450;

export class GridPuzzle extends HTMLElement {
  // ---- what is special about a puzzle -----------------------------------------------------------

  /** The kind in game ids. */
  get kind() { return this.localName.replace(/^gridlore-/, ''); }
  /** The name of the board for screen readers. */
  get title() { return this.kind; }
  /** What a new puzzle's choices are. */
  get choices() { return 'Difficulty'; }
  /** What to do first. */
  get opening() { return 'Choose a cell, then a digit.'; }
  /** What makes another one, and how the other one is named then. */
  get renewal() { return { button: 'New puzzle', said: 'A new puzzle' }; }
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
  /** What stands above the board. @param {Game} _game @returns {HTMLElement | undefined} */
  head(_game) { return undefined; }
  /** Keys of its own, with what they do: for the list of keys. @returns {[string, string][]} */
  get keys() { return []; }
  /** A key of its own; whether it was one. @param {string} _key */
  pressedKey(_key) { return false; }
  /** A game is shown that was not shown before, after a request of this kind. @param {Game} _game @param {string} _op */
  shown(_game, _op) {}
  /** What is heard after a press. @param {number} press @param {Game} _before */
  told(press, _before) { return `Move ${this.game?.presses[press].name}: ${this.game?.status}`; }
  /** Whether the board draws `other` as one that `cell` sees. @param {number} _cell @param {number} _other @param {Game} _game */
  sees(_cell, _other, _game) { return false; }

  // ---- what a puzzle may use --------------------------------------------------------------------

  /** The game that is shown. */
  get game() { return this.#game; }
  /** Whether a solution is being shown, press by press. */
  get isShowing() { return this.#showing; }
  /** What is heard and read after a move. @param {string} text */
  say(text) { this.#voice.say(text); }
  /** Lights up what a press would turn. @param {HTMLElement} target @param {number} press */
  pointAt(target, press) { this.#cells.pointAt(target, press); }
  /** The focus goes to the board. */
  focusBoard() { this.#cells.focus(); }
  /** Another game takes the place of the present one. @param {string} game a saved line @param {string} said */
  take(game, said) { this.#change({ op: 'restore', game }, said); }
  /** A request of its own, about the present game. @param {Request} request @param {(answer: Answer, before: Game) => void} [then] */
  request(request, then) {
    this.#forget();
    return this.#do(request, then);
  }

  /** @type {Game | undefined} */ #game;
  #saves = new Saves(this);
  #clock = new Clock(() => this.#showClock());
  #voice = new Voice();
  #patience = new Patience(() => this.#cells.focus());
  #selection = new Selection(() => this.#paint());
  #cells = new Cells(this.#selection, { press: (press) => this.press(press), key: (event) => this.#key(event), changed: () => this.#paint() });
  #pad = new Pad(this.#selection, {
    write: (symbol, pen) => this.#write(symbol, pen),
    clear: () => this.#clear(),
    press: (press) => this.press(press),
    pointAt: (target, press) => this.#cells.pointAt(target, press, true),
    changed: () => this.#paint(),
  });
  #hint = new HintPanel(this, {
    step: (hint) => {
      this.#cells.focus();
      // The digit at the end of a way is not what the next hint would do.
      if (hint.isWay && hint.target) this.turnTo('enter', { cells: [hint.target[0]], symbol: hint.target[1] });
      else this.turnTo('step');
    },
    way: () => this.#do({ op: 'to-symbol' }, ({ hint }) => { if (hint) this.#hint.show({ ...hint, isWay: true }, true); }),
    rewind: () => {
      this.#cells.focus();
      this.turnTo('rewind');
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
  /** Cells that a check found wrong. @type {Set<number>} */ #wrong = new Set();
  /** Requests run one after another, each on the game that the one before left. */
  #turn = Promise.resolve();
  /** @type {Record<string, HTMLButtonElement>} */ #buttons = {};
  /** @type {HTMLElement} */ #left = element('span');
  /** @type {HTMLElement} */ #time = element('span');
  /** @type {HTMLSelectElement} */ #preset = element('select');
  #keys = keyList([]);
  /** The board that is built: its size and what it is played with. */
  #shape = '';
  /** A solution is being shown, press by press. */
  #showing = false;

  // ---- opening, keeping -------------------------------------------------------------------------

  #leaving = () => this.#keep();
  #following = () => {
    const game = this.#saves.linked;
    if (game) this.#change({ op: 'restore', game }, 'The board of the link.', true);
  };

  connectedCallback() {
    addEventListener('pagehide', this.#leaving);
    addEventListener('hashchange', this.#following);
    document.addEventListener('visibilitychange', this.#leaving);
    if (this.querySelector('.side')) return;
    this.append(this.#side());
    this.#open();
  }

  disconnectedCallback() {
    removeEventListener('pagehide', this.#leaving);
    removeEventListener('hashchange', this.#following);
    document.removeEventListener('visibilitychange', this.#leaving);
    this.#clock.stop();
  }

  async #open() {
    const { linked, last, home } = this.#saves;
    const tries = [linked, last].filter((save) => save !== undefined).map((game) => ({ op: 'restore', game }));
    let trouble = '';
    try {
      for (const request of [...tries, { op: 'open', id: home }]) {
        const answer = await ask(this.kind, request);
        if (answer.game) {
          this.#saves.isBorrowed = 'game' in request && request.game === linked;
          this.#show(answer);
          this.shown(answer.game, 'open');
          for (const made of Object.values(this.#buttons)) made.disabled = false;
          this.#pad.enable();
          if (!answer.game.canUndo) this.#voice.said.textContent = this.opening;
          if (trouble) this.say(`The saved game could not be read: ${trouble}`);
          const { presets } = await ask(this.kind, { op: 'presets', kind: this.kind });
          this.#preset.replaceChildren(...(presets ?? []).map(({ params, title }) => element('option', { value: params }, title)));
          this.toggleAttribute('ready', true);
          return;
        }
        trouble = answer.error ?? '';
      }
    } catch (error) {
      trouble = messageOf(error);
    }
    // The table stays: the board can still be read.
    this.querySelector('.side')?.replaceChildren(element('p', { class: 'said', role: 'alert' }, `This board cannot be played here: ${trouble}`));
  }

  #keep() { this.#saves.keep(this.#game, this.#clock.read()); }

  // ---- asking -----------------------------------------------------------------------------------

  /**
   * Asks the engine about the present game and shows the answer. Resolves when it is shown.
   * @param {Request} request
   * @param {(answer: Answer, before: Game) => void} [then]
   */
  #do(request, then) {
    this.#turn = this.#turn.then(async () => {
      const before = this.#game;
      if (!before) return;
      const ms = this.#clock.read();
      const stop = new AbortController();
      try {
        await this.#patience.during(stop, async (signal) => {
          // A request that names no game is about the present one.
          const isOwn = !('id' in request) && !('game' in request);
          const answer = await ask(this.kind, isOwn ? { ...request, game: before.save, ms } : request, signal);
          if (answer.game) this.#clock.spend(ms);
          this.#saves.take();
          this.#show(answer, before);
          then?.(answer, before);
          this.#keep();
          await this.#judge(answer);
          if (answer.game && answer.game.save !== before.save) this.shown(answer.game, request.op);
        });
      } catch (error) {
        this.say(stop.signal.aborted ? 'Stopped. Your board is as it was.' : String(error));
      }
    });
    return this.#turn;
  }

  /** Where wrong digits are to be shown at once, they are looked for after every move. @param {Answer} answer */
  async #judge(answer) {
    if (!this.hasNotes || this.#options.mistakes !== 'solution' || !answer.game || answer.wrong) return;
    const { wrong } = await ask(this.kind, { op: 'check', game: answer.game.save });
    this.#wrong = new Set(wrong);
    this.#paint();
    const at = this.#selection.cursor;
    if (this.#wrong.has(at)) this.#voice.hear(`${this.#labelOf(at)}, not right`);
  }

  /** Puts a stone, presses a button: what a click on a cell does. @param {number} press */
  press(press) {
    this.#clock.start();
    this.#forget();
    this.#do({ op: 'press', press }, (answer, before) => {
      if (answer.game?.solved) this.#celebrate(answer, before);
      else if (!answer.message) this.#voice.hear(this.told(press, before));
    });
  }

  /** Writes into the chosen cells. @param {string} symbol @param {import('./pens.js').Pen} pen */
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
    if (this.#voice.said.textContent) return;
    const label = this.#labelOf(this.#selection.cursor);
    this.#voice.hear(cells.length > 1 ? `${count(cells.length, 'cell')}; ${label}` : label);
  }

  /** Does what the engine calls so. @param {'undo' | 'redo' | 'restart' | 'solve' | 'step' | 'notes' | 'rewind' | 'enter'} op @param {Record<string, unknown>} [what] */
  turnTo(op, what = {}) {
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
      this.#voice.hear(`${message ?? ''} ${this.#labelOf(first)}`.trim());
    });
  }

  #askHint() {
    if (this.#hint.hasMore) return this.#hint.more();
    this.#do({ op: 'hint' }, ({ hint }) => {
      if (!hint) return;
      this.#wrong.clear();
      this.#hint.show(hint, this.#options.hints === 'whole');
    });
  }

  /** A stage of a hint is shown: its cells are marked, and in the end the selection goes where the step is. @param {string} text @param {boolean} isWhole */
  #tell(text, isWhole) {
    this.#voice.said.textContent = '';
    this.#voice.hear(text);
    const marked = this.#hint.marked;
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

  /** A dialog for who solved it by pressing. @param {Answer} answer @param {Game} before */
  #celebrate(answer, before) {
    if (!this.celebrates || before.solved || !answer.game?.solved || !answer.game.presses.length) return;
    dialog(this, 'Solved', [element('p', {}, answer.message ?? '')], [
      [this.renewal.button, 'main', () => this.#newPuzzle()],
      ['Play again', '', () => this.turnTo('restart')],
      ['Close', 'quiet', () => {}],
    ], () => this.#cells.focus());
  }

  /** Shows a solution: press by press where that is how it is played and motion is welcome. */
  async #showSolution() {
    if (this.#showing) return this.#forget();
    if (!this.#game?.presses.length || wantsNoMotion()) return this.turnTo('solve');
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
    if (this.#showing && this.#game.solved) this.say(`Solved for you: ${this.#game.status}. Undo takes it back, press by press.`);
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
    this.#hint.forget();
  }

  // ---- other games ------------------------------------------------------------------------------

  #newPuzzle() {
    this.#change({ op: 'open', id: `${this.kind}:${this.#preset.value}#${randomSeed()}` },
      `${this.renewal.said}: ${this.#preset.selectedOptions[0]?.textContent?.toLowerCase() ?? ''}.`);
  }

  #back() {
    const { home, own } = this.#saves;
    this.#change(own ? { op: 'restore', game: own } : { op: 'open', id: home }, 'Back to the puzzle of this page.');
  }

  /** Another game takes the place of the present one. @param {Request} request @param {string} said @param {boolean} [isBorrowed] the game came with a link */
  #change(request, said, isBorrowed = false) {
    this.#forget();
    this.#keep();
    this.#saves.drop(this.#game);
    this.#do(request, (answer) => {
      if (!answer.game) return;
      this.#saves.isBorrowed = isBorrowed;
      this.#clock.reset();
      this.#showClock();
      if (document.activeElement === this.#buttons.back) this.#cells.focus();
      this.#buttons.back.hidden = answer.game.id === this.#saves.home;
      this.say(said);
    });
  }

  async #share() {
    if (this.#game) this.say(await copyLink(this.#game.share, 'board'));
  }

  // ---- showing ----------------------------------------------------------------------------------

  /** The panel of what one can do. */
  #side() {
    const make = (/** @type {string} */ name, /** @type {string} */ text, /** @type {() => void} */ act, attributes = {}) => {
      const made = button(text, act, { disabled: '', ...attributes });
      this.#buttons[name] = made;
      return made;
    };
    this.#preset.setAttribute('aria-label', this.choices);
    return element('div', { class: 'side' },
      element('div', { class: 'status' }, this.#left, this.#time),
      this.#voice.said, this.#voice.heard,
      this.#pad.pens, this.#pad.element,
      element('div', { class: 'row' },
        make('undo', 'Undo', () => this.turnTo('undo')),
        make('redo', 'Redo', () => this.turnTo('redo')),
        make('check', 'Check', () => this.#check()),
        make('hint', 'Hint', () => this.#askHint(), { class: 'main' })),
      this.#hint.element, this.#patience.element,
      ...this.extras(),
      element('div', { class: 'row' }, this.#preset, make('new', this.renewal.button, () => this.#newPuzzle())),
      element('div', { class: 'row few' },
        make('solve', 'Solve', () => this.#showSolution(), { class: 'quiet' }),
        ...this.deeds(make),
        make('restart', 'Start over', () => this.turnTo('restart'), { class: 'quiet' }),
        make('share', 'Share', () => this.#share(), { class: 'quiet' }),
        make('print', 'Print', () => print(), { class: 'quiet' }),
        make('back', 'Back to this page’s puzzle', () => this.#back(), { class: 'quiet', hidden: '' })),
      ...(this.hasNotes ? [this.#options.element] : []),
      this.#keys);
  }

  /** Builds the board and what it is played with, anew when a game of another shape comes. @param {Game} game */
  #build(game) {
    const shape = [game.rows, game.columns, game.symbols.length, game.presses.length, game.colours, game.cells[0]?.press].join();
    if (shape === this.#shape) return;
    this.#shape = shape;
    const hadFocus = this.#cells.hasFocus;
    this.#cells.element.remove();
    this.querySelector(':scope > .head')?.remove();
    const head = this.head(game);
    this.#cells.build(game, this.title);
    this.prepend(...(head ? [head] : []), this.#cells.element);
    this.#selection.begin(Math.max(0, game.cells.findIndex((cell) => !cell.symbol)));
    this.#pad.build(game);
    this.#keys.querySelector('dl')?.replaceWith(keyRows(keysOf(game, this.keys)));
    const table = this.querySelector('table');
    if (table) buildPaper(table, game);
    if (hadFocus) this.#cells.focus();
  }

  /** @param {Answer} answer @param {Game} [before] */
  #show(answer, before) {
    if (answer.error) return this.say(answer.error);
    if (answer.game) {
      this.#build(answer.game);
      this.#game = answer.game;
      this.#clock.still = answer.game.solved;
    }
    this.#paint();
    this.#showClock();
    // What clashes is told after a move, unless mistakes are not to be shown.
    const isQuiet = !this.#showsClashes && !answer.wrong && answer.game?.clashes.length && answer.game.save !== before?.save;
    // A hint tells itself, in stages.
    this.say(answer.hint || isQuiet ? '' : answer.message ?? '');
  }

  #paint() {
    const game = this.#game;
    if (!game) return;
    this.#cells.paint(game, {
      wrong: this.#wrong,
      hint: this.#hint.marked,
      showsClashes: this.#showsClashes,
      sees: (cell, other) => this.sees(cell, other, game),
    });
    this.#pad.paint(game);
    // Not `disabled`: that would take the focus from the button that was just pressed.
    this.#buttons.undo.setAttribute('aria-disabled', String(!game.canUndo));
    this.#buttons.redo.setAttribute('aria-disabled', String(!game.canRedo));
    if (document.activeElement !== this.#buttons.back) this.#buttons.back.hidden = game.id === this.#saves.home;
    const table = this.querySelector('table');
    if (table) paintPaper(table, game, this.title);
    this.#left.textContent = game.status;
    this.#voice.said.classList.toggle('good', game.solved);
    this.toggleAttribute('solved', game.solved);
  }

  #showClock() {
    this.#time.textContent = time((this.#game?.elapsedMs ?? 0) + this.#clock.read());
  }

  get #showsClashes() { return !this.hasNotes || this.#options.mistakes !== 'none'; }

  /** How a cell is said now. @param {number} index */
  #labelOf(index) {
    const cell = this.#game?.cells[index];
    return cell ? labelOf(cell, this.#showsClashes) : '';
  }

  /** Selects a cell; the focus goes along if it is on the board. @param {number} index */
  #lead(index) {
    const isOnBoard = this.#cells.hasFocus;
    this.#selection.only(index);
    this.#paint();
    if (isOnBoard) this.#cells.focus();
  }

  // ---- keys -------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  #key(event) {
    const game = this.#game;
    if (!game) return;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!(isPlain && this.pressedKey(event.key.toLowerCase()))) {
      const { cursor, isSeveral } = this.#selection;
      const command = commandOf(event, game, { cursor, isSeveral, pen: this.#pad.pen, hasNotes: this.hasNotes });
      if (!command) return;
      this.#obey(command, game);
    }
    event.preventDefault();
  }

  /** @param {import('./keyboard.js').Command} command @param {Game} game */
  #obey(command, game) {
    const selection = this.#selection;
    switch (command.act) {
      case 'go':
        selection.only(command.to);
        return this.#cells.focus();
      case 'add':
        selection.add(command.to);
        return this.#cells.focus();
      case 'choose all': return selection.these(game.cells.map((_, index) => index));
      case 'choose one': return selection.only(selection.cursor);
      case 'write': return this.#write(command.symbol, command.pen);
      case 'clear': return this.#clear();
      case 'press': return this.press(command.press);
      case 'pen': return this.#pad.choose(command.pen);
      case 'hint': return this.#askHint();
      default: return this.turnTo(command.act);
    }
  }
}
