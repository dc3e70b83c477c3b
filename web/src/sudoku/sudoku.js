// @ts-check
/// `<gridlore-sudoku game="sudoku:53..7....">`: a playable sudoku. Without scripts, the table
/// inside it remains.

import { ask } from '../engine/engine.js';
import { GridPuzzle } from '../board/grid.js';
import { shareHouse } from '../board/houses.js';
import { element } from '../page/element.js';
import { nameGame } from '../games/history.js';
import { levelOf, noteLevel } from '../games/statistics.js';
import { Ahead, explained } from './ahead.js';
import { openExport, openImport } from './files.js';

/** @typedef {import('../engine/engine.js').Game} Game */

/** HoDoKu's rating `Hard 1014` in words. @param {string} rating */
const hodoku = (rating) => rating.replace(/ (\d+)$/, ' ($1)');

export class Sudoku extends GridPuzzle {
  /** @type {Ahead | undefined} */ #ahead;
  /** The rated puzzle, and its ratings in words. */ #rated = { id: '', text: '' };

  get title() { return 'Sudoku'; }
  get hasNotes() { return true; }

  /** @param {(name: string, text: string, act: () => void, attributes?: Record<string, string>) => HTMLElement} make */
  extraButtons(make) {
    const back = () => this.focusBoard();
    return [
      make('all', 'Fill candidates', () => this.perform('notes')),
      make('import', 'Import', () => openImport(this, this.kind, (game, name) => this.#import(game, name), back)),
      make('export', 'Export', () => { if (this.game) openExport(this, this.kind, this.game.share, back); }),
    ];
  }

  /** Opens an imported puzzle, and says so if it has no solution or several. @param {string} game @param {string} name */
  async #import(game, name) {
    await this.loadGame(game, 'Puzzle imported.');
    const id = this.game?.id ?? '';
    if (name) nameGame(id, name);
    if (!levelOf(this.kind, id)) noteLevel(id, 'imported');
    const { hint, message } = await ask(this.kind, { op: 'hint', game });
    if (hint && !hint.acts && !hint.stages.length) this.say(`Puzzle imported. ${message}`);
  }

  /**
   * Keeps the link to the workshop up to date, so that it opens the current board.
   * @param {Game} game
   * @param {string} _op
   */
  gameChanged(game, _op) {
    for (const link of document.querySelectorAll('.elsewhere a')) {
      if (link instanceof HTMLAnchorElement && link.pathname.replace(/\/$/, '').endsWith(`/${this.kind}/workshop`)) link.hash = game.share;
    }
    this.#rate(game);
  }

  /** Returns the link to the solution path in the workshop. @param {Game} game */
  review({ id }) {
    const link = document.querySelector('.elsewhere a[href*="workshop"]');
    return link instanceof HTMLAnchorElement ? element('a', { class: 'button', href: `${link.pathname}#${encodeURIComponent(`1;${id};0;0`)}`, title: 'The solution path with its techniques, step by step' }, 'Review') : undefined;
  }

  get about() { return this.game?.id === this.#rated.id ? this.#rated.text : ''; }

  /** Shows the ratings of another puzzle. @param {Game} game */
  async #rate({ id, save, symbols }) {
    if (!this.isPage || id === this.#rated.id || symbols.length !== 9) return;
    this.#rated = { id, text: '' };
    const ratings = await this.#worker?.rate({ id, save }) ?? new Map();
    const [level, rating] = [ratings.get('HoDoKu'), explained(ratings)];
    if (!level || !rating || this.#rated.id !== id) return;
    this.#rated.text = `HoDoKu ${hodoku(level)} · SE ${rating}`;
    this.repaint();
  }

  /** The worker that generates puzzles ahead of time; boards in posts have none. */
  get #worker() {
    if (!this.isPage || /** @type {{ connection?: { saveData?: boolean } }} */ (navigator).connection?.saveData) return undefined;
    return this.#ahead ??= new Ahead(this.kind);
  }

  /** @param {string} params @param {[number, number] | undefined} range */
  choiceChanged(params, range) { this.#worker?.prepare(params, range); }

  /** @param {string} params @param {AbortSignal} signal */
  async takeReady(params, signal) { return this.#worker?.take(params, signal); }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#ahead?.close();
    this.#ahead = undefined;
  }

  /** @param {number} cell @param {number} other @param {Game} game */
  sees(cell, other, game) { return shareHouse(cell, other, game); }
}

customElements.define('gridlore-sudoku', Sudoku);
