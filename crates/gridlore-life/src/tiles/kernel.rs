//! The next generation of one tile, 64 x 64 cells at once.
//!
//! Every row is a number of 64 bits. The three cells of a row that a cell sees are added without
//! carrying on: a bit of the sum and a bit of two for each cell; three such rows make the number of
//! living cells among nine in four bits. What comes of it is a formula for Life and a circuit
//! (`circuit`) for every other rule.
//!
//! Each loop is written once, over plain arrays, and compiled for several instruction sets; what is
//! chosen when the program runs is which copy is called.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "calling a function that was compiled for features of the CPU, after asking for them"
    )
)]

use super::circuit::{Circuit, fixed};
use super::lanes::Lanes;
use crate::grid::Plane;
#[cfg(target_arch = "x86_64")]
use gridlore_core::CpuLevel;

/// How wide this machine works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// One row after the other, in plain numbers.
    Single,
    /// SSE2, which every x86-64 has, NEON, which every AArch64 has, or the SIMD of WebAssembly.
    #[cfg(any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        all(target_arch = "wasm32", target_feature = "simd128")
    ))]
    Double,
    /// AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512 with F, BW, VL and VBMI2.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Width {
    /// All that this machine can run, the widest last.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let mut all = vec![Self::Single];
        #[cfg(any(
            target_arch = "x86_64",
            target_arch = "aarch64",
            all(target_arch = "wasm32", target_feature = "simd128")
        ))]
        all.push(Self::Double);
        #[cfg(target_arch = "x86_64")]
        {
            if CpuLevel::has(CpuLevel::V3) {
                all.push(Self::Avx2);
            }
            if CpuLevel::has(CpuLevel::V4) && is_x86_feature_detected!("avx512vbmi2") {
                all.push(Self::Avx512);
            }
        }
        all
    }

    /// The widest that this machine can run.
    #[must_use]
    pub fn widest() -> Self {
        Self::all().last().copied().unwrap_or(Self::Single)
    }
}

/// Where a tile differs from what it was two generations before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Change {
    /// The rows that differ, a bit each, the northern one in the lowest.
    pub(super) rows: u64,
    /// The columns that differ.
    pub(super) columns: u64,
    /// What differs in the northern row.
    pub(super) north: u64,
    /// What differs in the southern row.
    pub(super) south: u64,
}

impl Change {
    /// What differs between two planes.
    pub(super) fn between(one: &Plane, other: &Plane) -> Self {
        let mut change =
            Self { north: one.0[0] ^ other.0[0], south: one.0[63] ^ other.0[63], ..Self::default() };
        for row in 0..64 {
            let differs = one.0[row] ^ other.0[row];
            change.rows |= u64::from(differs != 0) << row;
            change.columns |= differs;
        }
        change
    }

    /// What differs in one or the other.
    pub(super) const fn or(self, other: Self) -> Self {
        Self {
            rows: self.rows | other.rows,
            columns: self.columns | other.columns,
            north: self.north | other.north,
            south: self.south | other.south,
        }
    }
}

/// A tile and its neighbours: north-west, north, north-east, west, itself, east, south-west, south,
/// south-east.
pub(super) type Around<'a> = [&'a Plane; 9];

