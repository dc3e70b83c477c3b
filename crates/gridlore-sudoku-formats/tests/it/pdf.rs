//! A small reader of PDF files, written from the standard (ISO 32000-1:2008, 7.5 and 9.4) and
//! independent of the writer. It follows the cross-reference table to each page and reads its
//! texts.

use flate2::read::ZlibDecoder;
use std::collections::BTreeMap;
use std::io::Read;

/// A page.
pub(super) struct Page {
    /// Width and height in points.
    pub(super) size: (f64, f64),
    pub(super) texts: Vec<Text>,
    /// The operators without their operands.
    pub(super) operators: Vec<String>,
}

/// A text that is shown at one position.
pub(super) struct Text {
    pub(super) words: String,
    /// Its start, in points from the lower left corner of the page.
    pub(super) place: (f64, f64),
    /// The size of its font in points.
    pub(super) size: f64,
    /// Whether it belongs to a board rather than to the page.
    pub(super) is_on_board: bool,
}

fn text(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

/// Returns the text after a key in a dictionary.
fn value<'t>(object: &'t str, key: &str) -> &'t str {
    let (_, rest) = object.split_once(key).unwrap_or_else(|| panic!("no {key} in {object}"));
    rest.trim_start()
}

fn number(text: &str) -> usize {
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_else(|_| panic!("no number: {text}"))
}

/// Returns the objects by number, as located by the cross-reference table.
fn objects(file: &[u8]) -> (BTreeMap<usize, Vec<u8>>, String) {
    let all = text(file);
    assert!(all.starts_with("%PDF-1."), "the header");
    assert!(all.trim_end().ends_with("%%EOF"), "the end");
    let (_, start) = all.rsplit_once("startxref").expect("startxref");
    let table = text(&file[number(start.trim_start())..]);
    let mut lines = table.strip_prefix("xref").expect("a table").trim_start().lines();
    let count = number(lines.next().expect("a heading").split(' ').nth(1).expect("a count"));
    let mut found = BTreeMap::new();
    for (number_of_object, line) in lines.by_ref().take(count).enumerate() {
        let (offset, kind) = (number(line), line.trim_end().chars().last());
        if kind == Some('n') {
            let body = &file[offset..];
            let heading = format!("{number_of_object} 0 obj");
            assert!(text(&body[..heading.len()]) == heading, "object {number_of_object} is elsewhere");
            found.insert(number_of_object, body.to_vec());
        }
    }
    (found, table)
}

/// Returns the dictionary of an object.
fn dictionary(object: &[u8]) -> String {
    let all = text(&object[..object.len().min(1 << 16)]);
    all.split_once("endobj").map_or(all.clone(), |(body, _)| body.to_owned())
}

/// Reads the pages and the title of a file.
pub(super) fn read(file: &[u8]) -> (Vec<Page>, String) {
    let (objects, trailer) = objects(file);
    let at = |text: &str, key: &str| number(value(text, key));
    let object = |number: usize| dictionary(&objects[&number]);
    let tree = object(at(&object(at(&trailer, "/Root")), "/Pages"));
    let info = object(at(&trailer, "/Info"));
    let kids = value(&tree, "/Kids").trim_start_matches('[').split(']').next().expect("kids").to_owned();
    let kids: Vec<usize> =
        kids.split('R').filter(|kid| !kid.trim().is_empty()).map(|kid| number(kid.trim())).collect();
    assert_eq!(at(&tree, "/Count"), kids.len());
    let pages = kids.into_iter().map(|kid| {
        let page = object(kid);
        let corners: Vec<f64> = value(&page, "/MediaBox")
            .trim_start_matches('[')
            .split(']')
            .next()
            .expect("a box")
            .split_whitespace()
            .map(|side| side.parse().expect("a number"))
            .collect();
        let stream = &objects[&at(&page, "/Contents")];
        let start = stream.windows(7).position(|part| part == b"stream\n").expect("a stream") + 7;
        let length = at(&dictionary(stream), "/Length");
        let mut content = Vec::new();
        ZlibDecoder::new(&stream[start..start + length]).read_to_end(&mut content).expect("packed content");
        let (texts, operators) = content_of(&content);
        Page { size: (corners[2] - corners[0], corners[3] - corners[1]), texts, operators }
    });
    let title = value(&info, "/Title").to_owned();
    (pages.collect(), title)
}

/// Returns the product of two matrices.
fn product(one: [f64; 6], other: [f64; 6]) -> [f64; 6] {
    let [a, b, c, d, e, f] = one;
    let [g, h, i, j, k, l] = other;
    [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l]
}

