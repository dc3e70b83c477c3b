//! Life in the browser. The pattern is kept between requests, so that the engine can reuse its
//! memoised results.
//!
//! A page that terminates the worker can restore the pattern from the saved line of an earlier
//! response. Generations and populations may exceed JavaScript's safe integers, so they are sent as
//! strings.
//!
//! ```text
//!   open MEGABYTES                         opens the pattern whose id is the next line
//!   restore                                restores the saved line that follows; the response
//!                                          contains the generation to run to
//!   load                                   loads the text that follows: a pattern or rule file of
//!                                          any format, an id or a name
//!   run GENERATION NODES                   runs forwards or backwards to a generation, with at
//!                                          most this many nodes
//!   draw CONTINUED [COLUMN ROW STATE]...   sets the states of cells; CONTINUED is 1 within a
//!                                          stroke, otherwise 0
//!   clear, undo, redo
//!   store                                  stores the present state, so that undo returns to it
//!   rule                                   sets the rule, which is the next line
//!   look COLUMN ROW SCALE COLUMNS ROWS AGED
//!                                          writes the bytes of a window into the picture buffer;
//!                                          AGED is 1 for ages, 0 for states, and 2 for states
//!                                          without losing the ages
//!   read                                   reads the pattern that follows, and writes its states
//!                                          into the picture buffer
//!   measure                                returns the population and the bounding box
//!   line MAX                               returns a saved line of at most MAX characters
//!   file EXTENSION                         returns the pattern as a file with this extension
//!   identify GENERATIONS NODES CONTINUED   identifies the pattern; the response contains a
//!                                          description, or the number of generations computed so
//!                                          far; CONTINUED is 0 in the first of a series of
//!                                          requests, then 1
//!   known                                  lists the built-in patterns and rules
//! ```
//!
//! Requests are plain words, because a JSON parser would be larger than the engine.

use gridlore::Budget;
use gridlore::life::{
    Block, Bounds, Cell, Format, Identification, NAMED_RULES, State, Status, Viewer, Window, library, picture,
};
use serde::Serialize;
use std::cell::RefCell;

thread_local! {
    static VIEWER: RefCell<Option<Viewer>> = const { RefCell::new(None) };
    static IDENTIFICATION: RefCell<Option<Identification>> = const { RefCell::new(None) };
    static PICTURE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    world: Option<WorldAnswer>,
    /// Whether a run reached its generation.
    #[serde(skip_serializing_if = "Option::is_none")]
    reached: Option<bool>,
    /// The generation to which a restored pattern must be run.
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    /// The number of generations computed by an identification.
    #[serde(skip_serializing_if = "Option::is_none")]
    computed: Option<usize>,
    /// The number of columns and rows of a pattern that was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<[usize; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    measure: Option<MeasureAnswer>,
    /// A saved line, a file or a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    patterns: Option<Vec<NamedAnswer>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<Vec<NamedAnswer>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WorldAnswer {
    generation: String,
    start: String,
    rule: String,
    states: u16,
    engine: &'static str,
    name: Option<String>,
    can_undo: bool,
    can_redo: bool,
    /// The west, north, east and south edges of a bounded world.
    edges: Option<[i64; 4]>,
}

#[derive(Serialize)]
struct MeasureAnswer {
    population: String,
    /// The west, north, east and south bounds; `None` if no cell is alive.
    bounds: Option<[i64; 4]>,
}

#[derive(Serialize)]
struct NamedAnswer {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    /// A pattern as lines of text, with `.` for dead cells; empty for rules.
    picture: String,
}

const fn sides(bounds: Bounds) -> [i64; 4] {
    [bounds.from.x, bounds.from.y, bounds.to.x, bounds.to.y]
}

impl From<&Viewer> for WorldAnswer {
    fn from(viewer: &Viewer) -> Self {
        let Status { generation, start, rule, states, engine, name, can_undo, can_redo } = viewer.status();
        let (generation, start) = (generation.to_string(), start.to_string());
        let edges = viewer.edges().map(sides);
        Self { generation, start, rule, states, engine, name, can_undo, can_redo, edges }
    }
}

/// Answers one request as JSON. If it fails, `error` contains the message, and the pattern does not
/// change.
#[must_use]
pub fn answer(request: &str) -> String {
    let answer = VIEWER
        .with_borrow_mut(|viewer| answer_to(request, viewer))
        .unwrap_or_else(|error| Answer { error: Some(error), ..Answer::default() });
    serde_json::to_string(&answer)
        .unwrap_or_else(|error| format!("{{\"error\":\"cannot write the response: {error}\"}}"))
}

/// The words of a request after the first.
struct Words<'a>(std::str::SplitAsciiWhitespace<'a>);

