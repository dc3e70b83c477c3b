// @ts-check
/// `<gridlore-cover game="cover:packing-3x3">`: an exact cover problem as a matrix, and its search
/// by dancing links, step by step in both directions. On its own page, problems can also be drawn
/// as pieces on a board; see `pieces.js`, which is loaded when it is first opened.

import { BusyIndicator } from '../engine/busy.js';
import { ask } from '../engine/engine.js';
import { Exhibit } from '../exhibit/exhibit.js';
import { Timeline } from '../exhibit/timeline.js';
import { randomSeed } from '../page/random.js';
import { button, element } from '../page/element.js';
import { loadStored, store } from '../page/storage.js';
import { keyList, labelled } from '../page/panel.js';
import { count, messageOf, number } from '../page/words.js';

/**
 * The answers of the engine, as the crate gridlore-wasm serialises them.
 * @typedef {{ description: string, facts: string, items: string[], primary: number, options: number[][], table: string, steps: number, solutions: number,
 *   board: { rows: number, columns: number, signs: string[], cells: number[][] } | null }} Matrix
 * @typedef {{ steps: number, solutions: number, text: string, isSolution: boolean, isOver: boolean, chosen: [number, number][], options: string, left: (number | null)[], next: number | null, tree: import('./tree.js').Branch[] }} SearchState
 * @typedef {{ error?: string, matrix?: Matrix, seen?: SearchState }} Answer
 */

/** Milliseconds between two steps, from slow to fast. */
const INTERVALS_MS = [2000, 1200, 700, 400, 200, 100, 50];
/** The built-in problems, with their labels. */
const PROBLEMS = [['packing-3x3', 'Three pieces in a square'], ['latin-3', 'Latin squares of order 3'], ['queens-4', 'Four queens'], ['seven', 'Seven columns'], ['random', 'Random']];
/** The class of a row, by the letter of its state. */
const STATES = /** @type {Record<string, string>} */ ({ o: '', c: 'chosen', t: 'tried', x: 'out' });

class Cover extends Exhibit {
  /** @type {Matrix | undefined} */ #matrix;
  /** @type {SearchState | undefined} */ #state;
  #id = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #playing;
  /** The queue of requests. @type {Promise<unknown>} */ #queue = Promise.resolve();
  /** The editor of pieces, once it has been opened. @type {import('./pieces.js').Pieces | undefined} */ #pieces;
  /** Whether the page shows pieces instead of the matrix. */ #isPieces = false;
  /** @type {typeof import('./tree.js') | undefined} */ #treeModule;
  /** @type {Timeline<{ line: string, own: string }>} */ #timeline = new Timeline(this, () => this.#now, (state, message) => this.#restored(state, message));

  /** @type {HTMLElement} */ #where = element('span');
  /** @type {HTMLElement} */ #found = element('span');
  /** @type {HTMLElement} */ #board = element('div', { class: 'tiles', role: 'img', hidden: '' });
  #play = button('Play', () => this.#togglePlaying());
  #forward = button('Step', () => this.#moveBy(1), { class: 'main' });
  #back = button('Back', () => this.#moveBy(-1));
  #solution = button('Next solution', () => this.#go(`solution ${(this.#state?.solutions ?? 0) + 1}`));
  #step = element('input', { type: 'range', min: '0', value: '0' });
  #stepShown = element('output');
  #speed = element('input', { type: 'range', min: '0', max: String(INTERVALS_MS.length - 1), value: '2' });
  #problems = element('select', { 'aria-label': 'Problem' });
  /** @type {HTMLElement} */ #tree = element('div', { class: 'tree', hidden: '' });
  /** @type {HTMLElement} */ #stepping = element('div', { class: 'part' });
  /** @type {HTMLElement} */ #editing = element('div', { class: 'part', hidden: '' });
  #busy = new BusyIndicator(() => this.#forward.focus());
  #modes = [button('Matrix', () => this.#showMatrix(), { 'aria-pressed': 'true' }), button('Pieces', () => this.#showPieces(), { 'aria-pressed': 'false' })];
  #own = element('textarea', { rows: '6', spellcheck: 'false', autocapitalize: 'none', 'aria-label': 'Your own problem', placeholder: 'a b c d\na b\nc d\nb c' });

