// @ts-check
/// The dialogs of a board that list other games: those played in this browser, and the puzzles of
/// the day.

import { dialog } from '../page/dialog.js';
import { button, element } from '../page/element.js';
import { count } from '../page/words.js';
import { calendar, dayOf, shareLine, solvedDays, streakOf } from './daily.js';
import { pictureOf, playedAt, playedGames } from './history.js';

/**
 * The board, and what a dialog can do with it.
 * @typedef {object} Host
 * @property {HTMLElement & { kind: string, title: string, noun: string, isPage: boolean, say: (text: string) => void }} puzzle a board or exhibit
 * @property {(game: string, message: string) => void} restore opens a saved game
 * @property {(day: string) => void} openDay opens the puzzle of a day
 * @property {() => void} closed called when the dialog has closed
 */

/** Lists the games that were played in this browser; in a post, only those of its kind. @param {Omit<Host, 'openDay'>} host */
export function showGames({ puzzle, restore, closed }) {
  const games = playedGames().filter(({ kind }) => puzzle.isPage || kind === puzzle.kind);
  const list = element('ul', { class: 'played-games' }, ...games.map((played) => {
    const made = button('', () => {
      list.closest('dialog')?.close();
      if (played.kind === puzzle.kind) restore(played.save, `Back to a ${puzzle.noun} from ${playedAt(played)}.`);
      else location.href = `${played.kind}${/\.html$/.exec(location.pathname)?.[0] ?? ''}#${encodeURIComponent(played.save)}`;
    });
    made.append(pictureOf(played), element('span', {}, element('b', {}, played.title), element('small', {}, `${played.status} · ${playedAt(played)}`)));
    return element('li', {}, made);
  }));
  const none = element('p', {}, 'Nothing yet. Games are listed here after their first move, programs and problems after a change.');
  dialog(puzzle, 'Your games', [games.length ? list : none], [['Close', 'main', () => {}]], closed);
}

/** Shows the puzzles of the day as a calendar. @param {Host} host */
export function showDays({ puzzle, openDay, closed }) {
  const [today, solved] = [dayOf(new Date()), solvedDays(puzzle.kind)];
  const days = calendar(puzzle.kind, (day) => {
    days.closest('dialog')?.close();
    openDay(day);
  });
  const facts = element('p', {}, `${count(Object.keys(solved).length, 'day')} solved, ${count(streakOf(puzzle.kind), 'day')} in a row. The puzzle of a day is the same for everyone.`);
  /** @type {[string, string, () => void][]} */
  const share = solved[today] === undefined ? [] : [['Copy today’s result', '', () => copy(puzzle, shareLine(puzzle.title, today, solved[today]))]];
  dialog(puzzle, 'Puzzles of the day', [days, facts], [...share, ['Close', 'main', () => {}]], closed);
}

/** Copies a text with the page's address. @param {Host['puzzle']} puzzle @param {string} text */
async function copy(puzzle, text) {
  const isCopied = await navigator.clipboard.writeText(`${text}\n${location.origin}${location.pathname}`).then(() => true, () => false);
  puzzle.say(isCopied ? `Copied: ${text}` : `Could not copy: ${text}`);
}
