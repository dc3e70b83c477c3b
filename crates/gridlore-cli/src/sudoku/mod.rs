//! `gridlore sudoku solve|check|count`, and the code that the sudoku commands share.

mod analysis;
mod args;
mod booklet;
mod forms;
mod generate;
mod human;
mod lines;
mod puzzle;
mod shape;
mod solutions;
mod to;
mod variant;

pub(crate) use args::{Format, Sudoku};
use human::{Human, Wanted};
use shape::Shape;

use crate::Exit;
use crate::batch::{self, Answer, Answers, Line, Verdict};
use crate::input::{Heading, Source};
use crate::shared_args::EngineName;
use anyhow::{Result, ensure};
use args::{Check, Count, Solve};
use gridlore::BudgetSpent;
use gridlore_sudoku::Engine;
use gridlore_sudoku_geometry::{Geometry, Symbols};
use puzzle::{Found, Puzzle, Reader};
use serde::Serialize;
use std::io::{IsTerminal, Write};

pub(crate) fn run(command: &Sudoku) -> Result<Exit> {
    match command {
        Sudoku::Solve(args) => solve(args),
        Sudoku::Check(args) => check(args),
        Sudoku::Count(args) => count(args),
        Sudoku::Solutions(args) => solutions::run(args),
        Sudoku::Clues(args) => analysis::clues(args),
        Sudoku::Conflict(args) => analysis::conflict(args),
        Sudoku::Generate(args) => generate::run(args),
        Sudoku::Canonical(args) => forms::canonical(args),
        Sudoku::Scramble(args) => forms::scramble(args),
        Sudoku::Booklet(args) => booklet::run(args),
        Sudoku::Play(args) => crate::play::play(&args.game(), args.seed, args.line),
        Sudoku::Human(command) => human::run(command),
    }
}

/// The answer to a line as JSON. Fields that do not apply are left out.
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
    serde_json::to_string(record).expect("strings and numbers always serialize")
}

/// Returns the engine with this name, by default the fastest, or `None` for the scalar engine.
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
        "--engine: this processor cannot run {engine:?}, only {:?}",
        Engine::all()
    );
    Ok(Some(engine))
}

/// Returns the heading given on the command line.
fn heading(shape: &Shape) -> Result<Heading> {
    if let Some(symbols) = &shape.symbols {
        let side = shape.geometry.as_ref().map_or(9, Geometry::side);
        Symbols::parse(symbols, side).map_err(|kind| anyhow::anyhow!("--symbols: {kind}"))?;
    }
    let geometry = shape.geometry.as_ref().map(ToString::to_string);
    Ok(Heading { geometry, symbols: shape.symbols.clone() })
}

fn solve(args: &Solve) -> Result<Exit> {
    let format = args.format.unwrap_or_else(|| {
        let one_puzzle =
            matches!(&args.input.sources[..], [one] if matches!(Source::new(1, one), Source::Argument(..)));
        if one_puzzle && std::io::stdout().is_terminal() { Format::Grid } else { Format::Line }
    });
    let engine = engine(args.input.effort.engine)?;
    let answer = |line: Line<'_>, puzzle: &Puzzle, found: Found, _, answers: &mut Answers| {
        let (verdict, word) = found.verdict();
        if let (Format::Line, Found::Unique(Puzzle::Usual(solution))) = (format, &found) {
            return answers.write(verdict, |text| text.extend_from_slice(&solution.to_bytes()));
        }
        let text = match (format, &found) {
            (Format::Json, _) => json(&Record {
                line: line.number,
                puzzle: Some(puzzle.to_line()),
                outcome: word,
                reason: match &found {
                    Found::None => Some(puzzle.contradiction()),
                    Found::Spent(spent) => Some(spent.to_string()),
                    Found::Unique(_) | Found::Several => None,
                },
                solution: match &found {
                    Found::Unique(solution) => Some(solution.to_line()),
                    Found::None | Found::Several | Found::Spent(_) => None,
                },
                ..Record::default()
            }),
            (Format::Line, Found::Unique(solution)) => solution.to_line(),
            (Format::Line, Found::Spent(spent)) => format!("# {word}: {spent}"),
            (Format::Line, _) => format!("# {word}"),
            (Format::Grid, Found::Unique(solution)) => solution.to_grid(),
            (Format::Grid, Found::None) => format!("No solution: {}.\n", puzzle.contradiction()),
            (Format::Grid, Found::Spent(spent)) => format!("Undecided: {spent}.\n"),
            (Format::Grid, Found::Several) => {
                let mut one = String::new();
                let found = puzzle.solutions(1, |solution| {
                    one = solution.to_grid();
                    Ok::<(), BudgetSpent>(())
                });
                found.expect("a budget that sufficed for two solutions");
                format!("Several solutions; one of them:\n{one}")
            }
        };
        answers.push(Answer::new(verdict, text));
    };
    let reader = || Reader::new(args.shape.budget.nodes, format == Format::Json, "# error: ");
    batch::run(&args.input, &heading(&args.shape)?, |lines, scratch, answers| {
        puzzle::answers(lines, (engine, 2), reader(), scratch, answers, answer);
    })
}

