//! What is done to a site from the command line, while it runs or not.

use crate::address::decoded;
use crate::config::MountConfig;
use crate::console::source::{LARGEST_IMPORT, LARGEST_LIST, LARGEST_PICTURE, LARGEST_TEXT, Source};
use crate::content::folder::{FilePost, Folder};
use crate::content::uploads;
use crate::picture_names;
use crate::store::{Comment, State, Store, Writer};
use anyhow::{Context, Result, bail};
use gridlore_blog::{Blog, Post, Status, slug_fault, slug_of, whole_second};
use jiff::Timestamp;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

/// Who saves from here, as revisions name her.
const WRITER: Writer<'_> = Writer { name: "command line", account: None };

/// The file of a blog's comments in an export, a line each.
const COMMENTS: &str = "comments.jsonl";

/// The file that tells what a blog is called.
const BLOG: &str = "blog.toml";

/// An open data folder.
#[derive(Debug)]
pub struct Desk {
    store: Store,
    data: PathBuf,
    uploads: PathBuf,
}

/// A blog in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlogLine {
    /// The blog.
    pub blog: Blog,
    /// Posts that everyone sees.
    pub published: usize,
    /// Posts whose time will come.
    pub scheduled: usize,
    /// Posts that only writers see.
    pub drafts: usize,
}

/// What became of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Put {
    /// The path of the post's page.
    pub address: String,
    /// Whether a post of that name was there before.
    pub replaced: bool,
    /// How far the post is.
    pub status: Status,
    /// What is wrong with it and did not stop it: puzzles and formulas that cannot be read, keys
    /// that mean nothing, pictures that cannot be kept.
    pub problems: Vec<String>,
}

/// What was written of a site's content.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Taken {
    /// The files.
    pub files: Vec<PathBuf>,
    /// What was left out, and why.
    pub notes: Vec<String>,
}

impl Taken {
    fn write(&mut self, path: &Path, bytes: &[u8]) -> Result<()> {
        let folder = path.parent().unwrap_or(path);
        std::fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
        let mut file =
            std::fs::File::create_new(path).with_context(|| format!("writing {}", path.display()))?;
        std::io::Write::write_all(&mut file, bytes)?;
        self.files.push(path.to_path_buf());
        Ok(())
    }
}

/// Where files of an import are found, each looked at once.
struct Known {
    /// The posts of the import.
    slugs: HashMap<PathBuf, String>,
    /// Other files: the address, and whether it is that of a post; nothing where there is none.
    addresses: RefCell<HashMap<PathBuf, Option<(String, bool)>>>,
}

impl Desk {
    /// Opens a data folder, and makes it, with the demo blog, when it is not there.
    ///
    /// # Errors
    /// When the folder cannot be made or the database not be read.
    pub fn open(data: &Path) -> Result<Self> {
        let store = crate::open_store(data)?;
        Ok(Self { store, data: data.to_path_buf(), uploads: data.join("uploads") })
    }

    /// Opens a data folder that is there.
    ///
    /// # Errors
    /// When there is no site, or its database cannot be read.
    pub fn of_site(data: &Path) -> Result<Self> {
        if !data.join(crate::DATABASE).is_file() {
            bail!(
                "{}: found no site, expected a folder with {}; gridlore serve or gridlore blog new makes one",
                data.display(),
                crate::DATABASE
            );
        }
        Self::open(data)
    }

    /// Adds a blog.
    ///
    /// # Errors
    /// When its id is taken, or cannot stand in an address.
    pub fn new_blog(&self, id: &str, title: &str, description: &str, author: &str) -> Result<()> {
        if let Some(fault) = slug_fault(id) {
            bail!("the blog's id: {fault}");
        }
        let blog = Blog {
            id: id.to_owned(),
            title: title.to_owned(),
            description: description.to_owned(),
            author: author.to_owned(),
            theme: gridlore_blog::THEMES[0].to_owned(),
        };
        if !self.store.add_blog(&blog)? {
            bail!("there is a blog \"{id}\" already");
        }
        Ok(())
    }

