// @ts-check
/// The bars above a board on its own page: the site's header and the title bar. They fold away in
/// full screen and, if the player has chosen that option, during a game. The choice of the next
/// puzzle is in the title bar or, if there is none, with the other controls.

import { element } from '../page/element.js';
import { NARROW } from '../page/narrow.js';

/**
 * Matches windows so short that the bars would fill a third of them, as on a phone held sideways.
 */
export const LOW = matchMedia('(max-height: 30rem)');

export class Bars {
  /** Where the choice appears among the other controls. @type {HTMLElement} */ element = element('div', { class: 'choice' });
  #choice;
  #isWanted;
  #isFolded = false;
  /** @type {Element | null} */ #bar = null;

  /**
   * @param {HTMLElement} choice
   * @param {() => boolean} isWanted whether the bars fold away now, even outside full screen
   */
  constructor(choice, isWanted) {
    this.#choice = choice;
    this.#isWanted = isWanted;
  }

  /** Places the choice now and whenever the window changes. @param {boolean} isPage whether the page shows only this board */
  connect(isPage) {
    this.#bar = isPage ? document.querySelector('.titlebar .choice') : null;
    NARROW.addEventListener('change', this.#place);
    document.addEventListener('fullscreenchange', this.fold);
    this.#place();
  }

  disconnect() {
    NARROW.removeEventListener('change', this.#place);
    document.removeEventListener('fullscreenchange', this.fold);
  }

  #place = () => {
    const place = NARROW.matches || this.#isFolded ? this.element : this.#bar ?? this.element;
    if (this.#choice.parentElement !== place) place.append(this.#choice);
  };

  /** Folds the bars away or shows them again. */
  fold = () => {
    const isFolded = this.#bar !== null && (document.fullscreenElement !== null || this.#isWanted());
    if (isFolded === this.#isFolded) return;
    this.#isFolded = isFolded;
    document.documentElement.classList.toggle('folded', isFolded);
    this.#place();
  };
}

/** Shows the page in full screen, or returns from it. @param {(error: unknown) => void} failed */
export function toggleFullScreen(failed) {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(failed);
}
