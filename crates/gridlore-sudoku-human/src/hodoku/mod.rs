//! The HoDoKu 2.2 profile: the order of its techniques, the score of each step, and the level of a
//! puzzle.
//!
//! The score of a puzzle is the sum of its steps' scores. Its level is that of the hardest step, or
//! a higher one if the score exceeds the maximum of that level.
//!
//! # Source
//! HoDoKu (Bernhard Hobiger): the names, order and scores are those of its settings. None of its
//! code is used here. The choice among several steps follows what is known about its search and was
//! compared with solution paths that it printed. The source code of the hodoku-py port was
//! consulted for these details: how tables of implications are filled, how almost locked sets are
//! paired and linked, the order of fish, subsets, skyscrapers, rectangles and eliminations, which
//! digits a Sue de Coq can hold, and which chains visit a cell twice.

mod avoidable;
mod detour;
mod singles;

use super::techniques::Memo;
use super::techniques::singles::Queues;
use super::{
    Candidate, CellSet, DigitSet, Node, Scope, State, Step, Technique, all_steps_with, first_step_with,
};
use std::cmp::Reverse;
use std::fmt;

/// The difficulty level of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Singles.
    Easy,
    /// Locked candidates and small subsets.
    Medium,
    /// Fish, wings, uniqueness and colouring.
    Hard,
    /// Chains and almost locked sets.
    Unfair,
    /// Forcing chains and nets.
    Extreme,
}

impl Level {
    /// Returns the maximum score of the level.
    const fn max_score(self) -> u32 {
        match self {
            Self::Easy => 800,
            Self::Medium => 1000,
            Self::Hard => 1600,
            Self::Unfair => 1800,
            Self::Extreme => u32::MAX,
        }
    }

    const ALL: [Self; 5] = [Self::Easy, Self::Medium, Self::Hard, Self::Unfair, Self::Extreme];
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Easy => "Easy",
            Self::Medium => "Medium",
            Self::Hard => "Hard",
            Self::Unfair => "Unfair",
            Self::Extreme => "Extreme",
        })
    }
}

/// The search limits of HoDoKu's default settings.
pub const SCOPE: Scope = Scope {
    sets_in_chains: false,
    overlapping_sets: false,
    only_later_sets: true,
    min_sets: 4,
    max_sets: 6,
    digits_in_both_parts: false,
    one_pair_per_rectangle: true,
    rectangles_of_two: false,
    siamese_fish: false,
    chains_by_tables: true,
};

