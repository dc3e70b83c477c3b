//! Which address shows what.

use crate::access_log::{self, AccessLog};
use crate::assets::Assets;
use crate::store::{Store, StoreError};
use crate::{pages, safety};
use axum::Router;
use axum::extract::{Path, State};
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, HOST, VARY};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use gridlore_blog::{Blog, Post, Renderer, Target};
use jiff::Timestamp;
use maud::Markup;
use std::sync::{Arc, Mutex, PoisonError};

/// What every request can reach.
#[derive(Debug)]
pub(crate) struct Site {
    store: Mutex<Store>,
    assets: Assets,
    renderer: Renderer,
}

impl Site {
    pub(crate) fn new(store: Store, assets: Assets) -> Self {
        Self { store: Mutex::new(store), assets, renderer: Renderer::default() }
    }
}

type SharedSite = State<Arc<Site>>;

pub(crate) fn router(site: Arc<Site>, log: Arc<AccessLog>) -> Router {
    Router::new()
        .route("/", get(front))
        .route("/blogs/{blog}", get(latest))
        .route("/blogs/{blog}/feed.atom", get(feed))
        .route("/blogs/{blog}/{slug}", get(post))
        .route("/play", get(play_list))
        .route("/play/{kind}", get(play))
        .route("/play/{kind}/workshop", get(workshop))
        .route("/assets/{name}", get(asset))
        .route("/healthz", get(|| async { "ok\n" }))
        .fallback(nowhere)
        .with_state(site)
        .layer(middleware::from_fn(safety::headers))
        .layer(middleware::from_fn_with_state(log, access_log::log))
}

/// Asks the store on a thread where waiting for the disk is fine.
async fn ask<T: Send + 'static>(
    site: &Arc<Site>,
    question: impl FnOnce(&Store) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, Response> {
    let shared = Arc::clone(site);
    let answer = tokio::task::spawn_blocking(move || {
        question(&shared.store.lock().unwrap_or_else(PoisonError::into_inner))
    });
    let why = match answer.await {
        Ok(Ok(answer)) => return Ok(answer),
        Ok(Err(error)) => error.to_string(),
        Err(error) => error.to_string(),
    };
    report(&why);
    Err(page(StatusCode::INTERNAL_SERVER_ERROR, &pages::broken(&site.assets)))
}

#[expect(clippy::print_stderr, reason = "the site's operator reads standard error")]
fn report(why: &str) {
    eprintln!("gridlore: {why}");
}

fn page(status: StatusCode, markup: &Markup) -> Response {
    let headers = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-cache")];
    (status, headers, markup.0.clone()).into_response()
}

async fn front(State(site): SharedSite) -> Result<Response, Response> {
    let blogs = ask(&site, |store| {
        let blogs = store.blogs()?.into_iter();
        blogs
            .map(|blog| Ok((store.posts(&blog.id)?, blog)))
            .map(|pair| pair.map(|(posts, blog)| (blog, posts)))
            .collect::<Result<Vec<_>, StoreError>>()
    })
    .await?;
    Ok(page(StatusCode::OK, &pages::front(&site.assets, &blogs)))
}

/// A blog and its posts, newest first, or a page that helps when there is no such blog.
async fn blog_and_posts(site: &Arc<Site>, id: String) -> Result<(Blog, Vec<Post>), Response> {
    let (found, all) = ask(site, move |store| {
        let found = match store.blog(&id)? {
            Some(blog) => Some((blog, store.posts(&id)?)),
            None => None,
        };
        Ok((found, store.blogs()?))
    })
    .await?;
    found.ok_or_else(|| {
        let links: Vec<(String, String)> =
            all.into_iter().map(|blog| (format!("/blogs/{}", blog.id), blog.title)).collect();
        let what = "There is no blog of this name. These are there:";
        page(StatusCode::NOT_FOUND, &pages::not_found(&site.assets, what, &links))
    })
}

async fn latest(State(site): SharedSite, Path(blog): Path<String>) -> Result<Response, Response> {
    let (blog, mut posts) = blog_and_posts(&site, blog).await?;
    if posts.is_empty() {
        return Ok(page(StatusCode::OK, &pages::front(&site.assets, &[(blog, posts)])));
    }
    let newest = posts.remove(0);
    Ok(post_page(&site, &blog, &newest, &posts))
}

