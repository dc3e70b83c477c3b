//! Writes puzzles in the notation of Interactive Sudoku Solver.
//!
//! A constraint without a name in the notation is written as a table of pairs or as a sum, if that
//! has the same meaning.

use super::automaton::{SIGNS, data, pattern_data};
use super::cells::{MAX_SIDE, MISSING_DIGITS, Names, REGIONS};
use super::outside::{diagonal, line_name};
use crate::build::{Unsaid, beyond_one_grid, regions_of, usual_regions};
use crate::constraint::{
    Cage, Clue, ConnectedValues, Constraint, Counted, Global, Line, Mark, Pair, RegionClue, Scope, Sets,
    Table, WeightedSum, Words, region_pieces, windows,
};
use crate::label::encoded;
use crate::puzzle::Puzzle;
use crate::rule::{Area, FullRank, Ties};
use crate::shape::Shape;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The name of the format in error messages.
const FORMAT: &str = "the notation of Interactive Sudoku Solver";
/// Maximum absolute value of a coefficient of a sum.
const MAX_COEFFICIENT: i32 = 100;

/// Returns a puzzle in the notation of Interactive Sudoku Solver.
///
/// # Errors
/// Returns [`Unsaid`] for a constraint that the notation cannot express.
pub fn to_constraints(puzzle: &Puzzle) -> Result<String, Unsaid> {
    let shape = &puzzle.shape;
    if let Some(what) = beyond_one_grid(puzzle) {
        return Err(Unsaid { format: FORMAT, what });
    }
    if shape.rows.max(shape.columns).max(shape.values) > MAX_SIDE {
        return Err(Unsaid { format: FORMAT, what: format!("a grid of {shape}") });
    }
    let writer = Writer { puzzle, regions: regions_of(puzzle) };
    let mut items = writer.frame();
    items.extend(writer.list(&puzzle.constraints, true)?);
    let text = items.concat();
    // An empty grid still needs an item that names it.
    Ok(if text.contains('~') { text } else { format!(".Shape~{}{text}", puzzle.shape) })
}

struct Writer<'a> {
    puzzle: &'a Puzzle,
    regions: &'a [Vec<usize>],
}

/// Returns an item built from its name and its arguments.
fn item<S: AsRef<str>>(name: &str, arguments: impl IntoIterator<Item = S>) -> String {
    let mut text = format!(".{name}");
    for argument in arguments {
        text.push('~');
        text.push_str(argument.as_ref());
    }
    text
}

fn joined(values: &[i32]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join("_")
}

/// Returns whether a character of a label is written unchanged.
const fn is_plain(sign: u8) -> bool {
    sign.is_ascii_alphanumeric() || matches!(sign, b'-' | b'_')
}

