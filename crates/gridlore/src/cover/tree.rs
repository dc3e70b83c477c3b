//! The search tree of a [`super::Walk`]: one branch per chosen option, and the options on the
//! current path that have not been tried yet.
//!
//! A large tree is reduced to the current path and its siblings; the branches below a sibling are
//! only counted.

use gridlore_exact_cover::Level;

/// Maximum number of branches of a tree that is returned in full.
const MAX_WHOLE: usize = 80;
/// Maximum number of branches of a reduced tree that are not on the current path.
const MAX_SIBLINGS: usize = 240;

/// The state of a branch.
///
/// ```
/// use gridlore::cover::{BranchState, Matrix};
///
/// let matrix = Matrix::parse("", "a,b,c/a,b/c")?;
/// let mut walk = matrix.walk();
/// walk.to_solution(1);
/// let states: Vec<BranchState> = walk.state().tree.iter().map(|branch| branch.state).collect();
/// assert_eq!(states, [BranchState::Current, BranchState::Current]);
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BranchState {
    /// The option is currently chosen.
    Current,
    /// All options below this one have been tried.
    Finished,
    /// The option has not been tried yet.
    Open,
}

/// A branch of the search tree: an option chosen for an item.
///
/// ```
/// let matrix = gridlore::cover::Matrix::parse("", "a,b,c/a,b/c")?;
/// let mut walk = matrix.walk();
/// walk.forward();
/// let branch = &walk.state().tree[0];
/// assert_eq!((branch.parent, branch.solutions), (None, 0));
/// # Ok::<(), gridlore::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// The index of the branch above this one; `None` on the first level.
    pub parent: Option<usize>,
    /// The chosen option.
    pub option: usize,
    /// The state of the branch.
    pub state: BranchState,
    /// The number of solutions found at or below this branch.
    pub solutions: u64,
    /// Whether an item had no option left after this choice.
    pub is_dead_end: bool,
    /// The number of branches below this one that were left out.
    pub hidden: usize,
}

/// A branch during the search.
#[derive(Debug, Clone)]
struct Node {
    parent: Option<usize>,
    option: usize,
    solutions: u64,
    is_dead_end: bool,
    /// The number of branches below this one.
    below: usize,
}

/// The tree of a search in progress.
#[derive(Debug, Clone, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// The nodes of the chosen options, from the root down.
    path: Vec<usize>,
}

impl Tree {
    /// Records the choice made at the last of these levels.
    pub(super) fn choose(&mut self, levels: &[Level]) {
        let Some(level) = levels.last() else { return };
        self.path.truncate(levels.len() - 1);
        for at in &self.path {
            self.nodes[*at].below += 1;
        }
        let parent = self.path.last().copied();
        let option = level.options[level.nth];
        self.path.push(self.nodes.len());
        self.nodes.push(Node { parent, option, solutions: 0, is_dead_end: false, below: 0 });
    }

    /// Records a step back from `before` levels to `after` levels. If the numbers are equal, an
    /// item had no option left.
    pub(super) fn leave(&mut self, before: usize, after: usize) {
        if before == after
            && let Some(last) = self.path.last()
        {
            self.nodes[*last].is_dead_end = true;
        }
        self.path.truncate(after);
    }

    /// Records a solution.
    pub(super) fn solve(&mut self) {
        for at in &self.path {
            self.nodes[*at].solutions += 1;
        }
    }

    /// Returns the branches, each after its parent. Branches that have not been tried yet come
    /// last.
    pub(super) fn branches(&self, levels: &[Level]) -> Vec<Branch> {
        let is_whole = self.nodes.len() <= MAX_WHOLE;
        let mut places = vec![None; self.nodes.len()];
        let mut branches = Vec::new();
        let mut siblings = 0;
        for (at, node) in self.nodes.iter().enumerate() {
            let is_current = self.path.contains(&at);
            if !is_current && !is_whole {
                siblings += 1;
                let is_beside = node.parent.is_none_or(|parent| self.path.contains(&parent));
                if !is_beside || siblings > MAX_SIBLINGS {
                    siblings -= usize::from(!is_beside);
                    continue;
                }
            }
            places[at] = Some(branches.len());
            branches.push(Branch {
                parent: node.parent.and_then(|parent| places[parent]),
                option: node.option,
                state: if is_current { BranchState::Current } else { BranchState::Finished },
                solutions: node.solutions,
                is_dead_end: node.is_dead_end,
                hidden: if is_current || is_whole { 0 } else { node.below },
            });
        }
        for (depth, level) in levels.iter().enumerate() {
            let parent = depth.checked_sub(1).and_then(|above| places[self.path[above]]);
            for option in &level.options[level.nth + 1..] {
                siblings += 1;
                if siblings <= MAX_SIBLINGS {
                    let state = BranchState::Open;
                    let branch = Branch {
                        parent,
                        option: *option,
                        state,
                        solutions: 0,
                        is_dead_end: false,
                        hidden: 0,
                    };
                    branches.push(branch);
                }
            }
        }
        branches
    }
}

#[cfg(test)]
mod tests {
    use super::super::Matrix;
    use super::*;

    /// The tree agrees with the state of the search after every step.
    #[test]
    fn the_tree_follows_the_search() {
        for name in ["packing-3x3", "latin-3", "queens-4", "seven"] {
            let matrix = Matrix::parse("", name).expect(name);
            let mut walk = matrix.walk();
            while walk.forward() {
                let state = walk.state();
                let current: Vec<usize> = state
                    .tree
                    .iter()
                    .filter(|branch| branch.state == BranchState::Current)
                    .map(|branch| branch.option)
                    .collect();
                let chosen: Vec<usize> = state.chosen.iter().map(|entry| entry.0).collect();
                assert_eq!(current, chosen, "{name}, step {}", state.steps);
                let top = state.tree.iter().filter(|branch| branch.parent.is_none());
                assert_eq!(top.map(|branch| branch.solutions).sum::<u64>(), state.solutions, "{name}");
                for (at, branch) in state.tree.iter().enumerate() {
                    assert!(branch.parent.is_none_or(|parent| parent < at), "{name}: {branch:?}");
                    assert!(!branch.is_dead_end || branch.solutions == 0, "{name}: {branch:?}");
                }
            }
        }
    }

    #[test]
    fn a_large_tree_is_reduced() {
        let matrix = Matrix::parse("", "latin-3").expect("an example");
        let mut walk = matrix.walk();
        walk.to(u64::MAX);
        let end = walk.state();
        assert_eq!(end.solutions, 12);
        assert!(end.tree.len() <= MAX_WHOLE, "{}", end.tree.len());
        assert!(end.tree.iter().all(|branch| branch.parent.is_none()), "{:?}", end.tree);
        assert!(end.tree.iter().all(|branch| branch.hidden > 0), "{:?}", end.tree);
    }
}
