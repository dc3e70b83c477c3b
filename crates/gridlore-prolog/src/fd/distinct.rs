//! Variables that all differ.
//!
//! `all_different/1` takes the value of a fixed variable from the others. `all_distinct/1` does that first and then leaves each value only where some solution of this constraint alone has it: a matching of variables with values, and the strongly connected components of what it could be changed to.
//!
//! # Source
//! J.-C. Régin, *A filtering algorithm for constraints of difference in CSPs*, 1994. Here domains within 128 values are bits, and the graph is one of variables: an edge leads to who holds a value one could take.

use super::solver::{Failed, Propagated, Solver, Var};

/// What is kept: how many variables are done, and the variables with those first.
pub(super) fn first_state(count: usize) -> Vec<i64> {
    let mut state = vec![0];
    state.extend(0..i64::try_from(count).unwrap_or(0));
    state
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "indices that were usize")]
const fn index(value: i64) -> usize {
    value as usize
}

/// Takes the values of fixed variables from the others; how many are fixed.
pub(super) fn all_different(solver: &mut Solver, number: u32, variables: &[Var]) -> Propagated {
    eliminate(solver, number, variables).map(|_| ())
}

fn eliminate(solver: &mut Solver, number: u32, variables: &[Var]) -> Result<usize, Failed> {
    let before = index(solver.state(number, 0));
    let mut done = before;
    let count = variables.len();
    let mut at = done;
    while at < count {
        let each = solver.states(number)[at + 1];
        let Some(value) = solver.value(variables[index(each)]) else {
            at += 1;
            continue;
        };
        solver.states(number).swap(at + 1, done + 1);
        done += 1;
        for other in done..count {
            let variable = variables[index(solver.states(number)[other + 1])];
            if solver.root(variable) == solver.root(variables[index(each)]) {
                return Err(Failed);
            }
            solver.remove(variable, value)?;
        }
        // Some that were passed by may be fixed by now.
        at = done;
    }
    if done != before {
        solver.set_state(number, 0, i64::try_from(done).unwrap_or(0));
    }
    if done == count {
        solver.kill(number);
    }
    Ok(done)
}

/// Room for the graph of one constraint.
struct Graph {
    /// Bits of values for each variable, from a base on.
    bits: Vec<u128>,
    /// The value that each variable holds, by its bit.
    held: Vec<u8>,
    /// The variable that holds each value.
    holder: [u8; 128],
}

const NOBODY: u8 = u8::MAX;

/// The lowest of some bits.
#[expect(clippy::cast_possible_truncation, reason = "at most 128")]
const fn lowest(bits: u128) -> u8 {
    bits.trailing_zeros() as u8
}

pub(super) fn all_distinct(solver: &mut Solver, number: u32, variables: &[Var]) -> Propagated {
    let done = eliminate(solver, number, variables)?;
    let count = variables.len();
    if count - done < 2 {
        return Ok(());
    }
    let open: Vec<Var> = (done..count).map(|at| variables[index(solver.states(number)[at + 1])]).collect();
    for (at, &one) in open.iter().enumerate() {
        if open[at + 1..].iter().any(|&other| solver.root(one) == solver.root(other)) {
            return Err(Failed);
        }
    }
    let base = open.iter().map(|&variable| solver.min(variable)).min().unwrap_or(0);
    let Some(bits) =
        open.iter().map(|&variable| solver.domain(variable).bits_from(base)).collect::<Option<Vec<u128>>>()
    else {
        return wide(solver, &open);
    };
    if open.len() > 128 {
        return Err(Failed);
    }
    let mut graph = Graph { bits, held: vec![NOBODY; open.len()], holder: [NOBODY; 128] };
    graph.match_all()?;
    let kept = graph.consistent();
    for (at, &variable) in open.iter().enumerate() {
        if kept[at] != graph.bits[at] {
            solver.restrict_bits(variable, base, kept[at])?;
        }
    }
    // What became fixed by this is taken from the others when this runs again.
    Ok(())
}

impl Graph {
    /// Gives each variable a value of its own.
    fn match_all(&mut self) -> Propagated {
        let mut used = 0u128;
        let mut waiting = Vec::new();
        for variable in 0..self.bits.len() {
            let free = self.bits[variable] & !used;
            if free == 0 {
                waiting.push(variable);
                continue;
            }
            let value = lowest(free);
            used |= 1 << value;
            self.hold(variable, value);
        }
        for variable in waiting {
            let mut seen = 0;
            if !self.augment(variable, &mut seen) {
                return Err(Failed);
            }
        }
        Ok(())
    }

