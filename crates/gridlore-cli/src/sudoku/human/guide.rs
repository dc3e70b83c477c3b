//! Who leads through a puzzle: whose techniques come in whose order.

use clap::ValueEnum;
use gridlore_sudoku::human::{State, Step, easiest, hodoku};

/// Whose order of steps.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Leader {
    /// HoDoKu 2.2: technique by technique.
    Hodoku,
    /// The step that is the easiest to see and to explain, whatever its technique.
    Own,
}

/// Solves step by step.
pub(super) enum Guide<'s> {
    Hodoku(hodoku::Solver<'s>),
    Own(easiest::Solver<'s>),
}

impl<'s> Guide<'s> {
    pub(super) fn new(leader: Leader, state: State<'s>) -> Self {
        match leader {
            Leader::Hodoku => Self::Hodoku(hodoku::Solver::new(state)),
            Leader::Own => Self::Own(easiest::Solver::new(state)),
        }
    }

    pub(super) const fn state(&self) -> &State<'s> {
        match self {
            Self::Hodoku(solver) => solver.state(),
            Self::Own(solver) => solver.state(),
        }
    }

    /// The next step; `None` where no technique goes on.
    pub(super) fn next_step(&mut self) -> Option<Step> {
        match self {
            Self::Hodoku(solver) => solver.next_step(),
            Self::Own(solver) => solver.next_step(),
        }
    }

    pub(super) fn apply(&mut self, step: &Step) {
        match self {
            Self::Hodoku(solver) => solver.apply(step),
            Self::Own(solver) => solver.apply(step),
        }
    }

    /// The rating of the steps that were applied, as `rate` tells it.
    pub(super) fn rating(&self) -> String {
        match self {
            Self::Hodoku(solver) => {
                let (level, score) = solver.rating();
                format!("{level}\t{score}")
            }
            Self::Own(solver) => solver.rating().to_string(),
        }
    }

    /// The rating in tenths: of HoDoKu's the score.
    pub(super) fn tenths(&self) -> u32 {
        match self {
            Self::Hodoku(solver) => solver.rating().1.saturating_mul(10),
            Self::Own(solver) => u32::from(solver.rating().0),
        }
    }

    /// The rating of a puzzle that needs more than the techniques here.
    pub(super) fn beyond(leader: Leader) -> String {
        match leader {
            Leader::Hodoku => format!("{}\t-", hodoku::Level::Extreme),
            Leader::Own => "-".to_owned(),
        }
    }
}
