// @ts-check
/// The engine's view of a position: the score of each column, or bounds on it, and the best play of
/// both sides after the best columns. It searches in its own worker, so play does not have to wait.

import { BusyIndicator } from '../engine/busy.js';
import { analyse } from '../engine/engine.js';
import { messageOf } from '../page/words.js';
import { movesOf, positionOf, savedPosition } from './variations.js';

/** @typedef {import('../engine/engine.js').Game} Game */

/** A score or its bounds, and the meaning in words. @typedef {{ lower: number, upper: number, text: string }} Scored */
/**
 * What is known about a position: the scores of its columns and, for columns with a line, the moves
 * of both sides from here.
 * @typedef {{ scores: Map<number, Scored>, lines: Map<number, string> }} Known
 */

/**
 * Search nodes per request. A search that needs more is requested again, so bounds appear early.
 */
const NODES_PER_REQUEST = 400_000;
/** Maximum number of positions whose scores are kept. */
const MAX_POSITIONS = 400;

/** Returns whether a score is exact. @param {Scored | undefined} scored */
const isExact = (scored) => scored !== undefined && scored.lower === scored.upper;

export class Scoring {
  /** The Stop button of a long search. */ element;
  #host;
  #busy;
  /** What is known about each position, by its id. @type {Map<string, Known>} */ #positions = new Map();
  #stop = new AbortController();
  /** Resolves when the worker has no requests left. */ #idle = Promise.resolve();
  /** Whether the search of the current position still runs. */ isSearching = false;

  /**
   * @param {{ kind: string, say: (text: string) => void, focusBoard: () => void, changed: () => void }} host
   * `changed` is called when more is known about the current position
   */
  constructor(host) {
    this.#host = host;
    this.#busy = new BusyIndicator(host.focusBoard);
    this.element = this.#busy.element;
  }

  /** Returns what is known about a position. @param {Game} game @returns {Known} */
  of(game) {
    const id = positionOf(game);
    const known = this.#positions.get(id) ?? { scores: new Map(), lines: new Map() };
    // The positions shown last are kept.
    this.#positions.delete(id);
    this.#positions.set(id, known);
    if (this.#positions.size > MAX_POSITIONS) this.#positions.delete(this.#positions.keys().next().value ?? '');
    return known;
  }

  /** Returns the columns with an empty cell, from the centre outwards. @param {Game} game */
  #open({ presses, columns }) {
    const distance = (/** @type {number} */ press) => Math.abs(press - (columns - 1) / 2);
    return [...presses.keys()].filter((press) => presses[press].turns.length).sort((one, other) => distance(one) - distance(other));
  }

  /** Returns the best columns as far as they are known, best first. @param {Game} game @param {number} count */
  best(game, count) {
    const { scores } = this.of(game);
    // If only bounds on a score are known, their midpoint is used.
    const limit = game.presses.length * game.rows / 2;
    const worth = (/** @type {number} */ press) => {
      const { lower = -limit, upper = limit } = scores.get(press) ?? {};
      return Math.max(lower, -limit) + Math.min(upper, limit);
    };
    return this.#open(game).sort((one, other) => worth(other) - worth(one)).slice(0, count);
  }

  /** Ends the search. */
  end() {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.isSearching = false;
  }

  /**
   * Searches a position instead of the previous one: the score of each column, from the centre
   * outwards, and lines for this many columns. The Stop button and `end` end the search.
   * @param {Game} game
   * @param {number} lines
   */
  async search(game, lines) {
    this.end();
    const stop = this.#stop;
    this.isSearching = game.side !== undefined;
    this.#host.changed();
    if (!this.isSearching) return;
    let failure = '';
    try {
      await this.#busy.during(stop, () => Promise.race([
        this.#run(game, lines, stop.signal),
        new Promise((_, reject) => stop.signal.addEventListener('abort', () => reject(stop.signal.reason))),
      ]), 'Computing the scores…');
    } catch (error) {
      failure = stop.signal.aborted ? 'Stopped. The scores and bounds found so far are shown.' : messageOf(error);
    }
    // Another search has begun, or none is wanted any more.
    if (this.#stop !== stop) return;
    this.isSearching = false;
    this.#host.changed();
    if (failure) this.#host.say(failure);
  }

  /**
   * @param {Game} game
   * @param {number} lines
   * @param {AbortSignal} signal
   */
  async #run(game, lines, signal) {
    const known = this.of(game);
    const { base, shown } = movesOf(game);
    const { changed } = this.#host;
    // A request without the signal runs to its end, and its results stay in the engine's table.
    const send = async (/** @type {object} */ request, /** @type {AbortSignal | undefined} */ cutoff = undefined) => {
      await this.#idle;
      signal.throwIfAborted();
      const sent = analyse(this.#host.kind, request, cutoff);
      this.#idle = sent.then(() => {}, () => {});
      const answer = await sent;
      signal.throwIfAborted();
      if (answer.error) throw new Error(answer.error);
      return answer;
    };
    for (let nodes = NODES_PER_REQUEST, isMore = true; isMore; nodes = Math.min(2 * nodes, 4 * NODES_PER_REQUEST)) {
      isMore = false;
      for (const press of this.#open(game)) {
        if (isExact(known.scores.get(press))) continue;
        const { scored, more } = await send({ op: 'score', game: savedPosition(base + shown), press, nodes });
        if (scored) known.scores.set(press, scored);
        isMore ||= more ?? false;
        changed();
      }
      for (const press of this.best(game, lines)) {
        if (known.lines.has(press) || !isExact(known.scores.get(press))) continue;
        const move = shown + game.presses[press].name;
        const { game: end } = await send({ op: 'solve', game: savedPosition(base + move) }, signal);
        known.lines.set(press, (end ? movesOf(end).shown : move).slice(shown.length));
        changed();
      }
    }
  }
}
