//! Hints for games in a terminal.

use gridlore::{Action, Midend};

/// Returns the text of a hint, and the press that it recommends.
pub(crate) fn text_and_press(midend: &Midend) -> (String, Option<usize>) {
    match midend.hint() {
        Ok(hint) => {
            let press = match hint.action {
                Some(Action::Press { press }) => Some(press),
                _ => None,
            };
            (format!("{}. {}", hint.title, hint.text), press)
        }
        Err(spent) => (format!("No hint: {spent}."), None),
    }
}
