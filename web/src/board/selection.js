// @ts-check
/// The selected cells of a board: the cursor's cell and any others. A drag selects several, as do
/// Ctrl or Shift with a click, a double click, and taps in multi-select mode. In a post and on an
/// enlarged board, a finger scrolls instead.

/** Radius around a cell's centre that a drag has to touch, as a fraction of the cell's width. */
const REACH = 0.45;

/** Returns whether a point is near the centre of a cell. @param {HTMLElement} cell @param {number} x @param {number} y */
function isInside(cell, x, y) {
  const { left, top, width, height } = cell.getBoundingClientRect();
  return Math.hypot(x - left - width / 2, y - top - height / 2) <= REACH * width;
}

export class Selection {
  /** The cell that keys act on. */ cursor = 0;
  /** @type {Set<number>} */ #others = new Set();
  /** Multi-select mode: a tap adds a cell to the selection or removes it. */ isMulti = false;
  /** Whether the current drag began a selection. */ #isOwn = false;
  /** What the current drag does to cells. @type {'add' | 'remove' | undefined} */ #drag;
  /** Whether nothing has been selected yet: the cursor's cell does not count for Ctrl or multi-select. */ #isFresh = true;
  #changed;
  #ended;

  /**
   * @param {() => void} changed
   * @param {() => void} [ended] called when a tap or a drag has selected these cells only
   */
  constructor(changed, ended = () => {}) {
    this.#changed = changed;
    this.#ended = ended;
  }

  /** Every selected cell, including the cursor's, in ascending order. */
  get cells() {
    return [...new Set([this.cursor, ...this.#others])].sort((one, other) => one - other);
  }

  /** Every selected cell in the order of selection. */
  get path() { return this.#others.has(this.cursor) ? [...this.#others] : [...this.#others, this.cursor]; }

  get isSeveral() { return this.#others.size > 0 && !(this.#others.size === 1 && this.#others.has(this.cursor)); }

  /** @param {number} index */
  has(index) { return index === this.cursor || this.#others.has(index); }

  /** Selects one cell without notifying: for a new board. @param {number} index */
  reset(index) {
    this.cursor = index;
    this.#others.clear();
    this.#isFresh = true;
  }

  /** Selects one cell only. @param {number} index */
  selectOnly(index) {
    const wasFresh = this.#isFresh;
    this.#isFresh = false;
    if (index === this.cursor && !this.#others.size && !wasFresh) return;
    this.cursor = index;
    this.#others.clear();
    this.#changed();
  }

  /** Moves the cursor to a cell and adds the cell to the selection. @param {number} index */
  add(index) {
    this.#isFresh = false;
    this.#others.add(this.cursor).add(index);
    this.cursor = index;
    this.#changed();
  }

  /**
   * Selects exactly these cells. The cursor stays if its cell is among them.
   * @param {number[]} cells
   */
  selectAll(cells) {
    if (!cells.length) return;
    this.#isFresh = false;
    this.#others = new Set(cells);
    if (!this.#others.has(this.cursor)) this.cursor = cells[0];
    this.#changed();
  }

  /** Adds a cell or removes it; the last selected cell stays. @param {number} index */
  toggle(index) {
    if (!this.has(index)) return this.add(index);
    const rest = this.cells.filter((cell) => cell !== index);
    if (!rest.length) return;
    this.#others = new Set(rest);
    if (this.cursor === index) this.cursor = rest[rest.length - 1];
    this.#changed();
  }

  /**
   * Listens to the pointer on a board.
   * @param {HTMLElement} board
   * @param {HTMLElement[]} cells
   * @param {(index: number) => number[]} alike the cells that a double click on a cell selects
   */
  listen(board, cells, alike) {
    const at = (/** @type {EventTarget | null} */ target) => cells.findIndex((cell) => target instanceof Node && cell.contains(target));
    board.addEventListener('pointerdown', (event) => {
      const index = at(event.target);
      if (index < 0 || event.button !== 0) return;
      const isMulti = !this.#isFresh && (this.isMulti || event.ctrlKey || event.metaKey || event.shiftKey);
      this.#drag = isMulti && this.has(index) ? 'remove' : 'add';
      this.#isOwn = !isMulti;
      if (isMulti) this.toggle(index);
      else this.selectOnly(index);
      cells[this.cursor].focus({ preventScroll: true });
      // Otherwise the browser focuses the cell that was just removed from the selection.
      event.preventDefault();
    });
    board.addEventListener('pointermove', (event) => {
      if (!this.#drag || !(event.buttons & 1)) return;
      // A quick drag has several points in one event; a diagonal drag touches the corners of other
      // cells.
      const points = event.getCoalescedEvents?.() ?? [];
      for (const { clientX, clientY } of points.length ? points : [event]) {
        const index = at(document.elementFromPoint(clientX, clientY));
        if (index < 0 || this.has(index) === (this.#drag === 'add') || !isInside(cells[index], clientX, clientY)) continue;
        if (this.#drag === 'add') this.add(index);
        else this.toggle(index);
        cells[this.cursor].focus({ preventScroll: true });
      }
    });
    for (const end of ['pointerup', 'pointercancel']) {
      addEventListener(end, () => {
        const isEnded = end === 'pointerup' && this.#drag && this.#isOwn;
        this.#drag = undefined;
        if (isEnded) this.#ended();
      }, { passive: true });
    }
    board.addEventListener('dblclick', (event) => {
      const index = at(event.target);
      if (index >= 0) this.selectAll(alike(index));
    });
  }
}
