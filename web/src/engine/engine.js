// @ts-check
/// The engines that keep no state between requests. They share one worker, which is terminated to
/// cancel a search. A second worker runs long analyses, so that play never waits for them.

import { Conversation, EngineFailure } from './conversation.js';

/**
 * The answers of an engine, as the crate gridlore-wasm serialises them.
 * @typedef {{ symbol: string | null, marks: string, corners: string, crosses: string, tints: string, colour: number | null, goal: number | null, press: number | null, given: boolean, clash: boolean, highlight: boolean, last: boolean, region: number, absent?: boolean, fog?: boolean, label: string, quiet?: string }} Cell
 * @typedef {{ points: [number, number][], label: string }} Line
 * @typedef {{ after: number, moves: number, first: string, cells: string, status: string }} Branch
 * @typedef {{ save: string, share: string, id: string, elapsedMs: number, canUndo: boolean, canRedo: boolean, rows: number,
 *   columns: number, cells: Cell[], lines: Line[], symbols: { symbol: string, left: number }[],
 *   presses: { name: string, turns: number[] }[], colours: number, areDiscs: boolean, side?:
 *   number, clashes: string[], status: string, blank: number, solved: boolean }} Game
 * @typedef {{ solutions: 'none' | 'unique' | 'several' | 'unknown', examples: string[], candidates: string[], isWhole: boolean }} Verdict
 * @typedef {{ text: string, cells: number[] }} Clue
 * @typedef {{ level: string, rating: string, techniques: [string, number][], isSolved: boolean }} Difficulty
 * @typedef {{ block?: string, solved?: string | null, verdict?: Verdict, conflict?: { clues: Clue[], isSmallest: boolean },
 *   unnecessary?: { clues: Clue[], undecided: number }, givens?: [number, string][] | null,
 *   difficulty?: Difficulty | null }} Studio
 * @typedef {{ svg: string, title: string, author: string, rules: string[], pictures: string[], notes: string[] }} Drawing
 * @typedef {{ title: string, text: string, stages: { text: string, cells: number[] }[], isMistake: boolean, cells: number[], removed: [number, string][], pictures: string[], target: [number, string] | null, press: number | null, acts: boolean, hasWay: boolean, isWay?: boolean }} Hint
 * @typedef {{ name: string, cost: string, notation: string, text: string, picture: string, isPlacing: boolean, placed: [number, string][], removed: [number, string][], before: string }} TutorStep
 * @typedef {{ tutor?: { guides: { params: string, title: string }[], techniques: string[], others: string[], formats: { params: string, title: string }[] },
 *   way?: { steps: TutorStep[], rating: string, isWhole: boolean, note: string, last: string,
 *   picture: string }, steps?: TutorStep[], ratings?: [string, string][], games?: string[],
 *   written?: string }} Lesson
 * @typedef {Lesson & Studio & { error?: string, isBroken?: boolean, message?: string, game?: Game, drawing?: Drawing, hint?: Hint, wrong?: number[], branches?: Branch[],
 *   count?: { solutions: number, nodes: number }, presets?: { params: string, title: string }[], usual?: string,
 *   scale?: { title: string, prefix: string, values: string[] }, sizes?: { title: string, prefix: string, min: number, max: number },
 *   scored?: { lower: number, upper: number, text: string }, review?: Reviewed[], levels?: { params: string,
 *   title: string }[], more?: boolean }} Answer
 * @typedef {{ number: number, side: number, press: number, mark: 'best' | 'inaccuracy' | 'mistake', score: number, bestScore: number, best: number[], text: string }} Reviewed
 */

/** @type {Conversation<Answer>} */
const shared = new Conversation();
/** @type {Conversation<Answer>} */
const background = new Conversation();

/**
 * @param {Conversation<Answer>} conversation
 * @param {string} kind
 * @param {object | string} request
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
async function exchange(conversation, kind, request, signal) {
  try {
    return (await conversation.send({ kind, request }, signal)).answer;
  } catch (error) {
    if (error instanceof EngineFailure) return { error: error.message };
    throw error;
  }
}

/**
 * Sends a request to an engine. Aborting the signal stops the search immediately: the promise
 * rejects with the signal's reason, and other pending requests are sent again to a new worker.
 * @param {string} kind
 * @param {object | string} request a string for engines that read plain text
 * @param {AbortSignal} [signal]
 */
export const ask = (kind, request, signal) => exchange(shared, kind, request, signal);

/**
 * Like `ask`, in the worker for long analyses.
 * @param {string} kind
 * @param {object} request
 * @param {AbortSignal} [signal]
 */
export const analyse = (kind, request, signal) => exchange(background, kind, request, signal);
