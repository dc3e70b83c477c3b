//! Linear algebra over small rings: bits, matrices and polynomials.

pub(crate) mod bits;
pub mod elimination;
pub(crate) mod modular;
pub(crate) mod polynomial;
pub(crate) mod wide;
