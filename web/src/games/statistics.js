// @ts-check
/// Statistics of solved puzzles, kept in the reader's browser: when they were solved, how fast, at
/// which level, and with how many hints. The statistics can be saved as a file.

import { formatTime } from '../board/clock.js';
import { dialog } from '../page/dialog.js';
import { download } from '../page/download.js';
import { element } from '../page/element.js';
import { loadStored, store } from '../page/storage.js';
import { count } from '../page/words.js';
import { dayOf, dayOfGame, markDay, recordSolved, streakOf } from './daily.js';

/**
 * A solved puzzle: when (milliseconds since 1970), the time played in milliseconds, the level, and
 * the number of hints.
 * @typedef {{ at: number, ms: number, level: string, hints: number, id: string }} Solved
 */

/** Maximum number of puzzles of a kind; the oldest are dropped. */
const MAX = 5000;

/** The level of a puzzle that did not come from the list of levels. */
const OTHER = 'other';

/** Returns the solved puzzles of a kind, oldest first. @param {string} kind @returns {Solved[]} */
export function solvedPuzzles(kind) {
  try {
    const list = JSON.parse(loadStored(`solved:${kind}`) ?? '[]');
    return Array.isArray(list) ? list.filter((one) => Number.isFinite(one?.at) && Number.isFinite(one.ms) && typeof one.level === 'string') : [];
  } catch {
    return [];
  }
}

/** Records the level at which a puzzle was generated. @param {string} id @param {string} level */
export const noteLevel = (id, level) => store(`level:${id}`, level);

/** Records that a puzzle is the puzzle of the given day. @param {string} id @param {string} day */
export function noteDay(id, day) {
  markDay(id, day);
  noteLevel(id, 'puzzle of the day');
}

/** Counts a hint for a puzzle. @param {string} id */
export const noteHint = (id) => store(`hints:${id}`, String(hintsOf(id) + 1));

/** @param {string} id */
const hintsOf = (id) => Number(loadStored(`hints:${id}`) ?? 0) || 0;

/**
 * Returns the level of a puzzle that was generated or is a puzzle of the day.
 * @param {string} kind
 * @param {string} id
 */
export function levelOf(kind, id) {
  const level = loadStored(`level:${id}`) ?? solvedPuzzles(kind).find((one) => one.id === id)?.level;
  return level === OTHER ? undefined : level;
}

/**
 * Records a puzzle that the player has just solved. Solving it again is not counted.
 * @param {string} kind
 * @param {string} id
 * @param {number} ms
 */
function recordPuzzle(kind, id, ms) {
  const list = solvedPuzzles(kind);
  if (list.some((one) => one.id === id)) return;
  list.push({ at: Date.now(), ms, level: loadStored(`level:${id}`) ?? OTHER, hints: hintsOf(id), id });
  store(`solved:${kind}`, JSON.stringify(list.slice(-MAX)));
  store(`level:${id}`, undefined);
  store(`hints:${id}`, undefined);
}

/**
 * Records a puzzle that the player has just solved. A puzzle of the day is also recorded as such.
 * Returns a message about today's puzzle.
 * @param {{ kind: string, hasStatistics: boolean }} puzzle
 * @param {{ id: string, elapsedMs: number }} game
 */
export function recordSolution({ kind, hasStatistics }, { id, elapsedMs }) {
  if (hasStatistics) recordPuzzle(kind, id, elapsedMs);
  const day = dayOfGame(id);
  if (!day) return undefined;
  recordSolved(kind, day, elapsedMs);
  if (day !== dayOf(new Date())) return undefined;
  const streak = streakOf(kind);
  const row = streak > 1 ? ` ${count(streak, 'day')} in a row.` : '';
  return `Today’s puzzle solved in ${formatTime(elapsedMs)}.${row} To share your result, open Puzzles of the day.`;
}

/** Formats the solved puzzles as lines of comma-separated values. @param {Solved[]} list */
function csvOf(list) {
  const quoted = (/** @type {string} */ text) => `"${text.replaceAll('"', '""')}"`;
  const lines = list.map(({ at, ms, level, hints, id }) => [new Date(at).toISOString(), (ms / 1000).toFixed(1), quoted(level), hints, quoted(id ?? '')].join());
  return `solved,seconds,level,hints,puzzle\n${lines.join('\n')}\n`;
}

/**
 * Shows the statistics of a kind by level.
 * @param {HTMLElement & { kind: string }} host
 * @param {() => void} closed
 */
export function showStatistics(host, closed) {
  const list = solvedPuzzles(host.kind);
  const levels = [...new Set(list.map(({ level }) => level))].sort();
  const row = (/** @type {string} */ name, /** @type {Solved[]} */ some) => {
    const times = some.map(({ ms }) => ms);
    const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length;
    const cells = [String(some.length), String(some.filter(({ hints }) => !hints).length), formatTime(Math.min(...times)), formatTime(mean)];
    return element('tr', {}, element('th', { scope: 'row' }, name), ...cells.map((text) => element('td', {}, text)));
  };
  const head = element('thead', {}, element('tr', {}, ...['Level', 'Solved', 'Without hints', 'Best', 'Mean'].map((name) => element('th', { scope: 'col' }, name))));
  const table = element('table', { class: 'statistics' }, head, element('tbody', {}, ...levels.map((level) => row(level, list.filter((one) => one.level === level))), ...(levels.length > 1 ? [row('All', list)] : [])));
  const latest = list.at(-1);
  const facts = element('p', {}, latest ? `${count(list.length, 'puzzle')} since ${new Date(list[0].at).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })}. These figures are stored only in this browser.` : 'No puzzle solved yet. The figures will be stored only in this browser.');
  dialog(host, 'Statistics', latest ? [table, facts] : [facts], [
    ...(latest ? [/** @type {[string, string, () => void]} */ (['Save as CSV', '', () => download(new Blob([csvOf(list)], { type: 'text/csv' }), `${host.kind}-statistics.csv`)])] : []),
    ['Close', 'main', () => {}],
  ], closed);
}
