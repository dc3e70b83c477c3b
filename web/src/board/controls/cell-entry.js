// @ts-check
/// Writes on a board from the keypad, the keyboard and the pointer. Cells first: a digit is written
/// into the selected cells. Digit first: a digit is held and written into each cell that is tapped.
/// The line pen draws instead.

import { LinePen, lineBeside } from './line-pen.js';
import { PENS } from './pens.js';

/** @typedef {import('../../engine/engine.js').Game} Game */
/** @typedef {import('./pens.js').Pen} Pen */
/** @typedef {import('./keyboard.js').Command} Command */

/**
 * @typedef {object} Board
 * @property {() => Game | undefined} game
 * @property {import('../selection.js').Selection} selection
 * @property {import('../cells.js').Cells} cells
 * @property {import('./pad.js').Pad} pad
 * @property {() => import('./options.js').Options} options
 * @property {(request: { op: string } & Record<string, unknown>, then: (before: Game) => void) => void} play sends a move
 * @property {(cells: number[]) => void} announceCells announces cells after a change
 * @property {(text: string) => void} announce
 * @property {() => void} changed called when what is held has changed
 */

/** The value that is held instead of a digit to erase cells. */
const ERASER = 'erase';

/** Returns the total number of steps of all lines. @param {Game} game */
const lengthOf = ({ lines }) => lines.reduce((sum, { points }) => sum + points.length - 1, 0);

export class Entry {
  #board;
  /** Whether Tab leaves the board even if the player chose Tab for pens. */ isLeaving = false;
  /** The line pen. */
  line = new LinePen({
    isOn: () => this.#board.pad.pen === 'line',
    isAlong: () => this.#board.pad.isAlong,
    draw: (points, track) => this.#draw(points, track),
    sketch: (points) => this.#board.cells.lines.sketch(points),
    moveTo: (cell) => {
      this.#board.selection.selectOnly(cell);
      this.#board.cells.focus();
    },
  });

  /** @param {Board} board */
  constructor(board) {
    this.#board = board;
  }

  /** Whether a digit is chosen before its cells. */
  get isDigitFirst() { return this.#board.options().entry === 'digit'; }

  /** The digit that is held; undefined if there is none or the eraser is held. */
  get held() {
    const { held } = this.#board.pad;
    return held === ERASER ? undefined : held;
  }

  /** Whether Tab chooses a pen now. */
  get isTabForPens() { return this.#board.options().tab === 'pen' && this.#board.cells.hasFocus && !this.isLeaving; }

  /** Handles a press of a keypad key. @param {string} symbol @param {Pen} pen */
  press(symbol, pen) {
    if (this.isDigitFirst) this.hold(symbol);
    else this.write(symbol, pen);
  }

  /** Handles a press of Erase. */
  pressErase() {
    if (this.isDigitFirst && this.#board.pad.pen !== 'line') this.hold(ERASER);
    else this.clear();
  }

  /** Holds a digit for the next cells, or puts it down if it is held. @param {string | undefined} symbol */
  hold(symbol) {
    const { pad, announce, changed } = this.#board;
    pad.held = pad.held === symbol ? undefined : symbol;
    announce(pad.held === undefined ? 'Nothing selected.' : pad.held === ERASER ? 'Eraser selected. Choose cells.' : `${pad.pen === 'colour' ? 'Colour ' : ''}${pad.held} selected. Choose cells.`);
    changed();
  }

  /** Writes what is held into the selected cells. */
  writeHeld() {
    const { pad, selection } = this.#board;
    const game = this.#board.game();
    if (!game || pad.held === undefined || pad.pen === 'line') return;
    const isFixed = selection.cells.every((cell) => game.cells[cell].given);
    if (isFixed && pad.pen !== 'colour') return;
    if (pad.held === ERASER) this.clear();
    else this.write(pad.held, pad.pen);
  }

  /** Handles the end of a drag or tap that selected cells. */
  selected() {
    if (this.isDigitFirst) this.writeHeld();
  }

  /** Writes into the selected cells. @param {string} symbol @param {Pen} pen */
  write(symbol, pen) {
    const { cells } = this.#board.selection;
    this.#board.play(pen === 'digit' ? { op: 'enter', cells, symbol } : { op: 'mark', pen, cells, symbol }, () => this.#board.announceCells(cells));
  }

  /** Clears the selected cells; the line pen erases lines. */
  clear() {
    const { selection: { cells }, pad, announceCells } = this.#board;
    this.#board.play({ op: pad.pen === 'line' ? 'erase-lines' : 'clear', cells }, () => announceCells(cells));
  }

  /** Draws a line from the cursor's cell, or one of its sides. @param {[number, number]} step */
  drawBeside(step) {
    const { selection, pad, cells } = this.#board;
    const game = this.#board.game();
    const line = game && lineBeside(selection.cursor, step, pad.isAlong, game);
    if (!line) return;
    const hadFocus = cells.hasFocus;
    selection.selectOnly(line.to);
    if (hadFocus) cells.focus();
    this.#draw(line.points, line.track);
  }

  /** @param {number[]} points @param {import('./line-pen.js').Track} track */
  #draw(points, track) {
    this.#board.play({ op: 'line', points, track }, (before) => {
      const game = this.#board.game();
      if (!game) return;
      const known = new Set(before.lines.map(({ label }) => label));
      const drawn = game.lines.flatMap(({ label }) => (known.has(label) ? [] : [label])).join(', ');
      const isLonger = lengthOf(game) > lengthOf(before);
      this.#board.announce(isLonger ? `${drawn.charAt(0).toUpperCase()}${drawn.slice(1)}` : 'Line removed.');
    });
  }

  /** Performs a keyboard command if it writes or selects; returns whether it does. @param {Command} command @param {Game} game */
  execute(command, game) {
    const { selection, cells, pad, announce } = this.#board;
    this.isLeaving = command.act === 'leave';
    switch (command.act) {
      case 'go':
        selection.selectOnly(command.to);
        cells.focus();
        return true;
      case 'add':
        selection.add(command.to);
        cells.focus();
        return true;
      case 'select all':
        selection.selectAll(game.cells.map((_, index) => index));
        return true;
      case 'select one':
        selection.selectOnly(selection.cursor);
        return true;
      case 'write':
        this.write(command.symbol, command.pen);
        return true;
      case 'hold':
        this.hold(command.symbol);
        return true;
      case 'write held':
        this.writeHeld();
        return true;
      case 'put down':
        this.hold(pad.held);
        return true;
      case 'clear':
        this.clear();
        return true;
      case 'draw':
        this.drawBeside(command.step);
        return true;
      case 'along':
        pad.toggleAlong();
        announce(pad.isAlong ? 'Lines along the sides of cells' : 'Lines from cell to cell');
        return true;
      case 'leave':
        announce('Tab now leaves the board.');
        return true;
      case 'pen':
        pad.choose(command.pen);
        announce(`Entry mode: ${PENS.find(([pen]) => pen === command.pen)?.[1]}`);
        return true;
      default: return false;
    }
  }
}
