//! Builtins for atoms and strings.

use super::Table;
use crate::machine::text::MAX_TEXT;
use crate::machine::{Done, Machine, Thrown};
use crate::syntax::writer::Style;
use crate::terms::atoms::Atom;
use crate::terms::cell::{Cell, Tag};
use crate::terms::number::Number;

pub(super) const BUILTINS: Table = &[
    ("atom_codes", 2, |machine| text_and_list(machine, TextType::Atom, Machine::put_codes)),
    ("atom_chars", 2, |machine| text_and_list(machine, TextType::Atom, Machine::put_characters)),
    ("char_code", 2, char_code),
    ("atom_length", 2, length),
    ("string_length", 2, length),
    ("atom_number", 2, atom_number),
    ("number_codes", 2, |machine| number_and_list(machine, Machine::put_codes)),
    ("number_chars", 2, |machine| number_and_list(machine, Machine::put_characters)),
    ("atom_string", 2, atom_string),
    ("string_codes", 2, |machine| text_and_list(machine, TextType::String, Machine::put_codes)),
    ("string_chars", 2, |machine| text_and_list(machine, TextType::String, Machine::put_characters)),
    ("string_to_atom", 2, string_to_atom),
    ("number_string", 2, number_string),
    ("term_to_atom", 2, |machine| term_and_text(machine, false)),
    ("term_string", 2, |machine| term_and_text(machine, true)),
    ("atom_to_term", 3, atom_to_term),
    ("upcase_atom", 2, |machine| change_case(machine, |text| text.to_uppercase(), false)),
    ("downcase_atom", 2, |machine| change_case(machine, |text| text.to_lowercase(), false)),
    ("string_upper", 2, |machine| change_case(machine, |text| text.to_uppercase(), true)),
    ("string_lower", 2, |machine| change_case(machine, |text| text.to_lowercase(), true)),
    ("$concat", 4, concat),
    ("$sub_text", 6, sub_text),
    ("atomic_list_concat", 2, |machine| atomic_list_concat(machine, None, 1)),
    ("atomic_list_concat", 3, atomic_list_concat_by),
    ("split_string", 4, split_string),
    ("string_code", 3, string_code),
    ("char_type", 2, |machine| char_type(machine, false)),
    ("code_type", 2, |machine| char_type(machine, true)),
    ("text_to_string", 2, text_to_string),
];

/// The type of a result.
#[derive(Clone, Copy)]
enum TextType {
    Atom,
    String,
}

impl Machine {
    fn put_whole(&mut self, whole: TextType, text: &str) -> Result<Cell, Thrown> {
        match whole {
            TextType::Atom => {
                self.reserve_text(text.len())?;
                self.store.reserve(text.len() / 4 + 32)?;
                Ok(Cell::atom(self.atom(text)))
            }
            TextType::String => self.put_string(text),
        }
    }

    fn put_atom_or_string(&mut self, text: &str, is_string: bool) -> Result<Cell, Thrown> {
        self.put_whole(if is_string { TextType::String } else { TextType::Atom }, text)
    }

    /// Returns the character of a one-character atom or of a character code.
    pub(crate) fn character_of(&self, cell: Cell) -> Option<char> {
        if let Some(code) = cell.as_integer() {
            return u32::try_from(code).ok().and_then(char::from_u32);
        }
        let mut characters = self.atoms.name(cell.as_atom()?).chars();
        characters.next().filter(|_| characters.next().is_none())
    }

    fn put_parsed_number(&mut self, number: &Number) -> Result<Cell, Thrown> {
        self.store.reserve(number.bytes() / 8 + 2)?;
        Ok(self.store.put_number(number))
    }
}

/// Converts between text and a list of its codes or characters.
fn text_and_list(
    machine: &mut Machine,
    whole: TextType,
    part: fn(&mut Machine, &str) -> Result<Cell, Thrown>,
) -> Done {
    text_and_part(machine, whole, part, true)
}

/// Implements `atom_string/2`, whose second argument may be text of any type.
fn atom_string(machine: &mut Machine) -> Done {
    text_and_part(machine, TextType::Atom, Machine::put_string, false)
}