async fn post(
    State(site): SharedSite,
    Path((blog, slug)): Path<(String, String)>,
) -> Result<Response, Response> {
    let (blog, mut posts) = blog_and_posts(&site, blog).await?;
    let Some(place) = posts.iter().position(|post| post.slug == slug) else {
        let mut links = vec![(format!("/blogs/{}", blog.id), format!("The latest of {}", blog.title))];
        links.extend(posts.into_iter().map(|post| (format!("/blogs/{}/{}", blog.id, post.slug), post.title)));
        let markup =
            pages::not_found(&site.assets, "There is no post of this name. These are there:", &links);
        return Ok(page(StatusCode::NOT_FOUND, &markup));
    };
    let post = posts.remove(place);
    Ok(post_page(&site, &blog, &post, &posts))
}

fn post_page(site: &Site, blog: &Blog, post: &Post, others: &[Post]) -> Response {
    let body = site.renderer.render(&post.markdown, Target::Page);
    page(StatusCode::OK, &pages::post(&site.assets, blog, post, &body, others))
}

async fn feed(
    State(site): SharedSite,
    Path(blog): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Response> {
    let (blog, posts) = blog_and_posts(&site, blog).await?;
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    let body = gridlore_blog::atom(&site.renderer, &blog, &posts, &format!("http://{host}"));
    Ok(([(CONTENT_TYPE, "application/atom+xml; charset=utf-8"), (CACHE_CONTROL, "no-cache")], body)
        .into_response())
}

async fn play_list(State(site): SharedSite) -> Response {
    page(StatusCode::OK, &pages::play_list(&site.assets, gridlore::kinds()))
}

/// Today's puzzle of a kind: the date is the seed. It is the fenced block that an author would write.
async fn play(State(site): SharedSite, Path(name): Path<String>) -> Response {
    let Some(kind) = gridlore::kind(&name) else {
        let links: Vec<(String, String)> = gridlore::kinds()
            .iter()
            .map(|kind| (format!("/play/{}", kind.name), kind.title.to_owned()))
            .collect();
        let what = "There is no puzzle of this name. These are there:";
        return page(StatusCode::NOT_FOUND, &pages::not_found(&site.assets, what, &links));
    };
    let today = Timestamp::now().strftime("%Y%m%d");
    let preset = kind.presets.first().map_or("", |preset| preset.params);
    let block = site.renderer.render(&format!("```{}\n{preset}#{today}\n```\n", kind.name), Target::Page);
    page(StatusCode::OK, &pages::play(&site.assets, kind, &block.html))
}

/// Where one makes rules of one's own, for the kinds that have such a place.
async fn workshop(State(site): SharedSite, Path(name): Path<String>) -> Response {
    match gridlore::kind(&name).map(|kind| (kind, kind.workshop)) {
        Some((kind, Some(title))) => page(StatusCode::OK, &pages::workshop(&site.assets, kind, title)),
        _ => nowhere_in(&site),
    }
}

async fn asset(State(site): SharedSite, Path(name): Path<String>, headers: HeaderMap) -> Response {
    let Some(asset) = site.assets.get(&name) else { return nowhere_in(&site) };
    let takes_gz = headers
        .get(ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.split(',').any(|coding| coding.trim().eq_ignore_ascii_case("gzip")));
    let fixed = [
        (CONTENT_TYPE, asset.content_type),
        (CACHE_CONTROL, "public, max-age=31536000, immutable"),
        (VARY, "accept-encoding"),
    ];
    if takes_gz {
        (fixed, [(CONTENT_ENCODING, "gzip")], asset.gz.clone()).into_response()
    } else {
        (fixed, asset.body.clone()).into_response()
    }
}

async fn nowhere(State(site): SharedSite, _uri: Uri) -> Response {
    nowhere_in(&site)
}

fn nowhere_in(site: &Site) -> Response {
    let links = [("/".to_owned(), "Essays".to_owned()), ("/play".to_owned(), "Play".to_owned())];
    page(
        StatusCode::NOT_FOUND,
        &pages::not_found(&site.assets, "There is no such page. These are there:", &links),
    )
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use axum::body::Body;
    use axum::http::Request;
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

    async fn get(router: &Router, path: &str) -> (StatusCode, HeaderMap, Vec<u8>) {
        let request = Request::get(path).header("accept-encoding", "gzip").header("host", "example.org");
        let response = router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        (status, headers, response.into_body().collect().await.unwrap().to_bytes().to_vec())
    }

    async fn text(router: &Router, path: &str, expected: StatusCode) -> String {
        let (status, _, body) = get(router, path).await;
        assert_eq!(status, expected, "{path}");
        String::from_utf8(body).unwrap()
    }

    #[tokio::test]
    async fn a_new_site_shows_its_demo_blog() {
        let data = folder("demo");
        let router = crate::site(&data).unwrap();
        let front = text(&router, "/", StatusCode::OK).await;
        let first = front.find("/blogs/demo/solving-sudoku").unwrap();
        assert!(first < front.find("/blogs/demo/a-board-in-your-post").unwrap(), "newest first");
        let essay = text(&router, "/blogs/demo/solving-sudoku", StatusCode::OK).await;
        assert!(
            essay.contains("<gridlore-sudoku game=\"sudoku:")
                && essay.contains("<table class=\"board still\">")
        );
        assert!(!essay.contains("class=\"problem\"") && !essay.contains(" style="));
        let newest = text(&router, "/blogs/demo", StatusCode::OK).await;
        assert!(newest.contains("<gridlore-flipper"));
        let feed = text(&router, "/blogs/demo/feed.atom", StatusCode::OK).await;
        assert!(
            feed.contains("<id>http://example.org/blogs/demo/solving-sudoku</id>")
                && !feed.contains("gridlore-sudoku")
        );
        let again = crate::site(&data).unwrap();
        assert_eq!(text(&again, "/", StatusCode::OK).await, front, "a second start adds nothing");
        std::fs::remove_dir_all(data).unwrap();
    }

    #[tokio::test]
    async fn what_is_not_there_is_told_with_a_way_on() {
        let data = folder("missing");
        let router = crate::site(&data).unwrap();
        assert!(text(&router, "/blogs/nowhere", StatusCode::NOT_FOUND).await.contains("/blogs/demo"));
        assert!(text(&router, "/blogs/demo/nothing", StatusCode::NOT_FOUND).await.contains("solving-sudoku"));
        assert!(text(&router, "/play/chess", StatusCode::NOT_FOUND).await.contains("/play/sudoku"));
        assert!(
            text(&router, "/%3Cscript%3E", StatusCode::NOT_FOUND).await.contains("There is no such page")
        );
        text(&router, "/assets/../Cargo.toml", StatusCode::NOT_FOUND).await;
        std::fs::remove_dir_all(data).unwrap();
    }

    #[tokio::test]
    async fn every_answer_is_safe_and_logged() {
        let data = folder("safe");
        let router = crate::site(&data).unwrap();
        let paths = ["/", "/play", "/play/sudoku", "/nowhere", "/healthz", "/blogs/demo/feed.atom"];
        for path in paths {
            let (_, headers, _) = get(&router, path).await;
            let policy = headers["content-security-policy"].to_str().unwrap();
            assert!(policy.contains("'wasm-unsafe-eval'") && !policy.contains("unsafe-inline"), "{path}");
            assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
        }
        let log = std::fs::read_to_string(data.join("access.log")).unwrap();
        assert_eq!(log.lines().count(), paths.len());
        assert!(log.lines().next().unwrap().contains("\"GET / HTTP/1.1\" 200 "), "{log}");
        std::fs::remove_dir_all(data).unwrap();
    }

    #[tokio::test]
    async fn assets_are_packed_and_cached_for_ever() {
        let data = folder("assets");
        let router = crate::site(&data).unwrap();
        let page = text(&router, "/play/sudoku", StatusCode::OK).await;
        let script = page.split('"').find(|text| text.starts_with("/assets/sudoku.")).unwrap();
        let (status, headers, body) = get(&router, script).await;
        assert_eq!((status, headers["content-encoding"].to_str().unwrap()), (StatusCode::OK, "gzip"));
        assert!(
            headers["cache-control"].to_str().unwrap().contains("immutable")
                && body.starts_with(&[0x1f, 0x8b])
        );
        std::fs::remove_dir_all(data).unwrap();
    }
}
