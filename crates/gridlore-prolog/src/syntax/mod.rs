//! Syntax: from text to terms and back, and what a text is without being read as terms.
//!
//! ```text
//!   lexer -> reader    text to terms; operators by their table
//!   writer             terms to text
//!   colour, queries    over the lexer alone
//! ```

pub mod colour;
pub mod lexer;
pub(crate) mod operators;
pub mod queries;
pub(crate) mod reader;
pub(crate) mod writer;