macro_rules! chosen {
    ($(#[$doc:meta])* $name:ident = $body:ident, ($($argument:ident: $type:ty),*) -> $result:ty) => {
        $(#[$doc])*
        pub(super) fn $name(width: Width, $($argument: $type),*) -> $result {
            #[cfg(target_arch = "x86_64")]
            {
                use super::lanes::{Avx2, Avx512, Sse2};

                #[target_feature(enable = "avx2")]
                fn avx2($($argument: $type),*) -> $result {
                    $body::<Avx2>($($argument),*)
                }
                #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2")]
                fn avx512($($argument: $type),*) -> $result {
                    $body::<Avx512>($($argument),*)
                }
                match width {
                    Width::Single => $body::<u64>($($argument),*),
                    Width::Double => $body::<Sse2>($($argument),*),
                    // SAFETY: `Width::all` gives this value only where the CPU has AVX2.
                    Width::Avx2 => unsafe { avx2($($argument),*) },
                    // SAFETY: `Width::all` gives this value only where the CPU has these parts of
                    // AVX-512.
                    Width::Avx512 => unsafe { avx512($($argument),*) },
                }
            }
            #[cfg(not(target_arch = "x86_64"))]
            match width {
                Width::Single => $body::<u64>($($argument),*),
                #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
                Width::Double => $body::<super::lanes::Wasm128>($($argument),*),
                #[cfg(target_arch = "aarch64")]
                Width::Double => $body::<super::lanes::Neon>($($argument),*),
            }
        }
    };
}

/// Sums of three cells of some rows: a bit for one, a bit for two.
#[derive(Clone, Copy)]
struct Sums<L> {
    ones: L,
    twos: L,
}

#[inline(always)]
fn sums<L: Lanes>(west: L, here: L, east: L) -> Sums<L> {
    let (west, east) = (here.seen_westwards(west), here.seen_eastwards(east));
    Sums { ones: west.parity(here, east), twos: west.majority(here, east) }
}

/// Nine numbers of living cells, in four bits.
#[derive(Clone, Copy)]
struct Nine<L> {
    one: L,
    /// What is to be added to `two` and, where both are set, carried on.
    carried: L,
    twos: L,
    fours: L,
}

/// The numbers of living cells of some rows, by their sums and those of the rows above and below.
#[inline(always)]
fn nine<L: Lanes>(above: Sums<L>, here: Sums<L>, below: Sums<L>) -> Nine<L> {
    let (a, c) = (here.ones.seen_northwards(above.ones), here.ones.seen_southwards(below.ones));
    let (d, f) = (here.twos.seen_northwards(above.twos), here.twos.seen_southwards(below.twos));
    Nine {
        one: a.parity(here.ones, c),
        carried: a.majority(here.ones, c),
        twos: d.parity(here.twos, f),
        fours: d.majority(here.twos, f),
    }
}

/// What is done with the numbers of living cells of some rows. Not a closure: the compiler would
/// make one without the instructions that its function may use.
trait Found<L> {
    fn found(&mut self, row: usize, nine: Nine<L>);
}

/// The sums of a row beyond the tile.
#[inline(always)]
fn sums_of_row<L: Lanes>(around: &Around<'_>, band: usize, row: usize) -> Sums<L> {
    let [west, here, east] = [around[band].0[row], around[band + 1].0[row], around[band + 2].0[row]];
    sums(L::splat(west), L::splat(here), L::splat(east))
}

/// The sums of rows of the tile.
#[inline(always)]
fn sums_at<L: Lanes>(around: &Around<'_>, row: usize) -> Sums<L> {
    sums(L::load(around[3], row), L::load(around[4], row), L::load(around[5], row))
}

/// Goes through the rows of a tile.
#[inline(always)]
fn each<L: Lanes>(around: &Around<'_>, visitor: &mut impl Found<L>) {
    let (mut above, below) = (sums_of_row(around, 0, 63), sums_of_row(around, 6, 0));
    let mut here: Sums<L> = sums_at(around, 0);
    let mut row = 0;
    while row < 64 {
        let next = if row + L::COUNT < 64 { sums_at(around, row + L::COUNT) } else { below };
        visitor.found(row, nine(above, here, next));
        above = here;
        here = next;
        row += L::COUNT;
    }
}

/// The words that a half has.
pub(super) const HALF: usize = 16;

/// The same for half a tile, of which `tiles::half` tells: what is north of its first word is the
/// lower half of the last one, what is south of its last the upper half of the first.
#[inline(always)]
fn each_of_half<L: Lanes>(words: &Plane, visitor: &mut impl Found<L>) {
    let nothing = L::splat(0);
    let mut above = sums(nothing, L::splat(words.0[HALF - 1] << 32), nothing);
    let below = sums(nothing, L::splat(words.0[0] >> 32), nothing);
    let mut here = sums(nothing, L::load(words, 0), nothing);
    let mut row = 0;
    while row < HALF {
        let next = if row + L::COUNT < HALF {
            sums(nothing, L::load(words, row + L::COUNT), nothing)
        } else {
            below
        };
        visitor.found(row, nine(above, here, next));
        above = here;
        here = next;
        row += L::COUNT;
    }
}

/// Puts new rows in place of old ones, and notes what differs.
struct Put<'a, L> {
    old: &'a mut Plane,
    north: u64,
    south: u64,
    rows: u64,
    columns: L,
}

impl<'a, L: Lanes> Put<'a, L> {
    #[inline(always)]
    fn new(old: &'a mut Plane) -> Self {
        Self { north: old.0[0], south: old.0[63], rows: 0, columns: L::splat(0), old }
    }

    #[inline(always)]
    fn put(&mut self, row: usize, new: L) {
        let differs = new.xor(L::load(self.old, row));
        self.columns = self.columns.or(differs);
        self.rows |= differs.rows() << row;
        new.store(self.old, row);
    }

    #[inline(always)]
    fn change(self) -> Change {
        Change {
            rows: self.rows,
            columns: self.columns.columns(),
            north: self.north ^ self.old.0[0],
            south: self.south ^ self.old.0[63],
        }
    }
}

chosen! {
    /// Life, B3/S23.
    life = life_of, (around: &Around<'_>, old: &mut Plane) -> Change
}

/// Of nine cells three live, or four and the middle is one of them.
#[inline(always)]
fn life_from<L: Lanes>(nine: Nine<L>, middle: L) -> L {
    let two = nine.carried.xor(nine.twos);
    let four = nine.carried.and(nine.twos).xor(nine.fours);
    two.xor(four).without(nine.one.xor(two)).and(nine.one.or(middle))
}

struct Life<'a, L> {
    middle: &'a Plane,
    put: Put<'a, L>,
}

impl<L: Lanes> Found<L> for Life<'_, L> {
    #[inline(always)]
    fn found(&mut self, row: usize, nine: Nine<L>) {
        self.put.put(row, life_from(nine, L::load(self.middle, row)));
    }
}

