//! Penpa-edit: links of square and sudoku grids.
//!
//! ```text
//!   packed     base 64, deflate and the codes of the JSON
//!   grid       the places of a grid, each with a number
//!   read       converts the text to a drawing
//!   regions    regions between borders, cages inside outlines
//!   symbols    the appearance of symbols and styles
//!   write      converts a drawing to the text
//! ```
//!
//! # Source
//! The format is that of Penpa-edit (swaroopg92/penpa-edit), versions 2 and 3: `class_p.js`,
//! `class_square.js`, `general.js`, `style.js`.

mod grid;
mod packed;
mod read;
mod regions;
mod symbols;
mod write;

use crate::draw::{Texts, drawing_of, lost};
use crate::guess::{Reading, reading};
use grid::Grid;
use gridlore_core::ParseError;
use gridlore_sudoku_variants::build::{Unsaid, beyond_one_grid, regions_of, unexpected};
use gridlore_sudoku_variants::{Puzzle, Shape};

/// Minimum number of characters of data without a link.
const MIN_BARE: usize = 100;

/// Returns whether a text is a link or data of Penpa-edit.
pub(crate) fn is_penpa(text: &str) -> bool {
    data(text).is_some()
        || text.contains("/penpa-edit/")
        || (text.len() >= MIN_BARE && !text.contains(char::is_whitespace) && packed::is_packed(text))
}

/// Returns the data in a link.
fn data(text: &str) -> Option<&str> {
    let is_link = text.contains("m=edit") || text.contains("m=solve") || text.contains("/penpa-edit/");
    let (_, rest) =
        text.split_once("&p=").or_else(|| text.split_once("?p=")).or_else(|| text.split_once("#p="))?;
    is_link.then(|| rest.split(['&', '#']).next().unwrap_or_default())
}

/// Parses a Penpa-edit link, or the data of such a link.
///
/// # Errors
/// Returns a [`ParseError`] for data that is damaged or too large, and for grids that are not
/// rectangles of squares.
pub fn parse_penpa(text: &str) -> Result<Reading, ParseError> {
    let text = text.trim();
    if text.len() > packed::MAX_LINK {
        return Err(unexpected(
            1,
            format!("a Penpa-edit link of {} characters", text.len()),
            format!("at most {}", packed::MAX_LINK),
        ));
    }
    let data = match data(text) {
        Some(data) => data,
        None if text.contains("://") => {
            return Err(unexpected(1, "a Penpa-edit link without a puzzle", "a link with &p= and its data"));
        }
        None => text,
    };
    let expanded =
        |data: &str| packed::expanded(&data.replace("%2B", "+").replace("%2F", "/").replace("%3D", "="));
    let answer = answer(text).map(expanded).transpose()?;
    reading(read::drawing(&expanded(data)?, answer.as_deref())?)
}

/// Returns the data of the answer with which the editor compares the player's entries.
fn answer(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("&a=")?;
    rest.split(['&', '#']).next().filter(|data| !data.is_empty())
}

/// The name of the format in messages.
const NAME: &str = "Penpa-edit";

/// Writes a puzzle as a Penpa-edit link, drawn as setters draw it and with its rules as sentences.
/// The solution is left out.
///
/// # Errors
/// Returns [`Unsaid`] for a constraint that changes when the link is read back.
pub fn to_penpa(puzzle: &Puzzle, texts: &Texts) -> Result<String, Unsaid> {
    let unwritable = |what: String| Unsaid { format: NAME, what };
    // Grids are recognised by their boxes; a single grid with holes does not look like one.
    let Shape { rows, columns, absent, .. } = puzzle.shape;
    let mut grids = puzzle.grids().to_vec();
    grids.sort_unstable_by_key(|grid| grid.first(&puzzle.shape));
    let found = regions::grids(&Grid { rows, columns, space: [0; 4] }, &absent, regions_of(puzzle));
    if let Some(what) = beyond_one_grid(puzzle)
        && (grids.is_empty() || found != grids)
    {
        return Err(unwritable(what));
    }
    let text_of = |puzzle: &Puzzle| drawing_of(puzzle, texts).map(|drawing| write::text(&drawing));
    let text = text_of(puzzle).map_err(unwritable)?.ok_or_else(|| {
        // Either two constraints have marks at the same place, or one has a shape that does not
        // exist. The error names the first constraint that cannot be written together with those
        // before it.
        let numbers: Vec<usize> = (0..puzzle.constraints.len()).collect();
        let at = numbers.partition_point(|number| {
            let constraints = puzzle.constraints[..=*number].to_vec();
            matches!(text_of(&Puzzle { constraints, ..puzzle.clone() }), Ok(Some(_)))
        });
        puzzle.constraints.get(at).map_or_else(
            || unwritable("this puzzle".to_owned()),
            |constraint| Unsaid::constraint(NAME, constraint, &puzzle.shape),
        )
    })?;
    let again = read::drawing(&text, None).and_then(reading);
    let again = again.map_err(|error| unwritable(error.to_string()))?;
    match lost(puzzle, &again.puzzle) {
        Some(what) => Err(unwritable(what)),
        None => {
            let data = packed::compressed(&text);
            Ok(format!("https://swaroopg92.github.io/penpa-edit/#m=solve&p={data}"))
        }
    }
}
