//! Selects the lines and entries to count.

use crate::kinds::{is_bot, is_static, site_of};
use crate::line::Line;
use crate::line::day::Day;
use crate::places::Places;
use memchr::memmem;
use std::fmt;
use std::sync::Arc;

/// A field of a line that a rule can test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// The requested site, if logged.
    VirtualHost,
    /// The visitor's address, as logged.
    Host,
    /// The authenticated user, or `-`.
    User,
    /// The method, such as `GET`.
    Method,
    /// The status code, three digits.
    Status,
    /// The requested path, without its query.
    Page,
    /// The query: the part of the target after the question mark.
    Query,
    /// The page with the link that the visitor followed, as sent by the browser.
    Referrer,
    /// The host of the referrer, without `www.`.
    Site,
    /// The user agent.
    Agent,
}

impl Field {
    /// All fields, with their names on the command line.
    pub const ALL: [(&str, Self); 10] = [
        ("virtual-host", Self::VirtualHost),
        ("host", Self::Host),
        ("user", Self::User),
        ("method", Self::Method),
        ("status", Self::Status),
        ("page", Self::Page),
        ("query", Self::Query),
        ("referrer", Self::Referrer),
        ("site", Self::Site),
        ("agent", Self::Agent),
    ];
}

/// A function that maps a field’s value to the value under which it is counted.
pub type Renamed = Arc<dyn Fn(&[u8]) -> Vec<u8> + Send + Sync>;

/// A mapping of field values.
#[derive(Clone)]
pub struct Rename(pub Renamed);

impl fmt::Debug for Rename {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rename").finish_non_exhaustive()
    }
}

/// A function that returns whether a field’s value matches.
pub type Matcher = Arc<dyn Fn(&[u8]) -> bool + Send + Sync>;

/// Includes or excludes lines by a field.
#[derive(Clone)]
pub struct Rule {
    /// The field that is tested.
    pub field: Field,
    /// Whether lines that match are included (`true`) or excluded (`false`).
    pub stays: bool,
    /// The test of the field’s value.
    pub matches: Matcher,
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rule").field("field", &self.field).field("stays", &self.stays).finish_non_exhaustive()
    }
}

/// How lines of one kind are counted: with all others, not at all, or alone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Keep {
    /// All lines.
    #[default]
    All,
    /// Only lines of other kinds.
    Without,
    /// Only lines of this kind.
    Only,
}

impl Keep {
    /// Returns whether a line is counted, given whether it is of this kind.
    pub(crate) const fn takes(self, is_of_it: bool) -> bool {
        match self {
            Self::All => true,
            Self::Without => !is_of_it,
            Self::Only => is_of_it,
        }
    }
}

/// The query parameters that distinguish pages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum QueryNames {
    /// No parameters: a page is identified by its path.
    #[default]
    Drop,
    /// All parameters.
    Keep,
    /// The parameters with these names, in the order of the URL.
    Only(Vec<Vec<u8>>),
}

impl QueryNames {
    /// Appends `?` and the selected parameters of a query, if there are any.
    fn append(&self, query: &[u8], page: &mut Vec<u8>) {
        let start = page.len();
        for parameter in query.split(|&byte| byte == b'&').filter(|parameter| !parameter.is_empty()) {
            let name = parameter.split(|&byte| byte == b'=').next().unwrap_or_default();
            let is_kept = match self {
                Self::Drop => false,
                Self::Keep => true,
                Self::Only(names) => names.iter().any(|known| known == name),
            };
            if is_kept {
                page.push(if page.len() == start { b'?' } else { b'&' });
                page.extend_from_slice(parameter);
            }
        }
    }
}

