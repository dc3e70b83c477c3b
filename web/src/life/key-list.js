// @ts-check
/// The list of the keyboard shortcuts of the Life field, loaded when it is shown.

/** The shortcuts with their actions. */
export const KEYS = [['Space', 'Run or pause'], ['N, B', 'Step forward, step back'], ['[ and ]', 'Halve or double the step size'], ['< and >', 'Slower, faster'], ['+ and −', 'Zoom in, zoom out'],
  ['Arrow keys', 'Pan the view; in the other modes, move the cursor'], ['M, D, S, L', 'Move, Draw, Select and Label mode'], ['Enter', 'Toggle the cell at the cursor (Draw mode); add or change its label (Label mode)'], ['F', 'Fit the pattern'], ['O', 'Auto fit on or off'], ['J', 'Jump to a generation'], ['R', 'Restart'],
  ['Ctrl+Z, Ctrl+Y', 'Undo, redo'], ['Shift+arrow keys', 'Select cells (Select mode)'], ['Ctrl+A', 'Select all'], ['Ctrl+C, Ctrl+X', 'Copy, cut the selection'], ['Ctrl+V', 'Paste: arrow keys move the cells, Enter places them, Escape cancels'],
  ['T, X, Y', 'Rotate; flip left to right; flip top to bottom (selection, or cells to paste)'], ['Shift+R', 'Fill the selection at random'], ['Delete', 'Delete the live cells of the selection, or the label at the cursor (Label mode)'], ['Escape', 'Deselect']];
