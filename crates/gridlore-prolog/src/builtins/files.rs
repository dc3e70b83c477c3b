//! Texts that the host reads for programs: consulted, or taken as strings and terms. Without the host's grant there are none.

use super::Table;
use crate::cell::Cell;
use crate::code::Owner;
use crate::host::Source;
use crate::machine::{Done, Machine, Thrown};
use crate::reader;

pub(super) const TABLE: Table = &[
    ("$consult", 2, |machine| {
        let again = machine.argument(1) == Cell::atom(machine.atom("true"));
        load(machine, machine.argument(0), again)
    }),
    // `[one, other]` as a goal.
    ("[|]", 2, |machine| {
        let mut names = vec![machine.argument(0)];
        let rest = machine.argument(1);
        let Some(others) = machine.store.proper_list(rest) else {
            return Err(machine.type_error("list", rest));
        };
        names.extend(others);
        for name in names {
            load(machine, name, true)?;
        }
        Ok(true)
    }),
    ("$read_text", 2, |machine| {
        let source = machine.source(machine.argument(0))?;
        let text = machine.put_string(&source.text)?;
        machine.gives(1, text)
    }),
    ("$read_terms", 2, read_terms),
    ("$may_read", 0, |machine| Ok(machine.host.reader.is_some())),
];

/// No path has more folders.
const MOST_FOLDERS: usize = 1000;

/// Texts that consult each other are no deeper than this.
const DEEPEST: usize = 32;

/// Consults a text; one that was consulted before only where it is wanted again.
fn load(machine: &mut Machine, name: Cell, again: bool) -> Done {
    let Source { name, text } = machine.source(name)?;
    if !machine.loading.begin(&name, again) {
        return Ok(true);
    }
    if machine.loading.depth() > DEEPEST {
        machine.loading.end();
        return Err(machine.resource_error("nested_files"));
    }
    // What is consulted runs goals, and those use the registers.
    let kept: Vec<Cell> = machine.x[..=machine.code.most_x].to_vec();
    let halted = machine.consult(&name, &text, Owner::User);
    machine.x[..kept.len()].copy_from_slice(&kept);
    machine.loading.end();
    // Who consults from a text tells all at its end, with places; who asks is told now.
    if machine.loading.depth() == 0 {
        for message in std::mem::take(&mut machine.messages) {
            machine.output.errors.push_str(&format!("{message}\n"));
        }
    }
    match halted {
        Some(code) => Err(Thrown::Halt(code)),
        None => Ok(true),
    }
}

/// `'$read_terms'(Name, Terms)`.
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
    machine.gives(1, list)
}

impl Machine {
    /// A name in words: a text, or names with `/` between them.
    fn path(&self, name: Cell) -> Option<String> {
        let (mut parts, mut left) = (Vec::new(), self.store.deref(name));
        let slash = self.atoms.known("/")?;
        while let Some([folder, last]) = self.store.arguments(left, slash) {
            if !self.store.meter.spend(16) || parts.len() > MOST_FOLDERS {
                return None;
            }
            parts.push(self.any_text(last)?);
            left = self.store.deref(folder);
        }
        parts.push(self.any_text(left)?);
        parts.reverse();
        Some(parts.join("/"))
    }

    /// The text of a name.
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
