// @ts-check
/// `<gridlore-life game="life:glider">`: a viewer and editor of patterns of Life and other rules.
/// It runs forwards and backwards, in steps of up to 2^58 generations.

import { More } from '../board/controls/more.js';
import { Exhibit } from '../exhibit/exhibit.js';
import { download } from '../page/download.js';
import { button, element } from '../page/element.js';
import { NARROW } from '../page/narrow.js';
import { showKeys } from '../page/panel.js';
import { messageOf } from '../page/words.js';
import { icon, iconButton } from './edit/icons.js';
import { PatternMemory } from './edit/pattern-memory.js';
import { EarlyDrag } from './edit/early-drag.js';
import { Modes } from './edit/modes.js';
import { Pen } from './edit/pen.js';
import { themeChoice } from './edit/themes.js';
import { Field } from './field.js';
import { labelsIn } from './label/label-script.js';
import { Labelling } from './label/labelling.js';
import { labelsInWords } from './label/labels.js';
import { NO_NOTES, notesOf } from './label/notes.js';
import { CursorAnnouncer } from './cursor-announcer.js';
import { Library } from './library.js';
import { LifeEngine } from './life-engine.js';
import { PatternInput } from './pattern-input.js';
import { readable } from './readable.js';
import { PatternFile } from './record/pattern-file.js';
import { Inspector } from './run/inspector.js';
import { Journey } from './run/journey.js';
import { JumpInput } from './run/jump-input.js';
import { Pace } from './run/pace.js';
import { Plot } from './run/plot.js';
import { ProgressRow } from './run/progress-row.js';
import { RuleInput } from './run/rule-input.js';
import { StatusRow } from './run/status-row.js';
import { commandOf } from './shortcuts.js';
import { ViewUpdater } from './view-updater.js';

/** @typedef {import('./life-engine.js').Answer} Answer */
/** @typedef {import('./life-engine.js').World} World */
/** @typedef {import('./edit/life-editor.js').LifeEditor} LifeEditor */

/** The longest link to a pattern, in characters. */
const MAX_LINK = 30_000;
/** Milliseconds between two saves of a running pattern. */
const SAVE_INTERVAL_MS = 2000;

class Life extends Exhibit {
  #engine = new LifeEngine();
  #field = new Field();
  #plot = new Plot();
  /** @type {World | undefined} */ #world;
  /** Changes whenever the running operation has to end. */ #round = 0;
  #isPlaying = false;
  /** The queue of operations. @type {Promise<unknown>} */ #queue = Promise.resolve();
  #measured = { took: 0, at: 0 };
  /** Whether the last action was a step: undo takes back a series of steps at once. */ #isStepping = false;
  /** The message of the current stroke of the pen. */ #strokeMessage = '';
  /** @type {LifeEditor | undefined} */ #editor;

