//! Imports WordPress exports (WXR, versions 1.0 to 1.2): posts, pages, threaded comments and
//! categories, with their addresses.
//!
//! # Source
//! `wp-admin/includes/export.php` of WordPress, which writes the format.

mod content;
mod notes;

use super::html::Converter;
use super::old_address::{MAX_ADDRESS_BYTES, decoded, old_path};
use super::remarks::{Fate, Raw, shortened, threads};
use super::simple::{entitle, path_of, picture_paragraph};
use super::xml::{child, child_text, children, text_of};
use super::{Collection, Item, MAX_ITEMS, MAX_LIST_PAGES, Tally, Target, Unique, plain_text, read_rfc_2822};
use crate::{MAX_ALIASES, MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH, Post, read_time, slug_of};
use content::{Media, Picture, expanded};
use jiff::Timestamp;
use notes::{Blocks, Footnotes, with_blocks};
use roxmltree::{Document, Node};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Number of posts on a page of a list by default.
const POSTS_PER_PAGE: usize = 10;

/// Maximum total size in bytes of the former addresses of all posts. Each contains the folder of
/// its post’s address, which can be much longer than the former name.
const MAX_FORMER_BYTES: usize = 32 << 20;

/// Returns whether a document is a WordPress export.
pub(super) fn is_export(document: &Document<'_>) -> bool {
    let root = document.root_element();
    root.namespaces().any(|namespace| namespace.uri().starts_with("http://wordpress.org/export/"))
}

/// The properties of an `<item>` that determine how it is imported.
struct Entry<'a, 'i> {
    node: Node<'a, 'i>,
    id: String,
    kind: String,
    status: String,
    link: String,
    parent: String,
}

/// Reads an export. A post without a date is published at `now`.
pub(super) fn collection(document: &Document<'_>, now: Timestamp) -> Collection {
    let mut all = Collection { format: "WordPress", ..Collection::default() };
    let Some(channel) = child(document.root_element(), "channel") else { return all };
    for name in ["link", "base_site_url", "base_blog_url"] {
        all.site.add(&child_text(channel, name));
    }
    let names = authors(channel, &mut all.left_out);
    let entries: Vec<Entry<'_, '_>> = children(channel, "item")
        .map(|node| Entry {
            node,
            id: child_text(node, "post_id"),
            kind: child_text(node, "post_type"),
            status: child_text(node, "status"),
            link: child_text(node, "link"),
            parent: child_text(node, "post_parent"),
        })
        .collect();
    let media = media(&entries, &mut all.left_out);
    let blocks = blocks(&entries);
    let converter = Converter::new();
    let (mut unique, mut next) = (Unique::default(), 1);
    let mut slugs: HashMap<&str, String> = HashMap::new();
    let mut former_bytes = 0;
    for entry in &entries {
        let remarks = children(entry.node, "comment").count();
        let reason = match (entry.kind.as_str(), entry.status.as_str()) {
            ("attachment" | "wp_block", _) => continue,
            ("post" | "page" | "", "trash") => "they are in the trash",
            ("post" | "page" | "", "auto-draft") => "they are empty drafts that WordPress created",
            ("post" | "page" | "", _) if all.items.len() >= MAX_ITEMS => {
                "the limit on posts per import was reached"
            }
            ("post" | "page" | "", _) => "",
            ("nav_menu_item", _) => "menus are not imported",
            ("revision", _) => "only the current text is imported",
            _ => "Gridlore does not have this kind of content",
        };
        if !reason.is_empty() {
            let what = match entry.kind.as_str() {
                "" | "post" => "posts".to_owned(),
                "page" => "pages".to_owned(),
                kind => format!("items of the kind {kind}"),
            };
            all.left_out.add(&what, reason);
            all.left_out.add_many("comments", "the post or page that they are on is left out", remarks);
            continue;
        }
        let mut item =
            item(entry, &names, &media, &blocks, &converter, &mut unique, &mut next, now, &mut all);
        item.addresses = addresses(entry, item.post.page);
        item.addresses.extend(former_addresses(entry, &item.addresses, &mut former_bytes, &mut item.notes));
        slugs.insert(&entry.id, item.post.slug.clone());
        all.items.push(item);
    }
    attachments(&entries, &slugs, &mut all);
    lists(channel, &mut all);
    all
}

