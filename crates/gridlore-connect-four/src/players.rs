//! Computer opponents, from a beginner to a perfect player.
//!
//! The weaker levels make human mistakes. They look only a few moves ahead. They **overlook**
//! lines: diagonals most often, vertical lines least often. A line that is overlooked at one move
//! stays overlooked throughout that search. The three weakest levels ignore **parity**: the first
//! side tends to get the odd rows, the second side the even rows. The seed decides between moves
//! that seem equally good, so memorising a winning game does not help to win the next one.
//!
//! Cost: a search to the depth of the level; the perfect player uses the solver.

use crate::board::position::{Position, Side};
use crate::board::size::{Column, Size};
use crate::explain::wins;
use crate::mcts;
use crate::score::solve::Solver;
use crate::win::lines::Lines;
use crate::win::shift;
use gridlore_core::{Budget, BudgetSpent, Rng};

/// The level of an opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Level {
    /// Sees most immediate wins and losses.
    Beginner,
    /// Looks two moves ahead for each side, and overlooks diagonals.
    Casual,
    /// Looks three moves ahead for each side, and ignores parity.
    Club,
    /// Looks further ahead, overlooks nothing, and weighs parity.
    Strong,
    /// Plays many random games before each move: Monte Carlo tree search.
    Playouts,
    /// Uses the solver: wins as early as possible, and loses as late as possible.
    Perfect,
}

/// The settings of a level.
struct Skill {
    /// The number of plies searched.
    depth: u32,
    /// The percentages of vertical, horizontal and diagonal lines that are overlooked.
    overlooked: [usize; 3],
    knows_parity: bool,
    /// The exclusive upper limit of the random noise that is added to the value of a move.
    noise: usize,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Self; 6] =
        [Self::Beginner, Self::Casual, Self::Club, Self::Strong, Self::Playouts, Self::Perfect];

    /// Returns the level's name in commands.
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

    /// Returns the level's title for players.
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

    /// Returns the level with this name; see [`Level::name`].
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }

    const fn skill(self) -> Option<Skill> {
        Some(match self {
            Self::Beginner => Skill { depth: 2, overlooked: [25, 40, 70], knows_parity: false, noise: 12 },
            Self::Casual => Skill { depth: 4, overlooked: [2, 10, 30], knows_parity: false, noise: 6 },
            Self::Club => Skill { depth: 6, overlooked: [0, 0, 6], knows_parity: false, noise: 3 },
            Self::Strong => Skill { depth: 9, overlooked: [0; 3], knows_parity: true, noise: 1 },
            Self::Playouts | Self::Perfect => return None,
        })
    }
}

/// Maximum number of empty cells for which the perfect player solves every answer to a losing move.
const MAX_EMPTY_TO_COUNT_ANSWERS: i32 = 26;

/// Number of random games that the playout player plays per move.
const PLAYOUTS: usize = 4000;

/// Chooses a player's move. The same seed gives the same game.
///
/// # Errors
/// Returns [`BudgetSpent`] if the perfect player needs more nodes; the other levels spend none.
///
/// # Panics
/// Panics if the game is over.
pub fn choice(
    level: Level,
    position: &Position,
    seed: u64,
    solver: &mut Solver,
    budget: &mut Budget,
) -> Result<Column, BudgetSpent> {
    assert!(position.end().is_none(), "the game is over");
    let mut rng = Rng::from_family(seed, position.plies() as u64);
    match (level, level.skill()) {
        (_, Some(skill)) => {
            Ok(Thought::new(&skill, position.size(), &mut rng).choice(position, &skill, &mut rng))
        }
        (Level::Playouts, _) => Ok(mcts::choice(position, PLAYOUTS, &mut rng)),
        _ => perfect(position, solver, budget, &mut rng),
    }
}

/// Chooses one of the best moves at random; if they lose, only from those with the fewest winning
/// replies.
fn perfect(
    position: &Position,
    solver: &mut Solver,
    budget: &mut Budget,
    rng: &mut Rng,
) -> Result<Column, BudgetSpent> {
    let (moves, score) = solver.best(position, budget)?;
    let moves = hardest_to_win(position, &moves, score, solver, budget)?;
    Ok(moves[rng.below(moves.len())])
}

