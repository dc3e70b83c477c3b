//! Reads drawings as puzzles, guided by the text of their rules.
//!
//! A drawing declares only a few rules: regions, givens, cages, and flags such as those for chess
//! moves. The rest is guessed from shapes, sizes and colours, and from common phrases in the rules.
//! Each guess is noted. Parts that are not understood are noted as well, so nothing is left out
//! silently. If the drawing contains its solution, guesses that contradict it are withdrawn.
//!
//! ```text
//!   topic         the topics of sentences
//!   rules_text    sentences and their topics
//!   doubts        sentences that negate or weaken a rule
//!   lines         thermometers, arrows, coloured lines, diagonals, inequality signs
//!   marks         dots, X and V, quadruples, parity, shaded cells
//!   outside       numbers outside the grid
//!   applied       sentences of the rules that were converted to constraints
//!   notes         sentences for the reader
//! ```

mod applied;
mod doubts;
mod lines;
mod marks;
mod notes;
mod outside;
mod rules_text;
mod topic;

use crate::drawing::colour::{Colour, Hue};
use crate::drawing::{Drawing, Line, Shape as DrawnShape, UNIT};
use crate::fog::Fog;
use crate::lengths::cut_drawing;
use crate::progress::Progress;
use gridlore_core::ParseError;
use gridlore_sudoku_variants::build::{
    MAX_CONSTRAINTS, MAX_NAMED_CELLS, unexpected, usual_regions, validated,
};
use gridlore_sudoku_variants::constraint::{Cage, Global, Line as LineRule, Mark, Pair, WeightedSum};
use gridlore_sudoku_variants::{Constraint, MAX_SIDE, Puzzle, Shape};
use notes::Notes;
use rules_text::{RulesText, Sentence};
use std::collections::{BTreeMap, BTreeSet};
use topic::Topic;

/// A puzzle that was read, with notes on how it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Sentences on what was guessed and what was not understood.
    pub notes: Vec<String>,
    /// The notes on rules and marks that are missing from the puzzle because they were not
    /// understood.
    pub left_out: Vec<String>,
    /// The title; empty if there is none.
    pub title: String,
    /// The author; empty if there is none.
    pub author: String,
    /// The rules as the setter wrote them; empty if there are none.
    pub rules: String,
    /// The solution stored by the setter, if it is complete.
    pub solution: Option<Vec<i32>>,
    /// The fog that covers the board; `None` if there is none.
    pub fog: Option<Fog>,
    /// The digits and marks that a player has entered.
    pub progress: Progress,
    /// Drawn parts that were not understood; pictures show them unchanged.
    pub(crate) unread: Unread,
}

/// Parts of a drawing to which no meaning was assigned.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Unread {
    pub(crate) lines: Vec<Line>,
    pub(crate) shapes: Vec<DrawnShape>,
}

impl Reading {
    /// Returns the reading of a puzzle whose constraints are declared, without a title, an author
    /// or rules.
    #[must_use]
    pub fn exact(puzzle: Puzzle) -> Self {
        Self {
            puzzle,
            notes: Vec::new(),
            left_out: Vec::new(),
            title: String::new(),
            author: String::new(),
            rules: String::new(),
            solution: None,
            fog: None,
            progress: Progress::default(),
            unread: Unread::default(),
        }
    }
}

/// A thermometer with a bulb.
#[derive(Clone)]
struct Stem {
    colour: Colour,
    thickness: i32,
    cells: Vec<usize>,
    rule: LineRule,
}

/// A drawing being read.
struct Guess<'a> {
    drawing: &'a Drawing,
    text: RulesText,
    shape: Shape,
    regions: Vec<Vec<usize>>,
    constraints: Vec<Constraint>,
    notes: Notes,
    is_shape_read: Vec<bool>,
    is_line_read: Vec<bool>,
    /// The shapes that shade single cells, by cell.
    shades_at: BTreeMap<usize, Vec<usize>>,
    /// Number of cells that the constraints other than global ones name.
    named: usize,
    /// Thermometers with bulbs, from which branches can start.
    thermometers: Vec<Stem>,
    /// The indices of the thermometers through a cell.
    stems_at: BTreeMap<usize, Vec<usize>>,
    /// Pairs with an inequality sign between them, larger cell first.
    chevrons: Vec<[usize; 2]>,
    /// Marks between cells, which negative constraints exempt.
    marked: Vec<(Pair, (usize, usize))>,
}

