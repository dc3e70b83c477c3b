// @ts-check
/// The canvas that shows a pattern. It handles panning, zooming and drawing by mouse wheel, touch,
/// keys and pointer. It knows cells and colours, not rules: its owner supplies the bytes of the
/// visible window.

import { element } from '../page/element.js';

/** @typedef {import('./life-engine.js').Window} Window */
/** @typedef {{ x: number, y: number }} Place */

/**
 * A tool that handles the pointer instead of the pen. It receives cells.
 * @typedef {object} Tool
 * @property {boolean} hasCursor whether the keyboard's cell is shown
 * @property {(cell: Place, isTouch: boolean) => void} press
 * @property {(cell: Place) => void} drag
 * @property {(cell: Place) => void} hover the pointer moves without a button
 * @property {() => void} release
 * @property {() => void} cancel a second finger touches the field
 */

/**
 * A drawing over the cells.
 * @typedef {object} Overlay
 * @property {boolean} isInPictures whether pictures of the field include it
 * @property {(context: CanvasRenderingContext2D, left: (x: number) => number, top: (y: number) => number, zoom: number, accent: string) => void} paint
 */

/** Largest and smallest zoom, in pixels per cell. */
const MAX_ZOOM = 64;
const MIN_ZOOM = 2 ** -50;
/** Zoom from which grid lines are drawn. */
const GRID_MIN_ZOOM = 7;
/** Milliseconds after the page scrolls during which the wheel over the field scrolls the page. */
const SCROLL_GRACE_MS = 400;

export class Field {
  canvas = element('canvas', { class: 'field', tabindex: '0', role: 'application', 'aria-roledescription': 'cell grid' });
  /** The cell in the centre, and pixels per cell. */
  x = 0;
  y = 0;
  zoom = 8;
  isDrawing = false;
  /** @type {Tool | undefined} */ tool;
  /** @type {Overlay[]} */ overlays = [];
  /** The state that drawing sets. */
  pen = 1;
  /** The cell that the keyboard draws on. */
  cursor = { x: 0, y: 0 };
  /** @type {[number, number, number, number] | null} */ edges = null;

  /** Called when the visible window has changed. */ onViewChange = () => {};
  /** Called when the user has panned or zoomed. */ onUserMove = () => {};
  /** Called when cells have been drawn; `isContinued` for all but the first cells of a stroke. @type {(cells: [number, number, number][], isContinued: boolean) => void} */ onDraw = () => {};

  /** @type {{ window: Window, bytes: Uint8Array } | undefined} */ #shown;
  #image = document.createElement('canvas');
  /** @type {Uint32Array} */ #palette = new Uint32Array(256);
  #colours = { sheet: '', rule: '', strong: '', tens: '', accent: '', outside: '' };
  /** @type {Map<number, { x: number, y: number }>} */ #pointers = new Map();
  /** @type {{ state: number, x: number, y: number } | undefined} */ #stroke;
  #isMoved = false;
  /** Whether the tool has the pointer. */ #isTool = false;
  /** The place of the mouse over the canvas. @type {Place | undefined} */ #hovered;
  #frame = 0;
  /** Time of the last wheel event that scrolled the page. */ #scrolledAt = 0;

