//! Draws puzzles as setters do, with the rules as sentences.
//!
//! Each constraint is drawn with shapes, lines or cages in the colours of f-puzzles and SudokuPad,
//! and described by a sentence that [`crate::guess`] understands. A constraint that cannot be drawn
//! in this way causes an error that names it. The formats that write drawings also read them back
//! and compare the result ([`lost`]).
//!
//! ```text
//!   clones    clones as separate areas of one form
//!   lines     lines and arrows, and their colours
//!   pair      marks between two cells
//!   picture   drawings for pictures, which show every constraint
//! ```

mod clones;
mod lines;
mod pair;
mod picture;

#[cfg(feature = "booklet")]
pub(crate) use picture::is_usual;
pub(crate) use picture::{FOG, Picture, picture_of};

use crate::drawing::colour::Colour;
use crate::drawing::{Cage as DrawnCage, Drawing, Line as DrawnLine, Point, Shape as DrawnShape, UNIT};
use crate::fog::Fog;
use clones::{owner, with_areas, with_equal_cells};
use gridlore_sudoku_variants::build::{outside_the_grid, usual_regions};
use gridlore_sudoku_variants::constraint::{Cage, Clue, Global, Mark, Pair, Sets};
use gridlore_sudoku_variants::{Constraint, Grid, Puzzle, Shape};
use lines::Colours;

/// Texts that accompany a puzzle in a link.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Texts {
    /// The title; may be empty.
    pub title: String,
    /// The author; may be empty.
    pub author: String,
    /// The rules in the setter's words; may be empty. Drawings append to them the rules that follow
    /// from the constraints.
    pub rules: String,
    /// The solution, which the site uses to check digits.
    pub solution: Option<Vec<i32>>,
    /// The fog that covers the board; `None` if there is none.
    pub fog: Option<Fog>,
}

/// Names the first constraint of a puzzle that another puzzle lacks.
pub(crate) fn lost(puzzle: &Puzzle, again: &Puzzle) -> Option<String> {
    if puzzle.shape != again.shape {
        return Some(format!("a grid of {} with these digits", puzzle.shape));
    }
    let (before, after) = (split(puzzle), split(again));
    let missing = before.iter().find(|one| !after.contains(one));
    // An additional constraint of the other puzzle results from how some constraint was drawn.
    let added = after.iter().find(|one| !before.contains(one));
    missing.or(added).map(|one| owner(puzzle, one).title(&puzzle.shape))
}

