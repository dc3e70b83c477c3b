//! Runs work that waits for the disk or takes a long time on other threads, in a slot of its kind,
//! and converts its errors to responses.

use super::Site;
use super::answer::{DISK, apology, busy, fault};
use crate::http::work::{NotDone, Slots};
use crate::store::StoreError;
use anyhow::Result;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use std::sync::Arc;

pub(crate) type SharedSite = State<Arc<Site>>;

/// Runs `work` on a thread where it can wait for the database and the disk.
pub(crate) async fn run_blocking<T: Send + 'static>(
    site: &Arc<Site>,
    work: impl FnOnce(&Arc<Site>) -> Result<T> + Send + 'static,
) -> Result<T, Response> {
    run_blocking_in(site, &site.work.general, work).await
}

/// Runs `work` in the slots of a given kind of work.
pub(crate) async fn run_blocking_in<T: Send + 'static>(
    site: &Arc<Site>,
    slots: &Slots,
    work: impl FnOnce(&Arc<Site>) -> Result<T> + Send + 'static,
) -> Result<T, Response> {
    let shared = Arc::clone(site);
    match slots.run(move || work(&shared)).await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(error)) => Err(failed(site, &error)),
        Err(NotDone::Busy) => Err(busy(site)),
        Err(NotDone::Failed(error)) => {
            tracing::error!("{error}");
            Err(fault(site))
        }
    }
}

/// Returns whether nothing was saved because the disk is full, broken or read-only.
pub(crate) fn is_disk_error(error: &anyhow::Error) -> bool {
    error.downcast_ref::<StoreError>().is_some_and(StoreError::is_disk_error)
}

/// Returns the response to an error.
fn failed(site: &Site, error: &anyhow::Error) -> Response {
    match error.downcast_ref::<StoreError>() {
        Some(StoreError::RightsChanged) => apology(
            site,
            StatusCode::FORBIDDEN,
            "Your rights have changed",
            "Your account was changed or closed, or you were signed out, after you opened this page. Nothing was saved. Sign in again in another tab, then go back to this page to keep your text.",
        ),
        Some(StoreError::PostMoved) => apology(
            site,
            StatusCode::CONFLICT,
            "The post has moved",
            "This post was renamed or deleted by someone else at the same moment. Nothing was changed.",
        ),
        Some(error) if error.is_disk_error() => {
            tracing::error!("{error:#}");
            apology(site, StatusCode::INSUFFICIENT_STORAGE, "Nothing was saved", DISK)
        }
        _ => {
            tracing::error!("{error:#}");
            fault(site)
        }
    }
}
