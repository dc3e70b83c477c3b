//! WordPress exports.

use super::{Case, error};
use std::fmt::Write;

/// The start of an export.
const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>https://old.example</wp:base_site_url><wp:base_blog_url>https://old.example</wp:base_blog_url>
<wp:author><wp:author_id>1</wp:author_id><wp:author_login>ann</wp:author_login><wp:author_display_name><![CDATA[Ann & Co]]></wp:author_display_name></wp:author>
"#;

const SMALL: &str = r#"<wp:category><wp:term_id>7</wp:term_id><wp:category_nicename>logic</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name>Logic</wp:cat_name></wp:category>
<item><title>First steps</title><link>https://old.example/2019/03/first-steps/</link><pubDate>Fri, 08 Mar 2019 09:00:00 +0000</pubDate>
<dc:creator>ann</dc:creator><guid isPermaLink="false">https://old.example/?p=12</guid><content:encoded><![CDATA[One <b>line</b>
two, $5

[caption id="x" width="300"]<a href="https://old.example/wp-content/uploads/2019/03/grid.png"><img src="https://old.example/wp-content/uploads/2019/03/grid-300x200.png" alt="Grid" /></a> A grid[/caption]

<a href="http://www.old.example/about/#team">about</a> [poll id="3"]
<img src="https://old.example/wp-content/uploads/lost.png" />]]></content:encoded>
<excerpt:encoded><![CDATA[How it began]]></excerpt:encoded><wp:post_id>12</wp:post_id><wp:post_date>2019-03-08 10:00:00</wp:post_date>
<wp:post_date_gmt>2019-03-08 09:00:00</wp:post_date_gmt><wp:comment_status>open</wp:comment_status><wp:post_name>first-steps</wp:post_name>
<wp:status>publish</wp:status><wp:post_type>post</wp:post_type><category domain="category" nicename="logic"><![CDATA[Logic]]></category>
<category domain="post_tag" nicename="sudoku"><![CDATA[sudoku]]></category>
<wp:comment><wp:comment_id>3</wp:comment_id><wp:comment_author>Cy</wp:comment_author><wp:comment_author_email>c@x.example</wp:comment_author_email><wp:comment_date_gmt>2019-03-10 08:00:00</wp:comment_date_gmt><wp:comment_content>Reply</wp:comment_content><wp:comment_approved>1</wp:comment_approved><wp:comment_type>comment</wp:comment_type><wp:comment_parent>2</wp:comment_parent></wp:comment>
<wp:comment><wp:comment_id>2</wp:comment_id><wp:comment_author>Bo</wp:comment_author><wp:comment_author_email>b@x.example</wp:comment_author_email><wp:comment_date_gmt>2019-03-09 08:00:00</wp:comment_date_gmt><wp:comment_content>Nice &lt;b&gt;one&lt;/b&gt;</wp:comment_content><wp:comment_approved>1</wp:comment_approved><wp:comment_type></wp:comment_type><wp:comment_parent>0</wp:comment_parent></wp:comment>
<wp:comment><wp:comment_id>4</wp:comment_id><wp:comment_author>Di</wp:comment_author><wp:comment_date_gmt>2019-03-11 08:00:00</wp:comment_date_gmt><wp:comment_content>Wait</wp:comment_content><wp:comment_approved>0</wp:comment_approved><wp:comment_parent>0</wp:comment_parent></wp:comment>
<wp:comment><wp:comment_id>5</wp:comment_id><wp:comment_author>Ev</wp:comment_author><wp:comment_date_gmt>2019-03-11 08:00:00</wp:comment_date_gmt><wp:comment_content>Buy</wp:comment_content><wp:comment_approved>spam</wp:comment_approved><wp:comment_parent>0</wp:comment_parent></wp:comment>
</item>
<item><title>About</title><link>https://old.example/about/</link><dc:creator>ann</dc:creator><guid isPermaLink="false">https://old.example/?page_id=2</guid><content:encoded><![CDATA[<!-- wp:paragraph -->
<p>Us</p>
<!-- /wp:paragraph -->]]></content:encoded><wp:post_id>2</wp:post_id><wp:post_date_gmt>2018-01-01 00:00:00</wp:post_date_gmt><wp:post_name>about</wp:post_name><wp:status>publish</wp:status><wp:post_type>page</wp:post_type></item>
<item><title>Later</title><link>https://old.example/?p=13</link><dc:creator>ann</dc:creator><guid isPermaLink="false">https://old.example/?p=13</guid><content:encoded>Soon</content:encoded><wp:post_id>13</wp:post_id><wp:post_date_gmt>0000-00-00 00:00:00</wp:post_date_gmt><wp:post_name></wp:post_name><wp:status>draft</wp:status><wp:post_type>post</wp:post_type></item>
<item><title>grid</title><link>https://old.example/2019/03/first-steps/grid/</link><wp:post_id>14</wp:post_id><wp:post_parent>12</wp:post_parent><wp:status>inherit</wp:status><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://old.example/wp-content/uploads/2019/03/grid.png</wp:attachment_url></item>
<item><title>Menu</title><link>https://old.example/?p=15</link><wp:post_id>15</wp:post_id><wp:status>publish</wp:status><wp:post_type>nav_menu_item</wp:post_type></item>
</channel></rss>
"#;

