//! Rule violations on a board that is not full: repeated digits, wrong pairs of cells, sums that
//! are too large or too small, and broken constraints whose cells are all filled.

use super::Variant;
use crate::symbols::Clash;
use gridlore_sudoku_variants::constraint::{Constraint, Global};
use gridlore_sudoku_variants::{CellSet, Relation, Rule, Shape};

/// Maximum number of clashes reported for a board; nobody reads more.
const MAX_CLASHES: usize = 100;

/// Maximum length in characters of the sentence for a broken constraint; the rest is dropped.
const MAX_SENTENCE: usize = 400;

/// A constraint with the rules that can be checked before all of its cells are filled.
#[derive(Debug)]
pub(super) struct Watched {
    constraint: usize,
    cells: Vec<usize>,
    rules: Vec<Rule>,
}

/// Returns the constraints of a puzzle that must be checked. Givens need no check.
pub(super) fn watched_rules(constraints: &[Constraint], shape: &Shape) -> Vec<Watched> {
    let made = constraints.iter().enumerate().map(|(index, constraint)| {
        let (mut cells, rules) = (constraint.cells(shape), constraint.rules(shape));
        // A minimum names one cell, but its rules compare that cell with others.
        add_cells(&rules, &mut cells);
        cells.sort_unstable();
        cells.dedup();
        Watched { constraint: index, cells, rules }
    });
    made.collect()
}

/// Adds the cells of the rules to `cells`.
fn add_cells(rules: &[Rule], cells: &mut Vec<usize>) {
    for rule in rules {
        match rule {
            Rule::Values { cell, .. } => cells.push(*cell),
            Rule::Different(group)
            | Rule::House(group)
            | Rule::Chain(_, group)
            | Rule::Clique(_, group)
            | Rule::Word(_, group) => cells.extend(group),
            Rule::Sum { terms, .. } => cells.extend(terms.iter().map(|(_, cell)| *cell)),
            Rule::Either(alternatives) => alternatives.iter().for_each(|rules| add_cells(rules, cells)),
            _ => {}
        }
    }
}

/// The values of a board; unknown values are `None`.
struct Values<'a>(&'a [Option<i32>]);

impl Values<'_> {
    fn of(&self, cell: usize) -> Option<i32> {
        self.0.get(cell).copied().flatten()
    }

    /// Returns the first group of cells that hold the same value, with that value.
    fn repeated(&self, cells: &[usize]) -> Option<(i32, Vec<usize>)> {
        cells.iter().find_map(|cell| {
            let value = self.of(*cell)?;
            let same: Vec<usize> =
                cells.iter().copied().filter(|other| self.of(*other) == Some(value)).collect();
            (same.len() > 1).then_some((value, same))
        })
    }

    fn breaks(&self, relation: &Relation, shape: &Shape, one: usize, other: usize) -> bool {
        match (self.of(one), self.of(other)) {
            (Some(first), Some(second)) => one != other && !relation.holds(shape, first, second),
            _ => false,
        }
    }
}

impl Variant {
    /// Returns the rules that these values break, at most [`MAX_CLASHES`]; the value of a blank
    /// cell is `None`. Rules in the fog are left out.
    pub(super) fn broken(&self, values: &[Option<i32>], clear: Option<&CellSet>) -> Vec<Clash> {
        let shape = &self.reading.puzzle.shape;
        let values = Values(values);
        let mut found = Found::default();
        for watched in &self.watched {
            let constraint = &self.reading.puzzle.constraints[watched.constraint];
            if !self.is_visible(constraint, clear) {
                continue;
            }
            let mut is_broken = false;
            found.is_named = false;
            for rule in &watched.rules {
                is_broken |= self.is_broken_by(rule, constraint, &values, &mut found);
                if found.is_full() {
                    return found.clashes;
                }
            }
            let is_open = |cell: &usize| values.of(*cell).is_none();
            if is_broken || watched.cells.iter().any(is_open) {
                continue;
            }
            let all: Vec<i32> = values.0.iter().map(|value| value.unwrap_or(shape.lowest)).collect();
            if !constraint.is_satisfied(shape, &all) {
                let cells = if matches!(constraint, Constraint::Global(_) | Constraint::FullRank(_)) {
                    Vec::new()
                } else {
                    watched.cells.clone()
                };
                found.add_sentence(constraint, shape, || cells);
                if found.is_full() {
                    break;
                }
            }
        }
        found.clashes
    }

    /// Adds the violations of a constraint by the values; returns whether there are any.
    fn is_broken_by(
        &self,
        rule: &Rule,
        constraint: &Constraint,
        values: &Values<'_>,
        found: &mut Found,
    ) -> bool {
        let shape = &self.reading.puzzle.shape;
        match rule {
            Rule::Different(cells) | Rule::House(cells) => {
                if let Some((value, same)) = values.repeated(cells) {
                    let place = house_in_words(constraint, cells, shape);
                    let text = format!("{} {}s in {place}", count_in_words(same.len()), self.sign(value));
                    found.add(text, same);
                    return true;
                }
            }
            Rule::Chain(relation, cells) => {
                let pairs = cells.windows(2).map(|two| (two[0], two[1]));
                let broken = pairs.filter(|(one, other)| values.breaks(relation, shape, *one, *other));
                return found.add_pairs(constraint, shape, broken);
            }
            Rule::Clique(relation, cells) => {
                let mut known = vec![false; shape.cells()];
                let is_new =
                    |cell: &usize| !known.get_mut(*cell).is_some_and(|known| std::mem::replace(known, true));
                let cells: Vec<usize> = cells.iter().copied().filter(is_new).collect();
                let pairs = cells
                    .iter()
                    .enumerate()
                    .flat_map(|(at, one)| cells[at + 1..].iter().map(|other| (*one, *other)));
                let broken = pairs.filter(|(one, other)| values.breaks(relation, shape, *one, *other));
                return found.add_pairs(constraint, shape, broken);
            }
            Rule::Sum { total, terms } => {
                let bound = |factor: i32, cell: usize, is_high: bool| {
                    let free = if (factor > 0) == is_high { shape.highest() } else { shape.lowest };
                    factor * values.of(cell).unwrap_or(free)
                };
                let [low, high] = [false, true]
                    .map(|is_high| terms.iter().map(|(factor, cell)| bound(*factor, *cell, is_high)).sum());
                let is_filled = |cell: &usize| values.of(*cell).is_some();
                if !(low..=high).contains(total) {
                    let cells = || terms.iter().map(|(_, cell)| *cell).filter(is_filled).collect();
                    found.add_sentence(constraint, shape, cells);
                    return true;
                }
            }
            Rule::Values { cell, values: set }
                if values.of(*cell).is_some_and(|value| set & shape.set_of(value) == 0) =>
            {
                found.add_sentence(constraint, shape, || vec![*cell]);
                return true;
            }
            _ => {}
        }
        false
    }
}