/// Reads a drawing.
///
/// # Errors
/// Returns a [`ParseError`] for givens that no cell can hold, and for too many constraints.
pub(crate) fn reading(mut drawing: Drawing) -> Result<Reading, ParseError> {
    cut_drawing(&mut drawing);
    let drawing = &drawing;
    let rules = &drawing.metadata.rules;
    let text = match rules.trim() {
        "" => RulesText::of_title(&drawing.metadata.title),
        rules => RulesText::new(rules),
    };
    let shape = shape(drawing, &text);
    let solution = solution(drawing, &shape);
    let mut guess = Guess {
        drawing,
        text,
        shape,
        regions: Vec::new(),
        constraints: Vec::new(),
        notes: Notes::default(),
        is_shape_read: vec![false; drawing.shapes.len()],
        is_line_read: vec![false; drawing.lines.len()],
        shades_at: BTreeMap::new(),
        named: 0,
        thermometers: Vec::new(),
        stems_at: BTreeMap::new(),
        chevrons: Vec::new(),
        marked: Vec::new(),
    };
    guess.find_shades();
    guess.frame();
    guess.givens()?;
    let declared = guess.constraints.len();
    guess.cages();
    guess.lines();
    guess.outside();
    guess.marks();
    guess.globals();
    if guess.is_full() {
        return Err(unexpected(
            1,
            "too many constraints in a drawing",
            format!("at most {MAX_CONSTRAINTS} constraints, with at most {MAX_NAMED_CELLS} cells in total"),
        ));
    }
    guess.checked(declared, solution.as_deref());
    guess.left_out();
    let unread = guess.unread();
    let Guess { constraints, notes, .. } = guess;
    let mut puzzle = Puzzle::new(shape);
    puzzle.constraints = constraints;
    let (mut notes, mut left_out) = notes.sentences();
    left_out.extend(drawing.notes.iter().filter(|note| note.contains("not understood")).cloned());
    notes.extend(drawing.notes.iter().cloned());
    notes.dedup();
    let metadata = &drawing.metadata;
    drawing.progress.checked(&shape)?;
    Ok(Reading {
        progress: drawing.progress.clone(),
        puzzle: validated(puzzle)?,
        notes,
        left_out,
        title: metadata.title.clone(),
        author: metadata.author.clone(),
        rules: metadata.rules.clone(),
        fog: drawing.fog.clone(),
        solution,
        unread,
    })
}

/// Returns the size of the grid and its digits, which the rules may name, as in "digits 0 to 8".
fn shape(drawing: &Drawing, text: &RulesText) -> Shape {
    let whole = Shape::new(drawing.rows, drawing.columns);
    let side = drawing.grids.first().map_or(whole.values, |grid| grid.rows.max(grid.columns));
    let usual = Shape { values: side, absent: drawing.absent, ..whole };
    let named = text.about(Topic::Digits).find_map(|one| {
        let (_, rest) = one.words.split_once("digits ").or_else(|| one.words.split_once("numbers "))?;
        let mut tokens = rest.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
        let mut next = || tokens.find(|word| !matches!(*word, "from" | "used" | "are"));
        let first: i32 = next()?.parse().ok()?;
        let second = next()?;
        let last: i32 = if matches!(second, "to" | "through") { next()? } else { second }.parse().ok()?;
        let values = usize::try_from(last - first + 1).ok()?;
        ((0..=1).contains(&first) && (side..=MAX_SIDE).contains(&values)).then_some((first, values))
    });
    // Without such a sentence, a 0 in a given or the solution shifts the digits down by one.
    let has_zero = drawing.givens.iter().any(|(_, digit)| *digit == 0);
    let signs = &drawing.metadata.solution;
    let is_low = signs.contains('0')
        && signs.len() == drawing.rows * drawing.columns
        && signs.chars().all(|sign| sign.to_digit(10).is_some_and(|digit| (digit as usize) < side));
    match named {
        Some((lowest, values)) => Shape { lowest, values, ..usual },
        None if has_zero || (is_low && side <= 9) => Shape { lowest: 0, ..usual },
        None => usual,
    }
}

