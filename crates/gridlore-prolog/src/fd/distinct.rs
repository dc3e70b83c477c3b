//! Variables that are all different.
//!
//! `all_different/1` removes the value of each fixed variable from the domains of the others.
//! `all_distinct/1` does the same first, then removes every value that no solution of this
//! constraint uses. It computes a maximum matching of variables and values, and the strongly
//! connected components of the residual graph.
//!
//! # Source
//! J.-C. Régin, *A filtering algorithm for constraints of difference in CSPs*, 1994. Here, domains
//! that span up to 128 values are bit sets, and the only nodes of the graph are the variables: for
//! each value in a variable's domain, an edge leads to the holder of this value.

use super::domain::Domain;
use super::event::{Failed, Propagated, Var};
use super::matching::{Bits, Buffers, Graph, MAX_VARIABLES};
use super::solver::Solver;

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the values were indices")]
const fn index(value: i64) -> usize {
    value as usize
}

/// Removes the values of fixed variables from the domains of the others.
pub(super) fn all_different(solver: &mut Solver, number: u32, variables: &[Var]) -> Propagated {
    eliminate(solver, number, variables).map(|_| ())
}

fn eliminate(solver: &mut Solver, number: u32, variables: &[Var]) -> Result<usize, Failed> {
    let before = index(solver.state(number, 0));
    let mut done = before;
    let count = variables.len();
    let mut at = done;
    while at < count {
        solver.spend(1)?;
        let each = solver.states(number)[at + 1];
        let Some(value) = solver.value(variables[index(each)]) else {
            at += 1;
            continue;
        };
        solver.states(number).swap(at + 1, done + 1);
        done += 1;
        solver.spend(count - done)?;
        for other in done..count {
            let variable = variables[index(solver.states(number)[other + 1])];
            if solver.root(variable) == solver.root(variables[index(each)]) {
                return Err(Failed);
            }
            solver.remove(variable, value)?;
        }
        // Variables that were skipped may have been fixed by now.
        at = done;
    }
    if done != before {
        solver.set_state(number, 0, i64::try_from(done).unwrap_or(0));
    }
    check_large_values(solver, variables)?;
    if done == count {
        solver.kill(number);
    }
    Ok(done)
}

/// Compares values that are too large for a domain, pair by pair.
fn check_large_values(solver: &Solver, variables: &[Var]) -> Propagated {
    let large: Vec<Var> = variables.iter().copied().filter(|&each| solver.is_big(each)).collect();
    for at in 1..large.len() {
        let value = solver.exact(large[at]);
        for &other in &large[..at] {
            let other = solver.exact(other);
            solver.spend(other.as_ref().map_or(1, |other| other.iter_u64_digits().len() / 4 + 1))?;
            if other == value {
                return Err(Failed);
            }
        }
    }
    Ok(())
}

pub(super) fn all_distinct(solver: &mut Solver, number: u32, variables: &[Var]) -> Propagated {
    let done = eliminate(solver, number, variables)?;
    let count = variables.len();
    if count - done < 2 {
        return Ok(());
    }
    let mut buffers = std::mem::take(&mut solver.distinct);
    buffers.open.clear();
    buffers.open.extend((done..count).map(|at| variables[index(solver.states(number)[at + 1])]));
    let result = filter(solver, &mut buffers);
    solver.distinct = buffers;
    result
}

fn filter(solver: &mut Solver, buffers: &mut Buffers) -> Propagated {
    let Buffers { open, narrow, wide } = buffers;
    for (at, &one) in open.iter().enumerate() {
        solver.spend(open.len() - at)?;
        let root = solver.root(one);
        if open[at + 1..].iter().any(|&other| root == solver.root(other)) {
            return Err(Failed);
        }
    }
    let base = open.iter().map(|&variable| solver.min(variable)).min().unwrap_or(0);
    let last = open.iter().map(|&variable| solver.max(variable)).max().unwrap_or(0);
    match last.checked_sub(base) {
        Some(span) if span < u64::COUNT && open.len() <= 64 => narrow.filter(solver, open, base),
        Some(span) if span < u128::COUNT => wide.filter(solver, open, base),
        _ => check_value_count(solver, open),
    }
}

impl<B: Bits> Graph<B> {
    /// Restricts each variable to the values that it has in some complete matching.
    fn filter(&mut self, solver: &mut Solver, open: &[Var], base: i64) -> Propagated {
        if open.len() > MAX_VARIABLES {
            return Err(Failed);
        }
        self.bits.clear();
        for &variable in open {
            let Some(bits) = solver.domain(variable).bits_from(base) else { return Ok(()) };
            self.bits.push(B::of(bits));
        }
        self.match_all()?;
        let held = self.held_values();
        let freeable_values = self.freeable_values(held);
        self.find_components(held);
        // The next run removes the values of newly fixed variables from the other domains.
        for (variable, &name) in open.iter().enumerate() {
            let component = self.component_values[usize::from(self.component[variable])];
            let bits = self.bits[variable];
            let kept = bits & (!held | freeable_values | component);
            if kept != bits {
                solver.restrict_bits(name, base, kept.wide())?;
            }
        }
        Ok(())
    }
}

/// Handles domains that span more than 128 values by checking only whether there are enough values.
fn check_value_count(solver: &Solver, open: &[Var]) -> Propagated {
    let mut all = None;
    for &variable in open {
        let domain = solver.domain(variable);
        if !domain.is_finite() {
            return Ok(());
        }
        solver.spend(domain.words() + all.as_ref().map_or(1, Domain::words))?;
        all = Some(match all {
            None => domain.clone(),
            Some(all) => domain.union(&all),
        });
    }
    let buffers = all.and_then(|all| all.size()).unwrap_or(u64::MAX);
    if buffers < open.len() as u64 { Err(Failed) } else { Ok(()) }
}
