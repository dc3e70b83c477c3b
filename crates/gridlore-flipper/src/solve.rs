//! Which presses reach the goal: linear algebra over the residues modulo the number of colours.
//!
//! ```text
//!              moves
//!   square  [ turned? ]  times  presses  =  goal - board        two colours: elimination over bits
//!   square  [         ]                                         more: for each prime power, a Smith form,
//!   square  [         ]                                         joined by the Chinese remainder theorem
//! ```
//!
//! The elimination is done once a puzzle; a board is then one right-hand side. All solutions are one of them plus sums of
//! the quiet patterns, the presses that turn nothing. Where there is no solution, some sum of rows says `0 = 1`: squares
//! whose colours, added up, no move changes.
//!
//! Cost: that of `elimination` or `modular`.

use crate::elimination::{Eliminated, Matrix};
use crate::fewest;
use crate::modular::Smith;
use crate::{Toggle, Vector};
use gridlore_core::Budget;

/// Whether a board can reach the goal.
#[derive(Debug, Clone)]
pub enum Outcome<'a> {
    /// It can, in these ways.
    Solvable(Solutions<'a>),
    /// It cannot. With two colours: every move turns an even number of these squares, and board and goal differ on an
    /// odd number of them. With more: see [`crate::check::is_certificate`].
    Unsolvable(Vector),
}

/// A quiet pattern: presses that turn nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quiet {
    /// The presses.
    pub presses: Vector,
    /// How often they must be done for every move to have been pressed a multiple of its colours: two to the number of
    /// colours.
    pub order: u8,
}

/// All solutions of a board: one of them, plus every sum of multiples of quiet patterns, each sum being another one.
#[derive(Debug, Clone)]
pub struct Solutions<'a> {
    pub(crate) puzzle: &'a Toggle,
    /// What has to be added to the board to make the goal.
    pub(crate) wanted: Vector,
    pub(crate) base: Vector,
    pub(crate) kernel: &'a [Quiet],
}

/// The answer of [`Solutions::fewest`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fewest {
    /// A solution.
    pub presses: Vector,
    /// It is proved that no solution has fewer presses than this.
    pub at_least: usize,
}

impl Fewest {
    /// How many presses the solution has.
    #[must_use]
    pub fn count(&self) -> usize {
        self.presses.total()
    }

    /// It is proved that no solution has fewer presses than the one here.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.at_least == self.count()
    }
}

/// A puzzle, eliminated.
#[derive(Debug, Clone)]
pub struct Solver<'a> {
    puzzle: &'a Toggle,
    system: System,
    kernel: Vec<Quiet>,
}

#[derive(Debug, Clone)]
enum System {
    Two(Box<Eliminated>),
    /// One for each prime that divides the colours.
    More(Vec<Part>),
}

/// The puzzle modulo the highest power of a prime that divides the colours.
#[derive(Debug, Clone)]
struct Part {
    smith: Smith,
    /// That power.
    modulus: u8,
    /// One modulo that power, zero modulo the rest of the colours.
    lift: u8,
}

impl<'a> Solver<'a> {
    /// Eliminates the puzzle.
    #[must_use]
    pub fn new(puzzle: &'a Toggle) -> Self {
        let colours = puzzle.colours();
        if colours == 2 {
            let eliminated = Matrix::from_columns(puzzle.squares(), puzzle.turned()).eliminated();
            let quiet = |presses| Quiet { presses: Vector::from(&presses), order: 2 };
            let kernel = eliminated.kernel().into_iter().map(quiet).collect();
            return Self { puzzle, system: System::Two(Box::new(eliminated)), kernel };
        }
        let mut entries = vec![0; puzzle.squares() * puzzle.moves()];
        for (press, turned) in puzzle.turned().iter().enumerate() {
            turned.ones().for_each(|square| entries[square * puzzle.moves() + press] = 1);
        }
        let parts: Vec<Part> = prime_powers(colours)
            .into_iter()
            .map(|(prime, modulus)| Part {
                smith: Smith::of(entries.clone(), puzzle.squares(), puzzle.moves(), prime, modulus),
                modulus,
                // The parts are coprime, so there is one.
                lift: (0..colours)
                    .find(|lift| lift % modulus == 1 && lift.is_multiple_of(colours / modulus))
                    .unwrap_or_default(),
            })
            .collect();
        let kernel = parts
            .iter()
            .flat_map(|part| {
                part.smith.kernel().into_iter().map(|generator| Quiet {
                    presses: lifted(generator.vector, part.lift, colours),
                    order: generator.order,
                })
            })
            .collect();
        Self { puzzle, system: System::More(parts), kernel }
    }

    /// The quiet patterns: every press that turns nothing is a sum of multiples of these, in one way only. With two
    /// colours their number is the nullity.
    #[must_use]
    pub fn kernel(&self) -> &[Quiet] {
        &self.kernel
    }

    /// Weights of the squares such that no move changes the weighted sum of the colours, modulo their number: every such
    /// weighting is a sum of multiples of these.
    #[must_use]
    pub fn invariants(&self) -> Vec<Vector> {
        match &self.system {
            System::Two(eliminated) => eliminated.zero_sums().iter().map(Vector::from).collect(),
            System::More(parts) => parts
                .iter()
                .flat_map(|part| {
                    let lift = self.puzzle.colours() / part.modulus;
                    let sums = part.smith.zero_sums().into_iter();
                    sums.map(move |sum| lifted(sum.vector, lift, self.puzzle.colours()))
                })
                .collect(),
        }
    }

