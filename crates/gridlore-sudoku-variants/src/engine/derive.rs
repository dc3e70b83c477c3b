//! Sums that follow from houses and cages (the rule of 45): the sum of the cells of some houses
//! that are in no cage, and that of the cage cells outside these houses.

use crate::rule::Rule;
use crate::shape::Shape;
use std::collections::HashSet;

/// Maximum number of cells that are added.
const MAX_CELLS: usize = 9;
/// Maximum number of cells that are added and subtracted.
const MAX_MIXED: usize = 6;

/// Maximum number of cage cells that are examined, over all unions of houses.
const MAX_STEPS: usize = 10_000_000;

/// How to treat cages that are only partly inside some houses.
#[derive(Clone, Copy)]
enum Crossing {
    /// Their inner cells remain in the sum.
    Left,
    /// They are subtracted, with their outer cells.
    Subtracted,
    /// Whichever leaves fewer cells.
    Fewer,
}

/// Returns the derived sums.
pub(super) fn derived(shape: &Shape, cells: usize, rules: &[Rule]) -> Vec<Rule> {
    let houses: Vec<&Vec<usize>> = rules
        .iter()
        .filter_map(|rule| match rule {
            Rule::House(cells) if cells.len() == shape.values => Some(cells),
            _ => None,
        })
        .collect();
    let cages: Vec<(i32, Vec<usize>)> = rules
        .iter()
        .filter_map(|rule| match rule {
            Rule::Sum { total, terms } if terms.iter().all(|(times, _)| *times == 1) => {
                Some((*total, terms.iter().map(|(_, cell)| *cell).collect()))
            }
            _ => None,
        })
        .collect();
    if cages.is_empty() {
        return Vec::new();
    }
    let whole: i32 = (0..shape.values).map(|bit| shape.value(bit)).sum();
    let mut known: HashSet<Vec<(i32, usize)>> = HashSet::new();
    for (_, cells) in &cages {
        let mut cells = cells.clone();
        cells.sort_unstable();
        known.insert(cells.into_iter().map(|cell| (1, cell)).collect());
    }
    let mut found = Vec::new();
    let steps = 3 * (cells + cages.iter().map(|(_, cells)| cells.len()).sum::<usize>());
    for area in areas(&houses, MAX_STEPS / steps) {
        for crossing in [Crossing::Left, Crossing::Subtracted, Crossing::Fewer] {
            let mut times = vec![0_i32; cells];
            let mut total = whole * i32::try_from(area.len()).expect("few houses");
            for cell in area.iter().flat_map(|house| houses[*house]) {
                times[*cell] += 1;
            }
            for (sum, cells) in &cages {
                let inside = cells.iter().filter(|cell| times[**cell] == 1).count();
                let outside = cells.len() - inside;
                let is_used = match crossing {
                    Crossing::Left => outside == 0,
                    Crossing::Subtracted => true,
                    Crossing::Fewer => outside < inside,
                };
                if is_used && inside > 0 && cells.iter().all(|cell| times[*cell] >= 0) {
                    for cell in cells {
                        times[*cell] -= 1;
                    }
                    total -= sum;
                }
            }
            if !times.contains(&1) {
                total = -total;
                for times in &mut times {
                    *times = -*times;
                }
            }
            let terms: Vec<(i32, usize)> =
                times.iter().copied().zip(0..).filter(|(times, _)| *times != 0).collect();
            let most = if times.contains(&-1) { MAX_MIXED } else { MAX_CELLS };
            if (1..=most).contains(&terms.len()) && known.insert(terms.clone()) {
                found.push(Rule::Sum { total, terms });
            }
        }
    }
    found
}

/// Returns the first unions of disjoint houses that are adjacent in the list, such as rows 2 to 4.
fn areas(houses: &[&Vec<usize>], most: usize) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    for start in 0..houses.len() {
        let mut area: Vec<usize> = Vec::new();
        for next in start..houses.len() {
            if area.iter().any(|house| houses[*house].iter().any(|cell| houses[next].contains(cell))) {
                break;
            }
            area.push(next);
            found.push(area.clone());
            if found.len() >= most {
                return found;
            }
        }
    }
    found
}
