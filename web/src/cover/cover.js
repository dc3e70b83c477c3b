// @ts-check
/// `<gridlore-cover game="cover:packing-3x3">`: an exact cover as a matrix, and its search by
/// dancing links, forward and back.

import { ask } from '../engine/engine.js';
import { Exhibit } from '../exhibit/exhibit.js';
import { randomSeed } from '../page/chance.js';
import { button, element } from '../page/element.js';
import { keep, kept } from '../page/keep.js';
import { keyList, labelled } from '../page/panel.js';
import { messageOf } from '../page/words.js';

/**
 * What the engine answers; the shapes are those of the crate gridlore-wasm.
 * @typedef {{ description: string, facts: string, items: string[], primary: number, options: number[][], table: string, steps: number, solutions: number,
 *   board: { rows: number, columns: number, signs: string[], cells: number[][] } | null }} Matrix
 * @typedef {{ steps: number, solutions: number, told: string, isSolution: boolean, isOver: boolean, chosen: [number, number][], options: string, left: (number | null)[], next: number | null }} Seen
 * @typedef {{ error?: string, matrix?: Matrix, seen?: Seen }} Told
 */

/** Milliseconds between two steps, from slow to quick. */
const PACES = [2000, 1200, 700, 400, 200, 100, 50];
/** The problems that are offered, with their names for people. */
const PROBLEMS = [['packing-3x3', 'Three pieces in a square'], ['latin-3', 'Latin squares of side 3'], ['queens-4', 'Four queens'], ['seven', 'Seven columns'], ['random', 'Random']];
const STATES = /** @type {Record<string, string>} */ ({ o: '', c: 'chosen', t: 'tried', x: 'out' });

class Cover extends Exhibit {
  /** @type {Matrix | undefined} */ #matrix;
  /** @type {Seen | undefined} */ #seen;
  #id = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #playing;
  /** Requests run one after another. @type {Promise<unknown>} */ #turn = Promise.resolve();

  /** @type {HTMLElement} */ #where = element('span');
  /** @type {HTMLElement} */ #found = element('span');
  /** @type {HTMLElement} */ #tiles = element('div', { class: 'tiles', role: 'img', hidden: '' });
  #play = button('Play', () => this.#toggle());
  #forward = button('Step', () => this.#by(1), { class: 'main' });
  #back = button('Back', () => this.#by(-1));
  #solution = button('Next solution', () => this.#go(`solution ${(this.#seen?.solutions ?? 0) + 1}`));
  #step = element('input', { type: 'range', min: '0', value: '0' });
  #stepShown = element('output');
  #pace = element('input', { type: 'range', min: '0', max: String(PACES.length - 1), value: '2' });
  #problems = element('select', { 'aria-label': 'Problem' });
  #own = element('textarea', { rows: '6', spellcheck: 'false', autocapitalize: 'none', 'aria-label': 'A problem of your own', placeholder: 'a b c d\na b\nc d\nb c' });

  rest() { this.#pause(); }

  /** @param {string} line */
  follow(line) {
    const shared = this.#read(line);
    if (shared) this.#open(shared.id, shared.steps, 'The search of the link.');
  }

  // ---- opening, keeping -------------------------------------------------------------------------

  async wake() {
    const shared = this.#read(this.sharedLine() ?? '');
    const place = shared ?? this.#keptPlace();
    const opened = place && await this.#open(place.id, place.steps, shared ? 'The search of the link.' : 'As you left it.');
    if (!opened && !await this.#open(this.home, 0, '')) {
      this.giveUp(`This search cannot go here: ${this.said.textContent}`);
    }
    this.toggleAttribute('ready', this.#matrix !== undefined);
  }

  /** A line such as `1;cover:seven;5`. @param {string} line */
  #read(line) {
    const parts = /^1;(cover[:#][^;]*);(\d+)$/.exec(line);
    return parts ? { id: parts[1], steps: Number(parts[2]) } : undefined;
  }

  #keptPlace() {
    return this.#read(kept(`at:${this.home}`) ?? '');
  }

  get #line() { return `1;${this.#id};${this.#seen?.steps ?? 0}`; }

  /** Opens a problem and goes to a step; whether it could be opened. @param {string} id @param {number} steps @param {string} said */
  async #open(id, steps, said) {
    this.#pause();
    try {
      const { error, matrix, seen } = await this.#ask('open', id);
      if (!matrix || !seen) {
        this.say(error ?? 'The engine said nothing.');
        return false;
      }
      this.#matrix = matrix;
      this.#id = /^cover:[a-z0-9-]*#\d+$/.test(id) ? id : `cover:${matrix.description}`;
      this.#lay();
      this.#show(seen, said);
      if (steps > 0) await this.#go(`walk ${Math.min(steps, matrix.steps)}`, said);
      return true;
    } catch (error) {
      this.say(messageOf(error));
      return false;
    }
  }

  /** @param {string} words @param {string} id @returns {Promise<Told>} */
  async #ask(words, id) {
    return /** @type {Promise<Told>} */ (/** @type {unknown} */ (ask('cover', `${words}\n${id}`)));
  }

