//! Patterns as data, and their generations by definition, cell by cell.

use super::rule::Rule;
use super::shape::{Place, Shape};
use gridlore_core::Rng;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// States that differ from that of empty space, by position.
pub(crate) type Cells = BTreeMap<Place, u8>;

/// Maximum number of neighbours read per generation.
const MAX_WORK: i64 = 400_000;

/// A pattern, its rule and its world.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern {
    pub(crate) rule: Rule,
    pub(crate) shape: Shape,
    pub(crate) cells: Cells,
}

/// A rectangle of the world, row by row, and the state of the surrounding space.
struct Field {
    from: Place,
    /// The number of columns and rows.
    sides: (i64, i64),
    states: Vec<u8>,
    space: u8,
}

impl Field {
    fn at(&self, (x, y): Place) -> u8 {
        let (x, y) = (x - self.from.0, y - self.from.1);
        let is_within = (0..self.sides.0).contains(&x) && (0..self.sides.1).contains(&y);
        let index = usize::try_from(y * self.sides.0 + x).ok().filter(|_| is_within);
        index.map_or(self.space, |index| self.states[index])
    }

    fn places(&self) -> impl Iterator<Item = Place> {
        let ((x, y), (width, height)) = (self.from, self.sides);
        (y..y + height).flat_map(move |y| (x..x + width).map(move |x| (x, y)))
    }
}

impl Pattern {
    /// Returns the cells that differ from the surrounding space after some generations; `None` if
    /// that takes too long or the rule is ambiguous.
    /// Under some rules, empty space comes to life. If space then stays alive, the pattern lies in
    /// live space from the start, as in Golly; otherwise space is alive in every other
    /// generation.
    pub(crate) fn after(&self, generations: u64) -> Option<Cells> {
        let around = self.rule.offsets();
        let of_space = |state: u8| self.rule.next(state, &vec![state; around.len()]);
        let is_full = of_space(0)? == 1 && of_space(1)? == 1;
        let mut field = self.field(&self.cells, u8::from(is_full))?;
        for _ in 0..generations {
            let space = of_space(field.space)?;
            let mut cells = Cells::new();
            let mut seen = Vec::with_capacity(around.len());
            for (x, y) in field.places() {
                seen.clear();
                for &(dx, dy) in &around {
                    let place = self.shape.seen((x + dx, y + dy));
                    seen.push(place.map_or(field.space, |place| field.at(place)));
                }
                let state = self.rule.next(field.at((x, y)), &seen)?;
                if state != space {
                    cells.insert((x, y), state ^ space);
                }
            }
            field = self.field(&cells, space)?;
        }
        Some(differing(&field))
    }

    /// Returns the cells in space, with room for the births of the next generation.
    fn field(&self, cells: &Cells, space: u8) -> Option<Field> {
        let (width, height) = self.shape.sides();
        let corner = self.shape.corner();
        let range = self.rule.range();
        let along = |side: i64, corner: i64, of: fn(&Place) -> i64| -> (i64, i64) {
            match (cells.keys().map(of).min(), cells.keys().map(of).max()) {
                _ if side > 0 => (corner, side),
                (Some(min), Some(max)) => (min - range, max - min + 1 + 2 * range),
                _ => (0, 0),
            }
        };
        let ((x, columns), (y, rows)) =
            (along(width, corner.0, |at| at.0), along(height, corner.1, |at| at.1));
        let neighbours = i64::try_from(self.rule.offsets().len()).ok()?;
        if columns.checked_mul(rows)?.checked_mul(neighbours)? > MAX_WORK {
            return None;
        }
        let mut field = Field { from: (x, y), sides: (columns, rows), states: vec![], space };
        let state = |place: Place| cells.get(&place).map_or(space, |state| state ^ space);
        field.states = field.places().map(state).collect();
        Some(field)
    }

    /// Returns a random pattern with a random rule in a random world.
    pub(crate) fn random(rng: &mut Rng) -> Self {
        let rule = Rule::random(rng);
        let shape = Shape::random(rng, rule.range());
        let (width, height) = shape.sides();
        // In worlds without edges, patterns lie anywhere, often across the borders of tiles.
        let far = [0, 0, 56, 60, -68, 4_090, 1 << 20];
        let mut along = |side: i64, corner: i64| -> (i64, i64) {
            match side {
                0 => (far[rng.below(far.len())], 1 + i64::try_from(rng.below(20)).expect("few cells")),
                _ => (corner, side),
            }
        };
        let ((x, columns), (y, rows)) = (along(width, shape.corner().0), along(height, shape.corner().1));
        let density = [2, 2, 3, 4, 8, 16][rng.below(6)];
        let states = usize::from(rule.states());
        let mut cells = Cells::new();
        for y in y..y + rows {
            for x in x..x + columns {
                if rng.below(density) == 0 {
                    let state = if rng.below(2) == 0 { 1 } else { 1 + rng.below(states - 1) };
                    cells.insert((x, y), u8::try_from(state).expect("at most 256 states"));
                }
            }
        }
        Self { rule, shape, cells }
    }

