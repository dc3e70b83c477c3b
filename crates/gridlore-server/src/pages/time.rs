//! Times in words: dates, and durations to wait.

use super::Look;
use jiff::Timestamp;
use maud::{Markup, html};

impl Look<'_> {
    /// A date and time to the minute, in the site's time zone.
    pub(super) fn moment(&self, time: Timestamp) -> Markup {
        let local = time.to_zoned(self.zone.clone());
        html! { time datetime=(time) { (local.strftime("%-d %b %Y, %H:%M %Z")) } }
    }

    /// The date of a publication, in the site's time zone.
    pub(super) fn date(&self, time: Option<Timestamp>) -> Markup {
        let time = time.unwrap_or_default();
        let local = time.to_zoned(self.zone.clone());
        html! { time datetime=(time) { (local.strftime("%-d %B %Y")) } }
    }
}

/// A waiting time in words.
pub(crate) fn duration(seconds: i64) -> String {
    match seconds {
        1 => "1 second".to_owned(),
        ..90 => format!("{seconds} seconds"),
        _ => format!("{} minutes", (seconds + 59) / 60),
    }
}