impl Words<'_> {
    fn next<T: std::str::FromStr>(&mut self, expected: &str) -> Result<T, String> {
        let word = self.0.next().unwrap_or_default();
        word.parse().map_err(|_| format!("found \"{word}\", expected {expected}"))
    }

    fn is_at_end(&self) -> bool {
        self.0.clone().next().is_none()
    }
}

fn answer_to(request: &str, viewer: &mut Option<Viewer>) -> Result<Answer, String> {
    let (line, rest) = request.split_once('\n').unwrap_or((request, ""));
    let mut words = Words(line.split_ascii_whitespace());
    let op: String = words.next("a request")?;
    let mut answer = Answer::default();
    match op.as_str() {
        "open" => {
            let megabytes: usize = words.next("megabytes")?;
            let viewer = viewer.insert(Viewer::open(rest, megabytes << 20)?);
            answer.world = Some((&*viewer).into());
            return Ok(answer);
        }
        "read" => {
            let block = Block::parse(rest)?;
            answer.size = Some([block.columns, block.rows]);
            PICTURE.set(block.states);
            return Ok(answer);
        }
        "known" => {
            let patterns = library();
            let patterns = patterns.map(|entry| NamedAnswer {
                name: entry.name,
                title: entry.title(),
                about: entry.about(),
                picture: picture::text(&entry.pattern(), 2),
            });
            answer.patterns = Some(patterns.collect());
            let rules = NAMED_RULES.iter().map(|&(title, name, about)| NamedAnswer {
                name,
                title,
                about,
                picture: String::new(),
            });
            answer.rules = Some(rules.collect());
            return Ok(answer);
        }
        _ => {}
    }
    let viewer = viewer.as_mut().ok_or_else(|| format!("found \"{op}\", expected \"open\" before it"))?;
    match op.as_str() {
        "restore" => answer.to = Some(viewer.restore(rest)?.to_string()),
        "load" => viewer.load(rest)?,
        "run" => {
            let to = words.next("a generation up to 2^62")?;
            answer.reached = Some(viewer.run(to, &mut Budget::nodes(words.next("a number of nodes")?))?);
        }
        "draw" => {
            let is_continued: u8 = words.next("0 or 1")?;
            let mut cells: Vec<(Cell, State)> = Vec::new();
            while !words.is_at_end() {
                let cell = Cell::new(words.next("a column")?, words.next("a row")?);
                cells.push((cell, words.next("a state")?));
            }
            viewer.draw(&cells, is_continued == 1)?;
        }
        "clear" => viewer.clear()?,
        "undo" => answer.reached = Some(viewer.undo()?),
        "redo" => answer.reached = Some(viewer.redo()?),
        "store" => viewer.store(),
        "rule" => viewer.set_rule(rest)?,
        "look" => {
            let from = Cell::new(words.next("a column")?, words.next("a row")?);
            let scale = words.next("a scale")?;
            let (columns, rows): (usize, usize) = (words.next("columns")?, words.next("rows")?);
            let aged: u8 = words.next("0, 1 or 2")?;
            if scale > Window::MAX_SCALE || columns.saturating_mul(rows) > 1 << 24 {
                return Err(format!("found {columns} by {rows} blocks of 2^{scale} cells, expected fewer"));
            }
            let window = Window { from, scale, columns, rows };
            PICTURE.set(if aged == 2 { viewer.copied(&window) } else { viewer.look(&window, aged == 1) });
            return Ok(answer);
        }
        "measure" => {
            let bounds = viewer.bounds().map(sides);
            answer.measure = Some(MeasureAnswer { population: viewer.population().to_string(), bounds });
            return Ok(answer);
        }
        "line" => {
            answer.text = Some(viewer.line(words.next("a maximum length")?)?);
            return Ok(answer);
        }
        "file" => {
            let extension: String = words.next("a file extension")?;
            let format = Format::ALL.iter().find(|format| format.1 == extension);
            let format = format.ok_or_else(|| {
                format!("unknown file extension \"{extension}\", expected rle, mc, lif, life, cells or mcl")
            })?;
            answer.text = Some(viewer.file(format.0)?);
            return Ok(answer);
        }
        "identify" => {
            let generations = words.next("a number of generations")?;
            let mut budget = Budget::nodes(words.next("a number of nodes")?);
            let is_continued: u8 = words.next("0 or 1")?;
            let old = IDENTIFICATION.take().filter(|_| is_continued == 1);
            let mut identification = match old {
                Some(identification) => identification,
                None => viewer.identification(generations)?,
            };
            answer.text = identification.run(&mut budget);
            if answer.text.is_none() {
                answer.computed = Some(identification.computed());
                IDENTIFICATION.set(Some(identification));
            }
            return Ok(answer);
        }
        _ => return Err(format!("found \"{op}\", expected a request")),
    }
    answer.world = Some((&*viewer).into());
    Ok(answer)
}

