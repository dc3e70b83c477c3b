// @ts-check
/// The line pen. A drag draws from centre to centre of neighbouring cells or, if it begins at
/// a side of a cell, along the sides. A click on a side draws that side; a click in a cell moves
/// the cursor.

/** @typedef {import('../drawn-lines.js').Point} Point */
/** What the points of a line are, in the engine's terms. @typedef {'centres' | 'corners'} Track */

/** How close to a side the mouse has to be, in half cells. */
const SIDE = 0.18;
/**
 * How close to a centre a drag has to pass, in half cells: a diagonal drag must miss the other
 * centres.
 */
const NEAR = 0.8;
/** The distance between two samples of a drag, in half cells. */
const STEP = 0.2;

/** The steps of the number pad: rows and columns. @type {Record<string, [number, number]>} */
export const STEPS = { 7: [-1, -1], 8: [-1, 0], 9: [-1, 1], 4: [0, -1], 6: [0, 1], 1: [1, -1], 2: [1, 0], 3: [1, 1] };

/**
 * @typedef {object} Player
 * @property {() => boolean} isOn whether the pen is chosen
 * @property {() => boolean} isAlong whether every line follows the sides of cells
 * @property {(points: number[], track: Track) => void} draw
 * @property {(points: Point[]) => void} sketch shows the line that is being drawn
 * @property {(cell: number) => void} moveTo
 */

/**
 * Returns the points of a line as the engine counts them: cells or corners, row by row.
 * @param {Point[]} points
 * @param {Track} track
 * @param {number} columns
 */
const numbersOf = (points, track, columns) => points.map(([row, column]) => Math.floor(row / 2) * (track === 'centres' ? columns : columns + 1) + Math.floor(column / 2));

/**
 * Returns the line from a cell to a neighbour or, along the sides, the side of the cell in that
 * direction. Returns `undefined` if the board has no such line.
 * @param {number} cell
 * @param {[number, number]} step
 * @param {boolean} isAlong
 * @param {{ rows: number, columns: number }} board
 * @returns {{ points: number[], track: Track, to: number } | undefined}
 */
export function lineBeside(cell, [down, right], isAlong, { rows, columns }) {
  const [row, column] = [2 * Math.floor(cell / columns) + 1, 2 * (cell % columns) + 1];
  if (isAlong) {
    if (down && right) return undefined;
    /** @type {Point[]} */
    const ends = [[row + (down || -1), column + (right || -1)], [row + (down || 1), column + (right || 1)]];
    return { points: numbersOf(ends, 'corners', columns), track: 'corners', to: cell };
  }
  const [toRow, toColumn] = [row + 2 * down, column + 2 * right];
  if (toRow < 0 || toColumn < 0 || toRow > 2 * rows || toColumn > 2 * columns) return undefined;
  const points = numbersOf([[row, column], [toRow, toColumn]], 'centres', columns);
  return { points, track: 'centres', to: points[1] };
}

/** Listens to the pointer on a board, before anything else does, and draws while the pen is on. */
export class LinePen {
  #player;
  /** The line that is being drawn. @type {{ track: Track, points: Point[], at: Point, from: Point } | undefined} */ #line;

  /** @param {Player} player */
  constructor(player) {
    this.#player = player;
  }

