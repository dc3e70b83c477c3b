// @ts-check
/// The games that were played in this browser, each with its saved line and a small picture. The
/// list also has programs and problems that were written on other pages; see `written.js`.

import { loadStored, store } from '../page/storage.js';
import { svgElement } from '../page/svg.js';

/** @typedef {import('../engine/engine.js').Game} Game */

/**
 * A game in the list. A closed game was replaced by another, which may have the same id: every game
 * of Connect Four starts from the same board. `cells` has a character per cell: its symbol, its
 * colour, `1` if it is alive, or `.`. The places of givens are in `given`, as a bit string in the
 * same order. Programs and problems have the shapes of their pictures in `shapes`: name, attributes
 * and text of SVG elements. A `name` distinguishes the game from others of its kind.
 * @typedef {{ kind: string, title: string, name?: string, id: string, save: string, isClosed?: boolean, status: string, solved: boolean, at: number, columns: number, rows: number, style: 'symbols' | 'lamps' | 'discs' | 'cells' | 'written', box: number[], cells: string, given: string, shapes?: ['path' | 'text', Record<string, string | number>, string?][] }} Played
 */

/** The name of the list in the browser's storage, and that of the deleted games. */
const [NAME, DELETED] = ['games', 'games:deleted'];
/** Maximum number of games in the list. */
const MAX = 50;
/** Maximum number of deleted games that can be restored. */
const MAX_DELETED = 20;
/** Maximum number of characters of the list; the browser's storage holds about five million. */
const MAX_CHARACTERS = 1_500_000;

/** @param {string} name @returns {Played[]} */
function load(name) {
  try {
    const list = JSON.parse(loadStored(name) ?? '[]');
    return Array.isArray(list) ? list.filter((played) => typeof played?.id === 'string' && typeof played.save === 'string') : [];
  } catch {
    return [];
  }
}

/** Returns the games, latest first. */
export const playedGames = () => load(NAME);

/** Returns the deleted games that can be restored, most recently deleted first. */
export const deletedGames = () => load(DELETED);

/** Stores as many of the latest games as fit. @param {Played[]} list */
export function keep(list) {
  let left = MAX_CHARACTERS;
  store(NAME, JSON.stringify(list.slice(0, MAX).filter((played) => (left -= JSON.stringify(played).length) >= 0)));
}

/** Stores the deleted games. @param {Played[]} list */
const keepDeleted = (list) => store(DELETED, JSON.stringify(list.slice(0, MAX_DELETED)));

/** Moves a game to the deleted games. @param {Played} played */
export function deleteGame(played) {
  keepDeleted([played, ...deletedGames()]);
  keep(playedGames().filter(({ id, save }) => id !== played.id || save !== played.save));
}

/** Moves a deleted game back to its place in the list. @param {Played} played */
export function restoreDeleted(played) {
  keep([...playedGames(), played].sort((one, other) => other.at - one.at));
  keepDeleted(deletedGames().filter(({ id, save }) => id !== played.id || save !== played.save));
}

/** Names a game, such as an imported one. @param {string} id @param {string} name */
export const nameGame = (id, name) => store(`name:${id}`, name || undefined);

/** Returns the name that the player gave to a game. @param {string} id */
export const nameOfGame = (id) => loadStored(`name:${id}`);

/** Moves a game to the top of the list, replacing its earlier state. @param {Played} played */
export const rememberPlayed = (played) => keep([played, ...playedGames().filter(({ id }) => id !== played.id)]);

/** Returns a saved line without its time. @param {string} save */
const withoutTime = (save) => save.split(';').toSpliced(2, 1).join(';');

/**
 * Returns whether two saved lines have the same moves.
 * @param {string} one
 * @param {string} other
 */
export const isSameGame = (one, other) => withoutTime(one) === withoutTime(other);

/**
 * Moves a game to the top of the list, replacing its earlier state.
 * @param {{ kind: string, title: string, gameName: string }} puzzle
 * @param {Game} game
 * @param {string} save its saved line
 */
export function rememberGame({ kind, title, gameName }, game, save) {
  const style = game.areDiscs ? 'discs' : game.colours > 0 ? 'lamps' : 'symbols';
  /** @type {Played} */
  const played = {
    kind, title, name: gameName, id: game.id, save, status: game.status, solved: game.solved, at: Date.now(), columns: game.columns, rows: game.rows, style, box: game.cells.map((cell) => cell.region),
    cells: game.cells.map((cell) => cell.symbol ?? (cell.colour === null ? '.' : cell.colour.toString(36))).join(''),
    given: game.cells.map((cell) => (cell.given ? '1' : '0')).join(''),
  };
  keep([played, ...playedGames().filter(({ id, isClosed }) => id !== game.id || (isClosed && game.areDiscs))]);
}

/** Closes a game: the next one with its id is a different game. @param {string} id */
export const closeGame = (id) => keep(playedGames().map((played) => (played.id === id ? { ...played, isClosed: true } : played)));

/** Opens a closed game again. @param {string} save its saved line */
export const reopenGame = (save) => keep(playedGames().map((played) => (isSameGame(played.save, save) ? { ...played, isClosed: false } : played)));

/** Draws a small picture of a game, in the colours of the page. @param {Played} played */
export function pictureOf({ columns, rows, style, box, cells, given, shapes = [] }) {
  const picture = svgElement('svg', { class: `played ${style}`, viewBox: `-0.5 -0.5 ${columns * 10 + 1} ${rows * 10 + 1}`, 'aria-hidden': 'true' });
  picture.append(svgElement('rect', { class: 'ground', width: columns * 10, height: rows * 10 }));
  for (const [name, attributes, text = ''] of shapes) picture.append(svgElement(name, attributes, text));
  let [thin, bold] = ['', ''];
  [...cells].forEach((sign, index) => {
    const [x, y] = [index % columns * 10, Math.floor(index / columns) * 10];
    if (style === 'cells') bold += sign === '.' ? '' : `M${x} ${y}h10v10h-10z`;
    else if (style === 'lamps') picture.append(svgElement('rect', { 'data-colour': sign, x: x + 1, y: y + 1, width: 8, height: 8, rx: 1.5 }));
    else if (style === 'discs') picture.append(svgElement('circle', { 'data-stone': sign, cx: x + 5, cy: y + 5, r: 4 }));
    else if (sign !== '.') picture.append(svgElement('text', { class: given[index] === '1' ? 'given' : '', x: x + 5, y: y + 7.6 }, sign));
    if (style !== 'symbols') return;
    if (x) box[index] === box[index - 1] ? thin += `M${x} ${y}v10` : bold += `M${x} ${y}v10`;
    if (y) box[index] === box[index - columns] ? thin += `M${x} ${y}h10` : bold += `M${x} ${y}h10`;
  });
  if (style === 'cells') picture.append(svgElement('path', { class: 'alive', d: bold }));
  if (style === 'symbols') picture.append(svgElement('path', { class: 'thin', d: thin }), svgElement('path', { class: 'bold', d: `${bold}M0 0h${columns * 10}v${rows * 10}H0z` }));
  return picture;
}

/** Describes when a game was last played: `today at 14:05`, or `26 November at 14:05`. @param {Played} played */
export function playedAt({ at }) {
  const date = new Date(at);
  const day = date.toDateString() === new Date().toDateString() ? 'today' : date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });
  return `${day} at ${date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}`;
}
