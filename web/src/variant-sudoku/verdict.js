// @ts-check
/// The live verdict: after each change the engine counts the solutions, finds the true candidates
/// and rates a unique solution, in its own worker. A further change cancels the pending question.

import { analyse } from '../engine/engine.js';
import { element } from '../page/element.js';
import { count } from '../page/words.js';

/** @typedef {import('../engine/engine.js').Verdict} Verdict */
/** @typedef {import('../engine/engine.js').Clue} Clue */

/** The limits on the searches for each question, in guesses. */
const [GUESSES, FOR_CONFLICTS, FOR_CLUES, FOR_GIVENS] = [100_000, 20_000, 50_000, 200_000];
/** The limit on the work for a rating, in values tried in constraints. */
const TRIED = 20_000_000;

/** Describes a difficulty in words. @param {import('../engine/engine.js').Difficulty} difficulty */
function wordsOf({ level, rating, techniques, isSolved }) {
  const [hardest] = techniques;
  if (!isSolved) return `Difficulty: ${level}, beyond the known techniques.`;
  const steps = techniques.reduce((sum, [, steps]) => sum + steps, 0);
  return `Difficulty: ${level}, ${rating}${hardest ? ` (${hardest[0]}), ${count(steps, 'step')}` : ''}.`;
}

export class LiveVerdict {
  /** @type {HTMLElement} */ element = element('p', { class: 'verdict', role: 'status' });
  /** The clues of the last answer. @type {HTMLElement} */ list = element('ul', { class: 'clues' });
  /** @type {Verdict | undefined} */ verdict;
  /**
   * The text block with its solution: the unique one, or the one that it contained if it breaks no
   * rule. Undefined if there is neither.
   * @type {string | undefined}
   */
  solved;
  /** Cells of clues that conflict. @type {Set<number>} */ conflict = new Set();
  /** @type {AbortController | undefined} */ #asking;
  #kind;
  #changed;

  /** @param {string} kind the engine @param {() => void} changed called when there is an answer */
  constructor(kind, changed) {
    this.#kind = kind;
    this.#changed = changed;
  }

  /** Cancels the question and forgets the answer. */
  cancel() {
    this.#asking?.abort();
    this.#asking = undefined;
    this.verdict = undefined;
    this.solved = undefined;
    this.conflict = new Set();
    this.list.replaceChildren();
  }

  /**
   * Sends a question, unless a newer one cancels it.
   * @param {object} request
   */
  async #ask(request) {
    const asking = this.#asking ??= new AbortController();
    try {
      const answer = await analyse(this.#kind, request, asking.signal);
      return this.#asking === asking ? answer : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * Asks about a text block, until the number of solutions is known; the rest of the answer follows.
   * @param {string} text
   * @param {import('./draft.js').Draft} [draft] the draft, if its solution is needed
   */
  async ask(text, draft) {
    this.cancel();
    this.element.textContent = 'Solving\u2026';
    const { verdict } = await this.#ask({ op: 'verdict', text, nodes: GUESSES }) ?? {};
    if (!verdict) return;
    this.verdict = verdict;
    this.element.dataset.solutions = verdict.solutions;
    this.element.textContent = {
      none: 'No solution.',
      unique: 'Unique solution.',
      several: `Several solutions: two of them differ in ${count(this.differing.length, 'cell')}.`,
      unknown: 'Undecided: the search reached its limit.',
    }[verdict.solutions];
    this.#changed();
    const asking = this.#asking;
    if (draft) {
      // A unique solution replaces an earlier one, which may not even fit the board any more.
      const whole = verdict.solutions === 'unique' ? draft.plain : draft.text;
      const answer = await this.#ask({ op: 'solved', text: whole, nodes: GUESSES });
      if (asking !== this.#asking) return;
      this.solved = answer?.solved ?? undefined;
    }
    if (verdict.solutions === 'unique') this.#rate(text);
    if (verdict.solutions === 'none') this.#explain(text);
  }

  /** Adds the clues that conflict to the verdict. @param {string} text */
  async #explain(text) {
    const { conflict } = await this.#ask({ op: 'conflict', text, nodes: FOR_CONFLICTS }) ?? {};
    if (!conflict?.clues.length) return;
    const size = conflict.isSmallest ? 'Smallest set of conflicting clues' : 'Conflicting clues';
    this.element.textContent = `No solution. ${size}: ${count(conflict.clues.length, 'clue')}, marked.`;
    this.#show(conflict.clues);
    this.conflict = new Set(conflict.clues.flatMap(({ cells }) => cells));
    this.#changed();
  }

  /** Adds the difficulty to the verdict. @param {string} text */
  async #rate(text) {
    this.element.textContent = 'Unique solution. Rating\u2026';
    const { difficulty } = await this.#ask({ op: 'difficulty', text, nodes: TRIED }) ?? {};
    if (difficulty === undefined) return;
    this.element.textContent = `Unique solution. ${difficulty ? wordsOf(difficulty) : 'Difficulty unknown: the analysis reached its limit.'}`;
  }

  /** The cells in which the two solutions differ. @returns {number[]} */
  get differing() {
    const [one = '', other = ''] = this.verdict?.examples ?? [];
    return [...other].flatMap((sign, cell) => (sign === one[cell] ? [] : [cell]));
  }

  /** Lists clues. @param {Clue[]} clues */
  #show(clues) {
    this.list.replaceChildren(...clues.map(({ text }) => element('li', {}, text)));
  }

  /** Lists the clues that the solution does not need; returns a message. @param {string} text */
  async unnecessary(text) {
    const { unnecessary } = await this.#ask({ op: 'unnecessary', text, nodes: FOR_CLUES }) ?? {};
    if (!unnecessary) return '';
    this.#show(unnecessary.clues);
    const open = unnecessary.undecided ? ` Undecided: ${count(unnecessary.undecided, 'clue')}.` : '';
    if (!unnecessary.clues.length) return open ? `No unnecessary clue was found.${open}` : 'Every clue is needed.';
    return `${unnecessary.clues.length > 1 ? 'Any one of ' : ''}${count(unnecessary.clues.length, 'clue')} can be removed.${open}`;
  }

  /**
   * Returns givens that make the first solution unique.
   * @param {string} text
   * @param {number[][]} groups cells that are given together or not at all
   * @returns {Promise<[number, string][] | undefined>}
   */
  async givens(text, groups) {
    const solution = this.verdict?.examples[0];
    if (!solution) return undefined;
    return (await this.#ask({ op: 'givens', text, solution, groups, nodes: FOR_GIVENS }))?.givens ?? undefined;
  }
}
