//! Exports from Ghost and Blogger, and feeds.

use super::Case;

const GHOST: &str = r##"{"db":[{"meta":{"version":"5.80.0"},"data":{
"posts":[
 {"id":"a1","title":"Cells & candidates","slug":"cells","html":"<p>See <a href=\"__GHOST_URL__/about/\">us</a></p><figure><img src=\"__GHOST_URL__/content/images/size/w600/2020/01/cell.png\" alt=\"Cell\"></figure>","feature_image":"__GHOST_URL__/content/images/2020/01/top.png","type":"post","status":"published","visibility":"public","published_at":"2020-01-02T03:04:05.000Z","updated_at":"2020-01-03T00:00:00.000Z","custom_excerpt":"In short"},
 {"id":"a2","title":"About","slug":"about","html":"<p>Us</p>","type":"page","status":"published","visibility":"public","published_at":"2019-01-01T00:00:00.000Z"},
 {"id":"a3","title":"Inside","slug":"inside","html":"<p>Secret</p>","type":"post","status":"published","visibility":"paid","published_at":"2020-02-01T00:00:00.000Z"},
 {"id":"a4","title":"Card","slug":"card","html":null,"lexical":"{}","plaintext":"Plain <text>","type":"post","status":"draft","visibility":"public"}],
"tags":[{"id":"t1","name":"Logic","slug":"logic"},{"id":"t2","name":"#hidden","slug":"hash-hidden"}],
"posts_tags":[{"post_id":"a1","tag_id":"t1","sort_order":1},{"post_id":"a1","tag_id":"t2","sort_order":0}],
"users":[{"id":"u1","name":"Ann","slug":"ann"}],
"posts_authors":[{"post_id":"a1","author_id":"u1"}],
"members":[{"id":"m1","name":"Bo","email":"b@x.example"}],
"comments":[{"id":"c2","post_id":"a1","member_id":"m1","parent_id":"c1","html":"<p>And</p>","status":"published","created_at":"2020-01-05T00:00:00.000Z"},
 {"id":"c1","post_id":"a1","member_id":"m1","parent_id":null,"html":"<p>Well</p>","status":"published","created_at":"2020-01-04T00:00:00.000Z"},
 {"id":"c3","post_id":"a1","member_id":"m1","parent_id":null,"html":"<p>No</p>","status":"deleted","created_at":"2020-01-04T00:00:00.000Z"}]
}}]}"##;

#[tokio::test]
async fn a_ghost_export_is_imported() {
    let files = [
        ("ghost.json", GHOST),
        ("content/images/2020/01/cell.png", ""),
        ("content/images/2020/01/top.png", "x"),
    ];
    let case = Case::new("ghost", &files);
    case.check_table("ghost.json", include_str!("tables/ghost.txt"));
    case.import("ghost.json");
    let text = case.markdown("cells");
    let [top, cell] = ["11x20.png", "10x20.png"].map(|end| {
        let names = case.store.uploads(0..99).unwrap().into_iter().map(|upload| upload.name);
        names.into_iter().find(|name| name.ends_with(end)).unwrap()
    });
    assert_eq!(
        text,
        format!("![](/uploads/{top})\n\nSee [us](/blogs/notes/about)\n\n![Cell](/uploads/{cell})\n")
    );
    assert_eq!(case.markdown("card"), "Plain \\<text>\n");
    let post = case.store.post("notes", "cells").unwrap().unwrap().post;
    assert_eq!(
        (post.title.as_str(), post.tags.join(","), post.author.as_deref()),
        ("Cells & candidates", "Logic".to_owned(), Some("Ann"))
    );
    assert_eq!(case.comments(), ["cells Bo(): Well [shown]", "cells Bo(Bo): And [shown]"]);
    let picture = format!("/uploads/{top}");
    case.check_alive(&[
        ("/cells/", "/blogs/notes/cells"),
        ("/cells/amp/", "/blogs/notes/cells"),
        ("/about/", "/blogs/notes/about"),
        ("/tag/logic/", "/blogs/notes/tags/logic"),
        ("/author/ann/", "/blogs/notes/archive"),
        ("/rss/", "/blogs/notes/feed.atom"),
        ("/content/images/2020/01/top.png", &picture),
    ])
    .await;
}

