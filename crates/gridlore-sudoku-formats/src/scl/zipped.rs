//! The short form of JSON in SudokuPad's links, and plain JSON.
//!
//! ```text
//!   plain    {"cells":[[{},{"value":"5"}]],"lines":[{"color":"#67F067","rounded":true}]}
//!   zipped   {ce:[[,{v:5}]],l:[{c:67F067,r:t}]}
//! ```
//!
//! The short form has short keys without quotes, single quotes with `\'` for an apostrophe, `t` and
//! `f` for booleans, `#0` and `#F` for black and white, and colours without quotes and `#`; `{}` is
//! left out between commas. The site unzips it with regular expressions, which also change texts
//! that look like syntax. This reader is a parser, so it does not change them; the writer uses the
//! short form only for texts that both read in the same way.

use crate::fields::has_usual_size;
use gridlore_core::ParseError;
use gridlore_sudoku_variants::build::unexpected;
use serde_json::{Map, Number, Value};

/// Maximum nesting depth of arrays and objects.
const MAX_DEPTH: usize = 24;
/// Maximum number of values.
const MAX_VALUES: usize = 400_000;

/// Keys and their short forms.
const KEYS: [(&str, &str); 24] = [
    ("color", "c"),
    ("cages", "ca"),
    ("center", "ct"),
    ("borderColor", "c1"),
    ("backgroundColor", "c2"),
    ("cells", "ce"),
    ("cellSize", "cs"),
    ("arrows", "a"),
    ("overlays", "o"),
    ("underlays", "u"),
    ("width", "w"),
    ("height", "h"),
    ("value", "v"),
    ("videos", "vd"),
    ("lines", "l"),
    ("rounded", "r"),
    ("regions", "re"),
    ("fontSize", "fs"),
    ("thickness", "th"),
    ("headLength", "hl"),
    ("wayPoints", "wp"),
    ("title", "t"),
    ("text", "te"),
    ("duration", "d"),
];

/// Parses an object as plain JSON or, if that fails, as the short form.
pub(super) fn parse(text: &str) -> Result<Value, ParseError> {
    has_usual_size(text)?;
    if let Ok(value) = serde_json::from_str(text) {
        return Ok(value);
    }
    let mut parser = Parser { text, at: 0, values: 0 };
    let value = parser.value(0)?;
    parser.blanks();
    if parser.at < text.len() {
        return Err(parser.error("the end of the data"));
    }
    Ok(value)
}

