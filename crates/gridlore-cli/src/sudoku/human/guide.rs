//! Whose order of techniques, as the command line names it.

use clap::ValueEnum;
use gridlore_sudoku::human::guide;

/// Whose order of steps.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Leader {
    /// HoDoKu 2.2: technique by technique.
    Hodoku,
    /// The step that is the easiest to see and to explain, whatever its technique.
    Own,
}

impl From<Leader> for guide::Leader {
    fn from(leader: Leader) -> Self {
        match leader {
            Leader::Hodoku => Self::Hodoku,
            Leader::Own => Self::Easiest,
        }
    }
}
