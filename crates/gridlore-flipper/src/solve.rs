//! The solver: linear algebra modulo the number of colours.
//!
//! ```text
//!              moves
//!   square  [ toggles? ]  times  presses  =  goal - board        two colours: elimination over bits
//!   square  [          ]                                         more: a Smith form per prime power,
//!   square  [          ]                                         joined by the Chinese remainder theorem
//! ```
//!
//! The elimination runs once per puzzle; each board is then one right-hand side. All solutions are
//! one solution plus sums of the quiet patterns, which are presses without an effect. If there is
//! no solution, some sum of rows reads `0 = 1`. These rows correspond to squares whose sum of
//! colours no move changes.
//!
//! Cost: see `elimination` and `modular`.

use crate::algebra::elimination::{Eliminated, Matrix};
use crate::algebra::modular::{Smith, prime_powers};
use crate::solutions::{Quiet, Solutions};
use crate::{Toggle, Vector};

/// The result for a board: whether the goal can be reached from it.
#[derive(Debug, Clone)]
pub enum Outcome<'a> {
    /// The goal can be reached, with these solutions.
    Solvable(Solutions<'a>),
    /// The goal cannot be reached. With two colours, every move toggles an even number of these
    /// squares, but board and goal differ on an odd number of them. With more colours, see
    /// [`crate::check::is_certificate`].
    Unsolvable(Vector),
}

/// A puzzle after elimination.
#[derive(Debug, Clone)]
pub struct Solver<'a> {
    puzzle: &'a Toggle,
    system: System,
    kernel: Vec<Quiet>,
}

#[derive(Debug, Clone)]
enum System {
    Two(Box<Eliminated>),
    /// One part per prime factor of the number of colours.
    More(Vec<Part>),
}

/// The puzzle modulo the highest power of a prime that divides the number of colours.
#[derive(Debug, Clone)]
struct Part {
    smith: Smith,
    /// The prime power.
    modulus: u8,
    /// A number that is 1 modulo this prime power and 0 modulo the others.
    lift: u8,
}

impl<'a> Solver<'a> {
    /// Runs the elimination.
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
                smith: Smith::new(entries.clone(), puzzle.squares(), puzzle.moves(), prime, modulus),
                modulus,
                // This number exists because the parts are coprime.
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

    /// Returns the quiet patterns: all presses without an effect are sums of multiples of these
    /// patterns in exactly one way. With two colours, the number of patterns is the nullity.
    #[must_use]
    pub fn kernel(&self) -> &[Quiet] {
        &self.kernel
    }

    /// Returns weightings of the squares for which no move changes the weighted sum of the colours
    /// modulo the number of colours. Every such weighting is a sum of multiples of these.
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

    /// Returns the solutions of `board`, or a proof that it has no solution.
    ///
    /// # Panics
    /// Panics if `board` has the wrong number of squares.
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

/// Multiplies the entries by `lift`, modulo the number of colours.
fn lifted(entries: Vec<u8>, lift: u8, colours: u8) -> Vector {
    let lift = |entry: u8| u16::from(entry) * u16::from(lift) % u16::from(colours);
    Vector::new(entries.into_iter().map(|entry| u8::try_from(lift(entry)).expect("a residue")).collect())
}
