//! Folders of Markdown files: our own, and the sources of Hugo, Zola and Jekyll sites with the
//! addresses that these programs give to posts.

mod embedded;
mod shortcodes;
mod site;

use super::html::Converter;
use super::{Collection, Item, MAX_ITEMS, Target, Unique, old_path};
use crate::{Foreign, Post};
use jiff::Timestamp;
use site::{Generator, Site, urlized};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Maximum depth of a configuration file below the folder.
const MAX_CONFIG_DEPTH: usize = 3;

/// Reads a file of the folder by its path; `None` if it no longer exists.
pub type ReadFile<'a> = dyn FnMut(&str) -> Result<Option<String>, String> + 'a;

/// A file with its front matter.
struct Read {
    path: String,
    foreign: Foreign,
    is_html: bool,
    /// Whether it describes a section and not itself.
    is_section: bool,
}

impl Collection {
    /// Reads a folder with files at these paths, which use `/`.
    ///
    /// # Errors
    /// Some files cannot be read or have invalid front matter; a message for each.
    pub fn from_folder(
        paths: &[String],
        read: &mut ReadFile<'_>,
        now: Timestamp,
    ) -> Result<Self, Vec<String>> {
        let site = found_site(paths, read).map_err(|fault| vec![fault])?;
        let mut all = Self { format: site.generator.name(), root: site.root.clone(), ..Self::default() };
        all.site.add(&site.address);
        let (mut files, mut faults) = (Vec::new(), Vec::new());
        for path in paths {
            let is_markdown = path.ends_with(".md") || path.ends_with(".markdown");
            let is_html = path.ends_with(".html") || path.ends_with(".htm");
            if !is_markdown && !is_html {
                continue;
            }
            if let Some(reason) = site.reason_to_skip(path, is_html) {
                if is_markdown && !reason.is_empty() {
                    all.left_out.add("Markdown files", reason);
                }
                continue;
            }
            if files.len() >= MAX_ITEMS {
                all.left_out.add("Markdown files", "the limit of posts per import is reached");
                continue;
            }
            let text = match read(path) {
                Ok(Some(text)) => text,
                Ok(None) => continue,
                Err(fault) => {
                    faults.push(fault);
                    continue;
                }
            };
            if site.needs_front_matter(path) && !text.trim_start_matches('\u{feff}').starts_with("---") {
                all.left_out.add("Markdown files", "Jekyll shows no page for files without front matter");
                continue;
            }
            let is_section = path.rsplit('/').next().is_some_and(|name| name.starts_with("_index."));
            match Post::from_foreign(path, &text, now) {
                Ok(foreign) if foreign.post.slug.is_empty() => faults.push(format!(
                    "{path}: found no letter or digit in the file name, expected at least one for the slug"
                )),
                Ok(foreign) => files.push(Read { path: path.clone(), foreign, is_html, is_section }),
                Err(error) => faults.push(format!("{path}: {error}")),
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        all.take_files(files, &site);
        Ok(all)
    }

    fn take_files(&mut self, files: Vec<Read>, site: &Site) {
        let addresses: Vec<Vec<String>> =
            files.iter().map(|file| site.addresses(&file.path, &file.foreign, file.is_section)).collect();
        // Where references between files lead: first the whole path, then the name alone.
        let mut by_file: BTreeMap<String, String> = BTreeMap::new();
        for (file, addresses) in files.iter().zip(&addresses) {
            if let Some(address) = addresses.first() {
                for name in site.reference_names(&file.path) {
                    by_file.entry(name).or_insert_with(|| address.clone());
                }
            }
        }
        let base = old_path(&format!("{}/", site.base())).unwrap_or_default();
        let converter = Converter::new();
        let mut unique = Unique::default();
        for (file, mut addresses) in files.into_iter().zip(addresses) {
            let Foreign { mut post, left_out, cut, notes: remarks, has_date, aliases, comments, .. } = file.foreign;
            let mut notes: Vec<String> =
                left_out.iter().map(|key| format!("the key {key} is ignored")).collect();
            notes.extend(cut.into_iter().chain(remarks));
            if site.generator == Generator::None {
                post.slug = unique.slug(&post.slug);
                self.items.push(Item {
                    source: file.path.clone(),
                    post,
                    file: Some(file.path),
                    addresses: Vec::new(),
                    remarks: Vec::new(),
                    notes,
                });
                continue;
            }
            if file.is_section && post.markdown.trim().is_empty() {
                self.left_out.add("section pages", "they have no text; their addresses lead to the archive");
                self.redirects.extend(
                    addresses.into_iter().filter(|path| *path != base).map(|path| (path, Target::Archive)),
                );
                continue;
            }
            let first = addresses.first().cloned();
            addresses.extend(aliases.iter().filter_map(|alias| site.alias(alias, first.as_ref())));
            let is_draft = site.is_draft(&file.path);
            if is_draft {
                (post.draft, post.published) = (true, None);
                addresses.clear();
            }
            if file.is_section || (!has_date && !post.draft) || site.is_page(&file.path) {
                post.page = true;
            }
            if file.is_section {
                let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
                let name = folder.rsplit('/').next().filter(|_| folder != site.content()).unwrap_or("home");
                post.slug = Some(crate::slug_of(name))
                    .filter(|slug| !slug.is_empty())
                    .unwrap_or_else(|| "home".to_owned());
            }
            if post.page {
                post.comments = comments.unwrap_or(false);
            }
            post.aliases.clear();
            post.slug = unique.slug(&post.slug);
            post.markdown =
                shortcodes::converted(&post.markdown, site.generator, &by_file, &mut self.left_out, &mut notes);
            post.markdown = if file.is_html {
                converter.markdown(&post.markdown, false, &mut self.left_out)
            } else {
                embedded::converted(&post.markdown, &converter, &mut self.left_out)
            };
            let mut known = HashSet::new();
            addresses.retain(|path| path != "/" && known.insert(path.clone()));
            self.items.push(Item {
                source: file.path.clone(),
                post,
                file: Some(file.path),
                addresses,
                remarks: Vec::new(),
                notes,
            });
        }
        if site.generator == Generator::None {
            return;
        }
        self.redirect_terms(site);
        for path in site.feeds() {
            self.redirects.extend(old_path(&path).map(|path| (path, Target::Feed)));
        }
        if base != "/" {
            self.redirects.push((base, Target::Blog));
        }
    }

    /// Redirects the lists of tags and categories.
    fn redirect_terms(&mut self, site: &Site) {
        let tags: BTreeSet<String> = self.items.iter().flat_map(|item| item.post.tags.clone()).collect();
        let kinds = site.lists();
        for tag in tags {
            for kind in kinds {
                let path = old_path(&format!("{}/{kind}/{}", site.base(), urlized(&tag)));
                self.redirects.extend(path.map(|path| (path, Target::Tag(tag.clone()))));
            }
        }
        for kind in kinds {
            let path = old_path(&format!("{}/{kind}", site.base()));
            self.redirects.extend(path.map(|path| (path, Target::Archive)));
        }
    }
}

/// The site whose configuration file is nearest to the folder; none for plain Markdown files.
fn found_site(paths: &[String], read: &mut ReadFile<'_>) -> Result<Site, String> {
    let mut configs: Vec<&String> = paths.iter().filter(|path| Site::is_config(path)).collect();
    configs.retain(|path| path.matches('/').count() <= MAX_CONFIG_DEPTH);
    configs.sort_by_key(|path| (path.matches('/').count(), path.len()));
    for path in configs.into_iter().take(20) {
        let Some(text) = read(path)? else { continue };
        if let Some(site) = Site::from_config(path, &text)? {
            return Ok(site);
        }
    }
    Ok(Site::default())
}
