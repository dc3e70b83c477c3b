//! `gridlore flipper`: toggle puzzles.

mod args;
mod game;
mod large;
mod picture;
mod play;

use crate::Exit;
use crate::input::{Source, looks_like_a_file, near_file};
use crate::progress::Progress;
use crate::sudoku::Format;
use anyhow::{Context, Result, anyhow, bail, ensure};
pub(crate) use args::Flipper;
use args::{Generate, ImageFormat, Nullity, Quiet, Render, Solve, Table, TogglePuzzle};
use gridlore::{Budget, CellView, Midend, ParseError};
use gridlore_flipper::explain::{Combination, steps, why_unsolvable};
use gridlore_flipper::{
    Fewest, Outcome, Quiet as QuietPattern, Solutions, Solver, Toggle, Vector, generate, lights_out,
};
use serde::Serialize;
use std::hash::{BuildHasher, RandomState};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

/// The default node budget of the search for the fewest presses, which lasts several seconds.
const BUDGET: u64 = 1 << 32;

pub(crate) fn run(args: &Flipper) -> Result<Exit> {
    match args {
        Flipper::Play(args) => play::run(args),
        Flipper::Solve(args) => solve(args),
        Flipper::Table(args) => table(args),
        Flipper::Quiet(args) => quiet(args),
        Flipper::Generate(args) => generate(args),
        Flipper::Render(args) => render(args),
        Flipper::Nullity(args) => nullity(args),
    }
}

/// Reads the file or standard input that an argument names; returns its name and text, or `None` if
/// the argument names neither.
fn file_text(argument: &str) -> Result<Option<(String, String)>> {
    if argument == "-" {
        return Ok(Some(("standard input".to_owned(), Source::Stdin.text()?)));
    }
    if Path::new(argument).is_file() {
        let text = Source::File(argument.to_owned()).text()?;
        return Ok(Some((argument.to_owned(), text)));
    }
    Ok(None)
}

/// Returns the name of a board for messages, and its text.
fn board_text(argument: &str) -> Result<(String, String)> {
    Ok(file_text(argument)?.unwrap_or_else(|| ("the board".to_owned(), argument.to_owned())))
}

/// Returns an error with its position.
fn located(name: &str, error: &ParseError) -> anyhow::Error {
    anyhow!("{name}:{}:{}: {}", error.at.line, error.at.column, error.kind)
}

/// Reads a board from the command line, a file or standard input.
fn board(puzzle: &Toggle, argument: &str) -> Result<Vector> {
    let (name, text) = board_text(argument)?;
    puzzle.board(&text).map_err(|error| perhaps_missing(located(&name, &error), argument))
}

/// Returns the error for an argument that cannot be read. The argument is assumed to name a file if
/// it is a folder, if it looks like a file name, or if a file with a similar name exists.
fn perhaps_missing(error: anyhow::Error, argument: &str) -> anyhow::Error {
    let path = Path::new(argument);
    if path.is_dir() {
        return anyhow!("{}: found a folder, expected a file", argument.escape_debug());
    }
    if path.exists() {
        return error;
    }
    let near = near_file(Path::new(argument));
    if !looks_like_a_file(argument) && near.is_none() {
        return error;
    }
    let hint = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
    anyhow!("{}: no such file{hint}", argument.escape_debug())
}

fn puzzle(args: &TogglePuzzle) -> Result<Toggle> {
    let (name, result) = match file_text(args.name())? {
        Some((name, text)) => (name, Toggle::parse(&text)),
        None => ("the puzzle".to_owned(), Toggle::from_name(args.name())),
    };
    let puzzle = result.map_err(|error| perhaps_missing(located(&name, &error), args.name()))?;
    let Some(goal) = &args.goal else { return Ok(puzzle) };
    let (name, text) = file_text(goal)?.unwrap_or_else(|| ("the goal".to_owned(), goal.clone()));
    let goal = puzzle.board(&text).map_err(|error| perhaps_missing(located(&name, &error), goal))?;
    puzzle.with_goal(goal).context("--goal: expected a board of this puzzle")
}

/// An answer as JSON. Fields that do not apply are left out.
#[derive(Serialize, Default)]
struct Record<'a> {
    puzzle: String,
    board: String,
    goal: String,
    outcome: &'static str,
    /// The names of the moves in order; a move that is pressed several times is repeated.
    #[serde(skip_serializing_if = "Option::is_none")]
    presses: Option<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<usize>,
    /// A proven lower bound on the number of presses.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<usize>,
    /// The number of solutions, as text because it can have a very large number of digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<String>,
    /// The weights of the squares in the sum that no move changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Vec<Weight<'a>>>,
    /// The quiet patterns. Every solution is this solution plus multiples of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    quiet: Option<Vec<QuietRecord<'a>>>,
}

