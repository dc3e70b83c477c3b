//! Parses rulestrings: `B3/S23`, `23/3`, `B2-a/S12`, `B2/S34H`, `W110`, `MAP...`, `345/2/4`,
//! `R5,C0,M1,S34..58,B34..45,NM`, `WireWorld` and other names, each with an optional bounded grid
//! such as `:T64,64`.

use super::CENTRE;
use super::counts::{CountSet, Counts, Neighbourhood, square};
use super::letters;
use super::machine::Machine;
use super::table::{BASE64, Shape, Table};
use super::{Dynamics, Rule};
use crate::topology::Topology;
use gridlore_core::{ParseError, ParseErrorKind, Place, did_you_mean};
use std::sync::Arc;

/// Named rules: the name, the rulestring, and a short description.
pub const NAMED_RULES: &[(&str, &str, &str)] = &[
    ("Life", "B3/S23", "Conway's Game of Life"),
    ("HighLife", "B36/S23", "a small replicator"),
    ("Day & Night", "B3678/S34678", "live and dead cells behave alike"),
    ("Seeds", "B2/S", "nothing survives, everything explodes"),
    ("Life without Death", "B3/S012345678", "ladders; nothing ever dies"),
    ("2x2", "B36/S125", "patterns made of 2x2 blocks stay made of 2x2 blocks"),
    ("34 Life", "B34/S34", "many small oscillators"),
    ("Diamoeba", "B35678/S5678", "large, unstable diamonds"),
    ("Morley", "B368/S245", "also called Move; slow spaceships and puffers"),
    ("Replicator", "B1357/S1357", "every pattern replicates"),
    ("Fredkin", "B1357/S02468", "every pattern replicates; a cell counts itself too"),
    ("DryLife", "B37/S23", "Life plus birth with 7 neighbours"),
    ("Pedestrian Life", "B38/S23", "Life plus birth with 8 neighbours"),
    ("Maze", "B3/S12345", "grows a maze"),
    ("Mazectric", "B3/S1234", "a maze with longer corridors"),
    ("Coral", "B3/S45678", "slow growth with a rough texture"),
    ("Anneal", "B4678/S35678", "a soup condenses into smooth blobs"),
    ("Serviettes", "B234/S", "patterns like Persian rugs"),
    ("tlife", "B3/S2-i34q", "the T-tetromino is a spaceship"),
    ("Just Friends", "B2-a/S12", "two neighbours must not touch"),
    ("Brian's Brain", "/2/3", "most patterns become spaceships"),
    ("Star Wars", "345/2/4", "many guns and spaceships"),
    ("Bosco", "R5,C0,M1,S34..58,B34..45,NM", "Larger than Life; bugs crawl in every direction"),
    ("WireWorld", "WireWorld", "electrons running along wires"),
];

/// The length limit of rulestrings. A rulestring that lists every count of a neighbourhood of range
/// 10 has several thousand characters.
const MAX_LENGTH: usize = 20_000;

fn parse_error(at: usize, found: &str, expected: &str) -> ParseError {
    ParseError {
        at: Place { line: 1, column: at + 1 },
        kind: ParseErrorKind::Wrong {
            found: if found.is_empty() {
                "nothing".to_owned()
            } else {
                format!("\"{}\"", found.escape_debug())
            },
            expected: expected.to_owned(),
        },
    }
}

impl Rule {
    /// Parses a rulestring or the name of a known rule, ignoring case.
    ///
    /// # Errors
    /// Returns the first invalid part; its column is counted from the beginning of `text`.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let start = text.chars().take_while(|symbol| symbol.is_whitespace()).count();
        let text = text.trim();
        if text.len() > MAX_LENGTH {
            let kind = ParseErrorKind::Wrong {
                found: format!("a rule of {} characters", text.len()),
                expected: format!("at most {MAX_LENGTH} characters"),
            };
            return Err(ParseError { at: Place { line: 1, column: start + 1 }, kind });
        }
        let (rule, shape) =
            text.split_once(':').map_or((text, None), |(rule, shape)| (rule.trim_end(), Some(shape)));
        let shift_column = |by: usize| {
            move |mut error: ParseError| {
                error.at.column += by;
                error
            }
        };
        let mut rule = parse_without_topology(rule).map_err(shift_column(start))?;
        if let Some(shape) = shape {
            let before = text.chars().count() - shape.chars().count();
            rule.topology = Topology::parse(shape).map_err(shift_column(start + before))?;
        }
        if rule.states > 2 && rule.fills_space() {
            return Err(parse_error(start, text, "only two states in a rule with birth on 0 neighbours"));
        }
        Ok(rule)
    }
}

