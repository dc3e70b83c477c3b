// @ts-check
/// `<gridlore-life game="life:glider">`: a viewer and editor of patterns of Life and other rules.
/// It runs forward and back, in steps of up to 2^58 generations.

import { Exhibit } from '../exhibit/exhibit.js';
import { download } from '../page/download.js';
import { button, element } from '../page/element.js';
import { loadStored, store } from '../page/storage.js';
import { dropLink } from '../page/link.js';
import { keyList, labelled } from '../page/panel.js';
import { messageOf } from '../page/words.js';
import { Field } from './field.js';
import { showGallery } from './gallery.js';
import { PatternInput } from './pattern-input.js';
import { Journey } from './journey.js';
import { Library } from './library.js';
import { LifeEngine } from './life-engine.js';
import { ViewUpdater } from './view-updater.js';
import { Pace } from './pace.js';
import { Plot } from './plot.js';
import { generationOf, readable } from './readable.js';
import { KEYS, commandOf } from './shortcuts.js';
import { CursorAnnouncer } from './cursor-announcer.js';

/** @typedef {import('./life-engine.js').Answer} Answer */
/** @typedef {import('./life-engine.js').World} World */

/** The longest saved line, in characters, for a link and for the browser's storage. */
const MAX_LINK = 30_000;
const MAX_STORED = 500_000;
/** Milliseconds between two saves of a running pattern. */
const SAVE_INTERVAL_MS = 2000;
/** Limits of Identify: generations and nodes. */
const IDENTIFY_LIMITS = '20000 30000000';
/** The download formats, by file extension. */
const FORMATS = ['rle', 'mc', 'cells', 'lif', 'life', 'mcl', 'png'];

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

  /** @type {HTMLElement} */ #where = element('span');
  /** @type {HTMLElement} */ #alive = element('span');
  /** @type {HTMLElement} */ #engineName = element('span', { title: 'Engine in use: HashLife for long jumps, the tile engine for short steps' });
  #run = button('Run', () => this.#toggleRunning(), { class: 'main' });
  #undo = button('Undo', () => this.#undoOrRedo('undo'));
  #redo = button('Redo', () => this.#undoOrRedo('redo'));
  #move = button('Move', () => this.#setDrawing(false), { 'aria-pressed': 'true' });
  #draw = button('Draw', () => this.#setDrawing(true), { 'aria-pressed': 'false' });
  #pen = element('select', { 'aria-label': 'Drawing state', hidden: '' });
  #pace = new Pace();
  #journey = new Journey();
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
  #input = new PatternInput({ load: (text, source) => this.#load(text, source), fail: (text) => this.say(text) });
  #autoFit = button('Auto fit', () => this.#toggleAutoFit(), { 'aria-pressed': 'true', title: 'Keep the whole pattern in view' });
  #age = button('Age', () => this.#toggleAge(), { 'aria-pressed': 'true', title: 'Show newborn cells in a lighter colour' });
  #jump = element('input', { type: 'text', inputmode: 'numeric', autocomplete: 'off', placeholder: '1000000 or 2^40', 'aria-label': 'Generation to jump to' });
  #rule = element('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none', 'aria-label': 'Rule' });
  #format = element('select', { 'aria-label': 'Format' });

  connectedCallback() {
    addEventListener('pagehide', this.#stopOnHide);
    super.connectedCallback();
  }

  disconnectedCallback() {
    removeEventListener('pagehide', this.#stopOnHide);
    super.disconnectedCallback();
    this.#stop();
    this.#engine.close();
    this.toggleAttribute('ready', false);
  }

  #stopOnHide = () => this.#stop();
  suspend() { if (this.#isPlaying) this.#toggleRunning(); }
  /** @param {string} line */
  openLink(line) { this.#do(() => this.#restore(line, 'Pattern loaded from the link.')); }

  // ---- opening and saving -----------------------------------------------------------------------

  async start() {
    try {
      const opened = await this.#engine.open(this.home);
      if (opened.error) throw new Error(opened.error);
      if (this.#library.isEmpty) this.#fillMenus();
      const shared = this.sharedLine();
      const line = shared ?? loadStored(`at:${this.home}`);
      this.querySelector('figure')?.setAttribute('hidden', '');
      this.prepend(this.#field.canvas);
      this.#take(opened);
      if (line) await this.#restore(line, shared ? 'Pattern loaded from the link.' : 'Restored from your last visit.');
      else await this.#settle('Space runs the pattern; scroll or pinch to zoom.', true);
      this.#isBorrowed = shared !== undefined;
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
    if (isNew) this.#plot.clear();
    await this.#settle(message, isNew);
    await this.#save();
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
   */
  async #goTo(to) {
    if (!this.isConnected) return false;
    const round = this.#round;
    return this.#journey.go(this.#engine, this.#generation, to, {
      take: (answer) => {
        if (!answer.world) this.say(answer.error ?? '');
        return this.#take(answer);
      },
      isOver: () => round !== this.#round,
      progressed: () => {
        this.#showWhere();
        this.#view.refresh();
      },
      stop: () => this.#stop(),
    });
  }

  #stop() {
    this.#round++;
    if (this.#isPlaying) {
      this.#isPlaying = false;
      this.#run.textContent = 'Run';
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
    this.#run.textContent = 'Pause';
    this.#adopt();
    this.say('Running.');
    const round = this.#round;
    while (round === this.#round && this.isConnected) {
      const began = performance.now();
      const reached = await this.#goTo(this.#generation + this.#pace.stride);
      if (!reached && round === this.#round) this.#stop();
      await this.#showNow();
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

  /** @param {1n | -1n} direction */
  #stepBy(direction) {
    return this.#do(() => this.#jumpTo(this.#generation + direction * this.#pace.stride));
  }

  /** @param {bigint} to */
  async #jumpTo(to) {
    const start = BigInt(this.#world?.start ?? '0');
    if (to < start && this.#generation === start) return this.say(`Already at generation ${readable(start)}, the first one.`);
    this.#adopt();
    const reached = await this.#goTo(to < start ? start : to);
    if (reached) await this.#settle('');
    else await this.#settle(this.statusLine.textContent || 'Stopped.');
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
      await this.#settle('');
      await this.#save();
    };
    if (isContinued) this.#queue = this.#queue.then(act).catch((error) => this.#engineFailed(error));
    else this.#do(act);
  }

  /** @param {'undo' | 'redo'} op */
  #undoOrRedo(op) {
    if (this.#world && !(op === 'undo' ? this.#world.canUndo : this.#world.canRedo)) return this.say(`Nothing to ${op}.`);
    this.#do(() => this.#change(op, op === 'undo' ? 'Undone.' : 'Redone.'));
  }

  /** @param {string} text @param {string} source words for where the text came from */
  #load(text, source) {
    return this.#do(async () => {
      const answer = await this.#engine.ask(`load\n${text}`);
      if (!this.#take(answer)) return this.say(`${source}: ${answer.error}`);
      this.#adopt();
      this.#plot.clear();
      this.#library.clear();
      await this.#settle(`${this.#world?.name ?? 'Unnamed pattern'}, ${this.#world?.rule}.`, true);
      await this.#save();
    });
  }

  async #download() {
    const ending = this.#format.value;
    let blob;
    if (ending === 'png') {
      blob = await this.#field.picture();
    } else {
      const { text, error } = await this.#engine.ask(`file ${ending}`);
      if (text === undefined) return this.say(error ?? '');
      blob = new Blob([text], { type: 'text/plain' });
    }
    if (!blob) return;
    const name = (this.#world?.name ?? 'pattern').toLowerCase().replace(/[^a-z0-9]+/g, '-');
    const file = `${name}-${this.#generation}.${ending}`;
    download(blob, file);
    this.say(`Downloaded as ${file}.`);
  }

  async #identify() {
    this.say('Identifying…');
    const { text, error } = await this.#engine.ask(`identify ${IDENTIFY_LIMITS}`);
    this.say(text ?? error ?? '');
  }

  #back() {
    this.#do(async () => {
      const answer = await this.#engine.open(this.home);
      if (!this.#take(answer)) return this.say(answer.error ?? '');
      this.#adopt();
      this.#plot.clear();
      store(`at:${this.home}`, undefined);
      await this.#settle('Back to this page’s pattern.', true);
    });
  }

  /** @param {boolean} isDrawing */
  #setDrawing(isDrawing) {
    this.#field.isDrawing = isDrawing;
    this.#move.setAttribute('aria-pressed', String(!isDrawing));
    this.#draw.setAttribute('aria-pressed', String(isDrawing));
    this.#field.canvas.classList.toggle('drawing', isDrawing);
    this.#field.cursor = { x: Math.floor(this.#field.x), y: Math.floor(this.#field.y) };
    this.#field.paint();
    this.#showWorld();
    if (isDrawing && this.#field.zoom < 1) this.say('Zoom in to draw: cells must be at least one pixel wide.');
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
    this.#input.listen(this);
    this.#pen.addEventListener('change', () => { field.pen = Number(this.#pen.value); });
    this.#jump.addEventListener('keydown', (event) => { if (event.key === 'Enter') this.#jumpToEntered(); });
    const id = `rules-${Math.random().toString(36).slice(2)}`;
    this.#rule.setAttribute('list', id);
    this.#rule.addEventListener('change', () => this.#do(() => this.#change(`rule\n${this.#rule.value}`, `Rule set to ${this.#rule.value}.`)));
    const fullScreen = button('Full screen', () => { document.fullscreenElement ? document.exitFullscreen() : this.requestFullscreen(); }, { class: 'quiet' });
    this.append(element('div', { class: 'side' },
      element('div', { class: 'status' }, this.#where, this.#engineName, this.#alive),
      this.statusLine, this.liveRegion, this.#journey.element,
      element('div', { class: 'row' }, this.#run, button('Step', () => this.#stepBy(1n)), button('Back', () => this.#stepBy(-1n)), button('Restart', () => this.#restart())),
      ...this.#pace.rows,
      element('div', { class: 'row' }, this.#jump, button('Jump', () => this.#jumpToEntered())),
      this.#plot.element,
      element('div', { class: 'row', role: 'group', 'aria-label': 'Pointer mode' }, this.#move, this.#draw, this.#pen, this.#undo, this.#redo),
      element('div', { class: 'row' }, button('Fit', () => this.#fit()), this.#autoFit, this.#age, button('Clear', () => this.#do(() => this.#change('clear', 'Cleared.')))),
      labelled('Rule', this.#rule), element('datalist', { id }),
      ...this.#library.rows, button('Show patterns as pictures', () => showGallery(this, this.#library.patterns, (name) => this.#library.choose(name), () => field.canvas.focus())), this.#input.field,
      element('div', { class: 'row' }, ...this.#input.opener, this.#format, button('Download', () => this.#download())),
      element('div', { class: 'row few' }, button('Identify', () => this.#identify(), { class: 'quiet' }), button('Share', () => this.#share(), { class: 'quiet' }), fullScreen,
        button('Back to this page’s pattern', () => this.#back(), { class: 'quiet' })),
      keyList(KEYS)));
  }

  /** Fills the menus of patterns, rules and formats. */
  async #fillMenus() {
    const { patterns, rules } = await this.#engine.ask('known');
    this.querySelector('datalist')?.append(...(rules ?? []).map(({ name, title, about }) => element('option', { value: name }, `${title}: ${about}`)));
    this.#library.fill(patterns ?? []);
    this.#format.append(...FORMATS.map((ending) => element('option', {}, ending)));
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

  /** @param {KeyboardEvent} event */
  #key(event) {
    const command = commandOf(event, this.#field.isDrawing);
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
      case 'draw': return this.#setDrawing(command.isDrawing);
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
