//! Rates puzzles with variant rules by the steps that `explain` takes.

use super::variant::{GUESSES, TRIES, has_rules};
use crate::batch::{Answer, Line, Verdict};
use crate::sudoku::puzzle::{Puzzle, Reader};
use gridlore::Budget;
use gridlore_sudoku::Outcome;
use gridlore_sudoku_variants::explain::{Rating, Technique, rate};

/// Number of characters of a plain puzzle given as candidates, a form that the notation for
/// variants also includes.
pub(super) const MARKS: usize = 729;

/// The form in which a rating is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// The level and the number of the hardest step.
    Rating,
    /// The level and the techniques.
    Techniques,
}

/// Answers a line with the rating of its puzzle; returns `None` if the puzzle has no variant rules.
/// Profiles of Sudoku Explainer rate only the standard board.
pub(super) fn answer(line: &Line<'_>, form: Form, profile: Option<&str>) -> Option<Answer> {
    let text = std::str::from_utf8(line.bytes).ok()?.trim();
    let is_marks = text.split_ascii_whitespace().next().is_some_and(|first| first.len() == MARKS);
    if text.is_empty() || text.starts_with('#') || is_marks || !has_rules(text) {
        return None;
    }
    let (variant, note) = match Reader::new(Some(GUESSES), false, "# error: ").read(*line) {
        Ok((Puzzle::Variant(variant), note)) => (variant, note),
        Ok(_) => return None,
        Err(answer) => return Some(answer),
    };
    if let Some(profile) = profile {
        let reason = format!("--profile {profile} rates only the standard board");
        return Some(Answer::bad(format!("# error: {reason}"), 1, reason));
    }
    let outcome = variant.outcome();
    let mut answer = match outcome {
        Ok(Outcome::None) => {
            Answer::new(Verdict::None, format!("# none: {}", Puzzle::Variant(variant).contradiction()))
        }
        Ok(Outcome::Several(())) => Answer::new(Verdict::Several, "# several"),
        // Steps never guess, so a puzzle that they solve has one solution.
        Ok(Outcome::Unique(_)) | Err(_) => {
            let rules = variant.rules();
            let is_unique = outcome.is_ok();
            match rate(&rules, Technique::LongContradiction, &mut Budget::nodes(TRIES)) {
                Ok(rating) if rating.is_solved || is_unique => {
                    Answer::new(Verdict::Done, format!("{}\t{}", variant.to_line(), text_of(&rating, form)))
                }
                Ok(_) => Answer::new(Verdict::Spent, format!("# stopped: more than {GUESSES} guesses")),
                Err(spent) => Answer::new(Verdict::Spent, format!("# stopped: {spent}")),
            }
        }
    };
    answer.remarks.note =
        note.or_else(|| Some("variants are rated by the steps of `gridlore sudoku explain`".to_owned()));
    Some(answer)
}

fn text_of(rating: &Rating, form: Form) -> String {
    let level = rating.level();
    match form {
        Form::Rating if rating.is_solved => format!("{level}\t{rating}"),
        Form::Rating => format!("{level}\t-"),
        Form::Techniques if rating.is_solved => {
            format!(
                "{level}\t{}",
                with_counts(rating.used().map(|(technique, count)| (technique.name(), count)))
            )
        }
        Form::Techniques => format!("{level}\tbeyond these techniques"),
    }
}

/// Lists techniques with their numbers of uses, except singles.
pub(super) fn with_counts<'n>(used: impl Iterator<Item = (&'n str, usize)>) -> String {
    let is_listed = |(name, count): &(&str, usize)| {
        *count > 0 && !["Full House", "Hidden Single", "Naked Single"].contains(name)
    };
    let words: Vec<String> = used.filter(is_listed).map(|(name, count)| format!("{name} x{count}")).collect();
    if words.is_empty() { "singles".to_owned() } else { words.join(", ") }
}
