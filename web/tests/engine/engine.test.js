/// The wasm engines in Node, without a browser: they give the same answers and node totals as the
/// native engines.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { DEFENCES, WINS } from '../../src/connect-four/four-exercises.js';
import { ENGINES } from '../stage.js';

const DATA = new URL('../../../crates/gridlore-sudoku/tests/data/', import.meta.url);
const cases = async (name) => (await readFile(new URL(name, DATA), 'utf8')).split('\n')
  .filter((line) => line && !line.startsWith('#')).map((line) => line.split('\t'));

/** Loads the engine of a kind; returns a function that sends it requests. */
async function engine(kind) {
  const { instance } = await WebAssembly.instantiate(await readFile(join(ENGINES, `${kind}.wasm`)));
  const { memory, request_buffer, answer_buffer, answer_length } = instance.exports;
  return (request) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const at = request_buffer(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const start = answer_buffer();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, start, answer_length())));
  };
}

const ask = await engine('sudoku-tutor');
const askFlipper = await engine('flipper');

test('node totals are the signature of the native engine', async () => {
  const signature = await cases('signature.txt');
  const made = await cases('generated.txt');
  const check = (name, change, limit) => {
    const [, puzzles, nodes] = signature.find(([set]) => set === name);
    const counts = made.map(([, , puzzle]) => ask({ op: 'count', id: `sudoku:${change(puzzle)}`, limit }).count);
    assert.deepEqual([made.length, counts.reduce((sum, count) => sum + count.nodes, 0)], [Number(puzzles), Number(nodes)], name);
    return counts.map(({ solutions }) => solutions);
  };
  assert.ok(check('generated.txt', (puzzle) => puzzle, 2).every((solutions) => solutions === 1));
  const less = (puzzle) => puzzle.replace(/[1-9]/, '.').replace(/[1-9]/, '.');
  assert.ok(check('generated.txt less two givens each, up to 100 solutions', less, 100).some((solutions) => solutions > 1));
});

test('same seed, same puzzle as the native engine', async () => {
  for (const [level, seed, puzzle] of await cases('generated.txt')) {
    assert.equal(ask({ op: 'open', id: `sudoku:${level}#${seed}` }).game.id, `sudoku:${puzzle}`);
  }
});

test('hints solve hard puzzles by techniques alone', async () => {
  const minimal = (await cases('minimal.txt')).map(([, , puzzle]) => puzzle);
  const hard = ['...6...2....9.3....1.5...34..97..86..7..9....1..32..7....2...15.92..57.66.......3', '.....9.5.6....82...2..3.14....3..5..94.....3...2.4..8...4....2....7......56...7.1',
    '.7..8.65...3.....1.....4...1..42...........6.8..15.4.....7...35...86....2.9......'];
  const seen = new Set();
  for (const puzzle of hard) {
    assert.ok(minimal.includes(puzzle), 'the puzzle is one of our own');
    let { game } = ask({ op: 'open', id: `sudoku:${puzzle}` });
    for (let step = 0; !game.solved; step++) {
      assert.ok(step < 160, puzzle);
      const { hint } = ask({ op: 'hint', game: game.save });
      assert.ok((hint.target || hint.hasWay) && hint.title !== 'From the solution', `${puzzle}: ${hint.title}`);
      assert.ok(hint.text.length > 20, hint.text);
      seen.add(hint.title);
      ({ game } = ask({ op: 'step', game: game.save }));
    }
    assert.equal(game.cells.filter(({ symbol }) => symbol !== null).length, 81);
  }
  for (const title of ['XY-Chain', 'Sue de Coq', 'Uniqueness Test 1']) assert.ok(seen.has(title), [...seen].join(', '));
});

test('where nothing else applies, hints use nets within nets and still list the steps to the next digit', () => {
  let { game } = ask({ op: 'open', id: 'sudoku:98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6' });
  const { hint } = ask({ op: 'hint', game: game.save });
  assert.deepEqual([hint.title, hint.hasWay, hint.target], ['Forcing Net with Nets within', true, null]);
  const { hint: way } = ask({ op: 'to-symbol', game: game.save });
  assert.ok(way.target && way.pictures.length > 1 && way.pictures.length === way.text.split('\n').length, way.text);
  ({ game } = ask({ op: 'step', game: game.save }));
  const [cell, symbol] = hint.removed[0];
  assert.ok(game.cells[cell].crosses.includes(symbol));
});

