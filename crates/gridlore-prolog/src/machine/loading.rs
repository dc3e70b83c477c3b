//! The loading state: which files are open, which have been loaded, and which of them are modules.

use std::collections::{HashMap, HashSet};

use crate::code::Owner;
use crate::terms::record::Record;

/// The state kept while files are loaded.
#[derive(Debug, Default)]
pub(crate) struct Loading {
    /// Goals to call after loading, and whether the program ends with them.
    pub(crate) initialization: Vec<(Record, bool)>,
    /// Number of files loaded, from which each file gets its number.
    pub(crate) files: u32,
    /// Names of the files that have been loaded.
    known: HashSet<String>,
    /// The files among them that are modules.
    pub(crate) modules: HashMap<String, Owner>,
    /// Files being loaded, outermost first.
    open: Vec<String>,
    /// Size in bytes of the contents and tables of the open files.
    pub(crate) kept: usize,
}

impl Loading {
    /// Starts to load a file, and returns whether it needs to be loaded.
    pub(crate) fn begin(&mut self, name: &str, again: bool) -> bool {
        let is_new = self.known.insert(name.to_owned());
        let is_wanted = is_new || (again && !self.open.iter().any(|open| open == name));
        if is_wanted {
            self.open.push(name.to_owned());
        }
        is_wanted
    }

    pub(crate) fn end(&mut self) {
        self.open.pop();
    }

    /// Returns the module that a file defines, if any.
    pub(crate) fn module_of(&self, name: &str) -> Option<Owner> {
        self.modules.get(name).copied()
    }

    /// Returns the approximate size in bytes.
    pub(crate) const fn bytes(&self) -> usize {
        self.kept
    }

    pub(crate) const fn depth(&self) -> usize {
        self.open.len()
    }

    /// Returns the name of the file being loaded.
    pub(crate) fn name(&self) -> Option<&str> {
        self.open.last().map(String::as_str)
    }
}
