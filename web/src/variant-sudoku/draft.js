// @ts-check
/// A puzzle that is being set, as the parts of a text block. The engine reads this block, posts
/// contain it, and the browser stores it.

/** Lines that describe the board itself. */
const FRAME = /^(values|regions|no boxes|no rows and columns|variables|grids|absent)\b/;
const HEADING = /^(title|author|rules|solution|note|left out)\s*:\s*(.*)$/i;

/** Lines that describe fog. */
const FOG = /^fog\b/;

/** The solution of a stored draft whose solution is not known yet. */
const UNKNOWN = '?';

/** Rules that every possible mark is given; the engine needs the pairs of cells that have a mark. */
const NEGATIVE = /^negative ([^:]+)(:.*)?$/;

/** Returns the name of a cell, such as `r1c2`. @param {number} cell @param {number} columns */
export const nameOf = (cell, columns) => `r${Math.floor(cell / columns) + 1}c${(cell % columns) + 1}`;

/**
 * Returns the cells of a row of givens, in which boards with many digits have numbers separated by
 * blanks. Other lines have no cells.
 * @param {string} line
 */
function cellsOf(line) {
  const cells = line.includes(' ') ? line.split(/\s+/) : [...line];
  if (!cells.every((cell) => /^([-.A-Z]|\d+)$/.test(cell))) return [];
  return cells.map((cell) => (cell.length > 1 ? Number(cell).toString(36).toUpperCase() : cell));
}

export class Draft {
  rows = 9;
  columns = 9;
  title = '';
  author = '';
  /** The rules in the setter's words. */ rules = '';
  /** Notes on the details that were guessed or left out when the puzzle was read. @type {string[]} */ notes = [];
  /** Whether the puzzle contains its solution. */ hasSolution = false;
  /** The last known solution: its digits, or nothing. */ solution = '';
  /** Settings of the board: its digits, regions and absent cells. @type {string[]} */ frame = [];
  /** The given of each cell; `.` for none. @type {string[]} */ givens = [];
  /** The constraints, one per line. @type {string[]} */ lines = [];

  /** @param {number} rows @param {number} columns */
  static empty(rows, columns) {
    const draft = new Draft();
    Object.assign(draft, { rows, columns, givens: Array(rows * columns).fill('.') });
    return draft;
  }

  /** Reads a text block as the engine writes it. @param {string} block */
  static of(block) {
    const [first, ...rest] = block.split('\n').map((line) => line.trim()).filter(Boolean);
    const [, rows, columns] = /^size (\d+)x(\d+)/.exec(first) ?? ['', '9', '9'];
    const draft = Draft.empty(Number(rows), Number(columns));
    let row = 0;
    for (const line of rest) {
      const [, heading, text] = HEADING.exec(line) ?? [];
      if (heading === 'rules') draft.rules += `${draft.rules && '\n'}${text}`;
      else if (heading === 'title') draft.title = text;
      else if (heading === 'author') draft.author = text;
      else if (heading === 'solution') [draft.hasSolution, draft.solution] = [true, text === UNKNOWN ? '' : text];
      else if (heading === 'note' || heading === 'left out') draft.notes.push(line);
      else if (heading) continue;
      else if (FRAME.test(line)) draft.frame.push(line);
      else if (row < draft.rows && cellsOf(line).length === draft.columns) {
        draft.givens.splice(row * draft.columns, draft.columns, ...cellsOf(line));
        row += 1;
      } else draft.lines.push(line.replace(NEGATIVE, 'negative $1'));
    }
    // Only with a solution is it known which digits clear the fog.
    draft.hasSolution ||= draft.lights !== undefined;
    return draft;
  }