/// Returns the display names of authors by login. They are shortened, because each can be copied to
/// many posts.
fn authors(channel: Node<'_, '_>, left_out: &mut Tally) -> HashMap<String, String> {
    let author = |node| {
        let name = plain_text(&child_text(node, "author_display_name"));
        let name = shortened(&name, MAX_NAME_LENGTH, "names of authors", left_out);
        (child_text(node, "author_login"), name)
    };
    children(channel, "author").filter(|node| node.tag_name().namespace().is_some()).map(author).collect()
}

/// Returns the pictures and other files of the media library. Their captions and other texts are
/// shortened, because each picture can be shown in many posts.
fn media(entries: &[Entry<'_, '_>], left_out: &mut Tally) -> Media {
    let mut media = Media::default();
    for entry in entries.iter().filter(|entry| entry.kind == "attachment") {
        let alt = meta(entry.node, "_wp_attachment_image_alt").next().unwrap_or_default();
        let caption = children(entry.node, "encoded").find(|node| is_excerpt(*node)).map(text_of);
        let caption = plain_text(&caption.unwrap_or_default());
        let mut short = |text: &str| shortened(text, MAX_DESCRIPTION_LENGTH, "texts of pictures", left_out);
        let (alt, caption) = (short(&alt), short(&caption));
        let address = child_text(entry.node, "attachment_url");
        if address.len() > MAX_ADDRESS_BYTES {
            left_out.add("pictures", "their addresses are too long");
            continue;
        }
        let picture = Picture { address, alt, caption };
        media.by_post.entry(entry.parent.clone()).or_default().push(entry.id.clone());
        media.by_id.insert(entry.id.clone(), picture);
    }
    media
}

/// Returns whether an `encoded` element contains the excerpt rather than the text.
fn is_excerpt(node: Node<'_, '_>) -> bool {
    node.tag_name().namespace().is_some_and(|namespace| namespace.contains("excerpt"))
}

/// Returns the reusable blocks of an export.
fn blocks(entries: &[Entry<'_, '_>]) -> Blocks {
    let blocks = entries.iter().filter(|entry| entry.kind == "wp_block");
    let text = |node| children(node, "encoded").find(|node| !is_excerpt(*node)).map(text_of);
    Blocks::new(blocks.filter_map(|entry| Some((entry.id.clone(), text(entry.node)?))).collect())
}

/// Returns the values of a custom field of a post.
fn meta<'a>(node: Node<'a, 'a>, key: &'a str) -> impl Iterator<Item = String> + 'a {
    children(node, "postmeta")
        .filter(move |field| child_text(*field, "meta_key") == key)
        .map(|field| child_text(field, "meta_value"))
}

