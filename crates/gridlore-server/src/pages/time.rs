//! Times in words: when something was, and how long to wait.

use jiff::Timestamp;
use maud::{Markup, html};

/// A time as a person reads it, to the minute.
pub(super) fn moment(time: Timestamp) -> Markup {
    html! { time datetime=(time) { (time.strftime("%-d %b %Y, %H:%M")) " UTC" } }
}

/// A time to wait, in words.
pub(crate) fn duration(seconds: i64) -> String {
    match seconds {
        1 => "1 second".to_owned(),
        ..90 => format!("{seconds} seconds"),
        _ => format!("{} minutes", (seconds + 59) / 60),
    }
}
