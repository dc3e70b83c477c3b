// @ts-check
/// The base element of every grid puzzle: a board that works by keyboard, pointer, touch and screen
/// reader, with its control panel. It knows games and requests, not rules; each puzzle's own
/// element overrides what differs. Drawing is in `cells.js` and `pad.js`, shortcuts in
/// `keyboard.js`, saving in `saves.js`.

import { ask } from '../engine/engine.js';
import { BusyIndicator } from '../engine/busy.js';
import { randomSeed } from '../page/random.js';
import { dialog } from '../page/dialog.js';
import { button, element, isForControl } from '../page/element.js';
import { copyLink } from '../page/link.js';
import { prefersReducedMotion } from '../page/motion.js';
import { NARROW } from '../page/narrow.js';
import { showKeys } from '../page/panel.js';
import { Announcer } from '../page/announcer.js';
import { count, messageOf } from '../page/words.js';
import { Bars, LOW, toggleFullScreen } from './bars.js';
import { Cells, labelOf } from './cells.js';
import { Choice } from './controls/choice.js';
import { Clock, formatTime } from './clock.js';
import { dayOf, dayOfGame, nameOf } from '../games/daily.js';
import { HintPanel } from './hint.js';
import { Entry } from './controls/cell-entry.js';
import { commandOf, keysOf } from './controls/keyboard.js';
import { closeGame, isSameGame, reopenGame } from '../games/history.js';
import { noteDay, noteHint, noteLevel, recordSolution, showStatistics } from '../games/statistics.js';
import { storedName } from '../page/storage.js';
import { More } from './controls/more.js';
import { Options } from './controls/options.js';
import { Pad } from './controls/pad.js';
import { buildPaper, paintPaper } from './paint.js';
import { Playback } from './playback.js';
import { Puzzle } from './puzzle.js';
import { Saves } from './saves.js';
import { Selection } from './selection.js';

/** @typedef {import('../engine/engine.js').Game} Game */
/** @typedef {import('../engine/engine.js').Answer} Answer */
/** @typedef {Record<string, unknown> & { op: string }} Request */

/** Matches while the page is printed: only then is the table updated. */
const PRINT = matchMedia('print');

export class GridPuzzle extends Puzzle {
  // ---- overridden by puzzles; see also `puzzle.js` --------------------------------------------

