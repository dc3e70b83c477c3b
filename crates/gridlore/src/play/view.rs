//! The view of a grid: cells, symbols and buttons.

/// The visible state of a grid. A puzzle sets the fields that it uses and takes the rest from
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
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The cells, row by row: `rows * columns` of them.
    pub cells: Vec<CellView>,
    /// The symbols that can be entered, in the order of the keypad.
    pub symbols: Vec<SymbolView>,
    /// The lines that the player drew.
    pub lines: Vec<LineView>,
    /// The buttons that can be pressed; empty if symbols are entered.
    pub presses: Vec<PressView>,
    /// The number of colours that a cell can have; 0 if cells hold symbols.
    pub colours: u8,
    /// Whether the symbols are `X` and `O`, for the two sides, drawn as discs.
    pub are_discs: bool,
    /// Rule violations, each as a sentence without a full stop.
    pub clashes: Vec<String>,
    /// The progress of the game, in a few words.
    pub status: String,
    /// The number of unfinished cells: blank, or different from the goal's colour.
    pub blank: usize,
    /// Whether the puzzle is solved.
    pub solved: bool,
}

/// The visible state of a cell.
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
    /// The symbol in the cell.
    pub symbol: Option<char>,
    /// The pencil marks in the centre, in the order of the symbols.
    pub marks: String,
    /// The pencil marks in the corners, in the same order.
    pub corners: String,
    /// The symbols that the player crossed out, in the same order.
    pub crosses: String,
    /// The colours that the player gave to the cell: `1` to `9`.
    pub tints: String,
    /// The colour of the cell, from 0; `None` if cells hold symbols.
    pub colour: Option<u8>,
    /// The colour that the goal requires.
    pub goal: Option<u8>,
    /// The button that a click on the cell presses: an index into [`View::presses`].
    pub press: Option<usize>,
    /// Whether the cell is part of the puzzle and cannot be changed.
    pub given: bool,
    /// Whether this is a hole in the board instead of a cell.
    pub absent: bool,
    /// Whether fog covers what the puzzle shows in the cell.
    pub fogged: bool,
    /// Whether the cell is part of a rule violation.
    pub clash: bool,
    /// Whether the cell is part of the winning line.
    pub highlight: bool,
    /// Whether the last move ended in this cell.
    pub last: bool,
    /// The region of the cell; strong lines separate regions.
    pub region: usize,
    /// The label for screen readers: `row 3, column 5, 7, given`.
    pub label: String,
    /// The label without a mention of the clash, for players who hide mistakes; `None` if the cell
    /// is not part of a clash.
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
    /// The number of these symbols that are still missing from the board.
    pub left: usize,
}

/// A line that the player drew.
///
/// ```
/// use gridlore::{Action, Midend, Track};
///
/// let mut game = Midend::new(gridlore::open("sudoku:1...............")?);
/// game.act(Action::Line { points: vec![0, 1, 2], track: Track::Centres })?;
/// let line = &game.view().lines[0];
/// assert_eq!(line.points, [(1, 1), (1, 3), (1, 5)]);
/// assert_eq!(line.label, "line from row 1, column 1 to row 1, column 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineView {
    /// The points of the line, as row and column in half cells: centres have odd coordinates,
    /// corners even ones.
    pub points: Vec<(usize, usize)>,
    /// The description for screen readers.
    pub label: String,
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
    /// The short name, usually a number.
    pub name: String,
    /// The cells that it changes.
    pub turns: Vec<usize>,
}
