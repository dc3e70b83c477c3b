//! Tests of `gridlore logs` on large, rotated, private or growing logs: parts, limits, salts and
//! periods.

use crate::logs::{LOG, done, folder, value};
use crate::program::{binary, run};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Returns the log line of a visit to a page; visitor and page are given by number.
fn line(visitor: usize, page: usize, day: usize) -> String {
    format!(
        "192.0.{}.{} - ann [{:02}/Mar/2026:0{}:00:00 +0000] \"GET /p{page}?q={} HTTP/1.1\" 200 10 \"https://site{}.example/{}\" \"Firefox {}\"\n",
        visitor / 250,
        visitor % 250,
        day + 1,
        page % 10,
        page % 3,
        visitor % 11,
        page % 7,
        visitor % 5,
    )
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn merged_parts_equal_the_whole() {
    let folder = folder("logs-parts");
    let mut log: String =
        (0..3000).map(|number: usize| line(number * number % 701, number % 83, number / 400)).collect();
    log.push_str(LOG);
    log.push('\n');
    let mut bytes = log.into_bytes();
    bytes.extend_from_slice(
        b"192.0.2.9 - - [01/Mar/2026:09:00:00 +0000] \"GET /\xff HTTP/1.1\" 200 1 \"-\" \"A\"\n",
    );
    let own = ["--own", "site3.example"];
    let whole = done(&[&["report", "--json"], &own[..]].concat(), &bytes);
    let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    let mut parts = Vec::new();
    for (number, lines) in lines.chunks(1000).enumerate() {
        let part = done(&[&["count"], &own[..]].concat(), &lines.concat());
        let file = folder.join(format!("part{number}.json"));
        std::fs::write(&file, &part).unwrap();
        parts.push(file);
    }
    let pattern = folder.join("part*.json");
    assert_eq!(done(&["merge", text(&pattern), "--json"], b""), whole);
    // Parts of parts, and a part together with a log.
    let two = done(&["merge", "--part", text(&parts[0]), text(&parts[2])], b"");
    let both = folder.join("both.json");
    std::fs::write(&both, &two).unwrap();
    assert_eq!(done(&["merge", text(&both), text(&parts[1]), text(&parts[3]), "--json"], b""), whole);
    let log = folder.join("rest.log");
    std::fs::write(&log, lines[3000..].concat()).unwrap();
    let mixed = [&["report", text(&both), text(&parts[1]), text(&log), "--json"], &own[..]].concat();
    assert_eq!(done(&mixed, b""), whole);
    assert_eq!(
        done(&["pages", text(&pattern), "--top", "3"], b""),
        done(&[&["pages", "--top", "3"], &own[..]].concat(), &bytes)
    );
    assert!(done(&["graph", text(&pattern)], b"").contains("\"s:site1.example\" -> \"p:/p"));

    // Files that are not parts, incomplete parts, and parts with different filters.
    let first = std::fs::read_to_string(&parts[0]).unwrap();
    let cut = first.len() / 2;
    let without = first.replacen("[\"pair\",0,0,", "[\"pair\",0,99999,", 1);
    let fewer: String =
        first.lines().filter(|line| !line.contains("\"/p7\"")).map(|line| format!("{line}\n")).collect();
    for (input, expected) in [
        (&first[..cut], "standard input: the part is cut off "),
        (&first[..first.len() - 8], "standard input: the part is cut off "),
        (LOG, "standard input: found another format, expected a part written by `gridlore logs count`"),
        ("", "standard input: found another format, expected a part written by `gridlore logs count`"),
        (without.as_str(), "standard input: line "),
        (fewer.as_str(), "standard input: "),
    ] {
        let run = run(&["logs", "merge"], input.as_bytes());
        assert_eq!((run.exit, run.out.as_str()), (2, ""), "{expected}");
        assert!(run.err.starts_with(&format!("gridlore: {expected}")), "{}, expected {expected}", run.err);
    }
    let other = run(&["logs", "report", text(&parts[0]), text(&log)], b"");
    assert!(
        other.exit == 2
            && other.err.ends_with("with no filters, expected --own site3.example as in the other parts\n"),
        "{}",
        other.err
    );
    let twice = run(&["logs", "count", text(&log), text(&folder.join("none.log"))], b"");
    assert_eq!((twice.exit, twice.out.as_str()), (2, ""));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_bound_keeps_frequent_texts_and_reports_approximate_counts() {
    let mut log = String::new();
    for number in 0..40_000 {
        // Half of the hits are on one page, the others on thousands.
        log += &line(number % 9000, if number % 2 == 0 { 7 } else { number }, 0);
    }
    let whole = value(&done(&["report", "--json"], log.as_bytes()));
    let found = value(&done(&["report", "--json", "--max-keys", "100"], log.as_bytes()));
    for key in ["lines", "ok", "per_day", "per_status", "bytes", "views", "external_hits"] {
        assert_eq!(found[key], whole[key], "{key}");
    }
    assert_eq!(whole["approximate"], Value::Null);
    let missed = found["approximate"]["pages"].as_u64().unwrap();
    assert!((1..=40_000 / 101).contains(&missed), "{found}");
    let [count, truth] = [&found, &whole].map(|report| report["top_pages"][0][1].as_u64().unwrap());
    assert_eq!(found["top_pages"][0][0], json!("/p7"));
    assert!(count <= truth && truth <= count + missed, "{count} {truth} {missed}");
    for (key, within) in [("distinct_pages", 0.05), ("visitors", 0.05)] {
        let [found, truth] = [&found, &whole].map(|report| report[key].as_f64().unwrap());
        assert!((found / truth - 1.0).abs() < within, "{key}: {found} of {truth}");
    }
    let report = done(&["report", "--max-keys", "100"], log.as_bytes());
    assert!(
        report.contains("\nApproximate: only the 100 most frequent entries of each table were kept"),
        "{report}"
    );
    // Parts with and without a limit.
    let folder = folder("logs-bound");
    let lines: Vec<&str> = log.split_inclusive('\n').collect();
    for (number, arguments) in [&["count", "--max-keys", "100"][..], &["count"]].iter().enumerate() {
        let part = done(arguments, lines[number * 20_000..][..20_000].concat().as_bytes());
        std::fs::write(folder.join(format!("part{number}.json")), part).unwrap();
    }
    let merged = value(&done(&["merge", text(&folder.join("part*.json")), "--json"], b""));
    let missed = merged["approximate"]["pages"].as_u64().unwrap();
    let count = merged["top_pages"][0][1].as_u64().unwrap();
    assert!(count <= truth && truth <= count + missed && missed <= 40_000 / 101, "{count} {truth} {missed}");
    assert_eq!(merged["views"], whole["views"]);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn periods_are_compared() {
    let log: String = [line(1, 1, 0), line(2, 1, 1), line(3, 1, 1), line(3, 2, 2)].concat();
    let days = ["--first", "2026-03-01", "--second", "2026-03-02..2026-03-03"];
    let compared = done(&[&["compare"], &days[..]].concat(), log.as_bytes());
    assert!(
        compared.starts_with("2026-03-01 (1 day) and 2026-03-02..2026-03-03 (2 days)\n\nIn all\n"),
        "{compared}"
    );
    assert!(compared.contains("      1       3      +2  +200.0%  views\n"), "{compared}");
    assert!(compared.contains("\nPages, by views\n  first  second  change  percent  page\n      1       2      +1  +100.0%  /p1\n      0       1      +1      new  /p2\n"), "{compared}");
    let found = value(&done(&[&["compare", "--json", "--top", "1"], &days[..]].concat(), log.as_bytes()));
    assert_eq!((&found["pages"], &found["totals"][1]), (&json!([["/p1", 1, 2]]), &json!(["views", 1, 3])));
    let csv = done(&[&["compare", "--csv"], &days[..]].concat(), log.as_bytes());
    assert!(csv.starts_with("first,second,kind,name\n1,3,total,hits\n"), "{csv}");
    for (arguments, expected) in [
        (
            &["--first", "2026-03-02..2026-03-01", "--second", "2026-03-03"][..],
            "expected a last day on or after the first",
        ),
        (&["--first", "2026-03-01", "--second", "x"], "found the day \"x\""),
        (
            &["--first", "2026-03-01", "--second", "2026-03-02", "--from", "2026-03-01"],
            "--from and --to are for the other commands",
        ),
    ] {
        let run = run(&[&["logs", "compare"], arguments].concat(), log.as_bytes());
        assert!(run.exit == 2 && run.err.contains(expected), "{}", run.err);
    }
}

#[test]
fn any_field_can_be_filtered() {
    let mut log: String = (0..10).map(|number| line(number, number, 0)).collect();
    log += "www.own.example:443 192.0.2.1 - bob [01/Mar/2026:09:00:00 +0000] \"POST /x HTTP/1.1\" 404 5 \"-\" \"Opera\"\n";
    let hits = |arguments: &[&str]| {
        let days = done(&[&["days", "--json"], arguments].concat(), log.as_bytes());
        days.lines().map(|line| value(line)["hits"].as_u64().unwrap()).sum::<u64>()
    };
    for (rule, expected) in [
        ("virtual-host=www.own.example:*", 1),
        ("user=bob", 1),
        ("user~^a", 10),
        ("method=POST", 1),
        ("status=4*", 1),
        ("query=q=0", 4),
        ("query~q=[12]", 6),
        ("site=site3.example", 1),
        ("site=*", 11),
        ("referrer~/3$", 1),
        ("host=192.0.0.*", 10),
        ("page=/p[0-4]", 5),
        ("agent=Opera", 1),
    ] {
        assert_eq!((rule, hits(&["--include", rule])), (rule, expected));
        assert_eq!((rule, hits(&["--exclude", rule])), (rule, 11 - expected));
        assert_eq!(hits(&["--include", rule, "--exclude", rule]), 0, "{rule}");
        assert_eq!(
            hits(&["--include", rule, "--addresses", "none"]),
            expected,
            "rules see addresses: {rule}"
        );
    }
}

#[test]
fn addresses_are_anonymised_as_requested() {
    let folder = folder("logs-salt");
    let [salt, other, short] = ["salt", "other", "short"].map(|name| folder.join(name));
    std::fs::write(&salt, "a secret of many letters\n").unwrap();
    std::fs::write(&other, "another secret, as long\n").unwrap();
    std::fs::write(&short, "short").unwrap();
    let log: String = (0..500).map(|number| line(number, 1, 0)).collect();
    let log = log.as_bytes();
    let visitors = |arguments: &[&str]| {
        value(&done(&[&["report", "--json"], arguments].concat(), log))["visitors"].clone()
    };
    let addresses = |arguments: &[&str]| done(&[&["addresses", "--csv"], arguments].concat(), log);
    assert_eq!(visitors(&[]), json!(500));
    assert_eq!(visitors(&["--salt-file", text(&salt)]), json!(500), "visitors stay distinct");
    assert_eq!(visitors(&["--addresses", "network"]), json!(10), "two networks with five agents");
    assert_eq!(visitors(&["--addresses", "none"]), json!(5));
    assert!(addresses(&["--addresses", "network"]).contains(",192.0.1.0\n"));
    let salted = addresses(&["--salt-file", text(&salt)]);
    assert!(!salted.contains("192.0") && salted == addresses(&["--salt-file", text(&salt)]), "{salted}");
    assert_ne!(salted, addresses(&["--salt-file", text(&other)]));
    let run = run(&["logs", "days", "--salt-file", text(&short)], log);
    assert!(
        run.exit == 2 && run.err.ends_with("found 5 bytes, expected a secret of at least 16\n"),
        "{}",
        run.err
    );
    // A part contains neither addresses nor the secret, and can be merged only with parts that have
    // the same secret.
    let part = done(&["count", "--salt-file", text(&salt)], log);
    assert!(!part.contains("192.0") && !part.contains("secret"), "{}", &part[..300]);
    std::fs::write(folder.join("part1.json"), &part).unwrap();
    std::fs::write(folder.join("part2.json"), done(&["count", "--salt-file", text(&other)], log)).unwrap();
    let merged = crate::program::run(&["logs", "merge", text(&folder.join("part*.json"))], b"");
    assert!(merged.exit == 2 && merged.out.is_empty(), "{merged:?}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn rotated_logs_are_read_in_order_of_time() {
    let folder = folder("logs-rotated");
    for (name, day) in [("access.log", 9), ("access.log.1", 8), ("access.log.10", 2), ("access.log.2", 7)] {
        let log = format!("bad {day}\n{}bad again {day}\n", line(1, 1, day));
        std::fs::write(folder.join(name), log).unwrap();
    }
    let bad = done(&["bad", text(&folder.join("access.log*"))], b"");
    let found: Vec<&str> = bad.lines().map(|line| line.rsplit('/').next().unwrap()).collect();
    let names: Vec<String> =
        found.iter().map(|line| line.split(", column").next().unwrap().to_owned()).collect();
    assert_eq!(
        names,
        [
            "access.log.10, line 1",
            "access.log.10, line 3",
            "access.log.2, line 1",
            "access.log.2, line 3",
            "access.log.1, line 1",
            "access.log.1, line 3",
            "access.log, line 1",
            "access.log, line 3"
        ]
    );
    std::fs::remove_dir_all(folder).unwrap();
}

/// A running program and its lines as they arrive.
struct Following {
    child: Child,
    lines: Receiver<String>,
}

impl Following {
    fn new(arguments: &[&str]) -> Self {
        let mut command = binary();
        command.args(["logs"]).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::inherit()).spawn().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || out.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok()));
        Self { child, lines }
    }

    /// Waits for a report of this many lines.
    fn lines(&self, wanted: u64) -> Value {
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(30)).expect("a line of output");
            let found = value(&line);
            assert!(found["lines"].as_u64().unwrap() <= wanted, "{found}");
            if found["lines"] == wanted {
                return found;
            }
        }
    }

    #[cfg(unix)]
    fn interrupt(&mut self) -> i32 {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        self.child.wait().unwrap().code().unwrap()
    }
}

