//! Options for boards other than the usual one.

use clap::Args;
use gridlore_sudoku_geometry::Geometry;

/// Boards other than the usual one of nine 3x3 boxes.
#[derive(Args)]
pub(crate) struct Shape {
    /// The board, up to a side of 64: RxC, rows x columns of a box (4x3), jigsaw:REGIONS with a
    /// sign a cell, or latin:SIDE; and then, with spaces, diagonals, windows, anti-knight,
    /// anti-king, cage:SUM=CELLS (cage:15=r1c1-2,r2c1). A line `geometry: ...` says it for the
    /// lines after it.
    #[arg(long, value_name = "BOARD")]
    pub(crate) geometry: Option<Geometry>,
    /// How digits are written: 1-9, 1-G, 0-F, A-Y, the different letters of a word, or numbers with
    /// spaces between them; guessed, with a message, when not told. A line `symbols: ...` after the
    /// geometry says it too.
    #[arg(long, value_name = "SYMBOLS")]
    pub(crate) symbols: Option<String>,
    /// Decisions that a puzzle on such a board, or one of a --pattern, may take; without it, any
    /// number.
    #[arg(long, value_name = "NODES")]
    pub(crate) budget: Option<u64>,
}
