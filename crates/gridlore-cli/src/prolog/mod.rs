//! `gridlore prolog`: consults programs, runs goals, and answers queries.

mod editor;
mod toplevel;

use crate::Exit;
use crate::input::{lines_from, read_text};
use crate::interrupt;
use anyhow::{Context, Result, bail};
use clap::Args;
use gridlore::prolog::{Allowance, PUZZLES, Program, Source, Step, puzzle};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Run Prolog programs, with finite domain constraints.
///
/// With --goal, runs the goal once and prints only the output of the program. Otherwise, reads
/// queries. At a terminal, these are answered interactively, and `;` shows the next answer. If the
/// input is a pipe or a file, queries are read one per line, and each is printed with its answers.
#[derive(Args)]
pub(crate) struct Prolog {
    /// Programs to consult, in order.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Library puzzle to consult first; `list` prints the names.
    #[arg(long, value_name = "NAME")]
    puzzle: Option<String>,
    /// Goal to run once.
    #[arg(short, long, value_name = "GOAL")]
    goal: Option<String>,
    /// Maximum number of answers per query.
    ///
    /// Applies to queries from standard input.
    #[arg(long, value_name = "N", default_value_t = 10)]
    answers: usize,
    /// Print the number of inferences and the time of each query to standard error.
    #[arg(long)]
    time: bool,
    /// Stop with an error after N inferences.
    #[arg(long, value_name = "N")]
    limit_inferences: Option<u64>,
    /// Stop with an error after N seconds.
    ///
    /// At the prompt, the limit applies to each query.
    #[arg(long, value_name = "N")]
    limit_seconds: Option<f64>,
    /// Memory limit, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    limit_memory: usize,
    /// Seed for random numbers.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

/// Maximum size of a program in bytes; in memory, a program takes about a hundred times as much.
const MAX_PROGRAM: usize = 8 << 20;

/// Number of inferences between checks of Ctrl-C and of the program’s output.
const SLICE: u64 = 200_000;

/// Approximate memory in bytes of the process before a program runs.
const BASE_MEMORY: usize = 6 << 20;

pub(crate) fn run(args: &Prolog) -> Result<Exit> {
    let memory = args.limit_memory.checked_mul(1 << 20).context("--limit-memory: the number is too large")?;
    // The limit includes the memory of the process itself.
    let memory = memory - BASE_MEMORY.min(memory / 6);
    let mut program =
        Program::new(Allowance { inferences: args.limit_inferences.unwrap_or(u64::MAX), memory });
    program.set_seed(args.seed);
    let clock = Clock::new();
    connect(&mut program, &clock);
    let deadline = args.limit_seconds.map(|seconds| clock.seconds() + seconds);
    program.set_deadline(deadline);
    if args.goal.is_some() {
        program.set_input(|| {
            let line = lines_from("standard input", std::io::stdin().lock()).next()?.ok()?;
            Some(line + "\n")
        });
    }
    if let Some(name) = &args.puzzle {
        if name == "list" {
            for puzzle in PUZZLES {
                println!("{:9} {:37} ?- {}", puzzle.name, puzzle.title, puzzle.query);
            }
            return Ok(Exit::Done);
        }
        let Some(puzzle) = puzzle(name) else {
            let names: Vec<&str> = PUZZLES.iter().map(|puzzle| puzzle.name).collect();
            bail!("--puzzle: unknown puzzle \"{name}\", expected one of {}, or list", names.join(", "));
        };
        program.consult(puzzle.name, puzzle.text);
    }
    for file in &args.files {
        if let Some(code) = consult(&mut program, file)? {
            return Ok(Exit::Program(code));
        }
    }
    match &args.goal {
        Some(goal) => once(&mut program, goal, args.time),
        None if std::io::stdin().is_terminal() => toplevel::run(&mut program, args, &clock),
        None => queries(&mut program, args.answers, args.time),
    }
}

/// The clock for programs, which gives the seconds since the start.
#[derive(Clone, Copy)]
struct Clock(Instant);

impl Clock {
    fn new() -> Self {
        Self(now())
    }

