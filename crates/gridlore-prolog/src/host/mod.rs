//! What a host grants to programs, and what it hears while nobody takes steps. Without a grant a
//! program can do nothing but compute.

pub(crate) mod message;
pub(crate) mod streams;

/// The exit code of what the host interrupted.
pub(crate) const INTERRUPTED: i32 = 130;

/// A text that the host read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// What it is called from here on: the same for the same text.
    pub name: String,
    /// The text.
    pub text: String,
}

/// Reads a text by the name that a program gives it; the second is the text that is being
/// consulted, if one is.
pub(crate) type Reader = Box<dyn FnMut(&str, Option<&str>) -> Result<Source, String>>;

/// Takes what was printed, output and errors; whether to go on.
pub(crate) type Pause = Box<dyn FnMut(&str, &str) -> bool>;

/// All of it.
#[derive(Default)]
pub(crate) struct Host {
    pub(crate) reader: Option<Reader>,
    pub(crate) pause: Option<Pause>,
}

impl std::fmt::Debug for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Host").field("reads", &self.reader.is_some()).finish_non_exhaustive()
    }
}
