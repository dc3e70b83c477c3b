// @ts-check
/// Puzzles generated and rated ahead of time, in a worker beside that of the board: a new puzzle is
/// there at once, and a rating never delays a move.

import { Conversation } from '../engine/conversation.js';
import { randomSeed } from '../page/random.js';

/** @typedef {import('../engine/engine.js').Answer} Answer */

/** The engine, which generates puzzles of every level and rates them. */
const ENGINE = 'sudoku-tutor';

export class Ahead {
  /** @type {Conversation<Answer>} */ #engine = new Conversation();
  #kind;
  /** The puzzle that is ready, and its parameters. @type {{ params: string, save: string } | undefined} */ #ready;
  /** The parameters that a puzzle is being generated for. */
  #pending = '';

  /** @param {string} kind */
  constructor(kind) {
    this.#kind = kind;
  }

  /** Generates a puzzle with these parameters, unless one is ready. @param {string} params */
  async prepare(params) {
    if (this.#ready?.params === params || this.#pending === params) return;
    this.#pending = params;
    const answer = await this.#ask({ op: 'open', id: `${this.#kind}:${params}#${randomSeed()}` });
    if (this.#pending !== params) return;
    this.#pending = '';
    if (answer?.game) this.#ready = { params, save: answer.game.save };
  }

  /** Removes and returns the puzzle with these parameters, if it is ready. @param {string} params */
  take(params) {
    if (this.#ready?.params !== params) return undefined;
    const { save } = this.#ready;
    this.#ready = undefined;
    return save;
  }

  /**
   * The ratings of a game's puzzle: the program whose scale it is, and the rating.
   * @param {string} game
   */
  async rate(game) {
    return new Map((await this.#ask({ op: 'ratings', game }))?.ratings ?? []);
  }

  /** Ends the worker. */
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
