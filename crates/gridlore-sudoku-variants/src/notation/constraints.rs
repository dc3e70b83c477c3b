//! Constraint lines: the notation of Interactive Sudoku Solver.
//!
//! # Source
//! The names and their meaning are those of sigh's Interactive Sudoku Solver.

use super::automaton::SIGNS;
use super::cells::{Item, Names, items, number};
use super::{killer, lines, outside};
use crate::build::{diagonal, different_by_moves, frame, group, unexpected, usual_regions, validated};
use crate::puzzle::Puzzle;
use crate::relation::Relation;
use crate::rule::{Automaton, FullRank, Rule, Ties};
use crate::shape::{MAX_SIDE, Shape};
use gridlore_core::{ParseError, did_you_mean};
use std::collections::BTreeMap;

/// Maximum number of characters of a puzzle.
const MAX_LENGTH: usize = 100_000;
/// Maximum depth of alternatives.
const MAX_DEPTH: usize = 4;
/// Maximum number of variables.
const MAX_VARIABLES: usize = 64;

/// Parses a puzzle in the notation of Interactive Sudoku Solver: constraints such as
/// `.Cage~10~R1C1~R1C2`, or a grid of digits, candidates or killer cages.
///
/// # Errors
/// A [`ParseError`] for text that is not such a puzzle, and for a constraint that is not known
/// here.
pub fn parse_constraints(text: &str) -> Result<Puzzle, ParseError> {
    if text.len() > MAX_LENGTH {
        return Err(unexpected(1, format!("{} bytes", text.len()), format!("at most {MAX_LENGTH}")));
    }
    let text = text.trim();
    if !text.starts_with('.') || !text.contains('~') && !text.chars().any(char::is_alphabetic) {
        let (shape, rules) = killer::parse(text)?;
        let mut puzzle = Puzzle::new(shape);
        puzzle.rules = frame(&shape, &usual_regions(&shape, None));
        puzzle.rules.extend(rules);
        return validated(puzzle);
    }
    let items = items(text);
    let (shape, is_raw) = match items.iter().find(|item| item.name == "Shape") {
        Some(item) => shape_of(item)?,
        None => (Shape::square(9), false),
    };
    let size = match items.iter().find(|item| item.name == "RegionSize") {
        Some(item) => Some(
            usize::try_from(number(item.arguments.first().map_or("", String::as_str), item.column)?)
                .unwrap_or(0),
        ),
        None => None,
    };
    let mut names = Names { shape, groups: BTreeMap::new() };
    let mut variables = 0;
    for item in items.iter().filter(|item| item.name == "Var") {
        let count = item.arguments.get(2).map_or("1", String::as_str);
        let count: usize =
            count.split('x').map(|part| part.parse::<usize>().unwrap_or(MAX_VARIABLES + 1)).product();
        names
            .groups
            .insert(item.arguments.first().cloned().unwrap_or_default(), (shape.cells() + variables, count));
        variables += count;
        if variables > MAX_VARIABLES {
            return Err(unexpected(
                item.column,
                format!("{variables} variables"),
                format!("at most {MAX_VARIABLES}"),
            ));
        }
    }
    let mut regions = if items.iter().any(|item| item.name == "NoBoxes") || is_raw {
        Vec::new()
    } else {
        usual_regions(&shape, size)
    };
    for item in items.iter().filter(|item| item.name == "Jigsaw") {
        let size = size.unwrap_or_else(|| shape.rows.max(shape.columns));
        // Parts of another size only fill the grid.
        regions.extend(jigsaw(item, &shape)?.into_iter().filter(|region| region.len() == size));
    }
    let mut rules = if is_raw { Vec::new() } else { frame(&shape, &regions) };
    let marked = |kinds: &[&str]| marked_pairs(&items, &names, kinds);
    let unmarked = [
        (
            "StrictKropki",
            marked(&["WhiteDot", "BlackDot"])?,
            vec![Relation::NotDifference(1), Relation::NotRatio(2)],
        ),
        ("StrictXV", marked(&["X", "V"])?, vec![Relation::SumNotIn(vec![5, 10])]),
    ];
    for (name, marked, relations) in unmarked {
        if items.iter().any(|item| item.name == name) {
            for pair in shape.neighbours().filter(|pair| !marked.contains(pair)) {
                rules.extend(
                    relations.iter().map(|relation| Rule::Chain(relation.clone(), vec![pair.0, pair.1])),
                );
            }
        }
    }
    rules.extend(full_rank(&items, &shape)?);
    let mut rest = &items[..];
    while !rest.is_empty() {
        rules.extend(next_rules(&mut rest, &names, &regions, MAX_DEPTH)?);
    }
    validated(Puzzle { shape, variables, rules })
}

