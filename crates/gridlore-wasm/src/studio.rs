//! The responses to a setter's questions about a variant sudoku, as JSON.

use gridlore::studio::{self, Named, Solutions};
use serde::Serialize;

/// The response to a question; the JSON has one field, named after the variant.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Studio {
    Block(String),
    /// A text block with its solution; `None` if it has no known solution.
    Solved(Option<String>),
    Verdict(VerdictAnswer),
    Conflict(ConflictAnswer),
    Unnecessary(UnnecessaryAnswer),
    /// Cells and digits; `None` if no givens were found.
    Givens(Option<Vec<(usize, char)>>),
    /// The difficulty; `None` if the steps took too long.
    Difficulty(Option<DifficultyAnswer>),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DifficultyAnswer {
    level: &'static str,
    rating: String,
    /// The names of the techniques, hardest first, with the number of steps of each.
    techniques: Vec<(&'static str, usize)>,
    is_solved: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VerdictAnswer {
    /// `none`, `unique`, `several` or `unknown`.
    solutions: &'static str,
    examples: Vec<String>,
    candidates: Vec<String>,
    is_whole: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ConflictAnswer {
    clues: Vec<ClueAnswer>,
    is_smallest: bool,
}

#[derive(Serialize)]
pub(crate) struct UnnecessaryAnswer {
    clues: Vec<ClueAnswer>,
    undecided: usize,
}

#[derive(Serialize)]
struct ClueAnswer {
    text: String,
    cells: Vec<usize>,
}

impl From<Named> for ClueAnswer {
    fn from(Named { text, cells }: Named) -> Self {
        Self { text, cells }
    }
}

fn clues(named: Vec<Named>) -> Vec<ClueAnswer> {
    named.into_iter().map(ClueAnswer::from).collect()
}

pub(crate) fn block(text: &str) -> Result<Studio, String> {
    studio::block(text).map(Studio::Block).map_err(|error| error.to_string())
}

pub(crate) fn solved(text: &str, nodes: u64) -> Result<Studio, String> {
    studio::block_with_solution(text, nodes).map(Studio::Solved).map_err(|error| error.to_string())
}

pub(crate) fn verdict(text: &str, nodes: u64) -> Result<Studio, String> {
    let verdict = studio::verdict(text, nodes).map_err(|error| error.to_string())?;
    let studio::Verdict { solutions, examples, candidates, is_whole } = verdict;
    let solutions = match solutions {
        Solutions::None => "none",
        Solutions::Unique => "unique",
        Solutions::Several => "several",
        Solutions::Unknown => "unknown",
    };
    Ok(Studio::Verdict(VerdictAnswer { solutions, examples, candidates, is_whole }))
}

pub(crate) fn conflict(text: &str, nodes: u64) -> Result<Studio, String> {
    let found = studio::conflict(text, nodes).map_err(|error| error.to_string())?;
    let studio::Conflicting { clues: named, is_smallest } = found;
    Ok(Studio::Conflict(ConflictAnswer { clues: clues(named), is_smallest }))
}

pub(crate) fn unnecessary(text: &str, nodes: u64) -> Result<Studio, String> {
    let found = studio::unnecessary_clues(text, nodes).map_err(|error| error.to_string())?;
    let studio::Unnecessary { clues: named, undecided } = found;
    Ok(Studio::Unnecessary(UnnecessaryAnswer { clues: clues(named), undecided }))
}

pub(crate) fn givens(
    text: &str,
    solution: &str,
    groups: &[Vec<usize>],
    nodes: u64,
) -> Result<Studio, String> {
    let found = studio::unique_givens(text, solution, groups, nodes);
    found.map(Studio::Givens).map_err(|error| error.to_string())
}

pub(crate) fn difficulty(text: &str, nodes: u64) -> Result<Studio, String> {
    let found = studio::difficulty(text, nodes).map_err(|error| error.to_string())?;
    Ok(Studio::Difficulty(found.map(|difficulty| {
        let studio::Difficulty { level, rating, techniques, is_solved } = difficulty;
        DifficultyAnswer { level, rating, techniques, is_solved }
    })))
}
