//! Facts: what a constraint says about a few cells, and what a prefix of their values leaves open.
//!
//! A constraint is converted to one fact, or to one for each pair of cells that it compares. If a
//! fact covers a whole constraint, the constraint's own definition judges full assignments; the
//! state of a prefix only shortens the search.

use crate::constraint::{Cage, Clue, Constraint, Global, Line, Sets, WeightedSum};
use crate::relation::Relation;
use crate::rule::{Automaton, Rule, Word};
use crate::shape::{Shape, distinct};
use std::collections::BTreeMap;

/// What a fact says about its cells, in the order of its list.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    /// The cell has one of these values.
    Values(u32),
    /// The values are different.
    Different,
    /// The relation holds between the first and the second value.
    Pair(Relation),
    /// The weighted sum is one of these totals.
    Sum { totals: Vec<i32>, weights: Vec<i32> },
    /// Consecutive different values.
    Renban,
    /// A line whose prefixes satisfy its own definition.
    Line(Line),
    /// A line whose last cell is moved to the second place.
    Ends(Line),
    /// A line read from its centre cell, if it has one, followed by pairs from the outside in.
    Mirrored(Line),
    /// Pieces with this sum.
    Pieces(i32),
    /// Segments of these lengths have equal sums.
    EqualSums(Vec<usize>),
    /// This many segments of equal length hold the same values.
    SameValues(usize),
    /// These values occur this often, or at least this often.
    Counts { wanted: Vec<(i32, usize)>, is_exact: bool },
    /// Each value occurs as often as its number.
    CountingCircles,
    /// The first value is the number of different values after it.
    CountDistinct,
    /// A clue outside the grid.
    Clue(Clue),
    /// The Nth value after the second equals the first, where N is the second value.
    ValueIndexing,
    /// An automaton accepts the values.
    Automaton(Automaton),
    /// No subset has this sum.
    Rellik(i32),
    /// One of these lists of facts holds.
    Either(Vec<Vec<Fact>>),
    /// The definition of the constraint alone says which values are allowed.
    Definition,
}

/// The reason for a fact that no single constraint states.
#[derive(Debug, Clone)]
pub(super) struct Derived {
    /// The indices of the constraints that it follows from.
    pub sources: Vec<usize>,
    /// The conclusion as a subject: `the sum of r1c5 and r1c9, the innies of row 1`.
    pub subject: String,
    /// The argument, as sentences.
    pub text: String,
}

/// A statement about some cells that follows from constraints.
#[derive(Debug, Clone)]
pub(super) struct Fact {
    /// The constraint's index in the puzzle; `None` if the fact is derived from several.
    pub source: Option<usize>,
    /// How it was derived.
    pub derived: Option<Derived>,
    /// The constraint itself, if the fact says everything that the constraint says.
    pub whole: Option<Constraint>,
    /// The cells, each listed once.
    pub cells: Vec<usize>,
    pub kind: Kind,
}

/// Maximum number of cells of a fact that is searched.
pub(super) const MAX_CELLS: usize = 24;

/// What the first values of a fact imply for the others.
pub(super) type State = [u64; 2];

