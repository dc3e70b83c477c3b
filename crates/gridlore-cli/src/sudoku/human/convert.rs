//! `gridlore sudoku convert`: converts positions and variant puzzles to the formats of other
//! programs.

use super::position::heading_of;
use crate::Exit;
use crate::input::Source;
use crate::sudoku::to::To;
use anyhow::{Result, anyhow, bail, ensure};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use gridlore::ParseError;
use gridlore_sudoku_formats::{Reading, Texts, exchange_cells, is_variant, parse, read};
use gridlore_sudoku_human::State;
use gridlore_sudoku_human::formats::{self, Format};
use gridlore_sudoku_variants::build::beyond_one_grid;
use gridlore_sudoku_variants::constraint::{Constraint, Global, Mark};
use gridlore_sudoku_variants::{Puzzle, Shape, check, is_text};
use std::sync::LazyLock;

/// Convert puzzles to other programs' formats, or to a picture.
///
/// Reads lines of 81 cells (also .sdm), 729 marks, grids with borders (.ss), candidate grids as
/// pasted in forums, .sdk, .sdx, lines of HoDoKu's library, OpenSudoku's XML, and SudokuWiki and
/// Sudoku Exchange links. Reads several puzzles at once if the format allows them. Candidates and
/// placed digits that the new format cannot represent are left out.
///
/// Variant puzzles are read from SudokuPad, Penpa-edit and f-puzzles links, the notation of
/// Interactive Sudoku Solver and text blocks, and written as `scl`, `penpa`, `f-puzzles`, `iss` and
/// `text`. If the new format cannot express a constraint, the command fails and names the
/// constraint. It also fails if part of a drawn puzzle was not understood, unless `--partial` is
/// given.
///
/// `--to svg` draws one puzzle with any constraints, for light and dark colour schemes and for
/// print, with its rules as sentences for screen readers.
#[derive(Args)]
pub(crate) struct Convert {
    /// Position, a file, or - for standard input.
    #[arg(value_name = "PUZZLE|FILE|-")]
    position: String,
    /// Format to write.
    #[arg(long, value_enum, default_value_t = Name::Position(PositionName::Line))]
    to: Name,
    /// Write drawn puzzles even if some rules are not understood, and leave those rules out.
    #[arg(long)]
    partial: bool,
}

/// The formats by name: those of positions on the standard board, and those of puzzles with any
/// rules.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Name {
    Position(PositionName),
    Puzzle(To),
}

impl ValueEnum for Name {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Name>> = LazyLock::new(|| {
            let positions = PositionName::value_variants().iter().map(|name| Name::Position(*name));
            positions.chain(To::value_variants().iter().map(|to| Name::Puzzle(*to))).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Position(name) => name.to_possible_value(),
            Self::Puzzle(to) => {
                let value = to.to_possible_value()?;
                let help = value.get_help().map(ToString::to_string).unwrap_or_default();
                Some(value.help(format!("{help}, also of a variant")))
            }
        }
    }
}

/// The formats for positions, by name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PositionName {
    /// 81 characters.
    Line,
    /// A collection of lines of 81 characters, one per puzzle.
    Sdm,
    /// Nine lines with borders.
    Grid,
    /// SadMan Sudoku, SudoCue: the puzzle, and its state if digits were placed.
    Sdk,
    /// SudoCue: givens, placed digits, candidates.
    Sdx,
    /// Simple Sudoku.
    Ss,
    /// The candidates of each cell, in columns.
    Candidates,
    /// 729 characters, nine per cell.
    Marks,
    /// A line of HoDoKu's library: givens, placed digits, removed candidates.
    Library,
    /// OpenSudoku's XML.
    Opensudoku,
    /// A SudokuWiki link.
    Sudokuwiki,
}

impl From<PositionName> for Format {
    fn from(name: PositionName) -> Self {
        match name {
            PositionName::Line | PositionName::Sdm => Self::Line,
            PositionName::Grid => Self::Grid,
            PositionName::Sdk => Self::Sdk,
            PositionName::Sdx => Self::Sdx,
            PositionName::Ss => Self::Ss,
            PositionName::Candidates => Self::Candidates,
            PositionName::Marks => Self::Marks,
            PositionName::Library => Self::Library,
            PositionName::Opensudoku => Self::OpenSudoku,
            PositionName::Sudokuwiki => Self::Link,
        }
    }
}

