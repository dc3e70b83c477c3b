//! Pictures of steps: the puzzle with the candidates before a step, its pattern and its result.
//!
//! Colour is never the only distinction, as in the pictures of other sudokus: candidates that the
//! step removes are crossed out, nodes that are on are discs, nodes that are off are rings, links
//! from "off" to "on" are solid, and other links are dashed.

use super::element::{Element, Fill, Rect};
use super::paint::{Paint, Place};
use super::{Canvas, bounds, caption, number, units, written};
use crate::draw::{Picture, picture_of};
use crate::guess::Reading;
use gridlore_sudoku_variants::explain::{Explainer, Node, Step};
use gridlore_sudoku_variants::{Puzzle, Shape};

/// Maximum number of nodes of a step that are drawn with links: more links would hide the board.
const MAX_DRAWN: usize = 40;

/// Draws a step as a standalone SVG picture: the puzzle with the digits and candidates of the
/// explainer before the step, the cells that the step examines, its chains, and the candidates that
/// it removes or places.
#[cfg(feature = "files")]
#[must_use]
pub fn to_step_svg(puzzle: &Puzzle, before: &Explainer, step: &Step) -> String {
    step_svg(puzzle, &picture_of(puzzle), before, step, Place::File)
}

impl Reading {
    /// Draws a step like [`to_step_svg`], but for a page, like [`Reading::to_page_svg`]. Fog is not
    /// drawn.
    #[must_use]
    pub fn to_step_svg(&self, before: &Explainer, step: &Step) -> String {
        let mut picture = picture_of(&self.puzzle);
        picture.add_unread(self);
        step_svg(&self.puzzle, &picture, before, step, Place::Page)
    }
}

fn step_svg(puzzle: &Puzzle, picture: &Picture, before: &Explainer, step: &Step, place: Place) -> String {
    let mut canvas = Canvas::new(puzzle, &picture.drawing, place, &[]);
    canvas.paints.has_step = true;
    let constraints = step.constraints.iter().filter_map(|at| puzzle.constraints.get(*at));
    let near = constraints.map(|one| one.cells(&puzzle.shape));
    // A constraint on every cell would colour the whole board.
    canvas.tint(near.filter(|cells| cells.len() < puzzle.shape.present().count()).flatten(), "near");
    canvas.tint(step.cells.iter().copied(), "looked");
    canvas.draw_below();
    canvas.frames(&step.cells);
    if step.chains.iter().map(Vec::len).sum::<usize>() <= MAX_DRAWN {
        step.chains.iter().for_each(|chain| canvas.links(chain));
    }
    canvas.digits(&[]);
    canvas.candidates(before, step);
    canvas.draw_marks();
    let title = format!("{} at {}", step.technique.name(), step.place);
    let (text, none) = (step.text.clone(), caption::lines(&[], 0));
    written(&canvas, bounds(&picture.drawing), &title, &[text], &none)
}

/// The role of a candidate in a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Nothing,
    On,
    Off,
    Removed,
    Placed,
}

fn part(shape: &Shape, step: &Step, cell: usize, value: i32) -> Part {
    let set = shape.set_of(value);
    let is_node = |is_on: bool| {
        let mut nodes = step.chains.iter().flatten();
        nodes.any(|node| node.is_on == is_on && node.values & set != 0 && node.cells.contains(&cell))
    };
    if step.placement == Some((cell, value)) {
        Part::Placed
    } else if step.removals.iter().any(|(other, lost)| *other == cell && lost & set != 0) {
        Part::Removed
    } else if is_node(true) {
        Part::On
    } else if is_node(false) {
        Part::Off
    } else {
        Part::Nothing
    }
}

