//! Interprets the text of a puzzle's rules, as far as common phrases allow.
//!
//! Setters write the rules of a drawn puzzle as English sentences. Each sentence is compared with
//! the phrases of one topic after another; it may be about several topics. Numbers and colours
//! apply to the sentence in which they occur.

use super::doubts::is_doubtful;
use super::topic::{Topic, Topics};
use crate::drawing::colour::{Hue, WORDS};

/// Topics and their phrases. Each phrase is a list of parts that must all occur, except parts that
/// begin with `!`, which must not occur.
const PHRASES: [(Topic, &[&[&str]]); 76] = [
    (Topic::Usual, &[&["sudoku rules"], &["normal rules"], &["standard rules"], &["sudoku", "apply"]]),
    (
        Topic::Usual,
        &[
            &["digits", "row", "column", "once"],
            &["row", "column", "box", "repeat"],
            &["row", "column", "region", "repeat"],
        ],
    ),
    (
        Topic::Usual,
        &[
            &["row", "column", "contain"],
            &["place", "digits", "1"],
            &["fill the grid"],
            &["fill each row"],
            &["already given"],
            &["latin square"],
        ],
    ),
    (
        Topic::Digits,
        &[
            &["digits from"],
            &["digits 0"],
            &["digits 1"],
            &["digits used are"],
            &["numbers from"],
            &["uses the digits"],
            &["use the digits"],
        ],
    ),
    (Topic::Cage, &[&["cage"]]),
    (Topic::CageRepeats, &[&["cage", "may repeat"], &["cage", "can repeat"]]),
    (
        Topic::SlowThermometer,
        &[
            &["slow thermo"],
            &["thermo", "or stay the same"],
            &["thermo", "never decrease"],
            &["thermo", "not decrease"],
        ],
    ),
    (
        Topic::Thermometer,
        &[
            &["thermo", "!slow", "!never decrease", "!stay the same"],
            &["bulb", "increas", "!slow", "!never decrease", "!stay the same"],
        ],
    ),
    (
        Topic::DoubleArrow,
        &[
            &["double arrow"],
            &["double-arrow"],
            &["between two circles", "sum"],
            &["circled ends", "sum"],
            &["circles at", "ends", "sum"],
        ],
    ),
    (
        Topic::Arrow,
        &[
            &["arrow", "circle", "!double", "!diagonal"],
            &["arrow", "sum", "!outside", "!diagonal", "!double"],
            &["arrow", "add up", "!outside", "!diagonal"],
            &["arrow", "total", "!diagonal"],
            &["arrow", "pill"],
            &["arrow", "attached"],
        ],
    ),
    (
        Topic::LittleKiller,
        &[
            &["little killer"],
            &["diagonal", "outside"],
            &["indicated diagonal"],
            &["arrow", "diagonal", "sum"],
            &["along the diagonal", "sum"],
            &["diagonal", "clue", "sum"],
        ],
    ),
    (
        Topic::Whisper,
        &[
            &["whisper"],
            &["differ", "at least", "!outside", "!lockout"],
            &["difference of", "or more"],
            &["differ by", "or more"],
            &["minimum difference"],
        ],
    ),
    (
        Topic::Nabner,
        &[
            &["nabner"],
            &["no two digits", "consecutive", "line"],
            &["line", "no two", "equal or consecutive"],
        ],
    ),
    (
        Topic::Renban,
        &[
            &["renban"],
            &["line", "consecutive", "any order"],
            &["line", "set of", "consecutive"],
            &["line", "sequence of consecutive"],
            &["line", "string of consecutive"],
        ],
    ),
    (
        Topic::Palindrome,
        &[
            &["palindrom"],
            &["line", "read", "same", "direction"],
            &["line", "reads the same"],
            &["line", "read the same"],
        ],
    ),
    (
        Topic::Modular,
        &[
            &["modular"],
            &["modulo"],
            &["line", "remainder"],
            &["line", "1,4,7"],
            &["line", "(147)"],
            &["line", "{1,4,7}"],
        ],
    ),
    (
        Topic::Entropic,
        &[
            &["entropic"],
            &["entropy line"],
            &["line", "low", "middle", "high"],
            &["line", "(123)"],
            &["line", "{1,2,3}"],
            &["line", "1,2,3"],
        ],
    ),
    (
        Topic::RegionSum,
        &[
            &["region sum"],
            &["box border", "divide"],
            &["borders divide"],
            &["line", "same sum", "box"],
            &["line", "equal sum", "box"],
            &["line", "sum", "each box"],
            &["line", "same", "sum", "region"],
            &["line", "equal", "sum", "region"],
        ],
    ),
    (Topic::Lockout, &[&["lockout"]]),
    (
        Topic::Between,
        &[
            &["between line"],
            &["between", "circle", "value", "!double", "!sum", "!lockout"],
            &["between", "ends of", "line", "!sum", "!lockout"],
            &["between", "circle", "line", "!sum", "!lockout"],
        ],
    ),
    (
        Topic::Zipper,
        &[
            &["zipper"],
            &["equal distance", "cent"],
            &["equally far", "cent"],
            &["same distance", "cent"],
            &["equidistant", "cent"],
        ],
    ),
    (
        Topic::SumLine,
        &[
            &["sum line", "!region"],
            &["line", "split into", "sum"],
            &["line", "divided into", "sum"],
            &["line", "groups", "sum to"],
            &["line", "segments", "sum to"],
            &["line", "pieces", "add up to"],
        ],
    ),
    (
        Topic::Parity,
        &[
            &["parity line"],
            &["line", "one even", "one odd"],
            &["line", "one odd", "one even"],
            &["line", "alternat", "odd"],
            &["line", "alternat", "parity"],
            &["line", "adjacent", "different parity"],
        ],
    ),
    (
        Topic::WhiteDot,
        &[
            &["white dot"],
            &["white circle", "consecutive"],
            &["white kropki"],
            &["kropki"],
            &["dot", "consecutive"],
        ],
    ),
    (
        Topic::BlackDot,
        &[
            &["black dot"],
            &["black circle", "ratio"],
            &["black circle", "double"],
            &["black kropki"],
            &["kropki"],
            &["dot", "1:2"],
            &["dot", "double"],
        ],
    ),
    (
        Topic::Xv,
        &[
            &[" an x "],
            &[" a v "],
            &["xv"],
            &[" x ", " v "],
            &[" xs", " vs"],
            &[" x's", " v's"],
            &["x sum", "v sum"],
        ],
    ),
    (Topic::NotAll, &[&["not all"], &["not every"], &["no negative"], &["not necessarily"]]),
    (Topic::AllWhite, &[&["all white dots", "!not all"], &["all possible white dots", "!not all"]]),
    (Topic::AllBlack, &[&["all black dots", "!not all"], &["all possible black dots", "!not all"]]),
    (
        Topic::AllDots,
        &[
            &["all dots", "!not all"],
            &["all possible dots", "!not all"],
            &["all kropki dots", "!not all"],
            &["all possible kropki", "!not all"],
            &["negative constraint", "dot", "!no negative"],
            &["negative constraint", "kropki", "!no negative"],
        ],
    ),
    (
        Topic::AllXv,
        &[
            &["all x", "!not all"],
            &["all v", "!not all", "given", " x"],
            &["all possible x", "!not all"],
            &["all possible v", "!not all", " x"],
            &["negative constraint", " x", " v", "!no negative"],
            &["negative constraint", "xv", "!no negative"],
        ],
    ),
    (Topic::Knight, &[&["knight"]]),
    (
        Topic::King,
        &[
            &["king's"],
            &["king\u{2019}s"],
            &["kings move"],
            &["anti-king"],
            &["antiking"],
            &["a king"],
            &["anti king"],
        ],
    ),
    (
        Topic::NonConsecutive,
        &[
            &["nonconsecutive"],
            &["non-consecutive"],
            &["adjacent", "cannot", "consecutive", "!line", "!dot", "!diagonal"],
            &["adjacent", "not be consecutive", "!line", "!dot", "!diagonal"],
            &["adjacent", "not contain consecutive", "!line", "!dot", "!diagonal"],
            &["share an edge", "consecutive", "!line", "!dot"],
        ],
    ),
    (
        Topic::Diagonals,
        &[
            &["main diagonal"],
            &["marked diagonal"],
            &["both diagonals"],
            &[" long diagonal"],
            &["blue diagonal"],
            &[
                "repeat",
                "diagonal",
                "!outside",
                "!may repeat",
                "!can repeat",
                "!arrow",
                "!clue",
                "!indicated",
            ],
            &["x-sudoku"],
            &["diagonal sudoku"],
        ],
    ),
    (Topic::Windows, &[&["windoku"], &["window"]]),
    (
        Topic::Disjoint,
        &[&["disjoint"], &["same position", "box"], &["same place", "box"], &["same relative position"]],
    ),
    (Topic::Entropy, &[&["2x2", "low", "high"], &["2\u{d7}2", "low", "high"], &["global entropy"]]),
    (Topic::DutchFlatmates, &[&["dutch", "flat"]]),
    (Topic::Remainders, &[&["2x2", "remainder"], &["global mod"]]),
    (Topic::HiddenSkyscraper, &[&["hidden skyscraper"]]),
    (Topic::Taxicab, &[&["taxicab"], &["taxi cab"]]),
    (
        Topic::CountingCircles,
        &[
            &["circle", "exactly", "times"],
            &["counting circle"],
            &["circle", "how many", "circles"],
            &["circle", "number of", "circles", "contain"],
            &["circles", "as many"],
        ],
    ),
    (Topic::Odd, &[&["odd"]]),
    (Topic::Even, &[&["even"]]),
    (
        Topic::Extremes,
        &[
            &["minimum", "!difference"],
            &["maximum"],
            &["fortress"],
            &["greater than", "adjacent"],
            &["larger than", "adjacent"],
            &["smaller than", "adjacent"],
            &["greater than", "neighbour"],
            &["larger than", "neighbour"],
            &["smaller than", "neighbour"],
            &["less than", "adjacent"],
        ],
    ),
    (
        Topic::Quadruple,
        &[
            &["quadruple"],
            &["quad "],
            &["circle", "surrounding"],
            &["circle", "touching"],
            &["circle", "four cells"],
            &["circle", "adjacent cells"],
            &["circle", "appear", "cells"],
        ],
    ),
    (
        Topic::Inequality,
        &[
            &["inequality"],
            &["greater than sign"],
            &["greater-than"],
            &["less than sign"],
            &["point", "smaller"],
            &["point", "lower"],
            &["sign", "smaller"],
            &["chevron"],
        ],
    ),
    (Topic::Clone, &[&["clone"], &["identical", "shape"]]),
    (
        Topic::ExtraRegion,
        &[
            &["extra region"],
            &["shaded region"],
            &["grey region"],
            &["gray region"],
            &["additional region"],
            &["shaded area"],
            &["coloured region"],
            &["colored region"],
        ],
    ),
    (Topic::Sandwich, &[&["sandwich"], &["between the 1 and", "9"], &["between 1 and 9", "sum"]]),
    (Topic::XSum, &[&["x-sum"], &["x sum", "!x sums to"], &["xsum"], &["first x "]]),
    (
        Topic::Skyscraper,
        &[&["skyscraper", "!hidden"], &["seen from", "!first x"], &["visible from"], &["buildings"]],
    ),
    (
        Topic::NumberedRoom,
        &[&["numbered room"], &["nth cell"], &["n-th cell"], &["xth cell"], &["x-th cell"]],
    ),
    (
        Topic::PairSum,
        &[
            &["number between", "sum"],
            &["number on", "border", "sum"],
            &["between two cells", "sum"],
            &["number on", "edge", "sum"],
        ],
    ),
    (
        Topic::Difference,
        &[
            &["white", "number", "difference"],
            &["difference", "shown"],
            &["white dot", "differ"],
            &["difference of the number"],
        ],
    ),
    (Topic::Ratio, &[&["black", "number", "ratio"]]),
    (Topic::Indexer, &[&["index"]]),
    (Topic::Fog, &[&["fog"]]),
    // Words of encouragement, and reminders that only repeat other rules.
    (Topic::Usual, &[&["good luck"], &["have fun"], &["enjoy"], &["happy solving"], &["thank"]]),
    (Topic::Usual, &[&["may repeat"], &["can repeat"], &["if allowed by other rules"]]),
    (Topic::Usual, &[&["click"], &["solution"], &["see the"], &["http"], &["video"]]),
    (Topic::Usual, &[&["no other rules"], &["that's it"], &["puzzle by"], &["dedicated"], &["hint"]]),
    (
        Topic::Usual,
        &[&["normal", "sudoku"], &["classic", "sudoku"], &["regular sudoku"], &["standard sudoku"]],
    ),
    (Topic::Usual, &[&["irregular"], &["jigsaw"], &["rules:"], &["killer sudoku"], &["arrow sudoku"]]),
    (Topic::Usual, &[&["may be"], &["note:"], &["clarification"], &["for example"], &["e.g"]]),
    (
        Topic::Thermometer,
        &[
            &["increase", "from the bulb", "!slow", "!stay the same"],
            &["increasing", "from the"],
            &["increase", "rounded end"],
        ],
    ),
    (
        Topic::Arrow,
        &[
            &["digits along", "arrow"],
            &["numbers along", "arrow"],
            &["cells along", "arrow"],
            &["arrow", "pill"],
            &["shaft"],
        ],
    ),
    (Topic::Whisper, &[&["dutch", "!flat"], &["german"]]),
    (Topic::Renban, &[&["line", "n consecutive"], &["line", "consecutive digits", "!adjacent", "!no two"]]),
    (Topic::BlackDot, &[&["ratio", "dot"], &["twice", "dot"]]),
    (Topic::WhiteDot, &[&["difference of 1", "dot"], &["differ by 1", "dot"]]),
    (Topic::NotAll, &[&["not given"], &["not all possible"]]),
    (Topic::NotAll, &[&["not assume", "given"], &["n't assume", "given"], &["may not be given"]]),
    (
        Topic::NoBoxes,
        &[&["no boxes"], &["no regions"], &["no box constraint"], &["without boxes"], &["latin"]],
    ),
    (Topic::Odd, &[&["odd digit"]]),
];