/// Parses a rule without a topology.
fn parse_without_topology(text: &str) -> Result<Rule, ParseError> {
    let squeezed =
        |text: &str| text.to_ascii_lowercase().replace([' ', '-', '_', '\''], "").replace("and", "&");
    if let Some(known) = NAMED_RULES.iter().find(|known| squeezed(known.0) == squeezed(text)) {
        if known.1 == "WireWorld" {
            let machine = Machine::wireworld();
            let states = machine.states();
            return Ok(Rule {
                dynamics: Dynamics::Machine(Arc::new(machine)),
                states,
                topology: Topology::Plane,
            });
        }
        return parse_without_topology(known.1);
    }
    let first = text.chars().next().map(|letter| letter.to_ascii_uppercase());
    // A rulestring begins with a single letter, or with B and S if no count separates them; longer
    // sequences of letters are words.
    let letters: String = text.chars().take_while(char::is_ascii_alphabetic).collect();
    let is_word = letters.len() > 1 && !matches!(letters.to_ascii_uppercase().as_str(), "BS" | "SB");
    match first {
        _ if text.to_ascii_uppercase().starts_with("MAP") => parse_map(text),
        _ if is_word => Err(unknown(text)),
        Some('W') => {
            let number: u8 = text[1..]
                .parse()
                .map_err(|_| parse_error(1, &text[1..], "an even Wolfram rule number from 0 to 254"))?;
            if number % 2 == 1 {
                return Err(parse_error(1, &text[1..], "an even rule number (odd ones turn empty rows on)"));
            }
            Ok(Rule::from_table(Table::wolfram(number)))
        }
        Some('R') => parse_larger_than_life(text),
        Some('0'..='9') if text.matches(',').count() == 4 => parse_five_numbers(text),
        Some('B' | 'S' | 'G' | '0'..='9' | '/') => parse_birth_survival(text),
        _ => Err(unknown(text)),
    }
}

/// Returns the error for a string that is neither a rulestring nor the name of a rule.
fn unknown(text: &str) -> ParseError {
    let found = if text.is_empty() { "nothing".to_owned() } else { format!("\"{}\"", text.escape_debug()) };
    let hint = did_you_mean(text, NAMED_RULES.iter().map(|known| known.0));
    let expected = format!(
        "a rulestring such as B3/S23, 345/2/4, B2-a/S12, W110 or R5,C0,M1,S34..58,B34..45,NM, or a known name such as HighLife{hint}"
    );
    let kind = ParseErrorKind::Known { fault: "unknown rule", found, expected };
    ParseError { at: Place { line: 1, column: 1 }, kind }
}

/// Parses `MAP` followed by 512, 128 or 32 bits in base64.
fn parse_map(text: &str) -> Result<Rule, ParseError> {
    let body = &text[3..];
    let end = body.find(|symbol: char| !BASE64.contains(&(symbol as u32).try_into().unwrap_or(0)));
    let digits = &body[..end.unwrap_or(body.len())];
    // A number of states can follow a slash. Because the slash is also a base64 digit, this checks
    // whether such a number follows the digits of a neighbourhood.
    let has_states = |length: usize| {
        let states =
            body[length..].strip_prefix('/').map(|states| states.trim_start_matches(['C', 'c', 'G', 'g']));
        states.is_some_and(|states| {
            (1..=3).contains(&states.len()) && states.bytes().all(|digit| digit.is_ascii_digit())
        })
    };
    let (shape, length) = match digits.len() {
        length if length >= 86 => (Shape::Moore, 86),
        length if length == 22 || length > 22 && has_states(22) => (Shape::Hexagonal, 22),
        length if length == 6 || length > 6 && has_states(6) => (Shape::VonNeumann, 6),
        length => {
            return Err(parse_error(
                3 + length,
                &format!("{length} base64 digits"),
                "86 digits (Moore), 22 (hexagonal) or 6 (von Neumann)",
            ));
        }
    };
    let after = body[length..].trim_matches('=');
    let states = match after.strip_prefix('/') {
        Some(states) => number_of_states(4 + length, states)?,
        None if after.is_empty() => 2,
        None => return Err(parse_error(3 + length, after, "the end, or / and a number of states")),
    };
    let bits: Vec<bool> = digits[..length]
        .bytes()
        .flat_map(|digit| {
            let value = BASE64.iter().position(|symbol| *symbol == digit).expect("only base64 digits");
            (0..6).rev().map(move |bit| value >> bit & 1 == 1)
        })
        .collect();
    let mask = shape.mask() | CENTRE;
    let table = Table::from_fn(|picture| {
        // The bits of the shape, packed together.
        let index = (0..9)
            .rev()
            .filter(|bit| mask >> bit & 1 == 1)
            .fold(0, |index, bit| index << 1 | (picture >> bit & 1));
        bits[index]
    });
    Ok(Rule { dynamics: Dynamics::Table(table), states, topology: Topology::Plane })
}