fn text_and_part(
    machine: &mut Machine,
    whole: TextType,
    part: fn(&mut Machine, &str) -> Result<Cell, Thrown>,
    is_list: bool,
) -> Done {
    let first = machine.argument(0);
    let second = machine.argument(1);
    if !first.is_variable() {
        let text = match whole {
            TextType::Atom if is_list => machine.atomic_argument(0, "atom")?,
            TextType::Atom | TextType::String => machine.text_argument(0, "atom")?,
        };
        let list = part(machine, &text)?;
        // The second argument may be text of another type.
        if !second.is_variable() {
            let is_pair = machine.store.functor(second) == Some((Atom::LIST, 2));
            if is_list && second != Cell::NIL && !is_pair {
                return Ok(machine.list_text_argument(1)? == text);
            }
            if let Some(other) = machine.any_text(second) {
                return Ok(other == text);
            }
        }
        return machine.unify_argument(1, list);
    }
    let text = if is_list { machine.list_text_argument(1)? } else { machine.text_argument(1, "string")? };
    let made = machine.put_whole(whole, &text)?;
    machine.unify_argument(0, made)
}

fn string_to_atom(machine: &mut Machine) -> Done {
    if machine.argument(0).is_variable() {
        let text = machine.text_argument(1, "text")?;
        let made = machine.put_string(&text)?;
        return machine.unify_argument(0, made);
    }
    let text = machine.text_argument(0, "text")?;
    let made = machine.put_whole(TextType::Atom, &text)?;
    machine.unify_argument(1, made)
}

fn text_to_string(machine: &mut Machine) -> Done {
    let text = machine.text_argument(0, "text")?;
    let made = machine.put_string(&text)?;
    machine.unify_argument(1, made)
}

fn char_code(machine: &mut Machine) -> Done {
    let (character, code) = (machine.argument(0), machine.argument(1));
    if !character.is_variable() {
        let known = machine.character_of(character).filter(|_| character.as_atom().is_some());
        let Some(known) = known else { return Err(machine.type_error("character", character)) };
        if !code.is_variable() {
            machine.integer_argument(1)?;
        }
        return machine.unify_argument(1, Cell::integer(u32::from(known).into()));
    }
    let code = machine.integer_argument(1)?;
    match u32::try_from(code).ok().and_then(char::from_u32) {
        Some(character) => {
            let atom = machine.atom(character.encode_utf8(&mut [0; 4]));
            machine.unify_argument(0, Cell::atom(atom))
        }
        None => Err(machine.representation_error("character_code")),
    }
}

fn length(machine: &mut Machine) -> Done {
    let text = machine.text_argument(0, "text")?;
    let wanted = machine.argument(1);
    if !wanted.is_variable() && !machine.is_integer(wanted) {
        return Err(machine.type_error("integer", wanted));
    }
    let count = i64::try_from(text.chars().count()).unwrap_or(0);
    machine.unify_argument(1, Cell::integer(count))
}

fn atom_number(machine: &mut Machine) -> Done {
    let first = machine.argument(0);
    if first.is_variable() {
        let number = machine.argument(1);
        if number.is_variable() {
            return Err(machine.instantiation_error());
        }
        if machine.store.number(number).is_none() {
            return Err(machine.type_error("number", number));
        }
        let text = machine.atomic_text(number).unwrap_or_default();
        let made = machine.put_whole(TextType::Atom, &text)?;
        return machine.unify_argument(0, made);
    }
    let text = machine.atomic_argument(0, "atom")?;
    if machine.store.number(first).is_some() && machine.argument(1).is_variable() {
        return Err(machine.type_error("atom", first));
    }
    match machine.parse_number(&text) {
        Some(number) => {
            let made = machine.put_parsed_number(&number)?;
            machine.unify_argument(1, made)
        }
        None => Ok(false),
    }
}

