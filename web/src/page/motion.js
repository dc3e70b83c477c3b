// @ts-check
/// Whether motion is welcome.

/** The reader has asked for as little motion as possible. */
export const wantsNoMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
