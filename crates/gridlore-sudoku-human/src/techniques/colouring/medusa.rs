//! 3D Medusa: candidates are given two colours, one of which is true, along strong links between
//! the two places of a digit and between the two candidates of a cell. A colour that contradicts
//! itself is false. Candidates that both colours rule out are removed.
//!
//! # Source
//! Simple colours extended to bivalue cells, as described on players' forums.

use crate::techniques::finder::Finder;
use crate::techniques::flow::Flow;
use crate::{Candidate, CellSet, DigitSet, Node, State, Step, Technique};

pub(super) fn find(finder: &mut Finder<'_>) -> Flow {
    let state = finder.state;
    let mut coloured = Colours::none(state);
    for start in candidates(state) {
        if coloured.colour_of(start).is_some() {
            continue;
        }
        let cluster = Colours::around(state, start);
        if cluster.is_small() {
            continue;
        }
        for side in 0..2 {
            for (digit, &cells) in cluster.sides[side].iter().enumerate() {
                coloured.sides[side][digit] |= cells;
            }
        }
        finder.take(cluster.step(state))?;
    }
    Flow::Continue(())
}

fn candidates<'a>(state: &'a State<'_>) -> impl Iterator<Item = Candidate> + 'a {
    state
        .digits()
        .flat_map(move |digit| state.places(digit).iter().map(move |cell| Candidate::new(cell, digit)))
}

/// The cells of each colour, by digit from 1.
struct Colours {
    sides: [Vec<CellSet>; 2],
}

impl Colours {
    fn none(state: &State<'_>) -> Self {
        let empty = vec![CellSet::EMPTY; state.shape().side() + 1];
        Self { sides: [empty.clone(), empty] }
    }

    fn colour_of(&self, candidate: Candidate) -> Option<usize> {
        (0..2).find(|&side| self.sides[side][candidate.digit()].contains(candidate.cell()))
    }

    /// Colours all candidates that strong links reach from this one.
    fn around(state: &State<'_>, start: Candidate) -> Self {
        let mut colours = Self::none(state);
        colours.sides[0][start.digit()] = CellSet::only(start.cell());
        let mut fresh = vec![(start, 0)];
        while let Some((candidate, side)) = fresh.pop() {
            for next in strong(state, candidate) {
                // A candidate that would have both colours keeps the first. The contradiction
                // appears elsewhere in the cluster.
                if colours.colour_of(next).is_none() {
                    colours.sides[1 - side][next.digit()] |= CellSet::only(next.cell());
                    fresh.push((next, 1 - side));
                }
            }
        }
        colours
    }

    /// Returns whether fewer than two digits are coloured, so that this is not a Medusa.
    fn is_small(&self) -> bool {
        let digits = (1..self.sides[0].len())
            .filter(|&digit| !(self.sides[0][digit] | self.sides[1][digit]).is_empty());
        digits.count() < 2
    }

    fn members(&self, side: usize) -> impl Iterator<Item = Candidate> + '_ {
        let digits = self.sides[side].iter().enumerate();
        digits.flat_map(|(digit, cells)| cells.iter().map(move |cell| Candidate::new(cell, digit)))
    }

    /// Returns whether a colour is contradictory: it has two candidates in a cell, or two of a
    /// digit that see each other, or it leaves a cell without a candidate.
    fn is_false(&self, state: &State<'_>, side: usize) -> bool {
        let shape = state.shape();
        let colour = &self.sides[side];
        let mut held = CellSet::EMPTY;
        for &cells in colour {
            if held.intersects(cells) || cells.iter().any(|cell| shape.peers(cell).intersects(cells)) {
                return true;
            }
            held |= cells;
        }
        state.blanks().iter().any(|cell| {
            let dies = |digit: usize| shape.peers(cell).intersects(colour[digit]);
            !held.contains(cell) && state.candidates(cell).iter().all(dies)
        })
    }

    /// Returns whether a colour, if true, rules out this candidate.
    fn rules_out(&self, state: &State<'_>, side: usize, candidate: Candidate) -> bool {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        let colour = &self.sides[side];
        let is_here = |other: usize| other != digit && colour[other].contains(cell);
        state.shape().peers(cell).intersects(colour[digit]) || state.digits().any(is_here)
    }

    fn step(&self, state: &State<'_>) -> Step {
        let all: Vec<(Candidate, usize)> =
            (0..2).flat_map(|side| self.members(side).map(move |member| (member, side))).collect();
        let node = |&(member, side): &(Candidate, usize)| {
            vec![Node {
                digit: member.digit(),
                cells: CellSet::only(member.cell()),
                is_on: side == 0,
                through: None,
            }]
        };
        let step = Step {
            digits: all.iter().map(|(member, _)| member.digit()).collect::<DigitSet>(),
            cells: all.iter().map(|(member, _)| member.cell()).collect(),
            chains: all.iter().map(node).collect(),
            ..Step::new(Technique::Medusa)
        };
        // If both colours are contradictory, the board has no solution, and there is no step.
        let falls: Vec<usize> = (0..2).filter(|&side| self.is_false(state, side)).collect();
        match falls[..] {
            [side] => step.removing(self.members(side)),
            [] => {
                let both = |candidate: &Candidate| {
                    self.colour_of(*candidate).is_none()
                        && (0..2).all(|side| self.rules_out(state, side, *candidate))
                };
                step.removing(candidates(state).filter(both))
            }
            _ => step,
        }
    }
}

/// Returns the candidates with a strong link to this one.
fn strong(state: &State<'_>, candidate: Candidate) -> Vec<Candidate> {
    let (cell, digit) = (candidate.cell(), candidate.digit());
    let mut found = Vec::new();
    if let Some(other) = state.candidates(cell).without(digit).single() {
        found.push(Candidate::new(cell, other));
    }
    for &house in state.shape().houses_of(cell) {
        if let Some(other) = state.places_in(house, digit).without(cell).single() {
            found.push(Candidate::new(other, digit));
        }
    }
    found
}
