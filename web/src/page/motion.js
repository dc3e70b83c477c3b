// @ts-check
/// The reader's motion preference.

/** Whether the reader's system asks for reduced motion. */
export const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
