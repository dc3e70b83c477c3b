// @ts-check
/// Formats and parses generations and populations, which can have any number of digits.

import { number } from '../page/words.js';

/** The last generation that the engine can reach. */
const MAX_GENERATION = 2n ** 62n;
/** Numbers with more digits are shown as four digits and a power of ten. */
const WHOLE_DIGITS = 12;

/** Formats a number of any size. @param {bigint | string} value */
export function readable(value) {
  const text = String(value);
  return text.length > WHOLE_DIGITS ? `${Number(`${text[0]}.${text.slice(1, 6)}`).toFixed(3)} × 10^${text.length - 1}` : number(BigInt(text));
}

/**
 * Parses a generation such as `1000000`, `1,000,000`, `10^6`, `1e6` or `2^40`; `undefined` for any
 * other text.
 * @param {string} written
 */
export function generationOf(written) {
  const text = written.replace(/[\s,_.']/g, '');
  const power = /^(\d{1,4})\^(\d{1,3})$/.exec(text);
  const short = /^(\d{1,4})e(\d{1,3})$/i.exec(text);
  const to = power ? BigInt(power[1]) ** BigInt(power[2]) : short ? BigInt(short[1]) * 10n ** BigInt(short[2]) : /^\d{1,19}$/.test(text) ? BigInt(text) : undefined;
  return to === undefined || to > MAX_GENERATION ? undefined : to;
}