/// The techniques in the order in which HoDoKu tries them, with their levels and scores.
pub const ORDER: &[(Technique, Level, u32)] = {
    use Level::{Easy, Extreme, Hard, Medium, Unfair};
    use Technique as T;
    &[
        (T::FullHouse, Easy, 4),
        (T::NakedSingle, Easy, 4),
        (T::HiddenSingle, Easy, 14),
        (T::LockedPair, Medium, 40),
        (T::LockedTriple, Medium, 60),
        (T::Pointing, Medium, 50),
        (T::Claiming, Medium, 50),
        (T::NakedPair, Medium, 60),
        (T::NakedTriple, Medium, 80),
        (T::HiddenPair, Medium, 70),
        (T::HiddenTriple, Medium, 100),
        (T::NakedQuadruple, Hard, 120),
        (T::HiddenQuadruple, Hard, 150),
        (T::XWing, Hard, 140),
        (T::Swordfish, Hard, 150),
        (T::Jellyfish, Hard, 160),
        (T::RemotePair, Hard, 110),
        (T::BugPlusOne, Hard, 100),
        (T::Skyscraper, Hard, 130),
        (T::TwoStringKite, Hard, 150),
        (T::TurbotFish, Hard, 120),
        (T::EmptyRectangle, Hard, 120),
        (T::WWing, Hard, 150),
        (T::XyWing, Hard, 160),
        (T::XyzWing, Hard, 180),
        (T::Uniqueness1, Hard, 100),
        (T::Uniqueness2, Hard, 100),
        (T::Uniqueness3, Hard, 100),
        (T::Uniqueness4, Hard, 100),
        (T::Uniqueness5, Hard, 100),
        (T::Uniqueness6, Hard, 100),
        (T::HiddenRectangle, Hard, 100),
        (T::AvoidableRectangle1, Hard, 100),
        (T::AvoidableRectangle2, Hard, 100),
        (T::FinnedXWing, Hard, 130),
        (T::SashimiXWing, Hard, 150),
        (T::FinnedSwordfish, Unfair, 200),
        (T::SashimiSwordfish, Unfair, 240),
        (T::FinnedJellyfish, Unfair, 250),
        (T::SashimiJellyfish, Unfair, 260),
        (T::SueDeCoq, Unfair, 250),
        (T::SimpleColorsTrap, Hard, 150),
        (T::SimpleColorsWrap, Hard, 150),
        (T::MultiColors1, Hard, 200),
        (T::MultiColors2, Hard, 200),
        (T::XChain, Unfair, 260),
        (T::XyChain, Unfair, 260),
        (T::ContinuousNiceLoop, Unfair, 280),
        (T::DiscontinuousNiceLoop, Unfair, 280),
        (T::Aic, Unfair, 280),
        (T::GroupedContinuousNiceLoop, Unfair, 300),
        (T::GroupedDiscontinuousNiceLoop, Unfair, 300),
        (T::GroupedAic, Unfair, 300),
        (T::AlsXz, Unfair, 300),
        (T::AlsXyWing, Unfair, 320),
        (T::AlsXyChain, Unfair, 340),
        (T::FrankenXWing, Unfair, 300),
        (T::FrankenSwordfish, Unfair, 350),
        (T::FinnedFrankenXWing, Unfair, 390),
        (T::FinnedFrankenSwordfish, Unfair, 410),
        (T::ForcingChainContradiction, Extreme, 500),
        (T::ForcingChainVerity, Extreme, 500),
        (T::ForcingNetContradiction, Extreme, 700),
        (T::ForcingNetVerity, Extreme, 700),
    ]
};

/// Techniques for cages, which come after singles. HoDoKu does not support cages; their scores are
/// those of locked candidates.
const CAGES: &[(Technique, Level, u32)] = &[
    (Technique::CageSum, Level::Medium, 50),
    (Technique::CageDigit, Level::Medium, 50),
    (Technique::Innies, Level::Medium, 50),
    (Technique::Outies, Level::Medium, 50),
];

/// Number of singles at the beginning of the order.
const SINGLES: usize = 3;

/// The last resort when no technique applies: a digit of the solution, with level and score.
pub const LAST_RESORT: (Technique, Level, u32) = (Technique::BruteForce, Level::Extreme, 10_000);

/// Returns the level and score of a technique, if HoDoKu knows it.
fn costs(technique: Technique) -> Option<(Level, u32)> {
    let mut known = ORDER.iter().chain(CAGES).chain([&LAST_RESORT]);
    known.find(|(known, ..)| *known == technique).map(|&(_, level, score)| (level, score))
}

/// Returns the score of a step of this technique, or 0 if HoDoKu does not know it.
#[must_use]
pub fn score(technique: Technique) -> u32 {
    costs(technique).map_or(0, |(_, score)| score)
}

/// A solver that takes the same steps as HoDoKu.
#[derive(Debug, Clone)]
pub struct Solver<'s> {
    state: State<'s>,
    queues: Queues,
    score: u32,
    level: Level,
}

impl<'s> Solver<'s> {
    /// Returns a solver for a state.
    #[must_use]
    pub fn new(state: State<'s>) -> Self {
        Self { queues: Queues::new(&state), state, score: 0, level: Level::Easy }
    }

