/// Times the engine for variant sudokus, natively and in WebAssembly, on the same puzzles in turn:
/// `node bench/wasm.mjs ../shared/data/variants/iss-part.tsv [SET...]`. It builds both programs,
/// the module as `cargo xtask wasm` does. The numbers of guesses must agree.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bench = dirname(fileURLToPath(import.meta.url));
const [file, ...wanted] = process.argv.slice(2);
if (!file) throw new Error('expected the file of puzzles as the first argument');
const LIMIT = 200_000;
const ROUNDS = 3;

const quiet = { stdio: ['ignore', 'ignore', 'inherit'] };
execFileSync('cargo', ['build', '--release', '--manifest-path', join(bench, 'Cargo.toml'), '--bin', 'variants'], quiet);
const sysroot = execFileSync('rustc', ['--print', 'sysroot'], { encoding: 'utf8' }).trim();
const host = execFileSync('rustc', ['--print', 'host-tuple'], { encoding: 'utf8' }).trim();
execFileSync('/usr/bin/cargo', ['build', '--release', '--quiet', '--target', 'wasm32-unknown-unknown', '-Zbuild-std=std,panic_abort'], {
  ...quiet,
  cwd: join(bench, 'wasm'),
  env: {
    ...process.env,
    RUSTC: '/usr/bin/rustc',
    RUSTC_BOOTSTRAP: '1',
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: join(sysroot, 'lib/rustlib', host, 'bin/rust-lld'),
    RUSTFLAGS: '-Ctarget-feature=+simd128',
  },
});
const module = readFileSync(join(bench, 'wasm/target/wasm32-unknown-unknown/release/gridlore_bench_wasm.wasm'));
const { room, solve, memory } = (await WebAssembly.instantiate(module)).instance.exports;

const rows = readFileSync(file, 'utf8').split('\n').filter((line) => line && !line.startsWith('#')).map((line) => line.split('\t'));
const sets = wanted.length ? wanted : [...new Set(rows.map(([set]) => set))];
const median = (numbers) => numbers.sort((one, other) => one - other)[numbers.length >> 1];

/** Returns the seconds that a set takes in WebAssembly, and its guesses. */
function inWasm(set) {
  let [seconds, guesses] = [0, 0];
  for (const [, , , , text] of rows.filter((row) => row[0] === set)) {
    const bytes = new TextEncoder().encode(text);
    const address = room(bytes.length);
    new Uint8Array(memory.buffer, address, bytes.length).set(bytes);
    const start = performance.now();
    const found = solve(LIMIT);
    seconds += (performance.now() - start) / 1000;
    guesses += found < 0 ? -1 - found : found;
  }
  return { seconds, guesses };
}

/** Returns the same figures for the native program. */
function native(set) {
  const lines = execFileSync(join(bench, 'target/release/variants'), [file, set, String(LIMIT)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const fields = lines.split('\n').find((line) => line.startsWith(`${set}\t`)).split('\t');
  return { seconds: Number(fields[5]), guesses: Number(fields[6]) };
}

console.log('set\tnative seconds\twasm seconds\tratio\tguesses');
for (const set of sets) {
  inWasm(set);
  const rounds = Array.from({ length: ROUNDS }, () => [native(set), inWasm(set)]);
  for (const [one, other] of rounds) {
    if (one.guesses !== other.guesses) throw new Error(`${set}: ${one.guesses} guesses natively, ${other.guesses} in WebAssembly`);
  }
  const [ours, theirs] = [0, 1].map((at) => median(rounds.map((round) => round[at].seconds)));
  console.log(`${set}\t${ours.toFixed(3)}\t${theirs.toFixed(3)}\t${(theirs / ours).toFixed(2)}\t${rounds[0][0].guesses}`);
}
