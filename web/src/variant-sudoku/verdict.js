// @ts-check
/// The live verdict: after each change the engine counts the solutions and finds the true
/// candidates, in a worker of its own. A newer change cancels the question.

import { analyse } from '../engine/engine.js';
import { element } from '../page/element.js';
import { count } from '../page/words.js';

/** @typedef {import('../engine/engine.js').Verdict} Verdict */
/** @typedef {import('../engine/engine.js').Clue} Clue */

/** The limits of the questions: guesses. */
const [GUESSES, FOR_CONFLICTS, FOR_CLUES, FOR_GIVENS] = [100_000, 20_000, 50_000, 200_000];

export class LiveVerdict {
  /** @type {HTMLElement} */ element = element('p', { class: 'verdict', role: 'status' });
  /** The clues of the last answer. @type {HTMLElement} */ list = element('ul', { class: 'clues' });
  /** @type {Verdict | undefined} */ verdict;
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

  /** Asks about a text. @param {string} text */
  async ask(text) {
    this.cancel();
    this.element.textContent = 'Solving\u2026';
    const { verdict } = await this.#ask({ op: 'verdict', text, nodes: GUESSES }) ?? {};
    if (!verdict) return;
    this.verdict = verdict;
    this.element.dataset.solutions = verdict.solutions;
    const [one = '', other = ''] = verdict.examples;
    const differ = [...one].filter((sign, cell) => other[cell] !== sign).length;
    this.element.textContent = {
      none: 'No solution.',
      unique: 'Unique solution.',
      several: `Several solutions: two of them differ in ${count(differ, 'cell')}.`,
      unknown: 'Not decided: the search was stopped at its limit.',
    }[verdict.solutions];
    this.#changed();
    if (verdict.solutions !== 'none') return;
    const { conflict } = await this.#ask({ op: 'conflict', text, nodes: FOR_CONFLICTS }) ?? {};
    if (!conflict?.clues.length) return;
    const size = conflict.isSmallest ? 'No smaller set of clues conflicts' : 'These clues conflict';
    this.element.textContent = `No solution. ${size}: ${count(conflict.clues.length, 'clue')}, marked.`;
    this.#show(conflict.clues);
    this.conflict = new Set(conflict.clues.flatMap(({ cells }) => cells));
    this.#changed();
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
    const open = unnecessary.undecided ? ` For ${count(unnecessary.undecided, 'clue')}, this is not known.` : '';
    if (!unnecessary.clues.length) return `Every clue is needed.${open}`;
    return `${count(unnecessary.clues.length, 'clue')} can be removed, if all others stay.${open}`;
  }

  /** Givens that make the first solution unique. @param {string} text @returns {Promise<[number, string][] | undefined>} */
  async givens(text) {
    const solution = this.verdict?.examples[0];
    if (!solution) return undefined;
    return (await this.#ask({ op: 'givens', text, solution, nodes: FOR_GIVENS }))?.givens ?? undefined;
  }
}
