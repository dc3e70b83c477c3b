//! The branches of a game: moves that were undone before other moves took their place.
//!
//! A saved game lists them after its own moves. Each branch begins with `@` and the number of moves
//! that it shares with the game:
//!
//! ```text
//!   1;id;milliseconds;2;40=7;41=8;@1;41=9;42=1
//!                                 after one move, 9 in cell 41 and then 1 in cell 42
//! ```
//!
//! Every branch starts from the line of moves on display. When a branch replaces that line, the
//! other branches are rewritten to start from it.

use crate::play::{Action, Pen, View};

/// Maximum number of branches that a game keeps.
const MAX_BRANCHES: usize = 24;
/// Maximum size in bytes of the moves of all branches.
const MAX_BYTES: usize = 32 << 10;

/// Moves that were undone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Branch {
    /// The number of moves that the branch shares with the line on display.
    pub(crate) after: usize,
    /// The moves that follow, in the format of a saved game; never empty.
    pub(crate) moves: Vec<String>,
}

/// A branch of a game: moves that were undone before others took their place.
///
/// ```
/// use gridlore::{Action, Midend};
///
/// let mut game = Midend::new(gridlore::open("sudoku:1...............")?);
/// game.act(Action::Enter { cells: vec![1], symbol: '2' })?;
/// game.undo();
/// game.act(Action::Enter { cells: vec![1], symbol: '3' })?;
/// let branch = &game.branches()[0];
/// assert_eq!((branch.after, branch.moves, branch.first.as_str()), (0, 1, "2 in r1c2"));
/// assert_eq!(branch.view.cells[1].symbol, Some('2'));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BranchView {
    /// The number of moves before the branch.
    pub after: usize,
    /// The number of moves in the branch.
    pub moves: usize,
    /// Its first move in words.
    pub first: String,
    /// The board after its last move.
    pub view: View,
}

/// The branches of a game, newest last.
#[derive(Debug, Default)]
pub(crate) struct Branches(Vec<Branch>);

impl Branches {
    pub(crate) const fn all(&self) -> &[Branch] {
        self.0.as_slice()
    }

    /// Updates the branches when the game switches from one line of moves to another: the end of
    /// the old line becomes a branch, and every branch is rewritten to start from the new line.
    pub(crate) fn follow(&mut self, old: &[String], new: &[String]) {
        let whole = |branch: Branch| [&old[..branch.after.min(old.len())], &branch.moves].concat();
        let lines: Vec<Vec<String>> =
            std::mem::take(&mut self.0).into_iter().map(whole).chain([old.to_vec()]).collect();
        for (number, line) in lines.iter().enumerate() {
            let is_known = line.len() <= new.len() && new.starts_with(line);
            let is_part = |(place, other): (usize, &Vec<String>)| {
                place != number && other.starts_with(line) && (other.len() > line.len() || place > number)
            };
            if !is_known && !lines.iter().enumerate().any(is_part) {
                let after = line.iter().zip(new).take_while(|(one, other)| one == other).count();
                self.0.push(Branch { after, moves: line[after..].to_vec() });
            }
        }
        self.keep_largest();
    }

    /// Updates the branches when a move is played after `count` others. A branch that begins with
    /// this move loses its first move; a branch that starts from discarded moves is dropped.
    pub(crate) fn advance(&mut self, count: usize, action: &str) {
        for branch in &mut self.0 {
            if branch.after == count && branch.moves.first().is_some_and(|first| first == action) {
                branch.after += 1;
                branch.moves.remove(0);
            }
        }
        self.0.retain(|branch| !branch.moves.is_empty() && branch.after <= count + 1);
    }

    /// Updates the branches when one move replaces the first `count` moves of the game.
    pub(crate) fn forget(&mut self, count: usize) {
        self.0.retain(|branch| branch.after >= count);
        self.0.iter_mut().for_each(|branch| branch.after -= count - 1);
    }

    /// Updates the branches of a saved game that lost moves when it was read: the first `forgotten`
    /// moves, or moves that changed nothing. `moves` is the number of moves that remain.
    pub(crate) fn fit(&mut self, forgotten: usize, moves: usize) {
        if forgotten > 0 {
            self.forget(forgotten + 1);
        }
        self.0.retain(|branch| branch.after <= moves);
    }

    /// Drops the shortest branches, oldest first, until the rest fit the limits.
    fn keep_largest(&mut self) {
        let bytes = |branch: &Branch| branch.moves.iter().map(|text| text.len() + 1).sum::<usize>();
        while self.0.len() > MAX_BRANCHES || self.0.iter().map(bytes).sum::<usize>() > MAX_BYTES {
            let shortest = (0..self.0.len()).min_by_key(|&place| self.0[place].moves.len());
            let Some(shortest) = shortest else { break };
            self.0.remove(shortest);
        }
    }

