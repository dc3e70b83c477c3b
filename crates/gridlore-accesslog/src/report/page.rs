//! Renders a report as HTML: as sections to embed in a page, or as a standalone page without
//! external files.

use crate::escape::{Escaped, cut};
use crate::report::choices::Choices;
use crate::report::details::{Entry, Listing};
use crate::report::draw::{DRAWING_STYLE, Series, bars, graph, lines};
use crate::report::units::{Bytes, Grouped, Micros, iso};
use crate::report::{Count, Others, Pair, Report, others_label};
use std::fmt::Write;

/// The number of sites in the traffic chart.
const SITES: usize = 12;

/// Renders the tables and charts of a report as sections. `report` must contain all pairs; each
/// table shows its first `top` rows.
#[must_use]
pub fn sections(report: &Report, top: usize) -> String {
    let mut html = String::new();
    let facts = [
        ("Lines", report.lines),
        ("Views", report.views),
        ("Visitors", report.visitors),
        ("Views from other sites", report.external_views),
        ("Bot hits", report.bot_hits),
        ("Invalid lines", report.malformed()),
    ];
    html.push_str("<dl class=\"facts\">");
    for (name, count) in facts {
        let _ = write!(html, "<div><dt>{name}</dt><dd>{}</dd></div>", Grouped(count));
    }
    html.push_str("</dl>");
    if let Some(host) = &report.details.guessed_own {
        let _ = write!(
            html,
            "<p>{} was treated as the site itself, so links from it are not counted.</p>",
            Escaped(&cut(host, 200))
        );
    }
    if let Some(approximate) = &report.approximate {
        let _ = write!(html, "<p class=\"approximate\">{}</p>", Escaped(&approximate.to_string()));
    }
    let days = |by: fn(&crate::DayCount) -> u64| -> Vec<(String, u64)> {
        report.days.iter().map(|(day, count)| (iso(*day), by(count))).collect()
    };
    chart(&mut html, "Views per day", &bars("Views per day", &days(|day| day.views)));
    if report.days.len() > 1 {
        let names: Vec<String> = report.days.keys().map(|day| iso(*day)).collect();
        let series = |name: &str, by: fn(&crate::DayCount) -> u64| Series {
            name: name.to_owned(),
            counts: report.days.values().map(by).collect(),
        };
        let all = [
            series("hits", |day| day.hits),
            series("views", |day| day.views),
            series("visitors", |day| day.visitors),
        ];
        chart(
            &mut html,
            "Hits, views and visitors per day",
            &lines("Hits, views and visitors per day", &names, &all),
        );
    }
    let views = |all: &[Count], rest: Others| rows(all, top, rest, |count| count.views, |rest| rest.views);
    let hits = |all: &[Count], rest: Others| rows(all, top, rest, |count| count.hits, |rest| rest.hits);
    let rest = &report.rest;
    table(&mut html, "Pages", &["page", "views"], views(&report.pages, rest.pages).into_iter());
    table(&mut html, "Referring sites", &["site", "views"], views(&report.sites, rest.sites).into_iter());
    table(
        &mut html,
        "Referrers",
        &["referrer", "views"],
        views(&report.referrers, rest.referrers).into_iter(),
    );
    if !report.pairs.is_empty() {
        chart(&mut html, "Views from site to page", &graph(report, SITES));
        let (shown, others) = report.pairs.split_at(top.min(report.pairs.len()));
        let row = |pair: &Pair| vec![pair.site.clone(), pair.page.clone(), pair.views.to_string()];
        let mut rows: Vec<Vec<String>> = shown.iter().map(row).collect();
        let others_views = others.iter().map(|pair| pair.views).sum::<u64>() + rest.pairs.views;
        if others_views > 0 {
            let name = others_label(others.len() + rest.pairs.count);
            rows.push(vec![name, String::new(), others_views.to_string()]);
        }
        table(&mut html, "Views by site and page", &["site", "page", "views"], rows.into_iter());
    }
    let hours: Vec<_> =
        report.hours.iter().enumerate().map(|(hour, hits)| (format!("{hour:02}"), *hits)).collect();
    chart(&mut html, "Hits by hour of day", &bars("Hits by hour of day", &hours));
    let statuses = report.statuses.iter().map(|(status, hits)| vec![status.to_string(), hits.to_string()]);
    table(&mut html, "Status codes", &["status", "hits"], statuses);
    let methods = hits(&report.methods, Others::default());
    table(&mut html, "Request methods", &["method", "hits"], methods.into_iter());
    table(&mut html, "User agents", &["user agent", "hits"], hits(&report.agents, rest.agents).into_iter());
    detail_tables(&mut html, report, top);
    let rows = report.days.iter().rev().take(top.max(31)).map(|(day, count)| {
        vec![
            iso(*day),
            count.hits.to_string(),
            count.views.to_string(),
            count.visitors.to_string(),
            Bytes(count.bytes).to_string(),
        ]
    });
    table(&mut html, "Days", &["day", "hits", "views", "visitors", "bytes"], rows);
    let faults = report.faults.iter().map(|(reason, count)| vec![reason.to_string(), count.to_string()]);
    table(&mut html, "Invalid lines", &["reason", "lines"], faults);
    html
}

