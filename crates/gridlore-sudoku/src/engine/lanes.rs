//! Solves many boards at once: one board per lane, and sixteen lanes per register.
//!
//! All lanes run the rounds of `round` together. Every lane has its own stack of boards to which it
//! can return. Only a lane that needs a decision (dead end, solution, or no cell solved) is handled
//! separately, between the two halves of a round. When its board is finished, it takes the next one
//! in the batch; if there is none, it takes over part of another lane's work.
//!
//! Cost: a board with 17 givens takes about twenty rounds. Code for single lanes must also be
//! compiled for the CPU's features, or it would cost more than the rounds. All code that is called
//! from the copies of the engine is therefore marked `inline(always)`.
//!
//! # Source
//! New here: boards in lanes. The cell is chosen as in FastBandSolver (2026): the bivalue cell with
//! the most open peers. If there is none, a digit with two ways in a band is chosen, as in tdoku.

use crate::Board;
use crate::engine::answer::Answer;
use crate::engine::choice::{Cells, Masks, WIDE_OPEN, Way, first, joined, place, size, way};
use crate::engine::round::{ALL, Counts, Grid, close, counts, lanes, way_sets};
use crate::engine::words::{Ring, Words};
use crate::engine::{Engine, Task, on, one};
use gridlore_sudoku_geometry::Outcome;

/// Returns the outcome of each board, in order: no solution, one, or several.
///
/// # Panics
/// Panics if this machine cannot run `engine`; see [`Engine::all`].
#[must_use]
pub fn outcomes(boards: &[Board], engine: Engine) -> Vec<Outcome<Board, ()>> {
    answers(boards, 2, engine, Outcome::None)
}

/// Replaces the contents of `outcomes` with the outcome of each board, in order, so several batches
/// can share one buffer.
///
/// # Panics
/// Panics if this machine cannot run `engine`; see [`Engine::all`].
pub fn outcomes_into(boards: &[Board], engine: Engine, outcomes: &mut Vec<Outcome<Board, ()>>) {
    outcomes.clear();
    outcomes.resize(boards.len(), Outcome::None);
    fill(boards, 2, engine, outcomes);
}

/// Returns the number of solutions of each board, up to `limit`, in order.
///
/// All lanes share the work, even for a single board.
/// # Panics
/// Panics if this machine cannot run `engine`; see [`Engine::all`].
#[must_use]
pub fn counts_up_to(boards: &[Board], limit: u64, engine: Engine) -> Vec<u64> {
    if limit == 0 {
        return vec![0; boards.len()];
    }
    answers(boards, limit, engine, 0)
}

fn answers<A: Answer>(boards: &[Board], limit: u64, engine: Engine, none: A) -> Vec<A> {
    let mut answers = vec![none; boards.len()];
    fill(boards, limit, engine, &mut answers);
    answers
}

/// Computes one result for each board, in order.
fn fill<A: Answer>(boards: &[Board], limit: u64, engine: Engine, answers: &mut [A]) {
    assert!(Engine::all().contains(&engine), "this CPU cannot run {engine:?}");
    on(engine, Answers { boards, limit, answers });
}

/// Returns the outcome of one board, using the fastest engine that this machine can run.
///
/// A board with 17 givens takes little more than a microsecond with AVX-512 or AVX2. For many
/// boards, [`outcomes`] is two or three times as fast per board.
#[must_use]
pub fn fastest_outcome(board: &Board) -> Outcome<Board, ()> {
    let mut outcome = [Outcome::None];
    let boards = std::slice::from_ref(board);
    on(Engine::fastest(), Answers { boards, limit: 2, answers: &mut outcome });
    let [outcome] = outcome;
    outcome
}

struct Answers<'a, A> {
    boards: &'a [Board],
    limit: u64,
    answers: &'a mut [A],
}

/// Maximum number of boards that are solved one by one because they would not fill the lanes.
const FEW: usize = 8;

impl<A: Answer> Task for Answers<'_, A> {
    type Answer = ();

    #[inline(always)]
    fn run<W: Words<L>, V: Ring, const L: usize>(self) {
        let Self { boards, limit, answers } = self;
        if boards.len() >= FEW || limit > 2 {
            return Batch::<W, A, L>::new(boards, limit, answers).run();
        }
        for (board, answer) in boards.iter().zip(answers) {
            *answer = one::counted::<V, A>(board, limit);
        }
    }
}

/// Sentinel: no cell was solved when the board was saved.
const NO_CELL: usize = 81;

/// A board to which the search can return.
#[derive(Clone, Copy)]
struct Open {
    masks: Masks,
    /// The cell that has one candidate left, or [`NO_CELL`].
    cell: usize,
}

/// The state of a lane.
struct Lane {
    /// The index of its job.
    job: usize,
    /// The boards to return to, at indices from `first` to `depth`. Used memory stays allocated.
    open: Vec<Open>,
    first: usize,
    depth: usize,
}

