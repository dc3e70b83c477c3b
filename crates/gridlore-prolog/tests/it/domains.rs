//! Compares finite domains with brute force on small problems, for which all values are tried.

use gridlore_prolog::{Program, Step};

/// A random number generator that always produces the same sequence.
struct Draw(u64);

impl Draw {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[usize::try_from(self.below(from.len() as u64)).expect("small")]
    }
}

/// An expression over X, Y and Z.
enum Expression {
    Number(i64),
    Variable(usize),
    Both(&'static str, Box<Expression>, Box<Expression>),
    Absolute(Box<Expression>),
}

const NAMES: [&str; 3] = ["X", "Y", "Z"];

impl Expression {
    fn random(draw: &mut Draw, depth: u32) -> Self {
        if depth == 0 || draw.below(3) == 0 {
            return if draw.below(3) == 0 {
                Self::Number(draw.pick(&[-3, -2, -1, 0, 1, 2, 3, 5]))
            } else {
                Self::Variable(draw.pick(&[0, 1, 2]))
            };
        }
        let name = draw.pick(&["+", "-", "*", "+", "-", "max", "min", "mod", "rem", "//", "div", "abs", "^"]);
        let left = Box::new(Self::random(draw, depth - 1));
        match name {
            "abs" => Self::Absolute(left),
            "^" => Self::Both(name, left, Box::new(Self::Number(draw.pick(&[0, 1, 2, 3])))),
            _ => Self::Both(name, left, Box::new(Self::random(draw, depth - 1))),
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Number(value) => format!("({value})"),
            Self::Variable(index) => NAMES[*index].to_owned(),
            Self::Absolute(inner) => format!("abs({})", inner.text()),
            Self::Both(name @ ("max" | "min"), left, right) => {
                format!("{name}({}, {})", left.text(), right.text())
            }
            Self::Both(name, left, right) => format!("({} {name} {})", left.text(), right.text()),
        }
    }

