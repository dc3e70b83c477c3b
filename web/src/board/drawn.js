// @ts-check
/// The drawn rules of a board, as two layers: lines, cages and clues below the digits, and sums and
/// dots above them.

import { readSvg } from '../page/svg.js';

/** The side of a cell in the drawing, as the engine draws it. */
const CELL = 48;

/** Selects the parts that are drawn above the digits. */
const ABOVE = '.label, .dot, .on-full, .on-open';

/** The space around the cells, in cells. @typedef {{ top: number, right: number, bottom: number, left: number }} Margins */

export const NO_MARGINS = Object.freeze({ top: 0, right: 0, bottom: 0, left: 0 });

/**
 * Returns the layers of a drawing, and how far it extends beyond the cells.
 * @param {string} svg
 * @param {{ rows: number, columns: number }} board
 * @returns {{ below: Element, above: Element, margins: Margins }}
 */
export function layersOf(svg, { rows, columns }) {
  const below = readSvg(svg);
  const [x, y, width, height] = (below.getAttribute('viewBox') ?? '').split(' ').map((number) => Number(number) / CELL);
  for (const text of below.querySelectorAll('title, desc')) text.remove();
  below.removeAttribute('role');
  below.setAttribute('aria-hidden', 'true');
  const above = /** @type {Element} */ (below.cloneNode(false));
  above.append(...below.querySelectorAll(ABOVE));
  above.classList.add('above');
  return { below, above, margins: { top: -y, left: -x, right: width + x - columns, bottom: height + y - rows } };
}
