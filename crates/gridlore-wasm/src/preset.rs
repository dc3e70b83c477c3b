//! A named choice as JSON: a preset, an opponent, a guide or a file format.

use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct PresetAnswer {
    pub(crate) params: &'static str,
    pub(crate) title: &'static str,
}
