//! The layout of each page, in points from the top left corner.
//!
//! Puzzles have places of equal size. The rules are below the board or next to it, whichever leaves
//! more room for the board, in a smaller font if they are long. A puzzle whose rules do not fit
//! gets a page of its own, and rules that are still too long continue on the next page: nothing is
//! left out.

use super::font::{self, Missing};
use super::{Booklet, Entry, HEIGHT, Place, Respelled, WIDTH, pages_of_solutions};
use crate::svg::Figure;

/// Space around a page.
const MARGIN: f64 = 42.5;
/// Space for the page number.
const FOOT: f64 = 20.0;
/// Space between places.
const GAP: f64 = 22.0;
/// Space between a board and the text above, below or next to it.
const SMALL_GAP: f64 = 9.0;
const SIDE_GAP: f64 = 14.0;
/// Maximum size of a cell, so that boards with few cells do not fill a page.
const MAX_CELL: f64 = 50.0;
/// Units per cell in a figure.
const UNITS: f64 = 48.0;
/// Font sizes of the title, of the heading of the solutions, of a puzzle's heading, and of the
/// rest.
const TITLE: f64 = 22.0;
const SUBTITLE: f64 = 16.0;
const HEADING: f64 = 12.0;
const BYLINE: f64 = 9.0;
const LABEL: f64 = 9.0;
/// The font sizes that are tried for rules, largest first. Each is paired with the minimum size of
/// the board, relative to a board without rules.
const SIZES: [(f64, f64); 6] = [(10.0, 0.75), (9.0, 0.7), (8.0, 0.65), (7.0, 0.6), (6.5, 0.55), (6.5, 0.4)];
/// The font size of rules that continue on another page, and the relative size of the board before
/// them.
const LONG: (f64, f64) = (9.0, 0.6);
/// Maximum number of letters of a title. A longer title of a puzzle is repeated in full above its
/// rules.
const MAX_TITLE: usize = 200;
/// Height of a line, relative to its font size.
const STEP: f64 = 1.25;

/// A page.
#[derive(Debug, Default)]
pub(super) struct Page {
    /// The items, in reading order.
    pub(super) items: Vec<Item>,
}

/// An item on a page.
#[derive(Debug)]
pub(super) enum Item {
    Text(Text),
    Board(Board),
}

/// A line of text. Its position is the start of its baseline.
#[derive(Debug)]
pub(super) struct Text {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) size: f64,
    pub(super) is_bold: bool,
    pub(super) is_grey: bool,
    pub(super) words: String,
}

/// A figure and the position of its top left corner.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) figure: Figure,
    pub(super) x: f64,
    pub(super) y: f64,
    /// Points per unit of the figure.
    pub(super) scale: f64,
}

#[derive(Debug, Clone, Copy)]
struct Area {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl Area {
    /// Returns places of equal size, row by row.
    fn places(self, (columns, rows): (usize, usize)) -> Vec<Self> {
        let (columns, rows) = (columns as f64, rows as f64);
        let width = (self.width - GAP * (columns - 1.0)) / columns;
        let height = (self.height - GAP * (rows - 1.0)) / rows;
        let count = |number: f64| {
            std::iter::successors(Some(0.0), |at| Some(at + 1.0)).take_while(move |at| *at < number)
        };
        let place = |row: f64, column: f64| Self {
            x: self.x + column * (width + GAP),
            y: self.y + row * (height + GAP),
            width,
            height,
        };
        count(rows).flat_map(|row| count(columns).map(move |column| place(row, column))).collect()
    }

    /// Returns the area of a solution on a page of solutions.
    fn part(self, place: Place) -> Self {
        let across = (self.width + GAP) / WIDTH as f64;
        let down = (self.height + GAP) / HEIGHT as f64;
        Self {
            x: self.x + place.left as f64 * across,
            y: self.y + place.top as f64 * down,
            width: place.width as f64 * across - GAP,
            height: place.height as f64 * down - GAP,
        }
    }

