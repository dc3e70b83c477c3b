//! The allocation at one point in the code: where each variable is, and what each register holds.
//!
//! A branch starts from the allocation before its construct. The changes within a branch are
//! recorded, and undone at its end, so the cost of a construct depends on the variables that it
//! uses, not on all variables of the clause.

/// The use of a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RegisterUse {
    Free,
    /// A temporary value.
    Temporary,
    Variable(usize),
}

/// The location of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Home {
    /// It has not occurred yet.
    Unassigned,
    X(u16),
    Y(u16),
}

/// The previous state of a variable that was changed.
#[derive(Debug, Clone, Copy)]
struct Change {
    variable: usize,
    home: Home,
    left: u32,
}

/// The allocation at one point in the code.
#[derive(Debug)]
pub(super) struct State {
    homes: Vec<Home>,
    /// Remaining occurrences of each variable.
    left: Vec<u32>,
    pub(super) uses: Vec<RegisterUse>,
    /// The variables in registers that have remaining occurrences, in no particular order.
    living: Vec<usize>,
    /// The changes since the start of the outermost construct, oldest first.
    changes: Vec<Change>,
    /// Number of enclosing constructs.
    depth: usize,
}

/// A mark for the start of a construct: the number of changes before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark(usize);

impl State {
    pub(super) fn new(left: Vec<u32>, arity: usize) -> Self {
        Self {
            homes: vec![Home::Unassigned; left.len()],
            left,
            uses: vec![RegisterUse::Temporary; arity],
            living: Vec::new(),
            changes: Vec::new(),
            depth: 0,
        }
    }

    pub(super) fn home(&self, variable: usize) -> Home {
        self.homes[variable]
    }

    pub(super) fn left(&self, variable: usize) -> u32 {
        self.left[variable]
    }

    pub(super) fn set_home(&mut self, variable: usize, home: Home) {
        self.change(variable, home, self.left[variable]);
    }

    /// Counts one occurrence.
    pub(super) fn count_use(&mut self, variable: usize) {
        self.change(variable, self.homes[variable], self.left[variable].saturating_sub(1));
    }

    fn change(&mut self, variable: usize, home: Home, left: u32) {
        if self.depth > 0 {
            self.changes.push(Change { variable, home: self.homes[variable], left: self.left[variable] });
        }
        self.set(variable, home, left);
    }

    fn set(&mut self, variable: usize, home: Home, left: u32) {
        let was_living = self.is_living(variable);
        (self.homes[variable], self.left[variable]) = (home, left);
        match (was_living, self.is_living(variable)) {
            (false, true) => self.living.push(variable),
            (true, false) => {
                // Variables that are added and removed are usually the most recent ones.
                if let Some(at) = self.living.iter().rposition(|&other| other == variable) {
                    self.living.swap_remove(at);
                }
            }
            _ => {}
        }
    }

    fn is_living(&self, variable: usize) -> bool {
        self.left[variable] > 0 && matches!(self.homes[variable], Home::X(_))
    }

    /// Returns the number of variables in registers that have remaining occurrences.
    pub(super) fn living_count(&self) -> usize {
        self.living.len()
    }

    /// Returns the first variable in register `x` that has remaining occurrences.
    pub(super) fn living_in(&self, x: u16) -> Option<usize> {
        self.living.iter().copied().filter(|&variable| self.homes[variable] == Home::X(x)).min()
    }

    /// Starts a construct.
    pub(super) fn begin(&mut self) -> Mark {
        self.depth += 1;
        Mark(self.changes.len())
    }

    /// Restores the variables' state at the start of a construct.
    pub(super) fn undo(&mut self, mark: Mark) {
        while self.changes.len() > mark.0
            && let Some(Change { variable, home, left }) = self.changes.pop()
        {
            self.set(variable, home, left);
        }
    }

    /// Ends a construct and restores the variables' state at its start.
    pub(super) fn end(&mut self, mark: Mark) {
        self.undo(mark);
        self.depth -= 1;
    }

    /// Returns the number of bytes that the recorded changes take.
    pub(super) fn change_bytes(&self) -> usize {
        self.changes.len() * size_of::<Change>()
    }
}
