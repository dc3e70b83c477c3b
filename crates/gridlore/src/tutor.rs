//! The additional methods of puzzles that are solved by reasoning: solution paths, all available
//! steps, exercises, and file formats.

use crate::{Budget, BudgetSpent, Position};

/// Explains how a person would solve a position of the puzzle.
///
/// ```
/// let puzzle = gridlore::open("sudoku:easy#7")?;
/// let tutor = puzzle.tutor().expect("sudoku has one");
/// let path = tutor.solution_path(&puzzle.start(), "hodoku")?;
/// assert!(path.is_complete && path.steps.iter().any(|step| step.is_placing));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Tutor {
    /// Returns the guides, the default first: their names in commands, and their titles for
    /// players.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:easy#7")?;
    /// # let (tutor, position) = (puzzle.tutor().expect("sudoku has one"), puzzle.start());
    /// assert_eq!(tutor.guides()[0].0, "hodoku");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn guides(&self) -> Vec<(&'static str, &'static str)>;

    /// Returns a guide's solution path, step by step, as far as its techniques lead.
    ///
    /// # Errors
    /// Returns a message for the player if the position contains a mistake or no guide has this
    /// name.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:easy#7")?;
    /// # let (tutor, position) = (puzzle.tutor().expect("sudoku has one"), puzzle.start());
    /// let path = tutor.solution_path(&position, "own")?;
    /// assert!(puzzle.view(&path.end).blank == 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn solution_path(&self, position: &Position, guide: &str) -> Result<SolutionPath, String>;

    /// Returns the steps available now, easiest technique first, or the steps of one technique.
    /// Slow techniques are searched only if requested by name.
    ///
    /// # Errors
    /// Returns a message for the player if the position contains a mistake or no technique has this
    /// name.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:easy#7")?;
    /// # let (tutor, position) = (puzzle.tutor().expect("sudoku has one"), puzzle.start());
    /// let singles = tutor.steps(&position, Some("Hidden Single"))?;
    /// assert!(singles.iter().all(|step| step.name == "Hidden Single"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn steps(&self, position: &Position, technique: Option<&str>) -> Result<Vec<TutorStep>, String>;

    /// Returns ratings of the puzzle, each with the program that defines the scale.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:easy#7")?;
    /// # let (tutor, position) = (puzzle.tutor().expect("sudoku has one"), puzzle.start());
    /// assert!(tutor.ratings().iter().any(|(who, _)| who.starts_with("Sudoku Explainer")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn ratings(&self) -> Vec<(&'static str, String)>;

    /// Returns the techniques of the default guide, easiest first.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:easy#7")?;
    /// # let (tutor, position) = (puzzle.tutor().expect("sudoku has one"), puzzle.start());
    /// assert!(tutor.techniques().contains(&"X-Wing"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn techniques(&self) -> Vec<&'static str>;

    /// Returns the known techniques that the default guide does not use.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:easy#7")?;
    /// # let (tutor, position) = (puzzle.tutor().expect("sudoku has one"), puzzle.start());
    /// assert!(tutor.other_techniques().contains(&"Mutant Swordfish"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn other_techniques(&self) -> Vec<&'static str>;

    /// Generates an exercise: a saved game whose next step uses this technique. If `is_early` is
    /// true, the technique applies once the simplest techniques lead no further, although easier
    /// techniques may also apply. Returns `None` if no technique has this name.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if no exercise is found within the budget; each puzzle examined
    /// costs one node.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:easy#7")?;
    /// # let (tutor, position) = (puzzle.tutor().expect("sudoku has one"), puzzle.start());
    /// let game = tutor.exercise("Naked Pair", false, 3, &mut gridlore::Budget::nodes(500))?;
    /// let game = gridlore::Midend::restore(&game.expect("a known technique"))?;
    /// assert_eq!(game.hint()?.title, "Naked Pair");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn exercise(
        &self,
        technique: &str,
        is_early: bool,
        seed: u64,
        budget: &mut Budget,
    ) -> Result<Option<String>, BudgetSpent>;

    /// Returns the file formats for positions: their names in commands, and their titles for
    /// players.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:easy#7")?;
    /// # let (tutor, position) = (puzzle.tutor().expect("sudoku has one"), puzzle.start());
    /// assert!(tutor.formats().contains(&("line", "81 characters")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn formats(&self) -> Vec<(&'static str, &'static str)>;

    /// Returns a position in the format with this name.
    ///
    /// # Errors
    /// Returns a message if no format has this name or the format cannot express a rule of the
    /// puzzle.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:easy#7")?;
    /// # let (tutor, position) = (puzzle.tutor().expect("sudoku has one"), puzzle.start());
    /// assert_eq!(tutor.formatted(&position, "line")?.trim_end().len(), 81);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn formatted(&self, position: &Position, format: &str) -> Result<String, String>;
}

/// A solution path.
///
/// ```
/// # let puzzle = gridlore::open("sudoku:easy#7")?;
/// # let (tutor, position) = (puzzle.tutor().expect("sudoku has one"), puzzle.start());
/// let path = tutor.solution_path(&position, "hodoku")?;
/// assert!(path.note.is_empty() && path.rating.contains("Easy"), "{}", path.rating);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolutionPath {
    /// The steps, in order.
    pub steps: Vec<TutorStep>,
    /// The difficulty, in the guide's terms.
    pub rating: String,
    /// Whether the path solves the puzzle; its techniques may not suffice.
    pub is_complete: bool,
    /// A remark for the player; empty if there is none.
    pub note: String,
    /// The position after the last step.
    pub end: Position,
    /// A picture of that position.
    pub picture: String,
}

/// An explained step.
///
/// ```
/// # let puzzle = gridlore::open("sudoku:easy#7")?;
/// # let (tutor, position) = (puzzle.tutor().expect("sudoku has one"), puzzle.start());
/// let path = tutor.solution_path(&position, "hodoku")?;
/// let step = &path.steps[0];
/// assert!(step.notation.starts_with(step.name) && step.picture.starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TutorStep {
    /// The name of the technique.
    pub name: &'static str,
    /// The cost of the step, in the guide's terms.
    pub cost: String,
    /// The step in standard notation, on one line.
    pub notation: String,
    /// The explanation.
    pub text: String,
    /// The step as an SVG picture, in the colours of the page.
    pub picture: String,
    /// Whether the step fills a cell.
    pub is_placing: bool,
    /// The cells that the step fills, each with its symbol.
    pub placed: Vec<(usize, char)>,
    /// The candidates that the step removes, apart from those ruled out by a filled cell.
    pub removed: Vec<(usize, char)>,
    /// The position before the step, with every candidate as a pencil mark.
    pub before: Position,
}