  /** The saved line that a link to the game carries. */
  get share() { return this.#game?.share ?? ''; }
  /** Returns the announcement after a press. @param {number} press @param {Game} _before */
  pressMessage(press, _before) { return `Move ${this.game?.presses[press].name}: ${this.game?.status}`; }

  // ---- available to puzzles ---------------------------------------------------------------------

  /** The game that is shown. */
  get game() { return this.#game; }
  /** Shows a message and announces it. @param {string} text */
  say(text) { this.#announcer.say(text); }
  /** Announces text that is shown elsewhere. @param {string} text */
  announce(text) { this.#announcer.announce(text); }
  /**
   * Highlights the squares of a move while the pointer is on a target.
   * @param {HTMLElement} target
   * @param {number} press
   */
  pointAt(target, press) { this.#cells.pointAt(target, press); }
  /** Redraws the board and the facts about it. */
  repaint() { this.#paint(); }
  /** Chooses a pen of the keypad. @param {import('./controls/pens.js').Pen} pen */
  choosePen(pen) { this.#pad.choose(pen); }
  /** Moves the cursor to a cell, but not the focus. @param {number} cell */
  moveCursor(cell) { this.#selection.selectOnly(cell); }
  /** Resolves when the responses to all requests so far are shown. */
  get settled() { return this.#queue; }
  /** Focuses the board. */
  focusBoard() { this.#cells.focus(); }
  /** Replaces the game. @param {string} game a saved line @param {string} message */
  loadGame(game, message) { return this.#change({ op: 'restore', game }, message); }
  /** Whether the board shows an exercise instead of the reader's own game. */
  get isExercise() { return this.#own !== undefined; }
  /**
   * Shows a position as an exercise. The reader's own game is kept, and nothing is saved until
   * `leaveExercise` shows it again.
   * @param {string} id
   */
  showExercise(id) {
    this.#clearMarks();
    this.#queue = this.#queue.then(() => {
      if (this.#own || !this.#game) return;
      this.#save();
      this.#own = this.#saves.timed(this.#game, this.#clock.read());
      this.#saves.isPaused = true;
    });
    return this.#do({ op: 'open', id }, () => this.#clock.reset());
  }
  /** Returns from an exercise to the reader's own game. */
  leaveExercise() {
    const game = this.#own;
    if (!game) return Promise.resolve();
    this.#clearMarks();
    return this.#do({ op: 'restore', game }, () => {
      this.#own = undefined;
      this.#clock.reset();
      this.#saves.isPaused = false;
    });
  }
  /**
   * Sends a request about the current game.
   * @param {Request} request
   * @param {(answer: Answer, before: Game) => void} [then]
   */
  request(request, then) {
    this.#clearMarks();
    return this.#do(request, then);
  }

  /** @type {Game | undefined} */ #game;
  /** The drawn rules of the game. @type {import('../engine/engine.js').Drawing | undefined} */ #drawing;
  #saves = new Saves(this);
  #clock = new Clock(() => this.#showClock());
  #announcer = new Announcer();
  #busy = new BusyIndicator(() => this.#cells.focus());
  #selection = new Selection(() => this.#paintSoon(), () => this.#entry.selected());
  #cells = new Cells(this.#selection, { press: (press) => this.press(press), line: { listen: (...board) => this.#entry.line.listen(...board) }, changed: () => this.#paintSoon() });
  #pad = new Pad({
    write: (symbol, pen) => this.#entry.press(symbol, pen),
    clear: () => this.#entry.pressErase(),
    draw: (step) => this.#entry.drawBeside(step),
    press: (press) => this.press(press),
    pointAt: (target, press) => this.#cells.pointAt(target, press, true),
    changed: () => this.#paint(),
  });
  #entry = new Entry({
    game: () => this.#game, selection: this.#selection, cells: this.#cells, pad: this.#pad, options: () => this.#options,
    play: (request, then) => { this.#clock.start(); this.#clearMarks(); this.#do(request, (_, before) => then(before)); },
    announceCells: (cells) => this.#announceCells(cells), announce: (text) => this.announce(text), changed: () => this.#paint(),
  });
  #hint = new HintPanel(this, {
    step: (hint) => {
      this.#cells.focus();
      // Enter the digit at the end of the sequence, not the first step of the next hint.
      if (hint.isWay && hint.target) this.perform('enter', { cells: [hint.target[0]], symbol: hint.target[1] });
      else this.perform('step');
    },
    way: () => this.#do({ op: 'to-symbol' }, ({ hint }) => { if (hint) this.#hint.show({ ...hint, isWay: true }, true); }),
    rewind: () => {
      this.#cells.focus();
      this.perform('rewind');
    },
    close: () => {
      this.#clearMarks();
      this.#paint();
      this.#buttons.hint.focus();
    },
    shown: (text, isWhole) => this.#showHintStage(text, isWhole),
  });
  /** @type {import('../games/lists.js').Host} */ #lists = {
    puzzle: this,
    restore: (game, message) => this.#change({ op: 'restore', game }, message),
    openDay: (day) => this.#openPuzzleOf(day),
    closed: () => this.#cells.focus(),
  };
  #options = new Options(() => {
    this.#wrong.clear();
    this.#pad.held = undefined;
    this.#followOptions();
    this.#paint();
    this.#do({ op: 'restore' });
  });
  /** Cells that a check found wrong. @type {Set<number>} */ #wrong = new Set();
  /** The queue of requests: each runs on the game that the previous one returned. */
  #queue = Promise.resolve();
  /** @type {Record<string, HTMLButtonElement>} */ #buttons = {};
  /** @type {HTMLElement} */ #left = element('span');
  /** @type {HTMLElement} */ #time = element('span');
  /** What the New button creates; on a wide page, the choice and the button are in the title bar. */ #choice = new Choice(this.choices, () => { this.choiceChanged(this.#choice.params, this.#choice.range); this.say(`Next ${this.noun}: ${this.#choice.name}.`); });
  /** The suggestions after the end of a game, once they have been needed. @type {import('../games/next.js').WhatNext | undefined} */ #next;
  #bars = new Bars(this.#choice.element, () => (this.#options.bars === 'fold' || LOW.matches) && this.#clock.isRunning && !this.#game?.solved);
  #playback = new Playback(() => this.#cells.focus());
  /** Whether the cells will be painted after the current event. */ #willPaint = false;
  /** A key for what has been built: the board's size and its controls. */
  #shape = '';
  /** Whether a large board is enlarged on a phone. */ #isZoomed = true;
  /** The reader's own game while the board shows an exercise. @type {string | undefined} */ #own;
  /** The game that was replaced last: undoing at the start of the new one returns to it. @type {string | undefined} */ #replaced;
  /** The game that Undo left in this way: redoing at the end of the current one returns to it. @type {string | undefined} */ #following;

  // ---- opening and saving -----------------------------------------------------------------------

  #saveOnHide = () => this.#save();
  #followLink = () => {
    const game = this.#saves.linked;
    if (game && this.isExercise) this.leaveExercise();
    if (game) this.#change({ op: 'restore', game }, 'Board loaded from the link.', true);
  };

