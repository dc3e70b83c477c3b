//! `gridlore cover check`: verifies solutions.

use super::{File, load};
use crate::Exit;
use crate::batch::count_in_words;
use crate::input::Source;
use anyhow::{Context, Result, bail};
use gridlore_exact_cover::{Problem, option_text};
use serde::Deserialize;
use std::collections::HashMap;
use std::io::Write;

/// A claimed solution: its first line and its options.
struct Claim {
    line: usize,
    options: Vec<usize>,
}

#[derive(Deserialize)]
struct Line {
    numbers: Vec<usize>,
}

/// Maximum number of solutions plus options that are checked together; all are kept in memory to
/// find duplicates.
const MAX_CLAIMED: usize = 1 << 22;

/// Returns the words of an option, sorted.
fn key(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text.split_ascii_whitespace().map(str::to_owned).collect();
    words.sort_unstable();
    words
}

/// Returns the line of an option without its rank or cost, such as ` (2 of 7)` or ` |5`.
fn without_suffix(line: &str) -> &str {
    let line = line.trim();
    let line = line.rsplit_once(" (").filter(|_| line.ends_with(')')).map_or(line, |parts| parts.0);
    line.rsplit_once(" |").map_or(line, |parts| parts.0)
}

/// Reads solutions in the format of `solve`, as text or JSON.
fn read(text: &str, problem: &Problem, name: &str) -> Result<Vec<Claim>> {
    let mut of_words: HashMap<Vec<String>, usize> = HashMap::new();
    for option in (0..problem.options()).rev() {
        of_words.insert(key(&option_text(problem, option, 0)), option);
    }
    let mut claims: Vec<Claim> = Vec::new();
    let mut claimed = 0;
    for (number, line) in (1..).zip(text.lines()) {
        claimed += if line.starts_with('{') { 1 + line.matches(',').count() } else { 1 };
        if claimed > MAX_CLAIMED {
            bail!(
                "{name}:{number}: too many solutions and options in one file (the maximum is {MAX_CLAIMED} in total)"
            );
        }
        if line.starts_with('{') {
            let read: Line = serde_json::from_str(line).with_context(|| {
                format!("{name}:{number}: expected a JSON solution with the field \"numbers\"")
            })?;
            if let Some(wrong) = read.numbers.iter().find(|number| !(1..=problem.options()).contains(number))
            {
                bail!("{name}:{number}: found option {wrong}, expected one from 1 to {}", problem.options());
            }
            claims.push(Claim {
                line: number,
                options: read.numbers.iter().map(|number| number - 1).collect(),
            });
            continue;
        }
        if line.trim().is_empty() {
            continue;
        }
        let head = line
            .split_once(':')
            .filter(|(head, _)| !head.is_empty() && head.bytes().all(|byte| byte.is_ascii_digit()));
        if head.is_some() {
            claims.push(Claim { line: number, options: Vec::new() });
            continue;
        }
        let words = without_suffix(line);
        let Some(claim) = claims.last_mut() else {
            bail!("{name}:{number}: found \"{words}\", expected the number of a solution, such as \"1:\"");
        };
        let Some(option) = of_words.get(&key(words)) else {
            bail!("{name}:{number}: found \"{words}\", expected one of the problem's options");
        };
        claim.options.push(*option);
    }
    Ok(claims)
}

pub(super) fn run(file: &File, solutions: &str) -> Result<Exit> {
    if file.file == "-" && solutions == "-" {
        bail!("only one of the problem and the solutions can be standard input (-)");
    }
    let problem = load(file, true)?;
    let source = Source::file(solutions);
    let name = source.name();
    let claims = read(&source.text()?, &problem, &name)?;
    let mut out = std::io::stdout().lock();
    let (mut wrong, mut seen) = (0, HashMap::new());
    for claim in &claims {
        let mut options = claim.options.clone();
        options.sort_unstable();
        let twice = options.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
        let faults = problem.faults(&claim.options);
        let before = seen.insert(options, claim.line);
        let error = if let Some(option) = twice {
            format!("option {} is chosen twice", option + 1)
        } else if let Some(fault) = faults.first() {
            let bounds = problem.bounds(fault.item);
            let expected = match (problem.is_primary(fault.item), bounds.least, bounds.most) {
                (false, ..) => "at most once, or in one colour".to_owned(),
                (true, 1, 1) => "once".to_owned(),
                (true, least, most) if least == most => format!("{least} times"),
                (true, least, most) => format!("{least} to {most} times"),
            };
            let more = if faults.len() > 1 {
                format!(" ({} more)", count_in_words(faults.len() as u64 - 1, "item"))
            } else {
                String::new()
            };
            format!(
                "{} is covered {}, expected {expected}{more}",
                problem.name(fault.item),
                count_in_words(fault.times as u64, "time")
            )
        } else if let Some(line) = before {
            format!("the same solution as on line {line}")
        } else {
            continue;
        };
        wrong += 1;
        writeln!(out, "{name}:{}: {error}", claim.line)?;
    }
    let count = count_in_words(claims.len() as u64, "solution");
    writeln!(
        out,
        "{count}, {}",
        if wrong == 0 { "all correct, no two the same".to_owned() } else { format!("{wrong} wrong") }
    )?;
    Ok(if wrong == 0 { Exit::Done } else { Exit::NotSolved })
}
