//! This project's own profile, which always takes the step that is easiest to see and to explain,
//! whatever its technique.
//!
//! Every technique has a difficulty, which says how hard it is to find and to follow on paper with
//! candidates written down. Singles are easiest. Longer chains are harder, so a short chain comes
//! before a long one, and before a large fish. A puzzle's rating is the difficulty of its hardest
//! step. The scale runs in tenths from 1.0 and stays close to Sudoku Explainer's for techniques
//! that both know.

use crate::explainer::Difficulty;
use crate::techniques::Memo;
use crate::{Net, Scope, State, Step, Technique, all_steps_with};
use std::cmp::Reverse;

/// The version of the difficulties below. Ratings may differ between versions.
pub const VERSION: u32 = 6;

/// The techniques with the difficulty of their simplest steps, in ascending order.
pub const ORDER: &[(Technique, Difficulty)] = {
    use Technique as T;
    &[
        (T::FullHouse, Difficulty(10)),
        (T::HiddenSingle, Difficulty(12)),
        (T::NakedSingle, Difficulty(20)),
        (T::CageSum, Difficulty(22)),
        (T::CageDigit, Difficulty(23)),
        (T::Innies, Difficulty(24)),
        (T::Outies, Difficulty(24)),
        (T::LockedPair, Difficulty(24)),
        (T::Pointing, Difficulty(25)),
        (T::Claiming, Difficulty(27)),
        (T::LockedTriple, Difficulty(28)),
        (T::NakedPair, Difficulty(29)),
        (T::HiddenPair, Difficulty(32)),
        (T::XWing, Difficulty(33)),
        (T::NakedTriple, Difficulty(35)),
        (T::Swordfish, Difficulty(38)),
        (T::HiddenTriple, Difficulty(39)),
        (T::Skyscraper, Difficulty(40)),
        (T::TwoStringKite, Difficulty(40)),
        (T::XyWing, Difficulty(41)),
        (T::TurbotFish, Difficulty(42)),
        (T::RemotePair, Difficulty(42)),
        (T::EmptyRectangle, Difficulty(43)),
        (T::SimpleColorsWrap, Difficulty(43)),
        (T::SimpleColorsTrap, Difficulty(43)),
        (T::XyzWing, Difficulty(44)),
        (T::WWing, Difficulty(44)),
        (T::Uniqueness1, Difficulty(45)),
        (T::BugPlusOne, Difficulty(45)),
        (T::AvoidableRectangle1, Difficulty(45)),
        (T::Uniqueness2, Difficulty(46)),
        (T::Uniqueness4, Difficulty(46)),
        (T::AvoidableRectangle2, Difficulty(46)),
        (T::FinnedXWing, Difficulty(46)),
        (T::SashimiXWing, Difficulty(47)),
        (T::Uniqueness5, Difficulty(47)),
        (T::Uniqueness6, Difficulty(47)),
        (T::HiddenRectangle, Difficulty(47)),
        (T::Uniqueness3, Difficulty(48)),
        (T::UniqueLoop, Difficulty(48)),
        (T::ExtendedRectangle, Difficulty(49)),
        (T::NakedQuadruple, Difficulty(50)),
        (T::MultiColors1, Difficulty(51)),
        (T::MultiColors2, Difficulty(51)),
        (T::WxyzWing, Difficulty(51)),
        (T::Jellyfish, Difficulty(52)),
        (T::ThreeStrongLinks, Difficulty(52)),
        (T::FourStrongLinks, Difficulty(52)),
        (T::FiveStrongLinks, Difficulty(52)),
        (T::SixStrongLinks, Difficulty(52)),
        (T::XChain, Difficulty(52)),
        (T::XyChain, Difficulty(53)),
        (T::Medusa, Difficulty(53)),
        (T::HiddenQuadruple, Difficulty(54)),
        (T::FinnedSwordfish, Difficulty(54)),
        (T::AlsXz, Difficulty(55)),
        (T::SashimiSwordfish, Difficulty(56)),
        (T::VwxyzWing, Difficulty(57)),
        (T::BugType2, Difficulty(57)),
        (T::BugType4, Difficulty(57)),
        (T::SueDeCoq, Difficulty(58)),
        (T::BugType3, Difficulty(58)),
        (T::Aic, Difficulty(60)),
        (T::ContinuousNiceLoop, Difficulty(60)),
        (T::DiscontinuousNiceLoop, Difficulty(61)),
        (T::FinnedJellyfish, Difficulty(62)),
        (T::AlsXyWing, Difficulty(62)),
        (T::AlignedPair, Difficulty(62)),
        (T::SashimiJellyfish, Difficulty(64)),
        (T::GroupedAic, Difficulty(64)),
        (T::GroupedContinuousNiceLoop, Difficulty(64)),
        (T::GroupedDiscontinuousNiceLoop, Difficulty(65)),
        (T::UvwxyzWing, Difficulty(66)),
        (T::FrankenXWing, Difficulty(67)),
        (T::AlsXyChain, Difficulty(68)),
        (T::DeathBlossom, Difficulty(70)),
        (T::KrakenFish, Difficulty(70)),
        (T::FinnedFrankenXWing, Difficulty(72)),
        (T::FrankenSwordfish, Difficulty(72)),
        (T::KrakenFishType2, Difficulty(72)),
        (T::FinnedFrankenSwordfish, Difficulty(75)),
        (T::TuvwxyzWing, Difficulty(75)),
        (T::AlignedTriplet, Difficulty(75)),
        (T::Nishio, Difficulty(76)),
        (T::ForcingChainContradiction, Difficulty(80)),
        (T::ForcingChainVerity, Difficulty(81)),
        (T::ForcingNetContradiction, Difficulty(90)),
        (T::ForcingNetVerity, Difficulty(91)),
        (T::NestedNetContradiction, Difficulty(100)),
        (T::NestedNetVerity, Difficulty(101)),
        (T::NetsWithinNet, Difficulty(110)),
    ]
};

