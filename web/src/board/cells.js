// @ts-check
/// The board on the screen: a grid of cells with a single tab stop. It draws a game and handles the
/// pointer.

import { element } from '../page/element.js';
import { NARROW } from '../page/narrow.js';
import { Fog, NO_MARGINS, layersOf } from './drawn.js';
import { Lines } from './drawn-lines.js';
import { edges, paintCell } from './paint.js';

/** The largest number of columns of a board that is never enlarged. */
const MAX_COLUMNS = 9;
/** Minimum side of a square on touch screens, including the board's padding. */
const TARGET_PX = 45.5;
/** Minimum side of a square for mouse clicks. */
const MOUSE_PX = 24;
/** Matches touch screens. */
const COARSE = matchMedia('(pointer: coarse)');

/** @typedef {import('../engine/engine.js').Game} Game */
/** @typedef {import('../engine/engine.js').Cell} Cell */

/**
 * @typedef {object} Player
 * @property {(press: number) => void} press
 * @property {Pick<import('./controls/line-pen.js').LinePen, 'listen'>} [line] the line pen
 * @property {() => void} changed called when the focus or the pointer has moved and the board has to be repainted
 */

/**
 * What the board marks besides the contents of the game.
 * @typedef {object} Marks
 * @property {Set<number>} wrong the cells that a check found wrong
 * @property {import('./hint.js').Marked | undefined} hint
 * @property {boolean} showsClashes
 * @property {string} [held] the digit that is held for the next cells
 * @property {(cell: number, other: number) => boolean} sees whether `other` is highlighted as a peer of `cell`
 */

/**
 * Returns the label of a cell for screen readers.
 * @param {Cell} cell
 * @param {boolean} showsClashes
 */
export const labelOf = (cell, showsClashes) => (showsClashes ? cell.label : cell.quiet ?? cell.label);

export class Cells {
  /** @type {HTMLElement} */ element = element('div');
  /** @type {HTMLElement[]} */ #cells = [];
  /** A key for the contents of each cell: a cell is redrawn only when its key changes. @type {string[]} */ #drawn = [];
  /** A key for the state of each cell: its classes, label and place in the tab order. @type {string[]} */ #states = [];
  /** The digit whose pencil marks are highlighted. @type {string | null | undefined} */ #marked;
  /** The move whose squares are highlighted because the pointer or the focus is on it. @type {number | undefined} */ #pointed;
  /** @type {Game | undefined} */ #game;
  /** The space around the cells for clues. @type {import('./drawn.js').Margins} */ #margins = NO_MARGINS;
  /** The player's lines. */ lines = new Lines();
  /** @type {Fog | undefined} */ #fog;
  #selection;
  #player;

  /** @param {import('./selection.js').Selection} selection @param {Player} player */
  constructor(selection, player) {
    this.#selection = selection;
    this.#player = player;
  }