/// Returns the stored solution, written with one character per cell or as numbers of equal length.
fn solution(drawing: &Drawing, shape: &Shape) -> Option<Vec<i32>> {
    let signs: Vec<char> =
        drawing.metadata.solution.chars().filter(|sign| !sign.is_whitespace() && *sign != ',').collect();
    let cells = shape.cells();
    let width = signs.len() / cells;
    if signs.len() != cells * width || width == 0 {
        return None;
    }
    let values = signs.chunks(width).map(|number| match number {
        [sign] => i32::try_from(sign.to_digit(36)?).ok(),
        digits => digits.iter().collect::<String>().parse().ok(),
    });
    let values: Vec<i32> = values.collect::<Option<_>>()?;
    values.iter().all(|value| shape.set_of(*value) != 0).then_some(values)
}

impl Guess<'_> {
    fn unit(&self, side: usize) -> i32 {
        i32::try_from(side).unwrap_or(0) * UNIT
    }

    fn add(&mut self, constraint: Constraint) {
        if self.is_full() || self.constraints.contains(&constraint) {
            return;
        }
        if !matches!(constraint, Constraint::Global(_)) {
            self.named += constraint.cells(&self.shape).len();
        }
        self.constraints.push(constraint);
    }

    /// Returns whether there are more constraints, or more cells in them, than a puzzle can have.
    fn is_full(&self) -> bool {
        let givens = 2 * self.shape.cells();
        self.named > MAX_NAMED_CELLS + givens || self.constraints.len() > MAX_CONSTRAINTS + givens
    }

    /// Adds rows, columns and regions.
    fn frame(&mut self) {
        let grids = &self.drawing.grids;
        if !grids.is_empty() {
            let names: Vec<String> = grids.iter().map(|grid| grid.name(&self.shape)).collect();
            self.notes.say(format!("The board is read as {} grids: {}.", grids.len(), names.join(", ")));
            self.add(Constraint::Global(Global::Grids(grids.clone())));
        } else if !self.drawing.metadata.has_no_lines {
            self.add(Constraint::Global(Global::RowsAndColumns));
        }
        self.regions = match &self.drawing.regions {
            Some(regions) => regions.clone(),
            None => {
                let usual = usual_regions(&self.shape, None);
                let has_none = self.text.has(Topic::NoBoxes);
                let regions = if has_none { Vec::new() } else { usual };
                if regions.is_empty() {
                    self.notes
                        .say("The puzzle declares no regions; only rows and columns have different digits.");
                } else {
                    self.notes.say("The puzzle declares no regions; the usual boxes are assumed.");
                }
                regions
            }
        };
        if !self.regions.is_empty() {
            self.add(Constraint::Global(Global::Regions(self.regions.clone())));
        }
    }

    fn givens(&mut self) -> Result<(), ParseError> {
        for (cell, digit) in &self.drawing.givens {
            if self.shape.set_of(*digit) == 0 {
                return Err(unexpected(
                    1,
                    format!("the given {digit} at {}", self.drawing.name(*cell)),
                    format!("a digit from {} to {}", self.shape.lowest, self.shape.highest()),
                ));
            }
            self.add(Constraint::Cell(Mark::Given(*digit), *cell));
        }
        if self.drawing.metadata.is_anti_knight {
            self.add(Constraint::Global(Global::ANTI_KNIGHT));
        }
        if self.drawing.metadata.is_anti_king {
            self.add(Constraint::Global(Global::ANTI_KING));
        }
        for (is_rising, is_set) in [false, true].into_iter().zip(self.drawing.diagonals) {
            if is_set {
                self.add(Constraint::Global(Global::Diagonal { is_rising }));
            }
        }
        Ok(())
    }

    fn cages(&mut self) {
        let is_repeated = self.text.has(Topic::CageRepeats);
        let is_denied = self.text.denies(&[Topic::Cage]);
        for cage in &self.drawing.cages {
            let place = self.drawing.name(cage.cells[0]);
            let indexer = match cage.style.as_str() {
                "fpRowIndexer" => Some(Mark::RowIndexer),
                "fpColumnIndexer" => Some(Mark::ColumnIndexer),
                "fpBoxIndexer" => {
                    let region = self.regions.iter().find(|region| region.contains(&cage.cells[0]));
                    region.cloned().map(Mark::BoxIndexer)
                }
                _ => None,
            };
            if let Some(mark) = indexer {
                for cell in &cage.cells {
                    self.add(Constraint::Cell(mark.clone(), *cell));
                }
                continue;
            }
            let text = cage.text.trim();
            if is_denied && !cage.is_hidden {
                self.notes.unknown(["cage", "cages"], place);
                continue;
            }
            let sums: Option<Vec<i32>> =
                text.split([',', '/']).map(|part| part.trim().parse().ok()).collect();
            let is_unique = cage.is_unique.unwrap_or(!is_repeated);
            let constraint = match (cage.sum, sums) {
                (Some(total), _) if is_unique => {
                    Constraint::Cage(Cage::Killer(Some(total)), cage.cells.clone())
                }
                (Some(total), _) => {
                    let terms = cage.cells.iter().map(|cell| (1, *cell)).collect();
                    Constraint::Sum(WeightedSum { total, terms })
                }
                (None, Some(sums)) if is_unique => {
                    Constraint::Cage(Cage::KillerOneOf(sums), cage.cells.clone())
                }
                (None, None) if text.is_empty() && is_unique => {
                    // Metadata lists the cells without a region in this way.
                    if cage.is_hidden && cage.is_unique.is_none() {
                        continue;
                    }
                    let is_shaded = cage.cells.iter().all(|cell| self.is_shaded(*cell));
                    if is_shaded {
                        for cell in &cage.cells {
                            self.shaded_read(*cell);
                        }
                    }
                    let rule =
                        if is_shaded || cage.is_hidden { Cage::AllDifferent } else { Cage::Killer(None) };
                    Constraint::Cage(rule, cage.cells.clone())
                }
                _ => {
                    if !(cage.is_hidden || text.is_empty()) {
                        let look = [
                            format!("cage with the text \"{text}\""),
                            format!("cages with the text \"{text}\""),
                        ];
                        self.notes.unknown([&look[0], &look[1]], place);
                    }
                    if !is_unique || text.is_empty() || cage.is_unique.is_none() {
                        continue;
                    }
                    Constraint::Cage(Cage::Killer(None), cage.cells.clone())
                }
            };
            self.add(constraint);
        }
    }

    /// Adds rules that only the text states.
    fn globals(&mut self) {
        let text = self.text.clone();
        let usual = |topic: Topic| {
            let others = [Topic::NotAll, Topic::LittleKiller];
            let is_only = |one: &&Sentence| {
                topic != Topic::Diagonals || !one.topics.iter().any(|other| others.contains(other))
            };
            let is_stated = !text.doubts(&[topic]);
            text.about(topic).filter(|one| is_stated && !one.topics.contains(&Topic::NotAll)).find(is_only)
        };
        let found: [(Topic, Global); 7] = [
            (Topic::Knight, Global::ANTI_KNIGHT),
            (Topic::King, Global::ANTI_KING),
            (Topic::Disjoint, Global::disjoint_groups(&self.regions)),
            (Topic::Entropy, Global::Entropy),
            (Topic::Remainders, Global::Mod),
            (Topic::DutchFlatmates, Global::DutchFlatmates),
            (Topic::Taxicab, Global::AntiTaxicab),
        ];
        for (topic, global) in found {
            if let Some(sentence) = usual(topic) {
                self.say_rule(&sentence.text, global);
            }
        }
        for (topic, is_rising) in [(Topic::Diagonals, false), (Topic::Diagonals, true)] {
            let has_one =
                self.constraints.iter().any(|one| matches!(one, Constraint::Global(Global::Diagonal { .. })));
            if let (Some(sentence), false) = (usual(topic), has_one && !is_rising) {
                // Rules about "both diagonals" or "the main diagonals" apply even without lines.
                let is_plural = sentence.words.contains("diagonals");
                if is_plural && self.shape.rows == self.shape.columns {
                    self.say_rule(&sentence.text, Global::Diagonal { is_rising });
                }
            }
        }
        if let Some(sentence) = usual(Topic::NonConsecutive) {
            self.say_rule(&sentence.text, Global::negative(vec![Pair::Difference(1)], []));
        }
        self.negatives();
        if text.has(Topic::Windows)
            && !self.constraints.iter().any(|one| matches!(one, Constraint::Global(Global::Windows(_))))
        {
            let groups = gridlore_sudoku_variants::constraint::windows(&self.shape);
            if let (Some(sentence), false) = (usual(Topic::Windows), groups.is_empty()) {
                self.say_rule(&sentence.text, Global::Windows(groups));
            }
        }
    }

    fn say_rule(&mut self, sentence: &str, global: Global) {
        let constraint = Constraint::Global(global);
        if !self.constraints.contains(&constraint) {
            self.notes
                .say(format!("The rules say \u{201c}{sentence}\u{201d}: read as {}.", constraint.name()));
            self.add(constraint);
        }
    }

    /// Adds the rule that all dots, or all Xs and Vs, are given.
    fn negatives(&mut self) {
        let text = self.text.clone();
        let sentence = |topics: &[Topic]| {
            topics
                .iter()
                .find_map(|topic| text.about(*topic).find(|one| !one.topics.contains(&Topic::NotAll)))
        };
        let pairs = |test: fn(&Pair) -> bool| -> Vec<(usize, usize)> {
            self.marked.iter().filter(|(pair, _)| test(pair)).map(|(_, cells)| *cells).collect()
        };
        let dots = pairs(|pair| matches!(pair, Pair::Difference(_) | Pair::Ratio(_)));
        let sums = pairs(|pair| matches!(pair, Pair::Sum(_)));
        let white = sentence(&[Topic::AllDots, Topic::AllWhite]);
        let black = sentence(&[Topic::AllDots, Topic::AllBlack]);
        if let Some(sentence) = white.or(black) {
            let mut kinds = Vec::new();
            if white.is_some() {
                kinds.push(Pair::Difference(1));
            }
            if black.is_some() {
                kinds.push(Pair::Ratio(2));
            }
            // A rule about dots of one colour applies only to that colour.
            let has = |test: fn(&Pair) -> bool| self.marked.iter().any(|(pair, _)| test(pair));
            if text.has(Topic::AllDots) && kinds.len() == 2 {
                let is_told = |topic: Topic, kind: bool| kind || text.has(topic);
                let has_white = is_told(Topic::WhiteDot, has(|pair| matches!(pair, Pair::Difference(_))));
                let has_black = is_told(Topic::BlackDot, has(|pair| matches!(pair, Pair::Ratio(_))));
                kinds.retain(|kind| if *kind == Pair::Ratio(2) { has_black } else { has_white });
            }
            if !kinds.is_empty() {
                self.say_rule(&sentence.text, Global::negative(kinds, dots));
            }
        }
        if let Some(sentence) = sentence(&[Topic::AllXv]) {
            self.say_rule(&sentence.text, Global::negative(vec![Pair::Sum(10), Pair::Sum(5)], sums));
        }
    }

    /// Withdraws guesses that contradict the stored solution.
    fn checked(&mut self, declared: usize, solution: Option<&[i32]>) {
        let Some(solution) = solution else { return };
        let shape = self.shape;
        let is_sound = self.constraints[..declared].iter().all(|one| one.is_satisfied(&shape, solution));
        if !is_sound {
            self.notes.say("The solution in the link breaks the declared rules, so it was not used.");
            return;
        }
        let (kept, broken): (Vec<_>, Vec<_>) = std::mem::take(&mut self.constraints)
            .into_iter()
            .partition(|one| one.is_satisfied(&shape, solution));
        self.constraints = kept;
        for one in broken {
            self.notes.say_left_out(format!(
                "The solution in the link contradicts this guess, so it was withdrawn: {}",
                one.sentence(&shape)
            ));
        }
    }

    /// Returns the colours of the lines and shapes.
    fn hues(&self) -> BTreeSet<Hue> {
        let lines = self.drawing.lines.iter().map(|line| line.colour);
        let shapes = self.drawing.shapes.iter().flat_map(|shape| [shape.fill, shape.border]).flatten();
        lines.chain(shapes).map(Colour::hue).collect()
    }

    /// Returns the drawn parts that were not understood.
    fn unread(&self) -> Unread {
        let lines = self.drawing.lines.iter().zip(&self.is_line_read).filter(|(_, is_read)| !**is_read);
        let shapes = self.drawing.shapes.iter().zip(&self.is_shape_read).filter(|(_, is_read)| !**is_read);
        Unread {
            lines: lines.map(|(line, _)| line.clone()).collect(),
            shapes: shapes.map(|(shape, _)| shape.clone()).collect(),
        }
    }

    /// Adds notes on the parts of the drawing and of the rules that were not understood.
    fn left_out(&mut self) {
        for (number, line) in self.drawing.lines.iter().enumerate() {
            if !self.is_line_read[number] {
                let (row, column) = line.points[0].cell();
                let what = if line.has_head { "arrow" } else { "line" };
                let look = format!("{} {what}", line.colour.hue().name());
                self.notes.unknown([&look, &format!("{look}s")], format!("r{}c{}", row + 1, column + 1));
            }
        }
        for (number, shape) in self.drawing.shapes.iter().enumerate() {
            if !self.is_shape_read[number] {
                let (row, column) = shape.centre.cell();
                let form = if shape.is_round { "round shape" } else { "shape" };
                let hue = shape.fill.or(shape.border).map_or("plain", |colour| colour.hue().name());
                let look = if shape.text.is_empty() {
                    [format!("{hue} {form}"), format!("{hue} {form}s")]
                } else {
                    [format!("text \"{}\"", shape.text), format!("texts \"{}\"", shape.text)]
                };
                self.notes.unknown([&look[0], &look[1]], format!("r{}c{}", row + 1, column + 1));
            }
        }
        if self.text.is_empty() {
            return;
        }
        let hues = self.hues();
        // A sentence without colours may refer to anything.
        let is_drawn =
            |one: &Sentence| one.colours.is_empty() || one.colours.iter().any(|colour| hues.contains(colour));
        let mut applied = applied::Applied::new(&self.constraints);
        let mut is_unread = |one: &&Sentence| {
            one.topics.is_empty() || !one.doubted.is_empty() || (is_drawn(one) && applied.leaves_out(one))
        };
        let unread: Vec<&str> =
            self.text.sentences.iter().filter(|one| is_unread(one)).map(|one| one.text.as_str()).collect();
        for sentence in unread {
            self.notes.others_say(sentence);
        }
        if self.text.is_cut {
            self.notes.say_left_out("The rules are long, and only their first part was read.");
        }
    }
}

impl Notes {
    fn others_say(&mut self, sentence: &str) {
        let short: String = sentence.chars().take(200).collect();
        self.say_left_out(format!("This sentence of the rules was not understood: \u{201c}{short}\u{201d}"));
    }
}
