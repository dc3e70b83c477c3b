//! Lines: thermometers, arrows, diagonals, and lines whose colour names their rule.

use super::topic::Topic;
use super::{Guess, Stem};
use crate::drawing::colour::Hue;
use crate::drawing::{Line, Point, Shape, UNIT};
use gridlore_sudoku_variants::constraint::{Global, Line as Rule, Pair, Scope, Sets, Table, region_pieces};
use gridlore_sudoku_variants::{Constraint, MAX_SIDE};

/// Topics of lines without shapes at their ends.
const PLAIN: [Topic; 10] = [
    Topic::Whisper,
    Topic::Renban,
    Topic::Nabner,
    Topic::Palindrome,
    Topic::Modular,
    Topic::Entropic,
    Topic::RegionSum,
    Topic::Zipper,
    Topic::SumLine,
    Topic::Parity,
];

/// The usual meanings of colours, used if the rules do not name any.
const USUAL: [(Hue, Topic); 8] = [
    (Hue::Green, Topic::Whisper),
    (Hue::Pink, Topic::Renban),
    (Hue::Purple, Topic::Renban),
    (Hue::Grey, Topic::Palindrome),
    (Hue::Blue, Topic::RegionSum),
    (Hue::Teal, Topic::Modular),
    (Hue::Orange, Topic::Entropic),
    (Hue::Yellow, Topic::Nabner),
];

/// Minimum and maximum size of a circle in a cell.
const CIRCLE: std::ops::RangeInclusive<i32> = 50..=98;
/// Maximum number of cells that a line can pass through.
const MAX_PATH: usize = 2 * MAX_SIDE * MAX_SIDE;
/// Maximum size of a chevron.
const CHEVRON: i32 = 45;

