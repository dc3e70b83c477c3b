//! What a puzzle that people solve by reasoning has besides what every puzzle has: the whole way
//! told, every step there is, exercises, files.

use crate::{Budget, BudgetSpent, Position};

/// Tells how a person gets from a position to the end. Positions are the puzzle's own.
///
/// ```
/// let puzzle = gridlore::open("sudoku:easy#7")?;
/// let tutor = puzzle.tutor().expect("sudoku has one");
/// let way = tutor.way(&puzzle.start(), "hodoku")?;
/// assert!(way.is_whole && way.steps.iter().any(|step| step.is_placing));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Tutor {
    /// Whose ways there are, the usual first: their names in commands, and their names for people.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:easy#7")?;
    /// # let (tutor, position) = (puzzle.tutor().expect("sudoku has one"), puzzle.start());
    /// assert_eq!(tutor.guides()[0].0, "hodoku");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn guides(&self) -> Vec<(&'static str, &'static str)>;

    /// The way to the end, step by step, as far as the techniques go.
    ///
    /// # Errors
    /// In words, when there is no way from here: something is wrong with the position, or nobody
    /// has that name.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:easy#7")?;
    /// # let (tutor, position) = (puzzle.tutor().expect("sudoku has one"), puzzle.start());
    /// let way = tutor.way(&position, "own")?;
    /// assert!(puzzle.view(&way.last).blank == 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn way(&self, position: &Position, guide: &str) -> Result<Way, String>;

    /// The steps that can be taken now, the easiest technique first; or those of one technique,
    /// which then may be one that takes long to find.
    ///
    /// # Errors
    /// In words, when something is wrong with the position, or no technique has that name.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:easy#7")?;
    /// # let (tutor, position) = (puzzle.tutor().expect("sudoku has one"), puzzle.start());
    /// let singles = tutor.steps(&position, Some("Hidden Single"))?;
    /// assert!(singles.iter().all(|step| step.name == "Hidden Single"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn steps(&self, position: &Position, technique: Option<&str>) -> Result<Vec<Told>, String>;

    /// The ratings of other programs than the guides: whose, and what.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:easy#7")?;
    /// # let (tutor, position) = (puzzle.tutor().expect("sudoku has one"), puzzle.start());
    /// assert!(tutor.ratings().iter().any(|(who, _)| who.starts_with("Sudoku Explainer")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn ratings(&self) -> Vec<(&'static str, String)>;

    /// The techniques that the usual guide goes by, the easiest first.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:easy#7")?;
    /// # let (tutor, position) = (puzzle.tutor().expect("sudoku has one"), puzzle.start());
    /// assert!(tutor.techniques().contains(&"X-Wing"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn techniques(&self) -> Vec<&'static str>;

    /// Those that it does not go by: they are never next.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:easy#7")?;
    /// # let (tutor, position) = (puzzle.tutor().expect("sudoku has one"), puzzle.start());
    /// assert!(tutor.other_techniques().contains(&"Mutant Swordfish"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn other_techniques(&self) -> Vec<&'static str>;

    /// A saved game that comes to a step of this technique next; or, with `is_early`, one where it
    /// can be taken once the simplest techniques lead no further, and easier ones may, too. None
    /// where no technique has that name.
    ///
    /// # Errors
    /// [`BudgetSpent`] when nothing was found with the budget, a node a puzzle.
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

    /// The formats of files that positions can be written in: their names in commands, and their
    /// names for people.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:easy#7")?;
    /// # let (tutor, position) = (puzzle.tutor().expect("sudoku has one"), puzzle.start());
    /// assert!(tutor.formats().contains(&("line", "81 characters")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn formats(&self) -> Vec<(&'static str, &'static str)>;

    /// A position in a format; none where nothing has that name.
    ///
    /// ```
    /// # let puzzle = gridlore::open("sudoku:easy#7")?;
    /// # let (tutor, position) = (puzzle.tutor().expect("sudoku has one"), puzzle.start());
    /// assert_eq!(tutor.written(&position, "line").map(|line| line.trim_end().len()), Some(81));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn written(&self, position: &Position, format: &str) -> Option<String>;
}

/// A way to the end.
///
/// ```
/// # let puzzle = gridlore::open("sudoku:easy#7")?;
/// # let (tutor, position) = (puzzle.tutor().expect("sudoku has one"), puzzle.start());
/// let way = tutor.way(&position, "hodoku")?;
/// assert!(way.note.is_empty() && way.rating.contains("Easy"), "{}", way.rating);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way {
    /// Its steps.
    pub steps: Vec<Told>,
    /// How hard it is, in the guide's words.
    pub rating: String,
    /// Whether it leads to the end; the techniques may not.
    pub is_whole: bool,
    /// What else there is to say.
    pub note: String,
    /// Where it leads.
    pub last: Position,
    /// A picture of that.
    pub picture: String,
}

/// A step, told.
///
/// ```
/// # let puzzle = gridlore::open("sudoku:easy#7")?;
/// # let (tutor, position) = (puzzle.tutor().expect("sudoku has one"), puzzle.start());
/// let way = tutor.way(&position, "hodoku")?;
/// let step = &way.steps[0];
/// assert!(step.notation.starts_with(step.name) && step.picture.starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// The name of its technique.
    pub name: &'static str,
    /// What it costs, in the guide's words.
    pub cost: String,
    /// What it says in the notation of the field, on one line.
    pub notation: String,
    /// Why it is right.
    pub text: String,
    /// Drawn as SVG in the colours of the page.
    pub picture: String,
    /// Whether it fills a cell.
    pub is_placing: bool,
    /// The position before it, with every candidate noted.
    pub before: Position,
}
