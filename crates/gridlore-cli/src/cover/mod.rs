//! `gridlore cover`: exact covers in Knuth's format, solved, counted and made.

mod check;
mod diagram;
mod make;
mod pack;
mod share;

use crate::Exit;
use crate::input::Source;
use crate::interrupt;
use crate::progress::Progress;
use anyhow::{Result, anyhow, bail};
use clap::{Args, Subcommand, ValueEnum};
use gridlore::Budget;
use gridlore_exact_cover::{
    Checker, Choice, Count, Engine, Part, Problem, Solutions, option_text, parse, to_knuth, write_option,
};
use serde::Serialize;
use share::Share;
use std::io::{BufWriter, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};

#[derive(Subcommand)]
pub(crate) enum Cover {
    /// Print solutions: a line with their number, then a line for each option, which begins with
    /// the item that it was chosen for and ends with which of how many options of that item it was.
    ///
    /// What was read and how much was tried is told on standard error.
    Solve(Solve),
    /// Print how many solutions there are.
    ///
    /// States that come again are counted once, where that is quicker; so counts may be larger than
    /// what could ever be printed one by one.
    Count {
        #[command(flatten)]
        file: File,
        /// Stop after so many options were tried.
        #[arg(long, value_name = "N", conflicts_with_all = ["threads", "part", "checkpoint"])]
        budget: Option<u64>,
        /// Count no further than this: 2 tells whether there is exactly one solution.
        #[arg(long, value_name = "N", conflicts_with_all = ["threads", "part", "checkpoint"])]
        up_to: Option<u64>,
        /// Count parts of the problem by so many threads; 0 for as many as there are processors.
        #[arg(long, value_name = "N")]
        threads: Option<usize>,
        /// Count only this share of the parts; the sum of all shares is the whole.
        #[arg(long, value_name = "I/N")]
        part: Option<Share>,
        /// Write down there each part that was counted, and go on with what is there already.
        #[arg(long, value_name = "FILE")]
        checkpoint: Option<PathBuf>,
    },
    /// Print solutions by chance, each solution as likely as any other.
    Sample {
        #[command(flatten)]
        file: File,
        /// How many.
        #[arg(short = 'n', value_name = "N", default_value_t = 1)]
        count: usize,
        /// The same seed draws the same solutions.
        #[arg(long, value_name = "SEED", default_value_t = 0)]
        seed: u64,
    },
    /// Say why there is no solution: print items that can't all be covered, though they could if
    /// any one of them were let go.
    Why {
        #[command(flatten)]
        file: File,
    },
    /// Check solutions as `solve` prints them, or its `--json`: whether each covers what it should,
    /// and no two are the same.
    Check {
        #[command(flatten)]
        file: File,
        /// The solutions; - for standard input.
        #[arg(value_name = "SOLUTIONS", default_value = "-")]
        solutions: String,
    },
    /// Print in how many solutions each option is: a line for each, with the count, which part that
    /// is of all, and its items.
    Marginals {
        #[command(flatten)]
        file: File,
    },
    /// Print the same problem without the options that can be in no solution, in Knuth's format.
    Reduce {
        #[command(flatten)]
        file: File,
    },
    /// Print all solutions as a zero-suppressed decision diagram: a line a node, the root last,
    /// `NODE: (~OPTION?WITHOUT:WITH)`.
    ///
    /// Nodes are numbered in hexadecimal; 0 and 1 are the ends, options count from 1.
    Zdd {
        #[command(flatten)]
        file: File,
    },
    /// Estimate how many options a search would try and how many solutions there are, by random
    /// ways down its tree.
    Estimate {
        #[command(flatten)]
        file: File,
        /// How many ways.
        #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(2..))]
        ways: u32,
        /// The same seed goes the same ways.
        #[arg(long, value_name = "SEED", default_value_t = 0)]
        seed: u64,
    },
    /// Lay pieces on a board, each once, so that they fill it, and draw it as text, SVG or PNG.
    Pack(pack::Pack),
    /// Print a well-known problem in Knuth's format.
    #[command(subcommand)]
    Make(make::Make),
}

#[derive(Args)]
pub(crate) struct File {
    /// Items and options in Knuth's format, as an `.ec` file or as a matrix of zeros and ones,
    /// plain or packed by gz or zstd; - for standard input.
    #[arg(value_name = "FILE")]
    file: String,
}

