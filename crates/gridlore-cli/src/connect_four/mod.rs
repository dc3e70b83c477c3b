//! `gridlore connect-four`: scores of positions and moves, reviews, games against levels, and
//! opening books.

mod book;
mod game;
mod interruptible;
mod play;
mod review;
mod screen;
mod wins;

use crate::Exit;
use crate::input::{Source, looks_like_a_file, near_file, read_bytes};
use crate::interrupt;
use crate::message::printable;
use crate::progress::Progress;
use crate::shared_args::NodeBudget;
use anyhow::{Context, Result, ensure};
use clap::{Args, Subcommand};
use gridlore::ParseError;
use gridlore_connect_four::book::Book;
use gridlore_connect_four::explain::explanation as explained;
use gridlore_connect_four::{Column, Position, Size, Solver, perft};
use interruptible::interruptible;
use std::io::{BufWriter, Write, stdout};
use std::path::{Path, PathBuf};

#[derive(Subcommand)]
pub(crate) enum ConnectFour {
    /// Score positions exactly, one per line.
    ///
    /// Prints the moves of each line and the score for the side to move. A draw scores 0. A win
    /// scores 1 plus the number of discs that the winner has left. A loss is the negative of the
    /// winner's score.
    Solve {
        /// Files, - for standard input, or moves such as 4453.
        ///
        /// The first word of each line contains the moves as column numbers from 1; the rest is
        /// ignored. Files can be compressed with gzip or zstd.
        #[arg(required = true, value_name = "FILE|-|MOVES")]
        sources: Vec<String>,
        /// Print only who wins: 1, 0 or -1.
        ///
        /// 1 if the side to move wins, -1 if it loses, 0 for a draw. Faster than scores.
        #[arg(long)]
        weak: bool,
        #[command(flatten)]
        board: Board,
    },
    /// Score every move of a position, one per line.
    ///
    /// Prints each column that is not full, with its score for the side to move.
    Analyze {
        /// Moves so far, such as 4453 [default: none].
        #[arg(default_value = "", hide_default_value = true)]
        moves: String,
        /// File with a position as a text diagram, instead of moves.
        ///
        /// Rows of X, O and . from top to bottom; - reads standard input.
        #[arg(long, value_name = "FILE|-", conflicts_with = "moves")]
        grid: Option<String>,
        /// Explain each score.
        #[arg(long)]
        why: bool,
        /// Also print best play to the end, as the last line.
        #[arg(long)]
        line: bool,
        #[command(flatten)]
        board: Board,
    },
    /// Review a game: best moves, mistakes, and better moves.
    Review {
        /// Moves of the game, such as 4453.
        moves: String,
        /// Print one JSON object for the whole game.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        board: Board,
    },
    /// Play against a level or a person, or watch two levels.
    Play(play::Play),
    /// Compute an opening book: the scores of all positions after N plies.
    ///
    /// Ctrl-C loses nothing: the same command continues where it stopped.
    Book {
        /// Number of plies; each extra ply roughly triples the time.
        ///
        /// At most 12.
        #[arg(long, value_name = "N", default_value_t = 4)]
        plies: usize,
        /// File to write.
        #[arg(long, short, value_name = "FILE")]
        out: PathBuf,
        #[command(flatten)]
        board: Board,
    },
    /// Time three ways of detecting a win on this machine.
    ///
    /// Prints the nanoseconds per position for each way.
    BenchWin(BoardSize),
    /// Count the games of exactly DEPTH moves.
    Perft {
        /// Number of moves in each game.
        depth: usize,
        #[command(flatten)]
        size: BoardSize,
    },
}

/// The size of the board.
#[derive(Args, Clone, Copy)]
pub(crate) struct BoardSize {
    /// Width x height, optionally x run length.
    ///
    /// 7x6 is the standard board; on 9x7x5, five discs in a row win. At most 32 columns and rows,
    /// with columns x (rows + 1) at most 128.
    #[arg(long = "board", id = "board", value_name = "SIZE", default_value = "7x6", value_parser = size)]
    size: Size,
}

/// The board and the solver.
#[derive(Args)]
pub(crate) struct Board {
    #[command(flatten)]
    board: BoardSize,
    /// Memory for the transposition table, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    hash: usize,
    #[command(flatten)]
    budget: NodeBudget,
    /// Number of threads for slow positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Opening book: a file, or own for the built-in one.
    ///
    /// `connect-four book` computes such files. The built-in book is for the standard board.
    #[arg(long, value_name = "FILE|own")]
    book: Option<String>,
}

fn size(text: &str) -> Result<Size, String> {
    Size::parse(text).map_err(|error| error.kind.to_string())
}

impl Board {
    /// Returns a solver with the book of the command line, if any.
    fn solver(&self) -> Result<Solver> {
        self.solver_or(None)
    }

    /// Returns a solver with the book of the command line, or else with `book`.
    fn solver_or(&self, book: Option<Book>) -> Result<Solver> {
        let bytes = self.hash.saturating_mul(1 << 20);
        let solver = Solver::with_threads(self.board.size, bytes, self.threads.clamp(1, 256));
        let book = match self.book.as_deref() {
            None => book,
            Some("own") => {
                let own = Book::built_in(self.board.size);
                ensure!(
                    own.is_some(),
                    "--book own: found the board {}, expected 7x6, the board of the built-in book",
                    self.board.size
                );
                own
            }
            Some(file) => {
                let bytes = read_bytes(Path::new(file)).context("--book")?;
                let book = Book::read(&bytes).with_context(|| format!("--book {file}"))?;
                ensure!(
                    book.size() == self.board.size,
                    "--book {file}: found a book for {}, expected one for {}",
                    book.size(),
                    self.board.size
                );
                Some(book)
            }
        };
        Ok(match book {
            Some(book) => solver.with_book(book),
            None => solver,
        })
    }
}