  get title() { return 'Exact cover'; }
  get noun() { return 'problem'; }

  suspend() {
    this.#pause();
    this.#pieces?.suspend();
    if (this.#matrix) this.#timeline.record();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#timeline.disconnect();
  }

  /** @param {string} line */
  openLink(line) { this.#replace('opening a link', () => this.#openLine(line, 'Search loaded from the link.'), 'followed'); }

  // ---- opening and saving -----------------------------------------------------------------------

  async start() {
    const kept = this.#timeline.connect();
    const linked = kept ? undefined : this.sharedLine();
    if (kept) this.#own.value = kept.own;
    const opened = await this.#openLine(kept?.line ?? linked ?? loadStored(`at:${this.home}`) ?? '', linked ? 'Search loaded from the link.' : 'Restored from your last visit.');
    if (!opened && !await this.#open(this.home, 0, '')) {
      this.showFailure(`This search could not be started: ${this.statusLine.textContent}`);
    }
    this.#timeline.begin();
    this.toggleAttribute('ready', this.#matrix !== undefined || this.#isPieces);
  }

  /**
   * Opens a saved line such as `1;cover:seven;5`, or `1;cover:pack:board,3x3/pieces,P,I1,V3;pieces`;
   * returns whether it could be opened.
   * @param {string} line
   * @param {string} message
   * @param {boolean} [isOther] whether the line is not an earlier state of this page
   */
  async #openLine(line, message, isOther = true) {
    const [, id, place] = /^1;(cover[:#][^;]*);(\d+|pieces)$/.exec(line) ?? [];
    if (!id) return false;
    if (place !== 'pieces') return this.#open(id, Number(place), message);
    if (!this.isPage) return false;
    const pieces = await this.#loadPieces();
    if (!pieces?.open(id, isOther)) return false;
    this.#setMode(true);
    this.say(message.replace('Search', 'Pieces'));
    return true;
  }

  get #line() { return this.#isPieces && this.#pieces ? `1;${this.#pieces.id};pieces` : `1;${this.#id};${this.#state?.steps ?? 0}`; }

  /** The line of this page's own problem before the first step. */
  get #homeLine() { return `1;${this.home};0`; }

  /** The current state for the timeline. */
  get #now() {
    const line = this.#line;
    return { state: { line, own: this.#own.value }, link: line === this.#homeLine ? undefined : line };
  }

  /** @param {{ line: string, own: string }} state @param {string} message */
  async #restore({ line, own }, message) {
    this.#own.value = own;
    this.#timeline.keepTexts();
    const opened = await this.#openLine(line, message, false);
    this.#save();
    return opened;
  }

  /**
   * Replaces what is shown; Undo and Back return to it.
   * @param {string} what the action, such as `opening a link`
   * @param {() => Promise<boolean>} open resolves to whether the replacement was possible
   * @param {'new' | 'followed'} [entry] of the browser's history
   */
  #replace(what, open, entry) {
    return this.#timeline.replace(what, async () => {
      const isOpen = await open();
      if (isOpen) this.#save();
      return isOpen;
    }, entry);
  }

  #save() {
    const line = this.#line;
    store(`at:${this.home}`, line === this.#homeLine ? undefined : line);
  }

  /** Lists the problems and games of earlier visits. */
  async #showGames() {
    const { showGames } = await import('../games/lists.js');
    showGames({
      puzzle: this,
      restore: (save, message) => this.#replace('opening an earlier problem', () => this.#openLine(save, message)),
      closed: () => this.#refocus(),
    });
  }
  #refocus() {
    if (this.#isPieces) this.#pieces?.focus();
    else this.#focusMatrix();
  }

