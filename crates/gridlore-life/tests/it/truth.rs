//! Generations and populations on which other programs agree:
//! `../shared/data/life/ground-truth.tsv`.

use gridlore_life::{Hash, HashError, Oracle, Pattern, Rule, Tiles, parse};
use gridlore_testing::shared_data;
use std::io::Write;

struct Row {
    line: usize,
    pattern: String,
    rule: String,
    generations: u64,
    population: String,
}

/// Returns the rows, or none if the data is missing.
fn rows() -> Vec<Row> {
    let Some(file) = shared_data("life/ground-truth.tsv") else { return Vec::new() };
    let text = std::fs::read_to_string(&file).unwrap();
    let row = |(number, line): (usize, &str)| {
        let fields: Vec<&str> = line.split('\t').collect();
        Row {
            line: number + 1,
            pattern: fields[0].to_owned(),
            rule: fields[1].to_owned(),
            generations: fields[2].parse().unwrap(),
            population: fields[3].to_owned(),
        }
    };
    text.lines().enumerate().skip(1).map(row).collect()
}

fn pattern(row: &Row) -> Pattern {
    let file = shared_data("life/patterns").expect("next to the rows").join(&row.pattern);
    let text = if row.pattern.ends_with(".gz") {
        let output = std::process::Command::new("gzip").arg("-dc").arg(&file).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    } else {
        std::fs::read_to_string(&file).unwrap()
    };
    parse(&text).unwrap_or_else(|error| panic!("{}: {error}", row.pattern))
}

/// Checks the reference implementation on rows that take at most about a second.
#[test]
fn the_oracle_has_the_populations() {
    let (mut count, mut failures) = (0, Vec::new());
    for row in rows() {
        let pattern = pattern(&row);
        let rule = pattern.rule().unwrap_or_else(|error| panic!("{}: {error}", row.pattern));
        let stated = Rule::parse(&row.rule).unwrap();
        assert_eq!(rule.dynamics, stated.dynamics, "ground-truth.tsv:{}", row.line);
        let Ok(grid) = pattern.grid(20_000) else { continue };
        let most: u64 = row.population.parse().unwrap_or(u64::MAX);
        if (grid.population().saturating_add(most)).saturating_mul(row.generations) > 3_000_000 {
            continue;
        }
        let mut oracle = Oracle::new(&rule, &grid);
        for _ in 0..row.generations {
            oracle.step();
        }
        if oracle.population().to_string() != row.population {
            failures.push(format!(
                "ground-truth.tsv:{}: {} {}: {}",
                row.line,
                row.pattern,
                row.rule,
                oracle.population()
            ));
        }
        count += 1;
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let _ = writeln!(std::io::stderr(), "{count} rows checked with the reference implementation");
}

/// Checks the tiles on rows without too many generations or cells.
#[test]
fn tiles_have_the_populations() {
    let (mut count, mut failures) = (0, Vec::new());
    for row in rows() {
        let pattern = pattern(&row);
        let rule = pattern.rule().unwrap();
        let Ok(grid) = pattern.grid(10_000_000) else { continue };
        if grid.population().saturating_mul(row.generations) > 2_000_000_000 || row.generations > 30_000 {
            continue;
        }
        let mut tiles = Tiles::new(&rule, &grid);
        for _ in 0..row.generations {
            tiles.step();
        }
        if tiles.population().to_string() != row.population {
            failures.push(format!(
                "ground-truth.tsv:{}: {} {}: {}",
                row.line,
                row.pattern,
                row.rule,
                tiles.population()
            ));
        }
        count += 1;
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let _ = writeln!(std::io::stderr(), "{count} rows checked with tiles");
}

/// Checks HashLife on every topology that it supports.
#[test]
fn squares_have_the_populations() {
    let (mut count, mut failures) = (0, Vec::new());
    for row in rows() {
        let pattern = pattern(&row);
        let rule = pattern.rule().unwrap();
        let mut squares = match Hash::new(&rule, &pattern.cells, 1 << 30) {
            Ok(squares) => squares,
            Err(HashError::Edges) => continue,
            Err(error) => panic!("{}: {error}", row.pattern),
        };
        squares.run(row.generations).unwrap();
        if squares.population().to_string() != row.population {
            failures.push(format!(
                "ground-truth.tsv:{}: {} {}: {}",
                row.line,
                row.pattern,
                row.rule,
                squares.population()
            ));
        }
        count += 1;
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let _ = writeln!(std::io::stderr(), "{count} rows checked with HashLife");
}

/// A few bytes can specify a bounded grid whose edges would take gigabytes.
#[test]
fn grids_with_very_long_edges_are_refused() {
    use gridlore_life::{Cell, Cells, Engine, Grid, Rule, World};
    let mut grid = Grid::new();
    grid.set(Cell::new(0, 0), 1);
    let mut far = grid.clone();
    far.set(Cell::new(1 << 30, 0), 1);
    for (rule, grid, is_fine) in [
        ("B3/S23:T999999999,999999999", &grid, false),
        ("B3/S23:T999999,999999", &grid, true),
        ("B3/S23:T64000000,64000000", &grid, true),
        ("B3/S23:P999999999,999999999", &grid, true),
        ("B3/S23:K99999999*,99", &grid, false),
        ("B3/S23:T0,99", &grid, true),
        ("B3/S23:T0,99", &far, false),
    ] {
        let cells = Cells::Grid(grid.clone());
        let world = World::new(&cells, &Rule::parse(rule).unwrap(), 0, Engine::Auto, 1 << 30);
        assert_eq!(world.is_ok(), is_fine, "{rule}");
    }
}
