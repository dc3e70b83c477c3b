//! The command line: one struct a command, the single source of `--help`.

use crate::batch_args::{Effort, Input, Report};
use crate::connect_four::ConnectFour;
use crate::cover::Cover;
use crate::input::MAX_INPUT;
use crate::life::Life;
use crate::logs::Logs;
use crate::prolog::Prolog;
use crate::sudoku::{Human, Shape, Wanted};
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use gridlore_sudoku::{Cell, Level, Pattern};
use std::net::SocketAddr;
use std::path::PathBuf;

const EXIT_CODES: &str = "Exit codes: 0 all done, 1 something has no solution or several, 2 bad input or usage, 3 a budget was spent.";

/// A puzzle workbench: solve, explain, generate and play puzzles on grids, and publish them on a
/// site of your own.
#[derive(Parser)]
#[command(name = "gridlore", version, propagate_version = true, arg_required_else_help = true, after_help = EXIT_CODES)]
pub(crate) struct Args {
    /// The largest text that is read whole, unpacked, in MiB.
    #[arg(long, global = true, value_name = "MIB", default_value_t = MAX_INPUT, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub(crate) max_input: u64,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Serve(Serve),
    /// Blogs and their posts, in the data folder of a site that runs or not.
    #[command(subcommand)]
    Blog(Blog),
    Export(ExportSite),
    Backup(Backup),
    Restore(Restore),
    /// List the accounts of a site, let somebody in again, or close an account.
    #[command(subcommand)]
    People(People),
    /// Access logs: who came, from where, to which page.
    #[command(subcommand)]
    Logs(Logs),
    Show(Show),
    Play(Play),
    /// Sudoku: the usual 9x9 board, and any other geometry.
    #[command(subcommand, after_help = EXIT_CODES)]
    Sudoku(Sudoku),
    /// Flipper and other toggle puzzles: which presses reach the goal, or why none do.
    #[command(subcommand, after_help = EXIT_CODES)]
    Flipper(Flipper),
    /// Connect Four: positions and moves with their exact scores.
    #[command(subcommand, after_help = EXIT_CODES)]
    ConnectFour(ConnectFour),
    /// Exact covers in Knuth's format: solved, counted, and made.
    #[command(subcommand, after_help = EXIT_CODES)]
    Cover(Cover),
    /// The Game of Life and its relatives: patterns run, shown, and written in other formats.
    #[command(subcommand, after_help = EXIT_CODES)]
    Life(Life),
    Prolog(Prolog),
}

