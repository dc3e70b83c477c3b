//! `gridlore cover pack`: packs pieces into a board, and draws the solutions.

use super::{SLICE, sides};
use crate::Exit;
use crate::batch::count_in_words;
use crate::input::Source;
use crate::interrupt;
use crate::png_file;
use crate::progress::Progress;
use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, ValueEnum};
use gridlore::Budget;
use gridlore::cover::tiling::{self, Tiling};
use gridlore_exact_cover::packing::{Packing, Turns, parse, pieces_by_name, rectangle};
use gridlore_exact_cover::{Problem, to_knuth};
use std::io::{BufWriter, IsTerminal, Write};
use std::path::PathBuf;

/// Maximum number of solutions on a sheet.
const MAX_ON_SHEET: usize = 1000;
/// Side of a cell in pixels.
const CELL: usize = 32;

/// Pack pieces into a board, drawn as text, SVG or PNG.
///
/// Each piece is used once, and the pieces fill the board.
#[derive(Args)]
pub(crate) struct Pack {
    /// File with the board and pieces, or - for standard input.
    ///
    /// docs/exact-cover.md describes the format.
    #[arg(value_name = "FILE", required_unless_present_all = ["board", "pieces"])]
    file: Option<String>,
    /// Board with these rows and columns, such as 6x10.
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = sides)]
    board: Option<(u16, u16)>,
    /// Pieces by name: pentominoes, or "F F L4*3".
    #[arg(long, value_name = "NAMES")]
    pieces: Option<String>,
    /// How pieces can be turned.
    #[arg(long, value_enum)]
    turns: Option<How>,
    /// Allow empty cells.
    #[arg(long)]
    loose: bool,
    /// Number of solutions to print.
    #[arg(short = 'n', id = "most", value_name = "N", default_value_t = 1, conflicts_with = "all", value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    /// Print all solutions.
    #[arg(long)]
    all: bool,
    /// Print only one of each set of symmetric solutions.
    ///
    /// Solutions that differ only by a rotation or reflection of the board count as the same, if
    /// --turns allows it.
    #[arg(long)]
    distinct: bool,
    /// Print only the number of solutions.
    #[arg(long, conflicts_with_all = ["most", "all", "format", "out"])]
    count: bool,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: Drawn,
    /// Output file [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print only errors to standard error.
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum How {
    /// As given, without turns.
    None,
    /// With rotations.
    Flat,
    /// With rotations and reflections.
    Over,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Drawn {
    /// Outlines of the pieces.
    #[default]
    Text,
    /// One letter per cell.
    Letters,
    /// A vector image, all solutions on one sheet.
    Svg,
    /// A pixel image, all solutions on one sheet.
    Png,
    /// The problem in Knuth's format, without solving it.
    Knuth,
}

fn load(args: &Pack) -> Result<Packing> {
    let mut packing = match &args.file {
        None => Packing { board: Vec::new(), pieces: Vec::new(), turns: Turns::Over, is_loose: false },
        Some(file) => {
            let source = Source::file(file);
            parse(&source.text()?).map_err(|error| {
                anyhow!("{}:{}:{}: {}", source.name(), error.at.line, error.at.column, error.kind)
            })?
        }
    };
    if let Some((rows, columns)) = args.board {
        packing.board = rectangle(i32::from(rows), i32::from(columns));
    }
    if let Some(pieces) = &args.pieces {
        packing.pieces = pieces_by_name(pieces)
            .map_err(|error| anyhow!("--pieces, column {}: {}", error.at.column, error.kind))?;
    }
    if let Some(turns) = args.turns {
        packing.turns = match turns {
            How::None => Turns::None,
            How::Flat => Turns::Flat,
            How::Over => Turns::Over,
        };
    }
    packing.is_loose |= args.loose;
    let file = args.file.as_ref().map(|file| format!("{file}: ")).unwrap_or_default();
    packing.check().map_err(|(found, expected)| anyhow!("{file}found {found}, expected {expected}"))?;
    Ok(packing)
}

/// Draws solutions as they are found.
struct Drawing<'a> {
    args: &'a Pack,
    packing: Packing,
    problem: Problem,
    board: Vec<(i32, i32)>,
    sheet: Vec<Tiling>,
    found: u64,
    /// The output, which is opened when it is first written; until then, an existing file is not
    /// changed.
    out: Option<Box<dyn Write>>,
}