#[derive(Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    file: File,
    /// Stop after so many solutions.
    #[arg(short = 'n', value_name = "N")]
    most: Option<u64>,
    /// Only the solutions that cost least, so many of them, the cheapest first; with each is told
    /// what it costs.
    #[arg(long, value_name = "K", conflicts_with_all = ["most", "engine"])]
    cheapest: Option<usize>,
    /// How solutions are looked for. Their order is another with each.
    #[arg(long, value_enum, default_value_t)]
    engine: By,
    /// Only this share of the parts of the problem; all shares together are the whole.
    #[arg(long, value_name = "I/N", conflicts_with = "cheapest")]
    part: Option<Share>,
    /// Stop after so many options were tried.
    #[arg(long, value_name = "N")]
    budget: Option<u64>,
    /// Print each solution as a line of JSON: its number, what it costs, its options as their
    /// items, and their numbers from 1.
    #[arg(long)]
    json: bool,
    /// Say nothing on standard error but what goes wrong.
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum By {
    /// What suits the problem.
    #[default]
    Auto,
    /// Dancing cells.
    Cells,
    /// Masks in a fixed order of items, for problems of up to 255 items without colours and
    /// multiplicities.
    Masks,
    /// An option taken or left out at each step, as multiplicities need it.
    Several,
}

impl From<By> for Engine {
    fn from(by: By) -> Self {
        match by {
            By::Auto => Self::Auto,
            By::Cells => Self::Cells,
            By::Masks => Self::Masks,
            By::Several => Self::Several,
        }
    }
}

pub(crate) fn run(command: &Cover) -> Result<Exit> {
    match command {
        Cover::Solve(solve) => print_solutions(solve),
        Cover::Count { file, threads: None, part: None, checkpoint: None, budget, up_to } => {
            count(file, *budget, *up_to)
        }
        Cover::Count { file, threads, part, checkpoint, .. } => {
            count_in_parts(file, *threads, part.unwrap_or(Share::ALL), checkpoint.as_deref())
        }
        Cover::Sample { file, count, seed } => sample(file, *count, *seed),
        Cover::Estimate { file, ways, seed } => estimate(file, *ways, *seed),
        Cover::Why { file } => why(file),
        Cover::Reduce { file } => reduce(file),
        Cover::Check { file, solutions } => check::run(file, solutions),
        Cover::Marginals { file } => diagram::marginals(file),
        Cover::Zdd { file } => diagram::print(file),
        Cover::Pack(pack) => pack::run(pack),
        Cover::Make(make) => make::run(make),
    }
}

/// The problem of a file, and what is to be said of it.
fn load(file: &File, is_quiet: bool) -> Result<Problem> {
    let source = Source::file(&file.file);
    let read = parse(&source.text()?).map_err(|error| {
        anyhow!("{}:{}:{}: {}", source.name(), error.at.line, error.at.column, error.kind)
    })?;
    let problem = read.problem;
    if !is_quiet {
        for line in read.ignored {
            eprintln!("{}:{line}: Option ignored (no primary items)", source.name());
        }
        let (options, entries) = (problem.options(), problem.entries());
        let (primary, all) = (problem.primary(), problem.items());
        let items = if primary == all {
            format!("{all} items")
        } else {
            format!("{primary}+{} items", all - primary)
        };
        eprintln!("({options} options, {items}, {entries} entries successfully read)");
    }
    Ok(problem)
}

/// A text with its number, in the plural but for one.
fn several(count: u64, of: &str) -> String {
    format!("{count} {of}{}", if count == 1 { "" } else { "s" })
}

/// Options that are tried between two looks at the clock and at Ctrl-C.
const SLICE: u64 = 1 << 16;

/// How far a search is, as far as that can be told.
fn show(progress: &mut Progress, solutions: &Solutions<'_>, what: impl FnOnce() -> String) {
    const ALL: f64 = 1e6;
    match solutions.part_done() {
        Some(part) => {
            let done = (part * ALL).clamp(0.0, ALL);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "from 0 to a million"
            )]
            progress.show((done as u64, Some(ALL as u64)), what);
        }
        None => progress.wait(what),
    }
}

