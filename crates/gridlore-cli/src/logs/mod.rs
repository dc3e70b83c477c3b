//! `gridlore logs`: prints access logs as tables, CSV, JSON, HTML pages and graphs.

mod args;
mod choose;
mod daily;
mod details;
mod follow;
#[cfg(feature = "parquet")]
mod parquet;
mod part;
mod print;
mod read;
mod table;

pub(crate) use args::Logs;

use crate::Exit;
use crate::replace::replace;
use crate::shared_args::Threads;
use anyhow::{Result, bail};
use args::{Drawing, Form, LogsForm, LogsInput, LogsTable, Sort};
use gridlore_accesslog::{
    BOT_WORDS, Choices, Comparison, DayCount, Report, Selection, Series, Tally, bars, dot, graph, lines,
    page, page_with_choices, standalone_svg,
};
use read::{Counted, Counter};
use sha2::{Digest, Sha256};
use std::io::{BufWriter, IsTerminal, Write, stdout};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use table::Table;

pub(crate) fn run(command: &Logs) -> Result<Exit> {
    let mut out = BufWriter::new(stdout().lock());
    let counted = match command {
        Logs::Report { table, .. }
        | Logs::Days { table, .. }
        | Logs::Hours { table, .. }
        | Logs::Pages(table)
        | Logs::Referrers { table, .. }
        | Logs::Pairs(table)
        | Logs::Statuses(table)
        | Logs::Methods(table)
        | Logs::Addresses(table)
        | Logs::Agents(table)
        | Logs::Months(table)
        | Logs::Missing(table)
        | Logs::Browsers { table, .. }
        | Logs::Systems(table)
        | Logs::Crawlers { table, .. }
        | Logs::VirtualHosts(table)
        | Logs::Times(table)
        | Logs::Last(table)
        | Logs::Countries(table)
        | Logs::Networks(table) => {
            anyhow::ensure!(
                !matches!(command, Logs::Countries(_) | Logs::Networks(_)) || !table.input.geo.is_empty(),
                "this table needs an IP address database; choose one with --geo FILE"
            );
            let is_report = matches!(command, Logs::Report { .. });
            if is_report && table.form.form() == Form::Csv {
                bail!(
                    "--csv needs a command that prints one table, such as days, pages, referrers or pairs; a report has several tables"
                );
            }
            anyhow::ensure!(
                !is_report || table.form.sort != Some(Sort::Visitors),
                "--sort visitors works only with `gridlore logs days` and `gridlore logs months`"
            );
            if table.follow {
                return follow(command, table);
            }
            if table.by.is_some() {
                daily::print(command, table, &mut out)?
            } else {
                let counter =
                    Counter { keeps_cells: is_page(command), ..Counter::new(&table.input, table.show_bad)? };
                let counted = counter.count(&table.input)?;
                for (file, bad) in counted.bad() {
                    eprintln!("gridlore: {}", print::bad_line(file, &bad));
                }
                print_command(command, table, &counted.tallies[0], counted.early_end.as_ref(), &mut out)?;
                counted
            }
        }
        // All pairs are counted, because those of the top sites are not always among the top pairs.
        Logs::Graph { top, svg, input } => {
            let counted = Counter::new(input, 0)?.count(input)?;
            let report = Report::new(&counted.tallies[0], usize::MAX);
            let text = if *svg { standalone_svg(&graph(&report, *top)) } else { dot(&report, *top) };
            out.write_all(text.as_bytes())?;
            counted
        }
        Logs::Compare { first, second, form, input } => compare(&mut out, [first, second], form, input)?,
        Logs::Bad { limit, input } => {
            let counted = Counter::new(input, *limit)?.count(input)?;
            for (file, bad) in counted.bad() {
                writeln!(out, "{}", print::bad_line(file, &bad))?;
            }
            counted
        }
        Logs::Count { input } => {
            let counted = Counter::new(input, 0)?.count(input)?;
            // An incomplete part could be mistaken for a complete part.
            if counted.early_end.is_none() {
                part::write(&mut out, &counted.tallies[0], counted.described.clone())?;
            }
            counted
        }
        Logs::Merge { files, part, html, form } => merge(&mut out, files, *part, html.as_deref(), form)?,
        Logs::Bots => {
            writeln!(
                out,
                "# User agents that contain one of these words are programs. {}",
                gridlore_accesslog::BOT_SOURCE
            )?;
            for word in BOT_WORDS {
                writeln!(out, "{word}")?;
            }
            return Ok(Exit::Done);
        }
        #[cfg(feature = "parquet")]
        Logs::Parquet { out, input } => return parquet::write(out, input),
    };
    out.flush()?;
    let lines = counted.tallies[0].lines();
    // The process is about to end. Freeing the tables one by one would take as long as counting
    // thousands of lines.
    std::mem::forget(counted.tallies);
    match counted.early_end {
        None => Ok(Exit::Done),
        Some(error) => {
            let context = format!("the input ends early; the {lines} lines before the end were counted");
            Err(error.context(context))
        }
    }
}

