//! Prolog in the browser. The program and its query are kept between requests. A page that
//! terminates the worker must consult the program again.
//!
//! ```text
//!   open                     opens the id on the next line: its program, queries and canonical id
//!   line                     returns the id of the program with queries that follows
//!   consult MEGABYTES INFERENCES SEED
//!                            consults the program that follows and discards the previous program;
//!                            the response contains its messages
//!   ask                      starts the query that follows
//!   step INFERENCES SECONDS ANSWERS
//!                            runs the query until it has taken these inferences or given these
//!                            answers; SECONDS is the time that the program's clock shows
//!   end                      ends the query
//!   colour                   classifies the code that follows: for each piece, a letter and the
//!                            length in UTF-16 units
//!   library                  lists the built-in programs
//! ```
//!
//! Requests are plain words, because a JSON parser would be larger than the engine.

use gridlore::prolog::colour::{Class, pieces};
use gridlore::prolog::{Allowance, Grid, Listing, Message, PUZZLES, Program, Severity, Step};
use gridlore::{Exhibit, GameId, Origin};
use serde::Serialize;
use std::cell::{Cell, RefCell};

thread_local! {
    static PROGRAM: RefCell<Option<Program>> = const { RefCell::new(None) };
    /// The seconds most recently sent by the page.
    static CLOCK: Cell<f64> = const { Cell::new(0.0) };
}

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// The position of a syntax error in the query, in UTF-16 units.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<usize>,
    /// The number of inferences that the program took before the query.
    #[serde(skip_serializing_if = "Option::is_none")]
    inferences: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    listing: Option<ListingAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    messages: Option<Vec<MessageAnswer>>,
    /// The output of the program during consultation.
    #[serde(skip_serializing_if = "String::is_empty")]
    printed: String,
    /// The results of a `step` request, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<StepAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    library: Option<Vec<NamedAnswer>>,
}