#[expect(clippy::too_many_arguments, reason = "the state of one import")]
fn item(
    entry: &Entry<'_, '_>,
    names: &HashMap<String, String>,
    media: &Media,
    blocks: &Blocks,
    converter: &Converter,
    unique: &mut Unique,
    next: &mut i64,
    now: Timestamp,
    all: &mut Collection,
) -> Item {
    let node = entry.node;
    let text = |name: &str| child_text(node, name);
    let title = plain_text(&text("title"));
    let name = decoded(&text("post_name")).unwrap_or_default();
    let slug = [name.as_str(), title.as_str()].into_iter().map(slug_of).find(|slug| !slug.is_empty());
    let slug = unique.slug(&slug.unwrap_or_else(|| slug_of(&format!("post {}", entry.id))));
    let mut post = Post::new(&slug, &title);
    let mut notes = Vec::new();
    let zero = |time: &String| time.starts_with("0000") || time.is_empty();
    let read = |gmt: &str, local: &str| {
        let times = [text(gmt), text(local)];
        times.iter().find(|time| !zero(time)).and_then(|time| read_time(&time.replacen(' ', "T", 1)))
    };
    let published = read("post_date_gmt", "post_date").or_else(|| read_rfc_2822(&text("pubDate")));
    post.draft = !matches!(entry.status.as_str(), "publish" | "future" | "");
    let has_password = !text("post_password").is_empty();
    match entry.status.as_str() {
        "private" => notes.push("it was private; it is a draft now".to_owned()),
        "pending" => notes.push("it awaited review; it is a draft now".to_owned()),
        _ if has_password => notes.push("it had a password; it is a draft now".to_owned()),
        _ => {}
    }
    post.draft |= has_password;
    if published.is_none() && !post.draft {
        notes.push("it has no date; it is published now".to_owned());
    }
    post.published = published.or((!post.draft).then_some(now));
    let changed = read("post_modified_gmt", "post_modified");
    post.updated =
        changed.filter(|changed| !post.draft && post.published.is_some_and(|published| *changed > published));
    let login = text("creator");
    post.author = Some(names.get(&login).filter(|name| !name.is_empty()).cloned().unwrap_or(login))
        .filter(|name| !name.is_empty());
    post.comments = text("comment_status") != "closed";
    let mut known = HashSet::new();
    for category in children(node, "category") {
        let tag = plain_text(&text_of(category));
        let domain = category.attribute("domain").unwrap_or("category");
        match domain {
            "category" | "post_tag" | "tag" => {
                if !tag.is_empty() && tag != "Uncategorized" && known.insert(tag.clone()) {
                    post.tags.push(tag);
                }
            }
            other => all.left_out.add(&format!("terms of the taxonomy {other}"), "Gridlore has only tags"),
        }
    }
    let (mut html, mut excerpt) = (String::new(), String::new());
    for encoded in children(node, "encoded") {
        *(if is_excerpt(encoded) { &mut excerpt } else { &mut html }) = text_of(encoded);
    }
    post.description = plain_text(&excerpt);
    let has_blocks = html.contains("<!-- wp:");
    let missing = with_blocks(&mut html, blocks);
    if missing > 0 {
        notes.push(format!("{missing} reusable blocks are not in the export or too large"));
    }
    let mut footnotes = Footnotes::parse(&meta(node, "footnotes").next().unwrap_or_default());
    let html = footnotes.marked(&html);
    let mut own = Tally::default();
    let expanded = expanded(&html, &entry.id, media, &mut own);
    post.markdown = converter.markdown(&expanded, !has_blocks, &mut own);
    post.markdown.push_str(&footnotes.markdown(converter, &mut own));
    notes.extend(all.left_out.take(&own));
    notes.extend(entitle(&mut post, &html));
    let featured = meta(node, "_thumbnail_id").next().and_then(|id| media.by_id.get(&id));
    if let Some(picture) = featured.filter(|picture| !html.contains(picture.address.as_str())) {
        post.markdown = format!(
            "{}\n{}",
            picture_paragraph(&picture.address, &picture.alt, &picture.caption),
            post.markdown
        );
    }
    if text("is_sticky") == "1" {
        all.left_out.add("sticky marks", "lists are in chronological order");
    }
    let remarks = children(node, "comment").map(raw).collect();
    let remarks = threads(remarks, converter, next, now, &mut all.left_out);
    post.page = entry.kind == "page";
    Item { source: entry.link.clone(), addresses: Vec::new(), post, file: None, remarks, notes }
}

/// Returns the paths of a post or page.
fn addresses(entry: &Entry<'_, '_>, is_page: bool) -> Vec<String> {
    let base =
        path_of(&child_text(entry.node, "guid")).and_then(|path| Some(path.split_once('?')?.0.to_owned()));
    let base = base.unwrap_or_else(|| "/".to_owned());
    let queries: &[&str] = if is_page { &["page_id", "p"] } else { &["p"] };
    let mut all: Vec<String> = Vec::new();
    let queries = queries.iter().map(|query| format!("{base}?{query}={}", entry.id));
    for path in path_of(&entry.link).into_iter().chain(queries) {
        if path != "/" && !all.contains(&path) {
            all.push(path);
        }
    }
    all
}

