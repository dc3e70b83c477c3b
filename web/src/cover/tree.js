// @ts-check
/// The search tree of an exact cover, as far as the search has got: a circle per choice with the
/// number of its option. The current path is emphasised, dead ends have a cross, solutions a tick.

import { svgElement } from '../page/svg.js';
import { count } from '../page/words.js';

/**
 * A choice, as the crate gridlore-wasm serialises it. The state is a letter: current, finished, open.
 * @typedef {{ parent: number | null, option: number, state: 'c' | 'f' | 'o', solutions: number, isDeadEnd: boolean, hidden: number }} Branch
 */

/** Distances between circles, and their radius. */
const [ACROSS, DOWN, RADIUS] = [24, 29, 9];
/** Maximum number of siblings that are drawn if none of them has been tried; the others are counted. */
const MAX_OPEN = 3;
/** Names of the states in tooltips. */
const STATES = { c: 'chosen', f: 'tried', o: 'not tried yet' };

/**
 * Draws the tree of a search into an element.
 * @param {HTMLElement} place
 * @param {{ tree: Branch[], isSolution: boolean }} state
 */
export function drawTree(place, { tree, isSolution }) {
  /** The children of each branch; those of the root are under -1. @type {Map<number, number[]>} */
  const children = new Map();
  tree.forEach(({ parent }, at) => children.set(parent ?? -1, [...children.get(parent ?? -1) ?? [], at]));
  /** The number of siblings that a circle stands for. @type {Map<number, number>} */
  const folded = new Map();
  for (const [parent, list] of children) {
    list.sort((one, other) => rank(tree[one]) - rank(tree[other]));
    const open = list.filter((at) => tree[at].state === 'o');
    if (open.length <= MAX_OPEN) continue;
    folded.set(open[MAX_OPEN - 1], open.length - MAX_OPEN + 1);
    children.set(parent, list.slice(0, list.length - open.length + MAX_OPEN));
  }
  /** @type {Map<number, [number, number]>} */
  const places = new Map();
  let [leaves, deepest] = [0, 0];
  const put = (/** @type {number} */ at, /** @type {number} */ depth) => {
    const below = children.get(at) ?? [];
    for (const child of below) put(child, depth + 1);
    const x = below.length ? ((places.get(below[0]) ?? [0])[0] + (places.get(below[below.length - 1]) ?? [0])[0]) / 2 : leaves++ * ACROSS;
    deepest = Math.max(deepest, depth);
    places.set(at, [x, depth * DOWN]);
  };
  put(-1, 0);
  const [width, height] = [Math.max(leaves, 1) * ACROSS + 4, deepest * DOWN + 36];
  const picture = svgElement('svg', { viewBox: `${-ACROSS / 2 - 2} ${-RADIUS - 3} ${width} ${height}`, width, height, role: 'img', 'aria-label': labelOf(tree) });
  const last = tree.reduce((found, { state }, at) => (state === 'c' ? at : found), -1);
  const drawn = [...tree.keys()].filter((at) => places.has(at));
  const lines = drawn.map((at) => {
    const { parent, state } = tree[at];
    const [[x1, y1], [x2, y2]] = [places.get(parent ?? -1) ?? [0, 0], places.get(at) ?? [0, 0]];
    return svgElement('path', { class: state === 'c' ? 'current' : '', d: `M${x1} ${y1}L${x2} ${y2}` });
  });
  const circles = drawn.map((at) => {
    const { option, state, solutions, isDeadEnd, hidden } = tree[at];
    const [x, y] = places.get(at) ?? [0, 0];
    const isLeaf = !children.has(at);
    const mark = isDeadEnd || (isLeaf && state === 'f' && !solutions) ? '✗' : isLeaf && solutions && (state === 'f' || isSolution) ? (solutions > 1 ? `${solutions}✓` : '✓') : '';
    const more = folded.get(at);
    const title = more ? `${count(more, 'option')} not tried yet` : `Option ${option + 1}: ${[STATES[state], ...(isDeadEnd ? ['dead end'] : []), ...(solutions ? [count(solutions, 'solution')] : []), ...(hidden ? [`${count(hidden, 'choice')} below`] : [])].join(', ')}`;
    const parts = [svgElement('title', {}, title), svgElement('circle', { cx: x, cy: y, r: RADIUS }), svgElement('text', { x, y: y + 3 }, more ? `+${more}` : String(option + 1))];
    if (mark) parts.push(svgElement('text', { class: mark === '✗' ? 'mark dead' : 'mark', x, y: y + RADIUS + 10 }, mark));
    return svgElement('g', { class: [STATES[state].split(' ')[0], at === last ? 'last' : '', hidden ? 'folded' : ''].join(' ').trim() }, ...parts);
  });
  const [x, y] = places.get(-1) ?? [0, 0];
  picture.append(...lines, svgElement('circle', { class: 'root', cx: x, cy: y, r: 4 }), ...circles);
  place.replaceChildren(picture);
  const [atX, atY] = places.get(last) ?? [x, y];
  place.scrollLeft = atX - place.clientWidth / 2;
  place.scrollTop = atY - place.clientHeight / 2;
}

/** Ranks siblings in the order in which they are tried. @param {Branch} branch */
const rank = ({ state }) => ({ f: 0, c: 1, o: 2 })[state];

/** @param {Branch[]} tree */
function labelOf(tree) {
  const tried = tree.filter(({ state }) => state !== 'o').reduce((sum, { hidden }) => sum + 1 + hidden, 0);
  const path = tree.filter(({ state }) => state === 'c').map(({ option }) => option + 1);
  const solutions = tree.filter(({ parent }) => parent === null).reduce((sum, branch) => sum + branch.solutions, 0);
  const dead = tree.filter(({ isDeadEnd }) => isDeadEnd).length;
  return `Search tree: ${count(tried, 'choice')} so far, ${count(dead, 'dead end')}, ${count(solutions, 'solution')}. ${path.length ? `Current path: options ${path.join(', ')}.` : 'No option is chosen.'}`;
}
