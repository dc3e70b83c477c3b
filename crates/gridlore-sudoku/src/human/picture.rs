//! A step as a drawing: the candidates before it, what it rests on, and what it takes away or places. Nothing is told by colour alone: what goes is crossed out,
//! what is on is full and what is off is a ring, strong links are solid and weak ones dashed.

use super::{Candidate, CellSet, Node, Shape, State, Step, notation};
use crate::geometry::House;
use std::fmt::Write;

/// Side of a cell in the picture, in its own units.
const SIDE: usize = 60;

/// Where a picture is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// By itself, on white paper.
    Alone,
    /// On a page that has the colours as custom properties, light or dark.
    Page,
}

/// The colours by their names, with what they are on white paper.
#[derive(Clone, Copy)]
enum Ink {
    Sheet,
    Rule,
    Border,
    Given,
    Placed,
    Note,
    Cell,
    House,
    Pattern,
    Gone,
    Warning,
    On,
    Other,
    Goal,
    Set,
}

impl Look {
    const fn colour(self, ink: Ink) -> &'static str {
        let (page, alone) = match ink {
            Ink::Sheet => ("var(--sheet)", "#ffffff"),
            Ink::Rule => ("var(--rule)", "#d9d6cc"),
            Ink::Border => ("var(--rule-strong)", "#3a3c42"),
            Ink::Given => ("var(--given)", "#1c1d21"),
            Ink::Placed => ("var(--placed)", "#0b5d7a"),
            Ink::Note => ("var(--note)", "#5a5d65"),
            Ink::Cell => ("var(--look)", "#e3f0f4"),
            Ink::House => ("var(--peer)", "#f3f1e8"),
            Ink::Pattern => ("var(--same)", "#d6e8f5"),
            Ink::Gone => ("var(--clash)", "#fbe0d5"),
            Ink::Warning => ("var(--clash-ink)", "#a83700"),
            Ink::On => ("var(--mark-1)", "#0072b2"),
            Ink::Other => ("var(--mark-5)", "#e69f00"),
            Ink::Goal => ("var(--mark-3)", "#009e73"),
            Ink::Set => ("var(--mark-4)", "#a4508b"),
        };
        match self {
            Self::Alone => alone,
            Self::Page => page,
        }
    }
}

/// What a candidate is in a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Nothing,
    Pattern,
    Fin,
    On,
    Off,
    /// Of one colour or of the other.
    Coloured(bool),
    Gone,
    Placed,
}

fn part(state: &State<'_>, step: &Step, candidate: Candidate) -> Part {
    let (cell, digit) = (candidate.cell(), candidate.digit());
    let node = |is_on: bool| {
        let is_it = |node: &Node| node.digit == digit && node.cells.contains(cell) && node.is_on == is_on;
        step.chains.iter().flatten().any(is_it)
    };
    let colour = step.colours.iter().position(|cells| cells.contains(cell) && step.digits.contains(digit));
    if step.placements.contains(&candidate) {
        Part::Placed
    } else if step.eliminations.contains(&candidate) {
        Part::Gone
    } else if node(true) {
        Part::On
    } else if node(false) {
        Part::Off
    } else if let Some(colour) = colour {
        Part::Coloured(colour % 2 == 1)
    } else if step.fins.contains(cell) && step.digits.contains(digit) {
        Part::Fin
    } else if step.cells.contains(cell) && (step.digits.contains(digit) || state.candidates(cell).len() == 1)
    {
        Part::Pattern
    } else {
        Part::Nothing
    }
}

