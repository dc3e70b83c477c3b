//! What is watched and not solved: it goes by itself, and there is nothing to win.

use super::Kind;
use crate::raster::Raster;
use std::fmt;

/// Something to watch, as an id names it: what there is to see of it before it goes.
pub trait Exhibit: fmt::Debug + Send {
    /// Its kind.
    fn kind(&self) -> &'static Kind;

    /// Bytes that drawing it reads and writes, about, where they may be far more than its text.
    fn bytes(&self) -> usize {
        0
    }

    /// The parameters and the description that the kind reads back: one line, no spaces, no `;`.
    fn description(&self) -> String;

    /// What it is, in a few words.
    fn facts(&self) -> String;

    /// A picture of its own, on light paper.
    fn svg(&self) -> String;

    /// A picture in the colours of the page that it stands on.
    fn figure(&self) -> String;

    /// Lines of text.
    fn text(&self) -> String;

    /// A picture of so many pixels.
    fn raster(&self, width: usize, height: usize) -> Raster;
}
