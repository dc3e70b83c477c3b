// @ts-check
/// The menu of built-in patterns.

import { randomSeed } from '../page/random.js';
import { element, openByArrows } from '../page/element.js';
import { labelled } from '../page/panel.js';

/** The menu entry for a new random soup, and the parameters of the soup. */
const SOUP = '#soup';
const SOUP_BOARD = 'soup,64,37';

export class Library {
  #choice = element('select', { 'aria-label': 'Patterns' });
  /** @type {HTMLElement} */ #about = element('p', { class: 'about' });
  /** @type {import('./life-engine.js').Named[]} */ patterns = [];
  /** @type {Node[]} */ rows = [labelled('Pattern', this.#choice), this.#about];

  /** @param {() => void} choose called when the user has chosen a pattern */
  constructor(choose) {
    openByArrows(this.#choice);
    this.#choice.addEventListener('change', () => { if (this.#choice.value) choose(); });
  }

  /** Chooses a pattern by its name. @param {string} name */
  choose(name) {
    this.#choice.value = name;
    this.#choice.dispatchEvent(new Event('change'));
  }

  get isEmpty() { return !this.#choice.options.length; }

  /** @param {import('./life-engine.js').Named[]} patterns */
  fill(patterns) {
    this.patterns = patterns;
    this.#choice.append(element('option', { value: '' }, 'Choose…'), element('option', { value: SOUP }, 'Random soup'), ...patterns.map(({ name, title, about }) => element('option', { value: name, title: about }, title)));
  }

  /**
   * Returns the chosen pattern: its value in the menu, and its id.
   * @param {string | undefined} rule the rule of a soup
   */
  chosen(rule) {
    const { value } = this.#choice;
    // A soup needs an unbounded world: a rule with a colon names a bounded one.
    const id = value === SOUP ? `life:${SOUP_BOARD},${rule && !rule.includes(':') ? rule : 'B3/S23'}#${randomSeed()}` : value;
    return { choice: value, id };
  }

  /** Returns the library name of the pattern with this id. @param {string} id */
  choiceOf(id) { return this.patterns.find(({ name }) => id === `life:${name}`)?.name; }

  /** Shows the name of the current pattern, if it has one. @param {import('./label/notes.js').Notes} notes */
  show({ name, choice = '', isEdited }) {
    const [other] = this.#choice.options;
    if (!other) return;
    const known = isEdited ? undefined : [...this.#choice.options].find(({ value }) => value && value === choice);
    const title = name ?? [...this.#choice.options].find(({ value }) => value && value === choice)?.text;
    other.textContent = !title ? 'Choose…' : isEdited ? `Edited: ${title}` : title;
    this.#choice.value = known?.value ?? '';
    this.#about.textContent = known?.title ?? '';
  }
}
