//! `gridlore sudoku candidates --true`: prints the candidates that occur in solutions, and the
//! number of these solutions.

use super::{Pauses, Question};
use crate::Exit;
use crate::batch::{self, Answer, Line, Verdict};
use crate::shared_args::{Effort, Input, Report, Threads};
use crate::sudoku::{Shape, heading, json};
use anyhow::Result;
use gridlore::Budget;
use gridlore_sudoku_variants::analysis::{self, Count};
use serde::Serialize;
use std::fmt::Write;

/// The arguments of the command.
pub(in crate::sudoku) struct TrueCandidates<'a> {
    /// A puzzle, a file, or - for standard input.
    pub(in crate::sudoku) source: &'a str,
    pub(in crate::sudoku) shape: &'a Shape,
    /// The number of solutions at which the count for a candidate stops.
    pub(in crate::sudoku) limit: u32,
    pub(in crate::sudoku) is_json: bool,
}

/// Number of nodes between checks of Ctrl-C.
const NODES_PER_PAUSE: u64 = 512;

#[derive(Serialize)]
struct Record {
    line: u64,
    puzzle: String,
    outcome: &'static str,
    limit: u32,
    #[serde(rename = "true")]
    known_true: usize,
    #[serde(rename = "false")]
    known_false: usize,
    open: usize,
    cells: Vec<Cell>,
}

#[derive(Serialize)]
struct Cell {
    cell: String,
    candidates: Vec<Candidate>,
}

#[derive(Serialize)]
struct Candidate {
    value: i32,
    solutions: u32,
    /// Whether the number of solutions is exact.
    exact: bool,
}

pub(in crate::sudoku) fn run(args: &TrueCandidates<'_>) -> Result<Exit> {
    let input = Input {
        sources: vec![args.source.to_owned()],
        effort: Effort { threads: Threads::default(), engine: None },
        report: Report { quiet: true, summary: false },
    };
    batch::run(&input, &heading(args.shape)?, batch::each(|&line| answer(line, args)))
}

fn answer(line: Line<'_>, args: &TrueCandidates<'_>) -> Answer {
    let question = match Question::read(line, args.is_json) {
        Ok(question) => question,
        Err(answer) => return answer,
    };
    let shape = &question.rules.shape;
    let mut candidates = match analysis::TrueCandidates::new(&question.rules, None, args.limit) {
        Ok(candidates) => candidates,
        Err(error) => return question.too_large(&error),
    };
    let mut left = args.shape.budget.nodes.unwrap_or(u64::MAX);
    let mut pauses = Pauses::new(line, false);
    let is_done = loop {
        let nodes = left.min(NODES_PER_PAUSE);
        if candidates.run(&mut Budget::nodes(nodes)).is_ok() {
            break true;
        }
        left -= nodes;
        let progress = candidates.progress();
        let all = shape.cells() * shape.values;
        let message = || format!("{} true, {} open; Ctrl-C stops", progress.known_true, progress.open);
        if !pauses.show(all - progress.uncounted, all, message) || left == 0 {
            break false;
        }
    };
    let progress = candidates.progress();
    if is_done && progress.known_true == 0 {
        return question.without_answer(Verdict::None, "none", question.puzzle.contradiction());
    }
    let verdict = if is_done { Verdict::Done } else { Verdict::Spent };
    if args.is_json {
        let record = Record {
            line: line.number,
            puzzle: question.puzzle.to_line(),
            outcome: if is_done { "done" } else { "spent" },
            limit: args.limit,
            known_true: progress.known_true,
            known_false: progress.known_false,
            open: progress.open,
            cells: shape
                .present()
                .map(|cell| Cell {
                    cell: shape.cell_name(cell),
                    candidates: listed(&candidates, shape, cell)
                        .filter_map(|(value, count)| match count {
                            Count::Exactly(0) => None,
                            Count::Exactly(solutions) => Some(Candidate { value, solutions, exact: true }),
                            Count::Limit => Some(Candidate { value, solutions: args.limit, exact: false }),
                            Count::Open(solutions) => Some(Candidate { value, solutions, exact: false }),
                        })
                        .collect(),
                })
                .collect(),
        };
        return Answer::new(verdict, json(&record));
    }
    let mut text = if args.limit == 1 {
        rows(&candidates, &question)
    } else {
        shape.present().map(|cell| counts(&candidates, &question, cell, args.limit)).collect()
    };
    if !is_done {
        let _ = writeln!(
            text,
            "# spent: {} candidates are in no solution found so far but may be true",
            progress.open
        );
    }
    Answer::new(verdict, text.trim_end_matches('\n'))
}

/// Returns the values of a cell with their counts.
fn listed<'a>(
    candidates: &'a analysis::TrueCandidates,
    shape: &'a gridlore_sudoku_variants::Shape,
    cell: usize,
) -> impl Iterator<Item = (i32, Count)> + 'a {
    (shape.lowest..=shape.highest()).map(move |value| (value, candidates.count(cell, value)))
}

/// Returns the true candidates of each cell in columns, one line per row.
fn rows(candidates: &analysis::TrueCandidates, question: &Question<'_>) -> String {
    let shape = &question.rules.shape;
    let signs = |cell: usize| -> String {
        let set = candidates.known_true(cell);
        let values = (0..shape.values).filter(|bit| set >> bit & 1 == 1).map(|bit| shape.value(bit));
        let signs = question.joined(values.map(|value| question.sign(value)), ",");
        if signs.is_empty() { "-".to_owned() } else { signs }
    };
    let cells: Vec<String> = (0..shape.cells()).map(signs).collect();
    cells.chunks(shape.columns).map(|row| row.join(" ") + "\n").collect()
}

/// Returns the true candidates of a cell with their numbers of solutions.
fn counts(candidates: &analysis::TrueCandidates, question: &Question<'_>, cell: usize, limit: u32) -> String {
    let shape = &question.rules.shape;
    let counted: Vec<String> = listed(candidates, shape, cell)
        .filter_map(|(value, count)| {
            let value = question.sign(value);
            match count {
                Count::Exactly(0) => None,
                Count::Exactly(solutions) => Some(format!("{value} in {solutions}")),
                Count::Limit => Some(format!("{value} in {limit}+")),
                Count::Open(solutions) => Some(format!("{value} in {solutions}?")),
            }
        })
        .collect();
    format!("{}: {}\n", shape.cell_name(cell), counted.join(", "))
}
