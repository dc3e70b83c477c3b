//! Games of Connect Four: random generation and shrinking.

use super::reference::Board;
use super::words::column_letter;
use gridlore_core::Rng;

/// A game, or the beginning of one.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) run: usize,
    pub(crate) moves: Vec<usize>,
    /// The first ply whose position is solved.
    pub(crate) from: usize,
    /// The seed for the players and for the sizes of the tables.
    pub(crate) seed: u64,
}

impl Case {
    /// Returns the board before each move and after the last one; `None` if a move is illegal.
    pub(crate) fn boards(&self) -> Option<Vec<Board>> {
        let mut boards = vec![Board::new(self.width, self.height, self.run)];
        for &column in &self.moves {
            let board = boards.last()?;
            if !board.moves().contains(&column) {
                return None;
            }
            boards.push(board.after(column));
        }
        (self.from < boards.len()).then_some(boards)
    }

    /// Returns the moves as text.
    pub(crate) fn to_moves(&self) -> String {
        self.moves.iter().map(|column| column_letter(*column)).collect()
    }

    /// Returns the size as text.
    pub(crate) fn to_size(&self) -> String {
        let run = if self.run == 4 { String::new() } else { format!("x{}", self.run) };
        format!("{}x{}{run}", self.width, self.height)
    }

    /// Returns a random game on a small, standard or large board.
    pub(crate) fn random(rng: &mut Rng) -> Self {
        let (width, height, run) =
            match rng.below(8) {
                0..2 => (7, 6, 4),
                2 => [(4, 4, 4), (5, 4, 4), (4, 5, 4), (5, 5, 4), (6, 5, 4), (4, 12, 4), (12, 4, 4)]
                    [rng.below(7)],
                3 => [(8, 7, 4), (9, 6, 4), (16, 7, 4), (9, 7, 5), (32, 3, 3), (4, 31, 4), (8, 8, 4)]
                    [rng.below(7)],
                _ => (1 + rng.below(7), 1 + rng.below(6), 2 + rng.below(5)),
            };
        let mut board = Board::new(width, height, run);
        let left = 3 + rng.below(if width < 6 { 11 } else { 9 });
        let mut moves = Vec::new();
        let is_careful = rng.below(4) > 0;
        let mut from = None;
        while board.end().is_none() && (from.is_none() || rng.below(5) > 0) {
            if board.cells() - board.plies() <= left {
                from = from.or(Some(moves.len()));
            }
            let mut columns = board.moves();
            if is_careful && from.is_none() {
                // Most random games end early.
                let quiet: Vec<usize> = columns
                    .iter()
                    .copied()
                    .filter(|column| board.rows_with(board.mover(), *column).is_empty())
                    .collect();
                if !quiet.is_empty() {
                    columns = quiet;
                }
            }
            let column = columns[rng.below(columns.len())];
            moves.push(column);
            board = board.after(column);
        }
        let from = from.unwrap_or_else(|| moves.len().saturating_sub(rng.below(4)));
        Self { width, height, run, moves, from, seed: rng.next_u64() }
    }

    /// Returns games with one move, column or row fewer, or with a shorter winning line.
    pub(crate) fn smaller(&self) -> Vec<Self> {
        let mut cases = Vec::new();
        let count = self.moves.len();
        let mut without = |places: &[usize]| {
            let mut case = self.clone();
            for place in places.iter().rev() {
                case.moves.remove(*place);
                case.from -= usize::from(*place < self.from);
            }
            cases.push(case);
        };
        for place in (0..count).rev() {
            without(&[place]);
        }
        for one in 0..count {
            for other in one + 1..count {
                without(&[one, other]);
            }
        }
        for column in 0..self.width {
            if self.width > 1 && !self.moves.contains(&column) {
                let mut case = Self { width: self.width - 1, ..self.clone() };
                case.moves.iter_mut().filter(|other| **other > column).for_each(|other| *other -= 1);
                cases.push(case);
            }
        }
        if self.height > 1 {
            cases.push(Self { height: self.height - 1, ..self.clone() });
        }
        if self.run > 2 {
            cases.push(Self { run: self.run - 1, ..self.clone() });
        }
        if self.from < count {
            cases.push(Self { from: self.from + 1, ..self.clone() });
        }
        if self.seed > 0 {
            cases.push(Self { seed: self.seed / 2, ..self.clone() });
        }
        cases.retain(|case| case.boards().is_some());
        cases
    }
}
