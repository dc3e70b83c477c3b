// @ts-check
/// Rows, columns and regions of a board.

/** @typedef {import('../engine/engine.js').Game} Game */

/**
 * Returns whether two cells share a row, a column or a region.
 * @param {number} cell
 * @param {number} other
 * @param {Game} game
 */
export function shareHouse(cell, other, game) {
  const row = (/** @type {number} */ index) => Math.floor(index / game.columns);
  return cell !== other && (row(cell) === row(other) || cell % game.columns === other % game.columns
    || game.cells[cell].region === game.cells[other].region);
}
