// @ts-check
/// Parts of the control panel beside a puzzle.

import { dialog } from './dialog.js';
import { element } from './element.js';

/**
 * Creates a collapsed list of keyboard shortcuts.
 * @param {string[][]} rows each a key and its action
 * @param {...Node} before
 */
export function keyList(rows, ...before) {
  return element('details', { class: 'keys' }, element('summary', {}, 'Keyboard shortcuts'), ...before, keyRows(rows));
}

/**
 * Shows the keyboard shortcuts in a dialog.
 * @param {HTMLElement} host
 * @param {string[][]} rows each a key and its action
 * @param {() => void} closed
 */
export function showKeys(host, rows, closed) {
  dialog(host, 'Keyboard shortcuts', [keyRows(rows)], [['Close', 'main', () => {}]], closed).classList.add('wide');
}

/** Creates the rows of a shortcut list. @param {string[][]} rows each a key and its action */
export function keyRows(rows) {
  return element('dl', {}, ...rows.map(([key, action]) => element('div', {}, element('dt', {}, key), element('dd', {}, action))));
}

/**
 * Creates a slider or field with its label above it and its value beside the label.
 * @param {string} text
 * @param {HTMLElement} input
 * @param {...(Node | string)} output
 */
export function labelled(text, input, ...output) {
  // Otherwise, an output before the field would get the label, and each change of it would be
  // announced.
  if (!input.hasAttribute('aria-label')) input.setAttribute('aria-label', text);
  for (const part of output) if (part instanceof HTMLOutputElement) part.setAttribute('aria-live', 'off');
  return element('label', { class: 'slider' }, element('span', {}, text), ...output, input);
}