    /// All blogs with the number of their posts in the database.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn blogs(&self) -> Result<Vec<BlogLine>> {
        let (posts, now) = (self.store.posts()?, Timestamp::now());
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

    /// Publishes a Markdown file, named by its own name; in the place of the post of that name, if
    /// there is one. Where it tells no time it is published now, or stays published as it was.
    /// Pictures that it shows from its folder are kept as those that are sent in.
    ///
    /// # Errors
    /// When the file cannot be read, or there is no such blog.
    pub fn put(&self, blog: &str, file: &Path) -> Result<Put> {
        self.known(blog)?;
        let here = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let source = Source::new(here)?;
        let text = source.text(file, LARGEST_TEXT)?;
        let text = text.with_context(|| format!("{}: found no plain file in its folder", file.display()))?;
        let slug = slug_of(file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default());
        if slug.is_empty() {
            bail!(
                "{}: found no letter or digit in the name, expected one to name the post by",
                file.display()
            );
        }
        let now = whole_second(Timestamp::now());
        let mut post = Post::from_file_at(&slug, &text, now).with_context(|| file.display().to_string())?;
        self.keep_time(blog, &mut post, now)?;
        let slugs = source.inside(file).map(|path| (path, slug.clone())).into_iter().collect();
        let known = Known { slugs, addresses: RefCell::default() };
        let mut told = self.take_in(blog, &source, file, &mut post, &known);
        let replaced =
            self.store.put_posts(blog, std::slice::from_ref(&post), WRITER, now)?.first() == Some(&true);
        let rendered = gridlore_blog::render(&post.markdown, gridlore_blog::Target::Page);
        // Counted in the file, front matter included, as its writer sees it.
        let before = text.matches('\n').count().saturating_sub(post.markdown.matches('\n').count());
        let problems = rendered.problems.iter();
        told.extend(problems.map(|problem| format!("line {}: {}", problem.line + before, problem.message)));
        Ok(Put {
            address: format!("/blogs/{blog}/{slug}"),
            replaced,
            status: post.status(now),
            problems: told,
        })
    }

    /// A post whose file tells no time stays published as it was.
    fn keep_time(&self, blog: &str, post: &mut Post, now: Timestamp) -> Result<()> {
        if post.published == Some(now)
            && let Some(before) = self.store.post(blog, &post.slug)?
            && before.post.published.is_some()
        {
            post.published = before.post.published;
        }
        Ok(())
    }

    /// Makes what a file shows and links to from its folder a part of the site; tells what cannot
    /// be.
    fn take_in(
        &self,
        blog: &str,
        source: &Source,
        file: &Path,
        post: &mut Post,
        known: &Known,
    ) -> Vec<String> {
        let told = RefCell::new(Vec::new());
        post.markdown = gridlore_blog::with_addresses(&post.markdown, |address| {
            self.own_address(blog, source, file, address, known, &told)
        });
        told.into_inner()
    }

