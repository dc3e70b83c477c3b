//! `gridlore flipper solve|table|nullity`: toggle puzzles from the command line.

use crate::Exit;
use crate::args::{FlipperNullity, FlipperSolve, FlipperTable, TogglePuzzle};
use anyhow::{Context, Result, anyhow};
use gridlore::Budget;
use gridlore_flipper::{Bits, Fewest, Outcome, Solver, Toggle};
use std::io::{Read, Write};
use std::path::Path;

/// Solutions that are looked at for the fewest presses: some seconds' worth.
const MOST_SOLUTIONS: u64 = 1 << 28;

/// What is read when a file or standard input is named.
fn text_of(argument: &str) -> Result<Option<(String, String)>> {
    if argument == "-" {
        let mut text = String::new();
        std::io::stdin().lock().read_to_string(&mut text).context("standard input")?;
        return Ok(Some(("standard input".to_owned(), text)));
    }
    if Path::new(argument).is_file() {
        let text = std::fs::read_to_string(argument).with_context(|| argument.to_owned())?;
        return Ok(Some((argument.to_owned(), text)));
    }
    Ok(None)
}

/// A board from the command line, a file or standard input.
fn board(puzzle: &Toggle, argument: &str) -> Result<Bits> {
    let (name, text) = text_of(argument)?.unwrap_or_else(|| ("the board".to_owned(), argument.to_owned()));
    puzzle
        .board(&text)
        .map_err(|error| anyhow!("{name}:{}:{}: {}", error.at.line, error.at.column, error.kind))
}

fn puzzle(args: &TogglePuzzle) -> Result<Toggle> {
    let (name, result) = match text_of(&args.puzzle)? {
        Some((name, text)) => (name, Toggle::parse(&text)),
        None => ("the puzzle".to_owned(), Toggle::named(&args.puzzle)),
    };
    let puzzle =
        result.map_err(|error| anyhow!("{name}:{}:{}: {}", error.at.line, error.at.column, error.kind))?;
    let Some(goal) = &args.goal else { return Ok(puzzle) };
    let goal = puzzle
        .board(goal)
        .map_err(|error| anyhow!("the goal:{}:{}: {}", error.at.line, error.at.column, error.kind))?;
    puzzle.with_goal(goal).context("a goal of this puzzle has its squares")
}

/// Why a board cannot reach the goal, so that a person can check it.
fn certificate(puzzle: &Toggle, board: &Bits, squares: &Bits) -> String {
    let lit = |board: &Bits| squares.ones().filter(|&square| board.get(square)).count();
    format!(
        "# none: every move turns an even number of the squares {}, of which {} are lit here and {} in the goal",
        puzzle.squares_in_words(squares),
        lit(board),
        lit(puzzle.goal())
    )
}

pub(crate) fn solve(args: &FlipperSolve) -> Result<Exit> {
    let puzzle = puzzle(&args.puzzle)?;
    let board = board(&puzzle, &args.board)?;
    let solver = Solver::new(&puzzle);
    let mut out = std::io::stdout().lock();
    let solutions = match solver.outcome(&board) {
        Outcome::Solvable(solutions) => solutions,
        Outcome::Unsolvable(squares) => {
            let answer = if args.count { "0".to_owned() } else { certificate(&puzzle, &board, &squares) };
            writeln!(out, "{answer}")?;
            return Ok(Exit::NotSolved);
        }
    };
    if args.count {
        match solutions.count() {
            Some(count) => writeln!(out, "{count}")?,
            None => writeln!(out, "2^{}", solutions.kernel.len())?,
        }
        return Ok(Exit::Done);
    }
    let Fewest { presses, is_proven } = solutions.fewest(&mut Budget::nodes(MOST_SOLUTIONS));
    writeln!(out, "{}", puzzle.presses_in_words(&presses))?;
    if is_proven {
        return Ok(Exit::Done);
    }
    eprintln!(
        "the best of the first {MOST_SOLUTIONS} solutions, {} presses; there are 2^{}, so fewer may do",
        presses.count_ones(),
        solutions.kernel.len()
    );
    Ok(Exit::BudgetSpent)
}

pub(crate) fn table(args: &FlipperTable) -> Result<Exit> {
    let puzzle = puzzle(&args.puzzle)?;
    let solver = Solver::new(&puzzle);
    let mut out = std::io::stdout().lock();
    let mut exit = Exit::Done;
    for square in 0..puzzle.squares() {
        let mut board = puzzle.goal().clone();
        board.flip(square);
        let name = puzzle.square_name(square);
        match solver.outcome(&board) {
            Outcome::Solvable(solutions) => {
                let fewest = solutions.fewest(&mut Budget::nodes(MOST_SOLUTIONS));
                writeln!(out, "{name}: {}", puzzle.presses_in_words(&fewest.presses))?;
                if !fewest.is_proven {
                    exit = exit.max(Exit::BudgetSpent);
                }
            }
            Outcome::Unsolvable(squares) => {
                writeln!(
                    out,
                    "{name}: # none, every move turns an even number of {}",
                    puzzle.squares_in_words(&squares)
                )?;
                exit = exit.max(Exit::NotSolved);
            }
        }
    }
    Ok(exit)
}

pub(crate) fn nullity(args: &FlipperNullity) -> Result<Exit> {
    let nullity = gridlore_flipper::nullity(args.n as usize, args.m as usize);
    writeln!(std::io::stdout().lock(), "{nullity}")?;
    Ok(Exit::Done)
}
