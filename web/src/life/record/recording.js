// @ts-check
/// Records the view of a running pattern, as an animated GIF or as PNG files in a ZIP. The page
/// loads this module on first use.

import { dialog } from '../../page/dialog.js';
import { element } from '../../page/element.js';
import { labelled } from '../../page/panel.js';
import { count, number } from '../../page/words.js';
import { readable } from '../readable.js';
import { Gif } from './gif.js';
import { Zip } from './zip.js';

/**
 * Limits of a recording: frames, bytes of a GIF and of a ZIP, and pixels of the longer side of a
 * GIF.
 */
const MAX_FRAMES = 1000;
const MAX_GIF_BYTES = 20_000_000;
const MAX_ZIP_BYTES = 100_000_000;
const MAX_SIDE = 960;
/** Minimum size in pixels of cells that have lines between them. */
const LINES_FROM = 5;
/** The colour of lines; ages and states use lower numbers. */
const LINE = 255;

/** @typedef {{ kind: 'gif' | 'zip', frames: number, stride: bigint, delay: number }} Wish */
/** @typedef {{ window: import('../life-engine.js').Window, isAged: boolean, bytes?: Uint8Array }} Shown */

/**
 * Asks for the kind and the size of a recording; `undefined` if it was cancelled.
 * @param {HTMLElement} host
 * @param {bigint} stride generations per frame
 * @returns {Promise<Wish | undefined>}
 */
export function askRecording(host, stride) {
  const kind = element('select', {}, element('option', { value: 'gif' }, 'Animated GIF'), element('option', { value: 'zip' }, 'PNG files in a ZIP'));
  const frames = element('input', { type: 'number', min: '2', max: String(MAX_FRAMES), value: '120' });
  const speed = element('input', { type: 'number', min: '1', max: '50', value: '15' });
  const speedRow = labelled('Frames per second', speed);
  kind.addEventListener('change', () => { speedRow.hidden = kind.value === 'zip'; });
  return new Promise((resolve) => {
    /** @type {Wish | undefined} */
    let wish;
    const within = (/** @type {HTMLInputElement} */ input) => Math.min(Number(input.max), Math.max(Number(input.min), Math.round(Number(input.value)) || 0));
    dialog(host, 'Record', [
      element('p', {}, `Records the visible part of the field, ${stride === 1n ? 'one generation' : `${readable(stride)} generations`} per frame. PNG files also show labels.`),
      labelled('File', kind), labelled('Frames', frames), speedRow,
    ], [['Record', 'main', () => { wish = { kind: kind.value === 'zip' ? 'zip' : 'gif', frames: within(frames), stride, delay: Math.round(100 / within(speed)) }; }], ['Cancel', '', () => {}]], () => resolve(wish));
  });
}

/**
 * The viewer that is recorded.
 * @typedef {object} Source
 * @property {import('../field.js').Field} field
 * @property {() => Promise<Shown>} shown the visible window; the field shows it
 * @property {(generations: bigint) => Promise<boolean>} forward runs the pattern; returns whether it got there
 * @property {() => boolean} isOver whether the recording has to end
 * @property {() => void} stop
 * @property {import('../run/progress-row.js').ProgressRow} row
 */

/**
 * A file that grows frame by frame.
 * @typedef {object} Film
 * @property {string} size of its frames, in words
 * @property {number} maxBytes
 * @property {() => number} bytes
 * @property {(bytes: Uint8Array) => Promise<void>} add adds the visible window
 * @property {() => Blob} file
 */

/**
 * Records a pattern. A recording that is stopped keeps its frames.
 * @param {Wish} wish
 * @param {Source} source
 */
