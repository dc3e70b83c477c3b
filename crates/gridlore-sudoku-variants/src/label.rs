//! Labels of constraints in formats where some characters have a special meaning. Such characters
//! are written as `%` and their code, such as `%20` for a blank.

use std::fmt::Write;

/// Returns a label in which all characters except these are escaped.
pub(crate) fn encoded(label: &str, is_plain: impl Fn(u8) -> bool) -> String {
    let mut text = String::new();
    let mut bytes = Vec::new();
    for byte in label.bytes() {
        if byte != b'%' && is_plain(byte) {
            bytes.push(byte);
        } else {
            text.clear();
            let _ = write!(text, "%{byte:02X}");
            bytes.extend(text.bytes());
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns a label without escapes, if the result is valid text.
pub(crate) fn decoded(label: &str) -> String {
    let mut bytes = Vec::with_capacity(label.len());
    let mut rest = label;
    while let Some(at) = rest.find('%') {
        let code = rest.get(at + 1..at + 3).and_then(|code| u8::from_str_radix(code, 16).ok());
        let end = at + if code.is_some() { 3 } else { 1 };
        bytes.extend(rest[..at].bytes());
        match code {
            Some(code) => bytes.push(code),
            None => bytes.push(b'%'),
        }
        rest = &rest[end..];
    }
    bytes.extend(rest.bytes());
    String::from_utf8(bytes).unwrap_or_else(|_| label.to_owned())
}
