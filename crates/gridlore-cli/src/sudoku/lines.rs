//! Reads the lines of sources in sequence, for commands that do not answer them in batches.

use crate::Exit;
use crate::batch::Line;
use crate::input::{Heading, Source};
use crate::progress::Progress;
use anyhow::Result;

/// Passes each line to `take` with its source and the heading in force. Sources that cannot be
/// opened and errors while reading are reported, and result in the exit code for bad input.
pub(super) fn for_each(
    sources: &[String],
    first_heading: &Heading,
    progress: &mut Progress,
    mut take: impl FnMut(&Source, Line<'_>, &mut Progress) -> Result<()>,
) -> Result<Exit> {
    let mut exit = Exit::Done;
    for (index, argument) in sources.iter().enumerate() {
        let source = Source::new(index + 1, argument);
        let is_argument = matches!(source, Source::Argument(..));
        let mut lines = match source.open() {
            Ok(lines) => lines,
            Err(error) => {
                eprintln!("gridlore: {error:#}");
                exit = Exit::BadInput;
                continue;
            }
        };
        let mut number = 0;
        let mut heading = first_heading.clone();
        loop {
            let chunk = match lines.chunk() {
                Ok(Some(chunk)) => chunk,
                Ok(None) => break,
                Err(error) => {
                    progress.suspend(|| eprintln!("gridlore: {error:#}"));
                    exit = Exit::BadInput;
                    break;
                }
            };
            let text = chunk.strip_suffix(b"\n").unwrap_or(&chunk);
            for bytes in text.split(|&byte| byte == b'\n') {
                number += 1;
                if !is_argument {
                    heading.take(bytes);
                }
                take(&source, Line { bytes, number, is_argument, heading: &heading }, progress)?;
            }
        }
    }
    Ok(exit)
}
