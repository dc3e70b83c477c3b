//! The parsers of data from other servers, exposed only for cargo-fuzz.

/// Checks that any text from another server is parsed or refused: as a page, a header, an activity,
/// an account or the signature of a request.
///
/// # Panics
/// Panics if a parser panics or returns more than promised.
pub fn any_remote_text_is_read(text: &str) {
    crate::mentions::any_page_is_read(text);
    crate::federation::any_message_is_read(text);
}
