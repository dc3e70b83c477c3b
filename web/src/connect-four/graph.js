// @ts-check
/// The graph of a reviewed game.

import { svgElement } from '../page/svg.js';

/** @typedef {import('../engine/engine.js').Reviewed} Reviewed */

/** The worth of the game for X after each move: above the middle X wins, below O does. @param {Reviewed[]} found @param {number} cells @param {number} now */
export function graph(found, cells, now) {
  const [width, height] = [300, 120];
  const last = found.at(-1)?.number ?? 1;
  const x = (/** @type {number} */ number) => 20 + (number / Math.max(last, 1)) * (width - 40);
  // Any win is clearly off the middle, a sooner one farther.
  const y = (/** @type {number} */ score) => height / 2 - (Math.sign(score) * 14 + (score / (cells / 2)) * 40);
  const worth = (/** @type {Reviewed} */ one) => (one.side === 0 ? one.score : -one.score);
  const svg = svgElement('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': 'The worth of the game after each move: above the middle X wins, below it O' });
  svg.append(svgElement('line', { class: 'middle', x1: 20, x2: width - 20, y1: height / 2, y2: height / 2 }));
  svg.append(svgElement('text', { x: 4, y: 14 }, 'X wins'), svgElement('text', { x: 4, y: height - 6 }, 'O wins'));
  if (now > 0 && now <= last) svg.append(svgElement('line', { class: 'now', x1: x(now), x2: x(now), y1: 4, y2: height - 4 }));
  svg.append(svgElement('polyline', { class: 'line', points: found.map((one) => `${x(one.number).toFixed(1)},${y(worth(one)).toFixed(1)}`).join(' ') }));
  for (const one of found) {
    if (one.mark === 'best') continue;
    const [cx, cy] = [x(one.number), y(worth(one))];
    svg.append(one.mark === 'mistake'
      ? svgElement('path', { class: 'mistake', d: `M${cx - 5} ${cy + 4}h10l-5 -9z` })
      : svgElement('circle', { class: 'inaccuracy', cx, cy, r: 3.5 }));
  }
  return svg;
}
