//! Figures from the site's own access log: each report continues where the last one ended.

use crate::http::access_log::rotated;
use crate::http::work::thread_time;
use anyhow::{Context, Result, ensure};
use gridlore_accesslog::{Choices, Field, Places, Report, Rule, Selection, Tally, site_of};
use std::collections::{BTreeSet, VecDeque};
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// Number of bytes read at a time.
const BLOCK: usize = 1 << 20;

/// Maximum number of pages, addresses, agents, referrers and pairs to count, so that requests for a
/// million nonexistent pages do not fill the memory.
const MAX_KEYS: usize = 5_000;

/// Number of rows of each table in a report.
pub(crate) const ROWS: usize = 20;

/// Processor time in microseconds after which a report reads no further; later reports read the
/// rest.
const MAX_MICROSECONDS: u64 = 500_000;

/// Maximum number of host names regarded as the site's own; further names are assumed to be
/// invented.
const MAX_HOSTS: usize = 8;

/// Number of bytes at the start of a log that identify it.
const HEAD: u64 = 200;

/// The figures so far.
#[derive(Debug)]
pub(crate) struct Visits {
    log: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    tally: Tally,
    /// The host names of the site; a new name restarts the count.
    own: BTreeSet<Vec<u8>>,
    places: Option<Arc<Places>>,
    /// Number of bytes of the log that have been counted; they end with a complete line.
    offset: u64,
    /// The first bytes of the log, which differ if it is a new log.
    head: Vec<u8>,
    /// Whether counting has begun.
    has_begun: bool,
    /// The rotated logs that have not been counted yet, oldest first, each with the number of bytes
    /// that have been counted.
    rotated: VecDeque<(File, u64)>,
    /// Number of bytes of all logs that have been counted.
    bytes: u64,
    /// The last report, with the value of `bytes` when it was made.
    last: Option<(u64, Arc<Counted>)>,
}

/// A report, and the number of bytes still to be counted.
#[derive(Debug)]
pub(crate) struct Counted {
    pub(crate) report: Report,
    /// The counts by day and kind of visitor, or `None` if there are no hits.
    pub(crate) choices: Option<Choices>,
    pub(crate) left: u64,
}

impl State {
    fn new(own: BTreeSet<Vec<u8>>, places: Option<Arc<Places>>) -> Self {
        let admin = Rule { field: Field::Page, stays: false, matches: Arc::new(is_admin_path) };
        let selection = Selection {
            own: own.iter().cloned().collect(),
            rules: vec![admin],
            places: places.clone(),
            ..Selection::default()
        };
        let mut tally = Tally::new(selection.into(), 0).with_cells();
        tally.limit(MAX_KEYS);
        let rotated = VecDeque::new();
        Self {
            tally,
            own,
            places,
            offset: 0,
            head: Vec::new(),
            has_begun: false,
            rotated,
            bytes: 0,
            last: None,
        }
    }
}

/// Returns whether a path is requested by writers and monitors, not readers.
fn is_admin_path(path: &[u8]) -> bool {
    let first = path.split(|&byte| byte == b'/').nth(1).unwrap_or_default();
    matches!(first, b"admin" | b"login" | b"logout" | b"setup" | b"healthz")
}

impl State {
    /// Returns the report so far, with the number of bytes still to be counted. Without new lines,
    /// this is the last report.
    fn counted(&mut self, left: u64) -> Arc<Counted> {
        if let Some((bytes, last)) = &self.last
            && (*bytes, last.left) == (self.bytes, left)
        {
            return Arc::clone(last);
        }
        let (report, choices) = (Report::new(&self.tally, ROWS), Choices::new(&self.tally));
        let counted = Arc::new(Counted { report, choices, left });
        self.last = Some((self.bytes, Arc::clone(&counted)));
        counted
    }

    /// Counts the rotated logs until `end` of the thread's processor time. Returns the number of
    /// bytes of all logs that are left, or `None` if there are no rotated logs left.
    fn read_rotated(&mut self, end: u64) -> Result<Option<u64>> {
        let current = self.offset;
        while let Some((mut file, from)) = self.rotated.pop_front() {
            let left = self.read(&mut file, from, end)?;
            let counted = std::mem::replace(&mut self.offset, current);
            if left > 0 {
                self.rotated.push_front((file, counted));
                let sizes = self.rotated.iter().map(|(file, counted)| {
                    file.metadata().map_or(0, |data| data.len()).saturating_sub(*counted)
                });
                return Ok(Some(sizes.sum()));
            }
        }
        Ok(None)
    }

