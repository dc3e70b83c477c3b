// @ts-check
/// The field for a generation to jump to.

import { button, element } from '../../page/element.js';
import { generationOf } from '../readable.js';

export class JumpInput {
  #input = element('input', { type: 'text', autocomplete: 'off', autocapitalize: 'none', placeholder: '2^40', title: 'A generation such as 1000000, 10^6 or 2^40 (J)', 'aria-label': 'Generation to jump to' });
  element = element('div', { class: 'row' }, this.#input, button('Jump', () => this.#jump()));
  #go;
  #say;

  /** @param {(to: bigint) => unknown} go @param {(text: string) => void} say */
  constructor(go, say) {
    this.#go = go;
    this.#say = say;
    this.#input.addEventListener('keydown', (event) => { if (event.key === 'Enter') this.#jump(); });
  }

  focus() { this.#input.focus(); }

  #jump() {
    const to = generationOf(this.#input.value);
    if (to === undefined) this.#say(`Found “${this.#input.value}”, expected a generation such as 1000000, 10^6 or 2^40, up to 2^62.`);
    else this.#go(to);
  }
}