#[inline(always)]
fn life_of<L: Lanes>(around: &Around<'_>, old: &mut Plane) -> Change {
    let mut life = Life { middle: around[4], put: Put::<L>::new(old) };
    each(around, &mut life);
    life.put.change()
}

chosen! {
    /// Some generations of Life of half a tile.
    life_of_half = life_of_half_of, (words: &mut Plane, generations: u32) -> ()
}

struct LifeOfHalf<'a> {
    middle: &'a Plane,
    new: &'a mut Plane,
}

impl<L: Lanes> Found<L> for LifeOfHalf<'_> {
    #[inline(always)]
    fn found(&mut self, row: usize, nine: Nine<L>) {
        life_from(nine, L::load(self.middle, row)).store(self.new, row);
    }
}

#[inline(always)]
fn life_of_half_of<L: Lanes>(words: &mut Plane, generations: u32) {
    let mut other = Plane::EMPTY;
    for generation in 0..generations {
        if generation % 2 == 0 {
            each_of_half::<L>(words, &mut LifeOfHalf { middle: words, new: &mut other });
        } else {
            each_of_half::<L>(&other, &mut LifeOfHalf { middle: &other, new: words });
        }
    }
    if generations % 2 == 1 {
        *words = other;
    }
}

/// Rows that a circuit works on together, so that it is read less often.
const BLOCK: usize = HALF;

/// A register of a circuit; only the first rows are used.
pub(super) type Register = Plane;

