//! Limits how much Markdown is parsed, to keep the cost linear in its length.
//!
//! In each line that continues a paragraph without repeating the markers of its quotes and list
//! items, a parser checks every open container again. So the cost of n markers and n such lines is
//! n². Before Markdown is parsed, this scan adds up an upper bound on the number of open containers
//! over all lines. Ordinary posts are thousands of times below the limit. Every parser of this
//! crate reads only the text that [`parsable`] returns.
//!
//! At each line end in a link title, a parser also scans the title again from its start, so the
//! cost of a title that is never closed is quadratic in the length of the rest of the text. The
//! scan adds up the product of lines and bytes over all titles.
//!
//! Cost: linear in the length of the text.

/// Maximum sum of open containers over all lines, which takes a few tenths of a second to parse.
const MAX_COST: usize = 100_000_000;

/// Maximum sum of lines times bytes over all link titles, which takes a few milliseconds to parse.
/// A title of ten lines takes a thousandth of that.
const MAX_TITLE_COST: usize = 5_000_000;

/// Returns the longest prefix of whole lines within the limits, usually the whole text.
pub(crate) fn parsable(markdown: &str) -> &str {
    let mut titles = 0_usize;
    let (mut at, mut cost, mut depth, mut is_after_text) = (0, 0_usize, 0, false);
    for line in markdown.split_inclusive('\n') {
        let prefix = Prefix::of(line);
        if prefix.is_blank {
            is_after_text = false;
        } else {
            let opened = depth.min(prefix.columns / 2) + prefix.marks;
            // Without a blank line before it, the line can continue a deeper paragraph.
            depth = if is_after_text { opened.max(depth) } else { opened };
            is_after_text = true;
        }
        cost += depth;
        let costs = (at..at + line.len()).map(|place| title_cost(markdown, place));
        titles = costs.fold(titles, usize::saturating_add);
        if cost > MAX_COST || titles > MAX_TITLE_COST {
            return &markdown[..at];
        }
        at += line.len();
    }
    markdown
}

/// Returns the number of lines times the number of bytes of the link title that starts at a byte,
/// or 0 if no title can start there. The total cost of all calls is linear in the length of the
/// text, because a title ends at the next delimiter of its kind.
fn title_cost(markdown: &str, at: usize) -> usize {
    let bytes = markdown.as_bytes();
    let open = bytes[at];
    let close = match open {
        b'"' | b'\'' => open,
        b'(' => b')',
        _ => return 0,
    };
    if at == 0 || !bytes[at - 1].is_ascii_whitespace() {
        return 0;
    }
    // The address before the title, with the end of the link text. An address in angle brackets can
    // contain spaces.
    let before = bytes[..at].trim_ascii_end();
    let is_word = |byte: &&u8| !byte.is_ascii_whitespace();
    let word = &before[before.len() - before.iter().rev().take_while(is_word).count()..];
    if !word.windows(2).any(|pair| pair == b"](") && !word.ends_with(b">") {
        return 0;
    }
    let (mut end, mut lines) = (at + 1, 0);
    while let Some(byte) = bytes.get(end).filter(|byte| **byte != open && **byte != close) {
        lines += usize::from(matches!(byte, b'\n' | b'\r'));
        end += if *byte == b'\\' { 2 } else { 1 };
    }
    lines * (end - at)
}

/// The part of a line before its text.
struct Prefix {
    /// Number of columns of white space; an open list item needs at least two of them.
    columns: usize,
    /// Number of markers of quotes, list items and footnotes.
    marks: usize,
    is_blank: bool,
}

impl Prefix {
    fn of(line: &str) -> Self {
        let bytes = line.trim_end_matches(['\n', '\r']).as_bytes();
        let (mut columns, mut marks, mut at) = (0, 0, 0);
        let is_space = |at: usize| bytes.get(at).is_none_or(|byte| matches!(byte, b' ' | b'\t'));
        while let Some(byte) = bytes.get(at) {
            match byte {
                b' ' => columns += 1,
                b'\t' => columns += 4,
                b'>' => marks += 1,
                b'-' | b'+' | b'*' if is_space(at + 1) => marks += 1,
                b'0'..=b'9' => {
                    let digits = bytes[at..].iter().take(10).take_while(|byte| byte.is_ascii_digit()).count();
                    if !matches!(bytes.get(at + digits), Some(b'.' | b')')) || !is_space(at + digits + 1) {
                        break;
                    }
                    marks += 1;
                    at += digits;
                }
                // A footnote can also contain blocks.
                b'[' if bytes.get(at + 1) == Some(&b'^') => {
                    let label = bytes[at..].iter().take_while(|byte| **byte != b']').count();
                    if bytes.get(at + label + 1) != Some(&b':') {
                        break;
                    }
                    marks += 1;
                    at += label + 1;
                }
                _ => break,
            }
            at += 1;
        }
        Self { columns, marks, is_blank: marks == 0 && at == bytes.len() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_texts_are_parsed_to_the_end() {
        let list: String = (0..20_000).map(|at| format!("{}- item\n", "  ".repeat(at % 8))).collect();
        let quotes = "> > > said\nand more\n".repeat(30_000);
        let code = format!("```\n{}\n```\n", "        deep code\n".repeat(50_000));
        for text in [&list, &quotes, &code, "", "\n", "a"] {
            assert_eq!(parsable(text), text);
        }
    }

    #[test]
    fn ordinary_titles_are_parsed_and_long_ones_are_cut() {
        let links =
            "See [a](b \"a title\nof two lines\") and [c](<d e> 'f') (or not) \"well\".\n\n".repeat(5_000);
        assert_eq!(parsable(&links), links);
        let quote = format!("[a](b) said \"unclosed\n{}", "x\n".repeat(100_000));
        assert_eq!(parsable(&quote), quote, "not a title");
        for open in ["[](a \"", "[](a '", "[](a (", "[](<a b> \"", "[](a\n\"", "[]( \""] {
            for line in ["x\n", "\\\"\n", "\\'\\)\n", "\r"] {
                let text = format!("before\n\n{open}{}", line.repeat(30_000));
                assert!(parsable(&text).len() < 20, "{open:?} {line:?}");
            }
        }
    }

    #[test]
    fn many_lines_in_deep_containers_are_cut_at_a_line() {
        for marks in [
            ">".repeat(20_000),
            "- ".repeat(20_000),
            "1. ".repeat(20_000),
            ">- ".repeat(20_000),
            "[^a]: ".repeat(20_000),
        ] {
            for line in ["a\n", "=\n", "[a]:\n", "$$\n", "> a\n"] {
                let text = format!("{marks}x\n{}", line.repeat(20_000));
                let cut = parsable(&text);
                assert!(cut.len() < text.len() && cut.ends_with('\n'), "{} {line:?}", &marks[..3]);
            }
        }
        // Lists that are nested more deeply with every line, followed by lines without list
        // markers.
        let stairs: String = (0..1_000).map(|at| format!("{}- a\n", "  ".repeat(at))).collect();
        let text = stairs.clone() + &"b\n".repeat(200_000);
        assert!(parsable(&text).len() < text.len());
        assert_eq!(parsable(&stairs), stairs);
    }
}
