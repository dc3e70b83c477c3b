// @ts-check
/// A picture of a solved puzzle of the day to share, which gives nothing away: the pattern of the
/// givens without digits, the date, the time and the days in a row.

import { formatTime } from '../board/clock.js';
import { download } from '../page/download.js';
import { count } from '../page/words.js';
import { nameOf } from './daily.js';

/** Pixels of a side of the board, of the margin around it, and of the picture. */
const [BOARD, MARGIN, WIDTH, HEIGHT] = [720, 60, 840, 1000];
/** The colours of the picture, which is seen outside the page: paper, ink, givens, own cells, lines. */
const [PAPER, INK, SOFT, GIVEN, OWN] = ['#fbfaf6', '#1d1d1f', '#5c5c62', '#c9c5b9', '#0d5c78'];

/**
 * What a picture shows. Each cell of `board.given` is `1` for a given.
 * @typedef {object} Shared
 * @property {string} title the puzzle's name
 * @property {string} day
 * @property {number} ms
 * @property {number} streak the days in a row
 * @property {{ rows: number, columns: number, given: string }} board
 */

/**
 * Draws the picture.
 * @param {Shared} shared
 * @returns {Promise<Blob | undefined>} a PNG file, or `undefined` if the browser cannot make one
 */
function sharePicture({ title, day, ms, streak, board }) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext('2d');
  if (!pen) return Promise.resolve(undefined);
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const size = BOARD / Math.max(board.rows, board.columns);
  const [left, top] = [MARGIN + (BOARD - size * board.columns) / 2, MARGIN];
  [...board.given].forEach((given, cell) => {
    pen.fillStyle = given === '1' ? GIVEN : OWN;
    pen.beginPath();
    pen.roundRect(left + cell % board.columns * size + 3, top + Math.floor(cell / board.columns) * size + 3, size - 6, size - 6, size / 8);
    pen.fill();
  });
  const write = (/** @type {string} */ text, /** @type {string} */ font, /** @type {string} */ colour, /** @type {number} */ y) => {
    pen.font = font;
    pen.fillStyle = colour;
    pen.fillText(text, MARGIN, y, WIDTH - 2 * MARGIN);
  };
  write(`${title}, ${nameOf(day)}`, '600 52px Georgia, serif', INK, BOARD + MARGIN + 70);
  write(`${formatTime(ms)}${streak > 1 ? ` · ${count(streak, 'day')} in a row` : ''}`, '40px system-ui, sans-serif', INK, BOARD + MARGIN + 130);
  write(`${location.host}${location.pathname}`, '28px system-ui, sans-serif', SOFT, BOARD + MARGIN + 180);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png'));
}

/**
 * Offers the picture to the system's share sheet or, where there is none, as a download. Returns a
 * message that says which.
 * @param {Shared} shared
 */
export async function offerPicture(shared) {
  const blob = await sharePicture(shared);
  if (!blob) return 'This browser cannot make the picture.';
  const file = new File([blob], `${shared.title.toLowerCase().replaceAll(' ', '-')}-${shared.day}.png`, { type: blob.type });
  if (!navigator.canShare?.({ files: [file] })) {
    download(file, file.name);
    return `Picture saved as ${file.name}.`;
  }
  // Rejected if the reader closes the share sheet.
  return navigator.share({ files: [file], title: shared.title }).then(() => 'Picture shared.', () => 'Picture not shared.');
}
