//! Answers of a tutor as JSON: ways, steps, ratings, exercises, files.

use crate::preset::PresetAnswer;
use gridlore::tutor::{Told, Tutor, Way};
use gridlore::{Budget, Midend};
use serde::Serialize;

/// What a tutor answers: one field of the answer.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Lesson {
    Tutor(TutorAnswer),
    Way(WayAnswer),
    Steps(Vec<ToldAnswer>),
    /// Whose, and what.
    Ratings(Vec<(&'static str, String)>),
    /// Saved games.
    Games(Vec<String>),
    Written(String),
    /// Nothing was found yet.
    More(bool),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WayAnswer {
    steps: Vec<ToldAnswer>,
    rating: String,
    is_whole: bool,
    note: String,
    last: String,
    picture: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ToldAnswer {
    name: &'static str,
    cost: String,
    notation: String,
    text: String,
    picture: String,
    is_placing: bool,
    before: String,
}

/// What there is to choose from.
#[derive(Serialize)]
pub(crate) struct TutorAnswer {
    guides: Vec<PresetAnswer>,
    techniques: Vec<&'static str>,
    others: Vec<&'static str>,
    formats: Vec<PresetAnswer>,
}

impl From<Told> for ToldAnswer {
    fn from(told: Told) -> Self {
        let Told { name, cost, notation, text, picture, is_placing, before } = told;
        Self { name, cost, notation, text, picture, is_placing, before: before.as_str().to_owned() }
    }
}

impl From<Way> for WayAnswer {
    fn from(way: Way) -> Self {
        let Way { steps, rating, is_whole, note, last, picture } = way;
        let steps = steps.into_iter().map(ToldAnswer::from).collect();
        Self { steps, rating, is_whole, note, last: last.as_str().to_owned(), picture }
    }
}

/// The tutor of a puzzle that has one.
fn tutor(game: &Midend) -> Result<&dyn Tutor, String> {
    let kind = game.puzzle().kind().name;
    game.puzzle()
        .tutor()
        .ok_or_else(|| format!("found {kind}, expected a puzzle that is solved by reasoning"))
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
    let way = tutor(&game)?.way(game.position(), guide)?;
    Ok(Lesson::Way(way.into()))
}

pub(crate) fn steps(game: &str, technique: Option<&str>) -> Result<Lesson, String> {
    let game = restored(game)?;
    let steps = tutor(&game)?.steps(game.position(), technique)?;
    Ok(Lesson::Steps(steps.into_iter().map(ToldAnswer::from).collect()))
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
        Ok(None) => Err(format!("found \"{technique}\", which is no technique")),
        Err(_) => Ok(Lesson::More(true)),
    }
}

pub(crate) fn read(kind: &str, text: &str) -> Result<Lesson, String> {
    let kind =
        gridlore::kind(kind).ok_or_else(|| format!("found \"{kind}\", which this build does not hold"))?;
    let games = gridlore::games_of_file(kind, text).map_err(|error| error.to_string())?;
    Ok(Lesson::Games(games))
}

pub(crate) fn written(game: &str, format: &str) -> Result<Lesson, String> {
    let game = restored(game)?;
    let written = tutor(&game)?.written(game.position(), format);
    let written =
        written.ok_or_else(|| format!("found the format \"{format}\", expected one that is offered"));
    Ok(Lesson::Written(written?))
}
