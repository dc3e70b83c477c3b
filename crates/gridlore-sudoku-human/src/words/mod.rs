//! Why a step is right, in sentences for people.

pub(super) mod lists;

use crate::notation::{self, cells, eureka, nets};
use crate::techniques::cages;
use crate::{CellSet, DigitSet, Shape, Step, Technique};
use lists::{all, any, each, houses, listed};

/// Where what is taken away stood.
fn gone(shape: &Shape, step: &Step) -> String {
    let digits: DigitSet = step.eliminations.iter().map(|gone| gone.digit()).collect();
    let parts = digits.iter().map(|digit| {
        let of_digit = step.eliminations.iter().filter(|gone| gone.digit() == digit);
        format!("{} from {}", shape.sign(digit), cells(shape, of_digit.map(|gone| gone.cell()).collect()))
    });
    listed(&parts.collect::<Vec<_>>(), "and")
}

/// The house to look at, by its number: the one that the step starts from, or the box of what it
/// changes.
#[must_use]
pub fn house_to_look_at(shape: &Shape, step: &Step) -> Option<usize> {
    let changed = step.placements.iter().chain(&step.eliminations).next();
    let of_cell = changed.and_then(|candidate| shape.houses_of(candidate.cell()).last());
    step.houses.first().or(of_cell).copied()
}

/// The sentences that explain a step.
#[must_use]
pub fn explanation(shape: &Shape, step: &Step) -> String {
    let why = reason(shape, step);
    let then = match (&step.placements[..], step.eliminations.is_empty()) {
        ([place], _) => {
            format!("{} is {}.", cells(shape, CellSet::only(place.cell())), shape.sign(place.digit()))
        }
        ([_, ..], _) => format!(
            "These cells hold it: {}.",
            cells(shape, step.placements.iter().map(|place| place.cell()).collect())
        ),
        ([], false) => format!("This takes {}.", gone(shape, step)),
        ([], true) => String::new(),
    };
    format!("{why} {then}").trim().to_owned()
}

