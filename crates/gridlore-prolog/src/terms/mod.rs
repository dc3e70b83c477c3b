//! Terms: atoms, numbers, the cells of terms, and the heap that holds them.
//!
//! ```text
//!   atoms, number          no other file of this folder
//!   bignum                 number
//!   cell                   atoms
//!   store: the heap        cell, number, atoms
//!   record: off the heap   store, cell
//! ```

pub(crate) mod atoms;
pub(crate) mod bignum;
pub(crate) mod cell;
pub(crate) mod number;
pub(crate) mod record;
pub(crate) mod store;
