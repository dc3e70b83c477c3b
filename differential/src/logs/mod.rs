//! Comparisons for access logs, which check reports on log lines against counts of the records from
//! which the lines were written.

mod count;
mod options;
mod record;

use crate::room::{Opinions, Room};
use count::{Entry, report};
use gridlore_accesslog::{Count, Format, Order, Part, Report, Selection, Tally};
use gridlore_core::Rng;
use options::Options;
use record::{Break, FORMATS, Form, Record};
use std::fmt::Debug;
use std::sync::Arc;

/// A log and the way in which it is read.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    entries: Vec<Entry>,
    /// The index of a format in [`FORMATS`]; `None` for the standard formats.
    format: Option<usize>,
    options: Options,
    /// The number of rows in each table.
    top: usize,
    is_reversed: bool,
    /// Line numbers before which the log is split.
    cuts: Vec<usize>,
    /// Whether lines end with CR LF.
    has_returns: bool,
}

/// Maximum number of bad lines to keep.
const MAX_BAD: usize = 5;

/// The room for access logs.
pub(crate) struct Reports;

impl Room for Reports {
    const NAME: &'static str = "logs/report";
    const ABOUT: &'static str =
        "access logs in every format: tables, totals, bad lines, and logs read in parts";
    const SHORT: u64 = 2_000;

    type Case = Case;

    fn open() -> Self {
        Self
    }

    fn opinions(&self) -> Opinions {
        Opinions { present: vec!["counts from the records".to_owned()], absent: vec![] }
    }

    fn case(&mut self, rng: &mut Rng) -> Option<Case> {
        let format = (rng.below(3) == 0).then(|| rng.below(FORMATS.len()));
        let usual = [
            Form::Common,
            Form::Combined,
            Form::Combined,
            Form::Longer,
            Form::VirtualHost,
            Form::Caddy,
            Form::Nginx,
        ];
        let count = match rng.below(10) {
            0 => rng.below(300),
            1 => rng.below(3),
            _ => rng.below(40),
        };
        let mut entries = Vec::new();
        for _ in 0..count {
            let form = format.map_or_else(|| usual[rng.below(usual.len())], Form::Custom);
            let breaks = form.breaks();
            let how = (rng.below(8) == 0).then(|| breaks[rng.below(breaks.len())]);
            // An overlong line takes a megabyte.
            let how = how.filter(|how| *how != Break::TooLong || rng.below(20) == 0);
            entries.push(Entry { record: Record::random(rng), form, how });
        }
        let mut cuts: Vec<usize> = (0..rng.below(4)).map(|_| rng.below(count + 1)).collect();
        cuts.sort_unstable();
        Some(Case {
            entries,
            format,
            options: Options::random(rng),
            top: [0, 1, 3, 1_000][rng.below(4)],
            is_reversed: rng.below(8) == 0,
            cuts,
            has_returns: rng.below(8) == 0,
        })
    }

