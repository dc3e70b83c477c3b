//! Many boards at once: a board a lane, sixteen lanes a register.
//!
//! ```text
//!   m[3 d + b]   where digit d may be in band b: 27 bits, row 0 of the band in the lowest nine
//!                each a word of lanes; lane l belongs to one board
//!
//!   round:   1  per band, over the digits    once, twice, thrice: how many candidates each cell has
//!            2  per digit and band           rows with a naked single keep it alone;
//!                                            minirows that are in none of the six ways to place a digit in a band go;
//!                                            the last cell of a row is a single
//!            3  per digit                    singles take their cell from the other digits; the six ways again, for stacks
//! ```
//!
//! A minirow is a row of a box. In a band a digit takes one minirow of each row and one of each box: one of six ways, three
//! even and three odd permutations, which are told by three bits each and computed for three minirows at once. Rows and
//! columns of boxes are thus complete, and with them hidden singles of boxes and columns and locked candidates.
//!
//! Every lane has its own stack of boards to come back to. Only a lane in which something is decided (dead, done, or nothing
//! changes any more) is looked at by itself; when its board is done, it takes the next one of the batch.
//!
//! Cost: a round is some two thousand operations for all lanes; a board of 17 givens takes about twenty rounds.
//!
//! # Source
//! The six ways of a band, and their use as the engine of a solver, are from tdoku (t-dillon, 2019), the digit-by-band words from
//! JCZSolve (zhouyundong, JasonLion, champagne, 2016). Boards in lanes, and the closures as rotations of bits, are our own. The
//! choice of the cell is that of FastBandSolver (2026): of two candidates, with the most peers that are open.

use crate::words::{Plain, Words};
use crate::{Board, Cell};
use gridlore_core::Digit;

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

/// All cells of a band.
const ALL: u32 = 0x7ff_ffff;
/// The lowest cell of each minirow.
const MINIROWS: u32 = 0x124_9249;
/// The first eight cells of each row, and the ninth.
const LOW: u32 = 0x3fd_feff;
const HIGH: u32 = 0x402_0100;
/// The first cell of each row.
const FIRSTS: u32 = 0x4_0201;
/// The minirows of one row.
const ROW: u32 = 0x49;

/// Where each digit may be: digit by band.
type Masks = [u32; 27];

/// Words of lanes, on the borders of cache lines.
#[repr(align(64))]
struct Grid<const L: usize>([[u32; L]; 27]);

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
    width: std::marker::PhantomData<W>,
}

/// What a round has told, a bit a lane or a word a band.
struct Round<W> {
    dead: u32,
    still: u32,
    /// Cells with two candidates or more, with three or more.
    twice: [W; 3],
    thrice: [W; 3],
}

impl<'a, W: Words<L>, const L: usize> Batch<'a, W, L> {
    #[inline(always)]
    fn new(boards: &'a [Board], verdicts: &'a mut [Verdict]) -> Self {
        let lanes = std::array::from_fn(|_| Lane { board: None, found: None, open: Vec::new() });
        let grid = Grid([[ALL; L]; 27]);
        Self { boards, verdicts, next: 0, lanes, busy: 0, grid, width: std::marker::PhantomData }
    }

