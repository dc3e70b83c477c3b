//! Integration tests of the Prolog engine through its public interface.

mod answers;
mod branches;
mod conformance;
mod control;
mod domains;
mod files;
mod limits;
mod messages;
mod modules;
mod overshoot;
mod registers;