/// Returns the constraints in a normal form, in which equivalent constraints are equal.
fn split(puzzle: &Puzzle) -> Vec<Constraint> {
    let mut constraints = Vec::new();
    for constraint in &with_equal_cells(puzzle) {
        match constraint {
            Constraint::Global(Global::Negative { pairs, exempt }) => {
                constraints.extend(pairs.iter().map(|pair| {
                    Constraint::Global(Global::Negative { pairs: vec![*pair], exempt: exempt.clone() })
                }))
            }
            Constraint::Pair(pair, cells) if *pair != Pair::Greater => {
                constraints.push(Constraint::Pair(*pair, [cells[0].min(cells[1]), cells[0].max(cells[1])]));
            }
            Constraint::Cage(
                cage @ (Cage::Killer(_) | Cage::KillerOneOf(_) | Cage::AllDifferent | Cage::CountingCircles),
                cells,
            ) if !matches!(cage, Cage::KillerOneOf(sums) if sums.len() == 1) => {
                let mut cells = cells.clone();
                cells.sort_unstable();
                constraints.push(Constraint::Cage(cage.clone(), cells));
            }
            // A choice of only one sum.
            Constraint::Cage(Cage::KillerOneOf(sums), cells) if sums.len() == 1 => {
                let mut cells = cells.clone();
                cells.sort_unstable();
                constraints.push(Constraint::Cage(Cage::Killer(sums.first().copied()), cells));
            }
            Constraint::Cage(Cage::Quadruple(values), cells) => {
                let (mut values, mut cells) = (values.clone(), cells.clone());
                values.sort_unstable();
                cells.sort_unstable();
                constraints.push(Constraint::Cage(Cage::Quadruple(values), cells));
            }
            Constraint::Cell(mark @ (Mark::Minimum(_) | Mark::Maximum(_)), cell) => {
                let is_largest = matches!(mark, Mark::Maximum(_));
                let (Mark::Minimum(exempt) | Mark::Maximum(exempt)) = mark else { continue };
                let touches = |other: &usize| {
                    puzzle.shape.neighbours().any(|(a, b)| (a, b) == (*cell.min(other), *cell.max(other)))
                };
                let mut exempt: Vec<usize> = exempt.iter().copied().filter(|other| touches(other)).collect();
                exempt.sort_unstable();
                let mark = if is_largest { Mark::Maximum(exempt) } else { Mark::Minimum(exempt) };
                constraints.push(Constraint::Cell(mark, *cell));
            }
            Constraint::Global(Global::Grids(grids)) => {
                let mut grids = grids.clone();
                grids.sort_unstable_by_key(|grid| grid.first(&puzzle.shape));
                constraints.push(Constraint::Global(Global::Grids(grids)));
            }
            Constraint::Sum(sum) => {
                let mut sum = sum.clone();
                sum.terms.sort_unstable_by_key(|(_, cell)| *cell);
                constraints.push(Constraint::Sum(sum));
            }
            Constraint::Global(Global::Regions(regions)) => {
                let mut regions = regions.clone();
                regions.iter_mut().for_each(|cells| cells.sort_unstable());
                regions.sort_unstable();
                if !regions.is_empty() {
                    constraints.push(Constraint::Global(Global::Regions(regions)));
                }
            }
            other => constraints.push(other.clone()),
        }
    }
    constraints
}

const GREY: Colour = Colour { red: 0xcf, green: 0xcf, blue: 0xcf, alpha: 255 };
/// The colour of arrows and of the edges of circles.
const EDGE: Colour = Colour { red: 0xa1, green: 0xa1, blue: 0xa1, alpha: 255 };
const WHITE: Colour = Colour { red: 255, green: 255, blue: 255, alpha: 255 };
const BLACK: Colour = Colour { red: 0, green: 0, blue: 0, alpha: 255 };
const DIAGONAL: Colour = Colour { red: 0x34, green: 0xbb, blue: 0xe6, alpha: 255 };

/// A puzzle being drawn.
struct Artist<'a> {
    grid: &'a Shape,
    /// The grids of the board; empty if the board is one grid.
    grids: &'a [Grid],
    /// Whether an absent cell may hold a clue next to a grid, as in pictures.
    has_room_between: bool,
    drawing: Drawing,
    sentences: Vec<String>,
    /// Sentences that pictures leave out.
    familiar: Vec<String>,
    colours: Colours,
}

/// Draws a puzzle, or names the constraint that cannot be drawn.
pub(crate) fn drawing_of(puzzle: &Puzzle, texts: &Texts) -> Result<Drawing, String> {
    let shape = &puzzle.shape;
    if puzzle.variables > 0 {
        return Err(outside_the_grid(puzzle));
    }
    if let Some(what) = mixed_clues(puzzle) {
        return Err(what);
    }
    let mut artist = Artist::new(puzzle);
    for constraint in &with_areas(puzzle) {
        artist.draw(constraint).ok_or_else(|| owner(puzzle, constraint).title(shape))?;
    }
    let has_regions = artist.has_regions();
    let mut rules = artist.frame();
    let metadata = &mut artist.drawing.metadata;
    rules.extend(artist.sentences);
    // The setter's words come first, followed by the sentences that they do not contain verbatim,
    // so that every reader finds the same rules in the link.
    let said = texts.rules.trim();
    let own = rules.iter().filter(|rule| !said.contains(rule.as_str())).map(String::as_str);
    let lines: Vec<&str> = said.lines().map(str::trim).filter(|line| !line.is_empty()).chain(own).collect();
    metadata.rules = lines.join("\n");
    metadata.title.clone_from(&texts.title);
    metadata.author.clone_from(&texts.author);
    artist.drawing.fog.clone_from(&texts.fog);
    let metadata = &mut artist.drawing.metadata;
    if let Some(values) = texts.solution.as_ref().filter(|values| values.len() == shape.cells()) {
        let width = if shape.highest() > 9 { 2 } else { 1 };
        metadata.solution = values.iter().map(|value| format!("{value:0width$}")).collect();
    }
    if !has_regions {
        artist.drawing.regions = None;
    }
    Ok(artist.drawing)
}