/// A text being parsed.
struct Parser<'a> {
    text: &'a str,
    /// The position of the next byte.
    at: usize,
    values: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn takes(&mut self, sign: u8) -> bool {
        self.blanks();
        let found = self.peek() == Some(sign);
        self.at += usize::from(found);
        found
    }

    /// Returns an error at this position of the decompressed text: expected `expected`.
    fn error(&self, expected: &str) -> ParseError {
        let column = self.text[..self.at].chars().count() + 1;
        let found = match self.text[self.at..].chars().next() {
            Some(sign) => format!("'{sign}' in SudokuPad data"),
            None => "the end of the SudokuPad data".to_owned(),
        };
        unexpected(column, found, expected)
    }

    /// Parses a value, or returns the empty object that is left out before `,`, `]` or `}`.
    fn value(&mut self, depth: usize) -> Result<Value, ParseError> {
        self.values += 1;
        if self.values > MAX_VALUES {
            return Err(self.error(&format!("at most {MAX_VALUES} values")));
        }
        self.blanks();
        match self.peek() {
            Some(b',' | b']' | b'}') if depth > 0 => Ok(Value::Object(Map::new())),
            Some(b'{' | b'[') if depth >= MAX_DEPTH => {
                Err(self.error(&format!("at most {MAX_DEPTH} levels of arrays and objects")))
            }
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(quote @ (b'"' | b'\'')) => self.quoted(quote).map(Value::String),
            _ => self.bare(),
        }
    }

    fn array(&mut self, depth: usize) -> Result<Value, ParseError> {
        self.at += 1;
        let mut items = Vec::new();
        loop {
            items.push(self.value(depth + 1)?);
            if self.takes(b']') {
                return Ok(Value::Array(items));
            }
            if !self.takes(b',') {
                return Err(self.error("a comma or ]"));
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value, ParseError> {
        self.at += 1;
        let mut object = Map::new();
        while !self.takes(b'}') {
            if !object.is_empty() && !self.takes(b',') {
                return Err(self.error("a comma or }"));
            }
            self.blanks();
            let key = match self.peek() {
                Some(quote @ (b'"' | b'\'')) => self.quoted(quote)?,
                _ => self.word().to_owned(),
            };
            if key.is_empty() || !self.takes(b':') {
                return Err(self.error("a key and a colon"));
            }
            let key =
                KEYS.iter().find(|(_, short)| *short == key).map_or(key, |(long, _)| (*long).to_owned());
            object.insert(key, self.value(depth + 1)?);
        }
        Ok(Value::Object(object))
    }

    /// Reads letters, digits and the signs of numbers and colours.
    fn word(&mut self) -> &str {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_$#.+-".contains(&byte)) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    fn bare(&mut self) -> Result<Value, ParseError> {
        let start = self.at;
        let word = self.word();
        let value = match word {
            "t" | "true" => Some(Value::Bool(true)),
            "f" | "false" => Some(Value::Bool(false)),
            "null" => Some(Value::Null),
            "#0" => Some("#000000".into()),
            "#F" => Some("#FFFFFF".into()),
            _ if word.len() == 6 && word.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
                Some(format!("#{word}").into())
            }
            _ => serde_json::from_str::<Number>(word).ok().map(Value::Number),
        };
        value.ok_or_else(|| {
            self.at = start;
            self.error("a value")
        })
    }

    /// Parses a string; in single quotes, `\'` is an apostrophe.
    fn quoted(&mut self, quote: u8) -> Result<String, ParseError> {
        let start = self.at;
        self.at += 1;
        let mut json = String::from("\"");
        while let Some(sign) = self.text[self.at..].chars().next() {
            self.at += sign.len_utf8();
            if sign == char::from(quote) {
                json.push('"');
                return serde_json::from_str(&json).map_err(|_| {
                    self.at = start;
                    self.error("a string in quotes")
                });
            }
            match sign {
                '\\' => {
                    let next = self.text[self.at..].chars().next().unwrap_or(' ');
                    self.at += next.len_utf8().min(self.text.len() - self.at);
                    if next != '\'' {
                        json.push('\\');
                    }
                    json.push(next);
                }
                '"' => json.push_str("\\\""),
                // JSON forbids line breaks in strings, but older links contain them.
                '\n' => json.push_str("\\n"),
                '\r' | '\t' => json.push(' '),
                sign => json.push(sign),
            }
        }
        self.at = start;
        Err(self.error("a string with a closing quote"))
    }
}

/// Writes a value in the short form if all its texts survive it, and as plain JSON otherwise.
pub(super) fn write(value: &Value) -> String {
    if !survives(value) {
        return value.to_string();
    }
    let mut text = String::new();
    zip(value, &mut text);
    text
}

/// Returns whether the site's regular expressions leave all texts unchanged.
fn survives(value: &Value) -> bool {
    match value {
        Value::Object(object) => object.iter().all(|(key, value)| {
            let is_word = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric());
            is_word && KEYS.iter().all(|(_, short)| short != key) && survives(value)
        }),
        // An empty array is read as an array with an empty object.
        Value::Array(items) => !items.is_empty() && items.iter().all(survives),
        Value::String(text) => {
            let is_colour = text.len() == 7 && colour(text).is_some();
            let is_hexadecimal = text.len() == 6 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
            let is_plain =
                text.chars().all(|sign| !"\"\\{}[]\u{2019}".contains(sign) && (sign >= ' ' || sign == '\n'));
            // A comma or colon before a space is never treated as syntax.
            let is_spaced =
                text.split([',', ':']).skip(1).all(|rest| rest.is_empty() || rest.starts_with([' ', '\n']));
            is_colour || (is_plain && is_spaced && !is_hexadecimal && !text.ends_with([',', ':']))
        }
        Value::Number(number) => {
            let digits = number.to_string();
            digits.len() != 6 || digits.bytes().any(|byte| !byte.is_ascii_digit())
        }
        _ => true,
    }
}

