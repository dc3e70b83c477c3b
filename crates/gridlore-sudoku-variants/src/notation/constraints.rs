//! Constraint lines: the notation of Interactive Sudoku Solver.
//!
//! # Source
//! The names and their meanings are those of sigh's Interactive Sudoku Solver.

use super::automaton::SIGNS;
use super::cells::{Group, Item, MAX_SIDE, Names, REGIONS, items, number};
use super::{chaos, killer, lines, outside};
use crate::build::{Left, MAX_NAMED_CELLS, frame, unexpected, usual_regions, validated};
use crate::constraint::{Constraint, Global, Pair, Sets, windows};
use crate::puzzle::Puzzle;
use crate::rule::{FullRank, Ties};
use crate::shape::Shape;
use gridlore_core::{ParseError, did_you_mean};
use std::collections::BTreeMap;

/// Maximum number of characters of a puzzle.
const MAX_LENGTH: usize = 100_000;
/// Maximum nesting depth of alternatives.
const MAX_DEPTH: usize = 4;
/// Maximum number of variables.
const MAX_VARIABLES: usize = 64;

/// Parses a puzzle in the notation of Interactive Sudoku Solver: constraints such as
/// `.Cage~10~R1C1~R1C2`, or a grid of digits, candidates or killer cages.
///
/// # Errors
/// Returns a [`ParseError`] for text that is not such a puzzle, and for an unknown constraint.
pub fn parse_constraints(text: &str) -> Result<Puzzle, ParseError> {
    if text.len() > MAX_LENGTH {
        return Err(unexpected(1, format!("{} bytes", text.len()), format!("at most {MAX_LENGTH}")));
    }
    let text = text.trim();
    if !text.starts_with('.') || !text.contains('~') && !text.chars().any(char::is_alphabetic) {
        let (shape, constraints) = killer::parse(text)?;
        let mut puzzle = Puzzle::new(shape);
        puzzle.constraints = frame(usual_regions(&shape, None));
        puzzle.constraints.extend(constraints);
        return validated(puzzle);
    }
    let items = items(text);
    if let Some(item) = first_beyond(&items, 2 * MAX_NAMED_CELLS) {
        let expected = format!("at most {} in total", 2 * MAX_NAMED_CELLS);
        return Err(unexpected(item.column, "too many names and arguments", expected));
    }
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
        if names.groups.len() == MAX_VARIABLES {
            let expected = format!("at most {MAX_VARIABLES}");
            return Err(unexpected(item.column, "too many groups of variables", expected));
        }
        let count = item.arguments.get(2).map_or("1", String::as_str);
        let sides = count.split('x').map(|part| part.parse().unwrap_or(MAX_VARIABLES + 1));
        let sides: Vec<usize> = sides.map(|side| side.min(MAX_VARIABLES + 1)).collect();
        let count = sides.iter().take(2).product();
        // A group without a given shape has as many columns as the grid.
        let columns = if let [_, columns] = sides[..] { columns.max(1) } else { shape.columns };
        let group = Group { first: shape.cells() + variables, size: count, columns };
        names.groups.insert(item.arguments.first().cloned().unwrap_or_default(), group);
        variables += count;
        if variables > MAX_VARIABLES {
            return Err(unexpected(
                item.column,
                format!("{variables} variables"),
                format!("at most {MAX_VARIABLES}"),
            ));
        }
    }
    if let Some(item) = items.iter().find(|item| item.name == "Doppelganger") {
        variables += names.add_missing_digits(shape.cells() + variables).ok_or_else(|| {
            unexpected(item.column, format!(".Doppelganger on {shape}"), "a square grid with boxes")
        })?;
    }
    if items.iter().any(|item| item.name == "ChaosConstruction") {
        names.add_regions(shape.cells() + variables);
        variables += shape.cells();
    }
    let mut regions = if items.iter().any(|item| item.name == "NoBoxes") || is_raw {
        Vec::new()
    } else {
        usual_regions(&shape, size)
    };
    for item in items.iter().filter(|item| item.name == "Jigsaw") {
        let size = size.unwrap_or_else(|| shape.rows.max(shape.columns));
        // Parts of another size only fill the rest of the grid.
        regions.extend(jigsaw(item, &shape)?.into_iter().filter(|region| region.len() == size));
        if regions.len() > shape.cells() {
            let expected = format!("at most {}, one for each cell", shape.cells());
            return Err(unexpected(item.column, format!("{} regions", regions.len()), expected));
        }
    }
    let mut constraints = if is_raw { Vec::new() } else { frame(regions.clone()) };
    if is_raw && !regions.is_empty() {
        constraints.push(Constraint::Global(Global::Regions(regions.clone())));
    }
    let unmarked = [
        ("StrictKropki", &["WhiteDot", "BlackDot"], [Pair::Difference(1), Pair::Ratio(2)]),
        ("StrictXV", &["X", "V"], [Pair::Sum(5), Pair::Sum(10)]),
    ];
    for (name, marks, pairs) in unmarked {
        if items.iter().any(|item| item.name == name) {
            let marked = marked_pairs(&items, &names, marks)?;
            constraints.push(Constraint::Global(Global::negative(pairs.to_vec(), marked)));
        }
    }
    if items.iter().any(|item| item.name == "RegionSameValues") {
        constraints.extend(same_values(&shape, &regions, is_raw));
    }
    constraints.extend(full_rank(&items, &shape)?.map(Constraint::FullRank));
    let mut rest = &items[..];
    let mut left = Budget { left: Left::new(shape.cells() + variables), repeated: 2 * MAX_NAMED_CELLS };
    while !rest.is_empty() {
        constraints.extend(next_constraints(&mut rest, &names, &regions, MAX_DEPTH, &mut left)?);
    }
    validated(Puzzle { shape, variables, constraints })
}

