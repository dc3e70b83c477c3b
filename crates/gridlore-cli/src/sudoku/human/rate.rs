//! `gridlore sudoku rate|grade`: how hard puzzles are, by the profile of a program that people
//! know.

use super::guide::{Kind, Profile};
use crate::Exit;
use crate::batch::{self, Answer, Line, Verdict};
use crate::batch_args::Input;
use crate::input::Heading;
use crate::sudoku::puzzle::Reader;
use anyhow::Result;
use clap::Args;
use gridlore_sudoku::{Board, Outcome, check, fastest_outcome};
use gridlore_sudoku_human::explainer::{Difficulty, Explainer, Rating, Version};
use gridlore_sudoku_human::guide::{Guide, Leader};
use gridlore_sudoku_human::{State, Technique, checked, position, solutions_up_to};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Rate puzzles, one a line: `puzzle<TAB>rating`.
///
/// For every input line one line comes out. A puzzle of 81 signs, or of 729 candidates. HoDoKu's
/// rating is `Level<TAB>score`, Sudoku Explainer's `ER/EP/ED`: of the hardest step, of the hardest
/// up to the first digit, of the first step; our own is one number, of the hardest step. A puzzle
/// without a solution, or with several, is not rated: `# none: why`, `# several`; by Sudoku
/// Explainer it is 0.0/0.0/0.0, as there. Blank lines and # comments pass through.
#[derive(Args)]
pub(crate) struct Rate {
    #[command(flatten)]
    input: Input,
    /// Whose rating.
    #[arg(long, value_enum, default_value_t = Profile::Hodoku)]
    profile: Profile,
}

/// Tell how hard puzzles are, and why: `puzzle<TAB>level<TAB>techniques`, the hardest first, with
/// how often each was needed.
///
/// Singles are left out. In the place of the level Sudoku Explainer has its rating. What is told of
/// lines without a rating is as for `rate`.
#[derive(Args)]
pub(crate) struct Grade {
    #[command(flatten)]
    input: Input,
    /// Whose techniques and levels.
    #[arg(long, value_enum, default_value_t = Profile::Hodoku)]
    profile: Profile,
}

pub(super) fn run(args: &Rate) -> Result<Exit> {
    match args.profile.kind() {
        Kind::Leads(leader) => filter(&args.input, args.profile, None, |puzzle| {
            path(puzzle, leader).map_or_else(|| leader.unsolved_rating(), |path| path.rating)
        }),
        Kind::Rates(version) => {
            let unrated = Rating::default().to_string();
            filter(&args.input, args.profile, Some(&unrated), |puzzle| {
                puzzle.explainer(version).rate(|_| {}).to_string()
            })
        }
    }
}

pub(super) fn grade(args: &Grade) -> Result<Exit> {
    match args.profile.kind() {
        Kind::Leads(leader) => {
            let mut order = leader.techniques();
            order.push(Technique::BruteForce);
            filter(&args.input, args.profile, None, |puzzle| {
                let Some(path) = path(puzzle, leader) else {
                    return format!("{}\tbeyond these techniques", level(&leader.unsolved_rating()));
                };
                // The later in the order, the harder.
                let used = order.iter().rev().map(|technique| {
                    (technique.name(), path.techniques.iter().filter(|&used| used == technique).count())
                });
                format!("{}\t{}", level(&path.rating), counted(used))
            })
        }
        Kind::Rates(version) => {
            let unrated = Rating::default().to_string();
            filter(&args.input, args.profile, Some(&unrated), |puzzle| {
                let mut hardest: BTreeMap<&str, (Difficulty, usize)> = BTreeMap::new();
                let rating = puzzle.explainer(version).rate(|hint| {
                    let (difficulty, count) = hardest.entry(hint.technique()).or_default();
                    *difficulty = (*difficulty).max(hint.difficulty);
                    *count += 1;
                });
                let mut used: Vec<_> = hardest.into_iter().collect();
                used.sort_by_key(|(name, (difficulty, _))| (Reverse(*difficulty), *name));
                format!("{rating}\t{}", counted(used.into_iter().map(|(name, (_, count))| (name, count))))
            })
        }
    }
}

