//! Markdown to HTML: CommonMark with tables, footnotes, strikethrough, task lists, callouts and
//! formulas; puzzles in fenced blocks; headings with anchors. A safe subset of HTML is allowed
//! ([`crate::text::raw`]).
//!
//! # Source
//! The crate pulldown-cmark parses the Markdown; this crate adds the puzzles.
//!
//! Cost: linear in the length of the text, which is limited, plus a [`Budget`] for puzzles and
//! formulas; those that exceed it are shown as text.

use crate::escape::Escaped;
use crate::text::bare_links::with_bare_links;
use crate::text::blocks::{Colours, code_block, puzzle_block};
use crate::text::fences::{Fence, Hints, MAX_FENCE_BYTES};
use crate::text::footnotes::Footnotes;
use crate::text::headings::Headings;
use crate::text::limits::budget::Budget;
use crate::text::limits::elements::{Containers, Elements, MAX_ELEMENTS};
use crate::text::limits::nesting::parsable;
use crate::text::mathematics::mathml;
use crate::text::pictures::{Harmless, Picture, Pictures};
use crate::text::raw::{Nest, TABLE_END, TABLE_START};
use crate::text::rendered::{Form, Problem, Rendered, Target};
use pulldown_cmark::{
    Alignment, BlockQuoteKind, CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd,
    TextMergeWithOffset, html,
};
use std::fmt::Write;
use std::ops::Range;

/// Maximum size in bytes of a post's text.
pub const MAX_TEXT_BYTES: usize = 1 << 20;

/// Maximum number of problems listed; one more line gives the number of the others.
const MAX_PROBLEMS: usize = 50;

/// Maximum number of events buffered until a block ends.
const MAX_EVENTS: usize = 4096;

/// Converts byte offsets in Markdown to line numbers.
pub(super) struct Lines {
    ends: Vec<usize>,
    /// Number of lines of the post before the text.
    before: usize,
}

impl Lines {
    pub(super) fn new(text: &str, before: usize) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at).collect();
        Self { ends, before }
    }

    /// Returns the line number of a byte offset, from 1.
    pub(super) fn line_at(&self, offset: usize) -> usize {
        self.before + self.ends.partition_point(|end| *end < offset) + 1
    }
}

/// The alignment of a table’s columns, as classes: the pages do not allow style attributes.
#[derive(Debug, Default)]
struct Columns {
    alignments: Vec<Alignment>,
    is_head: bool,
    next: usize,
}

impl Columns {
    const fn begin_row(&mut self, is_head: bool) {
        (self.is_head, self.next) = (is_head, 0);
    }

    /// Returns the start tag of the next cell.
    fn next_cell(&mut self) -> &'static str {
        let alignment = self.alignments.get(self.next);
        self.next += 1;
        match (alignment, self.is_head) {
            (Some(Alignment::Right), true) => "<th class=\"right\">",
            (Some(Alignment::Right), false) => "<td class=\"right\">",
            (Some(Alignment::Center), true) => "<th class=\"centred\">",
            (Some(Alignment::Center), false) => "<td class=\"centred\">",
            (_, true) => "<th>",
            (_, false) => "<td>",
        }
    }
}

