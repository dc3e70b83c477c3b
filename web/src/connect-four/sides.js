// @ts-check
/// The two sides of Connect Four.

/** Their discs, which are also their names. */
export const SIDES = ['X', 'O'];