  /** Whether the page shows only this puzzle, which then receives all keys. */
  get isPage() { return this.previousElementSibling?.classList.contains('titlebar') ?? false; }

  /** The part of the page whose keys this puzzle receives. @type {Pick<HTMLElement, 'addEventListener' | 'removeEventListener'>} */ #keyScope = this;

  connectedCallback() {
    // Boards are in English, whatever the language of the page.
    this.lang = 'en';
    if (this.isPage) this.#keyScope = document.documentElement;
    addEventListener('pagehide', this.#saveOnHide);
    addEventListener('hashchange', this.#followLink);
    document.addEventListener('visibilitychange', this.#saveOnHide);
    addEventListener('storage', this.#followTab);
    this.#keyScope.addEventListener('keydown', this.#key);
    NARROW.addEventListener('change', this.#zoom);
    PRINT.addEventListener('change', this.#paintPaper);
    addEventListener('beforeprint', this.#paintPaper);
    this.#bars.connect(this.isPage);
    if (this.querySelector('.side')) return;
    this.append(this.#buildPanel());
    this.#followOptions();
    this.#open();
  }

  disconnectedCallback() {
    removeEventListener('pagehide', this.#saveOnHide);
    removeEventListener('hashchange', this.#followLink);
    document.removeEventListener('visibilitychange', this.#saveOnHide);
    removeEventListener('storage', this.#followTab);
    this.#keyScope.removeEventListener('keydown', this.#key);
    this.#keyScope = this;
    this.#bars.disconnect();
    NARROW.removeEventListener('change', this.#zoom);
    PRINT.removeEventListener('change', this.#paintPaper);
    removeEventListener('beforeprint', this.#paintPaper);
    this.#clock.stop();
  }

  /** Takes over a move that was made in another tab. @param {StorageEvent} event */
  #followTab = ({ key, newValue }) => {
    const game = this.#game;
    if (!game || key !== storedName(game.id) || !newValue || this.#saves.isBorrowed || this.isExercise || isSameGame(newValue, game.save)) return;
    this.#clearMarks();
    this.#do({ op: 'restore', game: newValue }, () => this.say('Updated from another tab.'), 'tab');
  };

  /**
   * The parameters of the puzzle of the day, if this board shows it.
   * @returns {string | undefined}
   */
  get #daily() { return this.#dayAttribute('data-daily'); }
  /** @param {string} name */
  #dayAttribute(name) { return (this.isPage ? document.querySelector('.titlebar') : this)?.getAttribute(name) ?? undefined; }

  /**
   * Makes today's puzzle the page's own: the server's date may differ from the reader's, and an
   * exported page keeps the date of its export.
   */
  async #openDay() {
    if (this.#daily === undefined) return;
    const today = dayOf(new Date());
    const { home } = this.#saves;
    // The page already has the puzzle unless its date is different.
    if (home && this.#dayAttribute('data-day') === today) return noteDay(home, today);
    const { game } = await this.#send({ op: 'open', id: `${this.kind}:${this.#daily}#${today}` });
    if (!game) return;
    this.setAttribute('game', game.id);
    noteDay(game.id, today);
  }

  async #open() {
    await this.#openDay().catch(() => {});
    const { linked, last, home } = this.#saves;
    const first = await this.firstGame().catch(() => undefined);
    const saved = (first ? [first] : [linked, last]).filter((save) => save !== undefined).map((game) => ({ op: 'restore', game }));
    let failure = '';
    try {
      for (const request of [...saved, { op: 'open', id: home }]) {
        const answer = await this.#send(request);
        if (answer.game) {
          this.#saves.isBorrowed = 'game' in request && (request.game === linked || this.borrowsFirst);
          this.#show(answer);
          this.gameChanged(answer.game, 'open');
          this.#offerNext('open');
          for (const made of Object.values(this.#buttons)) made.disabled = false;
          this.#pad.enable();
          if (!answer.game.canUndo) this.#announcer.line.textContent = this.opening;
          if (failure) this.say(`The saved game could not be read: ${failure}`);
          this.#choice.fill(await ask(this.kind, { op: 'presets', kind: this.kind }), this.kind);
          this.choiceChanged(this.#choice.params, this.#choice.range);
          this.toggleAttribute('ready', true);
          return;
        }
        failure = answer.error ?? '';
      }
    } catch (error) {
      failure = messageOf(error);
    }
    // The table inside the element remains, so the board can still be read.
    this.querySelector('.side')?.replaceChildren(element('p', { class: 'said', role: 'alert' }, `This board could not be started: ${failure}`));
  }

  #save() { this.#saves.save(this.#game, this.#clock.read()); }

  // ---- requests ---------------------------------------------------------------------------------

  /** @param {Request} request @param {AbortSignal} [signal] */
  #send(request, signal) { return ask(this.engineOf(request), request, signal); }

  /**
   * Sends a request about the current game and shows the response. Resolves when the response is shown.
   * @param {Request} request
   * @param {(answer: Answer, before: Game) => void} [then]
   * @param {string} [reason] the kind of request for `gameChanged`
   */
  #do(request, then, reason = request.op) {
    this.#queue = this.#queue.then(async () => {
      const before = this.#game;
      if (!before) return;
      const ms = this.#clock.read();
      const stop = new AbortController();
      try {
        await this.#busy.during(stop, async (signal) => {
          // A request that does not name a game is about the current one.
          const isOwn = !('id' in request) && !('game' in request);
          const answer = await this.#send(isOwn ? { ...request, game: before.save, ms } : request, signal);
          if (answer.game) this.#clock.markReported(ms);
          this.#saves.adopt();
          this.#show(answer, before);
          then?.(answer, before);
          this.#save();
          await this.#markWrong(answer);
          this.#finish(request.op, before);
          if (!answer.game || answer.game.save === before.save) return;
          this.gameChanged(answer.game, reason);
          this.#offerNext(reason);
        });
      } catch (error) {
        this.say(stop.signal.aborted ? 'Stopped. Your board is unchanged.' : messageOf(error));
      }
    });
    return this.#queue;
  }

  /**
   * Records a puzzle that the player has just solved. A puzzle of the day is also recorded as such.
   * @param {string} op
   * @param {Game} before
   */
  #finish(op, before) {
    const game = this.#game;
    if (!game?.solved || before.solved || this.#playback.isPlaying || !['enter', 'press', 'step'].includes(op)) return;
    const message = recordSolution(this, game);
    if (message) this.say(message);
  }

  /** Opens the puzzle of the given day. @param {string} day */
  #openPuzzleOf(day) {
    this.#change({ op: 'open', id: `${this.kind}:${this.#daily}#${day}` }, `Puzzle of ${nameOf(day)}.`, false, (id) => noteDay(id, day));
  }

  /** Marks wrong digits after every move if the player chose that option. @param {Answer} answer */
  async #markWrong(answer) {
    if (!this.hasNotes || this.#options.mistakes !== 'solution' || !answer.game || answer.wrong) return;
    const { wrong } = await ask(this.kind, { op: 'check', game: answer.game.save });
    this.#wrong = new Set(wrong);
    this.#paint();
    const at = this.#selection.cursor;
    if (this.#wrong.has(at)) this.#announcer.announce(`${this.#labelOf(at)}, wrong`);
  }

  /** Plays a move: drops a disc or presses a square. @param {number} press */
  press(press) {
    this.#clock.start();
    this.#clearMarks();
    this.#do({ op: 'press', press }, (answer, before) => {
      if (!answer.game?.solved && !answer.message) this.#announcer.announce(this.pressMessage(press, before));
    });
  }

  /**
   * Announces the cursor's cell after a change and, if several cells changed, their number.
   * @param {number[]} cells
   */
  #announceCells(cells) {
    if (this.#announcer.line.textContent) return;
    const label = this.#labelOf(this.#selection.cursor);
    this.#announcer.announce(cells.length > 1 ? `${count(cells.length, 'cell')}; ${label}` : label);
  }

  /**
   * Performs an operation of the engine.
   * @param {'undo' | 'redo' | 'restart' | 'solve' | 'step' | 'notes' | 'rewind' | 'enter' | 'open-branch'} op
   * @param {Record<string, unknown>} [parameters]
   */
  perform(op, parameters = {}) {
    this.#clearMarks();
    if (op === 'step' || op === 'enter') this.#clock.start();
    // A player who has seen the solution has had help.
    if (op === 'solve' && this.#game && this.hasStatistics) noteHint(this.#game.id);
    if (op === 'undo' && this.#replaced && !this.#game?.canUndo) return this.#return();
    if (op === 'redo' && this.#following && !this.#game?.canRedo) return this.#advance();
    const selected = String(this.#selection.cells);
    this.#do({ op, ...parameters }, (answer, before) => {
      const { message } = answer;
      // If a single cell changed, select and announce it, unless the player has moved on since.
      const now = this.#game?.cells ?? [];
      const changed = (/** @type {'symbol' | 'marks' | 'crosses'} */ field) => now.flatMap((cell, index) => (cell[field] === before.cells[index]?.[field] ? [] : [index]));
      const [first, ...others] = [changed('symbol'), changed('marks'), changed('crosses')].find((cells) => cells.length) ?? [];
      const isSingle = first !== undefined && !others.length;
      // In a toggle puzzle, the status of the board says more than a single cell.
      if (this.#game?.presses.length && ['step', 'undo', 'redo'].includes(op)) this.#announcer.announce(`${message ?? ''} ${this.#game.status}`.trim());
      if (!isSingle || String(this.#selection.cells) !== selected) return;
      this.#select(first);
      if (!this.#game?.presses.length) this.#announcer.announce(`${message ?? ''} ${this.#labelOf(first)}`.trim());
    });
  }

  #askHint() {
    if (this.#hint.hasMore) return this.#hint.more();
    if (this.#hint.isWhole) return this.#hint.focusStep();
    this.#do({ op: 'hint' }, ({ hint }) => {
      if (!hint) return;
      this.#wrong.clear();
      if (this.#game && this.hasStatistics) noteHint(this.#game.id);
      this.#hint.show(hint, this.#options.hints === 'whole');
    });
  }

  /**
   * Announces a stage of a hint and marks its cells; the whole hint also selects the cell of the
   * step.
   * @param {string} text
   * @param {boolean} isWhole
   */
  #showHintStage(text, isWhole) {
    // Below a board, the panel may be out of view, so its first sentence also appears in the
    // message.
    this.#announcer.line.textContent = NARROW.matches ? /^.*?[.:](?=\s|$)/.exec(text)?.[0] ?? text : '';
    this.#announcer.announce(isWhole && this.#hint.isStep ? `${text} Press Enter to do this step.` : text);
    const marked = this.#hint.marked;
    const pressed = marked?.press == null ? -1 : this.#game?.cells.findIndex((cell) => cell.press === marked.press) ?? -1;
    if (isWhole && marked) this.#select(marked.target?.[0] ?? (pressed >= 0 ? pressed : marked.cells[0] ?? this.#selection.cursor));
    else this.#paint();
  }

  #check() {
    this.#clearMarks();
    this.#do({ op: 'check' }, ({ wrong }) => {
      this.#wrong = new Set(wrong);
      this.#paint();
    });
  }

  /**
   * Offers what to do after a puzzle that was solved here, and after a game that has just ended.
   * @param {string} op the kind of request that led to the position
   */
  async #offerNext(op) {
    const game = this.#game;
    const isOver = game?.solved && game.canUndo && (!game.areDiscs || ['press', 'reply', 'step'].includes(op));
    if (!isOver || !this.isKept || this.isExercise || this.#playback.isPlaying) return this.#next?.hide();
    const { WhatNext } = await import('../games/next.js');
    if (this.#game !== game) return;
    if (!this.#next) {
      this.#next = new WhatNext({ puzzle: this, again: () => { this.#cells.focus(); this.perform('restart'); }, another: (level) => { this.#cells.focus(); this.#choice.choose(level); this.#newGame(); } });
      this.#pad.pens.before(this.#next.element);
    }
    this.#next.show(game);
    if (op !== 'open') this.announce(`${this.#announcer.line.textContent} Press N to choose what to do next.`.trim());
  }

  /** Shows the solution, in a toggle puzzle press by press unless reduced motion is preferred. */
  async #showSolution() {
    if (this.#playback.isPlaying) return this.#clearMarks();
    if (!this.#game?.presses.length || prefersReducedMotion()) return this.perform('solve');
    this.#clearMarks();
    const isWhole = await this.#playback.play(async () => {
      const before = this.#game;
      await this.#do({ op: 'step' });
      // If the game is unchanged, there is no further step, and the response says why.
      return this.isConnected && !this.#game?.solved && this.#game?.save !== before?.save;
    });
    if (!isWhole || !this.#game.solved) return;
    this.say(`Solution shown: ${this.#game.status}. Undo reverses it press by press.`);
    this.#offerNext('open');
  }

  /** Removes the marks of hints and checks, which are stale after a move. */
  #clearMarks() {
    this.#playback.stop();
    this.#wrong.clear();
    this.#hint.clear();
  }

  // ---- other games ------------------------------------------------------------------------------

  async #newGame() {
    const { params, name, range } = this.#choice;
    const stop = new AbortController();
    const ready = await this.#busy.during(stop, (signal) => this.takeReady(params, signal));
    if (stop.signal.aborted) return this.say('Stopped. Your board is unchanged.');
    const source = `${this.kind}:${params}#${randomSeed()}`;
    this.#change(ready ? { op: 'restore', game: ready } : { op: 'open', id: source }, `New ${this.noun}: ${name}.`, false, (id) => { noteLevel(id, name); this.generated(source, id); });
    this.choiceChanged(params, range);
  }

  #back() {
    const { home, own } = this.#saves;
    this.#change(own ? { op: 'restore', game: own } : { op: 'open', id: home }, `Back to this page’s ${this.noun}.`);
  }

  /** Returns to the game that was replaced. */
  #return() {
    const [game, next] = [this.#replaced, this.#game && this.#saves.timed(this.#game, this.#clock.read())];
    if (game) this.#change({ op: 'restore', game }, `Back to the previous ${this.noun}.`);
    this.#replaced = undefined;
    this.#following = next;
  }

  /** Returns to the game from which Undo led to this one. */
  #advance() {
    const game = this.#following;
    if (game) this.#change({ op: 'restore', game }, `Forward to the next ${this.noun}.`);
  }

  /**
   * Replaces the game.
   * @param {Request} request
   * @param {string} message
   * @param {boolean} [isBorrowed] whether the game came with a link
   * @param {(id: string) => void} [opened] called with the id of the new game
   */
  #change(request, message, isBorrowed = false, opened = () => {}) {
    this.#clearMarks();
    this.#save();
    this.#saves.removeUnplayed(this.#game);
    let unplayed = '';
    if (this.#game && !isBorrowed) {
      this.#replaced = this.#saves.timed(this.#game, this.#clock.read());
      this.#following = undefined;
      if (this.#game.canUndo || this.#game.canRedo) closeGame(this.#game.id);
      else unplayed = this.#game.id;
    }
    if (typeof request.game === 'string') reopenGame(request.game);
    return this.#do(request, (answer) => {
      if (!answer.game) return;
      if (answer.game.id === unplayed) this.#replaced = undefined;
      opened(answer.game.id);
      this.#saves.isBorrowed = isBorrowed;
      this.#clock.reset();
      this.#paint();
      this.#showClock();
      if (document.activeElement === this.#buttons.back) this.#cells.focus();
      this.#buttons.back.hidden = answer.game.id === this.#saves.home;
      this.say(message);
    });
  }

  /** Lists the branches of the game, so that the player can return to one. */
  async #showBranches() {
    const game = this.#game;
    const { branches } = game ? await ask(this.kind, { op: 'branches', game: game.save }) : {};
    if (!game || !branches) return;
    const { showBranches } = await import('../games/branches.js');
    showBranches(this, game, branches, (branch) => this.perform('open-branch', { branch }), () => this.#cells.focus());
  }

  async #share() {
    if (this.#game) this.say(await copyLink(this.share, 'board'));
  }

  // ---- display ----------------------------------------------------------------------------------

  /** Builds the control panel. */
  #buildPanel() {
    const make = (/** @type {string} */ name, /** @type {string} */ text, /** @type {() => void} */ act, attributes = {}) => {
      const made = button(text, act, { disabled: '', ...attributes });
      this.#buttons[name] = made;
      return made;
    };
    this.#choice.element.append(make('new', `New ${this.noun}`, () => this.#newGame()));
    const several = make('several', 'Multi', () => {
      this.#selection.isMulti = !this.#selection.isMulti;
      several.setAttribute('aria-pressed', String(this.#selection.isMulti));
    }, { 'aria-pressed': 'false', 'aria-label': 'Multi: select several cells', title: 'Tap cells to add them to the selection or remove them' });
    const zoom = make('zoom', 'Zoom', () => {
      this.#isZoomed = !this.#isZoomed;
      this.#zoom();
    }, { class: 'zoom', title: 'Enlarge part of the board, or show all of it' });
    this.#pad.pens.append(several, ...(this.hasNotes ? [zoom] : []));
    const more = new More(
      ...(this.hasSolve ? [make('solve', 'Solve', () => this.#showSolution())] : []),
      ...this.extraButtons(make),
      make('pause', 'Pause', () => this.#clock.pause(this, () => this.#cells.focus())),
      make('restart', 'Restart', () => this.perform('restart')),
      ...(this.hasNotes ? [make('history', 'History', () => this.#showBranches())] : []),
      make('games', 'Your games', async () => (await import('../games/lists.js')).showGames(this.#lists)),
      ...(this.#daily === undefined ? [] : [make('days', 'Puzzles of the day', async () => (await import('../games/lists.js')).showDays(this.#lists))]),
      ...(this.hasStatistics ? [make('statistics', 'Statistics', () => showStatistics(this, () => this.#cells.focus()))] : []),
      make('share', 'Share', () => this.#share()),
      make('print', 'Print', () => print()),
      ...(this.isPage && document.fullscreenEnabled ? [make('full', 'Full screen', () => toggleFullScreen((error) => this.say(messageOf(error))))] : []),
      ...(this.isPage || this.hasNotes ? [make('options', 'Options', () => dialog(this, 'Options', [this.#options.element], [['Close', 'main', () => {}]], () => this.#cells.focus()))] : []),
      make('keys', 'Keyboard shortcuts', () => { if (this.#game) showKeys(this, keysOf(this.#game, this.keys), () => this.#cells.focus()); }),
      make('back', `Back to this page’s ${this.noun}`, () => this.#back(), { hidden: '' }));
    return element('div', { class: 'side' },
      element('div', { class: 'status' }, this.#left, this.#time),
      this.#announcer.line, this.#announcer.liveRegion,
      this.#pad.pens, this.#pad.element,
      element('div', { class: 'do' },
        make('hint', 'Hint', () => this.#askHint(), { class: 'main' }),
        element('div', { class: 'row even' },
          make('undo', 'Undo', () => this.perform('undo')),
          make('redo', 'Redo', () => this.perform('redo')),
          make('check', 'Check', () => this.#check()),
          ...(this.hasNotes ? [make('erase', 'Erase', () => this.#entry.pressErase(), { class: 'erase' })] : [zoom]))),
      this.#hint.element, this.#busy.element, this.#playback.element,
      ...this.extraControls(), this.#bars.element, more.element);
  }

  /** Enlarges a board whose cells would be too small to read or to touch. */
  #zoom = () => {
    const isLarge = this.#cells.fit(this.hasNotes, this.#isZoomed);
    this.#buttons.zoom.hidden = !isLarge;
    this.#buttons.zoom.setAttribute('aria-pressed', String(isLarge && this.#isZoomed));
  };

  /** Arranges the controls as the player chose. */
  #followOptions() {
    this.dataset.hand = this.#options.hand;
    this.#pad.firstRow = this.#options.digits;
    if (this.#game) this.#pad.build(this.#game);
  }

  /**
   * Builds the board and its controls; rebuilds them only for a game of a different shape.
   * @param {Game} game
   */
  #build(game) {
    const shape = [game.rows, game.columns, game.symbols.length, game.presses.length, game.colours, game.cells[0]?.press, this.#drawing ? game.id : ''].join();
    if (shape === this.#shape) return;
    this.#shape = shape;
    const hadFocus = this.#cells.hasFocus;
    this.#cells.element.remove();
    this.querySelector(':scope > .head')?.remove();
    const header = this.header(game);
    this.#cells.build(game, this.title, this.#drawing?.svg);
    if (this.#drawing) this.drawingChanged(this.#drawing);
    this.prepend(...(header ? [header] : []), this.#cells.element);
    this.#selection.reset(Math.max(0, game.cells.findIndex((cell) => !cell.symbol)));
    this.#pad.build(game);
    this.#zoom();
    const { width, height } = this.#cells.size;
    this.style.setProperty('--columns', String(width));
    this.style.setProperty('--ratio', String(width / height));
    const table = this.querySelector('table');
    if (table) buildPaper(table, game);
    if (hadFocus) this.#cells.focus();
  }

  /** @param {Answer} answer @param {Game} [before] */
  #show(answer, before) {
    if (answer.error) return this.say(answer.error);
    if (answer.game) {
      if (answer.drawing) this.#drawing = answer.drawing;
      this.#build(answer.game);
      this.#game = answer.game;
      this.#clock.isFrozen = answer.game.solved;
    }
    this.#paint();
    this.#showClock();
    // After a move, the message names any clash, but the options can hide clashes.
    const isQuiet = !this.#showsClashes && !answer.wrong && answer.game?.clashes.length && answer.game.save !== before?.save;
    // A hint is announced stage by stage instead.
    this.say(answer.hint || isQuiet ? '' : answer.message ?? '');
  }

  #paint() {
    const game = this.#game;
    if (!game) return;
    this.#paintCells();
    this.#pad.paint(game);
    this.#bars.fold();
    const day = this.#daily === undefined ? undefined : dayOfGame(game.id);
    const about = this.isPage && document.querySelector('.titlebar .meta');
    if (about) about.textContent = [day ? `Puzzle of ${nameOf(day)}` : '', this.about].filter(Boolean).join(' · ');
    // Not `disabled`, which would remove the focus from a button that was just pressed.
    this.#buttons.undo.setAttribute('aria-disabled', String(!game.canUndo && !this.#replaced));
    this.#buttons.redo.setAttribute('aria-disabled', String(!game.canRedo && !this.#following));
    if (document.activeElement !== this.#buttons.back) this.#buttons.back.hidden = game.id === this.#saves.home;
    this.#left.textContent = game.status;
    this.#announcer.line.classList.toggle('good', game.solved);
    this.toggleAttribute('solved', game.solved);
  }

  #paintCells() {
    const game = this.#game;
    this.#willPaint = false;
    if (!game) return;
    this.#cells.paint(game, {
      wrong: this.#wrong,
      hint: this.#hint.marked,
      held: this.#entry.held,
      showsClashes: this.#showsClashes,
      sees: (cell, other) => this.sees(cell, other, game),
    });
  }

  /**
   * Paints the cells once per event, after all its changes to the selection, the focus and the
   * pointer. Moving the focus makes the browser lay out the page, so cells must not change before
   * that.
   */
  #paintSoon() {
    if (this.#willPaint) return;
    this.#willPaint = true;
    queueMicrotask(() => { if (this.#willPaint) this.#paintCells(); });
  }

  /** Updates the printed table before it is seen. */
  #paintPaper = () => {
    const table = this.querySelector('table');
    if (table && this.#game) paintPaper(table, this.#game, this.title);
  };

  #showClock() {
    this.#time.textContent = formatTime((this.#game?.elapsedMs ?? 0) + this.#clock.read());
  }

  get #showsClashes() { return !this.hasNotes || this.#options.mistakes !== 'none'; }

  /** Returns the current label of a cell for screen readers. @param {number} index */
  #labelOf(index) {
    const cell = this.#game?.cells[index];
    return cell ? labelOf(cell, this.#showsClashes) : '';
  }

  /** Selects a cell, and moves the focus there if the board has it. @param {number} index */
  #select(index) {
    const isOnBoard = this.#cells.hasFocus;
    this.#selection.selectOnly(index);
    this.#paintSoon();
    this.#cells.reveal();
    if (isOnBoard) this.#cells.focus();
  }

  // ---- keys -------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    const game = this.#game;
    if (!game || event.defaultPrevented || isForControl(event)) return;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key === 'Escape' && this.#entry.line.cancel()) return event.preventDefault();
    if (event.key === 'Escape' && !this.#hint.element.hidden) { this.#clearMarks(); this.#paint(); return event.preventDefault(); }
    if (isPlain && event.key === 'Enter' && this.#cells.hasFocus && this.#hint.isStep) { this.#hint.doStep(); return event.preventDefault(); }
    if (isPlain && event.key.toLowerCase() === 'n' && this.#next?.isShown) { this.#next.focus(); return event.preventDefault(); }
    if (isPlain && event.key === '?') return showKeys(this, keysOf(game, this.keys), () => this.#cells.focus());
    if (!(isPlain && this.handleKey(event.key.toLowerCase()))) {
      const { cursor, isSeveral } = this.#selection;
      const command = commandOf(event, game, { cursor, isSeveral, pen: this.#pad.pen, hasNotes: this.hasNotes, isDigitFirst: this.#entry.isDigitFirst, isHolding: this.#pad.held !== undefined, isTabForPens: this.#entry.isTabForPens });
      if (!command) return;
      // A key that is held down does not continue in another game.
      if (event.repeat && ((command.act === 'undo' && !game.canUndo) || (command.act === 'redo' && !game.canRedo))) return event.preventDefault();
      // An exercise has no takebacks and no hints.
      if (this.isExercise && ['undo', 'redo', 'hint'].includes(command.act)) return;
      // Enter and Space belong to the control that has the focus, or to the page.
      if (/^(Enter| )$/.test(event.key) && !this.#cells.hasFocus) return;
      this.#execute(command, game);
    }
    event.preventDefault();
  };

  /** @param {import('./controls/keyboard.js').Command} command @param {Game} game */
  #execute(command, game) {
    if (this.#entry.execute(command, game)) return;
    const selection = this.#selection;
    switch (command.act) {
      case 'press':
        // The cursor follows a disc into its column.
        if (game.areDiscs && selection.cursor % game.columns !== command.press) selection.selectOnly(command.press);
        return this.press(command.press);
      case 'hint': return this.#askHint();
      case 'undo': case 'redo': return this.perform(command.act);
      default:
    }
  }
}
