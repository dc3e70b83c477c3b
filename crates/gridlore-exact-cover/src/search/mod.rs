//! The searches and their planning.

pub(crate) mod cells;
pub(crate) mod dancing_links;
pub(crate) mod estimate;
pub(crate) mod images;
pub(crate) mod masks;
pub(crate) mod order;
pub(crate) mod parts;
pub(crate) mod plan;
pub(crate) mod several;
