//! `gridlore sudoku booklet`: prints puzzles on paper, with their solutions at the end.

use super::lines;
use super::puzzle::{Puzzle, Reader};
use super::{Shape, heading};
use crate::Exit;
use crate::batch::Line;
use crate::progress::Progress;
use crate::replace::replace;
use anyhow::{Result, bail, ensure};
use clap::{Args, ValueEnum};
use gridlore::BudgetSpent;
use gridlore_sudoku_formats::{Answer, Booklet, Entry, Paper, PerPage, Reading, Respelled, read};
use gridlore_sudoku_variants::check;
use std::collections::HashSet;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Maximum number of puzzles in a booklet.
const MAX_PUZZLES: usize = 10_000;

/// Print puzzles as a booklet: a PDF file, or HTML for the browser.
///
/// Reads puzzles as `solve` does. Each puzzle is printed with its number, its title and author if
/// it has them, and its rules: those that the setter wrote, or else one sentence for each kind of
/// constraint. Solutions follow at the end. A puzzle that does not have exactly one solution is
/// reported on standard error, and the exit code is 1; with --strict, nothing is written. If a line
/// is not a puzzle, the command fails and writes nothing.
///
/// The text of a PDF file is set in Helvetica and Symbol, which every PDF viewer has: Western
/// European letters, Greek, arrows and signs such as ≤. Other letters are replaced by similar ones
/// and listed on standard error. HTML can contain the letters of every script; print it or save it
/// as PDF in a browser.
#[derive(Args)]
pub(crate) struct Print {
    /// Files, - for standard input, or the puzzles as arguments.
    #[arg(required = true, value_name = "FILE|-|PUZZLE")]
    sources: Vec<String>,
    /// File: NAME.pdf or NAME.html [default: standard output].
    ///
    /// An existing file is replaced.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Format [default: from the file name, or pdf].
    #[arg(long, value_enum)]
    format: Option<PrintFormat>,
    /// Paper size.
    #[arg(long, value_enum, default_value_t = PaperName::A4)]
    paper: PaperName,
    /// Puzzles per page: 1, 2, 4 or 6.
    #[arg(long, value_name = "N", default_value = "4", value_parser = per_page)]
    per_page: PerPage,
    /// Title on the first page.
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true, value_parser = title)]
    title: String,
    /// Leave out the solutions.
    #[arg(long)]
    no_solutions: bool,
    /// Write nothing if there is any warning.
    ///
    /// Warnings concern puzzles that do not have exactly one solution, rules that were not
    /// understood, and letters that the PDF fonts do not have.
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    shape: Shape,
    /// Do not show a progress bar.
    #[arg(long, short)]
    quiet: bool,
}

/// A format of booklets.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PrintFormat {
    /// A PDF file.
    Pdf,
    /// A page that a browser prints.
    Html,
}

/// A paper size, by name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PaperName {
    /// 210 by 297 mm.
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

/// Maximum number of letters in a title.
const MAX_TITLE: usize = 200;

fn title(text: &str) -> Result<String, String> {
    let length = text.chars().count();
    if length > MAX_TITLE {
        return Err(format!("found {length} letters, expected at most {MAX_TITLE}"));
    }
    Ok(text.to_owned())
}

fn per_page(text: &str) -> Result<PerPage, String> {
    match text {
        "1" => Ok(PerPage::One),
        "2" => Ok(PerPage::Two),
        "4" => Ok(PerPage::Four),
        "6" => Ok(PerPage::Six),
        _ => Err("expected 1, 2, 4 or 6".to_owned()),
    }
}

