// @ts-check
/// The suggestions after a solved puzzle or a finished game: the next one of the same level, a
/// review, and the result and a picture to share. The buttons replace the keypad.

import { button, element } from '../page/element.js';
import { addressOfLine } from '../page/link.js';
import { formatTime } from '../board/clock.js';
import { dayOfGame, nameOf, resultOfDay } from './daily.js';
import { levelOf } from './statistics.js';

/** @typedef {import('../engine/engine.js').Game} Game */

/**
 * The board, and what the buttons can do with it.
 * @typedef {object} Host
 * @property {HTMLElement & { kind: string, title: string, noun: string, say: (text: string) => void, review: (game: Game) => HTMLElement | undefined }} puzzle
 * @property {(level: string | undefined) => void} another opens a new puzzle of this level, or of the chosen level
 * @property {() => void} again restarts the same puzzle
 */

/** Returns the result of a game in one line, without spoilers. @param {Host['puzzle']} puzzle @param {Game} game */
function resultOf({ kind, title }, { id, elapsedMs, presses, status }) {
  const day = dayOfGame(id);
  const level = day ? nameOf(day) : levelOf(kind, id);
  const isNamed = level && level !== title.toLowerCase();
  return { name: isNamed ? `${title}, ${level}` : title, result: presses.length ? status : formatTime(elapsedMs), day };
}

export class WhatNext {
  /** @type {HTMLElement} */ element = element('div', { class: 'next-steps', role: 'group', 'aria-label': 'What next?', hidden: '' });
  #host;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
  }

  get isShown() { return !this.element.hidden; }

  /** Moves the focus to the first button. */
  focus() { this.element.querySelector('button')?.focus(); }

  hide() { this.element.hidden = true; }

  /** @param {Game} game */
  show(game) {
    const { puzzle, another, again } = this.#host;
    const { day } = resultOf(puzzle, game);
    const level = day || game.areDiscs ? undefined : levelOf(puzzle.kind, game.id);
    const review = puzzle.review(game);
    this.element.replaceChildren(
      button(level ? `Next ${puzzle.noun}: ${level}` : `Next ${puzzle.noun}`, () => another(level), { class: 'main', title: 'N, then Enter' }),
      element('div', { class: 'row even' }, ...(review ? [review] : []), ...(game.areDiscs ? [] : [button('Play again', again)])),
      element('div', { class: 'row even' }, button('Copy result', () => this.#copy(game), { title: 'The result and a link to the puzzle, without the solution' }), button('Share picture', () => this.#sharePicture(game))));
    this.element.hidden = false;
  }

  /** Copies the result, with a link to the puzzle from its start or to the finished game. @param {Game} game */
  async #copy(game) {
    const { puzzle } = this.#host;
    const { name, result } = resultOf(puzzle, game);
    const line = `${name}: ${result}`;
    const link = addressOfLine(game.areDiscs ? game.share : `1;${game.id};0;0`);
    const isCopied = await navigator.clipboard.writeText(`${line}\n${link}`).then(() => true, () => false);
    puzzle.say(isCopied ? `Copied with a link: ${line}` : `Could not copy: ${line}`);
  }

  /** @param {Game} game */
  async #sharePicture(game) {
    const { puzzle } = this.#host;
    const { name, result, day } = resultOf(puzzle, game);
    const { offerPicture } = await import('./share-picture.js');
    puzzle.say(await offerPicture({
      heading: name, result: day ? resultOfDay(puzzle.kind, day, game.elapsedMs) : result, file: `${puzzle.kind}-${day ?? 'result'}`,
      board: { rows: game.rows, columns: game.columns, cells: game.cells.map(({ given, symbol }) => (game.areDiscs ? symbol ?? '.' : given ? '1' : '0')).join('') },
    }));
  }
}
