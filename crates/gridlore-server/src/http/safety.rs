//! The security headers of every response.

use crate::http::access_log::may_contain_token;
use axum::extract::Request;
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HeaderName, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Uri};
use axum::middleware::Next;
use axum::response::Response;

/// The content security policy: all content is from this site, nothing is inline, and only
/// WebAssembly is compiled at run time.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self'; media-src 'self'; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; \
    base-uri 'none'; frame-ancestors 'none'";

/// Returns the policy for a page in a file, without the directives that work only in a header.
pub(crate) fn policy_of_file() -> String {
    POLICY.replace("; frame-ancestors 'none'", "")
}

const HEADERS: [(HeaderName, &str); 6] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    (REFERRER_POLICY, "strict-origin-when-cross-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// Adds the headers, keeping those that the response already has.
pub(crate) fn add_headers(headers: &mut HeaderMap) {
    headers.reserve(HEADERS.len());
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
}

/// The first segments of addresses that contain tokens.
const TOKEN_PAGES: [&str; 4] = ["setup", "reset", "confirm", "draft"];

/// Adds the header that stops browsers from sending a referrer if the address may contain a token,
/// even if there is no such page.
pub(crate) fn hide_tokens(uri: &Uri, headers: &mut HeaderMap) {
    let first = uri.path().split('/').find(|segment| !segment.is_empty()).unwrap_or_default();
    // A sign-in page can have the address of such a page in its query.
    if TOKEN_PAGES.contains(&first) || uri.query().is_some_and(may_contain_token) {
        headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    }
}

/// Middleware for pages whose address contains a token. Stops browsers from sending a referrer.
pub(crate) async fn no_referrer(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response.headers_mut().insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}
