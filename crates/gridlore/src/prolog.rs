//! Puzzles told as rules: Prolog programs and their queries, and the tokens by which code is coloured.

pub use gridlore_prolog::puzzles::{PUZZLES, Puzzle, puzzle};
pub use gridlore_prolog::{
    Allowance, Answer, Message, Problem, Program, Query, QueryError, Severity, Step, lexer,
};
