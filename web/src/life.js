// @ts-check
/// `<gridlore-life game="life:glider">`: a pattern that goes, jumps 2^k generations, goes back, and is drawn on.

import { button, element } from './element.js';
import { Exhibit } from './exhibit.js';
import { keep, kept } from './keep.js';
import { LifeEngine } from './life-engine.js';
import { Field } from './life-field.js';
import { Plot } from './life-plot.js';

/** @typedef {import('./life-engine.js').Answer} Answer */
/** @typedef {import('./life-engine.js').World} World */

/** A request to the engine takes about so long: it can be stopped after each. */
const SLICE_MS = 14;
/** What takes longer is shown on its way. */
const PATIENCE_MS = 300;
/** The highest power of two of a step: the engine counts to 2^62. */
const HIGHEST = 58;
/** The longest line that a link, and that the browser, keeps. */
const LINK = 30_000;
const KEPT = 500_000;
/** Work of the search for what a pattern is. */
const IDENTIFY = '20000 30000000';
const SPEEDS = [1, 2, 4, 8, 15, 30, 60];
/** States of more than two, as the marks of the page. */
const STATES = ['--alive', '--mark-5', '--mark-1', '--mark-2', '--mark-3', '--mark-4', '--mark-6', '--faint'];

const number = new Intl.NumberFormat('en');
/** A number of any size, readable. @param {bigint | string} value */
const told = (value) => {
  const text = String(value);
  return text.length > 12 ? `${Number(`${text[0]}.${text.slice(1, 6)}`).toFixed(3)} × 10^${text.length - 1}` : number.format(BigInt(text));
};
const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

class Life extends Exhibit {
  /** @type {LifeEngine | undefined} */ #opened;
  #field = new Field();
  #plot = new Plot();
  /** @type {World | undefined} */ #world;
  /** Changes with everything that ends what is running. */ #round = 0;
  #isPlaying = false;
  #nodes = 20_000;
  /** Requests run one after another. @type {Promise<unknown>} */ #turn = Promise.resolve();
  #isLooking = false;
  #wantsLook = false;
  #measured = { took: 0, at: 0 };
  #keptAt = 0;
  /** The pattern came with a link and nothing was done yet. */ #isBorrowed = false;

  /** @type {HTMLElement} */ #where = element('span');
  /** @type {HTMLElement} */ #alive = element('span');
  /** @type {HTMLElement} */ #by = element('span', { title: 'The engine that is at work' });
  /** @type {HTMLElement} */ #busy = element('div', { class: 'row few', hidden: '' });
  #progress = element('progress', { max: '1', 'aria-label': 'On the way' });
  #run = button('Run', () => this.#toggle(), { class: 'main' });
  #undo = button('Undo', () => this.#takeBack('undo'));
  #redo = button('Redo', () => this.#takeBack('redo'));
  #move = button('Move', () => this.#setDrawing(false), { 'aria-pressed': 'true' });
  #draw = button('Draw', () => this.#setDrawing(true), { 'aria-pressed': 'false' });
  #pen = element('select', { 'aria-label': 'State that the pen gives', hidden: '' });
  #step = element('input', { type: 'range', min: '0', max: String(HIGHEST), value: '0' });
  #stepShown = element('output');
  #speed = element('input', { type: 'range', min: '0', max: String(SPEEDS.length), value: '4' });
  #speedShown = element('output');
  #follow = button('Follow', () => this.#toggleFollow(), { 'aria-pressed': 'true', title: 'Keep all that lives in sight' });
  #age = button('Age', () => this.#toggleAge(), { 'aria-pressed': 'true', title: 'Cells that have just been born are lighter' });
  #jump = element('input', { type: 'text', inputmode: 'numeric', autocomplete: 'off', placeholder: '1000000 or 2^40', 'aria-label': 'Generation to jump to' });
  #rule = element('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none', 'aria-label': 'Rule' });
  #library = element('select', { 'aria-label': 'Patterns' });
  #format = element('select', { 'aria-label': 'Format' });
  #chooser = element('input', { type: 'file', hidden: '', tabindex: '-1', 'aria-label': 'A file with a pattern' });
  /** @type {HTMLElement} */ #about = element('p', { class: 'about' });