/// Renders a post. Only the first [`MAX_TEXT_BYTES`] bytes of the text are used.
#[must_use]
pub fn render(markdown: &str, form: impl Into<Form>) -> Rendered {
    let whole = markdown.len();
    let markdown = &markdown[..markdown.floor_char_boundary(MAX_TEXT_BYTES)];
    let parsed = parsable(markdown);
    let mut writer = Writer::new(form.into());
    writer.budget = Budget::for_text(markdown);
    let whole_budget = writer.budget.left;
    let mut html = writer.html(parsed, 0, false);
    let line = |offset: usize| Lines::new(markdown, 0).line_at(offset);
    if parsed.len() < markdown.len() {
        let rest = Escaped(&markdown[parsed.len()..]);
        let _ = writeln!(html, "<pre tabindex=\"0\"><code>{rest}</code></pre>");
    }
    let Writer { mut rendered, headings, budget, elements, .. } = writer;
    rendered.html = headings.with_contents(html);
    // A hundred bytes of text cost about two microseconds; their HTML costs about as much.
    let estimate = whole_budget - budget.left + (markdown.len() + rendered.html.len()) as u64 / 20;
    rendered.cost = estimate.max(budget.measured());
    let mut ends = Vec::new();
    if let Some(line) = budget.spent_at {
        let message = "too many puzzles, formulas, footnotes and tags for one post; from here on they are shown as text";
        ends.push(Problem { line, message: message.to_owned() });
    }
    if let Some(line) = elements.spent_at {
        let message = format!(
            "a post can have at most {MAX_ELEMENTS} paragraphs, links, table cells and other elements; from here on only text is shown"
        );
        ends.push(Problem { line, message });
    }
    if parsed.len() < markdown.len() {
        let message = "quotes and lists are nested too deeply over too many lines; from here on the Markdown is shown as it is";
        ends.push(Problem { line: line(parsed.len()), message: message.to_owned() });
    }
    if whole > markdown.len() {
        let message =
            format!("found {whole} bytes, expected at most {MAX_TEXT_BYTES}; the text is truncated here");
        ends.push(Problem { line: line(markdown.len()), message });
    }
    for problem in ends {
        let _ = writeln!(
            rendered.html,
            "<p class=\"problem\" role=\"note\">{}</p>",
            Escaped(&problem.to_string())
        );
        rendered.problems.push(problem);
    }
    rendered
}

/// Returns the id of the first puzzle of a post, as in [`Rendered::first`], without rendering what
/// follows it.
pub(super) fn first_puzzle(markdown: &str, form: Form) -> Option<String> {
    let markdown = &markdown[..markdown.floor_char_boundary(MAX_TEXT_BYTES)];
    let mut writer = Writer::new(form);
    writer.budget = Budget::for_text(markdown);
    writer.only_first = true;
    writer.html(parsable(markdown), 0, false);
    writer.rendered.first
}

impl Rendered {
    /// Adds a problem to the list, or only counts it if the list is full.
    pub(crate) fn problem(&mut self, line: usize, message: String) {
        match self.problems.len().checked_sub(MAX_PROBLEMS) {
            None => self.problems.push(Problem { line, message }),
            Some(0) => {
                self.problems.push(Problem { line, message: "1 more problem from here on".to_owned() })
            }
            Some(_) => {
                if let Some(last) = self.problems.last_mut() {
                    let count = last.message.split(' ').next().and_then(|count| count.parse::<usize>().ok());
                    last.message = format!("{} more problems from here on", count.unwrap_or(1) + 1);
                }
            }
        }
    }
}

/// The state that the parts of a post share while it is rendered.
struct Writer {
    form: Form,
    rendered: Rendered,
    budget: Budget,
    elements: Elements,
    colours: Colours,
    headings: Headings,
    pictures: Pictures,
    hints: Hints,
    /// Number of bytes in the solutions and hints so far.
    fenced: usize,
    /// The number of footnotes so far.
    footnotes: usize,
    /// Whether the text after the first puzzle is not needed.
    only_first: bool,
}

/// Returns the extensions of CommonMark that are enabled in posts.
pub(super) fn options(form: Form) -> Options {
    let mut options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_MATH
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_GFM;
    options.set(Options::ENABLE_SMART_PUNCTUATION, form.smart);
    options
}

impl Writer {
    fn new(form: Form) -> Self {
        Self {
            form,
            rendered: Rendered {
                html: String::new(),
                kinds: Vec::new(),
                first: None,
                problems: Vec::new(),
                cost: 0,
            },
            budget: Budget::new(),
            elements: Elements::default(),
            colours: Colours::default(),
            headings: Headings::default(),
            pictures: Pictures::new(form.target),
            hints: Hints::default(),
            fenced: 0,
            footnotes: 0,
            only_first: false,
        }
    }