fn small(name: &str) -> Case {
    let text = format!("{HEAD}{SMALL}");
    Case::new(name, &[("old.xml", &text), ("wp-content/uploads/2019/03/grid.png", "")])
}

#[test]
fn a_dry_run_lists_everything() {
    small("wordpress").check_table("old.xml", include_str!("tables/wordpress.txt"));
}

#[tokio::test]
async fn a_wordpress_export_is_imported() {
    let case = small("wp");
    case.import("old.xml");
    let text = case.markdown("first-steps");
    let picture = &case.store.uploads(0..99).unwrap()[0].name;
    assert_eq!(
        text,
        format!(
            "One **line**  \ntwo, \\$5\n\n![Grid](/uploads/{picture} \"A grid\")\n\n[about](/blogs/notes/about#team) \\[poll id=\"3\"\\]  \n![](https://old.example/wp-content/uploads/lost.png)\n"
        )
    );
    let post = case.store.post("notes", "first-steps").unwrap().unwrap().post;
    assert_eq!(
        (
            post.published.unwrap().to_string().as_str(),
            post.tags.join(","),
            post.author.as_deref(),
            post.description.as_str()
        ),
        ("2019-03-08T09:00:00Z", "Logic,sudoku".to_owned(), Some("Ann & Co"), "How it began")
    );
    assert_eq!(
        case.comments(),
        [
            "first-steps Bo(): Nice **one** [shown]",
            "first-steps Di(): Wait [held]",
            "first-steps Cy(Bo): Reply [shown]"
        ]
    );
    let files = crate::public::redirects::exported(&case.store).unwrap();
    let file = |old: &str, new: &str| (old.to_owned(), new.to_owned());
    assert!(files.contains(&file("2019/03/first-steps/index.html", "/blogs/notes/first-steps")));
    assert!(
        files
            .iter()
            .all(|(file, new)| !file.contains('?')
                && (file.ends_with(".html") || new.starts_with("/uploads/")))
    );
    assert!(files.iter().any(|(file, _)| file.starts_with("wp-content/uploads/")), "{files:?}");
    assert!(case.store.post("notes", "about").unwrap().unwrap().post.page);
    assert!(case.store.post("notes", "later").unwrap().unwrap().post.draft);
    let new = "/blogs/notes/first-steps";
    case.check_alive(&[
        ("/2019/03/first-steps/", new),
        ("/2019/03/first-steps", new),
        ("/?p=12", new),
        ("/?p=12&utm_source=x", new),
        ("/about/", "/blogs/notes/about"),
        ("/?page_id=2", "/blogs/notes/about"),
        ("/category/logic/", "/blogs/notes/tags/logic"),
        ("/category/logic/page/2/", "/blogs/notes/tags/logic"),
        ("/?cat=7", "/blogs/notes/tags/logic"),
        ("/2019/", "/blogs/notes/archive/2019"),
        ("/2019/03/", "/blogs/notes/archive/2019"),
        ("/author/ann/", "/blogs/notes/archive"),
        ("/feed/", "/blogs/notes/feed.atom"),
        ("/comments/feed/", "/blogs/notes/feed.atom"),
        ("/category/logic/feed/", "/blogs/notes/feed.atom"),
        ("/category/logic/feed/rss2/", "/blogs/notes/feed.atom"),
        ("/2019/feed/", "/blogs/notes/feed.atom"),
        ("/2019/03/first-steps/feed/", new),
        ("/2019/03/first-steps/amp/", new),
        ("/2019/03/first-steps/embed/", new),
        ("/2019/03/first-steps/comment-page-2/", new),
        ("/2019/03/first-steps/grid/", new),
        ("/wp-content/uploads/2019/03/grid-300x200.png", &format!("/uploads/{picture}")),
    ])
    .await;
}

