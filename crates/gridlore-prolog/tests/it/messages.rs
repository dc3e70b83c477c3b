//! Messages about common beginners' errors.

use gridlore_prolog::Program;

fn consult_messages(text: &str) -> Vec<String> {
    let (messages, _) = Program::default().consult("my.pl", text);
    messages.iter().map(ToString::to_string).collect()
}

#[test]
fn errors_have_a_location_and_the_rest_is_loaded() {
    for (text, expected) in [
        (
            "p(1).\np(2)\np(3).\n",
            "ERROR: my.pl:3:1: Syntax error: found 'p', expected an operator, a comma or a full stop before it",
        ),
        ("p(X :- q.\n", "ERROR: my.pl:1:9: Syntax error: found the full stop, expected ) to close ("),
        ("p([1, 2).\n", "ERROR: my.pl:1:8: Syntax error: found ')', expected ] to close ["),
        ("p :- a,\n  , b.\n", "ERROR: my.pl:2:3: Syntax error: found ',', expected a term"),
        ("p('never).\n", "ERROR: my.pl:1:3: Syntax error: found an opening ', expected a closing '"),
        ("p(1) :- X = 2.\n", "Warning: my.pl:1:9: Singleton variables: [X]"),
        ("p(_X, _X).\n", "Warning: my.pl:1:1: Singleton-marked variables appear more than once: [_X]"),
        ("p(1).\nq(1).\np(2).\n", "Warning: my.pl:3:1: Clauses of p/1 are not together in the source-file"),
        (":- fail.\n", "Warning: my.pl:1:1: Goal (directive) failed"),
        (":- undefined_goal.\n", "ERROR: my.pl:1:1: Unknown procedure: undefined_goal/0"),
        (":- apend([], [], X).\n", "ERROR: my.pl:1:1: Unknown procedure: apend/3\n  Did you mean: append/3?"),
        (
            ":- append(1).\n",
            "ERROR: my.pl:1:1: Unknown procedure: append/1\n  However, there are definitions for: append/2, append/3",
        ),
        ("append(X) :- foo.\n:- X is a + 1.\n", "Warning: my.pl:1:8: Singleton variables: [X]"),
        (":- X is a + 1.\n", "ERROR: my.pl:1:1: is/2: Arithmetic: evaluable `a/0' does not exist"),
        (
            ":- atom_length(f(x), _).\n",
            "ERROR: my.pl:1:1: atom_length/2: Type error: `text' expected, found `f(x)' (a compound)",
        ),
        (
            ":- atom_length(_, _).\n",
            "ERROR: my.pl:1:1: atom_length/2: Arguments are not sufficiently instantiated",
        ),
        ("write(x) :- true.\n", "ERROR: my.pl:1:1: No permission to modify static_procedure `write/1'"),
        ("foo :- 1.\n", "ERROR: my.pl:1:1: Type error: `callable' expected, found `1' (an integer)"),
        (
            "a = b = c.\n",
            "ERROR: my.pl:1:7: Syntax error: found operator = of priority 700, expected at most 699 (use brackets)",
        ),
        ("p :- X #> a.\n:- p.\n", "Warning: my.pl:1:6: Singleton variables: [X]"),
        (
            "p(a)",
            "ERROR: my.pl:1:5: Syntax error: found the end of input, expected a full stop at the end of the term",
        ),
    ] {
        assert_eq!(consult_messages(text).first().map_or("", String::as_str), expected, "{text}");
    }
    let mut program = Program::default();
    let (messages, _) = program.consult("my.pl", "p(1).\np(2\np(3).\np(4).\n");
    assert_eq!(messages.len(), 1);
    let found: Vec<String> =
        program.query("p(X)").expect("a query").map(|answer| answer.expect("no error").to_string()).collect();
    assert_eq!(found, ["X=1", "X=4"]);
}

#[test]
fn consulting_replaces_earlier_definitions() {
    let mut program = Program::default();
    program.consult("one", "p(1). p(2). append(mine, X, X).");
    program.consult("two", "p(3).");
    let mut all = |query: &str| -> Vec<String> {
        program.query(query).expect("a query").map(|answer| answer.expect("no error").to_string()).collect()
    };
    assert_eq!(all("p(X)"), ["X=3"]);
    // Only the program uses its own append/3; the library keeps using the library's.
    assert_eq!(all("append(X, 1, Y)"), ["X=mine, Y=1"]);
    assert_eq!(all("atomic_list_concat([a, b], X)"), ["X=ab"]);
    assert_eq!(all("flatten([[1], [2, [3]]], X)"), ["X=[1, 2, 3]"]);
}
