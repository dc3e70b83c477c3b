//! What a puzzle shows besides its cells.

/// What a puzzle shows besides its cells: the drawn rules, and texts of its setter.
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
    /// The board with its rules as SVG, in the classes of the page's style sheet. The grid begins
    /// at 0,0.
    pub svg: String,
    /// The title of the puzzle; empty if it has none.
    pub title: String,
    /// Its setter; empty if that is not known.
    pub author: String,
    /// The rules in words, each a sentence or a paragraph.
    pub rules: Vec<String>,
    /// Every rule with its cells, for those who do not see the drawing.
    pub description: Vec<String>,
    /// What was guessed, and what was not understood, when the puzzle was read.
    pub notes: Vec<String>,
}
