//! Chaos construction: regions that the solver has to find, clues about them, and connected cells.

use crate::rule::{Area, Rule, Word};
use crate::sentence::joined;
use crate::shape::Shape;

/// A clue about the regions of a chaos construction: the digit of a cell is the number of certain
/// cells that are in the region of a start cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegionClue {
    /// The cell with the digit.
    pub total: usize,
    /// The start cell.
    pub start: usize,
    /// Whether the start cell itself is not counted.
    pub skips: bool,
    /// Which cells are counted.
    pub counted: Counted,
    /// The variable that holds the region of the first cell.
    pub first: usize,
}

/// Which cells in the region of the start cell are counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Counted {
    /// Those among these cells.
    Among(Vec<usize>),
    /// On each line that leads away from the start cell, those before the first cell of another
    /// region.
    Along(Vec<Vec<usize>>),
}

/// Cells with some values, which are connected by edges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConnectedValues {
    /// The cells.
    pub area: Area,
    /// The values.
    pub values: Vec<i32>,
    /// The number of cells with these values, if known.
    pub size: Option<usize>,
}

impl RegionClue {
    pub(super) const fn name(&self) -> &'static str {
        match self.counted {
            Counted::Among(_) => "region count",
            Counted::Along(_) => "region arrow",
        }
    }

    pub(super) fn cells(&self) -> Vec<usize> {
        let others = match &self.counted {
            Counted::Among(cells) => cells.clone(),
            Counted::Along(arms) => arms.concat(),
        };
        let regions = std::iter::once(self.start).chain(others).map(|cell| self.first + cell);
        std::iter::once(self.total).chain(regions).collect()
    }

    pub(super) fn rules(&self) -> Vec<Rule> {
        let skips = self.skips;
        let word = match &self.counted {
            Counted::Among(_) => Word::CountEqual { skips },
            Counted::Along(arms) => Word::RunsEqual { skips, arms: arms.iter().map(Vec::len).collect() },
        };
        vec![Rule::Word(word, self.cells())]
    }

    pub(super) fn is_satisfied(&self, values: &[i32]) -> bool {
        let region = |cell: &usize| values[self.first + cell];
        let is_own = |cell: &&usize| region(cell) == region(&self.start);
        let number = match &self.counted {
            Counted::Among(cells) => cells.iter().filter(is_own).count(),
            Counted::Along(arms) => arms.iter().map(|arm| arm.iter().take_while(is_own).count()).sum(),
        };
        i32::try_from(number + usize::from(!self.skips)) == Ok(values[self.total])
    }

    pub(super) fn sentence(&self, shape: &Shape) -> String {
        let (total, start) = (shape.cell_name(self.total), shape.cell_name(self.start));
        let itself =
            if self.skips { format!(", not counting {start}") } else { format!(", counting {start}") };
        match &self.counted {
            Counted::Among(cells) => format!(
                "{total} is the number of cells among {} that are in the region of {start}{itself}.",
                shape.cell_names(cells)
            ),
            Counted::Along(arms) => {
                let arms: Vec<String> = arms
                    .iter()
                    .map(|arm| match arm[..] {
                        [] => start.clone(),
                        [only] => shape.cell_name(only),
                        [.., last] => {
                            let along: Vec<String> = arm.iter().map(|cell| shape.cell_name(*cell)).collect();
                            format!("{} (along {})", shape.cell_name(last), along.join(" "))
                        }
                    })
                    .collect();
                format!(
                    "{total} is the number of cells that can be seen from {start} within its region, towards \
                     {}{itself}.",
                    joined(&arms, "and")
                )
            }
        }
    }
}

impl ConnectedValues {
    pub(super) fn rules(&self, shape: &Shape) -> Vec<Rule> {
        vec![Rule::Connected {
            area: self.area,
            values: self.values.iter().fold(0, |all, value| all | shape.set_of(*value)),
            least: self.size.unwrap_or(1),
            most: self.size.unwrap_or_else(|| self.area.cells()),
        }]
    }

    pub(super) fn is_satisfied(&self, values: &[i32]) -> bool {
        let Area { first, columns, .. } = self.area;
        let chosen: Vec<usize> =
            (0..self.area.cells()).filter(|cell| self.values.contains(&values[first + cell])).collect();
        are_connected(&chosen, columns) && self.size.is_none_or(|size| size == chosen.len())
    }

    pub(super) fn sentence(&self, shape: &Shape) -> String {
        let digits = joined(&self.values.iter().map(ToString::to_string).collect::<Vec<_>>(), "or");
        let size = self.size.map_or_else(String::new, |size| format!("{size} "));
        let place = if self.area.first < shape.cells() {
            String::new()
        } else {
            let members = self.area.members();
            format!(" among {} to {}", shape.cell_name(members.start), shape.cell_name(members.end - 1))
        };
        format!("The {size}cells with {digits}{place} are orthogonally connected.")
    }
}

/// Returns whether `cells` are one connected piece, and there is at least one. `columns` is the
/// length of a row.
fn are_connected(cells: &[usize], columns: usize) -> bool {
    let mut open = cells.to_vec();
    let mut waiting: Vec<usize> = open.pop().into_iter().collect();
    if waiting.is_empty() {
        return false;
    }
    while let Some(cell) = waiting.pop() {
        open.retain(|other| {
            let (down, across) =
                ((cell / columns).abs_diff(other / columns), (cell % columns).abs_diff(other % columns));
            let is_neighbour = down + across == 1;
            if is_neighbour {
                waiting.push(*other);
            }
            !is_neighbour
        });
    }
    open.is_empty()
}

/// Returns whether the regions, numbered from the lowest value in the order of their first cells,
/// are connected and have all values.
pub(super) fn are_regions(shape: &Shape, first: usize, values: &[i32]) -> bool {
    let regions = &values[first..first + shape.cells()];
    let mut known: Vec<i32> = Vec::new();
    for region in regions {
        if !known.contains(region) {
            known.push(*region);
        }
    }
    let numbers: Vec<i32> = (0..shape.values).map(|bit| shape.value(bit)).collect();
    known == numbers
        && numbers.iter().all(|region| {
            let cells: Vec<usize> = (0..shape.cells()).filter(|cell| regions[*cell] == *region).collect();
            let mut digits: Vec<i32> = cells.iter().map(|cell| values[*cell]).collect();
            digits.sort_unstable();
            digits == numbers && are_connected(&cells, shape.columns)
        })
}
