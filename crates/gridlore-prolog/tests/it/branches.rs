//! Clauses with a great many branches: their goals count towards the memory limit, and the time to
//! compile the clauses is proportional to their length.

use std::fmt::Write;
use std::time::Duration;

use gridlore_prolog::{Allowance, Program, Severity, Step};
use gridlore_testing::processor_time;

/// Returns a program with this much memory.
fn program(mebibytes: usize) -> Program {
    Program::new(Allowance { inferences: 1 << 40, memory: mebibytes << 20 })
}

/// Runs a query to its first answer or its end.
fn outcome(program: &mut Program, query: &str) -> String {
    program.begin_query(query).expect(query);
    loop {
        match program.step(1_000_000) {
            Step::Paused => {}
            Step::Answer(answer) => return answer.to_string(),
            Step::No => return "false".to_owned(),
            Step::Error(problem) => return problem.term,
            Step::Halted(code) => return format!("halted {code}"),
        }
    }
}

/// Loads a program, and returns the errors and the processor time.
fn consulted(program: &mut Program, text: &str) -> (String, Duration) {
    let start = processor_time();
    let (messages, _) = program.consult("test", text);
    let taken = processor_time() - start;
    let errors = messages.iter().filter(|message| message.severity == Severity::Error);
    (errors.map(|message| message.text.as_str()).collect::<Vec<_>>().join("\n"), taken)
}

#[test]
fn branches_are_charged_to_the_memory_limit() {
    const ROUNDS: usize = 20_000;
    for branch in ["a;", "!;", "b(X,Y);", "X=[a];", "X<1;", "call(b,X);"] {
        let text = format!("a:-{}a.\n", branch.repeat(ROUNDS));
        let (errors, _) = consulted(&mut program(4), &text);
        assert!(errors.contains("memory"), "{branch} in 4 MiB: {errors}");
        let (errors, _) = consulted(&mut program(32), &text);
        assert_eq!(errors, "", "{branch} in 32 MiB");
    }
}

#[test]
fn branches_of_asserted_clauses_are_charged_to_the_memory_limit() {
    const PROGRAM: &str = "
        :- dynamic p/0.
        b(0, true) :- !.
        b(N, (fail ; T)) :- N1 is N - 1, b(N1, T).
        go(N) :- b(N, T), assertz((p :- T)).";
    let mut small = program(4);
    small.consult("test", PROGRAM);
    assert_eq!(outcome(&mut small, "go(20000)"), "resource_error(memory)");
    assert_eq!(outcome(&mut small, "go(1000), p"), "true");
    let mut large = program(32);
    large.consult("test", PROGRAM);
    assert_eq!(outcome(&mut large, "go(20000), p"), "true");
}

/// The work for a branch depends on the branch's own variables, not on all variables of the clause.
#[test]
fn branches_with_variables_of_their_own_compile_in_linear_time() {
    const ROUNDS: usize = 40_000;
    for (branch, end) in [
        ("b(Vn);", "true"),
        ("atom(Vn), atom_length(Vn, _);", "true"),
        ("(Vn = c, \\+ b(Vn));", "true"),
        ("(Vn == c -> b(Vn) ; b(Vn)), ", "true"),
    ] {
        let mut text = "b(a). t:-".to_owned();
        for round in 0..ROUNDS {
            let _ = write!(text, "{}", branch.replace('n', &round.to_string()));
        }
        text += end;
        text += ".\n";
        let (errors, taken) = consulted(&mut program(512), &text);
        println!("{taken:?} {branch}");
        assert_eq!(errors, "", "{branch}");
        assert!(taken < Duration::from_millis(1000), "{branch}: {taken:?}");
    }
}

#[test]
fn more_conditions_than_slots_are_refused() {
    let text = format!("b. t:-{}b.\n", "(b->b;b),".repeat(70_000));
    let (errors, _) = consulted(&mut program(512), &text);
    assert!(errors.contains("program_space"), "{errors}");
}
