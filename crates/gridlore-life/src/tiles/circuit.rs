//! Converts a truth table to a circuit: a short list of choices, `if a then b else c`, that is
//! evaluated for many cells at once, one bit each.
//!
//! The table is converted to a decision diagram in which equal parts are shared. Don't-care entries
//! are chosen to make parts equal. Several variable orders are tried, and the one with the fewest
//! choices is used.
//!
//! # Source
//! Randal Bryant, *Graph-based algorithms for Boolean function manipulation*, 1986. The treatment
//! of don't-care entries is the *restrict* operator of Olivier Coudert and Jean Christophe Madre,
//! 1990.

use std::collections::HashMap;

/// `register[at] = if register[chooser] then register[yes] else register[no]`, where `at` is
/// counted from the first register after the inputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) chooser: u16,
    pub(super) yes: u16,
    pub(super) no: u16,
}

/// A circuit with up to nine inputs. The registers hold zeros, ones, the inputs, and the result of
/// each choice. The last register is the output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Circuit {
    pub(super) inputs: usize,
    pub(super) choices: Vec<Choice>,
}

/// Returns the number of registers before those of the choices: zeros, ones and the inputs.
pub(super) const fn fixed(inputs: usize) -> usize {
    inputs + 2
}

impl Circuit {
    /// Returns the circuit of a truth table: `value(index)` is the output when input `i` is bit `i`
    /// of the index, or `None` if that input cannot occur.
    pub(super) fn from_fn(inputs: usize, value: impl Fn(usize) -> Option<bool>) -> Self {
        let table: Vec<Option<bool>> = (0..1 << inputs).map(value).collect();
        let natural: Vec<usize> = (0..inputs).collect();
        let mut orders = vec![natural.clone(), natural.iter().rev().copied().collect()];
        // Try the centre first or last, and corners before edges or vice versa.
        if inputs == 9 {
            orders.push(vec![4, 0, 2, 6, 8, 1, 3, 5, 7]);
            orders.push(vec![1, 3, 5, 7, 0, 2, 6, 8, 4]);
            orders.push(vec![0, 1, 2, 5, 8, 7, 6, 3, 4]);
        }
        let mut best =
            orders.iter().map(|order| Self::in_order(order, &table)).min_by_key(|one| one.choices.len());
        // Swap variables of the order as long as that reduces the number of choices.
        let mut order = orders
            .into_iter()
            .min_by_key(|order| Self::in_order(order, &table).choices.len())
            .unwrap_or(natural);
        let mut has_gained = true;
        while has_gained {
            has_gained = false;
            for one in 0..inputs {
                for other in one + 1..inputs {
                    order.swap(one, other);
                    let found = Self::in_order(&order, &table);
                    if best.as_ref().is_none_or(|best| found.choices.len() < best.choices.len()) {
                        best = Some(found);
                        has_gained = true;
                    } else {
                        order.swap(one, other);
                    }
                }
            }
        }
        best.expect("there is always an order")
    }

    /// Returns the circuit with this variable order; the first variable is decided last.
    fn in_order(order: &[usize], table: &[Option<bool>]) -> Self {
        let mut circuit = Self { inputs: order.len(), choices: Vec::new() };
        let arranged: Vec<Option<bool>> = (0..table.len())
            .map(|index| {
                let original =
                    order.iter().enumerate().fold(0, |sum, (bit, input)| sum | (index >> bit & 1) << input);
                table[original]
            })
            .collect();
        let mut known = HashMap::new();
        let answer = circuit.build(order, &arranged, &mut known);
        // The output must be in the last register.
        let last = fixed(order.len()) + circuit.choices.len();
        if usize::from(answer) + 1 != last || circuit.choices.is_empty() {
            circuit.choices.push(Choice { chooser: answer, yes: 1, no: 0 });
        }
        circuit
    }

    /// Returns the register that computes a part of the table.
    fn build(
        &mut self,
        order: &[usize],
        table: &[Option<bool>],
        known: &mut HashMap<Vec<Option<bool>>, u16>,
    ) -> u16 {
        let mut values = table.iter().flatten();
        let first = values.next().copied();
        if values.all(|value| Some(*value) == first) {
            return u16::from(first.unwrap_or(false));
        }
        if let Some(register) = known.get(table) {
            return *register;
        }
        let half = table.len() / 2;
        let (no, yes) = table.split_at(half);
        let variable = order[half.trailing_zeros() as usize];
        let agree = no.iter().zip(yes).all(|(no, yes)| no.is_none() || yes.is_none() || no == yes);
        let register = if agree {
            let both: Vec<Option<bool>> = no.iter().zip(yes).map(|(no, yes)| no.or(*yes)).collect();
            self.build(order, &both, known)
        } else {
            let no = self.build(order, no, known);
            let yes = self.build(order, yes, known);
            let chooser = u16::try_from(variable + 2).expect("at most nine inputs");
            match (no, yes) {
                (0, 1) => chooser,
                _ => self.choice(Choice { chooser, yes, no }),
            }
        };
        known.insert(table.to_vec(), register);
        register
    }

    fn choice(&mut self, choice: Choice) -> u16 {
        let at = self.choices.iter().position(|one| *one == choice).unwrap_or_else(|| {
            self.choices.push(choice);
            self.choices.len() - 1
        });
        u16::try_from(fixed(self.inputs) + at).expect("few choices")
    }

    /// Evaluates the circuit for one index, for tests.
    #[cfg(test)]
    fn value(&self, index: usize) -> bool {
        let mut registers = vec![false, true];
        registers.extend((0..self.inputs).map(|input| index >> input & 1 == 1));
        for choice in &self.choices {
            let at = if registers[usize::from(choice.chooser)] { choice.yes } else { choice.no };
            registers.push(registers[usize::from(at)]);
        }
        *registers.last().unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Rule;
    use crate::{Dynamics, NAMED_RULES};
    use gridlore_core::Rng;

    #[test]
    fn circuits_match_their_tables() {
        let mut rng = Rng::new(3);
        for inputs in 1..=9 {
            for care in [1, 2, 4] {
                let table: Vec<Option<bool>> = (0..1 << inputs)
                    .map(|_| (care == 1 || rng.below(care) == 0).then(|| rng.below(2) == 1))
                    .collect();
                let circuit = Circuit::from_fn(inputs, |index| table[index]);
                for (index, value) in table.iter().enumerate() {
                    assert!(value.is_none_or(|value| circuit.value(index) == value), "{inputs} {index}");
                }
            }
        }
        for value in [false, true] {
            assert_eq!(Circuit::from_fn(3, |_| Some(value)).value(5), value);
        }
    }

    #[test]
    fn circuits_of_named_rules_are_small() {
        for (name, ..) in NAMED_RULES {
            if let Dynamics::Table(table) = Rule::parse(name).unwrap().dynamics {
                let circuit = Circuit::from_fn(9, |picture| Some(table.lives(picture)));
                assert!(circuit.choices.len() < 120, "{name}: {}", circuit.choices.len());
            }
        }
    }
}
