// @ts-check
/// `<gridlore-variant-sudoku game="variant-sudoku:size_9x9~…">`: a playable sudoku with drawn
/// rules. Without scripts, the figure inside it remains.

import { analyse, ask } from '../engine/engine.js';
import { silent } from '../board/drawn.js';
import { GridPuzzle } from '../board/grid.js';
import { shareHouse } from '../board/houses.js';
import { nameGame } from '../games/history.js';
import { noteLevel } from '../games/statistics.js';
import { element } from '../page/element.js';
import { randomSeed } from '../page/random.js';
import { openExport, openImport } from '../sudoku/files.js';

/** @typedef {import('../engine/engine.js').Game} Game */
/** @typedef {import('../engine/engine.js').Drawing} Drawing */

/** The engine that knows links and generates puzzles; the other one only plays. */
const STUDIO = 'variant-studio';
const ABOUT = 'Paste a link from SudokuPad, f-puzzles, Penpa-edit or Interactive Sudoku Solver, a text block, or JSON. Or choose a file.';

export class VariantSudoku extends GridPuzzle {
  /** The rules in words, beside the board. */ #laws = element('div', { class: 'laws', role: 'group', 'aria-label': 'Rules of this puzzle' });
  /** @type {Drawing | undefined} */ #drawing;
  /** A puzzle that is generated ahead of time. @type {{ params: string, save: Promise<string | undefined> } | undefined} */ #ready;

  /** Only the studio generates a puzzle from a seed. @param {{ op: string } & Record<string, unknown>} request */
  engineOf({ op, id }) { return op === 'open' && /#\d+$/.test(String(id)) ? STUDIO : this.kind; }

  get title() { return 'Variant sudoku'; }
  get hasNotes() { return true; }
  get choices() { return 'Rules'; }
  get gameName() { return this.#drawing?.title ?? ''; }

  extraControls() { return [this.#laws]; }

  /** @param {(name: string, text: string, act: () => void, attributes?: Record<string, string>) => HTMLElement} make */
  extraButtons(make) {
    const back = () => this.focusBoard();
    return [
      make('all', 'Fill candidates', () => this.perform('notes')),
      make('import', 'Open a puzzle', () => openImport(this, this.kind, (game, name) => this.#import(game, name), back, { engine: STUDIO, about: ABOUT })),
      make('export', 'Export', () => { if (this.game) openExport(this, this.kind, this.game.share, back, STUDIO); }),
    ];
  }

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener('paste', this.#paste);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener('paste', this.#paste);
  }

  /** Opens a puzzle that is pasted onto the page. @param {ClipboardEvent} event */
  #paste = async (event) => {
    const text = event.clipboardData?.getData('text') ?? '';
    if (!this.isPage || !text.trim() || (event.target instanceof Element && event.target.closest('input, textarea, dialog'))) return;
    event.preventDefault();
    const { games, error } = await ask(STUDIO, { op: 'read', kind: this.kind, text });
    if (games?.length) await this.#import(games[0], '');
    else this.say(`Could not read the pasted text: ${error}.`);
  };

  /** Opens an imported puzzle, and says so if it has no solution or several. @param {string} game @param {string} name */
  async #import(game, name) {
    await this.loadGame(game, 'Puzzle opened.');
    const id = this.game?.id ?? '';
    if (name) nameGame(id, name);
    noteLevel(id, 'imported');
    const { hint, message } = await ask(this.kind, { op: 'hint', game });
    if (hint && !hint.acts && !hint.stages.length) this.say(`Puzzle opened. ${message}`);
  }

  /** Shows the title and the rules of a puzzle. @param {Drawing} drawing */
  drawingChanged(drawing) {
    this.#drawing = drawing;
    const { title, author, rules, pictures, notes } = drawing;
    const plain = (/** @type {string} */ rule) => element('li', {}, rule);
    const drawn = (/** @type {string} */ rule, /** @type {number} */ at) => (pictures[at]
      ? element('li', { class: 'pictured' }, silent(pictures[at]), element('span', {}, rule)) : plain(rule));
    const heading = [title, author && `by ${author}`].filter(Boolean).join(' ');
    this.#laws.replaceChildren(
      ...(heading ? [element('h2', {}, heading)] : []), element('ul', {}, ...rules.map(drawn)),
      ...(notes.length ? [element('details', {}, element('summary', {}, 'How the puzzle was read'), element('ul', {}, ...notes.map((note) => element('li', {}, note))))] : []));
    // The figure shows the puzzle without scripts, and its text in print.
    const figure = this.querySelector('figure.drawn');
    figure?.classList.add('paper');
    figure?.querySelector('figcaption')?.replaceChildren(heading || this.title, element('ul', {}, ...rules.map(plain)));
  }

  get about() {
    const { title = '', author = '' } = this.#drawing ?? {};
    return [title, author && `by ${author}`].filter(Boolean).join(' ');
  }

  /** Generates a puzzle ahead of time. @param {string} params */
  choiceChanged(params) {
    if (this.isPage && this.#ready?.params !== params) this.#ready = this.#generate(params);
  }

  /** @param {string} params */
  #generate(params) {
    const save = analyse(STUDIO, { op: 'open', id: `${this.kind}:${params}#${randomSeed()}` }).then(({ game }) => game?.save, () => undefined);
    return { params, save };
  }

  /** @param {string} params @param {AbortSignal} signal */
  async takeReady(params, signal) {
    const ready = this.#ready?.params === params ? this.#ready : this.#generate(params);
    this.#ready = undefined;
    const stopped = new Promise((resolve) => { signal.addEventListener('abort', () => resolve(undefined)); });
    return Promise.race([ready.save, stopped]);
  }

  /** @param {number} cell @param {number} other @param {Game} game */
  sees(cell, other, game) { return shareHouse(cell, other, game); }
}

customElements.define('gridlore-variant-sudoku', VariantSudoku);
