//! Finds cycles of files that use each other.

use std::collections::{BTreeMap, BTreeSet};

/// The uses of one file by another, `(from, to)`, each with the first line that names it and the
/// path used.
pub(crate) type Uses<'a> = BTreeMap<(&'a str, &'a str), (usize, String)>;

/// Returns the cycles of files, each with the lines that form the cycle.
pub(crate) fn cycles(uses: &Uses<'_>) -> Vec<String> {
    let mut reached: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for &(from, to) in uses.keys() {
        reached.entry(from).or_default().insert(to);
    }
    let direct = reached.clone();
    let everything = |start: &str| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(file) = open.pop() {
            for &next in direct.get(file).into_iter().flatten() {
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen
    };
    for (file, reached) in &mut reached {
        *reached = everything(file);
    }
    let is_reached = |from: &str, to: &str| reached.get(from).is_some_and(|all| all.contains(to));
    let mut cycles: BTreeMap<BTreeSet<&str>, Vec<String>> = BTreeMap::new();
    for (&(from, to), (line, path)) in uses {
        if is_reached(to, from) {
            let cycle: BTreeSet<&str> =
                reached[from].iter().copied().filter(|file| is_reached(file, from)).collect();
            cycles.entry(cycle).or_default().push(format!("  {from}:{line} uses {to}: {path}"));
        }
    }
    cycles
        .into_iter()
        .map(|(files, lines)| format!("{} files in a cycle:\n{}", files.len(), lines.join("\n")))
        .collect()
}
