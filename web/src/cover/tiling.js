// @ts-check
/// A solution of a packing as a picture. Pieces differ in outline, letter, colour and hatching, so
/// that readers need not distinguish hues.

import { svgElement } from '../page/svg.js';
import { sizeOf } from './packing.js';

/** A solution: for each piece its name and its cells. @typedef {[string, number[]][]} Solution */
/** @typedef {import('./packing.js').Packing} Packing */

/** Colours, each plain and hatched. */
const COLOURS = 6;
/** The number of drawings so far: every picture needs its own patterns with unique ids. */
let drawings = 0;

/** Returns the number of the colour and pattern of each name. @param {string[]} names */
export const lookOf = (names) => new Map([...new Set(names)].map((name, at) => [name, at % (2 * COLOURS)]));

/**
 * Returns the number of the piece in each cell; `undefined` where there is none.
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
 * Draws a solution.
 * @param {Packing} packing its board, without empty rows or columns at the edges
 * @param {Solution} solution
 * @param {string} label
 */
export function drawTiling(packing, solution, label) {
  const { rows, columns, cells, pieces } = packing;
  const looks = lookOf(pieces.map(({ name }) => name));
  const owners = ownersOf(cells.length, solution);
  const picture = drawBoard(packing, solution, (name) => looks.get(name) ?? 0);
  const nameAt = (/** @type {number} */ at) => {
    const piece = owners[at];
    return !cells[at] ? 'outside' : piece === undefined ? 'empty' : solution[piece][0];
  };
  const rowTexts = Array.from({ length: rows }, (_, row) => `Row ${row + 1}: ${Array.from({ length: columns }, (_, column) => nameAt(row * columns + column)).join(' ')}.`);
  picture.setAttribute('role', 'img');
  picture.setAttribute('aria-label', `${label} ${rowTexts.join(' ')}`);
  for (const [name, own] of solution) {
    // The cell nearest to the middle of the piece shows its name.
    const [midRow, midColumn] = [own.reduce((sum, at) => sum + Math.floor(at / columns), 0) / own.length, own.reduce((sum, at) => sum + at % columns, 0) / own.length];
    const distance = (/** @type {number} */ at) => Math.hypot(Math.floor(at / columns) - midRow, at % columns - midColumn);
    const middle = own.reduce((best, at) => (distance(at) < distance(best) ? at : best));
    picture.append(svgElement('text', { x: middle % columns * 10 + 5, y: Math.floor(middle / columns) * 10 + 6.6 }, name.slice(0, 2)));
  }
  return picture;
}

/**
 * Draws pieces on a board, without their names.
 * @param {Pick<Packing, 'rows' | 'columns' | 'cells'>} board
 * @param {Solution} solution
 * @param {(name: string) => number} lookOfName
 */
function drawBoard({ rows, columns, cells }, solution, lookOfName) {
  const owners = ownersOf(cells.length, solution);
  const id = `hatching-${drawings++}`;
  const hatching = svgElement('pattern', { id, width: 2, height: 2, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' }, svgElement('path', { class: 'hatch', d: 'M0 0v2' }));
  const picture = svgElement('svg', { class: 'tiling', viewBox: `-0.6 -0.6 ${columns * 10 + 1.2} ${rows * 10 + 1.2}` }, svgElement('defs', {}, hatching));
  let [thin, bold] = ['', ''];
  cells.forEach((isOn, at) => {
    if (!isOn) return;
    const [row, column] = [Math.floor(at / columns), at % columns];
    const [x, y] = [column * 10, row * 10];
    const owner = owners[at];
    picture.append(cellOf(owner === undefined ? undefined : lookOfName(solution[owner][0]), x, y, id));
    for (const [other, edge] of /** @type {[number | undefined, string][]} */ ([
      [column > 0 ? at - 1 : undefined, `M${x} ${y}v10`], [row > 0 ? at - columns : undefined, `M${x} ${y}h10`],
      [column < columns - 1 ? at + 1 : undefined, `M${x + 10} ${y}v10`], [row < rows - 1 ? at + columns : undefined, `M${x} ${y + 10}h10`],
    ])) {
      if (other === undefined || !cells[other] || owners[other] !== owner) bold += edge;
      else thin += edge;
    }
  });
  picture.append(svgElement('path', { class: 'thin', d: thin }), svgElement('path', { class: 'bold', d: bold }));
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
 * Draws a small picture of one piece.
 * @param {import('./packing.js').Piece} piece
 * @param {number} look
 */
export function drawPiece({ name, cells: shape }, look) {
  const [rows, columns] = sizeOf(shape);
  const cells = Array.from({ length: rows * columns }, (_, at) => shape.some(([row, column]) => row * columns + column === at));
  /** @type {Solution} */
  const solution = [[name, cells.flatMap((isOn, at) => (isOn ? [at] : []))]];
  const picture = drawBoard({ rows, columns, cells }, solution, () => look);
  const side = Math.max(rows, columns, 3);
  picture.classList.add('piece');
  picture.setAttribute('viewBox', `${(columns - side) * 5 - 0.6} ${(rows - side) * 5 - 0.6} ${side * 10 + 1.2} ${side * 10 + 1.2}`);
  picture.setAttribute('aria-hidden', 'true');
  return picture;
}
