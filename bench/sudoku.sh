#!/usr/bin/env bash
# Every bar of the sudoku engines in one go, on one processor: the sets beside the crate `sudoku`, canonical forms and minimal puzzles beside it, large boards
# beside CaDiCaL (Python's `python-sat`; GRIDLORE_PYTHON names an interpreter that has it). DATA is the folder of puzzle files.
set -euo pipefail
DATA=${1:?usage: bench/sudoku.sh DATA}
cd "$(dirname "$0")/.."
cargo build --release --quiet --manifest-path bench/Cargo.toml --bins
run() { echo "# $*"; if command -v taskset > /dev/null; then taskset -c 0 "$@"; else "$@"; fi; }
run bench/target/release/gridlore-bench "$DATA"/*.gz
run bench/target/release/forms "$DATA"/puzzles2_17_clue.gz "$DATA"/gen_topdown_minimal.20k.gz
run bench/target/release/geometry    # its peer's columns stay empty where python-sat is not there
