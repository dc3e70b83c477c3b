//! Times in words: dates, and durations to wait.

use jiff::Timestamp;
use maud::{Markup, html};

/// A date and time to the minute, in UTC.
pub(super) fn moment(time: Timestamp) -> Markup {
    html! { time datetime=(time) { (time.strftime("%-d %b %Y, %H:%M")) " UTC" } }
}

/// A waiting time in words.
pub(crate) fn duration(seconds: i64) -> String {
    match seconds {
        1 => "1 second".to_owned(),
        ..90 => format!("{seconds} seconds"),
        _ => format!("{} minutes", (seconds + 59) / 60),
    }
}