/// Returns the former paths of a post or page, without those in `present`. At most [`MAX_ALIASES`]
/// are returned, and at most [`MAX_FORMER_BYTES`] for all posts together, including the `bytes`
/// used so far; a note is added if some are left out.
fn former_addresses(
    entry: &Entry<'_, '_>,
    present: &[String],
    bytes: &mut usize,
    notes: &mut Vec<String>,
) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let link = path_of(&entry.link).filter(|link| !link.contains('?'));
    let Some((folder, _)) = link.as_deref().and_then(|link| link.rsplit_once('/')) else { return all };
    let (mut names, mut paths) = (HashSet::new(), HashSet::new());
    let (mut found, mut without_room) = (0, 0);
    for name in meta(entry.node, "_wp_old_slug").filter(|name| names.insert(name.clone())) {
        found += 1;
        if all.len() == MAX_ALIASES {
            continue;
        }
        if *bytes + folder.len() > MAX_FORMER_BYTES {
            without_room += 1;
            continue;
        }
        let path = old_path(&format!("{folder}/{name}"));
        let path = path.filter(|path| path != "/" && !present.contains(path) && paths.insert(path.clone()));
        *bytes += path.as_ref().map_or(0, String::len);
        all.extend(path);
    }
    if all.len() == MAX_ALIASES && found > all.len() {
        notes.push(format!(
            "found {found} former names, expected at most {MAX_ALIASES}; the rest are left out"
        ));
    } else if without_room > 0 {
        notes.push(format!(
            "left out {without_room} of {found} former names; the former addresses of all posts together may take at most {} MB",
            MAX_FORMER_BYTES >> 20
        ));
    }
    all
}

fn raw(comment: Node<'_, '_>) -> Raw {
    let text = |name: &str| child_text(comment, name);
    let fate = match (text("comment_type").as_str(), text("comment_approved").as_str()) {
        ("pingback" | "trackback", _) => Fate::LeftOut("they are pingbacks and trackbacks"),
        (_, "spam") => Fate::LeftOut("they are spam"),
        (_, "trash" | "post-trashed") => Fate::LeftOut("they are in the trash"),
        ("" | "comment" | "review", "1" | "approve" | "approved") => Fate::Shown,
        ("" | "comment" | "review", _) => Fate::Pending,
        _ => Fate::LeftOut("they are notes of a plugin"),
    };
    let gmt = text("comment_date_gmt");
    let time = if gmt.starts_with("0000") || gmt.is_empty() { text("comment_date") } else { gmt };
    Raw {
        id: text("comment_id"),
        parent: text("comment_parent"),
        name: text("comment_author"),
        html: text("comment_content"),
        has_lines: true,
        time: read_time(&time.replacen(' ', "T", 1)),
        fate,
        has_email: !text("comment_author_email").is_empty(),
        has_web_address: !text("comment_author_url").is_empty(),
    }
}

/// Redirects the pages of pictures to their posts, and counts the comments on them.
fn attachments(entries: &[Entry<'_, '_>], slugs: &HashMap<&str, String>, all: &mut Collection) {
    for entry in entries.iter().filter(|entry| entry.kind == "attachment") {
        let remarks = children(entry.node, "comment").count();
        all.left_out.add_many("comments", "the picture that they are on has no page here", remarks);
        let target =
            slugs.get(entry.parent.as_str()).map_or(Target::Archive, |slug| Target::Post(slug.clone()));
        for path in
            [path_of(&entry.link), Some(format!("/?attachment_id={}", entry.id))].into_iter().flatten()
        {
            if path != "/" {
                all.redirects.push((path, target.clone()));
            }
        }
    }
}

