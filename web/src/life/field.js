// @ts-check
/// The field on which a pattern is seen: where one looks and how near, by wheel, fingers, keys and
/// pointer; and what is drawn there by hand. It knows cells and colours, not rules: whoever holds
/// it brings the bytes of what is in sight.

import { element } from '../page/element.js';

/** @typedef {import('./life-engine.js').Window} Window */

/** Pixels of a cell, nearest and farthest. */
const NEAREST = 64;
const FARTHEST = 2 ** -50;
/** Pixels of a cell from which on there are lines between cells. */
const LINED = 7;
/** A wheel that was turned beside the field so many milliseconds ago still scrolls the page. */
const SCROLLING_MS = 400;

export class Field {
  canvas = element('canvas', { class: 'field', tabindex: '0', role: 'application', 'aria-roledescription': 'field of cells' });
  /** The cell in the middle, and pixels of a cell. */
  x = 0;
  y = 0;
  zoom = 8;
  isDrawing = false;
  /** The state that the pen gives. */
  pen = 1;
  /** The cell that keys draw on. */
  cursor = { x: 0, y: 0 };
  /** @type {[number, number, number, number] | null} */ edges = null;

  /** What has to be done when another part is in sight. */ onLook = () => {};
  /** Somebody moved the view by hand. */ onMoved = () => {};
  /** Cells were drawn. @type {(cells: [number, number, number][], goesOn: boolean) => void} */ onDraw = () => {};

  /** @type {{ window: Window, bytes: Uint8Array } | undefined} */ #seen;
  #image = document.createElement('canvas');
  /** @type {Uint32Array} */ #palette = new Uint32Array(256);
  #colours = { sheet: '', rule: '', strong: '', tens: '', accent: '', outside: '' };
  /** @type {Map<number, { x: number, y: number }>} */ #pointers = new Map();
  /** @type {{ state: number, x: number, y: number } | undefined} */ #stroke;
  #isMoved = false;
  #frame = 0;
  #scrolled = 0;

