//! The identification of a pattern, divided into short runs, and a description of the result.

use gridlore_core::Budget;
use gridlore_life::{Grid, Identifier, Identity, Rule, settled};

/// An identification in progress.
#[derive(Debug)]
pub struct Identification {
    identifier: Identifier,
    latest: u64,
}

impl Identification {
    /// Prepares the identification of a pattern from its generations up to `latest`.
    pub(super) fn new(rule: &Rule, grid: &Grid, latest: u64) -> Self {
        Self { identifier: Identifier::new(rule, grid, latest), latest }
    }

    /// Returns the progress: the number of generations computed so far.
    ///
    /// ```
    /// # use gridlore::life::Viewer;
    /// # let viewer = Viewer::open("life:glider", 64 << 20)?;
    /// assert_eq!(viewer.identification(100)?.computed(), 0);
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub const fn computed(&self) -> usize {
        self.identifier.populations().len() - 1
    }

    /// Continues within a budget; returns a sentence about the pattern, or `None` if the budget is
    /// spent. A node is the work on one tile in one generation.
    ///
    /// ```
    /// # use gridlore::{Budget, life::Viewer};
    /// # let viewer = Viewer::open("life:blinker", 64 << 20)?;
    /// let text = viewer.identification(100)?.run(&mut Budget::nodes(100_000));
    /// assert!(text.is_some_and(|text| text.starts_with("An oscillator of period 2")));
    /// # Ok::<(), String>(())
    /// ```
    pub fn run(&mut self, budget: &mut Budget) -> Option<String> {
        match self.identifier.run(budget) {
            Ok(Some(identity)) => Some(sentence(identity)),
            Ok(None) => Some(match settled(self.identifier.populations()) {
                Some((since, period)) => format!(
                    "The pattern as a whole does not repeat within {} generations, because parts move apart. \
                     From generation {since} on, the population repeats with period {period}.",
                    self.latest
                ),
                None => format!("No repeat found within {} generations.", self.latest),
            }),
            Err(_) => None,
        }
    }
}

/// Describes a pattern that repeats.
fn sentence(identity: Identity) -> String {
    if identity.populations == (0, 0) {
        return match identity.since {
            0 => "The pattern is empty.".to_owned(),
            since => format!("It dies out after {since} generations."),
        };
    }
    let mut text = String::new();
    if identity.since > 0 {
        text += &format!("Settles after {} generations. ", identity.since);
    }
    text += &match (identity.speed(), identity.period) {
        (Some(speed), period) => format!("A spaceship of period {period} and speed {speed}"),
        (None, 1) => "A still life".to_owned(),
        (None, period) => format!("An oscillator of period {period}"),
    };
    let (least, greatest) = identity.populations;
    text += &if least == greatest {
        format!(", with {least} cells")
    } else {
        format!(", with {least} to {greatest} cells")
    };
    if let Some(name) = identity.name {
        text += &format!("; apgcode {name}");
    }
    text + "."
}