/// Prints the table that a command requests, or the report.
fn print_command(
    command: &Logs,
    LogsTable { form, input, follow, .. }: &LogsTable,
    tally: &Tally,
    early_end: Option<&anyhow::Error>,
    out: &mut impl Write,
) -> Result<()> {
    match command {
        Logs::Report { html: Some(file), .. } => write_page(out, file, &title(&input.files), tally, form),
        Logs::Report { .. } => {
            let report = Report::ordered(tally, form.top, form.order());
            print_report(out, &report, form, early_end, *follow)
        }
        Logs::Days { plot, .. } if plot.svg.is_some() => {
            let days = Report::new(tally, 0).days;
            let names: Vec<String> = days.keys().map(|day| part::iso(*day)).collect();
            let series = |name: &str, by: fn(&DayCount) -> u64| Series {
                name: name.to_owned(),
                counts: days.values().map(by).collect(),
            };
            let views = series("views", |day| day.views);
            let drawing = if plot.svg == Some(Drawing::Lines) {
                let all = [series("hits", |day| day.hits), views, series("visitors", |day| day.visitors)];
                lines("Hits, views and visitors by day", &names, &all)
            } else {
                let views: Vec<_> = names.into_iter().zip(views.counts).collect();
                bars("Views by day", &views)
            };
            Ok(out.write_all(standalone_svg(&drawing).as_bytes())?)
        }
        Logs::Hours { plot, .. } if plot.svg.is_some() => {
            let hours = Report::new(tally, 0).hours;
            let names: Vec<String> = (0..hours.len()).map(|hour| format!("{hour:02}")).collect();
            let drawing = if plot.svg == Some(Drawing::Lines) {
                let hits = Series { name: "hits".to_owned(), counts: hours.to_vec() };
                lines("Hits by hour of the day", &names, &[hits])
            } else {
                let hits: Vec<_> = names.into_iter().zip(hours).collect();
                bars("Hits by hour of the day", &hits)
            };
            Ok(out.write_all(standalone_svg(&drawing).as_bytes())?)
        }
        _ => {
            let report = Report::ordered(tally, form.top, form.order());
            if let Some(approximate) = &report.approximate {
                eprintln!("gridlore: {approximate}");
            }
            if let (Logs::Referrers { .. } | Logs::Pairs(_), Some(host)) =
                (command, &report.details.guessed_own)
            {
                eprintln!("gridlore: assuming that {host} is the site itself; --own sets another host");
            }
            let Some(table) = print::table(command, &report) else { return Ok(()) };
            sorted(command, table, form)?.print(out, form.form())
        }
    }
}

/// Sorts a table as specified on the command line. Long tables are already sorted in the report.
///
/// # Errors
/// Fails if the table does not have the column.
fn sorted(command: &Logs, table: Table, form: &LogsForm) -> Result<Table> {
    table.check_sort(form)?;
    let is_short = matches!(
        command,
        Logs::Days { .. } | Logs::Hours { .. } | Logs::Statuses(_) | Logs::Methods(_) | Logs::Months(_)
    );
    Ok(if is_short { table.sorted(form) } else { table })
}

/// Prints a report; JSON is one line if `is_one_line`.
fn print_report(
    out: &mut impl Write,
    report: &Report,
    form: &LogsForm,
    early_end: Option<&anyhow::Error>,
    is_one_line: bool,
) -> Result<()> {
    match form.form() {
        Form::Json if is_one_line => writeln!(out, "{}", print::json(report, early_end))?,
        Form::Json => {
            serde_json::to_writer_pretty(&mut *out, &print::json(report, early_end))?;
            writeln!(out)?;
        }
        Form::Csv => unreachable!("rejected before counting"),
        Form::Text => print::report(out, report)?,
    }
    Ok(())
}

/// The script of a page, which recomputes the tables.
const SCRIPT: &str = include_str!("../../../../web/src/site/visits.js");

/// Returns whether a command writes an HTML page.
fn is_page(command: &Logs) -> bool {
    matches!(command, Logs::Report { html: Some(_), .. })
}

/// Encodes bytes in Base64 (RFC 4648, section 4).
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let three =
            chunk.iter().fold(0_usize, |sum, byte| sum << 8 | usize::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let letter = char::from(LETTERS[three >> (18 - 6 * place) & 63]);
            text.push(if place <= chunk.len() { letter } else { '=' });
        }
    }
    text
}

