//! How far techniques look.

/// How far techniques look: programs that otherwise agree differ in this.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scope {
    /// Whether grouped chains go through almost locked sets.
    pub sets_in_chains: bool,
    /// Whether neighbours in a chain of almost locked sets may share cells.
    pub overlapping_sets: bool,
    /// Whether a chain of almost locked sets goes only to sets that come later, house by house.
    pub only_later_sets: bool,
    /// The shortest chain of almost locked sets.
    pub fewest_sets: usize,
    /// The longest.
    pub most_sets: usize,
    /// Whether a digit of a Sue de Coq may be in both of its parts, so that it counts twice.
    pub digits_in_both_parts: bool,
    /// Whether a unique rectangle is looked at for one pair of digits only: that of the first of
    /// its corners which has two that fit in all four.
    pub one_pair_a_rectangle: bool,
    /// Whether the box of an empty rectangle may have just two cells for the digit.
    pub rectangles_of_two: bool,
    /// Whether two fish on one base are put together.
    pub siamese_fish: bool,
    /// Of each start and end of a chain only the first that a search finds, from every start: as by
    /// tables of what follows from each candidate.
    pub chains_by_tables: bool,
}

impl Scope {
    /// Everything that the techniques here find.
    pub const WIDEST: Self = Self {
        sets_in_chains: true,
        overlapping_sets: true,
        only_later_sets: false,
        fewest_sets: 3,
        most_sets: 8,
        digits_in_both_parts: true,
        one_pair_a_rectangle: false,
        rectangles_of_two: true,
        siamese_fish: true,
        chains_by_tables: false,
    };
}
