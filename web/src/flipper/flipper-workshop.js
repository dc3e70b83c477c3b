// @ts-check
/// `<gridlore-flipper-workshop>`: draw what each move turns and what the goal is, and play it at
/// once.
///
/// There is a move for every square. The engine reads the puzzle from one line:
/// `own,columns,rows,colours,goal,move,...:board`.

import { ask } from '../engine/engine.js';
import { button, element } from '../page/element.js';
import { count } from '../page/words.js';

const WIDEST = 8;
const MOST_COLOURS = 5;

/** What the press of a square turns, to begin with: which other squares, by distance in rows and columns. */
const PATTERNS = /** @type {Record<string, (rows: number, columns: number) => boolean>} */ ({
  'the square alone': (rows, columns) => rows + columns === 0,
  'a plus': (rows, columns) => rows + columns <= 1,
  'a cross': (rows, columns) => rows === columns && rows <= 1,
  'a 3x3 block': (rows, columns) => Math.max(rows, columns) <= 1,
  'a knight\u2019s moves': (rows, columns) => rows + columns === 0 || (rows + columns === 3 && rows * columns === 2),
  'row and column': (rows, columns) => rows * columns === 0,
});

class FlipperWorkshop extends HTMLElement {
  #rows = 3;
  #columns = 3;
  #colours = 2;
  /** What each move turns. @type {boolean[][]} */ #moves = [];
  /** @type {number[]} */ #goal = [];
  /** The move that is drawn. */ #chosen = 0;
  /** @type {HTMLElement} */ #choose = element('div', { class: 'drawing' });
  /** @type {HTMLElement} */ #turned = element('div', { class: 'drawing' });
  /** @type {HTMLElement} */ #target = element('div', { class: 'drawing' });
  /** @type {HTMLElement} */ #name = element('legend');
  /** @type {HTMLElement} */ #made = element('div', { class: 'made', 'aria-live': 'polite' });
  /** @type {HTMLElement} */ #board = element('div');
  /** @type {HTMLSelectElement} */ #pattern = element('select', { 'aria-label': 'Every move turns' });

