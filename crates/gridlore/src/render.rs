//! Renders a grid as SVG for posts and feeds, and as text for terminals.
//!
//! [`svg`] and [`text`] need only a [`View`], so they work for every grid puzzle.

use crate::{CellView, View};
use std::fmt::Write;

/// Side of a cell, in the picture's own units.
const SIDE: usize = 40;

/// Colours of cells that hold no symbols: dark, lit, then further colours.
///
/// ```
/// assert_eq!(gridlore::raster::parse_colour(gridlore::render::COLOURS[1]), [0xf2, 0xc9, 0x4c], "lit");
/// ```
pub const COLOURS: [&str; 9] =
    ["#3a3c42", "#f2c94c", "#6fc0dc", "#e08b6d", "#7fbf8f", "#c79bd6", "#b8b4a8", "#e7a1b8", "#9aa7e0"];

/// Colours of the two sides' discs.
///
/// ```
/// use gridlore::render::{DISCS, svg};
///
/// let puzzle = gridlore::open("connect-four:44")?;
/// let picture = svg("Connect Four", &puzzle.view(&puzzle.start()));
/// assert!(DISCS.iter().all(|colour| picture.contains(colour)), "a disc of each side");
/// # Ok::<(), gridlore::ParseError>(())
/// ```
pub const DISCS: [&str; 2] = ["#d4451a", "#f6bf3c"];

/// Colours of the signs on the two sides' discs.
pub(crate) const DISC_SIGNS: [&str; 2] = ["#ffffff", "#402c00"];

/// Colour of the frame around discs.
pub(crate) const FRAME: &str = "#0d5573";

/// Colour of an empty hole in the frame.
pub(crate) const HOLE: &str = "#f7f4ea";

/// Colour of the panel under coloured squares.
const PANEL: &str = "#2b2e36";

/// Colours that players give to cells, `1` to `9`.
const TINTS: [&str; 9] =
    ["#0072b2", "#d55e00", "#009e73", "#a4508b", "#e69f00", "#56b4e9", "#b5a800", "#6b6f76", "#8a5a3c"];

/// Colour of the player's lines.
const DRAWN: &str = TINTS[3];

/// Positions of corner marks in the order in which they are filled: first the corners, then the
/// sides and the middle. The nine positions are numbered row by row.
const CORNERS: [usize; 9] = [0, 2, 6, 8, 1, 7, 3, 5, 4];

/// Draws the grid as a self-contained SVG picture: a light background, no scripts, no style sheet,
/// and a title for screen readers.
///
/// ```
/// let puzzle = gridlore::open("sudoku:1...............")?;
/// let picture = gridlore::render::svg("Sudoku", &puzzle.view(&puzzle.start()));
/// assert!(picture.contains("<title>Sudoku: 4 by 4, 15 left</title>"));
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[must_use]
pub fn svg(title: &str, view: &View) -> String {
    let (width, height) = (view.columns * SIDE, view.rows * SIDE);
    let has_lines = !view.are_discs && view.colours == 0;
    let ground = match (view.are_discs, view.colours) {
        (true, _) => FRAME,
        (false, 0) => "#ffffff",
        (false, _) => PANEL,
    };
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-2 -2 {} {}\" role=\"img\" font-family=\"system-ui, sans-serif\" text-anchor=\"middle\">\n<title>{title}: {} by {}, {}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>\n",
        width + 4,
        height + 4,
        view.rows,
        view.columns,
        view.status,
    );
    for (index, cell) in view.cells.iter().enumerate() {
        let (x, y) = (index % view.columns * SIDE, index / view.columns * SIDE);
        cell_svg(&mut text, view, cell, x, y);
    }
    if !has_lines {
        return text + "</svg>\n";
    }
    for (strong, path) in [(false, lines(view, false)), (true, lines(view, true))] {
        let (colour, stroke) = if strong { ("#3a3c42", 2) } else { ("#d9d6cc", 1) };
        let _ = writeln!(
            text,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{stroke}\"/>"
        );
    }
    let _ = writeln!(
        text,
        "<rect width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"#3a3c42\" stroke-width=\"3\" rx=\"2\"/>"
    );
    for line in &view.lines {
        let points =
            line.points.iter().map(|(row, column)| format!("{},{}", column * SIDE / 2, row * SIDE / 2));
        let _ = writeln!(
            text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{DRAWN}\" stroke-width=\"4\" stroke-opacity=\".8\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
            points.collect::<Vec<_>>().join(" ")
        );
    }
    text + "</svg>\n"
}