    /// Returns the area that remains below a height.
    fn below(self, height: f64) -> Self {
        Self { y: self.y + height, height: (self.height - height).max(0.0), ..self }
    }
}

impl Page {
    /// Writes lines from the top of an area and returns their height.
    fn lines(&mut self, lines: &[String], area: Area, size: f64, (is_bold, is_grey): (bool, bool)) -> f64 {
        let mut y = area.y;
        for words in lines {
            y += size * STEP;
            let place = (area.x, y - size * 0.3);
            let text = Text { x: place.0, y: place.1, size, is_bold, is_grey, words: words.clone() };
            self.items.push(Item::Text(text));
        }
        y - area.y
    }
}

/// Lays out a booklet page by page.
pub(super) struct Layout<'a> {
    booklet: &'a Booklet,
    /// The title of the booklet, spelled with letters of the fonts.
    title: String,
    respelled: Vec<Respelled>,
    done: &'a mut dyn FnMut(Page),
    page: Page,
    number: usize,
    /// Free places on the current page, last place first.
    free: Vec<Area>,
}

impl<'a> Layout<'a> {
    /// Passes each page to `done`. Returns the letters that the fonts lack.
    pub(super) fn run(booklet: &'a Booklet, done: &'a mut dyn FnMut(Page)) -> Vec<Respelled> {
        let mut missing = Missing::new();
        let title = shortened(&font::spelled(&booklet.title, &mut missing));
        let mut layout = Self {
            booklet,
            title,
            respelled: Vec::new(),
            done,
            page: Page::default(),
            number: 0,
            free: Vec::new(),
        };
        layout.note(None, missing);
        layout.puzzles();
        if booklet.has_solutions {
            layout.solutions();
        }
        layout.respelled
    }

    fn note(&mut self, puzzle: Option<usize>, missing: Missing) {
        if !missing.is_empty() {
            self.respelled.push(Respelled { puzzle, letters: missing.into_iter().collect() });
        }
    }

    /// Returns the usable area of a page.
    fn area(&self) -> Area {
        let (width, height) = self.booklet.paper.size();
        Area { x: MARGIN, y: MARGIN, width: width - 2.0 * MARGIN, height: height - 2.0 * MARGIN - FOOT }
    }

    /// Starts a page with a heading, which may be empty. Returns the area below it.
    fn start(&mut self, heading: &str, size: f64) -> Area {
        self.number += 1;
        let area = self.area();
        if heading.is_empty() {
            return area;
        }
        let lines = font::lines(heading, true, size, area.width);
        let height = self.page.lines(&lines, area, size, (true, false));
        area.below(height + SMALL_GAP)
    }

    /// Ends the page with its number and, on all pages except the first, the title.
    fn end(&mut self) {
        let (width, height) = self.booklet.paper.size();
        let y = height - MARGIN;
        let foot = |words: String, x: f64| Text { x, y, size: LABEL, is_bold: false, is_grey: true, words };
        let number = self.number.to_string();
        let centre = (width - font::width(&number, false, LABEL)) / 2.0;
        self.page.items.push(Item::Text(foot(number, centre)));
        if self.number > 1 {
            let title = font::lines(&self.title, false, LABEL, width / 2.0 - 2.0 * MARGIN);
            self.page.items.extend(title.first().map(|title| Item::Text(foot(title.clone(), MARGIN))));
        }
        self.free.clear();
        (self.done)(std::mem::take(&mut self.page));
    }

    fn puzzles(&mut self) {
        let mut is_open = false;
        for (number, entry) in (1..).zip(&self.booklet.entries) {
            let mut missing = Missing::new();
            let block = Block::new(entry, number, &mut missing);
            self.note(Some(number), missing);
            if is_open && self.free.is_empty() {
                self.end();
                is_open = false;
            }
            if !is_open {
                let area = self.start_puzzles();
                self.free = area.places(self.booklet.per_page.places());
                self.free.reverse();
                is_open = true;
            }
            let place = self.free.pop().expect("a page has places");
            if let Some(shape) = block.fit(place) {
                block.put(&mut self.page, place, shape);
                continue;
            }
            // Use a new page, unless the current page is still empty.
            let is_fresh = !self.page.items.iter().any(|item| matches!(item, Item::Board(_)));
            let area = if is_fresh {
                let last = self.free.first().unwrap_or(&place);
                Area { width: self.area().width, height: last.y + last.height - place.y, ..place }
            } else {
                self.end();
                self.start_puzzles()
            };
            self.alone(&block, area);
            is_open = false;
        }
        if is_open {
            self.end();
        }
    }