/// Techniques with how often each was used, but for singles.
fn counted<'n>(used: impl Iterator<Item = (&'n str, usize)>) -> String {
    let is_told = |(name, count): &(&str, usize)| {
        *count > 0 && !["Full House", "Hidden Single", "Naked Single"].contains(name)
    };
    let words: Vec<String> = used.filter(is_told).map(|(name, count)| format!("{name} x{count}")).collect();
    if words.is_empty() { "singles".to_owned() } else { words.join(", ") }
}

/// The first word of a rating.
fn level(rating: &str) -> &str {
    rating.split('\t').next().unwrap_or(rating)
}

/// A puzzle of the usual board.
struct Puzzle {
    text: String,
    state: State<'static>,
    /// Whether it is told by its candidates alone.
    is_marks: bool,
}

/// As many signs tell every candidate of the board.
const MARKS: usize = 729;

impl Puzzle {
    fn explainer(&self, version: Version) -> Explainer {
        if self.is_marks {
            Explainer::from_marks(&self.state, version)
        } else {
            Explainer::new(&self.state, version)
        }
    }

    /// What is told of a puzzle that has not just one solution.
    fn unrated(&self) -> Option<(Verdict, String)> {
        if self.is_marks {
            return match solutions_up_to(&self.state, 2).len() {
                0 => Some((Verdict::None, "# none: the candidates leave no solution".to_owned())),
                1 => None,
                _ => Some((Verdict::Several, "# several".to_owned())),
            };
        }
        let board = Board::of_values(self.state.values()).expect("positions are of 81 cells");
        match fastest_outcome(&board) {
            Outcome::Unique(_) => None,
            Outcome::Several(()) => Some((Verdict::Several, "# several".to_owned())),
            Outcome::None => Some((Verdict::None, format!("# none: {}", check::contradiction(&board)))),
        }
    }
}

fn read(line: &Line<'_>) -> Result<Puzzle, Answer> {
    let text = line.bytes.trim_ascii();
    let text = text.split(u8::is_ascii_whitespace).next().unwrap_or(text);
    if text.len() == MARKS {
        let text = String::from_utf8_lossy(text).into_owned();
        return match position::parse(&text) {
            Ok(mut state) => {
                // What rests on there being one solution is off where the givens alone have
                // several.
                let _ = checked(&mut state);
                Ok(Puzzle { text, state, is_marks: true })
            }
            Err(error) => Err(Answer::bad(format!("# error: {error}"), 1, error.to_string())),
        };
    }
    let board = Reader::new(None, false, "# error: ").read_usual(*line)?;
    Ok(Puzzle { text: board.to_line(), state: State::usual(board.values()), is_marks: false })
}

/// A line for every line, with what is told of its puzzle; of one that has not just one solution
/// why, or `unrated`.
fn filter(
    input: &Input,
    profile: Profile,
    unrated: Option<&str>,
    told: impl Fn(&Puzzle) -> String + Sync,
) -> Result<Exit> {
    let profile = profile.title();
    let answer = |line: &Line<'_>| -> Answer {
        let puzzle = match read(line) {
            Ok(puzzle) => puzzle,
            Err(answer) => return answer,
        };
        let mut answer = match (puzzle.unrated(), unrated) {
            (Some((verdict, _)), Some(unrated)) => {
                Answer::new(verdict, format!("{}\t{unrated}", puzzle.text))
            }
            (Some((verdict, why)), None) => Answer::new(verdict, why),
            (None, _) => Answer::new(Verdict::Done, format!("{}\t{}", puzzle.text, told(&puzzle))),
        };
        answer.remarks.note = Some(format!("rated as by {profile}"));
        answer
    };
    batch::run(input, &Heading::default(), batch::each(answer))
}

/// The way to the solution; none where the techniques do not get there.
fn path(puzzle: &Puzzle, leader: Leader) -> Option<Path> {
    let mut guide = Guide::new(leader, puzzle.state.clone());
    let mut techniques = Vec::new();
    while !guide.state().is_full() {
        let step = guide.next_step()?;
        techniques.push(step.technique);
        guide.apply(&step);
    }
    Some(Path { rating: guide.rating(), techniques })
}

/// The way to a solution, in short.
struct Path {
    rating: String,
    techniques: Vec<Technique>,
}