/// A quiet pattern as JSON.
#[derive(Serialize)]
struct QuietRecord<'a> {
    presses: Vec<&'a str>,
    /// The number of its distinct multiples, including zero.
    order: u8,
}

impl<'a> QuietRecord<'a> {
    fn new(puzzle: &'a Toggle, quiet: &QuietPattern) -> Self {
        Self { presses: names(puzzle, &quiet.presses), order: quiet.order }
    }
}

#[derive(Serialize)]
struct Weight<'a> {
    square: &'a str,
    weight: u8,
}

impl Record<'_> {
    fn new(puzzle: &Toggle, board: &Vector, outcome: &'static str) -> Self {
        Self {
            puzzle: puzzle.to_name(),
            board: board.to_string(),
            goal: puzzle.goal().to_string(),
            outcome,
            ..Self::default()
        }
    }

    fn print(&self, out: &mut impl Write) -> Result<()> {
        writeln!(out, "{}", serde_json::to_string(self)?)?;
        Ok(())
    }
}

fn names<'a>(puzzle: &'a Toggle, presses: &Vector) -> Vec<&'a str> {
    let names = presses.support();
    names.flat_map(|press| vec![puzzle.move_name(press); usize::from(presses.get(press))]).collect()
}

fn solve(args: &Solve) -> Result<Exit> {
    if !Path::new(args.puzzle.name()).is_file()
        && let Some(size) = gridlore_flipper::size_of_flat_lights_out(args.puzzle.name())
        && size.0.max(size.1) > large::THRESHOLD
    {
        return large::solve(args, size);
    }
    let puzzle = puzzle(&args.puzzle)?;
    let board = board(&puzzle, &args.board)?;
    let solver = Solver::new(&puzzle);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let solutions = match solver.outcome(&board) {
        Outcome::Solvable(solutions) => solutions,
        Outcome::Unsolvable(weights) => {
            if args.json {
                let weights = weights
                    .support()
                    .map(|square| Weight { square: puzzle.square_name(square), weight: weights.get(square) });
                let record = Record::new(&puzzle, &board, "unsolvable");
                Record { certificate: Some(weights.collect()), solutions: Some("0".to_owned()), ..record }
                    .print(&mut out)?;
            } else if args.count {
                writeln!(out, "0")?;
            } else {
                writeln!(out, "# none: {}", why_unsolvable(&puzzle, &board, &weights))?;
            }
            out.flush()?;
            return Ok(Exit::NotSolved);
        }
    };
    let exit = if args.all {
        for presses in solutions.all() {
            if args.json {
                let record = Record::new(&puzzle, &board, "solvable");
                Record { presses: Some(names(&puzzle, &presses)), count: Some(presses.total()), ..record }
                    .print(&mut out)?;
            } else {
                writeln!(out, "{}", puzzle.presses_in_words(&presses))?;
            }
        }
        Exit::Done
    } else if args.count && !args.json {
        writeln!(out, "{}", solutions.count_in_words())?;
        Exit::Done
    } else {
        shortest(args, &puzzle, &board, &solutions, &mut out)?
    };
    out.flush()?;
    Ok(exit)
}

fn shortest(
    args: &Solve,
    puzzle: &Toggle,
    board: &Vector,
    solutions: &Solutions<'_>,
    out: &mut impl Write,
) -> Result<Exit> {
    let fewest = with_progress(
        || solutions.fewest(&mut Budget::nodes(args.budget.nodes.unwrap_or(BUDGET))),
        || format!("searching {} solutions for the fewest presses", solutions.count_in_words()),
    );
    if args.json {
        let record = Record::new(puzzle, board, "solvable");
        let record = Record {
            presses: Some(names(puzzle, &fewest.presses)),
            count: Some(fewest.count()),
            at_least: Some(fewest.at_least),
            solutions: Some(solutions.count_in_words()),
            quiet: Some(solutions.kernel().iter().map(|quiet| QuietRecord::new(puzzle, quiet)).collect()),
            ..record
        };
        record.print(out)?;
    } else if args.hint {
        let press = fewest.presses.support().next();
        writeln!(out, "{}", press.map_or("", |press| puzzle.move_name(press)))?;
    } else {
        writeln!(out, "{}", puzzle.presses_in_words(&fewest.presses))?;
    }
    Ok(report_unproven(&fewest))
}

