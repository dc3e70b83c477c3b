//! Dancing links, the readable reference: a depth-first search that can stop after every step, so
//! that it can be resumed, counted or shown.
//!
//! ```text
//!   headers   0 <-> A <-> B <-> C <-> 0        left/right: the items still to cover
//!                   |     |     |
//!   option 0        a --- b     |              up/down: the options of an item
//!   option 1        a --------- c              nodes of an option are adjacent, between spacers
//! ```
//!
//! A secondary item chosen in a colour is not covered but purified: options that want it in another
//! colour, or without a colour, are removed. Options with the same colour stay, and the search
//! skips the item in them from then on.
//!
//! Cost: a node is one option tried. Covering an item touches every node of every option that
//! contains it. Multiplicities are not supported (see `several`).
//!
//! # Source
//! Donald Knuth, *The Art of Computer Programming*, 4B, section 7.2.2.1, algorithms X and C, with
//! the "minimum remaining values" choice of items.

use crate::problem::{Colour, Problem};
use gridlore_core::{Budget, BudgetSpent};

/// A header or a node of an option; spacers have `item` 0.
#[derive(Debug, Clone, Copy, Default)]
struct Node {
    up: usize,
    down: usize,
    item: usize,
    option: usize,
    /// The colour; 0 for none.
    colour: Colour,
    /// Whether the item was purified to this colour, so that hiding and covering skip this node.
    is_pure: bool,
}

/// The result of one step of the search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// An option was tried, which costs one node.
    Tried,
    /// The search backtracked.
    Back,
    /// A solution: the numbers of its options, in the order in which they were chosen.
    Solution(Vec<usize>),
    /// The search is complete.
    Done,
}

/// A level of the search: an item, and the option chosen for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// The item covered on this level.
    pub item: usize,
    /// The options that can cover it, in the order in which they are tried.
    pub options: Vec<usize>,
    /// The index of the chosen option; the options before it have been tried.
    pub nth: usize,
}

/// The state of a search between two steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The levels, from the root down.
    pub chosen: Vec<Level>,
    /// The uncovered primary items, each with the number of options left.
    pub items: Vec<(usize, usize)>,
    /// The options that can still be chosen, in ascending order.
    pub options: Vec<usize>,
    /// The item to cover next, which is one with the fewest options.
    pub next: Option<usize>,
}

/// The solutions of a problem, computed lazily and step by step.
#[derive(Debug, Clone)]
pub struct DancingLinks {
    /// Header 0 is the root; header `i + 1` belongs to item `i`.
    nodes: Vec<Node>,
    left: Vec<usize>,
    right: Vec<usize>,
    size: Vec<usize>,
    /// The node chosen at each depth.
    chosen: Vec<usize>,
    state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Forward,
    Backward,
    Done,
}

impl DancingLinks {
    /// Starts a search; `None` if an item has bounds other than exactly once.
    #[must_use]
    pub fn new(problem: &Problem) -> Option<Self> {
        if problem.has_multiplicities() {
            return None;
        }
        let headers = problem.items() + 1;
        let mut nodes: Vec<Node> = (0..headers)
            .map(|header| Node { up: header, down: header, item: header, ..Node::default() })
            .collect();
        let mut size = vec![0; headers];
        nodes.push(Node::default());
        for option in 0..problem.options() {
            for entry in problem.entries_of(option) {
                let (header, node) = (entry.item as usize + 1, nodes.len());
                let up = nodes[header].up;
                nodes.push(Node {
                    up,
                    down: header,
                    item: header,
                    option,
                    colour: entry.colour,
                    is_pure: false,
                });
                nodes[up].down = node;
                nodes[header].up = node;
                size[header] += 1;
            }
            nodes.push(Node::default());
        }
        // Secondary items are not in the list of items, because the search never selects them.
        let last = problem.primary();
        let left =
            (0..headers).map(|h| if h > last { h } else { h.checked_sub(1).unwrap_or(last) }).collect();
        let right = (0..headers)
            .map(|h| {
                if h > last {
                    h
                } else if h == last {
                    0
                } else {
                    h + 1
                }
            })
            .collect();
        Some(Self { nodes, left, right, size, chosen: Vec::new(), state: State::Forward })
    }

