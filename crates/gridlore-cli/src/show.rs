//! `gridlore show ID`: any puzzle of the registry, as text, picture or id. Knows no engine by name.

use crate::Exit;
use crate::args::{Picture, Show};
use anyhow::Result;
use gridlore::Shown;
use std::io::Write;

pub(crate) fn run(args: &Show) -> Result<Exit> {
    let shown = gridlore::show(&args.id)?;
    let text = match (args.format, &shown) {
        (Picture::Text, Shown::Puzzle(puzzle)) => puzzle.text(&puzzle.start()),
        (Picture::Text, Shown::Exhibit(exhibit)) => exhibit.text(),
        (Picture::Svg, Shown::Puzzle(puzzle)) => puzzle.svg(&puzzle.start()),
        (Picture::Svg, Shown::Exhibit(exhibit)) => exhibit.svg(),
        (Picture::Id, shown) => shown.id() + "\n",
    };
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(Exit::Done)
}
