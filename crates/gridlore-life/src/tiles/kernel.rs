//! Computes the next generation of one tile, processing many of its 64 x 64 cells at once.
//!
//! Each row is a 64-bit word. The three cells of a row in each neighbourhood are added bit by bit,
//! giving a ones bit and a twos bit per cell; three such rows give the number of live cells among
//! nine, in four bits. A formula computes the next state for Life, and a circuit (see `circuit`)
//! for other rules.
//!
//! Each loop is written once, over plain arrays, and compiled for several instruction sets; at run
//! time the best available version is called.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "calls functions compiled for CPU features, after detecting them")
)]

use super::circuit::{Circuit, fixed};
use super::lanes::Lanes;
use crate::grid::Plane;
#[cfg(target_arch = "x86_64")]
use gridlore_core::CpuLevel;

/// The instruction set of the kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// One row at a time, in plain integers.
    Single,
    /// SSE2 (on every x86-64), NEON (on every AArch64), or WebAssembly SIMD.
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
    /// Returns all widths that this machine supports, the widest last.
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

    /// Returns the widest instruction set that this machine supports.
    #[must_use]
    pub fn widest() -> Self {
        Self::all().last().copied().unwrap_or(Self::Single)
    }
}

/// The differences between a tile and its cells two generations earlier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Change {
    /// The rows that differ, one bit each; the lowest bit is the northernmost.
    pub(super) rows: u64,
    /// The columns that differ.
    pub(super) columns: u64,
    /// The differences in the northernmost row.
    pub(super) north: u64,
    /// The differences in the southernmost row.
    pub(super) south: u64,
}

impl Change {
    /// Returns the differences between two planes.
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

    /// Returns the union of two changes.
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

macro_rules! dispatch {
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
                    // SAFETY: `Width::all` returns this value only if the CPU has AVX2.
                    Width::Avx2 => unsafe { avx2($($argument),*) },
                    // SAFETY: `Width::all` returns this value only if the CPU has these parts of
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

/// Sums of three adjacent cells, bit by bit for a set of rows: ones and twos.
#[derive(Clone, Copy)]
struct Sums<L> {
    ones: L,
    twos: L,
}

#[inline(always)]
fn sums<L: Lanes>(west: L, here: L, east: L) -> Sums<L> {
    let (west, east) = (here.western(west), here.eastern(east));
    Sums { ones: west.parity(here, east), twos: west.majority(here, east) }
}

/// The number of live cells among nine, in four bits.
#[derive(Clone, Copy)]
struct Nine<L> {
    one: L,
    /// The carry to add to `twos`; if both are set, their sum carries into `fours`.
    carried: L,
    twos: L,
    fours: L,
}

/// Returns the number of live cells around each cell of the rows in `here`, from the sums of these
/// rows and of the rows above and below.
#[inline(always)]
fn nine<L: Lanes>(above: Sums<L>, here: Sums<L>, below: Sums<L>) -> Nine<L> {
    let (a, c) = (here.ones.northern(above.ones), here.ones.southern(below.ones));
    let (d, f) = (here.twos.northern(above.twos), here.twos.southern(below.twos));
    Nine {
        one: a.parity(here.ones, c),
        carried: a.majority(here.ones, c),
        twos: d.parity(here.twos, f),
        fours: d.majority(here.twos, f),
    }
}

/// A visitor of rows and their numbers of live cells. It is not a closure, because the compiler
/// would compile a closure without the target features of the enclosing function.
trait RowVisitor<L> {
    fn visit(&mut self, row: usize, nine: Nine<L>);
}

/// Returns the sums of a row outside the tile.
#[inline(always)]
fn outer_sums<L: Lanes>(around: &Around<'_>, band: usize, row: usize) -> Sums<L> {
    let [west, here, east] = [around[band].0[row], around[band + 1].0[row], around[band + 2].0[row]];
    sums(L::splat(west), L::splat(here), L::splat(east))
}

/// Returns the sums of rows of the tile.
#[inline(always)]
fn sums_at<L: Lanes>(around: &Around<'_>, row: usize) -> Sums<L> {
    sums(L::load(around[3], row), L::load(around[4], row), L::load(around[5], row))
}

/// Visits all rows of a tile.
#[inline(always)]
fn each<L: Lanes>(around: &Around<'_>, visitor: &mut impl RowVisitor<L>) {
    let (mut above, below) = (outer_sums(around, 0, 63), outer_sums(around, 6, 0));
    let mut here: Sums<L> = sums_at(around, 0);
    let mut row = 0;
    while row < 64 {
        let next = if row + L::COUNT < 64 { sums_at(around, row + L::COUNT) } else { below };
        visitor.visit(row, nine(above, here, next));
        above = here;
        here = next;
        row += L::COUNT;
    }
}

/// The number of words of a half.
pub(super) const HALF: usize = 16;

/// Like `each`, but for half a tile (see `tiles::half`): the lower half of the last word lies north
/// of the first word, and the upper half of the first word lies south of the last.
#[inline(always)]
fn each_half<L: Lanes>(words: &Plane, visitor: &mut impl RowVisitor<L>) {
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
        visitor.visit(row, nine(above, here, next));
        above = here;
        here = next;
        row += L::COUNT;
    }
}

/// Replaces rows and records the differences.
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

dispatch! {
    /// Computes one generation of Life, B3/S23.
    life = life_generic, (around: &Around<'_>, old: &mut Plane) -> Change
}

/// Computes Life: a cell is alive next if three of the nine cells are alive, or four including it.
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

impl<L: Lanes> RowVisitor<L> for Life<'_, L> {
    #[inline(always)]
    fn visit(&mut self, row: usize, nine: Nine<L>) {
        self.put.put(row, life_from(nine, L::load(self.middle, row)));
    }
}

#[inline(always)]
fn life_generic<L: Lanes>(around: &Around<'_>, old: &mut Plane) -> Change {
    let mut life = Life { middle: around[4], put: Put::<L>::new(old) };
    each(around, &mut life);
    life.put.change()
}

dispatch! {
    /// Computes several generations of Life for half a tile.
    life_half = life_half_generic, (words: &mut Plane, generations: u32) -> ()
}

struct LifeHalf<'a> {
    middle: &'a Plane,
    new: &'a mut Plane,
}

