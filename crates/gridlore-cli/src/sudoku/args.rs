//! The command line of `gridlore sudoku`, except for human techniques (see `human`).

use super::analysis::{Clues as NecessaryClues, Conflict};
use super::booklet::Print;
use super::generate::{RuleName, rule_help};
use super::to::To;
use super::{Human, Shape, Wanted};
use crate::shared_args::{Effort, Input, Report};
use clap::{Args, Subcommand, ValueEnum};
use gridlore_sudoku::{Cell, Level, Pattern};
use gridlore_sudoku_variants::explain;
use std::str::FromStr;

#[derive(Subcommand)]
pub(crate) enum Sudoku {
    Solve(Solve),
    Check(Check),
    Count(Count),
    Solutions(Solutions),
    Clues(NecessaryClues),
    Conflict(Conflict),
    Generate(Generate),
    Canonical(Canonical),
    Scramble(Scramble),
    Booklet(Print),
    Play(Play),
    #[command(flatten)]
    Human(Human),
}

/// Solve puzzles, one answer per line.
///
/// A puzzle is 81 characters: 1-9, and . or 0 for a blank. Boards with another --geometry have one
/// character per cell. For every input line, prints one output line, in input order: the solution,
/// `# none`, `# several`, `# spent` or `# error: REASON`. Puzzles with other rules are read from
/// SudokuPad, Penpa-edit and f-puzzles links, the notation of Interactive Sudoku Solver and text
/// blocks. Blank lines and # comments are copied. Bad lines are also reported on standard error,
/// with file, line and column; they never stop a batch.
#[derive(Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) shape: Shape,
    /// Output format.
    ///
    /// The default is a grid for a single puzzle on a terminal, and lines otherwise.
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
}

/// Play a sudoku in the terminal.
///
/// The board fills the screen, responds to the keyboard and the mouse, and gives the same hints as
/// the site. With --line, or without a terminal, moves are read line by line.
#[derive(Args)]
pub(crate) struct Play {
    /// Level, 81 characters, game id or saved game.
    ///
    /// For example rated-hard, se-7.1 (rated 7.1 by Sudoku Explainer), or rated-hard#7, which is
    /// always the same puzzle. When you leave a game, the program prints the command that continues
    /// it.
    #[arg(default_value = "rated-medium")]
    pub(crate) puzzle: String,
    /// Seed of a generated puzzle [default: random].
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// Play line by line even on a terminal.
    #[arg(long)]
    pub(crate) line: bool,
}

impl Play {
    /// Returns the name of the game for `gridlore play`.
    pub(crate) fn game(&self) -> String {
        let is_complete = self.puzzle.starts_with("1;") || self.puzzle.starts_with("sudoku");
        if is_complete { self.puzzle.clone() } else { format!("sudoku:{}", self.puzzle) }
    }
}

/// Check whether puzzles have exactly one solution.
///
/// For every input line, prints one output line: `unique`, `several`, `none: REASON` or `error:
/// REASON`. Blank lines and # comments are copied. If a link contains a solution that differs from
/// the solution found, the line says where: `unique: not the stored solution: r1c1 is 3, stored is
/// 5`.
#[derive(Args)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) shape: Shape,
    /// Count up to N solutions instead of 2.
    ///
    /// Prints `several: 7 solutions`, or `several: N or more solutions` at the limit.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..))]
    pub(crate) limit: Option<u64>,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Line)]
    pub(crate) format: Format,
}

/// Count the solutions of puzzles, one number per line.
///
/// For every input line, prints one output line: the number of solutions (N if --limit N stopped
/// the count), or `# error: REASON` for a bad line. Blank lines and # comments are copied.
#[derive(Args)]
pub(crate) struct Count {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) shape: Shape,
    /// Stop counting at N.
    ///
    /// Without a limit, all solutions are counted, which is not feasible for puzzles with few
    /// givens.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,
    /// Print one JSON object per line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Print all solutions of puzzles, one per line.
///
/// Solutions are printed as they are found, in an order that is the same on every machine. For
/// puzzles from a file or standard input, a line `# N solutions` follows the solutions of each
/// puzzle.
#[derive(Args)]
pub(crate) struct Solutions {
    /// Files, - for standard input, or the puzzles as arguments.
    #[arg(required = true, value_name = "FILE|-|PUZZLE")]
    pub(crate) sources: Vec<String>,
    /// Print at most N solutions per puzzle.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) limit: Option<u64>,
    /// Print one JSON object per solution.
    ///
    /// Each object contains the line number of its puzzle.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) shape: Shape,
    #[command(flatten)]
    pub(crate) report: Report,
}

/// Print the canonical form (minlex) of puzzles or grids.
///
/// Two puzzles are equivalent, up to transposition and permutations of rows, columns, bands, stacks
/// and digits, exactly when their canonical forms are equal. The canonical form is the smallest of
/// all equivalent boards, compared as lines of characters in which blanks sort before digits.
///
/// The canonical form of a puzzle with variant rules is a text block: the smallest of its rotations
/// and reflections in which all rules keep their meaning. The digits are also relabelled if no rule
/// depends on their values.
#[derive(Args)]
pub(crate) struct Canonical {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Print each form once, and how many lines have it.
    ///
    /// Forms are printed in the order in which they first occur.
    #[arg(long)]
    pub(crate) classes: bool,
    /// Print one JSON object per line.
    ///
    /// Includes the number of automorphisms.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Scramble puzzles: permute rows, columns and digits at random.
#[derive(Args)]
pub(crate) struct Scramble {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Seed [default: random].
    ///
    /// The same seed always scrambles the same lines in the same way.
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
}

/// A range of numbers of givens.
#[derive(Clone)]
pub(crate) struct Clues(pub(crate) std::ops::RangeInclusive<usize>);

impl FromStr for Clues {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        match (from.trim().parse(), to.trim().parse()) {
            (Ok(from), Ok(to)) if from <= to => Ok(Self(from..=to)),
            (Ok(from), Ok(to)) => {
                Err(format!("found \"{text}\", expected the smaller number first: {to}..{from}"))
            }
            _ => Err(format!("found \"{text}\", expected a number such as 24 or a range such as 22..26")),
        }
    }
}