/// The picture of a step, as SVG with a title for screen readers: no scripts, no style sheet.
#[must_use]
pub fn svg(state: &State<'_>, step: &Step, look: Look) -> String {
    let shape = state.shape();
    let whole = shape.side() * SIDE;
    let title = notation::line(shape, step).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-3 -3 {0} {0}\" role=\"img\" font-family=\"system-ui, sans-serif\" text-anchor=\"middle\"><title>{title}</title><rect width=\"{whole}\" height=\"{whole}\" fill=\"{1}\"/>",
        whole + 6,
        look.colour(Ink::Sheet),
    );
    let houses = step
        .houses
        .iter()
        .chain(&step.covers)
        .fold(CellSet::EMPTY, |cells, &house| cells | shape.houses()[house]);
    for (cells, ink) in [(houses - step.cells, Ink::House), (step.cells | step.fins, Ink::Cell)] {
        for cell in cells {
            let (x, y) = corner(shape, cell);
            let _ = write!(
                text,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{}\"/>",
                look.colour(ink)
            );
        }
    }
    borders(&mut text, shape, look);
    let inner = SIDE - 6;
    for set in &step.sets {
        for cell in set.cells {
            let (x, y) = corner(shape, cell);
            let _ = write!(
                text,
                "<rect x=\"{}\" y=\"{}\" width=\"{inner}\" height=\"{inner}\" rx=\"6\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>",
                x + 3,
                y + 3,
                look.colour(Ink::Set),
            );
        }
    }
    // Candidates lie over the links.
    for chain in &step.chains {
        links(&mut text, shape, chain, look);
    }
    for cell in 0..shape.size() {
        cell_svg(&mut text, state, step, cell, look);
    }
    text += "</svg>";
    text
}

/// The top left corner of a cell.
fn corner(shape: &Shape, cell: usize) -> (usize, usize) {
    (shape.column(cell) * SIDE, shape.row(cell) * SIDE)
}

/// The middle of a candidate, in the picture's units.
fn middle(shape: &Shape, candidate: Candidate) -> (f64, f64) {
    let across = (1..).find(|across| across * across >= shape.side()).unwrap_or(1);
    let place = candidate.digit() - 1;
    let (x, y) = corner(shape, candidate.cell());
    let at = |start: usize, index: usize| {
        #[expect(clippy::cast_precision_loss, reason = "pictures are small")]
        let place = (2 * index + 1) as f64 / (2 * across) as f64 * (SIDE - 4) as f64 + (start + 2) as f64;
        place
    };
    (at(x, place % across), at(y, place / across))
}

/// Thin lines between cells, thick ones between boxes or regions.
fn borders(text: &mut String, shape: &Shape, look: Look) {
    let side = shape.side();
    let region = |cell: usize| {
        let of_cell = shape.houses_of(cell).iter().copied();
        of_cell.clone().find(|&house| matches!(shape.name(house), House::Box(_) | House::Region(_)))
    };
    for is_thick in [false, true] {
        let mut path = String::new();
        for cell in 0..shape.size() {
            let (x, y) = corner(shape, cell);
            let differs = |other: usize| (region(cell) != region(other)) == is_thick;
            if shape.column(cell) + 1 < side && differs(cell + 1) {
                let _ = write!(path, "M{} {y}v{SIDE}", x + SIDE);
            }
            if shape.row(cell) + 1 < side && differs(cell + side) {
                let _ = write!(path, "M{x} {}h{SIDE}", y + SIDE);
            }
        }
        let (ink, width) = if is_thick { (Ink::Border, 2) } else { (Ink::Rule, 1) };
        let _ = write!(
            text,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\"/>",
            look.colour(ink)
        );
    }
    let _ = write!(
        text,
        "<rect width=\"{0}\" height=\"{0}\" rx=\"3\" fill=\"none\" stroke=\"{1}\" stroke-width=\"4\"/>",
        side * SIDE,
        look.colour(Ink::Border)
    );
}

