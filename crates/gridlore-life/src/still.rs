//! Draws a view of a pattern without running an engine, directly from its tiles or quadtree.
//!
//! Cost: one visit per tile; for a tree, one visit per visible square larger than a block, and one
//! per distinct node.

use crate::grid::{Cell, Grid, Plane, State};
use crate::pattern::Cells;
use crate::tree::{Macrocell, Node};
use crate::window::{Sight, Window};

/// The largest level whose cells still have 64-bit coordinates.
const MAX_LEVEL: u32 = 62;

impl Cells {
    /// Draws a window of the pattern under a rule with this number of states: one byte per block,
    /// row by row from north to south. The result is the same as that of `World::window`, except
    /// that trees wider than 2^62 cells are not shown at all.
    ///
    /// # Panics
    /// Panics if the window's scale exceeds [`Window::MAX_SCALE`].
    #[must_use]
    pub fn window(&self, window: &Window, states: u16) -> Vec<u8> {
        let mut sight = Sight::new(window, states);
        match self {
            Self::Grid(grid) => show_grid(grid, window.scale, &mut sight),
            Self::Tree(tree) => show_tree(tree, window.scale, &mut sight),
        }
        sight.finish()
    }
}

fn show_grid(grid: &Grid, scale: u32, sight: &mut Sight) {
    for ((row, column), planes) in grid.tiles() {
        let (x, y) = (column * 64, row * 64);
        if !sight.sees(x, y, 6) {
            continue;
        }
        if !sight.is_coloured() || planes.len() == 1 {
            let rows: [u64; 64] =
                std::array::from_fn(|row| planes.iter().fold(0, |all, plane| all | plane.0[row]));
            if rows.iter().any(|row| *row != 0) {
                sight.rows(x, y, &rows);
            }
            continue;
        }
        let side = 1_usize << scale.min(6);
        for top in (0..64).step_by(side) {
            for left in (0..64).step_by(side) {
                let state = lowest(planes, top, left, side);
                if state > 0 {
                    sight.cell(Cell::new(x + left as i64, y + top as i64), state);
                }
            }
        }
    }
}

/// Returns the lowest non-zero state within a square of cells, or 0 if all are dead.
fn lowest(planes: &[Plane], top: usize, left: usize, side: usize) -> State {
    let columns = u64::MAX >> (64 - side) << left;
    let mut rows = [0; 64];
    for plane in planes {
        for (row, bits) in rows.iter_mut().zip(&plane.0[top..top + side]) {
            *row |= bits & columns;
        }
    }
    let rows = &mut rows[..side];
    if rows.iter().all(|row| *row == 0) {
        return 0;
    }
    // Determine the bits from the highest to the lowest: a bit of the lowest state is 0 if it is 0
    // in any of the remaining cells.
    let mut state = 0;
    for (bit, plane) in planes.iter().enumerate().rev() {
        let bits = &plane.0[top..top + side];
        if rows.iter().zip(bits).any(|(row, bits)| row & !bits != 0) {
            rows.iter_mut().zip(bits).for_each(|(row, bits)| *row &= !bits);
        } else {
            state |= 1 << bit;
        }
    }
    state
}

fn show_tree(tree: &Macrocell, scale: u32, sight: &mut Sight) {
    let Some(root) = tree.nodes.last().filter(|root| root.level() <= MAX_LEVEL) else { return };
    let mut view = TreeView { tree, scale, lowest: vec![0], masks: Vec::new() };
    for node in &tree.nodes {
        let state = view.node_lowest(node);
        view.lowest.push(state);
    }
    if !sight.is_coloured() {
        view.masks = std::iter::once(0).chain(tree.nodes.iter().map(|node| view.node_mask(node))).collect();
    }
    let half = 1_i64 << root.level() >> 1;
    match root {
        // The root is centred on cell (0, 0), so its quarters and all squares below are aligned to
        // their size.
        Node::Square(_, quarters) => {
            for (quarter, at) in quarters.iter().enumerate() {
                let (column, row) = (quarter as i64 % 2 - 1, quarter as i64 / 2 - 1);
                view.show(*at as usize, Cell::new(column * half, row * half), sight);
            }
        }
        Node::Leaf(bits) => {
            for at in (0..64).filter(|at| bits >> at & 1 == 1) {
                sight.cell(Cell::new(at % 8 - half, at / 8 - half), 1);
            }
        }
        Node::Small(_) => view.show(tree.nodes.len(), Cell::new(-half, -half), sight),
    }
}

