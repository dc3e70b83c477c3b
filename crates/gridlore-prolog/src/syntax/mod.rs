//! Syntax: converts text to terms and back, and finds the colours and the queries in text.
//!
//! ```text
//!   lexer -> reader    text to terms; operators by their table
//!   writer             terms to text
//!   colour, queries    use only the lexer
//! ```

pub mod colour;
pub mod lexer;
pub(crate) mod operators;
pub mod queries;
pub(crate) mod reader;
pub(crate) mod writer;
