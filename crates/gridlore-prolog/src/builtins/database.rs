//! Predicates on the database: adding, inspecting and erasing clauses, flags, and properties of
//! predicates.

use super::Table;
use crate::code::{ALIVE, Body, Owner, Predicate};
use crate::database::modules::is_meta;
use crate::machine::flags::Unknown;
use crate::machine::{Done, Machine, Thrown};
use crate::map::Set;
use crate::syntax::reader::Quotes;
use crate::terms::atoms::Atom;
use crate::terms::cell::Cell;

pub(super) const BUILTINS: Table = &[
    ("assertz", 1, |machine| assert(machine, true)),
    ("assert", 1, |machine| assert(machine, true)),
    ("asserta", 1, |machine| assert(machine, false)),
    ("$clauses", 3, clauses),
    ("$clause_parts", 3, clause_parts),
    ("$erase", 1, erase),
    ("$retractall", 1, retractall),
    ("$dynamic", 2, |machine| declare(machine, Declaration::Dynamic)),
    ("$discontiguous", 2, |machine| declare(machine, Declaration::Discontiguous)),
    ("$abolish", 2, abolish),
    ("$predicates", 2, predicates),
    ("$meta_predicate", 1, meta_predicate),
    ("$predicate_property", 3, predicate_property),
    ("set_prolog_flag", 2, set_flag),
    ("$flags", 1, flags),
    ("$initialization", 1, |machine| initialization(machine, false)),
    ("$initialization_main", 1, |machine| initialization(machine, true)),
];

fn assert(machine: &mut Machine, is_last: bool) -> Done {
    let (owner, head, body) = machine.clause_parts(machine.argument(0), Owner::User)?;
    let (name, arity) = machine.head_functor(head);
    // If the predicate is imported and dynamic, the clause is added where it is defined.
    let owner = match machine.code.find_visible(owner, name, arity) {
        Some(number) if machine.code.predicates[number as usize].is_dynamic => {
            machine.code.predicates[number as usize].owner
        }
        _ => owner,
    };
    // An undeclared predicate of the program becomes dynamic with its first clause.
    machine.add_clause(head, body, owner, is_last, true)?;
    Ok(true)
}

/// Returns a clause reference. It consists of the row's number and the generation in which the row
/// was born, so that a later clause in the same row is not mistaken for it.
fn reference(machine: &Machine, row: u32) -> Cell {
    let born = machine.code.rows[row as usize].born & 0x3fff_ffff;
    Cell::integer(i64::from(row) << 30 | i64::from(born))
}

fn row_of_reference(machine: &Machine, cell: Cell) -> Option<u32> {
    let value = cell.as_integer()?;
    let row = u32::try_from(value >> 30).ok()?;
    let found = machine.code.rows.get(row as usize)?;
    (found.died == ALIVE && i64::from(found.born & 0x3fff_ffff) == value & 0x3fff_ffff).then_some(row)
}

/// `'$clauses'(Head, Action, References)`: lists the clauses that can match, if the action is
/// permitted.
fn clauses(machine: &mut Machine) -> Done {
    let (owner, head) = machine.qualified_for_update(machine.argument(0))?;
    if head.is_variable() {
        return Err(machine.instantiation_error());
    }
    let (name, arity) = machine.head_functor(head);
    if head.as_atom().is_none() && machine.store.functor(head).is_none() {
        return Err(machine.type_error("callable", head));
    }
    let Some(number) = machine.code.find_visible(owner, name, arity) else {
        return machine.unify_argument(2, Cell::NIL);
    };
    let predicate = &machine.code.predicates[number as usize];
    let is_own = predicate.owner.is_program();
    let is_access =
        machine.argument(1).as_atom().is_some_and(|action| machine.atoms.name(action) == "access");
    if !is_own || !(predicate.is_dynamic || is_access) {
        let indicator = machine.indicator(name, arity);
        let (action, kind) =
            if is_access { ("access", "private_procedure") } else { ("modify", "static_procedure") };
        return Err(machine.permission_error(action, kind, indicator));
    }
    let rows = machine.live_rows(number, head);
    machine.store.reserve(rows.len() * 5)?;
    let references: Vec<Cell> = rows.into_iter().map(|row| reference(machine, row)).collect();
    let list = machine.store.put_list(references);
    machine.unify_argument(2, list)
}

