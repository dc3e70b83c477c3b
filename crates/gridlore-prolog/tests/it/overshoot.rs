//! Checks how far goals that would take too much time or memory overshoot their limits, and how far
//! source text that is deep, long or malformed does so.
//!
//! Times are processor times of the thread, because test machines are busy. A slack of one second
//! is allowed where the target is 0.1 s. The actual figures are printed with `--nocapture`.

use std::time::Duration;

use gridlore_prolog::{Allowance, Program, Step};
use gridlore_testing::processor_time;

/// Maximum overshoot.
const SLACK: Duration = Duration::from_secs(1);

/// Number of repetitions in the cases of nesting.txt.
const REPETITIONS: usize = 100_000;

/// Returns a program that has this much time and memory from now on.
fn limited_program(seconds: f64, memory: usize, text: &str) -> Program {
    let mut program = Program::new(Allowance { inferences: u64::MAX, memory });
    let (messages, _) = program.consult("limits", text);
    assert_eq!(messages, []);
    let start = processor_time();
    program.set_clock(move || (processor_time() - start).as_secs_f64());
    program.set_deadline(Some(seconds));
    program
}

/// Runs a query to its first answer or its end, discarding its output.
fn outcome(program: &mut Program, query: &str) -> String {
    program.begin_query(query).expect(query);
    loop {
        let step = program.step(1_000_000);
        program.take_output();
        program.take_errors();
        match step {
            Step::Paused => {}
            Step::Answer(_) => return "true".to_owned(),
            Step::No => return "false".to_owned(),
            Step::Error(problem) => return problem.term,
            Step::Halted(code) => return format!("halted {code}"),
        }
    }
}

/// Every case in limits.txt ends in time with the expected kind of error, and the program can still
/// answer queries afterwards.
#[test]
fn limits_are_overshot_only_slightly() {
    let text = include_str!("../data/limits.pl");
    for (line, case) in (1..).zip(include_str!("../data/limits.txt").lines()) {
        if case.starts_with('#') {
            continue;
        }
        let parts: Vec<&str> = case.splitn(2, " | ").collect();
        let &[limits, rest] = parts.as_slice() else { panic!("limits.txt:{line}: {case}") };
        let (goal, expected) = rest.rsplit_once(" | ").expect("an outcome");
        let (seconds, mebibytes) = limits.split_once(' ').expect("seconds and MiB");
        let seconds: f64 = seconds.parse().expect("seconds");
        let memory = mebibytes.parse::<usize>().expect("MiB") << 20;
        let mut program = limited_program(seconds, memory, text);
        let start = processor_time();
        let found = outcome(&mut program, goal);
        let taken = processor_time() - start;
        println!("{:6.3} s of {seconds}: {found:.60} | {goal}", taken.as_secs_f64());
        let is_expected = match expected {
            "ends" => true,
            "time" => found == "resource_error(time)",
            "memory" => found == "resource_error(memory)",
            "time/memory" => found == "resource_error(time)" || found == "resource_error(memory)",
            _ => panic!("limits.txt:{line}: {expected}"),
        };
        assert!(is_expected, "limits.txt:{line}: ?- {goal}: {found:.200}, expected {expected}");
        assert!(
            taken < Duration::from_secs_f64(seconds) + SLACK,
            "limits.txt:{line}: ?- {goal}: {taken:?} of {seconds} s"
        );
        program.set_deadline(None);
        program.grant(1000);
        assert_eq!(outcome(&mut program, "X = 1"), "true", "after limits.txt:{line}");
    }
}

/// Builds the source text described by a case in nesting.txt. Repeated symbols are separated by
/// blanks.
fn nested_text(case: &str, count: usize) -> String {
    let case = case.replace("\\|", "\u{1}").replace("\\n", "\n").replace("\\0", "\0");
    let parts: Vec<String> =
        case.split('|').map(|part| part.trim_matches(' ').replace('\u{1}', "|")).collect();
    let [_, beginning, repeated, middle, after, end] = parts.as_slice() else { panic!("{case}") };
    let needs_blank = repeated.len() > 1 || matches!(repeated.as_str(), "-" | "\\" | ".");
    let blank =
        if needs_blank && repeated.ends_with(|last: char| !last.is_alphanumeric()) { " " } else { "" };
    let first = format!("{repeated}{blank}").repeat(count);
    format!("{beginning} {first}{middle}{}{end}\n", after.repeat(count))
}

/// The source text of every case in nesting.txt is consulted, run as a query and read as data in
/// time and without a crash, on a stack of 2 MiB.
#[test]
fn deep_nesting_does_not_crash() {
    for (line, case) in (1..).zip(include_str!("../data/nesting.txt").lines()) {
        if case.starts_with('#') {
            continue;
        }
        let text = nested_text(case, REPETITIONS);
        let name = format!("nesting.txt:{line}: {}", case.split('|').next().unwrap_or(""));
        let small = std::thread::Builder::new().stack_size(2 << 20);
        let checked = small.spawn(move || check_text(&text)).expect("a thread").join();
        match checked {
            Ok(taken) => println!("{taken:.3?} s {name}"),
            Err(_) => panic!("{name}"),
        }
    }
}

/// Returns the seconds taken to consult, query, read and colour source text.
fn check_text(text: &str) -> [f64; 4] {
    let seconds = 0.3;
    let timed = |work: &dyn Fn(&mut Program)| {
        let mut program = limited_program(seconds, 64 << 20, "");
        let start = processor_time();
        work(&mut program);
        let taken = processor_time() - start;
        assert!(taken < Duration::from_secs_f64(seconds) + SLACK, "{taken:?}");
        program.set_deadline(None);
        program.grant(1000);
        assert_eq!(outcome(&mut program, "X = 1"), "true");
        taken.as_secs_f64()
    };
    [
        timed(&|program| {
            program.consult("nesting", text);
        }),
        timed(&|program| {
            if program.begin_query(text).is_ok() {
                while program.step(100_000) == Step::Paused {}
            }
        }),
        timed(&|program| {
            let data = text.to_owned();
            program.set_reader(move |name, _| {
                Ok(gridlore_prolog::Source { name: name.to_owned(), text: data.clone() })
            });
            outcome(
                program,
                "catch(read_file_to_string(data, S, []), _, true), nonvar(S), term_to_atom(T, S), \
                 copy_term(T, U), T == U, assertz(kept(T)), term_to_atom(U, A), atom_length(A, _)",
            );
        }),
        timed(&|_| {
            let colours = gridlore_prolog::colour::pieces(text);
            assert_eq!(colours.iter().map(|(_, length)| length).sum::<usize>(), text.len());
        }),
    ]
}