    /// Returns patterns with fewer cells, in a smaller world, or with a simpler rule.
    pub(crate) fn smaller(&self) -> Vec<Self> {
        let mut patterns = Vec::new();
        // Remove groups of cells first, then single cells.
        let all: Vec<Place> = self.cells.keys().copied().collect();
        let mut size = all.len().div_ceil(2);
        while size > 0 {
            for part in all.chunks(size) {
                let mut less = self.clone();
                less.cells.retain(|place, _| !part.contains(place));
                patterns.push(less);
            }
            size = if size == 1 { 0 } else { size.div_ceil(2) };
        }
        patterns
            .extend(self.shape.smaller().into_iter().map(|shape| Self { shape, ..self.clone() }.within()));
        patterns.extend(self.rule.smaller().into_iter().map(|rule| Self { rule, ..self.clone() }.within()));
        if self.cells.values().any(|&state| state > 1) {
            let mut less = self.clone();
            less.cells.values_mut().for_each(|state| *state = 1);
            patterns.push(less);
        }
        // Move the pattern to the centre of the plane.
        if let (Shape::Plane, Some(&(x, y))) = (self.shape, self.cells.keys().next())
            && (x, y) != (0, 0)
        {
            let cells = self.cells.iter().map(|(&(a, b), &state)| ((a - x, b - y), state)).collect();
            patterns.push(Self { cells, ..self.clone() });
        }
        patterns
    }

    /// Removes cells outside the world, and limits states to those of the rule.
    fn within(mut self) -> Self {
        let max_state = self.rule.states() - 1;
        let shape = self.shape;
        self.cells.retain(|&place, _| shape.seen(place) == Some(place));
        for state in self.cells.values_mut() {
            *state = u8::try_from(u16::from(*state).min(max_state)).expect("at most 256 states");
        }
        self
    }

    /// Returns the rule and the world in standard notation.
    pub(crate) fn rule_text(&self) -> String {
        format!("{}{}", self.rule.text(), self.shape.text())
    }

    /// Returns the pattern as RLE, with its position.
    pub(crate) fn rle(&self) -> String {
        let (from, sides) = bounds(&self.cells);
        let mut text = format!(
            "#CXRLE Pos={},{}\nx = {}, y = {}, rule = {}\n",
            from.0,
            from.1,
            sides.0,
            sides.1,
            self.rule_text()
        );
        let mut column = 0;
        let (mut x, mut y) = from;
        let mut push = |count: i64, sign: &str| {
            if count > 0 {
                let _ = if count == 1 { write!(text, "{sign}") } else { write!(text, "{count}{sign}") };
                column += 1;
                if column % 20 == 0 {
                    text.push('\n');
                }
            }
        };
        for (&(to_x, to_y), &state) in &self.by_rows() {
            if to_x > y {
                push(to_x - y, "$");
                (x, y) = (from.0, to_x);
            }
            push(to_y - x, if self.rule.states() == 2 { "b" } else { "." });
            push(1, &sign(state, self.rule.states() == 2));
            x = to_y + 1;
        }
        text + "!\n"
    }

    /// Returns the cells by row and column.
    fn by_rows(&self) -> Cells {
        self.cells.iter().map(|(&(x, y), &state)| ((y, x), state)).collect()
    }
}

/// Returns the cells of a field that differ from space.
fn differing(field: &Field) -> Cells {
    let places = field.places().filter(|&place| field.at(place) != field.space);
    places.map(|place| (place, field.at(place) ^ field.space)).collect()
}

/// Returns the north-western corner of all cells, and the numbers of columns and rows that they
/// span.
pub(crate) fn bounds(cells: &Cells) -> (Place, Place) {
    let columns = || cells.keys().map(|at| at.0);
    let rows = || cells.keys().map(|at| at.1);
    match (columns().min(), columns().max(), rows().min(), rows().max()) {
        (Some(west), Some(east), Some(north), Some(south)) => {
            ((west, north), (east - west + 1, south - north + 1))
        }
        _ => ((0, 0), (0, 0)),
    }
}

/// Moves the cells so that their north-western corner is (0, 0).
pub(crate) fn moved_home(cells: &Cells) -> Cells {
    let ((west, north), _) = bounds(cells);
    cells.iter().map(|(&(x, y), &state)| ((x - west, y - north), state)).collect()
}

/// Returns the symbol of a state other than 0.
pub(super) fn sign(state: u8, has_two_states: bool) -> String {
    if has_two_states {
        return "o".to_owned();
    }
    let (group, letter) = ((state - 1) / 24, char::from(b'A' + (state - 1) % 24));
    let prefix = (group > 0).then(|| char::from(b'p' + group - 1));
    prefix.into_iter().chain([letter]).collect()
}

/// Returns the cells of an RLE pattern, with the first cell at (0, 0); `None` if it is invalid.
pub(crate) fn read_rle(text: &str) -> Option<Cells> {
    let is_head = |line: &&str| line.starts_with('#') || line.starts_with("x =");
    let body: String = text.lines().skip_while(is_head).collect();
    let mut cells = Cells::new();
    let (mut x, mut y, mut count, mut group) = (0_i64, 0_i64, 0_i64, 0_u16);
    for sign in body.chars() {
        let state = match sign {
            '0'..='9' => {
                count = count * 10 + i64::from(sign.to_digit(10)?);
                continue;
            }
            'p'..='y' => {
                group = 24 * (u16::from(u8::try_from(sign).ok()?) - 111);
                continue;
            }
            '!' => return Some(cells),
            '$' => {
                (x, y, count) = (0, y + count.max(1), 0);
                continue;
            }
            'b' | '.' => 0,
            'o' => 1,
            'A'..='X' => group + u16::from(u8::try_from(sign).ok()?) - 64,
            _ => return None,
        };
        for _ in 0..count.max(1) {
            if state > 0 {
                cells.insert((x, y), u8::try_from(state).ok()?);
            }
            x += 1;
        }
        (count, group) = (0, 0);
    }
    None
}
