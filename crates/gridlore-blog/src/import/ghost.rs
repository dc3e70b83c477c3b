//! Imports Ghost exports (JSON, Ghost 1 and later): posts, pages, tags and authors, and comments if
//! the export contains them.
//!
//! # Source
//! `core/server/data/exporter` of Ghost, which writes the format.

use super::html::Converter;
use super::remarks::{Fate, Raw, threads};
use super::simple::Simple;
use super::{Collection, MAX_ITEMS, Target, Unique, lexical, old_path, plain_text};
use crate::{MAX_NAME_LENGTH, MAX_TAGS, read_time, whole_second};
use jiff::Timestamp;
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// Returns the tables of a Ghost export, or `None` if it is something else.
pub(super) fn tables(value: &Value) -> Option<&Value> {
    let inside = value["db"].get(0).map(|first| &first["data"]);
    let found = inside.into_iter().chain([&value["data"], value]);
    found.into_iter().find(|tables| tables["posts"].is_array())
}

/// Properties of posts that are not imported, with their names for people and the reasons.
const OF_POSTS: [(&str, &str, &str); 6] = [
    ("canonical_url", "canonical addresses", "the address of a post is its canonical one"),
    ("meta_title", "titles for search engines", "search engines see the title of the post"),
    ("og_title", "titles for social networks", "they see the title of the post"),
    ("og_description", "descriptions for social networks", "they see the description of the post"),
    ("og_image", "pictures for social networks", "they see a picture of the post"),
    ("twitter_title", "titles for social networks", "they see the title of the post"),
];

/// Settings of the site that are not imported.
const SETTINGS: [&str; 12] = [
    "title",
    "description",
    "logo",
    "icon",
    "cover_image",
    "navigation",
    "secondary_navigation",
    "timezone",
    "accent_color",
    "announcement_content",
    "codeinjection_head",
    "codeinjection_foot",
];

/// Returns the rows of a table.
fn rows<'a>(tables: &'a Value, name: &str) -> &'a [Value] {
    tables[name].as_array().map_or(&[], Vec::as_slice)
}

fn text<'a>(row: &'a Value, key: &str) -> &'a str {
    row[key].as_str().unwrap_or_default()
}

/// Returns the name of a tag or an author. Many posts can share it, so it is shortened before it is
/// copied.
fn name(row: &Value) -> &str {
    let name = text(row, "name");
    name.char_indices().nth(MAX_NAME_LENGTH).map_or(name, |(cut, _)| &name[..cut])
}

/// Returns an id, which is a number in old exports.
fn id(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| if value.is_null() { String::new() } else { value.to_string() }, str::to_owned)
}

/// Returns a time, which is a number of milliseconds in old exports.
fn time(value: &Value) -> Option<Timestamp> {
    match value {
        Value::String(text) => read_time(&text.replacen(' ', "T", 1)),
        Value::Number(number) => Timestamp::from_millisecond(number.as_i64()?).ok().map(whole_second),
        _ => None,
    }
}

/// Returns the rows of a table, indexed by an id.
fn by_id<'a>(tables: &'a Value, name: &str, key: &str) -> HashMap<String, &'a Value> {
    rows(tables, name).iter().map(|row| (id(&row[key]), row)).collect()
}

/// Returns, for each post, the rows to which a table of pairs links it, in order.
fn linked<'a>(
    tables: &'a Value,
    pairs: &str,
    key: &str,
    targets: &HashMap<String, &'a Value>,
) -> HashMap<String, Vec<&'a Value>> {
    let mut pairs: Vec<&Value> = rows(tables, pairs).iter().collect();
    pairs.sort_by_key(|pair| pair["sort_order"].as_i64().unwrap_or(0));
    let mut linked: HashMap<String, Vec<&Value>> = HashMap::new();
    for pair in pairs {
        if let Some(target) = targets.get(&id(&pair[key])) {
            linked.entry(id(&pair["post_id"])).or_default().push(target);
        }
    }
    linked
}

