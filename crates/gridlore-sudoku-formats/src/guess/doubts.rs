//! Sentences that name a rule without stating it: negations, permissions, exceptions, restrictions
//! to some digits, and marks with an unusual meaning.
//!
//! ```text
//!   "Grey lines are not palindromes"                   a negation
//!   "Cells a knight's move apart may be equal"         a permission
//!   "Except for the digit 1, cells a king's move …"    an exception
//!   "The digits 1 and 2 cannot be a knight's move …"   a restriction
//!   "Digits along an arrow have the product …"         an unusual meaning
//! ```
//!
//! Such a sentence is not a rule; it is reported as not understood.

use super::topic::Topic;

/// Phrases that negate or weaken a rule of any topic.
const WEAK: [&str; 24] = [
    "except",
    "unless",
    "other than the",
    "need not",
    "needn't",
    "not need",
    "n't need",
    "not have to",
    "n't have to",
    "not apply",
    "n't apply",
    "no longer",
    "not in effect",
    "not necessarily apply",
    "ignore",
    "unlike",
    "one of the lines",
    "some of the",
    " some lines",
    " some cells",
    " are false",
    " is false",
    " may be a ",
    " may be an ",
];

/// Phrases of rules that forbid equal digits.
const FORBIDDING: [&str; 27] = [
    "cannot",
    "can't",
    "can not",
    "may not",
    "must not",
    "mustn't",
    "not contain",
    "not be ",
    "not repeat",
    "n't repeat",
    "not share",
    "not see",
    "not appear",
    "do not",
    "don't",
    "does not",
    "doesn't",
    "never",
    "no two",
    "no cell",
    "no digit",
    "no repeat",
    "no equal",
    "different",
    "distinct",
    "unique",
    "without",
];

/// Names of rules that forbid equal digits.
const NAMES: [&str; 13] = [
    "anti-knight",
    "antiknight",
    "anti knight",
    "anti-king",
    "antiking",
    "anti king",
    "knight constraint",
    "king constraint",
    "knight sudoku",
    "king sudoku",
    "disjoint",
    "anti-taxicab",
    "taxicab sudoku",
];

/// Words for cells, marks and relations that restrict or replace "the same digit".
const RESTRICTING: [&str; 18] = [
    "odd ",
    "even ",
    "prime",
    "parity",
    "high ",
    "low ",
    " only",
    "at least",
    "exactly",
    "cage",
    " line",
    "circle",
    "shaded",
    "consecutive",
    " sum",
    "ratio",
    "multiple of",
    "differ by",
];

/// Returns whether a sentence that contains phrases of a topic does not state its rule. The words
/// are in lower case, with a space at both ends.
pub(super) fn is_doubtful(topic: Topic, topics: &[Topic], words: &str) -> bool {
    let has = |parts: &[&str]| parts.iter().any(|part| words.contains(part));
    match topic {
        Topic::Usual => has(&["rules do not apply", "rules don't apply", "rules does not apply"]),
        Topic::Digits | Topic::NotAll | Topic::CageRepeats | Topic::NoBoxes | Topic::Fog => false,
        _ if has(&WEAK) => true,
        Topic::Knight
        | Topic::King
        | Topic::Taxicab
        | Topic::Disjoint
        | Topic::NonConsecutive
        | Topic::Diagonals
        | Topic::Windows => is_other_than_different(topic, words),
        Topic::AllDots | Topic::AllWhite | Topic::AllBlack | Topic::AllXv => {
            has(&["there is no ", "there are no "])
        }
        _ => {
            let is_negative = [Topic::NotAll, Topic::AllDots, Topic::AllWhite, Topic::AllBlack, Topic::AllXv]
                .iter()
                .any(|other| topics.contains(other));
            has_other_meaning(topic, topics, words) || (!is_negative && is_negated(topic, words))
        }
    }
}

