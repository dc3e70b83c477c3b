//! Settings that several people can change: a form that shows earlier values overwrites nothing.

use super::Site;
use anyhow::Result;
use std::sync::PoisonError;

/// The message to a writer whose form shows earlier values.
pub(crate) const CHANGED: &str = "Somebody else has changed these settings since you opened this form, so nothing was saved. Your values are still in the form: save again to replace the other changes, or open this page in another tab to see them first.";

impl Site {
    /// Runs `save` and returns its result, or `None` if the settings are no longer the ones that a
    /// form showed. `seen` is the hash in that form, and `stored` computes the hash of the current
    /// settings. An empty hash, of a request without a form, fits all settings.
    pub(crate) fn save_settings<T>(
        &self,
        seen: &str,
        stored: impl FnOnce() -> Result<String>,
        save: impl FnOnce() -> Result<T>,
    ) -> Result<Option<T>> {
        // Nothing changes between the comparison and the end of `save`.
        let _guard = self.settings.lock().unwrap_or_else(PoisonError::into_inner);
        if !seen.is_empty() && seen != stored()? {
            return Ok(None);
        }
        save().map(Some)
    }
}