impl Print {
    /// Returns the format, which is determined by its name or by the file name.
    fn format(&self) -> Result<PrintFormat> {
        let extension = |path: &Path| path.extension()?.to_str().map(str::to_lowercase);
        let by_name = self.output.as_deref().map(|path| match extension(path).as_deref() {
            Some("pdf") => Some(PrintFormat::Pdf),
            Some("html" | "htm") => Some(PrintFormat::Html),
            _ => None,
        });
        match (self.format, by_name) {
            (Some(format), _) | (None, Some(Some(format))) => Ok(format),
            (None, Some(None)) => {
                bail!("--output: expected a file name that ends in .pdf or .html; otherwise, use --format")
            }
            (None, None) => Ok(PrintFormat::Pdf),
        }
    }
}

pub(super) fn run(args: &Print) -> Result<Exit> {
    let format = args.format()?;
    ensure!(
        format == PrintFormat::Html || args.output.is_some() || !std::io::stdout().is_terminal(),
        "refusing to write PDF to a terminal; use --output FILE"
    );
    let mut progress = Progress::new(args.quiet);
    let (puzzles, read) = puzzles(args, &mut progress)?;
    ensure!(read == Exit::Done, "nothing was written because some of the input is bad");
    ensure!(!puzzles.is_empty(), "nothing was written because there are no puzzles");
    let (entries, exit) = solved(puzzles, &mut progress);
    progress.finish();
    let booklet = Booklet {
        title: args.title.clone(),
        paper: if args.paper == PaperName::A4 { Paper::A4 } else { Paper::Letter },
        per_page: args.per_page,
        has_solutions: !args.no_solutions,
        entries,
    };
    let (bytes, has_all_letters) = match format {
        PrintFormat::Html => (booklet.to_html().into_bytes(), true),
        PrintFormat::Pdf => {
            let pdf = booklet.to_pdf();
            pdf.respelled
                .chunk_by(|one, other| one.letters == other.letters)
                .for_each(|alike| eprintln!("{}", warning(alike)));
            if !pdf.respelled.is_empty() {
                eprintln!("gridlore: --format html supports all letters; a browser can save it as PDF");
            }
            (pdf.bytes, pdf.respelled.is_empty())
        }
    };
    if args.strict && !(has_all_letters && exit == Exit::Done) {
        eprintln!("gridlore: --strict: nothing was written");
        return Ok(exit.max(Exit::NotSolved));
    }
    match &args.output {
        Some(path) => replace(path, &bytes)?,
        None => std::io::stdout().lock().write_all(&bytes)?,
    }
    Ok(exit)
}

/// Returns a sentence about letters that the fonts do not have; all of `alike` contain the same
/// unavailable letters.
fn warning(alike: &[Respelled]) -> String {
    let places: Vec<String> = alike
        .iter()
        .map(|one| one.puzzle.map_or_else(|| "the title".to_owned(), |number| format!("puzzle {number}")))
        .collect();
    let letters = alike.first().map_or(&[][..], |one| &one.letters);
    let spellings: Vec<String> =
        letters.iter().map(|(letter, spelling)| format!("{letter} as {}", spelling.trim())).collect();
    format!("{}: the PDF fonts lack some letters; spelled {}", places.join(", "), spellings.join(", "))
}

/// A puzzle that was read.
struct Unsolved {
    /// The source and line of the puzzle.
    place: String,
    puzzle: Puzzle,
    reading: Reading,
}

/// Returns the puzzles of all sources, and reports bad lines.
fn puzzles(args: &Print, progress: &mut Progress) -> Result<(Vec<Unsolved>, Exit)> {
    let mut reader = Reader::new(args.shape.budget.nodes, false, "");
    let mut puzzles = Vec::new();
    let mut exit = Exit::Done;
    let mut notes = HashSet::<String>::new();
    let read = lines::for_each(&args.sources, &heading(&args.shape)?, progress, |source, line, progress| {
        let place = format!("{}:{}", source.name(), line.number);
        let read = reader.read(line).and_then(|(puzzle, note)| {
            let reading = reading(&reader, line, &puzzle)?;
            Ok((puzzle, reading, note))
        });
        match read {
            Ok((puzzle, reading, note)) => {
                if let Some(note) = note.filter(|note| !notes.contains(note)) {
                    progress.suspend(|| eprintln!("{place}: {note}"));
                    notes.insert(note);
                }
                ensure!(puzzles.len() < MAX_PUZZLES, "too many puzzles (the maximum is {MAX_PUZZLES})");
                puzzles.push(Unsolved { place, puzzle, reading });
            }
            Err(answer) => {
                if let Some((column, error)) = answer.remarks.error {
                    progress.suspend(|| eprintln!("{place}:{column}: {error}"));
                    exit = Exit::BadInput;
                }
            }
        }
        Ok(())
    })?;
    Ok((puzzles, exit.max(read)))
}