    /// Returns the current board.
    #[must_use]
    pub const fn state(&self) -> &State<'s> {
        &self.state
    }

    /// Returns the level and score of the steps applied so far.
    #[must_use]
    pub fn rating(&self) -> (Level, u32) {
        let by_score = Level::ALL.into_iter().find(|level| self.score <= level.max_score());
        (self.level.max(by_score.unwrap_or(Level::Extreme)), self.score)
    }

    /// Returns the next step, or `None` if no technique applies.
    pub fn next_step(&mut self) -> Option<Step> {
        let memo = Memo::default();
        let (singles, others) = ORDER.split_at(SINGLES);
        let cages = if self.state.shape().sums().is_empty() { &[] } else { CAGES };
        let mut all = singles.iter().chain(cages).chain(others);
        all.find_map(|&(technique, ..)| self.step_of(technique, &memo))
    }

    /// Returns a digit of the solution, which HoDoKu places when no technique applies. Returns
    /// `None` if the solution is not unique, or if the board is not the standard one.
    #[must_use]
    pub fn last_resort(&self) -> Option<Step> {
        let (technique, ..) = LAST_RESORT;
        first_step_with(&Memo::default(), &self.state, technique, SCOPE)
    }

    /// Returns the step that HoDoKu chooses among those of a technique.
    fn step_of(&mut self, technique: Technique, memo: &Memo) -> Option<Step> {
        match technique {
            Technique::FullHouse => {
                Some(single(&self.state, technique, self.queues.full_house(&self.state)?))
            }
            Technique::NakedSingle => Some(single(&self.state, technique, self.queues.naked(&self.state)?)),
            Technique::CageSum | Technique::CageDigit | Technique::Innies | Technique::Outies => {
                first_step_with(memo, &self.state, technique, SCOPE)
            }
            Technique::HiddenSingle => Some(single(&self.state, technique, self.queues.hidden(&self.state)?)),
            _ => {
                let together = searched_together(technique);
                if is_first_taken(technique) {
                    return first_step_with(memo, &self.state, technique, SCOPE);
                }
                // XY-Wings are ordered by their cells, whichever is the pivot. Simple colours are
                // ordered by digit, and a wrap comes before a trap.
                if technique == Technique::XyWing {
                    let steps = all_steps_with(memo, &self.state, technique, SCOPE).into_iter();
                    return steps.min_by_key(|step| step.cells.iter().collect::<Vec<_>>());
                }
                if matches!(technique, Technique::AvoidableRectangle1 | Technique::AvoidableRectangle2) {
                    let steps = all_steps_with(memo, &self.state, technique, SCOPE).into_iter();
                    let keyed =
                        steps.filter_map(|step| Some((avoidable::sort_key(&self.state, &step)?, step)));
                    return keyed.min_by_key(|(key, _)| *key).map(|(_, step)| step);
                }
                if technique == Technique::SimpleColorsTrap {
                    let steps = together
                        .iter()
                        .flat_map(|&technique| all_steps_with(memo, &self.state, technique, SCOPE));
                    return steps.min_by_key(|step| {
                        (step.digits.first(), step.cells.first(), Reverse(step.technique))
                    });
                }
                let steps = together
                    .iter()
                    .flat_map(|&technique| all_steps_with(memo, &self.state, technique, SCOPE));
                let revisits = |step: &Step| step.chains.iter().any(|chain| revisits_cell(chain, false));
                let steps = steps.filter_map(|step| {
                    let is_detoured = technique == Technique::XyChain && revisits(&step);
                    if is_detoured { detour::detour(&self.state, step) } else { Some(step) }
                });
                steps.filter(is_reported).min_by_key(rank)
            }
        }
    }

    /// Applies a step and adds its score.
    pub fn apply(&mut self, step: &Step) {
        if let Some((level, score)) = costs(step.technique) {
            self.level = self.level.max(level);
            self.score += score;
        }
        singles::apply(&mut self.queues, &mut self.state, step);
    }
}

