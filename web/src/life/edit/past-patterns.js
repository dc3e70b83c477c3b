// @ts-check
/// Adds a pattern with a picture to the list of games of this browser.

import { playedGames, rememberPlayed } from '../../games/history.js';
import { readable } from '../readable.js';

/** Maximum side of a picture, in blocks. */
const SIDE = 36;

/**
 * Moves the current pattern to the top of the list, replacing its earlier state; a pattern with too
 * many cells is left out.
 * @param {import('../life-engine.js').LifeEngine} engine
 * @param {{ generation: string, name?: string, line: string }} pattern
 * @param {string} id of its entry in the list
 */
export async function rememberPattern(engine, { generation, name, line }, id) {
  const { measure } = await engine.ask('measure');
  if (!measure?.bounds) return;
  const [west, north, east, south] = measure.bounds;
  const [wide, high] = [east - west + 1, south - north + 1];
  const scale = Math.max(0, Math.ceil(Math.log2(Math.max(wide, high) / SIDE)));
  const block = 2 ** scale;
  const window = { x: Math.floor(west / block) * block, y: Math.floor(north / block) * block, scale, columns: Math.ceil(wide / block) + (scale ? 1 : 0), rows: Math.ceil(high / block) + (scale ? 1 : 0) };
  const bytes = await engine.bytesOf(window, false);
  if (!bytes) return;
  const title = name ?? playedGames().find((played) => played.id === id)?.title ?? 'Life';
  rememberPlayed({
    kind: 'life', title, id, save: line, status: `Generation ${readable(generation)}, ${readable(measure.population)} alive`, solved: true, at: Date.now(),
    columns: window.columns, rows: window.rows, style: 'cells', box: [], cells: [...bytes].map((byte) => (byte ? '1' : '.')).join(''), given: '',
  });
}
