//! Answers shown as boards: lists of equally long lists with short elements.

/// Maximum number of rows and of columns.
const MAX_SIDE: usize = 32;
/// Maximum number of characters in a cell.
const MAX_CELL_CHARS: usize = 3;

/// A board.
///
/// ```
/// use gridlore::prolog::Grid;
///
/// let grid = Grid::from_term("[[1, _], [q, 4]]").expect("two rows of two");
/// assert_eq!(grid.cells, ["1", "", "q", "4"]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// The number of columns.
    pub columns: usize,
    /// The contents of the cells, row by row; empty for a variable.
    pub cells: Vec<String>,
}

impl Grid {
    /// Returns the board that a term represents, such as `[[1, 2], [3, _]]`: at least two rows and
    /// two columns.
    ///
    /// ```
    /// use gridlore::prolog::Grid;
    ///
    /// assert!(Grid::from_term("[[1, 2], [3, 4]]").is_some());
    /// assert!(Grid::from_term("[[1, 2], [3]]").is_none(), "rows of different lengths");
    /// ```
    #[must_use]
    pub fn from_term(term: &str) -> Option<Self> {
        let inside = term.strip_prefix("[[")?.strip_suffix("]]")?;
        let mut grid = Self { columns: 0, cells: Vec::new() };
        let rows: Vec<&str> = inside.split("], [").collect();
        for row in &rows {
            let cells: Vec<&str> = row.split(", ").collect();
            if grid.columns == 0 {
                grid.columns = cells.len();
            }
            if cells.len() != grid.columns {
                return None;
            }
            for cell in cells {
                let is_variable = cell.starts_with(|first: char| first == '_' || first.is_ascii_uppercase());
                let is_small = !cell.is_empty()
                    && cell.chars().count() <= MAX_CELL_CHARS
                    && cell.chars().all(|letter| letter.is_alphanumeric() || "-+#*.".contains(letter));
                if !is_variable && !is_small {
                    return None;
                }
                grid.cells.push(if is_variable { String::new() } else { cell.to_owned() });
            }
        }
        let is_board = (2..=MAX_SIDE).contains(&rows.len()) && (2..=MAX_SIDE).contains(&grid.columns);
        is_board.then_some(grid)
    }

    /// Returns the number of rows.
    ///
    /// ```
    /// let grid = gridlore::prolog::Grid::from_term("[[1, 2, 3], [4, 5, 6]]").expect("a board");
    /// assert_eq!((grid.rows(), grid.columns), (2, 3));
    /// ```
    #[must_use]
    pub fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }

    /// Returns whether the board is a 9 by 9 sudoku board, with digits from 1 to 9 or blank cells.
    ///
    /// ```
    /// let row = "[1, 2, 3, 4, 5, 6, 7, 8, 9]";
    /// let grid = gridlore::prolog::Grid::from_term(&format!("[{}]", [row; 9].join(", "))).expect("a board");
    /// assert!(grid.is_sudoku());
    /// ```
    #[must_use]
    pub fn is_sudoku(&self) -> bool {
        let is_digit = |cell: &String| cell.is_empty() || matches!(cell.as_bytes(), [b'1'..=b'9']);
        self.columns == 9 && self.rows() == 9 && self.cells.iter().all(is_digit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prolog::{Listing, Program};

    #[test]
    fn lists_of_lists_are_boards() {
        let grid = Grid::from_term("[[1, _, a], [10, Xs, -1]]").expect("a board");
        assert_eq!((grid.rows(), grid.columns), (2, 3));
        assert_eq!(grid.cells, ["1", "", "a", "10", "", "-1"]);
        assert!(!grid.is_sudoku());
        for other in [
            "[1, 2]",
            "[[1, 2]]",
            "[[1, 2], [3]]",
            "[[], []]",
            "[[f(x), 1], [1, 2]]",
            "[[1234, 1], [1, 1]]",
            "a",
            "[[a, b], c, [d, e]]",
            "[[[1, 2], [3, 4]]]",
        ] {
            assert_eq!(Grid::from_term(other), None, "{other}");
        }
    }

    #[test]
    fn a_solved_sudoku_is_a_sudoku_board() {
        let listing = Listing::from_name("sudoku").expect("a program");
        let mut program = Program::default();
        program.consult("sudoku", listing.program());
        let mut answers = program.query(&listing.queries()[0]).expect("a query");
        let answer = answers.next().expect("an answer").expect("no error");
        let (name, term) = &answer.bindings[0];
        let grid = Grid::from_term(term).expect("a board");
        assert_eq!((name.as_str(), grid.is_sudoku()), ("Rows", true));
        assert_eq!(
            grid.cells.concat(),
            "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
        );
    }
}
