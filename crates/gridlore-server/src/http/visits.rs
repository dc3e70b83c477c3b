//! The site's own access log, counted as it grows: each look reads on from where the last one
//! ended.

use crate::http::access_log::aside;
use anyhow::{Context, Result};
use gridlore_accesslog::{Field, Report, Rule, Selection, Tally, site_of};
use std::collections::{BTreeSet, VecDeque};
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// Bytes that are read at a time.
const BLOCK: usize = 1 << 20;

/// Pages, addresses, agents, referrers and pairs that are kept at least: whoever asks for a million
/// pages that are not there fills no memory.
const MOST_KEYS: usize = 10_000;

/// Bytes that one look reads; what is left is read by the next ones.
const STEP: u64 = 384 << 20;

/// Names by which the site was asked for that count as its own; others are somebody's invention.
const MOST_HOSTS: usize = 8;

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
    /// Whether counting has begun.
    has_begun: bool,
    /// The logs that were put aside and are not counted yet, oldest first.
    aside: VecDeque<File>,
}

/// What was counted, and how many bytes of logs are still to be counted.
#[derive(Debug)]
pub(crate) struct Counted {
    pub(crate) report: Report,
    pub(crate) left: u64,
}

impl State {
    fn new(own: BTreeSet<Vec<u8>>) -> Self {
        let rooms = Rule { field: Field::Page, stays: false, matches: Arc::new(is_of_writers) };
        let selection =
            Selection { own: own.iter().cloned().collect(), rules: vec![rooms], ..Selection::default() };
        let mut tally = Tally::new(selection.into(), 0);
        tally.limit(MOST_KEYS);
        Self { tally, own, offset: 0, head: Vec::new(), has_begun: false, aside: VecDeque::new() }
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

    /// The report of the log so far, and the bytes still to be counted: one call reads about
    /// [`STEP`]. `base` is the address of the present request.
    pub(crate) fn report(&self, base: &str) -> Result<Counted> {
        let mut state = self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let host = site_of(base.as_bytes());
        if !state.own.contains(&host) && state.own.len() < MOST_HOSTS {
            let mut own = std::mem::take(&mut state.own);
            own.insert(host);
            *state = State::new(own);
        }
        if !state.has_begun {
            state.has_begun = true;
            let number = (1..).find(|&number| !aside(&self.log, number).exists()).unwrap_or(1);
            for number in (1..number).rev() {
                state.aside.push_back(File::open(aside(&self.log, number))?);
            }
            // From now on it is known which log was the last, whatever is put aside meanwhile.
            if let Ok(mut file) = File::open(&self.log) {
                state.head = head(&mut file)?;
            }
        }
        let mut read = 0;
        while read < STEP
            && let Some(mut file) = state.aside.pop_front()
        {
            read += file.metadata()?.len();
            state.read(&mut file, 0)?;
            state.offset = 0;
        }
        if !state.aside.is_empty() {
            let sizes = state.aside.iter().map(|file| file.metadata().map_or(0, |data| data.len()));
            let left = sizes.sum();
            return Ok(Counted { report: Report::new(&state.tally, usize::MAX), left });
        }
        let mut file = match File::open(&self.log) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Ok(Counted { report: Report::new(&state.tally, usize::MAX), left: 0 });
            }
            Err(error) => return Err(error).with_context(|| format!("reading {}", self.log.display())),
        };
        let head = head(&mut file)?;
        if file.metadata()?.len() < state.offset || !head.starts_with(&state.head) {
            // It was put aside, and what came since is in the one with the first number; or
            // somebody emptied it, and nothing came.
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
        Ok(Counted { report: Report::new(&state.tally, usize::MAX), left: 0 })
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
        assert_eq!(visits.report("https://own.example").unwrap().report.lines, 0);
        let line = |referrer: &str| {
            format!(
                "192.0.2.1 - - [01/Mar/2026:09:00:00 +0000] \"GET /a HTTP/1.1\" 200 5 \"{referrer}\" \"Firefox\"\n"
            )
        };
        let mut log = File::create(&path).unwrap();
        let (one, other) = (line("https://b.example/"), line("https://own.example/x"));
        log.write_all(one.as_bytes()).unwrap();
        log.write_all(&other.as_bytes()[..20]).unwrap();
        let report = visits.report("https://own.example").unwrap().report;
        assert_eq!((report.lines, report.ok, report.external_views), (1, 1, 1));
        log.write_all(&other.as_bytes()[20..]).unwrap();
        let report = visits.report("https://own.example").unwrap().report;
        assert_eq!((report.lines, report.ok, report.external_views), (2, 2, 1));
        let report = visits.report("http://b.example:8080").unwrap().report;
        assert_eq!((report.lines, report.external_views), (2, 0), "a second address of the site");
        // Put aside with a line that nobody has looked at, and begun anew.
        log.write_all(one.as_bytes()).unwrap();
        std::fs::rename(&path, aside(&path, 1)).unwrap();
        std::fs::write(&path, "").unwrap();
        assert_eq!(visits.report("https://own.example").unwrap().report.lines, 3);
        std::fs::write(&path, line("https://c.example/")).unwrap();
        assert_eq!(visits.report("https://own.example").unwrap().report.lines, 4);
        let again = Visits::new(path.clone(), Some("https://own.example"));
        let report = again.report("https://own.example").unwrap().report;
        assert_eq!((report.lines, report.external_views), (4, 3), "all of it, after a start");
        let long = format!("{}\n{one}", "x".repeat(3 << 20));
        std::fs::write(&path, &long).unwrap();
        let report = visits.report("https://own.example").unwrap().report;
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
