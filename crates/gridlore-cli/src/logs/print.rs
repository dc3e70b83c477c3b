//! Reports as text, JSON and CSV.

use crate::args::Form;
use anyhow::Result;
use gridlore_accesslog::{BadLine, Count, Others, Report};
use serde_json::{Map, Value, json};
use std::io::Write;

/// The whole report as one object; its keys are a contract with scripts.
pub(super) fn json(out: &mut impl Write, report: &Report, early_end: Option<&anyhow::Error>) -> Result<()> {
    let kinds: Map<String, Value> =
        report.faults.iter().map(|(reason, count)| (reason.number().to_string(), json!(count))).collect();
    let reasons: Map<String, Value> =
        report.faults.iter().map(|(reason, count)| (reason.to_string(), json!(count))).collect();
    let days: Map<String, Value> =
        report.days.iter().map(|(day, count)| (day.to_string(), json!(count.hits))).collect();
    let statuses: Map<String, Value> =
        report.statuses.iter().map(|(status, count)| (status.to_string(), json!(count))).collect();
    let named = |all: &[Count], by: fn(&Count) -> u64| -> Vec<Value> {
        all.iter().map(|count| json!([count.name, by(count)])).collect()
    };
    let value = json!({
        "lines": report.lines,
        "ok": report.ok,
        "common": report.common,
        "malformed": report.malformed(),
        "malformed_kinds": kinds,
        "malformed_reasons": reasons,
        "left_out": report.left_out,
        "incomplete": early_end.map(|error| format!("{error:#}")),
        "per_day": days,
        "per_hour": report.hours,
        "per_status": statuses,
        "per_method": named(&report.methods, |count| count.hits),
        "bytes": report.bytes,
        "static": report.static_hits,
        "bots": report.bot_hits,
        "views": report.views,
        "visitors": report.visitors,
        "days": report.days.iter().map(|(day, count)| json!({
            "day": day.to_string(), "hits": count.hits, "views": count.views, "visitors": count.visitors, "bytes": count.bytes,
        })).collect::<Vec<_>>(),
        "top_pages": named(&report.pages, |count| count.views),
        "distinct_pages": report.distinct_pages,
        "top_addresses": named(&report.hosts, |count| count.hits),
        "top_agents": named(&report.agents, |count| count.hits),
        "top_referrers": named(&report.referrers, |count| count.views),
        "external_hits": report.external_views,
        "distinct_hosts": report.distinct_sites,
        "distinct_pairs": report.distinct_pairs,
        "top_hosts": named(&report.sites, |count| count.views),
        "top_pairs": report.pairs.iter().map(|pair| json!([pair.site, pair.page, pair.views])).collect::<Vec<_>>(),
    });
    let rest = &report.rest;
    let mut value = value;
    for (key, others) in [
        ("pages", rest.pages),
        ("addresses", rest.hosts),
        ("agents", rest.agents),
        ("referrers", rest.referrers),
        ("hosts", rest.sites),
        ("pairs", rest.pairs),
    ] {
        let sum = if matches!(key, "addresses" | "agents") { others.hits } else { others.views };
        value["others"][key] = json!([others.count, sum]);
    }
    serde_json::to_writer_pretty(&mut *out, &value)?;
    Ok(writeln!(out)?)
}

/// All tables, for people.
pub(super) fn report(out: &mut impl Write, report: &Report) -> Result<()> {
    writeln!(
        out,
        "{} lines: {} ok, {} common, {} malformed",
        report.lines,
        report.ok,
        report.common,
        report.malformed()
    )?;
    for (reason, count) in &report.faults {
        writeln!(out, "  {count:>10}  {reason}")?;
    }
    if report.left_out > 0 {
        writeln!(out, "{} records were not selected; nothing below counts them", report.left_out)?;
    }
    writeln!(
        out,
        "{} views of {} pages by {} visitors, who count once on each day; {} hits on files that pages need, {} of programs",
        report.views, report.distinct_pages, report.visitors, report.static_hits, report.bot_hits
    )?;
    let count = |count: &Count, by: u64| vec![by.to_string(), count.name.clone()];
    section(out, "Days", &day_table(report))?;
    let hours = report.hours.iter().enumerate();
    section(
        out,
        "Hours",
        &Table::new(
            &["hits", "hour"],
            hours.map(|(hour, hits)| vec![hits.to_string(), format!("{hour:02}")]),
        ),
    )?;
    let statuses = report.statuses.iter().map(|(status, hits)| vec![hits.to_string(), status.to_string()]);
    section(out, "Statuses", &Table::new(&["hits", "status"], statuses))?;
    let rest = &report.rest;
    for (title, head, all, others, by_views) in [
        ("Pages", ["views", "page"], &report.pages, rest.pages, true),
        ("Referring sites", ["views", "site"], &report.sites, rest.sites, true),
        ("Referrers", ["views", "referrer"], &report.referrers, rest.referrers, true),
        ("Methods", ["hits", "method"], &report.methods, Others::default(), false),
        ("Agents", ["hits", "agent"], &report.agents, rest.agents, false),
        ("Addresses", ["hits", "address"], &report.hosts, rest.hosts, false),
    ] {
        let rows = all.iter().map(|row| count(row, if by_views { row.views } else { row.hits }));
        let mut table = Table::new(&head, rows);
        if others.count > 0 {
            let sum = if by_views { others.views } else { others.hits };
            table.rows.push(vec![sum.to_string(), of_others(others.count)]);
        }
        section(out, title, &table)?;
    }
    let mut pairs = pair_table(report);
    if rest.pairs.count > 0 {
        pairs.rows.push(vec![rest.pairs.views.to_string(), of_others(rest.pairs.count), String::new()]);
    }
    section(out, "From site to page", &pairs)
}