/// A sentence of the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sentence {
    /// The sentence as the setter wrote it.
    pub(super) text: String,
    /// The topics whose rules it states.
    pub(super) topics: Vec<Topic>,
    /// The topics that it names without stating their rules, as in "are not palindromes".
    pub(super) doubted: Vec<Topic>,
    pub(super) colours: Vec<Hue>,
    pub(super) numbers: Vec<i32>,
    /// The sentence in lower case, with a space at both ends.
    pub(super) words: String,
    /// The number after "at least" and similar words, or before "or more".
    pub(super) bound: Option<i32>,
    /// Whether it is about lines.
    pub(super) has_line: bool,
}

/// The rules of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct RulesText {
    pub(super) sentences: Vec<Sentence>,
    /// Whether there are no rules, so that the sentences are those of the title.
    is_title: bool,
    /// Whether the text exceeds the limits, so that its end is not read.
    pub(super) is_cut: bool,
    /// The topics whose rules sentences state, and those that sentences only name.
    stated: Topics,
    doubted: Topics,
}

/// Maximum number of characters that are read.
const MAX_RULES: usize = 20_000;
/// Maximum number of sentences that are read.
const MAX_SENTENCES: usize = 300;

impl RulesText {
    pub(super) fn new(text: &str) -> Self {
        let end = text.char_indices().nth(MAX_RULES).map(|(end, _)| end);
        let all = split(&text[..end.unwrap_or(text.len())]);
        let is_cut = end.is_some() || all.len() > MAX_SENTENCES;
        let sentences = all.into_iter().take(MAX_SENTENCES).map(|text| {
            let words = format!(" {} ", text.to_lowercase().replace('\u{2019}', "'"));
            let holds = |part: &&str| {
                part.strip_prefix('!').map_or_else(|| words.contains(*part), |part| !words.contains(part))
            };
            let mut topics: Vec<Topic> = PHRASES
                .iter()
                .filter(|(_, phrases)| phrases.iter().any(|parts| parts.iter().all(holds)))
                .map(|(topic, _)| *topic)
                .collect();
            topics.sort_unstable();
            topics.dedup();
            let (doubted, topics): (Vec<Topic>, Vec<Topic>) =
                topics.iter().copied().partition(|topic| is_doubtful(*topic, &topics, &words));
            let tokens: Vec<&str> =
                words.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
            let mut colours: Vec<Hue> = tokens
                .iter()
                .filter_map(|token| WORDS.iter().find(|(word, _)| word == token))
                .flat_map(|(_, hues)| hues.iter().copied())
                .collect();
            colours.dedup();
            let numbers =
                tokens.iter().filter_map(|token| token.parse().ok().or_else(|| spelled(token))).collect();
            let bound = bound(&tokens);
            let has_line = words.contains("line");
            Sentence { text, topics, doubted, colours, numbers, words, bound, has_line }
        });
        let sentences: Vec<Sentence> = sentences.collect();
        let stated = sentences.iter().flat_map(|one| &one.topics).copied().collect();
        let doubted = sentences.iter().flat_map(|one| &one.doubted).copied().collect();
        Self { sentences, is_title: false, is_cut, stated, doubted }
    }

