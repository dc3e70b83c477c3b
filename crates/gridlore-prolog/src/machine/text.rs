//! The text of atoms, strings, numbers, code lists and character lists.
//!
//! Reading text copies it, so every copy is charged to the meter and must fit in memory. No atom or
//! string is longer than [`MAX_TEXT`] bytes, so one pass over it takes at most a few hundredths of
//! a second.

use num_bigint::BigInt;

use crate::machine::{Machine, Thrown};
use crate::syntax::reader::{self, Context, Quotes, SyntaxErrorKind};
use crate::syntax::writer::{self, Style};
use crate::terms::atoms::Atom;
use crate::terms::bignum;
use crate::terms::cell::{Cell, Tag};
use crate::terms::number::{Number, float_text};
use crate::terms::store::OutOfMemory;

/// Maximum length of an atom or string in bytes.
pub(crate) const MAX_TEXT: usize = 1 << 26;

impl Machine {
    /// Returns the text of an atom, a string or a number.
    pub(crate) fn atomic_text(&self, cell: Cell) -> Option<String> {
        let cell = self.store.deref(cell);
        match cell.tag() {
            Tag::Atom => {
                let name = self.atoms.name(cell.as_atom()?);
                self.charge_copy(name.len()).then(|| name.to_owned())
            }
            Tag::Boxed if !self.charge_copy(self.store.box_words(cell) * 8) => None,
            Tag::Integer | Tag::Boxed => Some(match self.store.number(cell) {
                Some(Number::Int(value)) => value.to_string(),
                Some(Number::Big(value)) => self.digits(&value, 10),
                Some(Number::Float(value)) => float_text(value),
                None => self.store.text(cell)?,
            }),
            _ => None,
        }
    }

    /// Charges for copying text of `bytes` bytes, and returns whether the copy fits.
    pub(crate) fn charge_copy(&self, bytes: usize) -> bool {
        self.store.meter.spend(bytes / 8) && (bytes < 1024 || self.store.holds(bytes.saturating_mul(2)))
    }

    /// Returns the digits of a number in a radix, or an empty string if a limit is exceeded.
    pub(crate) fn digits(&self, value: &BigInt, radix: u32) -> String {
        self.store.meter.set_room(self.store.room() * 8);
        bignum::to_text(&self.store.meter, value, radix).unwrap_or_default()
    }

    /// Returns the text of a list of codes or characters.
    pub(crate) fn list_text(&self, cell: Cell) -> Option<String> {
        let elements = self.store.proper_list(cell)?;
        if elements.len() > 1024 && !self.store.holds(elements.len() * 12) {
            return None;
        }
        let mut text = String::with_capacity(elements.len());
        for element in elements {
            if !self.store.meter.tick() {
                return None;
            }
            if let Some(code) = element.as_integer() {
                text.push(u32::try_from(code).ok().and_then(char::from_u32)?);
            } else {
                let name = self.atoms.name(element.as_atom()?);
                let mut characters = name.chars();
                text.push(characters.next()?);
                if characters.next().is_some() {
                    return None;
                }
            }
        }
        Some(text)
    }

    /// Returns the text of an atomic term or of a list of codes or characters.
    pub(crate) fn any_text(&self, cell: Cell) -> Option<String> {
        let cell = self.store.deref(cell);
        if cell == Cell::NIL {
            return Some(String::new());
        }
        self.atomic_text(cell).or_else(|| self.list_text(cell))
    }

    /// Returns the text of an argument: an atom, a string, a number, or a list of codes or
    /// characters.
    ///
    /// # Errors
    /// Throws an instantiation error for a variable or a list with variables; a type error for an
    /// element that is not a character; otherwise, a type error of this kind.
    pub(crate) fn text_argument(&mut self, index: usize, kind: &str) -> Result<String, Thrown> {
        let cell = self.argument(index);
        match self.any_text(cell) {
            Some(text) => Ok(text),
            None => Err(self.not_text_error(cell, kind)),
        }
    }

    /// Returns the text of an argument that must be an atom, a string or a number.
    ///
    /// # Errors
    /// Throws an instantiation error for a variable; otherwise, a type error of this kind.
    pub(crate) fn atomic_argument(&mut self, index: usize, kind: &str) -> Result<String, Thrown> {
        let cell = self.argument(index);
        match self.atomic_text(cell) {
            Some(text) => Ok(text),
            None if self.store.functor(cell).is_none() && !cell.is_variable() => Err(self.interrupted()),
            None => Err(self.must_be(kind, cell)),
        }
    }