fn check(args: &Check) -> Result<Exit> {
    let limit = args.limit.unwrap_or(2);
    let is_json = args.format == Format::Json;
    let engine = engine(args.input.effort.engine)?;
    let answer = |line: Line<'_>, puzzle: &Puzzle, found: Found, count: u64, answers: &mut Answers| {
        let (verdict, word) = found.verdict();
        let reason = match &found {
            Found::None => Some(puzzle.contradiction()),
            Found::Spent(spent) => Some(spent.to_string()),
            Found::Unique(solution) => puzzle.difference(solution),
            Found::Several => None,
        };
        let text = if is_json {
            json(&Record {
                line: line.number,
                puzzle: Some(puzzle.to_line()),
                outcome: word,
                solutions: (verdict != Verdict::Spent).then_some(count),
                reason,
                ..Record::default()
            })
        } else {
            let words = match (reason, args.limit) {
                (Some(reason), _) => format!("{word}: {reason}"),
                (None, Some(limit)) if count == limit => format!("several: {limit} or more solutions"),
                (None, Some(_)) if count > 1 => format!("several: {count} solutions"),
                (None, _) => word.to_owned(),
            };
            if args.format == Format::Grid { format!("{}{words}\n", puzzle.to_grid()) } else { words }
        };
        answers.push(Answer::new(verdict, text));
    };
    let reader = || Reader::new(args.shape.budget.nodes, is_json, "error: ");
    batch::run(&args.input, &heading(&args.shape)?, |lines, scratch, answers| {
        puzzle::answers(lines, (engine, limit), reader(), scratch, answers, answer);
    })
}

fn count(args: &Count) -> Result<Exit> {
    let limit = args.limit.unwrap_or(u64::MAX);
    let engine = engine(args.input.effort.engine)?;
    let answer = |line: Line<'_>, puzzle: &Puzzle, found: Found, count: u64, answers: &mut Answers| {
        let (verdict, word) = found.verdict();
        let reason = if let Found::Spent(spent) = &found { Some(spent.to_string()) } else { None };
        let text = if args.json {
            json(&Record {
                line: line.number,
                puzzle: Some(puzzle.to_line()),
                outcome: word,
                solutions: reason.is_none().then_some(count),
                reason,
                ..Record::default()
            })
        } else {
            let Some(reason) = reason else {
                return answers.write(verdict, |text| {
                    write!(text, "{count}").expect("writing to a Vec cannot fail");
                });
            };
            format!("# {word}: {reason}")
        };
        answers.push(Answer::new(verdict, text));
    };
    let reader = || Reader::new(args.shape.budget.nodes, args.json, "# error: ");
    batch::run(&args.input, &heading(&args.shape)?, |lines, scratch, answers| {
        puzzle::answers(lines, (engine, limit), reader(), scratch, answers, answer);
    })
}
