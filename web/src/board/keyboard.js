// @ts-check
/// What a key means on a board: moves through the cells, symbols and marks, presses, commands.

import { PENS, TINTS, penKeys } from './pens.js';

/** @typedef {import('../engine/engine.js').Game} Game */
/** @typedef {import('./pens.js').Pen} Pen */

/**
 * What a key asks for: to go to a cell, or to choose it besides; to write or to press; to choose a
 * pen; or what its name says.
 * @typedef {{ act: 'go' | 'add', to: number } | { act: 'write', symbol: string, pen: Pen } | { act: 'press', press: number }
 *   | { act: 'pen', pen: Pen } | { act: 'undo' | 'redo' | 'hint' | 'clear' | 'choose all' | 'choose one' }} Command
 */

/** How the board is played just now. @typedef {{ cursor: number, isSeveral: boolean, pen: Pen, hasNotes: boolean }} Play */

/** What a key asks for; nothing where it is none of the board's. @param {KeyboardEvent} event @param {Game} game @param {Play} play @returns {Command | undefined} */
export function commandOf(event, game, play) {
  const { altKey, shiftKey } = event;
  const control = event.ctrlKey || event.metaKey;
  const isWritten = !game.presses.length;
  const to = altKey ? undefined : destination(event.key, control, game, play.cursor);
  if (to !== undefined) return { act: isWritten && shiftKey ? 'add' : 'go', to };
  const key = event.key.toLowerCase();
  // With Shift a digit key writes another character; its code still tells the digit.
  const symbol = /^(?:Digit|Numpad)([0-9])$/.exec(event.code)?.[1] ?? event.key.toUpperCase();
  const isTint = /^[0-9]$/.test(symbol) && Number(symbol) >= 1 && Number(symbol) <= TINTS;
  if (altKey) return !control && isWritten && isTint ? { act: 'write', symbol, pen: 'colour' } : undefined;
  const isSymbol = isWritten && game.symbols.some((known) => known.symbol === symbol);
  if (control) {
    if (isSymbol && /^[0-9]$/.test(symbol)) return { act: 'write', symbol, pen: 'centre' };
    if (key === 'z') return { act: shiftKey ? 'redo' : 'undo' };
    if (key === 'y') return { act: 'redo' };
    return key === 'a' && isWritten ? { act: 'choose all' } : undefined;
  }
  if (!isWritten) {
    const press = event.key === 'Enter' || event.key === ' ' ? game.cells[play.cursor].press : Number(symbol) - 1;
    if (press !== null && press in game.presses) return { act: 'press', press };
    return key === 'h' ? { act: 'hint' } : undefined;
  }
  if (play.pen === 'colour' && isTint && !shiftKey) return { act: 'write', symbol, pen: 'colour' };
  if (isSymbol) return { act: 'write', symbol, pen: shiftKey ? 'corner' : play.pen === 'colour' ? 'digit' : play.pen };
  if (['backspace', 'delete', '0'].includes(key)) return { act: 'clear' };
  if (key === 'escape' && play.isSeveral) return { act: 'choose one' };
  if (play.hasNotes && key === 'n') return { act: 'pen', pen: play.pen === 'centre' ? 'digit' : 'centre' };
  if (play.hasNotes && penKeys(game).includes(key)) return { act: 'pen', pen: PENS.find(([, , known]) => known === key)?.[0] ?? 'digit' };
  return key === 'h' ? { act: 'hint' } : undefined;
}

/** The cell that an arrow, Home or End leads to. @param {string} key @param {boolean} control @param {Game} game @param {number} cursor */
function destination(key, control, { rows, columns }, cursor) {
  const [row, column] = [Math.floor(cursor / columns), cursor % columns];
  const moves = /** @type {Record<string, number | undefined>} */ ({
    ArrowLeft: control ? undefined : row * columns + ((column + columns - 1) % columns),
    ArrowRight: control ? undefined : row * columns + ((column + 1) % columns),
    ArrowUp: control ? undefined : ((row + rows - 1) % rows) * columns + column,
    ArrowDown: control ? undefined : ((row + 1) % rows) * columns + column,
    Home: control ? 0 : row * columns,
    End: control ? rows * columns - 1 : row * columns + columns - 1,
  });
  return moves[key];
}

/** The keys of a board with what they do, for people. @param {Game} game @param {[string, string][]} more those of the puzzle itself */
export function keysOf(game, more) {
  const isPressed = game.presses.length > 0;
  const isByCells = game.cells.some((cell) => cell.press !== null);
  const own = isPressed
    ? [...(isByCells ? [['Enter, Space', 'press the square']] : []), [`1 to ${Math.min(9, game.presses.length)}`, 'press that move']]
    : [[`${game.symbols[0]?.symbol} to ${game.symbols.at(-1)?.symbol}`, 'write, or take out again'], ['Shift, Ctrl, Alt with these', 'in a corner, in the centre, a colour'],
      [penKeys(game).map((key) => key.toUpperCase()).join(' '), 'digits, corners, centres, colours, crosses'], ['N', 'centres or digits'],
      ['Shift with arrows, Ctrl+A', 'choose several cells'], ['Escape', 'one cell again'], ['Backspace', 'clear']];
  return [['arrows, Home, End', 'move'], ...own, ...more, ['Ctrl+Z, Ctrl+Y', 'undo, redo'], ['H', 'hint']];
}
