//! Options for boards other than the standard one.

use crate::shared_args::NodeBudget;
use clap::Args;
use gridlore_sudoku_geometry::Geometry;

/// The board and its symbols, where they are not the nine standard 3x3 boxes and the digits 1-9.
#[derive(Args)]
pub(crate) struct Shape {
    /// RxC boxes, jigsaw:REGIONS or latin:SIDE, and more.
    ///
    /// RxC are the rows and columns of a box (4x3), for sides up to 64. jigsaw:REGIONS has one
    /// character per cell, which names its region. Constraints follow after spaces: diagonals,
    /// windows, anti-knight, anti-king, cage:SUM=CELLS (cage:15=r1c1-2,r2c1). In a file, a line
    /// `geometry: ...` does the same for the lines after it.
    #[arg(long, value_name = "BOARD", help_heading = "Board")]
    pub(crate) geometry: Option<Geometry>,
    /// How digits are written: 1-9, 0-F, A-Y or a word.
    ///
    /// 1-9, 1-G, 0-F, A-Y, the distinct letters of a word, or numbers separated by spaces. Guessed,
    /// with a note on standard error, when not given. In a file, a line `symbols: ...` after the
    /// geometry does the same.
    #[arg(long, value_name = "SYMBOLS", help_heading = "Board", hide_short_help = true)]
    pub(crate) symbols: Option<String>,
    #[command(flatten)]
    pub(crate) budget: NodeBudget,
}