/// Returns the time of the last hit, if known.
fn when(row: &Entry) -> String {
    if row.last.is_unknown() { String::new() } else { row.last.to_string() }
}

/// Adds the tables of user agents, missing pages, places and times.
fn detail_tables(html: &mut String, report: &Report, top: usize) {
    let details = &report.details;
    let mut add = |title: &str, head: &[&str], listing: &Listing, cells: fn(&Entry) -> Vec<String>| {
        let (shown, hidden) = listing.rows.split_at(top.min(listing.rows.len()));
        let mut rows: Vec<Vec<String>> = shown
            .iter()
            .map(|row| {
                let mut all = vec![row.name.clone()];
                all.extend(cells(row));
                all
            })
            .collect();
        let mut others = Entry { hits: listing.others.hits, views: listing.others.views, ..Entry::default() };
        others.bytes = listing.others.bytes;
        for row in hidden {
            others.hits += row.hits;
            others.views += row.views;
            others.bytes = others.bytes.saturating_add(row.bytes);
        }
        if others.hits + others.views > 0 {
            let mut row = vec![others_label(listing.others.count + hidden.len())];
            row.extend(cells(&others));
            rows.push(row);
        }
        table(html, title, head, rows.into_iter());
    };
    add("Missing pages", &["page", "hits", "by people"], &details.missing, |row| {
        vec![row.hits.to_string(), row.views.to_string()]
    });
    let views = |row: &Entry| vec![row.views.to_string()];
    add("Browsers", &["browser", "views"], &details.browsers, views);
    add("Systems", &["system", "views"], &details.systems, views);
    add("Crawlers and other programs", &["program", "purpose", "last", "hits"], &details.programs, |row| {
        vec![row.note.clone(), when(row), row.hits.to_string()]
    });
    add("Virtual hosts", &["virtual host", "hits"], &details.virtual_hosts, |row| vec![row.hits.to_string()]);
    add("Request times", &["page", "hits", "mean", "longest"], &details.times, |row| {
        let mean = row.bytes.checked_div(row.hits).unwrap_or(0);
        let longest = if row.longest > 0 { Micros(row.longest.into()).to_string() } else { String::new() };
        vec![row.hits.to_string(), Micros(mean).to_string(), longest]
    });
    add("Countries", &["country", "name", "views"], &details.countries, |row| {
        vec![row.note.clone(), row.views.to_string()]
    });
    add("Networks", &["network", "views"], &details.networks, views);
    let months = details.months.iter().rev().map(|((year, month), count)| {
        vec![
            format!("{year:04}-{month:02}"),
            count.hits.to_string(),
            count.views.to_string(),
            count.visitors.to_string(),
            Bytes(count.bytes).to_string(),
        ]
    });
    table(html, "Months", &["month", "hits", "views", "visitors", "bytes"], months);
}