fn number_of_states(at: usize, text: &str) -> Result<u16, ParseError> {
    let digits = text.trim_start_matches(['C', 'c', 'G', 'g']);
    digits
        .parse()
        .ok()
        .filter(|states| (2..=256).contains(states))
        .ok_or_else(|| parse_error(at, text, "a number of states from 2 to 256"))
}

/// Parses `B3/S23`, `B3_S23`, `23/3`, `B3S23`, `345/2/4`, `B2/S345/C4` and `g4b2s345`, each with an
/// optional `H` (hexagonal) or `V` (von Neumann) at the end.
fn parse_birth_survival(text: &str) -> Result<Rule, ParseError> {
    let upper = text.to_ascii_uppercase();
    let (body, shape) = match upper.strip_suffix(['H', 'V']) {
        Some(body) if upper.ends_with('H') => (body, Shape::Hexagonal),
        Some(body) => (body, Shape::VonNeumann),
        None => (upper.as_str(), Shape::Moore),
    };
    // The parts, each with the column of its first character.
    let mut parts: Vec<(usize, &str)> = Vec::new();
    let mut start = 0;
    for (at, symbol) in body.char_indices() {
        // B, S and G begin a part. A slash ends a part and belongs to neither.
        if at > start && matches!(symbol, 'B' | 'S' | 'G') {
            parts.push((start, &body[start..at]));
            start = at;
        } else if matches!(symbol, '/' | '_') {
            // A slash between two parts.
            parts.push((start, &body[start..at]));
            start = at + 1;
        }
    }
    parts.push((start, &body[start..]));
    let has_names =
        body.starts_with(['B', 'S', 'G']) || parts.iter().any(|part| part.1.starts_with(['B', 'S']));
    let (mut birth, mut survival, mut states) = (None, None, None);
    let expected = "births and survivals such as B3/S23";
    for (place, &(at, part)) in parts.iter().enumerate() {
        let (name, numbers, at) = if has_names {
            match part.chars().next() {
                Some(name @ ('B' | 'S' | 'G' | 'C')) => (name, &part[1..], at + 1),
                Some('0'..='9') if place == 2 => ('C', part, at),
                None => continue,
                _ => return Err(parse_error(at, part, expected)),
            }
        } else {
            let names = ['S', 'B', 'C'];
            let name = *names
                .get(place)
                .ok_or_else(|| parse_error(at, part, "at most three parts (survival/birth/states)"))?;
            (name, part, at)
        };
        let slot = match name {
            'B' => &mut birth,
            'S' => &mut survival,
            _ => {
                if states.replace(number_of_states(at, numbers)?).is_some() {
                    return Err(parse_error(at, numbers, "a single number of states"));
                }
                continue;
            }
        };
        if slot.replace((at, numbers)).is_some() {
            return Err(parse_error(at, part, "B and S only once each"));
        }
    }
    if birth.is_none() && survival.is_none() {
        return Err(parse_error(0, text, expected));
    }
    let mut lives = [false; 512];
    for (set, centre) in [(birth, 0), (survival, CENTRE)] {
        let (at, numbers) = set.unwrap_or((0, ""));
        for picture in pictures(at, numbers, shape)? {
            lives[picture | centre] = true;
        }
    }
    let table = Table::from_fn(|picture| {
        let mask = shape.mask() | CENTRE;
        lives[picture & mask]
    });
    Ok(Rule { dynamics: Dynamics::Table(table), states: states.unwrap_or(2), topology: Topology::Plane })
}

