//! Tests of `gridlore logs` on generated logs and on a real log with known counts, and of its error
//! messages.

mod details;
mod scale;

use crate::program::{Run, run};
use gridlore_testing::{shared_data, skipped};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("gridlore-test-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

pub(crate) fn done(arguments: &[&str], input: &[u8]) -> String {
    let Run { out, err, exit } = run(&[&["logs"], arguments].concat(), input);
    assert_eq!((exit, err.as_str()), (0, ""), "{arguments:?}");
    out
}

pub(crate) fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Tests pages distinguished by queries, pages with a prefix, whole referrers, and missing pages.
#[test]
fn queries_referrers_and_missing_pages_can_be_distinguished() {
    let line = |target: &str, status: u16, referrer: &str, agent: &str| {
        format!(
            "192.0.2.1 - - [01/Mar/2026:09:00:00 +0000] \"GET {target} HTTP/1.1\" {status} 5 \"{referrer}\" \"{agent}\"\n"
        )
    };
    let log = [
        line("/blogs/lisp?id=4&utm=x", 200, "https://b.example/one", "Firefox"),
        line("/blogs/lisp?utm=y&id=3", 200, "https://b.example/two", "Firefox"),
        line("/blogs/lisp?id=3", 200, "https://b.example/one", "Firefox"),
        line("/a.css?id=3", 200, "-", "Firefox"),
        line("/gone?id=1", 404, "https://b.example/one", "Firefox"),
        line("/blogs/lisp", 200, "-", "Mozilla/5.0 HeadlessChrome/131.0"),
    ]
    .concat();
    let log = log.as_bytes();
    let pages = |options: &[&str]| done(&[&["pages", "--csv"], options].concat(), log);
    let head = "views,hits,bytes,page\n";
    assert_eq!(pages(&["--programs", "without"]), format!("{head}3,3,15,/blogs/lisp\n"));
    assert_eq!(
        pages(&["--query", "id", "--programs", "without"]),
        format!("{head}2,2,10,/blogs/lisp?id=3\n1,1,5,/blogs/lisp?id=4\n")
    );
    assert_eq!(
        pages(&[
            "--query",
            "keep",
            "--page-prefix",
            "https://a.example",
            "--include",
            "page=/blogs/*",
            "--top",
            "1"
        ]),
        format!("{head}1,1,5,https://a.example/blogs/lisp?id=3\n2,2,10,(2 others)\n")
    );
    assert_eq!(pages(&["--status", "404", "--query", "keep"]), format!("{head}1,1,5,/gone?id=1\n"));
    assert_eq!(
        done(&["pairs", "--csv", "--referrer", "url", "--query", "id", "--status", "200"], log),
        "views,site,page\n1,https://b.example/one,/blogs/lisp?id=3\n1,https://b.example/one,/blogs/lisp?id=4\n1,https://b.example/two,/blogs/lisp?id=3\n"
    );
    let graph = done(&["graph", "--referrer", "url"], log);
    assert!(graph.contains("https://b.example/one"), "{graph}");
}

#[test]
fn generated_logs_have_their_known_counts() {
    let Some(data) = shared_data("logs") else { return };
    let folder = folder("logs-truth");
    for (lines, seed) in [("20000", "7"), ("50000", "1"), ("3", "2"), ("1000", "3")] {
        let truth = folder.join("truth.json");
        let made = Command::new("python3")
            .arg(data.join("gen.py"))
            .args([lines, "--seed", seed, "--truth"])
            .arg(&truth)
            .output();
        let Ok(made) = made else {
            skipped("python3 is not installed");
            return;
        };
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let truth = value(&std::fs::read_to_string(&truth).unwrap());
        for threads in ["1", "3"] {
            let arguments = ["report", "--json", "--own", "puzzles.example.org", "--threads", threads];
            let found = value(&done(&arguments, &made.stdout));
            for key in [
                "lines",
                "ok",
                "common",
                "malformed",
                "malformed_kinds",
                "per_day",
                "per_status",
                "static",
                "bots",
                "external_hits",
                "distinct_hosts",
                "distinct_pairs",
            ] {
                assert_eq!(found[key], truth[key], "{key} of {lines} lines with seed {seed}");
            }
            assert_eq!(found["top_hosts"], truth["top20_hosts"]);
            assert_eq!(found["top_pairs"], truth["top20_pairs"]);
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_real_log_has_its_known_counts() {
    let Some(data) = shared_data("logs") else { return };
    let truth = value(&std::fs::read_to_string(data.join("apache_logs.truth.json")).unwrap());
    let folder = folder("logs-real");
    // The known counts are based on a different list of bots, which consists of the words between
    // the bars.
    let filter = truth["filters"]["bot"].as_str().unwrap();
    let words = filter.split('\'').nth(1).unwrap().replace('|', "\n");
    std::fs::write(folder.join("bots"), words).unwrap();
    let (log, bots) = (data.join("apache_logs.gz"), folder.join("bots"));
    let arguments = [
        "report",
        log.to_str().unwrap(),
        "--json",
        "--own",
        "https://www.semicomplete.com/",
        "--bots",
        bots.to_str().unwrap(),
    ];
    let found = value(&done(&arguments, b""));
    for key in [
        "lines",
        "malformed",
        "per_day",
        "per_status",
        "bytes",
        "static",
        "bots",
        "external_hits",
        "distinct_hosts",
    ] {
        assert_eq!(found[key], truth[key], "{key}");
    }
    assert_eq!(found["ok"], truth["parsed"]);
    assert_eq!(found["top_hosts"], truth["top20_referrer_hosts"]);
    assert_eq!(found["top_pairs"], truth["top20_pairs"]);
    for pair in found["per_method"].as_array().unwrap() {
        assert_eq!(pair[1], truth["per_method"][pair[0].as_str().unwrap()], "{pair}");
    }
    // A truncated file is counted as far as possible, and the error is reported.
    let whole = std::fs::read(&log).unwrap();
    let cut = run(&["logs", "report", "--json"], &whole[..whole.len() / 2]);
    assert_eq!(cut.exit, 2);
    let found = value(&cut.out);
    let lines = found["lines"].as_u64().unwrap();
    assert!(lines > 3000 && found["incomplete"].is_string(), "{found}");
    assert!(
        cut.err.contains(&format!("the input ends early; the {lines} lines before the end were counted")),
        "{}",
        cut.err
    );
    std::fs::remove_dir_all(folder).unwrap();
}

pub(crate) const LOG: &str = concat!(
    "192.0.2.1 - - [01/Mar/2026:09:00:00 +0000] \"GET /a?x=1 HTTP/1.1\" 200 100 \"https://www.b.example/x\" \"Firefox\"\n",
    "192.0.2.1 - - [01/Mar/2026:09:05:00 +0000] \"GET /a HTTP/1.1\" 200 100 \"https://b.example/\" \"Firefox\"\n",
    "192.0.2.2 - - [02/Mar/2026:23:00:00 +0000] \"GET /b,c HTTP/1.1\" 200 50 \"https://c.example/\" \"Firefox\"\n",
    "192.0.2.2 - - [02/Mar/2026:23:00:00 +0000] \"GET /s.css HTTP/1.1\" 200 50 \"https://own.example/\" \"Firefox\"\n",
    "192.0.2.3 - - [02/Mar/2026:23:00:00 +0000] \"GET /a HTTP/1.1\" 200 50 \"-\" \"Googlebot\"\n",
    "192.0.2.4 - - [02/Mar/2026:25:00:00 +0000] \"GET /a HTTP/1.1\" 200 50 \"-\" \"Firefox\"\n",
    "=1+1 - - [02/Mar/2026:23:00:00 +0000] \"GET =cmd HTTP/1.1\" 200 50",
);

#[test]
fn tables_are_text_csv_or_json() {
    let log = LOG.as_bytes();
    assert_eq!(
        done(&["days"], log),
        "  hits  views  visitors  bytes  day\n     2      2         1  200 B  2026-03-01\n     4      2         2  200 B  2026-03-02\n"
    );
    assert_eq!(done(&["pairs", "--csv"], log), "views,site,page\n2,b.example,/a\n1,c.example,\"/b,c\"\n");
    assert_eq!(
        done(&["pages", "--csv", "--top", "9"], log).lines().last(),
        Some("1,1,50,'=cmd"),
        "a spreadsheet does not run the cell as a formula"
    );
    assert_eq!(
        done(&["referrers", "--json", "--top", "1"], log),
        "{\"site\":\"b.example\",\"views\":2}\n{\"others\":1,\"views\":1}\n"
    );
    assert_eq!(
        done(&["pages", "--csv", "--top", "1", "--sort", "bytes"], log),
        "views,hits,bytes,page\n2,3,250,/a\n2,3,150,(3 others)\n"
    );
    assert_eq!(
        done(&["pages", "--csv", "--sort", "name", "--reverse", "--top", "2"], log),
        "views,hits,bytes,page\n1,1,50,'=cmd\n1,1,50,\"/b,c\"\n2,3,250,(1 other)\n"
    );
    assert_eq!(
        done(&["referrers", "--whole", "--csv"], log),
        "views,hits,bytes,referrer\n1,1,100,https://b.example/\n1,1,50,https://c.example/\n1,1,100,https://www.b.example/x\n"
    );
    assert_eq!(done(&["statuses", "--csv"], log), "hits,status\n6,200\n");
    assert_eq!(done(&["methods"], log), "  hits  method\n     6  GET\n");
    assert_eq!(
        done(&["addresses", "--csv", "--top", "2"], log),
        "views,hits,bytes,address\n2,2,200,192.0.2.1\n1,2,100,192.0.2.2\n1,2,100,(2 others)\n"
    );
    assert_eq!(done(&["agents", "--csv", "--top", "1"], log).lines().nth(1), Some("3,4,300,Firefox"));
    assert_eq!(done(&["hours", "--csv", "--sort", "hits"], log).lines().nth(1), Some("4,23"));
    assert!(
        done(&["days", "--csv", "--sort", "visitors"], log).lines().nth(1).unwrap().ends_with("2026-03-02")
    );
    assert!(done(&["days", "--csv", "--reverse"], log).lines().nth(1).unwrap().ends_with("2026-03-02"));
    assert_eq!(
        done(&["pairs", "--csv", "--own", "b.example"], log),
        "views,site,page\n1,c.example,\"/b,c\"\n"
    );
    assert_eq!(
        done(&["pages", "--csv", "--include", "page=/*", "--exclude", "page~^/b"], log),
        "views,hits,bytes,page\n2,3,250,/a\n"
    );
    assert_eq!(
        done(&["days", "--csv", "--from", "2026-03-02", "--status", "2xx", "--method", "get"], log)
            .lines()
            .count(),
        2
    );
    let short = done(&["report", "--top", "1"], log);
    assert!(short.contains("      2  b.example\n      1  (1 other)\n"), "{short}");
    assert_eq!(value(&done(&["report", "--json", "--top", "1"], log))["others"]["pairs"], json!([1, 1]));
    let report = done(&["report"], log);
    assert!(report.contains("\n     2  192.0.2.1\n"), "text is left-aligned: {report}");
    assert!(done(&["report"], b"").starts_with("0 lines: ") && !done(&["report"], b"").contains("Hours"));
    for piece in [
        "7 lines: 5 ok, 1 common, 1 malformed\n",
        "4 views of 3 pages by 3 visitors (counted once per day);",
        "\nFrom site to page\n",
        "     2  b.example  /a\n",
    ] {
        assert!(report.contains(piece), "{piece} in {report}");
    }
    assert_eq!(value(&done(&["report", "--json"], log))["malformed_kinds"], json!({"6": 1}));
    let goaccess = r#"%h %^ %^ [%d:%t %^] "%r" %s %b "%R" "%u""#;
    assert_eq!(done(&["pairs", "--csv", "--format", goaccess], log), done(&["pairs", "--csv"], log));
    let bad = run(&["logs", "days", "--show-bad", "5"], log);
    assert!(
        bad.err.starts_with("gridlore: standard input, line 6, column 16: found an invalid time"),
        "{}",
        bad.err
    );
    assert!(done(&["bad"], log).starts_with("standard input, line 6, column 16: "));
}

#[test]
fn graphs_open_in_graphviz() {
    let graph = done(&["graph", "--top", "20"], LOG.as_bytes());
    assert!(graph.contains("\"s:b.example\" -> \"p:/a\" [label=\"2\"];"), "{graph}");
    let dot = Command::new("dot")
        .arg("-Tsvg")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut dot) = dot else {
        skipped("dot (Graphviz) is not installed");
        return;
    };
    dot.stdin.take().unwrap().write_all(graph.as_bytes()).unwrap();
    let drawn = dot.wait_with_output().unwrap();
    assert!(drawn.status.success() && drawn.stderr.is_empty(), "{}", String::from_utf8_lossy(&drawn.stderr));
    let svg = String::from_utf8(drawn.stdout).unwrap();
    assert!(svg.contains("b.example") && svg.contains("/b,c"), "{svg}");
}

#[test]
fn files_can_be_packed_and_matched_by_a_pattern() {
    let folder = folder("logs-packed");
    std::fs::create_dir(folder.join("deep")).unwrap();
    let packed = zstd::encode_all(LOG.as_bytes(), 3).unwrap();
    std::fs::write(folder.join("a.log.zst"), &packed).unwrap();
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(LOG.as_bytes()).unwrap();
    std::fs::write(folder.join("deep/b.log.gz"), gz.finish().unwrap()).unwrap();
    std::fs::write(folder.join("deep/c.log"), LOG).unwrap();
    let lines = |pattern: &str| {
        let pattern = folder.join(pattern).display().to_string();
        value(&done(&["report", "--json", &pattern], b""))["lines"].as_u64().unwrap()
    };
    assert_eq!((lines("*.log*"), lines("deep/*"), lines("**/*.log*"), lines("deep/c.log")), (7, 14, 21, 7));
    let none = run(&["logs", "report", &folder.join("*.none").display().to_string()], b"");
    assert!(none.exit == 2 && none.err.ends_with("*.none: no file matches\n"), "{}", none.err);
    let cut = run(&["logs", "report", "--json"], &packed[..packed.len() - 5]);
    assert!(cut.exit == 2 && value(&cut.out)["incomplete"].is_string(), "{cut:?}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn drawings_and_pages_are_standalone() {
    let folder = folder("logs-html");
    let file = folder.join("out.html");
    assert_eq!(done(&["report", "--html", file.to_str().unwrap()], LOG.as_bytes()), "");
    let html = std::fs::read_to_string(&file).unwrap();
    assert_eq!(done(&["report", "--html", "-"], LOG.as_bytes()), html);
    std::fs::write(folder.join("log.bz2"), b"BZh91AY").unwrap();
    let packed = run(&["logs", "days", folder.join("log.bz2").to_str().unwrap()], b"");
    assert!(packed.exit == 2 && packed.err.contains("found a bzip2 file"), "{}", packed.err);
    assert!(
        html.starts_with("<!DOCTYPE html>")
            && html.contains("b.example to /a: 2")
            // A namespace name is not an address that browsers load.
            && html.matches("http://").count() == html.matches("'http://www.w3.org/2000/svg'").count(),
        "{html}"
    );
    for arguments in [
        &["graph", "--svg"][..],
        &["days", "--svg"],
        &["days", "--svg=lines"],
        &["hours", "--svg"],
        &["hours", "--svg=lines"],
    ] {
        let svg = done(arguments, LOG.as_bytes());
        assert!(
            svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"") && svg.ends_with("</svg>\n"),
            "{svg}"
        );
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// For each day, `--by day` prints the same rows as `--from` and `--to`, even if the log returns to
/// an earlier day.
#[test]
fn tables_by_day_equal_those_of_each_day() {
    let line = |day: u32, target: &str, referrer: &str, agent: &str| {
        format!(
            "192.0.2.{day} - - [{day:02}/Mar/2026:09:00:00 +0000] \"GET {target} HTTP/1.1\" 200 5 \"{referrer}\" \"{agent}\"\n"
        )
    };
    let log = [
        line(1, "/a", "https://b.example/one", "Firefox"),
        "no record\n".to_owned(),
        line(2, "/a", "https://b.example/one", "Safari"),
        line(2, "/b", "https://c.example/", "Safari"),
        line(1, "/b", "https://b.example/one", "Safari"),
        line(1, "/a", "https://b.example/one", "Firefox"),
        line(3, "/a", "-", "curl/8"),
    ]
    .concat();
    let log = log.as_bytes();
    for table in ["pages", "referrers", "pairs", "statuses", "methods", "addresses", "agents", "hours"] {
        let mut expected = String::new();
        for day in ["2026-03-01", "2026-03-02", "2026-03-03"] {
            let rows = done(&[table, "--csv", "--from", day, "--to", day], log);
            let (head, rows) = rows.split_once('\n').unwrap();
            if expected.is_empty() {
                expected = format!("day,{head}\n");
            }
            rows.lines().for_each(|row| expected += &format!("{day},{row}\n"));
        }
        assert_eq!(done(&[table, "--csv", "--by", "day"], log), expected, "{table}");
    }
    assert_eq!(
        done(&["pairs", "--by", "day", "--referrer", "url", "--page-prefix", "https://a.example"], log),
        "2026-03-01\n  2  https://b.example/one => https://a.example/a\n  1  https://b.example/one => https://a.example/b\n\n\
         2026-03-02\n  1  https://b.example/one => https://a.example/a\n  1  https://c.example/ => https://a.example/b\n\n\
         2026-03-03\n"
    );
    let first = done(&["statuses", "--by", "day", "--json", "--to", "2026-03-01"], log);
    assert_eq!(value(&first), json!({"day": "2026-03-01", "hits": 3, "status": 200}));
    let report =
        done(&["report", "--by", "day", "--json", "--from", "2026-03-02", "--to", "2026-03-02"], log);
    assert_eq!((&value(&report)["views"], &value(&report)["day"]), (&json!(2), &json!("2026-03-02")));
    // More days than any real log has.
    let mut many = String::new();
    for year in 1990..2002 {
        for day in 0..365 {
            let (month, day) = (
                ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
                    [day / 31],
                day % 31 + 1,
            );
            many += &format!(
                "192.0.2.1 - - [{day:02}/{month}/{year}:09:00:00 +0000] \"GET / HTTP/1.1\" 200 5 \"-\" \"x\"\n"
            );
        }
    }
    let run = run(&["logs", "pages", "--by", "day"], many.as_bytes());
    assert_eq!((run.exit, run.out.as_str()), (2, ""));
    assert!(run.err.contains("too many days (the maximum is 4000)"), "{}", run.err);
}

#[test]
fn impossible_requests_are_reported() {
    for (arguments, expected) in [
        (&["report", "/none.log"][..], "gridlore: /none.log: no such file\n"),
        (&["report", "/"], "gridlore: /: found a folder, expected a file or a pattern such as '/*'\n"),
        (
            &["report", "--csv"],
            "gridlore: --csv needs a command that prints one table, such as days, pages, referrers or pairs; a report has several tables\n",
        ),
        (
            &["days", "--status", "2yy"],
            "gridlore: found the status \"2yy\", expected a status such as 200, 4xx or 200-299\n",
        ),
        (
            &["days", "--from", "2026-02-30"],
            "gridlore: found the day \"2026-02-30\", expected a day such as 2026-03-01\n",
        ),
        (
            &["days", "--include", "x=1"],
            "gridlore: found the field \"x\", expected a field (virtual-host, host, user, method, status, page, query, referrer, site, agent), then = and a glob or ~ and a regular expression\n",
        ),
        (
            &["days", "--format", "%h %t"],
            "gridlore: --format: found no status, expected a format with host, time and status\n",
        ),
        (
            &["hours", "--sort", "views"],
            "gridlore: --sort views: this table has no such column, only hits, hour\n",
        ),
        (&["days", "--by", "day"], "gridlore: `gridlore logs days` already has one row per day;"),
        (
            &["hours", "--by", "day", "--svg"],
            "gridlore: --by day works with tables, not with --html or --svg\n",
        ),
        (
            &["report", "--sort", "visitors"],
            "gridlore: --sort visitors works only with `gridlore logs days` and `gridlore logs months`\n",
        ),
        (&["days", "--exclude", "page~("], "gridlore: bad regular expression \"(\": "),
    ] {
        let run = run(&[&["logs"], arguments].concat(), b"");
        assert_eq!((run.exit, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(run.err.starts_with(expected), "{arguments:?}: {}", run.err);
    }
}
