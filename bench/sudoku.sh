#!/usr/bin/env bash
# Runs all benchmarks of the sudoku engines on one processor: the sets, canonical forms and minimal
# puzzles compared with the crate `sudoku`, and large boards compared with CaDiCaL (Python's
# `python-sat`; GRIDLORE_PYTHON names an interpreter that has it). DATA is the folder of puzzle
# files.
set -euo pipefail
DATA=${1:?usage: bench/sudoku.sh DATA}
cd "$(dirname "$0")/.."
cargo build --release --quiet --manifest-path bench/Cargo.toml --bins
run() { echo "# $*"; if command -v taskset > /dev/null; then taskset -c 0 "$@"; else "$@"; fi; }
run bench/target/release/gridlore-bench "$DATA"/*.gz
run bench/target/release/forms "$DATA"/puzzles2_17_clue.gz "$DATA"/gen_topdown_minimal.20k.gz
run bench/target/release/geometry    # the peer's columns stay empty if python-sat is not installed
