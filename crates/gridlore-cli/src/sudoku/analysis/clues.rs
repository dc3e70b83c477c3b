//! `gridlore sudoku clues`: lists the clues that a puzzle needs.

use super::{Pauses, Question, Rule};
use crate::Exit;
use crate::batch::{self, Answer, Line, Verdict, count_in_words};
use crate::shared_args::Input;
use crate::sudoku::{Shape as Board, heading, json};
use anyhow::Result;
use clap::Args;
use gridlore::Budget;
use gridlore_sudoku_variants::analysis::{self, Necessity, necessary_clues, removable_together};
use gridlore_sudoku_variants::{Outcome, Solver};
use serde::Serialize;

/// List which clues of a puzzle are unnecessary.
///
/// A clue is a given, a cage, a line, a dot or any other constraint; rows, columns and regions are
/// included only with --frame. Prints a line for each clue: `unnecessary` if the puzzle still has
/// only one solution without it, `necessary` if not, and `undecided` if the search was stopped. A
/// summary lists clues that can be removed together. Reads all formats that `solve` reads. Ctrl-C
/// stops the search and prints the results so far.
#[derive(Args)]
pub(crate) struct Clues {
    #[command(flatten)]
    input: Input,
    /// Also test rows, columns and regions.
    #[arg(long)]
    frame: bool,
    /// Print one JSON object per puzzle.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    shape: Board,
}

#[derive(Serialize)]
struct Record {
    line: u64,
    puzzle: String,
    outcome: &'static str,
    solution: String,
    clues: Vec<Clue>,
    /// The indices (from 0) of clues that can be removed together.
    removable: Vec<usize>,
}

#[derive(Serialize)]
struct Clue {
    #[serde(flatten)]
    rule: Rule,
    necessity: &'static str,
    /// Another solution, which exists without the clue.
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<String>,
}

pub(in crate::sudoku) fn run(args: &Clues) -> Result<Exit> {
    batch::run(&args.input, &heading(&args.shape)?, batch::each(|&line| answer(line, args)))
}

fn answer(line: Line<'_>, args: &Clues) -> Answer {
    let question = match Question::read(line, args.json) {
        Ok(question) => question,
        Err(answer) => return answer,
    };
    let rules = &question.rules;
    let mut budget = Budget::nodes(args.shape.budget.nodes.unwrap_or(u64::MAX));
    let outcome = match Solver::new(rules) {
        Ok(mut solver) => solver.outcome(&mut budget),
        Err(error) => return question.too_large(&error),
    };
    let solution = match outcome {
        Ok(Outcome::Unique(solution)) => solution,
        Ok(Outcome::Impossible) => {
            return question.without_answer(Verdict::None, "none", question.puzzle.contradiction());
        }
        Ok(Outcome::Several(_)) => {
            let reason = "only a puzzle with one solution has necessary clues".to_owned();
            return question.without_answer(Verdict::Several, "several", reason);
        }
        Err(spent) => return question.without_answer(Verdict::Spent, "spent", spent.to_string()),
    };
    let indices = if args.frame { (0..rules.constraints.len()).collect() } else { analysis::clues(rules) };
    let mut pauses = Pauses::new(line, args.input.report.quiet);
    let mut goes_on = |known: usize| {
        pauses.show(known, indices.len(), || format!("{known} of {} clues; Ctrl-C stops", indices.len()))
    };
    let found = necessary_clues(rules, &solution, &indices, &mut budget, &mut |known| goes_on(known.len()));
    let removable = found.and_then(|found| {
        let together =
            removable_together(rules, &solution, &found, &mut budget, &mut || goes_on(indices.len()));
        together.map(|together| (found, together))
    });
    drop(pauses);
    let (found, removable) = match removable {
        Ok(both) => both,
        Err(error) => return question.too_large(&error),
    };
    let word = |necessity: &Necessity| match necessity {
        Necessity::Necessary(_) => "necessary",
        Necessity::Unnecessary => "unnecessary",
        Necessity::Undecided => "undecided",
    };
    let number = |wanted| found.iter().filter(|clue| word(&clue.necessity) == wanted).count();
    let verdict = if number("undecided") > 0 { Verdict::Spent } else { Verdict::Done };
    if args.json {
        let clues = found.iter().map(|clue| Clue {
            rule: question.rule(clue.index),
            necessity: word(&clue.necessity),
            other: match &clue.necessity {
                Necessity::Necessary(other) => Some(question.symbols(other)),
                _ => None,
            },
        });
        let record = Record {
            line: line.number,
            puzzle: question.puzzle.to_line(),
            outcome: if verdict == Verdict::Done { "done" } else { "spent" },
            solution: question.symbols(&solution),
            clues: clues.collect(),
            removable: (0..found.len()).filter(|at| removable.contains(&found[*at].index)).collect(),
        };
        return Answer::new(verdict, json(&record));
    }
    let mut lines: Vec<String> = found
        .iter()
        .map(|clue| format!("{}: {}", word(&clue.necessity), question.sentence(clue.index)))
        .collect();
    let undecided = match number("undecided") {
        0 => String::new(),
        number => format!(", {number} undecided"),
    };
    lines.push(format!(
        "# {}: {} unnecessary{undecided}",
        count_in_words(found.len() as u64, "clue"),
        number("unnecessary")
    ));
    if removable.len() > 1 {
        let sentences: Vec<String> = removable.iter().map(|index| question.sentence(*index)).collect();
        lines.push(format!("# {} can be removed together: {}", removable.len(), sentences.join(" ")));
    } else if number("unnecessary") > 1 {
        lines.push("# found no two of them that can be removed together".to_owned());
    }
    Answer::new(verdict, lines.join("\n"))
}
