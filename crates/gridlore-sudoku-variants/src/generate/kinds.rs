//! The table of kinds of rules. A new kind is one entry: its name, a description, the places of its
//! clues, and the clue at given cells of a solved grid.

use super::Recipe;
use super::board::Board;
use super::scene::{Place, Scene};
use crate::build::usual_regions;
use crate::constraint::{Cage, Clue, Constraint, Global, Line, Mark, Pair, Sets, region_pieces, windows};
use gridlore_core::Rng;

/// A kind of rule that puzzles can be generated with.
#[derive(Debug)]
pub struct Kind {
    /// The name, such as `thermo`.
    pub name: &'static str,
    /// The rule as part of a sentence.
    pub about: &'static str,
    pub(super) nature: Nature,
}

/// What a kind of rule adds to a puzzle.
#[derive(Debug)]
pub(super) enum Nature {
    /// Rules of the whole grid, if the board has room for them.
    Grid(fn(&Board<'_>) -> Option<Vec<Global>>),
    /// Regions instead of boxes.
    Regions,
    /// Marks at all edges where one of these relations holds, and the rule that none holds
    /// elsewhere.
    AllMarks(&'static [Pair]),
    /// Clues at random places, which are read from the cells if they are true there.
    Clues(Place, Read),
}

/// Reads the clue of a kind at the given cells of a solved grid.
type Read = fn(&mut Scene<'_>, &[usize]) -> Option<Constraint>;

const fn grid(name: &'static str, about: &'static str, rules: fn(&Board<'_>) -> Option<Vec<Global>>) -> Kind {
    Kind { name, about, nature: Nature::Grid(rules) }
}

const fn clues(name: &'static str, about: &'static str, place: Place, read: Read) -> Kind {
    Kind { name, about, nature: Nature::Clues(place, read) }
}

/// The kinds of rules, in the order in which people expect them.
pub static KINDS: &[Kind] = &[
    clues("killer", "cages of 2 to 5 cells with their sums", Place::Group(2, 5), |scene, cells| {
        cage(Cage::Killer(Some(scene.sum(cells))), cells)
    }),
    clues("thermo", "thermometers", Place::Path(3, 6), |_, cells| line(Line::Thermometer, cells)),
    clues("slow-thermo", "slow thermometers", Place::Path(3, 7), |_, cells| {
        line(Line::SlowThermometer, cells)
    }),
    clues("arrow", "arrows", Place::Path(3, 5), |_, cells| {
        Some(Constraint::Arrow { circle: vec![cells[0]], shaft: cells[1..].to_vec() })
    }),
    clues("kropki", "white and black dots, not necessarily all", Place::Edge, |scene, cells| {
        true_pair(scene, &KROPKI, cells)
    }),
    Kind { name: "kropki-negative", about: "all white and black dots", nature: Nature::AllMarks(&KROPKI) },
    clues(
        "difference",
        "differences of 2 or more between neighbouring cells",
        Place::Edge,
        |scene, cells| {
            let by = (scene.solution[cells[0]] - scene.solution[cells[1]]).abs();
            if by > 1 { pair(Pair::Difference(by), cells) } else { None }
        },
    ),
    clues("xv", "X and V marks, not necessarily all", Place::Edge, |scene, cells| {
        true_pair(scene, &XV, cells)
    }),
    Kind { name: "xv-negative", about: "all X and V marks", nature: Nature::AllMarks(&XV) },
    clues("pair-sum", "sums of two neighbouring cells", Place::Edge, |scene, cells| {
        pair(Pair::Sum(scene.sum(cells)), cells)
    }),
    clues("greater-than", "inequality signs between neighbouring cells", Place::Edge, |scene, cells| {
        let is_greater = scene.solution[cells[0]] > scene.solution[cells[1]];
        let (one, other) = if is_greater { (cells[0], cells[1]) } else { (cells[1], cells[0]) };
        pair(Pair::Greater, &[one, other])
    }),
    clues(
        "whisper",
        "lines on which neighbours differ by at least half the number of digits",
        Place::Path(3, 7),
        |scene, cells| line(Line::Whisper((number(scene.shape.values) + 1) / 2), cells),
    ),
    clues("renban", "lines of consecutive digits in any order", Place::Path(3, 5), |_, cells| {
        line(Line::Renban, cells)
    }),
    clues("nabner", "lines without equal or consecutive digits", Place::Path(3, 4), |_, cells| {
        line(Line::Nabner, cells)
    }),
    clues("palindrome", "palindromes", Place::Path(3, 6), |_, cells| line(Line::Palindrome, cells)),
    clues("between", "between lines", Place::Path(3, 6), |_, cells| line(Line::Between, cells)),
    clues("lockout", "lockout lines", Place::Path(3, 6), |scene, cells| {
        line(Line::Lockout((number(scene.shape.values) - 1) / 2), cells)
    }),
    clues("region-sum", "region sum lines", Place::Path(3, 7), |scene, cells| {
        let pieces = region_pieces(cells, scene.regions);
        // If grids overlap, a cell can be in two boxes.
        let boxes = |cell: &usize| scene.regions.iter().filter(|region| region.contains(cell)).count();
        let is_cut = pieces.len() > 1 && cells.iter().all(|cell| boxes(cell) == 1);
        is_cut.then_some(Constraint::Sets(Sets::RegionSumLine, pieces))
    }),
    clues("zipper", "zipper lines", Place::Path(3, 6), |_, cells| line(Line::Zipper, cells)),
    clues("double-arrow", "double arrows", Place::Path(3, 6), |_, cells| line(Line::DoubleArrow, cells)),
    clues("ten-line", "lines of pieces that each add up to 10", Place::Path(3, 6), |_, cells| {
        line(Line::Sum(10), cells)
    }),
    clues("modular", "modular lines", Place::Path(3, 6), |_, cells| line(Line::Modular(3), cells)),
    clues("entropic", "entropic lines", Place::Path(3, 6), |scene, cells| {
        if scene.shape.values.is_multiple_of(3) { line(Line::Entropic, cells) } else { None }
    }),
    clues("little-killer", "sums along diagonals", Place::Diagonal, |scene, cells| {
        clue(Clue::LittleKiller(scene.sum(cells)), cells)
    }),
    clues(
        "sandwich",
        "sums of the digits between the smallest and the largest",
        Place::Line,
        |scene, cells| {
            let values = scene.values(cells);
            let at = |value: i32| values.iter().position(|other| *other == value);
            let (one, other) = (at(scene.shape.lowest)?, at(scene.shape.highest())?);
            let sum = values[one.min(other) + 1..one.max(other)].iter().sum();
            clue(Clue::Sandwich(sum), cells)
        },
    ),
    clues("x-sum", "sums of the first X digits", Place::Side, |scene, cells| {
        let values = scene.values(cells);
        let count = usize::try_from(values[0]).ok()?;
        // 1 and the sum of all digits would be as good as givens.
        let is_open = count > 1 && count < values.len();
        is_open.then(|| Constraint::Clue(Clue::XSum(values[..count].iter().sum()), cells.to_vec()))
    }),
    clues("skyscraper", "how many digits are larger than all before them", Place::Side, |scene, cells| {
        let values = scene.values(cells);
        let is_seen = |at: &usize| values[..*at].iter().all(|other| *other < values[*at]);
        clue(Clue::Skyscraper(number((0..values.len()).filter(is_seen).count())), cells)
    }),
    clues(
        "numbered-room",
        "the Xth digit of a row or column that begins with X",
        Place::Side,
        |scene, cells| {
            let values = scene.values(cells);
            // Room 1 would be as good as a given.
            let room = usize::try_from(values[0]).ok()?.checked_sub(1).filter(|room| *room > 0)?;
            clue(Clue::NumberedRoom(*values.get(room)?), cells)
        },
    ),
    clues("quadruple", "digits around corners", Place::Square, |scene, cells| {
        let mut values = scene.values(cells);
        scene.rng.shuffle(&mut values);
        values.truncate(2 + scene.rng.below(3));
        values.sort_unstable();
        cage(Cage::Quadruple(values), cells)
    }),
    clues("even-odd", "even and odd cells", Place::Cell, |scene, cells| {
        let is_even = scene.solution[cells[0]] % 2 == 0;
        mark(if is_even { Mark::Even } else { Mark::Odd }, cells)
    }),
    clues("even", "even cells", Place::Cell, |_, cells| mark(Mark::Even, cells)),
    clues("odd", "odd cells", Place::Cell, |_, cells| mark(Mark::Odd, cells)),
    clues("minimum", "cells smaller than their neighbours", Place::Cell, |_, cells| {
        mark(Mark::Minimum(Vec::new()), cells)
    }),
    clues("maximum", "cells larger than their neighbours", Place::Cell, |_, cells| {
        mark(Mark::Maximum(Vec::new()), cells)
    }),
    clues("clone", "groups of cells with equal digits", Place::Twins(2, 5), |_, cells| {
        let (one, other) = cells.split_at(cells.len() / 2);
        (one.len() > 1).then(|| Constraint::Sets(Sets::Clone, vec![one.to_vec(), other.to_vec()]))
    }),
    clues("extra-region", "extra regions that contain every digit", Place::Region, |_, cells| {
        cage(Cage::AllDifferent, cells)
    }),
    Kind { name: "jigsaw", about: "irregular regions instead of boxes", nature: Nature::Regions },
    grid("diagonals", "both diagonals", |board| {
        let both = [false, true].map(|is_rising| Global::Diagonal { is_rising }).to_vec();
        board.is_usual().then_some(both)
    }),
    grid("windoku", "windows that overlap the boxes", |board| {
        let windows = windows(&board.shape);
        let are_usual = board.regions == usual_regions(&board.shape, None);
        (are_usual && board.is_usual() && !windows.is_empty()).then(|| vec![Global::Windows(windows)])
    }),
    grid("disjoint-groups", "different digits at the same position in all boxes", |board| {
        (board.is_usual() && !board.regions.is_empty()).then(|| vec![Global::disjoint_groups(board.regions)])
    }),
    grid("anti-knight", "different digits a knight's move apart", |_| Some(vec![Global::ANTI_KNIGHT])),
    grid("anti-king", "different digits a king's move apart", |_| Some(vec![Global::ANTI_KING])),
    grid("anti-taxicab", "no equal digits X that are X cells apart", |_| Some(vec![Global::AntiTaxicab])),
    grid("nonconsecutive", "no consecutive digits in cells that share an edge", |_| {
        Some(vec![Global::negative(vec![Pair::Difference(1)], [])])
    }),
    grid("entropy", "a low, a middle and a high digit in each 2x2 square", |board| {
        board.shape.values.is_multiple_of(3).then(|| vec![Global::Entropy])
    }),
    grid("modulus", "all three remainders modulo 3 in each 2x2 square", |board| {
        board.shape.values.is_multiple_of(3).then(|| vec![Global::Mod])
    }),
];

/// If both are true, a white dot is used.
const KROPKI: [Pair; 2] = [Pair::Difference(1), Pair::Ratio(2)];
const XV: [Pair; 2] = [Pair::Sum(5), Pair::Sum(10)];

fn number(size: usize) -> i32 {
    i32::try_from(size).unwrap_or(i32::MAX)
}

fn line(line: Line, cells: &[usize]) -> Option<Constraint> {
    Some(Constraint::Line(line, cells.to_vec()))
}

fn cage(cage: Cage, cells: &[usize]) -> Option<Constraint> {
    Some(Constraint::Cage(cage, cells.to_vec()))
}

fn clue(clue: Clue, cells: &[usize]) -> Option<Constraint> {
    Some(Constraint::Clue(clue, cells.to_vec()))
}

fn mark(mark: Mark, cells: &[usize]) -> Option<Constraint> {
    Some(Constraint::Cell(mark, cells[0]))
}

fn pair(pair: Pair, cells: &[usize]) -> Option<Constraint> {
    Some(Constraint::Pair(pair, [cells[0], cells[1]]))
}

/// Returns the first of these relations that is true of two cells.
fn true_pair(scene: &Scene<'_>, pairs: &[Pair], cells: &[usize]) -> Option<Constraint> {
    let [one, other] = [cells[0], cells[1]].map(|cell| scene.solution[cell]);
    pairs.iter().find(|pair| pair.is_satisfied(one, other)).and_then(|found| pair(*found, cells))
}

impl Kind {
    /// Returns the kind with this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<&'static Self> {
        KINDS.iter().find(|kind| kind.name == name)
    }

    /// Returns whether the board has room for the rule.
    pub(super) fn fits(&self, board: &Board<'_>) -> bool {
        match self.nature {
            Nature::Grid(rules) => rules(board).is_some(),
            // Regions of other shapes require boxes or rows of the size of a region.
            Nature::Regions => board.shape.values >= 4 && board.is_usual(),
            Nature::Clues(Place::Line | Place::Side, _) => !board.lines().is_empty(),
            Nature::AllMarks(_) | Nature::Clues(..) => true,
        }
    }

    /// Returns the rules of the whole grid.
    pub(super) fn on_grid(&self, board: &Board<'_>) -> Vec<Constraint> {
        match self.nature {
            Nature::Grid(rules) => rules(board).into_iter().flatten().map(Constraint::Global).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns all marks of a grid, and the rule that there are no others.
    pub(super) fn marks(&self, board: &Board<'_>, solution: &[i32]) -> Vec<Constraint> {
        let Nature::AllMarks(pairs) = self.nature else { return Vec::new() };
        let marked = board.shape.neighbours().filter_map(|(one, other)| {
            let found = pairs.iter().find(|pair| pair.is_satisfied(solution[one], solution[other]))?;
            Some((*found, [one, other]))
        });
        let marked: Vec<(Pair, [usize; 2])> = marked.collect();
        let negative =
            Global::negative(pairs.to_vec(), marked.iter().map(|(_, [one, other])| (*one, *other)));
        let marks = marked.into_iter().map(|(pair, cells)| Constraint::Pair(pair, cells));
        std::iter::once(Constraint::Global(negative)).chain(marks).collect()
    }

    /// Returns the places of the clues if the kind has any.
    pub(super) const fn place(&self) -> Option<Place> {
        match self.nature {
            Nature::Clues(place, _) => Some(place),
            _ => None,
        }
    }

    /// Returns the clue at the given cells.
    pub(super) fn read(&self, scene: &mut Scene<'_>, cells: &[usize]) -> Option<Constraint> {
        match self.nature {
            Nature::Clues(_, read) => read(scene, cells),
            _ => None,
        }
    }

    /// Returns whether two kinds state similar rules for different places, such as `even` and
    /// `even-odd`.
    fn is_akin(&self, other: &Self) -> bool {
        let family = |kind: &Self| kind.name.split('-').next();
        family(self) == family(other)
    }
}

/// Returns the kinds of a recipe, including those chosen at random.
pub(super) fn chosen(recipe: &Recipe, rng: &mut Rng) -> Vec<&'static Kind> {
    let mut kinds = recipe.kinds.clone();
    let board = recipe.board(&recipe.regions);
    for _ in 0..recipe.random_kinds {
        let open: Vec<&'static Kind> = KINDS
            .iter()
            .filter(|kind| kind.fits(&board) && !kinds.iter().any(|other| other.is_akin(kind)))
            .collect();
        if !open.is_empty() {
            kinds.push(open[rng.below(open.len())]);
        }
    }
    kinds
}
