//! The trait that describes a symbol puzzle to the shared layer: its board, symbols and rule
//! violations.

/// A board with at most one symbol per cell, some of them given.
///
/// Symbols are numbers from 1 to at most 64, in the order of [`signs`](SymbolBoard::signs); 0 is a
/// blank cell. In a set of symbols, bit `n - 1` stands for symbol `n`. Cells are numbered from 0,
/// row by row.
///
/// ```
/// use gridlore::symbols::{self, Clash, SymbolBoard};
///
/// /// A row in which each letter may appear once.
/// struct Row(Vec<u8>);
///
/// impl SymbolBoard for Row {
///     fn columns(&self) -> usize {
///         3
///     }
///     fn signs(&self) -> &[char] {
///         &['A', 'B', 'C']
///     }
///     fn givens(&self) -> &[u8] {
///         &self.0
///     }
///     fn clashes(&self, values: &[u8]) -> Vec<Clash> {
///         let cells = |symbol| (0..3).filter(|&cell| values[cell] == symbol).collect::<Vec<_>>();
///         let twice = (1..=3).filter(|&symbol| cells(symbol).len() > 1);
///         twice.map(|symbol| Clash { text: "a letter is used twice".to_owned(), cells: cells(symbol) }).collect()
///     }
/// }
///
/// let row = Row(vec![1, 0, 0]);
/// let view = symbols::view(&row, &symbols::position(&row, ".A(BC)")?);
/// assert_eq!((view.blank, view.cells[1].clash, view.cells[2].marks.as_str()), (1, true, "BC"));
/// # Ok::<(), gridlore::ParseError>(())
/// ```
pub trait SymbolBoard {
    /// Returns the number of columns; the number of rows follows from the number of cells.
    ///
    /// ```
    #[doc = include_str!("three_cells.md")]
    /// assert_eq!(board.columns(), 3);
    /// ```
    fn columns(&self) -> usize;

    /// Returns the characters of the symbols, letters or digits, starting with symbol 1. The keypad
    /// uses this order.
    ///
    /// ```
    #[doc = include_str!("three_cells.md")]
    /// assert_eq!(board.signs(), ['1', '2', '3']);
    /// ```
    fn signs(&self) -> &[char];

    /// Returns the given symbols, one number per cell; 0 for cells that the player fills.
    ///
    /// ```
    #[doc = include_str!("three_cells.md")]
    /// assert_eq!(board.givens(), [2, 0, 0]);
    /// ```
    fn givens(&self) -> &[u8];

    /// Returns all rule violations. `values` contains one symbol per cell; blank cells violate
    /// nothing.
    ///
    /// ```
    #[doc = include_str!("three_cells.md")]
    /// let clashes = board.clashes(&[2, 1, 2]);
    /// assert_eq!(
    ///     (clashes[0].text.as_str(), clashes[0].cells.as_slice()),
    ///     ("two 2s", &[0, 2][..])
    /// );
    /// ```
    fn clashes(&self, values: &[u8]) -> Vec<Clash>;

    /// Returns the symbol of a character.
    ///
    /// ```
    #[doc = include_str!("three_cells.md")]
    /// assert_eq!((board.symbol('3'), board.symbol('x')), (Some(3), None));
    /// ```
    fn symbol(&self, sign: char) -> Option<u8> {
        let place = self.signs().iter().position(|&known| known == sign)?;
        u8::try_from(place + 1).ok()
    }

    /// Describes the symbols for an error message.
    ///
    /// ```
    #[doc = include_str!("three_cells.md")]
    /// assert_eq!(board.signs_in_words(), "one of 1, 2, 3");
    /// ```
    fn signs_in_words(&self) -> String {
        let signs: Vec<String> = self.signs().iter().map(char::to_string).collect();
        format!("one of {}", signs.join(", "))
    }

    /// Describes a cell, counting rows and columns from 1.
    ///
    /// ```
    #[doc = include_str!("three_cells.md")]
    /// assert_eq!(board.cell_in_words(2), "row 1, column 3");
    /// ```
    fn cell_in_words(&self, cell: usize) -> String {
        format!("row {}, column {}", cell / self.columns() + 1, cell % self.columns() + 1)
    }

    /// Returns the cells that cannot hold the same symbol as `cell`. Entering a symbol erases the
    /// marks for it in those cells.
    ///
    /// ```
    #[doc = include_str!("three_cells.md")]
    /// assert!(board.peers(0).is_empty(), "no marks are erased by default");
    /// ```
    fn peers(&self, _cell: usize) -> &[usize] {
        &[]
    }

    /// Returns the region of a cell; strong lines separate regions.
    ///
    /// ```
    #[doc = include_str!("three_cells.md")]
    /// assert!((0..3).all(|cell| board.region(cell) == 0), "one region by default");
    /// ```
    fn region(&self, _cell: usize) -> usize {
        0
    }

    /// Returns how often a symbol appears on a full board. The keypad uses this to show how many
    /// are missing.
    ///
    /// ```
    #[doc = include_str!("three_cells.md")]
    /// assert_eq!(board.times(1), 3, "once per column by default");
    /// ```
    fn times(&self, _symbol: u8) -> usize {
        self.columns()
    }

    /// Returns the possible symbols of each blank cell as a set; 0 for filled cells.
    ///
    /// By default, these are the symbols that cause no clash. This calls
    /// [`clashes`](SymbolBoard::clashes) once per blank cell and symbol.
    ///
    /// ```
    #[doc = include_str!("three_cells.md")]
    /// assert_eq!(board.candidates(&[2, 0, 0]), [0, 0b101, 0b101]);
    /// ```
    fn candidates(&self, values: &[u8]) -> Vec<u64> {
        let mut tried = values.to_vec();
        let mut candidates = vec![0; values.len()];
        for cell in (0..values.len()).filter(|&cell| values[cell] == 0) {
            for symbol in (1_u8..=64).take(self.signs().len()) {
                tried[cell] = symbol;
                if !self.clashes(&tried).iter().any(|clash| clash.cells.contains(&cell)) {
                    candidates[cell] |= 1 << (symbol - 1);
                }
            }
            tried[cell] = 0;
        }
        candidates
    }

    /// Returns whether these symbols solve the puzzle: every cell is filled and nothing clashes.
    ///
    /// ```
    #[doc = include_str!("three_cells.md")]
    /// assert!(board.is_solution(&[2, 1, 3]) && !board.is_solution(&[2, 1, 1]));
    /// ```
    fn is_solution(&self, values: &[u8]) -> bool {
        !values.contains(&0) && self.clashes(values).is_empty()
    }

    /// Describes a solved board: the text after `Solved: `.
    ///
    /// ```
    #[doc = include_str!("three_cells.md")]
    /// assert_eq!(board.solved_in_words(), "every cell is filled, and no rule is broken");
    /// ```
    fn solved_in_words(&self) -> &'static str {
        "every cell is filled, and no rule is broken"
    }
}

/// A rule violation.
///
/// ```
/// use gridlore::symbols::Clash;
///
/// let clash = Clash { text: "three 1s in row 2: columns 3 to 5".to_owned(), cells: vec![8, 9, 10] };
/// assert_eq!(clash.cells.len(), 3);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clash {
    /// A description of the violation: a sentence without a full stop.
    pub text: String,
    /// The cells involved, which are marked on the board.
    pub cells: Vec<usize>,
}
