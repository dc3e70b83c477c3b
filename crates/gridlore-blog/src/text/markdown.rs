//! Markdown to HTML: CommonMark with tables, footnotes, strikethrough, task lists and formulas;
//! puzzles in fenced blocks; headings with anchors. HTML in the text is shown as text and never
//! runs.
//!
//! # Source
//! The parser is the crate pulldown-cmark; the puzzles are ours.
//!
//! Cost: linear in the text, whose size is limited, plus a [`Budget`] for puzzles and formulas;
//! those that exceed it are shown as text.

use crate::address::{is_safe, own_address};
use crate::escape::Escaped;
use crate::text::blocks::{Colours, code_block, puzzle_block};
use crate::text::headings::Headings;
use crate::text::mathematics::mathml;
use crate::text::nesting::parsable;
use crate::text::rendered::{Problem, Rendered, Target};
use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, TextMergeWithOffset, html};
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::OnceLock;

/// Maximum size in bytes of a post's text.
pub const MAX_TEXT_BYTES: usize = 1 << 20;

/// Maximum number of problems that are listed; one more line counts the rest.
const MAX_PROBLEMS: usize = 50;

/// Returns the processor time of the current thread in microseconds, if the host has set a clock.
static CLOCK: OnceLock<fn() -> u64> = OnceLock::new();

/// Sets the clock for rendering: a function that returns the processor time of its thread in
/// microseconds. With a clock, rendering also stops drawing puzzles that take longer than
/// estimated.
///
/// Only the first call has an effect.
pub fn set_clock(clock: fn() -> u64) {
    let _ = CLOCK.set(clock);
}

/// The budget for the puzzles and formulas of one post, in microseconds on a slow machine.
///
/// Charges are estimates that do not depend on the machine, so that a post looks the same
/// everywhere. If there is a clock, the measured time also ends the budget, for posts whose puzzles
/// cost much more than estimated.
#[derive(Debug)]
struct Budget {
    left: u64,
    /// The line at which the budget was spent.
    spent_at: Option<usize>,
    /// The clock, if there is one, and its time at the beginning.
    began: Option<(fn() -> u64, u64)>,
}

impl Budget {
    /// The whole budget.
    const WHOLE: u64 = 700_000;
    /// Measured microseconds after which no further puzzle or formula is drawn.
    const MEASURED: u64 = 400_000;
    /// A board that is given in full.
    const BOARD: u64 = 100;
    /// A pattern, a cover or a program that is given in full.
    const EXHIBIT: u64 = 300;
    /// Bytes of HTML that cost one microsecond to build, compress and cache.
    const BYTES: u64 = 8;
    /// A board with drawn rules: its drawing, its sentences and its description. It has no seed
    /// ([`crate::text::blocks`]).
    const DRAWN: u64 = 3_000;
    /// A board that is generated from a seed.
    const SEEDED: u64 = 5_000;
    /// A seeded board of a level by rating: several puzzles are generated and rated.
    const SEEDED_RATED: u64 = 30_000;
    /// A seeded board of another geometry than 9x9, or with a given number of presses.
    const SEEDED_LARGE: u64 = 90_000;
    /// A seeded hard board of another geometry.
    const SEEDED_HARD: u64 = 250_000;
    /// A formula, beyond its length.
    const FORMULA: u64 = 30;

    /// Approximate cost of a formula without its HTML. It is quadratic in the length, because the
    /// parser scans over all spaces from each space.
    const fn formula(text: &str) -> u64 {
        let length = text.len() as u64;
        Self::FORMULA + length + length * length / 600
    }

    fn new() -> Self {
        Self { left: Self::WHOLE, spent_at: None, began: CLOCK.get().map(|clock| (*clock, clock())) }
    }

    /// Measured microseconds since the beginning; 0 without a clock.
    fn measured(&self) -> u64 {
        self.began.map_or(0, |(clock, began)| clock().saturating_sub(began))
    }

