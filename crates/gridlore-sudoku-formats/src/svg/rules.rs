//! The rules of a puzzle in words, each with a picture of one constraint.

use super::paint::Place;
use super::{CELL, Canvas, caption, written};
use crate::draw::{FOG, Picture, picture_of};
use crate::drawing::{Drawing, Point, UNIT};
use crate::fog;
use crate::guess::Reading;
use gridlore_sudoku_variants::Puzzle;

/// Minimum and maximum side of a picture, in hundredths of a cell.
const SIDES: [i32; 2] = [2 * UNIT, 3 * UNIT];

/// A rule in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// One or more sentences, or the name of a kind of constraint.
    pub text: String,
    /// An SVG picture of one constraint, or its beginning, with the classes of
    /// [`Reading::to_page_svg`]. `None` if the rule is not drawn.
    pub picture: Option<String>,
}

impl Reading {
    /// Returns the rules: those of the setter, or a sentence for each kind of constraint. A
    /// setter's words do not show which constraint they describe, so they are followed by the names
    /// of the kinds that are drawn. At most 24 rules have pictures; in fog, none has.
    ///
    /// ```
    /// let reading = gridlore_sudoku_formats::read("size 4x4\ncage 3: r1c1 r1c2")?;
    /// let rules = reading.rules();
    /// assert_eq!(rules[0].text, "Normal sudoku rules apply.");
    /// assert!(rules[0].picture.is_none() && rules[1].picture.is_some());
    /// # Ok::<(), gridlore_core::ParseError>(())
    /// ```
    #[must_use]
    pub fn rules(&self) -> Vec<Rule> {
        let mut picture = picture_of(&self.puzzle);
        if self.fog.is_some() {
            picture.examples.clear();
            picture.caption.retain(|sentence| !fog::names_cells(sentence));
            picture.caption.push(FOG.to_owned());
        }
        let examples = &picture.examples;
        let drawn = |example: &Drawing| Some(drawn(&self.puzzle, example));
        let with_example = |text: String| {
            let example = examples.iter().find(|example| example.sentence == text);
            Rule { picture: example.and_then(|example| drawn(&example.drawing)), text }
        };
        let mut rules: Vec<Rule> = sentences(self, &picture).into_iter().map(with_example).collect();
        if !self.rules.trim().is_empty() {
            for example in examples {
                let text = capitalised(example.kind);
                if rules.iter().all(|rule| rule.text != example.sentence && rule.text != text) {
                    rules.push(Rule { text, picture: drawn(&example.drawing) });
                }
            }
        }
        rules
    }
}

/// Returns the sentences of the setter with those that explain this drawing, or all rules if the
/// setter wrote none.
pub(super) fn sentences(reading: &Reading, picture: &Picture) -> Vec<String> {
    let lines = reading.rules.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut rules: Vec<String> = lines.map(str::to_owned).collect();
    if rules.is_empty() {
        return picture.rules();
    }
    rules.extend(picture.legend.iter().cloned());
    rules
}

/// Returns the name of a kind, which is ASCII, with a capital letter.
fn capitalised(name: &str) -> String {
    let (first, rest) = name.split_at(name.len().min(1));
    first.to_ascii_uppercase() + rest
}

fn drawn(puzzle: &Puzzle, example: &Drawing) -> String {
    let mut canvas = Canvas::new(puzzle, example, Place::Page, &[]);
    canvas.draw(&[]);
    written(&canvas, window(example), "", &[], &caption::lines(&[], 1))
}

/// Returns the left, top, right and bottom of a square around the parts of a drawing, or around the
/// first of them if they are far apart, in units of the picture.
fn window(drawing: &Drawing) -> [i32; 4] {
    // The left, top, right and bottom of the cells that each part touches, in hundredths.
    let around = |Point { row, column }: Point, width: i32, height: i32| {
        let down = |place: i32| place.div_euclid(UNIT) * UNIT;
        let up = |place: i32| -down(-place);
        [down(column - width / 2), down(row - height / 2), up(column + width / 2), up(row + height / 2)]
    };
    let shapes = drawing.shapes.iter().map(|shape| around(shape.centre, shape.width, shape.height));
    let lines = drawing.lines.iter().flat_map(|line| line.points.iter().map(|point| around(*point, 2, 2)));
    let cages = drawing.cages.iter().flat_map(|cage| &cage.cells);
    let cages = cages.map(|cell| around(drawing.centre(*cell), UNIT, UNIT));
    let mut parts = shapes.chain(lines).chain(cages);
    let first = parts.next().unwrap_or([0, 0, UNIT, UNIT]);
    let whole = parts.fold(first, |[left, top, right, bottom], part| {
        [left.min(part[0]), top.min(part[1]), right.max(part[2]), bottom.max(part[3])]
    });
    let side = (whole[2] - whole[0]).max(whole[3] - whole[1]).clamp(SIDES[0], SIDES[1]);
    let start = |axis: usize| {
        let (from, to) = (whole[axis], whole[axis + 2]);
        if to - from <= side { (from + to - side) / 2 } else { (first[axis] - UNIT).clamp(from, to - side) }
    };
    let (left, top) = (start(0), start(1));
    [left, top, left + side, top + side].map(|hundredths| hundredths * CELL / UNIT)
}
