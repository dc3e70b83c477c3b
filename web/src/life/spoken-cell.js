// @ts-check
/// The cell at the cursor of a field, for a screen reader.

export class SpokenCell {
  /** The cell that was last told of, and its state then. @type {{ x: number, y: number, state: number } | undefined} */ #last;
  #field;
  #hear;

  /** @param {import('./field.js').Field} field @param {(text: string) => void} hear */
  constructor(field, hear) {
    this.#field = field;
    this.#hear = hear;
  }

  /** Says where the cursor is and what is there. */
  say() {
    const { x, y } = this.#field.cursor;
    const state = this.#field.stateAt(x, y);
    this.#last = { x, y, state };
    this.#hear(`column ${x}, row ${y}, ${state === 0 ? 'dead' : state === 1 ? 'alive' : `state ${state}`}`);
  }

  /** Says it again where what was seen then was older than the drawing. */
  sayChange() {
    const [field, last] = [this.#field, this.#last];
    if (!last || !field.isDrawing || field.cursor.x !== last.x || field.cursor.y !== last.y) return;
    if (field.stateAt(last.x, last.y) !== last.state) this.say();
  }
}