    /// Returns the HTML of a post, or of a fence that begins after `before` lines of a post.
    fn html(&mut self, markdown: &str, before: usize, is_fence: bool) -> String {
        let markdown = &*with_bare_links(markdown, options(self.form));
        let mut html = String::new();
        let mut events = Vec::new();
        let mut notes = Footnotes::default();
        let lines = Lines::new(markdown, before);
        let mut harmless = Harmless::default();
        let mut containers = Containers::default();
        let mut nest = Nest::new(self.form.target == Target::Page);
        // The open paragraph, as the index of its start in the list of events.
        let mut paragraph = None;
        // Merges markup characters that turn out to be text, such as a heading of a million
        // brackets.
        let mut columns = Columns::default();
        let mut source =
            TextMergeWithOffset::new(Parser::new_ext(markdown, options(self.form)).into_offset_iter());
        while let Some((event, range)) = source.next() {
            let line = || lines.line_at(range.start);
            match &event {
                Event::Start(Tag::HtmlBlock) => {
                    let text = text_until(&mut source, TagEnd::HtmlBlock);
                    self.push_tags(&text, line(), &mut nest, &mut events);
                    continue;
                }
                Event::InlineHtml(text) => {
                    self.push_tags(text, line(), &mut nest, &mut events);
                    continue;
                }
                _ => follow(&event, &mut nest, &mut events),
            }
            let event = harmless.event(event);
            if containers.is_too_deep(&event) || self.elements.is_too_many(&event, line) {
                continue;
            }
            // Writes the events between blocks, because keeping all of them would take a lot of
            // memory.
            if containers.depth == 0
                && events.len() > MAX_EVENTS
                && !notes.is_open()
                && matches!(event, Event::Start(_) | Event::Rule)
                && events.last().is_some_and(is_block_end)
            {
                html::push_html(&mut html, events.drain(..));
            }
            match event {
                Event::Start(Tag::CodeBlock(block)) => {
                    let info = match block {
                        CodeBlockKind::Fenced(info) => info,
                        CodeBlockKind::Indented => CowStr::Borrowed(""),
                    };
                    let code = text_until(&mut source, TagEnd::CodeBlock);
                    let language = info.split_whitespace().next().unwrap_or_default();
                    let block = match Fence::named(language).filter(|_| !is_fence) {
                        Some(fence) if self.has_room(&code, line()) => {
                            let inside = self.html(&code, line(), true);
                            self.hints.details(fence, &inside)
                        }
                        _ => self.block(language, &code, line()),
                    };
                    events.push(Event::Html(block.into()));
                    if self.only_first && self.rendered.first.is_some() {
                        return html;
                    }
                }
                Event::Start(Tag::Heading { level, .. }) => self.headings.begin(level, &mut events),
                Event::End(TagEnd::Heading(_)) => self.headings.end(self.form.target, !is_fence, &mut events),
                Event::InlineMath(formula) | Event::DisplayMath(formula) => {
                    let is_block = markdown[range.start..].starts_with("$$");
                    events.push(Event::InlineHtml(self.formula(&formula, is_block, line()).into()));
                }
                Event::Start(Tag::Image { dest_url, title, .. }) => {
                    let alt = alternative_text(&mut source);
                    if alt.trim().is_empty() {
                        let message = "this picture has no description: write it between the square brackets, as in ![a finished board](board.png)";
                        self.rendered.problem(line(), message.to_owned());
                    }
                    let picture =
                        Picture { address: dest_url.into_string(), title: title.into_string(), alt };
                    events.push(Event::InlineHtml(self.pictures.inline(&picture).into()));
                    if paragraph.is_some() {
                        self.pictures.keep(picture);
                    }
                }
                Event::FootnoteReference(label) => {
                    if self.budget.take(Budget::BOARD / 10, line()) {
                        let html = notes.reference(&label, &mut self.footnotes);
                        self.budget.charge_html(&html, 0);
                        events.push(Event::InlineHtml(html.into()));
                    } else {
                        events.push(Event::Text(format!("[^{label}]").into()));
                    }
                }
                Event::Start(Tag::FootnoteDefinition(label)) => notes.begin(&label, &mut events),
                Event::End(TagEnd::FootnoteDefinition) => notes.end(&mut events),
                Event::Start(Tag::Table(ref alignments)) if self.form.target == Target::Page => {
                    columns.alignments.clone_from(alignments);
                    events.extend([Event::Html(CowStr::Borrowed(TABLE_START)), event]);
                }
                Event::Start(Tag::TableHead | Tag::TableRow) => {
                    columns.begin_row(event == Event::Start(Tag::TableHead));
                    events.push(event);
                }
                Event::Start(Tag::TableCell) if self.form.target == Target::Page => {
                    events.push(Event::InlineHtml(CowStr::Borrowed(columns.next_cell())));
                }
                Event::End(TagEnd::Table) if self.form.target == Target::Page => {
                    events.extend([event, Event::Html(CowStr::Borrowed(TABLE_END))]);
                }
                Event::Start(Tag::BlockQuote(Some(kind))) => events.push(Event::Html(callout(kind).into())),
                Event::Start(Tag::Paragraph) => {
                    paragraph = Some(events.len());
                    self.pictures.forget();
                    events.push(event);
                }
                Event::End(TagEnd::Paragraph) => {
                    let start = paragraph.take().unwrap_or(events.len());
                    let is_top = containers.depth == 0 && !notes.is_open() && !is_fence;
                    match self.whole_paragraph(events.get(start + 1..).unwrap_or_default(), is_top) {
                        Some(html) => events.splice(start.., [Event::Html(html.into())]).for_each(drop),
                        None => events.push(event),
                    }
                }
                other => events.push(other),
            }
        }
        let mut rest = String::new();
        nest.close_html(&mut rest);
        events.push(Event::Html(rest.into()));
        html::push_html(&mut html, events.into_iter());
        notes.push_html(&mut html);
        html
    }