    /// Whether `board` can reach the goal, and how or why not.
    ///
    /// # Panics
    /// When `board` has another number of squares than the puzzle.
    #[must_use]
    pub fn outcome(&self, board: &Vector) -> Outcome<'_> {
        let colours = self.puzzle.colours();
        let wanted = board.distance_to(self.puzzle.goal(), colours);
        let base = match &self.system {
            System::Two(eliminated) => match eliminated.solution(&wanted.to_bits()) {
                Ok(presses) => Vector::from(&presses),
                Err(squares) => return Outcome::Unsolvable(Vector::from(&squares)),
            },
            System::More(parts) => {
                let mut base = Vector::zeros(self.puzzle.moves());
                for part in parts {
                    match part.smith.solution(wanted.entries()) {
                        Ok(presses) => base.add(&lifted(presses, part.lift, colours), colours),
                        Err(weights) => {
                            return Outcome::Unsolvable(lifted(weights, colours / part.modulus, colours));
                        }
                    }
                }
                base
            }
        };
        Outcome::Solvable(Solutions { puzzle: self.puzzle, wanted, base, kernel: &self.kernel })
    }
}

impl Solutions<'_> {
    /// One solution.
    #[must_use]
    pub const fn base(&self) -> &Vector {
        &self.base
    }

    /// The quiet patterns that make all solutions of it.
    #[must_use]
    pub const fn kernel(&self) -> &[Quiet] {
        self.kernel
    }

    /// How many solutions there are; `None` when that is more than `u128` holds.
    #[must_use]
    pub fn count(&self) -> Option<u128> {
        self.kernel.iter().try_fold(1_u128, |count, quiet| count.checked_mul(u128::from(quiet.order)))
    }

    /// How many solutions there are, in digits or as a product of powers: `4`, `2^180`, `2^90 * 3^180`.
    #[must_use]
    pub fn count_in_words(&self) -> String {
        if let Some(count) = self.count() {
            return count.to_string();
        }
        let mut powers = [0_u32; 37];
        for quiet in self.kernel {
            // An order is a power of one prime.
            for (prime, power) in prime_powers(quiet.order) {
                powers[usize::from(prime)] += power.ilog(prime);
            }
        }
        let words: Vec<String> = powers
            .iter()
            .enumerate()
            .filter(|(_, exponent)| **exponent > 0)
            .map(|(prime, exponent)| format!("{prime}^{exponent}"))
            .collect();
        words.join(" * ")
    }

    /// Every solution, the base first; each differs from the one before by one quiet pattern. They may be very many.
    pub fn all(&self) -> impl Iterator<Item = Vector> + '_ {
        let mut next = Some(self.base.clone());
        let mut steps = GraySteps::new(self.kernel);
        std::iter::from_fn(move || {
            let solution = next.take()?;
            next = steps.next().map(|pattern| {
                let mut following = solution.clone();
                following.add(&self.kernel[pattern].presses, self.puzzle.colours());
                following
            });
            Some(solution)
        })
    }

    /// A solution with the fewest presses that `budget` allows to find, and how few are proved to be needed. One node is
    /// one solution looked at, or one set of presses where that is the shorter way.
    #[must_use]
    pub fn fewest(&self, budget: &mut Budget) -> Fewest {
        fewest::fewest(self, budget)
    }
}

/// Which quiet pattern to add next, so that adding goes once through every sum: Gray's code, each digit counting to the
/// order of its pattern.
pub(crate) struct GraySteps {
    orders: Vec<u8>,
    digits: Vec<u8>,
}

impl GraySteps {
    pub(crate) fn new(kernel: &[Quiet]) -> Self {
        Self { orders: kernel.iter().map(|quiet| quiet.order).collect(), digits: vec![0; kernel.len()] }
    }
}

impl Iterator for GraySteps {
    type Item = usize;

    /// The first digit that does not overflow when one is counted on.
    fn next(&mut self) -> Option<usize> {
        for (place, (digit, order)) in self.digits.iter_mut().zip(&self.orders).enumerate() {
            *digit += 1;
            if *digit < *order {
                return Some(place);
            }
            *digit = 0;
        }
        None
    }
}

/// The entries times `lift`, modulo the colours.
fn lifted(entries: Vec<u8>, lift: u8, colours: u8) -> Vector {
    let lift = |entry: u8| u16::from(entry) * u16::from(lift) % u16::from(colours);
    Vector::new(entries.into_iter().map(|entry| u8::try_from(lift(entry)).expect("a residue")).collect())
}

/// The primes that divide a number, each with its highest power that does.
fn prime_powers(number: u8) -> Vec<(u8, u8)> {
    let is_prime = |&number: &u8| (2..number).all(|divisor| !number.is_multiple_of(divisor));
    (2..=number)
        .filter(is_prime)
        .filter(|&prime| number.is_multiple_of(prime))
        .map(|prime| {
            let divides = |power: &u8| number.is_multiple_of(*power);
            let powers = std::iter::successors(Some(prime), |power| power.checked_mul(prime));
            (prime, powers.take_while(divides).last().expect("the prime itself divides it"))
        })
        .collect()
}