/// Returns the address and length of the picture of the last `look`.
pub(crate) fn picture() -> (*const u8, usize) {
    PICTURE.with_borrow(|picture| (picture.as_ptr(), picture.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn ask(request: &str) -> Value {
        serde_json::from_str(&answer(request)).unwrap()
    }

    fn last_picture() -> Vec<u8> {
        PICTURE.with_borrow(Clone::clone)
    }

    #[test]
    fn a_glider_is_opened_run_and_restored_from_its_line() {
        assert!(ask("undo")["error"].as_str().unwrap().contains("expected \"open\" before"));
        let opened = ask("open 64\nlife:glider");
        assert_eq!(
            (&opened["world"]["generation"], &opened["world"]["rule"]),
            (&json!("0"), &json!("B3/S23"))
        );
        ask("look 0 0 0 4 3 0");
        assert_eq!(last_picture(), [0, 1, 0, 0, 0, 0, 1, 0, 1, 1, 1, 0]);
        assert_eq!(ask("run 1000000000000000000 1000000")["reached"], true);
        let measure = &ask("measure")["measure"];
        assert_eq!(measure["population"], "5");
        assert_eq!(measure["bounds"][0].as_i64(), Some(250_000_000_000_000_000));
        let line = ask("line 1000")["text"].as_str().unwrap().to_owned();
        assert_eq!(line, "1;life:bo$2bo$3o!;0;1000000000000000000");
        ask("clear");
        assert_eq!(ask(&format!("restore\n{line}"))["to"], "1000000000000000000");
        assert_eq!(ask("measure")["measure"]["population"], "5");
    }

    #[test]
    fn drawing_is_undone_and_redone() {
        ask("open 64\nlife:block");
        ask("run 7 1000");
        ask("draw 0 5 5 1 5 6 1");
        let drawn = ask("draw 1 5 7 1");
        assert_eq!((&drawn["world"]["start"], &drawn["world"]["canUndo"]), (&json!("7"), &json!(true)));
        let population = || ask("measure")["measure"]["population"].clone();
        assert_eq!(population(), "7");
        ask("run 10 1000");
        let undone = ask("undo");
        assert_eq!((&undone["world"]["generation"], &undone["world"]["start"]), (&json!("7"), &json!("0")));
        assert_eq!(population(), "4");
        assert_eq!(ask("redo")["world"]["generation"], "10");
        assert_eq!(population(), "7");
        assert!(ask("run 6 1000")["error"].as_str().unwrap().contains("before the first one, 7"));
        let error = ask("draw 0 0 0 2");
        assert_eq!(error["error"], "the rule has no state 2; its states are below 2");
        let wrong = ask("rule\nB3/S2x");
        assert!(wrong["error"].as_str().unwrap().starts_with("column "), "{wrong}");
        let world = &ask("rule\nBrian's Brain")["world"];
        assert_eq!((&world["states"], &world["rule"]), (&json!(3), &json!("B2/S/3")), "{world}");
    }

    #[test]
    fn files_of_any_format_are_read_and_written() {
        ask("open 64\nlife:soup#1");
        for ending in ["rle", "mc", "lif", "life", "cells", "mcl"] {
            let before = ask("measure")["measure"].clone();
            let file = ask(&format!("file {ending}"))["text"].as_str().unwrap().to_owned();
            let loaded = ask(&format!("load\n{file}"));
            assert_eq!(loaded["error"], Value::Null, "{ending}");
            assert_eq!(ask("measure")["measure"]["population"], before["population"], "{ending}");
        }
        let error = ask("load\nx = 3, y = 3\nbo$2bq");
        assert!(error["error"].as_str().unwrap().starts_with("line 2, column "), "{error}");
        ask("load\nlightweight-spaceship");
        let answer = ask("identify 100 1 0");
        assert_eq!((&answer["text"], &answer["computed"]), (&Value::Null, &json!(0)));
        let answer = ask("identify 100 100000 1");
        assert_eq!(
            answer["text"],
            "A spaceship of period 4 and speed c/2 orthogonal, with 9 to 12 cells; apgcode xq4_6frc."
        );
        assert_eq!(ask("read\nbo$2bo$3o!")["size"], json!([3, 3]));
        assert_eq!(last_picture(), [0, 1, 0, 0, 0, 1, 1, 1, 1]);
        assert!(ask("read\nbo$2bq")["error"].as_str().unwrap().starts_with("line 1, column "));
        ask("look 0 0 0 2 1 2");
        assert_eq!(last_picture().len(), 2);
        ask("store");
        ask("run 30 100000");
        assert_eq!(ask("undo")["world"]["generation"], "0");
        assert!(ask("known")["patterns"].as_array().unwrap().len() > 30);
    }
}