/// Reads an export. A post without a date is published at `now`.
pub(super) fn collection(tables: &Value, now: Timestamp) -> Collection {
    let mut all = Collection { format: "Ghost", ..Collection::default() };
    for setting in rows(tables, "settings") {
        if text(setting, "key") == "url" {
            all.site.add(text(setting, "value"));
        }
        let is_set = !matches!(text(setting, "value"), "" | "[]" | "null");
        if let Some(key) = SETTINGS.iter().find(|key| is_set && **key == text(setting, "key")) {
            all.left_out.add(&format!("setting {key}"), "the settings of the blog determine this here");
        }
    }
    let (tags, users) = (by_id(tables, "tags", "id"), by_id(tables, "users", "id"));
    let mut metas = by_id(tables, "posts_meta", "post_id");
    let mut tags_of = linked(tables, "posts_tags", "tag_id", &tags);
    let mut authors_of = linked(tables, "posts_authors", "author_id", &users);
    let mut comments = comments(tables);
    let converter = Converter::new();
    let (mut unique, mut next) = (Unique::default(), 1);
    let mut known = HashSet::new();
    for row in rows(tables, "posts") {
        let key = id(&row["id"]);
        let remarks = comments.remove(&key).unwrap_or_default();
        if all.items.len() >= MAX_ITEMS {
            all.left_out.add("posts", "the limit on posts per import was reached");
            continue;
        }
        // The rows are removed from the maps; otherwise every post with this id would copy them.
        let meta = metas.remove(&key).unwrap_or(&Value::Null);
        let (tags, authors) = (tags_of.remove(&key), authors_of.remove(&key));
        let first = |key: &str| {
            [text(row, key), text(meta, key)].into_iter().find(|text| !text.is_empty()).unwrap_or_default()
        };
        let slug = text(row, "slug");
        let is_page = text(row, "type") == "page" || row["page"] == true || row["page"] == 1;
        let status = text(row, "status");
        let visibility = text(row, "visibility");
        let mut simple = Simple {
            title: text(row, "title").replace('&', "&amp;").replace('<', "&lt;"),
            slug: slug.to_owned(),
            link: format!("/{slug}/"),
            html: local(text(row, "html")),
            description: [first("custom_excerpt"), first("meta_description")]
                .into_iter()
                .find(|text| !text.is_empty())
                .unwrap_or_default()
                .replace('&', "&amp;")
                .replace('<', "&lt;"),
            published: time(&row["published_at"]).or_else(|| time(&row["created_at"])),
            updated: time(&row["updated_at"]),
            is_draft: !matches!(status, "published" | "scheduled" | "sent"),
            is_page,
            ..Simple::default()
        };
        if matches!(visibility, "members" | "paid" | "tiers") {
            simple.notes.push(format!("only {visibility} could read it; it is a draft now"));
            simple.is_draft = true;
        }
        if status == "sent" {
            simple.notes.push("it was sent by e-mail only; it is a draft now".to_owned());
            simple.is_draft = true;
        }
        if !key.is_empty() && !known.insert(key) {
            simple
                .notes
                .push("an earlier post has the same id and got the tags and authors of both".to_owned());
        }
        if simple.html.is_empty() {
            without_html(row, &mut simple, &mut all);
        }
        let picture =
            [first("feature_image"), text(row, "image")].into_iter().find(|image| !image.is_empty());
        let caption = plain_text(first("feature_image_caption"));
        simple.picture = picture.map(|image| (local(image), first("feature_image_alt").to_owned(), caption));
        for (key, what, reason) in OF_POSTS {
            all.left_out.add_many(what, reason, usize::from(!first(key).is_empty()));
        }
        let (internal, tags): (Vec<&str>, Vec<&str>) =
            names(tags.as_deref()).partition(|tag| tag.starts_with('#'));
        all.left_out.add_many("internal tags", "they are not for readers", internal.len());
        simple.tags = first_names("tags", tags.into_iter(), &mut simple.notes);
        simple.authors = first_names("authors", names(authors.as_deref()), &mut simple.notes);
        if simple.authors.is_empty() {
            simple.authors.extend(users.get(&id(&row["author_id"])).map(|user| name(user).to_owned()));
        }
        if row["featured"] == true || row["featured"] == 1 {
            all.left_out.add("featured marks", "lists are in chronological order");
        }
        let code =
            ["codeinjection_head", "codeinjection_foot"].iter().filter(|key| !first(key).is_empty()).count();
        all.left_out.add_many("injected code", "scripts and styles are not imported", code);
        let mut item = simple.item(&converter, &mut unique, now, &mut all.left_out);
        item.remarks = threads(remarks, &converter, &mut next, now, &mut all.left_out);
        item.addresses.extend(old_path(&format!("/{slug}/amp/")).filter(|_| !slug.is_empty()));
        all.items.push(item);
    }
    let orphans = comments.values().map(Vec::len).sum();
    all.left_out.add_many("comments", "the post that they are on is not in the export", orphans);
    lists(tables, &mut all);
    all
}