/// Returns the facts of a constraint, including those of different values.
pub(super) fn facts(source: usize, constraint: &Constraint, shape: &Shape) -> Vec<Fact> {
    let cells = constraint.cells(shape);
    let whole = |cells: Vec<usize>, kind: Kind| {
        let is_repeated = (1..cells.len()).any(|at| cells[..at].contains(&cells[at]));
        let kind = if is_repeated { Kind::Definition } else { kind };
        Fact {
            source: Some(source),
            derived: None,
            whole: Some(constraint.clone()),
            cells: distinct(&cells),
            kind,
        }
    };
    let sum = |totals: Vec<i32>, terms: &mut dyn Iterator<Item = (i32, usize)>| {
        let (weights, cells) = merged(terms).into_iter().unzip();
        whole(cells, Kind::Sum { totals, weights })
    };
    let different = || Fact {
        source: Some(source),
        derived: None,
        whole: None,
        cells: distinct(&cells),
        kind: Kind::Different,
    };
    match constraint {
        Constraint::Line(line, line_cells) if line_cells.len() > 1 => match line {
            Line::Thermometer
            | Line::SlowThermometer
            | Line::Whisper(_)
            | Line::Modular(_)
            | Line::Entropic => {
                vec![whole(cells, Kind::Line(*line))]
            }
            Line::Nabner => vec![different(), whole(cells, Kind::Line(*line))],
            Line::Renban => vec![different(), whole(cells, Kind::Renban)],
            Line::Between | Line::Lockout(_) => {
                let (first, last) = (cells[0], cells[cells.len() - 1]);
                let inner = &cells[1..cells.len() - 1];
                vec![whole([&[first, last], inner].concat(), Kind::Ends(*line))]
            }
            Line::Palindrome => rules(source, &constraint.rules(shape)),
            Line::Zipper => {
                let half = cells.len() / 2;
                let centre = (cells.len() % 2 == 1).then_some(cells[half]);
                let pairs = (0..half).flat_map(|at| [cells[at], cells[cells.len() - 1 - at]]);
                vec![whole(centre.into_iter().chain(pairs).collect(), Kind::Mirrored(*line))]
            }
            Line::Sum(total) if shape.lowest >= 0 => vec![whole(cells, Kind::Pieces(*total))],
            Line::Sum(_) | Line::SumLoop(_) => vec![whole(cells, Kind::Definition)],
            Line::DoubleArrow => {
                let last = cells.len() - 1;
                let sign = |at: usize| if at == 0 || at == last { 1 } else { -1 };
                vec![sum(vec![0], &mut cells.iter().enumerate().map(|(at, cell)| (sign(at), *cell)))]
            }
            Line::ValueIndexing => vec![whole(cells, Kind::ValueIndexing)],
        },
        Constraint::Line(..) => Vec::new(),
        Constraint::Arrow { circle, shaft } => {
            let places =
                (0..circle.len()).rev().map(|place| 10_i32.pow(u32::try_from(place.min(4)).unwrap_or(0)));
            let circle = places.zip(circle.iter().copied());
            vec![sum(vec![0], &mut circle.chain(shaft.iter().map(|cell| (-1, *cell))))]
        }
        Constraint::Cage(cage, cage_cells) => {
            let ones = || cage_cells.iter().map(|cell| (1, *cell));
            let counts = |values: &[i32], is_exact: bool| {
                let mut wanted: BTreeMap<i32, usize> = BTreeMap::new();
                values.iter().for_each(|value| *wanted.entry(*value).or_default() += 1);
                whole(cells.clone(), Kind::Counts { wanted: wanted.into_iter().collect(), is_exact })
            };
            match cage {
                Cage::Killer(None) | Cage::AllDifferent => vec![different()],
                Cage::Killer(Some(total)) => vec![different(), sum(vec![*total], &mut ones())],
                Cage::KillerOneOf(totals) => vec![different(), sum(totals.clone(), &mut ones())],
                Cage::Rellik(total) if (0..64).contains(total) && shape.lowest >= 0 => {
                    vec![different(), whole(cells, Kind::Rellik(*total))]
                }
                Cage::Rellik(_) | Cage::Equality | Cage::Lunchbox(_) => {
                    vec![different(), whole(cells, Kind::Definition)]
                }
                Cage::Quadruple(values) | Cage::Contains(values) => vec![counts(values, false)],
                Cage::ContainsExactly(values) => vec![counts(values, true)],
                Cage::LookAndSay(_) => {
                    // Its rules combine the counts of a value that is listed twice.
                    vec![whole(cells.clone(), look_and_say(constraint))]
                }
                Cage::CountingCircles => vec![whole(cells, Kind::CountingCircles)],
                Cage::CountDistinct => vec![whole(cells, Kind::CountDistinct)],
            }
        }
        Constraint::Sets(Sets::EqualSums | Sets::RegionSumLine, sets) => {
            vec![whole(cells, Kind::EqualSums(sets.iter().map(Vec::len).collect()))]
        }
        Constraint::Sets(Sets::SameValues, sets) => vec![whole(cells, Kind::SameValues(sets.len()))],
        Constraint::Clue(Clue::LittleKiller(total), cells) => {
            vec![sum(vec![*total], &mut cells.iter().map(|cell| (1, *cell)))]
        }
        Constraint::Clue(clue, cells) => vec![whole(cells.clone(), Kind::Clue(*clue))],
        Constraint::Sum(WeightedSum { total, terms }) => {
            vec![sum(vec![*total], &mut terms.iter().copied())]
        }
        Constraint::Words(words, cells) => {
            vec![whole(cells.clone(), Kind::Automaton(words.automaton.clone()))]
        }
        Constraint::Either(alternatives) => {
            let inner = alternatives
                .iter()
                .map(|all| all.iter().flat_map(|one| facts(source, one, shape)).collect::<Vec<Fact>>());
            let kind = Kind::Either(inner.collect());
            vec![Fact { source: Some(source), derived: None, whole: None, cells: distinct(&cells), kind }]
        }
        Constraint::FullRank(_) | Constraint::Region(_) | Constraint::Connected(_) => Vec::new(),
        Constraint::Cell(..)
        | Constraint::Pair(..)
        | Constraint::Sets(Sets::Clone, _)
        | Constraint::Table(..) => rules(source, &constraint.rules(shape)),
        Constraint::Global(Global::RowsAndColumns | Global::Grids(_)) => lines(constraint, shape)
            .into_iter()
            .flat_map(|[rows, columns]| [rows, columns].concat())
            .map(|(_, cells)| Fact {
                source: Some(source),
                derived: None,
                whole: None,
                cells,
                kind: Kind::Different,
            })
            .collect(),
        Constraint::Global(_) => rules(source, &constraint.rules(shape)),
    }
}