/// Returns the step that places a single, with the house in which it is the last digit or has its
/// last place, trying boxes first.
fn single(state: &State<'_>, technique: Technique, candidate: Candidate) -> Step {
    let shape = state.shape();
    let is_reason = |&house: &usize| match technique {
        Technique::FullHouse => (shape.houses()[house] & state.blanks()).len() == 1,
        Technique::HiddenSingle => state.places_in(house, candidate.digit()).len() == 1,
        _ => false,
    };
    let house = shape.houses_of(candidate.cell()).iter().copied().rev().find(is_reason);
    Step {
        digits: DigitSet::only(candidate.digit()),
        cells: house.map_or(CellSet::only(candidate.cell()), |house| shape.houses()[house]),
        houses: house.into_iter().collect(),
        ..Step::new(technique).placing(candidate)
    }
}

/// Returns the techniques that are searched together with this one. The list is empty if an earlier
/// technique in the order includes this one.
fn searched_together(technique: Technique) -> &'static [Technique] {
    use Technique as T;
    match technique {
        T::ForcingChainContradiction => &[T::ForcingChainContradiction, T::ForcingChainVerity],
        T::ForcingNetContradiction => &[T::ForcingNetContradiction, T::ForcingNetVerity],
        T::ForcingChainVerity | T::ForcingNetVerity => &[],
        T::SimpleColorsTrap => &[T::SimpleColorsTrap, T::SimpleColorsWrap],
        T::MultiColors1 => &[T::MultiColors1, T::MultiColors2],
        T::ContinuousNiceLoop => &[T::ContinuousNiceLoop, T::DiscontinuousNiceLoop, T::Aic],
        T::GroupedContinuousNiceLoop => {
            &[T::GroupedContinuousNiceLoop, T::GroupedDiscontinuousNiceLoop, T::GroupedAic]
        }
        T::SimpleColorsWrap | T::MultiColors2 | T::DiscontinuousNiceLoop | T::Aic => &[],
        T::GroupedDiscontinuousNiceLoop | T::GroupedAic => &[],
        _ => Technique::ALL
            .iter()
            .position(|&other| other == technique)
            .map_or(&[], |at| &Technique::ALL[at..=at]),
    }
}

/// Maximum number of nodes of X-chains and XY-chains.
const MAX_NODES: usize = 20;

/// Returns whether HoDoKu reports a step in this form: chains with one elimination are
/// discontinuous loops, both ends of an AIC are single cells, and no chain revisits a cell in the
/// middle.
fn is_reported(step: &Step) -> bool {
    // The first link of a loop leaves the cell in which it starts, and the last one arrives from
    // another cell.
    let leaves = |chain: &[Node]| {
        let [first, second, .., before, last] = chain else { return false };
        first.cells != second.cells && before.cells != last.cells
    };
    let is_closed = |chain: &[Node]| {
        let [first, .., end, _] = chain else { return false };
        end.cells == first.cells && chain.len() > 4 && leaves(&chain[..chain.len() - 1])
    };
    let is_single =
        |chain: &Vec<Node>| [chain.first(), chain.last()].iter().flatten().all(|node| node.cells.len() == 1);
    step.chains.iter().all(|chain| match step.technique {
        Technique::Aic | Technique::GroupedAic => {
            step.eliminations.len() > 1 && is_single(chain) && !revisits_cell(chain, false)
        }
        Technique::DiscontinuousNiceLoop | Technique::GroupedDiscontinuousNiceLoop => {
            chain.len() > 3 && leaves(chain) && !revisits_cell(chain, true)
        }
        Technique::ContinuousNiceLoop | Technique::GroupedContinuousNiceLoop => {
            is_closed(chain) && !revisits_cell(chain, true)
        }
        Technique::XChain | Technique::XyChain => chain.len() <= MAX_NODES && !revisits_cell(chain, false),
        _ => true,
    })
}