/// Returns the names of rows.
fn names<'a>(rows: Option<&[&'a Value]>) -> impl Iterator<Item = &'a str> {
    rows.unwrap_or_default().iter().map(|row| name(row))
}

/// Returns the first names, each once; a note gives their number if there are too many.
fn first_names<'a>(what: &str, names: impl Iterator<Item = &'a str>, notes: &mut Vec<String>) -> Vec<String> {
    let mut known = HashSet::new();
    let names: Vec<&str> = names.filter(|name| known.insert(*name)).collect();
    if names.len() > MAX_TAGS {
        notes.push(format!(
            "found {} {what}, expected at most {MAX_TAGS}; the rest are left out",
            names.len()
        ));
    }
    names.into_iter().take(MAX_TAGS).map(str::to_owned).collect()
}

/// Handles a post without HTML: uses the text of the editor, or the plain text with a note.
fn without_html(row: &Value, simple: &mut Simple, all: &mut Collection) {
    let source = ["lexical", "mobiledoc", "markdown"].into_iter().find(|key| !text(row, key).is_empty());
    let Some(source) = source else { return };
    let converted = local(&lexical::html_of(text(row, "lexical")));
    if !plain_text(&converted).is_empty() || converted.contains("<img") {
        simple.html = converted;
        all.left_out.add("texts in lexical", "the export has no HTML for them; they were converted");
        return;
    }
    let plain = text(row, "plaintext");
    simple.html = plain
        .split("\n\n")
        .map(|part| format!("<p>{}</p>", part.replace('&', "&amp;").replace('<', "&lt;")))
        .collect();
    let what = format!("texts in {source}");
    let reason = if plain.is_empty() {
        "the export has no HTML and no plain text for them; these posts are empty"
    } else {
        "the export has no HTML for them; their plain text is used"
    };
    all.left_out.add(&what, reason);
    if plain.trim().is_empty() {
        simple.notes.push("the export has no text for it; it is a draft now".to_owned());
        simple.is_draft = true;
    }
}

/// Returns HTML or an address with the site’s own addresses as paths.
fn local(text: &str) -> String {
    text.replace("__GHOST_URL__", "")
}

/// Returns the comments on each post.
fn comments(tables: &Value) -> HashMap<String, Vec<Raw>> {
    let members = by_id(tables, "members", "id");
    let mut comments: HashMap<String, Vec<Raw>> = HashMap::new();
    for row in rows(tables, "comments") {
        let member = members.get(&id(&row["member_id"])).copied().unwrap_or(&Value::Null);
        let parent =
            [id(&row["in_reply_to_id"]), id(&row["parent_id"])].into_iter().find(|parent| !parent.is_empty());
        let fate = match text(row, "status") {
            "published" | "" => Fate::Shown,
            "hidden" => Fate::LeftOut("they were hidden by a moderator"),
            _ => Fate::LeftOut("they were deleted"),
        };
        let name = [name(member), name(row)].into_iter().find(|name| !name.is_empty());
        comments.entry(id(&row["post_id"])).or_default().push(Raw {
            id: id(&row["id"]),
            parent: parent.unwrap_or_default(),
            name: name.unwrap_or_default().to_owned(),
            html: local(text(row, "html")),
            has_lines: false,
            time: time(&row["created_at"]),
            fate,
            has_email: !text(member, "email").is_empty(),
            has_web_address: false,
        });
    }
    comments
}