    /// Starts a page of puzzles. The first page shows the title.
    fn start_puzzles(&mut self) -> Area {
        let title = if self.number == 0 { self.title.clone() } else { String::new() };
        self.start(&title, TITLE)
    }

    /// Lays out a puzzle on the current page and, if its rules are long, on the following pages.
    fn alone(&mut self, block: &Block, area: Area) {
        if let Some(shape) = block.fit(area) {
            block.put(&mut self.page, area, shape);
            self.end();
            return;
        }
        let mut rest = area.below(block.put_heading(&mut self.page, area));
        let size = LONG.0;
        let scale = block.scale(rest.width, rest.height) * LONG.1;
        rest = rest.below(block.put_board(&mut self.page, (rest.x, rest.y), scale) + SMALL_GAP);
        let lines = block.wrapped(size, rest.width);
        let mut lines = &lines[..];
        loop {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "lines of a page")]
            let count = ((rest.height / (size * STEP)) as usize).min(lines.len());
            let (here, later) = lines.split_at(count);
            self.page.lines(here, rest, size, (false, false));
            self.end();
            lines = later;
            if lines.is_empty() {
                return;
            }
            rest = self.start("", size);
        }
    }

    fn solutions(&mut self) {
        let mut heading = "Solutions";
        for places in pages_of_solutions(&self.booklet.entries) {
            let area = self.start(heading, SUBTITLE);
            heading = "";
            for place in places {
                self.solution(area.part(place), place.entry);
            }
            self.end();
        }
    }

    /// Lays out a solution, labelled only with the number of its puzzle. The title appears with the
    /// puzzle.
    fn solution(&mut self, place: Area, at: usize) {
        let entry = &self.booklet.entries[at];
        let height = self.page.lines(&[(at + 1).to_string()], place, LABEL, (true, false)) + 2.0;
        let rest = place.below(height);
        match entry.solution() {
            Some(view) => {
                let mut figure = view.figure();
                figure.texts().for_each(|text| *text = font::spelled(text, &mut Missing::new()));
                let scale = scale_of(&figure, rest.width, rest.height);
                let (x, y) = (rest.x, rest.y);
                self.page.items.push(Item::Board(Board { figure, x, y, scale }));
            }
            None => {
                let words = entry.without_solution().to_owned();
                self.page.lines(&[words], rest, LABEL, (false, true));
            }
        }
    }
}

/// Returns the scale at which a figure fits a rectangle.
fn scale_of(figure: &Figure, width: f64, height: f64) -> f64 {
    let [_, _, across, down] = figure.bounds;
    (width / across).min(height / down).clamp(0.0, MAX_CELL / UNITS)
}

/// Returns a title that is short enough to leave room for the rest.
fn shortened(title: &str) -> String {
    if title.chars().count() <= MAX_TITLE {
        return title.to_owned();
    }
    title.chars().take(MAX_TITLE).chain(['\u{2026}']).collect()
}

/// A puzzle with its text.
struct Block {
    figure: Figure,
    heading: String,
    byline: String,
    rules: Vec<String>,
}

/// How a puzzle fits into its place.
#[derive(Debug, Clone, Copy)]
struct Shape {
    /// Points per unit of the board.
    scale: f64,
    /// Font size of the rules, and the width of their lines.
    size: f64,
    width: f64,
    is_beside: bool,
}

