//! `gridlore sudoku solve|check|count`: lines in, lines out; what its neighbours share.

mod forms;
mod generate;
mod solutions;

pub(crate) use forms::{canonical, scramble};
pub(crate) use generate::generate;
pub(crate) use solutions::solutions;

use crate::Exit;
use crate::args::{Check, Count, EngineName, Format, Solve};
use crate::batch::{self, Answer, Line, Verdict};
use crate::input::Source;
use anyhow::{Result, ensure};
use gridlore::Budget;
use gridlore_sudoku::check::contradiction;
use gridlore_sudoku::{
    self as sudoku, Board, Engine, Outcome, count_solutions_up_to, outcome, solutions_up_to, verdicts,
};
use serde::Serialize;
use std::io::IsTerminal;

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
fn board(line: Line<'_>, is_json: bool, error_prefix: &str) -> Result<Board, Answer> {
    let bytes = line.bytes;
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

/// Answers every line: boards many at a time by the engine that was asked for, other lines at once.
fn answers(
    lines: &[Line<'_>],
    engine: Option<Engine>,
    read: impl Fn(Line<'_>) -> Result<Board, Answer>,
    answer: impl Fn(Line<'_>, &Board, sudoku::Verdict) -> Answer,
) -> Vec<Answer> {
    let read: Vec<Result<Board, Answer>> = lines.iter().map(|&line| read(line)).collect();
    let boards: Vec<Board> = read.iter().filter_map(|board| board.as_ref().ok().copied()).collect();
    let found = match engine {
        Some(engine) => verdicts(&boards, engine),
        None => boards.iter().map(one_by_one).collect(),
    };
    let mut found = found.into_iter();
    let lines = lines.iter().zip(read);
    lines
        .map(|(&line, read)| match read {
            Ok(board) => answer(line, &board, found.next().expect("a verdict a board")),
            Err(answer) => answer,
        })
        .collect()
}

/// By the scalar engine.
fn one_by_one(board: &Board) -> sudoku::Verdict {
    match outcome(board, &mut Budget::unlimited()).expect("an unlimited budget is not spent") {
        Outcome::None => sudoku::Verdict::None,
        Outcome::Unique(solution) => sudoku::Verdict::Unique(solution),
        Outcome::Several(..) => sudoku::Verdict::Several,
    }
}

/// The engine of lanes that was asked for, the fastest by default; none for the scalar one.
fn engine(name: Option<EngineName>) -> Result<Option<Engine>> {
    let engine = match name {
        None => return Ok(Some(Engine::fastest())),
        Some(EngineName::Scalar) => return Ok(None),
        Some(EngineName::Portable) => Engine::Portable,
        Some(EngineName::Lanes256) => Engine::Lanes256,
        Some(EngineName::Lanes512) => Engine::Lanes512,
    };
    ensure!(
        Engine::all().contains(&engine),
        "this processor cannot run {engine:?}; it can run {:?}",
        Engine::all()
    );
    Ok(Some(engine))
}

pub(crate) fn solve(args: &Solve) -> Result<Exit> {
    let format = args.format.unwrap_or_else(|| {
        let one_puzzle =
            matches!(&args.input.sources[..], [one] if matches!(Source::new(1, one), Source::Argument(..)));
        if one_puzzle && std::io::stdout().is_terminal() { Format::Grid } else { Format::Line }
    });
    let engine = engine(args.input.engine)?;
    let answer = |line: Line<'_>, puzzle: &Board, found: sudoku::Verdict| {
        let (verdict, word) = match found {
            sudoku::Verdict::None => (Verdict::None, "none"),
            sudoku::Verdict::Unique(_) => (Verdict::Unique, "unique"),
            sudoku::Verdict::Several => (Verdict::Several, "several"),
        };
        let text = match (format, found) {
            (Format::Json, found) => json(&Record {
                line: line.number,
                puzzle: Some(puzzle.to_line()),
                outcome: word,
                reason: matches!(found, sudoku::Verdict::None).then(|| contradiction(puzzle).to_string()),
                solution: match found {
                    sudoku::Verdict::Unique(solution) => Some(solution.to_line()),
                    sudoku::Verdict::None | sudoku::Verdict::Several => None,
                },
                ..Record::default()
            }),
            (Format::Line, sudoku::Verdict::Unique(solution)) => solution.to_line(),
            (Format::Line, _) => format!("# {word}"),
            (Format::Grid, sudoku::Verdict::Unique(solution)) => solution.to_grid(),
            (Format::Grid, sudoku::Verdict::None) => format!("No solution: {}.\n", contradiction(puzzle)),
            (Format::Grid, sudoku::Verdict::Several) => {
                let one = solutions_up_to(puzzle, 1, &mut Budget::unlimited());
                let one = one.expect("an unlimited budget is not spent").remove(0);
                format!("Several solutions; one of them:\n{}", one.to_grid())
            }
        };
        Answer { verdict, text: text.into_bytes(), complaint: None }
    };
    batch::run(&args.input, |lines| {
        answers(lines, engine, |line| board(line, format == Format::Json, "# error: "), answer)
    })
}

pub(crate) fn check(args: &Check) -> Result<Exit> {
    let limit = args.limit.unwrap_or(2);
    let is_json = args.format == Format::Json;
    let engine = engine(args.input.engine)?;
    let answer = |line: Line<'_>, puzzle: &Board, found: sudoku::Verdict| {
        let (verdict, word, count) = match found {
            sudoku::Verdict::None => (Verdict::None, "none", 0),
            sudoku::Verdict::Unique(_) => (Verdict::Unique, "unique", 1),
            sudoku::Verdict::Several if limit == 2 => (Verdict::Several, "several", 2),
            sudoku::Verdict::Several => {
                let count = count_solutions_up_to(puzzle, limit, &mut Budget::unlimited());
                (Verdict::Several, "several", count.expect("an unlimited budget is not spent"))
            }
        };
        let reason = (count == 0).then(|| contradiction(puzzle).to_string());
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
    };
    batch::run(&args.input, |lines| answers(lines, engine, |line| board(line, is_json, "error: "), answer))
}

pub(crate) fn count(args: &Count) -> Result<Exit> {
    let limit = args.limit.unwrap_or(u64::MAX);
    let engine = engine(args.input.engine)?;
    let answer = |line: Line<'_>, puzzle: &Board, found: sudoku::Verdict| {
        let (verdict, word, count) = match found {
            sudoku::Verdict::None => (Verdict::None, "none", 0),
            sudoku::Verdict::Unique(_) => (Verdict::Unique, "unique", 1),
            sudoku::Verdict::Several if limit <= 2 => (Verdict::Several, "several", limit),
            sudoku::Verdict::Several => {
                let count = count_solutions_up_to(puzzle, limit, &mut Budget::unlimited());
                (Verdict::Several, "several", count.expect("an unlimited budget is not spent"))
            }
        };
        let text = if args.json {
            json(&Record {
                line: line.number,
                puzzle: Some(puzzle.to_line()),
                outcome: word,
                solutions: Some(count),
                ..Record::default()
            })
        } else {
            count.to_string()
        };
        Answer { verdict, text: text.into_bytes(), complaint: None }
    };
    batch::run(&args.input, |lines| {
        answers(lines, engine, |line| board(line, args.json, "# error: "), answer)
    })
}
