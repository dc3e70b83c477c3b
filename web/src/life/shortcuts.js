// @ts-check
/// The keyboard shortcuts of the Life field.

/**
 * The command for a key: pan the view (in pixels), move the cursor, the end of the selection or the
 * cells to paste (in cells), zoom, change the step size or speed, or the named command.
 * @typedef {{ act: 'pan' | 'move cursor' | 'extend' | 'nudge', right: number, down: number } | { act: 'zoom', factor: number } | { act: 'change step' | 'change speed', notches: number }
 *   | { act: 'step', direction: 1n | -1n } | { act: 'mode', mode: 'move' | 'draw' | 'select' | 'label' } | { act: 'turn', way: 'rotated' | 'flippedAcross' | 'flippedDown' }
 *   | { act: 'undo' | 'redo' | 'run' | 'toggle cell' | 'label' | 'remove label' | 'fit' | 'auto fit' | 'restart' | 'jump' | 'select all' | 'copy' | 'cut' | 'delete' | 'fill' | 'deselect' | 'place' | 'stopPasting' }} Command
 */

/** Pixels by which an arrow key pans the view. */
const PAN = 40;
/** Factor by which Shift lengthens a move with an arrow key. */
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
  d: { act: 'mode', mode: 'draw' }, m: { act: 'mode', mode: 'move' }, s: { act: 'mode', mode: 'select' }, l: { act: 'mode', mode: 'label' },
  f: { act: 'fit' }, home: { act: 'fit' }, o: { act: 'auto fit' }, r: { act: 'restart' }, j: { act: 'jump' },
};

/** Commands for the selection and for cells to paste. @type {Record<string, Command | undefined>} */
const TURNS = { t: { act: 'turn', way: 'rotated' }, x: { act: 'turn', way: 'flippedAcross' }, y: { act: 'turn', way: 'flippedDown' } };

/** Commands with Ctrl. @type {Record<string, Command | undefined>} */
const CTRL_COMMANDS = { z: { act: 'undo' }, y: { act: 'redo' }, a: { act: 'select all' }, c: { act: 'copy' }, x: { act: 'cut' } };

/**
 * Returns the command for a key, or `undefined` if the field does not use the key.
 * @param {KeyboardEvent} event
 * @param {'move' | 'draw' | 'select' | 'label' | 'paste'} mode `paste` while there are cells to paste
 * @param {boolean} [hasArea] whether cells are selected
 * @returns {Command | undefined}
 */
export function commandOf(event, mode, hasArea = false) {
  if (event.altKey) return undefined;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) return key === 'z' && event.shiftKey ? { act: 'redo' } : CTRL_COMMANDS[key];
  if (ARROWS[key]) {
    const isSelecting = mode === 'select' && event.shiftKey;
    const [right, down] = ARROWS[key].map((cells) => cells * (event.shiftKey && !isSelecting ? SHIFT_FACTOR : 1) * (mode === 'move' ? PAN : 1));
    return { act: isSelecting ? 'extend' : mode === 'move' ? 'pan' : mode === 'paste' ? 'nudge' : 'move cursor', right, down };
  }
  if (mode === 'paste') {
    if (key === 'enter') return { act: 'place' };
    if (key === 'escape') return { act: 'stopPasting' };
    if (TURNS[key]) return TURNS[key];
  } else if (hasArea) {
    if (key === 'escape') return { act: 'deselect' };
    if (key === 'delete' || key === 'backspace') return { act: 'delete' };
    if (key === 'r' && event.shiftKey) return { act: 'fill' };
    if (TURNS[key]) return TURNS[key];
  }
  if (mode === 'draw' && key === 'enter') return { act: 'toggle cell' };
  if (mode === 'label' && (key === 'enter' || key === 'delete' || key === 'backspace')) return { act: key === 'enter' ? 'label' : 'remove label' };
  if (mode !== 'move' && key === 'escape') return { act: 'mode', mode: 'move' };
  return COMMANDS[key];
}
