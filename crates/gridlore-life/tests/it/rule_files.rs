//! Golly's rule files: limits, and transitions compared with a simple implementation.

use gridlore_core::Rng;
use gridlore_life::{Machine, State};
use std::collections::BTreeMap;

/// Returns the error for a rule file.
fn error(text: &str) -> String {
    Machine::parse(text).map(|_| ()).unwrap_err().to_string()
}

/// The first line of a table that matches under some symmetry determines the next state. A variable
/// that occurs twice has the same state in both places.
#[test]
fn tables_match_a_plain_reading() {
    // For each symmetry, the positions in a transition from which the neighbours are taken.
    let turned = |order: [usize; 4]| -> Vec<[usize; 4]> {
        (0..4).map(|step| std::array::from_fn(|at| order[(at + step) % 4])).collect()
    };
    let all: Vec<[usize; 4]> = (0..256)
        .map(|number| std::array::from_fn(|at| number >> (2 * at) & 3))
        .filter(|order: &[usize; 4]| (0..4).all(|at| order.contains(&at)))
        .collect();
    let mirrored = [turned([0, 1, 2, 3]), turned([0, 3, 2, 1])].concat();
    let symmetries = [
        ("none", vec![[0, 1, 2, 3]]),
        ("rotate4", turned([0, 1, 2, 3])),
        ("rotate4reflect", mirrored),
        ("permute", all),
    ];
    let mut rng = Rng::new(4);
    for (name, orders) in symmetries {
        for _ in 0..60 {
            let mut variables: BTreeMap<String, Vec<usize>> = BTreeMap::new();
            let mut text =
                format!("@RULE x\n@TABLE\nn_states:4\nneighborhood:vonNeumann\nsymmetries:{name}\n");
            for variable in ["z", "b", "aa"] {
                let states: Vec<usize> = (0..4).filter(|_| rng.below(3) > 0).collect();
                let list: Vec<String> = states.iter().map(ToString::to_string).collect();
                text += &format!("var {variable}={{{}}}\n", list.join(","));
                variables.insert(variable.to_owned(), states);
            }
            let mut lines: Vec<Vec<String>> = Vec::new();
            for _ in 0..8 {
                let mut line: Vec<String> =
                    (0..5).map(|_| ["z", "b", "aa", "0", "1", "2", "3"][rng.below(7)].to_owned()).collect();
                let output = line[rng.below(5)].clone();
                line.push(if rng.below(2) == 0 { output } else { rng.below(4).to_string() });
                text += &(line.join(",") + "\n");
                lines.push(line);
            }
            let machine = Machine::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            for _ in 0..200 {
                let cells: Vec<usize> = (0..5).map(|_| rng.below(4)).collect();
                let inputs: Vec<State> = cells.iter().map(|cell| State::try_from(*cell).unwrap()).collect();
                let expected = plain_next(&lines, &variables, &orders, &cells);
                assert_eq!(usize::from(machine.next(&inputs)), expected, "{cells:?}\n{text}");
            }
        }
    }
}

/// Returns the next state according to the first line that matches. The values of variables that
/// occur twice are tried in order, varying the last name fastest.
fn plain_next(
    lines: &[Vec<String>],
    variables: &BTreeMap<String, Vec<usize>>,
    orders: &[[usize; 4]],
    cells: &[usize],
) -> usize {
    for line in lines {
        let names: Vec<&String> =
            variables.keys().filter(|name| line.iter().filter(|entry| entry == name).count() > 1).collect();
        let mut choices: Vec<BTreeMap<&String, usize>> = vec![BTreeMap::new()];
        for name in names {
            let with =
                |choice: &BTreeMap<_, _>, value| choice.clone().into_iter().chain([(name, value)]).collect();
            choices = choices
                .iter()
                .flat_map(|choice| variables[name].iter().map(move |value| with(choice, *value)))
                .collect();
        }
        for choice in choices {
            let matches = |entry: &String, cell: usize| match (choice.get(entry), variables.get(entry)) {
                (Some(value), _) => *value == cell,
                (None, Some(values)) => values.contains(&cell),
                (None, None) => entry.parse() == Ok(cell),
            };
            let is_turned_match =
                |order: &[usize; 4]| (0..4).all(|at| matches(&line[1 + order[at]], cells[1 + at]));
            if matches(&line[0], cells[0]) && orders.iter().any(is_turned_match) {
                return choice.get(&line[5]).copied().unwrap_or_else(|| line[5].parse().unwrap());
            }
        }
    }
    cells[0]
}

/// Eight different sets in all orders, for three lines: 120,960 transitions.
#[test]
fn large_permutations_are_small_in_memory() {
    let mut text = "@RULE x\n@TABLE\nn_states:256\nneighborhood:Moore\nsymmetries:permute\n".to_owned();
    for (without, name) in ('a'..='h').enumerate() {
        let states: Vec<String> =
            (0..256).filter(|state| *state != without).map(|state| state.to_string()).collect();
        text += &format!("var {name}={{{}}}\n", states.join(","));
    }
    for state in 0..3 {
        text += &format!("{state},a,b,c,d,e,f,g,h,{}\n", state + 1);
    }
    let machine = Machine::parse(&text).unwrap();
    assert_eq!(machine.next(&[2, 9, 9, 9, 9, 9, 9, 9, 9]), 3);
    assert_eq!(machine.next(&[1, 0, 0, 0, 0, 0, 0, 0, 0]), 1, "set a has no 0");
    assert_eq!(machine.next(&[1, 0, 1, 2, 3, 4, 5, 6, 7]), 2, "in another order");
    text += "3,a,b,c,d,e,f,g,h,4\n";
    assert_eq!(
        error(&text),
        "line 17, column 1: found a table that expands to more than 131072 transitions, expected fewer variables or a smaller symmetry"
    );
}