  /** Restores a state; if the focus was inside, it stays there. @param {{ line: string, own: string }} state @param {string} message */
  async #restored(state, message) {
    const hadFocus = this.contains(document.activeElement);
    await this.#restore(state, message);
    if (hadFocus && !this.contains(document.activeElement)) this.#refocus();
  }


  #focusMatrix() {
    const matrix = this.querySelector('.matrix');
    if (matrix instanceof HTMLElement) matrix.focus();
  }

  // ---- pieces -----------------------------------------------------------------------------------

  async #loadPieces() {
    if (this.#pieces) return this.#pieces;
    const load = await import('./pieces.js').then(({ loadPieces }) => loadPieces, () => undefined);
    const pieces = await load?.({
      element: this,
      say: (text, spoken) => this.say(text, spoken),
      change: (what, act) => this.#timeline.change(what, () => {
        act();
        this.#save();
      }),
      step: async (id) => {
        await this.#replace('opening the matrix', () => this.#open(id, 0, 'The pieces as an exact cover.'));
        if (!this.#isPieces) this.#focusMatrix();
      },
    }).catch(() => undefined);
    if (!pieces) return this.say('The editor could not be loaded. Check the connection and try again.');
    this.#pieces ??= pieces;
    this.#editing.replaceChildren(this.#pieces.panel);
    return this.#pieces;
  }

  /** @param {boolean} isPieces */
  #setMode(isPieces) {
    this.#pause();
    this.#isPieces = isPieces;
    this.#modes.forEach((made, at) => made.setAttribute('aria-pressed', String((at === 1) === isPieces)));
    this.#stepping.hidden = isPieces;
    this.#editing.hidden = !isPieces;
    this.querySelector(':scope > figure')?.toggleAttribute('hidden', isPieces);
    if (isPieces) this.statusLine.classList.remove('good');
    if (isPieces && this.#pieces) this.querySelector('.modes')?.after(this.#pieces.board);
    else this.#pieces?.board.remove();
    if (!isPieces) this.#pieces?.stop();
  }

  async #showPieces() {
    if (this.#isPieces) return;
    if (!await this.#loadPieces()) return;
    await this.#replace('showing the pieces', async () => {
      if (this.#id.startsWith('cover:pack:')) this.#pieces?.open(this.#id, true);
      this.#setMode(true);
      this.#pieces?.introduce();
      return true;
    });
  }

  async #showMatrix() {
    if (this.#isPieces) await this.#replace('showing the matrix', () => this.#open(this.#id || this.home, this.#state?.steps ?? 0, ''));
  }

  /**
   * Opens a problem and goes to a step; returns whether it could be opened.
   * @param {string} id
   * @param {number} steps
   * @param {string} message
   */
  async #open(id, steps, message) {
    this.#pause();
    try {
      const { error, matrix, seen: state } = await this.#ask('open', id);
      if (!matrix || !state) {
        this.say(error ?? 'The engine sent an empty response.');
        return false;
      }
      this.#setMode(false);
      this.#matrix = matrix;
      this.#id = /^cover:[a-z0-9-]*#\d+$/.test(id) ? id : `cover:${matrix.description}`;
      this.#buildMatrix();
      this.#show(state, message);
      if (steps > 0) await this.#go(`walk ${Math.min(steps, matrix.steps)}`, message);
      return true;
    } catch (error) {
      this.#sayFailure(error);
      return false;
    }
  }

  /** @param {unknown} error */
  #sayFailure(error) {
    const message = messageOf(error);
    this.say(message === 'stopped' ? 'Stopped.' : message);
  }

  /** @param {string} command @param {string} id @returns {Promise<Answer>} */
  async #ask(command, id) {
    const engine = id.startsWith('cover:pack:') ? 'packing' : 'cover';
    const answer = this.#busy.during(new AbortController(), (signal) => ask(engine, `${command}\n${id}`, signal));
    return /** @type {Promise<Answer>} */ (/** @type {unknown} */ (answer));
  }

  // ---- stepping ---------------------------------------------------------------------------------

  /**
   * Sends a command such as `walk 5` or `solution 1` and shows where it led.
   * @param {string} command
   * @param {string} [message]
   */
  #go(command, message) {
    const act = async () => {
      const { error, seen: state } = await this.#ask(command, this.#id);
      if (!state) return this.say(error ?? 'The engine sent an empty response.');
      this.#show(state, message);
      this.#save();
      // The browser limits how often entries change, so a running search is recorded when it ends.
      if (!this.#playing) this.#timeline.record();
    };
    this.#queue = this.#queue.then(act).catch((error) => this.#sayFailure(error));
    return this.#queue;
  }

  /** @param {number} steps */
  #moveBy(steps) {
    this.#pause();
    // Queued, so that steps requested while one is running add up.
    this.#queue = this.#queue.then(() => {
      const now = this.#state?.steps ?? 0;
      if (now + steps < 0) return this.say('Already at the start.');
      if (steps > 0 && this.#state?.isOver) return this.say('Already at the end.');
      this.#go(`walk ${now + steps}`);
    });
    return this.#queue;
  }

  #togglePlaying() {
    if (this.#playing) return this.#pause();
    if (this.#state?.isOver) this.#go('walk 0');
    this.#play.textContent = 'Pause';
    this.#play.setAttribute('aria-pressed', 'true');
    const next = async () => {
      await this.#go(`walk ${(this.#state?.steps ?? 0) + 1}`);
      if (this.#state?.isOver) this.#pause();
      // A solution is shown for twice as long.
      if (this.#playing) this.#playing = setTimeout(next, INTERVALS_MS[Number(this.#speed.value)] * (this.#state?.isSolution ? 2 : 1));
    };
    this.#playing = setTimeout(next, 0);
  }

  #pause() {
    clearTimeout(this.#playing);
    if (this.#playing) this.#timeline.record();
    this.#playing = undefined;
    this.#play.textContent = 'Play';
    this.#play.removeAttribute('aria-pressed');
  }

  // ---- display ----------------------------------------------------------------------------------

  /** Builds the matrix and the board of the open problem. */
  #buildMatrix() {
    const { table, facts, board, steps, primary, items } = /** @type {Matrix} */ (this.#matrix);
    const figure = this.querySelector('figure') ?? element('figure', { class: 'still' });
    if (!figure.isConnected) this.querySelector(':scope > .side')?.before(figure);
    const caption = element('figcaption', {}, `Exact cover: ${facts}`);
    figure.innerHTML = table;
    figure.append(caption);
    const matrix = /** @type {HTMLElement} */ (figure.querySelector('.matrix'));
    matrix.addEventListener('keydown', (event) => this.#key(event));
    figure.querySelector('thead')?.append(element('tr', { class: 'left' }, element('th', { scope: 'row' }, 'left'), ...items.map((_, item) => element('td', {}, item < primary ? '' : '–'))));
    this.#step.max = String(steps);
    this.#board.hidden = !board;
    if (board) {
      // A cell that no option covers is not on the board.
      const used = new Set(board.cells.flat());
      this.#board.style.setProperty('--columns', String(board.columns));
      this.#board.replaceChildren(...Array.from({ length: board.rows * board.columns }, (_, cell) => element('span', used.has(cell) ? {} : { class: 'outside' })));
    }
    const value = PROBLEMS.find(([name]) => this.#id === `cover:${name}` || this.#id.startsWith(`cover:${name}#`))?.[0] ?? '';
    this.#problems.value = value;
  }

  /**
   * @param {SearchState} state
   * @param {string} [message] shown before the engine's comment on the step
   */
  #show(state, message) {
    this.#state = state;
    const { steps, solutions, board, items } = /** @type {Matrix} */ (this.#matrix);
    this.#where.textContent = `step ${number(state.steps)} of ${number(steps)}`;
    this.#found.textContent = `${number(state.solutions)} of ${count(solutions, 'solution')}`;
    this.#step.value = String(state.steps);
    this.#stepShown.textContent = String(state.steps);
    this.#back.setAttribute('aria-disabled', String(state.steps === 0));
    for (const onward of [this.#forward, this.#solution]) onward.setAttribute('aria-disabled', String(state.isOver));
    const place = new Map(state.chosen.map(([option], at) => [option, at]));
    const rows = this.querySelectorAll('.matrix tbody tr');
    rows.forEach((row, option) => {
      row.className = STATES[state.options[option]];
      const at = place.get(option);
      if (at === undefined) row.removeAttribute('data-mark');
      else row.setAttribute('data-mark', String(at % 6 + 1));
    });
    const covered = new Set(state.chosen.flatMap(([option]) => this.#matrix?.options[option] ?? []));
    const reason = new Map(state.chosen.map(([option, item]) => [item, option]));
    this.querySelectorAll('.matrix tr').forEach((row) => {
      // The first cell of a row is its header.
      [...row.children].slice(1).forEach((cell, item) => {
        cell.classList.toggle('covered', covered.has(item));
        cell.classList.toggle('next', item === state.next);
      });
    });
    this.querySelectorAll('.matrix .left td').forEach((cell, item) => {
      if (item >= state.left.length) return;
      cell.textContent = state.left[item] === null ? '' : String(state.left[item]);
    });
    rows.forEach((row, option) => {
      [...row.children].slice(1).forEach((cell, item) => cell.classList.toggle('reason', reason.get(item) === option));
    });
    if (board) this.#showBoard(board, state);
    this.#showTree(state);
    this.#scrollToChoice();
    const chosen = state.chosen.map(([option, item]) => `option ${option + 1} for ${items[item]}`).join(', ');
    this.say(`${message ? `${message} ` : ''}${state.text}`, this.#playing ? '' : `${state.text} ${chosen ? `Chosen: ${chosen}.` : ''}`);
    this.statusLine.classList.toggle('good', state.isSolution);
  }

  /** Draws the search tree; its code is loaded at the first step. @param {SearchState} state */
  async #showTree(state) {
    this.#tree.hidden = state.tree.length === 0;
    if (this.#tree.hidden) return;
    this.#treeModule ??= await import('./tree.js').catch(() => undefined);
    if (state === this.#state) this.#treeModule?.drawTree(this.#tree, state);
  }

  /** Scrolls the matrix, but not the page, to the latest choice and the next item. */
  #scrollToChoice() {
    const matrix = this.querySelector('.matrix');
    const row = this.querySelectorAll('.matrix tbody tr')[this.#state?.chosen.at(-1)?.[0] ?? 0];
    const column = this.querySelectorAll('.matrix thead th')[this.#state?.next ?? -1];
    if (!matrix || !(row instanceof HTMLElement)) return;
    const edge = (this.querySelector('.matrix tbody th')?.clientWidth ?? 0) + 8;
    if (row.offsetTop < matrix.scrollTop || row.offsetTop + row.offsetHeight > matrix.scrollTop + matrix.clientHeight) matrix.scrollTop = row.offsetTop - matrix.clientHeight / 2;
    if (column instanceof HTMLElement && (column.offsetLeft < matrix.scrollLeft + edge || column.offsetLeft + column.offsetWidth > matrix.scrollLeft + matrix.clientWidth)) matrix.scrollLeft = column.offsetLeft - matrix.clientWidth / 2;
  }

  /** @param {NonNullable<Matrix['board']>} board @param {SearchState} state */
  #showBoard(board, state) {
    /** @type {([number, string] | undefined)[]} */
    const cells = Array.from({ length: board.rows * board.columns });
    state.chosen.forEach(([option], at) => { for (const cell of board.cells[option]) cells[cell] = [at, board.signs[option]]; });
    [...this.#board.children].forEach((shown, cell) => {
      const [at, sign] = cells[cell] ?? [undefined, ''];
      shown.textContent = sign;
      if (at === undefined) shown.removeAttribute('data-mark');
      else shown.setAttribute('data-mark', String(at % 6 + 1));
      const other = (/** @type {number} */ next) => (cells[next]?.[0] ?? -1) !== (at ?? -1);
      const column = cell % board.columns;
      shown.className = [shown.classList.contains('outside') ? 'outside' : '', column + 1 < board.columns && other(cell + 1) ? 'right' : '', cell + board.columns < cells.length && other(cell + board.columns) ? 'below' : ''].join(' ').trim();
    });
    const rows = Array.from({ length: board.rows }, (_, row) => cells.slice(row * board.columns, (row + 1) * board.columns).map((cell) => cell?.[1] ?? 'empty').join(' '));
    this.#board.setAttribute('aria-label', `Board: ${rows.join('; ')}`);
  }

  // ---- building ---------------------------------------------------------------------------------

  build() {
    this.#step.addEventListener('input', () => {
      this.#pause();
      this.#go(`walk ${this.#step.value}`);
    });
    // The text of a problem that has not been opened yet also survives a reload.
    this.#own.addEventListener('change', () => this.#timeline.record());
    this.#problems.append(element('option', { value: '' }, 'Your own problem'), ...PROBLEMS.map(([value, title]) => element('option', { value }, title)));
    this.#problems.addEventListener('change', () => this.#choose());
    const own = element('details', { class: 'keys' }, element('summary', {}, 'Enter your own problem'),
      element('p', { class: 'about' }, 'List the items on the first line, then one option per line. Items after | are secondary: covered at most once. X:red gives the item X a colour.'), this.#own,
      element('div', { class: 'row' }, button('Open problem', () => this.#openOwn())));
    const keys = [['N, B', 'Step forward, step back'], ['S', 'Next solution'], ['Space', 'Play or pause'], ['Home, End', 'Go to the start, go to the end'], ['Ctrl+Z', 'Return to the previous problem']];
    this.#stepping.append(
      element('div', { class: 'status' }, this.#where, this.#found),
      element('div', { class: 'row' }, this.#back, this.#forward, this.#play), this.#busy.element,
      element('div', { class: 'row' }, button('Go to start', () => this.#moveBy(-(this.#state?.steps ?? 0))), this.#solution),
      element('div', { class: 'shown' }, this.#board, this.#tree),
      labelled('Step', this.#step, this.#stepShown), labelled('Speed', this.#speed),
      this.#problems, own, keyList(keys, element('p', { class: 'about' }, 'While the matrix has keyboard focus:')));
    if (this.isPage) this.prepend(element('div', { class: 'modes row', role: 'group', 'aria-label': 'View' }, ...this.#modes, this.#timeline.element));
    this.append(element('div', { class: 'side' }, this.statusLine, this.liveRegion, this.#stepping, this.#editing, ...(this.isPage ? [] : [this.#timeline.element]),
      element('div', { class: 'row few' }, button('Your games', () => this.#showGames(), { class: 'quiet' }), button('Share', () => this.copyLink(this.#line.replaceAll('%', '%25'), this.#isPieces ? 'piece set' : 'step'), { class: 'quiet' }),
        button('Back to this page’s problem', () => this.#replace('going back to this page’s problem', () => this.#open(this.home, 0, '')), { class: 'quiet' }))));
  }

  #choose() {
    const { value, selectedOptions } = this.#problems;
    if (value) this.#replace(`opening ${selectedOptions[0].text}`, () => this.#open(value === 'random' ? `cover:random#${randomSeed()}` : `cover:${value}`, 0, ''));
  }

  /** Opens the typed problem. The text is sent unchanged, so that errors refer to its lines. */
  async #openOwn() {
    const text = this.#own.value;
    if (!text.trim()) return this.say('List the items on the first line, then one option per line.');
    await this.#replace('opening your problem', () => this.#open(`cover::${text}`, 0, ''));
    const { pictureOfText, remember } = await import('../games/written.js');
    const matrix = this.#matrix;
    if (matrix && this.#own.value === text) remember({ kind: this.kind, title: this.title, id: this.#id, save: this.#line, status: matrix.facts, ...pictureOfText(text) });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const key = event.key.toLowerCase();
    if (key === 'n' || key === '.') this.#moveBy(1);
    else if (key === 'b' || key === ',') this.#moveBy(-1);
    else if (key === 's') this.#go(`solution ${(this.#state?.solutions ?? 0) + 1}`);
    else if (key === ' ') this.#togglePlaying();
    else if (key === 'home') this.#moveBy(-(this.#state?.steps ?? 0));
    else if (key === 'end') this.#go(`walk ${this.#matrix?.steps ?? 0}`);
    else return;
    event.preventDefault();
  }
}

customElements.define('gridlore-cover', Cover);