/// `'$clause_parts'(Reference, Head, Body)`: unifies the head and body of a clause.
fn clause_parts(machine: &mut Machine) -> Done {
    let Some(row) = row_of_reference(machine, machine.argument(0)) else { return Ok(false) };
    let Some(source) = &machine.code.rows[row as usize].source else { return Ok(false) };
    machine.store.meter.spend(source.len());
    let term = source.put(&mut machine.store)?;
    let Some([head, body]) = machine.store.arguments(term, Atom::NECK) else { return Ok(false) };
    let wanted = machine.without_module(machine.argument(1));
    Ok(machine.store.unify(wanted, head) && machine.unify_argument(2, body)?)
}

fn erase(machine: &mut Machine) -> Done {
    match row_of_reference(machine, machine.argument(0)) {
        Some(row) => Ok(machine.erase(row)),
        None => Ok(false),
    }
}

/// Erases all clauses whose heads unify with the argument.
fn retractall(machine: &mut Machine) -> Done {
    let (owner, head) = machine.qualified_for_update(machine.argument(0))?;
    if head.is_variable() {
        return Err(machine.instantiation_error());
    }
    if head.as_atom().is_none() && machine.store.functor(head).is_none() {
        return Err(machine.type_error("callable", head));
    }
    let (name, arity) = machine.head_functor(head);
    if machine.is_protected(name, arity) {
        let indicator = machine.indicator(name, arity);
        return Err(machine.permission_error("modify", "static_procedure", indicator));
    }
    let number = match machine.code.find_visible(owner, name, arity) {
        Some(number)
            if machine.code.predicates[number as usize].owner.is_program()
                && machine.code.predicates[number as usize].body != Body::Undefined =>
        {
            number
        }
        _ => {
            machine.declare_dynamic(owner, name, arity)?;
            return Ok(true);
        }
    };
    if !machine.code.predicates[number as usize].is_dynamic {
        let indicator = machine.indicator(name, arity);
        return Err(machine.permission_error("modify", "static_procedure", indicator));
    }
    let is_any = machine
        .store
        .argument_range(head)
        .all(|at| machine.store.deref(machine.store.heap[at]).is_variable())
        && machine.store.variables(head).len() == arity;
    for row in machine.live_rows(number, head) {
        let fits = is_any || {
            let Some(source) = &machine.code.rows[row as usize].source else { continue };
            if !machine.store.meter.spend(source.len()) {
                return Err(machine.interrupted());
            }
            let (trail, heap, mark) =
                (machine.store.trail_top(), machine.store.top(), machine.store.heap_mark);
            let term = source.put(&mut machine.store)?;
            machine.store.heap_mark = machine.store.top();
            let woken = machine.store.woken.len();
            let fits = match machine.store.arguments(term, Atom::NECK) {
                Some([other, _]) => machine.store.unify(head, other),
                None => false,
            };
            machine.store.woken.truncate(woken);
            machine.store.unwind(trail);
            machine.store.heap_mark = mark;
            machine.store.heap.truncate(heap);
            fits
        };
        if fits {
            machine.erase(row);
        }
    }
    Ok(true)
}

enum Declaration {
    Dynamic,
    Discontiguous,
}

/// Returns the module, name and arity given by the first two arguments.
fn indicator_arguments(machine: &mut Machine) -> Result<(Owner, Atom, usize), Thrown> {
    let (owner, name) = machine.qualified_for_update(machine.argument(0))?;
    let Some(name) = name.as_atom() else { return Err(machine.must_be("atom", name)) };
    let arity = machine.count_argument(1)?;
    Ok((owner, name, arity))
}

fn declare(machine: &mut Machine, declaration: Declaration) -> Done {
    let (owner, name, arity) = indicator_arguments(machine)?;
    match declaration {
        Declaration::Dynamic => machine.declare_dynamic(owner, name, arity)?,
        Declaration::Discontiguous => {
            if machine.is_protected(name, arity) {
                let indicator = machine.indicator(name, arity);
                return Err(machine.permission_error("modify", "static_procedure", indicator));
            }
            let count = u16::try_from(arity).unwrap_or(0);
            let number = machine.code.predicate(owner, name, count);
            machine.code.predicates[number as usize].is_discontiguous = true;
        }
    }
    Ok(true)
}

