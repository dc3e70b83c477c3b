//! The expected HTML of a document, and a reader for HTML, as lists of tags and text.

use super::tree::{ADDRESSES, Block, Inline, NOTES};

/// A tag or a piece of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token {
    /// An opening tag, with its attributes in order.
    Open(String, Vec<(String, String)>),
    Close(String),
    Text(String),
}

/// The id of an element, and whether the element is a heading.
pub(crate) type Name = (bool, String);

/// Inline elements; all others are blocks, and whitespace around blocks has no meaning.
const INLINE: [&str; 11] = ["em", "strong", "del", "code", "a", "img", "sup", "math", "mi", "span", "mo"];

/// Writes the tokens of a document.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    tokens: Vec<Token>,
    /// The text of each heading, in order.
    pub(crate) headings: Vec<String>,
    /// The referenced notes, each with the number of references.
    notes: Vec<(usize, usize)>,
    is_feed: bool,
}

impl Writer {
    pub(crate) fn new(is_feed: bool) -> Self {
        Self { is_feed, ..Self::default() }
    }

    fn open(&mut self, name: &str, attributes: &[(&str, &str)]) {
        let mut attributes: Vec<(String, String)> =
            attributes.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        attributes.sort();
        self.tokens.push(Token::Open(name.to_owned(), attributes));
    }

    fn close(&mut self, name: &str) {
        self.tokens.push(Token::Close(name.to_owned()));
    }

    fn text(&mut self, text: &str) {
        self.tokens.push(Token::Text(text.to_owned()));
    }

    /// Returns the tokens of a document with its notes, and the text of each heading.
    pub(crate) fn document(mut self, blocks: &[Block]) -> (Vec<Token>, Vec<String>) {
        self.blocks(blocks, false);
        if !self.notes.is_empty() {
            self.open("section", &[("class", "footnotes"), ("aria-label", "Notes")]);
            self.open("ol", &[]);
            for (index, (note, _)) in self.notes.clone().into_iter().enumerate() {
                let number = index + 1;
                self.open("li", &[("id", &format!("note-{number}"))]);
                self.open("p", &[]);
                self.text(&note_text(note));
                self.close("p");
                let label = format!("Back to the text of note {number}");
                self.open("a", &[("href", &format!("#note-from-{number}")), ("aria-label", &label)]);
                self.text("\u{21a9}");
                self.close("a");
                self.close("li");
            }
            self.close("ol");
            self.close("section");
        }
        (tidy(self.tokens), self.headings)
    }

    fn blocks(&mut self, blocks: &[Block], is_tight: bool) {
        for block in blocks {
            self.block(block, is_tight);
        }
    }

    fn block(&mut self, block: &Block, is_tight: bool) {
        match block {
            Block::Paragraph(inlines) if is_tight => self.inlines(inlines),
            Block::Paragraph(inlines) if is_gallery(inlines) => {
                let class: &[(&str, &str)] = if self.is_feed { &[] } else { &[("class", "gallery")] };
                self.open("div", class);
                for inline in inlines.iter().filter(|inline| matches!(inline, Inline::Picture(_))) {
                    self.open("figure", &[]);
                    self.inline(inline);
                    self.close("figure");
                }
                self.close("div");
            }
            Block::Paragraph(inlines) => {
                self.open("p", &[]);
                self.inlines(inlines);
                self.close("p");
            }
            Block::Heading(level, _, inlines) => {
                self.headings.push(words(inlines));
                let name = format!("h{}", (*level).max(2));
                self.open(&name, &[]);
                self.inlines(inlines);
                self.close(&name);
            }
            Block::List(list) => {
                let name = if list.start.is_some() { "ol" } else { "ul" };
                let start = list.start.filter(|start| *start != 1).map(|start| start.to_string());
                match &start {
                    Some(start) => self.open(name, &[("start", start)]),
                    None => self.open(name, &[]),
                }
                let is_loose = !list.is_tight && (list.items.len() > 1 || list.items[0].len() > 1);
                for (index, item) in list.items.iter().enumerate() {
                    self.open("li", &[]);
                    if list.has_tasks {
                        let checked: &[(&str, &str)] = if index == 0 { &[("checked", "")] } else { &[] };
                        self.open("input", &[&[("disabled", ""), ("type", "checkbox")], checked].concat());
                    }
                    self.blocks(item, !is_loose);
                    self.close("li");
                }
                self.close(name);
            }
            Block::Quote(blocks) => {
                self.open("blockquote", &[]);
                self.blocks(blocks, false);
                self.close("blockquote");
            }
            Block::Fenced(language, lines) => self.code(language, lines),
            Block::Indented(lines) => self.code("", lines),
            Block::Rule => self.open("hr", &[]),
            Block::Table(columns, rows) => self.table(columns, rows),
        }
    }

    fn code(&mut self, language: &str, lines: &[&str]) {
        self.open("pre", &[("tabindex", "0")]);
        let class = format!("language-{language}");
        if language.is_empty() {
            self.open("code", &[]);
        } else {
            self.open("code", &[("class", &class)]);
        }
        self.text(&lines.iter().map(|line| format!("{line}\n")).collect::<String>());
        self.close("code");
        self.close("pre");
    }

