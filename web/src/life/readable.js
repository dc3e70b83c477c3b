// @ts-check
/// Generations and populations, which may have any number of digits: as people read them, and as
/// they write them.

import { number } from '../page/words.js';

/** The engine counts to this generation. */
const LAST_GENERATION = 2n ** 62n;
/** Numbers of more digits are shown by their first four and a power of ten. */
const WHOLE_DIGITS = 12;

/** A number of any size, readable. @param {bigint | string} value */
export function readable(value) {
  const text = String(value);
  return text.length > WHOLE_DIGITS ? `${Number(`${text[0]}.${text.slice(1, 6)}`).toFixed(3)} × 10^${text.length - 1}` : number(BigInt(text));
}

/** The generation that a text names: `1000000`, `1,000,000`, `10^6`, `1e6`, `2^40`; nothing where it names none. @param {string} written */
export function generationOf(written) {
  const text = written.replace(/[\s,_.']/g, '');
  const power = /^(\d{1,4})\^(\d{1,3})$/.exec(text);
  const short = /^(\d{1,4})e(\d{1,3})$/i.exec(text);
  const to = power ? BigInt(power[1]) ** BigInt(power[2]) : short ? BigInt(short[1]) * 10n ** BigInt(short[2]) : /^\d{1,19}$/.test(text) ? BigInt(text) : undefined;
  return to === undefined || to > LAST_GENERATION ? undefined : to;
}
