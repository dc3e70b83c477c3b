//! Pictures of pieces on a board.
//!
//! Strong outlines, letters, and colours that differ in lightness and pattern distinguish the
//! pieces, so readers need not distinguish hues.

use crate::raster::{Colour, Raster};
use std::fmt::Write;

/// Light colours, each with a pattern.
const FILLS: [(&str, Pattern); 12] = [
    ("#f2c94c", Pattern::Plain),
    ("#6fc0dc", Pattern::Rising),
    ("#e08b6d", Pattern::Plain),
    ("#b8b4a8", Pattern::Dots),
    ("#7fbf8f", Pattern::Falling),
    ("#f6e7b4", Pattern::Rising),
    ("#c79bd6", Pattern::Plain),
    ("#d5ecf4", Pattern::Dots),
    ("#9aa7e0", Pattern::Falling),
    ("#f7d3c4", Pattern::Plain),
    ("#dfeee1", Pattern::Falling),
    ("#e7a1b8", Pattern::Dots),
];

const LINE: &str = "#1c1d21";
/// Side of a cell in the SVG picture.
const SIDE: usize = 40;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pattern {
    Plain,
    Rising,
    Falling,
    Dots,
}

impl Pattern {
    /// Returns whether a point of a cell is dark; `x` and `y` are measured in 40ths of the cell's
    /// side.
    const fn is_dark(self, x: usize, y: usize) -> bool {
        match self {
            Self::Plain => false,
            Self::Rising => (x + y) % 10 < 2,
            Self::Falling => (x + 40 - y) % 10 < 2,
            Self::Dots => x % 10 >= 4 && x % 10 < 7 && y % 10 >= 4 && y % 10 < 7,
        }
    }
}

/// Pieces on a board.
///
/// ```
/// use gridlore::cover::tiling::Tiling;
///
/// let board = [(0, 0), (0, 1), (1, 0), (1, 1)];
/// let tiling = Tiling::new(&board, &[("I", vec![0, 2]), ("J", vec![1, 3])]);
/// assert_eq!(tiling.letter_rows(), "IJ\nIJ\n");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tiling {
    rows: usize,
    columns: usize,
    /// The content of each cell of the bounding rectangle, row by row; `None` outside the board.
    cells: Vec<Option<Content>>,
    /// The name and the fill of each placed piece.
    pieces: Vec<(String, usize)>,
}

/// The content of a board cell: the index of a piece, or `None`.
type Content = Option<usize>;

impl Tiling {
    /// Creates a tiling. `board` lists the cells by row and column; `placed` lists the name of each
    /// piece with the indices of its cells in `board`. Pieces of the same name have the same
    /// colour.
    ///
    /// # Panics
    /// Panics if a cell index of a piece is out of range.
    ///
    /// ```
    /// use gridlore::cover::tiling::Tiling;
    ///
    /// // An L-shaped board of three cells; a piece lies on one of them.
    /// let tiling = Tiling::new(&[(0, 0), (0, 1), (1, 1)], &[("A", vec![1])]);
    /// assert_eq!(tiling.letter_rows(), ".A\n .\n");
    /// ```
    #[must_use]
    pub fn new(board: &[(i32, i32)], placed: &[(&str, Vec<usize>)]) -> Self {
        let at = |side: i32| usize::try_from(side).expect("rows and columns are not negative");
        let least = |of: fn(&(i32, i32)) -> i32| board.iter().map(of).min().unwrap_or(0);
        let (top, left) = (least(|cell| cell.0), least(|cell| cell.1));
        let place = |cell: &(i32, i32)| (at(cell.0 - top), at(cell.1 - left));
        let rows = board.iter().map(|cell| place(cell).0 + 1).max().unwrap_or(0);
        let columns = board.iter().map(|cell| place(cell).1 + 1).max().unwrap_or(0);
        let mut cells = vec![None; rows * columns];
        for cell in board {
            let (row, column) = place(cell);
            cells[row * columns + column] = Some(None);
        }
        let mut names: Vec<&str> = placed.iter().map(|piece| piece.0).collect();
        names.sort_unstable();
        names.dedup();
        let mut pieces = Vec::new();
        for (number, (name, on)) in placed.iter().enumerate() {
            for cell in on {
                let (row, column) = place(&board[*cell]);
                cells[row * columns + column] = Some(Some(number));
            }
            let fill = names.iter().position(|other| other == name).unwrap_or(0);
            pieces.push(((*name).to_owned(), fill % FILLS.len()));
        }
        Self { rows, columns, cells, pieces }
    }

