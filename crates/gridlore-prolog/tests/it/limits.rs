//! Programs that never end or need too much memory. A limit stops each of them with the right
//! error, and the machine stays intact.

use gridlore_prolog::{Allowance, Program, Step};

/// Returns a program with low limits: two million inferences and 32 MiB.
fn small() -> Program {
    Program::new(Allowance { inferences: 2_000_000, memory: 32 << 20 })
}

/// Runs a query to its first answer or its end, discarding its output.
fn outcome(program: &mut Program, query: &str) -> String {
    program.begin_query(query).expect(query);
    loop {
        let step = program.step(100_000);
        program.take_output();
        program.take_errors();
        match step {
            Step::Paused => {}
            Step::Answer(answer) => return answer.to_string(),
            Step::No => return "false".to_owned(),
            Step::Error(problem) => return problem.term,
            Step::Halted(code) => return format!("halted {code}"),
        }
    }
}

#[test]
fn hostile_programs_are_stopped() {
    const PROGRAM: &str = "
        forever :- forever.
        deeper(X) :- deeper(f(X, X, X, X)), true.
        wider(X) :- wider([X, X]).
        noise :- write(noise), nl, noise.
        double(0, x) :- !.
        double(N, f(X, X)) :- N1 is N - 1, double(N1, X).
        grow(A) :- atom_concat(A, A, B), grow(B).
        remember(N) :- assertz(known(N)), N1 is N + 1, remember(N1).
        left(X) :- left(X), left(X).
        choose :- member(_, [1, 2]), choose.
        stubborn :- catch(forever, _, true), stubborn.
        hoard :- length(T, 60000), repeat, assertz(known(T)), fail.
        shout :- double(14, T), repeat, write(T), fail.
        mutter :- double(14, T), with_output_to(string(_), ( repeat, write(T), fail )).
        keep(N) :- double(14, T), atom_concat(k, N, K), nb_setval(K, T), N1 is N + 1, keep(N1).
        holes(X, N) :- X #\\= N, N2 is N + 2, holes(X, N2).
        rows(L) :- numlist(1, 2000, Ns), findall([N, N], member(N, Ns), T), repeat, tuples_in([[_, _]], T), rows(L).
        odd(0, D, D) :- !.
        odd(N, E, D) :- V is N * 2, N1 is N - 1, odd(N1, E \\/ V, D).
        names(N) :- atom_number(A, N), atom_length(A, _), N1 is N + 1, names(N1).";
    for (query, expected) in [
        ("forever", "resource_error(inferences)"),
        ("stubborn", "resource_error(inferences)"),
        ("repeat, fail", "resource_error(inferences)"),
        ("noise", "resource_error(inferences)"),
        ("between(1, inf, X), X < 0", "resource_error(inferences)"),
        ("deeper(a)", "resource_error(memory)"),
        ("left(a)", "resource_error(memory)"),
        ("wider(a)", "resource_error(memory)"),
        ("length(L, 100000000)", "resource_error(memory)"),
        ("double(60, T), write(T)", "resource_error(memory)"),
        ("X is 2 ** (2 ** 40)", "resource_error(memory)"),
        ("X is 1 << (1 << 40)", "resource_error(memory)"),
        ("X = f(X), write(X)", "resource_error(memory)"),
        ("X = f(X), Y = f(Y), X == Y", "X=<cyclic term>, Y=<cyclic term>"),
        ("grow(ab)", "resource_error(memory)"),
        ("findall(X, between(1, inf, X), L)", "resource_error(memory)"),
        ("hoard", "resource_error(memory)"),
        ("shout", "resource_error(inferences)"),
        ("mutter", "resource_error(memory)"),
        ("keep(0)", "resource_error(memory)"),
        ("X in 0..1000000, holes(X, 1)", "resource_error(memory)"),
        ("odd(4000, 0, D), length(L, 10000), L ins D", "resource_error(memory)"),
        ("rows(_)", "resource_error(inferences)"),
        ("format(\"~*c\", [1000000000, 0'x])", "resource_error(memory)"),
        ("numlist(1, 100000000, L)", "resource_error(inferences)"),
        ("X #> 3, X #< 10 ^ 30, length(L, 10), L ins 0..sup, sum(L, #=, X)", "X in 4..sup"),
    ] {
        let mut program = small();
        let (messages, _) = program.consult("hostile", PROGRAM);
        assert_eq!(messages, []);
        let found = outcome(&mut program, query);
        if expected.starts_with("X in") {
            assert!(found.starts_with("L="), "{query}: {found}");
        } else {
            assert_eq!(found, expected, "?- {query}");
        }
        // The machine is intact and can still answer queries.
        program.grant(1000);
        assert_eq!(outcome(&mut program, "X = 1"), "X=1", "after {query}");
    }
    for query in ["remember(0)", "names(0)", "choose"] {
        let mut program = small();
        program.consult("hostile", PROGRAM);
        let found = outcome(&mut program, query);
        assert!(found.starts_with("resource_error("), "?- {query}: {found}");
        program.grant(1000);
        assert_eq!(outcome(&mut program, "X = 1"), "X=1");
    }
}

