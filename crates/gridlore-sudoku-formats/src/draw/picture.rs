//! Pictures of puzzles: the same drawing as in links, parts that only pictures have, and sentences.
//!
//! A link needs a drawing that is read back as the same rules. A picture is for people, so every
//! constraint is drawn: if setters have no symbol for it, it gets a plain line, an outline or
//! shaded cells, and a sentence in the caption that names its cells.

use super::clones::with_areas;
use super::{Artist, DrawnLine, DrawnShape, EDGE, GREY, WHITE};
use crate::drawing::colour::{Colour, TINTS};
use crate::drawing::{Drawing, Point, UNIT};
use crate::fog::Fog;
use crate::guess::{Reading, Unread};
use gridlore_sudoku_variants::build::regions_of;
use gridlore_sudoku_variants::constraint::{
    Cage, Clue, Counted, Global, Line, Mark, Pair, RegionClue, Scope, Sets, Table, WeightedSum, region_pieces,
};
use gridlore_sudoku_variants::{Constraint, FullRank, Puzzle, Shape, Ties};

/// Maximum size of a shape that was not understood, and maximum distance from the grid.
const MAX_OUTSIDE: i32 = 3 * UNIT / 2;
/// Maximum thickness of a line that was not understood, in pixels with 64 pixels per cell.
const MAX_THICKNESS: i32 = 48;
/// Maximum number of characters of a text that was not understood.
const MAX_TEXT: usize = 6;
/// Maximum number of clues side by side outside a grid; further clues overlap the last one.
const MAX_STEPS: usize = 12;
/// Maximum number of rules with an example.
const MAX_EXAMPLES: usize = 24;

/// What pictures say about fog.
pub(crate) const FOG: &str = "Fog covers the board. Correct digits clear it.";

/// A puzzle as it is shown in a picture.
pub(crate) struct Picture {
    pub(crate) drawing: Drawing,
    /// Cells with their pencil marks.
    pub(crate) marks: Vec<(usize, Vec<i32>)>,
    /// Sentences for what the drawing alone does not say.
    pub(crate) caption: Vec<String>,
    /// All rules and the givens, as sentences.
    pub(crate) description: Vec<String>,
    /// The kinds of constraints, in the order of the puzzle.
    pub(crate) kinds: Vec<&'static str>,
    /// The rules of the grid, even if they are the usual ones.
    pub(crate) frame: Vec<String>,
    /// Those sentences of the caption that explain this drawing: tints, letters, plain lines. A
    /// setter's rules do not include them.
    pub(crate) legend: Vec<String>,
    /// Rules that the caption leaves out because people who know variants recognise their drawings.
    pub(crate) familiar: Vec<String>,
    /// One constraint of each kind that is drawn.
    pub(crate) examples: Vec<Example>,
}

/// The drawing of one constraint.
pub(crate) struct Example {
    /// The name of the kind of constraint.
    pub(crate) kind: &'static str,
    /// The rule, as in [`Picture::rules`].
    pub(crate) sentence: String,
    /// The parts that the constraint added to the drawing.
    pub(crate) drawing: Drawing,
}

impl Picture {
    /// Returns all rules as sentences: those of the grid, and one for each kind of constraint.
    pub(crate) fn rules(&self) -> Vec<String> {
        let mut rules = self.frame.clone();
        for sentence in self.familiar.iter().chain(&self.caption) {
            if !rules.contains(sentence) {
                rules.push(sentence.clone());
            }
        }
        rules
    }

    /// Removes everything that says what is in the fog.
    pub(crate) fn cover(&mut self, fog: Option<&Fog>) {
        if fog.is_some() {
            self.caption = vec![FOG.to_owned()];
            self.description.clone_from(&self.frame);
            self.description.push(FOG.to_owned());
        }
    }