    /// Returns the topics named by the title of a puzzle without rules.
    pub(super) fn of_title(title: &str) -> Self {
        Self { is_title: true, ..Self::new(title) }
    }

    /// Returns whether there are no rules.
    pub(super) const fn is_empty(&self) -> bool {
        self.is_title || self.sentences.is_empty()
    }

    /// Returns the sentences about a topic.
    pub(super) fn about(&self, topic: Topic) -> impl Iterator<Item = &Sentence> {
        let sentences = if self.has(topic) { &self.sentences[..] } else { &[] };
        sentences.iter().filter(move |sentence| sentence.topics.contains(&topic))
    }

    pub(super) const fn has(&self, topic: Topic) -> bool {
        self.stated.contains(topic)
    }

    /// Returns whether a sentence names one of these topics without stating its rule.
    pub(super) fn doubts(&self, topics: &[Topic]) -> bool {
        topics.iter().any(|topic| self.doubted.contains(*topic))
    }

    /// Returns whether marks that usually mean one of these topics mean something else: sentences
    /// name a topic, but none states its rule.
    pub(super) fn denies(&self, topics: &[Topic]) -> bool {
        self.doubts(topics) && !topics.iter().any(|topic| self.has(*topic))
    }
}

/// Returns the number after "at least" and similar words, or before "or more".
fn bound(tokens: &[&str]) -> Option<i32> {
    let number = |token: &str| token.parse().ok().or_else(|| spelled(token));
    tokens.windows(3).find_map(|words| match words {
        [token, "or", "more" | "greater"] => number(token),
        ["least" | "minimum", "of", token] | [_, "least", token] => number(token),
        _ => None,
    })
}

