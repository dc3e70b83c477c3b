// @ts-check
/// `<gridlore-life game="life:glider">`: a viewer and editor of patterns of Life and other rules.
/// It runs forward and back, in steps of up to 2^58 generations.

import { More } from '../board/controls/more.js';
import { Exhibit } from '../exhibit/exhibit.js';
import { download } from '../page/download.js';
import { button, element } from '../page/element.js';
import { loadStored, store } from '../page/storage.js';
import { dropLink } from '../page/link.js';
import { NARROW } from '../page/narrow.js';
import { labelled, showKeys } from '../page/panel.js';
import { messageOf } from '../page/words.js';
import { Entry } from './edit/entry.js';
import { icon, iconButton } from './edit/icons.js';
import { themeChoice } from './edit/themes.js';
import { Field } from './field.js';
import { PatternInput } from './pattern-input.js';
import { Library } from './library.js';
import { LifeEngine } from './life-engine.js';
import { ViewUpdater } from './view-updater.js';
import { PatternFile } from './record/pattern-file.js';
import { Journey } from './run/journey.js';
import { Pace } from './run/pace.js';
import { Plot } from './run/plot.js';
import { ProgressRow } from './run/progress-row.js';
import { generationOf, readable } from './readable.js';
import { commandOf } from './shortcuts.js';
import { CursorAnnouncer } from './cursor-announcer.js';

/** @typedef {import('./life-engine.js').Answer} Answer */
/** @typedef {import('./life-engine.js').World} World */
/** @typedef {import('./edit/life-editor.js').LifeEditor} LifeEditor */
/** @typedef {'move' | 'draw' | 'select'} Mode what the pointer does */

/** The longest saved line, in characters, for a link and for the browser's storage. */
const MAX_LINK = 30_000;
const MAX_STORED = 500_000;
/** Milliseconds between two saves of a running pattern. */
const SAVE_INTERVAL_MS = 2000;
/** The number of cells that one request changes. */
const CELLS_PER_REQUEST = 20_000;
class Life extends Exhibit {
  #engine = new LifeEngine();
  #field = new Field();
  #plot = new Plot();
  /** @type {World | undefined} */ #world;
  /** Changes whenever the running operation has to end. */ #round = 0;
  #isPlaying = false;
  /** The queue of operations. @type {Promise<unknown>} */ #queue = Promise.resolve();
  #measured = { took: 0, at: 0 };
  #savedAt = 0;
  /** Whether the pattern came with a link and has not been changed. */ #isBorrowed = false;
  /** Whether the last action was a step: undo takes back a series of steps at once. */ #isStepping = false;
  /** @type {Mode} */ #mode = 'move';
  /** @type {LifeEditor | undefined} */ #editor;