/// A tree, with the appearance of each node at this scale, by node number.
struct TreeView<'a> {
    tree: &'a Macrocell,
    scale: u32,
    /// The lowest state that is not dead.
    lowest: Vec<State>,
    /// For squares as large as a block, one bit per part (of 16) that is not empty.
    masks: Vec<u16>,
}

impl TreeView<'_> {
    fn node_lowest(&self, node: &Node) -> State {
        match node {
            Node::Leaf(bits) => State::from(*bits != 0),
            Node::Small(states) => states.iter().copied().filter(|state| *state > 0).min().unwrap_or(0),
            Node::Square(_, quarters) => {
                let states = quarters.iter().map(|at| self.lowest[*at as usize]);
                states.filter(|state| *state > 0).min().unwrap_or(0)
            }
        }
    }

    fn node_mask(&self, node: &Node) -> u16 {
        let Node::Square(level, quarters) = node else { return 0 };
        if *level != self.scale {
            return 0;
        }
        let mut mask = 0;
        for (quarter, at) in quarters.iter().enumerate() {
            for part in 0..4 {
                let lives = match at.checked_sub(1).map(|at| &self.tree.nodes[at as usize]) {
                    None => false,
                    Some(Node::Leaf(bits)) => {
                        let corner = (part / 2 * 4) * 8 + part % 2 * 4;
                        bits >> corner & 0x0f0f_0f0f != 0
                    }
                    Some(Node::Small(states)) => states[part] != 0,
                    Some(Node::Square(_, parts)) => self.lowest[parts[part] as usize] != 0,
                };
                let (row, column) = (quarter / 2 * 2 + part / 2, quarter % 2 * 2 + part % 2);
                mask |= u16::from(lives) << (row * 4 + column);
            }
        }
        mask
    }

    /// Draws a square whose north-western cell is `first`.
    fn show(&self, at: usize, first: Cell, sight: &mut Sight) {
        let lowest = self.lowest[at];
        let Some(node) = at.checked_sub(1).map(|at| &self.tree.nodes[at]).filter(|_| lowest != 0) else {
            return;
        };
        if !sight.sees(first.x, first.y, node.level()) {
            return;
        }
        match node {
            Node::Square(level, _) if *level <= self.scale && sight.is_coloured() => {
                sight.cell(first, lowest)
            }
            Node::Square(level, _) if *level == self.scale => sight.parts(first, self.masks[at]),
            // The square is not larger than the resolution.
            Node::Square(level, _) if *level <= sight.grain() => sight.cell(first, 1),
            Node::Square(level, quarters) => {
                let half = 1_i64 << (level - 1);
                for (quarter, at) in quarters.iter().enumerate() {
                    let (dx, dy) = (quarter as i64 % 2 * half, quarter as i64 / 2 * half);
                    self.show(*at as usize, Cell::new(first.x + dx, first.y + dy), sight);
                }
            }
            Node::Leaf(bits) => {
                let rows: [u64; 8] = std::array::from_fn(|row| bits >> (row * 8) & 0xff);
                sight.rows(first.x, first.y, &rows);
            }
            Node::Small(states) => {
                for (quarter, state) in states.iter().enumerate().filter(|entry| *entry.1 > 0) {
                    let (dx, dy) = (quarter as i64 % 2, quarter as i64 / 2);
                    sight.cell(Cell::new(first.x + dx, first.y + dy), *state);
                }
            }
        }
    }
}