impl Block {
    fn new(entry: &Entry, number: usize, missing: &mut Missing) -> Self {
        let view = entry.view();
        let mut rules: Vec<String> = view.rules().iter().map(|rule| font::spelled(rule, missing)).collect();
        let titles = [entry.heading(number), entry.byline()].map(|title| font::spelled(&title, missing));
        let [heading, byline] = titles.clone().map(|title| shortened(&title));
        let is_long = |title: &String| title.chars().count() > MAX_TITLE;
        rules.splice(0..0, titles.into_iter().filter(is_long));
        let mut figure = view.figure();
        figure.texts().for_each(|text| *text = font::spelled(text, missing));
        Self { figure, heading, byline, rules }
    }

    fn scale(&self, width: f64, height: f64) -> f64 {
        scale_of(&self.figure, width, height)
    }

    /// Returns the rules wrapped to lines of this width.
    fn wrapped(&self, size: f64, width: f64) -> Vec<String> {
        self.rules.iter().flat_map(|rule| font::lines(rule, false, size, width)).collect()
    }

    /// Returns the height of the number, the title and the author.
    fn heading_height(&self, width: f64) -> f64 {
        let count =
            |text: &str, is_bold, size| font::lines(text, is_bold, size, width).len() as f64 * size * STEP;
        count(&self.heading, true, HEADING) + count(&self.byline, false, BYLINE) + SMALL_GAP / 2.0
    }

    /// Returns how the puzzle fits into a place, or `None` if it does not.
    fn fit(&self, place: Area) -> Option<Shape> {
        let (width, height) = (place.width, place.height - self.heading_height(place.width));
        let best = self.scale(width, height);
        if self.rules.is_empty() {
            return (best > 0.0).then_some(Shape { scale: best, size: 0.0, width, is_beside: false });
        }
        let height_of = |size: f64, width: f64| self.wrapped(size, width).len() as f64 * size * STEP;
        for (size, least) in SIZES {
            let below = height - height_of(size, width) - SMALL_GAP;
            let mut shapes = vec![Shape { scale: self.scale(width, below), size, width, is_beside: false }];
            for part in [0.3, 0.38, 0.46] {
                let text = width * part;
                if height_of(size, text) <= height {
                    let scale = self.scale(width - text - SIDE_GAP, height);
                    shapes.push(Shape { scale, size, width: text, is_beside: true });
                }
            }
            let shape = shapes.into_iter().max_by(|one, other| one.scale.total_cmp(&other.scale))?;
            if shape.scale >= best * least && shape.scale > 0.0 {
                // The text gets the space that the board leaves.
                let [_, _, across, _] = self.figure.bounds;
                let left = width - across * shape.scale - SIDE_GAP;
                return Some(Shape { width: if shape.is_beside { left } else { width }, ..shape });
            }
        }
        None
    }

    /// Writes the number, the title and the author. Returns their height.
    fn put_heading(&self, page: &mut Page, area: Area) -> f64 {
        let heading = font::lines(&self.heading, true, HEADING, area.width);
        let height = page.lines(&heading, area, HEADING, (true, false));
        let byline = font::lines(&self.byline, false, BYLINE, area.width);
        page.lines(&byline, area.below(height), BYLINE, (false, true));
        self.heading_height(area.width)
    }

    /// Draws the board and returns its height.
    fn put_board(&self, page: &mut Page, (x, y): (f64, f64), scale: f64) -> f64 {
        page.items.push(Item::Board(Board { figure: self.figure.clone(), x, y, scale }));
        self.figure.bounds[3] * scale
    }

    fn put(&self, page: &mut Page, place: Area, shape: Shape) {
        let [_, _, across, _] = self.figure.bounds;
        let board = across * shape.scale;
        // Without rules, the number is above the left edge of the board.
        let left = if shape.is_beside { 0.0 } else { (place.width - board) / 2.0 };
        let indent = if self.rules.is_empty() { left } else { 0.0 };
        let rest = place.below(self.put_heading(page, Area { x: place.x + indent, ..place }));
        let height = self.put_board(page, (rest.x + left, rest.y), shape.scale);
        let lines = self.wrapped(shape.size, shape.width);
        let area = if shape.is_beside {
            Area { x: rest.x + board + SIDE_GAP, ..rest }
        } else {
            rest.below(height + SMALL_GAP)
        };
        page.lines(&lines, area, shape.size, (false, false));
    }
}
