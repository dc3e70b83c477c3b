//! Prints the exercises for the trainer on the page, as a JavaScript module:
//!
//! ```sh
//! cargo run --release -p gridlore-connect-four --example exercises > web/src/connect-four/four-exercises.js
//! ```
//!
//! The positions come from games between the computer's levels. In an exercise of the first kind,
//! exactly one column wins; in one of the second kind, exactly one column draws and all others
//! lose. The seeds are fixed, so every run prints the same set.

#![expect(clippy::print_stdout, reason = "it prints a module")]

use gridlore_connect_four::explain::wins;
use gridlore_connect_four::players::{Level, game};
use gridlore_connect_four::{Column, Position, Size, Solver};
use gridlore_core::Budget;
use std::collections::HashSet;

/// The board of all exercises.
const SIZE: Size = Size::USUAL;
/// Maximum number of games to search for exercises.
const GAMES: u64 = 900;
/// Number of exercises of each kind.
const COUNT: usize = 60;
/// Maximum number of exercises of a kind and depth. In a win of depth 2, the winner plays two
/// discs.
const PER_DEPTH: usize = 8;
const MIN_DEPTH: usize = 2;
/// Number of discs on the board. With fewer discs, there is little to see; with more, there is
/// little to choose from.
const PLIES: std::ops::RangeInclusive<usize> = 12..=28;
/// Minimum number of columns to choose from.
const MIN_COLUMNS: usize = 5;
/// Maximum number of nodes for the scores of all columns, so that a page can show the answer
/// immediately.
const MAX_NODES: u64 = 400_000;

struct Exercise {
    moves: String,
    column: Column,
    /// The number of discs that the winner plays until the game ends: after the right move of a
    /// win, or after the most stubborn wrong move of a defence.
    depth: usize,
}

/// Returns whether the side to move wins, and the exercise with the only column that keeps the
/// result; `None` if the position makes no useful exercise.
fn exercise(moves: &str, position: &Position, solver: &mut Solver) -> Option<(bool, Exercise)> {
    // A move that only blocks needs no search.
    if !wins(position, position.to_move().other()).is_empty() {
        return None;
    }
    solver.clear();
    let mut budget = Budget::nodes(MAX_NODES);
    let scores = solver.scores(position, &mut budget).ok()?;
    let open: Vec<(Column, i32)> =
        scores.into_iter().filter_map(|(column, score)| Some((column, score?))).collect();
    let (column, best) = open.iter().copied().max_by_key(|entry| entry.1)?;
    let (rest, is_win) = (open.iter().filter(|entry| entry.0 != column), best > 0);
    let second = rest.map(|entry| entry.1).max()?;
    if open.len() < MIN_COLUMNS || best < 0 || (is_win && second > 0) || (best == 0 && second == 0) {
        return None;
    }
    // The number of discs that the winner has left in this position.
    let had = if is_win { position.left() + 1 } else { position.left() } / 2;
    let depth = usize::try_from(had + 1 - if is_win { best } else { -second }).ok()?;
    Some((is_win, Exercise { moves: moves.to_owned(), column, depth }))
}

fn main() {
    let mut solver = Solver::new(SIZE, 4 << 20);
    let levels = [Level::Beginner, Level::Casual, Level::Club];
    let mut seen = HashSet::new();
    let mut found: [Vec<Exercise>; 2] = Default::default();
    for seed in 0..GAMES {
        if found.iter().all(|exercises| exercises.len() == COUNT) {
            break;
        }
        let pick = |index: u64| levels[usize::try_from(index % 3).unwrap_or_default()];
        let (first, second) = (pick(seed), pick(seed / 3));
        let Ok((_, columns)) = game(SIZE, first, second, seed, &mut solver, &mut Budget::unlimited()) else {
            continue;
        };
        let (mut position, mut moves) = (Position::new(SIZE), String::new());
        let mut is_taken = [false; 2];
        for column in columns {
            let Ok(after) = position.after(column) else { break };
            moves.push(column.letter());
            position = after;
            if !PLIES.contains(&position.plies()) || position.end().is_some() {
                continue;
            }
            let Some((is_win, exercise)) = exercise(&moves, &position, &mut solver) else { continue };
            // Take one exercise of each kind per game, and no position twice.
            let kind = usize::from(!is_win);
            let alike = found[kind].iter().filter(|other| other.depth == exercise.depth).count();
            let is_full = alike == PER_DEPTH || found[kind].len() == COUNT;
            if exercise.depth < MIN_DEPTH || is_full || is_taken[kind] {
                continue;
            }
            if seen.insert(position) && seen.insert(position.mirrored()) {
                is_taken[kind] = true;
                found[kind].push(exercise);
            }
        }
    }
    for exercises in &mut found {
        exercises.sort_by_key(|exercise| exercise.depth);
    }
    println!("// @ts-check");
    println!("/// The exercises of the trainer, from easy to hard: the moves that lead to the position,");
    println!("/// and the only right column. Printed by the example `exercises` of the crate");
    println!("/// gridlore-connect-four.");
    for (kind, about) in [("WINS", "wins"), ("DEFENCES", "does not lose")] {
        println!("\n/** Positions in which exactly one column {about}. @type {{[string, number][]}} */");
        println!("export const {kind} = [");
        for Exercise { moves, column, .. } in &found[usize::from(kind != "WINS")] {
            println!("  ['{moves}', {column}],");
        }
        println!("];");
    }
}
