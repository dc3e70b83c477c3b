//! Writes f-puzzles links with compressed JSON.

use crate::draw::Texts;
use crate::fog;
use gridlore_sudoku_variants::build::{Unsaid, beyond_one_grid, outside_the_grid, regions_of, usual_regions};
use gridlore_sudoku_variants::constraint::{
    Cage, Clue, Constraint, Global, Line, Mark, Pair, Scope, Sets, Table, region_pieces,
};
use gridlore_sudoku_variants::{House, Puzzle, Shape};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The name of the format in error messages.
const FORMAT: &str = "f-puzzles";
/// A link without its data.
const LINK: &str = "https://www.f-puzzles.com/?load=";

/// Returns a puzzle as an f-puzzles link.
///
/// # Errors
/// Returns [`Unsaid`] for a constraint that f-puzzles cannot express.
pub fn to_f_puzzles(puzzle: &Puzzle) -> Result<String, Unsaid> {
    link(puzzle, &Texts::default())
}

/// Writes a link like [`to_f_puzzles`], with the title, the author and the rules in words.
pub(crate) fn link(puzzle: &Puzzle, texts: &Texts) -> Result<String, Unsaid> {
    let data = lz_str::compress_to_base64(&*json_with(puzzle, texts)?);
    Ok(format!("{LINK}{}", data.replace('+', "%2B")))
}

/// Returns a puzzle as the JSON of f-puzzles.
///
/// # Errors
/// Returns [`Unsaid`] for a constraint that f-puzzles cannot express.
pub fn to_f_puzzles_json(puzzle: &Puzzle) -> Result<String, Unsaid> {
    json_with(puzzle, &Texts::default())
}

fn json_with(puzzle: &Puzzle, texts: &Texts) -> Result<String, Unsaid> {
    let shape = puzzle.shape;
    let unsaid = |what: String| Unsaid { format: FORMAT, what };
    if let Some(what) = beyond_one_grid(puzzle) {
        return Err(unsaid(what));
    }
    if shape != Shape::square(shape.rows) {
        return Err(unsaid(format!("a grid of {shape}")));
    }
    if puzzle.variables > 0 {
        return Err(unsaid(outside_the_grid(puzzle)));
    }
    if !puzzle.constraints.contains(&Constraint::Global(Global::RowsAndColumns)) {
        return Err(unsaid("rows and columns in which digits repeat".to_owned()));
    }
    let mut writer = Writer {
        puzzle,
        shape,
        cells: vec![Map::new(); shape.cells()],
        keys: Vec::new(),
        is_fully_said: true,
    };
    writer.regions();
    if let Some(fog) = &texts.fog {
        if !fog.links.is_empty() {
            return Err(unsaid("fog links".to_owned()));
        }
        let lights = fog::members(&fog.lights, &shape);
        let cells = writer.names(&lights);
        writer.push("cage", json!({ "cells": cells, "value": "FOGLIGHT" }));
    }
    for constraint in &puzzle.constraints {
        writer.is_fully_said = true;
        writer.add(constraint);
        if !writer.is_fully_said {
            return Err(Unsaid::constraint(FORMAT, constraint, &shape));
        }
    }
    let rows: Vec<Value> = writer
        .cells
        .chunks(shape.columns)
        .map(|row| row.iter().cloned().map(Value::Object).collect())
        .collect();
    // The size comes first, as other programs expect.
    let mut text = format!("{{\"size\":{},\"grid\":{}", shape.rows, Value::Array(rows));
    let words = [("title", &texts.title), ("author", &texts.author), ("ruleset", &texts.rules)];
    let words = words.into_iter().filter(|(_, words)| !words.is_empty());
    let words = words.map(|(key, words)| (key, Value::from(words.as_str())));
    for (key, value) in words.chain(writer.keys) {
        text.push_str(&format!(",{}:{value}", Value::String(key.to_owned())));
    }
    Ok(text + "}")
}

struct Writer<'a> {
    puzzle: &'a Puzzle,
    shape: Shape,
    /// The entries of the cells.
    cells: Vec<Map<String, Value>>,
    keys: Vec<(&'static str, Value)>,
    /// Whether everything so far could be expressed.
    is_fully_said: bool,
}

