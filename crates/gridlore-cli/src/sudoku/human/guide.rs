//! Whose order of techniques, as the command line names it.

use clap::ValueEnum;
use gridlore_sudoku_human::explainer::Version;
use gridlore_sudoku_human::{easiest, guide};

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

/// Whose order, scores and levels.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Profile {
    /// HoDoKu 2.2. Where no technique goes on it takes a digit of the solution, for 10,000 points.
    Hodoku,
    /// Sudoku Explainer 1.2.1.
    Se121,
    /// SukakuExplainer (2021), as it is set at first: strong links and bent sets come before
    /// chains.
    Sukaku,
    /// This project's, of the easiest explanations: from 1.0, the difficulty of the hardest step; -
    /// stands for one that needs more than the techniques here.
    Own,
}

/// What a profile does.
pub(super) enum Kind {
    /// It leads by steps that are explained.
    Leads(guide::Leader),
    /// It rates as Sudoku Explainer does: its steps have names and difficulties, and no reasons
    /// here.
    Rates(Version),
}

impl Profile {
    pub(super) const fn kind(self) -> Kind {
        match self {
            Self::Hodoku => Kind::Leads(guide::Leader::Hodoku),
            Self::Own => Kind::Leads(guide::Leader::Easiest),
            Self::Se121 => Kind::Rates(Version::Original),
            Self::Sukaku => Kind::Rates(Version::Sukaku),
        }
    }

    /// What notes call it.
    pub(super) fn title(self) -> String {
        match self {
            Self::Hodoku => "HoDoKu 2.2".to_owned(),
            Self::Own => format!("easiest explanations, version {}", easiest::VERSION),
            Self::Se121 => "Sudoku Explainer 1.2.1".to_owned(),
            Self::Sukaku => "SukakuExplainer of 2021".to_owned(),
        }
    }
}
