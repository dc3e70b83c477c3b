#!/usr/bin/env bash
# Compares the site with nginx: both serve the same bytes of a post in turns, the site as a page,
# nginx as a file; then runs the load test with many readers and writers. Needs nginx and wrk
# (Debian: nginx-light wrk) and curl. Prints one line per round: server, requests per second, and
# the median and 99th percentile of the latency.
set -euo pipefail
cd "$(dirname "$0")/.."
ROUNDS=${1:-5} SECONDS_EACH=${2:-8}
cargo build --profile dist -p gridlore-cli --quiet
work=$(mktemp -d)
chmod 755 "$work"          # nginx reads the files as another user
mkdir "$work/www"
trap 'kill $(jobs -p) 2>/dev/null || true; wait 2>/dev/null; rm -rf "$work"' EXIT
target/dist/gridlore serve --listen 127.0.0.1:18080 --data "$work/data" > "$work/gridlore.log" &
cat > "$work/nginx.conf" <<CONF
worker_processes auto; daemon off; pid $work/nginx.pid; error_log $work/error.log;
events { worker_connections 4096; }
http {
  access_log $work/access.log combined; sendfile on; tcp_nopush on; keepalive_requests 100000000;
  types { text/html html; }
  client_body_temp_path $work/b; proxy_temp_path $work/p; fastcgi_temp_path $work/f; uwsgi_temp_path $work/u; scgi_temp_path $work/s;
  server { listen 127.0.0.1:18081; root $work/www; }
}
CONF
page=http://127.0.0.1:18080/blogs/demo/solving-sudoku
for _ in $(seq 50); do curl -sf "$page" -o "$work/www/post.html" && break; sleep 0.1; done
nginx -c "$work/nginx.conf" -e "$work/error.log" &
sleep 1
cmp <(curl -s "$page") <(curl -s http://127.0.0.1:18081/post.html)
echo "# $(stat -c %s "$work/www/post.html") bytes, 64 connections, $SECONDS_EACH s a round; $(nginx -v 2>&1); $(uname -m), $(nproc) processors"
printf 'server\trequests/s\thalf\t99 of 100\n'
for _ in $(seq "$ROUNDS"); do
  for server in nginx gridlore; do
    [ $server = nginx ] && url=http://127.0.0.1:18081/post.html || url=$page
    wrk -t1 -c64 -d"${SECONDS_EACH}s" --latency "$url" > "$work/out"
    awk -v s=$server '/ 50%/{h=$2} / 99%/{n=$2} /Requests\/sec/{r=$2} /Non-2xx/{bad=1} END{if(bad)exit 1; print s "\t" r "\t" h "\t" n}' "$work/out"
  done
done
kill %1 %2 2>/dev/null || true
GRIDLORE_BINARY=$PWD/target/dist/gridlore GRIDLORE_STORM=60,1000,10 cargo test --quiet -p gridlore-cli --test it -- nothing_acknowledged --nocapture 2>&1 | grep -E 'reads|panicked|result'