impl Writer<'_> {
    fn fail(&mut self) {
        self.is_fully_said = false;
    }

    fn name(&self, cell: usize) -> Value {
        Value::String(self.shape.cell_name(cell).to_ascii_uppercase())
    }

    fn names(&self, cells: &[usize]) -> Value {
        cells.iter().map(|cell| self.name(*cell)).collect()
    }

    /// Adds an entry to the list of a key.
    fn push(&mut self, key: &'static str, entry: Value) {
        let at = self.keys.iter().position(|(other, _)| *other == key).unwrap_or_else(|| {
            self.keys.push((key, json!([])));
            self.keys.len() - 1
        });
        if let Value::Array(entries) = &mut self.keys[at].1
            && !entries.contains(&entry)
        {
            entries.push(entry);
        }
    }

    fn flag(&mut self, key: &'static str) {
        if !self.keys.iter().any(|(other, _)| *other == key) {
            self.keys.push((key, Value::Bool(true)));
        }
    }

    fn with_cells(&mut self, key: &'static str, cells: &[usize]) {
        let entry = json!({"cells": self.names(cells)});
        self.push(key, entry);
    }

    fn with_value(&mut self, key: &'static str, cells: &[usize], value: impl ToString) {
        let entry = json!({"cells": self.names(cells), "value": value.to_string()});
        self.push(key, entry);
    }

    fn all_regions(&self) -> &[Vec<usize>] {
        regions_of(self.puzzle)
    }

    /// Writes the region of each cell if the regions are not the usual boxes.
    fn regions(&mut self) {
        let usual = usual_regions(&self.shape, None);
        let regions = self.all_regions().to_vec();
        if regions.starts_with(&usual) && (regions.is_empty() || !usual.is_empty()) {
            regions[usual.len()..].iter().for_each(|cells| self.with_cells("extraregion", cells));
            return;
        }
        for (number, region) in regions.iter().enumerate() {
            if region.iter().any(|cell| self.cells[*cell].contains_key("region")) {
                // The region overlaps an earlier one.
                self.with_cells("extraregion", region);
                continue;
            }
            for cell in region {
                self.cells[*cell].insert("region".to_owned(), json!(number));
            }
        }
        for cell in &mut self.cells {
            cell.entry("region").or_insert(Value::Null);
        }
    }

    fn add(&mut self, constraint: &Constraint) {
        match constraint {
            Constraint::Cell(mark, cell) => self.cell(mark, *cell),
            Constraint::Pair(pair, cells) => self.pair(*pair, *cells),
            Constraint::Line(line, cells) => self.line(*line, cells),
            Constraint::Arrow { circle, shaft } => self.arrow(circle, shaft),
            Constraint::Cage(cage, cells) => self.cage(cage, cells),
            Constraint::Sets(sets, groups) => self.sets(*sets, groups),
            Constraint::Clue(clue, cells) => self.clue(*clue, cells),
            Constraint::Global(global) => self.global(global),
            Constraint::Sum(sum) => match sum.terms[..] {
                [(1, one), (1, other)] => self.pair(Pair::Sum(sum.total), [one, other]),
                _ => self.fail(),
            },
            Constraint::Table(table, cells) => self.table(table, cells),
            Constraint::Either(alternatives) => self.either(alternatives),
            Constraint::FullRank(_)
            | Constraint::Region(_)
            | Constraint::Connected(_)
            | Constraint::Words(..) => self.fail(),
        }
    }

    /// Writes a table of pairs if it is one of the relations that have a name.
    fn table(&mut self, table: &Table, cells: &[usize]) {
        let shape = self.shape;
        let is = |test: &dyn Fn(i32, i32) -> bool| {
            let values = || shape.lowest..=shape.highest();
            let row = |one: i32| {
                values().filter(|other| test(one, *other)).fold(0, |all, other| all | shape.set_of(other))
            };
            values().map(row).eq(table.rows.iter().copied())
        };
        match (table.scope, cells) {
            (Scope::All, cells) if is(&|one, other| one != other) => self.cage(&Cage::AllDifferent, cells),
            (Scope::All, cells) if is(&|one, other| (one - other).abs() > 1) => {
                self.line(Line::Nabner, cells)
            }
            (Scope::Neighbours, cells) if is(&|one, other| one <= other) => {
                self.line(Line::SlowThermometer, cells);
            }
            (Scope::Neighbours, cells) if is(&|one, other| one < other) => {
                self.line(Line::Thermometer, cells)
            }
            (Scope::Neighbours, &[one, other]) => {
                let numbers = 1..=shape.highest();
                let kinds = numbers.flat_map(|number| [Pair::Difference(number), Pair::Ratio(number)]);
                let found = kinds.into_iter().find(|kind| is(&|one, other| kind.is_satisfied(one, other)));
                match found {
                    Some(kind) => self.pair(kind, [one, other]),
                    None => self.fail(),
                }
            }
            _ => self.fail(),
        }
    }

    /// Writes alternatives if they are the sums of one cage.
    fn either(&mut self, alternatives: &[Vec<Constraint>]) {
        let mut sums = Vec::new();
        let mut common: Option<&[usize]> = None;
        for inner in alternatives {
            match &inner[..] {
                [Constraint::Cage(Cage::Killer(Some(sum)), cells)]
                    if common.is_none_or(|common| common == cells) =>
                {
                    common = Some(cells);
                    sums.push(*sum);
                }
                _ => return self.fail(),
            }
        }
        match common {
            Some(cells) => self.cage(&Cage::KillerOneOf(sums), cells),
            None => self.fail(),
        }
    }

    fn cell(&mut self, mark: &Mark, cell: usize) {
        let key = match mark {
            Mark::Given(value) if !self.cells[cell].contains_key("value") => {
                self.cells[cell].insert("value".to_owned(), json!(value));
                self.cells[cell].insert("given".to_owned(), json!(true));
                return;
            }
            Mark::Given(value) => return self.candidates(cell, &[*value]),
            Mark::Candidates(values) => return self.candidates(cell, values),
            Mark::Odd => "odd",
            Mark::Even => "even",
            Mark::Minimum(_) => "minimum",
            Mark::Maximum(_) => "maximum",
            Mark::ColumnIndexer => return self.with_cells("columnindexer", &[cell]),
            Mark::RowIndexer => return self.with_cells("rowindexer", &[cell]),
            Mark::BoxIndexer(cells) => {
                let own = self.all_regions().iter().find(|region| region.contains(&cell));
                return if own == Some(cells) { self.with_cells("boxindexer", &[cell]) } else { self.fail() };
            }
        };
        if let Mark::Minimum(exempt) | Mark::Maximum(exempt) = mark {
            // Exactly the neighbours with the same mark are exempt.
            let is_same = |other: &usize| {
                self.puzzle.constraints.iter().any(|one| match one {
                    Constraint::Cell(found, at) => {
                        at == other && std::mem::discriminant(found) == std::mem::discriminant(mark)
                    }
                    _ => false,
                })
            };
            let around = self.shape.neighbours().filter_map(|(one, other)| match cell {
                _ if cell == one => Some(other),
                _ if cell == other => Some(one),
                _ => None,
            });
            let wanted: BTreeSet<usize> = around.filter(is_same).collect();
            if wanted != exempt.iter().copied().collect() {
                self.fail();
            }
        }
        let entry = json!({"cell": self.name(cell)});
        self.push(key, entry);
    }

    fn candidates(&mut self, cell: usize, values: &[i32]) {
        let old = self.cells[cell].get("givenPencilMarks").and_then(Value::as_array).cloned();
        let values: Vec<Value> = values
            .iter()
            .map(|value| json!(value))
            .filter(|value| old.as_ref().is_none_or(|old| old.contains(value)))
            .collect();
        if values.is_empty() {
            // An empty list would have no meaning.
            return self.fail();
        }
        self.cells[cell].insert("givenPencilMarks".to_owned(), Value::Array(values));
    }

    fn pair(&mut self, pair: Pair, cells: [usize; 2]) {
        let [one, other] = cells;
        if !self.shape.neighbours().any(|found| found == (one.min(other), one.max(other))) {
            return match pair {
                Pair::Greater => self.line(Line::Thermometer, &[other, one]),
                _ => self.fail(),
            };
        }
        match pair {
            Pair::Difference(1) => self.with_cells("difference", &cells),
            Pair::Difference(by) => self.with_value("difference", &cells, by),
            Pair::Ratio(2) => self.with_cells("ratio", &cells),
            Pair::Ratio(by) => self.with_value("ratio", &cells, by),
            Pair::Sum(10) => self.with_value("xv", &cells, "X"),
            Pair::Sum(5) => self.with_value("xv", &cells, "V"),
            Pair::Sum(total) => self.with_value("xv", &cells, total),
            Pair::Greater => self.line(Line::Thermometer, &[other, one]),
        }
    }

    fn line(&mut self, line: Line, cells: &[usize]) {
        let (key, value) = match line {
            Line::Thermometer => ("thermometer", None),
            Line::SlowThermometer => ("slowthermometer", None),
            Line::Whisper(apart) => ("whispers", Some(apart)),
            Line::Renban => ("renban", None),
            Line::Nabner => ("nabner", None),
            Line::Modular(3) => ("modularline", None),
            Line::Modular(modulus) => ("modularline", Some(modulus)),
            Line::Entropic => ("entropicline", None),
            Line::Palindrome => ("palindrome", None),
            Line::Zipper => ("zipperline", None),
            Line::Between => ("betweenline", None),
            Line::DoubleArrow => ("doublearrow", None),
            Line::Lockout(_) | Line::Sum(_) | Line::SumLoop(_) | Line::ValueIndexing => return self.fail(),
        };
        let mut entry = json!({"lines": [self.names(cells)]});
        if let Some(value) = value {
            entry["value"] = json!(value.to_string());
        }
        self.push(key, entry);
    }

    fn arrow(&mut self, circle: &[usize], shaft: &[usize]) {
        // A shaft starts in the circle, at the cell that touches it.
        let touches = |cell: &&usize| {
            let first = shaft.first().copied().unwrap_or(**cell);
            let ((row, column), (down, right)) = (self.shape.place(**cell), self.shape.place(first));
            row.abs_diff(down) <= 1 && column.abs_diff(right) <= 1
        };
        let Some(start) = circle.iter().rev().find(touches).or(circle.last()) else { return self.fail() };
        let line = [&[*start], shaft].concat();
        let entry = json!({"lines": [self.names(&line)], "cells": self.names(circle)});
        self.push("arrow", entry);
    }

    fn cage(&mut self, cage: &Cage, cells: &[usize]) {
        match cage {
            Cage::Killer(None) => self.with_cells("killercage", cells),
            Cage::Killer(Some(total)) => self.with_value("killercage", cells, total),
            Cage::KillerOneOf(totals) if !totals.is_empty() => {
                let totals: Vec<String> = totals.iter().map(ToString::to_string).collect();
                self.with_value("cage", cells, totals.join(","));
            }
            Cage::AllDifferent => self.with_cells("extraregion", cells),
            Cage::Quadruple(values) | Cage::Contains(values) if self.is_square(cells) => {
                let entry = json!({"cells": self.names(cells), "values": values});
                self.push("quadruple", entry);
            }
            _ => self.fail(),
        }
    }

    fn is_square(&self, cells: &[usize]) -> bool {
        let mut sorted = cells.to_vec();
        sorted.sort_unstable();
        sorted.first().and_then(|first| self.shape.square_at(*first)) == Some(sorted)
    }

    fn sets(&mut self, sets: Sets, groups: &[Vec<usize>]) {
        match sets {
            Sets::RegionSumLine if region_pieces(&groups.concat(), self.all_regions()) == groups => {
                let entry = json!({"lines": [self.names(&groups.concat())]});
                self.push("regionsumline", entry);
            }
            Sets::Clone => self.clones(groups),
            // Groups of one cell with the same values are equal.
            Sets::SameValues if groups.iter().all(|cells| cells.len() == 1) => self.clones(groups),
            _ => self.fail(),
        }
    }

    fn clones(&mut self, groups: &[Vec<usize>]) {
        for pair in groups.windows(2) {
            let entry = json!({"cells": self.names(&pair[0]), "cloneCells": self.names(&pair[1])});
            self.push("clone", entry);
        }
    }

    fn clue(&mut self, clue: Clue, cells: &[usize]) {
        let key = match clue {
            Clue::LittleKiller(total) => return self.little_killer(total, cells),
            Clue::Sandwich(_) => "sandwichsum",
            Clue::XSum(_) => "xsum",
            Clue::Skyscraper(_) => "skyscraper",
            Clue::HiddenSkyscraper(_) | Clue::NumberedRoom(_) => return self.fail(),
        };
        let Some((house, is_reversed)) = self.shape.line_of(cells) else { return self.fail() };
        let outside = if is_reversed { self.shape.rows + 1 } else { 0 };
        let name = match house {
            House::Row(row) => format!("R{}C{outside}", row + 1),
            House::Column(column) => format!("R{outside}C{}", column + 1),
        };
        self.push(key, json!({"cell": name, "value": clue.number().to_string()}));
    }

    fn little_killer(&mut self, total: i32, cells: &[usize]) {
        let Some(first) = cells.first() else { return self.fail() };
        let (row, column) = self.shape.place(*first);
        let (row, column) = (row.cast_signed(), column.cast_signed());
        let directions = [("DR", 1, 1), ("DL", 1, -1), ("UR", -1, 1), ("UL", -1, -1)];
        let fits = |(_, down, right): &(&str, isize, isize)| {
            let run = (0..).map_while(|step| self.shape.cell(row + down * step, column + right * step));
            self.shape.cell(row - down, column - right).is_none() && run.eq(cells.iter().copied())
        };
        let Some((name, down, right)) = directions.into_iter().find(fits) else { return self.fail() };
        let cell = format!("R{}C{}", row - down + 1, column - right + 1);
        let entry = json!({
            "cell": cell,
            "cells": self.names(cells),
            "direction": name,
            "value": total.to_string(),
        });
        self.push("littlekillersum", entry);
    }

    fn global(&mut self, global: &Global) {
        match global {
            // The grid already implies these.
            Global::RowsAndColumns | Global::Grids(_) | Global::Regions(_) => {}
            Global::Diagonal { is_rising: true } => self.flag("diagonal+"),
            Global::Diagonal { is_rising: false } => self.flag("diagonal-"),
            Global::Windows(groups) => groups.iter().for_each(|cells| self.with_cells("extraregion", cells)),
            Global::DisjointGroups(groups) => {
                if *global == Global::disjoint_groups(self.all_regions()) {
                    self.flag("disjointgroups");
                } else {
                    groups.iter().for_each(|cells| self.with_cells("extraregion", cells));
                }
            }
            Global::AntiLeaper(1, 2) => self.flag("antiknight"),
            Global::AntiLeaper(1, 1) => self.flag("antiking"),
            Global::Negative { pairs, exempt } => self.negative(pairs, exempt),
            Global::AntiLeaper(..)
            | Global::AntiTaxicab
            | Global::Entropy
            | Global::Mod
            | Global::DutchFlatmates
            | Global::Doppelganger { .. }
            | Global::ChaosConstruction { .. } => self.fail(),
        }
    }

    /// Writes a negative constraint if the exempt pairs are those that f-puzzles exempts.
    fn negative(&mut self, pairs: &[Pair], exempt: &[[usize; 2]]) {
        let (mut dots, mut sums) = (BTreeSet::new(), BTreeSet::new());
        let (mut differences, mut ratios) = (BTreeSet::from([1]), BTreeSet::new());
        for constraint in &self.puzzle.constraints {
            let Constraint::Pair(pair, [one, other]) = constraint else { continue };
            let cells = [*one.min(other), *one.max(other)];
            match pair {
                Pair::Difference(by) => {
                    dots.insert(cells);
                    differences.insert(*by);
                }
                Pair::Ratio(by) => {
                    dots.insert(cells);
                    ratios.insert(*by);
                }
                Pair::Sum(_) => {
                    sums.insert(cells);
                }
                Pair::Greater => {}
            }
        }
        if ratios.is_empty() {
            ratios.insert(2);
        }
        let of = |test: &dyn Fn(&Pair) -> Option<i32>| -> BTreeSet<i32> {
            pairs.iter().filter_map(test).collect()
        };
        let by_difference = of(&|pair| if let Pair::Difference(by) = pair { Some(*by) } else { None });
        let by_ratio = of(&|pair| if let Pair::Ratio(by) = pair { Some(*by) } else { None });
        let by_sum = of(&|pair| if let Pair::Sum(total) = pair { Some(*total) } else { None });
        let exempt: BTreeSet<[usize; 2]> = exempt.iter().copied().collect();
        let is_known = pairs.iter().all(|pair| *pair != Pair::Greater)
            && (by_difference.is_empty()
                || by_difference == BTreeSet::from([1])
                || by_difference == differences)
            && (by_ratio.is_empty() || by_ratio == ratios)
            && (by_sum.is_empty() || by_sum == BTreeSet::from([5, 10]))
            && (by_sum.is_empty() || exempt == sums)
            && (by_difference.is_empty() && by_ratio.is_empty() || exempt == dots);
        if !is_known {
            return self.fail();
        }
        if by_difference == BTreeSet::from([1]) {
            self.flag("nonconsecutive");
        } else if !by_difference.is_empty() {
            self.push("negative", json!("difference"));
        }
        if !by_ratio.is_empty() {
            self.push("negative", json!("ratio"));
        }
        if !by_sum.is_empty() {
            self.push("negative", json!("xv"));
        }
    }
}
