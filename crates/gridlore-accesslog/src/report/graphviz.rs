//! The top referring sites and the pages that they linked to, as a graph for Graphviz.
//!
//! # Source
//! Graphviz documentation, "The DOT Language": quotation marks in quoted names are escaped; in
//! labels `\` has a meaning before some letters, so it is doubled.

use crate::report::{Pair, Report};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The number of pages drawn per site; the others are combined.
const MAX_PAGES_PER_SITE: usize = 8;

/// Returns the graph of the first `top` sites, each with the pages to which it led most often.
/// `report` must contain all pairs.
#[must_use]
pub fn dot(report: &Report, top: usize) -> String {
    let mut text = "digraph referrers {\n  rankdir=LR;\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n  edge [fontname=\"sans-serif\"];\n".to_owned();
    let mut pages = BTreeSet::new();
    let mut edges = String::new();
    for site in report.sites.iter().take(top) {
        let _ = writeln!(
            text,
            "  {} [label={}];",
            name('s', &site.name),
            quoted(&format!("{}\n{}", site.name, site.views))
        );
        let all: Vec<&Pair> = report.pairs.iter().filter(|pair| pair.site == site.name).collect();
        for pair in all.iter().take(MAX_PAGES_PER_SITE) {
            pages.insert(&pair.page);
            let _ = writeln!(
                edges,
                "  {} -> {} [label=\"{}\"];",
                name('s', &site.name),
                name('p', &pair.page),
                pair.views
            );
        }
        let others = all.iter().skip(MAX_PAGES_PER_SITE);
        let (count, views) = others.fold((0, 0), |(count, views), pair| (count + 1, views + pair.views));
        if count > 0 {
            let others = name('o', &site.name);
            let label = if count == 1 { "1 other page".to_owned() } else { format!("{count} other pages") };
            let _ = writeln!(text, "  {others} [label={}, style=\"rounded,dashed\"];", quoted(&label));
            let _ =
                writeln!(edges, "  {} -> {others} [label=\"{views}\", style=dashed];", name('s', &site.name));
        }
    }
    for page in pages {
        let _ = writeln!(
            text,
            "  {} [label={}, style=filled, fillcolor=\"#e4f1f6\"];",
            name('p', page),
            quoted(page)
        );
    }
    text + &edges + "}\n"
}

/// Returns the name of a node. The prefix keeps sites, pages and combined pages apart.
fn name(kind: char, text: &str) -> String {
    quoted(&format!("{kind}:{text}"))
}

fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            letter if letter.is_control() => quoted.push('\u{fffd}'),
            letter => quoted.push(letter),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Count;

    #[test]
    fn names_are_quoted_and_the_rest_is_summed() {
        let count = |name: &str, views| Count { name: name.to_owned(), hits: views, views, bytes: 0 };
        let mut report = Report { sites: vec![count("a\"b\\", 50), count("late", 1)], ..Report::default() };
        for page in 0..10 {
            report.pairs.push(Pair { site: "a\"b\\".to_owned(), page: format!("/{page}"), views: 9 - page });
        }
        let text = dot(&report, 1);
        assert!(text.contains(r#""s:a\"b\\" [label="a\"b\\\n50"];"#), "{text}");
        assert!(
            text.contains(r#""s:a\"b\\" -> "p:/0" [label="9"];"#)
                && text.contains(r#""o:a\"b\\" [label="2 other pages""#),
            "{text}"
        );
        assert!(
            text.contains(r#"-> "o:a\"b\\" [label="1", style=dashed];"#) && !text.contains("late"),
            "{text}"
        );
    }
}
