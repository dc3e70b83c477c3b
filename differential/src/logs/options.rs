//! Report options, as the engine takes them and as plain tests of a record.

use super::record::{DAYS, Fields, HOSTS};
use gridlore_accesslog::{Day, Field, Keep, QueryNames, Rename, Rule, Selection, host_network};
use gridlore_core::Rng;
use std::sync::Arc;

/// Report options; by default all lines are counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) statuses: Vec<(u16, u16)>,
    methods: Vec<&'static str>,
    first: Option<usize>,
    last: Option<usize>,
    /// A field, a string, and whether lines whose field contains the string are kept.
    rules: Vec<(usize, bool, &'static str)>,
    bots: Option<&'static str>,
    pub(crate) has_own: bool,
    /// Hits on files and by programs: 0 counts all hits, 1 omits hits of this kind, 2 counts only
    /// this kind.
    files: u8,
    programs: u8,
    page_prefix: &'static str,
    query: Query,
    pub(crate) whole_referrers: bool,
    /// Whether addresses are counted by network.
    has_networks: bool,
}

/// The query parameters that distinguish pages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
enum Query {
    #[default]
    Drop,
    Keep,
    Only(Vec<&'static str>),
}

/// The site's own host.
const OWN: &str = "own.example";

/// Strings for rules, one row per field in the order of [`Field::ALL`].
const TEXTS: [[&str; 3]; 10] = [
    ["own", "443", "x"],
    ["192.0.2.", "2001:db8", "::"],
    ["-", "ann", "doe"],
    ["GET", "P", "HEAD"],
    ["20", "4", "0"],
    ["/a", ".css", "A"],
    ["a=1", "b", "utm"],
    ["example", "https", "-"],
    ["b.example", "own", "c"],
    ["Firefox", "bot", "Agent"],
];

impl Options {
    /// Returns random options, most of them with their default values.
    pub(crate) fn random(rng: &mut Rng) -> Self {
        let mut is = |bound: usize| rng.below(bound) == 0;
        let (has_statuses, has_methods, has_days, has_rules) = (is(4), is(6), is(5), is(4));
        let (has_bots, has_own, has_keep, has_prefix) = (is(8), is(2), is(4), is(4));
        let (whole_referrers, has_networks) = (is(4), is(6));
        let statuses: &[(u16, u16)] =
            [&[(200, 299)][..], &[(404, 404)], &[(300, 499), (0, 0)], &[(200, 204)]][rng.below(4)];
        let methods: &[&'static str] = [&["GET"][..], &["POST", "HEAD"], &["get"]][rng.below(3)];
        let mut rules = Vec::new();
        for _ in 0..if has_rules { 1 + rng.below(3) } else { 0 } {
            let field = rng.below(TEXTS.len());
            rules.push((field, rng.below(2) == 0, TEXTS[field][rng.below(3)]));
        }
        let mut day = || (has_days && rng.below(2) == 0).then(|| rng.below(DAYS.len()));
        let (first, last) = (day(), day());
        let mut keep = || if has_keep { u8::try_from(rng.below(3)).unwrap_or(0) } else { 0 };
        let (files, programs) = (keep(), keep());
        let query = match rng.below(6) {
            0 => Query::Keep,
            1 => Query::Only(vec!["a", ""]),
            2 => Query::Only(vec!["b", "utm_source"]),
            _ => Query::Drop,
        };
        Self {
            statuses: if has_statuses { statuses.to_vec() } else { vec![] },
            methods: if has_methods { methods.to_vec() } else { vec![] },
            first,
            last,
            rules,
            bots: has_bots.then_some("checker"),
            has_own,
            files,
            programs,
            page_prefix: if has_prefix { ["https://own.example", "/a", "?", "x"][rng.below(4)] } else { "" },
            query,
            whole_referrers,
            has_networks,
        }
    }

    /// Returns the options in the form that the engine takes.
    pub(crate) fn selection(&self) -> Selection {
        let keep = |number: u8| [Keep::All, Keep::Without, Keep::Only][usize::from(number)];
        let day = |index: Option<usize>| {
            let (year, month, day) = DAYS[index?];
            Day::new(year, month, day)
        };
        let bytes = |texts: &[&str]| texts.iter().map(|text| text.as_bytes().to_vec()).collect();
        let rule = |&(field, stays, text): &(usize, bool, &'static str)| Rule {
            field: Field::ALL[field].1,
            stays,
            matches: Arc::new(move |found: &[u8]| holds(found, text)),
        };
        Selection {
            statuses: self.statuses.clone(),
            methods: bytes(&self.methods),
            first: day(self.first),
            last: day(self.last),
            rules: self.rules.iter().map(rule).collect(),
            bots: self.bots.map(|word| vec![word.as_bytes().to_vec()]),
            own: if self.has_own { vec![OWN.as_bytes().to_vec()] } else { vec![] },
            files: keep(self.files),
            programs: keep(self.programs),
            page_prefix: self.page_prefix.as_bytes().to_vec(),
            query: match &self.query {
                Query::Drop => QueryNames::Drop,
                Query::Keep => QueryNames::Keep,
                Query::Only(names) => QueryNames::Only(bytes(names)),
            },
            whole_referrers: self.whole_referrers,
            address: self.has_networks.then(|| Rename(Arc::new(host_network))),
            places: None,
            guesses_own: false,
        }
    }

    /// Returns whether a line is counted.
    pub(crate) fn includes(&self, line: &Fields, facts: Facts) -> bool {
        let in_days = self.first.is_none_or(|first| DAYS[first] <= DAYS[facts.day])
            && self.last.is_none_or(|last| DAYS[facts.day] <= DAYS[last]);
        let in_statuses = self.statuses.is_empty()
            || self.statuses.iter().any(|&(from, to)| from <= facts.status && facts.status <= to);
        let in_methods =
            self.methods.is_empty() || self.methods.iter().any(|method| method.as_bytes() == line.method);
        let keeps = |number: u8, is_of_kind: bool| number == 0 || (number == 2) == is_of_kind;
        let status = facts.status.to_string();
        let text = |field: usize| match field {
            0 => &line.virtual_host[..],
            1 => &line.host,
            2 => &line.user,
            3 => &line.method,
            4 => status.as_bytes(),
            5 => &line.path,
            6 => &line.query,
            7 => &line.referrer,
            8 => facts.site.as_bytes(),
            _ => &line.agent,
        };
        let by_rules = (0..TEXTS.len()).all(|field| {
            let rules = || self.rules.iter().filter(move |rule| rule.0 == field);
            let is_met = |rule: &&(usize, bool, &str)| holds(text(field), rule.2);
            let has_staying = rules().any(|rule| rule.1);
            let stays = rules().filter(|rule| rule.1).any(|rule| is_met(&rule));
            (!has_staying || stays) && !rules().filter(|rule| !rule.1).any(|rule| is_met(&rule))
        });
        in_days
            && in_statuses
            && in_methods
            && by_rules
            && keeps(self.files, facts.is_file)
            && keeps(self.programs, facts.is_program)
    }

    /// Returns whether an agent is a program; `is_known` says whether the built-in list names it as
    /// one.
    pub(crate) fn is_program(&self, agent: &[u8], is_known: bool) -> bool {
        self.bots.map_or(is_known, |word| holds(&agent.to_ascii_lowercase(), word))
    }

    /// Returns the name under which an address is counted.
    pub(crate) fn host(&self, host: usize) -> Vec<u8> {
        let (address, network) = HOSTS[host];
        if self.has_networks { network.into() } else { address.into() }
    }

    /// Returns the name of a page; empty if the request has none.
    pub(crate) fn page(&self, line: &Fields) -> Vec<u8> {
        if line.path.is_empty() {
            return vec![];
        }
        let query = String::from_utf8_lossy(&line.query).into_owned();
        let kept: Vec<&str> = query
            .split('&')
            .filter(|parameter| {
                let name = parameter.split_once('=').map_or(*parameter, |(name, _)| name);
                !parameter.is_empty()
                    && match &self.query {
                        Query::Drop => false,
                        Query::Keep => true,
                        Query::Only(names) => names.contains(&name),
                    }
            })
            .collect();
        let mark = if kept.is_empty() { "" } else { "?" };
        [self.page_prefix.as_bytes(), &line.path, mark.as_bytes(), kept.join("&").as_bytes()].concat()
    }

    /// Returns options with one of them reset to its default.
    pub(crate) fn smaller(&self) -> Vec<Self> {
        let plain = Self::default();
        let mut all = vec![
            Self { statuses: vec![], ..self.clone() },
            Self { methods: vec![], ..self.clone() },
            Self { first: None, ..self.clone() },
            Self { last: None, ..self.clone() },
            Self { bots: None, ..self.clone() },
            Self { has_own: false, ..self.clone() },
            Self { files: 0, ..self.clone() },
            Self { programs: 0, ..self.clone() },
            Self { page_prefix: "", ..self.clone() },
            Self { query: plain.query, ..self.clone() },
            Self { whole_referrers: false, ..self.clone() },
            Self { has_networks: false, ..self.clone() },
        ];
        for rule in 0..self.rules.len() {
            let mut options = self.clone();
            options.rules.remove(rule);
            all.push(options);
        }
        all.retain(|options| options != self);
        all
    }
}

/// Facts about a record in addition to its strings.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Facts {
    pub(crate) day: usize,
    pub(crate) status: u16,
    pub(crate) site: &'static str,
    pub(crate) is_file: bool,
    pub(crate) is_program: bool,
}

/// Returns whether a string contains another.
fn holds(text: &[u8], other: &str) -> bool {
    text.windows(other.len()).any(|window| window == other.as_bytes())
}
