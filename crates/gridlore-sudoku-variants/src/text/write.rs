//! Writes text blocks.

use super::{
    ABSENT, CHAOS, CLUES, GLOBALS, LINES, MARKS, NUMBERED_LINES, PAIRS, numbered_word_of, relation_words,
    share_an_edge, word_of,
};
use crate::build::{Unsaid, regions_of, usual_regions_of};
use crate::constraint::{
    Cage, Clue, ConnectedValues, Constraint, Counted, Global, Line, Mark, Pair, RegionClue, Scope, Sets,
    Table, Words, region_pieces, windows,
};
use crate::grid::outside;
use crate::label::encoded;
use crate::notation::automaton_data;
use crate::puzzle::Puzzle;
use crate::rule::{Area, FullRank, Ties};
use crate::shape::{House, Shape};

/// The name of the format in error messages.
const FORMAT: &str = "a text block";
/// The characters that stand for regions.
const SIGNS: &str = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Returns a puzzle as a text block.
///
/// # Errors
/// Returns [`Unsaid`] for a constraint that a text block cannot express.
pub fn to_text(puzzle: &Puzzle) -> Result<String, Unsaid> {
    let writer = Writer { puzzle, regions: regions_of(puzzle) };
    let (head, used) = writer.head();
    let rest: Vec<Constraint> = (0..puzzle.constraints.len())
        .filter(|at| !used.contains(at))
        .map(|at| puzzle.constraints[at].clone())
        .collect();
    Ok(head + &writer.list(&rest, "")?)
}

struct Writer<'a> {
    puzzle: &'a Puzzle,
    regions: &'a [Vec<usize>],
}

