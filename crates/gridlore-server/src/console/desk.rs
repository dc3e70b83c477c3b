//! Commands that work on a site's content, whether or not the site is running.

use crate::config::MountConfig;
use crate::console::comment_lines::{COMMENTS, comment_line};
use crate::console::links::Links;
use crate::console::source::{MAX_POST_FILE_BYTES, Source};
use crate::content::folder::{FilePost, Folder};
use crate::copies::export::check_no_links;
use crate::store::{Redirect, Store, Writer, is_file_name};
use crate::upload_names;
use anyhow::{Context, Result, bail};
use gridlore_blog::import::old_path;
use gridlore_blog::{Blog, Post, Status, slug_fault, slug_of, whole_second};
use jiff::Timestamp;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

/// The author of revisions saved by these commands.
pub(super) const WRITER: Writer<'_> = Writer { name: "command line", account: None };

/// The file with a blog's title and other settings.
pub(super) const BLOG: &str = "blog.toml";

/// An open data folder.
#[derive(Debug)]
pub struct Desk {
    pub(super) store: Store,
    data: PathBuf,
    pub(super) uploads: PathBuf,
}

/// One line of the list of blogs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlogLine {
    /// The blog.
    pub blog: Blog,
    /// Number of public posts.
    pub published: usize,
    /// Number of scheduled posts.
    pub scheduled: usize,
    /// Number of drafts.
    pub drafts: usize,
}

/// The result of publishing or importing a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Put {
    /// The path of the post's page.
    pub address: String,
    /// Whether a post with this slug existed before.
    pub replaced: bool,
    /// The post's status.
    pub status: Status,
    /// Problems that did not prevent saving: puzzles and formulas that cannot be read, unknown
    /// keys, pictures that were refused.
    pub problems: Vec<String>,
}

/// The result of an export.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Taken {
    /// The files that were written.
    pub files: Vec<PathBuf>,
    /// Notes about omissions, with reasons.
    pub notes: Vec<String>,
}

impl Taken {
    /// Writes a file of the blog to its folder in `root`.
    fn write(&mut self, root: &Path, blog: &str, name: &str, bytes: &[u8]) -> Result<()> {
        let path = &root.join(blog).join(name);
        let is_inside = name.split('/').all(|part| !matches!(part, "" | "." | ".."));
        if !is_file_name(blog) || !is_inside {
            bail!("{}: an export cannot contain a file with this name", path.display());
        }
        check_no_links(root, std::iter::once(format!("{blog}/{name}").as_str()))?;
        let folder = path.parent().unwrap_or(path);
        std::fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))?;
        let mut file =
            std::fs::File::create_new(path).with_context(|| format!("writing {}", path.display()))?;
        std::io::Write::write_all(&mut file, bytes)?;
        self.files.push(path.to_path_buf());
        Ok(())
    }
}

/// Returns the problems of a post's text, with line numbers in the whole file, including the front
/// matter.
fn file_problems(text: &str, post: &Post) -> Vec<String> {
    let rendered = gridlore_blog::render(&post.markdown, post.form(gridlore_blog::Target::Page));
    let before = text.matches('\n').count().saturating_sub(post.markdown.matches('\n').count());
    let problems = gridlore_blog::problems(&post.markdown, &rendered).into_iter();
    problems.map(|problem| format!("line {}: {}", problem.line + before, problem.message)).collect()
}

/// The files that are posts. They are in a map and a set, because there may be tens of thousands of
/// them, and each is looked up.
struct PostFiles<'a> {
    by_post: HashMap<(&'a str, &'a str), &'a str>,
    paths: HashSet<&'a Path>,
}

impl<'a> PostFiles<'a> {
    fn new(posts: &'a [FilePost]) -> Self {
        let mut by_post = HashMap::new();
        for file in posts {
            by_post.entry((file.blog.as_str(), file.post.slug.as_str())).or_insert(file.path.as_str());
        }
        Self { by_post, paths: posts.iter().map(|file| Path::new(&file.path)).collect() }
    }

