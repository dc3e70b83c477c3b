//! The standard streams of a program, which are kept in memory and exchanged with the host.

/// Maximum number of bytes of pending output before the machine pauses for the host.
const MAX_PENDING_OUTPUT: usize = 1 << 16;

/// Pending output.
#[derive(Debug, Default)]
pub(crate) struct Output {
    pub(crate) text: String,
    /// The column of the next character, counted from 0.
    pub(crate) column: usize,
    /// Pending text of `user_error`.
    pub(crate) errors: String,
    /// Active captures, for `with_output_to/2` and `format/3`: the text captured so far, and the
    /// column before the capture began.
    pub(crate) captures: Vec<(String, usize)>,
    /// Number of bytes in all captures.
    captured_bytes: usize,
}

impl Output {
    pub(crate) fn needs_flush(&self) -> bool {
        self.text.len() + self.errors.len() > MAX_PENDING_OUTPUT && self.captures.is_empty()
    }

    pub(crate) fn print(&mut self, text: &str) {
        match text.rfind('\n') {
            Some(at) => self.column = text[at + 1..].chars().count(),
            None => self.column += text.chars().count(),
        }
        match self.captures.last_mut() {
            Some((capture, _)) => {
                self.captured_bytes += text.len();
                capture.push_str(text);
            }
            None => self.text.push_str(text),
        }
    }

    /// Returns the number of bytes that are pending or captured.
    pub(crate) const fn bytes(&self) -> usize {
        self.text.len() + self.errors.len() + self.captured_bytes + self.captures.len() * 32
    }

    /// Starts to capture output.
    pub(crate) fn begin_capture(&mut self) {
        self.captures.push((String::new(), self.column));
        self.column = 0;
    }

    /// Ends the innermost capture and returns its text.
    pub(crate) fn end_capture(&mut self) -> String {
        let (text, column) = self.captures.pop().unwrap_or_default();
        self.column = column;
        self.captured_bytes -= text.len();
        text
    }
}

/// Returns more text to read, or `None` at the end of input.
pub(crate) type Refill = Box<dyn FnMut() -> Option<String>>;

/// The standard input of a program.
#[derive(Default)]
pub(crate) struct Input {
    pub(crate) text: String,
    pub(crate) at: usize,
    /// Provides more text.
    pub(crate) refill: Option<Refill>,
}

impl std::fmt::Debug for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Input").field("left", &(self.text.len() - self.at)).finish_non_exhaustive()
    }
}

impl Input {
    /// Appends more text, or returns `false` at the end of input.
    pub(crate) fn read_more(&mut self) -> bool {
        let Some(text) = self.refill.as_mut().and_then(|refill| refill()) else { return false };
        self.text.drain(..self.at);
        self.at = 0;
        self.text.push_str(&text);
        true
    }

    pub(crate) fn peek(&mut self) -> Option<char> {
        while self.at >= self.text.len() {
            if !self.read_more() {
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