  /** The text that the browser stores. */
  get stored() { return this.#block(this.hasSolution ? this.solution || UNKNOWN : '', this.lines); }

  /** The text block. */
  get text() { return this.#block(this.hasSolution ? this.solution : '', this.lines); }

  /** The text block without its solution. */
  get plain() { return this.#block('', this.lines); }

  /** The text block that the editor draws: the fog and the solution, which hide things from players, are left out. */
  get drawn() { return this.#block('', this.lines.filter((line) => !FOG.test(line))); }

  /** The cells that are clear of fog at the start; undefined if there is no fog. */
  get lights() {
    const lines = this.lines.filter((line) => FOG.test(line));
    const names = lines.filter((line) => line.startsWith('fog:')).flatMap((line) => [...line.matchAll(/r(\d+)c(\d+)/g)]);
    return lines.length ? new Set(names.map(([, row, column]) => (Number(row) - 1) * this.columns + Number(column) - 1)) : undefined;
  }

  /** @param {string} solution @param {string[]} lines */
  #block(solution, lines) {
    const headings = [this.title && `title: ${this.title}`, this.author && `author: ${this.author}`, ...this.rules.split('\n').filter((line) => line.trim()).map((line) => `rules: ${line}`), solution && `solution: ${solution}`];
    const rows = Array.from({ length: this.rows }, (_, row) => this.#row(this.givens.slice(row * this.columns, (row + 1) * this.columns)));
    return [`size ${this.rows}x${this.columns}`, ...headings.filter(Boolean), ...this.notes, ...this.frame, ...rows, ...lines.map((line) => this.#whole(line))].join('\n');
  }

  /** Writes a row of givens. In a block, digits beyond 9 are written as numbers, not letters. @param {string[]} cells */
  #row(cells) {
    if (this.rows <= 9 && this.columns <= 9) return cells.join('');
    return cells.map((cell) => (/[A-Z]/.test(cell) ? parseInt(cell, 36) : cell)).join(' ');
  }

  /** Returns a line as the engine reads it. @param {string} line */
  #whole(line) {
    const [, marks] = NEGATIVE.exec(line) ?? [];
    if (!marks) return line;
    const words = marks.split(',').map((word) => `${word.trim()}:`);
    const pairs = this.lines.filter((other) => words.some((word) => other.startsWith(word))).map((other) => other.split(':')[1].trim());
    return pairs.length ? `${line}: ${pairs.join(' | ')}` : line;
  }

  /** Returns a copy with another constraint. @param {string} line */
  with(line) { return this.changed((draft) => { if (!draft.lines.includes(line)) draft.lines.push(line); }); }

  /** Returns a copy with other constraints in place of one. @param {string} line @param {string[]} others */
  replaced(line, others) {
    return this.changed((draft) => {
      const rest = others.filter((other) => other === line || !draft.lines.includes(other));
      draft.lines = draft.lines.flatMap((own) => (own === line ? rest : [own]));
    });
  }

  /** Returns a copy without a constraint. @param {string} line */
  without(line) { return this.changed((draft) => { draft.lines = draft.lines.filter((other) => other !== line); }); }

  /** Returns a copy with a given in these cells, or without it if all of them already have it. @param {number[]} cells @param {string} sign */
  given(cells, sign) {
    return this.changed((draft) => {
      const isThere = cells.every((cell) => draft.givens[cell] === sign);
      for (const cell of cells) if (draft.givens[cell] !== '-') draft.givens[cell] = isThere ? '.' : sign;
    });
  }

  /** Returns a copy in which these cells form their own region. @param {number[]} cells @param {number[]} regions the current region of each cell */
  withRegion(cells, regions) {
    const next = [...regions];
    for (const cell of cells) next[cell] = Infinity;
    const numbers = [...new Set(next)];
    const signs = next.map((region) => (numbers.indexOf(region) + 1).toString(36).toUpperCase());
    const rows = Array.from({ length: this.rows }, (_, row) => signs.slice(row * this.columns, (row + 1) * this.columns).join(''));
    return this.changed((draft) => { draft.frame = [...draft.frame.filter((line) => !/^(regions|no boxes)/.test(line)), `regions: ${rows.join('/')}`]; });
  }

  /** @param {(draft: Draft) => void} change */
  changed(change) {
    const copy = Object.assign(new Draft(), structuredClone({ ...this }));
    change(copy);
    return copy;
  }
}
