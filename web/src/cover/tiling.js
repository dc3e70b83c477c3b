// @ts-check
/// A solution of a packing as a picture. Pieces differ in outline, letter, colour and hatching, so
/// that no one has to distinguish hues.

import { svgElement } from '../page/svg.js';

/** A solution: for each piece its name and its cells. @typedef {[string, number[]][]} Solution */
/** @typedef {import('./packing.js').Packing} Packing */

/** Colours, each plain and hatched. */
const COLOURS = 6;
/** Drawings so far: every picture has its own patterns, with ids of their own. */
let drawings = 0;

/** The number of the colour and pattern of each name. @param {string[]} names */
export const lookOf = (names) => new Map([...new Set(names)].map((name, at) => [name, at % (2 * COLOURS)]));

/**
 * The number of the piece in each cell; `undefined` where there is none.
 * @param {number} cells
 * @param {Solution} solution
 */
export function ownersOf(cells, solution) {
  /** @type {(number | undefined)[]} */
  const owners = Array.from({ length: cells });
  solution.forEach(([, own], piece) => { for (const cell of own) owners[cell] = piece; });
  return owners;
}

/**
 * Draws a solution, or an empty board.
 * @param {Packing} packing its board, without empty rows or columns at the edges
 * @param {Solution} solution
 * @param {string} label
 */
export function drawTiling({ rows, columns, cells, pieces }, solution, label) {
  const looks = lookOf(pieces.map(({ name }) => name));
  const owners = ownersOf(cells.length, solution);
  const id = `hatching-${drawings++}`;
  const rowTexts = Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => {
    const at = row * columns + column;
    const piece = owners[at];
    return !cells[at] ? 'outside' : piece === undefined ? 'empty' : solution[piece][0];
  }).join(' '));
  const picture = svgElement('svg', { class: 'tiling', viewBox: `-0.6 -0.6 ${columns * 10 + 1.2} ${rows * 10 + 1.2}`, role: 'img', 'aria-label': `${label} ${rowTexts.map((text, row) => `Row ${row + 1}: ${text}.`).join(' ')}` });
  picture.append(svgElement('defs', {}, svgElement('pattern', { id, width: 2.5, height: 2.5, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' }, svgElement('path', { class: 'hatch', d: 'M0 0v2.5' }))));
  let [thin, bold] = ['', ''];
  cells.forEach((isOn, at) => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    const [x, y] = [column * 10, row * 10];
    if (!isOn) return;
    picture.append(cellOf(owners[at] === undefined ? undefined : looks.get(solution[owners[at]][0]), x, y, id));
    for (const [other, edge] of /** @type {[number | undefined, string][]} */ ([
      [column > 0 ? at - 1 : undefined, `M${x} ${y}v10`], [row > 0 ? at - columns : undefined, `M${x} ${y}h10`],
      [column < columns - 1 ? at + 1 : undefined, `M${x + 10} ${y}v10`], [row < rows - 1 ? at + columns : undefined, `M${x} ${y + 10}h10`],
    ])) {
      if (other === undefined || !cells[other] || owners[other] !== owners[at]) bold += edge;
      else thin += edge;
    }
  });
  picture.append(svgElement('path', { class: 'thin', d: thin }), svgElement('path', { class: 'bold', d: bold }));
  for (const [name, own] of solution) {
    // The cell nearest to the middle of the piece has its name.
    const [midRow, midColumn] = [own.reduce((sum, at) => sum + Math.floor(at / columns), 0) / own.length, own.reduce((sum, at) => sum + at % columns, 0) / own.length];
    const distance = (/** @type {number} */ at) => Math.hypot(Math.floor(at / columns) - midRow, at % columns - midColumn);
    const middle = own.reduce((best, at) => (distance(at) < distance(best) ? at : best));
    picture.append(svgElement('text', { x: middle % columns * 10 + 5, y: Math.floor(middle / columns) * 10 + 7 }, name.slice(0, 2)));
  }
  return picture;
}

/** @param {number | undefined} look @param {number} x @param {number} y @param {string} id */
function cellOf(look, x, y, id) {
  const place = { x, y, width: 10.1, height: 10.1 };
  if (look === undefined) return svgElement('rect', { class: 'cell', ...place, width: 10, height: 10 });
  const parts = [svgElement('rect', { 'data-colour': look % COLOURS + 1, ...place })];
  if (look >= COLOURS) parts.push(svgElement('rect', { fill: `url(#${id})`, ...place }));
  return svgElement('g', {}, ...parts);
}

/**
 * A small picture of one piece.
 * @param {import('./packing.js').Shape} shape
 * @param {number} look
 */
export function drawPiece(shape, look) {
  const [rows, columns] = [0, 1].map((axis) => Math.max(...shape.map((cell) => cell[axis])) + 1);
  const side = Math.max(rows, columns, 3);
  const id = `hatching-${drawings++}`;
  const picture = svgElement('svg', { class: 'tiling piece', viewBox: `${(columns - side) * 5 - 0.6} ${(rows - side) * 5 - 0.6} ${side * 10 + 1.2} ${side * 10 + 1.2}`, 'aria-hidden': 'true' });
  picture.append(svgElement('defs', {}, svgElement('pattern', { id, width: 2.5, height: 2.5, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' }, svgElement('path', { class: 'hatch', d: 'M0 0v2.5' }))));
  const has = (/** @type {number} */ row, /** @type {number} */ column) => shape.some((cell) => cell[0] === row && cell[1] === column);
  let [thin, bold] = ['', ''];
  for (const [row, column] of shape) {
    const [x, y] = [column * 10, row * 10];
    picture.append(cellOf(look, x, y, id));
    for (const [isInside, edge] of /** @type {[boolean, string][]} */ ([[has(row, column - 1), `M${x} ${y}v10`], [has(row - 1, column), `M${x} ${y}h10`], [has(row, column + 1), `M${x + 10} ${y}v10`], [has(row + 1, column), `M${x} ${y + 10}h10`]])) {
      if (isInside) thin += edge;
      else bold += edge;
    }
  }
  picture.append(svgElement('path', { class: 'thin', d: thin }), svgElement('path', { class: 'bold', d: bold }));
  return picture;
}
