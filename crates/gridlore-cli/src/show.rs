//! `gridlore show ID`: any puzzle of the registry as text, SVG or id. It does not refer to any
//! engine by name.

use crate::Exit;
use crate::args::{Show, ShowFormat};
use anyhow::{Result, bail};
use gridlore::Shown;
use std::io::Write;

pub(crate) fn run(args: &Show) -> Result<Exit> {
    let shown = match gridlore::show(&args.id) {
        Ok(shown) => shown,
        Err(_) if std::path::Path::new(&args.id).is_file() => bail!(
            "{}: found a file, expected a game id such as sudoku:easy#7; to read a file, use a command such as `gridlore sudoku solve`",
            args.id
        ),
        Err(error) => return Err(error.into()),
    };
    let text = match (args.format, &shown) {
        (ShowFormat::Text, Shown::Puzzle(puzzle)) => puzzle.text(&puzzle.start()),
        (ShowFormat::Text, Shown::Exhibit(exhibit)) => exhibit.text(),
        (ShowFormat::Svg, Shown::Puzzle(puzzle)) => puzzle.svg(&puzzle.start()),
        (ShowFormat::Svg, Shown::Exhibit(exhibit)) => exhibit.svg(),
        (ShowFormat::Id, shown) => shown.id() + "\n",
    };
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(Exit::Done)
}