/// Returns the first item at which the total number of names and arguments exceeds `most`.
fn first_beyond(items: &[Item], most: usize) -> Option<&Item> {
    let mut count = 0;
    items.iter().find(|item| {
        count += 1 + item.arguments.len();
        count > most
    })
}

/// Returns the constraint that all largest rows, columns and regions have the same values.
fn same_values(shape: &Shape, regions: &[Vec<usize>], is_raw: bool) -> Option<Constraint> {
    let rows = (0..shape.rows).map(|row| shape.row(row));
    let lines = rows.chain((0..shape.columns).map(|column| shape.column(column))).filter(|_| !is_raw);
    let houses: Vec<Vec<usize>> = lines.chain(regions.iter().cloned()).collect();
    let size = houses.iter().map(Vec::len).max()?;
    let largest: Vec<Vec<usize>> = houses.into_iter().filter(|house| house.len() == size).collect();
    (largest.len() > 1).then_some(Constraint::Sets(Sets::SameValues, largest))
}

/// Returns the ranks of numbers along the lines of the grid: `.FullRank~C1~10~`, and
/// `.FullRankTies~any`.
fn full_rank(items: &[Item], shape: &Shape) -> Result<Option<FullRank>, ParseError> {
    let numbers = FullRank::usual_numbers(shape);
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
        let name = item.arguments.first().map_or("", String::as_str);
        ranks.ties = Ties::ALL
            .into_iter()
            .find(|ties| ties.name() == name)
            .ok_or_else(|| unexpected(item.column, format!("\"{name}\""), "none, only-unclued or any"))?;
    }
    Ok(items.iter().any(|item| item.name.starts_with("FullRank")).then_some(ranks))
}

/// Returns the pairs of neighbours that constraints with these names mark.
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

/// What a text may still add.
struct Budget {
    left: Left,
    /// Names and arguments of repeated constraints.
    repeated: usize,
}

