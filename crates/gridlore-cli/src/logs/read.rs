//! Files into a tally: on one processor line by line, on several block by block.

use crate::args::LogsInput;
use crate::input::Source;
use crate::progress::Progress;
use anyhow::Result;
use gridlore_accesslog::{Selection, Tally};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

/// Blocks that wait for a processor, for each.
const WAITING: usize = 4;

/// Counts all input. The first `most_bad` lines that are no records are kept; they are told by their lines, so that all is read in order then.
pub(crate) fn tally(input: &LogsInput, selection: Selection, most_bad: usize) -> Result<Tally> {
    let selection = Arc::new(selection);
    let threads = match input.threads {
        _ if most_bad > 0 => 1,
        Some(threads) => threads.max(1),
        None => std::thread::available_parallelism().map_or(1, usize::from),
    };
    let empty = || Tally::new(Arc::clone(&selection), most_bad);
    if threads == 1 {
        let mut tally = empty();
        blocks(input, |block| {
            tally.add_lines(&block);
            Ok(())
        })?;
        return Ok(tally);
    }
    std::thread::scope(|scope| {
        let (send, receive): (SyncSender<Vec<u8>>, Receiver<Vec<u8>>) = sync_channel(WAITING * threads);
        let receive = Arc::new(Mutex::new(receive));
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                let (receive, mut tally) = (Arc::clone(&receive), empty());
                scope.spawn(move || {
                    while let Some(block) = next(&receive) {
                        tally.add_lines(&block);
                    }
                    tally
                })
            })
            .collect();
        // Fails only when every worker is gone, and then joining tells why.
        let read = blocks(input, |block| Ok(send.send(block)?));
        drop(send);
        let mut tally = empty();
        for worker in workers {
            match worker.join() {
                Ok(part) => tally.merge(&part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        read.map(|()| tally)
    })
}

fn next(receive: &Mutex<Receiver<Vec<u8>>>) -> Option<Vec<u8>> {
    receive.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

/// Hands out all input, whole lines at a time.
fn blocks(input: &LogsInput, mut take: impl FnMut(Vec<u8>) -> Result<()>) -> Result<()> {
    let mut progress = Progress::new(input.quiet);
    let files: Vec<Source> = if input.files.is_empty() {
        vec![Source::Stdin]
    } else {
        let source = |name: &String| if name == "-" { Source::Stdin } else { Source::File(name.clone()) };
        input.files.iter().map(source).collect()
    };
    for file in &files {
        let mut lines = file.open()?;
        while let Some(mut block) = lines.chunk()? {
            // The last line of a file ends there, whether it says so or not.
            if block.last() != Some(&b'\n') {
                block.push(b'\n');
            }
            take(block)?;
            progress.show(lines.progress(), || file.name());
        }
    }
    progress.finish();
    Ok(())
}