    /// Returns the next solution, or `None` after the last.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if the budget does not cover the next option; a later call continues
    /// from there.
    pub fn next_solution(&mut self, budget: &mut Budget) -> Result<Option<Vec<usize>>, BudgetSpent> {
        loop {
            match self.step(budget)? {
                Step::Solution(options) => return Ok(Some(options)),
                Step::Done => return Ok(None),
                Step::Tried | Step::Back => {}
            }
        }
    }

    /// Takes one step of the search.
    ///
    /// # Errors
    /// Returns [`BudgetSpent`] if the budget does not cover the next option; the state remains
    /// unchanged.
    pub fn step(&mut self, budget: &mut Budget) -> Result<Step, BudgetSpent> {
        match self.state {
            State::Done => Ok(Step::Done),
            State::Forward => {
                let Some(item) = self.item_with_fewest_options() else {
                    self.state = State::Backward;
                    return Ok(Step::Solution(
                        self.chosen.iter().map(|&node| self.nodes[node].option).collect(),
                    ));
                };
                if self.size[item] == 0 {
                    self.state = State::Backward;
                    return Ok(Step::Back);
                }
                budget.spend()?;
                self.cover(item);
                self.choose(self.nodes[item].down);
                Ok(Step::Tried)
            }
            State::Backward => {
                let Some(&node) = self.chosen.last() else {
                    self.state = State::Done;
                    return Ok(Step::Done);
                };
                let (item, next) = (self.nodes[node].item, self.nodes[node].down);
                if next != item {
                    budget.spend()?;
                }
                self.chosen.pop();
                self.for_others_of_option(node, false, Self::release);
                if next == item {
                    self.uncover(item);
                    return Ok(Step::Back);
                }
                self.choose(next);
                Ok(Step::Tried)
            }
        }
    }

    fn choose(&mut self, node: usize) {
        self.for_others_of_option(node, true, Self::commit);
        self.chosen.push(node);
        self.state = State::Forward;
    }

