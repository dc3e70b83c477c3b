//! Booklets: puzzles on printed pages with their solutions at the end, as PDF or as HTML for
//! printing from a browser.
//!
//! ```text
//!   font      letters of the standard PDF fonts, and lines of text
//!   layout    the layout of each page
//!   pdf       pages as PDF
//!   html      pages as HTML for printing from a browser
//! ```

mod font;
mod html;
mod layout;
mod pdf;

use crate::guess::Reading;
use crate::svg::View;
use std::fmt::Write;

/// A paper size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Paper {
    /// 210 by 297 millimetres.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// Returns the width and height in points, 72 to the inch.
    #[must_use]
    pub const fn size(self) -> (f64, f64) {
        match self {
            Self::A4 => (595.28, 841.89),
            Self::Letter => (612.0, 792.0),
        }
    }

    /// Returns the name of the paper size in style sheets.
    const fn name(self) -> &'static str {
        match self {
            Self::A4 => "A4",
            Self::Letter => "letter",
        }
    }
}

/// The number of puzzles on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PerPage {
    /// One puzzle.
    One,
    /// Two puzzles, one above the other.
    Two,
    /// Two rows of two puzzles.
    #[default]
    Four,
    /// Three rows of two puzzles.
    Six,
}

impl PerPage {
    /// Returns the numbers of columns and rows.
    const fn places(self) -> (usize, usize) {
        match self {
            Self::One => (1, 1),
            Self::Two => (1, 2),
            Self::Four => (2, 2),
            Self::Six => (2, 3),
        }
    }
}

/// What is known about the solutions of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The value of each cell of the only solution.
    Unique(Vec<i32>),
    /// There is no solution.
    None,
    /// There are several solutions.
    Several,
    /// The search was abandoned.
    Unknown,
}

/// A puzzle of a booklet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The puzzle, with its title, author and rules.
    pub reading: Reading,
    /// The symbols of the values, from the lowest on; empty if values are printed as numbers.
    pub symbols: Vec<String>,
    /// What is known about its solutions.
    pub answer: Answer,
}

/// A booklet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Booklet {
    /// The title; may be empty.
    pub title: String,
    /// The paper size.
    pub paper: Paper,
    /// The number of puzzles on a page.
    pub per_page: PerPage,
    /// Whether the solutions follow the puzzles.
    pub has_solutions: bool,
    /// The puzzles, in order.
    pub entries: Vec<Entry>,
}

/// A PDF file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pdf {
    /// The content of the file.
    pub bytes: Vec<u8>,
    /// Letters that the fonts lack, and how they are spelled instead.
    pub respelled: Vec<Respelled>,
}

/// Letters of a puzzle that the fonts of a PDF file lack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Respelled {
    /// The number of the puzzle, from 1; `None` for the title of the booklet.
    pub puzzle: Option<usize>,
    /// Each letter and its spelling in the file.
    pub letters: Vec<(char, String)>,
}

impl Booklet {
    /// Writes the booklet as a PDF file. Text is set in Helvetica and Symbol, which every PDF
    /// reader provides; other letters are spelled with letters of these fonts.
    #[must_use]
    pub fn to_pdf(&self) -> Pdf {
        pdf::write(self)
    }

    /// Writes the booklet as a self-contained HTML page for printing from a browser.
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

    /// Returns the text that replaces a missing solution.
    const fn without_solution(&self) -> &'static str {
        match self.answer {
            Answer::Unique(_) => "",
            Answer::None => "No solution",
            Answer::Several => "Several solutions",
            Answer::Unknown => "Not solved",
        }
    }

    /// Returns the heading, made up of the number and the title.
    fn heading(&self, number: usize) -> String {
        let mut heading = number.to_string();
        let title = self.reading.title.trim();
        if !title.is_empty() {
            let _ = write!(heading, ". {title}");
        }
        heading
    }

    /// Returns the author line, which is empty if the author is not known.
    fn byline(&self) -> String {
        match self.reading.author.trim() {
            "" => String::new(),
            author => format!("by {author}"),
        }
    }

    /// Returns the numbers of columns and rows in which solutions of this size fit on a page with
    /// readable digits.
    fn places_of_solutions(&self) -> (usize, usize) {
        let shape = &self.reading.puzzle.shape;
        match shape.rows.max(shape.columns) {
            0..=12 => (3, 4),
            13..=16 => (2, 3),
            _ => (1, 2),
        }
    }
}

/// The width of a page of solutions, which is a multiple of every number of columns.
const WIDTH: usize = 6;
/// The height of such a page, which is a multiple of every number of rows.
const HEIGHT: usize = 12;

/// The place of a solution on its page, in fractions of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    /// The index of the puzzle, from 0.
    entry: usize,
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

/// Arranges solutions on pages: in rows, in the order of the puzzles, with small boards side by
/// side.
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
