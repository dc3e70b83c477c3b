// @ts-check
/// The moves of a game as text, with its variations in brackets after the move that they replace:
/// `1. X4 O4 3. X5 (3. X3 O2) 4. O3`. A variation that continues after the last move of its line
/// begins with `…`. The same format can be read back, as can plain columns such as `4453`.

import { SIDES } from './sides.js';

/** A move in a text: its column and its position. @typedef {{ letter: string, index: number }} Move */

/**
 * Writes lines, the main line first.
 * @param {string[]} lines
 * @param {boolean} isNarrow whether columns are single digits, so that the player may precede them
 */
export function textOf(lines, isNarrow) {
  const branch = (/** @type {string[]} */ some, /** @type {number} */ from) => {
    const [main] = some;
    /** @type {string[]} */
    const words = [];
    let rest = some;
    let isNumbered = true;
    const add = (/** @type {string[]} */ others, /** @type {number} */ at, /** @type {string} */ sign) => {
      for (const letter of new Set(others.map((line) => line[at]))) words.push(`(${sign}${branch(others.filter((line) => line[at] === letter), at)})`);
    };
    for (let at = from; at < main.length; at += 1) {
      words.push(`${isNumbered || at % 2 === 0 ? `${at + 1}. ` : ''}${isNarrow ? SIDES[at % 2] : ''}${main[at]}`);
      const others = rest.filter((line) => line.length > at && line[at] !== main[at]);
      rest = rest.filter((line) => line[at] === main[at]);
      add(others, at, '');
      isNumbered = others.length > 0;
    }
    add(rest.filter((line) => line.length > main.length), main.length, '… ');
    return words.join(' ');
  };
  return lines.length ? branch(lines, 0) : '';
}

/**
 * Parses the lines in a text, the main line first. Spaces, commas and move numbers such as `3.` are
 * allowed between moves; on narrow boards, the player may precede the column.
 * @param {string} text
 * @param {boolean} isNarrow
 * @returns {{ lines: Move[][], error?: { at: number, text: string } }}
 */
export function linesIn(text, isNarrow) {
  const parts = isNarrow ? /\d+\.(?=\s|\D|$)|[xo](?=\d)|[\s,;]|(.)/giu : /\d+\.(?=\s|\D|$)|[\s,;]|(.)/gu;
  /** @type {Move[]} */
  let line = [];
  /** @type {Move[][]} */
  const variations = [];
  /** @type {{ line: Move[], at: number }[]} */
  const open = [];
  for (const { 1: sign, index } of text.matchAll(parts)) {
    if (sign === '(') {
      open.push({ line, at: index });
      line = /^\(\s*(…|\.\.\.)/u.test(text.slice(index, index + 20)) ? line : line.slice(0, -1);
    } else if (sign === ')') {
      const outer = open.pop();
      if (!outer) return { lines: [], error: { at: index, text: 'Found ")" without "(".' } };
      variations.push(line);
      line = outer.line;
    } else if (sign && !/[….]/u.test(sign)) line = [...line, { letter: sign.toLowerCase(), index }];
  }
  const [unclosed] = open;
  if (unclosed) return { lines: [], error: { at: unclosed.at, text: 'Found "(" without ")".' } };
  return { lines: [line, ...variations] };
}
