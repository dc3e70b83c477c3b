// @ts-check
/// `<gridlore-sudoku game="sudoku:53..7....">`: a sudoku to play, around a table for everyone who
/// cannot.

import { GridPuzzle } from '../board/grid.js';
import { exporting, importing } from './files.js';

/** @typedef {import('../engine/engine.js').Game} Game */

class Sudoku extends GridPuzzle {
  get title() { return 'Sudoku'; }
  get hasNotes() { return true; }

  /** @param {(name: string, text: string, act: () => void, attributes?: Record<string, string>) => HTMLElement} make */
  deeds(make) {
    const back = () => this.focusBoard();
    return [
      make('all', 'Note all candidates', () => this.turnTo('notes'), { class: 'quiet' }),
      make('import', 'Import', () => importing(this, this.kind, (game) => this.take(game, 'The puzzle is here.'), back), { class: 'quiet' }),
      make('export', 'Export', () => { if (this.game) exporting(this, this.kind, this.game.share, back); }, { class: 'quiet' }),
    ];
  }

  /** The page that solves step by step takes the board as it is now. @param {Game} game */
  shown(game) {
    for (const link of document.querySelectorAll('.elsewhere a')) {
      if (link instanceof HTMLAnchorElement && link.pathname.endsWith(`/${this.kind}/workshop`)) link.hash = game.share;
    }
  }

  /** Cells of the same row, column or box. @param {number} cell @param {number} other @param {Game} game */
  sees(cell, other, game) {
    const row = (/** @type {number} */ index) => Math.floor(index / game.columns);
    return cell !== other && (row(cell) === row(other) || cell % game.columns === other % game.columns
      || game.cells[cell].region === game.cells[other].region);
  }
}

customElements.define('gridlore-sudoku', Sudoku);
