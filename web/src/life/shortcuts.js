// @ts-check
/// What a key means on the field of Life.

/**
 * What a key asks for: to move the view by pixels or the cursor by cells, to come nearer, to make
 * steps longer or sooner, or what its name says.
 * @typedef {{ act: 'pan' | 'move cursor', right: number, down: number } | { act: 'zoom', factor: number } | { act: 'lengthen' | 'hasten', notches: number }
 *   | { act: 'step', direction: 1n | -1n } | { act: 'draw', isDrawing: boolean }
 *   | { act: 'undo' | 'redo' | 'run' | 'turn cell' | 'fit' | 'follow' | 'restart' | 'jump' }} Command
 */

/** The keys with what they do, for people. */
export const KEYS = [['Space', 'run or pause'], ['N, B', 'a step on, a step back'], ['[ and ]', 'half or twice the step'], ['< and >', 'slower, quicker'], ['+ and −', 'nearer, farther'],
  ['arrows', 'move the view; with Draw the cursor'], ['D, M', 'draw, move'], ['Enter', 'turn the cell at the cursor'], ['F', 'fit'], ['O', 'follow'], ['J', 'jump to a generation'], ['R', 'restart'],
  ['Ctrl+Z, Ctrl+Y', 'undo, redo'], ['Ctrl+V', 'paste a pattern']];

/** Pixels that an arrow moves the view by. */
const PAN = 40;
/** With Shift an arrow goes so many times as far. */
const FAR = 10;

/** @type {Record<string, [number, number] | undefined>} */
const ARROWS = { arrowleft: [-1, 0], arrowright: [1, 0], arrowup: [0, -1], arrowdown: [0, 1] };

/** @type {Record<string, Command | undefined>} */
const COMMANDS = {
  ' ': { act: 'run' },
  n: { act: 'step', direction: 1n }, '.': { act: 'step', direction: 1n },
  b: { act: 'step', direction: -1n }, ',': { act: 'step', direction: -1n },
  ']': { act: 'lengthen', notches: 1 }, '[': { act: 'lengthen', notches: -1 },
  '>': { act: 'hasten', notches: 1 }, '<': { act: 'hasten', notches: -1 },
  '+': { act: 'zoom', factor: 1.5 }, '=': { act: 'zoom', factor: 1.5 }, '-': { act: 'zoom', factor: 1 / 1.5 },
  d: { act: 'draw', isDrawing: true }, m: { act: 'draw', isDrawing: false },
  f: { act: 'fit' }, home: { act: 'fit' }, o: { act: 'follow' }, r: { act: 'restart' }, j: { act: 'jump' },
};

/** What a key asks for; nothing where it is none of the field's. @param {KeyboardEvent} event @param {boolean} isDrawing @returns {Command | undefined} */
export function commandOf(event, isDrawing) {
  if (event.altKey) return undefined;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === 'z') return { act: event.shiftKey ? 'redo' : 'undo' };
    return key === 'y' ? { act: 'redo' } : undefined;
  }
  const [right, down] = (ARROWS[key] ?? [0, 0]).map((cells) => cells * (event.shiftKey ? FAR : 1) * (isDrawing ? 1 : PAN));
  if (ARROWS[key]) return { act: isDrawing ? 'move cursor' : 'pan', right, down };
  if (isDrawing && key === 'escape') return { act: 'draw', isDrawing: false };
  if (isDrawing && key === 'enter') return { act: 'turn cell' };
  return COMMANDS[key];
}