    #[inline(always)]
    fn run(&mut self) {
        for lane in 0..L {
            self.take(lane);
        }
        while self.busy != 0 {
            let Round { dead, still, twice, thrice } = round::<W, L>(&mut self.grid);
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
        self.put(lane, &masks(&self.boards[self.next]));
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
        let (band, cell) = choice(twice, thrice);
        // The first digit of the cell is tried now, what is left of the cell later.
        let mut others = self.masks_of(lane);
        let first = (0..9).find(|digit| others[3 * digit + band] & cell != 0).unwrap_or_default();
        for digit in (0..9).filter(|&digit| digit != first) {
            self.grid.0[3 * digit + band][lane] &= !cell;
        }
        others[3 * first + band] &= !cell;
        self.lanes[lane].open.push(others);
    }
}

/// The cell to try: one with two candidates, of these one with the most peers that are open; or any that is open.
#[inline(always)]
fn choice(twice: [u32; 3], thrice: [u32; 3]) -> (usize, u32) {
    let (mut best, mut most) = (None, 0);
    for band in 0..3 {
        let mut pairs = twice[band] & !thrice[band];
        while pairs != 0 {
            let place = pairs.trailing_zeros() as usize;
            pairs &= pairs - 1;
            let open: u32 =
                (0..3).map(|other| (twice[other] & PEERS[27 * band + place][other]).count_ones()).sum();
            if best.is_none() || open > most {
                (best, most) = (Some((band, 1 << place)), open);
            }
        }
    }
    best.unwrap_or_else(|| {
        let band = (0..3).find(|&band| twice[band] != 0).unwrap_or_default();
        (band, twice[band] & twice[band].wrapping_neg())
    })
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
fn masks(board: &Board) -> Masks {
    // Blank cells count as those of a tenth digit.
    let mut cells = [[0_u32; 3]; 10];
    for (place, &value) in board.values().iter().enumerate() {
        cells[usize::from(value)][place / 27] |= 1 << (place % 27);
    }
    std::array::from_fn(|word| cells[1 + word / 3][word % 3] | cells[0][word % 3])
}

/// The board of masks in which every cell has one digit.
fn board(masks: &Masks) -> Board {
    let mut board = Board::EMPTY;
    for (word, &mask) in masks.iter().enumerate() {
        let mut cells = mask;
        let digit = u8::try_from(word / 3 + 1).ok().and_then(Digit::new);
        while cells != 0 {
            if let Some(cell) = Cell::new(27 * (word % 3) + cells.trailing_zeros() as usize) {
                board.set(cell, digit);
            }
            cells &= cells - 1;
        }
    }
    board
}

/// One round for all lanes.
#[inline(always)]
fn round<W: Words<L>, const L: usize>(grid: &mut Grid<L>) -> Round<W> {
    let zero = W::splat(0);
    let mut dead = 0;
    let (mut naked, mut twice, mut thrice) = ([zero; 3], [zero; 3], [zero; 3]);
    for band in 0..3 {
        let (mut one, mut two, mut three) = (zero, zero, zero);
        for digit in 0..9 {
            let mask = W::load(&grid.0[3 * digit + band]);
            three = three.or(two.and(mask));
            two = two.or(one.and(mask));
            one = one.or(mask);
        }
        dead |= !one.xor(W::splat(ALL)).zeros();
        naked[band] = one.without(two);
        (twice[band], thrice[band]) = (two, three);
    }
    let (mut after, mut singles) = ([zero; 27], [zero; 27]);
    let (mut taken, mut double) = ([zero; 3], zero);
    for digit in 0..9 {
        for band in 0..3 {
            let mask = W::load(&grid.0[3 * digit + band]);
            // Rows with a naked single keep it alone; two of them in a row are a dead end that nothing else here would see.
            let single = mask.and(naked[band]);
            let filled = filled_rows::<W, L>(single);
            double = double.or(single.and(single.sub(filled.down::<8>())));
            let mask = mask.without(whole_rows::<W, L>(filled).without(single));
            // The six ways of the band.
            let minirows = mask.or(mask.down::<1>()).or(mask.down::<2>()).and(W::splat(MINIROWS));
            let row = W::splat(ROW);
            let (rows, is_none) =
                ways::<W, L>([minirows.and(row), minirows.down::<9>().and(row), minirows.down::<18>()], row);
            dead |= is_none.zeros();
            let kept = rows[0].or(rows[1].up::<9>()).or(rows[2].up::<18>());
            let mask = mask.and(kept.or(kept.up::<1>()).or(kept.up::<2>()));
            // Rows in which one cell is left.
            let rest = mask.and(mask.sub(W::splat(FIRSTS)));
            let single = mask.and(whole_rows(W::splat(HIGH).without(filled_rows::<W, L>(rest))));
            double = double.or(taken[band].and(single));
            taken[band] = taken[band].or(single);
            after[3 * digit + band] = mask;
            singles[3 * digit + band] = single;
        }
    }
    dead |= !double.zeros();
    let mut changed = zero;
    for digit in 0..9 {
        let mut masks = [zero; 3];
        let mut columns = [zero; 3];
        for band in 0..3 {
            let word = 3 * digit + band;
            // A cell that is some digit's single is no other digit's.
            masks[band] = after[word].without(taken[band].without(singles[word]));
            columns[band] =
                masks[band].or(masks[band].down::<9>()).or(masks[band].down::<18>()).and(W::splat(0x1ff));
        }
        let kept = stack_ways::<W, L>(columns);
        // Each box keeps a column.
        let boxes = kept[0].or(kept[0].down::<1>()).or(kept[0].down::<2>()).and(W::splat(ROW));
        dead |= !boxes.xor(W::splat(ROW)).zeros();
        for band in 0..3 {
            let cells = kept[band].or(kept[band].up::<9>()).or(kept[band].up::<18>());
            let mask = masks[band].and(cells);
            let word = &mut grid.0[3 * digit + band];
            changed = changed.or(W::load(word).xor(mask));
            mask.store(word);
        }
    }
    let lanes = u32::MAX >> (32 - L);
    Round { dead: dead & lanes, still: changed.zeros(), twice, thrice }
}

/// The ninth cell of each row that is not empty.
#[inline(always)]
fn filled_rows<W: Words<L>, const L: usize>(mask: W) -> W {
    mask.and(W::splat(LOW)).add(W::splat(LOW)).or(mask).and(W::splat(HIGH))
}

/// All cells of the rows whose ninth cells these are.
#[inline(always)]
fn whole_rows<W: Words<L>, const L: usize>(ninths: W) -> W {
    ninths.up::<1>().sub(ninths.down::<8>())
}

/// What is left of three rows of three places, three bits apart, when one of each row and one of each place is taken in one
/// of six ways; and the first row again, which is empty where there is no way.
#[inline(always)]
fn ways<W: Words<L>, const L: usize>([a, b, c]: [W; 3], row: W) -> ([W; 3], W) {
    // To the place before, and to the place after, around.
    let before = |word: W| word.down::<3>().or(word.up::<6>().and(row));
    let after = |word: W| word.up::<3>().and(row).or(word.down::<6>());
    let even = a.and(before(b)).and(after(c));
    let odd = a.and(after(b)).and(before(c));
    let first = even.or(odd);
    ([first, after(even).or(before(odd)), before(even).or(after(odd))], first)
}

/// The same for the columns of three stacks at once, each three neighbouring bits.
#[inline(always)]
fn stack_ways<W: Words<L>, const L: usize>([a, b, c]: [W; 3]) -> [W; 3] {
    let before = |word: W| word.down::<1>().and(W::splat(0xdb)).or(word.up::<2>().and(W::splat(0x124)));
    let after = |word: W| word.up::<1>().and(W::splat(0x1b6)).or(word.down::<2>().and(W::splat(0x49)));
    let even = a.and(before(b)).and(after(c));
    let odd = a.and(after(b)).and(before(c));
    [even.or(odd), after(even).or(before(odd)), before(even).or(after(odd))]
}