/// Run the site: blogs with live puzzles.
///
/// The first line on standard output ends with the address that was taken. Ctrl-C lets running
/// requests finish and stops.
#[derive(ClapArgs)]
pub(crate) struct Serve {
    /// Where to listen; port 0 takes any free one.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8080")]
    pub(crate) listen: SocketAddr,
    /// Where database, uploads and access log are kept; made when it is not there, with a demo blog
    /// in it.
    #[arg(long, value_name = "DIR", default_value = "./gridlore-data")]
    pub(crate) data: PathBuf,
    /// A TOML file; docs/configuration.md tells its keys. None is needed.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

/// Where the site is.
#[derive(ClapArgs)]
pub(crate) struct Data {
    /// The site's data folder.
    #[arg(long, value_name = "DIR", default_value = "./gridlore-data")]
    pub(crate) data: PathBuf,
}

#[derive(Subcommand)]
pub(crate) enum Blog {
    /// Add a blog.
    New {
        /// Its name in addresses: lower-case letters, digits and -.
        id: String,
        /// Its name for people.
        #[arg(long)]
        title: String,
        /// One sentence.
        #[arg(long, default_value = "")]
        description: String,
        /// Who writes it.
        #[arg(long, default_value = "")]
        author: String,
        #[command(flatten)]
        data: Data,
    },
    /// List the blogs: id, published, scheduled and draft posts, title, separated by tabs.
    List {
        #[command(flatten)]
        data: Data,
    },
    /// Publish a Markdown file, in the place of the post of the same name if there is one. Its
    /// front matter may say draft = true, or a time to come; without any it is published now.
    Post {
        /// The blog.
        id: String,
        /// The file; its name is the post's name in addresses.
        file: PathBuf,
        #[command(flatten)]
        data: Data,
    },
    /// Read every Markdown file below a folder into a blog, of this program or of Hugo, Zola,
    /// Jekyll and their like: all of them, or none when one cannot be read. Pictures that they show
    /// from there come along.
    Import {
        /// The blog.
        id: String,
        folder: PathBuf,
        #[command(flatten)]
        data: Data,
    },
    Backup(Backup),
    Restore(Restore),
    /// Write every post, drafts too, as FOLDER/BLOG/NAME.md, with what the blogs are called, their
    /// comments and the pictures, and the files of the blogs' folders; import reads back the same.
    Export {
        folder: PathBuf,
        /// Only this blog.
        #[arg(long, value_name = "ID")]
        blog: Option<String>,
        /// The site's configuration, for the files that it mounts.
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
        #[command(flatten)]
        data: Data,
    },
}

/// Write the public site as files for any static host, puzzles playable; a second time, only what
/// has changed. Broken links are listed, and the exit code is then 1.
#[derive(ClapArgs)]
pub(crate) struct ExportSite {
    /// A new folder, or that of an earlier export.
    pub(crate) folder: PathBuf,
    /// Where the files will be found, such as https://puzzles.example; feeds, site map and pictures
    /// of links need it.
    #[arg(long, value_name = "URL")]
    pub(crate) address: Option<String>,
    /// The site's configuration.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) data: Data,
}

#[derive(Subcommand)]
pub(crate) enum People {
    /// Print one account per line: name, role, state, second factor, open sessions, and the name
    /// that readers see.
    List {
        #[command(flatten)]
        data: Data,
    },
    /// Print a link with which somebody sets a new password, once and within a day.
    Reset {
        /// The name that they sign in with.
        name: String,
        /// Where the site is found, such as https://puzzles.example, for the link.
        #[arg(long)]
        address: Option<String>,
        #[command(flatten)]
        data: Data,
    },
    /// Close an account: its sessions end, and nobody can sign in to it; what its owner wrote
    /// stays.
    Close {
        /// The name that they sign in with.
        name: String,
        #[command(flatten)]
        data: Data,
    },
}

/// Write the whole site, as of one moment, to one file; the site may go on running.
#[derive(ClapArgs)]
pub(crate) struct Backup {
    /// A file that is not there yet.
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) data: Data,
}

/// Put a backup in place as a new site; every hash is checked first.
#[derive(ClapArgs)]
pub(crate) struct Restore {
    /// What backup wrote.
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) data: Data,
}

/// Print the puzzle of a game id, such as sudoku:easy#7.
#[derive(ClapArgs)]
pub(crate) struct Show {
    /// kind:params#seed, or kind:description.
    pub(crate) id: String,
    #[arg(long, value_enum, default_value_t = Picture::Text)]
    pub(crate) format: Picture,
}

/// Play a puzzle in the terminal.
///
/// On the whole screen where symbols are entered, with keys and mouse; line by line otherwise, and
/// where input or output is no terminal. Flipper and Connect Four have a screen of their own:
/// gridlore flipper play, gridlore connect-four play.
#[derive(ClapArgs)]
pub(crate) struct Play {
    /// A kind (sudoku), a kind and a preset (sudoku:hard), a game id, or a saved game.
    pub(crate) puzzle: String,
    /// The seed of a generated puzzle [default: random].
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Line by line, also on a terminal.
    #[arg(long)]
    pub(crate) line: bool,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Picture {
    /// Lines of text.
    Text,
    /// A picture that stands alone.
    Svg,
    /// The id that spells it out.
    Id,
}

#[derive(Subcommand)]
pub(crate) enum Sudoku {
    Solve(Solve),
    Check(Check),
    Count(Count),
    Solutions(Solutions),
    Generate(Generate),
    Canonical(Canonical),
    Scramble(Scramble),
    #[command(flatten)]
    Human(Human),
}

/// Solve puzzles, one answer a line, in input order.
///
/// A puzzle is 81 characters: 1-9, and . or 0 for a blank; on boards of another --geometry as many
/// as there are cells. For every input line one line comes out: the solution, `# none`,
/// `# several`, `# spent` or `# error: why`. Blank lines and # comments pass through. Bad lines are
/// told on standard error with file, line and column, and never stop a batch.
#[derive(ClapArgs)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) shape: Shape,
    /// What comes out; one puzzle on a terminal is a grid, all else lines.
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
}

/// Tell whether puzzles have exactly one solution.
///
/// For every input line one line comes out: `unique`, `several`, `none: why` or `error: why`. Blank
/// lines and # comments pass through.
#[derive(ClapArgs)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) shape: Shape,
    /// Count further than two: `several: 7 solutions`, or `several: N or more solutions` at the
    /// limit.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..))]
    pub(crate) limit: Option<u64>,
    /// What comes out.
    #[arg(long, value_enum, default_value_t = Format::Line)]
    pub(crate) format: Format,
}