fn print_solutions(args: &Solve) -> Result<Exit> {
    let problem = load(&args.file, args.quiet)?;
    let mut out = BufWriter::with_capacity(1 << 17, std::io::stdout().lock());
    if let Some(count) = args.cheapest {
        return print_cheapest(&problem, count, args, &mut out);
    }
    let progress = Progress::new(args.quiet);
    let mut printing = Printing {
        args,
        whole: &problem,
        checker: Checker::new(&problem),
        options: Vec::new(),
        text: Text::default(),
        out,
        progress,
        found: 0,
        tried: 0,
    };
    let stopped = match args.part {
        None => printing.all(&problem, None)?,
        Some(share) => {
            let parts = share.parts(&problem);
            let own = parts.iter().enumerate().filter(|(at, _)| share.has(*at));
            own.map(|(_, part)| printing.all(&part.problem, Some(part)))
                .find_map(Result::transpose)
                .transpose()?
        }
    };
    printing.end(stopped)
}

/// The lines of the last solution that was printed. Solutions that follow each other begin alike,
/// and what they share stays.
#[derive(Default)]
struct Text {
    choices: Vec<Choice>,
    lines: Vec<u8>,
    /// Where the line of each choice ends.
    ends: Vec<usize>,
}

impl Text {
    /// Puts the lines of these choices in place of the last.
    fn set(&mut self, problem: &Problem, choices: &[Choice]) {
        let shared = self.choices.iter().zip(choices).take_while(|(last, choice)| last == choice).count();
        self.choices.truncate(shared);
        self.ends.truncate(shared);
        self.lines.truncate(self.ends.last().copied().unwrap_or(0));
        let mut number = itoa::Buffer::new();
        for &choice in &choices[shared..] {
            self.choices.push(choice);
            self.lines.push(b' ');
            write_option(problem, choice.option, choice.entry, &mut self.lines);
            self.lines.extend_from_slice(b" (");
            self.lines.extend_from_slice(number.format(choice.nth).as_bytes());
            self.lines.extend_from_slice(b" of ");
            self.lines.extend_from_slice(number.format(choice.of).as_bytes());
            self.lines.extend_from_slice(b")\n");
            self.ends.push(self.lines.len());
        }
    }
}

/// Solutions being printed.
struct Printing<'a, W: Write> {
    args: &'a Solve,
    whole: &'a Problem,
    checker: Checker<'a>,
    /// The options of the solution at hand.
    options: Vec<usize>,
    text: Text,
    out: W,
    progress: Progress,
    found: u64,
    tried: u64,
}

impl<W: Write> Printing<'_, W> {
    /// All solutions of the problem or of a part of it; how it was stopped, if it was.
    fn all(&mut self, problem: &Problem, part: Option<&Part>) -> Result<Option<Exit>> {
        let mut solutions = problem.solutions_by(self.args.engine.into());
        let limit = self.args.budget.unwrap_or(u64::MAX);
        let before = self.tried;
        let (mut sliced, mut slice) = (0, Budget::nodes(SLICE.min(limit - self.tried)));
        loop {
            if self.args.most == Some(self.found) {
                return Ok(Some(Exit::Done));
            }
            let advanced = solutions.advance(&mut slice);
            self.tried = before + sliced + slice.spent();
            match advanced {
                Ok(true) => {
                    self.found += 1;
                    let choices = solutions.choices();
                    match part {
                        Some(part) => self.print(&part.to_whole(self.whole, choices))?,
                        None => self.print(choices)?,
                    }
                }
                Ok(false) => return Ok(None),
                Err(_) if self.tried >= limit => return Ok(Some(Exit::BudgetSpent)),
                Err(_) => {
                    // A reader may wait for these while others are looked for.
                    self.out.flush()?;
                    if interrupt::was_asked() {
                        return Ok(Some(Exit::BudgetSpent));
                    }
                    sliced += slice.spent();
                    slice = Budget::nodes(SLICE.min(limit - self.tried));
                    let (found, tried) = (self.found, self.tried);
                    show(&mut self.progress, &solutions, || {
                        format!("{}, {} million options tried", several(found, "solution"), tried / 1_000_000)
                    });
                }
            }
        }
    }

    fn print(&mut self, choices: &[Choice]) -> Result<()> {
        self.options.clear();
        self.options.extend(choices.iter().map(|choice| choice.option));
        sound(self.checker.is_solution(&self.options))?;
        if self.args.json {
            return print_json(&mut self.out, self.whole, &self.options, self.found);
        }
        self.text.set(self.whole, choices);
        self.out.write_all(itoa::Buffer::new().format(self.found).as_bytes())?;
        self.out.write_all(b":\n")?;
        Ok(self.out.write_all(&self.text.lines)?)
    }

    fn end(mut self, stopped: Option<Exit>) -> Result<Exit> {
        self.out.flush()?;
        self.progress.finish();
        if !self.args.quiet {
            let rest = match stopped {
                Some(Exit::BudgetSpent) => "; there may be more",
                Some(_) => "; no more were asked for",
                None => "",
            };
            let (found, tried) = (several(self.found, "solution"), several(self.tried, "option"));
            eprintln!("Altogether {found}, {tried} tried{rest}.");
        }
        Ok(stopped.unwrap_or(if self.found == 0 { Exit::NotSolved } else { Exit::Done }))
    }
}