/// Returns the pictures of a neighbourhood, without the centre, for counts with or without letters,
/// such as `2-a34q`.
fn pictures(at: usize, numbers: &str, shape: Shape) -> Result<Vec<usize>, ParseError> {
    let mut found = Vec::new();
    let symbols: Vec<char> = numbers.to_ascii_lowercase().chars().collect();
    let mut next = 0;
    while next < symbols.len() {
        let expected = format!("a neighbour count from 0 to {}", shape.size());
        let count = symbols[next]
            .to_digit(10)
            .filter(|count| *count <= shape.size())
            .ok_or_else(|| parse_error(at + next, &symbols[next].to_string(), &expected))?;
        next += 1;
        let is_without = symbols.get(next) == Some(&'-');
        next += usize::from(is_without);
        let from = next;
        while symbols.get(next).is_some_and(char::is_ascii_alphabetic) {
            next += 1;
        }
        let named = &symbols[from..next];
        let all: Vec<char> = letters::letters_of_count(count).collect();
        if let Some(place) = named.iter().position(|letter| shape != Shape::Moore || !all.contains(letter)) {
            let expected = if shape == Shape::Moore && !all.is_empty() {
                format!("one of the letters {} after {count}", all.iter().collect::<String>())
            } else {
                "a neighbour count without letters".to_owned()
            };
            return Err(parse_error(at + from + place, &named[place].to_string(), &expected));
        }
        if is_without && named.is_empty() {
            return Err(parse_error(at + from, "", "the letters to leave out"));
        }
        if named.is_empty() {
            found.extend(
                (0..512).filter(|picture| picture & !shape.mask() == 0 && picture.count_ones() == count),
            );
        } else {
            for letter in all.into_iter().filter(|letter| named.contains(letter) != is_without) {
                found.extend(letters::arrangement(count, letter).expect("a letter of this count"));
            }
        }
    }
    Ok(found)
}

