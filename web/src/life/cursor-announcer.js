// @ts-check
/// Announces the cell at the field's cursor to screen readers.

export class CursorAnnouncer {
  /** The last announced cell and its state. @type {{ x: number, y: number, state: number } | undefined} */ #last;
  #field;
  #announce;

  /** @param {import('./field.js').Field} field @param {(text: string) => void} announce */
  constructor(field, announce) {
    this.#field = field;
    this.#announce = announce;
  }

  /** Announces the position and state of the cursor's cell. */
  announce() {
    const { x, y } = this.#field.cursor;
    const state = this.#field.stateAt(x, y);
    this.#last = { x, y, state };
    this.#announce(`column ${x}, row ${y}, ${state === 0 ? 'dead' : state === 1 ? 'alive' : `state ${state}`}`);
  }

  /** Announces the cell again if a drawing has changed its state since. */
  announceChange() {
    const [field, last] = [this.#field, this.#last];
    if (!last || !field.isDrawing || field.cursor.x !== last.x || field.cursor.y !== last.y) return;
    if (field.stateAt(last.x, last.y) !== last.state) this.announce();
  }
}
