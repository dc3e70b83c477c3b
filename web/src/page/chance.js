// @ts-check
/// Seeds of puzzles: the engines draw every random number from one.

/** A seed by chance, in 32 bits. */
export const randomSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];
