/// The records that `gridlore logs parquet` writes, queried with DuckDB: the counts match the
/// report, and the query in docs/logs.md works.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const gridlore = String(process.env.GRIDLORE_BINARY);
/** The folder of DuckDB, which `cargo xtask test` downloads. */
const duckdb = process.env.GRIDLORE_DUCKDB;

/** Returns a log with every case that a table might represent incorrectly. */
function log() {
  let text = 'no record\n{"status":200}\n';
  for (let hit = 0; hit < 5000; hit += 1) {
    const day = String((hit % 28) + 1).padStart(2, '0');
    const referrer = hit % 5 === 0 ? '-' : `https://www.site${hit % 7}.example/${hit % 3}`;
    const agent = hit % 11 === 0 ? 'a bot' : hit % 13 === 0 ? '-' : `Firefox \\"${hit % 4}\\"`;
    const path = hit % 17 === 0 ? '/style.css' : `/page${hit % 50}${hit % 2 ? '' : '?q=é'}`;
    const size = hit % 19 === 0 ? '-' : String(hit);
    text += `192.0.2.${hit % 256} - - [${day}/Feb/2026:23:59:${String(hit % 61).padStart(2, '0')} +0000] "GET ${path} HTTP/1.1" ${hit % 23 ? 200 : 404} ${size} "${referrer}" "${agent}"\n`;
  }
  return text + '192.0.2.1 - - [01/Feb/2026:00:00:00 +0000] "-" 408 -\n';
}

test('DuckDB reads every record, and counts as the report does', { skip: duckdb ? false : 'GRIDLORE_DUCKDB is not set' }, async () => {
  const require = createRequire(pathToFileURL(join(String(duckdb), 'package.json')));
  const { DuckDBInstance } = require('@duckdb/node-api');
  const folder = await mkdtemp(join(tmpdir(), 'gridlore-records-'));
  const hits = join(folder, 'hits.parquet');
  execFileSync(gridlore, ['logs', 'parquet', '-', '--out', hits], { input: log(), stdio: ['pipe', 'pipe', 'ignore'] });
  const report = JSON.parse(execFileSync(gridlore, ['logs', 'report', '-', '--json', '--top', '9999'], { input: log() }).toString());
  const instance = await DuckDBInstance.create(':memory:');
  const database = await instance.connect();
  /** @param {string} query */
  const ask = async (query) => {
    /** @type {unknown[][]} */
    const rows = (await database.runAndReadAll(query.replaceAll('hits.parquet', hits))).getRows();
    return rows.map((row) => row.map((cell) => (typeof cell === 'bigint' ? Number(cell) : cell)));
  };
  const [[count, bytes, isStatic, bots, views]] = await ask(`SELECT count(*), sum(bytes)::BIGINT, count_if(is_static), count_if(is_bot), count_if(is_view) FROM 'hits.parquet'`);
  assert.deepEqual([count, bytes, isStatic, bots, views], [report.ok + report.common, report.bytes, report.static, report.bots, report.views]);
  assert.deepEqual(await ask(`SELECT site, page, count(*) n FROM 'hits.parquet' WHERE is_view AND site IS NOT NULL GROUP BY ALL ORDER BY n DESC, site, page`), report.top_pairs);
  assert.deepEqual(await ask(`SELECT strftime(time, '%d/%b/%Y') d, count(*) FROM 'hits.parquet' GROUP BY d ORDER BY min(time)`), report.days.map((/** @type {{day: string, hits: number}} */ day) => [day.day, day.hits]));
  const visitors = await ask(`SELECT count(DISTINCT (host, coalesce(agent, '-'), time::DATE)) FROM 'hits.parquet' WHERE is_view`);
  assert.deepEqual(visitors, [[report.visitors]]);
  assert.deepEqual(await ask(`SELECT DISTINCT query FROM 'hits.parquet' ORDER BY query`), [['q=é'], [null]]);
  // Run the query in the documentation.
  const docs = await readFile(new URL('../../../docs/logs.md', import.meta.url), 'utf8');
  const query = docs.split('```sql\n')[1]?.split('```')[0] ?? '';
  const first = await ask(query);
  assert.ok(first.length === 7 && first.every((row) => Number(row[1]) > 0), JSON.stringify(first));
  await rm(folder, { recursive: true });
});
