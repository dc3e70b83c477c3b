//! The site's own access log, counted as it grows: each look reads on from where the last one ended.

use crate::access_log::aside;
use anyhow::{Context, Result};
use gridlore_accesslog::{Field, Report, Rule, Selection, Tally, site_of};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// Bytes that are read at a time.
const BLOCK: usize = 1 << 20;

/// Pages, addresses, agents, referrers and pairs that are kept at least: whoever asks for a million pages that are not there fills no memory.
const MOST_KEYS: usize = 50_000;

/// Bytes of the beginning that are remembered.
const HEAD: u64 = 200;

/// What was counted so far.
#[derive(Debug)]
pub(crate) struct Visits {
    log: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    tally: Tally,
    /// The hosts by which the site is known; when another comes, all is counted anew.
    own: BTreeSet<Vec<u8>>,
    /// Bytes of the log that are counted: all lines up to there are whole.
    offset: u64,
    /// The first of them, by which a log that was begun anew is told.
    head: Vec<u8>,
    /// Whether the logs that were put aside are counted.
    has_begun: bool,
}

impl State {
    fn new(own: BTreeSet<Vec<u8>>) -> Self {
        let rooms = Rule { field: Field::Page, stays: false, matches: Arc::new(is_of_writers) };
        let selection =
            Selection { own: own.iter().cloned().collect(), rules: vec![rooms], ..Selection::default() };
        let mut tally = Tally::new(selection.into(), 0);
        tally.limit(MOST_KEYS);
        Self { tally, own, offset: 0, head: Vec::new(), has_begun: false }
    }
}

/// What writers and monitors ask for, and no reader.
fn is_of_writers(path: &[u8]) -> bool {
    let room = path.split(|&byte| byte == b'/').nth(1).unwrap_or_default();
    matches!(room, b"admin" | b"login" | b"logout" | b"setup" | b"healthz")
}

impl State {
    /// Counts the whole lines of a log from a place on.
    fn read(&mut self, file: &mut File, from: u64) -> Result<()> {
        self.offset = file.seek(SeekFrom::Start(from))?;
        let (mut buffer, mut kept) = (vec![0; BLOCK], 0);
        loop {
            let read = file.read(&mut buffer[kept..])?;
            if read == 0 {
                return Ok(());
            }
            let bytes = &buffer[..kept + read];
            // A line that is being written just now is counted the next time.
            let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            self.tally.add_lines(&bytes[..whole]);
            self.offset += whole as u64;
            let end = kept + read;
            buffer.copy_within(whole..end, 0);
            kept = end - whole;
            if kept == buffer.len() {
                buffer.resize(2 * kept, 0);
            }
        }
    }
}

impl Visits {
    pub(crate) fn new(log: PathBuf, address: Option<&str>) -> Self {
        let own = address.map(|address| site_of(address.as_bytes())).into_iter().collect();
        Self { log, state: Mutex::new(State::new(own)) }
    }

    /// The report of all lines that are there now. `base` is an address by which the site is asked for just now.
    pub(crate) fn report(&self, base: &str) -> Result<Report> {
        let mut state = self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let host = site_of(base.as_bytes());
        if !state.own.contains(&host) {
            let mut own = std::mem::take(&mut state.own);
            own.insert(host);
            *state = State::new(own);
        }
        if !state.has_begun {
            state.has_begun = true;
            // The logs that were put aside, oldest first.
            let number = (1..).find(|&number| !aside(&self.log, number).exists()).unwrap_or(1);
            for number in (1..number).rev() {
                state.read(&mut File::open(aside(&self.log, number))?, 0)?;
            }
            state.offset = 0;
        }
        let mut file = match File::open(&self.log) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Ok(Report::new(&state.tally, usize::MAX));
            }
            Err(error) => return Err(error).with_context(|| format!("reading {}", self.log.display())),
        };
        let head = head(&mut file)?;
        if file.metadata()?.len() < state.offset || !head.starts_with(&state.head) {
            // It was put aside, and what came since is in the one with the first number; or somebody emptied it, and nothing came.
            if let Ok(mut before) = File::open(aside(&self.log, 1))
                && self::head(&mut before)?.starts_with(&state.head)
            {
                let offset = state.offset;
                state.read(&mut before, offset)?;
            }
            state.offset = 0;
        }
        state.head = head;
        let offset = state.offset;
        state.read(&mut file, offset)?;
        Ok(Report::new(&state.tally, usize::MAX))
    }
}

/// The first bytes of a log.
fn head(file: &mut File) -> Result<Vec<u8>> {
    let mut head = Vec::new();
    Read::by_ref(file).take(HEAD).read_to_end(&mut head)?;
    Ok(head)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::folder;
    use std::io::Write;

    #[test]
    fn what_grows_is_counted_once() {
        let folder = folder("visits");
        let path = folder.join("access.log");
        let visits = Visits::new(path.clone(), Some("https://own.example"));
        assert_eq!(visits.report("https://own.example").unwrap().lines, 0);
        let line = |referrer: &str| {
            format!(
                "192.0.2.1 - - [01/Mar/2026:09:00:00 +0000] \"GET /a HTTP/1.1\" 200 5 \"{referrer}\" \"Firefox\"\n"
            )
        };
        let mut log = File::create(&path).unwrap();
        let (one, other) = (line("https://b.example/"), line("https://own.example/x"));
        log.write_all(one.as_bytes()).unwrap();
        log.write_all(&other.as_bytes()[..20]).unwrap();
        let report = visits.report("https://own.example").unwrap();
        assert_eq!((report.lines, report.ok, report.external_views), (1, 1, 1));
        log.write_all(&other.as_bytes()[20..]).unwrap();
        let report = visits.report("https://own.example").unwrap();
        assert_eq!((report.lines, report.ok, report.external_views), (2, 2, 1));
        let report = visits.report("http://b.example:8080").unwrap();
        assert_eq!((report.lines, report.external_views), (2, 0), "a second address of the site");
        // Put aside with a line that nobody has looked at, and begun anew.
        log.write_all(one.as_bytes()).unwrap();
        std::fs::rename(&path, aside(&path, 1)).unwrap();
        std::fs::write(&path, "").unwrap();
        assert_eq!(visits.report("https://own.example").unwrap().lines, 3);
        std::fs::write(&path, line("https://c.example/")).unwrap();
        assert_eq!(visits.report("https://own.example").unwrap().lines, 4);
        let again = Visits::new(path.clone(), Some("https://own.example"));
        let report = again.report("https://own.example").unwrap();
        assert_eq!((report.lines, report.external_views), (4, 3), "all of it, after a start");
        let long = format!("{}\n{one}", "x".repeat(3 << 20));
        std::fs::write(&path, &long).unwrap();
        let report = visits.report("https://own.example").unwrap();
        assert_eq!((report.lines, report.malformed()), (6, 1), "emptied and written anew");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_rooms_of_writers_are_left_out() {
        for (path, expected) in [
            ("/admin", true),
            ("/admin/posts/demo", true),
            ("/setup", true),
            ("/administration", false),
            ("/blogs/demo/admin", false),
            ("/", false),
            ("", false),
        ] {
            assert_eq!(is_of_writers(path.as_bytes()), expected, "{path}");
        }
    }
}