#[test]
fn a_large_export_loses_nothing() {
    let mut text = HEAD.to_owned();
    for post in 1..=1_000 {
        let _ = write!(
            text,
            "<item><title>Post {post}</title><link>https://old.example/2020/{:02}/post-{post}/</link><dc:creator>ann</dc:creator><guid>https://old.example/?p={post}</guid><content:encoded><![CDATA[<p>Text {post} with <em>words</em> and a <a href=\"https://old.example/?p={}\">link</a>.</p>\n{}]]></content:encoded><wp:post_id>{post}</wp:post_id><wp:post_date_gmt>2020-{:02}-03 04:05:06</wp:post_date_gmt><wp:post_name>post-{post}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type><category domain=\"post_tag\"><![CDATA[tag {}]]></category>",
            post % 12 + 1,
            post % 1_000 + 1,
            "<p>A paragraph of a few words, as posts have them.</p>\n".repeat(20),
            post % 12 + 1,
            post % 40,
        );
        // Except for every fourth comment, each replies to the one before it.
        for number in 0..10 {
            let id = post * 100 + number;
            let parent = if number % 4 == 0 { 0 } else { id - 1 };
            let _ = write!(
                text,
                "<wp:comment><wp:comment_id>{id}</wp:comment_id><wp:comment_author>Reader {number}</wp:comment_author><wp:comment_date_gmt>2021-01-01 00:{number:02}:00</wp:comment_date_gmt><wp:comment_content>Comment {id}</wp:comment_content><wp:comment_approved>1</wp:comment_approved><wp:comment_parent>{parent}</wp:comment_parent></wp:comment>"
            );
        }
        text.push_str("</item>\n");
    }
    text.push_str("</channel></rss>");
    let case = Case::new("wp-large", &[("old.xml", &text)]);
    let start = gridlore_testing::processor_time();
    let imported = case.desk.import("notes", &case.path("old.xml"), false).unwrap();
    let time = gridlore_testing::processor_time() - start;
    assert!(time.as_secs() < 60, "{time:?}");
    assert_eq!((imported.posts.len(), imported.comments, imported.new_comments), (1_000, 10_000, 10_000));
    assert_eq!(imported.rows.iter().filter(|row| row.kind == "left out").count(), 0);
    let comments = case.store.blog_comments("notes").unwrap();
    let texts: std::collections::HashMap<i64, &str> =
        comments.iter().map(|comment| (comment.id, comment.text.as_str())).collect();
    assert_eq!(comments.len(), 10_000);
    for comment in &comments {
        let number: i64 = comment.text["Comment ".len()..].parse().unwrap();
        let parent = (number % 100 % 4 != 0).then(|| format!("Comment {}", number - 1));
        assert_eq!(comment.parent.map(|parent| texts[&parent].to_owned()), parent);
        assert_eq!(comment.slug, format!("post-{}", number / 100));
    }
    for post in 1..=1_000 {
        let new = format!("/blogs/notes/post-{post}");
        for old in [format!("/2020/{:02}/post-{post}", post % 12 + 1), format!("/?p={post}")] {
            assert_eq!(case.store.redirect(&old, None).unwrap().as_ref(), Some(&new), "{old}");
        }
        let link = format!("[link](/blogs/notes/post-{})", post % 1_000 + 1);
        assert!(case.markdown(&format!("post-{post}")).contains(&link));
    }
    let again = case.desk.import("notes", &case.path("old.xml"), false).unwrap();
    assert_eq!((again.comments, again.new_comments), (10_000, 0));
}

#[test]
fn unknown_files_are_refused_with_what_is_expected() {
    let case =
        Case::new("unknown", &[("a.xml", "<html/>"), ("b.txt", "text"), ("c.xml", "<a>"), ("d/e.txt", "")]);
    let expected = "expected an export from WordPress (WXR), Ghost (JSON) or Blogger (Atom), a feed (RSS, Atom or JSON Feed), or a folder of Markdown files, including those of Hugo, Zola or Jekyll";
    for (path, fault) in [
        ("a.xml", format!("found XML with the element <html>, {expected}")),
        ("b.txt", format!("found neither XML nor JSON, {expected}")),
        ("c.xml", "not valid XML: the root node was opened but never closed".to_owned()),
        ("d", "found no Markdown files and no posts".to_owned()),
    ] {
        let path = case.path(path);
        assert_eq!(error(&case, &path), format!("{}: {fault}", path.display()));
    }
}