/// Cells of the standard board.
#[derive(Clone)]
pub(crate) struct Cells(pub(crate) Vec<Cell>);

impl FromStr for Cells {
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

/// The difficulty of generated puzzles.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Difficulty {
    /// Easy, medium or hard: a level for the standard board, and the corresponding level for
    /// variants.
    Both(Level, explain::Level),
    /// No given can be removed.
    Minimal,
    /// A level that only variants have.
    Extreme,
}

impl FromStr for Difficulty {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "minimal" => Ok(Self::Minimal),
            "extreme" => Ok(Self::Extreme),
            _ => match (Level::from_str(name), explain::Level::from_str(name)) {
                (Ok(level), Ok(of_variants)) => Ok(Self::Both(level, of_variants)),
                _ => Err(format!("found \"{name}\", expected one of easy, medium, hard, minimal, extreme")),
            },
        }
    }
}

/// Generate puzzles with exactly one solution.
///
/// Puzzles are minimal, which means that no given can be removed, unless --difficulty or --spare
/// says otherwise. The same seed always gives the same puzzles: puzzle number i, counted from 0,
/// depends only on the seed S+i. With --difficulty, each puzzle is the game sudoku:LEVEL#SEED. With
/// --rule, a different version of Gridlore may generate different puzzles.
#[derive(Args)]
pub(crate) struct Generate {
    /// Puzzles to generate.
    #[arg(short = 'n', long, visible_alias = "count", value_name = "N", default_value_t = 1)]
    pub(crate) number: u64,
    /// Seed of the first puzzle [default: random].
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) wanted: Wanted,
    /// Level: easy, medium, hard, minimal or extreme.
    ///
    /// easy: hidden singles suffice; medium: singles suffice; hard: singles do not suffice;
    /// minimal: no given can be removed. With --rule, easy to extreme are the levels of `rate`;
    /// extreme requires --rule.
    #[arg(long, value_name = "LEVEL")]
    pub(crate) difficulty: Option<Difficulty>,
    /// Variant rules, such as killer,anti-knight.
    #[arg(long, value_name = "RULES", value_delimiter = ',', long_help = rule_help(), conflicts_with_all = ["pattern", "controlled_bias", "technique", "rating", "symbols"])]
    pub(crate) rule: Vec<RuleName>,
    /// Board for variant puzzles, as a text block (for several grids or absent cells).
    ///
    /// For example a samurai: 'size 21x21; grids 9x9: r1c1 r1c13 r7c7 r13c1 r13c13;'. Every puzzle
    /// has the rules of the block; --rule adds more rules and their clues.
    #[arg(long, value_name = "BLOCK", hide_short_help = true, conflicts_with_all = ["geometry", "pattern", "controlled_bias", "technique", "rating", "symbols"])]
    pub(crate) board: Option<String>,
    /// Format of variant puzzles [default: iss; text with --board].
    #[arg(long, value_enum, hide_short_help = true)]
    pub(crate) to: Option<To>,
    /// Number of givens: 24, or a range such as 22..26.
    ///
    /// On the standard board, minimal puzzles usually have 23 to 26 givens; other numbers are rarer
    /// and take longer.
    #[arg(long, value_name = "A..B", conflicts_with = "pattern")]
    pub(crate) clues: Option<Clues>,
    /// Symmetry of the givens.
    ///
    /// One of none, half-turn, quarter-turn, mirror, diagonal, mirrors, diagonals and full.
    /// Symmetric puzzles are also minimal. The more symmetric they are, the rarer they are: full
    /// takes about a second per puzzle. With --rule, the symmetry also applies to the clues; clues
    /// that it maps to each other form a group, and every group is necessary.
    #[arg(long, value_name = "NAME", default_value_t = Pattern::None)]
    pub(crate) symmetry: Pattern,
    /// Positions of the givens: 81 characters, . for a blank.
    ///
    /// A blank is . or 0; any other character is a given. For most patterns with 20 or more givens,
    /// a puzzle is found within a second.
    #[arg(long, value_name = "CELLS", hide_short_help = true, conflicts_with_all = ["symmetry", "difficulty", "geometry", "controlled_bias"])]
    pub(crate) pattern: Option<Cells>,
    /// Allow redundant givens.
    ///
    /// Useful with --pattern, because minimal puzzles with many givens are rare. With --clues A..B,
    /// removal stops when A givens are left, so large boards are generated quickly. With --rule,
    /// redundant clues are also kept.
    #[arg(long, conflicts_with = "controlled_bias", hide_short_help = true)]
    pub(crate) spare: bool,
    /// Sample minimal puzzles with a known bias (Berthier).
    ///
    /// Any two puzzles with the same number of givens are equally likely, and the bias towards
    /// fewer givens is known: --format json prints the weight of each puzzle. Generates about
    /// ten puzzles per second per core.
    #[arg(long, conflicts_with_all = ["symmetry", "difficulty", "geometry"], hide_short_help = true)]
    pub(crate) controlled_bias: bool,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Line)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) shape: Shape,
    #[command(flatten)]
    pub(crate) effort: Effort,
    #[command(flatten)]
    pub(crate) report: Report,
}

/// An output format for puzzles and boards.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// One line per puzzle: its characters, or the verdict.
    Line,
    /// One drawn grid per puzzle.
    Grid,
    /// One JSON object per line.
    Json,
}
