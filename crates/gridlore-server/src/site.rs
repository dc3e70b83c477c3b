//! What every request can reach: the store, the files, and what the public sees just now.
//!
//! [`Current`] is that state with the pages made from it so far. When anything changes it is replaced as a whole, so nothing has to be told
//! which pages a change touches, and a page that was made once costs a look-up.

use crate::assets::Assets;
use crate::config::Config;
use crate::folder::{FilePost, Folder, Tree};
use crate::page::Page;
use crate::pages::Look;
use crate::store::{Index, Store, StoreError};
use crate::visits::Visits;
use anyhow::Result;
use gridlore_blog::{Blog, Library, Origin, Post, Renderer};
use jiff::Timestamp;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock, Weak};
use std::time::Duration;
use tokio::sync::Semaphore;

/// How often the site looks whether files or another process changed something.
const LOOK: Duration = Duration::from_millis(700);

/// Passwords and pictures that are worked on at the same time, at most.
const HASHINGS: usize = 4;

/// Bytes of pages kept at most; when there are more, all are made anew. Where the site does not know its address there is a page for every name by which
/// it is asked, so this is what keeps a stranger from filling the memory.
const MOST_BYTES: usize = 64 << 20;

#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) store: Store,
    pub(crate) index: Index,
    pub(crate) assets: Assets,
    pub(crate) renderer: Renderer,
    pub(crate) config: Config,
    /// The data folder.
    pub(crate) data: PathBuf,
    /// The folder of pictures that were sent in.
    pub(crate) uploads: PathBuf,
    pub(crate) visits: Visits,
    /// Hashing a password or decoding a picture takes memory: so many at a time.
    pub(crate) hashing: Semaphore,
    folder: Mutex<Folder>,
    current: RwLock<Arc<Current>>,
}

/// What the site is called as long as nobody gives it a name.
const TITLE: &str = "Gridlore";

/// The setting that holds its name.
const TITLE_KEY: &str = "title";

/// What the public sees, as of one moment.
#[derive(Debug)]
pub(crate) struct Current {
    /// What the site is called.
    title: Arc<str>,
    pub(crate) library: Library,
    /// The files of the blogs' folders.
    pub(crate) tree: Tree,
    /// The posts among them, drafts too.
    pub(crate) files: Vec<FilePost>,
    /// What is wrong with those files.
    pub(crate) problems: Vec<String>,
    /// The store's version that this was made from.
    version: i64,
    pages: RwLock<Pages>,
}

/// Pages by their keys, and the bytes that they take together.
#[derive(Debug, Default)]
struct Pages {
    made: HashMap<String, Arc<Page>>,
    bytes: usize,
}

impl Current {
    /// The page under this key, made by `make` when it is not there yet.
    pub(crate) fn page(&self, key: &str, make: impl FnOnce() -> Result<Page>) -> Result<Arc<Page>> {
        if let Some(page) = self.known_page(key) {
            return Ok(page);
        }
        // Unlocked: others may read meanwhile, and at worst the same page is made twice.
        let page = Arc::new(make()?);
        let mut pages = self.pages.write().unwrap_or_else(PoisonError::into_inner);
        if pages.bytes > MOST_BYTES {
            *pages = Pages::default();
        }
        if pages.made.insert(key.to_owned(), Arc::clone(&page)).is_none() {
            pages.bytes += key.len() + page.bytes();
        }
        Ok(page)
    }

    /// Bytes of the pages kept now.
    #[cfg(test)]
    pub(crate) fn kept_bytes(&self) -> usize {
        self.pages.read().unwrap_or_else(PoisonError::into_inner).bytes
    }

    /// The page under this key if it was made already.
    pub(crate) fn known_page(&self, key: &str) -> Option<Arc<Page>> {
        self.pages.read().unwrap_or_else(PoisonError::into_inner).made.get(key).map(Arc::clone)
    }
}

impl Site {
    pub(crate) fn new(
        store: Store,
        assets: Assets,
        config: Config,
        folder: Folder,
        data: PathBuf,
    ) -> Result<Arc<Self>> {
        let empty = Current {
            title: TITLE.into(),
            library: Library::default(),
            tree: Tree::default(),
            files: Vec::new(),
            problems: Vec::new(),
            version: -1,
            pages: RwLock::default(),
        };
        let site = Self {
            index: Index::open(&data.join("search.sqlite3"))?,
            store,
            assets,
            renderer: Renderer::default(),
            visits: Visits::new(data.join("access.log"), config.address.as_deref()),
            config,
            uploads: data.join("uploads"),
            data,
            hashing: Semaphore::new(HASHINGS),
            folder: Mutex::new(folder),
            current: RwLock::new(Arc::new(empty)),
        };
        site.refresh()?;
        Ok(Arc::new(site))
    }

