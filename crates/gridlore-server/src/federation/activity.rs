//! Activities from other servers, parsed from JSON that may be malformed or hostile.

use crate::store::federation::authority_of;
use gridlore_blog::import::value_up_to;
use jiff::Timestamp;
use serde_json::Value;

/// Maximum size in bytes of an activity.
pub(crate) const MAX_ACTIVITY_BYTES: usize = 256 << 10;

/// Maximum length in bytes of a stored address.
pub(crate) const MAX_ID_BYTES: usize = 500;

/// The type of an activity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Follow,
    Undo,
    Create,
    Update,
    Delete,
    Like,
    Announce,
    Accept,
    Reject,
}

impl Kind {
    fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "Follow" => Self::Follow,
            "Undo" => Self::Undo,
            "Create" => Self::Create,
            "Update" => Self::Update,
            "Delete" => Self::Delete,
            "Like" => Self::Like,
            "Announce" => Self::Announce,
            "Accept" => Self::Accept,
            "Reject" => Self::Reject,
            _ => return None,
        })
    }
}

/// Maximum number of values in an activity or another document. A value can use a hundred times as
/// much memory as its text.
pub(crate) const MAX_VALUES: usize = 10_000;

/// Parses JSON from another server. Returns `None` if the text is not JSON or has too many values.
pub(super) fn json(text: &str) -> Option<Value> {
    value_up_to(text, MAX_VALUES).ok()
}

/// An activity.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Activity {
    pub(super) id: String,
    pub(super) kind: Kind,
    pub(super) actor: String,
    pub(super) object: Value,
    /// The activity, as received.
    pub(super) source: Value,
}

impl Activity {
    /// Parses an activity. Returns `Ok(None)` if its type is ignored.
    ///
    /// # Errors
    /// Describes the fault in a short sentence for the sender.
    pub(super) fn parse(text: &str) -> Result<Option<Self>, &'static str> {
        let source = json(text).ok_or("the body is not JSON, or has too many values")?;
        let Some(kind) = Kind::parse(text_of(&source, "type")) else { return Ok(None) };
        let actor = id_of(&source["actor"]).ok_or("the activity has no actor")?;
        let id = id_of(&source["id"]).ok_or("the activity has no id")?;
        if authority_of(&actor).is_empty() || authority_of(&id) != authority_of(&actor) {
            return Err("the activity and its actor are not on the same host");
        }
        Ok(Some(Self { id, kind, actor, object: source["object"].clone(), source }))
    }

    /// Returns the address of the object.
    pub(super) fn object_id(&self) -> Option<String> {
        id_of(&self.object)
    }
}

/// A note or an article that replies to another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Note {
    pub(super) id: String,
    pub(super) author: String,
    /// The address of the object that it replies to.
    pub(super) parent: Option<String>,
    /// The address of its page.
    pub(super) url: String,
    /// Its title; empty for most notes.
    pub(super) title: String,
    pub(super) published: Option<Timestamp>,
    pub(super) html: String,
    /// Whether it is addressed to everyone.
    pub(super) is_public: bool,
}

impl Note {
    /// Parses a note. Returns `None` if the object is not a note or is malformed.
    pub(super) fn parse(object: &Value) -> Option<Self> {
        if !matches!(text_of(object, "type"), "Note" | "Article" | "Page" | "Question") {
            return None;
        }
        let id = id_of(&object["id"])?;
        let is_public = ["to", "cc"].iter().any(|field| include_everyone(&object[*field]));
        let url = list(&object["url"])
            .iter()
            .find_map(|url| id_of(url).or_else(|| id_of(&url["href"])))
            .filter(|url| authority_of(url) == authority_of(&id));
        Some(Self {
            author: list(&object["attributedTo"]).iter().find_map(id_of)?,
            parent: list(&object["inReplyTo"]).iter().find_map(id_of),
            url: url.unwrap_or_else(|| id.clone()),
            title: text_of(object, "name").to_owned(),
            published: text_of(object, "published").parse().ok(),
            html: text_of(object, "content").to_owned(),
            is_public,
            id,
        })
    }
}

/// Returns whether everyone is among the recipients.
fn include_everyone(recipients: &Value) -> bool {
    let names = [super::documents::PUBLIC, "as:Public", "Public"];
    list(recipients).iter().any(|recipient| recipient.as_str().is_some_and(|name| names.contains(&name)))
}

