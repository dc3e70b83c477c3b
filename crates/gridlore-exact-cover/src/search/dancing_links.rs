//! Dancing links, the readable reference: a depth-first search that stops after every step, so that
//! it can be resumed, counted and shown.
//!
//! ```text
//!   headers   0 <-> A <-> B <-> C <-> 0        left/right: the items still to cover
//!                   |     |     |
//!   option 0        a --- b     |              up/down: the options that hold an item
//!   option 1        a --------- c              an option's nodes are neighbours in `nodes`, between two spacers
//! ```
//!
//! A secondary item that is chosen in a colour is not covered but purified: options that want it in
//! another colour, or in none, go; those of the same colour stay, and need not be looked at again
//! for it.
//!
//! Cost: a node is one option tried; covering an item touches every node of every option that holds
//! it. Multiplicities are not told here (see `several`).
//!
//! # Source
//! Donald Knuth, *The Art of Computer Programming*, 4B, section 7.2.2.1, algorithms X and C; the
//! choice of the item with the fewest options left is his exercise's "minimum remaining values".

use crate::problem::{Colour, Problem};
use gridlore_core::{Budget, BudgetSpent};

/// A header or a node of an option; spacers have `item` 0.
#[derive(Debug, Clone, Copy, Default)]
struct Node {
    up: usize,
    down: usize,
    item: usize,
    option: usize,
    /// 0 for none.
    colour: Colour,
    /// The item was purified to this colour: hiding and covering pass by.
    is_pure: bool,
}

/// What one step of the search did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// An option was tried: one node.
    Tried,
    /// The search went back.
    Back,
    /// A solution: the option numbers, in the order chosen.
    Solution(Vec<usize>),
    /// There is nothing more.
    Done,
}

/// A choice that the search is under.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// The item that is being covered.
    pub item: usize,
    /// The options that could cover it, in the order in which they are tried.
    pub options: Vec<usize>,
    /// Which of them is chosen; those before it were tried.
    pub nth: usize,
}

/// What there is to see of a search between two steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sight {
    /// The choices, the first one first.
    pub chosen: Vec<Level>,
    /// The primary items that are not covered, and how many options each has left.
    pub items: Vec<(usize, usize)>,
    /// The options that are left to cover them, in order.
    pub options: Vec<usize>,
    /// The item to be covered next: one with the fewest options.
    pub next: Option<usize>,
}

/// The solutions of a problem, lazily, step by step.
#[derive(Debug, Clone)]
pub struct DancingLinks {
    /// Header 0 is the root, header `i + 1` stands for item `i`.
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
    /// The search at its beginning; `None` where an item is to be covered another number of times
    /// than once.
    #[must_use]
    pub fn of(problem: &Problem) -> Option<Self> {
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
        // Secondary items stand alone: they are never chosen for covering.
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

    /// The next solution, or `None` when there is no other.
    ///
    /// # Errors
    /// [`BudgetSpent`] when the next try is not paid for; a later call with a new budget goes on
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

    /// One step of the search.
    ///
    /// # Errors
    /// [`BudgetSpent`] when the next try is not paid for; nothing has moved then.
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

    /// Where the search is.
    #[must_use]
    pub fn sight(&self) -> Sight {
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
        Sight {
            chosen: self.chosen.iter().map(level).collect(),
            items: open.iter().map(|item| (item - 1, self.size[*item])).collect(),
            options,
            next: self.item_with_fewest_options().map(|item| item - 1),
        }
    }

    /// The nodes of an item's list.
    fn column(&self, item: usize) -> impl Iterator<Item = usize> {
        let nodes = std::iter::successors(Some(self.nodes[item].down), |node| Some(self.nodes[*node].down));
        nodes.take_while(move |node| *node != item)
    }

    /// The uncovered primary item with the fewest options, the first of equals; `None` when all are
    /// covered.
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

    /// Applies `act` to the other nodes of `node`'s option, cyclically, rightwards or leftwards.
    fn for_others_of_option(&mut self, node: usize, rightwards: bool, act: fn(&mut Self, usize)) {
        let mut other = node;
        loop {
            other = if rightwards { other + 1 } else { other - 1 };
            if self.nodes[other].item == 0 {
                // A spacer: go on at the other end of the option.
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

    /// What a node of a chosen option does to its item.
    fn commit(&mut self, node: usize) {
        let Node { item, colour, is_pure, .. } = self.nodes[node];
        if colour == 0 {
            self.cover(item);
        } else if !is_pure {
            self.purify(item, colour);
        }
    }

    /// Takes it back.
    fn release(&mut self, node: usize) {
        let Node { item, colour, is_pure, .. } = self.nodes[node];
        if colour == 0 {
            self.uncover(item);
        } else if !is_pure {
            self.unpurify(item, colour);
        }
    }

    /// Options with the item in another colour go, the others need not be looked at for it again.
    /// The node that is chosen is in no list of its item any more, and not marked: so what it did
    /// is known when it is released.
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

    /// Takes the other nodes of a node's option out of their lists.
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
