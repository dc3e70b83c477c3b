// @ts-check
/// Boards and pieces in the format of `gridlore cover pack`, written in one line for ids: commas
/// stand for blanks, slashes for line breaks. Also sets of pieces and boards to start from.

/** Cells of a piece as rows and columns. @typedef {[number, number][]} Shape */
/** @typedef {{ name: string, count: number, cells: Shape }} Piece */
/**
 * `cells` states for each cell of the rectangle, row by row, whether it is on the board. `turns`
 * states how pieces can be placed: as drawn, rotated, or rotated and turned over.
 * @typedef {{ rows: number, columns: number, cells: boolean[], turns: 'none' | 'flat' | 'over', isLoose: boolean, pieces: Piece[] }} Packing
 */

/** Maximum side of a board in the editor. */
export const MAX_SIDE = 20;
/** Maximum number of copies of a piece. */
export const MAX_COPIES = 99;
/** The prefix of packing ids. */
const PREFIX = 'cover:pack:';

/** Returns the cells of a drawing: every character except blanks and dots. @param {string[]} lines @returns {Shape} */
const shapeOf = (lines) => lines.flatMap((line, row) => [...line].flatMap((sign, column) => (sign === '.' || sign === ' ' ? [] : [/** @type {[number, number]} */ ([row, column])])));

/** Moves a shape to the corner. @param {Shape} cells @returns {Shape} */
export function inCorner(cells) {
  const [top, left] = [0, 1].map((axis) => Math.min(...cells.map((cell) => cell[axis])));
  return cells.map(([row, column]) => /** @type {[number, number]} */ ([row - top, column - left])).sort(([r1, c1], [r2, c2]) => r1 - r2 || c1 - c2);
}

/** Returns the height and width of a shape. @param {Shape} cells */
export const sizeOf = (cells) => [0, 1].map((axis) => Math.max(0, ...cells.map((cell) => cell[axis] + 1)));

/** @param {Shape} cells */
export function linesOfShape(cells) {
  const [rows, columns] = sizeOf(cells);
  return Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => (cells.some(([r, c]) => r === row && c === column) ? 'x' : '.')).join(''));
}

/** The named pieces of the engine. @type {[string, string][]} */
const NAMED = [
  ['F', '.xx/xx./.x.'], ['I', 'xxxxx'], ['L', 'xxxx/x...'], ['N', 'xxx./..xx'], ['P', 'xxx/xx.'], ['T', 'xxx/.x./.x.'], ['U', 'xxx/x.x'], ['V', 'xxx/x../x..'],
  ['W', 'xx./.xx/..x'], ['X', '.x./xxx/.x.'], ['Y', 'xxxx/.x..'], ['Z', 'xx./.x./.xx'],
  ['I4', 'xxxx'], ['L4', 'xxx/x..'], ['O4', 'xx/xx'], ['S4', '.xx/xx.'], ['T4', 'xxx/.x.'], ['I3', 'xxx'], ['V3', 'xx/x.'], ['I2', 'xx'], ['I1', 'x'],
];
const drawings = new Map(NAMED);

/** Sets of pieces by name, with their titles. @type {[string, string, string[]][]} */
export const SETS = [
  ['pentominoes', '12 pentominoes', NAMED.slice(0, 12).map(([name]) => name)],
  ['tetrominoes', '5 tetrominoes', NAMED.slice(12, 17).map(([name]) => name)],
  ['trominoes', '2 trominoes', ['I3', 'V3']],
  ['I2', 'Domino', ['I2']],
  ['I1', 'Single cell', ['I1']],
];

/**
 * Returns the pieces of a set, or the piece with this name.
 * @param {string} name
 * @returns {Piece[]}
 */
export function piecesOf(name) {
  const names = SETS.find(([set]) => set === name)?.[2] ?? (drawings.has(name) ? [name] : []);
  return names.map((each) => ({ name: each, count: 1, cells: shapeOf((drawings.get(each) ?? '').split('/')) }));
}

