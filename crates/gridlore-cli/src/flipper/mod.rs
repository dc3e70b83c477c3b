//! `gridlore flipper ...`: toggle puzzles from the command line.

mod game;
mod large;
mod picture;
mod play;
mod screen;

use crate::Exit;
use crate::args::{
    Flipper, FlipperGenerate, FlipperNullity, FlipperQuiet, FlipperRender, FlipperSolve, FlipperTable,
    Format, ToggleImage, TogglePuzzle,
};
use crate::input::Source;
use crate::progress::Progress;
use anyhow::{Context, Result, anyhow, bail};
use gridlore::{Budget, CellView, Midend, ParseError};
use gridlore_flipper::explain::{Combination, steps, why_unsolvable};
use gridlore_flipper::{Fewest, Outcome, Quiet, Solutions, Solver, Toggle, Vector, generate, lights_out};
use serde::Serialize;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// Solutions that are looked at for the fewest presses where the command line does not say: some
/// seconds' worth.
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

/// What is read when a file or standard input is named.
fn text_of(argument: &str) -> Result<Option<(String, String)>> {
    if argument == "-" {
        return Ok(Some(("standard input".to_owned(), Source::Stdin.text()?)));
    }
    if Path::new(argument).is_file() {
        let text = Source::File(argument.to_owned()).text()?;
        return Ok(Some((argument.to_owned(), text)));
    }
    Ok(None)
}

/// The text of a board, and how messages name it.
fn board_text(argument: &str) -> Result<(String, String)> {
    Ok(text_of(argument)?.unwrap_or_else(|| ("the board".to_owned(), argument.to_owned())))
}

fn told(name: &str, error: &ParseError) -> anyhow::Error {
    anyhow!("{name}:{}:{}: {}", error.at.line, error.at.column, error.kind)
}

/// A board from the command line, a file or standard input.
fn board(puzzle: &Toggle, argument: &str) -> Result<Vector> {
    let (name, text) = board_text(argument)?;
    puzzle.board(&text).map_err(|error| perhaps_a_file(told(&name, &error), argument))
}

/// A text that looks like the name of a file may have been meant as one.
fn perhaps_a_file(error: anyhow::Error, argument: &str) -> anyhow::Error {
    let looks_so = argument.contains(['/', '\\'])
        || Path::new(argument)
            .extension()
            .is_some_and(|end| !end.is_empty() && end.to_string_lossy().chars().all(char::is_alphabetic));
    if looks_so && !Path::new(argument).exists() {
        return anyhow!("{error}; there is no file \"{}\" either", argument.escape_debug());
    }
    error
}

fn puzzle(args: &TogglePuzzle) -> Result<Toggle> {
    let (name, result) = match text_of(&args.puzzle)? {
        Some((name, text)) => (name, Toggle::parse(&text)),
        None => ("the puzzle".to_owned(), Toggle::from_name(&args.puzzle)),
    };
    let puzzle = result.map_err(|error| perhaps_a_file(told(&name, &error), &args.puzzle))?;
    let Some(goal) = &args.goal else { return Ok(puzzle) };
    let (name, text) = text_of(goal)?.unwrap_or_else(|| ("the goal".to_owned(), goal.clone()));
    let goal = puzzle.board(&text).map_err(|error| perhaps_a_file(told(&name, &error), goal))?;
    puzzle.with_goal(goal).context("a goal of this puzzle has its squares")
}

/// An answer as JSON. What does not apply is left out.
#[derive(Serialize, Default)]
struct Record<'a> {
    puzzle: String,
    board: String,
    goal: String,
    outcome: &'static str,
    /// The moves' names, in order, a move that is pressed several times as often.
    #[serde(skip_serializing_if = "Option::is_none")]
    presses: Option<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<usize>,
    /// It is proved that fewer presses are not enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<usize>,
    /// How many solutions there are, as text: it may have very many digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<String>,
    /// How often each square is counted in the sum that no move changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Vec<Weight<'a>>>,
    /// All solutions are this one plus sums of multiples of quiet patterns.
    #[serde(skip_serializing_if = "Option::is_none")]
    quiet: Option<Vec<QuietRecord<'a>>>,
}

/// A quiet pattern as JSON.
#[derive(Serialize)]
struct QuietRecord<'a> {
    presses: Vec<&'a str>,
    /// How many different multiples it has, none included.
    order: u8,
}

impl<'a> QuietRecord<'a> {
    fn of(puzzle: &'a Toggle, quiet: &Quiet) -> Self {
        Self { presses: names(puzzle, &quiet.presses), order: quiet.order }
    }
}

#[derive(Serialize)]
struct Weight<'a> {
    square: &'a str,
    weight: u8,
}