  constructor() {
    const { canvas } = this;
    new ResizeObserver(() => this.#resize()).observe(canvas);
    canvas.addEventListener('pointerdown', (event) => this.#down(event));
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    for (const end of ['pointerup', 'pointercancel']) canvas.addEventListener(end, (event) => this.#up(/** @type {PointerEvent} */ (event)));
    canvas.addEventListener('contextmenu', (event) => { if (this.isDrawing) event.preventDefault(); });
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    document.addEventListener('wheel', (event) => { if (event.target !== canvas) this.#scrolledAt = event.timeStamp; }, { passive: true });
    canvas.addEventListener('pointerleave', () => { this.#hovered = undefined; });
    for (const change of ['focus', 'blur']) canvas.addEventListener(change, () => this.paint());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.readColours());
  }

  // ---- view -------------------------------------------------------------------------------------

  get width() { return this.canvas.clientWidth || 1; }
  get height() { return this.canvas.clientHeight || 1; }

  /** Returns the visible window, in blocks of at least one device pixel. @returns {Window} */
  window() {
    const pixelsPerCell = this.zoom * devicePixelRatio;
    const scale = pixelsPerCell >= 1 ? 0 : Math.ceil(-Math.log2(pixelsPerCell));
    const block = 2 ** scale;
    const first = (/** @type {number} */ middle, /** @type {number} */ length) => Math.floor((middle - length / 2 / this.zoom) / block);
    const count = (/** @type {number} */ length) => Math.ceil(length / this.zoom / block) + 1;
    return { x: first(this.x, this.width) * block, y: first(this.y, this.height) * block, scale, columns: count(this.width), rows: count(this.height) };
  }

  /**
   * Fits these bounds into view.
   * @param {[number, number, number, number] | null} bounds
   * @param {number} [maxZoom]
   */
  fit(bounds, maxZoom = 14) {
    const [west, north, east, south] = bounds ?? [-20, -12, 20, 12];
    const [wide, high] = [east - west + 1, south - north + 1];
    this.zoom = Math.min(maxZoom, Math.max(MIN_ZOOM, Math.min(this.width / (wide * 1.15 + 4), this.height / (high * 1.15 + 4))));
    this.x = west + wide / 2;
    this.y = north + high / 2;
    this.cursor = { x: Math.floor(this.x), y: Math.floor(this.y) };
    this.#viewChanged();
  }

  /** The edges of a world that is small enough to be shown as a whole. */
  get smallEdges() { return this.edges?.every((side) => Math.abs(side) < 1e6) ? this.edges : undefined; }

  /**
   * Returns whether these bounds are entirely in view.
   * @param {[number, number, number, number]} bounds
   */
  shows([west, north, east, south]) {
    const [halfWide, halfHigh] = [this.width / 2 / this.zoom, this.height / 2 / this.zoom];
    return west >= this.x - halfWide && east + 1 <= this.x + halfWide && north >= this.y - halfHigh && south + 1 <= this.y + halfHigh;
  }

  /** Returns whether these bounds are a small part of a view in which no cell can be seen. @param {[number, number, number, number]} bounds */
  isSpeck([west, north, east, south]) {
    return this.zoom < 1 && Math.max((east - west + 1) * this.zoom / this.width, (south - north + 1) * this.zoom / this.height) < 0.1;
  }

  /**
   * Zooms by a factor around the point (left, top) of the canvas.
   * @param {number} factor
   * @param {number} [left]
   * @param {number} [top]
   */
  zoomBy(factor, left = this.width / 2, top = this.height / 2) {
    const zoom = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, this.zoom * factor));
    const [dx, dy] = [left - this.width / 2, top - this.height / 2];
    this.x += dx / this.zoom - dx / zoom;
    this.y += dy / this.zoom - dy / zoom;
    this.zoom = zoom;
    this.#movedByUser();
  }

  /** Shows a cell in the centre. @param {Place} cell @param {number} zoom */
  lookAt({ x, y }, zoom) {
    Object.assign(this, { x: x + 0.5, y: y + 0.5, zoom: Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom)) });
    this.#movedByUser();
  }

  /** Moves the view by pixels. @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.x += dx / this.zoom;
    this.y += dy / this.zoom;
    this.#movedByUser();
  }

  #movedByUser() {
    this.onUserMove();
    this.#viewChanged();
  }

  #viewChanged() {
    this.paint();
    this.onViewChange();
  }

  // ---- pointer ----------------------------------------------------------------------------------

  /** @param {MouseEvent} event */
  #at(event) {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** Returns the cell under a point. @param {{ x: number, y: number }} point */
  #cell(point) {
    return { x: Math.floor(this.x + (point.x - this.width / 2) / this.zoom), y: Math.floor(this.y + (point.y - this.height / 2) / this.zoom) };
  }

  /** The cell under the mouse, or in the centre. */
  get pointed() { return this.#cell(this.#hovered ?? { x: this.width / 2, y: this.height / 2 }); }

  /**
   * Returns the state of a cell, or 0 for a cell outside the shown window.
   * @param {number} x
   * @param {number} y
   */
  stateAt(x, y) {
    const { window, bytes } = this.#shown ?? {};
    if (!window || !bytes || window.scale > 0) return 0;
    const [column, row] = [x - window.x, y - window.y];
    if (column < 0 || row < 0 || column >= window.columns || row >= window.rows) return 0;
    const byte = bytes[row * window.columns + column];
    return this.isAged && byte > 0 ? 1 : byte;
  }

  /** Whether the bytes are ages of live cells. */
  isAged = false;

  /** @param {PointerEvent} event */
  #down(event) {
    this.canvas.focus({ preventScroll: true });
    this.canvas.setPointerCapture(event.pointerId);
    const point = this.#at(event);
    this.#pointers.set(event.pointerId, point);
    this.#isMoved = false;
    const isPrimary = event.button === 0 && !event.ctrlKey && this.#pointers.size === 1;
    if (this.tool) {
      this.#isTool = isPrimary;
      if (isPrimary) this.tool.press(this.#cell(point), event.pointerType === 'touch');
      else this.tool.cancel();
      return;
    }
    const isPen = this.isDrawing && this.zoom >= 1 && isPrimary;
    if (!isPen) {
      this.#stroke = undefined;
      return;
    }
    const { x, y } = this.#cell(point);
    this.#stroke = { state: this.stateAt(x, y) === this.pen ? 0 : this.pen, x, y };
    this.cursor = { x, y };
    this.onDraw([[x, y, this.#stroke.state]], false);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#pointers.get(event.pointerId);
    const now = this.#at(event);
    if (!before) {
      this.#hovered = now;
      this.tool?.hover(this.#cell(now));
      return;
    }
    const others = [...this.#pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    this.#pointers.set(event.pointerId, now);
    if (others.length) {
      // Two fingers: their midpoint pans, and their distance zooms.
      const [other] = others;
      const spread = (/** @type {{ x: number, y: number }} */ point) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
      this.pan((before.x - now.x) / 2, (before.y - now.y) / 2);
      this.zoomBy(spread(now) / spread(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
      return;
    }
    if (this.tool && this.#isTool) {
      this.tool.drag(this.#cell(now));
      return;
    }
    if (this.#stroke) {
      const { x, y } = this.#cell(now);
      const cells = between(this.#stroke, { x, y }).map((cell) => /** @type {[number, number, number]} */ ([cell.x, cell.y, this.#stroke?.state ?? 0]));
      Object.assign(this.#stroke, { x, y });
      this.cursor = { x, y };
      if (cells.length) this.onDraw(cells, true);
      return;
    }
    this.#isMoved ||= Math.hypot(now.x - before.x, now.y - before.y) > 0;
    this.pan(before.x - now.x, before.y - now.y);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.#pointers.delete(event.pointerId);
    this.#stroke = undefined;
    if (this.#isTool) this.tool?.release();
    this.#isTool = false;
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    // A reader who scrolls past the field continues to scroll the page.
    if (!event.ctrlKey && event.timeStamp - this.#scrolledAt < SCROLL_GRACE_MS) {
      this.#scrolledAt = event.timeStamp;
      return;
    }
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 30 : event.deltaMode === 2 ? 300 : 1;
    const point = this.#at(event);
    this.zoomBy(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.002)), point.x, point.y);
  }

  // ---- painting ---------------------------------------------------------------------------------

  /** Sets the colour of each byte, as a CSS colour. @param {string[]} colours */
  setPalette(colours) {
    const context = Object.assign(document.createElement('canvas'), { width: 256, height: 1 }).getContext('2d', { willReadFrequently: true });
    if (!context) return;
    colours.forEach((colour, at) => {
      context.fillStyle = colour;
      context.fillRect(at, 0, 1, 1);
    });
    this.#palette = new Uint32Array(context.getImageData(0, 0, 256, 1).data.buffer.slice(0));
    if (this.#shown) this.show(this.#shown.window, this.#shown.bytes);
  }

  /** Called when the colours of the page may have changed. */
  onColoursChange = () => {};

  /** Reads the colours of the page again. */
  readColours() {
    const style = getComputedStyle(this.canvas);
    const token = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    this.#colours = { sheet: token('--sheet'), rule: token('--rule'), strong: token('--faint'), tens: `color-mix(in srgb, ${token('--rule')} 55%, ${token('--faint')})`, accent: token('--accent'), outside: token('--peer') };
    this.onColoursChange();
    this.paint();
  }

  /** Returns the value of a CSS colour token. @param {string} name */
  token(name) {
    return getComputedStyle(this.canvas).getPropertyValue(name).trim();
  }

  /** The colours of the bytes on the background of the field, three numbers each, and the colour of grid lines. */
  get flatPalette() {
    const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const flat = (/** @type {string} */ over) => {
      if (!pixel) return [0, 0, 0];
      for (const colour of [this.#colours.sheet, over]) {
        pixel.fillStyle = colour;
        pixel.fillRect(0, 0, 1, 1);
      }
      return [...pixel.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    };
    const bytes = new Uint8Array(this.#palette.buffer);
    const colours = Array.from({ length: 256 }, (_, at) => flat(`rgb(${bytes[4 * at]} ${bytes[4 * at + 1]} ${bytes[4 * at + 2]} / ${bytes[4 * at + 3] / 255})`));
    return { colours, line: flat(this.#colours.rule) };
  }

  /** Shows the bytes of a window. @param {Window} window @param {Uint8Array} bytes */
  show(window, bytes) {
    this.#shown = { window, bytes };
    const { columns, rows } = window;
    if (this.#image.width !== columns || this.#image.height !== rows) Object.assign(this.#image, { width: columns, height: rows });
    const context = this.#image.getContext('2d');
    if (!context) return;
    const image = context.createImageData(columns, rows);
    const pixels = new Uint32Array(image.data.buffer);
    for (let at = 0; at < pixels.length; at++) pixels[at] = this.#palette[bytes[at]];
    context.putImageData(image, 0, 0);
    this.paint();
  }

  #resize() {
    const { canvas } = this;
    const [width, height] = [this.width, this.height].map((length) => Math.round(length * devicePixelRatio));
    if (canvas.width === width && canvas.height === height) return;
    Object.assign(canvas, { width, height });
    if (!this.#colours.sheet) this.readColours();
    this.#viewChanged();
  }

  /** Schedules one repaint in the next frame. */
  paint() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paint();
    });
  }

  /** @param {boolean} [isPicture] whether the cursor and the selection are left out */
  #paint(isPicture = false) {
    const context = this.canvas.getContext('2d');
    if (!context) return;
    const ratio = devicePixelRatio;
    const { width, height, zoom } = this;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const left = (/** @type {number} */ x) => (x - this.x) * zoom + width / 2;
    const top = (/** @type {number} */ y) => (y - this.y) * zoom + height / 2;
    context.fillStyle = this.edges ? this.#colours.outside : this.#colours.sheet;
    context.fillRect(0, 0, width, height);
    // A side without an edge has a coordinate beyond any field; it is clamped to just outside the
    // canvas.
    const [west, north, east, south] = (this.edges ?? [0, 0, 0, 0]).map((side, at) => Math.max(-16, Math.min(Math.max(width, height) + 16, (at % 2 ? top : left)(side + (at > 1 ? 1 : 0)))));
    if (this.edges) {
      context.fillStyle = this.#colours.sheet;
      context.fillRect(west, north, east - west, south - north);
    }
    if (this.#shown) {
      const { x, y, scale, columns, rows } = this.#shown.window;
      const block = 2 ** scale * zoom;
      context.imageSmoothingEnabled = block * ratio < 1;
      context.drawImage(this.#image, left(x), top(y), columns * block, rows * block);
    }
    if (zoom >= GRID_MIN_ZOOM) {
      const lines = (/** @type {(at: number) => boolean} */ isWanted) => {
        context.beginPath();
        for (let x = Math.ceil(this.x - width / 2 / zoom); left(x) < width; x++) if (isWanted(x)) context.rect(Math.round(left(x) * ratio) / ratio, 0, 1 / ratio, height);
        for (let y = Math.ceil(this.y - height / 2 / zoom); top(y) < height; y++) if (isWanted(y)) context.rect(0, Math.round(top(y) * ratio) / ratio, width, 1 / ratio);
        context.fill();
      };
      context.fillStyle = this.#colours.rule;
      lines((at) => at % 10 !== 0);
      context.fillStyle = this.#colours.tens;
      lines((at) => at % 10 === 0);
    }
    if (this.edges) {
      context.strokeStyle = this.#colours.strong;
      context.lineWidth = 2;
      context.strokeRect(west, north, east - west, south - north);
    }
    for (const overlay of this.overlays) if (!isPicture || overlay.isInPictures) overlay.paint(context, left, top, zoom, this.#colours.accent);
    if (!isPicture && (this.tool ? this.tool.hasCursor : this.isDrawing) && document.activeElement === this.canvas && zoom >= 3) {
      context.strokeStyle = this.#colours.accent;
      context.lineWidth = 2;
      context.strokeRect(left(this.cursor.x), top(this.cursor.y), zoom, zoom);
    }
  }

  /** Returns a PNG picture of the view, without the cursor and the selection. @returns {Promise<Blob | null>} */
  picture() {
    this.#paint(true);
    // The blob is that of the canvas at the time of the call.
    const made = new Promise((/** @type {BlobCallback} */ resolve) => this.canvas.toBlob(resolve, 'image/png'));
    this.paint();
    return made;
  }

  /** Returns the centre of a cell, in pixels of the canvas. @param {Place} cell */
  centreOf({ x, y }) {
    return { left: (x + 0.5 - this.x) * this.zoom + this.width / 2, top: (y + 0.5 - this.y) * this.zoom + this.height / 2 };
  }
}

/**
 * Returns the cells of a straight line, without the first one.
 * @param {{ x: number, y: number }} from
 * @param {{ x: number, y: number }} to
 */
function between(from, to) {
  const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
  return Array.from({ length: steps }, (_, at) => ({
    x: from.x + Math.round(((to.x - from.x) * (at + 1)) / steps),
    y: from.y + Math.round(((to.y - from.y) * (at + 1)) / steps),
  }));
}
