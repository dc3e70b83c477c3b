//! Files that a host reads for programs.

use std::cell::RefCell;
use std::rc::Rc;

use gridlore_prolog::{Program, Source, Step};

/// Returns a program whose host provides these files.
pub(crate) fn program(texts: &'static [(&'static str, &'static str)]) -> Program {
    let mut program = Program::default();
    program.set_reader(move |name, from| {
        let folder = from
            .and_then(|from| from.rsplit_once('/'))
            .map_or(String::new(), |(folder, _)| format!("{folder}/"));
        let name = format!("{folder}{name}");
        let found = texts.iter().find(|(known, _)| *known == name || *known == format!("{name}.pl"));
        found
            .map(|(name, text)| Source { name: (*name).to_owned(), text: (*text).to_owned() })
            .ok_or_else(|| "not found".to_owned())
    });
    program
}

pub(crate) fn answer(program: &mut Program, query: &str) -> String {
    program.begin_query(query).expect(query);
    let step = program.step(1_000_000);
    program.end_query();
    match step {
        Step::Answer(answer) => answer.to_string(),
        Step::Error(problem) => problem.term,
        other => format!("{other:?}"),
    }
}

const TEXTS: &[(&str, &str)] = &[
    ("lib/a.pl", ":- ensure_loaded(b).\n:- ensure_loaded(b).\na(X) :- b(X).\n"),
    ("lib/b.pl", ":- write(b), nl.\n:- [a].\nb(1). b(2).\nc(X, Y) :- b(X).\n"),
    ("data.txt", "x(1). x('two').\n% end\nx(\"three\")."),
    ("wrong.pl", "p(1).\np(2.\np(3).\n"),
    ("end.pl", ":- halt(3).\n"),
    ("self.pl", ":- initialization(assertz(done)).\n:- consult(self).\nself.\n"),
];

#[test]
fn programs_consult_files_by_name() {
    let mut program = program(TEXTS);
    let (messages, halted) = program.consult(
        "main.pl",
        ":- use_module('lib/a').\n:- use_module(library(lists)).\nmain(Xs) :- findall(X, a(X), Xs).\n",
    );
    assert_eq!(halted, None);
    assert_eq!(program.take_output(), "b\n", "once, although two files load it");
    let texts: Vec<String> = messages.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["Warning: lib/b.pl:4:6: Singleton variables: [Y]"]);
    assert_eq!(answer(&mut program, "main(Xs)"), "Xs=[1, 2]");
    assert_eq!(answer(&mut program, "[self], self, done, X = 1"), "X=1");
    assert_eq!(answer(&mut program, "consult(['lib/a', self]), Y = 2"), "Y=2");
    assert_eq!(
        answer(&mut program, "X = f(Y), Z = [1, 2|Y], consult(wrong), findall(P, p(P), Ps), Y = [3]"),
        "X=f([3]), Y=[3], Z=[1, 2, 3], Ps=[1, 3]"
    );
    assert!(program.take_errors().starts_with("ERROR: wrong.pl:2:"));
    assert_eq!(
        answer(&mut program, "read_file_to_terms('data.txt', Ts, [])"),
        "Ts=[x(1), x(two), x(\"three\")]"
    );
    assert_eq!(
        answer(&mut program, "read_file_to_string('data.txt', S, []), string_length(S, L), S = \"\""),
        "No"
    );
    assert_eq!(answer(&mut program, "exists_file('data.txt'), \\+ exists_file(nothing), X = yes"), "X=yes");
    assert_eq!(answer(&mut program, "consult(nothing)"), "existence_error(source_sink,nothing)");
    assert_eq!(
        answer(&mut program, "read_file_to_terms(wrong, Ts, [])").split(':').next(),
        Some("syntax_error('wrong.pl")
    );
    assert_eq!(answer(&mut program, "consult(_)"), "instantiation_error");
    assert_eq!(answer(&mut program, "consult(end)"), "Halted(3)");
}

#[test]
fn without_a_reader_there_are_no_files() {
    let mut program = Program::default();
    for query in
        ["consult('/etc/passwd')", "[a]", "read_file_to_string('/etc/passwd', S, [])", "use_module(a)"]
    {
        assert!(answer(&mut program, query).starts_with("permission_error(open,source_sink,"), "{query}");
    }
    assert_eq!(answer(&mut program, "use_module(library(clpfd)), X = 1"), "X=1");
    assert_eq!(answer(&mut program, "catch(exists_file(a), _, true)"), "No");
    let (messages, _) = program.consult("main", ":- [other].\np(1).\n");
    assert_eq!(
        messages[0].to_string(),
        "ERROR: main:1:1: '[|]'/2: No permission to open source_sink `other'"
    );
    assert_eq!(answer(&mut program, "p(X)"), "X=1");
}

#[test]
fn a_host_gets_output_while_consulting_and_can_interrupt() {
    let printed = Rc::new(RefCell::new(String::new()));
    let mut program = Program::default();
    let sink = Rc::clone(&printed);
    let mut left = 20;
    program.set_pause(move |output, _| {
        sink.borrow_mut().push_str(output);
        left -= 1;
        left > 0
    });
    let (_, halted) = program.consult("main", "noise :- write(noise), nl, noise.\n:- noise.\np(1).\n");
    assert_eq!(halted, Some(Program::INTERRUPTED));
    let text = printed.borrow().clone() + &program.take_output();
    assert!(text.len() > 60_000 && text.lines().all(|line| "noise".starts_with(line)), "{}", text.len());
    assert_eq!(answer(&mut program, "X = 1"), "X=1");
}
