//! A response that is built once and sent many times: its body, plain and compressed, and its
//! entity tag.

use crate::http::memory::load::Load;
use axum::body::{Body, Bytes};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
    LINK, LOCATION, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::io::Write;

/// Placeholder for the site's address in cached pages, if that address is not set.
pub(crate) const NOWHERE: &str = "http://this-site.gridlore.invalid";

/// Minimum size in bytes of a body that is worth compressing.
const WORTH_PACKING: usize = 1000;

/// A response that can be sent many times.
#[derive(Debug)]
pub(crate) struct Page {
    status: StatusCode,
    content_type: &'static str,
    body: Bytes,
    gz: Option<Bytes>,
    tag: HeaderValue,
    /// Whether the body contains [`NOWHERE`].
    mentions_nowhere: bool,
    /// The target of a redirect.
    location: Option<HeaderValue>,
    /// Links to other documents, in the form of RFC 8288.
    link: Option<HeaderValue>,
    load: Load,
}

impl Page {
    /// Returns an HTML page.
    pub(crate) fn html(status: StatusCode, html: String) -> Self {
        Self::new(status, "text/html; charset=utf-8", html.into_bytes())
    }

    pub(crate) fn new(status: StatusCode, content_type: &'static str, body: Vec<u8>) -> Self {
        let mut tag = "\"".to_owned();
        for byte in &Sha256::digest(&body)[..12] {
            let _ = write!(tag, "{byte:02x}");
        }
        tag.push('"');
        let is_text = !content_type.starts_with("image/");
        let gz = (is_text && body.len() >= WORTH_PACKING).then(|| packed(&body));
        let tag = HeaderValue::try_from(tag).unwrap_or(HeaderValue::from_static("\"\""));
        let mentions_nowhere = is_text && memchr::memmem::find(&body, NOWHERE.as_bytes()).is_some();
        let bytes = body.len() + gz.as_ref().map_or(0, Bytes::len) + 200;
        Self {
            status,
            content_type,
            body: body.into(),
            gz,
            tag,
            mentions_nowhere,
            location: None,
            link: None,
            load: Load::new(bytes),
        }
    }

    /// Returns a permanent or temporary redirect to another page of the site.
    pub(crate) fn elsewhere(is_for_ever: bool, location: &str) -> Self {
        let status =
            if is_for_ever { StatusCode::PERMANENT_REDIRECT } else { StatusCode::TEMPORARY_REDIRECT };
        let mut page = Self::new(status, "text/plain; charset=utf-8", location.as_bytes().to_vec());
        page.location = HeaderValue::from_str(location).ok();
        page
    }

    /// Returns the page with a `Link` header, or unchanged if the value is invalid.
    pub(crate) fn with_link(mut self, link: &str) -> Self {
        self.link = HeaderValue::from_str(link).ok();
        self
    }

    pub(crate) const fn status(&self) -> StatusCode {
        self.status
    }

    /// Returns the approximate memory use of the page in bytes.
    pub(crate) const fn bytes(&self) -> usize {
        self.load.bytes()
    }

    /// Returns the HTML of the page, or `None` if it is not HTML.
    pub(crate) fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.body).ok().filter(|_| self.content_type.starts_with("text/html"))
    }

    /// Returns whether the body contains [`NOWHERE`].
    pub(crate) const fn mentions_nowhere(&self) -> bool {
        self.mentions_nowhere
    }

    /// Returns the same page with `from` replaced by `to`.
    pub(crate) fn with(&self, from: &str, to: &str) -> Self {
        let Ok(body) = std::str::from_utf8(&self.body) else {
            return Self::new(self.status, self.content_type, self.body.to_vec());
        };
        let page = Self::new(self.status, self.content_type, body.replace(from, to).into_bytes());
        Self { link: self.link.clone(), ..page }
    }

    pub(crate) const fn body(&self) -> &Bytes {
        &self.body
    }

    /// Returns the response to a request with these headers: compressed if the client accepts that,
    /// and without a body if the client already has it.
    pub(crate) fn answer(&self, request: &HeaderMap) -> Response<Body> {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        headers.insert(ETAG, self.tag.clone());
        if let Some(location) = &self.location {
            headers.insert(LOCATION, location.clone());
        }
        if let Some(link) = &self.link {
            headers.insert(LINK, link.clone());
        }
        let known = request.get(IF_NONE_MATCH).is_some_and(|known| known == self.tag);
        if known && self.status == StatusCode::OK {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return response;
        }
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        let body = match &self.gz {
            Some(gz) if takes_gz(request) => {
                headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
                gz
            }
            _ => &self.body,
        };
        headers.insert(CONTENT_LENGTH, body.len().into());
        *response.body_mut() = Body::from(body.clone());
        response.extensions_mut().insert(self.load.clone());
        response
    }
}

/// Returns whether the client accepts gzip.
pub(crate) fn takes_gz(request: &HeaderMap) -> bool {
    let accepted = request.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|value| {
        value.split(',').any(|coding| {
            let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
            name.trim().eq_ignore_ascii_case("gzip") && !matches!(weight.trim(), "q=0" | "q=0.0")
        })
    })
}

/// Maximum size in bytes of bodies that get the best compression. It is worthwhile because they are
/// compressed once and sent many times. For larger bodies, it would take too long.
const LONG: usize = 256 << 10;

fn packed(body: &[u8]) -> Bytes {
    packed_by(body, if body.len() <= LONG { Compression::best() } else { Compression::fast() })
}

/// Compresses a body of any size with the best compression.
pub(crate) fn smallest(body: &[u8]) -> Bytes {
    packed_by(body, Compression::best())
}

fn packed_by(body: &[u8], level: Compression) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), level);
    let packed = encoder.write_all(body).and_then(|()| encoder.finish());
    packed.expect("writing to memory does not fail").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(name: axum::http::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())])
    }

    #[test]
    fn a_page_is_compressed_if_the_client_accepts_it() {
        let page = Page::html(StatusCode::OK, "x".repeat(5000));
        for (accepted, expected) in
            [("gzip, br", true), ("br;q=1, GZIP;q=0.5", true), ("gzip;q=0", false), ("br", false)]
        {
            let answer = page.answer(&request(ACCEPT_ENCODING, accepted));
            assert_eq!(answer.headers().contains_key(CONTENT_ENCODING), expected, "{accepted}");
        }
    }

    #[test]
    fn a_page_that_the_client_has_is_not_sent_again() {
        let page = Page::html(StatusCode::OK, "text".to_owned());
        let tag = page.answer(&HeaderMap::new()).headers()[ETAG].to_str().unwrap().to_owned();
        assert_eq!(page.answer(&request(IF_NONE_MATCH, &tag)).status(), StatusCode::NOT_MODIFIED);
        assert_eq!(page.answer(&request(IF_NONE_MATCH, "\"other\"")).status(), StatusCode::OK);
        let missing = Page::html(StatusCode::NOT_FOUND, "text".to_owned());
        assert_eq!(missing.answer(&request(IF_NONE_MATCH, &tag)).status(), StatusCode::NOT_FOUND);
    }
}