    /// Takes `cost` from the budget; `false` if that is more than is left.
    fn take(&mut self, cost: u64, line: usize) -> bool {
        if self.spent_at.is_some() || cost > self.left || self.measured() > Self::MEASURED {
            self.spent_at.get_or_insert(line);
            return false;
        }
        self.left -= cost;
        true
    }

    fn puzzle(&mut self, kind: &gridlore::Kind, code: &str, line: usize) -> bool {
        self.take(Self::charge(kind, code) + code.len() as u64, line)
    }

    /// Takes the cost of HTML that was built, and `more`; the budget can reach zero but not fail.
    const fn charge_html(&mut self, html: &str, more: u64) {
        self.left = self.left.saturating_sub(html.len() as u64 / Self::BYTES + more);
    }

    /// Approximate cost of a puzzle block without its HTML.
    fn charge(kind: &gridlore::Kind, code: &str) -> u64 {
        if kind.name == crate::text::blocks::DRAWN {
            return Self::DRAWN;
        }
        if !crate::text::blocks::is_seeded(code) {
            return if matches!(kind.opens, gridlore::Opens::Exhibit(_)) {
                Self::EXHIBIT
            } else {
                Self::BOARD
            };
        }
        if code.contains("rated-") {
            return Self::SEEDED_RATED;
        }
        let is_hard = ["hard", "minimal"].iter().any(|level| code.contains(level));
        // `4x4-hard#7`, `x#7`, `random 5 5 60 1 presses 9#7`.
        match code.contains('x') || code.contains("presses") {
            true if is_hard => Self::SEEDED_HARD,
            true => Self::SEEDED_LARGE,
            false => Self::SEEDED,
        }
    }
}

/// Finds the line of an offset in a text.
struct Lines(Vec<usize>);

impl Lines {
    fn new(text: &str) -> Self {
        Self(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at).collect())
    }

    /// The line of a byte offset, from 1.
    fn line_at(&self, offset: usize) -> usize {
        self.0.partition_point(|end| *end < offset) + 1
    }
}

