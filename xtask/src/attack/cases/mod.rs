//! The attacks, one module per theme; each lists its cases with their bounds.

mod archives;
mod blocks;
mod comments;
mod connections;
mod crash;
mod disk;
mod files;
mod links;
mod load;
mod mentions;
mod people;
mod posts;
mod shares;
mod uploads;

use super::Case;

/// Returns all cases in the order in which they run, with the slowest of the short form first.
pub(super) fn all() -> impl Iterator<Item = &'static Case> {
    [
        crash::CASES,
        people::CASES,
        links::CASES,
        comments::CASES,
        mentions::CASES,
        posts::CASES,
        blocks::CASES,
        connections::CASES,
        uploads::CASES,
        files::CASES,
        archives::CASES,
        disk::CASES,
        shares::CASES,
        load::CASES,
    ]
    .into_iter()
    .flatten()
}
