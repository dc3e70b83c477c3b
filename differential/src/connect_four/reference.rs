//! Connect Four by its rules: a board of discs, and plain minimax that visits every position once.

use std::collections::HashMap;

/// A side, represented by whether it moves first.
pub(crate) type IsFirst = bool;

/// A cell: column and row, both from 0, row 0 at the bottom.
pub(crate) type Cell = (usize, usize);

/// A board and its discs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) run: usize,
    /// The discs of each column, from the bottom up.
    pub(crate) columns: Vec<Vec<IsFirst>>,
}

/// How a game ends: the winner, if any, and the number of the last disc.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) winner: Option<IsFirst>,
    pub(crate) stone: usize,
}

/// The four directions of a winning line.
const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

impl Board {
    /// Returns an empty board.
    pub(crate) fn new(width: usize, height: usize, run: usize) -> Self {
        Self { width, height, run, columns: vec![vec![]; width] }
    }

    pub(crate) fn plies(&self) -> usize {
        self.columns.iter().map(Vec::len).sum()
    }

    pub(crate) const fn cells(&self) -> usize {
        self.width * self.height
    }

    /// Returns whether the first side moves next.
    pub(crate) fn mover(&self) -> IsFirst {
        self.plies().is_multiple_of(2)
    }

    pub(crate) fn stone(&self, (column, row): Cell) -> Option<IsFirst> {
        self.columns.get(column)?.get(row).copied()
    }

    /// Returns the columns that have an empty cell.
    pub(crate) fn moves(&self) -> Vec<usize> {
        if self.end().is_some() {
            return vec![];
        }
        (0..self.width).filter(|column| self.columns[*column].len() < self.height).collect()
    }

    /// Returns the board after a move in a column that has an empty cell.
    pub(crate) fn after(&self, column: usize) -> Self {
        self.with(column, self.mover())
    }

    /// Returns the board with one more disc of a side, in a column that has an empty cell.
    fn with(&self, column: usize, side: IsFirst) -> Self {
        let mut after = self.clone();
        after.columns[column].push(side);
        after
    }

    /// Returns the cells of every line that a side has completed.
    pub(crate) fn rows(&self, side: IsFirst) -> Vec<Vec<Cell>> {
        let mut rows = Vec::new();
        for column in 0..self.width {
            for row in 0..self.height {
                for (right, up) in DIRECTIONS {
                    let cell = |step: usize| {
                        let step = isize::try_from(step).ok()?;
                        Some((column.checked_add_signed(step * right)?, row.checked_add_signed(step * up)?))
                    };
                    let cells: Option<Vec<Cell>> = (0..self.run).map(cell).collect();
                    rows.extend(
                        cells.filter(|cells| cells.iter().all(|cell| self.stone(*cell) == Some(side))),
                    );
                }
            }
        }
        rows
    }

    /// Returns the lines that a side's disc in a column would complete.
    pub(crate) fn rows_with(&self, side: IsFirst, column: usize) -> Vec<Vec<Cell>> {
        if self.columns[column].len() == self.height {
            return vec![];
        }
        self.with(column, side).rows(side)
    }

    /// Returns the columns in which a side's disc would complete a line.
    pub(crate) fn wins(&self, side: IsFirst) -> Vec<usize> {
        (0..self.width).filter(|column| !self.rows_with(side, *column).is_empty()).collect()
    }

    /// Returns how the game has ended; `None` if it has not.
    pub(crate) fn end(&self) -> Option<End> {
        let stone = self.plies();
        let winner = [true, false].into_iter().find(|side| !self.rows(*side).is_empty());
        (winner.is_some() || stone == self.cells()).then_some(End { winner, stone })
    }

    /// Returns the score of a game with this end for the side to move: the number of discs that
    /// the winner has left, plus one.
    pub(crate) fn score(&self, end: End) -> i32 {
        let Some(winner) = end.winner else { return 0 };
        let (of_all, made) = if winner {
            (self.cells().div_ceil(2), end.stone.div_ceil(2))
        } else {
            (self.cells() / 2, end.stone / 2)
        };
        let score = i32::try_from(of_all - made + 1).expect("boards are small");
        if winner == self.mover() { score } else { -score }
    }

    /// Returns a unique number for the discs of each column: a leading 1, then one bit per disc.
    fn key(&self) -> Vec<u32> {
        let number = |column: &Vec<IsFirst>| column.iter().fold(1, |key, stone| key << 1 | u32::from(*stone));
        self.columns.iter().map(number).collect()
    }

    /// Returns whether the topmost disc of a column completes a line.
    fn is_row_at_top(&self, column: usize) -> bool {
        let (side, row) = (self.columns[column].last().copied(), self.columns[column].len() - 1);
        DIRECTIONS.into_iter().any(|(right, up)| {
            let count = |sign: isize| {
                let cell = |step: isize| {
                    let column = column.checked_add_signed(sign * step * right)?;
                    Some((column, row.checked_add_signed(sign * step * up)?))
                };
                (1..).take_while(|step| cell(*step).is_some_and(|cell| self.stone(cell) == side)).count()
            };
            side.is_some() && 1 + count(1) + count(-1) >= self.run
        })
    }
}

/// The positions that minimax has solved.
#[derive(Debug, Default)]
pub(crate) struct Minimax {
    known: HashMap<Vec<u32>, End>,
    pub(crate) limit: usize,
}

impl Minimax {
    /// Creates a minimax that gives up after `limit` positions.
    pub(crate) fn new(limit: usize) -> Self {
        Self { known: HashMap::new(), limit }
    }

    /// Returns how a game ends with best play: the winner wins as early as possible and the loser
    /// loses as late as possible; `None` if there are too many positions.
    pub(crate) fn end(&mut self, board: &Board) -> Option<End> {
        if let Some(end) = board.end() {
            return Some(end);
        }
        self.end_of_open(&mut board.clone())
    }

    /// Computes the same for a game that is not over.
    fn end_of_open(&mut self, board: &mut Board) -> Option<End> {
        let key = board.key();
        if let Some(end) = self.known.get(&key) {
            return Some(*end);
        }
        let mover = board.mover();
        let mut best: Option<End> = None;
        for column in 0..board.width {
            if board.columns[column].len() == board.height {
                continue;
            }
            board.columns[column].push(mover);
            let stone = board.plies();
            let end = if board.is_row_at_top(column) {
                Some(End { winner: Some(mover), stone })
            } else if stone == board.cells() {
                Some(End { winner: None, stone })
            } else {
                self.end_of_open(board)
            };
            board.columns[column].pop();
            let end = end?;
            if best.is_none_or(|best| is_better(mover, end, best)) {
                best = Some(end);
            }
        }
        if self.known.len() >= self.limit {
            return None;
        }
        self.known.insert(key, best?);
        best
    }
}

/// Returns whether a side prefers one result to another.
fn is_better(side: IsFirst, one: End, other: End) -> bool {
    let class = |end: End| end.winner.map_or(1, |winner| if winner == side { 2 } else { 0 });
    match class(one).cmp(&class(other)) {
        std::cmp::Ordering::Equal if class(one) == 2 => one.stone < other.stone,
        std::cmp::Ordering::Equal => one.stone > other.stone,
        order => order.is_gt(),
    }
}