    fn table(&mut self, columns: &[&str], rows: &[Vec<Vec<Inline>>]) {
        if !self.is_feed {
            let label = ("aria-label", "Table");
            self.open("div", &[("class", "table"), ("tabindex", "0"), ("role", "group"), label]);
        }
        self.open("table", &[]);
        for (index, row) in rows.iter().enumerate() {
            match index {
                0 => self.open("thead", &[]),
                1 => self.open("tbody", &[]),
                _ => {}
            }
            self.open("tr", &[]);
            for (cell, alignment) in row.iter().zip(columns) {
                let name = if index == 0 { "th" } else { "td" };
                let style = format!("text-align: {alignment}");
                // Pages allow no style attributes.
                match *alignment {
                    "" => self.open(name, &[]),
                    _ if self.is_feed => self.open(name, &[("style", &style)]),
                    "center" => self.open(name, &[("class", "centred")]),
                    "right" => self.open(name, &[("class", "right")]),
                    _ => self.open(name, &[]),
                }
                self.inlines(cell);
                self.close(name);
            }
            self.close("tr");
            if index == 0 {
                self.close("thead");
            }
        }
        self.close("tbody");
        self.close("table");
        if !self.is_feed {
            self.close("div");
        }
    }

    fn inlines(&mut self, inlines: &[Inline]) {
        for (place, inline) in inlines.iter().enumerate() {
            let is_break = |inline: &Inline| matches!(inline, Inline::SoftBreak | Inline::HardBreak(_));
            if place > 0 && !is_break(inline) && !is_break(&inlines[place - 1]) {
                self.text(" ");
            }
            self.inline(inline);
        }
    }

    fn inline(&mut self, inline: &Inline) {
        let mut around = |name: &str, inlines: &[Inline]| {
            self.open(name, &[]);
            self.text("a ");
            self.inlines(inlines);
            self.text(" z");
            self.close(name);
        };
        match inline {
            Inline::Text(text) => self.text(text),
            Inline::Emphasis(inlines) => around("em", inlines),
            Inline::Strong(inlines) => around("strong", inlines),
            Inline::Struck(inlines) => around("del", inlines),
            Inline::Code(code) => {
                self.open("code", &[]);
                self.text(code);
                self.close("code");
            }
            Inline::Link(address, title, inlines) => {
                match ADDRESSES[*address].1 {
                    None => self.open("a", &[]),
                    Some(address) if title.is_empty() => self.open("a", &[("href", address)]),
                    Some(address) => self.open("a", &[("href", address), ("title", title)]),
                }
                self.inlines(inlines);
                self.close("a");
            }
            Inline::Picture(alt) => {
                let known =
                    [("src", "/uploads/p-20x10.png"), ("alt", alt), ("width", "20"), ("height", "10")];
                let loading: &[(&str, &str)] = if self.is_feed { &[] } else { &[("loading", "lazy")] };
                self.open("img", &[&known[..], loading].concat());
            }
            Inline::Address => {
                self.open("a", &[("href", "https://d.example/?a&b")]);
                self.text("https://d.example/?a&b");
                self.close("a");
            }
            Inline::Formula => {
                self.open("math", &[]);
                self.open("mi", &[]);
                self.text("x");
                self.close("mi");
                self.close("math");
            }
            Inline::Note(note) if *note + 1 == NOTES.len() => self.text(&format!("[^{}]", NOTES[*note])),
            Inline::Note(note) => {
                let place = self.notes.iter().position(|known| known.0 == *note).unwrap_or_else(|| {
                    self.notes.push((*note, 0));
                    self.notes.len() - 1
                });
                self.notes[place].1 += 1;
                let (number, times) = ((place + 1).to_string(), self.notes[place].1);
                let again = if times > 1 { format!("-{times}") } else { String::new() };
                self.open("sup", &[]);
                self.open(
                    "a",
                    &[
                        ("class", "note-link"),
                        ("id", &format!("note-from-{number}{again}")),
                        ("href", &format!("#note-{number}")),
                        ("aria-label", &format!("Note {number}")),
                    ],
                );
                self.text(&number);
                self.close("a");
                self.close("sup");
            }
            Inline::SoftBreak => self.text("\n"),
            Inline::HardBreak(_) => self.open("br", &[]),
        }
    }
}

/// Returns whether a paragraph contains several pictures and no text.
fn is_gallery(inlines: &[Inline]) -> bool {
    let is_picture = |inline: &Inline| matches!(inline, Inline::Picture(_));
    let is_break = |inline: &Inline| matches!(inline, Inline::SoftBreak | Inline::HardBreak(_));
    inlines.iter().all(|inline| is_picture(inline) || is_break(inline))
        && inlines.iter().filter(|inline| is_picture(inline)).count() > 1
}

