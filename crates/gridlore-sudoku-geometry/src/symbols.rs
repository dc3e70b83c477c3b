//! Symbols for digits: 1-9, 0-F, 1-G, A-Y, the letters of a word, or numbers separated by spaces.

use crate::errors::unexpected;
use gridlore_core::ParseErrorKind;
use std::fmt;

const DIGITS_AND_LETTERS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The symbols for the digits of a board, starting with 1.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Symbols {
    /// One character per digit; empty for numbers.
    signs: Vec<char>,
    side: usize,
}

/// The result of guessing which symbols a board uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guess {
    /// The chosen symbols.
    pub symbols: Symbols,
    /// Other symbols that also fit.
    pub others: Vec<Symbols>,
}

impl Symbols {
    /// Returns the default symbols for boards of this side: digits, then letters (`1-G` for 16), up
    /// to a side of 35; numbers for larger boards.
    #[must_use]
    pub fn usual(side: usize) -> Self {
        Self::run('1', side).unwrap_or_else(|| Self::numbers(side))
    }

    /// Returns numbers from 1, separated by spaces.
    #[must_use]
    pub const fn numbers(side: usize) -> Self {
        Self { signs: Vec::new(), side }
    }

    /// Returns a range of `side` symbols starting with this one, digits before letters.
    fn run(first: char, side: usize) -> Option<Self> {
        let from = DIGITS_AND_LETTERS.find(first)?;
        let signs = DIGITS_AND_LETTERS.get(from..from + side)?.chars().collect();
        Some(Self { signs, side })
    }

    /// Parses the name of symbols: `1-9`, `0-F`, `1-G`, `A-Y`, `numbers`, or a word with one
    /// different letter per digit.
    ///
    /// # Errors
    /// Returns [`ParseErrorKind::Wrong`] if the text is none of these, or if its number of symbols
    /// differs from the number of digits.
    pub fn parse(text: &str, side: usize) -> Result<Self, ParseErrorKind> {
        if text == "numbers" {
            return Ok(Self::numbers(side));
        }
        let signs: Vec<char> = text.chars().collect();
        let count = |found: usize| unexpected(format!("{found} symbols"), side.to_string());
        if let [first, '-', last] = signs[..] {
            let place = |sign: char| DIGITS_AND_LETTERS.find(sign.to_ascii_uppercase());
            return match (place(first), place(last)) {
                (Some(from), Some(to)) if to >= from => {
                    let run = Self::run(first.to_ascii_uppercase(), side).filter(|_| to - from + 1 == side);
                    run.ok_or_else(|| count(to - from + 1))
                }
                _ => Err(unexpected(
                    format!("the symbols {text}"),
                    "a range such as 1-9, 0-F or A-Y".to_owned(),
                )),
            };
        }
        if let Some(sign) =
            signs.iter().find(|sign| sign.is_whitespace() || sign.is_control() || ".|-+=#:".contains(**sign))
        {
            return Err(unexpected(
                format!("the symbol '{}'", sign.escape_debug()),
                "a letter or a digit".to_owned(),
            ));
        }
        if let Some(sign) = signs.iter().enumerate().find(|(place, sign)| signs[..*place].contains(sign)) {
            return Err(unexpected(format!("the symbol {} twice", sign.1), "each symbol once".to_owned()));
        }
        if signs.len() == side { Ok(Self { signs, side }) } else { Err(count(signs.len())) }
    }

