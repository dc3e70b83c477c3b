//! Tables: those that Markdown can express are written in the form that the converter knows, the
//! others as safe HTML.

use super::balanced::{RAW_END, RAW_START, Written, quoted, written};
use super::parts::Prepared;
use std::borrow::Cow;
use std::fmt::Write;

/// Marks in a header cell: the column is right-aligned, or centred.
pub(super) const RIGHT: char = '\u{e003}';
pub(super) const CENTRE: char = '\u{e004}';

/// Maximum number of open elements in a table.
const MAX_DEPTH: usize = 30;

/// Maximum number of columns of a Markdown table.
const MAX_COLUMNS: usize = 100;

struct Cell<'a> {
    is_head: bool,
    mark: Option<char>,
    html: &'a str,
}

#[derive(Default)]
struct Table<'a> {
    rows: Vec<Vec<Cell<'a>>>,
    caption: &'a str,
    /// Whether Markdown cannot express it.
    is_rich: bool,
}

/// Writes a table with this content.
pub(super) fn table(inside: &str, out: &mut Prepared) {
    let table = read(inside);
    let columns = table.rows.iter().map(Vec::len).max().unwrap_or(0);
    if columns == 0 {
        let _ = write!(out.html, "<div>{inside}</div>");
        return;
    }
    if table.is_rich || columns > MAX_COLUMNS {
        let _ = write!(out.html, "<p>{RAW_START}{}{RAW_END}</p>", out.raw.len());
        out.raw.push(safe(inside));
        return;
    }
    if !table.caption.trim().is_empty() {
        let _ = write!(out.html, "<p><em>{}</em></p>", table.caption.trim());
    }
    let has_head = table.rows[0].iter().all(|cell| cell.is_head);
    let head = if has_head { table.rows.first() } else { None };
    out.html.push_str("<table><thead><tr>");
    for column in 0..columns {
        let mark = table.rows.iter().find_map(|row| row.get(column)?.mark).map(String::from);
        let text = head.and_then(|row| row.get(column)).map_or("", |cell| cell.html.trim());
        let _ = write!(out.html, "<th>{text}{}</th>", mark.unwrap_or_default());
    }
    out.html.push_str("</tr></thead><tbody>");
    for row in &table.rows[usize::from(has_head)..] {
        out.html.push_str("<tr>");
        for cell in row {
            let text = cell.html.trim();
            let _ = if cell.is_head && !text.is_empty() {
                write!(out.html, "<td><strong>{text}</strong></td>")
            } else {
                write!(out.html, "<td>{text}</td>")
            };
        }
        out.html.push_str("</tr>");
    }
    out.html.push_str("</tbody></table>");
}

/// Maximum size in bytes of a Markdown table, whose cells are padded to the width of their columns.
const MAX_PADDED_BYTES: usize = 256 << 10;

