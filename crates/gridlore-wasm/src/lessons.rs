//! A tutor's responses as JSON: solution paths, steps, ratings, exercises and files.

use crate::preset::PresetAnswer;
use gridlore::tutor::{SolutionPath, Tutor, TutorStep};
use gridlore::{Budget, Midend};
use serde::Serialize;

/// A tutor's response; the JSON has one field, named after the variant.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Lesson {
    Tutor(TutorAnswer),
    #[serde(rename = "way")]
    Path(PathAnswer),
    Steps(Vec<TutorStepAnswer>),
    /// Programs and their ratings.
    Ratings(Vec<(&'static str, String)>),
    /// Saved games.
    Games(Vec<String>),
    #[serde(rename = "written")]
    File(String),
    /// No exercise has been found yet.
    More(bool),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PathAnswer {
    steps: Vec<TutorStepAnswer>,
    rating: String,
    is_whole: bool,
    note: String,
    last: String,
    picture: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TutorStepAnswer {
    name: &'static str,
    cost: String,
    notation: String,
    text: String,
    picture: String,
    is_placing: bool,
    placed: Vec<(usize, char)>,
    removed: Vec<(usize, char)>,
    before: String,
}

/// The choices offered by a tutor.
#[derive(Serialize)]
pub(crate) struct TutorAnswer {
    guides: Vec<PresetAnswer>,
    techniques: Vec<&'static str>,
    others: Vec<&'static str>,
    formats: Vec<PresetAnswer>,
}

impl From<TutorStep> for TutorStepAnswer {
    fn from(step: TutorStep) -> Self {
        let TutorStep { name, cost, notation, text, picture, is_placing, placed, removed, before } = step;
        let before = before.as_str().to_owned();
        Self { name, cost, notation, text, picture, is_placing, placed, removed, before }
    }
}

impl From<SolutionPath> for PathAnswer {
    fn from(path: SolutionPath) -> Self {
        let SolutionPath { steps, rating, is_complete, note, end, picture } = path;
        let steps = steps.into_iter().map(TutorStepAnswer::from).collect();
        Self { steps, rating, is_whole: is_complete, note, last: end.as_str().to_owned(), picture }
    }
}

/// Returns the tutor of a game's puzzle.
fn tutor(game: &Midend) -> Result<&dyn Tutor, String> {
    let kind = game.puzzle().kind().name;
    game.puzzle().tutor().ok_or_else(|| format!("{kind} has no tutor"))
}

fn restored(game: &str) -> Result<Midend, String> {
    Midend::restore(game).map_err(|error| error.to_string())
}

fn named(names: Vec<(&'static str, &'static str)>) -> Vec<PresetAnswer> {
    names.into_iter().map(|(params, title)| PresetAnswer { params, title }).collect()
}

pub(crate) fn about(game: &str) -> Result<Lesson, String> {
    let game = restored(game)?;
    let tutor = tutor(&game)?;
    let (guides, formats) = (named(tutor.guides()), named(tutor.formats()));
    let answer =
        TutorAnswer { guides, techniques: tutor.techniques(), others: tutor.other_techniques(), formats };
    Ok(Lesson::Tutor(answer))
}

pub(crate) fn way(game: &str, guide: &str) -> Result<Lesson, String> {
    let game = restored(game)?;
    let path = tutor(&game)?.solution_path(game.position(), guide)?;
    Ok(Lesson::Path(path.into()))
}

pub(crate) fn steps(game: &str, technique: Option<&str>) -> Result<Lesson, String> {
    let game = restored(game)?;
    let steps = tutor(&game)?.steps(game.position(), technique)?;
    Ok(Lesson::Steps(steps.into_iter().map(TutorStepAnswer::from).collect()))
}

pub(crate) fn ratings(game: &str) -> Result<Lesson, String> {
    let game = restored(game)?;
    Ok(Lesson::Ratings(tutor(&game)?.ratings()))
}

pub(crate) fn exercise(
    game: &str,
    technique: &str,
    is_early: bool,
    (seed, nodes): (u64, u64),
) -> Result<Lesson, String> {
    let game = restored(game)?;
    match tutor(&game)?.exercise(technique, is_early, seed, &mut Budget::nodes(nodes)) {
        Ok(Some(found)) => Ok(Lesson::Games(vec![found])),
        Ok(None) => Err(format!("unknown technique \"{technique}\"")),
        Err(_) => Ok(Lesson::More(true)),
    }
}

/// Returns a board of the course.
#[cfg(feature = "sudoku-tutor")]
pub(crate) fn lesson(technique: &str, number: usize) -> Result<Lesson, String> {
    let board = gridlore::course::board(technique, number);
    let board = board.ok_or_else(|| format!("the course has no board {} for \"{technique}\"", number + 1))?;
    Ok(Lesson::Games(vec![board]))
}

pub(crate) fn read(kind: &str, text: &str) -> Result<Lesson, String> {
    let kind = gridlore::kind(kind).ok_or_else(|| format!("unknown kind of puzzle \"{kind}\""))?;
    let games = gridlore::games_in_file(kind, text).map_err(|error| error.to_string())?;
    Ok(Lesson::Games(games))
}

pub(crate) fn written(game: &str, format: &str) -> Result<Lesson, String> {
    let game = restored(game)?;
    tutor(&game)?.formatted(game.position(), format).map(Lesson::File)
}