    /// Adds drawn parts that were not understood, below everything else, if they are near the grid.
    /// Also adds notes on what the puzzle lacks.
    pub(crate) fn add_unread(&mut self, reading: &Reading) {
        let far = |cells: usize| i32::try_from(cells).unwrap_or(0) * UNIT + MAX_OUTSIDE;
        let (height, width) = (far(self.drawing.rows), far(self.drawing.columns));
        let is_near = |point: &Point| {
            (-MAX_OUTSIDE..=height).contains(&point.row) && (-MAX_OUTSIDE..=width).contains(&point.column)
        };
        let Unread { lines, shapes } = &reading.unread;
        let lines =
            lines.iter().filter(|line| line.thickness <= MAX_THICKNESS && line.points.iter().all(is_near));
        let shapes = shapes.iter().filter(|shape| {
            is_near(&shape.centre)
                && shape.width.max(shape.height) <= MAX_OUTSIDE
                && shape.text.chars().count() <= MAX_TEXT
        });
        self.drawing.lines.splice(0..0, lines.cloned());
        self.drawing.shapes.splice(0..0, shapes.cloned());
        // These notes are about lines and shapes that are in the picture.
        let is_drawn = |note: &&String| {
            ["understood and is left out", "understood and are left out"].iter().any(|end| note.contains(end))
        };
        for note in reading.left_out.iter().filter(|note| !is_drawn(note)) {
            self.caption.push(note.clone());
            self.description.push(note.clone());
        }
        if !reading.rules.trim().is_empty() {
            self.description.push(format!("The setter\u{2019}s rules: {}", reading.rules.trim()));
        }
    }
}

/// Returns the picture of a puzzle.
pub(crate) fn picture_of(puzzle: &Puzzle) -> Picture {
    let shape = &puzzle.shape;
    let mut artist = Artist::new(puzzle);
    artist.has_room_between = true;
    let letters = Letters::of(puzzle);
    let mut shadings = Shadings::default();
    let (mut marks, mut kinds, mut explaining, mut examples) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    // Little killers come first: their arrows start next to the grid, and other clues make room for
    // them.
    let is_little_killer = |one: &&Constraint| matches!(one, Constraint::Clue(Clue::LittleKiller(_), _));
    let constraints = with_areas(puzzle);
    let (first, others): (Vec<_>, Vec<_>) = constraints.iter().partition(is_little_killer);
    for constraint in first.into_iter().chain(others) {
        if let Constraint::Cell(Mark::Candidates(values), cell) = constraint
            && *cell < shape.cells()
        {
            marks.push((*cell, values.clone()));
            continue;
        }
        if !is_usual(constraint) && !kinds.contains(&constraint.name()) {
            kinds.push(constraint.name());
        }
        let before = artist.progress();
        if artist.depict(constraint, puzzle, &letters) {
            explaining.extend(before.sentences..artist.sentences.len());
        }
        shadings.note(&artist, constraint.name(), before.shapes, before.sentences);
        let after = artist.progress();
        if after.has_example(before) && examples.len() < MAX_EXAMPLES {
            examples.push((constraint.name(), before, after));
        }
    }
    let without_tints = artist.sentences.clone();
    shadings.tell_apart(&mut artist);
    let is_in_legend =
        |(at, sentence): &(usize, &String)| explaining.contains(at) || without_tints[*at] != **sentence;
    let legend = artist.sentences.iter().enumerate().filter(is_in_legend);
    let legend = legend.map(|(_, sentence)| sentence.clone()).collect();
    let examples = examples.into_iter().map(|(kind, before, after)| artist.example(kind, before, after));
    let examples = examples.collect();
    let frame = artist.frame();
    let is_normal = !artist.drawing.metadata.has_no_lines && artist.has_regions();
    let mut caption = frame[usize::from(is_normal)..].to_vec();
    caption.append(&mut artist.sentences);
    let mut description = frame.clone();
    description.extend(board(puzzle));
    description.extend(givens(&artist.drawing));
    for constraint in puzzle.constraints.iter().filter(|one| !is_usual(one)) {
        let sentence = constraint.sentence(shape);
        if !description.contains(&sentence) {
            description.push(sentence);
        }
    }
    Picture {
        drawing: artist.drawing,
        marks,
        caption,
        description,
        kinds,
        frame,
        legend,
        familiar: artist.familiar,
        examples,
    }
}

/// The numbers of parts and sentences at some point of a drawing.
#[derive(Debug, Clone, Copy)]
struct Progress {
    cages: usize,
    lines: usize,
    shapes: usize,
    sentences: usize,
    familiar: usize,
}

impl Progress {
    /// Returns whether something was drawn after `before` for which a sentence was added.
    const fn has_example(self, before: Self) -> bool {
        (self.sentences > before.sentences || self.familiar > before.familiar)
            && (self.cages > before.cages || self.lines > before.lines || self.shapes > before.shapes)
    }
}

