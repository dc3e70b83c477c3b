//! Options for boards other than the standard board.

use crate::shared_args::NodeBudget;
use anyhow::{Context, Result, ensure};
use clap::Args;
use gridlore_sudoku_geometry::{Geometry, House, Rule};
use gridlore_sudoku_variants::constraint::{Cage, Global};
use gridlore_sudoku_variants::{Constraint, MAX_SIDE, Shape as Grid};

/// The board and its symbols, if they are not the standard board and the digits 1-9.
#[derive(Args)]
pub(crate) struct Shape {
    /// Shape: RxC boxes, jigsaw:REGIONS, latin:SIDE and more.
    ///
    /// RxC gives the rows and columns of a box, such as 4x3; sides can be up to 64. jigsaw:REGIONS
    /// has one character per cell, which names its region. Constraints can follow, separated by
    /// spaces: diagonals, windows, anti-knight, anti-king, cage:SUM=CELLS (cage:15=r1c1-2,r2c1). In
    /// a file, a line `geometry: ...` does the same for the lines after it.
    #[arg(long, value_name = "BOARD", help_heading = "Board")]
    pub(crate) geometry: Option<Geometry>,
    /// How digits are written: 1-9, 0-F, A-Y or a word.
    ///
    /// One of 1-9, 1-G, 0-F and A-Y, the distinct letters of a word, or numbers separated by
    /// spaces. If not given, the symbols are guessed, with a note on standard error. In a file, a
    /// line `symbols: ...` after the geometry does the same.
    #[arg(long, value_name = "SYMBOLS", help_heading = "Board", hide_short_help = true)]
    pub(crate) symbols: Option<String>,
    #[command(flatten)]
    pub(crate) budget: NodeBudget,
}

/// Returns a geometry as a grid with its regions, and the constraints that the geometry names.
pub(super) fn rules_of(geometry: &Geometry) -> Result<(Grid, Vec<Vec<usize>>, Vec<Constraint>)> {
    let side = geometry.side();
    ensure!(
        side <= MAX_SIDE,
        "found a {side}x{side} board, expected at most {MAX_SIDE}x{MAX_SIDE} for variant rules"
    );
    let grid = Grid::square(side);
    let mut regions = vec![Vec::new(); side];
    for cell in 0..grid.cells() {
        if let Some(region) = geometry.region_of(cell) {
            regions[region].push(cell);
        }
    }
    regions.retain(|cells| !cells.is_empty());
    let mut constraints = Vec::new();
    for rule in geometry.rules() {
        let globals = match rule {
            Rule::Diagonals => [false, true].map(|is_rising| Global::Diagonal { is_rising }).to_vec(),
            Rule::Windows => {
                let windows = geometry.areas().iter().filter(|area| matches!(area.house, House::Window(_)));
                vec![Global::Windows(windows.map(|area| area.cells.clone()).collect())]
            }
            Rule::AntiKnight => vec![Global::ANTI_KNIGHT],
            Rule::AntiKing => vec![Global::ANTI_KING],
        };
        constraints.extend(globals.into_iter().map(Constraint::Global));
    }
    for cage in geometry.cages() {
        let sum = i32::try_from(cage.sum).context("the sum of a cage")?;
        constraints.push(Constraint::Cage(Cage::Killer(Some(sum)), cage.cells.clone()));
    }
    Ok((grid, regions, constraints))
}
