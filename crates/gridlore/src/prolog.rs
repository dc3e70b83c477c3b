//! Puzzles told as rules: so far the tokens of Prolog, by which code is coloured.

pub use gridlore_prolog::lexer;
