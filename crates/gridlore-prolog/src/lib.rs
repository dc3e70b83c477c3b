//! Puzzles told as rules: Prolog with native CLP(FD).
//!
//! What is here so far is the lexer, by which code is coloured; reader and engine are not. It may use `gridlore-core` and `gridlore-exact-cover`, and no other engine.

pub mod lexer;
