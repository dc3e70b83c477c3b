// @ts-check
/// A rectangle of cells, to copy, turn and place.

export class Block {
  columns;
  rows;
  /** The states, row by row. @type {Uint8Array} */ states;

  /** @param {number} columns @param {number} rows @param {Uint8Array} states */
  constructor(columns, rows, states) {
    this.columns = columns;
    this.rows = rows;
    this.states = states;
  }

  /** The number of live cells. */
  get population() { return this.states.reduce((sum, state) => sum + (state ? 1 : 0), 0); }

  /**
   * Returns a block whose cells are taken from this one.
   * @param {number} columns
   * @param {number} rows
   * @param {(column: number, row: number) => number} source the index in this block
   */
  #mapped(columns, rows, source) {
    const states = new Uint8Array(columns * rows);
    for (let row = 0, at = 0; row < rows; row++) for (let column = 0; column < columns; column++) states[at++] = this.states[source(column, row)];
    return new Block(columns, rows, states);
  }

  /** Returns a copy turned clockwise by a quarter turn. */
  rotated() { return this.#mapped(this.rows, this.columns, (column, row) => (this.rows - 1 - column) * this.columns + row); }

  /** Returns a copy with left and right swapped. */
  flippedAcross() { return this.#mapped(this.columns, this.rows, (column, row) => row * this.columns + this.columns - 1 - column); }

  /** Returns a copy with top and bottom swapped. */
  flippedDown() { return this.#mapped(this.columns, this.rows, (column, row) => (this.rows - 1 - row) * this.columns + column); }

  /**
   * Returns the live cells, with the block's first cell at (x, y).
   * @param {number} x
   * @param {number} y
   * @param {number} maxState replaces higher states
   * @returns {[number, number, number][]}
   */
  cellsAt(x, y, maxState) {
    /** @type {[number, number, number][]} */
    const cells = [];
    this.states.forEach((state, at) => {
      if (state) cells.push([x + at % this.columns, y + Math.floor(at / this.columns), Math.min(state, maxState)]);
    });
    return cells;
  }

  /**
   * Returns the block as an RLE file, which Golly and other programs read.
   * @param {string} rule
   * @param {number} states number of states of a cell under the rule
   */
  rle(rule, states) {
    const sign = (/** @type {number} */ state) => (states <= 2 ? (state ? 'o' : 'b') : state === 0 ? '.' : (state > 24 ? String.fromCharCode(111 + Math.floor((state - 1) / 24)) : '') + String.fromCharCode(65 + (state - 1) % 24));
    let [body, ends] = ['', 0];
    const add = (/** @type {number} */ count, /** @type {string} */ item) => { body += (count > 1 ? count : '') + item; };
    for (let row = 0; row < this.rows; row++, ends++) {
      const line = this.states.subarray(row * this.columns, (row + 1) * this.columns);
      const length = line.findLastIndex((state) => state > 0) + 1;
      if (length && ends) {
        add(ends, '$');
        ends = 0;
      }
      for (let at = 0; at < length;) {
        let run = 1;
        while (at + run < length && line[at + run] === line[at]) run++;
        add(run, sign(line[at]));
        at += run;
      }
    }
    const lines = `${body}!`.match(/(?:\d*\D){1,20}/g) ?? [];
    return `x = ${this.columns}, y = ${this.rows}, rule = ${rule}\n${lines.join('\n')}\n`;
  }
}

/** Maximum number of cells of a block with blank margins. */
const MAX_FRAME = 1 << 22;

/**
 * Returns a block with the blank margins that its RLE text gives it: a copied selection keeps its
 * size. Returns `undefined` if there are no cells, live or dead.
 * @param {string} text in any format
 * @param {Block} block the live cells of the text, cropped
 */
export function framed(text, block) {
  const rle = /^[ \t]*x[ \t]*=[ \t]*(\d+)[ \t]*,[ \t]*y[ \t]*=[ \t]*(\d+)[^\n]*\n([^!]*)/im.exec(text);
  const [columns, rows] = rle ? [Number(rle[1]), Number(rle[2])] : [0, 0];
  if (!rle || columns * rows > MAX_FRAME || columns < block.columns || rows < block.rows) return block.states.length ? block : undefined;
  let [west, north, x, y] = [Infinity, Infinity, 0, 0];
  for (const [, times, sign] of rle[3].matchAll(/(\d*)\s*([p-y]?[A-X]|[bo.$])/g)) {
    const length = Number(times || 1);
    if (sign === '$') [x, y] = [0, y + length];
    else {
      if (sign !== 'b' && sign !== '.') [west, north] = [Math.min(west, x), Math.min(north, y)];
      x += length;
    }
  }
  // If the cells extend beyond the size stated in the text, their bounds are used.
  if (block.states.length && (west + block.columns > columns || north + block.rows > rows)) return block;
  if (!columns || !rows) return undefined;
  const states = new Uint8Array(columns * rows);
  for (let row = 0; row < block.rows; row++) states.set(block.states.subarray(row * block.columns, (row + 1) * block.columns), (north + row) * columns + west);
  return new Block(columns, rows, states);
}
