//! Constraints on a group of cells.

use super::general::linear;
use super::grid::group;
use super::order::{count, sorted, sum};
use crate::rule::{Rule, Word};
use crate::sentence::{joined, listed};
use crate::shape::{Shape, distinct};

/// A constraint on a group of cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cage {
    /// Different values, with this sum if it is given. A cell that is listed twice is counted
    /// twice.
    Killer(Option<i32>),
    /// Different values, with one of these sums.
    KillerOneOf(Vec<i32>),
    /// Different values: an extra region if there are as many cells as values.
    AllDifferent,
    /// Different values, no subset of which has this sum.
    Rellik(i32),
    /// Different values: as many even as odd ones, as many low as high ones, and none in the
    /// middle.
    Equality,
    /// Different values; those between the smallest and the largest, in the order of the cells,
    /// have this sum.
    Lunchbox(i32),
    /// Four cells around a corner that contain these values, each at least as often as it is
    /// listed.
    Quadruple(Vec<i32>),
    /// These values occur, each at least as often as it is listed.
    Contains(Vec<i32>),
    /// These values occur, each exactly as often as it is listed.
    ContainsExactly(Vec<i32>),
    /// Some values and how often they occur: the number, then the value.
    LookAndSay(Vec<(usize, i32)>),
    /// Each value in these circles occurs as often as its number.
    CountingCircles,
    /// The first cell is the number of different values in the others.
    CountDistinct,
}