/// Runs `work` on a separate thread while a spinner shows the message `what`.
fn with_progress<T: Send>(work: impl FnOnce() -> T + Send, what: impl Fn() -> String) -> T {
    let mut progress = Progress::new(false);
    let result = std::thread::scope(|scope| {
        let worker = scope.spawn(work);
        while !worker.is_finished() {
            std::thread::sleep(Duration::from_millis(1));
            progress.wait(&what);
        }
        worker.join().expect("an engine does not panic")
    });
    progress.finish();
    result
}

/// Prints a message to standard error if the number of presses is not proven to be minimal.
fn report_unproven(fewest: &Fewest) -> Exit {
    if fewest.is_proven() {
        return Exit::Done;
    }
    eprintln!(
        "gridlore: the best solution found has {} presses; at least {} are needed (a larger --budget may settle it)",
        fewest.count(),
        fewest.at_least
    );
    Exit::BudgetSpent
}

fn quiet(args: &Quiet) -> Result<Exit> {
    let puzzle = puzzle(&args.puzzle)?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for quiet in Solver::new(&puzzle).kernel() {
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&QuietRecord::new(&puzzle, quiet))?)?;
        } else {
            writeln!(out, "{}", puzzle.presses_in_words(&quiet.presses))?;
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// A line of the table as JSON.
#[derive(Serialize)]
struct TableRecord<'a> {
    square: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    presses: Option<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    invariant: Option<String>,
}

fn table(args: &Table) -> Result<Exit> {
    let puzzle = puzzle(&args.puzzle)?;
    let solver = Solver::new(&puzzle);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if args.verbose {
        elimination(&puzzle, &mut out)?;
    }
    let mut exit = Exit::Done;
    for square in 0..puzzle.squares() {
        let mut board = puzzle.goal().clone();
        board.set(square, (board.get(square) + puzzle.colours() - 1) % puzzle.colours());
        let name = puzzle.square_name(square);
        let (presses, invariant) = match solver.outcome(&board) {
            Outcome::Solvable(solutions) => {
                let fewest = solutions.fewest(&mut Budget::nodes(BUDGET));
                exit = exit.max(report_unproven(&fewest));
                (Some(fewest.presses), None)
            }
            Outcome::Unsolvable(weights) => {
                exit = exit.max(Exit::NotSolved);
                (None, Some(puzzle.squares_in_words(&weights)))
            }
        };
        if args.json {
            let presses = presses.map(|presses| names(&puzzle, &presses));
            writeln!(out, "{}", serde_json::to_string(&TableRecord { square: name, presses, invariant })?)?;
        } else if let Some(presses) = presses {
            writeln!(out, "{name}: {}", puzzle.presses_in_words(&presses))?;
        } else if let Some(squares) = invariant {
            let what = if puzzle.colours() == 2 {
                "every move toggles an even number of".to_owned()
            } else {
                format!("every move changes the following sum by a multiple of {}:", puzzle.colours())
            };
            writeln!(out, "{name}: # none, {what} {squares}")?;
        }
    }
    out.flush()?;
    Ok(exit)
}

/// Prints the elimination, which shows how combinations of moves isolate each square.
fn elimination(puzzle: &Toggle, out: &mut impl Write) -> Result<()> {
    let moves = |combination: &Combination| names(puzzle, &combination.presses).join("+");
    let board =
        |combination: &Combination| puzzle.board_in_rows(&combination.turned).trim_end().replace('\n', " ");
    writeln!(out, "# what each move turns, row by row")?;
    for (press, turned) in puzzle.turned().iter().enumerate() {
        let turned = puzzle.board_in_rows(&Vector::from(turned)).trim_end().replace('\n', " ");
        writeln!(out, "#   {}: {turned}", puzzle.move_name(press))?;
    }
    let steps = steps(puzzle);
    for step in &steps {
        let square = puzzle.square_name(step.square);
        writeln!(
            out,
            "# square {square}: keep it in {}, which turns {}",
            moves(&step.kept),
            board(&step.kept)
        )?;
        for combination in &step.changed {
            writeln!(out, "#   adding it gives {}, which turns {}", moves(combination), board(combination))?;
        }
    }
    if steps.len() == puzzle.squares() {
        writeln!(out, "# every square has a combination that turns it alone:")?;
    } else {
        let (found, all) = (steps.len(), puzzle.squares());
        writeln!(
            out,
            "# only {found} of {all} squares could be isolated, so some squares cannot be turned alone:"
        )?;
    }
    Ok(())
}

/// A generated board as JSON.
#[derive(Serialize)]
struct GeneratedRecord {
    puzzle: String,
    board: String,
    goal: String,
    seed: u64,
    id: String,
}

