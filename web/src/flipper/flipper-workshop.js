// @ts-check
/// `<gridlore-flipper-workshop>`: an editor for toggle puzzles. The player draws the goal and
/// the squares that each move toggles, then plays the result.
///
/// There is one move per square. The engine reads the puzzle from a game id:
/// `own,columns,rows,colours,goal,move,...:board`.

import { ask } from '../engine/engine.js';
import { button, element } from '../page/element.js';
import { count } from '../page/words.js';

const MAX_SIDE = 8;
const MAX_COLOURS = 5;
const PLUS = 'A plus';

/**
 * Presets for what each move toggles: whether it toggles a square at this distance in rows and
 * columns.
 */
const PATTERNS = /** @type {Record<string, (rows: number, columns: number) => boolean>} */ ({
  'Only its square': (rows, columns) => rows + columns === 0,
  [PLUS]: (rows, columns) => rows + columns <= 1,
  'A diagonal cross': (rows, columns) => rows === columns && rows <= 1,
  'A 3×3 block': (rows, columns) => Math.max(rows, columns) <= 1,
  'A knight\u2019s moves': (rows, columns) => rows + columns === 0 || (rows + columns === 3 && rows * columns === 2),
  'Its row and column': (rows, columns) => rows * columns === 0,
});

class FlipperWorkshop extends HTMLElement {
  #rows = 3;
  #columns = 3;
  #colours = 2;
  /** Whether each move toggles each square. @type {boolean[][]} */ #moves = [];
  /** @type {number[]} */ #goal = [];
  /** The move that is edited. */ #chosen = 0;
  /** @type {HTMLElement} */ #moveGrid = element('div', { class: 'drawing' });
  /** @type {HTMLElement} */ #toggledGrid = element('div', { class: 'drawing' });
  /** @type {HTMLElement} */ #goalGrid = element('div', { class: 'drawing' });
  /** @type {HTMLElement} */ #name = element('legend');
  /** @type {HTMLElement} */ #result = element('div', { class: 'made', 'aria-live': 'polite' });
  /** @type {HTMLElement} */ #board = element('div');
  /** @type {HTMLSelectElement} */ #pattern = element('select', { 'aria-label': 'Each move toggles' });

