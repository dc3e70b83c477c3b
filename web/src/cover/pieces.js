// @ts-check
/// The editor of packings: a board and pieces to draw, and pictures of the solutions. The pieces
/// form an exact cover problem; if it is small, the matrix of the page can step through it.

import { BusyIndicator } from '../engine/busy.js';
import { close, pictureOfPieces, remember } from '../games/written.js';
import { dialog } from '../page/dialog.js';
import { download } from '../page/download.js';
import { button, element, openByArrows } from '../page/element.js';
import { keyList, labelled } from '../page/panel.js';
import { loadStored, store } from '../page/storage.js';
import { count, messageOf, number } from '../page/words.js';
import { CellPad } from './cell-pad.js';
import { BOARDS, FIRST, MAX_COPIES, MAX_SIDE, SETS, STARTS, cellsOf, fullBoard, idOf, inCorner, piecesOf, readPacking, sheetOf, sizeOf, startId, trimmed } from './packing.js';
import { MAX_KEPT, PieceSearch } from './piece-search.js';
import { drawPiece, drawTiling, lookOf, ownersOf } from './tiling.js';

/** @typedef {import('./packing.js').Packing} Packing */
/** @typedef {import('./packing.js').Piece} Piece */

/**
 * The element of the page, and what the editor can do with it.
 * @typedef {object} Host
 * @property {HTMLElement} element
 * @property {(text: string, spoken?: string) => void} say
 * @property {(what: string, act: () => void) => void} change performs a change that can be undone
 * @property {(id: string) => void} step opens the packing as a matrix
 */

/** The smallest drawing area of a piece. */
const MIN_DRAWING = 6;
/** The ways to place pieces. @type {[Packing['turns'], string][]} */
const TURNS = [['over', 'Turned and flipped'], ['flat', 'Turned only'], ['none', 'As drawn']];
/** The entry of these pieces in the list of games. */
const ENTRY = 'cover:pieces';
/** Milliseconds after the last change before the pieces are listed. */
const LIST_MS = 400;

/** Loads the style sheet and creates the editor. @param {Host} host */
export async function loadPieces(host) {
  const link = element('link', { rel: 'stylesheet', href: new URL('./pieces.css', import.meta.url).href });
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', reject);
    document.head.append(link);
  });
  return new Pieces(host);
}

export class Pieces {
  #host;
  /** @type {Packing} */ #packing;
  #search = new PieceSearch();
  #busy = new BusyIndicator(() => this.#solve.focus());
  /** @type {AbortController | undefined} */ #running;
  /** The number of the solution that is shown; `undefined` while the board is edited. @type {number | undefined} */ #shown;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #listing;

