//! State that all requests share: the store, the files, and the current public content.
//!
//! [`Current`] is that content at one moment. Each state is derived from the previous one and the
//! changes since then, so the cost of saving a post depends only on the posts that it affects.
//! [`page_cache`] caches pages for as long as their content stays the same.

pub(crate) mod answer;
pub(crate) mod background;
pub(crate) mod blocking;
pub(crate) mod indexing;
pub(crate) mod member;
pub(crate) mod page_cache;
pub(crate) mod seal;
pub(crate) mod settings;

use crate::config::Config;
use crate::content::assets::Assets;
use crate::content::folder::{FilePost, Folder, Tree};
use crate::content::thread::Thread;
use crate::content::uploads::{self, in_progress::InProgress};
use crate::domains::Domains;
use crate::http::visits::Visits;
use crate::http::work::Work;
use crate::language::Language;
use crate::pages::Look;
use crate::secret::token::{texts_hash, token};
use crate::store::{Changes, Host, Index, Point, Store, StoreError, Subject};
use anyhow::{Context, Result, bail, ensure};
use background::Pauses;
use gridlore_blog::{Blog, Catalogue, Library, Post, Renderer, Shelf};
use indexing::Backlog;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use page_cache::PageCache;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock, Weak};
use std::time::{Duration, Instant};

/// How often the site checks for changed files and for changes by other processes.
const POLL_INTERVAL: Duration = Duration::from_millis(700);

/// Pause between two steps of a large update of the search index, during which saves can use the
/// index.
const INDEX_PAUSE: Duration = Duration::from_millis(2);

/// Pause between two steps of the erasure of deleted texts, during which saves can take place.
const ERASURE_PAUSE: Duration = Duration::from_millis(50);

/// Number of checks between two clean-ups, which are about an hour apart.
const POLLS_PER_CLEANUP: u32 = 5_000;

/// The site: all state that requests share.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) store: Store,
    pub(crate) index: Index,
    pub(crate) assets: Assets,
    pub(crate) renderer: Renderer,
    pub(crate) config: Config,
    /// The data folder.
    pub(crate) data: PathBuf,
    /// The folder of uploaded files.
    pub(crate) uploads: PathBuf,
    pub(crate) visits: Visits,
    pub(crate) work: Work,
    /// Uploads in progress.
    pub(crate) uploads_in_progress: InProgress,
    pub(crate) cache: PageCache,
    /// The result of the last health check, and when it expires.
    pub(crate) health: Mutex<Option<(bool, Instant)>>,
    secret: Mutex<Option<Arc<str>>>,
    /// A file that is locked while settings are compared and saved, by this or another process.
    settings: Mutex<File>,
    seen: Mutex<Seen>,
    backlog: Backlog,
    current: RwLock<Arc<Current>>,
}

/// The reason why a backup cannot replace the content of the site.
const HAS_ACCOUNTS: &str = "the site has an account now";

/// The site's default name.
const TITLE: &str = "Gridlore";

/// The setting that holds the site's name.
pub(crate) const TITLE_KEY: &str = "title";

/// The setting with the name of the site's time zone.
const ZONE_KEY: &str = "time_zone";

/// The setting with the address of the site’s icon, an uploaded picture.
const ICON_KEY: &str = "icon";

/// The setting with the language of pages that belong to no blog.
const LANGUAGE_KEY: &str = "language";

/// All posts, and the last change that they include.
#[derive(Debug)]
struct Seen {
    folder: Folder,
    catalogue: Catalogue,
    point: Point,
}

/// The public content at one moment.
#[derive(Debug, Clone)]
pub(crate) struct Current {
    /// Later content has a larger number.
    pub(crate) number: u64,
    /// The site's name.
    title: Arc<str>,
    /// The address of the site’s icon; empty for the default icon.
    pub(crate) icon: Arc<str>,
    /// The language of pages that belong to no blog; empty for English.
    pub(crate) language: Arc<str>,
    pub(crate) library: Library,
    /// The files of the blogs' folders.
    pub(crate) tree: Arc<Tree>,
    /// The posts among these files, including drafts.
    pub(crate) files: Arc<Vec<FilePost>>,
    /// The problems of these files.
    pub(crate) problems: Arc<Vec<String>>,
    /// The last change of the comments on each post, by blog and slug.
    comments: Arc<HashMap<String, HashMap<String, i64>>>,
    /// For an export, the identities of its posts by blog and slug, with which comments are found
    /// even if a post moves. Empty on the site itself, where pages are rebuilt when posts move.
    identities: Arc<HashMap<String, HashMap<String, String>>>,
    /// The change up to which all changes of comments are treated as one.
    comments_since: i64,
    /// The blogs that can be subscribed to by e-mail; none if the site sends no mail.
    pub(crate) newsletters: Arc<BTreeSet<String>>,
    /// The blogs that receive and send webmentions; none if the site has no address.
    pub(crate) mentions: Arc<BTreeSet<String>>,
    /// The hubs of blogs; none if the site has no address.
    pub(crate) hubs: Arc<BTreeMap<String, String>>,
    /// The domains of blogs.
    pub(crate) domains: Arc<Domains>,
    /// The blogs that can be followed on the fediverse.
    pub(crate) fediverse: Arc<BTreeSet<String>>,
}

