/// Variant sudokus as the page plays them, in WebAssembly without a browser:
/// `node bench/variant_page.mjs ../shared/data/variants/iss-part.tsv ../shared/data/variants/f-puzzles-part.tsv`.
/// It prints a row per puzzle: whether it opens, how many hints lead to the solution, how many of
/// them were taken from the solution, the slowest hint after the first, and the time to the
/// verdict. The program stops if a hint reports a mistake although only hints were followed.

import { readFileSync } from 'node:fs';
import { answer } from '../web/src/engine/wasm.js';

/** Maximum number of hints per puzzle. */
const MAX_HINTS = 400;
/** The maximum number of guesses for the editor's verdict. */
const GUESSES = 100_000;

/** @param {string} name */
async function engine(name) {
  const bytes = readFileSync(new URL(`../web/pkg/${name}.wasm`, import.meta.url));
  const { instance } = await WebAssembly.instantiate(bytes);
  return (request) => answer(instance.exports, JSON.stringify(request));
}

const [studio, play] = await Promise.all(['variant-studio', 'variant-hints'].map(engine));
const timed = (act) => {
  const start = performance.now();
  const result = act();
  return [result, performance.now() - start];
};

console.log('file\tset\tname\topened\tsolved\thints\tfrom the solution\tslowest hint ms\tverdict\tverdict ms');
for (const file of process.argv.slice(2)) {
  for (const line of readFileSync(file, 'utf8').split('\n').filter((text) => text && !text.startsWith('#'))) {
    const fields = line.split('\t');
    const [set, name, text] = fields.length > 3 ? [fields[0], fields[1], fields[4]] : ['', fields[0], fields[1]];
    const row = [file.split('/').pop(), set, name];
    const { games, error } = studio({ op: 'read', kind: 'variant-sudoku', text });
    const { game } = games ? play({ op: 'restore', game: games[0] }) : {};
    if (!game) {
      console.log([...row, `no: ${error}`].join('\t'));
      continue;
    }
    const [{ verdict }, verdictMs] = timed(() => studio({ op: 'verdict', text, nodes: GUESSES }));
    let [save, solved, hints, taken, slowest] = [game.save, false, 0, 0, 0];
    while (verdict.solutions === 'unique' && !solved && hints < MAX_HINTS) {
      const [{ hint }, ms] = timed(() => play({ op: 'hint', game: save }));
      if (hint?.isMistake) throw new Error(`${name}: after the steps of hints, ${hint.text}`);
      if (!hint?.acts) break;
      if (hints > 0) slowest = Math.max(slowest, ms);
      hints += 1;
      taken += Number(hint.title === 'From the solution');
      const next = play({ op: 'step', game: save }).game;
      [save, solved] = [next.save, next.solved];
    }
    console.log([...row, 'yes', solved ? 'yes' : 'no', hints, taken, slowest.toFixed(1), verdict.solutions, verdictMs.toFixed(1)].join('\t'));
  }
}
