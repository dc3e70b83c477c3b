//! Comments in an export, one JSON object per line.

use crate::store::{Comment, State};
use anyhow::{Context, Result};
use serde_json::{Value, json};

/// The file with a blog's comments in an export, one per line.
pub(super) const COMMENTS: &str = "comments.jsonl";

/// A comment as a line of JSON, without the sender's address and account.
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
/// A line is not a comment; the message has its number.
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
            read(line).with_context(|| format!("line {}: found no valid comment", number + 1))
        })
        .collect()
}