/// Redirects the lists of posts: categories, tags, authors, years, months and feeds.
fn lists(channel: Node<'_, '_>, all: &mut Collection) {
    let base =
        path_of(&child_text(channel, "base_blog_url")).or_else(|| path_of(&child_text(channel, "link")));
    let base = base.filter(|base| base != "/" && !base.contains('?')).unwrap_or_default();
    let posts = all.items.iter().filter(|item| !item.post.page && !item.post.draft).count();
    let mut add = |path: &str, target: Target| {
        all.redirects.extend(old_path(&format!("{base}{path}")).map(|path| (path, target)));
    };
    let mut parents: BTreeMap<String, String> = BTreeMap::new();
    for node in children(channel, "category") {
        parents.insert(child_text(node, "category_nicename"), child_text(node, "category_parent"));
    }
    for node in children(channel, "category") {
        let (mut path, target) =
            (child_text(node, "category_nicename"), Target::Tag(plain_text(&child_text(node, "cat_name"))));
        add(&format!("/category/{path}"), target.clone());
        add(&format!("/category/{path}/feed"), Target::Feed);
        let mut above = child_text(node, "category_parent");
        for _ in 0..10 {
            // Longer paths are not valid addresses, and many categories can have the same long
            // parents.
            if above.is_empty() || path.len() + above.len() > MAX_ADDRESS_BYTES {
                break;
            }
            path = format!("{above}/{path}");
            above = parents
                .get(&above)
                .filter(|name| name.len() <= MAX_ADDRESS_BYTES)
                .cloned()
                .unwrap_or_default();
        }
        add(&format!("/category/{path}"), target.clone());
        add(&format!("/category/{path}/feed"), Target::Feed);
        add(&format!("/?cat={}", child_text(node, "term_id")), target);
    }
    for node in children(channel, "tag") {
        let (slug, target) =
            (child_text(node, "tag_slug"), Target::Tag(plain_text(&child_text(node, "tag_name"))));
        add(&format!("/tag/{slug}"), target.clone());
        add(&format!("/tag/{slug}/feed"), Target::Feed);
        add(&format!("/?tag={slug}"), target);
    }
    for node in children(channel, "author").filter(|node| node.tag_name().namespace().is_some()) {
        let path = format!("/author/{}", child_text(node, "author_login"));
        add(&path, Target::Archive);
        add(&format!("{path}/feed"), Target::Feed);
        add(&format!("/?author={}", child_text(node, "author_id")), Target::Archive);
    }
    for page in 2..=posts.div_ceil(POSTS_PER_PAGE).min(MAX_LIST_PAGES) {
        add(&format!("/page/{page}"), Target::Archive);
    }
    for path in ["/feed", "/feed/rss2", "/feed/atom", "/?feed=rss2", "/?feed=atom", "/comments/feed"] {
        add(path, Target::Feed);
    }
    if !base.is_empty() {
        all.redirects.push((base, Target::Blog));
    }
    all.redirect_years();
}

#[cfg(test)]
mod tests {
    use super::{MAX_ALIASES, MAX_FORMER_BYTES};
    use crate::import::Collection;
    use jiff::Timestamp;

    fn check(channel: &str) -> Collection {
        let text = format!(
            "<rss xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:wp=\"http://wordpress.org/export/1.2/\"><channel><link>https://old.example</link>{channel}</channel></rss>"
        );
        Collection::from_file(&text, Timestamp::UNIX_EPOCH).unwrap()
    }

    #[test]
    fn shared_names_and_captions_are_cut_before_posts_copy_them() {
        let long = "n".repeat(100_000);
        let author = format!(
            "<wp:author><wp:author_login>a</wp:author_login><wp:author_display_name>{long}</wp:author_display_name></wp:author>"
        );
        let picture = format!(
            "<item><title>{long}</title><wp:post_id>9</wp:post_id><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://old.example/p.png</wp:attachment_url><wp:postmeta><wp:meta_key>_wp_attachment_image_alt</wp:meta_key><wp:meta_value>{long}</wp:meta_value></wp:postmeta></item>"
        );
        let post = "<item><title>T</title><dc:creator>a</dc:creator><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><content:encoded>x</content:encoded><wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>9</wp:meta_value></wp:postmeta></item>";
        let all = check(&format!("{author}{picture}{}", post.repeat(100)));
        assert_eq!(all.items.len(), 100);
        for item in &all.items {
            assert_eq!(item.post.author.as_ref().map(String::len), Some(200));
            assert!(item.post.markdown.starts_with("![n") && item.post.markdown.len() < 1_100);
        }
        let left: Vec<(&str, usize)> = all.left_out.lines().map(|line| (line.what, line.count)).collect();
        assert_eq!(left, [("names of authors", 1), ("texts of pictures", 1)]);
    }

