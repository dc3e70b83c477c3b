//! The crate `sudoku` as a complete program, the peer of
//! `gridlore sudoku count --limit 2 --threads 1`: for each 81-character line of a file, it prints
//! the line's number of solutions, up to 2. Input and output are buffered.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};

fn main() -> std::io::Result<()> {
    let path = std::env::args().nth(1).expect("usage: sudoku_lines FILE");
    let mut lines = BufReader::with_capacity(1 << 17, File::open(path)?);
    let mut out = BufWriter::with_capacity(1 << 17, std::io::stdout().lock());
    let mut line = String::new();
    while lines.read_line(&mut line)? > 0 {
        let board = sudoku::Sudoku::from_str_line(line.trim_end()).expect("81 cells");
        writeln!(out, "{}", board.solutions_count_up_to(2))?;
        line.clear();
    }
    out.flush()
}
