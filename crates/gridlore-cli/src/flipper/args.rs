//! The command line of `gridlore flipper`.

use crate::shared_args::NodeBudget;
use crate::sudoku::Format;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Subcommand)]
pub(crate) enum Flipper {
    Play(Play),
    Solve(Solve),
    Table(Table),
    Quiet(Quiet),
    Generate(Generate),
    Render(Render),
    Nullity(Nullity),
}

/// Play a toggle puzzle in the terminal.
///
/// The board fills the screen. Press moves with the arrow keys and Enter, the digits 1 to 9, or the
/// mouse; h gives a hint, s solves step by step, ? lists all keys, and q quits and prints how to
/// continue the game. With --line, or without a terminal, the board is printed and each line of
/// input is a move.
#[derive(Args)]
pub(crate) struct Play {
    /// Board to start from [default: random].
    #[arg(value_name = "GRID")]
    pub(super) board: Option<String>,
    #[command(flatten)]
    pub(super) puzzle: TogglePuzzle,
    /// Length of the new board's shortest solution, in presses.
    ///
    /// By default, boards can need any number of presses.
    #[arg(long, value_name = "N")]
    pub(super) presses: Option<usize>,
    /// Seed of the first board [default: random].
    #[arg(long, value_name = "S")]
    pub(super) seed: Option<u64>,
    /// Play line by line even on a terminal.
    #[arg(long)]
    pub(super) line: bool,
}

/// Print a shortest solution, or prove that there is none.
///
/// Prints the names of the moves on one line. The line is empty if the board is already the goal.
/// For a board that cannot reach the goal, prints `# none:` and a proof that you can check by hand:
/// a set of squares such that every move turns an even number of them, while the board and the goal
/// differ in an odd number of them.
#[derive(Args)]
pub(crate) struct Solve {
    /// Board as 0s and 1s (or . and #), a file, or -.
    ///
    /// The squares are given row by row; - reads standard input.
    #[arg(value_name = "GRID|FILE|-")]
    pub(super) board: String,
    #[command(flatten)]
    pub(super) puzzle: TogglePuzzle,
    /// Print the number of solutions instead.
    #[arg(long, conflicts_with = "all")]
    pub(super) count: bool,
    /// Print every solution, one per line.
    ///
    /// Consecutive solutions differ by one quiet pattern.
    #[arg(long)]
    pub(super) all: bool,
    /// Print only one move of a shortest solution.
    #[arg(long, conflicts_with_all = ["count", "all", "json"])]
    pub(super) hint: bool,
    /// Print a JSON object; with --all, one per line.
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) budget: NodeBudget,
}

/// Print, for every square, the moves that turn only that square.
///
/// Prints one line `square: moves` per square.
#[derive(Args)]
pub(crate) struct Table {
    #[command(flatten)]
    pub(super) puzzle: TogglePuzzle,
    /// First show the elimination step by step.
    ///
    /// Shows which combinations of moves isolate each square.
    #[arg(long, short)]
    pub(super) verbose: bool,
    /// Print one JSON object per square.
    #[arg(long, conflicts_with = "verbose")]
    pub(super) json: bool,
}

/// Print a basis of the quiet patterns (presses that change nothing).
///
/// Prints one pattern per line. Any two solutions of a board differ by a sum of these patterns.
#[derive(Args)]
pub(crate) struct Quiet {
    #[command(flatten)]
    pub(super) puzzle: TogglePuzzle,
    /// Print one JSON object per pattern.
    #[arg(long)]
    pub(super) json: bool,
}

/// Generate solvable boards, one per line.
///
/// The same seed always gives the same boards: board number i, counted from 0, depends only on the
/// seed S+i.
#[derive(Args)]
pub(crate) struct Generate {
    #[command(flatten)]
    pub(super) puzzle: TogglePuzzle,
    /// Length of each board's shortest solution, in presses.
    ///
    /// By default, boards can need any number of presses.
    #[arg(long, value_name = "N")]
    pub(super) presses: Option<usize>,
    /// Number of boards to generate.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    pub(super) number: u64,
    /// Seed of the first board [default: random].
    #[arg(long, value_name = "S")]
    pub(super) seed: Option<u64>,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Line)]
    pub(super) format: Format,
    /// Same as --format json.
    #[arg(long, conflicts_with = "format")]
    pub(super) json: bool,
}

/// Draw a board as text, SVG, PNG or JSON.
#[derive(Args)]
pub(crate) struct Render {
    /// Board as 0s and 1s (or . and #), a file, or -.
    ///
    /// The squares are given row by row; - reads standard input.
    #[arg(value_name = "GRID|FILE|-")]
    pub(super) board: String,
    #[command(flatten)]
    pub(super) puzzle: TogglePuzzle,
    /// Output format [default: from the file name, or text].
    #[arg(long, value_enum)]
    pub(super) format: Option<ImageFormat>,
    /// Same as --format json.
    #[arg(long, conflicts_with = "format")]
    pub(super) json: bool,
    /// Output file [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
}

/// A format in which boards are drawn.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ImageFormat {
    /// Rows of # and .
    Text,
    /// A standalone vector image.
    Svg,
    /// A pixel image.
    Png,
    /// Rows, columns, and the colour and goal of every square.
    Json,
}

/// Print the nullity of Lights Out on a board of N columns and M rows.
///
/// The nullity is the dimension of the space of quiet patterns.
#[derive(Args)]
pub(crate) struct Nullity {
    /// Number of columns of the board.
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(super) n: u32,
    /// Number of rows [default: N].
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(super) m: Option<u32>,
    /// Print `n<TAB>nullity` for all square boards up to N by N.
    #[arg(long, conflicts_with = "m")]
    pub(super) table: bool,
    /// Print one JSON object per board.
    #[arg(long)]
    pub(super) json: bool,
}

/// A toggle puzzle and its goal.
#[derive(Args)]
pub(crate) struct TogglePuzzle {
    /// Puzzle: flipper, merlin, "lights-out 5 5", or a file.
    ///
    /// flipper, merlin, "lights-out COLUMNS ROWS [torus] [cross] [colours K]", "random COLUMNS ROWS
    /// MOVES SEED [colours K]", "graph A-B B-C ... [colours K]", or a file with your own puzzle
    /// (docs/own-toggle-puzzles.md).
    #[arg(long, value_name = "NAME|FILE", default_value = "flipper")]
    pub(super) puzzle: String,
    /// Lights Out of this size; short for --puzzle "lights-out W H".
    ///
    /// With --seed S, the board is the same as on the Flipper page at ?size=WxH&seed=S.
    #[arg(long = "size", value_name = "WxH", conflicts_with = "puzzle", value_parser = lights_out)]
    pub(super) sized: Option<String>,
    /// Goal board, or a file [default: the puzzle's goal].
    #[arg(long, value_name = "GRID|FILE")]
    pub(super) goal: Option<String>,
}

impl TogglePuzzle {
    /// Returns the name or the file name of the puzzle.
    pub(super) fn name(&self) -> &str {
        self.sized.as_ref().unwrap_or(&self.puzzle)
    }
}

/// Returns the puzzle name of Lights Out for a size such as `9x7`.
fn lights_out(size: &str) -> Result<String, String> {
    let side = |text: &str| text.parse::<u32>().ok().filter(|side| *side > 0);
    size.split_once('x')
        .and_then(|(columns, rows)| Some(format!("lights-out {} {}", side(columns)?, side(rows)?)))
        .ok_or_else(|| format!("found \"{}\", expected columns and rows, as in 9x7", size.escape_debug()))
}
