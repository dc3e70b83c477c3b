#!/usr/bin/env bash
# Compares access log reports with those of GoAccess, DuckDB and awk, on a generated log of a
# million lines whose exact counts are known; the programs take turns. DATA is the folder that
# contains logs/gen.py. Needs goaccess (Debian: goaccess), a Python with duckdb, and GNU time
# (Debian: time). Prints one line per run: program, seconds of processor time, seconds, peak memory
# in KB. The other programs do less or different work: GoAccess counts visitors and user agents but
# no pairs of referrer and page; DuckDB and awk count only days, statuses and pairs.
set -euo pipefail
cd "$(dirname "$0")/.."
DATA=${1:?expected the data folder} ROUNDS=${2:-3}
cargo build --profile dist -p gridlore-cli --quiet
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 "$DATA/logs/gen.py" 1000000 --seed 7 --truth "$work/truth.json" > "$work/1m.log"
python3 "$DATA/logs/gen.py" 5000000 --seed 3 --truth "$work/truth5.json" > "$work/5m.log"
cat > "$work/duck.py" <<'PY'
import duckdb, sys
c = duckdb.connect(); c.execute("set threads=1")
c.execute("create temp table l as select regexp_extract(line, '^(\\S+) \\S+ \\S+ \\[([^:]+):[^\\]]*\\] \"((?:[^\"\\\\]|\\\\.)*)\" (\\d{3}) (\\S+) \"((?:[^\"\\\\]|\\\\.)*)\" \"((?:[^\"\\\\]|\\\\.)*)\"', ['ip','day','req','status','size','ref','agent']) r from read_csv(?, delim=chr(1), quote='', escape='', header=false, columns={'line': 'varchar'}, ignore_errors=true, max_line_size=1000000)", [sys.argv[1]])
for query in ["r.day", "r.status", "split_part(split_part(r.req, ' ', 2), '?', 1)", "r.ref", "r.ref, split_part(split_part(r.req, ' ', 2), '?', 1)"]:
    c.execute(f"select {query}, count(*) n from l group by all order by n desc limit 20").fetchall()
PY
cat > "$work/same.py" <<'PY'
import json, sys
truth, found = (json.load(open(path)) for path in sys.argv[1:])
keys = "lines ok common malformed malformed_kinds per_day per_status static bots external_hits distinct_hosts distinct_pairs".split()
bad = [key for key in keys if truth[key] != found[key]]
sys.exit(f"differs from the known counts: {bad}" if bad or truth["top20_pairs"] != found["top_pairs"] else 0)
PY
run() { # name, command...
  local name=$1; shift
  /usr/bin/time -o "$work/time" -f '%U %S %e %M' "$@" > "$work/out" 2> /dev/null
  awk -v n="$name" '{printf "%s\t%.2f\t%.2f\t%d\n", n, $1 + $2, $3, $4}' "$work/time"
}
ours() { # threads, log, truth, name, arguments...
  local threads=$1 log=$2 truth=$3 name=$4; shift 4
  run "gridlore, $threads threads$name, $(basename "$log")" target/dist/gridlore logs report "$log" --own puzzles.example.org --json --quiet --threads "$threads" "$@"
  python3 "$work/same.py" "$truth" "$work/out"
}
echo "# $(stat -c %s "$work/1m.log") bytes and 1,000,000 lines, $(stat -c %s "$work/5m.log") bytes and 5,000,000; $(goaccess --version | head -1); duckdb $(python3 -c 'import duckdb; print(duckdb.__version__)'); $(uname -m), $(nproc) processors"
printf 'program\tprocessor s\ts\tpeak KB\n'
for _ in $(seq "$ROUNDS"); do
  ours 1 "$work/1m.log" "$work/truth.json" ""
  # Filters of every kind, which exclude nothing.
  ours 1 "$work/1m.log" "$work/truth.json" ", all filters" --from 2026-01-01 --to 2026-12-31 --status 1xx --status 2xx --status 3xx --status 4xx --status 5xx \
    --exclude 'page~^/none' --exclude 'agent~nobody' --exclude 'host=203.0.113.*' --exclude 'referrer~none' --exclude 'site=none.example'
  ours 1 "$work/1m.log" "$work/truth.json" ", 100,000 keys" --max-keys 100000
  ours 2 "$work/1m.log" "$work/truth.json" ""
  ours 1 "$work/5m.log" "$work/truth5.json" ""
  ours 2 "$work/5m.log" "$work/truth5.json" ""
  run "awk, 1m.log" awk -F'"' '{split($1, a, /[\[:]/); d[a[2]]++; split($2, r, " "); p[$4 " " r[2]]++} END {for (k in p) n++; print n}' "$work/1m.log"
  run "duckdb, 1 thread, 1m.log" python3 "$work/duck.py" "$work/1m.log"
  run "goaccess, 1m.log" goaccess "$work/1m.log" --log-format=COMBINED --no-global-config -o "$work/goaccess.json"
done
