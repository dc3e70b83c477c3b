//! Drawings of steps, as figures for any renderer: the candidates before the step, its pattern, and
//! its result. Colour is never the only distinction: eliminations are crossed out, nodes that are
//! on are discs, nodes that are off are rings, strong links are solid, and weak links are dashed.

use crate::{Candidate, CellSet, Node, Shape, State, Step};
use gridlore_sudoku_geometry::House;

/// Side of a cell, in units of the picture.
pub const SIDE: usize = 60;

/// Maximum size of a net that is drawn with links: more links would hide the board.
const MAX_DRAWN: usize = 40;

/// A point in the picture: units from the left and from the top.
pub type Point = (f64, f64);

/// Colours, named by their use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// The background.
    Sheet,
    /// Thin lines.
    Rule,
    /// Thick lines.
    Border,
    /// Givens, and highlighted candidates.
    Given,
    /// Placed digits.
    Placed,
    /// Candidates.
    Note,
    /// Background of the pattern's cells.
    Cell,
    /// Background of the pattern's houses.
    House,
    /// Background of the pattern's candidates.
    Pattern,
    /// Background of eliminations.
    Gone,
    /// Eliminations, and links.
    Warning,
    /// Nodes that are on, and the first colour.
    On,
    /// The second colour, and fins.
    Other,
    /// Placements.
    Goal,
    /// Outlines around almost locked sets.
    Set,
}

impl Ink {
    /// Returns the colour on white paper, as `#rrggbb`.
    #[must_use]
    pub const fn on_paper(self) -> &'static str {
        match self {
            Self::Sheet => "#ffffff",
            Self::Rule => "#d9d6cc",
            Self::Border => "#3a3c42",
            Self::Given => "#1c1d21",
            Self::Placed => "#0b5d7a",
            Self::Note => "#5a5d65",
            Self::Cell => "#e3f0f4",
            Self::House => "#f3f1e8",
            Self::Pattern => "#d6e8f5",
            Self::Gone => "#fbe0d5",
            Self::Warning => "#a83700",
            Self::On => "#0072b2",
            Self::Other => "#e69f00",
            Self::Goal => "#009e73",
            Self::Set => "#a4508b",
        }
    }
}

/// A figure of a drawing. Later figures are drawn over earlier ones.
#[derive(Debug, Clone, PartialEq)]
pub enum Figure {
    /// A filled rectangle.
    Patch {
        /// Top left corner.
        at: Point,
        /// Width and height.
        size: Point,
        /// Fill colour.
        fill: Ink,
    },
    /// The outline of a rectangle with rounded corners.
    Frame {
        /// Top left corner.
        at: Point,
        /// Width and height.
        size: Point,
        /// Radius of the corners.
        round: f64,
        /// Colour and width of the outline.
        stroke: (Ink, f64),
    },
    /// Straight lines.
    Lines {
        /// Both ends of each line.
        ends: Vec<(Point, Point)>,
        /// Colour and width.
        stroke: (Ink, f64),
    },
    /// A circle around a candidate.
    Circle {
        /// Centre.
        at: Point,
        /// Radius.
        radius: f64,
        /// Fill colour.
        fill: Option<Ink>,
        /// Colour and width of the outline.
        stroke: Option<(Ink, f64)>,
    },
    /// A link, as a quadratic curve.
    Link {
        /// Start.
        from: Point,
        /// Control point.
        bend: Point,
        /// End.
        to: Point,
        /// Colour and width.
        stroke: (Ink, f64),
        /// Whether the line is dashed, which means a weak link.
        is_dashed: bool,
    },
    /// A digit.
    Digit {
        /// The digit in the board's symbols.
        sign: String,
        /// Centre.
        at: Point,
        /// Font size.
        size: usize,
        /// Whether it is bold.
        is_bold: bool,
        /// Colour.
        ink: Ink,
    },
}

/// The role of a candidate in a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Nothing,
    Pattern,
    Fin,
    On,
    Off,
    /// Has the first colour (`false`) or the second (`true`).
    Coloured(bool),
    Gone,
    Placed,
}