    fn difference(&mut self, case: &Case) -> Option<String> {
        let selection = Arc::new(case.options.selection());
        let format = match case.format.map(|format| Format::parse(FORMATS[format])).transpose() {
            Ok(format) => format.map(Arc::new),
            Err(error) => return Some(format!("the format is rejected: {error}")),
        };
        let counted = |entries: &[Entry]| {
            let tally = Tally::new(Arc::clone(&selection), MAX_BAD);
            let mut tally = match &format {
                None => tally,
                Some(format) => tally.with_format(Arc::clone(format)),
            };
            tally.add_lines(&text(entries, case.has_returns));
            tally
        };
        let expected = report(&case.entries, &case.options, case.top, case.is_reversed);
        let shown = |tally: &Tally| {
            Report::ordered(tally, case.top, Order { is_reversed: case.is_reversed, ..Order::default() })
        };
        let whole = counted(&case.entries);
        let bad: Vec<_> = whole.bad().iter().map(|bad| (bad.line, bad.fault.reason)).collect();
        differing("", &expected, &shown(&whole))
            .or_else(|| unequal("bad lines", &bad_lines(case), &bad))
            .or_else(|| {
                let tally = in_pieces(&whole, &selection)?;
                differing("in pieces: ", &expected, &shown(&tally))
            })
            .or_else(|| {
                let mut bounds = vec![0];
                bounds.extend(&case.cuts);
                bounds.push(case.entries.len());
                let mut tallies = bounds.windows(2).map(|pair| counted(&case.entries[pair[0]..pair[1]]));
                let mut merged = tallies.next()?;
                let mut read = in_pieces(&merged, &selection)?;
                for tally in tallies {
                    read.merge(in_pieces(&tally, &selection)?);
                    merged.merge(tally);
                }
                let bad: Vec<_> = merged.bad().iter().map(|bad| (bad.line, bad.fault.reason)).collect();
                differing("merged: ", &expected, &shown(&merged))
                    .or_else(|| unequal("bad lines of parts", &bad_lines(case), &bad))
                    .or_else(|| differing("merged parts: ", &expected, &shown(&read)))
            })
            .or_else(|| {
                // The bound exceeds the number of strings in the log, so it changes nothing.
                let mut bounded = counted(&[]);
                bounded.limit(1 << 12);
                bounded.merge(whole);
                differing("with a bound: ", &expected, &shown(&bounded))
            })
            .or_else(|| {
                let truth = report(&case.entries, &case.options, usize::MAX, false);
                let mut bounded = Tally::new(Arc::clone(&selection), MAX_BAD);
                if let Some(format) = &format {
                    bounded = bounded.with_format(Arc::clone(format));
                }
                bounded.limit(1 + case.top % 5);
                bounded.add_lines(&text(&case.entries, case.has_returns));
                let half = case.entries.len() / 2;
                let (first, second) = case.entries.split_at(half);
                let mut merged = counted(first);
                let mut other = counted(second);
                other.limit(1 + case.top % 5);
                merged.merge(in_pieces(&other, &selection)?);
                bounded_fault("bounded", &truth, &Report::new(&bounded, usize::MAX))
                    .or_else(|| bounded_fault("bounded parts", &truth, &Report::new(&merged, usize::MAX)))
            })
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        let mut cases = Vec::new();
        let count = case.entries.len();
        let mut size = count;
        while size > 0 {
            for from in (0..count).step_by(size) {
                let mut smaller = case.clone();
                smaller.entries.drain(from..count.min(from + size));
                let end = smaller.entries.len();
                smaller.cuts.iter_mut().for_each(|cut| *cut = end.min(*cut));
                cases.push(smaller);
            }
            size /= 2;
        }
        cases.extend(case.options.smaller().into_iter().map(|options| Case { options, ..case.clone() }));
        for cut in 0..case.cuts.len() {
            let mut smaller = case.clone();
            smaller.cuts.remove(cut);
            cases.push(smaller);
        }
        if case.top < 1_000 {
            cases.push(Case { top: 1_000, ..case.clone() });
        }
        if case.is_reversed {
            cases.push(Case { is_reversed: false, ..case.clone() });
        }
        if case.has_returns {
            cases.push(Case { has_returns: false, ..case.clone() });
        }
        for entry in 0..count {
            let Entry { record, form, how } = case.entries[entry];
            let mut with = |record: Record, form: Form| {
                let mut smaller = case.clone();
                smaller.entries[entry] = Entry { record, form, how };
                cases.push(smaller);
            };
            for simpler in record.simpler() {
                with(simpler, form);
            }
            let is_broken_so = how.is_none_or(|how| Form::Combined.breaks().contains(&how));
            if case.format.is_none() && form != Form::Combined && is_broken_so {
                with(record, Form::Combined);
            }
        }
        cases
    }

    fn print(&self, case: &Case) -> String {
        let log = text(&case.entries, case.has_returns);
        let lines: Vec<String> =
            log.split(|byte| *byte == b'\n').map(|line| line.escape_ascii().to_string()).collect();
        let format =
            case.format.map_or_else(String::new, |format| format!("--log-format '{}'\n", FORMATS[format]));
        let plain = Options::default();
        let options = if case.options == plain { String::new() } else { format!("{:?}\n", case.options) };
        let (top, cuts) = (case.top, &case.cuts);
        let reversed = if case.is_reversed { ", reversed" } else { "" };
        format!(
            "{format}{options}tables of {top} rows{reversed}, split before {cuts:?}\n{}",
            lines.join("\n")
        )
    }
}

