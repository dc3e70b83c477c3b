//! One constraint of a text block: its words, its numbers and, after a colon, its cells.

use super::cells::{Board, Piece};
use super::{
    CHAOS, CLUES, GLOBALS, LINES, MARKS, NUMBERED_LINES, NUMBERED_PAIRS, PAIRS, relation_words, share_an_edge,
};
use crate::constraint::{
    Cage, ConnectedValues, Constraint, Counted, Global, Mark, Pair, RegionClue, Scope, Sets, Table,
    WeightedSum, Words, region_pieces, windows,
};
use crate::grid::Grid;
use crate::label::decoded;
use crate::notation::automaton_of;
use crate::rule::{Area, FullRank, Ties};
use crate::shape::MAX_SIDE;
use gridlore_core::{ParseError, did_you_mean};

/// Words that are in none of the lists of similar constraints.
const OTHERS: [&str; 38] = [
    "given",
    "candidates",
    "minimum",
    "maximum",
    "box indexer",
    "arrow",
    "cage",
    "all different",
    "rellik cage",
    "equality cage",
    "lunchbox",
    "quadruple",
    "contains",
    "contains exactly",
    "look-and-say cage",
    "counting circles",
    "count of different digits",
    "equal sums",
    "region sum line",
    "same values",
    "clone",
    "sum",
    "pairs",
    "all pairs",
    "automaton",
    "regular expression",
    "windoku",
    "disjoint groups",
    "anti-leaper",
    "doppelganger",
    CHAOS,
    "region count",
    "region arrow",
    "connected",
    "negative",
    "nonconsecutive",
    "full rank",
    "full rank ties",
];

/// Other words for a constraint.
const ALIASES: [(&str, &str); 15] = [
    ("killer cage", "cage"),
    ("pill arrow", "arrow"),
    ("whisper", "whisper line"),
    ("whispers", "whisper line"),
    ("renban", "renban line"),
    ("nabner", "nabner line"),
    ("modular", "modular line"),
    ("entropic", "entropic line"),
    ("zipper", "zipper line"),
    ("between", "between line"),
    ("lockout", "lockout line"),
    ("thermo", "thermometer"),
    ("slow thermo", "slow thermometer"),
    ("extra region", "all different"),
    ("regex", "regular expression"),
];

/// Returns the words with which lines of text blocks can begin, without synonyms.
#[must_use]
pub fn text_words() -> Vec<&'static str> {
    let mut words = OTHERS.to_vec();
    words.extend(LINES.iter().map(|(word, _)| *word));
    words.extend(NUMBERED_LINES.iter().map(|(word, _)| *word));
    words.extend(CLUES.iter().map(|(word, _)| *word));
    words.extend(PAIRS.iter().map(|(word, _)| *word));
    words.extend(NUMBERED_PAIRS.iter().map(|(word, _)| *word));
    words.extend(MARKS.iter().map(|(word, _)| *word));
    words.extend(GLOBALS.iter().map(|(word, _)| *word));
    words
}

/// For errors: the boards on which a rule has no usual cells.
const SEVERAL: &str = "on a board with a list of grids";

/// Returns the words of a constraint and the rest of the line.
fn split_word<'t>(head: &Piece<'t>) -> Result<(&'static str, Piece<'t>), ParseError> {
    let lower = head.text.to_ascii_lowercase();
    let is_start = |word: &str| {
        lower.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
    };
    let known = text_words();
    let words = known.iter().map(|word| (*word, *word)).chain(ALIASES);
    let (written, word) = words
        .filter(|(written, _)| is_start(written))
        .max_by_key(|(written, _)| written.len())
        .ok_or_else(|| {
            let name = lower.trim_end_matches(|sign: char| sign.is_ascii_digit() || sign.is_whitespace());
            head.instead_of(format!("a known constraint{}", did_you_mean(name, known)))
        })?;
    Ok((word, head.part(written.len(), head.text.len()).trimmed()))
}

/// The rank of a line, or the rule that says which ranks may be equal.
pub(super) enum Rank {
    Clue(usize, usize),
    Ties(Ties),
}

impl Rank {
    pub(super) fn apply(self, ranks: &mut FullRank) {
        match self {
            Self::Clue(number, rank) => ranks.clues.push((number, rank)),
            Self::Ties(ties) => ranks.ties = ties,
        }
    }
}