/// A name, and its cells without absent ones.
pub(super) type NamedLine = (String, Vec<usize>);

/// Returns the rows and columns of each grid, or of the whole board if it is one grid. For other
/// constraints, the result is empty.
pub(super) fn lines(constraint: &Constraint, shape: &Shape) -> Vec<[Vec<NamedLine>; 2]> {
    let present = |mut cells: Vec<usize>| {
        cells.retain(|cell| !shape.is_absent(*cell));
        cells
    };
    match constraint {
        Constraint::Global(Global::RowsAndColumns) => {
            let rows = (0..shape.rows).map(|row| (format!("row {}", row + 1), present(shape.row(row))));
            let columns = (0..shape.columns)
                .map(|column| (format!("column {}", column + 1), present(shape.column(column))));
            vec![[rows.collect(), columns.collect()]]
        }
        Constraint::Global(Global::Grids(grids)) => grids
            .iter()
            .map(|grid| {
                let rows = grid.row_lines(shape).enumerate().map(|(row, cells)| (grid.row_name(row), cells));
                let columns = grid
                    .column_lines(shape)
                    .enumerate()
                    .map(|(column, cells)| (grid.column_name(column), cells));
                [rows.collect(), columns.collect()]
            })
            .collect(),
        _ => Vec::new(),
    }
}

fn look_and_say(constraint: &Constraint) -> Kind {
    let Constraint::Cage(Cage::LookAndSay(counts), _) = constraint else { return Kind::Definition };
    let mut wanted: BTreeMap<i32, usize> = BTreeMap::new();
    counts.iter().for_each(|(number, value)| *wanted.entry(*value).or_default() += number);
    Kind::Counts { wanted: wanted.into_iter().collect(), is_exact: true }
}

