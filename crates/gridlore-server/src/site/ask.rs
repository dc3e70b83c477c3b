//! Work that waits for the disk or takes long: it runs on other threads, in a slot of its kind, and
//! an error becomes an answer.

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

/// Does what waits for the disk, on a thread where that is fine.
pub(crate) async fn ask<T: Send + 'static>(
    site: &Arc<Site>,
    question: impl FnOnce(&Arc<Site>) -> Result<T> + Send + 'static,
) -> Result<T, Response> {
    ask_in(site, &site.work.general, question).await
}

/// The same for work of another kind.
pub(crate) async fn ask_in<T: Send + 'static>(
    site: &Arc<Site>,
    slots: &Slots,
    question: impl FnOnce(&Arc<Site>) -> Result<T> + Send + 'static,
) -> Result<T, Response> {
    let shared = Arc::clone(site);
    match slots.run(move || question(&shared)).await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(error)) => Err(failed(site, &error)),
        Err(NotDone::Busy) => Err(busy(site)),
        Err(NotDone::Failed(error)) => {
            tracing::error!("{error}");
            Err(fault(site))
        }
    }
}

/// The answer where something could not be done.
fn failed(site: &Site, error: &anyhow::Error) -> Response {
    match error.downcast_ref::<StoreError>() {
        Some(StoreError::RightsChanged) => apology(
            site,
            StatusCode::FORBIDDEN,
            "Your rights have changed",
            "Your account was changed or closed, or you were signed out, after this page was opened. Nothing was saved. Go back to keep what you wrote, and sign in again in another tab.",
        ),
        Some(error) if error.is_of_the_disk() => {
            tracing::error!("{error:#}");
            apology(site, StatusCode::INSUFFICIENT_STORAGE, "Not saved", DISK)
        }
        _ => {
            tracing::error!("{error:#}");
            fault(site)
        }
    }
}
