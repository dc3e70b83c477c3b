//! Who leads through a puzzle: whose techniques come in whose order, and whose rating comes of
//! them.

use crate::{Group, Net, Scope, State, Step, Technique, all_steps, easiest, first_step, hodoku};

/// Whose order of steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leader {
    /// HoDoKu 2.2: technique by technique.
    Hodoku,
    /// The step that is the easiest to see and to explain, whatever its technique.
    Easiest,
}

impl Leader {
    /// All leaders.
    pub const ALL: [Self; 2] = [Self::Hodoku, Self::Easiest];

    /// The name of the profile: `hodoku`, `own`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hodoku => "hodoku",
            Self::Easiest => "own",
        }
    }

    /// The techniques, the easiest first.
    #[must_use]
    pub fn techniques(self) -> Vec<Technique> {
        match self {
            Self::Hodoku => hodoku::ORDER.iter().map(|(technique, ..)| *technique).collect(),
            Self::Easiest => easiest::ORDER.iter().map(|(technique, _)| *technique).collect(),
        }
    }

    /// The rating of a puzzle on which neither a technique nor a digit of the solution goes on.
    #[must_use]
    pub fn beyond(self) -> String {
        match self {
            Self::Hodoku => format!("{}\t-", hodoku::Level::Extreme),
            Self::Easiest => "-".to_owned(),
        }
    }

    /// What a step costs: of HoDoKu's its score, of the easiest its difficulty.
    #[must_use]
    pub fn cost(self, step: &Step) -> String {
        match self {
            Self::Hodoku => hodoku::score(step.technique).to_string(),
            Self::Easiest => easiest::difficulty(step).to_string(),
        }
    }
}

/// The next step that can be explained: of HoDoKu's order, and where that ends the shortest of nets
/// within others.
#[must_use]
pub fn explained_step(state: &State<'_>) -> Option<Step> {
    let nested = || {
        let techniques =
            [Technique::NestedNetContradiction, Technique::NestedNetVerity, Technique::NetsWithinNet];
        techniques.into_iter().find_map(|technique| {
            let steps = all_steps(state, technique, Scope::WIDEST).into_iter();
            steps.min_by_key(|step| step.nets.iter().map(Net::size).sum::<usize>())
        })
    };
    hodoku::Solver::new(state.clone()).next_step().or_else(nested)
}

/// Every technique, the easiest to explain first: those that a leader goes by, then the others, as
/// large mutant fish, which may take seconds.
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

/// Where on the way to the solution a technique is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// Where it is the leader's next step: nothing that comes earlier in the order is left.
    Next,
    /// Where singles, locked candidates and subsets lead no further, whatever else does: for
    /// techniques that are seldom, or never, next.
    Early,
}

/// Solves step by step.
#[derive(Debug, Clone)]
pub enum Guide<'s> {
    /// As HoDoKu does.
    Hodoku(hodoku::Solver<'s>),
    /// The easiest first.
    Easiest(easiest::Solver<'s>),
}

impl<'s> Guide<'s> {
    /// A guide from this state on.
    #[must_use]
    pub fn new(leader: Leader, state: State<'s>) -> Self {
        match leader {
            Leader::Hodoku => Self::Hodoku(hodoku::Solver::new(state)),
            Leader::Easiest => Self::Easiest(easiest::Solver::new(state)),
        }
    }

    /// What is on the board now.
    #[must_use]
    pub const fn state(&self) -> &State<'s> {
        match self {
            Self::Hodoku(solver) => solver.state(),
            Self::Easiest(solver) => solver.state(),
        }
    }

    /// The next step; `None` where no technique goes on. HoDoKu then goes on with a digit of the
    /// solution, if there is just one.
    #[must_use]
    pub fn next_step(&mut self) -> Option<Step> {
        match self {
            Self::Hodoku(solver) => solver.next_step().or_else(|| solver.last_resort()),
            Self::Easiest(solver) => solver.next_step(),
        }
    }

    /// Whether it is a technique's turn in the present state, whose next step this is.
    ///
    /// # Cost
    /// For [`Turn::Early`] a search for the technique.
    #[must_use]
    pub fn is_turn_of(&self, technique: Technique, turn: Turn, next: &Step) -> bool {
        let is_basic = |technique: Technique| {
            matches!(technique.group(), Group::Singles | Group::Intersections | Group::Subsets)
        };
        match turn {
            Turn::Next => next.technique == technique,
            Turn::Early if is_basic(next.technique) && !is_basic(technique) => false,
            Turn::Early => first_step(self.state(), technique, Scope::WIDEST).is_some(),
        }
    }

    /// Applies a step.
    pub fn apply(&mut self, step: &Step) {
        match self {
            Self::Hodoku(solver) => solver.apply(step),
            Self::Easiest(solver) => solver.apply(step),
        }
    }

    /// The rating of the steps that were applied: `Level<TAB>score`, or one number.
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

    /// The rating in tenths: of HoDoKu's the score.
    #[must_use]
    pub fn tenths(&self) -> u32 {
        match self {
            Self::Hodoku(solver) => solver.rating().1.saturating_mul(10),
            Self::Easiest(solver) => u32::from(solver.rating().0),
        }
    }
}
