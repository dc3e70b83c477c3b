// @ts-check
/// The selection of a Life field: a rectangle of cells that can be copied, cut, turned, mirrored,
/// filled and deleted; and cells to paste, shown under the pointer until they are placed. The page
/// loads this module on first use.

import { button, element } from '../../page/element.js';
import { count, number } from '../../page/words.js';
import { Block, framed } from './block.js';
import { iconButton } from './icons.js';

/** Maximum number of cells, live or dead, that are copied or changed at once. */
const MAX_CELLS = 1 << 20;
/** The engine's message for text without live cells, such as a copy of a blank selection. */
const NO_CELLS = 'the pattern has no live cells';
/** The percentage of live cells in a random fill. */
const FILL_PERCENT = 37;

/**
 * Copies text on pages without encryption, where browsers offer no other way; returns whether it
 * worked.
 * @param {string} text
 */
function copiedByEvent(text) {
  document.addEventListener('copy', (event) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  }, { once: true });
  return document.execCommand('copy');
}

/** @typedef {{ x: number, y: number }} Place */
/** @typedef {{ x: number, y: number, columns: number, rows: number }} Area */

/**
 * The viewer, and what the editor can do with it.
 * @typedef {object} Host
 * @property {import('../field.js').Field} field
 * @property {import('../life-engine.js').LifeEngine} engine
 * @property {() => { rule: string, states: number }} world
 * @property {(cells: [number, number, number][], message: string) => Promise<unknown>} draw changes cells in one step of the history
 * @property {(text: string, source: string) => Promise<unknown>} open replaces the pattern
 * @property {(text: string) => void} say
 * @property {() => boolean} isEmpty whether no cell is alive
 * @property {() => void} selectMode makes the pointer select
 * @property {() => void} changed called when the selection or the cells to paste have changed
 */

