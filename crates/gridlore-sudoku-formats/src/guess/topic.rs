//! The topics of sentences in rules.

/// The topic of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Topic {
    Usual,
    Digits,
    Cage,
    CageRepeats,
    Thermometer,
    SlowThermometer,
    Arrow,
    DoubleArrow,
    LittleKiller,
    Whisper,
    Renban,
    Nabner,
    Palindrome,
    Modular,
    Entropic,
    RegionSum,
    Between,
    Lockout,
    Zipper,
    SumLine,
    Parity,
    WhiteDot,
    BlackDot,
    Xv,
    AllDots,
    AllWhite,
    AllBlack,
    AllXv,
    NotAll,
    Knight,
    King,
    NonConsecutive,
    Diagonals,
    Windows,
    Disjoint,
    Entropy,
    Remainders,
    DutchFlatmates,
    Taxicab,
    Odd,
    Even,
    Extremes,
    Quadruple,
    Inequality,
    Clone,
    ExtraRegion,
    CountingCircles,
    Sandwich,
    XSum,
    Skyscraper,
    HiddenSkyscraper,
    NumberedRoom,
    PairSum,
    Difference,
    Ratio,
    Indexer,
    Fog,
    NoBoxes,
}

/// A set of topics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Topics(u64);

impl Topics {
    pub(super) const fn contains(self, topic: Topic) -> bool {
        self.0 >> topic as u32 & 1 == 1
    }
}

impl FromIterator<Topic> for Topics {
    fn from_iter<I: IntoIterator<Item = Topic>>(topics: I) -> Self {
        Self(topics.into_iter().fold(0, |set, topic| set | 1 << topic as u32))
    }
}