    fn hold(&mut self, variable: usize, value: u8) {
        self.held[variable] = value;
        self.holder[usize::from(value)] = u8::try_from(variable).unwrap_or(NOBODY);
    }

    /// Finds a value for a variable; others may take another for that. As deep as there are variables: at most 128.
    fn augment(&mut self, variable: usize, seen: &mut u128) -> bool {
        loop {
            let open = self.bits[variable] & !*seen;
            if open == 0 {
                return false;
            }
            let value = lowest(open);
            *seen |= 1 << value;
            let holder = self.holder[usize::from(value)];
            if holder == NOBODY || self.augment(holder.into(), seen) {
                self.hold(variable, value);
                return true;
            }
        }
    }

    /// The values of each variable that some matching of all gives it.
    fn consistent(&self) -> Vec<u128> {
        let count = self.bits.len();
        let held: u128 = self.held.iter().fold(0, |bits, &value| bits | 1 << value);
        // Whoever can come to a free value may give its own to anyone.
        let mut frees = 0u128;
        let mut values_of_frees = 0u128;
        for variable in 0..count {
            if self.bits[variable] & !held != 0 {
                frees |= 1 << variable;
                values_of_frees |= 1 << self.held[variable];
            }
        }
        loop {
            let mut has_grown = false;
            for variable in 0..count {
                if frees >> variable & 1 == 0 && self.bits[variable] & values_of_frees != 0 {
                    frees |= 1 << variable;
                    values_of_frees |= 1 << self.held[variable];
                    has_grown = true;
                }
            }
            if !has_grown {
                break;
            }
        }
        let component = self.components();
        let mut of_component = vec![0u128; count];
        for variable in 0..count {
            of_component[component[variable]] |= 1 << self.held[variable];
        }
        (0..count)
            .map(|variable| {
                self.bits[variable] & (!held | values_of_frees | of_component[component[variable]])
            })
            .collect()
    }

    /// Strongly connected components, each by a number below the count of variables.
    ///
    /// R. Tarjan, 1972, with a stack of its own.
    fn components(&self) -> Vec<usize> {
        const UNSEEN: usize = usize::MAX;
        let count = self.bits.len();
        let held: u128 = self.held.iter().fold(0, |bits, &value| bits | 1 << value);
        let mut order = vec![UNSEEN; count];
        let mut low = vec![0usize; count];
        let mut component = vec![UNSEEN; count];
        let mut stack = Vec::new();
        let mut next = 0;
        let mut components = 0;
        let mut walk: Vec<(usize, u128)> = Vec::new();
        for start in 0..count {
            if order[start] != UNSEEN {
                continue;
            }
            order[start] = next;
            low[start] = next;
            next += 1;
            stack.push(start);
            walk.push((start, self.bits[start] & held));
            while let Some((variable, rest)) = walk.last_mut() {
                let variable = *variable;
                if *rest != 0 {
                    let value = rest.trailing_zeros() as usize;
                    *rest &= *rest - 1;
                    let other = usize::from(self.holder[value]);
                    if order[other] == UNSEEN {
                        order[other] = next;
                        low[other] = next;
                        next += 1;
                        stack.push(other);
                        walk.push((other, self.bits[other] & held));
                    } else if component[other] == UNSEEN {
                        low[variable] = low[variable].min(order[other]);
                    }
                    continue;
                }
                walk.pop();
                if let Some(&(parent, _)) = walk.last() {
                    low[parent] = low[parent].min(low[variable]);
                }
                if low[variable] == order[variable] {
                    while let Some(member) = stack.pop() {
                        component[member] = components;
                        if member == variable {
                            break;
                        }
                    }
                    components += 1;
                }
            }
        }
        component
    }
}

/// Where domains span more than 128 values: only whether there are enough values for all.
fn wide(solver: &Solver, open: &[Var]) -> Propagated {
    let mut all = None;
    for &variable in open {
        let domain = solver.domain(variable);
        if !domain.is_finite() {
            return Ok(());
        }
        all = Some(match all {
            None => domain.clone(),
            Some(all) => domain.union(&all),
        });
    }
    let room = all.and_then(|all| all.size()).unwrap_or(u64::MAX);
    if room < open.len() as u64 { Err(Failed) } else { Ok(()) }
}