/// Returns whether a chain visits a cell twice, other than in consecutive nodes or at the start of
/// a loop. A group is represented by its first cell when the chain enters it, and by all its cells
/// afterwards.
fn revisits_cell(chain: &[Node], is_loop: bool) -> bool {
    let start = chain.first().and_then(|node| node.cells.first());
    let mut passed = CellSet::EMPTY;
    let mut last: Option<&Node> = None;
    for node in chain {
        if node.cells.first().is_some_and(|cell| passed.contains(cell)) {
            return true;
        }
        if let Some(last) = last.filter(|last| !is_loop || last.cells.first() != start) {
            passed |= last.cells;
        }
        last = Some(node);
    }
    false
}

/// Returns the sort key of steps: most placements, then most eliminations, then the shortest
/// chains, then the top of the board. For forcing chains and almost locked sets, the top of the
/// board comes before the length. Ties are broken by loops first, then premises that are on, then
/// the top of the board.
fn rank(step: &Step) -> impl Ord + use<> {
    let is_forcing = step.technique >= Technique::ForcingChainContradiction;
    let mut gone = step.eliminations.clone();
    gone.sort_unstable_by_key(|gone| (gone.digit(), gone.cell()));
    let top = if is_forcing {
        let placed = step.placements.iter().map(|placed| placed.cell()).sum();
        std::iter::once(placed).chain(gone.iter().map(|gone| 10 * gone.cell() + gone.digit())).collect()
    } else {
        let weighed =
            gone.iter().enumerate().map(|(place, gone)| gone.cell() * (80 * place + 1) + gone.digit());
        vec![weighed.sum::<usize>()]
    };
    let is_closed =
        matches!(step.technique, Technique::ContinuousNiceLoop | Technique::GroupedContinuousNiceLoop);
    // The node that closes a loop is its first.
    let length = step.nodes().count() - usize::from(is_closed);
    let cells: usize = step.sets.iter().map(|set| set.cells.len()).sum();
    let (before, after) = match (is_forcing, step.sets.is_empty()) {
        (true, _) => (0, length),
        (false, true) => (length, 0),
        (false, false) => (0, 100 * step.sets.len() + cells),
    };
    let changes = (Reverse(step.placements.len()), Reverse(step.eliminations.len()));
    let is_open = matches!(step.technique, Technique::Aic | Technique::GroupedAic);
    let start = step.chains.first().and_then(|chain| chain.first());
    let start = start.map(|node| (!node.is_on, node.cells.first(), node.digit));
    (changes, before, top, after, is_open, start, step.technique)
}

/// Returns whether HoDoKu takes the first step that it finds instead of the best one.
const fn is_first_taken(technique: Technique) -> bool {
    matches!(
        technique,
        Technique::Pointing
            | Technique::Claiming
            | Technique::LockedPair
            | Technique::LockedTriple
            | Technique::NakedPair
            | Technique::NakedTriple
            | Technique::NakedQuadruple
            | Technique::HiddenPair
            | Technique::HiddenTriple
            | Technique::HiddenQuadruple
            | Technique::XWing
            | Technique::Swordfish
            | Technique::Jellyfish
            | Technique::Skyscraper
            | Technique::TwoStringKite
            | Technique::EmptyRectangle
            | Technique::WWing
            | Technique::XyzWing
            | Technique::Uniqueness1
            | Technique::Uniqueness2
            | Technique::Uniqueness3
            | Technique::Uniqueness4
            | Technique::Uniqueness5
            | Technique::Uniqueness6
            | Technique::HiddenRectangle
            | Technique::SueDeCoq
            | Technique::FinnedXWing
            | Technique::SashimiXWing
            | Technique::FinnedSwordfish
            | Technique::SashimiSwordfish
            | Technique::FinnedJellyfish
            | Technique::SashimiJellyfish
            | Technique::AlsXz
            | Technique::AlsXyWing
    )
}
