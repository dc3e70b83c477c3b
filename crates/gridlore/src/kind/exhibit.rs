//! What is watched and not solved: it goes by itself, and there is nothing to win.

use super::Kind;
use crate::raster::Raster;
use std::fmt;

/// Something to watch, as an id names it: what there is to see of it before it goes.
///
/// ```
/// use gridlore::Shown;
///
/// let Shown::Exhibit(glider) = gridlore::show("life:glider")? else { panic!("it is watched") };
/// assert_eq!(glider.text(), ".O.\n..O\nOOO\n");
/// # Ok::<(), gridlore::ParseError>(())
/// ```
pub trait Exhibit: fmt::Debug + Send {
    /// Its kind.
    ///
    /// ```
    /// # use gridlore::Shown;
    /// # let Ok(Shown::Exhibit(glider)) = gridlore::show("life:glider") else { panic!("it is in the library") };
    /// assert_eq!(glider.kind().name, "life");
    /// ```
    fn kind(&self) -> &'static Kind;

    /// Bytes that drawing it reads and writes, about, where they may be far more than its text.
    ///
    /// ```
    /// # use gridlore::Shown;
    /// # let Ok(Shown::Exhibit(glider)) = gridlore::show("life:glider") else { panic!("it is in the library") };
    /// assert!(glider.bytes() < 1 << 20, "a small pattern");
    /// ```
    fn bytes(&self) -> usize {
        0
    }

    /// The parameters and the description that the kind reads back: one line, no spaces, no `;`.
    ///
    /// ```
    /// # use gridlore::Shown;
    /// # let Ok(Shown::Exhibit(glider)) = gridlore::show("life:glider") else { panic!("it is in the library") };
    /// assert_eq!(glider.description(), "bo$2bo$3o!");
    /// ```
    fn description(&self) -> String;

    /// What it is, in a few words.
    ///
    /// ```
    /// # use gridlore::Shown;
    /// # let Ok(Shown::Exhibit(glider)) = gridlore::show("life:glider") else { panic!("it is in the library") };
    /// assert!(glider.facts().contains("5 cells"), "{}", glider.facts());
    /// ```
    fn facts(&self) -> String;

    /// A picture of its own, on light paper.
    ///
    /// ```
    /// # use gridlore::Shown;
    /// # let Ok(Shown::Exhibit(glider)) = gridlore::show("life:glider") else { panic!("it is in the library") };
    /// assert!(glider.svg().starts_with("<svg xmlns="));
    /// ```
    fn svg(&self) -> String;

    /// A picture in the colours of the page that it stands on.
    ///
    /// ```
    /// # use gridlore::Shown;
    /// # let Ok(Shown::Exhibit(glider)) = gridlore::show("life:glider") else { panic!("it is in the library") };
    /// assert!(glider.figure().contains("class=\"field\""));
    /// ```
    fn figure(&self) -> String;

    /// Lines of text.
    ///
    /// ```
    /// # use gridlore::Shown;
    /// # let Ok(Shown::Exhibit(glider)) = gridlore::show("life:glider") else { panic!("it is in the library") };
    /// assert_eq!(glider.text().lines().last(), Some("OOO"));
    /// ```
    fn text(&self) -> String;

    /// A picture of so many pixels.
    ///
    /// ```
    /// # use gridlore::Shown;
    /// # let Ok(Shown::Exhibit(glider)) = gridlore::show("life:glider") else { panic!("it is in the library") };
    /// assert_eq!(glider.raster(64, 32).pixels.len(), 3 * 64 * 32);
    /// ```
    fn raster(&self, width: usize, height: usize) -> Raster;
}
