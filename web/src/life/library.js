// @ts-check
/// The patterns that the engine knows by name, to choose from.

import { randomSeed } from '../page/chance.js';
import { element } from '../page/element.js';
import { labelled } from '../page/panel.js';

/** The choice that is another soup each time, and its board. */
const SOUP = '#soup';
const SOUP_BOARD = 'soup,64,37';

export class Library {
  #choice = element('select', { 'aria-label': 'Patterns' });
  /** @type {HTMLElement} */ #about = element('p', { class: 'about' });
  /** @type {Node[]} */ rows = [labelled('Pattern', this.#choice), this.#about];

  /** @param {() => void} choose somebody has chosen a pattern */
  constructor(choose) {
    this.#choice.addEventListener('change', () => { if (this.#choice.value) choose(); });
  }

  get isEmpty() { return !this.#choice.options.length; }

  /** @param {import('./life-engine.js').Named[]} patterns */
  fill(patterns) {
    this.#choice.append(element('option', { value: '' }, 'Choose…'), element('option', { value: SOUP }, 'A soup'), ...patterns.map(({ name, title, about }) => element('option', { value: name, title: about }, title)));
  }

  /** The id of what is chosen, and what shows the choice once it is there. @param {string | undefined} rule that a soup is for */
  chosen(rule) {
    const { value, selectedOptions } = this.#choice;
    const about = selectedOptions[0]?.title ?? '';
    // A rule of a bounded world, which has a colon, is none for a soup.
    const id = value === SOUP ? `life:${SOUP_BOARD},${rule && !rule.includes(':') ? rule : 'B3/S23'}#${randomSeed()}` : value;
    const show = () => {
      this.#choice.value = value;
      this.#about.textContent = about;
    };
    return { id, show };
  }

  /** Another pattern is there than the one that was chosen. */
  clear() {
    this.#choice.value = '';
    this.#about.textContent = '';
  }
}
