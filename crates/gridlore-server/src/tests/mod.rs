//! Tests of the whole site as a router, without a socket.

mod admin;
mod articles;
mod claims;
mod comments;
mod domains;
mod editor;
mod federation;
mod import;
mod looks;
mod losses;
mod mail;
mod mentions;
mod public;
mod safety;
mod slow;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt;
use std::path::PathBuf;
use tower::ServiceExt;

/// Creates an empty folder for a test, whose path contains the test's name and the process id.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("gridlore-test-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// Requests a page, accepting gzip.
pub(crate) async fn get(router: &Router, path: &str) -> (StatusCode, HeaderMap, Vec<u8>) {
    let request = Request::get(path).header("accept-encoding", "gzip").header("host", "example.org");
    answer(router, request.body(Body::empty()).unwrap()).await
}

/// Sends a request. Returns the status, the headers and the body.
pub(crate) async fn answer(router: &Router, request: Request<Body>) -> (StatusCode, HeaderMap, Vec<u8>) {
    let response = router.clone().oneshot(request).await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    (status, headers, response.into_body().collect().await.unwrap().to_bytes().to_vec())
}

/// Requests a page and returns its text. The status must be `expected`.
pub(crate) async fn text(router: &Router, path: &str, expected: StatusCode) -> String {
    let request = Request::get(path).header("host", "example.org").body(Body::empty()).unwrap();
    let (status, headers, body) = answer(router, request).await;
    assert_eq!(status, expected, "{path}: {headers:?}");
    String::from_utf8(body).unwrap()
}
