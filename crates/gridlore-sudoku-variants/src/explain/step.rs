//! A step of an explanation, and the techniques in the order in which people try them.

use std::fmt;

/// The techniques, easiest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Technique {
    /// The last open cell of a house.
    FullHouse,
    /// The only cell of a house that can hold a digit.
    HiddenSingle,
    /// The only digit that a cell can hold.
    NakedSingle,
    /// A comparison of two cells by a dot, a line or another rule.
    PairOfCells,
    /// The number of digits that have to fit below and above a cell of a thermometer.
    Thermometer,
    /// The sets of digits that a cage or a line of consecutive digits can hold.
    Combinations,
    /// The values that the other terms of a sum leave for one term.
    SumBounds,
    /// The sum of some houses without their cages, which gives the only open cell.
    LastCell,
    /// All the cells that can hold a digit of a house or cage see another cell.
    LockedCandidate,
    /// Two cells with only two candidates in total.
    NakedPair,
    /// Two digits with only two places in total.
    HiddenPair,
    /// All the ways to satisfy one constraint.
    Constraint,
    /// Three cells with only three candidates in total.
    NakedTriple,
    /// Three digits with only three places in total.
    HiddenTriple,
    /// The sum of some houses without their cages.
    InniesAndOuties,
    /// Four cells with only four candidates in total.
    NakedQuad,
    /// Two rows whose places for a digit lie in two columns, or the reverse.
    XWing,
    /// Three rows whose places for a digit lie in three columns, or the reverse.
    Swordfish,
    /// All the ways to satisfy two constraints that share cells.
    TwoConstraints,
    /// All the ways to fill a house with the constraints in it.
    HouseWithConstraints,
    /// All the ways to place a digit in all houses.
    DigitPatterns,
    /// A candidate whose consequences, link by link, lead to its opposite.
    Chain,
    /// A consequence that all digits of a cell, or all places of a digit, have in common.
    ForcingChains,
    /// Forcing chains whose links say which digits a cell can have, or where a digit of a house can
    /// be.
    SetChains,
    /// A candidate that breaks a rule after a short chain of consequences.
    Contradiction,
    /// A candidate that breaks a rule after a long chain of consequences.
    LongContradiction,
}

impl Technique {
    /// All techniques, easiest first.
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

    /// Returns the difficulty of the technique in tenths, from 10 for a full house to 95 for a long
    /// contradiction.
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

    /// Returns the name of the technique.
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

    /// Returns whether the technique tries a candidate and follows its consequences.
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

/// A statement in a chain: one of some candidates is true, or all of them are false.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// The cells of the candidates.
    pub cells: Vec<usize>,
    /// The values of the candidates in each cell; bit i is the i-th value.
    pub values: u32,
    /// Whether one of the candidates is true.
    pub is_on: bool,
}

/// A step: where it looks, what it changes, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// The constraints that it uses, as indices in the puzzle, except rows, columns and regions.
    pub constraints: Vec<usize>,
    /// Where to look, such as `row 3` or `the cage of 10 in r1c1 and r1c2`.
    pub place: String,
    /// The cells that it examines.
    pub cells: Vec<usize>,
    /// The cell that gets a digit, if any, and the digit.
    pub placement: Option<(usize, i32)>,
    /// For some cells, the values that are removed; bit i is the i-th value.
    pub removals: Vec<(usize, u32)>,
    /// The chains of consequences; each node follows from the one before it. A chain of one node is
    /// a consequence of several others.
    pub chains: Vec<Vec<Node>>,
    /// The explanation in English, with a long chain of consequences in full.
    pub text: String,
    /// If the chain is long, the explanation with only those consequences on which several others
    /// depend.
    pub skeleton: Option<String>,
}
