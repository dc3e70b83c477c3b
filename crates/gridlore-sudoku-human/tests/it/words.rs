//! Tests of explanations in words: they are complete sentences that name the changes of the step,
//! and they are folded if they are long.

use gridlore_sudoku::{Level, generated};
use gridlore_sudoku_human::guide::every_technique;
use gridlore_sudoku_human::hodoku::Solver;
use gridlore_sudoku_human::{
    CellSet, Group, MAX_LINES, Shape, State, Step, Technique, distinct_steps, explanation, full_explanation,
    notation,
};
use std::collections::BTreeMap;

/// Returns whether a technique is of a kind that takes too long for this test.
fn is_slow(technique: Technique) -> bool {
    technique.fish().is_some_and(|fish| fish.size > 4)
        || technique.name().contains("Mutant")
        || technique >= Technique::NestedNetContradiction
}

/// Returns the flaws of an explanation: errors of form, and changes or nodes of chains that are
/// missing.
fn flaws(state: &State<'_>, step: &Step) -> Vec<&'static str> {
    let text = full_explanation(state, step);
    let named = |cells: CellSet| text.contains(&notation::cells(state.shape(), cells));
    let is_one_line = step.chains.is_empty() && step.nets.is_empty()
        || matches!(
            step.technique.group(),
            Group::Wings | Group::SingleDigit | Group::Colouring | Group::Uniqueness
        );
    let conclusion = text.rsplit_once("So ").map_or("", |(_, conclusion)| conclusion);
    let is_concluded = step.placements.iter().chain(&step.eliminations).all(|changed| {
        conclusion.contains(&notation::cells(state.shape(), CellSet::only(changed.cell())))
            && conclusion.contains(&state.shape().sign(changed.digit()))
    });
    let is_every_node_named = step.technique == Technique::Medusa
        || step
            .chains
            .iter()
            .flatten()
            .all(|node| named(node.cells) || node.cells.iter().all(|cell| named(CellSet::only(cell))));
    let folded = explanation(state, step);
    let lines = text.lines().count();
    let is_folded_well = if lines > MAX_LINES {
        folded.ends_with(&format!("(Folded: the full explanation has {lines} lines.)"))
            && folded.lines().count() <= MAX_LINES
    } else {
        folded == text
    };
    let tests = [
        ("doubled spaces", !text.trim().contains("  ") || !step.nets.is_empty()),
        ("punctuation", !text.contains(" ,") && !text.contains(" .") && !text.contains("()")),
        ("no full stop", text.lines().all(|line| line.ends_with(['.', ':']) && line.len() > 10)),
        ("several lines", !is_one_line || text.lines().count() == 1),
        ("a change is missing", is_concluded),
        ("a node is missing", is_every_node_named),
        ("wrongly folded", is_folded_well),
    ];
    tests.into_iter().filter(|(_, is_met)| !is_met).map(|(flaw, _)| flaw).collect()
}

#[test]
fn explanations_are_sentences_that_name_every_change() {
    let mut samples: BTreeMap<Technique, Vec<String>> = BTreeMap::new();
    let mut flawed: Vec<String> = Vec::new();
    for seed in (0..8).chain([222, 405, 1007]) {
        let mut solver = Solver::new(State::usual(generated(Level::Minimal, seed).values()));
        let mut turn = 0;
        while let Some(step) = solver.next_step() {
            turn += 1;
            let techniques = every_technique().into_iter().filter(|&technique| !is_slow(technique));
            for technique in techniques.filter(|technique| turn % 5 == technique.name().len() % 5) {
                for step in distinct_steps(solver.state(), technique, 4) {
                    for flaw in flaws(solver.state(), &step) {
                        let text = full_explanation(solver.state(), &step);
                        flawed.push(format!("{flaw}: {}\n{text}", notation::line(Shape::usual(), &step)));
                    }
                    let known = samples.entry(technique).or_default();
                    if known.len() < 3 {
                        known.push(format!(
                            "{}\n{}",
                            notation::line(Shape::usual(), &step),
                            explanation(solver.state(), &step)
                        ));
                    }
                }
            }
            solver.apply(&step);
            if solver.state().is_full() {
                break;
            }
        }
    }
    // Printed for reading with --nocapture.
    for sample in samples.values().flatten() {
        println!("{sample}\n");
    }
    assert!(
        flawed.is_empty(),
        "{} flaws, such as\n{}",
        flawed.len(),
        flawed[..flawed.len().min(30)].join("\n")
    );
    assert!(samples.len() > 60, "{}", samples.len());
}
