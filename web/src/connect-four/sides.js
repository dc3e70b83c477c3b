// @ts-check
/// The two sides of Connect Four.

/** Their stones, and their names for people. */
export const SIDES = ['X', 'O'];
