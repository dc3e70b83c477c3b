//! The boards of the course: positions in which a technique is the next step.

use super::Sudoku;
use super::tutor::layer_of;
use crate::{Position, Puzzle};
use gridlore_sudoku::{Level, generated};
use gridlore_sudoku_human::State;
use gridlore_sudoku_human::guide::{Guide, Leader};

/// One line per technique: its name, a tab, and the seeds of minimal puzzles whose solution paths
/// use the technique.
const SEEDS: &str = include_str!("lessons.txt");

/// Returns board `number` of a technique: a puzzle, and its first position in which the technique
/// is the next step of HoDoKu's order, with all candidates as notes.
pub(crate) fn lesson_position(technique: &str, number: usize) -> Option<(Box<dyn Puzzle>, Position)> {
    let line = SEEDS.lines().find_map(|line| line.strip_prefix(technique)?.strip_prefix('\t'))?;
    let seed = line.split(' ').nth(number)?.parse().ok()?;
    let board = generated(Level::Minimal, seed);
    let mut guide = Guide::new(Leader::Hodoku, State::usual(board.values()));
    while let Some(step) = guide.next_step() {
        if step.technique.name() == technique {
            let puzzle = Sudoku::usual(&board);
            let position = puzzle.position_of(&layer_of(guide.state(), true));
            return Some((Box::new(puzzle), position));
        }
        guide.apply(&step);
    }
    None
}