/// Parses `R5,C0,M1,S34..58,B34..45,NM`.
fn parse_larger_than_life(text: &str) -> Result<Rule, ParseError> {
    let mut fields: Vec<(char, usize, String)> = Vec::new();
    let mut at = 0;
    for part in text.split(',') {
        match part.chars().next() {
            Some(name) if name.is_ascii_alphabetic() => {
                fields.push((name.to_ascii_uppercase(), at + 1, part[1..].to_owned()));
            }
            _ => match fields.last_mut() {
                Some(field) if matches!(field.0, 'S' | 'B') => {
                    field.2.push(',');
                    field.2.push_str(part);
                }
                _ => return Err(parse_error(at, part, "a field R, C, M, S, B or N")),
            },
        }
        at += part.len() + 1;
    }
    let field =
        |name: char| fields.iter().find(|field| field.0 == name).map(|field| (field.1, field.2.as_str()));
    if let Some(other) = fields.iter().find(|field| !"RCMSBN".contains(field.0)) {
        return Err(parse_error(other.1 - 1, &other.0.to_string(), "R, C, M, S, B or N"));
    }
    let missing = |name: &str| parse_error(text.len(), "", name);
    let number = |(at, value): (usize, &str), least: u32, most: u32, what: &str| {
        value
            .parse::<u32>()
            .ok()
            .filter(|number| (least..=most).contains(number))
            .ok_or_else(|| parse_error(at, value, &format!("{what} from {least} to {most}")))
    };
    let range = number(
        field('R').ok_or_else(|| missing("R and a range"))?,
        1,
        Neighbourhood::MAX_RANGE.unsigned_abs(),
        "a range",
    )?;
    let range = range.cast_signed();
    let states = field('C').map_or(Ok(2), |field| number(field, 0, 256, "a number of states"))?.max(2);
    let has_centre =
        field('M').map_or(Ok(0), |field| number(field, 0, 1, "M (whether the centre counts)"))? == 1;
    let (name_at, name) = field('N').unwrap_or((0, "M"));
    let expected =
        "M, N, C, 2, +, X, *, B, D or H, or @ and the bits of a custom neighbourhood in hexadecimal";
    let neighbourhood = match name.strip_prefix('@') {
        Some(digits) => {
            let offsets: Vec<_> = square(range).into_iter().flatten().collect();
            let bits: Option<Vec<bool>> = digits
                .chars()
                .map(|digit| digit.to_digit(16))
                .flat_map(|value| (0..4).rev().map(move |bit| value.map(|value| value >> bit & 1 == 1)))
                .collect();
            let bits = bits.filter(|bits| bits.len() == offsets.len().next_multiple_of(4));
            let bits = bits.ok_or_else(|| {
                parse_error(name_at, name, &format!("@ and {} hexadecimal digits", offsets.len().div_ceil(4)))
            })?;
            let chosen: Vec<_> =
                offsets.into_iter().zip(bits).filter(|entry| entry.1).map(|entry| entry.0).collect();
            Neighbourhood::from_offsets(&chosen)
                .ok_or_else(|| parse_error(name_at, name, "at least one neighbour"))?
        }
        None => name
            .chars()
            .next()
            .filter(|_| name.chars().count() == 1)
            .and_then(|letter| Neighbourhood::named(letter.to_ascii_uppercase(), range))
            .ok_or_else(|| parse_error(name_at, name, expected))?,
    };
    let most = neighbourhood.offsets().len() + usize::from(has_centre);
    let set = |name: char| -> Result<CountSet, ParseError> {
        let (mut at, value) = field(name).ok_or_else(|| missing(&format!("{name} and neighbour counts")))?;
        let mut ranges = Vec::new();
        for part in value.split(',').filter(|_| !value.is_empty()) {
            let bounds = part.split_once("..").or_else(|| part.split_once('-')).unwrap_or((part, part));
            let (Ok(from), Ok(to)) = (bounds.0.parse::<usize>(), bounds.1.parse::<usize>()) else {
                return Err(parse_error(at, part, "a neighbour count, or a range such as 34..58"));
            };
            ranges.push(from..=to);
            at += part.len() + 1;
        }
        Ok(CountSet::from_fn(most, |count| ranges.iter().any(|range| range.contains(&count))))
    };
    let counts = Counts { birth: set('B')?, survival: set('S')?, neighbourhood, has_centre };
    let states = u16::try_from(states).expect("at most 256");
    Ok(Rule { dynamics: Dynamics::Counts(counts), states, topology: Topology::Plane })
}

