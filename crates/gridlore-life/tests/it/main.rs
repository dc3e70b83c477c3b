//! What is held against the data beside the project and against the plain form.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod agree;
mod formats;
mod library;
mod truth;
mod windows;