pub(super) fn run(args: &Convert) -> Result<Exit> {
    let source = Source::new(1, &args.position);
    let text = source.text()?;
    ensure!(
        heading_of(&text, &source.name())?.is_none_or(|heading| heading.geometry.is_usual()),
        "{}: found a geometry; only the standard 9x9 board can be converted",
        source.name()
    );
    let fail = |error| anyhow!("{}, {error}", source.name());
    match args.to {
        Name::Position(name) => {
            let states = match (formats::positions(&text), variants(&text)) {
                (Ok(states), _) => states,
                // A puzzle in a variant format can be a plain puzzle.
                (_, Ok(Some(readings))) => {
                    report(&source, &readings, args.partial)?;
                    let lines =
                        readings.iter().map(|one| plain_line(&one.puzzle)).collect::<Result<String>>()?;
                    formats::positions(&lines).map_err(fail)?
                }
                (_, Err(error)) | (Err(error), Ok(None)) => return Err(fail(error)),
            };
            print!("{}", formats::collection(&states, name.into()));
        }
        Name::Puzzle(To::Svg) => {
            let readings = readings(&text, |state| marked(state, &text)).map_err(fail)?;
            let [reading] = &readings[..] else {
                bail!("{}: found {} puzzles, expected one for a picture", source.name(), readings.len());
            };
            report(&source, &readings, args.partial)?;
            print!("{}", reading.to_svg());
        }
        Name::Puzzle(to) => {
            let readings = readings(&text, givens).map_err(fail)?;
            report(&source, &readings, args.partial)?;
            if matches!(to, To::Iss | To::Penpa) && readings.iter().any(|reading| reading.fog.is_some()) {
                eprintln!("This format has no fog, so the fog was left out.");
            }
            let write = |reading: &Reading| to.write(&reading.puzzle, &texts(reading));
            let texts = readings.iter().map(write).collect::<Result<Vec<_>, _>>()?;
            let gap = if to == To::Text { "\n\n" } else { "\n" };
            println!("{}", texts.join(gap));
        }
    }
    Ok(Exit::Done)
}

