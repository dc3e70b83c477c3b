//! A simple reference search, meant to be read and compared with the fast one: candidates as bit
//! masks, singles, then the cell with the fewest candidates.
//!
//! ```text
//!   cells[c]   the candidates of cell c, bit d-1 for digit d; one bit left = placed
//!   placing d in c takes bit d-1 from the 20 peers of c; a peer left with one bit is placed as well (naked single)
//!   per house  once  |= m;  twice |= once & m   over its nine masks m: the digits with exactly one cell are
//!              once & !twice (hidden singles); once != 1..9 means a digit without a place: a dead end
//! ```
//!
//! Cost: one node is one guessed digit; it copies 176 bytes and reads each house a few times. The
//! search keeps its own stack, so it can stop after any solution and continue later.
//!
//! # Source
//! The two propagations and the choice of the cell with the fewest candidates are folklore, best
//! explained by Peter Norvig, *Solving every sudoku puzzle*, 2006. The bit-sliced count of a house
//! is a carry-save adder.

use crate::{Board, Cell};
use gridlore_core::{Budget, BudgetSpent, Digit};
use gridlore_sudoku_geometry::Outcome;

/// Returns whether `board` has no solution, one, or several.
///
/// # Input
/// Any board; clashing givens result in [`Outcome::None`].
/// # Errors
/// Returns [`BudgetSpent`] if more guesses are needed than `budget` allows.
pub fn outcome(board: &Board, budget: &mut Budget) -> Result<Outcome<Board>, BudgetSpent> {
    let mut solutions = Solutions::new(board);
    Outcome::from_solutions(|| solutions.next_solution(budget))
}

/// Counts the solutions of `board`, stopping at `limit`.
///
/// # Errors
/// Returns [`BudgetSpent`] if more guesses are needed than `budget` allows.
pub fn count_solutions_up_to(board: &Board, limit: u64, budget: &mut Budget) -> Result<u64, BudgetSpent> {
    let mut solutions = Solutions::new(board);
    let mut count = 0;
    while count < limit && solutions.next_solution(budget)?.is_some() {
        count += 1;
    }
    Ok(count)
}

/// The solutions of a board, computed on demand, in an order that is the same on every machine.
#[derive(Debug, Clone)]
pub struct Solutions {
    /// The states still to be searched, the next one last.
    open: Vec<State>,
}

impl Solutions {
    /// Creates a search for the solutions of `board`.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        Self { open: State::new(board).into_iter().collect() }
    }

    /// Returns the next solution, or `None` if there is no other.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if the budget does not cover the next guess; a later call with a new
    /// budget continues from there.
    pub fn next_solution(&mut self, budget: &mut Budget) -> Result<Option<Board>, BudgetSpent> {
        while let Some(mut state) = self.open.pop() {
            if !state.propagate() {
                continue;
            }
            let Some(cell) = state.cell_with_fewest_candidates() else { return Ok(Some(state.board())) };
            if let Err(spent) = budget.spend() {
                self.open.push(state);
                return Err(spent);
            }
            // Try the smallest digit now and the others later.
            let bits = state.cells[cell];
            let first = bits & bits.wrapping_neg();
            let mut others = state.clone();
            others.cells[cell] = bits & !first;
            others.unplaced_single(cell);
            self.open.push(others);
            state.cells[cell] = first;
            state.unplaced_single(cell);
            self.open.push(state);
        }
        Ok(None)
    }
}

const ALL: u16 = 0x1ff;

/// The peers of each cell, computed at compile time.
const PEERS: [[u8; 20]; 81] = peers();
/// The cells of each house, computed at compile time.
const HOUSES: [[u8; 9]; 27] = houses();

#[derive(Debug, Clone)]
struct State {
    cells: [u16; 81],
    /// Bit c: cell c is placed, and its digit is removed from its peers.
    placed: u128,
    /// Bit c: cell c has one candidate left, which has not yet been removed from its peers.
    singles: u128,
}

impl State {
    /// Creates the state of a board, or returns `None` if two givens clash.
    fn new(board: &Board) -> Option<Self> {
        let mut state = Self { cells: [ALL; 81], placed: 0, singles: 0 };
        for (cell, digit) in board.filled() {
            let bit = 1 << (digit.value() - 1);
            // Two givens clash: the earlier one has removed the bit from its peers.
            if state.cells[cell.index()] & bit == 0 {
                return None;
            }
            state.cells[cell.index()] = bit;
            state.singles |= 1 << cell.index();
            if !state.place_singles() {
                return None;
            }
        }
        Some(state)
    }

