// @ts-check
/// The games that were played in this browser, with a small picture of each. The saved games
/// themselves are stored under their ids (`saves.js`); this is their list.

import { loadStored, store } from '../page/storage.js';
import { svgElement } from '../page/svg.js';

/** @typedef {import('../engine/engine.js').Game} Game */

/**
 * A game in the list. `cells` has a character per cell: its symbol, its colour, or `.`; the places
 * of givens are in `given`, as a bit string in the same order.
 * @typedef {{ kind: string, title: string, id: string, status: string, solved: boolean, at: number, columns: number, rows: number, style: 'symbols' | 'lamps' | 'discs', box: number[], cells: string, given: string }} Played
 */

/** The name of the list in the browser's storage. */
const NAME = 'games';
/** Maximum number of games in the list. */
const MAX = 50;

/** The games, latest first. @returns {Played[]} */
export function playedGames() {
  try {
    const list = JSON.parse(loadStored(NAME) ?? '[]');
    return Array.isArray(list) ? list.filter((played) => typeof played?.id === 'string' && loadStored(played.id) !== undefined) : [];
  } catch {
    return [];
  }
}

/** The line that opens a game. @param {Played} played */
export const lineOf = (played) => loadStored(played.id) ?? '';

/**
 * Puts a game at the top of the list. The saved game that drops off the end is removed.
 * @param {string} kind
 * @param {string} title
 * @param {Game} game
 */
export function rememberGame(kind, title, game) {
  const style = game.areDiscs ? 'discs' : game.colours > 0 ? 'lamps' : 'symbols';
  /** @type {Played} */
  const played = {
    kind, title, id: game.id, status: game.status, solved: game.solved, at: Date.now(), columns: game.columns, rows: game.rows, style, box: game.cells.map((cell) => cell.region),
    cells: game.cells.map((cell) => cell.symbol ?? (cell.colour === null ? '.' : cell.colour.toString(36))).join(''),
    given: game.cells.map((cell) => (cell.given ? '1' : '0')).join(''),
  };
  const list = [played, ...playedGames().filter(({ id }) => id !== game.id)];
  for (const { id } of list.splice(MAX)) store(id, undefined);
  store(NAME, JSON.stringify(list));
}

/** A small picture of a game, in the colours of the page. @param {Played} played */
export function pictureOf({ columns, rows, style, box, cells, given }) {
  const picture = svgElement('svg', { class: `played ${style}`, viewBox: `-0.5 -0.5 ${columns * 10 + 1} ${rows * 10 + 1}`, 'aria-hidden': 'true' });
  picture.append(svgElement('rect', { class: 'ground', width: columns * 10, height: rows * 10 }));
  let [thin, bold] = ['', ''];
  [...cells].forEach((sign, index) => {
    const [x, y] = [index % columns * 10, Math.floor(index / columns) * 10];
    if (style === 'lamps') picture.append(svgElement('rect', { 'data-colour': sign, x: x + 1, y: y + 1, width: 8, height: 8, rx: 1.5 }));
    else if (style === 'discs') picture.append(svgElement('circle', { 'data-stone': sign, cx: x + 5, cy: y + 5, r: 4 }));
    else if (sign !== '.') picture.append(svgElement('text', { class: given[index] === '1' ? 'given' : '', x: x + 5, y: y + 7.6 }, sign));
    if (style !== 'symbols') return;
    if (x) box[index] === box[index - 1] ? thin += `M${x} ${y}v10` : bold += `M${x} ${y}v10`;
    if (y) box[index] === box[index - columns] ? thin += `M${x} ${y}h10` : bold += `M${x} ${y}h10`;
  });
  if (style === 'symbols') picture.append(svgElement('path', { class: 'thin', d: thin }), svgElement('path', { class: 'bold', d: `${bold}M0 0h${columns * 10}v${rows * 10}H0z` }));
  return picture;
}

/** When a game was last played: a time today, or a date. @param {Played} played */
export function playedAt({ at }) {
  const date = new Date(at);
  return date.toDateString() === new Date().toDateString()
    ? date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
    : date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });
}
