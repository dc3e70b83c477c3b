//! The whole site as a router, without a socket.

mod admin;
mod claims;
mod comments;
mod public;
mod safety;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt;
use std::path::PathBuf;
use tower::ServiceExt;

/// An empty folder for a test's data, told apart by the test's name and the process.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("gridlore-test-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

pub(crate) async fn get(router: &Router, path: &str) -> (StatusCode, HeaderMap, Vec<u8>) {
    let request = Request::get(path).header("accept-encoding", "gzip").header("host", "example.org");
    answer(router, request.body(Body::empty()).unwrap()).await
}

pub(crate) async fn answer(router: &Router, request: Request<Body>) -> (StatusCode, HeaderMap, Vec<u8>) {
    let response = router.clone().oneshot(request).await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    (status, headers, response.into_body().collect().await.unwrap().to_bytes().to_vec())
}

/// The text of an answer, which must have this status.
pub(crate) async fn text(router: &Router, path: &str, expected: StatusCode) -> String {
    let request = Request::get(path).header("host", "example.org").body(Body::empty()).unwrap();
    let (status, headers, body) = answer(router, request).await;
    assert_eq!(status, expected, "{path}: {headers:?}");
    String::from_utf8(body).unwrap()
}
