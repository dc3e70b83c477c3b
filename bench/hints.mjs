/// Measures how long a hint takes in the browser's engine: for each step of the solution of each
/// puzzle, once with all candidates noted and once without notes, where digits are crossed out; and
/// how long all steps to the next digit take.
//
//   node bench/hints.mjs ../shared/data/sudoku-human >> bench/record/DATE/human.tsv
//
// Node has the same JavaScript engine as Chromium. The puzzles are those of `mixed50.tsv` that
// Sudoku Explainer rates up to 9.3; the workshop's engine computes the steps and their boards. The
// first hint of each puzzle is requested once beforehand, because code is compiled when it first
// runs.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('found no argument, expected the data folder');
const HARDEST = 9.3;

async function engine(name) {
  const { instance } = await WebAssembly.instantiate(readFileSync(new URL(`../web/pkg/${name}.wasm`, import.meta.url)));
  const { memory, request_buffer, answer_buffer, answer_length } = instance.exports;
  return (request) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const at = request_buffer(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const start = answer_buffer();
    const answer = JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, start, answer_length())));
    if (answer.error) throw new Error(JSON.stringify(answer.error));
    return answer;
  };
}

// The page's own engine only plays; this engine also gives hints.
const play = await engine('sudoku-tutor');
const teach = play;
const rows = readFileSync(join(folder, 'mixed50.tsv'), 'utf8').split('\n').slice(1).filter(Boolean).map((line) => line.split('\t'));
const puzzles = rows.filter(([, , rating]) => Number(rating.split('/')[0]) <= HARDEST).map(([puzzle]) => puzzle);

/** Measures a hint on a saved game, or the steps to the next digit; returns milliseconds and hint. */
function hint(game, op = 'hint') {
  const start = process.hrtime.bigint();
  const { hint } = play({ op, game });
  return [Number(process.hrtime.bigint() - start) / 1e6, hint];
}

const [steps, bare, ways] = [[], [], []];
for (const puzzle of puzzles) {
  let { game } = play({ op: 'open', id: `sudoku:${puzzle}` });
  const { way } = teach({ op: 'way', game: game.save, guide: 'hodoku' });
  // A saved game consists of version, puzzle, time, moves and the current board.
  const [version, id] = game.save.split(';');
  hint(game.save);
  for (const { before, name } of way.steps) {
    const [taken, found] = hint(`${version};${id};0;1;!${before}`);
    if (!found || found.title === 'From the solution') throw new Error(`${puzzle}: found no step, expected ${name}`);
    steps.push(taken);
  }
  while (!game.solved) {
    const [taken, found] = hint(game.save);
    bare.push(taken);
    if (!found.target && !found.hasWay) throw new Error(`${puzzle}: found no step, expected one`);
    if (found.hasWay) {
      const [taken, found] = hint(game.save, 'to-symbol');
      if (!found?.target) throw new Error(`${puzzle}: found no way to a digit, expected one`);
      ways.push(taken);
    }
    ({ game } = play({ op: 'step', game: game.save }));
  }
}
for (const [what, times] of [['hint in wasm', steps], ['hint without notes in wasm', bare], ['way to a digit in wasm', ways]]) {
  times.sort((one, other) => one - other);
  for (const [which, share] of [['middle', 0.5], ['slowest of 100', 0.99], ['slowest', 1]]) {
    console.log(`${which} ${what}\t${times.length}\t-\t-\t${times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(3)}`);
  }
}