  /** @type {HTMLElement} */ #where = element('span');
  /** @type {HTMLElement} */ #alive = element('span');
  /** @type {HTMLElement} */ #engineName = element('span', { title: 'Engine in use: HashLife for long jumps, the tile engine for short steps' });
  #run = button('', () => this.#toggleRunning(), { class: 'main' });
  #undo = iconButton('undo', 'Undo', () => this.#undoOrRedo('undo'), { title: 'Undo (Ctrl+Z)' });
  #redo = iconButton('redo', 'Redo', () => this.#undoOrRedo('redo'), { title: 'Redo (Ctrl+Y)' });
  /** @type {Record<Mode, HTMLButtonElement>} */ #modes = {
    move: button('Move', () => this.#setMode('move'), { 'aria-pressed': 'true', title: 'Drag to move the view (M)' }),
    draw: button('Draw', () => this.#setMode('draw'), { 'aria-pressed': 'false', title: 'Draw cells (D)' }),
    select: button('Select', () => this.#setMode('select'), { 'aria-pressed': 'false', title: 'Select cells to copy, turn or delete (S)' }),
  };
  /** The field with the buttons for its selection. */ #stage = element('div', { class: 'stage' }, this.#field.canvas);
  /** Tools that are under More where there is little room. */ #rareTools = element('div', { class: 'row' });
  #toolbar = element('div', { class: 'tools' });
  #more = new More();
  #pen = element('select', { 'aria-label': 'Drawing state', hidden: '' });
  #pace = new Pace();
  #journey = new Journey();
  /** Why the last run ended early, apart from *Stop*. */ #failure = '';
  #view = new ViewUpdater(this.#field, {
    engine: this.#engine,
    states: () => this.#world?.states ?? 2,
    wantsAge: () => this.#age.getAttribute('aria-pressed') === 'true',
    isOver: () => !this.isConnected,
    updated: () => this.#cursorAnnouncer.announceChange(),
    failed: (error) => this.#engineFailed(error),
  });
  #cursorAnnouncer = new CursorAnnouncer(this.#field, (text) => this.say('', text));
  #library = new Library(() => this.#choose());
  #input = new PatternInput({ load: (text, source) => this.#loadOwn(text, source), paste: (text, source) => this.#edit((editor) => editor.pasteText(text, source)), fail: (text) => this.say(text) });
  #identifyRow = new ProgressRow();
  /** Changes whenever the identification in progress has to end. */ #identifyRound = 0;
  #recordingRow = new ProgressRow();
  #entry = new Entry(() => this.home, this.#engine, () => this.#world, (error) => this.#engineFailed(error));
  #autoFit = button('Auto fit', () => this.#toggleAutoFit(), { 'aria-pressed': 'true', title: 'Keep the whole pattern in view' });
  #age = button('Age', () => this.#toggleAge(), { 'aria-pressed': 'true', title: 'Show newborn cells in a lighter colour' });
  #jump = element('input', { type: 'text', inputmode: 'numeric', autocomplete: 'off', placeholder: '10^6 or 2^40', 'aria-label': 'Generation to jump to' });
  #rule = element('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none', 'aria-label': 'Rule' });
  #file = new PatternFile(this.#engine, this.#field, (ending) => this.#fileName(ending), (text) => this.say(text));

  get isPage() { return this.previousElementSibling?.classList.contains('titlebar') ?? false; }
  /** What the list of games calls the board. */
  get noun() { return 'pattern'; }

