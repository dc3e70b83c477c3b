// @ts-check
/// The address of a puzzle by its size and seed, such as `?size=25x25&seed=7`. Everyone gets the
/// same board, the one that `gridlore flipper generate --size 25x25 --seed 7` prints.

/**
 * A board of Lights Out.
 * @typedef {{ columns: string, rows: string, seed: string }} Sized
 */

/** Returns the board in the address; without a seed, the board is new. @param {() => number} newSeed @returns {Sized | undefined} */
export function sizedInAddress(newSeed) {
  const query = new URLSearchParams(location.search);
  const [, columns, rows] = /^(\d{1,3})x(\d{1,3})$/.exec(query.get('size') ?? '') ?? [];
  const seed = query.get('seed') ?? String(newSeed());
  return columns && /^\d{1,20}$/.test(seed) ? { columns, rows, seed } : undefined;
}

/** Returns the id of a board. @param {Sized} sized */
export const idOf = ({ columns, rows, seed }) => `flipper:lights-out,${columns},${rows}#${seed}`;

/** Returns the board that an id names. @param {string} id @returns {Sized | undefined} */
export function sizedOf(id) {
  const [, columns, rows, seed] = /^flipper:lights-out,(\d+),(\d+)#(\d+)$/.exec(id) ?? [];
  return columns ? { columns, rows, seed } : undefined;
}

/** Writes a board to the address, or removes it. @param {Sized | undefined} sized */
export function showInAddress(sized) {
  const address = new URL(location.href);
  for (const name of ['size', 'seed']) address.searchParams.delete(name);
  if (sized) address.search = `?size=${sized.columns}x${sized.rows}&seed=${sized.seed}`;
  if (address.href !== location.href) history.replaceState(null, '', address);
}