fn reason(shape: &Shape, step: &Step) -> String {
    use Technique as T;
    let digits = all(shape, step.digits);
    let pattern = each(shape, step.cells);
    let of_houses = houses(shape, &step.houses);
    let of_covers = houses(shape, &step.covers);
    match step.technique {
        T::FullHouse => format!("One cell of {of_houses} is blank; it holds the digit that is missing."),
        T::NakedSingle => format!("Every digit but {digits} is ruled out in this cell."),
        T::HiddenSingle => format!("In {of_houses}, {digits} fits nowhere else."),
        T::CageSum | T::Innies | T::Outies => cages::reason(shape, step),
        T::CageDigit => {
            let total = cages::total(shape, step).unwrap_or(0);
            format!(
                "Every way to make the sum {total} of this cage needs {digits}, and within the cage only {pattern} can hold it. So no cell that sees all of these is {digits}."
            )
        }
        T::Pointing | T::Claiming => {
            format!(
                "In {of_houses}, {digits} can stand only where {of_houses} meets {of_covers}. So nothing else in {of_covers} is {digits}."
            )
        }
        T::LockedPair | T::LockedTriple | T::NakedPair | T::NakedTriple | T::NakedQuadruple => {
            format!(
                "{pattern} have only {digits} as candidates, as many digits as cells: they hold just these. So nothing else in {of_houses} does."
            )
        }
        T::HiddenPair | T::HiddenTriple | T::HiddenQuadruple => {
            format!(
                "In {of_houses}, {digits} can stand only in {pattern}, as many cells as digits: these cells hold nothing else."
            )
        }
        T::Skyscraper | T::TwoStringKite | T::TurbotFish => {
            format!(
                "In {of_houses} there are two places each for {digits}. An end of the one sees an end of the other, so at least one of the two far ends is {digits}: what sees both is not."
            )
        }
        T::DualTwoStringKite => {
            "Two 2-string kites share their two cells in a box. In each of them a row and a column have two places for the digit, so at least one of the two far ends holds it: what sees both ends does not.".to_owned()
        }
        T::EmptyRectangle | T::DualEmptyRectangle => {
            format!(
                "In {of_houses}, {digits} stands on one row or one column of it. Whichever end of the strong link holds {digits}, what sees the one end and the other arm does not."
            )
        }
        T::SimpleColorsTrap => {
            format!(
                "Strong links give the cells for {digits} two colours, of which one is true. What sees both colours is not {digits}."
            )
        }
        T::SimpleColorsWrap => {
            format!(
                "Strong links give the cells for {digits} two colours, of which one is true. Two cells of one colour see each other, so that colour is false."
            )
        }
        T::MultiColors1 => {
            format!(
                "Two groups of strong links for {digits}: a colour of the one sees a colour of the other, so of the two opposite colours one is true. What sees both is not {digits}."
            )
        }
        T::MultiColors2 => {
            format!(
                "Two groups of strong links for {digits}: a colour of the one sees both colours of the other, so it is false."
            )
        }
        T::Uniqueness1
        | T::Uniqueness2
        | T::Uniqueness3
        | T::Uniqueness4
        | T::Uniqueness5
        | T::Uniqueness6
        | T::HiddenRectangle => {
            format!(
                "{}: with just {digits} in the corners of this rectangle the two could be exchanged, and the puzzle had two solutions. Something else must be in it.",
                cells(shape, step.cells)
            )
        }
        T::UniqueLoop => {
            format!(
                "{pattern} hold {digits} by turns, two of them in each house that they touch. With these alone the two could be exchanged all around, and the puzzle had two solutions. So something else stands in {}.",
                each(shape, step.fins)
            )
        }
        T::ExtendedRectangle => {
            format!(
                "{}: with just {digits} in these cells the two lines could be exchanged, and the puzzle had two solutions. So something else stands in {}.",
                cells(shape, step.cells),
                each(shape, step.fins)
            )
        }
        T::BugType2 => format!(
            "Every other blank cell has two candidates, and every digit two places in its houses. Without {digits} in {pattern} the puzzle had two solutions, so one of these is true; what contradicts all of them is not."
        ),
        T::BugType3 => format!(
            "But for what they have more, the candidates in {} make the puzzle one of two solutions. So one of these is true there, and with the other cells marked {of_houses} has as many digits as cells for {digits}: they stand nowhere else in it.",
            each(shape, step.fins)
        ),
        T::BugType4 => format!(
            "Without {digits} in {pattern} the puzzle had two solutions, so one of these is true. In {of_houses}, {} stands in one of the two cells: the other holds what it has more.",
            all(shape, step.links)
        ),
        T::AlignedPair | T::AlignedTriplet => format!(
            "Of the combinations of candidates in {pattern}, some leave nothing for one of {}, or put a digit twice where it sees itself. In those that are left, {} nowhere.",
            each(shape, step.fins),
            if step.digits.len() == 1 {
                format!("{digits} stands there")
            } else {
                format!("these of {digits} stand there")
            }
        ),
        T::AvoidableRectangle1 | T::AvoidableRectangle2 => {
            format!(
                "{}: none of these is a given. With {digits} by turns in the corners the two could be exchanged, and the puzzle had two solutions.",
                cells(shape, step.cells)
            )
        }
        T::BugPlusOne => {
            format!(
                "Every other blank cell has two candidates, and every digit two places in its houses. Without {digits} in {pattern} the puzzle had two solutions."
            )
        }
        T::Medusa => {
            let is_wrap = step.eliminations.first().is_some_and(|gone| {
                step.chains
                    .iter()
                    .flatten()
                    .any(|node| node.digit == gone.digit() && node.cells.contains(gone.cell()))
            });
            format!(
                "Strong links, between the two places of a digit and the two candidates of a cell, give these candidates two colours, of which one is true: {}. {}",
                notation::pattern(shape, step),
                if is_wrap {
                    "One colour contradicts itself, so it is false."
                } else {
                    "What either colour rules out is not there."
                }
            )
        }
        T::WxyzWing | T::VwxyzWing | T::UvwxyzWing | T::TuvwxyzWing => {
            let free = step.eliminations.first().map_or(step.digits, |gone| DigitSet::only(gone.digit()));
            let others = step.digits - free;
            format!(
                "{pattern} have the candidates {digits}, as many as they are cells. {} can stand once at most in them, as their places see each other. So {} stands in one of them, and what sees all its places is not it.",
                all(shape, others),
                all(shape, free)
            )
        }
        T::XyWing | T::XyzWing => {
            let common = step.eliminations.first().map_or(step.digits, |gone| DigitSet::only(gone.digit()));
            format!(
                "{pattern} have the candidates {digits}. Whichever the pivot holds, one of them is {}: what sees them all is not.",
                all(shape, common)
            )
        }
        T::WWing => format!(
            "The two cells with {} can't both hold the same linked digit, as one end of the strong link in {of_houses} is it. So one of them holds the other digit, and what sees both does not.",
            any(shape, step.digits)
        ),
        T::AlsXz | T::AlsXyWing | T::AlsXyChain => {
            let sets: Vec<String> = step
                .sets
                .iter()
                .map(|set| format!("{} ({})", cells(shape, set.cells), all(shape, set.digits)))
                .collect();
            format!(
                "Each of these sets of cells has one digit more than cells: {}. Linked by {}, the first and the last can't both go without the digits they share. What sees all their places is none of them.",
                sets.join(", "),
                all(shape, step.links)
            )
        }
        T::DeathBlossom => {
            format!(
                "Whichever of {} the stem cell holds, it locks one of the sets around it, and each of them then holds {digits}.",
                any(shape, step.links)
            )
        }
        T::SueDeCoq => {
            format!(
                "Where {of_houses} meet, and in the cells beside, there are as many cells as digits ({digits}): each digit stays in its part."
            )
        }
        T::BruteForce => {
            "No technique of this order goes on; the easiest explanations know more, as nets within nets. The only solution says:".to_owned()
        }
        T::TemplateSet => format!("In every way in which {digits} can go through the board it stands here."),
        T::TemplateDelete => format!("In no way in which {digits} can go through the board it stands there."),
        T::ForcingChainVerity => {
            let chains: Vec<String> = step.chains.iter().map(|chain| eureka(shape, chain)).collect();
            format!("Every possibility leads to the same: {}.", chains.join("; "))
        }
        T::ForcingChainContradiction => {
            let chains: Vec<String> = step.chains.iter().map(|chain| eureka(shape, chain)).collect();
            format!("The opposite contradicts itself: {}.", chains.join("; "))
        }
        T::KrakenFishType2 => {
            let starts = step.chains.iter().filter_map(|chain| chain.first());
            let premises = starts.clone().fold(CellSet::EMPTY, |all, start| all | start.cells);
            let digit = starts.map(|start| shape.sign(start.digit)).next().unwrap_or_default();
            let chains: Vec<String> = step.chains.iter().map(|chain| eureka(shape, chain)).collect();
            format!(
                "In {of_houses}, {digit} must stand once each, and can stand only in {of_covers}, or in the fins {}. If no fin is {digit}, each of {of_covers} has one of them. So one of {} is {digit}. From each of them a chain leads to the same: {}.",
                each(shape, step.fins),
                each(shape, premises),
                chains.join("; ")
            )
        }
        T::KrakenFish => {
            let digit = step.eliminations.first().map_or_else(String::new, |gone| shape.sign(gone.digit()));
            let chains: Vec<String> = step.chains.iter().map(|chain| eureka(shape, chain)).collect();
            format!(
                "In {of_houses}, {digit} must stand once each, and can stand only in {of_covers}, or in the fins {}. If no fin is {digit}, it stands nowhere else there. From each fin a chain leads to the same: {}.",
                each(shape, step.fins),
                chains.join("; ")
            )
        }
        T::ForcingNetVerity | T::NestedNetVerity => {
            let nets: Vec<String> = step.nets.iter().map(|net| nets::sentences(shape, net)).collect();
            format!("Every possibility leads to the same. {}", nets.join(" "))
        }
        T::Nishio | T::ForcingNetContradiction | T::NestedNetContradiction | T::NetsWithinNet => {
            let nets: Vec<String> = step.nets.iter().map(|net| nets::sentences(shape, net)).collect();
            format!("{} That cannot be.", nets.join(" "))
        }
        T::ContinuousNiceLoop | T::GroupedContinuousNiceLoop => {
            format!(
                "{}: the chain comes back to its beginning by turns, so one end of each of its weak links is true.",
                chain(shape, step)
            )
        }
        T::DiscontinuousNiceLoop | T::GroupedDiscontinuousNiceLoop => {
            format!("{}: the chain contradicts what it begins with.", chain(shape, step))
        }
        T::ThreeStrongLinks | T::FourStrongLinks | T::FiveStrongLinks | T::SixStrongLinks => {
            format!(
                "{}: so many strong links for {digits}, each with an end that sees one of the next. If the first end is not {digits}, the last is. So one of the two is, and what sees both is not.",
                chain(shape, step)
            )
        }
        T::RemotePair | T::XChain | T::XyChain | T::Aic | T::GroupedAic => {
            format!(
                "{}: if the first end is false, the last is true. So one of the two is, and what contradicts both is not.",
                chain(shape, step)
            )
        }
        // All others are fish.
        _ => {
            let base =
                format!("In {of_houses}, {digits} must stand once each, and can stand only in {of_covers}");
            if step.fins.is_empty() {
                format!("{base}: as many houses. So there it stands nowhere else.")
            } else {
                format!(
                    "{base}, or in the fins {}. If no fin is {digits}, it stands nowhere else there: what sees every fin, too, is not {digits}.",
                    each(shape, step.fins)
                )
            }
        }
    }
}

fn chain(shape: &Shape, step: &Step) -> String {
    step.chains.first().map_or_else(String::new, |chain| eureka(shape, chain))
}
