//! Patterns of a digit: all the ways to place it once in each house so that no two of its cells see
//! each other. A fish is part of such a pattern; patterns also take into account diagonals,
//! windows, and rules such as anti-knight.

use crate::explain::board::{Board, Position};
use crate::explain::step::{Step, Technique};
use crate::explain::words::losses;
use gridlore_core::{Budget, BudgetSpent};

/// Maximum number of cells of a board, because a set of cells is stored in 128 bits.
const CELLS: usize = 128;

struct Patterns<'a> {
    houses: &'a [u128],
    /// For each cell, itself and the cells that it sees.
    blocked: &'a [u128],
}

impl Patterns<'_> {
    /// Completes a pattern with cells of `open`. Returns all its cells.
    fn complete(&self, open: u128, chosen: u128, budget: &mut Budget) -> Result<Option<u128>, BudgetSpent> {
        budget.spend()?;
        let missing = self.houses.iter().filter(|house| **house & chosen == 0);
        let Some(house) = missing.min_by_key(|house| (**house & open).count_ones()) else {
            return Ok(Some(chosen));
        };
        let mut places = house & open;
        while places != 0 {
            let cell = places & places.wrapping_neg();
            places &= !cell;
            let left = open & !self.blocked[cell.trailing_zeros() as usize];
            if let Some(found) = self.complete(left, chosen | cell, budget)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

/// Finds a digit that no pattern has in some cells.
pub(in crate::explain) fn patterns(
    board: &Board,
    position: &Position,
    budget: &mut Budget,
) -> Result<Option<Step>, BudgetSpent> {
    let shape = &board.shape;
    let count = shape.cells();
    let mask = |cells: &[usize]| {
        cells.iter().filter(|cell| **cell < count).fold(0, |all, cell| all | 1_u128 << cell)
    };
    let groups = board.groups.iter().filter(|group| group.is_house);
    if count > CELLS || groups.clone().any(|group| group.cells.iter().any(|cell| *cell >= count)) {
        return Ok(None);
    }
    let houses: Vec<u128> = groups.map(|group| mask(&group.cells)).collect();
    let blocked: Vec<u128> = (0..count).map(|cell| mask(&board.peers[cell]) | 1 << cell).collect();
    let patterns = Patterns { houses: &houses, blocked: &blocked };
    // Only a house is certain to contain the digit.
    let is_in_house = houses.iter().fold(0, |all, house| all | house);
    for bit in 0..shape.values {
        let cells: Vec<usize> =
            (0..count).filter(|cell| position.candidates[*cell] >> bit & 1 == 1).collect();
        let open = mask(&cells) & is_in_house;
        let mut found = 0;
        let mut lost = Vec::new();
        for cell in cells.into_iter().filter(|cell| open >> cell & 1 == 1) {
            if found >> cell & 1 == 1 {
                continue;
            }
            match patterns.complete(open & !blocked[cell], 1 << cell, budget)? {
                Some(pattern) => found |= pattern,
                None => lost.push((cell, 1_u32 << bit)),
            }
        }
        if !lost.is_empty() {
            let cells: Vec<usize> = lost.iter().map(|(cell, _)| *cell).collect();
            let value = shape.value(bit);
            let names = shape.cell_names(&cells).replace(" and ", " or ");
            return Ok(Some(Step {
                technique: Technique::DigitPatterns,
                constraints: Vec::new(),
                place: format!("digit {value}"),
                cells,
                placement: None,
                skeleton: None,
                chains: Vec::new(),
                text: format!(
                    "Each house needs one {value}, and no two {value}s can see each other. No arrangement of all of \
                     them uses {names}. So {}.",
                    losses(shape, &position.candidates, &lost)
                ),
                removals: lost,
            }));
        }
    }
    Ok(None)
}
