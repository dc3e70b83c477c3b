//! Global constraints on lists: element, tuples, cardinality, circuit, lexicographic order.

use super::domain::{Domain, SUP};
use super::event::{Failed, Propagated, Var};
use super::solver::Solver;

/// Propagates `list[index] = value`, where indices are counted from 1.
pub(super) fn element(solver: &mut Solver, number: u32, index: Var, list: &[Var], value: Var) -> Propagated {
    if let Some(at) = solver.value(index) {
        let at = usize::try_from(at - 1).map_err(|_| Failed)?;
        let chosen = *list.get(at).ok_or(Failed)?;
        solver.kill(number);
        return solver.alias_values(chosen, value);
    }
    let wanted = solver.domain(value).clone();
    let mut possible: Option<Domain> = None;
    // The length of the list is fixed, so other indices are impossible.
    let last = i64::try_from(list.len()).unwrap_or(SUP);
    solver.set_min(index, 1)?;
    solver.set_max(index, last)?;
    let places: Vec<i64> = solver.domain(index).values().collect();
    for place in places {
        solver.spend(2 + possible.as_ref().map_or(0, Domain::words))?;
        let domain =
            usize::try_from(place - 1).ok().and_then(|at| list.get(at)).map(|&each| solver.domain(each));
        match domain.filter(|domain| domain.intersection(&wanted).is_some()) {
            None => solver.remove(index, place)?,
            Some(domain) => {
                possible = Some(match possible {
                    None => domain.clone(),
                    Some(possible) => possible.union(domain),
                });
            }
        }
    }
    let possible = possible.ok_or(Failed)?;
    solver.restrict(value, &possible)
}

/// Returns the rows of a table that are still possible for a row of variables.
fn possible_rows<'t>(solver: &Solver, row: &[Var], table: &'t [i64]) -> impl Iterator<Item = &'t [i64]> {
    let domains: Vec<Domain> = row.iter().map(|&variable| solver.domain(variable).clone()).collect();
    table
        .chunks_exact(row.len().max(1))
        .filter(move |numbers| numbers.iter().zip(&domains).all(|(&value, domain)| domain.contains(value)))
}

/// Propagates that a row is in a table.
pub(super) fn tuple(solver: &mut Solver, number: u32, row: &[Var], table: &[i64]) -> Propagated {
    // A variable may occur in several columns, so a value removed in one column affects the others
    // in the next pass.
    loop {
        solver.spend(table.len())?;
        let possible: Vec<&[i64]> = possible_rows(solver, row, table).collect();
        if possible.is_empty() {
            return Err(Failed);
        }
        let before = solver.changes();
        for (column, &variable) in row.iter().enumerate() {
            let values = possible.iter().map(|numbers| (numbers[column], numbers[column])).collect();
            let values = Domain::from_ranges(values).ok_or(Failed)?;
            solver.restrict(variable, &values)?;
        }
        if solver.changes() == before {
            break;
        }
    }
    // If only one variable is left, its domain alone decides.
    if row.iter().filter(|&&variable| solver.value(variable).is_none()).count() < 2 {
        solver.kill(number);
    }
    Ok(())
}

/// Returns the possible rows of a table, for residual goals.
pub(crate) fn remaining_rows(solver: &Solver, row: &[Var], table: &[i64]) -> Vec<Vec<i64>> {
    possible_rows(solver, row, table).map(<[i64]>::to_vec).collect()
}

/// Propagates the number of occurrences of each key among the variables.
pub(super) fn cardinality(
    solver: &mut Solver,
    number: u32,
    variables: &[Var],
    keys: &[i64],
    counts: &[Var],
) -> Propagated {
    loop {
        let before = solver.changes();
        let mut is_done = true;
        for (&key, &count) in keys.iter().zip(counts) {
            solver.spend(variables.len())?;
            let mut sure = 0i64;
            let mut possible = 0i64;
            for &variable in variables {
                if solver.domain(variable).contains(key) {
                    possible += 1;
                    sure += i64::from(solver.value(variable).is_some());
                }
            }
            solver.set_min(count, sure)?;
            solver.set_max(count, possible)?;
            let (least, most) = (solver.min(count), solver.max(count));
            if possible > sure {
                if most == sure {
                    for &variable in variables {
                        if solver.value(variable).is_none() {
                            solver.remove(variable, key)?;
                        }
                    }
                } else if least == possible {
                    for &variable in variables {
                        if solver.domain(variable).contains(key) {
                            solver.fix(variable, key)?;
                        }
                    }
                } else {
                    is_done = false;
                }
            }
        }
        if solver.changes() == before {
            // All keys together cover all variables.
            let least: i128 = counts.iter().map(|&count| i128::from(solver.min(count))).sum();
            let most: i128 = counts.iter().map(|&count| i128::from(solver.max(count))).sum();
            let all = variables.len() as i128;
            if least > all || most < all {
                return Err(Failed);
            }
            for &count in counts {
                let (low, high) = (i128::from(solver.min(count)), i128::from(solver.max(count)));
                solver.set_min(count, i64::try_from(all - (most - high)).unwrap_or(0))?;
                solver.set_max(count, i64::try_from(all - (least - low)).unwrap_or(SUP))?;
            }
            if solver.changes() == before {
                if is_done && variables.iter().all(|&variable| solver.value(variable).is_some()) {
                    solver.kill(number);
                }
                return Ok(());
            }
        }
    }
}

