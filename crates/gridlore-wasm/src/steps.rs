//! The search of exact covers, step by step and, for packings, at full speed. The second line of a
//! request is the id of the problem.
//!
//! ```text
//!   open               items, options and board of the problem, and the length of its search
//!   walk STEPS         the state after this many steps
//!   solution NUMBER    the state at this solution, or at the end
//!   knuth              the problem of a packing in Knuth's format
//!   pack               prepares the search of a packing, which is kept between requests
//!   next NODES WANTED  continues that search until the nodes are spent or the solutions are found
//! ```
//!
//! Steps keep no state: each request repeats the search, which is quick because the problems are
//! small. After terminating the worker, a page prepares the search of its packing again.
//!
//! Requests are plain words, because a JSON parser would be larger than the engine.

use gridlore::cover::packing::Search;
use gridlore::cover::{Branch, BranchState, Matrix, OptionState, WalkState, to_knuth};
use gridlore::{Exhibit, GameId, Origin};
use serde::Serialize;
use std::cell::RefCell;

thread_local! {
    static SEARCH: RefCell<Option<Search>> = const { RefCell::new(None) };
}

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    matrix: Option<MatrixAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seen: Option<SeenAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    packing: Option<PackingAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PackingAnswer {
    items: usize,
    options: usize,
    /// The solutions of this request: for each piece its name and its cells.
    solutions: Vec<Vec<(String, Vec<usize>)>>,
    /// The number of solutions so far.
    found: u64,
    /// The number of those that are not images of each other.
    distinct: u64,
    is_over: bool,
    part_done: Option<f64>,
}