/** A board of eight by eight cells without the four in the middle. */
const FRAME = 'board/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxx..xxx/xxx..xxx/xxxxxxxx/xxxxxxxx/xxxxxxxx';

/** Boards, each with a title. @type {[string, string][]} */
export const BOARDS = [...['3 × 20', '4 × 15', '5 × 12', '6 × 10', '8 × 8'].map((title) => /** @type {[string, string]} */ ([title, `board,${title.replaceAll(' ', '').replace('×', 'x')}`])), ['8 × 8 without the middle', FRAME]];

/** Boards with pieces, each with a title. @type {[string, string][]} */
export const STARTS = [
  ...BOARDS.filter(([title]) => title !== '8 × 8').map(([title, text]) => /** @type {[string, string]} */ ([`Pentominoes in ${title}`, `${text}/pieces,pentominoes`])).reverse(),
  ['Pentominoes and a square in 8 × 8', 'board,8x8/pieces,pentominoes,O4'],
  ['Two of each tetromino in 5 × 8', 'board,5x8/pieces,I4*2,L4*2,O4*2,S4*2,T4*2'],
  ['Dominoes in 6 × 6 without two opposite corners', 'board/.xxxxx/xxxxxx/xxxxxx/xxxxxx/xxxxxx/xxxxx./pieces,I2*17'],
  ['Three pieces in 3 × 3', 'board,3x3/pieces,P,V3,I1'],
];

/** The packing that the editor shows first. */
export const FIRST = 'board,6x10/pieces,pentominoes';

/** Returns the id of a packing to start from. @param {string} text */
export const startId = (text) => PREFIX + text;

/** Returns the number of cells of the board, and of all pieces. @param {Packing} packing */
export const cellsOf = ({ cells, pieces }) => [cells.filter(Boolean).length, pieces.reduce((sum, { cells: own, count }) => sum + own.length * count, 0)];

/**
 * Returns the part of the rectangle that the board needs.
 * @param {Packing} packing
 * @returns {Packing}
 */
export function trimmed(packing) {
  const { columns, cells } = packing;
  const shape = cells.flatMap((isOn, at) => (isOn ? [/** @type {[number, number]} */ ([Math.floor(at / columns), at % columns])] : []));
  return shape.length ? { ...packing, ...boardOf(inCorner(shape)) } : packing;
}

/** @param {Shape} shape */
function boardOf(shape) {
  const [rows, columns] = sizeOf(shape);
  const cells = Array.from({ length: rows * columns }, () => false);
  for (const [row, column] of shape) cells[row * columns + column] = true;
  return { rows, columns, cells };
}

/** Returns a full board. @param {number} rows @param {number} columns */
export const fullBoard = (rows, columns) => ({ rows, columns, cells: Array.from({ length: rows * columns }, () => true) });

/** Returns a board without cells. @param {number} rows @param {number} columns */
const emptyBoard = (rows, columns) => ({ rows, columns, cells: Array.from({ length: rows * columns }, () => false) });

/** Columns of a sheet of pieces. */
const SHEET = 18;

/**
 * Lays out the pieces side by side: for each cell of the sheet, the number of a piece or
 * `undefined`.
 * @param {Piece[]} pieces
 */
export function sheetOf(pieces) {
  /** @type {(number | undefined)[][]} */
  const rows = [];
  let [top, left, bottom] = [0, 0, 0];
  pieces.forEach(({ cells }, piece) => {
    const [height, width] = sizeOf(cells);
    if (left > 0 && left + width > SHEET) [top, left] = [bottom + 1, 0];
    for (const [row, column] of cells) (rows[top + row] ??= [])[left + column] = piece;
    left += width + 1;
    bottom = Math.max(bottom, top + height);
  });
  const columns = Math.max(0, ...rows.map((row) => row?.length ?? 0));
  return { rows: rows.length, columns, owners: Array.from({ length: rows.length * columns }, (_, at) => rows[Math.floor(at / columns)]?.[at % columns]) };
}

