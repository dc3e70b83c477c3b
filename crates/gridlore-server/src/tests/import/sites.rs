//! Folders of Hugo, Zola and Jekyll sites.

use super::Case;

#[tokio::test]
async fn a_hugo_site_is_imported() {
    let case = Case::new(
        "hugo",
        &[
            (
                "hugo.toml",
                "baseURL = \"https://old.example/\"\n[permalinks]\nposts = \"/:year/:month/:slug/\"\n",
            ),
            ("README.md", "Not content\n"),
            ("content/_index.md", "---\ntitle: Home\n---\nWelcome\n"),
            ("content/posts/_index.md", "---\ntitle: Posts\n---\n"),
            (
                "content/posts/First.md",
                "---\ntitle: First\ndate: 2021-02-03\ntags: [Big Grids]\ncategories: [Logic]\naliases: [/old/first/, earlier]\nslug: the-first\n---\n![p](/images/p.png) [second]({{< ref \"posts/second.md#end\" >}}) [x](/about/) {{< chart 3 >}} <sup>2</sup>\n",
            ),
            (
                "content/posts/second/index.md",
                "+++\ntitle = \"Second\"\ndate = 2021-03-04T05:06:07Z\ndraft = true\n+++\n![own](own.png)\n",
            ),
            ("content/posts/second/own.png", "xx"),
            ("content/about.md", "+++\ntitle = \"About\"\n+++\nUs\n"),
            ("static/images/p.png", ""),
        ],
    );
    case.check_table("", include_str!("tables/hugo.txt"));
    case.import("");
    let names: Vec<String> =
        case.store.uploads(0..99).unwrap().into_iter().map(|upload| upload.name).collect();
    let name = |end: &str| names.iter().find(|name| name.ends_with(end)).unwrap();
    assert_eq!(
        case.markdown("the-first"),
        format!(
            "![p](/uploads/{}) [second](/blogs/notes/second#end) [x](/blogs/notes/about) {{{{< chart 3 >}}}} <sup>2</sup>\n",
            name("-10x20.png")
        )
    );
    assert_eq!(case.markdown("second"), format!("![own](/uploads/{})\n", name("-12x20.png")));
    let kinds: Vec<(String, bool, bool)> = {
        let mut all: Vec<_> = case
            .store
            .posts()
            .unwrap()
            .into_iter()
            .filter(|saved| saved.blog == "notes")
            .map(|saved| (saved.post.slug, saved.post.page, saved.post.draft))
            .collect();
        all.sort();
        all
    };
    let expected =
        [("about", true, false), ("home", true, true), ("second", false, true), ("the-first", false, false)];
    assert_eq!(kinds, expected.map(|(slug, page, draft)| (slug.to_owned(), page, draft)));
    let picture = format!("/uploads/{}", name("-10x20.png"));
    case.check_alive(&[
        ("/2021/02/the-first/", "/blogs/notes/the-first"),
        ("/old/first/", "/blogs/notes/the-first"),
        ("/2021/02/earlier/", "/blogs/notes/the-first"),
        ("/about/", "/blogs/notes/about"),
        ("/posts/", "/blogs/notes/archive"),
        ("/tags/big-grids/", "/blogs/notes/tags/big-grids"),
        ("/categories/logic/", "/blogs/notes/tags/logic"),
        ("/index.xml", "/blogs/notes/feed.atom"),
        ("/images/p.png", &picture),
    ])
    .await;
}

#[tokio::test]
async fn a_zola_site_is_imported() {
    let case = Case::new(
        "zola",
        &[
            ("config.toml", "base_url = \"https://old.example/site\"\n"),
            ("content/_index.md", "+++\ntitle = \"Home\"\n+++\n"),
            ("content/blog/_index.md", "+++\ntitle = \"Blog\"\n+++\nAll of it\n"),
            (
                "content/blog/2020-01-02-one.md",
                "+++\ntitle = \"One\"\n[taxonomies]\ntags = [\"logic\"]\n+++\n[two](@/blog/two/index.md#a) [gone](@/blog/gone.md) {{ youtube(id=\"q\") }}\n",
            ),
            (
                "content/blog/two/index.md",
                "+++\ntitle = \"Two\"\ndate = 2020-02-03\npath = \"special/two\"\n+++\n![p](p.png)\n",
            ),
            ("content/blog/two/p.png", ""),
            ("content/imprint.md", "+++\ntitle = \"Imprint\"\n+++\nMe\n"),
        ],
    );
    case.check_table("", include_str!("tables/zola.txt"));
    case.import("");
    assert_eq!(
        case.markdown("one"),
        "[two](/blogs/notes/two#a) [gone](@/blog/gone.md) [https://www.youtube.com/watch?v=q](https://www.youtube.com/watch?v=q)\n"
    );
    case.check_alive(&[
        ("/site/blog/one/", "/blogs/notes/one"),
        ("/site/special/two/", "/blogs/notes/two"),
        ("/site/blog/", "/blogs/notes/archive"),
        ("/site/imprint/", "/blogs/notes/imprint"),
        ("/site/tags/logic/", "/blogs/notes/tags/logic"),
        ("/site/atom.xml", "/blogs/notes/feed.atom"),
        ("/site/", "/blogs/notes"),
    ])
    .await;
}

#[tokio::test]
async fn a_jekyll_site_is_imported() {
    let case = Case::new(
        "jekyll",
        &[
            ("_config.yml", "url: https://old.example\nbaseurl: \"\"\n"),
            ("README.md", "# Not a page\n"),
            (
                "_posts/2018-03-04-Small-Grids.md",
                "---\nlayout: post\ntitle: Small grids\ncategories: [logic]\nredirect_from: /2017/small.html\n---\n![p]({{ site.baseurl }}/assets/img/p.png) [b]({% post_url 2018-04-05-b %})\n{: .wide}\n{% include x.html %}\n",
            ),
            ("_posts/2018-04-05-b.html", "---\ntitle: B\n---\n<p>In <b>HTML</b></p>\n"),
            ("_drafts/idea.md", "---\ntitle: Idea\n---\nSoon\n"),
            ("_layouts/post.html", "{{ content }}"),
            ("_site/2018/03/04/small.md", "made\n"),
            ("about.md", "---\ntitle: About\npermalink: /about-us/\n---\nUs\n"),
            ("assets/img/p.png", ""),
        ],
    );
    case.check_table("", include_str!("tables/jekyll.txt"));
    case.import("");
    let picture = format!("/uploads/{}", case.store.uploads(0..99).unwrap()[0].name);
    assert_eq!(
        case.markdown("small-grids"),
        format!("![p]({picture}) [b](/blogs/notes/b)\n\n{{% include x.html %}}\n")
    );
    assert_eq!(case.markdown("b"), "In **HTML**\n");
    assert!(case.store.post("notes", "idea").unwrap().unwrap().post.draft);
    case.check_alive(&[
        ("/logic/2018/03/04/Small-Grids.html", "/blogs/notes/small-grids"),
        ("/logic/2018/03/04/Small-Grids", "/blogs/notes/small-grids"),
        ("/2017/small.html", "/blogs/notes/small-grids"),
        ("/2018/04/05/b.html", "/blogs/notes/b"),
        ("/about-us/", "/blogs/notes/about"),
        ("/feed.xml", "/blogs/notes/feed.atom"),
        ("/category/logic/", "/blogs/notes/tags/logic"),
        ("/assets/img/p.png", &picture),
    ])
    .await;
}
