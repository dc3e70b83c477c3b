//! Constraints on lines, dots and cages.

use super::automaton::{self, SIGNS};
use super::cells::{Item, Names, number, numbers};
use crate::build::{double_arrow, equal_sums, indexing, linear, palindrome, region_sums, unexpected};
use crate::relation::Relation;
use crate::rule::{Rule, Word};
use crate::shape::Shape;
use gridlore_core::ParseError;

/// The rules of an item, if its name is one of this module's.
pub(super) fn rules(
    item: &Item,
    names: &Names,
    regions: &[Vec<usize>],
) -> Result<Option<Vec<Rule>>, ParseError> {
    let shape = &names.shape;
    let arguments = &item.arguments[..];
    let column = item.column;
    let first = || arguments.first().map_or("", String::as_str);
    let after = |count: usize| names.cells(arguments.get(count..).unwrap_or_default(), column);
    let value = || number(first(), column);
    let relation = |relation: Relation| Ok(vec![Rule::Chain(relation, after(0)?)]);
    let word = |word: Word, count: usize| Ok(vec![Rule::Word(word, after(count)?)]);
    let distinct = |word: Word| -> Result<Vec<Rule>, ParseError> {
        Ok(vec![Rule::Different(after(1)?), Rule::Word(word, after(1)?)])
    };
    let adjacent = |relation: Relation| -> Result<Vec<Rule>, ParseError> {
        let cells = after(0)?;
        let pairs = shape.neighbours().filter(|(one, other)| cells.contains(one) && cells.contains(other));
        Ok(pairs.map(|(one, other)| Rule::Chain(relation.clone(), vec![one, other])).collect())
    };
    let rules = match item.name.as_str() {
        "" => arguments.iter().map(|given| given_rule(given, names, column)).collect(),
        "WhiteDot" => adjacent(Relation::Difference(1)),
        "BlackDot" => adjacent(Relation::Ratio(2)),
        "X" => adjacent(Relation::SumIn(vec![10])),
        "V" => adjacent(Relation::SumIn(vec![5])),
        "GreaterThan" => after(0).map(|cells| greater_than(shape, &cells)),
        "Thermo" => relation(Relation::Less),
        "Whisper" if first().parse::<i32>().is_ok() => {
            Ok(vec![Rule::Chain(Relation::Apart(value()?), after(1)?)])
        }
        "Whisper" => relation(Relation::Apart(5)),
        "AllDifferent" => Ok(vec![Rule::Different(after(0)?)]),
        "Renban" => word(Word::Renban, 0),
        "Entropic" if shape.values.is_multiple_of(3) => word(Word::Entropic, 0),
        "Modular" => word(Word::Modular(value()?), 1),
        "Between" => word(Word::Between, 0),
        "Lockout" => word(Word::Lockout(value()?), 1),
        "Zipper" => word(Word::Zipper, 0),
        "ValueIndexing" => word(Word::ValueIndexing, 0),
        "SumLine" => {
            let is_loop = arguments.last().is_some_and(|last| last == "LOOP");
            let cells = names.cells(
                arguments.get(1..arguments.len() - usize::from(is_loop)).unwrap_or_default(),
                column,
            )?;
            let total = value()?;
            if !(1..=40).contains(&total) {
                return Err(unexpected(column, format!("the sum {total}"), "1 to 40"));
            }
            Ok(vec![Rule::Word(if is_loop { Word::Loop(total) } else { Word::Pieces(total) }, cells)])
        }
        "Palindrome" => after(0).map(|cells| palindrome(&cells)),
        "RegionSumLine" => after(0).map(|cells| region_sums(&cells, regions)),
        "Arrow" => {
            let cells = after(0)?;
            Ok(vec![linear(
                0,
                cells.iter().enumerate().map(|(at, cell)| (if at == 0 { 1 } else { -1 }, *cell)),
            )])
        }
        "DoubleArrow" => after(0).map(|cells| vec![double_arrow(&cells)]),
        "PillArrow" => {
            let mut cells = after(1)?;
            let size =
                usize::try_from(value()?).ok().filter(|size| (2..=3).contains(size) && *size < cells.len());
            let size = size.ok_or_else(|| {
                unexpected(column, format!("a pill of {} cells", first()), "2 or 3, and a shaft")
            })?;
            cells[..size].sort_unstable();
            let tens = (0..size).rev().map(|place| 10_i32.pow(u32::try_from(place).unwrap_or(0)));
            Ok(vec![linear(0, tens.chain(std::iter::repeat(-1)).zip(cells))])
        }
        "Cage" => {
            let cells = after(1)?;
            let mut different = cells.clone();
            different.sort_unstable();
            different.dedup();
            let mut rules = vec![Rule::Different(different)];
            if !matches!(first(), "" | "0") {
                rules.push(linear(value()?, cells.into_iter().map(|cell| (1, cell))));
            }
            Ok(rules)
        }
        "Sum" => sum(first(), after(1)?, column),
        "EqualSum" => {
            let pieces: Vec<Vec<usize>> = arguments
                .split(|part| part == "-")
                .map(|part| names.cells(part, column))
                .collect::<Result<_, _>>()?;
            Ok(equal_sums(&pieces.iter().map(Vec::as_slice).collect::<Vec<_>>()))
        }
        "SameValues" => {
            let cells = after(1)?;
            let sets =
                usize::try_from(value()?).ok().filter(|sets| *sets > 0 && cells.len().is_multiple_of(*sets));
            let sets = sets.ok_or_else(|| {
                unexpected(column, format!("{} sets of {} cells", first(), cells.len()), "sets of equal size")
            })?;
            Ok(vec![Rule::SameValues(
                cells.chunks((cells.len() / sets).max(1)).map(<[usize]>::to_vec).collect(),
            )])
        }
        "RellikCage" if (1..=60).contains(&value()?) => distinct(Word::Rellik(value()?)),
        "EqualityCage" => Ok(vec![Rule::Different(after(0)?), Rule::Word(Word::Equality, after(0)?)]),
        "Lunchbox" => distinct(Word::Lunchbox(value()?)),
        "ContainAtLeast" => word(Word::Contains(numbers(first(), column)?), 1),
        "ContainExact" => word(Word::ContainsExactly(numbers(first(), column)?), 1),
        "LookAndSay" => {
            let cells = after(1)?;
            let signs: Vec<i32> =
                first().chars().filter_map(|sign| sign.to_digit(10)).map(u32::cast_signed).collect();
            let (mut wanted, mut rules) = (Vec::new(), Vec::new());
            for pair in signs.chunks_exact(2) {
                wanted.extend((0..pair[0]).map(|_| pair[1]));
                if pair[0] == 0 {
                    rules.extend(
                        cells.iter().map(|cell| Rule::Values { cell: *cell, values: !shape.set_of(pair[1]) }),
                    );
                }
            }
            rules.push(Rule::Word(Word::ContainsExactly(wanted), cells));
            Ok(rules)
        }
        "CountingCircles" => Ok(vec![Rule::CountingCircles(after(0)?)]),
        "CountDistinct" => Ok(vec![Rule::CountDistinct(after(0)?)]),
        "Quad" => {
            let (row, right) = shape.place(names.cell(first(), column)?);
            let places = [(0, 0), (0, 1), (1, 0), (1, 1)];
            let cells: Vec<usize> = places
                .iter()
                .filter_map(|(down, on)| shape.cell((row + down).cast_signed(), (right + on).cast_signed()))
                .collect();
            if cells.len() < places.len() {
                return Err(unexpected(
                    column,
                    format!("a quadruple at {}", first()),
                    "a cell with cells to its right and below it",
                ));
            }
            let wanted =
                arguments[1..].iter().map(|value| number(value, column)).collect::<Result<_, _>>()?;
            Ok(vec![Rule::Word(Word::Contains(wanted), cells)])
        }
        "Indexing" => after(1)
            .map(|cells| cells.into_iter().flat_map(|cell| indexing(shape, cell, first() == "C")).collect()),
        "Pair" | "Binary" | "PairX" | "BinaryX" => relations(item, names),
        "NFA" => automaton::rules(item, names),
        _ => return Ok(None),
    };
    rules.map(Some)
}

