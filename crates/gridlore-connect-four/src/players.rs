//! Players from a beginner to a perfect one.
//!
//! The weaker ones err as people do. They look only some moves ahead. They **overlook** rows:
//! diagonals most, upright ones least, and what is overlooked is not seen at any depth of that
//! move's thoughts. All but the best two know nothing of **parity**: that the first side gets the
//! odd rows in the end and the second one the even rows. What seems equally good is chosen by the
//! seed, so no game that was won once is won twice by heart.
//!
//! Cost: a search of as many plies as the level looks ahead; the perfect player asks the solver.

use crate::board::position::{Position, Side};
use crate::board::size::{Column, Size};
use crate::mcts;
use crate::score::solve::Solver;
use crate::win::lines::Lines;
use crate::win::shift;
use gridlore_core::{Budget, BudgetSpent, Rng};

/// How well somebody plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Level {
    /// Sees most of what wins or loses at once.
    Beginner,
    /// Looks two moves of each side ahead, and overlooks diagonals.
    Casual,
    /// Looks three moves of each side ahead; knows nothing of parity.
    Club,
    /// Looks further, overlooks nothing and knows of parity.
    Strong,
    /// Plays many games by chance in its mind: Monte Carlo tree search.
    Playouts,
    /// Asks the solver: wins as soon as it can, and loses as late as it can.
    Perfect,
}

/// What makes a level.
struct Sight {
    depth: u32,
    /// Out of a hundred rows: upright, level, diagonal.
    overlooked: [usize; 3],
    knows_parity: bool,
    /// What seems better by less than this may be taken for worse.
    whim: usize,
}

impl Level {
    /// All of them, the weakest first.
    pub const ALL: [Self; 6] =
        [Self::Beginner, Self::Casual, Self::Club, Self::Strong, Self::Playouts, Self::Perfect];

    /// As commands have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Beginner => "beginner",
            Self::Casual => "casual",
            Self::Club => "club",
            Self::Strong => "strong",
            Self::Playouts => "playouts",
            Self::Perfect => "perfect",
        }
    }

    /// For people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Beginner => "Beginner",
            Self::Casual => "Casual player",
            Self::Club => "Club player",
            Self::Strong => "Strong player",
            Self::Playouts => "Gambler (playouts)",
            Self::Perfect => "Perfect player",
        }
    }

    /// The level of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }

    const fn sight(self) -> Option<Sight> {
        Some(match self {
            Self::Beginner => Sight { depth: 2, overlooked: [25, 40, 70], knows_parity: false, whim: 12 },
            Self::Casual => Sight { depth: 4, overlooked: [2, 10, 30], knows_parity: false, whim: 6 },
            Self::Club => Sight { depth: 6, overlooked: [0, 0, 6], knows_parity: false, whim: 3 },
            Self::Strong => Sight { depth: 9, overlooked: [0; 3], knows_parity: true, whim: 1 },
            Self::Playouts | Self::Perfect => return None,
        })
    }
}

/// Cells that are empty at most where it is soon told which answers win.
const SOON: i32 = 26;

/// Games by chance that the gambler plays for a move.
const PLAYOUTS: usize = 4000;

/// The move of a player. The same seed, the same game.
///
/// # Errors
/// [`BudgetSpent`] when the perfect player needs more nodes; the others need none.
///
/// # Panics
/// When the game is over.
pub fn choice(
    level: Level,
    position: &Position,
    seed: u64,
    solver: &mut Solver,
    budget: &mut Budget,
) -> Result<Column, BudgetSpent> {
    assert!(position.end().is_none(), "the game is over");
    let mut rng = Rng::of_family(seed, position.plies() as u64);
    match (level, level.sight()) {
        (_, Some(sight)) => {
            Ok(Thought::new(&sight, position.size(), &mut rng).choice(position, &sight, &mut rng))
        }
        (Level::Playouts, _) => Ok(mcts::choice(position, PLAYOUTS, &mut rng)),
        _ => perfect(position, solver, budget, &mut rng),
    }
}

/// Among the best moves any; of those that lose, one after which the fewest answers win.
fn perfect(
    position: &Position,
    solver: &mut Solver,
    budget: &mut Budget,
    rng: &mut Rng,
) -> Result<Column, BudgetSpent> {
    let (mut moves, score) = solver.best(position, budget)?;
    // Early in a game outside of a book that would take too long.
    let is_soon_told = position.left() <= SOON || solver.book_plies() >= Some(position.plies() + 2);
    if score < 0 && moves.len() > 1 && is_soon_told {
        let mut answers = Vec::new();
        for &column in &moves {
            let after = position.after(column).expect("it is a move");
            let mut count = 0;
            for answer in after.moves() {
                let answered = after.after(answer).expect("it is a move");
                count += usize::from(solver.outcome(&answered, budget)? < 0);
            }
            answers.push(count);
        }
        let fewest = answers.iter().copied().min().unwrap_or_default();
        let mut counts = answers.into_iter();
        moves.retain(|_| counts.next() == Some(fewest));
    }
    Ok(moves[rng.below(moves.len())])
}

