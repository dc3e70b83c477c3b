// @ts-check
/// Records the view of a running pattern as an animated GIF. The page loads this module on first
/// use.

import { dialog } from '../../page/dialog.js';
import { element } from '../../page/element.js';
import { labelled } from '../../page/panel.js';
import { count, number } from '../../page/words.js';
import { Gif } from './gif.js';

/** Limits of a recording: frames, bytes, and pixels of the wider side. */
const MAX_FRAMES = 1000;
const MAX_BYTES = 20_000_000;
const MAX_SIDE = 960;
/** Cells of at least this many pixels have lines between them. */
const LINES_FROM = 5;
/** The colour of lines; ages and states keep below it. */
const LINE = 255;

/** @typedef {{ frames: number, stride: bigint, delay: number }} Wish */

/**
 * Asks for the size of a recording; `undefined` if it was cancelled.
 * @param {HTMLElement} host
 * @param {bigint} stride generations per frame
 * @returns {Promise<Wish | undefined>}
 */
export function askRecording(host, stride) {
  const frames = element('input', { type: 'number', min: '2', max: String(MAX_FRAMES), value: '120' });
  const speed = element('input', { type: 'number', min: '1', max: '50', value: '15' });
  return new Promise((resolve) => {
    /** @type {Wish | undefined} */
    let wish;
    const within = (/** @type {HTMLInputElement} */ input) => Math.min(Number(input.max), Math.max(Number(input.min), Math.round(Number(input.value)) || 0));
    dialog(host, 'Record', [
      element('p', {}, `Records the visible part of the field as an animated GIF, ${stride === 1n ? 'one generation' : `${number(stride)} generations`} per frame.`),
      labelled('Frames', frames), labelled('Frames per second', speed),
    ], [['Record', 'main', () => { wish = { frames: within(frames), stride, delay: Math.round(100 / within(speed)) }; }], ['Cancel', '', () => {}]], () => resolve(wish));
  });
}

/**
 * The viewer that is recorded.
 * @typedef {object} Source
 * @property {import('../field.js').Field} field
 * @property {() => Promise<{ window: import('../life-engine.js').Window, isAged: boolean, bytes?: Uint8Array }>} picture
 * @property {(generations: bigint) => Promise<boolean>} forward runs the pattern; returns whether it got there
 * @property {() => boolean} isOver whether the recording has to end
 * @property {() => void} stop
 * @property {import('../run/progress-row.js').ProgressRow} row
 */

/**
 * Records a pattern. A recording that is stopped keeps its frames.
 * @param {Wish} wish
 * @param {Source} source
 */
export async function record({ frames, stride, delay }, { field, picture, forward, isOver, stop, row }) {
  row.begin('Recording…', stop);
  const first = await picture();
  const { columns, rows } = first.window;
  const side = Math.max(1, Math.min(Math.floor(field.zoom), Math.floor(MAX_SIDE / Math.max(columns, rows))));
  const { colours, line } = field.flatPalette;
  const gif = new Gif(columns * side, rows * side, [...colours.slice(0, LINE), line]);
  let made = 0;
  /** @type {Uint8Array | undefined} */
  let before;
  let end = '';
  try {
    for (let shown = first; ; shown = await picture()) {
      const { window, bytes } = shown;
      if (!bytes || window.columns !== columns || window.rows !== rows || window.scale !== first.window.scale) {
        end = ' The view was zoomed or resized.';
        break;
      }
      const box = changedBox(before, bytes, columns, rows);
      gif.frame({ left: box.left * side, top: box.top * side, width: box.width * side, height: box.height * side }, pixelsOf(bytes, columns, box, side), delay);
      before = bytes;
      made++;
      row.update(made / frames);
      if (made === frames) break;
      if (gif.size > MAX_BYTES) {
        end = ' The file has reached its greatest size.';
        break;
      }
      if (isOver() || !(await forward(stride)) || isOver()) {
        end = ' Stopped.';
        break;
      }
    }
  } finally {
    row.end();
  }
  return { file: made > 1 ? gif.file() : undefined, message: `Recorded ${count(made, 'frame')} of ${columns * side} by ${rows * side} pixels.${end}` };
}

/**
 * The rectangle of the blocks that differ, at least one block.
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
 * The pixels of a rectangle of blocks.
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