fn spaced<T: ToString>(items: &[T]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Returns a label in quotation marks, with special characters escaped, followed by a blank.
fn quoted(label: &str) -> String {
    let label = encoded(label, |sign| !sign.is_ascii_control() && !b"\"#;:".contains(&sign));
    if label.is_empty() { String::new() } else { format!("\"{label}\" ") }
}

impl Writer<'_> {
    fn shape(&self) -> &Shape {
        &self.puzzle.shape
    }

    fn cells(&self, cells: &[usize]) -> String {
        cells.iter().map(|cell| self.shape().cell_name(*cell)).collect::<Vec<_>>().join(" ")
    }

    /// Returns the names of cells in ascending order, with ranges for adjacent cells of a row.
    fn runs(&self, cells: &[usize]) -> String {
        let is_next =
            |one: &usize, other: &usize| one + 1 == *other && !other.is_multiple_of(self.shape().columns);
        let runs = cells.chunk_by(is_next).map(|run| {
            let name = self.shape().cell_name(run[0]);
            let (_, last) = self.shape().place(run[run.len() - 1]);
            if run.len() > 1 { format!("{name}-{}", last + 1) } else { name }
        });
        runs.collect::<Vec<_>>().join(" ")
    }

    fn groups(&self, groups: &[Vec<usize>]) -> String {
        groups.iter().map(|cells| self.cells(cells)).collect::<Vec<_>>().join(" | ")
    }

    /// Returns the settings and the givens, and the indices of the constraints that they express.
    fn head(&self) -> (String, Vec<usize>) {
        let shape = self.shape();
        let mut text = format!("size {}x{}\n", shape.rows, shape.columns);
        let grids = self.puzzle.grids();
        for same in grids.chunk_by(|one, other| (one.rows, one.columns) == (other.rows, other.columns)) {
            let cells: Vec<usize> = same.iter().map(|grid| grid.first(shape)).collect();
            text.push_str(&format!("grids {}x{}: {}\n", same[0].rows, same[0].columns, self.cells(&cells)));
        }
        let side = grids.iter().map(|grid| grid.rows.max(grid.columns)).max();
        if (shape.lowest, shape.values) != (1, side.unwrap_or_else(|| shape.rows.max(shape.columns))) {
            text.push_str(&format!("values {}-{}\n", shape.lowest, shape.highest()));
        }
        let outside = outside(shape, grids);
        let holes: Vec<usize> = (0..shape.cells())
            .filter(|cell| shape.is_absent(*cell) && (grids.is_empty() || !outside.contains(*cell)))
            .collect();
        if !holes.is_empty() {
            text.push_str(&format!("absent: {}\n", self.runs(&holes)));
        }
        // The variables of a chaos construction are the last ones.
        let regions = if self.puzzle.constraints.iter().any(is_chaos) { shape.cells() } else { 0 };
        if self.puzzle.variables > regions {
            text.push_str(&format!("variables {}\n", self.puzzle.variables - regions));
        }
        let has_lines = self.puzzle.constraints.contains(&Constraint::Global(Global::RowsAndColumns));
        if !has_lines && grids.is_empty() {
            text.push_str("no rows and columns\n");
        }
        let usual = usual_regions_of(shape, grids);
        if self.regions != usual {
            text.push_str(&self.region_line());
        }
        let mut givens = vec![None; shape.cells()];
        let mut used = Vec::new();
        for (at, constraint) in self.puzzle.constraints.iter().enumerate() {
            match constraint {
                Constraint::Global(Global::RowsAndColumns | Global::Regions(_)) => used.push(at),
                Constraint::Global(Global::Grids(own)) if own == grids && !has_lines => used.push(at),
                Constraint::Cell(Mark::Given(value), cell)
                    if givens.get(*cell) == Some(&None) && shape.set_of(*value) != 0 =>
                {
                    givens[*cell] = Some(*value);
                    used.push(at);
                }
                _ => {}
            }
        }
        if givens.iter().any(Option::is_some) {
            let sign = |(cell, value): (usize, &Option<i32>)| match value {
                Some(value) => value.to_string(),
                None if shape.is_absent(cell) => ABSENT.to_owned(),
                None => ".".to_owned(),
            };
            let gap = if shape.highest() > 9 { " " } else { "" };
            let signs: Vec<String> = givens.iter().enumerate().map(sign).collect();
            for row in signs.chunks(shape.columns) {
                text.push_str(&row.join(gap));
                text.push('\n');
            }
        }
        (text, used)
    }

    fn region_line(&self) -> String {
        if self.regions.is_empty() {
            return "no boxes\n".to_owned();
        }
        let mut layout = vec!['.'; self.shape().cells()];
        for (region, sign) in self.regions.iter().zip(SIGNS.chars()) {
            region.iter().for_each(|cell| layout[*cell] = sign);
        }
        let is_layout = self.regions.len() <= SIGNS.len()
            && layout.iter().filter(|sign| **sign != '.').count() == self.regions.iter().map(Vec::len).sum()
            && self.regions.iter().all(|region| region.is_sorted());
        if !is_layout {
            return format!("regions: {}\n", self.groups(self.regions));
        }
        let rows: Vec<String> = layout.chunks(self.shape().columns).map(|row| row.iter().collect()).collect();
        format!("regions: {}\n", rows.join("/"))
    }

    /// Returns the lines of constraints that must all hold.
    fn list(&self, constraints: &[Constraint], indent: &str) -> Result<String, Unsaid> {
        let mut text = String::new();
        let mut rest = constraints;
        while let [constraint, others @ ..] = rest {
            rest = others;
            if let Constraint::Either(alternatives) = constraint {
                for (at, inner) in alternatives.iter().enumerate() {
                    text.push_str(&format!("{indent}{}\n", if at == 0 { "either" } else { "or" }));
                    text.push_str(&self.list(inner, &format!("{indent}  "))?);
                }
                if alternatives.is_empty() {
                    return Err(Unsaid::constraint(FORMAT, constraint, self.shape()));
                }
                text.push_str(&format!("{indent}end\n"));
                continue;
            }
            if let Constraint::FullRank(ranks) = constraint {
                let lines = self.ranks(ranks);
                let lines = lines.ok_or_else(|| Unsaid::constraint(FORMAT, constraint, self.shape()))?;
                lines.iter().for_each(|line| text.push_str(&format!("{indent}{line}\n")));
                continue;
            }
            // Consecutive marks of the same kind share a line.
            if let Constraint::Cell(mark, cell) = constraint
                && let Some(word) = word_of(&MARKS, mark)
            {
                let mut cells = vec![*cell];
                while let [Constraint::Cell(next, cell), others @ ..] = rest
                    && next == mark
                {
                    cells.push(*cell);
                    rest = others;
                }
                text.push_str(&format!("{indent}{word}: {}\n", self.cells(&cells)));
                continue;
            }
            let line = self.line(constraint);
            let line = line.ok_or_else(|| Unsaid::constraint(FORMAT, constraint, self.shape()))?;
            text.push_str(&format!("{indent}{line}\n"));
        }
        Ok(text)
    }

    fn line(&self, constraint: &Constraint) -> Option<String> {
        Some(match constraint {
            Constraint::Cell(mark, cell) => self.cell(mark, *cell)?,
            Constraint::Pair(pair, cells) => {
                // Dots, X and V are marks between neighbours.
                let relation = relation_words(*pair).filter(|_| !share_an_edge(self.shape(), *cells));
                format!("{}: {}", relation.or_else(|| pair_words(*pair))?, self.cells(cells))
            }
            Constraint::Line(line, cells) => format!("{}: {}", line_words(*line)?, self.cells(cells)),
            Constraint::Arrow { circle, shaft } => {
                format!("arrow: {} = {}", self.cells(circle), self.cells(shaft))
            }
            Constraint::Cage(cage, cells) => self.cage(cage, cells)?,
            Constraint::Sets(sets, groups) => {
                let is_usual =
                    *sets == Sets::RegionSumLine && region_pieces(&groups.concat(), self.regions) == *groups;
                let cells = if is_usual { self.cells(&groups.concat()) } else { self.groups(groups) };
                format!("{}: {cells}", constraint.name())
            }
            Constraint::Clue(clue, cells) => {
                let word = numbered_word_of(&CLUES, clue, clue.number())?;
                let is_diagonal = matches!(clue, Clue::LittleKiller(_));
                let line = if is_diagonal { None } else { self.house(cells) };
                format!("{word} {}: {}", clue.number(), line.unwrap_or_else(|| self.cells(cells)))
            }
            Constraint::Global(global) => self.global(global)?,
            Constraint::Sum(sum) => {
                let term = |(times, cell): &(i32, usize)| {
                    let name = self.shape().cell_name(*cell);
                    match times {
                        1 => name,
                        -1 => format!("-{name}"),
                        times => format!("{times}*{name}"),
                    }
                };
                let terms: Vec<String> = sum.terms.iter().map(term).collect();
                format!("sum {}: {}", sum.total, terms.join(" "))
            }
            Constraint::Table(table, cells) => {
                format!("{}: {}", self.table(table), self.cells(cells))
            }
            Constraint::Words(Words { label, pattern: Some(pattern), .. }, cells) => {
                // These characters would end the line.
                if pattern.contains([':', ';', '#', '\n']) || pattern.starts_with('"') {
                    return None;
                }
                format!("regular expression {}{pattern}: {}", quoted(label), self.cells(cells))
            }
            Constraint::Words(words, cells) => {
                let data = automaton_data(&words.automaton, self.shape().values);
                format!("automaton {}{data}: {}", quoted(&words.label), self.cells(cells))
            }
            Constraint::Region(clue) => self.region_clue(clue),
            Constraint::Connected(connected) => self.connected(connected)?,
            Constraint::FullRank(_) | Constraint::Either(_) => return None,
        })
    }

    fn cell(&self, mark: &Mark, cell: usize) -> Option<String> {
        let name = self.shape().cell_name(cell);
        Some(match mark {
            Mark::Given(value) => format!("given {value}: {name}"),
            Mark::Candidates(values) if !values.is_empty() => {
                format!("candidates {}: {name}", spaced(values))
            }
            Mark::Minimum(exempt) | Mark::Maximum(exempt) => {
                let word = if matches!(mark, Mark::Minimum(_)) { "minimum" } else { "maximum" };
                let except =
                    if exempt.is_empty() { String::new() } else { format!(" except {}", self.cells(exempt)) };
                format!("{word}: {name}{except}")
            }
            Mark::BoxIndexer(cells) => {
                let own = self.regions.iter().find(|region| region.contains(&cell));
                let of =
                    if own == Some(cells) { String::new() } else { format!(" of {}", self.cells(cells)) };
                format!("box indexer: {name}{of}")
            }
            _ => return None,
        })
    }

    fn cage(&self, cage: &Cage, cells: &[usize]) -> Option<String> {
        let names = self.cells(cells);
        Some(match cage {
            Cage::Killer(None) => format!("cage: {names}"),
            Cage::Killer(Some(total)) => format!("cage {total}: {names}"),
            Cage::KillerOneOf(totals) if totals.len() > 1 => {
                let totals: Vec<String> = totals.iter().map(ToString::to_string).collect();
                format!("cage {}: {names}", totals.join("/"))
            }
            // A list of sums with one entry is still a list.
            Cage::KillerOneOf(totals) if totals.len() == 1 => format!("cage {}/: {names}", totals[0]),
            Cage::KillerOneOf(_) => return None,
            Cage::AllDifferent => format!("all different: {names}"),
            Cage::Rellik(total) => format!("rellik cage {total}: {names}"),
            Cage::Equality => format!("equality cage: {names}"),
            Cage::Lunchbox(total) => format!("lunchbox {total}: {names}"),
            Cage::Quadruple(values) => format!("quadruple {}: {names}", spaced(values)),
            Cage::Contains(values) => format!("contains {}: {names}", spaced(values)),
            Cage::ContainsExactly(values) => format!("contains exactly {}: {names}", spaced(values)),
            Cage::LookAndSay(counts) => {
                let counts: Vec<String> =
                    counts.iter().map(|(count, value)| format!("{count}x{value}")).collect();
                format!("look-and-say cage {}: {names}", counts.join(" "))
            }
            Cage::CountingCircles => format!("counting circles: {names}"),
            Cage::CountDistinct => {
                let (first, others) = cells.split_first()?;
                format!(
                    "count of different digits: {} = {}",
                    self.shape().cell_name(*first),
                    self.cells(others)
                )
            }
        })
    }

    /// Returns `row 1`, or `row 1 from the right`.
    fn house(&self, cells: &[usize]) -> Option<String> {
        let (house, is_reversed) = self.shape().line_of(cells)?;
        Some(match house {
            House::Row(row) => format!("row {}{}", row + 1, if is_reversed { " from the right" } else { "" }),
            House::Column(column) => {
                format!("column {}{}", column + 1, if is_reversed { " from the bottom" } else { "" })
            }
        })
    }

    fn global(&self, global: &Global) -> Option<String> {
        if let Some(word) = word_of(&GLOBALS, global) {
            return Some(word.to_owned());
        }
        Some(match global {
            Global::Windows(groups) if *groups == windows(self.shape()) => "windoku".to_owned(),
            Global::Windows(groups) => format!("windoku: {}", self.groups(groups)),
            Global::DisjointGroups(_) if *global == Global::disjoint_groups(self.regions) => {
                "disjoint groups".to_owned()
            }
            Global::DisjointGroups(groups) => format!("disjoint groups: {}", self.groups(groups)),
            Global::Doppelganger { first } => {
                let number = first - self.shape().cells() + 1;
                format!("doppelganger: v{number}-{}", number + 3 * self.shape().rows - 1)
            }
            Global::ChaosConstruction { .. } => CHAOS.to_owned(),
            Global::AntiLeaper(one, other) => format!("anti-leaper {one} {other}"),
            Global::Negative { pairs, exempt } => {
                let words: Vec<String> = pairs.iter().map(|pair| pair_words(*pair)).collect::<Option<_>>()?;
                let pairs: Vec<Vec<usize>> = exempt.iter().map(|pair| pair.to_vec()).collect();
                let except =
                    if pairs.is_empty() { String::new() } else { format!(": {}", self.groups(&pairs)) };
                format!("negative {}{except}", words.join(", "))
            }
            _ => return None,
        })
    }

    fn region_clue(&self, clue: &RegionClue) -> String {
        let from = |cells: &[usize]| self.cells(&[&[clue.start], cells].concat());
        let (word, cells) = match &clue.counted {
            Counted::Among(cells) => ("region count", from(cells)),
            Counted::Along(arms) if arms.is_empty() => ("region arrow", from(&[])),
            Counted::Along(arms) => {
                ("region arrow", arms.iter().map(|arm| from(arm)).collect::<Vec<_>>().join(" | "))
            }
        };
        let others = if clue.skips { " of others" } else { "" };
        format!("{word}{others}: {} = {cells}", self.shape().cell_name(clue.total))
    }

    fn connected(&self, connected: &ConnectedValues) -> Option<String> {
        let Area { first, rows, columns } = connected.area;
        let size = connected.size.map_or_else(String::new, |size| format!("{size} cells "));
        let text = format!("connected {size}{}", spaced(&connected.values));
        let shape = self.shape();
        if connected.area == (Area { first: 0, rows: shape.rows, columns: shape.columns }) {
            return Some(text);
        }
        let number = first.checked_sub(shape.cells())? + 1;
        Some(format!("{text}: v{number}-{} in {columns} columns", number + rows * columns - 1))
    }

    fn ranks(&self, ranks: &FullRank) -> Option<Vec<String>> {
        if ranks.numbers != FullRank::usual_numbers(self.shape()) {
            return None;
        }
        let mut lines = Vec::new();
        for (number, rank) in &ranks.clues {
            lines.push(format!("full rank {rank}: {}", self.house(ranks.numbers.get(*number)?)?));
        }
        if ranks.ties != Ties::Unclued || lines.is_empty() {
            lines.push(format!("full rank ties {}", ranks.ties.name()));
        }
        Some(lines)
    }

    fn table(&self, table: &Table) -> String {
        let shape = self.shape();
        let sign = |bit: usize| {
            u32::try_from(shape.value(bit))
                .ok()
                .and_then(|value| char::from_digit(value, 36))
                .map_or('?', |sign| sign.to_ascii_uppercase())
        };
        let row = |row: &u32| -> String {
            let signs: String = (0..shape.values).filter(|bit| row >> bit & 1 == 1).map(sign).collect();
            if signs.is_empty() { "-".to_owned() } else { signs }
        };
        let rows: Vec<String> = table.rows.iter().map(row).collect();
        let word = if table.scope == Scope::All { "all pairs" } else { "pairs" };
        format!("{word} {}{}", quoted(&table.label), rows.join("/"))
    }
}

const fn is_chaos(constraint: &Constraint) -> bool {
    matches!(constraint, Constraint::Global(Global::ChaosConstruction { .. }))
}

fn line_words(line: Line) -> Option<String> {
    if let Some(word) = word_of(&LINES, &line) {
        return Some(word.to_owned());
    }
    let (Line::Whisper(number)
    | Line::Modular(number)
    | Line::Lockout(number)
    | Line::Sum(number)
    | Line::SumLoop(number)) = line
    else {
        return None;
    };
    Some(format!("{} {number}", numbered_word_of(&NUMBERED_LINES, &line, number)?))
}

fn pair_words(pair: Pair) -> Option<String> {
    if let Some(word) = word_of(&PAIRS, &pair) {
        // X and V are written in upper case, as the marks are usually drawn.
        return Some(if word.len() == 1 { word.to_ascii_uppercase() } else { word.to_owned() });
    }
    relation_words(pair)
}
