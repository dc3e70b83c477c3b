// @ts-check
/// Adds, changes, moves and removes labels. Each is one step of undo.

import { number } from '../../page/words.js';
import { Labels } from './labels.js';
import { MAX_LABELS } from './notes.js';

/** @typedef {import('./notes.js').Label} Label */
/** @typedef {import('./labels.js').Place} Place */

/**
 * The viewer that has the labels.
 * @typedef {object} Host
 * @property {HTMLElement} element
 * @property {import('../field.js').Field} field
 * @property {() => import('./notes.js').Notes} notes
 * @property {() => boolean} isOn whether the pointer adds and changes labels
 * @property {(labels: Label[], message: string) => unknown} change
 * @property {(text: string) => void} say
 */

/** @param {Place} place */
const words = ({ x, y }) => `column ${number(x)}, row ${number(y)}`;

export class Labelling {
  #host;
  labels;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    this.labels = new Labels({
      field: host.field,
      isLabelling: host.isOn,
      edit: (label, place) => this.#edit(label, place),
      move: (label, { x, y }) => host.change(this.#replaced(label, { ...label, x, y }), `Label “${label.text}” moved to ${words({ x, y })}.`),
    });
  }

  /** The instructions for Label mode. */
  get advice() {
    return matchMedia('(pointer: coarse)').matches ? 'Tap a cell to add a label, or a label to change it; drag to move it.'
      : 'Click a cell to add a label, or a label to change it; drag to move it. Enter adds or changes the label at the cursor.';
  }

  /** Returns the labels with one of them replaced, added at the end, or removed. @param {Label | undefined} old @param {Label} [label] */
  #replaced(old, label) {
    const { labels } = this.#host.notes();
    if (!old) return label ? [...labels, label] : [...labels];
    return labels.flatMap((each) => (each === old ? label ?? [] : each));
  }

  /** Opens the label at a cell, or a new one. @param {Place} cell */
  editAt(cell) { return this.#edit(this.labels.at(cell), cell); }

  /** @param {Place} cell */
  removeAt(cell) {
    const label = this.labels.at(cell);
    if (label) this.#remove(label);
    else this.#host.say(`There is no label at ${words(cell)}.`);
  }

  /** @param {Label} label */
  #remove(label) { this.#host.change(this.#replaced(label), `Label “${label.text}” removed.`); }

  /** @param {Label | undefined} old @param {Place} place */
  async #edit(old, place) {
    const { element, field, notes, change, say } = this.#host;
    if (!old && notes().labels.length >= MAX_LABELS) return say(`A pattern can have at most ${MAX_LABELS} labels.`);
    field.cursor = { x: Math.round(place.x), y: Math.round(place.y) };
    const { askLabel } = await import('./label-dialog.js');
    const label = await askLabel(element, old, place, field.zoom);
    field.canvas.focus({ preventScroll: true });
    if (label === null && old) this.#remove(old);
    else if (label) change(this.#replaced(old, label), `Label “${label.text}” ${old ? 'changed' : 'added'} at ${words(label)}.`);
  }
}
