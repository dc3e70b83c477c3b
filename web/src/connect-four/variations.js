// @ts-check
/// The lines of a game: its moves, and the variations that the player left by a takeback. They are
/// kept in the browser, so no line is lost. A line is a text with a character per move, from the
/// empty board.

import { randomSeed } from '../page/random.js';
import { loadStored, store } from '../page/storage.js';

/** @typedef {import('../engine/engine.js').Game} Game */

/**
 * The moves of a game. `base` is the id of its empty board, `start` the moves that belong to the
 * id, `shown` the moves up to the position that is shown, and `played` every position of the game,
 * also those that were undone.
 * @typedef {{ base: string, start: string, shown: string, played: string[] }} Moves
 */

/** The name of the trees in the browser's storage. */
const NAME = 'connect-four:lines';
/** Maximum number of games whose lines are kept. */
const MAX_TREES = 30;
/** Maximum number of variations of a game. */
const MAX_VARIATIONS = 400;

/** The id of the empty board of a game, and the moves in the id. @param {string} id */
function partsOf(id) {
  const at = id.lastIndexOf(':') + 1;
  return { base: id.slice(0, at), start: id.slice(at) };
}

/** @param {Game} game @returns {Moves} */
export function movesOf(game) {
  const { base, start } = partsOf(game.id);
  let text = start;
  // A move of a saved game is the number of a press, or a whole position after an exclamation mark.
  const played = game.save.split(';').slice(4).map((move) => (text = move.startsWith('!') ? move.slice(1) : text + game.presses[parseInt(move, 10)].name));
  const shown = game.share.split(';')[4]?.slice(1) ?? start;
  return { base, start, shown, played: [start, ...played] };
}

/**
 * The saved game of a line, at one of its positions.
 * @param {Moves} moves
 * @param {string} line begins with the moves of the id
 * @param {number} count the number of moves shown
 */
export function savedLine({ base, start }, line, count) {
  const presses = [...line.slice(start.length)].map((letter) => `${parseInt(letter, 36) - 1}+`);
  return ['1', base + start, '0', String(Math.max(0, count - start.length)), ...presses].join(';');
}

/** A saved game of a position without earlier moves. @param {string} id */
export const savedPosition = (id) => `1;${id};0;0`;

/** Adds a line to others. A line that is part of another one is not kept. @param {string[]} lines @param {string} line */
function added(lines, line) {
  if (lines.some((other) => other.startsWith(line))) return lines;
  const at = lines.findIndex((other) => line.startsWith(other));
  return at < 0 ? [...lines, line] : lines.map((other, index) => (index === at ? line : other));
}

/**
 * A game's lines, the main line first. Games can begin alike, so each has a key.
 * @typedef {{ key: string, id: string, lines: string[] }} Tree
 */

/** The stored trees, that of the present game first. @returns {Tree[]} */
function loadTrees() {
  try {
    const trees = JSON.parse(loadStored(NAME) ?? '[]');
    return Array.isArray(trees) ? trees.filter((tree) => typeof tree?.id === 'string' && Array.isArray(tree.lines)) : [];
  } catch {
    return [];
  }
}

/** Whether a tree has a move. @param {Tree} tree */
const isPlayed = ({ lines }) => lines.some((line) => line.length > 0);

export class Variations {
  /** @type {Tree} */ #tree = { key: '', id: '', lines: [] };
  /** The line that is shown. */ #line = '';

  /** The lines, the main line first. */
  get lines() { return this.#tree.lines; }

  /** The line that is shown, to its end. */
  get line() { return this.#line; }

  /**
   * Follows a game to another position.
   * @param {Game} game
   * @param {string} op the kind of request that led to it
   */
  follow(game, op) {
    const { start, shown, played } = movesOf(game);
    const all = loadTrees();
    // Another tab can have added lines.
    const present = all.find(({ key }) => key === this.#tree.key) ?? this.#tree;
    const trees = all.filter((other) => other !== present);
    const last = played[played.length - 1];
    const isFirst = !this.#tree.key;
    let tree = present;
    if (isFirst || tree.id !== game.id || op === 'open' || (op === 'restore' && !tree.lines.some((line) => line.startsWith(last)))) {
      const own = op === 'open' && !isFirst ? [] : trees.filter(({ id }) => id === game.id);
      // Two games can begin alike: the one that ends here comes first.
      tree = own.find((other) => other.lines.includes(last)) ?? own.find((other) => last.length > start.length && other.lines.some((line) => line.startsWith(last))) ?? { key: randomSeed().toString(36), id: game.id, lines: [] };
    }
    this.#keep(tree, played, [present, ...trees].filter((other) => other !== tree && isPlayed(other)));
    // The line that the game has, as long as it goes beyond the position.
    if (last.length > shown.length || !this.#line.startsWith(shown) || !this.lines.includes(this.#line)) {
      this.#line = this.lines.find((line) => line.startsWith(last) && last.startsWith(shown)) ?? this.through(shown);
    }
  }

  /** Adds a line to the present game. @param {string} line */
  add(line) {
    this.#keep(this.#tree, [line], loadTrees().filter(({ key }) => key !== this.#tree.key));
  }

  /**
   * Adds lines to a tree, which becomes the present one, and stores all trees.
   * @param {Tree} tree
   * @param {string[]} more
   * @param {Tree[]} others
   */
  #keep(tree, more, others) {
    const lines = more.reduce(added, tree.lines);
    // The main line and the latest variations.
    this.#tree = { ...tree, lines: [...lines.slice(0, 1), ...lines.slice(1).slice(-MAX_VARIATIONS)] };
    store(NAME, JSON.stringify([this.#tree, ...others].slice(0, MAX_TREES)));
  }

  /** A line through a position: the one that is shown, if it has the position. @param {string} position */
  through(position) {
    return this.#line.startsWith(position) ? this.#line : this.lines.find((line) => line.startsWith(position)) ?? position;
  }
}
