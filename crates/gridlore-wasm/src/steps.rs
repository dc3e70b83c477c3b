//! A search that is looked at step by step. Nothing is kept: a request names the problem and how
//! far to go, and small problems are there at once.
//!
//! ```text
//!   open               the problem whose id is the next line: its items, options and board, and how long its search is
//!   walk STEPS         so many steps from the beginning
//!   solution NUMBER    on to a solution, or to the end
//! ```
//!
//! Requests are words and not JSON, as to read JSON takes more room in the file than the engine.

use gridlore::cover::{Matrix, OptionState, Walked};
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
    /// The numbers of each option's items.
    options: Vec<Vec<u32>>,
    /// The whole table, for who has none yet.
    table: String,
    board: Option<BoardAnswer>,
    /// How many steps there are, and how many solutions.
    steps: u64,
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
    told: String,
    is_solution: bool,
    is_over: bool,
    chosen: Vec<(usize, usize)>,
    /// A letter for each option: open, chosen, tried, out.
    options: String,
    left: Vec<Option<usize>>,
    next: Option<usize>,
}

impl From<Walked> for SeenAnswer {
    fn from(walked: Walked) -> Self {
        let Walked { steps, solutions, told, is_solution, is_over, chosen, options, left, next } = walked;
        let letter = |state: OptionState| match state {
            OptionState::Open => 'o',
            OptionState::Chosen => 'c',
            OptionState::Tried => 't',
            OptionState::Out => 'x',
        };
        let options = options.into_iter().map(letter).collect();
        Self { steps, solutions, told, is_solution, is_over, chosen, options, left, next }
    }
}

/// Answers one request; what cannot be done is said in `error`.
#[must_use]
pub fn answer(request: &str) -> String {
    let answer = answered(request).unwrap_or_else(|error| Answer { error: Some(error), ..Answer::default() });
    serde_json::to_string(&answer).unwrap_or_else(|error| format!("{{\"error\":\"the answer: {error}\"}}"))
}

/// What an id names, without the puzzles that this file does not hold.
fn matrix_of(id: &str) -> Result<Matrix, String> {
    let GameId { kind, params, origin } = id.parse().map_err(|error| format!("{error}"))?;
    if kind != "cover" {
        return Err(format!("found \"{kind}\", expected cover"));
    }
    let matrix = match origin {
        Origin::Seed(seed) => Matrix::generate(&params, seed),
        Origin::Description(description) => Matrix::parse(&params, &description),
    };
    matrix.map_err(|error| error.to_string())
}

fn answered(request: &str) -> Result<Answer, String> {
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
            let end = end.seen();
            answer.matrix = Some(told(&matrix, &end));
        }
        "walk" => walk.to(number),
        "solution" => {
            walk.to_solution(number);
        }
        _ => return Err(format!("found \"{op}\", expected open, walk or solution")),
    }
    answer.seen = Some(walk.seen().into());
    Ok(answer)
}

fn told(matrix: &Matrix, end: &Walked) -> MatrixAnswer {
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
    fn a_search_is_walked_there_and_back() {
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
    fn what_cannot_be_done_is_said() {
        let error = |request: &str| ask(request)["error"].as_str().unwrap().to_owned();
        assert!(error("dance\ncover:seven").contains("expected open, walk or solution"));
        assert!(error("walk far\ncover:seven").contains("expected a number"));
        assert!(error("open\nlife:glider").contains("expected cover"));
        assert!(error("open\ncover:a,b/c").contains("Unknown item name"));
    }
}
