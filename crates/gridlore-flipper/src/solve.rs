//! Which presses reach the goal: linear algebra over the residues modulo the number of colours.
//!
//! ```text
//!              moves
//!   square  [ turned? ]  times  presses  =  goal - board        two colours: elimination over bits
//!   square  [         ]                                         more: for each prime power, a Smith form,
//!   square  [         ]                                         joined by the Chinese remainder theorem
//! ```
//!
//! The elimination is done once a puzzle; a board is then one right-hand side. All solutions are
//! one of them plus sums of the quiet patterns, the presses that turn nothing. Where there is no
//! solution, some sum of rows says `0 = 1`: squares whose colours, added up, no move changes.
//!
//! Cost: that of `elimination` or `modular`.

use crate::algebra::elimination::{Eliminated, Matrix};
use crate::algebra::modular::{Smith, prime_powers};
use crate::solutions::{Quiet, Solutions};
use crate::{Toggle, Vector};

/// Whether a board can reach the goal.
#[derive(Debug, Clone)]
pub enum Outcome<'a> {
    /// It can, in these ways.
    Solvable(Solutions<'a>),
    /// It cannot. With two colours: every move turns an even number of these squares, and board and
    /// goal differ on an odd number of them. With more: see [`crate::check::is_certificate`].
    Unsolvable(Vector),
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

    /// The quiet patterns: every press that turns nothing is a sum of multiples of these, in one
    /// way only. With two colours their number is the nullity.
    #[must_use]
    pub fn kernel(&self) -> &[Quiet] {
        &self.kernel
    }

    /// Weights of the squares such that no move changes the weighted sum of the colours, modulo
    /// their number: every such weighting is a sum of multiples of these.
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

/// The entries times `lift`, modulo the colours.
fn lifted(entries: Vec<u8>, lift: u8, colours: u8) -> Vector {
    let lift = |entry: u8| u16::from(entry) * u16::from(lift) % u16::from(colours);
    Vector::new(entries.into_iter().map(|entry| u8::try_from(lift(entry)).expect("a residue")).collect())
}