/// Count the solutions of puzzles, a number a line.
///
/// For every input line one line comes out: the number of solutions, or N where there are N or more
/// of them; `# error: why` for a bad line. Blank lines and # comments pass through.
#[derive(ClapArgs)]
pub(crate) struct Count {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) shape: Shape,
    /// Count no further than this; without it to the end, which for few givens is beyond reach.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,
    /// A JSON object a line, for programs.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Print the solutions of puzzles, one a line, as they are found; all, or the first N.
///
/// The order is the same on every machine. After the solutions of a line of a file comes
/// `# N solutions`.
#[derive(ClapArgs)]
pub(crate) struct Solutions {
    /// Files (gz is read as it is), - for standard input, or puzzles themselves.
    #[arg(required = true, value_name = "FILE|-|PUZZLE")]
    pub(crate) sources: Vec<String>,
    /// No more than so many of each puzzle.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,
    /// A JSON object a solution, with the line of its puzzle.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) shape: Shape,
    #[command(flatten)]
    pub(crate) report: Report,
}

/// Print the canonical form of puzzles or grids, one a line.
///
/// Of all boards that come of a puzzle by exchanging rows, columns, bands, stacks, both, and
/// digits, the canonical form (minlex) is the first as a line, blanks before digits. Puzzles are
/// the same but for such changes exactly when their forms are equal.
#[derive(ClapArgs)]
pub(crate) struct Canonical {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Each form once, in the order in which it first comes, and how many lines have it.
    #[arg(long)]
    pub(crate) classes: bool,
    /// A JSON object a line, for programs; tells how many automorphisms the puzzle has too.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Dress puzzles in other clothes: rows, columns and digits exchanged at random, one a line.
#[derive(ClapArgs)]
pub(crate) struct Scramble {
    #[command(flatten)]
    pub(crate) input: Input,
    /// The same seed scrambles the same lines alike for ever; without one, any.
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
}

/// From one number of givens to another.
#[derive(Clone)]
pub(crate) struct Clues(pub(crate) std::ops::RangeInclusive<usize>);

impl std::str::FromStr for Clues {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        match (from.trim().parse(), to.trim().parse()) {
            (Ok(from), Ok(to)) if from <= to => Ok(Self(from..=to)),
            _ => Err(format!("found \"{text}\", expected two numbers, as 22..26, or one")),
        }
    }
}

/// Cells of the usual board.
#[derive(Clone)]
pub(crate) struct Cells(pub(crate) Vec<Cell>);

impl std::str::FromStr for Cells {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let signs: Vec<char> = text.chars().filter(|sign| !sign.is_whitespace() && *sign != '|').collect();
        if signs.len() != 81 {
            return Err(format!("found {} cells, expected 81", signs.len()));
        }
        let cells = Cell::all().zip(signs).filter(|(_, sign)| !matches!(sign, '.' | '0'));
        Ok(Self(cells.map(|(cell, _)| cell).collect()))
    }
}

