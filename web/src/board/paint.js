// @ts-check
/// Draws the cells of a grid: symbols and pencil marks, lamps, or discs; on screen and for print.

import { element } from '../page/element.js';

/** @typedef {import('../engine/engine.js').Game} Game */
/** @typedef {import('../engine/engine.js').Cell} Cell */

/**
 * The places of corner marks in the order in which they are filled, as indices into the 3×3 places
 * of a cell: first corners, then sides.
 */
const CORNERS = [0, 2, 6, 8, 1, 7, 3, 5, 4];

/**
 * Draws the contents of a cell.
 * @param {HTMLElement} shown
 * @param {Cell} cell
 * @param {Game} game
 * @param {string} dropped candidates that the step of a hint removes
 */
export function paintCell(shown, cell, game, dropped) {
  if (game.areDiscs) paintDisc(shown, cell);
  else if (game.colours > 0) paintLamp(shown, cell, game);
  else paintSymbol(shown, cell, game, dropped);
}

/**
 * Draws a coloured square with a dot of its goal colour.
 * @param {HTMLElement} shown
 * @param {Cell} cell
 * @param {Game} game
 */
function paintLamp(shown, cell, game) {
  const lamp = element('span', { class: 'lamp', 'data-colour': String(cell.colour) });
  // Screen readers use the label; the style sheet draws the signs from data attributes.
  if (game.colours > 2) lamp.append(element('b', { 'data-mark': String(cell.colour) }));
  if (cell.goal !== cell.colour) lamp.append(element('i', { 'data-colour': String(cell.goal), 'data-mark': game.colours > 2 ? String(cell.goal) : '' }));
  if (cell.press !== null && game.presses.length <= 9) lamp.append(element('small', { 'data-mark': game.presses[cell.press].name }));
  shown.replaceChildren(lamp);
}

/** Draws a disc with its sign, or an empty hole. @param {HTMLElement} shown @param {Cell} cell */
function paintDisc(shown, cell) {
  const disc = element('span', { class: 'disc' });
  if (cell.symbol) disc.dataset.stone = cell.symbol;
  disc.classList.toggle('row-of-stones', cell.highlight);
  disc.classList.toggle('last-stone', cell.last);
  shown.replaceChildren(disc);
}

/**
 * Draws a symbol or pencil marks over the colours that the player chose.
 * @param {HTMLElement} shown
 * @param {Cell} cell
 * @param {Game} game
 * @param {string} dropped
 */
function paintSymbol(shown, cell, game, dropped) {
  shown.style.backgroundImage = stripes(cell.tints);
  shown.dataset.tints = cell.tints;
  if (cell.symbol) {
    // Two symbols belong to two different solutions; the label says which is which.
    shown.replaceChildren(cell.symbol.length > 1 ? element('span', { class: 'symbol pair', 'data-mark': cell.symbol }) : element('span', { class: 'symbol' }, cell.symbol));
    return;
  }
  // Without corner marks on the board, each candidate has its own place in the cell. With them, the
  // other marks share the centre.
  const isByPlace = !game.cells.some(({ corners }) => corners);
  const notes = isByPlace ? byPlace(cell, game, dropped) : inTheMiddle(cell, dropped);
  shown.replaceChildren(...notes);
}

/**
 * Draws each candidate in its own place.
 * @param {Cell} cell
 * @param {Game} game
 * @param {string} dropped
 */
function byPlace(cell, game, dropped) {
  if (!cell.marks && !cell.crosses && !dropped) return [];
  const notes = element('span', { class: 'notes', 'data-across': String(Math.ceil(Math.sqrt(game.symbols.length))) });
  for (const { symbol } of game.symbols) {
    const drop = dropped.includes(symbol);
    // Screen readers use the label; the style sheet draws the marks from data attributes.
    const crossed = cell.crosses.includes(symbol);
    const mark = element('i', drop ? { class: 'drop' } : crossed ? { class: 'crossed' } : {});
    if (drop || crossed || cell.marks.includes(symbol)) mark.dataset.mark = symbol;
    notes.append(mark);
  }
  return [notes];
}

