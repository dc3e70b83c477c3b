//! Toggle puzzles by definition: all press vectors, and all boards that presses can reach.

use std::collections::{HashMap, VecDeque};

/// Maximum number of press vectors to enumerate.
const MAX_VECTORS: u64 = 20_000;

/// A toggle puzzle as plain numbers.
#[derive(Debug)]
pub(crate) struct Plain {
    pub(crate) colours: u8,
    pub(crate) turned: Vec<Vec<usize>>,
    pub(crate) goal: Vec<u8>,
}

impl Plain {
    /// Returns the board after the given presses of each move.
    pub(crate) fn after(&self, board: &[u8], presses: &[u8]) -> Vec<u8> {
        let mut board = board.to_vec();
        for (squares, times) in self.turned.iter().zip(presses) {
            for square in squares {
                let colour = u16::from(board[*square]) + u16::from(*times);
                board[*square] = u8::try_from(colour % u16::from(self.colours)).expect("a colour");
            }
        }
        board
    }

    /// Returns whether these presses are valid for the puzzle and lead from a board to the goal.
    pub(crate) fn is_solution(&self, board: &[u8], presses: &[u8]) -> bool {
        presses.len() == self.turned.len()
            && presses.iter().all(|times| *times < self.colours)
            && self.after(board, presses) == self.goal
    }

    /// Returns whether no move changes the weighted sum of the colours.
    pub(crate) fn is_invariant(&self, weights: &[u8]) -> bool {
        let sum =
            |squares: &Vec<usize>| squares.iter().map(|square| u32::from(weights[*square])).sum::<u32>();
        weights.len() == self.goal.len()
            && weights.iter().all(|weight| *weight < self.colours)
            && self.turned.iter().all(|squares| sum(squares).is_multiple_of(u32::from(self.colours)))
    }

    /// Returns the fewest presses to the goal from every solvable board, by breadth-first search
    /// backwards from the goal.
    pub(crate) fn distances(&self) -> HashMap<Vec<u8>, usize> {
        let mut distances = HashMap::from([(self.goal.clone(), 0)]);
        let mut open = VecDeque::from([self.goal.clone()]);
        while let Some(board) = open.pop_front() {
            let distance = distances[&board];
            for squares in &self.turned {
                let mut before = board.clone();
                for square in squares {
                    before[*square] = (before[*square] + self.colours - 1) % self.colours;
                }
                if !distances.contains_key(&before) {
                    distances.insert(before.clone(), distance + 1);
                    open.push_back(before);
                }
            }
        }
        distances
    }

    /// Returns all press vectors that lead from a board to the goal; `None` if there are too many
    /// vectors.
    pub(crate) fn solutions(&self, board: &[u8]) -> Option<Vec<Vec<u8>>> {
        let vectors = all_vectors(self.colours, self.turned.len())?;
        Some(vectors.into_iter().filter(|presses| self.is_solution(board, presses)).collect())
    }

    /// Returns the number of weightings that no move changes; `None` if there are too many
    /// weightings.
    pub(crate) fn count_invariants(&self) -> Option<usize> {
        let vectors = all_vectors(self.colours, self.goal.len())?;
        Some(vectors.iter().filter(|weights| self.is_invariant(weights)).count())
    }
}

/// Returns all vectors of entries below `colours` in ascending order; `None` if there are too many.
fn all_vectors(colours: u8, length: usize) -> Option<Vec<Vec<u8>>> {
    let count = u64::from(colours).checked_pow(u32::try_from(length).ok()?)?;
    if count > MAX_VECTORS {
        return None;
    }
    let mut vectors = vec![vec![]];
    for _ in 0..length {
        let longer = |vector: Vec<u8>| {
            (0..colours).map(move |entry| {
                let mut vector = vector.clone();
                vector.push(entry);
                vector
            })
        };
        vectors = vectors.into_iter().flat_map(longer).collect();
    }
    Some(vectors)
}