fn cell_svg(text: &mut String, view: &View, cell: &CellView, x: usize, y: usize) {
    if let Some(colour) = cell.colour {
        let _ = writeln!(
            text,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"{}\"/>",
            x + 2,
            y + 2,
            SIDE - 4,
            SIDE - 4,
            COLOURS[usize::from(colour) % COLOURS.len()]
        );
        if colour >= 2 {
            // Not everyone can tell the colours apart, so the third and later ones also show their
            // number.
            let _ = writeln!(
                text,
                "<text x=\"{}\" y=\"{}\" font-size=\"16\" fill=\"#1c1d21\">{colour}</text>",
                x + SIDE / 2,
                y + SIDE / 2 + 6
            );
        }
        return;
    }
    if view.are_discs {
        disc_svg(text, cell, x, y);
        return;
    }
    tints_svg(text, cell, x, y);
    if let Some(symbol) = cell.symbol {
        let (colour, weight) = match (cell.clash, cell.given) {
            (true, _) => ("#b03a00", 600),
            (false, true) => ("#1c1d21", 600),
            (false, false) => ("#0b5d7a", 400),
        };
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{}\" font-size=\"24\" font-weight=\"{weight}\" fill=\"{colour}\">{symbol}</text>",
            x + SIDE / 2,
            y + SIDE / 2 + 8
        );
        return;
    }
    // If the board has corner marks, the other marks are drawn in the middle; otherwise each
    // candidate has its own place.
    if view.cells.iter().any(|cell| !cell.corners.is_empty()) {
        corner_and_centre_marks(text, cell, x, y);
    } else {
        marks_by_place(text, view, cell, x, y);
    }
}

/// Draws the player's colours side by side.
fn tints_svg(text: &mut String, cell: &CellView, x: usize, y: usize) {
    let tints: Vec<usize> =
        cell.tints.chars().filter_map(|tint| Some(tint.to_digit(10)?.checked_sub(1)? as usize)).collect();
    for (place, &tint) in tints.iter().enumerate() {
        let (from, to) = (place * SIDE / tints.len(), (place + 1) * SIDE / tints.len());
        let _ = writeln!(
            text,
            "<rect x=\"{}\" y=\"{y}\" width=\"{}\" height=\"{SIDE}\" fill=\"{}\" fill-opacity=\"0.38\"/>",
            x + from,
            to - from,
            TINTS[tint % TINTS.len()]
        );
    }
}

/// Draws a small symbol around a point, crossed out if `is_crossed`.
fn mark_svg(text: &mut String, symbol: char, is_crossed: bool, x: usize, y: usize) {
    let _ =
        writeln!(text, "<text x=\"{x}\" y=\"{}\" font-size=\"9\" fill=\"#5d6068\">{symbol}</text>", y + 3);
    if is_crossed {
        let _ = writeln!(
            text,
            "<path d=\"M{} {}l9 -7\" stroke=\"#5d6068\" stroke-width=\"1\"/>",
            x.saturating_sub(4),
            y + 3
        );
    }
}

fn marks_by_place(text: &mut String, view: &View, cell: &CellView, x: usize, y: usize) {
    let across = marks_across(view);
    let step = SIDE / across;
    for (place, symbol) in view.symbols.iter().map(|view| view.symbol).enumerate() {
        let is_crossed = cell.crosses.contains(symbol);
        if is_crossed || cell.marks.contains(symbol) {
            let (column, row) = (place % across, place / across);
            mark_svg(
                text,
                symbol,
                is_crossed,
                x + column * step + step / 2 + 1,
                y + row * step + step / 2 + 1,
            );
        }
    }
}

