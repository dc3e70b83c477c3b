// @ts-check
/// The gallery of built-in patterns: a dialog with a picture of each, and a search.

import { dialog } from '../../page/dialog.js';
import { button, element } from '../../page/element.js';
import { svgElement } from '../../page/svg.js';
import { count } from '../../page/words.js';

/** @typedef {import('../life-engine.js').Named} Named */

/** Opacity of a sign in a picture; larger patterns are drawn as shaded blocks. @type {Record<string, number>} */
const OPACITY = { '░': 0.35, '▒': 0.6, '▓': 0.85 };

/** Draws a pattern from lines of signs. @param {string} text */
function pictureOf(text) {
  const lines = text.split('\n').filter((line) => line);
  const width = Math.max(...lines.map((line) => line.length), 1);
  /** @type {Map<number, string>} */
  const paths = new Map();
  lines.forEach((line, y) => {
    [...line].forEach((sign, x) => {
      if (sign === '.') return;
      const opacity = OPACITY[sign] ?? 1;
      paths.set(opacity, `${paths.get(opacity) ?? ''}M${x} ${y}h1v1h-1z`);
    });
  });
  const margin = Math.max(width, lines.length) / 12 + 1;
  return svgElement('svg', { viewBox: `${-margin} ${-margin} ${width + 2 * margin} ${lines.length + 2 * margin}`, 'aria-hidden': 'true' },
    ...[...paths].map(([opacity, d]) => svgElement('path', { d, 'fill-opacity': opacity })));
}

/**
 * Shows the gallery.
 * @param {HTMLElement} host
 * @param {Named[]} patterns
 * @param {(name: string) => void} choose
 * @param {() => void} closed
 */
export function showGallery(host, patterns, choose, closed) {
  const search = element('input', { type: 'search', 'aria-label': 'Search patterns', placeholder: 'Search, for example gun or period 3', autocomplete: 'off' });
  const found = element('p', { class: 'about', role: 'status' });
  const items = patterns.map((pattern) => {
    const made = button('', () => {
      list.closest('dialog')?.close();
      choose(pattern.name);
    }, { title: pattern.about });
    made.append(pictureOf(pattern.picture), element('span', {}, pattern.title));
    return { pattern, item: element('li', {}, made) };
  });
  const list = element('ul', { class: 'picker' }, ...items.map(({ item }) => item));
  search.addEventListener('input', () => {
    const words = search.value.toLowerCase().split(/\s+/);
    for (const { pattern, item } of items) {
      const text = `${pattern.name} ${pattern.title} ${pattern.about}`.toLowerCase();
      item.hidden = !words.every((word) => text.includes(word));
    }
    const shown = items.filter(({ item }) => !item.hidden).length;
    found.textContent = search.value ? count(shown, 'pattern') : '';
  });
  const made = dialog(host, 'Patterns', [search, found, list], [['Close', 'main', () => {}]], closed);
  made.classList.add('gallery');
}
