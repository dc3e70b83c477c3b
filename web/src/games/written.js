// @ts-check
/// Programs and problems that were written in this browser, in the same list as the games.

import { closeGame, keep, playedGames } from './history.js';

/** @typedef {import('./history.js').Played} Played */
/** A picture with ten units per column and row. @typedef {Required<Pick<Played, 'columns' | 'rows' | 'shapes'>>} Picture */

/** The number of lines and columns of text in a picture. */
const [TEXT_LINES, TEXT_COLUMNS] = [9, 24];
/** The number of fill colours in a picture of pieces; lines separate those of the same colour. */
const FILLS = 4;

/**
 * Moves a program or problem to the top of the list, replacing its earlier state. Closed entries
 * stay: the next one with the same id is a different entry.
 * @param {Pick<Played, 'kind' | 'title' | 'id' | 'save' | 'status'> & Picture} written
 */
export function remember(written) {
  /** @type {Played} */
  const played = { ...written, solved: false, at: Date.now(), style: 'written', box: [], cells: '', given: '' };
  keep([played, ...playedGames().filter(({ id, save, isClosed }) => save !== written.save && (id !== written.id || isClosed))]);
}

/** Closes an entry: the next one with its id is a different entry. @param {string} id */
export const close = (id) => closeGame(id);

/** Draws a picture of the first lines of a text. @param {string} text @returns {Picture} */
export function pictureOfText(text) {
  const lines = text.split('\n').slice(0, TEXT_LINES);
  return { columns: 8, rows: 8, shapes: lines.map((line, at) => ['text', { class: 'line', x: 4, y: 10 + at * 8.5 }, line.slice(0, TEXT_COLUMNS)]) };
}

/**
 * Draws a picture of pieces on a board or side by side.
 * @param {number} rows
 * @param {number} columns
 * @param {(number | undefined)[]} owners the number of the piece in each cell, row by row; -1 for an
 *   empty cell of the board
 * @returns {Picture}
 */
export function pictureOfPieces(rows, columns, owners) {
  const fills = Array.from({ length: FILLS + 1 }, () => '');
  let edges = '';
  owners.forEach((owner, at) => {
    if (owner === undefined) return;
    const [row, column] = [Math.floor(at / columns), at % columns];
    const [x, y] = [column * 10, row * 10];
    fills[owner < 0 ? FILLS : owner % FILLS] += `M${x} ${y}h10v10h-10z`;
    if (!column || owners[at - 1] !== owner) edges += `M${x} ${y}v10`;
    if (!row || owners[at - columns] !== owner) edges += `M${x} ${y}h10`;
    // An edge shared with another piece is drawn with that piece.
    if (column === columns - 1 || owners[at + 1] === undefined) edges += `M${x + 10} ${y}v10`;
    if (row === rows - 1 || owners[at + columns] === undefined) edges += `M${x} ${y + 10}h10`;
  });
  /** @type {Picture['shapes']} */
  const shapes = fills.flatMap((d, fill) => (d ? [['path', { class: `fill-${fill}`, d }]] : []));
  return { rows, columns, shapes: [...shapes, ['path', { class: 'bold', d: edges }]] };
}
