//! Checks random patterns in every format: files that the engine writes are read back, and read by
//! plain readers and by bgolly; the engine reads files in the notation of other programs.

use super::golly::{self, Golly};
use super::pattern::{Cells, Pattern, moved_home};
use super::rule::Rule;
use super::shape::Shape;
use super::{cells, first_difference, grid, texts};
use crate::room::{Opinions, Room};
use gridlore_core::{Place, Rng};
use gridlore_life::{Format, WriteError, parse, write};
use std::fmt::Write as _;

/// The room for files.
pub(crate) struct Files {
    golly: Golly,
}

/// A pattern and the metadata of its file.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pattern: Pattern,
    generation: u64,
    name: Option<String>,
    comments: Vec<String>,
    /// The seed for the notation of other programs.
    odd: u64,
    is_for_golly: bool,
}

impl Room for Files {
    const NAME: &'static str = "life/files";
    const ABOUT: &'static str =
        "patterns in every format: written and read back, and files as other programs write them";
    const SHORT: u64 = 500;

    type Case = Case;

    fn open() -> Self {
        Self { golly: Golly::open("files") }
    }

    fn opinions(&self) -> Opinions {
        self.golly.opinions("plain readers and writers")
    }

    fn case(&mut self, rng: &mut Rng) -> Option<Case> {
        const WORDS: [&str; 6] = ["glider", "A Name", "x = 3", "b3o$!", "100", "from: a forum, 2019"];
        let text = |rng: &mut Rng| WORDS[rng.below(WORDS.len())].to_owned();
        let name = (rng.below(2) == 0).then(|| text(rng));
        Some(Case {
            pattern: Pattern::random(rng),
            generation: [0, 0, 1, 1_000, u64::from(u32::MAX) + 1][rng.below(5)],
            name,
            comments: (0..rng.below(3)).map(|_| text(rng)).collect(),
            odd: rng.next_u64(),
            is_for_golly: self.golly.is_sampled(rng),
        })
    }

    fn difference(&mut self, case: &Case) -> Option<String> {
        let mut text = String::new();
        for (format, ending) in Format::ALL {
            for is_tree in [false, true] {
                if let Some(difference) = self.written(case, format, ending, is_tree) {
                    let source = if is_tree { " of a tree" } else { "" };
                    let _ = writeln!(text, "{format:?}{source}: {difference}");
                }
            }
        }
        let mut rng = Rng::new(case.odd);
        let pattern = &case.pattern;
        let mut odd = vec![("odd rle", texts::odd_rle(pattern, &mut rng), pattern.cells.clone())];
        if pattern.cells.values().all(|&state| state == 1) && !pattern.cells.is_empty() {
            let home = moved_home(&pattern.cells);
            odd.push(("odd 1.06", texts::odd_106(&pattern.cells, &mut rng), pattern.cells.clone()));
            odd.push(("odd 1.05", texts::odd_105(&pattern.cells, &mut rng), pattern.cells.clone()));
            odd.push(("odd plaintext", texts::odd_plaintext(&pattern.cells, &mut rng), home));
        }
        for (name, file, expected) in odd {
            match read(&file) {
                Ok(found) if found == expected => {}
                Ok(found) => {
                    let _ = writeln!(text, "{name}: {}\n{file}", first_difference(&expected, &found));
                }
                Err(error) => {
                    let _ = writeln!(text, "{name}: {error}\n{file}");
                }
            }
        }
        (!text.is_empty()).then_some(text)
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        let mut cases = Vec::new();
        if case.generation > 0 {
            cases.push(Case { generation: 0, ..case.clone() });
        }
        if case.name.is_some() {
            cases.push(Case { name: None, ..case.clone() });
        }
        if !case.comments.is_empty() {
            cases.push(Case { comments: vec![], ..case.clone() });
        }
        cases.extend(case.pattern.smaller().into_iter().map(|pattern| Case { pattern, ..case.clone() }));
        cases
    }

    fn print(&self, case: &Case) -> String {
        let name = case.name.as_ref().map(|name| format!("#N {name}\n")).unwrap_or_default();
        let comments: String = case.comments.iter().map(|comment| format!("#C {comment}\n")).collect();
        let rule = case.pattern.rule.file().unwrap_or_default();
        format!("{rule}{name}{comments}generation {}\n{}", case.generation, case.pattern.rle())
    }
}

impl Files {
    /// Returns the faults of a pattern after it is written in a format and read back.
    fn written(&self, case: &Case, format: Format, ending: &str, is_tree: bool) -> Option<String> {
        let pattern = &case.pattern;
        // On the plane, MCell cannot express the position of a pattern.
        let has_position = match format {
            Format::Plaintext => false,
            Format::Mcell => pattern.shape != Shape::Plane,
            _ => true,
        };
        let mut given = gridlore_life::Pattern::from_grid(grid(&pattern.cells));
        if is_tree {
            given.cells = parse(&write(&given, Format::Macrocell).ok()?).ok()?.cells;
        }
        given.rule = Some((pattern.rule_text(), Place { line: 1, column: 1 }));
        (given.name, given.comments) = (case.name.clone(), case.comments.clone());
        given.generation = case.generation;
        let has_states = matches!(format, Format::Rle | Format::Mcell | Format::Macrocell);
        let is_refused = !has_states && pattern.cells.values().any(|&state| state > 1);
        let file = match write(&given, format) {
            Ok(_) if is_refused => return Some("wrote states that the format does not support".to_owned()),
            Ok(file) => file,
            Err(WriteError::States) if is_refused => return None,
            Err(error) => return Some(error.to_string()),
        };
        let expected = if has_position { pattern.cells.clone() } else { moved_home(&pattern.cells) };
        let again = match parse(&file) {
            Ok(again) => again,
            Err(error) => return Some(format!("{error}\n{file}")),
        };
        let found = again.grid(1 << 24).ok()?;
        if cells(&found) != expected {
            return Some(format!("{}\n{file}", first_difference(&expected, &cells(&found))));
        }
        let plain = match format {
            Format::Rle => texts::rle(&file, pattern.shape),
            Format::Life105 => texts::life_105(&file),
            Format::Life106 => texts::life_106(&file),
            Format::Plaintext => Some(texts::plaintext(&file)),
            Format::Mcell => texts::mcell(&file).map(|cells| moved_home(&cells)),
            Format::Macrocell => texts::macrocell(&file, pattern.shape),
        };
        let of_plain = if format == Format::Mcell { moved_home(&expected) } else { expected };
        if plain.as_ref() != Some(&of_plain) {
            let difference =
                plain.map_or_else(|| "nothing".to_owned(), |found| first_difference(&of_plain, &found));
            return Some(format!("a plain reader reads {difference}\n{file}"));
        }
        let difference = head_difference(&given, &again, format);
        difference
            .map(|difference| format!("{difference}\n{file}"))
            .or_else(|| self.golly_difference(case, format, ending, &file))
    }

