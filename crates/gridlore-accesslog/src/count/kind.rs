//! The kinds of entries in a log.

/// The kind of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A request method.
    Method,
    /// An address.
    Host,
    /// A path.
    Page,
    /// A user agent.
    Agent,
    /// The host of a referrer.
    Site,
    /// A referrer.
    Referrer,
    /// A path that was not found.
    Missing,
    /// A requested site.
    VirtualHost,
    /// A path with its request times; the bytes are the sum of the times in microseconds.
    Time,
}

impl Kind {
    /// All kinds, in the order in which their entries are written.
    pub const ALL: [Self; 9] = [
        Self::Method,
        Self::Host,
        Self::Page,
        Self::Agent,
        Self::Site,
        Self::Referrer,
        Self::Missing,
        Self::VirtualHost,
        Self::Time,
    ];
}
