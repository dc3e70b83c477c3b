// @ts-check
/// The two sides of Connect Four, and how moves and results are written.

import { element } from '../page/element.js';

/** Their discs, which are also their names. */
export const SIDES = ['X', 'O'];

/**
 * Returns the last move of a position in a list of moves, such as `3. X4`.
 * @param {string} position
 * @param {boolean} isNumbered whether its number is shown even if it is a move of O
 */
export function moveText(position, isNumbered) {
  const side = (position.length - 1) % 2;
  return [element('small', { class: side === 0 || isNumbered ? '' : 'away' }, `${position.length}.`), ` ${SIDES[side]}${position.slice(-1)}`];
}

/**
 * Returns a result of the engine, such as `X wins at move 17`, with the winner's own moves from
 * here: `X wins in 5`. Bounds are also shortened.
 * @param {string} text
 * @param {number} played the number of discs on the board
 */
export const resultIn = (text, played) => text.replace(/at move (\d+)( or earlier)?/, (_, move, isBound) => `in ${isBound ? '\u2264\u202f' : ''}${Math.ceil((Number(move) - played) / 2)}`).replace(/at (least|most) a draw for (.)/, (_, bound, side) => `${side}: draw or ${bound === 'least' ? 'better' : 'worse'}`).replace('a draw', 'draw');
