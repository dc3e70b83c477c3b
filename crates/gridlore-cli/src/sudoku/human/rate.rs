//! `gridlore sudoku rate|grade`: how hard puzzles are, by the profile of a program that people know.

use crate::Exit;
use crate::args::Input;
use crate::batch::{self, Answer, Line, Verdict};
use crate::input::Heading;
use crate::sudoku::puzzle::Reader;
use anyhow::Result;
use clap::{Args, ValueEnum};
use gridlore_sudoku::human::hodoku::{Level, ORDER, Solver};
use gridlore_sudoku::human::{State, Technique};
use gridlore_sudoku::{Board, Verdict as Outcome, check, verdict};

/// Rate puzzles, one a line: `puzzle<TAB>rating`.
///
/// For every input line one line comes out. A puzzle without a solution, or with several, is not rated: `# none: why`, `# several`. Blank lines and # comments pass through.
#[derive(Args)]
pub(crate) struct Rate {
    #[command(flatten)]
    input: Input,
    /// Whose rating.
    #[arg(long, value_enum, default_value_t = Profile::Hodoku)]
    profile: Profile,
}

/// Whose order, scores and levels.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Profile {
    /// HoDoKu 2.2: `Level<TAB>score`. Puzzles for which it needs forcing nets are Extreme, and - stands for a score that is not known.
    Hodoku,
}

/// Tell how hard puzzles are, and why: `puzzle<TAB>level<TAB>techniques`, the hardest first, with how often each was needed.
///
/// Levels and techniques are HoDoKu's, singles left out. What is told of lines without a rating is as for `rate`.
#[derive(Args)]
pub(crate) struct Grade {
    #[command(flatten)]
    input: Input,
}

pub(super) fn run(args: &Rate) -> Result<Exit> {
    let Profile::Hodoku = args.profile;
    filter(&args.input, |path| match path {
        Some(path) => {
            let (level, score) = path.rating;
            format!("{level}\t{score}")
        }
        None => format!("{}\t-", Level::Extreme),
    })
}

pub(super) fn grade(args: &Grade) -> Result<Exit> {
    filter(&args.input, |path| {
        let Some(path) = path else { return format!("{}\tforcing nets, or guessing", Level::Extreme) };
        // The later in the order, the harder.
        let mut words: Vec<String> = Vec::new();
        for (place, (technique, ..)) in ORDER.iter().enumerate().rev() {
            let count = path.techniques.iter().filter(|&used| used == technique).count();
            let is_single = place < 3;
            if count > 0 && !is_single {
                words.push(format!("{technique} x{count}"));
            }
        }
        let techniques = if words.is_empty() { "singles".to_owned() } else { words.join(", ") };
        format!("{}\t{techniques}", path.rating.0)
    })
}

/// The way to a solution, in short.
struct Path {
    rating: (Level, u32),
    techniques: Vec<Technique>,
}

/// A line for every line, with what is told of its puzzle's way to the solution; none where the techniques do not get there.
fn filter(input: &Input, told: impl Fn(Option<Path>) -> String + Sync) -> Result<Exit> {
    let answer = |line: &Line<'_>| -> Answer {
        let mut reader = Reader::new(None, false, "# error: ");
        let puzzle = match reader.read_usual(*line) {
            Ok(puzzle) => puzzle,
            Err(answer) => return answer,
        };
        match verdict(&puzzle) {
            Outcome::Unique(_) => {
                Answer::new(Verdict::Done, format!("{}\t{}", puzzle.to_line(), told(path(&puzzle))))
            }
            Outcome::Several => Answer::new(Verdict::Several, "# several"),
            Outcome::None => Answer::new(Verdict::None, format!("# none: {}", check::contradiction(&puzzle))),
        }
    };
    batch::run(input, &Heading::default(), |lines| lines.iter().map(answer).collect())
}

fn path(puzzle: &Board) -> Option<Path> {
    let mut solver = Solver::new(State::of_board(puzzle));
    let mut techniques = Vec::new();
    while !solver.state().is_full() {
        let step = solver.next_step()?;
        techniques.push(step.technique);
        solver.apply(&step);
    }
    Some(Path { rating: solver.rating(), techniques })
}
