//! The independent checker: each rule, as its definition says, on a full grid. It shares no code
//! with the engine.

use crate::puzzle::Puzzle;
use crate::rule::{Automaton, Rule, Ties, Word};
use crate::shape::Shape;

/// Returns the first rule that a full grid breaks.
///
/// `values` has the value of each cell and each variable.
///
/// # Panics
/// If a rule names a cell that `values` does not have.
#[must_use]
pub fn broken<'a>(puzzle: &'a Puzzle, values: &[i32]) -> Option<&'a Rule> {
    puzzle.rules.iter().find(|rule| !holds(rule, &puzzle.shape, values))
}

/// Whether a rule holds on a full grid.
///
/// # Panics
/// If the rule names a cell that `values` does not have.
#[must_use]
pub fn holds(rule: &Rule, shape: &Shape, values: &[i32]) -> bool {
    let at = |cells: &[usize]| -> Vec<i32> { cells.iter().map(|cell| values[*cell]).collect() };
    match rule {
        Rule::Values { cell, values: allowed } => shape.set_of(values[*cell]) & allowed != 0,
        Rule::Different(cells) => are_different(&at(cells)),
        Rule::House(cells) => {
            sorted(at(cells)) == (0..shape.values).map(|bit| shape.value(bit)).collect::<Vec<_>>()
        }
        Rule::Sum { total, terms } => {
            terms.iter().map(|(times, cell)| times * values[*cell]).sum::<i32>() == *total
        }
        Rule::Chain(relation, cells) => {
            at(cells).windows(2).all(|pair| relation.holds(shape, pair[0], pair[1]))
        }
        Rule::Clique(relation, cells) => {
            let found = at(cells);
            (0..found.len()).all(|first| {
                (first + 1..found.len()).all(|second| relation.holds(shape, found[first], found[second]))
            })
        }
        Rule::Word(word, cells) => is_word(word, shape, &at(cells)),
        Rule::CountDistinct(cells) => {
            let found = at(cells);
            let (count, others) = found.split_first().expect("a rule has cells");
            let mut different = sorted(others.to_vec());
            different.dedup();
            i32::try_from(different.len()) == Ok(*count)
        }
        Rule::CountingCircles(cells) => {
            let found = at(cells);
            found.iter().all(|value| count(&found, *value) == *value)
        }
        Rule::SameValues(sets) => sets.windows(2).all(|pair| sorted(at(&pair[0])) == sorted(at(&pair[1]))),
        Rule::FullRank(ranks) => {
            let numbers: Vec<Vec<i32>> = ranks.numbers.iter().map(|cells| at(cells)).collect();
            let mut sorted = numbers.clone();
            sorted.sort();
            let is_free = ranks.ties != Ties::Never || sorted.windows(2).all(|pair| pair[0] != pair[1]);
            let has_rank = |number: &usize, rank: &usize| {
                let smaller = numbers.iter().filter(|other| **other < numbers[*number]).count();
                let equal = numbers.iter().filter(|other| **other == numbers[*number]).count();
                smaller + 1 == *rank && (ranks.ties == Ties::Any || equal == 1)
            };
            is_free && ranks.clues.iter().all(|(number, rank)| has_rank(number, rank))
        }
        Rule::Either(alternatives) => {
            alternatives.iter().any(|rules| rules.iter().all(|rule| holds(rule, shape, values)))
        }
    }
}

fn sorted(mut values: Vec<i32>) -> Vec<i32> {
    values.sort_unstable();
    values
}

fn are_different(values: &[i32]) -> bool {
    sorted(values.to_vec()).windows(2).all(|pair| pair[0] != pair[1])
}

fn count(values: &[i32], value: i32) -> i32 {
    values.iter().map(|other| i32::from(*other == value)).sum()
}

/// Number of values that are larger than all earlier ones; 0 is no building.
fn buildings(values: &[i32]) -> i32 {
    (0..values.len())
        .map(|at| i32::from(values[at] > 0 && values[..at].iter().all(|other| *other < values[at])))
        .sum()
}