pub(super) fn run(args: &Pack) -> Result<Exit> {
    let packing = load(args)?;
    let problem = packing.problem();
    if args.format == Drawn::Png && args.out.is_none() && std::io::stdout().is_terminal() {
        bail!("refusing to write PNG to a terminal; use --out FILE");
    }
    let board = packing.board.iter().map(|cell| (cell[1], cell[2])).collect();
    let mut drawing = Drawing { args, packing, problem, board, sheet: Vec::new(), found: 0, out: None };
    if args.format == Drawn::Knuth {
        let text = to_knuth(&drawing.problem);
        drawing.write(text.as_bytes())?;
        drawing.flush()?;
        return Ok(Exit::Done);
    }
    if args.count && !args.distinct {
        let problem = &drawing.problem;
        let count = super::with_spinner("counting", || problem.count(&mut Budget::unlimited()))?;
        writeln!(std::io::stdout(), "{count}")?;
        return Ok(Exit::Done);
    }
    drawing.solve()
}

impl Drawing<'_> {
    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        if self.out.is_none() {
            let out: Box<dyn Write> = match &self.args.out {
                Some(path) => {
                    Box::new(std::fs::File::create(path).with_context(|| path.display().to_string())?)
                }
                None => Box::new(std::io::stdout().lock()),
            };
            self.out = Some(Box::new(BufWriter::new(out)));
        }
        self.out.as_mut().map_or(Ok(()), |out| out.write_all(bytes))?;
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        self.out.as_mut().map_or(Ok(()), Write::flush)?;
        Ok(())
    }

    fn solve(mut self) -> Result<Exit> {
        let limit = if self.args.all || self.args.count { u64::MAX } else { self.args.limit };
        let mut progress = Progress::new(self.args.quiet);
        // The search borrows a copy of the problem, because `self` changes during the search.
        let problem = self.problem.clone();
        let mut solutions = problem.solutions();
        let mut tried = 0;
        let mut exit = None;
        let mut slice = Budget::nodes(SLICE);
        while self.found < limit {
            match solutions.advance(&mut slice) {
                Ok(true) => self.take(&solutions.options())?,
                Ok(false) => break,
                Err(_) => {
                    self.flush()?;
                    if interrupt::is_requested() {
                        exit = Some(Exit::BudgetSpent);
                        break;
                    }
                    tried += slice.spent();
                    slice = Budget::nodes(SLICE);
                    let found = self.found;
                    super::show_progress(&mut progress, &solutions, || {
                        format!(
                            "{}, {} million options tried",
                            count_in_words(found, "solution"),
                            tried / 1_000_000
                        )
                    });
                }
            }
        }
        progress.finish();
        self.end(exit)
    }

    fn take(&mut self, options: &[usize]) -> Result<()> {
        super::ensure_solution(self.problem.is_solution(options))?;
        let tiling = Tiling::new(&self.board, &self.packing.placed(&self.problem, options));
        let (turns, over) = (self.packing.turns != Turns::None, self.packing.turns == Turns::Over);
        if self.args.distinct && !tiling.is_first(turns, over) {
            return Ok(());
        }
        self.found += 1;
        if self.args.count {
            return Ok(());
        }
        match self.args.format {
            Drawn::Text => self.write(format!("{}{}", self.gap(), tiling.text()).as_bytes())?,
            Drawn::Letters => self.write(format!("{}{}", self.gap(), tiling.letter_rows()).as_bytes())?,
            _ if self.sheet.len() < MAX_ON_SHEET => self.sheet.push(tiling),
            _ => {
                bail!("found more than {MAX_ON_SHEET} solutions, too many for one sheet; limit them with -n")
            }
        }
        Ok(())
    }

    /// Returns the separator before a solution.
    const fn gap(&self) -> &'static str {
        if self.found == 1 { "" } else { "\n" }
    }

    fn end(mut self, exit: Option<Exit>) -> Result<Exit> {
        if exit.is_some() {
            eprintln!(
                "gridlore: interrupted; {} found, there may be more",
                count_in_words(self.found, "solution")
            );
        }
        if self.args.count {
            if exit.is_none() {
                writeln!(std::io::stdout(), "{}", self.found)?;
            }
        } else if self.found == 0 {
            if exit.is_none() {
                eprintln!("gridlore: these pieces do not fit into this board");
            }
        } else if self.args.format == Drawn::Svg {
            let title = format!(
                "{} on a board of {} cells",
                count_in_words(self.packing.pieces.len() as u64, "piece"),
                self.board.len()
            );
            let picture = tiling::svg(&title, &self.sheet);
            self.write(picture.as_bytes())?;
        } else if self.args.format == Drawn::Png {
            let picture = png_file::encoded(&tiling::pixels(&self.sheet, CELL))?;
            self.write(&picture)?;
        }
        self.flush()?;
        Ok(exit.unwrap_or(if self.found == 0 && !self.args.count { Exit::NotSolved } else { Exit::Done }))
    }
}
