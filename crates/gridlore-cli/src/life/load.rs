//! Patterns from files or the library, with their rules.

use super::Loaded;
use crate::input::{Source, looks_like_a_file, max_input, near_file, read_text};
use anyhow::{Result, anyhow, bail};
use gridlore::nearest;
use gridlore_life::{Cells, Dynamics, Machine, Pattern, Rule, is_apgcode, library, parse_within};
use std::path::Path;
use std::sync::Arc;

/// A pattern and its rule.
pub(super) struct Ready {
    pub(super) pattern: Pattern,
    pub(super) rule: Rule,
}

/// Loads the pattern that the command line names.
pub(super) fn load(source: &Loaded) -> Result<Ready> {
    let input = match source.pattern.as_str() {
        name if is_apgcode(name) && !Path::new(name).exists() => Source::Argument(1, name.to_owned()),
        name => match library().find(|entry| entry.name == name) {
            Some(entry) if !Path::new(name).exists() => Source::Argument(1, entry.file.to_owned()),
            _ if is_unknown(name) => {
                let names: Vec<&str> = library().map(|entry| entry.name).collect();
                let near = near_file(Path::new(name));
                let near = near.as_deref().or_else(|| nearest(name, names.iter().copied()));
                let hint = near.map_or_else(
                    || format!("; the library has {}", names.join(", ")),
                    |near| format!("; did you mean {near}?"),
                );
                bail!("{name}: no file or library pattern has this name{hint}");
            }
            _ => Source::file(name),
        },
    };
    let name = input.name();
    let text = input.text()?;
    let located = |name: &str, error: &gridlore::ParseError| {
        anyhow!("{name}:{}:{}: {}", error.at.line, error.at.column, error.kind)
    };
    // The memory limit for cells is the same as for text.
    let max_bytes = usize::try_from(max_input()).unwrap_or(usize::MAX);
    let mut pattern = parse_within(&text, max_bytes).map_err(|error| located(&name, &error))?;
    let rule = match (&source.rule, &source.rule_file) {
        (Some(rule), _) => Rule::parse(rule)
            .map_err(|error| anyhow!("--rule, column {}: {}", error.at.column, error.kind))?,
        (None, Some(file)) => {
            let text = read_text(file)?;
            let machine =
                Machine::parse(&text).map_err(|error| located(&file.display().to_string(), &error))?;
            Rule {
                states: machine.states(),
                dynamics: Dynamics::Machine(Arc::new(machine)),
                topology: pattern.topology().map_err(|error| located(&name, &error))?,
            }
        }
        (None, None) => pattern.rule().map_err(|error| located(&name, &error))?,
    };
    pattern = pattern.placed(&rule);
    let highest = match &pattern.cells {
        Cells::Grid(grid) => grid.highest_state(),
        Cells::Tree(tree) => tree.highest_state(),
    };
    anyhow::ensure!(
        u16::from(highest) < rule.states,
        "{name}: found a cell of state {highest}, expected states below {}, the number of states of the rule {rule}",
        rule.states
    );
    let place = pattern.rule.take().map(|rule| rule.1);
    let place = place.unwrap_or(gridlore::Place { line: 1, column: 1 });
    pattern.rule = Some((rule.to_string(), place));
    Ok(Ready { pattern, rule })
}

/// Returns whether a name is neither standard input nor an existing file, and does not look like a
/// file name.
fn is_unknown(name: &str) -> bool {
    name != "-" && !looks_like_a_file(name) && !Path::new(name).exists()
}
