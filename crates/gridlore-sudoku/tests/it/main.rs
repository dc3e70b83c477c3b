//! The sudoku engine, told by data: `tests/data/*.txt` hold the cases, the files here know the API.

mod cases;
mod explain;
mod generate;
mod parse;
mod peers;
mod solve;
