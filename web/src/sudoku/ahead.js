// @ts-check
/// Puzzles generated and rated ahead of time, in a worker separate from the board's: a new puzzle
/// is available immediately, and rating never delays a move.

import { Conversation } from '../engine/conversation.js';
import { randomSeed } from '../page/random.js';

/** @typedef {import('../engine/engine.js').Answer} Answer */

/** The engine, which generates puzzles of every level and rates them. */
const ENGINE = 'sudoku-tutor';

/** The program to whose ratings the levels refer. */
const RATER = 'Sudoku Explainer 1.2.1';
/**
 * Maximum number of puzzles that are generated to find one with a rating in the range of its level.
 * The levels are HoDoKu's, so about one puzzle in twenty is outside the range.
 */
const MAX_TRIES = 8;

/**
 * A puzzle with its known ratings, by the program whose scale they use.
 * @typedef {{ save: string, id: string, ratings: Map<string, string> }} Rated
 */

/** Returns the rating of the hardest step, the first of the three numbers. @param {Map<string, string>} ratings */
export const explained = (ratings) => ratings.get(RATER)?.split('/')[0];

export class Ahead {
  /** @type {Conversation<Answer>} */ #engine = new Conversation();
  #kind;
  /** The puzzle that is ready and its parameters. @type {{ params: string, rated: Rated } | undefined} */ #ready;
  /** The parameters for which a puzzle is being generated, and when it is done. @type {{ params: string, done: Promise<void> } | undefined} */ #pending;
  /** The puzzle that was taken last. @type {Rated | undefined} */ #taken;

  /** @param {string} kind */
  constructor(kind) {
    this.#kind = kind;
  }

  /**
   * Generates a puzzle with these parameters, unless one is ready.
   * @param {string} params
   * @param {[number, number] | undefined} range the lowest and the highest rating
   */
  prepare(params, range) {
    if (this.#ready?.params === params || this.#pending?.params === params) return;
    const pending = { params, done: Promise.resolve() };
    this.#pending = pending;
    pending.done = this.#generate(params, range, () => this.#pending === pending).then((rated) => {
      if (this.#pending !== pending) return;
      this.#pending = undefined;
      if (rated) this.#ready = { params, rated };
    });
  }

  /**
   * @param {string} params
   * @param {[number, number] | undefined} range
   * @param {() => boolean} isWanted
   * @returns {Promise<Rated | undefined>}
   */
  async #generate(params, range, isWanted) {
    for (let tries = 1; isWanted(); tries++) {
      const answer = await this.#ask({ op: 'open', id: `${this.#kind}:${params}#${randomSeed()}` });
      if (!answer?.game) return undefined;
      const { save, id } = answer.game;
      if (!range || !isWanted()) return { save, id, ratings: new Map() };
      const ratings = await this.#ratings(save);
      const rating = Number(explained(ratings) ?? range[0]);
      if ((rating >= range[0] && rating <= range[1]) || tries === MAX_TRIES) return { save, id, ratings };
    }
    return undefined;
  }

  /**
   * Removes and returns the puzzle with these parameters, if one is ready or being generated.
   * @param {string} params
   * @param {AbortSignal} signal ends the wait
   */
  async take(params, signal) {
    if (this.#pending?.params === params) await Promise.race([this.#pending.done, new Promise((resolve) => signal.addEventListener('abort', resolve))]);
    if (this.#ready?.params !== params || signal.aborted) return undefined;
    this.#taken = this.#ready.rated;
    this.#ready = undefined;
    return this.#taken.save;
  }

  /**
   * Returns the ratings of a game's puzzle, once the next puzzle is ready.
   * @param {{ id: string, save: string }} game
   */
  async rate({ id, save }) {
    await this.#pending?.done;
    return this.#taken?.id === id && this.#taken.ratings.size ? this.#taken.ratings : this.#ratings(save);
  }

  /** @param {string} game */
  async #ratings(game) {
    return new Map((await this.#ask({ op: 'ratings', game }))?.ratings ?? []);
  }

  /** Terminates the worker. */
  close() { this.#engine.close(); }

  /** @param {object} request @returns {Promise<Answer | undefined>} */
  async #ask(request) {
    try {
      return (await this.#engine.send({ kind: ENGINE, request })).answer;
    } catch {
      // Without this engine, new puzzles are generated when they are needed, and have no rating.
      return undefined;
    }
  }
}