/// A reader of constraints.
pub(super) struct Reader<'a> {
    pub(super) board: Board,
    pub(super) regions: &'a [Vec<usize>],
    /// The grids of the board, unless it is one grid.
    pub(super) grids: &'a [Grid],
    /// The first variable that holds the region of a cell, if the solver has to find the regions.
    pub(super) chaos: Option<usize>,
}

impl Reader<'_> {
    /// Parses a line of a full rank constraint; all such lines form one constraint.
    pub(super) fn rank(&self, line: &Piece<'_>) -> Result<Option<Rank>, ParseError> {
        if !line.text.starts_with("full rank") {
            return Ok(None);
        }
        let (head, rest) =
            line.split_once(":").unwrap_or((*line, line.part(line.text.len(), line.text.len())));
        let (word, arguments) = split_word(&head)?;
        if word == "full rank ties" {
            let ties = Ties::ALL.into_iter().find(|ties| ties.name() == arguments.text);
            return ties
                .map(|ties| Some(Rank::Ties(ties)))
                .ok_or_else(|| arguments.instead_of("none, only-unclued or any"));
        }
        let cells = self.board.line(&rest)?;
        let number = FullRank::usual_numbers(&self.board.shape).iter().position(|number| *number == cells);
        let number = number.ok_or_else(|| rest.instead_of("a row or a column"))?;
        Ok(Some(Rank::Clue(number, arguments.number()?)))
    }

    /// Returns the constraints of a line.
    pub(super) fn constraints(&self, line: &Piece<'_>) -> Result<Vec<Constraint>, ParseError> {
        let (head, rest) = match line.split_once(":") {
            Some((head, rest)) => (head, Some(rest)),
            None => (*line, None),
        };
        let (word, arguments) = split_word(&head)?;
        let shape = &self.board.shape;
        let end = line.part(line.text.len(), line.text.len());
        let rest_or_error = || rest.ok_or_else(|| end.instead_of("a colon and cells"));
        let cells = || self.board.cells(&rest_or_error()?);
        let groups = || self.board.groups(&rest_or_error()?);
        let numbers =
            || arguments.words().iter().map(Piece::number).collect::<Result<Vec<i32>, ParseError>>();
        let number = || arguments.number::<i32>();
        let no_arguments = || {
            if arguments.text.is_empty() { Ok(()) } else { Err(arguments.instead_of("a colon and cells")) }
        };
        if let Some((_, line)) = LINES.iter().find(|(name, _)| *name == word) {
            no_arguments()?;
            return Ok(vec![Constraint::Line(*line, cells()?)]);
        }
        if let Some((_, make)) = NUMBERED_LINES.iter().find(|(name, _)| *name == word) {
            let number = number()?;
            if word.starts_with("sum") && !(1..=40).contains(&number) {
                return Err(arguments.instead_of("a sum from 1 to 40"));
            }
            if word == "modular line" && number < 1 {
                return Err(arguments.instead_of("a number from 1"));
            }
            return Ok(vec![Constraint::Line(make(number), cells()?)]);
        }
        if let Some((_, make)) = CLUES.iter().find(|(name, _)| *name == word) {
            let line = self.board.line(&rest_or_error()?)?;
            return Ok(vec![Constraint::Clue(make(number()?), line)]);
        }
        if PAIRS.iter().any(|(name, _)| *name == word) || NUMBERED_PAIRS.iter().any(|(name, _)| *name == word)
        {
            let pair = pair(&head)?;
            let is_mark = PAIRS.iter().any(|(name, _)| *name == word);
            let relation = relation_words(pair).filter(|_| is_mark);
            return match cells()?[..] {
                [one, other] if relation.is_some() && !share_an_edge(shape, [one, other]) => {
                    Err(rest_or_error()?.instead_of(format!(
                        "two cells that share an edge (for others, write \"{}\")",
                        relation.unwrap_or_default()
                    )))
                }
                [one, other] => Ok(vec![Constraint::Pair(pair, [one, other])]),
                _ => Err(rest_or_error()?.instead_of("two cells")),
            };
        }
        if let Some((_, mark)) = MARKS.iter().find(|(name, _)| *name == word) {
            no_arguments()?;
            return Ok(cells()?.into_iter().map(|cell| Constraint::Cell(mark.clone(), cell)).collect());
        }
        if let Some((_, global)) = GLOBALS.iter().find(|(name, _)| *name == word) {
            return match rest {
                Some(rest) => Err(rest.instead_of("nothing after these words")),
                None => Ok(vec![Constraint::Global(global.clone())]),
            };
        }
        let cage = |cage: Cage| Ok(vec![Constraint::Cage(cage, cells()?)]);
        let sets = |sets: Sets| Ok(vec![Constraint::Sets(sets, groups()?)]);
        match word {
            "given" => self.marks(&Mark::Given(number()?), &cells()?),
            "candidates" => {
                let values = numbers()?;
                if values.is_empty() {
                    return Err(arguments.instead_of("values, such as 1 2 9"));
                }
                let is_digit = |value: &i32| shape.set_of(*value) != 0;
                if let Some(value) = values.iter().find(|value| !is_digit(value)) {
                    return Err(arguments.error(
                        format!("candidate {value}"),
                        format!("digits from {} to {}", shape.lowest, shape.highest()),
                    ));
                }
                self.marks(&Mark::of(values), &cells()?)
            }
            "minimum" | "maximum" => {
                let rest = rest_or_error()?;
                let (marked, mut exempt) = match rest.split_once("except") {
                    Some((marked, exempt)) => (marked, self.board.cells(&exempt)?),
                    None => (rest, Vec::new()),
                };
                // Every marked cell gets the same list.
                exempt.sort_unstable();
                exempt.dedup();
                let mark = if word == "minimum" { Mark::Minimum(exempt) } else { Mark::Maximum(exempt) };
                self.marks(&mark, &self.board.cells(&marked)?)
            }
            "box indexer" => {
                let rest = rest_or_error()?;
                if let Some((cell, cells)) = rest.split_once("of") {
                    let cells = self.board.cells(&cells)?;
                    return Ok(vec![Constraint::Cell(Mark::BoxIndexer(cells), self.board.cell(&cell)?)]);
                }
                let mark = |cell: usize| {
                    self.has_one_region(&[cell], &rest)?;
                    let region = self.regions.iter().find(|region| region.contains(&cell));
                    let region = region.filter(|region| region.len() <= shape.values);
                    let region = region.ok_or_else(|| {
                        rest.instead_of(format!("cells of a box with at most {} cells", shape.values))
                    })?;
                    Ok(Constraint::Cell(Mark::BoxIndexer(region.clone()), cell))
                };
                cells()?.into_iter().map(mark).collect()
            }
            "arrow" => {
                let rest = rest_or_error()?;
                let (circle, shaft) = rest
                    .split_once("=")
                    .ok_or_else(|| rest.instead_of("a circle and a shaft, such as r1c1 = r1c2 r1c3"))?;
                let (circle, shaft) = (self.board.cells(&circle)?, self.board.cells(&shaft)?);
                Ok(vec![Constraint::Arrow { circle, shaft }])
            }
            "cage" if arguments.text.is_empty() => cage(Cage::Killer(None)),
            "cage" if arguments.text.contains('/') => {
                // A slash after a single sum marks a list with only this sum.
                let mut sums = arguments.split('/');
                if sums.len() == 2 && sums[1].text.is_empty() {
                    sums.pop();
                }
                cage(Cage::KillerOneOf(sums.iter().map(Piece::number).collect::<Result<_, _>>()?))
            }
            "cage" => cage(Cage::Killer(Some(number()?))),
            "all different" => cage(Cage::AllDifferent),
            "rellik cage" => match number()? {
                total @ 1..=60 => cage(Cage::Rellik(total)),
                _ => Err(arguments.instead_of("a sum from 1 to 60")),
            },
            "equality cage" => cage(Cage::Equality),
            "lunchbox" => cage(Cage::Lunchbox(number()?)),
            "quadruple" => {
                let found = cells()?;
                // The top left cell names all four.
                let square = if let [cell] = found[..] { shape.square_at(cell) } else { Some(found) };
                let square = square.filter(|cells| cells.len() == 4);
                let square =
                    square.ok_or_else(|| end.instead_of("four cells, or the top left one of them"))?;
                Ok(vec![Constraint::Cage(Cage::Quadruple(numbers()?), square)])
            }
            "contains" => cage(Cage::Contains(numbers()?)),
            "contains exactly" => cage(Cage::ContainsExactly(numbers()?)),
            "look-and-say cage" => {
                let count = |word: &Piece<'_>| {
                    let parts = word.text.split_once('x');
                    let parts = parts.and_then(|(count, value)| {
                        let count = count.parse().ok().filter(|count| *count <= shape.cells())?;
                        Some((count, value.parse().ok()?))
                    });
                    parts.ok_or_else(|| word.instead_of("a count and a digit, such as 2x3"))
                };
                cage(Cage::LookAndSay(arguments.words().iter().map(count).collect::<Result<_, _>>()?))
            }
            "counting circles" => cage(Cage::CountingCircles),
            "count of different digits" => {
                let rest = rest_or_error()?;
                let (first, others) =
                    rest.split_once("=").ok_or_else(|| rest.instead_of("cells such as r1c1 = r1c2 r1c3"))?;
                let cells = [vec![self.board.cell(&first)?], self.board.cells(&others)?].concat();
                Ok(vec![Constraint::Cage(Cage::CountDistinct, cells)])
            }
            "region count" | "region arrow" => {
                Ok(vec![Constraint::Region(self.region_clue(&head, word, &arguments, &rest_or_error()?)?)])
            }
            "connected" => Ok(vec![Constraint::Connected(self.connected(&arguments, rest.as_ref())?)]),
            "equal sums" => sets(Sets::EqualSums),
            "region sum line" if rest.is_some_and(|rest| rest.text.contains('|')) => {
                sets(Sets::RegionSumLine)
            }
            "region sum line" => {
                let cells = cells()?;
                self.has_one_region(&cells, &rest_or_error()?)?;
                let pieces = region_pieces(&cells, self.regions);
                Ok(vec![Constraint::Sets(Sets::RegionSumLine, pieces)])
            }
            "same values" => sets(Sets::SameValues),
            "clone" => match groups()? {
                groups if groups.windows(2).all(|pair| pair[0].len() == pair[1].len()) => {
                    Ok(vec![Constraint::Sets(Sets::Clone, groups)])
                }
                _ => Err(rest_or_error()?.instead_of("groups with the same number of cells")),
            },
            "sum" => {
                let words = rest_or_error()?.words();
                let terms: Vec<_> =
                    words.iter().map(|word| self.terms(word)).collect::<Result<_, ParseError>>()?;
                Ok(vec![Constraint::Sum(WeightedSum { total: number()?, terms: terms.concat() })])
            }
            "pairs" | "all pairs" => {
                let (label, data) = label_of(&arguments);
                let scope = if word == "pairs" { Scope::Neighbours } else { Scope::All };
                Ok(vec![Constraint::Table(Table { label, rows: self.rows(&data)?, scope }, cells()?)])
            }
            "automaton" => {
                let (label, data) = label_of(&arguments);
                let automaton = automaton_of(data.text, shape.values);
                let automaton = automaton.ok_or_else(|| data.instead_of("an encoded automaton"))?;
                Ok(vec![Constraint::Words(Words { label, pattern: None, automaton }, cells()?)])
            }
            "regular expression" => {
                let (label, pattern) = label_of(&arguments);
                let words = Words::matching(pattern.text, shape)
                    .map_err(|found| pattern.error(found, "a regular expression over digits"))?;
                Ok(vec![Constraint::Words(Words { label, ..words }, cells()?)])
            }
            _ => self.global(word, &arguments, rest.as_ref()),
        }
    }

    /// Returns an error if a cell is in two boxes of overlapping grids.
    fn has_one_region(&self, cells: &[usize], rest: &Piece<'_>) -> Result<(), ParseError> {
        let count = |cell: usize| self.regions.iter().filter(|region| region.contains(&cell)).count();
        match cells.iter().find(|cell| count(**cell) > 1) {
            Some(cell) => {
                let name = self.board.shape.cell_name(*cell);
                Err(rest.instead_of(format!("cells in one box each, but {name} is in two")))
            }
            None => Ok(()),
        }
    }

    /// Parses the constraints on the whole grid that have arguments.
    fn global(
        &self,
        word: &str,
        arguments: &Piece<'_>,
        rest: Option<&Piece<'_>>,
    ) -> Result<Vec<Constraint>, ParseError> {
        let global = match word {
            "windoku" => Global::Windows(match rest {
                Some(rest) => self.board.groups(rest)?,
                None => {
                    let windows = Some(windows(&self.board.shape))
                        .filter(|windows| !windows.is_empty() && self.grids.is_empty());
                    windows.ok_or_else(|| {
                        let what = if self.grids.is_empty() { "on a grid without boxes" } else { SEVERAL };
                        arguments.error(format!("windoku {what}"), "windows after a colon")
                    })?
                }
            }),
            "disjoint groups" => match rest {
                Some(rest) => Global::DisjointGroups(self.board.groups(rest)?),
                None if !self.grids.is_empty() || !self.board.shape.absent.is_empty() => {
                    let what = if self.grids.is_empty() { "on a board with absent cells" } else { SEVERAL };
                    return Err(arguments.error(format!("disjoint groups {what}"), "groups after a colon"));
                }
                None => Global::disjoint_groups(self.regions),
            },
            "anti-leaper" => match arguments.words()[..] {
                [one, other] => {
                    let step = |word: &Piece<'_>| match word.number()? {
                        step @ 0..=MAX_SIDE => Ok(step),
                        _ => Err(word.instead_of(format!("at most {MAX_SIDE}"))),
                    };
                    Global::AntiLeaper(step(&one)?, step(&other)?)
                }
                _ => return Err(arguments.instead_of("two numbers of rows and columns, such as 1 3")),
            },
            "doppelganger" => {
                let rest =
                    rest.ok_or_else(|| arguments.instead_of("a colon and variables, such as v1-27"))?;
                let cells = self.board.cells(rest)?;
                let (first, count) = (cells.first().copied().unwrap_or(0), 3 * self.board.shape.rows);
                if !cells.into_iter().eq(first..first + count) {
                    return Err(rest.instead_of(format!("{count} variables, such as v1-{count}")));
                }
                Global::Doppelganger { first }
            }
            "nonconsecutive" | "negative" => {
                let pairs = if word == "negative" {
                    arguments.split(',').iter().map(pair).collect::<Result<_, _>>()?
                } else {
                    vec![Pair::Difference(1)]
                };
                let mut exempt = Vec::new();
                for group in rest.map_or_else(Vec::new, |rest| rest.split('|')) {
                    match self.board.cells(&group)?[..] {
                        [one, other] => exempt.push((one, other)),
                        _ => return Err(group.instead_of("two cells")),
                    }
                }
                Global::negative(pairs, exempt)
            }
            CHAOS => return Err(arguments.error("cells or numbers after \"chaos construction\"", "nothing")),
            _ => return Err(arguments.instead_of("a constraint that is allowed here")),
        };
        Ok(vec![Constraint::Global(global)])
    }

    /// Parses a clue about the regions of a chaos construction: `r1c2 = r1c2 r1c3 | r1c2 r2c2`.
    fn region_clue(
        &self,
        head: &Piece<'_>,
        word: &str,
        arguments: &Piece<'_>,
        rest: &Piece<'_>,
    ) -> Result<RegionClue, ParseError> {
        let first = self.chaos.ok_or_else(|| {
            head.error(format!("a {word} without a line \"{CHAOS}\""), "that line in the same puzzle")
        })?;
        let skips = match arguments.text {
            "" => false,
            "of others" => true,
            _ => return Err(arguments.instead_of("\"of others\" or a colon")),
        };
        let expected = || rest.instead_of("cells such as r1c2 = r1c2 r1c3 r1c4");
        let (total, cells) = rest.split_once("=").ok_or_else(expected)?;
        let total = self.board.cell(&total)?;
        let groups = self.board.groups(&cells)?;
        let start = groups[0][0];
        if groups.iter().any(|group| group[0] != start) || groups.concat().iter().any(|cell| *cell >= first) {
            return Err(cells.instead_of("cells of the grid, each group from the same one"));
        }
        let mut arms: Vec<Vec<usize>> = groups.iter().map(|group| group[1..].to_vec()).collect();
        let counted = if word == "region count" {
            Counted::Among(arms.concat())
        } else {
            arms.retain(|arm| !arm.is_empty());
            Counted::Along(arms)
        };
        Ok(RegionClue { total, start, skips, counted, first })
    }

    /// Parses connected digits: `1 2` or `9 cells 1 2`, optionally followed by a colon, variables
    /// and their number of columns.
    fn connected(
        &self,
        arguments: &Piece<'_>,
        rest: Option<&Piece<'_>>,
    ) -> Result<ConnectedValues, ParseError> {
        let (size, values) = match arguments.split_once("cells") {
            Some((size, values)) => (Some(size.number()?), values),
            None => (None, *arguments),
        };
        let values: Vec<i32> = values.words().iter().map(Piece::number).collect::<Result<_, _>>()?;
        if values.is_empty() {
            return Err(arguments.instead_of("digits, such as 1 2"));
        }
        let shape = &self.board.shape;
        let area = match rest {
            None => Area { first: 0, rows: shape.rows, columns: shape.columns },
            Some(rest) => {
                let expected = || rest.instead_of("variables in a row, such as v1-9 in 3 columns");
                let (cells, columns) = rest.split_once("in").ok_or_else(expected)?;
                let cells = self.board.cells(&cells)?;
                let columns =
                    columns.text.strip_suffix("columns").and_then(|number| number.trim().parse().ok());
                let columns: usize = columns.filter(|columns| *columns > 0).ok_or_else(expected)?;
                let (first, count) = (cells[0], cells.len());
                if !cells.into_iter().eq(first..first + count) || !count.is_multiple_of(columns) {
                    return Err(expected());
                }
                Area { first, rows: count / columns, columns }
            }
        };
        Ok(ConnectedValues { area, values, size })
    }

    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "one form for all constraints")]
    fn marks(&self, mark: &Mark, cells: &[usize]) -> Result<Vec<Constraint>, ParseError> {
        Ok(cells.iter().map(|cell| Constraint::Cell(mark.clone(), *cell)).collect())
    }

    /// Parses a term of a sum: `r1c1`, `-r1c1` or `2*r1c1`. A range stands for one term per cell.
    fn terms(&self, word: &Piece<'_>) -> Result<Vec<(i32, usize)>, ParseError> {
        let (times, cells) = match word.split_once("*") {
            Some((times, cells)) => (times.number::<i32>()?, cells),
            None if word.text.starts_with('-') => (-1, word.part(1, word.text.len())),
            None => (1, *word),
        };
        if times.abs() > 10_000 {
            return Err(word.instead_of("a coefficient of at most 10000"));
        }
        Ok(self.board.cells(&cells)?.into_iter().map(|cell| (times, cell)).collect())
    }

    /// Parses a table: for each value of the first cell, the values of the second.
    fn rows(&self, data: &Piece<'_>) -> Result<Vec<u32>, ParseError> {
        let shape = &self.board.shape;
        let rows = data.split('/');
        if rows.len() != shape.values {
            return Err(data.error(
                format!("a table of {} rows", rows.len()),
                format!("{}, one for each digit, such as 23/13/12", shape.values),
            ));
        }
        let set = |row: &Piece<'_>| {
            let signs = row.text.chars().filter(|sign| *sign != '-');
            let bits = signs.map(|sign| {
                let value = sign.to_digit(36).map(u32::cast_signed).filter(|value| shape.set_of(*value) != 0);
                value
                    .map(|value| shape.set_of(value))
                    .ok_or_else(|| row.instead_of("digits of the grid, or -"))
            });
            bits.collect::<Result<Vec<u32>, _>>().map(|bits| bits.into_iter().fold(0, |all, bit| all | bit))
        };
        rows.iter().map(set).collect()
    }
}

/// Returns a label in quotation marks and the text after it.
fn label_of<'t>(arguments: &Piece<'t>) -> (String, Piece<'t>) {
    let quoted = arguments.text.strip_prefix('"').and_then(|rest| rest.find('"'));
    quoted.map_or_else(
        || (String::new(), *arguments),
        |end| {
            let label = decoded(&arguments.text[1..=end]);
            (label, arguments.part(end + 2, arguments.text.len()).trimmed())
        },
    )
}

/// Parses a relation of two cells: `white dot`, `difference 3`.
fn pair(piece: &Piece<'_>) -> Result<Pair, ParseError> {
    let (word, arguments) = split_word(piece)?;
    if let Some((_, pair)) = PAIRS.iter().find(|(name, _)| *name == word) {
        return if arguments.text.is_empty() {
            Ok(*pair)
        } else {
            Err(arguments.instead_of("a colon and cells"))
        };
    }
    match NUMBERED_PAIRS.iter().find(|(name, _)| *name == word) {
        Some((_, make)) => Ok(make(arguments.number()?)),
        None => Err(piece.instead_of("a mark of two cells, such as white dot")),
    }
}
