//! Packings, in which pieces fill a board: as a problem with a picture, and as a search that can
//! pause.
//!
//! A packing whose matrix is small enough is also a [`super::Matrix`]. A [`Search`] solves packings
//! of up to [`MAX_CELLS`] cells with the fastest engine.

use super::tiling::Tiling;
use super::{Board, in_lines};
use gridlore_core::{Budget, ParseError, Place};
use gridlore_exact_cover::packing::{Packing, Turns, parse};
use gridlore_exact_cover::{Problem, Solutions};

/// Maximum number of cells of a board.
pub const MAX_CELLS: usize = 400;

/// Reads a packing: a file for `gridlore cover pack`, or the same text on one line, with commas for
/// blanks and slashes for line ends.
///
/// # Errors
/// Returns [`ParseError`] with the place of the first error. It is also an error if the number of
/// cells of the pieces does not match the board.
pub(super) fn packing_of(description: &str) -> Result<Packing, ParseError> {
    let text = if description.contains('\n') { description.to_owned() } else { in_lines(description)? };
    let packing = parse(&text)?;
    let wrong = |found: String, expected: String| ParseError::name(Place::column(1), found, expected);
    packing.check().map_err(|(found, expected)| wrong(found, expected))?;
    if packing.board.len() > MAX_CELLS {
        let found = format!("a board of {} cells", packing.board.len());
        return Err(wrong(found, format!("at most {MAX_CELLS} cells")));
    }
    Ok(packing)
}

/// Returns the rows and columns of a board, and the index of each cell in its bounding rectangle.
fn bounds(packing: &Packing) -> (usize, usize, Vec<usize>) {
    let side = |axis: usize| {
        let all = packing.board.iter().map(|cell| cell[axis]);
        let least = all.clone().min().unwrap_or(0);
        (least, usize::try_from(all.max().unwrap_or(0) - least + 1).unwrap_or(0))
    };
    let ((top, rows), (left, columns)) = (side(1), side(2));
    let at = |number: i32| usize::try_from(number).unwrap_or(0);
    let cells = packing.board.iter().map(|cell| at(cell[1] - top) * columns + at(cell[2] - left));
    (rows, columns, cells.collect())
}

/// Returns the placements of a problem as options on a board.
pub(super) fn board(packing: &Packing, problem: &Problem) -> Board {
    let (rows, columns, places) = bounds(packing);
    let options = (0..problem.options()).map(|option| {
        let mut placed = packing.placed(problem, &[option]);
        let (name, cells) = placed.pop().unwrap_or_default();
        (name.to_owned(), cells.into_iter().map(|cell| places[cell]).collect())
    });
    Board { rows, columns, options: options.collect() }
}

/// A search for the solutions of a packing. It pauses when the given number of nodes is spent.
///
/// ```
/// use gridlore::cover::packing::Search;
///
/// let mut search = Search::parse("board,2x3/pieces,V3*2")?;
/// let solutions = search.advance(1_000_000, 10);
/// assert_eq!((solutions.len(), search.solution_count(), search.distinct_count()), (2, 2, 1));
/// assert!(search.is_over() && search.problem().options() == 8);
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug)]
pub struct Search {
    packing: Packing,
    solutions: Solutions<'static>,
    found: u64,
    distinct: u64,
    is_over: bool,
}

impl Search {
    /// Reads a packing and prepares its search.
    ///
    /// # Errors
    /// Returns [`ParseError`] with the place of the first error.
    ///
    /// ```
    /// let error = gridlore::cover::packing::Search::parse("board,2x3/pieces,V3").unwrap_err();
    /// assert!(error.to_string().contains("pieces with 3 cells for a board with 6"), "{error}");
    /// ```
    pub fn parse(description: &str) -> Result<Self, ParseError> {
        let packing = packing_of(description)?;
        let solutions = packing.problem().into_solutions();
        Ok(Self { packing, solutions, found: 0, distinct: 0, is_over: false })
    }

    /// Returns the problem.
    ///
    /// ```
    /// # use gridlore::cover::packing::Search;
    /// assert_eq!(Search::parse("board,2x3/pieces,V3*2")?.problem().items(), 6);
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    #[must_use]
    pub fn problem(&self) -> &Problem {
        self.solutions.problem()
    }

    /// Returns the number of solutions found so far.
    ///
    /// ```
    /// # use gridlore::cover::packing::Search;
    /// assert_eq!(Search::parse("board,2x3/pieces,V3*2")?.solution_count(), 0);
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    #[must_use]
    pub const fn solution_count(&self) -> u64 {
        self.found
    }

