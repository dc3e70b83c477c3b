//! Groups of techniques.

/// What techniques of one kind go by; each group has a folder, or a file, of `techniques`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Steps that place a digit.
    Singles,
    /// What follows from cells that add up.
    Cages,
    /// Where two houses meet.
    Intersections,
    /// As many cells as digits within a house.
    Subsets,
    /// A digit in as many base houses as cover houses.
    Fish,
    /// Patterns of one digit with names of their own.
    SingleDigit,
    /// Strong links that give cells two colours.
    Colouring,
    /// What follows from there being one solution.
    Uniqueness,
    /// Links between candidates, one after the other, and nets of them.
    Chains,
    /// Short chains with names of their own.
    Wings,
    /// Cells of a house with one digit more than they are.
    AlmostLockedSets,
    /// What is left when nothing else helps.
    LastResorts,
}