/// The ranks of numbers along the lines of the grid: `.FullRank~C1~10~`, and `.FullRankTies~any`.
fn full_rank(items: &[Item], shape: &Shape) -> Result<Option<Rule>, ParseError> {
    let lines = (0..shape.rows)
        .map(|row| shape.row(row))
        .chain((0..shape.columns).map(|column| shape.column(column)));
    // Each line from its start and from its end.
    let numbers: Vec<Vec<usize>> =
        lines.flat_map(|line| [line.clone(), line.into_iter().rev().collect()]).collect();
    let mut ranks = FullRank { numbers, clues: Vec::new(), ties: Ties::Unclued };
    for item in items.iter().filter(|item| item.name == "FullRank") {
        let name = item.arguments.first().map_or("", String::as_str);
        let line = outside::line_of(shape, name, item.column)?;
        let start = ranks.numbers.iter().position(|number| *number == line).unwrap_or(0);
        for (end, argument) in
            item.arguments[1..].iter().take(2).enumerate().filter(|(_, argument)| !argument.is_empty())
        {
            let rank = usize::try_from(number(argument, item.column)?).unwrap_or(0);
            ranks.clues.push((start + end, rank));
        }
    }
    if let Some(item) = items.iter().find(|item| item.name == "FullRankTies") {
        ranks.ties = match item.arguments.first().map_or("", String::as_str) {
            "none" => Ties::Never,
            "any" => Ties::Any,
            "only-unclued" => Ties::Unclued,
            other => {
                return Err(unexpected(item.column, format!("\"{other}\""), "none, only-unclued or any"));
            }
        };
    }
    Ok(items.iter().any(|item| item.name.starts_with("FullRank")).then_some(Rule::FullRank(ranks)))
}

/// The neighbours that constraints of these names mark.
fn marked_pairs(items: &[Item], names: &Names, kinds: &[&str]) -> Result<Vec<(usize, usize)>, ParseError> {
    let mut pairs = Vec::new();
    for item in items.iter().filter(|item| kinds.contains(&item.name.as_str())) {
        let cells = names.cells(&item.arguments, item.column)?;
        pairs.extend(
            names.shape.neighbours().filter(|(one, other)| cells.contains(one) && cells.contains(other)),
        );
    }
    Ok(pairs)
}

/// The rules of the next item; an `Or` or `And` with everything up to its `End`.
fn next_rules(
    rest: &mut &[Item],
    names: &Names,
    regions: &[Vec<usize>],
    depth: usize,
) -> Result<Vec<Rule>, ParseError> {
    let (item, others) = rest.split_first().expect("there is an item");
    *rest = others;
    if !matches!(item.name.as_str(), "Or" | "And" | "Replicate") {
        return rules_of(item, names, regions);
    }
    if depth == 0 {
        return Err(unexpected(
            item.column,
            format!(".{} inside {MAX_DEPTH} others", item.name),
            "fewer levels",
        ));
    }
    if item.name == "Replicate" {
        return replicated(item, rest, names, regions, depth);
    }
    let mut parts = Vec::new();
    loop {
        match rest.first() {
            None => {
                return Err(unexpected(
                    item.column,
                    format!(".{} without .End", item.name),
                    ".End after its constraints",
                ));
            }
            Some(end) if end.name == "End" => {
                *rest = &rest[1..];
                break;
            }
            Some(_) => parts.push(next_rules(rest, names, regions, depth - 1)?),
        }
    }
    Ok(if item.name == "And" { parts.concat() } else { vec![Rule::Either(parts)] })
}

/// The rules up to the next `End`, once for each marked cell, moved so that the origin is there.
/// The cells are bits, six in a character, the lowest first.
fn replicated(
    item: &Item,
    rest: &mut &[Item],
    names: &Names,
    regions: &[Vec<usize>],
    depth: usize,
) -> Result<Vec<Rule>, ParseError> {
    let end = rest
        .iter()
        .position(|inner| inner.name == "End")
        .ok_or_else(|| unexpected(item.column, ".Replicate without .End", ".End after its constraints"))?;
    let (inner, others) = (&rest[..end], &rest[end + 1..]);
    *rest = others;
    let origin = match item.arguments.get(1).filter(|name| !name.is_empty()) {
        Some(name) => names.cell(name, item.column)?,
        None => 0,
    };
    let marks = item.arguments.first().map_or("", String::as_str);
    let mut rules = Vec::new();
    for (at, sign) in marks.chars().enumerate() {
        let bits = SIGNS.find(sign).ok_or_else(|| {
            unexpected(item.column, format!("'{sign}' in a set of cells"), "A to Z, a to z, 0 to 9, - or _")
        })?;
        for cell in (0..6).filter(|place| bits >> place & 1 == 1).map(|place| at * 6 + place) {
            if cell >= names.shape.cells() {
                return Err(unexpected(
                    item.column,
                    format!("cell {}", cell + 1),
                    format!("one of {}", names.shape.cells()),
                ));
            }
            let moved = inner
                .iter()
                .map(|inner| shifted(inner, names, origin, cell))
                .collect::<Result<Vec<_>, _>>()?;
            let mut left = &moved[..];
            while !left.is_empty() {
                rules.extend(next_rules(&mut left, names, regions, depth - 1)?);
            }
        }
    }
    Ok(rules)
}