#[test]
fn copies_share_what_a_large_term_shares() {
    const PROGRAM: &str = "
        :- dynamic(known/1).
        double(0, T, T) :- !.
        double(N, E, T) :- N1 is N - 1, double(N1, g(E, E), T).";
    for goal in [
        "double(60, leaf, T), copy_term(T, U), T == U",
        "double(60, _, T), copy_term(T, U), T \\== U, T =@= U",
        "double(60, leaf, T), findall(T, (true ; true), [U, V]), U == T, V == T",
        "double(60, leaf, T), assertz(known(T)), known(U), T == U",
        "double(60, leaf, T), catch(throw(T), U, true), T == U",
        "X = f(X), copy_term(X, Y), Y = f(Z), Z == Y",
        "X = f(X, A, B), A = [B|A], copy_term(X, Y), Y = f(P, Q, R), P == Y, Q = [S|T], S == R, T == Q",
        "X = f(X, V), put_attr(V, a, 1), copy_term(X, Y), Y = f(Z, W), Z == Y, get_attr(W, a, 1)",
        "X = f(X), findall(X, true, [Y]), X == Y",
        "X = f(X), catch(throw(X), Y, true), X == Y",
        "X = f(X), nb_setval(kept, X), nb_getval(kept, Y), X == Y",
        "X = [a|X], call((Y = X, Y = [a|Z])), Z == Y",
    ] {
        let mut program = small();
        let (messages, _) = program.consult("shared", PROGRAM);
        assert_eq!(messages, []);
        assert_eq!(outcome(&mut program, &format!("\\+ \\+ ({goal})")), "true", "{goal}");
    }
    for goal in ["assertz(known(X))", "assertz((known(1) :- write(X)))", "asserta((X :- true))"] {
        let mut program = small();
        program.consult("shared", PROGRAM);
        let found = outcome(&mut program, &format!("X = f(X), {goal}"));
        assert_eq!(found, "representation_error(cyclic_term)", "{goal}");
    }
    for (goal, error) in
        [("throw(X)", "f(f(f("), ("Y is X", "type_error(evaluable,"), ("throw(e(X))", "e(f(f(")]
    {
        let found = outcome(&mut small(), &format!("X = f(X), {goal}"));
        assert!(found.starts_with(error) && found.len() < 100, "{goal}: {found}");
    }
}

#[test]
fn a_program_can_catch_a_limit_once() {
    let mut program = small();
    program.consult("test", "forever :- forever.");
    let found = outcome(&mut program, "catch(forever, error(resource_error(R), _), true)");
    assert_eq!(found, "R=inferences");
    let mut program = small();
    let found =
        outcome(&mut program, "catch(length(_, 100000000), error(resource_error(R), _), true), length(L, 2)");
    assert_eq!(found, "R=memory, L=[_0, _1]");
}

#[test]
fn a_query_is_printed_without_inferences_left() {
    let mut program = small();
    program.grant(0);
    assert_eq!(outcome(&mut program, "repeat, fail"), "resource_error(inferences)");
    let query = "foo(a, [b, c], d)".to_owned() + &", foo(a, [b, c], d)".repeat(12);
    let (mut printed, mut refused) = (0, 0);
    // The meter checks the limits only now and then: in some rounds while it reads, in others while
    // it prints.
    for _ in 0..100 {
        program.grant(0);
        match program.begin_query(&query) {
            Ok(()) => {
                assert_eq!(program.query_text(), query);
                printed += 1;
            }
            Err(_) => refused += 1,
        }
    }
    assert!(printed > 50 && refused > 0, "{printed} {refused}");
}

