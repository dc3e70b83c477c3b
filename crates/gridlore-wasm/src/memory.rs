//! The memory interface: the page writes a request into one buffer and reads the answer from another.
//!
//! ```text
//!   page                                wasm
//!   p = request_buffer(n)         ->    reserves n bytes
//!   writes n bytes of UTF-8 at p
//!   a = answer_buffer()           ->    reads the request, returns the address of the answer
//!   m = answer_length()           ->    returns its length in bytes
//!
//!   for Life:
//!   a = watched_buffer()          ->    instead of answer_buffer()
//!   b = picture_buffer()          ->    returns the address of the last picture
//!   l = picture_length()          ->    returns its length in bytes
//!
//!   for exact cover:
//!   a = walked_buffer()           ->    instead of answer_buffer()
//!
//!   for Prolog:
//!   a = asked_buffer()            ->    instead of answer_buffer()
//! ```
//!
//! Only addresses leave the module; nothing here dereferences a pointer, so there is no unsafe block.
//! The attribute that names an export counts as unsafe because two exports with the same name would
//! clash; these names are unique.
#![expect(unsafe_code, reason = "`no_mangle` is an unsafe attribute; there is no unsafe block")]

use std::cell::RefCell;

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Reserves a request of `length` bytes and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn request_buffer(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Answers a request about a game and returns the address of the answer.
#[cfg(feature = "puzzles")]
#[unsafe(no_mangle)]
pub extern "C" fn answer_buffer() -> *const u8 {
    answer_with(crate::answer)
}

/// Answers a request about Life and returns the address of the answer.
#[cfg(feature = "life")]
#[unsafe(no_mangle)]
pub extern "C" fn watched_buffer() -> *const u8 {
    answer_with(crate::life_answer)
}

/// Answers a request about exact cover and returns the address of the answer.
#[cfg(feature = "cover")]
#[unsafe(no_mangle)]
pub extern "C" fn walked_buffer() -> *const u8 {
    answer_with(crate::cover_answer)
}

/// Answers a request about Prolog and returns the address of the answer.
#[cfg(feature = "prolog")]
#[unsafe(no_mangle)]
pub extern "C" fn asked_buffer() -> *const u8 {
    answer_with(crate::prolog_answer)
}

/// Returns the address of the last picture, one byte per block.
#[cfg(feature = "life")]
#[unsafe(no_mangle)]
pub extern "C" fn picture_buffer() -> *const u8 {
    crate::watch::picture().0
}

/// Returns the length of the last picture in bytes.
#[cfg(feature = "life")]
#[unsafe(no_mangle)]
pub extern "C" fn picture_length() -> usize {
    crate::watch::picture().1
}

fn answer_with(answer: impl FnOnce(&str) -> String) -> *const u8 {
    let answer = REQUEST.with_borrow(|request| answer(&String::from_utf8_lossy(request)));
    ANSWER.with_borrow_mut(|buffer| {
        *buffer = answer.into_bytes();
        buffer.as_ptr()
    })
}

/// Returns the length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    ANSWER.with_borrow(Vec::len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_answered_through_the_buffers() {
        // Writing into the buffer would need unsafe code; an empty request is answered with an error.
        assert!(!request_buffer(0).is_null());
        assert!(!answer_buffer().is_null());
        assert_eq!(answer_length(), crate::answer("").len());
        assert!(crate::answer("").contains("\"error\""));
        assert!(!watched_buffer().is_null());
        assert_eq!(answer_length(), crate::life_answer("").len());
        assert_eq!(picture_length(), 0);
        assert!(!walked_buffer().is_null());
        assert_eq!(answer_length(), crate::cover_answer("").len());
        assert!(!asked_buffer().is_null());
        assert_eq!(answer_length(), crate::prolog_answer("").len());
    }
}