/// Returns the best moves that leave the fewest winning replies. In a lost position, all best moves
/// hold out equally long, but against some of them the win is harder to find. If solving every
/// reply would take too long, only replies that win immediately are counted. In other positions,
/// all best moves are returned.
///
/// # Errors
/// Returns [`BudgetSpent`] if `budget` has no nodes left.
///
/// # Panics
/// Panics if one of the moves is not legal.
pub fn hardest_to_win(
    position: &Position,
    best: &[Column],
    score: i32,
    solver: &mut Solver,
    budget: &mut Budget,
) -> Result<Vec<Column>, BudgetSpent> {
    let mut moves = best.to_vec();
    // Counting the answers would take too long early in a game and outside a book.
    let is_quick =
        position.left() <= MAX_EMPTY_TO_COUNT_ANSWERS || solver.book_plies() >= Some(position.plies() + 2);
    if score < 0 && moves.len() > 1 {
        let mut answers = Vec::new();
        for &column in &moves {
            let after = position.after(column).expect("the move is legal");
            if !is_quick {
                answers.push(wins(&after, after.to_move()).len());
                continue;
            }
            let mut count = 0;
            for answer in after.moves() {
                let answered = after.after(answer).expect("the move is legal");
                count += usize::from(solver.outcome(&answered, budget)? < 0);
            }
            answers.push(count);
        }
        let fewest = answers.iter().copied().min().unwrap_or_default();
        let mut counts = answers.into_iter();
        moves.retain(|_| counts.next() == Some(fewest));
    }
    Ok(moves)
}

/// The part of the board that a player considers while choosing a move.
struct Thought {
    size: Size,
    /// The lines that the player does not overlook.
    seen: Vec<u128>,
    sees_all: bool,
    knows_parity: bool,
    /// The cells of each column, from the middle outwards.
    columns: Vec<Column>,
}

/// The value of a win, which is larger than any sum of lines; an earlier win is worth more.
const WON: i32 = 1_000_000;

impl Thought {
    fn new(skill: &Skill, size: Size, rng: &mut Rng) -> Self {
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
                rng.below(100) >= skill.overlooked[kind]
            })
            .collect();
        let mut columns: Vec<Column> = size.columns().collect();
        columns.sort_by_key(|column| (2 * column.index() + 1).abs_diff(size.width()));
        Self { size, sees_all: seen.len() == lines.len(), seen, knows_parity: skill.knows_parity, columns }
    }

    fn choice(&self, position: &Position, skill: &Skill, rng: &mut Rng) -> Column {
        let own = position.stones(position.to_move());
        let mut best: Vec<(i32, Column)> = Vec::new();
        for column in position.moves() {
            let cell = position.landing(column).expect("the move is legal");
            let value = if self.makes_row(own | cell, cell) {
                WON
            } else {
                -self.value(own ^ position.all(), position.all() | cell, skill.depth - 1, -WON, WON)
            };
            // Noise does not hide a win or a loss that the player sees.
            let noise = if value.abs() < WON / 2 {
                i32::try_from(rng.below(skill.noise)).unwrap_or_default()
            } else {
                0
            };
            best.push((value + noise, column));
        }
        let highest = best.iter().map(|entry| entry.0).max().expect("the game is not over");
        best.retain(|entry| entry.0 == highest);
        best[rng.below(best.len())].1
    }

    fn makes_row(&self, stones: u128, cell: u128) -> bool {
        if self.sees_all {
            return shift::has_run(self.size, stones);
        }
        self.seen.iter().any(|line| line & cell != 0 && stones & line == *line)
    }

    /// Returns the value of a position for the side to move, whose discs are `own`.
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
        // If there is no move, the board is full.
        if best == i32::MIN { 0 } else { best }
    }

    /// Returns the sum over the lines that only one side can still complete; fuller lines have more
    /// weight.
    fn estimate(&self, own: u128, other: u128) -> i32 {
        let is_first = (own | other).count_ones().is_multiple_of(2);
        let worth = |line: u128, mine: u128, is_first: bool| {
            let missing = line & !mine;
            let count = mine.count_ones();
            match missing.count_ones() {
                1 if self.knows_parity => {
                    let row = missing.trailing_zeros() as usize % self.size.stride();
                    let fits = if is_first { row.is_multiple_of(2) } else { row % 2 == 1 };
                    // Parity does not apply to the lowest row: its cells can be filled immediately.
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

/// Plays a game between two levels, and returns the winner (`None` for a draw) and the moves.
///
/// # Errors
/// Returns [`BudgetSpent`] if a perfect player needs more nodes.
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