    /// Returns a difference between bgolly and the stepper in the generations of a file.
    fn golly_difference(&self, case: &Case, format: Format, ending: &str, file: &str) -> Option<String> {
        const GENERATIONS: u64 = 4;
        let mut pattern = case.pattern.clone();
        if matches!(format, Format::Life106 | Format::Plaintext) {
            pattern.rule = Rule::life();
            pattern.shape = Shape::Plane;
        }
        if !case.is_for_golly || !golly::is_standard(&pattern) || !is_read_alike(&pattern, format, file) {
            return None;
        }
        let keeps_generation = matches!(format, Format::Rle | Format::Macrocell);
        let start = if keeps_generation { case.generation } else { 0 };
        if start > 0 && pattern.rule.fills_space() {
            return None;
        }
        let found = moved_home(&self.golly.after(&pattern, file, ending, start, GENERATIONS)?);
        let expected = moved_home(&pattern.after(GENERATIONS)?);
        (found != expected).then(|| format!("bgolly {}\n{file}", first_difference(&expected, &found)))
    }
}

/// Returns whether bgolly interprets the file as the engine does.
///
/// In `.mcl` files, bgolly ignores our `#POSITION` and bounds Larger than Life worlds differently.
/// On a board, it loses cells that lie outside before they are moved to the centre, and in that
/// test it counts n empty rows or cells as n - 1: `A3$A` on a 2x7 board lies one row too far south.
/// It turns the rule of a `.mc` file upside down, which can make a difference: `*$` under
/// `MAPYAAAAA` grows to the south, not to the north.
fn is_read_alike(pattern: &Pattern, format: Format, file: &str) -> bool {
    let is_within = |cells: Cells| cells.keys().all(|&place| pattern.shape.seen(place) == Some(place));
    let is_larger = matches!(pattern.rule, Rule::Larger(_));
    let body: String = file.lines().filter(|line| line.starts_with("#L")).collect();
    let has_gaps =
        body.as_bytes().windows(2).any(|pair| pair[0].is_ascii_digit() && b".$".contains(&pair[1]));
    match format {
        _ if pattern.cells.is_empty() => false,
        Format::Macrocell => !matches!(pattern.rule, Rule::Map { .. } | Rule::Wolfram(_)),
        Format::Mcell if pattern.shape == Shape::Plane => !is_larger,
        Format::Mcell if file.contains("#BOARD") => {
            !file.contains("#POSITION") && !has_gaps && texts::mcell(file).is_some_and(is_within)
        }
        Format::Mcell => !file.contains("#POSITION"),
        _ => true,
    }
}

/// Describes metadata that a format should have kept but lost or changed.
fn head_difference(
    given: &gridlore_life::Pattern,
    again: &gridlore_life::Pattern,
    format: Format,
) -> Option<String> {
    use Format::{Life105, Life106, Macrocell, Mcell, Plaintext, Rle};
    let rule = |pattern: &gridlore_life::Pattern| {
        let text = pattern.rule.as_ref().map(|rule| rule.0.clone());
        match pattern.rule() {
            Ok(rule) => Ok(rule),
            Err(_) => Err(text),
        }
    };
    if matches!(format, Rle | Life105 | Mcell | Macrocell) && rule(again) != rule(given) {
        return Some(format!("rule {:?}, expected {:?}", again.rule, given.rule));
    }
    if matches!(format, Life106 | Plaintext) && again.rule.is_some() {
        return Some(format!("rule {:?}", again.rule));
    }
    let generation = if matches!(format, Rle | Macrocell) { given.generation } else { 0 };
    if again.generation != generation {
        return Some(format!("generation {}, expected {generation}", again.generation));
    }
    let (name, comments): (Option<&String>, Vec<&String>) = match format {
        Rle | Plaintext | Macrocell => (given.name.as_ref(), given.comments.iter().collect()),
        Life105 | Mcell => (None, given.name.iter().chain(&given.comments).collect()),
        Life106 => (None, vec![]),
    };
    if again.name.as_ref() != name || again.comments.iter().collect::<Vec<_>>() != comments {
        return Some(format!("name {:?} and comments {:?} differ", again.name, again.comments));
    }
    None
}

/// Returns the cells of a file as the engine reads it.
fn read(file: &str) -> Result<Cells, String> {
    let pattern = parse(file).map_err(|error| error.to_string())?;
    let grid = pattern.grid(1 << 24).map_err(|error| error.to_string())?;
    Ok(cells(&grid))
}
