//! Tests of the room for puzzles told as rules, through its door.

mod answers;
mod conformance;
mod control;
mod domains;
mod files;
mod limits;
mod messages;
mod modules;
mod overshoot;