/// Renders a complete page with embedded styles and without scripts.
#[must_use]
pub fn page(title: &str, report: &Report, top: usize) -> String {
    whole_page(title, report, "", &sections(report, top), "")
}

/// Renders a complete page in which days, visitors and tables can be chosen. `script` is the module
/// that implements this; `hash` is its SHA-256 in Base64, which the page uses to permit this script
/// and no other.
#[must_use]
pub fn page_with_choices(
    title: &str,
    report: &Report,
    top: usize,
    choices: &Choices,
    [script, hash]: [&str; 2],
) -> String {
    let policy = format!("; script-src 'sha256-{}'", Escaped(hash));
    let script = format!("<script type=\"module\">{script}</script>");
    whole_page(title, report, &policy, &choices.around(&sections(report, top)), &script)
}

fn whole_page(title: &str, report: &Report, policy: &str, content: &str, script: &str) -> String {
    let span = match (report.days.first_key_value(), report.days.last_key_value()) {
        (Some((first, _)), Some((last, _))) if first != last => format!("{} to {}", iso(*first), iso(*last)),
        (Some((day, _)), _) => iso(*day),
        _ => "No hits".to_owned(),
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><meta http-equiv=\"content-security-policy\" content=\"default-src 'none'; style-src 'unsafe-inline'{policy}\">\
         <title>{title}</title><style>{STYLE}{DRAWING_STYLE}</style></head><body><main><h1>{title}</h1><p class=\"span\">{span}</p>{content}</main>{script}</body></html>\n",
        title = Escaped(title),
    )
}

const STYLE: &str = "\
:root { --paper: #fbfaf6; --ink: #1c1d21; --soft: #5a5d65; --rule: #d9d6cc; color-scheme: light dark } \
@media (prefers-color-scheme: dark) { :root { --paper: #15171b; --ink: #e8e6df; --soft: #a8abb3; --rule: #343841 } } \
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif } main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem } \
h1 { font: 700 2rem/1.2 Georgia, serif; margin: 0; overflow-wrap: anywhere } h2 { font-size: 1.1rem; margin: 2.5rem 0 .6rem } .span { color: var(--soft); margin: .2rem 0 1.5rem } \
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: 1rem; margin: 0 } .facts div { border-top: 2px solid var(--ink); padding-top: .4rem } \
.facts dt { color: var(--soft); font-size: .9rem } .facts dd { margin: 0; font-size: 1.4rem; font-variant-numeric: tabular-nums } \
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .95rem } th { text-align: left; color: var(--soft); font-weight: 500 } \
td, th { padding: .3rem 1rem .3rem 0; border-bottom: 1px solid var(--rule); vertical-align: baseline; overflow-wrap: anywhere } td:first-child { min-width: 8.5rem } .number { text-align: right; padding-right: 0; white-space: nowrap; overflow-wrap: normal } \
.choice h2 { margin-top: 0 } .choice label { margin-right: 1rem } .choice :is(input, button) { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: .3rem; padding: .25rem .5rem } \
.choice fieldset { border: 0; margin: 0; padding: .4rem 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: .3rem 1rem } .choice legend { position: absolute; clip-path: inset(50%) } .choice small { color: var(--soft) } \
.choice summary { padding: .3rem 0; cursor: pointer } .choice .dates { display: flex; flex-wrap: wrap; gap: .5rem 0; align-items: baseline } [hidden] { display: none !important } :focus-visible { outline: 2px solid #0b5d7a; outline-offset: 2px } \
.many :is(td, th) { padding-right: .4rem } .many td:first-child { min-width: 0 } @media (max-width: 30rem) { .many { font-size: .8rem } } \
svg { width: 100%; height: auto; display: block } .wide-chart { overflow-x: auto } .wide-chart svg { min-width: 40rem } \
@media print { body { background: none } section { break-inside: avoid } } ";

