// @ts-check
/// The colours of a field's bytes: by age, by proportion of live cells, or by state.

/** The colour tokens of the states of rules with more than two states. */
const STATES = ['--alive', '--mark-5', '--mark-1', '--mark-2', '--mark-3', '--mark-4', '--mark-6', '--faint'];

/**
 * The meaning of the bytes: the number of states of the rule, the side of a block as a power of
 * two, and whether bytes are ages.
 * @typedef {{ states: number, scale: number, isAged: boolean }} Meaning
 */

/**
 * Returns a key for the palette, apart from the colours of the page.
 * @param {Meaning} meaning
 */
export const colouring = ({ states, scale, isAged }) => [states > 2, states > 2 || scale > 0, isAged].join();

/**
 * Returns the colour of each byte.
 * @param {Meaning} meaning
 * @param {(name: string) => string} token looks up a colour of the page
 */
export function paletteOf({ states, scale, isAged }, token) {
  const [alive, young] = [token('--alive'), token('--age')];
  const mixed = (/** @type {number} */ share) => `color-mix(in srgb, ${alive} ${Math.round(100 * share)}%, ${young})`;
  return Array.from({ length: 256 }, (_, byte) => {
    if (byte === 0) return 'transparent';
    if (states > 2) return token(STATES[(byte - 1) % STATES.length]);
    if (isAged) return mixed(Math.min(1, Math.log2(byte) / 6));
    return scale > 0 ? `color-mix(in srgb, ${alive} ${Math.round(Math.max(28, byte / 2.55))}%, transparent)` : alive;
  });
}
