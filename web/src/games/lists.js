// @ts-check
/// The dialogs of a board that list other games: those played in this browser, and the puzzles of
/// the day.

import { dialog } from '../page/dialog.js';
import { button, element } from '../page/element.js';
import { count } from '../page/words.js';
import { formatTime } from '../board/clock.js';
import { calendar, dayOf, dayOfGame, nameOf, resultOfDay, shareLine, solvedDays, streakOf } from './daily.js';
import { deleteGame, deletedGames, isSameGame, nameOfGame, pictureOf, playedAt, playedGames, restoreDeleted } from './history.js';
import { levelOf } from './statistics.js';

/**
 * The board, and what a dialog can do with it.
 * @typedef {object} Host
 * @property {HTMLElement & { kind: string, title: string, noun: string, isPage: boolean, game?: { save: string }, say: (text: string) => void }} puzzle a board or exhibit
 * @property {(game: string, message: string) => void} restore opens a saved game
 * @property {(day: string) => void} openDay opens the puzzle of the given day
 * @property {() => void} closed called when the dialog has closed
 */

/**
 * Returns the kind of a game with its name, day or level.
 * @param {import('./history.js').Played} played
 */
function titleOf({ kind, title, name, id }) {
  const day = dayOfGame(id);
  const more = nameOfGame(id) ?? (name || (day ? nameOf(day) : levelOf(kind, id)));
  return more ? `${title}, ${more}` : title;
}

/**
 * Returns the time played, if the board has a clock.
 * @param {import('./history.js').Played} played
 */
function timeOf({ style, save }) {
  const ms = Number(save.split(';')[2]);
  return style !== 'written' && style !== 'cells' && ms >= 1000 ? [formatTime(ms)] : [];
}

/**
 * Lists the games that were played in this browser; in a post, only those of the board's kind. Each
 * can be deleted, and restored from the list of deleted games.
 * @param {Omit<Host, 'openDay'>} host
 */
export function showGames({ puzzle, restore, closed }) {
  const isListed = (/** @type {import('./history.js').Played} */ { kind }) => puzzle.isPage || kind === puzzle.kind;
  const list = element('ul', { class: 'played-games' });
  const deleted = element('ul', { class: 'played-games' });
  const trash = element('details', {}, element('summary', {}, 'Deleted games'), deleted);
  const none = element('p', {}, 'Nothing yet. Games are listed here after their first move, and programs and problems after a change.');
  const heard = element('div', { class: 'away', role: 'status' });
  const itemOf = (/** @type {import('./history.js').Played} */ played) => {
    const isShown = puzzle.game !== undefined && isSameGame(played.save, puzzle.game.save);
    const facts = [...(isShown ? ['on the board'] : []), played.status, ...timeOf(played), playedAt(played)].join(' · ');
    return [pictureOf(played), element('span', {}, element('b', {}, titleOf(played)), element('small', {}, facts))];
  };
  const openable = (/** @type {import('./history.js').Played} */ played) => {
    const made = button('', () => {
      list.closest('dialog')?.close();
      if (played.kind === puzzle.kind) restore(played.save, `Back to a ${puzzle.noun} from ${playedAt(played)}.`);
      else location.href = `${location.pathname.endsWith('/') ? `../${played.kind}/` : played.kind}#${encodeURIComponent(played.save)}`;
    });
    made.append(...itemOf(played));
    // The game on the board would be listed again with its next move.
    const isShown = puzzle.game !== undefined && isSameGame(played.save, puzzle.game.save);
    const remove = button('×', () => {
      const at = playedGames().filter(isListed).findIndex(({ id, save }) => id === played.id && save === played.save);
      deleteGame(played);
      draw();
      trash.open = true;
      heard.textContent = `${titleOf(played)}: deleted. It can be restored below.`;
      focusOn(list.children[Math.min(at, list.children.length - 1)] ?? deleted);
    }, { class: 'remove', 'aria-label': `Delete ${titleOf(played)}, ${playedAt(played)}`, title: 'Delete' });
    return element('li', {}, made, ...(isShown ? [] : [remove]));
  };
  const restorable = (/** @type {import('./history.js').Played} */ played) => element('li', {},
    element('div', { class: 'item' }, ...itemOf(played)),
    button('Restore', () => {
      restoreDeleted(played);
      draw();
      heard.textContent = `${titleOf(played)}: restored.`;
      focusOn(list);
    }, { 'aria-label': `Restore ${titleOf(played)}, ${playedAt(played)}` }));
  const focusOn = (/** @type {Element} */ part) => {
    const control = part.querySelector('.remove, button');
    if (control instanceof HTMLElement) control.focus();
  };
  const draw = () => {
    const [games, others] = [playedGames().filter(isListed), deletedGames().filter(isListed)];
    list.replaceChildren(...games.map(openable));
    deleted.replaceChildren(...others.map(restorable));
    [list.hidden, none.hidden, trash.hidden] = [!games.length, games.length > 0, !others.length];
  };
  draw();
  dialog(puzzle, 'Your games', [list, none, trash, heard], [['Close', 'main', () => {}]], closed);
}

/** Shows the puzzles of the day as a calendar. @param {Host} host */
export function showDays({ puzzle, openDay, closed }) {
  const [today, solved] = [dayOf(new Date()), solvedDays(puzzle.kind)];
  const days = calendar(puzzle.kind, (day) => {
    days.closest('dialog')?.close();
    openDay(day);
  });
  const streak = streakOf(puzzle.kind);
  const row = streak > 1 ? `, ${count(streak, 'day')} in a row` : '';
  const facts = element('p', {}, `${count(Object.keys(solved).length, 'day')} solved${row}. Everyone gets the same puzzle of the day.`);
  /** @type {[string, string, () => void][]} */
  const share = [];
  const ms = solved[today];
  if (ms !== undefined) share.push(['Copy today’s result', '', () => copy(puzzle, shareLine(puzzle.title, today, ms))]);
  const played = playedGames().find(({ kind, id }) => kind === puzzle.kind && dayOfGame(id) === today);
  if (ms !== undefined && played) {
    share.push(['Share picture', '', async () => {
      const { offerPicture } = await import('./share-picture.js');
      puzzle.say(await offerPicture({ heading: `${puzzle.title}, ${nameOf(today)}`, result: resultOfDay(puzzle.kind, today, ms), file: `${puzzle.kind}-${today}`, board: { ...played, cells: played.given } }));
    }]);
  }
  dialog(puzzle, 'Puzzles of the day', [days, facts], [...share, ['Close', 'main', () => {}]], closed);
}

/** Copies text with the page's address. @param {Host['puzzle']} puzzle @param {string} text */
async function copy(puzzle, text) {
  const isCopied = await navigator.clipboard.writeText(`${text}\n${location.origin}${location.pathname}`).then(() => true, () => false);
  puzzle.say(isCopied ? `Copied: ${text}` : `Could not copy: ${text}`);
}