/// Returns a value as a list: the list itself, or a list of this one value.
pub(super) fn list(value: &Value) -> &[Value] {
    match value {
        Value::Array(values) => values,
        Value::Null => &[],
        value => std::slice::from_ref(value),
    }
}

/// Returns a string property of an object, or an empty string if it is missing.
pub(super) fn text_of<'a>(object: &'a Value, name: &str) -> &'a str {
    object.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// Returns an http or https address: the string itself, or the id of the object. Its host must be
/// in the canonical form of the URL standard, so that each host has one name.
pub(super) fn id_of(value: &Value) -> Option<String> {
    let text =
        value.as_str().or_else(|| value.get("id")?.as_str()).filter(|text| text.len() <= MAX_ID_BYTES)?;
    let url = url::Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    let rest = text.strip_prefix(&url.origin().ascii_serialization())?;
    let is_canonical = rest.is_empty() || rest.starts_with(['/', '?', '#']);
    let is_clean = !text.contains(|letter: char| letter.is_control() || " \\\"<>".contains(letter));
    let has_dot = url.host_str().is_none_or(|host| host.ends_with('.'));
    (is_canonical && is_clean && !has_dot).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn activities_are_read() {
        let follow = json!({ "id": "https://a.example/1", "type": "Follow", "actor": { "id": "https://a.example/dee" }, "object": "https://b.example/x" });
        let activity = Activity::parse(&follow.to_string()).unwrap().unwrap();
        assert_eq!((activity.kind, &*activity.actor), (Kind::Follow, "https://a.example/dee"));
        assert_eq!(activity.object_id().as_deref(), Some("https://b.example/x"));
        let with = |name: &str, value: Value| {
            let mut changed = follow.clone();
            changed[name] = value;
            Activity::parse(&changed.to_string())
        };
        assert_eq!(with("type", json!("Listen")), Ok(None));
        assert_eq!(with("type", json!(["Follow"])), Ok(None));
        assert_eq!(with("actor", json!("acct:dee")), Err("the activity has no actor"));
        assert_eq!(
            with("actor", json!("https://b.example/dee")),
            Err("the activity and its actor are not on the same host")
        );
        assert_eq!(
            with("id", json!(format!("https://a.example/{}", "a".repeat(500)))),
            Err("the activity has no id")
        );
        let too_many = follow.to_string().replace("https://b.example/x", &"x\",\"y\":\"".repeat(MAX_VALUES));
        for wrong in ["{", &"[".repeat(100_000), &too_many] {
            assert_eq!(Activity::parse(wrong), Err("the body is not JSON, or has too many values"));
        }
    }

    #[test]
    fn one_host_has_one_name() {
        for good in
            ["https://a.example/x", "http://a.example:8000/", "https://a.example", "https://a.example/x?y#z"]
        {
            assert!(id_of(&json!(good)).is_some(), "{good}");
        }
        for bad in [
            "https://A.example/x",
            "https:///a.example/x",
            "https:a.example/x",
            "https://a.example./x",
            "https://a.example:443/x",
            "https://u@a.example/x",
            "https://a.example\\x",
            "https://a.example/\n",
            "javascript:alert(1)",
            "https://a.example/<b>",
            "",
        ] {
            assert_eq!(id_of(&json!(bad)), None, "{bad}");
        }
    }

    #[test]
    fn notes_are_read() {
        let note = json!({
            "id": "https://a.example/n", "type": "Note", "attributedTo": ["https://a.example/dee"],
            "inReplyTo": "https://b.example/x", "content": "<p>Hi</p>",
            "url": [{ "type": "Link", "href": "https://a.example/@dee/n" }], "to": ["https://www.w3.org/ns/activitystreams#Public"],
        });
        let read = Note::parse(&note).unwrap();
        assert_eq!(
            (&*read.url, &*read.author, read.is_public),
            ("https://a.example/@dee/n", "https://a.example/dee", true)
        );
        let with = |name: &str, value: Value| {
            let mut changed = note.clone();
            changed[name] = value;
            Note::parse(&changed)
        };
        assert_eq!(with("url", json!("https://evil.example/")).unwrap().url, "https://a.example/n");
        assert!(!with("to", json!(["https://a.example/dee/followers"])).unwrap().is_public);
        assert_eq!(with("inReplyTo", Value::Null).unwrap().parent, None);
        assert_eq!(with("type", json!("Video")), None);
        assert_eq!(with("attributedTo", json!(7)), None);
    }
}
