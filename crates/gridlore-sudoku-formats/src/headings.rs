//! Headings of text blocks: lines with the title, the author, the rules, the solution, and notes on
//! how the puzzle was read.
//!
//! ```text
//! size 4x4
//! title: A small one
//! author: A setter
//! rules: Normal sudoku rules apply.
//! rules: Digits along a thermometer increase from the bulb.
//! solution: 1234341221434321
//! fog: r1c1 r1c2
//! thermometer: r1c1 r1c2
//! ```
//!
//! A heading extends to the end of its line and may contain semicolons and number signs. Several
//! `rules:` headings are the lines of one text. `fog:` names the cells that are clear from the
//! start, if any; `fog link: r1c1 r1c2 = r4c4` makes r4c4 clear when r1c1 and r1c2 hold the correct
//! digits, in place of the cells around each correct digit. `note:` and `left out:` record what was
//! guessed and what was not understood when the puzzle was read from another format.

use crate::draw::Texts;
use crate::fog::{self, MAX_LINKS};
use crate::guess::Reading;
use gridlore_core::{ParseError, ParseErrorKind, Place};
use gridlore_sudoku_variants::build::{Unsaid, unexpected, visible};
use gridlore_sudoku_variants::{CellSet, MAX_LENGTH, Shape, parse_text, to_text};
use std::fmt::Write;

/// The characters that end a line. Programs that read line by line write a block on one line with
/// vertical tabs.
const LINE_ENDS: [char; 2] = ['\n', '\u{b}'];

/// The keywords of the headings.
const TITLE: &str = "title";
const AUTHOR: &str = "author";
const RULES: &str = "rules";
const SOLUTION: &str = "solution";
const FOG: &str = "fog";
const FOG_LINK: &str = "fog link";
const NOTE: &str = "note";
const LEFT_OUT: &str = "left out";

/// Returns the keyword of a heading and its text.
fn heading(line: &str) -> Option<(&'static str, &str)> {
    let (word, text) = line.split_once(':')?;
    let known = [TITLE, AUTHOR, RULES, SOLUTION, FOG, FOG_LINK, NOTE, LEFT_OUT];
    let known = known.into_iter().find(|known| word.trim().eq_ignore_ascii_case(known))?;
    Some((known, text.trim()))
}

/// Reads a text block with its headings.
///
/// # Errors
/// Returns a [`ParseError`] for the block, or for a solution that does not fit the board.
pub(crate) fn reading(text: &str) -> Result<Reading, ParseError> {
    if text.len() > MAX_LENGTH {
        return Err(unexpected(1, format!("{} bytes", text.len()), format!("at most {MAX_LENGTH}")));
    }
    let (mut block, mut found) = (String::with_capacity(text.len()), Vec::new());
    for (number, line) in (1..).zip(text.split_inclusive(LINE_ENDS)) {
        match heading(line) {
            // The line is kept as an empty line so that errors report the right position.
            Some((word, text)) => {
                found.push((number, word, text));
                block.extend(line.chars().next_back().filter(|end| LINE_ENDS.contains(end)));
            }
            None => block.push_str(line),
        }
    }
    let mut reading = Reading::exact(parse_text(&block)?);
    for (line, word, text) in found {
        match word {
            TITLE => text.clone_into(&mut reading.title),
            AUTHOR => text.clone_into(&mut reading.author),
            SOLUTION => {
                let shape = &reading.puzzle.shape;
                reading.solution = Some(digits(text, shape).ok_or_else(|| ParseError {
                    at: Place { line, column: 1 },
                    kind: ParseErrorKind::Wrong {
                        found: visible(format!("the solution \"{text}\"")),
                        expected: format!(
                            "{} digits from {} to {}, with spaces between them if some have two digits",
                            shape.cells(),
                            shape.lowest,
                            shape.highest()
                        ),
                    },
                })?);
            }
            FOG => {
                let shape = &reading.puzzle.shape;
                let lights = cells(line, word, text, shape)?;
                reading.fog.get_or_insert_default().light(&lights, shape);
            }
            FOG_LINK => {
                let shape = &reading.puzzle.shape;
                let (group, others) = text.split_once('=').unwrap_or((text, ""));
                let link = (cells(line, word, group, shape)?, cells(line, word, others, shape)?);
                let fog = reading.fog.get_or_insert_default();
                if fog.links.len() >= MAX_LINKS {
                    return Err(unexpected(line, "too many fog links", format!("at most {MAX_LINKS}")));
                }
                fog.links.push(link);
            }
            NOTE => reading.notes.push(text.to_owned()),
            LEFT_OUT => {
                reading.notes.push(text.to_owned());
                reading.left_out.push(text.to_owned());
            }
            _ => {
                if !reading.rules.is_empty() {
                    reading.rules.push('\n');
                }
                reading.rules.push_str(text);
            }
        }
    }
    let shape = reading.puzzle.shape;
    reading.fog = reading.fog.map(|fog| fog.checked(&shape)).transpose()?;
    Ok(reading)
}

/// Parses the cells of a heading.
fn cells(line: usize, word: &str, text: &str, shape: &Shape) -> Result<CellSet, ParseError> {
    fog::cells(text, shape).ok_or_else(|| ParseError {
        at: Place { line, column: 1 },
        kind: ParseErrorKind::Wrong {
            found: visible(format!("\"{text}\" after {word}")),
            expected: format!("cells of the grid of {shape}, such as r1c1 r2c3-r3c4"),
        },
    })
}

