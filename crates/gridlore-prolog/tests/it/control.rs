//! Control constructs, and the errors of builtins.

use crate::files::{answer, program};

#[test]
fn a_cut_in_a_condition_leaves_the_alternative() {
    let mut program = program(&[]);
    for (query, expected) in [
        ("\\+ (true, !, fail).", "true"),
        ("not((true, !, fail)).", "true"),
        ("((!, fail) -> X = 1 ; X = 2).", "X=2"),
        ("((!, fail) *-> X = 1 ; X = 2).", "X=2"),
        ("((member(X, [1, 2]), !) *-> true ; X = 3).", "X=1"),
        ("\\+ \\+ (!, (! ; !)), X = 1.", "X=1"),
        ("forall((member(X, [1, 2]), !), X < 2).", "true"),
        ("ignore((!, fail)), X = 1.", "X=1"),
        ("findall(X, (member(X, [1, 2, 3]), \\+ (X > 1, !, fail)), L).", "L=[1, 2, 3]"),
        ("findall(X, (member(X, [1, 2, 3]), (X > 1, ! -> true ; true)), L).", "L=[1, 2, 3]"),
        ("\\+ X.", "instantiation_error"),
        ("X = fail, \\+ X.", "X=fail"),
    ] {
        assert_eq!(answer(&mut program, query), expected, "{query}");
    }
}

#[test]
fn one_element_lists_are_evaluated() {
    let mut program = program(&[]);
    for (query, expected) in [
        ("X is [a].", "X=97"),
        ("X is [7].", "X=7"),
        ("X is [1, 2].", "type_error([],[1,2])"),
        ("X is [ab].", "type_error(character,ab)"),
        ("X is [Y].", "instantiation_error"),
        ("X is [].", "type_error(evaluable,[])"),
    ] {
        assert_eq!(answer(&mut program, query), expected, "{query}");
    }
}

#[test]
fn builtins_throw_the_errors_of_the_standard() {
    let mut program = program(&[]);
    for (query, expected) in [
        ("atom_chars(f(a), L).", "type_error(atom,f(a))"),
        ("atom_chars(A, [a, f(b)]).", "type_error(character,f(b))"),
        ("atom_codes(A, 0'x).", "type_error(list,120)"),
        ("number_codes(A, 4).", "type_error(list,4)"),
        ("char_code(ab, X).", "type_error(character,ab)"),
        ("sub_atom(banana, 4, _, m, S).", "type_error(integer,m)"),
        ("atom_concat([a], b, X).", "type_error(atomic,[a])"),
        ("put_char(ab).", "type_error(character,ab)"),
        ("length([], 0.0).", "type_error(integer,0.0)"),
        ("arg(X, 3, Y).", "type_error(compound,3)"),
        ("succ(X, -1).", "domain_error(not_less_than_zero,-1)"),
        ("succ(X, 100000000000000000000).", "X=99999999999999999999"),
        ("flush_output(foo/2).", "domain_error(stream_or_alias,foo/2)"),
        ("write(user_input, x).", "permission_error(output,stream,user_input)"),
        ("at_end_of_stream(nowhere).", "existence_error(stream,nowhere)"),
        ("abolish(foo/(-1)).", "domain_error(not_less_than_zero,-1)"),
        ("assertz((foo :- a, 1)).", "type_error(callable,(a,1))"),
        ("assertz(fail).", "permission_error(modify,static_procedure,fail/0)"),
        ("retractall(1).", "type_error(callable,1)"),
        ("ignore((true, 1)).", "type_error(callable,(true,1))"),
        ("catch(\\+ (fail, 1), error(type_error(T, G), _), true).", "T=callable, G=(fail, 1)"),
        ("current_predicate(foo/a).", "type_error(predicate_indicator,foo/a)"),
        ("call_cleanup(fail, throw(ball)).", "ball"),
        ("catch(call_cleanup(throw(first), throw(second)), B, true).", "B=first"),
        ("assertz(gone(1)), abolish(gone/1), gone(_).", "existence_error(procedure,gone/1)"),
        ("set_prolog_flag(unknown, warning), nowhere_defined.", "No"),
        ("atom_to_term('[a|b|c]', T, _).", "syntax_error(cannot_start_term)"),
    ] {
        assert_eq!(answer(&mut program, query), expected, "{query}");
    }
}

#[test]
fn a_cleanup_catcher_gets_the_reason() {
    let mut program = program(&[]);
    for (query, expected) in [
        ("setup_call_catcher_cleanup(true, true, C, true).", "C=exit"),
        ("setup_call_catcher_cleanup(true, fail, C, nb_setval(why, C)) ; nb_getval(why, W).", "W=fail"),
        ("setup_call_catcher_cleanup(true, member(X, [1, 2]), C, true), X == 1, !.", "X=1, C=!"),
        (
            "catch(setup_call_catcher_cleanup(true, throw(x), C, nb_setval(why, C)), x, true), nb_getval(why, W).",
            "W=exception(x)",
        ),
        ("setup_call_catcher_cleanup(true, member(X, [1, 2]), C, true).", "X=1"),
    ] {
        assert_eq!(answer(&mut program, query), expected, "{query}");
    }
}
