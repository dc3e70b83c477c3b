//! The input line of the toplevel, with syntax colours and a persistent history.

use anyhow::Result;
use gridlore::prolog::colour::{Class, pieces};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{ColorMode, Config, Helper};
use std::borrow::Cow;
use std::path::PathBuf;

/// Maximum number of lines in the history.
const KEPT: usize = 1000;

/// Reads lines from a terminal.
pub(super) struct Editor {
    editor: rustyline::Editor<Colours, DefaultHistory>,
    /// The history file, if there is a folder for it.
    history: Option<PathBuf>,
}

impl Editor {
    pub(super) fn new() -> Result<Self> {
        let colours =
            if std::env::var_os("NO_COLOR").is_some() { ColorMode::Disabled } else { ColorMode::Enabled };
        let config =
            Config::builder().max_history_size(KEPT)?.history_ignore_dups(true)?.color_mode(colours).build();
        let mut editor = rustyline::Editor::with_config(config)?;
        editor.set_helper(Some(Colours));
        let history = history_file();
        if let Some(path) = &history {
            // The file does not exist before the first session.
            let _ = editor.load_history(path);
        }
        Ok(Self { editor, history })
    }

    /// Reads a line after a prompt.
    pub(super) fn line(&mut self, prompt: &str) -> Result<String, ReadlineError> {
        self.editor.readline(prompt)
    }

    /// Adds a query to the history, which is kept only in memory if the file cannot be written.
    pub(super) fn remember(&mut self, query: &str) {
        let _ = self.editor.add_history_entry(query);
        if let Some(path) = &self.history {
            let _ = self.editor.append_history(path);
        }
    }
}

/// Returns the history file in the user's state folder, usually
/// `~/.local/state/gridlore/prolog.history`. Creates the folder.
fn history_file() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let state = state.or_else(|| {
        let home = PathBuf::from(std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"))?);
        Some(home.join(".local/state"))
    })?;
    let folder = state.join("gridlore");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("prolog.history"))
}

/// Highlights the input line.
struct Colours;

/// Returns the escape code for the colour of a class.
const fn code(class: Class) -> Option<&'static str> {
    match class {
        Class::Comment => Some("90"),
        Class::Text => Some("32"),
        Class::Number | Class::Constant => Some("33"),
        Class::Keyword => Some("1;35"),
        Class::Function => Some("36"),
        Class::Variable => Some("94"),
        Class::Plain => None,
    }
}

/// Returns the line with escape codes for colours.
fn coloured(line: &str) -> String {
    let mut text = String::new();
    let mut left = line;
    for (class, length) in pieces(line) {
        let (piece, rest) = left.split_at(length);
        left = rest;
        match code(class) {
            Some(code) => text.push_str(&format!("\x1b[{code}m{piece}\x1b[0m")),
            None => text.push_str(piece),
        }
    }
    text
}

impl Highlighter for Colours {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        Cow::Owned(coloured(line))
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        true
    }
}

impl Completer for Colours {
    type Candidate = String;
}

impl Hinter for Colours {
    type Hint = String;
}

impl Validator for Colours {}
impl Helper for Colours {}

#[cfg(test)]
mod tests {
    use super::coloured;

    #[test]
    fn a_line_keeps_its_letters() {
        let line = "p(X) :- X #> 1, q(\"é\"). % 'so";
        let text = coloured(line);
        assert!(text.starts_with("\x1b[36mp\x1b[0m(\x1b[94mX\x1b[0m) \x1b[1;35m:-\x1b[0m "), "{text:?}");
        let plain: String = text
            .split("\x1b[")
            .enumerate()
            .map(|(at, part)| if at == 0 { part } else { part.split_once('m').map_or("", |(_, text)| text) })
            .collect();
        assert_eq!(plain, line);
    }
}
