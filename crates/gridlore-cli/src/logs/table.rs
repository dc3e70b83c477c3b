//! Tables as text, CSV and JSON.

use super::args::{Form, LogsForm, Sort};
use anyhow::Result;
use gridlore_accesslog::others_label;
use serde_json::{Map, Value, json};
use std::io::Write;

/// Rows of a table: numbers first, texts after them.
pub(super) struct Table {
    head: Vec<&'static str>,
    rows: Vec<Vec<String>>,
    /// What is not in the rows: how many texts, and their numbers together.
    others: Option<(usize, Vec<u64>)>,
}

impl Table {
    pub(super) fn new(head: &[&'static str], rows: impl Iterator<Item = Vec<String>>) -> Self {
        Self { head: head.to_vec(), rows: rows.collect(), others: None }
    }

    /// With a row for so many others, if there is anything in it.
    pub(super) fn with_others(mut self, count: usize, sums: &[u64]) -> Self {
        if sums.iter().any(|&sum| sum > 0) {
            self.others = Some((count, sums.to_vec()));
        }
        self
    }

    /// Sorted by a column, if it has that one; most first, and names from A on. A table that is to
    /// be reversed and not sorted is reversed as it is.
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

    /// # Errors
    /// When it cannot be sorted as is wanted.
    pub(super) fn must_have(&self, form: &LogsForm) -> Result<()> {
        let Some(wanted) = form.sort.map(Sort::column) else { return Ok(()) };
        anyhow::ensure!(
            wanted == "name" || self.head.contains(&wanted),
            "--sort {wanted}: this table has no such column, it has {}",
            self.head.join(", ")
        );
        Ok(())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.others.is_none()
    }

    /// The row of the others as it is shown.
    fn others_row(&self) -> Option<Vec<String>> {
        let (count, sums) = self.others.as_ref()?;
        let mut row: Vec<String> = sums.iter().map(u64::to_string).collect();
        row.push(others_label(*count));
        row.resize(self.head.len(), String::new());
        Some(row)
    }

    /// A line for each row with its number and the two texts, as `12  site => page`.
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

    /// The same; as CSV and JSON with a first column `day` where there is one, and with a head if
    /// that is wanted.
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
                let width =
                    |column: usize| all().map(|row| shown(&row[column]).chars().count()).max().unwrap_or(0);
                let widths: Vec<usize> = (0..head.len()).map(width).collect();
                let right: Vec<bool> = self.head.iter().map(|name| NUMBERS.contains(name)).collect();
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

/// Columns of numbers.
const NUMBERS: [&str; 8] = ["views", "hits", "bytes", "visitors", "first", "second", "change", "percent"];

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