/// Draws corner marks around the edge, and centre marks in a row in the middle.
fn corner_and_centre_marks(text: &mut String, cell: &CellView, x: usize, y: usize) {
    let third = SIDE / 3;
    for (number, symbol) in cell.corners.chars().enumerate() {
        let place = CORNERS[number.min(CORNERS.len() - 1)];
        mark_svg(
            text,
            symbol,
            false,
            x + place % 3 * third + third / 2 + 1,
            y + place / 3 * third + third / 2 + 1,
        );
    }
    let mut middle: Vec<char> = cell.marks.chars().chain(cell.crosses.chars()).collect();
    middle.sort_unstable();
    middle.dedup();
    let width = if middle.is_empty() { 0 } else { (SIDE / middle.len()).min(6) };
    let start = x + (SIDE - width * middle.len().saturating_sub(1)) / 2;
    for (number, &symbol) in middle.iter().enumerate() {
        mark_svg(text, symbol, cell.crosses.contains(symbol), start + number * width, y + SIDE / 2);
    }
}

/// Draws an empty cell or a disc. A disc has a colour, and a shape for colour-blind players.
fn disc_svg(text: &mut String, cell: &CellView, x: usize, y: usize) {
    let (x, y) = (x + SIDE / 2, y + SIDE / 2);
    let fill = match cell.symbol {
        Some('X') => DISCS[0],
        Some(_) => DISCS[1],
        None => HOLE,
    };
    let ring = if cell.highlight { " stroke=\"#f7f4ea\" stroke-width=\"3\"" } else { "" };
    let _ = writeln!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"16\" fill=\"{fill}\"{ring}/>");
    let sign = match cell.symbol {
        Some('X') => format!("<path d=\"M{} {}l12 12m0 -12l-12 12\"", x - 6, y - 6),
        Some(_) => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"6.5\""),
        None => return,
    };
    let ink = DISC_SIGNS[usize::from(cell.symbol != Some('X'))];
    let _ = writeln!(text, "{sign} fill=\"none\" stroke=\"{ink}\" stroke-width=\"2.6\"/>");
}

/// Returns the side of the square in which pencil marks are laid out.
fn marks_across(view: &View) -> usize {
    (1..=view.symbols.len()).find(|side| side * side >= view.symbols.len()).unwrap_or(1)
}

/// Returns the path of the lines between cells: strong lines between regions, or thin lines inside
/// them.
fn lines(view: &View, strong: bool) -> String {
    let mut path = String::new();
    for row in 0..view.rows {
        for column in 0..view.columns {
            let region = |row: usize, column: usize| view.cells[row * view.columns + column].region;
            let (x, y) = (column * SIDE, row * SIDE);
            if column > 0 && (region(row, column) != region(row, column - 1)) == strong {
                let _ = write!(path, "M{x} {y}v{SIDE}");
            }
            if row > 0 && (region(row, column) != region(row - 1, column)) == strong {
                let _ = write!(path, "M{x} {y}h{SIDE}");
            }
        }
    }
    path
}

/// Renders the grid as text: one symbol or `.` per cell, `|` and rows of `-` between regions, and a
/// line feed after every line.
///
/// ```
/// let puzzle = gridlore::open("sudoku:1..............2")?;
/// let text = gridlore::render::text(&puzzle.view(&puzzle.start()));
/// assert_eq!(text.lines().last(), Some(". . | . 2"));
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[must_use]
pub fn text(view: &View) -> String {
    let region = |row: usize, column: usize| view.cells[row * view.columns + column].region;
    let mut text = String::new();
    for row in 0..view.rows {
        if row > 0 && (0..view.columns).any(|column| region(row, column) != region(row - 1, column)) {
            for column in 0..view.columns {
                if column > 0 {
                    let crossing = region(row, column) != region(row, column - 1);
                    text.push_str(if crossing { "-+-" } else { "-" });
                }
                text.push('-');
            }
            text.push('\n');
        }
        for column in 0..view.columns {
            if column > 0 {
                text.push_str(if region(row, column) == region(row, column - 1) { " " } else { " | " });
            }
            let cell = &view.cells[row * view.columns + column];
            let digit = || char::from_digit(u32::from(cell.colour?), 36);
            text.push(cell.symbol.or_else(digit).unwrap_or('.'));
        }
        text.push('\n');
    }
    text
}
