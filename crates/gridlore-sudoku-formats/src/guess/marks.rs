//! Shapes in cells, on edges and at corners: dots, X and V, inequality signs, quadruples, parity,
//! and shaded cells.

use super::topic::Topic;
use super::{Cage, Guess, Mark, Pair};
use crate::drawing::colour::Hue;
use crate::drawing::{Shape, UNIT};
use gridlore_sudoku_variants::Constraint;
use gridlore_sudoku_variants::constraint::{Global, Sets, windows};
use std::collections::BTreeMap;

/// Maximum size of a mark between two cells.
const MAX_DOT: i32 = 50;
/// Maximum distance of a mark from the middle of its edge or from its corner.
const REACH: i32 = 9;

impl Guess<'_> {
    /// Reads the shapes that have not been read so far.
    pub(super) fn marks(&mut self) {
        for number in 0..self.drawing.shapes.len() {
            if !self.is_shape_read[number] {
                let shape = &self.drawing.shapes[number];
                self.is_shape_read[number] = is_invisible(shape) || self.between(shape) || self.corner(shape);
            }
        }
        self.chevrons();
        self.circles();
        self.shaded();
    }

    /// Reads a mark in the middle of an edge.
    fn between(&mut self, shape: &Shape) -> bool {
        let off = |at: i32| (at - (at + UNIT / 2).div_euclid(UNIT) * UNIT).abs();
        let centred = |at: i32| (at.rem_euclid(UNIT) - UNIT / 2).abs() <= REACH;
        let is_vertical = off(shape.centre.row) <= REACH && centred(shape.centre.column);
        let is_horizontal = off(shape.centre.column) <= REACH && centred(shape.centre.row);
        if !(is_vertical || is_horizontal) || shape.width.max(shape.height) > MAX_DOT {
            return false;
        }
        let Some(pair) = self.across(shape.centre, is_vertical, REACH) else { return false };
        let place = format!("{}/{}", self.drawing.name(pair[0]), self.drawing.name(pair[1]));
        let hue = |colour: Option<crate::drawing::colour::Colour>| {
            colour.map_or(Hue::Transparent, |colour| colour.hue())
        };
        let (fill, border) = (hue(shape.fill), hue(shape.border));
        let text = shape.text.trim();
        let number: Option<i32> = text.parse().ok();
        let is_dot = shape.is_round && (text.is_empty() || number.is_some());
        if is_dot && fill == Hue::Black && !self.text.denies(&[Topic::BlackDot, Topic::Ratio]) {
            let by = number.unwrap_or(2);
            self.notes.guess(
                ["small black circle", "small black circles"],
                ["a black dot (ratio)", "black dots (ratio)"],
                place,
            );
            self.pair(Pair::Ratio(by), pair);
            return true;
        }
        let is_white = (fill == Hue::White || fill == Hue::Transparent) && border != Hue::Transparent;
        if is_dot && is_white && self.text.denies(&[Topic::WhiteDot, Topic::Difference]) {
            return false;
        }
        if is_dot && is_white {
            let by = number.unwrap_or(1);
            self.notes.guess(
                ["small white circle", "small white circles"],
                ["a white dot (difference)", "white dots (difference)"],
                place,
            );
            self.pair(Pair::Difference(by), pair);
            return true;
        }
        if let (Some(tip), false) =
            (inequality(text, shape.angle, is_vertical), self.text.denies(&[Topic::Inequality]))
        {
            self.chevrons.push(if tip { pair } else { [pair[1], pair[0]] });
            return true;
        }
        let sum = match text {
            "X" | "x" => Some(10),
            "V" | "v" => Some(5),
            "XV" | "xv" => Some(15),
            _ => number.filter(|_| self.text.has(Topic::PairSum)),
        };
        let Some(sum) = sum.filter(|_| !self.text.denies(&[Topic::Xv, Topic::PairSum])) else { return false };
        let look = [format!("\"{text}\" between cells"), format!("\"{text}\" between cells")];
        let kind = [format!("a pair with the sum {sum}"), format!("pairs with the sum {sum}")];
        self.notes.guess([&look[0], &look[1]], [&kind[0], &kind[1]], place);
        self.pair(Pair::Sum(sum), pair);
        true
    }

    fn pair(&mut self, pair: Pair, cells: [usize; 2]) {
        self.marked.push((pair, (cells[0], cells[1])));
        self.add(Constraint::Pair(pair, cells));
    }

    /// Reads digits in a circle at the corner of four cells.
    fn corner(&mut self, shape: &Shape) -> bool {
        let nearest = |at: i32| (at + UNIT / 2).div_euclid(UNIT);
        let (row, column) = (nearest(shape.centre.row), nearest(shape.centre.column));
        let is_near = (shape.centre.row - row * UNIT).abs() <= REACH
            && (shape.centre.column - column * UNIT).abs() <= REACH;
        if !is_near || !shape.is_round || shape.text.is_empty() || self.text.denies(&[Topic::Quadruple]) {
            return false;
        }
        let places = [(row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column)];
        let Some(cells) =
            places.iter().map(|place| self.drawing.cell(*place)).collect::<Option<Vec<usize>>>()
        else {
            return false;
        };
        let words = shape.text.split([' ', ',', '\n', '\u{a0}']).filter(|word| !word.is_empty());
        let has_long_digits = self.shape.highest() > 9;
        let digits: Option<Vec<i32>> = if has_long_digits {
            words.map(|word| word.parse().ok()).collect()
        } else {
            words.flat_map(str::chars).map(|sign| sign.to_digit(10)?.try_into().ok()).collect()
        };
        let Some(digits) = digits.filter(|digits| (1..=4).contains(&digits.len())) else { return false };
        let place = self.drawing.name(cells[0]);
        self.notes.guess(
            ["circle with digits at the corner", "circles with digits at the corners"],
            ["a quadruple", "quadruples"],
            place,
        );
        self.add(Constraint::Cage(Cage::Quadruple(digits), cells));
        true
    }

    /// Reads circles and squares inside cells.
    fn circles(&mut self) {
        let mut counting = Vec::new();
        // Whether a sentence about only squares or only circles, or about any form, is about a
        // topic.
        let says = |topic: Topic, word: &str, other: &str| {
            self.text.about(topic).any(|one| {
                one.words.contains(word)
                    && (!one.words.contains(other)
                        || one
                            .topics
                            .iter()
                            .filter(|other| matches!(other, Topic::Odd | Topic::Even))
                            .count()
                            == 1)
            })
        };
        let said = [["square", "circle"], ["circle", "square"]]
            .map(|[word, other]| (says(Topic::Odd, word, other), says(Topic::Even, word, other)));
        for number in 0..self.drawing.shapes.len() {
            let shape = &self.drawing.shapes[number];
            let (row, column) = shape.centre.cell();
            let is_centred = shape.centre.is_near(crate::drawing::Point::centre(row, column), REACH);
            let is_sized = (35..=96).contains(&shape.width) && (35..=96).contains(&shape.height);
            let Some(cell) = self.drawing.cell((row, column)) else { continue };
            if self.is_shape_read[number]
                || !is_centred
                || !is_sized
                || !shape.text.is_empty()
                || shape.angle % 90 != 0
            {
                continue;
            }
            if shape.is_round && self.text.has(Topic::CountingCircles) {
                counting.push(cell);
                self.is_shape_read[number] = true;
                continue;
            }
            let is_grey = shape.fill.is_some_and(|fill| fill.hue() == Hue::Grey);
            let word = if shape.is_round { "circle" } else { "square" };
            let is_odd = match said[usize::from(shape.is_round)] {
                (true, false) => true,
                (false, true) => false,
                _ if is_grey
                    && (self.text.is_empty() || self.text.has(Topic::Odd) || self.text.has(Topic::Even)) =>
                {
                    shape.is_round
                }
                _ => continue,
            };
            let (mark, kind) = if is_odd {
                (Mark::Odd, ["an odd digit", "odd digits"])
            } else {
                (Mark::Even, ["an even digit", "even digits"])
            };
            let look = [format!("{word} in the cell"), format!("{word}s in the cells")];
            self.notes.guess([&look[0], &look[1]], kind, self.drawing.name(cell));
            self.is_shape_read[number] = true;
            self.add(Constraint::Cell(mark, cell));
        }
        if !counting.is_empty() {
            counting.sort_unstable();
            let place = self.drawing.name(counting[0]);
            self.notes.guess(
                ["set of circles", "sets of circles"],
                ["counting circles", "counting circles"],
                place,
            );
            self.add(Constraint::Cage(Cage::CountingCircles, counting));
        }
    }

    /// Returns the cells that a shape without text shades entirely.
    fn shade(&self, shape: &Shape) -> Vec<usize> {
        let is_whole = |size: i32| size >= 90 && (size + 10).rem_euclid(UNIT) <= 20;
        if shape.is_round || !shape.text.is_empty() || !is_whole(shape.width) || !is_whole(shape.height) {
            return Vec::new();
        }
        self.covered(shape).unwrap_or_default()
    }

    /// Finds the shapes that shade a single cell.
    pub(super) fn find_shades(&mut self) {
        for (number, shape) in self.drawing.shapes.iter().enumerate() {
            if let [cell] = self.shade(shape)[..] {
                self.shades_at.entry(cell).or_default().push(number);
            }
        }
    }

    /// Returns whether a cell is shaded.
    pub(super) fn is_shaded(&self, cell: usize) -> bool {
        self.shades_at.contains_key(&cell)
    }

    /// Marks the shades of a cell as read.
    pub(super) fn shaded_read(&mut self, cell: usize) {
        // Once is enough.
        for number in self.shades_at.get_mut(&cell).map(std::mem::take).unwrap_or_default() {
            self.is_shape_read[number] = true;
        }
    }

    /// Reads shaded cells as windows, extra regions or clones.
    fn shaded(&mut self) {
        let mut colours: BTreeMap<[u8; 4], (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        for number in 0..self.drawing.shapes.len() {
            let shape = &self.drawing.shapes[number];
            let Some(fill) = shape.fill.filter(|fill| fill.hue() != Hue::Transparent) else { continue };
            let cells = self.shade(shape);
            if !self.is_shape_read[number] && !cells.is_empty() {
                let (all, shapes) = colours.entry([fill.red, fill.green, fill.blue, fill.alpha]).or_default();
                all.extend(cells);
                shapes.push(number);
            }
        }
        for (_, (mut cells, shapes)) in colours {
            cells.sort_unstable();
            cells.dedup();
            let is_read = self.windows(&cells) || self.clones(&cells) || self.extra_regions(&cells);
            for number in shapes {
                self.is_shape_read[number] |= is_read;
            }
        }
    }

    fn windows(&mut self, cells: &[usize]) -> bool {
        let groups = windows(&self.shape);
        let mut all = groups.concat();
        all.sort_unstable();
        if all.is_empty()
            || all != cells
            || !(self.text.is_empty() || self.text.has(Topic::Windows) || self.text.has(Topic::ExtraRegion))
        {
            return false;
        }
        let place = self.drawing.name(cells[0]);
        self.notes.guess(["shading", "shadings"], ["the windows of a windoku", "windows of windokus"], place);
        self.add(Constraint::Global(Global::Windows(groups)));
        true
    }

    /// Returns the connected parts of a set of cells.
    fn parts(&self, cells: &[usize]) -> Vec<Vec<usize>> {
        let mut parts: Vec<Vec<usize>> = Vec::new();
        for cell in cells {
            let touches = |part: &Vec<usize>| {
                part.iter().any(|other| {
                    let ((row, column), (down, right)) = (self.shape.place(*cell), self.shape.place(*other));
                    row.abs_diff(down) + column.abs_diff(right) == 1
                })
            };
            let (joined, rest): (Vec<_>, Vec<_>) = parts.into_iter().partition(touches);
            parts = rest;
            let mut part = joined.concat();
            part.push(*cell);
            part.sort_unstable();
            parts.push(part);
        }
        parts.sort_unstable();
        parts
    }

    fn clones(&mut self, cells: &[usize]) -> bool {
        if !self.text.has(Topic::Clone) {
            return false;
        }
        let parts = self.parts(cells);
        let form = |part: &Vec<usize>| -> Vec<(isize, isize)> {
            let (row, column) = self.shape.place(part[0]);
            part.iter()
                .map(|cell| self.shape.place(*cell))
                .map(|(down, right)| {
                    (down.cast_signed() - row.cast_signed(), right.cast_signed() - column.cast_signed())
                })
                .collect()
        };
        if parts.len() < 2 || parts.iter().any(|part| form(part) != form(&parts[0])) {
            return false;
        }
        let place = self.drawing.name(parts[0][0]);
        self.notes.guess(["set of shaded areas", "sets of shaded areas"], ["clones", "clones"], place);
        self.add(Constraint::Sets(Sets::Clone, parts));
        true
    }

    fn extra_regions(&mut self, cells: &[usize]) -> bool {
        if !self.text.has(Topic::ExtraRegion) {
            return false;
        }
        for part in self.parts(cells).into_iter().filter(|part| part.len() > 1) {
            let place = self.drawing.name(part[0]);
            let is_caged = self
                .constraints
                .iter()
                .any(|one| matches!(one, Constraint::Cage(Cage::AllDifferent, other) if same(other, &part)));
            if !is_caged {
                self.notes.guess(
                    ["shaded area", "shaded areas"],
                    ["an extra region", "extra regions"],
                    place,
                );
                self.add(Constraint::Cage(Cage::AllDifferent, part));
            }
        }
        true
    }
}