    /// What pages are made with; `base` is the site's address without a slash at its end.
    pub(crate) fn look<'a>(&'a self, base: &'a str) -> Look<'a> {
        Look { assets: &self.assets, title: self.title(), base, is_static: false }
    }

    /// What the site is called.
    pub(crate) fn title(&self) -> Arc<str> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner).title)
    }

    /// Calls the site so; without any letters, as it was called at first.
    pub(crate) fn set_title(&self, title: &str) -> Result<(), StoreError> {
        self.store.set(TITLE_KEY, title.trim())?;
        self.refresh()
    }

    /// What the public sees now.
    pub(crate) fn current(&self) -> Arc<Current> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes in what has changed, if anything has: the database, files, or that a scheduled post's time has come.
    pub(crate) fn refresh(&self) -> Result<(), StoreError> {
        // Held all the while, so that two refreshes do not overtake each other.
        let mut folder = self.folder.lock().unwrap_or_else(PoisonError::into_inner);
        let (current, now) = (self.current(), Timestamp::now());
        // Before reading, so that what is written meanwhile is taken in by the next refresh.
        let version = self.store.version()?;
        let tree = folder.scan();
        let is_due = current.library.until().is_some_and(|until| until <= now);
        if version == current.version && tree == current.tree && !is_due {
            return Ok(());
        }
        let (file_posts, mut problems) = folder.posts(&tree);
        let stored =
            self.store.posts()?.into_iter().map(|saved| (saved.blog, Arc::new(saved.post), Origin::Database));
        let files = file_posts
            .iter()
            .map(|file| (file.blog.clone(), Arc::clone(&file.post), Origin::File(file.path.clone())));
        let blogs = self.store.blogs()?;
        problems.extend(homeless(&file_posts, &blogs));
        let library = Library::new(blogs, files.chain(stored).collect(), now);
        self.index.update(&library)?;
        for problem in problems.iter().filter(|problem| !current.problems.contains(problem)) {
            tracing::warn!("{problem}");
        }
        let kept = self.store.setting(TITLE_KEY)?.filter(|title| !title.is_empty());
        let title = self.config.title.clone().or(kept).unwrap_or_else(|| TITLE.to_owned()).into();
        let new =
            Current { title, library, tree, files: file_posts, problems, version, pages: RwLock::default() };
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(new);
        Ok(())
    }

    /// Every post with its blog's id, drafts too: those of the database and those of files.
    pub(crate) fn all_posts(&self) -> Result<Vec<(String, Arc<Post>)>, StoreError> {
        let stored = self.store.posts()?.into_iter().map(|saved| (saved.blog, Arc::new(saved.post)));
        let current = self.current();
        let files = current.files.iter().map(|file| (file.blog.clone(), Arc::clone(&file.post)));
        Ok(stored.chain(files).collect())
    }

    /// Puts what a restored folder holds in the place of what is here: files first, then the database as one change.
    pub(crate) fn take_over(&self, folder: &Path) -> Result<()> {
        for name in ["posts", "uploads"] {
            for entry in walkdir::WalkDir::new(folder.join(name)) {
                let entry = entry?;
                let target = self.data.join(entry.path().strip_prefix(folder)?);
                if entry.file_type().is_dir() {
                    std::fs::create_dir_all(&target)?;
                } else {
                    std::fs::copy(entry.path(), &target)?;
                }
            }
        }
        self.store.replace_by(&folder.join(crate::DATABASE))?;
        Ok(self.refresh()?)
    }

    /// Refreshes again and again, on a thread of its own, as long as the site is there.
    pub(crate) fn keep_fresh(site: &Arc<Self>) {
        let site: Weak<Self> = Arc::downgrade(site);
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(LOOK);
                let Some(site) = site.upgrade() else { return };
                if let Err(error) = site.refresh() {
                    tracing::error!("looking for changes: {error}");
                }
            }
        });
    }
}

/// Tells of files that nobody sees, as there is no blog of their folder's name.
fn homeless(files: &[FilePost], blogs: &[Blog]) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for file in files.iter().filter(|file| !blogs.iter().any(|blog| blog.id == file.blog)) {
        *counts.entry(&file.blog).or_default() += 1;
    }
    let tell = |(id, count): (&str, usize)| {
        let posts = if count == 1 { "1 file is".to_owned() } else { format!("{count} files are") };
        format!("{posts} in the folder of a blog \"{id}\", which is not there; make it, or rename the folder")
    };
    counts.into_iter().map(tell).collect()
}
