// @ts-check
/// The keyboard shortcuts of the Life field.

/**
 * The command of a key: pan the view by pixels, move the cursor by cells, zoom, change the step
 * size or speed, or the named command.
 * @typedef {{ act: 'pan' | 'move cursor', right: number, down: number } | { act: 'zoom', factor: number } | { act: 'change step' | 'change speed', notches: number }
 *   | { act: 'step', direction: 1n | -1n } | { act: 'draw', isDrawing: boolean }
 *   | { act: 'undo' | 'redo' | 'run' | 'toggle cell' | 'fit' | 'auto fit' | 'restart' | 'jump' }} Command
 */

/** The shortcuts with their actions, for the list on the page. */
export const KEYS = [['Space', 'Run or pause'], ['N, B', 'Step forward, step back'], ['[ and ]', 'Halve or double the step size'], ['< and >', 'Slower, faster'], ['+ and −', 'Zoom in, zoom out'],
  ['Arrow keys', 'Pan the view or, in Draw mode, move the cursor'], ['D, M', 'Draw mode, Move mode'], ['Enter', 'Toggle the cell at the cursor (Draw mode)'], ['F', 'Fit the pattern'], ['O', 'Auto fit on or off'], ['J', 'Jump to a generation'], ['R', 'Restart'],
  ['Ctrl+Z, Ctrl+Y', 'Undo, redo'], ['Ctrl+V', 'Paste a pattern']];

/** Pixels that an arrow key pans the view by. */
const PAN = 40;
/** With Shift, an arrow key moves this many times as far. */
const SHIFT_FACTOR = 10;

/** @type {Record<string, [number, number] | undefined>} */
const ARROWS = { arrowleft: [-1, 0], arrowright: [1, 0], arrowup: [0, -1], arrowdown: [0, 1] };

/** @type {Record<string, Command | undefined>} */
const COMMANDS = {
  ' ': { act: 'run' },
  n: { act: 'step', direction: 1n }, '.': { act: 'step', direction: 1n },
  b: { act: 'step', direction: -1n }, ',': { act: 'step', direction: -1n },
  ']': { act: 'change step', notches: 1 }, '[': { act: 'change step', notches: -1 },
  '>': { act: 'change speed', notches: 1 }, '<': { act: 'change speed', notches: -1 },
  '+': { act: 'zoom', factor: 1.5 }, '=': { act: 'zoom', factor: 1.5 }, '-': { act: 'zoom', factor: 1 / 1.5 },
  d: { act: 'draw', isDrawing: true }, m: { act: 'draw', isDrawing: false },
  f: { act: 'fit' }, home: { act: 'fit' }, o: { act: 'auto fit' }, r: { act: 'restart' }, j: { act: 'jump' },
};

/**
 * The command of a key, or `undefined` if the field does not use the key.
 * @param {KeyboardEvent} event
 * @param {boolean} isDrawing
 * @returns {Command | undefined}
 */
export function commandOf(event, isDrawing) {
  if (event.altKey) return undefined;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === 'z') return { act: event.shiftKey ? 'redo' : 'undo' };
    return key === 'y' ? { act: 'redo' } : undefined;
  }
  const [right, down] = (ARROWS[key] ?? [0, 0]).map((cells) => cells * (event.shiftKey ? SHIFT_FACTOR : 1) * (isDrawing ? 1 : PAN));
  if (ARROWS[key]) return { act: isDrawing ? 'move cursor' : 'pan', right, down };
  if (isDrawing && key === 'escape') return { act: 'draw', isDrawing: false };
  if (isDrawing && key === 'enter') return { act: 'toggle cell' };
  return COMMANDS[key];
}