/**
 * Draws corner marks around the edge and the other marks in the centre.
 * @param {Cell} cell
 * @param {string} dropped
 */
function inTheMiddle(cell, dropped) {
  const shown = [];
  if (cell.corners) {
    const places = Array.from({ length: 9 }, () => element('i'));
    [...cell.corners].forEach((symbol, index) => {
      const place = places[CORNERS[Math.min(index, 8)]];
      place.dataset.mark = (place.dataset.mark ?? '') + symbol;
    });
    shown.push(element('span', { class: 'notes corners' }, ...places));
  }
  const middle = [...new Set([...cell.marks, ...cell.crosses, ...dropped])].sort();
  if (middle.length) {
    const marks = middle.map((symbol) => element('i', { 'data-mark': symbol, class: dropped.includes(symbol) ? 'drop' : cell.crosses.includes(symbol) ? 'crossed' : '' }));
    shown.push(element('span', { class: 'notes middle', 'data-many': String(middle.length > 5) }, ...marks));
  }
  return shown;
}

/** Returns a gradient of the cell's colours side by side, with hard edges. @param {string} tints */
function stripes(tints) {
  const part = 100 / tints.length;
  const stops = [...tints].map((tint, index) => `color-mix(in srgb, var(--mark-${tint}) 38%, transparent) ${index * part}% ${(index + 1) * part}%`);
  return stops.length ? `linear-gradient(115deg, ${stops.join(', ')})` : '';
}

/**
 * Updates the printed table to match the board.
 * @param {HTMLTableElement} table
 * @param {Game} game
 * @param {string} title
 */
export function paintPaper(table, game, title) {
  const given = game.cells.filter((cell) => cell.given).length;
  if (table.caption) table.caption.textContent = game.colours > 0 || game.areDiscs ? `${title}, ${game.status}` : `${title}, ${given} given`;
  table.querySelectorAll('td').forEach((shown, index) => {
    const cell = game.cells[index];
    shown.classList.toggle('placed', !cell.given);
    if (cell.colour !== null) shown.dataset.colour = String(cell.colour);
    if (game.areDiscs) shown.dataset.stone = cell.symbol ?? '';
    const marks = [cell.corners, cell.marks].filter((text) => text).join(' ');
    shown.replaceChildren(cell.symbol ?? (cell.colour !== null ? sign(cell.colour, game.colours)
      : marks || cell.crosses ? element('small', {}, marks, marks && cell.crosses ? ' ' : '', ...cell.crosses ? [element('s', {}, cell.crosses)] : []) : ''));
  });
}

/**
 * Rebuilds the printed table with the size and lines of the board.
 * @param {HTMLTableElement} table
 * @param {Game} game
 */
export function buildPaper(table, game) {
  const body = table.tBodies[0];
  table.classList.add('paper');
  if (body.rows.length === game.rows && body.rows[0]?.cells.length === game.columns) return;
  const region = (/** @type {number} */ index) => game.cells[index]?.region;
  body.replaceChildren(...Array.from({ length: game.rows }, (_, row) =>
    element('tr', {}, ...Array.from({ length: game.columns }, (_, column) => {
      const made = element('td');
      edges(made, row * game.columns + column, game.rows, game.columns, region);
      return made;
    }))));
}

/**
 * Marks the edges of a cell where regions meet, for thicker lines.
 * @param {HTMLElement} shown
 * @param {number} index
 * @param {number} rows
 * @param {number} columns
 * @param {(index: number) => number} region
 */
export function edges(shown, index, rows, columns, region) {
  const [row, column] = [Math.floor(index / columns), index % columns];
  if (column + 1 === columns) shown.classList.add('last');
  else if (region(index + 1) !== region(index)) shown.classList.add('right');
  if (row + 1 < rows && region(index + columns) !== region(index)) shown.classList.add('below');
}

/**
 * Returns the printed symbol of a colour: a hollow or filled square, or its number.
 * @param {number} colour
 * @param {number} colours
 */
function sign(colour, colours) {
  return colours > 2 ? String(colour) : colour ? '\u25a0' : '\u25a1';
}
