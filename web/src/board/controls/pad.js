// @ts-check
/// The on-screen controls of a board: pens and a keypad for symbols, or a button for each move that
/// has no square.

import { button, element } from '../../page/element.js';
import { NARROW } from '../../page/narrow.js';
import { PENS, TINTS } from './pens.js';

/** @typedef {import('../../engine/engine.js').Game} Game */
/** @typedef {import('./pens.js').Pen} Pen */

/**
 * @typedef {object} Player
 * @property {(symbol: string, pen: Pen) => void} write
 * @property {() => void} clear
 * @property {(press: number) => void} press
 * @property {(target: HTMLElement, press: number) => void} pointAt highlights the squares of a move while the pointer or the focus is on its button
 * @property {() => void} changed called when another pen was chosen
 */

export class Pad {
  /** @type {HTMLElement} */ pens = element('div', { class: 'row pens', role: 'group', 'aria-label': 'Entry mode' });
  /** @type {HTMLElement} */ element = element('div', { class: 'pad', role: 'group', 'aria-label': 'Keypad' });
  /** @type {Pen} */ #pen = 'digit';
  /** The numbers that the keys show. @type {Map<string, number>} */ #left = new Map();
  /** Which digits are in the first row of nine: `one` or `seven`. */ firstRow = 'one';
  /** @type {Game | undefined} */ #game;
  #player;

  /** @param {Player} player */
  constructor(player) {
    this.#player = player;
    this.pens.append(...PENS.map(([pen, text]) => button(text, () => this.choose(pen), { disabled: '', 'data-pen': pen, 'aria-pressed': String(pen === 'digit') })));
  }

  /** The chosen pen. */
  get pen() { return this.#pen; }

  /** Enables the pens once a game is open. */
  enable() {
    for (const made of this.pens.querySelectorAll('button')) made.disabled = false;
  }

  /** @param {Pen} pen */
  choose(pen) {
    this.#pen = pen;
    for (const made of this.pens.querySelectorAll('[data-pen]')) made.setAttribute('aria-pressed', String(made.getAttribute('data-pen') === pen));
    if (!this.#game) return;
    this.build(this.#game);
    this.#player.changed();
  }

  /** Builds the buttons for a game. @param {Game} game */
  build(game) {
    this.#game = game;
    this.#left.clear();
    const isPressed = game.presses.length > 0;
    const isByCells = isPressed && game.cells.some((cell) => cell.press !== null);
    this.pens.hidden = isPressed;
    this.element.hidden = isByCells;
    this.element.classList.toggle('moves', isPressed);
    this.element.setAttribute('aria-label', isPressed ? 'Moves' : 'Keypad');
    if (!isPressed) return this.#buildKeypad(game);
    this.element.replaceChildren(...(isByCells ? [] : game.presses.map(({ name }, press) => {
      const made = button(name, () => this.#player.press(press));
      this.#player.pointAt(made, press);
      return made;
    })));
  }

  /** @param {Game} game */
  #buildKeypad(game) {
    const tints = Array.from({ length: TINTS }, (_, index) => String(index + 1));
    this.element.dataset.across = game.symbols.length > 9 || game.symbols.length === 4 ? '4' : '3';
    this.element.replaceChildren(
      ...(this.#pen === 'colour' ? tints.map((tint) => button(tint, () => this.#player.write(tint, 'colour'), { 'data-tint': tint, 'aria-label': `Colour ${tint}` }))
        : this.#inOrder(game.symbols).map(({ symbol }) => button(symbol, () => this.#player.write(symbol, this.#pen), { 'data-symbol': symbol }))),
      button('Erase', () => this.#player.clear(), { class: 'erase' }));
  }

  /**
   * The symbols in the order of their keys.
   * @template T
   * @param {T[]} symbols
   */
  #inOrder(symbols) {
    const isTurned = this.firstRow === 'seven' && symbols.length === 9 && !NARROW.matches;
    return isTurned ? [6, 3, 0].flatMap((first) => symbols.slice(first, first + 3)) : symbols;
  }

  /** Shows how many of each symbol are left to place. @param {Game} game */
  paint(game) {
    for (const { symbol, left } of game.symbols) {
      if (this.#left.get(symbol) === left) continue;
      const key = this.element.querySelector(`[data-symbol="${symbol}"]`);
      if (!(key instanceof HTMLElement)) continue;
      key.replaceChildren(symbol, element('span', { class: 'away' }, ', '),
        element('small', {}, String(left), element('span', { class: 'away' }, ' left')));
      key.classList.toggle('done', left === 0);
      this.#left.set(symbol, left);
    }
  }
}