/// An item with its cells moved as the origin moves to a cell.
fn shifted(item: &Item, names: &Names, origin: usize, cell: usize) -> Result<Item, ParseError> {
    let ((row, column), (down, right)) = (names.shape.place(origin), names.shape.place(cell));
    let arguments = item.arguments.iter().map(|argument| {
        // Givens have values after the cell.
        let (name, more) =
            argument.split_once('_').map_or((argument.as_str(), None), |(name, more)| (name, Some(more)));
        let Ok(named) = names.cell(name, item.column) else { return Ok(argument.clone()) };
        let (from, across) = names.shape.place(named);
        let moved = (from + down).checked_sub(row).zip((across + right).checked_sub(column));
        let moved = moved.filter(|(row, column)| *row < names.shape.rows && *column < names.shape.columns);
        let (row, column) = moved.ok_or_else(|| {
            unexpected(item.column, format!("{name} moved out of the grid"), "a cell of it")
        })?;
        let digit =
            |number: usize| char::from_digit(u32::try_from(number + 1).unwrap_or(0), 17).unwrap_or('?');
        let name = format!("R{}C{}", digit(row), digit(column));
        Ok(more.map_or(name.clone(), |more| format!("{name}_{more}")))
    });
    Ok(Item { name: item.name.clone(), arguments: arguments.collect::<Result<_, _>>()?, column: item.column })
}

/// `9x9`, `9x9~0-8`, `4x4~6`; and whether the grid has no rules for rows and columns.
fn shape_of(item: &Item) -> Result<(Shape, bool), ParseError> {
    let bad = || {
        unexpected(
            item.column,
            format!("\"{}\"", item.arguments.join("~")),
            format!("a size such as 9x9, at most {MAX_SIDE} a side, and its values, such as 0-8"),
        )
    };
    let (rows, columns) = item.arguments.first().and_then(|size| size.split_once('x')).ok_or_else(bad)?;
    let side = |text: &str| text.parse::<usize>().ok().filter(|side| (1..=MAX_SIDE).contains(side));
    let (rows, columns) = side(rows).zip(side(columns)).ok_or_else(bad)?;
    let mut shape = Shape { rows, columns, lowest: 1, values: rows.max(columns) };
    match item.arguments.get(1).map(String::as_str) {
        None | Some("") => {}
        Some(range) => {
            let (lowest, highest) = range.split_once('-').unwrap_or(("1", range));
            shape.lowest = lowest.parse().ok().filter(|lowest| (0..=1).contains(lowest)).ok_or_else(bad)?;
            let highest: i32 = highest.parse().map_err(|_| bad())?;
            shape.values = usize::try_from(highest - shape.lowest + 1)
                .ok()
                .filter(|values| (1..=MAX_SIDE).contains(values))
                .ok_or_else(bad)?;
        }
    }
    Ok((shape, item.arguments.get(2).is_some_and(|raw| raw == "Raw")))
}

/// The regions of a layout: a character for each cell.
fn jigsaw(item: &Item, shape: &Shape) -> Result<Vec<Vec<usize>>, ParseError> {
    let layout = item.arguments.last().map_or("", String::as_str);
    if layout.chars().count() != shape.cells() {
        return Err(unexpected(
            item.column,
            format!("{} characters", layout.chars().count()),
            format!("{}, one for each cell", shape.cells()),
        ));
    }
    let mut regions: BTreeMap<char, Vec<usize>> = BTreeMap::new();
    for (cell, sign) in layout.chars().enumerate() {
        regions.entry(sign).or_default().push(cell);
    }
    Ok(regions.into_values().collect())
}

/// The names of all constraints, for suggestions.
const NAMES: [&str; 61] = [
    "Shape",
    "NoBoxes",
    "Jigsaw",
    "RegionSize",
    "Diagonal",
    "Windoku",
    "DisjointSets",
    "AllDifferent",
    "AntiKnight",
    "AntiKing",
    "AntiConsecutive",
    "AntiTaxicab",
    "GlobalEntropy",
    "GlobalMod",
    "StrictKropki",
    "StrictXV",
    "WhiteDot",
    "BlackDot",
    "X",
    "V",
    "GreaterThan",
    "Quad",
    "Cage",
    "Sum",
    "EqualSum",
    "SameValues",
    "RellikCage",
    "EqualityCage",
    "Lunchbox",
    "ContainAtLeast",
    "ContainExact",
    "LookAndSay",
    "CountingCircles",
    "CountDistinct",
    "Indexing",
    "Thermo",
    "Whisper",
    "Renban",
    "Modular",
    "Entropic",
    "RegionSumLine",
    "Between",
    "Lockout",
    "Palindrome",
    "Zipper",
    "SumLine",
    "Arrow",
    "PillArrow",
    "DoubleArrow",
    "ValueIndexing",
    "Pair",
    "PairX",
    "LittleKiller",
    "Sandwich",
    "XSum",
    "Skyscraper",
    "HiddenSkyscraper",
    "NumberedRoom",
    "Or",
    "And",
    "Var",
];

