// @ts-check
/// A line graph of the population over time, with a mark at the current generation.

import { element } from '../../page/element.js';
import { svgElement } from '../../page/svg.js';
import { readable } from '../readable.js';

/** Beyond this number of points, every second point is dropped. */
const MAX_POINTS = 600;
/** The sides of the drawing, in its own units, and the margin around the line. */
const [WIDTH, HEIGHT, MARGIN] = [300, 84, 3];

/** @param {number} value */
const shown = (value) => readable(BigInt(Math.round(value)));

export class Plot {
  #line = svgElement('polyline', { 'vector-effect': 'non-scaling-stroke' });
  #now = svgElement('line', { class: 'now', y1: 0, y2: HEIGHT, 'vector-effect': 'non-scaling-stroke' });
  svg = svgElement('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', class: 'plot' }, this.#now, this.#line);
  #top = element('span');
  #range = element('span');
  /** The graph with its labels; screen readers read the label of the drawing. */
  element = element('div', { class: 'population' }, element('div', { 'aria-hidden': 'true' }, element('span', {}, 'Population'), this.#top), this.svg, element('div', { 'aria-hidden': 'true' }, this.#range));
  /** Generations and populations, by generation. @type {[number, number][]} */ #points = [];
  #at = 0;

  constructor() {
    this.clear();
  }

  /** Begins a graph for a different pattern. */
  clear() {
    this.#points = [];
    this.#draw();
  }

  /** Drops the points after a generation at which the pattern was changed. @param {number} generation */
  cut(generation) {
    this.#points = this.#points.filter(([at]) => at < generation);
  }

  /** @param {number} generation @param {number} population */
  add(generation, population) {
    // After a jump back, later points stay: the pattern will have these populations again.
    const after = this.#points.findIndex(([at]) => at >= generation);
    const place = after < 0 ? this.#points.length : after;
    this.#points.splice(place, this.#points[place]?.[0] === generation ? 1 : 0, [generation, population]);
    // The first and the last point stay, as the ends of the range.
    if (this.#points.length > MAX_POINTS) this.#points = this.#points.filter((_, at, { length }) => at % 2 === 0 || at === length - 1);
    this.#at = generation;
    this.#draw();
  }

  #draw() {
    const points = this.#points;
    const populations = points.map(([, population]) => population);
    const [least, greatest] = [Math.min(...populations), Math.max(...populations)];
    const [first, last] = [points[0]?.[0] ?? 0, points[points.length - 1]?.[0] ?? 0];
    const x = (/** @type {number} */ generation) => (MARGIN + ((WIDTH - 2 * MARGIN) * (generation - first)) / (last - first || 1)).toFixed(1);
    const y = (/** @type {number} */ population) => (HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * population) / (greatest || 1)).toFixed(1);
    this.#line.setAttribute('points', points.map(([generation, population]) => `${x(generation)},${y(population)}`).join(' '));
    const hasRange = points.length > 1;
    // The end of the line needs no mark.
    this.#now.toggleAttribute('hidden', !hasRange || this.#at === last);
    for (const end of ['x1', 'x2']) this.#now.setAttribute(end, x(this.#at));
    this.#top.textContent = hasRange ? `at most ${shown(greatest)}` : '';
    this.#range.textContent = hasRange ? `generations ${shown(first)} to ${shown(last)}` : '';
    this.svg.setAttribute('aria-label', hasRange
      ? `Population over time: between ${shown(least)} and ${shown(greatest)} cells from generation ${shown(first)} to ${shown(last)}` : 'Population over time: no data yet');
  }
}