/// Generate puzzles with exactly one solution, one a line: minimal ones, in which no given can be
/// spared, or ones of a difficulty.
///
/// The same seed gives the same puzzles for ever: the puzzle number i, from 0, is that of the seed
/// S+i alone. With --difficulty it is the game sudoku:LEVEL#SEED.
#[derive(ClapArgs)]
pub(crate) struct Generate {
    /// How many.
    #[arg(short = 'n', long, visible_alias = "count", value_name = "N", default_value_t = 1)]
    pub(crate) number: u64,
    /// The seed of the first; without one, any.
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) wanted: Wanted,
    /// easy: hidden singles are enough; medium: singles are enough; hard: more than singles is
    /// needed; minimal: no given can be spared.
    #[arg(long, value_name = "LEVEL", conflicts_with_all = ["clues", "symmetry", "geometry"])]
    pub(crate) difficulty: Option<Level>,
    /// Only puzzles with so many givens. Most on the usual board have 23 to 26; the further from
    /// that, the rarer.
    #[arg(long, value_name = "A..B", group = "givens")]
    pub(crate) clues: Option<Clues>,
    /// How the givens lie: none, half-turn, quarter-turn, mirror, diagonal, mirrors, diagonals,
    /// full. No given can be spared here either, which is rarer the more must lie alike: full takes
    /// about a second a puzzle.
    #[arg(long, value_name = "NAME", default_value_t = Pattern::None)]
    pub(crate) symmetry: Pattern,
    /// Where the givens lie: 81 characters, . or 0 for a blank, anything else for a given. From 20
    /// cells on most are found within a second.
    #[arg(long, value_name = "CELLS", group = "givens", conflicts_with_all = ["symmetry", "difficulty", "geometry", "controlled_bias"])]
    pub(crate) pattern: Option<Cells>,
    /// Givens that could be spared are allowed: with --pattern, as with many cells it is rare that
    /// none can; with --clues A..B givens go only until A are left, which is how large boards are
    /// made fast.
    #[arg(long, requires = "givens", conflicts_with = "controlled_bias")]
    pub(crate) spare: bool,
    /// Any two puzzles of as many givens are as likely, and how much likelier fewer givens are is
    /// known (Berthier): --format json tells how many puzzles each stands for. Some ten a second
    /// and core.
    #[arg(long, conflicts_with_all = ["symmetry", "difficulty", "geometry"])]
    pub(crate) controlled_bias: bool,
    /// What comes out.
    #[arg(long, value_enum, default_value_t = Format::Line)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) shape: Shape,
    #[command(flatten)]
    pub(crate) effort: Effort,
    #[command(flatten)]
    pub(crate) report: Report,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A line a puzzle: 81 characters, or the verdict.
    Line,
    /// A drawn grid a puzzle, for people.
    Grid,
    /// A JSON object a line, for programs.
    Json,
}

#[derive(Subcommand)]
pub(crate) enum Flipper {
    Play(FlipperPlay),
    Solve(FlipperSolve),
    Table(FlipperTable),
    Quiet(FlipperQuiet),
    Generate(FlipperGenerate),
    Render(FlipperRender),
    Nullity(FlipperNullity),
}

/// Play in the terminal.
///
/// On a terminal the board fills the screen: arrow keys and Enter, the digits 1 to 9, or the mouse
/// press; u and r undo and redo, h asks for a hint, s solves step by step, n makes a new board, q
/// leaves. Otherwise, or with --line, the grid is printed and a move is read from each line.
#[derive(ClapArgs)]
pub(crate) struct FlipperPlay {
    /// The board to begin with; without one, a random board.
    #[arg(value_name = "GRID")]
    pub(crate) board: Option<String>,
    #[command(flatten)]
    pub(crate) puzzle: TogglePuzzle,
    /// How many presses a new board shall need; without it, any number.
    #[arg(long, value_name = "N")]
    pub(crate) presses: Option<usize>,
    /// The seed of the first board; without one, any.
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// Lines and not the whole screen.
    #[arg(long)]
    pub(crate) line: bool,
}

/// Print the moves of a shortest solution on one line, an empty one when the board is the goal
/// already.
///
/// A board that cannot reach the goal is answered with `# none:` and a proof that a person can
/// check: squares of which every move turns an even number, an odd number of them lit on one of
/// board and goal and an even number on the other.
#[derive(ClapArgs)]
pub(crate) struct FlipperSolve {
    /// The board: 0 and 1 (or . and #) square by square; a file of them, or - for standard input.
    #[arg(value_name = "GRID|FILE|-")]
    pub(crate) board: String,
    #[command(flatten)]
    pub(crate) puzzle: TogglePuzzle,
    /// Print the number of solutions instead.
    #[arg(long, conflicts_with = "all")]
    pub(crate) count: bool,
    /// Print every solution, one a line, each a press of some quiet pattern away from the one
    /// before.
    #[arg(long)]
    pub(crate) all: bool,
    /// Print one move of a shortest solution, and no more.
    #[arg(long, conflicts_with_all = ["count", "all", "json"])]
    pub(crate) hint: bool,
    /// A JSON object, for programs; with --all one a line.
    #[arg(long)]
    pub(crate) json: bool,
    /// Solutions, or sets of presses, that may be looked at for the fewest.
    #[arg(long, value_name = "NODES", default_value_t = 1 << 32)]
    pub(crate) budget: u64,
}

/// Print, for every square, the moves that turn it alone: `square: moves`.
#[derive(ClapArgs)]
pub(crate) struct FlipperTable {
    #[command(flatten)]
    pub(crate) puzzle: TogglePuzzle,
    /// Show the elimination first: which combinations of moves isolate each square, step by step.
    #[arg(long, short)]
    pub(crate) verbose: bool,
    /// A JSON object a square, for programs.
    #[arg(long, conflicts_with = "verbose")]
    pub(crate) json: bool,
}

