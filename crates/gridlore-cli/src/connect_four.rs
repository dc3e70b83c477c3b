//! `gridlore connect-four`: scores of positions, of every move, and games by their length.

use crate::Exit;
use crate::input::Source;
use crate::interrupt;
use crate::progress::Progress;
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use gridlore::{Budget, ParseError};
use gridlore_connect_four::lines::Lines;
use gridlore_connect_four::{Position, Side, Size, Solver, logic, perft, shift};
use std::hint::black_box;
use std::io::{BufWriter, Write, stdout};
use std::time::Instant;

#[derive(Subcommand)]
pub(crate) enum ConnectFour {
    /// The score of each line's position: moves, and the score for whoever moves next.
    ///
    /// 0 is a draw; a win is 1 with the last stone of the side and one more for each stone that it has left then; a loss is the same for the other side with a minus.
    Solve {
        /// Files (gz and zstd are read as they are), - for standard input, or moves such as 4453. The first word of a line is the moves, the columns from 1; the rest is not read.
        #[arg(required = true, value_name = "FILE|-|MOVES")]
        sources: Vec<String>,
        /// Who wins alone: 1 for whoever moves next, -1 for the other side, 0 for a draw. It takes less time.
        #[arg(long)]
        weak: bool,
        #[command(flatten)]
        board: Board,
    },
    /// The score of every column for the side that moves into it, a line each; nothing for columns that are full.
    Analyze {
        /// The moves so far, such as 4453; nothing is the empty board.
        #[arg(default_value = "")]
        moves: String,
        #[command(flatten)]
        board: Board,
    },
    /// How long each of the three ways to see a win takes for a position, on this machine.
    BenchWin {
        /// Width and height, and how many in a row win if it is not four.
        #[arg(long, default_value = "7x6", value_parser = size)]
        board: Size,
    },
    /// How many games there are of exactly so many moves.
    Perft {
        depth: usize,
        /// Width and height, and how many in a row win if it is not four: 7x6, 9x7x5.
        #[arg(long, default_value = "7x6", value_parser = size)]
        board: Size,
    },
}

/// What is solved, and how.
#[derive(Args)]
pub(crate) struct Board {
    /// Width and height.
    #[arg(long, default_value = "7x6", value_parser = size)]
    board: Size,
    /// Memory of the table of positions, in MiB.
    #[arg(long, value_name = "MB", default_value_t = 64)]
    hash: usize,
    /// Give up a position after so many nodes: positions in which somebody had to choose.
    #[arg(long, value_name = "N")]
    budget: Option<u64>,
}

fn size(text: &str) -> Result<Size, String> {
    Size::parse(text).map_err(|error| error.kind.to_string())
}

impl Board {
    fn solver(&self) -> Result<Solver> {
        let bytes = self.hash.saturating_mul(1 << 20);
        Solver::new(self.board, bytes).with_context(|| {
            format!(
                "found the board {}, expected four in a row on 4x4 to 7x8, or another whose width times one more than its height is at most 64",
                self.board
            )
        })
    }

    fn budget(&self) -> Budget {
        self.budget.map_or_else(Budget::unlimited, Budget::nodes)
    }
}

pub(crate) fn run(command: &ConnectFour) -> Result<Exit> {
    match command {
        ConnectFour::Solve { sources, weak, board } => solve(sources, *weak, board),
        ConnectFour::Analyze { moves, board } => analyze(moves, board),
        ConnectFour::BenchWin { board } => bench_win(*board),
        ConnectFour::Perft { depth, board } => {
            println!("{}", perft(&Position::new(*board), *depth));
            Ok(Exit::Done)
        }
    }
}

/// Where a text of moves is wrong, and why.
fn told(name: &str, number: usize, error: &ParseError) -> String {
    format!("{name}:{number}:{}: {}", error.at.column, error.kind)
}