/// Returns whether a sentence about the cells of a global rule says anything other than that their
/// digits are different.
fn is_other_than_different(topic: Topic, words: &str) -> bool {
    let has = |parts: &[&str]| parts.iter().any(|part| words.contains(part));
    let tokens = tokens(words);
    let is_once = has(&[" once"]);
    let is_named = has(&NAMES);
    let is_move = matches!(topic, Topic::Knight | Topic::King | Topic::Taxicab | Topic::Disjoint);
    let is_permitted = !is_once
        && tokens.windows(3).any(|three| {
            matches!(three[0], "may" | "can" | "might" | "could")
                && (matches!(three[1], "contain" | "repeat" | "hold" | "have" | "share" | "appear" | "also")
                    || three[1] == "be"
                        && matches!(three[2], "the" | "same" | "equal" | "identical" | "consecutive"))
        });
    let is_denied = tokens.windows(2).any(|two| {
        matches!(two[0], "no" | "not")
            && matches!(
                two[1],
                "anti"
                    | "antiknight"
                    | "antiking"
                    | "knight"
                    | "knight's"
                    | "king"
                    | "king's"
                    | "disjoint"
                    | "windoku"
                    | "nonconsecutive"
                    | "non"
                    | "diagonal"
                    | "diagonals"
                    | "main"
                    | "marked"
                    | "window"
                    | "windows"
            )
    }) || has(&["there is no ", "there are no "]) && !has(&["repeat"]);
    // "The digits 1 and 2 …", but not "the digits 1 to 9" or "(1-9)".
    let number = |token: &str| token.starts_with(|sign: char| sign.is_ascii_digit());
    let is_range = has(&["1-", "1 to ", "1 through ", "0-", "0 to ", "1\u{2013}"]);
    let is_of_digits = !is_range
        && (tokens
            .windows(2)
            .any(|two| matches!(two[0], "digit" | "digits" | "number" | "numbers") && number(two[1]))
            || tokens.iter().any(|token| number(token) && token.ends_with('s')));
    let plain = words.replace("nonconsecutive", "").replace("non-consecutive", "");
    let is_restricted = is_move && !is_once && RESTRICTING.iter().any(|part| plain.contains(part));
    let is_silent = is_move && !is_named && !is_once && !has(&FORBIDDING);
    is_permitted || is_denied || is_of_digits || is_restricted || is_silent
}

/// Returns whether a sentence gives marks an unusual meaning.
fn has_other_meaning(topic: Topic, topics: &[Topic], words: &str) -> bool {
    let has = |parts: &[&str]| parts.iter().any(|part| words.contains(part));
    let is_product = has(&["product", "multipl"]);
    let is_sum = has(&[" sum", "add up", "adds up", "total"]);
    match topic {
        Topic::WhiteDot | Topic::BlackDot | Topic::Difference | Topic::Ratio => {
            is_product || is_sum && !topics.contains(&Topic::Xv) && !topics.contains(&Topic::PairSum)
        }
        Topic::Arrow | Topic::DoubleArrow | Topic::LittleKiller => {
            has(&["product", "multiply", "multiplied", "difference", "average", "concatenat"])
        }
        Topic::Quadruple => is_product || is_sum && !topics.contains(&Topic::Arrow),
        Topic::Whisper => has(&["at most"]),
        Topic::Sandwich | Topic::XSum => is_product,
        Topic::Skyscraper => has(&["sum of", "product"]),
        Topic::Cage => has(&["product", "multiply", "look-and-say", "look and say", " means "]),
        _ => false,
    }
}

/// Returns whether a sentence says that something does not hold.
fn is_negated(topic: Topic, words: &str) -> bool {
    // Rules that are negative by nature.
    if matches!(
        topic,
        Topic::Nabner | Topic::Lockout | Topic::Skyscraper | Topic::HiddenSkyscraper | Topic::DutchFlatmates
    ) {
        return [
            "are not nabner",
            "are not lockout",
            "is not a nabner",
            "is not a lockout",
            "not skyscraper",
        ]
        .iter()
        .any(|part| words.contains(part));
    }
    let tokens = tokens(words);
    tokens.iter().enumerate().any(|(at, token)| {
        let is_no = matches!(*token, "no" | "without");
        let is_not = matches!(*token, "not" | "cannot" | "never") || token.ends_with("n't");
        let next = &tokens[at + 1..tokens.len().min(at + 6)];
        let is_harmless = next.iter().enumerate().any(|(place, word)| match *word {
            "necessarily" | "order" | "including" | "included" | "include" | "counting" | "counted"
            | "decrease" | "given" | "all" | "every" | "allowed" => true,
            "same" => {
                let house = next.get(place + 1);
                house.is_some_and(|house| {
                    matches!(*house, "box" | "row" | "column" | "region" | "cage" | "house")
                })
            }
            "total" | "sum" | "clue" | "number" | "value" | "dot" | "dots" | "mark" | "gaps" | "two" => is_no,
            word => word.starts_with("repe"),
        });
        (is_no || is_not) && !is_harmless
    })
}

