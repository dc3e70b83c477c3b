//! Opens the puzzles and programs in documents as on the site, solves the puzzles, and queries the
//! programs.

use super::{Fence, compare_record, documents, fences};
use crate::program::run;
use gridlore::{Action, Kind, Midend, Opens, Puzzle, Shown, Solve};

/// Opens a block as in a post: the part of a game id after `kind:`, or a drawing of several lines.
fn opened(kind: &'static Kind, text: &str) -> Shown {
    let trimmed = text.trim();
    let is_file = matches!(kind.opens, Opens::Exhibit(_)) && trimmed.contains('\n');
    let is_id = !trimmed.contains('\n') && trimmed.contains('#')
        || trimmed.lines().next().is_some_and(|line| line.contains(':'));
    let shown = if is_id && !is_file {
        gridlore::show(&format!("{}:{trimmed}", kind.name))
    } else {
        kind.opens.parse("", text)
    };
    shown.unwrap_or_else(|error| panic!("{trimmed}: {error}"))
}

/// Returns the blocks in a document, including those within a Markdown block.
pub(crate) fn all_fences(text: &str) -> Vec<Fence> {
    let mut all = Vec::new();
    for fence in fences(text).0 {
        if fence.language() == "markdown" {
            let inner = all_fences(&fence.text).into_iter();
            all.extend(inner.map(|one| Fence { line: one.line + fence.line - 1, ..one }));
        } else {
            all.push(fence);
        }
    }
    all
}

/// Returns the number of hints of a sudoku that remove candidates instead of placing a digit.
fn stops(puzzle: Box<dyn Puzzle>) -> usize {
    let (mut game, mut count) = (Midend::new(puzzle), 0);
    assert!(game.fill_candidates());
    while !game.view().solved {
        let hint = game.hint().unwrap();
        let action = hint.action.unwrap();
        count += usize::from(!matches!(action, Action::Enter { .. }));
        game.act(action).unwrap();
    }
    count
}

/// Returns the facts about a puzzle on one line.
fn facts(kind: &str, puzzle: Box<dyn Puzzle>) -> String {
    let start = puzzle.start();
    let view = puzzle.view(&start);
    let solve = Midend::new(puzzle).solve().unwrap();
    let outcome = match &solve {
        Solve::None(why) => format!("no solution: {why}"),
        Solve::Unique(_) => "one solution".to_owned(),
        Solve::Several(_) => "several solutions".to_owned(),
    };
    let size = format!("{} x {}", view.rows, view.columns);
    if kind == "sudoku" {
        let givens = view.cells.iter().filter(|cell| cell.given).count();
        format!("{size}, {givens} givens, {outcome}")
    } else {
        format!("{size}, {}, {outcome}", view.status)
    }
}

#[test]
fn every_puzzle_matches_its_record() {
    let mut seen = 0;
    for (name, text) in documents() {
        let mut record = String::new();
        for fence in all_fences(&text) {
            let Some(kind) = gridlore::kind(fence.language()).filter(|kind| kind.name != "prolog") else {
                continue;
            };
            seen += 1;
            let first = fence.text.lines().next().unwrap_or_default();
            let facts = match opened(kind, &fence.text) {
                Shown::Puzzle(puzzle) => facts(kind.name, puzzle),
                Shown::Exhibit(exhibit) => exhibit.facts(),
            };
            if kind.name == "sudoku" {
                assert!(facts.ends_with("one solution"), "{name}:{}: {facts}", fence.line);
            }
            record.push_str(&format!("{}\n| {facts}\n", format!("{} {first}", kind.name).trim_end()));
        }
        compare_record(&name, "puzzles", &record);
    }
    assert!(seen >= 38, "{seen}");
}

/// Returns the program and queries of a Prolog block, or `None` if it is only displayed as code.
fn program(text: &str) -> Option<(String, Vec<&str>)> {
    let queries: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("?- ")).collect();
    let program: String =
        text.lines().filter(|line| !line.starts_with("?- ")).map(|line| format!("{line}\n")).collect();
    (!queries.is_empty()).then_some((program, queries))
}

#[test]
fn every_program_matches_its_record() {
    let path = std::env::temp_dir().join(format!("gridlore-document-{}.pl", std::process::id()));
    let mut seen = 0;
    for (name, text) in documents() {
        let mut record = String::new();
        for fence in all_fences(&text).iter().filter(|fence| fence.language() == "prolog") {
            let answers = if let Some((program, queries)) = program(&fence.text) {
                std::fs::write(&path, program).unwrap();
                seen += queries.len();
                run(&["prolog", "--answers", "3", path.to_str().unwrap()], queries.join("\n").as_bytes())
            } else if fence.text.lines().count() == 1 {
                // The block is the name of a library program, which has its own query.
                let (list, name) = (run(&["prolog", "--puzzle", "list"], b"").out, fence.text.trim());
                let line = list.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap();
                seen += 1;
                run(
                    &["prolog", "--answers", "1", "--puzzle", name],
                    line.split_once("?- ").unwrap().1.as_bytes(),
                )
            } else {
                std::fs::write(&path, &fence.text).unwrap();
                run(&["prolog", "-g", "true", path.to_str().unwrap()], b"")
            };
            let place = format!("{}:", path.display());
            for line in answers
                .out
                .lines()
                .map(str::to_owned)
                .chain(answers.err.lines().map(|line| line.replace(&place, "")))
            {
                record.push_str(&format!("| {line}\n").replace("|  \n", "|\n").replace("| \n", "|\n"));
            }
            if !record.is_empty() {
                record.push_str("--\n");
            }
        }
        compare_record(&name, "programs", &record);
    }
    let _ = std::fs::remove_file(path);
    assert!(seen >= 15, "{seen}");
}

/// The essay on sudoku correctly says how often singles do not suffice on its boards, and how many
/// guesses the solver makes.
#[test]
fn the_essay_on_sudoku_counts_right() {
    let (_, essay) = documents().into_iter().find(|(name, _)| name.ends_with("solving-sudoku.md")).unwrap();
    let count = |name: &str| match opened(gridlore::kind("sudoku").unwrap(), name) {
        Shown::Puzzle(puzzle) => stops(puzzle),
        Shown::Exhibit(_) => unreachable!("sudoku is played"),
    };
    assert_eq!([count("easy#7"), count("medium#1")], [0, 0], "singles are enough");
    let hard = essay.split("```sudoku\nhard").nth(1).unwrap().lines().next().unwrap();
    let words = ["never", "once", "twice", "three times", "four times"];
    let promised = format!("singles run out {}", words[count(&format!("hard{hard}"))]);
    assert!(essay.replace('\n', " ").contains(&promised), "expected: {promised}");
    let signature = include_str!("../../../../gridlore-sudoku/tests/data/signature.txt");
    for (set, end) in [
        ("puzzles2_17_clue.gz", " guesses on average"),
        ("puzzles5_forum_hardest_1905_11plus.first20k.gz", " on average."),
    ] {
        let line = signature.lines().find(|line| line.starts_with(set)).unwrap();
        let fields: Vec<f64> = line.split('\t').skip(1).map(|field| field.parse().unwrap()).collect();
        let mean = fields[1] / fields[0];
        let sentence = if mean < 10.0 {
            format!("take this program {mean:.1}{end}")
        } else {
            format!("collected take {mean:.0}{end}")
        };
        assert!(essay.replace('\n', " ").contains(&sentence), "expected: {sentence}");
    }
}
