//! A step of an explanation, and the techniques in the order in which people try them.

use std::fmt;

/// A technique, from the easiest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Technique {
    /// The last open cell of a house.
    FullHouse,
    /// The only cell of a house that can hold a digit.
    HiddenSingle,
    /// The only digit that a cell can hold.
    NakedSingle,
    /// Two cells that a dot, a line or another rule compares.
    PairOfCells,
    /// How many digits have to fit below and above a cell of a thermometer.
    Thermometer,
    /// The sets of digits that a cage or a line of consecutive digits can hold.
    Combinations,
    /// What the others leave for one term of a sum.
    SumBounds,
    /// The sum of some houses without their cages, for the only open cell.
    LastCell,
    /// The cells that can hold a digit of a house or cage all see another cell.
    LockedCandidate,
    /// Two cells for two digits.
    NakedPair,
    /// Two digits for two cells.
    HiddenPair,
    /// All ways to satisfy one constraint.
    Constraint,
    /// Three cells for three digits.
    NakedTriple,
    /// Three digits for three cells.
    HiddenTriple,
    /// The sum of some houses without their cages.
    InniesAndOuties,
    /// Four cells for four digits.
    NakedQuad,
    /// Two rows for a digit, and two columns; or the reverse.
    XWing,
    /// Three rows for a digit, and three columns; or the reverse.
    Swordfish,
    /// All ways to satisfy two constraints that share cells.
    TwoConstraints,
    /// All ways to fill a house with the constraints in it.
    HouseWithConstraints,
    /// All ways to place a digit in all houses.
    DigitPatterns,
    /// What follows from a candidate, link by link, is its opposite.
    Chain,
    /// All digits of a cell, or all places of a digit, have the same consequence.
    ForcingChains,
    /// The same with links that say which digits a cell has, or where a house has a digit.
    SetChains,
    /// A candidate with a short chain of consequences that breaks a rule.
    Contradiction,
    /// The same with a long chain.
    LongContradiction,
}

impl Technique {
    /// All techniques, from the easiest.
    pub const ALL: [Self; 26] = [
        Self::FullHouse,
        Self::HiddenSingle,
        Self::NakedSingle,
        Self::PairOfCells,
        Self::Thermometer,
        Self::Combinations,
        Self::SumBounds,
        Self::LastCell,
        Self::LockedCandidate,
        Self::NakedPair,
        Self::HiddenPair,
        Self::Constraint,
        Self::NakedTriple,
        Self::HiddenTriple,
        Self::InniesAndOuties,
        Self::NakedQuad,
        Self::XWing,
        Self::Swordfish,
        Self::TwoConstraints,
        Self::HouseWithConstraints,
        Self::DigitPatterns,
        Self::Chain,
        Self::ForcingChains,
        Self::SetChains,
        Self::Contradiction,
        Self::LongContradiction,
    ];

    /// Returns how hard the technique is, in tenths: 10 for a full house, 95 for a long
    /// contradiction. A harder technique has a larger number.
    #[must_use]
    pub const fn tenths(self) -> u32 {
        match self {
            Self::FullHouse => 10,
            Self::HiddenSingle => 12,
            Self::NakedSingle => 15,
            Self::PairOfCells => 18,
            Self::Thermometer => 20,
            Self::Combinations => 22,
            Self::SumBounds => 24,
            Self::LastCell => 25,
            Self::LockedCandidate => 26,
            Self::NakedPair => 30,
            Self::HiddenPair => 34,
            Self::Constraint => 36,
            Self::NakedTriple => 38,
            Self::HiddenTriple => 40,
            Self::InniesAndOuties => 44,
            Self::NakedQuad => 48,
            Self::XWing => 50,
            Self::Swordfish => 52,
            Self::TwoConstraints => 55,
            Self::HouseWithConstraints => 60,
            Self::DigitPatterns => 64,
            Self::Chain => 66,
            Self::ForcingChains => 75,
            Self::SetChains => 80,
            Self::Contradiction => 85,
            Self::LongContradiction => 95,
        }
    }

    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FullHouse => "Full House",
            Self::HiddenSingle => "Hidden Single",
            Self::NakedSingle => "Naked Single",
            Self::PairOfCells => "Pair of Cells",
            Self::Thermometer => "Thermometer",
            Self::Combinations => "Combinations",
            Self::SumBounds => "Sum Bounds",
            Self::LastCell => "One Innie or Outie",
            Self::LockedCandidate => "Locked Candidate",
            Self::NakedPair => "Naked Pair",
            Self::HiddenPair => "Hidden Pair",
            Self::Constraint => "One Constraint",
            Self::NakedTriple => "Naked Triple",
            Self::HiddenTriple => "Hidden Triple",
            Self::InniesAndOuties => "Innies and Outies",
            Self::NakedQuad => "Naked Quad",
            Self::XWing => "X-Wing",
            Self::Swordfish => "Swordfish",
            Self::TwoConstraints => "Two Constraints",
            Self::HouseWithConstraints => "House with Constraints",
            Self::DigitPatterns => "Patterns of a Digit",
            Self::Chain => "Chain",
            Self::ForcingChains => "Forcing Chains",
            Self::SetChains => "Chains of Sets",
            Self::Contradiction => "Contradiction",
            Self::LongContradiction => "Long Contradiction",
        }
    }

    /// Whether the technique tries a candidate and follows its consequences.
    #[must_use]
    pub const fn is_trial(self) -> bool {
        matches!(self, Self::Contradiction | Self::LongContradiction)
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One step: what it looks at, what it changes, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// The constraints that it uses, as indices of the puzzle; those of rows, columns and regions
    /// are left out.
    pub constraints: Vec<usize>,
    /// Where to look, such as `row 3` or `the cage of 10 in r1c1 and r1c2`.
    pub place: String,
    /// The cells that it looks at.
    pub cells: Vec<usize>,
    /// The cell that gets a digit, if one does.
    pub placement: Option<(usize, i32)>,
    /// For some cells, the values that they lose; bit i is the i-th value.
    pub removals: Vec<(usize, u32)>,
    /// Why, in English; a long chain of consequences in full.
    pub text: String,
    /// The text with the consequences that several others rest on, if the chain is long.
    pub skeleton: Option<String>,
}