fn cell_svg(text: &mut String, state: &State<'_>, step: &Step, cell: usize, look: Look) {
    let shape = state.shape();
    if state.value(cell) != 0 {
        let (x, y) = corner(shape, cell);
        let (ink, weight) =
            if state.givens().contains(cell) { (Ink::Given, 600) } else { (Ink::Placed, 400) };
        let _ = write!(
            text,
            "<text x=\"{}\" y=\"{}\" font-size=\"34\" font-weight=\"{weight}\" fill=\"{}\">{}</text>",
            x + SIDE / 2,
            y + SIDE / 2 + 12,
            look.colour(ink),
            state.value(cell)
        );
        return;
    }
    for digit in state.candidates(cell).iter() {
        let candidate = Candidate::new(cell, digit);
        let (x, y) = middle(shape, candidate);
        let part = part(state, step, candidate);
        let (fill, ring, ink) = match part {
            Part::Nothing => (None, None, Ink::Note),
            Part::Pattern => (Some(Ink::Pattern), Some(Ink::On), Ink::Given),
            Part::Fin => (Some(Ink::Sheet), Some(Ink::Other), Ink::Given),
            Part::On | Part::Coloured(false) => (Some(Ink::On), None, Ink::Sheet),
            Part::Off => (Some(Ink::Sheet), Some(Ink::On), Ink::Given),
            Part::Coloured(true) => (Some(Ink::Sheet), Some(Ink::Other), Ink::Given),
            Part::Gone => (Some(Ink::Gone), None, Ink::Warning),
            Part::Placed => (Some(Ink::Goal), None, Ink::Sheet),
        };
        if fill.is_some() || ring.is_some() {
            let paint = |ink: Option<Ink>| ink.map_or("none", |ink| look.colour(ink));
            let _ = write!(
                text,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"9\" fill=\"{}\" stroke=\"{}\" stroke-width=\"1.6\"/>",
                paint(fill),
                paint(ring)
            );
        }
        let weight = if part == Part::Nothing { 400 } else { 600 };
        let _ = write!(
            text,
            "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"14\" font-weight=\"{weight}\" fill=\"{}\">{digit}</text>",
            y + 5.0,
            look.colour(ink)
        );
        if part == Part::Gone {
            let _ = write!(
                text,
                "<path d=\"M{:.1} {:.1}l15 -15\" stroke=\"{}\" stroke-width=\"2\"/>",
                x - 7.5,
                y + 7.5,
                look.colour(Ink::Warning)
            );
        }
    }
}

/// The links of a chain, slightly bent so that those along a line stay apart.
fn links(text: &mut String, shape: &Shape, chain: &[Node], look: Look) {
    for pair in chain.windows(2) {
        let [from, to] = pair else { continue };
        let Some((start, end)) = nearest(shape, from, to) else { continue };
        let (dx, dy) = (end.0 - start.0, end.1 - start.1);
        let length = dx.hypot(dy);
        // From rim to rim.
        if length <= 20.0 {
            continue;
        }
        let (ux, uy) = (dx / length, dy / length);
        let (x, y) = (ux.mul_add(10.0, start.0), uy.mul_add(10.0, start.1));
        let (end_x, end_y) = (ux.mul_add(-10.0, end.0), uy.mul_add(-10.0, end.1));
        let bend = (length / 6.0).min(18.0);
        let (middle_x, middle_y) =
            (uy.mul_add(bend, f64::midpoint(x, end_x)), ux.mul_add(-bend, f64::midpoint(y, end_y)));
        let dashes = if !from.is_on && to.is_on { "" } else { " stroke-dasharray=\"5 4\"" };
        let _ = write!(
            text,
            "<path d=\"M{x:.1} {y:.1}Q{middle_x:.1} {middle_y:.1} {end_x:.1} {end_y:.1}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.4\" stroke-linecap=\"round\"{dashes}/>",
            look.colour(Ink::Warning)
        );
    }
}

type Point = (f64, f64);

/// The candidates of two nodes that are nearest to one another.
fn nearest(shape: &Shape, from: &Node, to: &Node) -> Option<(Point, Point)> {
    let points = |node: &Node| -> Vec<Point> {
        node.cells.iter().map(|cell| middle(shape, Candidate::new(cell, node.digit))).collect()
    };
    let (starts, ends) = (points(from), points(to));
    let pairs = starts.iter().flat_map(|&start| ends.iter().map(move |&end| (start, end)));
    let length = |&((x, y), (to_x, to_y)): &(Point, Point)| (to_x - x).hypot(to_y - y);
    pairs.min_by(|one, other| length(one).total_cmp(&length(other)))
}
