//! The compiled form of rules about regions and connected cells.

use super::area::Board;
use crate::relation::Relation;
use crate::rule::{Area, Rule, Word};

/// The cells of a grid and the variables that hold their regions.
#[derive(Debug, Clone)]
pub(in crate::engine) struct Regions<const W: usize> {
    /// The cells, and their variables.
    pub(in crate::engine) grid: Board<W>,
    pub(in crate::engine) numbers: Board<W>,
    /// The first variable.
    pub(in crate::engine) first: usize,
    /// The number of cells of each region, which is also the number of regions.
    pub(in crate::engine) size: usize,
    /// The cells in the order in which regions are numbered.
    pub(in crate::engine) order: Vec<usize>,
    /// What clues say about cells that are in one region.
    pub(in crate::engine) links: Vec<Link>,
}

/// Cells of the grid, some of which are in one region: the first ones in the list, or any of them.
#[derive(Debug, Clone)]
pub(in crate::engine) struct Link {
    /// The cell that holds the number of those in the region.
    pub(in crate::engine) total: usize,
    /// The amount that is added to that number.
    pub(in crate::engine) more: i32,
    pub(in crate::engine) cells: Vec<usize>,
    /// Whether a conclusion is possible only if every cell that can be in the region has to be in
    /// it.
    pub(in crate::engine) needs_all: bool,
}

/// Connected cells with some values.
#[derive(Debug, Clone)]
pub(in crate::engine) struct Connected<const W: usize> {
    pub(in crate::engine) area: Area,
    pub(in crate::engine) board: Board<W>,
    /// The set of values.
    pub(in crate::engine) values: u32,
    /// The minimum and maximum number of cells.
    pub(in crate::engine) least: usize,
    pub(in crate::engine) most: usize,
}

/// Returns the links between cells that follow from clues about regions.
pub(in crate::engine) fn links(rules: &[Rule], first: usize) -> Vec<Link> {
    let link = |rule: &Rule| {
        let Rule::Word(word, cells) = rule else { return None };
        let (skips, needs_all) = match word {
            Word::CountEqual { skips } => (*skips, true),
            Word::RunsEqual { skips, arms } => (*skips, arms.len() > 1),
            _ => return None,
        };
        let (total, cells) = cells.split_first()?;
        let cells = cells.iter().map(|cell| cell.checked_sub(first)).collect::<Option<Vec<usize>>>()?;
        Some(Link { total: *total, more: i32::from(skips), cells, needs_all })
    };
    rules.iter().filter_map(link).collect()
}

/// Returns whether a rule does not depend on how the regions are numbered; the variables from
/// `first` on hold their numbers.
pub(in crate::engine) fn ignores_numbers(rule: &Rule, first: usize) -> bool {
    let has_none = |cells: &[usize]| cells.iter().all(|cell| *cell < first);
    match rule {
        Rule::Values { cell, .. } => *cell < first,
        Rule::Different(_) | Rule::Regions { .. } => true,
        Rule::Chain(Relation::Equal | Relation::Apart(1), _)
        | Rule::Clique(Relation::Equal | Relation::Apart(1), _) => true,
        Rule::Word(Word::CountEqual { .. } | Word::RunsEqual { .. }, cells) | Rule::CountDistinct(cells) => {
            has_none(&cells[..1])
        }
        Rule::House(cells)
        | Rule::Chain(_, cells)
        | Rule::Clique(_, cells)
        | Rule::Word(_, cells)
        | Rule::CountingCircles(cells) => has_none(cells),
        Rule::Sum { terms, .. } => terms.iter().all(|(_, cell)| *cell < first),
        Rule::SameValues(sets) => {
            sets.iter().all(|set| has_none(set) || set.iter().all(|cell| *cell >= first))
        }
        Rule::FullRank(ranks) => has_none(&ranks.numbers.concat()),
        Rule::Connected { area, .. } => area.first < first,
        Rule::Either(alternatives) => alternatives.iter().flatten().all(|rule| ignores_numbers(rule, first)),
    }
}

/// Returns an order for numbering regions: first three cells that are too far apart to share a
/// region, then the others, those with many rules first.
pub(in crate::engine) fn order_by(degrees: &[u32], columns: usize, size: usize) -> Vec<usize> {
    let cells = degrees.len();
    let is_far = |one: usize, other: usize| {
        (one / columns).abs_diff(other / columns) + (one % columns).abs_diff(other % columns) >= size
    };
    let mut best = (0, Vec::new());
    for one in 0..cells {
        for two in (one + 1..cells).filter(|two| is_far(one, *two)) {
            for three in (two + 1..cells).filter(|three| is_far(one, *three) && is_far(two, *three)) {
                let merit = degrees[one] + degrees[two] + degrees[three] + 1;
                if merit > best.0 {
                    best = (merit, vec![one, two, three]);
                }
            }
        }
    }
    let mut order = best.1;
    let mut rest: Vec<usize> = (0..cells).filter(|cell| !order.contains(cell)).collect();
    rest.sort_by_key(|cell| std::cmp::Reverse(degrees[*cell]));
    order.extend(rest);
    order
}