#[derive(Serialize)]
struct ListingAnswer {
    program: String,
    queries: Vec<String>,
    title: Option<&'static str>,
    line: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MessageAnswer {
    line: usize,
    column: usize,
    is_error: bool,
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StepAnswer {
    /// `answer`, `no`, `paused`, `error` or `halted`.
    came: &'static str,
    /// The output before this result.
    #[serde(skip_serializing_if = "String::is_empty")]
    printed: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    bindings: Vec<BindingAnswer>,
    residuals: Vec<String>,
    is_last: bool,
    /// The number of the program's inferences so far, which is below 2^53.
    inferences: u64,
}

#[derive(Serialize)]
struct BindingAnswer {
    name: String,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<BoardAnswer>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BoardAnswer {
    rows: usize,
    columns: usize,
    cells: Vec<String>,
    is_sudoku: bool,
}

#[derive(Serialize)]
struct NamedAnswer {
    name: &'static str,
    title: &'static str,
}

impl From<Grid> for BoardAnswer {
    fn from(grid: Grid) -> Self {
        Self { rows: grid.rows(), is_sudoku: grid.is_sudoku(), columns: grid.columns, cells: grid.cells }
    }
}

impl From<Message> for MessageAnswer {
    fn from(message: Message) -> Self {
        let Message { severity, line, column, text, file: _ } = message;
        Self { line, column, is_error: severity == Severity::Error, text }
    }
}

impl From<&Listing> for ListingAnswer {
    fn from(listing: &Listing) -> Self {
        Self {
            program: listing.program().to_owned(),
            queries: listing.queries().to_vec(),
            title: listing.puzzle().map(|puzzle| puzzle.title),
            line: line_of(listing),
        }
    }
}

fn line_of(listing: &Listing) -> String {
    format!("{}:{}", listing.kind().name, listing.description())
}

/// Answers one request as JSON; if it fails, `error` contains the message.
#[must_use]
pub fn answer(request: &str) -> String {
    let answer = PROGRAM
        .with_borrow_mut(|program| answer_to(request, program))
        .unwrap_or_else(|error| Answer { error: Some(error), ..Answer::default() });
    serde_json::to_string(&answer)
        .unwrap_or_else(|error| format!("{{\"error\":\"cannot write the response: {error}\"}}"))
}

/// Opens a listing by its id without using the registry, which would pull in every other puzzle.
fn listing_of(id: &str) -> Result<Listing, String> {
    // In a decoded link, spaces and other characters are not escaped.
    if let Some(text) = id.strip_prefix("prolog:").filter(|text| text.contains(char::is_whitespace)) {
        return Ok(Listing::from_text(text));
    }
    let GameId { kind, params, origin } = id.parse().map_err(|error| format!("{error}"))?;
    if kind != "prolog" {
        return Err(format!("found \"{kind}\", expected prolog"));
    }
    let listing = match origin {
        Origin::Seed(_) => Listing::from_name(&params),
        Origin::Description(description) => Listing::parse(&params, &description),
    };
    listing.map_err(|error| error.to_string())
}

fn answer_to(request: &str, current: &mut Option<Program>) -> Result<Answer, String> {
    let (line, rest) = request.split_once('\n').unwrap_or((request, ""));
    let mut words = line.split_ascii_whitespace();
    let op = words.next().unwrap_or_default();
    let mut number = |expected: &str| {
        let word = words.next().unwrap_or_default();
        word.parse::<f64>()
            .ok()
            .filter(|number| *number >= 0.0)
            .ok_or_else(|| format!("found \"{word}\", expected {expected}"))
    };
    let mut answer = Answer::default();
    match op {
        "open" => answer.listing = Some((&listing_of(rest)?).into()),
        "line" => answer.line = Some(line_of(&Listing::from_text(rest))),
        "library" => {
            let named = PUZZLES.iter().map(|puzzle| NamedAnswer { name: puzzle.name, title: puzzle.title });
            answer.library = Some(named.collect());
        }
        "colour" => answer.pieces = Some(coloured(rest)),
        "consult" => {
            let megabytes = whole(number("megabytes")?);
            let inferences = whole(number("a number of inferences")?);
            let seed = whole(number("a seed")?);
            // Free the memory of the previous program first.
            *current = None;
            let memory = usize::try_from(megabytes << 20).unwrap_or(usize::MAX);
            let program = current.insert(Program::new(Allowance { inferences: u64::MAX, memory }));
            program.set_clock(|| CLOCK.get());
            program.set_seed(seed);
            program.grant(inferences);
            let (messages, _) = program.consult("program", rest);
            program.grant(u64::MAX);
            answer.messages = Some(messages.into_iter().map(MessageAnswer::from).collect());
            answer.printed = printed(program);
        }
        "ask" => {
            let program = consulted(current)?;
            answer.inferences = Some(program.inferences());
            if let Err(error) = program.begin_query(rest) {
                answer.at = Some(rest.get(..error.at).unwrap_or(rest).encode_utf16().count());
                answer.error = Some(error.text);
            }
        }
        "step" => {
            let program = consulted(current)?;
            let inferences = whole(number("a number of inferences")?);
            CLOCK.set(number("seconds")?);
            let wanted = whole(number("a number of answers")?);
            let end = program.inferences().saturating_add(inferences);
            loop {
                let left = end.saturating_sub(program.inferences()).max(1);
                let step = program.step(left);
                let result = step_answer(step, printed(program), program.inferences());
                let has_more = result.came == "answer" && !result.is_last;
                answer.steps.push(result);
                if !has_more || answer.steps.len() as u64 >= wanted || program.inferences() >= end {
                    break;
                }
            }
        }
        "end" => consulted(current)?.end_query(),
        _ => return Err(format!("found \"{op}\", expected a request")),
    }
    Ok(answer)
}

fn consulted(current: &mut Option<Program>) -> Result<&mut Program, String> {
    current.as_mut().ok_or_else(|| "no program has been consulted yet".to_owned())
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the number is at least 0, and the cast saturates"
)]
fn whole(number: f64) -> u64 {
    number as u64
}

/// Takes the standard output and the error output as one string, because the page shows both in the
/// same place.
fn printed(program: &mut Program) -> String {
    let mut text = program.take_output();
    text.push_str(&program.take_errors());
    text
}

fn step_answer(step: Step, printed: String, inferences: u64) -> StepAnswer {
    let mut answer = StepAnswer {
        came: "no",
        printed,
        error: None,
        bindings: vec![],
        residuals: vec![],
        is_last: true,
        inferences,
    };
    match step {
        Step::No => {}
        Step::Paused => answer.came = "paused",
        Step::Halted(_) => answer.came = "halted",
        Step::Error(problem) => {
            answer.came = "error";
            answer.error = Some(problem.text);
        }
        Step::Answer(found) => {
            answer.came = "answer";
            answer.is_last = found.is_last;
            answer.residuals = found.residuals;
            let binding = |(name, text): (String, String)| BindingAnswer {
                board: Grid::from_term(&text).map(BoardAnswer::from),
                name,
                text,
            };
            answer.bindings = found.bindings.into_iter().map(binding).collect();
        }
    }
    answer
}

/// Returns the classes of code as a string: `f3p1v1` means three characters of a function name, one
/// plain character and one character of a variable.
fn coloured(code: &str) -> String {
    let mut text = String::new();
    let mut left = code;
    for (class, length) in pieces(code) {
        let (piece, rest) = left.split_at(length);
        left = rest;
        text.push(match class {
            Class::Comment => 'c',
            Class::Text => 's',
            Class::Number => 'n',
            Class::Keyword => 'k',
            Class::Function => 'f',
            Class::Variable => 'v',
            Class::Constant => 'o',
            Class::Plain => 'p',
        });
        text.push_str(&piece.encode_utf16().count().to_string());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn ask(request: &str) -> Value {
        serde_json::from_str(&answer(request)).unwrap()
    }

    /// Returns the next result.
    fn step(words: &str) -> Value {
        ask(&format!("step {words} 1"))["steps"][0].clone()
    }

    #[test]
    fn a_program_is_consulted_and_queried() {
        let listing = ask("open\nprolog:sudoku")["listing"].clone();
        let (program, query) =
            (listing["program"].as_str().unwrap(), listing["queries"][0].as_str().unwrap());
        assert_eq!(
            (&listing["title"], &listing["line"]),
            (&json!("Sudoku in fifteen lines"), &json!("prolog:sudoku"))
        );
        assert_eq!(ask(&format!("line\n{program}\n?- {query}"))["line"], "prolog:sudoku");
        let shared = ask("open\nprolog:p(X) :- X #> 1, X = a:b.\n\n?- p(X).")["listing"].clone();
        assert_eq!(
            (&shared["program"], &shared["queries"]),
            (&json!("p(X) :- X #> 1, X = a:b.\n"), &json!(["p(X)."]))
        );
        assert_eq!(ask(&format!("open\n{}", shared["line"].as_str().unwrap()))["listing"], shared);
        assert_eq!(ask(&format!("consult 64 1000000 0\n{program}")), json!({ "messages": [] }));
        assert!(ask(&format!("ask\n{query}"))["inferences"].as_u64().is_some_and(|count| count < 1000));
        let first = &step("100000000 0.5");
        let board = &first["bindings"][0]["board"];
        assert_eq!(
            (&first["came"], &board["isSudoku"], &board["cells"][0]),
            (&json!("answer"), &json!(true), &json!("8"))
        );
        assert_eq!(step("100000000 0.6")["came"], "no");
    }

    #[test]
    fn answers_come_one_by_one_in_slices_with_their_output() {
        ask("consult 64 1000000 0\np(1). p(2).\n:- initialization(write(hello)).\nloop :- loop.");
        ask("ask\np(X), print(X), nl.");
        let first = step("1000 0");
        assert_eq!((&first["printed"], &first["bindings"][0]["text"]), (&json!("1\n"), &json!("1")));
        let second = step("1000 0");
        assert_eq!((&second["printed"], &second["isLast"]), (&json!("2\n"), &json!(true)));
        ask("ask\nloop.");
        assert_eq!(step("1000 0")["came"], "paused");
        assert_eq!(ask("end"), json!({}));
        assert_eq!(step("1000 0")["came"], "no");
        ask("ask\nX #> 3, X #< 9.");
        assert_eq!(step("100000 0")["residuals"], json!(["X in 4..8"]));
        ask("ask\nmember(X, [a, b, c]), write(X).");
        let several = ask("step 1000 0 2");
        let came: Vec<&Value> =
            several["steps"].as_array().unwrap().iter().map(|step| &step["printed"]).collect();
        assert_eq!(came, ["a", "b"]);
        assert_eq!(ask("step 1000 0 9")["steps"].as_array().unwrap().len(), 1);
        ask("ask\nstatistics(runtime, [T|_]).");
        assert_eq!(step("1000 1.5")["bindings"][0]["text"], "1500");
    }

    #[test]
    fn errors_have_places() {
        assert!(ask("ask\ntrue.")["error"].is_string());
        let messages = &ask("consult 64 1000 0\np(X) :- q(Y).\nr(].\n:- loop. loop :- loop.\n")["messages"];
        assert_eq!(messages[0]["isError"], false, "{messages}");
        assert_eq!((&messages[1]["isError"], &messages[1]["line"]), (&json!(true), &json!(2)), "{messages}");
        let wrong = ask("ask\nX = \"é\" ].");
        assert_eq!(wrong["at"], 8, "{wrong}");
        ask("ask\natom_length(X, Y).");
        let failed = &step("1000 0");
        assert!(failed["error"].as_str().unwrap().contains("not sufficiently instantiated"), "{failed}");
        let directive = ask("consult 64 1000 0\nloop :- loop.\n:- loop.\n");
        assert!(directive["messages"][0]["text"].as_str().unwrap().contains("inferences"), "{directive}");
        ask("ask\ntrue.");
        assert_eq!(step("1000 0")["came"], "answer", "the limit applied only to consulting");
        assert!(ask("open\ncover:seven")["error"].as_str().unwrap().contains("expected prolog"));
        assert!(ask("dance")["error"].is_string());
    }

    #[test]
    fn lengths_of_colours_are_utf_16_units() {
        assert_eq!(ask("colour\np(X). % ä𝄞\n")["pieces"], "f1p1v1p1p1p1c5p1");
        assert_eq!(ask("library")["library"].as_array().unwrap().len(), PUZZLES.len());
    }
}