/// Returns whether a constraint is a given or is about rows, columns and regions.
pub(crate) const fn is_usual(constraint: &Constraint) -> bool {
    matches!(
        constraint,
        Constraint::Cell(Mark::Given(_), _)
            | Constraint::Global(Global::RowsAndColumns | Global::Grids(_) | Global::Regions(_))
    )
}

/// Describes the positions of the grids, or the absent cells, in a sentence.
fn board(puzzle: &Puzzle) -> Option<String> {
    let shape = &puzzle.shape;
    if !puzzle.grids().is_empty() {
        let names: Vec<String> = puzzle.grids().iter().map(|grid| grid.name(shape)).collect();
        return Some(format!("Grids: {}.", names.join(", ")));
    }
    let absent: Vec<usize> = (0..shape.cells()).filter(|cell| shape.is_absent(*cell)).collect();
    (!absent.is_empty()).then(|| format!("There are no cells at {}.", shape.cell_names(&absent)))
}

/// Returns the givens as a sentence.
fn givens(drawing: &Drawing) -> Option<String> {
    let cells: Vec<String> =
        drawing.givens.iter().map(|(cell, digit)| format!("{} {digit}", drawing.name(*cell))).collect();
    (!cells.is_empty()).then(|| format!("Givens: {}.", cells.join(", ")))
}

/// Returns whether people who know variants understand the drawing of a constraint without words.
fn speaks_for_itself(constraint: &Constraint) -> bool {
    match constraint {
        Constraint::Cell(mark, _) => {
            matches!(mark, Mark::Given(_) | Mark::Odd | Mark::Even | Mark::Minimum(_) | Mark::Maximum(_))
        }
        Constraint::Pair(pair, _) => {
            matches!(pair, Pair::Difference(1) | Pair::Ratio(2) | Pair::Sum(5 | 10) | Pair::Greater)
        }
        Constraint::Line(line, _) => *line == Line::Thermometer,
        Constraint::Arrow { circle, .. } => circle.is_sorted(),
        Constraint::Cage(cage, _) => matches!(cage, Cage::Killer(_) | Cage::Quadruple(_)),
        Constraint::Clue(clue, _) => matches!(clue, Clue::LittleKiller(_)),
        Constraint::Global(global) => {
            matches!(
                global,
                Global::RowsAndColumns | Global::Grids(_) | Global::Regions(_) | Global::Diagonal { .. }
            )
        }
        _ => false,
    }
}