/// Print the quiet patterns, a basis of them, one a line: presses that turn nothing.
///
/// Two solutions of a board differ by a sum of these.
#[derive(ClapArgs)]
pub(crate) struct FlipperQuiet {
    #[command(flatten)]
    pub(crate) puzzle: TogglePuzzle,
    /// A JSON object a pattern, for programs.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Generate boards that can be solved, one a line.
///
/// The same seed gives the same boards for ever: board number i, from 0, is that of the seed
/// SEED+i.
#[derive(ClapArgs)]
pub(crate) struct FlipperGenerate {
    #[command(flatten)]
    pub(crate) puzzle: TogglePuzzle,
    /// How many presses a board shall need, no more and no fewer; without it, any number.
    #[arg(long, value_name = "N")]
    pub(crate) presses: Option<usize>,
    /// How many boards.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    pub(crate) number: u64,
    /// The seed of the first; without one, any.
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// What comes out.
    #[arg(long, value_enum, default_value_t = Format::Line)]
    pub(crate) format: Format,
    /// The same as --format json.
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
}

/// Draw a board: as text, as an SVG or a PNG picture, or as JSON for who draws it herself.
#[derive(ClapArgs)]
pub(crate) struct FlipperRender {
    /// The board: 0 and 1 (or . and #) square by square; a file of them, or - for standard input.
    #[arg(value_name = "GRID|FILE|-")]
    pub(crate) board: String,
    #[command(flatten)]
    pub(crate) puzzle: TogglePuzzle,
    /// By default what the name of the output file says, or else text.
    #[arg(long, value_enum)]
    pub(crate) format: Option<ToggleImage>,
    /// The same as --format json.
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// Where to write it; standard output without.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ToggleImage {
    /// Rows of # and .
    Text,
    /// A picture that stands alone.
    Svg,
    /// A picture of pixels.
    Png,
    /// Rows, columns, and the colour and goal of every square.
    Json,
}

/// Print the dimension of the quiet patterns of Lights Out on a flat board of N columns and M rows.
#[derive(ClapArgs)]
pub(crate) struct FlipperNullity {
    /// Columns.
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) n: u32,
    /// Rows; as many as columns without it.
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) m: Option<u32>,
    /// Print a line `n<TAB>nullity` for each square board from 1 to N instead.
    #[arg(long, conflicts_with = "m")]
    pub(crate) table: bool,
    /// A JSON object a board, for programs.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct TogglePuzzle {
    /// flipper, merlin, "lights-out COLUMNS ROWS [torus] [cross] [colours K]", "random COLUMNS ROWS
    /// MOVES SEED [colours K]", "graph A-B B-C ... [colours K]", or a file with a puzzle of your
    /// own (docs/own-toggle-puzzles.md).
    #[arg(long, value_name = "NAME|FILE", default_value = "flipper")]
    pub(crate) puzzle: String,
    /// The board to reach, or a file of it; by default the puzzle's own goal.
    #[arg(long, value_name = "GRID|FILE")]
    pub(crate) goal: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::Args;
    use clap::error::ErrorKind;
    use clap::{Command, CommandFactory};

    /// The words of every command and of every group of commands, from the program's name on.
    fn paths(command: &Command, path: &[String], paths_so_far: &mut Vec<Vec<String>>) {
        let path = [path, &[command.get_name().to_owned()]].concat();
        for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
            paths(below, &path, paths_so_far);
        }
        paths_so_far.push(path);
    }

    #[test]
    fn help_and_version_are_everywhere() {
        let mut program = Args::command();
        program.build();
        program.clone().debug_assert();
        let mut all = Vec::new();
        paths(&program, &[], &mut all);
        assert!(all.len() > 90, "the walk found {} commands", all.len());
        for path in &all {
            for (flag, kind) in [
                ("--help", ErrorKind::DisplayHelp),
                ("-h", ErrorKind::DisplayHelp),
                ("--version", ErrorKind::DisplayVersion),
            ] {
                let asked = [path.as_slice(), &[flag.to_owned()]].concat();
                let printed = Args::command().try_get_matches_from(&asked).unwrap_err();
                assert_eq!(printed.kind(), kind, "{asked:?}");
                let text = printed.to_string();
                let is_right = match kind {
                    ErrorKind::DisplayHelp => text.contains(&format!("Usage: {}", path.join(" "))),
                    _ => text.trim_end().ends_with(env!("CARGO_PKG_VERSION")),
                };
                assert!(is_right, "{asked:?}: {text}");
            }
        }
    }
}
