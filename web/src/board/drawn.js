// @ts-check
/// The drawn rules of a board, as two layers: lines, cages and clues below the digits, and sums and
/// dots above them.

import { readSvg, svgElement } from '../page/svg.js';

/** The side of a cell in the drawing, as the engine draws it. */
const CELL = 48;

/** Selects the parts that fog does not cover. */
const CLEAR = '.sheet, .rule, .border, .frame, defs, clipPath';
/** The number of drawings that fog has clipped. */ let clipped = 0;

/** Selects the parts that are drawn above the digits. */
const ABOVE = '.label, .dot, .on-full, .on-open';

/** The space around the cells, in cells. @typedef {{ top: number, right: number, bottom: number, left: number }} Margins */

export const NO_MARGINS = Object.freeze({ top: 0, right: 0, bottom: 0, left: 0 });

/** Returns a drawing that screen readers skip. @param {string} svg */
export function silent(svg) {
  const drawing = readSvg(svg);
  for (const text of drawing.querySelectorAll('title, desc')) text.remove();
  drawing.removeAttribute('role');
  drawing.setAttribute('aria-hidden', 'true');
  return drawing;
}

/**
 * Returns the layers of a drawing, and how far it extends beyond the cells.
 * @param {string} svg
 * @param {{ rows: number, columns: number }} board
 * @returns {{ below: Element, above: Element, hasFog: boolean, margins: Margins }}
 */
export function layersOf(svg, { rows, columns }) {
  const below = silent(svg);
  const covers = below.querySelectorAll('.fog');
  for (const cover of covers) cover.remove();
  const [x, y, width, height] = (below.getAttribute('viewBox') ?? '').split(' ').map((number) => Number(number) / CELL);
  const above = /** @type {Element} */ (below.cloneNode(false));
  above.append(...below.querySelectorAll(ABOVE));
  above.classList.add('above');
  return { below, above, hasFog: covers.length > 0, margins: { top: -y, left: -x, right: width + x - columns, bottom: height + y - rows } };
}

/** Hides the parts of a drawing in cells that fog covers. */
export class Fog {
  /** The outline of the clear area, for each layer. */ #paths;

  /** @param {Element[]} layers */
  constructor(layers) {
    this.#paths = layers.map((layer) => {
      clipped += 1;
      const path = svgElement('path');
      for (const part of layer.children) if (!part.matches(CLEAR)) part.setAttribute('clip-path', `url(#fog-${clipped})`);
      layer.append(svgElement('clipPath', { id: `fog-${clipped}` }, path));
      return path;
    });
  }

  /** @param {import('../engine/engine.js').Game} game */
  paint({ cells, columns }) {
    // Holes run in the opposite direction to the surrounding rectangle, which takes them out of the
    // clear area.
    const holes = cells.map(({ fog }, index) => (fog ? `M${(index % columns) * CELL} ${Math.floor(index / columns) * CELL}v${CELL}h${CELL}v-${CELL}z` : ''));
    for (const path of this.#paths) path.setAttribute('d', `M-9999-9999H9999V9999H-9999z${holes.join('')}`);
  }
}