/// The rule of a given, such as `R1C1_5` or `R1C1_1_2`.
fn given_rule(given: &str, names: &Names, column: usize) -> Result<Rule, ParseError> {
    let (cell, values) = given.split_once('_').unwrap_or((given, ""));
    let values = numbers(values, column)?.iter().fold(0, |all, value| all | names.shape.set_of(*value));
    Ok(Rule::Values { cell: names.cell(cell, column)?, values })
}

/// Of two neighbours in the list, the earlier one is larger.
fn greater_than(shape: &Shape, cells: &[usize]) -> Vec<Rule> {
    let mut rules = Vec::new();
    for (at, larger) in cells.iter().enumerate() {
        for smaller in &cells[at + 1..] {
            if shape.neighbours().any(|pair| pair == (*larger, *smaller) || pair == (*smaller, *larger)) {
                rules.push(Rule::Chain(Relation::Less, vec![*smaller, *larger]));
            }
        }
    }
    rules
}

/// A sum such as `12`, or with coefficients `0_=_1_1_-1`.
fn sum(text: &str, cells: Vec<usize>, column: usize) -> Result<Vec<Rule>, ParseError> {
    let (total, coefficients) = match text.split_once("_=_") {
        Some((total, coefficients)) => (total, numbers(coefficients, column)?),
        None => (text, vec![1; cells.len()]),
    };
    if coefficients.len() != cells.len() {
        return Err(unexpected(
            column,
            format!("{} coefficients", coefficients.len()),
            format!("{}, one for each cell", cells.len()),
        ));
    }
    Ok(vec![linear(number(total, column)?, coefficients.into_iter().zip(cells))])
}

/// Relations given as bits: `.Pair~key~_label~R1C1~R1C2`, several lines apart by empty arguments.
fn relations(item: &Item, names: &Names) -> Result<Vec<Rule>, ParseError> {
    let values = names.shape.values;
    let key = item.arguments.first().map_or("", String::as_str);
    let mut table = vec![0; values];
    for (at, sign) in key.chars().enumerate() {
        // The older names use the other order of the last two signs.
        let sign = match sign {
            '-' if item.name.starts_with("Binary") => '_',
            '_' if item.name.starts_with("Binary") => '-',
            sign => sign,
        };
        let bits = SIGNS.find(sign).ok_or_else(|| {
            unexpected(item.column, format!("'{sign}' in a key"), "A to Z, a to z, 0 to 9, - or _")
        })?;
        for place in (0..6).filter(|place| bits >> place & 1 == 1) {
            let (row, bit) = ((at * 6 + place) / values, (at * 6 + place) % values);
            if let Some(row) = table.get_mut(row) {
                *row |= 1 << bit;
            }
        }
    }
    let is_chain = matches!(item.name.as_str(), "Pair" | "Binary");
    let mut rules = Vec::new();
    for line in item.arguments.get(1..).unwrap_or_default().split(String::is_empty) {
        let line: Vec<String> = line.iter().filter(|argument| !argument.starts_with('_')).cloned().collect();
        let cells = names.cells(&line, item.column)?;
        let relation = Relation::Table(table.clone());
        if cells.len() > 1 {
            rules.push(if is_chain { Rule::Chain(relation, cells) } else { Rule::Clique(relation, cells) });
        }
    }
    Ok(rules)
}
