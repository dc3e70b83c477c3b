//! What a run tells of one generation: how many cells live, and in which box.

use gridlore_life::{Bounds, World};

/// What is known of a generation.
#[derive(Clone, Copy)]
pub(super) struct Point {
    pub(super) generation: u64,
    pub(super) population: u128,
    /// The box of all that lives, where it is asked for and something does.
    pub(super) bounds: Option<Bounds>,
}

impl Point {
    pub(super) fn of(world: &World, boxed: bool) -> Self {
        let bounds = if boxed { world.bounds() } else { None };
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
