// @ts-check
/// The dialogs of a board that list other games: those played in this browser, and the puzzles of
/// the day.

import { dialog } from '../page/dialog.js';
import { button, element } from '../page/element.js';
import { count } from '../page/words.js';
import { formatTime } from '../board/clock.js';
import { calendar, dayOf, dayOfGame, nameOf, shareLine, solvedDays, streakOf } from './daily.js';
import { pictureOf, playedAt, playedGames } from './history.js';
import { levelOf } from './statistics.js';

/**
 * The board, and what a dialog can do with it.
 * @typedef {object} Host
 * @property {HTMLElement & { kind: string, title: string, noun: string, isPage: boolean, say: (text: string) => void }} puzzle a board or exhibit
 * @property {(game: string, message: string) => void} restore opens a saved game
 * @property {(day: string) => void} openDay opens the puzzle of a day
 * @property {() => void} closed called when the dialog has closed
 */

/** The kind of a game and, if it is known, its day or level. @param {import('./history.js').Played} played */
function titleOf({ kind, title, id }) {
  const day = dayOfGame(id);
  const level = day ? nameOf(day) : levelOf(kind, id);
  return level ? `${title}, ${level}` : title;
}

/** The time played, if the board has a clock. @param {import('./history.js').Played} played */
function timeOf({ style, save }) {
  const ms = Number(save.split(';')[2]);
  return style !== 'written' && style !== 'cells' && ms >= 1000 ? [formatTime(ms)] : [];
}

/** Lists the games that were played in this browser; in a post, only those of its kind. @param {Omit<Host, 'openDay'>} host */
export function showGames({ puzzle, restore, closed }) {
  const games = playedGames().filter(({ kind }) => puzzle.isPage || kind === puzzle.kind);
  const list = element('ul', { class: 'played-games' }, ...games.map((played) => {
    const made = button('', () => {
      list.closest('dialog')?.close();
      if (played.kind === puzzle.kind) restore(played.save, `Back to a ${puzzle.noun} from ${playedAt(played)}.`);
      else location.href = `${played.kind}${/\.html$/.exec(location.pathname)?.[0] ?? ''}#${encodeURIComponent(played.save)}`;
    });
    made.append(pictureOf(played), element('span', {}, element('b', {}, titleOf(played)), element('small', {}, [played.status, ...timeOf(played), playedAt(played)].join(' · '))));
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
  const share = [];
  const ms = solved[today];
  if (ms !== undefined) share.push(['Copy today’s result', '', () => copy(puzzle, shareLine(puzzle.title, today, ms))]);
  const played = playedGames().find(({ kind, id }) => kind === puzzle.kind && dayOfGame(id) === today);
  if (ms !== undefined && played) {
    share.push(['Share picture', '', async () => {
      const { offerPicture } = await import('./share-picture.js');
      puzzle.say(await offerPicture({ title: puzzle.title, day: today, ms, streak: streakOf(puzzle.kind), board: played }));
    }]);
  }
  dialog(puzzle, 'Puzzles of the day', [days, facts], [...share, ['Close', 'main', () => {}]], closed);
}

/** Copies a text with the page's address. @param {Host['puzzle']} puzzle @param {string} text */
async function copy(puzzle, text) {
  const isCopied = await navigator.clipboard.writeText(`${text}\n${location.origin}${location.pathname}`).then(() => true, () => false);
  puzzle.say(isCopied ? `Copied: ${text}` : `Could not copy: ${text}`);
}
