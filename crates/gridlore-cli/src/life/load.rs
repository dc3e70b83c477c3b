//! Patterns from files, and the rule that they are to follow.

use super::Loaded;
use crate::input::{Source, max_input, text_of};
use anyhow::{Result, anyhow};
use gridlore_life::{Cells, Dynamics, Machine, Pattern, Rule, is_apgcode, library, parse_within};
use std::path::Path;
use std::sync::Arc;

/// A pattern, where it lies, and its rule.
pub(super) struct Ready {
    pub(super) pattern: Pattern,
    pub(super) rule: Rule,
}

pub(super) fn load(source: &Loaded) -> Result<Ready> {
    let input = match source.pattern.as_str() {
        name if is_apgcode(name) && !Path::new(name).exists() => Source::Argument(1, name.to_owned()),
        name => match library().find(|entry| entry.name == name) {
            Some(entry) if !Path::new(name).exists() => Source::Argument(1, entry.file.to_owned()),
            _ => Source::file(name),
        },
    };
    let name = input.name();
    let text = input.text()?;
    let told = |name: &str, error: &gridlore::ParseError| {
        anyhow!("{name}:{}:{}: {}", error.at.line, error.at.column, error.kind)
    };
    // What its cells may take is as much as its text may.
    let max_bytes = usize::try_from(max_input()).unwrap_or(usize::MAX);
    let mut pattern = parse_within(&text, max_bytes).map_err(|error| told(&name, &error))?;
    let rule = match (&source.rule, &source.rule_file) {
        (Some(rule), _) => Rule::parse(rule)
            .map_err(|error| anyhow!("--rule, column {}: {}", error.at.column, error.kind))?,
        (None, Some(file)) => {
            let text = text_of(file)?;
            let machine = Machine::parse(&text).map_err(|error| told(&file.display().to_string(), &error))?;
            Rule {
                states: machine.states(),
                dynamics: Dynamics::Machine(Arc::new(machine)),
                topology: pattern.topology().map_err(|error| told(&name, &error))?,
            }
        }
        (None, None) => pattern.rule().map_err(|error| told(&name, &error))?,
    };
    pattern = pattern.placed(&rule);
    let highest = match &pattern.cells {
        Cells::Grid(grid) => grid.highest_state(),
        Cells::Tree(tree) => tree.highest_state(),
    };
    anyhow::ensure!(
        u16::from(highest) < rule.states,
        "{name}: found a cell of state {highest}, expected states below {}, as the rule {rule} has them",
        rule.states
    );
    let place = pattern.rule.take().map(|rule| rule.1);
    let place = place.unwrap_or(gridlore::Place { line: 1, column: 1 });
    pattern.rule = Some((rule.to_string(), place));
    Ok(Ready { pattern, rule })
}
