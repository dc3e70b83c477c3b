//! The kinds of texts that a log holds.

/// What a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A method.
    Method,
    /// An address.
    Host,
    /// A path.
    Page,
    /// An agent.
    Agent,
    /// The host of a referrer.
    Site,
    /// A referrer.
    Referrer,
}

impl Kind {
    /// All of them, in the order of their texts.
    pub const ALL: [Self; 6] =
        [Self::Method, Self::Host, Self::Page, Self::Agent, Self::Site, Self::Referrer];
}