/// Renders a post. A text of more than [`MAX_TEXT_BYTES`] bytes is cut there.
#[must_use]
pub fn render(markdown: &str, target: Target) -> Rendered {
    let whole = markdown.len();
    let markdown = &markdown[..markdown.floor_char_boundary(MAX_TEXT_BYTES)];
    let parsed = parsable(markdown);
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_MATH;
    let mut rendered =
        Rendered { html: String::new(), kinds: Vec::new(), first: None, problems: Vec::new(), cost: 0 };
    let mut events = Vec::new();
    let mut notes = Footnotes::default();
    let mut headings = Headings::default();
    let lines = Lines::new(markdown);
    let line = |offset: usize| lines.line_at(offset);
    let mut budget = Budget::new();
    let mut harmless = Harmless::default();
    let mut containers = Containers::default();
    let mut elements = Elements::default();
    let mut colours = Colours::default();
    // Merges marks that turn out to be text, such as a heading of a million brackets.
    let mut source = TextMergeWithOffset::new(Parser::new_ext(parsed, options).into_offset_iter())
        .map(|(event, range)| (harmless.event(event), range));
    while let Some((event, range)) = source.next() {
        if containers.is_too_deep(&event) || elements.is_too_many(&event, || line(range.start)) {
            continue;
        }
        // Writes events out between blocks, because all events together would take a lot of memory.
        if containers.depth == 0
            && events.len() > MAX_EVENTS
            && !notes.is_open()
            && matches!(event, Event::Start(_) | Event::Rule)
            && matches!(events.last(), Some(Event::End(end)) if is_block_end(*end))
        {
            html::push_html(&mut rendered.html, events.drain(..));
        }
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
                let is_puzzle = |kind: &&gridlore::Kind| {
                    !kind.is_only_code.is_some_and(|is_only_code| is_only_code(&code))
                };
                let html = match gridlore::kind(language).filter(is_puzzle) {
                    Some(kind) if budget.puzzle(kind, &code, line(range.start)) => {
                        let (html, cost) =
                            puzzle_block(kind, &code, line(range.start), target, &mut rendered);
                        budget.charge_html(&html, cost);
                        html
                    }
                    _ => code_block(language, &code, target, &mut colours),
                };
                events.push(Event::Html(html.into()));
            }
            Event::Start(Tag::Heading { level, .. }) => headings.begin(level, &mut events),
            Event::End(TagEnd::Heading(_)) => headings.end(&mut events),
            Event::InlineMath(formula) | Event::DisplayMath(formula) => {
                let is_block = markdown[range.start..].starts_with("$$");
                let html = if budget.take(Budget::formula(&formula), line(range.start)) {
                    let html = mathml(&formula, is_block);
                    budget.charge_html(html.as_deref().unwrap_or_default(), 0);
                    html
                } else {
                    Err(String::new())
                };
                let html = html.unwrap_or_else(|message| {
                    if message.is_empty() {
                        return format!("<code>{}</code>", Escaped(&formula));
                    }
                    rendered.problem(line(range.start), format!("this formula cannot be read: {message}"));
                    format!("<code class=\"problem\">{}</code>", Escaped(&formula))
                });
                events.push(Event::InlineHtml(html.into()));
            }
            Event::Start(Tag::Image { dest_url, title, .. }) => {
                let mut alt = String::new();
                let mut depth = 1;
                for (event, _) in source.by_ref() {
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
                events.push(Event::InlineHtml(picture(&dest_url, &title, &alt, target).into()));
            }
            Event::FootnoteReference(label) => {
                if budget.take(Budget::BOARD / 10, line(range.start)) {
                    let html = notes.reference(&label);
                    budget.charge_html(&html, 0);
                    events.push(Event::InlineHtml(html.into()));
                } else {
                    events.push(Event::Text(format!("[^{label}]").into()));
                }
            }
            Event::Start(Tag::FootnoteDefinition(label)) => notes.begin(&label, &mut events),
            Event::End(TagEnd::FootnoteDefinition) => notes.end(&mut events),
            other => events.push(other),
        }
    }
    html::push_html(&mut rendered.html, events.into_iter());
    if parsed.len() < markdown.len() {
        let rest = Escaped(&markdown[parsed.len()..]);
        let _ = writeln!(rendered.html, "<pre tabindex=\"0\"><code>{rest}</code></pre>");
    }
    notes.push_html(&mut rendered.html);
    // A hundred bytes of text cost about two microseconds, and their HTML as much again.
    let estimate = Budget::WHOLE - budget.left + (markdown.len() + rendered.html.len()) as u64 / 20;
    rendered.cost = estimate.max(budget.measured());
    let mut ends = Vec::new();
    if let Some(line) = budget.spent_at {
        let message =
            "too many puzzles, formulas and footnotes for one post; from here on they are shown as text";
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
        let message = format!("found {whole} bytes, expected at most {MAX_TEXT_BYTES}; the text is cut here");
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

impl Rendered {
    /// Adds a problem; beyond the limit only counts them.
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

/// Maximum depth of nested quotes and lists; deeper ones are left out, but not their content.
const MAX_CONTAINERS: usize = 32;

/// Maximum number of events that are buffered until a block ends.
const MAX_EVENTS: usize = 4096;

/// Counts open quotes, lists and list items.
#[derive(Default)]
struct Containers {
    depth: usize,
}

impl Containers {
    /// Whether an event starts or ends a container that is too deep; also counts it.
    const fn is_too_deep(&mut self, event: &Event<'_>) -> bool {
        match event {
            Event::Start(Tag::BlockQuote(_) | Tag::List(_) | Tag::Item) => {
                self.depth += 1;
                self.depth > MAX_CONTAINERS
            }
            Event::End(TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item) => {
                self.depth = self.depth.saturating_sub(1);
                self.depth >= MAX_CONTAINERS
            }
            _ => false,
        }
    }
}

/// Maximum number of paragraphs, links, table cells and other elements in a post. In a table, one
/// byte of text can become up to 35 bytes of HTML.
pub const MAX_ELEMENTS: usize = 150_000;

/// Counts elements; beyond [`MAX_ELEMENTS`] only their text remains.
#[derive(Default)]
struct Elements {
    count: usize,
    /// Number of open elements that were left out.
    skipped: usize,
    /// The line of the first element that was left out.
    spent_at: Option<usize>,
}

impl Elements {
    /// Whether an event starts or ends an element over the limit; also counts it.
    fn is_too_many(&mut self, event: &Event<'_>, line: impl FnOnce() -> usize) -> bool {
        match event {
            Event::Start(_) if self.count >= MAX_ELEMENTS => {
                self.skipped += 1;
                self.spent_at.get_or_insert_with(line);
                true
            }
            Event::Start(_) | Event::TaskListMarker(_) => {
                self.count += 1;
                false
            }
            Event::End(_) if self.skipped > 0 => {
                self.skipped -= 1;
                true
            }
            _ => false,
        }
    }
}

/// Whether this is the end of a block that can stand at the top level.
const fn is_block_end(end: TagEnd) -> bool {
    matches!(
        end,
        TagEnd::Paragraph | TagEnd::Table | TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Heading(_)
    )
}

/// Makes a text harmless: HTML becomes text, and links to addresses that run scripts lose the
/// address. Pictures from other sites, which would reveal readers to those sites, become links.
#[derive(Default)]
pub(crate) struct Harmless {
    /// For each open picture, whether it has become a link.
    pictures: Vec<bool>,
}

impl Harmless {
    pub(crate) fn event<'a>(&mut self, event: Event<'a>) -> Event<'a> {
        match event {
            Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
            Event::Start(Tag::Link { dest_url, .. }) if !is_safe(&dest_url) => {
                Event::InlineHtml(CowStr::Borrowed("<a>"))
            }
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                let is_own = own_address(&dest_url).is_some();
                self.pictures.push(!is_own);
                match (is_own, is_safe(&dest_url)) {
                    (true, _) => Event::Start(Tag::Image { link_type, dest_url, title, id }),
                    (false, true) => Event::Start(Tag::Link { link_type, dest_url, title, id }),
                    (false, false) => Event::InlineHtml(CowStr::Borrowed("<a>")),
                }
            }
            Event::End(TagEnd::Image) if self.pictures.pop() == Some(true) => Event::End(TagEnd::Link),
            other => other,
        }
    }
}