/// A board, on which several lanes can work.
#[derive(Clone, Copy)]
struct Job {
    /// Its index in the batch.
    board: usize,
    /// Number of solutions found so far, and the first of them.
    count: u64,
    found: Masks,
    /// Number of lanes working on it.
    lanes: u32,
}

struct Batch<'a, W, A, const L: usize> {
    boards: &'a [Board],
    /// Maximum number of solutions to count per board.
    limit: u64,
    answers: &'a mut [A],
    /// The next board without a lane.
    next: usize,
    lanes: [Lane; L],
    /// Each job starts in the lane with the same index. Once there are no more boards, lanes take
    /// over parts of other lanes' jobs.
    jobs: [Job; L],
    /// Lanes with work.
    busy: u32,
    /// Lanes that got new work in this round.
    fresh: u32,
    grid: Grid<L>,
    /// Working memory between the halves of a round.
    half: Grid<L>,
    /// Cells with one candidate, with two or more, and with three or more, after the first half of
    /// this round.
    naked: [[u32; L]; 3],
    twice: [[u32; L]; 3],
    thrice: [[u32; L]; 3],
    width: std::marker::PhantomData<W>,
}

impl<'a, W: Words<L>, A: Answer, const L: usize> Batch<'a, W, A, L> {
    #[inline(always)]
    fn new(boards: &'a [Board], limit: u64, answers: &'a mut [A]) -> Self {
        let lanes = std::array::from_fn(|_| Lane { job: 0, open: Vec::new(), first: 0, depth: 0 });
        let [grid, half] = [const { Grid([[ALL; L]; 27]) }; 2];
        let [naked, twice, thrice] = [[[0; L]; 3]; 3];
        Self {
            boards,
            limit,
            answers,
            next: 0,
            lanes,
            jobs: [Job { board: 0, count: 0, found: [0; 27], lanes: 0 }; L],
            busy: 0,
            fresh: 0,
            grid,
            half,
            naked,
            twice,
            thrice,
            width: std::marker::PhantomData,
        }
    }

    #[inline(always)]
    fn run(&mut self) {
        for lane in 0..L {
            self.take(lane);
        }
        let mut closed = 0;
        while self.busy != 0 {
            let Counts { dead, naked, twice, thrice } = counts::<W, L>(&self.grid);
            // A newly solved cell can solve others. If there is none, the search guesses
            // immediately, even if candidates were removed.
            let mut changed = W::splat(0);
            for band in 0..3 {
                changed = changed.or(twice[band].xor(W::load(&self.twice[band])));
                naked[band].store(&mut self.naked[band]);
                twice[band].store(&mut self.twice[band]);
                thrice[band].store(&mut self.thrice[band]);
            }
            let dead = dead | closed;
            let mut ended = dead & self.busy;
            let mut still = changed.zeros() & !dead & self.busy;
            self.fresh = 0;
            while ended != 0 {
                let lane = ended.trailing_zeros() as usize;
                ended &= ended - 1;
                if self.fresh >> lane & 1 == 0 {
                    self.back(lane);
                }
            }
            while still != 0 {
                let lane = still.trailing_zeros() as usize;
                still &= still - 1;
                if self.fresh >> lane & 1 == 0 {
                    self.decide(lane);
                }
            }
            if self.busy != lanes::<L>() && self.busy != 0 {
                self.share();
            }
            closed = close::<W, L>(&mut self.grid, &mut self.half, &self.naked);
        }
    }

    /// Gives the lane the next board, or stops it.
    #[inline(always)]
    fn take(&mut self, lane: usize) {
        self.fresh |= 1 << lane;
        let Some(board) = self.boards.get(self.next) else {
            self.busy &= !(1 << lane);
            return;
        };
        (self.lanes[lane].job, self.lanes[lane].first, self.lanes[lane].depth) = (lane, 0, 0);
        let job = &mut self.jobs[lane];
        (job.board, job.count, job.lanes) = (self.next, 0, 1);
        self.next += 1;
        self.busy |= 1 << lane;
        self.unsettle(lane);
        let blank = W::places(board.values(), 0);
        for digit in 0..9 {
            let given = W::places(board.values(), digit + 1);
            for band in 0..3 {
                self.grid.0[3 * usize::from(digit) + band][lane] = given[band] | blank[band];
            }
        }
        for (naked, blank) in self.naked.iter_mut().zip(blank) {
            naked[lane] = ALL & !blank;
        }
    }

    /// Marks the lane's counts as stale, because its board has changed.
    #[inline(always)]
    fn unsettle(&mut self, lane: usize) {
        self.twice[0][lane] = u32::MAX;
    }