/// The rules of an item.
fn rules_of(item: &Item, names: &Names, regions: &[Vec<usize>]) -> Result<Vec<Rule>, ParseError> {
    if let Some(rules) = lines::rules(item, names, regions)? {
        return Ok(rules);
    }
    if let Some(rules) = outside::rules(item, names)? {
        return Ok(rules);
    }
    let shape = &names.shape;
    let pairs = |relation: &Relation, moves: &[(isize, isize)]| -> Vec<Rule> {
        shape.pairs(moves).map(|(one, other)| Rule::Chain(relation.clone(), vec![one, other])).collect()
    };
    let neighbours = [(0, 1), (1, 0)];
    Ok(match item.name.as_str() {
        "Shape" | "NoBoxes" | "Jigsaw" | "RegionSize" | "Var" | "SearchPriority" | "StrictKropki"
        | "StrictXV" | "FullRank" | "FullRankTies" => Vec::new(),
        "Diagonal" => {
            group(shape, diagonal(shape, item.arguments.first().is_some_and(|argument| argument == "1")))
        }
        "Windoku" => windows(shape, regions).into_iter().flat_map(|cells| group(shape, cells)).collect(),
        "DisjointSets" => {
            let size = regions.first().map_or(0, Vec::len);
            (0..size)
                .flat_map(|at| {
                    group(shape, regions.iter().filter_map(|region| region.get(at)).copied().collect())
                })
                .collect()
        }
        "AntiKnight" => different_by_moves(shape, &[(1, 2), (1, -2), (2, 1), (2, -1)]),
        "AntiKing" => different_by_moves(shape, &[(1, 1), (1, -1)]),
        "AntiConsecutive" => pairs(&Relation::NotDifference(1), &neighbours),
        "AntiTaxicab" => anti_taxicab(shape),
        "GlobalEntropy" => classes(shape, |bit| bit / (shape.values / 3).max(1)),
        "GlobalMod" => classes(shape, |bit| bit % 3),
        name => {
            return Err(unexpected(
                item.column,
                format!("\".{name}\""),
                format!("a constraint that is known here{}", did_you_mean(name, NAMES)),
            ));
        }
    })
}

/// The boxes between the boxes of a 9x9 grid.
fn windows(shape: &Shape, regions: &[Vec<usize>]) -> Vec<Vec<usize>> {
    if (shape.rows, shape.columns) != (9, 9) || regions.is_empty() {
        return Vec::new();
    }
    let starts = [(1, 1), (1, 5), (5, 1), (5, 5)];
    starts.map(|(row, column)| (0..9).map(|at| (row + at / 3) * 9 + column + at % 3).collect()).to_vec()
}

/// Equal values do not have their own value as their distance in rows and columns together.
fn anti_taxicab(shape: &Shape) -> Vec<Rule> {
    let mut rules = Vec::new();
    for one in 0..shape.cells() {
        for other in one + 1..shape.cells() {
            let ((row, column), (down, right)) = (shape.place(one), shape.place(other));
            let distance = row.abs_diff(down) + column.abs_diff(right);
            let value = i32::try_from(distance).unwrap_or(i32::MAX);
            if shape.set_of(value) != 0 && row != down && column != right {
                rules.push(Rule::Chain(Relation::NotEqualTo(value), vec![one, other]));
            }
        }
    }
    rules
}

/// Each square of four cells has a value of each of three classes.
fn classes(shape: &Shape, class: impl Fn(usize) -> usize) -> Vec<Rule> {
    // A state is the set of classes that were read.
    let next = (0..8_usize)
        .map(|state| (0..shape.values).map(|bit| 1 << (state | 1 << class(bit).min(2))).collect())
        .collect();
    let automaton = Automaton { starts: 1, ends: 1 << 7, next };
    let corners = (0..shape.cells()).filter(|cell| {
        let (row, column) = shape.place(*cell);
        row + 1 < shape.rows && column + 1 < shape.columns
    });
    corners
        .map(|cell| {
            Rule::Word(
                crate::rule::Word::Automaton(automaton.clone()),
                vec![cell, cell + 1, cell + shape.columns, cell + shape.columns + 1],
            )
        })
        .collect()
}