    /// Writes every blog, or one of them, as `FOLDER/BLOG/`: what it is called, its posts, drafts
    /// too, its comments, and the files of its own folder and of `mounts` as they are; with the
    /// pictures that the posts show in `FOLDER/BLOG/uploads/`.
    ///
    /// # Errors
    /// When there is no such blog, or a file is there already or cannot be written.
    pub fn export(&self, only: Option<&str>, folder: &Path, mounts: &[MountConfig]) -> Result<Taken> {
        if let Some(blog) = only {
            self.known(blog)?;
        }
        let mut taken = Taken::default();
        let blogs = self.store.blogs()?;
        let blogs: Vec<&Blog> = blogs.iter().filter(|blog| only.is_none_or(|only| blog.id == only)).collect();
        for blog in &blogs {
            taken.write(&folder.join(&blog.id).join(BLOG), blog.to_file().as_bytes())?;
        }
        for blog in &blogs {
            let comments = self.store.comments_of(&blog.id)?;
            let lines: Vec<String> =
                comments.iter().map(|comment| comment_line(comment).to_string() + "\n").collect();
            if !lines.is_empty() {
                taken.write(&folder.join(&blog.id).join(COMMENTS), lines.concat().as_bytes())?;
            }
        }
        let mut files = Folder::new(&self.data.join("posts"), mounts)?;
        let tree = files.scan();
        let (file_posts, problems) = files.posts(&tree);
        taken.notes.extend(problems);
        let mut pictures: BTreeSet<(String, String)> = BTreeSet::new();
        for saved in self.store.posts()?.iter().filter(|saved| blogs.iter().any(|blog| blog.id == saved.blog))
        {
            let is_hidden = |file: &&FilePost| file.blog == saved.blog && file.post.slug == saved.post.slug;
            if let Some(file) = file_posts.iter().find(is_hidden) {
                taken.notes.push(format!(
                    "/blogs/{}/{}: the post in the database is hidden by {}, which is taken in its place",
                    saved.blog, saved.post.slug, file.path
                ));
                continue;
            }
            let name = format!("{}.md", saved.post.slug);
            taken.write(&folder.join(&saved.blog).join(name), saved.post.to_file().as_bytes())?;
            pictures.extend(
                picture_names::shown(&saved.post.markdown).into_iter().map(|name| (saved.blog.clone(), name)),
            );
        }
        for (blog, path, source) in tree.files().filter(|(id, ..)| blogs.iter().any(|blog| blog.id == *id)) {
            let is_post = file_posts.iter().any(|file| Path::new(&file.path) == source);
            // One that is no post is told among the problems.
            let is_broken = !is_post && (path.ends_with(".md") || path.ends_with(".markdown"));
            if !is_broken && path != BLOG && path != COMMENTS {
                let bytes = std::fs::read(source).with_context(|| format!("reading {}", source.display()))?;
                taken.write(&folder.join(blog).join(path), &bytes)?;
            }
        }
        for file in file_posts.iter().filter(|file| blogs.iter().any(|blog| blog.id == file.blog)) {
            pictures.extend(
                picture_names::shown(&file.post.markdown).into_iter().map(|name| (file.blog.clone(), name)),
            );
        }
        for (blog, name) in pictures {
            for name in [Some(name.clone()), gridlore_pictures::narrow_name(&name)].into_iter().flatten() {
                if let Ok(bytes) = std::fs::read(self.uploads.join(&name)) {
                    taken.write(&folder.join(&blog).join("uploads").join(name), &bytes)?;
                }
            }
        }
        Ok(taken)
    }

