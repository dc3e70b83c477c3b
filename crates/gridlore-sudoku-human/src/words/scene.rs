//! A step with the board before it, and phrases that every explanation needs.

use super::lists;
use crate::notation::cells;
use crate::{CellSet, DigitSet, Shape, State, Step};
use gridlore_sudoku_geometry::check::number_in_words;

/// A step with the state to which it applies.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub(super) state: &'a State<'a>,
    pub(super) step: &'a Step,
}

impl<'a> Scene<'a> {
    pub(super) fn shape(self) -> &'a Shape {
        self.state.shape()
    }

    /// Returns a digit as written on the board.
    pub(super) fn sign(self, digit: usize) -> String {
        self.shape().sign(digit)
    }

    /// Joins digits with "and": `1, 2 and 3`.
    pub(super) fn all(self, digits: DigitSet) -> String {
        lists::digits(self.shape(), digits, "and")
    }

    /// Joins digits with "or": `1, 2 or 3`.
    pub(super) fn any(self, digits: DigitSet) -> String {
        lists::digits(self.shape(), digits, "or")
    }

    /// Joins the pattern's digits: `1, 2 and 3`.
    pub(super) fn digits(self) -> String {
        self.all(self.step.digits)
    }

    /// Names a cell: `r1c2`.
    pub(super) fn cell(self, cell: usize) -> String {
        cells(self.shape(), CellSet::only(cell))
    }

    /// Joins cells with "and": `r1c2, r1c3 and r4c5`.
    pub(super) fn each(self, set: CellSet) -> String {
        lists::single_cells(self.shape(), set, "and")
    }

    /// Joins cells with "or": `r1c2, r1c3 or r4c5`.
    pub(super) fn either(self, set: CellSet) -> String {
        lists::single_cells(self.shape(), set, "or")
    }

    /// Names houses: `rows 1 and 4`.
    pub(super) fn houses(self, houses: &[usize]) -> String {
        lists::houses(self.shape(), houses)
    }

    /// Names the first of the houses from which the pattern starts.
    pub(super) fn house(self) -> String {
        self.houses(&self.step.houses[..self.step.houses.len().min(1)])
    }

    /// Returns all candidates of these cells.
    pub(super) fn candidates(self, cells: CellSet) -> DigitSet {
        cells.iter().fold(DigitSet::EMPTY, |all, cell| all | self.state.candidates(cell))
    }

    /// Returns the digits that the step removes.
    pub(super) fn removed_digits(self) -> DigitSet {
        self.step.eliminations.iter().map(|gone| gone.digit()).collect()
    }

    /// Returns the cells that lose a candidate.
    pub(super) fn removed_cells(self) -> CellSet {
        self.step.eliminations.iter().map(|gone| gone.cell()).collect()
    }

    /// Returns the first digit that the step removes or, if it removes none, the first of its
    /// pattern.
    pub(super) fn removed_digit(self) -> usize {
        self.removed_digits().first().or(self.step.digits.first()).unwrap_or(1)
    }

    /// Describes the changes of the step: `So r4c5 is 7.`,
    /// `So 3 can be removed from r1c2, and 5 from r4c5.`
    pub(super) fn conclusion(self) -> String {
        self.conclusion_as("")
    }

    /// Returns the conclusion, including what the cells that lose a candidate see:
    /// `which sees both`.
    pub(super) fn conclusion_as(self, seen: &str) -> String {
        let by_digit = |digit: usize, candidates: &[crate::Candidate]| {
            let of_digit = candidates.iter().filter(|candidate| candidate.digit() == digit);
            of_digit.map(|candidate| candidate.cell()).collect::<CellSet>()
        };
        let placed: DigitSet = self.step.placements.iter().map(|place| place.digit()).collect();
        if let Some(digit) = placed.first() {
            let places = by_digit(digit, &self.step.placements);
            let is = if places.len() == 1 { "is" } else { "are" };
            return format!("So {} {is} {}.", self.each(places), self.sign(digit));
        }
        // Digits removed from the same cells are named together.
        let mut groups: Vec<(DigitSet, CellSet)> = Vec::new();
        for digit in self.removed_digits().iter() {
            let places = by_digit(digit, &self.step.eliminations);
            match groups.iter_mut().find(|(_, known)| *known == places) {
                Some((digits, _)) => *digits = digits.with(digit),
                None => groups.push((DigitSet::only(digit), places)),
            }
        }
        let parts: Vec<String> = groups
            .iter()
            .enumerate()
            .map(|(index, &(digits, places))| {
                let can = if index == 0 { " can be removed" } else { "" };
                format!("{}{can} from {}", self.all(digits), self.each(places))
            })
            .collect();
        let Some((last, others)) = parts.split_last() else { return String::new() };
        let seen = match (seen, self.removed_digits().len(), self.removed_cells().len()) {
            ("", ..) | (_, 2.., _) => String::new(),
            (seen, _, 1) => format!(", which sees {seen}"),
            (seen, ..) => format!(", which see {seen}"),
        };
        let others = if others.is_empty() { String::new() } else { format!("{}, and ", others.join(", ")) };
        format!("So {others}{last}{seen}.")
    }
}

/// Returns `both`, `all three` and so on.
pub(super) fn all_of(count: usize) -> String {
    if count == 2 { "both".to_owned() } else { format!("all {}", number_in_words(count)) }
}