const BLOGGER: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:app="http://purl.org/atom/app#" xmlns:thr="http://purl.org/syndication/thread/1.0">
<id>tag:blogger.com,1999:blog-1.archive</id><title>Old</title><generator version="7.00">Blogger</generator>
<link rel="alternate" type="text/html" href="http://old.blogspot.example/"/>
<entry><id>tag:blogger.com,1999:blog-1.layout</id><category scheme="http://schemas.google.com/g/2005#kind" term="http://schemas.google.com/blogger/2008/kind#template"/><title>Template</title><content type="text">x</content></entry>
<entry><id>tag:blogger.com,1999:blog-1.post-21</id><published>2012-05-06T10:00:00.000+02:00</published><updated>2012-05-06T10:00:00.000+02:00</updated><category scheme="http://schemas.google.com/g/2005#kind" term="http://schemas.google.com/blogger/2008/kind#post"/><category scheme="http://www.blogger.com/atom/ns#" term="Pen &amp; paper"/><title type="text">Nine by nine</title><content type="html">A &lt;b&gt;b&lt;/b&gt;&lt;br /&gt;c &lt;a href="http://old.blogspot.example/p/about.html"&gt;me&lt;/a&gt;</content><link rel="alternate" type="text/html" href="http://old.blogspot.example/2012/05/nine-by-nine.html"/><author><name>Ann</name><email>noreply@blogger.com</email></author></entry>
<entry><id>tag:blogger.com,1999:blog-1.page-5</id><published>2012-01-01T00:00:00Z</published><category scheme="http://schemas.google.com/g/2005#kind" term="http://schemas.google.com/blogger/2008/kind#page"/><title type="text">About</title><content type="html">Me</content><link rel="alternate" href="http://old.blogspot.example/p/about.html"/></entry>
<entry><id>tag:blogger.com,1999:blog-1.post-31</id><published>2012-05-07T10:00:00Z</published><category scheme="http://schemas.google.com/g/2005#kind" term="http://schemas.google.com/blogger/2008/kind#comment"/><title type="text">Hm</title><content type="html">Hm</content><author><name>Bo</name><uri>http://bo.example</uri></author><thr:in-reply-to href="http://old.blogspot.example/2012/05/nine-by-nine.html" ref="tag:blogger.com,1999:blog-1.post-21"/></entry>
<entry><id>tag:blogger.com,1999:blog-1.post-32</id><published>2012-05-08T10:00:00Z</published><category scheme="http://schemas.google.com/g/2005#kind" term="http://schemas.google.com/blogger/2008/kind#comment"/><title type="text">Oh</title><content type="html">Oh</content><link rel="related" href="http://www.blogger.com/feeds/1/21/comments/default/31"/><author><name>Ann</name></author><thr:in-reply-to ref="tag:blogger.com,1999:blog-1.post-21"/></entry>
<entry><id>tag:blogger.com,1999:blog-1.post-22</id><published>2012-06-06T10:00:00Z</published><category scheme="http://schemas.google.com/g/2005#kind" term="http://schemas.google.com/blogger/2008/kind#post"/><title type="text">Later</title><content type="html">Soon</content><app:control><app:draft>yes</app:draft></app:control></entry>
</feed>"#;

#[tokio::test]
async fn a_blogger_export_is_imported() {
    let case = Case::new("blogger", &[("blog.xml", BLOGGER)]);
    case.check_table("blog.xml", include_str!("tables/blogger.txt"));
    case.import("blog.xml");
    assert_eq!(case.markdown("nine-by-nine"), "A **b**  \nc [me](/blogs/notes/about)\n");
    assert_eq!(case.comments(), ["nine-by-nine Bo(): Hm [shown]", "nine-by-nine Ann(Bo): Oh [shown]"]);
    assert!(case.store.post("notes", "about").unwrap().unwrap().post.page);
    case.check_alive(&[
        ("/2012/05/nine-by-nine.html", "/blogs/notes/nine-by-nine"),
        ("/2012/05/nine-by-nine.html?m=1", "/blogs/notes/nine-by-nine"),
        ("/p/about.html", "/blogs/notes/about"),
        ("/search/label/Pen%20%26%20paper", "/blogs/notes/tags/pen-paper"),
        ("/2012/05/", "/blogs/notes/archive/2012"),
        ("/feeds/posts/default?alt=rss", "/blogs/notes/feed.atom"),
    ])
    .await;
}

const TAKEOUT: &str = r#"<feed xmlns="http://www.w3.org/2005/Atom" xmlns:blogger="http://schemas.google.com/blogger/2018">
<entry><id>tag:blogger.com,1999:blog-1.post-21</id><blogger:type>POST</blogger:type><blogger:status>LIVE</blogger:status><title>One</title><content type="html">A</content><published>2012-05-06T10:00:00Z</published><blogger:filename>/2012/05/one.html</blogger:filename></entry>
<entry><id>tag:blogger.com,1999:blog-1.post-31</id><blogger:type>COMMENT</blogger:type><blogger:status>LIVE</blogger:status><blogger:parent>tag:blogger.com,1999:blog-1.post-21</blogger:parent><content type="html">B</content><published>2012-05-07T10:00:00Z</published><author><name>Bo</name></author></entry>
<entry><id>tag:blogger.com,1999:blog-1.post-32</id><blogger:type>COMMENT</blogger:type><blogger:status>SPAM_COMMENT</blogger:status><blogger:parent>tag:blogger.com,1999:blog-1.post-21</blogger:parent><content type="html">C</content><published>2012-05-07T10:00:00Z</published></entry>
<entry><id>tag:blogger.com,1999:blog-1.post-33</id><blogger:type>COMMENT</blogger:type><blogger:status>LIVE</blogger:status><blogger:parent>tag:blogger.com,1999:blog-1.post-21</blogger:parent><blogger:inReplyTo>tag:blogger.com,1999:blog-1.post-31</blogger:inReplyTo><content type="html">D</content><published>2012-05-08T10:00:00Z</published><author><name>Cy</name></author></entry>
</feed>"#;

