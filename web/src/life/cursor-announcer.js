// @ts-check
/// Announces the cell at the field's cursor to screen readers, with its label.

import { number } from '../page/words.js';

export class CursorAnnouncer {
  /** The last announced cell and its state. @type {{ x: number, y: number, state: number } | undefined} */ #last;
  #field;
  #announce;
  #labelAt;

  /**
   * @param {import('./field.js').Field} field
   * @param {(cell: { x: number, y: number }) => string | undefined} labelAt the text of a cell's label
   * @param {(text: string) => void} announce
   */
  constructor(field, labelAt, announce) {
    this.#field = field;
    this.#labelAt = labelAt;
    this.#announce = announce;
  }

  /** Announces the position and state of the cursor's cell. */
  announce() {
    const { x, y } = this.#field.cursor;
    const state = this.#field.stateAt(x, y);
    this.#last = { x, y, state };
    const label = this.#labelAt({ x, y });
    this.#announce(`column ${number(x)}, row ${number(y)}, ${state === 0 ? 'dead' : state === 1 ? 'alive' : `state ${state}`}${label ? `, label “${label}”` : ''}`);
  }

  /** Announces the cell again if drawing has since changed its state. */
  announceChange() {
    const [field, last] = [this.#field, this.#last];
    if (!last || !field.isDrawing || field.cursor.x !== last.x || field.cursor.y !== last.y) return;
    if (field.stateAt(last.x, last.y) !== last.state) this.announce();
  }
}