/// Returns balanced HTML whose tables have a limited size in Markdown; the rows of larger tables
/// become paragraphs.
pub(super) fn without_large_ones(html: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut rest = html;
    while let Some(start) = rest.find("<table>") {
        let (before, after) = rest.split_at(start);
        let end = after.find("</table>").map_or(after.len(), |end| end + "</table>".len());
        let (table, next) = after.split_at(end);
        out.push_str(before);
        if padded_bytes(table) <= MAX_PADDED_BYTES {
            out.push_str(table);
        } else {
            let mut plain = table.replace("<tr>", "<p>").replace("</tr>", "</p>");
            for cell in ["</td>", "</th>"] {
                plain = plain.replace(cell, " ");
            }
            let parts = ["table", "thead", "tbody", "tfoot", "caption", "td", "th"];
            for tag in parts.iter().flat_map(|part| [format!("<{part}>"), format!("</{part}>")]) {
                plain = plain.replace(&tag, "");
            }
            out.push_str(&plain);
        }
        rest = next;
    }
    if out.is_empty() {
        return Cow::Borrowed(html);
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Returns an upper bound on the size of a table in Markdown, in which each row is as long as the
/// longest cells of all columns together.
fn padded_bytes(table: &str) -> usize {
    let (mut widths, mut rows) = (Vec::<usize>::new(), 0);
    for row in table.split("<tr>").skip(1) {
        rows += 1;
        for (column, cell) in row.replace("<th>", "<td>").split("<td>").skip(1).enumerate() {
            match widths.get_mut(column) {
                Some(width) => *width = cell.len().max(*width),
                None => widths.push(cell.len()),
            }
        }
    }
    rows * widths.iter().map(|width| width + 3).sum::<usize>()
}

/// Reads the rows of a table.
fn read(inside: &str) -> Table<'_> {
    let mut table = Table::default();
    let (mut at, mut caption) = (0, None);
    let mut cell: Option<(bool, Option<char>, usize)> = None;
    while let Some(found) = inside[at..].find('<') {
        let start = at + found;
        at = start + 1;
        let Some((tag, bytes)) = written(&inside[at..]) else { break };
        let is_end = inside[at..].starts_with('/');
        let is_part =
            matches!(tag.name.as_str(), "tr" | "td" | "th" | "thead" | "tbody" | "tfoot" | "caption");
        if !is_part {
            let is_known =
                inside[at..].starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '/');
            at = if is_known { at + bytes } else { at };
            table.is_rich |= cell.is_some()
                && matches!(
                    tag.name.as_str(),
                    "table"
                        | "ul"
                        | "ol"
                        | "pre"
                        | "blockquote"
                        | "br"
                        | "p"
                        | "div"
                        | "h1"
                        | "h2"
                        | "h3"
                        | "h4"
                        | "h5"
                        | "h6"
                        | "hr"
                        | "dl"
                        | "figure"
                        | "details"
                );
            continue;
        }
        at += bytes;
        if let Some((is_head, mark, from)) = cell.take() {
            let html = &inside[from..start];
            match table.rows.last_mut() {
                Some(row) => row.push(Cell { is_head, mark, html }),
                None => table.rows.push(vec![Cell { is_head, mark, html }]),
            }
        }
        if let Some(from) = caption.take() {
            table.caption = &inside[from..start];
        }
        match (tag.name.as_str(), is_end) {
            ("tr", false) => table.rows.push(Vec::new()),
            ("td" | "th", false) => {
                let spans = ["colspan", "rowspan"].into_iter().filter_map(|key| tag.value(key));
                table.is_rich |= spans.into_iter().any(|span| span != "1");
                cell = Some((tag.name == "th", mark(&tag), at));
            }
            ("caption", false) => caption = Some(at),
            _ => {}
        }
    }
    if let Some((is_head, mark, from)) = cell
        && let Some(row) = table.rows.last_mut()
    {
        row.push(Cell { is_head, mark, html: &inside[from..] });
    }
    table.rows.retain(|row| !row.is_empty());
    table
}

/// Returns the mark for the alignment of a cell.
fn mark(tag: &Written<'_>) -> Option<char> {
    let style: String =
        tag.value("style").unwrap_or_default().split_whitespace().collect::<String>().to_ascii_lowercase();
    let of_style = style.split(';').find_map(|rule| rule.strip_prefix("text-align:"));
    let words = [of_style, tag.value("data-align"), tag.value("align")];
    let class = tag.value("class").unwrap_or_default();
    let named = |word: &str| class.split_ascii_whitespace().any(|name| name == word);
    match words.into_iter().flatten().next() {
        Some("right") => Some(RIGHT),
        Some("center") => Some(CENTRE),
        None if named("has-text-align-right") => Some(RIGHT),
        None if named("has-text-align-center") => Some(CENTRE),
        _ => None,
    }
}