/// Returns the difficulty of a step.
#[must_use]
pub fn difficulty(step: &Step) -> Difficulty {
    let base = ORDER.iter().find(|(technique, _)| *technique == step.technique);
    let Difficulty(base) = base.map_or(Difficulty(u16::MAX / 2), |(_, difficulty)| *difficulty);
    let length = u16::try_from(length(step)).unwrap_or(u16::MAX / 4);
    // A tenth more for every two literals beyond the shortest chain, which has four; for every set
    // beyond three; and for every eight consequences of a net.
    let longer = if !step.nets.is_empty() {
        length / 8
    } else if step.chains.is_empty() {
        length.saturating_sub(3)
    } else {
        length.saturating_sub(4) / 2
    };
    Difficulty(base + longer)
}

/// Returns the number of literals or almost locked sets in the step.
fn length(step: &Step) -> usize {
    let literals =
        step.chains.iter().map(Vec::len).sum::<usize>() + step.nets.iter().map(Net::size).sum::<usize>();
    if literals == 0 { step.sets.len() } else { literals }
}

/// Returns the sort key of steps: difficulty, then length, then the largest change, then reading
/// order.
fn rank(step: &Step) -> impl Ord + use<> {
    let changes = step.placements.len() * 9 + step.eliminations.len();
    let first = step.placements.first().or(step.eliminations.first()).copied();
    (difficulty(step), length(step), step.cells.len(), Reverse(changes), first, step.cells)
}

/// A solver that takes the easiest step each time.
#[derive(Debug, Clone)]
pub struct Solver<'s> {
    state: State<'s>,
    hardest: Difficulty,
}

impl<'s> Solver<'s> {
    /// Returns a solver for a state.
    #[must_use]
    pub const fn new(state: State<'s>) -> Self {
        Self { state, hardest: Difficulty(0) }
    }

    /// Returns the current board.
    #[must_use]
    pub const fn state(&self) -> &State<'s> {
        &self.state
    }

    /// Returns the difficulty of the hardest step applied so far.
    #[must_use]
    pub const fn rating(&self) -> Difficulty {
        self.hardest
    }

    /// Returns the easiest step, or `None` if no technique finds one.
    #[must_use]
    pub fn next_step(&self) -> Option<Step> {
        let memo = Memo::default();
        let mut best: Option<Step> = None;
        for &(technique, least) in ORDER {
            if best.as_ref().is_some_and(|best| difficulty(best) <= least) {
                break;
            }
            let found = all_steps_with(&memo, &self.state, technique, Scope::ALL).into_iter();
            best = best.into_iter().chain(found).min_by_key(rank);
        }
        best
    }

    /// Applies a step.
    pub fn apply(&mut self, step: &Step) {
        self.hardest = self.hardest.max(difficulty(step));
        self.state.apply(step);
    }
}
