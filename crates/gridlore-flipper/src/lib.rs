//! Flipper and every other toggle puzzle: squares, presses, colours, solved by linear algebra.
//!
//! Nothing is here yet: this crate keeps the room, its name and its layer. It may use `gridlore-core` and
//! `gridlore-exact-cover`, and no other engine.
