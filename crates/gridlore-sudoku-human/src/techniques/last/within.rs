//! Nets within a net. Below a premise, other candidates are tried and removed if their trial fails.
//! If what remains leads to a contradiction, the premise is wrong.
//!
//! Fast trials by singles first find a premise that fails. The search is then repeated with reasons
//! recorded, and the step keeps only the facts on which its end depends.
//!
//! # Source
//! D. Berthier, Pattern-Based Constraint Satisfaction: all known sudokus can be solved with singles
//! and trials within trials. Sudoku Explainer's dynamic chains plus dynamic chains are of this
//! kind.

use super::trail::{Trail, holds};
use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::techniques::sort::by_number;
use crate::{Candidate, CellSet, Shape, State, Step, Technique};

/// Maximum number of sweeps over all candidates below one premise: first one sweep, then more for
/// all premises if none failed.
const SWEEPS: [usize; 2] = [1, 12];

/// Maximum number of steps; the shortest of these are short enough.
const MAX_STEPS: usize = 24;

pub(super) fn find(finder: &mut Finder<'_>) -> Flow {
    let state = finder.state;
    let premises = premises(state);
    let mut trial = Trial::new(state);
    let mut count = 0;
    for sweeps in SWEEPS {
        for &premise in &premises {
            if count < MAX_STEPS && trial.fails(state, premise, sweeps) {
                // A net without inner trials belongs to another technique.
                if let Some(step) = explained(state, premise, sweeps).filter(is_own) {
                    count += 1;
                    finder.take(step)?;
                }
            }
        }
        // Steps with more sweeps would only be longer.
        if count > 0 {
            break;
        }
    }
    Flow::Continue(())
}

fn is_own(step: &Step) -> bool {
    step.nets.iter().flat_map(|net| &net.consequences).any(|consequence| consequence.inner.is_some())
}

/// Returns every candidate, starting with cells that have few candidates.
fn premises(state: &State<'_>) -> Vec<Candidate> {
    let all: Vec<Candidate> = state
        .blanks()
        .iter()
        .flat_map(|cell| state.candidates(cell).iter().map(move |digit| Candidate::new(cell, digit)))
        .collect();
    by_number(&all, |premise| state.candidates(premise.cell()).len() as u64)
}

/// Returns the step that refutes a premise, which is known to fail after this number of sweeps.
fn explained(state: &State<'_>, premise: Candidate, sweeps: usize) -> Option<Step> {
    let mut trail = Trail::new(state);
    let mut ends = trail.suppose(premise);
    let mut trial = Trial::new(state);
    for _ in 0..sweeps {
        for candidate in premises(trail.now()) {
            if ends.is_none() && trail.now().has(candidate) && trial.refutes(trail.now(), candidate) {
                ends = trail.refute(candidate);
            }
        }
    }
    let mut step = Step { nets: vec![trail.net(&ends?)], ..Step::new(Technique::NetsWithinNet) };
    step.digits = step.nodes().map(|node| node.digit).collect();
    step.cells = step.nodes().fold(CellSet::EMPTY, |all, node| all | node.cells);
    Some(step.removing([premise]))
}

/// Tries candidates by singles, without recording reasons.
struct Trial<'s> {
    outer: State<'s>,
    inner: State<'s>,
}

impl<'s> Trial<'s> {
    fn new(state: &State<'s>) -> Self {
        Self { outer: state.clone(), inner: state.clone() }
    }

    /// Returns whether a candidate leads to a contradiction, by singles and by trials below it.
    fn fails(&mut self, state: &State<'s>, premise: Candidate, sweeps: usize) -> bool {
        let Self { outer, inner } = self;
        outer.clone_from(state);
        outer.place(premise);
        if !settles(outer) {
            return true;
        }
        for _ in 0..sweeps {
            let mut is_changed = false;
            for candidate in premises(outer) {
                if !outer.has(candidate) || !refuted(outer, inner, candidate) {
                    continue;
                }
                outer.remove(candidate);
                is_changed = true;
                if !settles(outer) {
                    return true;
                }
            }
            if !is_changed {
                return false;
            }
        }
        false
    }

    fn refutes(&mut self, now: &State<'s>, candidate: Candidate) -> bool {
        refuted(now, &mut self.inner, candidate)
    }
}

fn refuted<'s>(now: &State<'s>, inner: &mut State<'s>, candidate: Candidate) -> bool {
    inner.clone_from(now);
    inner.place(candidate);
    !settles(inner)
}

/// Places all singles. Returns `false` if a cell has no candidates left, or a digit has no place.
fn settles(state: &mut State<'_>) -> bool {
    let shape: &Shape = state.shape();
    loop {
        let mut is_changed = false;
        for cell in state.blanks().iter() {
            match state.candidates(cell).len() {
                0 => return false,
                1 => {
                    let digit = state.candidates(cell).first().unwrap_or(0);
                    state.place(Candidate::new(cell, digit));
                    is_changed = true;
                }
                _ => {}
            }
        }
        for digit in state.digits() {
            for house in 0..shape.houses().len() {
                let places = state.places_in(house, digit);
                if places.is_empty() {
                    if !holds(state, house, digit) {
                        return false;
                    }
                } else if let Some(cell) = places.single() {
                    state.place(Candidate::new(cell, digit));
                    is_changed = true;
                }
            }
        }
        if !is_changed {
            return true;
        }
    }
}
