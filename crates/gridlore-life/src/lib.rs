//! The Game of Life and its rule families: patterns, engines, viewers.
//!
//! Nothing is here yet: this crate keeps the room, its name and its layer. It may use `gridlore-core` and
//! `gridlore-exact-cover`, and no other engine.