    /// Counts the text of a solution or a hint. Returns `false`, and reports a problem, if all of
    /// them together are too long.
    fn has_room(&mut self, code: &str, line: usize) -> bool {
        self.fenced += code.len();
        if self.fenced <= MAX_FENCE_BYTES {
            return self.budget.take(Budget::parsing(code.len() as u64), line);
        }
        let message = format!(
            "the solutions and hints of a post can have at most {MAX_FENCE_BYTES} bytes; this one is shown as text"
        );
        self.rendered.problem(line, message);
        false
    }

    /// Returns the HTML of a block on a line of the post: code or a puzzle.
    fn block(&mut self, language: &str, code: &str, line: usize) -> String {
        let is_puzzle =
            |kind: &&gridlore::Kind| !kind.is_only_code.is_some_and(|is_only_code| is_only_code(code));
        match gridlore::kind(language).filter(is_puzzle) {
            Some(kind) if self.budget.puzzle(kind, code, line) => {
                let (html, cost) = puzzle_block(kind, code, line, self.form.target, &mut self.rendered);
                // A short block can contain megabytes of compressed text.
                if !self.budget.take_html(&html, cost, line) {
                    return code_block(language, code, self.form.target, &mut self.colours);
                }
                self.hints.restart();
                html
            }
            _ => code_block(language, code, self.form.target, &mut self.colours),
        }
    }

    fn formula(&mut self, formula: &str, is_block: bool, line: usize) -> String {
        if !self.budget.take(Budget::formula(formula), line) {
            return format!("<code>{}</code>", Escaped(formula));
        }
        match mathml(formula, is_block) {
            Ok(html) => {
                self.budget.charge_html(&html, 0);
                html
            }
            Err(message) => {
                self.rendered.problem(line, format!("this formula cannot be read: {message}"));
                format!("<code class=\"problem\">{}</code>", Escaped(formula))
            }
        }
    }

    /// Adds the allowed parts of the author’s HTML.
    fn push_tags(&mut self, text: &str, line: usize, nest: &mut Nest, events: &mut Vec<Event<'_>>) {
        let mut out = String::new();
        let may_open = |has_attributes: bool| {
            self.elements.has_room(|| line) && (!has_attributes || self.budget.take(Budget::TAG, line))
        };
        for name in nest.push_html(text, may_open, &mut out) {
            let message = match name {
                "img" => "a picture in HTML needs an address on this site; it is left out".to_owned(),
                name => format!("posts cannot contain the HTML element <{name}>; its tags are left out"),
            };
            self.rendered.problem(line, message);
        }
        events.push(Event::Html(out.into()));
    }

