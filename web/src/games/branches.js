// @ts-check
/// The dialog of a game's branches: moves that were undone before others took their place. The
/// player can return to the end of each.

import { dialog } from '../page/dialog.js';
import { button, element } from '../page/element.js';
import { count } from '../page/words.js';
import { pictureOf } from './history.js';

/** @typedef {import('../engine/engine.js').Game} Game */
/** @typedef {import('../engine/engine.js').Branch} Branch */

/** Returns the number of moves made, and the number made or undone on the line that is shown. @param {Game} game */
function movesOf({ save }) {
  const [, , , made, ...moves] = save.split(';');
  const end = moves.findIndex((move) => move.startsWith('@'));
  return { made: Number(made), all: end < 0 ? moves.length : end };
}

/** Draws a small picture of a board with these symbols. @param {Game} game @param {string} cells */
function picture(game, cells) {
  const { columns, rows } = game;
  const given = game.cells.map((cell) => (cell.given ? '1' : '0')).join('');
  return pictureOf(/** @type {import('./history.js').Played} */ ({ columns, rows, style: 'symbols', box: game.cells.map(({ region }) => region), cells, given }));
}

/**
 * @param {HTMLElement} puzzle
 * @param {Game} game
 * @param {Branch[]} branches latest last
 * @param {(branch: number) => void} open
 * @param {() => void} closed
 */
export function showBranches(puzzle, game, branches, open, closed) {
  const { made, all } = movesOf(game);
  const item = (/** @type {string} */ cells, /** @type {string} */ title, /** @type {string} */ facts) => [
    picture(game, cells), element('span', {}, element('b', {}, title), element('small', {}, facts))];
  const shown = game.cells.map(({ symbol }) => symbol ?? '.').join('');
  const undone = all > made ? ` · ${count(all - made, 'move')} undone` : '';
  const own = element('li', {}, element('div', { class: 'item' }, ...item(shown, 'On the board', `${count(made, 'move')}${undone} · ${game.status}`)));
  const others = branches.map(({ after, moves, first, cells, status }, index) => {
    const made = button('', () => {
      list.closest('dialog')?.close();
      open(index);
    });
    made.append(...item(cells, `${after ? `After move ${after}` : 'From the start'}: ${first}`, `${count(moves, 'move')} · ${status}`));
    return element('li', {}, made);
  });
  const list = element('ul', { class: 'played-games' }, own, ...others.reverse());
  const about = branches.length ? 'A branch keeps moves that you undid before you entered something else. Choose one to return to its end.'
    : 'No branches yet. If you undo moves and then enter something else, the undone moves are kept here.';
  dialog(puzzle, 'History', [element('p', {}, about), list], [['Close', 'main', () => {}]], closed);
}