fn part(state: &State<'_>, step: &Step, candidate: Candidate) -> Part {
    let (cell, digit) = (candidate.cell(), candidate.digit());
    let node = |is_on: bool| {
        let is_it = |node: &Node| node.digit == digit && node.cells.contains(cell) && node.is_on == is_on;
        step.nodes().any(is_it)
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

/// Returns the figures of a step, on a square sheet of [`SIDE`] times the board's side.
#[must_use]
pub fn figures(state: &State<'_>, step: &Step) -> Vec<Figure> {
    let shape = state.shape();
    let mut figures = Vec::new();
    let houses = step
        .houses
        .iter()
        .chain(&step.covers)
        .fold(CellSet::EMPTY, |cells, &house| cells | shape.houses()[house]);
    for (cells, fill) in [(houses - step.cells, Ink::House), (step.cells | step.fins, Ink::Cell)] {
        figures.extend(cells.iter().map(|cell| Figure::Patch {
            at: point(corner(shape, cell)),
            size: point((SIDE, SIDE)),
            fill,
        }));
    }
    borders(&mut figures, shape);
    for cell in step.sets.iter().flat_map(|set| set.cells) {
        let (x, y) = corner(shape, cell);
        let (at, size) = (point((x + 3, y + 3)), point((SIDE - 6, SIDE - 6)));
        figures.push(Figure::Frame { at, size, round: 6.0, stroke: (Ink::Set, 2.0) });
    }
    // Candidates are drawn over the links.
    step.chains.iter().for_each(|chain| links(&mut figures, shape, chain));
    for net in step.nets.iter().filter(|net| net.size() <= MAX_DRAWN) {
        for consequence in &net.consequences {
            for &from in &consequence.from {
                links(&mut figures, shape, &[net.consequences[from].node, consequence.node]);
            }
        }
    }
    (0..shape.size()).for_each(|cell| cell_figures(&mut figures, state, step, cell));
    figures
}

#[expect(clippy::cast_precision_loss, reason = "pictures are small")]
const fn point((x, y): (usize, usize)) -> Point {
    (x as f64, y as f64)
}

/// Returns the top left corner of a cell.
fn corner(shape: &Shape, cell: usize) -> (usize, usize) {
    (shape.column(cell) * SIDE, shape.row(cell) * SIDE)
}

/// Returns the centre of a candidate.
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

/// Draws thin lines between cells, and thick lines between boxes or regions.
fn borders(figures: &mut Vec<Figure>, shape: &Shape) {
    let side = shape.side();
    let region = |cell: usize| {
        let of_cell = shape.houses_of(cell).iter().copied();
        of_cell.clone().find(|&house| matches!(shape.name(house), House::Box(_) | House::Region(_)))
    };
    for (is_thick, stroke) in [(false, (Ink::Rule, 1.0)), (true, (Ink::Border, 2.0))] {
        let mut ends = Vec::new();
        for cell in 0..shape.size() {
            let (x, y) = corner(shape, cell);
            let differs = |other: usize| (region(cell) != region(other)) == is_thick;
            let far = point((x + SIDE, y + SIDE));
            if shape.column(cell) + 1 < side && differs(cell + 1) {
                ends.push((point((x + SIDE, y)), far));
            }
            if shape.row(cell) + 1 < side && differs(cell + side) {
                ends.push((point((x, y + SIDE)), far));
            }
        }
        figures.push(Figure::Lines { ends, stroke });
    }
    let size = point((side * SIDE, side * SIDE));
    figures.push(Figure::Frame { at: (0.0, 0.0), size, round: 3.0, stroke: (Ink::Border, 4.0) });
}

fn cell_figures(figures: &mut Vec<Figure>, state: &State<'_>, step: &Step, cell: usize) {
    let shape = state.shape();
    if state.value(cell) != 0 {
        let (x, y) = corner(shape, cell);
        let is_bold = state.givens().contains(cell);
        let ink = if is_bold { Ink::Given } else { Ink::Placed };
        let at = point((x + SIDE / 2, y + SIDE / 2));
        figures.push(Figure::Digit { sign: shape.sign(state.value(cell)), at, size: 34, is_bold, ink });
        return;
    }
    // A cell has more than three candidates in a row.
    let is_crowded = shape.side() > 9;
    for digit in state.candidates(cell).iter() {
        let candidate = Candidate::new(cell, digit);
        let at = middle(shape, candidate);
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
            let stroke = ring.map(|ring| (ring, 1.6));
            figures.push(Figure::Circle { at, radius: if is_crowded { 7.0 } else { 9.0 }, fill, stroke });
        }
        let size = if is_crowded { 11 } else { 14 };
        figures.push(Figure::Digit {
            sign: shape.sign(digit),
            at,
            size,
            is_bold: part != Part::Nothing,
            ink,
        });
        if part == Part::Gone {
            let half = if is_crowded { 6.0 } else { 7.5 };
            let ends = vec![((at.0 - half, at.1 + half), (at.0 + half, at.1 - half))];
            figures.push(Figure::Lines { ends, stroke: (Ink::Warning, 2.0) });
        }
    }
}

/// Draws the links of a chain, slightly bent to keep links along the same line apart.
fn links(figures: &mut Vec<Figure>, shape: &Shape, chain: &[Node]) {
    for pair in chain.windows(2) {
        let [first, second] = pair else { continue };
        let Some((start, end)) = nearest(shape, first, second) else { continue };
        let (dx, dy) = (end.0 - start.0, end.1 - start.1);
        let length = dx.hypot(dy);
        // Links extend from rim to rim.
        if length <= 20.0 {
            continue;
        }
        let (ux, uy) = (dx / length, dy / length);
        let from = (ux.mul_add(10.0, start.0), uy.mul_add(10.0, start.1));
        let to = (ux.mul_add(-10.0, end.0), uy.mul_add(-10.0, end.1));
        let curve = (length / 6.0).min(18.0);
        let bend =
            (uy.mul_add(curve, f64::midpoint(from.0, to.0)), ux.mul_add(-curve, f64::midpoint(from.1, to.1)));
        let is_dashed = first.is_on || !second.is_on;
        figures.push(Figure::Link { from, bend, to, stroke: (Ink::Warning, 2.4), is_dashed });
    }
}

/// Returns the centres of the two nodes' candidates that are closest to each other.
fn nearest(shape: &Shape, from: &Node, to: &Node) -> Option<(Point, Point)> {
    let points = |node: &Node| -> Vec<Point> {
        node.cells.iter().map(|cell| middle(shape, Candidate::new(cell, node.digit))).collect()
    };
    let (starts, ends) = (points(from), points(to));
    let pairs = starts.iter().flat_map(|&start| ends.iter().map(move |&end| (start, end)));
    let length = |&((x, y), (to_x, to_y)): &(Point, Point)| (to_x - x).hypot(to_y - y);
    pairs.min_by(|one, other| length(one).total_cmp(&length(other)))
}