impl PackingAnswer {
    fn new(search: &Search, solutions: Vec<Vec<(String, Vec<usize>)>>) -> Self {
        Self {
            items: search.problem().items(),
            options: search.problem().options(),
            solutions,
            found: search.found(),
            distinct: search.distinct(),
            is_over: search.is_over(),
            part_done: search.part_done(),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MatrixAnswer {
    description: String,
    facts: String,
    items: Vec<String>,
    primary: usize,
    /// The item numbers of each option.
    options: Vec<Vec<u32>>,
    /// The matrix as an HTML table.
    table: String,
    board: Option<BoardAnswer>,
    /// The length of the whole search in steps.
    steps: u64,
    /// The number of solutions.
    solutions: u64,
}

#[derive(Serialize)]
struct BoardAnswer {
    rows: usize,
    columns: usize,
    signs: Vec<String>,
    cells: Vec<Vec<usize>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SeenAnswer {
    steps: u64,
    solutions: u64,
    text: String,
    is_solution: bool,
    is_over: bool,
    chosen: Vec<(usize, usize)>,
    /// A letter for each option: open, chosen, tried, out.
    options: String,
    left: Vec<Option<usize>>,
    next: Option<usize>,
    tree: Vec<BranchAnswer>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BranchAnswer {
    parent: Option<usize>,
    option: usize,
    /// A letter: current, finished, open.
    state: char,
    solutions: u64,
    is_dead_end: bool,
    hidden: usize,
}

impl From<Branch> for BranchAnswer {
    fn from(branch: Branch) -> Self {
        let Branch { parent, option, state, solutions, is_dead_end, hidden } = branch;
        let state = match state {
            BranchState::Current => 'c',
            BranchState::Finished => 'f',
            BranchState::Open => 'o',
        };
        Self { parent, option, state, solutions, is_dead_end, hidden }
    }
}

impl From<WalkState> for SeenAnswer {
    fn from(state: WalkState) -> Self {
        let WalkState { steps, solutions, text, is_solution, is_over, chosen, options, left, next, tree } =
            state;
        let letter = |state: OptionState| match state {
            OptionState::Open => 'o',
            OptionState::Chosen => 'c',
            OptionState::Tried => 't',
            OptionState::Out => 'x',
        };
        let options = options.into_iter().map(letter).collect();
        let tree = tree.into_iter().map(Into::into).collect();
        Self { steps, solutions, text, is_solution, is_over, chosen, options, left, next, tree }
    }
}

/// Answers one request as JSON; `error` contains the message if it fails.
#[must_use]
pub fn answer(request: &str) -> String {
    let answer =
        answer_to(request).unwrap_or_else(|error| Answer { error: Some(error), ..Answer::default() });
    serde_json::to_string(&answer)
        .unwrap_or_else(|error| format!("{{\"error\":\"cannot write the response: {error}\"}}"))
}

/// Returns the parameters and the origin of an id of this kind.
fn parts_of(id: &str) -> Result<(String, Origin), String> {
    let GameId { kind, params, origin } = id.parse().map_err(|error| format!("{error}"))?;
    if kind == "cover" { Ok((params, origin)) } else { Err(format!("found \"{kind}\", expected cover")) }
}

/// Reads the packing of an id and prepares its search.
fn search_of(id: &str) -> Result<Search, String> {
    match parts_of(id)? {
        (params, Origin::Description(description)) if params == "pack" => {
            Search::parse(&description).map_err(|error| error.to_string())
        }
        _ => Err(format!("found \"{id}\", expected cover:pack: and a packing")),
    }
}

/// Opens a matrix by its id without the registry, which would pull in every other puzzle.
fn matrix_of(id: &str) -> Result<Matrix, String> {
    let (params, origin) = parts_of(id)?;
    let matrix = match origin {
        Origin::Seed(seed) => Matrix::generate(&params, seed),
        Origin::Description(description) => Matrix::parse(&params, &description),
    };
    matrix.map_err(|error| error.to_string())
}

fn answer_to(request: &str) -> Result<Answer, String> {
    let (line, id) = request.split_once('\n').unwrap_or((request, ""));
    let mut words = line.split(' ');
    let op = words.next().unwrap_or_default();
    let mut number = || {
        let word = words.next().unwrap_or("0");
        word.parse::<u64>().map_err(|_| format!("found \"{word}\", expected a number"))
    };
    match op {
        "knuth" => {
            return Ok(Answer { text: Some(to_knuth(search_of(id)?.problem())), ..Answer::default() });
        }
        "pack" => {
            let search = search_of(id)?;
            let packing = Some(PackingAnswer::new(&search, Vec::new()));
            SEARCH.set(Some(search));
            return Ok(Answer { packing, ..Answer::default() });
        }
        "next" => {
            let (nodes, wanted) = (number()?, usize::try_from(number()?).unwrap_or(usize::MAX));
            return SEARCH.with_borrow_mut(|search| {
                let search = search.as_mut().ok_or("no packing is open")?;
                let solutions = search.advance(nodes, wanted);
                let packing = Some(PackingAnswer::new(search, solutions));
                Ok(Answer { packing, ..Answer::default() })
            });
        }
        _ => {}
    }
    let number = number()?;
    let matrix = matrix_of(id)?;
    let mut walk = matrix.walk();
    let mut answer = Answer::default();
    match op {
        "open" => {
            let mut end = matrix.walk();
            end.to(u64::MAX);
            let end = end.state();
            answer.matrix = Some(matrix_answer(&matrix, &end));
        }
        "walk" => walk.to(number),
        "solution" => {
            walk.to_solution(number);
        }
        _ => return Err(format!("found \"{op}\", expected open, walk, solution, knuth, pack or next")),
    }
    answer.seen = Some(walk.state().into());
    Ok(answer)
}

fn matrix_answer(matrix: &Matrix, end: &WalkState) -> MatrixAnswer {
    let problem = matrix.problem();
    let items = (0..).take(problem.items()).map(|item| problem.name(item).to_owned());
    let options = (0..problem.options())
        .map(|option| problem.entries_of(option).iter().map(|entry| entry.item).collect());
    let board = matrix.board().map(|board| {
        let (signs, cells) = board.options.into_iter().unzip();
        BoardAnswer { rows: board.rows, columns: board.columns, signs, cells }
    });
    MatrixAnswer {
        description: matrix.description(),
        facts: matrix.facts(),
        items: items.collect(),
        primary: problem.primary(),
        options: options.collect(),
        table: matrix.figure(),
        board,
        steps: end.steps,
        solutions: end.solutions,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn ask(request: &str) -> Value {
        serde_json::from_str(&answer(request)).unwrap()
    }

    #[test]
    fn a_search_steps_forwards_and_back() {
        let opened = ask("open\ncover:packing-3x3");
        let matrix = &opened["matrix"];
        assert_eq!(matrix["items"].as_array().unwrap().len(), 12);
        assert_eq!(matrix["options"][5], json!([1, 7, 8, 10, 11]));
        assert_eq!(matrix["board"]["cells"][5], json!([4, 5, 7, 8]));
        assert_eq!(matrix["solutions"], 1);
        assert_eq!(opened["seen"]["options"], "ooooooooooooooo");
        let found = ask("solution 1\ncover:packing-3x3");
        assert_eq!(found["seen"]["isSolution"], true);
        let steps = found["seen"]["steps"].as_u64().unwrap();
        assert_eq!(ask(&format!("walk {steps}\ncover:packing-3x3")), found);
        let end = ask("walk 1000000\ncover:packing-3x3");
        assert_eq!((&end["seen"]["steps"], &end["seen"]["isOver"]), (&matrix["steps"], &json!(true)));
    }

    #[test]
    fn a_packing_is_searched_in_slices() {
        let id = "cover:pack:board,3x20/pieces,pentominoes";
        let opened = ask(&format!("pack\n{id}"));
        assert_eq!(opened["packing"]["items"], 72);
        let first = ask("next 100000 1");
        assert_eq!(first["packing"]["solutions"][0].as_array().unwrap().len(), 12, "{first}");
        let mut found = 1;
        let end = loop {
            let next = ask("next 1000 100");
            found += next["packing"]["solutions"].as_array().unwrap().len();
            if next["packing"]["isOver"] == true {
                break next;
            }
        };
        assert_eq!((found, &end["packing"]["found"], &end["packing"]["distinct"]), (8, &json!(8), &json!(2)));
        let text = ask(&format!("knuth\n{id}"))["text"].as_str().unwrap().to_owned();
        assert!(text.starts_with("F I L N P T U V W X Y Z 00 01 "), "{text}");
        let steps = ask("solution 1\ncover:pack:board,3x3/pieces,P,I1,V3");
        assert_eq!(steps["seen"]["isSolution"], true, "{steps}");
        assert_eq!(steps["seen"]["tree"][0]["state"], "c", "{steps}");
        assert!(ask("pack\ncover:seven")["error"].as_str().unwrap().contains("expected cover:pack:"));
    }

    #[test]
    fn invalid_requests_return_an_error() {
        let error = |request: &str| ask(request)["error"].as_str().unwrap().to_owned();
        assert!(error("dance\ncover:seven").contains("expected open, walk, solution"));
        assert!(error("walk far\ncover:seven").contains("expected a number"));
        assert!(error("open\nlife:glider").contains("expected cover"));
        assert!(error("open\ncover:a,b/c").contains("Unknown item name"));
    }
}