    /// Places singles until there are none. Returns `false` at a dead end.
    fn propagate(&mut self) -> bool {
        loop {
            if !self.place_singles() {
                return false;
            }
            if self.placed.count_ones() == 81 {
                return true;
            }
            if !self.find_hidden_singles() {
                return false;
            }
            if self.singles == 0 {
                return true;
            }
        }
    }

    /// Removes the digits of all singles from their peers. Returns `false` if a cell is left
    /// without a candidate.
    fn place_singles(&mut self) -> bool {
        while self.singles != 0 {
            let cell = self.singles.trailing_zeros() as usize;
            self.singles &= self.singles - 1;
            self.placed |= 1 << cell;
            let bit = self.cells[cell];
            for &peer in &PEERS[cell] {
                let peer = peer as usize;
                let before = self.cells[peer];
                if before & bit == 0 {
                    continue;
                }
                let after = before & !bit;
                if after == 0 {
                    return false;
                }
                self.cells[peer] = after;
                if after.is_power_of_two() {
                    self.singles |= 1 << peer;
                }
            }
        }
        true
    }

    /// Marks hidden singles. Returns `false` if a digit has no place in a house.
    fn find_hidden_singles(&mut self) -> bool {
        for house in &HOUSES {
            let (mut once, mut twice) = (0, 0);
            for &cell in house {
                let candidates = self.cells[cell as usize];
                twice |= once & candidates;
                once |= candidates;
            }
            if once != ALL {
                return false;
            }
            let alone = once & !twice;
            if alone == 0 {
                continue;
            }
            for &cell in house {
                let cell = cell as usize;
                let here = self.cells[cell] & alone;
                if here != 0 && self.cells[cell] != here {
                    if !here.is_power_of_two() {
                        return false;
                    }
                    self.cells[cell] = here;
                    self.singles |= 1 << cell;
                }
            }
        }
        true
    }

    /// Returns the first cell with two candidates or, if there is none, the first of the cells with
    /// the fewest candidates; `None` if all cells are placed.
    fn cell_with_fewest_candidates(&self) -> Option<usize> {
        let mut open = !self.placed & ((1 << 81) - 1);
        let (mut best, mut fewest) = (None, u32::MAX);
        while open != 0 {
            let cell = open.trailing_zeros() as usize;
            open &= open - 1;
            let count = self.cells[cell].count_ones();
            if count < fewest {
                (best, fewest) = (Some(cell), count);
                if count == 2 {
                    break;
                }
            }
        }
        best
    }

    fn unplaced_single(&mut self, cell: usize) {
        if self.cells[cell].is_power_of_two() {
            self.singles |= 1 << cell;
        }
    }

    fn board(&self) -> Board {
        let mut board = Board::EMPTY;
        for cell in Cell::all() {
            #[expect(clippy::cast_possible_truncation, reason = "at most 16 trailing zeros")]
            board.set(cell, Digit::new(self.cells[cell.index()].trailing_zeros() as u8 + 1));
        }
        board
    }
}

const fn cell(index: usize) -> Cell {
    match Cell::new(index) {
        Some(cell) => cell,
        None => panic!("a cell index is below 81"),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "cell indices are below 81")]
const fn peers() -> [[u8; 20]; 81] {
    let mut peers = [[0; 20]; 81];
    let mut of = 0;
    while of < 81 {
        let (mut other, mut count) = (0, 0);
        while other < 81 {
            if cell(of).is_peer_of(cell(other)) {
                peers[of][count] = other as u8;
                count += 1;
            }
            other += 1;
        }
        of += 1;
    }
    peers
}

#[expect(clippy::cast_possible_truncation, reason = "cell indices are below 81")]
const fn houses() -> [[u8; 9]; 27] {
    let mut houses = [[0; 9]; 27];
    let mut index = 0;
    while index < 27 {
        let (mut of, mut count) = (0, 0);
        while of < 81 {
            let line = match index / 9 {
                0 => cell(of).row(),
                1 => cell(of).column(),
                _ => cell(of).box_index(),
            };
            if line == index % 9 {
                houses[index][count] = of as u8;
                count += 1;
            }
            of += 1;
        }
        index += 1;
    }
    houses
}