    /// Reads the branches of a saved game with `moves` moves. An error contains the index of the
    /// wrong field, from 0, and a description of the expected content.
    pub(crate) fn read(
        fields: &[&str],
        moves: usize,
        is_move: impl Fn(&str) -> Result<(), &'static str>,
    ) -> Result<Self, (usize, &'static str)> {
        let mut branches: Vec<Branch> = Vec::new();
        for (place, field) in fields.iter().enumerate() {
            if let Some(after) = field.strip_prefix('@') {
                if branches.last().is_some_and(|branch| branch.moves.is_empty()) {
                    return Err((place, "a move of the branch"));
                }
                let after = after.parse().ok().filter(|&after| after <= moves);
                let after = after.ok_or((
                    place,
                    "a number after @ no greater than the number of moves before the branches",
                ))?;
                branches.push(Branch { after, moves: Vec::new() });
            } else if let Some(branch) = branches.last_mut() {
                is_move(field).map_err(|expected| (place, expected))?;
                branch.moves.push((*field).to_owned());
            }
        }
        if branches.last().is_some_and(|branch| branch.moves.is_empty()) {
            return Err((fields.len(), "a move of the branch"));
        }
        let mut kept = Self(branches);
        kept.keep_largest();
        Ok(kept)
    }

    /// Appends the branches to a saved game.
    pub(crate) fn push_to(&self, text: &mut String) {
        for branch in &self.0 {
            text.push_str(&format!(";@{}", branch.after));
            for action in &branch.moves {
                text.push(';');
                text.push_str(action);
            }
        }
    }
}

/// Describes an action on a board with this many columns.
pub(crate) fn words(action: &Action, columns: usize) -> String {
    let place = |cells: &[usize]| match cells {
        [cell] => format!("r{}c{}", cell / columns.max(1) + 1, cell % columns.max(1) + 1),
        cells => format!("{} cells", cells.len()),
    };
    match action {
        Action::Enter { cells, symbol } => format!("{symbol} in {}", place(cells)),
        Action::Mark { cells, pen, symbol } => {
            let name = match pen {
                Pen::Centre => "centre mark",
                Pen::Corner => "corner mark",
                Pen::Cross => "cross of",
                Pen::Colour => "colour",
            };
            format!("{name} {symbol} in {}", place(cells))
        }
        Action::Clear { cells } => format!("{} cleared", place(cells)),
        Action::Line { .. } => "a line".to_owned(),
        Action::EraseLines { cells } => format!("lines at {} erased", place(cells)),
        Action::Press { press } => format!("press {}", press + 1),
        Action::Become(_) => "a change to many cells".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(moves: &str) -> Vec<String> {
        moves.chars().map(String::from).collect()
    }

    fn shown(branches: &Branches) -> Vec<(usize, String)> {
        branches.all().iter().map(|branch| (branch.after, branch.moves.concat())).collect()
    }

    /// The game has the same lines whichever one is on display: none is lost or duplicated.
    #[test]
    fn every_line_remains_when_another_is_shown() {
        let mut branches = Branches::default();
        branches.follow(&line("abcd"), &line("abx"));
        branches.follow(&line("abxyz"), &line("abxq"));
        assert_eq!(shown(&branches), [(2, "cd".into()), (3, "yz".into())]);
        branches.follow(&line("abxq"), &line("abcd"));
        assert_eq!(shown(&branches), [(2, "xyz".into()), (2, "xq".into())]);
        branches.follow(&line("abcd"), &line("abxq"));
        assert_eq!(shown(&branches), [(3, "yz".into()), (2, "cd".into())]);
    }

    #[test]
    fn a_branch_that_is_played_again_begins_later() {
        let mut branches = Branches::default();
        branches.follow(&line("abcd"), &line("ab"));
        branches.advance(2, "c");
        assert_eq!(shown(&branches), [(3, "d".into())]);
        branches.advance(3, "d");
        assert_eq!(shown(&branches), []);
    }

    #[test]
    fn a_game_keeps_its_longest_branches() {
        let text = |lengths: &[usize]| -> String {
            lengths.iter().map(|&length| format!(";@0{}", ";1=2".repeat(length))).collect()
        };
        let read = |lengths: &[usize]| {
            let text = text(lengths);
            let fields: Vec<&str> = text[1..].split(';').collect();
            let branches = Branches::read(&fields, 0, |_| Ok(())).unwrap();
            branches.all().iter().map(|branch| branch.moves.len()).collect::<Vec<usize>>()
        };
        let lengths: Vec<usize> = (0..2 * MAX_BRANCHES).map(|number| 1 + number % 6).collect();
        assert_eq!(read(&lengths).len(), MAX_BRANCHES);
        assert!(read(&lengths).iter().all(|&length| length > 3));
        assert_eq!(read(&[MAX_BYTES / 4 - 1, 1]), [MAX_BYTES / 4 - 1, 1]);
        assert_eq!(read(&[MAX_BYTES / 4, 1]), [MAX_BYTES / 4]);
        assert!(read(&[MAX_BYTES / 4 + 1]).is_empty());
    }

    #[test]
    fn branches_before_forgotten_moves_are_dropped() {
        let mut branches = Branches::default();
        branches.follow(&line("ax"), &line("abcdef"));
        branches.follow(&line("abcdey"), &line("abcdef"));
        branches.forget(4);
        assert_eq!(shown(&branches), [(2, "y".into())]);
    }
}
