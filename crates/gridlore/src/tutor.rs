//! What puzzles solved by reasoning offer in addition: solution paths, all available steps,
//! exercises, and file formats.

use crate::{Budget, BudgetSpent, Position};

/// Explains how a person solves a position. Positions are those of the puzzle.
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

    /// Returns the solution path by a guide, step by step, as far as its techniques go.
    ///
    /// # Errors
    /// A message for the player if the position has a mistake, or no guide has this name.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:easy#7")?;
    /// # let (tutor, position) = (puzzle.tutor().expect("sudoku has one"), puzzle.start());
    /// let path = tutor.solution_path(&position, "own")?;
    /// assert!(puzzle.view(&path.end).blank == 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn solution_path(&self, position: &Position, guide: &str) -> Result<SolutionPath, String>;

    /// Returns the steps available now, easiest technique first, or those of one technique. A
    /// single technique may be one that takes a long time to find.
    ///
    /// # Errors
    /// A message for the player if the position has a mistake, or no technique has this name.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:easy#7")?;
    /// # let (tutor, position) = (puzzle.tutor().expect("sudoku has one"), puzzle.start());
    /// let singles = tutor.steps(&position, Some("Hidden Single"))?;
    /// assert!(singles.iter().all(|step| step.name == "Hidden Single"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn steps(&self, position: &Position, technique: Option<&str>) -> Result<Vec<TutorStep>, String>;

    /// Returns ratings: the program whose scale it is, and the rating.
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

    /// Generates an exercise: a saved game whose next step uses this technique. With `is_early`,
    /// the technique applies once the simplest techniques lead no further, though easier ones may
    /// too. Returns `None` if no technique has this name.
    ///
    /// # Errors
    /// [`BudgetSpent`] if no exercise was found within the budget; each puzzle tried costs one
    /// node.
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

    /// Returns a position in a format.
    ///
    /// # Errors
    /// If no format has this name, or the format cannot express a rule of the puzzle.
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
    /// The difficulty, in the guide's words.
    pub rating: String,
    /// Whether the path solves the puzzle; the techniques may be insufficient.
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
    /// The cost of the step, in the guide's words.
    pub cost: String,
    /// The step in the notation of the field, on one line.
    pub notation: String,
    /// The explanation.
    pub text: String,
    /// The step as an SVG picture, in the colours of the page.
    pub picture: String,
    /// Whether it fills a cell.
    pub is_placing: bool,
    /// The cells that it fills, each with its symbol.
    pub placed: Vec<(usize, char)>,
    /// The candidates that it removes, besides those that a filled cell rules out.
    pub removed: Vec<(usize, char)>,
    /// The position before the step, with every candidate as a pencil mark.
    pub before: Position,
}
