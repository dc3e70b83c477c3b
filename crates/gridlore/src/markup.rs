//! Escapes text for HTML and SVG.

/// Escapes text for use between tags and inside quoted attributes.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
