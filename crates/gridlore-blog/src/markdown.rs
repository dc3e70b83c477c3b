//! Markdown to HTML: CommonMark with tables, footnotes and strikethrough; puzzles in fenced blocks; headings with names
//! to link to. HTML in the text is shown as text, never run.
//!
//! # Source
//! The parser is the crate pulldown-cmark; the puzzles are ours.

use crate::escape::Escaped;
use gridlore::{Kind, ParseError, Puzzle};
use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use std::fmt::Write;

/// For whom the HTML is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// A page of the site: puzzles are elements that a script brings to life, with a table inside.
    Page,
    /// A feed reader: puzzles are tables, and blank cells hold a dot, as no style sheet draws lines there.
    Feed,
}

/// A post as HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// The HTML of the post's body.
    pub html: String,
    /// The kinds of puzzles in it, each once: the page loads these engines and no other.
    pub kinds: Vec<&'static str>,
    /// Fenced blocks that are no puzzle although they say so; the page shows them as code with the message.
    pub problems: Vec<Problem>,
}

/// A fenced block that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct Problem {
    /// The line of the Markdown text, from 1.
    pub line: usize,
    /// What was found and expected.
    pub message: String,
}

/// Renders a post.
#[must_use]
pub fn render(markdown: &str, target: Target) -> Rendered {
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
    let mut rendered = Rendered { html: String::new(), kinds: Vec::new(), problems: Vec::new() };
    let mut events = Vec::new();
    let mut source =
        Parser::new_ext(markdown, options).into_offset_iter().map(|(event, range)| (harmless(event), range));
    while let Some((event, range)) = source.next() {
        match event {
            Event::Start(Tag::CodeBlock(block)) => {
                let info = match block {
                    CodeBlockKind::Fenced(info) => info,
                    CodeBlockKind::Indented => CowStr::Borrowed(""),
                };
                let mut code = String::new();
                for (event, _) in source.by_ref() {
                    match event {
                        Event::Text(text) => code.push_str(&text),
                        Event::End(TagEnd::CodeBlock) => break,
                        _ => {}
                    }
                }
                let language = info.split_whitespace().next().unwrap_or_default();
                let html = match gridlore::kind(language) {
                    Some(kind) => {
                        let line = markdown[..range.start].matches('\n').count() + 1;
                        puzzle_block(kind, &code, line, target, &mut rendered)
                    }
                    None => code_block(language, &code),
                };
                events.push(Event::Html(html.into()));
            }
            Event::Start(Tag::Heading { level, .. }) => {
                let inside: Vec<Event<'_>> = source
                    .by_ref()
                    .map(|(event, _)| event)
                    .take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))))
                    .collect();
                heading(level, inside, &mut events);
            }
            other => events.push(other),
        }
    }
    html::push_html(&mut rendered.html, events.into_iter());
    rendered
}

/// Whatever an author writes, nothing of it runs: HTML becomes text, and addresses that run something lead nowhere.
fn harmless(event: Event<'_>) -> Event<'_> {
    match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        Event::Start(Tag::Link { dest_url, .. }) if !is_safe(&dest_url) => {
            Event::Html(CowStr::Borrowed("<a>"))
        }
        Event::Start(Tag::Image { link_type, dest_url, title, id }) if !is_safe(&dest_url) => {
            Event::Start(Tag::Image { link_type, dest_url: CowStr::Borrowed(""), title, id })
        }
        other => other,
    }
}

/// Whether an address may stand in a link: no scheme, or one that runs nothing.
fn is_safe(address: &str) -> bool {
    let scheme = address.split([':', '/', '?', '#']).next().unwrap_or_default();
    let has_scheme = address[scheme.len()..].starts_with(':');
    !has_scheme || ["http", "https", "mailto"].contains(&scheme.to_ascii_lowercase().as_str())
}

