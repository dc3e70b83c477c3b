//! `gridlore connect-four`: scores of positions and of every move, games looked at again and
//! played, and games by their length.

mod book;
mod game;
mod patience;
mod play;
mod review;
mod screen;
mod wins;

use crate::Exit;
use crate::input::{Source, bytes_of};
use crate::interrupt;
use crate::progress::Progress;
use anyhow::{Context, Result, ensure};
use clap::{Args, Subcommand};
use gridlore::ParseError;
use gridlore_connect_four::book::Book;
use gridlore_connect_four::explain::explanation as explained;
use gridlore_connect_four::{Column, Position, Size, Solver, perft};
use patience::patiently;
use std::io::{BufWriter, Write, stdout};
use std::path::{Path, PathBuf};

#[derive(Subcommand)]
pub(crate) enum ConnectFour {
    /// The score of each line's position: moves, and the score for whoever moves next.
    ///
    /// 0 is a draw; a win is 1 with the last stone of the side and one more for each stone that it
    /// has left then; a loss is the same for the other side with a minus.
    Solve {
        /// Files (gz and zstd are read as they are), - for standard input, or moves such as 4453.
        /// The first word of a line is the moves, the columns from 1; the rest is not read.
        #[arg(required = true, value_name = "FILE|-|MOVES")]
        sources: Vec<String>,
        /// Who wins alone: 1 for whoever moves next, -1 for the other side, 0 for a draw. It takes
        /// less time.
        #[arg(long)]
        weak: bool,
        #[command(flatten)]
        board: Board,
    },
    /// The score of every column for the side that moves into it, a line each; nothing for columns
    /// that are full.
    Analyze {
        /// The moves so far, such as 4453; nothing is the empty board.
        #[arg(default_value = "")]
        moves: String,
        /// A position drawn as rows of X, O and ., the uppermost first, instead of moves: a file,
        /// or - for standard input.
        #[arg(long, value_name = "FILE|-", conflicts_with = "moves")]
        grid: Option<String>,
        /// Say behind each score what it means and why.
        #[arg(long)]
        why: bool,
        /// Print the moves that both sides play on with, if neither makes a mistake, in a last
        /// line.
        #[arg(long)]
        line: bool,
        #[command(flatten)]
        board: Board,
    },
    /// Look at a game again: which moves were best, which gave something away, and what would have
    /// been better.
    Review {
        /// The moves, such as 4453.
        moves: String,
        /// One object of JSON for the whole game.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        board: Board,
    },
    /// Play: two people, a person against a level, or two levels.
    Play(play::Play),
    /// Make an opening book: the scores of all positions of so many plies. A file that is there is
    /// gone on with; Ctrl-C loses nothing.
    Book {
        /// How many plies; each more takes some three times as long.
        #[arg(long, default_value_t = 4)]
        plies: usize,
        /// The file.
        #[arg(long, short)]
        out: PathBuf,
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
    /// Threads for one position that takes long.
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// An opening book to look into, as the command book makes them; own is the one that comes with
    /// the program.
    #[arg(long, value_name = "FILE|own")]
    book: Option<String>,
}

fn size(text: &str) -> Result<Size, String> {
    Size::parse(text).map_err(|error| error.kind.to_string())
}

impl Board {
    fn solver(&self) -> Result<Solver> {
        self.solver_or(None)
    }

    /// A solver; where no book is named, with this one.
    fn solver_or(&self, book: Option<Book>) -> Result<Solver> {
        let bytes = self.hash.saturating_mul(1 << 20);
        let solver = Solver::with_threads(self.board, bytes, self.threads.clamp(1, 256));
        let book = match self.book.as_deref() {
            None => book,
            Some("own") => {
                let own = Book::built_in(self.board);
                ensure!(
                    own.is_some(),
                    "found the board {}, expected the usual one for the book that comes with the program",
                    self.board
                );
                own
            }
            Some(file) => {
                let bytes = bytes_of(Path::new(file)).context("the book")?;
                let book = Book::read(&bytes).with_context(|| format!("the book {file}"))?;
                ensure!(
                    book.size() == self.board,
                    "the book {file}: found one for {}, expected one for {}",
                    book.size(),
                    self.board
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
                None => moves_of(moves, board.board)?,
                Some(file) => drawn(file, board.board)?,
            };
            analyze(&position, *why, *line, board)
        }
        ConnectFour::Review { moves, json, board } => review::run(moves, *json, board),
        ConnectFour::Play(args) => play::run(args),
        ConnectFour::Book { plies, out, board } => book::run(*plies, out, board),
        ConnectFour::BenchWin { board } => wins::bench(*board),
        ConnectFour::Perft { depth, board } => {
            println!("{}", perft(&Position::new(*board), *depth));
            Ok(Exit::Done)
        }
    }
}

/// Reads moves that stand on the command line.
fn moves_of(text: &str, size: Size) -> Result<Position> {
    Position::parse_moves(size, text).map_err(|error| anyhow::anyhow!("{}", told("argument 1", 1, &error)))
}

/// Where a text of moves is wrong, and why.
fn told(name: &str, number: usize, error: &ParseError) -> String {
    format!("{name}:{number}:{}: {}", error.at.column, error.kind)
}

/// Reads a position that is drawn.
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
    for (place, argument) in sources.iter().enumerate() {
        let is_moves =
            argument.bytes().all(|byte| byte.is_ascii_alphanumeric()) && !Path::new(argument).exists();
        let source =
            if is_moves { Source::Argument(place + 1, argument.clone()) } else { Source::file(argument) };
        let name = source.name();
        let mut lines = source.open()?;
        let mut number = 0;
        while let Some(chunk) = lines.chunk()? {
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
                        let what = || format!("{moves}, position {}", count + 1);
                        let score =
                            patiently(&mut solver, board.budget, &mut progress, &what, |solver, budget| {
                                if is_weak {
                                    solver.outcome(&position, budget)
                                } else {
                                    solver.score(&position, budget)
                                }
                            });
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

fn analyze(position: &Position, is_why: bool, is_line: bool, board: &Board) -> Result<Exit> {
    let mut solver = board.solver()?;
    let mut out = stdout().lock();
    let mut progress = Progress::new(false);
    for column in board.board.columns() {
        let Ok(after) = position.after(column) else { continue };
        let what = || format!("column {column}");
        let asked = patiently(&mut solver, board.budget, &mut progress, &what, |solver, budget| {
            let score = -solver.score(&after, budget)?;
            let line = if is_why { solver.line(&after, budget)? } else { Vec::new() };
            Ok((score, line))
        })?;
        let answer = match asked {
            Ok((score, line)) if is_why => {
                Ok(format!("{column} {score} {}", explained(position, column, score, &line).text))
            }
            Ok((score, _)) => Ok(format!("{column} {score}")),
            Err(spent) => Err(format!("{column} budget: {spent}")),
        };
        progress.aside(|| drop(writeln!(out, "{}", answer.as_ref().unwrap_or_else(|told| told))));
        if answer.is_err() {
            return Ok(Exit::BudgetSpent);
        }
    }
    if is_line {
        let what = || "the moves to the end".to_owned();
        let asked = patiently(&mut solver, board.budget, &mut progress, &what, |solver, budget| {
            solver.line(position, budget)
        })?;
        let Ok(line) = asked else { return Ok(Exit::BudgetSpent) };
        progress.finish();
        writeln!(out, "line {}", line.iter().map(Column::to_string).collect::<String>())?;
    }
    progress.finish();
    Ok(Exit::Done)
}
