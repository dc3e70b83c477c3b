// @ts-check
/// Seeds for puzzles. An engine derives every random number from its seed.

/** Returns a random 32-bit seed. */
export const randomSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];
