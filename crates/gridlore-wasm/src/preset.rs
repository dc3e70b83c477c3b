//! Named choices as JSON: presets, opponents, guides and file formats.

use gridlore::{Kind, Sizes};
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct PresetAnswer {
    pub(crate) params: &'static str,
    pub(crate) title: &'static str,
}

/// The puzzles that a kind can generate, as JSON.
#[derive(Serialize)]
pub(crate) struct Offer {
    presets: Vec<PresetAnswer>,
    /// The parameters of the first new puzzle.
    usual: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    scale: Option<ScaleAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sizes: Option<SizesAnswer>,
}

#[derive(Serialize)]
struct ScaleAnswer {
    title: &'static str,
    prefix: &'static str,
    values: Vec<&'static str>,
}

/// Boards of any size: the parameters are the prefix, the columns, a comma and the rows.
#[derive(Serialize)]
struct SizesAnswer {
    title: &'static str,
    prefix: &'static str,
    min: usize,
    max: usize,
}

impl Offer {
    pub(crate) fn of(kind: &Kind) -> Self {
        let presets = kind.presets.iter();
        let scale = kind.page.as_ref().and_then(|page| page.scale.as_ref());
        let sizes = kind.page.as_ref().and_then(|page| page.sizes.as_ref());
        Self {
            presets: presets
                .map(|preset| PresetAnswer { params: preset.params, title: preset.title })
                .collect(),
            usual: kind.usual_params(),
            scale: scale.map(|scale| ScaleAnswer {
                title: scale.title,
                prefix: scale.prefix,
                values: (scale.values)(),
            }),
            sizes: sizes.map(|&Sizes { title, prefix, min, max }| SizesAnswer { title, prefix, min, max }),
        }
    }
}
