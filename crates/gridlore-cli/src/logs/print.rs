//! Prints reports and comparisons as tables and JSON.

use super::args::{Form, Logs};
use super::details;
use super::part::iso;
use super::table::Table;
use anyhow::Result;
use gridlore_accesslog::{BadLine, Change, Comparison, Count, Others, Report};
use serde_json::{Map, Value, json};
use std::io::Write;

/// Returns the whole report as a single object. Scripts rely on its keys.
pub(super) fn json(report: &Report, early_end: Option<&anyhow::Error>) -> Value {
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
    let approximate = report.approximate.map(|found| {
        json!({
            "max_keys": found.most_keys, "pages": found.pages, "addresses": found.hosts, "agents": found.agents, "referrers": found.referrers,
            "hosts": found.sites, "pairs": found.pairs, "is_estimated": found.is_estimated,
        })
    });
    let mut value = json!({
        "lines": report.lines,
        "ok": report.ok,
        "common": report.common,
        "malformed": report.malformed(),
        "malformed_kinds": kinds,
        "malformed_reasons": reasons,
        "left_out": report.left_out,
        "approximate": approximate,
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
    details::add_json(&mut value, report);
    value
}

/// Prints all tables as text.
pub(super) fn report(out: &mut impl Write, report: &Report) -> Result<()> {
    writeln!(
        out,
        "{} {}: {} ok, {} common, {} malformed",
        report.lines,
        if report.lines == 1 { "line" } else { "lines" },
        report.ok,
        report.common,
        report.malformed()
    )?;
    for (reason, count) in &report.faults {
        writeln!(out, "  {count:>10}  {reason}")?;
    }
    if report.left_out > 0 {
        writeln!(out, "{} records were left out by filters and are not counted below", report.left_out)?;
    }
    if let Some(approximate) = &report.approximate {
        writeln!(out, "{approximate}")?;
    }
    writeln!(
        out,
        "{} views of {} pages by {} visitors (counted once per day); {} hits on static files, {} by programs",
        report.views, report.distinct_pages, report.visitors, report.static_hits, report.bot_hits
    )?;
    if let Some(host) = &report.details.guessed_own {
        writeln!(
            out,
            "{host} is assumed to be the site itself, whose links do not count; --own sets another host"
        )?;
    }
    let rest = &report.rest;
    let first = [
        ("Days", days(report)),
        ("Hours", hours(report)),
        ("Statuses", statuses(report)),
        ("Pages", by_views("page", &report.pages, rest.pages)),
        ("Referring sites", by_views("site", &report.sites, rest.sites)),
        ("Referrers", by_views("referrer", &report.referrers, rest.referrers)),
        ("Methods", methods(report)),
        ("Agents", by_hits("agent", &report.agents, rest.agents)),
        ("Addresses", by_hits("address", &report.hosts, rest.hosts)),
        ("From site to page", pairs(report)),
    ];
    for (title, table) in first.into_iter().chain(details::tables(report)) {
        // The table of hours has rows even if there are no records.
        if !table.is_empty() && !report.days.is_empty() {
            writeln!(out, "\n{title}")?;
            table.print(out, Form::Text)?;
        }
    }
    Ok(())
}

/// Prints a comparison of two periods as text.
pub(super) fn comparison(
    out: &mut impl Write,
    comparison: &Comparison,
    names: [&str; 2],
    lengths: [i32; 2],
) -> Result<()> {
    let days = |length| if length == 1 { "1 day".to_owned() } else { format!("{length} days") };
    writeln!(out, "{} ({}) and {} ({})", names[0], days(lengths[0]), names[1], days(lengths[1]))?;
    for (title, what, all) in [
        ("In all", "what", &comparison.totals),
        ("Statuses", "status", &comparison.statuses),
        ("Pages, by views", "page", &comparison.pages),
        ("Referring sites, by views", "site", &comparison.sites),
        ("From site to page, by views", "pair", &comparison.pairs),
    ] {
        let table = changes(what, all);
        if !table.is_empty() {
            writeln!(out, "\n{title}")?;
            table.print(out, Form::Text)?;
        }
    }
    Ok(())
}

/// Prints a comparison as a JSON object.
pub(super) fn comparison_json(out: &mut impl Write, comparison: &Comparison, names: [&str; 2]) -> Result<()> {
    let list = |all: &[Change]| -> Vec<Value> {
        all.iter().map(|change| json!([change.name, change.first, change.second])).collect()
    };
    let value = json!({
        "first": names[0],
        "second": names[1],
        "totals": list(&comparison.totals),
        "statuses": list(&comparison.statuses),
        "pages": list(&comparison.pages),
        "hosts": list(&comparison.sites),
        "pairs": list(&comparison.pairs),
    });
    serde_json::to_writer_pretty(&mut *out, &value)?;
    Ok(writeln!(out)?)
}

/// Prints a comparison as a single CSV table, in which each row names its kind.
pub(super) fn comparison_csv(out: &mut impl Write, comparison: &Comparison) -> Result<()> {
    let all = [
        ("total", &comparison.totals),
        ("status", &comparison.statuses),
        ("page", &comparison.pages),
        ("site", &comparison.sites),
        ("pair", &comparison.pairs),
    ];
    let rows = all.into_iter().flat_map(|(kind, all)| {
        all.iter().map(move |change| {
            vec![change.first.to_string(), change.second.to_string(), kind.to_owned(), change.name.clone()]
        })
    });
    Table::new(&["first", "second", "kind", "name"], rows).print(out, Form::Csv)
}

fn changes(what: &'static str, all: &[Change]) -> Table {
    let rows = all.iter().map(|change| {
        let percent = match change.permille() {
            Some(permille) => {
                let sign = if permille < 0 { '-' } else { '+' };
                format!("{sign}{}.{}%", permille.abs() / 10, permille.abs() % 10)
            }
            None => "new".to_owned(),
        };
        let difference = format!("{:+}", change.difference());
        vec![change.first.to_string(), change.second.to_string(), difference, percent, change.name.clone()]
    });
    Table::new(&["first", "second", "change", "percent", what], rows)
}

/// Returns the table that a command prints, or `None` for the report.
pub(super) fn table(command: &Logs, report: &Report) -> Option<Table> {
    let rest = &report.rest;
    Some(match command {
        Logs::Days { .. } => days(report),
        Logs::Hours { .. } => hours(report),
        Logs::Statuses(_) => statuses(report),
        Logs::Methods(_) => methods(report),
        Logs::Pages(_) => with_bytes("page", &report.pages, rest.pages),
        Logs::Addresses(_) => with_bytes("address", &report.hosts, rest.hosts),
        Logs::Agents(_) => with_bytes("agent", &report.agents, rest.agents),
        Logs::Referrers { whole: true, .. } => with_bytes("referrer", &report.referrers, rest.referrers),
        Logs::Referrers { .. } => by_views("site", &report.sites, rest.sites),
        Logs::Pairs(_) => pairs(report),
        _ => return details::table(command, report),
    })
}

/// Returns a malformed line with its position and the reason.
pub(super) fn bad_line(file: Option<&str>, bad: &BadLine) -> String {
    let text = String::from_utf8_lossy(&bad.text);
    let file = file.map(|file| format!("{file}, ")).unwrap_or_default();
    format!("{file}line {}, {}: {}", bad.line, bad.fault, text.escape_debug())
}

fn days(report: &Report) -> Table {
    let rows = report.days.iter().map(|(day, count)| {
        let numbers = [count.hits, count.views, count.visitors, count.bytes].map(|number| number.to_string());
        let mut row = numbers.to_vec();
        row.push(iso(*day));
        row
    });
    Table::new(&["hits", "views", "visitors", "bytes", "day"], rows)
}

fn hours(report: &Report) -> Table {
    let hours = report.hours.iter().enumerate();
    Table::new(&["hits", "hour"], hours.map(|(hour, hits)| vec![hits.to_string(), format!("{hour:02}")]))
}

fn statuses(report: &Report) -> Table {
    let rows = report.statuses.iter().map(|(status, hits)| vec![hits.to_string(), status.to_string()]);
    Table::new(&["hits", "status"], rows)
}

fn methods(report: &Report) -> Table {
    by_hits("method", &report.methods, Others::default())
}

fn by_views(what: &'static str, all: &[Count], others: Others) -> Table {
    let rows = all.iter().map(|row| vec![row.views.to_string(), row.name.clone()]);
    Table::new(&["views", what], rows).with_others(others.count, &[others.views])
}

fn by_hits(what: &'static str, all: &[Count], others: Others) -> Table {
    let rows = all.iter().map(|row| vec![row.hits.to_string(), row.name.clone()]);
    Table::new(&["hits", what], rows).with_others(others.count, &[others.hits])
}

/// Returns a table of views, hits and bytes.
fn with_bytes(what: &'static str, all: &[Count], others: Others) -> Table {
    let rows = all.iter().map(|row| {
        vec![row.views.to_string(), row.hits.to_string(), row.bytes.to_string(), row.name.clone()]
    });
    Table::new(&["views", "hits", "bytes", what], rows)
        .with_others(others.count, &[others.views, others.hits, others.bytes])
}

fn pairs(report: &Report) -> Table {
    let rows =
        report.pairs.iter().map(|pair| vec![pair.views.to_string(), pair.site.clone(), pair.page.clone()]);
    let rest = report.rest.pairs;
    Table::new(&["views", "site", "page"], rows).with_others(rest.count, &[rest.views])
}
