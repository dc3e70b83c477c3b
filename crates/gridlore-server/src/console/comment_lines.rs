//! Comments in an export, one JSON object per line.

use crate::store::{Comment, State};
use anyhow::{Context, Result, bail};
use gridlore_blog::import::{MAX_REMARK_LENGTH, MAX_REMARK_NAME_LENGTH};
use serde_json::{Value, json};

/// The file with a blog's comments in an export, one per line.
pub(super) const COMMENTS: &str = "comments.jsonl";

/// Maximum size in bytes of a line. Each character of a comment may be written as two escapes.
const MAX_LINE_BYTES: usize = 12 * (MAX_REMARK_LENGTH + MAX_REMARK_NAME_LENGTH) + (4 << 10);

/// Returns a comment as a JSON object without the sender's address and account.
pub(super) fn comment_line(comment: &Comment) -> Value {
    json!({
        "id": comment.id,
        "post": comment.slug,
        "parent": comment.parent,
        "name": comment.name,
        "text": comment.text,
        "time": comment.time.to_string(),
        "state": comment.state.name(),
    })
}

/// # Errors
/// Fails if a line is not a comment, or is too long. The message contains the line number.
pub(super) fn read_comments(text: &str) -> Result<Vec<Comment>> {
    let read = |line: &str| -> Option<Comment> {
        let value: Value = serde_json::from_str(line).ok()?;
        let text = |key: &str| value[key].as_str().map(str::to_owned);
        Some(Comment {
            id: value["id"].as_i64()?,
            blog: String::new(),
            slug: text("post")?,
            parent: value["parent"].as_i64(),
            name: text("name")?,
            text: text("text")?,
            time: text("time")?.parse().ok()?,
            state: State::parse(&text("state")?)?,
            visitor: String::new(),
            account: None,
        })
    };
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            if line.len() > MAX_LINE_BYTES {
                bail!("line {}: found {} bytes, expected at most {MAX_LINE_BYTES}", number + 1, line.len());
            }
            read(line).with_context(|| format!("line {}: not a valid comment", number + 1))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_a_limit() {
        let line = |text: &str| {
            format!(
                r#"{{"id":1,"post":"a","parent":null,"name":"N","text":"{text}","time":"2026-01-01T00:00:00Z","state":"shown"}}"#
            )
        };
        let longest = line(&r"\ud83d\ude00".repeat(MAX_REMARK_LENGTH));
        let comments = read_comments(&format!("{}\n\n{longest}\n", line("T"))).unwrap();
        assert_eq!(comments[1].text.chars().count(), MAX_REMARK_LENGTH);
        let long = format!("{}\n[{}0]\n", line("T"), "0,".repeat(100_000));
        let error = read_comments(&long).unwrap_err().to_string();
        assert_eq!(error, "line 2: found 200003 bytes, expected at most 124816");
    }
}
