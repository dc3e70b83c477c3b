//! How far a Markdown text can be parsed at a cost that is linear in its length.
//!
//! A parser looks at every open quote and list item again in each line that continues a paragraph
//! without their marks, so a text of n marks and n such lines costs n². Before a text is parsed,
//! this scan adds up an upper bound of the open containers over all lines. Texts that people write
//! stay thousands of times below the limit. Every parser of this crate reads what [`parsable`]
//! returns.
//!
//! Cost: linear in the text.

/// Open containers, added up over all lines, at most: some tenths of a second of parsing.
const MOST_COST: usize = 100_000_000;

/// The longest beginning of whole lines whose containers stay within the limit; mostly the text.
pub(crate) fn parsable(markdown: &str) -> &str {
    let (mut at, mut cost, mut depth, mut is_after_text) = (0, 0_usize, 0, false);
    for line in markdown.split_inclusive('\n') {
        let prefix = Prefix::of(line);
        if prefix.is_blank {
            is_after_text = false;
        } else {
            let opened = depth.min(prefix.columns / 2) + prefix.marks;
            // Without a blank line before it, the line may continue a paragraph that lies deeper.
            depth = if is_after_text { opened.max(depth) } else { opened };
            is_after_text = true;
        }
        cost += depth;
        if cost > MOST_COST {
            return &markdown[..at];
        }
        at += line.len();
    }
    markdown
}

/// What stands before the text of a line.
struct Prefix {
    /// Columns of white space; a list item that is open takes two of them at least.
    columns: usize,
    /// Marks of quotes, list items and footnotes.
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
                // A footnote holds blocks as well.
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
    fn texts_that_people_write_are_parsed_to_their_end() {
        let list: String = (0..20_000).map(|at| format!("{}- item\n", "  ".repeat(at % 8))).collect();
        let quotes = "> > > said\nand more\n".repeat(30_000);
        let code = format!("```\n{}\n```\n", "        deep code\n".repeat(50_000));
        for text in [&list, &quotes, &code, "", "\n", "a"] {
            assert_eq!(parsable(text), text);
        }
    }

    #[test]
    fn many_lines_below_deep_containers_are_cut_at_a_line() {
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
        // Lists that become deeper line by line, and then lines without their marks.
        let stairs: String = (0..1_000).map(|at| format!("{}- a\n", "  ".repeat(at))).collect();
        let text = stairs.clone() + &"b\n".repeat(200_000);
        assert!(parsable(&text).len() < text.len());
        assert_eq!(parsable(&stairs), stairs);
    }
}
