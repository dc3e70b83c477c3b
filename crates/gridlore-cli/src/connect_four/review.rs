//! `gridlore connect-four review`: reviews the moves of a game, as text or JSON.

use super::interruptible::interruptible;
use super::{Board, moves_of};
use crate::Exit;
use crate::progress::Progress;
use anyhow::Result;
use gridlore_connect_four::book::Book;
use gridlore_connect_four::review::{Mark, ReviewedMove, review_move};
use gridlore_connect_four::{Column, Outlook, Position, Side, Size, moves};
use serde::Serialize;
use std::io::{Write, stdout};

#[derive(Serialize)]
struct Game {
    moves: String,
    board: String,
    /// `X`, `O` or `draw`; `None` if the game is not over.
    end: Option<&'static str>,
    reviewed: Vec<Move>,
    counts: [Counts; 2],
}

#[derive(Serialize)]
struct Counts {
    side: char,
    best: usize,
    inaccuracies: usize,
    mistakes: usize,
}

#[derive(Serialize)]
struct Move {
    number: usize,
    side: char,
    column: char,
    mark: &'static str,
    score: i32,
    outlook: String,
    best_score: i32,
    best_outlook: String,
    best: Vec<char>,
}

pub(super) fn run(text: &str, is_json: bool, board: &Board) -> Result<Exit> {
    let size = board.board.size;
    let end = moves_of(text, size)?;
    let mut solver = board.solver_or(Book::built_in(size))?;
    let mut progress = Progress::new(false);
    let game: Vec<(Column, Position)> = moves(size, text).filter_map(Result::ok).collect();
    let mut all = Vec::new();
    // The last move is searched first: endings are quick to search, and their results speed up the
    // search of earlier moves.
    for number in (0..game.len()).rev() {
        let column = game[number].0;
        let before = if number == 0 { Position::new(size) } else { game[number - 1].1 };
        let what = || format!("move {} of {}, last to first", number + 1, game.len());
        let one = interruptible(&mut solver, board.budget.nodes, &mut progress, &what, |solver, budget| {
            review_move(solver, &before, column, budget)
        })?;
        match one {
            Ok(one) => all.push((before, one)),
            Err(spent) => {
                progress.suspend(|| {
                    eprintln!("gridlore: move {}: {spent}; earlier moves are not reviewed", number + 1)
                });
                break;
            }
        }
    }
    progress.finish();
    let is_all = all.len() == game.len();
    all.reverse();
    let mut out = stdout().lock();
    if is_json {
        serde_json::to_writer(&mut out, &as_json(text, size, &end, &all))?;
        writeln!(out)?;
    } else {
        as_text(&mut out, &end, &all)?;
    }
    Ok(if is_all { Exit::Done } else { Exit::BudgetSpent })
}

fn letters(columns: &[Column]) -> Vec<char> {
    columns.iter().map(|column| column.letter()).collect()
}

fn counts(all: &[(Position, ReviewedMove)], side: Side) -> Counts {
    let count = |mark| all.iter().filter(|(_, one)| one.side == side && one.mark == mark).count();
    Counts {
        side: side.letter(),
        best: count(Mark::Best),
        inaccuracies: count(Mark::Inaccuracy),
        mistakes: count(Mark::Mistake),
    }
}

fn as_json(text: &str, size: Size, end: &Position, all: &[(Position, ReviewedMove)]) -> Game {
    let reviewed = all.iter().map(|(before, one)| Move {
        number: before.plies() + 1,
        side: one.side.letter(),
        column: one.column.letter(),
        mark: one.mark.name(),
        score: one.score,
        outlook: Outlook::from_score(before, one.score).to_string(),
        best_score: one.best_score,
        best_outlook: Outlook::from_score(before, one.best_score).to_string(),
        best: letters(&one.best),
    });
    Game {
        moves: text.to_owned(),
        board: size.to_string(),
        end: end.end().map(|end| match end {
            Some(Side::First) => "X",
            Some(Side::Second) => "O",
            None => "draw",
        }),
        reviewed: reviewed.collect(),
        counts: [counts(all, Side::First), counts(all, Side::Second)],
    }
}

fn as_text(out: &mut impl Write, end: &Position, all: &[(Position, ReviewedMove)]) -> Result<()> {
    for (before, one) in all {
        let outlook = Outlook::from_score(before, one.score);
        let (number, side, column) = (before.plies() + 1, one.side.letter(), one.column);
        write!(out, "{number:>3} {side} {column}  {:<10}  {outlook}", one.mark.name())?;
        if one.mark != Mark::Best {
            let best: Vec<String> = one.best.iter().map(Column::to_string).collect();
            write!(out, "; better: {}, {}", best.join(" or "), Outlook::from_score(before, one.best_score))?;
        }
        writeln!(out)?;
    }
    for side in [Side::First, Side::Second] {
        let Counts { best, inaccuracies, mistakes, .. } = counts(all, side);
        let inaccuracy = if inaccuracies == 1 { "inaccuracy" } else { "inaccuracies" };
        let mistake = if mistakes == 1 { "mistake" } else { "mistakes" };
        let letter = side.letter();
        writeln!(out, "{letter}: {best} best, {inaccuracies} {inaccuracy}, {mistakes} {mistake}")?;
    }
    match end.end() {
        Some(Some(side)) => writeln!(out, "{} wins with move {}", side.letter(), end.plies())?,
        Some(None) => writeln!(out, "a draw")?,
        None => {}
    }
    Ok(())
}
