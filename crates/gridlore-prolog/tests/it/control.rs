//! Cuts are local to the condition that they stand in, whatever follows them.

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
fn lists_in_arithmetic_are_single_characters() {
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
