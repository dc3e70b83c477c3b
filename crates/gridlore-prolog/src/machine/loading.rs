//! Files on their way into the program: which are open, which were loaded, and which are modules.

use std::collections::{HashMap, HashSet};

use crate::code::Owner;
use crate::terms::record::Record;

/// What is known while files are loaded.
#[derive(Debug, Default)]
pub(crate) struct Loading {
    /// Goals to call when the file is loaded, and whether the program ends with them.
    pub(crate) initialization: Vec<(Record, bool)>,
    /// How many files were loaded: each is a number.
    pub(crate) files: u32,
    /// Files that were loaded by name.
    known: HashSet<String>,
    /// Which of them are modules.
    pub(crate) modules: HashMap<String, Owner>,
    /// Files that are being loaded, each from the one before.
    open: Vec<String>,
    /// Bytes of the texts and tables of those files.
    pub(crate) kept: usize,
}

impl Loading {
    /// Begins to load a file; whether there is something to do.
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

    /// The module that a file is, if it is one.
    pub(crate) fn module_of(&self, name: &str) -> Option<Owner> {
        self.modules.get(name).copied()
    }

    /// How many bytes it takes, about.
    pub(crate) const fn bytes(&self) -> usize {
        self.kept
    }

    pub(crate) const fn depth(&self) -> usize {
        self.open.len()
    }

    /// The file that is being loaded.
    pub(crate) fn name(&self) -> Option<&str> {
        self.open.last().map(String::as_str)
    }
}