impl Current {
    /// Returns a number that changes with the comments on a post.
    pub(crate) fn comments_stamp(&self, blog: &str, slug: &str) -> i64 {
        let change = self.comments.get(blog).and_then(|posts| posts.get(slug));
        change.copied().unwrap_or(self.comments_since)
    }

    /// Returns whether a post in a file had this slug. Links to it lead to that post, so authors
    /// cannot take the slug.
    pub(crate) fn had_slug_in_a_file(&self, blog: &str, slug: &str) -> bool {
        let mut files = self.files.iter().filter(|file| file.blog == blog);
        files.any(|file| file.post.aliases.iter().any(|alias| alias == slug))
    }

    /// Returns the site's name.
    pub(crate) fn title(&self) -> &Arc<str> {
        &self.title
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
            number: 0,
            title: TITLE.into(),
            icon: "".into(),
            language: "".into(),
            library: Library::default(),
            tree: Arc::default(),
            files: Arc::default(),
            problems: Arc::default(),
            comments: Arc::default(),
            identities: Arc::default(),
            comments_since: 0,
            newsletters: Arc::default(),
            mentions: Arc::default(),
            hubs: Arc::default(),
            domains: Arc::default(),
            fediverse: Arc::default(),
        };
        if let Err(error) = uploads::delete_unfinished(&data.join("uploads")) {
            tracing::warn!("unfinished uploads cannot be deleted: {error}");
        }
        let index = data.join(crate::SEARCH);
        crate::private::make_file(&index)?;
        let settings = data.join("settings.lock");
        let settings = crate::private::append(&settings).with_context(|| settings.display().to_string())?;
        let site = Self {
            index: Index::open(&index)?,
            store,
            assets,
            renderer: Renderer::default(),
            visits: Visits::new(data.join("access.log"), config.address.as_deref()),
            config,
            uploads: data.join("uploads"),
            data,
            work: Work::new().context("starting the threads")?,
            uploads_in_progress: InProgress::default(),
            cache: PageCache::default(),
            health: Mutex::default(),
            secret: Mutex::new(None),
            settings: Mutex::new(settings),
            seen: Mutex::new(Seen { folder, catalogue: Catalogue::default(), point: Point::default() }),
            backlog: Backlog::default(),
            current: RwLock::new(Arc::new(empty)),
        };
        site.take_in(true)?;
        site.index_at_start();
        Ok(Arc::new(site))
    }

    /// Returns the data that all pages need. `base` is the site's address without a trailing slash.
    pub(crate) fn look<'a>(&'a self, base: &'a str) -> Look<'a> {
        let current = self.current();
        Look {
            assets: &self.assets,
            title: Arc::clone(&current.title),
            icon: Arc::clone(&current.icon),
            language: Language::ENGLISH,
            tag: Language::ENGLISH.name().into(),
            zone: current.library.zone().clone(),
            base,
            domains: Arc::clone(&current.domains),
            is_static: false,
            has_mail: self.config.mail.is_some(),
            newsletters: Arc::clone(&current.newsletters),
            mentions: Arc::clone(&current.mentions),
            fediverse: Arc::clone(&current.fediverse),
        }
    }

    /// Like [`Site::look`], but in the language of the site, for readers' pages.
    pub(crate) fn public_look<'a>(&'a self, base: &'a str) -> Look<'a> {
        let language = Arc::clone(&self.current().language);
        self.look(base).in_language(&language)
    }

    /// Like [`Site::public_look`], but with all blogs on one host, for the pages of a static
    /// export.
    pub(crate) fn static_look<'a>(&'a self, base: &'a str) -> Look<'a> {
        Look { is_static: true, domains: Arc::default(), ..self.public_look(base) }
    }

    /// Like [`Site::look`], but in the language of a blog, for its pages.
    pub(crate) fn blog_look<'a>(&'a self, base: &'a str, blog: &Blog) -> Look<'a> {
        self.public_look(base).in_language(&blog.language)
    }

    /// Returns the base address of a blog's pages, without a trailing slash: its domain, or its
    /// path on the site. If the site has no address, returns only the path.
    pub(crate) fn blog_base(&self, blog: &str) -> String {
        let site = self.config.address.as_deref().unwrap_or_default();
        let domain = self.current().domains.domain(blog).map(str::to_owned);
        domain.unwrap_or_else(|| format!("{site}/blogs/{blog}"))
    }

    /// Returns the site's name.
    pub(crate) fn title(&self) -> Arc<str> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner).title)
    }

    /// Sets the site's name. An empty name restores the default.
    pub(crate) fn set_title(&self, store: &Store, title: &str) -> Result<(), StoreError> {
        store.set(TITLE_KEY, title.trim())?;
        self.refresh()
    }

    /// Sets the site's time zone by its IANA name. An empty name restores UTC. Returns `false` if
    /// there is no such zone.
    pub(crate) fn set_zone(&self, store: &Store, name: &str) -> Result<bool, StoreError> {
        let name = name.trim();
        if !name.is_empty() && TimeZone::get(name).is_err() {
            return Ok(false);
        }
        store.set(ZONE_KEY, name)?;
        self.refresh()?;
        Ok(true)
    }

    /// Sets the address of the site’s icon. An empty address restores the default.
    pub(crate) fn set_icon(&self, store: &Store, address: &str) -> Result<(), StoreError> {
        store.set(ICON_KEY, address)?;
        self.refresh()
    }

    /// Sets the language of pages that belong to no blog. An empty name restores English.
    pub(crate) fn set_language(&self, store: &Store, name: &str) -> Result<(), StoreError> {
        store.set(LANGUAGE_KEY, name)?;
        self.refresh()
    }

    /// Returns a hash of the name, the time zone, the icon and the language that are stored.
    pub(crate) fn settings_hash(&self) -> Result<String, StoreError> {
        let keys = [TITLE_KEY, ZONE_KEY, ICON_KEY, LANGUAGE_KEY];
        let values = keys.map(|key| self.store.setting(key).map(Option::unwrap_or_default));
        let values = values.into_iter().collect::<Result<Vec<_>, _>>()?;
        Ok(texts_hash(values.iter().map(String::as_str)))
    }

    /// Returns the secret with which the site signs data.
    pub(crate) fn secret(&self) -> Result<Arc<str>> {
        let mut secret = self.secret.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(secret) = &*secret {
            return Ok(Arc::clone(secret));
        }
        let stored: Arc<str> = self.store.secret(&token()?)?.into();
        *secret = Some(Arc::clone(&stored));
        Ok(stored)
    }

    /// Returns a name of a post that never changes: `=` and the identity of a saved post. A post in
    /// a file is known by its first slug only, which another post can have later.
    pub(crate) fn permanent_name(&self, current: &Current, shelf: &Shelf, post: &Post) -> Result<String> {
        Ok(match self.host(current, &shelf.blog.id, &post.slug)? {
            Some(Host::Saved(identity)) => format!("={identity}"),
            Some(Host::File) | None => shelf.identity(post),
        })
    }

    /// Returns the post with this slug as the host of comments, or `None` if it was renamed or
    /// deleted after `current` was read.
    pub(crate) fn host(&self, current: &Current, blog: &str, slug: &str) -> Result<Option<Host>, StoreError> {
        if current.tree.has_slug(blog, slug) {
            return Ok(Some(Host::File));
        }
        Ok(self.store.post_identity(blog, slug)?.map(Host::Saved))
    }

    /// Returns the current public content.
    pub(crate) fn current(&self) -> Arc<Current> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the public content for an export, which shows this state even if the export takes
    /// long.
    pub(crate) fn current_for_export(&self) -> Result<Arc<Current>, StoreError> {
        let before = self.store.identities()?;
        self.refresh()?;
        let mut current = Current::clone(&self.current());
        // A post that has moved since then may not be the one in `current`.
        let mut identities = self.store.identities()?;
        for (blog, posts) in &mut identities {
            posts.retain(|slug, identity| {
                before.get(blog).and_then(|posts| posts.get(slug)) == Some(identity)
            });
        }
        current.identities = Arc::new(identities);
        Ok(Arc::new(current))
    }

    /// Returns a page of the comments on a post.
    pub(crate) fn thread(
        &self,
        current: &Current,
        blog: &str,
        slug: &str,
        page: usize,
    ) -> Result<Thread, StoreError> {
        let identity = current.identities.get(blog).and_then(|posts| posts.get(slug));
        let moved = match identity {
            Some(identity) if !current.tree.has_slug(blog, slug) => self.store.slug_or_key(blog, identity)?,
            _ => None,
        };
        Thread::read(&self.store, blog, moved.as_deref().unwrap_or(slug), page)
    }

    /// Applies changes in the database, and publishes scheduled posts that are due.
    pub(crate) fn refresh(&self) -> Result<(), StoreError> {
        self.take_in(false)
    }

    /// Like [`Site::refresh`], but also applies changes in files if `with_files` is set.
    pub(crate) fn take_in(&self, with_files: bool) -> Result<(), StoreError> {
        // The lock is held until the new content is public, so that two calls cannot overtake each
        // other.
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let Seen { folder, catalogue, point } = &mut *seen;
        let (before, now) = (self.current(), Timestamp::now());
        // Reads the changes first, so that the next call applies anything written in the meantime.
        let (changes, reached) = self.store.changes(point)?;
        let tree = with_files.then(|| folder.scan()).filter(|tree| *tree != *before.tree || point.is_start());
        let is_due = before.library.until().is_some_and(|until| until <= now);
        if changes == Changes::Some(Vec::new()) && tree.is_none() && !is_due {
            *point = reached;
            return Ok(());
        }
        let mut new = Current::clone(&before);
        new.number += 1;
        let all = changes == Changes::All;
        let changes = match changes {
            Changes::Some(changes) => changes,
            Changes::All => Vec::new(),
        };
        let is_about = |subject| all || changes.iter().any(|change| change.subject == subject);
        if let Some(tree) = &tree {
            let (files, problems) = folder.posts(tree);
            let posts =
                files.iter().map(|file| (file.blog.clone(), Arc::clone(&file.post), file.path.clone()));
            catalogue.set_files(posts.collect());
            new.files = Arc::new(files);
            new.problems = Arc::new(problems);
        }
        if all {
            catalogue.clear_stored();
            for saved in self.store.posts()? {
                catalogue.store(&saved.blog, &saved.post.slug.clone(), Some(&Arc::new(saved.post)));
            }
            new.comments = Arc::default();
            new.comments_since = reached.last();
        }
        let posts = changes.iter().filter(|change| change.subject == Subject::Post);
        let posts: BTreeSet<(&str, &str)> =
            posts.map(|change| (change.blog.as_str(), change.slug.as_str())).collect();
        for (blog, slug) in posts {
            let saved = self.store.post(blog, slug)?.map(|saved| Arc::new(saved.post));
            catalogue.store(blog, slug, saved.as_ref());
        }
        if is_about(Subject::Comment) && !all {
            let comments = Arc::make_mut(&mut new.comments);
            for change in changes.iter().filter(|change| change.subject == Subject::Comment) {
                comments.entry(change.blog.clone()).or_default().insert(change.slug.clone(), change.id);
            }
        }
        if is_about(Subject::Blog) {
            let blogs = self.store.blogs()?;
            new.domains = Arc::new(Domains::new(self.config.address.as_deref(), &blogs));
            // Blogs in the trash keep their settings.
            let known: BTreeSet<String> = blogs.iter().map(|blog| blog.id.clone()).collect();
            catalogue.set_blogs(blogs);
            if self.config.address.is_some() {
                let actors = self.store.active_actors()?.into_iter();
                new.fediverse = Arc::new(actors.filter(|blog| known.contains(blog)).collect());
            }
            if self.config.mail.is_some() {
                let newsletters = self.store.newsletters()?;
                let newsletters = newsletters.into_iter().map(|(blog, _)| blog);
                new.newsletters = Arc::new(newsletters.filter(|blog| known.contains(blog)).collect());
            }
            if self.config.address.is_some() {
                let (mentions, hubs) = (self.store.mention_blogs()?, self.store.hubs()?);
                let mentions = mentions.into_iter().map(|(blog, _)| blog);
                new.mentions = Arc::new(mentions.filter(|blog| known.contains(blog)).collect());
                new.hubs = Arc::new(hubs.into_iter().map(|(blog, hub, _)| (blog, hub)).collect());
            }
        }
        if is_about(Subject::Blog) || tree.is_some() {
            let blogs: Vec<&Blog> = catalogue.blogs().collect();
            let mut problems = Vec::clone(&new.problems);
            problems.retain(|problem| !problem.ends_with(HOMELESS));
            problems.extend(homeless(&new.files, &blogs));
            for problem in problems.iter().filter(|problem| !before.problems.contains(problem)) {
                tracing::warn!("{problem}");
            }
            new.problems = Arc::new(problems);
        }
        if is_about(Subject::Site) || point.is_start() {
            let stored = self.store.setting(TITLE_KEY)?.filter(|title| !title.is_empty());
            let zone = self.store.setting(ZONE_KEY)?.filter(|name| !name.is_empty());
            let zone = self.config.time_zone.clone().or(zone).and_then(|name| TimeZone::get(&name).ok());
            catalogue.set_zone(&zone.unwrap_or(TimeZone::UTC));
            new.icon = self.store.setting(ICON_KEY)?.unwrap_or_default().into();
            new.language = self.store.setting(LANGUAGE_KEY)?.unwrap_or_default().into();
            new.title = self.config.title.clone().or(stored).unwrap_or_else(|| TITLE.to_owned()).into();
        }
        if let Some(tree) = tree {
            new.tree = Arc::new(tree);
        }
        let (library, touched) = catalogue.library(now);
        new.library = library;
        let new = Arc::new(new);
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&new);
        *point = reached;
        drop(seen);
        // Readers see the new content even if the index cannot be updated, for example because the
        // disk is full. The index is updated later.
        self.index_changes(touched, all);
        Ok(())
    }

    /// Replaces the content of a site without accounts with the content of a restored folder: first
    /// the files, then the database in one step.
    pub(crate) fn take_over(&self, folder: &Path) -> Result<()> {
        // The check inside the step decides; this one avoids useless copying.
        ensure!(!self.store.has_accounts()?, HAS_ACCOUNTS);
        let mut new = Vec::new();
        for name in ["posts", "uploads"] {
            for entry in walkdir::WalkDir::new(folder.join(name)) {
                let entry = entry?;
                let target = self.data.join(entry.path().strip_prefix(folder)?);
                if entry.file_type().is_dir() {
                    std::fs::create_dir_all(&target)?;
                } else {
                    if !target.exists() {
                        new.push(target.clone());
                    }
                    std::fs::copy(entry.path(), &target)?;
                }
            }
        }
        if !self.store.replace_by(&folder.join(crate::DATABASE))? {
            for file in new {
                std::fs::remove_file(file)?;
            }
            bail!(HAS_ACCOUNTS);
        }
        // The restored database has its own secret.
        *self.secret.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.store.begin_epoch(&token()?)?;
        Ok(self.take_in(true)?)
    }

    /// Starts threads that check for changes, update the search index, erase deleted texts, and
    /// clean up at intervals, for as long as the site exists.
    pub(crate) fn keep_fresh(site: &Arc<Self>) {
        let pauses = Pauses { busy: INDEX_PAUSE, idle: POLL_INTERVAL };
        background::run(site, "updating the search index", pauses, Self::index_step);
        let pauses = Pauses { busy: ERASURE_PAUSE, idle: POLL_INTERVAL };
        background::run(site, "erasing deleted texts", pauses, |site| Ok(site.store.erase_unused_texts()?));
        let site: Weak<Self> = Arc::downgrade(site);
        std::thread::spawn(move || {
            for poll in 0_u32.. {
                if poll > 0 {
                    std::thread::sleep(POLL_INTERVAL);
                }
                let Some(site) = site.upgrade() else { return };
                if let Err(error) = site.take_in(true) {
                    tracing::error!("checking for changes failed: {error}");
                }
                if poll % POLLS_PER_CLEANUP == 0
                    && let Err(error) = site.prune()
                {
                    tracing::error!("the clean-up failed: {error}");
                }
            }
        });
    }

    /// Deletes expired data.
    fn prune(&self) -> Result<(), StoreError> {
        let now = Timestamp::now();
        let days = i64::from(self.config.audit_days);
        let since =
            (days > 0).then(|| now.saturating_sub(SignedDuration::from_hours(24 * days)).unwrap_or(now));
        self.store.prune(since, now)?;
        self.store.prune_changes()
    }
}

/// The end of the message about files without a blog.
const HOMELESS: &str = "which does not exist; create the blog or rename the folder";

/// Returns messages about files that are not shown because no blog has the name of their folder.
fn homeless(files: &[FilePost], blogs: &[&Blog]) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for file in files.iter().filter(|file| !blogs.iter().any(|blog| blog.id == file.blog)) {
        *counts.entry(&file.blog).or_default() += 1;
    }
    let message = |(id, count): (&str, usize)| {
        let posts = if count == 1 { "1 file is".to_owned() } else { format!("{count} files are") };
        format!("{posts} in the folder of a blog \"{id}\", {HOMELESS}")
    };
    counts.into_iter().map(message).collect()
}
