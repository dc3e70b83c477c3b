//! Prints tables day by day, for `--by day`, with one tally per day.

use super::args::{Form, Logs, LogsForm, LogsTable};
use super::part::iso;
use super::print;
use super::read::{Counted, Counter};
use super::table::Table;
use anyhow::{Result, bail, ensure};
use gridlore_accesslog::{Day, Format, Reader, Report, Tally};
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

/// Maximum number of days. A tally contains every string of its day, so a log with invented days
/// could fill the memory.
const MAX_DAYS: usize = 4_000;

/// One tally per day of a log.
struct Days<'a> {
    counter: &'a Counter,
    reader: Reader,
    tallies: BTreeMap<Day, Tally>,
    /// The day of the last record. Malformed lines that follow it are counted for the same day.
    last: Option<Day>,
}

impl Days<'_> {
    /// Counts the lines of a block. Logs are in chronological order, so most blocks have a single
    /// day.
    fn add(&mut self, block: &[u8]) -> Result<()> {
        let (mut start, mut end) = (0, 0);
        for line in block.split_inclusive(|&byte| byte == b'\n') {
            let found = self.reader.line(line.strip_suffix(b"\n").unwrap_or(line)).ok().map(|line| line.day);
            if let Some(day) = found.filter(|day| self.last.is_some_and(|last| last != *day)) {
                self.count(&block[start..end])?;
                start = end;
                self.last = Some(day);
            }
            self.last = self.last.or(found);
            end += line.len();
        }
        self.count(&block[start..])
    }

    /// Counts lines of the current day.
    fn count(&mut self, lines: &[u8]) -> Result<()> {
        let Some(day) = self.last.filter(|_| !lines.is_empty()) else { return Ok(()) };
        ensure!(
            self.tallies.contains_key(&day) || self.tallies.len() < MAX_DAYS,
            "too many days (the maximum is {MAX_DAYS}); choose fewer with --from and --to"
        );
        let counter = self.counter;
        let tally = self.tallies.entry(day).or_insert_with(|| counter.tallies().swap_remove(0));
        tally.add_lines(lines);
        Ok(())
    }
}

/// Counts the input and prints the command's table, or the report, for each day.
pub(super) fn print(command: &Logs, table: &LogsTable, out: &mut impl Write) -> Result<Counted> {
    let is_drawn = match command {
        Logs::Report { html, .. } => html.is_some(),
        Logs::Hours { plot, .. } | Logs::Days { plot, .. } => plot.svg.is_some(),
        _ => false,
    };
    ensure!(!is_drawn, "--by day works with tables, not with --html or --svg");
    if matches!(command, Logs::Days { .. }) {
        bail!("`gridlore logs days` already has one row per day; --by day is for the other tables");
    }
    let counter = Counter::new(&table.input, 0)?;
    let reader = counter
        .format
        .as_ref()
        .map_or_else(Reader::default, |format: &Arc<Format>| Reader::with_format(Arc::clone(format)));
    let mut days = Days { counter: &counter, reader, tallies: BTreeMap::new(), last: None };
    let early_end = counter.each_block(&table.input, |block| days.add(block))?;
    let form = &table.form;
    let mut is_first = true;
    for (&day, tally) in &days.tallies {
        let report = Report::ordered(tally, form.top, form.order());
        // The filters selected no record of the day.
        if report.days.is_empty() {
            continue;
        }
        if let Some(approximate) = &report.approximate {
            eprintln!("gridlore: {}: {approximate}", iso(day));
        }
        if form.form() == Form::Text {
            writeln!(out, "{}{}", if is_first { "" } else { "\n" }, iso(day))?;
        }
        match print::table(command, &report) {
            Some(table) => {
                print_table(out, command, super::sorted(command, table, form)?, form, &iso(day), is_first)?
            }
            None if form.form() == Form::Json => {
                let mut value = print::json(&report, None);
                value["day"] = iso(day).into();
                writeln!(out, "{value}")?;
            }
            None => print::report(out, &report)?,
        }
        is_first = false;
    }
    let mut tallies = counter.tallies();
    days.tallies.into_values().for_each(|tally| tallies[0].merge(tally));
    Ok(Counted { tallies, early_end, described: counter.described.clone(), files: Vec::new() })
}

/// Prints the table of a day.
fn print_table(
    out: &mut impl Write,
    command: &Logs,
    table: Table,
    form: &LogsForm,
    day: &str,
    is_first: bool,
) -> Result<()> {
    match form.form() {
        Form::Text if matches!(command, Logs::Pairs(_)) => table.print_arrows(out),
        Form::Text => table.print(out, Form::Text),
        other => table.print_of(out, other, Some(day), is_first),
    }
}