pub(crate) fn run(command: &ConnectFour) -> Result<Exit> {
    match command {
        ConnectFour::Solve { sources, weak, board } => solve(sources, *weak, board),
        ConnectFour::Analyze { moves, grid, why, line, board } => {
            let position = match grid {
                None => moves_of(moves, board.board.size)?,
                Some(file) => drawn(file, board.board.size)?,
            };
            analyze(&position, *why, *line, board)
        }
        ConnectFour::Review { moves, json, board } => review::run(moves, *json, board),
        ConnectFour::Play(args) => play::run(args),
        ConnectFour::Book { plies, out, board } => book::run(*plies, out, board),
        ConnectFour::BenchWin(board) => wins::bench(board.size),
        ConnectFour::Perft { depth, size } => {
            println!("{}", perft(&Position::new(size.size), *depth));
            Ok(Exit::Done)
        }
    }
}

/// Parses an argument that consists of moves.
fn moves_of(text: &str, size: Size) -> Result<Position> {
    Position::parse_moves(size, text).map_err(|error| {
        let is_file = Path::new(text).exists();
        if is_file || looks_like_a_file(text) || near_file(Path::new(text)).is_some() {
            return anyhow::anyhow!(
                "{}: expected moves such as 4453; to read a file of games, use `connect-four solve FILE`; to read a text diagram, use `connect-four analyze --grid FILE`",
                text.escape_debug()
            );
        }
        anyhow::anyhow!("{}", located("argument 1", 1, &error))
    })
}

/// Returns a message about an error in moves, with its position.
fn located(name: &str, number: usize, error: &ParseError) -> String {
    printable(format_args!("{name}:{number}:{}: {}", error.at.column, error.kind))
}

/// Reads a position from a text diagram.
fn drawn(file: &str, size: Size) -> Result<Position> {
    let source = Source::file(file);
    let name = source.name();
    Position::parse_grid(size, &source.text()?)
        .map_err(|error| anyhow::anyhow!("{name}:{}:{}: {}", error.at.line, error.at.column, error.kind))
}

fn solve(sources: &[String], is_weak: bool, board: &Board) -> Result<Exit> {
    let mut solver = board.solver()?;
    let mut out = BufWriter::new(stdout().lock());
    let mut progress = Progress::new(false);
    let (mut exit, mut count) = (Exit::Done, 0_u64);
    for (index, argument) in sources.iter().enumerate() {
        let is_moves =
            argument.bytes().all(|byte| byte.is_ascii_alphanumeric()) && !Path::new(argument).exists();
        let source =
            if is_moves { Source::Argument(index + 1, argument.clone()) } else { Source::file(argument) };
        let name = source.name();
        let mut lines = source.open()?;
        let mut number = 0;
        while let Some(chunk) = lines.chunk()? {
            let text = chunk.strip_suffix(b"\n").unwrap_or(&chunk);
            for line in text.split(|&byte| byte == b'\n') {
                number += 1;
                let line = String::from_utf8_lossy(line);
                let moves = line.split_whitespace().next().unwrap_or_default();
                match Position::parse_moves(board.board.size, moves) {
                    Err(error) => {
                        progress.suspend(|| eprintln!("{}", located(&name, number, &error)));
                        writeln!(out, "{moves} error: {}", error.kind)?;
                        exit = exit.max(Exit::BadInput);
                    }
                    Ok(position) => {
                        let what = || format!("{moves}, position {}", count + 1);
                        let score = interruptible(
                            &mut solver,
                            board.budget.nodes,
                            &mut progress,
                            &what,
                            |solver, budget| {
                                if is_weak {
                                    solver.outcome(&position, budget)
                                } else {
                                    solver.score(&position, budget)
                                }
                            },
                        );
                        match score.inspect_err(|_| drop(out.flush()))? {
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
                if interrupt::is_requested() {
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

fn analyze(position: &Position, is_why: bool, is_line: bool, board: &Board) -> Result<Exit> {
    let mut solver = board.solver()?;
    let mut out = stdout().lock();
    let mut progress = Progress::new(false);
    for column in board.board.size.columns() {
        let Ok(after) = position.after(column) else { continue };
        let what = || format!("column {column}");
        let result =
            interruptible(&mut solver, board.budget.nodes, &mut progress, &what, |solver, budget| {
                let score = -solver.score(&after, budget)?;
                let line = if is_why { solver.line(&after, budget)? } else { Vec::new() };
                Ok((score, line))
            })?;
        let answer = match result {
            Ok((score, line)) if is_why => {
                Ok(format!("{column} {score} {}", explained(position, column, score, &line).text))
            }
            Ok((score, _)) => Ok(format!("{column} {score}")),
            Err(spent) => Err(format!("{column} budget: {spent}")),
        };
        progress.suspend(|| drop(writeln!(out, "{}", answer.as_ref().unwrap_or_else(|error| error))));
        if answer.is_err() {
            return Ok(Exit::BudgetSpent);
        }
    }
    if is_line {
        let what = || "the moves to the end".to_owned();
        let result =
            interruptible(&mut solver, board.budget.nodes, &mut progress, &what, |solver, budget| {
                solver.line(position, budget)
            })?;
        let Ok(line) = result else { return Ok(Exit::BudgetSpent) };
        progress.finish();
        writeln!(out, "line {}", line.iter().map(Column::to_string).collect::<String>())?;
    }
    progress.finish();
    Ok(Exit::Done)
}