impl<L: Lanes> RowVisitor<L> for LifeHalf<'_> {
    #[inline(always)]
    fn visit(&mut self, row: usize, nine: Nine<L>) {
        life_from(nine, L::load(self.middle, row)).store(self.new, row);
    }
}

#[inline(always)]
fn life_half_generic<L: Lanes>(words: &mut Plane, generations: u32) {
    let mut other = Plane::EMPTY;
    for generation in 0..generations {
        if generation % 2 == 0 {
            each_half::<L>(words, &mut LifeHalf { middle: words, new: &mut other });
        } else {
            each_half::<L>(&other, &mut LifeHalf { middle: &other, new: words });
        }
    }
    if generations % 2 == 1 {
        *words = other;
    }
}

/// The number of rows that a circuit processes together, so that the circuit is read less often.
const BLOCK: usize = HALF;

/// A register of a circuit; only the first rows are used.
pub(super) type Register = Plane;

/// Evaluates a circuit for the rows of a block and stores its output.
#[inline(always)]
fn run_circuit<L: Lanes>(circuit: &Circuit, registers: &mut [Register], new: &mut Plane, from: usize) {
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

/// Returns registers for a circuit: zeros, ones and space for the others.
pub(super) fn registers(circuit: &Circuit) -> Vec<Register> {
    let mut registers = vec![Plane::EMPTY; fixed(circuit.inputs) + circuit.choices.len()];
    registers[1] = Plane([u64::MAX; 64]);
    registers
}

dispatch! {
    /// Computes the live cells of the next generation with a circuit over the centre and the number
    /// of live cells among nine, in four bits.
    counted = counted_generic, (around: &Around<'_>, circuit: &Circuit, registers: &mut [Register], new: &mut Plane) -> ()
}

struct Counted<'a> {
    middle: &'a Plane,
    circuit: &'a Circuit,
    registers: &'a mut [Register],
    new: &'a mut Plane,
}

impl<L: Lanes> RowVisitor<L> for Counted<'_> {
    #[inline(always)]
    fn visit(&mut self, row: usize, nine: Nine<L>) {
        let (two, carried) = (nine.carried.xor(nine.twos), nine.carried.and(nine.twos));
        let at = row % BLOCK;
        nine.one.store(&mut self.registers[2], at);
        two.store(&mut self.registers[3], at);
        nine.fours.xor(carried).store(&mut self.registers[4], at);
        nine.fours.and(carried).store(&mut self.registers[5], at);
        L::load(self.middle, row).store(&mut self.registers[6], at);
        if at + L::COUNT == BLOCK {
            run_circuit::<L>(self.circuit, self.registers, self.new, row + L::COUNT - BLOCK);
        }
    }
}