/// Returns the facts of rules that compare pairs of cells or a few cells.
fn rules(source: usize, rules: &[Rule]) -> Vec<Fact> {
    let fact = |cells: &[usize], kind: Kind| Fact {
        source: Some(source),
        derived: None,
        whole: None,
        cells: cells.to_vec(),
        kind,
    };
    let pair =
        |relation: &Relation, one: usize, other: usize| fact(&[one, other], Kind::Pair(relation.clone()));
    let mut found = Vec::new();
    for rule in rules {
        match rule {
            Rule::Values { cell, values } => found.push(fact(&[*cell], Kind::Values(*values))),
            Rule::Different(cells) => found.push(fact(&distinct(cells), Kind::Different)),
            Rule::Chain(relation, cells) => {
                let pairs = cells.windows(2).filter(|pair| pair[0] != pair[1]);
                found.extend(pairs.map(|ends| pair(relation, ends[0], ends[1])));
            }
            Rule::Clique(relation, cells) => {
                for (at, one) in cells.iter().enumerate() {
                    let others = cells[at + 1..].iter().filter(|other| *other != one);
                    found.extend(others.map(|other| pair(relation, *one, *other)));
                }
            }
            Rule::Word(Word::Automaton(automaton), cells) => {
                found.push(fact(cells, Kind::Automaton(automaton.clone())));
            }
            Rule::Either(alternatives) => {
                let inner: Vec<Vec<Fact>> =
                    alternatives.iter().map(|inner| self::rules(source, inner)).collect();
                let cells: Vec<usize> = inner.iter().flatten().flat_map(|one| one.cells.clone()).collect();
                found.push(fact(&distinct(&cells), Kind::Either(inner)));
            }
            // A house says only that its values are different. The other rules do not compare pairs
            // and are turned into facts of their own.
            _ => {}
        }
    }
    found
}

/// Returns the terms with each cell listed once.
fn merged(terms: &mut dyn Iterator<Item = (i32, usize)>) -> Vec<(i32, usize)> {
    let mut found: Vec<(i32, usize)> = Vec::new();
    for (times, cell) in terms {
        match found.iter_mut().find(|(_, other)| *other == cell) {
            Some((sum, _)) => *sum += times,
            None => found.push((times, cell)),
        }
    }
    found.retain(|(times, _)| *times != 0);
    found
}

/// Returns how often each value occurs, in four bits each.
fn counted(shape: &Shape, values: &[i32]) -> u64 {
    values.iter().fold(0, |all: u64, value| all + (1 << (4 * (value - shape.lowest))))
}

/// Returns a state that differs for different values: five bits for each of up to 24 values.
fn fingerprint(values: &[i32]) -> State {
    let (first, others) = values.split_at(values.len().min(12));
    let packed = |values: &[i32]| values.iter().fold(1, |all: u64, value| all << 5 | unsigned(value & 31));
    [packed(first), packed(others)]
}

fn unsigned(number: i32) -> u64 {
    u64::from(number.cast_unsigned())
}

impl Fact {
    /// Returns the indices of the constraints that the fact comes from.
    pub(super) fn sources(&self) -> Vec<usize> {
        match &self.derived {
            Some(derived) => derived.sources.clone(),
            None => self.source.into_iter().collect(),
        }
    }

    /// Returns whether the search can handle the fact.
    pub(super) fn is_searchable(&self) -> bool {
        let most = match self.kind {
            Kind::Either(_) | Kind::Values(_) => 0,
            // A count is stored in four bits.
            Kind::Counts { .. } | Kind::CountingCircles | Kind::SameValues(_) => 15,
            _ => MAX_CELLS,
        };
        self.cells.len() <= most
    }

