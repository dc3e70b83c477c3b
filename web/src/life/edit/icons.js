// @ts-check
/// The icons of the buttons, as paths in a square of 24 by 24, and buttons that show them.

import { button } from '../../page/element.js';
import { svgElement } from '../../page/svg.js';

const PATHS = {
  restart: 'M4 12a8 8 0 1 0 2.4-5.7M4 4v4.6h4.6',
  back: 'M6 5v14M18 6v12l-9-6z',
  step: 'M18 5v14M6 6v12l9-6z',
  run: 'M8 5v14l11-7z',
  pause: 'M8.5 5v14M15.5 5v14',
  undo: 'M9 14 4 9l5-5M4 9h10a5.5 5.5 0 0 1 0 11h-3',
  redo: 'm15 14 5-5-5-5M20 9H10a5.5 5.5 0 0 0 0 11h3',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  cut: 'M6 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM6 21a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM20 4 8.1 15.9M14.5 14.5 20 20M8.1 8.1 12 12',
  rotate: 'M20 12a8 8 0 1 1-2.4-5.7M20 4v4.6h-4.6',
  'flip left to right': 'M12 3v18M8.5 7v10H3zM15.5 7v10H21z',
  'flip top to bottom': 'M3 12h18M7 8.5h10V3zM7 15.5h10V21z',
  random: 'M4 4h16v16H4zM8.5 8.5h.01M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01',
  delete: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  close: 'M6 6l12 12M18 6 6 18',
  place: 'm4 12.5 5.5 5.5L20 7',
};

/** @typedef {keyof typeof PATHS} IconName */

/** @param {IconName} name */
export const icon = (name) => svgElement('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svgElement('path', { d: PATHS[name] }));

/**
 * Creates a button with an icon. The label is its accessible name and, unless the attributes have
 * another, its title.
 * @param {IconName} name
 * @param {string} label
 * @param {() => void} act
 * @param {Record<string, string>} [attributes]
 */
export function iconButton(name, label, act, attributes = {}) {
  const made = button('', act, { 'aria-label': label, title: label, ...attributes });
  made.append(icon(name));
  return made;
}