/// One solution as a line of JSON.
#[derive(Serialize)]
struct Line<'a> {
    solution: u64,
    cost: u128,
    options: Vec<Vec<&'a str>>,
    numbers: Vec<usize>,
}

fn print_json(out: &mut impl Write, problem: &Problem, options: &[usize], number: u64) -> Result<()> {
    let texts: Vec<String> = options.iter().map(|option| option_text(problem, *option, 0)).collect();
    let line = Line {
        solution: number,
        cost: problem.total_cost(options),
        options: texts.iter().map(|text| text.split(' ').collect()).collect(),
        numbers: options.iter().map(|option| option + 1).collect(),
    };
    serde_json::to_writer(&mut *out, &line)?;
    writeln!(out)?;
    Ok(())
}

/// Every solution is checked by code that did not find it.
fn sound(is_solution: bool) -> Result<()> {
    if is_solution {
        return Ok(());
    }
    bail!("a solution does not cover what it should; this is a mistake of the program, please report it")
}

fn print_cheapest(problem: &Problem, count: usize, args: &Solve, out: &mut impl Write) -> Result<Exit> {
    let mut budget = args.budget.map_or_else(Budget::unlimited, Budget::nodes);
    let Ok(cheapest) = patiently("looking for the cheapest", || problem.cheapest(count, &mut budget)) else {
        eprintln!(
            "gridlore: {} tried, and it is not known which are the cheapest",
            several(budget.spent(), "option")
        );
        return Ok(Exit::BudgetSpent);
    };
    for (number, (_, options)) in cheapest.iter().enumerate() {
        sound(problem.is_solution(options))?;
        let cost = problem.total_cost(options);
        if args.json {
            print_json(out, problem, options, number as u64 + 1)?;
            continue;
        }
        writeln!(out, "{}: (cost {cost})", number + 1)?;
        for option in options {
            writeln!(out, " {} |{}", option_text(problem, *option, 0), problem.cost(*option))?;
        }
    }
    out.flush()?;
    if !args.quiet {
        let (found, tried) = (cheapest.len() as u64, budget.spent());
        eprintln!("Altogether {}, {} tried.", several(found, "solution"), several(tried, "option"));
    }
    Ok(if cheapest.is_empty() { Exit::NotSolved } else { Exit::Done })
}

fn count(file: &File, budget: Option<u64>, up_to: Option<u64>) -> Result<Exit> {
    let problem = load(file, true)?;
    let mut budget = budget.map_or_else(Budget::unlimited, Budget::nodes);
    let counted = patiently("counting", || match up_to {
        Some(limit) => problem.solutions().count_up_to(limit, &mut budget).map(Count::from),
        None => problem.count(&mut budget),
    });
    match counted {
        Ok(count) => {
            writeln!(std::io::stdout(), "{count}")?;
            Ok(Exit::Done)
        }
        Err(spent) => {
            eprintln!("gridlore: {spent}, and the solutions are not all counted");
            Ok(Exit::BudgetSpent)
        }
    }
}

/// What is counted after so many options is over before it is cut: to prepare a thousand parts
/// takes longer.
const NOT_WORTH_CUTTING: u64 = 20_000_000;

/// Time between two looks at work in one piece.
const LOOK: std::time::Duration = std::time::Duration::from_millis(100);