export async function record({ kind, frames, stride, delay }, { field, shown, forward, isOver, stop, row }) {
  row.begin('Recording…', stop);
  let made = 0;
  let end = '';
  try {
    const first = await shown();
    const { columns, rows, scale } = first.window;
    const film = kind === 'zip' ? pngFilm(field) : gifFilm(field, columns, rows, delay);
    for (let { window, bytes } = first; ; { window, bytes } = await shown()) {
      if (!bytes || window.columns !== columns || window.rows !== rows || window.scale !== scale) {
        end = ' The view was zoomed or resized.';
        break;
      }
      await film.add(bytes);
      made++;
      row.update(made / frames);
      if (made === frames) break;
      if (film.bytes() > film.maxBytes) {
        end = ' The file has reached its maximum size.';
        break;
      }
      if (isOver() || !(await forward(stride)) || isOver()) {
        end = ' Stopped.';
        break;
      }
    }
    return { file: made > 1 ? film.file() : undefined, message: `Recorded ${count(made, 'frame')} of ${film.size} pixels.${end}` };
  } finally {
    row.end();
  }
}

/**
 * PNG files, numbered from 1, of the field as it is shown.
 * @param {import('../field.js').Field} field
 * @returns {Film}
 */
function pngFilm(field) {
  const zip = new Zip();
  const { width, height } = field.canvas;
  let made = 0;
  return {
    size: `${number(width)} by ${number(height)}`,
    maxBytes: MAX_ZIP_BYTES,
    bytes: () => zip.size,
    add: async () => {
      const picture = await field.picture();
      if (!picture) throw new Error('the browser could not create a picture');
      zip.add(`${String(++made).padStart(4, '0')}.png`, new Uint8Array(await picture.arrayBuffer()));
    },
    file: () => zip.file(),
  };
}

/**
 * Creates an animated GIF.
 * @param {import('../field.js').Field} field
 * @param {number} columns
 * @param {number} rows
 * @param {number} delay
 * @returns {Film}
 */
function gifFilm(field, columns, rows, delay) {
  const side = Math.max(1, Math.min(Math.floor(field.zoom), Math.floor(MAX_SIDE / Math.max(columns, rows))));
  const { colours, line } = field.flatPalette;
  const gif = new Gif(columns * side, rows * side, [...colours.slice(0, LINE), line]);
  /** @type {Uint8Array | undefined} */
  let before;
  return {
    size: `${number(columns * side)} by ${number(rows * side)}`,
    maxBytes: MAX_GIF_BYTES,
    bytes: () => gif.size,
    add: async (bytes) => {
      const box = changedBox(before, bytes, columns, rows);
      gif.frame({ left: box.left * side, top: box.top * side, width: box.width * side, height: box.height * side }, pixelsOf(bytes, columns, box, side), delay);
      before = bytes;
    },
    file: () => gif.file(),
  };
}

/**
 * Returns the rectangle of the blocks that differ, at least one block.
 * @param {Uint8Array | undefined} before
 * @param {Uint8Array} bytes
 * @param {number} columns
 * @param {number} rows
 */
function changedBox(before, bytes, columns, rows) {
  if (!before) return { left: 0, top: 0, width: columns, height: rows };
  let [west, north, east, south] = [columns, rows, -1, -1];
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at++) {
      if (bytes[at] === before[at]) continue;
      if (column < west) west = column;
      if (column > east) east = column;
      if (row < north) north = row;
      south = row;
    }
  }
  return east < 0 ? { left: 0, top: 0, width: 1, height: 1 } : { left: west, top: north, width: east - west + 1, height: south - north + 1 };
}

/**
 * Returns the pixels of a rectangle of blocks.
 * @param {Uint8Array} bytes
 * @param {number} columns
 * @param {import('./gif.js').Box} box
 * @param {number} side pixels per block
 */
function pixelsOf(bytes, columns, { left, top, width, height }, side) {
  const pixels = new Uint8Array(width * side * height * side);
  const hasLines = side >= LINES_FROM;
  for (let y = 0, at = 0; y < height * side; y++) {
    const row = (top + Math.floor(y / side)) * columns + left;
    for (let x = 0; x < width * side; x++) {
      const isLine = hasLines && (x % side === 0 || y % side === 0);
      pixels[at++] = isLine ? LINE : Math.min(LINE - 1, bytes[row + Math.floor(x / side)]);
    }
  }
  return pixels;
}