  /**
   * @param {HTMLElement} board
   * @param {HTMLElement[]} cells
   * @param {{ rows: number, columns: number }} size
   */
  listen(board, cells, { rows, columns }) {
    /** @param {MouseEvent} event @returns {Point} */
    const at = ({ clientX, clientY }) => {
      const [first, last] = [cells[0].getBoundingClientRect(), cells[cells.length - 1].getBoundingClientRect()];
      return [2 * rows * (clientY - first.top) / (last.bottom - first.top), 2 * columns * (clientX - first.left) / (last.right - first.left)];
    };
    const within = (/** @type {Point} */ [row, column]) => row > -SIDE && column > -SIDE && row < 2 * rows + SIDE && column < 2 * columns + SIDE;
    const options = { capture: true };
    board.addEventListener('pointerdown', (event) => {
      if (!this.#player.isOn() || event.button !== 0) return;
      event.stopPropagation();
      event.preventDefault();
      const from = at(event);
      if (!within(from)) return;
      const isAtSide = event.pointerType === 'mouse' && Math.min(...from.map(toSide)) < SIDE;
      const track = isAtSide || this.#player.isAlong() ? 'corners' : 'centres';
      this.#line = { track, from, at: from, points: [nearest(from, track, [rows, columns])] };
      board.setPointerCapture(event.pointerId);
    }, options);
    board.addEventListener('pointermove', (event) => {
      const line = this.#line;
      if (!line) return;
      event.stopPropagation();
      const to = at(event);
      const count = Math.ceil(Math.hypot(to[0] - line.at[0], to[1] - line.at[1]) / STEP);
      for (let sample = 1; sample <= count; sample += 1) {
        const part = sample / count;
        extend(line, [line.at[0] + (to[0] - line.at[0]) * part, line.at[1] + (to[1] - line.at[1]) * part], [rows, columns]);
      }
      line.at = to;
      this.#player.sketch(line.points);
    }, options);
    board.addEventListener('pointerup', (event) => {
      const line = this.#line;
      if (!line) return;
      event.stopPropagation();
      this.cancel();
      const { track, from, points } = line;
      if (points.length > 1) return this.#player.draw(numbersOf(points, track, columns), track);
      const [row, column] = from.map((half) => Math.max(0, Math.floor(half / 2)));
      if (track === 'corners') return this.#player.draw(numbersOf(sideAt(from, [rows, columns]), track, columns), track);
      this.#player.moveTo(Math.min(row, rows - 1) * columns + Math.min(column, columns - 1));
    }, options);
    board.addEventListener('pointercancel', () => this.cancel(), options);
    board.addEventListener('dblclick', (event) => { if (this.#player.isOn()) event.stopPropagation(); }, options);
  }

  /** Drops the line that is being drawn; returns whether there was one. */
  cancel() {
    const isDrawing = this.#line !== undefined;
    this.#line = undefined;
    this.#player.sketch([]);
    return isDrawing;
  }
}

/** Returns the distance to the nearest side of a cell, in half cells. @param {number} half */
const toSide = (half) => Math.abs(half - 2 * Math.round(half / 2));

/**
 * Returns the nearest centre or corner.
 * @param {Point} point
 * @param {Track} track
 * @param {[number, number]} size rows and columns
 * @returns {Point}
 */
function nearest([row, column], track, [rows, columns]) {
  const to = (/** @type {number} */ half, /** @type {number} */ cells) => (track === 'centres'
    ? 2 * Math.min(cells - 1, Math.max(0, Math.floor(half / 2))) + 1
    : 2 * Math.min(cells, Math.max(0, Math.round(half / 2))));
  return [to(row, rows), to(column, columns)];
}

/**
 * Returns the ends of the side nearest to a point.
 * @param {Point} point
 * @param {[number, number]} size rows and columns
 * @returns {Point[]}
 */
function sideAt([row, column], size) {
  const [top, left] = nearest([row, column], 'corners', size);
  const [centreRow, centreColumn] = nearest([row, column], 'centres', size);
  return Math.abs(row - top) < Math.abs(column - left)
    ? [[top, centreColumn - 1], [top, centreColumn + 1]]
    : [[centreRow - 1, left], [centreRow + 1, left]];
}

/**
 * Extends a line to the pointer, or removes its last point if the pointer has moved back.
 * @param {{ track: Track, points: Point[] }} line
 * @param {Point} at
 * @param {[number, number]} size rows and columns
 */
function extend({ track, points }, at, size) {
  const to = nearest(at, track, size);
  if (track === 'centres' && Math.hypot(at[0] - to[0], at[1] - to[1]) > NEAR) return;
  const before = points[points.length - 2];
  if (before && before[0] === to[0] && before[1] === to[1]) {
    points.pop();
    return;
  }
  for (;;) {
    const [row, column] = points[points.length - 1];
    const [down, right] = [Math.sign(to[0] - row), Math.sign(to[1] - column)];
    if (!down && !right) return;
    // Sides have no diagonals.
    points.push([row + (track === 'corners' && right ? 0 : 2 * down), column + 2 * right]);
  }
}