/// Work in one piece, of which nothing is known but that it goes on; Ctrl-C ends the program.
fn patiently<T: Send>(what: &str, work: impl FnOnce() -> T + Send) -> T {
    let mut progress = Progress::new(false);
    std::thread::scope(|scope| {
        let waiting = std::thread::current();
        let worker = scope.spawn(move || {
            let result = work();
            waiting.unpark();
            result
        });
        while !worker.is_finished() {
            std::thread::park_timeout(LOOK);
            progress.wait(|| what.to_owned());
        }
        progress.finish();
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn count_in_parts(
    file: &File,
    threads: Option<usize>,
    share: Share,
    checkpoint: Option<&Path>,
) -> Result<Exit> {
    let problem = load(file, true)?;
    let threads = match threads {
        Some(0) => std::thread::available_parallelism().map_or(1, NonZero::get),
        threads => threads.unwrap_or(1),
    };
    if share == Share::ALL
        && checkpoint.is_none()
        && let Ok(count) = patiently("counting", || problem.count(&mut Budget::nodes(NOT_WORTH_CUTTING)))
    {
        writeln!(std::io::stdout(), "{count}")?;
        return Ok(Exit::Done);
    }
    let (count, interrupted) = share::count(&problem, share, threads, checkpoint, &mut Progress::new(false))?;
    if let Some(interrupted) = interrupted {
        eprintln!("gridlore: {}", interrupted.text(count, checkpoint));
        return Ok(Exit::BudgetSpent);
    }
    writeln!(std::io::stdout(), "{count}")?;
    Ok(Exit::Done)
}

fn sample(file: &File, count: usize, seed: u64) -> Result<Exit> {
    let problem = load(file, true)?;
    let drawn = patiently("drawing", || problem.random_solutions(count, seed, &mut Budget::unlimited()))
        .expect("there is no end of this budget");
    let mut out = std::io::stdout().lock();
    for (number, options) in drawn.iter().enumerate() {
        sound(problem.is_solution(options))?;
        writeln!(out, "{}:", number + 1)?;
        for option in options {
            writeln!(out, " {}", option_text(&problem, *option, 0))?;
        }
    }
    out.flush()?;
    Ok(if drawn.is_empty() && count > 0 { Exit::NotSolved } else { Exit::Done })
}

fn why(file: &File) -> Result<Exit> {
    let problem = load(file, true)?;
    let items = patiently("looking for a reason", || problem.impossible_items(&mut Budget::unlimited()))
        .expect("there is no end of this budget");
    let mut out = std::io::stdout().lock();
    let Some(items) = items else {
        writeln!(out, "there is a solution")?;
        return Ok(Exit::Done);
    };
    let names: Vec<&str> = items.iter().map(|item| problem.name(*item)).collect();
    writeln!(out, "{}", names.join(" "))?;
    Ok(Exit::NotSolved)
}

fn reduce(file: &File) -> Result<Exit> {
    let problem = load(file, true)?;
    let reduced = patiently("reducing", || problem.reduced());
    std::io::stdout().write_all(to_knuth(&reduced.problem).as_bytes())?;
    let gone = problem.options() - reduced.problem.options();
    eprintln!("{} left out in {}", several(gone as u64, "option"), several(reduced.rounds as u64, "round"));
    Ok(Exit::Done)
}

fn estimate(file: &File, ways: u32, seed: u64) -> Result<Exit> {
    let problem = load(file, true)?;
    let Some(estimate) = problem.estimate(ways, seed) else {
        bail!("found {ways} ways, expected at least two")
    };
    let mut out = std::io::stdout().lock();
    for (of, (mean, error)) in [("options tried", estimate.options), ("solutions", estimate.solutions)] {
        writeln!(out, "{of} {mean:.3e} +- {error:.1e}")?;
    }
    Ok(Exit::Done)
}

/// The longest side of a board that is made.
const MOST: u16 = 1000;

/// Rows and columns, as in 6x10.
fn sides(text: &str) -> std::result::Result<(u16, u16), String> {
    let side = |text: &str| text.parse::<u16>().ok().filter(|side| (1..=MOST).contains(side));
    let sides = text.split_once('x').and_then(|(rows, columns)| Some((side(rows)?, side(columns)?)));
    sides.ok_or_else(|| {
        format!("found \"{text}\", expected rows and columns such as 6x10, each up to {}", MOST)
    })
}
