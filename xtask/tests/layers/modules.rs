//! Checks that the files of each crate do not use each other in a cycle. A file uses another file
//! if it names an item defined there, in a `use` or by a path that starts with `crate`, `super`,
//! `self` or a child module. Using a name that a module re-exports with `pub use` is a use of the
//! file that defines the name, and the re-export itself is not a use. A module and its submodules
//! are one unit, so submodules may use the enclosing module. Tests are ignored.

use crate::cycles::{Uses, cycles};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// The path of a module from the root of its crate.
type Module = Vec<String>;

/// A module: its file and the names that it re-exports.
#[derive(Debug, Default)]
struct ModuleInfo {
    file: String,
    reexports: BTreeMap<String, Vec<String>>,
    glob_reexports: Vec<Vec<String>>,
}

/// A name used in a file: the module that uses it, the path, and the line.
#[derive(Debug)]
struct Mention {
    from: Module,
    path: Vec<String>,
    line: usize,
}

#[derive(Debug, Default)]
struct CrateModules {
    modules: BTreeMap<Module, ModuleInfo>,
    mentions: Vec<Mention>,
}

/// Returns whether an item is compiled only for tests.
fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && matches!(&attribute.meta, syn::Meta::List(list) if list.tokens.to_string() == "test")
    })
}

/// Collects all paths of a `use` with the names that they bind, `*` for a glob.
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

impl CrateModules {
    /// Reads a crate, starting from its root file.
    fn read_crate(root: &Path) -> Self {
        let mut modules = Self::default();
        let folder = root.parent().expect("a file with a parent folder");
        modules.read(root, folder, Vec::new());
        modules
    }

    fn read(&mut self, file: &Path, folder: &Path, module: Module) {
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        self.enter(&parsed.items, file, folder, module);
    }

    fn enter(&mut self, items: &[syn::Item], file: &Path, folder: &Path, module: Module) {
        let name = file.strip_prefix(repository()).unwrap_or(file).to_string_lossy().into_owned();
        self.modules.entry(module.clone()).or_default().file = name;
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
        let is_reexport = !matches!(item.vis, syn::Visibility::Inherited);
        let line = item.span().start().line;
        for (path, name) in all {
            let info = self.modules.entry(module.clone()).or_default();
            match (is_reexport, name.as_str()) {
                (true, "*") => info.glob_reexports.push(path),
                (true, _) => {
                    info.reexports.insert(name, path);
                }
                (false, _) => self.mentions.push(Mention { from: module.clone(), path, line }),
            }
        }
    }

    /// Returns the module that defines the name at the end of a path.
    fn end_of(&self, from: &Module, path: &[String], depth: usize) -> Option<Module> {
        let (first, rest) = path.split_first()?;
        let mut at = match first.as_str() {
            "crate" => Vec::new(),
            "self" => from.clone(),
            "super" => from[..from.len().checked_sub(1)?].to_vec(),
            name => {
                let child: Module = from.iter().cloned().chain([name.to_owned()]).collect();
                self.modules.contains_key(&child).then_some(child)?
            }
        };
        for (index, name) in rest.iter().enumerate() {
            if name == "super" {
                at.pop()?;
                continue;
            }
            let child: Module = at.iter().cloned().chain([name.clone()]).collect();
            if self.modules.contains_key(&child) {
                at = child;
                continue;
            }
            if depth == 0 {
                return Some(at);
            }
            let info = &self.modules[&at];
            if let Some(path) = info.reexports.get(name) {
                let whole: Vec<String> = path.iter().chain(&rest[index + 1..]).cloned().collect();
                return self.end_of(&at, &whole, depth - 1).or(Some(at));
            }
            return Some(at);
        }
        Some(at)
    }

    /// Returns the uses of one file by another, with the first line that names it.
    fn uses(&self) -> Uses<'_> {
        let mut uses = BTreeMap::new();
        for mention in &self.mentions {
            let Some(end) = self.end_of(&mention.from, &mention.path, 8) else { continue };
            let (from, to) = (self.modules[&mention.from].file.as_str(), self.modules[&end].file.as_str());
            let is_inside = mention.from.starts_with(&end);
            if from != to && !is_inside {
                uses.entry((from, to)).or_insert((mention.line, mention.path.join("::")));
            }
        }
        uses
    }

    /// Returns the cycles of files, with the uses that form them.
    fn cycles(&self) -> Vec<String> {
        cycles(&self.uses())
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

/// Returns the root files of all crates.
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
fn no_cycle_of_files() {
    let roots = roots();
    assert!(roots.len() >= 17, "{} crates", roots.len());
    let cycles: Vec<String> = roots.iter().flat_map(|root| CrateModules::read_crate(root).cycles()).collect();
    assert!(cycles.is_empty(), "{}", cycles.join("\n"));
}

#[test]
fn a_cycle_is_found() {
    let folder = std::env::temp_dir().join(format!("gridlore-layers-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write("lib.rs", "mod one;\nmod two;\nmod three;\npub use two::Two;\n");
    write("one.rs", "use crate::Two;\npub struct One(pub Two);\n");
    write("two.rs", "pub struct Two;\nfn f() -> usize { size_of::<crate::three::Three>() }\n");
    write("three.rs", "pub struct Three;\n#[cfg(test)]\nmod tests { use crate::one::One; }\n");
    assert_eq!(CrateModules::read_crate(&folder.join("lib.rs")).cycles(), Vec::<String>::new());
    write("three.rs", "use super::one;\npub struct Three(one::One);\n");
    let cycles = CrateModules::read_crate(&folder.join("lib.rs")).cycles();
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(cycles.len(), 1, "{cycles:?}");
    assert!(cycles[0].starts_with("3 files in a cycle:"), "{cycles:?}");
    assert!(cycles[0].contains("two.rs:2 uses"), "{cycles:?}");
}
