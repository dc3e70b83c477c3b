//! Compares the results of random clauses, whose expressions repeat variables, with values computed
//! in Rust. Every value that an instruction still needs must keep its register.

use crate::files::{answer, program};

/// A linear congruential generator, which produces the same clauses in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % limit).expect("limits are small")
    }

    /// Writes an expression over `P`, `Q` and `R` and returns its value.
    fn expression(&mut self, depth: u32, values: [i128; 3], text: &mut String) -> i128 {
        match self.below(if depth == 0 { 4 } else { 9 }) {
            variable @ 0..=2 => {
                text.push(['P', 'Q', 'R'][variable]);
                values[variable]
            }
            3 => {
                let number = i128::try_from(self.below(9)).expect("a small number") - 4;
                text.push_str(&format!("({number})"));
                number
            }
            4 => {
                text.push_str(" -(");
                let value = self.expression(depth - 1, values, text);
                text.push(')');
                -value
            }
            kind => {
                let operator = ["+", "-", "*", "max"][kind - 5];
                text.push_str(if operator == "max" { "max(" } else { "(" });
                let left = self.expression(depth - 1, values, text);
                text.push_str(&format!(" {} ", if operator == "max" { "," } else { operator }));
                let right = self.expression(depth - 1, values, text);
                text.push(')');
                match operator {
                    "+" => left + right,
                    "-" => left - right,
                    "*" => left * right,
                    _ => left.max(right),
                }
            }
        }
    }
}

#[test]
fn operands_keep_their_registers() {
    let mut program = program(&[]);
    let mut numbers = Numbers(7);
    for case in 0..600 {
        let start = i128::try_from(numbers.below(20)).expect("a small number");
        let values = [start + 1, start * 2, start - 3];
        let (mut first, mut second) = (String::new(), String::new());
        let left = numbers.expression(3, values, &mut first);
        let right = numbers.expression(3, values, &mut second);
        let prelude = format!("case_{case}(S, V) :- P is S + 1, Q is S * 2, R is S - 3, ");
        let (clause, expected) = match case % 3 {
            0 => (format!("{prelude}V is {first}."), left.to_string()),
            1 => (
                format!("{prelude}( {first} < {second} -> V = less ; V = other )."),
                if left < right { "less" } else { "other" }.to_owned(),
            ),
            _ => (
                format!("{prelude}( P @< f(P, Q, R) -> W is {first} ; W = 0 ), V is W + P - P * ({second})."),
                (left + values[0] - values[0] * right).to_string(),
            ),
        };
        program.consult(&format!("case_{case}.pl"), &clause);
        let query = format!("case_{case}({start}, V).");
        assert_eq!(answer(&mut program, &query), format!("V={expected}"), "{clause}");
    }
}