impl Record<'_> {
    fn of(puzzle: &Toggle, board: &Vector, outcome: &'static str) -> Self {
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

fn solve(args: &FlipperSolve) -> Result<Exit> {
    if !Path::new(&args.puzzle.puzzle).is_file()
        && let Some(size) = gridlore_flipper::size_of_flat_lights_out(&args.puzzle.puzzle)
        && size.0.max(size.1) > large::SMALLEST
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
                let record = Record::of(&puzzle, &board, "unsolvable");
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
                let record = Record::of(&puzzle, &board, "solvable");
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
    args: &FlipperSolve,
    puzzle: &Toggle,
    board: &Vector,
    solutions: &Solutions<'_>,
    out: &mut impl Write,
) -> Result<Exit> {
    let fewest = patiently(
        || solutions.fewest(&mut Budget::nodes(args.budget)),
        || format!("looking for the fewest presses among {} solutions", solutions.count_in_words()),
    );
    if args.json {
        let record = Record::of(puzzle, board, "solvable");
        let record = Record {
            presses: Some(names(puzzle, &fewest.presses)),
            count: Some(fewest.count()),
            at_least: Some(fewest.at_least),
            solutions: Some(solutions.count_in_words()),
            quiet: Some(solutions.kernel().iter().map(|quiet| QuietRecord::of(puzzle, quiet)).collect()),
            ..record
        };
        record.print(out)?;
    } else if args.hint {
        let press = fewest.presses.support().next();
        writeln!(out, "{}", press.map_or("", |press| puzzle.move_name(press)))?;
    } else {
        writeln!(out, "{}", puzzle.presses_in_words(&fewest.presses))?;
    }
    Ok(proof(&fewest))
}

/// Works on a thread of its own, while this one shows that it does.
fn patiently<T: Send>(work: impl FnOnce() -> T + Send, what: impl Fn() -> String) -> T {
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

/// Says on standard error what is not proved.
fn proof(fewest: &Fewest) -> Exit {
    if fewest.is_proven() {
        return Exit::Done;
    }
    eprintln!(
        "gridlore: the best solution found has {} presses; proved is only that at least {} are needed (more: --budget)",
        fewest.count(),
        fewest.at_least
    );
    Exit::BudgetSpent
}

fn quiet(args: &FlipperQuiet) -> Result<Exit> {
    let puzzle = puzzle(&args.puzzle)?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for quiet in Solver::new(&puzzle).kernel() {
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&QuietRecord::of(&puzzle, quiet))?)?;
        } else {
            writeln!(out, "{}", puzzle.presses_in_words(&quiet.presses))?;
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// A square's line of the table as JSON.
#[derive(Serialize)]
struct TableRecord<'a> {
    square: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    presses: Option<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    invariant: Option<String>,
}

fn table(args: &FlipperTable) -> Result<Exit> {
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
                exit = exit.max(proof(&fewest));
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
                format!("every move changes by a multiple of {} the sum of", puzzle.colours())
            };
            writeln!(out, "{name}: # none, {what} {squares}")?;
        }
    }
    out.flush()?;
    Ok(exit)
}

/// How combining moves isolates each square.
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
            writeln!(out, "#   added, that makes {}, turning {}", moves(combination), board(combination))?;
        }
    }
    if steps.len() == puzzle.squares() {
        writeln!(out, "# every square has a combination that turns it alone:")?;
    } else {
        let (found, all) = (steps.len(), puzzle.squares());
        writeln!(
            out,
            "# {found} of {all} squares could be kept in one combination; not every square can be turned alone:"
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

fn generate(args: &FlipperGenerate) -> Result<Exit> {
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

/// The game id that spells a board out.
fn game_id(puzzle: &Toggle, board: &Vector) -> String {
    format!("flipper:{}:{board}", puzzle.to_name())
}

/// A board that needs just so many presses, or any that can be solved.
fn generated(puzzle: &Toggle, solver: &Solver<'_>, presses: Option<usize>, seed: u64) -> Result<Vector> {
    let Some(presses) = presses else { return Ok(generate::any_board(puzzle, seed)) };
    let Some(board) = generate::board(puzzle, solver, presses, seed, &mut Budget::nodes(BUDGET)) else {
        bail!("no board was found that needs {presses} presses and no fewer; there may be none")
    };
    Ok(board)
}

/// A board as JSON, to be drawn elsewhere.
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

fn render(args: &FlipperRender) -> Result<Exit> {
    let puzzle = puzzle(&args.puzzle)?;
    let board = board(&puzzle, &args.board)?;
    let by_name = args.output.as_ref().and_then(|path| match path.extension()?.to_str()? {
        "svg" => Some(ToggleImage::Svg),
        "png" => Some(ToggleImage::Png),
        "json" => Some(ToggleImage::Json),
        _ => None,
    });
    let name = puzzle.to_name();
    let game = Midend::new(gridlore::flipper::show(puzzle, board));
    let format = if args.json { Some(ToggleImage::Json) } else { args.format.or(by_name) };
    let bytes = match format.unwrap_or(ToggleImage::Text) {
        ToggleImage::Json => {
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
        ToggleImage::Text => game.puzzle().text(game.position()).into_bytes(),
        ToggleImage::Svg => game.puzzle().svg(game.position()).into_bytes(),
        ToggleImage::Png => picture::png(&game.view())?,
    };
    match &args.output {
        Some(path) => std::fs::write(path, bytes).with_context(|| path.display().to_string())?,
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

fn nullity(args: &FlipperNullity) -> Result<Exit> {
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