/// A picture of this site. The name of an upload contains its size, which lets browsers reserve the
/// space, and wide uploads have a smaller copy: `/uploads/HASH-1600x900.jpg` and
/// `/uploads/HASH-1600x900-800.jpg`.
fn picture(address: &str, title: &str, alt: &str, target: Target) -> String {
    let mut html = format!("<img src=\"{}\" alt=\"{}\"", Escaped(address), Escaped(alt));
    if !title.is_empty() {
        let _ = write!(html, " title=\"{}\"", Escaped(title));
    }
    let known = address.strip_prefix("/uploads/").and_then(|name| name.split_once('.'));
    let size = known.and_then(|(stem, _)| stem.rsplit_once('-')?.1.split_once('x'));
    let size =
        size.and_then(|(width, height)| Some((width.parse::<u32>().ok()?, height.parse::<u32>().ok()?)));
    if let (Some((stem, ending)), Some((width, height))) = (known, size) {
        let _ = write!(html, " width=\"{width}\" height=\"{height}\"");
        if width > 800 && ending != "gif" && target == Target::Page {
            let (stem, ending) = (Escaped(stem), Escaped(ending));
            let narrow = format!("/uploads/{stem}-800.{ending}");
            let _ = write!(
                html,
                " srcset=\"{narrow} 800w, {} {width}w\" sizes=\"(max-width: 42rem) 100vw, 38rem\"",
                Escaped(address)
            );
        }
    }
    if target == Target::Page {
        html.push_str(" loading=\"lazy\"");
    }
    html + ">"
}

/// Footnotes, numbered in the order of their first reference, listed at the end with back links.
#[derive(Default)]
struct Footnotes<'a> {
    /// The label of each number (from 1), and how often it was referred to.
    numbers: Vec<(String, usize)>,
    /// The index of each label in `numbers`.
    places: HashMap<String, usize>,
    texts: HashMap<String, Vec<Event<'a>>>,
    /// The definition that is being read, and the events before it.
    open: Option<(String, Vec<Event<'a>>)>,
}