fn number_and_list(machine: &mut Machine, part: fn(&mut Machine, &str) -> Result<Cell, Thrown>) -> Done {
    let number = machine.argument(0);
    if !number.is_variable() && machine.store.number(number).is_none() {
        return Err(machine.type_error("number", number));
    }
    let list = machine.argument(1);
    let is_pair = machine.store.functor(list) == Some((Atom::LIST, 2));
    let is_known = machine.any_text(list).is_some() || !is_pair;
    if (is_known && !list.is_variable()) || number.is_variable() {
        let text = machine.list_text_argument(1)?;
        return match machine.parse_number(&text) {
            Some(number) => {
                let made = machine.put_parsed_number(&number)?;
                machine.unify_argument(0, made)
            }
            None => Err(machine.syntax_error("illegal_number")),
        };
    }
    let text = machine.atomic_text(number).unwrap_or_default();
    let made = part(machine, &text)?;
    machine.unify_argument(1, made)
}

fn number_string(machine: &mut Machine) -> Done {
    let number = machine.argument(0);
    if !number.is_variable() && machine.store.number(number).is_none() {
        return Err(machine.type_error("number", number));
    }
    let text = machine.argument(1);
    if !text.is_variable() {
        let text = match machine.atomic_text(text).filter(|_| text.as_atom().is_some()) {
            Some(text) => text,
            None => machine.list_text_argument(1)?,
        };
        return match machine.parse_number(text.trim()) {
            Some(number) => {
                let made = machine.put_parsed_number(&number)?;
                machine.unify_argument(0, made)
            }
            None => Ok(false),
        };
    }
    if number.is_variable() {
        return Err(machine.instantiation_error());
    }
    let text = machine.atomic_text(number).unwrap_or_default();
    let made = machine.put_string(&text)?;
    machine.unify_argument(1, made)
}

fn term_and_text(machine: &mut Machine, is_string: bool) -> Done {
    let term = machine.argument(0);
    if term.is_variable() {
        let text = machine.text_argument(1, "text")?;
        let read = machine.parse_term(&text)?;
        return machine.unify_argument(0, read.term);
    }
    let style = Style { is_quoted: true, numbers_variables: true, ..Style::default() };
    let text = machine.term_text(term, &style)?;
    let made = machine.put_atom_or_string(&text, is_string)?;
    machine.unify_argument(1, made)
}

fn atom_to_term(machine: &mut Machine) -> Done {
    let text = machine.argument(0);
    if text.is_variable() {
        return Err(machine.instantiation_error());
    }
    let text = machine.text_argument(0, "text")?;
    let read = machine.parse_term(&text)?;
    let mut bindings = Vec::new();
    machine.store.reserve(read.variables.len() * 16)?;
    for variable in &read.variables {
        if !machine.store.meter.spend(8) {
            break;
        }
        let name = Cell::atom(machine.atom(&variable.name));
        bindings.push(machine.store.put_structure(Atom::EQUALS, &[name, variable.cell]));
    }
    let bindings = machine.store.put_list(bindings);
    Ok(machine.unify_argument(1, read.term)? && machine.unify_argument(2, bindings)?)
}

fn change_case(machine: &mut Machine, change: fn(&str) -> String, is_string: bool) -> Done {
    let text = machine.atomic_argument(0, "atomic")?;
    let given = machine.argument(1);
    if machine.store.functor(given).is_some() {
        return Err(machine.type_error("atom", given));
    }
    // Work piece by piece, because changing the case of many characters takes a long time.
    let mut changed = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while !rest.is_empty() {
        let mut end = rest.len().min(1 << 14);
        while !rest.is_char_boundary(end) {
            end += 1;
        }
        changed.push_str(&change(&rest[..end]));
        rest = &rest[end..];
        if !machine.charge_copy(changed.len().min(1 << 14)) {
            break;
        }
    }
    let made = machine.put_atom_or_string(&changed, is_string)?;
    machine.unify_argument(1, made)
}

