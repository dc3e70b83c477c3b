//! `gridlore sudoku solve|check|generate`: lines in, lines out.

use crate::Exit;
use crate::args::{Check, Format, Generate, Solve};
use crate::batch::{self, Answer, Line, Verdict};
use crate::input::Source;
use crate::progress::Progress;
use anyhow::Result;
use gridlore::Budget;
use gridlore_sudoku::check::contradiction;
use gridlore_sudoku::{Board, Outcome, count_solutions_up_to, generated, outcome};
use serde::Serialize;
use std::hash::{BuildHasher, RandomState};
use std::io::{IsTerminal, Write};

/// A line as JSON: what was asked, and what came of it. What does not apply is left out.
#[derive(Serialize, Default)]
#[serde(rename_all = "lowercase")]
struct Record<'a> {
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<String>,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

fn json(record: &impl Serialize) -> String {
    serde_json::to_string(record).expect("texts and numbers are always JSON")
}

/// Reads the board of a line, or says what the answer is without one: a blank line, a comment, a bad line.
fn board(bytes: &[u8], line: Line, is_json: bool, error_prefix: &str) -> Result<Board, Answer> {
    let trimmed = bytes.trim_ascii();
    if !line.is_argument && (trimmed.is_empty() || trimmed.starts_with(b"#")) {
        let text = if is_json {
            let text = String::from_utf8_lossy(trimmed);
            json(&Record { line: line.number, outcome: "comment", text: Some(&text), ..Record::default() })
                .into_bytes()
        } else {
            bytes.to_vec()
        };
        return Err(Answer { verdict: Verdict::Passed, text, complaint: None });
    }
    Board::parse_bytes(bytes).map_err(|error| {
        let (column, reason) = (error.at.column, error.kind.to_string());
        let text = if is_json {
            let text = String::from_utf8_lossy(bytes);
            json(&Record {
                line: line.number,
                outcome: "error",
                reason: Some(reason.clone()),
                column: Some(column),
                text: Some(&text),
                ..Record::default()
            })
        } else {
            format!("{error_prefix}column {column}: {reason}")
        };
        Answer { verdict: Verdict::Bad, text: text.into_bytes(), complaint: Some((column, reason)) }
    })
}

pub(crate) fn solve(args: &Solve) -> Result<Exit> {
    let format = args.format.unwrap_or_else(|| {
        let one_puzzle =
            matches!(&args.input.sources[..], [one] if matches!(Source::new(1, one), Source::Argument(..)));
        if one_puzzle && std::io::stdout().is_terminal() { Format::Grid } else { Format::Line }
    });
    batch::run(&args.input, |bytes, line| {
        let puzzle = match board(bytes, line, format == Format::Json, "# error: ") {
            Ok(puzzle) => puzzle,
            Err(answer) => return answer,
        };
        let outcome = outcome(&puzzle, &mut Budget::unlimited()).expect("an unlimited budget is not spent");
        let (verdict, word) = match outcome {
            Outcome::None => (Verdict::None, "none"),
            Outcome::Unique(_) => (Verdict::Unique, "unique"),
            Outcome::Several(..) => (Verdict::Several, "several"),
        };
        let text = match (format, outcome) {
            (Format::Json, outcome) => json(&Record {
                line: line.number,
                puzzle: Some(puzzle.to_line()),
                outcome: word,
                reason: matches!(outcome, Outcome::None).then(|| contradiction(&puzzle).to_string()),
                solution: match outcome {
                    Outcome::Unique(solution) => Some(solution.to_line()),
                    Outcome::None | Outcome::Several(..) => None,
                },
                ..Record::default()
            }),
            (Format::Line, Outcome::Unique(solution)) => solution.to_line(),
            (Format::Line, _) => format!("# {word}"),
            (Format::Grid, Outcome::Unique(solution)) => solution.to_grid(),
            (Format::Grid, Outcome::None) => format!("No solution: {}.\n", contradiction(&puzzle)),
            (Format::Grid, Outcome::Several(one, _)) => {
                format!("Several solutions; one of them:\n{}", one.to_grid())
            }
        };
        Answer { verdict, text: text.into_bytes(), complaint: None }
    })
}

pub(crate) fn check(args: &Check) -> Result<Exit> {
    let limit = args.limit.unwrap_or(2);
    let is_json = args.format == Format::Json;
    batch::run(&args.input, |bytes, line| {
        let puzzle = match board(bytes, line, is_json, "error: ") {
            Ok(puzzle) => puzzle,
            Err(answer) => return answer,
        };
        let count = count_solutions_up_to(&puzzle, limit, &mut Budget::unlimited());
        let count = count.expect("an unlimited budget is not spent");
        let (verdict, word) = match count {
            0 => (Verdict::None, "none"),
            1 => (Verdict::Unique, "unique"),
            _ => (Verdict::Several, "several"),
        };
        let reason = (count == 0).then(|| contradiction(&puzzle).to_string());
        let text = if is_json {
            json(&Record {
                line: line.number,
                puzzle: Some(puzzle.to_line()),
                outcome: word,
                solutions: Some(count),
                reason,
                ..Record::default()
            })
        } else {
            let words = match (reason, args.limit) {
                (Some(reason), _) => format!("none: {reason}"),
                (None, Some(limit)) if count == limit => format!("several: {limit} or more solutions"),
                (None, Some(_)) if count > 1 => format!("several: {count} solutions"),
                (None, _) => word.to_owned(),
            };
            if args.format == Format::Grid { format!("{}{words}\n", puzzle.to_grid()) } else { words }
        };
        Answer { verdict, text: text.into_bytes(), complaint: None }
    })
}

/// A generated puzzle as JSON.
#[derive(Serialize)]
struct Made {
    id: String,
    puzzle: String,
    givens: usize,
}

pub(crate) fn generate(args: &Generate) -> Result<Exit> {
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one("any seed"));
    let mut out = std::io::stdout().lock();
    let mut progress = Progress::new(false);
    for index in 0..args.number {
        let seed = seed.wrapping_add(index);
        let puzzle = generated(args.difficulty, seed);
        match args.format {
            Format::Line => writeln!(out, "{puzzle}")?,
            Format::Grid => writeln!(out, "{}", puzzle.to_grid())?,
            Format::Json => {
                let id = format!("sudoku:{}#{seed}", args.difficulty);
                writeln!(
                    out,
                    "{}",
                    json(&Made { id, puzzle: puzzle.to_line(), givens: puzzle.filled_count() })
                )?;
            }
        }
        out.flush()?;
        progress.show((index + 1, Some(args.number)), index + 1);
    }
    progress.finish();
    Ok(Exit::Done)
}