/// Whether values of a line or a cage are as a word demands.
fn is_word(word: &Word, shape: &Shape, values: &[i32]) -> bool {
    let sum = |values: &[i32]| values.iter().sum::<i32>();
    let (first, last) = (values[0], values[values.len() - 1]);
    let inner = values.get(1..values.len() - 1).unwrap_or_default();
    let (lowest, highest) = (shape.lowest, shape.value(shape.values - 1));
    match word {
        Word::Renban => {
            let sorted = sorted(values.to_vec());
            sorted.windows(2).all(|pair| pair[1] == pair[0] + 1)
        }
        Word::Modular(modulus) => {
            let size = usize::try_from(*modulus).unwrap_or(1).min(values.len());
            values.windows(size).all(|part| {
                are_different(&part.iter().map(|value| value.rem_euclid(*modulus)).collect::<Vec<_>>())
            })
        }
        Word::Entropic => {
            let third = i32::try_from(shape.values / 3).unwrap_or(1);
            let size = values.len().min(3);
            values.windows(size).all(|part| {
                are_different(&part.iter().map(|value| (value - lowest) / third).collect::<Vec<_>>())
            })
        }
        Word::Between => inner.iter().all(|value| *value > first.min(last) && *value < first.max(last)),
        Word::Lockout(apart) => {
            (first - last).abs() >= *apart
                && inner.iter().all(|value| *value < first.min(last) || *value > first.max(last))
        }
        Word::Zipper => {
            let size = values.len();
            let sums: Vec<i32> = (0..size / 2).map(|at| values[at] + values[size - 1 - at]).collect();
            let centre = (!size.is_multiple_of(2)).then(|| values[size / 2]);
            sums.windows(2).all(|pair| pair[0] == pair[1])
                && centre.is_none_or(|centre| sums.iter().all(|sum| *sum == centre))
        }
        Word::Pieces(total) => splits(values, *total),
        Word::Loop(total) => {
            (0..values.len()).any(|cut| splits(&[&values[cut..], &values[..cut]].concat(), *total))
        }
        Word::EqualSums(lengths) => {
            let mut start = 0;
            let sums: Vec<i32> = lengths
                .iter()
                .map(|length| {
                    start += length;
                    sum(&values[start - length..start])
                })
                .collect();
            sums.windows(2).all(|pair| pair[0] == pair[1])
        }
        Word::Contains(wanted) => wanted.iter().all(|value| count(values, *value) >= count(wanted, *value)),
        Word::ContainsExactly(wanted) => {
            wanted.iter().all(|value| count(values, *value) == count(wanted, *value))
        }
        Word::Sandwich(total) => {
            let ends: Vec<usize> =
                (0..values.len()).filter(|at| values[*at] == lowest || values[*at] == highest).collect();
            ends.len() == 2
                && values[ends[0]] != values[ends[1]]
                && sum(&values[ends[0] + 1..ends[1]]) == *total
        }
        Word::XSum(total) => {
            usize::try_from(first).is_ok_and(|size| size <= values.len() && sum(&values[..size]) == *total)
        }
        Word::Skyscraper(number) => buildings(values) == *number,
        Word::HiddenSkyscraper(hidden) => (1..values.len())
            .find(|at| values[..*at].iter().any(|other| *other > values[*at]))
            .is_some_and(|at| values[at] == *hidden),
        Word::NumberedRoom(value) => {
            usize::try_from(first - 1).ok().and_then(|at| values.get(at)).is_some_and(|found| found == value)
        }
        Word::ValueIndexing => usize::try_from(values[1] - 1)
            .ok()
            .and_then(|at| values.get(2 + at))
            .is_some_and(|found| *found == first),
        Word::Lunchbox(total) => {
            let place =
                |wanted: Option<&i32>| values.iter().position(|value| Some(value) == wanted).unwrap_or(0);
            let (one, other) = (place(values.iter().min()), place(values.iter().max()));
            let (start, end) = (one.min(other), one.max(other));
            sum(values.get(start + 1..end).unwrap_or_default()) == *total
        }
        Word::Rellik(total) => (1..1_u32 << values.len()).all(|subset| {
            (0..values.len()).filter(|at| subset >> at & 1 == 1).map(|at| values[at]).sum::<i32>() != *total
        }),
        Word::Equality => {
            let twice_middle = lowest + highest;
            let balance = |test: &dyn Fn(i32) -> bool| {
                values.iter().map(|value| if test(*value) { 1 } else { -1 }).sum::<i32>() == 0
            };
            balance(&|value| value % 2 == 0)
                && balance(&|value| 2 * value < twice_middle)
                && values.iter().all(|value| 2 * value != twice_middle)
        }
        Word::Automaton(automaton) => accepts(automaton, shape, values),
    }
}

/// Whether values split into successive pieces with this sum.
fn splits(values: &[i32], total: i32) -> bool {
    let mut sum = 0;
    for value in values {
        sum += value;
        if sum == total {
            sum = 0;
        }
    }
    sum == 0
}

fn accepts(automaton: &Automaton, shape: &Shape, values: &[i32]) -> bool {
    let mut states = automaton.starts;
    for value in values {
        let bit = usize::try_from(value - shape.lowest).expect("a value is at least the lowest");
        states = (0..automaton.next.len())
            .filter(|state| states >> state & 1 == 1)
            .fold(0, |all, state| all | automaton.next[state][bit]);
    }
    states & automaton.ends != 0
}
