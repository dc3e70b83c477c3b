//! Groups of techniques.

/// A family of techniques; each has a folder or a file in `techniques`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Steps that place a digit.
    Singles,
    /// Arithmetic of cages.
    Cages,
    /// Cells that two houses share.
    Intersections,
    /// N digits in N cells of a house.
    Subsets,
    /// A digit whose places in N base houses lie in N cover houses.
    Fish,
    /// Named patterns of one digit.
    SingleDigit,
    /// Two colours along strong links.
    Colouring,
    /// Conclusions from the uniqueness of the solution.
    Uniqueness,
    /// Chains and nets of links between candidates.
    Chains,
    /// Named short chains.
    Wings,
    /// N cells of a house with N + 1 candidates.
    AlmostLockedSets,
    /// Techniques for when nothing else helps.
    LastResorts,
}