    /// Guesses the symbols used in the text of a board: the standard symbols if they fit, otherwise
    /// symbols from 0 on, otherwise letters, otherwise numbers, otherwise the different characters
    /// of the text if there is one per digit. Returns `None` if none of them fit.
    #[must_use]
    pub fn guess(text: &str, side: usize) -> Option<Guess> {
        let firsts: &[char] = if side > 9 { &['1', '0', 'A'] } else { &['1', 'A'] };
        let ranges = firsts.iter().filter_map(|&first| Self::run(first, side));
        let mut known: Vec<Self> = ranges.filter(|symbols| symbols.fits(text)).collect();
        let numbers = Self::numbers(side);
        // Numbers are separated by spaces. Symbols may be too, but each of them is a single
        // character.
        if side > 9 && known.is_empty() && numbers.fits(text) {
            known.push(numbers);
        }
        if known.is_empty() {
            let mut signs: Vec<char> = text.chars().filter(|sign| sign.is_alphanumeric()).collect();
            signs.sort_unstable();
            signs.dedup();
            known.extend(
                (signs.len() == side).then_some(Self { signs, side }).filter(|symbols| symbols.fits(text)),
            );
        }
        let mut known = known.into_iter();
        let symbols = known.next()?;
        Some(Guess { symbols, others: known.collect() })
    }

    /// Returns whether these symbols can represent every cell of a board given as text.
    fn fits(&self, text: &str) -> bool {
        if self.is_numbers() {
            return text
                .split(Self::is_between)
                .filter(|word| !word.is_empty())
                .all(|word| self.number(word).is_some());
        }
        // A digit occurs at most once per row. If there are more zeros than rows, they are blanks;
        // on small boards they always are.
        let zeros = text.matches('0').count();
        let is_digit = self.side > 9 && (1..=self.side).contains(&zeros);
        let zero = if self.value('0').is_some() { zeros == 0 || is_digit } else { !is_digit };
        zero && text
            .chars()
            .all(|sign| Self::is_between(sign) || sign == '.' || sign == '0' || self.value(sign).is_some())
    }

    /// Returns whether a character can separate cells.
    pub(crate) const fn is_between(sign: char) -> bool {
        matches!(sign, ' ' | '\t' | '\r' | '\n' | '|')
    }

    /// Returns whether cells are numbers separated by spaces.
    #[must_use]
    pub const fn is_numbers(&self) -> bool {
        self.signs.is_empty()
    }

    /// Returns the characters for the digits, starting with 1; empty if cells are numbers.
    #[must_use]
    pub fn signs(&self) -> &[char] {
        &self.signs
    }

    /// Returns the digit, counted from 1, that a character stands for. Lower-case letters match
    /// upper-case symbols if there are no lower-case symbols.
    #[must_use]
    pub fn value(&self, sign: char) -> Option<u8> {
        let place = |sign: char| self.signs.iter().position(|&known| known == sign);
        let place = place(sign).or_else(|| place(sign.to_ascii_uppercase()))?;
        u8::try_from(place + 1).ok()
    }

    /// Returns the digit for a number, or 0 for a blank.
    pub(crate) fn number(&self, word: &str) -> Option<u8> {
        if word == "." {
            return Some(0);
        }
        word.parse().ok().filter(|&number| usize::from(number) <= self.side)
    }

    /// Returns the text of a digit, counted from 1, or `.` for 0.
    #[must_use]
    pub fn text(&self, value: u8) -> String {
        match value {
            0 => ".".to_owned(),
            value if self.is_numbers() => value.to_string(),
            value => self.signs[usize::from(value) - 1].to_string(),
        }
    }

    /// Describes the allowed contents of a cell, for error messages.
    #[must_use]
    pub fn in_words(&self) -> String {
        if self.is_numbers() {
            return format!("a number from 1 to {}, or . for a blank", self.side);
        }
        let blanks = if self.value('0').is_some() { ". for a blank" } else { ". or 0 for a blank" };
        format!("one of {self}, or {blanks}")
    }
}

/// Writes the format of [`Symbols::parse`].
impl fmt::Display for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.signs[..] {
            [] => f.write_str("numbers"),
            [first, .., last] if Self::run(*first, self.side).as_ref() == Some(self) => {
                write!(f, "{first}-{last}")
            }
            signs => f.write_str(&signs.iter().collect::<String>()),
        }
    }
}
