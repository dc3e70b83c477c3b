//! Uploaded files that a static export leaves out, because only drafts, scheduled posts and unsaved
//! changes show them.

use crate::site::{Current, Site};
use crate::upload_names;
use anyhow::Result;
use std::collections::{BTreeSet, HashSet};

/// Returns the names of uploaded files that have been shown only in posts that are not public or in
/// unsaved changes, and of their copies for narrow windows. Files that have never been shown are
/// not among them, because other sites may link to them.
pub(super) fn private_uploads(site: &Site, current: &Current) -> Result<BTreeSet<String>> {
    let (mut posts, mut shown) = (HashSet::new(), BTreeSet::new());
    for shelf in current.library.shelves() {
        for post in shelf.articles() {
            posts.insert((shelf.blog.id.clone(), post.slug.clone()));
            shown.extend(upload_names::shown(&post.markdown));
        }
    }
    let mut used = BTreeSet::new();
    for (name, post) in site.store.upload_uses()? {
        if post.is_some_and(|post| posts.contains(&post)) {
            shown.insert(name);
        } else {
            used.insert(name);
        }
    }
    let with_copy = |name: String| {
        let narrow = gridlore_pictures::narrow_name(&name);
        std::iter::once(name).chain(narrow)
    };
    let shown: BTreeSet<String> = shown.into_iter().flat_map(with_copy).collect();
    let mut private = BTreeSet::new();
    for name in used {
        if !shown.contains(&name) && !site.store.is_upload_in_settings(&name)? {
            private.extend(with_copy(name).filter(|name| !shown.contains(name)));
        }
    }
    Ok(private)
}

#[cfg(test)]
mod tests {
    use crate::config::Config;
    use crate::console::desk::Desk;
    use crate::copies::export::{ExportOptions, export};
    use crate::tests::folder;
    use std::fs;

    #[test]
    fn files_that_only_drafts_show_are_left_out_of_an_export() {
        let root = folder("export-private");
        let (data, out) = (root.join("data"), root.join("out"));
        let desk = Desk::open(&data).unwrap();
        let store = crate::open_store(&data).unwrap();
        desk.new_blog("notes", "Notes", "", "").unwrap();
        for (name, width) in [("shared", 50), ("draft", 51), ("later", 52)] {
            image::RgbImage::new(width, 20).save(root.join(format!("{name}.png"))).unwrap();
        }
        for (name, text) in [
            ("public.md", "![s](shared.png)\n"),
            ("secret.md", "+++\ndraft = true\n+++\n![d](draft.png) ![s](shared.png)\n"),
            ("scheduled.md", "+++\npublished = 2999-01-01\n+++\n![l](later.png)\n"),
        ] {
            fs::write(root.join(name), text).unwrap();
            desk.put("notes", &root.join(name)).unwrap();
        }
        let draft = store.post("notes", "secret").unwrap().unwrap().post.markdown;
        let icon = draft.split(['(', ')']).nth(1).unwrap();
        assert!(icon.starts_with("/uploads/") && icon.ends_with("-51x20.png"), "{icon}");
        let exported = || {
            let exported = export(&data, &out, Config::default(), &ExportOptions::default()).unwrap();
            assert_eq!(exported.broken, [""; 0]);
            let names = fs::read_dir(out.join("uploads")).unwrap();
            let names = names.map(|file| file.unwrap().file_name().into_string().unwrap());
            let mut sizes: Vec<String> =
                names.map(|name| name.rsplit('-').next().unwrap().to_owned()).collect();
            sizes.sort();
            sizes
        };
        assert_eq!(exported(), ["50x20.png"]);
        // The icon of the site is public, even if a draft shows it, too.
        store.set("icon", icon).unwrap();
        assert_eq!(exported(), ["50x20.png", "51x20.png"]);
        // A published post makes its files public.
        fs::write(root.join("scheduled.md"), "+++\npublished = 2026-01-01\n+++\n![l](later.png)\n").unwrap();
        desk.put("notes", &root.join("scheduled.md")).unwrap();
        assert_eq!(exported(), ["50x20.png", "51x20.png", "52x20.png"]);
        drop((desk, store));
        fs::remove_dir_all(root).unwrap();
    }
}