#[test]
fn goals_have_inner_limits() {
    let mut program = small();
    program.consult("test", "forever :- forever. p(1). p(2).");
    for (query, expected) in [
        ("call_with_inference_limit(forever, 1000, R)", "R=inference_limit_exceeded"),
        ("call_with_inference_limit(p(2), 1000, R)", "R=!"),
        ("call_with_inference_limit(p(X), 1000, R)", "X=1, R=true"),
    ] {
        assert_eq!(outcome(&mut program, query), expected, "?- {query}");
    }
}

#[test]
fn deep_terms_do_not_overflow_the_stack() {
    let mut program = Program::default();
    program.consult(
        "test",
        "nest(0, x) :- !. nest(N, f(X)) :- N1 is N - 1, nest(N1, X).
         left(0, x) :- !. left(N, X+1) :- N1 is N - 1, left(N1, X).",
    );
    for query in [
        "nest(300000, X), nest(300000, Y), X = Y",
        "nest(300000, X), nest(300000, Y), X == Y",
        "nest(300000, X), copy_term(X, Y), ground(Y)",
        "nest(300000, X), term_to_atom(X, A), term_to_atom(Y, A), X == Y",
        "nest(300000, X), assertz(kept(X)), kept(Y), X == Y",
        "nest(300000, X), G = (Y = X), call((G, true))",
        "nest(300000, X), findall(X, true, [Y]), X =@= Y",
        "left(100000, X), X2 = 0, left(5, Z), Z = Z, catch(Y is X, _, true)",
        "numlist(1, 300000, L), sort(0, @>=, L, M), msort(M, N), N == L",
        "numlist(1, 300000, L), atomic_list_concat(L, ',', A), atom_length(A, N)",
        "length(L, 300000), L ins 0..1, sum(L, #=, 0), L = [X|_]",
        "nest(300000, X), \\+ X \\= X, acyclic_term(X), term_variables(X, [])",
    ] {
        let query = format!("{query}, Done = yes");
        program.begin_query(&query).expect("a query");
        let found = loop {
            match program.step(1_000_000) {
                Step::Paused => {}
                Step::Answer(answer) => {
                    break answer.bindings.last().map(|(name, _)| name.clone()).unwrap_or_default();
                }
                other => break format!("{other:?}"),
            }
        };
        program.end_query();
        assert!(found == "Done" || found == "N" || found == "X", "?- {query}: {found}");
    }
}

#[test]
fn a_clock_makes_time_a_limit() {
    use std::cell::Cell;
    use std::rc::Rc;
    // A clock that advances by one second each time it is read.
    let clock = Rc::new(Cell::new(0.0));
    let mut program = small();
    let shown = Rc::clone(&clock);
    program.set_clock(move || {
        shown.set(shown.get() + 1.0);
        shown.get()
    });
    program.consult("test", "forever :- forever. p(1). p(2).");
    for (query, expected) in [
        ("catch(call_with_time_limit(5, forever), E, true)", "E=time_limit_exceeded"),
        ("call_with_time_limit(5, p(X))", "X=1"),
        ("call_with_time_limit(5, fail)", "false"),
        ("catch(call_with_time_limit(5, throw(mine)), E, true)", "E=mine"),
        (
            "catch(call_with_time_limit(100, call_with_time_limit(3, forever)), E, true)",
            "E=time_limit_exceeded",
        ),
        ("catch(call_with_time_limit(a, true), error(E, _), true)", "E=type_error(number, a)"),
    ] {
        assert_eq!(outcome(&mut program, query), expected, "?- {query}");
    }
    program.set_deadline(Some(clock.get() + 20.0));
    assert_eq!(outcome(&mut program, "forever"), "resource_error(time)");
    program.set_deadline(Some(clock.get() + 20.0));
    assert_eq!(outcome(&mut program, "catch(forever, error(resource_error(R), _), true)"), "R=time");
    program.set_deadline(Some(clock.get() + 20.0));
    // A program that catches the error and continues is stopped anyway.
    assert_eq!(outcome(&mut program, "catch(forever, _, true), forever"), "resource_error(inferences)");
    program.set_deadline(None);
    // A limit on a goal ends with its query or directive.
    program
        .begin_query("call_with_time_limit(3, (call_with_inference_limit(forever, 5000, _), forever))")
        .expect("a query");
    assert_eq!(program.step(100), Step::Paused);
    assert_eq!(outcome(&mut program, "between(1, 20000, X), X > 19999"), "X=20000");
    program.consult("other", ":- call_with_time_limit(3, halt).\n");
    assert_eq!(outcome(&mut program, "between(1, 20000, X), X > 19999"), "X=20000");
    assert_eq!(outcome(&mut program, "p(X), X > 1"), "X=2");
}