impl Canvas<'_> {
    /// Returns the centre of a cell.
    fn middle(&self, cell: usize) -> (f64, f64) {
        let centre = self.drawing.centre(cell);
        (units(centre.column), units(centre.row))
    }

    /// Colours cells of the grid.
    fn tint(&mut self, cells: impl Iterator<Item = usize>, class: &str) {
        for cell in cells.filter(|cell| *cell < self.grid.cells()) {
            let paint = Fill::Paint(Paint::plain(class));
            let side = f64::from(super::CELL);
            self.elements.push(Element::Rect(Rect::around(self.middle(cell), side, side, paint)));
        }
    }

    /// Outlines cells of the grid, because shading can hide their colour.
    fn frames(&mut self, cells: &[usize]) {
        for cell in cells.iter().copied().filter(|cell| *cell < self.grid.cells()) {
            let paint = Fill::Paint(Paint::plain("outlined"));
            let rect = Rect::around(self.middle(cell), 44.0, 44.0, paint);
            self.elements.push(Element::Rect(Rect { corner: Some(4.0), ..rect }));
        }
    }

    /// Draws the links of a chain, slightly bent to keep links along the same line apart.
    fn links(&mut self, chain: &[Node]) {
        let radius = self.note_size() * 0.66 + 1.0;
        for pair in chain.windows(2) {
            let [first, second] = pair else { continue };
            let Some((from, to)) = self.nearest(first, second) else { continue };
            let (across, down) = (to.0 - from.0, to.1 - from.1);
            let length = (across * across + down * down).sqrt();
            // Links extend from rim to rim.
            if length <= 2.0 * radius {
                continue;
            }
            let (ux, uy) = (across / length, down / length);
            let curve = (length / 6.0).min(14.0);
            let [x, y, bend_x, bend_y, end_x, end_y] = [
                from.0 + ux * radius,
                from.1 + uy * radius,
                (from.0 + to.0) / 2.0 + uy * curve,
                (from.1 + to.1) / 2.0 - ux * curve,
                to.0 - ux * radius,
                to.1 - uy * radius,
            ]
            .map(number);
            let is_dashed = first.is_on || !second.is_on;
            let paint = Paint::plain(if is_dashed { "link weak" } else { "link" });
            let path = format!("M{x} {y}Q{bend_x} {bend_y} {end_x} {end_y}");
            self.elements.push(Element::Path { paint, width: None, path });
        }
    }

    /// Returns the centres of the candidates of two nodes that are closest to each other.
    fn nearest(&self, from: &Node, to: &Node) -> Option<((f64, f64), (f64, f64))> {
        let (mut best, mut least) = (None, f64::INFINITY);
        for start in self.centres(from) {
            for end in self.centres(to) {
                let (across, down) = (end.0 - start.0, end.1 - start.1);
                let length = across * across + down * down;
                if length < least {
                    (best, least) = (Some((start, end)), length);
                }
            }
        }
        best
    }

    /// Returns the centres of the candidates of a node.
    fn centres(&self, node: &Node) -> Vec<(f64, f64)> {
        let cells = node.cells.iter().copied().filter(|cell| *cell < self.grid.cells());
        let values = || (0..self.grid.values).filter(|at| node.values >> at & 1 == 1);
        cells.flat_map(|cell| values().map(move |at| self.note_centre(cell, self.grid.value(at)))).collect()
    }

    /// Draws the placed digits and the candidates, with their roles in the step.
    fn candidates(&mut self, before: &Explainer, step: &Step) {
        let (size, grid) = (self.note_size(), self.grid);
        for cell in grid.present().filter(|cell| self.drawing.givens.iter().all(|(given, _)| given != cell)) {
            let set = before.candidates()[cell];
            if before.is_placed(cell) {
                let value = grid.value(set.trailing_zeros() as usize);
                self.digit("placed", self.drawing.centre(cell), self.size(value), 0.0, value);
                continue;
            }
            for value in (0..grid.values).filter(|at| set >> at & 1 == 1).map(|at| grid.value(at)) {
                let (x, y) = self.note_centre(cell, value);
                let part = part(grid, step, cell, value);
                let (disc, text) = match part {
                    Part::Nothing => ("", "note"),
                    Part::On => ("node on", "on-node"),
                    Part::Off => ("node off", "off-node"),
                    Part::Removed => ("node gone", "on-gone"),
                    Part::Placed => ("node goal", "on-node"),
                };
                if part != Part::Nothing {
                    let paint = Paint::plain(disc);
                    self.elements.push(Element::Circle { paint, x, y, radius: size * 0.66 });
                }
                self.note(text, cell, value);
                if part == Part::Removed {
                    let half = size * 0.55;
                    let [left, top, right, bottom] = [x - half, y - half, x + half, y + half].map(number);
                    let path = format!("M{left} {bottom}L{right} {top}");
                    self.elements.push(Element::Path { paint: Paint::plain("strike"), width: None, path });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;
    use gridlore_sudoku_variants::explain::Technique;

    const BOARD: &str = "size 4x4\n1...\n....\n....\n....\ncage 5: r3c3 r3c4\n";

    fn step(chains: Vec<Vec<Node>>, removals: Vec<(usize, u32)>) -> Step {
        Step {
            technique: Technique::Chain,
            constraints: (0..read(BOARD).unwrap().puzzle.constraints.len()).collect(),
            place: "r2c3".to_owned(),
            cells: vec![6, 7],
            placement: None,
            removals,
            chains,
            text: "If <this>, then that.".to_owned(),
            skeleton: None,
        }
    }

    fn drawn(step: &Step) -> String {
        let reading = read(BOARD).unwrap();
        reading.to_step_svg(&Explainer::new(&reading.puzzle), step)
    }

    #[test]
    fn a_chain_is_drawn_with_discs_rings_and_links() {
        let node = |cell: usize, values: u32, is_on: bool| Node { cells: vec![cell], values, is_on };
        let chain = vec![node(7, 0b0010, true), node(6, 0b0010, false), node(6, 0b0100, true)];
        let svg = drawn(&step(vec![chain], vec![(10, 0b1001)]));
        let count = |part: &str| svg.matches(part).count();
        assert_eq!(count("class=\"node on\""), 2);
        assert_eq!(count("class=\"node off\""), 1);
        assert_eq!(count("class=\"link weak\""), 1, "on to off");
        assert_eq!(count("class=\"link\""), 1, "off to on");
        assert_eq!(count("class=\"strike\""), 2);
        assert_eq!(count("class=\"looked\""), 2);
        assert_eq!(count("class=\"near\""), 3, "the cells of the given and of the cage");
        assert!(svg.contains("<desc>If &lt;this&gt;, then that.</desc>"), "{svg}");
    }

    #[test]
    fn every_candidate_of_the_position_is_in_the_picture() {
        let reading = read(BOARD).unwrap();
        let explainer = Explainer::new(&reading.puzzle);
        let svg = reading.to_step_svg(&explainer, &step(Vec::new(), Vec::new()));
        let notes: u32 = (1..16).map(|cell| explainer.candidates()[cell].count_ones()).sum();
        assert_eq!(svg.matches("class=\"note\"").count(), notes as usize);
        assert_eq!(svg.matches("class=\"given\"").count(), 1);
    }

    #[test]
    fn large_nets_are_drawn_without_links() {
        let nodes = (0..41).map(|at| Node { cells: vec![at % 16], values: 1, is_on: true });
        assert!(!drawn(&step(vec![nodes.collect()], Vec::new())).contains("class=\"link"));
    }
}
