// @ts-check
/// The player's lines, drawn over the cells.

import { svgElement } from '../page/svg.js';

/** A point: row and column in half cells; centres of cells are odd, corners even. @typedef {[number, number]} Point */

/** Returns the SVG path through points. @param {Point[]} points */
const pathOf = (points) => `M${points.map(([row, column]) => `${column} ${row}`).join('L')}`;

export class Lines {
  #drawn = svgElement('g');
  #draft = svgElement('path', { class: 'draft' });
  element = svgElement('svg', { class: 'lines', 'aria-hidden': 'true' }, this.#drawn, this.#draft);
  /** A key for the drawn lines. */ #key = '';

  /**
   * Fits the drawing to a board with space around its cells.
   * @param {{ rows: number, columns: number }} board
   * @param {import('./drawn.js').Margins} margins
   */
  fit({ rows, columns }, { top, right, bottom, left }) {
    this.element.setAttribute('viewBox', [-left, -top, left + columns + right, top + rows + bottom].map((cells) => 2 * cells).join(' '));
  }

  /** @param {import('../engine/engine.js').Line[]} lines */
  paint(lines) {
    const paths = lines.map(({ points }) => pathOf(points));
    if (paths.join() === this.#key) return;
    this.#key = paths.join();
    this.#drawn.replaceChildren(...paths.map((d) => svgElement('path', { d })));
  }

  /** Shows a line that is being drawn; without points, removes it. @param {Point[]} points */
  sketch(points) {
    if (points.length > 1) this.#draft.setAttribute('d', pathOf(points));
    else this.#draft.removeAttribute('d');
  }
}