pub(super) fn days(out: &mut impl Write, report: &Report, form: Form) -> Result<()> {
    day_table(report).print(out, form)
}

pub(super) fn pages(out: &mut impl Write, report: &Report, form: Form) -> Result<()> {
    let rows = report.pages.iter();
    let rows = rows.map(|row| {
        vec![row.views.to_string(), row.hits.to_string(), row.bytes.to_string(), row.name.clone()]
    });
    Table::new(&["views", "hits", "bytes", "page"], rows).print(out, form)
}

pub(super) fn sites(out: &mut impl Write, report: &Report, form: Form) -> Result<()> {
    let rows = report.sites.iter().map(|row| vec![row.views.to_string(), row.name.clone()]);
    Table::new(&["views", "site"], rows).print(out, form)
}

pub(super) fn pairs(out: &mut impl Write, report: &Report, form: Form) -> Result<()> {
    pair_table(report).print(out, form)
}

/// A line that is no record: where, why, and the line.
pub(super) fn bad_line(bad: &BadLine) -> String {
    let text = String::from_utf8_lossy(&bad.text);
    format!("line {}, {}: {}", bad.line, bad.fault, text.escape_debug())
}

fn day_table(report: &Report) -> Table {
    let rows = report.days.iter().map(|(day, count)| {
        let (year, month, number) = day.date();
        let numbers = [count.hits, count.views, count.visitors, count.bytes].map(|number| number.to_string());
        let mut row = numbers.to_vec();
        row.push(format!("{year:04}-{month:02}-{number:02}"));
        row
    });
    Table::new(&["hits", "views", "visitors", "bytes", "day"], rows)
}

fn pair_table(report: &Report) -> Table {
    let rows =
        report.pairs.iter().map(|pair| vec![pair.views.to_string(), pair.site.clone(), pair.page.clone()]);
    Table::new(&["views", "site", "page"], rows)
}

/// What stands for texts that are not shown.
fn of_others(count: usize) -> String {
    if count == 1 { "(1 other)".to_owned() } else { format!("({count} others)") }
}

fn section(out: &mut impl Write, title: &str, table: &Table) -> Result<()> {
    if table.rows.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{title}")?;
    table.print(out, Form::Text)
}

/// Rows of a table: numbers first, texts after them.
struct Table {
    head: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn new(head: &[&'static str], rows: impl Iterator<Item = Vec<String>>) -> Self {
        Self { head: head.to_vec(), rows: rows.collect() }
    }

    fn print(&self, out: &mut impl Write, form: Form) -> Result<()> {
        match form {
            Form::Text => {
                let head: Vec<String> = self.head.iter().map(|&name| name.to_owned()).collect();
                let all = || std::iter::once(&head).chain(&self.rows);
                let width =
                    |column: usize| all().map(|row| shown(&row[column]).chars().count()).max().unwrap_or(0);
                let widths: Vec<usize> = (0..head.len()).map(width).collect();
                let is_number = |column: usize| {
                    self.rows.iter().all(|row| row[column].bytes().all(|byte| byte.is_ascii_digit()))
                };
                let right: Vec<bool> = (0..head.len()).map(is_number).collect();
                for row in all() {
                    let mut line = String::new();
                    for (column, cell) in row.iter().enumerate() {
                        let (cell, width) = (shown(cell), widths[column]);
                        line += &if right[column] {
                            format!("  {cell:>width$}")
                        } else {
                            format!("  {cell:<width$}")
                        };
                    }
                    writeln!(out, "{}", line.trim_end())?;
                }
            }
            Form::Csv => {
                writeln!(out, "{}", self.head.join(","))?;
                for row in &self.rows {
                    let cells: Vec<String> = row.iter().map(|cell| csv(cell)).collect();
                    writeln!(out, "{}", cells.join(","))?;
                }
            }
            Form::Json => {
                for row in &self.rows {
                    let cell = |(name, cell): (&&str, &String)| {
                        let value = cell.parse::<u64>().map_or_else(|_| json!(cell), |number| json!(number));
                        ((*name).to_owned(), value)
                    };
                    let object: Map<String, Value> = self.head.iter().zip(row).map(cell).collect();
                    writeln!(out, "{}", Value::Object(object))?;
                }
            }
        }
        Ok(())
    }
}

/// A cell as a terminal may show it: what visitors send can hold anything.
fn shown(cell: &str) -> String {
    let plain = |letter: char| if letter.is_control() { '\u{fffd}' } else { letter };
    let text: String = cell.chars().take(120).map(plain).collect();
    if cell.chars().nth(120).is_some() { text + "…" } else { text }
}

/// RFC 4180; a cell that a table program would take for a formula is made a text.
fn csv(cell: &str) -> String {
    let cell = if cell.starts_with(['=', '+', '-', '@', '\t', '\r'])
        && cell.parse::<f64>().is_err()
        && cell != "-"
    {
        format!("'{cell}")
    } else {
        cell.to_owned()
    };
    if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
}
