// @ts-check
/// The tools of the editor: which cells each rule needs, how a rule is written as a line of a text
/// block, and how such a line is read back.

import { nameOf } from './draft.js';

/** @typedef {import('./draft.js').Draft} Draft */

/**
 * A rule to add. `value` is the label of its number, with the usual number; `sides` are the ends of
 * a row or column to choose from.
 * @typedef {object} Tool
 * @property {string} title
 * @property {string} about what to choose on the board
 * @property {{ label: string, usual: string, isOptional?: boolean }} [value]
 * @property {string[]} [sides]
 * @property {number} [least] the minimum number of cells
 * @property {'king' | 'edge'} [touch] how each cell touches the previous one
 * @property {string} word the first word of its lines
 * @property {(cells: number[], draft: Draft, value: string, side: string) => string[]} lines
 */

const names = (/** @type {number[]} */ cells, /** @type {Draft} */ draft) => cells.map((cell) => nameOf(cell, draft.columns)).join(' ');

/** Returns the tool for a rule whose cells are ordered. @param {string} title @param {string} word @param {string} about @param {Partial<Tool>} [more] @returns {Tool} */
const line = (title, word, about, more = {}) => ({
  title, word, about, least: 2, ...more,
  lines: (cells, draft, value) => [`${word}${value && ` ${value}`}: ${names(cells, draft)}`],
});
/**
 * Returns the tool for a rule that applies to each chosen cell.
 * @param {string} title
 * @param {string} word
 * @returns {Tool}
 */
const each = (title, word) => ({ title, word, about: 'Choose one or more cells.', least: 1, lines: (cells, draft) => [`${word}: ${names(cells, draft)}`] });
/** Returns the tool for a mark between successive cells. @param {string} title @param {string} word @param {Partial<Tool>} [more] @returns {Tool} */
const pair = (title, word, more = {}) => ({
  title, word, about: 'Press the edge between two cells, or drag over cells to mark each pair of neighbours.', least: 2, touch: 'edge', ...more,
  lines: (cells, draft, value) => cells.slice(1).map((cell, index) => `${word}${value && ` ${value}`}: ${names([cells[index], cell], draft)}`),
});
const SIDES = ['row from the left', 'row from the right', 'column from the top', 'column from the bottom'];
/** Returns the tool for a clue outside the grid. @param {string} title @param {string} word @param {string[]} [sides] @returns {Tool} */
const outside = (title, word, sides = SIDES) => ({
  title, word, about: 'Choose a cell of the row or column.', least: 1, value: { label: 'Number', usual: '' }, sides,
  lines: ([cell], draft, value, side) => {
    const [kind, , , end] = side.split(' ');
    const number = kind === 'row' ? Math.floor(cell / draft.columns) + 1 : (cell % draft.columns) + 1;
    return [`${word} ${value}: ${kind} ${number}${/^(right|bottom)$/.test(end) ? ` from the ${end}` : ''}`];
  },
});
/**
 * Returns the tool for a rule of the whole board.
 * @param {string} title
 * @param {string} word
 * @returns {Tool}
 */
const whole = (title, word) => ({ title, word, about: 'This rule is for the whole board.', least: 0, lines: () => [word] });

const DIAGONALS = /** @type {Record<string, [number, number]>} */ ({ 'down and right': [1, 1], 'down and left': [1, -1], 'up and right': [-1, 1], 'up and left': [-1, -1] });
const DRAG = 'Drag over the cells in order.';
const LINE = /** @type {Partial<Tool>} */ ({ touch: 'king' });