    #[test]
    fn posts_without_a_name_get_a_slug_from_their_number() {
        let post = |id: &str| {
            format!(
                "<item><wp:post_id>{id}</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><content:encoded>x</content:encoded></item>"
            )
        };
        let all = check(&[post("7"), post(""), post("ю"), post(&"9".repeat(300))].concat());
        let slugs: Vec<&str> = all.items.iter().map(|item| item.post.slug.as_str()).collect();
        assert_eq!(slugs[..3], ["post-7", "post", "post-iu"]);
        assert!(slugs.iter().all(|slug| crate::slug_fault(slug).is_none()), "{slugs:?}");
    }

    #[test]
    fn former_addresses_are_limited() {
        let slug = |slug: &str| {
            format!(
                "<wp:postmeta><wp:meta_key>_wp_old_slug</wp:meta_key><wp:meta_value>{slug}</wp:meta_value></wp:postmeta>"
            )
        };
        let post = |folder: &str, slugs: &str| {
            format!(
                "<item><title>T</title><link>https://old.example/{folder}/now/</link><wp:post_id>5</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><content:encoded>x</content:encoded>{slugs}</item>"
            )
        };
        let few = slug("a") + &slug("now") + &slug("b") + &slug("a");
        let all = check(&post("2020", &few));
        assert_eq!(all.items[0].addresses, ["/2020/now", "/?p=5", "/2020/a", "/2020/b"]);
        assert!(all.items[0].notes.iter().all(|note| !note.contains("former")), "{all:?}");
        let many: String = (0..1_200).map(|number| slug(&format!("s{number}"))).collect();
        let long = "f".repeat(1_900);
        let start = gridlore_testing::processor_time();
        let all = check(&(post("2020", &many) + &post(&long, &many).repeat(20)));
        let time = gridlore_testing::processor_time() - start;
        assert!(time.as_secs() < 5, "{time:?}");
        assert_eq!(all.items[0].addresses.len(), 2 + MAX_ALIASES);
        let note = "found 1200 former names, expected at most 1000; the rest are left out";
        assert!(all.items[0].notes.iter().any(|found| found == note), "{:?}", all.items[0].notes);
        let bytes = all.items.iter().flat_map(|item| &item.addresses).map(String::len).sum::<usize>();
        assert!((MAX_FORMER_BYTES..MAX_FORMER_BYTES + (1 << 20)).contains(&bytes), "{bytes}");
        let note = "left out 1200 of 1200 former names; the former addresses of all posts together may take at most 32 MB";
        assert!(all.items[20].notes.iter().any(|found| found == note), "{:?}", all.items[20].notes);
    }

    #[test]
    fn long_names_of_parents_take_linear_time() {
        let category = |name: &str, parent: &str| {
            format!(
                "<wp:category><wp:category_nicename>{name}</wp:category_nicename><wp:category_parent>{parent}</wp:category_parent><wp:cat_name>c</wp:cat_name></wp:category>"
            )
        };
        let long = "b".repeat(1 << 20);
        let chain = category("p", &long) + &category(&long, &long) + &category("top", "");
        let below: String = (0..4_000).map(|number| category(&format!("c{number}"), "p")).collect();
        let start = gridlore_testing::processor_time();
        let all = check(&format!("{chain}{below}{}", category("in", "top")));
        let time = gridlore_testing::processor_time() - start;
        assert!(time.as_secs() < 5, "{time:?}");
        assert!(all.redirects.iter().any(|(path, _)| path == "/category/top/in"));
        assert!(all.redirects.iter().all(|(path, _)| path.len() < 2_100));
    }
}