  #status = new StatusRow((text) => this.say(text));
  #run = button('', () => this.#toggleRunning(), { class: 'main' });
  #undo = iconButton('undo', 'Undo', () => this.#undoOrRedo('undo'), { title: 'Undo (Ctrl+Z)' });
  #redo = iconButton('redo', 'Redo', () => this.#undoOrRedo('redo'), { title: 'Redo (Ctrl+Y)' });
  #modes = new Modes((mode) => this.#setMode(mode));
  /** The field with the buttons for its selection. */ #stage = element('div', { class: 'stage' }, this.#field.canvas);
  /** Tools that are under More where there is little room. */ #rareTools = element('div', { class: 'row' });
  #toolbar = element('div', { class: 'tools' });
  #more = new More();
  #pen = new Pen(this.#field);
  #earlyDrag = new EarlyDrag();
  #pace = new Pace();
  #journey = new Journey();
  /** Why the last run ended early, unless *Stop* was pressed. */ #failure = '';
  #view = new ViewUpdater(this.#field, {
    engine: this.#engine,
    states: () => this.#world?.states ?? 2,
    wantsAge: () => this.#age.getAttribute('aria-pressed') === 'true',
    isOver: () => !this.isConnected,
    updated: () => this.#cursorAnnouncer.announceChange(),
    failed: (error) => this.#engineFailed(error),
  });
  #cursorAnnouncer = new CursorAnnouncer(this.#field, (cell) => this.#labelling.labels.at(cell)?.text, (text) => this.say('', text));
  #library = new Library(() => this.#choose());
  #input = new PatternInput({ load: (text, source) => this.#loadOwn(text, source), paste: (text, source) => this.#edit((editor) => editor.pasteText(text, source)), fail: (text) => this.say(text) });
  #inspector = new Inspector(this.#engine, () => this.#generation, (text) => this.say(text));
  #recordingRow = new ProgressRow();
  #memory = new PatternMemory(() => this.home, this.#engine, () => this.#world, () => this.#showNotes(), (error) => this.#engineFailed(error));
  #labelling = new Labelling({
    element: this, field: this.#field, say: (text) => this.say(text),
    notes: () => this.#memory.notes,
    isOn: () => this.#modes.mode === 'label',
    change: (labels, message) => this.#do(async () => {
      await this.#storeMoment();
      this.#memory.note({ ...this.#memory.notes, labels });
      this.#memory.touched();
      this.#memory.adopt();
      await this.#settle(message);
      await this.#memory.save();
    }),
  });
  #autoFit = button('Auto fit', () => this.#toggleAutoFit(), { 'aria-pressed': 'true', title: 'Keep the whole pattern in view' });
  #age = button('Age', () => this.#toggleAge(), { 'aria-pressed': 'true', title: 'Show newborn cells in a lighter colour' });
  #jump = new JumpInput((to) => this.#do(() => this.#jumpTo(to)), (text) => this.say(text));
  #rule = new RuleInput((rule) => this.#do(() => this.#change(`rule\n${rule}`, `Rule set to ${rule}.`)));
  #file = new PatternFile(this.#engine, this.#field, () => this.#memory.notes.labels, (ending) => this.#fileName(ending), (text) => this.say(text));

  /** The name of the board in the list of games. */
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
    this.#inspector.stop();
    this.#memory.close();
    this.#stop();
    this.#engine.close();
    this.toggleAttribute('ready', false);
  }

  #stopOnHide = () => this.#stop();
  suspend() { if (this.#isPlaying) this.#toggleRunning(); }
  /** @param {string} line */
  openLink(line) { this.#replaceBy(line, 'Pattern loaded from the link.', true); }

  /**
   * Replaces the pattern with a saved one; undo reverts this.
   * @param {string} line
   * @param {string} message
   * @param {boolean} [isLink] whether it came with a link, so that it is stored only after a change
   */
  #replaceBy(line, message, isLink = false) {
    return this.#do(async () => {
      await this.#memory.leave();
      await this.#engine.ask('store');
      this.#memory.replaced(notesOf(line), false, isLink);
      if (!isLink) this.#memory.adopt();
      this.#plot.clear();
      await this.#restore(line, message, true);
      await this.#memory.save();
    });
  }

  // ---- opening and saving -----------------------------------------------------------------------

  async start() {
    try {
      const opened = await this.#engine.open(this.home);
      if (opened.error) throw new Error(opened.error);
      if (this.#library.isEmpty) await this.#fillMenus();
      const shared = this.sharedLine();
      const stored = this.#memory.resume(shared !== undefined);
      const line = shared ?? stored;
      this.querySelector('figure')?.setAttribute('hidden', '');
      this.prepend(this.#stage);
      this.#take(opened);
      this.#memory.note(line ? notesOf(line) : { ...NO_NOTES, name: opened.world?.name ?? undefined, choice: this.#library.choiceOf(this.home) });
      if (line) await this.#restore(line, shared ? 'Pattern loaded from the link.' : 'Restored from your last visit.', true);
      else await this.#settle('Space runs the pattern; scroll or pinch to zoom.', true);
      await this.#memory.keep();
      this.toggleAttribute('ready', true);
    } catch (error) {
      this.showFailure(`This pattern could not be started: ${messageOf(error)}`);
    }
  }

  /**
   * Shows a saved pattern and runs it to its generation.
   * @param {string} line
   * @param {string} message
   * @param {boolean} isNew whether to fit it into view
   */
  async #restore(line, message, isNew) {
    const answer = await this.#engine.ask(`restore\n${line}`);
    if (!this.#take(answer)) {
      this.#memory.note({ ...NO_NOTES, name: this.#world?.name ?? undefined });
      return this.#settle(`The saved pattern could not be read: ${answer.error}`, true);
    }
    // Show the start immediately, before the run to the saved generation.
    await this.#settle('', isNew);
    const reached = await this.#goTo(BigInt(answer.to ?? '0'));
    await this.#settle(reached ? message : '', isNew);
  }

  async #share() {
    const { text, error } = await this.#memory.lineOf(MAX_LINK);
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
    this.#field.edges = answer.world.edges;
    return true;
  }

  /**
   * Changes the pattern.
   * @param {string} request
   * @param {string} message
   * @param {boolean} [isNew] whether it is a different pattern, to fit into view
   */
  async #change(request, message, isNew = false) {
    const before = this.#world?.rule;
    const answer = await this.#engine.ask(request);
    if (!this.#take(answer)) return this.say(answer.error ?? '');
    this.#memory.adopt();
    if (request === 'clear') this.#memory.replaced(NO_NOTES);
    // The engine ignores a rule that is set already.
    else if (before !== this.#world?.rule) this.#memory.edited();
    this.#changedHere(isNew);
    await this.#settle(message, isNew);
    await this.#memory.save();
  }

  /** Records that the pattern was changed at this generation. @param {boolean} [isNew] whether it is a different one */
  #changedHere(isNew = false) {
    if (isNew) this.#plot.clear();
    else this.#plot.cut(Number(this.#generation));
  }

  /** Makes undo return to this moment. */
  async #storeMoment() {
    this.#take(await this.#engine.ask('store'));
    this.#memory.stepped();
  }

  get #generation() { return BigInt(this.#world?.generation ?? '0'); }

  /**
   * Runs forwards or backwards to a generation, showing progress. Returns whether it got there
   * before it was stopped.
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
    this.#memory.adopt();
    this.say('Running.');
    const round = this.#round;
    await this.#storeMoment();
    while (round === this.#round && this.isConnected) {
      const began = performance.now();
      const reached = await this.#goTo(this.#generation + this.#pace.stride);
      if (!reached && round === this.#round) this.#stop();
      await this.#showNow();
      if (this.#failure) this.say(this.#failure);
      if (this.#status.isEmpty) {
        this.#stop();
        this.say(`All cells are dead at generation ${readable(this.#generation)}.`);
      }
      if (Date.now() - this.#memory.savedAt > SAVE_INTERVAL_MS) await this.#memory.save();
      const rest = this.#pace.intervalMs - (performance.now() - began);
      await (rest > 4 ? new Promise((resolve) => setTimeout(resolve, rest)) : new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    await this.#memory.save();
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
    this.#memory.adopt();
    const round = this.#round;
    if (!isContinued) await this.#storeMoment();
    const reached = await this.#goTo(to < start ? start : to, round);
    if (reached) await this.#settle('');
    else if (this.#failure && !isContinued) {
      // Part of the jump may have been done: return to where it began.
      this.#take(await this.#memory.revert());
      await this.#settle(`${this.#failure} The pattern is unchanged.`);
    } else await this.#settle(this.#failure || 'Stopped.');
    await this.#memory.save();
  }

  // ---- display ----------------------------------------------------------------------------------

  /**
   * Updates the display after an operation and shows a message.
   * @param {string} message
   * @param {boolean} [isNew] whether to fit the pattern into view
   */
  async #settle(message, isNew = false) {
    await this.#measure(isNew || this.#isAutoFit, isNew);
    this.#showWorld();
    this.#view.refresh();
    this.say(message, `${message} Generation ${readable(this.#generation)}, ${this.#status.population}.`.trim());
  }

  /** Updates the display of a running pattern. */
  async #showNow() {
    // Counting a large pattern can take longer than running it, so it is done less often.
    if (this.#measured.took < 6 || performance.now() - this.#measured.at > 20 * this.#measured.took) await this.#measure(this.#isAutoFit);
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
    const generation = this.#generation;
    const { measure } = await this.#engine.ask('measure');
    this.#measured = { took: performance.now() - start, at: performance.now() };
    if (!measure) return;
    this.#status.showPopulation(measure.population, measure.bounds);
    if (generation === this.#generation) this.#plot.add(Number(generation), Number(measure.population));
    // After a jump back, the pattern may be too small to be seen.
    const isSpeck = measure.bounds !== null && this.#field.isSpeck(measure.bounds);
    if (isFitting && measure.bounds && (isNew || isSpeck || !this.#field.shows(measure.bounds))) this.#field.fit(this.#field.smallEdges ?? measure.bounds, isNew || isSpeck ? 14 : this.#field.zoom);
    else if (isNew) this.#field.fit(measure.bounds);
  }

  #showWhere() {
    this.#status.showGeneration(String(this.#generation), this.#world?.engine);
  }

  #showWorld() {
    const world = this.#world;
    if (!world) return;
    this.#showWhere();
    this.#undo.setAttribute('aria-disabled', String(!this.#memory.canUndo));
    this.#redo.setAttribute('aria-disabled', String(!this.#memory.canRedo));
    this.#rule.show(world.rule);
    this.#pen.show(world.states);
    this.#field.canvas.setAttribute('aria-label', `${this.#title} under ${world.rule}: generation ${readable(world.generation)}, ${this.#status.population}${labelsInWords(this.#memory.notes.labels)}`);
  }

  /** Shows the name and the labels of the pattern. */
  #showNotes() {
    this.#library.show(this.#memory.notes);
    this.#labelling.labels.show(this.#memory.notes.labels);
  }

  get #title() {
    const { name, isEdited } = this.#memory.notes;
    return `${name ?? 'Unnamed pattern'}${isEdited && name ? ', edited,' : ''}`;
  }

  // ---- editing ----------------------------------------------------------------------------------

  /**
   * @param {[number, number, number][]} cells
   * @param {boolean} isContinued whether they continue a stroke
   */
  #drawCells(cells, isContinued) {
    if (!isContinued) this.#strokeMessage = this.#isPlaying ? 'Paused: the pattern was changed. Press Run to continue.' : '';
    const act = async () => {
      const answer = await this.#engine.draw(cells, isContinued);
      if (!this.#take(answer)) return this.say(answer.error ?? '');
      this.#memory.adopt();
      if (isContinued) this.#memory.touched();
      else this.#memory.edited();
      this.#changedHere();
      await this.#settle(this.#strokeMessage);
      await this.#memory.save();
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
      if (cells.length) {
        const answer = await this.#engine.draw(cells);
        if (!this.#take(answer)) return this.say(answer.error ?? '');
        this.#memory.adopt();
        this.#memory.edited();
        this.#changedHere();
      }
      await this.#settle(message);
      await this.#memory.save();
    });
  }

  /** @param {'undo' | 'redo'} op */
  #undoOrRedo(op) {
    if (!(op === 'undo' ? this.#memory.canUndo : this.#memory.canRedo)) return this.say(`Nothing to ${op}.`);
    this.#do(async () => {
      await this.#memory.flush();
      const { answer, line, kind } = await this.#memory.move(op);
      const message = op === 'undo' ? 'Undone.' : 'Redone.';
      if (kind !== 'moment') this.#changedHere(kind === 'replacement');
      // After a reload, the engine has to run to the state.
      if (line) await this.#restore(line, message, kind === 'replacement');
      else if (answer && !this.#take(answer)) return this.say(answer.error ?? '');
      else await this.#settle(message);
      this.#memory.adopt();
      await this.#memory.save();
    });
  }

  /** Loads a pattern that the user provides. @param {string} text @param {string} source words for where the text came from */
  #loadOwn(text, source) { return this.#load(text, source, undefined); }

  /**
   * Replaces the pattern; undo restores the previous one.
   * @param {string} text
   * @param {string} source words for where the text came from
   * @param {string | undefined} choice its name in the library, if it comes from there
   */
  #load(text, source, choice) {
    return this.#do(async () => {
      await this.#memory.leave();
      const isRule = text.trimStart().startsWith('@RULE');
      const answer = await this.#engine.ask(`load\n${text}`);
      if (!this.#take(answer)) {
        this.#showNotes();
        return this.say(`${source}: ${answer.error}`);
      }
      if (isRule) this.#memory.edited();
      else this.#memory.replaced({ name: this.#world?.name ?? undefined, choice, labels: choice ? [] : labelsIn(text) }, !choice);
      this.#memory.adopt();
      this.#changedHere(!isRule);
      await this.#settle(`${this.#title}, ${this.#world?.rule}.`, !isRule);
      await this.#memory.save();
    });
  }

  // ---- the selection ----------------------------------------------------------------------------

  /** Returns the editor of selections, loaded on first use. */
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
      isEmpty: () => this.#status.isEmpty,
      selectMode: () => this.#setMode('select'),
      changed: () => this.#chooseTool(),
    });
    this.#editor = editor;
    this.#field.overlays.push(editor);
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

  /** The editor handles the pointer in Select mode and while there are cells to paste; the labels handle it in Label mode. */
  #chooseTool() {
    const isPasting = this.#editor?.isPasting ?? false;
    this.#field.tool = isPasting || this.#modes.mode === 'select' ? this.#editor ?? this.#earlyDrag : this.#modes.mode === 'label' ? this.#labelling.labels : undefined;
    this.#field.canvas.classList.toggle('drawing', this.#modes.mode !== 'move' || isPasting);
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
        shown: () => this.#view.update(),
        forward: async (generations) => {
          const isThere = await this.#goTo(this.#generation + generations);
          this.#showWhere();
          return isThere;
        },
        isOver: () => round !== this.#round,
        stop: () => this.#stop(),
        row: this.#recordingRow,
      });
      await this.#settle(message);
      if (file) download(file, this.#fileName(wish.kind));
      await this.#memory.save();
    });
  }

  /** @param {string} ending */
  #fileName(ending) {
    return `${(this.#memory.notes.name ?? 'pattern').toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${this.#generation}.${ending}`;
  }

  #back() {
    this.#do(async () => {
      await this.#memory.leave();
      const answer = await this.#engine.ask(`load\n${this.home}`);
      if (!this.#take(answer)) return this.say(answer.error ?? '');
      this.#memory.replaced({ ...NO_NOTES, name: this.#world?.name ?? undefined, choice: this.#library.choiceOf(this.home) });
      this.#memory.adopt();
      this.#changedHere(true);
      await this.#settle('Back to this page’s pattern.', true);
      await this.#memory.save();
    });
  }

  /** @param {import('./edit/modes.js').Mode} mode */
  #setMode(mode) {
    const field = this.#field;
    this.#modes.show(mode);
    field.isDrawing = mode === 'draw';
    field.cursor = { x: Math.floor(field.x), y: Math.floor(field.y) };
    this.#chooseTool();
    if (mode === 'select') this.#edit((editor) => {
      this.#chooseTool();
      this.#earlyDrag.replay(editor);
      if (!editor.hasArea) this.say('Drag to select cells, or hold Shift with the arrow keys.');
    });
    if (mode === 'label') this.say(this.#labelling.advice);
    field.paint();
    this.#showWorld();
    if (mode === 'draw' && field.zoom < 1) this.say('Zoom in to draw: cells must be at least one pixel wide.');
  }

  get #isAutoFit() { return this.#autoFit.getAttribute('aria-pressed') === 'true'; }

  #toggleAutoFit() {
    const isOn = !this.#isAutoFit;
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
    field.overlays.push(this.#labelling.labels);
    field.onUserMove = () => this.#autoFit.setAttribute('aria-pressed', 'false');
    field.onDraw = (cells, isContinued) => this.#drawCells(cells, isContinued);
    field.canvas.addEventListener('keydown', (event) => this.#key(event));
    this.#input.listen(this.isPage ? document : this);
    this.#showRunning();
    this.#rareTools.append(button('Fit', () => this.#fit(), { title: 'Show the whole pattern (F)' }), this.#autoFit, this.#age,
      button('Clear', () => this.#clear(), { title: 'Remove all cells' }));
    const menu = /** @type {[string, () => unknown][]} */ ([
      ['Identify', () => this.#inspector.identify()],
      ['Count objects', () => this.#inspector.countObjects()],
      ['Paste', () => this.#edit((editor) => editor.pasteFromClipboard())],
      ['Select all', () => this.#edit((editor) => editor.selectAll())],
      ['Your games', () => this.#showGames()],
      ['Share', () => this.#share()],
      ['Record', () => this.#record()],
      ...(document.fullscreenEnabled ? [['Full screen', () => this.#toggleFullScreen()]] : []),
      ['Keyboard shortcuts', () => this.showShortcuts()],
      ['Back to this page’s pattern', () => this.#back()],
    ]);
    this.#more.append(...menu.map(([text, act]) => button(text, () => this.#attempt(async () => act()))), themeChoice(field));
    this.#toolbar.append(
      this.#modes.row, element('div', { class: 'row' }, this.#undo, this.#redo), this.#pen.element);
    this.append(element('div', { class: 'side' }, this.#toolbar,
      element('div', { class: 'transport' },
        element('div', { class: 'row' }, iconButton('restart', 'Restart', () => this.#restart(), { title: 'Back to the first generation (R)' }), iconButton('back', 'Back', () => this.#stepBy(-1n), { title: 'Step back (B)' }),
          this.#run, iconButton('step', 'Step', () => this.#stepBy(1n), { title: 'Step forward (N)' })),
        ...this.#pace.rows,
        this.#jump.element),
      element('div', { class: 'panel' },
        this.#status.element,
        this.statusLine, this.liveRegion, this.#journey.element, this.#inspector.row.element, this.#recordingRow.element,
        this.#plot.element,
        this.#labelling.labels.element, ...this.#library.rows, button('Show patterns as pictures', () => this.#showGallery()),
        ...this.#rule.rows,
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
    const isWide = this.isPage && !NARROW.matches;
    if (isWide) this.#more.element.before(this.#rareTools);
    else this.#more.prepend(this.#rareTools);
    this.#modes.place(isWide ? undefined : this.#rareTools);
  };

  #toggleFullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else this.requestFullscreen().catch((error) => this.say(messageOf(error)));
  }

  #clear() {
    return this.#do(async () => {
      await this.#memory.leave();
      // If the view has many cells per pixel, reset it: an empty field has nothing to fit into
      // view.
      await this.#change('clear', 'Cleared.', this.#field.zoom < 1);
    });
  }

  async #showGallery() {
    const { showGallery } = await import('./record/gallery.js');
    showGallery(this, this.#library.patterns, (name) => this.#library.choose(name), () => this.#field.canvas.focus());
  }

  async showShortcuts() {
    const { KEYS } = await import('./key-list.js');
    showKeys(this, KEYS, () => this.#field.canvas.focus());
  }

  async #showGames() {
    await this.#memory.update();
    const { showGames } = await import('../games/lists.js');
    showGames({ puzzle: this, restore: (save, message) => this.#replaceBy(save, message), closed: () => this.#field.canvas.focus() });
  }

  /** Fills the menus of patterns, rules and formats. */
  async #fillMenus() {
    const { patterns, rules } = await this.#engine.ask('known');
    this.#rule.fill(rules ?? []);
    this.#library.fill(patterns ?? []);
  }

  #choose() {
    const { choice, id } = this.#library.chosen(this.#world?.rule);
    this.#load(id, 'Pattern', choice);
  }

  #restart() {
    this.#do(() => this.#jumpTo(BigInt(this.#world?.start ?? '0')));
  }

  #fit() {
    this.#queue = this.#queue.then(() => this.#measure(true, true)).then(() => this.#view.refresh());
  }

  // ---- keys -------------------------------------------------------------------------------------

  /** Handles keys that are pressed elsewhere on the pattern's page. @param {KeyboardEvent} event */
  #keyOnPage = (event) => {
    const { target } = event;
    if (document.querySelector('dialog[open]')) return;
    if (target === document.body) return this.#key(event);
    // In a text field, Ctrl+Z belongs to the text; on a button, other keys belong to the button.
    if ((target instanceof HTMLInputElement && target.type !== 'range') || target instanceof HTMLTextAreaElement || target === this.#field.canvas) return;
    if (event.ctrlKey || event.metaKey) this.#key(event);
  };

  /** @param {KeyboardEvent} event */
  #key(event) {
    const isCopying = (event.ctrlKey || event.metaKey) && ['c', 'x'].includes(event.key.toLowerCase());
    // Text that is selected on the page is copied by the browser.
    if (isCopying && (!this.#editor?.hasArea || (document.activeElement !== this.#field.canvas && getSelection()?.toString()))) return;
    const command = commandOf(event, this.#editor?.isPasting ? 'paste' : this.#modes.mode, this.#modes.mode !== 'label' && this.#editor?.hasArea);
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
      case 'label': return this.#labelling.editAt(field.cursor);
      case 'remove label': return this.#labelling.removeAt(field.cursor);
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
