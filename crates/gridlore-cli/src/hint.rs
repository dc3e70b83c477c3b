//! Hints of games on a terminal.

use gridlore::{Action, Midend};

/// What a hint says, and the press that it advises.
pub(crate) fn told(midend: &Midend) -> (String, Option<usize>) {
    match midend.hint() {
        Ok(hint) => {
            let press = match hint.action {
                Some(Action::Press { press }) => Some(press),
                _ => None,
            };
            (format!("{}. {}", hint.title, hint.text), press)
        }
        Err(spent) => (format!("{spent}, so there is no hint"), None),
    }
}
