// @ts-check
/// The labels of a pattern: text at cells. They are drawn over the field and listed beside it. In
/// Label mode, a click on a cell adds a label, a click on a label changes it, and a drag moves it.

import { button, element } from '../../page/element.js';
import { count, number } from '../../page/words.js';

/** @typedef {import('./notes.js').Label} Label */
/** @typedef {{ x: number, y: number }} Place */

/** Height of the text of a label at its own zoom, in pixels, and the minimum height that is drawn. */
const SIZE = 18;
const MIN_SIZE = 5;
/** A label is shown from its zoom divided by this to its zoom times this, and fades near both. */
const RANGE = 4;
/** Minimum width and height of the part of a label that responds to the pointer, in pixels. */
const MIN_TARGET = 24;

/**
 * The viewer that has the labels.
 * @typedef {object} Host
 * @property {import('../field.js').Field} field
 * @property {() => boolean} isLabelling whether the pointer adds and changes labels
 * @property {(label: Label | undefined, place: Place) => void} edit opens a label, or a new one at this place
 * @property {(label: Label, place: Place) => void} move
 */

/**
 * Returns how visible a label is at a zoom, from 0 to 1.
 * @param {Label} label
 * @param {number} zoom
 */
function opacityAt(label, zoom) {
  const share = Math.log(zoom / label.zoom * RANGE) / Math.log(RANGE * RANGE);
  return Math.max(0, Math.min(1, 4 * share, 4 * (1 - share)));
}

export class Labels {
  isInPictures = true;
  hasCursor = true;
  /** @type {readonly Label[]} */ #list = [];
  #host;
  #names = element('ul', { class: 'labels' });
  #summary = element('summary');
  /** The list of the labels, for all pointers and screen readers. */
  element = element('details', { class: 'keys', hidden: '' }, this.#summary, this.#names);
  /** The label under the pointer, with the distance of the pointer's cell from its own. @type {{ label: Label, dx: number, dy: number, to: Place } | undefined} */ #grip;
  /** @type {Place | undefined} */ #pressed;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
  }

  get list() { return this.#list; }

  /** Shows these labels. @param {readonly Label[]} list */
  show(list) {
    if (list === this.#list) return;
    this.#list = list;
    this.element.hidden = !list.length;
    this.#summary.textContent = `Labels (${list.length})`;
    const { edit, field } = this.#host;
    const open = (/** @type {Label} */ label) => {
      // A label in the list may be far away.
      const { x, y, zoom } = label;
      if (!opacityAt(label, field.zoom) || !field.shows([x, y, x, y])) field.lookAt(label, zoom);
      edit(label, label);
    };
    this.#names.replaceChildren(...list.map((label) => element('li', {},
      button(label.text, () => open(label), { class: 'quiet', 'aria-label': `${label.text}, column ${number(label.x)}, row ${number(label.y)}`, title: `Column ${number(label.x)}, row ${number(label.y)}: change or remove` }))));
    field.paint();
  }

  /** Returns the label whose own cell this is. @param {Place} cell */
  at({ x, y }) { return this.#list.find((label) => Math.round(label.x) === x && Math.round(label.y) === y); }

  // ---- the pointer ------------------------------------------------------------------------------

  /** Returns the size of a label's text on the canvas, in pixels. @param {Label} label */
  #sizeOf(label) { return SIZE * this.#host.field.zoom / label.zoom; }

  /** Returns the label whose text is over a cell, or whose own cell it is. @param {Place} cell */
  #under(cell) {
    const { field } = this.#host;
    const point = field.centreOf(cell);
    return this.at(cell) ?? this.#list.findLast((label) => {
      if (!opacityAt(label, field.zoom)) return false;
      const lines = label.text.split('\n');
      const size = this.#sizeOf(label);
      const centre = field.centreOf(label);
      // A letter is about half as wide as it is high.
      const [wide, high] = [Math.max(...lines.map((line) => line.length)) * size * 0.55, lines.length * size].map((length) => Math.max(MIN_TARGET, length) / 2);
      return Math.abs(point.left - centre.left) <= wide && Math.abs(point.top - centre.top - (lines.length - 1) * size / 2) <= high;
    });
  }

  /** @param {Place} cell */
  press(cell) {
    const label = this.#under(cell);
    this.#pressed = cell;
    this.#grip = label && { label, dx: label.x - cell.x, dy: label.y - cell.y, to: { x: label.x, y: label.y } };
  }

  /** @param {Place} cell */
  drag(cell) {
    if (!this.#grip) return;
    this.#grip.to = { x: cell.x + this.#grip.dx, y: cell.y + this.#grip.dy };
    this.#host.field.paint();
  }

  hover() {}

  release() {
    const [grip, pressed] = [this.#grip, this.#pressed];
    this.cancel();
    if (!pressed) return;
    if (!grip) return this.#host.edit(undefined, pressed);
    const { label, to } = grip;
    if (label.x === to.x && label.y === to.y) this.#host.edit(label, label);
    else this.#host.move(label, to);
  }

  cancel() {
    this.#grip = this.#pressed = undefined;
    this.#host.field.paint();
  }

  // ---- display ----------------------------------------------------------------------------------

  /**
   * Paints the labels.
   * @param {CanvasRenderingContext2D} context
   * @param {(x: number) => number} left
   * @param {(y: number) => number} top
   * @param {number} zoom
   * @param {string} accent
   */
  paint(context, left, top, zoom, accent) {
    if (!this.#list.length) return;
    const { field, isLabelling } = this.#host;
    const [ground, family] = [field.token('--sheet'), field.token('--ui') || 'sans-serif'];
    context.save();
    Object.assign(context, { textAlign: 'center', textBaseline: 'middle', lineJoin: 'round', fillStyle: accent, strokeStyle: ground });
    for (const label of this.#list) {
      const size = this.#sizeOf(label);
      const opacity = opacityAt(label, zoom);
      if (!opacity || size < MIN_SIZE) continue;
      const { x, y } = this.#grip?.label === label ? this.#grip.to : label;
      context.globalAlpha = opacity;
      context.font = `600 ${size}px ${family}`;
      context.lineWidth = Math.max(2, size / 5);
      label.text.split('\n').forEach((line, at) => {
        const place = /** @type {const} */ ([line, left(x + 0.5), top(y + 0.5) + at * size * 1.15]);
        context.strokeText(...place);
        context.fillText(...place);
      });
      if (!isLabelling()) continue;
      // Mark the label's cell, which is the place stored in a file.
      context.save();
      Object.assign(context, { lineWidth: 1.5, strokeStyle: accent });
      context.strokeRect(left(x), top(y), Math.max(zoom, 3), Math.max(zoom, 3));
      context.restore();
    }
    context.restore();
  }
}

/** Describes a list of labels in words, for screen readers. @param {readonly Label[]} list */
export const labelsInWords = (list) => (list.length ? `, ${count(list.length, 'label')}` : '');
