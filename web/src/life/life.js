// @ts-check
/// `<gridlore-life game="life:glider">`: a pattern that goes, jumps 2^k generations, goes back, and
/// is drawn on.

import { Exhibit } from '../exhibit/exhibit.js';
import { download } from '../page/download.js';
import { button, element } from '../page/element.js';
import { keep, kept } from '../page/keep.js';
import { dropLink } from '../page/link.js';
import { keyList, labelled } from '../page/panel.js';
import { messageOf } from '../page/words.js';
import { Field } from './field.js';
import { Intake } from './intake.js';
import { Journey } from './journey.js';
import { Library } from './library.js';
import { LifeEngine } from './life-engine.js';
import { Lookout } from './lookout.js';
import { Pace } from './pace.js';
import { Plot } from './plot.js';
import { generationOf, readable } from './readable.js';
import { KEYS, commandOf } from './shortcuts.js';
import { SpokenCell } from './spoken-cell.js';

/** @typedef {import('./life-engine.js').Answer} Answer */
/** @typedef {import('./life-engine.js').World} World */

/** The longest line that a link, and that the browser, keeps. */
const LINK = 30_000;
const KEPT = 500_000;
/** Milliseconds after which a running pattern is kept again. */
const KEPT_EVERY = 2000;
/** Work of the search for what a pattern is. */
const IDENTIFY = '20000 30000000';
/** The formats in which a pattern is saved, by the endings of their files. */
const FORMATS = ['rle', 'mc', 'cells', 'lif', 'life', 'mcl', 'png'];

class Life extends Exhibit {
  #engine = new LifeEngine();
  #field = new Field();
  #plot = new Plot();
  /** @type {World | undefined} */ #world;
  /** Changes with everything that ends what is running. */ #round = 0;
  #isPlaying = false;
  /** Requests run one after another. @type {Promise<unknown>} */ #turn = Promise.resolve();
  #measured = { took: 0, at: 0 };
  #keptAt = 0;
  /** The pattern came with a link and nothing was done yet. */ #isBorrowed = false;

