//! The result of an import, and its table.

use crate::console::desk::Put;
use std::fmt::Write;

/// Maximum width to which a column is padded; longer cells push the next column to the right.
const MAX_PADDED: usize = 60;

/// One item found in a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The kind of item: `post`, `page`, `redirect`, `picture`, `file`, `comments`, `changed` or
    /// `left out`.
    pub kind: &'static str,
    /// Its name in the source.
    pub source: String,
    /// Its address on this site; empty if it is left out.
    pub target: String,
    /// A note about it.
    pub note: String,
}

/// The result of an import.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Imported {
    /// The source's format, such as `WordPress`.
    pub format: &'static str,
    /// All items found.
    pub rows: Vec<Row>,
    /// The posts and pages; empty for a dry run.
    pub posts: Vec<Put>,
    /// Number of comments.
    pub comments: usize,
    /// Number of comments that the blog did not have before; 0 for a dry run.
    pub new_comments: usize,
}

impl Imported {
    /// Returns the rows as an aligned table with a headline.
    #[must_use]
    pub fn table(&self) -> String {
        let head = ["kind", "source", "target", "note"].map(str::to_owned);
        let shown = |text: &str| text.chars().filter(|letter| !letter.is_control()).collect::<String>();
        let cells = self
            .rows
            .iter()
            .map(|row| [shown(row.kind), shown(&row.source), shown(&row.target), shown(&row.note)]);
        let lines: Vec<[String; 4]> = std::iter::once(head).chain(cells).collect();
        let width = |column: usize| {
            lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0).min(MAX_PADDED)
        };
        let widths = [0, 1, 2].map(width);
        let mut table = String::new();
        for [kind, source, target, note] in &lines {
            let line =
                format!("{kind:0$}  {source:1$}  {target:2$}  {note}", widths[0], widths[1], widths[2]);
            let _ = writeln!(table, "{}", line.trim_end());
        }
        table
    }

    /// Returns the number of items of each kind in one line.
    #[must_use]
    pub fn summary(&self) -> String {
        let count = |kind: &str| self.rows.iter().filter(|row| row.kind == kind).count();
        let named =
            |count: usize, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
        let files = match count("file") {
            0 => String::new(),
            files => format!(", {}", named(files, "other file", "other files")),
        };
        format!(
            "{}: {}, {}, {}, {}{files}, {}; left out: {}",
            self.format,
            named(count("post"), "post", "posts"),
            named(count("page"), "page", "pages"),
            named(self.comments, "comment", "comments"),
            named(count("picture"), "picture", "pictures"),
            named(count("redirect"), "redirect", "redirects"),
            named(count("left out"), "kind of content", "kinds of content"),
        )
    }
}