  connectedCallback() {
    if (this.querySelector('.sizes')) return;
    const numbers = (/** @type {number} */ least, /** @type {number} */ most, /** @type {number} */ now, /** @type {(number: number) => void} */ set) => {
      const select = element('select');
      for (let number = least; number <= most; number++) select.append(element('option', number === now ? { selected: '' } : {}, String(number)));
      select.addEventListener('change', () => {
        set(Number(select.value));
        this.#restart();
      });
      return select;
    };
    this.#pattern.append(...Object.keys(PATTERNS).map((name) => element('option', name === 'a plus' ? { selected: '' } : {}, name)));
    this.#pattern.addEventListener('change', () => this.#restart());
    const field = (/** @type {HTMLElement} */ legend, /** @type {string} */ text, /** @type {HTMLElement} */ drawing) =>
      element('fieldset', {}, legend, element('p', {}, text), drawing);
    this.replaceChildren(
      element('div', { class: 'sizes' },
        element('label', {}, 'Rows', numbers(1, WIDEST, this.#rows, (rows) => { this.#rows = rows; })),
        element('label', {}, 'Columns', numbers(1, WIDEST, this.#columns, (columns) => { this.#columns = columns; })),
        element('label', {}, 'Colours', numbers(2, MOST_COLOURS, this.#colours, (colours) => { this.#colours = colours; })),
        element('label', {}, 'Every move turns', this.#pattern)),
      element('div', { class: 'drawings' },
        field(element('legend', {}, 'Moves'), 'There is one for each square. Choose one to draw it.', this.#choose),
        field(this.#name, 'Choose the squares that it turns.', this.#turned),
        field(element('legend', {}, 'Goal'), 'What the board has to show in the end.', this.#target)),
      element('div', { class: 'deeds' },
        button('Play it', () => this.#play(), { class: 'main' }),
        button('A text for a post', () => this.#tell())),
      this.#made, this.#board);
    this.#restart();
  }

  get #squares() { return this.#rows * this.#columns; }

  /** All moves as the pattern says, and the goal dark. */
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
    this.#made.replaceChildren();
    this.#board.replaceChildren();
    const drawings = /** @type {[HTMLElement, (square: number) => void][]} */ ([
      [this.#choose, (square) => { this.#chosen = square; }],
      [this.#turned, (square) => { this.#moves[this.#chosen][square] = !this.#moves[this.#chosen][square]; }],
      [this.#target, (square) => { this.#goal[square] = (this.#goal[square] + 1) % this.#colours; }],
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
    each(this.#choose, (shown, square) => {
      shown.textContent = String(square + 1);
      shown.setAttribute('aria-label', `Move ${square + 1}`);
      shown.setAttribute('aria-pressed', String(square === this.#chosen));
    });
    each(this.#turned, (shown, square) => {
      const isTurned = this.#moves[this.#chosen][square];
      shown.textContent = isTurned ? '\u00d7' : '';
      shown.setAttribute('aria-label', `${at(square)}, turned by move ${this.#chosen + 1}`);
      shown.setAttribute('aria-pressed', String(isTurned));
    });
    each(this.#target, (shown, square) => {
      const colour = this.#goal[square];
      const name = this.#colours === 2 ? ['dark', 'lit'][colour] : `colour ${colour}`;
      shown.textContent = this.#colours > 2 ? String(colour) : '';
      shown.setAttribute('data-colour', String(colour));
      shown.setAttribute('aria-label', `${at(square)}, has to be ${name}`);
    });
  }

  /** The game id of a board from which there is a way: every move pressed a random number of times. */
  #id() {
    const board = [...this.#goal];
    // The goal itself is no puzzle; where no move turns anything there is no other board.
    for (let tries = 0; tries < 20 && board.join() === this.#goal.join(); tries++) {
      for (const turned of this.#moves) {
        const times = crypto.getRandomValues(new Uint8Array(1))[0] % this.#colours;
        turned.forEach((isTurned, square) => { if (isTurned) board[square] = (board[square] + times) % this.#colours; });
      }
    }
    const moves = this.#moves.map((turned) => turned.map(Number).join(''));
    return `flipper:own,${this.#columns},${this.#rows},${this.#colours},${this.#goal.join('')},${moves.join(',')}:${board.join('')}`;
  }

  async #play() {
    const id = this.#id();
    const board = document.createElement('gridlore-flipper');
    board.className = 'playable';
    board.setAttribute('game', id);
    this.#board.replaceChildren(board);
    await this.#facts(id);
  }

  async #tell() {
    const id = this.#id();
    const own = new URL(this.getAttribute('play') ?? '/play/flipper', location.href);
    own.hash = `1;${id};0;0`;
    await this.#facts(id, element('p', {}, 'In a post, this block is the board:'),
      element('pre', { tabindex: '0' }, `\`\`\`flipper\n${id.slice('flipper:'.length)}\n\`\`\``),
      element('p', {}, element('a', { href: own.href }, 'This link carries it, too.')));
  }

  /** @param {string} id @param {...Node} more */
  async #facts(id, ...more) {
    const { count: counted, error } = await ask('flipper', { op: 'count', id, limit: 1_000_000_000 });
    const solutions = counted?.solutions ?? 0;
    const text = error ?? (solutions === 1
      ? 'The moves are independent: every board can be solved, and in one way only.'
      : `A board that can be solved at all has ${solutions >= 1_000_000_000 ? 'more than a thousand million solutions' : count(solutions, 'solution')}; some boards have none.`);
    this.#made.replaceChildren(element('p', {}, text), ...more);
  }
}

customElements.define('gridlore-flipper-workshop', FlipperWorkshop);