impl Cage {
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Killer(_) | Self::KillerOneOf(_) => "killer cage",
            Self::AllDifferent => "all different",
            Self::Rellik(_) => "rellik cage",
            Self::Equality => "equality cage",
            Self::Lunchbox(_) => "lunchbox",
            Self::Quadruple(_) => "quadruple",
            Self::Contains(_) => "contains",
            Self::ContainsExactly(_) => "contains exactly",
            Self::LookAndSay(_) => "look-and-say cage",
            Self::CountingCircles => "counting circles",
            Self::CountDistinct => "count of different digits",
        }
    }

    pub(super) fn rules(&self, shape: &Shape, cells: &[usize]) -> Vec<Rule> {
        let word = |word: Word| Rule::Word(word, cells.to_vec());
        let different = || Rule::Different(cells.to_vec());
        let total = |total: i32| linear(total, cells.iter().map(|cell| (1, *cell)));
        match self {
            Self::Killer(sum) => {
                let different = Rule::Different(distinct(cells));
                std::iter::once(different).chain(sum.map(total)).collect()
            }
            Self::KillerOneOf(sums) => {
                let alternatives = sums.iter().map(|sum| vec![total(*sum)]).collect();
                vec![Rule::Different(distinct(cells)), Rule::Either(alternatives)]
            }
            Self::AllDifferent => group(shape, cells),
            Self::Rellik(sum) => vec![different(), word(Word::Rellik(*sum))],
            Self::Equality => vec![different(), word(Word::Equality)],
            Self::Lunchbox(sum) => vec![different(), word(Word::Lunchbox(*sum))],
            Self::Quadruple(values) | Self::Contains(values) => vec![word(Word::Contains(values.clone()))],
            Self::ContainsExactly(values) => vec![word(Word::ContainsExactly(values.clone()))],
            Self::LookAndSay(counts) => {
                let absent = counts.iter().filter(|(count, _)| *count == 0);
                let absent = absent.fold(0, |set, (_, value)| set | shape.set_of(*value));
                let values = shape.all() & !absent;
                let free = if absent == 0 { Vec::new() } else { distinct(cells) };
                let mut rules: Vec<Rule> =
                    free.into_iter().map(|cell| Rule::Values { cell, values }).collect();
                let wanted = counts.iter().flat_map(|(count, value)| std::iter::repeat_n(*value, *count));
                rules.push(word(Word::ContainsExactly(wanted.collect())));
                rules
            }
            Self::CountingCircles => vec![Rule::CountingCircles(cells.to_vec())],
            Self::CountDistinct => vec![Rule::CountDistinct(cells.to_vec())],
        }
    }

    pub(super) fn is_satisfied(&self, shape: &Shape, cells: &[usize], all: &[i32]) -> bool {
        let do_differ = || {
            let differs = |one: usize, other: usize| one == other || all[one] != all[other];
            cells.iter().enumerate().all(|(at, one)| cells[..at].iter().all(|other| differs(*one, *other)))
        };
        let total = || cells.iter().map(|cell| all[*cell]).sum::<i32>();
        // Killer cages, by far the most common, need no list of values.
        let values = || cells.iter().map(|cell| all[*cell]).collect::<Vec<i32>>();
        let occur = |wanted: &[i32], test: &dyn Fn(usize, usize) -> bool| {
            let values = values();
            wanted.iter().all(|value| test(count(&values, *value), count(wanted, *value)))
        };
        match self {
            Self::Killer(wanted) => wanted.is_none_or(|wanted| total() == wanted) && do_differ(),
            Self::KillerOneOf(totals) => totals.contains(&total()) && do_differ(),
            Self::AllDifferent => do_differ(),
            Self::Rellik(total) => do_differ() && !has_subset(&values(), *total),
            Self::Equality => {
                let values = values();
                let odd = values.iter().filter(|value| *value % 2 != 0).count();
                let twice_middle = shape.lowest + shape.highest();
                let low = values.iter().filter(|value| 2 * *value < twice_middle).count();
                let high = values.iter().filter(|value| 2 * *value > twice_middle).count();
                do_differ() && 2 * odd == values.len() && low == high && low + high == values.len()
            }
            Self::Lunchbox(total) => {
                let values = values();
                let place = |value: Option<&i32>| values.iter().position(|other| Some(other) == value);
                let ends = place(values.iter().min()).zip(place(values.iter().max()));
                let inner = ends.map_or(0, |(one, other)| {
                    sum(values.get(one.min(other) + 1..one.max(other)).unwrap_or_default())
                });
                do_differ() && inner == *total
            }
            Self::Quadruple(wanted) | Self::Contains(wanted) => occur(wanted, &|found, least| found >= least),
            Self::ContainsExactly(wanted) => occur(wanted, &|found, exactly| found == exactly),
            Self::LookAndSay(counts) => {
                let values = values();
                // A value that is listed twice occurs as often as the sum of its numbers.
                counts.iter().all(|(_, value)| {
                    let wanted: usize =
                        counts.iter().filter(|(_, other)| other == value).map(|(number, _)| number).sum();
                    count(&values, *value) == wanted
                }) && counts.iter().all(|(number, value)| *number > 0 || count(&values, *value) == 0)
            }
            Self::CountingCircles => {
                let values = values();
                values.iter().all(|value| usize::try_from(*value) == Ok(count(&values, *value)))
            }
            Self::CountDistinct => values().split_first().is_none_or(|(number, others)| {
                let mut different = sorted(others);
                different.dedup();
                usize::try_from(*number) == Ok(different.len())
            }),
        }
    }

    pub(super) fn sentence(&self, shape: &Shape, cells: &[usize]) -> String {
        let names = shape.cell_names(&distinct(cells));
        let different = format!("The digits in {names} are different");
        match self {
            Self::Killer(None) | Self::AllDifferent => format!("{different}."),
            Self::Killer(Some(total)) => format!("{different} and add up to {total}."),
            Self::KillerOneOf(totals) => format!("{different} and add up to {}.", listed(totals, "or")),
            Self::Rellik(total) => format!("{different}, and no subset of them adds up to {total}."),
            Self::Equality => format!(
                "{different}; as many are even as odd, as many are low as high, and none is the middle digit."
            ),
            Self::Lunchbox(total) => {
                format!("{different}, and those between the smallest and the largest add up to {total}.")
            }
            Self::Quadruple(values) | Self::Contains(values) => {
                format!("The cells {names} contain {}.", listed(values, "and"))
            }
            Self::ContainsExactly(values) => {
                format!(
                    "The cells {names} contain {}, each exactly as often as listed.",
                    listed(values, "and")
                )
            }
            Self::LookAndSay(counts) => {
                let counts: Vec<String> = counts
                    .iter()
                    .map(|(count, value)| match count {
                        0 => format!("no {value}"),
                        1 => format!("one {value}"),
                        count => {
                            let words = ["two", "three", "four", "five", "six", "seven", "eight", "nine"];
                            let word = words
                                .get(count - 2)
                                .map_or_else(|| count.to_string(), |word| (*word).to_owned());
                            format!("{word} {value}s")
                        }
                    })
                    .collect();
                format!("The cells {names} contain exactly {}.", joined(&counts, "and"))
            }
            Self::CountingCircles => {
                format!("Each digit in the circles {names} says how many of these circles contain it.")
            }
            Self::CountDistinct => {
                let (first, others) = cells.split_first().map_or((0, &[][..]), |(one, rest)| (*one, rest));
                format!(
                    "{} is the number of different digits in {}.",
                    shape.cell_name(first),
                    shape.cell_names(others)
                )
            }
        }
    }
}

/// Returns whether a non-empty subset of the values has this sum. No value is negative.
fn has_subset(values: &[i32], total: i32) -> bool {
    let Some(total) = usize::try_from(total).ok().filter(|_| total <= sum(values)) else { return false };
    // The sums of the empty subset and of the others.
    let (mut is_sum, mut is_zero) = (vec![false; total + 1], false);
    is_sum[0] = true;
    for value in values.iter().filter_map(|value| usize::try_from(*value).ok()) {
        is_zero |= value == 0;
        for larger in (value..=total).rev() {
            is_sum[larger] |= is_sum[larger - value];
        }
    }
    is_sum[total] && (total > 0 || is_zero)
}