    /// Returns the text of an argument that must be a list of codes or characters, or a string.
    ///
    /// # Errors
    /// Throws the same errors as [`Self::text_argument`]; for an atom or a number, a type error for
    /// `list`.
    pub(crate) fn list_text_argument(&mut self, index: usize) -> Result<String, Thrown> {
        let cell = self.argument(index);
        let is_list = cell == Cell::NIL || self.store.functor(cell) == Some((Atom::LIST, 2));
        if is_list || self.store.text(cell).is_some() {
            return self.text_argument(index, "list");
        }
        Err(self.must_be("list", cell))
    }

    /// Returns the error for a term that is not text.
    fn not_text_error(&mut self, cell: Cell, kind: &str) -> Thrown {
        let (elements, end) = self.store.list(cell);
        for element in elements {
            let element = self.store.deref(element);
            let is_code = |code: i64| u32::try_from(code).ok().and_then(char::from_u32).is_some();
            let is_character = element.as_integer().is_some_and(is_code)
                || element.as_atom().is_some_and(|atom| self.atoms.name(atom).chars().take(2).count() == 1);
            if !is_character {
                let is_atomic = element.as_atom().is_some() || element.as_integer().is_some();
                return self.must_be(if is_atomic { "character_code" } else { "character" }, element);
            }
        }
        if end.is_variable() { self.instantiation_error() } else { self.type_error(kind, cell) }
    }

    pub(crate) fn put_codes(&mut self, text: &str) -> Result<Cell, Thrown> {
        self.reserve_list(text)?;
        Ok(reader::quoted(&mut self.store, &mut self.atoms, text, Quotes::Codes))
    }

    pub(crate) fn put_characters(&mut self, text: &str) -> Result<Cell, Thrown> {
        self.reserve_list(text)?;
        Ok(reader::quoted(&mut self.store, &mut self.atoms, text, Quotes::Chars))
    }

    pub(crate) fn put_string(&mut self, text: &str) -> Result<Cell, Thrown> {
        self.reserve_text(text.len())?;
        self.store.reserve(text.len() / 4 + 2)?;
        Ok(self.store.put_text(text))
    }

    /// Returns an error if text of `bytes` bytes would be too long.
    pub(crate) fn reserve_text(&self, bytes: usize) -> Result<(), Thrown> {
        self.store.meter.spend(bytes / 16);
        if bytes > MAX_TEXT { Err(OutOfMemory.into()) } else { Ok(()) }
    }

    /// Returns an error if a list of the characters of `text` would not fit.
    fn reserve_list(&self, text: &str) -> Result<(), Thrown> {
        let count = if text.len() < 1024 { text.len() } else { text.chars().count() };
        Ok(self.store.reserve(count * 2 + text.len() / 8)?)
    }

    /// Parses a number as the reader does; leading blanks are allowed.
    pub(crate) fn parse_number(&mut self, text: &str) -> Option<Number> {
        let text = text.trim_start();
        let (sign, digits) = match text.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, text.strip_prefix('+').unwrap_or(text)),
        };
        if !digits.starts_with(|first: char| first.is_ascii_digit()) {
            return match digits {
                "inf" | "infinite" => Some(Number::Float(f64::INFINITY * f64::from(sign))),
                "nan" => Some(Number::Float(f64::NAN)),
                _ => None,
            };
        }
        let token = crate::syntax::lexer::Lexer::new(digits).next()?.ok()?;
        if token.kind != crate::syntax::lexer::Kind::Number || token.end != digits.len() {
            return None;
        }
        if !self.charge_copy(digits.len()) {
            return None;
        }
        self.store.meter.set_room(self.store.room() * 8);
        let number = reader::number(&self.store.meter, digits, 0).ok()?;
        Some(match number {
            number if sign == 1 => number,
            Number::Int(value) => Number::from_wide(-i128::from(value)),
            Number::Big(value) => Number::from_big(-value),
            Number::Float(value) => Number::Float(-value),
        })
    }

    /// Returns the reader's context.
    pub(crate) fn context(&mut self) -> Context<'_> {
        Context {
            store: &mut self.store,
            atoms: &mut self.atoms,
            operators: &self.operators,
            double_quotes: self.flags.double_quotes,
            back_quotes: Quotes::Codes,
            is_last_stop_optional: true,
        }
    }

    /// Parses a term.
    pub(crate) fn parse_term(&mut self, text: &str) -> Result<reader::Read, Thrown> {
        match reader::read(&mut self.context(), text, 0) {
            Ok(Some(read)) => Ok(read),
            Ok(None) => Err(self.syntax_error("end_of_file")),
            Err((error, _)) if error.kind == SyntaxErrorKind::Memory => Err(self.interrupted()),
            Err((error, _)) => Err(self.syntax_error(error.kind.name())),
        }
    }

    /// Converts a term to text.
    pub(crate) fn term_text(&mut self, term: Cell, style: &Style) -> Result<String, Thrown> {
        let mut text = String::new();
        writer::write(&self.store, &self.atoms, &self.operators, style, term, &mut text)?;
        Ok(text)
    }
}