    /// Returns what the first values imply for the others, or `None` if no other values satisfy the
    /// fact. `rest` holds the sets of values of the other cells.
    pub(super) fn state(&self, shape: &Shape, prefix: &[i32], rest: &[u32]) -> Option<State> {
        let some = |is_possible: bool, state: State| is_possible.then_some(state);
        let last = |count: usize| {
            let from = prefix.len().saturating_sub(count);
            prefix[from..].iter().fold(0, |all: u64, value| all * 64 + unsigned(value - shape.lowest + 1))
        };
        let all_of = |values: &[i32]| values.iter().fold(0, |all, value| all | shape.set_of(*value));
        let total = |values: &[i32]| values.iter().sum::<i32>();
        let is_full = rest.is_empty();
        match &self.kind {
            Kind::Values(set) => some(prefix.iter().all(|value| set & shape.set_of(*value) != 0), [0, 0]),
            Kind::Different => {
                let set = all_of(prefix);
                some(set.count_ones() as usize == prefix.len(), [u64::from(set), 0])
            }
            Kind::Pair(relation) => match prefix {
                [one, other] => some(relation.holds(shape, *one, *other), [0, 0]),
                _ => Some([last(1), 0]),
            },
            Kind::Sum { totals, weights } => {
                let sum: i32 = prefix.iter().zip(weights).map(|(value, weight)| value * weight).sum();
                let (mut low, mut high) = (sum, sum);
                for (set, weight) in rest.iter().zip(&weights[prefix.len()..]) {
                    let (least, most) = ends(shape, *set)?;
                    low += (least * weight).min(most * weight);
                    high += (least * weight).max(most * weight);
                }
                some(totals.iter().any(|total| (low..=high).contains(total)), [unsigned(sum), 0])
            }
            Kind::Renban => {
                let set = all_of(prefix);
                let width = set.checked_ilog2().map_or(0, |high| high - set.trailing_zeros() + 1) as usize;
                let is_possible = set.count_ones() as usize == prefix.len() && width <= self.cells.len();
                some(is_possible, [u64::from(set), 0])
            }
            Kind::Line(line) => {
                // The line's own definition, applied to the cells so far.
                let is_possible = line.is_satisfied(shape, prefix);
                let state = match line {
                    Line::Modular(11..) => return some(is_possible, fingerprint(prefix)),
                    Line::Thermometer | Line::SlowThermometer | Line::Whisper(_) => last(1),
                    Line::Nabner => u64::from(all_of(prefix)),
                    Line::Entropic => last(2),
                    Line::Modular(modulus) => {
                        last(usize::try_from(*modulus).unwrap_or(1).saturating_sub(1).min(9))
                    }
                    _ => last(10),
                };
                some(is_possible, [state, prefix.len() as u64])
            }
            Kind::Ends(line) => {
                let [first, other, inner @ ..] = prefix else { return Some([last(1), 0]) };
                let mut values = [0; MAX_CELLS];
                let values = &mut values[..prefix.len()];
                values[0] = *first;
                values[1..=inner.len()].copy_from_slice(inner);
                values[prefix.len() - 1] = *other;
                let is_possible = line.is_satisfied(shape, values);
                some(is_possible, [unsigned(first - shape.lowest), unsigned(other - shape.lowest)])
            }
            Kind::Mirrored(line) => {
                let (centre, pairs) = prefix.split_at((self.cells.len() % 2).min(prefix.len()));
                let half = pairs.len() / 2;
                let mut values = [0; MAX_CELLS];
                let values = &mut values[..2 * half + centre.len()];
                values[half..half + centre.len()].copy_from_slice(centre);
                for (at, pair) in pairs.chunks_exact(2).enumerate() {
                    values[at] = pair[0];
                    values[2 * half + centre.len() - 1 - at] = pair[1];
                }
                let is_possible = line.is_satisfied(shape, values);
                let sum = centre.first().copied().or_else(|| pairs.get(..2).map(total)).unwrap_or(-1);
                let open = if pairs.len() % 2 == 1 { last(1) } else { 0 };
                some(is_possible, [unsigned(sum), open])
            }
            Kind::Pieces(wanted) => {
                let mut sum = 0;
                for value in prefix {
                    sum += value;
                    if sum > *wanted {
                        return None;
                    }
                    if sum == *wanted {
                        sum = 0;
                    }
                }
                some(!is_full || sum == 0, [unsigned(sum), 0])
            }
            Kind::EqualSums(lengths) => {
                let mut left = prefix;
                let mut wanted = None;
                for length in lengths {
                    let Some((segment, others)) = left.split_at_checked(*length) else { break };
                    let sum = total(segment);
                    if *wanted.get_or_insert(sum) != sum {
                        return None;
                    }
                    left = others;
                }
                let sum = total(left);
                let is_possible = shape.lowest < 0 || wanted.is_none_or(|wanted| sum <= wanted);
                some(is_possible, [wanted.map_or(u64::MAX, unsigned), unsigned(sum)])
            }
            Kind::SameValues(sets) => {
                let length = self.cells.len() / sets.max(&1);
                let (first, others) = prefix.split_at(length.min(prefix.len()));
                let open = &others[others.len() - others.len() % length.max(1)..];
                let contains = |part: &[i32]| {
                    part.iter().all(|value| {
                        let count = |values: &[i32]| values.iter().filter(|other| *other == value).count();
                        count(part) <= count(first)
                    })
                };
                let is_possible = others.chunks(length.max(1)).all(contains);
                some(is_possible, [counted(shape, first), counted(shape, open)])
            }
            Kind::Counts { wanted, is_exact } => {
                let count = |value: i32| prefix.iter().filter(|other| **other == value).count();
                let missing: usize =
                    wanted.iter().map(|(value, number)| number.saturating_sub(count(*value))).sum();
                let too_many = *is_exact && wanted.iter().any(|(value, number)| count(*value) > *number);
                let state = wanted.iter().filter(|(value, _)| shape.set_of(*value) != 0).fold(
                    0,
                    |all: u64, (value, number)| {
                        let count = if *is_exact { count(*value) } else { count(*value).min(*number) };
                        all | (count as u64) << (4 * (value - shape.lowest))
                    },
                );
                some(!too_many && missing <= rest.len(), [state, 0])
            }
            Kind::CountingCircles => {
                let mut missing = 0;
                for value in prefix {
                    let count = prefix.iter().filter(|other| *other == value).count();
                    let wanted = usize::try_from(*value).ok().filter(|wanted| *wanted >= count)?;
                    // The missing amount, divided among the cells that have the value so far.
                    missing += (wanted - count) * 840 / count;
                }
                some(missing <= rest.len() * 840, [counted(shape, prefix), 0])
            }
            Kind::CountDistinct => {
                let Some((wanted, others)) = prefix.split_first() else { return Some([0, 0]) };
                let set = all_of(others);
                let number = i32::try_from(set.count_ones()).unwrap_or(0);
                let open = i32::try_from(rest.len()).unwrap_or(0);
                let is_possible = (number..=number + open).contains(wanted);
                some(is_possible, [unsigned(*wanted), u64::from(set)])
            }
            Kind::Clue(clue) => self.clue_state(*clue, shape, prefix, rest),
            Kind::ValueIndexing => {
                let [wanted, number, others @ ..] = prefix else { return Some([last(2), 0]) };
                let at = usize::try_from(*number).ok().and_then(|number| number.checked_sub(1))?;
                let is_possible = match others.get(at) {
                    Some(found) => found == wanted,
                    None => at - others.len() < rest.len(),
                };
                some(is_possible, [unsigned(*wanted), unsigned(*number)])
            }
            Kind::Automaton(automaton) => {
                let mut reached = automaton.starts;
                for value in prefix {
                    let bit = usize::try_from(value - shape.lowest).ok()?;
                    let states = (0..64_usize).filter(|state| reached >> state & 1 == 1);
                    reached = states
                        .filter_map(|state| automaton.next.get(state)?.get(bit))
                        .fold(0, |all, next| all | next);
                }
                let wanted = if is_full { automaton.ends } else { u64::MAX };
                some(reached & wanted != 0, [reached, 0])
            }
            Kind::Rellik(wanted) => {
                let sums = prefix.iter().fold(1_u64, |sums, value| sums | sums << unsigned(*value));
                some(sums >> unsigned(*wanted) & 1 == 0 || *wanted == 0, [sums, 0])
            }
            Kind::Either(_) | Kind::Definition => Some(fingerprint(prefix)),
        }
    }

