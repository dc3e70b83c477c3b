//! Texts: what atoms, strings, numbers and lists of codes or characters say.

use crate::cell::{Cell, Tag};
use crate::machine::{Machine, Thrown};
use crate::number::{Number, float_text};
use crate::reader::{self, Context, Quotes};

impl Machine {
    /// What an atom, a string or a number says.
    pub(crate) fn atomic_text(&self, cell: Cell) -> Option<String> {
        let cell = self.store.deref(cell);
        match cell.tag() {
            Tag::Atom => cell.as_atom().map(|atom| self.atoms.name(atom).to_owned()),
            Tag::Integer | Tag::Boxed => Some(match self.store.number(cell) {
                Some(Number::Int(value)) => value.to_string(),
                Some(Number::Big(value)) => value.to_string(),
                Some(Number::Float(value)) => float_text(value),
                None => self.store.text(cell)?,
            }),
            _ => None,
        }
    }

    /// What a list of codes or characters says.
    pub(crate) fn list_text(&self, cell: Cell) -> Option<String> {
        let elements = self.store.proper_list(cell)?;
        let mut text = String::with_capacity(elements.len());
        for element in elements {
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

    /// What anything that is text says.
    pub(crate) fn any_text(&self, cell: Cell) -> Option<String> {
        let cell = self.store.deref(cell);
        if cell == Cell::NIL {
            return Some(String::new());
        }
        self.atomic_text(cell).or_else(|| self.list_text(cell))
    }

    /// An argument's text.
    ///
    /// # Errors
    /// An instantiation error for a variable or a list with variables, else a type error of the kind.
    pub(crate) fn text_argument(&mut self, index: usize, kind: &str) -> Result<String, Thrown> {
        let cell = self.argument(index);
        if let Some(text) = self.any_text(cell) {
            return Ok(text);
        }
        let (elements, end) = self.store.list(cell);
        if end.is_variable() || elements.iter().any(|element| element.is_variable()) {
            return Err(self.instantiation_error());
        }
        Err(self.type_error(kind, cell))
    }

    pub(crate) fn put_codes(&mut self, text: &str) -> Result<Cell, Thrown> {
        self.store.reserve(text.len() * 2)?;
        Ok(reader::quoted(&mut self.store, &mut self.atoms, text, Quotes::Codes))
    }

    pub(crate) fn put_characters(&mut self, text: &str) -> Result<Cell, Thrown> {
        self.store.reserve(text.len() * 2)?;
        Ok(reader::quoted(&mut self.store, &mut self.atoms, text, Quotes::Chars))
    }

    pub(crate) fn put_string(&mut self, text: &str) -> Result<Cell, Thrown> {
        self.store.reserve(text.len() / 8 + 2)?;
        Ok(self.store.put_text(text))
    }

    /// A number that a text says as the reader would, blanks before it allowed.
    pub(crate) fn parsed_number(&mut self, text: &str) -> Option<Number> {
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
        let token = crate::lexer::Lexer::new(digits).next()?.ok()?;
        if token.kind != crate::lexer::Kind::Number || token.end != digits.len() {
            return None;
        }
        let number = reader::number(digits, 0).ok()?;
        Some(match number {
            number if sign == 1 => number,
            Number::Int(value) => Number::from_wide(-i128::from(value)),
            Number::Big(value) => Number::from_big(-value),
            Number::Float(value) => Number::Float(-value),
        })
    }

    /// What the reader reads with.
    pub(crate) fn context(&mut self) -> Context<'_> {
        Context {
            store: &mut self.store,
            atoms: &mut self.atoms,
            operators: &self.operators,
            double_quotes: self.flags.double_quotes,
            back_quotes: Quotes::Codes,
            is_last_without_point: true,
        }
    }

    /// The term that a text says.
    pub(crate) fn parsed_term(&mut self, text: &str) -> Result<reader::Read, Thrown> {
        match reader::read(&mut self.context(), text, 0) {
            Ok(Some(read)) => Ok(read),
            Ok(None) => Err(self.syntax_error("end_of_file")),
            Err((error, _)) => Err(self.syntax_error(error.kind.name())),
        }
    }
}
