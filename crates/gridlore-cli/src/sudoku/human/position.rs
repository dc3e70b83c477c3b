//! The position that an argument tells, on the board that others tell.

use crate::input::Source;
use crate::sudoku::puzzle::guessed;
use crate::sudoku::shape::Shape as Board;
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use gridlore::Budget;
use gridlore_sudoku::Outcome;
use gridlore_sudoku_geometry::{Geometry, Grid, Solver, Symbols};
use gridlore_sudoku_human::{
    CellSet, Checked, MAX_CELLS, Shape, State, checked, checked_by, formats, position,
};

/// A position, and its board.
#[derive(Args)]
pub(super) struct Position {
    /// The position: 81 cells (+ before digits that are no givens), 81 groups of candidates, 729
    /// marks, a line of HoDoKu's library or a link of SudokuWiki; on other boards a sign a cell, or
    /// the candidates of each. Or a file that holds it (.sdk, .sdx, .ss and OpenSudoku's XML, too),
    /// or - for standard input.
    #[arg(value_name = "PUZZLE|FILE|-")]
    position: String,
    #[command(flatten)]
    board: Board,
}

/// What techniques may rest on.
#[derive(Args)]
pub(super) struct Grounds {
    /// No techniques that rest on there being one solution: unique rectangles, loops, graves.
    #[arg(long)]
    no_uniqueness: bool,
}

impl Grounds {
    /// Lets a position know; on standard error, that uniqueness is off where the givens have
    /// several solutions.
    pub(super) fn tell(&self, state: &mut State<'_>) {
        if !state.is_unique() {
            eprintln!("The givens have several solutions: techniques that rest on there being one are off.");
        }
        state.set_unique(state.is_unique() && !self.no_uniqueness);
    }
}

impl Position {
    /// Reads it, and calls `then` with it.
    pub(super) fn read<T>(&self, then: impl FnOnce(Sheet<'_>) -> Result<T>) -> Result<T> {
        let source = Source::new(1, &self.position);
        let text = source.text()?;
        let Some(geometry) = &self.board.geometry else {
            let states = formats::positions(&text).map_err(|error| anyhow!("{}, {error}", source.name()))?;
            let count = states.len();
            let Ok([state]) = <[State<'_>; 1]>::try_from(states) else {
                bail!(
                    "{}: found {count} positions, expected one; gridlore sudoku convert writes a line for each",
                    source.name()
                );
            };
            return then(Sheet { state, others: None });
        };
        let shape = Shape::new(geometry).ok_or_else(|| {
            anyhow!("found a board of {} cells, expected at most {MAX_CELLS}", geometry.size())
        })?;
        let symbols = match &self.board.symbols {
            Some(symbols) => {
                Symbols::parse(symbols, geometry.side()).map_err(|kind| anyhow!("--symbols: {kind}"))?
            }
            None => {
                let (symbols, note) = guessed(text.trim(), geometry.side());
                note.iter().for_each(|note| eprintln!("{note}"));
                symbols
            }
        };
        let shape = shape.written_in(symbols.clone());
        let fail = |error| anyhow!("{}, {error}", source.name());
        if let Some(state) = position::lists(&shape, &text) {
            let state = state.map_err(fail)?;
            let mut grid = Grid::empty(geometry);
            for cell in 0..geometry.size() {
                grid.set(cell, u8::try_from(state.value(cell)).ok().filter(|&digit| digit > 0));
            }
            return then(Sheet { state, others: Some((geometry, &grid, self.board.budget)) });
        }
        let grid = Grid::parse(text.trim(), geometry, &symbols).map_err(fail)?;
        let givens: CellSet = grid.filled().map(|(cell, _)| cell).collect();
        let state = State::new(&shape, &values(&grid), givens);
        then(Sheet { state, others: Some((geometry, &grid, self.board.budget)) })
    }
}

fn values(grid: &Grid) -> Vec<usize> {
    grid.values().iter().map(|&value| usize::from(value)).collect()
}

/// A position that was read.
pub(super) struct Sheet<'a> {
    pub(super) state: State<'a>,
    /// Of another board than the usual one, its geometry, its givens and how many decisions its
    /// solver may take.
    others: Option<(&'a Geometry, &'a Grid, Option<u64>)>,
}

impl<'a> Sheet<'a> {
    /// Whether it is on the board of nine boxes, without a geometry that was told.
    pub(super) const fn is_usual(&self) -> bool {
        self.others.is_none()
    }

    /// The position, and what is wrong with it.
    pub(super) fn checked(mut self) -> Result<(State<'a>, Checked)> {
        let Some((geometry, grid, budget)) = self.others else {
            let checked = checked(&mut self.state);
            return Ok((self.state, checked));
        };
        let mut budget = budget.map_or_else(Budget::unlimited, Budget::nodes);
        let solutions = match Solver::new(geometry).outcome(grid, &mut budget).context("--budget")? {
            Outcome::None => Vec::new(),
            Outcome::Unique(solution) => vec![values(&solution)],
            Outcome::Several((one, other)) => vec![values(&one), values(&other)],
        };
        let checked = checked_by(&mut self.state, solutions);
        Ok((self.state, checked))
    }
}