  /** Whether a cell has the focus. */
  get hasFocus() { return this.#cells.includes(/** @type {HTMLElement} */ (document.activeElement)); }

  /** The number of columns; 0 until a game has been built. */
  get columns() { return this.#game?.columns ?? 0; }

  /** The width and the height of the board, in cells. */
  get size() {
    const { top, right, bottom, left } = this.#margins;
    return { width: left + this.columns + right, height: top + (this.#game?.rows ?? 0) + bottom };
  }

  /** Focuses the cursor's cell. */
  focus() { this.#cells[this.#selection.cursor]?.focus(); }

  /**
   * Builds the cells for a game.
   * @param {Game} game
   * @param {string} title
   * @param {string} [svg] the drawn rules
   */
  build(game, title, svg) {
    const { rows, columns } = game;
    const isWritten = !game.presses.length;
    const board = element('div', { class: 'board live', role: 'grid', 'aria-label': `${title} board`, 'aria-rowcount': String(rows), 'aria-colcount': String(columns) });
    board.classList.toggle('lamps', game.colours > 0);
    board.classList.toggle('discs', game.areDiscs);
    if (isWritten) board.setAttribute('aria-multiselectable', 'true');
    this.#game = game;
    this.#drawn = [];
    this.#states = [];
    this.#pointed = undefined;
    this.#cells = game.cells.map((cell, index) => this.#cell(game, cell, index));
    board.append(...Array.from({ length: rows }, (_, row) => element('div', { role: 'row' }, ...this.#cells.slice(row * columns, (row + 1) * columns))));
    if (isWritten) this.#player.line?.listen(board, this.#cells, game);
    if (isWritten) this.#selection.listen(board, this.#cells, (index) => this.#alike(index));
    for (const change of ['focusin', 'focusout']) board.addEventListener(change, () => this.#player.changed());
    this.#margins = NO_MARGINS;
    this.#fog = undefined;
    if (svg) this.#dress(board, layersOf(svg, game));
    if (isWritten) {
      this.lines.fit(game, this.#margins);
      this.#place(svg ? 2 : 1);
      board.append(this.lines.element);
    }
    const { width, height } = this.size;
    board.style.aspectRatio = `${width} / ${height}`;
    this.element = board;
    this.zoom(1);
  }

  /** Places the drawn rules below and above the cells. @param {HTMLElement} board @param {ReturnType<typeof layersOf>} layers */
  #dress(board, { below, above, hasFog, margins }) {
    this.#margins = margins;
    board.classList.add('drawn');
    board.prepend(below);
    board.append(above);
    if (hasFog) this.#fog = new Fog([below, above]);
  }

  /** Places the cells explicitly, so that drawings can occupy the same grid areas. @param {number} first the grid line of the first row and column */
  #place(first) {
    this.#cells.forEach((cell, index) => {
      cell.style.gridArea = `${Math.floor(index / this.columns) + first} / ${(index % this.columns) + first}`;
    });
  }

  /**
   * If `isZoomed`, enlarges a board whose cells would be too small to read or touch. Returns
   * whether the cells are too small.
   * @param {boolean} hasNotes
   * @param {boolean} isZoomed
   */
  fit(hasNotes, isZoomed) {
    if (!this.#game || this.columns <= MAX_COLUMNS || this.#game.areDiscs) return this.#show(false, 1);
    if (hasNotes) return this.#show(NARROW.matches, isZoomed ? 2 : 1);
    const side = this.element.clientWidth / this.columns;
    return this.#show(side < (NARROW.matches || COARSE.matches ? TARGET_PX : MOUSE_PX), isZoomed ? TARGET_PX / side : 1);
  }

  /** @param {boolean} isLarge @param {number} factor */
  #show(isLarge, factor) {
    this.zoom(isLarge ? factor : 1);
    this.element.classList.toggle('overview', isLarge && factor === 1);
    return isLarge;
  }

  /** Scrolls an enlarged board, but not the page, to the cursor's cell. */
  reveal() {
    const [board, cell] = [this.element, this.#cells[this.#selection.cursor]];
    if (!cell || !board.classList.contains('zoomed')) return;
    const [outer, inner] = [board.getBoundingClientRect(), cell.getBoundingClientRect()];
    board.scrollLeft += Math.min(0, inner.left - outer.left) + Math.max(0, inner.right - outer.left - board.clientWidth);
    board.scrollTop += Math.min(0, inner.top - outer.top) + Math.max(0, inner.bottom - outer.top - board.clientHeight);
  }

  /** Enlarges the cells by this factor; the board then scrolls. @param {number} factor */
  zoom(factor) {
    if (!this.#game) return;
    const { rows, columns } = this.#game;
    const { top, right, bottom, left } = this.#margins;
    const { width, height } = this.size;
    const track = (/** @type {number} */ cells, /** @type {number} */ whole) => (factor > 1 ? `${100 * factor * cells / whole}%` : `minmax(0, ${cells}fr)`);
    const tracks = (/** @type {number} */ before, /** @type {number} */ cells, /** @type {number} */ after, /** @type {number} */ whole) => {
      const inner = `repeat(${cells}, ${track(1, whole)})`;
      return before + after ? `${track(before, whole)} ${inner} ${track(after, whole)}` : inner;
    };
    this.element.style.gridTemplate = `${tracks(top, rows, bottom, height)} / ${tracks(left, columns, right, width)}`;
    this.element.style.setProperty('--side', String(width / factor));
    this.element.classList.toggle('zoomed', factor > 1);
    this.reveal();
  }

  /** @param {Game} game @param {Cell} cell @param {number} index */
  #cell(game, { press }, index) {
    const made = element('div', { role: 'gridcell', class: 'cell' });
    edges(made, index, game.rows, game.columns, (/** @type {number} */ other) => game.cells[other].region);
    made.addEventListener('focus', () => { if (index !== this.#selection.cursor) this.#selection.selectOnly(index); });
    if (game.presses.length) made.addEventListener('pointerdown', () => made.focus({ preventScroll: true }));
    if (press !== null) {
      made.addEventListener('click', () => this.#player.press(press));
      this.pointAt(made, press);
    }
    return made;
  }

  /**
   * Returns the cells with the same digit as this one. For a blank cell, those with the same marks
   * or, if it has no marks, with the same colours.
   * @param {number} index
   */
  #alike(index) {
    const cells = this.#game?.cells ?? [];
    const { symbol, marks, corners, crosses, tints } = cells[index];
    if (!symbol && !marks && !corners && !crosses && !tints) return [index];
    const isBlank = (/** @type {Cell} */ cell) => !cell.symbol && !cell.marks && !cell.corners && !cell.crosses;
    if (isBlank(cells[index])) return cells.flatMap((cell, other) => (isBlank(cell) && cell.tints === tints ? [other] : []));
    const isAlike = (/** @type {Cell} */ cell) => (symbol ? cell.symbol === symbol : !cell.symbol && cell.marks === marks && cell.corners === corners && cell.crosses === crosses);
    return cells.flatMap((cell, other) => (isAlike(cell) ? [other] : []));
  }

  /**
   * Highlights the squares of a move while the pointer is on a target.
   * @param {HTMLElement} target
   * @param {number} press
   * @param {boolean} [byFocus] also while the target has the focus
   */
  pointAt(target, press, byFocus = false) {
    target.addEventListener('pointerenter', (event) => {
      // A touch presses immediately: there is nothing to preview.
      if (event.pointerType !== 'touch') this.#point(press);
    });
    target.addEventListener('pointerleave', () => this.#point(undefined));
    if (!byFocus) return;
    target.addEventListener('focus', () => this.#point(press));
    target.addEventListener('blur', () => this.#point(undefined));
  }

  /** Highlights the squares of a move, or none. @param {number | undefined} press */
  #point(press) {
    this.#pointed = press;
    this.#player.changed();
  }

  /** @param {Game} game @param {Marks} marks */
  paint(game, marks) {
    this.#game = game;
    const { cursor, isSeveral } = this.#selection;
    const { hint } = marks;
    const chosen = game.cells[cursor];
    const alike = marks.held ?? chosen.symbol;
    this.lines.paint(game.lines);
    this.#fog?.paint(game);
    this.element.classList.toggle('lined', game.lines.length > 0);
    const removed = new Map();
    for (const [cell, symbol] of hint?.removed ?? []) removed.set(cell, (removed.get(cell) ?? '') + symbol);
    const looked = new Set(hint?.cells);
    const pointed = this.#pointed ?? (this.hasFocus ? chosen.press : null);
    const turns = new Set(pointed === null ? [] : game.presses[pointed].turns);
    const isByPlace = !game.cells.some(({ corners }) => corners);
    let isRedrawn = false;
    game.cells.forEach((cell, index) => {
      const shown = this.#cells[index];
      const is = {
        given: cell.given,
        absent: cell.absent === true,
        fog: cell.fog === true,
        clash: cell.clash && marks.showsClashes,
        wrong: marks.wrong.has(index),
        selected: this.#selection.has(index),
        target: hint?.target?.[0] === index || (cell.press !== null && hint?.press === cell.press),
        turns: turns.has(index),
        look: looked.has(index),
        same: !hint && alike !== null && cell.symbol === alike && (index !== cursor || chosen.symbol !== alike),
        peer: !hint && !isSeveral && marks.sees(cursor, index),
      };
      const label = labelOf(cell, marks.showsClashes);
      const state = `${Object.values(is).map(Number).join('')} ${index === cursor} ${label}`;
      if (this.#states[index] !== state) {
        this.#states[index] = state;
        for (const [name, on] of Object.entries(is)) shown.classList.toggle(name, on);
        shown.tabIndex = index === cursor ? 0 : -1;
        shown.setAttribute('aria-label', is.wrong ? `${label}, wrong` : label);
        shown.setAttribute('aria-selected', String(is.selected));
        shown.setAttribute('aria-readonly', String(cell.given || game.presses.length > 0));
      }
      // An unchanged cell keeps its nodes: a click needs the same element on mouse down and up.
      const drawing = [cell.symbol, cell.marks, cell.corners, cell.crosses, cell.tints, isByPlace, cell.colour, cell.goal, cell.highlight, cell.last, removed.get(index)].join('|');
      if (this.#drawn[index] === drawing) return;
      paintCell(shown, cell, game, removed.get(index) ?? '');
      this.#drawn[index] = drawing;
      isRedrawn = true;
    });
    // Pencil marks of the cursor's digit are also highlighted.
    const marked = hint ? null : alike;
    if (marked === this.#marked && !isRedrawn) return;
    this.#marked = marked;
    for (const mark of this.element.querySelectorAll('.notes i')) {
      mark.classList.toggle('same', marked !== null && mark instanceof HTMLElement && (mark.dataset.mark ?? '').includes(marked));
    }
  }
}
