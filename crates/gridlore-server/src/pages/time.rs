//! Formats times: dates, and durations to wait.

use super::{Day, Look};
use crate::language::Language;
use jiff::Timestamp;
use maud::{Markup, html};

impl Look<'_> {
    /// Returns a date and time to the minute, in the site's time zone.
    pub(super) fn moment(&self, time: Timestamp) -> Markup {
        let local = time.to_zoned(self.zone.clone());
        let month = self.text_with(&format!("month-short-{}", local.month()), &[]);
        let clock = local.strftime("%H:%M %Z").to_string();
        let text = self.text_with(
            "moment",
            &[
                ("day", i64::from(local.day()).into()),
                ("month", month.into()),
                ("year", local.year().to_string().into()),
                ("time", clock.into()),
            ],
        );
        html! { time datetime=(time) { (text) } }
    }

    /// Returns the date of a puzzle, without the year.
    pub(super) fn day(&self, day: &Day) -> String {
        let month = self.text_with(&format!("month-{}", day.month), &[]);
        self.text_with("day", &[("day", i64::from(day.day).into()), ("month", month.into())])
    }

    /// Returns the date of a publication, in the site's time zone.
    pub(super) fn date(&self, time: Option<Timestamp>) -> Markup {
        let time = time.unwrap_or_default();
        let local = time.to_zoned(self.zone.clone());
        let month = self.text_with(&format!("month-{}", local.month()), &[]);
        let text = self.text_with(
            "date",
            &[
                ("day", i64::from(local.day()).into()),
                ("month", month.into()),
                ("year", local.year().to_string().into()),
            ],
        );
        html! { time datetime=(time) { (text) } }
    }
}

impl Look<'_> {
    /// Returns a waiting time in words, in the language of the page.
    pub(crate) fn wait(&self, seconds: i64) -> String {
        waiting_time(self.language, seconds)
    }
}

/// Returns a waiting time in words, in English.
pub(crate) fn duration(seconds: i64) -> String {
    waiting_time(Language::ENGLISH, seconds)
}

fn waiting_time(language: Language, seconds: i64) -> String {
    match seconds {
        ..90 => language.text("seconds", &[("count", seconds.into())]),
        _ => language.text("minutes", &[("count", ((seconds + 59) / 60).into())]),
    }
}