/// `'$concat'(Left, Right, Whole, Kind)`: concatenates, or returns the missing part. At least one
/// of `Left` and `Right` must be known.
fn concat(machine: &mut Machine) -> Done {
    let is_string = machine.atom_argument(3)? != Atom::EMPTY;
    let [left, right] = [0, 1].map(|index| machine.argument(index));
    if !left.is_variable() && !right.is_variable() {
        let whole = machine.atomic_argument(0, "atomic")? + &machine.atomic_argument(1, "atomic")?;
        machine.reserve_text(whole.len())?;
        let given = machine.argument(2);
        if !given.is_variable() {
            return Ok(machine.atomic_argument(2, "atomic")? == whole);
        }
        let made = machine.put_atom_or_string(&whole, is_string)?;
        return machine.unify_argument(2, made);
    }
    if machine.argument(2).is_variable() {
        return Err(machine.instantiation_error());
    }
    let whole = machine.atomic_argument(2, "atomic")?;
    let known = |index: usize, cell: Cell, machine: &mut Machine| {
        if cell.is_variable() { Ok(None) } else { machine.atomic_argument(index, "atomic").map(Some) }
    };
    let (left, right) = (known(0, left, machine)?, known(1, right, machine)?);
    let rest = match (&left, &right) {
        (Some(left), _) => whole.strip_prefix(left.as_str()),
        (_, Some(right)) => whole.strip_suffix(right.as_str()),
        _ => None,
    };
    let Some(rest) = rest else { return Ok(false) };
    let made = machine.put_atom_or_string(rest, is_string)?;
    machine.unify_argument(usize::from(left.is_some()), made)
}

/// `'$sub_text'(Text, Before, Length, After, Sub, Kind)`, with `Before` and `Length` known; the
/// library handles all other modes.
fn sub_text(machine: &mut Machine) -> Done {
    let is_string = machine.atom_argument(5)? != Atom::EMPTY;
    let text = machine.text_argument(0, "text")?;
    let before = machine.count_argument(1)?;
    let length = machine.count_argument(2)?;
    let mut characters = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    let Some(start) = characters.nth(before) else { return Ok(false) };
    let end = if length == 0 { Some(start) } else { characters.nth(length - 1) };
    let Some(end) = end else { return Ok(false) };
    let after = i64::try_from(text[end..].chars().count()).unwrap_or(0);
    let made = machine.put_atom_or_string(&text[start..end], is_string)?;
    Ok(machine.unify_argument(3, Cell::integer(after))? && machine.unify_argument(4, made)?)
}

impl Machine {
    /// Returns whether a list of this many parts fits in memory. The memory in use, which includes
    /// the parts' atoms, is recounted every 256 parts.
    fn fits_parts(&mut self, count: usize) -> bool {
        if count.is_multiple_of(256) {
            self.count_memory();
            self.store.holds(count * 24);
        }
        self.store.meter.spend(4)
    }
}

fn atomic_list_concat(machine: &mut Machine, separator: Option<&str>, result: usize) -> Done {
    let elements = machine.list_argument(0)?;
    let mut whole = String::new();
    for (index, element) in elements.into_iter().enumerate() {
        if index > 0 {
            whole.push_str(separator.unwrap_or(""));
        }
        match machine.atomic_text(element) {
            Some(text) => whole.push_str(&text),
            None => return Err(machine.must_be("text", element)),
        }
        machine.reserve_text(whole.len() / 256)?;
        if whole.len() > MAX_TEXT || !machine.store.meter.tick() {
            break;
        }
    }
    let made = machine.put_whole(TextType::Atom, &whole)?;
    machine.unify_argument(result, made)
}

fn atomic_list_concat_by(machine: &mut Machine) -> Done {
    let separator = machine.atomic_argument(1, "text")?;
    let (elements, end) = machine.store.list(machine.argument(0));
    let is_known = end == Cell::NIL && elements.iter().all(|element| !element.is_variable());
    if is_known {
        return atomic_list_concat(machine, Some(&separator), 2);
    }
    if end != Cell::NIL && !end.is_variable() {
        return Err(machine.type_error("list", end));
    }
    // In the other direction, split the whole at each separator.
    if separator.is_empty() {
        return Err(machine.domain_error("non_empty_atom", Cell::atom(Atom::EMPTY)));
    }
    if machine.argument(2).is_variable() {
        return Err(machine.instantiation_error());
    }
    let whole = machine.atomic_argument(2, "atomic")?;
    let mut parts = Vec::new();
    for part in whole.split(separator.as_str()) {
        let atom = machine.put_whole(TextType::Atom, part)?;
        parts.push(atom);
        if !machine.fits_parts(parts.len()) {
            break;
        }
    }
    let list = machine.store.put_list(parts);
    machine.unify_argument(0, list)
}