    fn seconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}

/// Gives a program access to the clock, to files, and to output while it is consulted.
fn connect(program: &mut Program, clock: &Clock) {
    let clock = *clock;
    program.set_clock(move || clock.seconds());
    program.set_reader(|name, from| {
        let folder = from.and_then(|from| Path::new(from).parent()).unwrap_or(Path::new(""));
        source(&folder.join(name)).map_err(|error| format!("{error:#}"))
    });
    program.set_pause(|output, errors| {
        let printed = print(output, errors);
        let goes_on = printed.is_ok() && !interrupt::is_requested();
        if !goes_on {
            interrupt::reset();
        }
        goes_on
    });
}

/// Reads a program; the extension `.pl` may be omitted from the name.
fn source(path: &Path) -> Result<Source> {
    let mut path = path.to_owned();
    let with_ending = path.with_extension("pl");
    if !path.is_file() && path.extension().is_none() && with_ending.is_file() {
        path = with_ending;
    }
    let name = path.display().to_string();
    let text = read_text(&path)?;
    anyhow::ensure!(
        text.len() <= MAX_PROGRAM,
        "{name}: the program is too large (the maximum is {} MiB)",
        MAX_PROGRAM >> 20
    );
    Ok(Source { name, text })
}

#[expect(clippy::disallowed_methods, reason = "the command line has the clock")]
fn now() -> Instant {
    Instant::now()
}

/// Prints the program's output so far.
fn print_output(program: &mut Program) -> Result<()> {
    let (text, errors) = (program.take_output(), program.take_errors());
    print(&text, &errors)
}

fn print(text: &str, errors: &str) -> Result<()> {
    if !text.is_empty() {
        let mut out = std::io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()?;
    }
    if !errors.is_empty() {
        eprint!("{errors}");
    }
    Ok(())
}

/// Consults a file; returns the exit code if the program halted.
fn consult(program: &mut Program, file: &Path) -> Result<Option<u8>> {
    let Source { name, text } = source(file)?;
    let (messages, halted) = program.consult(&name, &text);
    print_output(program)?;
    for message in messages {
        eprintln!("{message}");
    }
    Ok(halted.map(code))
}

/// Converts an exit code to the range of the operating system.
fn code(code: i32) -> u8 {
    u8::try_from(code.rem_euclid(256)).unwrap_or(2)
}

/// Runs the program to its next answer, printing its output; returns `None` after Ctrl-C.
fn step(program: &mut Program) -> Result<Option<Step>> {
    loop {
        let step = program.step(SLICE);
        print_output(program)?;
        if step != Step::Paused {
            return Ok(Some(step));
        }
        if interrupt::is_requested() {
            interrupt::reset();
            program.end_query();
            return Ok(None);
        }
    }
}

/// Prints the cost of a query to standard error.
fn print_cost(inferences: u64, since: Instant) {
    eprintln!("% {inferences} inferences, {:.3} seconds", since.elapsed().as_secs_f64());
}

/// Runs a goal once.
fn once(program: &mut Program, goal: &str, prints_cost: bool) -> Result<Exit> {
    if let Err(error) = program.begin_query(goal) {
        bail!("-g {goal}: {error}");
    }
    let (start, before) = (now(), program.inferences());
    let step = step(program)?;
    if prints_cost {
        print_cost(program.inferences() - before, start);
    }
    program.end_query();
    Ok(match step {
        Some(Step::Answer(_)) => Exit::Done,
        Some(Step::No | Step::Paused) => Exit::NotSolved,
        Some(Step::Halted(exit)) => Exit::Program(code(exit)),
        Some(Step::Error(problem)) => {
            eprintln!("ERROR: {}", problem.text);
            Exit::BadInput
        }
        None => bail!("interrupted"),
    })
}

/// Answers queries from standard input, one per line; skips blank lines and comments.
fn queries(program: &mut Program, answers: usize, prints_cost: bool) -> Result<Exit> {
    let mut exit = Exit::Done;
    for (number, line) in lines_from("standard input", std::io::stdin().lock()).enumerate() {
        let line = line?;
        if line.trim().is_empty() || line.trim_start().starts_with('%') {
            continue;
        }
        if let Err(error) = program.begin_query(&line) {
            eprintln!("gridlore: line {}, {error}", number + 1);
            exit = Exit::BadInput;
            continue;
        }
        let mut out = std::io::stdout().lock();
        writeln!(out, "?- {}.", program.query_text())?;
        drop(out);
        let (start, before) = (now(), program.inferences());
        let mut found = 0;
        while found < answers {
            let Some(step) = step(program)? else { bail!("interrupted") };
            let mut out = std::io::stdout().lock();
            match step {
                Step::Answer(answer) => {
                    writeln!(out, "{answer}")?;
                    found += 1;
                    if answer.is_last {
                        break;
                    }
                }
                Step::No | Step::Paused => {
                    if found == 0 {
                        writeln!(out, "false.")?;
                    }
                    break;
                }
                Step::Error(problem) => {
                    writeln!(out, "error: {}", problem.term)?;
                    break;
                }
                Step::Halted(exit) => return Ok(Exit::Program(code(exit))),
            }
        }
        program.end_query();
        writeln!(std::io::stdout().lock())?;
        if prints_cost {
            print_cost(program.inferences() - before, start);
        }
    }
    Ok(exit)
}