/// Returns the puzzles in `text`: variants, or positions on the standard board converted to
/// puzzles.
fn readings(
    text: &str,
    puzzle: impl Fn(&State<'_>) -> Result<Reading, ParseError>,
) -> Result<Vec<Reading>, ParseError> {
    match variants(text)? {
        Some(readings) => Ok(readings),
        None => formats::positions(text)?.iter().map(puzzle).collect(),
    }
}

/// Returns the title, author and rules that were read with a puzzle, and the solution if it obeys
/// the rules: programs that read a drawing trust its solution more than their guesses at the rules.
fn texts(reading: &Reading) -> Texts {
    let broken = reading.solution.as_ref().and_then(|solution| check::broken(&reading.puzzle, solution));
    if let Some(constraint) = broken {
        let rule = constraint.title(&reading.puzzle.shape);
        eprintln!("The stored solution breaks a rule ({rule}) and was left out.");
    }
    Texts {
        title: reading.title.clone(),
        author: reading.author.clone(),
        rules: reading.rules.clone(),
        solution: reading.solution.clone().filter(|_| broken.is_none()),
        fog: reading.fog.clone(),
    }
}

/// Prints the guesses about drawings. A part that was not understood is an error, unless
/// `is_partial` is set.
fn report(source: &Source, readings: &[Reading], is_partial: bool) -> Result<()> {
    let name = source.name();
    let mut left_out = Vec::new();
    for (number, reading) in (1..).zip(readings) {
        let puzzle = if readings.len() > 1 { format!("puzzle {number}: ") } else { String::new() };
        for note in &reading.notes {
            if is_partial || !reading.left_out.contains(note) {
                eprintln!("{name}: {puzzle}{note}");
            }
        }
        left_out.extend(reading.left_out.iter().map(|note| format!("{name}: {puzzle}{note}")));
    }
    ensure!(
        is_partial || left_out.is_empty(),
        "{}\n{name}: some rules were left out, so nothing was written; to write the puzzle without them, use --partial",
        left_out.join("\n")
    );
    Ok(())
}

/// Returns the puzzles in `text` that are in variant formats: one per line, or text blocks, each of
/// which begins with its size. Returns `None` if there is no such puzzle.
fn variants(text: &str) -> Result<Option<Vec<Reading>>, ParseError> {
    let numbered = || (1..).zip(text.split('\n'));
    if is_text(text) || text.trim_start().starts_with('{') && !text.trim().contains("}\n{") {
        // Each block is preceded by as many empty lines as there are lines before it.
        let is_start = |line: &str| line.starts_with(['s', 'S']) && is_text(line);
        let starts = numbered().filter(|(_, line)| is_start(line)).map(|(number, _)| number);
        // The first block can be preceded by comments.
        let mut starts: Vec<usize> = starts.collect();
        if let Some(first) = starts.first_mut() {
            *first = 1;
        } else {
            starts.push(1);
        }
        let ends = starts.iter().skip(1).copied().chain([usize::MAX]);
        let block = |(start, end): (&usize, usize)| {
            let lines =
                numbered().map(|(number, line)| if (*start..end).contains(&number) { line } else { "" });
            read(&lines.collect::<Vec<_>>().join("\n"))
        };
        return starts.iter().zip(ends).map(block).collect::<Result<_, _>>().map(Some);
    }
    let lines: Vec<(usize, &str)> = numbered()
        .map(|(number, line)| (number, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let is_one = |line: &str| is_variant(line) || exchange_cells(line).is_some();
    if !lines.iter().any(|(_, line)| is_one(line)) {
        return Ok(None);
    }
    let one = |(number, line): &(usize, &str)| {
        read(line).map_err(|mut error| {
            error.at.line = *number;
            error
        })
    };
    lines.iter().map(one).collect::<Result<_, _>>().map(Some)
}

/// Returns the givens of a position as a puzzle.
fn givens(state: &State<'_>) -> Result<Reading, ParseError> {
    read(formats::to_text(state, Format::Line).trim())
}

/// Returns the givens of a position as a puzzle, with its candidates if the text contains them.
fn marked(state: &State<'_>, text: &str) -> Result<Reading, ParseError> {
    let mut reading = givens(state)?;
    let shape = reading.puzzle.shape;
    // Without candidates, there is at most one digit per cell. Other formats list removed
    // candidates.
    let has_all = text.chars().filter(char::is_ascii_digit).count() > 2 * shape.cells();
    let fresh = <&[u8; 81]>::try_from(state.values()).map(State::usual);
    let is_open = |cell: &usize| state.value(*cell) == 0;
    let lacks_some = fresh.is_ok_and(|fresh| {
        (0..shape.cells()).filter(is_open).any(|cell| fresh.candidates(cell) != state.candidates(cell))
    });
    let open = (0..shape.cells()).filter(|cell| (has_all || lacks_some) && is_open(cell));
    let marks = open.map(|cell| {
        let values = state.candidates(cell).iter().filter_map(|digit| i32::try_from(digit).ok());
        Constraint::Cell(Mark::Candidates(values.collect()), cell)
    });
    reading.puzzle.constraints.extend(marks);
    Ok(reading)
}

/// Returns the line of a puzzle that has no rules except those of the standard board.
fn plain_line(puzzle: &Puzzle) -> Result<String> {
    let usual = parse(&".".repeat(81)).map_err(|error| anyhow!("{error}"))?;
    if let Some(what) = beyond_one_grid(puzzle) {
        bail!("this format cannot express: {what}");
    }
    if puzzle.shape != Shape::square(9) {
        bail!("this format cannot express: a grid of {}", puzzle.shape);
    }
    let mut cells = vec!['.'; puzzle.shape.cells()];
    for constraint in &puzzle.constraints {
        match constraint {
            Constraint::Cell(Mark::Given(value), cell) if cells.get(*cell) == Some(&'.') => {
                cells[*cell] =
                    u32::try_from(*value).ok().and_then(|value| char::from_digit(value, 10)).unwrap_or('.');
            }
            other if usual.constraints.contains(other) => {}
            other => bail!("this format cannot express: {}", other.title(&puzzle.shape)),
        }
    }
    for usual in &usual.constraints {
        if let (Constraint::Global(global), false) = (usual, puzzle.constraints.contains(usual)) {
            let what = if *global == Global::RowsAndColumns {
                "rows and columns in which digits repeat"
            } else {
                "no boxes"
            };
            bail!("this format cannot express: {what}");
        }
    }
    Ok(cells.into_iter().collect::<String>() + "\n")
}
