// @ts-check
/// The menu of rarely used controls of a board. Choosing an item closes it, as do Escape and a
/// click elsewhere.

import { element } from '../../page/element.js';

export class More {
  #summary = element('summary', {}, 'More');
  #menu = element('div', { class: 'menu' });
  element = element('details', { class: 'more' }, this.#summary, this.#menu);

  /** @param {...Node} items */
  constructor(...items) {
    this.append(...items);
    // In the capture phase: the item's own action may move the focus elsewhere.
    this.#menu.addEventListener('click', (event) => {
      if (event.target instanceof HTMLButtonElement) this.#close();
    }, true);
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !this.element.open) return;
      this.#close();
      event.preventDefault();
    });
    this.element.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !this.element.contains(relatedTarget)) this.element.open = false;
    });
    document.addEventListener('pointerdown', ({ target }) => {
      if (target instanceof Node && !this.element.contains(target)) this.element.open = false;
    }, { passive: true });
  }

  /** Adds items to the end of the menu. @param {...Node} items */
  append(...items) {
    this.#menu.append(...items);
  }

  /** Adds items to the start of the menu. @param {...Node} items */
  prepend(...items) {
    this.#menu.prepend(...items);
  }

  #close() {
    this.element.open = false;
    this.#summary.focus();
  }
}