  // ---- walking ----------------------------------------------------------------------------------

  /** @param {string} words @param {string} [said] */
  #go(words, said) {
    const act = async () => {
      const { error, seen } = await this.#ask(words, this.#id);
      if (!seen) return this.say(error ?? 'The engine said nothing.');
      this.#show(seen, said);
      const isHome = `cover:${this.#matrix?.description}` === this.home && seen.steps === 0;
      keep(`at:${this.home}`, isHome ? undefined : this.#line);
    };
    this.#turn = this.#turn.then(act).catch((error) => this.say(String(error)));
    return this.#turn;
  }

  /** @param {number} steps */
  #by(steps) {
    this.#pause();
    // Steps that are asked for while one is on its way add up.
    this.#turn = this.#turn.then(() => {
      const now = this.#seen?.steps ?? 0;
      if (now + steps < 0) return this.say('This is the beginning.');
      if (steps > 0 && this.#seen?.isOver) return this.say('This is the end.');
      this.#go(`walk ${now + steps}`);
    });
    return this.#turn;
  }

  #toggle() {
    if (this.#playing) return this.#pause();
    if (this.#seen?.isOver) this.#go('walk 0');
    this.#play.textContent = 'Pause';
    this.#play.setAttribute('aria-pressed', 'true');
    const next = async () => {
      await this.#go(`walk ${(this.#seen?.steps ?? 0) + 1}`);
      if (this.#seen?.isOver) this.#pause();
      if (this.#playing) this.#playing = setTimeout(next, PACES[Number(this.#pace.value)] * (this.#seen?.isSolution ? 2 : 1));
    };
    this.#playing = setTimeout(next, 0);
  }

  #pause() {
    clearTimeout(this.#playing);
    this.#playing = undefined;
    this.#play.textContent = 'Play';
    this.#play.removeAttribute('aria-pressed');
  }

  // ---- showing ----------------------------------------------------------------------------------

  /** The table and the board of a problem that was opened. */
  #lay() {
    const { table, facts, board, steps, primary, items } = /** @type {Matrix} */ (this.#matrix);
    const figure = this.querySelector('figure') ?? element('figure', { class: 'still' });
    if (!figure.isConnected) this.prepend(figure);
    const caption = element('figcaption', {}, `Exact cover: ${facts}`);
    figure.innerHTML = table;
    figure.append(caption);
    const matrix = /** @type {HTMLElement} */ (figure.querySelector('.matrix'));
    matrix.addEventListener('keydown', (event) => this.#key(event));
    figure.querySelector('thead')?.append(element('tr', { class: 'left' }, element('th', { scope: 'row' }, 'left'), ...items.map((_, item) => element('td', {}, item < primary ? '' : '–'))));
    this.#step.max = String(steps);
    this.#tiles.hidden = !board;
    if (board) {
      this.#tiles.style.setProperty('--columns', String(board.columns));
      this.#tiles.replaceChildren(...Array.from({ length: board.rows * board.columns }, () => element('span')));
    }
    const value = PROBLEMS.find(([name]) => this.#id === `cover:${name}` || this.#id.startsWith(`cover:${name}#`))?.[0] ?? '';
    this.#problems.value = value;
  }

  /** @param {Seen} seen @param {string} [said] what is said before what the step tells */
  #show(seen, said) {
    this.#seen = seen;
    const { steps, solutions, board, items } = /** @type {Matrix} */ (this.#matrix);
    this.#where.textContent = `step ${seen.steps} of ${steps}`;
    this.#found.textContent = `${seen.solutions} of ${solutions} found`;
    this.#step.value = String(seen.steps);
    this.#stepShown.textContent = String(seen.steps);
    this.#back.setAttribute('aria-disabled', String(seen.steps === 0));
    for (const onward of [this.#forward, this.#solution]) onward.setAttribute('aria-disabled', String(seen.isOver));
    const place = new Map(seen.chosen.map(([option], at) => [option, at]));
    const rows = this.querySelectorAll('.matrix tbody tr');
    rows.forEach((row, option) => {
      row.className = STATES[seen.options[option]];
      const at = place.get(option);
      if (at === undefined) row.removeAttribute('data-mark');
      else row.setAttribute('data-mark', String(at % 6 + 1));
    });
    const covered = new Set(seen.chosen.flatMap(([option]) => this.#matrix?.options[option] ?? []));
    const reason = new Map(seen.chosen.map(([option, item]) => [item, option]));
    this.querySelectorAll('.matrix tr').forEach((row) => {
      // The first cell of a row is its name.
      [...row.children].slice(1).forEach((cell, item) => {
        cell.classList.toggle('covered', covered.has(item));
        cell.classList.toggle('next', item === seen.next);
      });
    });
    this.querySelectorAll('.matrix .left td').forEach((cell, item) => {
      if (item >= seen.left.length) return;
      cell.textContent = seen.left[item] === null ? '' : String(seen.left[item]);
    });
    rows.forEach((row, option) => {
      [...row.children].slice(1).forEach((cell, item) => cell.classList.toggle('reason', reason.get(item) === option));
    });
    if (board) this.#showTiles(board, seen);
    const chosen = seen.chosen.map(([option, item]) => `option ${option + 1} for ${items[item]}`).join(', ');
    this.say(`${said ? `${said} ` : ''}${seen.told}`, this.#playing ? '' : `${seen.told} ${chosen ? `Chosen: ${chosen}.` : ''}`);
    this.said.classList.toggle('good', seen.isSolution);
  }

  /** @param {NonNullable<Matrix['board']>} board @param {Seen} seen */
  #showTiles(board, seen) {
    /** @type {([number, string] | undefined)[]} */
    const cells = Array.from({ length: board.rows * board.columns });
    seen.chosen.forEach(([option], at) => { for (const cell of board.cells[option]) cells[cell] = [at, board.signs[option]]; });
    [...this.#tiles.children].forEach((tile, cell) => {
      const [at, sign] = cells[cell] ?? [undefined, ''];
      tile.textContent = sign;
      if (at === undefined) tile.removeAttribute('data-mark');
      else tile.setAttribute('data-mark', String(at % 6 + 1));
      const other = (/** @type {number} */ next) => (cells[next]?.[0] ?? -1) !== (at ?? -1);
      const column = cell % board.columns;
      tile.className = [column + 1 < board.columns && other(cell + 1) ? 'right' : '', cell + board.columns < cells.length && other(cell + board.columns) ? 'below' : ''].join(' ').trim();
    });
    const told = Array.from({ length: board.rows }, (_, row) => cells.slice(row * board.columns, (row + 1) * board.columns).map((cell) => cell?.[1] ?? 'empty').join(' '));
    this.#tiles.setAttribute('aria-label', `The board: ${told.join('; ')}`);
  }

  // ---- building ---------------------------------------------------------------------------------

  build() {
    this.#step.addEventListener('input', () => {
      this.#pause();
      this.#go(`walk ${this.#step.value}`);
    });
    this.#problems.append(element('option', { value: '' }, 'Another…'), ...PROBLEMS.map(([value, title]) => element('option', { value }, title)));
    this.#problems.addEventListener('change', () => this.#choose());
    const own = element('details', { class: 'keys' }, element('summary', {}, 'A problem of your own'),
      element('p', { class: 'about' }, 'Items in the first line, then a line for each option. Items behind | need not be covered; X:red gives one a colour.'), this.#own,
      element('div', { class: 'row' }, button('Open this', () => this.#openOwn())));
    const keys = [['N, B', 'a step on, a step back'], ['S', 'next solution'], ['Space', 'play or pause'], ['Home, End', 'the beginning, the end']];
    this.append(element('div', { class: 'side' },
      element('div', { class: 'status' }, this.#where, this.#found), this.said, this.heard, this.#tiles,
      element('div', { class: 'row' }, this.#back, this.#forward, this.#play),
      element('div', { class: 'row' }, button('Beginning', () => this.#by(-(this.#seen?.steps ?? 0))), this.#solution),
      labelled('Step', this.#step, this.#stepShown), labelled('Pace', this.#pace),
      this.#problems, own,
      element('div', { class: 'row few' }, button('Share', () => this.copyLink(this.#line, 'step'), { class: 'quiet' }), button('Back to this page’s problem', () => this.#open(this.home, 0, '').then(() => keep(`at:${this.home}`, undefined)), { class: 'quiet' })),
      keyList(keys, element('p', { class: 'about' }, 'While the matrix has the focus:'))));
  }

  #choose() {
    const { value } = this.#problems;
    if (!value) return;
    this.#open(value === 'random' ? `cover:random#${randomSeed()}` : `cover:${value}`, 0, '').then(() => keep(`at:${this.home}`, this.#line));
  }

  /** A whole file as a description: its faults are told by their lines. */
  async #openOwn() {
    const text = this.#own.value;
    if (!text.trim()) return this.say('Write the items in the first line, then a line for each option.');
    if (await this.#open(`cover::${text}`, 0, '')) keep(`at:${this.home}`, this.#line);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const key = event.key.toLowerCase();
    if (key === 'n' || key === '.') this.#by(1);
    else if (key === 'b' || key === ',') this.#by(-1);
    else if (key === 's') this.#go(`solution ${(this.#seen?.solutions ?? 0) + 1}`);
    else if (key === ' ') this.#toggle();
    else if (key === 'home') this.#by(-(this.#seen?.steps ?? 0));
    else if (key === 'end') this.#go(`walk ${this.#matrix?.steps ?? 0}`);
    else return;
    event.preventDefault();
  }
}

customElements.define('gridlore-cover', Cover);