fn tokens(words: &str) -> Vec<&str> {
    words
        .split(|sign: char| !(sign.is_alphanumeric() || sign == '\''))
        .filter(|word| !word.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::rules_text::RulesText;
    use super::*;

    /// Returns whether a sentence states the rule of a topic.
    fn states(sentence: &str, topic: Topic) -> bool {
        RulesText::new(sentence).has(topic)
    }

    /// Distinguishes a rule from its negation, permission, restriction or exception.
    #[test]
    fn weakened_sentences_are_no_rules() {
        for (topic, sentence) in [
            (Topic::Knight, "Cells a knight's move apart may contain the same digit."),
            (Topic::Knight, "There is no anti-knight constraint in this puzzle."),
            (Topic::Knight, "The digits 1 and 2 cannot be a knight's move from the same digit."),
            (Topic::Knight, "Odd digits cannot repeat a knight's move apart."),
            (Topic::Knight, "Cells a knight's move apart cannot be consecutive."),
            (Topic::Knight, "Every digit must see at least one copy of itself a knight's move away."),
            (Topic::King, "Except for the digit 1, cells a king's move apart cannot contain the same digit."),
            (Topic::King, "9s cannot be a king's move apart."),
            (Topic::Disjoint, "Digits may repeat in the same position of different boxes."),
            (Topic::NonConsecutive, "Adjacent digits need not be nonconsecutive."),
            (Topic::Diagonals, "Digits may repeat on the main diagonals, which have no rule."),
            (Topic::Palindrome, "Grey lines are not palindromes."),
            (Topic::Quadruple, "Digits in a circle must not appear in the surrounding four cells."),
            (Topic::WhiteDot, "Cells with a white dot add up to the number in the dot."),
            (Topic::Arrow, "Digits along an arrow have the product in the circle."),
            (Topic::Cage, "In cages, 21 means that there are two 1s."),
            (Topic::Whisper, "Digits on whisper lines differ by at most 2."),
            (Topic::Renban, "Pink lines don't have to be renban lines."),
        ] {
            assert!(!states(sentence, topic), "{sentence}");
        }
    }

    /// Rules that contain a negation are still rules.
    #[test]
    fn forbidding_sentences_are_rules() {
        for (topic, sentence) in [
            (Topic::Knight, "Cells separated by a knight's move cannot contain the same digit."),
            (Topic::Knight, "Cells that can be reached by a knight's move must not contain the same digit."),
            (Topic::Knight, "Anti-knight and nonconsecutive constraints apply."),
            (Topic::King, "No two cells a king's move apart contain the same digit."),
            (Topic::Disjoint, "Digits cannot repeat in the same position of different boxes."),
            (Topic::NonConsecutive, "Adjacent cells cannot contain consecutive digits."),
            (Topic::Diagonals, "The digits 1-9 appear once on each of the main diagonals."),
            (Topic::Diagonals, "Digits may not repeat on the marked diagonals."),
            (Topic::Cage, "Digits in cages cannot repeat and sum to the total, if one is given."),
            (
                Topic::Renban,
                "Renban lines have consecutive digits in any order, not necessarily in sequence.",
            ),
            (Topic::Nabner, "No two digits on a nabner line are consecutive."),
            (Topic::Arrow, "Digits along an arrow sum to the circle and may repeat if not in the same box."),
            (
                Topic::Sandwich,
                "Sandwich clues are the sum of the digits between the 1 and the 9, not including them.",
            ),
            (Topic::AllDots, "All possible dots are given."),
        ] {
            assert!(states(sentence, topic), "{sentence}");
        }
    }
}