/** A variant with a cage, a thermometer and a dot. */
const VARIANT = 'variant-sudoku:size_4x4~....~....~....~....~cage_3=_r1c1_r1c2~thermometer=_r3c1_r4c1~white_dot=_r2c3_r2c4';

for (const [kind, full, id] of [['sudoku', 'sudoku-tutor', `sudoku:${'53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'}`], ['sudoku', 'sudoku-tutor', 'sudoku:1...............'], ['variant-sudoku', 'variant-hints', VARIANT]]) {
  test(`the engine that only plays gives the answers of the full one: ${id.slice(0, 24)}`, async () => {
    const [askPlayer, askFull] = [await engine(kind), await engine(full)];
    const both = (request) => {
      const [one, other] = [askPlayer(request), askFull(request)];
      assert.deepEqual(one, other, request.op);
      return one;
    };
    let { game } = both({ op: 'open', id });
    const blank = game.cells.flatMap(({ symbol }, index) => (symbol ? [] : [index]));
    for (const request of [
      { op: 'enter', cells: [blank[0]], symbol: '2' }, { op: 'enter', cells: [blank[1]], symbol: '2' },
      { op: 'mark', pen: 'corner', cells: blank.slice(2, 4), symbol: '3' }, { op: 'undo' }, { op: 'redo' }, { op: 'clear', cells: [blank[1]] },
      { op: 'notes' }, { op: 'restart' }, { op: 'restore' }, { op: 'enter', cells: [999], symbol: '1' }, { op: 'enter' },
    ]) game = both({ game: game.save, ...request }).game ?? game;
    both({ op: 'presets', kind });
    both({ op: 'open', id: `${id}x` });
    both({ op: 'restore', game: '1;nonsense;0;0' });
    // Enter the solution digit by digit, so that both engines report that the puzzle is solved.
    const solved = askFull({ op: 'solve', game: game.save }).game;
    for (const cell of game.cells.flatMap(({ symbol }, index) => (symbol ? [] : [index]))) {
      game = both({ op: 'enter', game: game.save, cells: [cell], symbol: solved.cells[cell].symbol }).game;
    }
    assert.equal(game.solved, solved.solved);
    for (const op of ['check', 'hint', 'to-symbol', 'rewind', 'step', 'solve']) {
      assert.deepEqual(askPlayer({ op, game: game.save }), { needsFullEngine: true }, op);
    }
    for (const request of [{ op: 'count', id, limit: 2 }, { op: 'open', id: `${kind}#7` }, { op: 'restore', game: `1;${kind}#7;0;0` }]) {
      assert.deepEqual(askPlayer(request), { needsFullEngine: true }, request.op);
    }
  });
}

test('a variant with variables needs the full engine', async () => {
  const id = 'variant-sudoku:size_4x4~variables_1~....~....~....~....';
  assert.deepEqual((await engine('variant-sudoku'))({ op: 'open', id }), { needsFullEngine: true });
  assert.ok((await engine('variant-hints'))({ op: 'open', id }).game);
});

test('same seed, same toggle puzzle and same minimum of presses as the native engine', async () => {
  const made = (await readFile(new URL('../../../crates/gridlore/tests/data/flipper.txt', import.meta.url), 'utf8'))
    .split('\n').filter((line) => line && !line.startsWith('#')).map((line) => line.split('\t'));
  assert.ok(made.length >= 10);
  for (const [params, seed, board, fewest] of made) {
    const { game } = askFlipper({ op: 'open', id: `flipper:${params}#${seed}` });
    assert.equal(game.cells.map(({ colour }) => colour).join(''), board, `${params}#${seed}`);
    assert.match(askFlipper({ op: 'hint', game: game.save }).hint.title, new RegExp(`^${fewest} press`), `${params}#${seed}`);
  }
});

test('every exercise of the Connect Four trainer has exactly one right column', async () => {
  const askFour = await engine('connect-four');
  for (const [set, isRight] of [[WINS, (score) => score > 0], [DEFENCES, (score) => score === 0]]) {
    assert.equal(set.length, 60);
    assert.equal(new Set(set.map(([moves]) => moves)).size, 60);
    for (const [moves, column] of set) {
      const { game } = askFour({ op: 'open', id: `connect-four:${moves}` });
      const scores = game.presses.map(({ turns }, press) => {
        const { scored, more } = askFour({ op: 'score', game: game.save, press, nodes: 50_000_000 });
        assert.ok(turns.length ? scored && !more : !scored, `${moves}: the score of column ${press + 1}`);
        return scored?.lower;
      });
      const right = scores.flatMap((score, press) => (score !== undefined && isRight(score) ? [press + 1] : []));
      assert.deepEqual(right, [column], `${moves}: ${scores}`);
      const others = scores.filter((score, press) => score !== undefined && press + 1 !== column);
      assert.ok(others.length >= 4 && others.every((score) => score < (set === WINS ? 1 : 0)), `${moves}: ${scores}`);
    }
  }
});