fn abolish(machine: &mut Machine) -> Done {
    let (owner, name, arity) = indicator_arguments(machine)?;
    if machine.is_protected(name, arity) {
        let indicator = machine.indicator(name, arity);
        return Err(machine.permission_error("modify", "static_procedure", indicator));
    }
    let number = match machine.code.find_visible(owner, name, arity) {
        Some(number) if machine.code.predicates[number as usize].owner.is_program() => number,
        Some(_) => {
            let indicator = machine.indicator(name, arity);
            return Err(machine.permission_error("modify", "static_procedure", indicator));
        }
        None => return Ok(true),
    };
    if !machine.code.predicates[number as usize].is_dynamic {
        let indicator = machine.indicator(name, arity);
        return Err(machine.permission_error("modify", "static_procedure", indicator));
    }
    for row in machine.code.rows_of(number) {
        machine.erase(row);
    }
    // The predicate is undefined until a clause is added.
    let predicate = &mut machine.code.predicates[number as usize];
    predicate.is_dynamic = false;
    predicate.is_defined = false;
    predicate.body = Body::Undefined;
    Ok(true)
}

/// `'$predicates'(Module, Predicates)`: lists a module's own and imported predicates as
/// `Name/Arity`.
fn predicates(machine: &mut Machine) -> Done {
    let module = machine.atom_argument(0)?;
    let owner = machine.owner_named(module);
    let exists = |predicate: &Predicate| {
        predicate.body == Body::Clauses && (predicate.count > 0 || predicate.is_dynamic)
    };
    let code = &machine.code;
    let mut own: Vec<(Atom, usize)> = code
        .predicates
        .iter()
        .filter(|predicate| predicate.owner == owner && exists(predicate))
        .map(|predicate| (predicate.name, usize::from(predicate.arity)))
        .collect();
    let imported = code
        .imports
        .iter()
        .filter(|((into, ..), number)| *into == owner && exists(&code.predicates[**number as usize]));
    let mut imported: Vec<(Atom, usize)> =
        imported.map(|(&(_, name, arity), _)| (name, usize::from(arity))).collect();
    let known: Set<(Atom, usize)> = own.iter().copied().collect();
    imported.retain(|pair| !known.contains(pair));
    let key = |pair: &(Atom, usize)| (machine.atoms.name(pair.0), pair.1);
    imported.sort_by(|left, right| key(left).cmp(&key(right)));
    own.extend(imported);
    machine.store.reserve(own.len() * 6)?;
    let list: Vec<Cell> = own.into_iter().map(|(name, arity)| machine.indicator(name, arity)).collect();
    let list = machine.store.put_list(list);
    machine.unify_argument(1, list)
}

/// `'$meta_predicate'(Head)`: declares which arguments of a predicate are goals or clauses.
fn meta_predicate(machine: &mut Machine) -> Done {
    let (owner, head) = machine.qualified_for_update(machine.argument(0))?;
    if head.is_variable() {
        return Err(machine.instantiation_error());
    }
    let (name, arity) = machine.head_functor(head);
    let Some(count) = u16::try_from(arity).ok().filter(|count| *count <= 1000) else {
        return Err(machine.resource_error("arity"));
    };
    machine.store.reserve(8 + arity / 8)?;
    let mut marks = Vec::with_capacity(arity);
    for index in 0..arity {
        let mark = machine.store.argument(head, index);
        if mark.is_variable() {
            return Err(machine.instantiation_error());
        }
        let text = machine.any_text(mark).unwrap_or_default();
        marks.push(text.chars().next().is_some_and(is_meta));
    }
    machine.store.elsewhere += 8 + arity / 8;
    machine.code.declared += 64 + arity;
    let number = machine.code.predicate(owner, name, count);
    machine.code.metas.insert(number, marks.into());
    Ok(true)
}