export class LifeEditor {
  isInPictures = false;
  #host;
  /** @type {Area | undefined} */ #area;
  /** The fixed corner of the selection. @type {Place | undefined} */ #anchor;
  /** The cells to paste, with the place of their first cell. @type {{ block: Block, x: number, y: number, text: string, source: string, image: HTMLCanvasElement } | undefined} */ #paste;
  /** The offset of the dragging finger from the first cell to paste. @type {Place | undefined} */ #grip;
  #hasDragged = false;
  /** The last copy, if the browser's clipboard did not take it. */ #copied = '';
  #actions = element('div', { class: 'side editing', role: 'group', hidden: '' });

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    // After a click, the keys apply to the field again.
    this.#actions.addEventListener('click', ({ detail }) => { if (detail) this.#focusField(); });
  }

  #focusField() { this.#host.field.canvas.focus({ preventScroll: true }); }

  /** The buttons for the selection or the cells to paste. */
  get element() { return this.#actions; }
  get isPasting() { return this.#paste !== undefined; }
  get hasArea() { return this.#area !== undefined; }
  /** Whether the keyboard's cell is shown: not while cells to paste follow the arrow keys. */
  get hasCursor() { return !this.#paste; }

  #changed() {
    this.#showActions();
    this.#host.field.paint();
    this.#host.changed();
  }

  // ---- selecting --------------------------------------------------------------------------------

  /** Selects the rectangle between the fixed corner and this cell. @param {Place} cell */
  #selectTo(cell) {
    this.#anchor ??= cell;
    const [x, y] = [Math.min(this.#anchor.x, cell.x), Math.min(this.#anchor.y, cell.y)];
    this.#area = { x, y, columns: Math.abs(this.#anchor.x - cell.x) + 1, rows: Math.abs(this.#anchor.y - cell.y) + 1 };
    this.#host.field.cursor = cell;
    this.#changed();
  }

  /** Moves the keyboard's cell and extends the selection to it. @param {number} dx @param {number} dy */
  extendBy(dx, dy) {
    const { field } = this.#host;
    if (!this.#area) this.#anchor = field.cursor;
    this.#selectTo({ x: field.cursor.x + dx, y: field.cursor.y + dy });
    this.#announceArea();
    const { x, y } = field.cursor;
    if (!field.shows([x, y, x, y])) field.pan(dx * field.zoom, dy * field.zoom);
  }

  /** Selects all live cells. */
  async selectAll() {
    const { measure } = await this.#host.engine.ask('measure');
    if (!measure?.bounds) return this.#host.say('There are no live cells to select.');
    const [west, north, east, south] = measure.bounds;
    this.#host.selectMode();
    this.#anchor = { x: west, y: north };
    this.#area = { x: west, y: north, columns: east - west + 1, rows: south - north + 1 };
    this.#changed();
    this.#announceArea();
  }

  #announceArea() {
    if (this.#area) this.#host.say(`Selected ${number(this.#area.columns)} by ${number(this.#area.rows)} cells.`);
  }

  deselect() {
    this.#area = this.#anchor = undefined;
    this.#changed();
  }

  // ---- the pointer ------------------------------------------------------------------------------

  /** @param {Place} cell @param {boolean} isTouch */
  press(cell, isTouch) {
    this.#hasDragged = false;
    if (this.#paste) {
      if (isTouch) this.#grip = { x: cell.x - this.#paste.x, y: cell.y - this.#paste.y };
      else this.#centreOn(cell);
      return;
    }
    this.#area = undefined;
    this.#anchor = cell;
    this.#host.field.cursor = cell;
    this.#changed();
  }

  /** @param {Place} cell */
  drag(cell) {
    if (this.#paste) {
      if (!this.#grip) return this.#centreOn(cell);
      const [x, y] = [cell.x - this.#grip.x, cell.y - this.#grip.y];
      if (x === this.#paste.x && y === this.#paste.y) return;
      this.#hasDragged = true;
      this.#movePaste(x, y);
      return;
    }
    const { cursor } = this.#host.field;
    if (this.#area && cursor.x === cell.x && cursor.y === cell.y) return;
    this.#selectTo(cell);
  }

  release() {
    const grip = this.#grip;
    this.#grip = undefined;
    if (!this.#paste) return this.#announceArea();
    if (!grip) return this.place();
    // A tap brings the cells to the finger; Place puts them there.
    if (!this.#hasDragged) this.#centreOn({ x: this.#paste.x + grip.x, y: this.#paste.y + grip.y });
  }

  /** @param {Place} cell */
  hover(cell) {
    if (this.#paste) this.#centreOn(cell);
  }

  cancel() {
    this.#grip = undefined;
    if (!this.#paste) this.deselect();
  }

  // ---- the selection ----------------------------------------------------------------------------

  /** Returns the selected cells; `undefined` after a message if there are none or too many. */
  async #block() {
    const area = this.#area;
    if (!area) {
      this.#host.say('Select cells first: press S and drag, or Ctrl+A for all.');
      return undefined;
    }
    if (area.columns * area.rows > MAX_CELLS) {
      this.#host.say(`The selection has ${number(area.columns)} by ${number(area.rows)} cells; at most ${number(MAX_CELLS)} can be changed at once.`);
      return undefined;
    }
    return new Block(area.columns, area.rows, await this.#host.engine.copy(area));
  }

  async copy() {
    const block = await this.#block();
    if (!block) return false;
    const { rule, states } = this.#host.world();
    const text = block.rle(rule, states);
    const isCopied = (await navigator.clipboard?.writeText(text).then(() => true, () => false)) || copiedByEvent(text);
    this.#copied = isCopied ? '' : text;
    this.#host.say(`Copied ${number(block.columns)} by ${number(block.rows)} cells, ${number(block.population)} alive${isCopied ? '' : ', for this page only: the browser blocked the clipboard'}.`);
    return true;
  }

  async cut() {
    if (await this.copy()) await this.#erase('Cut');
  }

  delete() { return this.#erase('Deleted'); }

  /** @param {string} verb */
  async #erase(verb) {
    const [area, block] = [this.#area, await this.#block()];
    if (!area || !block) return;
    const cells = block.cellsAt(area.x, area.y, 255);
    await this.#host.draw(cells.map(([x, y]) => [x, y, 0]), `${verb} ${count(cells.length, 'live cell')}.`);
  }

  async fill() {
    const [area, block] = [this.#area, await this.#block()];
    if (!area || !block) return;
    const { states } = this.#host.world();
    const filled = block.states.map(() => (Math.random() * 100 < FILL_PERCENT ? 1 + Math.floor(Math.random() * (states - 1)) : 0));
    await this.#replace(area, block, area, new Block(block.columns, block.rows, filled), `Filled at random: ${FILL_PERCENT} percent alive.`);
  }

  /** Changes the selection, or the cells to paste. @param {'rotated' | 'flippedAcross' | 'flippedDown'} way */
  async turn(way) {
    const message = way === 'rotated' ? 'Rotated.' : 'Flipped.';
    if (this.#paste) {
      const { block: old, x, y } = this.#paste;
      const block = old[way]();
      this.#showPaste(block, x + Math.floor((old.columns - block.columns) / 2), y + Math.floor((old.rows - block.rows) / 2));
      return this.#host.say(message);
    }
    const [area, old] = [this.#area, await this.#block()];
    if (!area || !old) return;
    const block = old[way]();
    const { columns, rows } = block;
    const to = { x: area.x + Math.floor((area.columns - columns) / 2), y: area.y + Math.floor((area.rows - rows) / 2), columns, rows };
    await this.#replace(area, old, to, block, message);
    this.#area = to;
    this.#anchor = { x: to.x, y: to.y };
    this.#changed();
  }

  /** @param {Area} from @param {Block} old @param {Area} to @param {Block} block @param {string} message */
  #replace(from, old, to, block, message) {
    /** @type {[number, number, number][]} */
    const erased = old.cellsAt(from.x, from.y, 255).map(([x, y]) => [x, y, 0]);
    return this.#host.draw([...erased, ...block.cellsAt(to.x, to.y, 255)], message);
  }

  // ---- pasting ----------------------------------------------------------------------------------

  /**
   * Shows the cells of a pattern under the pointer. If the field is empty, or the text is a rule or
   * too large to place, the text replaces the whole pattern and its rule instead.
   * @param {string} text a pattern in any format
   * @param {string} source words for where the text came from
   */
  async pasteText(text, source) {
    if (!text.trim() && !this.#copied) return this.#host.say('The clipboard holds no text.');
    return text.trim() && this.#host.isEmpty() ? this.#host.open(text, source) : this.#show(text.trim() ? text : this.#copied, source);
  }

  async pasteFromClipboard() {
    const text = this.#copied || await navigator.clipboard?.readText().catch(() => undefined);
    if (text === undefined) return this.#host.say('The browser does not let the page read the clipboard. Press Ctrl+V, or use “Paste a pattern”.');
    return this.pasteText(text, 'Pasted text');
  }

  /** @param {string} text @param {string} source */
  async #show(text, source) {
    const { answer, states } = await this.#host.engine.read(text);
    const [wide, high] = answer.size ?? [0, 0];
    const isReadable = !answer.error || answer.error === NO_CELLS;
    const block = isReadable && framed(text, new Block(wide, high, answer.size && states ? states : new Uint8Array()));
    if (!block) return this.#host.open(text, source);
    this.#focusField();
    const { columns, rows } = block;
    const middle = this.#host.field.pointed;
    this.#paste = { block, x: 0, y: 0, text, source, image: document.createElement('canvas') };
    this.#showPaste(this.#paste.block, middle.x - Math.floor(columns / 2), middle.y - Math.floor(rows / 2));
    const how = matchMedia('(pointer: coarse)').matches ? 'drag to move them, then press Place' : 'click or press Enter to place them, Escape to cancel';
    this.#host.say(`Pasting ${number(columns)} by ${number(rows)} cells: ${how}.`);
  }

  /** @param {Block} block @param {number} x @param {number} y */
  #showPaste(block, x, y) {
    if (!this.#paste) return;
    const { image } = this.#paste;
    Object.assign(image, { width: block.columns, height: block.rows });
    const context = image.getContext('2d');
    const pixels = context?.createImageData(block.columns, block.rows);
    if (pixels) {
      const words = new Uint32Array(pixels.data.buffer);
      block.states.forEach((state, at) => { if (state) words[at] = 0xff000000; });
      context?.putImageData(pixels, 0, 0);
      // Colour the cells differently from live cells.
      Object.assign(context ?? {}, { globalCompositeOperation: 'source-in', fillStyle: this.#host.field.token('--mark-2') });
      context?.fillRect(0, 0, block.columns, block.rows);
    }
    Object.assign(this.#paste, { block, x, y });
    this.#changed();
  }

  /** @param {number} x @param {number} y */
  #movePaste(x, y) {
    if (!this.#paste) return;
    Object.assign(this.#paste, { x, y });
    this.#host.field.paint();
  }

  /** @param {Place} cell */
  #centreOn(cell) {
    if (this.#paste) this.#movePaste(cell.x - Math.floor(this.#paste.block.columns / 2), cell.y - Math.floor(this.#paste.block.rows / 2));
  }

  /** Moves the cells to paste with the arrow keys. @param {number} dx @param {number} dy */
  nudge(dx, dy) {
    if (!this.#paste) return;
    this.#movePaste(this.#paste.x + dx, this.#paste.y + dy);
    this.#host.say(`First cell at column ${number(this.#paste.x)}, row ${number(this.#paste.y)}.`);
  }

  /** Places the cells; they stay selected. */
  async place() {
    const paste = this.#paste;
    if (!paste) return;
    this.#paste = undefined;
    const { block, x, y } = paste;
    await this.#host.draw(block.cellsAt(x, y, this.#host.world().states - 1), `Placed ${number(block.columns)} by ${number(block.rows)} cells.`);
    this.#anchor = { x, y };
    this.#area = { x, y, columns: block.columns, rows: block.rows };
    this.#changed();
  }

  stopPasting() {
    if (!this.#paste) return;
    this.#paste = undefined;
    this.#changed();
    this.#host.say('Nothing was pasted.');
  }

  // ---- display ----------------------------------------------------------------------------------

  #showActions() {
    const kind = this.#paste ? 'Cells to paste' : this.#area ? 'Selection' : '';
    const hadFocus = this.#actions.contains(document.activeElement);
    this.#actions.hidden = !kind;
    if (hadFocus && !kind) this.#focusField();
    if (this.#actions.getAttribute('aria-label') === kind) return;
    this.#actions.setAttribute('aria-label', kind);
    const turns = [
      iconButton('rotate', 'Rotate', () => this.turn('rotated'), { title: 'Rotate (T)' }),
      iconButton('flip left to right', 'Flip left to right', () => this.turn('flippedAcross'), { title: 'Flip left to right (X)' }),
      iconButton('flip top to bottom', 'Flip top to bottom', () => this.turn('flippedDown'), { title: 'Flip top to bottom (Y)' }),
    ];
    this.#actions.replaceChildren(...(this.#paste
      ? [button('Place', () => this.place(), { class: 'main' }), ...turns,
        button('Open instead', () => this.#openInstead(), { title: 'Replace the pattern with this one and its rule' }),
        iconButton('close', 'Cancel', () => this.stopPasting(), { title: 'Cancel (Escape)' })]
      : [iconButton('copy', 'Copy', () => this.copy(), { title: 'Copy (Ctrl+C)' }), iconButton('cut', 'Cut', () => this.cut(), { title: 'Cut (Ctrl+X)' }), ...turns,
        iconButton('random', 'Fill at random', () => this.fill(), { title: 'Fill at random (Shift+R)' }),
        iconButton('delete', 'Delete', () => this.delete(), { title: 'Delete the live cells (Delete)' }),
        iconButton('close', 'Deselect', () => this.deselect(), { title: 'Deselect (Escape)' })]));
    if (hadFocus) this.#focusField();
  }

  #openInstead() {
    const paste = this.#paste;
    if (!paste) return;
    this.#paste = undefined;
    this.#changed();
    this.#host.open(paste.text, paste.source);
  }

  /**
   * Paints the selection and the cells to paste.
   * @param {CanvasRenderingContext2D} context
   * @param {(x: number) => number} left
   * @param {(y: number) => number} top
   * @param {number} zoom
   * @param {string} accent
   */
  paint(context, left, top, zoom, accent) {
    const paste = this.#paste;
    const area = paste ? { x: paste.x, y: paste.y, columns: paste.block.columns, rows: paste.block.rows } : this.#area;
    if (!area) return;
    const box = /** @type {const} */ ([left(area.x), top(area.y), area.columns * zoom, area.rows * zoom]);
    context.save();
    context.fillStyle = context.strokeStyle = accent;
    context.globalAlpha = 0.12;
    context.fillRect(...box);
    context.globalAlpha = 1;
    if (paste) {
      context.imageSmoothingEnabled = zoom * devicePixelRatio < 1;
      context.globalAlpha = 0.75;
      context.drawImage(paste.image, ...box);
      context.globalAlpha = 1;
    }
    context.lineWidth = 2;
    context.setLineDash(paste ? [6, 4] : []);
    context.strokeRect(...box);
    context.restore();
  }
}
