//! The text format of a geometry: parsing and printing.

use crate::errors::{at, unexpected};
use crate::{Cage, Geometry, Layout, MAX_SIDE, Rule};
use gridlore_core::{ParseError, ParseErrorKind, with_columns};
use std::fmt;
use std::str::FromStr;

/// The characters for regions in text, by the number of the region.
const REGIONS: &[u8; 64] = b"123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0@&";

const LAYOUTS: &str = "a layout first: box rows x box columns such as 3x3, jigsaw:REGIONS, or latin:SIDE";
const WORDS: &str = "diagonals, windows, anti-knight, anti-king, or cage:SUM=CELLS";

impl Geometry {
    /// Parses a geometry; the type documents the format.
    ///
    /// # Errors
    /// Returns [`ParseError`] at the first word that is unknown, or that conflicts with earlier
    /// words.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        parse(text)
    }
}

impl FromStr for Geometry {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse(text)
    }
}

fn parse(text: &str) -> Result<Geometry, ParseError> {
    let mut geometry: Option<Geometry> = None;
    for (column, word) in words(text) {
        let name =
            |expected: &str| ParseErrorKind::Name { found: word.to_owned(), expected: expected.to_owned() };
        geometry = Some(
            match geometry.take() {
                None => layout(word).unwrap_or_else(|| Err(name(LAYOUTS))),
                Some(geometry) => {
                    let rule = match word {
                        "x" | "X" => Some(Rule::Diagonals),
                        "windoku" => Some(Rule::Windows),
                        _ => Rule::ALL.into_iter().find(|rule| rule.name() == word),
                    };
                    match (rule, word.strip_prefix("cage:")) {
                        (Some(rule), _) => geometry.with_rule(rule),
                        (None, Some(text)) => match cage(text, geometry.side()) {
                            Some(cage) => geometry.with_further_cage(cage),
                            None => Err(name("a sum and cells, such as cage:15=r1c1-2,r2c1")),
                        },
                        (None, None) => Err(name(WORDS)),
                    }
                }
            }
            .map_err(|kind| at(column, kind))?,
        );
    }
    let geometry = geometry.map(Geometry::with_all_areas);
    geometry.ok_or_else(|| at(1, ParseErrorKind::Name { found: String::new(), expected: LAYOUTS.to_owned() }))
}

/// Returns the words of a string, each with its column, counted from 1.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    with_columns(text, text.split_whitespace())
}

/// Parses a layout, or returns `None` if the word does not look like one.
fn layout(word: &str) -> Option<Result<Geometry, ParseErrorKind>> {
    if let Some(side) = word.strip_prefix("latin:") {
        return Some(Geometry::latin(side.parse().ok()?));
    }
    if let Some(text) = word.strip_prefix("jigsaw:") {
        let count = text.chars().filter(|&name| name != '/').count();
        if count > MAX_SIDE * MAX_SIDE {
            let most = MAX_SIDE * MAX_SIDE;
            return Some(Err(unexpected(format!("{count} cells in the regions"), format!("at most {most}"))));
        }
        // Regions are numbered in the order of their first cells.
        let mut names = Vec::new();
        let cells = text.chars().filter(|&name| name != '/').map(|name| {
            names.iter().position(|&known| known == name).unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            })
        });
        let cells: Vec<usize> = cells.collect();
        let side = cells.len().isqrt();
        let size = |region: usize| cells.iter().filter(|&&of| of == region).count();
        if side * side == cells.len()
            && let Some(region) = (0..names.len()).find(|&region| size(region) != side)
            && names.len() == side
        {
            let found = format!("{} cells in region '{}'", size(region), names[region].escape_debug());
            return Some(Err(unexpected(found, side.to_string())));
        }
        if side * side == cells.len() && names.len() != side {
            return Some(Err(unexpected(
                format!("{} regions", names.len()),
                format!("{side} regions of {side} cells"),
            )));
        }
        return Some(Geometry::jigsaw(cells));
    }
    let (rows, columns) = word.split_once(['x', 'X'])?;
    Some(Geometry::boxes(rows.parse().ok()?, columns.parse().ok()?))
}

/// Parses a cage such as `15=r1c1-2,r2c1`: a sum, then cells or blocks of cells.
fn cage(text: &str, side: usize) -> Option<Cage> {
    let (sum, list) = text.split_once('=')?;
    let range = |text: &str| -> Option<std::ops::RangeInclusive<usize>> {
        let (from, to) = text.split_once('-').unwrap_or((text, text));
        let (from, to): (usize, usize) = (from.parse().ok()?, to.parse().ok()?);
        (1 <= from && from <= to && to <= side).then_some(from..=to)
    };
    let mut cells = Vec::new();
    for block in list.split(',') {
        let (rows, columns) = block.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
        for row in range(rows)? {
            cells.extend(range(columns)?.map(|column| (row - 1) * side + column - 1));
        }
        // This is already too many for any cage.
        if cells.len() > side {
            break;
        }
    }
    Some(Cage { cells, sum: sum.parse().ok()? })
}

/// Writes the format of [`Geometry::parse`], in a normal form.
impl fmt::Display for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.layout() {
            Layout::Boxes { rows, columns } => write!(f, "{rows}x{columns}")?,
            Layout::Latin => write!(f, "latin:{}", self.side())?,
            Layout::Regions(regions) => {
                f.write_str("jigsaw:")?;
                for (cell, &region) in regions.iter().enumerate() {
                    if cell > 0 && cell % self.side() == 0 {
                        f.write_str("/")?;
                    }
                    write!(f, "{}", char::from(REGIONS[region]))?;
                }
            }
        }
        for rule in self.rules() {
            write!(f, " {rule}")?;
        }
        for cage in self.cages() {
            write!(f, " cage:{}=", cage.sum)?;
            for (place, &cell) in cage.cells.iter().enumerate() {
                let comma = if place == 0 { "" } else { "," };
                write!(f, "{comma}r{}c{}", cell / self.side() + 1, cell % self.side() + 1)?;
            }
        }
        Ok(())
    }
}
