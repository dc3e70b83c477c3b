// @ts-check
/// What keys can write into cells, and the keys that choose it.

/** @typedef {'digit' | 'corner' | 'centre' | 'colour' | 'cross'} Pen */

/** Each with its name for people and its key. @type {[Pen, string, string][]} */
export const PENS = [['digit', 'Digit', 'z'], ['corner', 'Corner', 'x'], ['centre', 'Centre', 'c'], ['colour', 'Colour', 'v'], ['cross', 'Cross', 'b']];
/** How many colours there are. */
export const TINTS = 6;

/** The keys that choose a pen: those that are no symbols here. @param {import('../engine/engine.js').Game} game */
export function penKeys(game) {
  return PENS.map(([, , key]) => key).filter((key) => !game.symbols.some(({ symbol }) => symbol.toLowerCase() === key));
}