impl Writer<'_> {
    fn shape(&self) -> &Shape {
        &self.puzzle.shape
    }

    fn name(&self, cell: usize) -> String {
        let shape = self.shape();
        if cell >= shape.cells() {
            return self.variable(cell);
        }
        let (row, column) = shape.place(cell);
        let digit =
            |number: usize| char::from_digit(u32::try_from(number + 1).unwrap_or(0), 17).unwrap_or('?');
        format!("R{}C{}", digit(row), digit(column)).to_ascii_uppercase()
    }

    /// Returns the first variable with a missing digit of a doppelganger, if there is one.
    fn doppelganger(&self) -> Option<usize> {
        self.puzzle.constraints.iter().find_map(|constraint| match constraint {
            Constraint::Global(Global::Doppelganger { first }) => Some(*first),
            _ => None,
        })
    }

    /// Returns groups of variables that have their own names.
    fn named_variables(&self) -> Vec<(&'static str, std::ops::Range<usize>)> {
        let (side, cells) = (self.shape().rows, self.shape().cells());
        let groups = self.puzzle.constraints.iter().map(|constraint| match constraint {
            Constraint::Global(Global::Doppelganger { first }) => (0..)
                .zip(MISSING_DIGITS)
                .map(|(at, name)| (name, first + at * side..first + (at + 1) * side))
                .collect(),
            Constraint::Global(Global::ChaosConstruction { first }) => vec![(REGIONS, *first..first + cells)],
            _ => Vec::new(),
        });
        groups.collect::<Vec<_>>().concat()
    }

    /// Returns the number of variables without names of their own.
    fn unnamed_variables(&self) -> usize {
        let named: usize = self.named_variables().iter().map(|(_, cells)| cells.len()).sum();
        self.puzzle.variables.saturating_sub(named)
    }

    fn variable(&self, cell: usize) -> String {
        let mut number = cell - self.shape().cells() + 1;
        for (name, cells) in self.named_variables() {
            if cells.contains(&cell) {
                return format!("{name}{}", cell - cells.start + 1);
            }
            if cells.start < cell {
                number -= cells.len();
            }
        }
        // The variable of a group of one has no number.
        if self.unnamed_variables() > 1 { format!("VA{number}") } else { "VA".to_owned() }
    }

    fn region_clue(&self, clue: &RegionClue) -> String {
        let regions = |cells: &[usize]| {
            let cells = std::iter::once(&clue.start).chain(cells);
            cells.map(|cell| self.name(clue.first + cell)).collect::<Vec<_>>().join("~")
        };
        let (name, cells) = match &clue.counted {
            Counted::Among(cells) => ("ChaosCount", regions(cells)),
            Counted::Along(arms) if arms.is_empty() => ("ChaosArrow", regions(&[])),
            Counted::Along(arms) => {
                ("ChaosArrow", arms.iter().map(|arm| regions(arm)).collect::<Vec<_>>().join("~-~"))
            }
        };
        let skips = if clue.skips { "1" } else { "" };
        item(name, [self.name(clue.total), skips.to_owned(), cells])
    }

    /// Returns the item for connected values, or `None` if the cells are neither the grid nor
    /// regions.
    fn connected(&self, connected: &ConnectedValues) -> Option<String> {
        let area = connected.area;
        let grid = Area { first: 0, rows: self.shape().rows, columns: self.shape().columns };
        let named = self.named_variables();
        let name = if area == grid {
            ""
        } else {
            named
                .iter()
                .find(|(name, cells)| *name == REGIONS && area == Area { first: cells.start, ..grid })
                .map(|(name, _)| *name)?
        };
        let mut arguments = vec![name.to_owned(), joined(&connected.values)];
        arguments.extend(connected.size.map(|size| size.to_string()));
        Some(item("ConnectedValues", arguments))
    }

    fn names(&self, cells: &[usize]) -> Vec<String> {
        cells.iter().map(|cell| self.name(*cell)).collect()
    }

    /// Returns an item with a first argument and cells.
    fn with(&self, name: &str, first: impl ToString, cells: &[usize]) -> String {
        item(name, std::iter::once(first.to_string()).chain(self.names(cells)))
    }

    fn plain(&self, name: &str, cells: &[usize]) -> String {
        item(name, self.names(cells))
    }

    fn has(&self, global: &Global) -> bool {
        self.puzzle.constraints.iter().any(|one| matches!(one, Constraint::Global(other) if other == global))
    }

    /// Returns the items of the shape, the regions and the variables.
    fn frame(&self) -> Vec<String> {
        let shape = self.shape();
        let mut items = Vec::new();
        let is_raw = !self.has(&Global::RowsAndColumns);
        let text = shape.to_string();
        if is_raw {
            items.push(format!(".Shape~{text}{}~Raw", if text.contains('~') { "" } else { "~" }));
        } else if *shape != Shape::square(9) {
            items.push(format!(".Shape~{text}"));
        }
        let size = self.regions.first().map(Vec::len);
        let usual = usual_regions(shape, None);
        let mut rest = self.regions;
        if !is_raw {
            let sized = size.map(|size| usual_regions(shape, Some(size))).unwrap_or_default();
            if !usual.is_empty() && rest.starts_with(&usual) {
                rest = &rest[usual.len()..];
            } else if !sized.is_empty() && rest.starts_with(&sized) {
                items.push(item("RegionSize", [size.unwrap_or(0).to_string()]));
                rest = &rest[sized.len()..];
            } else if !usual.is_empty() {
                items.push(".NoBoxes".to_owned());
            }
        }
        if let Some(size) = rest.first().map(Vec::len)
            && size != shape.rows.max(shape.columns)
            && !items.iter().any(|item| item.starts_with(".RegionSize"))
        {
            items.push(item("RegionSize", [size.to_string()]));
        }
        items.extend(self.layouts(rest).into_iter().map(|layout| item("Jigsaw", [layout])));
        match self.unnamed_variables() {
            0 => {}
            count => items.push(item("Var", ["A", "variables", &count.to_string()])),
        }
        items
    }

    /// Returns layouts with one character for each cell. Disjoint regions share a layout.
    fn layouts(&self, regions: &[Vec<usize>]) -> Vec<String> {
        let signs = || "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".chars();
        let mut layouts: Vec<(Vec<Option<char>>, usize)> = Vec::new();
        for region in regions {
            let is_free = |layout: &(Vec<Option<char>>, usize)| {
                region.iter().all(|cell| layout.0[*cell].is_none()) && layout.1 < signs().count()
            };
            // To preserve the order of regions, only the last layout is extended.
            if !layouts.last().is_some_and(is_free) {
                layouts.push((vec![None; self.shape().cells()], 0));
            }
            if let Some((layout, used)) = layouts.last_mut() {
                let sign = signs().nth(*used);
                region.iter().for_each(|cell| layout[*cell] = sign);
                *used += 1;
            }
        }
        let size = regions.first().map_or(0, Vec::len);
        layouts
            .into_iter()
            .map(|(layout, used)| {
                // Cells without a region are filled with parts of another size.
                let mut filled = 0;
                let open = layout.iter().filter(|sign| sign.is_none()).count();
                let mut fill = |sign: Option<char>| {
                    sign.unwrap_or_else(|| {
                        filled += 1;
                        let part = if open == size && filled == 1 { used + 1 } else { used };
                        signs().nth(part).unwrap_or('-')
                    })
                };
                layout.into_iter().map(&mut fill).collect()
            })
            .collect()
    }

    /// Returns the items of constraints that must all hold.
    fn list(&self, constraints: &[Constraint], is_top: bool) -> Result<Vec<String>, Unsaid> {
        let mut items: Vec<String> = Vec::new();
        let mut is_open = false;
        for (at, constraint) in constraints.iter().enumerate() {
            // Consecutive givens form one item.
            let given = match constraint {
                Constraint::Cell(Mark::Given(value), cell) => Some((*cell, vec![*value])),
                Constraint::Cell(Mark::Candidates(values), cell) if !values.is_empty() => {
                    Some((*cell, values.clone()))
                }
                Constraint::Cell(mark @ (Mark::Odd | Mark::Even), cell) => {
                    let shape = self.shape();
                    let rest = i32::from(*mark == Mark::Odd);
                    let values = shape.lowest..=shape.highest();
                    Some((*cell, values.filter(|value| value % 2 == rest).collect()))
                }
                _ => None,
            };
            if let Some((cell, values)) = given {
                if !is_open {
                    items.push(".".to_owned());
                }
                if let Some(open) = items.last_mut() {
                    let _ = write!(open, "~{}_{}", self.name(cell), joined(&values));
                }
                is_open = true;
                continue;
            }
            is_open = false;
            if let Constraint::Clue(clue, cells) = constraint
                && let Some(found) = self.clue(*clue, cells, constraints, at)
            {
                items.extend(found);
                continue;
            }
            if !is_top && matches!(constraint, Constraint::Global(_) | Constraint::FullRank(_)) {
                return Err(Unsaid::constraint(FORMAT, constraint, self.shape()));
            }
            let found = self.items(constraint)?;
            items.extend(found.ok_or_else(|| Unsaid::constraint(FORMAT, constraint, self.shape()))?);
        }
        Ok(items)
    }

    /// Returns the items of a constraint, or `None` if the notation cannot express it.
    fn items(&self, constraint: &Constraint) -> Result<Option<Vec<String>>, Unsaid> {
        Ok(match constraint {
            Constraint::Cell(mark, cell) => self.cell(mark, *cell),
            Constraint::Pair(pair, cells) => Some(vec![self.pair(*pair, *cells)]),
            Constraint::Line(line, cells) => Some(vec![self.line(*line, cells)]),
            Constraint::Arrow { circle, shaft } => self.arrow(circle, shaft).map(|item| vec![item]),
            Constraint::Cage(cage, cells) => self.cage(cage, cells),
            Constraint::Sets(sets, groups) => self.sets(*sets, groups),
            Constraint::Clue(Clue::LittleKiller(total), cells) => Some(vec![self.with("Sum", total, cells)]),
            Constraint::Clue(..) => None,
            Constraint::Global(global) => self.global(global),
            Constraint::FullRank(ranks) => self.ranks(ranks),
            Constraint::Sum(sum) => self.sum(sum).map(|item| vec![item]),
            Constraint::Table(table, cells) => Some(vec![self.table(table, std::slice::from_ref(cells))]),
            Constraint::Words(Words { label, pattern: Some(pattern), .. }, cells) => {
                let label =
                    if label.is_empty() { String::new() } else { format!("~_{}", encoded(label, is_plain)) };
                Some(vec![format!(".Regex~{}{label}~{}", pattern_data(pattern), self.names(cells).join("~"))])
            }
            Constraint::Words(words, cells) => {
                let data = data(&words.automaton, self.shape().values);
                Some(vec![self.labelled("NFA", &data, &words.label, std::slice::from_ref(cells))])
            }
            Constraint::Region(clue) => Some(vec![self.region_clue(clue)]),
            Constraint::Connected(connected) => self.connected(connected).map(|item| vec![item]),
            Constraint::Either(alternatives) => {
                let mut items = vec![".Or".to_owned()];
                for inner in alternatives {
                    let found = self.list(inner, false)?;
                    let is_one = inner.len() == 1 && found.len() == 1;
                    items.extend((!is_one).then(|| ".And".to_owned()));
                    items.extend(found);
                    items.extend((!is_one).then(|| ".End".to_owned()));
                }
                items.push(".End".to_owned());
                Some(items)
            }
        })
    }

    fn cell(&self, mark: &Mark, cell: usize) -> Option<Vec<String>> {
        let greater = |larger: usize, smaller: usize| self.plain("GreaterThan", &[larger, smaller]);
        let around = |exempt: &[usize]| -> Vec<usize> {
            let pairs = self.shape().neighbours().filter(|(one, other)| *one == cell || *other == cell);
            pairs
                .map(|(one, other)| if one == cell { other } else { one })
                .filter(|other| !exempt.contains(other))
                .collect()
        };
        match mark {
            Mark::Minimum(exempt) => {
                Some(around(exempt).into_iter().map(|other| greater(other, cell)).collect())
            }
            Mark::Maximum(exempt) => {
                Some(around(exempt).into_iter().map(|other| greater(cell, other)).collect())
            }
            Mark::ColumnIndexer => Some(vec![self.with("Indexing", "C", &[cell])]),
            Mark::RowIndexer => Some(vec![self.with("Indexing", "R", &[cell])]),
            Mark::BoxIndexer(cells) => {
                let own = i32::try_from(cells.iter().position(|other| *other == cell)? + 1).ok()?;
                let others = (1..).zip(cells).filter(|(_, other)| **other != cell);
                Some(
                    others
                        .map(|(value, other)| {
                            self.pairs(
                                "indexer",
                                &|one, two| (one == value) == (two == own),
                                &[vec![cell, *other]],
                            )
                        })
                        .collect(),
                )
            }
            Mark::Given(_) | Mark::Candidates(_) | Mark::Odd | Mark::Even => None,
        }
    }

    fn pair(&self, pair: Pair, cells: [usize; 2]) -> String {
        let [one, other] = cells;
        let mut names = Names { shape: *self.shape(), groups: BTreeMap::new() };
        if let Some(first) = self.doppelganger() {
            names.add_missing_digits(first);
        }
        let is_adjacent = names.neighbours().any(|found| found == (one.min(other), one.max(other)));
        match pair {
            Pair::Difference(1) if is_adjacent => self.plain("WhiteDot", &cells),
            Pair::Ratio(2) if is_adjacent => self.plain("BlackDot", &cells),
            Pair::Sum(10) if is_adjacent => self.plain("X", &cells),
            Pair::Sum(5) if is_adjacent => self.plain("V", &cells),
            Pair::Greater if is_adjacent => self.plain("GreaterThan", &cells),
            Pair::Sum(total) => self.with("Sum", total, &cells),
            Pair::Greater => self.plain("Thermo", &[other, one]),
            Pair::Difference(by) => {
                self.pairs(&format!("difference{by}"), &|one, two| (one - two).abs() == by, &[cells.to_vec()])
            }
            Pair::Ratio(by) => {
                let is_ratio = |one: i32, two: i32| one == by * two || two == by * one;
                self.pairs(&format!("ratio{by}"), &is_ratio, &[cells.to_vec()])
            }
        }
    }

    fn line(&self, line: Line, cells: &[usize]) -> String {
        match line {
            Line::Thermometer => self.plain("Thermo", cells),
            Line::SlowThermometer => self.pairs("slow", &|one, two| one <= two, &[cells.to_vec()]),
            Line::Whisper(apart) => self.with("Whisper", apart, cells),
            Line::Renban => self.plain("Renban", cells),
            Line::Nabner => {
                let rows = self.rows(&|one, two| (one - two).abs() > 1);
                let table = Table { label: "nabner".to_owned(), rows, scope: Scope::All };
                self.table(&table, &[cells.to_vec()])
            }
            Line::Modular(modulus) => self.with("Modular", modulus, cells),
            Line::Entropic => self.plain("Entropic", cells),
            Line::Palindrome => self.plain("Palindrome", cells),
            Line::Zipper => self.plain("Zipper", cells),
            Line::Between => self.plain("Between", cells),
            Line::Lockout(apart) => self.with("Lockout", apart, cells),
            Line::Sum(total) => self.with("SumLine", total, cells),
            Line::SumLoop(total) => self.with("SumLine", total, cells) + "~LOOP",
            Line::DoubleArrow => self.plain("DoubleArrow", cells),
            Line::ValueIndexing => self.plain("ValueIndexing", cells),
        }
    }

    fn arrow(&self, circle: &[usize], shaft: &[usize]) -> Option<String> {
        let cells = [circle, shaft].concat();
        match circle.len() {
            1 => Some(self.plain("Arrow", &cells)),
            size @ (2 | 3) if circle.is_sorted() && !shaft.is_empty() => {
                Some(self.with("PillArrow", size, &cells))
            }
            size => {
                let tens = (0..size).rev().map(|place| 10_i32.pow(u32::try_from(place.min(4)).unwrap_or(0)));
                let terms = tens.chain(std::iter::repeat(-1)).zip(cells).collect();
                self.sum(&WeightedSum { total: 0, terms })
            }
        }
    }

    fn sum(&self, sum: &WeightedSum) -> Option<String> {
        let (times, cells): (Vec<i32>, Vec<usize>) = sum.terms.iter().copied().unzip();
        if times.iter().all(|times| *times == 1) {
            return Some(self.with("Sum", sum.total, &cells));
        }
        times
            .iter()
            .all(|times| times.abs() <= MAX_COEFFICIENT)
            .then(|| self.with("Sum", format!("{}_=_{}", sum.total, joined(&times)), &cells))
    }

    fn cage(&self, cage: &Cage, cells: &[usize]) -> Option<Vec<String>> {
        let killer = |total: &i32| self.with("Cage", total, cells);
        Some(vec![match cage {
            Cage::Killer(None) => self.with("Cage", "", cells),
            // A sum of 0 would mean no sum.
            Cage::Killer(Some(0)) => {
                return Some(vec![self.with("Cage", "", cells), self.with("Sum", 0, cells)]);
            }
            Cage::Killer(Some(total)) => killer(total),
            Cage::KillerOneOf(totals) if !totals.is_empty() && !totals.contains(&0) => {
                format!(".Or{}.End", totals.iter().map(killer).collect::<String>())
            }
            Cage::KillerOneOf(_) => return None,
            Cage::AllDifferent => self.plain("AllDifferent", cells),
            Cage::Rellik(total) => self.with("RellikCage", total, cells),
            Cage::Equality => self.plain("EqualityCage", cells),
            Cage::Lunchbox(total) => self.with("Lunchbox", total, cells),
            Cage::Quadruple(values) => {
                let first = cells.iter().min().copied()?;
                let mut sorted = cells.to_vec();
                sorted.sort_unstable();
                if self.shape().square_at(first) == Some(sorted) {
                    let values = values.iter().map(ToString::to_string);
                    item("Quad", std::iter::once(self.name(first)).chain(values))
                } else {
                    self.with("ContainAtLeast", joined(values), cells)
                }
            }
            Cage::Contains(values) => self.with("ContainAtLeast", joined(values), cells),
            Cage::ContainsExactly(values) => self.with("ContainExact", joined(values), cells),
            Cage::LookAndSay(counts) => {
                let digits = counts.iter().map(|(count, value)| {
                    (*count <= 9 && (0..=9).contains(value)).then(|| format!("{count}{value}"))
                });
                self.with("LookAndSay", digits.collect::<Option<String>>()?, cells)
            }
            Cage::CountingCircles => self.plain("CountingCircles", cells),
            Cage::CountDistinct => self.plain("CountDistinct", cells),
        }])
    }

    fn sets(&self, sets: Sets, groups: &[Vec<usize>]) -> Option<Vec<String>> {
        match sets {
            Sets::RegionSumLine if region_pieces(&groups.concat(), self.regions) == groups => {
                Some(vec![self.plain("RegionSumLine", &groups.concat())])
            }
            Sets::EqualSums | Sets::RegionSumLine => {
                let groups: Vec<String> = groups.iter().map(|cells| self.names(cells).join("~")).collect();
                Some(vec![format!(".EqualSum~{}", groups.join("~-~"))])
            }
            Sets::SameValues => {
                let is_even = groups.windows(2).all(|pair| pair[0].len() == pair[1].len());
                is_even.then(|| vec![self.with("SameValues", groups.len(), &groups.concat())])
            }
            Sets::Clone => Some(
                groups
                    .windows(2)
                    .flat_map(|pair| pair[0].iter().zip(&pair[1]))
                    .map(|(one, other)| self.with("SameValues", 2, &[*one, *other]))
                    .collect(),
            ),
        }
    }

    /// Returns the items of a clue. The notation has one item for both ends of a line, so the first
    /// clue of a line also writes the other.
    fn clue(&self, clue: Clue, cells: &[usize], all: &[Constraint], at: usize) -> Option<Vec<String>> {
        let backwards: Vec<usize> = cells.iter().rev().copied().collect();
        let name = match clue {
            Clue::LittleKiller(total) => {
                let starts = [cells.first()?, cells.last()?];
                let start = starts.into_iter().find(|start| {
                    let found = diagonal(self.shape(), **start);
                    found == cells || found == backwards
                });
                return start.map(|start| vec![item("LittleKiller", [total.to_string(), self.name(*start)])]);
            }
            Clue::Sandwich(total) => {
                let (line, _) = line_name(self.shape(), cells)?;
                return Some(vec![item("Sandwich", [total.to_string(), line])]);
            }
            Clue::XSum(_) => "XSum",
            Clue::Skyscraper(_) => "Skyscraper",
            Clue::HiddenSkyscraper(_) => "HiddenSkyscraper",
            Clue::NumberedRoom(_) => "NumberedRoom",
        };
        let (line, is_reversed) = line_name(self.shape(), cells)?;
        let is_other_end = |constraint: &Constraint| {
            matches!(constraint, Constraint::Clue(other, cells)
                if std::mem::discriminant(other) == std::mem::discriminant(&clue) && *cells == backwards)
        };
        if all[..at].iter().any(is_other_end) {
            return Some(Vec::new());
        }
        let other =
            all[at + 1..].iter().find(|constraint| is_other_end(constraint)).map(|other| match other {
                Constraint::Clue(other, _) => other.number().to_string(),
                _ => String::new(),
            });
        let mut numbers = [clue.number().to_string(), other.unwrap_or_default()];
        if is_reversed {
            numbers.reverse();
        }
        let [first, last] = numbers;
        Some(vec![item(name, [line, first, last])])
    }

    fn global(&self, global: &Global) -> Option<Vec<String>> {
        let shape = self.shape();
        let groups = |name: &str, groups: &[Vec<usize>], usual: &[Vec<usize>]| {
            if groups == usual {
                vec![format!(".{name}")]
            } else {
                groups.iter().map(|cells| self.plain("AllDifferent", cells)).collect()
            }
        };
        Some(match global {
            // The frame already covers these.
            Global::RowsAndColumns | Global::Regions(_) => Vec::new(),
            Global::Grids(_) => return None,
            Global::Diagonal { is_rising } => vec![item("Diagonal", [if *is_rising { "1" } else { "-1" }])],
            Global::Windows(cells) => groups("Windoku", cells, &windows(shape)),
            Global::DisjointGroups(cells) => match Global::disjoint_groups(self.regions) {
                Global::DisjointGroups(usual) => groups("DisjointSets", cells, &usual),
                _ => return None,
            },
            Global::AntiLeaper(1, 2) => vec![".AntiKnight".to_owned()],
            Global::AntiLeaper(1, 1) => vec![".AntiKing".to_owned()],
            Global::AntiLeaper(..) => {
                let pairs: Vec<Vec<usize>> =
                    global.pairs(shape).map(|(one, other)| vec![one, other]).collect();
                vec![self.pairs("different", &|one, two| one != two, &pairs)]
            }
            Global::AntiTaxicab => vec![".AntiTaxicab".to_owned()],
            Global::Negative { pairs, exempt } if pairs[..] == [Pair::Difference(1)] && exempt.is_empty() => {
                vec![".AntiConsecutive".to_owned()]
            }
            Global::Negative { pairs, exempt }
                if pairs[..] == [Pair::Difference(1), Pair::Ratio(2)] && *exempt == self.marked(pairs) =>
            {
                vec![".StrictKropki".to_owned()]
            }
            Global::Negative { pairs, exempt }
                if pairs[..] == [Pair::Sum(5), Pair::Sum(10)] && *exempt == self.marked(pairs) =>
            {
                vec![".StrictXV".to_owned()]
            }
            Global::Negative { pairs, .. } => {
                let lines: Vec<Vec<usize>> =
                    global.pairs(shape).map(|(one, other)| vec![one, other]).collect();
                let is_open = |one: i32, two: i32| !pairs.iter().any(|pair| pair.is_satisfied(one, two));
                vec![self.pairs("negative", &is_open, &lines)]
            }
            Global::Entropy => vec![".GlobalEntropy".to_owned()],
            Global::Mod => vec![".GlobalMod".to_owned()],
            Global::DutchFlatmates => vec![".DutchFlatmates".to_owned()],
            Global::Doppelganger { .. } => vec![".Doppelganger".to_owned()],
            Global::ChaosConstruction { .. } => vec![".ChaosConstruction".to_owned()],
        })
    }

    /// Returns the pairs of neighbours that constraints of these kinds mark.
    fn marked(&self, kinds: &[Pair]) -> Vec<[usize; 2]> {
        fn collect(constraints: &[Constraint], kinds: &[Pair], found: &mut Vec<[usize; 2]>) {
            for constraint in constraints {
                match constraint {
                    Constraint::Pair(pair, [one, other]) if kinds.contains(pair) => {
                        found.push([*one.min(other), *one.max(other)]);
                    }
                    Constraint::Either(alternatives) => {
                        alternatives.iter().for_each(|inner| collect(inner, kinds, found));
                    }
                    _ => {}
                }
            }
        }
        let mut found = Vec::new();
        collect(&self.puzzle.constraints, kinds, &mut found);
        found.retain(|[one, other]| self.shape().neighbours().any(|pair| pair == (*one, *other)));
        found.sort_unstable();
        found.dedup();
        found
    }

    fn ranks(&self, ranks: &FullRank) -> Option<Vec<String>> {
        if ranks.numbers != FullRank::usual_numbers(self.shape()) {
            return None;
        }
        let mut items = Vec::new();
        for (at, (number, rank)) in ranks.clues.iter().enumerate() {
            let is_of_line = |clue: &&(usize, usize)| clue.0 / 2 == number / 2;
            if ranks.clues[..at].iter().any(|clue| is_of_line(&clue)) {
                continue;
            }
            let mut numbers = [String::new(), String::new()];
            numbers[number % 2] = rank.to_string();
            for (number, rank) in ranks.clues[at + 1..].iter().filter(is_of_line) {
                numbers[number % 2] = rank.to_string();
            }
            let (line, _) = line_name(self.shape(), ranks.numbers.get(number / 2 * 2)?)?;
            let [first, last] = numbers;
            items.push(item("FullRank", [line, first, last]));
        }
        match ranks.ties {
            Ties::Unclued if !items.is_empty() => {}
            ties => items.push(item("FullRankTies", [ties.name()])),
        }
        Some(items)
    }

    /// Returns the rows of a table of pairs.
    fn rows(&self, is_allowed: &dyn Fn(i32, i32) -> bool) -> Vec<u32> {
        let shape = self.shape();
        let values = || shape.lowest..=shape.highest();
        let row = |one: i32| {
            values().filter(|two| is_allowed(one, *two)).fold(0, |all, two| all | shape.set_of(two))
        };
        values().map(row).collect()
    }

    /// Returns a table of pairs for the neighbours on several lines.
    fn pairs(&self, label: &str, is_allowed: &dyn Fn(i32, i32) -> bool, lines: &[Vec<usize>]) -> String {
        let table = Table { label: label.to_owned(), rows: self.rows(is_allowed), scope: Scope::Neighbours };
        self.table(&table, lines)
    }

    fn table(&self, table: &Table, lines: &[Vec<usize>]) -> String {
        let values = self.shape().values;
        let bit = |at: usize| table.rows.get(at / values).is_some_and(|row| row >> (at % values) & 1 == 1);
        let key: String = (0..(values * values).div_ceil(6))
            .map(|sign| (0..6).fold(0, |bits, place| bits | usize::from(bit(sign * 6 + place)) << place))
            .map(|bits| SIGNS.as_bytes()[bits] as char)
            .collect();
        let name = if table.scope == Scope::Neighbours { "Pair" } else { "PairX" };
        self.labelled(name, key.trim_end_matches('A'), &table.label, lines)
    }

    /// Returns an item with data, followed by lines with a label.
    fn labelled(&self, name: &str, data: &str, label: &str, lines: &[Vec<usize>]) -> String {
        let label = encoded(label, is_plain);
        let lines: Vec<String> =
            lines.iter().map(|cells| format!("_{label}~{}", self.names(cells).join("~"))).collect();
        format!(".{name}~{data}~{}", lines.join("~~"))
    }
}
