//! What a program prints and reads: text in memory, which the host passes on.

/// How much text may wait before the machine pauses for the host to take it.
const WANTS_OUT: usize = 1 << 16;

/// What was printed and is not taken yet.
#[derive(Debug, Default)]
pub(crate) struct Output {
    pub(crate) text: String,
    /// The column that the next character stands in.
    pub(crate) column: usize,
    /// What was printed for the user rather than as output: `user_error`.
    pub(crate) errors: String,
    /// Texts that are being written rather than printed, `with_output_to/2` and `format/3`: where
    /// each began, and the column before it.
    pub(crate) captures: Vec<(String, usize)>,
    /// How many bytes those texts have.
    captured: usize,
}

impl Output {
    pub(crate) fn wants_out(&self) -> bool {
        self.text.len() + self.errors.len() > WANTS_OUT && self.captures.is_empty()
    }

    pub(crate) fn print(&mut self, text: &str) {
        match text.rfind('\n') {
            Some(at) => self.column = text[at + 1..].chars().count(),
            None => self.column += text.chars().count(),
        }
        match self.captures.last_mut() {
            Some((capture, _)) => {
                self.captured += text.len();
                capture.push_str(text);
            }
            None => self.text.push_str(text),
        }
    }

    /// How many bytes wait or are kept.
    pub(crate) const fn bytes(&self) -> usize {
        self.text.len() + self.errors.len() + self.captured + self.captures.len() * 32
    }

    /// From here on text is kept.
    pub(crate) fn capture(&mut self) {
        self.captures.push((String::new(), self.column));
        self.column = 0;
    }

    /// What was kept.
    pub(crate) fn captured(&mut self) -> String {
        let (text, column) = self.captures.pop().unwrap_or_default();
        self.column = column;
        self.captured -= text.len();
        text
    }
}

/// Gives more text to read, or nothing at the end.
pub(crate) type Refill = Box<dyn FnMut() -> Option<String>>;

/// What a program reads from.
#[derive(Default)]
pub(crate) struct Input {
    pub(crate) text: String,
    pub(crate) at: usize,
    /// Where there is more.
    pub(crate) refill: Option<Refill>,
}

impl std::fmt::Debug for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Input").field("left", &(self.text.len() - self.at)).finish_non_exhaustive()
    }
}

impl Input {
    /// Whether more could be had.
    pub(crate) fn more(&mut self) -> bool {
        let Some(text) = self.refill.as_mut().and_then(|refill| refill()) else { return false };
        self.text.drain(..self.at);
        self.at = 0;
        self.text.push_str(&text);
        true
    }

    pub(crate) fn peek(&mut self) -> Option<char> {
        while self.at >= self.text.len() {
            if !self.more() {
                return None;
            }
        }
        self.text[self.at..].chars().next()
    }

    pub(crate) fn take(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.at += character.len_utf8();
        Some(character)
    }
}
