//! Tables as text, CSV and JSON.

use super::args::{Form, LogsForm, Sort};
use anyhow::Result;
use gridlore_accesslog::{Bytes, Micros, others_label};
use serde_json::{Map, Value, json};
use std::io::Write;

/// A table; numeric columns precede text columns.
pub(super) struct Table {
    head: Vec<&'static str>,
    rows: Vec<Vec<String>>,
    /// The number of rows that were left out, and the sums of their numbers.
    others: Option<(usize, Vec<u64>)>,
}

impl Table {
    pub(super) fn new(head: &[&'static str], rows: impl Iterator<Item = Vec<String>>) -> Self {
        Self { head: head.to_vec(), rows: rows.collect(), others: None }
    }

    /// Adds a final row that sums up `count` further rows, unless their sums are zero.
    pub(super) fn with_others(mut self, count: usize, sums: &[u64]) -> Self {
        if sums.iter().any(|&sum| sum > 0) {
            self.others = Some((count, sums.to_vec()));
        }
        self
    }

    /// Sorts by a column if the table has it: numbers descending, names ascending. If no column is
    /// given, the table may still be reversed.
    pub(super) fn sorted(mut self, form: &LogsForm) -> Self {
        let last = self.head.len() - 1;
        let column = form.sort.and_then(|sort| match sort.column() {
            "name" => Some(last),
            name => self.head.iter().position(|&head| head == name),
        });
        if let Some(column) = column {
            let number = |row: &[String]| row[column].parse::<u64>().ok();
            self.rows.sort_by(|one, other| match (number(one), number(other)) {
                (Some(one), Some(other)) if column != last => other.cmp(&one),
                _ => one[column].cmp(&other[column]),
            });
        }
        if form.reverse {
            self.rows.reverse();
        }
        self
    }

    /// Checks that the table has the column to sort by.
    ///
    /// # Errors
    /// The message lists the columns that the table has.
    pub(super) fn check_sort(&self, form: &LogsForm) -> Result<()> {
        let Some(wanted) = form.sort.map(Sort::column) else { return Ok(()) };
        anyhow::ensure!(
            wanted == "name" || self.head.contains(&wanted),
            "--sort {wanted}: this table has no such column, only {}",
            self.head.join(", ")
        );
        Ok(())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.others.is_none()
    }

    /// Returns the final row, which sums up the rest.
    fn others_row(&self) -> Option<Vec<String>> {
        let (count, sums) = self.others.as_ref()?;
        let mut row: Vec<String> = sums.iter().map(u64::to_string).collect();
        row.push(others_label(*count));
        row.resize(self.head.len(), String::new());
        Some(row)
    }

    /// Prints rows such as `12  site => page`.
    pub(super) fn print_arrows(&self, out: &mut impl Write) -> Result<()> {
        let others = self.others_row();
        let all = || self.rows.iter().chain(&others);
        let width = all().map(|row| row[0].len()).max().unwrap_or(0);
        for row in all() {
            let texts: Vec<String> =
                row[1..].iter().filter(|text| !text.is_empty()).map(|text| shown(text)).collect();
            writeln!(out, "  {:>width$}  {}", row[0], texts.join(" => "))?;
        }
        Ok(())
    }

    pub(super) fn print(&self, out: &mut impl Write, form: Form) -> Result<()> {
        self.print_of(out, form, None, true)
    }

    /// Prints the table. If a day is given, CSV and JSON have a first column `day`; CSV has a
    /// header if `has_head`.
    pub(super) fn print_of(
        &self,
        out: &mut impl Write,
        form: Form,
        day: Option<&str>,
        has_head: bool,
    ) -> Result<()> {
        match form {
            Form::Text => {
                let head: Vec<String> = self.head.iter().map(|&name| name.to_owned()).collect();
                let others = self.others_row();
                let all = || std::iter::once(&head).chain(&self.rows).chain(&others);
                let shown = |row: &[String], column: usize| match row[column].parse() {
                    Ok(bytes) if self.head[column] == "bytes" => Bytes(bytes).to_string(),
                    Ok(micros) if self.head[column].ends_with(MICROS) => Micros(micros).to_string(),
                    _ if row == head => row[column].trim_end_matches(MICROS).to_owned(),
                    _ => shown(&row[column]),
                };
                let width =
                    |column: usize| all().map(|row| shown(row, column).chars().count()).max().unwrap_or(0);
                let widths: Vec<usize> = (0..head.len()).map(width).collect();
                let right: Vec<bool> = self.head.iter().map(|name| NUMBERS.contains(name)).collect();
                for row in all() {
                    let mut line = String::new();
                    for column in 0..row.len() {
                        let (cell, width) = (shown(row, column), widths[column]);
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
                if has_head {
                    writeln!(out, "{}{}", if day.is_some() { "day," } else { "" }, self.head.join(","))?;
                }
                for row in self.rows.iter().chain(&self.others_row()) {
                    let cells = day.into_iter().chain(row.iter().map(String::as_str));
                    let cells: Vec<String> = cells.map(csv).collect();
                    writeln!(out, "{}", cells.join(","))?;
                }
            }
            Form::Json => {
                for row in &self.rows {
                    let cell = |(name, cell): (&&str, &String)| {
                        let value = cell.parse::<u64>().map_or_else(|_| json!(cell), |number| json!(number));
                        ((*name).to_owned(), value)
                    };
                    let day = day.map(|day| ("day".to_owned(), json!(day)));
                    let object: Map<String, Value> =
                        day.into_iter().chain(self.head.iter().zip(row).map(cell)).collect();
                    writeln!(out, "{}", Value::Object(object))?;
                }
                if let Some((count, sums)) = &self.others {
                    let sums = self.head.iter().zip(sums).map(|(name, sum)| ((*name).to_owned(), json!(sum)));
                    let day = day.map(|day| ("day".to_owned(), json!(day)));
                    let mut object: Map<String, Value> = day.into_iter().chain(sums).collect();
                    object.insert("others".to_owned(), json!(count));
                    writeln!(out, "{}", Value::Object(object))?;
                }
            }
        }
        Ok(())
    }
}

/// The numeric columns.
const NUMBERS: [&str; 11] = [
    "views",
    "hits",
    "bytes",
    "visitors",
    "first",
    "second",
    "change",
    "percent",
    "mean_us",
    "longest_us",
    "total_us",
];

/// The suffix of the names of columns that contain microseconds.
const MICROS: &str = "_us";

/// Returns a cell without control characters and with at most 120 characters, because visitors can
/// send arbitrary text.
fn shown(cell: &str) -> String {
    let plain = |letter: char| if letter.is_control() { '\u{fffd}' } else { letter };
    let text: String = cell.chars().take(120).map(plain).collect();
    if cell.chars().nth(120).is_some() { text + "…" } else { text }
}

/// Returns a CSV cell (RFC 4180). Starts the text with an apostrophe if a spreadsheet would run it
/// as a formula.
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