    /// Counts the complete lines of a log, starting at an offset, until `end` of the thread's
    /// processor time. Returns the number of bytes that are left.
    fn read(&mut self, file: &mut File, from: u64, end: u64) -> Result<u64> {
        self.offset = file.seek(SeekFrom::Start(from))?;
        let (mut buffer, mut kept) = (vec![0; BLOCK], 0);
        loop {
            if thread_time() > end {
                return Ok(file.metadata()?.len().saturating_sub(self.offset));
            }
            let read = file.read(&mut buffer[kept..])?;
            if read == 0 {
                return Ok(0);
            }
            let bytes = &buffer[..kept + read];
            // An incomplete last line is still being written; it will be counted next time.
            let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            self.tally.add_lines(&bytes[..whole]);
            self.offset += whole as u64;
            self.bytes += whole as u64;
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
        Self { log, state: Mutex::new(State::new(own, None)) }
    }

    /// Adds the domains of blogs to the site's own hosts.
    pub(crate) fn add_own<'a>(&self, addresses: impl Iterator<Item = &'a str>) {
        let mut state = self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let hosts: Vec<Vec<u8>> = addresses.map(|address| site_of(address.as_bytes())).collect();
        if hosts.iter().all(|host| state.own.contains(host)) {
            return;
        }
        let mut own = std::mem::take(&mut state.own);
        own.extend(hosts);
        *state = State::new(own, state.places.take());
    }

    /// Reads IP address databases, which contain countries and networks.
    ///
    /// # Errors
    /// Fails if a file cannot be read or is not a database; the message names it.
    pub(crate) fn read_places(&self, files: &[PathBuf]) -> Result<()> {
        if files.is_empty() {
            return Ok(());
        }
        let mut places = Places::default();
        for file in files {
            places.add(database(file)?).with_context(|| format!("geo: {}", file.display()))?;
        }
        let mut state = self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        *state = State::new(std::mem::take(&mut state.own), Some(Arc::new(places)));
        Ok(())
    }

    /// Returns the report so far, and the number of bytes still to be counted. Each call reads
    /// for at most [`MAX_MICROSECONDS`]. `base` is the site's address in the current request.
    pub(crate) fn report(&self, base: &str) -> Result<Arc<Counted>> {
        let mut state = self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let host = site_of(base.as_bytes());
        if !state.own.contains(&host) && state.own.len() < MAX_HOSTS {
            let mut own = std::mem::take(&mut state.own);
            own.insert(host);
            *state = State::new(own, state.places.take());
        }
        if !state.has_begun {
            state.has_begun = true;
            let number = (1..).find(|&number| !rotated(&self.log, number).exists()).unwrap_or(1);
            for number in (1..number).rev() {
                state.rotated.push_back((File::open(rotated(&self.log, number))?, 0));
            }
            // Remembers which log is the current one, even if it is rotated in the meantime.
            if let Ok(mut file) = File::open(&self.log) {
                state.head = head(&mut file)?;
            }
        }
        let end = thread_time() + MAX_MICROSECONDS;
        if let Some(left) = state.read_rotated(end)? {
            return Ok(state.counted(left));
        }
        let mut file = match File::open(&self.log) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Ok(state.counted(0));
            }
            Err(error) => return Err(error).with_context(|| format!("reading {}", self.log.display())),
        };
        let head = head(&mut file)?;
        if file.metadata()?.len() < state.offset || !head.starts_with(&state.head) {
            // The log was either rotated, in which case further lines are in log number 1, or
            // emptied, in which case there are none.
            if let Ok(mut before) = File::open(rotated(&self.log, 1))
                && self::head(&mut before)?.starts_with(&state.head)
            {
                let offset = state.offset;
                state.rotated.push_back((before, offset));
            }
            state.offset = 0;
        }
        state.head = head;
        if let Some(left) = state.read_rotated(end)? {
            return Ok(state.counted(left));
        }
        let offset = state.offset;
        let left = state.read(&mut file, offset, end)?;
        Ok(state.counted(left))
    }
}

/// Maximum size in bytes of an IP address database.
const MAX_DATABASE_BYTES: u64 = 2 << 30;

