// @ts-check
/// A drag made while the editor of selections is still loading. It is repeated when the editor is
/// ready.

/** @typedef {import('../field.js').Place} Place */

export class EarlyDrag {
  hasCursor = true;
  /** @type {{ from: Place, isTouch: boolean, to?: Place, isOver: boolean } | undefined} */ #drag;

  /** @param {Place} cell @param {boolean} isTouch */
  press(cell, isTouch) { this.#drag = { from: cell, isTouch, isOver: false }; }

  /** @param {Place} cell */
  drag(cell) { if (this.#drag) this.#drag.to = cell; }

  release() { if (this.#drag) this.#drag.isOver = true; }

  cancel() { this.#drag = undefined; }

  hover() {}

  /** Repeats the drag with the tool that was loading. @param {import('../field.js').Tool} tool */
  replay(tool) {
    const drag = this.#drag;
    this.#drag = undefined;
    if (!drag) return;
    tool.press(drag.from, drag.isTouch);
    if (drag.to) tool.drag(drag.to);
    if (drag.isOver) tool.release();
  }
}
