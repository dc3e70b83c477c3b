// @ts-check
/// The lines of a game: its moves, the variations that the player left by taking moves back, and
/// those taken from the engine. The browser stores all lines, including deleted ones, so none is
/// lost. A line is a string with one character per move from the empty board.

import { randomSeed } from '../page/random.js';
import { loadStored, store } from '../page/storage.js';

/** @typedef {import('../engine/engine.js').Game} Game */

/**
 * The moves of a game. `base` is the id of its empty board, `start` the moves that belong to the
 * id, `shown` the moves up to the position that is shown, and `played` every position of the game,
 * including those that were undone.
 * @typedef {{ base: string, start: string, shown: string, played: string[] }} Moves
 */

/** The name of the trees in the browser's storage. */
const NAME = 'connect-four:lines';
/** Maximum number of games whose lines are kept. */
const MAX_TREES = 30;
/** Maximum number of variations of a game. */
const MAX_VARIATIONS = 400;
/** Maximum number of deletions of a game that can be restored. */
const MAX_DELETED = 20;

/** Returns the id of the empty board of a game, and the moves in the id. @param {string} id */
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

/** Returns the id of the position that is shown, which names all its moves. @param {Game} game */
export function positionOf(game) {
  const { base, shown } = movesOf(game);
  return base + shown;
}

/**
 * Returns the saved game of a line, at one of its positions.
 * @param {Moves} moves
 * @param {string} line begins with the moves of the id
 * @param {number} count the number of moves shown
 */
export function savedLine({ base, start }, line, count) {
  const presses = [...line.slice(start.length)].map((letter) => `${parseInt(letter, 36) - 1}+`);
  return ['1', base + start, '0', String(Math.max(0, count - start.length)), ...presses].join(';');
}

/** Returns a saved game of a position without earlier moves. @param {string} id */
export const savedPosition = (id) => `1;${id};0;0`;

/**
 * Returns `lines` with a line added. A line that is part of another one is dropped, unless a
 * variation begins at its end.
 * @param {string[]} lines
 * @param {string} line
 */
function added(lines, line) {
  if (lines.some((other) => other.startsWith(line))) return lines;
  const [longest] = lines.filter((other) => line.startsWith(other)).sort((one, other) => other.length - one.length);
  if (longest === undefined || lines.some((other) => other.startsWith(line.slice(0, longest.length + 1)))) return [...lines, line];
  return lines.map((other) => (other === longest ? line : other));
}

/**
 * A game's lines, the main line first, and the deleted variations, each with all its lines, the
 * most recent last. Games may begin with the same moves, so each has a key. A variation can
 * continue the main line beyond its end: an engine line that was followed is not part of the game.
 * @typedef {{ key: string, id: string, lines: string[], deleted?: string[][] }} Tree
 */

/**
 * Returns the number of moves before the innermost variation that contains a position; -1 on the
 * main line.
 * @param {string[]} lines
 * @param {string} position
 */
function branchOf(lines, position) {
  let [main = ''] = lines;
  let branch = -1;
  for (let at = 0; at < position.length; at += 1) {
    if (main[at] === position[at]) continue;
    const first = lines.find((line) => line.startsWith(position.slice(0, at + 1)));
    if (first === undefined) break;
    main = first;
    branch = at;
  }
  return branch;
}

/** Returns the stored trees, that of the current game first. @returns {Tree[]} */
function loadTrees() {
  try {
    const trees = JSON.parse(loadStored(NAME) ?? '[]');
    return Array.isArray(trees) ? trees.filter((tree) => typeof tree?.id === 'string' && Array.isArray(tree.lines)) : [];
  } catch {
    return [];
  }
}

/** Returns whether a tree contains any move. @param {Tree} tree */
const isPlayed = ({ lines }) => lines.some((line) => line.length > 0);

export class Variations {
  /** @type {Tree} */ #tree = { key: '', id: '', lines: [] };
  /** The line that is shown. */ #line = '';
  /**
   * The lines as they were before the last deletion or promotion, for undo; discarded at the next
   * move.
   * @type {string[] | undefined}
   */
  #before;

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
    if (!['restore', 'tab'].includes(op)) this.settle();
    const all = loadTrees();
    // Another tab may have added lines.
    const present = all.find(({ key }) => key === this.#tree.key) ?? this.#tree;
    const trees = all.filter((other) => other !== present);
    const last = played[played.length - 1];
    const isFirst = !this.#tree.key;
    let tree = present;
    // A move in another tab: its line may not be stored yet.
    const isMove = op === 'tab' && last.length > start.length && tree.lines.some((line) => line.startsWith(last.slice(0, -1)));
    if (isFirst || tree.id !== game.id || op === 'open' || (['restore', 'tab'].includes(op) && !isMove && !tree.lines.some((line) => line.startsWith(last)))) {
      const own = op === 'open' && !isFirst ? [] : trees.filter(({ id }) => id === game.id);
      // Two games may begin with the same moves: prefer the one that ends here.
      tree = own.find((other) => other.lines.includes(last)) ?? own.find((other) => last.length > start.length && other.lines.some((line) => line.startsWith(last))) ?? { key: randomSeed().toString(36), id: game.id, lines: [] };
    }
    // A move after the end of the main line belongs to it, even if a variation also contains the
    // move.
    if (['press', 'reply', 'step'].includes(op) && shown.slice(0, -1) === tree.lines[0]) tree = { ...tree, lines: [shown, ...tree.lines.slice(1).filter((line) => !shown.startsWith(line))] };
    this.#keep(tree, played, [present, ...trees].filter((other) => other !== tree && isPlayed(other)));
    // Show the game's own line if it continues beyond the position.
    if (last.length > shown.length || !this.#line.startsWith(shown) || !this.lines.includes(this.#line)) {
      this.#line = this.lines.find((line) => line.startsWith(last) && last.startsWith(shown)) ?? this.through(shown);
    }
  }

