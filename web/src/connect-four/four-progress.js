// @ts-check
/// The data that the trainer stores in the browser: the positions of the player's own games in
/// which only one move was right, and the progress.

import { loadStored, store } from '../page/storage.js';

/**
 * An exercise: a position and the right press. `played` is what the player chose in their own game.
 * @typedef {{ id: string, press: number, isWin: boolean, played?: number }} Exercise
 */

/** The sets of exercises. @typedef {'wins' | 'defences' | 'own'} Kind */

/**
 * The ids of the exercises that were tried, and of those that were solved at the first attempt. The
 * streaks count exercises solved in a row.
 * @typedef {Record<Kind, { tried: string[], solved: string[] }> & { streak: number, longest: number }} Progress
 */

/** Maximum number of positions from the player's own games. */
const MAX_MISSED = 100;
const MISSED = 'connect-four:missed';
const PROGRESS = 'connect-four:progress';

/** Returns a stored value, or `undefined`. @param {string} name */
function stored(name) {
  try {
    return JSON.parse(loadStored(name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Returns the positions from the player's own games, latest first. @returns {Exercise[]} */
export function missedMoves() {
  const list = stored(MISSED);
  return Array.isArray(list) ? list.filter((one) => typeof one?.id === 'string' && typeof one.press === 'number') : [];
}

/**
 * Adds positions from a game; the oldest ones are dropped. Returns how many were new.
 * @param {Exercise[]} exercises
 */
export function addMissed(exercises) {
  const before = missedMoves();
  const fresh = exercises.filter(({ id }) => !before.some((other) => other.id === id));
  if (fresh.length) store(MISSED, JSON.stringify([...fresh, ...before].slice(0, MAX_MISSED)));
  return fresh.length;
}

/** @returns {Progress} */
export function loadProgress() {
  const saved = stored(PROGRESS) ?? {};
  const ids = (/** @type {unknown} */ list) => (Array.isArray(list) ? list.filter((id) => typeof id === 'string') : []);
  const of = (/** @type {Kind} */ kind) => ({ tried: ids(saved[kind]?.tried), solved: ids(saved[kind]?.solved) });
  return { wins: of('wins'), defences: of('defences'), own: of('own'), streak: Number(saved.streak) || 0, longest: Number(saved.longest) || 0 };
}

/** @param {Progress} progress */
export const saveProgress = (progress) => store(PROGRESS, JSON.stringify(progress));
