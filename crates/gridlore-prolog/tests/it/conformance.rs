//! Compares the answers to programs and queries with those of SWI-Prolog 9.0.4:
//! `../shared/data/prolog`.

use gridlore_prolog::{Program, Step};
use gridlore_testing::shared_data;

#[test]
fn programs_print_the_expected_output() {
    let Some(data) = shared_data("prolog") else { return };
    let mut count = 0;
    for folder in ["clpfd", "pure"] {
        for entry in std::fs::read_dir(data.join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_none_or(|extension| extension != "pl") {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a program");
            let expected =
                std::fs::read_to_string(path.with_extension("expected")).expect("the expected output");
            let mut program = Program::default();
            program.consult(&path.display().to_string(), &text);
            program.begin_query("main").expect("a query");
            let mut out = String::new();
            loop {
                let step = program.step(1_000_000);
                out += &program.take_output();
                match step {
                    Step::Paused => {}
                    Step::Answer(_) => break,
                    other => panic!("{}: {other:?}", path.display()),
                }
            }
            assert_eq!(out, expected, "{}", path.display());
            count += 1;
        }
    }
    assert_eq!(count, 27);
}

/// Queries whose residual goals may differ in form or order, as the README of the data permits.
/// Only bindings and the domains of the query's variables are compared.
const DOMAINS_ONLY: [&str; 3] = ["element(I", "S in 0..3, cumulative", "automaton("];

#[test]
fn queries_give_the_expected_answers() {
    let Some(data) = shared_data("prolog") else { return };
    let queries = std::fs::read_to_string(data.join("clpfd_queries.txt")).expect("queries");
    let expected = std::fs::read_to_string(data.join("clpfd_queries.expected")).expect("the expected output");
    let mut blocks = expected.split("\n\n").map(str::trim_end);
    let mut program = Program::default();
    let mut count = 0;
    for query in queries.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('%')) {
        let expected = blocks.next().expect("an answer for each query");
        program.begin_query(query).expect(query);
        let mut lines = vec![format!("?- {}.", program.query_text())];
        loop {
            match program.step(10_000_000) {
                Step::Answer(answer) => {
                    lines.push(answer.to_string());
                    if answer.is_last || lines.len() > 10 {
                        break;
                    }
                }
                Step::No => {
                    if lines.len() == 1 {
                        lines.push("false.".to_owned());
                    }
                    break;
                }
                Step::Error(problem) => {
                    lines.push(format!("error: {}", problem.term));
                    break;
                }
                other => panic!("{query}: {other:?}"),
            }
        }
        count += 1;
        let found = lines.join("\n");
        if DOMAINS_ONLY.iter().any(|start| query.starts_with(start)) {
            assert_eq!(plain_parts(&found), plain_parts(expected), "{query}");
        } else {
            assert_eq!(found, expected, "{query}");
        }
    }
    assert_eq!(count, 132);
}

/// Returns the bindings and the domains of named variables.
fn plain_parts(text: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = text
        .split(", ")
        .filter(|part| {
            !part.contains('_') && !part.contains('#') && (part.contains('=') || part.contains(" in "))
        })
        .collect();
    parts.sort_unstable();
    parts
}