impl<'a> Footnotes<'a> {
    fn reference(&mut self, label: &str) -> String {
        let at = match self.places.get(label) {
            Some(&at) => at,
            None => {
                self.places.insert(label.to_owned(), self.numbers.len());
                self.numbers.push((label.to_owned(), 0));
                self.numbers.len() - 1
            }
        };
        self.numbers[at].1 += 1;
        let (number, times) = (at + 1, self.numbers[at].1);
        let again = if times > 1 { format!("-{times}") } else { String::new() };
        format!(
            "<sup><a class=\"note-link\" id=\"note-from-{number}{again}\" href=\"#note-{number}\" aria-label=\"Note {number}\">{number}</a></sup>"
        )
    }

    fn begin(&mut self, label: &str, events: &mut Vec<Event<'a>>) {
        self.open = Some((label.to_owned(), std::mem::take(events)));
    }

    const fn is_open(&self) -> bool {
        self.open.is_some()
    }

    fn end(&mut self, events: &mut Vec<Event<'a>>) {
        if let Some((label, before)) = self.open.take() {
            let text = std::mem::replace(events, before);
            self.texts.entry(label).or_insert(text);
        }
    }

    fn push_html(mut self, html: &mut String) {
        if self.texts.is_empty() || self.numbers.is_empty() {
            return;
        }
        html.push_str("<section class=\"footnotes\" aria-label=\"Notes\">\n<ol>\n");
        for (index, (label, _)) in self.numbers.iter().enumerate() {
            let number = index + 1;
            let _ = write!(html, "<li id=\"note-{number}\">");
            html::push_html(html, self.texts.remove(label).unwrap_or_default().into_iter());
            let _ = writeln!(
                html,
                "<a href=\"#note-from-{number}\" aria-label=\"Back to the text of note {number}\">↩</a></li>"
            );
        }
        html.push_str("</ol>\n</section>\n");
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
        assert!(html.contains("&lt;script&gt;") && html.contains("&lt;b onclick=x&gt;"), "{html}");
        assert!(html.contains("&lt;i&gt;x&lt;/i&gt; <a>y</a></h2>"), "{html}");
        assert!(html.contains("<a>a</a> <a>b</a> <a href=\"/here\">c</a> <a>d</a>"), "{html}");
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
            "![An \"a\" *b*](/uploads/0f-1600x900.jpg \"T\") ![s](/uploads/0f-20x10.gif)",
            Target::Page,
        )
        .html;
        assert_eq!(
            html,
            "<p><img src=\"/uploads/0f-1600x900.jpg\" alt=\"An &quot;a&quot; b\" title=\"T\" width=\"1600\" height=\"900\" \
             srcset=\"/uploads/0f-1600x900-800.jpg 800w, /uploads/0f-1600x900.jpg 1600w\" sizes=\"(max-width: 42rem) 100vw, 38rem\" loading=\"lazy\"> \
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
            "line 7: too many puzzles, formulas and footnotes for one post; from here on they are shown as text"
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
        let rendered = render(&text, Target::Page);
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
        assert!(html.starts_with("<h2 id=\"t\">T<sup><a class=\"note-link\" id=\"note-from-1\""), "{html}");
        assert!(
            html.contains(
                "<math><mi>x</mi></math> <img src=\"/uploads/p.png\" alt=\"p\" loading=\"lazy\"></h2>"
            ),
            "{html}"
        );
        assert!(html.contains("<li id=\"note-1\"><p>note.</p>"), "{html}");
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
        // Text beyond the last element is kept.
        let text = "a\n\n".repeat(MAX_ELEMENTS) + "**last** words";
        let rendered = render(&text, Target::Page);
        assert!(rendered.html.contains("last words"), "{}", &rendered.html[rendered.html.len() - 300..]);
        let message = rendered.problems[0].to_string();
        assert!(message.starts_with("line 300001: a post can have at most 150000 paragraphs"), "{message}");
    }
}