  /**
   * Adds a variation to the current game without changing the main line.
   * @param {string} line
   */
  add(line) {
    const { lines } = this.#tree;
    if (lines.some((other) => other.startsWith(line))) return;
    const [main, ...others] = lines;
    this.#set({ lines: [main, ...added(others, line)] });
  }

  /** Returns whether a position is in a variation. @param {string} position */
  isVariation(position) {
    return branchOf(this.lines, position) >= 0;
  }

  /** Whether the last deletion or promotion can be undone. */
  get canUndo() { return this.#before !== undefined; }

  /** Called at another position, where the last deletion or promotion can no longer be undone. */
  settle() {
    this.#before = undefined;
  }

  /** Whether there are deleted variations. */
  get hasDeleted() { return (this.#tree.deleted ?? []).length > 0; }

  /**
   * Deletes the innermost variation that contains a position, and returns the position where it
   * began.
   * @param {string} position
   */
  remove(position) {
    const branch = branchOf(this.lines, position);
    if (branch < 0) return undefined;
    const first = position.slice(0, branch + 1);
    const deleted = [...this.#tree.deleted ?? [], this.lines.filter((line) => line.startsWith(first))].slice(-MAX_DELETED);
    this.#before = this.lines;
    this.#set({ lines: this.lines.filter((line) => !line.startsWith(first)), deleted });
    const parent = position.slice(0, branch);
    if (!this.lines.includes(this.#line)) this.#line = this.lines.find((line) => line.startsWith(parent)) ?? parent;
    return parent;
  }

  /**
   * Promotes the innermost variation that contains a position: it swaps places with the line from
   * which it branches. Returns whether it is the main line now.
   * @param {string} position
   */
  promote(position) {
    const branch = branchOf(this.lines, position);
    if (branch < 0) return undefined;
    const { lines } = this;
    this.#before = lines;
    const place = lines.findIndex((line) => line.startsWith(position.slice(0, branch)));
    const promoted = lines.filter((line) => line.startsWith(position.slice(0, branch + 1)));
    const others = lines.filter((line) => !promoted.includes(line));
    // The line from which it branches may end where the variation begins; it is then part of the
    // promoted line.
    const left = others.filter((line) => line !== lines[place] || !promoted.some((other) => other.startsWith(line)));
    this.#set({ lines: [...left.slice(0, place), ...promoted, ...left.slice(place)] });
    return !this.isVariation(position);
  }

  /** Undoes the last deletion or promotion; moves made since stay. */
  undo() {
    const { deleted = [] } = this.#tree;
    const before = this.#before ?? [];
    const wasDeleted = before.some((line) => deleted.at(-1)?.includes(line) && !this.lines.includes(line));
    this.#set({ lines: this.lines.reduce(added, before), deleted: wasDeleted ? deleted.slice(0, -1) : deleted });
    this.#before = undefined;
  }

  /** Restores the variation that was deleted last, and returns its first line. */
  restore() {
    const deleted = this.#tree.deleted ?? [];
    const lines = deleted.at(-1);
    this.#before = undefined;
    if (!lines) return undefined;
    const [main, ...others] = this.lines;
    this.#set({ lines: [main, ...lines.filter((line) => !main.startsWith(line)).reduce(added, others)], deleted: deleted.slice(0, -1) });
    return lines[0];
  }

  /** Changes the current tree. @param {Partial<Tree>} change */
  #set(change) {
    this.#keep({ ...this.#tree, ...change }, [], loadTrees().filter(({ key }) => key !== this.#tree.key));
  }

  /**
   * Adds lines to a tree, makes it the current one, and stores all trees.
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

  /** Returns a line through a position: the one that is shown, if it contains the position. @param {string} position */
  through(position) {
    return this.#line.startsWith(position) ? this.#line : this.lines.find((line) => line.startsWith(position)) ?? position;
  }
}
