// @ts-check
/// `<gridlore-sudoku game="sudoku:53..7....">`: a playable sudoku. Without scripts, the table
/// inside it remains.

import { GridPuzzle } from '../board/grid.js';
import { openExport, openImport } from './files.js';

/** @typedef {import('../engine/engine.js').Game} Game */

class Sudoku extends GridPuzzle {
  get title() { return 'Sudoku'; }
  get hasNotes() { return true; }

  /** @param {(name: string, text: string, act: () => void, attributes?: Record<string, string>) => HTMLElement} make */
  extraButtons(make) {
    const back = () => this.focusBoard();
    return [
      make('all', 'Fill candidates', () => this.perform('notes')),
      make('import', 'Import', () => openImport(this, this.kind, (game) => this.loadGame(game, 'Puzzle imported.'), back)),
      make('export', 'Export', () => { if (this.game) openExport(this, this.kind, this.game.share, back); }),
    ];
  }

  /**
   * Keeps the link to the workshop up to date, so that it opens the current board.
   * @param {Game} game
   */
  gameChanged(game) {
    for (const link of document.querySelectorAll('.elsewhere a')) {
      if (link instanceof HTMLAnchorElement && link.pathname.endsWith(`/${this.kind}/workshop`)) link.hash = game.share;
    }
  }

  /**
   * Whether two cells share a row, column or box.
   * @param {number} cell
   * @param {number} other
   * @param {Game} game
   */
  sees(cell, other, game) {
    const row = (/** @type {number} */ index) => Math.floor(index / game.columns);
    return cell !== other && (row(cell) === row(other) || cell % game.columns === other % game.columns
      || game.cells[cell].region === game.cells[other].region);
  }
}

customElements.define('gridlore-sudoku', Sudoku);