/// Parses the five numbers used by Kellie Evans: the range, then the minimum and maximum counts for
/// birth and for survival, including the cell itself.
fn parse_five_numbers(text: &str) -> Result<Rule, ParseError> {
    let numbers: Vec<&str> = text.split(',').map(str::trim).collect();
    let [range, birth_from, birth_to, survival_from, survival_to] = numbers.as_slice() else {
        return Err(parse_error(0, text, "five numbers"));
    };
    parse_larger_than_life(&format!(
        "R{range},C0,M1,S{survival_from}..{survival_to},B{birth_from}..{birth_to},NM"
    ))
    .map_err(|error| ParseError { at: Place { line: 1, column: 1 }, ..error })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_round_trip() {
        let cases = [
            ("B3/S23", "B3/S23"),
            ("b3s23", "B3/S23"),
            ("23/3", "B3/S23"),
            ("S23/B3", "B3/S23"),
            ("life", "B3/S23"),
            ("conway", ""),
            ("day and night", "B3678/S34678"),
            ("B2/S", "B2/S"),
            ("/2", "B2/S"),
            ("B234", "B234/S"),
            ("B37/S2-i34q", "B37/S2-i34q"),
            ("B2-a5/S1e2-a35678", "B2-a5/S1e2-a35678"),
            ("B2cn/S12aceikn", "B2cn/S12"),
            ("B2/S34H", "B2/S34H"),
            ("B2/S013V", "B2/S013V"),
            ("W110", "W110"),
            ("3458/37/4", "B37/S3458/4"),
            ("B2/S345/C4", "B2/S345/4"),
            ("g4b2s345", "B2/S345/4"),
            ("B2/S3/5H", ""),
            ("B2/S3/5", "B2/S3/5"),
            ("B3/S23:T64+5,64", "B3/S23:T64+5,64"),
            ("R5,C0,M1,S34..58,B34..45,NM", "R5,C0,M1,S34..58,B34..45,NM"),
            ("5,34,45,34,58", "R5,C0,M1,S34..58,B34..45,NM"),
            ("R2,C3,S6-9,12,B7,8,NN", "R2,C3,M0,S6..9,12,B7..8,NN"),
            ("R1,C0,M0,S2..3,B3,N@ff", "R1,C0,M0,S2..3,B3,N@ff"),
            ("WireWorld", "WireWorld"),
            (
                "MAPARYXfhZofugWaH7oaIDogBZofuhogOiAaIDogIAAgAAWaH7oaIDogGiA6ICAAIAAaIDogIAAgACAAIAAAAAAAA",
                "B3/S23",
            ),
        ];
        for (text, rulestring) in cases {
            let rule = Rule::parse(text).map(|rule| rule.to_string());
            match rulestring {
                "" if text == "conway" => assert!(rule.is_err(), "{text}"),
                "" => assert_eq!(rule, Ok("B2/S3/5H".to_owned()), "{text}"),
                rulestring => assert_eq!(rule, Ok(rulestring.to_owned()), "{text}"),
            }
        }
        for known in NAMED_RULES {
            let rule = Rule::parse(known.0).unwrap();
            assert_eq!(rule, Rule::parse(known.1).unwrap(), "{}", known.0);
            assert_eq!(Rule::parse(&rule.to_string()), Ok(rule), "{}", known.0);
        }
    }

    /// A slash is also a base64 digit.
    #[test]
    fn map_of_each_shape_has_states() {
        let moore = Table::life().map();
        for digits in [&moore, "MAPAAAAAAAAAA/AAAAAAAAAAA", "MAPAAAA/A"] {
            for (states, text) in
                [(2, String::new()), (2, "==".to_owned()), (3, "/3".to_owned()), (256, "/C256".to_owned())]
            {
                let rule = Rule::parse(&format!("{digits}{text}")).unwrap();
                assert_eq!(rule.states, states, "{digits}{text}");
                assert_eq!(rule.dynamics, Rule::parse(digits).unwrap().dynamics, "{digits}{text}");
            }
        }
    }

    #[test]
    fn invalid_rules_are_explained() {
        let cases = [
            ("B9/S23", "line 1, column 2: found \"9\", expected a neighbour count from 0 to 8"),
            ("B3/S2x3", "line 1, column 6: found \"x\", expected one of the letters aceikn after 2"),
            ("B3/S8c", "line 1, column 6: found \"c\", expected a neighbour count without letters"),
            ("B7/S2H", "line 1, column 2: found \"7\", expected a neighbour count from 0 to 6"),
            ("B3/S23/999", "line 1, column 8: found \"999\", expected a number of states from 2 to 256"),
            (
                "W111",
                "line 1, column 2: found \"111\", expected an even rule number (odd ones turn empty rows on)",
            ),
            ("B3/S23:T5", ""),
            (
                "B3/S23:Q5",
                "line 1, column 8: found \"Q5\", expected P, T, K, C or S and the size of the grid",
            ),
            ("R0,C0,M1,S1,B1,NM", "line 1, column 2: found \"0\", expected a range from 1 to 50"),
            (
                "R2,C0,M1,S1,B1,NZ",
                "line 1, column 17: found \"Z\", expected M, N, C, 2, +, X, *, B, D or H, or @ and the bits of a custom neighbourhood in hexadecimal",
            ),
            (
                "MAPAAAA",
                "line 1, column 8: found \"4 base64 digits\", expected 86 digits (Moore), 22 (hexagonal) or 6 (von Neumann)",
            ),
            (
                "B0/S23/4",
                "line 1, column 1: found \"B0/S23/4\", expected only two states in a rule with birth on 0 neighbours",
            ),
        ];
        for (text, error) in cases {
            match Rule::parse(text) {
                Ok(_) => assert_eq!(error, "", "{text}"),
                Err(found) => assert_eq!(found.to_string(), error, "{text}"),
            }
        }
    }
}