    /// Reads every Markdown file below a folder into a blog, of this or another program: all of
    /// them, or none when one cannot be read; a post of the same name is replaced. Pictures that
    /// they show from their folders are kept as those that are sent in, and links to each other
    /// lead to the posts.
    ///
    /// # Errors
    /// With every file that cannot be read.
    pub fn import(&self, blog: &str, folder: &Path) -> Result<Vec<Put>> {
        let source = Source::new(folder)?;
        let facts = match source.text(&folder.join(BLOG), LARGEST_TEXT)? {
            Some(text) if self.store.blog(blog)?.is_none() => {
                Some(Blog::from_file(blog, &text).with_context(|| folder.join(BLOG).display().to_string())?)
            }
            _ => {
                self.known(blog)?;
                None
            }
        };
        let now = whole_second(Timestamp::now());
        let (mut found, mut faults) = (Vec::new(), Vec::new());
        let (files, others) = source.files(&["md", "markdown"])?;
        let mut bytes = 0;
        for path in files {
            let Some(text) = source.text(&path, LARGEST_TEXT)? else { continue };
            bytes += text.len();
            if bytes > LARGEST_IMPORT {
                bail!(
                    "{}: found more than {LARGEST_IMPORT} bytes of posts, expected at most that in one import; import the folder in parts",
                    path.display()
                );
            }
            match Post::from_foreign(&path.to_string_lossy(), &text, now) {
                Ok(foreign) if foreign.post.slug.is_empty() => {
                    faults.push(format!(
                        "{}: found no letter or digit in the name, expected one to name the post by",
                        path.display()
                    ));
                }
                Ok(foreign) => found.push((path, foreign)),
                Err(error) => faults.push(format!("{}: {error}", path.display())),
            }
        }
        if !faults.is_empty() {
            bail!("nothing was imported, as some files cannot be read:\n  {}", faults.join("\n  "));
        }
        if let Some(facts) = facts {
            self.new_blog(blog, &facts.title, &facts.description, &facts.author)?;
            self.store.change_blog(&facts)?;
        } else if found.is_empty() {
            bail!("{}: found no Markdown file", folder.display());
        }
        let slugs = found.iter().map(|(path, foreign)| (path.clone(), foreign.post.slug.clone())).collect();
        let known = Known { slugs, addresses: RefCell::default() };
        let (mut posts, mut notes) = (Vec::new(), Vec::new());
        for (path, foreign) in found {
            let mut post = foreign.post;
            let mut problems: Vec<String> =
                foreign.left_out.iter().map(|key| format!("the key {key} means nothing here")).collect();
            problems.extend(foreign.cut);
            self.keep_time(blog, &mut post, now)?;
            problems.append(&mut self.take_in(blog, &source, &path, &mut post, &known));
            for name in picture_names::shown(&post.markdown) {
                match self.bring(&source, folder, &name) {
                    Ok(true) => {}
                    Ok(false) => problems
                        .push(format!("the picture {name} is not in the folder uploads beside the posts")),
                    Err(error) => problems.push(format!("the picture {name}: {error:#}")),
                }
            }
            posts.push(post);
            notes.push(problems);
        }
        if let Some(notes) = notes.first_mut() {
            let left_out =
                |path: &PathBuf| format!("{} is a link or no plain file; it was left out", path.display());
            notes.extend(others.iter().map(left_out));
        }
        let comments = match source.text(&folder.join(COMMENTS), LARGEST_LIST)? {
            Some(text) => {
                read_comments(&text).with_context(|| folder.join(COMMENTS).display().to_string())?
            }
            None => Vec::new(),
        };
        let mut done = Vec::new();
        let replaced = self.store.put_posts(blog, &posts, WRITER, now)?;
        if !comments.is_empty() && !self.store.bring_comments(blog, &comments)? {
            notes.iter_mut().take(1).for_each(|notes| {
                notes.push("the comments stay as they are, as the blog has some already".to_owned())
            });
        }
        for ((post, replaced), problems) in posts.iter().zip(replaced).zip(notes) {
            let address = format!("/blogs/{blog}/{}", post.slug);
            done.push(Put { address, replaced, status: post.status(now), problems });
        }
        Ok(done)
    }

    /// Where a relative address in an imported file leads: to a post of the same import, or to a
    /// picture that is taken in.
    fn own_address(
        &self,
        blog: &str,
        source: &Source,
        file: &Path,
        address: &str,
        known: &Known,
        told: &RefCell<Vec<String>>,
    ) -> Option<String> {
        let (path, rest) = address.split_at(address.find(['#', '?']).unwrap_or(address.len()));
        if path.is_empty() || path.starts_with('/') || path.contains(':') {
            return None;
        }
        let wanted = file.parent()?.join(&*decoded(path));
        let Some(target) = source.inside(&wanted) else {
            if wanted.exists() {
                told.borrow_mut()
                    .push(format!("{path} is outside of the folder, or no plain file; it was left out"));
            }
            return None;
        };
        if let Some(slug) = known.slugs.get(&target) {
            return Some(format!("/blogs/{blog}/{slug}{rest}"));
        }
        if let Some(address) = known.addresses.borrow().get(&target) {
            return address.as_ref().map(|(address, is_post)| match is_post {
                true => format!("{address}{rest}"),
                false => address.clone(),
            });
        }
        let address = self.new_address(blog, source, &target, told);
        known.addresses.borrow_mut().insert(target, address.clone());
        address.map(|(address, is_post)| if is_post { address + rest } else { address })
    }

