//! Search limits of techniques.

/// Search limits of techniques. Programs that otherwise agree differ in these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scope {
    /// Whether grouped chains may use almost locked sets as links.
    pub sets_in_chains: bool,
    /// Whether neighbours in a chain of almost locked sets may share cells.
    pub overlapping_sets: bool,
    /// Whether a chain of almost locked sets continues only to later sets, in order of houses.
    pub only_later_sets: bool,
    /// Minimum number of almost locked sets in a chain.
    pub min_sets: usize,
    /// Maximum number of almost locked sets in a chain.
    pub max_sets: usize,
    /// Whether a digit of a Sue de Coq may be in both of its parts, where it is counted twice.
    pub digits_in_both_parts: bool,
    /// Whether a unique rectangle is searched for only one pair of digits: the pair of its first
    /// bivalue corner whose digits fit in all four corners.
    pub one_pair_per_rectangle: bool,
    /// Whether the box of an empty rectangle may have only two cells for the digit.
    pub rectangles_of_two: bool,
    /// Whether two fish with the same base are combined.
    pub siamese_fish: bool,
    /// Whether chains are found as with tables of implications: one chain for each start and end,
    /// the first that the search finds.
    pub chains_by_tables: bool,
}

impl Scope {
    /// The scope without limits, in which techniques find everything.
    pub const ALL: Self = Self {
        sets_in_chains: true,
        overlapping_sets: true,
        only_later_sets: false,
        min_sets: 3,
        max_sets: 8,
        digits_in_both_parts: true,
        one_pair_per_rectangle: false,
        rectangles_of_two: true,
        siamese_fish: true,
        chains_by_tables: false,
    };
}
