//! Feeds: Atom 1.0 with the full text of every post, boards as tables.

use crate::escape::Escaped;
use crate::{Blog, Post, Renderer, Target};
use std::fmt::Write;

/// The Atom feed of a blog.
///
/// # Input
/// `posts` newest first; `base` is the address of the site without a slash at its end, such as `https://example.org`.
///
/// # Source
/// RFC 4287.
#[must_use]
pub fn atom(renderer: &Renderer, blog: &Blog, posts: &[Post], base: &str) -> String {
    let home = format!("{base}/blogs/{}", blog.id);
    let updated = posts.first().map(|post| post.published).unwrap_or_default();
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<title>{}</title>\n<subtitle>{}</subtitle>\n<id>{home}</id>\n<link href=\"{home}\"/>\n<link rel=\"self\" href=\"{home}/feed.atom\"/>\n<updated>{updated}</updated>\n<author><name>{}</name></author>\n",
        Escaped(&blog.title),
        Escaped(&blog.description),
        Escaped(&blog.author),
        home = Escaped(&home),
    );
    for post in posts {
        let address = format!("{home}/{}", post.slug);
        let body = renderer.render(&post.markdown, Target::Feed);
        let _ = write!(
            text,
            "<entry>\n<title>{}</title>\n<id>{address}</id>\n<link href=\"{address}\"/>\n<published>{time}</published>\n<updated>{time}</updated>\n<summary>{}</summary>\n<content type=\"html\">{}</content>\n</entry>\n",
            Escaped(&post.title),
            Escaped(&post.description),
            Escaped(&body.html),
            address = Escaped(&address),
            time = post.published,
        );
    }
    text.push_str("</feed>\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feed_is_well_formed_and_holds_the_whole_text() {
        let blog = Blog {
            id: "demo".to_owned(),
            title: "Grids & <more>".to_owned(),
            description: "D".to_owned(),
            author: "A \"B\"".to_owned(),
        };
        let post = Post {
            slug: "one".to_owned(),
            title: "One\u{1}".to_owned(),
            description: String::new(),
            published: "2026-11-20T09:00:00Z".parse().unwrap(),
            tags: Vec::new(),
            markdown: "Hello ]]> & <b>\n\n```sudoku\neasy#7\n```\n".to_owned(),
        };
        let feed = atom(&Renderer::default(), &blog, &[post], "https://example.org");
        let document = roxmltree::Document::parse(&feed).unwrap();
        let texts = |name: &str| -> Vec<String> {
            let nodes = document
                .descendants()
                .filter(|node| node.has_tag_name(("http://www.w3.org/2005/Atom", name)));
            nodes.map(|node| node.text().unwrap_or_default().to_owned()).collect()
        };
        assert_eq!(texts("title"), ["Grids & <more>", "One\u{fffd}"]);
        assert_eq!(texts("id"), ["https://example.org/blogs/demo", "https://example.org/blogs/demo/one"]);
        assert_eq!(texts("updated"), ["2026-11-20T09:00:00Z"; 2]);
        let content = &texts("content")[0];
        assert!(
            content.starts_with("<p>Hello ]]&gt; &amp; &lt;b&gt;</p>") && content.contains("<td>·</td>"),
            "{content}"
        );
    }
}