    /// Handles a dead end: returns to a saved board, or finishes the board.
    #[inline(always)]
    fn back(&mut self, lane: usize) {
        if self.lanes[lane].depth == self.lanes[lane].first {
            return self.exhausted(lane);
        }
        let depth = self.lanes[lane].depth - 1;
        self.lanes[lane].depth = depth;
        let Open { masks, cell } = self.lanes[lane].open[depth];
        self.put(lane, &masks, cell);
    }

    /// Continues in the lane with a saved board.
    #[inline(always)]
    fn put(&mut self, lane: usize, masks: &Masks, cell: usize) {
        for (word, &mask) in self.grid.0.iter_mut().zip(masks) {
            word[lane] = mask;
        }
        for band in 0..3 {
            self.naked[band][lane] = if cell / 27 == band { 1 << (cell % 27) } else { 0 };
        }
        self.unsettle(lane);
    }

    /// Handles the end of the lane's part of the search.
    #[inline(always)]
    fn exhausted(&mut self, lane: usize) {
        let job = &mut self.jobs[self.lanes[lane].job];
        job.lanes -= 1;
        if job.lanes == 0 {
            self.answers[job.board] = A::from_count(job.count, &job.found);
        }
        self.take(lane);
    }

    /// Handles a solution.
    #[inline(always)]
    fn solution(&mut self, lane: usize) {
        let number = self.lanes[lane].job;
        let job = &mut self.jobs[number];
        job.count += 1;
        if job.count == 1 {
            job.found = std::array::from_fn(|word| self.grid.0[word][lane]);
        }
        if job.count < self.limit {
            return self.back(lane);
        }
        self.answers[job.board] = A::from_count(job.count, &job.found);
        if job.lanes == 1 {
            return self.take(lane);
        }
        for other in 0..L {
            if self.busy >> other & 1 == 1 && self.lanes[other].job == number {
                self.take(other);
            }
        }
    }

    /// Gives lanes without work the oldest saved boards of others, which are the largest parts.
    #[inline(never)]
    fn share(&mut self) {
        for lane in (0..L).filter(|lane| self.busy >> lane & 1 == 0).collect::<Vec<_>>() {
            let waiting = |of: &usize| self.lanes[*of].depth - self.lanes[*of].first;
            let richest = (0..L).filter(|of| self.busy >> of & 1 == 1).max_by_key(waiting);
            let Some(from) = richest.filter(|from| waiting(from) > 0) else { return };
            let job = self.lanes[from].job;
            self.jobs[job].lanes += 1;
            let first = self.lanes[from].first;
            self.lanes[from].first += 1;
            self.busy |= 1 << lane;
            (self.lanes[lane].job, self.lanes[lane].first, self.lanes[lane].depth) = (job, 0, 0);
            let Open { masks, cell } = self.lanes[from].open[first];
            self.put(lane, &masks, cell);
        }
    }

    /// Handles a round in which no cell was solved: either this is a solution, or a guess is
    /// needed.
    #[inline(always)]
    fn decide(&mut self, lane: usize) {
        let twice = [self.twice[0][lane], self.twice[1][lane], self.twice[2][lane]];
        let thrice = [self.thrice[0][lane], self.thrice[1][lane], self.thrice[2][lane]];
        if twice == [0; 3] {
            return self.solution(lane);
        }
        let open = joined(twice);
        let pairs = [twice[0] & !thrice[0], twice[1] & !thrice[1], twice[2] & !thrice[2]];
        if pairs != [0; 3] {
            self.try_cell(lane, W::pair(twice, pairs));
        } else if size(open) > WIDE_OPEN {
            self.try_place(lane, open);
        } else {
            self.try_way(lane, open);
        }
    }

    /// Saves the current board for later.
    #[inline(always)]
    fn push(&mut self, lane: usize, cell: usize) -> &mut Masks {
        let Lane { open, depth, .. } = &mut self.lanes[lane];
        if open.len() == *depth {
            open.push(Open { masks: [0; 27], cell: 0 });
        }
        let others = &mut open[*depth];
        *depth += 1;
        others.cell = cell;
        for (other, word) in others.masks.iter_mut().zip(&self.grid.0) {
            *other = word[lane];
        }
        &mut others.masks
    }

    /// Tries the first digit of the cell now, and its other candidates later.
    #[inline(always)]
    fn try_cell(&mut self, lane: usize, cell: usize) {
        let (band, place) = (cell / 27, cell % 27);
        let mut digits = 0_u32;
        for digit in 0..9 {
            digits |= (self.grid.0[3 * digit + band][lane] >> place & 1) << digit;
        }
        let mut rest = digits & (digits - 1);
        let others = self.push(lane, if rest.is_power_of_two() { cell } else { NO_CELL });
        others[3 * digits.trailing_zeros() as usize + band] &= !(1 << place);
        while rest != 0 {
            self.grid.0[3 * rest.trailing_zeros() as usize + band][lane] &= !(1 << place);
            rest &= rest - 1;
        }
        self.solved(lane, cell);
    }