/** The tools by group. @type {[string, Tool[]][]} */
export const GROUPS = [
  ['Cages', [
    { ...line('Cage', 'cage', 'Drag over the cells.', { value: { label: 'Sum', usual: '', isOptional: true } }), least: 1 },
    line('Extra region', 'all different', 'Drag over the cells.'),
    { title: 'Quadruple', word: 'quadruple', about: 'Choose all four cells, or only the top left one.', least: 1, value: { label: 'Digits', usual: '' },
      lines: (cells, draft, value) => [`quadruple ${[...value.replace(/\W+/g, '')].join(' ')}: ${nameOf(Math.min(...cells), draft.columns)}`] },
    { title: 'Clone', word: 'clone', about: 'Drag over one group. Then hold Ctrl, or turn on Multi, and drag over the other group in the same order.', least: 2,
      lines: (cells, draft) => [`clone: ${names(cells.slice(0, cells.length / 2), draft)} | ${names(cells.slice(cells.length / 2), draft)}`] },
  ]],
  ['Lines', [
    line('Thermometer', 'thermometer', 'Drag from the bulb.', LINE),
    { title: 'Arrow', word: 'arrow', about: 'Drag from the circle.', least: 2, touch: 'king', lines: (cells, draft) => [`arrow: ${names(cells.slice(0, 1), draft)} = ${names(cells.slice(1), draft)}`] },
    line('German whispers', 'whisper line 5', DRAG, LINE), line('Renban', 'renban line', DRAG, LINE), line('Palindrome', 'palindrome', DRAG, LINE),
    line('Region sum line', 'region sum line', DRAG, LINE), line('Between line', 'between line', DRAG, LINE), line('Zipper line', 'zipper line', DRAG, LINE),
    line('Sum line', 'sum line', DRAG, { ...LINE, value: { label: 'Sum', usual: '10' } }), line('Double arrow', 'double arrow', DRAG, LINE), line('Entropic line', 'entropic line', DRAG, LINE),
    line('Modular line', 'modular line', DRAG, { ...LINE, value: { label: 'Number', usual: '3' } }), line('Nabner', 'nabner line', DRAG, LINE),
    line('Lockout line', 'lockout line', DRAG, { ...LINE, value: { label: 'Difference', usual: '4' } }), line('Slow thermometer', 'slow thermometer', 'Drag from the bulb.', LINE),
  ]],
  ['Dots and marks', [
    pair('White dot', 'white dot'), pair('Black dot', 'black dot'), pair('X', 'X'), pair('V', 'V'), pair('Greater than', 'greater than'),
    pair('Difference', 'difference', { value: { label: 'Difference', usual: '2' } }), pair('Ratio', 'ratio', { value: { label: 'Ratio', usual: '3' } }), pair('Sum of two', 'pair sum', { value: { label: 'Sum', usual: '' } }),
    each('Odd', 'odd'), each('Even', 'even'), each('Minimum', 'minimum'), each('Maximum', 'maximum'),
  ]],
  ['Outside', [
    outside('Sandwich', 'sandwich', ['row from the left', 'column from the top']), outside('X-sum', 'x-sum'), outside('Skyscraper', 'skyscraper'), outside('Numbered room', 'numbered room'),
    { title: 'Little killer', word: 'little killer', about: 'Choose the first cell of the diagonal.', least: 1, value: { label: 'Sum', usual: '' }, sides: Object.keys(DIAGONALS),
      lines: ([cell], draft, value, side) => {
        const [down, right] = DIAGONALS[side];
        const cells = [];
        for (let row = Math.floor(cell / draft.columns), column = cell % draft.columns; row >= 0 && row < draft.rows && column >= 0 && column < draft.columns; row += down, column += right) cells.push(row * draft.columns + column);
        return [`little killer ${value}: ${names(cells, draft)}`];
      } },
  ]],
  ['Fog', [
    { ...each('Fog', 'fog'), about: 'Choose the cells that are clear at the start. Correct digits clear the fog around them.' },
    { title: 'Fog link', word: 'fog link', about: 'Choose a cell. Then hold Ctrl, or turn on Multi, and choose the cells that the correct digit there clears.', least: 2, lines: (cells, draft) => [`fog link: ${names(cells.slice(0, 1), draft)} = ${names(cells.slice(1), draft)}`] },
  ]],
  ['Whole board', [
    whole('Falling diagonal', 'falling diagonal'), whole('Rising diagonal', 'rising diagonal'), whole('Windoku', 'windoku'), whole('Disjoint groups', 'disjoint groups'),
    whole('Anti-knight', 'anti-knight'), whole('Anti-king', 'anti-king'), whole('No consecutive neighbours', 'nonconsecutive'), whole('All X and V are given', 'negative X, V'), whole('All dots are given', 'negative white dot, black dot'),
  ]],
];

/** Every tool. */
export const TOOLS = GROUPS.flatMap(([, tools]) => tools);

/**
 * Returns a line of a text block as it was drawn: its tool, number, side, and cells in order;
 * undefined if no tool draws such lines.
 * @param {string} text
 * @param {Draft} draft
 */
export function drawnBy(text, draft) {
  const [head, rest = ''] = text.split(/:(.*)/s);
  const tool = TOOLS.filter(({ word }) => head === word || head.startsWith(`${word} `)).sort((one, other) => other.word.length - one.word.length)[0];
  if (!tool || (head !== tool.word && !tool.value)) return undefined;
  const value = head.slice(tool.word.length).trim();
  const number = (/** @type {string} */ name) => [...name.matchAll(/r(\d+)c(\d+)/g)].map(([, row, column]) => (Number(row) - 1) * draft.columns + Number(column) - 1);
  let cells = number(rest);
  let side = '';
  const [, kind, at, end] = /^ *(row|column) (\d+)(?: from the (\w+))?/.exec(rest) ?? [];
  if (kind) {
    side = `${kind} from the ${end ?? (kind === 'row' ? 'left' : 'top')}`;
    cells = [kind === 'row' ? (Number(at) - 1) * draft.columns : Number(at) - 1];
  } else if (tool.sides) {
    const found = tool.sides.find((name) => tool.lines(cells, draft, value, name)[0] === text);
    if (!found) return undefined;
    side = found;
    cells = cells.slice(0, 1);
  }
  // A line that the tool would write differently stays in the setter's words.
  return tool.lines(cells, draft, value, side).includes(text) ? { tool, value, side, cells } : undefined;
}

/**
 * Returns the first cell of a path that does not touch the previous one as the tool requires;
 * undefined if all do.
 * @param {Tool} tool
 * @param {number[]} path
 * @param {number} columns
 */
export function strayIn(tool, path, columns) {
  const isNear = (/** @type {number} */ one, /** @type {number} */ other) => {
    const down = Math.abs(Math.floor(one / columns) - Math.floor(other / columns));
    const right = Math.abs((one % columns) - (other % columns));
    return tool.touch === 'edge' ? down + right === 1 : Math.max(down, right) === 1;
  };
  return tool.touch && path.find((cell, index) => index > 0 && !isNear(cell, path[index - 1]));
}
