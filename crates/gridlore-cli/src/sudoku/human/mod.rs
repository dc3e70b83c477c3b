//! `gridlore sudoku candidates|convert|hint|steps|explain|rate|grade|conformance`: solving sudoku
//! as people do.

mod candidates;
mod conformance;
mod convert;
mod guide;
mod hint;
mod pictures;
mod pixels;
mod position;
mod rate;
mod rate_variant;
mod steps;
mod variant;
mod wanted;

pub(super) use wanted::{Criteria, Wanted};

use crate::Exit;
use anyhow::{Result, bail};
use clap::Subcommand;
use gridlore_sudoku_human::{
    CellSet, Net, Node, Shape, State, Step, Technique, explanation, full_explanation, notation,
};
use serde::Serialize;

#[derive(Subcommand)]
pub(crate) enum Human {
    Candidates(candidates::Candidates),
    Convert(convert::Convert),
    Hint(hint::Hint),
    Steps(steps::Steps),
    Explain(steps::Explain),
    Rate(rate::Rate),
    Grade(rate::Grade),
    Conformance(conformance::Conformance),
}

pub(crate) fn run(command: &Human) -> Result<Exit> {
    match command {
        Human::Candidates(args) => candidates::run(args),
        Human::Convert(args) => convert::run(args),
        Human::Hint(args) => hint::run(args),
        Human::Steps(args) => steps::run(args),
        Human::Explain(args) => steps::explain(args),
        Human::Rate(args) => rate::run(args),
        Human::Grade(args) => rate::grade(args),
        Human::Conformance(args) => conformance::run(args),
    }
}

/// Returns the explanation of a step, either in full or with long chains and nets folded.
fn explained(state: &State<'_>, step: &Step, is_full: bool) -> String {
    if is_full { full_explanation(state, step) } else { explanation(state, step) }
}

/// Returns the technique of this name, or else those whose names contain it, ignoring case.
fn techniques_named(techniques: &[Technique], name: &str) -> Result<Vec<Technique>> {
    let wanted = name.trim().to_lowercase();
    if let Some(technique) = techniques.iter().find(|known| known.name().to_lowercase() == wanted) {
        return Ok(vec![*technique]);
    }
    let found: Vec<Technique> =
        techniques.iter().copied().filter(|known| known.name().to_lowercase().contains(&wanted)).collect();
    if found.is_empty() {
        let names: Vec<&str> = techniques.iter().map(|known| known.name()).collect();
        bail!("--technique: unknown technique \"{name}\", expected (part of) one of: {}", names.join(", "));
    }
    Ok(found)
}

/// A step as JSON.
#[derive(Serialize)]
struct Record {
    technique: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    code: &'static str,
    changes: String,
    placements: Vec<Digit>,
    eliminations: Vec<Digit>,
    digits: Vec<usize>,
    cells: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fins: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    houses: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    covers: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    chains: Vec<Vec<Link>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nets: Vec<NetRecord>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sets: Vec<Set>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    colours: Vec<Vec<String>>,
    text: String,
}

#[derive(Serialize)]
struct Digit {
    cell: String,
    digit: usize,
}

/// A node of a chain, with the link that leads to it.
#[derive(Serialize)]
struct Link {
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<&'static str>,
    digit: usize,
    cells: Vec<String>,
    on: bool,
}

/// The consequences of a premise, each with the indices (from 0) of the consequences from which it
/// follows, and the indices of the ends.
#[derive(Serialize)]
struct NetRecord {
    consequences: Vec<Consequence>,
    ends: Vec<usize>,
}

#[derive(Serialize)]
struct Consequence {
    digit: usize,
    cells: Vec<String>,
    on: bool,
    from: Vec<usize>,
    /// In an inner net, the index of a consequence in the outer net, if it was derived there.
    #[serde(skip_serializing_if = "Option::is_none")]
    outer: Option<usize>,
    /// The inner net that refutes the opposite of the consequence.
    #[serde(skip_serializing_if = "Option::is_none")]
    inner: Option<NetRecord>,
}

impl NetRecord {
    fn new(shape: &Shape, net: &Net) -> Self {
        let name = |cell: usize| notation::cells(shape, CellSet::only(cell));
        let consequences = net.consequences.iter().map(|consequence| Consequence {
            digit: consequence.node.digit,
            cells: consequence.node.cells.iter().map(name).collect(),
            on: consequence.node.is_on,
            from: consequence.from.clone(),
            outer: consequence.outer,
            inner: consequence.inner.as_ref().map(|inner| Self::new(shape, inner)),
        });
        Self { consequences: consequences.collect(), ends: net.ends.clone() }
    }
}

#[derive(Serialize)]
struct Set {
    cells: Vec<String>,
    digits: Vec<usize>,
}

impl Record {
    fn new(state: &State<'_>, step: &Step) -> Self {
        let shape = state.shape();
        let name = |cell: usize| notation::cells(shape, CellSet::only(cell));
        let names = |cells: CellSet| cells.iter().map(name).collect::<Vec<_>>();
        let house_names =
            |houses: &[usize]| houses.iter().map(|&house| shape.name(house).to_string()).collect();
        let link = |before: Option<&Node>, node: &Node| {
            before.map(|before| if node.is_on && !before.is_on { "strong" } else { "weak" })
        };
        let chain = |chain: &Vec<Node>| {
            let nodes = chain.iter().enumerate().map(|(place, node)| Link {
                link: link(place.checked_sub(1).map(|before| &chain[before]), node),
                digit: node.digit,
                cells: names(node.cells),
                on: node.is_on,
            });
            nodes.collect()
        };
        let digits = |candidates: &[gridlore_sudoku_human::Candidate]| {
            candidates.iter().map(|one| Digit { cell: name(one.cell()), digit: one.digit() }).collect()
        };
        Self {
            technique: step.technique.name(),
            code: step.technique.code(),
            changes: notation::changes(shape, step),
            placements: digits(&step.placements),
            eliminations: digits(&step.eliminations),
            digits: step.digits.iter().collect(),
            cells: names(step.cells),
            fins: names(step.fins),
            houses: house_names(&step.houses),
            covers: house_names(&step.covers),
            chains: step.chains.iter().map(chain).collect(),
            nets: step.nets.iter().map(|net| NetRecord::new(shape, net)).collect(),
            sets: step
                .sets
                .iter()
                .map(|set| Set { cells: names(set.cells), digits: set.digits.iter().collect() })
                .collect(),
            colours: step.colours.iter().map(|&colour| names(colour)).collect(),
            text: full_explanation(state, step),
        }
    }
}