/// Names two clues of different kinds outside the grid, if there are any. A drawing shows only
/// their numbers, so the rules can describe only one kind. Little killers are exempt because they
/// have arrows.
fn mixed_clues(puzzle: &Puzzle) -> Option<String> {
    let is_clue = |one: &&Constraint| matches!(one, Constraint::Clue(clue, _) if !matches!(clue, Clue::LittleKiller(_)));
    let mut clues = puzzle.constraints.iter().filter(is_clue);
    let first = clues.next()?;
    let other = clues.find(|other| other.name() != first.name())?;
    Some(format!(
        "two kinds of clues outside the grid, whose numbers look alike ({}, {})",
        first.title(&puzzle.shape),
        other.title(&puzzle.shape)
    ))
}

impl<'a> Artist<'a> {
    fn new(puzzle: &'a Puzzle) -> Self {
        let (grid, grids) = (&puzzle.shape, puzzle.grids());
        let mut drawing = Drawing { rows: grid.rows, columns: grid.columns, ..Drawing::default() };
        drawing.absent = grid.absent;
        drawing.grids = grids.to_vec();
        drawing.metadata.has_no_lines = true;
        drawing.regions = Some(Vec::new());
        Self {
            grid,
            grids,
            has_room_between: false,
            drawing,
            sentences: Vec::new(),
            familiar: Vec::new(),
            colours: Colours::default(),
        }
    }

    fn has_regions(&self) -> bool {
        self.drawing.regions.as_ref().is_some_and(|regions| !regions.is_empty())
    }

    fn has_unusual_regions(&self) -> bool {
        let sorted = |regions: &[Vec<usize>]| {
            let mut regions = regions.to_vec();
            regions.iter_mut().for_each(|cells| cells.sort_unstable());
            regions.sort_unstable();
            regions
        };
        let usual = sorted(&usual_regions(self.grid, None));
        self.drawing.regions.as_ref().is_some_and(|regions| sorted(regions) != usual)
    }

    /// Returns sentences about rows, columns and regions, and about the digits if they are unusual.
    fn frame(&self) -> Vec<String> {
        let shape = self.grid;
        let mut rules = vec![
            match (self.drawing.metadata.has_no_lines, self.has_regions()) {
                (false, true) if self.grids.len() > 1 => "Normal sudoku rules apply in each grid.",
                (false, true) if self.has_unusual_regions() => {
                    "Normal sudoku rules apply, with the outlined regions in place of boxes."
                }
                (false, true) => "Normal sudoku rules apply.",
                (false, false) => "This is a Latin square: each row and column contains different digits.",
                (true, true) => {
                    "Digits can repeat in rows and columns, but each region contains different digits."
                }
                (true, false) => "This is not a Latin square: digits can repeat in rows and columns.",
            }
            .to_owned(),
        ];
        let side = self.grids.iter().map(|grid| grid.rows.max(grid.columns)).max();
        if (shape.lowest, shape.values) != (1, side.unwrap_or_else(|| shape.rows.max(shape.columns))) {
            rules.push(format!("Use the digits {} to {}.", shape.lowest, shape.highest()));
        }
        rules
    }

    fn say(&mut self, sentence: impl Into<String>) {
        let sentence = sentence.into();
        if !self.sentences.contains(&sentence) {
            self.sentences.push(sentence);
        }
    }

    fn centre(&self, cell: usize) -> Point {
        self.drawing.centre(cell)
    }

    /// Returns a shape of this size without colours and text.
    fn shape(&self, centre: Point, size: i32) -> DrawnShape {
        DrawnShape {
            centre,
            width: size,
            height: size,
            is_round: false,
            fill: None,
            border: None,
            text: String::new(),
            angle: 0,
            is_over: true,
        }
    }

