//! Determines which sentences of the rules were converted to constraints.

use super::rules_text::Sentence;
use super::topic::Topic;
use gridlore_sudoku_variants::Constraint;
use gridlore_sudoku_variants::constraint::{Cage, Clue, Global, Line, Mark, Pair, Sets};
use std::collections::BTreeMap;

/// The topics of the constraints of a puzzle; each topic is looked up once.
pub(super) struct Applied<'a> {
    constraints: &'a [Constraint],
    known: BTreeMap<Topic, Option<bool>>,
}

impl<'a> Applied<'a> {
    pub(super) const fn new(constraints: &'a [Constraint]) -> Self {
        Self { constraints, known: BTreeMap::new() }
    }

    /// Returns whether a sentence names rules that no constraint represents. Sentences on topics
    /// that need no constraint are never considered left out.
    pub(super) fn leaves_out(&mut self, sentence: &Sentence) -> bool {
        let constraints = self.constraints;
        let mut is_missing =
            |topic: &Topic| *self.known.entry(*topic).or_insert_with(|| is_applied(*topic, constraints));
        !sentence.topics.is_empty() && sentence.topics.iter().all(|topic| is_missing(topic) == Some(false))
    }
}

/// Returns whether a constraint represents a topic, or `None` if the topic needs no constraint.
fn is_applied(topic: Topic, constraints: &[Constraint]) -> Option<bool> {
    let any = |test: fn(&Constraint) -> bool| Some(constraints.iter().any(test));
    match topic {
        Topic::Odd => any(|one| matches!(one, Constraint::Cell(Mark::Odd, _))),
        Topic::Even => any(|one| matches!(one, Constraint::Cell(Mark::Even, _))),
        Topic::Extremes => any(|one| matches!(one, Constraint::Cell(Mark::Minimum(_) | Mark::Maximum(_), _))),
        Topic::Sandwich => any(|one| matches!(one, Constraint::Clue(Clue::Sandwich(_), _))),
        Topic::XSum => any(|one| matches!(one, Constraint::Clue(Clue::XSum(_), _))),
        Topic::Skyscraper => any(|one| matches!(one, Constraint::Clue(Clue::Skyscraper(_), _))),
        Topic::HiddenSkyscraper => any(|one| matches!(one, Constraint::Clue(Clue::HiddenSkyscraper(_), _))),
        Topic::NumberedRoom => any(|one| matches!(one, Constraint::Clue(Clue::NumberedRoom(_), _))),
        Topic::LittleKiller => any(|one| matches!(one, Constraint::Clue(Clue::LittleKiller(_), _))),
        Topic::Quadruple => any(|one| matches!(one, Constraint::Cage(Cage::Quadruple(_), _))),
        Topic::CountingCircles => any(|one| matches!(one, Constraint::Cage(Cage::CountingCircles, _))),
        Topic::Cage => any(|one| matches!(one, Constraint::Cage(..) | Constraint::Sum(_))),
        Topic::ExtraRegion => {
            any(|one| matches!(one, Constraint::Cage(..) | Constraint::Global(Global::Windows(_))))
        }
        Topic::Arrow => {
            any(|one| matches!(one, Constraint::Arrow { .. } | Constraint::Line(Line::DoubleArrow, _)))
        }
        Topic::DoubleArrow => any(|one| matches!(one, Constraint::Line(Line::DoubleArrow, _))),
        Topic::Thermometer | Topic::SlowThermometer => {
            any(|one| matches!(one, Constraint::Line(Line::Thermometer | Line::SlowThermometer, _)))
        }
        Topic::Whisper => any(|one| matches!(one, Constraint::Line(Line::Whisper(_), _))),
        Topic::Renban => any(|one| matches!(one, Constraint::Line(Line::Renban, _))),
        Topic::Nabner => any(|one| matches!(one, Constraint::Line(Line::Nabner, _))),
        Topic::Palindrome => any(|one| matches!(one, Constraint::Line(Line::Palindrome, _))),
        Topic::Modular => any(|one| matches!(one, Constraint::Line(Line::Modular(_), _))),
        Topic::Entropic => any(|one| matches!(one, Constraint::Line(Line::Entropic, _))),
        Topic::Between => any(|one| matches!(one, Constraint::Line(Line::Between, _))),
        Topic::Lockout => any(|one| matches!(one, Constraint::Line(Line::Lockout(_), _))),
        Topic::Zipper => any(|one| matches!(one, Constraint::Line(Line::Zipper, _))),
        Topic::SumLine => any(|one| matches!(one, Constraint::Line(Line::Sum(_) | Line::SumLoop(_), _))),
        Topic::Parity => any(|one| matches!(one, Constraint::Table(..))),
        Topic::RegionSum => any(|one| matches!(one, Constraint::Sets(Sets::RegionSumLine, _))),
        Topic::Clone => any(|one| matches!(one, Constraint::Sets(Sets::Clone, _))),
        Topic::WhiteDot | Topic::Difference => {
            any(|one| matches!(one, Constraint::Pair(Pair::Difference(_), _)))
        }
        Topic::BlackDot | Topic::Ratio => any(|one| matches!(one, Constraint::Pair(Pair::Ratio(_), _))),
        Topic::Xv | Topic::PairSum => any(|one| matches!(one, Constraint::Pair(Pair::Sum(_), _))),
        // Inequality signs around a cell are read as a cell that is smaller or larger than its
        // neighbours.
        Topic::Inequality => any(|one| {
            matches!(
                one,
                Constraint::Pair(Pair::Greater, _) | Constraint::Cell(Mark::Minimum(_) | Mark::Maximum(_), _)
            )
        }),
        Topic::Diagonals => any(|one| matches!(one, Constraint::Global(Global::Diagonal { .. }))),
        Topic::Windows => any(|one| matches!(one, Constraint::Global(Global::Windows(_)))),
        _ => None,
    }
}