/// Returns whether two lists have the same cells.
fn same(one: &[usize], other: &[usize]) -> bool {
    one.len() == other.len() && one.iter().all(|cell| other.contains(cell))
}

/// Returns whether a shape is invisible.
fn is_invisible(shape: &Shape) -> bool {
    let is_clear = |colour: Option<crate::drawing::colour::Colour>| {
        colour.is_none_or(|colour| matches!(colour.hue(), Hue::Transparent))
    };
    shape.text.is_empty() && is_clear(shape.fill) && is_clear(shape.border)
}

/// Returns whether the second cell is the smaller one, or `None` if the text is not an inequality
/// sign.
fn inequality(text: &str, angle: i32, is_vertical: bool) -> Option<bool> {
    // The direction of the tip in quarter turns, clockwise from the left.
    let tip = match text {
        "<" | "\u{2039}" | "\u{3008}" => 0,
        "^" | "\u{2227}" | "\u{2303}" | "\u{fe3f}" => 1,
        ">" | "\u{203a}" | "\u{3009}" => 2,
        "\u{2228}" | "\u{2304}" | "\u{fe40}" => 3,
        // A lower-case v is a letter of XV unless it is drawn as an inequality sign.
        _ => return None,
    };
    let tip = (tip + (angle + 45).div_euclid(90)).rem_euclid(4);
    match (tip, is_vertical) {
        (0, false) | (1, true) => Some(false),
        (2, false) | (3, true) => Some(true),
        _ => None,
    }
}
