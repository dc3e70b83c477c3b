//! `gridlore logs`: access logs as tables, JSON and graphs.

mod print;
mod read;

use crate::Exit;
use crate::args::{Form, Logs, LogsInput, LogsTable};
use anyhow::{Context, Result, bail};
use gridlore_accesslog::{Day, Report, Selection, site_of};
use std::io::{BufWriter, Write, stdout};

pub(crate) fn run(command: &Logs) -> Result<Exit> {
    let mut out = BufWriter::new(stdout().lock());
    match command {
        Logs::Report(table) => {
            let report = report(table, table.top)?;
            match table.form() {
                Form::Json => print::json(&mut out, &report)?,
                Form::Csv => {
                    bail!("a report is several tables; --csv goes with one of days, pages, referrers, pairs")
                }
                Form::Text => print::report(&mut out, &report)?,
            }
        }
        Logs::Days(table) => print::days(&mut out, &report(table, 0)?, table.form())?,
        Logs::Pages(table) => print::pages(&mut out, &report(table, table.top)?, table.form())?,
        Logs::Referrers(table) => print::sites(&mut out, &report(table, table.top)?, table.form())?,
        Logs::Pairs(table) => print::pairs(&mut out, &report(table, table.top)?, table.form())?,
        Logs::Graph { top, input } => {
            // Enough pairs that those of the first sites are among them.
            let report = Report::new(&read::tally(input, selection(input)?, 0)?, usize::MAX);
            out.write_all(gridlore_accesslog::dot(&report, *top).as_bytes())?;
        }
        Logs::Bad { most, input } => {
            let tally = read::tally(input, selection(input)?, *most)?;
            print::bad(&mut out, &tally)?;
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn report(table: &LogsTable, top: usize) -> Result<Report> {
    let tally = read::tally(&table.input, selection(&table.input)?, table.show_bad)?;
    for bad in tally.bad() {
        let text = String::from_utf8_lossy(&bad.text);
        eprintln!("gridlore: line {}, {}: {}", bad.line, bad.fault, text.escape_debug());
    }
    Ok(Report::new(&tally, top))
}

/// What the arguments select.
fn selection(input: &LogsInput) -> Result<Selection> {
    let day = |text: &Option<String>| text.as_deref().map(day).transpose();
    Ok(Selection {
        statuses: input.status.iter().map(|text| statuses(text)).collect::<Result<_>>()?,
        methods: input.method.iter().map(|method| method.to_uppercase().into_bytes()).collect(),
        first: day(&input.from)?,
        last: day(&input.to)?,
        rules: Vec::new(),
        own: input.own.iter().map(|host| own(host)).collect(),
    })
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