/// Clashes without duplicate texts: several constraints can produce the same text.
#[derive(Default)]
struct Found {
    clashes: Vec<Clash>,
    /// Whether the sentence of the current constraint was added.
    is_named: bool,
}

impl Found {
    const fn is_full(&self) -> bool {
        self.clashes.len() >= MAX_CLASHES
    }

    fn add(&mut self, text: String, cells: Vec<usize>) {
        if !self.is_full() && self.clashes.iter().all(|known| known.text != text) {
            self.clashes.push(Clash { text, cells });
        }
    }

    /// Adds a clash with the sentence of the current constraint, but only once: a constraint can
    /// have thousands of rules, and its sentence names all cells.
    fn add_sentence(&mut self, constraint: &Constraint, shape: &Shape, cells: impl FnOnce() -> Vec<usize>) {
        if !std::mem::replace(&mut self.is_named, true) {
            self.add(sentence(constraint, shape), cells());
        }
    }

    /// Adds a clash for each pair of cells that breaks a constraint or, if clashes of the
    /// constraint do not name pairs, a single clash with all these cells. Returns whether there is
    /// such a pair.
    fn add_pairs(
        &mut self,
        constraint: &Constraint,
        shape: &Shape,
        mut pairs: impl Iterator<Item = (usize, usize)>,
    ) -> bool {
        let Some(first) = pairs.next() else { return false };
        let pairs = std::iter::once(first).chain(pairs);
        if names_pairs(constraint) {
            for (one, other) in pairs {
                let name = constraint.name();
                let (first, second) = (shape.cell_name(one), shape.cell_name(other));
                self.add(format!("{first} and {second} break the rule {name}"), vec![one, other]);
                if self.is_full() {
                    break;
                }
            }
        } else {
            self.add_sentence(constraint, shape, || {
                let mut is_broken = vec![false; shape.cells()];
                for cell in pairs.flat_map(|(one, other)| [one, other]) {
                    if let Some(is_broken) = is_broken.get_mut(cell) {
                        *is_broken = true;
                    }
                }
                (0..is_broken.len()).filter(|cell| is_broken[*cell]).collect()
            });
        }
        true
    }
}

/// Returns the sentence that describes a constraint, without its full stop.
fn sentence(constraint: &Constraint, shape: &Shape) -> String {
    let text = constraint.sentence(shape);
    let text = text.strip_suffix('.').unwrap_or(&text);
    match text.char_indices().nth(MAX_SENTENCE) {
        Some((end, _)) => format!("Broken: {}…", &text[..end]),
        None => format!("Broken: {text}"),
    }
}

/// Returns whether a clash of two cells names them, because the sentence of the constraint is about
/// the whole board.
const fn names_pairs(constraint: &Constraint) -> bool {
    matches!(constraint, Constraint::Global(_) | Constraint::Connected(_))
}

fn count_in_words(count: usize) -> String {
    match count {
        2 => "Two".to_owned(),
        3 => "Three".to_owned(),
        _ => count.to_string(),
    }
}

/// Returns the name of a group of cells with different digits, such as `row 3` or `the killer cage
/// at r1c1–r1c2`.
fn house_in_words(constraint: &Constraint, cells: &[usize], shape: &Shape) -> String {
    let place = |index: usize| shape.place(cells[index]);
    let (first, last) = (place(0), place(cells.len() - 1));
    match constraint {
        Constraint::Global(Global::RowsAndColumns | Global::Grids(_)) if first.0 == last.0 => {
            format!("row {}", first.0 + 1)
        }
        Constraint::Global(Global::RowsAndColumns | Global::Grids(_)) => format!("column {}", first.1 + 1),
        Constraint::Global(Global::Regions(regions)) => {
            let number = regions.iter().position(|region| region == cells).unwrap_or(0) + 1;
            let side = shape.rows.max(shape.columns);
            let is_usual =
                shape.box_of(side).is_some_and(|(rows, columns)| shape.boxes(rows, columns) == *regions);
            format!("{} {number}", if is_usual { "box" } else { "region" })
        }
        Constraint::Global(Global::Diagonal { is_rising: true }) => "the rising diagonal".to_owned(),
        Constraint::Global(Global::Diagonal { is_rising: false }) => "the falling diagonal".to_owned(),
        Constraint::Global(_) => format!("{} ({})", constraint.name(), shape.cell_names(cells)),
        _ => format!("the {}", constraint.title(shape)),
    }
}