fn heading<'a>(level: HeadingLevel, inside: Vec<Event<'a>>, events: &mut Vec<Event<'a>>) {
    let mut words = String::new();
    for event in &inside {
        if let Event::Text(text) | Event::Code(text) = event {
            words.push_str(text);
        }
    }
    let id: String = words
        .to_lowercase()
        .split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-");
    // The page's own headline is the only h1.
    let level = if level == HeadingLevel::H1 { HeadingLevel::H2 } else { level };
    events.push(Event::Html(format!("<{level} id=\"{}\">", Escaped(&id)).into()));
    events.extend(inside);
    events.push(Event::Html(format!("</{level}>\n").into()));
}

fn code_block(language: &str, code: &str) -> String {
    let class = if language.is_empty() {
        String::new()
    } else {
        format!(" class=\"language-{}\"", Escaped(language))
    };
    format!("<pre tabindex=\"0\"><code{class}>{}</code></pre>\n", Escaped(code))
}

fn puzzle_block(
    kind: &'static Kind,
    code: &str,
    line: usize,
    target: Target,
    rendered: &mut Rendered,
) -> String {
    match read(kind, code) {
        Ok(puzzle) => {
            if !rendered.kinds.contains(&kind.name) {
                rendered.kinds.push(kind.name);
            }
            board(&*puzzle, target)
        }
        Err(mut error) => {
            // The block's first line is the one after the fence.
            error.at.line += line;
            let message = format!("column {}: {}", error.at.column, error.kind);
            let problem = Problem { line: error.at.line, message };
            let text = format!(
                "<p class=\"problem\" role=\"note\">This {} block cannot be read. {}</p>\n",
                kind.title,
                Escaped(&problem.to_string())
            );
            rendered.problems.push(problem);
            text + &code_block(kind.name, code)
        }
    }
}

/// A block holds what comes after `kind:` in a game id, or a drawing of several lines.
fn read(kind: &'static Kind, code: &str) -> Result<Box<dyn Puzzle>, ParseError> {
    let text = code.trim();
    // `easy#7`, or `parameters:description`; a `#` may also be a lit square.
    let is_id = text.rsplit_once('#').is_some_and(|(_, seed)| {
        !text.contains('\n') && !seed.is_empty() && seed.bytes().all(|byte| byte.is_ascii_digit())
    }) || text.lines().next().is_some_and(|line| line.contains(':'));
    if is_id {
        let prefix = kind.name.chars().count() + 1;
        return gridlore::open(&format!("{}:{text}", kind.name)).map_err(|mut error| {
            error.at.column = error.at.column.saturating_sub(prefix).max(1);
            error
        });
    }
    (kind.parse)("", code)
}

