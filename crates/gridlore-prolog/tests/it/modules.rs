//! Modules: private predicates, import lists and meta-predicates; also conditional loading.

use crate::files::{answer, program};

const TEXTS: &[(&str, &str)] = &[
    (
        "numbers.pl",
        ":- module(numbers, [number_of/1, doubled/1, op(700, xfx, ===>)]).
         number_of(X) :- private(X).
         private(1).
         private(2).
         doubled(L) :- findall(X, private(X), L0), maplist(twice, L0, L), \\+ absent.
         twice(X, Y) :- Y is 2 * X.
         absent :- fail.\n",
    ),
    (
        "facts.pl",
        ":- module(facts, [add/1, all/1, shifted/1, apply_to/3]).
         :- use_module(numbers, [number_of/1 as plain]).
         :- dynamic fact/1.
         :- meta_predicate apply_to(2, ?, ?).
         add(X) :- assertz(fact(X)).
         all(L) :- findall(X, fact(X), L).
         shifted(X) :- private(X).
         private(X) :- plain(Y), X is Y + 10.
         apply_to(G, X, Y) :- call(G, X, Y).
         tripled(X, Y) :- Y is 3 * X.\n",
    ),
    ("again.pl", ":- module(again, []).\n:- reexport(numbers, except([number_of/1])).\n"),
    ("other.pl", ":- module(other, [doubled/1, missing/0]).\ndoubled(other).\n"),
    ("main.pl", ":- use_module(facts).\n:- use_module(numbers, [doubled/1]).\nprivate(user).\ntwice(X, Y) :- Y is X + X.\n"),
    (
        "chosen.pl",
        ":- if(true).\na(1).\n:- if(fail).\na(2).\n:- else.\na(3).\n:- endif.\n:- elif(true).\na(4).\n:- else.\na(5).\n:- endif.
:- if(fail).\na(6).\n:- if(true).\na(7).\n:- endif.\n:- elif(true).\na(8).\n:- endif.\na(9).\n",
    ),
];

#[test]
fn private_predicates_are_separate() {
    let mut program = program(TEXTS);
    assert_eq!(answer(&mut program, "consult(main)."), "true");
    for (query, expected) in [
        ("findall(X, shifted(X), L).", "L=[11, 12]"),
        ("doubled(L).", "L=[2, 4]"),
        ("private(X).", "X=user"),
        ("numbers:private(X).", "X=1"),
        ("findall(X, facts:private(X), L).", "L=[11, 12]"),
        ("number_of(X).", "existence_error(procedure,number_of/1)"),
        ("facts:plain(X).", "X=1"),
        ("numbers:nowhere(X).", "existence_error(procedure,numbers:nowhere/1)"),
        ("M:foo.", "instantiation_error"),
        ("1:foo.", "type_error(module,1)"),
    ] {
        assert!(answer(&mut program, query).ends_with(expected), "{query}: {}", answer(&mut program, query));
    }
}

#[test]
fn goals_and_clauses_belong_to_the_callers_module() {
    let mut program = program(TEXTS);
    assert_eq!(answer(&mut program, "consult(main)."), "true");
    for (query, expected) in [
        ("add(1), add(2), all(L).", "L=[1, 2]"),
        ("fact(X).", "existence_error(procedure,fact/1)"),
        ("retract(facts:fact(1)), all(L).", "L=[2]"),
        ("assertz(facts:fact(3)), all(L).", "L=[2, 3]"),
        ("apply_to(twice, 4, X).", "X=8"),
        ("apply_to(facts:tripled, 4, X).", "X=12"),
        ("facts:apply_to(tripled, 4, X).", "X=12"),
        ("facts:(add(7), fact(X), X > 5).", "X=7"),
        ("current_predicate(facts:fact/1).", "true"),
        ("current_predicate(fact/1).", "No"),
        ("current_predicate(doubled/1).", "true"),
        ("clause(facts:shifted(X), B).", "B=private(X)"),
    ] {
        let found = answer(&mut program, query);
        assert!(found == expected || found.ends_with(&format!(", {expected}")), "{query}: {found}");
    }
}

#[test]
fn import_lists_are_respected() {
    let mut program = program(TEXTS);
    for (query, expected) in [
        ("use_module(again).", "true"),
        ("doubled(L).", "L=[2, 4]"),
        ("number_of(X).", "existence_error(procedure,number_of/1)"),
        ("X = (a ===> b).", "X=(a===>b)"),
        ("use_module(numbers, [private/1]).", "existence_error(export,private/1)"),
        ("use_module(other).", "permission_error('import into user',procedure,other:doubled/1)"),
        ("doubled(L).", "L=[2, 4]"),
        ("use_module(library(lists), [append/3 as joined]), joined([1], [2], L).", "L=[1, 2]"),
        ("use_module(library(nonsense)).", "existence_error(source_sink,library(nonsense))"),
        ("use_module(library(http/json), [json/1]).", "existence_error(source_sink,library(http/json))"),
    ] {
        assert_eq!(answer(&mut program, query), expected, "{query}");
    }
}

#[test]
fn undefined_exports_are_reported() {
    let mut program = program(TEXTS);
    let (messages, _) = program.consult("other.pl", TEXTS[3].1);
    let texts: Vec<String> = messages.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["ERROR: other.pl:1:1: Exported procedure missing/0 is not defined"]);
    assert_eq!(answer(&mut program, "doubled(X)."), "X=other");
}

#[test]
fn only_one_branch_is_loaded() {
    let mut program = program(TEXTS);
    assert_eq!(answer(&mut program, "consult(chosen), findall(X, a(X), L)."), "L=[1, 3, 8, 9]");
    for (text, expected) in [
        (":- if(true).\na.\n", ":- if without :- endif"),
        (":- endif.\n", "there is no matching :- if"),
        (":- if(true).\n:- else.\n:- else.\n:- endif.\n", "already has an :- else"),
        (":- if(nowhere).\na.\n:- endif.\n", "Unknown procedure: nowhere/0"),
    ] {
        let (messages, _) = program.consult("text", text);
        assert!(messages.iter().any(|message| message.to_string().contains(expected)), "{messages:?}");
    }
}
