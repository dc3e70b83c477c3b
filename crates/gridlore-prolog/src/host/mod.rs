//! The services that a host provides to programs, and the function through which it receives output
//! while a goal runs to completion. Without a host, a program can only compute.

pub(crate) mod message;
pub(crate) mod streams;

/// The exit code of a program that the host interrupted.
pub(crate) const INTERRUPTED: i32 = 130;

/// A source file, or other source text, that the host has read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The canonical name: the same source always has the same name.
    pub name: String,
    /// The source text.
    pub text: String,
}

/// Reads a source by the name that a program uses. The second argument is the name of the file
/// being consulted, if any.
pub(crate) type Reader = Box<dyn FnMut(&str, Option<&str>) -> Result<Source, String>>;

/// Takes pending output and error output, and returns whether to continue.
pub(crate) type Pause = Box<dyn FnMut(&str, &str) -> bool>;

/// The functions that the host provides.
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
