// @ts-check
/// `<gridlore-sudoku game="sudoku:53..7....">`: a sudoku to play, around a table for everyone who cannot.

import { GridPuzzle } from './grid.js';

/** @typedef {import('./engine.js').Game} Game */

class Sudoku extends GridPuzzle {
  get title() { return 'Sudoku'; }
  get hasNotes() { return true; }

  /** Cells of the same row, column or box. @param {number} cell @param {number} other @param {Game} game */
  sees(cell, other, game) {
    const row = (/** @type {number} */ index) => Math.floor(index / game.columns);
    return cell !== other && (row(cell) === row(other) || cell % game.columns === other % game.columns
      || game.cells[cell].region === game.cells[other].region);
  }
}

customElements.define('gridlore-sudoku', Sudoku);