/// Parses one digit for each cell.
fn digits(text: &str, shape: &Shape) -> Option<Vec<i32>> {
    let digits: Option<Vec<i32>> = if text.contains(' ') {
        text.split_whitespace().map(|word| word.parse().ok()).collect()
    } else {
        text.chars().map(|sign| sign.to_digit(10)?.try_into().ok()).collect()
    };
    digits.filter(|digits| {
        digits.len() == shape.cells() && digits.iter().all(|digit| shape.set_of(*digit) != 0)
    })
}

impl Reading {
    /// Returns the puzzle as a text block with its title, author, rules, solution and notes. It can
    /// be read back as the same puzzle.
    ///
    /// # Errors
    /// Returns [`Unsaid`] for a constraint that text blocks cannot express.
    pub fn to_block(&self) -> Result<String, Unsaid> {
        let Self { title, author, rules, fog, .. } = self.clone();
        let texts = Texts { title, author, rules, fog, ..Texts::default() };
        let block = with_headings(&to_text(&self.puzzle)?, &texts, &self.puzzle.shape);
        let (first, rest) = block.split_once('\n').unwrap_or((&block, ""));
        let mut text = format!("{first}\n");
        if let Some(solution) = &self.solution {
            let between = if solution.iter().any(|digit| *digit > 9) { " " } else { "" };
            let digits: Vec<String> = solution.iter().map(ToString::to_string).collect();
            add(&mut text, SOLUTION, &digits.join(between));
        }
        let mut left_out: Vec<&String> = self.left_out.iter().collect();
        left_out.sort_unstable();
        for note in &self.notes {
            let word = if left_out.binary_search(&note).is_ok() { LEFT_OUT } else { NOTE };
            add(&mut text, word, note);
        }
        Ok(text + rest)
    }
}

/// Adds a heading, unless it is empty.
fn add(text: &mut String, word: &str, line: &str) {
    if !line.trim().is_empty() {
        let _ = writeln!(text, "{word}: {}", line.replace(LINE_ENDS, " ").trim());
    }
}

/// Returns a text block with its title, author and rules after its first line. The solution is left
/// out, because readers of the block do not want to see it.
pub(crate) fn with_headings(block: &str, texts: &Texts, shape: &Shape) -> String {
    let (first, rest) = block.split_once('\n').unwrap_or((block, ""));
    let mut text = format!("{first}\n");
    let mut add = |word: &str, line: &str| add(&mut text, word, line);
    add(TITLE, &texts.title);
    add(AUTHOR, &texts.author);
    texts.rules.lines().for_each(|line| add(RULES, line));
    if let Some(fog) = &texts.fog {
        let _ = writeln!(text, "{}", format!("{FOG}: {}", fog::names(&fog.lights, shape)).trim());
        for (group, cells) in &fog.links {
            let _ = writeln!(text, "{FOG_LINK}: {} = {}", fog::names(group, shape), fog::names(cells, shape));
        }
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Target;

    const BLOCK: &str = "size 4x4\ntitle: One; two # three\nauthor: A setter\nrules: First.\nRules: Second: more.\n\
                         solution: 1234341221434321\n1...\n....\n....\n....\nthermometer: r1c1 r1c2\n";

    #[test]
    fn headings_are_read_and_written() {
        let reading = crate::read(BLOCK).unwrap();
        assert_eq!((reading.title.as_str(), reading.author.as_str()), ("One; two # three", "A setter"));
        assert_eq!(reading.rules, "First.\nSecond: more.");
        assert_eq!(reading.solution.as_deref().map(|digits| &digits[..4]), Some(&[1, 2, 3, 4][..]));
        let written = reading.to_block().unwrap();
        assert_eq!(crate::read(&written).unwrap(), reading, "{written}");
        let Reading { title, author, rules, solution, fog, .. } = reading.clone();
        let texts = Texts { title, author, rules, solution, fog };
        let written = Target::Text.write_with(&reading.puzzle, &texts).unwrap();
        assert_eq!(
            crate::read(&written).unwrap(),
            Reading { solution: None, ..reading.clone() },
            "{written}"
        );
        let noted = Reading {
            notes: vec!["A guess.".to_owned(), "A gap.".to_owned()],
            left_out: vec!["A gap.".to_owned()],
            ..reading.clone()
        };
        assert_eq!(crate::read(&noted.to_block().unwrap()).unwrap(), noted);
        // On one line, as written by programs that read line by line.
        assert_eq!(crate::read(&BLOCK.replace('\n', "\u{b}")).unwrap(), reading);
    }

    #[test]
    fn errors_have_the_line_of_the_block() {
        let wrong = BLOCK.replace("thermometer", "thermo-meter");
        assert_eq!(crate::read(&wrong).unwrap_err().at.line, 11);
        let error = crate::read(&BLOCK.replace("1234341221434321", "12345")).unwrap_err();
        assert_eq!((error.at.line, error.at.column), (6, 1));
        assert!(error.to_string().contains("expected 16 digits from 1 to 4"), "{error}");
    }
}
