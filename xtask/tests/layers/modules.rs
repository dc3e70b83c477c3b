//! The direction of modules inside each crate: no circle of files.
//!
//! A file uses another one where it names something that is defined there: in a `use`, or by a path
//! that starts with `crate`, `super`, `self` or a child module. A name that a module passes on by
//! `pub use` counts for the file that defines it, and passing it on does not count as a use. A
//! module and those inside it are one idea: what these use of the module around them does not
//! count. Tests are left out.

use crate::circles::{Uses, circles};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// The path of a module from the root of its crate.
type Module = Vec<String>;

/// A module of a crate: its file, its children, and the names that it passes on.
#[derive(Debug, Default)]
struct Room {
    file: String,
    passed_on: BTreeMap<String, Vec<String>>,
    passed_on_whole: Vec<Vec<String>>,
}

/// A name used in a file: the module that uses it, the path, and the line.
#[derive(Debug)]
struct Mention {
    from: Module,
    path: Vec<String>,
    line: usize,
}

#[derive(Debug, Default)]
struct House {
    rooms: BTreeMap<Module, Room>,
    mentions: Vec<Mention>,
}

/// Whether an item is compiled for tests alone.
fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && matches!(&attribute.meta, syn::Meta::List(list) if list.tokens.to_string() == "test")
    })
}

/// All paths of a `use`, and the names that they get; `*` for everything.
fn flatten(tree: &syn::UseTree, before: &[String], into: &mut Vec<(Vec<String>, String)>) {
    let with = |name: &syn::Ident| before.iter().cloned().chain([name.to_string()]).collect::<Vec<_>>();
    match tree {
        syn::UseTree::Path(path) => flatten(&path.tree, &with(&path.ident), into),
        syn::UseTree::Name(name) if name.ident == "self" => {
            into.push((before.to_vec(), before.last().cloned().unwrap_or_default()));
        }
        syn::UseTree::Name(name) => into.push((with(&name.ident), name.ident.to_string())),
        syn::UseTree::Rename(name) => into.push((with(&name.ident), name.rename.to_string())),
        syn::UseTree::Glob(_) => into.push((before.to_vec(), "*".to_owned())),
        syn::UseTree::Group(group) => group.items.iter().for_each(|tree| flatten(tree, before, into)),
    }
}

impl House {
    /// Reads a crate from the file of its root.
    fn of(root: &Path) -> Self {
        let mut house = Self::default();
        let folder = root.parent().expect("a file in a folder");
        house.read(root, folder, Vec::new());
        house
    }

    fn read(&mut self, file: &Path, folder: &Path, module: Module) {
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        self.enter(&parsed.items, file, folder, module);
    }

    fn enter(&mut self, items: &[syn::Item], file: &Path, folder: &Path, module: Module) {
        let name = file.strip_prefix(repository()).unwrap_or(file).to_string_lossy().into_owned();
        self.rooms.entry(module.clone()).or_default().file = name;
        for item in items {
            match item {
                syn::Item::Mod(inner) if is_test(&inner.attrs) => {}
                syn::Item::Mod(inner) => {
                    let name = inner.ident.to_string();
                    let child: Module = module.iter().cloned().chain([name.clone()]).collect();
                    if let Some((_, items)) = &inner.content {
                        self.enter(items, file, &folder.join(&name), child);
                        continue;
                    }
                    let flat = folder.join(format!("{name}.rs"));
                    let file = if flat.exists() { flat } else { folder.join(&name).join("mod.rs") };
                    self.read(&file, &folder.join(&name), child);
                }
                syn::Item::Use(item) if !is_test(&item.attrs) => self.take_use(item, &module),
                _ => {
                    let mut paths = Paths { module: &module, mentions: &mut self.mentions };
                    paths.visit_item(item);
                }
            }
        }
    }

    fn take_use(&mut self, item: &syn::ItemUse, module: &Module) {
        let mut all = Vec::new();
        flatten(&item.tree, &[], &mut all);
        let is_passed_on = !matches!(item.vis, syn::Visibility::Inherited);
        let line = item.span().start().line;
        for (path, name) in all {
            let room = self.rooms.entry(module.clone()).or_default();
            match (is_passed_on, name.as_str()) {
                (true, "*") => room.passed_on_whole.push(path),
                (true, _) => {
                    room.passed_on.insert(name, path);
                }
                (false, _) => self.mentions.push(Mention { from: module.clone(), path, line }),
            }
        }
    }

