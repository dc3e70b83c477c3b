//! `gridlore sudoku rate|grade`: rates the difficulty of puzzles as well-known programs do.

use super::guide::{Kind, Profile};
use super::rate_variant::{self, Form, MARKS, with_counts};
use crate::Exit;
use crate::batch::{self, Answer, Line, Verdict};
use crate::input::Heading;
use crate::shared_args::Input;
use crate::sudoku::puzzle::Reader;
use anyhow::Result;
use clap::{Args, ValueEnum};
use gridlore_sudoku::{Board, Outcome, check, fastest_outcome};
use gridlore_sudoku_human::explainer::{Difficulty, Explainer, Rating, Version};
use gridlore_sudoku_human::guide::{Guide, Leader};
use gridlore_sudoku_human::{State, Technique, checked, position, solutions_up_to};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Rate puzzles, one per line.
///
/// Each input line is a puzzle of 81 cells, of 729 candidates or with variant rules. For each,
/// prints one output line: `puzzle<TAB>rating`. HoDoKu's rating is `level<TAB>score`. Sudoku
/// Explainer's rating is ER/EP/ED: the ratings of the hardest step, of the hardest step up to the
/// first digit, and of the first step. Gridlore's own rating is that of the hardest step. The
/// rating of a variant is `level<TAB>hardest step`, based on the steps of `explain`. For a puzzle
/// without a unique solution, prints `# none: REASON` or `# several`; Sudoku Explainer's profiles
/// print 0.0/0.0/0.0. Blank lines and # comments are copied.
#[derive(Args)]
pub(crate) struct Rate {
    #[command(flatten)]
    input: Input,
    /// Profile for rating.
    #[arg(long, value_enum, default_value_t = Profile::Hodoku)]
    profile: Profile,
}

/// Grade puzzles by level, and list the techniques that they need.
///
/// Prints `puzzle<TAB>level<TAB>techniques`, hardest technique first, with the number of uses of
/// each. Singles are left out. Sudoku Explainer's profiles print the rating instead of a level.
/// Variants are graded Easy, Medium, Hard or Extreme, based on the steps of `explain`. For lines
/// that cannot be rated, prints the same answers as `rate`.
#[derive(Args)]
pub(crate) struct Grade {
    #[command(flatten)]
    input: Input,
    /// Profile for grading.
    #[arg(long, value_enum, default_value_t = Profile::Hodoku)]
    profile: Profile,
}

pub(super) fn run(args: &Rate) -> Result<Exit> {
    match args.profile.kind() {
        Kind::Explains(leader) => filter(&args.input, args.profile, (Form::Rating, None), |puzzle| {
            path(puzzle, leader).map_or_else(|| leader.unsolved_rating(), |path| path.rating)
        }),
        Kind::Rates(version) => {
            let unrated = Rating::default().to_string();
            filter(&args.input, args.profile, (Form::Rating, Some(&unrated)), |puzzle| {
                puzzle.explainer(version).rate(|_| {}).to_string()
            })
        }
    }
}

pub(super) fn grade(args: &Grade) -> Result<Exit> {
    match args.profile.kind() {
        Kind::Explains(leader) => {
            let mut order = leader.techniques();
            order.push(Technique::BruteForce);
            filter(&args.input, args.profile, (Form::Techniques, None), |puzzle| {
                let Some(path) = path(puzzle, leader) else {
                    return format!("{}\tbeyond these techniques", level(&leader.unsolved_rating()));
                };
                // Techniques later in the order are harder.
                let used = order.iter().rev().map(|technique| {
                    (technique.name(), path.techniques.iter().filter(|&used| used == technique).count())
                });
                format!("{}\t{}", level(&path.rating), with_counts(used))
            })
        }
        Kind::Rates(version) => {
            let unrated = Rating::default().to_string();
            filter(&args.input, args.profile, (Form::Techniques, Some(&unrated)), |puzzle| {
                let mut hardest: BTreeMap<&str, (Difficulty, usize)> = BTreeMap::new();
                let rating = puzzle.explainer(version).rate(|hint| {
                    let (difficulty, count) = hardest.entry(hint.technique()).or_default();
                    *difficulty = (*difficulty).max(hint.difficulty);
                    *count += 1;
                });
                let mut used: Vec<_> = hardest.into_iter().collect();
                used.sort_by_key(|(name, (difficulty, _))| (Reverse(*difficulty), *name));
                format!("{rating}\t{}", with_counts(used.into_iter().map(|(name, (_, count))| (name, count))))
            })
        }
    }
}

/// Returns the level of a rating: its part before the first tab.
fn level(rating: &str) -> &str {
    rating.split('\t').next().unwrap_or(rating)
}

/// A puzzle on the standard board.
struct Puzzle {
    text: String,
    state: State<'static>,
    /// Whether the puzzle was given as candidates.
    is_marks: bool,
}

impl Puzzle {
    fn explainer(&self, version: Version) -> Explainer {
        if self.is_marks {
            Explainer::from_marks(&self.state, version)
        } else {
            Explainer::new(&self.state, version)
        }
    }

    /// Returns the answer to a puzzle without a unique solution.
    fn unrated(&self) -> Option<(Verdict, String)> {
        if self.is_marks {
            return match solutions_up_to(&self.state, 2).len() {
                0 => Some((Verdict::None, "# none: the candidates leave no solution".to_owned())),
                1 => None,
                _ => Some((Verdict::Several, "# several".to_owned())),
            };
        }
        let board = Board::try_from_values(self.state.values()).expect("positions have 81 cells");
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
                // This turns uniqueness techniques off if the givens alone have several solutions.
                let _ = checked(&mut state);
                Ok(Puzzle { text, state, is_marks: true })
            }
            Err(error) => Err(Answer::bad(format!("# error: {error}"), 1, error.to_string())),
        };
    }
    let board = Reader::new(None, false, "# error: ").read_usual(*line)?;
    Ok(Puzzle { text: board.to_line(), state: State::usual(board.values()), is_marks: false })
}

/// Answers every line with the `rating` of its puzzle. A puzzle without a unique solution is
/// answered with `unrated`, or with the reason if `unrated` is `None`.
fn filter(
    input: &Input,
    profile: Profile,
    (form, unrated): (Form, Option<&str>),
    rating: impl Fn(&Puzzle) -> String + Sync,
) -> Result<Exit> {
    // Only the profiles of Sudoku Explainer have their own answer for unrated puzzles.
    let other = if unrated.is_some() { profile.to_possible_value() } else { None };
    let other = other.as_ref().map(|value| value.get_name());
    let profile = profile.title();
    let answer = |line: &Line<'_>| -> Answer {
        if let Some(answer) = rate_variant::answer(line, form, other) {
            return answer;
        }
        let puzzle = match read(line) {
            Ok(puzzle) => puzzle,
            Err(answer) => return answer,
        };
        let mut answer = match (puzzle.unrated(), unrated) {
            (Some((verdict, _)), Some(unrated)) => {
                Answer::new(verdict, format!("{}\t{unrated}", puzzle.text))
            }
            (Some((verdict, why)), None) => Answer::new(verdict, why),
            (None, _) => Answer::new(Verdict::Done, format!("{}\t{}", puzzle.text, rating(&puzzle))),
        };
        answer.remarks.note = Some(format!("rated as in {profile}"));
        answer
    };
    batch::run(input, &Heading::default(), batch::each(answer))
}

/// Returns the path to the solution, or `None` if the techniques do not reach it.
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

/// The summary of a path to the solution.
struct Path {
    rating: String,
    techniques: Vec<Technique>,
}
