//! Fog: cells and the rules in them are covered until correct digits clear them.
//!
//! # Source
//! SudokuPad by Sven Neumann, for the keys of its format and for what clears the fog.

use gridlore_core::ParseError;
use gridlore_sudoku_variants::build::unexpected;
use gridlore_sudoku_variants::{CellSet, MAX_SIDE, Shape};

/// Maximum number of links.
pub(crate) const MAX_LINKS: usize = 1_000;
/// Maximum number of cells of all links together, which a text block names one by one.
const MAX_LINKED: usize = 20_000;

/// Which cells are covered by fog.
///
/// ```
/// let reading = gridlore_sudoku_formats::read("size 4x4\nfog: r1c1\nsolution: 1234341221434321")?;
/// let fog = reading.fog.expect("fog");
/// let clear = fog.clear(&reading.puzzle.shape, |cell| cell == 15);
/// assert_eq!([0, 1, 10, 11, 15].map(|cell| clear.contains(cell)), [true, false, true, true, true]);
/// # Ok::<(), gridlore_core::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fog {
    /// The cells that are clear from the start.
    pub lights: CellSet,
    /// Groups of cells, each with the cells that become clear when the whole group holds the
    /// correct digits. If there are none, each correct digit clears its own cell and the cells
    /// around it.
    pub links: Vec<(CellSet, CellSet)>,
}

impl Fog {
    /// Returns the clear cells, given which cells hold the player's correct digit; givens clear
    /// nothing.
    ///
    /// Cost: linear in the number of cells, for each link or correct digit.
    #[must_use]
    pub fn clear(&self, shape: &Shape, is_right: impl Fn(usize) -> bool) -> CellSet {
        let mut clear: Vec<usize> = members(&self.lights, shape);
        let right: Vec<usize> = (0..shape.cells()).filter(|cell| is_right(*cell)).collect();
        let is_right: CellSet = right.iter().copied().collect();
        for (group, cells) in &self.links {
            if members(group, shape).iter().all(|cell| is_right.contains(*cell)) {
                clear.extend(members(cells, shape));
            }
        }
        if self.links.is_empty() {
            for cell in right {
                let (row, column) = shape.place(cell);
                for row in row.saturating_sub(1)..(row + 2).min(shape.rows) {
                    for column in column.saturating_sub(1)..(column + 2).min(shape.columns) {
                        clear.push(row * shape.columns + column);
                    }
                }
            }
        }
        clear.into_iter().collect()
    }

    /// Checks the number of cells of all links.
    pub(crate) fn checked(self, shape: &Shape) -> Result<Self, ParseError> {
        let sets = self.links.iter().flat_map(|(group, cells)| [group, cells]);
        let count: usize = sets.map(|set| members(set, shape).len()).sum();
        if count > MAX_LINKED {
            return Err(unexpected(
                1,
                format!("fog links with {count} cells"),
                format!("at most {MAX_LINKED}"),
            ));
        }
        Ok(self)
    }

    /// Adds cells that are clear from the start.
    pub(crate) fn light(&mut self, cells: &CellSet, shape: &Shape) {
        let mut lights = members(&self.lights, shape);
        lights.extend(members(cells, shape));
        self.lights = lights.into_iter().collect();
    }
}

/// Returns the cells of a set.
pub(crate) fn members(set: &CellSet, shape: &Shape) -> Vec<usize> {
    (0..shape.cells()).filter(|cell| set.contains(*cell)).collect()
}

/// Parses cells such as `r1c1 r2c3`, `R1C1,R2C3`, `r1c1r2c3`, and ranges such as `r1c1-r3c3`, a
/// rectangle, or `r1c1-3`.
pub(crate) fn cells(text: &str, shape: &Shape) -> Option<CellSet> {
    let mut is_in = vec![false; shape.cells()];
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (first, after) = place(rest, shape)?;
        let (last, after) = match after.strip_prefix('-') {
            Some(after) => match number(after, shape.columns) {
                Some((column, after)) => ((first.0, column), after),
                None => place(after, shape)?,
            },
            None => (first, after),
        };
        for row in first.0.min(last.0)..=first.0.max(last.0) {
            for column in first.1.min(last.1)..=first.1.max(last.1) {
                is_in[row * shape.columns + column] = true;
            }
        }
        rest = after.trim_start_matches([' ', ',', ';']);
    }
    Some((0..is_in.len()).filter(|cell| is_in[*cell]).collect())
}

/// Parses the cell at the start of a text; returns its row and column from 0, and the rest.
fn place<'t>(text: &'t str, shape: &Shape) -> Option<((usize, usize), &'t str)> {
    let (row, rest) = number(text.strip_prefix(['r', 'R'])?, shape.rows)?;
    let (column, rest) = number(rest.strip_prefix(['c', 'C'])?, shape.columns)?;
    Some(((row, column), rest))
}

/// Parses a number from 1 to a limit at the start of a text; returns it from 0, and the rest.
fn number(text: &str, limit: usize) -> Option<(usize, &str)> {
    let end = text.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(text.len());
    let value: usize = text[..end].parse().ok()?;
    (1..=limit).contains(&value).then(|| (value - 1, &text[end..]))
}

/// Returns whether a sentence names a cell.
pub(crate) fn names_cells(sentence: &str) -> bool {
    let mut words = sentence.split(|sign: char| !sign.is_ascii_alphanumeric());
    words.any(|word| place(word, &Shape::square(MAX_SIDE)).is_some())
}

/// Returns the names of cells, separated by blanks.
pub(crate) fn names(set: &CellSet, shape: &Shape) -> String {
    members(set, shape).into_iter().map(|cell| shape.cell_name(cell)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read_in_all_notations() {
        let shape = Shape::square(9);
        let read = |text: &str| cells(text, &shape).map(|set| names(&set, &shape));
        assert_eq!(read("r1c1 r2c3").as_deref(), Some("r1c1 r2c3"));
        assert_eq!(read("R9C9,r1c1r1c2;r1c1").as_deref(), Some("r1c1 r1c2 r9c9"));
        assert_eq!(read("r3c3-r2c2").as_deref(), Some("r2c2 r2c3 r3c2 r3c3"));
        assert_eq!(read("r1c2-4 r2c1").as_deref(), Some("r1c2 r1c3 r1c4 r2c1"));
        assert_eq!(read("").as_deref(), Some(""));
        for wrong in ["r0c1", "r1c10", "r1", "x", "r1c1-", "r1c1-x", "r1c1 2", "r99999999999999999999c1"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn right_digits_clear_the_fog_around_them_or_the_cells_of_links() {
        let shape = Shape::square(4);
        let of = |text: &str| cells(text, &shape).unwrap();
        let mut fog = Fog { lights: of("r1c1"), links: Vec::new() };
        let clear =
            |fog: &Fog, right: &str| names(&fog.clear(&shape, |cell| of(right).contains(cell)), &shape);
        assert_eq!(clear(&fog, ""), "r1c1");
        assert_eq!(clear(&fog, "r4c4"), "r1c1 r3c3 r3c4 r4c3 r4c4");
        fog.links = vec![(of("r4c4 r4c3"), of("r2c2")), (of("r1c1"), of("r3c1"))];
        assert_eq!(clear(&fog, "r4c4"), "r1c1");
        assert_eq!(clear(&fog, "r4c4 r4c3 r1c1"), "r1c1 r2c2 r3c1");
    }
}
