//! Which lines are counted, and which texts.

use crate::day::Day;
use crate::line::Line;
use std::fmt;
use std::sync::Arc;

/// A part of a line that a rule looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// The visitor's address.
    Host,
    /// The path that was asked for, without its query.
    Page,
    /// The page that led here, as the browser told it.
    Referrer,
    /// What the visitor's program calls itself.
    Agent,
}

/// Whether a text is meant.
pub type Matcher = Arc<dyn Fn(&[u8]) -> bool + Send + Sync>;

/// Lines with a field that matches, or with one that does not.
#[derive(Clone)]
pub struct Rule {
    /// The field.
    pub field: Field,
    /// Whether lines that match stay, or go.
    pub stays: bool,
    /// The texts.
    pub matches: Matcher,
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rule").field("field", &self.field).field("stays", &self.stays).finish_non_exhaustive()
    }
}

/// Which lines are counted. The default counts all.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// Statuses, each from and to, such as 200 to 299; none for all.
    pub statuses: Vec<(u16, u16)>,
    /// Methods; none for all.
    pub methods: Vec<Vec<u8>>,
    /// The first day.
    pub first: Option<Day>,
    /// The last day.
    pub last: Option<Day>,
    /// What holds of fields; each has to.
    pub rules: Vec<Rule>,
    /// The hosts of the site itself, as [`crate::site_of`] gives them: what comes from there is no referrer.
    pub own: Vec<Vec<u8>>,
}

impl Selection {
    /// Whether a line is of the days, statuses and methods; its texts are asked for one by one.
    pub(crate) fn takes(&self, line: &Line<'_>) -> bool {
        let method = || line.method_and_target().map_or(&b""[..], |(method, _)| method);
        (self.statuses.is_empty()
            || self.statuses.iter().any(|&(from, to)| (from..=to).contains(&line.status)))
            && self.first.is_none_or(|first| first <= line.day)
            && self.last.is_none_or(|last| line.day <= last)
            && (self.methods.is_empty() || self.methods.iter().any(|wanted| wanted == method()))
    }

    /// Whether lines with this text are counted.
    pub(crate) fn takes_text(&self, field: Field, text: &[u8]) -> bool {
        let mut rules = self.rules.iter().filter(|rule| rule.field == field);
        rules.all(|rule| (rule.matches)(text) == rule.stays)
    }
}
