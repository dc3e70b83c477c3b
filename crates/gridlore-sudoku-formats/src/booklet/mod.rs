//! Booklets: puzzles on pages of paper, with their solutions at the end, as PDF or as HTML for the
//! print of a browser.
//!
//! ```text
//!   font      letters of the standard fonts of PDF, and lines of text
//!   layout    what is where on each page
//!   pdf       pages as PDF
//!   html      the same puzzles as a page for the print of a browser
//! ```

mod font;
mod html;
mod layout;
mod pdf;

use crate::guess::Reading;
use crate::svg::View;
use std::fmt::Write;

/// Paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Paper {
    /// 210 by 297 millimetres.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// Width and height in points, 72 to the inch.
    #[must_use]
    pub const fn size(self) -> (f64, f64) {
        match self {
            Self::A4 => (595.28, 841.89),
            Self::Letter => (612.0, 792.0),
        }
    }

    /// Returns the name in style sheets.
    const fn name(self) -> &'static str {
        match self {
            Self::A4 => "A4",
            Self::Letter => "letter",
        }
    }
}

/// How many puzzles are on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PerPage {
    /// One.
    One,
    /// Two, one above the other.
    Two,
    /// Two rows of two.
    #[default]
    Four,
    /// Three rows of two.
    Six,
}

impl PerPage {
    /// Columns and rows.
    const fn places(self) -> (usize, usize) {
        match self {
            Self::One => (1, 1),
            Self::Two => (1, 2),
            Self::Four => (2, 2),
            Self::Six => (2, 3),
        }
    }
}

/// What is known of the solutions of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The value of each cell of the only solution.
    Unique(Vec<i32>),
    /// There is none.
    None,
    /// There are several.
    Several,
    /// The search was given up.
    Unknown,
}

/// A puzzle of a booklet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The puzzle, with its title, author and rules.
    pub reading: Reading,
    /// The symbols of the values from the lowest one on; none for numbers.
    pub symbols: Vec<String>,
    /// Its solution.
    pub answer: Answer,
}

/// A booklet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Booklet {
    /// The title; empty for none.
    pub title: String,
    /// The paper.
    pub paper: Paper,
    /// How many puzzles are on a page.
    pub per_page: PerPage,
    /// Whether the solutions follow the puzzles.
    pub has_solutions: bool,
    /// The puzzles, in order.
    pub entries: Vec<Entry>,
}

/// A PDF file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pdf {
    /// The file.
    pub bytes: Vec<u8>,
    /// Letters that its fonts do not have, and how they are spelled instead.
    pub respelled: Vec<Respelled>,
}

/// Letters of a puzzle that the fonts of a PDF file do not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Respelled {
    /// The puzzle, from 1; `None` for the title of the booklet.
    pub puzzle: Option<usize>,
    /// Each letter once, with its spelling in the file.
    pub letters: Vec<(char, String)>,
}

impl Booklet {
    /// Writes the booklet as a PDF file. Text is in Helvetica and Symbol, which every reader of PDF
    /// has; other letters are spelled with letters of these fonts.
    #[must_use]
    pub fn to_pdf(&self) -> Pdf {
        pdf::write(self)
    }

    /// Writes the booklet as an HTML page that is complete in itself, for the print of a browser.
    #[must_use]
    pub fn to_html(&self) -> String {
        html::write(self)
    }
}

impl Entry {
    fn view(&self) -> View<'_> {
        View { reading: &self.reading, symbols: &self.symbols, solution: None }
    }

    /// Returns the grid with its solution, if there is exactly one.
    fn solution(&self) -> Option<View<'_>> {
        match &self.answer {
            Answer::Unique(values) => Some(View { solution: Some(values), ..self.view() }),
            _ => None,
        }
    }

    /// Returns the text in the place of a solution.
    const fn without_solution(&self) -> &'static str {
        match self.answer {
            Answer::Unique(_) => "",
            Answer::None => "No solution",
            Answer::Several => "Several solutions",
            Answer::Unknown => "Not solved",
        }
    }

    /// Returns the number and the title.
    fn heading(&self, number: usize) -> String {
        let mut heading = number.to_string();
        let title = self.reading.title.trim();
        if !title.is_empty() {
            let _ = write!(heading, ". {title}");
        }
        heading
    }

    /// Who made it; empty if that is not known.
    fn byline(&self) -> String {
        match self.reading.author.trim() {
            "" => String::new(),
            author => format!("by {author}"),
        }
    }

    /// Columns and rows of solutions of this size on a page, so that a digit stays readable.
    fn places_of_solutions(&self) -> (usize, usize) {
        let shape = &self.reading.puzzle.shape;
        match shape.rows.max(shape.columns) {
            0..=12 => (3, 4),
            13..=16 => (2, 3),
            _ => (1, 2),
        }
    }
}

/// The width of a page of solutions, which all numbers of columns divide.
const WIDTH: usize = 6;
/// Its height, which all numbers of rows divide.
const HEIGHT: usize = 12;

/// The place of a solution on its page, in parts of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    /// The puzzle, from 0.
    entry: usize,
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

/// Puts solutions on pages: in rows, in the order of the puzzles, small boards beside each other.
fn pages_of_solutions(entries: &[Entry]) -> Vec<Vec<Place>> {
    let mut pages = vec![Vec::new()];
    let (mut left, mut top, mut row) = (0, 0, 0);
    for (entry, one) in entries.iter().enumerate() {
        let (columns, rows) = one.places_of_solutions();
        let (width, height) = (WIDTH / columns, HEIGHT / rows);
        if left + width > WIDTH {
            (left, top, row) = (0, top + row, 0);
        }
        if top + height > HEIGHT {
            pages.push(Vec::new());
            (left, top, row) = (0, 0, 0);
        }
        pages.last_mut().expect("there is a page").push(Place { entry, left, top, width, height });
        left += width;
        row = row.max(height);
    }
    pages
}