/// Returns the first `top` names with a count each, and the sum of all others.
fn rows(
    all: &[Count],
    top: usize,
    rest: Others,
    by: fn(&Count) -> u64,
    of_rest: fn(&Others) -> u64,
) -> Vec<Vec<String>> {
    let (shown, others) = all.split_at(top.min(all.len()));
    let mut rows: Vec<_> =
        shown.iter().map(|count| vec![count.name.clone(), by(count).to_string()]).collect();
    let sum = others.iter().map(by).sum::<u64>() + of_rest(&rest);
    if sum > 0 {
        rows.push(vec![others_label(others.len() + rest.count), sum.to_string()]);
    }
    rows
}

/// Adds a chart that scrolls sideways on a narrow screen.
fn chart(html: &mut String, title: &str, drawing: &str) {
    let name = Escaped(title);
    section(
        html,
        title,
        &format!(
            "<div class=\"wide-chart\" tabindex=\"0\" role=\"region\" aria-label=\"{name}\">{drawing}</div>"
        ),
    );
}

fn section(html: &mut String, title: &str, content: &str) {
    let _ = write!(html, "<section><h2>{}</h2>{content}</section>", Escaped(title));
}

/// Adds a table, or nothing if there are no rows. Columns that contain only digits are aligned as
/// numbers.
fn table(html: &mut String, title: &str, head: &[&str], rows: impl Iterator<Item = Vec<String>>) {
    let rows: Vec<Vec<String>> = rows.collect();
    if rows.is_empty() {
        return;
    }
    let is_number: Vec<bool> = (0..head.len())
        .map(|column| {
            column > 0 && rows.iter().all(|row| row[column].bytes().all(|byte| byte.is_ascii_digit()))
        })
        .collect();
    let class = |column: usize| if is_number[column] { " class=\"number\"" } else { "" };
    let many = if head.len() > 3 { " class=\"many\"" } else { "" };
    let mut text = format!("<table{many}><thead><tr>");
    for (column, name) in head.iter().enumerate() {
        let _ = write!(text, "<th scope=\"col\"{}>{name}</th>", class(column));
    }
    text.push_str("</tr></thead><tbody>");
    for row in &rows {
        text.push_str("<tr>");
        for (column, cell) in row.iter().enumerate() {
            let shown = match cell.parse() {
                Ok(number) if is_number[column] => Grouped(number).to_string(),
                _ => cut(cell, 200),
            };
            let _ = write!(text, "<td{}>{}</td>", class(column), Escaped(&shown));
        }
        text.push_str("</tr>");
    }
    section(html, title, &(text + "</tbody></table>"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tally;

    #[test]
    fn text_from_visitors_is_escaped() {
        let attack = "<script>alert(1)</script>";
        let line = format!(
            "192.0.2.1 - - [01/Mar/2026:09:00:00 +0000] \"GET /{attack} HTTP/1.1\" 200 5 \"https://b.example/\" \"{attack}\"\n"
        );
        let referrer = "192.0.2.1 - - [01/Mar/2026:09:00:00 +0000] \"GET / HTTP/1.1\" 200 5 \"https://x\\\"onload=alert(1)&<b>/\" \"A\"\n";
        let mut tally = Tally::new(std::sync::Arc::default(), 0);
        tally.add_lines((line + referrer).as_bytes());
        let html = page("a & <b>", &Report::new(&tally, usize::MAX), 20);
        assert!(
            html.contains("&lt;script&gt;") && !html.contains("<script") && !html.contains("<b>"),
            "{html}"
        );
        assert!(!html.contains("\\\"onload"), "{html}");
        assert!(html.contains("<title>a &amp; &lt;b&gt;</title>") && html.contains("2026-03-01"), "{html}");
    }
}
