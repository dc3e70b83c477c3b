//! `gridlore logs`: access logs as tables, JSON and graphs.

mod print;
mod read;

use crate::Exit;
use crate::args::{Form, Logs, LogsInput};
use anyhow::{Context, Result, bail};
use globset::GlobBuilder;
use gridlore_accesslog::{
    Day, Field, Matcher, Report, Rule, Selection, alone, bars, dot, graph, page, site_of,
};
use regex::Regex;
use std::io::{BufWriter, Write, stdout};
use std::path::Path;
use std::sync::Arc;

pub(crate) fn run(command: &Logs) -> Result<Exit> {
    let mut out = BufWriter::new(stdout().lock());
    let (input, most_bad) = match command {
        Logs::Report { table, .. }
        | Logs::Days { table, .. }
        | Logs::Pages(table)
        | Logs::Referrers(table)
        | Logs::Pairs(table) => (&table.input, table.show_bad),
        Logs::Graph { input, .. } => (input, 0),
        Logs::Bad { input, most } => (input, *most),
    };
    let counted = read::tally(input, selection(input)?, most_bad)?;
    let tally = &counted.tally;
    if !matches!(command, Logs::Bad { .. }) {
        for bad in tally.bad() {
            eprintln!("gridlore: {}", print::bad_line(bad));
        }
    }
    match command {
        Logs::Report { html: Some(file), table } => {
            let title = match input.files.as_slice() {
                [] => "Access log".to_owned(),
                files => files.join(", "),
            };
            let html = page(&title, &Report::new(tally, usize::MAX), table.top);
            std::fs::write(file, html).with_context(|| format!("writing {}", file.display()))?;
        }
        Logs::Report { table, .. } => {
            let report = Report::new(tally, table.top);
            match table.form() {
                Form::Json => print::json(&mut out, &report, counted.early_end.as_ref())?,
                Form::Csv => {
                    bail!("a report is several tables; --csv goes with one of days, pages, referrers, pairs")
                }
                Form::Text => print::report(&mut out, &report)?,
            }
        }
        Logs::Days { svg: true, .. } => {
            let days = Report::new(tally, 0).days;
            let views: Vec<_> = days.iter().map(|(day, count)| (day.to_string(), count.views)).collect();
            out.write_all(alone(&bars("Views by day", &views)).as_bytes())?;
        }
        Logs::Days { table, .. } => print::days(&mut out, &Report::new(tally, 0), table.form())?,
        Logs::Pages(table) => print::pages(&mut out, &Report::new(tally, table.top), table.form())?,
        Logs::Referrers(table) => print::sites(&mut out, &Report::new(tally, table.top), table.form())?,
        Logs::Pairs(table) => print::pairs(&mut out, &Report::new(tally, table.top), table.form())?,
        // All pairs, as those of the first sites need not be among the first.
        Logs::Graph { top, svg, .. } => {
            let report = Report::new(tally, usize::MAX);
            let text = if *svg { alone(&graph(&report, *top)) } else { dot(&report, *top) };
            out.write_all(text.as_bytes())?;
        }
        Logs::Bad { .. } => {
            for bad in tally.bad() {
                writeln!(out, "{}", print::bad_line(bad))?;
            }
        }
    }
    out.flush()?;
    let lines = tally.lines();
    // The process ends, and its memory goes back at once; table by table takes as long as counting thousands of lines.
    std::mem::forget(counted.tally);
    match counted.early_end {
        None => Ok(Exit::Done),
        Some(error) => {
            let told = format!("the input ends early; {lines} lines were counted, all that came before");
            Err(error.context(told))
        }
    }
}

/// What the arguments select.
fn selection(input: &LogsInput) -> Result<Selection> {
    let day = |text: &Option<String>| text.as_deref().map(day).transpose();
    Ok(Selection {
        statuses: input.status.iter().map(|text| statuses(text)).collect::<Result<_>>()?,
        methods: input.method.iter().map(|method| method.to_uppercase().into_bytes()).collect(),
        first: day(&input.from)?,
        last: day(&input.to)?,
        rules: [(&input.include, true), (&input.exclude, false)]
            .into_iter()
            .flat_map(|(all, stays)| all.iter().map(move |text| rule(text, stays)))
            .collect::<Result<_>>()?,
        bots: input.bots.as_deref().map(words).transpose()?,
        own: input.own.iter().map(|host| own(host)).collect(),
    })
}

/// Reads `page=/blog/**` or `agent~Firefox`.
fn rule(text: &str, stays: bool) -> Result<Rule> {
    let expected = "expected host, page, referrer or agent, then = and a glob or ~ and a regular expression";
    let at = text.find(['=', '~']).with_context(|| format!("found \"{text}\", {expected}"))?;
    let field = match &text[..at] {
        "host" => Field::Host,
        "page" => Field::Page,
        "referrer" => Field::Referrer,
        "agent" => Field::Agent,
        other => bail!("found the field \"{other}\", {expected}"),
    };
    let pattern = &text[at + 1..];
    let matches: Matcher = if text[at..].starts_with('=') {
        let glob = GlobBuilder::new(pattern).literal_separator(true).build();
        let glob = glob.with_context(|| format!("the glob \"{pattern}\""))?.compile_matcher();
        Arc::new(move |found| glob.is_match(String::from_utf8_lossy(found).as_ref()))
    } else {
        let regex = Regex::new(pattern).with_context(|| format!("the regular expression \"{pattern}\""))?;
        Arc::new(move |found| regex.is_match(&String::from_utf8_lossy(found)))
    };
    Ok(Rule { field, stays, matches })
}

/// The words of a file, a line each; `#` begins a comment.
fn words(file: &Path) -> Result<Vec<Vec<u8>>> {
    let text = std::fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
    let words = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    Ok(words.filter(|word| !word.is_empty()).map(|word| word.to_lowercase().into_bytes()).collect())
}

/// A host as referrers are told by, whether it was given as an address or alone.
fn own(host: &str) -> Vec<u8> {
    let address = if host.contains("://") { host.to_owned() } else { format!("https://{host}/") };
    site_of(address.as_bytes())
}

/// Reads `2026-03-01` or `01/Mar/2026`.
fn day(text: &str) -> Result<Day> {
    let iso = || {
        let mut parts = text.split('-').map(|part| part.parse::<i32>().ok());
        let day = Day::new(parts.next()??, parts.next()??, parts.next()??);
        day.filter(|_| parts.next().is_none())
    };
    Day::parse(text.as_bytes())
        .or_else(iso)
        .with_context(|| format!("found the day \"{text}\", expected one such as 2026-03-01"))
}

/// Reads `200`, `2xx` or `200-299`.
fn statuses(text: &str) -> Result<(u16, u16)> {
    let number = |text: &str| text.parse::<u16>().ok().filter(|status| (100..=999).contains(status));
    let found = match (text.as_bytes(), text.split_once('-')) {
        ([class @ b'1'..=b'9', b'x' | b'X', b'x' | b'X'], _) => {
            let first = u16::from(class - b'0') * 100;
            Some((first, first + 99))
        }
        (_, Some((from, to))) => number(from).zip(number(to)),
        _ => number(text).map(|status| (status, status)),
    };
    found.with_context(|| format!("found the status \"{text}\", expected one such as 200, 4xx or 200-299"))
}