/// Removes the links next to headings, and their boxes.
fn without_heading_links(html: &str) -> Option<String> {
    let mut parts = html.split("<div class=\"heading\">");
    let mut text = parts.next()?.to_owned();
    for part in parts {
        let (heading, rest) = part.split_once("<a class=\"anchor\" href=\"#")?;
        let (_, rest) = rest.split_once("\">#</a></div>")?;
        text.push_str(heading);
        text.push_str(rest);
    }
    Some(text)
}

/// Returns the text of a note.
pub(crate) fn note_text(note: usize) -> String {
    format!("Text of {}", NOTES[note])
}

/// Returns the text of a heading.
fn words(inlines: &[Inline]) -> String {
    let word = |inline: &Inline| match inline {
        Inline::Text(text) | Inline::Code(text) => (*text).to_owned(),
        Inline::Emphasis(inlines) | Inline::Strong(inlines) | Inline::Struck(inlines) => {
            format!("a {} z", words(inlines))
        }
        Inline::Link(_, _, inlines) => words(inlines),
        Inline::Address => "https://d.example/?a&b".to_owned(),
        Inline::Note(note) if *note + 1 == NOTES.len() => format!("[^{}]", NOTES[*note]),
        _ => String::new(),
    };
    inlines.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// Returns the id of a heading with this text, if no other heading or note has that id.
pub(crate) fn name_of(words: &str) -> String {
    let mut name = String::new();
    for letter in words.to_lowercase().chars() {
        if letter.is_alphanumeric() {
            name.push(letter);
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    name.trim_end_matches('-').to_owned()
}

/// Returns the tokens of HTML, and the ids of its elements in order; the ids of headings are
/// removed from the tokens.
pub(crate) fn read(html: &str) -> Option<(Vec<Token>, Vec<Name>)> {
    let (mut tokens, mut names) = (Vec::new(), Vec::new());
    let html = without_heading_links(html)?;
    let mut rest = &*html;
    while !rest.is_empty() {
        let Some(inner) = rest.strip_prefix('<') else {
            let end = rest.find('<').unwrap_or(rest.len());
            tokens.push(Token::Text(decoded(&rest[..end])?));
            rest = &rest[end..];
            continue;
        };
        let (tag, after) = inner.split_once('>')?;
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            tokens.push(Token::Close(name.to_owned()));
            continue;
        }
        let tag = tag.trim_end_matches('/').trim_end();
        let (name, mut texts) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut attributes = Vec::new();
        while !texts.trim_start().is_empty() {
            let (key, value) = texts.trim_start().split_once("=\"")?;
            let (value, others) = value.split_once('"')?;
            attributes.push((key.to_owned(), decoded(value)?));
            texts = others;
        }
        let is_heading = name.len() == 2 && name.starts_with('h') && name != "hr";
        names.extend(
            (attributes.iter().filter(|pair| pair.0 == "id")).map(|pair| (is_heading, pair.1.clone())),
        );
        attributes.retain(|pair| !is_heading || pair.0 != "id");
        attributes.sort();
        tokens.push(Token::Open(name.to_owned(), attributes));
    }
    Some((tidy(tokens), names))
}

/// Decodes named and numeric character references; `None` if an ampersand does not start one.
fn decoded(text: &str) -> Option<String> {
    let mut parts = text.split('&');
    let mut decoded = parts.next()?.to_owned();
    if text.contains(['<', '>']) {
        return None;
    }
    for part in parts {
        let (name, rest) = part.split_once(';')?;
        decoded.push(match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "#39" => '\'',
            _ => return None,
        });
        decoded.push_str(rest);
    }
    Some(decoded)
}

/// Joins adjacent pieces of text, and removes whitespace next to blocks.
fn tidy(tokens: Vec<Token>) -> Vec<Token> {
    let mut joined: Vec<Token> = Vec::new();
    let mut is_code = false;
    for token in tokens {
        match (&token, joined.last_mut()) {
            (Token::Text(text), Some(Token::Text(last))) => last.push_str(text),
            _ => joined.push(token),
        }
    }
    let is_block = |token: Option<&Token>| match token {
        Some(Token::Open(name, _) | Token::Close(name)) => !INLINE.contains(&name.as_str()),
        Some(Token::Text(_)) => false,
        None => true,
    };
    let mut tidied = Vec::new();
    for place in 0..joined.len() {
        match &joined[place] {
            Token::Text(text) if !is_code => {
                let mut text = text.replace('\n', " ");
                if is_block(place.checked_sub(1).map(|before| &joined[before])) {
                    text = text.trim_start_matches(' ').to_owned();
                }
                if is_block(joined.get(place + 1)) {
                    text = text.trim_end_matches(' ').to_owned();
                }
                if !text.is_empty() {
                    tidied.push(Token::Text(text));
                }
            }
            token => {
                match token {
                    Token::Open(name, _) if name == "pre" => is_code = true,
                    Token::Close(name) if name == "pre" => is_code = false,
                    _ => {}
                }
                // Drop empty pieces.
                if *token != Token::Text(String::new()) {
                    tidied.push(token.clone());
                }
            }
        }
    }
    tidied
}