    /// Returns the state of the search.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        let level = |node: &usize| {
            let Node { item, option, .. } = self.nodes[*node];
            let all: Vec<usize> = self.column(item).map(|node| self.nodes[node].option).collect();
            let nth = all.iter().position(|other| *other == option).unwrap_or(0);
            Level { item: item - 1, options: all, nth }
        };
        let items = std::iter::successors(Some(self.right[0]), |item| Some(self.right[*item]));
        let open: Vec<usize> = items.take_while(|item| *item != 0).collect();
        let mut options: Vec<usize> =
            open.iter().flat_map(|item| self.column(*item).map(|node| self.nodes[node].option)).collect();
        options.sort_unstable();
        options.dedup();
        Snapshot {
            chosen: self.chosen.iter().map(level).collect(),
            items: open.iter().map(|item| (item - 1, self.size[*item])).collect(),
            options,
            next: self.item_with_fewest_options().map(|item| item - 1),
        }
    }

    /// Returns the nodes in an item's list.
    fn column(&self, item: usize) -> impl Iterator<Item = usize> {
        let nodes = std::iter::successors(Some(self.nodes[item].down), |node| Some(self.nodes[*node].down));
        nodes.take_while(move |node| *node != item)
    }

    /// Returns the uncovered primary item with the fewest options (the first if there are several);
    /// `None` if all primary items are covered.
    fn item_with_fewest_options(&self) -> Option<usize> {
        let mut best = None;
        let mut item = self.right[0];
        while item != 0 {
            if best.is_none_or(|best: usize| self.size[item] < self.size[best]) {
                best = Some(item);
            }
            item = self.right[item];
        }
        best
    }

    /// Applies `act` to the other nodes of a node's option, cyclically in either direction.
    fn for_others_of_option(&mut self, node: usize, rightwards: bool, act: fn(&mut Self, usize)) {
        let mut other = node;
        loop {
            other = if rightwards { other + 1 } else { other - 1 };
            if self.nodes[other].item == 0 {
                // At a spacer, continue at the other end of the option.
                other =
                    if rightwards { self.first_of_option(other - 1) } else { self.last_of_option(other + 1) };
            }
            if other == node {
                return;
            }
            act(self, other);
        }
    }

    fn first_of_option(&self, mut node: usize) -> usize {
        while self.nodes[node - 1].item != 0 {
            node -= 1;
        }
        node
    }

    fn last_of_option(&self, mut node: usize) -> usize {
        while self.nodes[node + 1].item != 0 {
            node += 1;
        }
        node
    }

    /// Covers or purifies the item of a node in a chosen option.
    fn commit(&mut self, node: usize) {
        let Node { item, colour, is_pure, .. } = self.nodes[node];
        if colour == 0 {
            self.cover(item);
        } else if !is_pure {
            self.purify(item, colour);
        }
    }

    /// Reverts [`Self::commit`].
    fn release(&mut self, node: usize) {
        let Node { item, colour, is_pure, .. } = self.nodes[node];
        if colour == 0 {
            self.uncover(item);
        } else if !is_pure {
            self.unpurify(item, colour);
        }
    }

    /// Hides options with the item in another colour, and marks the others to skip it. The chosen
    /// node itself is not in the list of its item and stays unmarked, which tells `release` what to
    /// revert.
    fn purify(&mut self, item: usize, colour: Colour) {
        let mut row = self.nodes[item].down;
        while row != item {
            if self.nodes[row].colour == colour {
                self.nodes[row].is_pure = true;
            } else {
                self.hide(row);
            }
            row = self.nodes[row].down;
        }
    }

    fn unpurify(&mut self, item: usize, colour: Colour) {
        let mut row = self.nodes[item].up;
        while row != item {
            if self.nodes[row].colour == colour {
                self.nodes[row].is_pure = false;
            } else {
                self.unhide(row);
            }
            row = self.nodes[row].up;
        }
    }

    /// Removes the other nodes of a node's option from their lists.
    fn hide(&mut self, row: usize) {
        let mut other = row;
        loop {
            other += 1;
            if self.nodes[other].item == 0 {
                other = self.first_of_option(other - 1);
            }
            if other == row {
                return;
            }
            let Node { up, down, item, is_pure, .. } = self.nodes[other];
            if !is_pure {
                self.nodes[up].down = down;
                self.nodes[down].up = up;
                self.size[item] -= 1;
            }
        }
    }

    fn unhide(&mut self, row: usize) {
        let mut other = row;
        loop {
            other -= 1;
            if self.nodes[other].item == 0 {
                other = self.last_of_option(other + 1);
            }
            if other == row {
                return;
            }
            let Node { up, down, item, is_pure, .. } = self.nodes[other];
            if !is_pure {
                self.nodes[up].down = other;
                self.nodes[down].up = other;
                self.size[item] += 1;
            }
        }
    }

    fn cover(&mut self, item: usize) {
        let mut row = self.nodes[item].down;
        while row != item {
            self.hide(row);
            row = self.nodes[row].down;
        }
        let (left, right) = (self.left[item], self.right[item]);
        self.right[left] = right;
        self.left[right] = left;
    }

    fn uncover(&mut self, item: usize) {
        let (left, right) = (self.left[item], self.right[item]);
        self.right[left] = item;
        self.left[right] = item;
        let mut row = self.nodes[item].up;
        while row != item {
            self.unhide(row);
            row = self.nodes[row].up;
        }
    }
}