    fn shade(&mut self, cell: usize, fill: Colour) {
        let shape = self.shape(self.centre(cell), UNIT);
        self.drawing.shapes.push(DrawnShape { fill: Some(fill), is_over: false, ..shape });
    }

    fn cage(&mut self, cells: &[usize], text: String, sum: Option<i32>, is_unique: bool) {
        let cells = cells.to_vec();
        self.drawing.cages.push(DrawnCage {
            cells,
            text,
            sum,
            is_unique: Some(is_unique),
            ..DrawnCage::default()
        });
    }

    /// Draws a constraint. Returns `None` if it cannot be drawn.
    fn draw(&mut self, constraint: &Constraint) -> Option<()> {
        match constraint {
            Constraint::Cell(mark, cell) => self.cell(mark, *cell),
            Constraint::Pair(pair, cells) => self.pair(*pair, *cells),
            Constraint::Line(line, cells) => self.line(*line, cells),
            Constraint::Arrow { circle, shaft } => self.arrow(circle, shaft),
            Constraint::Cage(cage, cells) => self.group(cage, cells),
            Constraint::Sets(sets, groups) => self.sets(*sets, groups),
            Constraint::Clue(clue, cells) => self.clue(*clue, cells),
            Constraint::Global(global) => self.global(global),
            Constraint::Sum(sum) => {
                let cells: Vec<usize> = sum.terms.iter().map(|(_, cell)| *cell).collect();
                sum.terms.iter().all(|(times, _)| *times == 1).then_some(())?;
                self.cage(&cells, sum.total.to_string(), Some(sum.total), false);
                Some(())
            }
            Constraint::FullRank(_)
            | Constraint::Region(_)
            | Constraint::Connected(_)
            | Constraint::Table(..)
            | Constraint::Words(..)
            | Constraint::Either(_) => None,
        }
    }

    fn cell(&mut self, mark: &Mark, cell: usize) -> Option<()> {
        let centre = self.centre(cell);
        match mark {
            Mark::Given(digit) => self.drawing.givens.push((cell, *digit)),
            Mark::Odd | Mark::Even => {
                let is_round = *mark == Mark::Odd;
                let shape = self.shape(centre, 70);
                self.drawing.shapes.push(DrawnShape { fill: Some(GREY), is_round, is_over: false, ..shape });
                self.say(if is_round {
                    "A circle in a cell marks an odd digit."
                } else {
                    "A square in a cell marks an even digit."
                });
            }
            Mark::Minimum(exempt) | Mark::Maximum(exempt) => {
                let is_largest = matches!(mark, Mark::Maximum(_));
                self.shade(cell, Colour { red: 0xcc, green: 0xcc, blue: 0xcc, alpha: 255 });
                let neighbours: Vec<usize> = self
                    .grid
                    .neighbours()
                    .filter(|(one, other)| *one == cell || *other == cell)
                    .map(|(one, other)| if one == cell { other } else { one })
                    .filter(|other| !exempt.contains(other))
                    .collect();
                for other in neighbours {
                    let to = self.centre(other);
                    let (down, right) = ((to.row - centre.row) / UNIT, (to.column - centre.column) / UNIT);
                    // The tip points to the smaller digit.
                    let (ends, tip) = if is_largest { (39, 44) } else { (44, 39) };
                    let at = |along: i32, across: i32| Point {
                        row: centre.row + down * along + right * across,
                        column: centre.column + right * along + down * across,
                    };
                    let points = vec![at(ends, 10), at(tip, 0), at(ends, -10)];
                    self.drawing.lines.push(DrawnLine {
                        points,
                        colour: BLACK,
                        thickness: 1,
                        has_head: false,
                    });
                }
                self.say("The angles on the edges of a shaded cell point to the smaller digit.");
            }
            Mark::ColumnIndexer | Mark::RowIndexer => {
                let style = if *mark == Mark::RowIndexer { "fpRowIndexer" } else { "fpColumnIndexer" };
                let found = self.drawing.cages.iter_mut().find(|cage| cage.style == style);
                match found {
                    Some(cage) => cage.cells.push(cell),
                    None => self.drawing.cages.push(DrawnCage {
                        cells: vec![cell],
                        style: style.to_owned(),
                        ..DrawnCage::default()
                    }),
                }
                self.say(if *mark == Mark::RowIndexer {
                    "A digit D in a cell of a row indexer in row R means that R is in row D of its column."
                } else {
                    "A digit D in a cell of a column indexer in column C means that C is in column D of its row."
                });
            }
            Mark::BoxIndexer(_) => {
                self.drawing.cages.push(DrawnCage {
                    cells: vec![cell],
                    style: "fpBoxIndexer".to_owned(),
                    ..DrawnCage::default()
                });
                self.say(
                    "A digit D in cell C of a box with a box indexer means that C is in cell D of this box.",
                );
            }
            Mark::Candidates(_) => return None,
        }
        Some(())
    }