impl Guess<'_> {
    /// Reads all lines and marks the shapes that belong to them as read.
    pub(super) fn lines(&mut self) {
        for number in 0..self.drawing.lines.len() {
            if self.is_full() {
                return;
            }
            let line = &self.drawing.lines[number];
            self.is_line_read[number] = line.colour.hue() == Hue::Transparent
                || self.diagonal(line)
                || self.chevron(line)
                || (line.has_head && self.arrow(line));
        }
        for number in 0..self.drawing.lines.len() {
            if !self.is_line_read[number] && !self.drawing.lines[number].has_head && !self.is_full() {
                self.is_line_read[number] = self.with_ends(&self.drawing.lines[number]);
            }
        }
        for number in 0..self.drawing.lines.len() {
            if !self.is_line_read[number] && !self.drawing.lines[number].has_head && !self.is_full() {
                let line = &self.drawing.lines[number];
                self.is_line_read[number] = self.branch(line) || self.plain(line);
            }
        }
    }

    /// Returns the cells through which a line passes, with rows and columns from 0, or `None` if
    /// the line runs along the edges of cells.
    pub(super) fn path(points: &[Point]) -> Option<Vec<(i32, i32)>> {
        let is_inner = |at: i32| (5..=UNIT - 5).contains(&at.rem_euclid(UNIT));
        if !points.iter().all(|point| is_inner(point.row) && is_inner(point.column)) {
            return None;
        }
        let mut path = vec![points.first()?.cell()];
        for point in &points[1..] {
            let (row, column) = path[path.len() - 1];
            let (down, right) = point.cell();
            let (rows, columns) = (down - row, right - column);
            let steps = rows.abs().max(columns.abs());
            let is_straight = rows == 0 || columns == 0 || rows.abs() == columns.abs();
            if is_straight {
                path.extend(
                    (1..=steps).map(|step| (row + rows.signum() * step, column + columns.signum() * step)),
                );
            } else {
                path.push((down, right));
            }
            if path.len() > MAX_PATH {
                return None;
            }
        }
        path.dedup();
        Some(path)
    }

    /// Returns the cells of the grid through which a line passes.
    fn cells(&self, line: &Line) -> Option<Vec<usize>> {
        Self::path(&line.points)?.into_iter().map(|place| self.drawing.cell(place)).collect()
    }

    fn diagonal(&mut self, line: &Line) -> bool {
        let [first, last] = line.points[..] else { return false };
        let (first, last) = (first.min(last), first.max(last));
        let (rows, columns) = (self.unit(self.drawing.rows), self.unit(self.drawing.columns));
        // Some lines end in the centres of the corner cells.
        let is_thin = line.thickness <= 6 && self.text.has(Topic::Diagonals);
        let reach = if is_thin { 55 } else { 10 };
        let near = |point: Point, row: i32, column: i32| point.is_near(Point { row, column }, reach);
        let is_falling = near(first, 0, 0) && near(last, rows, columns);
        let is_rising = near(first, 0, columns) && near(last, rows, 0);
        if rows != columns || !(is_falling || is_rising) || self.text.denies(&[Topic::Diagonals]) {
            return false;
        }
        let place = if is_rising { "the rising diagonal" } else { "the falling diagonal" };
        let look =
            [format!("{} line", line.colour.hue().name()), format!("{} lines", line.colour.hue().name())];
        let kind = ["a diagonal without repeated digits", "diagonals without repeated digits"];
        self.notes.guess([&look[0], &look[1]], kind, place.to_owned());
        self.add(Constraint::Global(Global::Diagonal { is_rising }));
        true
    }

    /// Reads a small angle on an edge; its tip points to the smaller digit.
    fn chevron(&mut self, line: &Line) -> bool {
        let [one, tip, other] = line.points[..] else { return false };
        let is_small = |from: Point, to: Point| from.is_near(to, CHEVRON);
        if !is_small(one, tip) || !is_small(tip, other) || !is_small(one, other) {
            return false;
        }
        let base = Point { row: (one.row + other.row) / 2, column: (one.column + other.column) / 2 };
        let (down, right) = (tip.row - base.row, tip.column - base.column);
        let middle = Point { row: (tip.row + base.row) / 2, column: (tip.column + base.column) / 2 };
        let Some([first, second]) = self.across(middle, down.abs() > right.abs(), 25) else { return false };
        let is_to_second = if down.abs() > right.abs() { down > 0 } else { right > 0 };
        let (larger, smaller) = if is_to_second { (first, second) } else { (second, first) };
        self.chevrons.push([larger, smaller]);
        true
    }

    /// Returns the two cells at the edge nearest to a point, with the upper or left cell first.
    pub(super) fn across(&self, point: Point, is_vertical: bool, reach: i32) -> Option<[usize; 2]> {
        let nearest = |at: i32| (at + UNIT / 2).div_euclid(UNIT);
        let ((row, column), off) = if is_vertical {
            let edge = nearest(point.row);
            ((edge - 1, point.column.div_euclid(UNIT)), (point.row - edge * UNIT).abs())
        } else {
            let edge = nearest(point.column);
            ((point.row.div_euclid(UNIT), edge - 1), (point.column - edge * UNIT).abs())
        };
        let next = if is_vertical { (row + 1, column) } else { (row, column + 1) };
        (off <= reach).then_some(())?;
        Some([self.drawing.cell((row, column))?, self.drawing.cell(next)?])
    }

    /// Reads an arrow that starts at a circle or a pill.
    fn arrow(&mut self, line: &Line) -> bool {
        let Some(path) = Self::path(&line.points) else { return false };
        let Some(cells) = path.iter().map(|place| self.drawing.cell(*place)).collect::<Option<Vec<_>>>()
        else {
            return false;
        };
        let start = self.drawing.centre(cells[0]);
        let pill = self.drawing.shapes.iter().position(|shape| {
            let (wide, high) = (shape.width / 2, shape.height / 2);
            let has_room = (start.column - shape.centre.column).abs() <= wide
                && (start.row - shape.centre.row).abs() <= high;
            shape.is_round
                && shape.text.is_empty()
                && shape.width.min(shape.height) >= 50
                && has_room
                && is_hollow(shape)
        });
        let Some(pill) = pill.filter(|_| !self.text.denies(&[Topic::Arrow])) else { return false };
        let Some(circle) = self.covered(&self.drawing.shapes[pill]) else { return false };
        let shaft: Vec<usize> = cells.iter().copied().skip_while(|cell| circle.contains(cell)).collect();
        if shaft.is_empty() || circle.is_empty() {
            return false;
        }
        self.shape_read(pill);
        let place = self.drawing.name(circle[0]);
        self.notes.guess(
            ["arrow with a circle", "arrows with a circle"],
            [
                "an arrow whose digits add up to the number in the circle",
                "arrows whose digits add up to the numbers in their circles",
            ],
            place,
        );
        self.add(Constraint::Arrow { circle, shaft });
        true
    }

    /// Returns the cells whose centres a shape covers, in reading order.
    pub(super) fn covered(&self, shape: &Shape) -> Option<Vec<usize>> {
        let range = |centre: i32, size: i32| {
            let (low, high) = (centre - size / 2, centre + size / 2);
            (low + UNIT / 2 - 1).div_euclid(UNIT)..=(high - UNIT / 2).div_euclid(UNIT)
        };
        let columns = range(shape.centre.column, shape.width);
        let mut cells = Vec::new();
        for row in range(shape.centre.row, shape.height) {
            for column in columns.clone() {
                cells.push(self.drawing.cell((row, column))?);
            }
        }
        Some(cells)
    }

    /// Returns the shape without text at the end of a line.
    fn end(&self, point: Point, filter: impl Fn(&Shape) -> bool) -> Option<usize> {
        self.drawing.shapes.iter().position(|shape| {
            let is_sized = CIRCLE.contains(&shape.width) && CIRCLE.contains(&shape.height);
            let (row, column) = point.cell();
            let centre = Point::centre(row, column);
            shape.centre.is_near(centre, 12) && is_sized && shape.text.is_empty() && filter(shape)
        })
    }

    /// Marks a shape as read, and also those of the same form at the same place.
    fn shape_read(&mut self, number: usize) {
        let shape = &self.drawing.shapes[number];
        for (at, other) in self.drawing.shapes.iter().enumerate() {
            let is_same =
                (other.is_round, other.width, other.height) == (shape.is_round, shape.width, shape.height);
            self.is_shape_read[at] |= is_same && other.text == shape.text && other.centre == shape.centre;
        }
    }

    /// Reads a line with a bulb at one end or with circles at both ends.
    fn with_ends(&mut self, line: &Line) -> bool {
        let Some(cells) = self.cells(line) else { return false };
        let (first, last) = (line.points[0], line.points[line.points.len() - 1]);
        if cells.len() < 2 {
            return false;
        }
        let hue = line.colour.hue();
        // Smaller circles at the end of a line usually mean odd digits.
        let bulb = |shape: &Shape| {
            let is_large = shape.width >= 75 || (line.thickness >= 10 && !self.text.has(Topic::Odd));
            shape.is_round && is_large && shape.fill.is_some_and(|fill| fill.hue() == hue)
        };
        let bulbs = [self.end(first, bulb), self.end(last, bulb)];
        let look = format!("{} line", hue.name());
        let any = |shape: &Shape| (shape.is_round && is_hollow(shape)) || shape.angle.rem_euclid(90) == 45;
        let shapes = [self.end(first, any), self.end(last, any)];
        // A thin line between circles is not one of the thermometers that may start there.
        let is_thin = line.thickness < 10 && shapes.iter().all(Option::is_some);
        match bulbs.map(|bulb| bulb.filter(|_| !is_thin)) {
            // With bulbs at both ends, the line starts at its first point.
            [Some(shape), _] | [None, Some(shape)] => {
                if self.text.denies(&[Topic::Thermometer, Topic::SlowThermometer]) {
                    return false;
                }
                self.shape_read(shape);
                let cells = if bulbs[0].is_some() { cells } else { cells.into_iter().rev().collect() };
                let is_slow =
                    self.line_topic(hue, &[Topic::SlowThermometer, Topic::Thermometer], Topic::Thermometer)
                        == Topic::SlowThermometer;
                let rule = if is_slow { Rule::SlowThermometer } else { Rule::Thermometer };
                let kind = if is_slow {
                    ["a slow thermometer", "slow thermometers"]
                } else {
                    ["a thermometer", "thermometers"]
                };
                let looks = [format!("{look} with a round end"), format!("{look}s with a round end")];
                self.notes.guess([&looks[0], &looks[1]], kind, self.drawing.name(cells[0]));
                let number = self.thermometers.len();
                for cell in &cells {
                    self.stems_at.entry(*cell).or_default().push(number);
                }
                self.thermometers.push(Stem {
                    colour: line.colour,
                    thickness: line.thickness,
                    cells: cells.clone(),
                    rule,
                });
                self.add(Constraint::Line(rule, cells));
                true
            }
            _ => {
                let [Some(one), Some(other)] = shapes else { return false };
                if self.text.denies(&[Topic::Between, Topic::Lockout, Topic::DoubleArrow]) {
                    return false;
                }
                let is_diamond = !self.drawing.shapes[one].is_round;
                let default = if is_diamond { Topic::Lockout } else { Topic::Between };
                let topics = [Topic::Between, Topic::Lockout, Topic::DoubleArrow];
                let is_spoken = topics.iter().any(|topic| self.text.has(*topic));
                // A line whose colour the rules explain can end in circles with another meaning.
                if !is_spoken && !self.text.is_empty() && self.plain_topic(hue).is_some() {
                    return false;
                }
                let topic = self.line_topic(hue, &topics, default);
                let ends = [one, other].map(|end| self.drawing.shapes[end].centre);
                for (number, shape) in self.drawing.shapes.iter().enumerate() {
                    let is_end = ends.contains(&shape.centre) && shape.text.is_empty() && any(shape);
                    self.is_shape_read[number] |= is_end;
                }
                let (rule, kind) = match topic {
                    Topic::Lockout => {
                        let apart = self.number(topic, hue).unwrap_or(4);
                        (Rule::Lockout(apart), ["a lockout line", "lockout lines"])
                    }
                    Topic::DoubleArrow => (Rule::DoubleArrow, ["a double arrow", "double arrows"]),
                    _ => (Rule::Between, ["a between line", "between lines"]),
                };
                let looks = [format!("{look} between two shapes"), format!("{look}s between two shapes")];
                self.notes.guess([&looks[0], &looks[1]], kind, self.drawing.name(cells[0]));
                self.add(Constraint::Line(rule, cells));
                true
            }
        }
    }

    /// Reads a branch of a thermometer; it starts in one of the thermometer's cells.
    fn branch(&mut self, line: &Line) -> bool {
        // Lines that a rule in the text explains are not branches.
        if !self.text.is_empty() && self.plain_topic(line.colour.hue()).is_some() {
            return false;
        }
        let Some(cells) = self.cells(line).filter(|cells| cells.len() > 1) else { return false };
        let is_alike = |number: &&usize| {
            let stem = &self.thermometers[**number];
            stem.colour == line.colour && (stem.thickness - line.thickness).abs() <= 3
        };
        let first_at = |cell: &usize| self.stems_at.get(cell)?.iter().find(is_alike).copied();
        let stem = [cells[0], cells[cells.len() - 1]].iter().filter_map(first_at).min();
        let Some(Stem { cells: stem, rule, .. }) = stem.map(|number| self.thermometers[number].clone())
        else {
            return false;
        };
        let is_on = |cell: &usize| stem.contains(cell);
        let cells: Vec<usize> = if is_on(&cells[0]) { cells } else { cells.into_iter().rev().collect() };
        if !is_on(&cells[0]) || is_on(&cells[cells.len() - 1]) {
            return false;
        }
        let look =
            [format!("{} line", line.colour.hue().name()), format!("{} lines", line.colour.hue().name())];
        let kind = ["a branch of a thermometer", "branches of thermometers"];
        self.notes.guess([&look[0], &look[1]], kind, self.drawing.name(cells[0]));
        self.add(Constraint::Line(rule, cells));
        true
    }

    /// Reads a line whose meaning follows from its colour and the rules.
    fn plain(&mut self, line: &Line) -> bool {
        let hue = line.colour.hue();
        let Some(first) = self.plain_topic(hue) else { return false };
        // "The green line is also a palindrome."
        let others: Vec<Topic> = self
            .text
            .sentences
            .iter()
            .filter(|one| one.colours == [hue] && one.words.contains(" also "))
            .filter_map(|one| {
                let mut topics = one.topics.iter().filter(|topic| PLAIN.contains(topic));
                topics.next().copied().filter(|topic| *topic != first && topics.next().is_none())
            })
            .collect();
        let is_read = self.plain_as(line, first);
        for topic in others {
            self.plain_as(line, topic);
        }
        is_read
    }

    /// Reads a line with the rule of a topic.
    fn plain_as(&mut self, line: &Line, topic: Topic) -> bool {
        let hue = line.colour.hue();
        let Some(mut cells) = self.cells(line).filter(|cells| cells.len() > 1) else { return false };
        let is_loop = cells[0] == cells[cells.len() - 1];
        let number = self.number(topic, hue);
        let highest = self.shape.highest();
        if is_loop && !matches!(topic, Topic::Whisper) {
            cells.pop();
        }
        let name = self.drawing.name(cells[0]);
        let (constraint, kind) = match topic {
            Topic::Whisper => {
                let is_dutch = self
                    .text
                    .about(topic)
                    .any(|one| one.words.contains("dutch") && has_hue(&one.colours, hue));
                let apart = number.unwrap_or((highest + 1) / 2 - i32::from(is_dutch));
                let kind = [
                    format!("a whisper line (difference at least {apart})"),
                    format!("whisper lines (difference at least {apart})"),
                ];
                (Constraint::Line(Rule::Whisper(apart), cells), kind)
            }
            Topic::Renban => {
                (Constraint::Line(Rule::Renban, cells), owned(["a renban line", "renban lines"]))
            }
            Topic::Parity => {
                let bits = |rest: usize| (0..self.shape.values).filter(move |bit| bit % 2 == rest);
                let set = |rest: usize| bits(rest).fold(0, |set, bit| set | 1 << bit);
                let rows = (0..self.shape.values).map(|bit| set(1 - bit % 2)).collect();
                let table = Table { label: "parity line".to_owned(), rows, scope: Scope::Neighbours };
                (Constraint::Table(table, cells), owned(["a parity line", "parity lines"]))
            }
            Topic::Nabner => {
                (Constraint::Line(Rule::Nabner, cells), owned(["a nabner line", "nabner lines"]))
            }
            Topic::Palindrome => {
                (Constraint::Line(Rule::Palindrome, cells), owned(["a palindrome", "palindromes"]))
            }
            Topic::Modular => {
                let modulus = number.filter(|number| *number > 1).unwrap_or(3);
                (Constraint::Line(Rule::Modular(modulus), cells), owned(["a modular line", "modular lines"]))
            }
            Topic::Entropic => {
                (Constraint::Line(Rule::Entropic, cells), owned(["an entropic line", "entropic lines"]))
            }
            Topic::Zipper => {
                (Constraint::Line(Rule::Zipper, cells), owned(["a zipper line", "zipper lines"]))
            }
            Topic::SumLine => {
                let Some(total) = number else { return false };
                let rule = if is_loop { Rule::SumLoop(total) } else { Rule::Sum(total) };
                (
                    Constraint::Line(rule, cells),
                    [
                        format!("a line of pieces with the sum {total}"),
                        format!("lines of pieces with the sum {total}"),
                    ],
                )
            }
            _ => {
                let pieces = region_pieces(&cells, &self.regions);
                if pieces.len() < 2 {
                    return false;
                }
                (
                    Constraint::Sets(Sets::RegionSumLine, pieces),
                    owned(["a region sum line", "region sum lines"]),
                )
            }
        };
        let look = [format!("{} line", hue.name()), format!("{} lines", hue.name())];
        self.notes.guess([&look[0], &look[1]], [&kind[0], &kind[1]], name);
        self.add(constraint);
        true
    }

    /// Returns the topic of a line without shapes at its ends.
    fn plain_topic(&self, hue: Hue) -> Option<Topic> {
        // A sentence that names the colour takes precedence, even if it is not understood.
        let mut named =
            self.text.sentences.iter().filter(|one| one.has_line && one.colours.contains(&hue)).peekable();
        if named.peek().is_some() {
            return named.flat_map(|one| &one.topics).copied().find(|topic| PLAIN.contains(topic));
        }
        let spoken: Vec<Topic> = PLAIN
            .into_iter()
            .filter(|topic| self.text.about(*topic).any(|one| has_hue(&one.colours, hue)))
            .collect();
        let usual = USUAL.iter().find(|(one, _)| *one == hue).map(|(_, topic)| *topic);
        match spoken[..] {
            [] if self.text.is_empty() => usual,
            [topic] => Some(topic),
            _ => usual.filter(|topic| spoken.contains(topic)),
        }
    }

    /// Returns the topic that fits a colour, or the default.
    fn line_topic(&self, hue: Hue, topics: &[Topic], default: Topic) -> Topic {
        let by_colour =
            topics.iter().find(|topic| self.text.about(**topic).any(|one| one.colours.contains(&hue)));
        let spoken: Vec<Topic> = topics
            .iter()
            .copied()
            .filter(|topic| self.text.about(*topic).any(|one| has_hue(&one.colours, hue)))
            .collect();
        match (by_colour, &spoken[..]) {
            (Some(topic), _) => *topic,
            (None, [topic]) => *topic,
            _ => default,
        }
    }

    /// Returns the first number in a sentence about a topic that fits a colour.
    fn number(&self, topic: Topic, hue: Hue) -> Option<i32> {
        let sentences: Vec<_> = self.text.about(topic).filter(|one| has_hue(&one.colours, hue)).collect();
        let named = sentences.iter().find(|one| one.colours.contains(&hue)).or_else(|| sentences.first());
        let is_bound = matches!(topic, Topic::Whisper | Topic::Lockout);
        named.and_then(|one| if is_bound { one.bound } else { one.numbers.first().copied() }).or_else(|| {
            let mut bounds = sentences.iter().filter_map(|one| one.bound);
            bounds.next().filter(|_| is_bound)
        })
    }

    /// Reads inequality signs, and cells that are smaller or larger than their neighbours.
    pub(super) fn chevrons(&mut self) {
        let mut left = std::mem::take(&mut self.chevrons);
        left.sort_unstable();
        left.dedup();
        for is_largest in [false, true] {
            let own = |pair: &[usize; 2]| pair[usize::from(!is_largest)];
            let mut cells: Vec<usize> = left.iter().map(own).filter(|cell| self.is_shaded(*cell)).collect();
            cells.dedup();
            cells.sort_unstable();
            cells.dedup();
            let neighbours = |cell: usize| -> Vec<usize> {
                let pairs = self.shape.neighbours().filter(|(one, other)| *one == cell || *other == cell);
                pairs.map(|(one, other)| if one == cell { other } else { one }).collect()
            };
            let marked: Vec<(usize, Vec<usize>)> = cells
                .iter()
                .map(|cell| {
                    let open =
                        |other: &usize| left.iter().any(|pair| own(pair) == *cell && pair.contains(other));
                    (*cell, neighbours(*cell).into_iter().filter(|other| !open(other)).collect())
                })
                .filter(|(_, exempt): &(usize, Vec<usize>)| exempt.iter().all(|other| cells.contains(other)))
                .collect();
            for (cell, exempt) in marked {
                left.retain(|pair| own(pair) != cell);
                let (mark, kind) = if is_largest {
                    (
                        super::Mark::Maximum(exempt),
                        ["a digit larger than its neighbours", "digits larger than their neighbours"],
                    )
                } else {
                    (
                        super::Mark::Minimum(exempt),
                        ["a digit smaller than its neighbours", "digits smaller than their neighbours"],
                    )
                };
                self.shaded_read(cell);
                self.notes.guess(
                    ["shaded cell with angles", "shaded cells with angles"],
                    kind,
                    self.drawing.name(cell),
                );
                self.add(Constraint::Cell(mark, cell));
            }
        }
        for [larger, smaller] in left {
            let kind = ["an inequality", "inequalities"];
            self.notes.guess(
                ["angle between cells", "angles between cells"],
                kind,
                self.drawing.name(larger.min(smaller)),
            );
            self.add(Constraint::Pair(Pair::Greater, [larger, smaller]));
        }
    }
}

/// Returns whether a sentence that names these colours applies to a colour. A sentence that names
/// none applies to every colour.
fn has_hue(colours: &[Hue], hue: Hue) -> bool {
    colours.is_empty() || colours.contains(&hue)
}

/// Returns whether the border of a shape is more visible than its inside.
fn is_hollow(shape: &Shape) -> bool {
    let fill = shape.fill.map_or(Hue::Transparent, |fill| fill.hue());
    matches!(fill, Hue::White | Hue::Transparent)
        && shape.border.is_some_and(|border| border.hue() != Hue::Transparent)
        || shape
            .border
            .is_some_and(|border| !matches!(border.hue(), Hue::Transparent) && Some(border) != shape.fill)
}

fn owned(words: [&str; 2]) -> [String; 2] {
    words.map(str::to_owned)
}
