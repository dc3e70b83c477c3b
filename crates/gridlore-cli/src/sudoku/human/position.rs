//! The position given on the command line, and its board.

use crate::input::{Heading, Source};
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
use std::cell::OnceCell;

/// A position and its board.
#[derive(Args)]
pub(super) struct Position {
    /// Position, a file, or - for standard input.
    ///
    /// 81 cells (+ before digits that are not givens), 81 groups of candidates, 729 marks, a line
    /// of HoDoKu's library or a SudokuWiki link; on other boards one character per cell, or the
    /// candidates of each. Files can also be .sdk, .sdx, .ss or OpenSudoku's XML, and can begin
    /// with a line `geometry: ...`.
    #[arg(value_name = "PUZZLE|FILE|-")]
    position: String,
    #[command(flatten)]
    board: Board,
    /// The text, which is read only once, because standard input cannot be read again.
    #[arg(skip)]
    text: OnceCell<String>,
}

/// The assumptions that techniques may make.
#[derive(Args)]
pub(super) struct Grounds {
    /// Use no techniques that assume a unique solution.
    ///
    /// Leaves out unique rectangles, unique loops and bivalue universal graves.
    #[arg(long, hide_short_help = true)]
    no_uniqueness: bool,
}

impl Grounds {
    /// Sets the assumptions that techniques may make about a position; prints a note to standard
    /// error if the givens have several solutions.
    pub(super) fn apply(&self, state: &mut State<'_>) {
        if !state.is_unique() {
            eprintln!("The givens have several solutions, so techniques that assume uniqueness are off.");
        }
        state.set_unique(state.is_unique() && !self.no_uniqueness);
    }
}

impl Position {
    /// Returns the argument, which is the position itself, a file name, or -.
    pub(super) fn source(&self) -> &str {
        &self.position
    }

    /// Returns the board given on the command line.
    pub(super) const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the whole text of the source.
    pub(super) fn text(&self) -> Result<&str> {
        if let Some(text) = self.text.get() {
            return Ok(text);
        }
        let text = Source::new(1, &self.position).text()?;
        Ok(self.text.get_or_init(|| text))
    }

    /// Reads the position and calls `then` with it.
    pub(super) fn read<T>(&self, then: impl FnOnce(Sheet<'_>) -> Result<T>) -> Result<T> {
        let source = Source::new(1, &self.position);
        let text = self.text()?;
        let heading = if self.board.geometry.is_none() { heading_of(text, &source.name())? } else { None };
        let body = heading.as_ref().map_or(text, |heading| heading.body);
        let is_other = |heading: &&BoardHeading<'_>| {
            !heading.geometry.is_usual() || heading.symbols.is_some() || self.board.symbols.is_some()
        };
        let geometry = heading.as_ref().filter(is_other).map(|heading| &heading.geometry);
        let Some(geometry) = self.board.geometry.as_ref().or(geometry) else {
            let states = formats::positions(body).map_err(|error| anyhow!("{}, {error}", source.name()))?;
            let count = states.len();
            let Ok([state]) = <[State<'_>; 1]>::try_from(states) else {
                bail!(
                    "{}: found {count} positions, expected one; `gridlore sudoku convert` prints them one per line",
                    source.name()
                );
            };
            return then(Sheet { state, others: None });
        };
        let shape = Shape::new(geometry).ok_or_else(|| {
            anyhow!("--geometry: found a board of {} cells, expected at most {MAX_CELLS}", geometry.size())
        })?;
        let symbols_of_heading = heading.as_ref().and_then(|heading| heading.symbols);
        let symbols = match self.board.symbols.as_deref().or(symbols_of_heading) {
            Some(symbols) => {
                Symbols::parse(symbols, geometry.side()).map_err(|kind| anyhow!("--symbols: {kind}"))?
            }
            None => {
                let (symbols, note) = guessed(body.trim(), geometry.side());
                note.iter().for_each(|note| eprintln!("{note}"));
                symbols
            }
        };
        let shape = shape.written_in(symbols.clone());
        let fail = |error| anyhow!("{}, {error}", source.name());
        if let Some(state) = position::lists(&shape, body) {
            let state = state.map_err(fail)?;
            let mut grid = Grid::empty(geometry);
            for cell in 0..geometry.size() {
                grid.set(cell, u8::try_from(state.value(cell)).ok().filter(|&digit| digit > 0));
            }
            return then(Sheet { state, others: Some((geometry, &grid, self.board.budget.nodes)) });
        }
        let grid = Grid::parse(body.trim(), geometry, &symbols).map_err(fail)?;
        let givens: CellSet = grid.filled().map(|(cell, _)| cell).collect();
        let state = State::new(&shape, &values(&grid), givens);
        then(Sheet { state, others: Some((geometry, &grid, self.board.budget.nodes)) })
    }
}

/// The lines `geometry: ...` and `symbols: ...` at the start of the input.
pub(super) struct BoardHeading<'t> {
    pub(super) geometry: Geometry,
    symbols: Option<&'t str>,
    /// The text after these lines.
    body: &'t str,
}

/// Reads the lines at the start of the input that describe a board; returns `None` if there are
/// none. `geometry:` can be left out if the first line is a geometry and cannot be anything else.
pub(super) fn heading_of<'t>(text: &'t str, name: &str) -> Result<Option<BoardHeading<'t>>> {
    let mut heading: Option<BoardHeading<'t>> = None;
    let mut start = 0;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let body = &text[start + line.len()..];
        start += line.len();
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        if let Some((column, geometry)) = Heading::text(line.as_bytes(), "geometry") {
            let geometry = Geometry::parse(geometry).map_err(|error| {
                anyhow!("{name}:{number}:{}: {}", column + error.at.column - 1, error.kind)
            })?;
            heading = Some(BoardHeading { geometry, symbols: None, body });
        } else if let (Some(heading), Some((_, symbols))) =
            (&mut heading, Heading::text(line.as_bytes(), "symbols"))
        {
            (heading.symbols, heading.body) = (Some(symbols), body);
        } else if let (None, Some(geometry)) = (&heading, bare_geometry(trimmed, body)) {
            heading = Some(BoardHeading { geometry, symbols: None, body });
        } else {
            break;
        }
    }
    Ok(heading)
}

/// Returns the geometry in a first line without `geometry:`, if the line is a geometry and more
/// text follows.
fn bare_geometry(line: &str, body: &str) -> Option<Geometry> {
    let begins_like_one = line.split_whitespace().next()?.contains(['x', ':']);
    if begins_like_one && !body.trim().is_empty() { Geometry::parse(line).ok() } else { None }
}

fn values(grid: &Grid) -> Vec<usize> {
    grid.values().iter().map(|&value| usize::from(value)).collect()
}

/// A position as it was read.
pub(super) struct Sheet<'a> {
    pub(super) state: State<'a>,
    /// For a board with a geometry, the geometry, the givens, and the node budget of the solver.
    others: Option<(&'a Geometry, &'a Grid, Option<u64>)>,
}

impl<'a> Sheet<'a> {
    /// Returns whether the position is on the standard board and was given without a geometry.
    pub(super) const fn is_usual(&self) -> bool {
        self.others.is_none()
    }

    /// Returns the position and its mistakes.
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