  connectedCallback() {
    if (this.querySelector('.sizes')) return;
    const numbers = (/** @type {number} */ min, /** @type {number} */ max, /** @type {number} */ initial, /** @type {(number: number) => void} */ set) => {
      const select = element('select');
      for (let number = min; number <= max; number++) select.append(element('option', number === initial ? { selected: '' } : {}, String(number)));
      select.addEventListener('change', () => {
        set(Number(select.value));
        this.#restart();
      });
      return select;
    };
    this.#pattern.append(...Object.keys(PATTERNS).map((name) => element('option', name === PLUS ? { selected: '' } : {}, name)));
    this.#pattern.addEventListener('change', () => this.#restart());
    const field = (/** @type {HTMLElement} */ legend, /** @type {string} */ text, /** @type {HTMLElement} */ drawing) =>
      element('fieldset', {}, legend, element('p', {}, text), drawing);
    this.replaceChildren(
      element('div', { class: 'sizes' },
        element('label', {}, 'Rows', numbers(1, MAX_SIDE, this.#rows, (rows) => { this.#rows = rows; })),
        element('label', {}, 'Columns', numbers(1, MAX_SIDE, this.#columns, (columns) => { this.#columns = columns; })),
        element('label', {}, 'Colours', numbers(2, MAX_COLOURS, this.#colours, (colours) => { this.#colours = colours; })),
        element('label', {}, 'Each move toggles', this.#pattern)),
      element('div', { class: 'drawings' },
        field(element('legend', {}, 'Moves'), 'One move per square. Choose a move to edit it.', this.#moveGrid),
        field(this.#name, 'Choose the squares it toggles.', this.#toggledGrid),
        field(element('legend', {}, 'Goal'), 'The board that solves the puzzle.', this.#goalGrid)),
      element('div', { class: 'deeds' },
        button('Play this puzzle', () => this.#play(), { class: 'main' }),
        button('Show code for a post', () => this.#showPostCode())),
      this.#result, this.#board);
    this.#restart();
  }

  get #squares() { return this.#rows * this.#columns; }

  /** Resets all moves to the chosen pattern and the goal to dark. */
  #restart() {
    const pattern = PATTERNS[this.#pattern.value];
    const place = (/** @type {number} */ square) => [Math.floor(square / this.#columns), square % this.#columns];
    const all = Array.from({ length: this.#squares }, (_, square) => square);
    this.#moves = all.map((move) => all.map((square) => {
      const [[row, column], [otherRow, otherColumn]] = [place(move), place(square)];
      return pattern(Math.abs(row - otherRow), Math.abs(column - otherColumn));
    }));
    this.#goal = all.map(() => 0);
    this.#chosen = 0;
    this.#result.replaceChildren();
    this.#board.replaceChildren();
    const drawings = /** @type {[HTMLElement, (square: number) => void][]} */ ([
      [this.#moveGrid, (square) => { this.#chosen = square; }],
      [this.#toggledGrid, (square) => { this.#moves[this.#chosen][square] = !this.#moves[this.#chosen][square]; }],
      [this.#goalGrid, (square) => { this.#goal[square] = (this.#goal[square] + 1) % this.#colours; }],
    ]);
    for (const [drawing, act] of drawings) {
      drawing.style.gridTemplateColumns = `repeat(${this.#columns}, minmax(0, 1fr))`;
      drawing.replaceChildren(...all.map((square) => button('', () => {
        act(square);
        this.#paint();
      })));
    }
    this.#paint();
  }

  #paint() {
    this.#name.textContent = `Move ${this.#chosen + 1}`;
    const at = (/** @type {number} */ square) => `row ${Math.floor(square / this.#columns) + 1}, column ${square % this.#columns + 1}`;
    const each = (/** @type {HTMLElement} */ drawing, /** @type {(shown: Element, square: number) => void} */ paint) => [...drawing.children].forEach(paint);
    each(this.#moveGrid, (shown, square) => {
      shown.textContent = String(square + 1);
      shown.setAttribute('aria-label', `Move ${square + 1}`);
      shown.setAttribute('aria-pressed', String(square === this.#chosen));
    });
    each(this.#toggledGrid, (shown, square) => {
      const isToggled = this.#moves[this.#chosen][square];
      shown.textContent = isToggled ? '\u00d7' : '';
      shown.setAttribute('aria-label', `${at(square)}, toggled by move ${this.#chosen + 1}`);
      shown.setAttribute('aria-pressed', String(isToggled));
    });
    each(this.#goalGrid, (shown, square) => {
      const colour = this.#goal[square];
      const name = this.#colours === 2 ? ['dark', 'lit'][colour] : `colour ${colour}`;
      shown.textContent = this.#colours > 2 ? String(colour) : '';
      shown.setAttribute('data-colour', String(colour));
      shown.setAttribute('aria-label', `${at(square)}, goal ${name}`);
    });
  }

  /**
   * Returns the game id of a random solvable board: the goal after a random number of presses of
   * every move.
   */
  #id() {
    const board = [...this.#goal];
    // Retries if the board equals the goal. If no move toggles anything, no other board exists.
    for (let tries = 0; tries < 20 && board.join() === this.#goal.join(); tries++) {
      for (const toggled of this.#moves) {
        const times = crypto.getRandomValues(new Uint8Array(1))[0] % this.#colours;
        toggled.forEach((isToggled, square) => { if (isToggled) board[square] = (board[square] + times) % this.#colours; });
      }
    }
    const moves = this.#moves.map((toggled) => toggled.map(Number).join(''));
    return `flipper:own,${this.#columns},${this.#rows},${this.#colours},${this.#goal.join('')},${moves.join(',')}:${board.join('')}`;
  }

  async #play() {
    const id = this.#id();
    const board = document.createElement('gridlore-flipper');
    board.className = 'playable';
    board.setAttribute('game', id);
    this.#board.replaceChildren(board);
    await this.#showFacts(id);
  }

  async #showPostCode() {
    const id = this.#id();
    const own = new URL(this.getAttribute('play') ?? '/play/flipper', location.href);
    own.hash = `1;${id};0;0`;
    await this.#showFacts(id, element('p', {}, 'Paste this code into a post:'),
      element('pre', { tabindex: '0' }, `\`\`\`flipper\n${id.slice('flipper:'.length)}\n\`\`\``),
      element('p', {}, element('a', { href: own.href }, 'Link to this puzzle')));
  }

  /**
   * Shows how many solutions the boards of a puzzle have.
   * @param {string} id
   * @param {...Node} more
   */
  async #showFacts(id, ...more) {
    const { count: counted, error } = await ask('flipper', { op: 'count', id, limit: 1_000_000_000 });
    const solutions = counted?.solutions ?? 0;
    const text = error ?? (solutions === 1
      ? 'The moves are independent: every board has exactly one solution.'
      : `Every solvable board has ${solutions >= 1_000_000_000 ? 'at least a billion solutions' : count(solutions, 'solution')}; some boards cannot be solved.`);
    this.#result.replaceChildren(element('p', {}, text), ...more);
  }
}

customElements.define('gridlore-flipper-workshop', FlipperWorkshop);