    /// The address of a file that is not a post of the import: an existing post (`true`), or a
    /// picture, which is copied (`false`).
    fn new_address(
        &self,
        blog: &str,
        source: &Source,
        target: &Path,
        told: &RefCell<Vec<String>>,
    ) -> Option<(String, bool)> {
        if let Some(stem) = target.file_name()?.to_str()?.strip_suffix(".md")
            && let Ok(Some(_)) = self.store.post(blog, &slug_of(stem))
        {
            return Some((format!("/blogs/{blog}/{}", slug_of(stem)), true));
        }
        let bytes = match source.bytes(target, LARGEST_PICTURE) {
            Ok(bytes) => bytes?,
            Err(error) => {
                told.borrow_mut().push(format!("{error:#}"));
                return None;
            }
        };
        crate::http::safety::picture_type(&bytes)?;
        let title = target.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match uploads::keep(&self.store, &self.uploads, &title, &bytes, None) {
            Ok(Ok(upload)) => Some((format!("/uploads/{}", upload.name), false)),
            Ok(Err(fault)) => {
                told.borrow_mut().push(fault);
                None
            }
            Err(error) => {
                told.borrow_mut().push(format!("{error:#}"));
                None
            }
        }
    }

    /// Takes over a picture of an export, unless it is here already; `false` where there is none.
    fn bring(&self, source: &Source, folder: &Path, name: &str) -> Result<bool> {
        if self.uploads.join(name).exists() {
            return Ok(true);
        }
        let read = |name: &str| source.bytes(&folder.join("uploads").join(name), LARGEST_PICTURE);
        let Some(bytes) = read(name)? else { return Ok(false) };
        let narrow = match gridlore_pictures::narrow_name(name) {
            Some(narrow) => read(&narrow)?.map(|bytes| (narrow, bytes)),
            None => None,
        };
        uploads::take_over(&self.store, &self.uploads, name, &bytes, narrow)?;
        Ok(true)
    }

    fn known(&self, blog: &str) -> Result<()> {
        if self.store.blog(blog)?.is_none() {
            let ids: Vec<String> = self.store.blogs()?.into_iter().map(|blog| blog.id).collect();
            bail!("there is no blog \"{blog}\"; there are: {}. gridlore blog new makes one", ids.join(", "));
        }
        Ok(())
    }
}