/// Returns the texts and operators of a content stream.
fn content_of(content: &[u8]) -> (Vec<Text>, Vec<String>) {
    let (mut texts, mut operators) = (Vec::<Text>::new(), Vec::new());
    let mut matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    let mut saved = Vec::new();
    let (mut line, mut font, mut size) = (matrix, String::new(), 0.0);
    let (mut operands, mut shown) = (Vec::<String>::new(), None::<Vec<u8>>);
    let mut is_started = false;
    // A dictionary's replacement text, and whether that text is empty.
    let (mut replacement, mut is_hidden) = (None::<String>, false);
    let mut rest = content;
    while let Some(first) = rest.first() {
        if first.is_ascii_whitespace() {
            rest = &rest[1..];
            continue;
        }
        if rest.starts_with(b"<<") {
            let end = rest.windows(2).position(|part| part == b">>").expect("the end of a dictionary");
            replacement = Some(text(&rest[2..end]));
            rest = &rest[end + 2..];
            continue;
        }
        if matches!(first, b'(' | b'<') {
            let (bytes, after) = string(rest);
            shown = Some(bytes);
            rest = after;
            continue;
        }
        if matches!(first, b'[' | b']') {
            rest = &rest[1..];
            continue;
        }
        let end = rest.iter().position(|byte| byte.is_ascii_whitespace() || b"([<]".contains(byte));
        let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
        let word = text(word);
        rest = after;
        if word.starts_with(|sign: char| sign.is_ascii_digit() || "-./".contains(sign)) {
            operands.push(word);
            continue;
        }
        let numbers: Vec<f64> = operands.iter().filter_map(|one| one.parse().ok()).collect();
        match word.as_str() {
            "q" => saved.push(matrix),
            "Q" => matrix = saved.pop().expect("a saved state"),
            "cm" => matrix = product(numbers[..].try_into().expect("a matrix"), matrix),
            "Tm" => line = numbers[..].try_into().expect("a matrix"),
            "BT" => is_started = true,
            "BDC" => is_hidden = replacement.take().is_some_and(|text| text.contains("/ActualText ()")),
            "EMC" => is_hidden = false,
            "Tj" if is_hidden => shown = None,
            "Tf" => (font, size) = (operands[0].clone(), numbers[0]),
            "Tj" => {
                let words = decoded(&shown.take().expect("a string"), &font);
                if is_started {
                    let [_, _, _, down, x, y] = product(line, matrix);
                    let is_on_board = !saved.is_empty();
                    texts.push(Text { words, place: (x, y), size: size * down.abs(), is_on_board });
                    is_started = false;
                } else {
                    texts.last_mut().expect("a text").words.push_str(&words);
                }
            }
            _ => {}
        }
        operators.push(word);
        operands.clear();
    }
    assert!(saved.is_empty(), "a state that is not restored");
    (texts, operators)
}

/// Returns a string in parentheses or in hexadecimal digits, and the rest of the content.
fn string(content: &[u8]) -> (Vec<u8>, &[u8]) {
    let mut bytes = Vec::new();
    if content[0] == b'<' {
        let end = content.iter().position(|byte| *byte == b'>').expect("an end");
        let digits = text(&content[1..end]);
        for at in (0..digits.len()).step_by(2) {
            bytes.push(u8::from_str_radix(&digits[at..at + 2], 16).expect("a byte"));
        }
        return (bytes, &content[end + 1..]);
    }
    let (mut at, mut depth) = (1, 1);
    loop {
        match content[at] {
            b'\\' => {
                at += 1;
                bytes.push(content[at]);
            }
            b'(' => {
                depth += 1;
                bytes.push(b'(');
            }
            b')' if depth == 1 => return (bytes, &content[at + 1..]),
            b')' => {
                depth -= 1;
                bytes.push(b')');
            }
            byte => bytes.push(byte),
        }
        at += 1;
    }
}

/// Returns the letters of codes: those of Latin-1 and a few others, which suffice for the tests.
fn decoded(codes: &[u8], font: &str) -> String {
    let letter = |code: &u8| match (font, code) {
        ("/F3", 0xa3) => '≤',
        ("/F3", 0x70) => 'π',
        ("/F3", _) => '?',
        (_, 0x91) => '‘',
        (_, 0x92) => '’',
        (_, 0x93) => '“',
        (_, 0x94) => '”',
        (_, 0x96) => '–',
        (_, code) => char::from(*code),
    };
    codes.iter().map(letter).collect()
}