#[tokio::test]
async fn the_later_format_of_blogger_is_read() {
    let case = Case::new("takeout", &[("feed.atom", TAKEOUT)]);
    case.import("feed.atom");
    assert_eq!(case.comments(), ["one Bo(): B [shown]", "one Cy(Bo): D [shown]"]);
    case.check_alive(&[("/2012/05/one.html", "/blogs/notes/one")]).await;
}

const RSS: &str = r#"<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:slash="http://purl.org/rss/1.0/modules/slash/">
<channel><title>Old</title><link>https://old.example/</link>
<item><title>One &amp;amp; two</title><link>https://old.example/posts/one/</link><pubDate>Mon, 06 Sep 2021 12:00:00 GMT</pubDate><dc:creator>Ann</dc:creator><category>Logic</category><description>Short</description><content:encoded><![CDATA[<p>Long <i>text</i></p>]]></content:encoded><enclosure url="https://old.example/a.mp3" type="audio/mpeg"/><slash:comments>3</slash:comments></item>
<item><guid>https://old.example/posts/bare</guid><description>&lt;p&gt;Only this&lt;/p&gt;</description></item>
</channel></rss>"#;

#[tokio::test]
async fn an_rss_feed_is_imported() {
    let case = Case::new("rss", &[("feed.xml", RSS)]);
    case.check_table("feed.xml", include_str!("tables/rss.txt"));
    case.import("feed.xml");
    assert_eq!(
        case.markdown("one"),
        "Long *text*\n\n[https://old.example/a.mp3](https://old.example/a.mp3)\n"
    );
    let post = case.store.post("notes", "one").unwrap().unwrap().post;
    assert_eq!((post.title.as_str(), post.description.as_str()), ("One & two", "Short"));
    case.check_alive(&[("/posts/one/", "/blogs/notes/one"), ("/posts/bare", "/blogs/notes/bare")]).await;
}

const ATOM: &str = r#"<feed xmlns="http://www.w3.org/2005/Atom"><title>Old</title><link href="https://old.example/"/>
<entry><title type="html">A &lt;i&gt;b&lt;/i&gt;</title><link href="https://old.example/2022/a-b"/><id>x</id><published>2022-02-03T04:05:06Z</published><updated>2022-03-03T04:05:06Z</updated><category term="t1" label="Tag one"/><author><name>Ann</name></author><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>In <em>x</em></p></div></content></entry>
</feed>"#;

#[tokio::test]
async fn an_atom_feed_is_imported() {
    let case = Case::new("atom", &[("feed.xml", ATOM)]);
    case.check_table("feed.xml", include_str!("tables/atom.txt"));
    case.import("feed.xml");
    let post = case.store.post("notes", "a-b").unwrap().unwrap().post;
    assert_eq!(
        (post.title.as_str(), post.markdown.as_str(), post.tags.join(",")),
        ("A b", "In *x*\n", "Tag one".to_owned())
    );
    assert_eq!(post.updated.unwrap().to_string(), "2022-03-03T04:05:06Z");
    case.check_alive(&[("/2022/a-b", "/blogs/notes/a-b")]).await;
}

const JSON: &str = r#"{"version":"https://jsonfeed.org/version/1.1","title":"Old","home_page_url":"https://old.example/","items":[
{"id":"1","url":"https://old.example/one.html","title":"1 < 2","content_html":"<p>A</p>","date_published":"2023-01-02T03:04:05Z","tags":["x"],"authors":[{"name":"Ann"}]},
{"id":"2","url":"https://old.example/two.html","content_text":"B\n\nC","date_published":"2023-01-03T03:04:05Z"}]}"#;

#[tokio::test]
async fn a_json_feed_is_imported() {
    let case = Case::new("json", &[("feed.json", JSON)]);
    case.check_table("feed.json", include_str!("tables/json.txt"));
    case.import("feed.json");
    let post = case.store.post("notes", "one").unwrap().unwrap().post;
    assert_eq!(
        (post.title.as_str(), post.markdown.as_str(), post.tags.join(",")),
        ("1 < 2", "A\n", "x".to_owned())
    );
    assert_eq!(case.markdown("two"), "B\n\nC\n");
    case.check_alive(&[("/one.html", "/blogs/notes/one")]).await;
}
