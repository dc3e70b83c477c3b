// @ts-check
/// The on-screen controls of a board: pens and a keypad for symbols, or a button for each move that
/// has no square.

import { button, element } from '../../page/element.js';
import { NARROW } from '../../page/narrow.js';
import { STEPS } from './line-pen.js';
import { PENS, TINTS } from './pens.js';

/** @typedef {import('../../engine/engine.js').Game} Game */
/** @typedef {import('./pens.js').Pen} Pen */

/**
 * @typedef {object} Player
 * @property {(symbol: string, pen: Pen) => void} write
 * @property {() => void} clear
 * @property {(step: [number, number]) => void} draw draws a line to a neighbour of the cursor's cell, or a side of the cell
 * @property {(press: number) => void} press
 * @property {(target: HTMLElement, press: number) => void} pointAt highlights the squares of a move while the pointer or the focus is on its button
 * @property {() => void} changed called when another pen has been chosen
 */

/**
 * Keys of the line pen, laid out like a number pad: the arrow, the direction's name for a line to a
 * cell, and its name for a line along a side.
 * @type {Record<string, [string, string, string?]>}
 */
const WAYS = {
  7: ['↖', 'to the upper left'], 8: ['↑', 'up', 'above'], 9: ['↗', 'to the upper right'], 4: ['←', 'to the left', 'on the left'], 5: ['▢', ''],
  6: ['→', 'to the right', 'on the right'], 1: ['↙', 'to the lower left'], 2: ['↓', 'down', 'below'], 3: ['↘', 'to the lower right'],
};

export class Pad {
  /** @type {HTMLElement} */ pens = element('div', { class: 'row pens', role: 'group', 'aria-label': 'Entry mode' });
  /** @type {HTMLElement} */ element = element('div', { class: 'pad', role: 'group', 'aria-label': 'Keypad' });
  /** @type {Pen} */ #pen = 'digit';
  /** What is held for the next cells. @type {string | undefined} */ #held;
  /** Whether lines follow the sides of cells. */ isAlong = false;
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

  /** What is held for the next cells: a digit, a colour or `erase`. */
  get held() { return this.#held; }
  set held(held) {
    this.#held = held;
    this.#paintHeld();
  }

  #paintHeld() {
    // On a wide page, Erase is beside Undo.
    for (const key of (this.element.parentElement ?? this.element).querySelectorAll('[data-symbol], [data-tint], .erase')) {
      const name = key.getAttribute('data-symbol') ?? key.getAttribute('data-tint') ?? 'erase';
      if (name === this.#held) key.setAttribute('aria-pressed', 'true');
      else key.removeAttribute('aria-pressed');
    }
  }

  /** Switches between lines along the sides of cells and lines from cell to cell. */
  toggleAlong() {
    this.isAlong = !this.isAlong;
    if (this.#game) this.build(this.#game);
  }

  /** @param {Pen} pen */
  choose(pen) {
    // A colour is not a digit.
    if (pen === 'line' || (pen === 'colour') !== (this.#pen === 'colour')) this.#held = undefined;
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
    this.element.classList.toggle('ways', this.#pen === 'line');
    this.element.replaceChildren(
      ...(this.#pen === 'line' ? this.#ways() : this.#pen === 'colour' ? tints.map((tint) => button(tint, () => this.#player.write(tint, 'colour'), { 'data-tint': tint, 'aria-label': `Colour ${tint}` }))
        : this.#inOrder(game.symbols).map(({ symbol }) => button(symbol, () => this.#player.write(symbol, this.#pen), { 'data-symbol': symbol }))),
      button('Erase', () => this.#player.clear(), { class: 'erase' }));
    this.#paintHeld();
  }

  /** Creates the keys that draw from the cursor's cell, and the key that switches to sides. */
  #ways() {
    return Object.keys(WAYS).sort((one, other) => '789456123'.indexOf(one) - '789456123'.indexOf(other)).map((key) => {
      const [sign, name, side] = WAYS[key];
      if (key === '5') {
        const along = button(sign, () => {
          this.toggleAlong();
          const again = this.element.querySelector('.along');
          if (again instanceof HTMLElement) again.focus();
        }, { class: 'along', 'aria-label': 'Along the sides of cells', title: 'Draw along the sides of cells', 'aria-pressed': String(this.isAlong) });
        return along;
      }
      const isOff = this.isAlong && !side;
      return button(sign, () => this.#player.draw(STEPS[key]), { 'aria-label': this.isAlong ? `Border line ${side ?? name}` : `Line ${name}`, ...(isOff ? { disabled: '' } : {}) });
    });
  }

  /**
   * Returns the symbols in the order of their keys.
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
