//! Many boards at once: a board a lane, sixteen lanes a register.
//!
//! All lanes go through the rounds of `round` together. Every lane has its own stack of boards to come back to. Only a lane in
//! which something is decided (dead, done, or nothing changes any more) is looked at by itself; when its board is done, it takes
//! the next one of the batch.
//!
//! Cost: a board of 17 givens takes about twenty rounds. What is done for a lane by itself has to be compiled for the CPU's
//! features too, or it costs more than the rounds: hence `inline(always)` down from the copies of the engine.
//!
//! # Source
//! Boards in lanes are our own. The choice of the cell is that of FastBandSolver (2026): of two candidates, with the most peers
//! that are open.

use crate::round::{ALL, Grid, Round, round};
use crate::words::{Plain, Words};
use crate::{Board, Cell};

/// What there is to say of one board of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// No solution.
    None,
    /// Exactly one, this.
    Unique(Board),
    /// At least two.
    Several,
}

/// Which copy of the engine answers a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// Eight lanes in arrays, on any CPU.
    Portable,
    /// Eight lanes, AVX2.
    Lanes256,
    /// Sixteen lanes, AVX-512.
    Lanes512,
}

impl Engine {
    /// All that this machine can run, the fastest last.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let mut all = vec![Self::Portable];
        all.extend(Self::of_this_cpu());
        all
    }

    #[cfg(target_arch = "x86_64")]
    fn of_this_cpu() -> impl Iterator<Item = Self> {
        let is_256 = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("popcnt");
        let is_512 = is_256
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq");
        is_256.then_some(Self::Lanes256).into_iter().chain(is_512.then_some(Self::Lanes512))
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn of_this_cpu() -> impl Iterator<Item = Self> {
        std::iter::empty()
    }

    /// The fastest that this machine can run.
    #[must_use]
    pub fn fastest() -> Self {
        Self::all().pop().unwrap_or(Self::Portable)
    }
}