    /// The module in which a path from another module ends: where its name is defined.
    fn end_of(&self, from: &Module, path: &[String], depth: usize) -> Option<Module> {
        let (first, rest) = path.split_first()?;
        let mut at = match first.as_str() {
            "crate" => Vec::new(),
            "self" => from.clone(),
            "super" => from[..from.len().checked_sub(1)?].to_vec(),
            name => {
                let child: Module = from.iter().cloned().chain([name.to_owned()]).collect();
                self.rooms.contains_key(&child).then_some(child)?
            }
        };
        for (index, name) in rest.iter().enumerate() {
            if name == "super" {
                at.pop()?;
                continue;
            }
            let child: Module = at.iter().cloned().chain([name.clone()]).collect();
            if self.rooms.contains_key(&child) {
                at = child;
                continue;
            }
            if depth == 0 {
                return Some(at);
            }
            let room = &self.rooms[&at];
            if let Some(path) = room.passed_on.get(name) {
                let whole: Vec<String> = path.iter().chain(&rest[index + 1..]).cloned().collect();
                return self.end_of(&at, &whole, depth - 1).or(Some(at));
            }
            return Some(at);
        }
        Some(at)
    }

    /// Uses of one file by another, with the first line that names it.
    fn uses(&self) -> Uses<'_> {
        let mut uses = BTreeMap::new();
        for mention in &self.mentions {
            let Some(end) = self.end_of(&mention.from, &mention.path, 8) else { continue };
            let (from, to) = (self.rooms[&mention.from].file.as_str(), self.rooms[&end].file.as_str());
            let is_inside = mention.from.starts_with(&end);
            if from != to && !is_inside {
                uses.entry((from, to)).or_insert((mention.line, mention.path.join("::")));
            }
        }
        uses
    }

    /// The files that use each other in a circle, with the uses among them.
    fn circles(&self) -> Vec<String> {
        circles(&self.uses())
    }
}

/// Collects the paths of expressions, types and macros.
struct Paths<'a> {
    module: &'a Module,
    mentions: &'a mut Vec<Mention>,
}

impl<'ast> Visit<'ast> for Paths<'_> {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 && path.leading_colon.is_none() {
            let names = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            let line = path.span().start().line;
            self.mentions.push(Mention { from: self.module.clone(), path: names, line });
        }
        visit::visit_path(self, path);
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let mut all = Vec::new();
        flatten(&item.tree, &[], &mut all);
        let line = item.span().start().line;
        let from = self.module;
        self.mentions.extend(all.into_iter().map(|(path, _)| Mention { from: from.clone(), path, line }));
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_test(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_test(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }
}

pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the repository").to_path_buf()
}

/// The roots of all crates, by their files.
fn roots() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        ["differential", "xtask", "fuzz", "bench"].map(|name| repository().join(name)).to_vec();
    folders.extend(
        fs::read_dir(repository().join("crates"))
            .expect("the folder of crates")
            .map(|entry| entry.expect("an entry").path()),
    );
    folders.sort();
    let files = |folder: &PathBuf| ["src/lib.rs", "src/main.rs"].map(|file| folder.join(file));
    folders.iter().flat_map(files).filter(|file| file.exists()).collect()
}

#[test]
fn no_circle_of_files() {
    let roots = roots();
    assert!(roots.len() >= 17, "{} crates", roots.len());
    let circles: Vec<String> = roots.iter().flat_map(|root| House::of(root).circles()).collect();
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}

#[test]
fn a_circle_is_found() {
    let folder = std::env::temp_dir().join(format!("gridlore-layers-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write("lib.rs", "mod one;\nmod two;\nmod three;\npub use two::Two;\n");
    write("one.rs", "use crate::Two;\npub struct One(pub Two);\n");
    write("two.rs", "pub struct Two;\nfn f() -> usize { size_of::<crate::three::Three>() }\n");
    write("three.rs", "pub struct Three;\n#[cfg(test)]\nmod tests { use crate::one::One; }\n");
    assert_eq!(House::of(&folder.join("lib.rs")).circles(), Vec::<String>::new());
    write("three.rs", "use super::one;\npub struct Three(one::One);\n");
    let circles = House::of(&folder.join("lib.rs")).circles();
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(circles.len(), 1, "{circles:?}");
    assert!(circles[0].starts_with("3 files in a circle:"), "{circles:?}");
    assert!(circles[0].contains("two.rs:2 uses"), "{circles:?}");
}