/// Returns the lines of a log, each with its end.
fn text(entries: &[Entry], has_returns: bool) -> Vec<u8> {
    let mut text = Vec::new();
    for entry in entries {
        text.extend(entry.line());
        text.extend_from_slice(if has_returns { b"\r\n" } else { b"\n" });
    }
    text
}

/// Returns the first lines that are not records, with the reasons.
fn bad_lines(case: &Case) -> Vec<(u64, gridlore_accesslog::Reason)> {
    let bad = (1..).zip(&case.entries).filter_map(|(line, entry)| Some((line, entry.reason()?)));
    bad.take(MAX_BAD).collect()
}

/// Splits a tally into pieces and rebuilds it.
fn in_pieces(tally: &Tally, selection: &Arc<Selection>) -> Option<Tally> {
    let mut part = Part::new(Arc::clone(selection));
    tally.pieces(|piece| part.add(piece)).expect("the pieces are in order");
    Some(part.tally().expect("the pieces are whole"))
}

/// Returns a difference between the expected and the found value, if any.
fn unequal<T: PartialEq + Debug>(what: &str, expected: &T, found: &T) -> Option<String> {
    (expected != found).then(|| format!("{what}\nexpected {expected:?}\ngridlore {found:?}"))
}

/// Returns the first part of a report that differs.
fn differing(what: &str, expected: &Report, found: &Report) -> Option<String> {
    macro_rules! parts {
        ($($part:ident)*) => {
            None $(.or_else(|| unequal(&format!("{what}{}", stringify!($part)), &expected.$part, &found.$part)))*
        };
    }
    parts!(lines faults ok common left_out static_hits bot_hits bytes views visitors days hours statuses
        methods pages distinct_pages hosts agents referrers sites distinct_sites external_views pairs
        distinct_pairs rest approximate)
    // The other tables have their own tests.
    .or_else(|| unequal(what, &Report { details: found.details.clone(), ..expected.clone() }, found))
}

/// Returns a fault in the report of a tally that kept only a few strings of each kind.
fn bounded_fault(what: &str, truth: &Report, found: &Report) -> Option<String> {
    let missed = found.approximate.unwrap_or_default();
    let tables = [
        ("pages", &truth.pages, &found.pages, missed.pages),
        ("hosts", &truth.hosts, &found.hosts, missed.hosts),
        ("agents", &truth.agents, &found.agents, missed.agents),
        ("referrers", &truth.referrers, &found.referrers, missed.referrers),
        ("sites", &truth.sites, &found.sites, missed.sites),
    ];
    let wrong_table = tables.into_iter().find_map(|(name, truth, found, missed)| {
        let is_known = found.iter().all(|count| truth.iter().any(|true_count| true_count.name == count.name));
        let is_off = |reported: u64, count: u64| reported > count || count > reported + missed;
        let is_near = truth.iter().all(|count| {
            match found.iter().find(|reported| reported.name == count.name) {
                Some(reported) => !is_off(reported.hits, count.hits) && !is_off(reported.views, count.views),
                // Tables leave out rows without views, or without hits if they count hits.
                None if matches!(name, "hosts" | "agents") => !is_off(0, count.hits),
                None => !is_off(0, count.views),
            }
        });
        (!is_known || !is_near)
            .then(|| format!("{what} {name}, off by more than {missed}: {found:?}\nexpected {truth:?}"))
    });
    let exact = Report {
        methods: found.methods.clone(),
        pages: found.pages.clone(),
        hosts: found.hosts.clone(),
        agents: found.agents.clone(),
        referrers: found.referrers.clone(),
        sites: found.sites.clone(),
        pairs: found.pairs.clone(),
        rest: found.rest,
        approximate: found.approximate,
        ..truth.clone()
    };
    let views = |counts: &[Count]| counts.iter().map(|count| count.views).sum::<u64>();
    wrong_table
        .or_else(|| differing(&format!("{what}: "), &exact, found))
        .or_else(|| {
            unequal("views of all pages", &truth.views, &(views(&found.pages) + found.rest.pages.views))
        })
        .or_else(|| {
            let sum = views(&found.sites) + found.rest.sites.views;
            unequal("views of all sites", &truth.external_views, &sum)
        })
}
