//! A pattern as read from a file: its cells, the rule as written there, its name and its comments.

use crate::grid::Grid;
use crate::rule::Rule;
use crate::topology::Topology;
use crate::tree::{Macrocell, TooMany};
use gridlore_core::{ParseError, Place};

/// The contents of a pattern file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    /// The cells.
    pub cells: Cells,
    /// The rule as written in the file, with its position; `None` if the file does not name a rule.
    pub rule: Option<(String, Place)>,
    /// The name.
    pub name: Option<String>,
    /// Comments, one per line.
    pub comments: Vec<String>,
    /// The generation of these cells.
    pub generation: u64,
}

/// The cells of a pattern: listed, or as a quadtree that stores equal squares once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cells {
    /// All live cells.
    Grid(Grid),
    /// A quadtree.
    Tree(Macrocell),
}

impl Pattern {
    /// Returns a pattern of these cells, without a name or a rule.
    #[must_use]
    pub const fn from_grid(grid: Grid) -> Self {
        Self { cells: Cells::Grid(grid), rule: None, name: None, comments: Vec::new(), generation: 0 }
    }

    /// Parses the rule of the file, or returns Life if the file does not name a rule.
    ///
    /// # Errors
    /// Fails if the rule is invalid; the position refers to the file.
    pub fn rule(&self) -> Result<Rule, ParseError> {
        let Some((text, at)) = &self.rule else { return Ok(Rule::life()) };
        Rule::parse(text).map_err(|error| ParseError {
            at: Place { line: at.line, column: at.column + error.at.column - 1 },
            ..error
        })
    }

    /// Returns the topology given after the rule in the file, or the plane if there is none.
    ///
    /// # Errors
    /// Fails if the topology is invalid; the position refers to the file.
    pub fn topology(&self) -> Result<Topology, ParseError> {
        let Some((text, at)) = &self.rule else { return Ok(Topology::Plane) };
        let Some((before, shape)) = text.split_once(':') else { return Ok(Topology::Plane) };
        Topology::parse(shape).map_err(|error| ParseError {
            at: Place { line: at.line, column: at.column + before.len() + error.at.column },
            ..error
        })
    }

    /// Centres the cells if `rule` has a bounded grid that the file does not mention; otherwise
    /// leaves them where they are.
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

    /// Lists all live cells.
    ///
    /// # Errors
    /// Returns [`TooMany`] if a tree has more than `most` of them.
    pub fn grid(&self, most: u64) -> Result<Grid, TooMany> {
        match &self.cells {
            Cells::Grid(grid) => Ok(grid.clone()),
            Cells::Tree(tree) => tree.grid(most),
        }
    }
}
