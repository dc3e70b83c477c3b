/// Runs the same cases in the browser's engine and in the native engine, in turns, and prints the
/// seconds per case and the ratio.
//
//   node bench/prolog/wasm.mjs > bench/record/DATE/prolog-wasm.tsv
//
// Node has the same JavaScript engine as Chromium. The best of nine rounds is used, because other
// processes slow down one engine or the other. Both engines repeat the goals of the benchmark for
// half a second; consulting is not included.

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const ROUNDS = 9;
const root = new URL('../../', import.meta.url).pathname;
const native = `${root}target/dist/gridlore`;
const { instance } = await WebAssembly.instantiate(readFileSync(`${root}web/pkg/prolog.wasm`));
const exports = instance.exports;

function ask(request) {
  const bytes = new TextEncoder().encode(request);
  const at = exports.request_buffer(bytes.length);
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  const start = exports.asked_buffer();
  const answer = JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, start, exports.answer_length())));
  if (answer.error) throw new Error(answer.error);
  return answer;
}

/** Returns the seconds that a goal takes in the wasm engine. */
function inWasm(goal) {
  ask(`ask\n${goal}.`);
  const start = process.hrtime.bigint();
  const [step] = ask('step 1000000000000 0 1').steps;
  if (step.came !== 'answer') throw new Error(`${goal}: ${JSON.stringify(step)}`);
  const taken = Number(process.hrtime.bigint() - start) / 1e9;
  ask('end');
  return taken;
}

/** Returns the seconds that a goal takes in the native program. */
function natively(path, goal) {
  const { stderr, status } = spawnSync(native, ['prolog', '--time', '-g', goal, path], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${goal}: ${stderr}`);
  return Number(/([\d.]+) seconds/.exec(stderr)[1]);
}


console.log(`# ${execFileSync(native, ['--version'], { encoding: 'utf8' }).trim()}, node ${process.version}`);
console.log('case\twasm s\tnative s\tratio');
for (const file of ['classics.pl', 'domains.pl']) {
  const path = `${root}bench/prolog/${file}`;
  ask(`consult 1024 1000000000 0\n${readFileSync(path, 'utf8')}`);
  ask('ask\nfindall(N, case(N, _, _), Names).');
  const names = ask('step 1000000 0 1').steps[0].bindings.find(({ name }) => name === 'Names').text.slice(1, -1).split(', ');
  let logarithms = 0;
  for (const name of names) {
    const goal = (times) => `case(${name}, _, G), \\+ \\+ call(G), repeated(${times}, G)`;
    // Twice, because JavaScript engines compile wasm code during the first run.
    inWasm(goal(Math.max(1, Math.ceil(0.5 / inWasm(goal(1))))));
    const times = Math.max(1, Math.ceil(0.5 / inWasm(goal(1))));
    const [wasm, own] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      wasm.push(inWasm(goal(times)) / (times + 1));
      own.push(natively(path, goal(times)) / (times + 1));
    }
    const ratio = Math.min(...wasm) / Math.min(...own);
    logarithms += Math.log(ratio);
    console.log(`${name}\t${Math.min(...wasm).toFixed(9)}\t${Math.min(...own).toFixed(9)}\t${ratio.toFixed(2)}`);
  }
  console.log(`geometric mean\t-\t-\t${Math.exp(logarithms / names.length).toFixed(2)}`);
}