/// The lines to count, by default all of them.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// The ranges of status codes to count, such as 200 to 299; empty for all.
    pub statuses: Vec<(u16, u16)>,
    /// The methods to count; empty for all.
    pub methods: Vec<Vec<u8>>,
    /// The first day to count.
    pub first: Option<Day>,
    /// The last day to count.
    pub last: Option<Day>,
    /// Tests of fields. A line is counted if no excluding rule matches and, for each field with
    /// including rules, at least one of them matches.
    pub rules: Vec<Rule>,
    /// Words that identify bots, in lower case; [`crate::BOT_WORDS`] if `None`.
    pub bots: Option<Vec<Vec<u8>>>,
    /// The hosts of the site itself, as returned by [`crate::site_of`]. Links from them are not
    /// counted as referrers.
    pub own: Vec<Vec<u8>>,
    /// How hits on static files are counted.
    pub files: Keep,
    /// How hits from bots are counted.
    pub programs: Keep,
    /// A prefix of each page in tables, such as the URL of the site.
    pub page_prefix: Vec<u8>,
    /// The query parameters that distinguish pages.
    pub query: QueryNames,
    /// Whether complete referrers are counted instead of their sites in the tables of referrers and
    /// pairs, and in the traffic chart.
    pub whole_referrers: bool,
    /// Replaces addresses to anonymise them. The original address does not appear in any table, but
    /// rules still see it.
    pub address: Option<Rename>,
    /// Finds the countries and networks of addresses, after their replacement by `address`.
    pub places: Option<Arc<Places>>,
    /// Whether to guess the host of the site itself from its links if `own` is empty.
    pub guesses_own: bool,
}

impl Selection {
    /// Returns whether a line has the right day, status and method; its other fields are tested
    /// separately.
    pub(crate) fn takes(&self, line: &Line<'_>) -> bool {
        let method = || line.method_and_target().map_or(&b""[..], |(method, _)| method);
        (self.statuses.is_empty()
            || self.statuses.iter().any(|&(from, to)| (from..=to).contains(&line.status)))
            && self.first.is_none_or(|first| first <= line.day)
            && self.last.is_none_or(|last| line.day <= last)
            && (self.methods.is_empty() || self.methods.iter().any(|wanted| wanted == method()))
    }

    /// Returns whether there are rules on fields without a column, in which case every line must be
    /// tested.
    pub(crate) fn has_line_rules(&self) -> bool {
        self.rules.iter().any(|rule| match rule.field {
            Field::VirtualHost | Field::User | Field::Method | Field::Status | Field::Query => true,
            Field::Host => self.address.is_some(),
            Field::Page | Field::Referrer | Field::Site | Field::Agent => false,
        })
    }

    /// Returns whether those fields of a line that have no column satisfy the rules.
    pub(crate) fn takes_fields(&self, line: &Line<'_>) -> bool {
        let has = |field| self.rules.iter().any(|rule| rule.field == field);
        let takes = |field, text: &[u8]| !has(field) || self.takes_text(field, text);
        let (method, target) = line.method_and_target().unwrap_or_default();
        let query = target.iter().position(|&byte| byte == b'?').map_or(&b""[..], |at| &target[at + 1..]);
        takes(Field::VirtualHost, line.virtual_host)
            && takes(Field::User, line.user)
            && takes(Field::Method, method)
            && takes(Field::Query, query)
            && (!has(Field::Status) || self.takes_text(Field::Status, line.status.to_string().as_bytes()))
            && (self.address.is_none() || takes(Field::Host, line.host))
    }

    /// Returns whether a line is counted.
    #[must_use]
    pub fn takes_line(&self, line: &Line<'_>) -> bool {
        let (referrer, agent) = line.combined.unwrap_or((b"-", b"-"));
        let path = line.method_and_path().map_or(&b""[..], |(_, path)| path);
        self.takes(line)
            && self.takes_fields(line)
            && self.files.takes(is_static(path))
            && self.programs.takes(self.is_bot(agent))
            && self.takes_text(Field::Host, line.host)
            && self.takes_text(Field::Page, path)
            && self.takes_text(Field::Agent, agent)
            && self.takes_text(Field::Referrer, referrer)
            && (self.rules.iter().all(|rule| rule.field != Field::Site)
                || self.takes_text(Field::Site, &site_of(referrer)))
    }

    /// Returns whether the names of pages differ from their paths.
    pub(crate) fn has_page_names(&self) -> bool {
        !self.page_prefix.is_empty() || self.query != QueryNames::Drop
    }

    /// Writes the name of a page, which consists of the prefix, the path, and the selected part of
    /// the query.
    pub(crate) fn name_page(&self, target: &[u8], page: &mut Vec<u8>) {
        let (path, query) = match target.iter().position(|&byte| byte == b'?') {
            Some(at) => (&target[..at], &target[at + 1..]),
            None => (target, &b""[..]),
        };
        page.clear();
        page.extend_from_slice(&self.page_prefix);
        page.extend_from_slice(path);
        self.query.append(query, page);
    }