/// Returns a table as balanced HTML on one line, with the elements that a post can contain.
fn safe(inside: &str) -> String {
    let mut out = "<table>".to_owned();
    let mut open: Vec<String> = Vec::new();
    let mut at = 0;
    while let Some(found) = inside[at..].find('<') {
        let start = at + found;
        let text = &inside[at..start];
        let is_in_cell = open.iter().any(|name| matches!(name.as_str(), "td" | "th" | "caption"));
        out.push_str(if is_in_cell && !text.is_empty() && text.trim().is_empty() { " " } else { "" });
        out.push_str(&line(text));
        at = start + 1;
        let rest = &inside[at..];
        let is_tag = rest.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '/');
        let Some((tag, bytes)) = written(rest).filter(|_| is_tag) else {
            out.push_str("&lt;");
            if is_tag {
                break;
            }
            continue;
        };
        at += bytes;
        let name = tag.name.as_str();
        let is_part =
            |name: &str| matches!(name, "tr" | "td" | "th" | "thead" | "tbody" | "tfoot" | "caption");
        let close_to = |place: usize, open: &mut Vec<String>, out: &mut String| {
            for name in open.drain(place..).rev() {
                let _ = write!(out, "</{name}>");
            }
        };
        if rest.starts_with('/') {
            let place = open.iter().rposition(|other| other == name);
            if let Some(place) =
                place.filter(|place| is_part(name) || !open[*place..].iter().any(|other| is_part(other)))
            {
                close_to(place, &mut open, &mut out);
            }
            continue;
        }
        let attributes: &[&str] = match name {
            "td" | "th" => &["colspan", "rowspan"],
            "a" => &["href"],
            "img" => &["src", "alt"],
            "tr" | "thead" | "tbody" | "tfoot" | "caption" | "p" | "ul" | "ol" | "li" | "b" | "strong"
            | "i" | "em" | "code" | "sub" | "sup" | "mark" | "del" | "kbd" | "br" => &[],
            _ => continue,
        };
        let ends: &[&str] = match name {
            "td" | "th" => &["td", "th", "caption"],
            "tr" => &["tr", "caption"],
            "thead" | "tbody" | "tfoot" => &["thead", "tbody", "tfoot", "caption"],
            _ => &[],
        };
        if let Some(place) = open.iter().position(|other| ends.contains(&other.as_str())) {
            close_to(place, &mut open, &mut out);
        }
        let is_void = matches!(name, "br" | "img");
        if open.len() >= MAX_DEPTH && !is_void {
            continue;
        }
        let _ = write!(out, "<{name}");
        for key in attributes {
            if let Some(value) = tag.value(key) {
                let _ = write!(out, " {key}=\"{}\"", quoted(value));
            }
        }
        out.push('>');
        if !is_void {
            open.push(name.to_owned());
        }
    }
    out.push_str(&line(&inside[at..].replace('<', "&lt;")));
    for name in open.iter().rev() {
        let _ = write!(out, "</{name}>");
    }
    out.push_str("</table>");
    out
}

/// Returns the text of a table on one line.
fn line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let start = if text.starts_with(char::is_whitespace) && !words.is_empty() { " " } else { "" };
    let end = if text.ends_with(char::is_whitespace) && !words.is_empty() { " " } else { "" };
    format!("{start}{}{end}", words.join(" "))
}

/// Returns the Markdown with the column alignments that the marks in table headers specify.
pub(super) fn aligned(markdown: &str) -> String {
    let mut out = String::with_capacity(markdown.len());
    let mut marks: Vec<Option<char>> = Vec::new();
    for line in markdown.split_inclusive('\n') {
        if line.contains([RIGHT, CENTRE]) {
            marks = cells(line)
                .map(|cell| cell.chars().find(|letter| matches!(*letter, RIGHT | CENTRE)))
                .collect();
            out.push_str(&line.replace([RIGHT, CENTRE], ""));
        } else if marks.is_empty() {
            out.push_str(line);
        } else {
            let parts: Vec<String> = cells(line)
                .zip(marks.drain(..).chain(std::iter::repeat(None)))
                .map(|(cell, mark)| match mark {
                    Some(RIGHT) => " --: ".to_owned(),
                    Some(_) => " :-: ".to_owned(),
                    None => cell.to_owned(),
                })
                .collect();
            out.push_str(&parts.join("|"));
        }
    }
    out
}

/// Returns the cells of a table line, and the text before and after them.
fn cells(line: &str) -> impl Iterator<Item = &str> {
    let mut is_escaped = false;
    line.split(move |letter: char| {
        let is_end = letter == '|' && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        is_end
    })
}