/// A comment as a line of JSON; who wrote it from where stays here.
fn comment_line(comment: &Comment) -> Value {
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
/// With the line that is none.
fn read_comments(text: &str) -> Result<Vec<Comment>> {
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
        .map(|(number, line)| read(line).with_context(|| format!("line {}: found no comment", number + 1)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::folder;

    #[test]
    fn posts_go_out_and_come_back_identically() {
        let root = folder("desk");
        let desk = Desk::open(&root.join("data")).unwrap();
        assert_eq!(
            desk.new_blog("No", "T", "", "").unwrap_err().to_string(),
            "the blog's id: found 'N' in \"No\", expected lower-case letters a to z, digits and -"
        );
        desk.new_blog("notes", "Notes", "D", "A").unwrap();
        assert_eq!(
            desk.new_blog("notes", "T", "", "").unwrap_err().to_string(),
            "there is a blog \"notes\" already"
        );
        let file = root.join("My first.md");
        std::fs::write(&file, "# Hello\n\nText\n\n```sudoku\nnone\n```\n").unwrap();
        let put = desk.put("notes", &file).unwrap();
        assert_eq!(
            (put.address.as_str(), put.replaced, put.status),
            ("/blogs/notes/my-first", false, Status::Published)
        );
        assert!(put.problems[0].starts_with("line 6: "), "{:?}", put.problems);
        let published = |desk: &Desk| desk.store.post("notes", "my-first").unwrap().unwrap().post.published;
        let first = published(&desk);
        std::thread::sleep(std::time::Duration::from_millis(1100));
        assert!(desk.put("notes", &file).unwrap().replaced);
        assert_eq!(published(&desk), first, "a change does not make it new");
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
            "there is no blog \"nowhere\"; there are: demo, notes. gridlore blog new makes one"
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
            desk.import(&twin, &root.join("out").join(blog)).unwrap();
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
        let imported = desk.import("old", &root.join("jekyll")).unwrap();
        assert_eq!(imported[0].problems, ["the key layout means nothing here"]);
        let markdown = &all(&desk, "old")[0].markdown;
        assert!(
            markdown.starts_with("![p](/uploads/")
                && markdown.ends_with("-30x20.png) [two](/blogs/old/two#end) [out](../x.md)\n"),
            "{markdown}"
        );
        let mut comment = read_comments("{\"id\":7,\"post\":\"two\",\"parent\":null,\"name\":\"Dee\",\"text\":\"Hello\",\"time\":\"2026-01-01T00:00:00Z\",\"state\":\"shown\"}\n").unwrap();
        comment.push(Comment { id: 9, parent: Some(7), state: State::Held, ..comment[0].clone() });
        assert!(
            desk.store.bring_comments("old", &comment).unwrap()
                && !desk.store.bring_comments("old", &comment).unwrap()
        );
        assert_eq!(read_comments("{}\n").unwrap_err().to_string(), "line 1: found no comment");
        // The blog with its picture and comments goes out and comes back in another site.
        desk.export(Some("old"), &root.join("away"), &[]).unwrap();
        let other = Desk::open(&root.join("other")).unwrap();
        other.import("old", &root.join("away/old")).unwrap();
        assert_eq!(all(&other, "old"), all(&desk, "old"));
        assert_eq!(other.store.blog("old").unwrap(), desk.store.blog("old").unwrap());
        let comments = other.store.comments_of("old").unwrap();
        assert_eq!(
            (comments.len(), comments[1].parent, comments[1].state),
            (2, Some(comments[0].id), State::Held)
        );
        let names = |desk: &Desk| -> Vec<String> {
            desk.store.uploads().unwrap().into_iter().map(|upload| upload.name).collect()
        };
        assert!(names(&other).len() == 1 && names(&desk).contains(&names(&other)[0]));
        assert!(other.uploads.join(&names(&other)[0]).is_file());
        // An empty blog, and one with files in its folder, of which one hides a post.
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
        third.import("old", &root.join("all/old")).unwrap();
        third.import("empty", &root.join("all/empty")).unwrap();
        assert_eq!(third.store.blog("empty").unwrap(), other.store.blog("empty").unwrap());
        let slugs: Vec<String> = all(&third, "old").into_iter().map(|post| post.slug).collect();
        assert_eq!(slugs, ["mine", "one", "two"]);
        assert_eq!(all(&third, "old")[2].markdown, "In a file\n");
        assert_eq!(names(&third).len(), 2);
        std::fs::write(root.join("out/notes/bad.md"), "+++\ncolour =\n+++\n").unwrap();
        let error = desk.import("again", &root.join("out/notes")).unwrap_err().to_string();
        assert!(error.contains("bad.md: line 2: "), "{error}");
        assert!(desk.import("unmade", &root.join("out/notes")).is_err());
        assert!(desk.store.blog("unmade").unwrap().is_none(), "no blog is made when nothing is imported");
        assert!(all(&desk, "again").is_empty(), "all or nothing");
        std::fs::remove_dir_all(root).unwrap();
    }
}