/// `'$predicate_property'(Name, Arity, Properties)`: lists the properties of a predicate.
fn predicate_property(machine: &mut Machine) -> Done {
    let (owner, name, arity) = indicator_arguments(machine)?;
    let Some(number) = machine.code.find_visible(owner, name, arity) else { return Ok(false) };
    let predicate = &machine.code.predicates[number as usize];
    let (owner, is_dynamic, body, count) =
        (predicate.owner, predicate.is_dynamic, predicate.body, predicate.count);
    let mut names = vec!["defined", "visible"];
    names.push(if is_dynamic { "dynamic" } else { "static" });
    if owner == Owner::System {
        names.push("built_in");
        names.push("system");
    }
    if !matches!(body, Body::Clauses | Body::Undefined) {
        names.push("foreign");
    }
    let mut list: Vec<Cell> = Vec::new();
    for name in names {
        list.push(Cell::atom(machine.atom(name)));
    }
    if body == Body::Clauses {
        list.push(machine.put("number_of_clauses", &[Cell::integer(count.into())]));
    }
    let list = machine.store.put_list(list);
    machine.unify_argument(2, list)
}

fn set_flag(machine: &mut Machine) -> Done {
    let flag = machine.atom_argument(0)?;
    let value = machine.argument(1);
    let name = machine.atoms.shared(flag);
    let text = value.as_atom().map(|value| machine.atoms.shared(value));
    let text = text.as_deref().unwrap_or("");
    match &*name {
        "double_quotes" => {
            machine.flags.double_quotes = match text {
                "codes" => Quotes::Codes,
                "chars" => Quotes::Chars,
                "atom" => Quotes::Atom,
                "string" => Quotes::String,
                _ => return Err(machine.domain_error("flag_value", value)),
            };
        }
        "unknown" => {
            machine.flags.unknown = match text {
                "error" => Unknown::Error,
                "fail" => Unknown::Fail,
                "warning" => Unknown::Warning,
                _ => return Err(machine.domain_error("flag_value", value)),
            };
        }
        // Only `unify_with_occurs_check/2` performs the occurs check.
        "occurs_check" if text != "false" => return Err(machine.domain_error("flag_value", value)),
        "bounded" | "max_integer" | "min_integer" | "max_tagged_integer" | "min_tagged_integer"
        | "version" => {
            return Err(machine.permission_error("modify", "flag", Cell::atom(flag)));
        }
        // These are flags of SWI-Prolog that have no effect here.
        _ => {}
    }
    Ok(true)
}

/// Lists all flags as `Flag-Value`.
fn flags(machine: &mut Machine) -> Done {
    let quotes = match machine.flags.double_quotes {
        Quotes::Codes => "codes",
        Quotes::Chars => "chars",
        Quotes::Atom => "atom",
        Quotes::String => "string",
    };
    let mut list = Vec::new();
    for (name, value) in [
        ("bounded", "false"),
        ("double_quotes", quotes),
        ("unknown", machine.flags.unknown.name()),
        ("debug", "off"),
        ("occurs_check", "false"),
        ("dialect", "gridlore"),
        ("prefer_rationals", "false"),
        ("iso", "false"),
        ("max_arity", "unbounded"),
        ("integer_rounding_function", "toward_zero"),
        ("clpfd_monotonic", "false"),
    ] {
        let (name, value) = (Cell::atom(machine.atom(name)), Cell::atom(machine.atom(value)));
        list.push(machine.store.put_structure(Atom::MINUS, &[name, value]));
    }
    for (name, value) in [
        ("max_tagged_integer", crate::terms::cell::SMALL_MAX),
        ("min_tagged_integer", crate::terms::cell::SMALL_MIN),
        ("max_integer", i64::MAX),
        ("min_integer", i64::MIN),
    ] {
        let name = Cell::atom(machine.atom(name));
        let value = machine.store.put_number(&crate::terms::number::Number::Int(value));
        list.push(machine.store.put_structure(Atom::MINUS, &[name, value]));
    }
    let list = machine.store.put_list(list);
    machine.unify_argument(0, list)
}

/// Registers a goal to be called after the file has been loaded.
fn initialization(machine: &mut Machine, halts: bool) -> Done {
    let goal = machine.argument(0);
    let record = crate::terms::record::Record::new(&mut machine.store, goal, false)?;
    machine.loading.initialization.push((record, halts));
    Ok(true)
}