    /// Returns the value, or `None` if it is undefined because of a division by zero.
    fn value(&self, values: [i64; 3]) -> Option<i64> {
        Some(match self {
            Self::Number(value) => *value,
            Self::Variable(index) => values[*index],
            Self::Absolute(inner) => inner.value(values)?.abs(),
            Self::Both(name, left, right) => {
                let (left, right) = (left.value(values)?, right.value(values)?);
                match *name {
                    "+" => left + right,
                    "-" => left - right,
                    "*" => left * right,
                    "max" => left.max(right),
                    "min" => left.min(right),
                    "^" => left.pow(u32::try_from(right).ok()?),
                    _ if right == 0 => return None,
                    "//" => left / right,
                    "rem" => left % right,
                    "div" => left.div_euclid(right) - i64::from(right < 0 && left.rem_euclid(right) != 0),
                    _ => (left % right + right) % right,
                }
            }
        })
    }
}

/// A comparison, or a Boolean combination of comparisons.
enum Constraint {
    Compare(&'static str, Expression, Expression),
    Connect(&'static str, Box<Constraint>, Box<Constraint>),
    Not(Box<Constraint>),
}

impl Constraint {
    fn random(draw: &mut Draw, depth: u32, is_plain: bool) -> Self {
        if depth > 0 && !is_plain {
            let inner = |draw: &mut Draw| Box::new(Self::random(draw, depth - 1, false));
            match draw.below(3) {
                0 => return Self::Not(inner(draw)),
                1 => {
                    let name = draw.pick(&["#/\\", "#\\/", "#\\", "#==>", "#<==", "#<==>"]);
                    return Self::Connect(name, inner(draw), inner(draw));
                }
                _ => {}
            }
        }
        let name = draw.pick(&["#=", "#\\=", "#<", "#>", "#=<", "#>="]);
        // Reified comparisons contain no divisions, because undefined values are tested separately.
        let depth = if is_plain { 2 } else { 1 };
        loop {
            let (left, right) = (Expression::random(draw, depth), Expression::random(draw, depth));
            let divides = |text: &str| ["mod", "rem", "//", "div"].iter().any(|name| text.contains(name));
            if is_plain || !(divides(&left.text()) || divides(&right.text())) {
                return Self::Compare(name, left, right);
            }
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Compare(name, left, right) => format!("({} {name} {})", left.text(), right.text()),
            Self::Connect(name, left, right) => format!("({} {name} {})", left.text(), right.text()),
            Self::Not(inner) => format!("(#\\ {})", inner.text()),
        }
    }

    fn holds(&self, values: [i64; 3]) -> bool {
        match self {
            Self::Compare(name, left, right) => {
                let (Some(left), Some(right)) = (left.value(values), right.value(values)) else {
                    return false;
                };
                match *name {
                    "#=" => left == right,
                    "#\\=" => left != right,
                    "#<" => left < right,
                    "#>" => left > right,
                    "#=<" => left <= right,
                    _ => left >= right,
                }
            }
            Self::Connect(name, left, right) => {
                let (left, right) = (left.holds(values), right.holds(values));
                match *name {
                    "#/\\" => left && right,
                    "#\\/" => left || right,
                    "#\\" | "#<==>" => (left == right) == (*name == "#<==>"),
                    "#==>" => !left || right,
                    _ => left || !right,
                }
            }
            Self::Not(inner) => !inner.holds(values),
        }
    }
}

/// Returns the values of X, Y and Z in all answers, or `None` if propagation did not end.
fn labelled_solutions(program: &mut Program, query: &str) -> Option<Vec<[i64; 3]>> {
    program.begin_query(query).unwrap_or_else(|error| panic!("{query}: {error}"));
    let mut found = Vec::new();
    loop {
        match program.step(u64::MAX / 2) {
            Step::Answer(answer) => {
                found.push(NAMES.map(|name| {
                    let term = answer.bindings.iter().find(|(known, _)| known == name).map(|(_, term)| term);
                    term.and_then(|term| term.parse().ok())
                        .unwrap_or_else(|| panic!("{query}: {name} in {answer}"))
                }));
            }
            Step::No => break,
            Step::Error(problem) if problem.term == "resource_error(propagation)" => return None,
            other => panic!("{query}: {other:?}"),
        }
    }
    found.sort_unstable();
    Some(found)
}

fn all_values(low: i64, high: i64) -> impl Iterator<Item = [i64; 3]> {
    (low..=high).flat_map(move |x| (low..=high).flat_map(move |y| (low..=high).map(move |z| [x, y, z])))
}

#[test]
fn comparisons_agree_with_brute_force() {
    let mut program = Program::default();
    let mut draw = Draw(1);
    let mut unsettled = 0;
    for round in 0..400 {
        let constraints: Vec<Constraint> =
            (0..1 + draw.below(3)).map(|_| Constraint::random(&mut draw, 2, round % 2 == 0)).collect();
        let texts: Vec<String> = constraints.iter().map(Constraint::text).collect();
        let domain = draw.pick(&["-3..3", "-3.. -1 \\/ 1..3", "0..3 \\/ -3"]);
        let is_in = |value: i64| match domain {
            "-3..3" => true,
            "0..3 \\/ -3" => value >= 0 || value == -3,
            _ => value != 0,
        };
        let option = draw.pick(&["ff", "leftmost", "ffc", "min", "max", "down", "bisect", "enum"]);
        // The answers must be the same whether domains are given before or after the constraints.
        // Without domains, bounds of non-linear constraints may rise forever.
        let posted = if round % 6 == 3 {
            format!("{}, [X, Y, Z] ins {domain}", texts.join(", "))
        } else {
            format!("[X, Y, Z] ins {domain}, {}", texts.join(", "))
        };
        let query = format!("{posted}, labeling([{option}], [X, Y, Z])");
        let expected: Vec<[i64; 3]> = all_values(-3, 3)
            .filter(|values| values.iter().all(|&value| is_in(value)))
            .filter(|&values| constraints.iter().all(|constraint| constraint.holds(values)))
            .collect();
        match labelled_solutions(&mut program, &query) {
            Some(found) => assert_eq!(found, expected, "?- {query}"),
            // Without domains, propagation need not detect a contradiction.
            None if round % 6 == 3 => unsettled += 1,
            None => panic!("propagation did not end: ?- {query}"),
        }
    }
    assert!(unsettled < 10, "{unsettled}");
}

#[test]
fn list_constraints_agree_with_brute_force() {
    let mut program = Program::default();
    type Holds = fn([i64; 3]) -> bool;
    let cases: [(&str, Holds); 16] = [
        ("all_different([X, Y, Z])", |[x, y, z]| x != y && y != z && x != z),
        ("all_distinct([X, Y, Z])", |[x, y, z]| x != y && y != z && x != z),
        ("all_distinct([X, Y]), all_distinct([Y, Z, 2])", |[x, y, z]| x != y && y != z && y != 2 && z != 2),
        ("sum([X, Y, Z], #=, 5)", |[x, y, z]| x + y + z == 5),
        ("sum([X, Y], #\\=, Z)", |[x, y, z]| x + y != z),
        ("scalar_product([2, -3, 1], [X, Y, Z], #=<, 1)", |[x, y, z]| 2 * x - 3 * y + z <= 1),
        ("scalar_product([2, -3, 1], [X, Y, Z], #>, 1)", |[x, y, z]| 2 * x - 3 * y + z > 1),
        ("element(X, [3, Y, 1], Z)", |[x, y, z]| {
            (1..=3).contains(&x) && z == [3, y, 1][usize::try_from(x - 1).unwrap_or(0)]
        }),
        ("tuples_in([[X, Y, Z]], [[1, 2, 3], [0, 0, 0], [2, 2, 9], [3, 1, 2]])", |values| {
            [[1, 2, 3], [0, 0, 0], [3, 1, 2]].contains(&values)
        }),
        ("global_cardinality([X, Y, Z], [0-1, 2-A, 3-1]), A #>= 0", |values| {
            let count = |value| values.iter().filter(|&&each| each == value).count();
            count(0) == 1 && count(3) == 1 && count(2) == 1
        }),
        ("circuit([X, Y, Z])", |values| values == [2, 3, 1] || values == [3, 1, 2]),
        ("chain([X, Y, Z], #<)", |[x, y, z]| x < y && y < z),
        ("chain([X, Y, Z], #>=)", |[x, y, z]| x >= y && y >= z),
        ("lex_chain([[X, Y], [Z, 1]])", |[x, y, z]| [x, y] <= [z, 1]),
        ("lex_chain([[X, Y], [Y, Z], [2, 2]])", |[x, y, z]| [x, y] <= [y, z] && [y, z] <= [2, 2]),
        ("tuples_in([[X, Y]], [[1, 2], [3, 0]]) #<==> B, B #= 0", |[x, y, _]| {
            ![[1, 2], [3, 0]].contains(&[x, y])
        }),
    ];
    for (goal, holds) in cases {
        let query = format!("[X, Y, Z] ins 0..3, {goal}, label([X, Y, Z])");
        let expected: Vec<[i64; 3]> = all_values(0, 3).filter(|&values| holds(values)).collect();
        assert_eq!(labelled_solutions(&mut program, &query), Some(expected), "?- {query}");
    }
}

/// Returns whether every node of a graph is reachable from every other.
fn is_strongly_connected(edges: &[Vec<usize>]) -> bool {
    (0..edges.len()).all(|from| {
        let mut seen = vec![from];
        let mut at = 0;
        while let Some(&node) = seen.get(at) {
            for &to in &edges[node] {
                if !seen.contains(&to) {
                    seen.push(to);
                }
            }
            at += 1;
        }
        seen.len() == edges.len()
    })
}

/// Counts the circuits through all nodes by brute force.
fn count_circuits(edges: &[Vec<usize>], path: &mut Vec<usize>) -> usize {
    let last = path[path.len() - 1];
    if path.len() == edges.len() {
        return usize::from(edges[last].contains(&path[0]));
    }
    let mut found = 0;
    for &to in &edges[last] {
        if !path.contains(&to) {
            path.push(to);
            found += count_circuits(edges, path);
            path.pop();
        }
    }
    found
}

#[test]
fn circuits_agree_with_brute_force() {
    let mut program = Program::default();
    let mut draw = Draw(11);
    let (mut disconnected, mut circuits) = (0, 0);
    for round in 0..600 {
        let count = 2 + round % 6;
        let edges: Vec<Vec<usize>> = (0..count)
            .map(|at| (0..count).filter(|&to| to != at && draw.below(5) < 2).collect::<Vec<_>>())
            .map(|each| if each.is_empty() { vec![0] } else { each })
            .collect();
        let names: Vec<String> = (0..count).map(|at| format!("V{at}")).collect();
        let domain = |each: &[usize]| {
            let values: Vec<String> = each.iter().map(|to| (to + 1).to_string()).collect();
            values.join("\\/")
        };
        let domains: Vec<String> =
            names.iter().zip(&edges).map(|(name, each)| format!("{name} in {}", domain(each))).collect();
        let list = names.join(", ");
        let posted = format!("{}, circuit([{list}])", domains.join(", "));
        let expected = count_circuits(&edges, &mut vec![0]);
        let query = format!("findall(x, ({posted}, label([{list}])), L), length(L, X), Y = 0, Z = 0");
        let found = labelled_solutions(&mut program, &query);
        assert_eq!(found, Some(vec![[i64::try_from(expected).expect("small"), 0, 0]]), "?- {query}");
        circuits += expected;
        if !is_strongly_connected(&edges) {
            disconnected += 1;
            program.begin_query(&posted).expect("a query");
            assert_eq!(program.step(1_000_000), Step::No, "no search is needed: ?- {posted}");
        }
    }
    assert!(disconnected > 100 && circuits > 100, "{disconnected} {circuits}");
}

#[test]
fn all_distinct_is_domain_consistent() {
    let mut program = Program::default();
    let mut draw = Draw(7);
    for _ in 0..200 {
        let count = usize::try_from(2 + draw.below(4)).expect("small");
        let domains: Vec<Vec<i64>> = (0..count)
            .map(|_| {
                let mut values: Vec<i64> = (0..6).filter(|_| draw.below(2) == 0).collect();
                values.push(draw.pick(&[0, 1, 2, 3, 4, 5]));
                values.sort_unstable();
                values.dedup();
                values
            })
            .collect();
        // Find all assignments of distinct values by brute force.
        let mut ways: Vec<Vec<i64>> = vec![Vec::new()];
        for domain in &domains {
            ways = ways
                .into_iter()
                .flat_map(|way| {
                    domain
                        .iter()
                        .filter(|value| !way.contains(value))
                        .map(|value| [way.as_slice(), &[*value]].concat())
                        .collect::<Vec<_>>()
                })
                .collect();
        }
        let names: Vec<String> = (0..count).map(|index| format!("V{index}")).collect();
        let posted: Vec<String> = names
            .iter()
            .zip(&domains)
            .map(|(name, domain)| {
                let values: Vec<String> = domain.iter().map(ToString::to_string).collect();
                format!("{name} in {}", values.join("\\/"))
            })
            .collect();
        let sizes: Vec<String> = names.iter().map(|name| format!("fd_dom({name}, D{name})")).collect();
        let query =
            format!("{}, all_distinct([{}]), {}", posted.join(", "), names.join(", "), sizes.join(", "));
        program.begin_query(&query).expect("a query");
        let step = program.step(1_000_000);
        if ways.is_empty() {
            assert_eq!(step, Step::No, "?- {query}");
            continue;
        }
        let Step::Answer(answer) = step else { panic!("{query}: {step:?}") };
        for (index, name) in names.iter().enumerate() {
            let mut values: Vec<i64> = ways.iter().map(|way| way[index]).collect();
            values.sort_unstable();
            values.dedup();
            let domain =
                answer.bindings.iter().find(|(known, _)| *known == format!("D{name}")).map(|(_, term)| term);
            let mut left: Vec<i64> = Vec::new();
            for part in domain.expect("a domain").split("\\/") {
                let (low, high) = part.split_once("..").unwrap_or((part, part));
                left.extend(low.parse::<i64>().expect("a number")..=high.parse::<i64>().expect("a number"));
            }
            assert_eq!(left, values, "{name} of ?- {query}");
        }
    }
}

#[test]
fn optima_come_first() {
    let mut program = Program::default();
    for (query, expected) in [
        ("[X, Y, Z] ins 0..3, X + Y + Z #= 5, labeling([max(X), min(Y)], [X, Y, Z])", [3, 0, 2]),
        ("[X, Y, Z] ins 0..9, X * Y #= Z + 7, labeling([min(Z - X)], [X, Y, Z])", [7, 1, 0]),
    ] {
        program.begin_query(query).expect("a query");
        let Step::Answer(answer) = program.step(10_000_000) else { panic!("{query}") };
        let found: Vec<&str> = answer.bindings.iter().map(|(_, term)| term.as_str()).collect();
        assert_eq!(found, expected.map(|value| value.to_string()), "?- {query}");
    }
}

/// Integers beyond 64 bits are inside or outside a domain like any other integer.
#[test]
fn domains_handle_numbers_beyond_64_bits() {
    let mut program = Program::default();
    const LARGE: &str = "100000000000000000000";
    for (goal, holds) in [
        ("L in 1..3", false),
        ("L in 5..sup", true),
        ("L in inf..5", false),
        ("M in inf..5 \\/ 7..9", true),
        ("M in 5..sup", false),
        ("X in 1..3, X = L", false),
        ("X in 5..sup, X = L", true),
        ("X = L, X in 1..3", false),
        ("X in 5..sup, X = L, X in 6..9", false),
        ("element(L, [1, 2], X)", false),
        ("element(X, [1, L], L), label([X]), X == 2", true),
        ("tuples_in([[L]], [[1]])", false),
        ("circuit([L, X])", false),
        ("global_cardinality([L], [1-X])", false),
        ("all_distinct([L, L])", false),
        ("all_different([L, M, L])", false),
        ("all_distinct([L, M, 3])", true),
        ("all_distinct([X, L]), X = L", false),
        ("L in 1..3 #<==> B, B == 0", true),
        ("L in 1..sup #<==> B, B == 1", true),
        ("(X in 1..3) #<==> B, X = L, B == 0", true),
    ] {
        let query = format!("L = {LARGE}, M = -{LARGE}, {goal}");
        program.begin_query(&query).expect("a query");
        assert_eq!(matches!(program.step(1_000_000), Step::Answer(_)), holds, "?- {query}");
    }
}

#[test]
fn reified_comparisons_handle_undefined_values() {
    for (query, expected) in [
        ("X in 0..3, (5 // X #= 2) #<==> B, X = 0.", "X=0, B=0"),
        ("findall(X, (X in 0..6, (X #= 0) #\\/ (6 mod X #= 0), label([X])), L).", "L=[0, 1, 2, 3, 6]"),
        // A variable may occur in several columns of a table; SWI-Prolog finds 2 and 3 here.
        ("findall(X, (X in 1..3, tuples_in([[X,X]], [[2,1],[0,1],[3,2]]), label([X])), L).", "L=[]"),
        ("findall(X, (X in 1..3, tuples_in([[X,X]], [[2,1],[2,2],[3,2]]), label([X])), L).", "L=[2]"),
        ("findall(X-B, (X in -1..1, (2 ^ X #= 1) #<==> B, label([X])), L).", "L=[-1-0, 0-1, 1-0]"),
        ("findall(X-B, (X in 0..1, (msb(X) #= 0) #<==> B, label([X])), L).", "L=[0-0, 1-1]"),
        ("X in 0..2, #\\ (4 rem X #= 0), label([X]).", "X=0"),
        ("findall(X, (X in 0..2, 4 div X #> 1, label([X])), L).", "L=[1, 2]"),
    ] {
        let mut program = Program::default();
        let found = program.query(query).expect(query).next().expect(query).expect(query).to_string();
        assert!(found.ends_with(expected), "{query}: {found}");
    }
}

#[test]
fn infinite_bounds_do_not_rise_forever() {
    for (query, has_answers) in [
        ("X #> Y, Y #> X, X #> 0.", true),
        ("X #> Y, Y #> X, X #> 0, X in 0..9, label([X, Y]).", false),
        ("X #> abs(X), X in -5..5, label([X]).", false),
        ("chain([A, B, C], #<), C #=< A, [A, B, C] ins 0..4, label([A, B, C]).", false),
        ("Y #> X, X #> 0, X #> 5, Y #> 6, Y #< 8.", true),
    ] {
        let mut program = Program::default();
        let answers: Vec<_> = program.query(query).expect(query).collect();
        assert!(answers.iter().all(Result::is_ok), "{query}: {answers:?}");
        assert_eq!(!answers.is_empty(), has_answers, "{query}");
    }
}

#[test]
fn factors_can_exceed_64_bits() {
    let query = "length(L, 2), L ins 0..1, scalar_product([100000000000000000000, 1], L, #=, 1), label(L).";
    let mut program = Program::default();
    assert_eq!(program.query(query).expect(query).next().expect(query).expect(query).to_string(), "L=[0, 1]");
}