/// Propagates that the variables, each of which holds the number of its successor, form one
/// circuit. Another propagator keeps them different. A closed subtour is detected immediately,
/// because no edge leaves it.
///
/// This prunes no more than `library(clpfd)` does, so searches take the same course.
pub(super) fn circuit(solver: &mut Solver, variables: &[Var]) -> Propagated {
    let count = variables.len();
    let follower = |solver: &Solver, at: usize| {
        solver
            .value(variables[at])
            .and_then(|value| usize::try_from(value - 1).ok())
            .filter(|&next| next < count)
    };
    if count > 1 {
        for at in 0..count {
            if follower(solver, at) == Some(at) {
                return Err(Failed);
            }
        }
    }
    reachable(solver, variables)
}

/// Checks that the graph is strongly connected.
///
/// # Source
/// R. E. Tarjan, *Depth-first search and linear graph algorithms*, 1972. The search ends with the
/// first component that is complete, so every node encountered is on the path or below it. It reads
/// the domains and stores no edges, because ten thousand variables can have a hundred million
/// edges.
fn reachable(solver: &Solver, variables: &[Var]) -> Propagated {
    /// A node on the path of the search.
    struct Step {
        node: usize,
        /// Successors that have not been examined yet.
        rest: Vec<(i64, i64)>,
        /// The smallest number of a node that was found to be reachable from this node.
        low: usize,
    }
    const UNVISITED: usize = usize::MAX;
    if variables.iter().any(|&variable| !solver.domain(variable).is_finite()) {
        return Ok(());
    }
    let last = i64::try_from(variables.len()).unwrap_or(SUP);
    let step = |node: usize, number: usize| {
        let successors = solver.domain(variables[node]).within(1, last);
        Step { node, rest: successors.map_or_else(Vec::new, |domain| domain.ranges()), low: number }
    };
    // The number of each node, in the order in which the search reached it.
    let mut numbers = vec![UNVISITED; variables.len()];
    let Some(first) = numbers.first_mut() else { return Ok(()) };
    *first = 0;
    let mut count = 1;
    let mut words = 0;
    let mut path = vec![step(0, 0)];
    while let Some(top) = path.last_mut() {
        let mut unvisited = None;
        while let Some(&mut (ref mut low, high)) = top.rest.last_mut() {
            let range = usize::try_from(*low - 1).unwrap_or(0)..usize::try_from(high).unwrap_or(0);
            solver.spend(range.len() / 4 + 1)?;
            let met = numbers[range.clone()].iter().position(|&number| number == UNVISITED);
            let seen = range.start..met.map_or(range.end, |at| range.start + at);
            top.low = numbers[seen].iter().copied().fold(top.low, usize::min);
            if let Some(at) = met {
                *low += i64::try_from(at).unwrap_or(0);
                unvisited = Some(range.start + at);
                break;
            }
            top.rest.pop();
        }
        if let Some(node) = unvisited {
            numbers[node] = count;
            let next = step(node, count);
            words += size_of::<Step>() / 8 + 2 * next.rest.len();
            if !solver.meter.holds(words * 8) {
                return Err(Failed);
            }
            path.push(next);
            count += 1;
            continue;
        }
        let (node, low) = (top.node, top.low);
        path.pop();
        match path.last_mut() {
            None => break,
            // This is a component that does not contain the first node.
            Some(_) if low == numbers[node] => return Err(Failed),
            Some(parent) => parent.low = parent.low.min(low),
        }
    }
    if count < variables.len() { Err(Failed) } else { Ok(()) }
}

/// Propagates that `left` is lexicographically at most `right`.
pub(super) fn lex_at_most(solver: &mut Solver, number: u32, left: &[Var], right: &[Var]) -> Propagated {
    solver.spend(left.len())?;
    for (at, (&one, &other)) in left.iter().zip(right).enumerate() {
        solver.set_max(one, solver.max(other))?;
        solver.set_min(other, solver.min(one))?;
        match (solver.value(one), solver.value(other)) {
            (Some(low), Some(high)) if low == high => {}
            (Some(low), Some(high)) if low < high => {
                solver.kill(number);
                return Ok(());
            }
            _ => {
                // The order must be strict here if it cannot hold for the rest.
                let can_be_equal = rest_can_hold(solver, &left[at + 1..], &right[at + 1..]);
                if !can_be_equal {
                    solver.set_max(one, solver.max(other).saturating_sub(1))?;
                    solver.set_min(other, solver.min(one).saturating_add(1))?;
                }
                if solver.max(one) < solver.min(other) {
                    solver.kill(number);
                }
                return Ok(());
            }
        }
    }
    solver.kill(number);
    Ok(())
}

fn rest_can_hold(solver: &Solver, left: &[Var], right: &[Var]) -> bool {
    for (&one, &other) in left.iter().zip(right) {
        if solver.min(one) < solver.max(other) {
            return true;
        }
        if solver.min(one) > solver.max(other) {
            return false;
        }
    }
    true
}
