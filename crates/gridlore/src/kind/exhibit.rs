//! Exhibits: patterns and searches to watch, with nothing to win.

use super::Kind;
use crate::raster::Raster;
use std::fmt;

/// Something to watch, such as a pattern, in its initial state.
///
/// ```
/// use gridlore::Shown;
///
/// let Shown::Exhibit(glider) = gridlore::show("life:glider")? else { panic!("Life is an exhibit") };
/// assert_eq!(glider.text(), ".O.\n..O\nOOO\n");
/// # Ok::<(), gridlore::ParseError>(())
/// ```
pub trait Exhibit: fmt::Debug + Send {
    /// Returns the kind.
    ///
    /// ```
    /// # use gridlore::Shown;
    /// # let Ok(Shown::Exhibit(glider)) = gridlore::show("life:glider") else { panic!("it is in the library") };
    /// assert_eq!(glider.kind().name, "life");
    /// ```
    fn kind(&self) -> &'static Kind;

    /// Returns the approximate memory in bytes that drawing needs; 0 if that cannot be far more
    /// than the size of the text.
    ///
    /// ```
    /// # use gridlore::Shown;
    /// # let Ok(Shown::Exhibit(glider)) = gridlore::show("life:glider") else { panic!("it is in the library") };
    /// assert!(glider.bytes() < 1 << 20, "a small pattern");
    /// ```
    fn bytes(&self) -> usize {
        0
    }

    /// Returns parameters and a description from which the kind can read the exhibit: one line
    /// without spaces or `;`.
    ///
    /// ```
    /// # use gridlore::Shown;
    /// # let Ok(Shown::Exhibit(glider)) = gridlore::show("life:glider") else { panic!("it is in the library") };
    /// assert_eq!(glider.description(), "bo$2bo$3o!");
    /// ```
    fn description(&self) -> String;

    /// Describes the exhibit in a few words.
    ///
    /// ```
    /// # use gridlore::Shown;
    /// # let Ok(Shown::Exhibit(glider)) = gridlore::show("life:glider") else { panic!("it is in the library") };
    /// assert!(glider.facts().contains("5 cells"), "{}", glider.facts());
    /// ```
    fn facts(&self) -> String;

    /// Draws a self-contained picture on a light background.
    ///
    /// ```
    /// # use gridlore::Shown;
    /// # let Ok(Shown::Exhibit(glider)) = gridlore::show("life:glider") else { panic!("it is in the library") };
    /// assert!(glider.svg().starts_with("<svg xmlns="));
    /// ```
    fn svg(&self) -> String;

    /// Draws a picture in the colours of the surrounding page.
    ///
    /// ```
    /// # use gridlore::Shown;
    /// # let Ok(Shown::Exhibit(glider)) = gridlore::show("life:glider") else { panic!("it is in the library") };
    /// assert!(glider.figure().contains("class=\"field\""));
    /// ```
    fn figure(&self) -> String;

    /// Renders the exhibit as lines of text.
    ///
    /// ```
    /// # use gridlore::Shown;
    /// # let Ok(Shown::Exhibit(glider)) = gridlore::show("life:glider") else { panic!("it is in the library") };
    /// assert_eq!(glider.text().lines().last(), Some("OOO"));
    /// ```
    fn text(&self) -> String;

    /// Draws a picture of this size in pixels.
    ///
    /// ```
    /// # use gridlore::Shown;
    /// # let Ok(Shown::Exhibit(glider)) = gridlore::show("life:glider") else { panic!("it is in the library") };
    /// assert_eq!(glider.raster(64, 32).pixels.len(), 3 * 64 * 32);
    /// ```
    fn raster(&self, width: usize, height: usize) -> Raster;
}