/// Works a circuit through for the rows of a block, and puts what it says there.
#[inline(always)]
fn worked<L: Lanes>(circuit: &Circuit, registers: &mut [Register], new: &mut Plane, from: usize) {
    let first = fixed(circuit.inputs);
    for (at, choice) in circuit.choices.iter().enumerate() {
        let (known, rest) = registers.split_at_mut(first + at);
        let (chooser, yes, no) = (
            &known[usize::from(choice.chooser)],
            &known[usize::from(choice.yes)],
            &known[usize::from(choice.no)],
        );
        let mut row = 0;
        while row < BLOCK {
            L::load(chooser, row).choose(L::load(yes, row), L::load(no, row)).store(&mut rest[0], row);
            row += L::COUNT;
        }
    }
    let last = &registers[first + circuit.choices.len() - 1];
    let mut row = 0;
    while row < BLOCK {
        L::load(last, row).store(new, from + row);
        row += L::COUNT;
    }
}

/// Registers for a circuit: zeros, ones and room for the rest.
pub(super) fn registers(circuit: &Circuit) -> Vec<Register> {
    let mut registers = vec![Plane::EMPTY; fixed(circuit.inputs) + circuit.choices.len()];
    registers[1] = Plane([u64::MAX; 64]);
    registers
}

chosen! {
    /// Who is to live by a circuit over the number of living cells among nine, in four bits, and
    /// the middle.
    counted = counted_of, (around: &Around<'_>, circuit: &Circuit, registers: &mut [Register], new: &mut Plane) -> ()
}

struct Counted<'a> {
    middle: &'a Plane,
    circuit: &'a Circuit,
    registers: &'a mut [Register],
    new: &'a mut Plane,
}

impl<L: Lanes> Found<L> for Counted<'_> {
    #[inline(always)]
    fn found(&mut self, row: usize, nine: Nine<L>) {
        let (two, carried) = (nine.carried.xor(nine.twos), nine.carried.and(nine.twos));
        let at = row % BLOCK;
        nine.one.store(&mut self.registers[2], at);
        two.store(&mut self.registers[3], at);
        nine.fours.xor(carried).store(&mut self.registers[4], at);
        nine.fours.and(carried).store(&mut self.registers[5], at);
        L::load(self.middle, row).store(&mut self.registers[6], at);
        if at + L::COUNT == BLOCK {
            worked::<L>(self.circuit, self.registers, self.new, row + L::COUNT - BLOCK);
        }
    }
}

#[inline(always)]
fn counted_of<L: Lanes>(around: &Around<'_>, circuit: &Circuit, registers: &mut [Register], new: &mut Plane) {
    each::<L>(around, &mut Counted { middle: around[4], circuit, registers, new });
}

chosen! {
    /// A generation of half a tile by a circuit over numbers of living cells.
    counted_of_half = counted_of_half_of, (words: &mut Plane, circuit: &Circuit, registers: &mut [Register]) -> ()
}

#[inline(always)]
fn counted_of_half_of<L: Lanes>(words: &mut Plane, circuit: &Circuit, registers: &mut [Register]) {
    let middle = *words;
    each_of_half::<L>(&middle, &mut Counted { middle: &middle, circuit, registers, new: words });
}

