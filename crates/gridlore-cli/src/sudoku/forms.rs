//! `gridlore sudoku canonical|scramble`: prints equivalent puzzles.

use super::args::{Canonical, Scramble};
use super::puzzle::{Puzzle, Reader};
use super::{Record, json};
use crate::Exit;
use crate::batch::{self, Answer, Answers, Line, Verdict};
use crate::input::Heading;
use anyhow::Result;
use gridlore_sudoku::check::contradiction;
use gridlore_sudoku::{Board, Symmetry};
use gridlore_sudoku_variants as variants;
use serde::Serialize;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

/// A canonical form as JSON.
#[derive(Serialize)]
struct Form {
    line: u64,
    puzzle: String,
    canonical: String,
    automorphisms: u64,
}

fn reader(is_json: bool) -> Reader {
    Reader::new(None, is_json, "# error: ")
}

/// Returns the canonical form of the puzzle of a line, or the reason why it has none.
fn form(line: Line<'_>, is_json: bool) -> Answer {
    let puzzle = match reader(is_json).read(line) {
        Ok((puzzle, _)) => puzzle,
        Err(answer) => return answer,
    };
    let Puzzle::Usual(puzzle) = puzzle else { return variant_form(line, &puzzle, is_json) };
    let Some(form) = gridlore_sudoku::canonical(&puzzle) else {
        let reason = contradiction(&puzzle).to_string();
        let text = if is_json {
            let puzzle = Some(puzzle.to_line());
            json(&Record {
                line: line.number,
                puzzle,
                outcome: "error",
                reason: Some(reason.clone()),
                ..Record::default()
            })
        } else {
            format!("# error: {reason}")
        };
        return Answer::bad(text, 1, reason);
    };
    let text = if is_json {
        let (puzzle, canonical) = (puzzle.to_line(), form.board.to_line());
        json(&Form { line: line.number, puzzle, canonical, automorphisms: form.automorphisms })
    } else {
        form.board.to_line()
    };
    Answer::new(Verdict::Done, text)
}

/// Returns the canonical form of a puzzle with variant rules, as a text block on one line.
fn variant_form(line: Line<'_>, puzzle: &Puzzle, is_json: bool) -> Answer {
    let rules = match reader(is_json).rules(line, puzzle) {
        Ok(rules) => rules,
        Err(answer) => return answer,
    };
    let form = match variants::canonical::canonical(&rules) {
        Ok(form) => form,
        Err(error) => return reader(is_json).bad(line, 1, error.to_string()),
    };
    let canonical = form.text.trim_end().replace('\n', "; ");
    let text = if is_json {
        let (puzzle, automorphisms) = (puzzle.to_line(), form.automorphisms);
        json(&Form { line: line.number, puzzle, canonical, automorphisms })
    } else {
        canonical
    };
    Answer::new(Verdict::Done, text)
}

pub(super) fn canonical(args: &Canonical) -> Result<Exit> {
    if !args.classes {
        return batch::run(&args.input, &Heading::default(), batch::each(|&line| form(line, args.json)));
    }
    // The forms in the order of their first lines, with their numbers of lines.
    let mut indices: HashMap<Vec<u8>, usize> = HashMap::new();
    let mut classes: Vec<(Vec<u8>, u64)> = Vec::new();
    let exit = batch::run_into(
        &args.input,
        &Heading::default(),
        batch::each(|&line| form(line, false)),
        |answers| {
            let lines = answers.into_iter().flat_map(Answers::lines);
            for (_, form) in lines.filter(|&(verdict, _)| verdict == Verdict::Done) {
                let index = *indices.entry(form.to_vec()).or_insert(classes.len());
                if index == classes.len() {
                    classes.push((form.to_vec(), 0));
                }
                classes[index].1 += 1;
            }
            Ok(())
        },
    )?;
    let classes = classes.into_iter().map(|(form, lines)| {
        let canonical = String::from_utf8_lossy(&form).into_owned();
        if args.json { json(&Class { canonical, lines }) } else { format!("{canonical} {lines}") }
    });
    batch::print(classes)?;
    Ok(exit)
}

/// A class of puzzles as JSON.
#[derive(Serialize)]
struct Class {
    canonical: String,
    lines: u64,
}

pub(super) fn scramble(args: &Scramble) -> Result<Exit> {
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one("seed"));
    let scrambled = |line: Line<'_>| {
        let image = |board: Board| Symmetry::from_seed(seed, line.number).apply(&board);
        let read = reader(false).read_usual(line);
        read.map_or_else(|answer| answer, |board| Answer::new(Verdict::Done, image(board).to_line()))
    };
    batch::run(&args.input, &Heading::default(), batch::each(|&line| scrambled(line)))
}
