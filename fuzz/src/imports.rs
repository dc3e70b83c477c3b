//! Properties of imports: posts read from other programs' exports satisfy every guarantee of a
//! collection.

use gridlore_blog::import::{
    Collection, MAX_ITEMS, MAX_REMARK_LENGTH, MAX_REMARK_NAME_LENGTH, MAX_REMARKS, OldSite, comment_of_html,
    old_path,
};
use gridlore_blog::{Post, Target, comment, read_time, render, slug_fault};
use std::collections::BTreeSet;

/// Checks that any export is refused with a short error, or read in such a way that each slug
/// occurs once, every reply follows its parent, no text exceeds its maximum length, and each post
/// can be written to a file and read back.
///
/// # Panics
/// Panics if the property does not hold.
pub fn any_export_is_read(text: &str) {
    let _ = (comment_of_html(text), old_path(text));
    let mut site = OldSite::default();
    site.add(text);
    let _ = site.path(text);
    let Some(now) = read_time("2026-11-20") else { return };
    let all = match Collection::from_file(text, now) {
        Ok(all) => all,
        Err(error) => {
            assert!(error.len() < 2000, "an error of {} bytes", error.len());
            return;
        }
    };
    assert!(all.items.len() <= MAX_ITEMS, "{} posts", all.items.len());
    let mut slugs = BTreeSet::new();
    let mut comments = BTreeSet::new();
    for item in &all.items {
        let post = &item.post;
        assert_eq!(slug_fault(&post.slug), None, "{}", post.slug);
        assert!(slugs.insert(&post.slug), "{} twice", post.slug);
        let file = post.to_file();
        let again = Post::from_file(&post.slug, &file).unwrap_or_else(|error| panic!("{error}: {file}"));
        assert_eq!(again.to_file(), file);
        let _ = render(&post.markdown, Target::Page);
        for remark in &item.remarks {
            assert!(remark.parent.is_none_or(|parent| comments.contains(&parent)), "{remark:?}");
            assert!(comments.insert(remark.id), "{remark:?}");
            assert!(remark.name.chars().count() <= MAX_REMARK_NAME_LENGTH, "{remark:?}");
            assert!(remark.text.chars().count() <= MAX_REMARK_LENGTH, "{remark:?}");
            let _ = comment(&remark.text);
        }
    }
    assert!(comments.len() <= MAX_REMARKS, "{} comments", comments.len());
}

/// Returns exports whose cost is far larger than their length, and small exports of each format as
/// seeds.
#[must_use]
pub fn hostile() -> Vec<(&'static str, String)> {
    let wordpress = |items: &str| {
        format!(
            "<rss version=\"2.0\" xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" \
             xmlns:wp=\"http://wordpress.org/export/1.2/\"><channel><link>https://a.example</link>{items}</channel></rss>"
        )
    };
    let item = |id: usize, html: &str| {
        format!(
            "<item><title>One &amp; two</title><link>https://a.example/2020/01/one/</link>\
             <content:encoded><![CDATA[{html}]]></content:encoded><wp:post_id>{id}</wp:post_id>\
             <wp:post_type>post</wp:post_type><wp:status>publish</wp:status>\
             <wp:post_date_gmt>2020-01-02 03:04:05</wp:post_date_gmt>\
             <wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_author>A</wp:comment_author>\
             <wp:comment_approved>1</wp:comment_approved><wp:comment_parent>0</wp:comment_parent>\
             <wp:comment_content>Hello</wp:comment_content></wp:comment></item>"
        )
    };
    let html = "<!-- wp:paragraph --><p>A <b>bold</b> <a href=\"/x\">link</a> <img src=\"/y.png\"></p>\
                [gallery ids=\"1,2\"]<table><tr><td>1</td></tr></table><pre>code</pre>";
    let comments: String = (1..20_000)
        .map(|id| {
            format!(
                "<wp:comment><wp:comment_id>{id}</wp:comment_id><wp:comment_parent>{}</wp:comment_parent>\
                 <wp:comment_approved>1</wp:comment_approved><wp:comment_content>x</wp:comment_content></wp:comment>",
                id - 1
            )
        })
        .collect();
    let thread = item(1, "x").replace("</item>", &format!("{comments}</item>"));
    let ghost = "{\"db\":[{\"data\":{\"posts\":[{\"id\":\"1\",\"title\":\"One\",\"slug\":\"one\",\
                 \"html\":\"<p>Hi <em>you</em></p>\",\"status\":\"published\",\"published_at\":\"2020-01-02T03:04:05Z\"}],\
                 \"tags\":[{\"id\":\"2\",\"name\":\"T\"}],\"posts_tags\":[{\"post_id\":\"1\",\"tag_id\":\"2\"}]}}]}";
    let atom = "<feed xmlns=\"http://www.w3.org/2005/Atom\" xmlns:thr=\"http://purl.org/syndication/thread/1.0\">\
                <entry><id>tag:blogger.com,1999:blog-1.post-2</id><published>2020-01-02T03:04:05Z</published>\
                <category scheme=\"http://schemas.google.com/g/2005#kind\" term=\"http://schemas.google.com/blogger/2008/kind#post\"/>\
                <title>One</title><content type=\"html\">&lt;p&gt;Hi&lt;/p&gt;</content></entry></feed>";
    let feed = "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"A\",\"items\":[{\"id\":\"1\",\
                \"url\":\"https://a.example/1\",\"content_html\":\"<p>x</p>\",\"date_published\":\"2020-01-02T03:04:05Z\"}]}";
    let deep = |open: &str, close: &str| format!("{}x{}", open.repeat(100_000), close.repeat(100_000));
    let entities: String = (1..30)
        .map(|level| format!("<!ENTITY e{level} \"{}\">", format!("&e{};", level - 1).repeat(10)))
        .collect();
    vec![
        ("wordpress", wordpress(&item(1, html))),
        ("ghost", ghost.to_owned()),
        ("blogger", atom.to_owned()),
        ("json-feed", feed.to_owned()),
        (
            "rss",
            wordpress("<item><title>One</title><description>x</description></item>")
                .replace("export", "other"),
        ),
        ("nested-elements", wordpress(&deep("<a>", "</a>"))),
        ("nested-html", wordpress(&item(1, &deep("<div>", "</div>")))),
        ("nested-lists", wordpress(&item(1, &deep("<ul><li>", "</li></ul>")))),
        ("nested-quotations", wordpress(&item(1, &deep("<blockquote>", "</blockquote>")))),
        ("nested-tables", wordpress(&item(1, &deep("<table><tr><td>", "</td></tr></table>").repeat(2)))),
        ("unclosed-emphasis", wordpress(&item(1, &"<b><i>".repeat(100_000)))),
        ("shortcodes", wordpress(&item(1, &"[gallery ids=\"1".repeat(50_000)))),
        ("block-comments", wordpress(&item(1, &"<!-- wp:a {\"a\":".repeat(50_000)))),
        ("a-long-thread", wordpress(&thread)),
        ("the-same-post", wordpress(&item(1, "x").repeat(2_000))),
        ("entities", format!("<!DOCTYPE rss [<!ENTITY e0 \"x\">{entities}]><rss>&e29;</rss>")),
        (
            "attributes",
            wordpress(&format!("<a {}/>", (0..3_000).map(|at| format!("a{at}='' ")).collect::<String>())),
        ),
        ("nested-json", format!("{{\"posts\":{}}}", deep("[", "]"))),
        ("a-long-title", wordpress(&item(1, "x").replace("One", &"&lt;a".repeat(200_000)))),
    ]
}
