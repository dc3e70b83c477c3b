// @ts-check
/// Saved games of a board: the link in the address, and the games stored in the browser.

import { loadStored, store } from '../page/storage.js';
import { dropLink, isFirst, linkedLine } from '../page/link.js';
import { rememberGame } from '../games/history.js';

/** @typedef {import('../engine/engine.js').Game} Game */

export class Saves {
  #puzzle;
  /**
   * Whether the game came with a link and has not been played: it must not replace the reader's own
   * game.
   */
  isBorrowed = false;
  /** Whether nothing is saved, because the board shows an exercise. */ isPaused = false;

  /** @param {HTMLElement & { kind: string, title: string, gameName: string, isKept: boolean, isPage: boolean }} puzzle */
  constructor(puzzle) {
    this.#puzzle = puzzle;
  }

  /** The id of the page's own puzzle, under which the last game is recorded. */
  get home() { return this.#puzzle.getAttribute('game') ?? ''; }

  /** The game in the address; only the first board of its kind on the page uses it. */
  get linked() {
    return isFirst(this.#puzzle) ? linkedLine(`1;${this.#puzzle.kind}:`) : undefined;
  }

  /** The game that this board showed last: the page's own, or one that replaced it. */
  get last() { return this.#isOfDay ? this.own : loadStored(loadStored(`at:${this.home}`) ?? this.home); }

  /** Whether the address or the page asks for the page's own puzzle, the puzzle of the day. */
  get #isOfDay() { return location.hash === '#today' || (!this.#puzzle.isPage && this.#puzzle.dataset.daily !== undefined); }

  /** The page's own game, as the reader left it. */
  get own() { return loadStored(this.home); }

  /**
   * Stores a game under its id, so a new game does not overwrite the page's own.
   * @param {Game | undefined} game
   * @param {number} ms played since the last report to the engine
   */
  save(game, ms) {
    if (!game || this.isBorrowed || this.isPaused || !this.#puzzle.isKept) return;
    const save = this.timed(game, ms);
    store(game.id, save);
    store(`at:${this.home}`, game.id === this.home ? undefined : game.id);
    if (game.canUndo || game.canRedo) rememberGame(this.#puzzle, game, save);
  }

  /**
   * Returns the saved line of a game with the time played.
   * @param {Game} game
   * @param {number} ms played since the last report to the engine
   */
  timed(game, ms) {
    // The third field is the elapsed time, the only field that changes between two responses.
    return game.save.split(';').with(2, String(game.elapsedMs + ms)).join(';');
  }

  /**
   * Removes a game without moves that is about to be replaced, unless it is the page's own.
   * @param {Game | undefined} game
   */
  removeUnplayed(game) {
    if (game && game.id !== this.home && !game.canUndo && !game.canRedo) store(game.id, undefined);
  }

  /**
   * Makes a linked game the reader's own after the first change: the link no longer shows the
   * board.
   */
  adopt() {
    if (this.isPaused) return;
    dropLink(this.#puzzle.kind);
    this.isBorrowed = false;
  }
}
