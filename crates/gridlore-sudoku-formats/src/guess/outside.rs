//! Numbers outside the grid: little killers with an arrow, and clues for rows and columns.

use super::Guess;
use super::topic::Topic;
use crate::drawing::colour::Hue;
use crate::drawing::{Point, UNIT};
use gridlore_sudoku_variants::Constraint;
use gridlore_sudoku_variants::constraint::Clue;

/// A topic, the kind of clue that a number is, and its name in the singular and the plural.
type Kind = (Topic, fn(i32) -> Clue, [&'static str; 2]);

/// The kinds of clues for rows and columns.
const CLUES: [Kind; 5] = [
    (Topic::Sandwich, Clue::Sandwich, ["a sandwich sum", "sandwich sums"]),
    (Topic::XSum, Clue::XSum, ["an X-sum", "X-sums"]),
    (Topic::Skyscraper, Clue::Skyscraper, ["a skyscraper clue", "skyscraper clues"]),
    (Topic::HiddenSkyscraper, Clue::HiddenSkyscraper, ["a hidden skyscraper", "hidden skyscrapers"]),
    (Topic::NumberedRoom, Clue::NumberedRoom, ["a numbered room", "numbered rooms"]),
];

impl Guess<'_> {
    /// Reads the clues outside the grid.
    pub(super) fn outside(&mut self) {
        let has_large = self.has_large_number();
        for number in 0..self.drawing.shapes.len() {
            let shape = &self.drawing.shapes[number];
            let place = shape.centre.cell();
            if self.is_shape_read[number] || shape.text.is_empty() || self.drawing.cell(place).is_some() {
                continue;
            }
            let name = self.beside(place);
            let digits = shape.text.trim_matches(|sign: char| !sign.is_ascii_digit());
            let Ok(value) = digits.parse::<i32>() else {
                self.notes.unknown(
                    [&format!("text \"{}\"", shape.text), &format!("texts \"{}\"", shape.text)],
                    name,
                );
                self.is_shape_read[number] = true;
                continue;
            };
            self.is_shape_read[number] =
                self.little_killer(value, shape.centre) || self.clue(value, place, has_large);
            if !self.is_shape_read[number] {
                self.notes.unknown(["number outside the grid", "numbers outside the grid"], name);
                self.is_shape_read[number] = true;
            }
        }
    }

    /// Returns whether a number outside the grid is not a digit.
    fn has_large_number(&self) -> bool {
        let outside =
            self.drawing.shapes.iter().filter(|shape| self.drawing.cell(shape.centre.cell()).is_none());
        let mut numbers = outside.filter_map(|shape| shape.text.parse::<i32>().ok());
        numbers.any(|number| number == 0 || number > self.shape.highest())
    }

    /// Returns the name of a place outside the grid.
    fn beside(&self, (row, column): (i32, i32)) -> String {
        let last = |side: usize| i32::try_from(side).unwrap_or(0) - 1;
        let (bottom, right) = (last(self.drawing.rows), last(self.drawing.columns));
        if (0..=right).contains(&column) {
            format!("{} column {}", if row < 0 { "above" } else { "below" }, column + 1)
        } else if (0..=bottom).contains(&row) {
            format!("{} of row {}", if column < 0 { "left" } else { "right" }, row + 1)
        } else {
            format!("diagonally beside r{}c{}", row.clamp(0, bottom) + 1, column.clamp(0, right) + 1)
        }
    }

    /// Reads a number with an arrow along a diagonal, or next to a corner.
    fn little_killer(&mut self, total: i32, centre: Point) -> bool {
        let place = centre.cell();
        let arrow = self.drawing.lines.iter().enumerate().position(|(number, line)| {
            let is_thin = line.thickness <= 6 && line.colour.hue() != Hue::Transparent;
            !self.is_line_read[number]
                && line.has_head
                && is_thin
                && self.step(line.points[0], line.points[line.points.len() - 1]).is_some()
                && line.points[0].is_near(centre, UNIT * 3 / 4)
                && (line.points[0].cell() == place || self.drawing.cell(line.points[0].cell()).is_none())
        });
        let step = match arrow {
            Some(number) => {
                let line = &self.drawing.lines[number];
                self.step(line.points[0], line.points[line.points.len() - 1])
            }
            None => self.corner_step(place),
        };
        let Some(step) = step.filter(|_| !self.text.denies(&[Topic::LittleKiller])) else { return false };
        let cells = self.ray(place, step);
        if cells.is_empty() {
            return false;
        }
        if let Some(number) = arrow {
            self.is_line_read[number] = true;
        }
        let name = self.drawing.name(cells[0]);
        self.notes.guess(
            ["number with a diagonal arrow", "numbers with diagonal arrows"],
            ["a little killer", "little killers"],
            name,
        );
        self.add(Constraint::Clue(Clue::LittleKiller(total), cells));
        true
    }

    /// Returns the direction of a diagonal line.
    fn step(&self, from: Point, to: Point) -> Option<(i32, i32)> {
        let (down, right) = (to.row - from.row, to.column - from.column);
        let is_diagonal = down != 0 && right != 0 && (down.abs() - right.abs()).abs() <= 12;
        is_diagonal.then(|| (down.signum(), right.signum()))
    }

    /// Returns the direction into the grid from a place next to one of its corners.
    fn corner_step(&self, (row, column): (i32, i32)) -> Option<(i32, i32)> {
        let side = |at: i32, end: usize| match at {
            -1 => Some(1),
            at if usize::try_from(at) == Ok(end) => Some(-1),
            _ => None,
        };
        Some((side(row, self.drawing.rows)?, side(column, self.drawing.columns)?))
    }

    /// Returns the cells in a direction from a place next to the grid.
    fn ray(&self, (row, column): (i32, i32), (down, right): (i32, i32)) -> Vec<usize> {
        (1..).map_while(|at| self.drawing.cell((row + at * down, column + at * right))).collect()
    }

    /// Reads a clue for a row or a column.
    fn clue(&mut self, value: i32, place: (i32, i32), has_large: bool) -> bool {
        let end = |side: usize| i32::try_from(side).unwrap_or(0);
        let (rows, columns) = (end(self.drawing.rows), end(self.drawing.columns));
        let step = match place {
            (-1, column) if (0..columns).contains(&column) => (1, 0),
            (row, column) if row == rows && (0..columns).contains(&column) => (-1, 0),
            (row, -1) if (0..rows).contains(&row) => (0, 1),
            (row, column) if column == columns && (0..rows).contains(&row) => (0, -1),
            _ => return false,
        };
        let mut spoken = CLUES.iter().filter(|(topic, ..)| self.text.has(*topic));
        // Without rules, large numbers are usually sandwich sums, and small ones skyscrapers.
        let default = self.text.is_empty().then(|| &CLUES[if has_large { 0 } else { 2 }]);
        let Some((_, clue, kind)) = spoken.next().filter(|_| spoken.next().is_none()).or(default) else {
            return false;
        };
        let cells = self.ray(place, step);
        let name = self.beside(place);
        self.notes.guess(["number outside the grid", "numbers outside the grid"], *kind, name);
        self.add(Constraint::Clue(clue(value), cells));
        true
    }
}