/// Returns the constraints of the next item; for `Or` and `And`, of all items up to its `End`.
fn next_constraints(
    rest: &mut &[Item],
    names: &Names,
    regions: &[Vec<usize>],
    depth: usize,
    left: &mut Budget,
) -> Result<Vec<Constraint>, ParseError> {
    let (item, others) = rest.split_first().expect("there is an item");
    *rest = others;
    if !matches!(item.name.as_str(), "Or" | "And" | "Replicate") {
        let found = constraints_of(item, names, regions)?;
        left.left.subtract(&found).map_err(|(found, expected)| unexpected(item.column, found, expected))?;
        return Ok(found);
    }
    if depth == 0 {
        return Err(unexpected(
            item.column,
            format!(".{} inside {MAX_DEPTH} others", item.name),
            "fewer levels",
        ));
    }
    if item.name == "Replicate" {
        return replicated(item, rest, names, regions, depth, left);
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
            Some(_) => parts.push(next_constraints(rest, names, regions, depth - 1, left)?),
        }
    }
    Ok(if item.name == "And" { parts.concat() } else { vec![Constraint::Either(parts)] })
}

/// Returns the constraints up to the next `End`, repeated for each marked cell and moved so that
/// their origin is there. The marks are bits, six per character, lowest first.
fn replicated(
    item: &Item,
    rest: &mut &[Item],
    names: &Names,
    regions: &[Vec<usize>],
    depth: usize,
    left: &mut Budget,
) -> Result<Vec<Constraint>, ParseError> {
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
    let marked: u32 = marks.chars().filter_map(|sign| SIGNS.find(sign)).map(usize::count_ones).sum();
    // Long arguments are counted as several.
    let weight = |argument: &String| 1 + argument.len() / 16;
    let arguments: usize =
        inner.iter().map(|inner| 1 + inner.arguments.iter().map(weight).sum::<usize>()).sum();
    left.repeated = left.repeated.checked_sub(marked as usize * arguments).ok_or_else(|| {
        unexpected(
            item.column,
            format!("{arguments} names and arguments for each of {marked} cells"),
            format!("at most {} in total", 2 * MAX_NAMED_CELLS),
        )
    })?;
    let mut constraints = Vec::new();
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
            let mut rest = &moved[..];
            while !rest.is_empty() {
                constraints.extend(next_constraints(&mut rest, names, regions, depth - 1, left)?);
            }
        }
    }
    Ok(constraints)
}

/// Returns an item with its cells moved by the same amount as the origin.
fn shifted(item: &Item, names: &Names, origin: usize, cell: usize) -> Result<Item, ParseError> {
    let ((row, column), (down, right)) = (names.shape.place(origin), names.shape.place(cell));
    let arguments = item.arguments.iter().map(|argument| {
        // Givens have their values after the cell.
        let (name, more) =
            argument.split_once('_').map_or((argument.as_str(), None), |(name, more)| (name, Some(more)));
        let Ok(named) = names.cell(name, item.column) else { return Ok(argument.clone()) };
        let (from, across) = names.shape.place(named);
        let moved = (from + down).checked_sub(row).zip((across + right).checked_sub(column));
        let moved = moved.filter(|(row, column)| *row < names.shape.rows && *column < names.shape.columns);
        let (row, column) = moved.ok_or_else(|| {
            unexpected(item.column, format!("{name} moved out of the grid"), "a cell of the grid")
        })?;
        let digit =
            |number: usize| char::from_digit(u32::try_from(number + 1).unwrap_or(0), 17).unwrap_or('?');
        let name = format!("R{}C{}", digit(row), digit(column));
        Ok(more.map_or(name.clone(), |more| format!("{name}_{more}")))
    });
    Ok(Item { name: item.name.clone(), arguments: arguments.collect::<Result<_, _>>()?, column: item.column })
}