fn split_string(machine: &mut Machine) -> Done {
    let text = machine.text_argument(0, "text")?;
    let separators = machine.text_argument(1, "text")?;
    let padding = machine.text_argument(2, "text")?;
    let meter = std::rc::Rc::clone(&machine.store.meter);
    let [separators, padding] =
        [separators, padding].map(|text| text.chars().collect::<crate::map::Set<char>>());
    let mut parts = Vec::new();
    // After a limit is exceeded, the remaining text is one piece.
    let pieces = text.split(|character| meter.tick() && separators.contains(&character));
    for piece in pieces {
        let piece = piece.trim_matches(|character| meter.tick() && padding.contains(&character));
        parts.push(machine.put_string(piece)?);
        if !machine.fits_parts(parts.len()) {
            break;
        }
    }
    let list = machine.store.put_list(parts);
    machine.unify_argument(3, list)
}

fn string_code(machine: &mut Machine) -> Done {
    let index = machine.count_argument(0)?;
    let text = machine.text_argument(1, "text")?;
    match index.checked_sub(1).and_then(|index| text.chars().nth(index)) {
        Some(character) => machine.unify_argument(2, Cell::integer(u32::from(character).into())),
        None => Ok(false),
    }
}

fn char_type(machine: &mut Machine, is_code: bool) -> Done {
    let given = machine.argument(0);
    let character = match given.tag() {
        Tag::Integer => given.as_integer().and_then(|code| u32::try_from(code).ok()).and_then(char::from_u32),
        Tag::Atom => machine.character_of(given),
        _ => None,
    };
    let Some(character) = character else { return Err(machine.must_be("character", given)) };
    let kind = machine.argument(1);
    if let Some((name, 1)) = machine.store.functor(kind) {
        let argument = machine.store.argument(kind, 0);
        let name = machine.atoms.shared(name);
        let other = |machine: &mut Machine, other: char| {
            let cell = if is_code {
                Cell::integer(u32::from(other).into())
            } else {
                Cell::atom(machine.atom(other.encode_utf8(&mut [0; 4])))
            };
            Ok(machine.store.unify(argument, cell))
        };
        return match &*name {
            "digit" => match character.to_digit(10) {
                Some(value) => Ok(machine.store.unify(argument, Cell::integer(value.into()))),
                None => Ok(false),
            },
            "xdigit" => match character.to_digit(16) {
                Some(value) => Ok(machine.store.unify(argument, Cell::integer(value.into()))),
                None => Ok(false),
            },
            "to_lower" | "upper" if &*name == "to_lower" || character.is_uppercase() => {
                other(machine, character.to_lowercase().next().unwrap_or(character))
            }
            "to_upper" | "lower" if &*name == "to_upper" || character.is_lowercase() => {
                other(machine, character.to_uppercase().next().unwrap_or(character))
            }
            "upper" | "lower" => Ok(false),
            _ => Err(machine.type_error("char_type", kind)),
        };
    }
    if kind.is_variable() {
        return Err(machine.instantiation_error());
    }
    let Some(name) = kind.as_atom() else { return Err(machine.type_error("char_type", kind)) };
    Ok(match machine.atoms.name(name) {
        "alpha" => character.is_alphanumeric() || character == '_',
        "alnum" => character.is_alphanumeric(),
        "csym" => character.is_alphanumeric() || character == '_',
        "csymf" => character.is_alphabetic() || character == '_',
        "digit" => character.is_ascii_digit(),
        "space" | "white" => character.is_whitespace(),
        "upper" => character.is_uppercase(),
        "lower" => character.is_lowercase(),
        "punct" => !character.is_alphanumeric() && !character.is_whitespace() && !character.is_control(),
        "graph" => !character.is_whitespace() && !character.is_control(),
        "print" => !character.is_control(),
        "cntrl" => character.is_control(),
        "ascii" => character.is_ascii(),
        "end_of_line" => matches!(character, '\n' | '\r' | '\u{b}' | '\u{c}'),
        "newline" => character == '\n',
        _ => return Err(machine.type_error("char_type", kind)),
    })
}
