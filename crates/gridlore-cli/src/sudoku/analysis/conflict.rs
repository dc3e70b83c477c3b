//! `gridlore sudoku conflict`: explains why a puzzle has no solution.

use super::{Pauses, Question, Rule};
use crate::Exit;
use crate::batch::{self, Answer, Line, Verdict, count_in_words};
use crate::shared_args::Input;
use crate::sudoku::{Shape as Board, heading, json};
use anyhow::Result;
use clap::Args;
use gridlore::Budget;
use gridlore_sudoku_variants::analysis::{self, Proof};
use serde::Serialize;

/// Explain why a puzzle has no solution.
///
/// Prints, as sentences, a smallest set of clues that together have no solution, and says which of
/// rows, columns and regions are needed for this. The first line begins with `smallest` if no
/// smaller set exists. If the budget or Ctrl-C stopped the search, the first line begins with
/// `minimal` if every clue is needed, and with `reduced` otherwise. For a puzzle that has a
/// solution, prints `solvable` and one solution. Reads all formats that `solve` reads.
#[derive(Args)]
pub(crate) struct Conflict {
    #[command(flatten)]
    input: Input,
    /// Print one JSON object per puzzle.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    shape: Board,
}

#[derive(Serialize, Default)]
struct Record {
    line: u64,
    puzzle: String,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<&'static str>,
    /// A proven lower bound on the number of clues of a conflict.
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    clues: Vec<Rule>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    frame: Vec<Rule>,
}

pub(in crate::sudoku) fn run(args: &Conflict) -> Result<Exit> {
    batch::run(&args.input, &heading(&args.shape)?, batch::each(|&line| answer(line, args)))
}

fn answer(line: Line<'_>, args: &Conflict) -> Answer {
    let question = match Question::read(line, args.json) {
        Ok(question) => question,
        Err(answer) => return answer,
    };
    let mut budget = Budget::nodes(args.shape.budget.nodes.unwrap_or(u64::MAX));
    let mut pauses = Pauses::new(line, args.input.report.quiet);
    let mut goes_on = |size: usize, least: usize| {
        pauses.show(least, size, || {
            format!("a conflict of {}, at least {least}; Ctrl-C stops", count_in_words(size as u64, "clue"))
        })
    };
    let found = analysis::conflict(&question.rules, &mut budget, &mut goes_on);
    drop(pauses);
    let record = || Record { line: line.number, puzzle: question.puzzle.to_line(), ..Record::default() };
    let (clues, frame, proof) = match found {
        Ok(analysis::Conflict::Found { clues, frame, proof }) => (clues, frame, proof),
        Ok(analysis::Conflict::Solvable(solution)) => {
            let solution = question.symbols(&solution);
            let text = if args.json {
                json(&Record { outcome: "solvable", solution: Some(solution), ..record() })
            } else {
                format!("solvable: {solution}")
            };
            return Answer::new(Verdict::Done, text);
        }
        Ok(analysis::Conflict::Undecided) => {
            let reason = "it is not known whether the puzzle has a solution".to_owned();
            return question.without_answer(Verdict::Spent, "spent", reason);
        }
        Err(error) => return question.too_large(&error),
    };
    let (word, least) = match proof {
        Proof::Smallest => ("smallest", clues.len()),
        Proof::Minimal { least } => ("minimal", least),
        Proof::Reduced => ("reduced", 0),
    };
    let verdict = if proof == Proof::Smallest { Verdict::Done } else { Verdict::Spent };
    if args.json {
        return Answer::new(
            verdict,
            json(&Record {
                outcome: "conflict",
                proof: Some(word),
                least: Some(least),
                clues: clues.iter().map(|index| question.rule(*index)).collect(),
                frame: frame.iter().map(|index| question.rule(*index)).collect(),
                ..record()
            }),
        );
    }
    let size = count_in_words(clues.len() as u64, "clue");
    let mut lines = vec![match proof {
        Proof::Minimal { least } => format!("minimal conflict: {size}; a smaller one has at least {least}"),
        Proof::Reduced => format!("reduced conflict: {size}; some of them may not be needed"),
        Proof::Smallest => format!("smallest conflict: {size}"),
    }];
    lines.extend(clues.iter().map(|index| format!("  {}", question.sentence(*index))));
    if !frame.is_empty() {
        lines.push("and the rules of the grid:".to_owned());
        lines.extend(frame.iter().map(|index| format!("  {}", question.sentence(*index))));
    }
    Answer::new(verdict, lines.join("\n"))
}