    /// Returns the number of solutions found so far that differ by more than a rotation or
    /// reflection of the board. Only rotations and reflections that the pieces allow are
    /// considered.
    ///
    /// ```
    /// # use gridlore::cover::packing::Search;
    /// assert_eq!(Search::parse("board,2x3/pieces,V3*2")?.distinct_count(), 0);
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    #[must_use]
    pub const fn distinct_count(&self) -> u64 {
        self.distinct
    }

    /// Returns whether all solutions have been found.
    ///
    /// ```
    /// # use gridlore::cover::packing::Search;
    /// assert!(!Search::parse("board,2x3/pieces,V3*2")?.is_over());
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// Returns the fraction of the search that is done, from 0 to 1, if it can be estimated.
    ///
    /// ```
    /// # use gridlore::cover::packing::Search;
    /// let mut search = Search::parse("board,2x3/pieces,V3*2")?;
    /// search.advance(1_000_000, 10);
    /// assert_eq!(search.part_done(), Some(1.0));
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    #[must_use]
    pub fn part_done(&self) -> Option<f64> {
        if self.is_over { Some(1.0) } else { self.solutions.part_done() }
    }

    /// Searches until `nodes` are spent or `wanted` solutions are found, and returns the new
    /// solutions: for each piece, its name and its cells, as indices into the bounding rectangle of
    /// the board.
    ///
    /// ```
    /// # use gridlore::cover::packing::Search;
    /// let mut search = Search::parse("board,1x2/pieces,I1,I1")?;
    /// let solution = search.advance(1_000, 1).remove(0);
    /// assert_eq!(solution.iter().map(|piece| piece.1.len()).sum::<usize>(), 2);
    /// # Ok::<(), gridlore::ParseError>(())
    /// ```
    pub fn advance(&mut self, nodes: u64, wanted: usize) -> Vec<Vec<(String, Vec<usize>)>> {
        let board: Vec<(i32, i32)> = self.packing.board.iter().map(|cell| (cell[1], cell[2])).collect();
        let (_, _, places) = bounds(&self.packing);
        let (turns, over) = (self.packing.turns != Turns::None, self.packing.turns == Turns::Over);
        let mut budget = Budget::nodes(nodes);
        let mut all = Vec::new();
        while !self.is_over && all.len() < wanted {
            match self.solutions.advance(&mut budget) {
                Ok(true) => {}
                Ok(false) => {
                    self.is_over = true;
                    break;
                }
                Err(_) => break,
            }
            let placed = self.packing.placed(self.solutions.problem(), &self.solutions.options());
            self.found += 1;
            self.distinct += u64::from(Tiling::new(&board, &placed).is_first(turns, over));
            let solution = placed
                .into_iter()
                .map(|(name, cells)| (name.to_owned(), cells.into_iter().map(|cell| places[cell]).collect()));
            all.push(solution.collect());
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_pauses_and_finds_every_solution() {
        // The pentominoes in a strip have two solutions, which are not symmetric images of each
        // other.
        let mut search = Search::parse("board,3x20/pieces,pentominoes").expect("a packing");
        let mut solutions = Vec::new();
        let mut pauses = 0;
        while !search.is_over() {
            solutions.extend(search.advance(1_000, 5));
            pauses += 1;
        }
        assert_eq!((solutions.len(), search.solution_count(), search.distinct_count()), (8, 8, 2));
        assert!(pauses > 2, "{pauses}");
        for solution in solutions {
            let mut cells: Vec<usize> = solution.iter().flat_map(|piece| piece.1.clone()).collect();
            cells.sort_unstable();
            assert_eq!(cells, (0..60).collect::<Vec<usize>>());
        }
    }

    #[test]
    fn boards_with_holes_keep_their_places() {
        let mut search = Search::parse("board/xxx/x.x/xxx/pieces,I3*2,I1*2").expect("a packing");
        let solution = search.advance(10_000, 1).remove(0);
        let mut cells: Vec<usize> = solution.iter().flat_map(|piece| piece.1.clone()).collect();
        cells.sort_unstable();
        assert_eq!(cells, [0, 1, 2, 3, 5, 6, 7, 8]);
        let error = |text: &str| Search::parse(text).expect_err(text).to_string();
        assert!(error("board,30x30/loose/pieces,I1").contains("at most 400 cells"));
        assert!(error("board,2x2/pieces,Q").contains("pentominoes"));
    }
}