/** Returns the id of a packing. @param {Packing} packing */
export function idOf(packing) {
  const { rows, columns, cells, turns, isLoose, pieces } = trimmed(packing);
  const lines = cells.every(Boolean) ? [`board,${rows}x${columns}`] : ['board', ...Array.from({ length: rows }, (_, row) => cells.slice(row * columns, row * columns + columns).map((isOn) => (isOn ? 'x' : '.')).join(''))];
  if (turns !== 'over') lines.push(`turns,${turns}`);
  if (isLoose) lines.push('loose');
  /** @type {string[]} */
  let named = [];
  const flush = () => {
    if (named.length) lines.push(`pieces,${named.join(',').replace(SETS[0][2].join(','), SETS[0][0])}`);
    named = [];
  };
  for (const { name, count, cells: shape } of pieces.filter((piece) => piece.count > 0)) {
    const times = count > 1 ? `*${count}` : '';
    const drawing = linesOfShape(shape);
    if (drawings.get(name) === drawing.join('/')) {
      named.push(name + times);
    } else {
      flush();
      lines.push(`piece,${name}${times}`, ...drawing);
    }
  }
  flush();
  return PREFIX + lines.join('/');
}

/**
 * Reads a packing; returns `undefined` for other ids, and for boards that the editor cannot show.
 * @param {string} id
 * @returns {Packing | undefined}
 */
export function readPacking(id) {
  if (!id.startsWith(PREFIX)) return;
  const text = id.slice(PREFIX.length);
  const lines = text.includes('\n') ? text.split('\n') : text.split('/').map((line) => line.replaceAll(',', ' '));
  /** @type {Packing} */
  const packing = { rows: 0, columns: 0, cells: [], turns: 'over', isLoose: false, pieces: [] };
  /** The drawing in progress. @type {{ piece?: Piece, lines: string[] } | undefined} */
  let drawing;
  const finish = () => {
    if (!drawing) return;
    const shape = shapeOf(drawing.lines);
    if (drawing.piece) packing.pieces.push({ ...drawing.piece, cells: inCorner(shape) });
    else if (shape.length) Object.assign(packing, boardOf(inCorner(shape)));
    else Object.assign(packing, emptyBoard(drawing.lines.length, Math.max(0, ...drawing.lines.map((line) => line.length))));
    drawing = undefined;
  };
  const add = (/** @type {Piece} */ piece) => {
    const same = packing.pieces.find(({ name }) => name === piece.name);
    if (same) same.count += piece.count;
    else packing.pieces.push(piece);
  };
  for (const line of lines) {
    if (line.startsWith('|')) continue;
    const [word, ...rest] = line.trim().split(/\s+/);
    if (drawing && word && !/^(board|turns|loose|pieces|piece)$/.test(word)) {
      drawing.lines.push(line);
      continue;
    }
    finish();
    if (word === 'board') {
      const [, rows, columns] = /^(\d+)x(\d+)$/.exec(rest[0] ?? '') ?? [];
      if (rows) Object.assign(packing, fullBoard(Math.min(Number(rows), MAX_SIDE + 1), Math.min(Number(columns), MAX_SIDE + 1)));
      else drawing = { lines: [] };
    } else if (word === 'turns' && /^(none|flat|over)$/.test(rest[0])) {
      packing.turns = /** @type {Packing['turns']} */ (rest[0]);
    } else if (word === 'loose') {
      packing.isLoose = true;
    } else if (word === 'pieces') {
      for (const each of rest) {
        const [name, times = '1'] = each.split('*');
        for (const piece of piecesOf(name)) add({ ...piece, count: Number(times) });
      }
    } else if (word === 'piece') {
      const [name, times = rest[1]?.replace('*', '') ?? '1'] = (rest[0] ?? '').split('*');
      drawing = { piece: { name, count: Number(times), cells: [] }, lines: [] };
    }
  }
  finish();
  const isValid = packing.rows > 0 && packing.rows <= MAX_SIDE && packing.columns <= MAX_SIDE && packing.pieces.every(({ count, cells }) => count > 0 && count <= MAX_SIDE ** 2 && cells.length > 0);
  return isValid ? packing : undefined;
}