/// Redirects the lists of tags and authors, and the feeds; counts the other content of the export.
fn lists(tables: &Value, all: &mut Collection) {
    for (table, what) in [("tags", "names of tags"), ("users", "names of authors")] {
        let long = rows(tables, table).iter().filter(|row| name(row).len() < text(row, "name").len()).count();
        let reason = format!("they have more than {MAX_NAME_LENGTH} characters and were shortened");
        all.left_out.add_many(what, &reason, long);
    }
    let mut add =
        |path: &str, target: Target| all.redirects.extend(old_path(path).map(|path| (path, target)));
    for tag in rows(tables, "tags") {
        let name = name(tag);
        if !name.starts_with('#') {
            add(&format!("/tag/{}/", text(tag, "slug")), Target::Tag(plain_text(name)));
            add(&format!("/tag/{}/rss/", text(tag, "slug")), Target::Feed);
        }
    }
    for user in rows(tables, "users") {
        add(&format!("/author/{}/", text(user, "slug")), Target::Archive);
    }
    add("/rss/", Target::Feed);
    add("/feed/", Target::Feed);
    add("/archive/", Target::Archive);
    let members = rows(tables, "members").len();
    all.left_out.add_many("members", "readers have no accounts", members);
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn shared_facts_are_cut_before_posts_copy_them() {
        let long = "n".repeat(100_000);
        let many = 0..40;
        let mut tags: Vec<Value> =
            many.clone().map(|id| json!({"id": id, "name": format!("t{id}")})).collect();
        tags.push(json!({"id": 99, "name": long}));
        let mut pairs: Vec<Value> =
            many.map(|id| json!({"post_id": "a", "tag_id": id, "sort_order": id})).collect();
        pairs.push(json!({"post_id": "b", "tag_id": 99}));
        let post = |id: &str, slug: &str| json!({"id": id, "slug": slug, "html": "x", "author_id": "1"});
        let posts = [post("a", "a"), post("b", "b"), post("b", "c"), post("b", "d")];
        let tables = json!({
            "posts": posts, "tags": tags, "posts_tags": pairs,
            "users": [{"id": "1", "name": long}],
            "posts_meta": [{"post_id": "b", "meta_description": long}],
        });
        let all = collection(&tables, Timestamp::UNIX_EPOCH);
        let [first, rest @ ..] = &all.items[..] else { panic!("{all:?}") };
        assert_eq!(first.post.tags.len(), MAX_TAGS);
        assert!(first.notes.iter().any(|note| note.starts_with("found 40 tags, expected at most 30")));
        for item in rest {
            assert_eq!(item.post.author.as_ref().unwrap().len(), 200);
        }
        let lengths = rest.iter().map(|item| item.post.tags.iter().map(String::len).collect());
        assert_eq!(
            lengths.collect::<Vec<Vec<usize>>>(),
            [vec![200], vec![], vec![]],
            "tags belong to one post"
        );
        let noted = all.items.iter().map(|item| item.notes.iter().any(|note| note.contains("earlier post")));
        assert_eq!(noted.collect::<Vec<bool>>(), [false, false, true, true]);
        let copies = rest.iter().filter(|item| item.post.description.len() == long.len());
        assert_eq!(copies.count(), 1, "a description belongs to one post");
        let left: Vec<(&str, usize)> = all.left_out.lines().map(|line| (line.what, line.count)).collect();
        assert_eq!(left, [("names of authors", 1), ("names of tags", 1)]);
    }
}
