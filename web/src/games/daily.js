// @ts-check
/// The puzzles of the day: one per kind and date, the same for everyone, because the date is the
/// seed. The reader's browser stores the days whose puzzles were solved, and the solving times.

import { button, element } from '../page/element.js';
import { loadStored, store } from '../page/storage.js';
import { formatTime } from '../board/clock.js';
import { count } from '../page/words.js';

/** The first day of the archive. */
const FIRST = new Date(2026, 0, 1);

/** Returns the seed for a date, such as `20261126`. @param {Date} date */
export const dayOf = (date) => `${date.getFullYear()}${String(date.getMonth() + 1).padStart(2, '0')}${String(date.getDate()).padStart(2, '0')}`;

/** Returns the date of a seed. @param {string} day */
const dateOf = (day) => new Date(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6, 8)));

const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });

/** Formats a day in words, such as `26 November`. @param {string} day */
export const nameOf = (day) => format.format(dateOf(day));

/**
 * Returns the days whose puzzle of a kind was solved, with the solving times in milliseconds.
 * @param {string} kind
 * @returns {Record<string, number>}
 */
export function solvedDays(kind) {
  try {
    const days = JSON.parse(loadStored(`days:${kind}`) ?? '{}');
    return typeof days === 'object' && days !== null ? days : {};
  } catch {
    return {};
  }
}

/** Returns the day of a game that was opened as a puzzle of the day. @param {string} id */
export const dayOfGame = (id) => loadStored(`day:${id}`);

/** Records that a game is the puzzle of the given day. @param {string} id @param {string} day */
export const markDay = (id, day) => store(`day:${id}`, day);

/**
 * Records the time for the puzzle of the given day, unless one is already recorded.
 * @param {string} kind
 * @param {string} day
 * @param {number} ms
 */
export function recordSolved(kind, day, ms) {
  store(`days:${kind}`, JSON.stringify({ [day]: ms, ...solvedDays(kind) }));
}

/**
 * Returns the length of the streak of days with a solved puzzle that ends today or yesterday.
 * @param {string} kind
 */
export function streakOf(kind) {
  const days = solvedDays(kind);
  const date = new Date();
  if (!(dayOf(date) in days)) date.setDate(date.getDate() - 1);
  let streak = 0;
  for (; dayOf(date) in days; date.setDate(date.getDate() - 1)) streak++;
  return streak;
}

/**
 * Returns the time for the puzzle of a day and, if it is today's, the length of the streak of days
 * with a solved puzzle.
 * @param {string} kind
 * @param {string} day
 * @param {number} ms
 */
export function resultOfDay(kind, day, ms) {
  const streak = day === dayOf(new Date()) ? streakOf(kind) : 0;
  return streak > 1 ? `${formatTime(ms)} · ${count(streak, 'day')} in a row` : formatTime(ms);
}

/**
 * Returns a line to share about a solved day, without spoilers.
 * @param {string} title
 * @param {string} day
 * @param {number} ms
 */
export const shareLine = (title, day, ms) => `${title}, ${nameOf(day)}: ${formatTime(ms)}`;

/**
 * Creates a calendar of the puzzles of the day, a month at a time.
 * @param {string} kind
 * @param {(day: string) => void} open
 */
export function calendar(kind, open) {
  const place = element('div', { class: 'days' });
  const heard = element('div', { class: 'away', role: 'status' });
  const now = new Date();
  const show = (/** @type {number} */ year, /** @type {number} */ month) => {
    const days = solvedDays(kind);
    const [first, last] = [new Date(year, month, 1), new Date(year, month + 1, 0)];
    const step = (/** @type {string} */ text, /** @type {number} */ by, /** @type {boolean} */ isPossible) => {
      const made = button(text, () => {
        show(year, month + by);
        const same = [...place.querySelectorAll('button')].find((other) => other.textContent === text);
        // At either end of the archive, the other button takes the focus.
        const next = same?.disabled ? place.querySelector('.row button:not(:disabled)') : same;
        if (next instanceof HTMLElement) next.focus();
        heard.textContent = place.querySelector('caption')?.textContent ?? '';
      }, { class: 'quiet' });
      made.disabled = !isPossible;
      return made;
    };
    const cells = Array.from({ length: (first.getDay() + 6) % 7 }, () => element('td'));
    for (let date = first; date <= last; date = new Date(year, month, date.getDate() + 1)) {
      const day = dayOf(date);
      const solved = days[day];
      const label = `${nameOf(day)}${solved === undefined ? '' : `, solved in ${formatTime(solved)}`}`;
      const made = button(String(date.getDate()), () => open(day), { 'aria-label': label, ...(solved === undefined ? {} : { class: 'solved' }) });
      made.disabled = date > now;
      if (day === dayOf(now)) made.setAttribute('aria-current', 'date');
      cells.push(element('td', {}, made));
    }
    const rows = Array.from({ length: Math.ceil(cells.length / 7) }, (_, row) => element('tr', {}, ...cells.slice(row * 7, row * 7 + 7)));
    const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((name) => element('th', { scope: 'col' }, name));
    place.replaceChildren(
      element('div', { class: 'row' }, step('Earlier', -1, first > FIRST), step('Later', 1, last < now)),
      element('table', {}, element('caption', {}, first.toLocaleDateString('en-GB', { month: 'long', year: 'numeric' })), element('thead', {}, element('tr', {}, ...names)), element('tbody', {}, ...rows)));
  };
  show(now.getFullYear(), now.getMonth());
  return element('div', {}, place, heard);
}
