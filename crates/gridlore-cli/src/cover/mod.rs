//! `gridlore cover`: exact covers in Knuth's format.

mod check;
mod diagram;
mod make;
mod pack;
mod share;

use crate::Exit;
use crate::batch::count_in_words;
use crate::input::Source;
use crate::interrupt;
use crate::progress::Progress;
use crate::shared_args::NodeBudget;
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
    Solve(Solve),
    /// Count the solutions.
    ///
    /// Repeated states are counted once where that is quicker, so the command can count far more
    /// solutions than could ever be printed.
    Count {
        #[command(flatten)]
        file: File,
        #[command(flatten)]
        budget: NodeBudget,
        /// Stop counting at N.
        ///
        /// 2 is enough to check whether there is exactly one solution.
        #[arg(long, value_name = "N", conflicts_with_all = ["threads", "part", "checkpoint"])]
        up_to: Option<u64>,
        /// Count in parts on N threads (0 = one per processor).
        #[arg(long, value_name = "N", conflicts_with = "budget")]
        threads: Option<usize>,
        /// Count only share I of N, such as 3/8.
        ///
        /// The counts of all N shares add up to the total.
        #[arg(long, value_name = "I/N", conflicts_with = "budget")]
        part: Option<Share>,
        /// Save each counted part to FILE, and resume from it.
        #[arg(long, value_name = "FILE", conflicts_with = "budget")]
        checkpoint: Option<PathBuf>,
    },
    /// Sample random solutions, each equally likely.
    Sample {
        #[command(flatten)]
        file: File,
        /// Number of solutions to print.
        #[arg(short = 'n', value_name = "N", default_value_t = 1)]
        count: usize,
        /// Seed; the same seed gives the same solutions.
        #[arg(long, value_name = "S", default_value_t = 0)]
        seed: u64,
    },
    /// Explain why there is no solution.
    ///
    /// Prints a minimal set of items that cannot all be covered: if any one of them is left out,
    /// the others can be covered.
    Why {
        #[command(flatten)]
        file: File,
    },
    /// Check solutions in the format of `cover solve`.
    ///
    /// Reads text or JSON. Checks that each solution covers every item correctly, and that no two
    /// are the same.
    Check {
        #[command(flatten)]
        file: File,
        /// File with solutions, or - for standard input.
        #[arg(value_name = "SOLUTIONS", default_value = "-")]
        solutions: String,
    },
    /// Print how many solutions contain each option.
    ///
    /// Each line has the number of solutions, their fraction of all solutions, and the items of the
    /// option.
    Marginals {
        #[command(flatten)]
        file: File,
    },
    /// Remove options that are in no solution.
    ///
    /// Tests each option on its own, as Knuth's DLX-PRE does, so some useless options may remain.
    /// Prints the reduced problem in Knuth's format.
    Reduce {
        #[command(flatten)]
        file: File,
    },
    /// Print all solutions as a decision diagram (ZDD).
    ///
    /// Prints a zero-suppressed decision diagram, one node per line with the root last:
    /// `NODE: (~OPTION?WITHOUT:WITH)`. Nodes are numbered in hexadecimal, with 0 and 1 for the
    /// terminal nodes; options are numbered from 1.
    Zdd {
        #[command(flatten)]
        file: File,
    },
    /// Estimate the search effort and the number of solutions.
    ///
    /// Takes random paths down the search tree (Knuth's method). Prints estimates of the number of
    /// options that a search would try and of the number of solutions, each with its standard
    /// error.
    Estimate {
        #[command(flatten)]
        file: File,
        /// Number of random paths to follow.
        #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(2..))]
        ways: u32,
        /// Seed; the same seed gives the same paths.
        #[arg(long, value_name = "S", default_value_t = 0)]
        seed: u64,
    },
    Pack(pack::Pack),
    /// Print a well-known problem in Knuth's format.
    #[command(subcommand)]
    Make(make::Make),
}

/// The problem.
#[derive(Args)]
pub(crate) struct File {
    /// Problem in Knuth's format, or - for standard input.
    ///
    /// Also reads `.ec` files and matrices of zeros and ones, plain or compressed with gzip or
    /// zstd.
    #[arg(value_name = "FILE")]
    file: String,
}

/// Print the solutions.
///
/// Each solution is a line with its number, then one line per option. An option's line begins with
/// the item that it was chosen for, and ends with its rank among that item's options (2 of 7). The
/// sizes of the problem and of the search are printed to standard error.
#[derive(Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    file: File,
    /// Stop after N solutions.
    #[arg(short = 'n', id = "most", value_name = "N")]
    limit: Option<u64>,
    /// Print only the K cheapest solutions, with their costs.
    #[arg(long, value_name = "K", conflicts_with_all = ["most", "engine"])]
    cheapest: Option<usize>,
    /// Search algorithm; it determines the order of solutions.
    #[arg(long, value_enum, default_value_t)]
    engine: Algorithm,
    /// Solve only share I of N, such as 3/8.
    ///
    /// Every solution is in exactly one of the N shares.
    #[arg(long, value_name = "I/N", conflicts_with = "cheapest")]
    part: Option<Share>,
    #[command(flatten)]
    budget: NodeBudget,
    /// Print one JSON object per solution.
    ///
    /// Each object has the number of the solution, its cost, its options as lists of items, and the
    /// numbers of its options, counted from 1.
    #[arg(long)]
    json: bool,
    /// Print only errors to standard error.
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum Algorithm {
    /// The best algorithm for the problem.
    #[default]
    Auto,
    /// Dancing cells.
    Cells,
    /// Bit masks, with the items in a fixed order; for up to 255 items without colours or
    /// multiplicities.
    Masks,
    /// Branching on taking or skipping an option; supports multiplicities.
    Several,
}

