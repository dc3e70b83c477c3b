//! The search for packings. It is kept between requests; a page that terminates the worker must
//! prepare the search again.
//!
//! ```text
//!   pack               prepares the search of the packing whose id is on the next line
//!   next NODES WANTED  continues until the nodes are spent or this many solutions are found
//!   knuth              returns the problem of the packing on the next line, in Knuth's format
//! ```

use crate::steps::{self, parts_of};
use gridlore::Origin;
use gridlore::cover::packing::Search;
use gridlore::cover::to_knuth;
use serde::Serialize;
use std::cell::RefCell;

thread_local! {
    static SEARCH: RefCell<Option<Search>> = const { RefCell::new(None) };
}

#[derive(Serialize, Default)]
struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
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
    /// The solutions for this request: for each piece, its name and its cells.
    solutions: Vec<Vec<(String, Vec<usize>)>>,
    /// The number of solutions found so far.
    found: u64,
    /// The number of solutions that are not symmetric images of each other.
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
            found: search.solution_count(),
            distinct: search.distinct_count(),
            is_over: search.is_over(),
            part_done: search.part_done(),
        }
    }
}

/// Answers one request as JSON; if it fails, `error` contains the message. Requests that are not
/// about packings are passed on to `steps`.
#[must_use]
pub fn answer(request: &str) -> String {
    let (line, id) = request.split_once('\n').unwrap_or((request, ""));
    let words: Vec<&str> = line.split(' ').collect();
    let answer = match words.as_slice() {
        ["pack"] => pack(id),
        ["next", nodes, wanted] => next(nodes, wanted),
        ["knuth"] => {
            search_of(id).map(|search| Answer { text: Some(to_knuth(search.problem())), ..Answer::default() })
        }
        _ => return steps::answer(request),
    };
    let answer = answer.unwrap_or_else(|error| Answer { error: Some(error), ..Answer::default() });
    let json = serde_json::to_string(&answer);
    json.unwrap_or_else(|error| format!("{{\"error\":\"cannot write the response: {error}\"}}"))
}

/// Reads the packing that an id contains.
fn search_of(id: &str) -> Result<Search, String> {
    match parts_of(id)? {
        (params, Origin::Description(description)) if params == "pack" => {
            Search::parse(&description).map_err(|error| error.to_string())
        }
        _ => Err(format!("found \"{id}\", expected cover:pack: followed by a packing")),
    }
}

fn pack(id: &str) -> Result<Answer, String> {
    let search = search_of(id)?;
    let packing = Some(PackingAnswer::new(&search, Vec::new()));
    SEARCH.set(Some(search));
    Ok(Answer { packing, ..Answer::default() })
}

fn next(nodes: &str, wanted: &str) -> Result<Answer, String> {
    let nodes = nodes.parse().map_err(|_| format!("found \"{nodes}\", expected a number of nodes"))?;
    let wanted = wanted.parse().map_err(|_| format!("found \"{wanted}\", expected a number of solutions"))?;
    SEARCH.with_borrow_mut(|search| {
        let search = search.as_mut().ok_or("no packing is open")?;
        let solutions = search.advance(nodes, wanted);
        Ok(Answer { packing: Some(PackingAnswer::new(search, solutions)), ..Answer::default() })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn ask(request: &str) -> Value {
        serde_json::from_str(&answer(request)).unwrap()
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
    }

    #[test]
    fn invalid_requests_return_an_error() {
        let error = |request: &str| ask(request)["error"].as_str().unwrap().to_owned();
        assert!(error("pack\ncover:seven").contains("expected cover:pack:"));
        assert!(error("pack\ncover:pack:board,2x2/pieces,I1").contains("pieces with 1 cells"));
        assert!(error("next far 1").contains("expected a number of nodes"));
        assert_eq!(ask("open\ncover:seven")["matrix"]["primary"], 7);
    }
}
