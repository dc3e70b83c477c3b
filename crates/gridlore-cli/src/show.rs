//! `gridlore show ID`: any puzzle of the registry, as text, picture or id. Knows no engine by name.

use crate::Exit;
use crate::args::{Picture, Show};
use anyhow::Result;
use std::io::Write;

pub(crate) fn run(args: &Show) -> Result<Exit> {
    let puzzle = gridlore::open(&args.id)?;
    let start = puzzle.start();
    let text = match args.format {
        Picture::Text => puzzle.text(&start),
        Picture::Svg => puzzle.svg(&start),
        Picture::Id => format!("{}\n", gridlore::Midend::new(puzzle).id()),
    };
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(Exit::Done)
}