/// Tells of each board whether it has no solution, one, or more; in their order.
///
/// # Panics
/// When this machine cannot run `engine`; see [`Engine::all`].
#[must_use]
pub fn verdicts(boards: &[Board], engine: Engine) -> Vec<Verdict> {
    assert!(Engine::all().contains(&engine), "this CPU cannot run {engine:?}");
    let mut verdicts = vec![Verdict::None; boards.len()];
    run(engine, boards, &mut verdicts);
    verdicts
}

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "calling the copies of the engine that are compiled for features of the CPU")]
fn run(engine: Engine, boards: &[Board], verdicts: &mut [Verdict]) {
    use crate::words::{Eight, Sixteen};

    #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,bmi1,bmi2,popcnt,lzcnt")]
    fn sixteen(boards: &[Board], verdicts: &mut [Verdict]) {
        Batch::<Sixteen, 16>::new(boards, verdicts).run();
    }
    #[target_feature(enable = "avx2,bmi1,popcnt")]
    fn eight(boards: &[Board], verdicts: &mut [Verdict]) {
        Batch::<Eight, 8>::new(boards, verdicts).run();
    }
    match engine {
        Engine::Portable => Batch::<Plain<8>, 8>::new(boards, verdicts).run(),
        // SAFETY: `verdicts` has asked that the CPU can run this engine.
        Engine::Lanes256 => unsafe { eight(boards, verdicts) },
        // SAFETY: `verdicts` has asked that the CPU can run this engine.
        Engine::Lanes512 => unsafe { sixteen(boards, verdicts) },
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn run(_engine: Engine, boards: &[Board], verdicts: &mut [Verdict]) {
    Batch::<Plain<8>, 8>::new(boards, verdicts).run();
}

/// Where each digit may be: digit by band.
type Masks = [u32; 27];

/// What is going on in a lane.
struct Lane {
    /// The number of its board; none when there are no more.
    board: Option<usize>,
    /// Its first solution.
    found: Option<Masks>,
    /// Other ways, to come back to.
    open: Vec<Masks>,
}

struct Batch<'a, W, const L: usize> {
    boards: &'a [Board],
    verdicts: &'a mut [Verdict],
    /// The next board that no lane has.
    next: usize,
    lanes: [Lane; L],
    /// Lanes that have a board.
    busy: u32,
    grid: Grid<L>,
    /// Where a round keeps what it has half done.
    half: Grid<L>,
    width: std::marker::PhantomData<W>,
}

impl<'a, W: Words<L>, const L: usize> Batch<'a, W, L> {
    #[inline(always)]
    fn new(boards: &'a [Board], verdicts: &'a mut [Verdict]) -> Self {
        let lanes = std::array::from_fn(|_| Lane { board: None, found: None, open: Vec::new() });
        let [grid, half] = [const { Grid([[ALL; L]; 27]) }; 2];
        Self { boards, verdicts, next: 0, lanes, busy: 0, grid, half, width: std::marker::PhantomData }
    }

    #[inline(always)]
    fn run(&mut self) {
        for lane in 0..L {
            self.take(lane);
        }
        while self.busy != 0 {
            let Round { dead, still, twice, thrice } = round::<W, L>(&mut self.grid, &mut self.half);
            let mut events = (dead | still) & self.busy;
            if events == 0 {
                continue;
            }
            let (mut two, mut three) = ([[0; L]; 3], [[0; L]; 3]);
            for band in 0..3 {
                twice[band].store(&mut two[band]);
                thrice[band].store(&mut three[band]);
            }
            while events != 0 {
                let lane = events.trailing_zeros() as usize;
                events &= events - 1;
                if dead >> lane & 1 == 1 {
                    self.back(lane);
                } else {
                    self.decide(lane, two.map(|lanes| lanes[lane]), three.map(|lanes| lanes[lane]));
                }
            }
        }
    }

    /// Gives the lane the next board, or lets it rest.
    #[inline(always)]
    fn take(&mut self, lane: usize) {
        self.lanes[lane].found = None;
        self.lanes[lane].open.clear();
        if self.next == self.boards.len() {
            self.lanes[lane].board = None;
            self.busy &= !(1 << lane);
            return;
        }
        self.lanes[lane].board = Some(self.next);
        self.busy |= 1 << lane;
        self.put(lane, &masks::<W, L>(&self.boards[self.next]));
        self.next += 1;
    }

    #[inline(always)]
    fn put(&mut self, lane: usize, masks: &Masks) {
        for (word, &mask) in self.grid.0.iter_mut().zip(masks) {
            word[lane] = mask;
        }
    }

    #[inline(always)]
    fn masks_of(&self, lane: usize) -> Masks {
        std::array::from_fn(|word| self.grid.0[word][lane])
    }

    /// A dead end: the next way, or the board is done.
    #[inline(always)]
    fn back(&mut self, lane: usize) {
        if let Some(masks) = self.lanes[lane].open.pop() {
            self.put(lane, &masks);
            return;
        }
        let verdict = match &self.lanes[lane].found {
            Some(masks) => Verdict::Unique(board(masks)),
            None => Verdict::None,
        };
        self.done(lane, verdict);
    }

    #[inline(always)]
    fn done(&mut self, lane: usize, verdict: Verdict) {
        if let Some(board) = self.lanes[lane].board {
            self.verdicts[board] = verdict;
        }
        self.take(lane);
    }

    /// Nothing changes any more: a solution, or a cell to try.
    #[inline(always)]
    fn decide(&mut self, lane: usize, twice: [u32; 3], thrice: [u32; 3]) {
        if twice == [0; 3] {
            if self.lanes[lane].found.is_some() {
                return self.done(lane, Verdict::Several);
            }
            self.lanes[lane].found = Some(self.masks_of(lane));
            return self.back(lane);
        }
        let cell = choice(twice, thrice);
        let (band, place) = (cell / 27, cell % 27);
        // The first digit of the cell is tried now, what is left of the cell later.
        let mut others = self.masks_of(lane);
        let digits =
            (0..9).fold(0_u32, |digits, digit| digits | (others[3 * digit + band] >> place & 1) << digit);
        let first = digits.trailing_zeros() as usize;
        others[3 * first + band] &= !(1 << place);
        self.lanes[lane].open.push(others);
        let mut rest = digits & (digits - 1);
        while rest != 0 {
            self.grid.0[3 * rest.trailing_zeros() as usize + band][lane] &= !(1 << place);
            rest &= rest - 1;
        }
    }
}

/// The cell to try, `0..81`: one with two candidates, of these one with the most peers that are open; or any that is open.
#[inline(always)]
fn choice(twice: [u32; 3], thrice: [u32; 3]) -> usize {
    let mut best = 0;
    for band in 0..3 {
        let mut pairs = twice[band] & !thrice[band];
        while pairs != 0 {
            let cell = 27 * band + pairs.trailing_zeros() as usize;
            pairs &= pairs - 1;
            let open: u32 = (0..3).map(|other| (twice[other] & PEERS[cell][other]).count_ones()).sum();
            // The first of the best, without a branch: cells in the low seven bits, from the last down.
            best = best.max(((open as usize) << 7) + (127 - cell));
        }
    }
    if best != 0 {
        return 127 - best % 128;
    }
    let band = (0..3).find(|&band| twice[band] != 0).unwrap_or_default();
    27 * band + twice[band].trailing_zeros() as usize
}

/// The peers of each cell, by band.
const PEERS: [[u32; 3]; 81] = peers();

const fn peers() -> [[u32; 3]; 81] {
    let mut peers = [[0; 3]; 81];
    let mut of = 0;
    while of < 81 {
        let mut other = 0;
        while other < 81 {
            if let (Some(of_cell), Some(other_cell)) = (Cell::new(of), Cell::new(other))
                && of_cell.is_peer_of(other_cell)
            {
                peers[of][other / 27] |= 1 << (other % 27);
            }
            other += 1;
        }
        of += 1;
    }
    peers
}

/// Where each digit may be when only the givens' own cells are known.
#[inline(always)]
fn masks<W: Words<L>, const L: usize>(board: &Board) -> Masks {
    let blank = W::places(board.values(), 0);
    let mut masks = [0; 27];
    for (digit, masks) in (1..).zip(masks.as_chunks_mut::<3>().0) {
        let given = W::places(board.values(), digit);
        *masks = std::array::from_fn(|band| given[band] | blank[band]);
    }
    masks
}

/// The board of masks in which every cell has one digit.
#[inline(always)]
fn board(masks: &Masks) -> Board {
    let mut values = [0; 81];
    for (band, values) in values.as_chunks_mut::<27>().0.iter_mut().enumerate() {
        let digits_with = |bit: usize| {
            (1..=9_usize)
                .filter(|digit| digit >> bit & 1 == 1)
                .fold(0, |cells, digit| cells | masks[3 * (digit - 1) + band])
        };
        let bits: [u32; 4] = std::array::from_fn(digits_with);
        for (place, value) in values.iter_mut().enumerate() {
            let bit = |number: usize| (bits[number] >> place & 1) << number;
            *value = (bit(0) | bit(1) | bit(2) | bit(3)).to_le_bytes()[0];
        }
    }
    Board::from_values(values)
}