/// Returns the puzzle of a line with its title, author and rules.
fn reading(reader: &Reader, line: Line<'_>, puzzle: &Puzzle) -> Result<Reading, crate::batch::Answer> {
    if matches!(puzzle, Puzzle::Variant(_)) {
        let text = String::from_utf8_lossy(line.bytes.trim_ascii());
        return read(&text).map_err(|error| reader.bad(line, error.at.column, error.kind.to_string()));
    }
    let rules = reader.rules(line, puzzle)?;
    Ok(Reading::exact(gridlore_sudoku_variants::Puzzle::clone(&rules)))
}

/// Returns the puzzles with their solutions, and reports puzzles that do not have exactly one.
fn solved(puzzles: Vec<Unsolved>, progress: &mut Progress) -> (Vec<Entry>, Exit) {
    let mut entries = Vec::new();
    let mut exit = Exit::Done;
    let all = puzzles.len();
    for (number, Unsolved { place, puzzle, reading }) in (1..).zip(puzzles) {
        progress.show((number - 1, Some(all as u64)), || format!("solving {all} puzzles"));
        let (entry, warning) = entry(&puzzle, reading);
        if let Some((found, warning)) = warning {
            progress.suspend(|| eprintln!("{place}: puzzle {number}: {warning}"));
            exit = exit.max(found);
        }
        entries.push(entry);
    }
    (entries, exit)
}

/// Returns a puzzle with its solution, and a warning if it does not have exactly one.
fn entry(puzzle: &Puzzle, reading: Reading) -> (Entry, Option<(Exit, String)>) {
    let mut solutions = Vec::new();
    let found = puzzle.solutions(2, |solution| {
        solutions.push(solution);
        Ok::<(), BudgetSpent>(())
    });
    let not_unique = |words: &str| Some((Exit::NotSolved, words.to_owned()));
    let (mut answer, mut warning) = match (found, &solutions[..]) {
        (Err(spent), _) => (Answer::Unknown, Some((Exit::BudgetSpent, format!("not solved: {spent}")))),
        (Ok(_), [solution]) => {
            let difference = puzzle.difference(solution).map(|words| (Exit::NotSolved, words));
            (Answer::Unique(solution.values()), difference)
        }
        (Ok(_), []) => (Answer::None, not_unique("no solution")),
        (Ok(_), _) => (Answer::Several, not_unique("several solutions")),
    };
    // A note has already listed the rules that were left out.
    if !reading.left_out.is_empty() {
        let stored = reading.solution.clone();
        let stored = stored.filter(|stored| check::broken(&reading.puzzle, stored).is_none());
        let start = "some rules were not understood";
        let words = match (&answer, stored) {
            (_, Some(stored)) => {
                answer = Answer::Unique(stored);
                format!("{start}; the solution is the setter\u{2019}s")
            }
            (Answer::Unique(_), None) => format!("{start}; the solution obeys only the other rules"),
            _ => {
                answer = Answer::Unknown;
                format!("{start}, so it was not solved")
            }
        };
        warning = Some((Exit::NotSolved, words));
    }
    let symbols = puzzle.symbols().map_or_else(Vec::new, |symbols| {
        let side = u8::try_from(reading.puzzle.shape.values).unwrap_or(u8::MAX);
        (1..=side).map(|value| symbols.text(value)).collect()
    });
    (Entry { reading, symbols, answer }, warning)
}
