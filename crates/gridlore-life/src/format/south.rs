//! Moves a quadtree one row south, to account for the offset of Golly's trees on bounded grids.
//!
//! In Golly, row 0 lies north of the middle of a tree; here it lies south. This makes no difference
//! on the plane, but on a bounded grid the pattern would be one row too close to an edge.
//!
//! A square of the new tree consists of the last row of one old square and all but the last row of
//! its southern neighbour. Each distinct pair of such squares is computed once. Cost: linear in the
//! number of distinct pairs of vertically adjacent squares.

use crate::tree::{Builder, MAX_LEVEL, Macrocell, Node};
use std::collections::HashMap;

impl Macrocell {
    /// Moves the tree one row south. Returns `None` if that takes more than `most` pairs of
    /// squares. Trees too wide for 64-bit coordinates are returned unchanged.
    pub(super) fn moved_south(mut self, most: usize) -> Option<Self> {
        let root = u32::try_from(self.nodes.len()).ok()?;
        let Some(level) = self.nodes.last().map(Node::level).filter(|level| *level < MAX_LEVEL) else {
            return Some(self);
        };
        // In a square of twice the side, the cells do not touch the southern edge.
        let inner = if let Some(Node::Small([north_west, north_east, south_west, south_east])) =
            self.nodes.last().copied()
        {
            let corners =
                [[0, 0, 0, north_west], [0, 0, north_east, 0], [0, south_west, 0, 0], [south_east, 0, 0, 0]];
            corners.map(|states| self.add(Node::Small(states)))
        } else {
            let [north_west, north_east, south_west, south_east] = self.quarters(root);
            let corners =
                [[0, 0, 0, north_west], [0, 0, north_east, 0], [0, south_west, 0, 0], [south_east, 0, 0, 0]];
            corners.map(|quarters| self.add(Node::Square(level, quarters)))
        };
        let mut mover = Mover { given: self, moved: Builder::default(), known: HashMap::new(), most };
        let [north_west, north_east, south_west, south_east] = inner;
        let pairs = [(0, north_west), (0, north_east), (north_west, south_west), (north_east, south_east)];
        let mut quarters = [0; 4];
        for (quarter, (north, south)) in quarters.iter_mut().zip(pairs) {
            *quarter = mover.below(north, south)?;
        }
        mover.moved.square(level + 1, quarters);
        Some(Self { nodes: mover.moved.nodes })
    }

    fn add(&mut self, node: Node) -> u32 {
        if matches!(node, Node::Small([0, 0, 0, 0]) | Node::Square(_, [0, 0, 0, 0])) {
            return 0;
        }
        self.nodes.push(node);
        u32::try_from(self.nodes.len()).expect("fewer squares than 2^32")
    }

    fn node(&self, at: u32) -> Option<Node> {
        self.nodes.get((at as usize).wrapping_sub(1)).copied()
    }

    /// Returns the quarters of a square of more than 2 x 2 cells, splitting up leaves of 8 x 8
    /// cells.
    fn quarters(&mut self, at: u32) -> [u32; 4] {
        match self.node(at) {
            Some(Node::Square(_, quarters)) => quarters,
            Some(Node::Leaf(bits)) => [(0, 0), (4, 0), (0, 4), (4, 4)].map(|(x, y)| {
                let small = [(0, 0), (2, 0), (0, 2), (2, 2)].map(|(dx, dy)| {
                    let state = |at: u32| u8::from(bits >> at & 1 == 1);
                    let first = (y + dy) * 8 + x + dx;
                    self.add(Node::Small([
                        state(first),
                        state(first + 1),
                        state(first + 8),
                        state(first + 9),
                    ]))
                });
                self.add(Node::Square(2, small))
            }),
            Some(Node::Small(_)) | None => [0; 4],
        }
    }
}

struct Mover {
    given: Macrocell,
    moved: Builder,
    /// The results for pairs of squares.
    known: HashMap<(u32, u32), u32>,
    most: usize,
}

impl Mover {
    /// Combines the last row of the northern square with all but the last row of the southern one.
    fn below(&mut self, north: u32, south: u32) -> Option<u32> {
        let (above, here) = (self.given.node(north), self.given.node(south));
        let Some(level) = above.or(here).as_ref().map(Node::level) else { return Some(0) };
        if let Some(name) = self.known.get(&(north, south)) {
            return Some(*name);
        }
        if self.known.len() == self.most {
            return None;
        }
        let bits = |node: Option<Node>| match node {
            None => Some(0),
            Some(Node::Leaf(bits)) => Some(bits),
            Some(_) => None,
        };
        let name = if level == 1 {
            let states =
                |node: Option<Node>| if let Some(Node::Small(states)) = node { states } else { [0; 4] };
            let ([_, _, first, second], [third, fourth, _, _]) = (states(above), states(here));
            let states = [first, second, third, fourth];
            if states == [0; 4] { 0 } else { self.moved.name(Node::Small(states)) }
        } else if let (Some(above), Some(here)) = (bits(above), bits(here)) {
            let bits = above >> 56 | here << 8;
            if bits == 0 { 0 } else { self.moved.name(Node::Leaf(bits)) }
        } else {
            let (above, here) = (self.given.quarters(north), self.given.quarters(south));
            let pairs = [(above[2], here[0]), (above[3], here[1]), (here[0], here[2]), (here[1], here[3])];
            let mut quarters = [0; 4];
            for (quarter, (north, south)) in quarters.iter_mut().zip(pairs) {
                *quarter = self.below(north, south)?;
            }
            self.moved.square(level, quarters)
        };
        self.known.insert((north, south), name);
        Some(name)
    }
}
