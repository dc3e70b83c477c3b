// @ts-check
/// A picture of a result to share, without spoilers: the pattern of the givens without digits, the
/// puzzle's name, and the result. A game with discs is shown in its final position.

import { download } from '../page/download.js';

/** The side of the board, the margin around it, and the width and height of the picture. */
const [BOARD, MARGIN, WIDTH, HEIGHT] = [720, 60, 840, 1000];
/** The colours of the picture, which is seen outside the page. */
const [PAPER, INK, SOFT] = ['#fbfaf6', '#1d1d1f', '#5c5c62'];
/** The colours of givens, of the player's own cells, of discs and of holes. @type {Record<string, string>} */
const CELLS = { 1: '#c9c5b9', 0: '#0d5c78', X: '#d9a516', O: '#a8322a', '.': '#e9e6dc' };

/**
 * What a picture shows. Each cell of `board.cells` is `1` for a given, `0` for the player's own,
 * `X` or `O` for a disc, or `.` for a hole.
 * @typedef {object} Shared
 * @property {string} heading the puzzle's name, with its day or level
 * @property {string} result
 * @property {string} file the file name without its extension
 * @property {{ rows: number, columns: number, cells: string }} board
 */

/**
 * Draws the picture.
 * @param {Shared} shared
 * @returns {Promise<Blob | undefined>} a PNG file, or `undefined` if the browser cannot make one
 */
function sharePicture({ heading, result, board }) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext('2d');
  if (!pen) return Promise.resolve(undefined);
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const size = BOARD / Math.max(board.rows, board.columns);
  const [left, top] = [MARGIN + (BOARD - size * board.columns) / 2, MARGIN];
  [...board.cells].forEach((sign, cell) => {
    pen.fillStyle = CELLS[sign];
    pen.beginPath();
    pen.roundRect(left + cell % board.columns * size + 3, top + Math.floor(cell / board.columns) * size + 3, size - 6, size - 6, /[01]/.test(sign) ? size / 8 : size / 2);
    pen.fill();
  });
  const write = (/** @type {string} */ text, /** @type {string} */ font, /** @type {string} */ colour, /** @type {number} */ y) => {
    pen.font = font;
    pen.fillStyle = colour;
    pen.fillText(text, MARGIN, y, WIDTH - 2 * MARGIN);
  };
  write(heading, '600 52px Georgia, serif', INK, BOARD + MARGIN + 70);
  write(result, '40px system-ui, sans-serif', INK, BOARD + MARGIN + 130);
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
  if (!blob) return 'This browser cannot create the picture.';
  const file = new File([blob], `${shared.file}.png`, { type: blob.type });
  if (!navigator.canShare?.({ files: [file] })) {
    download(file, file.name);
    return `Picture saved as ${file.name}.`;
  }
  // Rejected if the reader closes the share sheet.
  return navigator.share({ files: [file], title: shared.heading }).then(() => 'Picture shared.', () => 'Picture not shared.');
}
