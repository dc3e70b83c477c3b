//! A pattern as a file has it: cells, the rule as it is written there, a name and remarks.

use crate::grid::Grid;
use crate::rule::Rule;
use crate::topology::Topology;
use crate::tree::{Macrocell, TooMany};
use gridlore_core::{ParseError, Place};

/// What a file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    /// Its cells.
    pub cells: Cells,
    /// The rule as it stands there, and where; nothing where none is named.
    pub rule: Option<(String, Place)>,
    /// Its name.
    pub name: Option<String>,
    /// Remarks, a line each.
    pub comments: Vec<String>,
    /// The generation that it is.
    pub generation: u64,
}

/// The cells of a pattern: all of them, or as a tree in which what comes again stands once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cells {
    /// All of them.
    Grid(Grid),
    /// A tree.
    Tree(Macrocell),
}

impl Pattern {
    /// A pattern of cells, without a name or a rule.
    #[must_use]
    pub const fn of_grid(grid: Grid) -> Self {
        Self { cells: Cells::Grid(grid), rule: None, name: None, comments: Vec::new(), generation: 0 }
    }

    /// The rule that is named, or Life where none is.
    ///
    /// # Errors
    /// A rule that is not understood; the place is that of the file.
    pub fn rule(&self) -> Result<Rule, ParseError> {
        let Some((text, at)) = &self.rule else { return Ok(Rule::life()) };
        Rule::parse(text).map_err(|error| ParseError {
            at: Place { line: at.line, column: at.column + error.at.column - 1 },
            ..error
        })
    }

    /// The shape of the world that the file names beside its rule; the plane where it names none.
    ///
    /// # Errors
    /// A shape that is not understood; the place is that of the file.
    pub fn topology(&self) -> Result<Topology, ParseError> {
        let Some((text, at)) = &self.rule else { return Ok(Topology::Plane) };
        let Some((before, shape)) = text.split_once(':') else { return Ok(Topology::Plane) };
        Topology::parse(shape).map_err(|error| ParseError {
            at: Place { line: at.line, column: at.column + before.len() + error.at.column },
            ..error
        })
    }

    /// In the middle of a world with edges of which its file knows nothing; as it is otherwise.
    #[must_use]
    pub fn placed(mut self, rule: &Rule) -> Self {
        let knows_edges = self.rule.as_ref().is_some_and(|rule| rule.0.contains(':'));
        if let (Cells::Grid(grid), false) = (&self.cells, knows_edges || rule.topology == Topology::Plane)
            && let Some(bounds) = grid.bounds()
        {
            let to = (-(bounds.width().cast_signed() / 2), -(bounds.height().cast_signed() / 2));
            self.cells = Cells::Grid(grid.moved(to.0 - bounds.from.x, to.1 - bounds.from.y));
        }
        self
    }

    /// All cells, one by one.
    ///
    /// # Errors
    /// The number of cells where a tree has more than `most` of them.
    pub fn grid(&self, most: u64) -> Result<Grid, TooMany> {
        match &self.cells {
            Cells::Grid(grid) => Ok(grid.clone()),
            Cells::Tree(tree) => tree.grid(most),
        }
    }
}
