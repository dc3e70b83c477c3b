// @ts-check
/// Which cells of a board are chosen: one where the cursor is, and others besides. By pointer: a
/// drag, a click with Ctrl or Shift, a double click; by touch, where a drag scrolls the page: taps
/// while several are being chosen.

export class Selection {
  /** Where keys go. */ cursor = 0;
  /** @type {Set<number>} */ #others = new Set();
  /** A tap adds a cell, or takes it away. */ isAdding = false;
  /** A drag goes on, which adds cells or takes them away. @type {'add' | 'remove' | undefined} */ #drag;
  #changed;

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
  }

  /** Every chosen cell, the cursor's among them, rising. */
  get cells() {
    return [...new Set([this.cursor, ...this.#others])].sort((one, other) => one - other);
  }

  get isSeveral() { return this.#others.size > 0 && !(this.#others.size === 1 && this.#others.has(this.cursor)); }

  /** @param {number} index */
  has(index) { return index === this.cursor || this.#others.has(index); }

  /** On another board: this cell and no other. @param {number} index */
  begin(index) {
    this.cursor = index;
    this.#others.clear();
  }

  /** This cell and no other. @param {number} index */
  only(index) {
    if (index === this.cursor && !this.#others.size) return;
    this.begin(index);
    this.#changed();
  }

  /** The cursor goes on; where it was stays chosen. @param {number} index */
  add(index) {
    this.#others.add(this.cursor).add(index);
    this.cursor = index;
    this.#changed();
  }

  /** These, with the cursor where it is if it is one of them. @param {number[]} cells */
  these(cells) {
    if (!cells.length) return;
    this.#others = new Set(cells);
    if (!this.#others.has(this.cursor)) this.cursor = cells[0];
    this.#changed();
  }

  /** In or out; one cell stays. @param {number} index */
  toggle(index) {
    if (!this.has(index)) return this.add(index);
    const left = this.cells.filter((cell) => cell !== index);
    if (!left.length) return;
    this.#others = new Set(left);
    if (this.cursor === index) this.cursor = left[left.length - 1];
    this.#changed();
  }

  /**
   * Follows the pointer over a board.
   * @param {HTMLElement} board
   * @param {HTMLElement[]} cells
   * @param {(index: number) => number[]} alike what a double click on a cell chooses
   */
  follow(board, cells, alike) {
    const at = (/** @type {EventTarget | null} */ target) => cells.findIndex((cell) => target instanceof Node && cell.contains(target));
    board.addEventListener('pointerdown', (event) => {
      const index = at(event.target);
      if (index < 0 || event.button !== 0) return;
      const isAdding = this.isAdding || event.ctrlKey || event.metaKey || event.shiftKey;
      this.#drag = isAdding && this.has(index) ? 'remove' : 'add';
      if (isAdding) this.toggle(index);
      else this.only(index);
      cells[this.cursor].focus({ preventScroll: true });
      // The browser would put the focus on the cell that was just taken out.
      event.preventDefault();
    });
    board.addEventListener('pointermove', (event) => {
      if (!this.#drag || event.pointerType === 'touch' || !(event.buttons & 1)) return;
      const index = at(document.elementFromPoint(event.clientX, event.clientY));
      if (index < 0 || this.has(index) === (this.#drag === 'add')) return;
      if (this.#drag === 'add') this.add(index);
      else this.toggle(index);
      cells[this.cursor].focus({ preventScroll: true });
    });
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => { this.#drag = undefined; }, { passive: true });
    board.addEventListener('dblclick', (event) => {
      const index = at(event.target);
      if (index >= 0) this.these(alike(index));
    });
  }
}
