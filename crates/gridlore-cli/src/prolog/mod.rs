//! `gridlore prolog`: programs consulted, goals run, queries answered.

mod editor;
mod toplevel;

use crate::Exit;
use crate::input::{lines_of, text_in};
use crate::interrupt;
use anyhow::{Context, Result, bail};
use clap::Args;
use gridlore::prolog::{Allowance, PUZZLES, Program, Source, Step, puzzle};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Run Prolog programs, with finite domains.
///
/// With a goal, it is run once, and only what the program prints is printed. Without one, queries
/// are read: at a terminal one after the other, with the next answer for `;`; else one a line from
/// standard input, each printed with its answers.
#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 the goal succeeded, 1 it failed, 2 an error; what the program gives to halt/1 otherwise."
)]
pub(crate) struct Prolog {
    /// Programs to consult, in this order.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// A puzzle of the library to consult before: its name, or `list` for all names.
    #[arg(long, value_name = "NAME")]
    puzzle: Option<String>,
    /// A goal to run once.
    #[arg(short, long, value_name = "GOAL")]
    goal: Option<String>,
    /// Print at most so many answers of each query on standard input.
    #[arg(long, value_name = "N", default_value_t = 10)]
    answers: usize,
    /// Tell inferences and seconds on standard error.
    #[arg(long)]
    time: bool,
    /// Stop with an error after so many inferences.
    #[arg(long, value_name = "N")]
    limit_inferences: Option<u64>,
    /// Stop with an error after so many seconds; at the prompt, each query.
    #[arg(long, value_name = "SECONDS")]
    limit_seconds: Option<f64>,
    /// Stop with an error when more memory than this is needed, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    limit_memory: usize,
    /// The seed of random numbers.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
}

/// The longest program, in bytes: what is read of it takes some hundred times as much.
const MAX_PROGRAM: usize = 8 << 20;

/// Inferences between two looks at Ctrl-C and at what was printed.
const SLICE: u64 = 200_000;

/// Bytes that the command takes before a program does anything, about.
const OWN_MEMORY: usize = 6 << 20;

pub(crate) fn run(args: &Prolog) -> Result<Exit> {
    let memory = args.limit_memory.checked_mul(1 << 20).context("--limit-memory: more than there can be")?;
    // What this process takes for itself counts, too.
    let memory = memory - OWN_MEMORY.min(memory / 6);
    let mut program =
        Program::new(Allowance { inferences: args.limit_inferences.unwrap_or(u64::MAX), memory });
    program.set_seed(args.seed);
    let clock = Clock::new();
    grant(&mut program, &clock);
    let deadline = args.limit_seconds.map(|seconds| clock.seconds() + seconds);
    program.set_deadline(deadline);
    if args.goal.is_some() {
        program.set_input(|| {
            let line = lines_of("standard input", std::io::stdin().lock()).next()?.ok()?;
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
            bail!("--puzzle {name}: expected one of {}", names.join(", "));
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

/// What programs see of time: seconds since the start.
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

/// What programs may do here besides computing: see the time, read texts, print while they are
/// consulted.
fn grant(program: &mut Program, clock: &Clock) {
    let clock = *clock;
    program.set_clock(move || clock.seconds());
    program.set_reader(|name, from| {
        let folder = from.and_then(|from| Path::new(from).parent()).unwrap_or(Path::new(""));
        source(&folder.join(name)).map_err(|error| format!("{error:#}"))
    });
    program.set_pause(|output, errors| {
        let printed = print(output, errors);
        let is_wanted = printed.is_ok() && !interrupt::was_asked();
        if !is_wanted {
            interrupt::forget();
        }
        is_wanted
    });
}

/// A text from a file; `.pl` may be left out.
fn source(path: &Path) -> Result<Source> {
    let mut path = path.to_owned();
    let with_ending = path.with_extension("pl");
    if !path.is_file() && path.extension().is_none() && with_ending.is_file() {
        path = with_ending;
    }
    let name = path.display().to_string();
    let file = std::fs::File::open(&path).with_context(|| format!("{name}: can't be read"))?;
    let text = text_in(&name, file)?;
    anyhow::ensure!(
        text.len() <= MAX_PROGRAM,
        "{name}: found a program of more than {} MiB, expected a smaller one",
        MAX_PROGRAM >> 20
    );
    Ok(Source { name, text })
}

#[expect(clippy::disallowed_methods, reason = "the command line is where clocks are")]
fn now() -> Instant {
    Instant::now()
}

/// Prints what the program printed.
fn pass_on(program: &mut Program) -> Result<()> {
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

/// Consults a file; the exit code, if the program asked to end.
fn consult(program: &mut Program, file: &Path) -> Result<Option<u8>> {
    let Source { name, text } = source(file)?;
    let (messages, halted) = program.consult(&name, &text);
    pass_on(program)?;
    for message in messages {
        eprintln!("{message}");
    }
    Ok(halted.map(code))
}

/// An exit code as the system has it.
fn code(code: i32) -> u8 {
    u8::try_from(code.rem_euclid(256)).unwrap_or(2)
}

/// One step that is no pause, with what is printed meanwhile passed on; `None` after Ctrl-C.
fn step(program: &mut Program) -> Result<Option<Step>> {
    loop {
        let step = program.step(SLICE);
        pass_on(program)?;
        if step != Step::Paused {
            return Ok(Some(step));
        }
        if interrupt::was_asked() {
            interrupt::forget();
            program.end_query();
            return Ok(None);
        }
    }
}

fn tell_time(inferences: u64, since: Instant) {
    eprintln!("% {inferences} inferences, {:.3} seconds", since.elapsed().as_secs_f64());
}

fn once(program: &mut Program, goal: &str, tells_time: bool) -> Result<Exit> {
    if let Err(error) = program.begin_query(goal) {
        bail!("-g {goal}: {error}");
    }
    let (start, before) = (now(), program.inferences());
    let step = step(program)?;
    if tells_time {
        tell_time(program.inferences() - before, start);
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

/// Queries from standard input, one a line; lines that are empty or begin with % are passed by.
fn queries(program: &mut Program, answers: usize, tells_time: bool) -> Result<Exit> {
    let mut exit = Exit::Done;
    for (number, line) in lines_of("standard input", std::io::stdin().lock()).enumerate() {
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
        if tells_time {
            tell_time(program.inferences() - before, start);
        }
    }
    Ok(exit)
}