/// Returns the six digits of a colour such as `#67F067`.
fn colour(text: &str) -> Option<&str> {
    text.strip_prefix('#')
        .filter(|digits| digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

fn zip(value: &Value, text: &mut String) {
    match value {
        Value::Object(object) => {
            text.push('{');
            for (at, (key, value)) in object.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                text.push_str(KEYS.iter().find(|(long, _)| long == key).map_or(key, |(_, short)| short));
                text.push(':');
                match value {
                    Value::Bool(is) => text.push(if *is { 't' } else { 'f' }),
                    Value::String(value) if value == "#000000" => text.push_str("#0"),
                    Value::String(value) if value == "#FFFFFF" => text.push_str("#F"),
                    Value::String(value) => match colour(value) {
                        Some(digits) => text.push_str(digits),
                        None => zip_text(value, text),
                    },
                    value => zip(value, text),
                }
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                if item.as_object().is_none_or(|object| !object.is_empty()) {
                    zip(item, text);
                }
            }
            text.push(']');
        }
        Value::String(value) => zip_text(value, text),
        value => text.push_str(&value.to_string()),
    }
}

fn zip_text(value: &str, text: &mut String) {
    text.push('\'');
    text.push_str(&value.replace('\'', "\\'").replace('\n', "\\n"));
    text.push('\'');
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn short_forms_are_read() {
        let text = "{id:'x',cs:50,ce:[[,{v:5},],[{},,{pencilMarks:[1,2]}]],l:[{c:67F067,th:10.5,wp:[[.5,0.5]],r:t}],\
                    u:[{c1:#0,c2:#F,target:'overlay',r:f}],metadata:{t:'It\\'s \"new\"',rules:'a, b:c'},empty:}";
        let text = text.replace("[.5", "[0.5");
        let expected = json!({
            "id": "x",
            "cellSize": 50,
            "cells": [[{}, {"value": 5}, {}], [{}, {}, {"pencilMarks": [1, 2]}]],
            "lines": [{"color": "#67F067", "thickness": 10.5, "wayPoints": [[0.5, 0.5]], "rounded": true}],
            "underlays": [{"borderColor": "#000000", "backgroundColor": "#FFFFFF", "target": "overlay", "rounded": false}],
            "metadata": {"title": "It's \"new\"", "rules": "a, b:c"},
            "empty": {},
        });
        assert_eq!(parse(&text).expect("the short form"), expected);
    }

    #[test]
    fn what_is_written_is_read_again() {
        // The keys are in alphabetical order, so every build of `serde_json` writes them in this
        // order.
        let plain = json!({
            "cells": [[{}, {"value": 5}], [{}, {}]],
            "lines": [{"color": "#67F067", "rounded": true, "wayPoints": [[0.5, -1.25]]}],
            "metadata": {"title": "One, two:\nit's three"},
            "overlays": [{"backgroundColor": "#FFFFFF", "borderColor": "#000000", "text": "10"}],
        });
        let written = write(&plain);
        assert_eq!(
            written,
            "{ce:[[,{v:5}],[,]],l:[{c:67F067,r:t,wp:[[0.5,-1.25]]}],\
             metadata:{t:'One, two:\\nit\\'s three'},o:[{c2:#F,c1:#0,te:'10'}]}"
        );
        assert_eq!(parse(&written).expect("what was written"), plain);
        // The site would change these texts, so they are written as plain JSON.
        for text in ["a,b:c", "say \"x\"", "don\u{2019}t", "abc123", "x,", "{t:t}", "one\ttwo"] {
            let value = json!({"metadata": {"title": text}});
            assert_eq!(write(&value), value.to_string(), "{text}");
        }
        assert_eq!(write(&json!({"lines": []})), "{\"lines\":[]}");
    }

    #[test]
    fn hostile_texts_are_errors() {
        for text in [
            "[".repeat(100_000),
            "{a:".repeat(100_000),
            format!("[{}]", ",".repeat(MAX_VALUES)),
            "{'".to_owned(),
            "{ce:'\\".to_owned(),
            "{a:b}".to_owned(),
            "{:1}".to_owned(),
            "{a:1 b:2}".to_owned(),
            "[1]]".to_owned(),
            String::new(),
        ] {
            let head: String = text.chars().take(20).collect();
            assert!(parse(&text).is_err(), "{head}");
        }
        assert_eq!(
            parse("{ce:[[,}").unwrap_err().to_string(),
            "line 1, column 8: found '}' in SudokuPad data, expected a comma or ]"
        );
    }
}
