//! The data of one generation of a run: its population and bounding box.

use gridlore_life::{Bounds, World};

/// The data of a generation.
#[derive(Clone, Copy)]
pub(super) struct Point {
    pub(super) generation: u64,
    pub(super) population: u128,
    /// The bounding box, if requested and the pattern is not empty.
    pub(super) bounds: Option<Bounds>,
}

impl Point {
    /// Returns the data of the current generation of a world.
    pub(super) fn new(world: &World, is_boxed: bool) -> Self {
        let bounds = if is_boxed { world.bounds() } else { None };
        Self { generation: world.generation(), population: world.population(), bounds }
    }
}

impl std::fmt::Display for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "generation {} population {}", self.generation, self.population)?;
        match self.bounds {
            Some(bounds) => {
                let Bounds { from, .. } = bounds;
                write!(f, " box {} x {} at {} {}", bounds.width(), bounds.height(), from.x, from.y)
            }
            None => Ok(()),
        }
    }
}