impl From<Algorithm> for Engine {
    fn from(algorithm: Algorithm) -> Self {
        match algorithm {
            Algorithm::Auto => Self::Auto,
            Algorithm::Cells => Self::Cells,
            Algorithm::Masks => Self::Masks,
            Algorithm::Several => Self::Several,
        }
    }
}

pub(crate) fn run(command: &Cover) -> Result<Exit> {
    match command {
        Cover::Solve(solve) => print_solutions(solve),
        Cover::Count { file, threads: None, part: None, checkpoint: None, budget, up_to } => {
            count(file, budget.nodes, *up_to)
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

/// Reads a problem and reports its size on standard error, unless `is_quiet`.
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

/// Number of options tried between checks of the clock and of Ctrl-C.
const SLICE: u64 = 1 << 16;

/// Shows the progress of a search, as a fraction if the search can estimate it.
fn show_progress(progress: &mut Progress, solutions: &Solutions<'_>, message: impl FnOnce() -> String) {
    const ALL: f64 = 1e6;
    match solutions.part_done() {
        Some(part) => {
            let done = (part * ALL).clamp(0.0, ALL);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "from 0 to a million"
            )]
            progress.show((done as u64, Some(ALL as u64)), message);
        }
        None => progress.wait(message),
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

/// The lines of the last solution. Consecutive solutions share their first lines, so these lines
/// are kept.
#[derive(Default)]
struct Text {
    choices: Vec<Choice>,
    lines: Vec<u8>,
    /// The offset at which the line of each choice ends.
    ends: Vec<usize>,
}

impl Text {
    /// Replaces the lines with those of these choices.
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

/// Prints solutions as they are found.
struct Printing<'a, W: Write> {
    args: &'a Solve,
    whole: &'a Problem,
    checker: Checker<'a>,
    /// The options of the current solution.
    options: Vec<usize>,
    text: Text,
    out: W,
    progress: Progress,
    found: u64,
    tried: u64,
}

impl<W: Write> Printing<'_, W> {
    /// Prints all solutions of the problem or of a part of it; returns the exit status if it was
    /// stopped early.
    fn all(&mut self, problem: &Problem, part: Option<&Part>) -> Result<Option<Exit>> {
        let mut solutions = problem.solutions_by(self.args.engine.into());
        let limit = self.args.budget.nodes.unwrap_or(u64::MAX);
        let before = self.tried;
        let (mut sliced, mut slice) = (0, Budget::nodes(SLICE.min(limit - self.tried)));
        loop {
            if self.args.limit == Some(self.found) {
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
                    // A reader may be waiting for these lines during a long search.
                    self.out.flush()?;
                    if interrupt::is_requested() {
                        return Ok(Some(Exit::BudgetSpent));
                    }
                    sliced += slice.spent();
                    slice = Budget::nodes(SLICE.min(limit - self.tried));
                    let (found, tried) = (self.found, self.tried);
                    show_progress(&mut self.progress, &solutions, || {
                        format!(
                            "{}, {} million options tried",
                            count_in_words(found, "solution"),
                            tried / 1_000_000
                        )
                    });
                }
            }
        }
    }

    fn print(&mut self, choices: &[Choice]) -> Result<()> {
        self.options.clear();
        self.options.extend(choices.iter().map(|choice| choice.option));
        ensure_solution(self.checker.is_solution(&self.options))?;
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
                Some(_) => "; stopped at the limit",
                None => "",
            };
            let (found, tried) =
                (count_in_words(self.found, "solution"), count_in_words(self.tried, "option"));
            eprintln!("Altogether {found}, {tried} tried{rest}.");
        }
        Ok(stopped.unwrap_or(if self.found == 0 { Exit::NotSolved } else { Exit::Done }))
    }
}

/// A solution as a line of JSON.
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

/// Fails if a solution did not pass its check, which shares no code with the search.
fn ensure_solution(is_solution: bool) -> Result<()> {
    if is_solution {
        return Ok(());
    }
    bail!("bug: the search returned a wrong solution; please report this")
}