    /// Returns the first file that is the post of this blog with this slug.
    fn of_post(&self, blog: &str, slug: &str) -> Option<&'a str> {
        self.by_post.get(&(blog, slug)).copied()
    }

    fn contains(&self, path: &Path) -> bool {
        self.paths.contains(path)
    }
}

impl Desk {
    /// Opens a data folder, creating it with the demo blog if it does not exist.
    ///
    /// # Errors
    /// Fails if the folder cannot be created or the database cannot be read.
    pub fn open(data: &Path) -> Result<Self> {
        let store = crate::open_store(data)?;
        Ok(Self { store, data: data.to_path_buf(), uploads: data.join("uploads") })
    }

    /// Opens an existing data folder.
    ///
    /// # Errors
    /// Fails if the folder does not contain a site, or its database cannot be read.
    pub fn of_site(data: &Path) -> Result<Self> {
        if !data.join(crate::DATABASE).is_file() {
            bail!(
                "{}: found no site, expected a folder with {}; to create a site, run `gridlore serve` or `gridlore blog new`",
                data.display(),
                crate::DATABASE
            );
        }
        Self::open(data)
    }

    /// Adds a blog.
    ///
    /// # Errors
    /// Fails if the id is taken or invalid.
    pub fn new_blog(&self, id: &str, title: &str, description: &str, author: &str) -> Result<()> {
        if let Some(fault) = slug_fault(id) {
            bail!("the blog's id: {fault}");
        }
        let blog =
            Blog { description: description.to_owned(), author: author.to_owned(), ..Blog::new(id, title) };
        if !self.store.add_blog(&blog)? {
            if self.store.is_deleted_blog(id)? {
                bail!(
                    "the trash contains a blog with the id \"{id}\"; restore it or delete it permanently in the admin"
                );
            }
            bail!("a blog with the id \"{id}\" already exists");
        }
        Ok(())
    }

