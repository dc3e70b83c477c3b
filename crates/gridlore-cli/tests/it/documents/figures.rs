//! Compares the figures in README and COMPARE with the records under `bench/record` that they cite.
//!
//! Each table with figures is read cell by cell: a cell is correct if it equals the number in the
//! record, rounded to the same precision. The test fails if there is a new table, or a row without
//! a rule in this module. Figures that were measured elsewhere have no record and must not be in a
//! table.

use super::{documents, root};
use regex::Regex;
use std::collections::BTreeMap;

/// Returns the lines of a record, split at tabs and without comments.
fn record(path: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(root().join("bench/record").join(path)).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// Returns the lines of a record as numbers, indexed by their first fields; fields that are not
/// numbers are NaN.
fn by_name(path: &str) -> BTreeMap<String, Vec<f64>> {
    let row = |fields: Vec<String>| {
        let numbers = fields.iter().skip(1).map(|field| field.parse().unwrap_or(f64::NAN)).collect();
        (fields[0].clone(), numbers)
    };
    record(path).into_iter().map(row).collect()
}

/// Returns the median of the numbers.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// Returns the first number in a cell, in seconds if it has a unit of time, and half a unit of its
/// last digit.
fn number(cell: &str) -> (f64, f64) {
    let pattern = Regex::new(r"(?:^|[ (])(\d[\d,]*)(?:\.(\d+))?(?: (µs|us|ms|s)\b)?").unwrap();
    let found = pattern.captures(cell).unwrap_or_else(|| panic!("no number in {cell:?}"));
    let whole = found[1].replace(',', "");
    let decimals = found.get(2).map_or("", |decimals| decimals.as_str());
    let unit = match found.get(3).map_or("", |unit| unit.as_str()) {
        "µs" | "us" => 1e-6,
        "ms" => 1e-3,
        _ => 1.0,
    };
    let value: f64 = format!("{whole}.{decimals}0").parse().unwrap();
    let zeros = if decimals.is_empty() { whole.len() - whole.trim_end_matches('0').len() } else { 0 };
    // Only thousands are rounded to zeros, as in 13,000 for 13,260.
    let zeros = if whole.len() > 3 { zeros.min(whole.len() - 2) } else { 0 };
    let step = 10_f64.powi(i32::try_from(zeros).unwrap() - i32::try_from(decimals.len()).unwrap());
    (value * unit, step * unit / 2.0)
}

fn agrees(cell: &str, value: f64) -> bool {
    let (shown, half) = number(cell);
    (shown - value).abs() <= half * (1.0 + 1e-6)
}

/// Returns the tables in a part of COMPARE as rows of cells, without the headers.
fn tables(part: &str) -> Vec<Vec<Vec<String>>> {
    let (mut tables, mut open) = (Vec::new(), false);
    for line in part.lines() {
        if let Some(row) = line.strip_prefix('|') {
            if !open {
                tables.push(Vec::new());
                open = true;
            }
            let cells = row.trim_end_matches('|').split('|').map(|cell| cell.trim().to_owned());
            tables.last_mut().unwrap().push(cells.collect::<Vec<_>>());
        } else {
            open = false;
        }
    }
    tables.into_iter().map(|rows| rows.into_iter().skip(2).collect()).collect()
}

/// Returns the part of COMPARE below a heading.
fn part(heading: &str) -> String {
    let text = std::fs::read_to_string(root().join("COMPARE.md")).unwrap();
    let part = text.split("\n## ").find(|part| part.starts_with(heading));
    part.unwrap_or_else(|| panic!("COMPARE.md has no part {heading:?}")).to_owned()
}

/// Joins the lines of a text, because sentences can be wrapped anywhere.
fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Compares the cells of a row, from the second on, with values; `None` means that the cell must be
/// empty or contain no figure.
fn check(row: &[String], values: &[Option<f64>]) {
    assert_eq!(row.len(), values.len() + 1, "{row:?}");
    for (cell, value) in row[1..].iter().zip(values) {
        match value {
            Some(value) => assert!(agrees(cell, *value), "{row:?}: {cell}, the record has {value}"),
            None => assert!(
                !cell.contains(|sign: char| sign.is_ascii_digit()) || cell.starts_with("not"),
                "{row:?}"
            ),
        }
    }
}

/// Wraps each value in `Some`.
fn all(values: &[f64]) -> Vec<Option<f64>> {
    values.iter().map(|&value| (!value.is_nan()).then_some(value)).collect()
}

#[test]
fn the_tables_of_whole_programs_match_the_record() {
    let record = by_name("2026-11-25/whole.tsv");
    let part = part("Whole programs");
    let tables = tables(&part);
    assert_eq!(tables.iter().map(Vec::len).sum::<usize>(), record.len() - 1);
    for row in &tables[0] {
        let line = &record[&row[0]];
        check(row, &[Some(line[1]), None, Some(line[3]), Some(line[4])]);
    }
    for row in &tables[1] {
        let line = &record[&row[0]];
        check(row, &[Some(line[1]), Some(line[3])]);
    }
    let starts: Vec<f64> = by_name("2026-11-25/start.tsv")
        .into_values()
        .map(|fields| fields[0])
        .filter(|ms| !ms.is_nan())
        .collect();
    let sorted = {
        let mut sorted = starts;
        sorted.sort_by(f64::total_cmp);
        sorted
    };
    let [first, second, .., before, last] = sorted[..] else { panic!("{sorted:?}") };
    let sentence = format!("{first:.1} ms for `--version`; {second:.1} to {before:.1} ms for");
    let text = joined(&part);
    assert!(text.contains(&sentence) && text.contains(&format!("{last:.1} ms for a goal")), "{sentence}");
}

#[test]
fn the_table_of_sudoku_matches_the_record() {
    let record = record("2026-11-21/sudoku.tsv");
    let sets = [
        ("easy, 34 givens", "gen_easy34.20k.gz"),
        ("random minimal", "gen_topdown_minimal.20k.gz"),
        ("17 givens, all that are known", "puzzles2_17_clue.gz"),
        ("magictour top 1465", "puzzles3_magictour_top1465.gz"),
        ("forum's hardest, first 20,000", "puzzles5_forum_hardest_1905_11plus.first20k.gz"),
        ("mixed: none, one or many", "gen_inv17.20k.gz"),
        ("many solutions (Serg)", "puzzles7_serg_benchmark.gz"),
        ("ten of Norvig's hardest", "norvig_hardest.gz"),
    ];
    let table = tables(&part("Sudoku 9x9")).remove(0);
    assert_eq!(table.len(), sets.len());
    for (row, (name, file)) in table.iter().zip(sets) {
        assert_eq!(row[0], name);
        let field = |engine: &str, at: usize| -> f64 {
            let line = record.iter().find(|line| line[0] == file && line[5] == engine).unwrap();
            line[at].parse().unwrap()
        };
        let engines = ["lanes512", "lanes256", "portable", "one by one", "sudoku 0.8"];
        let mut values = vec![field("lanes512", 1)];
        values.extend(engines.map(|engine| field(engine, 7)));
        values.extend(["lanes512", "one by one"].map(|engine| field(engine, 8)));
        check(row, &all(&values));
        // The essays give speeds in full, to the last digit.
        assert_eq!(row[2].replace(',', ""), field("lanes512", 7).to_string());
    }
}

#[test]
fn the_table_of_geometries_matches_the_record() {
    let record = by_name("2026-11-21/geometry.tsv");
    let table = tables(&part("Sudoku on large boards")).remove(0);
    assert_eq!(table.len(), record.len() - 1);
    let page = std::fs::read_to_string(root().join("docs/geometries.md")).unwrap();
    let median = |set: &str| record[set][2];
    let sentence = format!(
        "Half of the minimal 9x9 puzzles are solved in less than {:.2} ms, and half of the minimal 16x16 ones in less than {:.2} ms. Half of the 25x25 boards with two fifths of their cells given are solved in less than {:.2} ms",
        median("9x9, minimal puzzles"),
        median("16x16, minimal puzzles"),
        median("25x25 at 40%, counted grids").max(median("25x25 at 40%, random grids")) + 0.005
    );
    assert!(joined(&page).contains(&sentence), "expected: {sentence}");
    for row in table {
        let line = &record[&row[0]];
        check(&row, &all(&[line[2] / 1e3, line[4] / 1e3, line[6] / 1e3, line[8], line[9]]));
    }
}

#[test]
fn the_table_of_variants_matches_the_record() {
    let record = by_name("2026-11-26/killers.tsv");
    let text = part("Variant sudoku");
    let table = tables(&text).remove(0);
    let solvers = [
        ("Gridlore", ""),
        ("CaDiCaL 1.9.5", " by cadical195"),
        ("Glucose 4", " by glucose4"),
        ("CP-SAT", " by cp-sat"),
    ];
    assert_eq!(table.len(), solvers.len());
    for (row, (name, suffix)) in table.iter().zip(solvers) {
        assert_eq!(row[0], name);
        // The fields are unique, several, open, unknown rules, seconds and guesses.
        let [tarek, mathemagic] =
            ["TAREK_ALL", "MATHEMAGIC_KILLERS"].map(|set| &record[&format!("{set}{suffix}")]);
        assert!(tarek[..4].iter().sum::<f64>() == 21.0 && mathemagic[..4].iter().sum::<f64>() == 7.0);
        check(row, &all(&[tarek[4], tarek[2], mathemagic[4], mathemagic[2]]));
    }
    let suite = &by_name("2026-11-26/variants.tsv")["end to end"];
    let wasm = by_name("2026-11-26/variants_wasm.tsv");
    let ratios = wasm.values().map(|fields| fields[2]).filter(|ratio| !ratio.is_nan());
    let (least, most) =
        ratios.fold((f64::MAX, f64::MIN), |(least, most), ratio| (least.min(ratio), most.max(ratio)));
    for sentence in [
        format!("our half of its lists contains {},", suite[..3].iter().sum::<f64>()),
        format!("which take us {:.2} s", suite[4]),
        format!("takes {least:.1} to {most:.1} times as long"),
    ] {
        assert!(joined(&text).contains(&sentence), "expected: {sentence}");
    }
}

#[test]
fn the_tables_of_ratings_match_the_record() {
    let record = by_name("2026-11-24/human.tsv");
    let names = ["sukaku", "sukaku, mixed", "se121, mixed", "sukaku, 10.5/1.2/1.2", "hodoku"];
    let part = part("Sudoku ratings and hints");
    let tables = tables(&part);
    assert_eq!((tables.len(), tables[0].len(), tables[1].len()), (2, names.len(), 1));
    for (row, name) in tables[0].iter().zip(names) {
        let line = &record[name];
        let one = line[0] < 2.0;
        let [equal, each] = if one { [1.0, f64::NAN] } else { [line[1], line[3] / 1e3] };
        check(row, &all(&[line[0], equal, line[2], each]));
    }
    let line = &record["hodoku-py"];
    check(&tables[1][0], &all(&[line[0], line[1], line[2], record["hodoku-py by hodoku"][3]]));
    let of = |name: &str| record[name][3];
    let page = std::fs::read_to_string(root().join("docs/sudoku-human.md")).unwrap();
    let sentence = format!(
        "takes {:.1} ms on average over the {} puzzles with one solution, and {:.0} ms for AI Escargot",
        of("sukaku"),
        record["sukaku"][0],
        of("sukaku, 10.5/1.2/1.2").floor()
    );
    assert!(joined(&page).contains(&sentence), "expected: {sentence}");
    for sentence in [
        format!(
            "the slowest takes {:.1} ms, and one in a hundred more than {:.1} ms",
            of("slowest step"),
            of("slowest of 100 step")
        ),
        format!(
            "{:.0} ms and {:.1} ms with notes",
            of("slowest hint in wasm"),
            of("slowest of 100 hint in wasm")
        ),
        format!(
            "{:.0} ms and {:.1} ms without",
            of("slowest hint without notes in wasm"),
            of("slowest of 100 hint without notes in wasm")
        ),
    ] {
        assert!(joined(&part).contains(&sentence), "expected: {sentence}");
    }
}

#[test]
fn the_table_of_connect_four_matches_the_record() {
    let record = by_name("2026-11-22/connect-four.tsv");
    let part = part("Connect Four");
    let table = tables(&part).remove(0);
    assert_eq!(table.len(), record.len() - 1);
    for row in table {
        let line = &record[&row[0]];
        let peers = [line.get(4), line.get(6), line.get(7), line.get(8)]
            .map(|field| field.copied().unwrap_or(f64::NAN));
        check(
            &row,
            &all(&[line[0], line[1] / 1e6, line[2], peers[0] / 1e6, peers[1], peers[2] / 1e6, peers[3]]),
        );
    }
    let plies =
        std::fs::read_to_string(root().join("bench/record/2026-11-22/connect-four-plies.tsv")).unwrap();
    for number in ["182383", "67557", "44473", "6449", "16635"] {
        let shown = format!("{},{}", &number[..number.len() - 3], &number[number.len() - 3..]);
        assert!(plies.contains(number) && joined(&part).contains(&shown), "{shown}");
    }
    let whole = by_name("2026-11-22/connect-four-whole.tsv");
    let positions: f64 = whole.values().map(|line| line[0]).filter(|count| !count.is_nan()).sum();
    assert!(
        joined(&part).contains(&format!("all {},{:03} positions", positions / 1e3, positions % 1e3)),
        "{positions}"
    );
}

#[test]
fn the_table_of_life_matches_the_record() {
    let record = record("2026-11-22/life.tsv");
    let names = BTreeMap::from([
        ("soup 1024 x 1024, plane", "soup 1024, plane"),
        ("the same on a torus", "soup 1024, torus"),
        ("soup 4096 x 4096, plane", "soup 4096, plane"),
        ("metapixels, parity 64", "metapixel parity64"),
        ("metapixels, galaxy", "metapixel galaxy"),
        ("jagged lines", "jagged"),
    ]);
    let part = part("Life");
    let table = tables(&part).remove(0);
    assert_eq!(table.len(), 9);
    for row in &table {
        let name = names.get(row[0].as_str()).copied().unwrap_or(&row[0]);
        let lines: Vec<&Vec<String>> = record.iter().filter(|line| line[0] == name).collect();
        let field = |line: usize, at: usize| -> f64 { lines[line][at].parse().unwrap() };
        assert!(agrees(&row[1], field(0, 1)) && agrees(&row[3], field(0, 7)), "{row:?}");
        for (at, (time, ratio)) in row[2].split("; ").zip(row[4].split("; ")).enumerate() {
            assert!(agrees(time, field(at, 4)) && agrees(ratio, field(at, 8)), "{row:?}: {time}, {ratio}");
        }
    }
    let memory = std::fs::read_to_string(root().join("bench/record/2026-11-22/life-memory.tsv")).unwrap();
    let lines: Vec<Vec<&str>> = memory
        .lines()
        .filter(|line| line.contains("generation 2000 "))
        .map(|line| line.split('\t').collect())
        .collect();
    let [a, b, c] = [0, 1, 2].map(|at| &lines[at]);
    let sentence = format!(
        "the process takes {} MB under `--memory {}`, {} under {} and {} under {}, in {}, {} and {} s",
        a[2], a[0], b[2], b[0], c[2], c[0], a[3], b[3], c[3]
    );
    assert!(joined(&part).contains(&sentence), "expected: {sentence}");
}

#[test]
fn the_table_of_prolog_matches_the_record() {
    let record = by_name("2026-11-22/prolog.tsv");
    let names =
        ["sudoku_first", "sudoku_all", "sudoku_17_ff", "queens_8_all", "send_more", "langford_7_all", "nrev"];
    let part = part("Prolog");
    let table = tables(&part).remove(0);
    assert_eq!(table.len(), names.len() + 1);
    for (row, name) in table.iter().zip(names) {
        check(row, &all(&[record[name][0] * 1e3, record[name][1] * 1e3]));
    }
    check(&table[names.len()], &all(&[record["geometric mean"][2], 1.0]));
    let wasm = self::record("2026-11-22/prolog-wasm.tsv");
    let means: Vec<&str> =
        wasm.iter().filter(|line| line[0] == "geometric mean").map(|line| line[3].as_str()).collect();
    let ratios = wasm.iter().skip(1).map(|line| line[3].parse::<f64>().unwrap());
    let (least, most) =
        ratios.fold((f64::MAX, 0.0), |(a, b): (f64, f64), ratio| (a.min(ratio), b.max(ratio)));
    let [classics, puzzles] = [means[0], means[1]].map(|mean| mean.parse::<f64>().unwrap());
    let sentence = format!(
        "take {classics:.1} times as long as in the terminal, the puzzles {puzzles:.1} times, and none more than {most:.1} times"
    );
    assert!(joined(&part).contains(&sentence), "expected: {sentence}");
    let page = std::fs::read_to_string(root().join("docs/prolog.md")).unwrap();
    assert!(joined(&page).contains(&format!("[{least:.1} to {most:.1} times as long]")), "{least} to {most}");
}

#[test]
fn the_table_of_exact_covers_matches_the_record() {
    let record = by_name("2026-11-22/cover.tsv");
    let names =
        ["queens 12", "langford 12", "soma", "latin 5", "pentominoes 6x10", "Dudeney 8x8", "dominoes 10x10"];
    let table = tables(&part("Exact cover")).remove(0);
    assert_eq!(table.len(), names.len());
    for (row, name) in table.iter().zip(names) {
        let line = &record[name];
        let [solutions, all_of_them, cells, count, dlx, ratio, _] = line[..] else {
            unreachable!("seven columns")
        };
        check(row, &all(&[solutions, all_of_them, cells, count, dlx, ratio]));
    }
}

#[test]
fn the_table_of_toggle_puzzles_matches_the_record() {
    let record = by_name("2026-11-21/flipper.tsv");
    let names = [
        "random 1000 x 1000, eliminated and solved",
        "random 10000 x 10000, eliminated and solved",
        "Lights Out 100 x 100, nullity 0, decided and solved",
        "Lights Out 200 x 200, nullity 0, decided and solved",
        "Lights Out 10000 x 10000, nullity 0, decided and solved",
        "Lights Out 39 x 39, all lit, fewest of 2^32 solutions: 561",
        "Flipper, fewest presses of one of the 512 boards",
    ];
    let table = tables(&part("Toggle puzzles")).remove(0);
    assert_eq!(table.len(), names.len());
    for (row, name) in table.iter().zip(names) {
        let line = &record[name];
        let at = |index: usize| line.get(index).copied().unwrap_or(f64::NAN);
        check(row, &all(&[at(0), at(1).min(at(2)), at(3)]));
    }
}

#[test]
fn the_table_of_the_site_matches_the_record() {
    let record = record("2026-11-28/site.tsv");
    let seconds = |text: &str| {
        let (number, unit) =
            text.split_at(text.find(|sign: char| sign.is_ascii_alphabetic()).unwrap_or(text.len()));
        number.parse::<f64>().unwrap()
            * if unit == "us" {
                1e-6
            } else if unit == "ms" {
                1e-3
            } else {
                1.0
            }
    };
    let of = |server: &str, at: usize| {
        median(record.iter().filter(|line| line[0] == server).map(|line| seconds(&line[at])).collect())
    };
    let part = part("The site");
    let table = tables(&part).remove(0);
    assert_eq!(table.len(), 3);
    for (row, at) in table.iter().zip(1..) {
        check(row, &all(&[of("nginx", at), of("gridlore", at)]));
    }
    let times = format!("({:.2} times)", of("gridlore", 1) / of("nginx", 1));
    assert!(table[0][2].ends_with(&times), "{times}");
    // The fields are reads, within, 99, of 100 within, posts, seconds, and milliseconds to start.
    let line = record.iter().find(|line| line[0].contains(" reads ")).unwrap()[0].clone();
    let now: Vec<f64> =
        line.split(|sign: char| !sign.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect();
    let thousands = |number: f64| format!("{},{:03}", (number / 1e3).floor(), number % 1e3);
    let posts = now[now.len() - 3];
    for sentence in [
        format!("acknowledged {} reads and {} posts", thousands(now[0]), thousands(posts)),
        format!("took {:.1} s", now[now.len() - 1] / 1e3),
        format!("the median read took {:.1} s", now[1] / 1e6),
        format!("Each of the {:.0}0 saves per second", posts / 60.0 / 10.0),
        format!("one read in a hundred more than {:.1} s", now[4] / 1e6),
    ] {
        assert!(joined(&part).contains(&sentence), "expected: {sentence}");
    }
}

#[test]
fn the_table_of_logs_matches_the_record() {
    let record = record("2026-11-21/logs.tsv");
    let of = |program: &str, at: usize| {
        median(
            record.iter().filter(|line| line[0] == program).map(|line| line[at].parse().unwrap()).collect(),
        )
    };
    let ours = "gridlore, 1 threads, 1m.log";
    let names = [
        ours,
        "gridlore, 1 threads, all filters, 1m.log",
        "gridlore, 1 threads, 100,000 keys, 1m.log",
        "awk, 1m.log",
        "duckdb, 1 thread, 1m.log",
        "goaccess, 1m.log",
        "gridlore, 1 threads, 5m.log",
    ];
    let part = part("Access logs");
    let table = tables(&part).remove(0);
    assert_eq!(table.len(), names.len());
    for (row, name) in table.iter().zip(names) {
        let times = if name.contains("5m") { f64::NAN } else { of(name, 1) / of(ours, 1) };
        check(row, &all(&[of(name, 1), times, of(name, 3) / 1e3]));
    }
    let pair = |log: &str| [format!("gridlore, 2 threads, {log}"), format!("gridlore, 1 threads, {log}")];
    for log in ["5m.log", "1m.log"] {
        let [two, one] = pair(log).map(|name| of(&name, 2));
        let sentence = format!("{two:.2} s instead of {one:.2} s");
        assert!(joined(&part).contains(&sentence), "expected: {sentence}");
    }
    let page = std::fs::read_to_string(root().join("docs/logs.md")).unwrap();
    assert_eq!((252.9 / of(ours, 2) / 100.0).round(), 7.0, "megabytes a second");
    assert!(joined(&page).contains("`report` reads about 700 MB per second on one processor"));
    let essay = std::fs::read_to_string(root().join("docs/essays/who-came.md")).unwrap().replace('\n', " ");
    let [time, memory] = [1, 3].map(|at| of("duckdb, 1 thread, 1m.log", at) / of(ours, at));
    assert_eq!((time.round(), memory.round()), (13.0, 18.0));
    assert!(essay.contains("thirteen times as long for five simple ones, and eighteen times the memory"));
    assert!((0.31..0.36).contains(&of(ours, 1)) && essay.contains("a third of a second"));
}

#[test]
fn sentences_of_readme_and_compare_follow_from_their_records() {
    let record = record("2026-11-21/sudoku.tsv");
    let forms = self::record("2026-11-21/forms.tsv");
    let seventeen = |engine: &str, at: usize| -> f64 {
        let line = record.iter().find(|line| line[0] == "puzzles2_17_clue.gz" && line[5] == engine).unwrap();
        line[at].parse().unwrap()
    };
    let made = |engine: &str, at: usize| -> f64 {
        let line = forms.iter().find(|line| line[0] == "made puzzles" && line[1] == engine).unwrap();
        line[at].parse().unwrap()
    };
    let text = |name: &str| joined(&std::fs::read_to_string(root().join(name)).unwrap());
    let (readme, compare) = (text("README.md"), text("COMPARE.md"));
    for sentence in [
        format!("{:.1} million a second on one core", seventeen("lanes512", 7) / 1e6),
        format!("{:.1} times as fast as the crate `sudoku`", seventeen("lanes512", 8)),
        format!(
            "{:.1} microseconds, {:.1} times as fast",
            1e6 / seventeen("one by one", 7),
            seventeen("one by one", 8)
        ),
        format!("{:.0},000 a second", (made("ours", 3) / 1e3).floor()),
    ] {
        assert!(readme.contains(&sentence), "README.md, expected: {sentence}");
    }
    let grid = |at: usize, engine: &str| -> Vec<f64> {
        let lines = forms.iter().filter(|line| line[0].starts_with("canonical grids") && line[1] == engine);
        lines.map(|line| line[at].parse().unwrap()).collect()
    };
    let puzzles: Vec<f64> = forms
        .iter()
        .filter(|line| line[0].starts_with("canonical puzzles") && line[1] == "ours")
        .map(|line| line[3].parse().unwrap())
        .collect();
    let span = |mut numbers: Vec<f64>| {
        numbers.sort_by(f64::total_cmp);
        (numbers[0], numbers[numbers.len() - 1])
    };
    let (least, most) = span(grid(3, "ours"));
    let (less, more) = span(grid(4, "ours"));
    let (low, high) = span(puzzles);
    for sentence in [
        format!("{:.0},000 to {:.0},000 canonical forms of grids a second", least / 1e3, most / 1e3),
        format!("({less:.1} to {more:.1} times as many;"),
        format!("{:.0},000 to {:.0},000 canonical forms of puzzles a second", low / 1e3, high / 1e3),
        format!("{:.1}00 minimal puzzles a second", made("ours", 3) / 1e3).replace('.', ","),
        format!("the crate makes {:.1}00", made("sudoku 0.8", 3) / 1e3).replace('.', ","),
    ] {
        assert!(compare.contains(&sentence), "COMPARE.md, expected: {sentence}");
    }
}

/// Compares the table of docs/minimal-puzzles.md with the record. It gives the number of puzzles by
/// number of givens; each puzzle stands for as many puzzles as there are ways to choose its cells.
#[test]
fn the_table_of_minimal_puzzles_matches_the_record() {
    let page = std::fs::read_to_string(root().join("docs/minimal-puzzles.md")).unwrap();
    let table = tables(&page).remove(0);
    let counts: Vec<[f64; 2]> = record("2026-11-25/minimal-givens.tsv")
        .iter()
        .skip(1)
        .map(|line| [0, 1].map(|at| line[at].parse().unwrap()))
        .collect();
    assert_eq!(table.len(), counts.len());
    let ways = |givens: f64| {
        (0..81)
            .map(f64::from)
            .take_while(|&at| at < givens)
            .map(|at| (81.0 - at) / (at + 1.0))
            .product::<f64>()
    };
    let sum = |of: &dyn Fn(&[f64; 2]) -> f64| counts.iter().map(of).sum::<f64>();
    let (all, weights) = (sum(&|line| line[1]), sum(&|line| line[1] * ways(line[0])));
    assert_eq!(all, 3_000.0);
    for (row, line) in table.iter().zip(&counts) {
        let share = |text: &str| text.trim_end_matches('%').to_owned();
        let [came, weighted] = [line[1] / all, line[1] * ways(line[0]) / weights].map(|part| part * 100.0);
        assert_eq!(row[0], line[0].to_string());
        assert!(
            agrees(&share(&row[1]), came) && agrees(&share(&row[2]), weighted),
            "{row:?}: {came}, {weighted}"
        );
    }
    let mean = sum(&|line| line[0] * line[1] * ways(line[0])) / weights;
    let text = joined(&page);
    assert!(text.contains(&format!("is about {mean:.1}")), "{mean}");
    let forms = std::fs::read_to_string(root().join("bench/record/2026-11-21/forms.tsv")).unwrap();
    assert!(
        forms.contains("24.37 givens in the mean") && text.contains("that of a top-down generator is 24.4")
    );
}

/// Every section of COMPARE that contains figures names its record, and every named record exists.
#[test]
fn every_record_that_is_named_exists() {
    let path = Regex::new(r"bench/record/[0-9-]+(?:/[a-z-]+\.tsv)?").unwrap();
    let mut seen = 0;
    for (name, text) in documents() {
        for found in path.find_iter(&text) {
            assert!(root().join(found.as_str()).exists(), "{name}: {}", found.as_str());
            seen += 1;
        }
    }
    assert!(seen >= 12, "{seen}");
    let compare = std::fs::read_to_string(root().join("COMPARE.md")).unwrap();
    let is_figure = |cell: &String| cell.starts_with(|sign: char| sign.is_ascii_digit());
    let has_figures = |table: &Vec<Vec<String>>| table.iter().any(|row| row[1..].iter().any(is_figure));
    let count = compare.split("\n## ").flat_map(tables).filter(has_figures).count();
    assert_eq!(count, 14, "tables with figures, each with a test above");
    for part in compare.split("\n## ").skip(1) {
        let has_figures = tables(part).iter().any(has_figures);
        let heading = part.lines().next().unwrap();
        assert!(!has_figures || path.is_match(part), "{heading}: figures without a record");
        for row in tables(part).iter().flatten() {
            // Programs that are not in a registry were measured elsewhere.
            let elsewhere = ["c4", "tdoku", "sukaku-forge", "SukakuExplainer (Java)", "fsss2"];
            assert!(!elsewhere.iter().any(|peer| row[0].starts_with(peer)), "{heading}: {row:?}");
        }
    }
}

#[test]
fn cells_are_read_with_their_units() {
    assert!(agrees("1.24 ms", 0.001_236_57) && agrees("13,000", 13_260.29) && agrees("AVX2 32 ms", 0.0318));
    assert!(
        !agrees("25", 24.42) && !agrees("1.24 ms", 0.001_246) && agrees("52,285 (0.92 times)", 52_285.47)
    );
}