chosen! {
    /// Who is to live by a circuit over the nine cells around and in the middle.
    pictured = pictured_of, (around: &Around<'_>, circuit: &Circuit, registers: &mut [Register], new: &mut Plane) -> ()
}

/// Some rows with their western and eastern neighbours: west, middle, east.
#[inline(always)]
fn three<L: Lanes>(west: L, here: L, east: L) -> [L; 3] {
    [here.seen_westwards(west), here, here.seen_eastwards(east)]
}

#[inline(always)]
fn three_of_row<L: Lanes>(around: &Around<'_>, band: usize, row: usize) -> [L; 3] {
    let [west, here, east] = [around[band].0[row], around[band + 1].0[row], around[band + 2].0[row]];
    three(L::splat(west), L::splat(here), L::splat(east))
}

#[inline(always)]
fn three_at<L: Lanes>(around: &Around<'_>, row: usize) -> [L; 3] {
    three(L::load(around[3], row), L::load(around[4], row), L::load(around[5], row))
}

#[inline(always)]
fn pictured_of<L: Lanes>(
    around: &Around<'_>,
    circuit: &Circuit,
    registers: &mut [Register],
    new: &mut Plane,
) {
    let (mut above, below) = (three_of_row::<L>(around, 0, 63), three_of_row::<L>(around, 6, 0));
    let mut here = three_at::<L>(around, 0);
    let mut row = 0;
    while row < 64 {
        let next = if row + L::COUNT < 64 { three_at(around, row + L::COUNT) } else { below };
        lay::<L>(above, here, next, registers, row % BLOCK);
        (above, here) = (here, next);
        row += L::COUNT;
        if row.is_multiple_of(BLOCK) {
            worked::<L>(circuit, registers, new, row - BLOCK);
        }
    }
}

chosen! {
    /// A generation of half a tile by a circuit over the nine cells.
    pictured_of_half = pictured_of_half_of, (words: &mut Plane, circuit: &Circuit, registers: &mut [Register]) -> ()
}

#[inline(always)]
fn pictured_of_half_of<L: Lanes>(words: &mut Plane, circuit: &Circuit, registers: &mut [Register]) {
    let nothing = L::splat(0);
    let mut above = three(nothing, L::splat(words.0[HALF - 1] << 32), nothing);
    let below = three(nothing, L::splat(words.0[0] >> 32), nothing);
    let mut here = three(nothing, L::load(words, 0), nothing);
    let mut row = 0;
    while row < HALF {
        let next = if row + L::COUNT < HALF {
            three(nothing, L::load(words, row + L::COUNT), nothing)
        } else {
            below
        };
        lay::<L>(above, here, next, registers, row);
        (above, here) = (here, next);
        row += L::COUNT;
    }
    worked::<L>(circuit, registers, words, 0);
}

/// Lays the nine cells of some rows into the registers of the inputs.
#[inline(always)]
fn lay<L: Lanes>(above: [L; 3], here: [L; 3], below: [L; 3], registers: &mut [Register], at: usize) {
    for column in 0..3 {
        // The south-eastern cell is the lowest bit of a picture and the first input.
        here[column].seen_southwards(below[column]).store(&mut registers[4 - column], at);
        here[column].store(&mut registers[7 - column], at);
        here[column].seen_northwards(above[column]).store(&mut registers[10 - column], at);
    }
}

chosen! {
    /// Takes the cells that are to live in place of the old ones.
    taken = taken_of, (new: &Plane, old: &mut Plane) -> Change
}

#[inline(always)]
fn taken_of<L: Lanes>(new: &Plane, old: &mut Plane) -> Change {
    let mut put = Put::<L>::new(old);
    let mut row = 0;
    while row < 64 {
        put.put(row, L::load(new, row));
        row += L::COUNT;
    }
    put.change()
}

/// Where cells die slowly: the first plane is of the living and the others count the steps of
/// dying. Who is dying goes on with it until step `last`, who is alive and not to live begins, and
/// who is to live does unless it is dying.
pub(super) fn aged(width: Width, new: &Plane, here: &[Plane], old: &mut [Plane], last: u64) -> Change {
    let mut made = [Plane::EMPTY; 9];
    for at in 0..64 {
        let dying = here[1..].iter().fold(0, |all, plane| all | plane.0[at]);
        made[0].0[at] = new.0[at] & !dying;
        let mut carry = dying | (here[0].0[at] & !new.0[at]);
        let mut is_over = u64::MAX;
        for (bit, plane) in here[1..].iter().enumerate() {
            let step = plane.0[at] ^ carry;
            carry &= plane.0[at];
            is_over &= if last >> bit & 1 == 1 { step } else { !step };
            made[bit + 1].0[at] = step;
        }
        for step in &mut made[1..here.len()] {
            step.0[at] &= !is_over;
        }
    }
    let planes = old.iter_mut().zip(&made);
    planes.map(|(old, new)| taken(width, new, old)).fold(Change::default(), Change::or)
}