  constructor() {
    const { canvas } = this;
    new ResizeObserver(() => this.#resize()).observe(canvas);
    canvas.addEventListener('pointerdown', (event) => this.#down(event));
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    for (const end of ['pointerup', 'pointercancel']) canvas.addEventListener(end, (event) => this.#up(/** @type {PointerEvent} */ (event)));
    canvas.addEventListener('contextmenu', (event) => { if (this.isDrawing) event.preventDefault(); });
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    document.addEventListener('wheel', (event) => { if (event.target !== canvas) this.#scrolled = event.timeStamp; }, { passive: true });
    for (const change of ['focus', 'blur']) canvas.addEventListener(change, () => this.paint());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#takeColours());
  }

  // ---- where one looks --------------------------------------------------------------------------

  get width() { return this.canvas.clientWidth || 1; }
  get height() { return this.canvas.clientHeight || 1; }

  /** What is in sight, in blocks that are at least a pixel. @returns {Window} */
  window() {
    const near = this.zoom * devicePixelRatio;
    const scale = near >= 1 ? 0 : Math.ceil(-Math.log2(near));
    const block = 2 ** scale;
    const first = (/** @type {number} */ middle, /** @type {number} */ length) => Math.floor((middle - length / 2 / this.zoom) / block);
    const count = (/** @type {number} */ length) => Math.ceil(length / this.zoom / block) + 1;
    return { x: first(this.x, this.width) * block, y: first(this.y, this.height) * block, scale, columns: count(this.width), rows: count(this.height) };
  }

  /** Shows these bounds whole. @param {[number, number, number, number] | null} bounds @param {number} [nearest] */
  fit(bounds, nearest = 14) {
    const [west, north, east, south] = bounds ?? [-20, -12, 20, 12];
    const [wide, high] = [east - west + 1, south - north + 1];
    this.zoom = Math.min(nearest, Math.max(FARTHEST, Math.min(this.width / (wide * 1.15 + 4), this.height / (high * 1.15 + 4))));
    this.x = west + wide / 2;
    this.y = north + high / 2;
    this.cursor = { x: Math.floor(this.x), y: Math.floor(this.y) };
    this.#look();
  }

  /** Whether these bounds are in sight. @param {[number, number, number, number]} bounds */
  shows([west, north, east, south]) {
    const [halfWide, halfHigh] = [this.width / 2 / this.zoom, this.height / 2 / this.zoom];
    return west >= this.x - halfWide && east + 1 <= this.x + halfWide && north >= this.y - halfHigh && south + 1 <= this.y + halfHigh;
  }

  /** Nearer or farther; the point of the field that is at (left, top) stays there. @param {number} factor @param {number} [left] @param {number} [top] */
  zoomBy(factor, left = this.width / 2, top = this.height / 2) {
    const zoom = Math.min(NEAREST, Math.max(FARTHEST, this.zoom * factor));
    const [dx, dy] = [left - this.width / 2, top - this.height / 2];
    this.x += dx / this.zoom - dx / zoom;
    this.y += dy / this.zoom - dy / zoom;
    this.zoom = zoom;
    this.#byHand();
  }

  /** Moves the view by pixels. @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.x += dx / this.zoom;
    this.y += dy / this.zoom;
    this.#byHand();
  }

  #byHand() {
    this.onMoved();
    this.#look();
  }

  #look() {
    this.paint();
    this.onLook();
  }

  // ---- by hand ----------------------------------------------------------------------------------

  /** @param {MouseEvent} event */
  #at(event) {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** The cell under a point. @param {{ x: number, y: number }} point */
  #cell(point) {
    return { x: Math.floor(this.x + (point.x - this.width / 2) / this.zoom), y: Math.floor(this.y + (point.y - this.height / 2) / this.zoom) };
  }

  /** The state that a cell has now, as far as it is seen. @param {number} x @param {number} y */
  stateAt(x, y) {
    const { window, bytes } = this.#seen ?? {};
    if (!window || !bytes || window.scale > 0) return 0;
    const [column, row] = [x - window.x, y - window.y];
    if (column < 0 || row < 0 || column >= window.columns || row >= window.rows) return 0;
    const byte = bytes[row * window.columns + column];
    return this.isAged && byte > 0 ? 1 : byte;
  }

  isAged = false;

  /** @param {PointerEvent} event */
  #down(event) {
    this.canvas.focus({ preventScroll: true });
    this.canvas.setPointerCapture(event.pointerId);
    const point = this.#at(event);
    this.#pointers.set(event.pointerId, point);
    this.#isMoved = false;
    const isPen = this.isDrawing && this.zoom >= 1 && event.button === 0 && !event.ctrlKey && this.#pointers.size === 1;
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
    if (!before) return;
    const now = this.#at(event);
    const others = [...this.#pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    this.#pointers.set(event.pointerId, now);
    if (others.length) {
      // Two fingers: the middle between them moves, and their distance is the zoom.
      const [other] = others;
      const spread = (/** @type {{ x: number, y: number }} */ point) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
      this.pan((before.x - now.x) / 2, (before.y - now.y) / 2);
      this.zoomBy(spread(now) / spread(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
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
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    // Who scrolls the page past the field goes on scrolling.
    if (!event.ctrlKey && event.timeStamp - this.#scrolled < SCROLLING_MS) {
      this.#scrolled = event.timeStamp;
      return;
    }
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 30 : event.deltaMode === 2 ? 300 : 1;
    const point = this.#at(event);
    this.zoomBy(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.002)), point.x, point.y);
  }

  // ---- seen -------------------------------------------------------------------------------------

  /** The colour of each byte of what is in sight, as `#rrggbb` or with a fourth part. @param {string[]} colours */
  setPalette(colours) {
    const pen = Object.assign(document.createElement('canvas'), { width: 256, height: 1 }).getContext('2d', { willReadFrequently: true });
    if (!pen) return;
    colours.forEach((colour, at) => {
      pen.fillStyle = colour;
      pen.fillRect(at, 0, 1, 1);
    });
    this.#palette = new Uint32Array(pen.getImageData(0, 0, 256, 1).data.buffer.slice(0));
    if (this.#seen) this.show(this.#seen.window, this.#seen.bytes);
  }

  /** Called when the colours of the page may have changed. */
  onColours = () => {};

  #takeColours() {
    const style = getComputedStyle(this.canvas);
    const token = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    this.#colours = { sheet: token('--sheet'), rule: token('--rule'), strong: token('--faint'), tens: `color-mix(in srgb, ${token('--rule')} 55%, ${token('--faint')})`, accent: token('--accent'), outside: token('--peer') };
    this.onColours();
    this.paint();
  }

  /** A colour of the page. @param {string} name */
  token(name) {
    return getComputedStyle(this.canvas).getPropertyValue(name).trim();
  }

  /** Shows these bytes of a window. @param {Window} window @param {Uint8Array} bytes */
  show(window, bytes) {
    this.#seen = { window, bytes };
    const { columns, rows } = window;
    if (this.#image.width !== columns || this.#image.height !== rows) Object.assign(this.#image, { width: columns, height: rows });
    const pen = this.#image.getContext('2d');
    if (!pen) return;
    const image = pen.createImageData(columns, rows);
    const pixels = new Uint32Array(image.data.buffer);
    for (let at = 0; at < pixels.length; at++) pixels[at] = this.#palette[bytes[at]];
    pen.putImageData(image, 0, 0);
    this.paint();
  }

  #resize() {
    const { canvas } = this;
    const [width, height] = [this.width, this.height].map((length) => Math.round(length * devicePixelRatio));
    if (canvas.width === width && canvas.height === height) return;
    Object.assign(canvas, { width, height });
    if (!this.#colours.sheet) this.#takeColours();
    this.#look();
  }

  /** Draws once in the next frame, however often it is asked for. */
  paint() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paint();
    });
  }

  #paint() {
    const pen = this.canvas.getContext('2d');
    if (!pen) return;
    const ratio = devicePixelRatio;
    const { width, height, zoom } = this;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    const left = (/** @type {number} */ x) => (x - this.x) * zoom + width / 2;
    const top = (/** @type {number} */ y) => (y - this.y) * zoom + height / 2;
    pen.fillStyle = this.edges ? this.#colours.outside : this.#colours.sheet;
    pen.fillRect(0, 0, width, height);
    // A world without an edge on one side is told with numbers larger than any field.
    const [west, north, east, south] = (this.edges ?? [0, 0, 0, 0]).map((side, at) => Math.max(-16, Math.min(Math.max(width, height) + 16, (at % 2 ? top : left)(side + (at > 1 ? 1 : 0)))));
    if (this.edges) {
      pen.fillStyle = this.#colours.sheet;
      pen.fillRect(west, north, east - west, south - north);
    }
    if (this.#seen) {
      const { x, y, scale, columns, rows } = this.#seen.window;
      const block = 2 ** scale * zoom;
      pen.imageSmoothingEnabled = block * ratio < 1;
      pen.drawImage(this.#image, left(x), top(y), columns * block, rows * block);
    }
    if (zoom >= LINED) {
      const lines = (/** @type {(at: number) => boolean} */ isWanted) => {
        pen.beginPath();
        for (let x = Math.ceil(this.x - width / 2 / zoom); left(x) < width; x++) if (isWanted(x)) pen.rect(Math.round(left(x) * ratio) / ratio, 0, 1 / ratio, height);
        for (let y = Math.ceil(this.y - height / 2 / zoom); top(y) < height; y++) if (isWanted(y)) pen.rect(0, Math.round(top(y) * ratio) / ratio, width, 1 / ratio);
        pen.fill();
      };
      pen.fillStyle = this.#colours.rule;
      lines((at) => at % 10 !== 0);
      pen.fillStyle = this.#colours.tens;
      lines((at) => at % 10 === 0);
    }
    if (this.edges) {
      pen.strokeStyle = this.#colours.strong;
      pen.lineWidth = 2;
      pen.strokeRect(west, north, east - west, south - north);
    }
    if (this.isDrawing && document.activeElement === this.canvas && zoom >= 3) {
      pen.strokeStyle = this.#colours.accent;
      pen.lineWidth = 2;
      pen.strokeRect(left(this.cursor.x), top(this.cursor.y), zoom, zoom);
    }
  }

  /** A picture of what is in sight. @returns {Promise<Blob | null>} */
  picture() {
    this.#paint();
    return new Promise((resolve) => this.canvas.toBlob(resolve, 'image/png'));
  }
}

/** The cells of a line, without its first one. @param {{ x: number, y: number }} from @param {{ x: number, y: number }} to */
function between(from, to) {
  const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
  return Array.from({ length: steps }, (_, at) => ({
    x: from.x + Math.round(((to.x - from.x) * (at + 1)) / steps),
    y: from.y + Math.round(((to.y - from.y) * (at + 1)) / steps),
  }));
}
