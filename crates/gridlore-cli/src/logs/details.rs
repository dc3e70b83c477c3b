//! The further tables of a report, such as those of browsers and countries, as tables and JSON.

use super::args::Logs;
use super::table::Table;
use gridlore_accesslog::{Details, Entry, Listing, Report};
use serde_json::{Value, json};

/// Returns the table that a command prints, or `None` if it is not one of these tables.
pub(super) fn table(command: &Logs, report: &Report) -> Option<Table> {
    let details = &report.details;
    Some(match command {
        Logs::Months(_) => months(details),
        Logs::Missing(_) => missing(details),
        Logs::Browsers { versions: true, .. } => by_views("browser", &details.versions),
        Logs::Browsers { .. } => by_views("browser", &details.browsers),
        Logs::Systems(_) => by_views("system", &details.systems),
        Logs::Crawlers { ai: true, .. } => programs(&details.ai_programs),
        Logs::Crawlers { .. } => programs(&details.programs),
        Logs::VirtualHosts(_) => by_views("virtual host", &details.virtual_hosts),
        Logs::Times(_) => times(details),
        Logs::Last(_) => last(details),
        Logs::Countries(_) => countries(details),
        Logs::Networks(_) => by_views("network", &details.networks),
        _ => return None,
    })
}

/// Returns the detail tables of a report, with their titles.
pub(super) fn tables(report: &Report) -> Vec<(&'static str, Table)> {
    let details = &report.details;
    vec![
        ("Months", months(details)),
        ("Missing pages", missing(details)),
        ("Browsers", by_views("browser", &details.browsers)),
        ("Systems", by_views("system", &details.systems)),
        ("Crawlers and other programs", programs(&details.programs)),
        ("Virtual hosts", by_views("virtual host", &details.virtual_hosts)),
        ("Request times", times(details)),
        ("Countries", countries(details)),
        ("Networks", by_views("network", &details.networks)),
        ("Last visits", last(details)),
    ]
}

/// Adds the detail tables to a report in JSON.
pub(super) fn add_json(value: &mut Value, report: &Report) {
    let details = &report.details;
    let named = |listing: &Listing, by: fn(&Entry) -> Value| -> Vec<Value> {
        listing.rows.iter().map(|row| json!([row.name, by(row)])).collect()
    };
    let views = |row: &Entry| json!(row.views);
    let hits = |row: &Entry| json!(row.hits);
    let months = details.months.iter().map(|((year, month), count)| {
        json!({
            "month": format!("{year:04}-{month:02}"), "hits": count.hits, "views": count.views, "visitors": count.visitors, "bytes": count.bytes,
        })
    });
    value["months"] = months.collect();
    value["guessed_own"] = json!(details.guessed_own);
    value["top_missing"] = json!(named(&details.missing, hits));
    value["top_browsers"] = json!(named(&details.browsers, views));
    value["top_systems"] = json!(named(&details.systems, views));
    value["top_crawlers"] =
        details.programs.rows.iter().map(|row| json!([row.name, row.hits, row.note])).collect();
    value["top_virtual_hosts"] = json!(named(&details.virtual_hosts, hits));
    value["top_times"] = details
        .times
        .rows
        .iter()
        .map(|row| json!([row.name, row.hits, mean(row), row.longest, row.bytes]))
        .collect();
    value["top_countries"] = json!(named(&details.countries, views));
    value["top_networks"] = json!(named(&details.networks, views));
    value["last_visits"] = json!(named(&details.last_visits, |row| json!(row.last.to_string())));
    for (key, listing, is_by_hits) in [
        ("missing", &details.missing, true),
        ("browsers", &details.browsers, false),
        ("systems", &details.systems, false),
        ("crawlers", &details.programs, true),
        ("virtual_hosts", &details.virtual_hosts, true),
        ("countries", &details.countries, false),
        ("networks", &details.networks, false),
    ] {
        let others = listing.others;
        value["others"][key] = json!([others.count, if is_by_hits { others.hits } else { others.views }]);
    }
}

fn months(details: &Details) -> Table {
    let rows = details.months.iter().map(|((year, month), count)| {
        let numbers = [count.hits, count.views, count.visitors, count.bytes].map(|number| number.to_string());
        let mut row = numbers.to_vec();
        row.push(format!("{year:04}-{month:02}"));
        row
    });
    Table::new(&["hits", "views", "visitors", "bytes", "month"], rows)
}

fn missing(details: &Details) -> Table {
    let Listing { rows, others } = &details.missing;
    let cells = rows
        .iter()
        .map(|row| vec![row.hits.to_string(), row.views.to_string(), row.last.to_string(), row.name.clone()]);
    let table = Table::new(&["hits", "views", "last", "page"], cells);
    table.with_others(others.count, &[others.hits, others.views])
}

fn by_views(what: &'static str, listing: &Listing) -> Table {
    let rows = listing.rows.iter().map(|row| {
        vec![row.views.to_string(), row.hits.to_string(), row.bytes.to_string(), row.name.clone()]
    });
    let others = listing.others;
    Table::new(&["views", "hits", "bytes", what], rows)
        .with_others(others.count, &[others.views, others.hits, others.bytes])
}

fn programs(Listing { rows, others }: &Listing) -> Table {
    let rows = rows.iter().map(|row| {
        vec![
            row.hits.to_string(),
            row.bytes.to_string(),
            row.name.clone(),
            row.note.clone(),
            row.last.to_string(),
        ]
    });
    Table::new(&["hits", "bytes", "program", "purpose", "last"], rows)
        .with_others(others.count, &[others.hits, others.bytes])
}

fn times(details: &Details) -> Table {
    let Listing { rows, others } = &details.times;
    let rows = rows.iter().map(|row| {
        let numbers = [row.hits, mean(row), row.longest.into(), row.bytes].map(|number| number.to_string());
        let mut row_cells = numbers.to_vec();
        row_cells.push(row.name.clone());
        row_cells
    });
    let mean = others.bytes.checked_div(others.hits).unwrap_or(0);
    Table::new(&["hits", "mean_us", "longest_us", "total_us", "page"], rows)
        .with_others(others.count, &[others.hits, mean, 0, others.bytes])
}

fn mean(row: &Entry) -> u64 {
    row.bytes.checked_div(row.hits).unwrap_or(0)
}

fn last(details: &Details) -> Table {
    let Listing { rows, others } = &details.last_visits;
    let rows = rows
        .iter()
        .map(|row| vec![row.views.to_string(), row.hits.to_string(), row.name.clone(), row.last.to_string()]);
    Table::new(&["views", "hits", "address", "last"], rows)
        .with_others(others.count, &[others.views, others.hits])
}

fn countries(details: &Details) -> Table {
    let Listing { rows, others } = &details.countries;
    let rows = rows.iter().map(|row| {
        vec![
            row.views.to_string(),
            row.hits.to_string(),
            row.bytes.to_string(),
            row.name.clone(),
            row.note.clone(),
        ]
    });
    Table::new(&["views", "hits", "bytes", "country", "name"], rows)
        .with_others(others.count, &[others.views, others.hits, others.bytes])
}
