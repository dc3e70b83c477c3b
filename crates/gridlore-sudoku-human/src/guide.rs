//! Profiles: the order in which techniques are tried, and how the steps are rated.

use crate::{Group, Net, Scope, State, Step, Technique, all_steps, easiest, first_step, hodoku};

/// A profile: an order of steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leader {
    /// HoDoKu 2.2: techniques in a fixed order.
    Hodoku,
    /// Always the step that is easiest to see and to explain, whatever its technique.
    Easiest,
}

impl Leader {
    /// All profiles.
    pub const ALL: [Self; 2] = [Self::Hodoku, Self::Easiest];

    /// Returns the name of the profile: `hodoku` or `own`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hodoku => "hodoku",
            Self::Easiest => "own",
        }
    }

    /// Returns the profile's techniques, easiest first.
    #[must_use]
    pub fn techniques(self) -> Vec<Technique> {
        match self {
            Self::Hodoku => hodoku::ORDER.iter().map(|(technique, ..)| *technique).collect(),
            Self::Easiest => easiest::ORDER.iter().map(|(technique, _)| *technique).collect(),
        }
    }

    /// Returns the rating of a puzzle that the profile cannot solve.
    #[must_use]
    pub fn unsolved_rating(self) -> String {
        match self {
            Self::Hodoku => format!("{}\t-", hodoku::Level::Extreme),
            Self::Easiest => "-".to_owned(),
        }
    }

    /// Returns the cost of a step: HoDoKu's score, or the difficulty.
    #[must_use]
    pub fn cost(self, step: &Step) -> String {
        match self {
            Self::Hodoku => hodoku::score(step.technique).to_string(),
            Self::Easiest => easiest::difficulty(step).to_string(),
        }
    }
}

/// Returns the next step with an explanation: the first in HoDoKu's order or, if there is none, the
/// shortest net with locked candidates and pairs, or the shortest net within a net.
#[must_use]
pub fn explained_step(state: &State<'_>) -> Option<Step> {
    let nested = || {
        let techniques =
            [Technique::NestedNetContradiction, Technique::NestedNetVerity, Technique::NetsWithinNet];
        techniques.into_iter().find_map(|technique| {
            let steps = all_steps(state, technique, Scope::ALL).into_iter();
            steps.min_by_key(|step| step.nets.iter().map(Net::size).sum::<usize>())
        })
    };
    hodoku::Solver::new(state.clone()).next_step().or_else(nested)
}

/// Returns every technique, easiest to explain first: those of [`Leader::Easiest`], then the
/// others, such as large mutant fish, which can take seconds.
#[must_use]
pub fn every_technique() -> Vec<Technique> {
    let mut all = Leader::Easiest.techniques();
    let others: Vec<Technique> = Technique::ALL
        .iter()
        .copied()
        .filter(|one| !all.contains(one) && *one != Technique::BruteForce)
        .collect();
    all.extend(others);
    all
}

/// The positions at which an exercise for a technique starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// The technique is the profile's next step: no earlier technique of the order applies.
    Next,
    /// Singles, locked candidates and subsets do not apply, but other techniques may. This is for
    /// techniques that are rarely or never the next step.
    Early,
}

/// A solver that proceeds step by step.
#[derive(Debug, Clone)]
pub enum Guide<'s> {
    /// Follows HoDoKu's order.
    Hodoku(hodoku::Solver<'s>),
    /// Takes the easiest step first.
    Easiest(easiest::Solver<'s>),
}

impl<'s> Guide<'s> {
    /// Creates a guide that starts from this state.
    #[must_use]
    pub fn new(leader: Leader, state: State<'s>) -> Self {
        match leader {
            Leader::Hodoku => Self::Hodoku(hodoku::Solver::new(state)),
            Leader::Easiest => Self::Easiest(easiest::Solver::new(state)),
        }
    }

    /// Returns the current board.
    #[must_use]
    pub const fn state(&self) -> &State<'s> {
        match self {
            Self::Hodoku(solver) => solver.state(),
            Self::Easiest(solver) => solver.state(),
        }
    }

    /// Returns the next step. If no technique applies, HoDoKu's profile takes a digit of the
    /// solution, provided that the solution is unique. Returns `None` if there is no step.
    #[must_use]
    pub fn next_step(&mut self) -> Option<Step> {
        match self {
            Self::Hodoku(solver) => solver.next_step().or_else(|| solver.last_resort()),
            Self::Easiest(solver) => solver.next_step(),
        }
    }

    /// Returns whether an exercise for the technique can start from the current state, whose next
    /// step is `next`.
    ///
    /// # Cost
    /// [`Turn::Early`] searches for the technique.
    #[must_use]
    pub fn is_turn_of(&self, technique: Technique, turn: Turn, next: &Step) -> bool {
        let is_basic = |technique: Technique| {
            matches!(technique.group(), Group::Singles | Group::Intersections | Group::Subsets)
        };
        match turn {
            Turn::Next => next.technique == technique,
            Turn::Early if is_basic(next.technique) && !is_basic(technique) => false,
            Turn::Early => first_step(self.state(), technique, Scope::ALL).is_some(),
        }
    }

    /// Applies a step.
    pub fn apply(&mut self, step: &Step) {
        match self {
            Self::Hodoku(solver) => solver.apply(step),
            Self::Easiest(solver) => solver.apply(step),
        }
    }

    /// Returns the rating of the steps applied so far: `Level<TAB>score`, or one number.
    #[must_use]
    pub fn rating(&self) -> String {
        match self {
            Self::Hodoku(solver) => {
                let (level, score) = solver.rating();
                format!("{level}\t{score}")
            }
            Self::Easiest(solver) => solver.rating().to_string(),
        }
    }

    /// Returns the rating in tenths; each point of HoDoKu's score counts as ten tenths.
    #[must_use]
    pub fn tenths(&self) -> u32 {
        match self {
            Self::Hodoku(solver) => solver.rating().1.saturating_mul(10),
            Self::Easiest(solver) => u32::from(solver.rating().0),
        }
    }
}
