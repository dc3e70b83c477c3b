//! Error messages, in SWI-Prolog's wording.

use crate::code::{Body, Owner};
use crate::machine::Machine;
use crate::syntax::writer::Style;
use crate::terms::atoms::Atom;
use crate::terms::cell::{Cell, Tag};

impl Machine {
    /// Returns the beginning of a term as text.
    pub(crate) fn quoted_text(&mut self, term: Cell) -> String {
        let style = Style { is_quoted: true, numbers_variables: true, max_depth: 10, ..Style::default() };
        let mut text = self.term_text(term, &style).unwrap_or_else(|_| "...".to_owned());
        if let Some((at, _)) = text.char_indices().nth(300) {
            text.truncate(at);
            text.push_str("...");
        }
        text
    }

    /// Returns the message for a thrown term.
    pub(crate) fn error_message(&mut self, ball: Cell) -> String {
        let Some([formal, context]) = self.store.arguments(ball, Atom::ERROR) else {
            let text = self.quoted_text(ball);
            return format!("Unknown message: {text}");
        };
        let what = self.formal_text(formal);
        match self.context_text(context) {
            Some(context) => format!("{context}: {what}"),
            None => what,
        }
    }

    fn context_text(&mut self, context: Cell) -> Option<String> {
        let [place, message] = self.store.arguments(context, Atom::CONTEXT)?;
        let mut parts = Vec::new();
        if !place.is_variable() {
            let place = self.without_module(place);
            let known = self
                .store
                .arguments(place, Atom::SLASH)
                .and_then(|[name, arity]| name.as_atom().zip(arity.as_integer()));
            match known {
                // The library's internal predicates are left out.
                Some((name, _)) if self.atoms.name(name).starts_with('$') => {}
                Some((name, arity)) => {
                    parts
                        .push(format!("{}/{arity}", crate::syntax::writer::atom_text(self.atoms.name(name))));
                }
                None => parts.push(self.quoted_text(place)),
            }
        }
        if !message.is_variable()
            && let Some(message) = self.any_text(message)
        {
            parts.push(message);
        }
        (!parts.is_empty()).then(|| parts.join(": "))
    }

    fn kind_of(&self, term: Cell) -> &'static str {
        match term.tag() {
            Tag::Reference | Tag::Attributed => "a variable",
            Tag::Atom if term == Cell::NIL => "an empty_list",
            Tag::Atom => "an atom",
            Tag::Integer => "an integer",
            Tag::List => "a list",
            Tag::Structure | Tag::Header => "a compound",
            Tag::Boxed => match self.store.number(term) {
                Some(number) if number.is_integer() => "an integer",
                Some(_) => "a float",
                None => "a string",
            },
        }
    }

    fn formal_text(&mut self, formal: Cell) -> String {
        let formal = self.store.deref(formal);
        let Some((name, arity)) = self.store.functor(formal) else {
            let text = self.quoted_text(formal);
            return match &*text {
                "instantiation_error" => "Arguments are not sufficiently instantiated".to_owned(),
                _ => format!("Unknown error: {text}"),
            };
        };
        let name = self.atoms.shared(name);
        let cells: Vec<Cell> = (0..arity).map(|index| self.store.argument(formal, index)).collect();
        let texts: Vec<String> = cells.iter().map(|&cell| self.quoted_text(cell)).collect();
        match (&*name, texts.as_slice()) {
            ("type_error", [kind, _]) if kind == "evaluable" => {
                format!("Arithmetic: evaluable `{}' does not exist", texts[1])
            }
            ("type_error", [kind, culprit]) => {
                format!("Type error: `{kind}' expected, found `{culprit}' ({})", self.kind_of(cells[1]))
            }
            ("domain_error", [kind, culprit]) => {
                format!("Domain error: `{kind}' expected, found `{culprit}'")
            }
            ("existence_error", [kind, culprit]) if kind == "procedure" => {
                self.unknown_text(cells[1], culprit)
            }
            ("existence_error", [kind, culprit]) => format!("{kind} `{culprit}' does not exist"),
            ("permission_error", [action, kind, culprit]) => {
                format!("No permission to {action} {kind} `{culprit}'")
            }
            ("representation_error", [what]) => format!("Cannot represent due to `{what}'"),
            ("evaluation_error", [what]) if what == "zero_divisor" => {
                "Arithmetic: evaluation error: division by zero".to_owned()
            }
            ("evaluation_error", [what]) => format!("Arithmetic: evaluation error: {what}"),
            ("resource_error", [what]) => format!("Not enough resources: {what}"),
            ("syntax_error", [what]) => format!("Syntax error: {what}"),
            ("uninstantiation_error", [culprit]) => {
                format!("Cannot unify {culprit} with a term that must be a variable")
            }
            ("format", [what]) => format!("Format error: {what}"),
            _ => {
                let text = self.quoted_text(formal);
                format!("Unknown error: {text}")
            }
        }
    }

    /// Returns the message for an unknown procedure, listing predicates with the same or a similar
    /// name.
    fn unknown_text(&mut self, indicator: Cell, text: &str) -> String {
        let mut out = format!("Unknown procedure: {text}");
        let indicator = self.without_module(indicator);
        let Some([name, arity]) = self.store.arguments(indicator, Atom::SLASH) else { return out };
        let Some(name) = name.as_atom() else { return out };
        let own_arity = arity.as_integer().and_then(|arity| u16::try_from(arity).ok());
        let mut arities: Vec<u16> = self
            .code
            .predicates
            .iter()
            .filter(|predicate| predicate.name == name && predicate.body != Body::Undefined)
            .map(|predicate| predicate.arity)
            .collect();
        arities.sort_unstable();
        arities.dedup();
        if !arities.is_empty() {
            let name = crate::syntax::writer::atom_text(self.atoms.name(name));
            let known: Vec<String> = arities.iter().map(|arity| format!("{name}/{arity}")).collect();
            out.push_str(&format!("\n  However, there are definitions for: {}", known.join(", ")));
            return out;
        }
        let wanted = self.atoms.shared(name);
        let mut near: Vec<String> = self
            .code
            .predicates
            .iter()
            .filter(|predicate| {
                predicate.body != Body::Undefined
                    && Some(predicate.arity) == own_arity
                    && (predicate.owner == Owner::User || predicate.count > 0 || predicate.is_defined)
                    && is_near(self.atoms.name(predicate.name), &wanted)
            })
            .map(|predicate| {
                format!(
                    "{}/{}",
                    crate::syntax::writer::atom_text(self.atoms.name(predicate.name)),
                    predicate.arity
                )
            })
            .collect();
        near.sort();
        near.dedup();
        near.truncate(3);
        if !near.is_empty() {
            out.push_str(&format!("\n  Did you mean: {}?", near.join(", ")));
        }
        out
    }
}

/// Returns whether two names differ by one inserted, deleted or replaced letter, or by two adjacent
/// letters swapped.
fn is_near(left: &str, right: &str) -> bool {
    if left.starts_with('$') {
        return false;
    }
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    let (short, long) = if left.len() <= right.len() { (&left, &right) } else { (&right, &left) };
    if short.len() < 3 || long.len() - short.len() > 1 {
        return false;
    }
    let same = short.iter().zip(long.iter()).take_while(|(one, other)| one == other).count();
    let rest = &short[same..];
    if short.len() < long.len() {
        return rest == &long[same + 1..];
    }
    match (rest, &long[same..]) {
        ([], []) => false,
        ([_, rest @ ..], [_, other @ ..]) if rest == other => true,
        ([a, b, rest @ ..], [c, d, other @ ..]) => a == d && b == c && rest == other,
        _ => false,
    }
}