/// Returns the content of an IP address database.
fn database(path: &Path) -> Result<Vec<u8>> {
    let file = File::open(path).with_context(|| format!("geo: reading {}", path.display()))?;
    let mut bytes = Vec::new();
    let read = file.take(MAX_DATABASE_BYTES + 1).read_to_end(&mut bytes);
    read.with_context(|| format!("geo: reading {}", path.display()))?;
    let (found, path) = (bytes.len() as u64, path.display());
    ensure!(
        found <= MAX_DATABASE_BYTES,
        "geo: {path} is too large, expected at most {MAX_DATABASE_BYTES} bytes"
    );
    Ok(bytes)
}

/// Returns the first bytes of a log.
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
    fn every_line_of_a_growing_log_is_counted_once() {
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
        let counted = visits.report("https://own.example").unwrap();
        let report = &counted.report;
        assert_eq!((report.lines, report.ok, report.external_views), (1, 1, 1));
        let again = visits.report("https://own.example").unwrap();
        assert!(Arc::ptr_eq(&counted, &again), "nothing is new, so the report is not made again");
        log.write_all(&other.as_bytes()[20..]).unwrap();
        let report = &visits.report("https://own.example").unwrap().report;
        assert_eq!((report.lines, report.ok, report.external_views), (2, 2, 1));
        let report = &visits.report("http://b.example:8080").unwrap().report;
        assert_eq!((report.lines, report.external_views), (2, 0), "the second host is also the site's own");
        let again = Visits::new(path.clone(), Some("https://own.example"));
        again.add_own(std::iter::once("https://b.example"));
        let report = &again.report("https://own.example").unwrap().report;
        assert_eq!((report.lines, report.external_views), (2, 0), "the domain of a blog is the site's own");
        // The log is rotated while it contains an uncounted line, and a new file is started.
        log.write_all(one.as_bytes()).unwrap();
        std::fs::rename(&path, rotated(&path, 1)).unwrap();
        std::fs::write(&path, "").unwrap();
        assert_eq!(visits.report("https://own.example").unwrap().report.lines, 3);
        std::fs::write(&path, line("https://c.example/")).unwrap();
        assert_eq!(visits.report("https://own.example").unwrap().report.lines, 4);
        let again = Visits::new(path.clone(), Some("https://own.example"));
        let report = &again.report("https://own.example").unwrap().report;
        assert_eq!(
            (report.lines, report.external_views),
            (4, 3),
            "everything is counted again after a restart"
        );
        let long = format!("{}\n{one}", "x".repeat(3 << 20));
        std::fs::write(&path, &long).unwrap();
        let report = &visits.report("https://own.example").unwrap().report;
        assert_eq!((report.lines, report.malformed()), (6, 1), "the log was emptied and written again");
        std::fs::remove_dir_all(folder).unwrap();
    }

    /// A view that has used up its time leaves the rest for the next one.
    #[test]
    fn long_logs_are_counted_in_several_views() {
        let folder = folder("long-logs");
        let line = "192.0.2.1 - - [01/Mar/2026:09:00:00 +0000] \"GET /a HTTP/1.1\" 200 5 \"-\" \"Firefox\"\n";
        let mut state = State::new(BTreeSet::new(), None);
        let open = |name: &str, lines: usize| {
            let path = folder.join(name);
            std::fs::write(&path, line.repeat(lines)).unwrap();
            File::open(path).unwrap()
        };
        let (first, second, mut current) = (open("first", 20_000), open("second", 3), open("current", 4));
        let size = |lines: usize| (lines * line.len()) as u64;
        state.rotated = VecDeque::from([(first, 0), (second, 0)]);
        assert_eq!(state.read_rotated(0).unwrap(), Some(size(20_003)), "no time");
        assert_eq!((state.offset, state.counted(0).report.lines), (0, 0));
        // The first view has counted all but ten lines of the first log.
        state.rotated[0].1 = size(19_990);
        assert_eq!(state.read_rotated(u64::MAX).unwrap(), None);
        assert_eq!((state.offset, state.counted(0).report.lines), (0, 13));
        assert_eq!(state.read(&mut current, 0, 0).unwrap(), size(4));
        assert_eq!(state.read(&mut current, 0, u64::MAX).unwrap(), 0);
        assert_eq!((state.offset, state.counted(0).report.lines), (size(4), 17));
        std::fs::remove_dir_all(folder).unwrap();
    }

    /// A report contains only the rows that the page shows, even if the pages have long addresses.
    #[test]
    fn reports_are_short() {
        let mut state = State::new(BTreeSet::new(), None);
        let line = |number: usize| {
            let (page, site) = (format!("{number}{}", "p".repeat(1_900)), "s".repeat(400));
            format!(
                "192.0.2.1 - - [01/Mar/2026:09:00:00 +0000] \"GET /{page} HTTP/1.1\" 200 5 \"https://{site}{number}.example/\" \"Firefox {number}\"\n"
            )
        };
        for number in 0..100 {
            state.tally.add_lines(line(number).as_bytes());
        }
        let report = &state.counted(0).report;
        let counts = [
            report.pages.len(),
            report.sites.len(),
            report.referrers.len(),
            report.agents.len(),
            report.pairs.len(),
        ];
        assert_eq!((counts, report.rest.pages.count), ([ROWS; 5], 80));
    }

    /// Returns a database in MaxMind's format with one country for the first half of all IPv4
    /// addresses.
    fn germany() -> Vec<u8> {
        let text = |text: &str| [&[0x40 | u8::try_from(text.len()).unwrap()], text.as_bytes()].concat();
        let number = |number: u8| vec![0xa1, number];
        let map = |pairs: &[(&str, Vec<u8>)]| {
            let pairs: Vec<Vec<u8>> =
                pairs.iter().map(|(key, value)| [text(key), value.clone()].concat()).collect();
            [vec![0xe0 | u8::try_from(pairs.len()).unwrap()], pairs.concat()].concat()
        };
        let names = map(&[("en", text("Germany"))]);
        let record = map(&[("country", map(&[("iso_code", text("DE")), ("names", names)]))]);
        let facts = map(&[
            ("binary_format_major_version", number(2)),
            ("binary_format_minor_version", number(0)),
            ("build_epoch", vec![1, 2, 1]),
            ("database_type", text("Test")),
            ("description", map(&[])),
            ("ip_version", number(4)),
            ("languages", vec![0, 4]),
            ("node_count", vec![0xc1, 1]),
            ("record_size", number(24)),
        ]);
        // The only node has data if the first bit is 0, and nothing if it is 1.
        let node = vec![0, 0, 17, 0, 0, 1];
        [node, vec![0; 16], record, b"\xab\xcd\xefMaxMind.com".to_vec(), facts].concat()
    }

    #[test]
    fn countries_are_found_in_a_database() {
        let folder = folder("visits-geo");
        let visits = Visits::new(folder.join("access.log"), None);
        let file = folder.join("places.mmdb");
        let error = format!("{:#}", visits.read_places(std::slice::from_ref(&file)).unwrap_err());
        assert!(error.starts_with(&format!("geo: reading {}: ", file.display())), "{error}");
        std::fs::write(&file, "nothing").unwrap();
        let error = format!("{:#}", visits.read_places(std::slice::from_ref(&file)).unwrap_err());
        assert!(
            error.contains("found no IP address database, expected a file in MaxMind's format"),
            "{error}"
        );
        std::fs::write(&file, germany()).unwrap();
        visits.read_places(&[file]).unwrap();
        let line = |host: &str| {
            format!(
                "{host} - - [01/Mar/2026:09:00:00 +0000] \"GET /a HTTP/1.1\" 200 5 \"-\" \"Mozilla/5.0 Firefox/140\"\n"
            )
        };
        std::fs::write(folder.join("access.log"), line("9.9.9.9") + &line("200.1.1.1")).unwrap();
        // A new address of the site restarts the count, but the IP address database is kept.
        for base in ["https://own.example", "https://other.example"] {
            let html = gridlore_accesslog::sections(&visits.report(base).unwrap().report, 10);
            assert!(html.contains("Germany"), "{html}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn admin_pages_are_left_out() {
        for (path, expected) in [
            ("/admin", true),
            ("/admin/posts/demo", true),
            ("/setup", true),
            ("/administration", false),
            ("/blogs/demo/admin", false),
            ("/", false),
            ("", false),
        ] {
            assert_eq!(is_admin_path(path.as_bytes()), expected, "{path}");
        }
    }
}
