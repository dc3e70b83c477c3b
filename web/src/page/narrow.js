// @ts-check
/// Matches windows in which the controls of a board are below it: phones, and tablets held upright.
/// The style sheets use the same condition.

export const NARROW = matchMedia('(max-width: 46rem), (max-width: 64rem) and (orientation: portrait)');
