// @ts-check
/// Pieces of the panel beside a puzzle.

import { element } from './element.js';

/** A list of keys with what they do, closed at first. @param {string[][]} rows a key and what it does @param {...Node} before */
export function keyList(rows, ...before) {
  return element('details', { class: 'keys' }, element('summary', {}, 'Keys'), ...before, keyRows(rows));
}

/** The rows of such a list. @param {string[][]} rows */
export function keyRows(rows) {
  return element('dl', {}, ...rows.flatMap(([key, what]) => [element('dt', {}, key), element('dd', {}, what)]));
}

/** A slider, or a field of the same form, with its name above it and its value as text beside the name. @param {string} text @param {HTMLElement} input @param {...(Node | string)} output */
export function labelled(text, input, ...output) {
  return element('label', { class: 'slider' }, element('span', {}, text), ...output, input);
}