/// A puzzle as HTML: the element that comes alive on a page, around a plain table that is always there.
fn board(puzzle: &dyn Puzzle, target: Target) -> String {
    let (kind, view) = (puzzle.kind(), puzzle.view(&puzzle.start()));
    let blank = if target == Target::Feed { "·" } else { "" };
    let facts = if view.colours > 0 {
        view.status.clone()
    } else {
        format!("{} given", view.cells.iter().filter(|cell| cell.given).count())
    };
    let oblong = if view.rows == view.columns { "" } else { " oblong" };
    let mut table = format!(
        "<table class=\"board still{oblong}\">\n<caption>{}, {}</caption>\n<tbody>\n",
        kind.title,
        Escaped(&facts)
    );
    for row in 0..view.rows {
        table.push_str("<tr>");
        for column in 0..view.columns {
            let cell = &view.cells[row * view.columns + column];
            let region = |row: usize, column: usize| view.cells[row * view.columns + column].region;
            // Strong lines between regions, told by class as the page allows no inline style.
            let right = column + 1 < view.columns && region(row, column + 1) != cell.region;
            let below = row + 1 < view.rows && region(row + 1, column) != cell.region;
            let class = match (right && target == Target::Page, below && target == Target::Page) {
                (true, true) => " class=\"right below\"",
                (true, false) => " class=\"right\"",
                (false, true) => " class=\"below\"",
                (false, false) => "",
            };
            let (colour, sign) = match cell.colour {
                Some(colour) => {
                    let sign = match (view.colours, colour) {
                        (2, 0) => "□".to_owned(),
                        (2, _) => "■".to_owned(),
                        _ => colour.to_string(),
                    };
                    (format!(" data-colour=\"{colour}\""), sign)
                }
                None => (String::new(), cell.symbol.map_or_else(|| blank.to_owned(), String::from)),
            };
            let _ = write!(table, "<td{class}{colour}>{}</td>", Escaped(&sign));
        }
        table.push_str("</tr>\n");
    }
    table.push_str("</tbody>\n</table>\n");
    match target {
        Target::Feed => table,
        Target::Page => format!(
            "<gridlore-{} game=\"{}:{}\">\n{table}</gridlore-{}>\n",
            kind.name,
            kind.name,
            Escaped(&puzzle.description()),
            kind.name
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn a_block_becomes_the_element_around_a_table() {
        let rendered =
            render(&format!("Text\n\n```sudoku\n{PUZZLE}\n```\n\n```sudoku\neasy#7\n```\n"), Target::Page);
        assert_eq!((rendered.kinds, rendered.problems), (vec!["sudoku"], vec![]));
        assert!(
            rendered.html.contains(&format!(
                "<gridlore-sudoku game=\"sudoku:{PUZZLE}\">\n<table class=\"board still\">"
            ))
        );
        assert!(rendered.html.contains("<tr><td>5</td><td>3</td><td class=\"right\"></td>"));
        assert_eq!(rendered.html.matches("<td").count(), 162);
        assert_eq!(rendered.html.matches("<table").count(), 2);
    }

    #[test]
    fn a_feed_gets_the_table_alone() {
        let html = render(&format!("```sudoku\n{PUZZLE}\n```\n"), Target::Feed).html;
        assert!(html.starts_with("<table") && !html.contains("gridlore-"));
        assert!(html.contains("<tr><td>5</td><td>3</td><td>·</td>"));
    }

    #[test]
    fn a_bad_block_is_told_with_its_line_and_shown_as_code() {
        let rendered = render("One\n\n```sudoku\n53x\n```\n", Target::Page);
        assert_eq!(
            rendered.problems[0].to_string(),
            "line 4: column 3: found 'x', expected a digit 1-9, or . or 0 for a blank"
        );
        assert!(rendered.html.contains("<code class=\"language-sudoku\">53x\n</code>"));
        let seeded = render("```sudoku\nevil#1\n```\n", Target::Page);
        assert_eq!(
            seeded.problems[0].to_string(),
            "line 2: column 1: found \"evil\", expected one of easy, medium, hard, minimal"
        );
    }

    #[test]
    fn html_and_script_addresses_do_nothing() {
        let html = render(
            "<script>alert(1)</script>\n\n# <i>x</i> [y](javascript:1)\n\n[a](javascript:alert(1)) [b](JaVaScRiPt:alert) [c](/here) ![d](data:text/html,x) <b onclick=x>",
            Target::Page,
        )
        .html;
        assert!(html.contains("&lt;script&gt;") && html.contains("&lt;b onclick=x&gt;"), "{html}");
        assert!(html.contains("&lt;i&gt;x&lt;/i&gt; <a>y</a></h2>"), "{html}");
        assert!(html.contains("<a>a</a> <a>b</a> <a href=\"/here\">c</a> <img src=\"\""), "{html}");
    }

    #[test]
    fn headings_have_names_and_code_is_code() {
        let html = render("# How it *ends*\n\n```prolog\na :- b, \"<\".\n```\n", Target::Page).html;
        assert!(html.contains("<h2 id=\"how-it-ends\">How it <em>ends</em></h2>"), "{html}");
        assert!(
            html.contains("<code class=\"language-prolog\">a :- b, &quot;&lt;&quot;.\n</code>"),
            "{html}"
        );
    }
}
