// @ts-check
/// Counts the objects of a pattern and names the common ones: `4 blocks, 2 blinkers, 1 glider`.
/// Live cells belong to the same object if they are at most two cells apart. An object is named by
/// its shape, in any phase and orientation. The count is meaningful only for a settled pattern.
///
/// # Source
/// The apgcodes and names are those of Adam P. Goucher's Catagolue.

import { count, number } from '../../page/words.js';
import { Block } from '../edit/block.js';

/** Maximum number of cells, live or dead, of a pattern to examine. */
const MAX_CELLS = 1 << 22;
/** The maximum distance between neighbouring cells of an object. */
const REACH = 2;

/** Apgcodes with names in the singular and, if irregular, the plural. */
const NAMES = [
  ['xs4_33', 'block'], ['xp2_7', 'blinker'], ['xs6_696', 'beehive'], ['xs7_2596', 'loaf', 'loaves'], ['xs5_253', 'boat'], ['xq4_153', 'glider'], ['xs4_252', 'tub'],
  ['xs8_6996', 'pond'], ['xs6_356', 'ship'], ['xs7_25ac', 'long boat'], ['xp2_7e', 'toad'], ['xs12_g8o653z11', 'ship-tie'], ['xp2_318c', 'beacon'],
  ['xs6_25a4', 'barge'], ['xs8_69ic', 'mango', 'mangos'], ['xs7_178c', 'eater'], ['xs6_39c', 'aircraft carrier'], ['xs8_35ac', 'long ship'], ['xs6_bd', 'snake'],
  ['xp3_co9nas0san9oczgoldlo0oldlogz1047210127401', 'pulsar'], ['xp15_4r4z4r4', 'pentadecathlon'],
  ['xq4_6frc', 'lightweight spaceship'], ['xq4_27dee6', 'middleweight spaceship'], ['xq4_27deee6', 'heavyweight spaceship'],
];

/** The names by canonical shape, once they are known. @type {Promise<Map<string, string[]>> | undefined} */
let names;

/**
 * Returns a shape as text, the same in all eight orientations.
 * @param {Block} block
 */
function canonical(block) {
  let [best, turned] = ['', block];
  for (let turn = 0; turn < 8; turn++) {
    turned = turn === 4 ? turned.flippedAcross() : turned.rotated();
    const text = `${turned.columns} ${turned.states.join('')}`;
    if (!best || text < best) best = text;
  }
  return best;
}

/**
 * Returns a block of exactly these live cells, cropped.
 * @param {[number, number][]} cells
 */
function cropped(cells) {
  const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => y)];
  const [west, north] = [Math.min(...xs), Math.min(...ys)];
  const columns = Math.max(...xs) - west + 1;
  const block = new Block(columns, Math.max(...ys) - north + 1, new Uint8Array(columns * (Math.max(...ys) - north + 1)));
  for (const [x, y] of cells) block.states[(y - north) * columns + x - west] = 1;
  return block;
}

/** Returns the next generation of a small pattern under the rule of Life. @param {Block} block */
function next({ columns, rows, states }) {
  const alive = (/** @type {number} */ x, /** @type {number} */ y) => (x >= 0 && y >= 0 && x < columns && y < rows && states[y * columns + x] ? 1 : 0);
  /** @type {[number, number][]} */
  const cells = [];
  for (let y = -1; y <= rows; y++) {
    for (let x = -1; x <= columns; x++) {
      let around = -alive(x, y);
      for (let near = 0; near < 9; near++) around += alive(x + near % 3 - 1, y + Math.floor(near / 3) - 1);
      if (around === 3 || (around === 2 && alive(x, y))) cells.push([x, y]);
    }
  }
  return cropped(cells);
}

/** @param {import('../life-engine.js').LifeEngine} engine */
async function knownNames(engine) {
  /** @type {Map<string, string[]>} */
  const known = new Map();
  for (const [code, singular, plural] of NAMES) {
    const { answer, states } = await engine.read(code);
    if (!answer.size || !states) throw new Error(answer.error);
    let block = new Block(...answer.size, states);
    const period = /^x[pq](\d+)/.exec(code);
    for (let phase = 0; phase < Number(period?.[1] ?? 1); phase++) {
      known.set(canonical(block), [singular, plural ?? `${singular}s`]);
      block = next(block);
    }
  }
  return known;
}

/**
 * Returns the objects of a rectangle of cells, each as a block.
 * @param {Block} block its states are set to 0
 */
function* objectsOf({ columns, rows, states }) {
  for (let start = 0; start < states.length; start++) {
    if (!states[start]) continue;
    states[start] = 0;
    /** @type {[number, number][]} */
    const cells = [[start % columns, Math.floor(start / columns)]];
    // The list grows while its cells are visited.
    for (const [x, y] of cells) {
      for (let row = Math.max(0, y - REACH); row <= Math.min(rows - 1, y + REACH); row++) {
        for (let column = Math.max(0, x - REACH); column <= Math.min(columns - 1, x + REACH); column++) {
          if (!states[row * columns + column]) continue;
          states[row * columns + column] = 0;
          cells.push([column, row]);
        }
      }
    }
    yield cells;
  }
}

/** Maximum number of cells of an object that can have a name. */
const MAX_NAMED = 80;

/**
 * Describes the objects of the current generation in words.
 * @param {import('../life-engine.js').LifeEngine} engine
 * @param {[number, number, number, number] | null} bounds
 */
export async function census(engine, bounds) {
  if (!bounds) return 'There are no live cells.';
  const [west, north, east, south] = bounds;
  const [columns, rows] = [east - west + 1, south - north + 1];
  if (columns * rows > MAX_CELLS) return `The pattern covers ${number(columns)} by ${number(rows)} cells, too many to count its objects.`;
  names ??= knownNames(engine);
  const known = await names;
  /** @type {Map<string, number>} */
  const counts = new Map();
  let others = 0;
  for (const cells of objectsOf(new Block(columns, rows, await engine.copy({ x: west, y: north, columns, rows })))) {
    const name = cells.length <= MAX_NAMED ? known.get(canonical(cropped(cells))) : undefined;
    if (name) counts.set(name.join(), (counts.get(name.join()) ?? 0) + 1);
    else others++;
  }
  const parts = [...counts].sort((one, other) => other[1] - one[1]).map(([name, found]) => count(found, name.split(',')[0], name.split(',')[1]));
  if (others) parts.push(count(others, 'other object'));
  return `${parts.join(', ')}.`;
}