    /// Returns the path in the name of a page.
    pub(crate) fn page_path<'a>(&self, page: &'a [u8]) -> &'a [u8] {
        let target = page.strip_prefix(&self.page_prefix[..]).unwrap_or(page);
        target.split(|&byte| byte == b'?').next().unwrap_or_default()
    }

    /// Returns whether a user agent is a bot.
    #[must_use]
    pub fn is_bot(&self, agent: &[u8]) -> bool {
        match &self.bots {
            None => is_bot(agent),
            Some(words) => {
                let lower = agent.to_ascii_lowercase();
                words.iter().any(|word| memmem::find(&lower, word).is_some())
            }
        }
    }

    /// Returns whether lines with this value of a field are counted.
    pub(crate) fn takes_text(&self, field: Field, text: &[u8]) -> bool {
        let rules = || self.rules.iter().filter(|rule| rule.field == field);
        let mut staying = rules().filter(|rule| rule.stays).peekable();
        let stays = staying.peek().is_none() || staying.any(|rule| (rule.matches)(text));
        stays && !rules().any(|rule| !rule.stays && (rule.matches)(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Report, Tally};

    fn line(day: &str, method: &str, path: &str, status: u16, agent: &str) -> String {
        format!(
            "192.0.2.1 - - [{day}:09:00:00 +0000] \"{method} {path} HTTP/1.1\" {status} 5 \"-\" \"{agent}\"\n"
        )
    }

    fn hits(selection: Selection) -> (u64, u64, Report) {
        let log = [
            line("01/Mar/2026", "GET", "/a?x", 200, "Firefox"),
            line("02/Mar/2026", "GET", "/b", 404, "Firefox"),
            line("02/Mar/2026", "POST", "/a", 200, "Checker"),
            line("03/Mar/2026", "GET", "/c.css", 304, "Firefox"),
            "no record\n".to_owned(),
        ]
        .concat();
        let mut tally = Tally::new(selection.into(), 0);
        tally.add_lines(log.as_bytes());
        let report = Report::new(&tally, 10);
        assert_eq!(
            report.lines,
            report.ok + report.common + report.malformed(),
            "every line is counted exactly once"
        );
        let hits = report.days.values().map(|day| day.hits).sum();
        assert_eq!(hits + report.left_out, report.ok);
        (hits, report.views, report)
    }

    fn rule(field: Field, stays: bool, text: &'static str) -> Rule {
        Rule { field, stays, matches: Arc::new(move |found| found == text.as_bytes()) }
    }

    #[test]
    fn each_part_of_a_selection_counts() {
        let all = Selection::default;
        assert_eq!(hits(all()).0, 4);
        assert_eq!(hits(Selection { statuses: vec![(200, 299), (404, 404)], ..all() }).0, 3);
        assert_eq!(hits(Selection { methods: vec![b"POST".to_vec()], ..all() }).0, 1);
        let (hit, _, report) =
            hits(Selection { first: Day::parse(b"02/Mar/2026"), last: Day::parse(b"02/Mar/2026"), ..all() });
        assert_eq!((hit, report.days.len()), (2, 1), "days without counts are left out");
        assert_eq!(
            hits(Selection {
                rules: vec![rule(Field::Page, true, "/a"), rule(Field::Page, true, "/b")],
                ..all()
            })
            .0,
            3
        );
        assert_eq!(hits(Selection { rules: vec![rule(Field::Page, false, "/a")], ..all() }).0, 2);
        assert_eq!(
            hits(Selection {
                rules: vec![rule(Field::Page, true, "/a"), rule(Field::Agent, false, "Checker")],
                ..all()
            })
            .0,
            1
        );
        assert_eq!(hits(all()).1, 2);
        for (keep, files, programs) in [(Keep::All, 4, 4), (Keep::Without, 3, 4), (Keep::Only, 1, 0)] {
            assert_eq!(hits(Selection { files: keep, ..all() }).0, files, "{keep:?}");
            assert_eq!(hits(Selection { programs: keep, ..all() }).0, programs, "{keep:?}");
        }
        let (_, views, report) = hits(Selection { bots: Some(vec![b"check".to_vec()]), ..all() });
        assert_eq!((views, report.bot_hits), (1, 1));
    }
}