fn solve(sources: &[String], is_weak: bool, board: &Board) -> Result<Exit> {
    let mut solver = board.solver()?;
    let mut out = BufWriter::new(stdout().lock());
    let mut progress = Progress::new(false);
    let (mut exit, mut count) = (Exit::Done, 0_u64);
    for (place, argument) in sources.iter().enumerate() {
        let is_moves = argument.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && !std::path::Path::new(argument).exists();
        let source = if is_moves {
            Source::Argument(place + 1, argument.clone())
        } else if argument == "-" {
            Source::Stdin
        } else {
            Source::File(argument.clone())
        };
        let name = source.name();
        let mut lines = source.open()?;
        let mut number = 0;
        while let Some(chunk) = lines.chunk()?.or_else(|| (number == 0 && is_moves).then(|| b"\n".to_vec())) {
            let text = chunk.strip_suffix(b"\n").unwrap_or(&chunk);
            for line in text.split(|&byte| byte == b'\n') {
                number += 1;
                let line = String::from_utf8_lossy(line);
                let moves = line.split_whitespace().next().unwrap_or_default();
                match Position::parse_moves(board.board, moves) {
                    Err(error) => {
                        progress.aside(|| eprintln!("{}", told(&name, number, &error)));
                        writeln!(out, "{moves} error: {}", error.kind)?;
                        exit = exit.max(Exit::BadInput);
                    }
                    Ok(position) => {
                        let mut budget = board.budget();
                        let score = if is_weak {
                            solver.outcome(&position, &mut budget)
                        } else {
                            solver.score(&position, &mut budget)
                        };
                        match score {
                            Ok(score) => writeln!(out, "{moves} {score}")?,
                            Err(spent) => {
                                writeln!(out, "{moves} budget: {spent}")?;
                                exit = exit.max(Exit::BudgetSpent);
                            }
                        }
                    }
                }
                count += 1;
                progress.show(lines.progress(), || format!("{count} positions"));
                if interrupt::was_asked() {
                    out.flush()?;
                    anyhow::bail!("interrupted after {count} positions");
                }
            }
            out.flush()?;
        }
    }
    progress.finish();
    out.flush()?;
    Ok(exit)
}

fn analyze(moves: &str, board: &Board) -> Result<Exit> {
    let mut solver = board.solver()?;
    let position = Position::parse_moves(board.board, moves)
        .map_err(|error| anyhow::anyhow!("{}", told("argument 1", 1, &error)))?;
    let mut out = stdout().lock();
    for column in board.board.columns() {
        let Ok(after) = position.after(column) else { continue };
        match solver.score(&after, &mut board.budget()) {
            Ok(score) => writeln!(out, "{column} {}", -score)?,
            Err(spent) => {
                writeln!(out, "{column} budget: {spent}")?;
                return Ok(Exit::BudgetSpent);
            }
        }
    }
    Ok(Exit::Done)
}

/// Positions that are looked at in turns.
const POSITIONS: usize = 4096;

/// The stones of one side in games of random moves, each some moves long.
fn random(size: Size) -> Vec<u128> {
    let mut state: u64 = 1;
    let mut below = |bound: usize| {
        // Splitmix64: any numbers will do.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        usize::try_from(mixed >> 40).unwrap_or(0) % bound
    };
    let mut all = Vec::with_capacity(POSITIONS);
    while all.len() < POSITIONS {
        let mut position = Position::new(size);
        for _ in 0..below(size.cells() + 1) {
            let moves: Vec<_> = position.moves().collect();
            if moves.is_empty() {
                break;
            }
            position = position.after(moves[below(moves.len())]).unwrap_or(position);
        }
        all.push(position.stones(if below(2) == 0 { Side::First } else { Side::Second }));
    }
    all
}

fn bench_win(size: Size) -> Result<Exit> {
    let positions = random(size);
    let lines = Lines::new(size);
    // They are compared before any of them is timed.
    for &stones in &positions {
        let found =
            [lines.found(stones).is_some(), shift::has_run(size, stones), logic::has_run(size, stones)];
        anyhow::ensure!(found == [found[0]; 3], "the three ways do not agree on {stones:#x}: {found:?}");
    }
    let won = positions.iter().filter(|&&stones| shift::has_run(size, stones)).count();
    println!("{POSITIONS} positions on {size}, {won} of them won; the fastest pass of each way");
    for (name, passes) in [("lines", 200), ("shift", 2000), ("logic", 5)] {
        let mut best = f64::INFINITY;
        for _ in 0..passes {
            // Each way by itself, so that nothing stands between it and the compiler.
            let nanoseconds = match name {
                "lines" => timed(&positions, |stones| lines.found(stones).is_some()),
                "shift" => timed(&positions, |stones| shift::has_run(size, stones)),
                _ => timed(&positions, |stones| logic::has_run(size, stones)),
            };
            best = best.min(nanoseconds);
        }
        println!("{name} {best:.2} ns");
    }
    Ok(Exit::Done)
}

/// Nanoseconds for a position, in the mean of one pass over all.
#[expect(clippy::disallowed_methods, reason = "the command line has the clock")]
#[expect(clippy::cast_precision_loss, reason = "a time for people")]
fn timed(positions: &[u128], has_run: impl Fn(u128) -> bool) -> f64 {
    let start = Instant::now();
    let won = positions.iter().filter(|&&stones| has_run(stones)).count();
    black_box(won);
    start.elapsed().as_nanos() as f64 / positions.len() as f64
}
