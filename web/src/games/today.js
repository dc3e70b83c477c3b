// @ts-check
/// Today's puzzle at the top of the front page: drawn as the reader left it, and playable there
/// after a click. The board's script is loaded when the pointer or the focus comes near.

import { button, element } from '../page/element.js';
import { loadStyle } from '../scheme/late-style.js';
import { dayOf, dayOfGame } from './daily.js';
import { pictureOf } from './history.js';

/** @typedef {import('./history.js').Played} Played */

/** Loads the board with its style sheets. */
const load = () => Promise.all([
  import('../sudoku/sudoku.js'),
  ...['../board/board.css', '../page/panel.css', '../sudoku/sudoku.css'].map((path) => loadStyle(new URL(path, import.meta.url))),
]);

/** Returns the cell under a point of the drawing of a board with nine rows. @param {DOMRect} box @param {number} x @param {number} y */
const cellAt = ({ left, top, width, height }, x, y) => Math.floor((y - top) * 9 / height) * 9 + Math.floor((x - left) * 9 / width);

/** Returns the puzzle of the day that an element names: its parameters, its date and its id. @param {Element} element */
const attributesOf = (element) => Object.fromEntries(['data-daily', 'data-day', 'data-game'].map((name) => [name, element.getAttribute(name) ?? '']));

export class Today {
  /** @type {Element | null} */ #hero;
  #picture;
  /** Today's game, if the reader played it. @type {Played | undefined} */ game;

  /**
   * @param {Element} picture the drawing, which links to the puzzle's page
   * @param {Played[]} games
   */
  constructor(picture, games) {
    this.#hero = picture.closest('.hero');
    this.game = games.find(({ id }) => dayOfGame(id) === dayOf(new Date()) && id.startsWith('sudoku:'));
    this.#picture = button('', () => {}, { class: 'daily', ...attributesOf(picture) });
    this.#picture.addEventListener('click', ({ clientX, clientY, detail }) => this.#play(detail ? cellAt(this.#picture.getBoundingClientRect(), clientX, clientY) : undefined));
    this.#picture.append(element('span', { class: 'away' }, 'Play the sudoku of the day here'), ...(this.game ? [pictureOf(this.game)] : picture.childNodes));
    for (const event of ['pointerenter', 'focus']) this.#picture.addEventListener(event, () => { load().catch(() => {}); }, { once: true });
    picture.replaceWith(this.#picture);
    const play = this.#hero?.querySelector('.button.first');
    if (play instanceof HTMLAnchorElement) play.hash = 'today';
    if (this.game) this.#showProgress(this.game);
  }

  /** @param {Played} game */
  #showProgress({ status, solved, save }) {
    this.#hero?.querySelector('.kicker')?.append(element('span', { class: 'progress' }, ` · ${status}`));
    const play = this.#hero?.querySelector('.button.first');
    if (!(play instanceof HTMLAnchorElement)) return;
    play.textContent = solved ? 'View this board' : 'Continue this board';
    play.hash = encodeURIComponent(save);
  }

  /** Replaces the drawing with the board. @param {number} [cell] the cell to start at */
  async #play(cell) {
    this.#picture.setAttribute('aria-busy', 'true');
    try {
      await load();
    } catch {
      // The reader is offline, or this script is outdated: the puzzle's own page explains the
      // problem.
      location.href = this.#hero?.querySelector('.button.first')?.getAttribute('href') ?? location.href;
      return;
    }
    const board = document.createElement('gridlore-sudoku');
    board.className = 'playable';
    for (const [name, value] of Object.entries(attributesOf(this.#picture))) board.setAttribute(name, value);
    board.setAttribute('game', this.#picture.dataset.game ?? '');
    this.#hero?.classList.add('live');
    this.#hero?.querySelector('.progress')?.remove();
    this.#picture.replaceWith(board);
    await new Promise((resolve) => new MutationObserver((_, observer) => {
      if (!board.hasAttribute('ready') && !board.querySelector('[role=alert]')) return;
      observer.disconnect();
      resolve(undefined);
    }).observe(board, { attributes: true, childList: true, subtree: true }));
    const cells = board.querySelectorAll('.board.live .cell');
    const start = cells[cell ?? -1] ?? board.querySelector('.board.live [tabindex="0"]');
    if (start instanceof HTMLElement) start.focus();
  }
}
