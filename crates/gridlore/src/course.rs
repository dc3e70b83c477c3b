//! A course of sudoku techniques. Each lesson consists of the idea of a technique, a drawn example,
//! and boards on which to find the technique.
//!
//! Every board is a position in which the technique is the next step of HoDoKu's order, so no
//! easier technique applies. The boards are generated from seeds that were found by a search.

use crate::saved;
use crate::sudoku::lesson_position;
use crate::tutor::TutorStep;

/// The ideas: `# group`, then `## technique` with one paragraph each.
const IDEAS: &str = include_str!("sudoku/ideas.txt");

/// The number of boards of a lesson.
///
/// ```
/// assert_eq!(gridlore::course::BOARDS, 5);
/// ```
pub const BOARDS: usize = 5;

/// The lesson about a technique.
///
/// ```
/// let lesson = gridlore::course::lesson("x-wing").expect("a lesson of the course");
/// assert_eq!((lesson.technique, lesson.group), ("X-Wing", "Fish"));
/// assert!(lesson.idea.contains("two rows"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lesson {
    /// The name of the technique.
    pub technique: &'static str,
    /// The group to which the technique belongs.
    pub group: &'static str,
    /// A description of the technique and of why it works, in a few sentences.
    pub idea: &'static str,
}

impl Lesson {
    /// Returns the name used in URLs: lower-case letters, digits and `-`.
    ///
    /// ```
    /// let lesson = gridlore::course::lessons().next().expect("a first lesson");
    /// assert_eq!((lesson.technique, lesson.slug().as_str()), ("Full House", "full-house"));
    /// ```
    #[must_use]
    pub fn slug(&self) -> String {
        let lower = self.technique.to_lowercase().replace('+', " plus ");
        let words = lower.split(|sign: char| !sign.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join("-")
    }

    /// Returns an example of the technique: a step on a board that is not one of the lesson's
    /// boards.
    ///
    /// # Cost
    /// The same as that of [`board`].
    ///
    /// ```
    /// let lesson = gridlore::course::lesson("skyscraper").expect("a lesson of the course");
    /// let example = lesson.example().expect("an example");
    /// assert!(example.name == "Skyscraper" && example.picture.starts_with("<svg"));
    /// ```
    #[must_use]
    pub fn example(&self) -> Option<TutorStep> {
        let (puzzle, position) = lesson_position(self.technique, BOARDS)?;
        let steps = puzzle.tutor()?.steps(&position, Some(self.technique)).ok()?;
        steps.into_iter().next()
    }
}

/// Returns board `number` of a technique as a saved game; `None` if the technique is not in the
/// course, or `number` is not below [`BOARDS`].
///
/// # Cost
/// A few milliseconds: the puzzle is generated and solved up to the position.
///
/// ```
/// use gridlore::course::{BOARDS, board};
///
/// let game = gridlore::Midend::restore(&board("Naked Pair", 0).expect("a first board"))?;
/// assert_eq!(game.hint()?.title, "Naked Pair");
/// assert_eq!(board("Naked Pair", BOARDS), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn board(technique: &str, number: usize) -> Option<String> {
    let (puzzle, position) = lesson_position(technique, number).filter(|_| number < BOARDS)?;
    Some(saved::line_at(&*puzzle, &position))
}

/// Returns all lessons, in the order of the course.
///
/// ```
/// assert!(gridlore::course::lessons().count() >= 40);
/// ```
pub fn lessons() -> impl Iterator<Item = Lesson> {
    IDEAS.split("\n# ").flat_map(|part| {
        let (group, lessons) = part.trim_start_matches("# ").split_once('\n').unwrap_or((part, ""));
        lessons.split("## ").skip(1).filter_map(move |text| {
            let (technique, idea) = text.split_once('\n')?;
            Some(Lesson { technique, group, idea: idea.trim() })
        })
    })
}

/// Returns the lesson with this slug.
///
/// ```
/// assert_eq!(gridlore::course::lesson("w-wing").map(|lesson| lesson.group), Some("Wings"));
/// assert_eq!(gridlore::course::lesson("magic"), None);
/// ```
#[must_use]
pub fn lesson(slug: &str) -> Option<Lesson> {
    lessons().find(|lesson| lesson.slug() == slug)
}