/// What a player sees while it thinks of one move.
struct Thought {
    size: Size,
    seen: Vec<u128>,
    sees_all: bool,
    knows_parity: bool,
    /// The cells of each column, from the middle outwards.
    columns: Vec<Column>,
}

/// More than any sum of rows; won earlier is more.
const WON: i32 = 1_000_000;

impl Thought {
    fn new(sight: &Sight, size: Size, rng: &mut Rng) -> Self {
        let lines = Lines::new(size);
        let seen: Vec<u128> = lines
            .iter()
            .filter(|line| {
                let step = line >> line.trailing_zeros();
                let kind = if step & 2 != 0 {
                    0
                } else if step >> size.stride() & 1 != 0 {
                    1
                } else {
                    2
                };
                rng.below(100) >= sight.overlooked[kind]
            })
            .collect();
        let mut columns: Vec<Column> = size.columns().collect();
        columns.sort_by_key(|column| (2 * column.index() + 1).abs_diff(size.width()));
        Self { size, sees_all: seen.len() == lines.len(), seen, knows_parity: sight.knows_parity, columns }
    }

    fn choice(&self, position: &Position, sight: &Sight, rng: &mut Rng) -> Column {
        let own = position.stones(position.to_move());
        let mut best: Vec<(i32, Column)> = Vec::new();
        for column in position.moves() {
            let cell = position.landing(column).expect("it is a move");
            let value = if self.makes_row(own | cell, cell) {
                WON
            } else {
                -self.value(own ^ position.all(), position.all() | cell, sight.depth - 1, -WON, WON)
            };
            // A win or a loss that is seen is not a matter of taste.
            let whim = if value.abs() < WON / 2 {
                i32::try_from(rng.below(sight.whim)).unwrap_or_default()
            } else {
                0
            };
            best.push((value + whim, column));
        }
        let most = best.iter().map(|entry| entry.0).max().expect("the game is not over");
        best.retain(|entry| entry.0 == most);
        best[rng.below(best.len())].1
    }

    fn makes_row(&self, stones: u128, cell: u128) -> bool {
        if self.sees_all {
            return shift::has_run(self.size, stones);
        }
        self.seen.iter().any(|line| line & cell != 0 && stones & line == *line)
    }

    /// The worth of a position for the side whose stones are `own`, which moves.
    fn value(&self, own: u128, all: u128, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        if depth == 0 {
            return self.estimate(own, own ^ all);
        }
        let mut best = i32::MIN;
        for column in &self.columns {
            let cells = self.size.cells_of(column.index());
            let cell = (all + self.size.bit(column.index(), 0)) & cells;
            if cell == 0 {
                continue;
            }
            let value = if self.makes_row(own | cell, cell) {
                WON - 100 + depth.cast_signed()
            } else {
                -self.value(own ^ all, all | cell, depth - 1, -beta, -alpha)
            };
            best = best.max(value);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        // No move: the board is full.
        if best == i32::MIN { 0 } else { best }
    }

    /// Rows that only one side can still make, the fuller the more.
    fn estimate(&self, own: u128, other: u128) -> i32 {
        let is_first = (own | other).count_ones().is_multiple_of(2);
        let worth = |line: u128, mine: u128, is_first: bool| {
            let missing = line & !mine;
            let count = mine.count_ones();
            match missing.count_ones() {
                1 if self.knows_parity => {
                    let row = missing.trailing_zeros() as usize % self.size.stride();
                    let fits = if is_first { row.is_multiple_of(2) } else { row % 2 == 1 };
                    // The lowest row is nobody's in the end: it is taken at once.
                    if fits && row > 0 { 48 } else { 12 }
                }
                1 => 20,
                _ => (count * count).cast_signed(),
            }
        };
        self.seen.iter().fold(0, |sum, &line| match (own & line, other & line) {
            (0, 0) => sum,
            (mine, 0) => sum + worth(line, mine, is_first),
            (0, theirs) => sum - worth(line, theirs, !is_first),
            _ => sum,
        })
    }
}

/// Plays a game between two levels, for a tournament or a demonstration: the winner, or nobody.
///
/// # Errors
/// [`BudgetSpent`] when a perfect player needs more nodes.
pub fn game(
    size: Size,
    first: Level,
    second: Level,
    seed: u64,
    solver: &mut Solver,
    budget: &mut Budget,
) -> Result<(Option<Side>, Vec<Column>), BudgetSpent> {
    let mut position = Position::new(size);
    let mut moves = Vec::new();
    loop {
        if let Some(end) = position.end() {
            return Ok((end, moves));
        }
        let level = if position.to_move() == Side::First { first } else { second };
        let column = choice(level, &position, seed, solver, budget)?;
        moves.push(column);
        let Ok(after) = position.after(column) else { return Ok((None, moves)) };
        position = after;
    }
}
