// @ts-check
/// Where the games of a board come from and where they stay: the link in the address, and what the
/// browser keeps of each puzzle.

import { keep, kept } from '../page/keep.js';
import { dropLink, isFirst, linkedLine } from '../page/link.js';

/** @typedef {import('../engine/engine.js').Game} Game */

export class Saves {
  #puzzle;
  /** The game came with a link and nothing was done yet: it must not take the place of the reader's own. */
  isBorrowed = false;

  /** @param {HTMLElement & { kind: string }} puzzle */
  constructor(puzzle) {
    this.#puzzle = puzzle;
  }

  /** The id of the page's own puzzle; what is kept is filed under it. */
  get home() { return this.#puzzle.getAttribute('game') ?? ''; }

  /** A game in the address belongs to the first board of its kind on the page. */
  get linked() {
    return isFirst(this.#puzzle) ? linkedLine(`1;${this.#puzzle.kind}:`) : undefined;
  }

  /** The game that this board showed last: the page's own, or one that took its place. */
  get last() { return kept(kept(`at:${this.home}`) ?? this.home); }

  /** The page's own game, as the reader left it. */
  get own() { return kept(this.home); }

  /** Files a game under its id, so that the page's own is still there when a new one has taken its place. @param {Game | undefined} game @param {number} ms of play that the engine has not heard of */
  keep(game, ms) {
    if (!game || this.isBorrowed) return;
    // The third field is the time; it alone may have changed since the engine answered.
    const fields = game.save.split(';');
    fields[2] = String(game.elapsedMs + ms);
    keep(game.id, fields.join(';'));
    keep(`at:${this.home}`, game.id === this.home ? undefined : game.id);
  }

  /** Another game comes: one that is not the page's own has no other place and goes. @param {Game | undefined} game */
  drop(game) {
    if (game && game.id !== this.home) keep(game.id, undefined);
  }

  /** The board has changed: the link does not show it any more, and the game is the reader's own. */
  take() {
    dropLink(this.#puzzle.kind);
    this.isBorrowed = false;
  }
}