    /// Returns the content of a cell; `None` outside the board.
    fn at(&self, row: usize, column: usize) -> Option<Content> {
        if row < self.rows && column < self.columns { self.cells[row * self.columns + column] } else { None }
    }

    /// Returns a letter or digit for each piece: the first character of its name that no other name
    /// uses.
    fn letters(&self) -> Vec<char> {
        let mut of_names: Vec<(&str, char)> = Vec::new();
        let mut letters = Vec::new();
        for (name, _) in &self.pieces {
            let known = of_names.iter().find(|entry| entry.0 == name).map(|entry| entry.1);
            let letter = known.unwrap_or_else(|| {
                let is_free = |letter: &char| of_names.iter().all(|entry| entry.1 != *letter);
                let usual = ('A'..='Z').chain('a'..='z').chain('0'..='9');
                name.chars().chain(usual).find(|letter| *letter != '.' && is_free(letter)).unwrap_or('?')
            });
            if known.is_none() {
                of_names.push((name, letter));
            }
            letters.push(letter);
        }
        letters
    }

    /// Renders one letter per cell, `.` for an empty cell, and a blank outside the board.
    ///
    /// ```
    /// # use gridlore::cover::tiling::{self, Tiling};
    /// # let board = [(0, 0), (0, 1), (1, 0), (1, 1)];
    /// # let tiling = Tiling::new(&board, &[("I", vec![0, 2]), ("J", vec![1, 3])]);
    /// assert_eq!(tiling.letter_rows(), "IJ\nIJ\n");
    /// ```
    #[must_use]
    pub fn letter_rows(&self) -> String {
        let letters = self.letters();
        let mut text = String::new();
        for row in 0..self.rows {
            let line: String = (0..self.columns)
                .map(|column| match self.at(row, column) {
                    None => ' ',
                    Some(None) => '.',
                    Some(Some(piece)) => letters[piece],
                })
                .collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// Returns whether the tiling is the smallest among its images under rotations (`turns`) and
    /// reflections (`over`) of the board. This is true for exactly one solution of each set of
    /// symmetric solutions.
    ///
    /// ```
    /// use gridlore::cover::tiling::Tiling;
    ///
    /// let board = [(0, 0), (0, 1), (1, 0), (1, 1)];
    /// let images = [[vec![0, 2], vec![1, 3]], [vec![1, 3], vec![0, 2]], [vec![0, 1], vec![2, 3]], [vec![2, 3], vec![0, 1]]];
    /// let tilings = images.map(|[one, two]| Tiling::new(&board, &[("I", one), ("J", two)]));
    /// assert_eq!(tilings.iter().filter(|tiling| tiling.is_first(true, true)).count(), 1);
    /// ```
    #[must_use]
    pub fn is_first(&self, turns: bool, over: bool) -> bool {
        let names: Vec<Option<Option<&str>>> = self
            .cells
            .iter()
            .map(|cell| cell.map(|content| content.map(|piece| self.pieces[piece].0.as_str())))
            .collect();
        let own = self.sort_key(&names, |row, column| (row, column), self.rows, self.columns);
        let (rows, columns) = (self.rows, self.columns);
        let (r, c) = (rows.saturating_sub(1), columns.saturating_sub(1));
        // Maps a cell of the image to the original cell.
        type From = Box<dyn Fn(usize, usize) -> (usize, usize)>;
        let mut images: Vec<(bool, From, usize, usize)> = vec![
            (false, Box::new(move |row, column| (r - row, c - column)), rows, columns),
            (true, Box::new(move |row, column| (row, c - column)), rows, columns),
            (true, Box::new(move |row, column| (r - row, column)), rows, columns),
        ];
        if rows == columns {
            images.push((false, Box::new(move |row, column| (c - column, row)), rows, columns));
            images.push((false, Box::new(move |row, column| (column, r - row)), rows, columns));
            images.push((true, Box::new(|row, column| (column, row)), rows, columns));
            images.push((true, Box::new(move |row, column| (r - column, c - row)), rows, columns));
        }
        images
            .iter()
            .filter(|image| if image.0 { over } else { turns })
            // Only symmetries that map the board to itself are used.
            .filter(|(_, from, rows, columns)| {
                (0..*rows).all(|row| {
                    (0..*columns).all(|column| {
                        let (from_row, from_column) = from(row, column);
                        self.at(row, column).is_some() == self.at(from_row, from_column).is_some()
                    })
                })
            })
            .all(|(_, from, rows, columns)| own <= self.sort_key(&names, from, *rows, *columns))
    }

    /// Returns a sort key for tilings: for each cell, the name of its piece and the first cell of
    /// that piece.
    fn sort_key<'a>(
        &self,
        names: &[Option<Option<&'a str>>],
        from: impl Fn(usize, usize) -> (usize, usize),
        rows: usize,
        columns: usize,
    ) -> Vec<(Option<Option<&'a str>>, usize)> {
        let mut firsts = vec![usize::MAX; self.pieces.len()];
        let mut key = Vec::with_capacity(self.cells.len());
        for row in 0..rows {
            for column in 0..columns {
                let (from_row, from_column) = from(row, column);
                let cell = from_row * self.columns + from_column;
                let first = self.cells[cell].flatten().map_or(0, |piece| {
                    if firsts[piece] == usize::MAX {
                        firsts[piece] = key.len();
                    }
                    firsts[piece]
                });
                key.push((names[cell], first));
            }
        }
        key
    }

    /// Returns whether a line separates two cells.
    fn is_apart(&self, one: (usize, usize), other: (usize, usize)) -> bool {
        let (one, other) = (self.at(one.0, one.1), self.at(other.0, other.1));
        one != other && (one.is_some() || other.is_some())
    }

    /// Renders the tiling as text, with lines around pieces and a letter in the middle of each
    /// cell.
    ///
    /// ```
    /// # use gridlore::cover::tiling::{self, Tiling};
    /// # let board = [(0, 0), (0, 1), (1, 0), (1, 1)];
    /// # let tiling = Tiling::new(&board, &[("I", vec![0, 2]), ("J", vec![1, 3])]);
    /// assert_eq!(tiling.text().lines().next(), Some("┌───┬───┐"));
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        // Cells are counted from 1 here, so every side has cells outside the board.
        let apart = |one: (usize, usize), other: (usize, usize)| {
            let inside = |(row, column): (usize, usize)| {
                (row > 0 && column > 0).then(|| self.at(row - 1, column - 1)).flatten()
            };
            let (one, other) = (inside(one), inside(other));
            one != other && (one.is_some() || other.is_some())
        };
        let letters = self.letters();
        let mut text = String::new();
        for row in 0..=self.rows {
            let mut line = String::new();
            for column in 0..=self.columns {
                let up = apart((row, column), (row, column + 1));
                let down = apart((row + 1, column), (row + 1, column + 1));
                let left = apart((row, column), (row + 1, column));
                let right = apart((row, column + 1), (row + 1, column + 1));
                let ways = [up, down, left, right].iter().fold(0, |ways, way| ways * 2 + usize::from(*way));
                line.push(
                    [' ', '╶', '╴', '─', '╷', '┌', '┐', '┬', '╵', '└', '┘', '┴', '│', '├', '┤', '┼'][ways],
                );
                if column < self.columns {
                    line.push_str(if right { "───" } else { "   " });
                }
            }
            text.push_str(line.trim_end());
            text.push('\n');
            if row == self.rows {
                break;
            }
            let mut line = String::new();
            for column in 0..=self.columns {
                line.push(if apart((row + 1, column), (row + 1, column + 1)) { '│' } else { ' ' });
                if column < self.columns {
                    let letter = self.at(row, column).flatten().map_or(' ', |piece| letters[piece]);
                    line.extend([' ', letter, ' ']);
                }
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// Returns the numbers of tilings across and down on a sheet of `count` tilings of this size.
    fn sheet(count: usize, rows: usize, columns: usize) -> (usize, usize) {
        let mut across = 1;
        while across < count && across * (columns + 1) < count.div_ceil(across) * (rows + 1) {
            across += 1;
        }
        (across, count.div_ceil(across))
    }
}

/// Draws tilings of one board as SVG, arranged in rows and columns.
///
/// ```
/// # use gridlore::cover::tiling::{self, Tiling};
/// # let board = [(0, 0), (0, 1), (1, 0), (1, 1)];
/// # let tiling = Tiling::new(&board, &[("I", vec![0, 2]), ("J", vec![1, 3])]);
/// assert!(tiling::svg("Two pieces", &[tiling]).contains("<title>Two pieces</title>"));
/// ```
#[must_use]
pub fn svg(title: &str, tilings: &[Tiling]) -> String {
    let Some(Tiling { rows, columns, .. }) = tilings.first() else { return String::new() };
    let (across, down) = Tiling::sheet(tilings.len(), *rows, *columns);
    let (width, height) = ((across * (columns + 1) + 1) * SIDE, (down * (rows + 1) + 1) * SIDE);
    let title = crate::markup::escaped(title);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"16\" fill=\"{LINE}\" text-anchor=\"middle\">\n<title>{title}</title>\n<defs>\n"
    );
    for (at, (colour, pattern)) in FILLS.iter().enumerate() {
        let lines = match pattern {
            Pattern::Plain => "",
            Pattern::Rising => {
                "<path d=\"M-2 2l4-4M0 10l10-10M8 12l4-4\" stroke=\"#1c1d21\" stroke-opacity=\".28\" stroke-width=\"1.6\"/>"
            }
            Pattern::Falling => {
                "<path d=\"M-2 8l4 4M0 0l10 10M8-2l4 4\" stroke=\"#1c1d21\" stroke-opacity=\".28\" stroke-width=\"1.6\"/>"
            }
            Pattern::Dots => "<circle cx=\"5\" cy=\"5\" r=\"1.6\" fill-opacity=\".4\"/>",
        };
        let _ = writeln!(
            text,
            "<pattern id=\"p{at}\" width=\"10\" height=\"10\" patternUnits=\"userSpaceOnUse\"><rect width=\"10\" height=\"10\" fill=\"{colour}\"/>{lines}</pattern>"
        );
    }
    text.push_str("</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"#fbfaf6\"/>\n");
    for (number, tiling) in tilings.iter().enumerate() {
        let x = ((number % across) * (columns + 1) + 1) * SIDE;
        let y = ((number / across) * (rows + 1) + 1) * SIDE;
        let _ = writeln!(text, "<g transform=\"translate({x} {y})\">");
        let letters = tiling.letters();
        let (mut thin, mut strong) = (String::new(), String::new());
        for row in 0..*rows {
            for column in 0..*columns {
                let Some(content) = tiling.at(row, column) else { continue };
                let (x, y) = (column * SIDE, row * SIDE);
                let fill = content
                    .map_or("#ffffff".to_owned(), |piece| format!("url(#p{})", tiling.pieces[piece].1));
                let _ = writeln!(
                    text,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\"/>"
                );
                if let Some(piece) = content {
                    let letter = crate::markup::escaped(&letters[piece].to_string());
                    let _ = writeln!(text, "<text x=\"{}\" y=\"{}\">{letter}</text>", x + SIDE / 2, y + 26);
                }
                for (is_below, other) in [(false, (row, column + 1)), (true, (row + 1, column))] {
                    let (from_x, from_y) = if is_below { (x, y + SIDE) } else { (x + SIDE, y) };
                    let way = if is_below { 'h' } else { 'v' };
                    let lines = if tiling.is_apart((row, column), other) { &mut strong } else { &mut thin };
                    let _ = write!(lines, "M{from_x} {from_y}{way}{SIDE}");
                }
                if row == 0 || tiling.at(row - 1, column).is_none() {
                    let _ = write!(strong, "M{x} {y}h{SIDE}");
                }
                if column == 0 || tiling.at(row, column - 1).is_none() {
                    let _ = write!(strong, "M{x} {y}v{SIDE}");
                }
            }
        }
        let _ = writeln!(
            text,
            "<path d=\"{thin}\" stroke=\"{LINE}\" stroke-opacity=\".18\" fill=\"none\"/>\n<path d=\"{strong}\" stroke=\"{LINE}\" stroke-width=\"3\" stroke-linecap=\"square\" fill=\"none\"/>\n</g>"
        );
    }
    text + "</svg>\n"
}

/// Draws tilings of one board as pixels, arranged in rows and columns; a cell is `side` pixels
/// wide.
///
/// ```
/// # use gridlore::cover::tiling::{self, Tiling};
/// # let board = [(0, 0), (0, 1), (1, 0), (1, 1)];
/// # let tiling = Tiling::new(&board, &[("I", vec![0, 2]), ("J", vec![1, 3])]);
/// let picture = tiling::pixels(&[tiling], 20);
/// assert_eq!((picture.width, picture.height), (80, 80));
/// ```
#[must_use]
pub fn pixels(tilings: &[Tiling], side: usize) -> Raster {
    let (rows, columns) = tilings.first().map_or((0, 0), |tiling| (tiling.rows, tiling.columns));
    let (across, down) = Tiling::sheet(tilings.len(), rows, columns);
    let mut picture = Raster::blank((across * (columns + 1) + 1) * side, (down * (rows + 1) + 1) * side);
    let strong = (side / 12).max(1);
    for (number, tiling) in tilings.iter().enumerate() {
        let left = ((number % across) * (columns + 1) + 1) * side;
        let top = ((number / across) * (rows + 1) + 1) * side;
        for row in 0..rows {
            for column in 0..columns {
                let Some(content) = tiling.at(row, column) else { continue };
                let (x, y) = (left + column * side, top + row * side);
                match content {
                    None => picture.fill(x, y, side, side, Raster::SHEET),
                    Some(piece) => fill_cell(&mut picture, x, y, side, tiling.pieces[piece].1),
                }
            }
        }
        for row in 0..=rows {
            for column in 0..=columns {
                let (x, y) = (left + column * side, top + row * side);
                // The cells above and to the left of this one.
                let above = row.checked_sub(1).and_then(|above| tiling.at(above, column));
                let before = column.checked_sub(1).and_then(|before| tiling.at(row, before));
                let here = tiling.at(row, column);
                if here != above && (here.is_some() || above.is_some()) {
                    picture.fill(x - strong / 2, y - strong / 2, side + strong, strong, Raster::INK);
                }
                if here != before && (here.is_some() || before.is_some()) {
                    picture.fill(x - strong / 2, y - strong / 2, strong, side + strong, Raster::INK);
                }
            }
        }
    }
    picture
}

/// Draws a cell in its colour and pattern.
fn fill_cell(picture: &mut Raster, x: usize, y: usize, side: usize, fill: usize) {
    let (colour, pattern) = FILLS[fill];
    let light: Colour = std::array::from_fn(|at| {
        colour.get(1 + 2 * at..3 + 2 * at).and_then(|digits| u8::from_str_radix(digits, 16).ok()).unwrap_or(0)
    });
    let dark = light.map(|part| u8::try_from(u16::from(part) * 3 / 4).unwrap_or(part));
    for down in 0..side {
        for right in 0..side {
            let is_dark = pattern.is_dark(right * SIDE / side, down * SIDE / side);
            picture.fill(x + right, y + down, 1, 1, if is_dark { dark } else { light });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Tiling {
        let board: Vec<(i32, i32)> = (0..3).flat_map(|row| (0..3).map(move |column| (row, column))).collect();
        Tiling::new(&board, &[("L", vec![0, 1, 2, 3]), ("S", vec![4, 5, 7, 8]), ("O", vec![6])])
    }

    #[test]
    fn a_tiling_is_drawn_in_letters_and_lines() {
        assert_eq!(small().letter_rows(), "LLL\nLSS\nOSS\n");
        assert_eq!(
            small().text(),
            "┌───────────┐\n│ L   L   L │\n│   ┌───────┤\n│ L │ S   S │\n├───┤       │\n│ O │ S   S │\n└───┴───────┘\n"
        );
        let loose = Tiling::new(&[(0, 0), (0, 1), (1, 1)], &[("A", vec![1])]);
        assert_eq!(loose.letter_rows(), ".A\n .\n");
    }

    #[test]
    fn pictures_have_every_piece() {
        let picture = svg("a < b", &[small(), small()]);
        assert!(picture.contains("a &lt; b") && picture.matches("<text").count() == 18, "{picture}");
        let raster = pixels(&[small()], 20);
        assert_eq!((raster.width, raster.height, raster.pixels.len()), (100, 100, 30_000));
        let at = |x: usize, y: usize| raster.pixels[3 * (y * 100 + x)..][..3].to_vec();
        assert_ne!(at(31, 31), at(53, 53), "two pieces");
        assert_eq!(at(20, 50), [0x1c, 0x1d, 0x21], "the edge");
        assert_eq!(at(5, 5), [0xfb, 0xfa, 0xf6], "paper");
    }

    #[test]
    fn exactly_one_of_symmetric_tilings_is_first() {
        let board: Vec<(i32, i32)> = (0..2).flat_map(|row| (0..3).map(move |column| (row, column))).collect();
        // Three dominoes on 2x3: all vertical, or one vertical at either end.
        let upright = |names: [&'static str; 3]| {
            Tiling::new(&board, &[(names[0], vec![0, 3]), (names[1], vec![1, 4]), (names[2], vec![2, 5])])
        };
        let orders = [
            ["a", "b", "c"],
            ["c", "b", "a"],
            ["a", "c", "b"],
            ["b", "c", "a"],
            ["b", "a", "c"],
            ["c", "a", "b"],
        ];
        assert_eq!(orders.iter().filter(|names| upright(**names).is_first(true, true)).count(), 3);
        assert_eq!(orders.iter().filter(|names| upright(**names).is_first(false, false)).count(), 6);
        let end = Tiling::new(&board, &[("d", vec![0, 3]), ("d", vec![1, 2]), ("d", vec![4, 5])]);
        let other = Tiling::new(&board, &[("d", vec![2, 5]), ("d", vec![0, 1]), ("d", vec![3, 4])]);
        assert_ne!(end.is_first(true, true), other.is_first(true, true));
        assert!(upright(["d", "d", "d"]).is_first(true, true));
    }
}
