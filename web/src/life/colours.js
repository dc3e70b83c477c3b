// @ts-check
/// The colours of the bytes of a field: by age, by share of living cells, by state.

/** States of more than two, as the marks of the page. */
const STATES = ['--alive', '--mark-5', '--mark-1', '--mark-2', '--mark-3', '--mark-4', '--mark-6', '--faint'];

/** What the bytes mean: the states of the rule, cells of a block as a power of two, and whether they are ages. @typedef {{ states: number, scale: number, isAged: boolean }} Meaning */

/** What the colours depend on besides those of the page. @param {Meaning} meaning */
export const colouring = ({ states, scale, isAged }) => [states > 2, states > 2 || scale > 0, isAged].join();

/** A colour for each byte. @param {Meaning} meaning @param {(name: string) => string} token a colour of the page */
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
