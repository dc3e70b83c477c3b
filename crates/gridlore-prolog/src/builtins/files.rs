//! Files that the host reads for programs, which are consulted or returned as strings and terms.
//! Without a reader function provided by the host, no files can be read.

use super::Table;
use crate::code::Owner;
use crate::database::modules::Imports;
use crate::host::Source;
use crate::machine::{Done, Machine, Thrown};
use crate::syntax::reader;
use crate::terms::atoms::Atom;
use crate::terms::cell::Cell;

pub(super) const BUILTINS: Table = &[
    ("$consult", 2, |machine| {
        let again = machine.argument(1) == Cell::atom(Atom::TRUE);
        let (into, name) = machine.qualified_for_update(machine.argument(0))?;
        load(machine, name, again, into, (Imports::All, false))
    }),
    ("$use_module", 3, use_module),
    // `[File1, File2]` as a goal.
    ("[|]", 2, |machine| {
        let (into, first) = machine.qualified_for_update(machine.argument(0))?;
        let mut names = vec![first];
        let rest = machine.argument(1);
        let Some(others) = machine.store.proper_list(rest) else {
            return Err(machine.type_error("list", rest));
        };
        names.extend(others);
        for name in names {
            load(machine, name, true, into, (Imports::All, false))?;
        }
        Ok(true)
    }),
    ("$read_text", 2, |machine| {
        let source = machine.source(machine.argument(0))?;
        let text = machine.put_string(&source.text)?;
        machine.unify_argument(1, text)
    }),
    ("$read_terms", 2, read_terms),
    ("$may_read", 0, |machine| Ok(machine.host.reader.is_some())),
];

/// Maximum number of folders in a path.
const MAX_FOLDERS: usize = 1000;

/// Maximum depth of files that consult each other.
const MAX_FILE_DEPTH: usize = 32;

/// `'$use_module'(File, Imports, IsReexport)`: imports all exports, or only those listed. Library
/// modules are always loaded.
fn use_module(machine: &mut Machine) -> Done {
    let (into, name) = machine.qualified_for_update(machine.argument(0))?;
    let (_, wanted) = machine.qualified_for_update(machine.argument(1))?;
    let imports =
        if wanted == Cell::atom(machine.atom("all")) { Imports::All } else { Imports::Listed(wanted) };
    let is_reexport = machine.argument(2) == Cell::atom(Atom::TRUE);
    if machine
        .store
        .functor(name)
        .is_some_and(|(name, arity)| arity == 1 && machine.atoms.name(name) == "library")
    {
        machine.import_from(Owner::Library, into, imports, is_reexport)?;
        return Ok(true);
    }
    load(machine, name, false, into, (imports, is_reexport))
}

/// Consults a file into a module, or imports from it if it is a module file. A file that was
/// already loaded is reloaded only if `again` is set.
fn load(
    machine: &mut Machine,
    name: Cell,
    again: bool,
    into: Owner,
    (imports, is_reexport): (Imports, bool),
) -> Done {
    let Source { name, text } = machine.source(name)?;
    if !machine.loading.begin(&name, again) {
        if let Some(module) = machine.loading.module_of(&name) {
            machine.import_from(module, into, imports, is_reexport)?;
        }
        return Ok(true);
    }
    if machine.loading.depth() > MAX_FILE_DEPTH {
        machine.loading.end();
        return Err(machine.resource_error("nested_files"));
    }
    // Consulting runs directives, which use the registers.
    let kept: Vec<Cell> = machine.x[..=machine.code.max_x].to_vec();
    let halted = machine.consult(&name, &text, into);
    let imported = match machine.loading.module_of(&name) {
        Some(module) if halted.is_none() => machine.import_from(module, into, imports, is_reexport),
        _ => Ok(()),
    };
    machine.x[..kept.len()].copy_from_slice(&kept);
    machine.loading.end();
    // Messages about nested files are reported with those of the outermost file. If a goal loaded
    // the outermost file, the messages are printed now.
    if machine.loading.depth() == 0 {
        for message in std::mem::take(&mut machine.messages) {
            machine.output.errors.push_str(&format!("{message}\n"));
        }
    }
    match halted {
        Some(code) => Err(Thrown::Halt(code)),
        None => imported.map(|()| true),
    }
}

/// `'$read_terms'(Name, Terms)`: reads all terms of a file.
fn read_terms(machine: &mut Machine) -> Done {
    let Source { name, text } = machine.source(machine.argument(0))?;
    let (mut at, mut terms) = (0, Vec::new());
    loop {
        match reader::read(&mut machine.context(), &text, at) {
            Ok(None) => break,
            Ok(Some(read)) => {
                at = read.end;
                terms.push(read.term);
                machine.charge(read.end - read.start);
                machine.check_memory()?;
            }
            Err((error, _)) if error.kind == reader::SyntaxErrorKind::Memory => {
                return Err(machine.interrupted());
            }
            Err((error, _)) => {
                let line = text[..error.at].matches('\n').count() + 1;
                return Err(machine.syntax_error(&format!("{name}:{line}: {}", error.kind)));
            }
        }
    }
    machine.store.reserve(2 * terms.len())?;
    let list = machine.store.put_list(terms);
    machine.unify_argument(1, list)
}

impl Machine {
    /// Returns a file name, given as text or as parts joined by `/`.
    fn path(&self, name: Cell) -> Option<String> {
        let (mut parts, mut left) = (Vec::new(), self.store.deref(name));
        let slash = self.atoms.find("/")?;
        while let Some([folder, last]) = self.store.arguments(left, slash) {
            if !self.store.meter.spend(16) || parts.len() > MAX_FOLDERS {
                return None;
            }
            parts.push(self.any_text(last)?);
            left = self.store.deref(folder);
        }
        parts.push(self.any_text(left)?);
        parts.reverse();
        Some(parts.join("/"))
    }

    /// Requests the file with this name from the host.
    fn source(&mut self, culprit: Cell) -> Result<Source, Thrown> {
        let Some(name) = self.path(culprit) else { return Err(self.must_be("source_sink", culprit)) };
        let Some(mut reader) = self.host.reader.take() else {
            return Err(self.permission_error("open", "source_sink", culprit));
        };
        let read = reader(&name, self.loading.name());
        self.host.reader = Some(reader);
        let source = read.map_err(|_| self.existence_error("source_sink", culprit))?;
        self.store.reserve(source.text.len() / 8)?;
        Ok(source)
    }
}