    /// Returns the HTML that replaces a paragraph of a special kind: a table of contents, or
    /// pictures without text.
    fn whole_paragraph(&mut self, inside: &[Event<'_>], is_top: bool) -> Option<String> {
        match inside {
            [Event::Text(text)] if is_top && self.form.target == Target::Page => {
                text.eq_ignore_ascii_case("[toc]").then(|| self.headings.place_contents()).flatten()
            }
            _ => self.pictures.figures(inside),
        }
    }
}

/// Tracks opening and closing Markdown elements, to keep the author’s HTML inside them.
fn follow(event: &Event<'_>, nest: &mut Nest, events: &mut Vec<Event<'_>>) {
    let mut closed = String::new();
    match event {
        // Their content is read in one go.
        Event::Start(Tag::CodeBlock(_) | Tag::Image { .. }) => nest.close_rows(&mut closed),
        Event::Start(_) => {
            nest.close_rows(&mut closed);
            nest.enter();
        }
        Event::End(TagEnd::HtmlBlock) => {}
        Event::End(_) => nest.leave(&mut closed),
        Event::Text(text) if text.trim().is_empty() => {}
        Event::SoftBreak | Event::HardBreak => {}
        _ => nest.close_rows(&mut closed),
    }
    if !closed.is_empty() {
        events.push(Event::Html(closed.into()));
    }
}

/// Returns the text up to the end of the block.
pub(super) fn text_until<'a>(
    source: &mut impl Iterator<Item = (Event<'a>, Range<usize>)>,
    end: TagEnd,
) -> String {
    let mut all = String::new();
    for (event, _) in source {
        match event {
            Event::Text(text) | Event::Html(text) => all.push_str(&text),
            Event::End(found) if found == end => break,
            _ => {}
        }
    }
    all
}

/// Returns the alternative text of a picture.
fn alternative_text<'a>(source: &mut impl Iterator<Item = (Event<'a>, Range<usize>)>) -> String {
    let mut alt = String::new();
    let mut depth = 1;
    for (event, _) in source {
        match event {
            Event::Text(text) | Event::Code(text) => alt.push_str(&text),
            Event::SoftBreak | Event::HardBreak => alt.push(' '),
            Event::Start(Tag::Image { .. }) => depth += 1,
            Event::End(TagEnd::Image) => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    alt
}

/// Returns the start of a callout, which is a quote with its kind as the title.
fn callout(kind: BlockQuoteKind) -> String {
    let (class, title) = match kind {
        BlockQuoteKind::Note => ("note", "Note"),
        BlockQuoteKind::Tip => ("tip", "Tip"),
        BlockQuoteKind::Important => ("important", "Important"),
        BlockQuoteKind::Warning => ("warning", "Warning"),
        BlockQuoteKind::Caution => ("caution", "Caution"),
    };
    format!("<blockquote class=\"callout {class}\">\n<p class=\"kind\"><strong>{title}</strong></p>\n")
}

/// Returns whether this event ends a block that can occur at the top level.
fn is_block_end(event: &Event<'_>) -> bool {
    match event {
        Event::End(TagEnd::Paragraph | TagEnd::Table | TagEnd::BlockQuote(_) | TagEnd::List(_)) => true,
        Event::Html(html) => &**html == TABLE_END,
        _ => false,
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
        assert!(rendered.html.contains(&format!(
            "<gridlore-sudoku class=\"playable\" game=\"sudoku:{PUZZLE}\">\n<table class=\"board still\">"
        )));
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
    fn a_bad_block_is_reported_with_its_line_and_shown_as_code() {
        let rendered = render("One\n\n```sudoku\n53y\n```\n", Target::Page);
        assert_eq!(
            rendered.problems[0].to_string(),
            "line 4: column 3: found 'y', expected a digit 1-9, or . or 0 for a blank"
        );
        assert!(rendered.html.contains("<code class=\"language-sudoku\">53y\n</code>"));
        let seeded = render("```sudoku\nevil#1\n```\n", Target::Page);
        assert_eq!(
            seeded.problems[0].to_string(),
            "line 2: column 1: found \"evil\", expected one of rated-easy, rated-medium, rated-hard, rated-unfair, rated-extreme, easy, medium, hard, minimal, a rating such as se-4.2, a box such as 2x3, or a box and a level, as in 2x3-hard"
        );
    }

    #[test]
    fn html_and_script_addresses_do_nothing() {
        let html = render(
            "<script>alert(1)</script>\n\n# <i>x</i> [y](javascript:1)\n\n[a](javascript:alert(1)) [b](JaVaScRiPt:alert) [c](/here) ![d](data:text/html,x) <b onclick=x>",
            Target::Page,
        )
        .html;
        assert!(!html.contains("alert(1)</") && !html.contains("onclick"), "{html}");
        assert!(html.contains("<i>x</i> <a>y</a></h2>"), "{html}");
        assert!(html.contains("<a>a</a> <a>b</a> <a href=\"/here\">c</a> <a>d</a> <b></b></p>"), "{html}");
    }

    #[test]
    fn pictures_from_other_sites_become_links() {
        let html = render(
            "![a *b*](https://t.example/p.gif) ![c](/uploads/c.png) ![d](//t.example/p.gif)",
            Target::Page,
        )
        .html;
        assert_eq!(
            html,
            "<p><a href=\"https://t.example/p.gif\">a <em>b</em></a> <img src=\"/uploads/c.png\" alt=\"c\" loading=\"lazy\"> <a href=\"//t.example/p.gif\">d</a></p>\n"
        );
    }

    #[test]
    fn uploaded_pictures_have_their_size() {
        let html = render(
            "![An \"a\" *b*](/uploads/0f-1600x900.jpg \"T\") and ![s](/uploads/0f-20x10.gif)",
            Form { target: Target::Page, smart: false },
        )
        .html;
        assert_eq!(
            html,
            "<p><img src=\"/uploads/0f-1600x900.jpg\" alt=\"An &quot;a&quot; b\" title=\"T\" width=\"1600\" height=\"900\" \
             srcset=\"/uploads/0f-1600x900-800.jpg 800w, /uploads/0f-1600x900.jpg 1600w\" sizes=\"(max-width: 42rem) 100vw, 38rem\" loading=\"lazy\"> and \
             <img src=\"/uploads/0f-20x10.gif\" alt=\"s\" width=\"20\" height=\"10\" loading=\"lazy\"></p>\n"
        );
    }

    #[test]
    fn footnotes_link_there_and_back() {
        let html =
            render("One[^a], two[^b], one again[^a].\n\n[^b]: Second.\n\n[^a]: First.\n", Target::Page).html;
        assert!(
            html.contains(
                "<a class=\"note-link\" id=\"note-from-1\" href=\"#note-1\" aria-label=\"Note 1\">1</a>"
            ),
            "{html}"
        );
        assert!(html.contains("id=\"note-from-1-2\"") && html.contains("id=\"note-from-2\""), "{html}");
        let notes = html.split_once("<section class=\"footnotes\"").unwrap().1;
        assert!(notes.find("First.").unwrap() < notes.find("Second.").unwrap(), "{html}");
    }

    #[test]
    fn formulas_are_converted_and_bad_ones_reported() {
        let rendered = render("A $x<1$ and\n\n$$\\frac{1}{2}$$\n\nbut $\\nope$.", Target::Page);
        assert!(rendered.html.contains("<math><mi>x</mi><mo>&lt;</mo>"), "{}", rendered.html);
        assert!(rendered.html.contains("<math display=\"block\">"), "{}", rendered.html);
        assert!(rendered.html.contains("<code class=\"problem\">\\nope</code>"), "{}", rendered.html);
        assert!(
            rendered.problems[0].to_string().starts_with("line 5: this formula cannot be read: column 1: "),
            "{:?}",
            rendered.problems
        );
    }

    #[test]
    fn columns_are_aligned_by_classes() {
        let text = "| a | b | c | d |\n|:--|:-:|--:|---|\n| 1 | 2 | 3 | 4 |\n\n| e |\n|---|\n| 5 |\n";
        let html = render(text, Target::Page).html;
        for cells in [
            "<th>a</th><th class=\"centred\">b</th><th class=\"right\">c</th><th>d</th>",
            "<td>1</td><td class=\"centred\">2</td><td class=\"right\">3</td><td>4</td>",
            "<th>e</th>",
            "<td>5</td>",
        ] {
            assert!(html.contains(cells), "{cells} in {html}");
        }
        assert!(!html.contains("style="), "{html}");
    }

    #[test]
    fn too_many_puzzles_are_shown_as_text() {
        let boards = |block: &str, count: usize| {
            let rendered = render(&format!("```sudoku\n{block}\n```\n").repeat(count), Target::Page);
            (rendered.html.matches("<gridlore-sudoku").count(), rendered.problems)
        };
        let (count, problems) = boards("easy#7", 40);
        assert_eq!((count, problems), (40, vec![]));
        let (count, problems) = boards("2x3-hard#7", 4);
        assert_eq!(count, 2);
        assert_eq!(
            problems[0].to_string(),
            "line 7: too many puzzles, formulas, footnotes and tags for one post; from here on they are shown as text"
        );
    }

    #[test]
    fn deep_containers_are_left_out_without_losing_text() {
        for (open, count) in [("> ", 500), ("- ", 500), ("- > ", 300)] {
            let html = render(&format!("{}deep\n\nafter", open.repeat(count)), Target::Page).html;
            let opened = html.matches("<blockquote>").count() + html.matches("<ul>").count();
            assert!((10..=32).contains(&opened), "{opened} of {open:?}");
            let closed = html.matches("</blockquote>").count() + html.matches("</ul>").count();
            assert_eq!(opened, closed, "{open:?}");
            assert!(html.contains("deep") && html.contains("<p>after</p>"), "{open:?}");
        }
    }

    #[test]
    fn long_posts_are_written_block_by_block() {
        let block =
            "# Head\n\nSome *text*.\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n- one\n- two\n\n> said\n\n---\n\n";
        let of = |count: usize| render(&block.repeat(count), Target::Page).html;
        let (one, many) = (of(1), of(500));
        let names = |html: &str| {
            let html = html.replace("<a class=\"anchor\" href=\"", "<h2 id=\"");
            let html = html.replace("<div class=\"heading\">", "").replace("</div>", "");
            let mut parts = html.split("<h2 id=\"");
            let first = parts.next().unwrap_or_default().to_owned();
            parts.fold(first, |all, part| all + "<h2>" + part.split_once('>').unwrap().1)
        };
        assert_eq!(names(&many), names(&one).repeat(500));
    }

    #[test]
    fn long_formulas_of_spaces_are_shown_as_text() {
        let rendered = render(&format!("${}$\n\n", "~".repeat(7900)).repeat(30), Target::Page);
        assert!(rendered.html.matches("<math>").count() < 8 && rendered.problems.len() == 1);
        let rendered = render(&"$a+b=c$ and $x~y$\n\n".repeat(1000), Target::Page);
        assert_eq!((rendered.html.matches("<math>").count(), rendered.problems), (2000, vec![]));
    }

    #[test]
    fn headings_have_anchors_and_code_is_code() {
        let html =
            render("# How it *ends*\n\n# How it ends\n\n```prolog\na :- b, \"<\".\n```\n", Target::Page).html;
        assert!(html.contains("<h2 id=\"how-it-ends\">How it <em>ends</em></h2>"), "{html}");
        assert!(html.contains("<h2 id=\"how-it-ends-2\">"), "{html}");
        assert!(
            html.contains("<code class=\"language-prolog\">a <span class=\"keyword\">:-</span> b, <span class=\"string\">&quot;&lt;&quot;</span>.\n</code>"),
            "{html}"
        );
    }

    #[test]
    fn a_heading_of_brackets_is_one_text() {
        let text = format!("# {}\n\n|{}|\n|-|\n", "[".repeat(300_000), "[".repeat(300_000));
        let rendered = render(&text, Target::Feed);
        assert_eq!(rendered.html.matches('[').count(), 600_000);
        assert!(rendered.problems.is_empty(), "{:?}", rendered.problems);
    }

    #[test]
    fn anchors_of_headings_are_unique() {
        let text = "# A\n\n# A\n\n# A 2\n\n# A 2\n\n# !\n\n# Note 1\n\n# Note\n\n# Note\n\none\ntwo\n===\n\n[^a]\n\n[^a]: x\n";
        let html = render(text, Target::Page).html;
        let names: Vec<&str> =
            html.split(" id=\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0)).collect();
        assert_eq!(
            names,
            [
                "a",
                "a-2",
                "a-2-2",
                "a-2-3",
                "section",
                "section-note-1",
                "note",
                "section-note-2",
                "one-two",
                "note-from-1",
                "note-1"
            ]
        );
    }

    #[test]
    fn headings_can_contain_notes_formulas_and_pictures() {
        let html = render("# T[^a] $x$ ![p](/uploads/p.png)\n\n[^a]: note.\n", Target::Page).html;
        assert!(
            html.starts_with(
                "<div class=\"heading\"><h2 id=\"t\">T<sup><a class=\"note-link\" id=\"note-from-1\""
            ),
            "{html}"
        );
        assert!(
            html.contains(
                "<math><mi>x</mi></math> <img src=\"/uploads/p.png\" alt=\"p\" loading=\"lazy\"></h2>"
            ),
            "{html}"
        );
        assert!(html.contains("<li id=\"note-1\"><p>note.</p>"), "{html}");
    }

    #[test]
    fn a_fence_has_footnotes_which_are_numbered_with_those_of_the_post() {
        let text = "A[^a]\n\n```hint\nB[^b] and[^b]\n\n[^b]: In the hint.\n```\n\nC[^c][^a]\n\n[^a]: One.\n[^c]: Three.\n";
        let html = render(text, Target::Page).html;
        let inside = html.split("</details>").next().unwrap();
        assert!(inside.contains("<li id=\"note-2\" value=\"2\"><p>In the hint.</p>"), "{html}");
        assert!(inside.contains("id=\"note-from-2-2\" href=\"#note-2\""), "{html}");
        assert!(html.contains("<li id=\"note-1\"><p>One.</p>"), "{html}");
        assert!(html.contains("<li id=\"note-3\" value=\"3\"><p>Three.</p>"), "{html}");
        let ids: Vec<&str> = html.split(" id=\"").skip(1).filter_map(|id| id.split('"').next()).collect();
        assert_eq!(ids.len(), ids.iter().collect::<std::collections::HashSet<_>>().len(), "{ids:?}");
    }

    #[test]
    fn the_size_of_the_html_is_limited() {
        let cases = [
            ("a table", "|a|\n|-|\n|".to_owned() + &"|".repeat(MAX_TEXT_BYTES - 20)),
            ("wide rows", "|".repeat(600) + "\n" + &"|-".repeat(599) + "|\n" + &"|\n".repeat(400_000)),
            ("items", "- \n".repeat(MAX_TEXT_BYTES / 3)),
            ("links", "[](a)".repeat(MAX_TEXT_BYTES / 5)),
            ("stress", "*a*b".repeat(MAX_TEXT_BYTES / 4)),
            ("colours", format!("```rust\n{}\n```\n", "1 ".repeat(MAX_TEXT_BYTES / 2 - 10))),
            ("quotes", "\"".repeat(MAX_TEXT_BYTES)),
        ];
        for (what, text) in cases {
            let rendered = render(&text, Target::Page);
            assert!(rendered.html.len() < 12 << 20, "{what}: {} bytes", rendered.html.len());
        }
        // Text after the last element is kept.
        let text = "a\n\n".repeat(MAX_ELEMENTS) + "**last** words";
        let rendered = render(&text, Target::Page);
        assert!(rendered.html.contains("last words"), "{}", &rendered.html[rendered.html.len() - 300..]);
        let message = rendered.problems[0].to_string();
        assert!(message.starts_with("line 300001: a post can have at most 150000 paragraphs"), "{message}");
    }
}