    fn clue_state(&self, clue: Clue, shape: &Shape, prefix: &[i32], rest: &[u32]) -> Option<State> {
        let some = |is_possible: bool, state: State| is_possible.then_some(state);
        let highest = shape.highest();
        let is_full = rest.is_empty();
        let visible = |values: &[i32]| -> (i32, i32) {
            values.iter().fold((0, i32::MIN), |(seen, high), value| {
                let is_seen = *value > high && *value > 0;
                (seen + i32::from(is_seen), high.max(*value))
            })
        };
        match clue {
            Clue::LittleKiller(_) => Some([0, 0]),
            Clue::Sandwich(total) => {
                let is_crust = |value: &i32| *value == shape.lowest || *value == highest;
                let crusts: Vec<usize> = (0..prefix.len()).filter(|at| is_crust(&prefix[*at])).collect();
                match crusts[..] {
                    [] => some(rest.len() >= 2, [0, 0]),
                    [first] => {
                        let sum: i32 = prefix[first + 1..].iter().sum();
                        let is_possible = (shape.lowest < 0 || sum <= total) && !is_full;
                        some(is_possible, [1 + u64::from(prefix[first] == highest), unsigned(sum)])
                    }
                    [first, other] => {
                        let sum: i32 = prefix[first + 1..other].iter().sum();
                        some(sum == total && prefix[first] != prefix[other], [3, 0])
                    }
                    _ => None,
                }
            }
            Clue::XSum(total) => {
                let count = prefix.first().map_or(0, |first| usize::try_from(*first).unwrap_or(usize::MAX));
                if count > self.cells.len() {
                    return None;
                }
                let sum: i32 = prefix.iter().take(count).sum();
                let open = rest.iter().take(count.saturating_sub(prefix.len()));
                let (mut low, mut high) = (sum, sum);
                for set in open {
                    let (least, most) = ends(shape, *set)?;
                    low += least;
                    high += most;
                }
                some(prefix.is_empty() || (low..=high).contains(&total), [count as u64, unsigned(sum)])
            }
            Clue::Skyscraper(number) => {
                let (seen, high) = visible(prefix);
                let open = i32::try_from(rest.len()).unwrap_or(0).min(highest.saturating_sub(high.max(0)));
                let is_possible = seen <= number && number <= seen + open;
                some(is_possible, [unsigned(seen), unsigned(high)])
            }
            Clue::HiddenSkyscraper(wanted) => {
                let hidden = |at: &usize| prefix[..*at].iter().any(|other| *other > prefix[*at]);
                match (0..prefix.len()).find(hidden) {
                    Some(at) => some(prefix[at] == wanted, [u64::MAX, 0]),
                    None => some(!is_full, [prefix.last().copied().map_or(0, unsigned), prefix.len() as u64]),
                }
            }
            Clue::NumberedRoom(wanted) => {
                let Some(first) = prefix.first() else { return Some([0, 0]) };
                let room = usize::try_from(*first).ok().and_then(|number| number.checked_sub(1))?;
                let is_possible = match prefix.get(room) {
                    Some(found) => *found == wanted,
                    None => room < self.cells.len(),
                };
                some(is_possible, [unsigned(*first), 0])
            }
        }
    }

    /// Returns whether a full assignment satisfies the fact; `values` has a place for each cell of
    /// the puzzle.
    pub(super) fn holds(&self, shape: &Shape, found: &[i32], values: &mut [i32]) -> bool {
        let Some(constraint) = &self.whole else { return self.state(shape, found, &[]).is_some() };
        if let Kind::Line(line) = &self.kind {
            return line.is_satisfied(shape, found);
        }
        for (cell, value) in self.cells.iter().zip(found) {
            values[*cell] = *value;
        }
        constraint.is_satisfied(shape, values)
    }
}

/// Returns the smallest and the largest value of a set.
pub(super) fn ends(shape: &Shape, set: u32) -> Option<(i32, i32)> {
    let highest = set.checked_ilog2()?;
    Some((shape.value(set.trailing_zeros() as usize), shape.value(highest as usize)))
}
