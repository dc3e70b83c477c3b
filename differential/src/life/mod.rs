//! Comparisons for Life, which check generations and files against a plain stepper and bgolly.

mod files;
mod golly;
mod letters;
mod offset;
mod pattern;
mod rule;
mod shape;
mod steps;
mod table;
mod texts;

pub(crate) use files::Files;
pub(crate) use steps::Steps;

use gridlore_life::{Cell, Dynamics, Grid, Machine, Topology};
use pattern::{Cells, Pattern};
use std::sync::Arc;

/// The name of the rule file in every case.
const RULE_NAME: &str = "Differential";

/// Returns a pattern's rule as the engine represents it.
fn engine_rule(pattern: &Pattern) -> Result<gridlore_life::Rule, String> {
    let read = |text: &str| gridlore_life::Rule::parse(text).map_err(|error| format!("{text}: {error}"));
    let Some(file) = pattern.rule.file() else { return read(&pattern.rule_text()) };
    let machine = Machine::parse(&file).map_err(|error| format!("rule file: {error}"))?;
    let topology = match pattern.shape.text().strip_prefix(':') {
        Some(shape) => Topology::parse(shape).map_err(|error| format!("{shape}: {error}"))?,
        None => Topology::Plane,
    };
    let states = machine.states();
    Ok(gridlore_life::Rule { dynamics: Dynamics::Machine(Arc::new(machine)), states, topology })
}

/// Returns the engine's grid with these cells.
fn grid(cells: &Cells) -> Grid {
    let mut grid = Grid::new();
    for (&(x, y), &state) in cells {
        grid.set(Cell::new(x, y), state);
    }
    grid
}

/// Returns the cells of the engine's grid.
fn cells(grid: &Grid) -> Cells {
    grid.cells().map(|(cell, state)| ((cell.x, cell.y), state)).collect()
}

/// Describes the first difference between two patterns.
fn first_difference(expected: &Cells, found: &Cells) -> String {
    let state = |cells: &Cells, place| cells.get(place).copied().unwrap_or(0);
    let places = expected.keys().chain(found.keys());
    let differing = places.filter(|place| state(expected, place) != state(found, place)).min();
    let place = differing.map_or_else(String::new, |place| {
        format!(
            "; cell ({}, {}) is {}, expected {}",
            place.0,
            place.1,
            state(found, place),
            state(expected, place)
        )
    });
    format!("{} cells, expected {}{place}", found.len(), expected.len())
}