/// Shaded cells of several rules. If there is more than one kind, each gets its own tint.
#[derive(Default)]
struct Shadings {
    /// The rule and the colour of each kind.
    kinds: Vec<(&'static str, Colour)>,
    /// Shaded cells as indices of shapes, with the kind of each.
    cells: Vec<(usize, usize)>,
    /// Sentences as indices, with the rule of each.
    sentences: Vec<(usize, &'static str)>,
}

impl Shadings {
    /// Records the shapes and sentences that were added for a rule, after the first `shapes` shapes
    /// and `said` sentences.
    fn note(&mut self, artist: &Artist<'_>, rule: &'static str, shapes: usize, said: usize) {
        for (at, shape) in artist.drawing.shapes.iter().enumerate().skip(shapes) {
            let Some(fill) = shape.fill.filter(|_| shape.is_shade()) else { continue };
            let kind = self.kinds.iter().position(|kind| *kind == (rule, fill)).unwrap_or_else(|| {
                self.kinds.push((rule, fill));
                self.kinds.len() - 1
            });
            self.cells.push((at, kind));
        }
        self.sentences.extend((said..artist.sentences.len()).map(|at| (at, rule)));
    }

    /// Gives each kind its tint, and names the tint before the sentence of its rule.
    fn tell_apart(&self, artist: &mut Artist<'_>) {
        if self.kinds.len() < 2 {
            return;
        }
        for (at, kind) in &self.cells {
            artist.drawing.shapes[*at].fill = Some(TINTS[kind % TINTS.len()].1);
        }
        for (at, rule) in &self.sentences {
            let mut kinds = self.kinds.iter().enumerate().filter(|(_, (other, _))| other == rule);
            // If one rule has several colours, its sentence explains them.
            if let (Some((kind, _)), None) = (kinds.next(), kinds.next()) {
                let sentence = &mut artist.sentences[*at];
                *sentence = format!("{}: {sentence}", TINTS[kind % TINTS.len()].0);
            }
        }
    }
}

/// Letters that precede numbers outside the grid if these have several meanings.
struct Letters(Vec<&'static str>);

impl Letters {
    fn of(puzzle: &Puzzle) -> Self {
        let mut names = Vec::new();
        for constraint in &puzzle.constraints {
            let is_clue = match constraint {
                Constraint::Clue(clue, _) => !matches!(clue, Clue::LittleKiller(_)),
                other => matches!(other, Constraint::FullRank(_)),
            };
            if is_clue && !names.contains(&constraint.name()) {
                names.push(constraint.name());
            }
        }
        Self(names)
    }

    /// Returns the letter of a kind of clue, or `None` if there is only one kind.
    fn letter(&self, constraint: &Constraint) -> Option<char> {
        (self.0.len() > 1).then_some(match constraint {
            Constraint::Clue(Clue::Sandwich(_), _) => 'S',
            Constraint::Clue(Clue::XSum(_), _) => 'X',
            Constraint::Clue(Clue::Skyscraper(_), _) => 'T',
            Constraint::Clue(Clue::HiddenSkyscraper(_), _) => 'H',
            Constraint::Clue(Clue::NumberedRoom(_), _) => 'N',
            _ => 'R',
        })
    }
}

impl Artist<'_> {
    const fn progress(&self) -> Progress {
        Progress {
            cages: self.drawing.cages.len(),
            lines: self.drawing.lines.len(),
            shapes: self.drawing.shapes.len(),
            sentences: self.sentences.len(),
            familiar: self.familiar.len(),
        }
    }

    /// Returns the parts and the first sentence that were added between two points of the drawing.
    fn example(&self, kind: &'static str, before: Progress, after: Progress) -> Example {
        let Drawing { rows, columns, absent, cages, lines, shapes, .. } = &self.drawing;
        let added = self.sentences[before.sentences..after.sentences].first();
        Example {
            kind,
            sentence: added.or_else(|| self.familiar.get(before.familiar)).cloned().unwrap_or_default(),
            drawing: Drawing {
                rows: *rows,
                columns: *columns,
                absent: *absent,
                cages: cages[before.cages..after.cages].to_vec(),
                lines: lines[before.lines..after.lines].to_vec(),
                shapes: shapes[before.shapes..after.shapes].to_vec(),
                ..Drawing::default()
            },
        }
    }

    /// Draws a constraint, and adds a sentence for what the drawing does not say. Returns whether
    /// the sentence explains a drawing or a letter that setters do not use.
    fn depict(&mut self, constraint: &Constraint, puzzle: &Puzzle, letters: &Letters) -> bool {
        let shape = &puzzle.shape;
        // These name cells of the grid even if they refer to variables.
        let is_global = matches!(constraint, Constraint::Global(_) | Constraint::Region(_));
        if !is_global && constraint.cells(shape).iter().any(|cell| *cell >= shape.cells()) {
            // Cells outside the grid are not in the picture.
            self.say(constraint.sentence(shape));
            return true;
        }
        let (said, shapes) = (self.sentences.len(), self.drawing.shapes.len());
        let is_cut_elsewhere = matches!(constraint, Constraint::Sets(Sets::RegionSumLine, groups)
            if region_pieces(&groups.concat(), regions_of(puzzle)) != *groups);
        // Links need sentences that can be read back; these say the same with the digits of the
        // grid.
        let says_itself = is_global || matches!(constraint, Constraint::Sum(_));
        let is_drawn = !is_cut_elsewhere && self.draw(constraint).is_some();
        if !is_drawn {
            self.sentences.truncate(said);
            let sentence = self.sketch(constraint).unwrap_or_else(|| constraint.sentence(shape));
            self.say(sentence);
        } else if speaks_for_itself(constraint) {
            for sentence in self.sentences.split_off(said) {
                if !self.familiar.contains(&sentence) {
                    self.familiar.push(sentence);
                }
            }
        } else if says_itself {
            self.sentences.truncate(said);
            // Sums with repeated digits look like killer cages.
            let is_killer = |one: &Constraint| matches!(one, Constraint::Cage(Cage::Killer(_), _));
            self.say(if is_global || puzzle.constraints.iter().any(is_killer) {
                constraint.sentence(shape)
            } else {
                "Digits in a cage can repeat and add up to the number in its corner.".to_owned()
            });
        }
        if let Constraint::Clue(Clue::LittleKiller(_), cells) = constraint {
            self.make_room_for_arrow(shapes, cells);
        } else if matches!(constraint, Constraint::Clue(..) | Constraint::FullRank(_)) {
            let letter = letters.letter(constraint);
            for at in shapes..self.drawing.shapes.len() {
                self.make_room(at);
                if let Some(letter) = letter {
                    self.drawing.shapes[at].text.insert(0, letter);
                }
            }
            if let Some(letter) = letter {
                for sentence in self.sentences.split_off(said) {
                    self.say(format!("{letter}: {sentence}"));
                }
                return true;
            }
        }
        !is_drawn && !is_global
    }

    /// Moves a clue outside the grid away from the grid until its place is free, or by
    /// [`MAX_STEPS`] steps.
    fn make_room(&mut self, at: usize) {
        // The last cell is at the bottom right.
        let corner = self.centre(self.grid.cells() - 1);
        let (height, width) = (corner.row, corner.column);
        let outward = |place: i32, size: i32| -i32::from(place < 0) + i32::from(place > size);
        for _ in 0..MAX_STEPS {
            let place = self.drawing.shapes[at].centre;
            let is_taken =
                self.drawing.shapes[..at].iter().any(|other| other.centre.is_near(place, UNIT / 3));
            let (down, right) = (outward(place.row, height), outward(place.column, width));
            if !is_taken || (down, right) == (0, 0) {
                return;
            }
            let step = UNIT * 3 / 4;
            self.drawing.shapes[at].centre =
                Point { row: place.row + down * step, column: place.column + right * step };
        }
    }

    /// Moves apart the numbers of two arrows that start at the same place.
    fn make_room_for_arrow(&mut self, at: usize, cells: &[usize]) {
        let Some(shape) = self.drawing.shapes.get(at) else { return };
        let place = shape.centre;
        let Some(other) = self.drawing.shapes[..at].iter().position(|other| other.centre == place) else {
            return;
        };
        let right = (self.centre(cells[0]).column - place.column).signum();
        self.drawing.shapes[at].centre.column -= right * UNIT / 4;
        self.drawing.shapes[other].centre.column += right * UNIT / 4;
    }

    /// Draws a constraint for which setters have no symbol. Returns the meaning of the drawing if
    /// it applies to all constraints of the kind.
    fn sketch(&mut self, constraint: &Constraint) -> Option<String> {
        match constraint {
            Constraint::Pair(pair, cells) => self.distant_pair(*pair, *cells),
            Constraint::Line(line, cells) => {
                let name = self.plain_line(constraint.name(), cells, true)?;
                return (*line == Line::ValueIndexing).then(|| {
                    format!(
                        "From the dot of {name} value indexing line, the Nth digit after the second equals the \
                         first, where N is the second digit."
                    )
                });
            }
            Constraint::Words(words, cells) => {
                let rule = words.pattern.as_ref().unwrap_or(&words.label);
                let name = self.plain_line(&format!("words {rule}"), cells, true)?;
                return if words.pattern.is_some() {
                    Some(format!(
                        "Digits on {name} line, from its dot, match the regular expression \u{201c}{rule}\u{201d}."
                    ))
                } else {
                    let said =
                        format!("Digits on {name} line, from its dot, satisfy \u{201c}{rule}\u{201d}.");
                    (!rule.is_empty()).then_some(said)
                };
            }
            Constraint::Table(table @ Table { label, scope: Scope::Neighbours, .. }, cells) => {
                let name = self.plain_line(&format!("table {label} {:?}", table.rows), cells, true)?;
                let said = format!("Successive digits on {name} line satisfy \u{201c}{label}\u{201d}.");
                return (!label.is_empty()).then_some(said);
            }
            Constraint::Table(Table { label, scope: Scope::All, .. }, cells) => {
                let label = if label.chars().count() <= 9 { label.clone() } else { String::new() };
                self.cage(cells, label, None, false);
            }
            Constraint::Cage(cage, cells) => return self.sketch_cage(cage, cells),
            Constraint::Sets(Sets::RegionSumLine, groups) => {
                for cells in groups {
                    self.plain_line("region sum", cells, false);
                }
            }
            Constraint::Sets(_, groups) => {
                for cells in groups {
                    let colour = self.colours.any_shade();
                    cells.iter().for_each(|cell| self.shade(*cell, colour));
                }
            }
            Constraint::Sum(WeightedSum { terms, .. }) => {
                for (times, cell) in terms {
                    let text = match times {
                        1 => "+".to_owned(),
                        -1 => "\u{2212}".to_owned(),
                        times => format!("{}{}\u{d7}", if *times < 0 { "\u{2212}" } else { "" }, times.abs()),
                    };
                    self.shade(*cell, GREY);
                    self.label(&[*cell], text);
                }
            }
            Constraint::FullRank(ranks) => {
                self.ranks(ranks);
                let equal = match ranks.ties {
                    Ties::Never => ", which all differ,",
                    Ties::Unclued => ", of which only those without a rank can be equal,",
                    Ties::Any => "",
                };
                return Some(format!(
                    "All rows and columns, read as numbers in both directions{equal} are ranked from the smallest. \
                     A number outside the grid is the rank of its row or column, read from there."
                ));
            }
            Constraint::Region(clue) => return self.region_clue(clue),
            Constraint::Cell(..)
            | Constraint::Arrow { .. }
            | Constraint::Clue(..)
            | Constraint::Global(_)
            | Constraint::Connected(_)
            | Constraint::Either(_) => {}
        }
        None
    }

    /// Draws arrows over the cells that are counted, or an outline around them.
    fn region_clue(&mut self, clue: &RegionClue) -> Option<String> {
        if clue.start != clue.total {
            return None;
        }
        let itself = if clue.skips { "not counting" } else { "counting" };
        match &clue.counted {
            Counted::Along(arms) => {
                if !arms.iter().all(|arm| is_ray(self.grid, clue.start, arm)) {
                    return None;
                }
                for arm in arms {
                    let end = *arm.last()?;
                    let points = vec![self.centre(clue.start), self.centre(end)];
                    self.drawing.lines.push(DrawnLine { points, colour: GREY, thickness: 3, has_head: true });
                }
                Some(format!(
                    "A digit with grey arrows is the number of cells that can be seen along them in its region, \
                     {itself} its own."
                ))
            }
            Counted::Among(cells) => {
                let (row, column) = self.grid.place(clue.start);
                let is_beside = |cell: &usize| {
                    let (down, right) = self.grid.place(*cell);
                    row.abs_diff(down).max(column.abs_diff(right)) == 1
                };
                let around: Vec<usize> = (0..self.grid.cells()).filter(is_beside).collect();
                let mut sorted = cells.clone();
                sorted.sort_unstable();
                if sorted != around {
                    return None;
                }
                let shape = self.shape(self.centre(clue.total), 78);
                self.drawing.shapes.push(DrawnShape {
                    border: Some(GREY),
                    is_round: true,
                    is_over: false,
                    ..shape
                });
                Some(format!(
                    "A digit in a grey ring is the number of cells around it in its region, {itself} its own."
                ))
            }
        }
    }

    fn sketch_cage(&mut self, cage: &Cage, cells: &[usize]) -> Option<String> {
        let list = |values: &[i32]| values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let (label, is_unique, sentence) = match cage {
            Cage::Rellik(sum) => (
                format!("\u{2260} {sum}"),
                true,
                "Digits in a cage with \u{2260} do not repeat, and no subset of them adds up to the number.",
            ),
            Cage::Equality => (
                "=".to_owned(),
                true,
                "The digits in a cage with = are different; as many are even as odd, as many are low as high, \
                 and none is the middle digit.",
            ),
            Cage::Contains(values) => (
                format!("has {}", list(values)),
                false,
                "A cage with \u{201c}has\u{201d} contains these digits, each at least as often as listed.",
            ),
            Cage::ContainsExactly(values) => (
                format!("just {}", list(values)),
                false,
                "A cage with \u{201c}just\u{201d} contains these digits, each exactly as often as listed.",
            ),
            Cage::LookAndSay(counts) => {
                let counts: Vec<String> =
                    counts.iter().map(|(count, value)| format!("{count}\u{d7}{value}")).collect();
                let sentence =
                    "In a cage with \u{d7}, the number before it says how often the digit after it occurs.";
                (counts.join(" "), false, sentence)
            }
            Cage::Lunchbox(sum) => {
                self.thick_line(cells);
                self.label(cells, sum.to_string());
                return Some(
                    "Digits on a broad grey line do not repeat, and those between the smallest and the largest \
                     of them add up to the number at the line."
                        .to_owned(),
                );
            }
            Cage::CountDistinct => {
                let (first, others) = cells.split_at(cells.len().min(1));
                others.iter().for_each(|cell| self.shade(*cell, GREY));
                first.iter().for_each(|cell| self.circle(*cell));
                return None;
            }
            _ => {
                self.cage(cells, String::new(), None, false);
                return None;
            }
        };
        self.cage(cells, label, None, is_unique);
        Some(sentence.to_owned())
    }

    /// Writes a text into the corner of the first cell.
    fn label(&mut self, cells: &[usize], text: String) {
        self.cage(cells, text, None, false);
        if let Some(cage) = self.drawing.cages.last_mut() {
            cage.is_hidden = true;
        }
    }

    fn circle(&mut self, cell: usize) {
        let shape = self.shape(self.centre(cell), 80);
        let (fill, border) = (Some(WHITE), Some(EDGE));
        self.drawing.shapes.push(DrawnShape { is_round: true, fill, border, ..shape });
    }

    /// Draws a line in an unused colour, with a dot at its start if the direction matters. Returns
    /// the article and the name of the colour.
    fn plain_line(&mut self, rule: &str, cells: &[usize], has_start: bool) -> Option<String> {
        let points: Vec<Point> = cells.iter().map(|cell| self.centre(*cell)).collect();
        let first = *points.first()?;
        let free = self.colours.plain(rule);
        let colour = free.map_or(EDGE, |(_, colour)| colour);
        if has_start {
            let shape = self.shape(first, 34);
            let dot = DrawnShape { is_round: true, fill: Some(colour), is_over: false, ..shape };
            self.drawing.shapes.push(dot);
        }
        self.drawing.lines.push(DrawnLine { points, colour, thickness: 9, has_head: false });
        free.map(|(name, _)| format!("{} {name}", if name == "orange" { "an" } else { "a" }))
    }

    fn thick_line(&mut self, cells: &[usize]) {
        let points = cells.iter().map(|cell| self.centre(*cell)).collect();
        self.drawing.lines.push(DrawnLine { points, colour: GREY, thickness: 40, has_head: false });
    }

    /// Draws a mark on the line between two cells that do not share an edge.
    fn distant_pair(&mut self, pair: Pair, cells: [usize; 2]) {
        let [one, other] = cells.map(|cell| self.centre(cell));
        let (points, has_head) = (vec![one, other], pair == Pair::Greater);
        let between = |part: i32| Point {
            row: one.row + (other.row - one.row) / part,
            column: one.column + (other.column - one.column) / part,
        };
        self.drawing.lines.push(DrawnLine { points, colour: EDGE, thickness: 3, has_head });
        if !has_head {
            // The mark must not cover the digit of a cell between them.
            let middle = between(2);
            let (row, column) = middle.cell();
            let is_digit = middle.is_near(Point::centre(row, column), 20);
            self.pair_mark(pair, cells, if is_digit { between(4) } else { middle });
        }
    }

    /// Writes ranks at the ends of rows and columns.
    fn ranks(&mut self, ranks: &FullRank) {
        for (number, rank) in &ranks.clues {
            let Some([first, second, ..]) = ranks.numbers.get(*number).map(Vec::as_slice) else { continue };
            let (first, second) = (self.centre(*first), self.centre(*second));
            let place = Point { row: 2 * first.row - second.row, column: 2 * first.column - second.column };
            let shape = self.shape(place, 25);
            self.drawing.shapes.push(DrawnShape { text: rank.to_string(), ..shape });
        }
    }
}

/// Returns whether cells follow a start one after another in one direction, without gaps.
fn is_ray(grid: &Shape, start: usize, cells: &[usize]) -> bool {
    let steps = std::iter::once(&start).chain(cells).zip(cells).map(|(one, other)| {
        let ((row, column), (down, right)) = (grid.place(*one), grid.place(*other));
        (down.cast_signed() - row.cast_signed(), right.cast_signed() - column.cast_signed())
    });
    let steps: Vec<(isize, isize)> = steps.collect();
    steps.iter().all(|step| *step == steps[0] && step.0.abs().max(step.1.abs()) == 1)
}
