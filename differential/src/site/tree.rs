//! Documents as trees: random generation, writing as Markdown, and shrinking.

use gridlore_core::Rng;

/// A block of a document.
#[derive(Debug, Clone)]
pub(crate) enum Block {
    Paragraph(Vec<Inline>),
    /// The level from 1; whether it is underlined, which is possible for two levels; and the text.
    Heading(usize, bool, Vec<Inline>),
    List(List),
    Quote(Vec<Block>),
    /// The language and the lines.
    Fenced(&'static str, Vec<&'static str>),
    Indented(Vec<&'static str>),
    Rule,
    /// The alignment of each column, and the rows, starting with the head.
    Table(Vec<&'static str>, Vec<Vec<Vec<Inline>>>),
}

/// A list; in a tight list, every item is a line of text that a tight list can follow.
#[derive(Debug, Clone)]
pub(crate) struct List {
    /// The first number of an ordered list.
    pub(crate) start: Option<usize>,
    pub(crate) is_tight: bool,
    /// Whether the items of a tight list are tasks.
    pub(crate) has_tasks: bool,
    pub(crate) items: Vec<Vec<Block>>,
}

/// An inline element.
#[derive(Debug, Clone)]
pub(crate) enum Inline {
    /// Plain words.
    Text(&'static str),
    Emphasis(Vec<Inline>),
    Strong(Vec<Inline>),
    Struck(Vec<Inline>),
    Code(&'static str),
    /// The address, the title and the text.
    Link(usize, &'static str, Vec<Inline>),
    /// A picture on the site.
    Picture(&'static str),
    Address,
    Formula,
    Note(usize),
    SoftBreak,
    HardBreak(bool),
}

/// Strings that contain every special character of Markdown and HTML, and other scripts.
const TEXTS: [&str; 22] = [
    "word",
    "two words",
    "A",
    "a 2",
    "note 1",
    "!",
    "*not bold*",
    "_x_",
    "<script>alert(1)</script>",
    "&amp;",
    "&",
    "1. x",
    "# x",
    "> x",
    "- x",
    "[x](y)",
    "![x](y)",
    "caf\u{e9} \u{6570}\u{72ec}",
    "\"quoted\" 'x'",
    "a|b",
    "$5 ~~ `x`",
    "\\ [^1] ---",
];

const CODES: [&str; 6] = ["x", "a < b & c", "`", "*x*", "<b>", "\\"];

/// Addresses as written, and as they appear in HTML.
pub(crate) const ADDRESSES: [(&str, Option<&str>); 8] = [
    ("/play", Some("/play")),
    ("https://b.example/?x&y", Some("https://b.example/?x&y")),
    ("<a b>", Some("a%20b")),
    ("#end", Some("#end")),
    ("javascript:alert(1)", None),
    ("//c.example/", Some("//c.example/")),
    ("mailto:a@b.example", Some("mailto:a@b.example")),
    ("JaVaScRiPt:x", None),
];

const LINES: [&str; 8] = ["a <b> & \"c\"", "", "  indented", "*x*", "```", "~~~", "| a |", "\tx"];

/// Notes that a document can reference; the last one has no text.
pub(crate) const NOTES: [&str; 4] = ["a", "long-label", "7", "missing"];

/// Generates documents.
pub(crate) struct Maker<'a> {
    pub(crate) rng: &'a mut Rng,
}

impl Maker<'_> {
    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.rng.below(items.len())]
    }

    /// Returns blocks for a document, a quote or an item.
    pub(crate) fn blocks(&mut self, depth: usize) -> Vec<Block> {
        let count = 1 + self.rng.below(if depth == 0 { 5 } else { 2 });
        (0..count).map(|_| self.block(depth)).collect()
    }

    fn block(&mut self, depth: usize) -> Block {
        match self.rng.below(if depth < 3 { 12 } else { 7 }) {
            0..3 => Block::Paragraph(self.inlines(2, true)),
            3 => {
                let level = 1 + self.rng.below(6);
                Block::Heading(level, level < 3 && self.rng.below(2) == 0, self.inlines(2, false))
            }
            4 => {
                let language = self.pick(&["", "text", "foo"]);
                Block::Fenced(language, (0..self.rng.below(4)).map(|_| self.pick(&LINES)).collect())
            }
            5 => Block::Rule,
            6 => {
                let lines = (0..=self.rng.below(2)).map(|_| self.pick(&["a <b>", "*x*", "# y"])).collect();
                if depth == 0 { Block::Indented(lines) } else { Block::Rule }
            }
            7 => Block::Quote(self.blocks(depth + 1)),
            8 if depth == 0 => {
                let columns: Vec<&str> =
                    (0..=self.rng.below(3)).map(|_| self.pick(&["", "left", "right", "center"])).collect();
                let mut row = || (0..columns.len()).map(|_| self.inlines(1, false)).collect();
                let rows = (0..3).map(|_| row()).collect();
                Block::Table(columns, rows)
            }
            _ => Block::List(self.list(depth)),
        }
    }

    fn list(&mut self, depth: usize) -> List {
        let is_tight = self.rng.below(2) == 0;
        let start = (self.rng.below(2) == 0).then(|| self.pick(&[1, 0, 7, 99]));
        let has_tasks = is_tight && self.rng.below(4) == 0;
        let items = (0..2 + self.rng.below(2))
            .map(|_| if is_tight { self.line(depth) } else { self.blocks(depth + 1) });
        List { start, is_tight, has_tasks, items: items.collect() }
    }

    /// Returns an item of a tight list.
    fn line(&mut self, depth: usize) -> Vec<Block> {
        let mut blocks = vec![Block::Paragraph(self.inlines(1, false))];
        if depth < 2 && self.rng.below(4) == 0 {
            let items = (0..2).map(|_| vec![Block::Paragraph(self.inlines(1, false))]).collect();
            blocks.push(Block::List(List { start: None, is_tight: true, has_tasks: false, items }));
        }
        blocks
    }

    /// Returns inlines that start and end with text.
    fn inlines(&mut self, depth: usize, has_breaks: bool) -> Vec<Inline> {
        let mut inlines = vec![Inline::Text(self.pick(&TEXTS))];
        for _ in 0..self.rng.below(3) {
            let inline = match self.rng.below(if depth > 0 { 12 } else { 6 }) {
                0 => Inline::Code(self.pick(&CODES)),
                1 => Inline::Picture(self.pick(&["alt", "a \"b\""])),
                2 => Inline::Address,
                3 => Inline::Formula,
                4 => Inline::Note(self.rng.below(NOTES.len())),
                5 if has_breaks => {
                    if self.rng.below(2) == 0 {
                        Inline::SoftBreak
                    } else {
                        Inline::HardBreak(self.rng.below(2) == 0)
                    }
                }
                5..8 => Inline::Text(self.pick(&TEXTS)),
                8 => Inline::Emphasis(self.inlines(depth - 1, false)),
                9 => Inline::Strong(self.inlines(depth - 1, false)),
                10 => Inline::Struck(self.inlines(depth - 1, false)),
                // Links do not nest.
                _ => {
                    let text = vec![Inline::Text(self.pick(&TEXTS)), Inline::Code(self.pick(&CODES))];
                    Inline::Link(self.rng.below(ADDRESSES.len()), self.pick(&["", "a \"title\""]), text)
                }
            };
            inlines.push(inline);
            inlines.push(Inline::Text(self.pick(&TEXTS)));
        }
        inlines
    }
}

/// Returns the Markdown lines of blocks; adjacent lists have different markers.
pub(crate) fn lines_of(blocks: &[Block]) -> Vec<String> {
    let mut lines = Vec::new();
    for (place, block) in blocks.iter().enumerate() {
        if place > 0 {
            lines.push(String::new());
        }
        lines.extend(block_lines(block, place));
    }
    lines
}

fn block_lines(block: &Block, place: usize) -> Vec<String> {
    match block {
        Block::Paragraph(inlines) => inline_text(inlines, false).split('\n').map(str::to_owned).collect(),
        Block::Heading(level, true, inlines) => {
            vec![inline_text(inlines, false), if *level == 1 { "===" } else { "---" }.to_owned()]
        }
        Block::Heading(level, false, inlines) => {
            vec![format!("{} {}", "#".repeat(*level), inline_text(inlines, false))]
        }
        Block::List(list) => list_lines(list, place),
        Block::Quote(blocks) => lines_of(blocks).iter().map(|line| format!("> {line}")).collect(),
        Block::Fenced(language, code) => {
            let mut lines = vec![format!("````{language}")];
            lines.extend(code.iter().map(|line| (*line).to_owned()));
            lines.push("````".to_owned());
            lines
        }
        Block::Indented(code) => code.iter().map(|line| format!("    {line}")).collect(),
        Block::Rule => vec!["___".to_owned()],
        Block::Table(columns, rows) => {
            let row = |cells: &Vec<Vec<Inline>>| {
                cells.iter().fold("|".to_owned(), |row, cell| format!("{row} {} |", inline_text(cell, true)))
            };
            let marks: Vec<&str> = columns
                .iter()
                .map(|alignment| match *alignment {
                    "left" => ":--",
                    "right" => "--:",
                    "center" => ":-:",
                    _ => "---",
                })
                .collect();
            let mut lines: Vec<String> = rows.iter().map(row).collect();
            lines.insert(1, format!("| {} |", marks.join(" | ")));
            lines
        }
    }
}

fn list_lines(list: &List, place: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for (index, item) in list.items.iter().enumerate() {
        let mark = match list.start {
            Some(start) => format!("{}{} ", start + index, if place.is_multiple_of(2) { '.' } else { ')' }),
            None => format!("{} ", ['-', '*', '+'][place % 3]),
        };
        if index > 0 && !list.is_tight {
            lines.push(String::new());
        }
        // In a tight item, no blank line separates the text from its list.
        let mut inside: Vec<String> = if list.is_tight {
            item.iter().enumerate().flat_map(|(place, block)| block_lines(block, place)).collect()
        } else {
            lines_of(item)
        };
        if list.has_tasks {
            inside[0] = format!("[{}] {}", if index == 0 { 'x' } else { ' ' }, inside[0]);
        }
        for (number, line) in inside.iter().enumerate() {
            let before = if number == 0 { mark.clone() } else { " ".repeat(mark.len()) };
            lines.push(if line.is_empty() { String::new() } else { format!("{before}{line}") });
        }
    }
    lines
}

/// Escapes every punctuation character in a piece of text.
fn escaped(text: &str) -> String {
    let mark =
        |letter: char| if letter.is_ascii_punctuation() { format!("\\{letter}") } else { letter.to_string() };
    text.chars().map(mark).collect()
}

/// Returns the Markdown of inlines, separated by spaces.
fn inline_text(inlines: &[Inline], is_cell: bool) -> String {
    let mut text = String::new();
    for inline in inlines {
        let is_after_break = text.ends_with('\n') || text.is_empty();
        match inline {
            Inline::SoftBreak => text.push('\n'),
            Inline::HardBreak(has_backslash) => text.push_str(if *has_backslash { "\\\n" } else { "  \n" }),
            other => {
                if !is_after_break {
                    text.push(' ');
                }
                text.push_str(&one_inline(other, is_cell));
            }
        }
    }
    text
}

fn one_inline(inline: &Inline, is_cell: bool) -> String {
    let inside = |inlines: &[Inline]| inline_text(inlines, is_cell);
    match inline {
        Inline::Text(text) => escaped(text),
        // Put the marks between letters, where every mark can open and close.
        Inline::Emphasis(inlines) => format!("*a {} z*", inside(inlines)),
        Inline::Strong(inlines) => format!("**a {} z**", inside(inlines)),
        Inline::Struck(inlines) => format!("~~a {} z~~", inside(inlines)),
        Inline::Code(code) if code.contains('`') => format!("`` {code} ``"),
        Inline::Code(code) => format!("`{code}`"),
        Inline::Link(address, title, inlines) => {
            let title = if title.is_empty() { String::new() } else { format!(" \"{}\"", escaped(title)) };
            format!("[{}]({}{title})", inside(inlines), ADDRESSES[*address].0)
        }
        Inline::Picture(alt) => format!("![{}](/uploads/p-20x10.png)", escaped(alt)),
        Inline::Address => "<https://d.example/?a&b>".to_owned(),
        Inline::Formula => "$x$".to_owned(),
        Inline::Note(note) => format!("[^{}]", NOTES[*note]),
        Inline::SoftBreak | Inline::HardBreak(_) => String::new(),
    }
}

/// Returns documents without one block, item, row or inline, or with a block replaced by its
/// contents.
pub(crate) fn smaller(blocks: &[Block]) -> Vec<Vec<Block>> {
    let mut all = Vec::new();
    for place in 0..blocks.len() {
        let mut with = |parts: Vec<Block>| {
            let mut smaller = blocks.to_vec();
            smaller.splice(place..=place, parts);
            all.push(smaller);
        };
        if blocks.len() > 1 {
            with(vec![]);
        }
        match &blocks[place] {
            Block::Paragraph(inlines) => {
                fewer(inlines).into_iter().for_each(|inlines| with(vec![Block::Paragraph(inlines)]));
            }
            Block::Heading(level, is_underlined, inlines) => {
                for inlines in fewer(inlines) {
                    with(vec![Block::Heading(*level, *is_underlined, inlines)]);
                }
            }
            Block::Quote(inside) => {
                with(inside.clone());
                smaller(inside).into_iter().for_each(|inside| with(vec![Block::Quote(inside)]));
            }
            Block::List(list) => {
                for item in 0..list.items.len() {
                    if list.items.len() > 1 {
                        let mut list = list.clone();
                        list.items.remove(item);
                        with(vec![Block::List(list)]);
                    }
                    for inside in smaller(&list.items[item]) {
                        // A tight item starts with its text.
                        if !list.is_tight || matches!(inside.first(), Some(Block::Paragraph(_))) {
                            let mut list = list.clone();
                            list.items[item] = inside;
                            with(vec![Block::List(list)]);
                        }
                    }
                }
            }
            Block::Fenced(language, lines) if !lines.is_empty() => {
                with(vec![Block::Fenced(language, lines[1..].to_vec())]);
            }
            Block::Table(_, rows) => {
                rows.iter().flatten().for_each(|cell| with(vec![Block::Paragraph(cell.clone())]));
            }
            Block::Fenced(..) | Block::Indented(_) | Block::Rule => {}
        }
    }
    all
}

/// Returns inlines with one removed or replaced by its contents; the first and the last remain
/// text.
fn fewer(inlines: &[Inline]) -> Vec<Vec<Inline>> {
    let mut all = Vec::new();
    if inlines.len() > 2 {
        for place in (0..inlines.len() - 1).step_by(2) {
            let mut fewer = inlines.to_vec();
            fewer.drain(place..place + 2);
            all.push(fewer);
        }
    }
    for (place, inline) in inlines.iter().enumerate() {
        if let Inline::Emphasis(inside)
        | Inline::Strong(inside)
        | Inline::Struck(inside)
        | Inline::Link(_, _, inside) = inline
        {
            let mut fewer = inlines.to_vec();
            fewer.splice(place..=place, inside.clone());
            all.push(fewer);
        }
        if let Inline::Text(text) = inline
            && *text != "word"
        {
            let mut fewer = inlines.to_vec();
            fewer[place] = Inline::Text("word");
            all.push(fewer);
        }
    }
    all
}