  connectedCallback() {
    addEventListener('pagehide', this.#stopOnHide);
    NARROW.addEventListener('change', this.#placeTools);
    super.connectedCallback();
    if (this.isPage) document.addEventListener('keydown', this.#keyOnPage);
  }

  disconnectedCallback() {
    removeEventListener('pagehide', this.#stopOnHide);
    NARROW.removeEventListener('change', this.#placeTools);
    document.removeEventListener('keydown', this.#keyOnPage);
    super.disconnectedCallback();
    this.#identifyRound++;
    this.#entry.close();
    this.#stop();
    this.#engine.close();
    this.toggleAttribute('ready', false);
  }

  #stopOnHide = () => this.#stop();
  suspend() { if (this.#isPlaying) this.#toggleRunning(); }
  /** @param {string} line */
  openLink(line) { this.#replaceBy(line, 'Pattern loaded from the link.'); }

  /** Replaces the pattern by a saved one; undo takes it back. @param {string} line @param {string} message */
  #replaceBy(line, message) {
    return this.#do(async () => {
      await this.#entry.leave();
      await this.#engine.ask('store');
      this.#entry.replaced();
      await this.#restore(line, message);
    });
  }


  // ---- opening and saving -----------------------------------------------------------------------

  async start() {
    try {
      const opened = await this.#engine.open(this.home);
      if (opened.error) throw new Error(opened.error);
      if (this.#library.isEmpty) this.#fillMenus();
      const shared = this.sharedLine();
      const line = shared ?? loadStored(`at:${this.home}`);
      this.querySelector('figure')?.setAttribute('hidden', '');
      this.prepend(this.#stage);
      this.#take(opened);
      if (line) await this.#restore(line, shared ? 'Pattern loaded from the link.' : 'Restored from your last visit.');
      else await this.#settle('Space runs the pattern; scroll or pinch to zoom.', true);
      this.#isBorrowed = shared !== undefined;
      if (line && !shared) this.#entry.resume();
      this.toggleAttribute('ready', true);
    } catch (error) {
      this.showFailure(`This pattern could not start: ${messageOf(error)}`);
    }
  }

  /** @param {string} line @param {string} message */
  async #restore(line, message) {
    const answer = await this.#engine.ask(`restore\n${line}`);
    this.#plot.clear();
    if (!this.#take(answer)) return this.#settle(`The saved pattern could not be read: ${answer.error}`, true);
    // Show the start immediately, before the run to the saved generation.
    await this.#settle('', true);
    const reached = await this.#goTo(BigInt(answer.to ?? '0'));
    await this.#settle(reached ? message : '', true);
  }

  /** Stores the pattern in the browser, unless it is too large or came with a link. */
  async #save() {
    if (this.#isBorrowed) return;
    this.#savedAt = Date.now();
    const { text } = await this.#engine.ask(`line ${MAX_STORED}`);
    store(`at:${this.home}`, text);
  }

  async #share() {
    const { text, error } = await this.#engine.ask(`line ${MAX_LINK}`);
    if (!text) return this.say(error ?? '');
    await this.copyLink(text, 'pattern');
  }

  // ---- requests ---------------------------------------------------------------------------------

  /**
   * Stops the running operation and performs another once it has ended.
   * @param {() => Promise<unknown>} act
   */
  #do(act) {
    this.#stop();
    this.#isStepping = false;
    this.#queue = this.#queue.then(act).catch((error) => this.#engineFailed(error));
    return this.#queue;
  }

  /** @param {unknown} error */
  #engineFailed(error) {
    this.say(`The engine stopped: ${messageOf(error)}. Reload the page to continue.`);
  }

  /**
   * Takes the state of the pattern from an answer; returns whether there was one.
   * @param {Answer} answer
   */
  #take(answer) {
    if (!answer.world) return false;
    this.#world = answer.world;
    return true;
  }

  /**
   * Changes the pattern.
   * @param {string} request
   * @param {string} message
   * @param {boolean} [isNew] whether it is a different pattern, to fit into view
   */
  async #change(request, message, isNew = false) {
    const answer = await this.#engine.ask(request);
    if (!this.#take(answer)) return this.say(answer.error ?? '');
    this.#adopt();
    if (request === 'undo') this.#entry.undone();
    else if (request === 'redo') this.#entry.redone();
    else if (request === 'clear') this.#entry.replaced();
    else this.#own();
    if (isNew) this.#plot.clear();
    await this.#settle(message, isNew);
    await this.#save();
  }

  /** The user has changed the pattern in one step of the history. */
  #own() {
    this.#entry.pushed();
    this.#entry.changed();
  }

  /** Makes this moment one that undo returns to. */
  async #storeMoment() {
    this.#take(await this.#engine.ask('store'));
    this.#entry.pushed();
  }

  /**
   * Makes a linked pattern the reader's own after the first change: a reload must not bring the
   * link back.
   */
  #adopt() {
    this.#isBorrowed = false;
    dropLink('life');
  }

  get #generation() { return BigInt(this.#world?.generation ?? '0'); }

  /**
   * Runs forward or back to a generation, showing progress; returns whether it got there before it
   * was stopped.
   * @param {bigint} to
   * @param {number} [round] in which the run began
   */
  async #goTo(to, round = this.#round) {
    if (!this.isConnected) return false;
    return this.#journey.go(this.#engine, this.#generation, to, {
      take: (answer) => {
        this.#failure = answer.world ? '' : `${answer.error ?? ''}.`.replace(/^f/, 'F');
        return this.#take(answer);
      },
      isOver: () => round !== this.#round,
      progressed: () => { this.#showWhere(); this.#view.refresh(); },
      stop: () => this.#stop(),
    });
  }

  #stop() {
    this.#round++;
    if (this.#isPlaying) {
      this.#isPlaying = false;
      this.#showRunning();
    }
  }

  // ---- running ----------------------------------------------------------------------------------

  #toggleRunning() {
    if (this.#isPlaying) {
      this.#stop();
      this.#queue = this.#queue.then(() => this.#settle('Paused.'));
      return;
    }
    this.#do(() => this.#play());
  }

  async #play() {
    this.#isPlaying = true;
    this.#showRunning();
    this.#adopt();
    this.say('Running.');
    const round = this.#round;
    await this.#storeMoment();
    while (round === this.#round && this.isConnected) {
      const began = performance.now();
      const reached = await this.#goTo(this.#generation + this.#pace.stride);
      if (!reached && round === this.#round) this.#stop();
      await this.#showNow();
      if (this.#failure) this.say(this.#failure);
      if (this.#alive.textContent === '0 alive') {
        this.#stop();
        this.say(`All cells are dead at generation ${readable(this.#generation)}.`);
      }
      if (Date.now() - this.#savedAt > SAVE_INTERVAL_MS) await this.#save();
      const rest = this.#pace.intervalMs - (performance.now() - began);
      await (rest > 4 ? new Promise((resolve) => setTimeout(resolve, rest)) : new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    await this.#save();
  }

  #showRunning() {
    this.#run.replaceChildren(icon(this.#isPlaying ? 'pause' : 'run'), this.#isPlaying ? 'Pause' : 'Run');
  }

  /** @param {1n | -1n} direction */
  #stepBy(direction) {
    const isContinued = this.#isStepping;
    const done = this.#do(() => this.#jumpTo(this.#generation + direction * this.#pace.stride, isContinued));
    this.#isStepping = true;
    return done;
  }

  /** @param {bigint} to @param {boolean} [isContinued] whether undo takes it back together with the last jump */
  async #jumpTo(to, isContinued = false) {
    const start = BigInt(this.#world?.start ?? '0');
    if (to < start && this.#generation === start) return this.say(`Already at generation ${readable(start)}, the first one.`);
    this.#adopt();
    const round = this.#round;
    if (!isContinued) await this.#storeMoment();
    const reached = await this.#goTo(to < start ? start : to, round);
    if (reached) await this.#settle('');
    else if (this.#failure && !isContinued) {
      // Part of the way may have been done: back to where the jump began.
      this.#take(await this.#engine.ask('undo'));
      this.#entry.undone();
      await this.#settle(`${this.#failure} The pattern is unchanged.`);
    } else await this.#settle(this.#failure || 'Stopped.');
    await this.#save();
  }

  #jumpToEntered() {
    const to = generationOf(this.#jump.value);
    if (to === undefined) return this.say(`Found “${this.#jump.value}”, expected a generation such as 1000000, 10^6 or 2^40, up to 2^62.`);
    return this.#do(() => this.#jumpTo(to));
  }

  // ---- display ----------------------------------------------------------------------------------

  /**
   * Updates the display after an operation and shows a message.
   * @param {string} message
   * @param {boolean} [isNew] whether to fit the pattern into view
   */
  async #settle(message, isNew = false) {
    await this.#measure(isNew || this.#autoFit.getAttribute('aria-pressed') === 'true', isNew);
    this.#showWorld();
    this.#view.refresh();
    if (message !== undefined) this.say(message, `${message} Generation ${readable(this.#generation)}, ${this.#alive.textContent}.`.trim());
  }

  /** Updates the display of a running pattern. */
  async #showNow() {
    // Counting a large pattern can take longer than running it, so it is done less often.
    const isAutoFit = this.#autoFit.getAttribute('aria-pressed') === 'true';
    if (this.#measured.took < 6 || performance.now() - this.#measured.at > 20 * this.#measured.took) await this.#measure(isAutoFit);
    this.#showWhere();
    await this.#view.update();
  }

  /**
   * Shows the population, and fits the pattern into view if asked to.
   * @param {boolean} isFitting
   * @param {boolean} [isNew]
   */
  async #measure(isFitting, isNew = false) {
    const start = performance.now();
    const { measure } = await this.#engine.ask('measure');
    this.#measured = { took: performance.now() - start, at: performance.now() };
    if (!measure) return;
    const [west, north, east, south] = measure.bounds ?? [0, 0, 0, 0];
    this.#alive.textContent = `${readable(measure.population)} alive`;
    this.#alive.title = measure.bounds ? `Bounding box: ${readable(BigInt(east) - BigInt(west) + 1n)} by ${readable(BigInt(south) - BigInt(north) + 1n)} cells` : '';
    this.#plot.add(Number(this.#generation), Number(measure.population));
    if (isFitting && measure.bounds && (isNew || !this.#field.shows(measure.bounds))) this.#field.fit(this.#world?.edges?.every((side) => Math.abs(side) < 1e6) ? this.#world.edges : measure.bounds, isNew ? 14 : this.#field.zoom);
    else if (isNew) this.#field.fit(measure.bounds);
  }

  #showWhere() {
    this.#where.textContent = `generation ${readable(this.#generation)}`;
    this.#engineName.textContent = this.#world?.engine === 'hash' ? 'HashLife' : 'tile engine';
  }

  #showWorld() {
    const world = this.#world;
    if (!world) return;
    this.#showWhere();
    this.#undo.setAttribute('aria-disabled', String(!world.canUndo));
    this.#redo.setAttribute('aria-disabled', String(!world.canRedo));
    if (document.activeElement !== this.#rule) this.#rule.value = world.rule;
    this.#field.edges = world.edges;
    const states = world.states - 1;
    if (this.#pen.options.length !== states) {
      this.#pen.replaceChildren(...Array.from({ length: states }, (_, at) => element('option', { value: String(at + 1) }, `State ${at + 1}`)));
      this.#field.pen = 1;
    }
    this.#pen.hidden = states < 2 || !this.#field.isDrawing;
    this.#field.canvas.setAttribute('aria-label', `${world.name ?? 'Unnamed pattern'} under ${world.rule}: generation ${readable(world.generation)}, ${this.#alive.textContent}`);
  }

  // ---- editing ----------------------------------------------------------------------------------

  /**
   * @param {[number, number, number][]} cells
   * @param {boolean} isContinued whether they continue a stroke
   */
  #drawCells(cells, isContinued) {
    const request = `draw ${isContinued ? 1 : 0} ${cells.flat().join(' ')}`;
    const act = async () => {
      const answer = await this.#engine.ask(request);
      if (!this.#take(answer)) return this.say(answer.error ?? '');
      this.#adopt();
      if (isContinued) this.#entry.changed();
      else this.#own();
      await this.#settle('');
      await this.#save();
    };
    if (isContinued) this.#queue = this.#queue.then(act).catch((error) => this.#engineFailed(error));
    else this.#do(act);
  }

  /**
   * Changes any number of cells in one step of the history.
   * @param {[number, number, number][]} cells
   * @param {string} message
   */
  #drawMany(cells, message) {
    return this.#do(async () => {
      for (let from = 0; from < cells.length; from += CELLS_PER_REQUEST) {
        const answer = await this.#engine.ask(`draw ${from ? 1 : 0} ${cells.slice(from, from + CELLS_PER_REQUEST).flat().join(' ')}`);
        if (!this.#take(answer)) return this.say(answer.error ?? '');
      }
      this.#adopt();
      if (cells.length) this.#own();
      await this.#settle(message);
      await this.#save();
    });
  }

  /** @param {'undo' | 'redo'} op */
  #undoOrRedo(op) {
    if (this.#world && !(op === 'undo' ? this.#world.canUndo : this.#world.canRedo)) return this.say(`Nothing to ${op}.`);
    this.#do(async () => {
      await this.#entry.flush();
      await this.#change(op, op === 'undo' ? 'Undone.' : 'Redone.');
    });
  }

  /** Loads a pattern that the user brings. @param {string} text @param {string} source */
  async #loadOwn(text, source) {
    if (await this.#load(text, source)) this.#entry.changed();
  }

  /**
   * Replaces the pattern; undo takes it back. Returns whether the text could be read.
   * @param {string} text
   * @param {string} source words for where the text came from
   * @returns {Promise<boolean>}
   */
  async #load(text, source) {
    let isLoaded = false;
    await this.#do(async () => {
      await this.#entry.leave();
      const answer = await this.#engine.ask(`load\n${text}`);
      if (!this.#take(answer)) return this.say(`${source}: ${answer.error}`);
      isLoaded = true;
      this.#entry.replaced();
      this.#adopt();
      this.#plot.clear();
      this.#library.clear();
      await this.#settle(`${this.#world?.name ?? 'Unnamed pattern'}, ${this.#world?.rule}.`, true);
      await this.#save();
    });
    return isLoaded;
  }

  // ---- the selection ----------------------------------------------------------------------------

  /** The editor of selections, loaded on first use. */
  async #loadEditor() {
    const { LifeEditor } = await import('./edit/life-editor.js');
    if (this.#editor) return this.#editor;
    const editor = new LifeEditor({
      field: this.#field,
      engine: this.#engine,
      world: () => ({ rule: this.#world?.rule ?? 'B3/S23', states: this.#world?.states ?? 2 }),
      draw: (cells, message) => this.#drawMany(cells, message),
      open: (text, source) => this.#loadOwn(text, source),
      say: (text) => this.say(text),
      isEmpty: () => this.#alive.textContent === '0 alive',
      selectMode: () => this.#setMode('select'),
      changed: () => this.#chooseTool(),
    });
    this.#editor = editor;
    this.#field.overlay = editor;
    this.#stage.append(editor.element);
    return editor;
  }

  /** @param {(editor: LifeEditor) => unknown} act */
  #edit(act) {
    return this.#attempt(async () => act(await this.#loadEditor()));
  }

  /** Reports an error of an action outside the queue. @param {() => Promise<unknown>} act */
  #attempt(act) {
    return act().catch((error) => this.#engineFailed(error));
  }

  /** The editor takes the pointer in Select mode and while there are cells to paste. */
  #chooseTool() {
    const isPasting = this.#editor?.isPasting ?? false;
    this.#field.tool = isPasting || this.#mode === 'select' ? this.#editor : undefined;
    this.#field.canvas.classList.toggle('drawing', this.#mode !== 'move' || isPasting);
  }

  async #identify() {
    const { generation } = this.#world ?? {};
    const round = ++this.#identifyRound;
    const { identification } = await import('./run/identify.js');
    const text = await identification(this.#engine, this.#identifyRow, () => round !== this.#identifyRound, () => { this.#identifyRound++; });
    if (text === undefined) return this.say('Identification stopped.');
    this.say(generation === this.#world?.generation ? text : `Generation ${readable(generation ?? '0')}: ${text}`);
  }

  async #countObjects() {
    const { measure } = await this.#engine.ask('measure');
    const { census } = await import('./record/census.js');
    this.say(await census(this.#engine, measure?.bounds ?? null));
  }

  /** Asks for the size of a recording, and records it. */
  async #record() {
    const { askRecording, record } = await import('./record/recording.js');
    const wish = await askRecording(this, this.#pace.stride);
    this.#field.canvas.focus();
    if (!wish) return;
    await this.#do(async () => {
      const round = this.#round;
      await this.#storeMoment();
      const { file, message } = await record(wish, {
        field: this.#field,
        picture: () => this.#view.bytes(),
        forward: async (generations) => {
          const isThere = await this.#goTo(this.#generation + generations);
          this.#showWhere();
          this.#view.refresh();
          return isThere;
        },
        isOver: () => round !== this.#round,
        stop: () => this.#stop(),
        row: this.#recordingRow,
      });
      await this.#settle(message);
      if (file) download(file, this.#fileName('gif'));
      await this.#save();
    });
  }

  /** @param {string} ending */
  #fileName(ending) {
    return `${(this.#world?.name ?? 'pattern').toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${this.#generation}.${ending}`;
  }

  #back() {
    this.#do(async () => {
      await this.#entry.leave();
      const answer = await this.#engine.ask(`load\n${this.home}`);
      if (!this.#take(answer)) return this.say(answer.error ?? '');
      this.#entry.replaced();
      this.#adopt();
      this.#plot.clear();
      store(`at:${this.home}`, undefined);
      await this.#settle('Back to this page’s pattern.', true);
    });
  }

  /** @param {Mode} mode */
  #setMode(mode) {
    const field = this.#field;
    this.#mode = mode;
    field.isDrawing = mode === 'draw';
    for (const [name, shown] of Object.entries(this.#modes)) shown.setAttribute('aria-pressed', String(name === mode));
    field.cursor = { x: Math.floor(field.x), y: Math.floor(field.y) };
    this.#chooseTool();
    if (mode === 'select') {
      this.#edit((editor) => {
        this.#chooseTool();
        if (!editor.hasArea) this.say('Drag to select cells, or hold Shift with the arrow keys.');
      });
    }
    field.paint();
    this.#showWorld();
    if (mode === 'draw' && field.zoom < 1) this.say('Zoom in to draw: cells must be at least one pixel wide.');
  }

  #toggleAutoFit() {
    const isOn = this.#autoFit.getAttribute('aria-pressed') !== 'true';
    this.#autoFit.setAttribute('aria-pressed', String(isOn));
    if (isOn) this.#measure(true).then(() => this.#view.refresh());
  }

  #toggleAge() {
    this.#age.setAttribute('aria-pressed', String(this.#age.getAttribute('aria-pressed') !== 'true'));
    this.#view.refresh();
  }

  // ---- building ---------------------------------------------------------------------------------

  build() {
    const field = this.#field;
    field.onUserMove = () => this.#autoFit.setAttribute('aria-pressed', 'false');
    field.onDraw = (cells, isContinued) => this.#drawCells(cells, isContinued);
    field.canvas.addEventListener('keydown', (event) => this.#key(event));
    this.#input.listen(this.isPage ? document : this);
    this.#pen.addEventListener('change', () => { field.pen = Number(this.#pen.value); });
    this.#jump.addEventListener('keydown', (event) => { if (event.key === 'Enter') this.#jumpToEntered(); });
    const id = `rules-${Math.random().toString(36).slice(2)}`;
    this.#rule.setAttribute('list', id);
    this.#rule.addEventListener('change', () => this.#do(() => this.#change(`rule\n${this.#rule.value}`, `Rule set to ${this.#rule.value}.`)));
    this.#showRunning();
    this.#rareTools.append(button('Fit', () => this.#fit(), { title: 'Show the whole pattern (F)' }), this.#autoFit, this.#age,
      button('Clear', () => this.#clear(), { title: 'Remove all cells' }));
    const menu = /** @type {[string, () => unknown][]} */ ([
      ['Identify', () => this.#identify()],
      ['Count objects', () => this.#countObjects()],
      ['Paste', () => this.#edit((editor) => editor.pasteFromClipboard())],
      ['Select all', () => this.#edit((editor) => editor.selectAll())],
      ['Your games', () => this.#showGames()],
      ['Share', () => this.#share()],
      ['Record', () => this.#record()],
      ...(document.fullscreenEnabled ? [['Full screen', () => this.#toggleFullScreen()]] : []),
      ['Keyboard shortcuts', () => this.#showKeys()],
      ['Back to this page’s pattern', () => this.#back()],
    ]);
    this.#more.append(...menu.map(([text, act]) => button(text, () => this.#attempt(async () => act()))), themeChoice(field));
    this.#toolbar.append(
      element('div', { class: 'row pens', role: 'group', 'aria-label': 'What the pointer does' }, ...Object.values(this.#modes)),
      element('div', { class: 'row' }, this.#undo, this.#redo), this.#pen);
    this.append(element('div', { class: 'side' }, this.#toolbar,
      element('div', { class: 'transport' },
        element('div', { class: 'row' }, iconButton('restart', 'Restart', () => this.#restart(), { title: 'Back to the first generation (R)' }), iconButton('back', 'Back', () => this.#stepBy(-1n), { title: 'Step back (B)' }),
          this.#run, iconButton('step', 'Step', () => this.#stepBy(1n), { title: 'Step forward (N)' })),
        ...this.#pace.rows,
        element('div', { class: 'row' }, this.#jump, button('Jump', () => this.#jumpToEntered()))),
      element('div', { class: 'panel' },
        element('div', { class: 'status' }, this.#where, this.#engineName, this.#alive),
        this.statusLine, this.liveRegion, this.#journey.element, this.#identifyRow.element, this.#recordingRow.element,
        this.#plot.element,
        ...this.#library.rows, button('Show patterns as pictures', () => this.#showGallery()),
        labelled('Rule', this.#rule), element('datalist', { id }),
        this.#input.field,
        element('div', { class: 'row' }, ...this.#input.opener),
        this.#file.row)));
    this.#placeTools();
  }

  /**
   * The tools that are used less often go under More where there is little room. In a post, More
   * itself is at the end.
   */
  #placeTools = () => {
    (this.isPage ? this.#toolbar : this.querySelector('.panel'))?.append(this.#more.element);
    if (this.isPage && !NARROW.matches) this.#more.element.before(this.#rareTools);
    else this.#more.prepend(this.#rareTools);
  };

  #toggleFullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else this.requestFullscreen().catch((error) => this.say(messageOf(error)));
  }

  #clear() {
    return this.#do(async () => {
      await this.#entry.leave();
      // An empty field has nothing to fit into a view of many cells per pixel.
      await this.#change('clear', 'Cleared.', this.#field.zoom < 1);
    });
  }

  async #showGallery() {
    const { showGallery } = await import('./record/gallery.js');
    showGallery(this, this.#library.patterns, (name) => this.#library.choose(name), () => this.#field.canvas.focus());
  }

  async #showKeys() {
    const { KEYS } = await import('./key-list.js');
    showKeys(this, KEYS, () => this.#field.canvas.focus());
  }

  async #showGames() {
    await this.#entry.update();
    const { showGames } = await import('../games/lists.js');
    showGames({ puzzle: this, restore: (save, message) => this.#replaceBy(save, message), closed: () => this.#field.canvas.focus() });
  }

  /** Fills the menus of patterns, rules and formats. */
  async #fillMenus() {
    const { patterns, rules } = await this.#engine.ask('known');
    this.querySelector('datalist')?.append(...(rules ?? []).map(({ name, title, about }) => element('option', { value: name }, `${title}: ${about}`)));
    this.#library.fill(patterns ?? []);
  }

  #choose() {
    const { id, show } = this.#library.chosen(this.#world?.rule);
    this.#load(id, 'Pattern').then(show);
  }

  #restart() {
    this.#do(() => this.#jumpTo(BigInt(this.#world?.start ?? '0')));
  }

  #fit() {
    this.#queue = this.#queue.then(() => this.#measure(true, true)).then(() => this.#view.refresh());
  }

  // ---- keys -------------------------------------------------------------------------------------

  /** Keys that are pressed elsewhere on the page of a pattern. @param {KeyboardEvent} event */
  #keyOnPage = (event) => {
    const { target } = event;
    if (document.querySelector('dialog[open]')) return;
    if (target === document.body) return this.#key(event);
    // In a text field, Ctrl+Z belongs to the text; on buttons, other keys belong to them.
    if ((target instanceof HTMLInputElement && target.type !== 'range') || target instanceof HTMLTextAreaElement || target === this.#field.canvas) return;
    if (event.ctrlKey || event.metaKey) this.#key(event);
  };

  /** @param {KeyboardEvent} event */
  #key(event) {
    const isCopying = (event.ctrlKey || event.metaKey) && ['c', 'x'].includes(event.key.toLowerCase());
    // Text that is selected on the page is copied by the browser.
    if (isCopying && (!this.#editor?.hasArea || getSelection()?.toString())) return;
    const command = commandOf(event, this.#editor?.isPasting ? 'paste' : this.#mode, this.#editor?.hasArea);
    if (!command) return;
    this.#execute(command);
    event.preventDefault();
  }

  /** @param {import('./shortcuts.js').Command} command */
  #execute(command) {
    const field = this.#field;
    switch (command.act) {
      case 'pan': return field.pan(command.right, command.down);
      case 'move cursor': return this.#moveCursor(command.right, command.down);
      case 'zoom': return field.zoomBy(command.factor);
      case 'change step': return this.say(this.#pace.changeStep(command.notches));
      case 'change speed': return this.say(this.#pace.changeSpeed(command.notches));
      case 'step': return this.#stepBy(command.direction);
      case 'mode': return this.#setMode(command.mode);
      case 'extend': return this.#edit((editor) => editor.extendBy(command.right, command.down));
      case 'nudge': return this.#edit((editor) => editor.nudge(command.right, command.down));
      case 'turn': return this.#edit((editor) => editor.turn(command.way));
      case 'copy': case 'cut': case 'place': case 'fill': case 'delete': case 'deselect': case 'stopPasting': {
        const { act } = command;
        return this.#edit((editor) => editor[act]());
      }
      case 'select all': return this.#edit((editor) => editor.selectAll());
      case 'run': return this.#toggleRunning();
      case 'toggle cell': return this.#toggleCell();
      case 'fit': return this.#fit();
      case 'auto fit': return this.#toggleAutoFit();
      case 'restart': return this.#restart();
      case 'jump': return this.#jump.focus();
      default: return this.#undoOrRedo(command.act);
    }
  }

  #toggleCell() {
    const { cursor: { x, y }, pen } = this.#field;
    this.#drawCells([[x, y, this.#field.stateAt(x, y) === pen ? 0 : pen]], false);
  }

  /** @param {number} dx @param {number} dy */
  #moveCursor(dx, dy) {
    const field = this.#field;
    field.cursor = { x: field.cursor.x + dx, y: field.cursor.y + dy };
    const { x, y } = field.cursor;
    if (!field.shows([x, y, x, y])) field.pan(dx * field.zoom, dy * field.zoom);
    field.paint();
    this.#cursorAnnouncer.announce();
  }
}

customElements.define('gridlore-life', Life);
