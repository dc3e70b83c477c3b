//! The readers of texts from other servers, only for cargo-fuzz.

/// Checks that any text from another server is read or refused: as a page, a header, an activity,
/// an account or the signature of a request.
///
/// # Panics
/// Panics if a reader does, or if what it returns is longer than promised.
pub fn any_remote_text_is_read(text: &str) {
    crate::mentions::any_page_is_read(text);
    crate::federation::any_message_is_read(text);
}
