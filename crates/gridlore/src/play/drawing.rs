//! The drawing of a puzzle that shows more than its cells.

/// The parts of a puzzle besides its cells: the drawn rules, and the setter's title and
/// explanations.
///
/// ```
/// let puzzle = gridlore::show("variant-sudoku:size_4x4~cage_3=_r1c1_r1c2")?;
/// let gridlore::Shown::Puzzle(puzzle) = puzzle else { panic!("a puzzle") };
/// let drawing = puzzle.drawing().expect("a drawing");
/// assert!(drawing.svg.starts_with("<svg ") && drawing.rules[0] == "Normal sudoku rules apply.");
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Drawing {
    /// The board and its rules as SVG, styled by the classes of the page's style sheet. The grid
    /// begins at 0,0.
    pub svg: String,
    /// The title of the puzzle; empty if it has none.
    pub title: String,
    /// The setter; empty if unknown.
    pub author: String,
    /// The rules in words, each a sentence or a paragraph.
    pub rules: Vec<String>,
    /// For each rule, a picture of one place where it applies, as SVG like `svg`; empty if the rule
    /// is not drawn.
    pub pictures: Vec<String>,
    /// Every rule with its cells, for people who cannot see the drawing.
    pub description: Vec<String>,
    /// Notes on content that was guessed or not understood when the puzzle was read.
    pub notes: Vec<String>,
}