  /** The engine; it starts when it is asked for the first time. */
  get #engine() {
    this.#opened ??= new LifeEngine();
    return this.#opened;
  }

  connectedCallback() {
    addEventListener('pagehide', this.#leaving);
    super.connectedCallback();
  }

  disconnectedCallback() {
    removeEventListener('pagehide', this.#leaving);
    super.disconnectedCallback();
    this.#stop();
    this.#opened?.close();
    this.#opened = undefined;
    this.toggleAttribute('ready', false);
  }

  #leaving = () => this.#stop();
  rest() { if (this.#isPlaying) this.#toggle(); }
  /** @param {string} line */
  follow(line) { this.#do(() => this.#restore(line, 'The pattern of the link.')); }

  // ---- opening, keeping --------------------------------------------------------------------------------------------

  async wake() {
    try {
      const opened = await this.#engine.open(this.home);
      if (opened.error) throw new Error(opened.error);
      if (!this.#library.options.length) this.#fill();
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
      this.giveUp(`This pattern cannot go here: ${error instanceof Error ? error.message : error}`);
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

  // ---- asking ------------------------------------------------------------------------------------------------------

  /** Something that somebody asked for: what is running ends, and it begins when that has ended. @param {() => Promise<unknown>} act */
  #do(act) {
    this.#stop();
    this.#turn = this.#turn.then(act).catch((error) => this.#broken(error));
    return this.#turn;
  }

  /** @param {unknown} error */
  #broken(error) {
    this.say(`The engine stopped: ${error instanceof Error ? error.message : error}. Reload the page to go on.`);
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
    if (location.hash.startsWith('#1;life:')) history.replaceState(null, '', location.pathname + location.search);
  }

  get #generation() { return BigInt(this.#world?.generation ?? '0'); }

  /**
   * Goes on or back to a generation; whether it got there before it was stopped. What takes long is shown on its way.
   * @param {bigint} to
   */
  async #goTo(to) {
    const round = this.#round;
    const from = this.#generation;
    const start = performance.now();
    let isShown = false;
    try {
      while (this.isConnected) {
        const asked = performance.now();
        const answer = await this.#engine.ask(`run ${to} ${this.#nodes}`);
        const took = performance.now() - asked;
        if (!this.#take(answer)) {
          this.say(answer.error ?? '');
          return false;
        }
        this.#nodes = Math.round(Math.min(2e7, Math.max(2000, this.#nodes * Math.min(2, Math.max(0.5, SLICE_MS / Math.max(took, 1))))));
        if (answer.reached) return true;
        if (round !== this.#round) return false;
        if (performance.now() - start > PATIENCE_MS) {
          if (!isShown) this.#showBusy(to);
          isShown = true;
          const share = Number(this.#generation - from) / Number(to - from || 1n);
          if (share > 0 && share <= 1) this.#progress.value = share;
          this.#showWhere();
          // One sees what it is becoming.
          this.#refresh();
        }
      }
      return false;
    } finally {
      if (isShown) this.#busy.hidden = true;
    }
  }

  /** @param {bigint} to */
  #showBusy(to) {
    this.#progress.removeAttribute('value');
    this.#busy.replaceChildren(element('span', {}, `To generation ${told(to)}…`), this.#progress, button('Stop', () => this.#stop(), { class: 'quiet' }));
    this.#busy.hidden = false;
  }

  #stop() {
    this.#round++;
    if (this.#isPlaying) {
      this.#isPlaying = false;
      this.#run.textContent = 'Run';
    }
  }

  // ---- going -------------------------------------------------------------------------------------------------------

  get #stride() { return 2n ** BigInt(this.#step.value); }

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
      const reached = await this.#goTo(this.#generation + this.#stride);
      if (!reached && round === this.#round) this.#stop();
      await this.#showNow();
      if (this.#alive.textContent === '0 alive') {
        this.#stop();
        this.say(`Nothing lives any more. Generation ${told(this.#generation)}.`);
      }
      if (Date.now() - this.#keptAt > 2000) await this.#keep();
      const pace = isStill() ? 250 : 1000 / (SPEEDS[Number(this.#speed.value)] ?? 1000);
      const rest = pace - (performance.now() - began);
      await (rest > 4 ? new Promise((resolve) => setTimeout(resolve, rest)) : new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    await this.#keep();
  }

  /** @param {1n | -1n} direction */
  #stepBy(direction) {
    return this.#do(() => this.#leap(direction === 1n ? this.#generation + this.#stride : this.#generation - this.#stride));
  }

  /** @param {bigint} to */
  async #leap(to) {
    const start = BigInt(this.#world?.start ?? '0');
    if (to < start && this.#generation === start) return this.say(`It begins with generation ${told(start)}: there is nothing before.`);
    this.#touched();
    const reached = await this.#goTo(to < start ? start : to);
    if (reached) await this.#settle('');
    else await this.#settle(this.said.textContent || 'Stopped.');
    await this.#keep();
  }

  #jumpTo() {
    const text = this.#jump.value.replace(/[\s,_.']/g, '');
    const power = /^(\d{1,4})\^(\d{1,3})$/.exec(text);
    const short = /^(\d{1,4})e(\d{1,3})$/i.exec(text);
    const to = power ? BigInt(power[1]) ** BigInt(power[2]) : short ? BigInt(short[1]) * 10n ** BigInt(short[2]) : /^\d{1,19}$/.test(text) ? BigInt(text) : undefined;
    if (to === undefined || to > 2n ** 62n) return this.say(`Found “${this.#jump.value}”, expected a generation such as 1000000, 10^6 or 2^40, up to 2^62.`);
    return this.#do(() => this.#leap(to));
  }

  // ---- showing -----------------------------------------------------------------------------------------------------

  /** Says how it is after something has been done. @param {string} said @param {boolean} [isNew] to be seen whole */
  async #settle(said, isNew = false) {
    await this.#measure(isNew || this.#follow.getAttribute('aria-pressed') === 'true', isNew);
    this.#showWorld();
    this.#refresh();
    if (said !== undefined) this.say(said, `${said} Generation ${told(this.#generation)}, ${this.#alive.textContent}.`.trim());
  }

  /** One more picture of what is going. */
  async #showNow() {
    // To count a large pattern can take longer than to let it go.
    const isFollowing = this.#follow.getAttribute('aria-pressed') === 'true';
    if (this.#measured.took < 6 || performance.now() - this.#measured.at > 20 * this.#measured.took) await this.#measure(isFollowing);
    this.#showWhere();
    await this.#look();
  }

  /** @param {boolean} isFitting @param {boolean} [isNew] */
  async #measure(isFitting, isNew = false) {
    const asked = performance.now();
    const { measure } = await this.#engine.ask('measure');
    this.#measured = { took: performance.now() - asked, at: performance.now() };
    if (!measure) return;
    const [west, north, east, south] = measure.bounds ?? [0, 0, 0, 0];
    this.#alive.textContent = `${told(measure.population)} alive`;
    this.#alive.title = measure.bounds ? `in a box of ${told(BigInt(east) - BigInt(west) + 1n)} by ${told(BigInt(south) - BigInt(north) + 1n)} cells` : '';
    this.#plot.add(Number(this.#generation), Number(measure.population));
    if (isFitting && measure.bounds && (isNew || !this.#field.shows(measure.bounds))) this.#field.fit(this.#world?.edges?.every((side) => Math.abs(side) < 1e6) ? this.#world.edges : measure.bounds, isNew ? 14 : this.#field.zoom);
    else if (isNew) this.#field.fit(measure.bounds);
  }

  #showWhere() {
    this.#where.textContent = `generation ${told(this.#generation)}`;
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
    this.#field.canvas.setAttribute('aria-label', `${world.name ?? 'A pattern'} under ${world.rule}: generation ${told(world.generation)}, ${this.#alive.textContent}`);
  }

  /** A look is under way at most once, and once more if something has changed meanwhile. */
  #refresh() {
    if (this.#isLooking) {
      this.#wantsLook = true;
      return;
    }
    this.#look().catch((error) => this.#broken(error));
  }

  async #look() {
    this.#isLooking = true;
    this.#wantsLook = false;
    const window = this.#field.window();
    const isAged = this.#age.getAttribute('aria-pressed') === 'true' && window.scale === 0 && this.#world?.states === 2;
    const bytes = await this.#engine.look(window, isAged);
    this.#isLooking = false;
    if (bytes) {
      this.#colour(window.scale, isAged);
      this.#field.isAged = isAged;
      this.#field.show(window, bytes);
      this.#hearAgain();
    }
    if (this.#wantsLook && this.isConnected) this.#refresh();
  }

  #coloured = '';

  /** The colours of the bytes: by age, by share, by state. @param {number} scale @param {boolean} isAged */
  #colour(scale, isAged) {
    const states = this.#world?.states ?? 2;
    const token = (/** @type {string} */ name) => this.#field.token(name);
    const key = [states > 2, states > 2 || scale > 0, isAged, token('--alive')].join();
    if (key === this.#coloured) return;
    this.#coloured = key;
    const [alive, young] = [token('--alive'), token('--age')];
    const mixed = (/** @type {number} */ share) => `color-mix(in srgb, ${alive} ${Math.round(100 * share)}%, ${young})`;
    this.#field.setPalette(Array.from({ length: 256 }, (_, byte) => {
      if (byte === 0) return 'transparent';
      if (states > 2) return token(STATES[(byte - 1) % STATES.length]);
      if (isAged) return mixed(Math.min(1, Math.log2(byte) / 6));
      return scale > 0 ? `color-mix(in srgb, ${alive} ${Math.round(Math.max(28, byte / 2.55))}%, transparent)` : alive;
    }));
  }

  // ---- changing ----------------------------------------------------------------------------------------------------

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
      this.#library.value = '';
      this.#about.textContent = '';
      await this.#settle(`${this.#world?.name ?? 'A pattern'}, ${this.#world?.rule}.`, true);
      await this.#keep();
    });
  }

  /** @param {Blob & { name?: string }} file */
  async #loadFile(file) {
    const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
    const isPacked = head[0] === 0x1f && head[1] === 0x8b;
    try {
      const stream = isPacked ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
      const bytes = await new Response(stream).arrayBuffer();
      let text;
      try {
        text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      } catch {
        // Old files of the field are Latin-1.
        text = new TextDecoder('latin1').decode(bytes);
      }
      await this.#load(text, file.name ?? 'The file');
    } catch (error) {
      this.say(`${file.name ?? 'The file'} cannot be read: ${error instanceof Error ? error.message : error}`);
    }
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
    const link = element('a', { href: URL.createObjectURL(blob), download: `${name}-${this.#generation}.${ending}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    this.say(`Saved as ${link.download}.`);
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
    if (isOn) this.#measure(true).then(() => this.#refresh());
  }

  #toggleAge() {
    this.#age.setAttribute('aria-pressed', String(this.#age.getAttribute('aria-pressed') !== 'true'));
    this.#refresh();
  }

  // ---- building ----------------------------------------------------------------------------------------------------

  build() {
    const field = this.#field;
    field.onLook = () => this.#refresh();
    field.onMoved = () => this.#follow.setAttribute('aria-pressed', 'false');
    field.onDraw = (cells, goesOn) => this.#drawCells(cells, goesOn);
    field.onColours = () => {
      this.#coloured = '';
      this.#refresh();
    };
    field.canvas.addEventListener('keydown', (event) => this.#key(event));
    this.addEventListener('paste', (event) => this.#paste(event));
    this.addEventListener('dragover', (event) => event.preventDefault());
    this.addEventListener('drop', (event) => this.#drop(event));
    this.#chooser.addEventListener('change', () => {
      const [file] = this.#chooser.files ?? [];
      if (file) this.#loadFile(file);
      this.#chooser.value = '';
    });
    this.#pen.addEventListener('change', () => { field.pen = Number(this.#pen.value); });
    const shown = () => {
      this.#stepShown.textContent = Number(this.#step.value) < 7 ? String(2 ** Number(this.#step.value)) : `2^${this.#step.value}`;
      this.#speedShown.textContent = SPEEDS[Number(this.#speed.value)] ? `${SPEEDS[Number(this.#speed.value)]} a second` : 'as quick as can be';
      this.#step.setAttribute('aria-valuetext', `2 to the power of ${this.#step.value} generations`);
      this.#speed.setAttribute('aria-valuetext', `${this.#speedShown.textContent}`);
    };
    for (const slider of [this.#step, this.#speed]) slider.addEventListener('input', shown);
    shown();
    this.#jump.addEventListener('keydown', (event) => { if (event.key === 'Enter') this.#jumpTo(); });
    const id = `rules-${Math.random().toString(36).slice(2)}`;
    this.#rule.setAttribute('list', id);
    this.#rule.addEventListener('change', () => this.#do(() => this.#change(`rule\n${this.#rule.value}`, `The rule is now ${this.#rule.value}.`)));
    this.#library.addEventListener('change', () => { if (this.#library.value) this.#choose(); });
    const labelled = (/** @type {string} */ text, /** @type {HTMLElement} */ input, /** @type {HTMLElement} */ output) => element('label', { class: 'slider' }, element('span', {}, text), output, input);
    const text = element('textarea', { rows: '4', spellcheck: 'false', 'aria-label': 'A pattern as text', placeholder: 'RLE, Life 1.05 or 1.06, plaintext, MCell, Macrocell, an apgcode' });
    const paste = element('details', { class: 'keys' }, element('summary', {}, 'Paste a pattern'), text,
      element('div', { class: 'row' }, button('Load this', () => {
        if (text.value.trim()) this.#load(text.value, 'The text').then(() => { paste.open = false; });
      })));
    const large = button('Large', () => { document.fullscreenElement ? document.exitFullscreen() : this.requestFullscreen(); }, { class: 'quiet' });
    const keys = [['Space', 'run or pause'], ['N, B', 'a step on, a step back'], ['[ and ]', 'half or twice the step'], ['< and >', 'slower, quicker'], ['+ and −', 'nearer, farther'],
      ['arrows', 'move the view; with Draw the cursor'], ['D, M', 'draw, move'], ['Enter', 'turn the cell at the cursor'], ['F', 'fit'], ['O', 'follow'], ['J', 'jump to a generation'], ['R', 'restart'],
      ['Ctrl+Z, Ctrl+Y', 'undo, redo'], ['Ctrl+V', 'paste a pattern']];
    this.append(element('div', { class: 'side' },
      element('div', { class: 'status' }, this.#where, this.#by, this.#alive),
      this.said, this.heard, this.#busy,
      element('div', { class: 'row' }, this.#run, button('Step', () => this.#stepBy(1n)), button('Back', () => this.#stepBy(-1n)), button('Restart', () => this.#startOver())),
      labelled('Generations a step', this.#step, this.#stepShown),
      labelled('Steps', this.#speed, this.#speedShown),
      element('div', { class: 'row' }, this.#jump, button('Jump', () => this.#jumpTo())),
      this.#plot.svg,
      element('div', { class: 'row', role: 'group', 'aria-label': 'What the pointer does' }, this.#move, this.#draw, this.#pen, this.#undo, this.#redo),
      element('div', { class: 'row' }, button('Fit', () => this.#fit()), this.#follow, this.#age, button('Clear', () => this.#do(() => this.#change('clear', 'Empty.')))),
      element('label', { class: 'slider' }, element('span', {}, 'Rule'), this.#rule, element('datalist', { id })),
      element('label', { class: 'slider' }, element('span', {}, 'Pattern'), this.#library), this.#about,
      paste,
      element('div', { class: 'row' }, button('Open', () => this.#chooser.click()), this.#chooser, this.#format, button('Save', () => this.#save())),
      element('div', { class: 'row few' }, button('What is it?', () => this.#identify(), { class: 'quiet' }), button('Share', () => this.#share(), { class: 'quiet' }), large,
        button('Back to this page’s pattern', () => this.#back(), { class: 'quiet' })),
      element('details', { class: 'keys' }, element('summary', {}, 'Keys'), element('dl', {}, ...keys.flatMap(([key, what]) => [element('dt', {}, key), element('dd', {}, what)])))));
  }

  /** What the engine knows by name. */
  async #fill() {
    const { patterns, rules } = await this.#engine.ask('known');
    this.querySelector('datalist')?.append(...(rules ?? []).map(({ name, title, about }) => element('option', { value: name }, `${title}: ${about}`)));
    this.#library.append(element('option', { value: '' }, 'Choose…'), element('option', { value: '#soup' }, 'A soup'), ...(patterns ?? []).map(({ name, title, about }) => element('option', { value: name, title: about }, title)));
    this.#format.append(...['rle', 'mc', 'cells', 'lif', 'life', 'mcl', 'png'].map((ending) => element('option', {}, ending)));
  }

  #choose() {
    const { value, selectedOptions } = this.#library;
    const about = selectedOptions[0]?.title ?? '';
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    const id = value === '#soup' ? `life:soup,64,37,${this.#world && !this.#world.rule.includes(':') ? this.#world.rule : 'B3/S23'}#${seed}` : value;
    this.#load(id, 'The pattern').then(() => {
      this.#library.value = value;
      this.#about.textContent = about;
    });
  }

  #startOver() {
    this.#do(() => this.#leap(BigInt(this.#world?.start ?? '0')));
  }

  #fit() {
    this.#turn = this.#turn.then(() => this.#measure(true, true)).then(() => this.#refresh());
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) return;
    const [file] = event.clipboardData?.files ?? [];
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!file && !text.trim()) return;
    event.preventDefault();
    if (file) this.#loadFile(file);
    else this.#load(text, 'What was pasted');
  }

  /** @param {DragEvent} event */
  #drop(event) {
    const [file] = event.dataTransfer?.files ?? [];
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    if (!file && !text.trim()) return;
    event.preventDefault();
    if (file) this.#loadFile(file);
    else this.#load(text, 'What was dropped');
  }

  // ---- keys --------------------------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  #key(event) {
    const field = this.#field;
    if (event.altKey) return;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (key === 'z') this.#takeBack(event.shiftKey ? 'redo' : 'undo');
      else if (key === 'y') this.#takeBack('redo');
      else return;
      event.preventDefault();
      return;
    }
    const far = event.shiftKey ? 10 : 1;
    const arrows = /** @type {Record<string, [number, number] | undefined>} */ ({ arrowleft: [-1, 0], arrowright: [1, 0], arrowup: [0, -1], arrowdown: [0, 1] });
    const to = arrows[key];
    const slide = (/** @type {HTMLInputElement} */ slider, /** @type {number} */ by) => {
      slider.value = String(Number(slider.value) + by);
      slider.dispatchEvent(new Event('input'));
      this.say(slider === this.#step ? `${this.#stepShown.textContent} generations a step.` : `${this.#speedShown.textContent}.`);
    };
    if (to && field.isDrawing) this.#moveCursor(to[0] * far, to[1] * far);
    else if (to) field.pan(to[0] * 40 * far, to[1] * 40 * far);
    else if (key === ' ') this.#toggle();
    else if (key === 'n' || key === '.') this.#stepBy(1n);
    else if (key === 'b' || key === ',') this.#stepBy(-1n);
    else if (key === ']') slide(this.#step, 1);
    else if (key === '[') slide(this.#step, -1);
    else if (key === '>') slide(this.#speed, 1);
    else if (key === '<') slide(this.#speed, -1);
    else if (key === '+' || key === '=') field.zoomBy(1.5);
    else if (key === '-') field.zoomBy(1 / 1.5);
    else if (key === 'd') this.#setDrawing(true);
    else if (key === 'm' || (key === 'escape' && field.isDrawing)) this.#setDrawing(false);
    else if (key === 'f' || key === 'home') this.#fit();
    else if (key === 'o') this.#toggleFollow();
    else if (key === 'r') this.#startOver();
    else if (key === 'j') this.#jump.focus();
    else if (key === 'enter' && field.isDrawing) {
      const { x, y } = field.cursor;
      const state = field.stateAt(x, y) === field.pen ? 0 : field.pen;
      this.#drawCells([[x, y, state]], false);
    } else return;
    event.preventDefault();
  }

  /** @param {number} dx @param {number} dy */
  #moveCursor(dx, dy) {
    const field = this.#field;
    field.cursor = { x: field.cursor.x + dx, y: field.cursor.y + dy };
    const { x, y } = field.cursor;
    if (!field.shows([x, y, x, y])) field.pan(dx * field.zoom, dy * field.zoom);
    field.paint();
    this.#heard = { x, y, state: field.stateAt(x, y) };
    this.#sayCell();
  }

  /** The cell that was last told of, and its state then. @type {{ x: number, y: number, state: number } | undefined} */
  #heard;

  #sayCell() {
    if (!this.#heard) return;
    const { x, y, state } = this.#heard;
    this.say('', `column ${x}, row ${y}, ${state === 0 ? 'dead' : state === 1 ? 'alive' : `state ${state}`}`);
  }

  /** Says the state again of the cell under the cursor, where what was seen then was older than the drawing. */
  #hearAgain() {
    const [field, heard] = [this.#field, this.#heard];
    if (!heard || !field.isDrawing || field.cursor.x !== heard.x || field.cursor.y !== heard.y) return;
    const state = field.stateAt(heard.x, heard.y);
    if (state === heard.state) return;
    heard.state = state;
    this.#sayCell();
  }
}

customElements.define('gridlore-life', Life);