    fn group(&mut self, cage: &Cage, cells: &[usize]) -> Option<()> {
        let list = |values: &[i32], between: &str| {
            values.iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
        };
        match cage {
            Cage::Killer(sum) => {
                self.cage(cells, sum.map_or_else(String::new, |sum| sum.to_string()), *sum, true);
                self.say(
                    "Digits in a cage do not repeat and add up to the number in its corner, if there is one.",
                );
            }
            Cage::KillerOneOf(sums) => {
                self.cage(cells, list(sums, "/"), None, true);
                self.say("A cage with several numbers has one of them as its sum.");
            }
            Cage::AllDifferent => {
                for cell in cells {
                    self.shade(*cell, GREY);
                }
                self.cage(cells, String::new(), None, true);
                self.say("Digits in an extra region, a shaded cage, do not repeat.");
            }
            Cage::Quadruple(values) => {
                let [one, .., last] = cells[..] else { return None };
                let (one, last) = (self.centre(one), self.centre(last));
                let middle = Point { row: (one.row + last.row) / 2, column: (one.column + last.column) / 2 };
                let shape = self.shape(middle, 70);
                let text = list(values, " ");
                self.drawing.shapes.push(DrawnShape {
                    is_round: true,
                    fill: Some(WHITE),
                    border: Some(BLACK),
                    text,
                    ..shape
                });
                self.say("Digits in a circle at a corner appear in the four cells around it.");
            }
            Cage::CountingCircles => {
                for cell in cells {
                    let shape = self.shape(self.centre(*cell), 80);
                    self.drawing.shapes.push(DrawnShape {
                        is_round: true,
                        border: Some(BLACK),
                        is_over: false,
                        ..shape
                    });
                }
                self.say("A digit in a counting circle says in exactly how many of these circles it is.");
            }
            _ => return None,
        }
        Some(())
    }

    fn sets(&mut self, sets: Sets, groups: &[Vec<usize>]) -> Option<()> {
        match sets {
            Sets::RegionSumLine => self.region_sum(&groups.concat()),
            Sets::Clone => {
                let colour = self.colours.shade()?;
                for cell in groups.concat() {
                    self.shade(cell, colour);
                }
                self.say("Clones of one colour contain the same digits in the same places.");
                Some(())
            }
            Sets::EqualSums | Sets::SameValues => None,
        }
    }

