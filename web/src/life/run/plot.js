// @ts-check
/// A line graph of the population over time.

import { element } from '../../page/element.js';
import { svgElement } from '../../page/svg.js';

/** Beyond this many points, every second one is dropped. */
const MAX_POINTS = 600;

export class Plot {
  #line = svgElement('polyline', { 'vector-effect': 'non-scaling-stroke' });
  svg = svgElement('svg', { viewBox: '0 0 300 84', preserveAspectRatio: 'none', role: 'img', class: 'plot' }, this.#line);
  #top = element('span');
  #range = element('span');
  /** The graph with its labels; screen readers read the label of the drawing. */
  element = element('div', { class: 'population' }, element('div', { 'aria-hidden': 'true' }, element('span', {}, 'Population'), this.#top), this.svg, element('div', { 'aria-hidden': 'true' }, this.#range));
  /** @type {[number, number][]} */ #points = [];

  constructor() {
    this.clear();
  }

  clear() {
    this.#points = [];
    this.#draw();
  }

  /** @param {number} generation @param {number} population */
  add(generation, population) {
    // After a step back, the graph continues from there.
    while (this.#points.length && this.#points[this.#points.length - 1][0] >= generation) this.#points.pop();
    this.#points.push([generation, population]);
    if (this.#points.length > MAX_POINTS) this.#points = this.#points.filter((_, at) => at % 2 === 0);
    this.#draw();
  }

  #draw() {
    const points = this.#points;
    const populations = points.map(([, population]) => population);
    const [least, greatest] = [Math.min(...populations), Math.max(...populations)];
    const [first, last] = [points[0]?.[0] ?? 0, points[points.length - 1]?.[0] ?? 0];
    const x = (/** @type {number} */ generation) => 2 + (296 * (generation - first)) / (last - first || 1);
    const y = (/** @type {number} */ population) => 80 - (76 * population) / (greatest || 1);
    this.#line.setAttribute('points', points.map(([generation, population]) => `${x(generation).toFixed(1)},${y(population).toFixed(1)}`).join(' '));
    const numbers = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
    this.#top.textContent = points.length < 2 ? '' : `at most ${numbers.format(greatest)}`;
    this.#range.textContent = points.length < 2 ? '' : `generations ${numbers.format(first)} to ${numbers.format(last)}`;
    this.svg.setAttribute('aria-label', points.length < 2 ? 'Population over time: no data yet'
      : `Population over time: between ${numbers.format(least)} and ${numbers.format(greatest)} cells from generation ${numbers.format(first)} to ${numbers.format(last)}`);
  }
}