#[inline(always)]
fn counted_generic<L: Lanes>(
    around: &Around<'_>,
    circuit: &Circuit,
    registers: &mut [Register],
    new: &mut Plane,
) {
    each::<L>(around, &mut Counted { middle: around[4], circuit, registers, new });
}

dispatch! {
    /// Computes one generation of half a tile with a circuit over the numbers of live cells.
    counted_half = counted_half_generic, (words: &mut Plane, circuit: &Circuit, registers: &mut [Register]) -> ()
}

#[inline(always)]
fn counted_half_generic<L: Lanes>(words: &mut Plane, circuit: &Circuit, registers: &mut [Register]) {
    let middle = *words;
    each_half::<L>(&middle, &mut Counted { middle: &middle, circuit, registers, new: words });
}

dispatch! {
    /// Computes the live cells of the next generation with a circuit over the nine cells.
    pictured = pictured_generic, (around: &Around<'_>, circuit: &Circuit, registers: &mut [Register], new: &mut Plane) -> ()
}

/// Returns rows with their western and eastern neighbours: west, centre, east.
#[inline(always)]
fn three<L: Lanes>(west: L, here: L, east: L) -> [L; 3] {
    [here.western(west), here, here.eastern(east)]
}

#[inline(always)]
fn outer_three<L: Lanes>(around: &Around<'_>, band: usize, row: usize) -> [L; 3] {
    let [west, here, east] = [around[band].0[row], around[band + 1].0[row], around[band + 2].0[row]];
    three(L::splat(west), L::splat(here), L::splat(east))
}

#[inline(always)]
fn three_at<L: Lanes>(around: &Around<'_>, row: usize) -> [L; 3] {
    three(L::load(around[3], row), L::load(around[4], row), L::load(around[5], row))
}

#[inline(always)]
fn pictured_generic<L: Lanes>(
    around: &Around<'_>,
    circuit: &Circuit,
    registers: &mut [Register],
    new: &mut Plane,
) {
    let (mut above, below) = (outer_three::<L>(around, 0, 63), outer_three::<L>(around, 6, 0));
    let mut here = three_at::<L>(around, 0);
    let mut row = 0;
    while row < 64 {
        let next = if row + L::COUNT < 64 { three_at(around, row + L::COUNT) } else { below };
        store_inputs::<L>(above, here, next, registers, row % BLOCK);
        (above, here) = (here, next);
        row += L::COUNT;
        if row.is_multiple_of(BLOCK) {
            run_circuit::<L>(circuit, registers, new, row - BLOCK);
        }
    }
}

dispatch! {
    /// Computes one generation of half a tile with a circuit over the nine cells.
    pictured_half = pictured_half_generic, (words: &mut Plane, circuit: &Circuit, registers: &mut [Register]) -> ()
}

#[inline(always)]
fn pictured_half_generic<L: Lanes>(words: &mut Plane, circuit: &Circuit, registers: &mut [Register]) {
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
        store_inputs::<L>(above, here, next, registers, row);
        (above, here) = (here, next);
        row += L::COUNT;
    }
    run_circuit::<L>(circuit, registers, words, 0);
}

/// Stores the nine neighbours of the rows in `here` in the input registers.
#[inline(always)]
fn store_inputs<L: Lanes>(above: [L; 3], here: [L; 3], below: [L; 3], registers: &mut [Register], at: usize) {
    for column in 0..3 {
        // The south-eastern cell is the lowest bit of a picture, and therefore the first input.
        here[column].southern(below[column]).store(&mut registers[4 - column], at);
        here[column].store(&mut registers[7 - column], at);
        here[column].northern(above[column]).store(&mut registers[10 - column], at);
    }
}

dispatch! {
    /// Replaces the old cells with the new ones and returns the differences.
    replaced = replaced_generic, (new: &Plane, old: &mut Plane) -> Change
}

#[inline(always)]
fn replaced_generic<L: Lanes>(new: &Plane, old: &mut Plane) -> Change {
    let mut put = Put::<L>::new(old);
    let mut row = 0;
    while row < 64 {
        put.put(row, L::load(new, row));
        row += L::COUNT;
    }
    put.change()
}

/// Computes the next generation under a rule with dying states: the first plane holds the live
/// cells, the others count the stages of dying. A dying cell advances until stage `last`, a live
/// cell that does not survive starts to die, and a cell is born unless it is still dying.
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
    planes.map(|(old, new)| replaced(width, new, old)).fold(Change::default(), Change::or)
}
