// @ts-check
/// The reader's motion preference.

/** Returns whether the reader's system is set to reduced motion. */
export const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