fn print_cheapest(problem: &Problem, count: usize, args: &Solve, out: &mut impl Write) -> Result<Exit> {
    let mut budget = args.budget.nodes.map_or_else(Budget::unlimited, Budget::nodes);
    let Ok(cheapest) =
        with_spinner("searching for the cheapest solutions", || problem.cheapest(count, &mut budget))
    else {
        eprintln!(
            "gridlore: budget spent after {}; the cheapest solutions are not known",
            count_in_words(budget.spent(), "option")
        );
        return Ok(Exit::BudgetSpent);
    };
    for (number, (_, options)) in cheapest.iter().enumerate() {
        ensure_solution(problem.is_solution(options))?;
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
        eprintln!(
            "Altogether {}, {} tried.",
            count_in_words(found, "solution"),
            count_in_words(tried, "option")
        );
    }
    Ok(if cheapest.is_empty() { Exit::NotSolved } else { Exit::Done })
}

fn count(file: &File, budget: Option<u64>, up_to: Option<u64>) -> Result<Exit> {
    let problem = load(file, true)?;
    let mut budget = budget.map_or_else(Budget::unlimited, Budget::nodes);
    let counted = with_spinner("counting", || match up_to {
        Some(limit) => problem.solutions().count_up_to(limit, &mut budget).map(Count::from),
        None => problem.count(&mut budget),
    });
    match counted {
        Ok(count) => {
            writeln!(std::io::stdout(), "{count}")?;
            Ok(Exit::Done)
        }
        Err(spent) => {
            eprintln!("gridlore: {spent}; the count is incomplete");
            Ok(Exit::BudgetSpent)
        }
    }
}

/// A count that tries fewer options than this is not split, because preparing a thousand parts
/// would take longer.
const MIN_TO_SPLIT: u64 = 20_000_000;

/// The time between updates of the spinner.
const UPDATE: std::time::Duration = std::time::Duration::from_millis(100);

/// Runs `work` on another thread and shows a spinner; Ctrl-C ends the program.
fn with_spinner<T: Send>(message: &str, work: impl FnOnce() -> T + Send) -> T {
    let mut progress = Progress::new(false);
    std::thread::scope(|scope| {
        let waiting = std::thread::current();
        let worker = scope.spawn(move || {
            let result = work();
            waiting.unpark();
            result
        });
        while !worker.is_finished() {
            std::thread::park_timeout(UPDATE);
            progress.wait(|| message.to_owned());
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
        && let Ok(count) = with_spinner("counting", || problem.count(&mut Budget::nodes(MIN_TO_SPLIT)))
    {
        writeln!(std::io::stdout(), "{count}")?;
        return Ok(Exit::Done);
    }
    let (count, interrupted) = share::count(&problem, share, threads, checkpoint, &mut Progress::new(false))?;
    if let Some(interrupted) = interrupted {
        eprintln!("gridlore: {}", interrupted.in_words(count, checkpoint));
        return Ok(Exit::BudgetSpent);
    }
    writeln!(std::io::stdout(), "{count}")?;
    Ok(Exit::Done)
}

fn sample(file: &File, count: usize, seed: u64) -> Result<Exit> {
    let problem = load(file, true)?;
    let drawn =
        with_spinner("drawing solutions", || problem.random_solutions(count, seed, &mut Budget::unlimited()))
            .expect("an unlimited budget");
    let mut out = std::io::stdout().lock();
    for (number, options) in drawn.iter().enumerate() {
        ensure_solution(problem.is_solution(options))?;
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
    let items =
        with_spinner("searching for the reason", || problem.impossible_items(&mut Budget::unlimited()))
            .expect("an unlimited budget");
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
    let reduced = with_spinner("reducing", || problem.reduced());
    std::io::stdout().write_all(to_knuth(&reduced.problem).as_bytes())?;
    let gone = problem.options() - reduced.problem.options();
    eprintln!(
        "{} removed in {}",
        count_in_words(gone as u64, "option"),
        count_in_words(reduced.rounds as u64, "round")
    );
    Ok(Exit::Done)
}

fn estimate(file: &File, ways: u32, seed: u64) -> Result<Exit> {
    let problem = load(file, true)?;
    let Some(estimate) = problem.estimate(ways, seed) else {
        bail!("--ways: found {ways}, expected at least 2")
    };
    let mut out = std::io::stdout().lock();
    for (quantity, (mean, error)) in [("options tried", estimate.options), ("solutions", estimate.solutions)]
    {
        writeln!(out, "{quantity} {mean:.3e} +- {error:.1e}")?;
    }
    Ok(Exit::Done)
}

/// Maximum side length of a board.
const MAX_SIDE: u16 = 1000;

/// Parses rows and columns such as 6x10.
fn sides(text: &str) -> std::result::Result<(u16, u16), String> {
    let side = |text: &str| text.parse::<u16>().ok().filter(|side| (1..=MAX_SIDE).contains(side));
    let sides = text.split_once('x').and_then(|(rows, columns)| Some((side(rows)?, side(columns)?)));
    sides.ok_or_else(|| {
        format!("found \"{text}\", expected rows and columns such as 6x10, each at most {MAX_SIDE}")
    })
}