/// Parses `9x9`, `9x9~0-8` or `4x4~6`. Also returns whether the grid has no rules for rows and
/// columns.
fn shape_of(item: &Item) -> Result<(Shape, bool), ParseError> {
    let bad = || {
        unexpected(
            item.column,
            format!("\"{}\"", item.arguments.join("~")),
            format!(
                "a size such as 9x9 (at most {MAX_SIDE} cells per side), optionally followed by the values, such as 0-8"
            ),
        )
    };
    let (rows, columns) = item.arguments.first().and_then(|size| size.split_once('x')).ok_or_else(bad)?;
    let side = |text: &str| text.parse::<usize>().ok().filter(|side| (1..=MAX_SIDE).contains(side));
    let (rows, columns) = side(rows).zip(side(columns)).ok_or_else(bad)?;
    let mut shape = Shape::new(rows, columns);
    match item.arguments.get(1).map(String::as_str) {
        None | Some("") => {}
        Some(range) => {
            let (lowest, highest) = range.split_once('-').unwrap_or(("1", range));
            shape.lowest = lowest.parse().ok().filter(|lowest| (0..=1).contains(lowest)).ok_or_else(bad)?;
            let highest: i32 = highest.parse().map_err(|_| bad())?;
            let count = highest.checked_sub(shape.lowest).and_then(|span| span.checked_add(1));
            shape.values = count
                .and_then(|count| usize::try_from(count).ok())
                .filter(|values| (1..=MAX_SIDE).contains(values))
                .ok_or_else(bad)?;
        }
    }
    Ok((shape, item.arguments.get(2).is_some_and(|raw| raw == "Raw")))
}

/// Returns the regions of a layout with a character for each cell.
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
const NAMES: [&str; 70] = [
    "Shape",
    "NoBoxes",
    "Jigsaw",
    "RegionSize",
    "RegionSameValues",
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
    "DutchFlatmates",
    "Doppelganger",
    "ChaosConstruction",
    "ChaosCount",
    "ChaosArrow",
    "ConnectedValues",
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
    "NFA",
    "Regex",
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

/// Returns the constraints of an item.
fn constraints_of(item: &Item, names: &Names, regions: &[Vec<usize>]) -> Result<Vec<Constraint>, ParseError> {
    if let Some(found) = lines::constraints(item, names, regions)? {
        return Ok(found);
    }
    if let Some(found) = outside::constraints(item, names)? {
        return Ok(found);
    }
    if let Some(found) = chaos::constraint(item, names)? {
        return Ok(vec![found]);
    }
    let shape = &names.shape;
    let global = match item.name.as_str() {
        "Shape" | "NoBoxes" | "Jigsaw" | "RegionSize" | "RegionSameValues" | "Var" | "SearchPriority"
        | "StrictKropki" | "StrictXV" | "FullRank" | "FullRankTies" => return Ok(Vec::new()),
        "Diagonal" => {
            Global::Diagonal { is_rising: item.arguments.first().is_some_and(|argument| argument == "1") }
        }
        "Windoku" => match windows(shape) {
            windows if windows.is_empty() => {
                return Err(unexpected(item.column, format!(".Windoku on {shape}"), "a grid with boxes"));
            }
            windows => Global::Windows(windows),
        },
        "DisjointSets" => Global::disjoint_groups(regions),
        "AntiKnight" => Global::ANTI_KNIGHT,
        "AntiKing" => Global::ANTI_KING,
        "AntiConsecutive" => Global::negative(vec![Pair::Difference(1)], []),
        "AntiTaxicab" => Global::AntiTaxicab,
        "GlobalEntropy" if shape.values.is_multiple_of(3) => Global::Entropy,
        "GlobalMod" => Global::Mod,
        "Doppelganger" => {
            let first = names.groups.get("DGC").map_or(usize::MAX, |group| group.first);
            Global::Doppelganger { first }
        }
        "ChaosConstruction" => {
            let first = names.groups.get(REGIONS).map_or(usize::MAX, |group| group.first);
            Global::ChaosConstruction { first }
        }
        "DutchFlatmates" if !shape.values.is_multiple_of(2) => Global::DutchFlatmates,
        name if NAMES.contains(&name) => {
            return Err(unexpected(
                item.column,
                format!("\".{name}\" with \"{}\"", item.arguments.join("~")),
                format!("arguments that this constraint can have on a grid of {shape}"),
            ));
        }
        name => {
            return Err(unexpected(
                item.column,
                format!("\".{name}\""),
                format!("a known constraint{}", did_you_mean(name, NAMES)),
            ));
        }
    };
    Ok(vec![Constraint::Global(global)])
}