    /// Tries the first of a digit's two places in a row now, and the second later.
    #[inline(never)]
    fn try_place(&mut self, lane: usize, open: Cells) {
        let masks = std::array::from_fn(|word| self.grid.0[word][lane]);
        let Some((cell, digit)) = place(&masks, open) else {
            return self.try_cell(lane, first(open));
        };
        let bit = 1 << (cell % 27);
        self.push(lane, NO_CELL)[3 * digit + cell / 27] &= !bit;
        for other in (0..9).filter(|&other| other != digit) {
            self.grid.0[3 * other + cell / 27][lane] &= !bit;
        }
        self.solved(lane, cell);
    }

    /// Tries the first of a digit's ways in a band or stack now, and the others later.
    #[inline(never)]
    fn try_way(&mut self, lane: usize, open: Cells) {
        let masks = std::array::from_fn(|word| self.grid.0[word][lane]);
        match way(&way_sets(&masks)) {
            Way::Crowded => self.back(lane),
            Way::Unclear => self.try_cell(lane, first(open)),
            Way::Split { digit, now, later } => {
                let others = &mut self.push(lane, NO_CELL)[3 * digit..][..3];
                others.iter_mut().zip(later).for_each(|(mask, places)| *mask &= places);
                self.grid.0[3 * digit..][..3]
                    .iter_mut()
                    .zip(now)
                    .for_each(|(word, places)| word[lane] &= places);
                self.unsettle(lane);
            }
        }
    }

    /// Records that the cell has one candidate left.
    #[inline(always)]
    fn solved(&mut self, lane: usize, cell: usize) {
        self.naked[cell / 27][lane] |= 1 << (cell % 27);
        self.twice[cell / 27][lane] &= !(1 << (cell % 27));
    }
}

#[cfg(test)]
#[cfg(target_arch = "x86_64")]
mod tests {
    use super::*;
    use crate::engine::{counting, sixteen};
    use crate::{Recipe, minimal_puzzles};

    /// The copy for CPUs with AVX-512 but without VPOPCNTDQ gives the same results as the other
    /// copy.
    #[test]
    #[expect(unsafe_code, reason = "calls the copies of the engine that are compiled for CPU features")]
    fn both_copies_of_sixteen_lanes_agree() {
        if !Engine::all().contains(&Engine::Lanes512) || !is_x86_feature_detected!("avx512vpopcntdq") {
            return;
        }
        let mut boards = Vec::new();
        minimal_puzzles(&Recipe::default(), 0..300, Engine::Portable, |mut puzzle| {
            boards.push(puzzle);
            // Also add open boards, with one and with two fewer givens.
            for _ in 0..2 {
                let (cell, _) = puzzle.filled().next().expect("it has givens");
                puzzle.set(cell, None);
                boards.push(puzzle);
            }
            true
        });
        let [mut one, mut other] = [(); 2].map(|()| vec![Outcome::None; boards.len()]);
        // SAFETY: the CPU has the features that both copies require.
        unsafe {
            sixteen(Answers { boards: &boards, limit: 2, answers: &mut one });
            counting(Answers { boards: &boards, limit: 2, answers: &mut other });
        }
        assert_eq!(one, other);
        assert_eq!(outcomes(&boards, Engine::Portable), one);
    }

    /// The vector version chooses the same cell as the plain version, even if there are ties.
    #[test]
    #[expect(unsafe_code, reason = "calls code compiled for CPU features")]
    fn pairs_are_chosen_alike() {
        #[target_feature(
            enable = "avx512f,avx512vl,avx512bw,avx512dq,avx512vpopcntdq,bmi1,bmi2,popcnt,lzcnt"
        )]
        fn wide(open: [u32; 3], pairs: [u32; 3]) -> usize {
            <crate::engine::words::Counting as Words<16>>::pair(open, pairs)
        }
        if !Engine::all().contains(&Engine::Lanes512) || !is_x86_feature_detected!("avx512vpopcntdq") {
            return;
        }
        let mut rng = gridlore_core::Rng::new(7);
        for round in 0..20_000 {
            let mut bits = || (rng.next_u64() >> 37) as u32 & ALL;
            let open = [bits(), bits(), bits()];
            let mut pairs = [open[0] & bits(), open[1] & bits(), open[2] & bits()];
            for _ in 0..round % 4 {
                pairs = [pairs[0] & bits(), pairs[1] & bits(), pairs[2] & bits()];
            }
            if pairs != [0; 3] {
                // SAFETY: the CPU has the required features.
                let found = unsafe { wide(open, pairs) };
                assert_eq!(
                    found,
                    crate::engine::choice::pair(joined(open), joined(pairs)),
                    "{open:?} {pairs:?}"
                );
            }
        }
    }
}
