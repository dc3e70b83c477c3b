// @ts-check
/// The keyboard of a board: moving between cells, writing symbols and marks, presses, commands.

import { STEPS } from './line-pen.js';
import { PENS, TINTS, penKeys } from './pens.js';

/** @typedef {import('../../engine/engine.js').Game} Game */
/** @typedef {import('./pens.js').Pen} Pen */

/**
 * The command for a key: go to a cell or add it to the selection, write, hold a digit for the next
 * cells, draw a line, press, choose a pen, or the named command.
 * @typedef {{ act: 'go' | 'add', to: number } | { act: 'write', symbol: string, pen: Pen } | { act: 'press', press: number }
 *   | { act: 'hold', symbol: string } | { act: 'draw', step: [number, number] } | { act: 'write held' | 'put down' | 'along' | 'leave' }
 *   | { act: 'pen', pen: Pen } | { act: 'undo' | 'redo' | 'hint' | 'clear' | 'select all' | 'select one' }} Command
 */

/**
 * The state of the controls.
 * @typedef {{ cursor: number, isSeveral: boolean, pen: Pen, hasNotes: boolean, isDigitFirst?: boolean, isHolding?: boolean, isTabForPens?: boolean }} Play
 */

/** The steps of the arrow keys. @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: STEPS[8], ArrowLeft: STEPS[4], ArrowRight: STEPS[6], ArrowDown: STEPS[2] };

/**
 * Returns the command for a key, or `undefined` if the board does not use the key.
 * @param {KeyboardEvent} event
 * @param {Game} game
 * @param {Play} play
 * @returns {Command | undefined}
 */
export function commandOf(event, game, play) {
  const { altKey, shiftKey } = event;
  const control = event.ctrlKey || event.metaKey;
  const isWritten = !game.presses.length;
  if (play.pen === 'line' && isWritten && !altKey && (shiftKey || control) && event.key in ARROWS) return { act: 'draw', step: ARROWS[event.key] };
  const to = altKey ? undefined : destination(event.key, control, game, play.cursor);
  if (to !== undefined) return { act: isWritten && (shiftKey || (control && event.key.startsWith('Arrow'))) ? 'add' : 'go', to };
  const key = event.key.toLowerCase();
  // With Shift, a digit key yields another character; its code still names the digit.
  const symbol = /^(?:Digit|Numpad)([0-9])$/.exec(event.code)?.[1] ?? event.key.toUpperCase();
  const isTint = /^[0-9]$/.test(symbol) && Number(symbol) >= 1 && Number(symbol) <= TINTS;
  if (altKey) return !control && isWritten && isTint ? { act: 'write', symbol, pen: 'colour' } : undefined;
  const isSymbol = isWritten && game.symbols.some((known) => known.symbol === symbol);
  if (control) {
    if (isWritten && shiftKey && isTint) return { act: 'write', symbol, pen: 'colour' };
    if (isSymbol && /^[0-9]$/.test(symbol)) return { act: 'write', symbol, pen: 'centre' };
    if (key === 'z') return { act: shiftKey ? 'redo' : 'undo' };
    if (key === 'y') return { act: 'redo' };
    return key === 'a' && isWritten ? { act: 'select all' } : undefined;
  }
  if (!isWritten) {
    const press = event.key === 'Enter' || event.key === ' ' ? game.cells[play.cursor].press : Number(symbol) - 1;
    if (press !== null && press in game.presses) return { act: 'press', press };
    return key === 'h' ? { act: 'hint' } : undefined;
  }
  if (play.pen === 'line' && !shiftKey && isTint) return symbol === '5' ? { act: 'along' } : { act: 'draw', step: STEPS[symbol] };
  const isHeld = play.isDigitFirst && !shiftKey;
  if (play.pen === 'colour' && isTint && !shiftKey) return isHeld ? { act: 'hold', symbol } : { act: 'write', symbol, pen: 'colour' };
  const pen = play.pen === 'colour' || play.pen === 'line' ? 'digit' : play.pen;
  if (isSymbol && isHeld && pen === play.pen) return { act: 'hold', symbol };
  if (isSymbol) return { act: 'write', symbol, pen: shiftKey ? 'corner' : pen };
  if (play.isHolding && key === 'enter') return { act: 'write held' };
  if (['backspace', 'delete', '0'].includes(key)) return { act: 'clear' };
  if (key === 'escape' && play.isSeveral) return { act: 'select one' };
  if (key === 'escape' && play.isHolding) return { act: 'put down' };
  if (key === 'escape' && play.isTabForPens) return { act: 'leave' };
  if (play.hasNotes && (key === ' ' || (key === 'tab' && play.isTabForPens))) {
    const at = PENS.findIndex(([pen]) => pen === play.pen) + (shiftKey ? PENS.length - 1 : 1);
    return { act: 'pen', pen: PENS[at % PENS.length][0] };
  }
  if (play.hasNotes && key === 'n') return { act: 'pen', pen: play.pen === 'centre' ? 'digit' : 'centre' };
  if (play.hasNotes && penKeys(game).includes(key)) return { act: 'pen', pen: PENS.find(([, , known]) => known === key)?.[0] ?? 'digit' };
  return key === 'h' ? { act: 'hint' } : undefined;
}

/**
 * Returns the cell that an arrow key, Home or End moves to.
 * @param {string} key
 * @param {boolean} control
 * @param {Game} game
 * @param {number} cursor
 */
function destination(key, control, { rows, columns }, cursor) {
  const [row, column] = [Math.floor(cursor / columns), cursor % columns];
  const moves = /** @type {Record<string, number | undefined>} */ ({
    ArrowLeft: row * columns + ((column + columns - 1) % columns),
    ArrowRight: row * columns + ((column + 1) % columns),
    ArrowUp: ((row + rows - 1) % rows) * columns + column,
    ArrowDown: ((row + 1) % rows) * columns + column,
    Home: control ? 0 : row * columns,
    End: control ? rows * columns - 1 : row * columns + columns - 1,
  });
  return moves[key];
}

/**
 * Returns the shortcuts of a board for the list on the page.
 * @param {Game} game
 * @param {[string, string][]} more the puzzle's own additional shortcuts
 */
export function keysOf(game, more) {
  const isPressed = game.presses.length > 0;
  const isByCells = game.cells.some((cell) => cell.press !== null);
  const own = isPressed
    ? [...(isByCells ? [['Enter, Space', 'Play the move at the cursor']] : []), [`1 to ${Math.min(9, game.presses.length)}`, 'Play the move with that number']]
    : [[`${game.symbols[0]?.symbol} to ${game.symbols.at(-1)?.symbol}`, 'Enter or remove'], ['Shift, Ctrl or Alt with these', 'Corner mark, centre mark, colour'],
      [penKeys(game).map((key) => key.toUpperCase()).join(' '), 'Digit, corner, centre, colour, cross, line'], ['Space, Shift+Space', 'Next or previous entry mode'], ['With Line: Shift with arrow keys, or number pad', 'Draw to the next cell'], ['With Line: 5', 'Draw along the sides of cells'], ['N', 'Switch between centre and digit'],
      ['Shift or Ctrl with arrow keys, Ctrl+A', 'Select several cells'], ['Escape', 'Select one cell'], ['Backspace', 'Clear']];
  return [['Arrow keys, Home, End', 'Move'], ...own, ...more, ['Ctrl+Z, Ctrl+Y', 'Undo, redo'], ['H', 'Hint'], ['N, at the end', 'Choose what to do next'], ['?', 'Keyboard shortcuts']];
}
