// @ts-check
/// Plays a solution press by press, with a Stop button.

import { button, element } from '../page/element.js';

/** Milliseconds between two presses. */
const STEP_MS = 450;

export class Playback {
  /** @type {HTMLElement} */ element = element('div', { class: 'row few', hidden: '' }, element('span', {}, 'Playing the solution…'), button('Stop', () => this.stop(), { class: 'quiet' }));
  #isPlaying = false;
  #onFocusLost;

  /** @param {() => void} onFocusLost called before the Stop button hides while it has the focus */
  constructor(onFocusLost) {
    this.#onFocusLost = onFocusLost;
  }

  get isPlaying() { return this.#isPlaying; }

  /**
   * Takes steps until it is stopped or a step changes nothing; returns false if it was stopped.
   * @param {() => Promise<boolean>} step takes a step; resolves to whether another can follow
   */
  async play(step) {
    this.#isPlaying = true;
    this.element.hidden = false;
    while (this.#isPlaying && await step()) await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    const isWhole = this.#isPlaying;
    this.stop();
    return isWhole;
  }

  stop() {
    this.#isPlaying = false;
    if (this.element.contains(document.activeElement)) this.#onFocusLost();
    this.element.hidden = true;
  }
}
