//! The step-by-step search of exact covers. The module is stateless: each request names the problem
//! and the step to go to. Going there is quick, because the problems are small. The second line of
//! a request is the id of the problem. With the feature `packing`, problems may be packings.
//!
//! ```text
//!   open               returns the items, options and board of the problem, and the search length
//!   walk STEPS         returns the state after this many steps
//!   solution NUMBER    returns the state at this solution, or at the end
//! ```
//!
//! Requests are plain words, because a JSON parser would be larger than the engine.

use gridlore::cover::{Branch, BranchState, Matrix, OptionState, WalkState};
use gridlore::{Exhibit, GameId, Origin};
use serde::Serialize;

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    matrix: Option<MatrixAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seen: Option<SeenAnswer>,
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
    /// A letter for the state of each option: open, chosen, tried or out.
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
    /// A letter for the state of the branch: current, finished or open.
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

/// Answers one request as JSON; if it fails, `error` contains the message.
#[must_use]
pub fn answer(request: &str) -> String {
    let answer =
        answer_to(request).unwrap_or_else(|error| Answer { error: Some(error), ..Answer::default() });
    serde_json::to_string(&answer)
        .unwrap_or_else(|error| format!("{{\"error\":\"cannot write the response: {error}\"}}"))
}

/// Returns the parameters and the origin of an id of this kind.
pub(crate) fn parts_of(id: &str) -> Result<(String, Origin), String> {
    let GameId { kind, params, origin } = id.parse().map_err(|error| format!("{error}"))?;
    if kind == "cover" { Ok((params, origin)) } else { Err(format!("found \"{kind}\", expected cover")) }
}

/// Opens a matrix by its id without using the registry, which would pull in every other puzzle.
fn matrix_of(id: &str) -> Result<Matrix, String> {
    let (params, origin) = parts_of(id)?;
    let matrix = match origin {
        Origin::Seed(seed) => Matrix::generate(&params, seed),
        #[cfg(feature = "packing")]
        Origin::Description(description) if params == "pack" => Matrix::parse_packing(&description),
        Origin::Description(description) => Matrix::parse(&params, &description),
    };
    matrix.map_err(|error| error.to_string())
}

fn answer_to(request: &str) -> Result<Answer, String> {
    let (line, id) = request.split_once('\n').unwrap_or((request, ""));
    let (op, number) = line.split_once(' ').unwrap_or((line, "0"));
    let number: u64 = number.parse().map_err(|_| format!("found \"{number}\", expected a number"))?;
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
        _ => return Err(format!("found \"{op}\", expected open, walk or solution")),
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
    fn a_small_packing_is_a_matrix() {
        let steps = ask("solution 1\ncover:pack:board,3x3/pieces,P,I1,V3");
        assert_eq!(steps["seen"]["isSolution"], true, "{steps}");
        assert_eq!(steps["seen"]["tree"][0]["state"], "c", "{steps}");
        let opened = ask("open\ncover:pack:board,3x3/pieces,P,I1,V3");
        assert_eq!(opened["matrix"]["board"]["signs"][0], "P", "{opened}");
    }

    #[test]
    fn invalid_requests_return_an_error() {
        let error = |request: &str| ask(request)["error"].as_str().unwrap().to_owned();
        assert!(error("dance\ncover:seven").contains("expected open, walk or solution"));
        assert!(error("walk far\ncover:seven").contains("expected a number"));
        assert!(error("open\nlife:glider").contains("expected cover"));
        assert!(error("open\ncover:a,b/c").contains("Unknown item name"));
    }
}