    /// Returns all blogs with the numbers of their posts in the database.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub fn blogs(&self) -> Result<Vec<BlogLine>> {
        let (posts, now) = (self.store.posts_without_text()?, Timestamp::now());
        let line = |blog: Blog| {
            let count = |status| {
                posts.iter().filter(|saved| saved.blog == blog.id && saved.post.status(now) == status).count()
            };
            let [published, scheduled, drafts] =
                [Status::Published, Status::Scheduled, Status::Draft].map(count);
            BlogLine { published, scheduled, drafts, blog }
        };
        Ok(self.store.blogs()?.into_iter().map(line).collect())
    }

    /// Publishes a Markdown file. Its name becomes the slug, and a post with that slug is replaced.
    /// A file without a publish date is published now, or keeps the date of the post that it
    /// replaces. Pictures in the file's folder are uploaded.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or the blog does not exist.
    pub fn put(&self, blog: &str, file: &Path) -> Result<Put> {
        self.check_blog(blog)?;
        let here = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let source = Source::new(here)?;
        let text = source.text(file, MAX_POST_FILE_BYTES)?;
        let text =
            text.with_context(|| format!("{}: there is no regular file with this name", file.display()))?;
        let slug = slug_of(file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default());
        if slug.is_empty() {
            bail!(
                "{}: found no letter or digit in the file name, expected at least one for the slug",
                file.display()
            );
        }
        let now = whole_second(Timestamp::now());
        let mut post = Post::from_file_at(&slug, &text, now).with_context(|| file.display().to_string())?;
        self.keep_time(blog, &mut post, now)?;
        let mut links = Links::of_folder(&self.store, &self.uploads, blog, &source);
        links.add_file(file, &slug);
        let (markdown, mut notes) = links.localised(&post.markdown, Some(file), None);
        post.markdown = markdown;
        let replaced =
            self.store.put_posts(blog, std::slice::from_ref(&post), WRITER, now)?.first() == Some(&true);
        notes.extend(file_problems(&text, &post));
        Ok(Put {
            address: format!("/blogs/{blog}/{slug}"),
            replaced,
            status: post.status(now),
            problems: notes,
        })
    }

    /// Returns the redirects of old addresses, ordered by old path.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub fn redirects(&self) -> Result<Vec<Redirect>> {
        Ok(self.store.redirects()?)
    }

    /// Removes the redirects from old paths.
    ///
    /// # Errors
    /// Fails if there is no redirect from one of the paths. The redirects from the paths before
    /// that one have then been removed.
    pub fn remove_redirects(&self, old: &[String]) -> Result<()> {
        for old in old {
            let path = old_path(old).unwrap_or_else(|| old.clone());
            if !self.store.remove_redirect(&path)? {
                bail!(
                    "there is no redirect from \"{path}\"; to list the redirects, run `gridlore blog redirects`"
                );
            }
        }
        Ok(())
    }

    /// Keeps the publish date of the existing post if the file has none.
    pub(super) fn keep_time(&self, blog: &str, post: &mut Post, now: Timestamp) -> Result<()> {
        if post.published == Some(now)
            && let Some(before) = self.store.post(blog, &post.slug)?
            && before.post.published.is_some()
        {
            post.published = before.post.published;
        }
        Ok(())
    }

    /// Writes every blog, or one of them, to `FOLDER/BLOG/`: its settings, its posts including
    /// drafts, its comments, and unchanged copies of the files in its own folder and in `mounts`.
    /// Pictures in the posts are written to `FOLDER/BLOG/uploads/`.
    ///
    /// # Errors
    /// Fails if the blog does not exist, or a file already exists or cannot be written.
    pub fn export(&self, only: Option<&str>, folder: &Path, mounts: &[MountConfig]) -> Result<Taken> {
        if let Some(blog) = only {
            self.check_blog(blog)?;
        }
        let mut taken = Taken::default();
        let blogs = self.store.blogs()?;
        let blogs: Vec<&Blog> = blogs.iter().filter(|blog| only.is_none_or(|only| blog.id == only)).collect();
        for blog in &blogs {
            taken.write(folder, &blog.id, BLOG, blog.to_file().as_bytes())?;
        }
        for blog in &blogs {
            let comments = self.store.blog_comments(&blog.id)?;
            let lines: Vec<String> =
                comments.iter().map(|comment| comment_line(comment).to_string() + "\n").collect();
            if !lines.is_empty() {
                taken.write(folder, &blog.id, COMMENTS, lines.concat().as_bytes())?;
            }
        }
        let mut files = Folder::new(&self.data.join("posts"), mounts)?;
        let tree = files.scan();
        let (file_posts, problems) = files.posts(&tree);
        taken.notes.extend(problems);
        let post_files = PostFiles::new(&file_posts);
        let exported: HashSet<&str> = blogs.iter().map(|blog| blog.id.as_str()).collect();
        let mut pictures: BTreeSet<(String, String)> = BTreeSet::new();
        let posts = self.store.posts_without_text()?;
        for saved in posts.iter().filter(|saved| exported.contains(&*saved.blog)) {
            if let Some(path) = post_files.of_post(&saved.blog, &saved.post.slug) {
                taken.notes.push(format!(
                    "/blogs/{}/{}: the post in the database is hidden by {}, which is exported instead",
                    saved.blog, saved.post.slug, path
                ));
                continue;
            }
            // Reads one post at a time, because all of them together may be large. A post that is
            // missing was deleted in the meantime.
            let Some(saved) = self.store.post(&saved.blog, &saved.post.slug)? else { continue };
            let name = format!("{}.md", saved.post.slug);
            taken.write(folder, &saved.blog, &name, saved.post.to_file().as_bytes())?;
            pictures.extend(
                upload_names::shown(&saved.post.markdown).into_iter().map(|name| (saved.blog.clone(), name)),
            );
        }
        for (blog, path, source) in tree.files().filter(|(id, ..)| exported.contains(*id)) {
            let is_post = post_files.contains(source);
            // A file that cannot be read as a post is listed among the problems.
            let is_broken = !is_post && (path.ends_with(".md") || path.ends_with(".markdown"));
            if !is_broken && path != BLOG && path != COMMENTS {
                let bytes = std::fs::read(source).with_context(|| format!("reading {}", source.display()))?;
                taken.write(folder, blog, path, &bytes)?;
            }
        }
        for file in file_posts.iter().filter(|file| exported.contains(&*file.blog)) {
            pictures.extend(
                upload_names::shown(&file.post.markdown).into_iter().map(|name| (file.blog.clone(), name)),
            );
        }
        for (blog, name) in pictures {
            for name in [Some(name.clone()), gridlore_pictures::narrow_name(&name)].into_iter().flatten() {
                if let Ok(bytes) = std::fs::read(self.uploads.join(&name)) {
                    taken.write(folder, &blog, &format!("uploads/{name}"), &bytes)?;
                }
            }
        }
        Ok(taken)
    }

    /// # Errors
    /// Fails if the blog does not exist.
    pub(super) fn check_blog(&self, blog: &str) -> Result<()> {
        if self.store.blog(blog)?.is_none() {
            let ids: Vec<String> = self.store.blogs()?.into_iter().map(|blog| blog.id).collect();
            bail!(
                "there is no blog \"{blog}\"; the blogs are: {}. To create a blog, run `gridlore blog new`",
                ids.join(", ")
            );
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::console::comment_lines::read_comments;
    use crate::store::{Comment, State};
    use crate::tests::folder;

    #[test]
    fn posts_survive_export_and_import() {
        let root = folder("desk");
        let desk = Desk::open(&root.join("data")).unwrap();
        assert_eq!(
            desk.new_blog("No", "T", "", "").unwrap_err().to_string(),
            "the blog's id: found 'N' in \"No\", expected lower-case letters a to z, digits and -"
        );
        desk.new_blog("notes", "Notes", "D", "A").unwrap();
        assert_eq!(
            desk.new_blog("notes", "T", "", "").unwrap_err().to_string(),
            "a blog with the id \"notes\" already exists"
        );
        let file = root.join("My first.md");
        std::fs::write(
            &file,
            "# Hello\n\nText\n\n```sudoku\nnone\n```\n\n```sudoku\n................\n```\n",
        )
        .unwrap();
        let put = desk.put("notes", &file).unwrap();
        assert_eq!(
            (put.address.as_str(), put.replaced, put.status),
            ("/blogs/notes/my-first", false, Status::Published)
        );
        assert!(put.problems[0].starts_with("line 6: "), "{:?}", put.problems);
        assert_eq!(
            put.problems[1],
            "line 9: this sudoku has several solutions (at least 10), but readers expect one"
        );
        let published = |desk: &Desk| desk.store.post("notes", "my-first").unwrap().unwrap().post.published;
        let first = published(&desk);
        std::thread::sleep(std::time::Duration::from_millis(1100));
        assert!(desk.put("notes", &file).unwrap().replaced);
        assert_eq!(published(&desk), first, "a change keeps the publish date");
        std::fs::write(root.join("second.md"), "![p](p.png) [first](My%20first.md#a) [none](none.md)")
            .unwrap();
        image::RgbImage::new(50, 20).save(root.join("p.png")).unwrap();
        assert!(desk.put("notes", &root.join("second.md")).unwrap().problems.is_empty());
        let second = desk.store.post("notes", "second").unwrap().unwrap().post.markdown;
        assert!(
            second.starts_with("![p](/uploads/")
                && second.ends_with("-50x20.png) [first](/blogs/notes/my-first#a) [none](none.md)"),
            "{second}"
        );
        assert_eq!(
            desk.put("nowhere", &file).unwrap_err().to_string(),
            "there is no blog \"nowhere\"; the blogs are: demo, notes. To create a blog, run `gridlore blog new`"
        );
        std::fs::write(
            root.join("draft.md"),
            "+++\ntitle = \"D\"\ndraft = true\ntags = [\"x\"]\n+++\nSoon\n",
        )
        .unwrap();
        assert_eq!(desk.put("notes", &root.join("draft.md")).unwrap().status, Status::Draft);
        let lines = desk.blogs().unwrap();
        let line = lines.iter().find(|line| line.blog.id == "notes").unwrap();
        assert_eq!((line.published, line.scheduled, line.drafts), (2, 0, 1));

        let all = |desk: &Desk, blog: &str| {
            let mut posts: Vec<Post> = desk
                .store
                .posts()
                .unwrap()
                .into_iter()
                .filter(|saved| saved.blog == blog)
                .map(|saved| saved.post)
                .collect();
            posts.sort_by(|one, other| one.slug.cmp(&other.slug));
            posts
        };
        desk.export(None, &root.join("out"), &[]).unwrap();
        assert!(desk.export(None, &root.join("out"), &[]).is_err(), "nothing is overwritten");
        for blog in ["notes", "demo"] {
            desk.new_blog("again", "Again", "", "").ok();
            let twin = format!("{blog}-twin");
            desk.import(&twin, &root.join("out").join(blog), false).unwrap();
            assert_eq!(all(&desk, &twin), all(&desk, blog), "{blog}");
        }
        std::fs::create_dir_all(root.join("jekyll/img")).unwrap();
        std::fs::write(
            root.join("jekyll/2024-03-09-one.md"),
            "---\nlayout: post\n---\n![p](img/p.png) [two](two.md#end) [out](../x.md)\n",
        )
        .unwrap();
        std::fs::write(root.join("jekyll/two.md"), "# Two\n").unwrap();
        image::RgbImage::new(30, 20).save(root.join("jekyll/img/p.png")).unwrap();
        desk.new_blog("old", "Old", "", "").unwrap();
        let imported = desk.import("old", &root.join("jekyll"), false).unwrap();
        assert_eq!(imported.posts[0].problems, ["the key layout is ignored"]);
        let markdown = &all(&desk, "old")[0].markdown;
        assert!(
            markdown.starts_with("![p](/uploads/")
                && markdown.ends_with("-30x20.png) [two](/blogs/old/two#end) [out](../x.md)\n"),
            "{markdown}"
        );
        let mut comment = read_comments("{\"id\":7,\"post\":\"two\",\"parent\":null,\"name\":\"Dee\",\"text\":\"Hello\",\"time\":\"2026-01-01T00:00:00Z\",\"state\":\"shown\"}\n").unwrap();
        comment.push(Comment { id: 9, parent: Some(7), state: State::Held, ..comment[0].clone() });
        let counts = [(); 2].map(|()| desk.store.import_comments("old", &comment).unwrap());
        assert_eq!(counts, [2, 0], "comments are imported once");
        assert_eq!(read_comments("{}\n").unwrap_err().to_string(), "line 1: not a valid comment");
        // The blog is exported with its picture and comments, and imported into another site.
        desk.export(Some("old"), &root.join("away"), &[]).unwrap();
        let other = Desk::open(&root.join("other")).unwrap();
        other.import("old", &root.join("away/old"), false).unwrap();
        assert_eq!(all(&other, "old"), all(&desk, "old"));
        assert_eq!(other.store.blog("old").unwrap(), desk.store.blog("old").unwrap());
        let comments = other.store.blog_comments("old").unwrap();
        assert_eq!(
            (comments.len(), comments[1].parent, comments[1].state),
            (2, Some(comments[0].id), State::Held)
        );
        let names = |desk: &Desk| -> Vec<String> {
            desk.store.uploads(0..99).unwrap().into_iter().map(|upload| upload.name).collect()
        };
        assert!(names(&other).len() == 1 && names(&desk).contains(&names(&other)[0]));
        assert!(other.uploads.join(&names(&other)[0]).is_file());
        // Tests an empty blog, and a blog with files in its folder, one of which hides a post.
        other.new_blog("empty", "Nothing yet", "", "").unwrap();
        let posts = root.join("other/posts/old");
        std::fs::create_dir_all(posts.join("deep")).unwrap();
        let mine = "+++\ndraft = true\n+++\n![p](p.png) ![q](/uploads/";
        let mine = format!("{mine}{})\n", names(&other)[0]);
        std::fs::write(posts.join("deep/mine.md"), &mine).unwrap();
        std::fs::write(posts.join("two.md"), "+++\ndraft = true\n+++\nIn a file\n").unwrap();
        std::fs::write(posts.join("broken.md"), "no front matter").unwrap();
        image::RgbImage::new(40, 20).save(posts.join("deep/p.png")).unwrap();
        let taken = other.export(None, &root.join("all"), &[]).unwrap();
        assert_eq!(taken.notes.len(), 2, "{:?}", taken.notes);
        assert!(taken.notes[0].contains("broken.md: line 1: found no front matter"), "{:?}", taken.notes);
        assert!(taken.notes[1].starts_with("/blogs/old/two: the post in the database is hidden by "));
        assert_eq!(std::fs::read_to_string(root.join("all/old/deep/mine.md")).unwrap(), mine);
        let third = Desk::open(&root.join("third")).unwrap();
        third.import("old", &root.join("all/old"), false).unwrap();
        third.import("empty", &root.join("all/empty"), false).unwrap();
        assert_eq!(third.store.blog("empty").unwrap(), other.store.blog("empty").unwrap());
        let slugs: Vec<String> = all(&third, "old").into_iter().map(|post| post.slug).collect();
        assert_eq!(slugs, ["mine", "one", "two"]);
        assert_eq!(all(&third, "old")[2].markdown, "In a file\n");
        assert_eq!(names(&third).len(), 2);
        other.store.delete_post("old", "two", None, None, false, Timestamp::now()).unwrap();
        assert_eq!(other.store.blog_comments("old").unwrap().len(), 0, "the post is in the trash");
        std::fs::write(root.join("out/notes/bad.md"), "+++\ncolour =\n+++\n").unwrap();
        let error = desk.import("again", &root.join("out/notes"), false).unwrap_err().to_string();
        assert!(error.contains("bad.md: line 2: "), "{error}");
        assert!(desk.import("unmade", &root.join("out/notes"), false).is_err());
        assert!(desk.store.blog("unmade").unwrap().is_none(), "no blog is created when nothing is imported");
        assert!(all(&desk, "again").is_empty(), "all or nothing");
        std::fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn files_of_many_posts_are_found_quickly() {
        let file = |number: usize| FilePost {
            blog: "notes".to_owned(),
            post: Post::new(&format!("p{number}"), "T").into(),
            path: format!("/data/posts/notes/deep/p{number}.md"),
            modified: Timestamp::UNIX_EPOCH,
        };
        let mut posts: Vec<FilePost> = (0..50_000).map(file).collect();
        posts.push(FilePost { path: "/data/posts/notes/other/p7.md".to_owned(), ..file(7) });
        let start = gridlore_testing::processor_time();
        let files = PostFiles::new(&posts);
        assert!(posts.iter().all(|post| files.contains(Path::new(&post.path))));
        let found = (0..60_000).filter_map(|number| files.of_post("notes", &format!("p{number}")));
        assert_eq!(found.count(), 50_000);
        let time = gridlore_testing::processor_time() - start;
        assert!(time.as_secs() < 3, "{time:?}");
        assert_eq!(files.of_post("notes", "p7"), Some("/data/posts/notes/deep/p7.md"));
        assert_eq!(files.of_post("other", "p7"), None);
    }
}
