// @ts-check
/// The entry modes ("pens") of a board, and the keys that choose them.

/** @typedef {'digit' | 'corner' | 'centre' | 'colour' | 'cross' | 'line'} Pen */

/** Each pen with its label and its key. @type {[Pen, string, string][]} */
export const PENS = [['digit', 'Digit', 'z'], ['corner', 'Corner', 'x'], ['centre', 'Centre', 'c'], ['colour', 'Colour', 'v'], ['cross', 'Cross', 'b'], ['line', 'Line', 'l']];
/** Number of colours. */
export const TINTS = 9;

/**
 * Returns the keys that choose a pen on this board: those that are not among its symbols.
 * @param {import('../../engine/engine.js').Game} game
 */
export function penKeys(game) {
  return PENS.map(([, , key]) => key).filter((key) => !game.symbols.some(({ symbol }) => symbol.toLowerCase() === key));
}
