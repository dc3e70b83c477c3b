// @ts-check
/// Formats numbers and errors for messages.

const format = new Intl.NumberFormat('en');

/** Formats a number with thousands separators. @param {number | bigint} value */
export const number = (value) => format.format(value);

/**
 * Formats a number with its noun: `1 step`, `2 steps`, `0 inaccuracies`.
 * @param {number} n
 * @param {string} singular
 * @param {string} [plural]
 */
export const count = (n, singular, plural = `${singular}s`) => `${number(n)} ${n === 1 ? singular : plural}`;

/** Returns the message of an error. @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));