  /** @type {HTMLElement} */ #where = element('span');
  /** @type {HTMLElement} */ #alive = element('span');
  /** @type {HTMLElement} */ #by = element('span', { title: 'The engine that is at work' });
  #run = button('Run', () => this.#toggle(), { class: 'main' });
  #undo = button('Undo', () => this.#takeBack('undo'));
  #redo = button('Redo', () => this.#takeBack('redo'));
  #move = button('Move', () => this.#setDrawing(false), { 'aria-pressed': 'true' });
  #draw = button('Draw', () => this.#setDrawing(true), { 'aria-pressed': 'false' });
  #pen = element('select', { 'aria-label': 'State that the pen gives', hidden: '' });
  #pace = new Pace();
  #journey = new Journey();
  #lookout = new Lookout(this.#field, {
    engine: this.#engine,
    states: () => this.#world?.states ?? 2,
    wantsAge: () => this.#age.getAttribute('aria-pressed') === 'true',
    isOver: () => !this.isConnected,
    seen: () => this.#spokenCell.sayChange(),
    broken: (error) => this.#broken(error),
  });
  #spokenCell = new SpokenCell(this.#field, (text) => this.say('', text));
  #library = new Library(() => this.#choose());
  #intake = new Intake({ take: (text, from) => this.#load(text, from), fail: (text) => this.say(text) });
  #follow = button('Follow', () => this.#toggleFollow(), { 'aria-pressed': 'true', title: 'Keep all that lives in sight' });
  #age = button('Age', () => this.#toggleAge(), { 'aria-pressed': 'true', title: 'Cells that have just been born are lighter' });
  #jump = element('input', { type: 'text', inputmode: 'numeric', autocomplete: 'off', placeholder: '1000000 or 2^40', 'aria-label': 'Generation to jump to' });
  #rule = element('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none', 'aria-label': 'Rule' });
  #format = element('select', { 'aria-label': 'Format' });

  connectedCallback() {
    addEventListener('pagehide', this.#leaving);
    super.connectedCallback();
  }

  disconnectedCallback() {
    removeEventListener('pagehide', this.#leaving);
    super.disconnectedCallback();
    this.#stop();
    this.#engine.close();
    this.toggleAttribute('ready', false);
  }

  #leaving = () => this.#stop();
  rest() { if (this.#isPlaying) this.#toggle(); }
  /** @param {string} line */
  follow(line) { this.#do(() => this.#restore(line, 'The pattern of the link.')); }

  // ---- opening, keeping -------------------------------------------------------------------------

  async wake() {
    try {
      const opened = await this.#engine.open(this.home);
      if (opened.error) throw new Error(opened.error);
      if (this.#library.isEmpty) this.#fill();
      const shared = this.sharedLine();
      const line = shared ?? kept(`at:${this.home}`);
      this.querySelector('figure')?.setAttribute('hidden', '');
      this.prepend(this.#field.canvas);
      this.#take(opened);
      if (line) await this.#restore(line, shared ? 'The pattern of the link.' : 'As you left it.');
      else await this.#settle('Space lets it go; wheel or fingers look nearer.', true);
      this.#isBorrowed = shared !== undefined;
      this.toggleAttribute('ready', true);
    } catch (error) {
      this.giveUp(`This pattern cannot go here: ${messageOf(error)}`);
    }
  }

  /** @param {string} line @param {string} said */
  async #restore(line, said) {
    const answer = await this.#engine.ask(`restore\n${line}`);
    this.#plot.forget();
    if (!this.#take(answer)) return this.#settle(`What was kept could not be read: ${answer.error}`, true);
    // The part in sight before it goes, so that something is there at once.
    await this.#settle('', true);
    const reached = await this.#goTo(BigInt(answer.to ?? '0'));
    await this.#settle(reached ? said : '', true);
  }

  /** What the browser keeps of it; nothing where it is too large, and never what came with a link. */
  async #keep() {
    if (this.#isBorrowed) return;
    this.#keptAt = Date.now();
    const { text } = await this.#engine.ask(`line ${KEPT}`);
    keep(`at:${this.home}`, text);
  }

  async #share() {
    const { text, error } = await this.#engine.ask(`line ${LINK}`);
    if (!text) return this.say(error ?? '');
    await this.copyLink(text, 'pattern');
  }

  // ---- asking -----------------------------------------------------------------------------------

  /** Something that somebody asked for: what is running ends, and it begins when that has ended. @param {() => Promise<unknown>} act */
  #do(act) {
    this.#stop();
    this.#turn = this.#turn.then(act).catch((error) => this.#broken(error));
    return this.#turn;
  }

  /** @param {unknown} error */
  #broken(error) {
    this.say(`The engine stopped: ${messageOf(error)}. Reload the page to go on.`);
  }

  /** Takes up what an answer says about the pattern; whether it says anything. @param {Answer} answer */
  #take(answer) {
    if (!answer.world) return false;
    this.#world = answer.world;
    return true;
  }

  /** A change of the pattern. @param {string} request @param {string} said @param {boolean} [isNew] another pattern, to be seen whole */
  async #change(request, said, isNew = false) {
    const answer = await this.#engine.ask(request);
    if (!this.#take(answer)) return this.say(answer.error ?? '');
    this.#touched();
    if (isNew) this.#plot.forget();
    await this.#settle(said, isNew);
    await this.#keep();
  }

  /** The reader has done something: a link in the address is not what a reload is to bring back. */
  #touched() {
    this.#isBorrowed = false;
    dropLink('life');
  }

  get #generation() { return BigInt(this.#world?.generation ?? '0'); }

  /** Goes on or back to a generation; whether it got there before it was stopped. What takes long is shown on its way. @param {bigint} to */
  async #goTo(to) {
    if (!this.isConnected) return false;
    const round = this.#round;
    return this.#journey.go(this.#engine, this.#generation, to, {
      take: (answer) => {
        if (!answer.world) this.say(answer.error ?? '');
        return this.#take(answer);
      },
      isOver: () => round !== this.#round,
      onWay: () => {
        this.#showWhere();
        // One sees what it is becoming.
        this.#lookout.refresh();
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

  // ---- going ------------------------------------------------------------------------------------

  #toggle() {
    if (this.#isPlaying) {
      this.#stop();
      this.#turn = this.#turn.then(() => this.#settle('Paused.'));
      return;
    }
    this.#do(() => this.#play());
  }

  async #play() {
    this.#isPlaying = true;
    this.#run.textContent = 'Pause';
    this.#touched();
    this.say('Running.');
    const round = this.#round;
    while (round === this.#round && this.isConnected) {
      const began = performance.now();
      const reached = await this.#goTo(this.#generation + this.#pace.stride);
      if (!reached && round === this.#round) this.#stop();
      await this.#showNow();
      if (this.#alive.textContent === '0 alive') {
        this.#stop();
        this.say(`Nothing lives any more. Generation ${readable(this.#generation)}.`);
      }
      if (Date.now() - this.#keptAt > KEPT_EVERY) await this.#keep();
      const rest = this.#pace.intervalMs - (performance.now() - began);
      await (rest > 4 ? new Promise((resolve) => setTimeout(resolve, rest)) : new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    await this.#keep();
  }

  /** @param {1n | -1n} direction */
  #stepBy(direction) {
    return this.#do(() => this.#leap(this.#generation + direction * this.#pace.stride));
  }

  /** @param {bigint} to */
  async #leap(to) {
    const start = BigInt(this.#world?.start ?? '0');
    if (to < start && this.#generation === start) return this.say(`It begins with generation ${readable(start)}: there is nothing before.`);
    this.#touched();
    const reached = await this.#goTo(to < start ? start : to);
    if (reached) await this.#settle('');
    else await this.#settle(this.said.textContent || 'Stopped.');
    await this.#keep();
  }

  #jumpTo() {
    const to = generationOf(this.#jump.value);
    if (to === undefined) return this.say(`Found “${this.#jump.value}”, expected a generation such as 1000000, 10^6 or 2^40, up to 2^62.`);
    return this.#do(() => this.#leap(to));
  }

  // ---- showing ----------------------------------------------------------------------------------

  /** Says how it is after something has been done. @param {string} said @param {boolean} [isNew] to be seen whole */
  async #settle(said, isNew = false) {
    await this.#measure(isNew || this.#follow.getAttribute('aria-pressed') === 'true', isNew);
    this.#showWorld();
    this.#lookout.refresh();
    if (said !== undefined) this.say(said, `${said} Generation ${readable(this.#generation)}, ${this.#alive.textContent}.`.trim());
  }

  /** One more picture of what is going. */
  async #showNow() {
    // To count a large pattern can take longer than to let it go.
    const isFollowing = this.#follow.getAttribute('aria-pressed') === 'true';
    if (this.#measured.took < 6 || performance.now() - this.#measured.at > 20 * this.#measured.took) await this.#measure(isFollowing);
    this.#showWhere();
    await this.#lookout.look();
  }

  /** @param {boolean} isFitting @param {boolean} [isNew] */
  async #measure(isFitting, isNew = false) {
    const asked = performance.now();
    const { measure } = await this.#engine.ask('measure');
    this.#measured = { took: performance.now() - asked, at: performance.now() };
    if (!measure) return;
    const [west, north, east, south] = measure.bounds ?? [0, 0, 0, 0];
    this.#alive.textContent = `${readable(measure.population)} alive`;
    this.#alive.title = measure.bounds ? `in a box of ${readable(BigInt(east) - BigInt(west) + 1n)} by ${readable(BigInt(south) - BigInt(north) + 1n)} cells` : '';
    this.#plot.add(Number(this.#generation), Number(measure.population));
    if (isFitting && measure.bounds && (isNew || !this.#field.shows(measure.bounds))) this.#field.fit(this.#world?.edges?.every((side) => Math.abs(side) < 1e6) ? this.#world.edges : measure.bounds, isNew ? 14 : this.#field.zoom);
    else if (isNew) this.#field.fit(measure.bounds);
  }

  #showWhere() {
    this.#where.textContent = `generation ${readable(this.#generation)}`;
    this.#by.textContent = this.#world?.engine === 'hash' ? 'squares' : 'tiles';
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
    this.#field.canvas.setAttribute('aria-label', `${world.name ?? 'A pattern'} under ${world.rule}: generation ${readable(world.generation)}, ${this.#alive.textContent}`);
  }

  // ---- changing ---------------------------------------------------------------------------------

  /** @param {[number, number, number][]} cells @param {boolean} goesOn */
  #drawCells(cells, goesOn) {
    const request = `draw ${goesOn ? 1 : 0} ${cells.flat().join(' ')}`;
    const act = async () => {
      const answer = await this.#engine.ask(request);
      if (!this.#take(answer)) return this.say(answer.error ?? '');
      this.#touched();
      await this.#settle('');
      await this.#keep();
    };
    if (goesOn) this.#turn = this.#turn.then(act).catch((error) => this.#broken(error));
    else this.#do(act);
  }

  /** @param {'undo' | 'redo'} op */
  #takeBack(op) {
    if (this.#world && !(op === 'undo' ? this.#world.canUndo : this.#world.canRedo)) return this.say(`Nothing to ${op}.`);
    this.#do(() => this.#change(op, op === 'undo' ? 'Undone.' : 'Redone.'));
  }

  /** @param {string} text @param {string} from */
  #load(text, from) {
    return this.#do(async () => {
      const answer = await this.#engine.ask(`load\n${text}`);
      if (!this.#take(answer)) return this.say(`${from}: ${answer.error}`);
      this.#touched();
      this.#plot.forget();
      this.#library.clear();
      await this.#settle(`${this.#world?.name ?? 'A pattern'}, ${this.#world?.rule}.`, true);
      await this.#keep();
    });
  }

  async #save() {
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
    this.say(`Saved as ${file}.`);
  }

  async #identify() {
    this.say('Looking…');
    const { text, error } = await this.#engine.ask(`identify ${IDENTIFY}`);
    this.say(text ?? error ?? '');
  }

  #back() {
    this.#do(async () => {
      const answer = await this.#engine.open(this.home);
      if (!this.#take(answer)) return this.say(answer.error ?? '');
      this.#touched();
      this.#plot.forget();
      keep(`at:${this.home}`, undefined);
      await this.#settle('The pattern of this page.', true);
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
    if (isDrawing && this.#field.zoom < 1) this.say('Come nearer to draw: a cell has to be a pixel at least.');
  }

  #toggleFollow() {
    const isOn = this.#follow.getAttribute('aria-pressed') !== 'true';
    this.#follow.setAttribute('aria-pressed', String(isOn));
    if (isOn) this.#measure(true).then(() => this.#lookout.refresh());
  }

  #toggleAge() {
    this.#age.setAttribute('aria-pressed', String(this.#age.getAttribute('aria-pressed') !== 'true'));
    this.#lookout.refresh();
  }

  // ---- building ---------------------------------------------------------------------------------

  build() {
    const field = this.#field;
    field.onMoved = () => this.#follow.setAttribute('aria-pressed', 'false');
    field.onDraw = (cells, goesOn) => this.#drawCells(cells, goesOn);
    field.canvas.addEventListener('keydown', (event) => this.#key(event));
    this.#intake.follow(this);
    this.#pen.addEventListener('change', () => { field.pen = Number(this.#pen.value); });
    this.#jump.addEventListener('keydown', (event) => { if (event.key === 'Enter') this.#jumpTo(); });
    const id = `rules-${Math.random().toString(36).slice(2)}`;
    this.#rule.setAttribute('list', id);
    this.#rule.addEventListener('change', () => this.#do(() => this.#change(`rule\n${this.#rule.value}`, `The rule is now ${this.#rule.value}.`)));
    const large = button('Large', () => { document.fullscreenElement ? document.exitFullscreen() : this.requestFullscreen(); }, { class: 'quiet' });
    this.append(element('div', { class: 'side' },
      element('div', { class: 'status' }, this.#where, this.#by, this.#alive),
      this.said, this.heard, this.#journey.element,
      element('div', { class: 'row' }, this.#run, button('Step', () => this.#stepBy(1n)), button('Back', () => this.#stepBy(-1n)), button('Restart', () => this.#startOver())),
      ...this.#pace.rows,
      element('div', { class: 'row' }, this.#jump, button('Jump', () => this.#jumpTo())),
      this.#plot.svg,
      element('div', { class: 'row', role: 'group', 'aria-label': 'What the pointer does' }, this.#move, this.#draw, this.#pen, this.#undo, this.#redo),
      element('div', { class: 'row' }, button('Fit', () => this.#fit()), this.#follow, this.#age, button('Clear', () => this.#do(() => this.#change('clear', 'Empty.')))),
      labelled('Rule', this.#rule), element('datalist', { id }),
      ...this.#library.rows, this.#intake.field,
      element('div', { class: 'row' }, ...this.#intake.opener, this.#format, button('Save', () => this.#save())),
      element('div', { class: 'row few' }, button('What is it?', () => this.#identify(), { class: 'quiet' }), button('Share', () => this.#share(), { class: 'quiet' }), large,
        button('Back to this page’s pattern', () => this.#back(), { class: 'quiet' })),
      keyList(KEYS)));
  }

  /** What the engine knows by name. */
  async #fill() {
    const { patterns, rules } = await this.#engine.ask('known');
    this.querySelector('datalist')?.append(...(rules ?? []).map(({ name, title, about }) => element('option', { value: name }, `${title}: ${about}`)));
    this.#library.fill(patterns ?? []);
    this.#format.append(...FORMATS.map((ending) => element('option', {}, ending)));
  }

  #choose() {
    const { id, show } = this.#library.chosen(this.#world?.rule);
    this.#load(id, 'The pattern').then(show);
  }

  #startOver() {
    this.#do(() => this.#leap(BigInt(this.#world?.start ?? '0')));
  }

  #fit() {
    this.#turn = this.#turn.then(() => this.#measure(true, true)).then(() => this.#lookout.refresh());
  }

  // ---- keys -------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  #key(event) {
    const command = commandOf(event, this.#field.isDrawing);
    if (!command) return;
    this.#obey(command);
    event.preventDefault();
  }

  /** @param {import('./shortcuts.js').Command} command */
  #obey(command) {
    const field = this.#field;
    switch (command.act) {
      case 'pan': return field.pan(command.right, command.down);
      case 'move cursor': return this.#moveCursor(command.right, command.down);
      case 'zoom': return field.zoomBy(command.factor);
      case 'lengthen': return this.say(this.#pace.lengthen(command.notches));
      case 'hasten': return this.say(this.#pace.hasten(command.notches));
      case 'step': return this.#stepBy(command.direction);
      case 'draw': return this.#setDrawing(command.isDrawing);
      case 'run': return this.#toggle();
      case 'turn cell': return this.#turnCell();
      case 'fit': return this.#fit();
      case 'follow': return this.#toggleFollow();
      case 'restart': return this.#startOver();
      case 'jump': return this.#jump.focus();
      default: return this.#takeBack(command.act);
    }
  }

  #turnCell() {
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
    this.#spokenCell.say();
  }
}

customElements.define('gridlore-life', Life);