    fn clue(&mut self, clue: Clue, cells: &[usize]) -> Option<()> {
        let (first, second) =
            (self.centre(*cells.first()?), self.centre(*cells.get(1).unwrap_or(cells.first()?)));
        let is_single = cells.len() == 1;
        let (down, right) = if is_single {
            // A diagonal of one cell is a corner of the grid; its clue may be on either side.
            let (row, column) = self.grid.place(cells[0]);
            (if row == 0 { 1 } else { -1 }, if column == 0 { -1 } else { 1 })
        } else {
            ((second.row - first.row) / UNIT, (second.column - first.column) / UNIT)
        };
        let place = Point { row: first.row - down * UNIT, column: first.column - right * UNIT };
        if let Some(cell) = self.drawing.cell(place.cell()) {
            // A number in a cell would be a given; an absent cell has room for one clue.
            let is_taken = || self.drawing.shapes.iter().any(|other| other.centre.is_near(place, UNIT / 2));
            if !self.has_room_between || !self.grid.is_absent(cell) || is_taken() {
                return None;
            }
        }
        let mut shape = self.shape(place, 25);
        shape.text = clue.number().to_string();
        match clue {
            Clue::LittleKiller(_) => {
                let step = |length: i32| Point { row: place.row + down * length, column: place.column + right * length };
                self.drawing.lines.push(DrawnLine { points: vec![step(30), step(48)], colour: BLACK, thickness: 2, has_head: true });
                self.say("A number with a diagonal arrow is the sum of the digits on this diagonal (little killer).");
            }
            Clue::Sandwich(_) => {
                self.say("Sandwich sums outside the grid are the sums of the digits that lie between the smallest and the largest digit.");
            }
            Clue::XSum(_) => self.say("An X-sum outside the grid is the sum of the first X digits, where X is the first of them."),
            Clue::Skyscraper(_) => self.say("Skyscraper clues outside the grid count the digits that are larger than all digits before them."),
            Clue::NumberedRoom(_) => self.say("In a numbered room, the clue outside the grid is the digit in the cell whose number is the first digit."),
            Clue::HiddenSkyscraper(_) => {
                self.say("A hidden skyscraper clue outside the grid is the first digit that is smaller than one before it.");
            }
        }
        self.drawing.shapes.push(shape);
        Some(())
    }

    fn global(&mut self, global: &Global) -> Option<()> {
        match global {
            Global::RowsAndColumns | Global::Grids(_) => self.drawing.metadata.has_no_lines = false,
            Global::Regions(regions) => self.drawing.regions = Some(regions.clone()),
            Global::Diagonal { is_rising } => {
                let (height, width) = (
                    self.drawing.centre(0).row * 2 * i32::try_from(self.grid.rows).ok()?,
                    self.drawing.centre(0).column * 2 * i32::try_from(self.grid.columns).ok()?,
                );
                let (left, right) = if *is_rising { (width, 0) } else { (0, width) };
                let points = vec![Point { row: 0, column: left }, Point { row: height, column: right }];
                self.drawing.lines.push(DrawnLine {
                    points,
                    colour: DIAGONAL,
                    thickness: 2,
                    has_head: false,
                });
                self.say("Digits on a marked diagonal do not repeat.");
            }
            Global::Windows(windows) => {
                for cell in windows.concat() {
                    self.shade(cell, GREY);
                }
                self.say("Digits in a shaded window do not repeat.");
            }
            Global::DisjointGroups(_) => {
                self.say("Cells at the same position in their boxes contain different digits.")
            }
            Global::AntiLeaper(1, 2) => {
                self.drawing.metadata.is_anti_knight = true;
                self.say("Cells a knight's move apart contain different digits.");
            }
            Global::AntiLeaper(1, 1) => {
                self.drawing.metadata.is_anti_king = true;
                self.say("Cells a king's move apart contain different digits.");
            }
            Global::AntiTaxicab => {
                self.say("Anti-taxicab: two equal digits N are never N horizontal and vertical steps apart.")
            }
            Global::Entropy => self.say("Every 2x2 square contains a low, a middle and a high digit."),
            Global::Negative { pairs, exempt } => {
                for pair in pairs {
                    self.say(match pair {
                        Pair::Difference(1) if exempt.is_empty() => {
                            "Cells that share an edge never contain consecutive digits."
                        }
                        Pair::Difference(1) => "All white dots are given.",
                        Pair::Ratio(2) => "All black dots are given.",
                        Pair::Sum(5 | 10) => "All Xs and Vs are given.",
                        _ => return None,
                    });
                }
            }
            Global::Mod => {
                self.say("Every 2x2 square contains digits with all three remainders when divided by 3.")
            }
            Global::DutchFlatmates => {
                self.say("Dutch flatmates: each 5 has a 1 directly above it or a 9 directly below it.");
            }
            Global::AntiLeaper(..) | Global::Doppelganger { .. } | Global::ChaosConstruction { .. } => {
                return None;
            }
        }
        Some(())
    }
}