test('positions have the scores of the native engine, and the computer plays the same game', async () => {
  const askFour = await engine('connect-four');
  const start = askFour({ op: 'open', id: 'connect-four:121212' }).game;
  assert.deepEqual([0, 1, 2].map((press) => askFour({ op: 'score', game: start.save, press, nodes: 20_000_000 }).scored.lower), [18, -3, -18]);
  const few = (id, nodes) => askFour({ op: 'score', game: askFour({ op: 'open', id }).game.save, press: 3, nodes });
  assert.deepEqual(few('connect-four:1234567123', 10), { scored: { lower: -15, upper: 15, text: 'not known yet' }, more: true });
  assert.deepEqual(few('connect-four:4321234', 400_000), { scored: { lower: 0, upper: 7, text: 'at least a draw for O' }, more: true }, 'a bound before the score is known');
  assert.deepEqual(few('connect-four:4321234', 4_000_000), { scored: { lower: 1, upper: 1, text: 'O wins at move 42' } });
  const { levels } = askFour({ op: 'levels', id: 'connect-four:' });
  assert.ok(levels.length >= 5);
  let { game } = askFour({ op: 'open', id: 'connect-four:' });
  for (let turn = 0; !game.solved; turn++) {
    const answer = askFour({ op: 'reply', game: game.save, level: turn % 2 ? 'club' : 'casual', seed: 9, nodes: 1000 });
    assert.equal(answer.error, undefined);
    ({ game } = answer);
  }
  // The same game as on the command line: gridlore connect-four play --x casual --o club --seed 9.
  assert.equal(game.save.split(';').slice(4).map((move) => parseInt(move) + 1).join(''), '246222444644662667211117717775555551333333');
  const review = askFour({ op: 'review', game: askFour({ op: 'open', id: 'connect-four:4x4:1212131' }).game.save, nodes: 10_000_000 });
  assert.deepEqual([review.more, review.review.length, review.review[1].mark], [false, 7, 'mistake']);
});

test('Life reaches the same populations as the native engine, by tiles and by HashLife', async () => {
  const { instance } = await WebAssembly.instantiate(await readFile(join(ENGINES, 'life.wasm')));
  const exports = instance.exports;
  const askLife = (request) => {
    const bytes = new TextEncoder().encode(request);
    const at = exports.request_buffer(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    const start = exports.watched_buffer();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, start, exports.answer_length())));
  };
  assert.equal(askLife('open 256\nlife:glider').error, undefined);
  // The expected populations are those of the native program; its plain engine computed the first
  // three: gridlore life run PATTERN --gens N --engine oracle.
  for (const [pattern, to, population] of [
    ['life:soup,300,37,B3/S23#5', 500, '6624'],
    ['life:soup,200,30,B2/S/C3#5', 100, '6442'],
    ['life:soup,100,50,R5,C0,M1,S34..58,B34..45,NM#5', 60, '1315'],
    ['acorn', 5206, '633'],
    ['gosper-glider-gun', '1000000000000000000', '166666666666666713'],
  ]) {
    assert.equal(askLife(`load\n${pattern}`).error, undefined);
    for (let tries = 0; ; tries++) {
      const { reached, error } = askLife(`run ${to} 1000000`);
      assert.equal(error, undefined);
      if (reached) break;
      assert.ok(tries < 1000);
    }
    assert.equal(askLife('measure').measure.population, population, pattern);
  }
});

for (const file of readdirSync(ENGINES).filter((name) => name.endsWith('.wasm'))) test(`the file imports nothing and contains no path of the build machine: ${file}`, async () => {
  const bytes = await readFile(join(ENGINES, file));
  assert.deepEqual(WebAssembly.Module.imports(await WebAssembly.compile(bytes)), []);
  const text = bytes.toString('latin1');
  assert.doesNotMatch(text, /\/(root|home|work|Users)\//);
});
