//! What a grid shows: cells, symbols and buttons.

/// What a grid shows. A puzzle fills the fields that it uses and takes the rest from
/// `View::default()`.
///
/// ```
/// use gridlore::{CellView, View, render};
///
/// let cell = |symbol| CellView { symbol, ..CellView::default() };
/// let cells = vec![cell(Some('X')), cell(None), cell(None), cell(Some('O'))];
/// let view = View { rows: 2, columns: 2, cells, ..View::default() };
/// assert_eq!(render::text(&view), "X .\n. O\n");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct View {
    /// How many rows.
    pub rows: usize,
    /// How many columns.
    pub columns: usize,
    /// `rows * columns` cells, row by row.
    pub cells: Vec<CellView>,
    /// What can be entered, in the order of the keypad.
    pub symbols: Vec<SymbolView>,
    /// What can be pressed; empty where symbols are entered.
    pub presses: Vec<PressView>,
    /// How many colours a cell can have; 0 where cells hold symbols.
    pub colours: u8,
    /// The symbols are stones of two sides: `X` and `O`, drawn as discs.
    pub are_discs: bool,
    /// What breaks the rules, each in a sentence without a full stop.
    pub clashes: Vec<String>,
    /// How far the game is, in a few words.
    pub status: String,
    /// How many cells are not yet as they have to be: blank, or of another colour than the goal.
    pub blank: usize,
    /// The puzzle is solved.
    pub solved: bool,
}

/// What a cell shows.
///
/// ```
/// let puzzle = gridlore::open("sudoku:1...............")?;
/// let view = puzzle.view(&puzzle.position(".{2}(23)..............")?);
/// assert!(view.cells[0].given && view.cells[0].symbol == Some('1'));
/// assert_eq!((view.cells[1].marks.as_str(), view.cells[0].tints.as_str()), ("23", "2"));
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CellView {
    /// The symbol in it.
    pub symbol: Option<char>,
    /// The pencil marks in its middle, in the order of the symbols.
    pub marks: String,
    /// The pencil marks in its corners, likewise.
    pub corners: String,
    /// The symbols that the player crossed out in it, likewise.
    pub crosses: String,
    /// The colours that the player gave it: `1` to `6`.
    pub tints: String,
    /// Its colour, from 0; none where cells hold symbols.
    pub colour: Option<u8>,
    /// The colour that it has to have in the end.
    pub goal: Option<u8>,
    /// What is pressed when the cell is: an index into [`View::presses`].
    pub press: Option<usize>,
    /// It is part of the puzzle and cannot be changed.
    pub given: bool,
    /// It is part of what breaks the rules.
    pub clash: bool,
    /// It is part of what won the game.
    pub highlight: bool,
    /// The last move ended here.
    pub last: bool,
    /// Strong lines stand between cells of different regions.
    pub region: usize,
    /// How a screen reader says it: `row 3, column 5, 7, given`.
    pub label: String,
    /// The same without a word of the clash that it is part of, for who wants no mistakes shown;
    /// none where it is part of none.
    pub quiet_label: Option<String>,
}

/// A symbol of the keypad.
///
/// ```
/// let puzzle = gridlore::open("sudoku:1...............")?;
/// let keypad = puzzle.view(&puzzle.start()).symbols;
/// assert!(keypad.iter().map(|key| (key.symbol, key.left)).eq([('1', 3), ('2', 4), ('3', 4), ('4', 4)]));
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SymbolView {
    /// The symbol.
    pub symbol: char,
    /// How many of it are still missing on the board.
    pub left: usize,
}

/// A button.
///
/// ```
/// let puzzle = gridlore::open("connect-four:")?;
/// let presses = puzzle.view(&puzzle.start()).presses;
/// assert_eq!((presses[0].name.as_str(), presses[0].turns.as_slice()), ("1", &[35][..]));
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PressView {
    /// Its name, short: a number mostly.
    pub name: String,
    /// The cells that it turns.
    pub turns: Vec<usize>,
}