/// If `z` has no states, a line describes no transition, whatever the other variables are.
#[test]
fn lines_with_an_empty_variable_cost_nothing() {
    let all: Vec<String> = (0..256).map(|state| state.to_string()).collect();
    let mut text = "@RULE x\n@TABLE\nn_states:256\nneighborhood:Moore\nsymmetries:none\n".to_owned();
    text += &format!("var a={{{0}}}\nvar b={{{0}}}\nvar z={{}}\n", all.join(","));
    text += &"a,a,b,b,z,z,0,0,0,1\n".repeat(2000);
    assert_eq!(Machine::parse(&text).unwrap().next(&[5; 9]), 5);
}

#[test]
fn variables_are_limited() {
    let head = "@RULE x\n@TABLE\nn_states:256\nneighborhood:vonNeumann\nsymmetries:none\nvar z={0,1,2,3}\n";
    let variables = |count: usize| (1..count).map(|at| format!("var v{at}={{z}}\n")).collect::<String>();
    let machine = Machine::parse(&format!("{head}{}0,v9999,0,0,0,5\n", variables(10_000))).unwrap();
    assert_eq!((machine.next(&[0, 3, 0, 0, 0]), machine.next(&[0, 4, 0, 0, 0])), (5, 0));
    assert_eq!(
        error(&format!("{head}{}", variables(10_001))),
        "line 10006, column 1: found more than 10000 variables, expected fewer variables"
    );
}

#[test]
fn long_files_are_refused() {
    let text = "@RULE x\n@TREE\nnum_states=2\n".to_owned() + &"1 0 1\n".repeat(3 << 20);
    assert_eq!(
        error(&text),
        "line 1, column 1: found a rule file of 18874395 bytes, expected at most 16777216 bytes"
    );
}

#[test]
fn headers_of_rule_files_are_checked() {
    let table = "@RULE x\n@TABLE\nn_states:3\nneighborhood:vonNeumann\nsymmetries:none\n0,1,2,0,0,1\n";
    let cases = [
        (
            table.replace("n_states:3", "n_states:0"),
            "line 3, column 1: found 0 states, expected 2 to 256 states",
        ),
        (
            format!("{table}n_states:2\n"),
            "line 7, column 1: found 2 states, expected the number of states above, 3",
        ),
        (
            format!("{table}neighborhood:Moore\n"),
            "line 7, column 1: found \"Moore\", expected the same neighbourhood for all transitions",
        ),
        (format!("{table}0,1,2\n"), "line 7, column 1: found 3 entries, expected 6 entries"),
        (
            "@RULE x\n@TREE\nnum_states=0\n1\n".to_owned(),
            "line 3, column 1: found 0 states, expected 2 to 256 states",
        ),
        (
            "@RULE x\n@TREE\nnum_states=2\n2 0 0\n".to_owned(),
            "line 4, column 1: found node 0 before its definition, expected a node of depth 1",
        ),
        (
            "@RULE x\n@TREE\nnum_states=2\n1 0 1\n3 0 0\n".to_owned(),
            "line 5, column 1: found node 0 of depth 1, expected a node of depth 2",
        ),
        (
            "@RULE x\n@TREE\nnum_states=2\n1 0 1\nnum_states=3\n".to_owned(),
            "line 5, column 1: found 3 states, expected the number of states above, 2",
        ),
        (
            "@\u{a0}\u{3000}RULE\n".to_owned(),
            "line 1, column 1: found a rule file without @TABLE or @TREE, expected one of these sections",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(error(&text), expected, "{text}");
    }
    assert!(Machine::parse(&format!("{table}n_states:3\n")).is_ok());
}

/// A tree that adds up the neighbours modulo 2, in a file whose sections can be in any order.
#[test]
fn trees_are_read() {
    let mut text =
        "@COLORS\n1 255 0 0\n@TREE\nnum_states=2\nnum_neighbors=4\nnum_nodes=10\n1 0 1\n1 1 0\n".to_owned();
    for depth in 2..=5 {
        let below = 2 * (depth - 2);
        text += &format!("{depth} {below} {}\n{depth} {} {below}\n", below + 1, below + 1);
    }
    text = text.replace("num_nodes=10", "num_nodes=9").trim_end().rsplit_once('\n').unwrap().0.to_owned();
    let machine = Machine::parse(&(text + "\n@TABLE\nx\n@RULE Parity # 2\n")).unwrap();
    assert_eq!((machine.name(), machine.states()), ("Parity # 2", 2));
    for number in 0..32_u8 {
        let inputs: Vec<State> = (0..5).map(|bit| number >> bit & 1).collect();
        assert_eq!(u32::from(machine.next(&inputs)), number.count_ones() % 2);
    }
}
