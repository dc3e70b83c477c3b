// @ts-check
/// Symmetries of givens: the cells that are given together or not at all.

/** @typedef {[row: number, column: number]} Place */

/**
 * Where a symmetry moves a place; `down` and `right` are the last row and column.
 * @typedef {(place: Place, down: number, right: number) => Place} Move
 */

/** @type {Move} */ const HALF_TURN = ([row, column], down, right) => [down - row, right - column];
/** @type {Move} */ const QUARTER_TURN = ([row, column], down) => [column, down - row];
/** @type {Move} */ const MIRROR = ([row, column], _down, right) => [row, right - column];
/** @type {Move} */ const FLIP = ([row, column], down) => [down - row, column];
/** @type {Move} */ const FALLING = ([row, column]) => [column, row];
/** @type {Move} */ const RISING = ([row, column], down) => [down - column, down - row];

/** The symmetries by name, with the moves that generate them. @type {Record<string, Move[]>} */
const MOVES = {
  None: [],
  'Half turn': [HALF_TURN],
  'Quarter turn': [QUARTER_TURN],
  'Left and right': [MIRROR],
  'Top and bottom': [FLIP],
  'Both mirrors': [MIRROR, FLIP],
  'Falling diagonal': [FALLING],
  'Rising diagonal': [RISING],
  'Both diagonals': [FALLING, RISING],
  'All of a square': [QUARTER_TURN, MIRROR],
};

const OF_SQUARES = new Set([QUARTER_TURN, FALLING, RISING]);

/** Returns the names of the symmetries that a board can have. @param {number} rows @param {number} columns */
export const symmetriesOf = (rows, columns) => Object.keys(MOVES).filter((name) => rows === columns || !MOVES[name].some((move) => OF_SQUARES.has(move)));

/**
 * Returns the groups of cells that a symmetry maps to each other; none without a symmetry.
 * @param {string} name
 * @param {number} rows
 * @param {number} columns
 * @returns {number[][]}
 */
export function groupsOf(name, rows, columns) {
  const moves = symmetriesOf(rows, columns).includes(name) ? MOVES[name] : [];
  if (!moves.length) return [];
  const seen = new Set();
  const groups = [];
  for (let cell = 0; cell < rows * columns; cell += 1) {
    if (seen.has(cell)) continue;
    const group = [cell];
    seen.add(cell);
    for (const next of group) {
      for (const move of moves) {
        const [row, column] = move([Math.floor(next / columns), next % columns], rows - 1, columns - 1);
        const image = row * columns + column;
        if (seen.has(image)) continue;
        seen.add(image);
        group.push(image);
      }
    }
    groups.push(group);
  }
  return groups;
}