  #pad = new CellPad('Board', ['on the board', 'removed'], (cells) => this.#change('a change to the board', { cells }));
  #picture = element('div', { class: 'picture', hidden: '' });
  /** The board, or the solution that is shown. */ board = element('div', { class: 'packing' }, this.#pad.element, this.#picture);

  #facts = element('span');
  #where = element('span');
  #solve = button('Solve', () => this.#next(), { class: 'main' });
  #previous = button('Previous', () => this.#showSolution((this.#shown ?? 0) - 1));
  #count = button('Count all', () => this.#countAll());
  #edit = button('Edit board', () => this.#showBoard('Click cells to remove them from the board or to put them back.'));
  #rows = element('input', { type: 'number', min: '1', max: String(MAX_SIDE) });
  #columns = element('input', { type: 'number', min: '1', max: String(MAX_SIDE) });
  #boards = element('select', { 'aria-label': 'Board' }, element('option', { value: '' }, 'Board…'), ...BOARDS.map(([title, text]) => element('option', { value: text }, title)));
  #start = element('select', { 'aria-label': 'Examples' }, element('option', { value: '' }, 'Examples…'), ...STARTS.map(([title, text]) => element('option', { value: text }, title)));
  #sets = element('select', { 'aria-label': 'Add pieces' }, element('option', { value: '' }, 'Add pieces…'), ...SETS.map(([name, title]) => element('option', { value: name }, title)));
  #turns = element('select', {}, ...TURNS.map(([value, title]) => element('option', { value }, title)));
  #loose = element('input', { type: 'checkbox' });
  #list = element('ul', { class: 'piece-list', 'aria-label': 'Pieces' });
  panel = element('div', { class: 'part' },
    element('div', { class: 'status' }, this.#facts, this.#where),
    element('div', { class: 'row solving' }, this.#previous, this.#solve, this.#count, this.#edit), this.#busy.element,
    element('div', { class: 'row pair' }, this.#start, this.#boards),
    element('div', { class: 'row sizes' }, labelled('Rows', this.#rows), labelled('Columns', this.#columns), button('Fill board', () => this.#change('filling the board', fullBoard(this.#packing.rows, this.#packing.columns)))),
    this.#list,
    element('div', { class: 'row' }, this.#sets, button('New piece', () => this.#editPiece(undefined)), button('Remove all', () => this.#change('removing all pieces', { pieces: [] }))),
    labelled('Pieces may be', this.#turns),
    element('label', { class: 'check' }, this.#loose, ' Cells may stay empty'),
    element('div', { class: 'row few' },
      button('Open as matrix', () => this.#openMatrix(), { class: 'quiet' }),
      button('Save in Knuth’s format', () => this.#download(), { class: 'quiet' })),
    keyList([['Arrows', 'Move on the board'], ['Space', 'Remove a cell from the board, or put it back'], ['Ctrl+Z, Ctrl+Y', 'Undo, redo']]));

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    const stored = readPacking(loadStored('pieces') ?? '');
    this.#packing = stored ?? /** @type {Packing} */ (readPacking(startId(FIRST)));
    for (const list of [this.#start, this.#boards, this.#sets]) openByArrows(list);
    this.#start.addEventListener('change', () => {
      const packing = readPacking(startId(this.#start.value));
      const [option] = this.#start.selectedOptions;
      this.#start.value = '';
      if (!packing) return;
      this.#close();
      this.#change(`opening ${option.text}`, packing);
    });
    this.#boards.addEventListener('change', () => {
      const packing = readPacking(startId(this.#boards.value));
      const [option] = this.#boards.selectedOptions;
      this.#boards.value = '';
      if (packing) this.#change(`a board of ${option.text}`, { rows: packing.rows, columns: packing.columns, cells: packing.cells });
    });
    this.#sets.addEventListener('change', () => {
      const { value } = this.#sets;
      this.#sets.value = '';
      if (value) this.#add(piecesOf(value));
    });
    for (const input of [this.#rows, this.#columns]) input.addEventListener('change', () => this.#resize());
    this.#turns.addEventListener('change', () => this.#change('a change to how pieces may be placed', { turns: /** @type {Packing['turns']} */ (this.#turns.value) }));
    this.#loose.addEventListener('change', () => this.#change('a change to whether cells may stay empty', { isLoose: this.#loose.checked }));
    this.#show();
  }

  /** The id of the pieces on their board. */
  get id() { return idOf(this.#packing); }

  focus() { this.#pad.focus(); }

  introduce() { this.#host.say('Draw a board and pieces, then press Solve. Click cells to remove them from the board.'); }

  /** Stops the search; it can be continued. */
  stop() { this.#running?.abort(new Error('stopped')); }

  /** Stops the search and lists the latest change, because the reader may leave the page. */
  suspend() {
    this.stop();
    if (this.#listing) this.#listNow();
  }

  /**
   * Opens a packing by its id; returns whether the editor can show it.
   * @param {string} id
   * @param {boolean} isOther whether it is another set of pieces, not an earlier state of this one
   */
  open(id, isOther) {
    const packing = readPacking(id);
    if (!packing) return false;
    if (id === this.id) return true;
    if (isOther) this.#close();
    this.#replace(packing);
    return true;
  }

  // ---- changes ----------------------------------------------------------------------------------

  /** Changes the packing in a way that can be undone. @param {string} what @param {Partial<Packing>} change */
  #change(what, change) {
    this.#host.change(what, () => this.#replace({ ...this.#packing, ...change }));
    const problem = this.#problem();
    this.#host.say('', `${this.#facts.textContent}. ${problem}`);
  }

  /** Starts a new list entry for the next set of pieces. */
  #close() {
    if (this.#listing) this.#listNow();
    close(ENTRY);
  }

  /** @param {Packing} packing */
  #replace(packing) {
    this.stop();
    this.#running = undefined;
    this.#search.clear();
    this.#packing = packing;
    this.#shown = undefined;
    store('pieces', this.id);
    this.#show();
    clearTimeout(this.#listing);
    this.#listing = setTimeout(() => this.#listNow(), LIST_MS);
  }

  /** Adds the pieces to the list of games. */
  #listNow() {
    clearTimeout(this.#listing);
    this.#listing = undefined;
    remember({ kind: 'cover', title: 'Exact cover: pieces', id: ENTRY, save: `1;${this.id};pieces`, status: this.#facts.textContent ?? '', ...this.#listed() });
  }

  /** Returns the picture for the list: the solution that is shown, or the pieces. */
  #listed() {
    if (this.#shown === undefined) {
      const { rows, columns, owners } = sheetOf(this.#packing.pieces);
      return pictureOfPieces(rows, columns, owners);
    }
    const { rows, columns, cells } = trimmed(this.#packing);
    const owners = ownersOf(cells.length, this.#search.solutions[this.#shown]);
    return pictureOfPieces(rows, columns, owners.map((owner, at) => owner ?? (cells[at] ? -1 : undefined)));
  }

  #resize() {
    const side = (/** @type {HTMLInputElement} */ input) => Math.min(Math.max(Math.round(Number(input.value)) || 1, 1), MAX_SIDE);
    const [rows, columns] = [side(this.#rows), side(this.#columns)];
    const { rows: oldRows, columns: oldColumns, cells: old } = this.#packing;
    const cells = Array.from({ length: rows * columns }, (_, at) => {
      const [row, column] = [Math.floor(at / columns), at % columns];
      return row >= oldRows || column >= oldColumns || old[row * oldColumns + column];
    });
    this.#change(`a board of ${rows} × ${columns}`, { rows, columns, cells });
  }

  /** Adds pieces, or copies of existing ones. @param {Piece[]} added */
  #add(added) {
    const isSame = (/** @type {Piece} */ one, /** @type {Piece} */ other) => one.name === other.name && JSON.stringify(inCorner(one.cells)) === JSON.stringify(inCorner(other.cells));
    const pieces = this.#packing.pieces.map((piece) => {
      const more = added.find((other) => isSame(other, piece));
      return more ? { ...piece, count: Math.min(piece.count + more.count, MAX_COPIES) } : piece;
    });
    const missing = added.filter((piece) => !pieces.some((other) => isSame(other, piece)));
    this.#change('adding pieces', { pieces: [...pieces, ...missing.map((piece) => ({ ...piece, name: this.#freeName(piece.name) }))] });
  }

  /**
   * Returns a name that no piece has.
   * @param {string} wanted
   * @param {Piece} [own] the piece to be named
   */
  #freeName(wanted, own) {
    const isFree = (/** @type {string} */ name) => name !== '' && this.#packing.pieces.every((piece) => piece === own || piece.name !== name);
    const clean = wanted.replace(/[^\p{L}\p{N}]/gu, '').slice(0, 12);
    if (isFree(clean)) return clean;
    const letters = clean === '' ? [...'ABCDEFGHJKMOQRS'] : [];
    return letters.find(isFree) ?? Array.from({ length: 999 }, (_, at) => `${clean || 'A'}${at + 2}`).find(isFree) ?? 'A';
  }

  /** Edits a piece in a dialog, or draws a new one. @param {Piece | undefined} piece */
  #editPiece(piece) {
    const side = Math.min(Math.max(MIN_DRAWING, ...sizeOf(piece?.cells ?? []).map((size) => size + 1)), MAX_SIDE);
    let cells = Array.from({ length: side * side }, (_, at) => piece?.cells.some(([row, column]) => row * side + column === at) ?? false);
    const pad = new CellPad('Cells of the piece', ['filled', 'empty'], (drawn) => { cells = drawn; });
    pad.show(side, side, cells);
    const name = element('input', { type: 'text', maxlength: '12', autocomplete: 'off', value: piece?.name ?? '' });
    const copies = element('input', { type: 'number', min: '1', max: String(MAX_COPIES), value: String(piece?.count ?? 1) });
    let isKept = true;
    /** @type {Piece | undefined} */ let copy;
    const { pieces } = this.#packing;
    const remove = () => this.#change(`deleting piece ${piece?.name}`, { pieces: pieces.filter((other) => other !== piece) });
    /** @type {[string, string, () => void][]} */
    const buttons = [['Done', 'main', () => {}]];
    if (piece) buttons.push(['Copy', '', () => { copy = { ...piece, name: this.#freeName(piece.name) }; }], ['Delete', '', () => { isKept = false; remove(); }]);
    else buttons.push(['Cancel', '', () => { isKept = false; }]);
    const made = dialog(this.#host.element, piece ? `Piece ${piece.name}` : 'New piece', [pad.element, labelled('Name', name), labelled('Number of copies', copies)], buttons, () => {
      const shape = cells.flatMap((isOn, at) => (isOn ? [/** @type {[number, number]} */ ([Math.floor(at / side), at % side])] : []));
      if (isKept && shape.length) {
        const changed = { name: this.#freeName(name.value, piece), count: Math.min(Math.max(Math.round(Number(copies.value)) || 1, 1), MAX_COPIES), cells: inCorner(shape) };
        const isSame = piece && JSON.stringify({ ...piece, cells: inCorner(piece.cells) }) === JSON.stringify(changed);
        const all = piece ? pieces.map((other) => (other === piece && !isSame ? changed : other)) : [...pieces, changed];
        if (copy) this.#change(`copying piece ${piece?.name}`, { pieces: [...all, copy] });
        else if (!isSame) this.#change(piece ? `a change to piece ${piece.name}` : 'a new piece', { pieces: all });
      }
      const last = this.#list.querySelectorAll('button');
      (last[piece ? Math.min(pieces.indexOf(piece), last.length - 1) : last.length - 1] ?? this.#sets).focus();
    });
    made.classList.add('piece-dialog');
    pad.focus();
  }

  // ---- solutions --------------------------------------------------------------------------------

  /** Explains why the pieces cannot fill the board, judging by their number of cells. */
  #problem() {
    const [board, all] = cellsOf(this.#packing);
    if (board === 0) return 'The board has no cells.';
    if (all === 0) return 'Add pieces first.';
    if (all > board) return `The pieces have ${count(all - board, 'cell')} too many for the board.`;
    if (all < board && !this.#packing.isLoose) return `The pieces leave ${count(board - all, 'cell')} of the board empty. Add pieces, or allow empty cells.`;
    return '';
  }

  /**
   * Searches while the indicator with its Stop button is shown. Returns whether the search finished
   * or found the wanted number of solutions. Returns `undefined` if there is nothing to report.
   * @param {number} wanted number of solutions
   */
  async #run(wanted) {
    const problem = this.#problem();
    if (problem) return this.#host.say(problem);
    if (this.#running) return;
    const stop = new AbortController();
    this.#running = stop;
    this.#update();
    try {
      await this.#busy.during(stop, (signal) => this.#search.run(this.id, wanted, signal, () => this.#showProgress()));
      // The pieces may have changed meanwhile.
      return this.#running === stop ? this.#search.isOver || this.#search.found >= wanted : undefined;
    } catch (error) {
      if (this.#running !== stop) return;
      if (stop.signal.aborted) return false;
      this.#host.say(messageOf(error));
    } finally {
      if (this.#running === stop) this.#running = undefined;
      this.#showProgress();
      this.#update();
    }
  }

  async #next() {
    const at = this.#shown === undefined ? 0 : this.#shown + 1;
    const { solutions } = this.#search;
    if (at >= solutions.length) {
      if (at >= MAX_KEPT) return this.#host.say(`Only the first ${number(MAX_KEPT)} solutions are kept.`);
      const isDone = await this.#run(at + 1);
      if (isDone === undefined) return;
      if (!isDone) return this.#host.say(`Stopped. Press ${this.#solve.textContent} to continue.`);
    }
    if (at < this.#search.solutions.length) this.#showSolution(at);
    else this.#host.say(this.#search.found ? 'No more solutions.' : this.#total());
  }

  async #countAll() {
    const isDone = await this.#run(Infinity);
    if (isDone === undefined) return;
    if (this.#shown === undefined && this.#search.solutions.length) this.#showSolution(0);
    this.#host.say(isDone ? this.#total() : `Stopped at ${count(this.#search.found, 'solution')}. Press Count all to continue.`);
  }

  /** Describes the number of solutions in words. */
  #total() {
    const { found, distinct } = this.#search;
    if (!found) return 'No solution: the pieces cannot fill this board.';
    const images = this.#packing.turns === 'over' ? 'rotation and reflection' : 'rotation';
    return `${count(found, 'solution')}${distinct < found ? `; ${number(distinct)} up to ${images}` : ''}.`;
  }

  #showProgress() {
    const { found, isOver, partDone } = this.#search;
    const part = partDone !== null && !isOver && this.#running ? `, ${Math.floor(partDone * 100)}%` : '';
    this.#where.textContent = this.#shown === undefined ? (found || part ? `${count(found, 'solution')}${part}` : '') : `solution ${number(this.#shown + 1)} of ${number(found)}${isOver ? '' : ' so far'}${part}`;
  }

  /** @param {number} at */
  #showSolution(at) {
    const solution = this.#search.solutions[at];
    if (!solution) return;
    this.#shown = at;
    this.#showProgress();
    const packing = trimmed(this.#packing);
    this.#picture.style.setProperty('--ratio', String(packing.columns / packing.rows));
    this.#picture.replaceChildren(drawTiling(packing, solution, `Solution ${at + 1}.`));
    this.#host.say(this.#search.isOver ? this.#total() : '', `Solution ${at + 1}.`);
    this.#listNow();
    this.#update();
  }

  /** @param {string} message */
  #showBoard(message) {
    this.#shown = undefined;
    this.#showProgress();
    this.#update();
    this.#host.say(message);
    this.#pad.focus();
  }

  // ---- display ----------------------------------------------------------------------------------

  #show() {
    const { rows, columns, cells, turns, isLoose, pieces } = this.#packing;
    const [board, all] = cellsOf(this.#packing);
    this.#pad.show(rows, columns, cells);
    this.board.style.setProperty('--ratio', String(columns / rows));
    this.#facts.textContent = board === all ? `${count(pieces.reduce((sum, piece) => sum + piece.count, 0), 'piece')} for ${count(board, 'cell')}` : `pieces with ${count(all, 'cell')}, board with ${number(board)}`;
    [this.#rows.value, this.#columns.value, this.#turns.value] = [String(rows), String(columns), turns];
    this.#loose.checked = isLoose;
    const looks = lookOf(pieces.map(({ name }) => name));
    this.#list.replaceChildren(...pieces.map((piece) => {
      const made = button('', () => this.#editPiece(piece), { 'aria-label': `Piece ${piece.name}, ${count(piece.cells.length, 'cell')}, ${count(piece.count, 'copy', 'copies')}: edit` });
      made.append(drawPiece(piece, looks.get(piece.name) ?? 0), element('span', {}, element('b', {}, piece.name), piece.count > 1 ? ` × ${piece.count}` : ''));
      return element('li', {}, made);
    }));
    this.#list.hidden = pieces.length === 0;
    this.#showProgress();
    this.#update();
  }

  /** Shows the board or the picture, and enables the buttons that apply. */
  #update() {
    const hasPicture = this.#shown !== undefined;
    this.#pad.element.hidden = hasPicture;
    this.#picture.hidden = !hasPicture;
    this.#solve.textContent = hasPicture ? 'Next solution' : 'Solve';
    const { found, isOver } = this.#search;
    const isLast = hasPicture && isOver && (this.#shown ?? 0) + 1 >= found;
    for (const [made, isOff] of /** @type {[HTMLElement, boolean][]} */ ([[this.#solve, isLast || this.#running !== undefined], [this.#previous, !this.#shown], [this.#count, isOver || this.#running !== undefined], [this.#edit, !hasPicture]])) made.setAttribute('aria-disabled', String(isOff));
  }

  #openMatrix() {
    const problem = this.#problem();
    if (problem) return this.#host.say(problem);
    this.#host.step(this.id);
  }

  async #download() {
    const problem = this.#problem();
    if (problem) return this.#host.say(problem);
    try {
      download(new Blob([await this.#search.knuth(this.id)], { type: 'text/plain' }), 'exact-cover.txt');
      this.#host.say('The exact cover was saved as a file.');
    } catch (error) {
      this.#host.say(messageOf(error));
    }
  }
}
