//! A named choice as JSON: a preset, an opponent, a guide or a file format.

use gridlore::Kind;
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct PresetAnswer {
    pub(crate) params: &'static str,
    pub(crate) title: &'static str,
}

/// What a kind can generate as JSON.
#[derive(Serialize)]
pub(crate) struct Offer {
    presets: Vec<PresetAnswer>,
    /// The parameters of the first new puzzle.
    usual: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    scale: Option<ScaleAnswer>,
}

#[derive(Serialize)]
struct ScaleAnswer {
    title: &'static str,
    prefix: &'static str,
    values: Vec<&'static str>,
}

impl Offer {
    pub(crate) fn of(kind: &Kind) -> Self {
        let presets = kind.presets.iter();
        let scale = kind.page.as_ref().and_then(|page| page.scale.as_ref());
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
        }
    }
}
