// @ts-check
/// The reader's progress in the course of techniques, kept in the browser.

import { loadStored, store } from '../page/storage.js';

const NAME = 'course:sudoku';

/** @returns {Record<string, number[]>} the numbers of the solved boards by lesson */
function load() {
  try {
    const all = JSON.parse(loadStored(NAME) ?? '{}');
    return typeof all === 'object' && all !== null ? all : {};
  } catch {
    return {};
  }
}

/** Returns the numbers, from 0, of the solved boards of a lesson. @param {string} slug */
export function solvedBoards(slug) {
  const boards = load()[slug];
  return new Set(Array.isArray(boards) ? boards : []);
}

/** Records a solved board. @param {string} slug @param {number} board */
export function recordBoard(slug, board) {
  const all = load();
  all[slug] = [...solvedBoards(slug).add(board)].sort();
  store(NAME, JSON.stringify(all));
}
