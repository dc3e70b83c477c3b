//! Puzzles for the standard board by difficulty: by level, such as `rated-hard`, and by Sudoku
//! Explainer rating, such as `se-7.1`.
//!
//! For a level, minimal puzzles are generated until one has that level in HoDoKu's profile. Puzzles
//! with rare ratings cannot be generated while a player waits, so `book.txt` lists puzzles of every
//! rating; the seed chooses one, permutes its lines and renumbers its digits. This does not change
//! the rating: the book contains only puzzles that had the same rating in a dozen of these forms.
//!
//! The same parameters and seed always give the same puzzle, so a change to the method, the book or
//! a profile requires new parameters.

use gridlore_core::{Budget, Rng};
use gridlore_sudoku::{Board, Cell, Level, Outcome, Symmetry, generated, outcome};
use gridlore_sudoku_human::{State, hodoku};

/// The levels and their parameters, easiest first.
pub(super) const LEVELS: [(&str, hodoku::Level); 5] = {
    use hodoku::Level as L;
    [
        ("rated-easy", L::Easy),
        ("rated-medium", L::Medium),
        ("rated-hard", L::Hard),
        ("rated-unfair", L::Unfair),
        ("rated-extreme", L::Extreme),
    ]
};

/// The number of givens of an easy puzzle.
const EASY_GIVENS: usize = 30;

/// The families of random streams that this module uses.
const FAMILY: u64 = 9 << 32;
const BOOK_FAMILY: u64 = 10 << 32;

/// Returns the puzzle for these parameters and this seed; `None` if the parameters do not name a
/// level.
///
/// # Cost
/// On average, three puzzles are generated and rated for the easiest level, and ten for the
/// hardest.
pub(super) fn of_level(params: &str, seed: u64) -> Option<Board> {
    let &(_, level) = LEVELS.iter().find(|(name, _)| *name == params)?;
    (0..).find_map(|attempt| {
        let mut rng = Rng::from_family(seed, FAMILY + attempt);
        let puzzle = generated(Level::Minimal, rng.next_u64());
        let is_easy = level == hodoku::Level::Easy;
        has_level(&puzzle, level).then(|| if is_easy { with_more_givens(puzzle, &mut rng) } else { puzzle })
    })
}

/// Returns whether a puzzle is of this level.
fn has_level(puzzle: &Board, level: hodoku::Level) -> bool {
    let mut solver = hodoku::Solver::new(State::usual(puzzle.values()));
    while !solver.state().is_full() {
        let Some(step) = solver.next_step() else { return false };
        solver.apply(&step);
        if solver.rating().0 > level {
            return false;
        }
    }
    solver.rating().0 == level
}

/// Adds givens from the solution in random cells; singles still suffice.
fn with_more_givens(mut puzzle: Board, rng: &mut Rng) -> Board {
    let Ok(Outcome::Unique(solution)) = outcome(&puzzle, &mut Budget::unlimited()) else { return puzzle };
    let mut blanks: Vec<Cell> = Cell::all().filter(|&cell| puzzle.digit(cell).is_none()).collect();
    rng.shuffle(&mut blanks);
    for cell in blanks.into_iter().take(EASY_GIVENS.saturating_sub(puzzle.filled_count())) {
        puzzle.set(cell, solution.digit(cell));
    }
    puzzle
}

/// The book, with one line per rating: the rating and its puzzles, each as the seed of a minimal
/// puzzle or as the puzzle itself.
const BOOK: &str = include_str!("book.txt");

/// Returns a puzzle from the book for this rating and seed; `None` if the book does not have the
/// rating.
pub(super) fn of_rating(rating: &str, seed: u64) -> Option<Board> {
    let line = BOOK.lines().find_map(|line| line.strip_prefix(rating)?.strip_prefix(' '))?;
    let entries: Vec<&str> = line.split(' ').collect();
    let mut rng = Rng::from_family(seed, BOOK_FAMILY);
    let puzzle = entry(entries[rng.below(entries.len())]);
    Some(Symmetry::random(&mut rng).apply(&puzzle))
}

/// Reads an entry of the book.
fn entry(text: &str) -> Board {
    match text.parse() {
        Ok(seed) if text.len() < 20 => generated(Level::Minimal, seed),
        _ => Board::parse(text).expect("the book holds seeds and puzzles"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::ratings;
    use super::BOOK;

    #[test]
    fn the_book_has_the_ratings_of_the_list() {
        let of_book: Vec<&str> = BOOK.lines().filter_map(|line| line.split(' ').next()).collect();
        assert_eq!(of_book, ratings::ALL);
    }
}
