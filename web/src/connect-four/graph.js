// @ts-check
/// The score graph of a reviewed game. A click on it shows the position; for the keyboard, the list
/// of moves does the same.

import { svgElement } from '../page/svg.js';

/** @typedef {import('../engine/engine.js').Reviewed} Reviewed */

/**
 * Draws the score for X after each move: above the middle line X wins, below it O.
 * @param {Reviewed[]} moves
 * @param {number} cells
 * @param {number} now the number of the move that is shown
 * @param {(number: number) => void} go shows the position after a move
 */
export function graph(moves, cells, now, go) {
  const [width, height] = [300, 120];
  const last = moves.at(-1)?.number ?? 1;
  const x = (/** @type {number} */ number) => 20 + (number / Math.max(last, 1)) * (width - 40);
  // Every win is clearly off the middle line, and a faster win is farther off.
  const y = (/** @type {number} */ score) => height / 2 - (Math.sign(score) * 14 + (score / (cells / 2)) * 40);
  const scoreForX = (/** @type {Reviewed} */ move) => (move.side === 0 ? move.score : -move.score);
  const svg = svgElement('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': 'Score after each move: above the middle line X wins, below it O wins' });
  svg.addEventListener('click', ({ clientX }) => {
    // The drawing is centred in its box.
    const box = svg.getBoundingClientRect();
    const scale = Math.min(box.width / width, box.height / height);
    const at = (clientX - box.left - (box.width - width * scale) / 2) / scale;
    go(Math.min(last, Math.max(moves[0]?.number ?? 0, Math.round(((at - 20) / (width - 40)) * last))));
  });
  svg.append(svgElement('line', { class: 'middle', x1: 20, x2: width - 20, y1: height / 2, y2: height / 2 }));
  svg.append(svgElement('text', { x: 4, y: 14 }, 'X wins'), svgElement('text', { x: 4, y: height - 6 }, 'O wins'));
  if (now > 0 && now <= last) svg.append(svgElement('line', { class: 'now', x1: x(now), x2: x(now), y1: 4, y2: height - 4 }));
  svg.append(svgElement('polyline', { class: 'line', points: moves.map((move) => `${x(move.number).toFixed(1)},${y(scoreForX(move)).toFixed(1)}`).join(' ') }));
  for (const move of moves) {
    if (move.mark === 'best') continue;
    const [cx, cy] = [x(move.number), y(scoreForX(move))];
    svg.append(move.mark === 'mistake'
      ? svgElement('path', { class: 'mistake', d: `M${cx - 5} ${cy + 4}h10l-5 -9z` })
      : svgElement('circle', { class: 'inaccuracy', cx, cy, r: 3.5 }));
  }
  return svg;
}
