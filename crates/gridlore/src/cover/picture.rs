//! Pictures of a matrix: an HTML table for pages, SVG for files, pixels for link previews.

use super::Matrix;
use crate::markup::escaped;
use crate::raster::Raster;
use gridlore_exact_cover::Problem;
use std::fmt::Write;

/// Side of a cell in the SVG picture.
const SIDE: usize = 22;
/// Space per character of a name.
const LETTER: usize = 9;

/// Returns the mark of an item in an option: `1`, or its colour.
fn mark(problem: &Problem, option: usize, item: usize) -> Option<&str> {
    let entry = problem.entries_of(option).iter().find(|entry| entry.item as usize == item)?;
    Some(match problem.colour_name(entry.colour) {
        "" => "1",
        colour => colour,
    })
}

fn name(problem: &Problem, item: usize) -> String {
    escaped(problem.name(u32::try_from(item).unwrap_or(u32::MAX)))
}

/// Renders the matrix as a table: one row per option, one column per item.
pub(super) fn table(problem: &Problem) -> String {
    let mut table =
        "<div class=\"matrix\" tabindex=\"0\" role=\"group\" aria-label=\"The matrix\">\n<table>\n<thead>\n<tr><td></td>"
            .to_owned();
    for item in 0..problem.items() {
        let class = if item < problem.primary() { "" } else { " class=\"secondary\"" };
        let _ = write!(table, "<th scope=\"col\"{class}><span>{}</span></th>", name(problem, item));
    }
    table.push_str("</tr>\n</thead>\n<tbody>\n");
    for option in 0..problem.options() {
        let _ = write!(table, "<tr><th scope=\"row\">{}</th>", option + 1);
        for item in 0..problem.items() {
            match mark(problem, option, item) {
                Some(mark) => {
                    let _ = write!(table, "<td>{}</td>", escaped(mark));
                }
                None => table.push_str("<td></td>"),
            }
        }
        table.push_str("</tr>\n");
    }
    table + "</tbody>\n</table>\n</div>\n"
}

/// Draws the matrix as SVG on a light background.
pub(super) fn svg(matrix: &Matrix) -> String {
    let problem = matrix.problem();
    let (items, options) = (problem.items(), problem.options());
    let longest = (0..items).map(|item| name(problem, item).chars().count()).max().unwrap_or(1);
    let (left, top) = (2 * SIDE, longest * LETTER + SIDE);
    let (width, height) = (left + items * SIDE + SIDE, top + options * SIDE + SIDE);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#1c1d21\">\n<title>{options} options over {items} items</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fbfaf6\"/>\n"
    );
    for item in 0..items {
        let (x, y) = (left + item * SIDE + SIDE / 2 + 4, top - 6);
        let _ = writeln!(
            text,
            "<text x=\"{x}\" y=\"{y}\" transform=\"rotate(-90 {x} {y})\">{}</text>",
            name(problem, item)
        );
    }
    let upright = (0..=items).map(|item| format!("M{} {top}v{}", left + item * SIDE, options * SIDE));
    let level = (0..=options).map(|option| format!("M{left} {}h{}", top + option * SIDE, items * SIDE));
    let lines: String = upright.chain(level).collect();
    let _ = writeln!(text, "<path d=\"{lines}\" fill=\"none\" stroke=\"#d9d6cc\"/>");
    for option in 0..options {
        let y = top + option * SIDE;
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"#5f6068\">{}</text>",
            left - 6,
            y + 16,
            option + 1
        );
        for item in 0..items {
            let x = left + item * SIDE;
            let Some(mark) = mark(problem, option, item) else { continue };
            let _ = writeln!(
                text,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#1c1d21\"/>",
                x + 2,
                y + 2,
                SIDE - 4,
                SIDE - 4
            );
            if mark != "1" {
                let _ = writeln!(
                    text,
                    "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"#fbfaf6\" font-size=\"10\">{}</text>",
                    x + SIDE / 2,
                    y + 15,
                    escaped(mark)
                );
            }
        }
    }
    text + "</svg>\n"
}

/// Draws the matrix as pixels.
pub(super) fn pixels(problem: &Problem, width: usize, height: usize) -> Raster {
    let (items, options) = (problem.items().max(1), problem.options().max(1));
    let mut picture = Raster::blank(width, height);
    let side = (height * 7 / 8 / options).min(width * 7 / 8 / items).max(1);
    let (left, top) = (width.saturating_sub(side * items) / 2, height.saturating_sub(side * options) / 2);
    let gap = (side / 12).max(usize::from(side > 3));
    for option in 0..problem.options() {
        for item in 0..problem.items() {
            let colour = if mark(problem, option, item).is_some() { Raster::INK } else { Raster::SHEET };
            picture.fill(left + item * side, top + option * side, side - gap, side - gap, colour);
        }
    }
    picture
}