/// Parses a number from 1 to 10 in words.
fn spelled(token: &str) -> Option<i32> {
    let words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    // "One" is usually a pronoun or an article.
    (1..).zip(words).find(|(number, word)| *number > 1 && *word == token).map(|(number, _)| number)
}

/// Splits a text into sentences at line breaks and at full stops before a space.
fn split(text: &str) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut sentence = String::new();
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        let is_last = signs.peek().is_none_or(|next| next.is_whitespace());
        if sign == '\n' || (is_last && ".!?;".contains(sign)) {
            sentences.push(std::mem::take(&mut sentence));
        } else {
            sentence.push(sign);
        }
    }
    sentences.push(sentence);
    sentences
        .into_iter()
        .map(|sentence| sentence.trim().trim_start_matches(['-', '*', '\u{2022}', ' ']).to_owned())
        .filter(|sentence| sentence.chars().filter(|sign| sign.is_alphabetic()).count() > 1)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_have_topics_colours_and_numbers() {
        let text = RulesText::new(
            "Normal sudoku rules apply. Adjacent digits on a green line differ by at least 5.\nDigits on a \
             purple line form a set of consecutive digits in any order; not all dots are given.",
        );
        let topics: Vec<Vec<Topic>> = text.sentences.iter().map(|sentence| sentence.topics.clone()).collect();
        assert_eq!(topics[0], [Topic::Usual]);
        assert_eq!(topics[1], [Topic::Whisper]);
        assert_eq!((&text.sentences[1].colours, &text.sentences[1].numbers), (&vec![Hue::Green], &vec![5]));
        assert!(topics[2].contains(&Topic::Renban) && text.sentences[2].colours.contains(&Hue::Purple));
        assert_eq!(topics[3], [Topic::NotAll]);
    }

    #[test]
    fn all_is_not_not_all() {
        assert!(RulesText::new("All possible dots are given.").has(Topic::AllDots));
        assert!(!RulesText::new("Not all dots are given.").has(Topic::AllDots));
        assert!(RulesText::new("All possible Vs and Xs are given.").has(Topic::AllXv));
        assert!(!RulesText::new("Not all Xs and Vs are given.").has(Topic::AllXv));
    }
}
