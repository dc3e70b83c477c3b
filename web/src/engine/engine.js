// @ts-check
/// The engines that keep nothing between requests: all of them in one worker, which is thrown away
/// to cancel a search.

import { Broken, Conversation } from './conversation.js';

/**
 * What an engine answers; the shapes are those of the crate gridlore-wasm.
 * @typedef {{ symbol: string | null, marks: string, corners: string, crosses: string, tints: string, colour: number | null, goal: number | null, press: number | null, given: boolean, clash: boolean, highlight: boolean, last: boolean, region: number, label: string, quiet?: string }} Cell
 * @typedef {{ save: string, share: string, id: string, elapsedMs: number, canUndo: boolean, canRedo: boolean, rows: number,
 *   columns: number, cells: Cell[], symbols: { symbol: string, left: number }[],
 *   presses: { name: string, turns: number[] }[], colours: number, areDiscs: boolean, side?:
 *   number, clashes: string[], status: string, blank: number, solved: boolean }} Game
 * @typedef {{ title: string, text: string, stages: { text: string, cells: number[] }[], isMistake: boolean, cells: number[], removed: [number, string][], pictures: string[], target: [number, string] | null, press: number | null, acts: boolean, hasWay: boolean, isWay?: boolean }} Hint
 * @typedef {{ name: string, cost: string, notation: string, text: string, picture: string, isPlacing: boolean, before: string }} Told
 * @typedef {{ tutor?: { guides: { params: string, title: string }[], techniques: string[], others: string[], formats: { params: string, title: string }[] },
 *   way?: { steps: Told[], rating: string, isWhole: boolean, note: string, last: string, picture:
 *   string }, steps?: Told[], ratings?: [string, string][], games?: string[], written?: string }}
 *   Lesson
 * @typedef {Lesson & { error?: string, isBroken?: boolean, message?: string, game?: Game, hint?: Hint, wrong?: number[],
 *   count?: { solutions: number, nodes: number }, presets?: { params: string, title: string }[],
 *   scored?: { score: number, told: string }, review?: Reviewed[], levels?: { params: string,
 *   title: string }[], more?: boolean }} Answer
 * @typedef {{ number: number, side: number, press: number, mark: 'best' | 'inaccuracy' | 'mistake', score: number, bestScore: number, best: number[], told: string }} Reviewed
 */

/** @type {Conversation<Answer>} */
const shared = new Conversation();

/**
 * Asks an engine. With a signal, aborting stops the search at once: the promise is rejected with
 * the signal's reason, and other questions that were waiting are asked again of a fresh worker.
 * @param {string} kind
 * @param {object | string} request in words where the engine takes words
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
export async function ask(kind, request, signal) {
  try {
    return (await shared.send({ kind, request }, signal)).answer;
  } catch (error) {
    if (error instanceof Broken) return { error: error.message };
    throw error;
  }
}