fn generate(args: &Generate) -> Result<Exit> {
    let puzzle = puzzle(&args.puzzle)?;
    let solver = Solver::new(&puzzle);
    let first = args.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    let mut out = std::io::stdout().lock();
    for number in 0..args.number {
        let seed = first.wrapping_add(number);
        let board = generated(&puzzle, &solver, args.presses, seed)?;
        match if args.json { Format::Json } else { args.format } {
            Format::Line => writeln!(out, "{board}")?,
            Format::Grid => {
                let rows = puzzle.board_in_rows(&board);
                let rows =
                    if puzzle.colours() == 2 { rows.replace('0', ".").replace('1', "#") } else { rows };
                writeln!(out, "{rows}")?;
            }
            Format::Json => {
                let record = GeneratedRecord {
                    puzzle: puzzle.to_name(),
                    board: board.to_string(),
                    goal: puzzle.goal().to_string(),
                    seed,
                    id: game_id(&puzzle, &board),
                };
                writeln!(out, "{}", serde_json::to_string(&record)?)?;
            }
        }
    }
    Ok(Exit::Done)
}

/// Returns the game id with the description of the board.
fn game_id(puzzle: &Toggle, board: &Vector) -> String {
    format!("flipper:{}:{board}", puzzle.to_name())
}

/// Generates a board that needs exactly `presses` presses, or any number if `presses` is `None`.
fn generated(puzzle: &Toggle, solver: &Solver<'_>, presses: Option<usize>, seed: u64) -> Result<Vector> {
    let Some(presses) = presses else { return Ok(generate::any_board(puzzle, seed)) };
    let Some(board) = generate::board(puzzle, solver, presses, seed, &mut Budget::nodes(BUDGET)) else {
        bail!("--presses: found no board that needs exactly {presses}; there may be none, so try fewer")
    };
    Ok(board)
}

/// A board as JSON, for use by other drawing programs.
#[derive(Serialize)]
struct PictureRecord {
    puzzle: String,
    rows: usize,
    columns: usize,
    colours: u8,
    /// The colour of every square, row by row.
    board: Vec<u8>,
    goal: Vec<u8>,
}

fn render(args: &Render) -> Result<Exit> {
    let puzzle = puzzle(&args.puzzle)?;
    let board = board(&puzzle, &args.board)?;
    let by_extension = args.output.as_ref().and_then(|path| match path.extension()?.to_str()? {
        "svg" => Some(ImageFormat::Svg),
        "png" => Some(ImageFormat::Png),
        "json" => Some(ImageFormat::Json),
        _ => None,
    });
    let name = puzzle.to_name();
    let game = Midend::new(gridlore::flipper::show(puzzle, board));
    let format = if args.json { Some(ImageFormat::Json) } else { args.format.or(by_extension) };
    let format = format.unwrap_or(ImageFormat::Text);
    ensure!(
        format != ImageFormat::Png || args.output.is_some() || !std::io::stdout().is_terminal(),
        "refusing to write PNG to a terminal; use --output FILE"
    );
    let bytes = match format {
        ImageFormat::Json => {
            let view = game.view();
            let colours =
                |colour: fn(&CellView) -> Option<u8>| view.cells.iter().filter_map(colour).collect();
            let record = PictureRecord {
                puzzle: name,
                rows: view.rows,
                columns: view.columns,
                colours: view.colours,
                board: colours(|cell| cell.colour),
                goal: colours(|cell| cell.goal),
            };
            (serde_json::to_string(&record)? + "\n").into_bytes()
        }
        ImageFormat::Text => game.puzzle().text(game.position()).into_bytes(),
        ImageFormat::Svg => game.puzzle().svg(game.position()).into_bytes(),
        ImageFormat::Png => picture::png(&game.view())?,
    };
    match &args.output {
        Some(path) => crate::replace::replace(path, &bytes)?,
        None => std::io::stdout().lock().write_all(&bytes)?,
    }
    Ok(Exit::Done)
}

/// A nullity as JSON.
#[derive(Serialize)]
struct NullityRecord {
    columns: usize,
    rows: usize,
    nullity: usize,
}

fn nullity(args: &Nullity) -> Result<Exit> {
    let mut out = std::io::stdout().lock();
    let n = args.n as usize;
    let m = args.m.map_or(n, |m| m as usize);
    for n in if args.table { 1..=n } else { n..=n } {
        let (columns, rows) = if args.table { (n, n) } else { (n, m) };
        let nullity = lights_out::nullity(columns, rows);
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&NullityRecord { columns, rows, nullity })?)?;
        } else if args.table {
            writeln!(out, "{n}\t{nullity}")?;
        } else {
            writeln!(out, "{nullity}")?;
        }
    }
    Ok(Exit::Done)
}
