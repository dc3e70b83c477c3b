//! Solving profiles, each with the order of techniques, scores and levels of a program.

use clap::ValueEnum;
use gridlore_sudoku_human::explainer::Version;
use gridlore_sudoku_human::{easiest, guide};

/// A profile that orders steps and explains them.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Leader {
    /// HoDoKu 2.2: the first technique in its order.
    Hodoku,
    /// The step that is easiest to see and explain, whatever its technique.
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

/// A profile that orders steps and rates puzzles.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Profile {
    /// HoDoKu 2.2; if no technique applies, a digit is taken from the solution for 10,000 points.
    Hodoku,
    /// Sudoku Explainer 1.2.1.
    Se121,
    /// SukakuExplainer (2021) with its default settings: strong links and bent sets come before
    /// chains.
    Sukaku,
    /// Gridlore's own: the easiest explanation first; the rating, from 1.0, is that of the hardest
    /// step, or - if the techniques do not suffice.
    Own,
}

/// The abilities of a profile.
pub(super) enum Kind {
    /// Finds and explains steps.
    Explains(guide::Leader),
    /// Rates puzzles as Sudoku Explainer does: steps have names and difficulties but no
    /// explanations.
    Rates(Version),
}

impl Profile {
    /// Returns the abilities of the profile.
    pub(super) const fn kind(self) -> Kind {
        match self {
            Self::Hodoku => Kind::Explains(guide::Leader::Hodoku),
            Self::Own => Kind::Explains(guide::Leader::Easiest),
            Self::Se121 => Kind::Rates(Version::Original),
            Self::Sukaku => Kind::Rates(Version::Sukaku),
        }
    }

    /// Returns the name of the profile for use in notes.
    pub(super) fn title(self) -> String {
        match self {
            Self::Hodoku => "HoDoKu 2.2".to_owned(),
            Self::Own => format!("easiest explanations, version {}", easiest::VERSION),
            Self::Se121 => "Sudoku Explainer 1.2.1".to_owned(),
            Self::Sukaku => "SukakuExplainer (2021)".to_owned(),
        }
    }
}