#[cfg(unix)]
#[test]
fn growing_files_are_counted() {
    let folder = folder("logs-follow");
    let log = folder.join("access.log");
    let two = [line(1, 1, 0), line(2, 2, 0)].concat();
    std::fs::write(&log, &two).unwrap();
    let mut following = Following::new(&["report", text(&log), "--json", "--follow", "--every", "0.02"]);
    following.lines(2);
    let mut file = std::fs::OpenOptions::new().append(true).open(&log).unwrap();
    let third = line(3, 3, 0);
    file.write_all(&third.as_bytes()[..50]).unwrap();
    file.flush().unwrap();
    std::thread::sleep(Duration::from_millis(100));
    file.write_all(&third.as_bytes()[50..]).unwrap();
    assert_eq!(following.lines(3)["malformed"], 0, "a line is counted once it is complete");
    // The file is rotated while it is being written; the next file appears a little later.
    std::fs::rename(&log, folder.join("access.log.1")).unwrap();
    file.write_all(line(4, 4, 0).as_bytes()).unwrap();
    following.lines(4);
    std::fs::write(&log, &two).unwrap();
    following.lines(6);
    // The file is truncated and rewritten.
    std::fs::write(&log, &third).unwrap();
    following.lines(7);
    std::fs::OpenOptions::new().append(true).open(&log).unwrap().write_all(b"half a line").unwrap();
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(following.interrupt(), 0);
    let last: Vec<String> = following.lines.iter().collect();
    let last = value(last.last().expect("a last report"));
    assert_eq!(
        (&last["lines"], &last["malformed"]),
        (&json!(8), &json!(1)),
        "an incomplete last line is counted"
    );

    // Standard input is read to its end, and a page is written.
    let page = folder.join("page.html");
    let mut following = Following::new(&["report", "--html", text(&page), "--follow", "--every", "0.02"]);
    let mut stdin = following.child.stdin.take().unwrap();
    stdin.write_all(two.as_bytes()).unwrap();
    for _ in 0..500 {
        if std::fs::read_to_string(&page).is_ok_and(|html| html.contains("<dd>2</dd>")) {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    stdin.write_all(third.as_bytes()).unwrap();
    drop(stdin);
    assert_eq!(following.child.wait().unwrap().code(), Some(0));
    assert!(std::fs::read_to_string(&page).unwrap().contains("<dd>3</dd>"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn counts_before_ctrl_c_are_reported() {
    let mut following = Following::new(&["report", "--json", "--threads", "2"]);
    let mut stdin = following.child.stdin.take().unwrap();
    // Enough input for part of it to be counted, followed by a pause.
    let log: String = (0..20_000).map(|number| line(number % 500, number % 50, 0)).collect();
    stdin.write_all(log.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let id = following.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    std::thread::sleep(Duration::from_millis(200));
    // A program that waits for a slow writer notices Ctrl-C when the next block arrives.
    let _ = stdin.write_all(log.as_bytes());
    drop(stdin);
    assert_eq!(following.child.wait().unwrap().code(), Some(2));
    let text: String = following.lines.iter().collect();
    let found = value(&text);
    assert_eq!(found["incomplete"], "interrupted");
    let lines = found["lines"].as_u64().unwrap();
    assert!((1..40_000).contains(&lines), "{lines}");
    assert_eq!(found["ok"], found["lines"]);
}

#[test]
fn the_list_of_bots_can_be_read_back() {
    let words = done(&["bots"], b"");
    assert!(
        words.starts_with("# User agents that contain one of these words are programs. Compiled on 20"),
        "{words}"
    );
    let folder = folder("logs-bots");
    std::fs::write(folder.join("bots"), &words).unwrap();
    for (arguments, expected) in [
        (&["--programs", "only"][..], 1),
        (&["--programs", "without"], 5),
        (&["--static", "only"], 1),
        (&["--static", "without"], 5),
        (&["--static", "without", "--programs", "without"], 4),
    ] {
        let found = value(&done(&[&["report", "--json"], arguments].concat(), LOG.as_bytes()));
        assert_eq!(found["per_status"]["200"], expected, "{arguments:?}");
    }
    let arguments = ["report", "--json", "--bots", text(&folder.join("bots"))].map(str::to_owned);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    assert_eq!(done(&arguments, LOG.as_bytes()), done(&["report", "--json"], LOG.as_bytes()));
    std::fs::remove_dir_all(folder).unwrap();
}

/// Runs the query for Spark in docs/logs.md, if pyspark is installed.
#[cfg(feature = "parquet")]
#[test]
fn spark_reads_the_records() {
    let Some(python) = crate::sudoku::spark::python() else { return };
    let folder = folder("logs-spark");
    let hits = folder.join("hits.parquet");
    run(&["logs", "parquet", "--out", text(&hits)], LOG.as_bytes());
    let query = documented("python");
    let script = format!("import os\nos.chdir({:?})\n{query}", text(&folder));
    let out = Command::new(&python).args(["-c", &script]).output().unwrap();
    let printed = String::from_utf8_lossy(&out.stdout);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    assert!(printed.contains("|b.example|") && printed.contains("|  /a|    2|"), "{printed}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// Returns the first code block of docs/logs.md in a language.
#[cfg(feature = "parquet")]
fn documented(language: &str) -> String {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/logs.md");
    let docs = std::fs::read_to_string(docs).unwrap();
    let piece = docs.split(&format!("```{language}\n")).nth(1).unwrap();
    piece.split("```").next().unwrap().to_owned()
}

#[cfg(feature = "parquet")]
#[test]
fn a_parquet_file_is_complete_or_absent() {
    let folder = folder("logs-parquet");
    let out = folder.join("hits.parquet");
    let written = run(&["logs", "parquet", "--out", text(&out), "--exclude", "page=/a"], LOG.as_bytes());
    assert_eq!(written.exit, 0);
    assert!(
        written.err.contains("3 records in ")
            && written.err.ends_with(
                ", 3 left out by filters, 1 malformed lines (to list them, run `gridlore logs bad`)\n"
            ),
        "{}",
        written.err
    );
    let bytes = std::fs::read(&out).unwrap();
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    let Some(data) = gridlore_testing::shared_data("logs") else { return };
    let gz = std::fs::read(data.join("apache_logs.gz")).unwrap();
    let cut = run(&["logs", "parquet", "--out", text(&out)], &gz[..gz.len() / 2]);
    assert!(cut.exit == 2 && cut.err.contains("the input ends early"), "{}", cut.err);
    assert_eq!(std::fs::read(&out).unwrap(), bytes, "the old file is kept");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    std::fs::remove_dir_all(folder).unwrap();
}