/// Returns the title of a page.
fn title(files: &[String]) -> String {
    if files.is_empty() { "Access log".to_owned() } else { files.join(", ") }
}

/// Writes a page to a file, or to standard output for `-`. An existing file is replaced atomically.
fn write_page(out: &mut impl Write, file: &Path, title: &str, tally: &Tally, form: &LogsForm) -> Result<()> {
    let report = Report::ordered(tally, usize::MAX, form.order());
    let html = match Choices::new(tally) {
        Some(choices) => {
            let hash = base64(&Sha256::digest(SCRIPT));
            page_with_choices(title, &report, form.top, &choices, [SCRIPT, &hash])
        }
        None => page(title, &report, form.top),
    };
    if file == Path::new("-") {
        return Ok(out.write_all(html.as_bytes())?);
    }
    replace(file, html.as_bytes())
}

/// Prints the tables of growing files until Ctrl-C is pressed.
fn follow(command: &Logs, table: &LogsTable) -> Result<Exit> {
    let counter = Counter { keeps_cells: is_page(command), ..Counter::new(&table.input, 0)? };
    let is_terminal = stdout().is_terminal();
    let is_drawn = match command {
        Logs::Days { plot, .. } | Logs::Hours { plot, .. } => plot.svg.is_some(),
        _ => false,
    };
    anyhow::ensure!(!is_drawn, "--follow works with tables and --html, not with --svg");
    let is_text = table.form.form() == Form::Text && !matches!(command, Logs::Report { html: Some(_), .. });
    let every = Duration::from_secs_f64(table.every);
    let mut is_first = true;
    follow::follow(&table.input.files, &counter, every, |tally| {
        let mut out = BufWriter::new(stdout().lock());
        if is_text && is_terminal {
            // Clear the screen.
            write!(out, "\x1b[H\x1b[2J")?;
        } else if is_text && !is_first {
            writeln!(out)?;
        }
        is_first = false;
        print_command(command, table, tally, None, &mut out)?;
        Ok(out.flush()?)
    })?;
    Ok(Exit::Done)
}

/// Compares two periods.
fn compare(out: &mut impl Write, names: [&str; 2], form: &LogsForm, input: &LogsInput) -> Result<Counted> {
    anyhow::ensure!(
        input.from.is_none() && input.to.is_none(),
        "`compare` takes its days from --first and --second; --from and --to are for the other commands"
    );
    anyhow::ensure!(
        form.sort.is_none() && !form.reverse,
        "`compare` lists the largest changes first; --sort and --reverse are for the other commands"
    );
    let mut counter = Counter::new(input, 0)?;
    let periods = [choose::period(names[0])?, choose::period(names[1])?];
    counter.selections = periods
        .into_iter()
        .map(|(first, last)| -> Result<_> {
            let chosen = choose::selection(input)?;
            Ok(Arc::new(Selection { first: Some(first), last: Some(last), ..chosen }))
        })
        .collect::<Result<_>>()?;
    let counted = counter.count(input)?;
    let reports: Vec<Report> = counted.tallies.iter().map(|tally| Report::new(tally, usize::MAX)).collect();
    for approximate in reports.iter().filter_map(|report| report.approximate) {
        eprintln!("gridlore: {approximate}");
    }
    let comparison = Comparison::new(&reports[0], &reports[1], form.top);
    let lengths = periods.map(|(first, last)| last.number() - first.number() + 1);
    match form.form() {
        Form::Text => print::comparison(out, &comparison, names, lengths)?,
        Form::Json => print::comparison_json(out, &comparison, names)?,
        Form::Csv => print::comparison_csv(out, &comparison)?,
    }
    Ok(counted)
}

/// Merges parts.
fn merge(
    out: &mut impl Write,
    files: &[String],
    is_part: bool,
    html: Option<&Path>,
    form: &LogsForm,
) -> Result<Counted> {
    if form.form() == Form::Csv {
        bail!(
            "--csv needs a command that prints one table, such as `gridlore logs pages part*.json`; a report has several tables"
        );
    }
    let input = LogsInput { files: files.to_vec(), threads: Threads::ONE, ..LogsInput::default() };
    let counter = Counter { only_parts: true, ..Counter::new(&input, 0)? };
    let counted = counter.count(&input)?;
    let tally = &counted.tallies[0];
    match html {
        _ if counted.early_end.is_some() => {}
        _ if is_part => part::write(out, tally, counted.described.clone())?,
        Some(file) => write_page(out, file, &title(files), tally, form)?,
        None => {
            let report = Report::ordered(tally, form.top, form.order());
            print_report(out, &report, form, None, false)?;
        }
    }
    Ok(counted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_matches_rfc_4648() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert!(!SCRIPT.contains("</script"), "it would end the element");
    }
}
