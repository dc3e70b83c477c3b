// @ts-check
/// Identifies a pattern in short requests, so that the page stays usable, shows progress and can
/// stop the work. The page loads this module on first use.

import { number } from '../../page/words.js';
import { Slices } from './slices.js';

/** The last generation to examine. */
const GENERATIONS = 20_000;
/** The maximum number of nodes, which also bounds the memory of a pattern that grows. */
const MAX_NODES = 200_000_000;

/**
 * Describes the current pattern in a sentence, or returns an error message; `undefined` if stopped.
 * The pattern may change meanwhile: the engine examines a copy.
 * @param {import('../life-engine.js').LifeEngine} engine
 * @param {import('./progress-row.js').ProgressRow} row
 * @param {() => boolean} isOver
 * @param {() => void} stop called when Stop is pressed
 */
export async function identification(engine, row, isOver, stop) {
  const slices = new Slices();
  row.begin('Identifying…', stop);
  try {
    for (let isContinued = 0; ; isContinued = 1) {
      const { text, error, computed = 0 } = await slices.next((nodes) => engine.ask(`identify ${GENERATIONS} ${nodes} ${isContinued}`));
      if (isOver()) return undefined;
      if (text ?? error) return text ?? error;
      if (slices.sum > MAX_NODES) return `No repeat found within ${number(computed)} generations, and the pattern is too large to continue.`;
      row.update(computed / GENERATIONS);
    }
  } finally {
    row.end();
  }
}
